package guard

import (
	"net/netip"
	"slices"

	"example.com/uri"
	"example.com/uri/internal/hostread"
)

// MayMatch reports whether some program could read a host of the list in u. It is for
// lists that keep hosts out: refuse u if MayMatch is true.
//
// It looks at
//
//   - the host of RFC 3986, in every notation of an address, and the IPv4 address inside
//     an IPv6 address as a [Gate] finds it
//   - each piece of text that may be a host, as it is and decoded: of the userinfo, of an
//     authority that names no single host, after a later "@", in an opaque part, in the
//     first segment of a path where no host stands before it
//   - the scheme, except http and https before a host
//
// Where RFC 3986 finds no host, and in every relative reference, some programs connect to
// this machine. A port in the list counts only for the host of RFC 3986. A host with letters
// beyond US-ASCII, or with a label that no encoder of Punycode writes, may be any name.
//
// MayMatch is true for some URIs that no program sends to a host of the list. It takes
// time and memory linear in the length of u.
func (h Hosts) MayMatch(u uri.URI) bool {
	if may, decided := h.mayMatchAny(); decided {
		return may
	}
	if name, ok := hostread.Plain(u); ok {
		return h.matchName(name, portQuery{u: u})
	}
	return h.mayMatchAll(u)
}

// mayMatchAll is MayMatch for a URI in which programs may read several hosts.
func (h Hosts) mayMatchAll(u uri.URI) (may bool) {
	to := portQuery{u: u}
	if _, ok := u.EffectivePort(); !ok {
		to = anyPort
	}
	hostread.All(u, func(r hostread.Host) bool {
		may = h.mayMatchRead(r, to)
		return !may
	})
	return may
}

// MayMatchHost is [Hosts.MayMatch] for a program that has a host and no URI, for example
// a proxy that is asked to CONNECT. Port 0 means no port: then an entry with any port
// may match. If host is neither a name nor an address, MayMatchHost looks at each piece
// of it.
func (h Hosts) MayMatchHost(host string, port uint16) bool {
	if may, decided := h.mayMatchAny(); decided {
		return may
	}
	to := portQuery{port: port, known: true, any: port == 0}
	if name, ok := hostread.PlainName(host); ok {
		return h.matchName(name, to)
	}
	return h.mayMatchIn(host, to)
}

// mayMatchIn is MayMatchHost for a host that programs may read as several.
func (h Hosts) mayMatchIn(host string, to portQuery) (may bool) {
	hostread.In(host, func(r hostread.Host) bool {
		may = h.mayMatchRead(r, to)
		return !may
	})
	return may
}

// mayMatchAny returns the answer for every host, if the list has one.
func (h *Hosts) mayMatchAny() (may, decided bool) {
	may = h.all || h.err != nil
	return may, may || h.IsEmpty()
}

// anyPort asks for an entry with any port.
var anyPort = portQuery{known: true, any: true}

// mayMatchRead reports whether the list has a host that some program reads. written is the port
// of the host of RFC 3986.
func (h *Hosts) mayMatchRead(r hostread.Host, written portQuery) bool {
	to := [...]portQuery{hostread.PortAny: anyPort, hostread.PortWritten: written, hostread.PortHTTP: {port: 80, known: true}}[r.Port]
	switch {
	case r.Any:
		return true
	case r.Local:
		return h.mayMatchLocal(to)
	case r.Addr.IsValid(): // the address, or the one without a zone that it leads to
		inside := unwrap(r.Addr)
		return h.matchAddr(r.Addr.Unmap(), to) || h.matchAddr(inside, to) || inside.IsUnspecified() && h.mayMatchLocal(to)
	}
	return h.matchName(r.Name, to)
}

// mayMatchLocal reports whether the list has this machine.
func (h *Hosts) mayMatchLocal(to portQuery) bool {
	return h.matchName("localhost", to) || slices.ContainsFunc(ownAddrs, func(a netip.Addr) bool { return h.matchAddr(a, to) })
}

// ownAddrs are the addresses to which programs connect for "localhost" and for no host.
var ownAddrs = []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback(), netip.IPv4Unspecified(), netip.IPv6Unspecified()}
