package pathread

import (
	"strings"

	"example.com/uri/internal/ascii"
)

// Which bytes of a path need a look. In a segment without an odd byte and without an odd
// one at its beginning, all readers see one name.
const (
	oddAtStart = 1 + iota // odd at the beginning of a segment
	oddAlways
	oddEscape // "%": the byte that it encodes decides
	segmentEnd
)

// odd is the look for each byte, raw or escaped.
var odd = func() (t [256]uint8) {
	for c, k := range roles {
		switch {
		case k&(roleSlash|roleDrop|roleListed) != 0:
			t[c] = oddAlways
		case k&^roleSuffix != 0:
			t[c] = oddAtStart
		case overlongWays != 0 && (c == 0xC0 || c == 0xC1 || c == 0xE0 || c == 0xF0 || c == 0xF8 || c == 0xFC):
			t[c] = oddAlways
		}
	}
	t['/'], t['%'] = segmentEnd, oddEscape
	return t
}()

// oddAt reports whether the byte at path[i:] is odd. It must not be a raw
// "/".
func oddAt(path string, i int, atStart bool) bool {
	look := odd[path[i]]
	if look == oddEscape {
		if c, n := ascii.DecodedAt(path, i); n > 1 {
			if look = odd[c]; look >= oddEscape {
				return true
			}
		}
	}
	return look == oddAlways || look == oddAtStart && atStart
}

// scanSegment returns the end of the segment at path[start:], and whether it is odd.
// Other segments, except empty ones, are names for all readers.
func scanSegment(path string, start int) (end int, isOdd bool) {
	i := start
	for ; i < len(path) && path[i] != '/'; i++ {
		if odd[path[i]] != 0 && oddAt(path, i, i == start) {
			isOdd = true
		}
	}
	return i, isOdd
}

// A segmentWeight says how far a segment leads for the readers.
type segmentWeight struct {
	weight   int    // the least number of levels down: 1 for a name, 0, or -1 for ".."
	parts    int    // how many segments it is for a reader that decodes delimiters
	ends     bool   // the path ends in it, or a character vanishes, for some reader
	reader   string // the reader of an escaped character that keep does not list
	reason   string // why reader refuses the segment
	dots     string // the reader of a dot segment in a segment that a kept delimiter splits
	dotsAt   int    // the offset of the first part that is a dot segment for some reader
	hasDots  bool   // there is such a part
	dotsOnly bool   // it is a dot segment for all readers that decode at most once
}

const (
	anotherSegment = "an escape makes another segment"
	endOrNothing   = "an escape ends the path or vanishes"
)

// weigh returns the weight of a segment. It decodes all that some reader decodes and reads
// each character in the worst way: a segment that is not a dot segment after that is not
// one for any reader. A reader that ends the path within the segment, or drops characters
// of it, may see fewer. If keep allows delimiters in the segment, it is several segments
// for some readers and one for others. Its weight is the first part's, and no part
// may be a dot segment. In a URI a segment contains delimiters, white space and octets
// beyond US-ASCII only as escapes.
func weigh(segment, keep string) segmentWeight {
	var w segmentWeight
	var firstWeight, partAt int
	endedWeight := 1     // the least for a reader that ends the path within the first part
	var dots, others int // the number of "." and of other characters in the part so far
	wasCut := false      // after ";"
	level := 1           // how often the part and the delimiters around it must be decoded
	mayBeDots := func() {
		if others == 0 && (dots == 1 || dots == 2) && !w.hasDots {
			w.hasDots, w.dotsAt = true, partAt
		}
	}
	endPart := func() {
		mayBeDots()
		weight := 1
		switch {
		case others > 0 || dots > 2:
		case dots == 2:
			weight, w.dots = -1, decodings[level]
		default:
			weight = 0
		}
		if w.parts == 0 {
			firstWeight = weight
		}
		w.parts++
		dots, others, wasCut = 0, 0, false
	}
	w.dotsOnly = true
	for i := 0; i < len(segment); {
		t := next(segment, i)
		own := max(t.level, 1) // how often the reader decodes that an error names
		level = max(level, own)
		k := roles[t.c]
		w.dotsOnly = w.dotsOnly && k&roleDot != 0 && t.level <= 1 && !t.overlong
		isKept := func() bool {
			return strings.IndexByte(keep, t.c) >= 0 && (own < 2 || strings.IndexByte(keep, '%') >= 0)
		}
		switch {
		case t.makesEscape(segment, i):
			return segmentWeight{reader: decodings[2] + ", read again", reason: endOrNothing}
		case k&roleSlash != 0:
			if !isKept() {
				return segmentWeight{reader: t.reader(own), reason: anotherSegment}
			}
			endPart()
			level = own
			partAt = i + t.n
		case k&roleEnd != 0, t.c >= 0x80 && dots > 0: // beyond US-ASCII it may be white space
			if k&roleListed != 0 && !isKept() {
				return segmentWeight{reader: t.reader(own) + ", read again", reason: endOrNothing}
			}
			w.ends = true
			if others == 0 && dots <= 2 && !wasCut {
				mayBeDots()
				if w.parts == 0 {
					endedWeight = min(endedWeight, -(dots / 2))
				} else if dots > 0 {
					w.dots = t.reader(own) + ", read again"
				}
			}
			if k&roleDrop == 0 && !wasCut {
				others++
			}
		case wasCut:
		case k&roleCut != 0, k&roleSuffix != 0 && k&roleDot == 0 && dots > 0:
			wasCut = true
		case k&roleDot != 0:
			dots++
		default:
			others++
		}
		i += t.n
	}
	w.dotsOnly = w.dotsOnly && (dots == 1 || dots == 2)
	endPart()
	w.weight = min(firstWeight, endedWeight)
	if w.parts == 1 {
		w.dots = ""
	}
	return w
}

// decodings are the names of readers by how often they decode.
var decodings = [...]string{1: "decoded once", 2: "decoded twice"}

// reader returns the name of the reader of t, decoded own times.
func (t token) reader(own int) string {
	if t.overlong {
		return decodings[own] + ", overlong UTF-8"
	}
	return decodings[own]
}
