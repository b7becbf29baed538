package crawl

import (
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// A run reads a URI that no wrapper surrounds, from its authority, path or opaque
// part on.
type run[T ascii.Text] struct {
	s     T
	atEOF bool
	first int // where the authority, path or opaque part begins
	i     int // how far it is read

	mark      byte // stands before the URI, and the next one ends it; "*" and "~" are two
	wideBar   bool // "｜" stands before the URI, and the next one ends it
	authority int  // the authority does not end before this; -1: it has ended, or there is none
	wide      bool // a letter beyond US-ASCII was read
	quoted    bool // a single quotation mark beyond US-ASCII is before the URI

	round, foreign brackets // parentheses, and the brackets beyond US-ASCII
	square, curly  int      // how many "[" and "{" have no partner yet
}

// A brackets counts the opening brackets that have no partner yet; open is where the
// outermost begins.
type brackets struct{ depth, open int }

// newRun returns the run whose URI begins at s[start:], and its authority, path or
// opaque part at s[first:].
func newRun[T ascii.Text](s T, start, first int, atEOF, hasAuthority bool) run[T] {
	r := run[T]{s: s, atEOF: atEOF, first: first, i: first, authority: -1}
	if hasAuthority {
		r.authority = first
	}
	r.quoted = singleQuoted(s, start)
	r.wideBar = start >= len("｜") && string(s[start-len("｜"):start]) == "｜"
	if start > 0 {
		switch b := s[start-1]; {
		case b == '\'' || b == '`' || b == '|', start > 1 && b == s[start-2] && (b == '*' || b == '~'):
			r.mark = b
		case parameter(s, start) < start:
			r.mark = '|'
		}
	}
	return r
}

// parameter returns where the "|name=" of a MediaWiki template begins that ends before
// s[end:], or end if there is none.
func parameter[T ascii.Text](s T, end int) int {
	if end == 0 || s[end-1] != '=' {
		return end
	}
	i := end - 1
	for i > 0 && end-i <= maxScheme && table[s[i-1]]&isScheme != 0 {
		i--
	}
	if i == 0 || s[i-1] != '|' {
		return end
	}
	return i - 1
}

// read reads the URI. It ends at end, without final punctuation and without a
// bracket that has no partner; r.i is where it stopped.
func (r *run[T]) read() (end int, known bool) {
	for {
		r.i = skipPlain(r.s, r.i)
		if open := r.unpaired(r.i - maxNested); open < r.i {
			r.i = open
			break
		}
		if r.i == len(r.s) {
			if !r.atEOF {
				return 0, false
			}
			break
		}
		n, known := r.next()
		if !known {
			return 0, false
		}
		if n == 0 {
			break
		}
		r.i += n
	}
	return withoutStops(r.s, r.first, r.unpaired(r.i)), true
}

// skipPlain returns the offset after the plain bytes that s[i:] begins with.
func skipPlain[T ascii.Text](s T, i int) int {
	for i < len(s) && table[s[i]]&plain != 0 {
		i++
	}
	return i
}

// unpaired returns where the first opening bracket before s[i:] begins that has no
// partner, or r.i if there is none. A "[" or "{" without a partner is part of the
// URI.
func (r *run[T]) unpaired(i int) int {
	return min(r.round.unpaired(i, r.i), r.foreign.unpaired(i, r.i))
}

// unpaired returns where the outermost bracket begins if that is before i, and stop
// if it is not or if there is no bracket.
func (p *brackets) unpaired(i, stop int) int {
	if p.depth > 0 && p.open < i {
		return p.open
	}
	return stop
}

// next returns the length of the part of s[r.i:] that continues the URI, which is 0
// if the URI ends here. known is false if that depends on the text after s.
func (r *run[T]) next() (n int, known bool) {
	s, i := r.s, r.i
	switch b := s[i]; b {
	case '(':
		return r.round.opening(i), true
	case ')':
		return r.round.closing(), true
	case '[':
		if n, known := r.literal(); n > 0 || !known {
			return n, known
		}
		return r.raw(&r.square, +1)
	case ']':
		return r.raw(&r.square, -1)
	case '{':
		return r.raw(&r.curly, +1)
	case '}':
		return r.raw(&r.curly, -1)
	case '^':
		return r.raw(nil, 0)
	case '|', '`':
		if b == r.mark {
			return 0, true
		}
		return r.raw(nil, 0)
	case '\'':
		if b == r.mark {
			return 0, true
		}
		return 1, true
	case '*', '~':
		return r.emphasis(b)
	case '\\':
		return r.backslash()
	case '%':
		return r.percent()
	case '&':
		return r.ampersand()
	default:
		if b < utf8.RuneSelf {
			return 0, true
		}
		return r.char()
	}
}

// opening counts an opening bracket at s[i].
func (p *brackets) opening(i int) int {
	if p.depth == 0 {
		p.open = i
	}
	p.depth++
	return 1
}

// closing counts a closing bracket. It returns 0 if that has no partner.
func (p *brackets) closing() int {
	if p.depth == 0 {
		return 0
	}
	p.depth--
	return 1
}

// raw reads a character that no URI contains, but that is part of one in a text
// unless it is in the authority. It adds by to unpaired, the number of opening
// brackets, which must not become negative.
func (r *run[T]) raw(unpaired *int, by int) (n int, known bool) {
	if r.inAuthority() {
		return 0, true
	}
	if unpaired != nil {
		if *unpaired+by < 0 {
			return 0, true
		}
		*unpaired += by
	}
	return 1, true
}

// inAuthority reports whether s[r.i] is in the authority.
func (r *run[T]) inAuthority() bool {
	for ; r.authority >= 0 && r.authority < r.i; r.authority++ {
		if b := r.s[r.authority]; b == '/' || b == '?' || b == '#' {
			r.authority = -1
			return false
		}
	}
	return r.authority >= 0
}

// emphasis reads a "*" or "~". Two of them end a URI that two of them stand before.
func (r *run[T]) emphasis(b byte) (n int, known bool) {
	switch {
	case b != r.mark:
		return 1, true
	case r.i+1 == len(r.s):
		return 1, r.atEOF
	case r.s[r.i+1] == b:
		return 0, true
	}
	return 1, true
}

// backslash reads a "\". Before punctuation it is an escape of Markdown or JSON, and
// the character after it is data: it may close a bracket, but never ends the URI.
func (r *run[T]) backslash() (n int, known bool) {
	s, i := r.s, r.i
	if i+1 == len(s) {
		return 1, r.atEOF
	}
	switch b := s[i+1]; {
	case b == '%':
		if len(s)-i < len(`\%hh`) && !r.atEOF {
			return 0, false
		}
	case isEscapable(b):
		switch b {
		case '"', '<', '>':
			return 0, true
		case ')':
			r.round.closing()
		case ']':
			r.square = max(0, r.square-1)
		case '}':
			r.curly = max(0, r.curly-1)
		}
		return 2, true
	}
	if r.inAuthority() {
		return 0, true
	}
	return 1, true
}

// percent reads a "%", which begins an escape or is part of the URI as it is.
func (r *run[T]) percent() (n int, known bool) {
	switch {
	case ascii.Escaped(r.s, r.i):
		return len("%hh"), true
	case len(r.s)-r.i < len("%hh") && !r.atEOF:
		return 0, false
	case r.inAuthority():
		return 0, true
	}
	return 1, true
}

// maxEntity is the length of the longest of endings.
const maxEntity = len("&quot;")

// ampersand reads a "&". The entity of a character that ends a URI ends it too.
func (r *run[T]) ampersand() (n int, known bool) {
	if len(r.s)-r.i < maxEntity && !r.atEOF {
		return 0, false
	}
	head := string(r.s[r.i:min(r.i+maxEntity, len(r.s))])
	for _, entity := range endings {
		if hasEntity(head, entity) {
			return 0, true
		}
	}
	return 1, true
}

// endings are the entities of characters that end a URI: of quotation marks, "<",
// ">" and the space that does not break.
var endings = [...]string{
	"&lt;", "&gt;", "&quot;", "&apos;", "&nbsp;", "&#34;", "&#39;", "&#60;", "&#62;", "&#160;",
	"&#x22;", "&#x27;", "&#x3c;", "&#x3e;", "&#xa0;",
}

// hasEntity reports whether s begins with entity, which is in lower case.
func hasEntity(s, entity string) bool {
	if len(s) < len(entity) {
		return false
	}
	for i := range len(entity) {
		if ascii.Lower(s[i]) != entity[i] {
			return false
		}
	}
	return true
}

// char reads a character beyond US-ASCII.
func (r *run[T]) char() (n int, known bool) {
	k, n, known := charAt(r.s, r.i, r.atEOF)
	switch {
	case !known:
		return 0, false
	case k >= word && (r.authority >= 0 || r.wideBar) && r.delimited(string(r.s[r.i:r.i+n])):
		return 0, true
	}
	switch k {
	case outside, breaks, period:
		return 0, true
	case word:
		r.wide = true
	case opens:
		r.foreign.opening(r.i)
	case closes:
		if r.foreign.closing() == 0 {
			return 0, true
		}
	case stops:
		if !r.wide {
			return 0, true
		}
	case joins:
		if r.quoted {
			return 0, true
		}
	}
	return n, true
}

// delimited reports whether char, beyond US-ASCII, ends the URI as punctuation does
// whose wide form it is.
func (r *run[T]) delimited(char string) bool {
	return r.wideBar && char == "｜" || isDelimiter(char) && r.inAuthority()
}

// maxLiteral is greater than the length of every IPv6 literal.
const maxLiteral = 48

// literal returns the length of the IPv6 literal at s[r.i:], or 0 if there can be
// none. s[r.i] is "[".
func (r *run[T]) literal() (n int, known bool) {
	s, i := r.s, r.i
	if i > r.first && s[i-1] != '@' || !r.inAuthority() {
		return 0, true
	}
	for j := i + 1; j < i+maxLiteral; j++ {
		if j == len(s) {
			return 0, r.atEOF
		}
		if b := s[j]; b == ']' {
			return j + 1 - i, true
		} else if !ascii.Hex.Has(b) && b != ':' && b != '.' {
			break
		}
	}
	return 0, true
}

// withoutStops returns the end of s[first:end] without its final punctuation. A "'"
// with a partner is no punctuation, and an entity at the end is one as a whole, except
// that "&amp;" is a "&".
func withoutStops[T ascii.Text](s T, first, end int) int {
	quotes := -1 // how many "'" are in s[first:end]; -1: not counted yet
	for end > first {
		b := s[end-1]
		switch {
		case b == '\'':
			if quotes < 0 {
				quotes = count(s[first:end], '\'')
			}
			if quotes%2 == 0 {
				return end
			}
			quotes--
			end--
		case b == ';':
			i := max(first, entityBefore(s, end))
			if hasEntity(string(s[i:end]), "&amp;") {
				return end // a "&" of HTML
			}
			end = i
		case b == '*' && end == first+1:
			return end // news:*
		case table[b]&isStop != 0:
			end--
		case b < utf8.RuneSelf:
			return end
		default:
			r, n := utf8.DecodeLastRuneInString(string(s[max(first, end-utf8.UTFMax):end]))
			if k := kindOf(r); k != stops && k != joins {
				return end
			}
			end -= n
		}
	}
	return end
}

// maxName is the length of the longest name or number of an entity that is left out
// at the end of a URI.
const maxName = 8

// entityBefore returns where the entity that ends before s[end:] begins, or the ";"
// before s[end:] if there is none.
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
