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

// partOf returns the part of s that contains s[i] or, if text is missing there, the part of the
// missing text. The text before s[i] is the beginning of a URI-reference. The delimiter of a part
// belongs to it, the "@" to the userinfo.
func partOf(s string, i int) Part {
	start := 0
	if n := ascii.SchemeLength(s); n > 0 {
		start = n + len(":")
	}
	before := s[:min(i+1, len(s))]
	switch {
	case strings.IndexByte(before, '#') >= 0:
		return PartFragment
	case i < start:
		return PartScheme
	case start > 0 && !at(s, start, '/'):
		return PartOpaque
	case strings.IndexByte(before, '?') >= 0:
		return PartQuery
	case !strings.HasPrefix(s[start:], "//"):
		return PartPath
	}
	start += len("//")
	switch {
	case i < start:
		return PartAuthority
	case strings.IndexByte(s[start:i], '/') >= 0:
		return PartPath
	}
	end := ascii.AuthorityEnd(s, start)
	if at(s, start, '[') { // no userinfo, whatever follows
		end = min(end, i)
	}
	switch a := ascii.SplitAuthority(s, start, end); {
	case i < a.Host:
		return PartUserinfo
	case i <= a.HostEnd:
		return PartHost
	}
	return PartPort
}
