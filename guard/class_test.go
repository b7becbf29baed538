package guard

import (
	"errors"
	"math/rand/v2"
	"net"
	"net/netip"
	"testing"
)

func TestClassOf(t *testing.T) {
	for addr, want := range map[string]Class{
		"8.8.8.8":               ClassPublic,
		"2606:4700::1111":       ClassPublic,
		"::ffff:8.8.8.8":        ClassPublic,
		"64:ff9b::808:808":      ClassPublic,
		"192.0.0.9":             ClassPublic,
		"0.0.0.0":               ClassUnspecified,
		"0.1.2.3":               ClassUnspecified,
		"::":                    ClassUnspecified,
		"127.0.0.1":             ClassLoopback,
		"::1":                   ClassLoopback,
		"::1%lo":                ClassLoopback,
		"::ffff:127.0.0.1":      ClassLoopback,
		"64:ff9b::7f00:1":       ClassLoopback,
		"::ffff:0:127.0.0.1":    ClassLoopback,
		"2600::5efe:7f00:1":     ClassLoopback,
		"10.0.0.1":              ClassPrivate,
		"172.16.0.1":            ClassPrivate,
		"172.31.255.255":        ClassPrivate,
		"192.168.1.1":           ClassPrivate,
		"fd00::1":               ClassPrivate,
		"169.254.169.254":       ClassLinkLocal,
		"fe80::1%eth0":          ClassLinkLocal,
		"::ffff:169.254.1.1":    ClassLinkLocal,
		"100.64.0.1":            ClassShared,
		"100.128.0.0":           ClassPublic,
		"224.0.0.1":             ClassMulticast,
		"255.255.255.255":       ClassMulticast,
		"ff02::1":               ClassMulticast,
		"192.0.2.1":             ClassDocumentation,
		"2001:db8::1":           ClassDocumentation,
		"3fff::1":               ClassDocumentation,
		"2002:7f00:1::":         ClassTransition,
		"2001:0:7f00:1::":       ClassTransition,
		"64:ff9b:1::a9fe:a9fe":  ClassTransition,
		"::ffff:0:8.8.8.8":      ClassTransition,
		"::8.8.8.8":             ClassTransition,
		"168.63.129.16":         ClassReserved,
		"240.0.0.1":             ClassReserved,
		"198.18.0.1":            ClassReserved,
		"fec0::1":               ClassReserved,
		"4000::1":               ClassReserved,
		"2606:4700::1111%eth0":  ClassReserved,
		"::ffff:8.8.8.8%eth0":   ClassReserved,
		"64:ff9b::808:808%eth0": ClassReserved,
	} {
		a := netip.MustParseAddr(addr)
		if got := ClassOf(a); got != want {
			t.Errorf("%s: %v, want %v", addr, got, want)
		}
		err := Gate{}.CheckAddr(netip.AddrPortFrom(a, 80))
		e := &Error{Class: ClassPublic}
		if errors.As(err, &e); e.Class != want || err != nil && e.Part != "address" {
			t.Errorf("%s: %v, class %v, want %v", addr, err, e.Class, want)
		}
	}
	if got := ClassOf(netip.Addr{}); got != 0 || got.String() != "" || ClassLinkLocal.String() != "link-local" || Class(99).String() != "invalid" {
		t.Errorf("%v, %v, %v", got, ClassLinkLocal, Class(99))
	}
}

// TestClassNaive checks the classes with the methods of package net, on addresses that
// wrap no other.
func TestClassNaive(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	seen := map[Class]int{}
	for range *inputs {
		var a netip.Addr
		if random.IntN(2) == 0 {
			first := []byte{0, 10, 100, 127, 169, 172, 192, 198, 203, 224, byte(random.Uint32())}
			second := []byte{0, 16, 64, 168, 254, byte(random.Uint32())}
			a = netip.AddrFrom4([4]byte{first[random.IntN(len(first))], second[random.IntN(len(second))], byte(random.Uint32()), byte(random.Uint32())})
		} else {
			b := [16]byte{[]byte{0x20, 0x26, 0xfc, 0xfd, 0xfe, 0xff, 0x3f}[random.IntN(7)], byte(random.Uint32()), 2: 3, 15: byte(random.Uint32())}
			if b[0] == 0x20 {
				b[1] = 0x03 // not 6to4, Teredo and others, which package net takes for ordinary
			}
			a = netip.AddrFrom16(b)
		}
		ip := net.IP(a.AsSlice())
		got := ClassOf(a)
		seen[got]++
		for _, tt := range []struct {
			class Class
			want  bool
		}{
			{ClassLoopback, ip.IsLoopback()},
			{ClassPrivate, ip.IsPrivate()},
			{ClassLinkLocal, ip.IsLinkLocalUnicast()},
			{ClassMulticast, ip.IsMulticast() || ip.Equal(net.IPv4bcast)},
			{ClassUnspecified, a.Is4() && ip.To4()[0] == 0},
			{ClassPublic, IsPublic(a)},
		} {
			if (got == tt.class) != tt.want {
				t.Fatalf("%s: %v", a, got)
			}
		}
	}
	for _, c := range []Class{ClassPublic, ClassLoopback, ClassPrivate, ClassLinkLocal, ClassMulticast, ClassShared, ClassUnspecified} {
		if seen[c] == 0 {
			t.Errorf("no %v", c)
		}
	}
}

// TestCheckAddr checks that CheckAddr answers as Control does.
func TestCheckAddr(t *testing.T) {
	gates := []Gate{
		{},
		{Allow: prefixes("10.0.0.0/8", "::1/128")},
		{Deny: prefixes("8.8.0.0/16", "2606:4700::/32")},
		{Ports: func(port uint16) bool { return port == 443 }},
	}
	for _, s := range []string{"8.8.8.8:80", "8.8.8.8:25", "10.0.0.1:443", "[::1]:443", "[2606:4700::1]:443", "[::ffff:10.0.0.1]:80", "[fe80::1%eth0]:80", "0.0.0.0:0"} {
		for i, g := range gates {
			a, b := g.CheckAddr(netip.MustParseAddrPort(s)), g.Control("tcp", s, nil)
			if (a == nil) != (b == nil) || a != nil && a.Error() != b.Error() {
				t.Errorf("%d: %s: %v, Control: %v", i, s, a, b)
			}
		}
	}
	var e *Error
	if err := (Gate{}).CheckAddr(netip.AddrPort{}); !errors.As(err, &e) || e.Class != 0 || e.Part != "address" {
		t.Errorf("%v", err)
	}
	if err := (Gate{Deny: prefixes("10.0.0.0/8")}).CheckAddr(netip.MustParseAddrPort("10.0.0.1:80")); !errors.As(err, &e) || e.Class != ClassPrivate || e.Reference != "Gate.Deny" {
		t.Errorf("%v", err)
	}
	to := netip.MustParseAddrPort("[2606:4700::1111]:443")
	if n := testing.AllocsPerRun(100, func() { _ = Gate{}.CheckAddr(to) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
