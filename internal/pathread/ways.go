// Package pathread knows how servers read the path of a request. Its readers are
// combinations of the ways in one table. A way that is added there is known to all doors
// that ask about paths: guard.Rewrite, guard.Redirector, guard.Callbacks and crawl.Scope.
//
// To add a way takes its row in the table, its name in the list of guard.Rewrite, and its
// part of the naive readings in the tests.
package pathread

import (
	"bytes"
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// A way is a step of some servers before they look at the segments of a path.
type way struct {
	name  string // in the name of a reader; ways of one name are not told apart
	kind  kind
	marks string // the characters that the way is about
	as    byte   // the character that replaces reads
	early bool   // it comes before escapes are decoded, and the same row without early comes after
}

// A kind says what a way does at its marks.
type kind uint8

const (
	replaces kind = iota // a mark is read as another character
	drops                // marks vanish
	cuts                 // a segment ends at the first mark
	suffixes             // a name ends at the first mark, or before marks at its end
	ends                 // the path ends at the first mark
	trims                // white space and control characters at the end of the path vanish
	merges               // several slashes are one
	overlong             // UTF-8 in more bytes than it takes is decoded (RFC 3629, 10)
)

// ways are all ways to read a path, in the order in which a server applies them. A reader
// applies any of them, but only one that ends the path or trims it: a server for which
// several characters end a path ends it at the first of them, and one that trims finds
// nothing to trim after "?". All readers remove dot segments after that.
//
// An early way applies only to a decoded path. A reader without decoding has the row
// without early.
var ways = [...]way{
	{name: "parameters cut", kind: cuts, marks: ";", early: true},
	{name: "overlong UTF-8", kind: overlong},
	{name: "read again", kind: ends, marks: "?"},
	{name: "read again", kind: ends, marks: "#"},
	{name: "read again", kind: ends, marks: " "},
	{name: "read again", kind: ends, marks: "\x00"},
	{name: "read again", kind: ends, marks: "\t"},
	{name: "read again", kind: ends, marks: "\r"},
	{name: "read again", kind: ends, marks: "\n"},
	{name: "read again", kind: trims},
	{name: "read again", kind: drops, marks: "\t\r\n"},
	{name: "backslash as slash", kind: replaces, marks: `\`, as: '/'},
	{name: "read again", kind: cuts, marks: "\x00"},
	{name: "parameters cut", kind: cuts, marks: ";"},
	{name: "names of Windows", kind: suffixes, marks: ":. "},
	{name: "slashes merged", kind: merges},
}

// Listed are the characters that a path may contain as escapes only if a route lists them:
// for a reader that decodes them they make other segments, or end the path, or vanish.
const Listed = "/\\?#\x00\t\r\n"

// A role is a set of the roles of a decoded character for the readers.
type role uint8

const (
	roleSlash  role = 1 << iota // it ends a segment
	roleDot                     // "."
	roleCut                     // the rest of the segment vanishes
	roleSuffix                  // the rest of a name vanishes
	roleEnd                     // the path ends, or the character vanishes
	roleDrop                    // it vanishes in the middle of the path
	roleListed                  // it is one of Listed
)

// roleOf are the roles of the marks of each kind.
var roleOf = [...]role{cuts: roleCut, suffixes: roleSuffix, ends: roleEnd, trims: roleEnd, drops: roleEnd | roleDrop, overlong: 0}

// A set is a set of ways, one bit for each.
type set uint32

// roles are the roles of each character, and about the ways that read it, decoded, in a way
// of their own. White space beyond US-ASCII has no role, although it may be trimmed.
var roles, about = func() (r [256]role, a [256]set) {
	r['/'], r['.'] = roleSlash, roleDot
	for i, w := range ways {
		for c := range a {
			if strings.IndexByte(w.marks, byte(c)) >= 0 || w.kind == trims && (c <= ' ' || c >= utf8.RuneSelf) {
				a[c] |= 1 << i
				if c < utf8.RuneSelf {
					r[c] |= roleOf[w.kind]
				}
			}
		}
	}
	for _, w := range ways {
		for _, c := range []byte(w.marks) {
			if w.kind == replaces {
				r[c] |= r[w.as]
				a[c] |= a[w.as]
			}
		}
	}
	for _, c := range []byte(Listed) {
		r[c] |= roleListed
	}
	return r, a
}()

// ofKind returns the ways of a kind.
func ofKind(k kind) (s set) {
	for i, w := range ways {
		if w.kind == k {
			s |= 1 << i
		}
	}
	return s
}

var (
	allWays      = set(1<<len(ways) - 1)
	overlongWays = ofKind(overlong)
	dropWays     = ofKind(drops)
	replaceWays  = ofKind(replaces)
	mergeWays    = ofKind(merges)
	trimWays     = ofKind(trims)
	endWays      = ofKind(ends) | trimWays // a reader has at most one of them
	earlyWays    = func() (s set) {
		for i, w := range ways {
			if w.early {
				s |= 1 << i
			}
		}
		return s
	}()
)

// excluded are the ways that a reader with each of endWays does not have: another end, and
// those that are about the mark at which it ends the path.
var excluded = func() (t [len(ways)]set) {
	for i, w := range ways {
		if endWays>>i&1 == 0 {
			continue
		}
		t[i] = endWays &^ (1 << i)
		for k, other := range ways {
			if w.kind == ends && !other.early && (other.kind == drops || other.kind == cuts) && strings.Contains(other.marks, w.marks) {
				t[i] |= 1 << k
			}
		}
	}
	return t
}()

// apply applies the ways of s to b, in place.
func (s set) apply(b []byte) []byte {
	for ; s != 0; s &= s - 1 {
		b = ways[bits.TrailingZeros32(uint32(s))].read(b)
	}
	return b
}

// read reads b, a path with a "/" at its start, in place.
func (w *way) read(b []byte) []byte {
	switch w.kind {
	case replaces:
		for i, c := range b {
			if strings.IndexByte(w.marks, c) >= 0 {
				b[i] = w.as
			}
		}
	case drops:
		return slices.DeleteFunc(b, func(c byte) bool { return strings.IndexByte(w.marks, c) >= 0 })
	case cuts, suffixes:
		return w.readSegments(b)
	case ends:
		return beforeMark(b, w.marks)
	case trims:
		return trimSpace(b)
	case merges:
		return slices.CompactFunc(b, func(c, d byte) bool { return c == '/' && d == '/' })
	case overlong:
		return decodeOverlong(b)
	}
	return b
}

// beforeMark returns b up to the first of marks.
func beforeMark(b []byte, marks string) []byte {
	if i := bytes.IndexAny(b, marks); i >= 0 {
		return b[:i]
	}
	return b
}

// readSegments is read for a way of shortening segments.
func (w *way) readSegments(b []byte) []byte {
	n := 0
	for i := 0; i < len(b); {
		end := ascii.IndexOrEnd(b, i, '/')
		segment := b[i:end]
		if w.kind == suffixes {
			segment = withoutSuffix(segment, w.marks)
		} else {
			segment = beforeMark(segment, w.marks)
		}
		n += copy(b[n:], segment)
		if end < len(b) {
			b[n] = '/'
			n++
		}
		i = end + 1
	}
	return b[:n]
}

// withoutSuffix returns the name in a segment. The suffix begins at the first marks[0], and
// with all marks before it and at the end. A segment of marks alone and dots before marks[0]
// keep theirs.
func withoutSuffix(segment []byte, marks string) []byte {
	if i := bytes.IndexByte(segment, marks[0]); i > 0 {
		segment = segment[:i]
	}
	if name := bytes.TrimRight(segment, marks[1:]); len(name) > 0 {
		return name
	}
	return segment
}

// trimSpace returns b without the white space and the control characters at its end, in
// UTF-8 and in ISO 8859-1.
func trimSpace(b []byte) []byte {
	for len(b) > 0 {
		r, n := utf8.DecodeLastRune(b)
		if r == utf8.RuneError && n == 1 {
			r = rune(b[len(b)-1]) // ISO 8859-1
		}
		if r >= ' ' && r != '\uFEFF' && !unicode.IsSpace(r) {
			break
		}
		b = b[:len(b)-n]
	}
	return b
}

// decodeOverlong decodes US-ASCII characters in overlong UTF-8, in place.
func decodeOverlong(b []byte) []byte {
	n := 0
	for i := 0; i < len(b); n++ {
		c, width := overlongAt(b[i:])
		if width == 0 {
			c, width = b[i], 1
		}
		b[n] = c
		i += width
	}
	return b[:n]
}

// overlongAt returns the US-ASCII character that b, a text that is not empty, begins
// with in overlong UTF-8, and its length, or 0 for other text.
func overlongAt(b []byte) (c byte, n int) {
	n = bits.LeadingZeros8(^b[0]) // the first byte has as many ones
	if n < 2 || n > min(len(b), 6) {
		return 0, 0
	}
	value := uint32(b[0] & (0x7F >> n))
	for _, d := range b[1:n] {
		if d&0xC0 != 0x80 {
			return 0, 0
		}
		value = value<<6 | uint32(d&0x3F)
	}
	if value >= utf8.RuneSelf {
		return 0, 0
	}
	return byte(value), n
}
