package guard

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/punycode"
)

// mixesScripts reports whether a label of a hostname, written in Punycode or as escaped
// UTF-8, has letters of several scripts not normally used together (UTS #39, "Mixed-Script
// Detection"). The scripts of Japanese, Korean and Chinese may be mixed with each other and with Latin.
func mixesScripts(label string) bool {
	var buf [punycode.MaxLabel]rune
	runes, ok := buf[:0], true
	switch {
	case ascii.HasPrefixFold(label, "xn--"):
		runes, ok = punycode.AppendDecoded(runes, label[len("xn--"):])
	case len(label) <= len("%hh")*punycode.MaxLabel && strings.IndexByte(label, '%') >= 0:
		text := string(ascii.AppendDecoded(nil, label))
		ok = !strings.ContainsRune(text, utf8.RuneError) && utf8.RuneCountInString(text) <= punycode.MaxLabel
		runes = []rune(text)
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
