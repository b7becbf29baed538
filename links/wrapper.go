package links

import (
	"strings"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// wrappedKind returns the kind of the scheme in the wrapper, and whether it may begin a URI.
func (c *candidate[T]) wrappedKind() (k schemeKind, ok bool) {
	k = c.kind(c.body)
	switch {
	case c.wrapper == WrapperAngleURL:
		return opaque, true
	case k == unknown:
		return k, !c.split && c.head(c.marker+1, len("//")) == "//"
	case k == opaque:
		return k, c.marker+1 == len(c.s) || table[c.s[c.marker+1]]&isBlank == 0
	}
	return k, true
}

// wrapped reads the URI in the wrapper.
func (c *candidate[T]) wrapped(m *Match) (next int, ok bool) {
	k, ok := c.wrappedKind()
	if !ok {
		return 0, false
	}
	e := wrapperEnd[T]{c: c, closer: '>', i: c.marker + 1, end: c.marker + 1, limit: c.opener + maxLength}
	if c.wrapper == WrapperQuotes {
		e.closer = '"'
	}
	if !e.read() {
		return 0, false
	}
	text, ends := c.unbroken(c.body, e.end)
	if c.wrapper != WrapperQuotes && strings.Count(text, "{") > strings.Count(text, "${") {
		return e.next, false // a template of RFC 6570, as http://a/{b}; "${b}" is a variable of a shell
	}
	readings := withoutEnds(text, ends)
	end, next, why := e.end, e.next, EndingWrapper
	if e.blank > 0 {
		why = EndingSpace
	} else if n := c.trimmedQuotes(e.end); n < e.end {
		e.blank, why = n, EndingPunctuation
		if c.s[n] == '\\' {
			why = EndingToken
		}
	}
	if e.blank > 0 {
		// A space within a line ends a URI, except after "URL:". The text with all
		// white space left out is another reading.
		p := scanner[T]{input: &c.input, start: c.body, first: c.marker + 1, why: why}
		if end = p.trimmed(e.blank); table[c.s[end-1]]&isBlank != 0 {
			spaces := c.spaces(p.first, end)
			for i := len(spaces) - 1; i >= 0 && spaces[i].end == end; i-- { // no text is left after it
				end = p.trimmed(spaces[i].start)
			}
		}
		next, why = end, p.why
		first, firstEnds := c.unbroken(c.body, end)
		readings = append(append(withoutEnds(first, firstEnds), text), readings...)
		text = first
	}
	u, repaired, err := parse(text, c.x.ToASCII)
	if err != nil || !credible(u, k) || isList(text) {
		return 0, false
	}
	*m = Match{URI: u, Start: c.body, End: end, Wrapper: c.wrapper, Repaired: repaired, Ending: why}
	c.addReadings(m, k, readings...)
	return next, true
}

// A span is a part of a text.
type span struct{ start, end int }

// spaces returns the white space in s[i:end].
func (in *input[T]) spaces(i, end int) (all []span) {
	for i < end {
		next := i + 1
		if table[in.s[i]]&isBlank != 0 {
			next = min(in.spaceAt(i, end).end, end)
			all = append(all, span{i, next})
		}
		i = next
	}
	return all
}

// trimmedQuotes returns the end of the URI in a wrapper, with the closer after
// s[:end]. In quotation marks, a "." or "," at its end is part of the sentence. An escape or many "\" are part
// of a string, or of a string within a string.
func (c *candidate[T]) trimmedQuotes(end int) int {
	s := c.s
	if b := s[end-1]; c.wrapper == WrapperQuotes && (b == '.' || b == ',') {
		return end - 1
	}
	run := func(end int) (start int) {
		for start = end; start > c.marker+1 && s[start-1] == '\\'; start-- {
		}
		return start
	}
	n := run(end)
	if i := run(n - 1); i == n-2 && isStringEscape(s[n-1]) || i < n-2 && isSpaceEscape(s[n-1]) {
		return i
	}
	return n
}

// A wrapperEnd is the search for the end of a wrapper.
//
// A ">" at the beginning of a line, with a blank after it, is email quoting or the
// closing bracket. It is quoting if another ">" closes the URI, and there is no white space
// within the lines between the two.
type wrapperEnd[T ascii.Text] struct {
	c      *candidate[T]
	closer byte
	i      int // how far the text is read
	limit  int // the wrapper ends before this

	end, next       int  // where the URI ends, and where the text after the wrapper begins
	quoteEnd, quote int  // end and next if the first quoting is the closing bracket
	blank           int  // except after "URL:", where the first white space within a line begins; 0: there is none
	spaced          bool // white space within a line was read; a word beyond US-ASCII after that is prose
}

// read finds the end of the wrapper. A backslash may escape a quotation mark.
func (e *wrapperEnd[T]) read() bool {
	s := e.c.s
	for e.i <= e.limit && e.c.has(e.i, 1) {
		b := s[e.i]
		if b == e.closer || b == '\\' {
			if n := e.closes(); n > 0 {
				e.next = e.i + n
				return true
			}
		}
		if b == '|' && e.c.wrapper == WrapperAngle {
			return e.label()
		}
		if !e.step() {
			break
		}
	}
	// Without a closer, it ends at the first email quoting, if there is one.
	if e.end, e.next = e.quoteEnd, e.quote; e.blank > e.end {
		e.blank = 0
	}
	return e.quote > 0
}

// closes returns the length of the closer at s[e.i:], or 0.
func (e *wrapperEnd[T]) closes() int {
	switch s, i := e.c.s, e.i; {
	case i < len(s) && s[i] == e.closer:
		return 1
	case e.closer == '"' && e.c.has(i, len(`\"`)) && s[i] == '\\' && s[i+1] == '"':
		return 2
	}
	return 0
}

// label reads the label after the "|" at s[e.i], in one line, as in <URL|label> of Slack.
func (e *wrapperEnd[T]) label() bool {
	s := e.c.s
	for i := e.i; i <= e.limit && e.c.has(i, 1); i++ {
		switch s[i] {
		case '>':
			e.next = i + 1
			return true
		case '<', '\n', '\r':
			return false
		}
	}
	return false
}

// step reads the next part of the text, and reports whether the URI may go on after it.
func (e *wrapperEnd[T]) step() bool {
	c := e.c
	switch b := c.s[e.i]; {
	case table[b]&(inURI|inText) != 0:
		if b == '\\' && e.closer == '"' && c.endsAt(e.i) {
			return false
		}
		e.i++
	case table[b]&isBlank != 0:
		return e.space()
	case b >= utf8.RuneSelf && !e.spaced:
		k, n := c.kindAt(e.i)
		if k.ends() {
			return false
		}
		e.i += n
	default:
		return false
	}
	e.end = e.i
	return true
}

// space reads the white space at s[e.i:].
func (e *wrapperEnd[T]) space() bool {
	c := e.c
	e.limit = min(e.limit, e.i+maxWrapped)
	g := c.spaceAt(e.i, e.limit)
	if g.end > e.limit {
		return false
	}
	if e.closer == '>' && g.quote > 0 && e.quote == 0 {
		e.quoteEnd, e.quote = e.end, g.quote+1
	}
	e.i = g.end
	if g.lines > 1 {
		return false
	}
	closed := e.closes() > 0
	if g.lines == 0 {
		e.spaced = true
		if e.quote > 0 && e.i < len(c.s) && !closed {
			return false
		}
	}
	if g.lines == 0 && e.blank == 0 && !closed && c.wrapper != WrapperAngleURL {
		e.blank = e.end
	}
	return e.closer != '"' || !c.urlBegins(e.i)
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
