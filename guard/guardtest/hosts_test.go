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

// TestHosts checks that no list lets a spelling in and each keeps it out, and that each parser reads
// the host in one that does not look like it.
func TestHosts(t *testing.T) {
	for _, host := range []string{"evil.example", "127.0.0.1", "2001:db8::1", "xn--bcher-kva.example"} {
		list, err := guard.ParseHosts(host)
		if err != nil {
			t.Fatal(err)
		}
		all := slices.Collect(guardtest.Hosts(host))
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

// TestHostsOf has spellings of hosts that programs were seen to read.
func TestHostsOf(t *testing.T) {
	for host, want := range map[string][]string{
		"evil.example": {
			"http://evil.example/", "http://EVIL.example/", "http://evil.example./", "http://evil.example../", "http://.evil.example/", "http://evil..example/", "http://evil.example\\.good.example/", "http://evil.example%2f.good.example/",
			"http://evil.example%252f.good.example/", "http://evil.example%c0%af.good.example/", "http://evil.example%c0%a0.good.example/", "http://good.example\\@evil.example/", "http://ev\til.example/", "http://ev%c2%adil.example/", "http://evil\xff.example/", "ht\ttp://evil.example/",
			"http://evil%2eexample/", "http://evil\u3002example/", "http://x@evil@example/", "http://\uff45\uff56\uff49\uff4c.example/", "http://xn--evil-.example/", "http://%65%76%69%6c%2e%65%78%61%6d%70%6c%65/",
			"http://[evil.example]/", "http://evil.example[::1]/", "evil.example://good.example/", "evil.example:80//good.example/", "mailto:u@evil.example", "http:/evil.example/", "jar:http://evil.example/x!/y", "http://evil.example:\uff18\uff10/",
			"http://good.example:80/a@evil.example/", "http://%65vil.example/",
		},
		"127.0.0.1": {
			"http://127.1/", "http://0x7f.0.0.1/", "http://0x7f000001/", "http://0177.0.0.1/", "http://017700000001/", "http://2130706433/", "http://6425673729/", "http://0127.0.0.1/", "http://127.0.0.01/", "http://127.0.1/", "http://0X7F.0X1/", "http://127.0.0.1./",
			"http://[::ffff:7f00:1]/", "http://[::ffff:127.0.0.1]/", "http://[64:ff9b::7f00:1]/", "http://[::ffff:0:127.0.0.1]/", "http://\u2460\u2461\u2466.0.0.1/", "http://\uff11\uff12\uff17.0.0.1/", "http:///", "http://2130706433:x@good.example/",
		},
		"1.2.3.4": {
			"http://16909060/", "http://1.131844/", "http://1.2.772/", "http://01.2.3.4/", "http://1.2.3.04/", "http://01.02.03.04/", "http://0x1.0x2.0x3.0x4/", "http://0x1.2.3.4/", "http://1.2.3.0x4/", "http://4311876356/", "http://[::ffff:0102:304]/",
			"http://0100401404/", "http://0x1020304/", "http://0X1.0X20304/", "http://01.02.01404/",
		},
		"169.254.169.254": {"http://\u2460\u2465\u2468.254.169.254/", "http://169.254..169.254/", "//+169.254.169.254", "http://[64:ff9b::a9fe:a9fe]/"},
		"::1":             {"http://[::1]/", "http://::1/", "http://::1]/", "http://[::1%25eth0]/", "http://[::%31]/", "http://%5b::1%5d/", "http://good.example[::1]/", "http://::1:80/", "http://a@b@c/"},
		"localhost":       {"http://:80/", "http://u@/", "//good.example/", "http+unix://good.example/", "http://%65vil.example/"},
		"redis":           {"redis://good.example/", "REDIS://good.example/"},
		"edi":             {"redis://[::1]:80/"},
		"k.example":       {"http://\u212a.example/"},
		"a1.example":      {"http://a\u2460.example/"},
		"fass.example":    {"http://fa\u00df.example/", "http://fa\u017f\u017f.example/"},

		"xn--bcher-kva.example": {"http://b\u00fccher.example/", "http://B\u00dcCHER.example/", "http://bu\u0308cher.example/", "http://xn--bcher-kv.example/"},
		"xn--nxasmq6b.example":  {"http://\u03b2\u03cc\u03bb\u03bf\u03c2.example/"},
	} {
		all := slices.Collect(guardtest.Hosts(host))
		for _, s := range want {
			if !slices.Contains(all, s) {
				t.Errorf("%s: no %q", host, s)
			}
		}
	}
	if slices.Contains(slices.Collect(guardtest.Hosts("xn--9.example")), "http://.example/") {
		t.Error("xn--9 stands for no characters")
	}
	for s := range guardtest.Hosts("10.0.0.1") {
		if s == "http:///" || s == "http://u@/" {
			t.Errorf("10.0.0.1 is this machine: %q", s)
		}
	}
}

// TestHostsCount checks that each host has many spellings, also many URIs, and each once, and that a
// loop may end early.
func TestHostsCount(t *testing.T) {
	for _, host := range []string{"evil.example", "localhost", "127.0.0.1", "10.0.0.1", "::1", "2001:db8::1", "xn--bcher-kva.example", "a-b_c.evil.example"} {
		seen, uris := map[string]bool{}, 0
		for s := range guardtest.Hosts(host) {
			if seen[s] {
				t.Errorf("%s: %q twice", host, s)
			}
			seen[s] = true
			if uri.Valid(s) {
				uris++
			}
		}
		if len(seen) < 1000 || uris < 100 {
			t.Errorf("%s: %d spellings, of which %d are URIs", host, len(seen), uris)
		}
		for n := range min(50, len(seen)) {
			i := 0
			for range guardtest.Hosts(host) {
				if i++; i > n {
					break
				}
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
		for _, n := range []int{0, 1, 9, 10, 20, 50, 1000, len(all) - 1} { // a loop may end early
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
	for _, s := range []string{"", "%", "\x00\xff", "//", "http:", strings.Repeat("a", 300)} {
		for _, f := range []func(string) iter.Seq[string]{guardtest.Fields, guardtest.Hosts, guardtest.Paths, guardtest.References} {
			for range f(s) {
			}
		}
	}
}
