package guardtest_test

import (
	"iter"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/guard/guardtest"
	"example.com/uri/web"
)

// Parsers that look for a host in a way of their own.
var parsers = map[string]func(s string) string{
	"RFC 3986, Appendix B": func(s string) string { return before(authority(s), ":") },
	"the last @":           func(s string) string { s = authority(s); return s[strings.LastIndexByte(s, '@')+1:] },
	"the first @": func(s string) string {
		s = authority(s)
		if _, after, ok := strings.Cut(s, "@"); ok {
			s = after
		}
		return before(s, ":@")
	},
	"before the first colon": func(s string) string { return before(authority(s), ":") },
	"any odd character":      func(s string) string { return before(authority(s), "!$&'()*+,;=~%:@") },
	"decoded":                func(s string) string { return authority(decoded(s)) },
	"decoded twice":          func(s string) string { return authority(decoded(decoded(s))) },
	"backslash":              func(s string) string { return authority(strings.ReplaceAll(s, `\`, "/")) },
	"white space vanishes": func(s string) string {
		return authority(strings.NewReplacer("\t", "", "\r", "", "\n", "", " ", "").Replace(s))
	},
	"slashes not counted": func(s string) string {
		_, s, _ = strings.Cut(s, ":")
		return before(strings.TrimLeft(s, "/"), "/?#:")
	},
	"the scheme":    func(s string) string { return before(s, ":") },
	"no scheme":     func(s string) string { return before(s, "/") },
	"a later @":     func(s string) string { return before(s[strings.LastIndexByte(s, '@')+1:], "/?#") },
	"later slashes": func(s string) string { return before(s[strings.LastIndex(s, "//")+len("//"):], "/?#") },
	"dots merged":   func(s string) string { return regexp.MustCompile(`[.]+`).ReplaceAllString(authority(s), ".") },
	"brackets":      func(s string) string { return strings.Trim(authority(s), "[]") },
	"fullwidth": func(s string) string {
		return strings.Map(func(r rune) rune {
			if '\uff01' <= r && r <= '\uff5e' {
				r -= '\uff01' - '!'
			}
			return r
		}, authority(s))
	},
}

// before returns the text before the first of marks.
func before(s, marks string) string {
	if i := strings.IndexAny(s, marks); i >= 0 {
		s = s[:i]
	}
	return s
}

// authority returns the authority of s (RFC 3986, Appendix B).
func authority(s string) string {
	return regexp.MustCompile(`(?s)^(([^:/?#]+):)?(//([^/?#]*))?`).FindStringSubmatch(s)[4]
}

// TestHosts checks that each spelling is once, that no list lets it in and each keeps it out, and that
// each parser reads the host in one that does not look like it.
func TestHosts(t *testing.T) {
	for _, host := range []string{"evil.example", "127.0.0.1", "2001:db8::1", "xn--bcher-kva.example"} {
		list, err := guard.ParseHosts(host)
		if err != nil {
			t.Fatal(err)
		}
		all := slices.Collect(guardtest.Hosts(host))
		if sorted := slices.Sorted(slices.Values(all)); len(slices.Compact(sorted)) != len(all) || len(all) < 800 {
			t.Errorf("%s: %d URLs, or one is yielded twice", host, len(all))
		}
		for _, s := range all {
			if u, err := uri.Parse(s); err == nil && (!list.MayMatch(u) || list.Match(u) && isOther(s)) {
				t.Errorf("%s: %q: MayMatch %v, Match %v", host, s, list.MayMatch(u), list.Match(u))
			}
		}
		if host != "evil.example" {
			continue
		}
		for name, parser := range parsers {
			if !slices.ContainsFunc(all, func(s string) bool {
				return parser(s) == host && (name == "the last @" || name == "before the first colon" || strings.HasPrefix(name, "RFC") || authority(s) != host)
			}) {
				t.Errorf("%s: no URL for the parser: %s", host, name)
			}
		}
	}
}

// isOther reports whether s is a URL in which RFC 3986 reads good.example, so that Match may not find
// another host.
func isOther(s string) bool {
	u, err := uri.Parse(s)
	host, _ := u.Host()
	return err == nil && host == "good.example"
}

// TestReferences checks that a Redirector refuses each reference, or makes a URL of it that stays on
// the origin for RFC 3986, browsers and net/url.
func TestReferences(t *testing.T) {
	for _, origin := range []string{"https://good.example", "http://www.good.example:8080"} {
		redirector, n, refused := guard.Redirector{Base: uri.MustParse(origin + "/login")}, 0, 0
		for s := range guardtest.References(origin) {
			n++
			to, err := redirector.Resolve(s)
			if err != nil {
				refused++
				continue
			}
			v, err := url.Parse(to.String())
			w, err2 := web.Parse(to.String())
			if !strings.HasPrefix(to.String(), origin+"/") || err != nil || err2 != nil || v.Scheme+"://"+v.Host != origin || w.Origin() != origin || strings.HasPrefix(to.Path(), "//") {
				t.Errorf("%s: %q leads to %s", origin, s, to)
			}
		}
		if n < 1000 || refused < n/2 {
			t.Errorf("%s: %d references, %d refused", origin, n, refused)
		}
		all := slices.Collect(guardtest.References(origin))
		scheme, host, _ := strings.Cut(origin, "://")
		if sorted := slices.Sorted(slices.Values(all)); len(slices.Compact(sorted)) != len(all) {
			t.Errorf("%s: a reference is yielded twice", origin)
		}
		for _, want := range []string{origin + "@evil.example/", "//evil.example", "/%5Cevil.example", "/x/../%2Fevil.example", scheme + ":evil.example/", scheme + "://" + host + `\@evil.example/`, "//" + host + "/http://evil.example/"} {
			if !slices.Contains(all, want) {
				t.Errorf("%s: no %s", origin, want)
			}
		}
		for _, other := range []string{"/evil.example", "/x/evil.example", "/aevil.example"} {
			if slices.Contains(all, other) {
				t.Errorf("%s: %s leads to no other host", origin, other)
			}
		}
		for n := range len(all) { // a loop may end early
			if n > 50 && n < len(all)-50 {
				continue
			}
			i := 0
			for range guardtest.References(origin) {
				if i++; i > n {
					break
				}
			}
		}
	}
}

// TestAnyText checks that no text makes a function of the package panic.
func TestAnyText(t *testing.T) {
	for _, s := range []string{"", "%", "\x00\xff", "//", "http:", strings.Repeat("a", 1000)} {
		for _, f := range []func(string) iter.Seq[string]{guardtest.Fields, guardtest.Hosts, guardtest.Paths, guardtest.References} {
			for range f(s) {
			}
		}
	}
}
