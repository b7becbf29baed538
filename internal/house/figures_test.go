package house

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/uri"
	"example.com/uri/web"
)

// A fact is a statement of a document with its figures, as they are true.
type fact struct{ document, text string }

// facts returns all statements of the documents about something counted or measured, with
// the figures from the code, the tables and bench/RESULT.md.
func facts(t *testing.T) []fact {
	size := func(dir, name string) string { return size(t, dir, name) }
	length := constantOf(t, ".", "maxLen")
	longest := fmt.Sprintf("A text of more than 2^32-%d bytes is refused", 1<<32-length)
	refused := constantOf(t, "cmd/uri", "refused")
	fastest(t, "Parse", "parse and serialize, all lists", "web: Parse") // the parsers of Rust and C++
	return []fact{
		{"README.md", "with Go " + goVersion(t, ".") + " or later"},
		{"README.md", "-require=" + module + "@" + requiredVersion(t)},
		{"README.md", "takes about " + measured(t, "Parse", "net/url") + " of net/url's time, and less than the Rust and C++ parsers in the"},
		{"docs/ada.md", size("web", "URL") + " bytes in addition to the text"},
		{"docs/command.md", fmt.Sprintf("The exit status is %d if an input is refused, and %d for wrong usage", refused, constantOf(t, "cmd/uri", "misused"))},
		{"docs/trurl.md", fmt.Sprintf("(the exit status is %d if one is refused)", refused)},
		{"doc.go", longest},
		{"doc.go", fmt.Sprintf("They refuse ports above %d, port 0, numbers above %d in an IPv4 address", greatest(t, "http://h:%d/"), greatest(t, "http://1.2.3.%d/"))},
		{"doc.go", "On a 64-bit machine a URI is " + size(".", "URI") + " bytes in addition to its text"},
		{"web/doc.go", "URL Standard, https://url.spec.whatwg.org/, as of " + read(t, "web/slow_test.go", `URL Standard as of (\w+ [0-9]+)`)},
		{"web/doc.go", strings.Replace(longest, "A text", "An input or a URL", 1)},
		{"web/doc.go", "A URL is " + size("web", "URL") + " bytes in addition to its text"},
		{"web/doc.go", fmt.Sprintf("a URL of at most %d bytes", buffered(t))},
		{"web/doc.go", fmt.Sprintf("a text of more than %d bytes may cost more", buffered(t))},
	}
}

// size returns the size of a type on 64 bits.
func size(t *testing.T, dir, name string) string {
	return fmt.Sprint(types.SizesFor("gc", "amd64").Sizeof(code(t, dir).types.Scope().Lookup(name).Type()))
}

// limits returns the limits that comments state, with the figures from the code.
func limits(t *testing.T) []fact {
	var all []fact
	say := func(file, format string, figures ...any) {
		all = append(all, fact{file, fmt.Sprintf(format, figures...)})
	}
	in := func(dir string) func(name string) uint64 {
		return func(name string) uint64 { return constantOf(t, dir, name) }
	}
	links, httpguard := in("links"), in("guard/httpguard")
	times := map[uint64]string{30: "thirty", 100: "a hundred"}
	seconds := numbers[httpguard("defaultStepTimeout")/uint64(time.Second)]
	say("links/extract.go", `a scheme has at most %d bytes and a wrapper %d KiB, a wrapper ends within %d KiB of the first white space in it, `+
		`a ")" or "]" is within %d bytes of its "(" or "[", and the host of an abbreviation has at most %d bytes`,
		links("maxScheme"), links("maxLength")>>10, links("maxWrapped")>>10, links("maxNested"), links("maxDomain"))
	say("links/stream.go", "At most %d KiB of it are buffered", 2*links("maxHeld")>>10)
	say("links/stream.go", "A URI of more than %d KiB, with the punctuation after it, is skipped", links("maxLength")>>10)
	say("web/errors.go", "An input or a URL of more than 2^32-%d bytes has no name in the standard", 1<<32-in("web")("maxLen"))
	say("guard/special.go", "as of %s", read(t, "guard/special_registry_test.go", `registries as of (\w+ [0-9]+)`))
	say("web/uri.go", "a URI of more than 2^32-%d bytes", 1<<32-in(".")("maxLen"))
	say("archive/key.go", "a port, or a number as the host, of more than %d digits", in("archive")("maxDigits"))
	say("crawl/scope.go", "It allocates only for a URI of more than %d bytes", in("crawl")("scopeBuf"))
	say("change.go", "a copy of a URI has %s bytes", size(t, ".", "URI"))
	say("hint.go", "Fix corrects up to %s mistakes", numbers[in("internal/hint")("maxEdits")])
	say("guard/httpguard/client.go", "Redirects is how many redirects are followed. 0 is %s", numbers[httpguard("defaultRedirects")])
	say("guard/httpguard/client.go", "Before decompression it may have %d KiB more. Read returns an error after these bytes. 0 is %d MiB",
		httpguard("wireExcess")>>10, httpguard("defaultMaxBody")>>20)
	say("guard/httpguard/doc.go", "A whole exchange takes at most %s times as long. A StepTimeout of 0 is %s seconds", times[httpguard("exchangeSteps")], seconds)
	say("guard/httpguard/pages.go", "A header has at most %d KiB, and the body of a request at most %d MiB. A stepTimeout of 0 is %s seconds",
		httpguard("maxHeader")>>10, httpguard("defaultMaxBody")>>20, seconds)
	say("guard/httpguard/client.go", "A whole exchange with its redirects takes at most %s times as long. 0 is %s seconds", times[httpguard("exchangeSteps")], seconds)
	say("guard/httpguard/forward.go", "or no byte moves for %s times StepTimeout", times[httpguard("silentSteps")])
	say("examples/crawler/crawler.go", "0: %s minutes", read(t, "examples/crawler/crawler.go", `c\.MaxDelay, (\d+)\*time\.Minute`))
	say("examples/crawler/crawler.go", "0: %s million", read(t, "examples/crawler/crawler.go", `c\.Known, (\d+)_000_000`))
	return all
}

// TestLimits checks that comments state the limits of the code.
func TestLimits(t *testing.T) {
	for _, f := range limits(t) {
		file, err := parsed(filepath.Join(root, f.document))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(file.Comments, func(c *ast.CommentGroup) bool {
			return strings.Contains(strings.Join(strings.Fields(c.Text()), " "), f.text)
		}) {
			t.Errorf("no comment of %s says: %s", f.document, f.text)
		}
	}
}

// numbers are the figures that prose writes as words.
var numbers = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve")

// parts are one part of so many, as words.
var parts = strings.Fields("- - half third quarter fifth sixth seventh eighth ninth tenth")

// noFigures match numbers that are neither counted nor measured: names, places in
// standards, points of a list, examples in quotes and backquotes.
var noFigures = regexp.MustCompile("(?m)`[^`]*`" + `|"[^"\n]*"|\]\([^)]*\)|https?://\S+` +
	`|\b(ECMA-262|XML Schema 1\.0|BSD 3|[Vv]ersion 0|UTF-8|IDNA 2003|Chow, 1978|UTS #58)\b` +
	`|(?i:RFC|RFCs|Fetch,|sections?|Appendix|ports?)[ -]?[0-9A-F][0-9A-F.]*[a-z]?((, | and | or )(section )?[0-9][0-9.]*[a-z]?\b)*` +
	`|U\+[0-9A-F]+|0x[0-9A-F]+[0-9.]*|(^|\n)(// +)?[0-9]+\. |\b64-bit|127\.0\.0\.1`)

var figure = regexp.MustCompile(`(?i)\b([0-9][0-9,.^]*|(` + strings.Join(numbers[2:], "|") + "|" + strings.Join(parts[2:], "|") + `|dozens?|hundreds?|thousands?|millions?|billions?|minutes?|seconds|hours?)\b)`)

// TestFigures checks that the documents state each fact, and no other figure: a document
// contains something counted or measured only if it is read from its source here.
func TestFigures(t *testing.T) {
	all := facts(t)
	for _, document := range stating(t) {
		text := prose(t, document)
		for _, f := range all {
			if f.document != document {
				continue
			}
			if !strings.Contains(text, f.text) {
				t.Errorf("%s does not say: %s", document, f.text)
			}
		}
		for _, f := range all {
			if f.document == document {
				text = strings.ReplaceAll(text, f.text, "")
			}
		}
		checkPoints(t, document, text)
		text = noFigures.ReplaceAllString(text, "")
		for _, at := range figure.FindAllStringIndex(text, -1) {
			t.Errorf("%s states the figure %q in: %s\n"+
				"Write the sentence without it, or add a fact to figures_test.go that reads it from the code, a table or RESULT.md.",
				document, text[at[0]:at[1]], text[max(0, at[0]-50):min(len(text), at[1]+30)])
		}
	}
}

// checkPoints checks that the points of the lists in a text are numbered in order.
func checkPoints(t *testing.T, place, text string) {
	last := 0
	for _, m := range regexp.MustCompile(`(?m)^ *([0-9]+)\. `).FindAllStringSubmatch(text, -1) {
		n, _ := strconv.Atoi(m[1])
		if n != last+1 && n != 1 {
			t.Errorf("%s: point %d follows point %d", place, n, last)
		}
		last = n
	}
}

// stating returns the documents whose statements are checked.
func stating(t *testing.T) []string {
	all := []string{"README.md", "SECURITY.md", "CONTRIBUTING.md", "COOKBOOK.md", "CHANGELOG.md", "doc.go", "web/doc.go", "links/doc.go", "archive/doc.go", "crawl/doc.go", "guard/doc.go"}
	files, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no documents: %v", err)
	}
	for _, file := range files {
		all = append(all, "docs/"+filepath.Base(file))
	}
	return all
}

// fence matches a block of code that other tests run.
var fence = regexp.MustCompile("(?s)\n```(go|console)\n.*?\n```")

// prose returns the text of a document, each paragraph on one line, without the code
// that other tests run. Of the tables about other libraries it has only the last cells, because a
// test finds a row by its other cells.
func prose(t *testing.T, document string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, document))
	if err != nil {
		t.Fatal(err)
	}
	text := fence.ReplaceAllString(string(b), "\n")
	if strings.HasSuffix(document, ".go") {
		text = regexp.MustCompile(`(?m)^// ?`).ReplaceAllString(text, "")
	}
	if strings.HasPrefix(document, "docs/") {
		text = regexp.MustCompile(`(?m)^\| .* \| (.* \|)$`).ReplaceAllString(text, "| $1")
	}
	var joined strings.Builder
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || begins.MatchString(line) {
			joined.WriteByte('\n')
		} else {
			joined.WriteByte(' ')
		}
		joined.WriteString(line)
	}
	return joined.String()
}

// begins matches a line that begins a paragraph, a point of a list or a row.
var begins = regexp.MustCompile("^([*#|-]|```|[0-9]+\\. )")

// constantOf returns the value of a constant.
func constantOf(t *testing.T, dir, name string) uint64 {
	t.Helper()
	c, ok := code(t, dir).types.Scope().Lookup(name).(*types.Const)
	if !ok {
		t.Fatalf("%s: no constant %s", dir, name)
	}
	v, _ := constant.Uint64Val(c.Val())
	return v
}

// read returns the text that an expression finds in a file.
func read(t *testing.T, file, expression string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(expression).FindSubmatch(b)
	if m == nil {
		t.Fatalf("%s: no %s", file, expression)
	}
	return string(m[1])
}

// goVersion returns the Go version that the module in a folder requires.
func goVersion(t *testing.T, dir string) string {
	return read(t, filepath.Join(dir, "go.mod"), `(?m)^go (\d+\.\d+)`)
}

// requiredVersion returns the version that the nested modules require, and replace.
func requiredVersion(t *testing.T) string {
	return read(t, "bench/go.mod", `(?m)^\t`+regexp.QuoteMeta(module)+` (\S+)$`)
}

// measured returns the time of a row of bench/RESULT.md as a part of another's, in words.
func measured(t *testing.T, work, other string) string {
	text := read(t, "bench/RESULT.md", `(?m)^\| `+work+` \| at most [0-9.]+ of `+other+`; .* \| ([0-9.]+) \[`)
	ratio, err := strconv.ParseFloat(text, 64)
	if err != nil || ratio < 0.09 || ratio > 0.6 {
		t.Fatalf("%s: %s, %v", work, text, err)
	}
	return "a " + parts[int(1/ratio+0.5)]
}

// fastest checks that bench/RESULT.md has no row in which another parser takes less time than ours
// for one of these works.
func fastest(t *testing.T, works ...string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "bench/RESULT.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, work := range works {
		rows := regexp.MustCompile(`(?m)^\| `+regexp.QuoteMeta(work)+` \| (.*) \| [0-9.]+ \| [0-9.]+ \| [0-9]+ \| ([0-9.]+) \|$`).FindAllStringSubmatch(string(text), -1)
		if len(rows) < 2 {
			t.Errorf("%s: only %d rows", work, len(rows))
		}
		for _, row := range rows[1:] { // the first one is ours
			if ratio, err := strconv.ParseFloat(row[2], 64); err != nil || ratio >= 1 {
				t.Errorf("%s, %s: %s", work, row[1], row[2])
			}
		}
	}
}

// greatest returns the greatest number for which a URL of the format is accepted by its
// scheme, up to two million.
func greatest(t *testing.T, format string) int {
	low, high := 1, 2_000_000 // The first is accepted, the second is not.
	for low+1 < high {
		middle := (low + high) / 2
		if _, err := uri.ParseHTTP(fmt.Sprintf(format, middle)); err == nil {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// buffered returns the length of the longest URL that package web writes anew with one
// allocation, that of the result.
func buffered(t *testing.T) int {
	for n := 64; n < 4096; n++ {
		s := "HTTP://h/" + strings.Repeat("a", n-len("HTTP://h/"))
		if testing.AllocsPerRun(5, func() { _, _ = web.Parse(s) }) > 1 {
			return n - 1
		}
	}
	t.Fatal("no limit")
	return 0
}
