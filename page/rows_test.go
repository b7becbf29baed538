package page

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/uri"
)

// TestCSSBlocks has blocks and functions around the strings of an image-set, and the ends of an @namespace.
func TestCSSBlocks(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
	}{
		{`image-set([x], "a" 1x)`, []string{"a"}},
		{`image-set({x}, "a" 1x)`, []string{"a"}},
		{`image-set((x), "a" 1x)`, []string{"a"}},
		{`image-set(f(x), "a" 1x)`, []string{"a"}},
		{`image-set(f(x, "a") 1x)`, nil},
		{`image-set((x, "a") [x, "b"] {x, "c"} 1x)`, nil},
		{`image-set(], "a" }, "b")`, []string{"a", "b"}},
		{`image-set("a"), "b"`, []string{"a"}},
		{`image-set("a" "b", /* , */ "c" type("d"))`, []string{"a", "c"}},
		{`image-set(url("a"), src( "b" ), "c")`, []string{"a", "b", "c"}},
		{`(image-set("a"), "b")`, []string{"a"}},
		{`-WEBKIT-image-set( 'a' )`, []string{"a"}},
		{`x-image-set("a")`, nil},
		{"\u017frc('a')", nil}, // not src by ASCII
		{`@import/**/ "a"`, []string{"a"}},
		{`@import x "a"`, nil},
		{`@namespace url("a"); url("b")`, []string{"b"}},
		{`@namespace (; url(a)) url(b); url(c)`, []string{"c"}},
		{`@namespace (} url(a)) x{} url(c)`, []string{"c"}},
		{`x{@namespace "a"} url(b)`, []string{"b"}},
		{`x{@namespace y(} url(a)) url(b); } url(c)`, []string{"c"}},
		{`@namespace @namespace{url(a)} url(b)`, []string{"a", "b"}},
		{`#url(a) 1url(b) -1.5e+3url(c) .5url(d) +url(e) -url(f) @url(g)`, []string{"e"}},
		{`1e3url(a) 1e url(b) 1% url(c)`, []string{"b", "c"}},
		{"url(a )url(b) url(c\n", []string{"a", "b", "c"}},
		{"/**/url(a)/* url(b) **/url(c)/*/url(d)", []string{"a", "c"}},
		{"url('a\\\n') url('b\\\r\nc') url('d\\", []string{"a", "bc", "d"}},
		{`<!--url(a)-->url(b) <!-url(c)`, []string{"a", "b"}},
	} {
		if got := slices.Collect(CSS(tt.text)); !slices.Equal(got, tt.want) || !slices.Equal(slowCSS(tt.text), tt.want) {
			t.Errorf("%s: %q, and slowly %q, want %q", tt.text, got, slowCSS(tt.text), tt.want)
		}
	}
}

// TestLinkRows has parameters that occur twice, and those without a meaning.
func TestLinkRows(t *testing.T) {
	for _, tt := range []struct {
		field string
		want  Link
	}{
		{`<a>; anchor="#x"; anchor="#y"; anchor*=UTF-8''z`, Link{Target: "a", Anchor: uri.Defined("#x")}},
		{`<a>; anchor*=UTF-8''z; rel*=UTF-8''z; rel=x; rel=y`, Link{Target: "a", Rel: []string{"x"}}},
		{`<a>; title=x; title*=UTF-8''y; title*=UTF-8''z; title=w`, Link{Target: "a", Params: []Param{{"title", "y"}}}},
		{`<a>; t=x; t*=UTF-8''y; t*=UTF-8''z; t*=w`, Link{Target: "a", Params: []Param{{"t", "y"}, {"t", "z"}}}},
		{`<a>; type=x; type=y; TYPE=z; media=u; media=v`, Link{Target: "a", Params: []Param{{"type", "x"}, {"media", "u"}}}},
		{`<a>; t*="iso-8859-1'en'%e4+"`, Link{Target: "a", Params: []Param{{"t", "ä+"}}}},
		{`<a>; t*=UTF-8''%C3; u*=UTF-8''a b; v*=UTF-16''a; w*=UTF-8'a; x`, Link{Target: "a", Params: []Param{{"x", ""}}}},
		{`<a>; t "x"; u=y`, Link{Target: "a", Params: []Param{{"t", ""}}}},
		{`<a>; t="\"\\`, Link{Target: "a", Params: []Param{{"t", `"\`}}}},
		{`<a>; t="a\`, Link{Target: "a", Params: []Param{{"t", "a"}}}},
	} {
		if diff := cmp.Diff([]Link{tt.want}, slices.Collect(Links(tt.field)), cmp.Comparer(func(a, b uri.Optional) bool { return a == b })); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.field, diff)
		}
	}
}

// TestNumbers has numbers of descriptors that Go reads, but HTML does not.
func TestNumbers(t *testing.T) {
	for _, number := range []string{"0x1p-2", "0x10", "1_0", "inf", "Inf", "nan", "+1", "1.", ".", "-", "", "1e", "1e+", "e1", "1e999", " 1"} {
		if got := slices.Collect(Srcset("a " + number + "x")); len(got) != 0 && number != " 1" {
			t.Errorf("%q: %v", number, got)
		}
	}
	for number, want := range map[string]float64{"1": 1, "1.5": 1.5, ".5": .5, "1e3": 1000, "1E-1": .1, "-0": 0, "-.0": 0, "1e-999": 0} {
		if got := slices.Collect(Srcset("a " + number + "x")); !slices.Equal(got, []Candidate{{"a", 0, want}}) {
			t.Errorf("%q: %v", number, got)
		}
	}
	for width, want := range map[string]int{"2147483646": 1<<31 - 2, "2147483647": 1<<31 - 1, "2147483648": 1<<31 - 1, "99999999999999999999": 1<<31 - 1, "007": 7} {
		if got := slices.Collect(Srcset("a " + width + "w")); !slices.Equal(got, []Candidate{{"a", want, 0}}) {
			t.Errorf("%q: %v", width, got)
		}
	}
}

// TestMediaTypes has MIME types that no URL gives.
func TestMediaTypes(t *testing.T) {
	for in, want := range map[string]string{
		"a/b;c=\x7f": "a/b", "a/b;c=\u00e9": "a/b", "a/b;c=\t": "a/b", "a/b;c=\t;d=\"\t\"": "a/b;d=\"\t\"", `a/b;c="\`: `a/b;c="\\"`, `a/b;c="d\`: `a/b;c="d\\"`,
		`a/b;c="";d=""`: `a/b;c="";d=""`, `a/b;c="x"y;d=z`: "a/b;c=x;d=z", "a/b ;C=D;c=E": "a/b;c=D", "a/b;c=1;d=2;c=3": "a/b;c=1;d=2", "\na/b\r": "a/b", "!#$%&'*/+-.^_`|~": "!#$%&'*/+-.^_`|~", "a/b;c=~;d=\x1f": "a/b;c=~",
	} {
		got, ok := mimeType(in)
		if slow, slowOK := slowMediaType(in); got != want || !ok || slow != want || !slowOK {
			t.Errorf("%q: %q, %v, and slowly %q, want %q", in, got, ok, slow, want)
		}
	}
	for _, in := range []string{"", "a", "a/", "/b", "a/b/c", "a /b", "a/ b", "a/b c", "\u00e9/b"} {
		if got, ok := mimeType(in); ok {
			t.Errorf("%q: %q", in, got)
		}
	}
}
