package crawl

import (
	"strings"
	"unicode/utf8"

	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// A schemeKind says what must follow a scheme for a URI to be seen.
type schemeKind uint8

const (
	unknown schemeKind = iota
	hier               // "//"
	file               // "/"
	opaque             // anything
)

// kind returns the kind of the scheme s[i:colon], without the white space in it.
func (c *candidate[T]) kind(i int) schemeKind {
	var buf [maxScheme]byte
	scheme := buf[:0]
	for ; i < c.colon; i++ {
		if b := c.s[i]; table[b]&isBlank == 0 && len(scheme) < maxScheme {
			scheme = append(scheme, ascii.Lower(b))
		}
	}
	switch info := schemes.Lookup(string(scheme)); {
	case info.Hierarchical && info.Port != 0:
		return hier
	case info.Hierarchical:
		return file
	case info.Bare:
		return opaque
	}
	for _, s := range c.x.Schemes {
		if strings.EqualFold(s, string(scheme)) {
			return opaque
		}
	}
	return unknown
}

// slashes returns how many "/" follow the colon, at most two. known is false if s
// ends after them and more text may follow.
func (c *candidate[T]) slashes() (n int, known bool) {
	for n < 2 {
		i := c.colon + 1 + n
		if i == len(c.s) {
			return n, c.atEOF
		}
		if c.s[i] != '/' {
			break
		}
		n++
	}
	return n, true
}

// bare reads a URI without a wrapper.
func (c *candidate[T]) bare(m *Match) (next int, v verdict) {
	s, start := c.s, c.start
	k := c.kind(start)
	n, known := c.slashes()
	if !known {
		return 0, undecided
	}
	if k == unknown {
		// A sentence may end right before the URI: "there.http://a/b".
		for i := c.colon - 1; i > start; i-- {
			if s[i] == '.' {
				if k = c.kind(i + 1); k != unknown {
					start = i + 1
				}
				break
			}
		}
	}
	first := c.colon + 1
	switch {
	case n == 2:
		first += 2
		if first == len(s) {
			if c.atEOF {
				return first, none
			}
			return 0, undecided
		}
		switch begins, known := c.begins(first); {
		case !known:
			return 0, undecided
		case !begins:
			return first, none
		}
	case k == opaque && (first == len(s) || s[first] < utf8.RuneSelf), k == file && n == 1:
	default:
		return first, none
	}

	end, stop, known := c.run(start, first)
	if !known {
		return 0, undecided
	}
	if stop < len(s) {
		switch goesOn, known := c.goesOn(stop); {
		case !known:
			return 0, undecided
		case goesOn:
			return stop, none
		}
	}
	u, err := parse(string(s[start:end]), c.x.ToASCII)
	if err != nil || !credible(u, k) {
		return stop, none
	}
	*m = Match{URI: u, Start: start, End: end}
	return end, found
}

// begins reports whether the authority or path of a URI may begin at s[i:].
func (c *candidate[T]) begins(i int) (yes, known bool) {
	b := c.s[i]
	if b < utf8.RuneSelf {
		return table[b]&plain != 0 && table[b]&isStop == 0 || b == '%' || b == '[', true
	}
	k, _, known := charAt(c.s, i, c.atEOF)
	return k == word, known
}

// credible reports whether u, whose scheme is of kind k, has enough after the
// scheme to be a URI and not a word with ":" in prose.
func credible(u uri.URI, k schemeKind) bool {
	authority, defined := u.Authority()
	switch {
	case u.IsOpaque():
		return k == opaque
	case !defined:
		return k == opaque || k == file
	}
	_, query := u.Query()
	return authority != "" || len(u.Path()) > 1 || query || k == opaque || k == file && u.Path() != ""
}

// run scans the URI that begins at s[start:], from its authority, path or opaque
// part at s[i:] on. It returns where the URI ends, without final punctuation and
// without an unbalanced bracket, and where the scan stopped.
func (c *candidate[T]) run(start, i int) (end, stop int, known bool) {
	s := c.s
	first := i
	fragment, wide := false, false // wide: a letter beyond US-ASCII was read
	depth, open := 0, 0            // of parentheses, and where the outermost begins
	authority := first             // literal found no end of the authority before this
scan:
	for {
		for i < len(s) && table[s[i]]&plain != 0 {
			i++
		}
		if depth > 0 && i-open > maxNested {
			i = open
			break
		}
		if i == len(s) {
			if !c.atEOF {
				return 0, 0, false
			}
			break
		}
		switch s[i] {
		case '(':
			if depth == 0 {
				open = i
			}
			depth++
		case ')':
			if depth == 0 {
				break scan
			}
			depth--
		case '\'':
			if start > 0 && s[start-1] == '\'' {
				break scan
			}
		case '#':
			if fragment {
				break scan
			}
			fragment = true
		case '%':
			if !ascii.Escaped(s, i) {
				if len(s)-i < 3 && !c.atEOF {
					return 0, 0, false
				}
				break scan
			}
			i += 2
		case '[':
			n, known := c.literal(first, authority, i)
			if !known {
				return 0, 0, false
			}
			if n == 0 {
				break scan
			}
			authority = i
			i += n - 1
		default:
			if s[i] < utf8.RuneSelf {
				break scan
			}
			k, n, known := charAt(s, i, c.atEOF)
			if !known {
				return 0, 0, false
			}
			switch k {
			case outside, breaks, period:
				break scan
			case word:
				wide = true
			case opens:
				if depth == 0 {
					open = i
				}
				depth++
			case closes:
				if depth == 0 {
					break scan
				}
				depth--
			case stops:
				if !wide {
					break scan
				}
			case joins:
				if singleQuoted(s, start) {
					break scan
				}
			}
			i += n - 1
		}
		i++
	}
	end = i
	if depth > 0 {
		end = open
	}
	return withoutStops(s, first, end), i, true
}

// withoutStops returns the end of s[first:end] without its final punctuation.
func withoutStops[T ascii.Text](s T, first, end int) int {
	for end > first {
		b := s[end-1]
		if table[b]&isStop != 0 {
			end--
			continue
		}
		if b < utf8.RuneSelf {
			break
		}
		r, n := utf8.DecodeLastRuneInString(string(s[max(first, end-utf8.UTFMax):end]))
		if k := kindOf(r); k != stops && k != joins {
			break
		}
		end -= n
	}
	return end
}

// maxLiteral is greater than the length of every IPv6 literal.
const maxLiteral = 48

// literal returns the length of the IPv6 literal at s[i:], or 0 if there can be
// none. s[i] is "[", and the scan of the URI began at s[first:]. The authority does
// not end in s[first:authority].
func (c *candidate[T]) literal(first, authority, i int) (n int, known bool) {
	s := c.s
	if s[first-1] != '/' || i > first && s[i-1] != '@' {
		return 0, true
	}
	for j := authority; j < i; j++ {
		if b := s[j]; b == '/' || b == '?' || b == '#' {
			return 0, true
		}
	}
	for j := i + 1; j < i+maxLiteral; j++ {
		if j == len(s) {
			return 0, c.atEOF
		}
		if b := s[j]; b == ']' {
			return j + 1 - i, true
		} else if !ascii.Hex.Has(b) && b != ':' && b != '.' {
			break
		}
	}
	return 0, true
}

// goesOn reports whether s[i], where a run ended, shows that the run is only part
// of something that is not a URI: a template, a broken escape, or a word with a
// character that no IRI contains.
func (c *candidate[T]) goesOn(i int) (yes, known bool) {
	b := c.s[i]
	if b < utf8.RuneSelf {
		return b == '{' || b == '%', true
	}
	k, _, known := charAt(c.s, i, c.atEOF)
	return k == breaks, known
}
