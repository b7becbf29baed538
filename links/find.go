package links

import (
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// find returns the first URI in s and where to go on after it. Without a URI in s,
// it returns where the part of s begins that has to be read again with more text.
//
// Every URI has a ":", every mailbox an "@", and every other abbreviation a "." after
// "www" or "ftp". So find looks for these signs and then around them. The text
// between costs next to nothing. If a URI is found, known has the signs of the text
// after it, for the next search.
func find[T ascii.Text](x *Extractor, known *signs, s T, atEOF bool) (m Match, next int, ok bool) {
	c := candidate[T]{x: x, s: s, atEOF: atEOF}
	for i := known.from; ; {
		at := nextSign(known, s, i, x.Abbreviated)
		if at == len(s) {
			next = len(s)
			if !atEOF {
				next = unread(x, s)
			}
			*known = signsFrom(i - next)
			return m, next, false
		}
		i = at + 1
		if s[at] == ':' && i < len(s) && table[s[i]]&(inURI|inText) == 0 && !marked(s, at) {
			continue // as most are in prose
		}
		c.colon = at
		switch next, v := c.match(&m); v {
		case found:
			known.pass(next)
			return m, next, true
		case undecided:
			context := contextAt(x, s, at, at)
			*known = signsFrom(at - context)
			return m, context, false
		default:
			i = max(i, next)
		}
	}
}

// unread returns where the part of s begins that has to be read again if a sign of a
// URI follows s.
func unread[T ascii.Text](x *Extractor, s T) int {
	context := contextAt(x, s, quotedFrom(s, max(0, len(s)-maxLead), len(s)), wholeChars(s))
	low, bar := max(0, len(s)-maxLead-maxScheme), len(s) // the part that may be after "|", as in "|url = http"
	for bar > low && (ascii.Scheme.Has(s[bar-1]) || table[s[bar-1]]&isBlank != 0 || s[bar-1] == '_' || s[bar-1] == '=') {
		bar--
	}
	if bar > 0 && s[bar-1] == '|' {
		context = min(context, bar-1)
	}
	return context
}

// contextAt returns where the text begins that decides about the sign of a URI at s[sign:]. A
// local part ends before s[local:].
func contextAt[T ascii.Text](x *Extractor, s T, sign, local int) int {
	l := before(s, sign)
	context := min(l.context, contextBefore(s, l.body))
	if x.Abbreviated {
		_, from := localPart(s, local) // a host may turn out to be part of a mailbox
		context = min(context, from)
	}
	return context
}

// wholeChars returns the end of s without a character of which bytes are missing.
func wholeChars[T ascii.Text](s T) int {
	for i := len(s) - 1; i >= 0 && i >= len(s)-utf8.UTFMax; i-- {
		if utf8.RuneStart(s[i]) {
			if !utf8.FullRuneInString(string(s[i:])) {
				return i
			}
			break
		}
	}
	return len(s)
}

// A signs has the offsets of the next signs of a URI that are known. The search goes on at
// from. Signs before it count as unknown.
type signs struct{ colon, at, dot, from int }

// noSigns are the signs of a text before a search: all are unknown.
var noSigns = signsFrom(0)

// signsFrom returns the signs of a text in which the search goes on at from, or at the
// beginning if from is negative. All signs are unknown.
func signsFrom(from int) signs { return signs{-1, -1, -1, max(from, 0)} }

// pass moves the signs to the text after the first n bytes, where the search goes on.
func (g *signs) pass(n int) { *g = signs{g.colon - n, g.at - n, g.dot - n, 0} }

// nextSign returns the offset of the first sign of a URI in s at or after i, or len(s)
// if there is no sign.
func nextSign[T ascii.Text](known *signs, s T, i int, abbreviated bool) int {
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

// match sets m to the URI around the sign at s[c.colon], if there is one, and returns
// where to go on.
func (c *candidate[T]) match(m *Match) (next int, v verdict) {
	switch c.s[c.colon] {
	case '@':
		return c.mailbox(m)
	case '.':
		return c.host(m)
	}
	c.schemeContext = before(c.s, c.colon)
	if c.wrapper != WrapperNone {
		if next, v = c.wrapped(m); v != none {
			return next, v
		}
	}
	if c.start < c.colon {
		return c.bare(m)
	}
	return c.colon + 1, none
}
