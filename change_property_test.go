package uri

import (
	"errors"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// The properties below are judged by the expression of RFC 2396, Appendix B, and for
// an authority by that of RFC 3986, 3.2. Neither calls the code under test.
var (
	genericExpr  = regexp.MustCompile(`^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?$`)
	hostPortExpr = regexp.MustCompile(`^([^@\[\]]*@)?(\[[^\[\]@]*\]|[^@:\[\]]*)(:[0-9]*)?$`)
)

// The parts that naiveParts tells apart.
const (
	partScheme = iota
	partUserinfo
	partHost
	partPort
	partPath
	partQuery
	partFragment
	partCount
)

// naiveParts splits s, each part with its delimiter: "http:", "u@", "h", ":80",
// "/p", "?q", "#f". Of an authority that names no single host it gives "none " and
// the authority as the host. An opaque part keeps its "?". authority has the "//"
// before it.
func naiveParts(s string) (p [partCount]string, authority string) {
	m := genericExpr.FindStringSubmatch(s)
	p[partScheme], authority, p[partPath], p[partQuery], p[partFragment] = m[1], m[3], m[5], m[6], m[8]
	if p[partScheme] != "" && authority == "" && !strings.HasPrefix(p[partPath], "/") {
		p[partPath], p[partQuery] = p[partPath]+p[partQuery], ""
	}
	if h := hostPortExpr.FindStringSubmatch(m[4]); h != nil {
		p[partUserinfo], p[partHost], p[partPort] = h[1], h[2], h[3]
	} else {
		p[partHost] = "none " + m[4]
	}
	return p, authority
}

// randomText strings up to n pieces together.
func randomText(r *rand.Rand, n int, pieces ...string) string {
	var b strings.Builder
	for range r.IntN(n + 1) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// randomURI returns a URI-reference of random parts.
func randomURI(r *rand.Rand) URI {
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	for {
		s := pick("", "", "http:", "x:", "mailto:", "FILE:")
		if r.IntN(3) > 0 {
			s += "//" + randomText(r, 5, "h", "u", ":", "@", "80", "[::1]", "_", "1.2.3.4", "%41", ".", "a.b", "-")
		}
		s += randomText(r, 5, "/", "/", "a", "..", ";", ":", "%2F", "@", "b.c")
		s += pick("", "", "?", "?q=1&a", "?a/b:c@d") + pick("", "", "#", "#f/?:@")
		if u, err := Parse(s); err == nil {
			return u
		}
	}
}

// randomArgument returns a text that may be meant as any part.
func randomArgument(r *rand.Rand) string {
	switch r.IntN(4) {
	case 0:
		of := []string{"", "h", "::1", "[::1]", "fe80::1", "a:b", "h:8a", ":c", "h:80:80", "h:80", "u@h", "//h", "/a//b", "..", "8080",
			"fe80::1%25en0", "1.2.3.4", "a_b", "[1:2]", "[::1]:80", "x:y", "a?b", "a#b", "a b", "%zz", "é", "[v1.a]", "mailto", "0::1.2.3.4"}
		return of[r.IntN(len(of))]
	case 1:
		return randomText(r, 4, ":", "1", "a", "::", "[", "]", "@", "f")
	}
	return randomText(r, 5, "a", "h", ":", "@", "/", "?", "#", "[::1]", "%41", "80", ".", ";", " ", "_", "::1")
}

// TestChangeParts tries random changes of random URIs.
func TestChangeParts(t *testing.T) {
	r := seeded(t)
	changed, failed := 0, 0
	for range *inputs {
		u, arg := randomURI(r), randomArgument(r)
		changed += checkChanges(t, u, arg)
		var segments []string
		for range r.IntN(5) {
			segments = append(segments, []string{"", "", "a", "b/c", "d;e", ".", "..", "x:y", "é"}[r.IntN(9)])
		}
		checkJoin(t, u, segments)
		if t.Failed() {
			if failed++; failed == 20 {
				t.FailNow()
			}
		}
	}
	t.Logf("%d changes", changed)
}

// checkChanges makes every change to u and checks that the changed part equals the
// argument and that the other parts are unchanged. It returns the number of
// changes that succeeded.
func checkChanges(t *testing.T, u URI, arg string) (changed int) {
	t.Helper()
	was, _ := naiveParts(u.String())
	check := func(name string, v URI, err error, change func(p *[partCount]string)) {
		t.Helper()
		if err != nil {
			var e *SyntaxError
			if !errors.As(err, &e) || v != (URI{}) {
				t.Errorf("%s(%q) of %q: %v and %q", name, arg, u, err, v)
			}
			return
		}
		changed++
		want := was
		change(&want)
		got, _ := naiveParts(v.String())
		again, err := Parse(v.String())
		if got != want || err != nil || again != v {
			t.Errorf("%s(%q) of %q: %q, which reads as %q, want %q; %v", name, arg, u, v, got, want, err)
		}
	}
	with := func(name string, f func(URI, string) (URI, error), part int, before, after string) {
		t.Helper()
		v, err := f(u, arg)
		check(name, v, err, func(p *[partCount]string) { p[part] = before + arg + after })
	}
	with("WithScheme", URI.WithScheme, partScheme, "", ":")
	with("WithUserinfo", URI.WithUserinfo, partUserinfo, "", "@")
	with("WithHost", URI.WithHost, partHost, "", "")
	with("WithPort", URI.WithPort, partPort, ":", "")
	with("WithPath", URI.WithPath, partPath, "", "")
	with("WithQuery", URI.WithQuery, partQuery, "?", "")
	with("WithFragment", URI.WithFragment, partFragment, "#", "")
	without := func(name string, f func(URI) URI, part int) {
		t.Helper()
		check(name, f(u), nil, func(p *[partCount]string) { p[part] = "" })
	}
	without("WithoutUserinfo", URI.WithoutUserinfo, partUserinfo)
	without("WithoutPort", URI.WithoutPort, partPort)
	without("WithoutQuery", URI.WithoutQuery, partQuery)
	without("WithoutFragment", URI.WithoutFragment, partFragment)

	if v, err := u.WithAuthority(arg); err == nil {
		want := was
		got, authority := naiveParts(v.String())
		copy(want[partUserinfo:partPath], got[partUserinfo:partPath])
		if authority != "//"+arg || got != want {
			t.Errorf("WithAuthority(%q) of %q: %q", arg, u, v)
		}
	}
	// What Host gives is a host.
	if host, ok := u.Host(); ok && host != "" {
		if v, err := u.WithHost(host); v != u || err != nil {
			t.Errorf("WithHost(%q) of %q: %q, %v", host, u, v, err)
		}
	}
	return changed
}

// checkJoin checks that JoinSegments adds the given segments and no others. The
// first of them replaces an empty last segment of the path.
func checkJoin(t *testing.T, u URI, segments []string) {
	t.Helper()
	v, err := u.JoinSegments(segments...)
	if err != nil {
		return
	}
	split := func(path string) []string {
		if path == "" {
			return nil
		}
		return strings.Split(strings.TrimPrefix(path, "/"), "/")
	}
	was, authority := naiveParts(u.String())
	got, _ := naiveParts(v.String())
	want := split(was[partPath])
	kept := len(want)
	if len(segments) > 0 && kept > 0 && want[kept-1] == "" {
		kept--
	}
	want = append(want[:kept:kept], segments...)
	have := split(got[partPath])
	same := len(have) == len(want)
	for i := range have {
		if same && i >= kept {
			name, offset := slowUnescape(have[i])
			same = offset < 0 && name == want[i]
		} else {
			same = same && have[i] == want[i]
		}
	}
	rooted := strings.HasPrefix(was[partPath], "/") || was[partPath] == "" && strings.HasPrefix(got[partPath], "/") && authority != ""
	if !same || len(have) > 0 && strings.HasPrefix(got[partPath], "/") != rooted {
		t.Errorf("JoinSegments(%q) of %q: %q", segments, u, v)
	}
	was[partPath], got[partPath] = "", ""
	if was != got {
		t.Errorf("JoinSegments(%q) of %q: %q changes another part", segments, u, v)
	}
}

// naiveSpans returns where the parts of s lie, by the two expressions and by
// what RFC 2396, 3 calls opaque. The start of an undefined part is -1.
func naiveSpans(s string) map[Part][2]int {
	none := [2]int{-1, -1}
	m := genericExpr.FindStringSubmatchIndex(s)
	group := func(m []int, n, i int) [2]int { return [2]int{i + m[2*n], i + m[2*n+1]} }
	spans := map[Part][2]int{
		PartScheme:    group(m, 2, 0),
		PartAuthority: group(m, 4, 0),
		PartPath:      group(m, 5, 0),
		PartQuery:     group(m, 7, 0),
		PartFragment:  group(m, 9, 0),
		PartUserinfo:  none,
		PartHost:      none,
		PartPort:      none,
		PartOpaque:    none,
	}
	if path := spans[PartPath]; spans[PartScheme] != none && spans[PartAuthority] == none && !strings.HasPrefix(s[path[0]:], "/") {
		if spans[PartQuery] != none {
			path[1] = spans[PartQuery][1]
			spans[PartQuery] = none
		}
		spans[PartPath], spans[PartOpaque] = path, path
	}
	if m[8] < 0 {
		return spans
	}
	h := hostPortExpr.FindStringSubmatchIndex(s[m[8]:m[9]])
	if h == nil {
		return spans
	}
	if h[2] < h[3] {
		spans[PartUserinfo] = [2]int{m[8] + h[2], m[8] + h[3] - len("@")}
	}
	if h[4] < h[5] {
		spans[PartHost] = group(h, 2, m[8])
	}
	if h[6] < h[7] {
		spans[PartPort] = [2]int{m[8] + h[6] + len(":"), m[8] + h[7]}
	}
	return spans
}

// TestSpans compares Span with the expressions and with the accessors. Span also
// returns the place of an undefined part: a part written there is found.
func TestSpans(t *testing.T) {
	texts := []string{
		"", "#", "?", "//", "///", "//@", "//:", "//u@:80", "//h?#", "a:b?c#d", "x:/?", "//[::1]:8/", "//a@b@c/", "//h_x:80", "//:80",
		"http://user:password@www.example.com:8080/a/b;c?d=e#f",
	}
	r := seeded(t)
	for range *inputs {
		texts = append(texts, randomURI(r).String())
	}
	for _, s := range texts {
		u, err := Parse(s)
		if err != nil {
			t.Fatalf("Parse(%q): %v", s, err)
		}
		accessors := map[Part]func() (string, bool){
			PartScheme:    func() (string, bool) { return u.Scheme(), u.Scheme() != "" },
			PartAuthority: u.Authority,
			PartUserinfo:  u.Userinfo,
			PartHost:      u.Host,
			PartPort:      u.Port,
			PartPath:      func() (string, bool) { return u.Path(), true },
			PartOpaque:    u.Opaque,
			PartQuery:     u.Query,
			PartFragment:  u.Fragment,
		}
		for p, want := range naiveSpans(s) {
			start, end, ok := u.Span(p)
			if ok != (want[0] >= 0) || ok && (start != want[0] || end != want[1]) {
				t.Fatalf("%q: %v at %d to %d, %v, want %d to %d", s, p, start, end, ok, want[0], want[1])
			}
			if value, defined := accessors[p](); s[start:end] != value || ok != defined {
				t.Fatalf("%q: %v is %q, %v, its accessor returns %q, %v", s, p, s[start:end], ok, value, defined)
			}
			if !ok {
				insertSpan(t, u, p, start)
			}
		}
	}
}

// insertSpan inserts the undefined part p at offset i of u, if u has a place for
// it, and checks that the result parses with that part.
func insertSpan(t *testing.T, u URI, p Part, i int) {
	t.Helper()
	_, authority := u.Authority()
	_, host := u.Host()
	var part string
	switch {
	case p == PartScheme && (authority || u.Path() != ""):
		part = "x:"
	case u.IsOpaque() && p != PartFragment, p == PartOpaque:
		return
	case p == PartAuthority && (u.Path() == "" || u.Path()[0] == '/'):
		part = "//x"
	case p == PartUserinfo && host:
		part = "x@"
	case p == PartPort && host:
		part = ":80"
	case p == PartHost && authority && naiveSpans(u.String())[PartUserinfo][0] >= 0:
		part = "x"
	case p == PartQuery:
		part = "?x"
	case p == PartFragment:
		part = "#x"
	default:
		return
	}
	s := u.String()
	s = s[:i] + part + s[i:]
	v, err := Parse(s)
	if err != nil {
		t.Fatalf("%q with %v at %d: %v", u, p, i, err)
	}
	start, end, ok := v.Span(p)
	if want := strings.Trim(part, ":/@?#"); !ok || s[start:end] != want {
		t.Fatalf("%q: %v is %q, %v, want %q", s, p, s[start:end], ok, want)
	}
}
