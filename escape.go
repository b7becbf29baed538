package uri

import (
	"slices"
	"strings"
)

// A Component is a place in a URI that data can be written into. It decides
// which characters stand for themselves there; [Escape] writes all others as
// escapes. A number that is none of the constants counts as Data.
type Component uint8

const (
	// Data lets the unreserved characters stand and nothing else
	// (RFC 2396, 2.3), and so fits every place that takes escapes.
	Data Component = iota
	// User is a user name or a password: userinfo without ":" (3.2.2).
	User
	// Userinfo is the userinfo of a server: user and password in one (3.2.2).
	Userinfo
	// RegistryHost is a registry-based name as RFC 3986 splits it: reg_name
	// (3.2.1) without "@" and ":".
	RegistryHost
	// PathSegment is one segment of a path without its parameters: pchar
	// (3.3), so "/" and ";" become escapes.
	PathSegment
	// FullPath is a whole path with its "/" and ";" (3.3).
	FullPath
	// QueryPair is a name or a value in a query of pairs: uric (3.4) without
	// "&", "=", "+" and ";", which such queries give a meaning to.
	QueryPair
	// FullQuery is a whole query, a fragment or the end of an opaque part:
	// uric (3.4, 4.1).
	FullQuery
)

var components = [...]string{
	"data", "user", "userinfo", "registry host", "path segment", "full path", "query pair", "full query",
}

// String returns the constant's name in small letters, "data" or "path segment".
func (c Component) String() string { return enumName(components[:], int(c)) }

// known returns c, and Data where c is no component.
func (c Component) known() Component {
	if c > FullQuery {
		return Data
	}
	return c
}

const (
	dataChars         = unreserved
	registryHostChars = regNameChars &^ (1<<'@' | 1<<':')
	queryPairChars    = uric &^ (1<<'&' | 1<<'=' | 1<<'+' | 1<<';')
)

// escapes has for each component, and each octet, the text that the octet becomes
// there: one to three octets, the first lowest, and their number in the highest
// octet of the word.
var escapes = makeEscapes()

func makeEscapes() (t [FullQuery + 1][256]uint32) {
	const low = 1<<64 - 1
	var stands [256]uint8 // the bit 1<<c: for itself in component c
	fill(&stands, 1<<Data, dataChars&low, dataChars>>64)
	fill(&stands, 1<<User, userChars&low, userChars>>64)
	fill(&stands, 1<<Userinfo, userinfoChars&low, userinfoChars>>64)
	fill(&stands, 1<<RegistryHost, registryHostChars&low, registryHostChars>>64)
	fill(&stands, 1<<PathSegment, pcharChars&low, pcharChars>>64)
	fill(&stands, 1<<FullPath, pathChars&low, pathChars>>64)
	fill(&stands, 1<<QueryPair, queryPairChars&low, queryPairChars>>64)
	fill(&stands, 1<<FullQuery, uric&low, uric>>64)
	for c := range t {
		for b := range t[c] {
			if stands[b]>>c&1 != 0 {
				t[c][b] = uint32(b) | 1<<24
			} else {
				t[c][b] = '%' | uint32(upperhex[b>>4])<<8 | uint32(upperhex[b&15])<<16 | 3<<24
			}
		}
	}
	return t
}

// stands reports whether b stands for itself in component c.
func stands(b byte, c Component) bool { return escapes[c][b]>>24 == 1 }

const upperhex = "0123456789ABCDEF"

// stackBuf is the size of the buffers that results are composed in before they
// become strings.
const stackBuf = 256

// Escape writes the octets of s as data for component c: an octet that may not
// stand there becomes "%" and two upper case hexadecimal digits, and so does
// "%" itself (RFC 2396, 2.4). [Unescape] gives s back. Where nothing has to
// change it returns s and does not allocate; otherwise it allocates the result.
func Escape(s string, c Component) string {
	c = c.known()
	i := asIs(s, c)
	if i == len(s) {
		return s
	}
	if len(s)+2*(len(s)-i) <= stackBuf {
		var buf [stackBuf]byte
		return string(AppendEscape(append(buf[:0], s[:i]...), s[i:], c))
	}
	n, t := i, &escapes[c]
	for k := i; k < len(s); k++ {
		n += int(t[s[k]] >> 24)
	}
	var b strings.Builder
	b.Grow(n)
	b.WriteString(s[:i])
	var buf [stackBuf]byte
	for i < len(s) {
		end := min(i+stackBuf/len("%hh"), len(s))
		b.Write(AppendEscape(buf[:0], s[i:end], c))
		i = end
	}
	return b.String()
}

// pieceEnd returns where the next piece of s ends that begins at i: after n octets
// at most, and not inside what may be an escape. Long results are made of pieces,
// each written into a buffer first, so that the result is the only allocation.
func pieceEnd(s string, i, n int) int {
	end := i + n
	switch {
	case end >= len(s):
		return len(s)
	case s[end-1] == '%':
		return end - 1
	case s[end-2] == '%':
		return end - 2
	}
	return end
}

// asIs returns the length of the prefix of s whose octets stand for themselves
// in component c. Eight octets at a time share one test.
func asIs(s string, c Component) int {
	i := literalWords(s, &escapes[c])
	for i < len(s) && stands(s[i], c) {
		i++
	}
	return i
}

// AppendEscape appends [Escape] of s to dst. It does not allocate where dst has
// room for the result, and beyond that it may write into the room that is left.
func AppendEscape(dst []byte, s string, c Component) []byte {
	c = c.known()
	dst = slices.Grow(dst, len(s))
	for {
		read, written := escapeWords(dst[len(dst):cap(dst)], s, &escapes[c])
		dst, s = dst[:len(dst)+written], s[read:]
		if s == "" {
			return dst
		}
		if stands(s[0], c) {
			dst = append(dst, s[0])
		} else {
			dst = append(dst, '%', upperhex[s[0]>>4], upperhex[s[0]&15])
		}
		s = s[1:]
	}
}

// EscapeOnce is [Escape] for text that may already hold escapes: "%" and two
// hexadecimal digits are left as they are. Applied twice it changes no more
// than applied once. What it returns is fit for component c, but no longer says
// which escapes were data: use it to mend text, and Escape to write data.
func EscapeOnce(s string, c Component) string {
	c = c.known()
	for i := 0; i < len(s); i++ {
		if escaped(s, i) {
			i += 2
		} else if !stands(s[i], c) {
			return escapeOnce(s, i, c)
		}
	}
	return s
}

// escapeOnce is [EscapeOnce] where s[:i] stays as it is.
func escapeOnce(s string, i int, c Component) string {
	var buf [stackBuf]byte
	if len(s)+2*(len(s)-i) <= stackBuf {
		return string(appendEscapeOnce(append(buf[:0], s[:i]...), s[i:], c))
	}
	n := len(s)
	for k := i; k < len(s); k++ {
		if !stands(s[k], c) && !escaped(s, k) {
			n += len("hh")
		}
	}
	var b strings.Builder
	b.Grow(n)
	b.WriteString(s[:i])
	for i < len(s) {
		end := pieceEnd(s, i, stackBuf/len("%hh"))
		b.Write(appendEscapeOnce(buf[:0], s[i:end], c))
		i = end
	}
	return b.String()
}

// appendEscapeOnce appends [EscapeOnce] of s to dst.
func appendEscapeOnce(dst []byte, s string, c Component) []byte {
	c = c.known()
	for i := 0; i < len(s); i++ {
		b := s[i]
		switch {
		case stands(b, c):
			dst = append(dst, b)
		case escaped(s, i):
			dst = append(dst, s[i:i+3]...)
			i += 2
		default:
			dst = append(dst, '%', upperhex[b>>4], upperhex[b&15])
		}
	}
	return dst
}

// Unescape replaces each escape in s by the octet that it stands for
// (RFC 2396, 2.4.1). It accepts every other octet as it is, "+" included. A
// "%" that begins no escape gives a [*SyntaxError] for [RuleEscaped]. Split
// before you unescape: what an escaped delimiter delimits is lost afterwards.
// Where s holds no "%" it returns s and does not allocate; otherwise it
// allocates the result.
func Unescape(s string) (string, error) {
	i := strings.IndexByte(s, '%')
	if i < 0 {
		return s, nil
	}
	var buf [stackBuf]byte
	if len(s) > stackBuf {
		return unescapeLong(s, i)
	}
	dst, err := appendUnescape(append(buf[:0], s[:i]...), s, i)
	if err != nil {
		return "", err
	}
	return string(dst), nil
}

// unescapeLong is [Unescape] where s[:i] stays as it is.
func unescapeLong(s string, i int) (string, error) {
	var b strings.Builder
	b.Grow(max(0, len(s)-len("hh")*strings.Count(s, "%"))) // below 0 for what is refused
	b.WriteString(s[:i])
	var buf [stackBuf]byte
	for i < len(s) {
		end := pieceEnd(s, i, stackBuf)
		dst, err := appendUnescape(buf[:0], s[:end], i)
		if err != nil {
			for escaped(s, i) || s[i] != '%' {
				i++
			}
			return "", newSyntaxError("unescape", s, i, RuleEscaped)
		}
		b.Write(dst)
		i = end
	}
	return b.String(), nil
}

// AppendUnescape appends [Unescape] of s to dst. With an error it returns dst
// as it was given. It does not allocate where dst has room for len(s) octets, and
// beyond what it returns it may write into these.
func AppendUnescape(dst []byte, s string) ([]byte, error) {
	out, err := appendUnescape(dst, s, 0)
	if err != nil {
		return dst, err
	}
	return out, nil
}

// appendUnescape appends s[i:] to dst with its escapes decoded.
func appendUnescape(dst []byte, s string, i int) ([]byte, error) {
	j := len(dst)
	dst = slices.Grow(dst, len(s)-i)[:j+len(s)-i]
	read, written := unescapeWords(dst[j:], s[i:], &hexValue)
	i, j = i+read, j+written
	for i < len(s) {
		if s[i] != '%' {
			dst[j] = s[i]
			i, j = i+1, j+1
			continue
		}
		if len(s)-i < 3 {
			return dst[:j], newSyntaxError("unescape", s, i, RuleEscaped)
		}
		high, low := hexValue[s[i+1]], hexValue[s[i+2]]
		if high|low > 15 {
			return dst[:j], newSyntaxError("unescape", s, i, RuleEscaped)
		}
		dst[j] = high<<4 | low
		i, j = i+3, j+1
	}
	return dst[:j], nil
}

// hexValue gives the value of a hexadecimal digit, and 255 for any other octet.
var hexValue = makeHexValue()

func makeHexValue() (t [256]uint8) {
	for b := range t {
		t[b] = 255
		if table[b]&isHex != 0 {
			t[b] = unhex(byte(b))
		}
	}
	return t
}

// unhex gives the value of a hexadecimal digit.
func unhex(b byte) byte {
	if b <= '9' {
		return b - '0'
	}
	return b&0xDF - 'A' + 10
}
