package uri

import (
	"slices"
	"strings"

	"example.com/uri/internal/ascii"
)

// scanEscaped is [scan] for a class that escapes belong to:
//
//	escaped = "%" hex hex
//
// (RFC 2396, 2.4.1). It stops at a "%" without two hexadecimal digits. Eight bytes
// share one test. A shorter tail is tested as the last eight bytes of s. Testing some
// bytes twice is harmless. From the "/" after the host:
//
//	http://a/long/path/index.html
//	        [------][------]          one test each
//	                     [------]     one more test, of the last bytes
//
// When a test fails, scan goes on byte by byte.
func scanEscaped(s string, i int, k class) int {
	for {
		if fastPaths {
			for len(s)-i >= 8 && all8(s[i:], k) {
				i += 8
			}
			if len(s)-i < 8 && len(s) >= 8 && all8(s[len(s)-8:], k) {
				return len(s)
			}
		}
		i = scan(s, i, k)
		if !ascii.Escaped(s, i) {
			return i
		}
		i += 3
	}
}

// An EscapeSet is a set of bytes: those kept as they are in one place of a URI.
// [Escape] escapes all others. Any other value counts as EscapeData. The sections are
// of RFC 2396.
type EscapeSet uint8

const (
	EscapeData         EscapeSet = iota // anything: only unreserved characters stay, -_.!~*'() among them (2.3)
	EscapeUser                          // a user name or a password: userinfo without ":" (3.2.2)
	EscapeUserinfo                      // user and password in one (3.2.2)
	EscapeRegistryHost                  // the host of a reg_name: all of reg_name except "@" and ":" (3.2.1)
	EscapeSegment                       // a segment without parameters: pchar, without "/" and ";" (3.3)
	EscapePath                          // a whole path with its "/" and ";" (3.3)
	EscapeQueryPair                     // a name or a value: uric without "&", "=", "+" and ";" (3.4)
	EscapeQuery                         // a query, a fragment, the rest of an opaque part: uric (3.4, 4.1)
	EscapeUnreserved                    // anything, for signatures: only letters, digits and -._~ stay (RFC 3986, 2.3; RFC 5849, 3.6)
)

// escapeSets has the name of each set, and the bytes in it.
var escapeSets = [...]struct{ name, chars string }{
	EscapeData:         {"data", unreserved},
	EscapeUser:         {"user", userChars},
	EscapeUserinfo:     {"userinfo", userinfoChars},
	EscapeRegistryHost: {"registry host", unreserved + "$,;&=+"},
	EscapeSegment:      {"path segment", pcharChars},
	EscapePath:         {"full path", pathChars},
	EscapeQueryPair:    {"query pair", unreserved + "/?:@$,"},
	EscapeQuery:        {"full query", uric},
	EscapeUnreserved:   {"unreserved", unreserved3986},
}

// String returns the name in lower case: "data", "path segment" and so on.
func (c EscapeSet) String() string {
	if int(c) >= len(escapeSets) {
		return "invalid"
	}
	return escapeSets[c].name
}

// known returns c, or EscapeData if c is not one of the constants.
func (c EscapeSet) known() EscapeSet {
	if int(c) >= len(escapes) {
		return EscapeData
	}
	return c
}

// escapes has the output of Escape for each set and each byte. The
// high byte of a word is the length of the text in the other bytes. Its first byte is
// the lowest.
var escapes = makeEscapes()

func makeEscapes() (t [len(escapeSets)][256]uint32) {
	for c, set := range escapeSets {
		for b := range t[c] {
			if strings.IndexByte(set.chars, byte(b)) >= 0 {
				t[c][b] = uint32(b) | 1<<24
			} else {
				t[c][b] = '%' | uint32(ascii.UpperHex[b>>4])<<8 | uint32(ascii.UpperHex[b&15])<<16 | 3<<24
			}
		}
	}
	return t
}

// isAllowed reports whether b is in c, and is kept.
func isAllowed(b byte, c EscapeSet) bool { return escapes[c][b]>>24 == 1 }

// stackBuf is the size of the buffers for short results. A longer result is written
// piece by piece, and is the only allocation.
const stackBuf = 256

// Escape returns s escaped as data for one part of a URI. It writes each byte outside c,
// and each "%", as "%" and two upper-case hexadecimal digits (RFC 2396, 2.4).
// [Unescape] reverses it.
func Escape(s string, c EscapeSet) string {
	c = c.known()
	i, t := allowedPrefix(s, c), &escapes[c]
	if i == len(s) {
		return s
	}
	var buf [stackBuf]byte
	if len(s) <= len(buf) {
		if read, written := escapeWords(buf[:], s, t); read == len(s) {
			return string(buf[:written])
		}
	}
	return escapeLong(s, i, c, false)
}

// EscapeOnce is [Escape] for text with escapes in it: it leaves "%" and two hexadecimal
// digits as they are (RFC 2396, 2.4.2). It is idempotent. The result does not show
// which escapes were data: use EscapeOnce to repair text, and Escape to write data.
func EscapeOnce(s string, c EscapeSet) string {
	c = c.known()
	i, t := allowedPrefix(s, c), &escapes[c]
	for i < len(s) && (isAllowed(s[i], c) || ascii.Escaped(s, i)) { // each set has the digits of an escape
		i++
	}
	if i == len(s) {
		return s
	}
	var buf [stackBuf]byte
	if len(s) <= len(buf) {
		if read, written := escapeOnceWords(buf[:], s, t); read == len(s) {
			return string(buf[:written])
		}
	}
	return escapeLong(s, i, c, true)
}

// escapeLong is [EscapeOnce] if once is set, else [Escape]. The first i bytes of s stay.
func escapeLong(s string, i int, c EscapeSet, once bool) string {
	n, t := i, &escapes[c]
	for k := i; k < len(s); k++ {
		n += int(t[s[k]] >> 24)
		if once && ascii.Escaped(s, k) {
			n -= len("hh")
		}
	}
	var b strings.Builder
	b.Grow(n)
	b.WriteString(s[:i])
	var buf [stackBuf]byte
	for i < len(s) {
		end := len(s)
		if once {
			end = nextEscape(s, i)
		}
		for i < end {
			piece := s[i:min(i+len(buf)/len("%hh"), end)]
			b.Write(AppendEscape(buf[:0], piece, c))
			i += len(piece)
		}
		end = min(i+len("%hh"), len(s))
		b.WriteString(s[i:end])
		i = end
	}
	return b.String()
}

// escapeOnceWords is [escapeWords], but keeps escapes.
func escapeOnceWords(dst []byte, s string, t *[256]uint32) (read, written int) {
	for {
		end := nextEscape(s, read)
		r, w := escapeRun(dst[written:], s[read:end], t)
		read, written = read+r, written+w
		if read < end || end == len(s) || len(dst)-written < len("%hh") {
			return read, written
		}
		written += copy(dst[written:], s[read:read+len("%hh")])
		read += len("%hh")
	}
}

// nextEscape returns the offset of the first escape in s at or after i, or len(s).
func nextEscape(s string, i int) int {
	for {
		if i = ascii.IndexOrEnd(s, i, '%'); i == len(s) || ascii.Escaped(s, i) {
			return i
		}
		i++
	}
}

// allowedPrefix returns the length of the longest prefix of s with all bytes in c.
func allowedPrefix(s string, c EscapeSet) int {
	i, t := 0, &escapes[c]
	for fastPaths && len(s)-i >= 8 && allAllowed8(s[i:], t) {
		i += 8
	}
	for i < len(s) && isAllowed(s[i], c) {
		i++
	}
	return i
}

// AppendEscape appends the result of [Escape] to dst. It may overwrite
// dst[len(dst):cap(dst)].
func AppendEscape(dst []byte, s string, c EscapeSet) []byte {
	c = c.known()
	dst = slices.Grow(dst, len(s))
	for {
		read, written := escapeRun(dst[len(dst):cap(dst)], s, &escapes[c])
		dst, s = dst[:len(dst)+written], s[read:]
		if s == "" {
			return dst
		}
		dst, s = appendEscapeAlso(dst, s[:1], c, ""), s[1:]
	}
}

// appendEscapeAlso is [AppendEscape], and escapes the bytes of also, too.
func appendEscapeAlso(dst []byte, s string, c EscapeSet, also string) []byte {
	for i := range len(s) {
		dst = ascii.AppendByte(dst, s[i], !isAllowed(s[i], c) || strings.IndexByte(also, s[i]) >= 0)
	}
	return dst
}

// Unescape replaces each escape in s with its byte (RFC 2396, 2.4.1). It leaves all
// other bytes as they are, "+" too. For a "%" without two hexadecimal digits the error
// is a [*SyntaxError] with the rule escaped. Split a part before you unescape it:
// afterwards a decoded delimiter looks like a written one.
func Unescape(s string) (string, error) {
	if strings.IndexByte(s, '%') < 0 {
		return s, nil
	}
	return unescape(s)
}

// unescape is [Unescape] for an s with a "%".
func unescape(s string) (string, error) {
	var buf [stackBuf]byte
	if len(s) <= len(buf) {
		n, bad := unescapeInto(buf[:], s, 0)
		if bad >= 0 {
			return "", unescapeError(s, bad)
		}
		return string(buf[:n]), nil
	}
	var b strings.Builder
	b.Grow(max(0, len(s)-len("hh")*strings.Count(s, "%"))) // below 0 for some s with broken escapes
	for i := 0; i < len(s); {
		end := min(i+len(buf), len(s))
		if k := strings.IndexByte(s[end-2:end], '%'); k >= 0 && end < len(s) {
			end += k - 2 // an escape may begin there
		}
		n, bad := unescapeInto(buf[:], s[:end], i)
		if bad >= 0 {
			return "", unescapeError(s, bad)
		}
		b.Write(buf[:n])
		i = end
	}
	return b.String(), nil
}

// AppendUnescape appends the result of [Unescape] to dst. If it fails it returns dst
// unchanged. It may overwrite dst[len(dst):cap(dst)].
func AppendUnescape(dst []byte, s string) ([]byte, error) {
	out := slices.Grow(dst, len(s))[:len(dst)+len(s)]
	n, bad := unescapeInto(out[len(dst):], s, 0)
	if bad >= 0 {
		return dst, unescapeError(s, bad)
	}
	return out[:len(dst)+n], nil
}

// unescapeInto decodes s[i:] into dst, and needs room for all of s[i:]. It returns the
// number of bytes written, and the offset of a wrong "%", or -1.
func unescapeInto(dst []byte, s string, i int) (j, bad int) {
	read, j := unescapeWords(dst, s[i:])
	for i += read; i < len(s); i, j = i+1, j+1 {
		switch {
		case s[i] != '%':
			dst[j] = s[i]
		case !ascii.Escaped(s, i):
			return j, i
		default:
			dst[j] = ascii.Octet(s, i)
			i += len("hh")
		}
	}
	return j, -1
}

// unescapeError returns the error for the "%" at s[i], which begins no escape.
func unescapeError(s string, i int) error {
	return newFaultError(opUnescape, s, PartNone, brokenEscape(s, i), ruleEscaped, faultByte)
}

// sameEnds returns how many bytes a and b have in common at their beginning, and how many
// of the others at their end.
func sameEnds(a, b string) (before, after int) {
	n := min(len(a), len(b))
	for before < n && a[before] == b[before] {
		before++
	}
	for after < n-before && a[len(a)-1-after] == b[len(b)-1-after] {
		after++
	}
	return before, after
}

// decode is [Unescape] for a part of a URI: Parse has checked its escapes.
func decode(s string) string {
	s, _ = Unescape(s)
	return s
}

// decodesTo reports whether decode(s) is data.
func decodesTo(s, data string) bool {
	if strings.IndexByte(s, '%') < 0 {
		return s == data
	}
	var buf [stackBuf]byte
	decoded, _ := AppendUnescape(buf[:0], s)
	return string(decoded) == data
}

// splitDecode splits s at each "/" and decodes the parts.
func splitDecode(s string) []string {
	list := strings.Split(s, "/")
	for i, part := range list {
		list[i] = decode(part)
	}
	return list
}

// hasPrefixFold reports whether s[i:] begins with lit, without regard to case. end is
// where the two stop being the same.
func hasPrefixFold(s string, i int, lit string) (end int, ok bool) {
	n := 0
	for n < len(lit) && i+n < len(s) && strings.EqualFold(s[i+n:i+n+1], lit[n:n+1]) {
		n++
	}
	return i + n, n == len(lit)
}
