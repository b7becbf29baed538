package links

import (
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
	"example.com/uri/web"
)

// A Wrapper names the punctuation around a URI (RFC 2396, Appendix E; RFC 1738, Appendix).
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

// A candidate is a possible URI: a marker and the text around it. The marker is the ":"
// after a scheme, the "@" of a mailbox, or the "." after "www" or "ftp".
//
// The context of a candidate is the text before it. It helps to decide where the URI
// begins and ends. An opener is punctuation at the end of the context, right before the
// URI, and its closer is the punctuation that ends the URI. A [Wrapper] is an opener
// and its closer.
type candidate[T ascii.Text] struct {
	input[T]
	x      *Extractor
	marker int
	longer string // another reading of the text; empty without one

	nearOpener bool // the opener of a wrapper may be before the marker
	schemeContext
}

// A schemeKind names the text required after a scheme.
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

// credible reports whether u, with a scheme of kind k, has enough after the scheme to
// be a URI and not a word with ":" in prose.
func credible(u uri.URI, k schemeKind) bool {
	authority, defined := u.Authority()
	host, _ := u.Host()
	switch {
	case !u.IsAbsolute():
		return false
	case u.HostKind() == uri.HostName && len(host) == len(authority):
		return true // as most are
	case u.IsOpaque():
		return k == opaque && isMailto(u)
	case !defined:
		return k == opaque || k == file
	}
	if authority != "" && strings.Trim(authority, finalPunctuation) == "" || hasEntity(authority) || !isWebURL(u) {
		return false // as in "http://..."
	}
	_, query := u.Query()
	return authority != "" || len(u.Path()) > 1 || query || k == opaque || k == file && u.Path() != ""
}

// entities are the entities, after their "&", of quotation marks, "<", ">" and the no-break space.
// These characters end a URI.
var entities = [...]string{
	"lt;", "gt;", "quot;", "apos;", "nbsp;", "#34;", "#39;", "#60;", "#62;", "#160;",
	"#x22;", "#x27;", "#x3c;", "#x3e;", "#xa0;",
}

// maxEntity is the length of the longest of the entities.
const maxEntity = len("&quot;")

// hasEntity reports whether one of the [entities] is in an authority.
func hasEntity(authority string) bool {
	return strings.IndexByte(authority, ';') >= 0 && slices.ContainsFunc(entities[:], func(entity string) bool {
		return strings.Contains(strings.ToLower(authority), "&"+entity)
	})
}

// addReadings adds other readings of the text, of a scheme of kind k, to m.Alternatives.
func (c *candidate[T]) addReadings(m *Match, k schemeKind, readings ...string) {
	for _, text := range readings {
		u, _, err := parse(text, c.x.ToASCII)
		if err == nil && credible(u, k) && u != m.URI && !slices.Contains(m.Alternatives, u) {
			m.Alternatives = append(m.Alternatives, u)
		}
	}
}

// isMailto reports whether a URI with the scheme mailto is a mailto URL.
func isMailto(u uri.URI) bool {
	if !strings.EqualFold(u.Scheme(), "mailto") {
		return true
	}
	_, err := uri.MailtoFrom(u)
	return err == nil
}

// isWebURL reports whether package web finds a URL in u, if its scheme is special (URL
// Standard). Names are not checked by IDNA. A host with "*" is masked or a pattern.
func isWebURL(u uri.URI) bool {
	if host, _ := u.Host(); strings.Contains(host, "*") && schemes.Lookup(u.Scheme()).Special {
		return false
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
