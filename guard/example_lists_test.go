package guard_test

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"

	"example.com/uri"
	"example.com/uri/guard"
)

func ExampleHosts_MatchHost() {
	own, err := guard.ParseHosts("=www.good.example, =localhost:8080")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, field := range []string{"www.good.example:443", "localhost:8080", "a.www.good.example:443", "evil.example:8080"} {
		host, port, _ := net.SplitHostPort(field)
		n, _ := strconv.ParseUint(port, 10, 16)
		fmt.Println(field, own.MatchHost(host, uint16(n)))
	}
	// Output:
	// www.good.example:443 true
	// localhost:8080 true
	// a.www.good.example:443 false
	// evil.example:8080 false
}

// By RFC 3986 the second URI names no host, and the host of the third is good.example.
// Browsers send the second to evil.example, and old programs send the third there.
func ExampleHosts_MayMatch() {
	blocked, err := guard.ParseHosts("evil.example")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range []string{
		"http://good.example/",
		"http://a@b@evil.example/",
		"http://good.example?@evil.example/",
	} {
		u := uri.MustParse(s)
		fmt.Println(s, blocked.Match(u), blocked.MayMatch(u))
	}
	// Output:
	// http://good.example/ false false
	// http://a@b@evil.example/ false true
	// http://good.example?@evil.example/ false true
}

// A program that resolves names itself checks each address, and says what is wrong
// without comparing texts.
func ExampleGate_CheckAddr() {
	for _, s := range []string{"8.8.8.8:443", "[::ffff:10.0.0.1]:443", "169.254.169.254:80"} {
		err := guard.Gate{}.CheckAddr(netip.MustParseAddrPort(s))
		var e *guard.Error
		switch {
		case !errors.As(err, &e):
			fmt.Println(s, "may be dialled")
		case e.Class == guard.ClassLinkLocal:
			fmt.Println(s, "may be the metadata of a cloud")
		default:
			fmt.Println(s, "is", e.Class)
		}
	}
	// Output:
	// 8.8.8.8:443 may be dialled
	// [::ffff:10.0.0.1]:443 is private
	// 169.254.169.254:80 may be the metadata of a cloud
}

func ExampleClassOf() {
	for s, want := range map[string]guard.Class{
		"8.8.8.8":         guard.ClassPublic,
		"0.0.0.0":         guard.ClassUnspecified,
		"::1":             guard.ClassLoopback,
		"192.168.0.1":     guard.ClassPrivate,
		"169.254.169.254": guard.ClassLinkLocal,
		"100.64.0.1":      guard.ClassShared,
		"ff02::1":         guard.ClassMulticast,
		"192.0.2.1":       guard.ClassDocumentation,
		"2002:7f00:1::1":  guard.ClassTransition,
		"240.0.0.1":       guard.ClassReserved,
	} {
		if got := guard.ClassOf(netip.MustParseAddr(s)); got != want {
			fmt.Println(s, got)
		}
	}
	// Output:
}

func ExampleClass_String() {
	fmt.Println(guard.ClassShared)
	// Output: shared
}

// Browsers send brackets and braces as they are.
func ExampleRepairTarget() {
	for _, s := range []string{"/list?filter[name]=x", "/a%7Cb", "/a b"} {
		t, err := guard.RepairTarget("GET", s)
		fmt.Println(t, err)
	}
	// Output:
	// /list?filter%5Bname%5D=x <nil>
	// /a%7Cb <nil>
	//  guard: target: request-target: abs_path: invalid character ' ' at offset 2 (RFC 9112, 3.2.1)
}
