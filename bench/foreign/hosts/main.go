// Hosts asks fifteen parsers of nine languages for the host of many URLs. uri.Parse accepts each
// of these URLs. Parsers that are not installed are named and left out. Hosts prints how often the
// parsers differ, and for which of these URLs guard.Audit finds nothing. With -o it writes each URL
// with the answer of each parser, as JSON Lines: a host, "" for none, null if the parser refuses
// the URL. Run it in the folder bench:
//
//	URI_CORPUS=folder go run ./foreign/hosts -o answers.jsonl
//
// It needs python3 (with urllib3), node, a JDK, php, ruby (with addressable), perl (with
// the module URI), cc and libcurl; Debian: python3-urllib3, nodejs, default-jdk, php-cli,
// ruby-addressable, liburi-perl, libcurl4-openssl-dev.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/valyala/fasthttp"

	"example.com/uri"
	"example.com/uri/bench"
	"example.com/uri/guard"
	"example.com/uri/web"
)

//go:embed native
var native embed.FS

// A parser finds the host of each text: nil if it refuses the text.
type parser struct {
	name    string
	ask     func(s string) (string, error) // one of Go
	build   []string                       // of another language: a command, run in a folder of its own
	start   []string                       // reads lines, writes answers
	version []string
}

var parsers = []parser{
	{name: "uri", ask: func(s string) (string, error) {
		u, err := uri.Parse(s)
		host, _ := u.Host()
		if authority, _ := u.Authority(); host == "" && authority != "" {
			return "", errors.New("the name of a registry")
		}
		return host, err
	}},
	{name: "web", ask: func(s string) (string, error) {
		u, err := web.Parse(s)
		host, _ := u.Host()
		return host, err
	}},
	{name: "net/url", ask: func(s string) (string, error) {
		u, err := url.Parse(s)
		if err != nil {
			return "", err
		}
		return u.Hostname(), nil
	}},
	{name: "fasthttp", ask: func(s string) (string, error) {
		var u fasthttp.URI
		if err := u.Parse(nil, []byte(s)); err != nil {
			return "", err
		}
		return hostname(string(u.Host())), nil
	}},
	{name: "urllib", start: []string{"python3", "hosts.py", "urllib"}, version: []string{"python3", "hosts.py", "urllib", "version"}},
	{name: "urllib3", start: []string{"python3", "hosts.py", "urllib3"}, version: []string{"python3", "hosts.py", "urllib3", "version"}},
	{name: "node URL", start: []string{"node", "hosts.js", "URL"}, version: []string{"node", "hosts.js", "URL", "version"}},
	{name: "node url.parse", start: []string{"node", "hosts.js", "legacy"}, version: []string{"node", "hosts.js", "legacy", "version"}},
	{name: "java.net.URI", build: []string{"javac", "Hosts.java"}, start: []string{"java", "-cp", ".", "Hosts", "URI"}, version: []string{"java", "--version"}},
	{name: "java.net.URL", build: []string{"javac", "Hosts.java"}, start: []string{"java", "-cp", ".", "Hosts", "URL"}, version: []string{"java", "--version"}},
	{name: "PHP parse_url", start: []string{"php", "hosts.php"}, version: []string{"php", "hosts.php", "version"}},
	{name: "Ruby URI", start: []string{"ruby", "hosts.rb", "uri"}, version: []string{"ruby", "hosts.rb", "uri", "version"}},
	{name: "Ruby Addressable", start: []string{"ruby", "hosts.rb", "addressable"}, version: []string{"ruby", "hosts.rb", "addressable", "version"}},
	{name: "Perl URI", start: []string{"perl", "hosts.pl"}, version: []string{"perl", "hosts.pl", "version"}},
	{name: "curl", build: []string{"cc", "-O2", "-o", "hosts", "hosts.c", "-lcurl"}, start: []string{"./hosts"}, version: []string{"./hosts", "version"}},
}

// hostname returns a host without the port that fasthttp leaves at its end.
func hostname(s string) string {
	if i := strings.LastIndexByte(s, ':'); i > strings.LastIndexByte(s, ']') {
		return s[:i]
	}
	return s
}

func main() {
	n := flag.Int("n", 200_000, "ask for `N` changed URLs")
	plain := flag.Int("plain", 20_000, "ask for `N` URLs of the lists as they are")
	seed := flag.Uint64("seed", 1, "`seed` of the changes")
	out := flag.String("o", "", "write URLs and answers to `file`")
	shown := flag.Int("show", 20, "print `N` URLs of each kind")
	flag.Parse()
	if err := run(*n, *plain, *seed, *out, *shown); err != nil {
		fmt.Fprintln(os.Stderr, "hosts:", err)
		os.Exit(1)
	}
}

var errSilent = errors.New("parsers differ, and guard.Audit is silent")

func run(n, plain int, seed uint64, out string, shown int) error {
	lists, err := bench.Load()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "hosts")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := unpack(dir); err != nil {
		return err
	}
	there := installed(dir, parsers)
	texts := changedURLs(lists.All, n, seed)
	t, err := ask(dir, there, texts)
	if err != nil {
		return err
	}
	if out != "" {
		if err := t.write(out); err != nil {
			return err
		}
	}
	silent := t.report("changed URLs", shown)
	real, err := ask(dir, there, spread(lists.Web, plain))
	if err != nil {
		return err
	}
	real.report("URLs of the lists", shown)
	if silent > 0 {
		return errSilent
	}
	return nil
}

// spread returns n of texts, from all of them.
func spread(texts []string, n int) (some []string) {
	for i := 0; i < len(texts); i += max(1, len(texts)/n) {
		if uri.Valid(texts[i]) && len(some) < n {
			some = append(some, texts[i])
		}
	}
	return some
}

// unpack writes the programs of folder native into dir.
func unpack(dir string) error {
	files, err := native.ReadDir("native")
	if err != nil {
		return err
	}
	for _, f := range files {
		text, err := native.ReadFile("native/" + f.Name())
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, f.Name()), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// installed returns the parsers of all that work in the folder dir, and prints their versions.
func installed(dir string, all []parser) (there []parser) {
	for _, p := range all {
		var version []byte
		var err error
		for _, command := range [][]string{p.build, p.version} {
			if command == nil {
				continue
			}
			c := exec.Command(command[0], command[1:]...)
			c.Dir = dir
			if version, err = c.CombinedOutput(); err != nil {
				break
			}
		}
		line, _, _ := strings.Cut(string(version), "\n")
		if err != nil {
			fmt.Printf("%s: not here: %v %s\n", p.name, err, line)
			continue
		}
		fmt.Printf("%s: %s\n", p.name, cmp.Or(line, "in this program"))
		there = append(there, p)
	}
	return there
}

// A table has the answer of each parser to each text: nil if it refuses the text.
type table struct {
	parsers []parser
	texts   []string
	answers [][]*string // by parser
}

func ask(dir string, there []parser, texts []string) (*table, error) {
	t := &table{parsers: there, texts: texts}
	lines := strings.Join(texts, "\n") + "\n"
	for _, p := range there {
		answers := make([]*string, 0, len(texts))
		if p.ask != nil {
			for _, s := range texts {
				host, err := p.ask(s)
				answers = append(answers, &host)
				if err != nil {
					answers[len(answers)-1] = nil
				}
			}
			t.answers = append(t.answers, answers)
			continue
		}
		c := exec.Command(p.start[0], p.start[1:]...)
		c.Dir, c.Stdin, c.Stderr = dir, strings.NewReader(lines), os.Stderr
		out, err := c.Output()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		for line := range strings.Lines(string(out)) {
			digits, ok := strings.CutPrefix(strings.TrimSpace(line), "=")
			if !ok {
				answers = append(answers, nil)
				continue
			}
			host, err := hex.DecodeString(digits)
			if err != nil {
				return nil, fmt.Errorf("%s writes %q", p.name, line)
			}
			text := string(host)
			answers = append(answers, &text)
		}
		if len(answers) != len(texts) {
			return nil, fmt.Errorf("%s: %d answers to %d texts", p.name, len(answers), len(texts))
		}
		t.answers = append(t.answers, answers)
	}
	return t, nil
}

// write writes the texts and answers as JSON Lines.
func (t *table) write(name string) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for i, s := range t.texts {
		line := struct {
			Input    string             `json:"input"`
			Hosts    map[string]*string `json:"hosts"`
			Findings []string           `json:"findings"`
		}{s, map[string]*string{}, findings(s)}
		for j, p := range t.parsers {
			line.Hosts[p.name] = t.answers[j][i]
		}
		if err := e.Encode(line); err != nil {
			return err
		}
	}
	return os.WriteFile(name, b.Bytes(), 0o666)
}

// findings returns the codes that guard.Audit finds.
func findings(s string) []string {
	all := []string{}
	u, err := uri.Parse(s)
	if err != nil {
		return all
	}
	for _, f := range guard.Audit(u) {
		all = append(all, f.Code.String())
	}
	return all
}

// same returns a host in one spelling for all of its spellings: letters in lower case, no
// brackets, an IPv6 address in its shortest form.
func same(host string) string {
	host = strings.ToLower(strings.TrimSuffix(strings.TrimPrefix(host, "["), "]"))
	if a, err := netip.ParseAddr(host); err == nil && a.Is6() {
		return a.String()
	}
	return host
}

// report prints how often the parsers differ, and the differing texts without a finding of Audit. It
// returns the number of these. A parser that refuses a text does not differ: its program stops.
func (t *table) report(what string, shown int) (silent int) {
	differ, found := 0, map[string]int{}
	byCode := map[string]int{}
	for i, s := range t.texts {
		hosts := map[string][]string{}
		for j, p := range t.parsers {
			if a := t.answers[j][i]; a != nil {
				hosts[same(*a)] = append(hosts[same(*a)], p.name)
			}
		}
		codes := findings(s)
		for _, c := range slices.Compact(slices.Sorted(slices.Values(codes))) {
			byCode[c]++
		}
		if len(hosts) < 2 {
			continue
		}
		differ++
		if len(codes) > 0 {
			continue
		}
		silent++
		var words []string
		for _, h := range slices.Sorted(maps.Keys(hosts)) {
			words = append(words, fmt.Sprintf("%q by %s", h, strings.Join(hosts[h], ", ")))
		}
		kind := strings.Join(words, "; ")
		if found[kindOf(s)]++; found[kindOf(s)] <= shown {
			fmt.Printf("silent: %s: %s\n", s, kind)
		}
	}
	fmt.Printf("%s: %d, the parsers differ in %d, Audit is silent in %d of these\n", what, len(t.texts), differ, silent)
	w := bufio.NewWriter(os.Stdout)
	for _, c := range slices.Sorted(maps.Keys(byCode)) {
		fmt.Fprintf(w, "\t%s in %d\n", c, byCode[c])
	}
	w.Flush()
	return silent
}

// kindOf returns the scheme, to show some texts of each.
func kindOf(s string) string {
	scheme, _, ok := strings.Cut(s, ":")
	if !ok || len(scheme) > 12 {
		return ""
	}
	return strings.ToLower(scheme)
}
