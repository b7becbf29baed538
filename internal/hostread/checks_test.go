package hostread_test

import (
	"testing"

	"example.com/uri"
	"example.com/uri/internal/hostread"
)

// TestPlain has URIs with and without the fast path: a name or an address, and the scheme that some programs take for
// the host.
func TestPlain(t *testing.T) {
	for s, want := range map[string]string{
		"http://h.example./": "h.example ", "https://h": "h ", "file://h/x": "h file", "ws://a-b_1.c:80?x#y": "a-b_1.c ws", "evil.example://h/": "h evil.example", "http://h/?@": "h ",
		"HTTP://h/": "", "http://H/": "", "//h/": "", "http://u@h/": "", "http://h?@e": "", "http://h:1/@e": "", "http:h": "", "svn+ssh://h/": "", "x.1://h/": "", "http://h%2e/": "", "http://10.0.0.1/": "10.0.0.1 ", "ftp://10.0.0.1:8/": "10.0.0.1 ftp", "http://10.0.0.01/": "", "http://10.1/": "", "http://10.0.0.1./": "", "http://[::1]/": "", "http://a~b/": "",
	} {
		name, addr, word, ok := hostread.Plain(uri.MustParse(s))
		got := name + " " + word
		if addr.IsValid() {
			got = addr.String() + got
		}
		if ok != (want != "") || ok && got != want {
			t.Errorf("%s: %q, %v; want %q", s, got, ok, want)
		}
	}
}

// TestNoHost has the part with a host for some parsers, and whether slashes are skipped, in URIs in which
// RFC 3986 finds no host.
func TestNoHost(t *testing.T) {
	type answer struct {
		part  uri.Part
		skips bool
	}
	for s, want := range map[string]answer{
		"x:evil.example/y": {uri.PartOpaque, false}, "x:u@evil.example?y": {uri.PartOpaque, false}, "x:a/b@%41": {uri.PartOpaque, false}, "x:%41/b@c": {}, "x:%41": {}, "x:u@%41": {}, "x:;a": {}, "x:'a": {}, "x::a": {}, "x:?a": {}, "x:u@/a": {},
		"x:80": {uri.PartOpaque, false}, "mailto:80/y": {uri.PartOpaque, false}, "mailto:99999": {uri.PartOpaque, false}, "mailto:100000": {}, "mailto:80y": {}, "mailto:u@h": {}, "javascript:a": {}, "data:a": {}, "gopher:a": {}, "file:a": {}, "vbscript:a": {},
		"http:h": {uri.PartNone, true}, "FTP:h": {uri.PartNone, true}, "ws:80": {uri.PartNone, true}, "wss:h": {uri.PartNone, true}, "https:h": {uri.PartNone, true},
		"sip:u@h": {uri.PartOpaque, false}, "sips:h": {uri.PartOpaque, false}, "sip://h/": {uri.PartAuthority, false}, "sip:/h": {uri.PartPath, false}, "SIP:h": {uri.PartOpaque, false},
		"http:/h": {uri.PartNone, true}, "http:///h": {uri.PartNone, true}, "http://///": {}, "///h": {uri.PartNone, true}, "/h": {}, "h": {}, "file:/h": {}, "file:///h": {}, "x:/h": {}, "x:///h": {},
		"smtp:/h": {uri.PartNone, true}, "smtp:///h": {uri.PartNone, true}, "IMAP:/h": {uri.PartNone, true}, "tftp:/": {},
		"ldap:/h": {uri.PartNone, true}, "ldap:/cn=x": {}, "ldaps:/cn=x@h": {uri.PartNone, true}, "ldap:/h/cn=x": {uri.PartNone, true}, "ldaps:/o=x/y": {},
	} {
		u := uri.MustParse(s)
		part, found := hostread.OpaqueHost(u)
		if got := (answer{part, hostread.SkipsSlashes(u)}); found != (want.part != uri.PartNone) || found && got.part != want.part || got.skips != want.skips {
			t.Errorf("%s: %v, %v; want %v", s, got, found, want)
		}
	}
}

// TestAddrs has hosts of numbers: the address of decimal numbers, of inet_aton and of an old one.
func TestAddrs(t *testing.T) {
	for host, want := range map[string]struct {
		decimal, aton, wrapped string
		odd                    bool
	}{
		"10.0.0.1": {"10.0.0.1", "10.0.0.1", "", false}, "[::1]": {"::1", "", "", false}, "a": {"", "", "", false}, "1.a": {"", "", "", false}, "10.0.0.1a": {"", "", "", false},
		"010.0.0.1": {"10.0.0.1", "8.0.0.1", "", true}, "10.1": {"10.0.0.1", "10.0.0.1", "", true}, "1": {"0.0.0.1", "0.0.0.1", "", true}, "0x7f.1": {"", "127.0.0.1", "", true}, "0x": {"", "0.0.0.0", "", true},
		"10.0.0.1.": {"", "10.0.0.1", "", true}, "10.0.0.08": {"10.0.0.8", "", "", true}, "256.0.0.1": {"", "", "", true}, "4294967296": {"", "", "0.0.0.0", true}, "6425673729": {"", "", "127.0.0.1", true}, "1.2.3.4.5": {"", "", "", true},
		"1.2.65535": {"1.2.255.255", "1.2.255.255", "", true}, ".1": {"", "", "", false}, "10.1.": {"", "10.0.0.1", "", true}, "1.2.65536": {"", "", "", true}, "1.2.65537": {"", "", "", true}, "1.16777217": {"", "", "", true}, "1.2.3.257": {"", "", "", true}, "1.16777215": {"1.255.255.255", "1.255.255.255", "", true}, "1.2.3.255": {"1.2.3.255", "1.2.3.255", "", false}, "1.2.3.256": {"", "", "", true}, "00.0.0.0": {"0.0.0.0", "0.0.0.0", "", true},
		"%31%30.0.0.1": {"10.0.0.1", "10.0.0.1", "", true}, "10.0.0.1%20x": {"", "10.0.0.1", "", true}, "10.0.0.1%09": {"", "10.0.0.1", "", true}, "10.0.0.1%0e": {"", "", "", false}, "10.0.0.1%08": {"", "", "", false}, "0x%": {"", "", "", false}, "1..2": {"", "", "", false}, "0XFF.1": {"", "255.0.0.1", "", true},
	} {
		u, err := uri.Parse("//" + host)
		if err != nil {
			continue
		}
		a := hostread.AddrsOf(u)
		text := func(a interface {
			IsValid() bool
			String() string
		}) string {
			if !a.IsValid() {
				return ""
			}
			return a.String()
		}
		if text(a.Decimal) != want.decimal || text(a.Aton) != want.aton || text(a.Wrapped) != want.wrapped || a.Odd != want.odd {
			t.Errorf("%s: decimal %v, aton %v, wrapped %v, odd %v; want %v", host, a.Decimal, a.Aton, a.Wrapped, a.Odd, want)
		}
	}
}
