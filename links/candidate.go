package links

import (
	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// A Wrapper names the marks that delimit a URI in a text (RFC 2396, Appendix E; RFC
// 1738, Appendix).
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

// A verdict says whether there is a URI.
type verdict uint8

const (
	none verdict = iota
	found
	skipped   // there is one that is part of something else
	undecided // more text is needed
)

// A candidate is a ":" that may be the one after a scheme.
type candidate[T ascii.Text] struct {
	x     *Extractor
	s     T
	atEOF bool
	colon int
	schemeContext
}

// A schemeKind names the text that must follow a scheme for a URI to be seen.
type schemeKind uint8

const (
	unknown schemeKind = iota
	hier               // "//"
	file               // "/"
	opaque             // anything
)

// kind returns the kind of the scheme s[i:colon], without the gaps in it.
func (c *candidate[T]) kind(i int) schemeKind {
	scheme := string(c.s[i:c.colon])
	if c.split {
		scheme, _ = unbroken(c.s, i, c.colon)
	}
	switch info := schemes.Lookup(scheme); {
	case info.Hierarchical && info.Port != 0:
		return hier
	case info.Hierarchical:
		return file
	case info.Bare:
		return opaque
	}
	if hasName(c.x.Schemes, scheme) {
		return opaque
	}
	return unknown
}

// slashes returns how many "/" follow the colon, at most two. known is false if s
// ends after them and more text may follow.
func (c *candidate[T]) slashes() (n int, known bool) {
	i := c.colon + 1
	for n < 2 && i+n < len(c.s) && c.s[i+n] == '/' {
		n++
	}
	return n, n == 2 || i+n < len(c.s) || c.atEOF
}

// credible reports whether u, whose scheme is of kind k, has enough after the
// scheme to be a URI and not a word with ":" in prose.
func credible(u uri.URI, k schemeKind) bool {
	authority, defined := u.Authority()
	switch {
	case !u.IsAbsolute():
		return false
	case u.IsOpaque():
		return k == opaque
	case !defined:
		return k == opaque || k == file
	}
	if authority != "" && isPunctuation(authority) {
		return false // as in "http://..."
	}
	_, query := u.Query()
	return authority != "" || len(u.Path()) > 1 || query || k == opaque || k == file && u.Path() != ""
}

// isPunctuation reports whether an authority has only punctuation.
func isPunctuation(s string) bool {
	for i := range len(s) {
		if table[s[i]]&isStop == 0 {
			return false
		}
	}
	return true
}
