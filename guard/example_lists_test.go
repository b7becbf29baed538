package guard_test

import (
	"errors"
	"fmt"
	"log"
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

// A proxy opens tunnels to the hosts that its list names with a port.
func ExampleHosts_MatchNamedPort() {
	allowed, err := guard.ParseHosts("=git.example:443 example.com")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(allowed.MatchNamedPort("git.example", 443), allowed.MatchNamedPort("git.example", 22))
	fmt.Println(allowed.MatchHost("example.com", 22), allowed.MatchNamedPort("example.com", 22))
	// Output:
	// true false
	// true false
}

// A setting that is empty may restrict nothing. One with a mistake must not do the same.
func ExampleHosts_IsEmpty() {
	for _, list := range []string{"", "example.com", "https://example.com"} {
		h, err := guard.ParseHosts(list)
		fmt.Println(h.IsEmpty(), err)
	}
	// Output:
	// true <nil>
	// false <nil>
	// false guard: hosts: a host is expected, not a URL at offset 5
}

// A program without a list may allow every host. A list without entries is not the same: the
// variable that should hold it may not be set.
func ExampleHosts_IsZero() {
	var none guard.Hosts
	unset, err := guard.ParseHosts("")
	fmt.Println(none.IsZero(), unset.IsZero(), err)
	// Output:
	// true false <nil>
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

// A proxy asks before it connects for a client.
func ExampleHosts_MayMatchHost() {
	blocked, err := guard.ParseHosts("evil.example, 127.0.0.1")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, host := range []string{"good.example", "a.evil.example", "0x7f.1"} {
		fmt.Println(host, blocked.MayMatchHost(host, 443))
	}
	// Output:
	// good.example false
	// a.evil.example true
	// 0x7f.1 true
}

// A program that resolves names itself checks each address, and tells the refusals
// apart without comparing texts.
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

func ExampleCallbacks() {
	client, err := guard.ParseCallbacks("https://app.example/callback", "http://127.0.0.1/callback")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, redirectURI := range []string{
		"https://app.example/callback",
		"http://127.0.0.1:51004/callback",
		"https://app.example/callback/..;/admin",
		"https://app.example@evil.example/callback",
	} {
		fmt.Println(client.Match(redirectURI))
	}
	// Output:
	// <nil>
	// <nil>
	// guard: callbacks: redirect_uri: it is not registered at offset 28 (RFC 9700, 2.1)
	// guard: callbacks: redirect_uri: it is not registered at offset 19 (RFC 9700, 2.1)
}

func ExampleCallbacks_Match() {
	client, _ := guard.ParseCallbacks("http://localhost:3000/cb")
	fmt.Println(client.Match("http://localhost:3000/cb"))
	fmt.Println(client.Match("http://localhost:4000/cb")) // the program that listens there chooses a port
	fmt.Println(client.Match("http://127.0.0.1:3000/cb"))
	// Output:
	// <nil>
	// <nil>
	// guard: callbacks: redirect_uri: it is not registered at offset 7 (RFC 9700, 2.1)
}

func ExampleParseCallbacks() {
	for _, s := range []string{"https://app.example/cb#x", "http://app.example/cb", "https://*.app.example/cb", "JavaScript:alert(1)"} {
		callbacks, err := guard.ParseCallbacks(s)
		fmt.Println(err)
		if callbacks.Err() != err {
			log.Fatal("Err is the error of ParseCallbacks")
		}
	}
	// Output:
	// guard: callbacks: uris[0]: it has a fragment at offset 22 (RFC 6749, 3.1.2)
	// guard: callbacks: uris[0]: http is only for loopback addresses (RFC 9700, 2.1)
	// guard: callbacks: uris[0]: parsers disagree on which host this is at offset 8 (RFC 3986, 7.6)
	// guard: callbacks: uris[0]: its scheme is that of a program, a document or a file (RFC 3986, 7.6)
}

func ExampleOrigins() {
	own, err := guard.ParseOrigins("https://app.example, https://*.app.example:8443")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, field := range []string{"https://app.example", "https://a.app.example:8443", "https://app.example.evil.example", "http://app.example", "null"} {
		fmt.Println(field, own.Match(field))
	}
	// Output:
	// https://app.example true
	// https://a.app.example:8443 true
	// https://app.example.evil.example false
	// http://app.example false
	// null false
}

func ExampleOrigins_Match() {
	own, _ := guard.ParseOrigins("http://localhost:*")
	fmt.Println(own.Match("http://localhost:3000"), own.Match("http://localhost:3000 https://evil.example"))
	// Output: true false
}

func ExampleOrigins_Err() {
	own, _ := guard.ParseOrigins("app.example") // no origin, and the error is lost
	fmt.Println(own.Err(), own.Match("https://app.example"))
	// Output: guard: origins: an origin is a scheme, "://" and a host at offset 0 (RFC 6454, 6.2) false
}

func ExampleParseOrigins() {
	for _, s := range []string{"https://app.example, App.example", "https://app.example/", "https://app.example:443", "*"} {
		_, err := guard.ParseOrigins(s)
		fmt.Println(err)
	}
	// Output:
	// guard: origins: an origin is a scheme, "://" and a host at offset 21 (RFC 6454, 6.2)
	// guard: origins: an origin has no path and no userinfo at offset 19 (RFC 6454, 6.2)
	// guard: origins: the default port of the scheme is not written at offset 19 (RFC 6454, 6.2)
	// guard: origins: "*" would let every page in at offset 0 (RFC 6454, 6.2)
}
