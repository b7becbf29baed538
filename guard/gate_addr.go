package guard

import (
	"net/netip"

	"example.com/uri/internal/ascii"
)

// plainAddrPort is a fast path for [netip.ParseAddrPort], which took most of the
// time of [Gate.Control]. It reads the addresses that net.Dialer writes, such as "192.0.2.1:80"
// and "[2001:db8::1]:80". It reports false for all other texts, valid or not, such
// as IPv6 addresses with an IPv4 part or a zone, and numbers with leading zeros.
// Then ParseAddrPort takes over.
func plainAddrPort(s string) (netip.AddrPort, bool) {
	if s == "" {
		return netip.AddrPort{}, false
	}
	var a netip.Addr
	i := 0
	if s[0] == '[' {
		b, end := plainIPv6(s, 1)
		a, i = netip.AddrFrom16(b), end
	} else {
		var b [4]byte
		for k := range b {
			n, end := plainNumber(s, i)
			if n > 255 || end == len(s) || k < 3 && s[end] != '.' {
				return netip.AddrPort{}, false
			}
			b[k], i = byte(n), end+1
		}
		a, i = netip.AddrFrom4(b), i-1
	}
	if i >= len(s) || s[i] != ':' {
		return netip.AddrPort{}, false
	}
	port, end := plainNumber(s, i+1)
	return netip.AddrPortFrom(a, uint16(port)), port < 1<<16 && end == len(s)
}

// plainNumber reads the decimal number at s[i:], which has no leading zeros. If
// there is no number, or one of more than five digits, n is 1<<16 or more.
func plainNumber(s string, i int) (n uint, end int) {
	for end = i; end < len(s) && s[end]-'0' <= 9; end++ {
		n = n*10 + uint(s[end]-'0')
	}
	if end == i || end > i+5 || end > i+1 && s[i] == '0' {
		return 1 << 16, end
	}
	return n, end
}

// plainIPv6 reads an IPv6 address of hexadecimal groups, with or without "::", and
// the "]" after it at s[i:] (RFC 4291, 2.2). If they are not there, end is len(s).
func plainIPv6(s string, i int) (b [16]byte, end int) {
	n, gap := 0, -1 // b[:n] is written; gap is the offset of "::" in b, or -1
	if i+1 < len(s) && s[i:i+2] == "::" {
		gap = 0
		i += 2
	}
	for i < len(s) && s[i] != ']' {
		group, start := 0, i
		for ; i < len(s) && ascii.Hex.Has(s[i]); i++ {
			group = group<<4 | int(ascii.Unhex(s[i]))
		}
		if i == start || i > start+4 || n == len(b) || i == len(s) {
			return b, len(s)
		}
		b[n], b[n+1] = byte(group>>8), byte(group)
		n += 2
		if s[i] == ']' {
			break
		}
		if s[i] != ':' || i+1 == len(s) || s[i+1] == ']' {
			return b, len(s)
		}
		if i++; s[i] == ':' {
			if gap >= 0 {
				return b, len(s)
			}
			gap = n
			i++
		}
	}
	if (gap < 0) != (n == len(b)) || i >= len(s) {
		return b, len(s)
	}
	if gap >= 0 {
		tail := len(b) - (n - gap)
		copy(b[tail:], b[gap:n])
		clear(b[gap:tail])
	}
	return b, i + 1
}
