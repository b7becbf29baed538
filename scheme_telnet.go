package uri

import (
	"fmt"
	"log/slog"

	"example.com/uri/internal/schemes"
)

// Telnet is an interactive service (RFC 1738, 3.8):
//
//	telneturl = "telnet://" login [ "/" ]
//
// (RFC 1738, 5). User and password are advice for the user: a client shows them and
// does not send them.
type Telnet struct {
	Login Login
	Host  string // as [Server.Host]
	Port  uint16 // 0: 23
}

var opTelnet = &operation{scheme: schemes.Telnet}

// TelnetFrom reads u as a telnet URL.
func TelnetFrom(u URI) (Telnet, error) {
	srv, err := u.schemeServer(opTelnet, ruleTelnetURL)
	if err != nil {
		return Telnet{}, err
	}
	s, i := u.s[:u.uriEnd()], int(u.path)
	switch {
	case at(s, i, '?'):
		return Telnet{}, u.refuse(opTelnet, i, ruleTelnetURL, faultTwoHosts)
	case i+1 < len(s): // more than the optional "/"
		return Telnet{}, u.refuse(opTelnet, i+1, ruleTelnetURL, faultByte)
	}
	return Telnet(srv), nil
}

// ParseTelnet is [Parse] and [TelnetFrom].
func ParseTelnet(s string) (Telnet, error) { return parseWith(s, opTelnet, TelnetFrom) }

// URI returns the URL, with the optional "/". It fails if Host is not a host.
func (t Telnet) URI() (URI, error) {
	dst, err := schemeAndServer("telnet", Server(t))
	if err != nil {
		return URI{}, err
	}
	return Parse(string(append(dst, '/')))
}

// For these methods see [Scheme].

func (t Telnet) Scheme() string                { return "telnet" }
func (t Telnet) String() string                { return schemeString(t) }
func (t Telnet) Format(f fmt.State, verb rune) { formatScheme(t, f, verb) }
func (t Telnet) LogValue() slog.Value          { return slog.StringValue(redacted(t)) }
func (t Telnet) MarshalText() ([]byte, error)  { return marshalScheme(t) }
func (t *Telnet) UnmarshalText(s []byte) error { return unmarshal(t, string(s), ParseTelnet) }
func (t Telnet) HostPort() (string, bool)      { return schemeAddr("telnet", t.Host, t.Port) }
