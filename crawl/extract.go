package crawl

import (
	"bufio"
	"iter"

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
