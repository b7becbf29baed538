package crawl

import (
	"unicode/utf16"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// A written is text of a string in JSON or JavaScript, decoded.
type written struct {
	text      []byte
	sequences []sequence // one for each escape sequence
}

// A sequence is the place of an escape sequence.
type sequence struct {
	raw, rawEnd int // in the text
	dec, decEnd int // in the decoded text
}

// decode decodes s. It stops before an escape sequence that may be incomplete: one
// that begins in the last 11 bytes of s, unless atEOF is true.
//
//	\" \' \/ \\     the character
//	\b \f \n \r \t \v \0     a character that ends a URI but not a line
//	\xHH \uHHHH     the character, two \uHHHH for one beyond U+FFFF
//
// (RFC 8259, 7; ECMA-262, 12.9.4.) Any other "\" is itself.
func decode[T ascii.Text](w *written, s T, atEOF bool) {
	w.text, w.sequences = w.text[:0], w.sequences[:0]
	i := 0
	for {
		j := ascii.Index(s, i, '\\')
		if j < 0 {
			j = len(s)
		}
		w.text = append(w.text, s[i:j]...)
		i = j
		const longest = len(`\uD83D\uDE00`)
		if i == len(s) || !atEOF && len(s)-i < longest {
			return
		}
		dec := len(w.text)
		n := 1
		w.text, n = appendSequence(w.text, string(s[i:min(i+longest, len(s))]))
		w.sequences = append(w.sequences, sequence{i, i + n, dec, len(w.text)})
		i += n
	}
}

// appendSequence appends what the escape sequence at the beginning of s means
// and returns its length in bytes.
func appendSequence(dst []byte, s string) (out []byte, n int) {
	if len(s) < 2 {
		return append(dst, s...), len(s)
	}
	switch s[1] {
	case '"', '\'', '/', '\\':
		return append(dst, s[1]), 2
	case 'b', 'f', 'n', 'r', 't', 'v', '0':
		return append(dst, 0), 2
	case 'x':
		if r, ok := hexRune(s, 2, 4); ok {
			return appendChar(dst, r), 4
		}
	case 'u':
		r, ok := hexRune(s, 2, 6)
		if !ok {
			break
		}
		if low, ok := hexRune(s, 8, 12); ok && utf16.IsSurrogate(r) && s[6:8] == `\u` {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				return appendChar(dst, pair), 12
			}
		}
		return appendChar(dst, r), 6
	}
	return append(dst, '\\'), 1
}

// appendChar appends r, or NUL for a control character, which would otherwise count
// as white space of the text.
func appendChar(dst []byte, r rune) []byte {
	if r < ' ' {
		r = 0
	}
	return utf8.AppendRune(dst, r)
}

// hexRune returns the value of the hexadecimal digits s[i:end].
func hexRune(s string, i, end int) (r rune, ok bool) {
	if end > len(s) {
		return 0, false
	}
	for ; i < end; i++ {
		if !ascii.Hex.Has(s[i]) {
			return 0, false
		}
		r = r<<4 | rune(ascii.Unhex(s[i]))
	}
	return r, true
}

// raw returns the offset in the text of the offset dec in the decoded text. Within
// an escaped character that is the beginning of its sequence.
func (w *written) raw(dec int) int {
	past := 0
	for _, m := range w.sequences {
		if dec <= m.dec {
			break
		}
		if dec < m.decEnd {
			return m.raw
		}
		past = m.rawEnd - m.decEnd
	}
	return dec + past
}

// firstPart is how many bytes are decoded in the first step.
const firstPart = 1 << 10

// findEscaped is find in a text in which some characters are escaped.
func findEscaped[T ascii.Text](x *Extractor, s T, atEOF bool) (m Match, next int, ok bool) {
	var w written
	from := 0
	for size := firstPart; ; {
		part := s[from:min(from+size, len(s))]
		last := from+size >= len(s)
		decode(&w, part, last && atEOF)
		m, n, ok := find(x, w.text, last && atEOF)
		n = w.raw(n)
		if ok {
			m.Start, m.End = from+w.raw(m.Start), from+w.raw(m.End)
			return m, from + n, true
		}
		from += n
		switch {
		case last:
			return m, from, false
		case n == 0:
			size *= 2
		default:
			size = firstPart
		}
	}
}
