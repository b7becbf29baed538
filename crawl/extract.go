package crawl

import (
	"iter"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// A Match is a URI found in a text.
type Match struct {
	// URI is absolute, with its fragment. White space and email quoting inside a
	// wrapper are not part of it. If the text has an IRI, this is the URI that RFC
	// 3987, 3.1 maps it to.
	URI uri.URI
	// Start and End are byte offsets: the URI or IRI is text[Start:End], without
	// wrapper and prefix. The text there differs from the URI only if it is an IRI,
	// if there is white space in a wrapper, or if [Extractor.JSON] is set.
	Start, End int
	// Wrapper is what surrounds it.
	Wrapper Wrapper
	// Alternatives are other readings, the most likely first: one without a
	// hyphen at the end of a line, which may be the typesetter's; and, in
	// quotes, the part before the first white space within a line. It is
	// usually nil.
	Alternatives []uri.URI
}

// A Wrapper is what delimits a URI in a text (RFC 2396, Appendix E; RFC 1738,
// Appendix).
type Wrapper uint8

const (
	WrapperNone     Wrapper = iota // white space and punctuation
	WrapperQuotes                  // "http://a/b"
	WrapperAngle                   // <http://a/b>
	WrapperAngleURL                // <URL:http://a/b>
)

var wrappers = [...]string{"", `""`, "<>", "<URL:>"}

// String returns the empty string, `""`, "<>" or "<URL:>".
func (w Wrapper) String() string { return ascii.Name(wrappers[:], int(w)) }

// An Extractor finds the URIs in running text. The zero value does what
// [Extract] does.
type Extractor struct {
	// Schemes are more schemes whose URIs are found without "//", such as
	// "doi:10.1000/182". Their case does not matter.
	Schemes []string
	// ToASCII turns a host name with characters beyond US-ASCII into US-ASCII, as IDNA
	// does. Without it the name is escaped, which browsers read as the same host.
	// An IRI whose host it refuses is not found.
	ToASCII func(name string) (string, error)
	// JSON reads the escape sequences of strings in JSON and JavaScript: in
	// "http:\/\/a\/?b\u0026c" it finds http://a/?b&c. It does not read \u{...}, octal
	// escapes and line continuations, which end a URI. Offsets still count in the
	// text as written.
	JSON bool
}

// Limits of what is taken for a URI, in bytes. They keep the search linear if a
// text opens many brackets and closes none.
const (
	maxScheme  = 63       // the scheme
	maxLead    = 72       // from what opens a wrapper to the ":" after the scheme
	maxWrapped = 8192     // from the first white space in a wrapper to its end
	maxNested  = 256      // from "(" to the ")" that balances it
	maxLength  = 32 << 10 // a wrapper with what is in it; for ExtractFrom any URI
)

// Extract yields the URIs and IRIs in text, which is UTF-8, in order. None
// overlap. By the recommendations of RFC 2396, Appendix E and the appendix of
// RFC 1738 it finds:
//
//   - <URL:...>, the prefix in any case, around any absolute URI;
//   - <...> and "...", around a URI with "//" after its scheme, or one of
//     a scheme that is written without: file, mailto, news, and about, cid, data,
//     geo, javascript, magnet, mid, sip, sips, sms, tel, urn, xmpp, and
//     [Extractor.Schemes];
//   - the same without a wrapper. A prefix "URL:" is not part of it.
//
// White space within a wrapper is ignored, and so is email quoting, "> " at the
// beginning of a line. A wrapper ends at an empty line at the latest.
//
// A URI without a wrapper ends before the first character that no URI or IRI can
// contain (RFC 3987, 2.2). Punctuation of any script at its end belongs to the
// sentence, and so does a bracket without its partner. If a "'" is directly before
// the URI, the next "'" ends it. These heuristics are in no RFC:
// "http://a/b,http://c/d" is one URI.
//
// A letter beyond US-ASCII continues a URI: "http://a/b的" is one IRI. "。" always
// ends a URI, although an IRI may contain it: in running text it ends a sentence
// without a space after it. Within a wrapper it is kept. "，", "…" and the like end
// a URI that has no letter beyond US-ASCII before them. A space of Unicode, a
// character that sets the direction of the text, and a byte that is not UTF-8 end
// it too.
//
// Extract skips a candidate that is only part of something else: one directly
// followed by "{", by a "%" that begins no escape, by a soft hyphen, a tag
// character (U+E0000 to U+E0FFF) or U+FFFD. It also skips an IRI with a private-use
// character outside its query.
//
// Addresses ("a@example.com") and abbreviations ("www.example.com") are not URIs;
// see [Expand].
//
// The time is linear in len(text). To keep it so, a scheme has at most 63 bytes and
// a wrapper 32 KiB, a wrapper ends within 8 KiB of the first white space in it, and
// a ")" is within 256 bytes of its "(". The search allocates only for a candidate
// that [uri.Parse] refuses, and for decoded text if JSON is set. A Match allocates
// if its URI is not a part of the text or if it has alternatives.
// Otherwise the URI shares the memory of the text; [uri.URI.Clone] copies it.
func Extract(text string) iter.Seq[Match] {
	return Extractor{}.Extract(text)
}

// Extract is the function [Extract] with the settings of x.
func (x Extractor) Extract(text string) iter.Seq[Match] {
	return func(yield func(Match) bool) {
		for from := 0; ; {
			m, next, ok := x.find(text[from:])
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

// find is the function find, or findEscaped if x.JSON is set, on a whole text.
func (x *Extractor) find(text string) (m Match, next int, ok bool) {
	if x.JSON {
		return findEscaped(x, text, true)
	}
	return find(x, text, true)
}

// find returns the first URI in s and where to go on after it. If there is none, it
// returns where the part of s begins that has to be read again with more text.
//
// Every URI has a ":". So find looks for each ":" and then around it; the text
// between costs next to nothing.
func find[T ascii.Text](x *Extractor, s T, atEOF bool) (m Match, next int, ok bool) {
	for i := 0; ; {
		colon := ascii.Index(s, i, ':')
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

// A verdict says whether there is a URI.
type verdict uint8

const (
	none verdict = iota
	found
	undecided // more text is needed
)

// A candidate is a ":" that may be the one after a scheme.
type candidate[T ascii.Text] struct {
	x     *Extractor
	s     T
	atEOF bool
	colon int
	lead
}

// match sets m to the URI whose scheme ends at the colon, if there is one, and
// returns where to go on.
func (c *candidate[T]) match(m *Match) (next int, v verdict) {
	if c.wrapper != WrapperNone {
		if next, v = c.wrapped(m); v != none {
			return next, v
		}
	}
	if c.start < c.colon {
		return c.bare(m)
	}
	return c.colon + 1, none
}
