package links

import (
	"slices"
	"unicode/utf16"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// A decodedText is text of a string in JSON or JavaScript without its escape sequences, and
// where these were.
type decodedText struct {
	text      []byte
	sequences []sequence // one for each escape sequence
	passed    int        // how many of them begin before the last offset that was asked for
}

// A sequence is the place of an escape sequence.
type sequence struct {
	raw, dec             int   // where it begins, in the text and in the decoded text
	rawLength, decLength uint8 // how long it is in both
}

// maxSequence is the length of the longest escape sequence.
const maxSequence = len(`\uD83D\uDE00`)

// decode decodes s. It stops before an escape sequence that may be incomplete: one
// that begins in the last 11 bytes of s, unless atEOF is true.
//
//	\" \' \/ \\     the character
//	\b \f \n \r \t \v \0     a character that ends a URI but not a line
//	\xHH \uHHHH     the character, two \uHHHH for one beyond U+FFFF
//	\u{ \1 to \7, and "\" before a line break     a character that ends a URI
//
// (RFC 8259, 7; ECMA-262, 12.9.4.) Any other "\" is itself.
func decode[T ascii.Text](w *decodedText, s T, atEOF bool) {
	w.passed = 0
	w.text = slices.Grow(w.text[:0], len(s))
	w.sequences = w.sequences[:0]
	i := 0
	for {
		j := ascii.IndexOrEnd(s, i, '\\')
		w.text = append(w.text, s[i:j]...)
		i = j
		if i == len(s) || !atEOF && len(s)-i < maxSequence {
			return
		}
		dec, n := len(w.text), 2
		if i+1 < len(s) && s[i+1] == '/' { // as most are
			w.text = append(w.text, '/')
		} else {
			w.text, n = appendSequence(w.text, string(s[i:min(i+maxSequence, len(s))]))
		}
		w.sequences = append(w.sequences, sequence{i, dec, uint8(n), uint8(len(w.text) - dec)})
		i += n
	}
}

// appendSequence appends the meaning of the escape sequence at the beginning of s
// and returns its length in bytes.
func appendSequence(dst []byte, s string) (out []byte, n int) {
	if len(s) < 2 {
		return append(dst, s...), len(s)
	}
	switch s[1] {
	case '"', '\'', '/', '\\':
		return append(dst, s[1]), 2
	case 'b', 'f', 'n', 'r', 't', 'v', '0', '1', '2', '3', '4', '5', '6', '7':
		return append(dst, 0), 2
	case '\n', '\r':
		return append(dst, 0), 1
	case 'x':
		if r, ok := hexRune(s, 2, 4); ok {
			return appendChar(dst, r), 4
		}
	case 'u':
		if len(s) > 2 && s[2] == '{' {
			return append(dst, 0), 2
		}
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

// appendChar appends r, or NUL for a control character, because a control character
// would count as white space of the text.
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

// raw returns the offset in the text of the offset dec in the decoded text. Within an
// escaped character that is the beginning of its sequence. dec must not be less than in
// the last call. All calls together take linear time.
func (w *decodedText) raw(dec int) int {
	q := w.sequences
	for w.passed < len(q) && q[w.passed].dec < dec {
		w.passed++
	}
	if w.passed == 0 {
		return dec
	}
	last := q[w.passed-1]
	if end := last.dec + int(last.decLength); dec >= end {
		return last.raw + int(last.rawLength) + dec - end
	}
	return last.raw
}

// A window is a part of a text with escapes, decoded. It is kept from one search to
// the next.
type window struct {
	decodedText
	left    int  // how much of the text is left from the beginning of the window on
	at      int  // where the search goes on in the decoded part
	size    int  // how many bytes of the text are decoded, 0: nothing is
	last    bool // no text follows the window
	markers      // of the decoded part from at on
}

// firstPart is how many bytes are decoded in the first step.
const firstPart = 4 << 10

// decodeFrom decodes the part of s that begins at s[i:]. It is twice as long as the
// window before if both begin there.
func decodeFrom[T ascii.Text](w *window, s T, i int, atEOF bool) {
	if w.size > 0 && i == len(s)-w.left {
		w.size *= 2
	} else {
		w.size = firstPart
	}
	end := min(i+w.size, len(s))
	w.left, w.at, w.last = len(s)-i, 0, end == len(s) && atEOF
	w.markers = markersFrom(w.from)
	decode(&w.decodedText, s[i:end], w.last)
}

// findEscaped is find in a text in which some characters are escaped. The window is
// empty or the result of the last search. If that found a URI, s is the text after it.
func findEscaped[T ascii.Text](x *Extractor, w *window, s T, atEOF bool) (m Match, next int, ok bool) {
	if w.size == 0 || w.left-w.raw(w.at) != len(s) {
		w.size = 0
		decodeFrom(w, s, 0, atEOF)
	}
	for {
		m, n, ok := find(x, &w.markers, w.text[w.at:], w.last)
		base := len(s) - w.left // of the window in s
		if ok {
			m.Start, m.End = base+w.raw(w.at+m.Start), base+w.raw(w.at+m.End)
		}
		w.at += n
		next := base + w.raw(w.at)
		switch {
		case ok:
			return m, next, true
		case base+w.size >= len(s):
			w.size = 0
			return m, next, false
		}
		decodeFrom(w, s, next, atEOF)
	}
}

// search is find or, if x.JSON is set, findEscaped. find uses only the markers of the
// window.
func search[T ascii.Text](x *Extractor, w *window, s T, atEOF bool) (m Match, next int, ok bool) {
	if x.JSON {
		return findEscaped(x, w, s, atEOF)
	}
	return find(x, &w.markers, s, atEOF)
}
