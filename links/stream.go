package links

import (
	"io"
	"iter"
	"unicode/utf8"
)

// ExtractFrom yields the matches of [Extractor.Extract] in the text of r, with the
// offsets from its beginning. The text may be of any size. At most 66 KiB of it are
// buffered. No Match shares memory with another.
//
// A URI of more than 32 KiB, with the punctuation after it, is skipped up to the next
// character outside URIs and IRIs. A shorter one may be skipped too if more than 32 KiB
// of punctuation follow it. With [Extractor.JSON] all URIs are skipped in a wrapper of
// more than 32 KiB as written.
//
// An error of r is yielded last, with the zero Match, after the URIs in the text before
// it. io.EOF is not yielded.
func (x Extractor) ExtractFrom(r io.Reader) iter.Seq2[Match, error] {
	return func(yield func(Match, error) bool) {
		p := stream{x: x, w: window{markers: noMarkers}}
		buf := make([]byte, 0, 2*maxHeld)
		base, empty := 0, 0 // the offset of buf in the text; reads that gave nothing
		for {
			n, err := r.Read(buf[len(buf):cap(buf)])
			buf = buf[:len(buf)+n]
			if empty++; n > 0 {
				empty = 0
			}
			if err == nil && empty == maxEmpty {
				err = io.ErrNoProgress
			}
			from := 0
			for {
				m, advance, ok := p.next(buf[from:], err != nil)
				if ok {
					m.Start += base + from
					m.End += base + from
					if !yield(m, nil) {
						return
					}
				}
				from += advance
				if !ok {
					break
				}
			}
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(Match{}, err)
				return
			}
			base += from
			buf = buf[:copy(buf, buf[from:])]
		}
	}
}

// maxEmpty is how many reads in a row may give nothing.
const maxEmpty = 100

// maxHeld is how many bytes of the text are kept until more of it comes: maxLength,
// and more than the search looks at before and after a URI.
const maxHeld = maxLength + 1<<10

// A stream finds the URIs in a text in pieces.
type stream struct {
	x    Extractor
	w    window
	long bool // inside a URI that is skipped
	char [utf8.UTFMax]byte
}

// next returns the first URI in data, with offsets in it, and how much of data was
// read. Without a URI, the next call needs the rest of data again, with the text
// after it.
func (p *stream) next(data []byte, atEOF bool) (m Match, advance int, ok bool) {
	for {
		if p.long {
			advance += p.passOver(data[advance:], atEOF)
			p.w.size, p.w.markers = 0, noMarkers
			if p.long {
				return m, advance, false
			}
		}
		m, n, ok := search(&p.x, &p.w, data[advance:], atEOF)
		m.Start += advance
		m.End += advance
		advance += n
		switch {
		case ok && m.End-m.Start <= maxLength && p.x.wants(m.URI):
			return m, advance, true
		case ok && m.End-m.Start <= maxLength:
			continue
		case !ok && len(data)-advance <= maxHeld:
			return m, advance, false
		case !ok:
			advance = charStart(data, len(data)-1)
			if p.x.JSON { // not within an escape sequence
				advance = min(advance, len(data)-p.w.left+p.w.raw(len(p.w.text)))
			}
		}
		p.long = true
	}
}

// passOver returns the length of the rest of a skipped URI at the start of data, and
// sets p.long to false if the URI ends in data.
func (p *stream) passOver(data []byte, atEOF bool) (n int) {
	for n < len(data) {
		char, size, known := p.first(data[n:], atEOF)
		if !known {
			break
		}
		if r, _ := utf8.DecodeRune(char); r < utf8.RuneSelf {
			p.long = table[r]&(inURI|inText) != 0
		} else {
			k := kindOf(r)
			p.long = k >= word && k != period
		}
		if !p.long {
			break
		}
		n += size
	}
	return n
}

// first returns the first character of data, decoded, and its length in data. known is
// false if they depend on the text after data.
func (p *stream) first(data []byte, atEOF bool) (char []byte, n int, known bool) {
	if p.x.JSON && data[0] == '\\' {
		if len(data) < maxSequence && !atEOF {
			return nil, 0, false
		}
		char, n = appendSequence(p.char[:0], string(data[:min(len(data), maxSequence)]))
		return char, n, true
	}
	if !utf8.FullRune(data) && !atEOF {
		return nil, 0, false
	}
	_, n = utf8.DecodeRune(data)
	return data[:n], n, true
}
