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

// ruleParts has the part in which a text breaks a rule of a grammar, and PartNone for a rule
// of paths. For PartAuthority it depends on the place.
var ruleParts = [ruleEnd]Part{
	ruleScheme:     PartScheme,
	ruleScheme1738: PartScheme,

	ruleAuthority:     PartAuthority,
	ruleHostport:      PartAuthority,
	ruleLogin:         PartAuthority,
	ruleHostport1738:  PartAuthority,
	ruleHostname1738:  PartAuthority,
	ruleAuthority3986: PartAuthority,
	rulePort3986:      PartAuthority,
	ruleRegName3986:   PartAuthority,
	ruleIauthority:    PartAuthority,
	ruleIregName:      PartAuthority,

	ruleIPv6reference:   PartHost,
	ruleIPv6address:     PartHost,
	ruleIPLiteral:       PartHost,
	ruleIPvFuture:       PartHost,
	ruleIPv6address3986: PartHost,

	rulePort:     PartPort,
	rulePort1738: PartPort,

	ruleQuery:        PartQuery,
	ruleSearch:       PartQuery,
	ruleQuery3986:    PartQuery,
	ruleIquery:       PartQuery,
	ruleFragment:     PartFragment,
	ruleFragment3986: PartFragment,
	ruleIfragment:    PartFragment,
}

// partOf returns the part of s that breaks the rule r at s[i:] or, if text is missing there,
// the part of the missing text. A grammar of URIs refuses s. The delimiter of a part belongs
// to it, the "@" to the userinfo.
func partOf(s string, i int, r Rule) Part {
	switch p := ruleParts[r]; {
	case at(s, i, '#'):
		return PartFragment
	case p == PartAuthority:
		start := strings.Index(s, "//") + len("//") // no scheme has a "/"
		return partOfAuthority(ascii.SplitAuthority(s, start, ascii.AuthorityEnd(s, start)), i)
	case p != PartNone:
		return p
	}
	if n := ascii.SchemeLength(s); n > 0 && !at(s, n+len(":"), '/') {
		return PartOpaque
	}
	return PartPath
}

// partOfAuthority is partOf for the offset i of a place in the authority a, or right after it.
func partOfAuthority(a ascii.Authority, i int) Part {
	switch {
	case i < a.Host:
		return PartUserinfo
	case i <= a.HostEnd:
		return PartHost
	}
	return PartPort
}
