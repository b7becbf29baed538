package archive

import (
	"bytes"
	"slices"
	"strconv"

	"example.com/uri/internal/ascii"
)

// escapeLower writes dst[start:] in lower case, with the escapes that [mustEscape] demands.
func escapeLower(dst []byte, start int, d Dialect) []byte {
	end := len(dst)
	for i := start; i < end; i++ {
		if b := dst[i]; (b <= '%' || b > '~') && mustEscape(dst[:end], i, d) {
			dst = append(dst, '%', ascii.LowerHex[b>>4], ascii.LowerHex[b&15])
		} else {
			dst = append(dst, ascii.Lower(b))
		}
	}
	return slices.Delete(dst, start, end)
}

// mustEscape reports whether s[i] is escaped in keys.
func mustEscape(s []byte, i int, d Dialect) bool {
	switch b := s[i]; {
	case b <= ' ', b > '~', b == '#':
		return b != 0x7F || d == DialectSurt
	case b == '%':
		return d == DialectSurt || !ascii.Escaped(s, i)
	}
	return false
}

// removeDots removes the segments "." and ".." of the path dst[start:], which is empty or begins
// with "/", and joins slashes in a row. Unlike in RFC 2396, 5.2, a ".." also removes an empty
// segment, and one above the root is a segment for the next ".." to remove.
func removeDots(dst []byte, start int) []byte {
	kept := start // end of the kept bytes
	for i, n := start, 0; i < len(dst); i += n {
		n = len("/") + len(dst[i+1:])
		if k := bytes.IndexByte(dst[i+1:], '/'); k >= 0 {
			n = len("/") + k
		}
		switch segment := dst[i+1 : i+n]; {
		case string(segment) == ".":
		case string(segment) == ".." && kept > start:
			kept = start + bytes.LastIndexByte(dst[start:kept], '/')
		default:
			kept += copy(dst[kept:], dst[i:i+n])
		}
	}
	if kept == start {
		return append(dst[:start], '/')
	}
	dst, _ = ascii.JoinSlashes(dst[:kept], start, kept)
	return dst
}

// removeHostDots removes from the host dst[start:] the dots at both ends and, of dots in a
// row, every second one in DialectSurt, and all except one in DialectCommons.
func removeHostDots(dst []byte, start int, d Dialect) []byte {
	end := start
	for i := start; i < len(dst); i++ {
		dst[end] = dst[i]
		end++
		for dst[i] == '.' && i+1 < len(dst) && dst[i+1] == '.' {
			i++
			if d == DialectSurt {
				break
			}
		}
	}
	return dst[:start+copy(dst[start:], bytes.Trim(dst[start:end], "."))]
}

// withoutBrackets removes the brackets around a host dst[start:] without dots.
func withoutBrackets(dst []byte, start int) []byte {
	host := dst[start:]
	if len(host) < 2 || host[0] != '[' || host[len(host)-1] != ']' || bytes.IndexByte(host, '.') >= 0 {
		return dst
	}
	return slices.Delete(dst[:len(dst)-1], start, start+1)
}

// reverseLabels reverses the labels of dst[start:] and writes commas between.
func reverseLabels(dst []byte, start int) []byte {
	end := len(dst)
	return slices.Delete(ascii.AppendReversed(dst, dst[start:]), start, end)
}

// ipv4 returns the address that the program finds in host, whether there is one, and whether
// the program succeeds. DialectSurt takes a single number modulo 2^32.
func ipv4(host []byte, d Dialect) (a uint32, is, ok bool) {
	switch {
	case len(host) == 0 || !ascii.Digit.Has(host[0]):
		return 0, false, true
	case ascii.All(host, ascii.Digit):
		for _, b := range host {
			a = 10*a + uint32(b-'0')
		}
		if d == DialectSurt {
			return a, true, len(host) <= maxDigits
		}
		_, err := strconv.ParseInt(string(host), 10, 64)
		return a, err == nil, true
	}
	a, is = dottedIPv4(host, d)
	return a, is, true
}

// dottedIPv4 returns the address in host, several numbers, and whether there is one. DialectSurt
// reads decimal and octal numbers as the C function inet_aton does (POSIX.1-2017, inet_addr). In
// DialectCommons there are four numbers. If the first one begins with 0, all are octal.
func dottedIPv4(host []byte, d Dialect) (a uint32, is bool) {
	var value uint64
	parts := 0
	for rest, more := host, true; more; parts++ {
		if parts == 4 || value > 0xFF {
			return 0, false
		}
		a = a<<8 | uint32(value)
		var part []byte
		part, rest, more = bytes.Cut(rest, []byte("."))
		decisive, base := part, uint64(10)
		if d == DialectCommons {
			decisive = host
		}
		if bytes.HasPrefix(decisive, []byte("0")) {
			base = 8
		}
		var isNumber bool
		value, isNumber = ascii.Number(part, base)
		if _, octal := ascii.Number(part, 8); !isNumber || host[0] == '0' && !octal {
			return 0, false
		}
	}
	// The last number is the rest of the address.
	width := 8 * (5 - parts)
	if d == DialectCommons && parts < 4 || value >= 1<<width {
		return 0, false
	}
	return a<<width | uint32(value), true
}
