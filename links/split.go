package links

import (
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// A repair is a text under repair: the trimmed text without tabs and line breaks,
// where its parts are, and the text written so far.
type repair struct {
	given string
	first int    // where s begins in given
	s     string // the text that is repaired
	last  int    // where s ends in given

	likeHTTP bool   // browsers may read "\" as "/"
	ascii    string // the host in US-ASCII, "" if it stays

	// Where the parts of s begin.
	colon    int // the ":" after the scheme; -1: none
	userinfo int // where the authority begins
	host     int // -1: no authority
	port     int // where the host ends
	path     int
	query    int // its "?", or where the path ends if there is none
	fragment int // its "#", or where the text ends if there is none

	repairLog
}

// As in browsers, spaces and all controls around a reference are left out.
const space = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\v\f\r\x0E\x0F" +
	"\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1A\x1B\x1C\x1D\x1E\x1F "

// bom is a byte order mark. Editors write it at the beginning of a text, but it is
// no part of the text.
const bom = "\uFEFF"

// newRepair trims given, leaves out its tabs and line breaks, and finds its
// parts.
func newRepair(given string) repair {
	s := strings.TrimLeft(strings.TrimPrefix(given, bom), space)
	first := len(given) - len(s)
	s = strings.TrimRight(s, space)
	d := repair{given: given, first: first, s: ascii.WithoutBreaks(s), last: first + len(s)}
	d.split()
	return d
}

// isTabOrBreak reports whether b is a tab or a part of a line break.
func isTabOrBreak(b byte) bool { return b == '\t' || b == '\n' || b == '\r' }

// split finds the parts of s as the expression of RFC 2396, Appendix B, does, but
// finds a scheme only if it is a valid one.
func (d *repair) split() {
	s := d.s
	d.colon, d.host, d.likeHTTP = -1, -1, true
	i := 0
	if n := ascii.SchemeLength(s); n > 0 {
		d.colon, d.likeHTTP = n, schemes.Lookup(s[:n]).Special
		i = n + len(":")
	}
	isOpaque := d.colon >= 0 && !strings.HasPrefix(s[i:], "/")
	if strings.HasPrefix(s[i:], "//") {
		d.userinfo = i + len("//")
		i = ascii.AuthorityEnd(s, d.userinfo)
		d.host, d.port = hostIn(s, d.userinfo, i)
	}
	d.path = i
	d.fragment = ascii.IndexOrEnd(s, i, '#')
	d.query = d.fragment
	if !isOpaque {
		d.query = ascii.IndexOrEnd(s[:d.fragment], i, '?')
	}
}

// hostIn returns where the host of the authority s[start:end] begins and ends. A port
// with other characters than digits belongs to it.
func hostIn(s string, start, end int) (host, port int) {
	a := ascii.SplitAuthority(s, start, end)
	if a.HostEnd < end && !ascii.All(s[a.HostEnd+1:end], ascii.Digit) {
		return a.Host, end
	}
	return a.Host, a.HostEnd
}

// partAt returns the part to which a tab or line break before s[i:] belonged: the
// part before it, except that one directly after the "@" belongs to the host.
func (d *repair) partAt(i int) uri.Part {
	switch {
	case i <= d.colon:
		return uri.PartScheme
	case d.host >= 0 && i <= d.path:
		switch {
		case i >= d.userinfo && i < d.host:
			return uri.PartUserinfo
		case i <= d.port:
			return uri.PartHost
		}
		return uri.PartPort
	case i <= d.query:
		return uri.PartPath
	case i <= d.fragment:
		return uri.PartQuery
	}
	return uri.PartFragment
}
