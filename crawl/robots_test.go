package crawl

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"example.com/uri"
	"example.com/uri/internal/seed"
	"example.com/uri/internal/vectors"
	"example.com/uri/links"
)

// TestRobots checks the cases of RFC 9309 and of the tests of two other libraries.
func TestRobots(t *testing.T) {
	const file = "testdata/robots.tsv"
	for n, row := range vectors.TabLines(t, file) {
		if row == nil || row[0] == "source" {
			continue
		}
		source, text, agent, ref, expected, differs := row[0], row[1], row[2], row[3], row[4], row[5]
		u, _, err := links.Repair(ref)
		if err != nil {
			t.Fatalf("%s:%d: %v", file, n+1, err)
		}
		got := "disallow"
		if ParseRobots([]byte(text)).Allowed(agent, u) {
			got = "allow"
		}
		if (got == expected) != (differs == "") {
			t.Errorf("%s:%d: %s: %q for %q, %s: %s, want %s; differs: %q", file, n+1, source, text, agent, u, got, expected, differs)
		}
	}
}

// TestRobotsLines checks how lines are read, by agents that are allowed to fetch /a.
func TestRobotsLines(t *testing.T) {
	for _, tt := range []struct {
		text string
		want string // those of "a", "b", "ab" that are allowed
	}{
		{"", "a b ab"},
		{"user-agent: a\ndisallow: /", "b ab"},
		{"user-agent: a\rdisallow: /\r", "b ab"},
		{"user-agent: a\r\ndisallow: /\r\n", "b ab"},
		{"\uFEFFuser-agent: a\ndisallow: /", "b ab"},
		{"\nuser-agent: b\n\uFEFFuser-agent: a\ndisallow: /", "a ab"},
		{"\t USER-AGENT \t:\tA\t#b\n dIsAlLoW \t: \t/a\t ", "b ab"},
		{"user-agent: a\n\n \n# b\n\nuser-agent: b\n\ndisallow: /", "ab"},
		{"user-agent: a\nuser-agent: b\ndisallow: /\nuser-agent: b\nallow: /a", "b ab"},
		{"user-agent: a\ndisallow:\nuser-agent: b\ndisallow: /", "a ab"},
		{"user-agent: a\ndisallow: a\nuser-agent: b\ndisallow: /", "a ab"},
		{"user-agent: a\nother: /\nuser-agent: b\ndisallow: /", "ab"},
		{"user-agent: a\ncrawl-delay: 1\nuser-agent: b\ndisallow: /", "ab"},
		{"user-agent: a\nsitemap: http://h/s\ndisallow: /", "b ab"},
		{"disallow: /\nuser-agent: a\n", "a b ab"},
		{"user-agent:\ndisallow: /", "a b ab"},
		{"user-agent: a/1.0 b\ndisallow: /", "b ab"},
		{"user-agent: a b\ndisallow: /", "b ab"},
		{"user-agent: *\ndisallow: /", ""},
		{"user-agent: * a\ndisallow: /", ""},
		{"user-agent: *b\ndisallow: /", "a b ab"},
		{"user-agent: *\nuser-agent: a\ndisallow: /\nuser-agent: b\nallow: /", "b"},
		{"user-agent: *\ndisallow: /\nuser-agent: a", "a"},
		{"user-agent a\ndisallow /", "b ab"},
		{"user-agent a b\ndisallow: /", "a b ab"},
		{"user-agent: a1\nuser-agent: b2\ndisallow: /", "a b ab"},
		{"crawl-delay: 1\nuser-agent: a* b\ndisallowed: /", "b ab"},
		{"user-agent: *\ndisallow: /\x00", "a b ab"},
		{"user-agent: *\nallow: /a\x00\ndisallow: /", ""},
		{"u\x00s\x00e\x00r\x00-\x00a\x00g\x00e\x00n\x00t\x00:\x00*\x00\n\x00d\x00i\x00s\x00a\x00l\x00l\x00o\x00w\x00:\x00/\x00", "a b ab"},
		{"<!DOCTYPE html><title>Not Found</title>\n<p>user-agent: *\n<p>disallow: /", "a b ab"},
		{"user-agent: *\ndisallow: /#b", ""},
		{"user-agent: *\ndisallow: #/", "a b ab"},
		{"user-agent: *\ndisallow: /a\nallow: /a", "a b ab"},
		{"user-agent: *\ndisallow: /a$\nallow: /a", ""},
		{"user-agent: *\ndisallow: *\nallow: /", "a b ab"},
		{"user-agent: *\ndisallow: /a\nuser-agent: a\nuser-agent: *\nallow: /*a", "a b ab"},
	} {
		r := ParseRobots([]byte(tt.text))
		var got []string
		for _, agent := range []string{"a", "b", "ab"} {
			if r.Allowed(agent, uri.MustParse("http://h/a")) {
				got = append(got, agent)
			}
		}
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("%q: allows %q, want %q", tt.text, got, tt.want)
		}
	}
}

// TestRobotsAgent gives a crawler the same name in the file and as an argument. The token
// of each name is known, and written in the file of another test by itself.
func TestRobotsAgent(t *testing.T) {
	page := uri.MustParse("http://h/a")
	for _, tt := range []struct{ name, token string }{
		{"ExampleBot", "ExampleBot"},
		{"ExampleBot/1.0", "ExampleBot"},
		{"examplebot/2.0 (+http://h/)", "ExampleBot"},
		{"ExampleBot (+http://h/)", "ExampleBot"},
		{" \tExampleBot\t", "ExampleBot"},
		{"Googlebot (gocrawl v0.4)", "googlebot"},
		{"colly - https://github.com/gocolly/colly", "colly"},
		{"Mozilla/5.0 (compatible; ExampleBot/1.0)", "Mozilla"},
		{"MJ12bot/v1.4.8", "MJ12bot"},
		{"a_b-c.d", "a_b-c"},
		{"foo*bot", "foo"},
		{"Unic\u00f6deBot", "Unic"},
		{"a#b", "a"},
		{strings.Repeat("b", 1<<20) + "/1.0", strings.Repeat("B", 1<<20)},
		{"*", "*"},
		{"* b", "*"},
		// Names without a token are as "*".
		{"", ""}, {" ", ""}, {"/a", ""}, {"*b", ""}, {"(a)", ""}, {"#a", ""}, {"\u00e9a", ""}, {"\na", ""},
	} {
		named := ParseRobots([]byte("user-agent: " + tt.name + "\ncrawl-delay: 7\ndisallow: /\n"))
		_, line, allowed := named.Explain(tt.name, page)
		delay, ok := named.Delay(tt.name)
		want := tt.token == ""
		if allowed != want || named.Allowed(tt.name, page) != want || (line == 0) != want || ok == want || (delay == 0) != want {
			t.Errorf("%.40q in both: %v, line %d, delay %v", tt.name, allowed, line, delay)
		}
		if tt.token == "*" {
			continue
		}
		other := ParseRobots([]byte("user-agent: *\ndisallow: /\nuser-agent: " + tt.token + "\nallow: /\n"))
		if got := other.Allowed(tt.name, page); got == want {
			t.Errorf("%.40q for a group of its token and a group of all: %v", tt.name, got)
		}
	}
}

// TestRobotsAgentRandom draws names. A site that disallows everything to a name disallows
// it to the crawler of that name, if google/robotstxt finds a product token in it. A line
// with a NUL is skipped, and a name ends with its line.
func TestRobotsAgentRandom(t *testing.T) {
	r := seed.Rand(t)
	page := uri.MustParse("http://h/a")
	n, tokens := max(*inputs, 20_000), 0
	for range n {
		name := make([]byte, r.IntN(12))
		for i := range name {
			if name[i] = byte(1 + r.IntN(255)); r.IntN(3) > 0 {
				name[i] = "aZb-_09/ \t*#.(:+\n\r"[r.IntN(18)]
			}
		}
		rules := ParseRobots([]byte("user-agent: " + string(name) + "\ndisallow: /\n"))
		allowed := rules.Allowed(string(name), page)
		// RobotsMatcher::ExtractUserAgent (robots.cc, 22b355f). Digits are ours.
		trimmed := strings.Trim(string(name), " \t\v\f")
		token := strings.IndexFunc(trimmed+"/", func(c rune) bool {
			return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_')
		})
		all := trimmed == "*" || len(trimmed) > 1 && trimmed[0] == '*' && strings.IndexByte(" \t\v\f#\r\n", trimmed[1]) >= 0
		if want := token <= 0 && !all; allowed != want {
			t.Fatalf("%q: %v, want %v", name, allowed, want)
		}
		if !allowed {
			tokens++
		}
	}
	if tokens < n/4 || tokens > n*9/10 {
		t.Errorf("%d of %d names have a token", tokens, n)
	}
}

// TestRobotsExplain checks which line decides. The lines are those of
// RobotsMatcher.matching_line of google/robotstxt (22b355f), except the two that say why.
func TestRobotsExplain(t *testing.T) {
	const text = "\uFEFF# a\r\nuser-agent: a\r\rDisallow : /x # no\nallow: /x/y\nDissallow /z\rallow: /*/y\n\r" +
		"disallow: /%7Ez*$\ndisallow: /~z*$\nuser-agent: *\ndisallow: /\nallow:/\nallow: /\nuser-agent: a\nallow: /*/y"
	for _, tt := range []struct {
		agent, path string
		rule        string
		line        int
		allowed     bool
	}{
		{"a", "/", "", 0, true},
		{"a", "/x", "Disallow : /x", 4, false},
		{"A", "/x/y", "allow: /x/y", 5, true}, // as long as the rule of line 7
		{"a", "/z", "Dissallow /z", 6, false},
		{"a", "/z/y", "allow: /*/y", 7, true},
		{"a", "/~z", "disallow: /%7Ez*$", 9, false}, // decodes "%7E", and google/robotstxt says 10
		{"a", "/robots.txt", "", 0, true},
		{"b", "/x/y", "allow:/", 13, true},
		{"b", "/robots.txt", "", 0, true}, // google/robotstxt says 13
		{"", "/", "allow:/", 13, true},
	} {
		u := uri.MustParse("http://h" + tt.path)
		r := ParseRobots([]byte(text))
		rule, line, allowed := r.Explain(tt.agent, u)
		if rule != tt.rule || line != tt.line || allowed != tt.allowed || r.Allowed(tt.agent, u) != allowed {
			t.Errorf("%q, %s: %q in line %d, %v; want %q in line %d, %v", tt.agent, tt.path, rule, line, allowed, tt.rule, tt.line, tt.allowed)
		}
	}
	if rule, line, allowed := (Robots{}).Explain("a", uri.MustParse("http://h/")); rule != "" || line != 0 || !allowed {
		t.Errorf("the zero Robots: %q in line %d, %v", rule, line, allowed)
	}
}

// TestRobotsForm checks which URIs match the pattern of a rule.
func TestRobotsForm(t *testing.T) {
	for _, tt := range []struct {
		pattern, ref string
		want         bool
	}{
		{"/", "http://h", true},
		{"/$", "http://h", true},
		{"/?", "http://h?a", true},
		{"/", "http://h?a", true},
		{"/a", "a", true},
		{"/", "mailto:a@b", true},
		{"/*?secret", "http://h/a?secret", true},
		{"/*?secret", "http://h/a?b&secret", false},
		{"/search?q=", "http://h/search?q=1", true},
		{"/search?q=", "http://h/search", false},
		{"/ツ", "http://h/%e3%83%84", true},
		{"/%7Ejoe/", "http://h/~joe/a", true},
		{"/~joe/", "http://h/%7ejoe/", true},
		{"/a%3cb", "http://h/a%3Cb", true},
		{"/a<b", "http://h/a%3cb", true},
		{"/%aF", "http://h/%AF", true},
		{"/%Fa", "http://h/%FA", true},
		{"/%AF", "http://h/%af", true},
		{"/a%2Db%2Ec%5Fd%7E", "http://h/a-b.c_d~", true},
		{"/foo/%62%61%7A", "http://h/foo/baz", true},
		{"/a%2fb", "http://h/a%2Fb", true},
		{"/a%2fb", "http://h/a/b", false},
		{"/a/b", "http://h/a%2Fb", false},
		{"/a:b", "http://h/a%3Ab", false},
		{"/100%", "http://h/100%25", true},
		{"/100%25", "http://h/100%25", true},
		{"/a b", "http://h/a%20b", true},
		{"/a[]=", "http://h/a%5B%5D=1", true},
		{"/\xe9", "http://h/%E9", true},
		{"/%2A", "http://h/*", true},
		{"/%2a", "http://h/b", false},
		{"/*", "http://h/%2A", true},
		{"/%24", "http://h/$", true},
		{"/a$b", "http://h/a$b", true},
		{"/a$b", "http://h/a%24b", true},
		{"/a$", "http://h/a$", false},
		{"/a$$", "http://h/a$", true},
		{"/a/../b", "http://h/a/../b", true},
		{"/b", "http://h/a/../b", false},
		{"//b", "http://h//b", true},
		{"/b", "http://h//b", false},
		{"/A", "http://h/a", false},
		{"/*a*a*a*a$", "http://h/baaa", false},
		{"/*a*a*a*a$", "http://h/baaaa", true},
		{"/*ab$", "http://h/abab", true},
		{"/*a*$", "http://h/ab", true},
		{"/a**b", "http://h/ab", true},
		{"*$", "http://h/ab", true},
		{"*b", "http://h/ab", true},
		{"/a*b*b$", "http://h/ab", false},
		{"/robots.txt", "http://h/robots.txt", false},
		{"/robots.txt", "http://h/robots.txt?a", true},
	} {
		u := uri.MustParse(tt.ref)
		if got := !ParseRobots([]byte("user-agent: *\ndisallow: "+tt.pattern)).Allowed("a", u); got != tt.want {
			t.Errorf("%q matches %q: %v, want %v", tt.pattern, u, got, tt.want)
		}
	}
}

// TestReadRobots reads rules that disallow /a, with each status that a response can
// have, and others.
func TestReadRobots(t *testing.T) {
	const rules, all, nothing = "/b /c", "/a /b /c", ""
	for _, tt := range []struct {
		section     string // of RFC 9309
		first, last int    // statuses
		want        string // the paths of /a, /b and /c that are allowed
	}{
		{"2.3.1.4, unreachable", -1, 199, nothing},
		{"2.3.1.1, successful", 200, 299, rules},
		{"2.3.1.2, after five redirects", 300, 399, all},
		{"2.3.1.3, unavailable", 400, 428, all},
		{"not 2.3.1.3: RFC 6585, 4", 429, 429, nothing},
		{"2.3.1.3, unavailable", 430, 499, all},
		{"2.3.1.4, unreachable", 500, 1000, nothing},
	} {
		for status := tt.first; status <= tt.last; status++ {
			var body io.Reader
			if tt.want == rules {
				body = strings.NewReader("user-agent: bot\ndisallow: /a\n")
			}
			r, err := ReadRobots(status, body)
			if err != nil {
				t.Fatalf("%d: %v", status, err)
			}
			if got := allowedPaths(r); got != tt.want {
				t.Errorf("status %d allows %q, want %q (%s)", status, got, tt.want, tt.section)
			}
			if !r.Allowed("bot", uri.MustParse("http://h/robots.txt")) {
				t.Errorf("status %d: no /robots.txt", status)
			}
			rule, line, allowed := r.Explain("bot", uri.MustParse("http://h/a"))
			if (line == 2) != (tt.want == rules) || (rule == "") != (line == 0) || allowed != (tt.want == all) {
				t.Errorf("status %d: line %d, %q, %v", status, line, rule, allowed)
			}
		}
	}
}

// allowedPaths returns those of the paths /a, /b and /c that r allows to "bot".
func allowedPaths(r Robots) string {
	var allowed []string
	for _, path := range []string{"/a", "/b", "/c"} {
		if r.Allowed("bot", uri.MustParse("http://h"+path)) {
			allowed = append(allowed, path)
		}
	}
	return strings.Join(allowed, " ")
}

// TestReadRobotsBody reads bodies that are long, that do not end or that end with an
// error.
func TestReadRobotsBody(t *testing.T) {
	const before, after = "user-agent: *\ndisallow: /a\n", "\ndisallow: /b\ndisallow: /c"
	body := func(length int) string { // a body of that length, with a comment in the middle
		return before + strings.Repeat("#", length-len(before+after)) + after
	}
	broken := errors.New("broken")
	for _, tt := range []struct {
		name string
		body io.Reader
		want string
		err  error
	}{
		{"500 KiB", strings.NewReader(body(500 << 10)), "", nil}, // RFC 9309, 2.5
		{"as long as may be", strings.NewReader(body(maxRobots)), "", nil},
		{"one byte more", strings.NewReader(body(maxRobots + 1)), "/c", nil},
		{"a line more", strings.NewReader(body(maxRobots) + "\ndisallow: /"), "", nil},
		{"the limit after LF", strings.NewReader(body(maxRobots+len("disallow: /c")) + "\n"), "/c", nil},
		{"the limit before LF", strings.NewReader(body(maxRobots+len("\ndisallow: /c")) + "\n"), "/c", nil},
		{"CR", strings.NewReader(strings.ReplaceAll(body(maxRobots+1), "\n", "\r")), "/c", nil},
		{"one line", strings.NewReader("user-agent: *" + strings.Repeat(" ", maxRobots)), "/a /b /c", nil},
		{"no end", io.MultiReader(strings.NewReader(before), endless('x')), "/b /c", nil},
		{"an error after the limit", io.MultiReader(strings.NewReader(body(maxRobots+1)), iotest.ErrReader(broken)), "/c", nil},
		{"an error before the limit", io.MultiReader(strings.NewReader(before), iotest.ErrReader(broken)), "", broken},
		{"nothing but an error", iotest.ErrReader(broken), "", broken},
		{"nothing", strings.NewReader(""), "/a /b /c", nil},
	} {
		r, err := ReadRobots(200, tt.body)
		if got := allowedPaths(r); got != tt.want || err != tt.err {
			t.Errorf("%s: allows %q, %v; want %q, %v", tt.name, got, err, tt.want, tt.err)
		}
	}
}

// endless is a reader of one byte that never ends.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

func TestRobotsDelay(t *testing.T) {
	for _, tt := range []struct {
		text  string
		agent string
		want  time.Duration
		ok    bool
	}{
		{"", "a", 0, false},
		{"user-agent: *\ncrawl-delay: 10", "a", 10 * time.Second, true},
		{"user-agent: *\nCrawl-Delay:0.5 # s", "a", 500 * time.Millisecond, true},
		{"user-agent: *\ncrawl-delay: .25", "a", 250 * time.Millisecond, true},
		{"user-agent: *\ncrawl-delay: 0", "a", 0, true},
		{"user-agent: *\ncrawl-delay: 1000000", "a", 1000000 * time.Second, true},
		{"user-agent: *\ncrawl-delay: 9223372036.854775807", "a", math.MaxInt64, true},
		{"user-agent: *\ncrawl-delay: " + strings.Repeat("9", 400), "a", math.MaxInt64, true},
		{"user-agent: *\ncrawl-delay: -1", "a", 0, false},
		{"user-agent: *\ncrawl-delay: 1e3", "a", 0, false},
		{"user-agent: *\ncrawl-delay: inf", "a", 0, false},
		{"user-agent: *\ncrawl-delay: NaN", "a", 0, false},
		{"user-agent: *\ncrawl-delay: .", "a", 0, false},
		{"user-agent: *\ncrawl-delay: 1.2.3", "a", 0, false},
		{"user-agent: *\ncrawl-delay:", "a", 0, false},
		{"user-agent: *\ncrawl-delay: 5s", "a", 0, false},
		{"crawl-delay: 5\nuser-agent: *", "a", 0, false},
		{"user-agent: *\ncrawl-delay: 5\nuser-agent: a\ndisallow:", "a", 0, false},
		{"user-agent: b\ncrawl-delay: 5\nuser-agent: a\ncrawl-delay: 7\ndisallow: /", "b", 5 * time.Second, true},
		{"user-agent: b\ncrawl-delay: 5\nuser-agent: a\ncrawl-delay: 7\ndisallow: /", "A", 7 * time.Second, true},
		{"user-agent: b\nuser-agent: a\ndisallow: /\ncrawl-delay: 7\ndisallow: /a", "b", 7 * time.Second, true},
		{"user-agent: a\ncrawl-delay: 5\ncrawl-delay: 7\ncrawl-delay: 6", "a", 7 * time.Second, true},
		{"user-agent: a\ncrawl-delay: 5\ndisallow:\nuser-agent: a\ncrawl-delay: 3", "a", 5 * time.Second, true},
	} {
		if got, ok := ParseRobots([]byte(tt.text)).Delay(tt.agent); got != tt.want || ok != tt.ok {
			t.Errorf("%q: Delay(%q) = %v, %v, want %v, %v", tt.text, tt.agent, got, ok, tt.want, tt.ok)
		}
	}
}

func TestRobotsSitemaps(t *testing.T) {
	r := ParseRobots([]byte("Sitemap: http://h/1\nuser-agent: a\nSITEMAP:\t/2 \nsitemap:\nsitemap: http://h/3#a\nSite-Map: 4\nsitemaps 5\n"))
	want := []string{"http://h/1", "/2", "http://h/3", "4", "5"}
	for range 2 {
		got := r.Sitemaps()
		if !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		got[0] = "" // is the caller's
	}
}

// TestRobotsHuge parses files that are no robots.txt, or a very long one. Its last line
// counts.
func TestRobotsHuge(t *testing.T) {
	size := 1 << 18
	if *long {
		size = 64 << 20
	}
	for _, piece := range []string{
		"\x00", "a", "*", "\n", "\r\n", ":", "#", "<p>", "user-agent: b\n", "disallow: /*a*a*a*c\n",
		"user-agent: *\ndisallow: /*a*a*a*c\n", "sitemap: a\n", "crawl-delay: 1\n", "allow: /b\nuser-agent: *\n", "é", "\xff",
		"u\x00s\x00e\x00r\x00-\x00a\x00g\x00e\x00n\x00t\x00:\x00 \x00*\x00\n\x00d\x00i\x00s\x00a\x00l\x00l\x00o\x00w\x00:\x00 \x00/\x00\n\x00", // UTF-16
		" ", "\t", "disallow ", "disallow: /a", "user-agent: *", "disallow: /b\n", "disallow: /*b\n",
	} {
		text := append(bytes.Repeat([]byte(piece), size/len(piece)), "\nuser-agent: *\ndisallow: /a/b\n"...)
		r := ParseRobots(text)
		if !r.Allowed("a", uri.MustParse("http://h/a")) || r.Allowed("a", uri.MustParse("http://h/a/b")) {
			t.Errorf("%q ...: not as the last line says", piece)
		}
		rule, line, _ := r.Explain("a", uri.MustParse("http://h/a/b"))
		if want := 1 + strings.Count(string(text[:len(text)-len("disallow: /a/b\n")]), "\n"); rule != "disallow: /a/b" || line != want {
			t.Errorf("%q ...: %q in line %d, want line %d", piece, rule, line, want)
		}
	}
}

// TestRobotsRandom compares Allowed with a naive judge, which gets the groups that a
// text is made of and does not read it.
func TestRobotsRandom(t *testing.T) {
	r := seed.Rand(t)
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	answers := map[bool]int{}
	n := max(*inputs, 2_000)
	for range n {
		text, groups := randomRobots(r)
		rules := ParseRobots([]byte(text))
		for range 4 {
			path := "/"
			for range r.IntN(8) {
				path += pick("/", "a", "a", "b", "%61", "%2f", "%2F", "*", "$", "%24", "%2a", "?", "~", "%7e", "%E3%83%84", "%e9", "..", "%3C", "%5b", "%25", ":", "%3A")
			}
			u, agent := uri.MustParse("http://h"+path), pick("a", "B", "ab", "c")
			got, want := rules.Allowed(agent, u), naiveAllowed(groups, agent, path)
			answers[got]++
			if got != want {
				t.Fatalf("%q allows %s to %q: %v, want %v", text, u, agent, got, want)
			}
		}
	}
	if least := n / 4; answers[true] < least || answers[false] < least {
		t.Errorf("%v: one answer is rare", answers)
	}
}

// TestRobotsMany compares Allowed with the naive judge for one group of many rules, whose patterns
// share their first bytes and are at the front of each other.
func TestRobotsMany(t *testing.T) {
	r := seed.Rand(t)
	words := func(n int) (s string) {
		for range n {
			s += []string{"/", "a", "b", "ab", "a1", "~", "@", "A", ".", "?", "%2F", "index", "index.htm"}[r.IntN(13)]
		}
		return s
	}
	found := 0
	for range max(*inputs/20, 50) {
		text, g := "user-agent: *\n", naiveGroup{agents: []string{"*"}}
		for range 60 {
			rule := naiveRule{"/" + words(r.IntN(5)), r.IntN(2) == 0}
			if r.IntN(4) == 0 {
				rule.pattern += "*" + words(r.IntN(4)) + []string{"", "$"}[r.IntN(2)]
			}
			g.rules = append(g.rules, rule)
			text += map[bool]string{true: "allow: ", false: "disallow: "}[rule.allow] + rule.pattern + "\n"
		}
		rules := ParseRobots([]byte(text))
		for range 20 {
			path := "/" + words(r.IntN(8))
			got, want := rules.Allowed("a", uri.MustParse("http://h"+path)), naiveAllowed([]naiveGroup{g}, "a", path)
			if got != want {
				t.Fatalf("%q allows %s: %v, want %v", text, path, got, want)
			}
			if !got {
				found++
			}
		}
	}
	if found == 0 {
		t.Error("all is allowed")
	}
}

// TestRobotsForks has two patterns that differ in one byte, for each two bytes.
func TestRobotsForks(t *testing.T) {
	var pieces []string
	for b := byte('!'); b <= '~'; b++ {
		if uri.Valid("/"+string(b)) && !strings.Contains("*$#", string(b)) {
			pieces = append(pieces, string(b))
		}
	}
	for _, a := range pieces {
		for _, b := range pieces {
			rules := ParseRobots([]byte("user-agent: *\ndisallow: /x" + a + "1\ndisallow: /x" + b + "2\n"))
			for path, want := range map[string]bool{"/x" + a + "1": false, "/x" + b + "2": false, "/x" + a + "3": true, "/x1": true, "/x": true} {
				if got := rules.Allowed("a", uri.MustParse("http://h"+path)); got != want {
					t.Errorf("/x%s1 and /x%s2 allow %s: %v", a, b, path, got)
				}
			}
		}
	}
}

// A naiveGroup is a group of a robots.txt.
type naiveGroup struct {
	agents []string
	rules  []naiveRule
}

type naiveRule struct {
	pattern string
	allow   bool
}

// randomRobots returns a robots.txt and its groups.
func randomRobots(r *rand.Rand) (string, []naiveGroup) {
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	space := func() string { return pick("", "", " ", "\t", "  ") }
	var text strings.Builder
	end := pick("\n", "\r", "\r\n")
	line := func(key, value string) {
		if r.IntN(2) == 0 {
			key = strings.ToUpper(key)
		}
		text.WriteString(space() + key + space() + ":" + space() + value + space() + pick("", "", "#", "# a: b") + end)
		if r.IntN(4) == 0 {
			text.WriteString(pick("", " ", "# user-agent: *", "no colon", "other: /", "sitemap: /", "crawl-delay: 1", "allow: /\x00") + end)
		}
	}
	groups := make([]naiveGroup, r.IntN(4))
	for i := range groups {
		g := &groups[i]
		for range 1 + r.IntN(2) {
			g.agents = append(g.agents, pick("*", "*", "A", "b", "AB", "d"))
			line("user-agent", g.agents[len(g.agents)-1])
		}
		for n := range r.IntN(5) + 1 {
			if n == 0 && i == len(groups)-1 && r.IntN(4) == 0 {
				break // The last group may have no rule.
			}
			pattern := pick("/", "/", "/", "*", "")
			if pattern != "" {
				for range r.IntN(6) {
					pattern += pick("/", "a", "a", "b", "%61", "%2F", "*", "*", "$", "%24", "%2A", "?", "~", "%7E", "ツ", "\xe9", "%e9", "..", "<", "[", "%", ":", "%3a", " a")
				}
			}
			rule := naiveRule{pattern, r.IntN(2) == 0}
			g.rules = append(g.rules, rule)
			key := "disallow"
			if rule.allow {
				key = "allow"
			}
			line(key, rule.pattern)
		}
	}
	return text.String(), groups
}

// naiveAllowed decides about path by RFC 9309, rule by rule and octet by octet.
func naiveAllowed(groups []naiveGroup, agent, path string) bool {
	chosen := func(name string) (rules []naiveRule, ok bool) {
		for _, g := range groups {
			for _, a := range g.agents {
				if strings.EqualFold(a, name) {
					rules, ok = append(rules, g.rules...), true
				}
			}
		}
		return rules, ok
	}
	rules, ok := chosen(agent)
	if !ok {
		rules, _ = chosen("*")
	}
	longest, allowed := 0, true
	for _, rule := range rules {
		pattern := naiveForm(rule.pattern, true)
		length := len(strings.Join(pattern, ""))
		if length > 0 && naiveMatch(pattern, naiveForm(path, false)) {
			if length > longest || length == longest && rule.allow {
				longest, allowed = length, rule.allow
			}
		}
	}
	return allowed
}

// naiveForm splits a path or a pattern into characters: each is itself, or is an
// escape, or is "*" or a final "$" of a pattern.
func naiveForm(s string, isPattern bool) (form []string) {
	const (
		unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
		reserved   = ":/?@!&'()+,;="
		hex        = "0123456789ABCDEFabcdef"
	)
	for i := 0; i < len(s); i++ {
		b := s[i]
		isEscape := b == '%' && i+2 < len(s) && strings.IndexByte(hex, s[i+1]) >= 0 && strings.IndexByte(hex, s[i+2]) >= 0
		switch {
		case isPattern && (b == '*' || b == '$' && i == len(s)-1), strings.IndexByte(unreserved+reserved, b) >= 0:
			form = append(form, string(b))
		case isEscape:
			var decoded byte
			if _, err := fmt.Sscanf(s[i+1:i+3], "%02x", &decoded); err != nil {
				panic(err)
			}
			if strings.IndexByte(unreserved, decoded) >= 0 {
				form = append(form, string(decoded))
			} else {
				form = append(form, fmt.Sprintf("%%%02X", decoded))
			}
			i += 2
		default:
			form = append(form, fmt.Sprintf("%%%02X", b))
		}
	}
	return form
}

// naiveMatch keeps the set of places in path that the pattern can have reached.
func naiveMatch(pattern, path []string) bool {
	places := map[int]bool{0: true}
	for _, c := range pattern {
		next := map[int]bool{}
		for i := range places {
			switch {
			case c == "*":
				for j := i; j <= len(path); j++ {
					next[j] = true
				}
			case c == "$":
				if i == len(path) {
					next[i] = true
				}
			case i < len(path) && path[i] == c:
				next[i+1] = true
			}
		}
		places = next
	}
	return len(places) > 0
}

// TestRobotsAllocs checks that Allowed allocates nothing for a URI in the usual form.
func TestRobotsAllocs(t *testing.T) {
	r := ParseRobots([]byte("user-agent: a\ndisallow: /*?s=*&\nallow: /a/%C3%A9\nuser-agent: *\ndisallow: /\n"))
	for _, tt := range []struct {
		ref  string
		want float64
	}{{"http://h/a/%C3%A9/b?s=1&t=2", 0}, {"http://h", 0}, {"http://h/~a/", 0}, {"http://h/%7Ea/", 2}} {
		u := uri.MustParse(tt.ref)
		for name, ask := range map[string]func(){"Allowed": func() { r.Allowed("a", u) }, "Explain": func() { r.Explain("a", u) }} {
			if n := testing.AllocsPerRun(100, ask); n > tt.want {
				t.Errorf("%s, %s: %v allocations, want at most %v", name, u, n, tt.want)
			}
		}
	}
}

// FuzzRobots checks that the answer is the same for a URI and for the form in which it is
// compared, and that a group for another crawler does not change it.
func FuzzRobots(f *testing.F) {
	for n, row := range vectors.TabLines(f, "testdata/robots.tsv") {
		if row != nil && row[0] != "source" && (n%25 == 0 || !vectors.Fuzzing()) {
			f.Add(row[1], row[2], row[3])
		}
	}
	f.Add("user-agent: s\ndisallow: /", "\u017f", "http://h/a") // no token, although "S" is its upper case
	f.Add("", "another/1", "http://h/a")
	f.Fuzz(checkRobots)
}

// upper returns a name with its letters of US-ASCII in upper case: the token of a crawler has no others.
func upper(name string) string {
	b := []byte(name)
	for i, c := range b {
		if 'a' <= c && c <= 'z' {
			b[i] = c - 'a' + 'A'
		}
	}
	return string(b)
}

// checkRobots checks the properties of [FuzzRobots].
func checkRobots(t *testing.T, text, agent, ref string) {
	t.Helper()
	u, err := uri.Parse(ref)
	if err != nil {
		return
	}
	r := ParseRobots([]byte(text))
	allowed := r.Allowed(agent, u)
	if got := r.Allowed(upper(agent), u.WithoutFragment()); got != allowed {
		t.Errorf("%q: %s for %q: %v, in upper case and without the fragment %v", text, u, agent, allowed, got)
	}
	if path, ok := strings.CutPrefix(u.String(), "http://h/"); ok && !strings.Contains(path, "#") {
		normal := strings.Join(naiveForm("/"+path, false), "")
		if got := r.Allowed(agent, uri.MustParse("http://h"+normal)); got != allowed {
			t.Errorf("%q: %s for %q: %v, as %s %v", text, u, agent, allowed, normal, got)
		}
	}
	// A group after a rule is a group of its own.
	ruled := text + "\nuser-agent: one\ndisallow:\n"
	other := ParseRobots([]byte(ruled + "user-agent: another\ndisallow: /\n"))
	if want, got := ParseRobots([]byte(ruled)).Allowed(agent, u), other.Allowed(agent, u); got != want && !strings.HasPrefix(strings.TrimLeft(upper(agent), robotsSpace), "ANOTHER") {
		t.Errorf("%q: %s for %q: %v, with a group for another %v", ruled, u, agent, want, got)
	}
	if d, ok := r.Delay(agent); d < 0 || !ok && d != 0 {
		t.Errorf("%q: Delay(%q) = %v, %v", text, agent, d, ok)
	}
}
