package links

import (
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// find returns the first URI in s and where to go on after it. Without one, next is the start of the
// text to search again: with more text, or without control sequences if find sets known.clean.
//
// find looks for markers, and for URIs around them. The text between costs next to nothing. If
// a URI is found, known has the markers of the text after it, for the next search.
func find[T ascii.Text](x *Extractor, known *markers, s T, atEOF bool) (m Match, next int, ok bool) {
	c := candidate[T]{input: input[T]{s: s}, x: x}
	for i := known.from; ; i = max(i, next) {
		at := nextMarker(known, s, i, x.Abbreviated)
		switch i = at + 1; {
		case at < len(s):
			low := max(0, at-maxLead)
			c.nearOpener = s[at] == ':' && (nextOf(known, markAngle, s, low) < at || nextOf(known, markQuote, s, low) < at)
			if s[at] == ':' && i < len(s) && s[i] < utf8.RuneSelf && table[s[i]]&(inURI|inText) == 0 && s[i] != '\x1b' && !c.nearOpener {
				continue // as most are in prose
			}
			c.marker, c.seen = at, 0
			if next, ok = c.match(&m); c.seen == 0 {
				continue
			}
		case atEOF:
			return Match{}, len(s), false
		default:
			c.seen = i
		}
		switch {
		case !known.clean && hasControl(known, &c.input, max(0, at-maxContext-maxControl), c.seen):
			*known = markersFrom(known.from, true)
			return Match{}, 0, false
		case c.seen > len(s) && !atEOF:
			start := c.contextStart(at)
			*known = markersFrom(at-start, known.clean)
			return Match{}, start, false
		case ok:
			for k := range known.next {
				known.next[k] -= next
			}
			known.from = 0
			return m, next, true
		}
	}
}

// maxContext is greater than the length of every context: a scheme, and the longest opener
// before it, a parameter of MediaWiki.
const maxContext = 2*maxLead + 16

// contextStart returns the start of the context of a marker at s[marker:] or after that. It
// is the start of a character.
func (c *candidate[T]) contextStart(marker int) int {
	start := charStart(c.s, max(0, marker-maxContext))
	for low := start - len(`\\`); start > max(0, low) && c.s[start-1] == '\\'; {
		start-- // of an escape
	}
	return start
}

// A markers has the offset of the next place of each byte in marked. One before the place of the search is unknown. The search
// goes on at from.
type markers struct {
	next  [len(marked)]int
	from  int
	clean bool // the text has no control sequences, or is to be searched again without them
}

// marked are the markers of candidates, the openers of wrappers, and the first bytes of control sequences.
const (
	marked = ":@.<\"\x1b\\"

	markColon, markAt, markDot, markAngle, markQuote, markEscape, markSlash = 0, 1, 2, 3, 4, 5, 6
)

// markersFrom returns the markers of a text for a search from the offset from on. All are unknown.
func markersFrom(from int, clean bool) markers {
	return markers{next: [...]int{-1, -1, -1, -1, -1, -1, -1}, from: from, clean: clean}
}

// nextOf returns the offset of the first byte of marked at or after s[i], or len(s). i must not be less than in the
// last call.
func nextOf[T ascii.Text](known *markers, k int, s T, i int) int {
	if known.next[k] < i {
		findNext(known, k, s, i)
	}
	return known.next[k]
}

// findNext sets known.next[k]. It is a function of its own so that nextOf is inlined.
func findNext[T ascii.Text](known *markers, k int, s T, i int) {
	known.next[k] = ascii.IndexOrEnd(s, i, marked[k])
}

// nextMarker returns the offset of the first marker in s at or after i, or len(s) without one.
func nextMarker[T ascii.Text](known *markers, s T, i int, abbreviated bool) int {
	first := nextOf(known, markColon, s, i)
	if !abbreviated {
		return first
	}
	first = min(first, nextOf(known, markAt, s, i))
	for nextOf(known, markDot, s, i) < len(s) && abbreviationAt(s, known.next[markDot]) == known.next[markDot] {
		i = known.next[markDot] + 1
	}
	return min(first, known.next[markDot])
}

// hasControl reports whether a control sequence begins in the text at in.s[i:end]. Those before the last place that was looked
// at do not count.
func hasControl[T ascii.Text](known *markers, in *input[T], i, end int) bool {
	for end = min(end, len(in.s)); i < end; i++ {
		if i = min(nextOf(known, markEscape, in.s, i), nextOf(known, markSlash, in.s, i)); i < end && in.sequence(i) > 0 {
			return true
		}
	}
	return false
}

// match sets m to the URI around the marker, if there is one, and returns where to go on.
func (c *candidate[T]) match(m *Match) (next int, ok bool) {
	switch c.s[c.marker] {
	case '@':
		return c.mailbox(m)
	case '.':
		return c.host(m)
	}
	c.schemeContext = c.contextBefore(c.marker, c.nearOpener)
	if c.wrapper != WrapperNone {
		if next, ok = c.wrapped(m); ok || next > 0 {
			return next, ok
		}
	}
	if c.start < c.marker {
		return c.bare(m)
	}
	return c.marker + 1, false
}
