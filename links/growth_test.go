package links

import (
	"strings"
	"testing"

	"example.com/uri/internal/growth"
)

// growing are the exported functions, each on a text: the functions that take a URI
// get one only if the text is one. A test in internal/house checks that none is
// missing.
var growing = map[string]func(text string){
	"Extract": func(s string) {
		for m := range Extract(s) {
			_ = m
		}
	},
	"Extractor.Extract": func(s string) {
		for m := range (Extractor{JSON: true, Schemes: []string{"doi"}}).Extract(s) {
			_ = m
		}
		for m := range (Extractor{Abbreviated: true, Only: []string{"http"}}).Extract(s) {
			_ = m
		}
	},
	"Extractor.ExtractFrom": func(s string) {
		for _, err := range (Extractor{JSON: true, Abbreviated: true}).ExtractFrom(strings.NewReader(s)) {
			if err != nil {
				panic(err)
			}
		}
	},
	"Expand": func(s string) {
		if _, _, err := Expand(s); err != nil {
			_ = err.Error()
		}
	},
	"Expander.Expand": func(s string) {
		x := Expander{ToASCII: func(name string) (string, error) { return "xn--h", nil }}
		if _, _, err := x.Expand(s); err != nil {
			_ = err.Error()
		}
	},
	"Read": func(s string) {
		if _, err := Read(s); err != nil {
			_ = err.Error()
		}
	},
	"Reader.Read": func(s string) {
		x := Reader{Scheme: "gopher", ToASCII: func(name string) (string, error) { return "xn--h", nil }}
		if _, err := x.Read(s); err != nil {
			_ = err.Error()
		}
	},
	"Repair": func(s string) {
		_, changes, _ := Repair(s)
		for _, c := range changes {
			_ = c
		}
	},
	"Repairer.Repair": func(s string) { _, _, _ = Repairer{}.Repair(s) },
	"RepairError": func(s string) {
		_, _, err := Repair(s)
		growth.Methods(growth.As[*RepairError](err))
	},
}

// TestGrowthRandom is [TestGrowth] for random shapes.
func TestGrowthRandom(t *testing.T) {
	n := 1
	if *long {
		n = 100
	}
	growth.Check(t, true, growing, growth.Random(n, []string{"", "", "http://", "http://h/", "http://h/?"},
		append([]string{"www.a", "www.a.b", "ftp.", "a@b.c", `\u003c`, `\n`, "=", "&", "sid=", "../", "//"}, hostile...)))
}

// TestGrowthText looks for repetitions of markers that Extract takes quadratic time
// for.
func TestGrowthText(t *testing.T) {
	n := 30
	if *long {
		n = 2_000
	}
	extract := map[string]func(text string){"Extract": func(s string) {
		for range (Extractor{Abbreviated: true}).Extract(s) {
		}
	}}
	growth.Check(t, true, extract, growth.Random(n, []string{""},
		[]string{"www.a", "www.a.b", "a@b.c", "http://", "mailto:a", "a", "/", "?", "#", ";", "(", "[", "{", "<", "\"", "'", "%", "&", "\\", "é", "、", " ", "\n"}))
}

// TestGrowthRepeated repeats the texts that are hard to search, alone and as part of a URI, a
// host and a mailbox.
func TestGrowthRepeated(t *testing.T) {
	extract := map[string]func(text string){}
	for name, x := range map[string]Extractor{"Extract": {}, "Abbreviated": {Abbreviated: true}} {
		extract[name] = func(s string) {
			for range x.Extract(s) {
			}
		}
	}
	var shapes []growth.Shape
	for _, unit := range repeated {
		for _, before := range []string{"", "http://", "http://a/", "x@"} {
			shapes = append(shapes, growth.Shape{Before: before, Piece: unit})
		}
	}
	growth.Check(t, *long, extract, shapes)
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
		{Before: "http://h/", Piece: "/", After: "?a"},
		{Before: "http://h/", Piece: "a/", After: "?b"},
		{Before: "x:", Piece: "./"},
		{Before: "x:/.", Piece: "//"},
		{Piece: "a//"},
		{Before: "http://", Piece: "a.", After: "h/"},
		{Before: "http://", Piece: "www.", After: "h.example/"},
		{Before: "http://", Piece: "%41", After: "@h/"},
		{Before: "http://", Piece: "ü.", After: "h/"},
		{Before: "http://h/a/", Piece: "中。"},
		{Before: "http:", Piece: "/"},
		{Before: "http://", Piece: "@[::1]"},
		{Before: "http://", Piece: "["},
		{Before: "x:", Piece: "sid="},
		{Before: "http://é", Piece: "a\tb "},
		{Before: "//", Piece: " \t"},
		{Before: "http:", Piece: "#"},
		{Before: `\ud83d\ude00http://a/`, Piece: "a"},
		{Before: "http://h/", Piece: "%"},
		{Before: "http://h/", Piece: "'"},
		{Before: "http://h/", Piece: "&;"},
		{Piece: "www.a@"},
		{Piece: "www.a,"},
		{Piece: "www.é&"},
		{Piece: "a:b "},
		{Piece: "[.]"},
		{Piece: "h[.]"},
		{Piece: " [dot] "},
		{Piece: `\/`},
		{Piece: "a%3a%2f"},
		{Piece: "a&#58;/"},
		{Before: "git@h:", Piece: "?"},
		{Before: "a@", Piece: "b."},
		{Before: "http://h/", Piece: "a"},
		{Piece: " "},
	})
}
