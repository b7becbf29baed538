// Package ascii holds the common helpers for bytes, escapes and addresses.
package ascii

import (
	"bytes"
	"net/netip"
	"strings"
	"unicode/utf8"
)

// Text is text as a string or as bytes.
type Text interface{ string | []byte }

// A Class is a set of bytes.
type Class uint8

const (
	Letter Class = 1 << iota // alpha (RFC 2396, 1.6)
	Digit                    // digit (1.6)
	Hex                      // hex (2.4.1)
	Scheme                   // alpha | digit | "+" | "-" | "." (3.1)
	Host                     // alpha | digit | "-" | "_" | ".": the bytes that host names have in practice
)

// table holds the classes of each byte.
var table = makeTable()

func makeTable() (t [256]Class) {
	const (
		letter = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
		digit  = "0123456789"
	)
	Fill(&t, Letter, letter)
	Fill(&t, Digit, digit)
	Fill(&t, Hex, digit+"abcdefABCDEF")
	Fill(&t, Scheme, letter+digit+"+-.")
	Fill(&t, Host, letter+digit+"-_.")
	return t
}

// Fill sets bit in t for the bytes of set.
func Fill[T ~uint8 | ~uint32](t *[256]T, bit T, set string) {
	for i := range len(set) {
		t[set[i]] |= bit
	}
}

// Has reports whether b is in one of the classes of k.
func (k Class) Has(b byte) bool { return table[b]&k != 0 }

// All reports whether all bytes of s are in one of the classes of k.
func All[T Text](s T, k Class) bool {
	for i := range len(s) {
		if table[s[i]]&k == 0 {
			return false
		}
	}
	return true
}

// Is reports whether all of s is US-ASCII.
func Is[T Text](s T) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// NotToken reports whether r cannot be in a token (RFC 9110, 5.6.2).
func NotToken(r rune) bool {
	return r >= 0x80 || !(Letter|Digit).Has(byte(r)) && strings.IndexByte("!#$%&'*+-.^_`|~", byte(r)) < 0
}

// Lower returns b, in lower case if it is a letter.
func Lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b | 0x20
	}
	return b
}

// Unhex returns the value of a hexadecimal digit.
func Unhex(b byte) byte {
	if b <= '9' {
		return b - '0'
	}
	return b&0xDF - 'A' + 10
}

// HasPrefixFold reports whether s begins with prefix. The case of letters does not
// matter. A look at the first byte saves most comparisons.
func HasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && (s[0]^prefix[0])&^0x20 == 0 && strings.EqualFold(s[:len(prefix)], prefix)
}

// Index returns the index of the first b in s at or after i, or -1 if there is no b.
func Index[T Text](s T, i int, b byte) int {
	var k int
	switch s := any(s).(type) {
	case string:
		k = strings.IndexByte(s[i:], b)
	case []byte:
		k = bytes.IndexByte(s[i:], b)
	}
	if k < 0 {
		return -1
	}
	return i + k
}

// IndexOrEnd is [Index], but returns len(s) if there is no b.
func IndexOrEnd[T Text](s T, i int, b byte) int {
	if k := Index(s, i, b); k >= 0 {
		return k
	}
	return len(s)
}

// IndexAnyOrEnd returns the index in s of the first of chars at or after i, or len(s).
func IndexAnyOrEnd(s string, i int, chars string) int {
	if k := strings.IndexAny(s[i:], chars); k >= 0 {
		return i + k
	}
	return len(s)
}

// WithoutBreaks returns s without tabs and line breaks. It allocates once at most.
func WithoutBreaks(s string) string {
	const breaks = "\t\n\r"
	if !strings.ContainsAny(s, breaks) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := range len(s) {
		if strings.IndexByte(breaks, s[i]) < 0 {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// Join returns a + b + c + d. A buffer for a short result saves a quarter of a change of one part.
func Join(a, b, c, d string) string {
	var buf [96]byte
	n := len(a) + len(b) + len(c) + len(d)
	if uint(n) > uint(len(buf)) || n == max(len(a), len(b), len(c), len(d)) { // one piece is returned, not copied
		return a + b + c + d
	}
	n = copy(buf[:], a)
	n += copy(buf[n:], b)
	n += copy(buf[n:], c)
	n += copy(buf[n:], d)
	return string(buf[:n])
}

// Load64 returns the bytes s[i:i+8], the first one lowest. The compiler makes one load of it.
func Load64(s string, i int) uint64 {
	b := s[i : i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// Name returns names[i], or "invalid" if i is not the value of a constant.
func Name(names []string, i int) string {
	if i >= len(names) {
		return "invalid"
	}
	return names[i]
}

// SchemeLength returns the length of the scheme at the start of s, without its ":", or 0.
func SchemeLength(s string) int {
	i := 0
	for i < len(s) && Scheme.Has(s[i]) {
		i++
	}
	if i == 0 || i == len(s) || s[i] != ':' || !Letter.Has(s[0]) {
		return 0
	}
	return i
}

// IsDrive reports whether s is a letter and ":", as a drive is written.
func IsDrive(s string) bool { return len(s) == 2 && Letter.Has(s[0]) && s[1] == ':' }

// WWWLabel returns the length of "www", digits and "." at the start of host, in lower case, or 0.
func WWWLabel[T Text](host T) int {
	if len(host) < len("www.") || string(host[:3]) != "www" {
		return 0
	}
	i := len("www")
	for i < len(host) && Digit.Has(host[i]) {
		i++
	}
	if i == len(host) || host[i] != '.' {
		return 0
	}
	return i + len(".")
}

// EndsInNumber reports whether the last label of host, before a "." at the end, is a
// number in the sense of the URL Standard ("ends in a number"): decimal digits, or
// "0x" and hexadecimal digits. They may be missing.
func EndsInNumber[T Text](host T) bool {
	end := len(host)
	if end > 0 && host[end-1] == '.' {
		end--
	}
	i := end
	for i > 0 && host[i-1] != '.' {
		i--
	}
	if end-i >= 2 && host[i] == '0' && host[i+1]|0x20 == 'x' {
		return All(host[i+2:end], Hex)
	}
	return i < end && All(host[i:end], Digit)
}

// Number returns the value of s, at most 2^32, and whether s has only digits of the base, up to 16.
func Number[T Text](s T, base uint64) (value uint64, ok bool) {
	for i := range len(s) {
		digit := uint64(Unhex(s[i]))
		if !Hex.Has(s[i]) || digit >= base {
			return 0, false
		}
		value = min(value*base+digit, 1<<32)
	}
	return value, len(s) > 0
}

// IPv4 returns the address of these 32 bits.
func IPv4(bits uint32) netip.Addr {
	return netip.AddrFrom4([4]byte{byte(bits >> 24), byte(bits >> 16), byte(bits >> 8), byte(bits)})
}
