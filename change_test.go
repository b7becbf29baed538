package uri

import (
	"errors"
	"strings"
	"testing"
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
		rule     Rule
	}{
		{"scheme", "http://h/p?q#f", arg(URI.WithScheme, "https"), "https://h/p?q#f", 0, 0},
		{"scheme for a relative reference", "//h/p", arg(URI.WithScheme, "x"), "x://h/p", 0, 0},
		{"scheme with a bad octet", "http://h", arg(URI.WithScheme, "ht_p"), "", 2, RuleScheme},
		{"empty scheme", "http://h", arg(URI.WithScheme, ""), "", 0, RuleScheme},
		{"scheme before a segment", "a/b", arg(URI.WithScheme, "x"), "x:a/b", 0, 0},
		{"scheme before nothing", "", arg(URI.WithScheme, "x"), "", 2, RuleOpaquePart},
		{"scheme before a query", "?q", arg(URI.WithScheme, "x"), "", 4, RuleAbsPath},

		{"authority", "http://h/p", arg(URI.WithAuthority, "u@g:1"), "http://u@g:1/p", 0, 0},
		{"empty authority", "file:/p", arg(URI.WithAuthority, ""), "file:///p", 0, 0},
		{"authority with a path", "http://h/p", arg(URI.WithAuthority, "g/x"), "", 1, RuleAuthority},
		{"authority with half a literal", "http://h/p", arg(URI.WithAuthority, "[::1"), "", 4, RuleIPv6reference},
		{"authority with a bad literal", "http://h/p", arg(URI.WithAuthority, "u@[1:2]"), "", 3, RuleIPv6address},
		{"authority before a rel_path", "p", arg(URI.WithAuthority, "g"), "", 0, RuleAbsPath},
		{"empty authority before a rel_path", "x/y?q", arg(URI.WithAuthority, ""), "", 0, RuleAbsPath},
		{"authority before an empty path", "?q", arg(URI.WithAuthority, "g"), "//g?q", 0, 0},
		{"authority in an opaque URI", "mailto:a", arg(URI.WithAuthority, "g"), "", 7, RuleAbsPath},

		{"userinfo", "http://h:8/p", arg(URI.WithUserinfo, "u:p"), "http://u:p@h:8/p", 0, 0},
		{"userinfo replaced", "http://a@h", arg(URI.WithUserinfo, ""), "http://@h", 0, 0},
		{"userinfo with a host in it", "http://h/", arg(URI.WithUserinfo, "evil@x"), "", 4, RuleUserinfo},
		{"userinfo that is a delimiter", "http://h/", arg(URI.WithUserinfo, "@"), "", 0, RuleUserinfo},
		{"userinfo without a host", "file:///p", arg(URI.WithUserinfo, "u"), "", 7, RuleHost},
		{"userinfo without an authority", "http:/p", arg(URI.WithUserinfo, "u"), "", 5, RuleHost},

		{"host", "http://u@h:8/p", arg(URI.WithHost, "[::1]"), "http://u@[::1]:8/p", 0, 0},
		{"host for a path", "/p", arg(URI.WithHost, "h"), "//h/p", 0, 0},
		{"registry's name", "http://h/p", arg(URI.WithHost, "a_b"), "http://a_b/p", 0, 0},
		{"host with a port", "http://h/p", arg(URI.WithHost, "g:80"), "", 1, RuleHost},
		{"host with a port that is none", "http://h/p", arg(URI.WithHost, "h:8a"), "", 1, RuleHost},
		{"host with two ports", "http://h/p", arg(URI.WithHost, "h:80:80"), "", 1, RuleHost},
		{"literal with a port", "http://h/p", arg(URI.WithHost, "[::1]:80"), "", 5, RuleHost},
		{"host that is a port", "http://h/p", arg(URI.WithHost, ":c"), "", 0, RuleHost},
		{"host with a colon", "http://h/p", arg(URI.WithHost, "a:b"), "", 1, RuleHost},
		{"address without brackets", "http://safe.example/", arg(URI.WithHost, "::1"), "", 0, RuleIPv6reference},
		{"another", "http://safe.example/", arg(URI.WithHost, "fe80::1"), "", 0, RuleIPv6reference},
		{"address with a zone", "http://safe.example/", arg(URI.WithHost, "fe80::1%en0"), "", 0, RuleIPv6reference},
		{"literal that is none", "http://h/p", arg(URI.WithHost, "[1:2]"), "", 1, RuleIPv6address},
		{"host for several", "http://a@b@c/p", arg(URI.WithHost, "h"), "http://h/p", 0, 0},
		{"host with userinfo", "http://h/p", arg(URI.WithHost, "u@g"), "", 1, RuleHost},
		{"host with a path", "http://h/p", arg(URI.WithHost, "g/x"), "", 1, RuleHost},
		{"host with a query", "http://h/p", arg(URI.WithHost, "g?x"), "", 1, RuleHost},
		{"host with a fragment", "http://h/p", arg(URI.WithHost, "g#x"), "", 1, RuleHost},
		{"host for a relative path", "a/b", arg(URI.WithHost, "h"), "", 0, RuleAbsPath},
		{"host for an opaque part", "mailto:a", arg(URI.WithHost, "h"), "", 7, RuleAbsPath},
		{"empty host", "http://u@h/p", arg(URI.WithHost, ""), "", 0, RuleHost},
		{"host with a space", "http://h/p", arg(URI.WithHost, "g x"), "", 1, RuleAuthority},

		{"port", "http://h/p", arg(URI.WithPort, "81"), "http://h:81/p", 0, 0},
		{"empty port", "http://h:80/p", arg(URI.WithPort, ""), "http://h:/p", 0, 0},
		{"port with a letter", "http://h/p", arg(URI.WithPort, "8a"), "", 1, RulePort},
		{"port where no host is named", "http://a@b@c/p", arg(URI.WithPort, "8"), "", 7, RuleHost},

		{"path", "http://h/p?q", arg(URI.WithPath, "/a/b"), "http://h/a/b?q", 0, 0},
		{"path with a query", "http://h/p", arg(URI.WithPath, "/a?b"), "", 2, RulePathSegments},
		{"path that is a query", "http://h/p", arg(URI.WithPath, "?b"), "", 0, RulePathSegments},
		{"path that would be an authority", "http:/p", arg(URI.WithPath, "//evil/x"), "", 11, RuleAuthority},
		{"path that would lengthen the host", "http://h", arg(URI.WithPath, "x"), "", 9, RuleAuthority},
		{"path that would be a scheme", "p", arg(URI.WithPath, "x:y"), "", 1, RuleScheme},
		{"opaque part", "mailto:a", arg(URI.WithPath, "b?c"), "mailto:b?c", 0, 0},
		{"opaque part with a fragment", "mailto:a", arg(URI.WithPath, "b#c"), "", 1, RuleOpaquePart},
		{"opaque part that is a path", "mailto:a", arg(URI.WithPath, "/b"), "", 0, RuleOpaquePart},
		{"opaque part gone", "mailto:a", arg(URI.WithPath, ""), "", 7, RuleOpaquePart},

		{"segments", "http://h/p?q", join("a b", "c/d;e", ""), "http://h/p/a%20b/c%2Fd%3Be/?q", 0, 0},
		{"segment behind an empty one", "http://h/p/", join("a"), "http://h/p/a", 0, 0},
		{"segment behind a short one", "p", join("a"), "p/a", 0, 0},
		{"segment on an empty path", "http://h", join("a"), "http://h/a", 0, 0},
		{"segment of an opaque URI", "mailto:a", join("b"), "", 7, RulePathSegments},
		{"segment of an opaque URI with an escape", "mailto:%41", join("b"), "", 7, RulePathSegments},
		{"empty segment between", "http://h/", join("a", "", "b"), "http://h/a//b", 0, 0},
		{"empty segments", "http://h", join("", "", "b"), "http://h///b", 0, 0},
		{"empty segment behind an empty one", "/p/", join("", "b"), "/p//b", 0, 0},
		{"empty segment for a root", "/", join(""), "/", 0, 0},
		{"empty segment that would begin an authority", "/", join("", "b"), "", 3, RuleAuthority},
		{"empty segment that would be a root", "", join("", "b"), "", 0, RuleRelSegment},
		{"empty segment that would be nothing", "?q", join(""), "", 0, RuleRelSegment},
		{"no segments", "?q", join(), "?q", 0, 0},
		{"dot segment", "http://h/p", join("."), "", 0, RuleSegment},
		{"two dots for a segment", "http://h/p", join("a", ".."), "", 0, RuleSegment},
		{"first segment with a colon", "", join("a:b"), "", 1, RuleScheme},

		{"query", "http://h/p#f", arg(URI.WithQuery, "a/b?c"), "http://h/p?a/b?c#f", 0, 0},
		{"empty query", "p", arg(URI.WithQuery, ""), "p?", 0, 0},
		{"query with a fragment", "http://h", arg(URI.WithQuery, "a#b"), "", 1, RuleQuery},
		{"query of an opaque URI", "mailto:a", arg(URI.WithQuery, "b"), "", 7, RuleHierPart},
		{"fragment", "mailto:a", arg(URI.WithFragment, "f"), "mailto:a#f", 0, 0},
		{"fragment with a bad escape", "http://h", arg(URI.WithFragment, "a%4"), "", 3, RuleEscaped},

		{"no userinfo", "http://u:p@h:8/p", sure(URI.WithoutUserinfo), "http://h:8/p", 0, 0},
		{"no userinfo, no host", "//u@", sure(URI.WithoutUserinfo), "//", 0, 0},
		{"no userinfo that could be told", "//a@b@c", sure(URI.WithoutUserinfo), "//a@b@c", 0, 0},
		{"no port", "http://u@h:8/p", sure(URI.WithoutPort), "http://u@h/p", 0, 0},
		{"no port to take out", "x:/p:8", sure(URI.WithoutPort), "x:/p:8", 0, 0},
		{"no query", "http://h/p?q#f", sure(URI.WithoutQuery), "http://h/p#f", 0, 0},
		{"no query, no fragment", "?", sure(URI.WithoutQuery), "", 0, 0},
		{"no fragment", "http://h/p?q#f", sure(URI.WithoutFragment), "http://h/p?q", 0, 0},
		{"no fragment, nothing else", "#f", sure(URI.WithoutFragment), "", 0, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.f(MustParse(tt.in))
			if tt.rule != 0 {
				var e *SyntaxError
				if !errors.As(err, &e) || e.Offset != tt.offset || e.Rule != tt.rule {
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
		{"http://a@b@c/", URI.WithPort, "8", `uri: change port "http://xxxxx@c/": host: it has no host at offset 7 (RFC 2396, 3.2.2)`},
		{"//a@b@c", URI.WithUserinfo, "u", `uri: change userinfo "//a@b@c": host: it has no host at offset 2 (RFC 2396, 3.2.2)`},
		{"//u:secret@", URI.WithUserinfo, "v", `uri: change userinfo "//u:xxxxx@": host: it has no host at offset 11 (RFC 2396, 3.2.2)`},
		{"//h", URI.WithUserinfo, "u:s e", `uri: change userinfo "u:xxxxx": userinfo: invalid character at offset 3 (RFC 2396, 3.2.2)`},
		{"//h", URI.WithUserinfo, ":s/e", `uri: change userinfo ":xxxxx": userinfo: invalid character at offset 2 (RFC 2396, 3.2.2)`},
		{"a/b", URI.WithHost, "h", `uri: change host "a/b": abs_path: its path is relative at offset 0 (RFC 2396, 3)`},
		{"a/b", URI.WithAuthority, "h", `uri: change authority "a/b": abs_path: its path is relative at offset 0 (RFC 2396, 3)`},
		{"mailto:a", URI.WithHost, "h", `uri: change host "mailto:a": abs_path: it is opaque at offset 7 (RFC 2396, 3)`},
		{"mailto:a", URI.WithQuery, "q", `uri: change query "mailto:a": hier_part: it is opaque at offset 7 (RFC 2396, 3)`},
		{"http://h/", URI.WithHost, "g:80", `uri: change host "g:80": host: invalid character ':' at offset 1 (RFC 2396, 3.2.2)`},
		{"http://h/", URI.WithHost, "::1", `uri: change host "::1": ipv6reference: an IPv6 address needs brackets at offset 0 (RFC 2732, 3)`},
		{"a/b", URI.WithScheme, "1", `uri: change scheme "1": scheme: invalid character '1' at offset 0 (RFC 2396, 3.1)`},
		{"a?b", URI.WithScheme, "x", `uri: change scheme "x:a?b": abs_path: the text would read as other parts at offset 5 (RFC 2396, 3)`},
		{"//h", URI.WithAuthority, "h/", `uri: change authority "h/": authority: invalid character '/' at offset 1 (RFC 2396, 3.2)`},
		{"//h", URI.WithAuthority, "[v]", `uri: change authority "[v]": ipv6reference: invalid character 'v' at offset 1 (RFC 2732, 3)`},
		{"//h", URI.WithHost, "a@", `uri: change host "a@": host: invalid character '@' at offset 1 (RFC 2396, 3.2.2)`},
		{"//h", URI.WithPort, "8a", `uri: change port "8a": port: invalid character 'a' at offset 1 (RFC 2396, 3.2.2)`},
		{"//h", URI.WithPath, "/[", `uri: change path "/[": path_segments: invalid character '[' at offset 1 (RFC 2396, 3.3)`},
		{"//h", URI.WithPath, "a", `uri: change path "//ha": authority: the text would read as other parts at offset 4 (RFC 2396, 3.2)`},
		{"http://svc:secret/word@h/", URI.WithPath, "x", `uri: change path "http://svc:xxxxxx": authority: the text would read as other parts at offset 18 (RFC 2396, 3.2)`},
		{"//u:p/secret@h/", URI.WithHost, "^", `uri: change host "^": authority: invalid character '^' at offset 0 (RFC 2396, 3.2)`},
		{"//u:p/secret@h/", URI.WithAuthority, "^", `uri: change authority "^": authority: invalid character '^' at offset 0 (RFC 2396, 3.2)`},
		{"u/s:secret@h", URI.WithPath, "x:y", `uri: change path "x:y": scheme: the text would read as other parts at offset 1 (RFC 2396, 3.1)`},
		{"//h", join, "..", `uri: join segments "..": segment: a dot segment is a step, not a name at offset 0 (RFC 2396, 3.3)`},
		{"x:y", join, "a", `uri: join segments "x:y": path_segments: an opaque part has no segments at offset 2 (RFC 2396, 3.3)`},
		{"", join, "a:b", `uri: join segments "a:b": scheme: the text would read as other parts at offset 1 (RFC 2396, 3.1)`},
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
			checkJoin(t, u, strings.Split(part, "/"))
		}
	})
}
