package guard

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// mixesScripts reports whether a label of a hostname, written in Punycode or as
// escaped UTF-8, has letters of several scripts that are not normally used
// together (UTS 39, 5.1). The scripts of Japanese, Korean and Chinese may be mixed
// with each other and with Latin.
func mixesScripts(label string) bool {
	var buf [maxLabel]rune
	runes := buf[:0]
	ok := true
	switch {
	case len(label) > 4 && strings.EqualFold(label[:4], "xn--"):
		runes, ok = punycode(runes, label[4:])
	case strings.IndexByte(label, '%') >= 0:
		runes, ok = escapedRunes(runes, label)
	default:
		return false
	}
	if !ok {
		return false
	}
	latin, eastAsian, other := false, false, (*unicode.RangeTable)(nil)
	for _, r := range runes {
		switch {
		case !unicode.IsLetter(r), unicode.Is(unicode.Common, r): // as "ー", in every script
		case unicode.Is(unicode.Latin, r):
			latin = true
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo):
			eastAsian = true
		case other == nil:
			other = scriptOf(r)
		case !unicode.Is(other, r):
			return true
		}
	}
	return other != nil && (latin || eastAsian)
}

// scriptOf returns the script of a letter that is neither Latin nor East Asian.
func scriptOf(r rune) *unicode.RangeTable {
	for _, script := range unicode.Scripts {
		if unicode.Is(script, r) {
			return script
		}
	}
	return unicode.Letter
}

// maxLabel is the greatest length of a label of a hostname (RFC 1035, 2.3.4).
// Longer labels are not decoded.
const maxLabel = 63

// escapedRunes decodes the escapes in s and appends the result, read as UTF-8. It
// reports false if s is not UTF-8 or too long for a label.
func escapedRunes(dst []rune, s string) ([]rune, bool) {
	var buf [3 * maxLabel]byte
	text := buf[:0]
	if len(s) > cap(text) {
		return dst, false
	}
	for i := 0; i < len(s); {
		c, n := octetAt(s, i)
		text = append(text, c)
		i += n
	}
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if len(dst) == maxLabel || r == utf8.RuneError {
			return dst, false
		}
		dst, text = append(dst, r), text[n:]
	}
	return dst, true
}

// punycode decodes s, a label without its "xn--" (RFC 3492, 6.2), and appends the
// result. It reports false if s is not Punycode or too long.
func punycode(dst []rune, s string) ([]rune, bool) {
	const base, tmin, tmax, skew, damp = 36, 1, 26, 38, 700
	if len(s) > maxLabel {
		return dst, false
	}
	if k := strings.LastIndexByte(s, '-'); k > 0 {
		for i := range k {
			dst = append(dst, rune(s[i]))
		}
		s = s[k+1:]
	}
	n, bias, i := 128, 72, 0
	for len(s) > 0 {
		was, w := i, 1
		for k := base; ; k += base {
			if s == "" {
				return dst, false
			}
			d := base
			switch c := s[0]; {
			case '0' <= c && c <= '9':
				d = int(c-'0') + 26
			case 'a' <= c|0x20 && c|0x20 <= 'z':
				d = int(c | 0x20 - 'a')
			}
			s = s[1:]
			if d == base || i > unicode.MaxRune*maxLabel || w > unicode.MaxRune*maxLabel {
				return dst, false
			}
			i += d * w
			t := min(max(k-bias, tmin), tmax)
			if d < t {
				break
			}
			w *= base - t
		}
		points := len(dst) + 1
		delta := (i - was) / 2
		if was == 0 {
			delta = (i - was) / damp
		}
		delta += delta / points
		k := 0
		for ; delta > (base-tmin)*tmax/2; k += base {
			delta /= base - tmin
		}
		bias = k + (base-tmin+1)*delta/(delta+skew)
		n += i / points
		i %= points
		if n > unicode.MaxRune {
			return dst, false
		}
		dst = append(dst, 0)
		copy(dst[i+1:], dst[i:])
		dst[i] = rune(n)
		i++
	}
	return dst, true
}
