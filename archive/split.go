package archive

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// A Dialect names a program whose keys web archives use.
type Dialect uint8

// The dialects.
const (
	DialectSurt    Dialect = iota // surt of internetarchive/surt
	DialectCommons                // WaybackURLKeyMaker of iipc/webarchive-commons
)

var dialects = [...]string{"surt", "commons"}

// String returns the name in small letters, "surt" or "commons".
func (d Dialect) String() string { return ascii.Name(dialects[:], int(d)) }

// A splitURL holds the parts of a URL as an archive's program finds them,
// escapes and all. The userinfo and the fragment are in no key.
type splitURL struct {
	scheme, host, path, query string
	port                      int // noPort if there is none
}

const noPort = -1

// splitSurt returns the parts of s as surt finds them, and reports whether it does not fail. It
// splits as RFC 2396, Appendix B, does, with only the characters of a scheme in the scheme.
func splitSurt(s string) (u splitURL, ok bool) {
	s = ascii.WithoutBreaks(strings.Trim(s, " \t\n\v\f\r"))
	if s == "" {
		return u, false
	}
	u.scheme = "http"
	rest, hasAuthority := s, true
	if colon := ascii.SchemeLength(s); colon > 0 {
		u.scheme = s[:colon]
		rest, hasAuthority = strings.CutPrefix(s[colon+len(":"):], "//")
		for hasAuthority && isWeb(u.scheme) { // the last of several
			scheme, after, again := strings.Cut(rest, "://")
			if !again || !isWeb(scheme) {
				break
			}
			u.scheme, rest = scheme, after
		}
	}
	authority := u.splitRest(rest, hasAuthority)
	authority = strings.TrimRight(authority, ":")
	authority = authority[strings.LastIndexByte(authority, '@')+1:]
	var port string
	if _, inside, bracket := strings.Cut(authority, "["); bracket {
		u.host, port, _ = strings.Cut(inside, "]")
		_, port, _ = strings.Cut(port, ":")
	} else {
		u.host, port, _ = strings.Cut(authority, ":")
	}
	if u.port, ok = surtPort(port); !ok {
		return u, false
	}
	if u.host == "" && u.path != "" && strings.HasPrefix(u.scheme, "http") {
		rest = strings.TrimLeft(u.path, "/")
		end := ascii.IndexOrEnd(rest, 0, '/')
		u.host, u.path = rest[:end], cmp.Or(rest[end:], "/")
	}
	return u, true
}

// splitRest sets the path and the query of u from rest, the text
// after the scheme and the "//", and returns the authority.
func (u *splitURL) splitRest(rest string, hasAuthority bool) (authority string) {
	rest, _, _ = strings.Cut(rest, "#")
	u.path, u.query, _ = strings.Cut(rest, "?")
	if hasAuthority {
		end := ascii.IndexOrEnd(u.path, 0, '/')
		authority, u.path = u.path[:end], u.path[end:]
	}
	return authority
}

// isWeb reports whether a scheme is http or https, in lower case.
func isWeb(scheme string) bool { return scheme == "http" || scheme == "https" }

// maxDigits is how many digits Python converts to a number.
const maxDigits = 4300

// surtPort returns the number of a port, and reports whether surt accepts it.
func surtPort(port string) (n int, ok bool) {
	value, ok := ascii.Number(port, 10)
	switch {
	case len(port) > maxDigits || value > math.MaxUint16 || !ok && port != "":
		return 0, false
	case value == 0:
		return noPort, true
	}
	return int(value), true
}

// escapeInvalid returns s with escapes for invalid UTF-8. webarchive-commons takes
// characters, not bytes, and cannot be given them in another way.
func escapeInvalid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var dst []byte
	for i, r := range s {
		if b := s[i]; r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
			dst = append(dst, '%', ascii.LowerHex[b>>4], ascii.LowerHex[b&15])
		} else {
			dst = utf8.AppendRune(dst, r)
		}
	}
	return string(dst)
}

// trimCommons returns s without line breaks, tabs, and controls and spaces at its ends.
func trimCommons(s string) string {
	s = strings.TrimFunc(s, func(r rune) bool { return r <= ' ' })
	s = ascii.WithoutBreaks(s)
	for _, separator := range [...]string{"\u0085", "\u2028", "\u2029"} {
		s = strings.ReplaceAll(s, separator, "")
	}
	return s
}

// splitCommons returns the parts of the trimmed s as webarchive-commons
// finds them, and reports whether it does not fail.
func splitCommons(s string) (u splitURL, ok bool) {
	u.scheme = "http"
	rest := s
	scheme, after, found := strings.Cut(s, "://")
	known := func(name string) bool { return strings.EqualFold(name, scheme) }
	if found && slices.ContainsFunc([]string{"http", "https", "ftp", "mms", "rtsp", "wais"}, known) {
		u.scheme, rest = scheme, after
	}
	if isWeb(u.scheme) {
		rest = strings.TrimLeft(rest, "/")
	}
	authority := u.splitRest(rest, true)
	if authority == "" {
		return u, false
	}
	at := strings.IndexByte(authority, '@')
	u.host = authority[at+1:]
	colon := max(at, 0)
	if authority[0] == '[' && at < 0 {
		colon = max(strings.IndexByte(authority, ']'), 0)
	}
	if colon = ascii.Index(authority, colon, ':'); colon < 0 {
		u.port = noPort
		return u, true
	}
	u.host = authority[at+1 : colon]
	u.port, ok = commonsPort(authority[colon+1:])
	return u, ok
}

// commonsPort returns the number of a port as Java's Integer.parseInt does, if it accepts it.
func commonsPort(port string) (n int, ok bool) {
	if port == "" {
		return noPort, true
	}
	value, err := strconv.ParseInt(strings.Map(asciiDigit, port), 10, 32)
	return int(value), err == nil
}

// asciiDigit returns a decimal digit of any script in the Basic Multilingual Plane as a
// digit of US-ASCII, and other characters unchanged. Each script has its digits in a row.
func asciiDigit(r rune) rune {
	for _, digits := range unicode.Nd.R16 {
		if rune(digits.Lo) <= r && r <= rune(digits.Hi) {
			return '0' + (r-rune(digits.Lo))%10
		}
	}
	return r
}
