package main

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/uri/internal/peer"
	"github.com/google/go-cmp/cmp"
)

// TestNames checks that the commands are those that are promised. The other tests
// of all commands take their list from the program.
func TestNames(t *testing.T) {
	want := []string{"parse", "explain", "resolve", "relativize", "normalize", "equal", "interpret", "extract", "expand",
		"read", "repair", "key", "web", "audit", "target", "local", "robots", "get", "set", "serve", "version", "completion", "help"}
	if diff := cmp.Diff(want, names()); diff != "" {
		t.Errorf("commands (-want +got):\n%s", diff)
	}
}

// TestHelp asks for each help text in each way. Each has a line of usage, the flags,
// an example and the exit statuses.
func TestHelp(t *testing.T) {
	text, errText, status := uriRun("", "help")
	if !strings.Contains(text, "uri COMMAND [flags]") || !strings.Contains(text, "\n\n\"uri help COMMAND\"") || errText != "" || status != accepted {
		t.Errorf("uri help: %q, %q, %d", text, errText, status)
	}
	if out, errText, status := uriRun(""); out != "" || errText != text || status != misused {
		t.Errorf("uri alone: %q, %d", out, status)
	}
	ways := []string{"-h", "-help", "--help"}
	for _, flag := range ways {
		if again, _, status := uriRun("", flag); again != text || status != accepted {
			t.Errorf("uri %s is not uri help", flag)
		}
	}
	all := text
	for _, name := range names() {
		if !strings.Contains(text, "\t"+name+" ") {
			t.Errorf("uri help does not name %s", name)
		}
		long, errText, status := uriRun("", "help", name)
		if !strings.HasPrefix(long, "uri "+name) || errText != "" || status != accepted {
			t.Errorf("uri help %s: %q, %q, %d", name, long, errText, status)
		}
		for _, flag := range ways {
			if again, _, status := uriRun("", name, flag); again != long || status != accepted {
				t.Errorf("uri %s %s is not uri help %[1]s", name, flag)
			}
		}
		if c, _ := find(name); c.shape != noInput && !slices.Contains(helpFlags(name), "-json") || !strings.Contains(long, "\n\t$ ") || !strings.Contains(long, "\n\nExit status: 0") {
			t.Errorf("uri help %s: something is missing:\n%s", name, long)
		}
		if usage, _, _ := strings.Cut(long, "\n"); strings.Contains(usage, "[flags]") != (len(helpFlags(name)) > 0) {
			t.Errorf("%s: the flags are %q", usage, helpFlags(name))
		}
		all += long
	}
	for line := range strings.Lines(all) {
		if n := len(strings.ReplaceAll(line, "\t", "    ")); n > 100 {
			t.Errorf("help line of %d columns: %s", n, line)
		}
	}
}

// TestHelpSays checks defaults and limits that only the help texts name.
func TestHelpSays(t *testing.T) {
	for name, wants := range map[string][]string{
		"resolve":   {"2396 (the default), 3986 or 1808", "-above-root is not given, it is drop in the mode 3986 and keep in the others"},
		"extract":   {"the offsets count in each of them", `no "valid", except for an input that is not JSON`},
		"key":       {"compared after decoding, and case counts", `Only a "*" at the end of NAME stands for any text`},
		"set":       {"compared after decoding, and case counts", `Only a "*" at the end of the NAME of -drop stands for any text`},
		"interpret": {"decoded except for the path and the search part of http"},
		"normalize": {"dot segments are removed from absolute paths too"},
	} {
		long, _, _ := uriRun("", "help", name)
		text := strings.Join(strings.Fields(long), " ")
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("uri help %s does not say %q", name, want)
			}
		}
	}
}

// helpFlags returns the flags that the help text of a command names.
func helpFlags(command string) (flags []string) {
	long, _, _ := uriRun("", "help", command)
	for _, m := range regexp.MustCompile(`(?m)^\t(-[a-z0-9-]+) +\S`).FindAllStringSubmatch(long, -1) {
		flags = append(flags, m[1])
	}
	return flags
}

// shellWords splits a line of a shell without escapes, but with quotes.
func shellWords(line string) (words []string) {
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			words = append(words, part)
			continue
		}
		words = append(words, strings.Fields(part)...)
	}
	return words
}

// TestHelpExamples runs the examples of the help texts and compares their output with the
// lines below them, apart from line breaks.
func TestHelpExamples(t *testing.T) {
	t.Chdir("testdata/site")
	ran := 0
	for _, g := range groups {
		for _, c := range g {
			for _, example := range strings.Split(c.long, "\n\t$ ")[1:] {
				line, rest, _ := strings.Cut(example, "\n")
				want, _, _ := strings.Cut(rest, "\n\n")
				stdin := ""
				if echo, call, ok := strings.Cut(line, " | "); ok {
					stdin, line = shellWords(echo)[1]+"\n", call
				}
				out, errText, status := uriRun(stdin, shellWords(line)[1:]...)
				if !slices.Equal(strings.Fields(out), strings.Fields(want)) || errText != "" || status != accepted {
					t.Errorf("%s\n got %s%s, status %d\nwant %s", line, out, errText, status, want)
				}
				ran++
			}
		}
	}
	if ran < 15 {
		t.Errorf("only %d examples", ran)
	}
}

// TestManual checks that the manual page has all sections, commands and flags, and
// that no text is a request of roff. If groff is here, it has to format the page
// without a warning.
func TestManual(t *testing.T) {
	page, errText, status := uriRun("", "help", "-man")
	if errText != "" || status != accepted {
		t.Fatalf("%q, %d", errText, status)
	}
	var sections []string
	known := regexp.MustCompile(`^(\.(TH URI 1 .*|nh|ad l|PP|TP|nf|fi|RS 4|RE|B uri|I COMMAND|SH [A-Z ]+|SS uri [ -~]+)|[^.'].*|\\&\..*)$`)
	for line := range strings.Lines(page) {
		line = strings.TrimSuffix(line, "\n")
		if !known.MatchString(line) || strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r > '~' }) {
			t.Errorf("line %q", line)
		}
		if regexp.MustCompile(`\\[^-e&(f]|\\\([^agthd]`).MatchString(line) {
			t.Errorf("an escape of roff in %q", line)
		}
		if name, ok := strings.CutPrefix(line, ".SH "); ok {
			sections = append(sections, name)
		}
	}
	want := []string{"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "EXIT STATUS", "STANDARDS"}
	if diff := cmp.Diff(want, sections); diff != "" {
		t.Errorf("sections (-want +got):\n%s", diff)
	}
	_, options, _ := strings.Cut(page, "\n.SH OPTIONS\n")
	options, _, _ = strings.Cut(options, "\n.SH ")
	for _, name := range names() {
		_, section, ok := strings.Cut(page, "\n.SS uri "+name+"\n")
		if !ok {
			_, section, ok = strings.Cut(page, "\n.SS uri "+name+" ")
		}
		section, _, _ = strings.Cut(section, "\n.S")
		long, _, _ := uriRun("", "help", name)
		first, _, _ := strings.Cut(long, "\n")
		if !strings.Contains(page, "\n.SS "+roffText.Replace(first)+"\n") {
			t.Errorf("the manual has another line of usage than %q", first)
		}
		if !ok || !strings.Contains(section, "\n.nf\n$ ") {
			t.Errorf("%s is missing, or has no example", name)
		}
		for _, flag := range helpFlags(name) {
			if entry := "\n.TP\n\\fB" + strings.ReplaceAll(flag, "-", `\-`) + `\fR`; !strings.Contains(section, entry) && !strings.Contains(options, entry) {
				t.Errorf("%s: no flag %s", name, flag)
			}
		}
	}
	if _, err := exec.LookPath("groff"); err != nil {
		peer.Missing(t, "groff")
	} else {
		groff := exec.Command("groff", "-man", "-ww", "-Tascii")
		groff.Stdin = strings.NewReader(page)
		var warnings strings.Builder
		groff.Stderr = &warnings
		if out, err := groff.Output(); err != nil || warnings.Len() > 0 || len(out) < len(page)/2 {
			t.Errorf("groff: %v, %s", err, &warnings)
		}
	}
}

// plainRoff takes the characters of roff for those that it stands for.
var plainRoff = strings.NewReplacer(`\e`, `\`, `\-`, `-`, `\(aq`, `'`, `\(ga`, "`", `\(ha`, `^`, `\(ti`, `~`, `\(dq`, `"`, `\&`, ``, `\fB`, ``, `\fI`, ``, `\fR`, ``)

// manualWords returns the words of each section of the manual page, and of each command.
func manualWords(page string) map[string][]string {
	sections, name := make(map[string][]string), ""
	for line := range strings.Lines(page) {
		if title, ok := strings.CutPrefix(line, ".SS "); ok {
			name = plainRoff.Replace(strings.TrimSpace(title))
		} else if title, ok := strings.CutPrefix(line, ".SH "); ok {
			name = strings.TrimSpace(title)
		} else {
			if strings.HasPrefix(line, ".B ") || strings.HasPrefix(line, ".I ") {
				line = line[len(".B "):]
			}
			if line[0] != '.' {
				sections[name] = append(sections[name], strings.Fields(plainRoff.Replace(line))...)
			}
		}
	}
	return sections
}

// TestManualText compares every word of the manual page with the help texts. Two sections are
// only in the page.
func TestManualText(t *testing.T) {
	page, _, _ := uriRun("", "help", "-man")
	got := manualWords(page)
	help, _, _ := uriRun("", "help")
	paragraphs := strings.Split(help, "\n\n")
	options := slices.IndexFunc(paragraphs, func(p string) bool { return strings.HasPrefix(p, `"uri help COMMAND" describes`) })
	_, flagsCome, _ := strings.Cut(paragraphs[options], "Flags ")
	_, status, _ := strings.Cut(paragraphs[options+3], "Exit status: ")
	want := map[string]string{
		"NAME":        "uri - read, check and take apart URI references",
		"SYNOPSIS":    strings.TrimPrefix(paragraphs[1], "\t"),
		"DESCRIPTION": paragraphs[0] + " " + paragraphs[2] + " " + paragraphs[options+2],
		"OPTIONS":     "Flags " + flagsCome + " " + paragraphs[options+1],
		"EXIT STATUS": status,
		"STANDARDS": `RFC 2396 (URI: generic syntax), with the IPv6 literals of RFC 2732; RFC 1738 and its successors (the
			schemes); RFC 1808 and RFC 3986 (the other modes); RFC 9112 (request-targets); the URL Standard of the
			WHATWG (what browsers do).`,
	}
	common := regexp.MustCompile(`(?m)^\t-(json|in-json|redact) .*\n`)
	for _, name := range names() {
		help, _, _ := uriRun("", "help", name)
		usage, text, _ := strings.Cut(help, "\n\n")
		text, _, _ = strings.Cut(text, "\n\nExit status: ")
		want[usage] = common.ReplaceAllString(text+"\n", "")
	}
	words := make(map[string][]string)
	for name, text := range want {
		words[name] = strings.Fields(text)
	}
	if diff := cmp.Diff(words, got); diff != "" {
		t.Errorf("sections (-help +page):\n%s", diff)
	}
}

func TestVersion(t *testing.T) {
	out, errText, status := uriRun("", "version")
	if !regexp.MustCompile(`^uri \S+ go\S+ [a-z0-9]+/[a-z0-9]+\n$`).MatchString(out) || errText != "" || status != accepted {
		t.Errorf("%q, %q, %d", out, errText, status)
	}
	for _, flag := range []string{"-version", "--version"} {
		if again, errText, status := uriRun("", flag); again != out || errText != "" || status != accepted {
			t.Errorf("%s: %q, %q, %d", flag, again, errText, status)
		}
	}
	if status := run([]string{"version"}, nil, full{}, &strings.Builder{}); status != misused {
		t.Errorf("full: %d", status)
	}
}
