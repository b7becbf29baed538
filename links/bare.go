package links

import (
	"strings"
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
	if r.i < len(c.s) && !r.ended {
		switch goesOn, known := c.goesOn(&r); {
		case !known:
			return "", 0, undecided
		case goesOn:
			return "", r.i, none
		}
	}
	text = string(c.s[start:end])
	if hasAuthority && r.wideHost {
		n, ok := withoutForeignPort(text, first-start)
		if !ok {
			return "", r.i, none
		}
		text = text[:n]
	}
	return text, r.i, found
}

// goesOn reports whether s[r.i], where the run ended, shows that the run is only part
// of something that is not a URI: a template, a broken escape, a host with characters
// that no host contains, or a word with a character that no IRI contains.
func (c *candidate[T]) goesOn(r *run[T]) (yes, known bool) {
	i := r.i
	switch b := c.s[i]; {
	case b == '{' || b == '%':
		return true, true
	case b == '[' || b == '|' || b == '^' || b == '`' || b == '\\':
		if b == r.mark() {
			return false, true
		}
		if i+1 == len(c.s) {
			return false, c.atEOF
		}
		switch next := c.s[i+1]; {
		case b == '[':
			return c.pairGoesOn(i)
		case b == '\\' && isStringEscape(next):
			return c.escapesGoOn(i)
		default:
			return (ascii.Letter | ascii.Digit).Has(next) || next == '%', true
		}
	case b < utf8.RuneSelf:
		return false, true
	}
	k, _, known := charAt(c.s, i, c.atEOF)
	return k == breaks, known
}

// pairGoesOn reports whether the host before the "[" at s[i] goes on after the brackets, as
// in "http://a[.]b/". If not, they hold a label, as white space in them shows too.
func (c *candidate[T]) pairGoesOn(i int) (yes, known bool) {
	s, letter := c.s, false
	for end := i + maxNested; i < end; i++ {
		switch {
		case i == len(s):
			return false, c.atEOF
		case table[s[i]]&isBlank != 0:
			return false, true
		case s[i] == ']':
			if len(s)-i <= len("]:8") && !c.atEOF {
				return false, false
			}
			after := string(s[i+1 : min(i+len("]:8"), len(s))])
			switch {
			case after == "":
				return false, true
			case after[0] >= utf8.RuneSelf:
				return !letter, true
			case len(after) > 1 && strings.IndexByte("@:?#%-.", after[0]) >= 0:
				after = after[1:]
			}
			return (ascii.Letter | ascii.Digit).Has(after[0]) || after[0] == '/' || after[0] == '_', true
		}
		letter = letter || ascii.Letter.Has(s[i]) || s[i] >= utf8.RuneSelf
	}
	return false, true
}

// escapesGoOn reports whether text of a URI follows the escapes of a string at s[i:], or at
// most a few of them.
func (c *candidate[T]) escapesGoOn(i int) (yes, known bool) {
	s := c.s
	for n := 0; n < 4 && i+1 < len(s) && s[i] == '\\' && isStringEscape(s[i+1]); n++ {
		i += len(`\n`)
	}
	if len(s)-i < len(`\n`) && !c.atEOF {
		return false, false
	}
	return i < len(s) && s[i] != '\'' && s[i] != '`' && s[i] != '\\' && table[s[i]]&(inURI|inText) != 0, true
}
