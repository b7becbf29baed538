package guard

import (
	"iter"
	"net/netip"
	"slices"

	"example.com/uri"
	"example.com/uri/internal/hostread"
)

// MayMatch reports whether some program could read a host of the list in u. It is for
// deny lists: refuse u if MayMatch is true.
//
// It looks at
//
//   - the host of RFC 3986, in every notation of an address, and the IPv4 address inside
//     an IPv6 address as a [Gate] finds it
//   - each piece of text, as it is and decoded, in the userinfo, in an authority
//     without a single host, after a later "@", after each "@" of a sip URI, in an opaque
//     part, and in the first segment of a path without a host before it
//   - the scheme, except http and https before a host
//
// Where RFC 3986 finds no host, and in every relative reference, some programs connect
// to this machine. A port in the list counts only for the host of RFC 3986. A host with
// letters beyond US-ASCII, or with an invalid label of Punycode, may be any name.
//
// MayMatch is true for some URIs that no program sends to a host of the list. It takes
// time and memory linear in the length of u.
func (h Hosts) MayMatch(u uri.URI) bool {
	if may, decided := h.mayMatchAny(); decided {
		return may
	}
	port, ok := u.EffectivePort()
	to := portQuery{port: port, any: !ok}
	switch name, addr, word, ok := hostread.Plain(u); {
	case !ok:
		return h.mayMatchSome(hostread.All(u), to)
	case word != "" && h.matchName(word, portHTTP):
		return true
	case addr.IsValid():
		return h.mayMatchRead(hostread.Host{Addr: addr, Port: hostread.PortWritten}, to)
	default:
		return h.matchName(name, to)
	}
}

// MayMatchHost is [Hosts.MayMatch] for a host without a URI, for example from a CONNECT
// to a proxy. Port 0 means no port: then an entry with any port may match. If host is
// neither a name nor an address, MayMatchHost looks at each piece of it.
func (h Hosts) MayMatchHost(host string, port uint16) bool {
	if may, decided := h.mayMatchAny(); decided {
		return may
	}
	to := portQuery{port: port, any: port == 0}
	if name, ok := hostread.PlainName(host); ok {
		return h.matchName(name, to)
	}
	return h.mayMatchSome(hostread.In(host), to)
}

// mayMatchSome reports whether the list has one of hosts. written is the port for RFC 3986.
func (h Hosts) mayMatchSome(hosts iter.Seq[hostread.Host], written portQuery) bool {
	for r := range hosts {
		if h.mayMatchRead(r, written) {
			return true
		}
	}
	return false
}

// mayMatchAny returns the answer for every host, if the list has one.
func (h *Hosts) mayMatchAny() (may, decided bool) {
	may = h.all || h.err != nil
	return may, may || h.IsEmpty()
}

// portHTTP asks for an entry with the port of http.
var portHTTP = portQuery{port: 80}

// mayMatchRead reports whether the list has r.
func (h *Hosts) mayMatchRead(r hostread.Host, written portQuery) bool {
	to := [...]portQuery{hostread.PortAny: {any: true}, hostread.PortWritten: written, hostread.PortHTTP: portHTTP}[r.Port]
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

// ownAddrs are the addresses of "localhost" and of a missing host.
var ownAddrs = []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback(), netip.IPv4Unspecified(), netip.IPv6Unspecified()}
