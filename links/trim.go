package links

import (
	"strings"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// trimmed returns the end of the URI in s[p.first:end] without the text after it: final
// punctuation, the opener again, the escapes of a string at the end of its line, and a
// label. A "'" with a partner is no punctuation. An entity at the end is punctuation as
// a whole, except "&amp;".
func (p *scanner[T]) trimmed(end int) int {
	s, first := p.s, p.first
	arrow := end < len(s) && s[end] == '>'
	quotes := -1 // how many "'" are in s[first:end]; -1: not counted yet
	for end > first {
		b := s[end-1]
		switch {
		case (ascii.Letter | ascii.Digit).Has(b):
			if !p.endsInEscape(end) {
				return end
			}
			end -= 2
		case b == '\'':
			if quotes < 0 {
				quotes = strings.Count(string(s[first:end]), "'")
			}
			if quotes%2 == 0 {
				return end
			}
			quotes--
			end--
		case b == ';':
			i := max(first, entityBefore(s, end))
			if ascii.HasPrefixFold(string(s[i:end]), "&amp;") {
				return end // a "&" of HTML
			}
			end = i
		case b == '*' && end == first+1:
			return end // news:*
		case arrow && (b == '-' || b == '='):
			end-- // "->", "=>" and "-->"
		case b == '/' && end-first > 2 && (s[end-2] == '*' && s[end-3] != '/' || s[end-2] == '/' && p.precededBy("//")):
			end -= 2 // a comment; italics of DokuWiki
		case b == '&' && end-first > 2 && s[end-2] == '&':
			end -= 2 // of a shell
		case table[b]&isStop != 0:
			end--
		case b == ']':
			label := p.labelBefore(end)
			if label == end {
				return end
			}
			if quotes >= 0 {
				quotes -= strings.Count(string(s[label:end]), "'")
			}
			end = label
		case b == '&' && end-first >= 2 && s[end-2] == '\\':
			end -= 2 // prints nothing in troff
		case b < utf8.RuneSelf:
			if !p.repeatsOpener(b) {
				return end
			}
			end--
		default:
			c, n := utf8.DecodeLastRuneInString(string(s[max(first, end-utf8.UTFMax):end]))
			if k := kindOf(c); k != stops && k != joins {
				return end
			}
			end -= n
		}
	}
	return end
}

// labelBefore returns the start of the label before s[end:], or end without a label.
// AsciiDoc writes URL[label]. A pair of brackets at the end of a path or fragment is a
// label if it has a letter or "#" in it, and at the end of a path if it is empty,
// except after "_" or another pair, as in "Sprite_[x]". After a macro, as in
// link:URL[label], any pair at the end is.
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

// entityBefore returns the start of the entity before s[end:], or of the ";" there
// without an entity.
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
