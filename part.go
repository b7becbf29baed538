package uri

import (
	"strings"

	"example.com/uri/internal/ascii"
)

// A Part is a part of a URI-reference (RFC 2396, 3 and 4.1).
type Part uint8

const (
	PartNone      Part = iota // no part
	PartScheme                // [URI.Scheme]
	PartAuthority             // [URI.Authority]
	PartUserinfo              // [URI.Userinfo]
	PartHost                  // [URI.Host]
	PartPort                  // [URI.Port]
	PartPath                  // [URI.Path]
	PartOpaque                // [URI.Opaque]: the path of an opaque URI
	PartQuery                 // [URI.Query]
	PartFragment              // [URI.Fragment]
)

var partNames = [...]string{
	"", "scheme", "authority", "userinfo", "host", "port", "path", "opaque part", "query", "fragment",
}

// String returns the name in lower case ("scheme", "opaque part"), or "" for
// PartNone.
func (p Part) String() string { return ascii.Name(partNames[:], int(p)) }

// partAt returns the part of a URI-reference with this text in which text[i] lies, or
// where the text that is missing there would lie. The delimiter of a part belongs to it,
// the "@" to the userinfo.
func partAt(text string, i int) Part {
	upTo := text[:min(i+1, len(text))]
	if i > 0 && strings.IndexByte(upTo, '#') >= 0 {
		return PartFragment
	}
	start := 0
	if n := ascii.SchemeLength(text); n > 0 {
		if i <= n {
			return PartScheme
		}
		if start = n + len(":"); !at(text, start, '/') {
			return PartOpaque
		}
	}
	if strings.IndexByte(upTo[start:], '?') >= 0 {
		return PartQuery
	}
	if strings.HasPrefix(text[start:], "//") {
		start += len("//")
		if i < start || strings.IndexByte(upTo[start:], '/') < 0 {
			return partOfAuthority(text[start:ascii.IndexAnyOrEnd(text, start, "/?#")], i-start)
		}
	}
	return PartPath
}

// partOfAuthority is [partAt] for text[i] of an authority.
func partOfAuthority(text string, i int) Part {
	user := strings.LastIndexByte(text, '@')
	switch {
	case i < 0:
		return PartAuthority
	case i <= user:
		return PartUserinfo
	}
	named := text[user+1:]
	end := strings.IndexByte(named, ']') + 1
	if colon := strings.IndexByte(named[end:], ':'); (end > 0 || !at(named, 0, '[')) && colon >= 0 && i > user+1+end+colon {
		return PartPort
	}
	return PartHost
}
