// Package pathread knows how servers read the path of a request. A server combines
// behaviors of one table. All checks of paths use it: guard.Rewrite, guard.Redirector,
// guard.Callbacks and crawl.Scope.
//
// A new behavior needs a row in the table, its name in the list of guard.Rewrite, and its
// part in the naive servers of the tests, which say so. If a path may contain its characters
// only as escapes, like "/" and NUL, [Listed] has them: score takes a raw delimiter for a
// part of the same segment. guard/guardtest makes attack strings of all rows.
package pathread

import (
	"bytes"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// A behavior is a step of some servers before they look at the segments of a path.
type behavior struct {
	name  string // in the name of a server; behaviors of one name are not told apart
	kind  kind
	chars string // the characters that it is about
	as    byte   // the replacement, for replaces
	early bool   // before escapes are decoded; the same row without early comes after that
}

// A kind is the effect of a behavior on its characters.
type kind uint8

const (
	replaces kind = iota // they are read as another character
	drops                // they vanish
	cuts                 // a segment ends at the first of them
	suffixes             // a name ends at the first of chars, or before chars at its end
	ends                 // the path ends at the first of them
	trims                // white space and control characters at the end of the path vanish
	merges               // several slashes are one
	overlong             // UTF-8 in more bytes than it takes is decoded (RFC 3629, 10)
)

// behaviors is the table, in the order in which a server applies them. A server has any of
// them, but at most one of the kinds ends and trims: after the first end of a path no other
// one matters. In the end all servers remove dot segments.
//
// Early behaviors belong to servers that decode. The others have the same row without early.
var behaviors = [...]behavior{
	{name: "parameters cut", kind: cuts, chars: ";", early: true},
	{name: "overlong UTF-8", kind: overlong},
	{name: "read again", kind: ends, chars: "?"},
	{name: "read again", kind: ends, chars: "#"},
	{name: "read again", kind: ends, chars: " "},
	{name: "read again", kind: ends, chars: "\x00"},
	{name: "read again", kind: ends, chars: "\t"},
	{name: "read again", kind: ends, chars: "\r"},
	{name: "read again", kind: ends, chars: "\n"},
	{name: "read again", kind: trims},
	{name: "read again", kind: drops, chars: "\t\r\n"},
	{name: "backslash as slash", kind: replaces, chars: `\`, as: '/'},
	{name: "read again", kind: cuts, chars: "\x00"},
	{name: "parameters cut", kind: cuts, chars: ";"},
	{name: "names of Windows", kind: suffixes, chars: ":. "},
	{name: "slashes merged", kind: merges},
}

// Listed are the characters that a route must list before a path may contain them as
// escapes: once decoded they make other segments, end the path or vanish.
const Listed = "/\\?#\x00\t\r\n"

// A role is a set of roles of a decoded character.
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

// roleOf has the role of the characters of each kind.
var roleOf = [...]role{cuts: roleCut, suffixes: roleSuffix, ends: roleEnd, trims: roleEnd, drops: roleEnd | roleDrop, overlong: 0}

// A set is a set of behaviors, one bit for each.
type set uint32

// roles has the roles of each decoded character, and about has the behaviors about it. White
// space beyond US-ASCII has no role, although it may be trimmed.
var roles, about = func() (r [256]role, a [256]set) {
	r['/'], r['.'] = roleSlash, roleDot
	for i, b := range behaviors {
		for c := range a {
			if strings.IndexByte(b.chars, byte(c)) >= 0 || b.kind == trims && (c <= ' ' || c >= utf8.RuneSelf) {
				a[c] |= 1 << i
				if c < utf8.RuneSelf {
					r[c] |= roleOf[b.kind]
				}
			}
		}
	}
	for _, b := range behaviors {
		for _, c := range []byte(b.chars) {
			if b.kind == replaces {
				r[c] |= r[b.as]
				a[c] |= a[b.as]
			}
		}
	}
	for _, c := range []byte(Listed) {
		r[c] |= roleListed
	}
	return r, a
}()

// isName holds the characters of names for all servers.
var isName = func() (t [256]bool) {
	for c := range t {
		t[c] = c != '%' && roles[c] == 0 && about[c] == 0
	}
	return t
}()

// those returns the behaviors for which is reports true.
func those(is func(b behavior) bool) (s set) {
	for i, b := range behaviors {
		if is(b) {
			s |= 1 << i
		}
	}
	return s
}

// ofKind returns the behaviors of a kind.
func ofKind(k kind) set { return those(func(b behavior) bool { return b.kind == k }) }

var (
	allBehaviors = set(1<<len(behaviors) - 1)
	overlongs    = ofKind(overlong)
	droppers     = ofKind(drops)
	replacers    = ofKind(replaces)
	mergers      = ofKind(merges)
	trimmers     = ofKind(trims)
	enders       = ofKind(ends) | trimmers // a server has at most one of them
	earlies      = those(func(b behavior) bool { return b.early })
)

// excluded has for each of enders the behaviors no server combines with it: the other
// enders, and those about a character after the end of the path.
var excluded = func() (t [len(behaviors)]set) {
	for i, b := range behaviors {
		t[i] = enders &^ (1 << i) // asked only for enders
		for k, other := range behaviors {
			if b.kind == ends && !other.early && (other.kind == drops || other.kind == cuts) && strings.Contains(other.chars, b.chars) {
				t[i] |= 1 << k
			}
		}
	}
	return t
}()

// apply applies the behaviors of s to b, in place.
func (s set) apply(b []byte) []byte {
	for ; s != 0; s &= s - 1 {
		b = behaviors[bits.TrailingZeros32(uint32(s))].read(b)
	}
	return b
}

// read reads path, with a "/" at its start, in place.
func (b *behavior) read(path []byte) []byte {
	switch b.kind {
	case replaces:
		for i, c := range path {
			if strings.IndexByte(b.chars, c) >= 0 {
				path[i] = b.as
			}
		}
	case drops:
		return slices.DeleteFunc(path, func(c byte) bool { return strings.IndexByte(b.chars, c) >= 0 })
	case cuts, suffixes:
		return b.readSegments(path)
	case ends:
		return cutAt(path, b.chars)
	case trims:
		return trimSpace(path)
	case merges:
		return slices.CompactFunc(path, func(c, d byte) bool { return c == '/' && d == '/' })
	case overlong:
		return decodeOverlong(path)
	}
	return path
}

// cutAt returns s up to the first of chars.
func cutAt(s []byte, chars string) []byte {
	if i := bytes.IndexAny(s, chars); i >= 0 {
		return s[:i]
	}
	return s
}

// readSegments is read for the kinds cuts and suffixes.
func (b *behavior) readSegments(path []byte) []byte {
	n := 0
	for i := 0; i < len(path); {
		end := ascii.IndexOrEnd(path, i, '/')
		segment := path[i:end]
		if b.kind == suffixes {
			segment = withoutSuffix(segment, b.chars)
		} else {
			segment = cutAt(segment, b.chars)
		}
		n += copy(path[n:], segment)
		if end < len(path) {
			path[n] = '/'
			n++
		}
		i = end + 1
	}
	return path[:n]
}

// withoutSuffix returns the file that Windows opens for a segment. It removes the text from the
// first byte of chars on, unless the segment begins with it, and then the other bytes of chars at
// the end, unless nothing else is left.
func withoutSuffix(segment []byte, chars string) []byte {
	if i := bytes.IndexByte(segment, chars[0]); i > 0 {
		segment = segment[:i]
	}
	if name := bytes.TrimRight(segment, chars[1:]); len(name) > 0 {
		return name
	}
	return segment
}

// trimSpace returns b without white space and controls at its end, in UTF-8 and in ISO 8859-1.
func trimSpace(b []byte) []byte {
	for len(b) > 0 {
		r, n := utf8.DecodeLastRune(b)
		if r == utf8.RuneError && n == 1 {
			r = rune(b[len(b)-1]) // ISO 8859-1
		}
		if !isTrimmed(r) {
			break
		}
		b = b[:len(b)-n]
	}
	return b
}

// isTrimmed reports whether trimSpace removes r.
func isTrimmed(r rune) bool { return r < ' ' || r == '\uFEFF' || unicode.IsSpace(r) }

// Chars returns the characters with another meaning to some server, in UTF-8, and those of ISO
// 8859-1 beyond US-ASCII also in that. All servers read the characters of one group alike.
var Chars = sync.OnceValue(func() (groups [][]string) {
	type likeness struct {
		about  set
		roles  role
		length int
	}
	index := map[likeness]int{}
	add := func(char string) {
		k := likeness{about[char[0]], roles[char[0]], len(char)}
		i, ok := index[k]
		if !ok {
			i = len(groups)
			index[k] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], char)
	}
	for r := range rune(1 << 16) {
		if !isTrimmed(r) && (r >= utf8.RuneSelf || about[r] == 0) {
			continue
		}
		add(string(r))
		if utf8.RuneSelf <= r && r <= 0xFF {
			add(string([]byte{byte(r)})) // ISO 8859-1
		}
	}
	return groups
})

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

// overlongAt returns the US-ASCII character at the start of b in overlong UTF-8, and its
// length there. The length is 0 for other text. b must not be empty.
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
