package uri

import (
	"strings"

	"example.com/uri/internal/ascii"
)

// Parse parses s as a URI-reference: an absolute URI or a relative reference, with or
// without a fragment (RFC 2396, 4). It accepts the grammar of Appendix A, the IPv6
// literals of RFC 2732 and a reference of only a query, as in RFC 2396, Appendix C. It changes
// and decodes nothing: the String of the URI is s.
//
// A text without a scheme is a relative reference: "example.com/x" is a path and has no
// host. Expand of package links reads typed texts: it adds the scheme to
// "www.example.com/x", and returns an error for "example.com/x": it may be a path.
//
// The error is a [*SyntaxError]. Parse does not allocate if it succeeds. The URI
// shares the memory of s.
func Parse(s string) (u URI, err error) {
	err = u.parse(s)
	return u, err
}

// parse is [Parse] into the zero u. It keeps Parse small enough to be
// inlined, and so saves a copy of the URI.
func (u *URI) parse(s string) error {
	if end, r := u.uriReference(s); r != nil {
		*u = URI{}
		return newSyntaxError(opParse, s, partOf(s, end), end, r)
	}
	return nil
}

// MustParse is [Parse] for a string known to be valid. It panics if s is not.
func MustParse(s string) (u URI) {
	if err := u.parse(s); err != nil {
		panic(err)
	}
	return u
}

// ParseRFC2396 is [Parse] without the IPv6 literals of RFC 2732.
func ParseRFC2396(s string) (URI, error) {
	u, err := Parse(s)
	// "[" can only begin an IPv6 literal, so without that the text fails there.
	i := strings.IndexByte(s, '[')
	if e, ok := err.(*SyntaxError); ok && (i < 0 || e.Offset <= i) {
		e.called = opParseRFC2396
		return u, err
	}
	if i < 0 {
		return u, nil
	}
	return URI{}, newSyntaxError(opParseRFC2396, s, PartHost, i, ruleAuthority)
}

// Valid reports whether [Parse] accepts s.
func Valid(s string) bool {
	var u URI
	_, r := u.uriReference(s)
	return r == nil
}

// maxLen is the length of the longest text: all its offsets fit in a URI.
//
// DEVIATION: no RFC limits the length of a URI.
const maxLen = 1<<32 - 2

// tooLong reports whether n bytes are more than maxLen.
func tooLong(n uint64) bool { return n > maxLen }

// The functions below are the productions of RFC 2396, Appendix A, from the top.
// Each takes the offset where it starts and returns the offset where it stopped. It
// also returns the rule that the text breaks there, or nil.
// The methods also set the offsets of u.

// uriReference recognises
//
//	URI-reference = [ absoluteURI | relativeURI ] [ "#" fragment ]
//
// (RFC 2396, 4) as the whole of s.
func (u *URI) uriReference(s string) (end int, r *rule) {
	if tooLong(uint64(len(s))) {
		return int(min(uint64(len(s)), maxLen)), ruleLength // int(maxLen) overflows on 32 bits
	}
	u.s = s
	if i := webScheme(s); fastPaths && i > 0 {
		u.scheme = uint32(i)
		end, r = u.netPath(i + 1)
	} else if i, r = scheme(s, 0); r == nil && at(s, i, ':') {
		end, r = u.absoluteURI(i + 1)
	} else {
		end, r = u.relativeURI(0)
	}
	if r != nil {
		return end, r
	}
	if at(s, end, '#') {
		u.fragment = uint32(end + 1)
		end = fragment(s, end+1)
	}
	if end < len(s) {
		return end, u.ruleAt()
	}
	return end, nil
}

// absoluteURI recognises the rest of
//
//	absoluteURI = scheme ":" ( hier_part | opaque_part )
//
// (RFC 2396, 3) at u.s[i:], after the ":".
func (u *URI) absoluteURI(i int) (end int, r *rule) {
	u.scheme = uint32(i - 1)
	if at(u.s, i, '/') {
		return u.hierPart(i)
	}
	end, r = opaquePart(u.s, i)
	u.path, u.pathEnd = uint32(i), uint32(end)
	return end, r
}

// relativeURI recognises
//
//	relativeURI = ( net_path | abs_path | rel_path ) [ "?" query ]
//
// (RFC 2396, 5) at u.s[i:], and the empty text. An empty reference means the current
// document (4.2).
//
// DEVIATION: the rule does not allow only a query, "?y". It is accepted because it is
// the seventh of the normal examples of Appendix C.
func (u *URI) relativeURI(i int) (end int, r *rule) {
	if at(u.s, i, '/') {
		return u.hierPart(i)
	}
	end = relPath(u.s, i)
	u.path, u.pathEnd = uint32(i), uint32(end)
	if at(u.s, end, '?') {
		end = u.queryAt(end + 1)
	}
	return end, nil
}

// hierPart recognises
//
//	hier_part = ( net_path | abs_path ) [ "?" query ]
//
// (RFC 2396, 3) at u.s[i:]. The caller has seen the first "/". If both match it is a
// net_path (4.3).
func (u *URI) hierPart(i int) (end int, r *rule) {
	if at(u.s, i+1, '/') {
		return u.netPath(i)
	}
	end = absPath(u.s, i)
	u.path, u.pathEnd = uint32(i), uint32(end)
	if at(u.s, end, '?') {
		end = u.queryAt(end + 1)
	}
	return end, nil
}

// netPath recognises
//
//	net_path = "//" authority [ abs_path ]
//
// and the query after it (RFC 2396, 3) at u.s[i:]. The caller has seen the
// "//".
func (u *URI) netPath(i int) (end int, r *rule) {
	i += len("//")
	a := authorityParts{host: i, hostEnd: i, end: i}
	if !authorityEnds(u.s, i) { // a server may be empty
		if n, plain := plainHostname(u.s, i); fastPaths && plain { // most authorities
			a.hostEnd, a.end, a.kind = n, optionalPort(u.s, n), HostName
		}
		if !authorityEnds(u.s, a.end) {
			if a, r = authority(u.s, i); r != nil {
				return a.end, r
			}
		}
	}
	u.host, u.hostEnd, u.hostKind = uint32(a.host), uint32(a.hostEnd), a.kind
	end = a.end
	u.path = uint32(end)
	if at(u.s, end, '/') {
		end = absPath(u.s, end)
	}
	u.pathEnd = uint32(end)
	if at(u.s, end, '?') {
		end = u.queryAt(end + 1)
	}
	return end, nil
}

// queryAt recognises the query at u.s[i:] and sets u.query.
func (u *URI) queryAt(i int) (end int) {
	u.query = uint32(i)
	return query(u.s, i)
}

// ruleAt returns the rule that ends before the rest of the text. No rule
// matches the rest.
func (u *URI) ruleAt() *rule {
	switch {
	case u.fragment != 0:
		return ruleFragment
	case u.query != 0:
		return ruleQuery
	case u.scheme != 0 && u.s[u.scheme+1] != '/':
		return ruleOpaquePart
	case u.s[u.path] == '/':
		return ruleAbsPath
	case u.pathEnd == 0:
		return ruleURIReference
	case strings.IndexByte(u.s[:u.pathEnd], '/') < 0:
		return ruleRelSegment
	}
	return ruleRelPath
}

// scheme recognises
//
//	scheme = alpha *( alpha | digit | "+" | "-" | "." )
//
// (RFC 2396, 3.1) at s[i:].
func scheme(s string, i int) (end int, r *rule) {
	if !in(s, i, isAlpha) {
		return i, ruleScheme
	}
	return scan(s, i, isScheme), nil
}

// schemeAlone returns the scheme of s and true if s is a scheme and ":" with
// nothing after it except perhaps a fragment.
func schemeAlone(s string) (string, bool) {
	i := ascii.SchemeLength(s)
	if i == 0 {
		return "", false
	}
	end := i + len(":")
	if at(s, end, '#') {
		end = fragment(s, end+1)
	}
	return s[:i], end == len(s)
}

// opaquePart recognises
//
//	opaque_part = uric_no_slash *uric
//
// (RFC 2396, 3) at s[i:]. A "?" in it begins no query.
func opaquePart(s string, i int) (end int, r *rule) {
	if !in(s, i, isURICNoSlash) && !ascii.Escaped(s, i) {
		return i, ruleOpaquePart
	}
	return scanEscaped(s, i, isURIC), nil
}

// absPath recognises
//
//	abs_path = "/" path_segments
//
// (RFC 2396, 3) at s[i:]. The caller has seen the "/".
func absPath(s string, i int) (end int) {
	return pathSegments(s, i+1)
}

// relPath recognises
//
//	rel_path = rel_segment [ abs_path ]
//
// (RFC 2396, 5) at s[i:], or nothing.
func relPath(s string, i int) (end int) {
	end = relSegment(s, i)
	if end > i && at(s, end, '/') {
		return absPath(s, end)
	}
	return end
}

// relSegment recognises
//
//	rel_segment = 1*( unreserved | escaped |
//	                  ";" | "@" | "&" | "=" | "+" | "$" | "," )
//
// (RFC 2396, 5) at s[i:], or nothing. It is a segment without ":", since the text
// before a ":" would be a scheme.
func relSegment(s string, i int) (end int) {
	return scanEscaped(s, i, isRelSegment)
}

// pathSegments recognises
//
//	path_segments = segment *( "/" segment )
//
// (RFC 2396, 3.3) at s[i:]. Segments may be empty, so it is any run of their
// characters and "/". [URI.Segments] splits it.
func pathSegments(s string, i int) (end int) {
	return scanEscaped(s, i, isPath)
}

// query recognises
//
//	query = *uric
//
// (RFC 2396, 3.4) at s[i:].
func query(s string, i int) (end int) {
	return scanEscaped(s, i, isURIC)
}

// fragment recognises
//
//	fragment = *uric
//
// (RFC 2396, 4.1) at s[i:].
func fragment(s string, i int) (end int) {
	return scanEscaped(s, i, isURIC)
}
