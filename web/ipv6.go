package web

import (
	"encoding/binary"
	"net/netip"
	"strconv"

	"example.com/uri/internal/ascii"
)

// parseIPv6 is the "IPv6 parser". If it fails it returns the name of the validation error,
// and its place in s.
func parseIPv6(s string) (address [8]uint16, bad int, name string) {
	i, end := 0, len(s)
	piece := 0
	compress := -1
	if i < end && s[i] == ':' {
		if i+1 == end || s[i+1] != ':' {
			return address, i + 1, "IPv6-invalid-compression"
		}
		i += 2
		piece = 1
		compress = piece
	}
	for i < end {
		if piece == 8 {
			return address, i, "IPv6-too-many-pieces"
		}
		if s[i] == ':' {
			if compress >= 0 {
				return address, i, "IPv6-multiple-compression"
			}
			i++
			piece++
			compress = piece
			continue
		}
		start := i
		value := uint16(0)
		for i < end && i-start < 4 && ascii.Hex.Has(s[i]) {
			value = value<<4 | uint16(ascii.Unhex(s[i]))
			i++
		}
		if i < end && s[i] == '.' {
			if i == start {
				return address, i, "IPv4-in-IPv6-invalid-code-point"
			}
			if piece > 6 {
				return address, start, "IPv4-in-IPv6-too-many-pieces"
			}
			v4, bad, name := parseIPv4In6(s, start)
			if name != "" {
				return address, bad, name
			}
			address[piece], address[piece+1] = uint16(v4>>16), uint16(v4)
			piece += 2
			break
		}
		if i < end && s[i] == ':' {
			i++
			if i == end {
				return address, i, "IPv6-invalid-code-point"
			}
		} else if i < end {
			return address, i, "IPv6-invalid-code-point"
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
		return address, end, "IPv6-too-few-pieces"
	}
	return address, 0, ""
}

// parseIPv4In6 reads an IPv4 address in s[i:], the end of an IPv6 address ("IPv6
// parser").
func parseIPv4In6(s string, i int) (address uint32, bad int, name string) {
	seen := 0
	for i < len(s) {
		if seen > 0 {
			if s[i] != '.' || seen == 4 {
				return 0, i, "IPv4-in-IPv6-invalid-code-point"
			}
			i++
		}
		start := i
		value := uint32(0)
		for i < len(s) && ascii.Digit.Has(s[i]) {
			if i > start && value == 0 {
				return 0, i, "IPv4-in-IPv6-invalid-code-point"
			}
			value = value*10 + uint32(s[i]-'0')
			if value > 255 {
				return 0, i, "IPv4-in-IPv6-out-of-range-part"
			}
			i++
		}
		if i == start {
			return 0, i, "IPv4-in-IPv6-invalid-code-point"
		}
		address = address<<8 | value
		seen++
	}
	if seen != 4 {
		return 0, len(s), "IPv4-in-IPv6-too-few-parts"
	}
	return address, 0, ""
}

// appendIPv6 is the "IPv6 serializer". Package net/netip compresses the same zeros, but
// writes the end of an IPv4-mapped address in decimal numbers.
func appendIPv6(dst []byte, address [8]uint16) []byte {
	var b [16]byte
	for i, piece := range address {
		binary.BigEndian.PutUint16(b[2*i:], piece)
	}
	a := netip.AddrFrom16(b)
	if !a.Is4In6() {
		return a.AppendTo(dst)
	}
	dst = strconv.AppendUint(append(dst, "::ffff:"...), uint64(address[6]), 16)
	return strconv.AppendUint(append(dst, ':'), uint64(address[7]), 16)
}
