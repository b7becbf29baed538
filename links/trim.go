package links

import (
	"strings"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// trimmed returns the end of the URI in s[p.first:end] without the text after it.
func (p *scanner[T]) trimmed(end int) int {
	p.arrow, p.quotes = end < len(p.s) && p.s[end] == '>', -1
	for end > p.first {
		n, why := p.trailing(end)
		if n == 0 {
			break
		}
		end, p.why = end-n, why
	}
	return end
}

// trailing returns the length of the text before s[end:] that is no part of the URI, and why: final punctuation, a
// closer, or a label. A "'" with a partner is no punctuation. An entity is
// punctuation as a whole, except "&amp;".
func (p *scanner[T]) trailing(end int) (n int, why Ending) {
	s, first := p.s, p.first
	switch b := s[end-1]; {
	case (ascii.Letter | ascii.Digit).Has(b) || end == p.glyphEnd:
	case b == '\'':
		if p.quotes < 0 {
			p.quotes = strings.Count(string(s[first:end]), "'")
		}
		n = p.quotes % 2
		p.quotes -= n
		return n, EndingPunctuation
	case b == ';':
		i := max(first, entityBefore(s, end))
		if ascii.HasPrefixFold(string(s[i:end]), "&amp;") {
			return 0, 0 // a "&" of HTML
		}
		return end - i, EndingPunctuation
	case b == '*' && end == first+1: // news:*
	case p.arrow && (b == '-' || b == '='): // "->", "=>" and "-->"
		return 1, EndingComment
	case b == '/' && p.closesComment(end), b == '&' && end-first > 2 && s[end-2] == '&': // "&&" of a shell
		return 2, EndingComment
	case table[b]&isStop != 0:
		return 1, EndingPunctuation
	case b == ']':
		label := p.labelBefore(end)
		if p.quotes >= 0 {
			p.quotes -= strings.Count(string(s[label:end]), "'")
		}
		return end - label, EndingLabel
	case b == '&' && end-first >= 2 && s[end-2] == '\\': // prints nothing in troff
		return 2, EndingToken
	case b < utf8.RuneSelf:
		return p.closerBefore(end), EndingOpener
	default:
		c, n := utf8.DecodeLastRuneInString(string(s[max(first, end-utf8.UTFMax):end]))
		if k := kindOf(c); k == stops || k == joins {
			return n, EndingPunctuation
		}
	}
	return 0, 0
}

// closesComment reports whether a "*/" before s[end:] closes a comment. After "/" it is part of the URI, as in
// "http://a/*/", except in a line with "/*" before the URI.
func (p *scanner[T]) closesComment(end int) bool {
	if end-p.first <= 2 || p.s[end-2] != '*' {
		return false
	}
	before := string(p.s[max(0, p.start-maxLead):p.start])
	before = before[1+strings.LastIndexAny(before, "\n\r"):]
	open := strings.LastIndex(before, "/*")
	return p.s[end-3] != '/' || open >= 0 && !strings.Contains(before[open+len("/*"):], "*/")
}

// labelBefore returns the start of the label before s[end:], or end without a label.
// AsciiDoc writes URL[label]. A pair of brackets at the end of a path or fragment is a label if
// it has a letter or "#" in it. So is an empty pair at the end of a path. A pair after "_" or
// after another pair is none, as in "Sprite_[x]". After a macro, as in link:URL[label], every
// pair at the end is one.
func (p *scanner[T]) labelBefore(end int) int {
	s, open := p.s, p.square.open
	switch {
	case open == 0 || open >= end || !p.hierarchical:
		return end // A bracket without a partner is not before end.
	case p.afterMacro():
		return open
	case s[open-1] == '_' || s[open-1] == ']':
		return end
	}
	before, named := string(s[p.first:open]), strings.ContainsFunc(string(s[open+1:end-1]), isNameRune)
	part, pair := strings.LastIndexAny(before, "?#"), strings.LastIndexAny(before, "=&")
	switch {
	case part < 0 && (named || open+2 == end), // of a path
		part >= 0 && before[part] == '#' && named,
		part >= 0 && before[part] == '?' && pair > part && before[pair] == '=':
		return open
	}
	return end
}

// isNameRune reports whether r shows that brackets hold a label, and no index as in "a[1]".
func isNameRune(r rune) bool { return r == '#' || r >= utf8.RuneSelf || ascii.Letter.Has(byte(r)) }

// maxName is the length of the longest name or number of an entity at the end of a URI.
const maxName = 8

// entityBefore returns the start of the entity before s[end:], or else of the ";" there.
func entityBefore[T ascii.Text](s T, end int) int {
	for i := end - 2; i >= max(0, end-2-maxName); i-- {
		switch b := s[i]; {
		case b == '&' && i < end-2:
			return i
		case !(ascii.Letter | ascii.Digit).Has(b) && b != '#':
			return end - 1
		}
	}
	return end - 1
}
