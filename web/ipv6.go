package web

import (
	"strconv"

	"example.com/uri/internal/ascii"
)

// ipv6 is the "IPv6 parser" for in[i:end].
func (d *parsing) ipv6(i, end int) (address [8]uint16, ok bool) {
	piece := 0
	compress := -1
	if i < end && d.in[i] == ':' {
		if i+1 == end || d.in[i+1] != ':' {
			return address, d.failed(ipv6InvalidCompression, i+1)
		}
		i += 2
		piece = 1
		compress = piece
	}
	for i < end {
		if piece == 8 {
			return address, d.failed(ipv6TooManyPieces, i)
		}
		if d.in[i] == ':' {
			if compress >= 0 {
				return address, d.failed(ipv6MultipleCompression, i)
			}
			i++
			piece++
			compress = piece
			continue
		}
		start := i
		value := uint16(0)
		for i < end && i-start < 4 && table[d.in[i]]&isHex != 0 {
			value = value<<4 | uint16(ascii.Unhex(d.in[i]))
			i++
		}
		if i < end && d.in[i] == '.' {
			if i == start {
				return address, d.failed(ipv4In6InvalidCodePoint, i)
			}
			if piece > 6 {
				return address, d.failed(ipv4In6TooManyPieces, start)
			}
			v4, ok4 := d.ipv4In6(start, end)
			if !ok4 {
				return address, false
			}
			address[piece], address[piece+1] = uint16(v4>>16), uint16(v4)
			piece += 2
			break
		}
		if i < end && d.in[i] == ':' {
			i++
			if i == end {
				return address, d.failed(ipv6InvalidCodePoint, i)
			}
		} else if i < end {
			return address, d.failed(ipv6InvalidCodePoint, i)
		}
		address[piece] = value
		piece++
	}
	switch {
	case compress >= 0:
		// The pieces after the "::" go to the end.
		moved := piece - compress
		copy(address[8-moved:], address[compress:piece])
		clear(address[compress : 8-moved])
	case piece != 8:
		return address, d.failed(ipv6TooFewPieces, end)
	}
	return address, true
}

// ipv4In6 is the part of the "IPv6 parser" that reads an IPv4 address in in[i:end],
// the end of an IPv6 address.
func (d *parsing) ipv4In6(i, end int) (address uint32, ok bool) {
	seen := 0
	for i < end {
		if seen > 0 {
			if d.in[i] != '.' || seen == 4 {
				return 0, d.failed(ipv4In6InvalidCodePoint, i)
			}
			i++
		}
		start := i
		value := uint32(0)
		for i < end && table[d.in[i]]&isDigit != 0 {
			if i > start && value == 0 {
				return 0, d.failed(ipv4In6InvalidCodePoint, i)
			}
			value = value*10 + uint32(d.in[i]-'0')
			if value > 255 {
				return 0, d.failed(ipv4In6OutOfRangePart, i)
			}
			i++
		}
		if i == start {
			return 0, d.failed(ipv4In6InvalidCodePoint, i)
		}
		address = address<<8 | value
		seen++
	}
	if seen != 4 {
		return 0, d.failed(ipv4In6TooFewParts, end)
	}
	return address, true
}

// appendIPv6 is the "IPv6 serializer".
func appendIPv6(dst []byte, address [8]uint16) []byte {
	compress, zeros := compressed(address)
	for i := 0; i < len(address); i++ {
		if i == compress {
			dst = append(dst, "::"...)
			i += zeros - 1
			continue
		}
		if i > 0 && i != compress+zeros {
			dst = append(dst, ':')
		}
		dst = strconv.AppendUint(dst, uint64(address[i]), 16)
	}
	return dst
}

// compressed returns the first of the longest runs of two or more zeros, and its
// length ("find the IPv6 address compressed piece index"). If there is none, it
// returns -1, 0.
func compressed(address [8]uint16) (index, zeros int) {
	index, zeros = -1, 1
	for i := 0; i < len(address); {
		n := i
		for n < len(address) && address[n] == 0 {
			n++
		}
		if n-i > zeros {
			index, zeros = i, n-i
		}
		i = n + 1
	}
	if index < 0 {
		zeros = 0
	}
	return index, zeros
}
