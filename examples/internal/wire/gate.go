package wire

import (
	"fmt"
	"net/netip"
	"syscall"

	"example.com/uri"
	"example.com/uri/guard"
)

// A Gate says what may be fetched. Both programs ask it, and it alone, about
// each URI before they fetch it and about each address before they connect to
// it. The zero Gate lets public addresses through.
type Gate struct {
	Loopback bool // may connect to loopback addresses too
}

// A GateError says what a [Gate] does not let through, and why. It does not
// hold the URI.
type GateError struct{ Reason string }

func (e *GateError) Error() string { return "refused: " + e.Reason }

// Check refuses a URI that package guard finds dangerous. The error is a
// [*GateError].
func (g Gate) Check(u uri.URI) error {
	for f := range (guard.Auditor{}).Findings(u) {
		if f.Severity() == guard.Danger {
			return &GateError{fmt.Sprintf("%s: %s at offset %d: %s (%s)", f.Code, f.Part, f.Offset, f.Message(), f.Reference())}
		}
	}
	return nil
}

// Control is for the field of that name of [net.Dialer], which calls it with
// each address that it is about to connect to, after it resolved the name. The
// error is a [*GateError].
func (g Gate) Control(_, address string, _ syscall.RawConn) error {
	a, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	if ip := a.Addr(); !guard.IsPublic(ip) && !(g.Loopback && ip.Unmap().IsLoopback()) {
		return &GateError{fmt.Sprintf("%v is not a public address (RFC 6890)", ip)}
	}
	return nil
}
