package secret

import (
	"strings"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// A mark is a delimiter of a secret.
type mark uint8

const (
	atMark    mark = 1 << iota // "@", or one that may be escaped
	rawAtMark                  // "@"
	equalMark                  // "=", or one that may be escaped
)

func marksOf(s string) (m mark) {
	if strings.IndexByte(s, '@') >= 0 {
		m |= atMark | rawAtMark
	}
	if strings.IndexByte(s, '=') >= 0 {
		m |= equalMark
	}
	if strings.IndexByte(s, '%') >= 0 {
		if strings.Contains(s, "40") {
			m |= atMark
		}
		if strings.Contains(s, "3D") || strings.Contains(s, "3d") {
			m |= equalMark
		}
	}
	return m
}

// A form is a kind of text.
type form uint8

const (
	whole   form = iota // a URI or URL
	decoded             // one that was written from decoded parts: an "&" or "/" may be data
	part                // any text, perhaps only the query of one
)

// appendURI appends the secrets of s by the rules r, in any order. s has these marks.
func appendURI(dst []Span, s string, m mark, f form, r *Rules) []Span {
	bare := hasColons(s)
	if m == 0 && !bare {
		return dst
	}
	start := ascii.SchemeLength(s)
	if start > 0 {
		start += len(":")
	}
	hash := ascii.IndexOrEnd(s, start, '#')
	if m&atMark != 0 {
		dst = appendLogins(dst, s, start, hash, r)
	}
	if m&equalMark != 0 {
		dst = appendValues(dst, s, f, r)
	}
	if bare {
		dst = appendBare(dst, s, start, hash, m, f, r)
	}
	return dst
}

// hasColons reports whether s has what appendBare needs: a second ":", or one after a "/".
func hasColons(s string) bool {
	i := strings.IndexByte(s, ':')
	return i >= 0 && (strings.IndexByte(s[i+1:], ':') >= 0 || strings.IndexByte(s[:i], '/') >= 0)
}

// appendLogins appends the secrets before an "@" in s. The scheme and ":" end at start, and the
// fragment begins at hash.
func appendLogins(dst []Span, s string, start, hash int, r *Rules) []Span {
	switch {
	case strings.HasPrefix(s[start:], "//") && ascii.AuthorityEnd(s, start+len("//")) > start+len("//"):
		authority := start + len("//")
		end := ascii.AuthorityEnd(s, authority)
		k := readAuthority(s, authority, end)
		dst = r.appendUser(dst, s[:end], authority, k)
		switch k {
		case hosted:
			dst = appendPassword(dst, s, authority, end)
			dst = appendPassword(dst, s, end, hash)
			dst = appendPassword(dst, s, hash, len(s))
		case hostless, unsplit:
			dst = appendPassword(dst, s, authority, len(s))
		}
	case isOpaque(s, start) && !schemes.Lookup(s[:start-1]).Addresses:
		if n := lastAt(s, start); n > start {
			dst = append(dst, Span{start, n})
		}
	case start > 0 && wholeBefore(s, start, hash):
		dst = appendPassword(dst, s, start, hash)
		dst = appendPassword(dst, s, hash, len(s))
	default:
		dst = appendPassword(dst, s, start, len(s))
	}
	return dst
}

// appendUser appends the user name of the authority s[i:], if the rules hide it: all before the
// first ":" or else the last "@". A hosted authority has a user only before an "@".
func (r *Rules) appendUser(dst []Span, s string, i int, k authorityKind) []Span {
	at := lastAt(s, i)
	if !r.User || k == hosted && at == i {
		return dst
	}
	for end := i; end < len(s); {
		c, n := character(s, end)
		if c == ':' || end == at && at > i {
			if end > i {
				dst = append(dst, Span{i, end})
			}
			break
		}
		end += n
	}
	return dst
}

// isOpaque reports whether s, with an "@", is opaque. The scheme and ":" end at start.
func isOpaque(s string, start int) bool {
	return start > 0 && s[start] != '/'
}

// wholeBefore reports whether a password in s ends before the fragment at s[hash:]. s must
// have no authority. A file has no password. In an opaque part a password may begin at the first
// ":" after the last "@", if no "?" is before that, and at the first one without an "@".
func wholeBefore(s string, start, hash int) bool {
	if !isOpaque(s, start) {
		return strings.EqualFold(s[:start-1], "file")
	}
	at := strings.LastIndexByte(s[start:hash], '@')
	s = s[start+at+1 : hash]
	i := strings.IndexAny(s, ":?")
	return at >= 0 && (i < 0 || s[i] == '?')
}

// appendPassword appends the secret in s[lo:hi] from the first ":", and the "//" after it, to
// the last "@". Each of these may be escaped.
func appendPassword(dst []Span, s string, lo, hi int) []Span {
	s = s[:hi]
	start, end := -1, -1
	for i := lo; i < hi; {
		c, n := character(s, i)
		switch {
		case c == ':' && start < 0:
			start = slashes(s, i+n)
		case c == '@' && start >= 0:
			end = i
		}
		i += n
	}
	if start >= end { // or both are -1
		return dst
	}
	return append(dst, Span{start, end})
}

// slashes returns the offset after a "//" at s[i:], also escaped, or i.
func slashes(s string, i int) int {
	j := i
	for range 2 {
		if j == len(s) {
			return i
		}
		c, n := character(s, j)
		if c != '/' {
			return i
		}
		j += n
	}
	return j
}

// lastAt returns the offset of the last "@" in s[i:], escaped or not, or i.
func lastAt(s string, i int) int {
	last := i
	for i < len(s) {
		c, n := character(s, i)
		if c == '@' {
			last = i
		}
		i += n
	}
	return last
}

// An authorityKind is the form of an authority.
type authorityKind uint8

const (
	hosted   authorityKind = iota // it is empty, or [ userinfo "@" ] host [ ":" port ]
	hostless                      // the same, but the host is empty
	unsplit                       // anything else, for example "a@b@c" or "user:password"
)

// readAuthority returns the kind of the authority s[start:end].
func readAuthority(s string, start, end int) authorityKind {
	a := ascii.SplitAuthority(s, start, end)
	switch {
	case strings.HasPrefix(s[a.Host:end], "[") && strings.Trim(strings.TrimSuffix(s[a.Host+1:a.HostEnd], "]"), "0123456789ABCDEFabcdef:.") == "",
		ascii.IsHostList(s[a.Host:end]) && a.Host == start+strings.IndexByte(s[start:end], '@')+1:
		return hosted // also an IPv6 literal that is wrong, and a list of hosts
	case !a.Splits(s), strings.HasPrefix(s[a.Host:end], "["):
		return unsplit
	case a.Host == a.HostEnd && start < end:
		return hostless
	}
	return hosted
}

// appendBare appends the secrets of s without an "@" at their end: a "#" or "/" in a password may
// hide the "@". m are the marks of s.
//
// In an unsplit authority at the start, a secret reaches from the ":" to the end of s. In a later
// one without an "@", it reaches to the fragment, or in the fragment to the end. A mistyped port
// is not a secret, and neither is an IPv6 literal.
func appendBare(dst []Span, s string, start, hash int, m mark, f form, r *Rules) []Span {
	i, at := start, start // at is the last "@"
	if m&atMark != 0 {
		at = lastAt(s, start)
	}
	if strings.HasPrefix(s[start:], "//") {
		i += len("//")
		end := ascii.AuthorityEnd(s, i)
		if m&rawAtMark == 0 && readAuthority(s, i, end) == unsplit && !isMistyped(s, i, end, at) {
			return r.appendAfterColon(dst, s, i, end, len(s))
		}
		i = end
	}
	for i < len(s) {
		n := strings.Index(s[i:], "://")
		if n < 0 {
			return dst
		}
		i += n + len("://")
		end := ascii.IndexAnyOrEnd(s, i, "/?#&")
		if a := s[i:end]; strings.IndexByte(a, '@') < 0 && (readAuthority(s, i, end) == unsplit || f == decoded && strings.HasSuffix(a, ":")) && !isMistyped(s, i, end, at) {
			last := len(s)
			if i < hash {
				last = hash
			}
			dst = r.appendAfterColon(dst, s, i, end, last)
		}
		i = end
	}
	return dst
}

// appendAfterColon appends the secret in s[:last] after the first ":" of the authority s[i:end],
// and the user before it if the rules hide it.
func (r *Rules) appendAfterColon(dst []Span, s string, i, end, last int) []Span {
	dst = r.appendUser(dst, s[:end], i, unsplit)
	if lo := i + strings.IndexByte(s[i:end], ':') + 1; lo < last {
		dst = append(dst, Span{lo, last})
	}
	return dst
}

// isMistyped reports whether the authority s[i:end] is a mistyped host, not a login. The last "@"
// of s, at s[at], is not after it. It begins with "[", or it is a name with a "." and a wrong port
// of letters and digits, at the end of s or before a "/": "example.com:8o80".
func isMistyped(s string, i, end, at int) bool {
	host, port, _ := strings.Cut(s[i:end], ":")
	return at < i && (strings.HasPrefix(host, "[") ||
		(end == len(s) || s[end] == '/') && strings.Contains(host, ".") && !strings.Contains(host, "+") &&
			ascii.All(host, ascii.Scheme) && ascii.All(port, ascii.Letter|ascii.Digit))
}

// delimiters are the bytes with a meaning for appendValues.
var delimiters = [256]bool{'?': true, '&': true, ';': true, '#': true, '=': true, '/': true, '%': true}

// appendValues appends the values of the pairs in s with a name of the rules. A value ends at
// "&" or "#". The "=", and the "?", ";", "&" or "#" before a name, may be escaped. In a form
// they are part of the name: it ends at the first "=" of its pair.
func appendValues(dst []Span, s string, f form, r *Rules) []Span {
	ends, name, pair := "&#", -1, -1 // name is where a name begins, and pair where one of a form does
	switch f {
	case decoded:
		ends = "#"
	case part:
		name, pair = 0, 0
	}
	query := f == part
	for i := 0; i < len(s); {
		if !delimiters[s[i]] {
			i++
			continue
		}
		c, n := character(s, i)
		switch s[i] {
		case '?':
			if !query {
				query, pair = true, i+n
			}
		case '&':
			if query {
				pair = i + n
			}
		case '#':
			query, pair = true, -1
		}
		switch {
		case c == '?' || c == '&' || c == ';' || c == '#':
			name = i + n
		case c == '=':
			if name >= 0 && r.hides(s[name:i], false) || pair >= 0 && n == 1 && r.hides(s[pair:i], true) {
				end := ascii.IndexAnyOrEnd(s, i, ends)
				if i+n < end {
					dst = append(dst, Span{i + n, end})
				}
				i, n = end, 0
			}
			name = -1
			if n == 1 {
				pair = -1
			}
		case c == '/':
			name = -1
		}
		i += n
	}
	return dst
}
