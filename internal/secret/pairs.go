package secret

import (
	"strings"
	"unicode"

	"example.com/uri/internal/ascii"
)

// appendPairs appends the secrets of a text with white space or double quotes, such as a connection
// string, a command line or a header field: the values of pairs as in "host=h password='a b'", and
// everything after "Authorization:" or "Proxy-Authorization:".
func appendPairs(dst []Span, s string) []Span {
	if strings.IndexFunc(s, func(r rune) bool { return r == '"' || unicode.IsSpace(r) }) >= 0 {
		for from := 0; ; {
			n := strings.IndexByte(s[from:], '=')
			if n < 0 {
				break
			}
			name := nameBefore(s[from : from+n])
			from += n + len("=")
			if isName(name) {
				lo := skip(s, from, "=>")
				if from = valueEnd(s, lo); lo < from {
					dst = append(dst, Span{lo, from})
				}
			}
		}
	}
	if lo := authorization(s); lo < len(s) {
		dst = append(dst, Span{lo, len(s)})
	}
	return dst
}

// nameBefore returns the name at the end of s. White space and delimiters may follow it.
func nameBefore(s string) string {
	s = strings.TrimRightFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || r < 0x80 && !(ascii.Letter|ascii.Digit).Has(byte(r))
	})
	return s[strings.LastIndexFunc(s, unicode.IsSpace)+1:]
}

// skip returns the offset in s[i:] after white space and these characters.
func skip(s string, i int, chars string) int {
	return len(s) - len(strings.TrimLeftFunc(s[i:], func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(chars, r) }))
}

// valueEnd returns the end of the value at s[i:]. A value in quotes ends after the word with the
// closing quote. Any other value reaches to the next pair, because it may be a password with an
// unquoted space. White space in quotes ends no word.
func valueEnd(s string, i int) int {
	_, inQuotes := opener(s, i)
	for i < len(s) {
		for i < len(s) && !isBlank(s[i]) {
			after, ok := opener(s, i)
			if ok {
				after = closer(s, i, after)
			}
			i = after
		}
		if next := skip(s, i, ""); !inQuotes && next < len(s) && !beginsPair(s, next) {
			i = next
			continue
		}
		break
	}
	return i
}

// isBlank reports whether b is white space of ASCII.
func isBlank(b byte) bool { return b == ' ' || '\t' <= b && b <= '\r' }

// opener returns the offset after the backslashes at s[i:] and one more byte, and whether that is a
// quote. The backslashes before a quote belong to it.
func opener(s string, i int) (after int, ok bool) {
	for i < len(s) && s[i] == '\\' {
		i++
	}
	return min(i+1, len(s)), i < len(s) && strings.IndexByte("\"'`", s[i]) >= 0
}

// closer returns the offset after the quote that closes s[i:after], or len(s). A quote with more
// backslashes before it than the opening one is part of the value.
func closer(s string, i, after int) int {
	for n, escapes := after, 0; n < len(s); n++ {
		switch {
		case s[n] == '\\':
			escapes++
			continue
		case s[n] == s[after-1] && escapes < after-i:
			return n + 1
		}
		escapes = 0
	}
	return len(s)
}

// beginsPair reports whether the word at s[i:] has a "=" in it or after it.
func beginsPair(s string, i int) bool {
	end := i
	for end < len(s) && !isBlank(s[end]) {
		end++
	}
	next := skip(s, end, "")
	return strings.IndexByte(s[i:end], '=') > 0 || next < len(s) && s[next] == '='
}

// authorization returns the offset after the first "Authorization:" in s and white space, or
// len(s).
func authorization(s string) int {
	const name = "authorization"
	for i := range len(s) {
		if s[i] == ':' {
			front := strings.TrimRight(s[:i], " \t\"'")
			if n := len(front) - len(name); n >= 0 && strings.EqualFold(front[n:], name) {
				return skip(s, i+1, "")
			}
		}
	}
	return len(s)
}
