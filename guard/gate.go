package guard

import (
	"net/netip"
	"strconv"
	"syscall"

	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/hostread"
	"example.com/uri/internal/secret"
)

// A Gate decides about addresses before a program connects to them for others. The zero
// Gate allows public addresses ([IsPublic]) on all ports except the blocked ones of the
// Fetch standard (2.9, port blocking).
//
// A Gate unwraps an address first. If the address is IPv4-mapped (RFC 4291, 2.5.5.2),
// IPv4-translated (RFC 2765, 2.1), has the well-known NAT64 prefix (RFC 6052, 2.1) or
// is an ISATAP address (RFC 5214, 6.1), the Gate takes the IPv4 address inside. It
// removes a zone (RFC 4007, 11). The first of these that applies decides:
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

// gateError returns the error for a refused address or host. The part is "URI",
// "address" or the name of a [uri.Part].
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
	if !g.allowsPort(to.Port()) {
		return g.portError(address)
	}
	if e := g.refuse(to.Addr()); e != nil {
		e.Address = address
		return e
	}
	return nil
}

// CheckAddr is [Gate.Control] for a program that has an address, for example from its own
// name resolution. The error is an [*Error]. CheckAddr does not allocate if it returns
// nil.
func (g Gate) CheckAddr(to netip.AddrPort) error {
	if !to.Addr().IsValid() {
		return gateError("address", "", "it is no address", "Gate.CheckAddr")
	}
	if !g.allowsPort(to.Port()) {
		return g.portError(to.String())
	}
	if e := g.refuse(to.Addr()); e != nil {
		e.Address = to.String()
		return e
	}
	return nil
}

// allowsPort reports whether g allows connections to the port.
func (g *Gate) allowsPort(port uint16) bool {
	if g.Ports != nil {
		return g.Ports(port)
	}
	return !badPort(port)
}

// portError returns the error for the port of address.
func (g *Gate) portError(address string) error {
	if g.Ports != nil {
		return gateError("port", address, "it is not allowed", "Gate.Ports")
	}
	return gateError("port", address, kinds[CodeBadPort].message, kinds[CodeBadPort].reference)
}

// refuse returns the error for a, without its Address, if g does not allow it.
func (g *Gate) refuse(a netip.Addr) *Error {
	for _, p := range g.Deny {
		if !p.IsValid() {
			return &Error{Op: opGate, Part: "address", Class: ClassOf(a), Reason: "a prefix is not valid", Reference: "Gate.Deny"}
		}
	}
	inside := unwrap(a)
	denied, ok := containing(g.Deny, inside)
	if !ok && a != inside {
		denied, ok = containing(g.Deny, a.WithZone(""))
	}
	if ok {
		return &Error{Op: opGate, Part: "address", Prefix: denied, Class: ClassOf(a), Reason: "the prefix is denied", Reference: "Gate.Deny"}
	}
	if _, ok := containing(g.Allow, inside); ok {
		return nil
	}
	b := blockOf(a)
	if b.class == ClassPublic {
		return nil
	}
	prefix := b.prefix
	if b == &zoned {
		prefix = netip.PrefixFrom(a.WithZone(""), a.BitLen())
	}
	return &Error{Op: opGate, Part: "address", Prefix: prefix, Class: b.class, Reason: "the address is not public", Reference: b.source}
}

// containing returns the first prefix in list with the address a. a must have no zone.
// An IPv4-mapped prefix contains its IPv4 addresses.
func containing(list []netip.Prefix, a netip.Addr) (netip.Prefix, bool) {
	for _, p := range list {
		if p.Contains(a) || a.Is4() && p.Bits() >= 96 && p.Contains(netip.AddrFrom16(a.As16())) {
			return p, true
		}
	}
	return netip.Prefix{}, false
}

// hostCodes are the findings about different hosts or ports for two programs. All are findings of
// authority.
const hostCodes = CodeUserinfoHost | CodeRegistryAuthority | CodeEscapedHost | CodeOddIPv4 | CodePortRange | CodeAuthorityEnd

// hostFinding returns the first finding of hostCodes in u.
func hostFinding(u uri.URI) (Finding, bool) {
	s := audit{u: u, read: hostread.AddrsOf(u)}
	s.authority()
	for _, f := range s.all {
		if f.Code&hostCodes != 0 {
			return f, true
		}
	}
	return Finding{}, false
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
	case hostread.Disputed(u):
		return gateError("URI", host, kinds[CodeRegistryAuthority].message, kinds[CodeRegistryAuthority].reference)
	}
	if source := specialName(host); source != "" && len(g.Allow) == 0 {
		return gateError("host", host, kinds[CodeSpecialName].message, source)
	}
	if port, ok := u.EffectivePort(); ok && !g.allowsPort(port) {
		return g.portError(host + ":" + strconv.Itoa(int(port)))
	}
	if err := AgreesWithNetURL(u.WithoutFragment()); err != nil {
		e := err.(*Error)
		return gateError(e.Part, host, "net/url disagrees: "+e.Reason, "net/url")
	}
	return nil
}
