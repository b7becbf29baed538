package hostread_test

import (
	"net/netip"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/internal/hostread"
)

// TestDisputed has URIs of which programs that many use read another host, and near misses.
func TestDisputed(t *testing.T) {
	for s, want := range map[string]bool{
		"http://u:p@h/": false, "http://u::@h/": true, "http://u:p:@h/": true, "http://u:p%3a@h/": false, "http://u%2f@h/": false, "http://u:%40@h/": false, "http://:@h/": false,
		"http://h?@e": true, "http://h#@e": true, "http://h/?@e": false, "http://h:80/@e": true, "http://h:/@e": true, "http://h:80/e": false, "x:a@b": false, "?a@b": false,
		"http://xn--a/": false, "http://xn--bcher-kva.example/": false, "http://xn--bcher-kv.example/": true, "http://a.XN--BCHER-KV/": true, "http://xn--a-.example/": true, "http://a--b/": false,
		"http://010.0.0.1/": true, "http://%30%31%32.0.0.1/": true, "http://10.0.0.1/": false, "http://0x7f.1/": false, "http://127.1/": false, "http://10.0.0.08/": false,
		"http://a~b/": true, "http://a%62/": true, "http://a_b-c.d/": false, "http://[::1]/": false,
		"http://" + strings.Repeat("a.", 126) + "a/": false, "http://" + strings.Repeat("a.", 126) + "ab/": true,
	} {
		u := uri.MustParse(s)
		if got := hostread.Disputed(u, hostread.AddrsOf(u)); got != want {
			t.Errorf("%s: %v", s, got)
		}
	}
}

// TestEscapesDelimiter has each escaped delimiter, and other escapes.
func TestEscapesDelimiter(t *testing.T) {
	for s, want := range map[string]bool{
		"http://u%2f@h/": true, "http://%5c@h/": true, "http://u:p%3f@h/": true, "http://%3A%23@h/": true, "http://u%40@h/": true, "http://u%20%21@h/": false, "http://u:p@h%2f/": false, "http://h/%2f@": false,
	} {
		if got := hostread.EscapesDelimiter(uri.MustParse(s)); got != want {
			t.Errorf("%s: %v", s, got)
		}
	}
}

// TestOffsets has the places of what is disputed.
func TestOffsets(t *testing.T) {
	for s, want := range map[string][3]int{
		"http://h/": {-1, -1, -1}, "HTTP://h/": {0, -1, -1}, "wsS://h/": {2, -1, -1}, "X://h/": {-1, -1, -1}, "FILE://h/": {-1, -1, -1}, "fTp://h?@": {1, 7, -1},
		"http://h:1/@": {-1, 10, -1}, "//h#@": {-1, 3, -1}, "http://a.xn--9.b/": {-1, -1, 2}, "http://xn--/": {-1, -1, 0}, "http://xn--bcher-kva/": {-1, -1, -1},
	} {
		u := uri.MustParse(s)
		host, _ := u.Host()
		if got := [3]int{hostread.Capital(u), hostread.LaterAt(u), hostread.BrokenLabel(host)}; got != want {
			t.Errorf("%s: %v, want %v", s, got, want)
		}
	}
}

// TestReads has texts in which some program reads evil.example, and near misses.
func TestReads(t *testing.T) {
	for s, want := range map[string]bool{
		"x///evil.example/": true, "x/y//evil.example": true, "/evil.example": false, "///evil.example": true, "x/evil.example": false, "file:///evil.example/x": false, "file:////evil.example/x": true,
		"foo:///x/evil.example": false, "http://a.xn--bcher-kv.example/": true, "http://a.xn--bcher-kva.example/": false, "http://u@h?evil.example": false, "http://%C3%A9@h/": false, "http://%C3%A9:x@h/": false, "http://%C3%A9:x:y@h/": true, "http://%C3%A9%2f@h/": true, "http://h%C3%A9/": true,
		"http://h/@evil.example": false, "http://h:1/x@y/evil.example": false, "http://h:1/x@y@evil.example": true, "x:a/b@evil.example": true, "https://h/": false, "evil.examples://h/": false, "http://evil.example:1/": true,
		"redis://xevil.exampley/": false, "http://%2525252565vil.example/": true, "xevil.exampley://[::1]/": true, "xevil.exampley://127.0.0.1/": false,
		"http://%C2%80@h/": false, "http://h?@evil@example": true, "http://h?@evil@example@x": false, "http://x@evil%40example/": true, "http://@evil@example/": true, "x:a@b/c@evil.example": true, "x//y//evil.example": true,
	} {
		if got := reads(s, "evil.example"); got != want {
			t.Errorf("%s: %v", s, got)
		}
	}
}

// TestReadsShort has the shortest scheme that is a host without its first and last character.
func TestReadsShort(t *testing.T) {
	for s, want := range map[string]bool{"abc://[::1]/": true, "ab://[::1]/": false, "bb://[::1]/": false, "b://[::1]/": true, "a://[::1]/": false} {
		if got := reads(s, "b"); got != want {
			t.Errorf("%s: %v", s, got)
		}
	}
}

// TestReadsScheme checks that a scheme is a host, except http and https before a host.
func TestReadsScheme(t *testing.T) {
	for s, want := range map[string]bool{"http://u@h/": false, "https://u@h/": false, "ws://u@h/": true, "HTTP://u@h/": true, "http:h": true, "https:/h": true, "http://u@/": true} {
		scheme, _, _ := strings.Cut(strings.ToLower(s), ":")
		if got := reads(s, scheme); got != want {
			t.Errorf("%s: %v", s, got)
		}
	}
}

// TestReadsAddress has hosts in which some program reads the address 10.0.0.1, and near misses.
func TestReadsAddress(t *testing.T) {
	for s, want := range map[string]bool{
		"http://a..10.0.0.1/": true, "http://10.0.0.1..a/": false, "http://a.10.0.0.1/": false, "http://10.1%2F.a/": true, "http://a%2F012.0.0.1/": true, "http://1.a/": false, "http://10.0.0.1:80:80/": true,
	} {
		got := false
		for r := range hostread.All(uri.MustParse(s)) {
			got = got || r.Addr == netip.AddrFrom4([4]byte{10, 0, 0, 1})
		}
		if got != want {
			t.Errorf("%s: %v", s, got)
		}
	}
}

// TestPortOf checks that a scheme is a host at the port of http only before an authority.
func TestPortOf(t *testing.T) {
	for s, want := range map[string]hostread.Port{"word://h/": hostread.PortHTTP, "word:x": hostread.PortAny, "word:/x": hostread.PortAny} {
		for r := range hostread.All(uri.MustParse(s)) {
			if r.Name == "word" && r.Port != want {
				t.Errorf("%s: %v", s, r.Port)
			}
		}
	}
}

// TestIn counts the readings of an IPv6 address as the text of a host: it is one to all programs, except
// with a zone.
func TestIn(t *testing.T) {
	for host, want := range map[string]bool{"2001:db8::10": true, "[2001:db8::10]": true, "::1": true, "fe80::1%eth0": false, "10.0.0.1:80": false, "[::1]:80": false} {
		n := 0
		for range hostread.In(host) {
			n++
		}
		if (n == 1) != want {
			t.Errorf("%s: %d readings", host, n)
		}
	}
}
