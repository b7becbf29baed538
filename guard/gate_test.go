package guard

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"example.com/uri"
)

func prefixes(list ...string) []netip.Prefix {
	var all []netip.Prefix
	for _, s := range list {
		all = append(all, netip.MustParsePrefix(s))
	}
	return all
}

func TestGateControl(t *testing.T) {
	private := Gate{Allow: prefixes("10.0.0.0/8", "fe80::/10"), Deny: prefixes("8.8.0.0/16", "10.9.0.0/16", "2606:4700::/32")}
	all := Gate{Allow: prefixes("0.0.0.0/0", "::/0"), Deny: prefixes("169.254.0.0/16", "fd00:ec2::254/128", "64:ff9b::/96")}
	for _, tt := range []struct {
		name      string
		gate      Gate
		address   string
		prefix    string // of the error
		reference string // "" for nil
	}{
		{"zero", Gate{}, "8.8.8.8:80", "", ""},
		{"zero", Gate{}, "8.8.8.8:443", "", ""},
		{"zero", Gate{}, "[2606:4700::1111]:443", "", ""},
		{"zero", Gate{}, "[::ffff:8.8.8.8]:443", "", ""},
		{"zero", Gate{}, "[64:ff9b::808:808]:443", "", ""},
		{"zero", Gate{}, "8.8.8.8:65535", "", ""},
		{"zero", Gate{}, "0.0.0.0:80", "0.0.0.0/32", "RFC 1122, 3.2.1.3"},
		{"zero", Gate{}, "127.0.0.1:80", "127.0.0.0/8", "RFC 1122, 3.2.1.3"},
		{"zero", Gate{}, "127.255.255.255:80", "127.0.0.0/8", "RFC 1122, 3.2.1.3"},
		{"zero", Gate{}, "10.1.2.3:80", "10.0.0.0/8", "RFC 1918"},
		{"zero", Gate{}, "172.31.0.1:80", "172.16.0.0/12", "RFC 1918"},
		{"zero", Gate{}, "192.168.0.1:80", "192.168.0.0/16", "RFC 1918"},
		{"zero", Gate{}, "169.254.169.254:80", "169.254.0.0/16", "RFC 3927"},
		{"zero", Gate{}, "100.64.0.1:80", "100.64.0.0/10", "RFC 6598"},
		{"zero", Gate{}, "224.0.0.1:80", "224.0.0.0/4", "RFC 5771"},
		{"zero", Gate{}, "255.255.255.255:80", "255.255.255.255/32", "RFC 919, 7"},
		{"zero", Gate{}, "[::]:80", "::/128", "RFC 4291, 2.5.2"},
		{"zero", Gate{}, "[::1]:80", "::1/128", "RFC 4291, 2.5.3"},
		{"zero", Gate{}, "[fd00::1]:80", "fc00::/7", "RFC 4193"},
		{"zero", Gate{}, "[fe80::1]:80", "fe80::/10", "RFC 4291, 2.5.6"},
		{"zero", Gate{}, "[fe80::1%eth0]:80", "fe80::/10", "RFC 4291, 2.5.6"},
		{"zero", Gate{}, "[ff02::1]:80", "ff00::/8", "RFC 4291, 2.7"},
		{"zero", Gate{}, "[::ffff:127.0.0.1]:80", "127.0.0.0/8", "RFC 1122, 3.2.1.3"},
		{"zero", Gate{}, "[::ffff:127.0.0.1%lo]:80", "127.0.0.0/8", "RFC 1122, 3.2.1.3"},
		{"zero", Gate{}, "[::ffff:0:8.8.8.8]:80", "::ffff:0:0:0/96", "RFC 2765, 2.1"},
		{"zero", Gate{}, "[4000::1]:80", "::/0", "RFC 4291, 2.4"},
		{"zero", Gate{}, "168.63.129.16:80", "168.63.129.16/32", "Microsoft, What is IP address 168.63.129.16?"},
		{"zero", Gate{}, "[::ffff:0:127.0.0.1]:80", "127.0.0.0/8", "RFC 1122, 3.2.1.3"},
		{"zero", Gate{}, "[64:ff9b::7f00:1]:80", "127.0.0.0/8", "RFC 1122, 3.2.1.3"},
		{"zero", Gate{}, "[2600::5efe:7f00:1]:80", "127.0.0.0/8", "RFC 1122, 3.2.1.3"}, // ISATAP: RFC 5214, 6.1
		{"zero", Gate{}, "[2600:1:2:3:200:5efe:127.0.0.1]:80", "127.0.0.0/8", "RFC 1122, 3.2.1.3"},
		{"zero", Gate{}, "[2600::200:5efe:169.254.169.254]:80", "169.254.0.0/16", "RFC 3927"},
		{"zero", Gate{}, "[2600::5efe:8.8.8.8]:80", "", ""},
		{"zero", Gate{}, "[2600::100:5efe:127.0.0.1]:80", "", ""},
		{"zero", Gate{}, "[2600::1:0:5eff:127.0.0.1]:80", "", ""},
		{"zero", Gate{}, "[fe80::5efe:8.8.8.8]:80", "fe80::/10", "RFC 4291, 2.5.6"},
		{"zero", Gate{}, "[64:ff9b:1::808:808]:80", "64:ff9b:1::/48", "RFC 8215"},
		{"zero", Gate{}, "[2606:4700::1111%1]:80", "2606:4700::1111/128", "RFC 4007, 6"},
		{"zero", Gate{}, "8.8.8.8:25", "", "Fetch, 2.9; RFC 1738, 6"},
		{"zero", Gate{}, "8.8.8.8:0", "", "Fetch, 2.9; RFC 1738, 6"},
		{"zero", Gate{}, "", "", "Gate.Control"},
		{"zero", Gate{}, "/run/docker.sock", "", "Gate.Control"},
		{"zero", Gate{}, "8.8.8.8", "", "Gate.Control"},
		{"zero", Gate{}, "localhost:80", "", "Gate.Control"},
		{"zero", Gate{}, "8.8.8.8:http", "", "Gate.Control"},
		{"zero", Gate{}, "8.8.8.8:65536", "", "Gate.Control"},
		{"zero", Gate{}, "010.8.8.8:80", "", "Gate.Control"},

		{"private", private, "10.1.2.3:80", "", ""},
		{"private", private, "10.9.2.3:80", "10.9.0.0/16", "Gate.Deny"}, // Deny before Allow
		{"private", private, "[::ffff:10.9.2.3]:80", "10.9.0.0/16", "Gate.Deny"},
		{"private", private, "[64:ff9b::a09:203]:80", "10.9.0.0/16", "Gate.Deny"},
		{"private", private, "[2600::5efe:10.9.2.3]:80", "10.9.0.0/16", "Gate.Deny"},
		{"all but metadata", all, "169.254.169.254:80", "169.254.0.0/16", "Gate.Deny"},
		{"all but metadata", all, "[::ffff:0:169.254.169.254]:80", "169.254.0.0/16", "Gate.Deny"},
		{"all but metadata", all, "[fd00:ec2::254%eth0]:80", "fd00:ec2::254/128", "Gate.Deny"},
		{"all but metadata", all, "[64:ff9b::808:808]:80", "64:ff9b::/96", "Gate.Deny"},
		{"all but metadata", all, "127.0.0.1:80", "", ""},
		{"all but metadata", all, "[fd00:ec2::253]:80", "", ""},
		{"private", private, "[::ffff:10.1.2.3]:80", "", ""},
		{"private", private, "[::ffff:0:10.1.2.3]:80", "", ""},
		{"private", private, "[64:ff9b::a01:203]:80", "", ""},
		{"private", private, "[2600::5efe:10.1.2.3]:80", "", ""},
		{"private", private, "[2606:4700::5efe:9.9.9.9]:80", "2606:4700::/32", "Gate.Deny"},
		{"private", private, "[2600::5efe:8.8.8.8]:80", "8.8.0.0/16", "Gate.Deny"},
		{"private", private, "[fe80::1%eth0]:80", "", ""},
		{"private", private, "10.1.2.3:22", "", "Fetch, 2.9; RFC 1738, 6"}, // ports all the same
		{"private", private, "127.0.0.1:80", "127.0.0.0/8", "RFC 1122, 3.2.1.3"},
		{"private", private, "8.8.8.8:80", "8.8.0.0/16", "Gate.Deny"},
		{"private", private, "[::ffff:8.8.8.8]:80", "8.8.0.0/16", "Gate.Deny"},
		{"private", private, "[64:ff9b::808:808]:80", "8.8.0.0/16", "Gate.Deny"},
		{"private", private, "[2606:4700::1111]:80", "2606:4700::/32", "Gate.Deny"},
		{"private", private, "[2606:4700::1111%1]:80", "2606:4700::/32", "Gate.Deny"},
		{"private", private, "8.9.8.8:80", "", ""},

		{"all IPv6", Gate{Allow: prefixes("::/0")}, "[::1]:80", "", ""},
		{"all IPv6", Gate{Allow: prefixes("::/0")}, "[::ffff:127.0.0.1]:80", "127.0.0.0/8", "RFC 1122, 3.2.1.3"},
		{"all IPv6", Gate{Allow: prefixes("::/0")}, "[2600::5efe:7f00:1]:80", "127.0.0.0/8", "RFC 1122, 3.2.1.3"},
		{"all IPv6", Gate{Allow: prefixes("::/0")}, "[64:ff9b::7f00:1]:80", "127.0.0.0/8", "RFC 1122, 3.2.1.3"},
		{"mapped prefix", Gate{Allow: prefixes("::ffff:127.0.0.0/104")}, "127.0.0.1:80", "", ""},
		{"prefix of all mapped addresses", Gate{Allow: prefixes("::ffff:0:0/96")}, "127.0.0.1:80", "", ""},
		{"prefix of more than mapped addresses", Gate{Allow: prefixes("::ffff:0:0/64")}, "10.0.0.1:80", "10.0.0.0/8", "RFC 1918"},
		{"mapped prefix", Gate{Allow: prefixes("::ffff:127.0.0.0/104")}, "[::ffff:127.0.0.1]:80", "", ""},
		{"mapped prefix", Gate{Allow: prefixes("::ffff:127.0.0.0/104")}, "10.0.0.1:80", "10.0.0.0/8", "RFC 1918"},
		{"no NAT64", Gate{Deny: prefixes("64:ff9b::/96")}, "[64:ff9b::808:808]:80", "64:ff9b::/96", "Gate.Deny"},
		{"no NAT64", Gate{Allow: prefixes("8.8.8.8/32"), Deny: prefixes("64:ff9b::/96")}, "[64:ff9b::808:808%eth0]:80", "64:ff9b::/96", "Gate.Deny"},
		{"no NAT64", Gate{Deny: prefixes("64:ff9b::/96")}, "8.8.8.8:80", "", ""},
		{"no mapped", Gate{Deny: prefixes("::ffff:8.0.0.0/104")}, "8.8.8.8:80", "::ffff:8.0.0.0/104", "Gate.Deny"},
		{"a failed netip.ParsePrefix", Gate{Deny: append(prefixes("10.0.0.0/8"), netip.Prefix{})}, "8.8.8.8:80", "", "Gate.Deny"},
		{"a failed netip.ParsePrefix", Gate{Allow: prefixes("::/0"), Deny: []netip.Prefix{{}}}, "[::1]:80", "", "Gate.Deny"},
		{"a failed netip.ParsePrefix", Gate{Allow: []netip.Prefix{{}}}, "10.0.0.1:80", "10.0.0.0/8", "RFC 1918"},
		{"ports", Gate{Ports: func(port uint16) bool { return port == 25 }}, "8.8.8.8:25", "", ""},
		{"ports", Gate{Ports: func(port uint16) bool { return port == 25 }}, "8.8.8.8:80", "", "Gate.Ports"},
		{"ports", Gate{Ports: func(port uint16) bool { return port == 25 }}, "127.0.0.1:25", "127.0.0.0/8", "RFC 1122, 3.2.1.3"},
	} {
		err := tt.gate.Control("tcp", tt.address, nil)
		if err == nil {
			if tt.reference != "" {
				t.Errorf("%s: %s is let through, want %s", tt.name, tt.address, tt.reference)
			}
			continue
		}
		var e *Error
		if !errors.As(err, &e) {
			t.Fatalf("%s: %T", tt.address, err)
		}
		prefix := ""
		if e.Prefix.IsValid() {
			prefix = e.Prefix.String()
		}
		if e.Address != tt.address || e.Reference != tt.reference || prefix != tt.prefix {
			t.Errorf("%s: %s: %v; want %q, %q", tt.name, tt.address, err, tt.prefix, tt.reference)
		}
	}
}

// TestGateEdges asks Gates that allow or deny one prefix for the first and the last
// address of each prefix of blocks, and of some prefixes of IPv4-mapped addresses, for one
// before and one after them, and for these inside of IPv6 addresses. The judge compares
// numbers.
func TestGateEdges(t *testing.T) {
	var ps []netip.Prefix
	for _, b := range blocks {
		ps = append(ps, b.prefix)
	}
	for bits := 93; bits <= 128; bits++ { // not masked: a prefix is what is written
		ps = append(ps, netip.PrefixFrom(netip.MustParseAddr("::ffff:8.8.8.8"), bits), netip.PrefixFrom(netip.MustParseAddr("::ffff:10.1.2.3"), bits))
	}
	for _, p := range ps {
		for _, edge := range []netip.Addr{p.Masked().Addr(), lastAddr(p), p.Masked().Addr().Prev(), lastAddr(p).Next()} {
			if !edge.IsValid() {
				continue
			}
			forms := []netip.Addr{edge}
			if v := edge.Unmap(); v.Is4() {
				forms = []netip.Addr{v}
				for _, before := range []string{"::ffff:0:0", "::ffff:0:0:0", "64:ff9b::", "2600::5efe:0:0", "2a00:7::200:5efe:0:0"} {
					b := netip.MustParseAddr(before).As16()
					copy(b[12:], v.AsSlice())
					forms = append(forms, netip.AddrFrom16(b))
				}
			} else {
				forms = append(forms, edge.WithZone("eth0"))
			}
			for _, a := range forms {
				inside, decides := naiveGate(a)
				public := decides.class == ClassPublic && a.Zone() == ""
				for gate, want := range map[*Gate]bool{
					{}:                         public,
					{Allow: []netip.Prefix{p}}: public || naiveContains(p, inside),
					{Deny: []netip.Prefix{p}}:  public && !naiveContains(p, inside) && !naiveContains(p, a),
				} {
					err := gate.CheckAddr(netip.AddrPortFrom(a, 443))
					if (err == nil) != want {
						t.Fatalf("%v: %v: %v, want %v", gate, a, err, want)
					}
					var e *Error
					if errors.As(err, &e) && (e.Class == ClassPublic) != public || err != nil && gate.Deny == nil && a.Zone() == "" && (e.Prefix != decides.prefix || e.Reference != decides.source) {
						t.Fatalf("%v: %v: %v, want %v", gate, a, err, decides.prefix)
					}
				}
			}
		}
	}
}

// naiveContains reports whether the number of a lies between those of the first and the
// last address of p. A prefix of mapped addresses alone holds the IPv4 addresses too.
func naiveContains(p netip.Prefix, a netip.Addr) bool {
	first, bits := p.Addr(), p.Bits()
	if a.Is4() && first.Is4In6() && bits-96 >= 0 {
		first, bits = first.Unmap(), bits-96
	}
	if first.BitLen() != a.BitLen() {
		return false
	}
	size := new(big.Int).Lsh(big.NewInt(1), uint(a.BitLen()-bits))
	start := new(big.Int).SetBytes(first.AsSlice())
	start.Sub(start, new(big.Int).Mod(start, size))
	distance := new(big.Int).Sub(new(big.Int).SetBytes(a.AsSlice()), start)
	return distance.Sign() >= 0 && distance.Cmp(size) < 0
}

// naiveGate returns the address inside a, and the row of blocks that decides about a.
func naiveGate(a netip.Addr) (inside netip.Addr, decides block) {
	whole := a.WithZone("")
	inside = whole
	hidesOwn := false // a prefix of the wrapping address counts too
	if text := whole.StringExpanded(); whole.Is6() {
		switch {
		case whole.Is4In6(), strings.HasPrefix(text, "0064:ff9b:0000:0000:0000:0000:"):
			hidesOwn = true
		case strings.HasPrefix(text, "0000:0000:0000:0000:ffff:0000:"), text[20:29] == "0000:5efe", text[20:29] == "0200:5efe":
		default:
			return whole, naiveBlock(whole)
		}
		inside = netip.AddrFrom4([4]byte(whole.AsSlice()[12:]))
	}
	if decides = naiveBlock(inside); decides.class == ClassPublic && !hidesOwn {
		decides = naiveBlock(whole)
	}
	return inside, decides
}

func naiveBlock(a netip.Addr) (longest block) {
	longest.prefix = netip.PrefixFrom(a, -1)
	for bits := a.BitLen(); bits >= 0; bits-- {
		for _, b := range blocks {
			if b.prefix.Bits() == bits && naiveContains(b.prefix, a) {
				return b
			}
		}
	}
	return longest
}

func lastAddr(p netip.Prefix) netip.Addr {
	b := p.Addr().AsSlice()
	for i := p.Bits(); i < len(b)*8; i++ {
		b[i/8] |= 1 << (7 - i%8)
	}
	a, _ := netip.AddrFromSlice(b)
	return a
}

// blockedPorts has the ports of the Fetch standard (2.9, port blocking) with the
// services that it names.
var blockedPorts = map[uint16]string{
	0: "", 1: "tcpmux", 7: "echo", 9: "discard", 11: "systat", 13: "daytime", 15: "netstat", 17: "qotd",
	19: "chargen", 20: "ftp-data", 21: "ftp", 22: "ssh", 23: "telnet", 25: "smtp", 37: "time", 42: "name",
	43: "nicname", 53: "domain", 69: "tftp", 77: "", 79: "finger", 87: "", 95: "supdup", 101: "hostname",
	102: "iso-tsap", 103: "gppitnp", 104: "acr-nema", 109: "pop2", 110: "pop3", 111: "sunrpc", 113: "auth",
	115: "sftp", 117: "uucp-path", 119: "nntp", 123: "ntp", 135: "epmap", 137: "netbios-ns",
	139: "netbios-ssn", 143: "imap", 161: "snmp", 179: "bgp", 389: "ldap", 427: "svrloc", 465: "submissions",
	512: "exec", 513: "login", 514: "shell", 515: "printer", 526: "tempo", 530: "courier", 531: "chat",
	532: "netnews", 540: "uucp", 548: "afp", 554: "rtsp", 556: "remotefs", 563: "nntps", 587: "submission",
	601: "syslog-conn", 636: "ldaps", 989: "ftps-data", 990: "ftps", 993: "imaps", 995: "pop3s",
	1719: "h323gatestat", 1720: "h323hostcall", 1723: "pptp", 2049: "nfs", 3659: "apple-sasl", 4045: "npp",
	4190: "sieve", 5060: "sip", 5061: "sips", 6000: "x11", 6566: "sane-port", 6665: "ircu", 6666: "ircu",
	6667: "ircu", 6668: "ircu", 6669: "ircu", 6679: "osaut", 6697: "ircs-u", 10080: "amanda",
}

// TestBadPorts asks a Gate for every port.
func TestBadPorts(t *testing.T) {
	for port := range 1 << 16 {
		_, blocked := blockedPorts[uint16(port)]
		err := (Gate{}).Control("tcp", fmt.Sprintf("8.8.8.8:%d", port), nil)
		if (err != nil) != blocked {
			t.Errorf("port %d: %v", port, err)
		}
	}
}

// FuzzGate expects a Gate without prefixes to allow public addresses only.
func FuzzGate(f *testing.F) {
	for _, s := range []string{"8.8.8.8", "127.0.0.1", "::1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "::ffff:0:7f00:1", "2002:7f00:1::", "fe80::1"} {
		a := netip.MustParseAddr(s)
		f.Add(a.AsSlice(), uint16(80), "10.0.0.0/8", "", "http://127.1/")
		f.Add(a.AsSlice(), uint16(25), "::/0", "eth0", "http://a@b:1/")
	}
	f.Fuzz(func(t *testing.T, b []byte, port uint16, prefix, zone, text string) {
		a, ok := netip.AddrFromSlice(b)
		if !ok {
			return
		}
		if a.Is6() {
			a = a.WithZone(zone)
		}
		address := netip.AddrPortFrom(a, port).String()
		_, err := netip.ParseAddrPort(address)
		_, blocked := blockedPorts[port]
		refused := (Gate{}).Control("tcp", address, nil) != nil
		if err != nil && !refused {
			t.Fatalf("%q is let through, and is no address", address)
		}
		if err == nil && !refused && (!IsPublic(a) || blocked) {
			t.Fatalf("%q is let through", address)
		}
		// Wrapped, it is decided as it is bare.
		if bare := a.Unmap(); bare.Is4() && zone == "" {
			v := bare.As4()
			wrapped := netip.AddrFrom16([16]byte{1: 0x64, 2: 0xff, 3: 0x9b, 12: v[0], 13: v[1], 14: v[2], 15: v[3]})
			if p, err := netip.ParsePrefix(prefix); err == nil {
				for _, g := range []Gate{{Allow: []netip.Prefix{p}}, {Deny: []netip.Prefix{p}}} {
					one := g.Control("tcp", netip.AddrPortFrom(bare, port).String(), nil) == nil
					two := g.Control("tcp", netip.AddrPortFrom(wrapped, port).String(), nil) == nil
					if two && !one {
						t.Fatalf("%v: %v is refused, %v is not", g, bare, wrapped)
					}
				}
			}
		}
		u, err := uri.Parse(text)
		if err != nil {
			return
		}
		if err := (Gate{}).Check(u); err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Reason == "" || e.Reference == "" {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if a, ok := LooseAddr(u); ok && !IsPublic(a) {
			t.Fatalf("%q is accepted", text)
		}
		if v, err := ToURL(u.WithoutFragment()); err != nil || v.Hostname() == "" {
			t.Fatalf("%q is accepted, and net/url says %v, %v", text, v, err)
		}
	})
}

// Spellings of 127.0.0.1, and of names for it.
var loopbackSpellings = []string{
	"127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0X7F000001", "0x7f.0.0.1", "0x7f.1", "0177.0.0.1", "0177.1",
	"017700000001", "0177.0x0.1", "127.0.0.1.", "127.1.", "0x7f.1.", "127.0.0.01", "127.0.0.0x1", "127.0x0.1", "00127.0.0.1",
	"%31%32%37.0.0.1", "127%2E0.0.1", "127.0.0.%31", "%30x7f.1", "[::1]", "[0:0:0:0:0:0:0:1]", "[0000::0001]", "[::ffff:127.0.0.1]",
	"[::FFFF:7F00:1]", "[::ffff:0:127.0.0.1]", "[64:ff9b::127.0.0.1]", "[64:ff9b::7f00:1]", "[::127.0.0.1]", "[::7f00:1]", "[2600::5efe:7f00:1]",
	"localhost", "LOCALHOST", "localhost.", "a.localhost", "LocalHost.", "user@localhost", "user:pass@127.0.0.1", "127.0.0.1:80", "8.8.8.8@127.0.0.1",
}

func TestGateCheck(t *testing.T) {
	for _, host := range loopbackSpellings {
		u := uri.MustParse("http://" + host + "/")
		if err := (Gate{}).Check(u); err == nil {
			t.Errorf("%s is accepted", u)
		} else if strings.Contains(err.Error(), "pass") {
			t.Errorf("%s: %v shows a password", u, err)
		}
	}
	for _, tt := range []struct{ in, reference string }{
		{"http://example.com/", ""},
		{"HTTPS://EXAMPLE.COM/a%2Fb?c#d", ""},
		{"https://example.com:8443/", ""},
		{"http://example.com:/", ""},
		{"http://under_score.example.com/", ""},
		{"http://user@example.com/", ""},
		{"http://8.8.8.8/", ""},
		{"http://[2606:4700::1111]/", ""},
		{"http://[::ffff:8.8.8.8]/", ""},
		{"x://example.com/", ""}, // an unknown port is left to Control

		{"//example.com/", "RFC 3986, 4.3"},
		{"/a", "RFC 3986, 4.3"},
		{"", "RFC 3986, 4.3"},
		{"mailto:a@example.com", "RFC 3986, 3.2"},
		{"http:example.com", "RFC 3986, 3.2"},
		{"http:///example.com", "RFC 9110, 4.2.1"},
		{"http://:80/", "RFC 9110, 4.2.1"},
		{"http://u@/", "RFC 9110, 4.2.1"},
		{"file:///etc/passwd", "RFC 9110, 4.2.1"},
		{"file://c:/etc", "WHATWG URL, 4.4 (file host state)"},
		{"http://a@b@c/", "RFC 9110, 4.2.1"},
		{"http://ex%61mple.com/", "CVE-2022-27780"},
		{"http://1.2.3.4.5/", "RFC 3986, 7.4"},
		{"http://a.0x1/", "WHATWG URL, 3.5"},
		{"http://a.1./", "WHATWG URL, 3.5"},
		{"http://0x/", "RFC 3986, 7.4"},
		{"http://a,b/", "RFC 3986, 7.6"},
		{"http://www.bank.example@evil.example/", "RFC 3986, 7.6"},
		{"http://good.example?@evil.example/", "RFC 3986, 7.6; CVE-2016-8624"},
		{"http://good.example#@evil.example/", "RFC 3986, 7.6; CVE-2016-8624"},
		{"http://example.com:65536/", "RFC 9293, 3.1"},
		{"http://example.com:25/", "Fetch, 2.9; RFC 1738, 6"},
		{"ftp://example.com/", "Fetch, 2.9; RFC 1738, 6"},
		{"http://printer.local/", "RFC 6762, 3"},
		{"http://localhost/", "RFC 6761, 6.3"},
		{"http://10.0.0.1/", "RFC 1918"},
		{"http://[fd00::1]:8080/", "RFC 4193"},
	} {
		err := (Gate{}).Check(uri.MustParse(tt.in))
		var e *Error
		if errors.As(err, &e) && e.Reference == tt.reference || err == nil && tt.reference == "" {
			continue
		}
		t.Errorf("%s: %v; want %q", tt.in, err, tt.reference)
	}
	local := Gate{Allow: prefixes("127.0.0.0/8"), Ports: func(uint16) bool { return true }}
	for _, s := range []string{"http://localhost:22/", "http://127.0.0.1/", "ftp://[::ffff:127.0.0.2]/"} {
		if err := local.Check(uri.MustParse(s)); err != nil {
			t.Errorf("%s: %v", s, err)
		}
	}
	if err := local.Check(uri.MustParse("http://127.1/")); err == nil {
		t.Error("http://127.1/ is accepted, where only its address is allowed")
	}
}

// TestGateCheckText checks that an error quotes a host only as a host, not as a URI.
func TestGateCheckText(t *testing.T) {
	for in, want := range map[string]string{
		"//example.com/": `guard: gate: URI: it is not absolute (RFC 3986, 4.3)`,
		"http://127.1/":  `guard: gate: host "127.1": other parsers read this host as an IPv4 address (RFC 3986, 7.4)`,
		"http://~a/":     `guard: gate: host "~a": parsers disagree on which host this is (RFC 3986, 7.6)`,
		"http://a.1/":    `guard: gate: host "a.1": some parsers read a name whose last label is a number as an IPv4 address, or refuse it (WHATWG URL, 3.5)`,
	} {
		if err := (Gate{}).Check(uri.MustParse(in)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", in, err, want)
		}
	}
}

// TestGateCheckOctets puts each octet into a host: Check accepts the letters, digits,
// "-", "_" and "." that it documents, and nothing else.
func TestGateCheckOctets(t *testing.T) {
	const names = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._"
	for b := range 256 {
		u, err := uri.Parse("http://a" + string([]byte{byte(b)}) + "b.example/")
		if host, _ := u.Host(); err != nil || len(host) != len("a?b.example") {
			continue // the octet ends the host
		}
		err = Gate{}.Check(u)
		if want := strings.IndexByte(names, byte(b)) >= 0; (err == nil) != want {
			t.Errorf("%q: %v", u, err)
		}
	}
}

// A name that resolves to a public address first and to a private one the next
// time does not get past, nor does a redirect to one.
func TestGateRebinding(t *testing.T) {
	reached := false
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { reached = true }))
	defer server.Close()
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	// A dialer resolves and then calls Control with each address that it tries.
	// The resolver is played here: one name, another answer each time.
	answers := []string{"8.8.8.8", "127.0.0.1", "::ffff:127.0.0.1", "::1", "0.0.0.0"}
	gate := Gate{}
	var control []error
	transport := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		answer := answers[0]
		answers = answers[1:]
		if answer == "8.8.8.8" { // seen, and not dialled
			control = append(control, gate.Control(network, net.JoinHostPort(answer, "80"), nil))
			return nil, errors.New("no network")
		}
		dialer := net.Dialer{Control: gate.Control}
		conn, err := dialer.DialContext(ctx, network, net.JoinHostPort(answer, port))
		control = append(control, err)
		return conn, err
	}}
	client := &http.Client{Transport: transport}
	for range len(answers) {
		if response, err := client.Get("http://rebind.example/"); err == nil {
			response.Body.Close()
			t.Error("an answer came back")
		}
	}
	if reached || len(control) != 5 || control[0] != nil {
		t.Fatalf("reached: %v, %v", reached, control)
	}
	for _, err := range control[1:] {
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%v is no Error", err)
		}
	}
}

// A server that redirects to each special prefix leads no client there.
func TestGateRedirect(t *testing.T) {
	var next string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, next, http.StatusFound)
	}))
	defer server.Close()
	own := netip.MustParseAddrPort(server.Listener.Addr().String())
	gate := Gate{Allow: []netip.Prefix{netip.PrefixFrom(own.Addr(), own.Addr().BitLen())}}
	dialer := net.Dialer{Control: gate.Control}
	client := &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext}}
	if _, err := client.Get(server.URL); err == nil {
		t.Error("an empty Location was followed")
	}
	targets := []netip.Prefix{}
	for _, s := range blocks {
		if s.class != ClassPublic && !IsPublic(lastAddr(s.prefix)) && lastAddr(s.prefix) != own.Addr() {
			targets = append(targets, s.prefix)
		}
	}
	for _, p := range targets {
		next = "http://" + netip.AddrPortFrom(lastAddr(p), 8080).String() + "/"
		response, err := client.Get(server.URL)
		if err == nil {
			response.Body.Close()
		}
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %v", next, err)
		}
	}
}

func TestGateAllocations(t *testing.T) {
	for _, s := range []string{"https://www.example.com/a/b?c=d#e", "http://8.8.8.8:8080/", "https://[2606:4700::1111]/"} {
		u := uri.MustParse(s)
		netURL := testing.AllocsPerRun(100, func() { url.Parse(s) })
		if n := testing.AllocsPerRun(100, func() {
			if (Gate{}).Check(u) != nil {
				t.Error(s)
			}
		}); n > netURL {
			t.Errorf("%s: %v allocations, net/url has %v", s, n, netURL)
		}
	}
	for _, address := range []string{"10.0.0.1:80", "[fd00::1]:80", "[::ffff:127.0.0.1]:80", "255.255.255.255:80", "8.8.8.8:25"} {
		if n := testing.AllocsPerRun(100, func() {
			if (Gate{}).Control("tcp", address, nil) == nil {
				t.Error(address)
			}
		}); n > 1 {
			t.Errorf("%s, refused: %v allocations", address, n)
		}
	}
	for _, g := range []Gate{{}, {Allow: prefixes("10.0.0.0/8")}, {Deny: prefixes("9.0.0.0/8")}} {
		for _, address := range []string{"8.8.8.8:443", "[2606:4700::1111]:443", "[::ffff:8.8.8.8]:80"} {
			if n := testing.AllocsPerRun(100, func() {
				if g.Control("tcp", address, nil) != nil {
					t.Error(address)
				}
			}); n != 0 {
				t.Errorf("%s: %v allocations", address, n)
			}
		}
	}
}

func BenchmarkGateControl(b *testing.B) {
	gate := Gate{Deny: prefixes("192.0.2.0/24")}
	for _, address := range []string{"8.8.8.8:443", "[2606:4700::1111]:443"} {
		b.Run(address, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if gate.Control("tcp", address, nil) != nil {
					b.Fatal(address)
				}
			}
		})
	}
}
