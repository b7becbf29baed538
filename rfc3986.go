package uri

import (
	"cmp"
	"net/netip"
	"unicode/utf8"
)

// Conforms3986 returns nil if s is a URI-reference exactly as in RFC 3986, Appendix
// A, and a [*SyntaxError] if not. absolute reports whether it is a URI, with a scheme,
// and not a relative-ref.
//
// [Parse] follows RFC 2396. It accepts the authorities "h:80:80" and "a@b@c", and refuses
// "x:", where the path is empty, and "[v1.x]", an address of a future version of IP. Both
// functions refuse a zone in an IPv6 address (RFC 6874).
func Conforms3986(s string) (absolute bool, err error) {
	absolute, end, r := uriReference3986(s, 0)
	if r != nil {
		return false, error3986(opConforms3986, s, end, r)
	}
	return absolute, nil
}

// Conforms3987 returns nil if s is an IRI-reference exactly as in RFC 3987, 2.2, and a
// [*SyntaxError] if not. absolute reports whether it is an IRI, with a scheme, and not
// an irelative-ref.
//
// An IRI is a URI by RFC 3986 that may also contain the characters of the rule ucschar, in UTF-8.
// The scheme, the port and an address in brackets have none of them. A query may also contain
// characters of iprivate. Invalid UTF-8 does not conform. The Offset of the error is at the first
// byte of a wrong character. To read an IRI as a URL, use package web.
func Conforms3987(s string) (absolute bool, err error) {
	absolute, end, r := uriReference3986(s, isUCSChar)
	if r != nil {
		return false, error3986(opConforms3987, s, end, cmp.Or(rules3987[r], r))
	}
	return absolute, nil
}

// error3986 returns the error of op for s[i], where the rule r stopped.
func error3986(op *operation, s string, i int, r *rule) error {
	p := partOf(s, i)
	if r == ruleQuery3986 || r == ruleIquery { // also in what RFC 2396 calls an opaque part
		p = PartQuery
	}
	return newSyntaxError(op, s, p, i, r)
}

// rules3987 has the rules of RFC 3987 for some of RFC 3986.
var rules3987 = map[*rule]*rule{
	ruleHierPart3986:  ruleIhierPart,
	ruleRelativePart:  ruleIrelativePart,
	ruleAuthority3986: ruleIauthority,
	ruleRegName3986:   ruleIregName,
	rulePathAbempty:   ruleIpathAbempty,
	rulePathAbsolute:  ruleIpathAbsolute,
	rulePathNoscheme:  ruleIpathNoscheme,
	rulePathRootless:  ruleIpathRootless,
	ruleQuery3986:     ruleIquery,
	ruleFragment3986:  ruleIfragment,
}

// The functions below are productions of RFC 3986, Appendix A, in its order. As in
// parse.go, each returns the offset where it stopped, and the rule that failed there
// or nil. The first three recognise the whole of s[i:].
//
// A wider grammar has these productions too. The parameter more is the class isUCSChar
// for the grammar of RFC 3987, with names from "i" on, and 0 for RFC 3986.

// scanMore is [scanEscaped] for a class of characters. isUCSChar and isPrivate in k are
// the characters of
//
//	ucschar  = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF
//	         / %x10000-1FFFD / %x20000-2FFFD / %x30000-3FFFD
//	         / %x40000-4FFFD / %x50000-5FFFD / %x60000-6FFFD
//	         / %x70000-7FFFD / %x80000-8FFFD / %x90000-9FFFD
//	         / %xA0000-AFFFD / %xB0000-BFFFD / %xC0000-CFFFD
//	         / %xD0000-DFFFD / %xE1000-EFFFD
//	iprivate = %xE000-F8FF / %xF0000-FFFFD / %x100000-10FFFD
//
// (RFC 3987, 2.2).
func scanMore(s string, i int, k class) int {
	i = scanEscaped(s, i, k)
	for k&isUCSChar != 0 && i < len(s) && s[i] >= utf8.RuneSelf {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r < 0xA0, 0xFDD0 <= r && r < 0xFDF0, 0xFFF0 <= r && r < 0x10000, // with U+FFFD for what is not UTF-8
			r&0xFFFE == 0xFFFE, 0xE0000 <= r && r < 0xE1000:
			return i
		case 0xE000 <= r && r < 0xF900, r >= 0xF0000:
			if k&isPrivate == 0 {
				return i
			}
		}
		i = scanEscaped(s, i+n, k)
	}
	return i
}

// uriReference3986 recognises
//
//	URI-reference = URI / relative-ref
//	URI           = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
//	relative-ref  = relative-part [ "?" query ] [ "#" fragment ]
//
// absolute reports whether s begins with a scheme and ":". No relative-ref does.
func uriReference3986(s string, more class) (absolute bool, end int, r *rule) {
	i := webScheme(s)
	if !fastPaths || i == 0 {
		if i, r = scheme(s, 0); r != nil || !at(s, i, ':') {
			end, r = relativePart3986(s, 0, more)
			return false, end, r
		}
	}
	end, r = hierPart3986(s, i+1, more)
	return true, end, r
}

// hierPart3986 recognises
//
//	hier-part     = "//" authority path-abempty
//	              / path-absolute
//	              / path-rootless
//	              / path-empty
//	path-abempty  = *( "/" segment )
//	path-absolute = "/" [ segment-nz *( "/" segment ) ]
//	path-rootless = segment-nz *( "/" segment )
//	path-empty    = 0<pchar>
//
// at s[i:], and the query and fragment after it. Segments may be empty except the first
// one: its "//" would begin an authority. So a path is any run of pchar and "/".
func hierPart3986(s string, i int, more class) (end int, r *rule) {
	path := rulePathRootless
	switch {
	case i == len(s):
		return i, nil
	case s[i] == '/' && at(s, i+1, '/'):
		if i, r = authority3986(s, i+len("//"), more); r != nil {
			return i, r
		}
		path = rulePathAbempty
	case s[i] == '/':
		path = rulePathAbsolute
	}
	if end = scanMore(s, i, isPath3986|more); end == i {
		path = ruleHierPart3986
	}
	return queryFragment3986(s, end, path, more)
}

// relativePart3986 recognises
//
//	relative-part = "//" authority path-abempty
//	              / path-absolute
//	              / path-noscheme
//	              / path-empty
//	path-noscheme = segment-nz-nc *( "/" segment )
//	segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )
//
// at s[i:], and the query and fragment after it.
func relativePart3986(s string, i int, more class) (end int, r *rule) {
	if at(s, i, '/') {
		return hierPart3986(s, i, more)
	}
	path := rulePathNoscheme
	if end = scanMore(s, i, isSegmentNC3986|more); end == i {
		path = ruleRelativePart
	} else if at(s, end, '/') {
		end = scanMore(s, end, isPath3986|more)
	}
	return queryFragment3986(s, end, path, more)
}

// authority3986 recognises
//
//	authority = [ userinfo "@" ] host [ ":" port ]
//	userinfo  = *( unreserved / pct-encoded / sub-delims / ":" )
//
// at s[i:], followed by "/", "?", "#" or the end of s.
func authority3986(s string, i int, more class) (end int, r *rule) {
	if authorityEnds(s, i) { // all parts may be empty
		return i, nil
	}
	if n, plain := plainHostname(s, i); fastPaths && plain { // a reg-name too
		if end = optionalPort(s, n); authorityEnds(s, end) {
			return end, nil
		}
	}
	user := scanMore(s, i, isUserinfo3986|more)
	if at(s, user, '@') {
		return hostPort3986(s, user+1, more)
	}
	if end, r = hostPort3986(s, i, more); r == nil {
		return end, nil
	}
	// A prefix like h:8a may still be a userinfo: "@h" could follow.
	if user < end {
		return end, r
	}
	return user, ruleAuthority3986
}

// hostPort3986 recognises
//
//	host [ ":" port ]
//	host     = IP-literal / IPv4address / reg-name
//	reg-name = *( unreserved / pct-encoded / sub-delims )
//	port     = *DIGIT
//
// at s[i:], followed by "/", "?", "#" or the end of s. An IPv4address is a reg-name
// too.
func hostPort3986(s string, i int, more class) (end int, r *rule) {
	where := ruleRegName3986
	if at(s, i, '[') {
		if end, r = ipLiteral(s, i); r != nil {
			return end, r
		}
		where = ruleAuthority3986
	} else {
		end = scanMore(s, i, isRegName3986|more)
	}
	if at(s, end, ':') {
		end, where = port(s, end+1), rulePort3986
	}
	if authorityEnds(s, end) {
		return end, nil
	}
	return end, where
}

// ipLiteral recognises
//
//	IP-literal  = "[" ( IPv6address / IPvFuture  ) "]"
//	IPv6address =                            6( h16 ":" ) ls32
//	            /                       "::" 5( h16 ":" ) ls32
//	            / [               h16 ] "::" 4( h16 ":" ) ls32
//	            / [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32
//	            / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
//	            / [ *3( h16 ":" ) h16 ] "::"    h16 ":"   ls32
//	            / [ *4( h16 ":" ) h16 ] "::"              ls32
//	            / [ *5( h16 ":" ) h16 ] "::"              h16
//	            / [ *6( h16 ":" ) h16 ] "::"
//	h16         = 1*4HEXDIG
//	ls32        = ( h16 ":" h16 ) / IPv4address
//
// at s[i:]. The caller has seen the "[". As in [ipv6reference], [netip.ParseAddr]
// checks the address.
func ipLiteral(s string, i int) (end int, r *rule) {
	i++
	if at(s, i, 'v') || at(s, i, 'V') {
		if end, r = ipvFuture(s, i); r != nil {
			return end, r
		}
	} else if end = scan(s, i, isIPv6); at(s, end, ']') {
		if addr, err := netip.ParseAddr(s[i:end]); err != nil || !addr.Is6() {
			return i, ruleIPv6address3986
		}
	}
	if !at(s, end, ']') {
		return end, ruleIPLiteral
	}
	return end + 1, nil
}

// ipvFuture recognises
//
//	IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
//
// at s[i:]. The caller has read the first character.
func ipvFuture(s string, i int) (end int, r *rule) {
	version := i + 1
	end = scan(s, version, isHex)
	if end == version || !at(s, end, '.') {
		return end, ruleIPvFuture
	}
	address := end + 1
	if end = scan(s, address, isUserinfo3986); end == address {
		return end, ruleIPvFuture
	}
	return end, nil
}

// queryFragment3986 recognises
//
//	[ "?" query ] [ "#" fragment ]
//	query    = *( pchar / "/" / "?" )
//	fragment = *( pchar / "/" / "?" )
//
// at s[i:], after a path of rule r.
func queryFragment3986(s string, i int, r *rule, more class) (end int, _ *rule) {
	if at(s, i, '?') {
		i, r = scanMore(s, i+1, isQuery3986|isPrivate|more), ruleQuery3986
	}
	if at(s, i, '#') {
		i, r = scanMore(s, i+1, isQuery3986|more), ruleFragment3986
	}
	return endOfRule(s, i, r)
}
