package uri_test

import (
	"fmt"
	"strings"

	"example.com/uri"
)

// A SIP is the address of a phone (RFC 3261, 19.1), an opaque URI with a server in it:
//
//	SIP-URI = "sip:" [ userinfo ] hostport uri-parameters [ headers ]
type SIP struct {
	User       string // decoded; "" for a server without a user
	Host       string
	Port       uint16   // 0: 5060
	Parameters []string // decoded: "transport=tcp"
}

// SIPFrom reads u. A user may contain ";" and "?", so it is split off first. The parts
// are split before they are decoded.
func SIPFrom(u uri.URI) (s SIP, err error) {
	opaque, ok := u.Opaque()
	if !ok || !strings.EqualFold(u.Scheme(), "sip") {
		return SIP{}, fmt.Errorf("%+v is not a sip URI", u)
	}
	user, rest, ok := strings.Cut(opaque, "@")
	if !ok {
		user, rest = "", opaque
	}
	rest, _, _ = strings.Cut(rest, "?")
	hostport, parameters, _ := strings.Cut(rest, ";")
	if s.User, err = uri.Unescape(user); err != nil {
		return SIP{}, err
	}
	v, err := uri.Parse("sip://" + hostport) // a server follows the rules of RFC 2396
	if err != nil {
		return SIP{}, err
	}
	server, err := uri.ServerFrom(v)
	if err != nil {
		return SIP{}, err
	}
	s.Host, s.Port = server.Host, server.Port
	for p := range strings.SplitSeq(parameters, ";") {
		if p, err = uri.Unescape(p); err != nil {
			return SIP{}, err
		}
		if p != "" {
			s.Parameters = append(s.Parameters, p)
		}
	}
	return s, nil
}

// A sip URI is opaque for RFC 2396. A program that needs its parts reads them with the
// exported pieces of this package.
func ExampleURI_Opaque_sip() {
	for _, s := range []string{
		"sip:alice@h.example:5060;transport=tcp",
		"sip:+1-212-555-1212;ext=%32@gateway.example;user=phone?subject=hi",
		"sip:alice@h.example:99999",
	} {
		phone, err := SIPFrom(uri.MustParse(s))
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%q %s %d %q\n", phone.User, phone.Host, phone.Port, phone.Parameters)
	}
	// Output:
	// "alice" h.example 5060 ["transport=tcp"]
	// "+1-212-555-1212;ext=2" gateway.example 0 ["user=phone"]
	// uri: sip "sip://h.example:99999": port: a port above 65535 at offset 20 (RFC 2396, 3.2.2)
}
