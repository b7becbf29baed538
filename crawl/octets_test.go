package crawl

import (
	"fmt"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/archive"
	"example.com/uri/links"
)

// TestEdgeOctets gives each function that reads a text, of this package and of
// packages links and archive, the octets on both sides of the edge of US-ASCII, raw
// and escaped, in the place of "*". No URI has one of them raw, and a single one is not a
// character of an IRI (RFC 3987, 2.2, ucschar begins at A0). So a repair escapes it, and in
// text it ends a URI.
func TestEdgeOctets(t *testing.T) {
	octets := []string{"\x7F", "\x80", "\x81", "%7F", "%80", "%81"}
	const no = "-" // an error, or nothing is found
	text := func(u uri.URI, err error) string {
		if err != nil {
			return no
		}
		return u.String()
	}
	repairText := func(s string) string { u, _, err := links.Repair(s); return text(u, err) }
	expand := func(s string) string { u, _, err := links.Expand(s); return text(u, err) }
	extract := func(e links.Extractor) func(s string) string {
		return func(s string) string {
			var all []string
			for m := range e.Extract(s) {
				all = append(all, m.URI.String())
			}
			return strings.Join(all, " ")
		}
	}
	key := func(append func([]byte, uri.URI) []byte) func(s string) string {
		return func(s string) string {
			u, err := uri.Parse(s)
			if err != nil {
				return no
			}
			return string(append(nil, u))
		}
	}
	scope := func(s string) string {
		u, err := uri.Parse(s)
		if err != nil {
			return no
		}
		var below, other Scope
		below.Add(u, false)
		other.Add(uri.MustParse("http://h/a"), false)
		return fmt.Sprint(below.Contains(u), other.Contains(u))
	}
	robots := func(pattern string) string {
		r := ParseRobots([]byte("User-agent: *\nDisallow: " + pattern + "\n"))
		var forbidden []string
		for _, octet := range octets[3:] {
			if !r.Allowed("x", uri.MustParse("http://h/a"+octet+"c")) {
				forbidden = append(forbidden, octet)
			}
		}
		return strings.Join(forbidden, " ")
	}
	escaped := func(format string) (all []string) {
		for range 2 { // the raw octets are escaped as the others are written
			for _, octet := range octets[3:] {
				all = append(all, strings.ReplaceAll(format, "*", octet))
			}
		}
		return all
	}
	only := func(format string) []string { return append([]string{no, no, no}, escaped(format)[3:]...) }
	for _, tt := range []struct {
		name  string
		call  func(s string) string
		input string
		want  []string // for each of octets
	}{
		{"Repair", repairText, "http://h/a*c?q*#f*", escaped("http://h/a*c?q*#f*")},
		{"Repair", repairText, "http://u*c@h/", escaped("http://u*c@h/")},
		{"Repair", repairText, "a*c:x", escaped("./a*c:x")},
		{"Repair", repairText, "http://a*c/", only("http://a*c/")},
		{"Expand", expand, "www.w3.org/a*c", only("http://www.w3.org/a*c")},
		{"Expand", expand, "www.w3*.org/", []string{no, no, no, no, no, no}},
		{"Extract", extract(links.Extractor{}), "see http://h/a*c end", append([]string{"http://h/a", "http://h/a", "http://h/a"}, escaped("http://h/a*c")[3:]...)},
		{"Extract", extract(links.Extractor{}), "x*<http://h/> end", []string{"http://h/", "http://h/", "http://h/", "http://h/", "http://h/", "http://h/"}},
		{"Extract, abbreviated", extract(links.Extractor{Abbreviated: true}), "x *bob@a.example y", []string{"mailto:bob@a.example", "mailto:bob@a.example", "mailto:bob@a.example", "", "", ""}},
		{"Redirect", func(s string) string { return text(Redirect(uri.MustParse("http://h/x"), s)) }, "/a*c", only("http://h/a*c")},
		{"AppendKey", key(AppendKey), "http://h/a*c?x*", only("http://h/a*c?x*")},
		{"AppendKey", key(AppendKey), "http://a*c/", only("http://a*c/")},
		{"AppendSURT", key(AppendSURT), "http://h/a*c?x*", only("h)/a*c?x*")},
		{"archive.AppendKey", func(s string) string { return strings.ToUpper(string(archive.AppendKey(nil, s))) }, "http://h/a*c?x*", escaped("H)/A*C?X*")},
		{"Scope", scope, "http://h/a*c", append([]string{no, no, no}, "true false", "true false", "true false")},
		{"Robots", robots, "/a*c", escaped("*")},
	} {
		for i, octet := range octets {
			if got := tt.call(strings.ReplaceAll(tt.input, "*", octet)); got != tt.want[i] {
				t.Errorf("%s(%q): %q, want %q", tt.name, strings.ReplaceAll(tt.input, "*", octet), got, tt.want[i])
			}
		}
	}
}
