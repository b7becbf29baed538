package links

import (
	"strings"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// A run reads a URI that no wrapper surrounds, from its authority, path or opaque
// part on.
type run[T ascii.Text] struct {
	s     T
	atEOF bool
	start int  // where the URI begins
	first int  // where the authority, path or opaque part begins
	i     int  // how far it is read
	ended bool // the URI ends at s[i], whatever follows

	hierarchical bool // the URI has an authority
	authority    int  // the authority does not end before this; -1: it has ended, or there is none
	wide         bool // a letter beyond US-ASCII was read
	wideHost     bool // the authority may have a character beyond US-ASCII

	round, square, foreign brackets // parentheses, "[" and "]", and the brackets beyond US-ASCII
	curly                  brackets // "{" and "}"
}

// A brackets counts the opening brackets that have no partner yet. open is where the
// outermost begins.
type brackets struct{ depth, open int }

// newRun returns the run whose URI begins at s[start:], and its authority, path or
// opaque part at s[first:].
func newRun[T ascii.Text](s T, start, first int, atEOF, hasAuthority bool) run[T] {
	r := run[T]{s: s, atEOF: atEOF, start: start, first: first, i: first, authority: -1}
	if hasAuthority {
		r.authority, r.hierarchical = first, true
	}
	return r
}

// read reads the URI. It ends at end, without final punctuation and without a
// bracket that has no partner. r.i is where it stopped.
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
	end = r.unpaired(r.i)
	if end == r.i && end > r.first && end < len(r.s) && r.delimits(r.s[end]) && !r.endsInEscape(end) {
		return end, true
	}
	return r.withoutStops(end), true
}

// skipPlain returns the offset after the plain bytes that s[i:] begins with.
func skipPlain[T ascii.Text](s T, i int) int {
	for i < len(s) && table[s[i]]&plain != 0 {
		i++
	}
	return i
}

// unpaired returns where the first opening bracket before s[i:] begins that has no
// partner, or r.i if all have one. A "{" without a partner is part of the URI, and "{{"
// begins a template of MediaWiki.
func (r *run[T]) unpaired(i int) int {
	end := min(r.round.unpaired(i, r.i), r.square.unpaired(i, r.i), r.foreign.unpaired(i, r.i))
	if open := r.curly.unpaired(i, end); open+1 < end && r.s[open+1] == '{' {
		return open
	}
	return end
}

// unpaired returns where the outermost bracket begins if that is before i, and stop
// if it is not or if there is no bracket.
func (p *brackets) unpaired(i, stop int) int {
	if p.depth > 0 && p.open < i {
		return p.open
	}
	return stop
}

// next returns the length of the part of s[r.i:] that continues the URI. It is 0 if
// the URI ends here. known is false if that depends on the text after s.
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
		if r.inAuthority() {
			return 0, true
		}
		return r.square.opening(i), true
	case ']':
		return r.square.closing(), true
	case '{':
		if r.inAuthority() {
			return 0, true
		}
		return r.curly.opening(i), true
	case '}':
		return r.curly.closing(), true
	case '^', '|', '`':
		if b == r.mark() || r.inAuthority() {
			return 0, true
		}
		return 1, true
	case '\'':
		if b == r.mark() {
			return 0, true
		}
		return r.apostrophe(1)
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

// apostrophe reads an apostrophe of n bytes. "'s" after a host is no part of it.
func (r *run[T]) apostrophe(n int) (_ int, known bool) {
	s, i := r.s, r.i+n
	if !r.inAuthority() || i < len(s) && s[i] != 's' {
		return n, true
	}
	if i+1 >= len(s) && !r.atEOF {
		return 0, false
	}
	if i < len(s) && (i+1 == len(s) || !(ascii.Letter | ascii.Digit).Has(s[i+1])) {
		return 0, true
	}
	return n, true
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
	case b != r.mark():
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
	control, known := controlEscape(s, i, r.atEOF)
	if r.ended = control; control || !known {
		return 0, known
	}
	switch b := s[i+1]; {
	case isStringEscape(b):
		ends, known := r.escapeEnds()
		if r.ended = ends; ends || !known {
			return 0, known
		}
	case b == '%':
		if len(s)-i < len(`\%hh`) && !r.atEOF {
			return 0, false
		}
	case isEscapable(b):
		switch b {
		case '"', '<', '>':
			return 0, true
		case '(':
			if r.ended, known = r.quotes(); r.ended || !known {
				return 0, known
			}
		case ')':
			r.round.closing()
		case ']':
			r.square.closing()
		case '}':
			r.curly.closing()
		}
		return 2, true
	}
	if r.inAuthority() {
		return 0, true
	}
	return 1, true
}

// quotes reports whether the "\(" at s[r.i] begins a quotation mark of troff, as in "\(dq".
func (r *run[T]) quotes() (yes, known bool) {
	s, i := r.s, r.i+len(`\(`)
	if len(s)-i < len("dq.") && !r.atEOF {
		return false, false
	}
	switch string(s[i:min(i+len("dq"), len(s))]) {
	case "dq", "rq", "cq", "aq":
		i += len("dq")
		return i == len(s) || !(ascii.Letter | ascii.Digit).Has(s[i]), true
	}
	return false, true
}

// fonts are the first letters of fonts after "\f" in troff.
const fonts = "BIRPCS1234([*"

// escapeEnds reports whether the "\" at s[r.i] and the letter after it end the URI: if they
// are an escape of troff that sets the font, or the escape of a line break in a string
// and the next URL or another line break is after it.
func (r *run[T]) escapeEnds() (ends, known bool) {
	s, i := r.s, r.i+len(`\n`)
	if len(s)-i < len("https://") && !r.atEOF {
		return false, false
	}
	if s[i-1] == 'f' {
		return i < len(s) && strings.IndexByte(fonts, s[i]) >= 0, true
	}
	return webBegins(s, i) || isLineEscape(s[i-1]) && len(s)-i >= len(`\n`) && s[i] == '\\' && isLineEscape(s[i+1]), true
}

// webBegins reports whether a URL of the web begins at s[i:].
func webBegins[T ascii.Text](s T, i int) bool {
	head := string(s[i:min(i+len("https://"), len(s))])
	return strings.HasPrefix(head, "http://") || strings.HasPrefix(head, "https://") || strings.HasPrefix(head, "ftp://")
}

// percent reads a "%". It begins an escape or is part of the URI as it is.
func (r *run[T]) percent() (n int, known bool) {
	switch {
	case ascii.Escaped(r.s, r.i):
		if r.s[r.i+1] == '2' && r.s[r.i+2] == '9' {
			r.round.closing()
		}
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
		if ascii.HasPrefixFold(head, entity) {
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

// char reads a character beyond US-ASCII.
func (r *run[T]) char() (n int, known bool) {
	k, n, known := charAt(r.s, r.i, r.atEOF)
	if !known {
		return 0, false
	}
	r.wideHost = r.wideHost || r.authority >= 0
	if k >= word && r.delimited(string(r.s[r.i:r.i+n])) {
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
		if r.follows("‘") || r.follows("’") || r.follows("‚") {
			return 0, true
		}
		return r.apostrophe(n)
	}
	return n, true
}

// delimited reports whether char, beyond US-ASCII, ends the URI as punctuation does
// whose wide form it is.
func (r *run[T]) delimited(char string) bool {
	return char == "｜" && r.follows(char) || r.authority >= 0 && isDelimiter(char) && r.inAuthority()
}

// maxLiteral is greater than the length of every IPv6 literal.
const maxLiteral = 48

// literal returns the length of the IPv6 literal at s[r.i:], or 0 if there cannot
// be one. s[r.i] is "[".
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
