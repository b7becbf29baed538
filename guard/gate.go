package guard

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"syscall"

	"example.com/uri"
)

// A Gate decides which addresses a program that fetches for others may connect
// to. The zero Gate lets through the public addresses ([IsPublic]) on every port
// but those that the Fetch standard blocks (2.9, port blocking).
//
// An address is first unwrapped: one that is IPv4-mapped (RFC 4291, 2.5.5.2),
// IPv4-translated (RFC 2765, 2.1) or behind the well-known NAT64 prefix
// (RFC 6052, 2.1) is the IPv4 address that it holds, and a zone is taken off
// (RFC 4007, 11). Then Allow is asked, then Deny, then [IsPublic] about the
// address as it came: without a prefix in Allow, an address with a zone or an
// IPv4-translated one is refused.
//
// A Gate is used by value and safe for concurrent use as long as nobody changes
// what its fields refer to.
type Gate struct {
	// Allow holds prefixes that are let through before Deny is asked, and
	// although they are not public. IPv4 addresses are let through only by IPv4
	// prefixes, however they are wrapped.
	Allow []netip.Prefix
	// Deny holds prefixes that are refused although they are public. An address
	// is refused if one of them holds it as it came or unwrapped.
	Deny []netip.Prefix
	// Ports reports whether a port may be connected to. If it is nil, every port
	// may but the blocked ones.
	Ports func(port uint16) bool
}

// A GateError says why a [Gate] does not let something through. It shows no more
// of a URI than its host and port.
type GateError struct {
	Address   string       // what was refused: "10.0.0.1:80", "[::1]:443", "localhost"
	Prefix    netip.Prefix // the prefix that refused it; the zero Prefix if none did
	Reason    string       // what is wrong: "the address is private"
	Reference string       // who says so: "RFC 1918, 3", "Gate.Deny"
}

// Error describes the refusal in one line.
func (e *GateError) Error() string {
	where := ""
	if e.Prefix.IsValid() {
		where = ", " + e.Prefix.String()
	}
	return fmt.Sprintf("guard: %s is refused: %s (%s%s)", strconv.Quote(e.Address), e.Reason, e.Reference, where)
}

// Control refuses a connection to an address or a port that g does not let
// through. It is made for the field Control of [net.Dialer], which calls it
// with the address after name resolution and before the connection is made, for
// each address that is tried. What a name resolves to on a second look, or where
// a redirect leads, is checked there like everything else. What is no IP address
// and port, such as the path of a Unix socket, is refused. The error is a
// [*GateError]. Control does not allocate if it returns nil, except for an
// address with a zone.
func (g Gate) Control(network, address string, _ syscall.RawConn) error {
	to, ok := plainAddrPort(address)
	if !ok {
		var err error
		if to, err = netip.ParseAddrPort(address); err != nil {
			return &GateError{Address: address, Reason: "it is no IP address and port", Reference: "Gate.Control"}
		}
	}
	if !g.port(to.Port()) {
		return g.portError(address)
	}
	if g.letsThrough(to.Addr()) {
		return nil
	}
	return g.addressError(address, to.Addr())
}

// port reports whether g lets the port through.
func (g *Gate) port(port uint16) bool {
	if g.Ports != nil {
		return g.Ports(port)
	}
	return !badPort(port)
}

// portError returns the error for an address whose port g does not let through.
func (g *Gate) portError(address string) error {
	if g.Ports != nil {
		return &GateError{Address: address, Reason: "the port is not allowed", Reference: "Gate.Ports"}
	}
	return &GateError{Address: address, Reason: kinds[BadPort].message, Reference: kinds[BadPort].reference}
}

// letsThrough reports whether g lets the address a through.
func (g *Gate) letsThrough(a netip.Addr) bool {
	plain, bare := ordinary(a), a
	if !plain {
		bare = unwrap(a)
	}
	if _, ok := holds(g.Allow, bare); ok {
		return true
	}
	if _, ok := g.denies(a, bare); ok {
		return false
	}
	return plain || IsPublic(a) && (a == bare || IsPublic(bare))
}

// ordinary is a fast path for [IsPublic] and unwrap. It reports true only about
// addresses that share their first sixteen bits (IPv4) or thirty-two bits (IPv6)
// with no special-purpose address, and that wrap no other and have no zone;
// IsPublic takes over from there. It took 3 ns where the search in the
// registries' prefixes took 130.
func ordinary(a netip.Addr) bool {
	if a.Is4() {
		b := a.As4()
		switch b[0] {
		case 0, 10, 127:
			return false
		case 100:
			return b[1]&0xc0 != 64
		case 168:
			return b[1] != 63
		case 169:
			return b[1] != 254
		case 172:
			return b[1]&0xf0 != 16
		case 192:
			return b[1] != 0 && b[1] != 88 && b[1] != 168
		case 198:
			return b[1] != 18 && b[1] != 19 && b[1] != 51
		case 203:
			return b[1] != 0
		}
		return b[0] < 224
	}
	b := a.As16()
	switch uint16(b[0])<<8 | uint16(b[1]) {
	case 0x2001:
		if b[2] < 2 || b[2] == 0x0d && b[3] == 0xb8 {
			return false
		}
	case 0x2002, 0x3fff:
		return false
	}
	return b[0]>>5 == 1 && a.Zone() == "" // 2000::/3
}

// denies returns the prefix of Deny that holds a or what a wraps.
func (g *Gate) denies(a, bare netip.Addr) (netip.Prefix, bool) {
	p, ok := holds(g.Deny, bare)
	if !ok && a != bare {
		p, ok = holds(g.Deny, a.WithZone(""))
	}
	return p, ok
}

// addressError returns the error for the address a, which g does not let
// through.
func (g *Gate) addressError(address string, a netip.Addr) error {
	bare := unwrap(a)
	if p, ok := g.denies(a, bare); ok {
		return &GateError{Address: address, Prefix: p, Reason: "the prefix is denied", Reference: "Gate.Deny"}
	}
	p, source, _ := specialPrefix(bare)
	if IsPublic(bare) {
		p, source, _ = specialPrefix(a)
	}
	return &GateError{Address: address, Prefix: p, Reason: "the address is not public", Reference: source}
}

// holds returns the prefix in list that holds the address a, which has no zone.
// An IPv4-mapped prefix holds the IPv4 addresses that it maps.
func holds(list []netip.Prefix, a netip.Addr) (netip.Prefix, bool) {
	for _, p := range list {
		if p.Contains(a) || a.Is4() && p.Addr().Is4In6() && p.Contains(netip.AddrFrom16(a.As16())) {
			return p, true
		}
	}
	return netip.Prefix{}, false
}

// unwrap returns the address that a connection to a reaches in the end: the IPv4
// address in an IPv4-mapped, IPv4-translated or NAT64 one, and a itself
// otherwise, without its zone.
func unwrap(a netip.Addr) netip.Addr {
	if a.Is4() {
		return a
	}
	b := a.As16()
	switch [12]byte(b[:12]) {
	case [12]byte{10: 0xff, 11: 0xff}, // ::ffff:0:0/96, IPv4-mapped
		[12]byte{8: 0xff, 9: 0xff},                // ::ffff:0:0:0/96, IPv4-translated
		[12]byte{0: 0, 1: 0x64, 2: 0xff, 3: 0x9b}: // 64:ff9b::/96, NAT64
		return inner(a)
	}
	return a.WithZone("")
}

// confusing are the findings of a URI whose host or port two programs may read
// differently.
const confusing = SlashConfusion | EmptyHost | UserinfoHost | RegistryAuthority | EscapedHost | OddIPv4 | PortRange | AuthorityEnd

// Check refuses a URI that g would not let through once it is fetched, as far as
// its text tells, and one whose host programs do not agree about. The URI must
// be absolute and name a host. It must have none of the findings of [Audit] that
// mean another host or port to somebody, its host must be an address that
// [Strict] and [Loose] read alike or a name of letters, digits, "-", "_" and ".",
// and net/url must read it alike ([AgreesWithNetURL]). An address is decided as in
// [Gate.Control]. A name that means this machine or its own network (RFC 6761,
// 6.3; RFC 6762, 3) is refused if Allow is empty; otherwise Control sees what it
// resolves to.
//
// Check is early and for people. A name that it accepts may resolve to any
// address, so Control has to be asked too. The error is a [*GateError]. Check
// allocates what AgreesWithNetURL does.
func (g Gate) Check(u uri.URI) error {
	host, ok := u.Host()
	switch {
	case !u.IsAbsolute():
		return &GateError{Address: host, Reason: "the URI is not absolute", Reference: "RFC 3986, 4.3"}
	case !ok || host == "":
		return &GateError{Reason: kinds[EmptyHost].message, Reference: kinds[EmptyHost].reference}
	}
	for f := range (Auditor{Off: ^confusing}).Findings(u) {
		return &GateError{Address: host, Reason: kinds[f.Code].message, Reference: f.Reference()}
	}
	a, isAddr := Strict(u)
	loose, isLoose := Loose(u)
	switch {
	case a != loose || isAddr != isLoose || !isAddr && endsInNumber(host):
		return &GateError{Address: host, Reason: kinds[OddIPv4].message, Reference: kinds[OddIPv4].reference}
	case isAddr && !g.letsThrough(a):
		return g.addressError(host, a)
	case !isAddr && strings.IndexFunc(host, notHostname) >= 0:
		return &GateError{Address: host, Reason: kinds[RegistryAuthority].message, Reference: kinds[RegistryAuthority].reference}
	case len(g.Allow) == 0 && specialName(host):
		return &GateError{Address: host, Reason: kinds[SpecialName].message, Reference: kinds[SpecialName].reference}
	}
	if port, known := u.EffectivePort(); known && !g.port(port) {
		return g.portError(host + ":" + strconv.Itoa(int(port)))
	}
	if err := AgreesWithNetURL(u.WithoutFragment()); err != nil {
		return &GateError{Address: host, Reason: err.Error(), Reference: "net/url"}
	}
	return nil
}

// notHostname reports whether r is in no name that DNS and the web have in
// common: letters, digits, "-", "." and "_".
func notHostname(r rune) bool {
	return !('0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' || strings.ContainsRune("-._", r))
}

// endsInNumber reports whether the last label of host is a number, so that a
// browser takes host for an IPv4 address or nothing (WHATWG URL, 3.5, the
// ends-in-a-number checker).
func endsInNumber(host string) bool {
	host = strings.TrimSuffix(host, ".")
	label := host[strings.LastIndexByte(host, '.')+1:]
	if label == "" {
		return false
	}
	if len(label) >= 2 && label[0] == '0' && label[1]|0x20 == 'x' {
		return strings.Trim(label[2:], "0123456789abcdefABCDEF") == ""
	}
	return strings.Trim(label, "0123456789") == ""
}
