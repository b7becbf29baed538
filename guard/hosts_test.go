package guard

import (
	"errors"
	"math/rand/v2"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"testing"

	"example.com/uri"
)

// The table of golang.org/x/net/http/httpproxy, by what it holds about lists. The
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
		{"example.com", "http://ex%61mple.com/", true},
		{"example.com", "http://example%2Ecom/", true},
		{"example.com", "http://evil%2F.example.com/", false},
		{"example.com", "http://evil%00.example.com/", false},
		{"example.com", "http://ex%EF%BD%81mple.com/", false}, // a browser's example.com: not ASCII
		{"xn--bcher-kva.example", "http://b%C3%BCcher.example/", false},
		{"xn--bcher-kva.example", "http://XN--BCHER-KVA.example/", true},
		{"*", "http://b%C3%BCcher.example/", true},
		{"*", "http:///p", false},
		{"*", "mailto:a@example.com", false},
		{"*", "/p", false},
		{"*", "http://a@b@c/", false},
		{"example.com", "http://a..example.com/", false},
		{"example.com", "http://.example.com/", false},
		{"example.com", "//example.com/", true},
		{"my_host", "http://my_host/", true},
		{"a", "http://b.a/", true},

		{"example.com:8080", "http://example.com:8080/", true},
		{"example.com:8080", "http://a.example.com:08080/", true},
		{"example.com:8080", "http://example.com/", false},
		{"example.com:80", "http://example.com/", true},
		{"example.com:80", "http://example.com:/", true},
		{"example.com:80", "https://example.com/", false},
		{"example.com:443", "HTTPS://example.com/", true},
		{".example.com:443", "https://a.example.com/", true},
		{"*.example.com:443", "https://example.com/", false},
		{"example.com:80", "x://example.com/", false},
		{"example.com:80", "//example.com/", false},
		{"example.com:80 example.com:81", "http://example.com:81/", true},
		{"example.com:80", "http://example.com:65616/", false},

		{"127.0.0.1", "http://127.1/", true},
		{"127.0.0.1", "http://0x7f000001/", true},
		{"127.0.0.1", "http://127.0.0.1./", true},
		{"127.0.0.1", "http://%31%32%37.0.0.1/", true},
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
		{"*:80", 0, "not a character of a name"},
		{"**", 1, `"*" must be a whole label`},
		{"*a.com", 1, `"*" must be a whole label`},
		{"a.*.com", 2, "not a character of a name"},
		{"a.com,\xe7\xa4\xba.com", 6, "not ASCII: write the name with xn--"},
		{"user:pass@h", 5, "neither a port from 1 to 65535 nor an IPv6 address"},
		{"u@h", 1, "not a character of a name"},
		{"ex%61mple.com", 2, "not a character of a name"},
		{"1.2.3", 0, "not a name, since it ends in a number, and not an address"},
		{"010.0.0.1", 0, "not a name, since it ends in a number, and not an address"},
		{"a.0x1", 0, "not a name, since it ends in a number, and not an address"},
		{"4", 0, "not a name, since it ends in a number, and not an address"},
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
		if _, prefix, err := net.ParseCIDR(entry); err == nil {
			if ip != nil && prefix.Contains(ip) {
				return true
			}
			continue
		}
		if h, p, err := net.SplitHostPort(entry); err == nil {
			if strconv.Itoa(port) != p {
				continue
			}
			entry = h
		}
		entry = strings.Trim(entry, "[]")
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
		if n < 0 || only && n == 0 {
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
	matched := 0
	for range *inputs {
		var list []string
		for range random.IntN(4) {
			switch random.IntN(9) {
			case 0, 1, 2:
				list = append(list, domain()+port())
			case 3:
				list = append(list, "."+domain()+port())
			case 4:
				list = append(list, "*."+domain()+port())
			case 5:
				list = append(list, bracket(addr())+port())
			case 6:
				list = append(list, addr())
			case 7:
				list = append(list, pick("10.0.0.0/30", "10.0.0.1/32", "10.0.0.0/8", "2001:db8::/32", "::/0", "::1/128"))
			default:
				if random.IntN(10) == 0 {
					list = append(list, "*")
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
		if got && (!ok || host == "") {
			t.Fatalf("%q: %q matches", list, text)
		}
		if again.Match(u) != got {
			t.Fatalf("%q: %q: %v, and not in capitals", list, text, got)
		}
		if u.HostKind() == uri.HostIPv6 || host == "" {
			return
		}
		// Every character escaped, in capitals, it is the same host.
		other := ""
		for i := range len(host) {
			if host[i] == '%' {
				return
			}
			other += "%" + strings.ToUpper(strconv.FormatUint(uint64(strings.ToUpper(host)[i]), 16))
		}
		port, hasPort := u.Port()
		if hasPort {
			port = ":" + port
		}
		v, err := uri.Parse(u.Scheme() + "://" + other + port)
		if err != nil || u.Scheme() == "" {
			return
		}
		if _, isAddr := u.Addr(); !isAddr && h.Match(v) != got {
			t.Fatalf("%q: %q: %v, and not for %q", list, text, got, v)
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
