package guard

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/punycode"
)

// mixesScripts reports whether a label of a hostname, written in Punycode or as escaped
// UTF-8, has letters of several scripts not normally used together (UTS 39, 5.1). The
// scripts of Japanese, Korean and Chinese may be mixed with each other and with Latin.
func mixesScripts(label string) bool {
	var buf [punycode.MaxLabel]rune
	runes := buf[:0]
	ok := true
	switch {
	case len(label) > 4 && strings.EqualFold(label[:4], "xn--"):
		runes, ok = punycode.AppendDecoded(runes, label[4:])
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

// scriptOf returns the script of a letter, neither Latin nor East Asian.
func scriptOf(r rune) *unicode.RangeTable {
	for _, script := range unicode.Scripts {
		if unicode.Is(script, r) {
			return script
		}
	}
	return unicode.Letter
}

// escapedRunes decodes the escapes in s and appends the result, read as UTF-8. It
// reports false if s is not UTF-8 or too long for a label.
func escapedRunes(dst []rune, s string) ([]rune, bool) {
	var buf [3 * punycode.MaxLabel]byte
	if len(s) > len(buf) {
		return dst, false
	}
	for text := ascii.AppendDecoded(buf[:0], s); len(text) > 0; {
		r, n := utf8.DecodeRune(text)
		if len(dst) == punycode.MaxLabel || r == utf8.RuneError {
			return dst, false
		}
		dst, text = append(dst, r), text[n:]
	}
	return dst, true
}
