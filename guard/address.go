package guard

import (
	"net/netip"
	"strings"

	"example.com/uri"
)

// Strict returns the address that the host of u is by RFC 2396 (3.2.2) and
// RFC 2732: four decimal numbers below 256, or an IPv6 literal. It is
// [uri.URI.Addr], named for what stands beside it here.
func Strict(u uri.URI) (netip.Addr, bool) { return u.Addr() }

// Loose returns the address that some program could take the host of u for:
// what [Strict] returns, and every spelling that inet_aton reads, after its
// escapes are decoded. These are one to four numbers, decimal, octal after "0"
// or hexadecimal after "0x", the last of which fills the octets that are left;
// a "." may follow. "127.1", "0x7f.1", "0177.0.0.1", "2130706433" and
// "%31%32%37.1" are all 127.0.0.1. Where the two readings differ, as for
// "010.0.0.1", Loose gives inet_aton's. It allocates only where the host has
// escapes.
func Loose(u uri.URI) (netip.Addr, bool) {
	if u.HostKind() == uri.IPv6 {
		return u.Addr()
	}
	host, _ := u.Host()
	host, err := uri.Unescape(host)
	if err != nil {
		return netip.Addr{}, false
	}
	return inetAton(strings.TrimSuffix(host, "."))
}

// inetAton reads s as inet_aton of POSIX does.
func inetAton(s string) (netip.Addr, bool) {
	var addr uint64
	for n := 1; ; n++ {
		part, rest, more := strings.Cut(s, ".")
		v, ok := inetNumber(part)
		switch {
		case !ok || n > 4:
			return netip.Addr{}, false
		case more && v > 255:
			return netip.Addr{}, false
		case v >= 1<<(8*(5-n)):
			return netip.Addr{}, false
		case !more:
			addr |= v
			return netip.AddrFrom4([4]byte{byte(addr >> 24), byte(addr >> 16), byte(addr >> 8), byte(addr)}), true
		}
		addr |= v << (8 * (4 - n))
		s = rest
	}
}

// inetNumber reads one number as strtoul does with base 0. Values past 32 bits
// are given as 1<<32, which no place takes.
func inetNumber(s string) (v uint64, ok bool) {
	base := uint64(10)
	switch {
	case len(s) > 2 && (s[:2] == "0x" || s[:2] == "0X"):
		base, s = 16, s[2:]
	case len(s) > 1 && s[0] == '0':
		base, s = 8, s[1:]
	}
	for i := range len(s) {
		d := uint64(16)
		switch c := s[i]; {
		case '0' <= c && c <= '9':
			d = uint64(c - '0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			d = uint64(c|0x20-'a') + 10
		}
		if d >= base {
			return 0, false
		}
		v = min(v*base+d, 1<<32)
	}
	return v, s != ""
}

// special lists the prefixes of the IANA special-purpose address registries
// for IPv4 and IPv6 (RFC 6890 and what was registered since, state of 2025),
// with what netip's predicates know already left out. The longest prefix that
// holds an address counts.
var special = []struct {
	prefix netip.Prefix
	public bool // globally reachable
	source string
}{
	{netip.MustParsePrefix("0.0.0.0/8"), false, "RFC 791, 3.2"},
	{netip.MustParsePrefix("100.64.0.0/10"), false, "RFC 6598"},
	{netip.MustParsePrefix("192.0.0.0/24"), false, "RFC 6890, 2.1"},
	{netip.MustParsePrefix("192.0.0.9/32"), true, "RFC 7723"},
	{netip.MustParsePrefix("192.0.0.10/32"), true, "RFC 8155"},
	{netip.MustParsePrefix("192.0.2.0/24"), false, "RFC 5737"},
	{netip.MustParsePrefix("192.88.99.0/24"), false, "RFC 7526"},
	{netip.MustParsePrefix("198.18.0.0/15"), false, "RFC 2544"},
	{netip.MustParsePrefix("198.51.100.0/24"), false, "RFC 5737"},
	{netip.MustParsePrefix("203.0.113.0/24"), false, "RFC 5737"},
	{netip.MustParsePrefix("240.0.0.0/4"), false, "RFC 1112, 4"},
	{netip.MustParsePrefix("::/96"), false, "RFC 4291, 2.5.5.1"},
	{netip.MustParsePrefix("64:ff9b:1::/48"), false, "RFC 8215"},
	{netip.MustParsePrefix("100::/64"), false, "RFC 6666"},
	{netip.MustParsePrefix("100:0:0:1::/64"), false, "RFC 9780"},
	{netip.MustParsePrefix("2001::/23"), false, "RFC 2928"},
	{netip.MustParsePrefix("2001:1::1/128"), true, "RFC 7723"},
	{netip.MustParsePrefix("2001:1::2/128"), true, "RFC 8155"},
	{netip.MustParsePrefix("2001:1::3/128"), true, "RFC 9665"},
	{netip.MustParsePrefix("2001:3::/32"), true, "RFC 7450"},
	{netip.MustParsePrefix("2001:4:112::/48"), true, "RFC 7535"},
	{netip.MustParsePrefix("2001:20::/28"), true, "RFC 7343"},
	{netip.MustParsePrefix("2001:30::/28"), true, "RFC 9374"},
	{netip.MustParsePrefix("2001:db8::/32"), false, "RFC 3849"},
	{netip.MustParsePrefix("2002::/16"), false, "RFC 3056"},
	{netip.MustParsePrefix("3fff::/20"), false, "RFC 9637"},
	{netip.MustParsePrefix("5f00::/16"), false, "RFC 9602"},
	{netip.MustParsePrefix("fec0::/10"), false, "RFC 3879"},
}

// nat64 is the well-known prefix that IPv4 addresses are embedded behind
// (RFC 6052, 2.1).
var nat64 = netip.MustParsePrefix("64:ff9b::/96")

// IsPublic reports whether a can be reached from everywhere: whether it is
// global unicast and none of the special-purpose addresses that are not, such
// as loopback, link-local and private ones (the IANA registries of RFC 6890).
// An IPv4 address inside an IPv6 address (IPv4-mapped, NAT64) is asked about
// itself. An address with a zone, and the zero Addr, are not public. It does not
// allocate.
func IsPublic(a netip.Addr) bool {
	if a.Zone() != "" {
		return false // and no prefix would contain it
	}
	a = a.Unmap()
	if nat64.Contains(a) {
		b := a.As16()
		a = netip.AddrFrom4([4]byte(b[12:]))
	}
	if !a.IsGlobalUnicast() || a.IsPrivate() {
		return false
	}
	public, bits := true, -1
	for _, s := range special {
		if s.prefix.Bits() > bits && s.prefix.Contains(a) {
			public, bits = s.public, s.prefix.Bits()
		}
	}
	return public
}

// specialNames are the domains that no public name server answers for, and what
// is local does.
var specialNames = []string{
	"localhost", // RFC 6761, 6.3
	"local",     // RFC 6762, 3
	"home.arpa", // RFC 8375
	"internal",  // reserved by ICANN in 2024; clouds tell secrets there
}

// specialName reports whether host is one of specialNames or below one.
func specialName(host string) bool {
	host = strings.TrimSuffix(host, ".")
	for _, name := range specialNames {
		n := len(host) - len(name)
		if n >= 0 && strings.EqualFold(host[n:], name) && (n == 0 || host[n-1] == '.') {
			return true
		}
	}
	return false
}
