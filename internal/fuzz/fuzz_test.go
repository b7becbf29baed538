// Package fuzz has fuzzers that need nothing but the packages of the module, so that
// ClusterFuzzLite and OSS-Fuzz can compile them for libFuzzer. The fuzzers beside the
// packages check more: they use the slow twins and the grammars of the tests.
package fuzz

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/crawl"
	"example.com/uri/guard"
	"example.com/uri/links"
	"example.com/uri/page"
	"example.com/uri/web"
)

// texts are the seeds of each fuzzer.
var texts = []string{
	"", "http://u:p@www.example.com:8080/a/../b;c//d?q=1&r#f", "//[1:2:3:4:5:6:1.2.3.4]:80", "//h_x:80", "//a@b@c",
	"mailto:a@b?c", "a%41:b", "?y", "#s", "../../g;x=1/./y", "file:///C:/a%20b", "http:\\\\h\\p", "https://münchen.example/ä?ö",
	"see <http://a/b>, and (http://c/d).", "http://0x7f.1/", "http://h/%2e%2e/%2F", "ftp://u@h/%2Fetc;type=a",
}

// genericExpr is the expression of RFC 2396, Appendix B.
var genericExpr = regexp.MustCompile(`(?s)^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?$`)

// FuzzURI checks the parts of a URI by Appendix B, its forms, and that the results of
// Resolve and Normalize parse to themselves.
func FuzzURI(f *testing.F) {
	for _, s := range texts {
		f.Add(s, "../g?y#s")
	}
	f.Fuzz(func(t *testing.T, s, ref string) {
		u, err := uri.Parse(s)
		if uri.Valid(s) != (err == nil) {
			t.Fatalf("%q: Valid: %v, Parse: %v", s, uri.Valid(s), err)
		}
		_, _ = uri.Conforms3986(s)
		_, _ = uri.Conforms3987(s)
		_ = uri.Conforms1738(s)
		if err != nil {
			_ = err.Error()
			return
		}
		m := genericExpr.FindStringSubmatch(s)
		authority, _ := u.Authority()
		fragment, _ := u.Fragment()
		path := m[5]
		if u.IsOpaque() {
			path += m[6]
		}
		if u.String() != s || u.Scheme() != m[2] || authority != m[4] || u.Path() != path || fragment != m[9] {
			t.Fatalf("%q: scheme %q, authority %q, path %q, fragment %q", s, u.Scheme(), authority, u.Path(), fragment)
		}
		again := func(what string, v uri.URI) {
			if w, err := uri.Parse(v.String()); w != v || err != nil {
				t.Fatalf("%q: %s: %q reads as %q, %v", s, what, v, w, err)
			}
		}
		for _, mode := range []uri.Mode{uri.RFC2396, uri.RFC3986} {
			n := mode.Normalize(u)
			again("normalized", n)
			if mode.Normalize(n) != n {
				t.Fatalf("%q: %q is not normal", s, n)
			}
			if r, err := uri.Parse(ref); err == nil {
				if v, err := (uri.Resolver{Mode: mode}).Resolve(u, r); err == nil {
					again("resolved", v)
				}
			}
		}
		if scheme, err := uri.Interpret(u); err == nil {
			if v, err := scheme.URI(); err == nil {
				again("interpreted", v)
			}
		}
	})
}

// FuzzWeb checks that the serialization of a URL is parsed to itself, and that a URL is
// a URI.
func FuzzWeb(f *testing.F) {
	for _, s := range texts {
		f.Add("http://h/a/b", s)
	}
	f.Fuzz(func(t *testing.T, base, ref string) {
		b, err := web.Parse(base)
		if err != nil {
			return
		}
		u, err := web.Parser{}.Parse(b, ref)
		if err != nil {
			_ = err.Error()
			return
		}
		if v, err := web.Parse(u.String()); v != u || err != nil {
			t.Fatalf("%q against %q: %q reads as %q, %v", ref, base, u, v, err)
		}
		_, _ = u.URI()
	})
}

// FuzzText checks that each match in a text is a URI, and that the key of a key is the key.
func FuzzText(f *testing.F) {
	for _, s := range texts {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for m := range links.Extract(s) {
			if !uri.Valid(m.URI.String()) {
				t.Fatalf("%q: found %q", s, m.URI)
			}
			key := crawl.Key(m.URI)
			if u, err := uri.Parse(key); err == nil && crawl.Key(u) != key {
				t.Fatalf("%q: the key of %q is %q", s, key, crawl.Key(u))
			}
		}
		if u, _, err := links.Repair(s); err == nil && !uri.Valid(u.String()) {
			t.Fatalf("%q is repaired to %q", s, u)
		}
	})
}

// FuzzGuard checks that a redirect stays on its origin.
func FuzzGuard(f *testing.F) {
	for _, s := range texts {
		f.Add(s)
	}
	base := uri.MustParse("https://app.example/a/b")
	f.Fuzz(func(t *testing.T, s string) {
		if u, err := guard.Local(base, s); err == nil {
			if !strings.HasPrefix(u.String(), "https://app.example/") {
				t.Fatalf("%q leads to %q", s, u)
			}
		}
		if u, err := uri.Parse(s); err == nil {
			guard.Audit(u)
		}
		_, _ = guard.ParseTarget("GET", s)
	})
}

// FuzzPage checks that a name of a file is local and stays as it is, and reads a text as all that package
// page reads.
func FuzzPage(f *testing.F) {
	for _, s := range append([]string{"a.png 1x, b.png 400w", "5;url='a'", "url(a)", "</a>;rel=next", "../b", "data:;base64,YQ"}, texts...) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, element := range []string{"img", "link", "meta", "svg:use", s} {
			for r := range page.References(element, func(string) (string, bool) { return s, true }) {
				if r.Text == "" && r.Use == page.UseEmbed {
					t.Fatalf("%q: an empty reference in %s", s, r.Attribute)
				}
			}
		}
		_, _, _ = page.Refresh(s)
		for range page.Links(s) {
		}
		if u, err := web.Parse(s); err == nil {
			_, _, _ = page.Data(u)
		}
		name, ok := page.Disposition("a;filename=\"" + s)
		u, err := uri.Parse("http://h/" + uri.Escape(name, uri.EscapeSegment))
		if ok && (err != nil || !filepath.IsLocal(name) || page.FileName(u) != name) {
			t.Fatalf("%q has the name %q, %v", s, name, err)
		}
	})
}
