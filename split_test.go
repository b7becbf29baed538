package uri

import (
	"regexp"
	"strings"
	"testing"
)

// TestSplit splits every short text, and some with a host, by the expression of RFC 3986, Appendix
// B, and by the steps of RFC 1808, 2.4.
func TestSplit(t *testing.T) {
	const chars = "a:/?#;"
	n := 0
	var check func(s string, more int)
	check = func(s string, more int) {
		if u, err := Parse(s); err == nil {
			n++
			checkSplit(t, u)
		}
		for i := 0; i < len(chars) && more > 0; i++ {
			check(s+chars[i:i+1], more-1)
		}
	}
	check("", 6)
	for _, s := range []string{"http://h", "//h", "//u@h:1", "sip:a@b", "x:"} {
		check(s, 4)
	}
	if n < 20_000 {
		t.Errorf("only %d URIs", n)
	}
}

func checkSplit(t *testing.T, u URI) {
	t.Helper()
	m := genericExpr.FindStringSubmatch(u.String())
	path, query := naive1808(u.String())
	for _, row := range []struct {
		mode        Mode
		path, query string
	}{{RFC3986, m[5], m[6]}, {RFC1808, path, query}} {
		q, ok := row.mode.Query(u)
		if got := row.mode.Path(u); got != row.path || ok != (row.query != "") || ok && "?"+q != row.query {
			t.Fatalf("%q, %v: path %q, query %q %v, want %q, %q", u, row.mode, got, q, ok, row.path, row.query)
		}
		if v := row.mode.Values(u); (v != nil) != ok || ok && v.String() != q {
			t.Fatalf("%q, %v: pairs %q of the query %q", u, row.mode, v, q)
		}
	}
	want, has := u.Query()
	for _, m := range []Mode{RFC2396, 9} {
		if q, ok := m.Query(u); q != want || ok != has || m.Path(u) != u.Path() || m.Values(u).String() != u.Values().String() {
			t.Fatalf("%q, RFC 2396: path %q, query %q", u, m.Path(u), q)
		}
	}
}

// naive1808 removes the parts of a URL one after another, as RFC 1808, 2.4.1 to 2.4.5 do.
func naive1808(s string) (path, query string) {
	for _, step := range []string{`#.*$`, `^[A-Za-z][A-Za-z0-9+.-]*:`, `^//[^/]*`} {
		s = regexp.MustCompile(step).ReplaceAllString(s, "")
	}
	query = regexp.MustCompile(`\?.*$`).FindString(s)
	s = strings.TrimSuffix(s, query)
	return regexp.MustCompile(`;.*$`).ReplaceAllString(s, ""), query
}

// TestSplitAllocs checks that the parts share the memory of the text.
func TestSplitAllocs(t *testing.T) {
	u := MustParse("sip:a@b;x?subject=y")
	for _, m := range []Mode{RFC2396, RFC3986, RFC1808} {
		if n := testing.AllocsPerRun(10, func() { m.Path(u); m.Query(u) }); n > 0 {
			t.Errorf("%v: %v allocations", m, n)
		}
	}
}
