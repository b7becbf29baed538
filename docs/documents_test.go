// Package docs tests the documents in this folder: it runs their code, and the rows of their
// tables.
package docs

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/crawl"
	"example.com/uri/guard"
	"example.com/uri/internal/peer"
	"example.com/uri/links"
	"example.com/uri/web"
)

// The tests check the tables of the documents, row by row.

func Example_ada() {
	page, err := web.Parse("http://example.com/a/b")
	if err != nil {
		log.Fatal(err)
	}
	parser := web.Parser{} // ToASCII: idna.ToASCII, of example.com/uri/idna
	href, err := parser.Parse(page, `..\x y#z`)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(href) // the URL as a browser reads it: http://example.com/x%20y#z
	u, err := href.URI()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(u)            // the same URL by the RFCs: http://example.com/x%20y#z
	fmt.Println(crawl.Key(u)) // its key, to tell whether it was seen: http://example.com/x%20y
	// Output:
	// http://example.com/x%20y#z
	// http://example.com/x%20y#z
	// http://example.com/x%20y
}

// TestMovingFromAda runs the rows of the table in docs/ada.md.
func TestMovingFromAda(t *testing.T) {
	_, err := web.Parse("http://h:99999/")
	if e, ok := err.(*web.Error); !ok || e.Offset != len("http://h:") || e.Name != "port-out-of-range" {
		t.Errorf("can_parse: %v", err)
	}
	base, err := web.Parse("https://u:p@h:8080/a/b?q#f")
	if err != nil {
		t.Fatal(err)
	}
	again, err := web.Parser{}.Parse(base, "https://u:p@H:8080/a/../a/b?q#f")
	if err != nil || again != base {
		t.Errorf("parse: %v, %v", again, err)
	}
	host, hasHost := base.Host()
	port, hasPort := base.Port()
	query, hasQuery := base.Query()
	fragment, hasFragment := base.Fragment()
	if !hasHost || !hasPort || !hasQuery || !hasFragment {
		t.Errorf("%v lacks a part", base)
	}
	methods := map[string]bool{}
	for _, row := range []struct{ name, got, want string }{
		{"get_href", base.String(), "https://u:p@h:8080/a/b?q#f"},
		{"get_protocol", base.Scheme(), "https"},
		{"get_username", base.Username(), "u"},
		{"get_password", base.Password(), "p"},
		{"get_hostname", host, "h"},
		{"get_host", fmt.Sprint(host, ":", port), "h:8080"},
		{"get_port", fmt.Sprint(port), "8080"},
		{"get_pathname", base.Path(), "/a/b"},
		{"get_search", query, "q"},
		{"get_hash", fragment, "f"},
		{"get_origin", base.Origin(), "https://h:8080"},
	} {
		methods[row.name+"()"] = true
		if row.got != row.want {
			t.Errorf("%s: %q, want %q", row.name, row.got, row.want)
		}
	}
	empty, err := web.Parse("https://h:443/?#")
	if err != nil {
		t.Fatal(err)
	}
	_, hasPort = empty.Port()
	if query, ok := empty.Query(); query != "" || !ok || hasPort {
		t.Errorf("%v: query %q, %v, port %v", empty, query, ok, hasPort)
	}
	if fragment, ok := empty.Fragment(); fragment != "" || !ok {
		t.Errorf("%v: fragment %q, %v", empty, fragment, ok)
	}
	if mail, err := web.Parse("mailto:a@b"); err != nil {
		t.Error(err)
	} else if _, ok := mail.Host(); ok {
		t.Errorf("%v has a host", mail)
	}
	if _, err := web.Parse("http://b\u00fccher.example/"); !errors.Is(err, web.ErrNoToASCII) {
		t.Errorf("without ToASCII: %v", err)
	}
	toASCII := func(string) (string, error) { return "xn--bcher-kva.example", nil }
	if u, err := (web.Parser{ToASCII: toASCII}).Parse(web.URL{}, "http://b\u00fccher.example/"); u.String() != "http://xn--bcher-kva.example/" {
		t.Errorf("with ToASCII: %v, %v", u, err)
	}
	odd, err := web.Parse("http:\\\\0x7f.1\\a|b?c=d&e")
	if err != nil || odd.String() != "http://127.0.0.1/a|b?c=d&e" {
		t.Errorf("%v, %v", odd, err)
	}
	u, err := odd.URI()
	if err != nil || u.String() != "http://127.0.0.1/a%7Cb?c=d&e" {
		t.Errorf("%v, %v", u, err)
	}
	n := 0
	for range u.Values() {
		n++
	}
	if addr, ok := guard.LooseAddr(u); n != 2 || !ok || addr.String() != "127.0.0.1" {
		t.Errorf("%v: %d pairs, %v", u, n, addr)
	}
	if allocs := testing.AllocsPerRun(10, func() { _ = base.String() }); allocs != 0 {
		t.Errorf("String allocates %v times", allocs)
	}
	text, err := os.ReadFile("ada.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range regexp.MustCompile(`(?m)^\| (.*) \| (.*) \|$`).FindAllStringSubmatch(string(text), -1) {
		checkUsed(t, sources(t), row[1], row[2])
		for _, call := range regexp.MustCompile(`ada::\w+\([^)]*\)`).FindAllString(row[1], -1) {
			if !slices.Contains([]string{"ada::can_parse(s)", "ada::parse(s)", "ada::parse(s, &base)"}, call) {
				t.Errorf("ada.md: what is %s?", call)
			}
		}
		for _, name := range regexp.MustCompile(`\w+\(\)|get_\w*`).FindAllString(row[1], -1) {
			if !methods[name] {
				t.Errorf("ada.md: no row of this test is %s", name)
			}
		}
		for _, m := range regexp.MustCompile("`(\\w+)\\.[A-Z]").FindAllStringSubmatch(row[2], -1) {
			if !slices.Contains([]string{"u", "parser", "web", "uri", "guard"}, m[1]) {
				t.Errorf("ada.md, %s: what is %s?", row[1], m[1])
			}
		}
	}
}

// show returns the values as package fmt writes them.
func show(values ...any) string { return strings.TrimSuffix(fmt.Sprintln(values...), "\n") }

// An answer is the result of an expression of a peer, or of ours.
type answer struct{ expression, want string }

// checkTable reads the table below a heading of a document. Each expression of the
// peer must be one of theirs, and each of ours must be shown in this file.
func checkTable(t *testing.T, document, heading string, theirs []answer) {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("documents_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut("\n"+string(text), "\n"+heading+"\n")
	if !found {
		t.Fatalf("no heading %q", heading)
	}
	table, _, _ = strings.Cut(table, "\n#")
	code := regexp.MustCompile("`([^`]*)`")
	peers, ours := regexp.MustCompile(`[a-z].*[.(/]|[.(].*[a-z]`), regexp.MustCompile(`^(u|w|uri|web|crawl|file)[. {]`)
	rows := 0
	for row := range strings.Lines(strings.ReplaceAll(table, `\|`, "\x00")) {
		cells := strings.Split(row, "|")
		if len(cells) != 5 || strings.HasPrefix(cells[1], "---") || cells[1] == " task " {
			continue
		}
		rows++
		for _, match := range code.FindAllStringSubmatch(cells[2], -1) {
			expression := strings.ReplaceAll(match[1], "\x00", "|")
			if peers.MatchString(expression) && !slices.ContainsFunc(theirs, func(a answer) bool { return a.expression == expression }) {
				t.Errorf("%s: no row runs %s", heading, expression)
			}
		}
		for _, match := range code.FindAllStringSubmatch(cells[3], -1) {
			if m := regexp.MustCompile(`^(\w+)\.[A-Z]`).FindStringSubmatch(match[1]); m != nil && !ours.MatchString(match[1]) && !slices.Contains([]string{"links", "idna", "guard", "page", "path"}, m[1]) {
				t.Errorf("%s: what is %s?", heading, m[1])
			}
			if ours.MatchString(match[1]) && !slices.ContainsFunc(strings.Split(string(source), "\n"), func(line string) bool {
				return strings.Contains(line, "show(") && strings.Contains(line, match[1])
			}) {
				t.Errorf("%s: no row runs %s", heading, match[1])
			}
		}
	}
	if rows < 10 {
		t.Errorf("%s: only %d rows", heading, rows)
	}
}

// checkUsed checks that the tests use each name of ours in a cell of a row.
func checkUsed(t *testing.T, source, row, cell string) {
	t.Helper()
	for _, span := range regexp.MustCompile("`((?:uri|web|links|guard)(?:\\.[A-Z]\\w*)+|\\w+(\\.[A-Z]\\w*))").FindAllStringSubmatch(cell, -1) {
		if used := cmp.Or(span[2], span[1]); !strings.Contains(source, used) {
			t.Errorf("%s: no test uses %s", row, used)
		}
	}
	for _, m := range regexp.MustCompile("`([A-Z]\\w*\\()\\)").FindAllStringSubmatch(cell, -1) {
		if !strings.Contains(source, "."+m[1]) {
			t.Errorf("%s: no test calls %s)", row, m[1])
		}
	}
}

// sources returns the text of the tests in this folder.
func sources(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}

// TestReadme runs the rows of the README that say how to parse and how to resolve.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	base, ref, page := uri.MustParse("http://a/b/c?q"), uri.MustParse("?y"), must(web.Parse("http://a/b/c?q"))
	sip := uri.MustParse("sip:a@b?x=y")
	if q, ok := sip.Query(); ok {
		t.Errorf("the query of an opaque part is %q", q)
	}
	for _, row := range []struct{ users, parse, resolve, got, want string }{
		{"as a browser opens them", "web.Parse(s)", "web.Parser{}.Parse(base, ref)", show(web.Parser{}.Parse(page, "\\d e")), "http://a/d%20e <nil>"},
		{"of the current RFC 3986", "uri.Parse(s)`, and its query with `uri.RFC3986.Query(u)", "uri.RFC3986.Resolve(base, ref)",
			show(uri.RFC3986.Resolve(base, ref)) + " " + show(uri.RFC3986.Query(sip)), "http://a/b/c?y <nil> x=y true"},
		{"as in java.net.URI", "uri.Parse(s)", "base.Resolve(ref)", show(base.Resolve(ref)), "http://a/b/?y <nil>"},
	} {
		line := regexp.MustCompile("(?m)^\\| .*" + regexp.QuoteMeta(row.users) + " \\| `(.*)` \\| `(.*)` \\|$").FindSubmatch(text)
		if line == nil || string(line[1]) != row.parse || string(line[2]) != row.resolve || row.got != row.want {
			t.Errorf("%s: %q, %s, want %s", row.users, line, row.got, row.want)
		}
	}
}

// checkRows checks the answers for each row of the table in a document, by the text of
// its first cell. head is that of the first line.
func checkRows(t *testing.T, document, head string, rows map[string][]answer) {
	t.Helper()
	found := 0
	source := sources(t)
	for line := range strings.Lines(document) {
		cells := strings.Split(line, " | ")
		name, ok := strings.CutPrefix(cells[0], "| ")
		if !ok || name == head {
			continue
		}
		if len(cells) != 2 || rows[name] == nil {
			t.Errorf("no test runs the row %s", name)
			continue
		}
		_, row, _ := strings.Cut(source, "\n\t\t"+strconv.Quote(name)+":")
		row, _, _ = strings.Cut(row, "\n\t\t\"")
		for _, used := range regexp.MustCompile("`[^`]*`").FindAllString(cells[1], -1) {
			for _, m := range regexp.MustCompile("(?:\\b[a-zA-Z]\\w*|`)((?:\\.|\\b)[A-Z]\\w*(?:\\.[A-Z]\\w*)*)").FindAllStringSubmatch(used, -1) {
				for part := range strings.SplitSeq(strings.TrimPrefix(m[1], "."), ".") {
					if !strings.Contains(row, part) {
						t.Errorf("%s: no answer has %s", name, m[0])
					}
				}
			}
		}
		found++
		for i, a := range rows[name] {
			if a.expression != a.want {
				t.Errorf("%s, %d: %s, want %s", name, i+1, a.expression, a.want)
			}
		}
	}
	if found != len(rows) {
		t.Errorf("%d rows, and tests of %d", found, len(rows))
	}
}

// checkOurs checks the results of our side of the rows.
func checkOurs(t *testing.T, rows []answer) {
	t.Helper()
	for i, row := range rows {
		if row.expression != row.want {
			t.Errorf("row %d: %s, want %s", i+1, row.expression, row.want)
		}
	}
}

// checkTheirs compares the lines that the peer wrote, one for each expression. A
// want that ends in "..." is a prefix.
func checkTheirs(t *testing.T, out []byte, theirs []answer) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(lines) != len(theirs) {
		t.Fatalf("%d answers to %d expressions:\n%s", len(lines), len(theirs), out)
	}
	for i, a := range theirs {
		prefix, isPrefix := strings.CutSuffix(a.want, "...")
		if lines[i] != a.want && !(isPrefix && strings.HasPrefix(lines[i], prefix)) {
			t.Errorf("%s: %s, want %s", a.expression, lines[i], a.want)
		}
	}
}

// checkPython lets a Python that can import the module evaluate the expressions. If
// there is none, only our side of the rows is checked.
func checkPython(t *testing.T, module, setup string, theirs []answer) {
	t.Helper()
	var expressions []string
	for _, a := range theirs {
		expressions = append(expressions, a.expression)
	}
	in, err := json.Marshal(expressions)
	if err != nil {
		t.Fatal(err)
	}
	program := "import sys, json\ntry: import " + module + "\nexcept ImportError: sys.exit(3)\n" + setup + "\nfor e in json.load(sys.stdin): print(repr(eval(e)))\n"
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		cmd := exec.Command(python, "-c", program)
		cmd.Stdin, cmd.Env = bytes.NewReader(in), append(os.Environ(), "PYTHONIOENCODING=utf-8")
		out, err := cmd.CombinedOutput()
		var status *exec.ExitError
		switch {
		case err == nil:
			checkTheirs(t, out, theirs)
			return
		case errors.As(err, &status) && status.ExitCode() != 3:
			t.Fatalf("%s: %v\n%s", python, err, out)
		}
	}
	peer.Missing(t, "Python with "+module)
}

var long = flag.Bool("long", false, "also build a program in Rust, and run it")

const movingText = "HTTP://Joe:s%3Acret@Example.com:8080/a%20b/c.txt?q=x+y&q=2&e=#top"

func TestMovingFromPython(t *testing.T) {
	theirs := []answer{
		{"urlsplit(s)", "SplitResult(scheme='http', netloc='Joe:s%3Acret@Example.com:8080', path='/a%20b/c.txt', query='q=x+y&q=2&e=', fragment='top')"},
		{"urlsplit('http://h/a b').path", "'/a b'"},
		{"p.geturl()", "'http://Joe:s%3Acret@Example.com:8080/a%20b/c.txt?q=x+y&q=2&e=#top'"},
		{"urlsplit('http://h/?#').geturl()", "'http://h/'"},
		{"p.scheme", "'http'"},
		{"p.hostname", "'example.com'"},
		{"urlsplit('http://[::1]/').hostname", "'::1'"},
		{"p.port", "8080"},
		{"urlsplit('http://h/').port", "None"},
		{"p.username", "'Joe'"},
		{"p.password", "'s%3Acret'"},
		{"(p.hostname, p.port)", "('example.com', 8080)"},
		{"unquote(p.path)", "'/a b/c.txt'"},
		{"p.query", "'q=x+y&q=2&e='"},
		{"(urlsplit('http://h/?').query, urlsplit('http://h/').query)", "('', '')"},
		{"parse_qs(p.query)['q'][0]", "'x y'"},
		{"parse_qsl(p.query, keep_blank_values=True)", "[('q', 'x y'), ('q', '2'), ('e', '')]"},
		{"p._replace(query=urlencode(dict(parse_qsl(p.query), q='a b'))).geturl()", "'http://Joe:s%3Acret@Example.com:8080/a%20b/c.txt?q=a+b#top'"},
		{"urlencode([('q', 'a b')], quote_via=quote)", "'q=a%20b'"},
		{"quote('a/b c', safe='')", "'a%2Fb%20c'"},
		{"quote('/a/b c')", "'/a/b%20c'"},
		{"unquote('a%2Fb')", "'a/b'"},
		{"unquote('%zz')", "'%zz'"},
		{"urljoin(s, '../x?y')", "'http://Joe:s%3Acret@Example.com:8080/x?y'"},
		{"urldefrag(s).url", "'http://Joe:s%3Acret@Example.com:8080/a%20b/c.txt?q=x+y&q=2&e='"},
		{"p._replace(path='/x').geturl()", "'http://Joe:s%3Acret@Example.com:8080/x?q=x+y&q=2&e=#top'"},
		{"PurePosixPath('/a b').as_uri()", "'file:///a%20b'"},
	}
	s := movingText
	u := uri.MustParse(s)
	checkOurs(t, []answer{
		{show(uri.Parse(s)), s + " <nil>"},
		{show(u.String()), s},
		{show(u.Scheme()), "HTTP"},
		{show(u.Host()), "Example.com true"},
		{show(u.Addr()), "invalid IP false"},
		{show(u.Port()), "8080 true"},
		{show(u.EffectivePort()), "8080 true"},
		{show(u.Userinfo()), "Joe:s%3Acret true"},
		{show(uri.ServerFrom(u)), "{Joe:s%3Acret Example.com 8080} <nil>"},
		{show(u.HostPort()), "Example.com:8080 true"},
		{show(uri.Unescape(u.Path())), "/a b/c.txt <nil>"},
		{show(slices.Collect(u.Segments())), "[a%20b c.txt]"},
		{show(uri.RFC3986.Query(u)), "q=x+y&q=2&e= true"}, {show(u.Query()), "q=x+y&q=2&e= true"},
		{show(u.Values().Get("q")), "x y true"},
		{show(u.Values()), "q=x+y&q=2&e="},
		{show(u.WithValues(u.Values().With("q", "a b"))), "HTTP://Joe:s%3Acret@Example.com:8080/a%20b/c.txt?q=a%20b&e=#top <nil>"},
		{show(uri.Values{uri.NewPair("q", "a b")}), "q=a%20b"},
		{show(uri.Escape("a/b c", uri.EscapeUnreserved)), "a%2Fb%20c"},
		{show(uri.Escape("/a/b c", uri.EscapePath)), "/a/b%20c"},
		{show(uri.Unescape("a%2Fb")), "a/b <nil>"},
		{show(uri.RFC3986.Resolve(u, uri.MustParse("../x?y"))), "HTTP://Joe:s%3Acret@Example.com:8080/x?y <nil>"},
		{show(u.WithoutFragment()), "HTTP://Joe:s%3Acret@Example.com:8080/a%20b/c.txt?q=x+y&q=2&e="},
		{show(u.WithPath("/x")), "HTTP://Joe:s%3Acret@Example.com:8080/x?q=x+y&q=2&e=#top <nil>"},
		{show(uri.FileFromPath("/a b", uri.PathPOSIX)), "file:///a%20b <nil>"},
	})
	checkTable(t, "python.md", "## urllib.parse", theirs)
	checkPython(t, "urllib.parse", "from urllib.parse import *\nfrom pathlib import *\ns = '"+s+"'\np = urlsplit(s)", append(theirs,
		answer{"quote(bytes(range(256)), safe='')", "'" + uri.Escape(everyByte, uri.EscapeUnreserved) + "'"},
		answer{"quote(bytes(range(256)))", "'" + escapeAlso(t, "python.md", uri.EscapePath) + "'"}))
}

// everyByte is a text with each byte once.
var everyByte = func() string {
	b := make([]byte, 256)
	for i := range b {
		b[i] = byte(i)
	}
	return string(b)
}()

// escapeAlso returns everyByte as Escape returns it, but also escapes the bytes that the row
// of a document with the name of the set says that it "also leaves".
func escapeAlso(t *testing.T, document string, set uri.EscapeSet) string {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	name := map[uri.EscapeSet]string{uri.EscapePath: "EscapePath", uri.EscapeSegment: "EscapeSegment"}[set]
	row := regexp.MustCompile(`uri\.` + name + "\\)`, which also leaves `([^`]*)`").FindSubmatch(text)
	if row == nil {
		t.Fatalf("%s: %s leaves nothing else", document, name)
	}
	escaped := uri.Escape(everyByte, set)
	for _, c := range string(row[1]) {
		if !strings.ContainsRune(escaped, c) {
			t.Errorf("%s: %s does not leave %c", document, name, c)
		}
		escaped = strings.ReplaceAll(escaped, string(c), fmt.Sprintf("%%%02X", c))
	}
	return escaped
}

func TestMovingFromYarl(t *testing.T) {
	theirs := []answer{
		{"URL(s)", "URL('http://Joe:s%3Acret@example.com:8080/a%20b/c.txt?q=x+y&q=2&e=#top')"},
		{"str(URL('http://h/%7E a'))", "'http://h/~%20a'"},
		{"y.scheme", "'http'"},
		{"y.host", "'example.com'"},
		{"y.port", "8080"},
		{"URL('http://h/').port", "80"},
		{"y.user", "'Joe'"},
		{"y.password", "'s:cret'"},
		{"y.raw_path", "'/a%20b/c.txt'"},
		{"y.path", "'/a b/c.txt'"},
		{"y.name", "'c.txt'"},
		{"y.suffix", "'.txt'"},
		{"y.query['q']", "'x y'"},
		{"y.update_query(q='a b')", "URL('http://Joe:s%3Acret@example.com:8080/a%20b/c.txt?q=a+b&e=#top')"},
		{"y / 'c d'", "URL('http://Joe:s%3Acret@example.com:8080/a%20b/c.txt/c%20d')"},
		{"URL('http://h/a') / 'b/c'", "URL('http://h/a/b/c')"},
		{"URL('http://h/a') / '..'", "URL('http://h/')"},
		{"y.join(URL('../x?y'))", "URL('http://Joe:s%3Acret@example.com:8080/x?y')"},
		{"y.with_host('h2')", "URL('http://Joe:s%3Acret@h2:8080/a%20b/c.txt?q=x+y&q=2&e=#top')"},
		{"y.with_port(81)", "URL('http://Joe:s%3Acret@example.com:81/a%20b/c.txt?q=x+y&q=2&e=#top')"},
		{"y.with_user(None)", "URL('http://example.com:8080/a%20b/c.txt?q=x+y&q=2&e=#top')"},
		{"y.with_fragment(None)", "URL('http://Joe:s%3Acret@example.com:8080/a%20b/c.txt?q=x+y&q=2&e=')"},
		{"y == URL(s)", "True"},
	}
	s := movingText
	u := uri.MustParse(s)
	last, _ := u.LastSegment()
	checkOurs(t, []answer{
		{show(links.Repair(s)), s + " [] <nil>"},
		{show(u.LastSegment()), "c.txt true"},
		{show(uri.Unescape(string(last))), "c.txt <nil>"},
		{show(u.JoinSegments("c d")), "HTTP://Joe:s%3Acret@Example.com:8080/a%20b/c.txt/c%20d?q=x+y&q=2&e=#top <nil>"},
		{show(u.WithHost("h2")), "HTTP://Joe:s%3Acret@h2:8080/a%20b/c.txt?q=x+y&q=2&e=#top <nil>"},
		{show(u.WithPort("81")), "HTTP://Joe:s%3Acret@Example.com:81/a%20b/c.txt?q=x+y&q=2&e=#top <nil>"},
		{show(u.WithoutUserinfo()), "HTTP://Example.com:8080/a%20b/c.txt?q=x+y&q=2&e=#top"},
		{show(u == uri.MustParse(s)), "true"},
		{show(uri.RFC2396.Equivalent(u, uri.MustParse(s))), "true"},
	})
	checkTable(t, "python.md", "## yarl", theirs)
	checkPython(t, "yarl", "from yarl import URL\ns = '"+s+"'\ny = URL(s)", theirs)
}

func TestMovingFromRust(t *testing.T) {
	const before = `"https://joe:s%3Acret@example.com:8080`
	theirs := []answer{
		{`Url::parse(s)`, `Ok(Url {...`},
		{`r.join("../x?y")`, `Ok(Url {...`},
		{`r.join("../x?y").unwrap().as_str()`, before + `/x?y"`},
		{`r.as_str()`, before + `/a%20b/c.txt?q=x+y&q=2#top"`},
		{`r.scheme()`, `"https"`},
		{`r.host_str()`, `Some("example.com")`},
		{`r.port()`, `Some(8080)`},
		{`Url::parse("http://h:80/").unwrap().port()`, `None`},
		{`r.port_or_known_default()`, `Some(8080)`},
		{`r.username()`, `"joe"`},
		{`r.password()`, `Some("s%3Acret")`},
		{`r.path()`, `"/a%20b/c.txt"`},
		{`r.path_segments().unwrap().collect::<Vec<_>>()`, `["a%20b", "c.txt"]`},
		{`r.query()`, `Some("q=x+y&q=2")`},
		{`r.fragment()`, `Some("top")`},
		{`r.query_pairs().collect::<Vec<_>>()`, `[("q", "x y"), ("q", "2")]`},
		{`r.query_pairs().find(|(k, _)| k == "q")`, `Some(("q", "x y"))`},
		{`r.query_pairs_mut().append_pair("n", "1")`, before + `/a%20b/c.txt?q=x+y&q=2&n=1#top"`},
		{`r.path_segments_mut().unwrap().push("x/y")`, before + `/a%20b/c.txt/x%2Fy?q=x+y&q=2#top"`},
		{`r.set_host(Some("h2"))`, `"https://joe:s%3Acret@h2:8080/a%20b/c.txt?q=x+y&q=2#top"`},
		{`r.set_port(Some(81))`, `"https://joe:s%3Acret@example.com:81/a%20b/c.txt?q=x+y&q=2#top"`},
		{`r.set_fragment(None)`, before + `/a%20b/c.txt?q=x+y&q=2"`},
		{`r.origin().ascii_serialization()`, `"https://example.com:8080"`},
		{`r.cannot_be_a_base()`, `false`},
		{`r.make_relative(&Url::parse("https://joe:s%3Acret@example.com:8080/x/y").unwrap())`, `Some("../x/y")`},
		{`Url::from_file_path("/a b")`, `Ok(Url {...`},
		{`Url::from_file_path("/a b").unwrap().as_str()`, `"file:///a%20b"`},
		{`Url::parse("file:///a%20b").unwrap().to_file_path()`, `Ok("/a b")`},
	}
	s := "HTTPS://joe:s%3Acret@Example.com:8080/a%20b/c.txt?q=x+y&q=2#top"
	w, err := web.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	u, err := w.URI()
	if err != nil {
		t.Fatal(err)
	}
	file, err := uri.ParseFile("file:///a%20b")
	if err != nil {
		t.Fatal(err)
	}
	const start = "https://joe:s%3Acret@example.com:8080/a%20b/c.txt"
	checkOurs(t, []answer{
		{show(web.Parse(s)), start + "?q=x+y&q=2#top <nil>"},
		{show(web.Parser{}.Parse(w, "../x?y")), "https://joe:s%3Acret@example.com:8080/x?y <nil>"},
		{show(w.String()), start + "?q=x+y&q=2#top"},
		{show(w.Scheme()), "https"},
		{show(w.Host()), "example.com true"},
		{show(w.Port()), "8080 true"},
		{show(u.EffectivePort()), "8080 true"},
		{show(w.Username()), "joe"},
		{show(w.Password()), "s%3Acret"},
		{show(w.Path()), "/a%20b/c.txt"},
		{show(slices.Collect(u.Segments())), "[a%20b c.txt]"},
		{show(w.Query()), "q=x+y&q=2 true"},
		{show(w.Fragment()), "top true"},
		{show(u.Values()), "q=x+y&q=2"},
		{show(u.Values().Get("q")), "x y true"},
		{show(u.WithValues(append(u.Values(), uri.NewPair("n", "1")))), start + "?q=x+y&q=2&n=1#top <nil>"},
		{show(u.JoinSegments("x/y")), start + "/x%2Fy?q=x+y&q=2#top <nil>"},
		{show(u.WithHost("h2")), "https://joe:s%3Acret@h2:8080/a%20b/c.txt?q=x+y&q=2#top <nil>"},
		{show(u.WithPort("81")), "https://joe:s%3Acret@example.com:81/a%20b/c.txt?q=x+y&q=2#top <nil>"},
		{show(w.WithoutFragment()), start + "?q=x+y&q=2"},
		{show(w.Origin()), "https://example.com:8080"},
		{show(u.IsOpaque()), "false"},
		{show(uri.RFC3986.Relativize(u, uri.MustParse("https://joe:s%3Acret@example.com:8080/x/y"))), "/x/y true"},
		{show(uri.FileFromPath("/a b", uri.PathPOSIX)), "file:///a%20b <nil>"},
		{show(file.NativePath(uri.PathPOSIX)), "/a b <nil>"},
	})
	checkTable(t, "rust.md", "# From Rust's url crate", theirs)
	checkRust(t, s, theirs)
}

// checkRust builds a program of the expressions with cargo, from the sources of the
// crate that Debian's librust-url-dev installs. That takes some seconds, so it is
// done with -long only. Without cargo or these sources, only our side of the rows is
// checked.
func checkRust(t *testing.T, s string, theirs []answer) {
	t.Helper()
	const sources = "/usr/share/cargo/registry"
	crates, err := filepath.Glob(sources + "/url-2.*")
	if err != nil {
		t.Fatal(err)
	}
	cargo, err := exec.LookPath("cargo")
	if !*long {
		return
	}
	if err != nil || len(crates) == 0 {
		peer.Missing(t, "cargo with the crate url")
		return
	}
	var program strings.Builder
	fmt.Fprintf(&program, "use url::Url;\n\nfn main() {\n\tlet s = %q;\n\tlet r = Url::parse(s).unwrap();\n", s)
	for _, a := range theirs {
		if strings.Contains(a.expression, "_mut()") || strings.Contains(a.expression, ".set_") {
			fmt.Fprintf(&program, "\t{ let mut r = r.clone(); let _ = %s; println!(\"{:?}\", r.as_str()); }\n", a.expression)
			continue
		}
		fmt.Fprintf(&program, "\tprintln!(\"{:?}\", %s);\n", a.expression)
	}
	program.WriteString("}\n")
	dir := t.TempDir()
	for name, text := range map[string]string{
		"Cargo.toml":         "[package]\nname = \"rows\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[dependencies]\nurl = \"2\"\n",
		".cargo/config.toml": "[source.crates-io]\nreplace-with = \"debian\"\n[source.debian]\ndirectory = \"" + sources + "\"\n",
		"src/main.rs":        program.String(),
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command(cargo, "build", "--quiet", "--offline")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("cargo: %v\n%s", err, out)
	}
	out, err := exec.Command(filepath.Join(dir, "target", "debug", "rows")).Output()
	if err != nil {
		t.Fatal(err)
	}
	checkTheirs(t, out, theirs)
}

// TestMovingFromTrurl lets trurl run its column of the table and compares its output with
// that of the command uri, which has tests of its own. If trurl is not installed, nothing
// is compared here.
func TestMovingFromTrurl(t *testing.T) {
	if _, err := exec.LookPath("trurl"); err != nil {
		peer.Missing(t, "trurl") // The tests of cmd/uri run the other column.
		return
	}
	sessions, err := os.ReadFile("../cmd/uri/testdata/trurl.txt")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("trurl.md")
	if err != nil {
		t.Fatal(err)
	}
	others := map[string]string{ // where trurl writes something else
		"dot segments, case, default port": "http://H/b\n", // it leaves the case of the host
		"check a list":                     "http://h/\n",
		"the same URL with several ports":  "http://h/\nhttp://h:8080/\n",
		"refuse a URL without a scheme":    "", // and its exit status is not 0
		"a URL that may begin with \"-\"":  "http://-a/\n",
		"everything as JSON":               "[\n  {\n    \"url\": \"http://h/a\",\n    \"parts\": {\n      \"scheme\": \"http\",\n      \"host\": \"h\",\n      \"path\": \"/a\"\n    }\n  }\n]\n",
	}
	unquoted := strings.NewReplacer("'", "", `"`, "")
	outputs := map[string]string{} // of the command uri, the first line
	for _, session := range strings.Split(string(sessions), "\n$ ") {
		command, output, _ := strings.Cut(session, "\n> ")
		output, _, _ = strings.Cut(output, "\n")
		outputs[unquoted.Replace(command)] = output + "\n"
	}
	rows := regexp.MustCompile("(?m)^\\| ([^|]*) \\| `trurl ([^`]*)` \\| `(uri [^`]*)`").FindAllStringSubmatch(string(text), -1)
	if len(rows) < 15 {
		t.Errorf("only %d rows", len(rows))
	}
	for _, row := range rows {
		want, ok := others[row[1]]
		if !ok {
			want = outputs[unquoted.Replace(row[3])]
		}
		if out, err := exec.Command("sh", "-c", "trurl "+row[2]).Output(); (err != nil) != (want == "") || string(out) != want {
			t.Errorf("trurl %s: %q, %v, want %q", row[2], out, err, want)
		}
	}
}
