package ascii

import "strings"

// The digits of escapes.
const (
	UpperHex = "0123456789ABCDEF"
	LowerHex = "0123456789abcdef"
)

// Escaped reports whether s[i:] begins with "%" hex hex (RFC 2396, 2.4.1).
func Escaped[T Text](s T, i int) bool {
	return len(s)-i >= 3 && s[i] == '%' && table[s[i+1]]&table[s[i+2]]&Hex != 0
}

// Octet returns the byte of an escape at s[i]: the value of the two digits after s[i].
func Octet[T Text](s T, i int) byte { return Unhex(s[i+1])<<4 | Unhex(s[i+2]) }

// DecodedAt returns the byte or decoded escape at s[i:], and its length. At the end both are 0.
func DecodedAt(s string, i int) (c byte, n int) {
	switch {
	case i >= len(s):
		return 0, 0
	case Escaped(s, i):
		return Octet(s, i), len("%hh")
	}
	return s[i], 1
}

// AppendDecoded appends s with its escapes decoded once. A "%" that begins none stays.
func AppendDecoded[T Text](dst []byte, s T) []byte {
	for i := 0; i < len(s); i++ {
		if Escaped(s, i) {
			dst = append(dst, Octet(s, i))
			i += len("hh")
		} else {
			dst = append(dst, s[i])
		}
	}
	return dst
}

// AppendEscape appends "%" and two hexadecimal digits in upper case.
func AppendEscape(dst []byte, b byte) []byte {
	return append(dst, '%', UpperHex[b>>4], UpperHex[b&15])
}

// AppendByte appends b as it is or, if escape is true, as an escape.
func AppendByte(dst []byte, b byte, escape bool) []byte {
	if escape {
		return AppendEscape(dst, b)
	}
	return append(dst, b)
}

// AppendUnescaped appends s and decodes its escapes until none is left, also those that
// decoding makes: "%2541" is "A". No two escapes overlap, so the order does not matter,
// and each is decoded as soon as its last digit is written.
func AppendUnescaped(dst []byte, s string) []byte {
	start := len(dst)
	first := strings.IndexByte(s, '%')
	if first < 0 {
		return append(dst, s...)
	}
	dst = append(dst, s[:first]...)
	for i := first; i < len(s); i++ {
		dst = append(dst, s[i])
		for n := len(dst) - 3; n >= start && Escaped(dst, n); n = len(dst) - 3 {
			dst = append(dst[:n], Octet(dst, n))
		}
	}
	return dst
}
