package guard

import (
	"runtime/debug"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/web"
)

// FuzzConfusion holds what goes wrong where two parsers read one text as two
// URIs ("Exploiting URL Parsing Confusion", 2022: scheme, slash, backslash,
// encoded data and scheme mix-up) and what the CVEs named below were about. All
// of it is about texts that the library accepts.
func FuzzConfusion(f *testing.F) {
	for _, s := range []string{
		"http://a/b", "//evil.example/x", "http:///evil.example/", "http:evil.example", "http:/\\evil", "http://[::1]/", "http://a[::1]/",
		"http://u:SECRETPASS@h/p", "../x", "//h2", "?a&b=c&&", "http://a%2Fb/", "http://h%00/", "http://h/\x7f", "\x01http://h/", "http://h#@g",
		"https://a@b@c", "ldap://h?x", "http://127.1", "x:/a", "\thttp://h", "http://h:80:80", "hTTp://h", "://h", "http//h",
	} {
		f.Add("http://u:SECRETPASS@h/a/b?c", s)
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, b, s string) {
		u, err := uri.Parse(s)
		if err != nil {
			return
		}
		// Octets that some parsers strip or take for others: white space,
		// controls, backslashes (CVE-2022-0391, CVE-2023-24329).
		for i := range len(s) {
			if s[i] < 0x21 || s[i] >= 0x7F || s[i] == '\\' {
				t.Fatalf("%q is accepted, with %#x", s, s[i])
			}
		}
		host, _ := u.Host()
		found := Code(0)
		for _, f := range Audit(u) {
			found |= f.Code
		}
		// Brackets around an IPv6 address that is the host, and nowhere else
		// (CVE-2025-0938, CVE-2025-47912, CVE-2026-25679).
		if n := strings.Count(s, "[") + strings.Count(s, "]"); n > 0 {
			if n != 2 || u.HostKind() != uri.HostIPv6 || host[0] != '[' || host[len(host)-1] != ']' {
				t.Errorf("%q: brackets, and the host is %q", s, host)
			}
		}
		// A host that decodes to something with delimiters in it is told of, and
		// no struct takes it (CVE-2022-27780).
		if decoded, err := uri.Unescape(host); err != nil || strings.ContainsAny(decoded, "/?#@\\% \r\n\t\x00") {
			if found&CodeEscapedHost == 0 || AgreesWithNetURL(u) == nil {
				t.Errorf("%q: host %q is not told of", s, decoded)
			}
		}
		if x, err := uri.Interpret(u); err == nil {
			if h, ok := x.(uri.HTTP); ok && strings.ContainsAny(h.Host, "/?#@\\% ") {
				t.Errorf("%q: http host %q", s, h.Host)
			}
		}
		// Slashes, and an authority with two "@": where a browser finds a host and the
		// grammar none, that is told of.
		if v, err := web.Parse(s); err == nil && host == "" && found&(CodeSlashConfusion|CodeEmptyHost|CodeMissingHost|CodeRegistryAuthority) == 0 {
			if name, _ := v.Host(); name != "" {
				t.Errorf("%q: the host %q of browsers is not told of", s, name)
			}
		}
		// Scheme: what has none is relative to every base, whatever it looks like.
		if !u.IsAbsolute() && u.Scheme() != "" || u.IsAbsolute() && strings.Trim(strings.ToLower(u.Scheme()), "abcdefghijklmnopqrstuvwxyz0123456789+-.") != "" {
			t.Errorf("%q: scheme %q", s, u.Scheme())
		}
		// The userinfo of a base goes to no other host (CVE-2025-27221,
		// CVE-2025-61594).
		base, err := uri.Parse(b)
		if err != nil {
			return
		}
		for _, mode := range []uri.Mode{uri.RFC2396, uri.RFC3986, uri.RFC1808} {
			v, err := uri.Resolver{Mode: mode}.Resolve(base, u)
			if err != nil {
				continue
			}
			got, _ := v.Authority()
			from, _ := base.Authority()
			asked, has := u.Authority()
			if u.IsAbsolute() && got != asked || !u.IsAbsolute() && got != from && (!has || got != asked) {
				t.Errorf("%q against %q: the authority is %q", s, b, got)
			}
		}
	})
}

// TestPairMemory reads a query of a million pairs with one allocation, the slice of pairs:
// names and values are parts of the query (CVE-2025-61726). The collector of Go 1.24 allocates,
// so it waits.
func TestPairMemory(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	u := uri.MustParse("?" + strings.Repeat("a=1&", 1_000_000) + "=")
	n := 0
	if allocs := testing.AllocsPerRun(1, func() {
		for _, p := range u.Values() {
			n += len(p.Name())
		}
	}); allocs != 1 || n != 2_000_000 {
		t.Errorf("%v allocations, %d names", allocs, n)
	}
}
