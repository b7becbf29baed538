package links

import (
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// wrappedKind returns the kind of the scheme in the wrapper, and whether the text after
// it may make it a URI.
func (c *candidate[T]) wrappedKind() (k schemeKind, v verdict) {
	k = c.kind(c.body)
	switch {
	case c.wrapper == WrapperAngleURL:
		return opaque, found
	case k == unknown && c.split:
		return k, none
	case k == unknown:
		if n, known := c.slashes(); !known {
			return k, undecided
		} else if n < 2 {
			return k, none
		}
	case k == opaque && c.colon+1 < len(c.s):
		if b := c.s[c.colon+1]; table[b]&isBlank != 0 || b >= utf8.RuneSelf {
			return k, none
		}
	}
	return k, found
}

// wrapped reads the URI that fills the wrapper.
func (c *candidate[T]) wrapped(m *Match) (next int, v verdict) {
	k, v := c.wrappedKind()
	if v != found {
		return 0, v
	}
	e := newWrapperEnd(c)
	if v := e.read(); v != found {
		return 0, v
	}
	text, ends := unbroken(c.s, c.body, e.end)
	if c.wrapper != WrapperQuotes && strings.IndexByte(text, '{') >= 0 {
		return e.next, skipped // <http://a/{b}> is a template (RFC 6570)
	}
	readings := withoutEnds(text, ends)
	end, next := e.end, e.next
	if last := len(text) - len(`\n`); c.wrapper == WrapperQuotes && e.blank == 0 && last >= 0 && text[last] == '\\' && isStringEscape(text[last+1]) {
		e.blank = end // its end is in an escape
	}
	if e.blank > 0 {
		// A space within a line ends a URI, except after "URL:". The text with all
		// white space left out is another reading.
		r := run[T]{s: c.s, start: c.body, first: c.colon + 1}
		end = r.withoutStops(e.blank)
		next = end
		first, firstEnds := unbroken(c.s, c.body, end)
		readings = append(append(withoutEnds(first, firstEnds), text), readings...)
		text = first
	}
	u, repaired, err := parse(text, c.x.ToASCII)
	if err != nil || !credible(u, k) {
		return 0, none
	}
	*m = Match{URI: u, Start: c.body, End: end, Wrapper: c.wrapper, Repaired: repaired}
	for _, text := range readings {
		u, _, err := parse(text, c.x.ToASCII)
		if err == nil && credible(u, k) && u != m.URI && !slices.Contains(m.Alternatives, u) {
			m.Alternatives = append(m.Alternatives, u)
		}
	}
	return next, found
}

// A wrapperEnd is the search for the end of a wrapper.
//
// A ">" at the beginning of a line, with a blank after it, is email quoting or the
// closing bracket. It is quoting if a closing bracket follows and the white space
// between the two is only at line breaks.
type wrapperEnd[T ascii.Text] struct {
	c     *candidate[T]
	mark  byte // closes the wrapper
	i     int  // how far the text is read
	limit int  // the wrapper ends before this

	end, next       int  // where the URI ends, and where the text after the wrapper begins
	quoteEnd, quote int  // end and next if the first quoting is the closing bracket
	blank           int  // except after "URL:", where the first white space within a line begins; 0: there is none
	spaced          bool // white space within a line was read; a word beyond US-ASCII after that is prose
}

// newWrapperEnd returns the search for the end of c's wrapper.
func newWrapperEnd[T ascii.Text](c *candidate[T]) wrapperEnd[T] {
	e := wrapperEnd[T]{c: c, mark: '>', i: c.colon + 1, end: c.colon + 1, limit: c.context + maxLength}
	if c.wrapper == WrapperQuotes {
		e.mark = '"'
	}
	return e
}

// read finds the end of the wrapper.
func (e *wrapperEnd[T]) read() verdict {
	for e.i <= e.limit {
		if e.i == len(e.c.s) {
			if !e.c.atEOF {
				return undecided
			}
			break
		}
		if e.closes() {
			return found
		}
		if e.c.s[e.i] == '|' && e.c.wrapper == WrapperAngle {
			return e.label()
		}
		switch more, known := e.goOn(); {
		case !known:
			return undecided
		case !more:
			return e.quoting()
		}
	}
	return e.quoting()
}

// closes reports whether the wrapper is closed at s[e.i]: by its mark. A
// backslash may escape the mark if it is a quotation mark.
func (e *wrapperEnd[T]) closes() bool {
	s, i := e.c.s, e.i
	if s[i] == '\\' && e.mark == '"' && i+1 < len(s) {
		i++
	}
	if s[i] != e.mark {
		return false
	}
	e.next = i + 1
	return true
}

// label reads the label after the "|" at s[e.i], as in <URL|label> of Slack. It is in one
// line.
func (e *wrapperEnd[T]) label() verdict {
	s := e.c.s
	for i := e.i; i <= e.limit; i++ {
		if i == len(s) {
			if !e.c.atEOF {
				return undecided
			}
			break
		}
		switch s[i] {
		case '>':
			e.next = i + 1
			return found
		case '<', '\n', '\r':
			return none
		}
	}
	return none
}

// quoting ends the wrapper at the first email quoting, if there is one.
func (e *wrapperEnd[T]) quoting() verdict {
	if e.quote == 0 {
		return none
	}
	e.end, e.next = e.quoteEnd, e.quote
	if e.blank > e.end {
		e.blank = 0
	}
	return found
}

// goOn reads the next part of the text. It reports whether the URI may go on after
// it.
func (e *wrapperEnd[T]) goOn() (more, known bool) {
	s, b := e.c.s, e.c.s[e.i]
	switch {
	case table[b]&(inURI|inText) != 0:
		if b == '\\' {
			if len(s)-e.i < len(`\nhttps://`) && !e.c.atEOF {
				return false, false
			}
			if i := e.i + len(`\n`); e.mark == '"' && i < len(s) && isStringEscape(s[i-1]) && webBegins(s, i) {
				return false, true
			}
			if control, _ := controlEscape(s, e.i, true); control && e.mark == '"' {
				return false, true
			}
		}
		e.i++
	case table[b]&isBlank != 0:
		return e.gap()
	case b >= utf8.RuneSelf && !e.spaced:
		k, n, known := charAt(s, e.i, e.c.atEOF)
		if !known || k < word {
			return false, known
		}
		e.i += n
	default:
		return false, true
	}
	e.end = e.i
	return true, true
}

// gap reads the white space at s[e.i:].
func (e *wrapperEnd[T]) gap() (more, known bool) {
	c := e.c
	e.limit = min(e.limit, e.i+maxWrapped)
	g := gapAt(c.s, e.i, c.atEOF)
	switch {
	case g.end > e.limit:
		return false, true
	case !g.known:
		return false, false
	}
	if e.mark == '>' && g.quote > 0 && e.quote == 0 {
		e.quoteEnd, e.quote = e.end, g.quote+1
	}
	e.i = g.end
	if g.lines > 1 {
		return false, true
	}
	closed := e.i < len(c.s) && c.s[e.i] == e.mark
	if g.lines == 0 {
		e.spaced = true
		if e.quote > 0 && e.i < len(c.s) && !closed {
			return false, true
		}
	}
	if g.lines == 0 && e.blank == 0 && !closed && c.wrapper != WrapperAngleURL {
		e.blank = e.end
	}
	if e.mark != '"' {
		return true, true
	}
	begins, known := c.urlBegins(e.i)
	return !begins, known
}

// urlBegins reports whether s[i:] begins with scheme "://", as it does in a list
// of URIs in one pair of quotation marks.
func (c *candidate[T]) urlBegins(i int) (yes, known bool) {
	s := c.s
	j := i
	for j < len(s) && j-i < maxScheme && ascii.Scheme.Has(s[j]) {
		j++
	}
	if len(s)-j < len("://") {
		return false, c.atEOF
	}
	return j > i && s[j] == ':' && s[j+1] == '/' && s[j+2] == '/', true
}

// maxEnds is how many "-" and "=" at line ends are kept or left out one by one: each
// doubles the number of readings.
const maxEnds = 3

// withoutEnds returns text without each choice of its ends or, if there are
// more than maxEnds, only without all of them.
func withoutEnds(text string, ends []int) (readings []string) {
	all := 1 << min(len(ends), maxEnds)
	first := 1
	if len(ends) > maxEnds {
		first = all - 1
	}
	for drop := first; drop < all; drop++ {
		buf := make([]byte, 0, len(text))
		from := 0
		for n, at := range ends {
			if n >= maxEnds || drop>>n&1 != 0 {
				buf = append(buf, text[from:at]...)
				from = at + 1
			}
		}
		readings = append(readings, string(append(buf, text[from:]...)))
	}
	return readings
}
