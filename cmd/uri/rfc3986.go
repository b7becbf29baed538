package main

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
)

// A reading is what a reader finds in a text: its parts, each of which may be
// undefined.
type reading struct {
	scheme, userinfo, host, port, path, query, fragment found
}

// A found is a part of a text, or none.
type found struct {
	text string
	ok   bool
}

// cut3986 splits a text as the regular expression of RFC 3986, Appendix B does, and
// the authority at its last "@" and at the ":" before its port.
func cut3986(s string) (r reading) {
	s, r.fragment.text, r.fragment.ok = strings.Cut(s, "#")
	s, r.query.text, r.query.ok = strings.Cut(s, "?")
	if i := strings.IndexAny(s, ":/"); i > 0 && s[i] == ':' {
		r.scheme, s = found{s[:i], true}, s[i+1:]
	}
	if rest, ok := strings.CutPrefix(s, "//"); ok {
		authority := rest
		if i := strings.IndexByte(rest, '/'); i >= 0 {
			authority = rest[:i]
		}
		s = rest[len(authority):]
		if i := strings.LastIndexByte(authority, '@'); i >= 0 {
			r.userinfo, authority = found{authority[:i], true}, authority[i+1:]
		}
		if i := strings.LastIndexByte(authority, ':'); i > strings.LastIndexByte(authority, ']') {
			r.port, authority = found{authority[i+1:], true}, authority[:i]
		}
		r.host = found{authority, true}
	}
	r.path = found{s, true}
	return r
}

// The characters of RFC 3986, Appendix A, in addition to letters, digits and escapes.
const (
	unreserved3986 = "-._~"
	subDelims      = "!$&'()*+,;="
	pchars         = unreserved3986 + subDelims + ":@"
)

// read3986 reads a URI-reference by the grammar of RFC 3986, Appendix A. The error
// shows nothing of s.
func read3986(s string) (reading, error) {
	r := cut3986(s)
	first, _, _ := strings.Cut(r.path.text, "/")
	switch {
	case r.scheme.ok && (!isLetter(r.scheme.text[0]) || outside(r.scheme.text, "+-.", false)):
		return r, errors.New("a wrong character in the scheme (RFC 3986, 3.1)")
	case !r.scheme.ok && !r.host.ok && strings.Contains(first, ":"):
		return r, errors.New("no scheme before \":\" (RFC 3986, 4.2)")
	}
	for _, part := range []struct {
		name, section string
		text, others  string
		escapes       bool
	}{
		{"userinfo", "3.2.1", r.userinfo.text, unreserved3986 + subDelims + ":", true},
		{"host", "3.2.2", regName(r.host.text), unreserved3986 + subDelims, true},
		{"port", "3.2.3", strings.Trim(r.port.text, "0123456789"), "", false},
		{"path", "3.3", r.path.text, pchars + "/", true},
		{"query", "3.4", r.query.text, pchars + "/?", true},
		{"fragment", "3.5", r.fragment.text, pchars + "/?", true},
	} {
		text := part.text
		if part.name == "port" && text != "" {
			return r, fmt.Errorf("a port that is not a number (RFC 3986, %s)", part.section)
		}
		if outside(text, part.others, part.escapes) {
			return r, fmt.Errorf("a wrong character in the %s (RFC 3986, %s)", part.name, part.section)
		}
	}
	if strings.HasPrefix(r.host.text, "[") && !isLiteral(r.host.text) {
		return r, errors.New("no IP address in the brackets (RFC 3986, 3.2.2)")
	}
	return r, nil
}

// regName returns the host, or "" if it is an IP literal.
func regName(host string) string {
	if strings.HasPrefix(host, "[") {
		return ""
	}
	return host
}

// isLiteral reports whether host is
//
//	IP-literal = "[" ( IPv6address / IPvFuture  ) "]"
//	IPvFuture  = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
func isLiteral(host string) bool {
	inner, ok := strings.CutSuffix(host[1:], "]")
	if !ok || inner == "" {
		return false
	}
	if inner[0] != 'v' && inner[0] != 'V' {
		a, err := netip.ParseAddr(inner)
		return err == nil && a.Is6() && a.Zone() == ""
	}
	digits, address, _ := strings.Cut(inner[1:], ".")
	return digits != "" && strings.Trim(digits, hexDigits) == "" &&
		address != "" && !outside(address, unreserved3986+subDelims+":", false)
}

const hexDigits = "0123456789abcdefABCDEF"

func isLetter(c byte) bool { return 'a' <= c|' ' && c|' ' <= 'z' }

// outside reports whether s has a byte that is not a letter, a digit or one of
// allowed and, if there may be escapes, not part of one.
func outside(s, allowed string, escapes bool) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case isLetter(c) || '0' <= c && c <= '9' || strings.IndexByte(allowed, c) >= 0:
		case escapes && c == '%' && i+2 < len(s) && strings.IndexByte(hexDigits, s[i+1]) >= 0 && strings.IndexByte(hexDigits, s[i+2]) >= 0:
			i += 2
		default:
			return true
		}
	}
	return false
}
