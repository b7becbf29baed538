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
