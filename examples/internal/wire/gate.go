package wire

import (
	"fmt"
	"net/netip"

	"example.com/uri"
	"example.com/uri/guard"
)

// NewGate returns what both programs may connect to: public addresses, and
// loopback ones too if loopback is set, on any port. The zero Gate would refuse
// the ports of ftp and nntp, which are bad for http. [Check] refuses bad ports by
// the scheme.
func NewGate(loopback bool) guard.Gate {
	g := guard.Gate{Ports: func(uint16) bool { return true }}
	if loopback {
		g.Allow = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	}
	return g
}

// Check refuses a URI that g refuses, and one in which package guard finds other
// dangers, such as a line break that a gopher or ftp server would read as the end of a
// command. Both programs ask it about each URI before they fetch it. The error is a
// [*guard.Error]. An opaque URI names no server; neither program has a scheme for
// one.
func Check(g guard.Gate, u uri.URI) error {
	host, _ := u.Host()
	for _, f := range guard.Audit(u) {
		if f.Severity() == guard.SeverityDanger {
			return &guard.Error{
				Op:        "gate",
				Part:      "URI",
				Address:   host,
				Reason:    fmt.Sprintf("%s: %s at offset %d: %s", f.Code, f.Part, f.Offset, f.Message()),
				Reference: f.Reference(),
			}
		}
	}
	if u.IsOpaque() {
		return nil
	}
	return g.Check(u)
}
