package web

import (
	"testing"

	"example.com/uri/internal/growth"
)

// growing are the exported functions, each on a text. A test in internal/house
// checks that none is missing.
var growing = map[string]func(text string){
	"Parse": func(s string) {
		u, err := Parse(s)
		growth.Methods(u)
		growth.Methods(growth.As[*Error](err))
	},
	"Valid": func(s string) {
		for _, before := range []string{"", "http://", "file://", "x://", "http://h:"} {
			_ = Valid(before + s)
		}
	},
	"Parser.Parse": func(s string) {
		p := Parser{ToASCII: func(string) (string, error) { return "h", nil }}
		for _, text := range []string{"http://u:p@h/", "file:///a/b", "foo:/"} {
			if base, err := Parse(text); err == nil {
				_, _ = p.Parse(base, s)
			}
		}
		base, _ := Parse(s)
		for _, ref := range []string{"../../g", "?x", "//a/b"} {
			_, _ = p.Parse(base, ref)
		}
	},
	"Parser.DocumentBase": func(s string) {
		page, _ := Parse(s)
		_ = Parser{}.DocumentBase(page, s)
	},
	"Parser.Origin": func(s string) {
		u, _ := Parse(s)
		Parser{}.Origin(u)
	},
}

// TestGrowthRandom is [TestGrowth] for random shapes.
func TestGrowthRandom(t *testing.T) {
	n := 1
	if *long {
		n = 100
	}
	growth.Check(t, true, growing, growth.Random(n, []string{"", "http:", "http://", "http://h/", "http://h/?", "file:", "file://", "foo:", "blob:"},
		[]string{"a", ".", "..", "/", "//", "\\", ";", ":", ":80", "@", "?", "#", "%2e", "%41", "%", "1", "0x7f", "[::1]", "[", "]", "::", " ", "\t", "\n", "\x00", "é", "\xff", "。", "xn--", "C|", "C:", "'", "blob:", "http://"}))
}

// TestGrowth checks that no exported function takes quadratic time.
func TestGrowth(t *testing.T) {
	growth.Check(t, *long, growing, []growth.Shape{
		{Piece: "../"},
		{Piece: "\t"},
		{Before: "http://h/", Piece: "%2e/"},
		{Before: "http://h/", Piece: "a/../"},
		{Piece: "a/../"},
		{Before: "file:///", Piece: "a/../"},
		{Before: "http://h/", Piece: "\u00e9"},
		{Before: "http://h/", Piece: "\xff"},
		{Before: "http://", Piece: "@"},
		{Before: "http://", Piece: "a@", After: "/"},
		{Before: "http://", Piece: "a.", After: "/"},
		{Before: "http://", Piece: "1.", After: "/"},
		{Before: "http://", Piece: "\u00e9", After: "/"},
		{Before: "http://[", Piece: "0:", After: "]/"},
		{Before: "http://h:", Piece: "0", After: "1/"},
		{Before: "file:///", Piece: "C|/"},
		{Before: "foo:", Piece: " "},
		{Before: "foo:", Piece: "/."},
		{Before: "blob:", Piece: "blob:"},
		{Before: "http://h/?", Piece: "'"},
	})
}
