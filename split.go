package uri

import "strings"

// Path returns the path of u as the RFC of m splits a URI:
//
//	URI                 RFC2396              RFC3986        RFC1808
//	http://h/a;p?q      /a;p                 /a;p           /a
//	sip:a@b?subject=x   a@b?subject=x        a@b            a@b
//	pkg:npm/x@1;p?y=z   npm/x@1;p?y=z        npm/x@1;p      npm/x@1
//
// RFC 3986, 3 has no opaque parts. RFC 1808, 2.4.5 takes the parameters off: all from the
// first ";" on. With RFC2396 it is [URI.Path].
func (m Mode) Path(u URI) string {
	switch m {
	case RFC3986:
		return u.split3986().Path()
	case RFC1808:
		return split1808(u.s[u.schemeEnd():]).path
	}
	return u.Path()
}

// Query returns the query of u, without the "?", and whether there is one, as the RFC of m
// splits a URI. With RFC3986 and RFC1808 "sip:a@b?subject=x" has the query "subject=x". With
// RFC1808 "//h?x" has none, because only a "/" ends the net_loc (2.4.3). With RFC2396 it is
// [URI.Query].
func (m Mode) Query(u URI) (string, bool) {
	switch m {
	case RFC3986:
		return u.split3986().Query()
	case RFC1808:
		return strings.CutPrefix(split1808(u.s[u.schemeEnd():]).query, "?")
	}
	return u.Query()
}

// Values returns the pairs of m.Query(u), or nil if there is no query.
func (m Mode) Values(u URI) Values { return queryPairs(m.Query(u)) }
