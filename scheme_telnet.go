package uri

import (
	"fmt"
	"log/slog"
	"strings"
)

// Telnet is an interactive service (RFC 1738, 3.8):
//
//	telneturl = "telnet://" login [ "/" ]
//
// (RFC 1738, 5). User and password are advice for the user: a client shows them
// and sends nothing. Telnet values may be compared with ==.
type Telnet struct {
	Login Login
	Host  string // as in [Server]
	Port  uint16 // 0: 23
}

// TelnetFrom reads u as a telnet URL. It allocates what of the login holds
// escapes. The error is a [*SyntaxError].
func TelnetFrom(u URI) (Telnet, error) {
	s, err := u.server(&schemes[schemeTelnet])
	if err != nil {
		return Telnet{}, err
	}
	start, rest := u.afterAuthority()
	if strings.HasPrefix(rest, "?") {
		return Telnet{}, u.refuse("telnet", start, RuleTelnetURL, twoHosts)
	}
	if rest != "" && rest != "/" {
		return Telnet{}, u.refuse("telnet", start+1, RuleTelnetURL, "")
	}
	return Telnet(s), nil
}

// ParseTelnet is [Parse] and [TelnetFrom].
func ParseTelnet(s string) (Telnet, error) { return parseWith(s, TelnetFrom) }

// Scheme returns "telnet".
func (t Telnet) Scheme() string { return "telnet" }

// URI writes the URL, with the "/" that may be omitted. Port 23 is left out.
// The error is a [*FieldError] where Host is none.
func (t Telnet) URI() (URI, error) {
	dst, err := appendServer(nil, "telnet", Server(t))
	if err != nil {
		return URI{}, err
	}
	return Parse(string(append(dst, '/')))
}

// String returns the text of the URL, with a password that it may hold.
func (t Telnet) String() string { return schemeString(t) }

// Format writes the URL as [URI.Format] does: %+v and %#v show no password.
func (t Telnet) Format(f fmt.State, verb rune) { formatScheme(t, f, verb) }

// LogValue returns the URL as [URI.Redacted] has it.
func (t Telnet) LogValue() slog.Value { return slog.StringValue(redacted(t)) }

// MarshalText returns the text of the URL. The error is that of URI.
func (t Telnet) MarshalText() ([]byte, error) { return marshalScheme(t) }

// UnmarshalText sets t to what [ParseTelnet] reads, and leaves it as it is with an
// error.
func (t *Telnet) UnmarshalText(s []byte) error { return unmarshalScheme(t, s, ParseTelnet) }

// HostPort returns the host and the port to connect to, as net.Dial takes them.
func (t Telnet) HostPort() string { return hostAddr("telnet", t.Host, t.Port) }
