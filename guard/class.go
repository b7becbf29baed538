package guard

import (
	"net/netip"

	"example.com/uri/internal/ascii"
)

// A Class is the purpose of an address. [Error] has the class of an address that a
// [Gate] refuses, so that no program has to compare texts. The zero Class means that
// there is no address.
//
// There is no list of private prefixes to put into Gate.Allow or Gate.Deny. The zero
// Gate refuses all of them; a program that must reach some of its own network names
// those prefixes, and no others.
type Class uint8

const (
	ClassPublic        Class = iota + 1 // a zero Gate allows it
	ClassUnspecified                    // this host or this network: 0.0.0.0/8, ::
	ClassLoopback                       // this machine: 127.0.0.0/8, ::1
	ClassPrivate                        // RFC 1918, and fc00::/7 (RFC 4193)
	ClassLinkLocal                      // the own link, where clouds serve secrets: 169.254.0.0/16, fe80::/10
	ClassShared                         // between a provider and its customers: 100.64.0.0/10 (RFC 6598)
	ClassMulticast                      // 224.0.0.0/4, ff00::/8, and the IPv4 broadcast address
	ClassDocumentation                  // examples: 192.0.2.0/24, 2001:db8::/32 and others
	ClassTransition                     // an IPv6 address that leads to an IPv4 address: 6to4, Teredo, local NAT64 and others
	ClassReserved                       // all others that are not public
)

var classes = [...]string{"", "public", "unspecified", "loopback", "private", "link-local", "shared", "multicast", "documentation", "transition", "reserved"}

// String returns the constant's name in lower case, such as "link-local", and "" for
// the zero Class.
func (c Class) String() string { return ascii.Name(classes[:], int(c)) }

// ClassOf returns the class of a, or of the IPv4 address inside it that decides for a
// [Gate]. It ignores a zone, except that an address with a zone is never public. It
// does not allocate.
func ClassOf(a netip.Addr) Class {
	switch {
	case !a.IsValid():
		return 0
	case IsPublic(a) && IsPublic(unwrap(a)):
		return ClassPublic
	}
	inside := unwrap(a)
	if IsPublic(inside) {
		inside = a.WithZone("")
	}
	for _, p := range classPrefixes {
		if p.prefix.Contains(inside) {
			return p.class
		}
	}
	return ClassReserved
}

// classPrefixes are the prefixes of each class; the first that contains an address
// counts. IsPublic knows the exceptions inside them.
var classPrefixes = []struct {
	prefix netip.Prefix
	class  Class
}{
	{netip.MustParsePrefix("0.0.0.0/8"), ClassUnspecified},
	{netip.MustParsePrefix("::/128"), ClassUnspecified},
	{netip.MustParsePrefix("127.0.0.0/8"), ClassLoopback},
	{netip.MustParsePrefix("::1/128"), ClassLoopback},
	{netip.MustParsePrefix("10.0.0.0/8"), ClassPrivate},
	{netip.MustParsePrefix("172.16.0.0/12"), ClassPrivate},
	{netip.MustParsePrefix("192.168.0.0/16"), ClassPrivate},
	{netip.MustParsePrefix("fc00::/7"), ClassPrivate},
	{netip.MustParsePrefix("169.254.0.0/16"), ClassLinkLocal},
	{netip.MustParsePrefix("fe80::/10"), ClassLinkLocal},
	{netip.MustParsePrefix("100.64.0.0/10"), ClassShared},
	{netip.MustParsePrefix("224.0.0.0/4"), ClassMulticast},
	{netip.MustParsePrefix("255.255.255.255/32"), ClassMulticast},
	{netip.MustParsePrefix("ff00::/8"), ClassMulticast},
	{netip.MustParsePrefix("192.0.2.0/24"), ClassDocumentation},
	{netip.MustParsePrefix("198.51.100.0/24"), ClassDocumentation},
	{netip.MustParsePrefix("203.0.113.0/24"), ClassDocumentation},
	{netip.MustParsePrefix("2001:db8::/32"), ClassDocumentation},
	{netip.MustParsePrefix("3fff::/20"), ClassDocumentation},
	{netip.MustParsePrefix("::/96"), ClassTransition},
	{netip.MustParsePrefix("::ffff:0:0/96"), ClassTransition},
	{netip.MustParsePrefix("::ffff:0:0:0/96"), ClassTransition},
	{netip.MustParsePrefix("64:ff9b::/96"), ClassTransition},
	{netip.MustParsePrefix("64:ff9b:1::/48"), ClassTransition},
	{netip.MustParsePrefix("2001::/32"), ClassTransition},
	{netip.MustParsePrefix("2002::/16"), ClassTransition},
}

// unwrap returns the address that a connection to a reaches in the end. If a is an
// IPv4-mapped, IPv4-translated, NAT64 or ISATAP address, that is the IPv4 address
// inside; otherwise it is a without its zone.
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
	if isISATAP(b) {
		return inner(a)
	}
	return a.WithZone("")
}
