package links

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// A scanner reads a URI without a wrapper, from its authority, path or opaque part on.
type scanner[T ascii.Text] struct {
	*input[T]
	start    int  // where the URI begins
	first    int  // where the authority, path or opaque part begins
	i        int  // how far it is read
	ended    bool // the URI ends at s[i], whatever follows
	why      Ending
	arrow    bool // a ">" follows
	quotes   int  // how many "'" the URI has; below zero: not counted yet
	leaves   bool // a final "." or "," in quotation marks was left out
	glyphEnd int  // the end of the last token of troff that stands for a character

	hierarchical bool // the URI has an authority
	authority    bool // s[i] is in it
	wide         bool // a letter beyond US-ASCII was read
	anyLabel     bool // the last label may mix scripts
	isGuess      bool // the authority ended within its last label
	broken       bool // the text is only part of something else
	quoted       bool // a "'" was read
	query        bool // the query has begun before s[queryEnd]
	queryEnd     int  // how far inQuery has looked

	round, square, foreign brackets // parentheses, "[" and "]", and the brackets beyond US-ASCII
	curly                  brackets // "{" and "}"
}

// A brackets counts the opening brackets without a partner. open is the outermost one.
type brackets struct{ depth, open int }

// newScanner returns the scanner of the URI at start with its first part at first.
func newScanner[T ascii.Text](in *input[T], start, first int, hasAuthority bool) scanner[T] {
	return scanner[T]{input: in, start: start, first: first, i: first, hierarchical: hasAuthority, authority: hasAuthority}
}

// read reads the URI. It ends at end, before final punctuation and before a bracket
// without a partner. p.i is where reading stopped.
func (p *scanner[T]) read() (end int) {
	if p.authority {
		p.readPart(plainHost)
		p.authority = false
		if p.wide {
			p.endAuthority()
		}
		if i := p.i + 1; p.i < len(p.s) && p.s[p.i] == '/' && p.has(i, 1) && isListComma(p.s[i]) && p.itemBegins(i+1) {
			p.i, p.ended, p.why = i, true, EndingList
		}
	}
	if !p.ended && (!p.hierarchical || p.i < len(p.s) && (endsAuthority(p.s[p.i]) || p.s[p.i] == '\\' && endsAuthority(p.token(p.i).char))) {
		p.readPart(plain)
	}
	if end = p.unpaired(p.i); end < p.i {
		p.why = EndingBracket
	} else if end > p.first && end < len(p.s) && closerRows[p.s[end]] != 0 {
		if closer, isVerbatim := p.closer(end); isVerbatim {
			return p.verbatim(end, closer)
		}
	}
	return p.trimmed(end)
}

// verbatim returns the end of the URI before the closer at s[end:]. Punctuation there is part of it, except a "." or
// "," in quotation marks and the punctuation before that.
func (p *scanner[T]) verbatim(end int, closer string) int {
	p.why = EndingOpener
	if b := p.s[end-1]; closer == "'" && (b == '.' || b == ',') && end-1 > p.first {
		p.why, p.leaves = EndingPunctuation, true
		return p.trimmed(end - 1)
	}
	return end
}

// endAuthority ends the URI at the end of its authority, if that is before s[p.i].
func (p *scanner[T]) endAuthority() {
	authority := string(p.s[p.first:p.i])
	n, isGuess, ok := authorityEnd(authority, p.i < len(p.s) && p.s[p.i] == '/')
	switch {
	case !ok:
		p.broken = true
	case n < len(authority) && !(isGuess && p.anyLabel):
		*p = newScanner(&input[T]{s: p.s[:p.first+n]}, p.start, p.first, true)
		p.readPart(plainHost)
		p.authority, p.ended, p.isGuess, p.why = false, true, isGuess, EndingScript
	}
}

// readPart reads the authority, or the rest of the URI. A byte of the class k is part of it anywhere.
func (p *scanner[T]) readPart(k class) {
	for {
		s, i := p.s, p.i
		for i < len(s) && table[s[i]]&k != 0 {
			i++
		}
		if p.i = i; k == plainHost && i < len(s) && s[i] == '/' {
			return // as most authorities end
		}
		if open := p.unpaired(p.i - maxNested); open < p.i {
			p.i, p.why = open, EndingBracket
			return
		}
		if !p.has(p.i, 1) {
			p.why = EndingText
			return
		}
		p.why = EndingCharacter
		n := p.next()
		if n == 0 {
			return
		}
		p.i += n
	}
}

// endsAuthority reports whether b begins the part of a URI after an authority.
func endsAuthority(b byte) bool { return b == '/' || b == '?' || b == '#' }

// unpaired returns the offset of the first opening bracket without a partner before
// s[i:], or p.i without one. A "{" without a partner is part of the URI, and "{{"
// begins a template of MediaWiki.
func (p *scanner[T]) unpaired(i int) int {
	end := p.i
	if p.round.depth+p.square.depth+p.foreign.depth+p.curly.depth == 0 {
		return end
	}
	for _, b := range [...]*brackets{&p.round, &p.square, &p.foreign, &p.curly} {
		if b.depth > 0 && b.open < min(i, end) && (b != &p.curly || b.open+1 < end && p.s[b.open+1] == '{') {
			end = b.open
		}
	}
	return end
}

// next returns the length of the next part of the URI, at s[p.i:], or 0 if the URI ends there.
func (p *scanner[T]) next() (n int) {
	s, i := p.s, p.i
	switch b := s[i]; b {
	case '(':
		return p.round.opening(i)
	case ')', ']', '}':
		return p.closing(b)
	case '[', '{':
		switch {
		case p.closesTag():
			return p.end(EndingTag)
		case !p.authority:
			return p.brackets(b).opening(i)
		case b == '[' && (i == p.first || s[i-1] == '@'):
			if n := p.literal(i); n > 0 {
				return n
			}
		}
		return p.stop(EndingHost)
	case ',', ';', '^', '|', '`', '\'', '*', '~':
		switch {
		case p.authority && isListComma(b) && p.itemBegins(i+1):
			return p.end(EndingList)
		case p.closes():
			return p.stop(EndingOpener)
		case p.authority && table[b]&inURI == 0:
			return p.stop(EndingHost)
		case b == '\'':
			return p.apostrophe()
		}
		return 1
	case '\\':
		return p.backslash()
	case '%':
		return p.percent()
	case '&':
		return p.ampersand()
	case '\x1b':
		return p.stop(EndingToken)
	default:
		if b < utf8.RuneSelf {
			return 0
		}
		return p.wideChar()
	}
}

// stop ends the URI at s[p.i]. It returns 0.
func (p *scanner[T]) stop(why Ending) int {
	p.why = why
	return 0
}

// end ends the URI at s[p.i] as stop does, whatever follows.
func (p *scanner[T]) end(why Ending) int {
	p.ended = true
	return p.stop(why)
}

// brackets returns the count of the brackets of US-ASCII of which b is one.
func (p *scanner[T]) brackets(b byte) *brackets {
	switch b {
	case '(', ')':
		return &p.round
	case '[', ']':
		return &p.square
	}
	return &p.curly
}

// closing counts the closing bracket b. Without a partner it ends the candidate.
func (p *scanner[T]) closing(b byte) int {
	if p.brackets(b).closing() == 0 {
		return p.stop(EndingBracket)
	}
	return 1
}

// opening counts an opening bracket at s[i].
func (p *brackets) opening(i int) int {
	if p.depth == 0 {
		p.open = i
	}
	p.depth++
	return 1
}

// closing counts a closing bracket. It returns 0 without a partner.
func (p *brackets) closing() int {
	if p.depth == 0 {
		return 0
	}
	p.depth--
	return 1
}

// apostrophe reads a "'". "'s" after a host is no part of it. The first "'" ends a URI
// before ",", ")", ";", "]" and "/>", because it is the end of a string around the URI.
func (p *scanner[T]) apostrophe() int {
	after := p.head(p.i+1, len("/>"))
	isFirst := !p.quoted
	p.quoted = true
	switch {
	case after == "":
	case p.authority && after[0] == 's' && (len(after) == 1 || !(ascii.Letter | ascii.Digit).Has(after[1])),
		isFirst && (strings.IndexByte(",);]", after[0]) >= 0 || after == "/>"):
		return p.stop(EndingQuote)
	}
	return 1
}

// backslash reads a "\". The character that a token stands for is data: it may open or close a bracket, but never
// ends the URI otherwise.
func (p *scanner[T]) backslash() (n int) {
	s, i := p.s, p.i
	if !p.has(i+1, 1) {
		return 1
	}
	j := i + 1
	for p.has(j, 1) && s[j] == '\\' {
		j++
	}
	switch {
	case j > i+1 && p.closesString(j):
		return p.end(EndingToken)
	case j > i+1:
		return (j - i) &^ 1
	case p.closes():
		return p.stop(EndingOpener)
	case s[i+1] == '%':
		p.has(i, len(`\%hh`)) // whether it is an escape matters later
	}
	switch t := p.token(i); {
	case p.authority && endsAuthority(t.char):
		return 0
	case t.ends && t.char != 0:
		return p.stop(EndingToken)
	case t.ends:
		return p.end(EndingToken)
	case t.n > 0:
		return p.glyph(t)
	case p.authority:
		return p.stop(EndingHost)
	}
	return 1
}

// glyph reads the character that the token t stands for.
func (p *scanner[T]) glyph(t token) int {
	if t.n > len(`\_`) && t.char != 0 {
		p.glyphEnd = p.i + t.n
		if p.authority && table[t.char]&inURI == 0 {
			return p.stop(EndingHost)
		}
	}
	switch t.char {
	case '(', '[', '{':
		p.brackets(t.char).opening(p.i)
	case ')', ']', '}':
		if p.closing(t.char) == 0 {
			return 0
		}
	}
	return t.n
}

// percent reads a "%". It begins an escape or is part of the URI as it is.
func (p *scanner[T]) percent() (n int) {
	switch text := p.head(p.i, len("%hh")); {
	case ascii.Escaped(text, 0):
		if text == "%29" {
			p.round.closing()
		}
		return len(text)
	case p.authority:
		return 0
	}
	return 1
}

// ampersand reads a "&". One of the [entities] ends the URI.
func (p *scanner[T]) ampersand() (n int) {
	after := p.head(p.i, maxEntity)[len("&"):]
	if after == "" || strings.IndexByte("lgqanLGQAN#", after[0]) < 0 {
		return 1 // as most names of a query
	}
	for _, entity := range entities {
		if ascii.HasPrefixFold(after, entity) {
			return p.stop(EndingEntity)
		}
	}
	return 1
}

// wideChar reads a character beyond US-ASCII.
func (p *scanner[T]) wideChar() int {
	r, n := p.rune(p.i)
	k := kindOf(r)
	switch {
	case k == breaks:
		p.broken = true
		return 0
	case k.ends(), k == period:
		return 0
	case p.authority:
		p.wide = true
		n = p.domainChar(p.i)
		p.broken = n == 0 && p.isLikeHyphen(p.i)
		return n
	}
	switch {
	case r == '｜' && p.precededBy("｜"):
		return p.stop(EndingOpener)
	case r == '＂', r == '＇':
		return 0
	case p.has(p.i+n, 1) && ascii.Letter.Has(p.s[p.i+n]) && unicode.IsPunct(r) && p.urlBegins(p.i+n):
		return 0
	}
	switch k {
	case word:
		p.wide = true
	case opens:
		p.foreign.opening(p.i)
	case closes:
		if p.foreign.closing() == 0 {
			return p.stop(EndingBracket)
		}
	case stops:
		if !p.wide {
			return 0
		}
	case joins:
		if p.precededBy("‘") || p.precededBy("’") || p.precededBy("‚") {
			return p.stop(EndingOpener)
		}
	case reserved:
		if !p.inQuery() {
			return 0
		}
	}
	return n
}

func (p *scanner[T]) inQuery() bool {
	for p.queryEnd = max(p.queryEnd, p.first); p.queryEnd < p.i; p.queryEnd++ {
		b := p.s[p.queryEnd]
		p.query = b == '?' || p.query
		if b == '#' {
			p.query, p.queryEnd = false, len(p.s)
		}
	}
	return p.query
}

// maxLiteral is greater than the length of every IPv6 literal.
const maxLiteral = 48

// literal returns the length of the IPv6 literal at s[i:], or 0 if there cannot be one.
func (in *input[T]) literal(i int) (n int) {
	if !in.has(i, 1) || in.s[i] != '[' {
		return 0
	}
	for j := i + 1; j < i+maxLiteral && in.has(j, 1); j++ {
		if b := in.s[j]; b == ']' {
			return j + 1 - i
		} else if !ascii.Hex.Has(b) && b != ':' && b != '.' {
			break
		}
	}
	return 0
}
