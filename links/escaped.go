package links

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// A source is a text to be searched.
type source[T ascii.Text] struct {
	s       T    // the text, decoded if it has escape sequences
	written T    // the text as it was given
	decoded bool // s is not written
	at, raw int  // the same place in s and in written: the last one asked for
}

// maxSequence is the length of the longest escape sequence.
const maxSequence = len(`\uD83D\uDE00`)

// newSource returns text as a source. If escaped is set, it decodes the escape sequences of
// strings in JSON and JavaScript:
//
//	\" \' \/ \\     the character
//	\b \f \n \r \t \v \0     a character that ends a URI but not a line
//	\xHH \uHHHH     the character, two \uHHHH for one beyond U+FFFF
//	\u{ \1 to \7, and "\" before a line break     a character that ends a URI
//
// (RFC 8259, 7; ECMA-262, 12.9.4.) Any other "\" is itself. Unless atEOF is true, an escape
// sequence may be incomplete that begins in the last 11 bytes, and the source ends before it.
func newSource[T ascii.Text](text T, escaped, atEOF bool) source[T] {
	if !escaped {
		return source[T]{s: text, written: text}
	}
	s := make([]byte, 0, len(text))
	for i := 0; ; {
		j := ascii.IndexOrEnd(text, i, '\\')
		s = append(s, text[i:j]...)
		if j == len(text) || !atEOF && len(text)-j < maxSequence {
			return source[T]{s: T(s), written: text, decoded: true}
		}
		var n int
		s, n = appendSequence(s, text, j)
		i = j + n
	}
}

// offset returns the offset in the text as written of s[i:]. Within an escaped character
// that is the beginning of its sequence. i must not be less than in the last call. All calls
// together take linear time.
func (d *source[T]) offset(i int) int {
	if !d.decoded {
		return i
	}
	for d.at < i {
		n := ascii.IndexOrEnd(d.written[d.raw:d.raw+i-d.at], 0, '\\')
		d.at += n
		d.raw += n
		if d.at == i {
			break
		}
		var buf [utf8.UTFMax]byte
		char, n := appendSequence(buf[:0], d.written, d.raw)
		if d.at+len(char) > i {
			break
		}
		d.at += len(char)
		d.raw += n
	}
	return d.raw
}

// appendSequence appends the meaning of the escape sequence at text[i:] and returns its length
// in bytes.
func appendSequence[T ascii.Text](dst []byte, text T, i int) (out []byte, n int) {
	if i+1 == len(text) {
		return append(dst, '\\'), 1
	}
	b := text[i+1]
	if b == '/' { // as most are
		return append(dst, '/'), 2
	}
	switch b {
	case '"', '\'', '\\':
		return append(dst, b), 2
	case 'b', 'f', 'n', 'r', 't', 'v', '0', '1', '2', '3', '4', '5', '6', '7':
		return append(dst, 0), 2
	case '\n', '\r':
		return append(dst, 0), 1
	case 'x':
		if r, ok := hexRune(text, i+2, i+4); ok {
			return appendChar(dst, r), 4
		}
	case 'u':
		if i+2 < len(text) && text[i+2] == '{' {
			return append(dst, 0), 2
		}
		r, ok := hexRune(text, i+2, i+6)
		if !ok {
			break
		}
		if utf16.IsSurrogate(r) {
			low, ok := hexRune(text, i+8, i+12)
			if pair := utf16.DecodeRune(r, low); ok && pair != utf8.RuneError && string(text[i+6:i+8]) == `\u` {
				return appendChar(dst, pair), 12
			}
		}
		return appendChar(dst, r), 6
	}
	return append(dst, '\\'), 1
}

// appendChar appends r, or NUL for a control character, because a control character
// would count as white space of the text.
func appendChar(dst []byte, r rune) []byte {
	if r < ' ' {
		r = 0
	}
	return utf8.AppendRune(dst, r)
}

// hexRune returns the value of the hexadecimal digits text[i:end].
func hexRune[T ascii.Text](text T, i, end int) (r rune, ok bool) {
	if end > len(text) {
		return 0, false
	}
	n, err := strconv.ParseUint(string(text[i:end]), 16, 16)
	return rune(n), err == nil
}
