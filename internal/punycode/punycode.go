// Package punycode converts labels of host names from and to Punycode (RFC 3492).
package punycode

import (
	"slices"
	"strings"
	"unicode"

	"example.com/uri/internal/ascii"
)

// MaxLabel is the length of the longest label of a host name (RFC 1035, 2.3.4).
const MaxLabel = 63

// The parameters of Punycode (RFC 3492, 5).
const (
	base, tMin, tMax = 36, 1, 26
	skew, damp       = 38, 700
	initialBias      = 72
	initialN         = 0x80

	digits = "abcdefghijklmnopqrstuvwxyz0123456789" // by their values
)

// Append appends the Punycode of label, without "xn--" (RFC 3492, 6.3). Its time grows
// with the square of the length, so label must have few characters.
func Append(dst []byte, label []rune) []byte {
	basic := 0
	for _, r := range label {
		if r < initialN {
			dst = append(dst, byte(r))
			basic++
		}
	}
	if basic > 0 {
		dst = append(dst, '-')
	}
	n, delta, bias := rune(initialN), 0, initialBias
	for handled := basic; handled < len(label); {
		next := rune(unicode.MaxRune)
		for _, r := range label {
			if r >= n {
				next = min(next, r)
			}
		}
		delta += int(next-n) * (handled + 1)
		n = next
		for _, r := range label {
			if r < n {
				delta++
			}
			if r != n {
				continue
			}
			q := delta
			for k := base; ; k += base {
				t := threshold(k, bias)
				if q < t {
					dst = append(dst, digits[q])
					break
				}
				dst = append(dst, digits[t+(q-t)%(base-t)])
				q = (q - t) / (base - t)
			}
			bias = adapted(delta, handled+1, handled == basic)
			handled++
			delta = 0
		}
		delta++
		n++
	}
	return dst
}

// AppendDecoded decodes s, a label without its "xn--" (RFC 3492, 6.2), and appends
// its characters. It reports false if s is not Punycode or longer than [MaxLabel].
func AppendDecoded(dst []rune, s string) ([]rune, bool) {
	if len(s) > MaxLabel {
		return dst, false
	}
	start := len(dst)
	if k := strings.LastIndexByte(s, '-'); k > 0 {
		for i := range k {
			dst = append(dst, rune(s[i]))
		}
		s = s[k+1:]
	}
	const tooMuch = unicode.MaxRune * MaxLabel
	n, bias, i := initialN, initialBias, 0
	for len(s) > 0 {
		was, w := i, 1
		for k := base; ; k += base {
			if s == "" {
				return dst, false
			}
			d := strings.IndexByte(digits, ascii.Lower(s[0]))
			s = s[1:]
			if d < 0 || i > tooMuch || w > tooMuch {
				return dst, false
			}
			i += d * w
			t := threshold(k, bias)
			if d < t {
				break
			}
			w *= base - t
		}
		points := len(dst) - start + 1
		bias = adapted(i-was, points, was == 0)
		n += i / points
		i %= points
		if n > unicode.MaxRune {
			return dst, false
		}
		dst = slices.Insert(dst, start+i, rune(n))
		i++
	}
	return dst, true
}

// threshold returns the threshold of the digit at position k.
func threshold(k, bias int) int { return min(max(k-bias, tMin), tMax) }

// adapted returns the bias after delta, if points characters are handled (RFC 3492, 6.1).
func adapted(delta, points int, first bool) int {
	if first {
		delta /= damp
	} else {
		delta /= 2
	}
	delta += delta / points
	k := 0
	for ; delta > (base-tMin)*tMax/2; k += base {
		delta /= base - tMin
	}
	return k + (base-tMin+1)*delta/(delta+skew)
}
