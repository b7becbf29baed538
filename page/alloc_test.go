package page

import (
	"slices"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/web"
)

// TestAllocations counts the allocations for values as most pages have them. References has two for each
// attribute that is present.
func TestAllocations(t *testing.T) {
	img := func(name string) (string, bool) {
		switch name {
		case "src":
			return "a.png", true
		case "srcset":
			return "a.png 1x, b.png 2x", true
		case "style":
			return "background: url(c.png)", true
		}
		return "", false
	}
	data, err := web.Parse("data:image/png;base64,aGVsbG8=")
	if err != nil {
		t.Fatal(err)
	}
	u := uri.MustParse("http://h/a/report.pdf?q")
	css := strings.Repeat("a{background:url( 'a.png' ), image-set(url(b.png) 2x)} /* c */", 10)
	for name, tt := range map[string]struct {
		want float64
		f    func()
	}{
		"References": {9, func() { count := 0; References("img", img)(func(Reference) bool { count++; return true }) }},
		"Srcset":     {0, func() { Srcset("a.png 100w, b.png 200w 50h, c.png")(func(Candidate) bool { return true }) }},
		"Refresh":    {0, func() { Refresh("5; url='a'") }},
		"CSS":        {2, func() { CSS(css)(func(string) bool { return true }) }},
		"Links": {6, func() {
			Links(`</?page=2>; rel="next", </?page=9>; rel=last; title=x`)(func(Link) bool { return true })
		}},
		"Data":        {5, func() { _, _, _ = Data(data) }},
		"FileName":    {1, func() { FileName(u) }},
		"Disposition": {0, func() { _, _ = Disposition(`attachment; filename="a b.pdf"`) }},
	} {
		if n := testing.AllocsPerRun(100, tt.f); n > tt.want {
			t.Errorf("%s: %v allocations, want at most %v", name, n, tt.want)
		}
	}
	if n := len(slices.Collect(CSS(css))); n != 20 {
		t.Error(n)
	}
}
