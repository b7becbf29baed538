package guard_test

import (
	"fmt"
	"net"
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
