package wire

import (
	"fmt"
	"net/netip"

	"example.com/uri"
	"example.com/uri/guard"
)

// NewGate returns the gate of both programs: public addresses and, if loopback is set,
// loopback ones, on any port. The zero Gate would refuse the ports of ftp and nntp, because
// they are bad for http. [Check] refuses bad ports by the scheme.
func NewGate(loopback bool) guard.Gate {
	g := guard.Gate{Ports: func(uint16) bool { return true }}
	if loopback {
		g.Allow = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	}
	return g
}

// Check returns an error if g refuses u, or if package guard finds other dangers in u, such as
// an escaped line break. A gopher or ftp server would read that as the end of a command. Both
// programs check each URI before they fetch it. The error is a [*guard.Error]. An opaque URI
// names no server, and neither program has a scheme for one.
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
