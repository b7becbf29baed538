package links

import (
	"strings"
	"unicode/utf8"

	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
	"example.com/uri/web"
)

// A Wrapper names the punctuation around a URI in a text (RFC 2396, Appendix E; RFC
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
	skipped // there is one that is part of something else
)

// A candidate is the text around a marker that may be a URI. The marker is the ":" after a
// scheme, the "@" of a mailbox, or the "." after "www" or "ftp".
//
// The context of a candidate is the text before it that decides where it begins and ends. An
// opener is punctuation in the context, right before the URI. It may have a closer: the
// punctuation that ends the URI. A [Wrapper] has an opener and a closer of its own.
type candidate[T ascii.Text] struct {
	input[T]
	x      *Extractor
	marker int
	longer string // another reading of the text; empty without one
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

// kind returns the kind of the scheme s[i:marker], without the white space in it.
func (c *candidate[T]) kind(i int) schemeKind {
	scheme := string(c.s[i:c.marker])
	if c.split {
		scheme, _ = c.unbroken(i, c.marker)
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

// slashes returns how many "/" follow the ":", at most two.
func (c *candidate[T]) slashes() (n int) {
	i := c.marker + 1
	for n < 2 && c.has(i+n, 1) && c.s[i+n] == '/' {
		n++
	}
	return n
}

// credible reports whether u, whose scheme is of kind k, has enough after the
// scheme to be a URI and not a word with ":" in prose.
func credible(u uri.URI, k schemeKind) bool {
	authority, defined := u.Authority()
	switch {
	case !u.IsAbsolute():
		return false
	case u.IsOpaque():
		return k == opaque && isMailto(u)
	case !defined:
		return k == opaque || k == file
	}
	if authority != "" && isPunctuation(authority) || !isWebURL(u) {
		return false // as in "http://..."
	}
	_, query := u.Query()
	return authority != "" || len(u.Path()) > 1 || query || k == opaque || k == file && u.Path() != ""
}

// isMailto reports whether a URI with the scheme mailto is a mailto URL.
func isMailto(u uri.URI) bool {
	if !strings.EqualFold(u.Scheme(), "mailto") {
		return true
	}
	_, err := uri.MailtoFrom(u)
	return err == nil
}

// isWebURL reports whether package web finds a URL in u, if its scheme is one of those that the URL
// Standard calls special. It is not known which names IDNA refuses.
func isWebURL(u uri.URI) bool {
	if u.HostKind() == uri.HostName {
		if _, ok := u.Port(); !ok {
			return true
		}
	}
	if !schemes.Lookup(u.Scheme()).Special || web.Valid(u.String()) {
		return true
	}
	_, err := web.Parser{ToASCII: asciiName}.Parse(web.URL{}, u.String())
	return err == nil
}

// asciiName returns domain with a letter for each character beyond US-ASCII.
func asciiName(domain string) (string, error) {
	return strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf {
			return 'x'
		}
		return r
	}, domain), nil
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
