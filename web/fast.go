package web

import (
	"bytes"
	"math"
	"strings"

	"example.com/uri/internal/ascii"
)

// This file has the fast paths of [Parser.Parse]. Each accepts only texts that need no
// change, and reports false for all others. Then parse reads them. It would give the
// same answers for the accepted texts.

// serialized sets u to the URL s if s begins with http://, https:// or file:// or has
// an opaque path, and is its own serialization. Only the "/" of an empty path may be
// missing. In that case it adds the "/".
//
// It reports false for other texts. It also does for credentials, a domain with a final
// "." or a digit at the start of its last label, an IPv6 address, and "|" in a possible
// drive letter. u.scheme is then 0 only if s has no scheme. u must be the zero URL.
func (u *URL) serialized(s string) bool {
	k, host := webPrefix(s)
	if host == 0 {
		return u.opaquePath(s)
	}
	u.kind, u.scheme = k, uint32(host-len("://"))
	i := scanUntil(s, host, isUnlikeDomain)
	u.user, u.host, u.hostEnd = uint32(host), uint32(host), uint32(i)
	if i > host && mayBeNumber(s[host:i]) || i == host && u.kind != fileScheme {
		return false
	}
	if u.kind == fileScheme {
		if s[host:i] == "localhost" || hasByte(s, i+2, '|') { // as in file:///C|/
			return false
		}
	} else if hasByte(s, i, ':') {
		if i = plainPort(s, i+1, u.kind); i < 0 {
			return false
		}
	}
	u.path = uint32(i)
	switch {
	case i == len(s):
		u.s = s + "/"
		return true
	case !hasByte(s, i, '/'):
		return false
	}
	i, ok := plainPath(s, i)
	if !ok {
		return false
	}
	u.s = s
	return u.plainEnd(s, i, 0, inSpecialQuerySet)
}

// webPrefix returns the kind and the length of "https://", "http://" or "file://" at the start
// of s, if one of them is there.
func webPrefix(s string) (kind, int) {
	switch {
	case strings.HasPrefix(s, "https://"):
		return httpsScheme, len("https://")
	case strings.HasPrefix(s, "http://"):
		return httpScheme, len("http://")
	case strings.HasPrefix(s, "file://"):
		return fileScheme, len("file://")
	}
	return notSpecial, 0
}

// opaquePath sets u to the URL s if s has an opaque path and is its own
// serialization. It reports false for other texts. u.scheme is then set if s has a
// scheme.
func (u *URL) opaquePath(s string) bool {
	colon := ascii.SchemeLength(s)
	if colon == 0 {
		return false
	}
	u.scheme, u.path = uint32(colon), uint32(colon+1)
	if hasByte(s, colon+1, '/') || scanUntil(s, 0, isUnlikeDomain) < colon || kindOf([]byte(s[:colon])) != notSpecial {
		return false
	}
	i := scanUntil(s, colon+1, isUnlikeOpaque)
	u.s = s
	return u.plainEnd(s, i, 0, inQuerySet)
}

// reference resolves ref, without a scheme, against a base with a special scheme, if
// the text of the result is the beginning of the base and ref without its dot segments. It
// sets u to the result and allocates its text.
//
// It reports false if ref has an authority or something to percent-encode, and if the
// quirks for drive letters may apply.
func (u *URL) reference(base *URL, ref string) bool {
	if base.kind == fileScheme && (hasDriveLetter(base.Path()) || strings.IndexByte(ref, '|') >= 0) {
		return false
	}
	*u = *base
	u.fragment = 0
	cut := int(base.fragmentMark())
	if ref == "" {
		u.s = base.s[:cut]
		return true
	}
	i, end := 0, 0
	if ref[0] != '#' {
		if base.query != 0 {
			cut = int(base.query) - 1
		}
		u.query = 0
	}
	if ref[0] != '#' && ref[0] != '?' {
		switch {
		case ref[0] != '/':
			cut, i = base.climb(cut, ref)
		case hasByte(ref, 1, '/'): // "/\" is no plain path
			return false
		default:
			cut = int(base.path)
		}
		var ok bool
		if end, ok = plainPath(ref, i); !ok {
			return base.kind != fileScheme && u.dotted(base.s[:cut], ref, i, end)
		}
	}
	if uint64(cut)+uint64(len(ref)) > maxLen || !u.plainEnd(ref, end, cut-i, inSpecialQuerySet) {
		return false
	}
	u.s = ascii.Join(base.s[:cut], ref[i:], "", "")
	return true
}

// dotted is the end of reference for a plain path ref[i:end] with dot segments. head is the
// text before it.
func (u *URL) dotted(head, ref string, i, end int) bool {
	var buf [256]byte
	if len(head)+len(ref) >= len(buf) {
		return false
	}
	text := append(buf[:0], head...)
	if ref[i] == '/' {
		i++
	} else {
		text = text[:len(head)-1] // without the "/" that each segment begins with
	}
	text = appendDotless(text, int(u.path), ref[i:end])
	if !u.plainEnd(ref, end, len(text)-end, inSpecialQuerySet) {
		return false
	}
	u.s = string(append(text, ref[end:]...))
	return true
}

// climb follows the segments "./" and "../" at the beginning of ref, from the directory
// of u. The path of u ends at end. The result of resolving ref is u.s[:cut] and
// ref[i:].
func (u *URL) climb(end int, ref string) (cut, i int) {
	root := int(u.path) + 1
	cut = root + strings.LastIndexByte(u.s[root:end], '/') + 1
	for {
		switch {
		case strings.HasPrefix(ref[i:], "../"):
			i += len("../")
			if cut > root {
				cut = root + strings.LastIndexByte(u.s[root:cut-1], '/') + 1
			}
		case strings.HasPrefix(ref[i:], "./"):
			i += len("./")
		default:
			return cut, i
		}
	}
}

// plainEnd sets the query and the fragment of u if s[i:] is "", a query, a fragment
// or both, and nothing there has to be percent-encoded. shift is added to their
// offsets in s, and k is the percent-encode set of the query.
func (u *URL) plainEnd(s string, i, shift int, k class) bool {
	if hasByte(s, i, '?') {
		u.query = uint32(i + 1 + shift)
		i = scanUntil(s, i+1, k)
	}
	if hasByte(s, i, '#') {
		u.fragment = uint32(i + 1 + shift)
		i = scanUntil(s, i+1, inFragmentSet)
	}
	return i == len(s)
}

// plainPath returns where the path at s[i:] ends: at the first byte outside a
// serialized path of a special URL. The path follows a "/" or begins with one. ok
// reports whether it has no dot segments.
func plainPath(s string, i int) (end int, ok bool) {
	start := i
	dots := uint64(0)
	after := uint64(0x80) // the high bit of the lowest lane: a "/" is before s[i]
	for len(s)-i >= 8 {
		b := s[i : i+8]
		if classes(b)&isUnlikePath != 0 {
			break
		}
		x := ascii.Load64(b, 0)
		slashes := equal(x, '/')
		dots |= equal(x, '.') & (slashes<<8 | after)
		after = slashes >> 56
		i += 8
	}
	if tail := len(s) - 8; tail >= 0 && tail < i && classes(s[tail:])&isUnlikePath == 0 {
		// The last eight bytes of s, of which some have been tested.
		if i == start && hasByte(s, i, '.') {
			dots = after
		}
		x := ascii.Load64(s, tail)
		dots |= equal(x, '.') & (equal(x, '/') << 8)
		i = len(s)
	}
	for ; i < len(s) && table[s[i]]&isUnlikePath == 0; i++ {
		if s[i] == '.' {
			dots |= after
		}
		after = 0
		if s[i] == '/' {
			after = 0x80
		}
	}
	if hasByte(s, i, '%') {
		i = scanUntil(s, i, endsPlainPathOrEscape)
		dots = 1
	}
	return i, dots == 0 || !hasDotSegment(s[start:i])
}

// appendDotless appends the segments of s, a plain path without its first "/", to a path that
// begins at text[root:], and resolves dot segments. It copies all segments up to the next one
// that begins with "." or "%" at once.
func appendDotless(text []byte, root int, s string) []byte {
	for {
		end := ascii.IndexOrEnd(s, 0, '/')
		dots := dotSegment(s[:end])
		switch dots {
		case 0:
			end = dottedOrEnd(s, end)
			text = append(text, '/')
			text = append(text, s[:end]...)
		case 2:
			text = text[:root+max(bytes.LastIndexByte(text[root:], '/'), 0)]
		}
		if end == len(s) {
			if dots > 0 {
				text = append(text, '/')
			}
			return text
		}
		s = s[end+1:]
	}
}

// dottedOrEnd returns the offset of the first "/." or "/%" in s at or after i, or len(s).
func dottedOrEnd(s string, i int) int {
	for ; i < len(s); i++ {
		if s[i] == '/' && (hasByte(s, i+1, '.') || hasByte(s, i+1, '%')) {
			break
		}
	}
	return i
}

func hasDotSegment(path string) bool {
	for {
		end := ascii.IndexOrEnd(path, 0, '/')
		if dotSegment(path[:end]) > 0 {
			return true
		}
		if end == len(path) {
			return false
		}
		path = path[end+1:]
	}
}

// mayBeNumber reports whether the last label of a domain is empty or begins with a
// digit, as it does if the domain "ends in a number".
func mayBeNumber(domain string) bool {
	i := len(domain)
	for i > 0 && domain[i-1] != '.' {
		i--
	}
	return i == len(domain) || ascii.Digit.Has(domain[i])
}

// plainPort returns where the port at s[i:] ends, or -1 if there is no port or
// the serializer would write it in another way.
func plainPort(s string, i int, k kind) int {
	n, start := 0, i
	for i-start < 5 && i < len(s) && ascii.Digit.Has(s[i]) {
		n = n*10 + int(s[i]-'0')
		i++
	}
	if i == start || s[start] == '0' && i > start+1 || n > math.MaxUint16 || n == defaultPort(k) {
		return -1
	}
	return i
}
