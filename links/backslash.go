package links

import (
	"strconv"
	"strings"

	"example.com/uri/internal/ascii"
)

// A "\" may be part of a URI as people write it, an escape of Markdown or JSON before
// punctuation, or an escape sequence of a string or of troff.

// isEscapable reports whether a "\" before b is an escape of Markdown or JSON: b is
// punctuation.
func isEscapable(b byte) bool {
	return '!' <= b && b <= '~' && !ascii.Letter.Has(b) && !ascii.Digit.Has(b)
}

// isStringEscape reports whether "\" and b are the escape of a control character in
// strings of C, JSON and JavaScript.
func isStringEscape(b byte) bool { return strings.IndexByte("nrtabfv0", b) >= 0 }

// isLineEscape reports whether "\" and b are the escape of a line break in a string.
func isLineEscape(b byte) bool { return b == 'n' || b == 'r' }

// isSpaceEscape reports whether "\" and b are the escape of a line break or a tab in a string.
func isSpaceEscape(b byte) bool { return isLineEscape(b) || b == 't' }

// fonts are the first letters of fonts after "\f" in troff.
const fonts = "BIRPCS1234([*"

// withoutBackslashes returns s without the backslashes of Markdown and JSON before
// punctuation, and without the "\:" and "\&" of troff (they print nothing): "\:" where no
// port follows, and "\&" before a dot. A "\" before an escape, as in "\%20", stays.
func withoutBackslashes(s string) string {
	i := strings.IndexByte(s, '\\')
	if i < 0 {
		return s
	}
	b := append(make([]byte, 0, len(s)), s[:i]...)
	for ; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && isEscapable(s[i+1]) && !ascii.Escaped(s, i+1) {
			i++
			if i+1 < len(s) && (s[i] == '&' && s[i+1] == '.' || s[i] == ':' && !ascii.Digit.Has(s[i+1])) {
				continue
			}
		}
		b = append(b, s[i])
	}
	return string(b)
}

// closesString reports whether a quotation mark is at s[i:], or after one n, r or t there.
// In a string within strings many "\" are before it.
func (p *scanner[T]) closesString(i int) bool {
	if p.has(i, 1) && isSpaceEscape(p.s[i]) {
		for i++; p.has(i, 1) && p.s[i] == '\\'; i++ {
		}
	}
	return p.has(i, 1) && strings.IndexByte("\"'`", p.s[i]) >= 0
}

// escapeEnds reports whether the escape at s[i:] ends a URI: a control character in digits,
// the "\e[" of a terminal, a font or quotation mark of troff, as in "\fR" and "\(dq", and a
// line break of a string before a URL or another line break.
func (in *input[T]) escapeEnds(i int) bool {
	text := in.head(i+1, len("nhttps://"))
	if text == "" {
		return false
	}
	b, after := text[0], text[1:]
	switch b {
	case '0', '1':
		if isControl(text, len("033"), 8) {
			return true
		}
	case 'x':
		return isControl(after, len("1b"), 16)
	case 'u':
		return strings.HasPrefix(after, "00") && isControl(after[len("00"):], len("1b"), 16)
	case 'e':
		return strings.HasPrefix(after, "[")
	case 'f':
		return after != "" && strings.IndexByte(fonts, after[0]) >= 0
	case '(':
		return len(after) > 1 && after[1] == 'q' && strings.IndexByte("drca", after[0]) >= 0 &&
			(len(after) == 2 || !(ascii.Letter | ascii.Digit).Has(after[2]))
	}
	return isStringEscape(b) && webBegins(after) ||
		isLineEscape(b) && len(after) > 1 && after[0] == '\\' && isLineEscape(after[1])
}

// isControl reports whether s begins with the n digits of a control character.
func isControl(s string, n, base int) bool {
	if len(s) < n {
		return false
	}
	b, err := strconv.ParseUint(s[:n], base, 8)
	return err == nil && (b < ' ' || b == 0x7F)
}

// webBegins reports whether a URL of the web begins at the start of s.
func webBegins(s string) bool {
	return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "ftp://")
}

// endsInEscape reports whether s[p.first:end] ends in the escape of a control character in
// a string.
func (p *scanner[T]) endsInEscape(end int) bool {
	s, n := p.s, end-p.first
	return n >= 2 && s[end-2] == '\\' && isStringEscape(s[end-1]) && (n == 2 || s[end-3] != '\\')
}

// escapesGoOn reports whether text of a URI follows the escapes of a string at s[i:]. It passes
// over at most four of them.
func (in *input[T]) escapesGoOn(i int) bool {
	s := in.s
	for n := 0; n < 4 && i+1 < len(s) && s[i] == '\\' && isStringEscape(s[i+1]); n++ {
		i += len(`\n`)
	}
	in.has(i, len(`\n`)) // a letter after "\" decides
	return i < len(s) && s[i] != '\'' && s[i] != '`' && s[i] != '\\' && table[s[i]]&(inURI|inText) != 0
}
