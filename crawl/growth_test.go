package crawl

import (
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/internal/growth"
)

// growing are the exported functions, each on a text: the functions that take a URI
// get one only if the text is one. A test in internal/house checks that none is
// missing.
var growing = map[string]func(text string){
	"Key":              ofURI(func(u uri.URI) { Key(u) }),
	"Keyer.Key":        ofURI(func(u uri.URI) { greedy.Key(u) }),
	"AppendKey":        ofURI(func(u uri.URI) { AppendKey(nil, u) }),
	"AppendSURT":       ofURI(func(u uri.URI) { AppendSURT(nil, u) }),
	"Keyer.AppendKey":  ofURI(func(u uri.URI) { greedy.AppendKey(nil, u) }),
	"Keyer.AppendSURT": ofURI(func(u uri.URI) { greedy.AppendSURT(nil, u) }),
	"Tracking":         func(s string) { IsTracking(uri.Pair(s)) },
	"Scope": ofURI(func(u uri.URI) {
		var s Scope
		for _, other := range []string{"http://h/a/b", "http://a/", "http://h/"} {
			s.Add(u, true)
			s.Contains(u)
			s.Add(uri.MustParse(other), other == "http://a/")
		}
		s.Contains(u)
	}),
	"ReadRobots": func(s string) {
		if _, err := ReadRobots(200, strings.NewReader(s)); err != nil {
			panic(err)
		}
	},
	"ParseRobots": func(s string) { growth.Methods(ParseRobots([]byte(s)), "a", uri.MustParse("http://h/aaaa?b")) },
	"Robots": func(s string) {
		r := ParseRobots([]byte("user-agent: *\ndisallow: /*a*a*a*a*b$\ncrawl-delay: 1"))
		growth.Methods(r, s)
		ofURI(func(u uri.URI) { r.Allowed("a", u) })(s)
	},
	"Redirect": func(s string) {
		_, _ = Redirect(uri.MustParse("http://h/a/b/c?d#e"), s)
		ofURI(func(u uri.URI) { _, _ = Redirect(u, "../../g") })(s)
	},
}

// greedy is a Keyer with all settings.
var greedy = Keyer{
	DropUserinfo: true, DropWWW: true, DropParams: true, SortQuery: true,
	Forms: true, DropEmptyQuery: true, MergeSlashes: true, DropLastSlash: true, IndexNames: []string{"index.html", "a"},
	Drop: func(p uri.Pair) bool { return IsTracking(p) || p == "a" },
}

// ofURI returns a function that calls f if its text is a URI.
func ofURI(f func(u uri.URI)) func(text string) {
	return func(text string) {
		if u, err := uri.Parse(text); err == nil {
			f(u)
		}
	}
}

// TestGrowthRandom is [TestGrowth] for random shapes.
func TestGrowthRandom(t *testing.T) {
	n := 1
	if *long {
		n = 100
	}
	growth.Check(t, true, growing, growth.Random(n, []string{"", "", "http://", "http://h/", "http://h/?"},
		[]string{"www.", "a", ".", ",", ":80", "@", "%41", "%2e", "=", "&", "+", ";", "sid=", "../", "./", "//", "?", "#", "index.html", "*", "$", "\n", "allow: /", "user-agent: a"}))
}

// TestGrowth checks that no exported function takes quadratic time.
func TestGrowth(t *testing.T) {
	growth.Check(t, *long, growing, []growth.Shape{
		{Before: "http://h/", Piece: "%41"},
		{Before: "http://h/", Piece: "%25"},
		{Before: "http://h/", Piece: "%2e%2e/"},
		{Before: "http://h/", Piece: "a/../"},
		{Before: "http://h/", Piece: "a/..;/"},
		{Before: "http://h/", Piece: ";a"},
		{Before: "http://h/?", Piece: "b&a&"},
		{Before: "http://h/?", Piece: "+=&"},
		{Before: "http://h/", Piece: "/", After: "?a"},
		{Before: "http://h/", Piece: "a/", After: "?b"},
		{Before: "x:", Piece: "./"},
		{Before: "x:/.", Piece: "//"},
		{Piece: "a//"},
		{Before: "http://h/?", Piece: "b=1;"},
		{Before: "http://", Piece: "a.", After: "h/"},
		{Before: "http://", Piece: "www.", After: "h.example/"},
		{Before: "http://", Piece: "%41", After: "@h/"},
		{Before: "http://", Piece: "ü.", After: "h/"},
		{Before: "http://h/a/", Piece: "中。"},
		{Before: "http://h/", Piece: "("},
		{Before: "http:", Piece: "/"},
		{Before: "http://", Piece: "@[::1]"},
		{Before: "http://", Piece: "["},
		{Before: "x:", Piece: "sid="},
		{Before: "http://h/", Piece: "["},
		{Before: "http://h/", Piece: "{"},
		{Before: "http://h/", Piece: `\`},
		{Before: "http://h/", Piece: "%"},
		{Before: "http://h/", Piece: "*"},
		{Before: "http://h/", Piece: "'"},
		{Before: "http://h/", Piece: "&;"},
		{Before: "user-agent: *\ndisallow: /", Piece: "*a"},
		{Before: "user-agent: *\n", Piece: "disallow: /*a*a*b$\r"},
		{Piece: "user-agent: a\ncrawl-delay: 1\n"},
		{Piece: "user-agent: *\nallow: /a\n"},
		{Before: "http://h/", Piece: "a"},
		{Piece: " "},
	})
}
