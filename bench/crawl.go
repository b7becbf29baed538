package bench

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	"mvdan.cc/xurls/v2"

	"example.com/uri"
	"example.com/uri/archive"
	"example.com/uri/crawl"
	"example.com/uri/links"
)

// crawlRows are the rows of package crawl, with their goals. AppendArchiveKey
// has no peer in Go: it is compared with AppendKey here, and with the Python program
// by [Surt].
func crawlRows(l *Lists) []Row {
	texts := prose(l.Web)
	return append([]Row{
		{
			Name: "archive: AppendKey", Unit: "URL", Inputs: l.All,
			Ours:   oursArchiveKey(l.All),
			Theirs: []Contestant{unanswered("Parse + AppendKey", oursKey(crawl.Keyer{}, l.All)), netURLParse("net/url", l.All)},
			Allocs: Free,
		},
		{
			Name: "links: Extract, a URL every 200 octets", Unit: "text", Inputs: texts,
			Ours:   oursExtract(links.Extractor{}, texts),
			Theirs: []Contestant{xurlsFind(xurls.Strict(), texts)},
			Bounds: []Bound{{"xurls", 0.03}}, Allocs: Free,
		},
		extractRow("links: Extract, prose without a URL", []string{strings.Repeat(words, 20)}),
		extractRow("links: Extract, a list of links", []string{strings.Join(l.Web[:min(len(l.Web), 1000)], "\n")}),
	}, crawlTextRows(l)...)
}

// extractRow is a row of Extract beside xurls.
func extractRow(name string, texts []string) Row {
	return Row{
		Name: name, Unit: "text", Inputs: texts,
		Ours:   oursExtract(links.Extractor{}, texts),
		Theirs: []Contestant{xurlsFind(xurls.Strict(), texts)},
		Allocs: Free,
	}
}

// words are prose without a URL.
const words = "A crawler reads (and skips) most of what pages say, at noon or at night: nothing here is a link, 5/6 of the time. "

// prose returns at most 30 texts of about 2,000 bytes each, with one of links every 200
// bytes.
func prose(links []string) (texts []string) {
	for len(links) > 0 && len(texts) < 30 {
		var b strings.Builder
		n := min(len(links), 10)
		for _, link := range links[:n] {
			fmt.Fprintf(&b, "%ssee %s\n", (words + words)[:200-min(len(link), 200)], link)
		}
		texts, links = append(texts, b.String()), links[n:]
	}
	return texts
}

// oursArchiveKey makes the archive key of each line, in one buffer.
//
//go:noinline
func oursArchiveKey(lines []string) Contestant {
	var key []byte
	return Contestant{"uri", func() int {
		return each(lines, func(s string) int {
			key = archive.AppendKey(key[:0], s)
			if len(key) == 0 {
				return refused
			}
			return len(key)
		})
	}, func(s string) (string, bool) {
		key := archive.AppendKey(nil, s)
		return string(key), len(key) > 0
	}}
}

// oursKey makes the key of each line with the settings of k, in one buffer.
//
//go:noinline
func oursKey(k crawl.Keyer, lines []string) Contestant {
	var key []byte
	return Contestant{"uri", func() int {
		return each(lines, func(s string) int {
			u, err := uri.Parse(s)
			if err != nil {
				return refused
			}
			key = k.AppendKey(key[:0], u)
			return len(key)
		})
	}, func(s string) (string, bool) {
		u, err := uri.Parse(s)
		if err != nil {
			return "", false
		}
		return string(k.AppendKey(nil, u)), true
	}}
}

// oursExtract finds the URLs of each text with the settings of x. Its Answer is their
// places.
//
//go:noinline
func oursExtract(x links.Extractor, texts []string) Contestant {
	return Contestant{"uri", func() int {
		return each(texts, func(s string) int {
			n := refused
			for m := range x.Extract(s) {
				n = m.End
			}
			return n
		})
	}, func(s string) (string, bool) {
		var places []string
		for m := range x.Extract(s) {
			places = append(places, fmt.Sprint(m.Start, m.End))
		}
		return strings.Join(places, " "), len(places) > 0
	}}
}

// xurlsFind finds the URLs of each text by an expression of xurls: Strict, for URLs
// with a scheme, or Relaxed.
//
//go:noinline
func xurlsFind(expression *regexp.Regexp, texts []string) Contestant {
	return Contestant{"xurls", func() int {
		return each(texts, func(s string) int {
			n := refused
			for _, m := range expression.FindAllStringIndex(s, -1) {
				n = m[1]
			}
			return n
		})
	}, func(s string) (string, bool) {
		var places []string
		for _, m := range expression.FindAllStringIndex(s, -1) {
			places = append(places, fmt.Sprint(m[0], m[1]))
		}
		return strings.Join(places, " "), len(places) > 0
	}}
}

// unanswered returns c under a name and without its Answer, because the answers differ on purpose.
func unanswered(name string, c Contestant) Contestant {
	c.Name, c.Answer = name, nil
	return c
}

// scopeCalls returns the calls that ask scopes of 100,000 prefixes about 1,000 URIs in turn.
func scopeCalls() []call {
	const prefixes, every = 100_000, 100
	var hosts, paths crawl.Scope
	var inHosts, noHosts, inPaths []uri.URI
	for i := range prefixes {
		host := fmt.Sprintf("http://host-%d.%s", i, []string{"com", "org", "co.uk", "de"}[i*7%4])
		path := fmt.Sprintf("http://example.com/%d/%d/", i%300, i)
		hosts.Add(uri.MustParse(host+[]string{"/", "/a/"}[i&1]), i&2 == 0)
		paths.Add(uri.MustParse(path), false)
		if i%every == every/3 {
			inHosts = append(inHosts, uri.MustParse(host+"/a/page.html?id=7"))
			noHosts = append(noHosts, uri.MustParse("http://www.host-"+strconv.Itoa(i)+"x.com/a/page.html?id=7"))
			inPaths = append(inPaths, uri.MustParse(path+"page.html"))
		}
	}
	ask := func(s *crawl.Scope, asked []uri.URI, want bool) func() bool {
		i := 0
		return func() bool {
			if i++; i == len(asked) {
				i = 0
			}
			return s.Contains(asked[i]) == want
		}
	}
	return []call{
		{"crawl.Scope.Contains, 100,000 hosts, in one of them", 300, 0, ask(&hosts, inHosts, true)},
		{"crawl.Scope.Contains, 100,000 hosts, in none", 300, 0, ask(&hosts, noHosts, false)},
		{"crawl.Scope.Contains, 100,000 paths of a host, in one of them", 300, 0, ask(&paths, inPaths, true)},
	}
}

// Surt compares AppendArchiveKey with internetarchive/surt, a Python program, whose source is in
// folder. python3 needs the package six. The keys have to be the same.
func Surt(l *Lists, folder string) (Line, error) {
	var in bytes.Buffer
	for _, s := range l.All {
		fmt.Fprintf(&in, "%x\n", s)
	}
	cmd := exec.Command("python3", "foreign/surt/native/surt_keys.py", folder)
	cmd.Stdin, cmd.Stderr = &in, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return Line{}, fmt.Errorf("surt_keys.py: %v", err)
	}
	answers := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	n := len(l.All)
	if len(answers) != n+1 {
		return Line{}, fmt.Errorf("surt_keys.py: %d answers to %d URLs", len(answers)-1, n)
	}
	theirs, err := strconv.ParseFloat(answers[n], 64)
	if err != nil {
		return Line{}, fmt.Errorf("surt_keys.py: %v", err)
	}
	ours := oursArchiveKey(l.All)
	for i, s := range l.All {
		if key, _ := ours.Answer(s); fmt.Sprintf("%x", key) != answers[i] {
			return Line{}, fmt.Errorf("%q: the key is %q, and %s in hexadecimal digits there", s, key, answers[i])
		}
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var least float64
	for round := range 5 {
		start := Clock()
		ours.Pass()
		if took := float64(Clock() - start); round == 0 || took < least {
			least = took
		}
	}
	return Line{
		Work: "archive.AppendKey beside surt (Python)",
		Got:  fmt.Sprintf("%.0f ns beside %.0f ns: %.4f", least/float64(n), theirs/float64(n), least/theirs),
		Pass: true,
	}, nil
}
