package page

import (
	"testing"

	"example.com/uri"
	"example.com/uri/internal/growth"
	"example.com/uri/web"
)

// growing are the exported functions, each on a text. A test in internal/house
// checks that none is missing.
var growing = map[string]func(text string){
	"References": func(s string) {
		for _, element := range []string{"img", "link", "meta", "applet", "script", "svg:use", "math:mi", s} {
			for range References(element, func(name string) (string, bool) { return s, name != "http-equiv" }) {
			}
		}
		for range References("meta", func(name string) (string, bool) {
			if name == "http-equiv" {
				return "refresh", true
			}
			return s, true
		}) {
		}
	},
	"Srcset": func(s string) {
		for range Srcset(s) {
		}
	},
	"Refresh": func(s string) {
		Refresh(s)
		Refresh("1;" + s)
	},
	"Links": func(s string) {
		for range Links(s, "<a>"+s, "<a>;"+s) {
		}
	},
	"Data": func(s string) {
		for _, before := range []string{"data:", "data:,", "data:;base64,", "data:a/b;"} {
			if u, err := web.Parse(before + s); err == nil {
				_, _, _ = Data(u)
			}
		}
	},
	"FileName": func(s string) {
		if u, err := uri.Parse("http://h/" + uri.Escape(s, uri.EscapeSegment)); err == nil {
			_ = FileName(u)
		}
	},
	"Disposition": func(s string) {
		_, _ = Disposition(s)
		_, _ = Disposition("a;filename=" + s)
		_, _ = Disposition("a;filename=\"" + s)
	},
	"CSS": func(s string) {
		for range CSS(s) {
		}
	},
}

// TestGrowthRandom is [TestGrowth] for random shapes.
func TestGrowthRandom(t *testing.T) {
	n := 1
	if *long {
		n = 100
	}
	growth.Check(t, true, growing, growth.Random(n, []string{"", "", "1;url=", "<a>;", "a{b:", "data:"},
		[]string{"a", " ", ",", ";", "=", "\"", "'", "\\", "(", ")", "[", "]", "{", "}", "<", ">", "url(", "src(", "image-set(", "@import", "@namespace",
			"/*", "*/", "1", "1w", "2x", "3h", "a*=", "title*=", "UTF-8''", "%41", "%", "\n", "\r\n", "\x00", "é", "\xff", ".", "-", "1e9", "#"}))
}

// TestGrowth checks that no exported function takes quadratic time.
func TestGrowth(t *testing.T) {
	shapes := []growth.Shape{
		{Piece: "<a>,"},
		{Piece: "<a>;a*=b,"},
		{Before: "<a>;", Piece: "a*=UTF-8''b;c=d;"},
		{Before: "1;url='", Piece: "a"},
		{Before: "a ", Piece: "1w "},
		{Before: "a (", Piece: "a, b "},
		{Piece: "a 1x,"},
		{Before: "a 1", Piece: "0", After: "w"},
		{Before: "a 1", Piece: "0", After: "x"},
		{Before: "a 0.", Piece: "0", After: "1x"},
		{Piece: "url(  "},
		{Piece: "url(a b"},
		{Piece: "url('a"},
		{Piece: "image-set("},
		{Piece: "@namespace{"},
		{Piece: "@import \"a\";"},
		{Piece: "\"\n"},
		{Piece: "url(\\"},
		{Piece: "/*"},
		{Piece: "-"},
		{Before: "a/b", Piece: ";a=b"},
		{Before: "a/b;a=\"", Piece: "\\a"},
		{Piece: ";a=b"},
		{Piece: "filename=a;"},
		{Piece: "filename*=UTF-8''%41;"},
	}
	for _, piece := range []string{",", ";", "(", ")", "\"", "'", "\\", "<", ">", "=", " ", "%", "0", ".", "*", "\xff", "\x00"} {
		shapes = append(shapes, growth.Shape{Piece: piece})
	}
	growth.Check(t, *long, growing, shapes)
}
