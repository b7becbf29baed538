package guard

import (
	"errors"
	"net/netip"
	"slices"
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
	"example.com/uri/web"
)

// MayMatch reports whether some program could read a host of the list in u. It is for
// lists that keep hosts out: refuse u if MayMatch is true.
//
// It looks at
//
//   - the host of RFC 3986, in every notation of an address, and the IPv4 address inside
//     an IPv6 address as a [Gate] finds it
//   - the host that browsers read
//   - each piece of text that may be a host, after decoding: of the userinfo, of an
//     authority that names no single host, and of the rest of the text if an authority
//     without a path precedes an "@". A piece may be an IPv6 address without brackets,
//     with a port.
//
// Where RFC 3986 finds no host, some programs connect to this machine, and some read the
// scheme as the host. A port in the list counts only for the host of RFC 3986. A host with
// letters beyond US-ASCII may be any name. A reference counts as one of a page: "//h" has a
// host, "h" has no host.
//
// MayMatch is true for some URIs that no program sends to a host of the list. It takes
// time and memory linear in the length of u.
func (h Hosts) MayMatch(u uri.URI) bool {
	if may, decided := h.mayMatchAny(); decided {
		return may
	}
	to := portQuery{u: u}
	if _, ok := u.EffectivePort(); !ok {
		to = anyPort
	}
	host, _ := u.Host()
	userinfo, hasUserinfo := u.Userinfo()
	_, hasAuthority := u.Authority()
	hostScheme := !hasAuthority || strings.ContainsAny(u.Scheme(), "+-.") // some program reads it as a host
	if n, ok := plainName(host); ok && !hostScheme && !hasUserinfo && !hidesHost(u) && !strings.Contains(host, "xn--") {
		return h.matchName(host[:n], to)
	}
	special := schemes.Lookup(u.Scheme()).Special
	if hostScheme && h.mayMatchHost(u.Scheme(), anyPort) || (hasAuthority || special) && namesNoHost(u) && h.mayMatchOwn(anyPort) {
		return true
	}
	pieces := userinfo
	if u.IsServer() {
		if h.mayMatchHost(host, to) {
			return true
		}
	} else {
		pieces, _ = u.Authority()
	}
	if (!u.IsServer() || hidesHost(u)) && isForeign(pieces) {
		return true
	}
	if host == "" && pieces == "" && special && !strings.EqualFold(u.Scheme(), "file") { // "http:evil.example", "http:///evil.example/"
		path := strings.TrimLeft(u.Path(), "/")
		pieces = path[:ascii.IndexOrEnd(path, 0, '/')]
	}
	if h.mayMatchPieces(pieces) {
		return true
	}
	if rest := afterAuthority(u); u.Path() == "" && strings.Contains(rest, "@") && h.mayMatchPieces(rest) {
		return true
	}
	other, foreign := browserHost(u)
	return foreign || !strings.EqualFold(other, host) && h.mayMatchHost(other, anyPort)
}

// namesNoHost reports whether some program finds no host in u, or stops before its first
// character.
func namesNoHost(u uri.URI) bool {
	host, _ := u.Host()
	return host == "" || u.HostKind() == uri.HostRegName && strings.IndexFunc(host, notHostname) >= 0
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
	if n, ok := plainName(host); ok && !strings.Contains(host, "xn--") {
		return h.matchName(host[:n], to)
	}
	if h.mayMatchHost(host, to) {
		return true
	}
	if _, err := netip.ParseAddr(withoutBrackets(host)); err == nil || strings.IndexFunc(host, notHostname) < 0 {
		return false // all programs read this host
	}
	return isForeign(host) || h.mayMatchPieces(host)
}

// mayMatchAny returns the answer for every host, if the list has one.
func (h *Hosts) mayMatchAny() (may, decided bool) {
	may = h.all || h.err != nil
	return may, may || h.IsEmpty()
}

// anyPort asks for an entry with any port.
var anyPort = portQuery{known: true, any: true}

// isForeign reports whether s has bytes beyond US-ASCII after all escapes are decoded.
func isForeign(s string) bool { return !ascii.Is(ascii.AppendUnescaped(nil, s)) }

// mayMatchPieces reports whether one of the pieces between the delimiters of s, as it is
// or decoded, is a host of the list. A ":" may belong to an address or delimit it.
func (h *Hosts) mayMatchPieces(s string) bool {
	for range 2 {
		for long := range strings.FieldsFuncSeq(s, endsPiece) {
			if i := strings.LastIndexByte(long, ':'); i >= 0 && (h.mayMatchIPv6(long, anyPort) || h.mayMatchIPv6(long[:i], anyPort)) {
				return true
			}
			for piece := range strings.SplitSeq(long, ":") {
				if h.mayMatchHost(piece, anyPort) {
					return true
				}
			}
		}
		if strings.IndexByte(s, '%') < 0 {
			break
		}
		s = string(ascii.AppendUnescaped(nil, s))
	}
	return false
}

// endsPiece reports whether r separates a host from other text for some program, except
// ":". "%" and "'" do so for url.parse of node.
func endsPiece(r rune) bool {
	return r <= ' ' || r == 0x7F || strings.ContainsRune(`@,;/\?#%'`, r)
}

// mayMatchHost reports whether the list has the name or one of the addresses that
// programs read in host. If a name has an empty label, the labels after it count.
func (h *Hosts) mayMatchHost(host string, to portQuery) bool {
	if strings.Contains(host, ":") {
		return h.mayMatchIPv6(host, to)
	}
	host = strings.TrimRight(host, ".")
	if i := strings.LastIndex(host, ".."); i >= 0 {
		host = host[i+len(".."):]
	}
	host = strings.TrimPrefix(host, ".")
	if domain, ok := hostName(host); ok {
		if h.matchName(domain, to) {
			return true
		}
		// A label like "xn--example-" decodes to "example" (CVE-2026-39821).
		if strings.Contains(domain, "xn--") && h.matchName(withoutPunycode(domain), to) {
			return true
		}
	}
	if host == "" || !ascii.Digit.Has(host[strings.LastIndexByte(host, '.')+1]) {
		return false
	}
	u, err := uri.Parse("//" + host)
	if err != nil {
		return false
	}
	r := read(u)
	return h.mayMatchAddr(r.decimal, to) || h.mayMatchAddr(r.aton, to) || h.mayMatchAddr(r.wrapped, to)
}

// mayMatchIPv6 reports whether host is an IPv6 address of the list, with or without
// brackets or a zone.
func (h *Hosts) mayMatchIPv6(host string, to portQuery) bool {
	a, err := netip.ParseAddr(withoutBrackets(host))
	return err == nil && h.mayMatchAddr(a, to)
}

// mayMatchAddr reports whether the list has the address, or the address without a
// zone that it leads to. The unspecified address leads to this machine.
func (h *Hosts) mayMatchAddr(a netip.Addr, to portQuery) bool {
	if !a.IsValid() {
		return false
	}
	inside := unwrap(a)
	return h.matchAddr(a.Unmap(), to) || h.matchAddr(inside, to) || inside.IsUnspecified() && h.mayMatchOwn(to)
}

// mayMatchOwn reports whether the list has this machine, to which some programs connect
// if they find no host.
func (h *Hosts) mayMatchOwn(to portQuery) bool {
	return h.matchName("localhost", to) || slices.ContainsFunc(ownAddrs, func(a netip.Addr) bool { return h.matchAddr(a, to) })
}

// ownAddrs are the addresses to which programs connect for "localhost" and for no host.
var ownAddrs = []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback(), netip.IPv4Unspecified(), netip.IPv6Unspecified()}

// withoutBrackets returns host without a "[" before it and a "]" after it.
func withoutBrackets(host string) string {
	return strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
}

// withoutPunycode returns the domain with the labels decoded that hold only ASCII:
// "xn--", the text, and "-".
func withoutPunycode(domain string) string {
	labels := strings.Split(domain, ".")
	for i, label := range labels {
		if text, ok := strings.CutPrefix(label, "xn--"); ok {
			if text, ok = strings.CutSuffix(text, "-"); ok {
				labels[i] = text
			}
		}
	}
	return strings.Join(labels, ".")
}

// browserHost returns the host that browsers read in u, or "" if they read no host. If
// the host has letters beyond US-ASCII, it returns only foreign. A reference counts as
// one of a page, in which "///h" has the host h.
func browserHost(u uri.URI) (host string, foreign bool) {
	v, err := asBrowser(u)
	if err != nil {
		return "", errors.Is(err, web.ErrNoToASCII)
	}
	host, _ = v.Host()
	if own, _ := strangers[0].Host(); host == own {
		return "", false
	}
	return host, false
}
