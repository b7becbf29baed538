package page

import (
	"strings"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// extValue decodes
//
//	ext-value   = charset  "'" [ language ] "'" value-chars
//	value-chars = *( pct-encoded / attr-char )
//
// (RFC 8187, 3.2.1). It is false if s is none, or if the bytes are not text in the charset. The charset is
// UTF-8, or ISO-8859-1, which RFC 5987 allowed.
func extValue(s string) (text string, ok bool) {
	charset, rest, ok := strings.Cut(s, "'")
	_, value, ok2 := strings.Cut(rest, "'")
	isLatin1 := equalFold(charset, "iso-8859-1")
	if !ok || !ok2 || !isLatin1 && !equalFold(charset, "utf-8") {
		return "", false
	}
	for i := 0; i < len(value); i++ {
		switch {
		case ascii.Escaped(value, i):
			i += len("hh")
		case !isAttrChar(value[i]):
			return "", false
		}
	}
	text = string(ascii.AppendDecoded(nil, value))
	switch {
	case isLatin1:
		return latin1(text), true
	case !utf8.ValidString(text):
		return "", false
	}
	return text, true
}

// isAttrChar reports whether b is an attr-char (RFC 8187, 3.2.1).
func isAttrChar(b byte) bool {
	return (ascii.Letter | ascii.Digit).Has(b) || strings.IndexByte("!#$&+-.^_`|~", b) >= 0
}

// latin1 returns bytes of ISO-8859-1 as text.
func latin1(s string) string {
	if ascii.Is(s) {
		return s
	}
	b := make([]byte, 0, 2*len(s))
	for i := range len(s) {
		b = utf8.AppendRune(b, rune(s[i]))
	}
	return string(b)
}
