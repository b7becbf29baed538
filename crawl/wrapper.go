package crawl

import (
	"slices"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// A lead is what is before a ":".
type lead struct {
	start   int // where the scheme before the ":" begins; the ":" itself if there is none
	body    int // where the URI that fills the wrapper begins
	context int // the text before this was not looked at
	wrapper Wrapper
	split   bool // white space is between body and the ":"
}

// marked reports whether a "<" or a double quote is before s[colon:], near enough
// to open a wrapper around the scheme.
func marked[T ascii.Text](s T, colon int) bool {
	window := s[max(0, colon-maxLead):colon]
	return ascii.Index(window, 0, '<') >= 0 || ascii.Index(window, 0, '"') >= 0
}

// before returns the lead at the end of s[:colon].
func before[T ascii.Text](s T, colon int) lead {
	i := colon
	for i > 0 && table[s[i-1]]&isScheme != 0 {
		i--
		if colon-i > maxScheme {
			return lead{start: colon, context: i}
		}
	}
	l := lead{start: i, body: i, context: max(i-1, 0)}
	for l.context > 0 && i-l.context < len("‘") && s[l.context] >= utf8.RuneSelf && s[l.context-1] >= utf8.RuneSelf {
		l.context-- // up to the first byte of a quotation mark
	}
	for l.start < colon && table[s[l.start]]&isAlpha == 0 {
		l.start++
	}
	if !marked(s, colon) {
		return l
	}
	low := max(0, colon-maxLead)
	if w, at := opener(s, low, i); w != WrapperNone {
		l.wrapper, l.context = w, at
		return l
	}
	// In a wrapper the scheme may contain white space.
	for {
		j := gapBefore(s, low, i)
		k := j
		for k > low && table[s[k-1]]&isScheme != 0 {
			k--
		}
		if j == i || k == j {
			break
		}
		i, l.split = k, true
	}
	if w, at := opener(s, low, i); l.split && w != WrapperNone {
		l.wrapper, l.context, l.body = w, at, i
	}
	return l
}

// opener returns the wrapper that opens at the end of s[low:i], and where it opens.
// White space may follow "<" and "URL:". A quotation mark before white space is a
// closing one.
func opener[T ascii.Text](s T, low, i int) (w Wrapper, at int) {
	j := gapBefore(s, low, i)
	prefix := j-low >= 4 && s[j-1] == ':' && ascii.Lower(s[j-2]) == 'l' && ascii.Lower(s[j-3]) == 'r' && ascii.Lower(s[j-4]) == 'u'
	if prefix {
		i = j - 4
		j = gapBefore(s, low, i)
	}
	switch {
	case i > low && s[i-1] == '"':
		return WrapperQuotes, i - 1
	case j == low || s[j-1] != '<':
		return WrapperNone, 0
	case prefix:
		return WrapperAngleURL, j - 1
	}
	return WrapperAngle, j - 1
}

// gapBefore returns where the [gap] that ends before s[i:] begins, at low or later.
func gapBefore[T ascii.Text](s T, low, i int) int {
	for i > low && table[s[i-1]]&isBlank != 0 {
		i--
		if i > low && s[i-1] == '>' {
			i = quotedFrom(s, low, i)
		}
	}
	return i
}

// quotedFrom returns where the email quoting that ends before s[i:] begins, or i if
// there is none.
func quotedFrom[T ascii.Text](s T, low, i int) int {
	j := i
	for j > low && (s[j-1] == '>' || s[j-1] == ' ' || s[j-1] == '\t') {
		j--
	}
	if j > low && j < i && (s[j-1] == '\n' || s[j-1] == '\r') {
		return j
	}
	return i
}

// wrapped reads the URI that fills the wrapper.
func (c *candidate[T]) wrapped(m *Match) (next int, v verdict) {
	k := c.kind(c.body)
	if c.wrapper == WrapperAngleURL {
		k = opaque
	} else if k == unknown && c.split {
		return 0, none
	} else if k == unknown {
		if n, known := c.slashes(); !known {
			return 0, undecided
		} else if n < 2 {
			return 0, none
		}
	} else if k == opaque && c.colon+1 < len(c.s) && (table[c.s[c.colon+1]]&isBlank != 0 || c.s[c.colon+1] >= utf8.RuneSelf) {
		return 0, none
	}
	end, closed, v := c.closing()
	if v != found {
		return 0, v
	}
	text, hyphens, blankAt := unbroken(c.s, c.body, end)
	u, err := parse(text, c.x.ToASCII)
	if err != nil || !credible(u, k) {
		return 0, none
	}
	*m = Match{URI: u, Start: c.body, End: end, Wrapper: c.wrapper}
	others := withoutHyphens(text, hyphens)
	if c.wrapper == WrapperQuotes && blankAt > 0 {
		others = append(others, text[:withoutStops(text, 0, blankAt)])
	}
	for _, text := range others {
		u, err := parse(text, c.x.ToASCII)
		if err == nil && u.IsAbsolute() && credible(u, k) && !slices.Contains(m.Alternatives, u) {
			m.Alternatives = append(m.Alternatives, u)
		}
	}
	return closed, found
}

// closing finds the end of the wrapper: the URI in it ends at end, and the text
// after it begins at next.
//
// A ">" at the beginning of a line, with a blank after it, is email quoting or the
// closing bracket. It is quoting if a closing bracket follows and the white space
// between the two is only at line breaks.
func (c *candidate[T]) closing() (end, next int, v verdict) {
	s := c.s
	mark := byte('>')
	if c.wrapper == WrapperQuotes {
		mark = '"'
	}
	quoteEnd, quote := 0, 0 // the end of the URI, and of the wrapper, if the first quoting is the closing bracket
	spaced := false         // white space within a line was read; a word beyond US-ASCII after that is prose
	limit := c.context + maxLength
	end = c.colon + 1
scan:
	for i := end; i <= limit; {
		if i == len(s) {
			if !c.atEOF {
				return 0, 0, undecided
			}
			break
		}
		b := s[i]
		switch {
		case table[b]&inURI != 0, b == '[', b == ']':
			i++
			end = i
		case b == mark:
			return end, i + 1, found
		case table[b]&isBlank != 0:
			limit = min(limit, i+maxWrapped)
			g := gapAt(s, i, c.atEOF)
			if g.end > limit {
				break scan
			}
			if !g.known {
				return 0, 0, undecided
			}
			if mark == '>' && g.quote > 0 && quote == 0 {
				quoteEnd, quote = end, g.quote+1
			}
			i = g.end
			if g.lines > 1 {
				break scan
			}
			spaced = spaced || g.lines == 0
			if g.lines == 0 && quote > 0 && i < len(s) && s[i] != mark {
				break scan
			}
			if mark == '"' {
				switch begins, known := c.urlBegins(i); {
				case !known:
					return 0, 0, undecided
				case begins:
					break scan
				}
			}
		case b >= utf8.RuneSelf && !spaced:
			k, n, known := charAt(s, i, c.atEOF)
			switch {
			case !known:
				return 0, 0, undecided
			case k < word:
				break scan
			}
			i += n
			end = i
		default:
			break scan
		}
	}
	if quote > 0 {
		return quoteEnd, quote, found
	}
	return 0, 0, none
}

// urlBegins reports whether s[i:] begins with scheme "://", as it does in a list
// of URIs in one pair of quotation marks.
func (c *candidate[T]) urlBegins(i int) (yes, known bool) {
	s := c.s
	j := i
	for j < len(s) && j-i < maxScheme && table[s[j]]&isScheme != 0 {
		j++
	}
	if len(s)-j < len("://") {
		return false, c.atEOF
	}
	return j > i && s[j] == ':' && s[j+1] == '/' && s[j+2] == '/', true
}

// A gap is white space in a wrapper, with the email quoting in it.
type gap struct {
	end   int
	lines int  // line breaks
	quote int  // where the quoting begins; 0: there is none
	known bool // more text does not change it
}

// gapAt returns the gap that begins at s[i:].
func gapAt[T ascii.Text](s T, i int, atEOF bool) gap {
	g := gap{known: true}
	for i < len(s) {
		switch b := s[i]; {
		case b == '\n' && i > 0 && s[i-1] == '\r':
		case b == '\n' || b == '\r':
			g.lines++
		case table[b]&isBlank != 0:
		case b == '>' && g.lines > 0:
			j := i
			for j < len(s) && s[j] == '>' && j-i < maxLead {
				j++
			}
			if j == len(s) {
				g.end, g.known = i, atEOF
				return g
			}
			if table[s[j]]&isBlank == 0 {
				g.end = i
				return g
			}
			if g.quote == 0 {
				g.quote = i
			}
			i = j - 1
		default:
			g.end = i
			return g
		}
		i++
	}
	g.end, g.known = i, atEOF
	return g
}

// unbroken returns s[i:end] without its gaps. hyphens are the offsets in the result
// of hyphens at the end of a line. blankAt is the offset in the result of the first
// gap within a line, or 0 if there is none.
func unbroken[T ascii.Text](s T, i, end int) (text string, hyphens []int, blankAt int) {
	j := i
	for j < end && table[s[j]]&isBlank == 0 {
		j++
	}
	if j == end {
		return string(s[i:end]), nil, 0
	}
	buf := append(make([]byte, 0, end-i), s[i:j]...)
	for j < end {
		if b := s[j]; table[b]&isBlank == 0 {
			buf = append(buf, b)
			j++
			continue
		}
		g := gapAt(s, j, true)
		if g.lines == 0 && blankAt == 0 {
			blankAt = len(buf)
		}
		if g.lines > 0 && buf[len(buf)-1] == '-' {
			hyphens = append(hyphens, len(buf)-1)
		}
		j = g.end
	}
	return string(buf), hyphens, blankAt
}

// maxHyphens is how many hyphens at line ends are kept or left out one by one: each
// doubles the number of readings.
const maxHyphens = 3

// withoutHyphens returns text without each choice of its hyphens or, if there are
// more than maxHyphens, only without all of them.
func withoutHyphens(text string, hyphens []int) (readings []string) {
	all := 1 << min(len(hyphens), maxHyphens)
	first := 1
	if len(hyphens) > maxHyphens {
		first = all - 1
	}
	for drop := first; drop < all; drop++ {
		buf := make([]byte, 0, len(text))
		from := 0
		for n, h := range hyphens {
			if n >= maxHyphens || drop>>n&1 != 0 {
				buf = append(buf, text[from:h]...)
				from = h + 1
			}
		}
		readings = append(readings, string(append(buf, text[from:]...)))
	}
	return readings
}
