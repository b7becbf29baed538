package links

import (
	"unicode/utf16"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// A source is a text to be searched.
type source[T ascii.Text] struct {
	s       T        // the text, decoded if it has escape sequences
	written T        // the text as it was given
	in      input[T] // the same
	at, raw int      // the same place in s and in written: the last one asked for

	known    markers // of written, after the last place that was looked at
	sequence int     // the next sequence there, or what begins as one; -1: unknown
	first    int     // where s begins in written
	json     bool    // escape sequences of strings are decoded
	controls bool    // control sequences are left out
	decoded  bool    // one of the two: s is not written
	clean    bool    // no control sequence is in s
}

// maxSequence is the length of the longest escape sequence.
const maxSequence = len(`\uD83D\uDE00`)

// newSource returns text[from:] as a source. Offsets count in text. For [Extractor.JSON] it decodes the escape
// sequences of strings in JSON and JavaScript:
//
//	\" \' \/ \\     the character
//	\b \f \n \r \t \v \0     a character that ends a URI but not a line
//	\xHH \uHHHH     the character, also of a surrogate pair
//	\u{ \1 to \7, and "\" before a line break     a character that ends a URI
//
// (RFC 8259, 7; ECMA-262.) Any other "\" is itself. It leaves out control sequences if controls is set, and
// all that it finds for JSON or [Extractor.Abbreviated]. Unless atEOF is true, a sequence may be incomplete at the
// end, and the source ends before it.
func newSource[T ascii.Text](x *Extractor, text T, from int, controls, atEOF bool) source[T] {
	d := source[T]{s: text[from:], written: text, in: input[T]{s: text}, raw: from, first: from, known: markersFrom(0, false), sequence: -1, json: x.JSON}
	switch {
	case controls:
		d.controls = true
	case x.JSON:
		d.controls = ascii.Index(text, from, '\x1b') >= 0
	case x.Abbreviated:
		d.controls = hasControl(&d.known, &d.in, from, len(text)) || d.in.seen > len(text) && !atEOF
	}
	d.known = markersFrom(0, false)
	d.decoded = d.json || d.controls
	if d.clean = d.decoded || x.Abbreviated; !d.decoded {
		return d
	}
	s := make([]byte, 0, len(d.s))
	for i := from; ; {
		j := d.next(i, len(text))
		s = append(s, text[i:j]...)
		end, n := len(s), 0
		if j < len(text)-maxSequence && d.json && text[j] == '\\' && text[j+1] == '/' { // as most are
			s = append(s, '/')
			i = j + len(`\/`)
			continue
		}
		if d.in.seen = 0; j < len(text) {
			s, n = d.appendSequence(s, j)
		}
		if j == len(text) || !atEOF && (d.in.seen > len(text) || d.json && len(text)-j < maxSequence) {
			d.s, d.known, d.sequence = T(s[:end]), markersFrom(0, false), -1
			return d
		}
		i = j + n
	}
}

// next returns the offset of the next sequence in the text as written before end, or end. Until it is unknown, i must
// not be less than in the last call.
func (d *source[T]) next(i, end int) int {
	if d.sequence < i {
		d.find(i)
	}
	return min(end, d.sequence)
}

// find sets d.sequence to the offset of the next "\" or ESC in the text as written, at or after i.
func (d *source[T]) find(i int) {
	if !d.controls {
		d.sequence = ascii.IndexOrEnd(d.written, i, '\\')
		return
	}
	d.sequence = min(nextOf(&d.known, markSlash, d.written, i), nextOf(&d.known, markEscape, d.written, i))
}

// offset returns the offset in the text as written of s[i:]. Within an escaped character
// that is the beginning of its sequence. i must not be less than in the last call. All calls
// together take linear time.
func (d *source[T]) offset(i int) int {
	if !d.decoded {
		return i
	}
	for d.at < i {
		n := d.next(d.raw, d.raw+i-d.at) - d.raw
		d.at += n
		d.raw += n
		if d.at == i {
			break
		}
		if d.json && string(d.written[d.raw:min(d.raw+2, len(d.written))]) == `\/` { // as most are
			d.at++
			d.raw += len(`\/`)
			continue
		}
		var buf [utf8.UTFMax]byte
		char, n := d.appendSequence(buf[:0], d.raw)
		if d.at+len(char) > i {
			break
		}
		d.at += len(char)
		d.raw += n
	}
	return d.raw
}

// cut returns the offset in the text as written from which s[i:] is read again. A control sequence before s[i]
// is not read again, except one that separates or may change with more text.
func (d *source[T]) cut(i int) int {
	n := d.offset(i)
	if !d.decoded || d.separates(n, d.in.control(n)) {
		return n
	}
	for {
		d.in.seen = 0
		k := d.in.sequence(n)
		if k == 0 || d.in.seen > len(d.written) {
			return n
		}
		n += k
	}
}

// separates reports whether control sequences, n bytes at in.s[i:], are between a word, or the start, and a URL.
func (d *source[T]) separates(i, n int) bool {
	return (i == d.first || (ascii.Letter | ascii.Digit).Has(d.written[i-1])) && webBegins(d.in.head(i+n, len("https://")))
}

// placed returns m, found in s, with its offsets in the text as written.
func (d *source[T]) placed(m Match) Match {
	start, end := m.Start, m.End
	m.Start = d.offset(start)
	if b := d.written[m.Start]; b == '\x1b' || b == '\\' {
		m.Start += d.in.control(m.Start)
	}
	m.End = d.offset(end)
	m.Repaired = m.Repaired || !d.json && m.End-m.Start != end-start
	return m
}

// appendSequence appends the meaning of the sequence at in.s[i:] and returns its length
// in bytes. A control sequence separates a word from a URL after it.
func (d *source[T]) appendSequence(dst []byte, i int) (out []byte, n int) {
	if d.json && i+1 < len(d.written) && d.written[i] == '\\' && table[d.written[i+1]]&isNotation == 0 {
		return appendEscape(dst, d.written, i)
	}
	if n := d.in.control(i); n > 0 {
		if d.separates(i, n) {
			dst = append(dst, 0)
		}
		return dst, n
	}
	if b := d.written[i]; b != '\\' || !d.json {
		return append(dst, b), 1
	}
	return appendEscape(dst, d.written, i)
}

// appendEscape appends the meaning of the escape sequence at text[i:] and returns its length.
func appendEscape[T ascii.Text](dst []byte, text T, i int) (out []byte, n int) {
	if i+1 == len(text) {
		return append(dst, '\\'), 1
	}
	switch b := text[i+1]; b {
	case '/', '"', '\'', '\\':
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

// appendChar appends r, or NUL for a control character, since that may be white space.
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
	for ; i < end; i++ {
		if !ascii.Hex.Has(text[i]) {
			return 0, false
		}
		r = r<<4 | rune(ascii.Unhex(text[i]))
	}
	return r, true
}
