package links

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/hostread"
	"example.com/uri/internal/schemes"
)

// isInvisible reports whether r is white space, a control character, or a character without
// width.
func isInvisible(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
}

// isProse reports whether s has a line break in it. There is no white space around s.
func isProse(s string) bool { return strings.ContainsAny(s, "\n\r\v\f\u0085\u2028\u2029") }

// judge returns u, or an error if u is rather a list of URLs, or if programs disagree about its host or
// about that of the authority as it was typed.
func judge(u uri.URI, typed string) (uri.URI, error) {
	x := schemes.Lookup(u.Scheme())
	host, _ := u.Host()
	authority, _ := u.Authority()
	switch {
	case isList(u.String()):
		return uri.URI{}, ErrSeveral
	case !x.Special:
	case strings.Contains(u.Path(), "%00"):
		return uri.URI{}, errNUL
	case x.Port == 0: // file
	case authority == "":
		return uri.URI{}, errNoHost
	case isDoubled(u):
		return uri.URI{}, errDoubled
	case host == "", isDisputed(typed), hostread.Disputed(u, hostread.AddrsOf(u)):
		return uri.URI{}, errDisputed
	}
	return u, nil
}

// isDoubled reports whether the host of u is the scheme of a URL, as in "http://https://h/".
func isDoubled(u uri.URI) bool {
	host, _ := u.Host()
	port, defined := u.Port()
	return schemes.Lookup(host).Special && defined && port == "" && strings.HasPrefix(u.Path(), "//")
}

// isDisputed reports whether programs read different hosts in an authority. It may have
// characters that no URI has. Browsers end it at a "\". People may end it at a "／".
func isDisputed(authority string) bool {
	at := max(strings.LastIndexByte(authority, '@'), 0)
	if strings.ContainsAny(authority[:at], `@\`) || hasWideDelimiter(authority[:at]) || strings.ContainsAny(authority, lookAlikes) {
		return true
	}
	login := strings.Map(func(r rune) rune {
		if r == ':' {
			return r
		}
		return 'x'
	}, authority[:at])
	u, err := uri.Parse("http://" + login + authority[at:ascii.IndexOrEnd(authority, at, '\\')])
	return err == nil && hostread.Disputed(u, hostread.AddrsOf(u))
}

// lookAlikes are delimiters to people, and letters of a name to IDNA.
const lookAlikes = "⁄∕∶"

// hasWideDelimiter reports whether s has a delimiter of an authority or a login in full width, or a
// look-alike of one. People see a delimiter there, and some programs make one of it.
func hasWideDelimiter(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return r >= utf8.RuneSelf && strings.ContainsRune(`/?#@\`, ascii.Narrow(r))
	})
}

// found returns the first URI that Extract finds in s at or after the offset from, and whether it
// finds another one.
func (r Reader) found(s string, from int) (first Match, ok, several bool) {
	for m := range (Extractor{Abbreviated: true, ToASCII: r.ToASCII}).Extract(s) {
		switch {
		case m.Start < from || ok && uri.RFC3986.Equivalent(m.URI, first.URI): // the label of a link may be its target
		case ok:
			return first, true, true
		default:
			first, ok = m, true
		}
	}
	return first, ok, false
}

// several reports whether Extract finds more than one URI in s, or one at or after from if from is
// not 0.
func (r Reader) several(s string, from int) bool {
	_, ok, several := r.found(s, from)
	return several || ok && from > 0
}
