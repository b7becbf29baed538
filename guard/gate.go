package guard

import (
	"net/netip"
	"slices"
	"strconv"
	"syscall"

	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/hostread"
	"example.com/uri/internal/secret"
)

// A Gate decides about addresses before a program connects to them for others. The zero
// Gate allows public addresses ([IsPublic]) on all ports except the blocked ones of the
// Fetch standard ("port blocking").
//
// A Gate unwraps an address first: it takes the IPv4 address inside an IPv4-mapped (RFC 4291,
// 2.5.5.2), IPv4-translated (RFC 2765, 2.1) or ISATAP address (RFC 5214, 6.1), and inside one with
// the well-known NAT64 prefix (RFC 6052, 2.1). It removes a zone (RFC 4007, 11). Then the first
// of these that applies decides:
//
//  1. Deny, if it contains the address, unwrapped or not
//  2. Allow, if it contains the unwrapped address
//  3. [IsPublic], for the address with its zone and its wrapping
//
// As a result, IPv4-translated addresses and addresses with a zone are refused unless
// Allow contains them.
//
// A Gate looks at addresses and ports, and not at the scheme: [Gate.Check] accepts
// "javascript://example.com/%0aalert(1)". Check u.Scheme() or call [uri.HTTPFrom] too,
// except when the client knows only http and https.
//
// A Gate is used by value. It is safe for concurrent use as long as its prefixes are
// not changed and its Ports is safe.
type Gate struct {
	// Allow contains prefixes to allow even if they are not public. An IPv4 address,
	// wrapped or not, is allowed only by IPv4 prefixes and by prefixes of IPv4-mapped
	// addresses.
	Allow []netip.Prefix
	// Deny contains prefixes to refuse even if they are public or in Allow. If one is
	// invalid (the zero Prefix of a failed [netip.ParsePrefix]), all addresses are
	// refused.
	Deny []netip.Prefix
	// Ports reports whether connections to a port are allowed. If it is nil, all
	// ports are allowed except the blocked ones.
	Ports func(port uint16) bool
}

// gateError returns the error for a refused address or host.
func gateError(part, address, reason, reference string) error {
	return &Error{Op: opGate, Part: part, Address: secret.RedactText(address), Reason: reason, Reference: reference}
}

// Control returns an error if g does not allow connections to the address or its port.
// It is made for the field Control of [net.Dialer]. The Dialer calls it for each
// address, after name resolution and before it connects. So Control sees the dialled
// address, even if a second DNS answer differs or a redirect leads elsewhere. It
// refuses every text other than an IP address and a port, such as the path of a Unix
// socket.
//
// The error is an [*Error]. Control does not allocate if it returns nil, except
// for an address with a zone.
func (g Gate) Control(network, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return gateError("address", address, "it is not an IP address and a port", "Gate.Control")
	}
	return g.check(to, address)
}

// CheckAddr is [Gate.Control] for a program that has an address, for example from its own
// name resolution. The error is an [*Error]. CheckAddr does not allocate if it returns
// nil.
func (g Gate) CheckAddr(to netip.AddrPort) error {
	if !to.Addr().IsValid() {
		return gateError("address", "", "it is no address", "Gate.CheckAddr")
	}
	return g.check(to, "")
}

// check is CheckAddr for an address with this text, or "" if the caller has none.
func (g *Gate) check(to netip.AddrPort, address string) error {
	e := g.refusePort(to.Port())
	if e == nil {
		e = g.refuse(to.Addr())
	}
	if e == nil {
		return nil
	}
	if e.Address = address; address == "" {
		e.Address = to.String()
	}
	return e
}

// refusePort returns the error for the port, without its Address, if g does not allow it.
func (g *Gate) refusePort(port uint16) *Error {
	switch {
	case g.Ports == nil && badPort(port):
		return &Error{Op: opGate, Part: "port", Reason: kinds[CodeBadPort].message, Reference: kinds[CodeBadPort].reference}
	case g.Ports != nil && !g.Ports(port):
		return &Error{Op: opGate, Part: "port", Reason: "it is not allowed", Reference: "Gate.Ports"}
	}
	return nil
}

// refuse returns the error for a, without its Address, if g does not allow it.
func (g *Gate) refuse(a netip.Addr) *Error {
	inside, whole := unwrap(a), a.WithZone("")
	b := blockOf(a)
	refused := func(p netip.Prefix, reason, reference string) *Error {
		return &Error{Op: opGate, Part: "address", Prefix: p, Class: b.class, Reason: reason, Reference: reference}
	}
	for _, p := range g.Deny {
		switch {
		case !p.IsValid():
			return refused(p, "a prefix is not valid", "Gate.Deny")
		case contains(p, inside), inside != whole && contains(p, whole):
			return refused(p, "the prefix is denied", "Gate.Deny")
		}
	}
	switch {
	case b.class == ClassPublic, containsAny(g.Allow, inside):
		return nil
	case b == &zoned:
		return refused(netip.PrefixFrom(whole, a.BitLen()), "the address is not public", b.source)
	}
	return refused(b.prefix, "the address is not public", b.source)
}

// contains reports whether p contains a, which must have no zone. An IPv4-mapped prefix contains
// its IPv4 addresses.
func contains(p netip.Prefix, a netip.Addr) bool {
	return p.Contains(a) || a.Is4() && p.Bits() >= 96 && p.Contains(netip.AddrFrom16(a.As16()))
}

func containsAny(list []netip.Prefix, a netip.Addr) bool {
	return slices.ContainsFunc(list, func(p netip.Prefix) bool { return contains(p, a) })
}

// hostCodes are the findings about different hosts or ports for two programs. All of them come
// from audit.authority.
const hostCodes = CodeUserinfoHost | CodeRegistryAuthority | CodeEscapedHost | CodeOddIPv4 | CodeDriveHost | CodePortRange | CodeAuthorityEnd

// hostFinding returns the first finding about different hosts or ports in u.
func hostFinding(u uri.URI) (Finding, bool) {
	s := audit{u: u, read: hostread.AddrsOf(u), only: hostCodes}
	s.authority()
	if len(s.all) == 0 {
		return Finding{}, false
	}
	return s.all[0], true
}

// Check returns an error if g will refuse the host in the text of u, or if programs may
// disagree about its host or port. Use it to tell people early. It does not replace
// [Gate.Control], because a name may resolve to any address.
//
// Check accepts u only if all of this is true:
//
//   - u is absolute and names a host.
//   - [Audit] has no finding about another host or port for some program.
//   - The host is an address that [uri.URI.Addr] and [LooseAddr] read alike, or a name of
//     letters, digits, "-", "_" and ".".
//   - g allows the address and the port.
//   - The name does not mean this machine or its own network (RFC 6761, 6.3;
//     RFC 6762, 3). If Allow is not empty, Check accepts such names, and Control
//     decides about their addresses.
//   - net/url reads the same parts ([AgreesWithNetURL]).
//
// Check accepts every scheme, as [Gate] says. The error is an [*Error].
func (g Gate) Check(u uri.URI) error {
	host, ok := u.Host()
	_, hasAuthority := u.Authority()
	switch {
	case !u.IsAbsolute():
		return gateError("URI", "", "it is not absolute", "RFC 3986, 4.3")
	case !ok && !hasAuthority:
		return gateError("URI", "", "it has no authority, so it names no host", "RFC 3986, 3.2")
	case !ok:
		return gateError("URI", "", kinds[CodeEmptyHost].message, kinds[CodeEmptyHost].reference)
	}
	port, hasPort := u.EffectivePort()
	name, _, word, plain := hostread.Plain(u)
	plain = plain && name != "" && word == "" && hasPort
	if !plain {
		if e := g.refuseHost(u, host); e != nil {
			return e
		}
	}
	if source := specialName(host); source != "" && len(g.Allow) == 0 {
		return gateError("host", host, kinds[CodeSpecialName].message, source)
	}
	if hasPort {
		if e := g.refusePort(port); e != nil {
			e.Address = host + ":" + strconv.Itoa(int(port))
			return e
		}
	}
	if plain { // net/url reads every http or https URL with such an authority as RFC 3986 does
		return nil
	}
	if err := AgreesWithNetURL(u.WithoutFragment()); err != nil {
		e := err.(*Error)
		return gateError(e.Part, host, "net/url disagrees: "+e.Reason, "net/url")
	}
	return nil
}

// refuseHost returns the error for u if programs disagree about its host or port, or g refuses it.
func (g *Gate) refuseHost(u uri.URI, host string) error {
	if f, ok := hostFinding(u); ok {
		return gateError("host", host, kinds[f.Code].message, f.Reference())
	}
	a, isAddr := u.Addr()
	if isAddr {
		if e := g.refuse(a); e != nil {
			e.Address = host
			return e
		}
	}
	switch {
	case !isAddr && ascii.EndsInNumber(host):
		return gateError("host", host, "some parsers read a name whose last label is a number as an IPv4 address, or refuse it", "WHATWG URL, 3.5")
	case hostread.Disputed(u, hostread.AddrsOf(u)):
		return gateError("URI", host, kinds[CodeRegistryAuthority].message, kinds[CodeRegistryAuthority].reference)
	}
	return nil
}
