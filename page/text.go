package page

import (
	"math"
	"strings"

	"example.com/uri/internal/ascii"
)

const (
	space  = "\t\n\f\r " // ASCII whitespace (Infra Standard)
	digits = "0123456789"
)

// integer returns the value of a text of ASCII digits, but at most math.MaxInt32 ("rules for parsing
// non-negative integers", HTML).
func integer(s string) int {
	n := int64(0)
	for i := range len(s) {
		n = min(n*10+int64(s[i]-'0'), math.MaxInt32)
	}
	return int(n)
}

// equalFold reports whether s is lower, a text in lower case. The case of ASCII letters does not
// matter.
func equalFold(s, lower string) bool { return len(s) == len(lower) && ascii.HasPrefixFold(s, lower) }

// toLower returns s with its ASCII letters in lower case.
func toLower(s string) string {
	for i := range len(s) {
		if ascii.Lower(s[i]) != s[i] {
			b := []byte(s)
			for k := i; k < len(b); k++ {
				b[k] = ascii.Lower(b[k])
			}
			return string(b)
		}
	}
	return s
}

// isSpace reports whether b is ASCII whitespace.
func isSpace(b byte) bool { return strings.IndexByte(space, b) >= 0 }

// cutSpace returns s without ASCII whitespace at its start.
func cutSpace(s string) string { return strings.TrimLeft(s, space) }
