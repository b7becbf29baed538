package links

import (
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// find returns the first URI in s and where to go on after it. Without a URI in s, next
// is the start of the text to be searched again once more text arrives, or without control sequences if
// find sets known.controls.
//
// find looks for markers, and for URIs around them. The text between costs next to nothing. If
// a URI is found, known has the markers of the text after it, for the next search.
func find[T ascii.Text](x *Extractor, known *markers, s T, atEOF bool) (m Match, next int, ok bool) {
	c := candidate[T]{input: input[T]{s: s, stripped: known.controls}, x: x}
	for i := known.from; ; {
		at := nextMarker(known, s, i, x.Abbreviated)
		if at == len(s) {
			next = len(s)
			if !atEOF {
				next = c.contextStart(len(s))
			}
			return c.again(known, next, i)
		}
		i = at + 1
		if s[at] == ':' && i < len(s) && s[i] < utf8.RuneSelf && table[s[i]]&(inURI|inText) == 0 && s[i] != '\x1b' && !openerNear(s, at) {
			continue // as most are in prose
		}
		c.marker, c.past, c.controls = at, false, false
		next, ok = c.match(&m)
		switch {
		case c.past && !atEOF:
			return c.again(known, c.contextStart(at), at)
		case c.controls:
			return c.again(known, 0, at)
		case ok:
			*known = markers{known.colon - next, known.at - next, known.dot - next, 0, known.controls}
			return m, next, true
		}
		i = max(i, next)
	}
}

// maxContext is greater than the length of every context: a scheme, and the longest opener
// before it, a parameter of MediaWiki.
const maxContext = 2*maxLead + 16

// contextStart returns the start of the context of a marker at s[marker:] or after that. It
// is the start of a character. Control sequences in it are left out before it is known.
func (c *candidate[T]) contextStart(marker int) int {
	start := charStart(c.s, max(0, marker-maxContext))
	for low := start - len(`\\`); start > max(0, low) && c.s[start-1] == '\\'; {
		start-- // of an escape
	}
	for i := start; i < marker && !c.stripped; i++ {
		c.meetsControl(i)
	}
	return start
}

// again returns the results of find without a URI: the text is searched again from s[next:], and the search goes on
// at s[from], or all is searched without control sequences.
func (c *candidate[T]) again(known *markers, next, from int) (Match, int, bool) {
	if c.controls {
		next = 0
	}
	*known = markersFrom(from-next, c.stripped || c.controls)
	return Match{}, next, false
}

// A markers has the offsets of the next ":", "@" and "." of a candidate. The search
// goes on at from. Offsets before it are unknown.
type markers struct {
	colon, at, dot, from int
	controls             bool // a URI has control sequences: from then on the text is searched without them
}

// noMarkers are the markers of a text before a search: all are unknown.
var noMarkers = markersFrom(0, false)

// markersFrom returns the markers of a text for a search from the offset from on, or
// from the beginning if that is negative. All are unknown.
func markersFrom(from int, controls bool) markers {
	return markers{-1, -1, -1, max(from, 0), controls}
}

// nextMarker returns the offset of the first marker in s at or after i, or len(s) without one.
func nextMarker[T ascii.Text](known *markers, s T, i int, abbreviated bool) int {
	if known.colon < i {
		known.colon = ascii.IndexOrEnd(s, i, ':')
	}
	if !abbreviated {
		return known.colon
	}
	if known.at < i {
		known.at = ascii.IndexOrEnd(s, i, '@')
	}
	for known.dot < i || known.dot < len(s) && abbreviationAt(s, known.dot) == known.dot {
		known.dot = ascii.IndexOrEnd(s, max(i, known.dot+1), '.')
	}
	return min(known.colon, known.at, known.dot)
}

// match sets m to the URI around the marker, if there is one, and returns where to go on.
func (c *candidate[T]) match(m *Match) (next int, ok bool) {
	switch c.s[c.marker] {
	case '@':
		return c.mailbox(m)
	case '.':
		return c.host(m)
	}
	if c.schemeContext = c.contextBefore(c.marker); c.controls {
		return c.marker + 1, false
	}
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
