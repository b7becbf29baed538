// Package secret finds what errors and logs must not show of a text.
package secret

import "strings"

// Mask is shown in the place of a secret.
const Mask = "xxxxx"

// Find returns where a password would be in any text: from the first ":", and the
// "//" after it, to the last "@". lo == hi means nowhere.
func Find(s string) (lo, hi int) {
	if strings.IndexByte(s, '@') < 0 { // much faster than from the end
		return 0, 0
	}
	hi = strings.LastIndexByte(s, '@')
	lo = strings.IndexByte(s[:hi], ':') + 1
	if lo == 0 {
		return 0, 0
	}
	if strings.HasPrefix(s[lo:hi], "//") {
		lo += len("//")
	}
	return lo, hi
}
