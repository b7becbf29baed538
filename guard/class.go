package guard

import "example.com/uri/internal/ascii"

// A Class is the purpose of an address. If a [Gate] refuses an address, the [Error] has
// its class, so programs need not compare texts. The zero Class means no address.
//
// There is no list of private prefixes to put into Gate.Allow or Gate.Deny. The zero
// Gate refuses all of them. To reach some of its own network, a program names only
// those prefixes.
type Class uint8

const (
	ClassPublic        Class = iota + 1 // a zero Gate allows it
	ClassUnspecified                    // this host or this network: 0.0.0.0/8, ::
	ClassLoopback                       // this machine: 127.0.0.0/8, ::1
	ClassPrivate                        // RFC 1918, and fc00::/7 (RFC 4193)
	ClassLinkLocal                      // the link of this machine, where clouds serve secrets: 169.254.0.0/16, fe80::/10
	ClassShared                         // between a provider and its customers: 100.64.0.0/10 (RFC 6598)
	ClassMulticast                      // 224.0.0.0/4, ff00::/8, and the IPv4 broadcast address
	ClassDocumentation                  // examples: 192.0.2.0/24, 2001:db8::/32 and others
	ClassTransition                     // an IPv6 address that leads to an IPv4 address: 6to4, Teredo, local NAT64 and others
	ClassReserved                       // all others that are not public
)

var classes = [...]string{"", "public", "unspecified", "loopback", "private", "link-local", "shared", "multicast", "documentation", "transition", "reserved"}

// String returns the constant's name in lower case ("link-local"), and "" for the zero
// Class.
func (c Class) String() string { return ascii.Name(classes[:], int(c)) }
