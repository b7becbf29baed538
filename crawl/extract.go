package crawl

import (
	"bufio"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri"
)

// A Match is a URI found in a text.
type Match struct {
	// URI is absolute, with its fragment. White space inside a wrapper and what
	// email quoting put there are not part of it.
	URI uri.URI
	// Start and End are the offsets in octets between which the URI stands in
	// the text, without wrapper and prefix. What is there differs from the
	// URI only where a wrapper holds a URI with white space in it.
	Start, End int
	// Wrapper says what stands around it.
	Wrapper Wrapper
	// Alternatives are other readings, less likely ones last: without a hyphen
	// that stands at the end of a line and may be the typesetter's, and, in
	// quotes, the part before the first blank where white space was removed
	// within a line. Mostly it is nil.
	Alternatives []uri.URI
}

// A Wrapper is what delimits a URI in a text (RFC 2396, Appendix E; RFC 1738,
// Appendix).
type Wrapper uint8

const (
	NoWrapper Wrapper = iota // white space and punctuation
	Quotes                   // "http://a/b"
	Angle                    // <http://a/b>
	AngleURL                 // <URL:http://a/b>
)

var wrappers = [...]string{"", `""`, "<>", "<URL:>"}

// String returns the empty string, `""`, "<>" or "<URL:>".
func (w Wrapper) String() string { return name(wrappers[:], int(w)) }

// An Extractor finds the URIs in running text. The zero value does what
// [Extract] and [SplitURIs] do.
type Extractor struct {
	// Schemes are more schemes whose URIs are to be found where no "//" tells a
	// URI from prose, as in "doi:10.1000/182". Their case does not matter.
	Schemes []string
}

// Limits of what is taken for a URI, in octets. They keep the search linear
// where a text opens many brackets and closes none.
const (
	maxScheme  = 63       // the scheme
	maxLead    = 72       // from what opens a wrapper to the ":" behind the scheme
	maxWrapped = 8192     // from the first white space in a wrapper to its end
	maxNested  = 256      // from "(" to the ")" that balances it
	maxLength  = 32 << 10 // a wrapper with what is in it; for SplitURIs any URI
)

// Extract yields the URIs in text, in order; none overlap. Found are, by the
// recommendations of RFC 2396, Appendix E and the appendix of RFC 1738:
//
//   - <URL:...>, the prefix in any case, around any absolute URI;
//   - <...> and "...", around a URI with "//" behind its scheme, or one of
//     a scheme that does without: file, mailto, news, and about, cid, data,
//     geo, javascript, magnet, mid, sip, sips, sms, tel, urn, xmpp, and
//     [Extractor.Schemes];
//   - the same without a wrapper. A prefix "URL:" is no part of it.
//
// White space within a wrapper is ignored, and so is email quoting, "> " at the
// beginning of a line. A wrapper ends at an empty line at the latest.
//
// A URI without a wrapper ends before the first character that no URI can hold.
// Punctuation at its end belongs to the sentence, and so does a bracket that
// nothing balances; a "'" before the URI ends it, too. These are heuristics, no
// RFC has them: "http://a/b,http://c/d" is one URI. Not found, since it is only
// the beginning of something else, is what goes on in "{", in a "%" that begins
// no escape, or in a Latin, Greek or Cyrillic letter beyond US-ASCII, as
// "http://example.com/é" does.
//
// Addresses ("a@example.com") and abbreviations ("www.example.com") are no URIs
// and are left to [Expand].
//
// The time is linear in len(text). For that, a scheme has 63 octets at the most,
// a wrapper 32 KiB, it ends within 8 KiB of the first white space in it, and a
// ")" stands within 256 octets of the "(" that it balances. The search allocates nothing; a
// Match allocates where it is not a part of the text or has alternatives.
// Otherwise its URI shares the memory of the text, and [uri.URI.Clone] ends that.
func Extract(text string) iter.Seq[Match] {
	return Extractor{}.Extract(text)
}

// Extract is the function [Extract] with the settings of x.
func (x Extractor) Extract(text string) iter.Seq[Match] {
	return func(yield func(Match) bool) {
		for from := 0; ; {
			m, next, ok := find(&x, text[from:], true)
			if !ok {
				return
			}
			m.Start += from
			m.End += from
			from += next
			if !yield(m) {
				return
			}
		}
	}
}

// SplitURIs returns a split function for one [bufio.Scanner], which then gives
// the URIs that [Extract] finds, one a token, without white space and, of two
// readings, the first. The text may be of any size, a URI in it at most 32 KiB,
// with the punctuation behind it: a longer one is passed over up to the next
// character that no URI can hold.
func SplitURIs() bufio.SplitFunc {
	return Extractor{}.SplitURIs()
}

// maxHeld is how much of the text a split function keeps for the next call:
// maxLength and more than is looked at before and behind. It is below
// [bufio.MaxScanTokenSize], so that no text stops a Scanner.
const maxHeld = maxLength + 1<<10

// SplitURIs is the function [SplitURIs] with the settings of x.
func (x Extractor) SplitURIs() bufio.SplitFunc {
	long := false // inside a URI that is passed over
	return func(data []byte, atEOF bool) (advance int, token []byte, err error) {
		if long {
			for advance < len(data) && table[data[advance]]&inURI != 0 {
				advance++
			}
			if advance == len(data) {
				return advance, nil, nil
			}
			long = false
		}
		m, next, ok := find(&x, data[advance:], atEOF)
		if ok {
			if m.End-m.Start > maxLength {
				long = true
				return advance + next, nil, nil
			}
			token = data[advance+m.Start : advance+m.End]
			if u := m.URI.String(); len(u) != len(token) {
				token = []byte(u)
			}
			return advance + next, token, nil
		}
		advance += next
		if len(data)-advance > maxHeld {
			long = true
			advance = len(data)
		}
		return advance, nil, nil
	}
}

// find returns the first URI in s and where to go on behind it. Without one, it
// returns where the part of s begins that has to be seen again with more text.
//
// Every URI has a ":". So find looks for these and then around them; what stands
// between them costs next to nothing.
func find[T octets](x *Extractor, s T, atEOF bool) (m Match, next int, ok bool) {
	for i := 0; ; {
		colon := indexByte(s, i, ':')
		if colon < 0 {
			if atEOF {
				return m, len(s), false
			}
			return m, before(s, quotedFrom(s, max(0, len(s)-maxLead), len(s))).context, false
		}
		i = colon + 1
		if i < len(s) && table[s[i]]&inURI == 0 && !marked(s, colon) {
			continue // as most are in prose
		}
		c := candidate[T]{x: x, s: s, atEOF: atEOF, colon: colon, lead: before(s, colon)}
		switch next, v := c.match(&m); v {
		case found:
			return m, next, true
		case undecided:
			return m, c.context, false
		default:
			i = next
		}
	}
}

// A verdict says whether a URI stands somewhere.
type verdict uint8

const (
	none verdict = iota
	found
	undecided // the text that is there does not tell
)

// A lead is what stands before a ":".
type lead struct {
	start   int // where a scheme begins that ends at the ":"; there is none if it is the ":"
	body    int // where a URI begins that fills the wrapper
	context int // what is before this was not looked at
	wrapper Wrapper
	split   bool // white space stands between body and the ":"
}

// marked reports whether anything that opens a wrapper stands before s[colon:],
// near enough for a scheme to be between them.
func marked[T octets](s T, colon int) bool {
	window := s[max(0, colon-maxLead):colon]
	return indexByte(window, 0, '<') >= 0 || indexByte(window, 0, '"') >= 0
}

// before returns what stands before s[colon:].
func before[T octets](s T, colon int) lead {
	i := colon
	for i > 0 && table[s[i-1]]&isScheme != 0 {
		i--
		if colon-i > maxScheme {
			return lead{start: colon, context: i}
		}
	}
	l := lead{start: i, body: i, context: max(i-1, 0)}
	for l.start < colon && table[s[l.start]]&isAlpha == 0 {
		l.start++
	}
	if !marked(s, colon) {
		return l
	}
	low := max(0, colon-maxLead)
	if w, at := opener(s, low, i); w != NoWrapper {
		l.wrapper, l.context = w, at
		return l
	}
	// In a wrapper the scheme may hold white space, too.
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
	if w, at := opener(s, low, i); l.split && w != NoWrapper {
		l.wrapper, l.context, l.body = w, at, i
	}
	return l
}

// opener tells which wrapper s[low:i] opens at its end and where. White space
// may stand behind "<" and "URL:" and not behind a quotation mark, which is a
// closing one there.
func opener[T octets](s T, low, i int) (w Wrapper, at int) {
	j := gapBefore(s, low, i)
	prefix := j-low >= 4 && s[j-1] == ':' && lower(s[j-2]) == 'l' && lower(s[j-3]) == 'r' && lower(s[j-4]) == 'u'
	if prefix {
		i = j - 4
		j = gapBefore(s, low, i)
	}
	switch {
	case i > low && s[i-1] == '"':
		return Quotes, i - 1
	case j == low || s[j-1] != '<':
		return NoWrapper, 0
	case prefix:
		return AngleURL, j - 1
	}
	return Angle, j - 1
}

// gapBefore returns where the [gap] begins that ends before s[i:], not before
// low.
func gapBefore[T octets](s T, low, i int) int {
	for i > low && table[s[i-1]]&isBlank != 0 {
		i--
		if i > low && s[i-1] == '>' {
			i = quotedFrom(s, low, i)
		}
	}
	return i
}

// quotedFrom returns where the email quoting begins that ends before s[i:], i if
// there is none.
func quotedFrom[T octets](s T, low, i int) int {
	j := i
	for j > low && (s[j-1] == '>' || s[j-1] == ' ' || s[j-1] == '\t') {
		j--
	}
	if j > low && j < i && (s[j-1] == '\n' || s[j-1] == '\r') {
		return j
	}
	return i
}

// A candidate is a ":" that may be the one behind a scheme.
type candidate[T octets] struct {
	x     *Extractor
	s     T
	atEOF bool
	colon int
	lead
}

// match sets m to the URI whose scheme ends at the colon, if there is one, and
// returns where to go on.
func (c *candidate[T]) match(m *Match) (next int, v verdict) {
	if c.wrapper != NoWrapper {
		if next, v = c.wrapped(m); v != none {
			return next, v
		}
	}
	if c.start < c.colon {
		return c.bare(m)
	}
	return c.colon + 1, none
}

// A schemeKind says what must follow a scheme for a URI to be seen.
type schemeKind uint8

const (
	unknown schemeKind = iota
	hier               // "//"
	file               // "/"
	opaque             // anything
)

// kind returns the kind of the scheme that s[i:colon] is without white space.
func (c *candidate[T]) kind(i int) schemeKind {
	var buf [maxScheme]byte
	name := buf[:0]
	for ; i < c.colon; i++ {
		if b := c.s[i]; table[b]&isBlank == 0 && len(name) < maxScheme {
			name = append(name, lower(b))
		}
	}
	switch info, _ := uri.LookupScheme(string(name)); {
	case info.Hierarchical && info.Port != 0:
		return hier
	case info.Hierarchical:
		return file
	case info.Bare:
		return opaque
	}
	for _, s := range c.x.Schemes {
		if strings.EqualFold(s, string(name)) {
			return opaque
		}
	}
	return unknown
}

// slashes returns how many "/" follow the colon, at most two. They are not
// known yet if the text ends with them and goes on.
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

// bare reads a URI that no wrapper delimits.
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
		if b := s[first]; table[b]&plain == 0 && b != '%' && b != '[' || table[b]&isStop != 0 {
			return first, none
		}
	case k == opaque, k == file && n == 1:
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
	u, err := uri.Parse(string(s[start:end]))
	if err != nil || !credible(u, k) {
		return stop, none
	}
	*m = Match{URI: u, Start: start, End: end}
	return end, found
}

// credible reports whether u, whose scheme is of kind k, is more than a scheme
// in prose.
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

// run returns where a URI ends that begins at s[start:] and is seen to be one
// at s[i:], and where the characters of the URI end that it is the beginning
// of.
func (c *candidate[T]) run(start, i int) (end, stop int, known bool) {
	s := c.s
	first := i
	fragment := false
	depth, open := 0, 0 // of parentheses, and where the outermost begins
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
			if !escaped(s, i) {
				if len(s)-i < 3 && !c.atEOF {
					return 0, 0, false
				}
				break scan
			}
			i += 2
		case '[':
			n, known := c.literal(first, i)
			if !known {
				return 0, 0, false
			}
			if n == 0 {
				break scan
			}
			i += n - 1
		default:
			break scan
		}
		i++
	}
	end = i
	if depth > 0 {
		end = open
	}
	for end > first && table[s[end-1]]&isStop != 0 {
		end--
	}
	return end, i, true
}

// maxLiteral is more than the longest IPv6 literal has.
const maxLiteral = 48

// literal returns the length of the IPv6 literal at s[i:], where an authority
// begins at s[first:] and s[i] is "[". It is 0 where there can be none.
func (c *candidate[T]) literal(first, i int) (n int, known bool) {
	s := c.s
	if s[first-1] != '/' || i > first && s[i-1] != '@' {
		return 0, true
	}
	for j := first; j < i; j++ {
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
		} else if table[b]&isHex == 0 && b != ':' && b != '.' {
			break
		}
	}
	return 0, true
}

// goesOn reports whether what ended a run at s[i] shows that the run is only a
// part of something that is no URI: a template, a broken escape, or a name in
// an alphabet that parts its words by spaces.
func (c *candidate[T]) goesOn(i int) (yes, known bool) {
	b := c.s[i]
	if b < utf8.RuneSelf {
		return b == '{' || b == '%', true
	}
	head := string(c.s[i:min(i+utf8.UTFMax, len(c.s))])
	if !c.atEOF && !utf8.FullRuneInString(head) {
		return false, false
	}
	r, _ := utf8.DecodeRuneInString(head)
	return unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic), true
}

// wrapped reads the URI that fills the wrapper.
func (c *candidate[T]) wrapped(m *Match) (next int, v verdict) {
	k := c.kind(c.body)
	if c.wrapper == AngleURL {
		k = opaque
	} else if k == unknown && c.split {
		return 0, none
	} else if k == unknown {
		if n, known := c.slashes(); !known {
			return 0, undecided
		} else if n < 2 {
			return 0, none
		}
	} else if k == opaque && c.colon+1 < len(c.s) && table[c.s[c.colon+1]]&isBlank != 0 {
		return 0, none
	}
	end, closed, v := c.closing()
	if v != found {
		return 0, v
	}
	text, hyphens, cut := unbroken(c.s, c.body, end)
	u, err := uri.Parse(text)
	if err != nil || !credible(u, k) {
		return 0, none
	}
	*m = Match{URI: u, Start: c.body, End: end, Wrapper: c.wrapper}
	others := withoutHyphens(text, hyphens)
	if c.wrapper == Quotes && cut > 0 {
		for table[text[cut-1]]&isStop != 0 {
			cut--
		}
		others = append(others, text[:cut])
	}
	for _, text := range others {
		u, err := uri.Parse(text)
		if err == nil && u.IsAbsolute() && credible(u, k) && !slices.Contains(m.Alternatives, u) {
			m.Alternatives = append(m.Alternatives, u)
		}
	}
	return closed, found
}

// closing finds the end of the wrapper: the URI in it ends at end, and the text
// goes on at next.
//
// A ">" at the beginning of a line, a blank behind it, is email quoting or the
// closing bracket. It is quoting if a closing bracket follows and, up to that,
// white space only where lines are broken.
func (c *candidate[T]) closing() (end, next int, v verdict) {
	s := c.s
	mark := byte('>')
	if c.wrapper == Quotes {
		mark = '"'
	}
	quoteEnd, quote := 0, 0 // the end of the URI, and behind the mark, if the first quoting is none
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
		default:
			break scan
		}
	}
	if quote > 0 {
		return quoteEnd, quote, found
	}
	return 0, 0, none
}

// urlBegins reports whether scheme "://" stands at s[i:], as it does in a list
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
	quote int  // where the quoting begins; 0: none
	known bool // more text does not change it
}

// gapAt returns the gap that begins at s[i:].
func gapAt[T octets](s T, i int, atEOF bool) gap {
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

// unbroken returns s[i:end] without its gaps. hyphens are the offsets in the
// result of hyphens at the end of a line. cut is where in the result the first
// gap within a line was, 0 if there was none.
func unbroken[T octets](s T, i, end int) (text string, hyphens []int, cut int) {
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
		if g.lines == 0 && cut == 0 {
			cut = len(buf)
		}
		if g.lines > 0 && buf[len(buf)-1] == '-' {
			hyphens = append(hyphens, len(buf)-1)
		}
		j = g.end
	}
	return string(buf), hyphens, cut
}

// maxHyphens is how many hyphens at line ends are left out one by one: each
// doubles the number of readings.
const maxHyphens = 3

// withoutHyphens returns what text is without some of its hyphens, at least
// without all of them.
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
