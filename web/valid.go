package web

import (
	"strings"

	"example.com/uri/internal/ascii"
)

// Valid reports whether s is a URL that [Parse] accepts. It makes no URL and no error. It
// allocates only for tabs and newlines inside s, for percent-encoded bytes in a host, and for
// a long authority, opaque path or text.
//
// Only the scheme, the host and the port of a URL can be wrong, so Valid reads no further.
func Valid(s string) bool {
	if uint64(len(s)) > maxLen/uint64(len("%EF%BF%BD")) { // the URL may be too long
		_, err := Parse(s)
		return err == nil
	}
	if k, n := webPrefix(s); n > 0 {
		i := scanUntil(s, n, isUnlikeASCIIDomain)
		if (i > n || k == fileScheme) && (i == len(s) || table[s[i]]&inSpecialPathEnd != 0) {
			domain := s[n:i]
			if !mayBeNumber(domain) || !ascii.EndsInNumber(domain) {
				return true
			}
			_, _, name := parseIPv4(domain)
			return name == ""
		}
	}
	d := parsing{given: untilPath(s), quiet: true}
	d.clean()
	var buf [256]byte
	return d.url(buf[:0]) != nil
}

// untilPath returns the text of s up to the first "/", "?" or "#" after the authority, or after the
// beginning of the path of a URL without one.
func untilPath(s string) string {
	rest := s[strings.IndexByte(s, ':')+1:]
	rest = strings.TrimLeft(rest, "/\\\t\n\r")
	end := ascii.AuthorityEnd(rest, 0)
	return s[:len(s)-len(rest)+min(end+1, len(rest))]
}
