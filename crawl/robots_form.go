package crawl

import (
	"slices"
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// robotsPath returns path and query of u as [robotsForm] writes them, with a "/", and their pairs.
func robotsPath(u *uri.URI) (path string, pairs uint64) {
	s, n := u.String(), len(u.Path())
	if query, ok := u.Query(); ok {
		n += len("?") + len(query)
	}
	if fragment, ok := u.Fragment(); ok {
		s = s[:len(s)-len("#")-len(fragment)]
	}
	s = s[len(s)-n:]
	if s == "" || s[0] != '/' {
		s = "/" + s
	}
	if pairs, ok := pairsOf(s); ok {
		return s, pairs
	}
	s = robotsForm(s, false)
	pairs, _ = pairsOf(s)
	return s, pairs
}

// pairsOf returns the set of the pairs of neighbouring bytes in s. Some pairs share a bit. A text
// that contains s has all bits of s. ok reports whether all bytes but the first are data: then
// robotsForm does not change them.
func pairsOf(s string) (set uint64, ok bool) {
	ok = true
	for i := 1; i < len(s); i++ {
		ok = ok && isData[s[i]]
		set |= 1 << ((s[i-1]*5 + s[i]) % 64)
	}
	return set, ok
}

// isData holds the bytes of uric (RFC 2396, 2) that a rule means as they are: not "*" and "$".
var isData = func() (t [256]bool) {
	for b := range t {
		c := string([]byte{byte(b)})
		t[b] = uri.Escape(c, uri.EscapeQuery) == c && b != '*' && b != '$'
	}
	return t
}()

// robotsForm returns a path and query, or a pattern, in the form for comparison.
func robotsForm(s string, isPattern bool) string {
	var dst []byte
	done := 0 // the form of s[:done] is in dst
	for i := 0; i < len(s); i++ {
		b, start, unescape := s[i], i, false
		switch {
		case isData[b], isPattern && (b == '*' || b == '$' && i == len(s)-1):
			continue
		case ascii.Escaped(s, i):
			b = ascii.Octet(s, i)
			unescape = (ascii.Letter | ascii.Digit).Has(b) || strings.IndexByte("-._~", b) >= 0 // unreserved by RFC 3986, 2.3
			i += len("hh")
			if !unescape && s[i-1] < 'a' && s[i] < 'a' {
				continue // it is in upper case
			}
		}
		dst = append(slices.Grow(dst, len(s)-done+len("%hh")), s[done:start]...)
		dst = ascii.AppendByte(dst, b, !unescape)
		done = i + 1
	}
	if done == 0 {
		return s
	}
	return string(append(dst, s[done:]...))
}
