package guard

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/web"
)

// The rows about lists in the table of golang.org/x/net/http/httpproxy. The
// rows that differ on purpose say so.
func TestHostsProxy(t *testing.T) {
	const list = "foobar.com, .barbaz.net, *.wildcard.io, 192.168.1.1, 192.168.1.2:81, 192.168.1.3:80, 10.0.0.0/30, " +
		"2001:db8::52:0:1, [2001:db8::52:0:2]:443, [2001:db8::52:0:3]:80, 2002:db8:a::45/64"
	for _, tt := range []struct {
		list, host string
		want       bool
	}{
		{list, "localhost", false}, // differs: only a list that names it has it
		{list, "127.0.0.1", false}, // differs
		{list, "127.0.0.2", false}, // differs
		{list, "[::1]", false},     // differs
		{list, "[::2]", false},
		{list, "192.168.1.1", true},
		{list, "192.168.1.2", false},
		{list, "192.168.1.3", true},
		{list, "192.168.1.4", false},
		{list, "10.0.0.2", true},
		{list, "[2001:db8::52:0:1]", true},
		{list, "[2001:db8::52:0:2]", false},
		{list, "[2001:db8::52:0:3]", true},
		{list, "[2002:db8:a::123]", true},
		{list, "[fe80::424b:c8be:1643:a1b6]", false},
		{list, "barbaz.net", false},
		{list, "www.barbaz.net", true},
		{list, "foobar.com", true},
		{list, "www.foobar.com", true},
		{list, "foofoobar.com", false},
		{list, "baz.com", false},
		{list, "localhost.net", false},
		{list, "local.localhost", false},
		{list, "barbarbaz.net", false},
		{list, "wildcard.io", false},
		{list, "nested.wildcard.io", true},
		{list, "awildcard.io", false},

		{"example.com", "example.com", true},
		{".example.com", "example.com", false},
		{"ample.com", "example.com", false},
		{"example.com", "foo.example.com", true},
		{".foo.com", "example.com", false},
		{"xn--fsq092h.com", "www.xn--fsq092h.com", true},
		{"*", "example.com", true},
		{"*", "[::1]", true},
		{"", "example.com", false},
	} {
		h, err := ParseHosts(tt.list)
		if err != nil {
			t.Fatal(err)
		}
		if got := h.Match(uri.MustParse("http://" + tt.host + ":80/")); got != tt.want {
			t.Errorf("%q: %s: %v", tt.list, tt.host, got)
		}
	}
}

func TestHosts(t *testing.T) {
	for _, tt := range []struct {
		list, in string
		want     bool
	}{
		{"example.com", "http://EXAMPLE.com/", true},
		{"EXAMPLE.com.", "http://example.com/", true},
		{"example.com", "http://example.com./", true},
		{"example.com", "http://user:password@example.com:8080/", true},
		{"example.com", "http://example.com@evil.example/", false},
		{"example.com", "http://%65x%61mple.com/", false}, // http.request of node connects to this machine
		{"example.com", "http://%65xample%2Ecom/", false},
		{"example.com", "http://ex%61mple.com/", false},                // url.parse of node finds the host "ex",
		{"good.example", "http://evil.example%2egood.example/", false}, // and here evil.example
		{"good.example", "http://localhost%2Egood.example/", false},
		{"127.0.0.1", "http://127%2E0.0.1/", false},
		{"example.com", "http://evil%2F.example.com/", false},
		{"example.com", "http://evil%00.example.com/", false},
		{"example.com", "http://ex%EF%BD%81mple.com/", false}, // a browser's example.com: not ASCII
		{"xn--bcher-kva.example", "http://b%C3%BCcher.example/", false},
		{"xn--bcher-kva.example", "http://XN--BCHER-KVA.example/", true},
		{"*:80", "http://h/", true},
		{"*:80", "https://h/", false},
		{"*:80", "https://h:80/", true},
		{"*:80", "http:///p", false},
		{"*:80", "http://a@b@c/", false},
		{"*", "http://b%C3%BCcher.example/", true},
		{"*", "http:///p", true},
		{"*", "mailto:a@example.com", true},
		{"*", "/p", true},
		{"*", "http://a@b@c/", true},
		{"example.com", "http://a..example.com/", false},
		{"example.com", "http://.example.com/", false},
		{"example.com", "//example.com/", true},
		{"example.com", "http://example.com?@evil.example/", false}, // CVE-2016-8624
		{"example.com", "http://example.com#@evil.example/", false},
		{"example.com", "http://example.com/?@evil.example/", true},
		{"example.com", "http://evil.example%2F@example.com/", false},
		{"example.com", "http://u%40v:p%2Fq@example.com/", false},
		{"example.com", "http://u%20v:p%21@example.com/", true},
		{"example.com", "http://a@example.com@evil.example/", false},
		{"example.com", "http://a@evil.example@example.com/", false},
		{"my_host", "http://my_host/", true},
		{"a.b", "http://" + strings.Repeat("c", 63) + ".a.b/", true},
		{"a.b", "http://" + strings.Repeat("c", 64) + ".a.b/", false},
		{"a.b", "http://" + strings.Repeat("c.", 125) + "a.b./", true},
		{"a.b", "http://" + strings.Repeat("c.", 125) + "aa.b/", false},
		{"aa.b", "http://" + strings.Repeat("c.", 125) + "aa.b/", false},
		{strings.Repeat("c", 63), "http://" + strings.Repeat("c", 63) + "/", true},

		{"=example.com", "http://example.com/", true},
		{"=example.com", "http://EXAMPLE.com.:8080/", true},
		{"=example.com", "http://a.example.com/", false},
		{"=example.com", "http://com/", false},
		{"=*.example.com", "http://example.com/", false},
		{"=*.example.com", "http://a.b.EXAMPLE.com/", true},
		{"=*.example.com", "http://evilexample.com/", false},
		{"=*.example.com:80", "https://a.example.com/", false},
		{"=example.com:*", "https://example.com:8443/", true},
		{"=example.com:*", "//example.com/", true},
		{"=example.com:*", "http://a.example.com/", false},
		{"*.example.com:*", "http://a.example.com:8080/", true},
		{"[::1]:* 127.0.0.1:*", "http://[::1]:81/", true},
		{"[::1]:* 127.0.0.1:*", "http://127.0.0.1/", true},
		{"*:*", "http://a.example/", true},
		{"*:*", "http://a@b@c/", false},
		{"*:*", "mailto:a@example.com", false},
		{"=example.com:443", "https://example.com/", true},
		{"=example.com:443", "http://example.com/", false},
		{"=example.com, .example.com:81", "http://a.example.com:81/", true},
		{"=example.com, .example.com:81", "http://example.com:81/", true},
		{"=example.com, .example.com:81", "http://a.example.com/", false},
		{"=127.0.0.1", "http://127.1/", true},
		{"=127.0.0.1:80", "http://127.0.0.1:81/", false},
		{"=[::1]:80", "http://[::1]/", true},
		{"=::1", "http://[::1]/", true},
		{"a", "http://b.a/", true},

		{"example.com:8080", "http://example.com:8080/", true},
		{"example.com:8080", "http://a.example.com:08080/", true},
		{"example.com:8080", "http://example.com/", false},
		{"example.com:80", "http://example.com/", true},
		{"example.com:80", "http://example.com:/", true},
		{"example.com:80", "https://example.com/", false},
		{"example.com:443", "HTTPS://example.com/", false}, // needle and superagent connect to the host "https"
		{"example.com", "wS://example.com/", false},
		{"example.com", "X://example.com/", true},
		{".example.com:443", "https://a.example.com/", true},
		{"*.example.com:443", "https://example.com/", false},
		{"example.com:80", "x://example.com/", false},
		{"example.com:80", "//example.com/", false},
		{"example.com:80 example.com:81", "http://example.com:81/", true},
		{"example.com:80", "http://example.com:65616/", false},

		{"127.0.0.1", "http://127.1/", true},
		{"127.0.0.1", "http://0x7f000001/", true},
		{"127.0.0.1", "http://127.0.0.1./", true},
		{"127.0.0.1", "http://%31%32%37.0.0.1/", false},
		{"10.0.0.1", "http://%30%31%32.0.0.1/", false}, // 10.0.0.1 or 12.0.0.1
		{"12.0.0.1", "http://%30%31%32.0.0.1/", false},
		{"10.0.0.1", "http://10.0.0.01/", true},
		{"10.0.0.1", "http://10.0.0.%301/", false},
		{"e", "http://u:p@e/", true},
		{"e", "http://u:p:@e/", false},                                   // minreq, parse-uri and engine.io-client read the host "u"
		{"good.example", "http://good.example:80/a@evil.example", false}, // jsuri
		{"good.example", "http://good.example:80/a", true},
		{"xn--bcher-kv.example", "http://xn--bcher-kv.example/", false}, // Qt mends it
		{"xn--evil-.example", "http://xn--evil-.example/", false},
		{"127.0.0.1", "http://[::ffff:127.0.0.1]/", true},
		{"::ffff:127.0.0.1", "http://127.0.0.1/", true},
		{"[::FFFF:7F00:1]:80", "http://127.0.0.1/", true},
		{"10.0.0.1", "http://010.0.0.1/", false}, // 8.0.0.1 to inet_aton
		{"8.0.0.1", "http://010.0.0.1/", false},
		{"*", "http://010.0.0.1/", true},
		{"::1", "http://[0:0:0:0:0:0:0:1]/", true},
		{"[::1]", "http://[::0001]:8080/", true},
		{"[2001:DB8::1]", "http://[2001:db8:0::1]/", true},
		{"10.0.0.0/8", "http://10.255.0.1/", true},
		{"10.9.9.9/8", "http://10.255.0.1/", true},
		{"10.0.0.0/8", "http://[::ffff:10.0.0.1]/", true},
		{"::ffff:10.0.0.0/104", "http://10.1.1.1/", true},
		{"::ffff:0:0/95", "http://10.1.1.1/", false},
		{"2001:db8::1/128", "http://[2001:db8::1]/", true},
		{"2001:db8::1/128", "http://[2001:db8::2]/", false},
		{"::/0", "http://10.1.1.1/", false},
		{"0.0.0.0/0", "http://10.1.1.1/", true},
		{"0.0.0.0/0", "http://[::1]/", false},
		{"2001:db8::/32", "http://[2001:db8:1::]/", true},
		{"com", "http://1.2.3.com/", true},
		{"a\tb\nc\r\nd,,e , f", "http://f/", true},
		{"a\tb\nc\r\nd,,e , f", "http://c/", true},
	} {
		h, err := ParseHosts(tt.list)
		if err != nil {
			t.Errorf("%q: %v", tt.list, err)
			continue
		}
		if got := h.Match(uri.MustParse(tt.in)); got != tt.want {
			t.Errorf("%q: %s: %v", tt.list, tt.in, got)
		}
	}
	if (Hosts{}).Match(uri.MustParse("http://h/")) {
		t.Error("the zero Hosts matches")
	}
	for _, tt := range []struct {
		list   string
		offset int
		reason string
	}{
		{"a, b/c", 3, "not an address prefix"},
		{"10.0.0.0/33", 0, "not an address prefix"},
		{"10.0.0.0/8:80", 0, "not an address prefix"},
		{"fe80::1%eth0/64", 0, "not an address prefix"},
		{"http://example.com", 4, "a host is expected, not a URL"},
		{"a,fe80::1%eth0", 2, "an address with a zone"},
		{"[fe80::1%eth0]:80", 0, "an address with a zone"},
		{"[::1", 0, `"[" without "]"`},
		{"[::1]80", 5, `only ":" and a port may follow "]"`},
		{"[::1]:", 6, "not a port from 1 to 65535"},
		{"[::1]:99999", 6, "not a port from 1 to 65535"},
		{"[127.0.0.1]", 1, "not an IPv6 address"},
		{"[x]:80", 1, "not an IPv6 address"},
		{"[]", 1, "not an IPv6 address"},
		{"h:", 2, "neither a port from 1 to 65535 nor an IPv6 address"},
		{"h:0", 2, "neither a port from 1 to 65535 nor an IPv6 address"},
		{"h:65536", 2, "neither a port from 1 to 65535 nor an IPv6 address"},
		{"h:+80", 2, "neither a port from 1 to 65535 nor an IPv6 address"},
		{"h:8_0", 2, "neither a port from 1 to 65535 nor an IPv6 address"},
		{"h:80:80", 2, "neither a port from 1 to 65535 nor an IPv6 address"},
		{"2001:db8::1:g", 5, "neither a port from 1 to 65535 nor an IPv6 address"},
		{"a,:1", 2, "not a name, since the name or a label is empty or too long"},
		{".", 1, "not a name, since the name or a label is empty or too long"},
		{"*.", 2, "not a name, since the name or a label is empty or too long"},
		{"..a", 1, "not a name, since the name or a label is empty or too long"},
		{"a..b", 0, "not a name, since the name or a label is empty or too long"},
		{"a..", 0, "not a name, since the name or a label is empty or too long"},
		{strings.Repeat("a", 64), 0, "not a name, since the name or a label is empty or too long"},
		{strings.Repeat("a.", 127), 0, ""},
		{strings.Repeat("a.", 128), 0, "not a name, since the name or a label is empty or too long"},
		{"*:", 2, "neither a port from 1 to 65535 nor an IPv6 address"},
		{"*:0", 2, "neither a port from 1 to 65535 nor an IPv6 address"},
		{"*:80:80", 2, "neither a port from 1 to 65535 nor an IPv6 address"},
		{"=*:80", 1, "not a character of a name"},
		{"=*:*", 1, "not a character of a name"},
		{"*:**", 2, "neither a port from 1 to 65535 nor an IPv6 address"},
		{"a.com:8*", 6, "neither a port from 1 to 65535 nor an IPv6 address"},
		{"a.com:*:80", 6, "neither a port from 1 to 65535 nor an IPv6 address"},
		{"10.0.0.0/8:*", 0, "not an address prefix"},
		{"::1:*", 1, "neither a port from 1 to 65535 nor an IPv6 address"},
		{"[::1]:**", 6, "not a port from 1 to 65535"},
		{"**", 1, `"*" must be a whole label`},
		{"*a.com", 1, `"*" must be a whole label`},
		{"a.*.com", 2, "not a character of a name"},
		{"a.com,\xe7\xa4\xba.com", 6, "not ASCII: write the name with xn--"},
		{"a\x80", 1, "not ASCII: write the name with xn--"},
		{"user:pass@h", 5, "neither a port from 1 to 65535 nor an IPv6 address"},
		{"u@h", 1, "not a character of a name"},
		{"ex%61mple.com", 2, "not a character of a name"},
		{"1.2.3", 0, "not a name, since it ends in a number, and not an address"},
		{"010.0.0.1", 0, "not a name, since it ends in a number, and not an address"},
		{"a.0x1", 0, "not a name, since it ends in a number, and not an address"},
		{"4", 0, "not a name, since it ends in a number, and not an address"},
		{"a =", 3, `"=" stands before one host or "*." and a name`},
		{"=.a.com", 1, `"=" stands before one host or "*." and a name`},
		{"=*a.com", 2, `"*" must be a whole label`},
		{"=*.", 3, "not a name, since the name or a label is empty or too long"},
		{"=*", 1, "not a character of a name"},
		{"=10.0.0.0/8", 1, `"=" stands before one host or "*." and a name`},
		{"==a.com", 1, "not a character of a name"},
		{"=a.com:0", 7, "neither a port from 1 to 65535 nor an IPv6 address"},
		{"=[::1]:0", 7, "not a port from 1 to 65535"},
		{"=1.2.3", 1, "not a name, since it ends in a number, and not an address"},
		{"=pass@h", 5, "not a character of a name"},
	} {
		h, err := ParseHosts(tt.list)
		if err == nil && tt.reason == "" {
			continue
		}
		var e *Error
		if !errors.As(err, &e) || e.Offset != tt.offset || e.Reason != tt.reason || h.all || h.names != nil || strings.Contains(e.Error(), "pass@") {
			t.Errorf("%q: %v; want %d %s", tt.list, err, tt.offset, tt.reason)
		}
	}
}

// naiveHosts says whether a list of plain entries has the host, by comparing
// labels from the right, or net's own addresses.
func naiveHosts(list []string, host string, port int) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	ip := net.ParseIP(strings.Trim(host, "[]"))
	for _, entry := range list {
		entry = strings.ToLower(entry)
		if entry == "*" {
			return true
		}
		entry, alone := strings.CutPrefix(entry, "=")
		if _, prefix, err := net.ParseCIDR(entry); err == nil {
			if ip != nil && prefix.Contains(ip) {
				return true
			}
			continue
		}
		if h, p, err := net.SplitHostPort(entry); err == nil {
			if p != "*" && strconv.Itoa(port) != p {
				continue
			}
			entry = h
		}
		entry = strings.Trim(entry, "[]")
		if entry == "*" {
			return true
		}
		if e := net.ParseIP(entry); e != nil {
			if ip != nil && e.Equal(ip) {
				return true
			}
			continue
		}
		if ip != nil {
			continue
		}
		only := strings.HasPrefix(entry, ".") || strings.HasPrefix(entry, "*.")
		want := strings.Split(strings.Trim(strings.TrimPrefix(entry, "*"), "."), ".")
		got := strings.Split(host, ".")
		n := len(got) - len(want)
		if n < 0 || only && n == 0 || alone && !only && n > 0 {
			continue
		}
		if strings.Join(got[n:], ".") == strings.Join(want, ".") {
			return true
		}
	}
	return false
}

func TestHostsNaive(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	pick := func(from ...string) string { return from[random.IntN(len(from))] }
	domain := func() string {
		s := pick("a", "b", "example", "Example", "com")
		for range random.IntN(4) {
			s += "." + pick("a", "b", "example", "EXAMPLE", "com", "xn--a")
		}
		return s + pick("", "", "", ".")
	}
	addr := func() string {
		switch random.IntN(4) {
		case 0:
			return netip.AddrFrom4([4]byte{10, byte(random.IntN(2)), 0, byte(random.IntN(3))}).String()
		case 1:
			return pick("::1", "::ffff:10.0.0.1", "::FFFF:A00:1", "2001:db8::1", "2001:DB8:0:0::1", "2001:db8::2")
		}
		return netip.AddrFrom4([4]byte{10, 0, 0, byte(random.IntN(3))}).String()
	}
	bracket := func(s string) string {
		if strings.Contains(s, ":") {
			return "[" + s + "]"
		}
		return s
	}
	port := func() string { return pick("", "", "", ":80", ":443", ":8080") }
	portRule := func() string { return pick(port(), port(), port(), ":*") }
	matched := 0
	for range *inputs {
		var list []string
		for range random.IntN(4) {
			switch random.IntN(10) {
			case 9:
				list = append(list, "="+domain()+portRule())
			case 0, 1, 2:
				list = append(list, domain()+portRule())
			case 3:
				list = append(list, "."+domain()+portRule())
			case 4:
				list = append(list, pick("", "=")+"*."+domain()+portRule())
			case 5:
				list = append(list, bracket(addr())+portRule())
			case 6:
				list = append(list, addr())
			case 7:
				list = append(list, pick("10.0.0.0/30", "10.0.0.1/32", "10.0.0.0/8", "2001:db8::/32", "::/0", "::1/128"))
			default:
				switch random.IntN(20) {
				case 0, 1:
					list = append(list, "*")
				case 2, 3:
					list = append(list, "*:8080")
				case 4:
					list = append(list, "*:*")
				}
			}
		}
		text := strings.Join(list, pick(",", ", ", " ", "\n"))
		h, err := ParseHosts(text)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		host := domain()
		if random.IntN(3) == 0 {
			host = bracket(addr())
		}
		scheme, n := "http", 80
		if random.IntN(2) == 0 {
			scheme, n = "https", 443
		}
		p := port()
		if p != "" {
			n, _ = strconv.Atoi(p[1:])
		}
		got := h.Match(uri.MustParse(scheme + "://" + host + p + "/"))
		if want := naiveHosts(list, host, n); got != want {
			t.Fatalf("%q: %s://%s%s: %v, want %v", text, scheme, host, p, got, want)
		}
		if got {
			matched++
		}
	}
	if matched < *inputs/20 {
		t.Errorf("only %d of %d matched", matched, *inputs)
	}
}

// FuzzHosts: an error says where, and no other spelling of a host changes the
// answer.
func FuzzHosts(f *testing.F) {
	f.Add("example.com, .a.b *.c.d:80 10.0.0.0/8 [::1]:443", "http://www.example.com/")
	f.Add("*", "http://127.1/")
	f.Add("=*.example.com:* [::1]:* *:*", "//a.example.com/")
	f.Add("*:80 a.b", "http://127.1/")
	f.Add("a:0", "http://[::ffff:10.0.0.1]:80/")
	f.Add("xn--bcher-kva.example:8080", "https://XN--BCHER-KVA.EXAMPLE.:8080/")
	f.Fuzz(func(t *testing.T, list, text string) {
		h, err := ParseHosts(list)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(list) || e.Reason == "" {
				t.Fatalf("%q: %v", list, err)
			}
			return
		}
		again, err := ParseHosts(strings.ToUpper(strings.ReplaceAll(list, ",", " \t")))
		if err != nil {
			t.Fatalf("%q in capitals: %v", list, err)
		}
		u, err := uri.Parse(text)
		if err != nil {
			return
		}
		host, ok := u.Host()
		got := h.Match(u)
		if got && (!ok || host == "") && !h.all {
			t.Fatalf("%q: %q matches", list, text)
		}
		if may := h.MayMatch(u); got && !may || again.MayMatch(u) != may {
			t.Fatalf("%q: %q: Match %v, MayMatch %v, and %v in capitals", list, text, got, may, !may)
		}
		if h.MatchHost(host, 0) && !(h.MayMatch(u) && h.MayMatchHost(host, 0)) {
			t.Fatalf("%q: %q: MatchHost, and not MayMatch", list, text)
		}
		if again.Match(u) != got {
			t.Fatalf("%q: %q: %v, and not in capitals", list, text, got)
		}
		if u.HostKind() == uri.HostIPv6 || host == "" || strings.Contains(host, "%") || !u.IsAbsolute() {
			return
		}
		// An escaped spelling is the same host to some programs, and to others none: no list
		// lets it in, and each list that has the host keeps it out.
		port, hasPort := u.Port()
		if hasPort {
			port = ":" + port
		}
		for _, every := range []int{1, 2, 3} {
			other := ""
			for i := range len(host) {
				if c := strings.ToUpper(host)[i]; i%every == 0 {
					other += fmt.Sprintf("%%%02X", c)
				} else {
					other += string(c)
				}
			}
			v, err := uri.Parse(u.Scheme() + "://" + other + port)
			if err != nil {
				continue
			}
			if h.Match(v) != h.all || h.MatchHost(host, 0) && !h.MayMatch(v) {
				t.Fatalf("%q: %q: %v, and for %q %v, MayMatch %v", list, text, got, v, h.Match(v), h.MayMatch(v))
			}
		}
	})
}

func TestHostsAllocations(t *testing.T) {
	h, err := ParseHosts("example.com, 10.0.0.0/8, 192.0.2.1, [2001:db8::1]:443")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"http://a.b.c.example.com/", "https://[2001:db8::1]/", "http://192.0.2.1/", "http://a.example/"} {
		u := uri.MustParse(s)
		if n := testing.AllocsPerRun(100, func() { h.Match(u) }); n != 0 {
			t.Errorf("%s: %v allocations", s, n)
		}
	}
	for _, s := range []string{"http://a.b.c.example.com/", "http://a.example/x?y@z", "http://az-09_.example.com/"} {
		u := uri.MustParse(s)
		host, _ := u.Host()
		most := 0.0
		if strings.HasPrefix(runtime.Version(), "go1.24") {
			most = 2 // its compiler keeps the loop over the domains as a function value
		}
		if n := testing.AllocsPerRun(100, func() { h.MayMatch(u); h.MatchHost(host, 80); h.MayMatchHost(host, 80) }); n > most {
			t.Errorf("%s: %v allocations", s, n)
		}
	}
	for s, most := range map[string]float64{
		"http:///x.example/": 0, "http://10.1.2.3/": 0, "/a//b//c": 0, "http://u:p@h.example/": 0, "http://h:80/a@b.c": 0,
		"http://h:80/a@b.c@d": 1, "mailto:a@b.example": 1, // with a dot for "@"
	} {
		u := uri.MustParse(s)
		if n := testing.AllocsPerRun(100, func() { h.MayMatch(u) }); n > most && !strings.HasPrefix(runtime.Version(), "go1.24") {
			t.Errorf("MayMatch of %s: %v allocations", s, n)
		}
	}
}

// TestMatchHost checks that MatchHost answers as Match does for a URI without a scheme.
func TestMatchHost(t *testing.T) {
	h, err := ParseHosts("=example.com:443, .example.com, 127.0.0.1, [2001:db8::1]:80, 10.0.0.0/8")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		host string
		port uint16
		want bool
	}{
		{"example.com", 443, true},
		{"Example.COM.", 443, true},
		{"example.com", 80, false},
		{"example.com", 0, false},
		{"a.example.com", 0, true},
		{"%65x%61mple.com", 443, false},
		{"ex%61mple.com", 443, false},
		{"127.0.0.1%2Ea.example.com", 443, false},
		{"127.0.0.1", 0, true},
		{"127.1", 9, true},
		{"2001:db8::1", 80, true},
		{"[2001:DB8::1]", 80, true},
		{"[2001:db8::1]", 81, false},
		{"::ffff:10.0.0.1", 0, true},
		{"fe80::1%eth0", 0, false},
		{"example.com:443", 443, false},
		{"u@example.com", 443, false},
		{"example.com/", 443, false},
		{"example.com?", 443, false},
		{"[127.0.0.1]", 0, false},
		{"a.example.com\x00", 0, false},
		{"", 443, false},
		{"[", 443, false},
		{"/127.0.0.1", 0, false},
		{"127.0.0.1/", 0, false},
		{"127.0.0.1?x", 0, false},
		{"u@127.0.0.1", 0, false},
	} {
		if got := h.MatchHost(tt.host, tt.port); got != tt.want {
			t.Errorf("%q, %d: %v", tt.host, tt.port, got)
		}
		if all := (Hosts{all: true}).MatchHost(tt.host, tt.port); !all || (Hosts{}).MatchHost(tt.host, tt.port) {
			t.Errorf("%q: of all %v, of none true", tt.host, all)
		}
	}
}

// TestMayMatch has URIs in which programs read different hosts.
func TestMayMatch(t *testing.T) {
	for _, tt := range []struct {
		list, in string
		may      bool
	}{
		{"evil.example", "http://a@b@evil.example/", true},
		{"evil.example", "http://a@evil.example@b/", true},
		{"b", "http://a@b@evil.example/", true},
		{"c", "http://a@b@evil.example/", false},
		{"evil.example", "http://evil.example:80:80/", true},
		{"evil.example", "http://good.example,evil.example:81/", true},
		{"evil.example", "http://good.example?@evil.example/", true},
		{"evil.example", "http://good.example#@evil.example/", true},
		{"evil.example", "http://good.example#@evil.example:80?x", true},
		{"evil.example", "http://good.example/?@evil.example/", false},
		{"evil.example", "http://evil.example%2F@good.example/", true},
		{"evil.example", "http://evil%252eexample%252F@good.example/", true},
		{"evil.example", "http://good.example%2F.evil.example/", true},
		{"evil.example", "http://evil.example%2F.good.example/", true},
		{"evil.example", "http://evil.example%00.good.example/", true},
		{"evil.example", "http://evil%2Eexample/", true},
		{"evil.example", "http://evil%252Eexample/", true},
		{"evil.example", "http://ev%C3%ADl.example/", true},
		{"evil.example", "http://%80good.example/", true},
		{"evil.example", "http://evi%C3%A9l.exa%2fu@mple/", true}, // wget
		{"evil.example", "http://%C3%A9@good.example/", false},
		{"evil.example", "http://%A0good.example/", true},
		{"evil.example", "http://a%20evil.example/", true},
		{"evil.example", "http://xn--bcher-kva.example/", false},
		{"evil.example", "http://..evil.example/", true},
		{"evil.example", "http://a%7Fevil.example/", true},
		{"evil.example", "http:///evil.example/", true},
		{"evil.example", "http:/evil.example/", true},
		{"evil.example", "http:evil.example/", true},
		{"evil.example", "///evil.example/", true},
		{"evil.example", "//evil.example/", true},
		{"evil.example:81", "//evil.example/", true},
		{"evil.example:81", "http://evil.example/", false},
		{"evil.example:81", "http://u:p@evil.example/", false},
		{"evil.example:81", "http://evil.example:81/", true},
		{"evil.example:81", "http://evil.example:65617/", true}, // 81 modulo 65536
		{"evil.example:81", "http://u@evil.example:65617/", true},
		{"file:80 file:81", "file://good.example/x", true},
		{"file:81", "file://good.example/x", false},
		{"evil.example", "file://a.evil.example/x", true},
		{"evil.example", "evil.example://good.example/", true},
		{"x-y", "X-Y://good.example/", true},
		{"evil.example", "/evil.example", false},
		{"evil.example", "http:///evil%E3%80%82example/", true}, // a host to browsers, which apply IDNA to it
		{"evil.example", "http:/u@evil%E3%80%82example", true},
		{"evil.example", "https:evil%EF%BC%8Eexample/", true},
		{"evil.example", "http:evil.example%3a", true}, // no host to browsers
		{"evil.example", "http:good.example%3a/evil.example", false},
		{"evil.example", "x:evil.example", true},
		{"evil.example", "///good.example/", false},
		{"evil.example", "http:///good%20.example/", false},
		{"evil.example", "http://evil.example%2egood.example/", true}, // url.parse of node ends a host at "%" and "'"
		{"evil.example", "http://evil.example'.good.example/", true},
		{"127.0.0.1", "http://127.0.0.1%2egood.example/", true},
		{"evil.example", "http://;.evil.example/", true},
		{"evil.example", "http://a%2F.evil.example/", true},
		{"evil.example", "http://a%252F.evil.example/", true},
		{"evil.example", "http://a..b.evil.example/", true},
		{"evil.example", "http://a;evil.example../", true},
		{"evil.example", "http://evil.example..a/", false},
		{"evil.example", "mailto:a@evil.example", true},
		{"example.com", "http://xn--example-.com/", true},
		{"example.com", "http://a.xn--example-.com/", true},
		{"=example.com", "http://a.example.com/", false},
		{"127.0.0.1", "http://2130706433/", true},
		{"127.0.0.1", "http://0x7f.1/", true},
		{"8.0.0.1", "http://010.0.0.1/", true},
		{"10.0.0.1", "http://010.0.0.1/", true},
		{"127.0.0.1", "http://[::ffff:127.0.0.1]/", true},
		{"127.0.0.1", "http://[64:ff9b::7f00:1]/", true},
		{"127.0.0.1", "http://[::ffff:0:127.0.0.1]/", true},
		{"127.0.0.1", "http://a@b@127.1/", true},
		{"127.0.0.1", "http://%31%32%37.1/", true},
		{"127.0.0.1", "http://4294967296.2130706433/", false},
		{"10.0.0.0/8", "http://10.1/", true},
		{"::1", "http://[::1]/", true},
		{"::1", "http://u@[::1]/", true},
		{"::1", "http://::1:7398/", true}, // urllib of Python and HTTP::Tiny of Perl: what precedes the last ":"
		{"::1", "http://u@::1:7398/", true},
		{"::1", "http://::1:7398?@good.example/", true},
		{"::1:7398", "http://::1:7398/", true},
		{"::1", "http://::1/", true},
		{"::2", "http://::1:7398/", false},
		{"::2", "http://1:::2/", false},
		{"localhost", "http:///a", true}, // net/http of Go, HTTP::Tiny, url.parse of node: this machine
		{"127.0.0.1", "http:a", true},
		{"::1", "http://:80/", true},
		{"::1", "http://a@b@c/", true}, // java.net.URL
		{"localhost", "http://;a/", true},
		{"127.0.0.1", "http://a_b.1/", false},
		{"127.0.0.1", "http://0/", true},
		{"::1", "http://[::]/", true},
		{"127.0.0.1", "/a", true},  // http.request of node, with url.parse
		{"127.0.0.1", "a:b", true}, // ktor, needle: no host
		{"localhost", "mailto:u@good.example:@/", true},
		{"localhost", "rtsp:u:p:q@good.example", true},
		{"evil.example", "sip://127.0.0.1/#@evil.example", true}, // URI of Perl
		{"evil.example", "sips://good.example/x@evil.example", true},
		{"evil.example", "sip://good.example/evil.example", false},
		{"evil.example", "file:evil.example//x", true}, // Addressable of Ruby
		{"evil.example", "file:/evil.example//x", false},
		{"evil.example", "http://x@evil@example/", true}, // sttp
		{"=evil.example", "http://x@y@evil@example/", true},
		{"=x.evil.example", "http://x@evil@example/", true},
		{"=evil.example", "http://x@evil@example@y/", false},
		{"evil.example", "evil.example:80/x", true}, // a host and a port without a scheme
		{"x-y", "x-y://good.example/", true},        // url-parse-lax
		{"http", "http:good.example", true},         // wget
		{"http", "http://good.example/", false},
		{"10.0.0.1", "http://010.1/", true}, // Java: zeros before a decimal number
		{"0.0.0.8", "http://08/", true},
		{"0.0.0.8", "http:///08", true}, // curl reads a host that browsers refuse
		{"0.0.0.8", "http:/08/x", true},
		{"127.0.0.1", "http:/x/127.0.0.1", true}, // no host: this machine
		{"evil.example", "http:/x/evil.example", false},
		{"evil.example", "file:///evil.example/x", false},
		{"::1", "http://%3A%3A1:80/", true},
		{"::1", "http://%5B%3A%3A1%5D:80/", true},
		{"::1", "http://x@%253A%253A1:80/", true},
		{"fd00:ec2::254", "http://fd00:ec2::254/latest", true},
		{"fe80::1", "http://fe80::1%25eth0:80/", true},
		{"127.0.0.1", "http://::ffff:127.0.0.1:80/", true},
		{"127.0.0.1", "http://64:ff9b::7f00:1/", true},
		{"10.0.0.0/8", "http://::ffff:a00:1:80/", true},
		{"evil.example", "http://u@h?evil.example", false},
		{"evil.example", "http://good.example:80/a@evil.example/", true}, // jsuri
		{"evil.example", "http://good.example/a@evil.example/", false},
		{"evil.example", "http://good.example:80/evil.example", false},
		{"169.254.169.254", "http://169.254.169.254!/", true},
		{"1.2.3.4", "//+1.2.3.4", true}, // Qt
		{"xn--bcher-kva.example", "http://xn--bcher-kv.example/", true},
		{"ws", "ws://good.example/", true},
		{"http", "Http://good.example/", true},
		{"*:25", "ws://good.example/", false}, // these programs connect to the port of http
		{"*:80", "ws://good.example:81/", true},
		{"localhost", "http+unix://good.example/", true},
		{"localhost", "http+unixx://good.example/", false},
		{"localhost", "http://" + strings.Repeat("a.", 127) + "b/", true},
		{"localhost", "http://" + strings.Repeat("a.", 126) + "b/", false},
		{"evil.example", "http://169.254..evil.example/", true},
		{"169.254.169.254", "http://169.254..169.254/", true},
		{"evil.example", "x/evil.example", false},
		{"evil.example", "x?http://evil.example", true},
		{"evil.example", "http://good.example/http://evil.example", false},
		{"evil.example", "http://" + strings.Repeat("%25", 20) + "2eevil.example", true},
		{"*", "/p", true},
		{"*:25", "http://a.example:25/", true},
		{"*:25", "http://a.example/", false},
		{"*:25", "http://[::1]:25/", true},
		{"*:25", "http://:25/", true},
		{"*:25", "http://a@b@evil.example/", true},
		{"*:80", "http://a.example/", true},
		{"", "http://ev%C3%ADl.example/", false},
	} {
		h, err := ParseHosts(tt.list)
		if err != nil {
			t.Fatal(err)
		}
		if got := h.MayMatch(uri.MustParse(tt.in)); got != tt.may {
			t.Errorf("%q: %s: %v", tt.list, tt.in, got)
		}
	}
}

// TestMatchNamedPort checks that only entries with the port let a host in, whatever other
// entries the list has.
func TestMatchNamedPort(t *testing.T) {
	tests := []struct {
		list string
		host string
		port uint16
		want bool
	}{
		{"a.example:443", "a.example", 443, true},
		{"a.example:443", "b.a.example", 443, true},
		{"=a.example:443", "b.a.example", 443, false},
		{"a.example:443", "A.example.", 443, true},
		{"a.example:443", "a.example", 80, false},
		{"a.example:443", "a.example", 0, false},
		{"a.example", "a.example", 443, false},
		{"a.example", "a.example", 0, false},
		{"a.example a.example:443", "a.example", 443, true},
		{"a.example:443 a.example", "a.example", 80, false},
		{"192.0.2.1:443", "192.0.2.1", 443, true},
		{"192.0.2.1", "192.0.2.1", 443, false},
		{"192.0.2.0/24", "192.0.2.1", 443, false},
		{"192.0.2.0/24 192.0.2.1:443", "192.0.2.1", 443, true},
		{"[2001:db8::1]:443", "2001:db8::1", 443, true},
		{"[2001:db8::1]:443", "[2001:db8::1]", 443, true},
		{"2001:db8::1", "2001:db8::1", 443, false},
		{"*", "a.example", 443, false},
		{"* a.example:443", "a.example", 443, true},
		{"*.example:443", "a.example", 443, true},
		{"*:443", "a.example", 443, true},
		{"*:443", "A.example.", 443, true},
		{"*:443", "192.0.2.1", 443, true},
		{"*:443", "[2001:db8::1]", 443, true},
		{"*:443", "0x7f.1", 443, true},
		{"*:443", "010.0.0.1", 443, false}, // two addresses
		{"*:443", "a.example", 80, false},
		{"*:443", "a b", 443, false},
		{"*:443", "", 443, false},
		{"* *:443", "a.example", 80, false},
		{"*:*", "a.example", 80, true},
		{"*:*", "a.example", 0, false},
		{"=*.example:*", "a.example", 80, true},
		{"=*.example:*", "example", 80, false},
		{"192.0.2.1:*", "192.0.2.1", 22, true},
		{"[2001:db8::1]:*", "2001:db8::1", 22, true},
		{"a.example b.example:*", "a.example", 22, false},
		{"", "a.example", 443, false},
	}
	for _, tt := range tests {
		h, err := ParseHosts(tt.list)
		if err != nil {
			t.Fatal(err)
		}
		if got := h.MatchNamedPort(tt.host, tt.port); got != tt.want {
			t.Errorf("%q: MatchNamedPort(%q, %d) = %v", tt.list, tt.host, tt.port, got)
		}
		if h.IsEmpty() != (tt.list == "") || h.IsZero() {
			t.Errorf("%q: IsEmpty = %v, IsZero = %v", tt.list, h.IsEmpty(), h.IsZero())
		}
	}
	failed, err := ParseHosts("a.example:443 http://")
	if err == nil || failed.MatchNamedPort("a.example", 443) || failed.IsEmpty() || failed.IsZero() {
		t.Errorf("a list that failed: %v, lets in or is empty", err)
	}
	if none := (Hosts{}); !none.IsEmpty() || !none.IsZero() {
		t.Error("the zero Hosts is not empty, or not zero")
	}
}

// TestMayMatchHost has hosts without a URI. Where MatchHost is true, MayMatchHost is.
func TestMayMatchHost(t *testing.T) {
	h, err := ParseHosts("=evil.example, .a.example:443, 127.0.0.1:80, [::1]:80, fd00::/8")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		host string
		port uint16
		want bool
	}{
		{"evil.example", 1, true},
		{"EVIL.example.", 0, true},
		{"good.example", 0, false},
		{"x.evil.example", 0, false},
		{"x.a.example", 443, true},
		{"x.a.example", 0, true},
		{"x.a.example", 80, false},
		{"X.a.example", 80, false},
		{"x..x.a.example", 443, true},
		{"127.0.0.1", 80, true},
		{"127.0.0.1", 81, false},
		{"0x7f.1", 80, true},
		{"0x7f.1", 0, true},
		{"017700000001", 80, true},
		{"::1", 80, true},
		{"[::1]", 80, true},
		{"[::1]", 81, false},
		{"::1", 0, true},
		{"::1%eth0", 80, true},
		{"[::1%25eth0]", 80, true},
		{"::1:80", 0, false}, // an address: the port is an argument
		{"[::1]:80", 443, true},
		{"::ffff:127.0.0.1", 80, true},
		{"64:ff9b::7f00:1", 80, true},
		{"fd12::1", 9, true},
		{"fe80::1", 9, false},
		{"good.example@evil.example", 9, true},
		{"evil.example:80", 443, true},
		{"evil.example/", 9, true},
		{"evil.example\x00.good.example", 9, true},
		{"evil.example good.example", 9, true},
		{"evil%2eexample", 9, true},
		{"good%2eexample", 9, false},
		{"évil.example", 9, true},
		{"%C3%A9vil.example", 9, true},
		{"xn--evil-.example", 9, true},
		{"xn--vil-9la.example", 9, false},
		{"good.example:80", 9, false},
		{"", 0, false},
		{"[", 0, false},
		{":", 0, false},
	} {
		if got := h.MayMatchHost(tt.host, tt.port); got != tt.want {
			t.Errorf("%q, %d: %v", tt.host, tt.port, got)
		}
		if h.MatchHost(tt.host, tt.port) && !tt.want {
			t.Errorf("%q, %d: MatchHost is true", tt.host, tt.port)
		}
		if (Hosts{}).MayMatchHost(tt.host, tt.port) {
			t.Errorf("%q, %d: the zero Hosts may match", tt.host, tt.port)
		}
	}
}

// TestMayMatchEveryByte puts each byte before, after and between two hosts, once and very often. A
// list keeps both out except where the byte may be one of a name.
func TestMayMatchEveryByte(t *testing.T) {
	h, err := ParseHosts("=evil.example")
	if err != nil {
		t.Fatal(err)
	}
	for c := range 256 {
		for _, n := range []int{1, 2, 64 << 10} {
			marks := strings.Repeat(string([]byte{byte(c)}), n)
			for _, host := range []string{marks + "evil.example", "evil.example" + marks, "good.example" + marks + "evil.example", "evil.example" + marks + "good.example"} {
				// Another host only if the byte is one of names, and a label of it.
				name := ascii.Host.Has(byte(c)) && (c != '.' || host[0] == 'e' && strings.HasSuffix(host, "good.example"))
				name = name || c == '.' && host[0] == 'g' && n == 1
				if got := h.MayMatchHost(host, 0); got == name {
					t.Errorf("%.40q, %d times: MayMatchHost %v", host, n, got)
				}
				for _, s := range []string{"http://" + host + "/", "http://" + host + "@good.example:80/x@y"} {
					if u, err := uri.Parse(s); err == nil && h.MayMatch(u) == name && strings.IndexByte("/?#", byte(c)) < 0 {
						t.Errorf("%.40q, %d times: MayMatch %v", s, n, !name)
					}
				}
			}
		}
	}
}

// TestHostsFailed checks that a list with a mistake neither lets hosts in nor lets one
// pass that it may keep out.
func TestHostsFailed(t *testing.T) {
	for _, list := range []string{"evil.example, bücher.example", "*, a b/", "a:0"} {
		h, err := ParseHosts(list)
		if err == nil {
			t.Fatalf("%q: no error", list)
		}
		for _, host := range []string{"evil.example", "good.example", "127.0.0.1", "a", ""} {
			u := uri.MustParse("http://" + host + "/")
			if h.Match(u) || h.MatchHost(host, 80) || !h.MayMatch(u) || !h.MayMatchHost(host, 80) {
				t.Errorf("%q: %q: %v, %v, %v, %v", list, host, h.Match(u), h.MatchHost(host, 80), h.MayMatch(u), h.MayMatchHost(host, 80))
			}
		}
	}
}

// hostReaders are programs that look for a host in their own ways, some of them
// wrong. Each returns "" if it finds none.
var hostReaders = map[string]func(s string) string{
	"RFC 3986, Appendix B, and the last @": func(s string) string {
		m := regexp.MustCompile(`^(([^:/?#]+):)?(//([^/?#]*))?`).FindStringSubmatch(s)
		return m[4][strings.LastIndex(m[4], "@")+1:]
	},
	"the first @": func(s string) string {
		_, rest, _ := strings.Cut(s, "//")
		rest, _, _ = strings.Cut(rest, "/")
		if _, after, ok := strings.Cut(rest, "@"); ok {
			rest = after
		}
		return rest[:strings.IndexAny(rest+"?", "?#")]
	},
	"the last @ before a slash": func(s string) string {
		_, rest, _ := strings.Cut(s, "//")
		rest, _, _ = strings.Cut(rest, "/")
		rest = rest[strings.LastIndex(rest, "@")+1:]
		return rest[:strings.IndexAny(rest+"?", "?#")]
	},
	"before the first colon": func(s string) string {
		_, rest, _ := strings.Cut(s, "//")
		rest, _, _ = strings.Cut(rest, "/")
		rest, _, _ = strings.Cut(rest, ":")
		return rest[:strings.IndexAny(rest+"?", "?#")]
	},
	"decoded first": func(s string) string {
		if d, err := url.PathUnescape(s); err == nil {
			s = d
		}
		m := regexp.MustCompile(`^(([^:/?#]+):)?(//([^/?#]*))?`).FindStringSubmatch(s)
		return m[4][strings.LastIndex(m[4], "@")+1:]
	},
	"net/url": func(s string) string {
		v, err := url.Parse(s)
		if err != nil {
			return ""
		}
		return v.Host
	},
	"browsers": func(s string) string {
		v, err := web.Parse(s)
		if err != nil {
			return ""
		}
		host, _ := v.Host()
		return host
	},
}

// TestHostsReaders checks Match and MayMatch against readers that share no code with
// them: Match says that all readers find the host, and MayMatch is true if one of them
// does, and only if the name stands in the text.
func TestHostsReaders(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	pieces := []string{"evil.example", "good.example", "EVIL.example", "a", "@", "@", ":", "80", ":80", "/", "?", "#", "%2F", "%40", "%23", "%3A", "%2e", ",", ";", "&", "."}
	h, err := ParseHosts("evil.example")
	if err != nil {
		t.Fatal(err)
	}
	texts, all, some := 0, 0, 0
	for range *inputs {
		s := "http://"
		for range 1 + random.IntN(6) {
			s += pieces[random.IntN(len(pieces))]
		}
		u, err := uri.Parse(s)
		if err != nil {
			continue
		}
		texts++
		match, may := h.Match(u), h.MayMatch(u)
		if match {
			all++
		}
		if may {
			some++
		}
		for name, reader := range hostReaders {
			host, _, _ := strings.Cut(reader(s), ":")
			if d, err := url.PathUnescape(host); err == nil {
				host = d // as DNS receives it
			}
			host = strings.TrimSuffix(strings.ToLower(host), ".")
			found := host == "evil.example" || strings.HasSuffix(host, ".evil.example") && !strings.Contains(host, "..") && host[0] != '.' && !strings.ContainsAny(host, "%,;&@#?/:")
			if found && !may {
				t.Fatalf("%s: %s finds %s, and MayMatch is false", s, name, host)
			}
			if match && host != "" && !found && name != "before the first colon" && name != "the first @" {
				t.Fatalf("%s: %s finds %q, and Match is true", s, name, host)
			}
		}
		decoded, _ := url.PathUnescape(s)
		if may && !strings.Contains(strings.ToLower(decoded), "evil.example") {
			t.Fatalf("%s: MayMatch is true", s)
		}
		if match && !may {
			t.Fatalf("%s: Match, and not MayMatch", s)
		}
	}
	if all < texts/100 || some < texts/10 || some == texts {
		t.Errorf("of %d, Match %d, MayMatch %d", texts, all, some)
	}
}

func BenchmarkHostsMatch(b *testing.B) {
	h, err := ParseHosts("example.com, .example.org, 10.0.0.0/8, 192.0.2.1, [2001:db8::1]:443")
	if err != nil {
		b.Fatal(err)
	}
	u := uri.MustParse("http://www.example.org/")
	b.ReportAllocs()
	for b.Loop() {
		if !h.Match(u) {
			b.Fatal("no match")
		}
	}
}
