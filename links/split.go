package links

import (
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// A parts has the offsets of the parts of a text. The text need not be a valid reference.
type parts struct {
	colon           int // the ":" after the scheme; -1: no scheme
	hasAuthority    bool
	ascii.Authority // empty at 0 without one
	path            int
	query           int // its "?", or where the path ends if there is none
	fragment        int // its "#", or where the text ends if there is none
}

// split finds the parts of s as the expression of RFC 2396, Appendix B, does, but only a
// valid scheme. A port with other characters than digits belongs to the host.
func split(s string) (p parts) {
	i := 0
	p.colon = -1
	if n := ascii.SchemeLength(s); n > 0 {
		i, p.colon = n+len(":"), n
	}
	isOpaque := i > 0 && !strings.HasPrefix(s[i:], "/")
	if strings.HasPrefix(s[i:], "//") {
		start := i + len("//")
		i = ascii.AuthorityEnd(s, start)
		p.hasAuthority, p.Authority = true, ascii.SplitAuthority(s, start, i)
		if p.HostEnd < i && !ascii.All(s[p.HostEnd+len(":"):i], ascii.Digit) {
			p.HostEnd = i
		}
	}
	p.path = i
	p.fragment = ascii.IndexOrEnd(s, i, '#')
	p.query = p.fragment
	if !isOpaque {
		p.query = ascii.IndexOrEnd(s[:p.fragment], i, '?')
	}
	return p
}

// partBefore returns the part that ends at s[i:] or goes on there. The host begins after the "@".
func (p *parts) partBefore(i int) uri.Part {
	switch {
	case i <= p.colon:
		return uri.PartScheme
	case i > p.fragment:
		return uri.PartFragment
	case i > p.query:
		return uri.PartQuery
	case i > p.path || !p.hasAuthority:
		return uri.PartPath
	case i > p.HostEnd:
		return uri.PartPort
	case p.Start <= i && i < p.Host:
		return uri.PartUserinfo
	}
	return uri.PartHost
}
