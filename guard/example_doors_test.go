package guard_test

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"

	"example.com/uri"
	"example.com/uri/guard"
)

// A client that connects to public addresses only, wherever names and redirects
// lead. Check refuses early what Control would refuse at the latest.
func ExampleGate() {
	elsewhere := httptest.NewServer(http.RedirectHandler("http://169.254.169.254/latest/meta-data/", http.StatusFound))
	defer elsewhere.Close()

	gate := guard.Gate{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}} // for the server above
	dialer := net.Dialer{Control: gate.Control}
	client := http.Client{
		Transport: &http.Transport{DialContext: dialer.DialContext},
		CheckRedirect: func(next *http.Request, via []*http.Request) error {
			u, err := guard.FromURL(next.URL)
			if err == nil {
				err = gate.Check(u)
			}
			if err == nil && len(via) > 5 {
				err = errors.New("too many redirects")
			}
			return err
		},
	}
	_, err := client.Get(elsewhere.URL)
	fmt.Println(errors.Unwrap(err))
	// Output:
	// guard: "169.254.169.254" is refused: the address is not public (RFC 3927, 169.254.0.0/16)
}

// A name is checked when it is an address.
func ExampleGate_Control() {
	dialer := net.Dialer{Control: guard.Gate{}.Control}
	_, err := dialer.Dial("tcp", "localhost:80")
	var e *guard.GateError
	fmt.Println(errors.As(err, &e), e.Reason)
	fmt.Println(guard.Gate{}.Control("tcp", "8.8.8.8:443", nil))
	// Output:
	// true the address is not public
	// <nil>
}

func ExampleGate_Check() {
	for _, s := range []string{"https://example.com/hook", "http://0x7f.1/", "http://example.com:25/", "http://a@b@c/"} {
		fmt.Println(guard.Gate{}.Check(uri.MustParse(s)))
	}
	// Output:
	// <nil>
	// guard: "0x7f.1" is refused: other parsers read this host as an IPv4 address (RFC 3986, 7.4)
	// guard: "example.com:25" is refused: the port belongs to another service (Fetch, 2.9; RFC 1738, 6)
	// guard: "" is refused: the authority names no host (RFC 9110, 4.2.1)
}

// What to tell whoever gave the URL.
func ExampleGateError() {
	gate := guard.Gate{Deny: []netip.Prefix{netip.MustParsePrefix("8.8.0.0/16")}}
	for _, address := range []string{"10.0.0.1:80", "[64:ff9b::a00:1]:80", "8.8.8.8:80", "/run/docker.sock"} {
		var e *guard.GateError
		if err := gate.Control("tcp", address, nil); errors.As(err, &e) {
			fmt.Printf("%s: %s (%s, %v)\n", e.Address, e.Reason, e.Reference, e.Prefix)
		}
	}
	// Output:
	// 10.0.0.1:80: the address is not public (RFC 1918, 10.0.0.0/8)
	// [64:ff9b::a00:1]:80: the address is not public (RFC 1918, 10.0.0.0/8)
	// 8.8.8.8:80: the prefix is denied (Gate.Deny, 8.8.0.0/16)
	// /run/docker.sock: it is no IP address and port (Gate.Control, invalid Prefix)
}
