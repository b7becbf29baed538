package links

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// bareKind returns the kind of the scheme before the ":", and where it begins.
func (c *candidate[T]) bareKind() (k schemeKind, start int) {
	if k = c.kind(c.start); k == unknown {
		// A sentence may end right before the URI: "there.http://a/b".
		start = c.start + 1 + strings.LastIndexByte(string(c.s[c.start:c.marker]), '.')
		if k = c.kind(start); k != unknown {
			return k, start
		}
	}
	return k, c.start
}

// bare reads a URI without a wrapper.
func (c *candidate[T]) bare(m *Match) (next int, ok bool) {
	s := c.s
	k, start := c.bareKind()
	first := c.marker + 1
	slashes := c.head(first, len("//"))
	hasAuthority := slashes == "//"
	switch {
	case k == unknown && start > 0 && ascii.Digit.Has(s[start-1]):
		return first, false // a word, and no scheme
	case hasAuthority:
		first += len("//")
		if !c.has(first, 1) || !c.begins(first) {
			return first, false
		}
	case k == opaque && !c.isProse(start, first), k == file && strings.HasPrefix(slashes, "/"):
	default:
		return first, false
	}

	text, why, stop, ok := c.scan(&c.input, start, first, hasAuthority)
	if !ok {
		return stop, false
	}
	u, repaired, err := parse(text, c.x.ToASCII)
	if err != nil || !credible(u, k) {
		host := c.beforeWord(first, stop)
		if host == first || !schemes.Lookup(string(c.s[start:c.marker])).Special {
			return stop, false
		}
		text, _, _, _ = c.scan(&input[T]{s: c.s[:host]}, start, first, true)
		if u, repaired, err = parse(text, c.x.ToASCII); err != nil || !credible(u, k) {
			return stop, false
		}
		why = EndingHost
	}
	*m = Match{URI: u, Start: start, End: start + len(text), Repaired: repaired, Ending: why}
	if c.longer != "" {
		c.addReadings(m, k, c.longer)
	}
	return m.End, true
}

// begins reports whether the authority or path of a URI may begin at s[i:].
func (c *candidate[T]) begins(i int) bool {
	b := c.s[i]
	if b < utf8.RuneSelf {
		if b == '\\' {
			t := c.token(i)
			return t.n > 0 && t.char == 0 && !t.ends
		}
		return table[b]&plain != 0 && table[b]&isStop == 0 && b != '#' || b == '%' || b == '[' || b == '&' || b == '~'
	}
	k, _ := c.kindAt(i)
	return k == word
}

// scan returns the text of the URI at s[start:] of in, and why it ends. Its authority, path or opaque
// part is at s[first:]. If it is only part of something else, ok is false and stop is where to search
// next. scan sets c.longer to a longer reading: the host with a word of another script after it, or
// the URI with a "." or "," before a quotation mark.
func (c *candidate[T]) scan(in *input[T], start, first int, hasAuthority bool) (text string, why Ending, stop int, ok bool) {
	c.longer = ""
	if !hasAuthority && strings.EqualFold(string(c.s[start:first]), "mailto:") {
		end, longer := c.addressesEnd(first)
		if after := c.head(end, len("%hh")); end > first && !strings.HasPrefix(after, "?") && !ascii.Escaped(after, 0) {
			in, why = &input[T]{s: c.s[:end]}, c.domainEnding(end, end, longer)
			if end < longer {
				c.longer = string(c.s[start:longer])
			}
		}
	}
	p := newScanner(in, start, first, hasAuthority)
	end := p.read()
	switch {
	case p.isPart():
		return "", 0, p.i, false
	case p.isGuess:
		c.longer = c.longerText(start, first, p.i)
	case p.leaves:
		c.longer = string(c.s[start : end+1])
	}
	if p.why != EndingText || len(in.s) == len(c.s) {
		why = p.why
	}
	return string(c.s[start:end]), why, p.i, true
}

// beforeWord returns the end of the host and port at s[first:], with a ":" and a word with white space or the end
// of the text after it: s[first:stop]. It returns first without these.
func (c *candidate[T]) beforeWord(first, stop int) int {
	authority := strings.TrimRight(string(c.s[first:stop]), ".,;:!?")
	colon := strings.LastIndexByte(authority, ':')
	isLetter := func(r rune) bool { return unicode.IsLetter(r) || r == '-' || r == '_' }
	isAddress6 := func(r rune) bool { return r == ':' || r < utf8.RuneSelf && ascii.Hex.Has(byte(r)) }
	name := authority[colon+1:]
	r, _ := utf8.DecodeRuneInString(name)
	switch {
	case c.has(stop, 1) && table[c.s[stop]]&isBlank == 0, strings.ContainsAny(authority, "/?#"), strings.TrimFunc(authority, isAddress6) == "",
		colon < 1 || authority[colon-1] == '\\', !unicode.IsLetter(r) || strings.TrimFunc(name, isLetter) != "":
		return first
	}
	return first + colon
}

// longerText returns the text of the URI at s[start:], with its authority at s[first:], if the
// last label of its host goes on in another script after s[end:]. It is empty if the URI goes on
// for more than maxNested bytes: so the time stays linear.
func (c *candidate[T]) longerText(start, first, end int) string {
	front := input[T]{s: c.s[:min(len(c.s), end+maxNested)]}
	p := newScanner(&front, start, first, true)
	p.anyLabel = true
	end = p.read()
	isPart, isCut := p.isPart(), len(front.s) < len(c.s)
	if isCut && front.seen > len(front.s) {
		isPart, front.seen = true, len(front.s)
	}
	if c.seen = max(c.seen, front.seen); isPart {
		return ""
	}
	return string(c.s[start:end])
}

// addressesEnd returns the end of
//
//	to = addr-spec *("," addr-spec )
//
// (RFC 6068, 2) at s[i:], or i without an address, and the end of a longer domain by another reading. In
// text a domain has letters, digits, "-" and ".", or is in brackets. One with an escape ends before it.
func (in *input[T]) addressesEnd(i int) (end, longer int) {
	end, longer = i, i
	for {
		at := in.localEnd(i)
		if at == i {
			return end, longer
		}
		if n := in.literal(at + 1); n > 0 {
			end, longer = at+1+n, at+1+n
		} else if e, l := in.domainEnd(at + 1); e > at+1 || ascii.Escaped(in.head(e, len("%hh")), 0) {
			end, longer = trimmedDomain(in.s, at+1, e), trimmedDomain(in.s, at+1, l)
		}
		if end < at || !in.has(longer, 1) || in.s[longer] != ',' {
			return end, longer
		}
		i = longer + 1
	}
}

// localEnd returns the offset of the "@" after a local part at s[i:], or i without one.
func (in *input[T]) localEnd(i int) int {
	at := i
	for at-i < 3*maxLocal && in.has(at, 1) && (in.s[at] >= utf8.RuneSelf || isLocal(in.s[at]) && !endsAuthority(in.s[at])) {
		at++
	}
	if at > i && in.has(at, 1) && in.s[at] == '@' {
		return at
	}
	return i
}

// isProse reports whether the text at s[first:] is more likely a sentence than the rest of a URI
// with the scheme at s[start:]. A sentence has no mailbox after mailto, and begins in a script
// without spaces between words after another scheme of the table.
func (c *candidate[T]) isProse(start, first int) bool {
	r, _ := c.rune(first)
	switch scheme := string(c.s[start:c.marker]); {
	case strings.EqualFold(scheme, "mailto"):
		return !strings.ContainsRune(`?/\`, r) && c.localEnd(first) == first
	default:
		return isKana(r) && c.localEnd(first) == first && !hasName(c.x.Schemes, scheme)
	}
}

// isPart reports whether the text read is only part of something else.
func (p *scanner[T]) isPart() bool { return p.broken || p.i < len(p.s) && !p.ended && p.goesOn() }

// goesOn reports whether the text at s[p.i:], after the URI, makes it part of something
// else: a template, a broken escape, a host with impossible characters, or a word with
// a soft hyphen or a tag character.
func (p *scanner[T]) goesOn() bool {
	s, i := p.s, p.i
	switch b := s[i]; {
	case b == '{' || b == '%':
		return true
	case b == '[' || b == '|' || b == '^' || b == '`' || b == '\\':
		switch {
		case p.closes() || !p.has(i+1, 1):
			return false
		case b == '[':
			return p.pairGoesOn(i)
		case b != '\\':
			return p.userinfoGoesOn(i)
		}
		return (ascii.Letter | ascii.Digit).Has(s[i+1]) || s[i+1] == '%'
	case b < utf8.RuneSelf:
		return false
	}
	k, _ := p.kindAt(i)
	return k == breaks
}

// userinfoGoesOn reports whether an "@" follows s[i:] in the authority, so that the host is after it.
func (in *input[T]) userinfoGoesOn(i int) bool {
	for end := i + maxNested; i < end && in.has(i, 1); i++ {
		switch b := in.s[i]; {
		case b == '@':
			return true
		case endsAuthority(b) || table[b]&(inURI|inText) == 0 && b < utf8.RuneSelf:
			return false
		}
	}
	return false
}

// pairGoesOn reports whether the host before the "[" at s[i] goes on after the brackets, as
// in "http://a[.]b/". If not, they hold a label, as white space in them shows too.
func (in *input[T]) pairGoesOn(i int) bool {
	s, letter := in.s, false
	for end := i + maxNested; i < end && in.has(i, 1); i++ {
		switch {
		case table[s[i]]&isBlank != 0:
			return false
		case s[i] == ']':
			after := in.head(i+1, len(":8"))
			switch {
			case after == "":
				return false
			case after[0] >= utf8.RuneSelf:
				return !letter
			case len(after) > 1 && strings.IndexByte("@:?#%-.", after[0]) >= 0:
				after = after[1:]
			}
			return (ascii.Letter | ascii.Digit).Has(after[0]) || after[0] == '/' || after[0] == '_'
		}
		letter = letter || ascii.Letter.Has(s[i]) || s[i] >= utf8.RuneSelf
	}
	return false
}
