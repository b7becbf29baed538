package guard_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"net/netip"
	"syscall"

	"example.com/uri"
	"example.com/uri/guard"
)

func ExampleAudit() {
	u := uri.MustParse("http://www.bank.example@0x7f.1:25/")
	for _, f := range guard.Audit(u) {
		fmt.Printf("%d %s, %v: %s (%s)\n", f.Offset, f.Code, f.Severity(), f.Message(), f.Reference())
	}
	// Output:
	// 7 userinfo-host, danger: the user name looks like the host (RFC 3986, 7.6)
	// 24 odd-ipv4, danger: other parsers read this host as an IPv4 address: 127.0.0.1 (RFC 3986, 7.4)
	// 24 special-address, warning: the address is not public: 127.0.0.1 (RFC 6890, 2.2)
	// 31 bad-port, danger: the port belongs to another service (Fetch, 2.9; RFC 1738, 6)
}

func ExampleAuditor() {
	u := uri.MustParse("http://user:password@10.0.0.1/")
	a := guard.Auditor{Off: guard.SpecialAddress}
	for f := range a.Findings(u) {
		fmt.Println(f.Code)
	}
	// Output: password
}

func ExampleLoose() {
	u := uri.MustParse("http://0x7f.1/admin")
	_, strict := guard.Strict(u)
	a, _ := guard.Loose(u)
	fmt.Println(strict, a, guard.IsPublic(a))
	// Output: false 127.0.0.1 false
}

func ExampleAgreesWithNetURL() {
	fmt.Println(guard.AgreesWithNetURL(uri.MustParse("http://example.com:80/a?b")))
	fmt.Println(guard.AgreesWithNetURL(uri.MustParse("mailto:a@example.com?subject=x")))
	// Output:
	// <nil>
	// guard: net/url reads another query: one out of the opaque part
}

func ExampleParseTarget() {
	target, _ := guard.ParseTarget("GET", "//evil.example/")
	fmt.Println(target.Form(), target.URI().Path())
	u, _ := target.Effective("www.example.org", true)
	fmt.Println(u)
	_, err := guard.ParseTarget("CONNECT", "user@www.example.org:443")
	fmt.Println(err)
	// Output:
	// origin-form /.//evil.example/
	// https://www.example.org//evil.example/
	// guard: request-target: userinfo at offset 0 (RFC 9112, 3.2.3)
}

// Names resolve to what they like and servers redirect: check the address that
// is dialled.
func ExampleIsPublic() {
	dialer := net.Dialer{Control: func(network, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil {
			return err
		}
		if !guard.IsPublic(to.Addr()) {
			return errors.New("not public")
		}
		return nil
	}}
	transport := &http.Transport{DialContext: dialer.DialContext}
	_, err := transport.DialContext(context.Background(), "tcp", "127.0.0.1:80")
	fmt.Println(err)
	// Output: dial tcp 127.0.0.1:80: not public
}

// To package net/http, and back.
func ExampleToURL() {
	v, err := guard.ToURL(uri.MustParse("http://example.com/a%2Fb?c"))
	if err != nil {
		log.Fatal(err)
	}
	request := http.Request{Method: "GET", URL: v}
	u, err := guard.FromURL(request.URL)
	fmt.Println(u, err)
	_, err = guard.ToURL(uri.MustParse("//h_x/?#"))
	fmt.Println(err)
	// Output:
	// http://example.com/a%2Fb?c <nil>
	// guard: net/url reads another fragment: another text, or an empty one that it does not keep
}
