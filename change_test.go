package uri

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/seed"
)

func TestChange(t *testing.T) {
	type change = func(URI) (URI, error)
	sure := func(f func(URI) URI) change {
		return func(u URI) (URI, error) { return f(u), nil }
	}
	arg := func(f func(URI, string) (URI, error), s string) change {
		return func(u URI) (URI, error) { return f(u, s) }
	}
	join := func(segments ...string) change {
		return func(u URI) (URI, error) { return u.JoinSegments(segments...) }
	}
	for _, tt := range []struct {
		name, in string
		f        change
		want     string // "" with an error
		offset   int
		rule     *rule
	}{
		{"scheme", "http://h/p?q#f", arg(URI.WithScheme, "https"), "https://h/p?q#f", 0, nil},
		{"scheme for a relative reference", "//h/p", arg(URI.WithScheme, "x"), "x://h/p", 0, nil},
		{"scheme with a bad octet", "http://h", arg(URI.WithScheme, "ht_p"), "", 2, ruleScheme},
		{"scheme with an escape", "http://h", arg(URI.WithScheme, "a%41"), "", 1, ruleScheme},
		{"empty scheme", "http://h", arg(URI.WithScheme, ""), "", 0, ruleScheme},
		{"scheme before a segment", "a/b", arg(URI.WithScheme, "x"), "x:a/b", 0, nil},
		{"scheme before nothing", "", arg(URI.WithScheme, "x"), "", 2, ruleOpaquePart},
		{"scheme before a query", "?q", arg(URI.WithScheme, "x"), "", 4, ruleAbsPath},

		{"authority", "http://h/p", arg(URI.WithAuthority, "u@g:1"), "http://u@g:1/p", 0, nil},
		{"empty authority", "file:/p", arg(URI.WithAuthority, ""), "file:///p", 0, nil},
		{"authority with a path", "http://h/p", arg(URI.WithAuthority, "g/x"), "", 1, ruleAuthority},
		{"authority with half a literal", "http://h/p", arg(URI.WithAuthority, "[::1"), "", 4, ruleIPv6reference},
		{"authority with a bad literal", "http://h/p", arg(URI.WithAuthority, "u@[1:2]"), "", 3, ruleIPv6address},
		{"authority before a rel_path", "p", arg(URI.WithAuthority, "g"), "", 0, ruleAbsPath},
		{"empty authority before a rel_path", "x/y?q", arg(URI.WithAuthority, ""), "", 0, ruleAbsPath},
		{"authority before an empty path", "?q", arg(URI.WithAuthority, "g"), "//g?q", 0, nil},
		{"authority in an opaque URI", "mailto:a", arg(URI.WithAuthority, "g"), "", 7, ruleAbsPath},

		{"userinfo", "http://h:8/p", arg(URI.WithUserinfo, "u:p"), "http://u:p@h:8/p", 0, nil},
		{"userinfo replaced", "http://a@h", arg(URI.WithUserinfo, ""), "http://@h", 0, nil},
		{"userinfo with a host in it", "http://h/", arg(URI.WithUserinfo, "evil@x"), "", 4, ruleUserinfo},
		{"userinfo that is a delimiter", "http://h/", arg(URI.WithUserinfo, "@"), "", 0, ruleUserinfo},
		{"userinfo without a host", "file:///p", arg(URI.WithUserinfo, "u"), "", 7, ruleHost},
		{"userinfo without an authority", "http:/p", arg(URI.WithUserinfo, "u"), "", 5, ruleHost},

		{"host", "http://u@h:8/p", arg(URI.WithHost, "[::1]"), "http://u@[::1]:8/p", 0, nil},
		{"host for a path", "/p", arg(URI.WithHost, "h"), "//h/p", 0, nil},
		{"registry's name", "http://h/p", arg(URI.WithHost, "a_b"), "http://a_b/p", 0, nil},
		{"host with a port", "http://h/p", arg(URI.WithHost, "g:80"), "", 1, ruleHost},
		{"host with a port that is none", "http://h/p", arg(URI.WithHost, "h:8a"), "", 1, ruleHost},
		{"host with two ports", "http://h/p", arg(URI.WithHost, "h:80:80"), "", 1, ruleHost},
		{"literal with a port", "http://h/p", arg(URI.WithHost, "[::1]:80"), "", 5, ruleHost},
		{"host that is a port", "http://h/p", arg(URI.WithHost, ":c"), "", 0, ruleHost},
		{"host with a colon", "http://h/p", arg(URI.WithHost, "a:b"), "", 1, ruleHost},
		{"address without brackets", "http://safe.example/", arg(URI.WithHost, "::1"), "", 0, ruleIPv6reference},
		{"another", "http://safe.example/", arg(URI.WithHost, "fe80::1"), "", 0, ruleIPv6reference},
		{"address with a zone", "http://safe.example/", arg(URI.WithHost, "fe80::1%en0"), "", 0, ruleIPv6reference},
		{"literal that is none", "http://h/p", arg(URI.WithHost, "[1:2]"), "", 1, ruleIPv6address},
		{"host for several", "http://a@b@c/p", arg(URI.WithHost, "h"), "http://h/p", 0, nil},
		{"host with userinfo", "http://h/p", arg(URI.WithHost, "u@g"), "", 1, ruleHost},
		{"host with a path", "http://h/p", arg(URI.WithHost, "g/x"), "", 1, ruleHost},
		{"host with a query", "http://h/p", arg(URI.WithHost, "g?x"), "", 1, ruleHost},
		{"host with a fragment", "http://h/p", arg(URI.WithHost, "g#x"), "", 1, ruleHost},
		{"host for a relative path", "a/b", arg(URI.WithHost, "h"), "", 0, ruleAbsPath},
		{"host for an opaque part", "mailto:a", arg(URI.WithHost, "h"), "", 7, ruleAbsPath},
		{"empty host", "http://u@h/p", arg(URI.WithHost, ""), "", 0, ruleHost},
		{"host with a space", "http://h/p", arg(URI.WithHost, "g x"), "", 1, ruleAuthority},

		{"port", "http://h/p", arg(URI.WithPort, "81"), "http://h:81/p", 0, nil},
		{"empty port", "http://h:80/p", arg(URI.WithPort, ""), "http://h:/p", 0, nil},
		{"port with a letter", "http://h/p", arg(URI.WithPort, "8a"), "", 1, rulePort},
		{"port where no host is named", "http://a@b@c/p", arg(URI.WithPort, "8"), "", 7, ruleHost},

		{"path", "http://h/p?q", arg(URI.WithPath, "/a/b"), "http://h/a/b?q", 0, nil},
		{"path with a query", "http://h/p", arg(URI.WithPath, "/a?b"), "", 2, rulePathSegments},
		{"path that is a query", "http://h/p", arg(URI.WithPath, "?b"), "", 0, rulePathSegments},
		{"path that would be an authority", "http:/p", arg(URI.WithPath, "//evil/x"), "", 11, ruleAuthority},
		{"path that would lengthen the host", "http://h", arg(URI.WithPath, "x"), "", 0, ruleAbsPath},
		{"path that would be a scheme", "p", arg(URI.WithPath, "x:y"), "", 1, ruleScheme},
		{"opaque part", "mailto:a", arg(URI.WithPath, "b?c"), "mailto:b?c", 0, nil},
		{"opaque part with a fragment", "mailto:a", arg(URI.WithPath, "b#c"), "", 1, ruleOpaquePart},
		{"path for an opaque part", "scheme:foo", arg(URI.WithPath, "/foo"), "scheme:/foo", 0, nil},
		{"path for an opaque part with a query", "x:a?b#f", arg(URI.WithPath, "/c"), "x:/c#f", 0, nil},
		{"path with a query for an opaque part", "x:a", arg(URI.WithPath, "/b?c"), "", 2, rulePathSegments},
		{"path for an opaque part that would be an authority", "x:a", arg(URI.WithPath, "//b"), "", 5, ruleAuthority},
		{"opaque part for a path", "x:/a#f", arg(URI.WithPath, "b"), "x:b#f", 0, nil},
		{"opaque part with a query for a path", "x:/a#f", arg(URI.WithPath, "b?c"), "", 1, rulePathSegments},
		{"opaque part for a path with a query", "x:/a?q", arg(URI.WithPath, "b"), "", 5, ruleAbsPath},
		{"opaque part gone", "mailto:a", arg(URI.WithPath, ""), "", 7, ruleOpaquePart},

		{"segments", "http://h/p?q", join("a b", "c/d;e", ""), "http://h/p/a%20b/c%2Fd%3Be/?q", 0, nil},
		{"segment after an empty one", "http://h/p/", join("a"), "http://h/p/a", 0, nil},
		{"segment after a short one", "p", join("a"), "p/a", 0, nil},
		{"segment on an empty path", "http://h", join("a"), "http://h/a", 0, nil},
		{"segment of an opaque URI", "mailto:a", join("b"), "", 7, rulePathSegments},
		{"segment of an opaque URI with an escape", "mailto:%41", join("b"), "", 7, rulePathSegments},
		{"empty segment between", "http://h/", join("a", "", "b"), "http://h/a//b", 0, nil},
		{"empty segments", "http://h", join("", "", "b"), "http://h///b", 0, nil},
		{"empty segment after an empty one", "/p/", join("", "b"), "/p//b", 0, nil},
		{"empty segment for a root", "/", join(""), "/", 0, nil},
		{"empty segment that would begin an authority", "/", join("", "b"), "", 3, ruleAuthority},
		{"empty segment that would be a root", "", join("", "b"), "", 0, ruleRelSegment},
		{"empty segment that would be nothing", "?q", join(""), "", 0, ruleRelSegment},
		{"no segments", "?q", join(), "?q", 0, nil},
		{"dot segment", "http://h/p", join("."), "", 0, ruleSegment},
		{"two dots for a segment", "http://h/p", join("a", ".."), "", 0, ruleSegment},
		{"first segment with a colon", "", join("a:b", "c:d"), "a%3Ab/c:d", 0, nil},
		{"segment with a colon after a host", "//h", join("a:b"), "//h/a:b", 0, nil},

		{"query", "http://h/p#f", arg(URI.WithQuery, "a/b?c"), "http://h/p?a/b?c#f", 0, nil},
		{"empty query", "p", arg(URI.WithQuery, ""), "p?", 0, nil},
		{"query with a fragment", "http://h", arg(URI.WithQuery, "a#b"), "", 1, ruleQuery},
		{"query of an opaque URI", "mailto:a", arg(URI.WithQuery, "b"), "", 7, ruleHierPart},
		{"fragment", "mailto:a", arg(URI.WithFragment, "f"), "mailto:a#f", 0, nil},
		{"fragment with a bad escape", "http://h", arg(URI.WithFragment, "a%4"), "", 3, ruleEscaped},

		{"no userinfo", "http://u:p@h:8/p", sure(URI.WithoutUserinfo), "http://h:8/p", 0, nil},
		{"no userinfo, no host", "//u@", sure(URI.WithoutUserinfo), "//", 0, nil},
		{"no userinfo that could be told", "//a@b@c", sure(URI.WithoutUserinfo), "//a@b@c", 0, nil},
		{"no port", "http://u@h:8/p", sure(URI.WithoutPort), "http://u@h/p", 0, nil},
		{"no port to take out", "x:/p:8", sure(URI.WithoutPort), "x:/p:8", 0, nil},
		{"no query", "http://h/p?q#f", sure(URI.WithoutQuery), "http://h/p#f", 0, nil},
		{"no query, no fragment", "?", sure(URI.WithoutQuery), "", 0, nil},
		{"no fragment", "http://h/p?q#f", sure(URI.WithoutFragment), "http://h/p?q", 0, nil},
		{"no fragment, nothing else", "#f", sure(URI.WithoutFragment), "", 0, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.f(MustParse(tt.in))
			if tt.rule != nil {
				var e *SyntaxError
				if !errors.As(err, &e) || e.Offset != tt.offset || e.Rule.rule != tt.rule {
					t.Fatalf("%v, %v; want offset %d, rule %v", got, err, tt.offset, tt.rule)
				}
				return
			}
			if err != nil || got.String() != tt.want {
				t.Fatalf("%v, %v; want %s", got, err, tt.want)
			}
			if again := MustParse(tt.want); got != again {
				t.Errorf("offsets %+v, parsed %+v", got, again)
			}
		})
	}
}

// TestChangeErrors checks the errors for a valid part that does not fit into u.
func TestChangeErrors(t *testing.T) {
	join := func(u URI, s string) (URI, error) { return u.JoinSegments(s) }
	for _, tt := range []struct {
		in   string
		f    func(URI, string) (URI, error)
		part string
		want string
	}{
		{"file:///a", URI.WithPort, "8", `uri: change port "file:///a": host: it has no host at offset 7 (RFC 2396, 3.2.2)`},
		{"a/b", URI.WithPort, "8", `uri: change port "a/b": host: it has no host at offset 0 (RFC 2396, 3.2.2)`},
		{"http://a@b@c/", URI.WithPort, "8", `uri: change port "http://a@b@c/": host: it has no host at offset 7 (RFC 2396, 3.2.2)`},
		{"//a@b@c", URI.WithUserinfo, "u", `uri: change userinfo "//a@b@c": host: it has no host at offset 2 (RFC 2396, 3.2.2)`},
		{"//u:secret@", URI.WithUserinfo, "v", `uri: change userinfo "//u:xxxxx@": host: it has no host at offset 11 (RFC 2396, 3.2.2)`},
		{"//h", URI.WithUserinfo, "u:s e", `uri: change userinfo "u:xxxxx": userinfo: invalid character at offset 3 (RFC 2396, 3.2.2)`},
		{"//h", URI.WithUserinfo, ":s/e", `uri: change userinfo ":xxxxx": userinfo: invalid character at offset 2 (RFC 2396, 3.2.2)`},
		{"x:/?#u:p@", URI.WithPath, ":.a", `uri: change path "x:xxxxx@": abs_path: the text would parse into other parts at offset 6 (RFC 2396, 3)`},
		{"a;token=b?c#d", URI.WithPath, "x:y", `uri: change path "x:yxxxxx#d": scheme: the text would parse into other parts at offset 1 (RFC 2396, 3.1)`},
		{"a/b", URI.WithHost, "h", `uri: change host "a/b": abs_path: its path is relative at offset 0 (RFC 2396, 3)`},
		{"a/b", URI.WithAuthority, "h", `uri: change authority "a/b": abs_path: its path is relative at offset 0 (RFC 2396, 3)`},
		{"mailto:a", URI.WithHost, "h", `uri: change host "mailto:a": abs_path: it is opaque at offset 7 (RFC 2396, 3)`},
		{"mailto:a", URI.WithQuery, "q", `uri: change query "mailto:a": hier_part: it is opaque at offset 7 (RFC 2396, 3)`},
		{"http://h/", URI.WithHost, "g:80", `uri: change host "g:80": host: invalid character ':' at offset 1 (RFC 2396, 3.2.2)`},
		{"http://h/", URI.WithHost, "::1", `uri: change host "::1": ipv6reference: an IPv6 address needs brackets at offset 0 (RFC 2732, 3)`},
		{"a/b", URI.WithScheme, "1", `uri: change scheme "1": scheme: invalid character '1' at offset 0 (RFC 2396, 3.1)`},
		{"a?b", URI.WithScheme, "x", `uri: change scheme "x:a?b": abs_path: the text would parse into other parts at offset 5 (RFC 2396, 3)`},
		{"//h", URI.WithAuthority, "h/", `uri: change authority "h/": authority: invalid character '/' at offset 1 (RFC 2396, 3.2)`},
		{"//h", URI.WithAuthority, "[v]", `uri: change authority "[v]": ipv6reference: invalid character 'v' at offset 1 (RFC 2732, 3)`},
		{"//h", URI.WithHost, "a@", `uri: change host "a@": host: invalid character '@' at offset 1 (RFC 2396, 3.2.2)`},
		{"//h", URI.WithPort, "8a", `uri: change port "8a": port: invalid character 'a' at offset 1 (RFC 2396, 3.2.2)`},
		{"//h", URI.WithPath, "/[", `uri: change path "/[": path_segments: invalid character '[' at offset 1 (RFC 2396, 3.3)`},
		{"//h", URI.WithPath, "a", `uri: change path "a": abs_path: a path after an authority begins with "/" at offset 0 (RFC 2396, 3)`},
		{"http://svc:secret/word@h/", URI.WithPath, "x", `uri: change path "x": abs_path: a path after an authority begins with "/" at offset 0 (RFC 2396, 3)`},
		{"//u:p/secret@h/", URI.WithHost, "^", `uri: change host "^": authority: invalid character '^' at offset 0 (RFC 2396, 3.2)`},
		{"//u:p/secret@h/", URI.WithAuthority, "^", `uri: change authority "^": authority: invalid character '^' at offset 0 (RFC 2396, 3.2)`},
		{"u/s:secret@h", URI.WithPath, "x:y", `uri: change path "x:y": scheme: the text would parse into other parts at offset 1 (RFC 2396, 3.1)`},
		{"//h", join, "..", `uri: join segments "..": segment: not a name but a dot segment at offset 0 (RFC 2396, 3.3)`},
		{"x:y", join, "a", `uri: join segments "x:y": path_segments: an opaque part has no segments at offset 2 (RFC 2396, 3.3)`},
		{"//h", URI.WithQuery, "#", `uri: change query "#": query: invalid character '#' at offset 0 (RFC 2396, 3.4)`},
		{"x:y", URI.WithQuery, "a", `uri: change query "x:y": hier_part: it is opaque at offset 2 (RFC 2396, 3)`},
		{"//h", URI.WithFragment, "^", `uri: change fragment "^": fragment: invalid character '^' at offset 0 (RFC 2396, 4.1)`},
		{"x:y", URI.WithFragment, "%a", `uri: change fragment "%a": escaped: unexpected end at offset 2 (RFC 2396, 2.4.1)`},
		{"http://h/", URI.WithHost, "", `uri: change host "": host: unexpected end at offset 0 (RFC 2396, 3.2.2)`},
	} {
		if got, err := tt.f(MustParse(tt.in), tt.part); err == nil || err.Error() != tt.want {
			t.Errorf("%q, %q: %v, %v\nwant %s", tt.in, tt.part, got, err, tt.want)
		}
	}
}

// FuzzWith checks every change with [checkChanges].
func FuzzWith(f *testing.F) {
	for _, s := range []string{"", "http://u:p@h:80/p;x?q#f", "mailto:a@b", "//a@b@c", "//u@", "file:///p", "a/b", "?y", "//[::1]:8/"} {
		for _, part := range []string{"", "x", "//y", "a:b", "a/b", "[::1]", "::1", "9", "a@b", "%41", "..", "a?b#c", " "} {
			f.Add(s, part)
		}
	}
	f.Fuzz(func(t *testing.T, s, part string) {
		if u, err := Parse(s); err == nil {
			checkChanges(t, u, part)
			checkWith(t, u, part)
			checkJoin(t, u, strings.Split(part, "/"))
		}
	})
}

// The properties below are judged by the expression of RFC 2396, Appendix B, and for
// an authority by that of RFC 3986, 3.2. Neither calls the code under test.
var (
	genericExpr  = regexp.MustCompile(`^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?$`)
	hostListExpr = regexp.MustCompile(`^([^@]*)@([^@:,]*(?::[0-9]*)?(?:,[^@:,]*(?::[0-9]*)?)+)$`)
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
	} else if l := hostListExpr.FindStringSubmatch(m[4]); l != nil {
		p[partUserinfo], p[partHost] = l[1]+"@", "none "+l[2]
	} else {
		p[partHost] = "none " + m[4]
	}
	return p, authority
}

// pick joins n of the pieces, chosen at random.
func pick(r *rand.Rand, n int, pieces ...string) string {
	var b strings.Builder
	for range n {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// randomURI returns a URI-reference of random parts.
func randomURI(r *rand.Rand) URI {
	for {
		s := pick(r, 1, "", "", "http:", "x:", "mailto:", "FILE:")
		if r.IntN(3) > 0 {
			s += "//" + pick(r, r.IntN(6), "h", "u", ":", "@", "80", "[::1]", "_", "1.2.3.4", "%41", ".", "a.b", "-")
		}
		s += pick(r, r.IntN(6), "/", "/", "a", "..", ";", ":", "%2F", "@", "b.c")
		s += pick(r, 1, "", "", "?", "?q=1&a", "?a/b:c@d") + pick(r, 1, "", "", "#", "#f/?:@")
		if u, err := Parse(s); err == nil {
			return u
		}
	}
}

// randomArgument returns a text that may be meant as any part.
func randomArgument(r *rand.Rand) string {
	switch r.IntN(4) {
	case 0:
		return pick(r, 1, "", "h", "::1", "[::1]", "fe80::1", "a:b", "h:8a", ":c", "h:80:80", "h:80", "u@h", "//h", "/a//b", "..", "8080",
			"fe80::1%25en0", "1.2.3.4", "a_b", "[1:2]", "[::1]:80", "x:y", "a?b", "a#b", "a b", "%zz", "é", "[v1.a]", "mailto", "0::1.2.3.4")
	case 1:
		return pick(r, r.IntN(5), ":", "1", "a", "::", "[", "]", "@", "f")
	}
	return pick(r, r.IntN(6), "a", "h", ":", "@", "/", "?", "#", "[::1]", "%41", "80", ".", ";", " ", "_", "::1")
}

// TestChangeParts tries random changes of random URIs.
func TestChangeParts(t *testing.T) {
	r := seed.Rand(t)
	changed, failed := 0, 0
	for range *inputs {
		u, arg := randomURI(r), randomArgument(r)
		changed += checkChanges(t, u, arg)
		var segments []string
		for range r.IntN(5) {
			segments = append(segments, pick(r, 1, "", "", "a", "b/c", "d;e", ".", "..", "x:y", "é"))
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

// The characters of the parts that the With methods take, and how many of them.
var argumentExprs = [partCount]*regexp.Regexp{
	partScheme:   regexp.MustCompile(`^([A-Za-z][-A-Za-z0-9+.]*)?`),
	partUserinfo: regexp.MustCompile(`^([-A-Za-z0-9_.!~*'();:&=+$,]|%[0-9A-Fa-f]{2})*`),
	partPort:     regexp.MustCompile(`^[0-9]*`),
	partPath:     regexp.MustCompile(`^([-A-Za-z0-9_.!~*'();:@&=+$,/]|%[0-9A-Fa-f]{2})*`),
	partQuery:    regexp.MustCompile(`^([-A-Za-z0-9_.!~*'();/?:@&=+$,]|%[0-9A-Fa-f]{2})*`),
	partFragment: regexp.MustCompile(`^([-A-Za-z0-9_.!~*'();/?:@&=+$,]|%[0-9A-Fa-f]{2})*`),
}

// partAuthority is the whole authority, for slowWith.
const partAuthority = partCount

// badArgument returns the offset of the first wrong byte of an argument for the part, or -1.
// The parser judges authorities. toOpaque says that an opaque part would stay one.
func badArgument(arg string, part int, toOpaque bool) int {
	parsed := func(s string) (URI, int) {
		u, err := Parse("//" + s)
		if e, ok := err.(*SyntaxError); ok {
			return u, e.Offset - len("//")
		}
		return u, -1
	}
	end := 0
	switch {
	case part == partAuthority:
		end = ascii.IndexAnyOrEnd(arg, 0, "/?#")
		if _, bad := parsed(arg[:end]); bad >= 0 {
			return bad
		}
	case part == partHost:
		if end = ascii.IndexAnyOrEnd(arg, 0, "@/?#"); end < len(arg) || arg == "" {
			return end
		}
		if a, err := netip.ParseAddr(arg); err == nil && a.Is6() {
			return 0
		}
		u, bad := parsed(arg)
		host, ok := u.Host()
		switch {
		case bad >= 0:
			return bad
		case !ok:
			return strings.IndexByte(arg, ':')
		}
		end = len(host)
	case part == partPath && toOpaque:
		end = len(argumentExprs[partQuery].FindString(arg))
	default:
		end = len(argumentExprs[part].FindString(arg))
		if part == partScheme && arg == "" {
			return 0
		}
	}
	switch {
	case end == len(arg):
		return -1
	case arg[end] == '%' && part != partScheme && part != partPort: // the byte that breaks the escape
		if end++; end < len(arg) && strings.IndexByte("0123456789abcdefABCDEF", arg[end]) >= 0 {
			end++
		}
	}
	return end
}

// slowWith is the With method of a part, from the parts that Appendix B finds in s: it composes
// a text and parses it. Without a result it returns the offset of the error.
func slowWith(p [partCount]string, authority string, part int, arg string) (result URI, offset int) {
	opaque := p[partScheme] != "" && authority == "" && !strings.HasPrefix(p[partPath], "/")
	if bad := badArgument(arg, part, opaque && !strings.HasPrefix(arg, "/")); bad >= 0 {
		return URI{}, bad
	}
	relative := authority == "" && p[partPath] != "" && p[partPath][0] != '/'
	host, hasHost := strings.CutPrefix(p[partHost], "none ")
	hasHost = !hasHost && host != ""
	switch {
	case part == partQuery && opaque, (part == partAuthority || part == partHost) && relative:
		return URI{}, len(p[partScheme])
	case (part == partUserinfo || part == partPort) && !hasHost:
		return URI{}, len(p[partScheme]) + len(authority) - len(strings.TrimPrefix(authority, "//"+p[partUserinfo]))
	case part == partPath && authority != "" && arg != "" && arg[0] != '/':
		return URI{}, 0
	}
	switch part {
	case partScheme:
		p[part] = arg + ":"
	case partAuthority:
		authority = "//" + arg
	case partUserinfo:
		authority = "//" + arg + "@" + p[partHost] + p[partPort]
	case partHost:
		authority = "//" + p[partUserinfo] + arg + p[partPort]
	case partPort:
		authority = "//" + p[partUserinfo] + p[partHost] + ":" + arg
	case partPath:
		p[part] = arg
	case partQuery:
		p[part] = "?" + arg
	case partFragment:
		p[part] = "#" + arg
	}
	text := p[partScheme] + authority + p[partPath] + p[partQuery] + p[partFragment]
	u, err := Parse(text)
	if e, ok := err.(*SyntaxError); ok {
		return URI{}, e.Offset
	}
	got, gotAuthority := naiveParts(text)
	switch end := len(got[partScheme]); {
	case got[partScheme] != p[partScheme]:
		return URI{}, end - len(":")
	case gotAuthority != authority:
		return URI{}, end + len(gotAuthority)
	case got[partPath] != p[partPath]:
		return URI{}, end + len(gotAuthority) + len(got[partPath])
	}
	return u, -1
}

// withMethods are the With methods, by the parts of slowWith.
var withMethods = [partCount + 1]func(u URI, s string) (URI, error){
	URI.WithScheme, URI.WithUserinfo, URI.WithHost, URI.WithPort, URI.WithPath, URI.WithQuery, URI.WithFragment, URI.WithAuthority,
}

// checkWith compares each With method with slowWith.
func checkWith(t *testing.T, u URI, arg string) {
	t.Helper()
	parts, authority := naiveParts(u.String())
	for part, with := range withMethods {
		got, err := with(u, arg)
		want, offset := slowWith(parts, authority, part, arg)
		var e *SyntaxError
		if (err == nil) != (offset < 0) || got != want || err != nil && (!errors.As(err, &e) || e.Offset != offset) {
			t.Errorf("part %d of %q as %q: %q, %v, want %q, error at offset %d", part, u, arg, got, err, want, offset)
		}
	}
	if !strings.Contains(arg, "&") {
		got, err := u.WithValues(Values{Pair(arg), "x"})
		if want, wantErr := u.WithQuery(arg + "&x"); got != want || fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Errorf("WithValues of %q with %q: %q, %v, want %q, %v", u, arg, got, err, want, wantErr)
		}
	}
}

// TestWith tries all pairs of short parts, and random pairs.
func TestWith(t *testing.T) {
	var args []string
	for _, a := range []string{"", "a", "/", "//", ":", "1", "[::1]", "?", "@", "%41", "%4"} {
		for _, b := range []string{"", "b", "/", ":", "?", "#", "@h", "%", ".", "::1", " "} {
			args = append(args, a+b)
		}
	}
	for _, scheme := range []string{"", "x:"} {
		for _, authority := range []string{"", "//", "//h", "//u@h_x:80", "//a@b@c", "//u@h1:1,h2:2", "//:80", "//u@", "//[::1]:"} {
			for _, path := range []string{"", "/", "/a", "a", "a/b", "a:b"} {
				for _, rest := range []string{"", "?q", "?#f"} {
					u, err := Parse(scheme + authority + path + rest)
					for i, arg := range args {
						if err == nil && (*long || i%4 == len(u.s)%4) {
							checkWith(t, u, arg)
						}
					}
				}
			}
		}
	}
	r := seed.Rand(t)
	for range *inputs {
		checkWith(t, randomURI(r), randomArgument(r))
		if t.Failed() {
			break
		}
	}
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
	// The result of Host is a host.
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
	if again, parseErr := Parse(v.String()); parseErr != nil || again != v {
		t.Errorf("JoinSegments(%q) of %q: %q is not what Parse finds, %v", segments, u, v, parseErr)
	}
	if err != nil {
		p, authority := naiveParts(u.String())
		opaque := p[partScheme] != "" && authority == "" && !strings.HasPrefix(p[partPath], "/")
		dots := slices.Contains(segments, ".") || slices.Contains(segments, "..")
		path := strings.TrimSuffix(p[partPath], "/") + "/" + strings.Join(segments, "/")
		if v != (URI{}) || !opaque && !dots && (authority != "" || p[partPath] != "" && !strings.HasPrefix(path, "//") || p[partPath] == "" && segments[0] != "") {
			t.Errorf("JoinSegments(%q) of %q: %v", segments, u, err)
		}
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

// naiveSpans returns the offsets of the parts of s, by the two expressions and by the
// rule opaque_part of RFC 2396, 3. The start of an undefined part is -1.
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
		if l := hostListExpr.FindStringSubmatchIndex(s[m[8]:m[9]]); l != nil {
			spans[PartUserinfo] = group(l, 1, m[8])
		}
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
	r := seed.Rand(t)
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
