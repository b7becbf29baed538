package crawl

import (
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// bareKind returns the kind of the scheme before the colon, and where it begins.
func (c *candidate[T]) bareKind() (k schemeKind, start int) {
	if k = c.kind(c.start); k != unknown {
		return k, c.start
	}
	// A sentence may end right before the URI: "there.http://a/b".
	for i := c.colon - 1; i > c.start; i-- {
		if c.s[i] == '.' {
			if k = c.kind(i + 1); k != unknown {
				return k, i + 1
			}
			break
		}
	}
	return unknown, c.start
}

// bare reads a URI without a wrapper.
func (c *candidate[T]) bare(m *Match) (next int, v verdict) {
	s := c.s
	k, start := c.bareKind()
	n, known := c.slashes()
	if !known {
		return 0, undecided
	}
	first := c.colon + 1
	switch {
	case k == unknown && start > 0 && ascii.Digit.Has(s[start-1]):
		return first, none // a word, and no scheme
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

	text, stop, v := c.text(start, first, n == 2)
	if v != found {
		return stop, v
	}
	u, repaired, err := parse(text, c.x.ToASCII)
	if err != nil || !credible(u, k) {
		return stop, none
	}
	*m = Match{URI: u, Start: start, End: start + len(text), Repaired: repaired}
	return m.End, found
}

// begins reports whether the authority or path of a URI may begin at s[i:].
func (c *candidate[T]) begins(i int) (yes, known bool) {
	b := c.s[i]
	if b < utf8.RuneSelf {
		return table[b]&plain != 0 && table[b]&isStop == 0 && b != '#' || b == '%' || b == '[' || b == '&' || b == '~', true
	}
	k, _, known := charAt(c.s, i, c.atEOF)
	return k == word, known
}

// text returns the text of the URI at s[start:] whose authority, path or opaque part
// begins at s[first:], and where the search goes on if that is no URI.
func (c *candidate[T]) text(start, first int, hasAuthority bool) (text string, stop int, v verdict) {
	r := newRun(c.s, start, first, c.atEOF, hasAuthority)
	end, known := r.read()
	if !known {
		return "", 0, undecided
	}
	if r.i < len(c.s) {
		switch goesOn, known := c.goesOn(r.i, r.mark); {
		case !known:
			return "", 0, undecided
		case goesOn:
			return "", r.i, none
		}
	}
	text = string(c.s[start:end])
	if hasAuthority && r.wide {
		text = text[:withoutForeignPort(text, first-start)]
	}
	return text, r.i, found
}

// goesOn reports whether s[i], where a run ended, shows that the run is only part
// of something that is not a URI: a template, a broken escape, a host with characters
// that no host contains, or a word with a character that no IRI contains. mark is the
// one before the run.
func (c *candidate[T]) goesOn(i int, mark byte) (yes, known bool) {
	switch b := c.s[i]; {
	case b == '{' || b == '%':
		return true, true
	case b == '[' || b == '|' || b == '^' || b == '`' || b == '\\':
		if b == mark {
			return false, true
		}
		if i+1 == len(c.s) {
			return false, c.atEOF
		}
		switch next := c.s[i+1]; b {
		case '[': // "[1]" is a note
			return ascii.Letter.Has(next) || next == '.', true
		case '\\':
			return (ascii.Letter | ascii.Digit).Has(next) || next == '%', true
		default:
			return (ascii.Letter | ascii.Digit).Has(next), true
		}
	case b < utf8.RuneSelf:
		return false, true
	}
	k, _, known := charAt(c.s, i, c.atEOF)
	return k == breaks, known
}
