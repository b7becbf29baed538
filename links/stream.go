package links

import (
	"bufio"
	"io"
	"iter"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// ExtractFrom yields the matches of [Extractor.Extract] in the text of r, with the
// offsets from its beginning. The text may be of any size. At most 66 KiB of it are
// buffered. No Match shares memory with another.
//
// A URI of more than 32 KiB, with the punctuation after it, is skipped up to the next
// character outside URIs and IRIs. A shorter one may be skipped too if more than 32 KiB
// of punctuation follow it. With [Extractor.JSON] all URIs are skipped in a wrapper of
// more than 32 KiB as written, and so may be one with 32 KiB of control sequences of a terminal in or before it.
//
// An error of r, other than io.EOF, is yielded last, with the zero Match.
func (x Extractor) ExtractFrom(r io.Reader) iter.Seq2[Match, error] {
	return func(yield func(Match, error) bool) {
		p := stream[[]byte]{x: x, longest: maxLength}
		b := bufio.NewReaderSize(struct{ io.Reader }{r}, 2*maxHeld) // never r itself: its buffer may be full
		for {
			_, err := b.Peek(b.Buffered() + 1)
			data, _ := b.Peek(b.Buffered())
			n, more := p.read(data, err != nil, yield)
			switch {
			case !more, err == io.EOF:
				return
			case err != nil:
				yield(Match{}, err)
				return
			}
			p.base += n
			_, _ = b.Discard(n)
		}
	}
}

// maxHeld is how many bytes of the text are kept until more of it comes: maxLength,
// and more than the search looks at before and after a URI.
const maxHeld = maxLength + 1<<10

// A stream finds the URIs in a text in pieces, or in a whole text.
type stream[T ascii.Text] struct {
	x        Extractor
	longest  int  // longer URIs are skipped
	base     int  // where the piece begins in the text
	from     int  // where the search of the piece goes on
	long     bool // the piece begins inside a URI that is skipped
	controls bool // control sequences are left out
}

// read yields the matches in data, the next piece, and returns how much of it was read. The next
// piece is the rest of data, with the text after it. more is false if yield wants no more.
func (p *stream[T]) read(data T, atEOF bool, yield func(Match, error) bool) (n int, more bool) {
	d := newSource(&p.x, data, 0, p.controls, atEOF)
	known := markersFrom(p.from, d.clean)
	for i := 0; ; {
		if p.long {
			n, p.long = passOver(d.s[i:], atEOF)
			i += n
			known = markersFrom(0, d.clean)
			if p.from = 0; p.long {
				return d.cut(i), true
			}
		}
		m, next, ok := find(&p.x, &known, d.s[i:], atEOF)
		p.from = known.from
		if ok {
			if m.Start, m.End = m.Start+i, m.End+i; d.decoded {
				m = d.placed(m)
			}
			p.long = m.End-m.Start > p.longest
			m.Start += p.base
			m.End += p.base
			if !p.long && (p.x.Only == nil || hasName(p.x.Only, m.URI.Scheme())) && !yield(m, nil) {
				return 0, false
			}
		}
		i += next
		switch {
		case !d.clean && (known.clean || p.long || !ok && len(data)-i > maxHeld):
			p.controls = true
			p.from = len(newSource(&p.x, data[:i+known.from], i, true, false).s)
			d, i, known = newSource(&p.x, data, i, true, atEOF), 0, markersFrom(p.from, true)
		case ok:
		case atEOF:
			return len(data), true
		case len(data)-d.cut(i) <= maxHeld:
			return d.cut(i), true
		case d.decoded && len(d.s)-i <= maxHeld: // control sequences fill the buffer
			p.from, p.long = 0, false
			if len(d.s) > 0 {
				_, p.long = passOver(d.s[charStart(d.s, len(d.s)-1):], atEOF)
			}
			return d.cut(len(d.s)), true
		default:
			i, p.long = charStart(d.s, len(d.s)-1), true
		}
	}
}

// passOver returns the length of the rest of a skipped URI in s, and whether it may go on after s.
func passOver[T ascii.Text](s T, atEOF bool) (n int, long bool) {
	for n < len(s) {
		char := string(s[n:min(n+utf8.UTFMax, len(s))])
		r, size := utf8.DecodeRuneInString(char)
		if !atEOF && !utf8.FullRuneInString(char) {
			break
		}
		if r < utf8.RuneSelf {
			if table[r]&(inURI|inText) == 0 {
				return n, false
			}
		} else if k := kindOf(r); k.ends() || k == period {
			return n, false
		}
		n += size
	}
	return n, true
}
