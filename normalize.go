package uri

import (
	"bytes"
	"strings"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// Normalize returns the normal form of u (RFC 2396, 6). It is [Mode.Normalize] of
// [RFC2396]. It keeps dot segments: use RFC3986.Normalize for URLs of the web.
func (u URI) Normalize() URI { return RFC2396.Normalize(u) }

// Normalize returns the normal form of u. It is idempotent. In that form:
//
//   - The scheme and the host are in lower case (RFC 2396, 6).
//   - An empty port, or the default port of the scheme, is removed. Other ports have no
//     leading zeros.
//   - Escapes are in upper case. Those of unreserved characters are decoded (2.3),
//     except a dot of a new dot segment, because resolution would then remove the
//     segment (5.2). Reserved characters are not decoded.
//   - An empty path of http, https, ws or wss is "/", except after an empty
//     authority (RFC 1738, 3.3; RFC 6455, 3).
//   - A reg_name changes only in its escapes. If the result is a server, the rules for
//     a server apply.
//
// The mode RFC3986 differs: "!", "*", "'", "(" and ")" are not unreserved (RFC 3986, 2.3).
// If [URI.Host] can split a reg_name, its name is in lower case, and an empty or default
// port is removed. Dot segments, escaped or not, are resolved in every path but a relative
// one, as [Resolver.Resolve] does (6.2.2.3): "x:a/../b" is "x:/b".
//
// In the mode RFC1808 escaped dots after the authority stay, and an empty path before
// a query stays empty, because RFC 1808 (2.4) finds other paths: "." in ".;x", and
// "/y" in "http://a?x/y".
func (m Mode) Normalize(u URI) (n URI) {
	if m.looksNormal(&u) {
		return u
	}
	m.revealAuthority(&u)
	m.normalize(&n, &u)
	return n
}

// normalize sets the zero t to the normal form of u, a result of revealAuthority.
func (m Mode) normalize(t, u *URI) {
	var buf [stackBuf]byte
	dst := buf[:0]
	if room := len(u.s) + len("/."); room > len(buf) {
		dst = make([]byte, 0, room)
	}
	dst = m.appendNormal(dst, t, u)
	if string(dst) == u.s || tooLong(uint64(len(dst))) { // no room for a "/"
		*t = *u
	} else {
		t.s = string(dst)
	}
}

// revealAuthority writes the escapes in a reg_name of u in normal form, to find a host
// or a port written with escapes.
func (m Mode) revealAuthority(u *URI) {
	if !u.hasAuthority() || u.IsServer() {
		return
	}
	start := u.authority()
	name := u.s[start:u.path]
	if strings.IndexByte(name, '%') < 0 {
		return
	}
	var buf [stackBuf]byte
	if dst := m.appendEscapes(buf[:0], name, '%'); string(dst) != name {
		*u = MustParse(u.s[:start] + string(dst) + u.s[u.path:])
	}
}

// AppendNormalize appends the text of the result of [Mode.Normalize] to dst.
func (m Mode) AppendNormalize(dst []byte, u URI) []byte {
	name, _ := u.Authority()
	switch {
	case m.looksNormal(&u):
		return append(dst, u.s...)
	case !u.IsServer() && strings.IndexByte(name, '%') >= 0, uint64(len(u.s)) == maxLen:
		return append(dst, m.Normalize(u).s...)
	}
	var t URI
	return m.appendNormal(dst, &t, &u)
}

// looksNormal is a fast path: it reports whether u passes cheap tests for the normal
// form. False means unknown: Normalize finds out.
func (m Mode) looksNormal(u *URI) bool {
	switch {
	case !fastPaths, strings.IndexByte(u.s, '%') >= 0, hasUpper(u.s[:u.scheme]):
		return false
	case m == RFC3986 && (u.isOpaque() && u.s[u.path] == '.' || strings.Contains(u.s[u.path:u.pathEnd], "/.")):
		return false
	case !u.hasAuthority():
		return true
	case u.hostEnd < u.path, u.path == u.pathEnd && u.scheme != 0:
		return false
	}
	return !hasUpper(u.s[u.host:u.hostEnd])
}

// hasUpper reports whether s has an upper-case letter.
func hasUpper(s string) bool {
	for i := range len(s) {
		if s[i]-'A' <= 'Z'-'A' {
			return true
		}
	}
	return false
}

// appendNormal appends the normal form of u to dst, component by component. It also sets the
// offsets of the zero t in dst, as [Parse] would find them in an empty dst, but not its text.
func (m Mode) appendNormal(dst []byte, t, u *URI) []byte {
	if t.scheme = u.scheme; u.scheme != 0 {
		start := len(dst)
		dst = append(dst, u.s[:u.scheme+1]...)
		lower(dst[start:])
	}
	named := false
	if u.hasAuthority() {
		dst = append(dst, "//"...)
		start := len(dst)
		dst = m.appendAuthority(dst, t, u)
		named = len(dst) > start
	}
	root := len(dst)
	path, tail := u.s[u.path:u.pathEnd], u.s[u.pathEnd:u.uriEnd()]
	if u.isOpaque() { // RFC 3986 finds a query there
		end := ascii.IndexOrEnd(path, 0, '?')
		path, tail = path[:end], path[end:]
	}
	switch {
	case path == "" && named && schemes.Lookup(u.s[:u.scheme]).EmptyRoot && (m != RFC1808 || u.query == 0):
		dst = append(dst, '/')
	case m == RFC3986 && !u.isRelPath():
		if strings.IndexByte(path, '%') < 0 {
			dst, _ = appendDotless(dst, path, AboveRootDrop)
		} else if dst = m.appendEscapes(dst, path, '%'); bytes.HasPrefix(dst[root:], []byte(".")) || bytes.Contains(dst[root:], []byte("/.")) {
			dst, _ = appendDotless(dst[:root], string(dst[root:]), AboveRootDrop)
		}
		if !u.hasAuthority() {
			dst = keepPath(dst, root, tail != "")
		}
	default:
		dst = m.appendPath(dst, path)
	}
	except := byte('%')
	if m == RFC1808 {
		except = '.'
	}
	t.path, t.pathEnd = uint32(root), uint32(len(dst))
	dst = m.appendEscapes(dst, tail, except)
	switch {
	case u.scheme != 0 && !u.hasAuthority() && dst[root] != '/': // opaque
		t.pathEnd = uint32(len(dst))
	case tail != "":
		t.query = t.pathEnd + 1
	}
	if u.fragment != 0 {
		t.fragment = uint32(len(dst)) + 1
		dst = m.appendEscapes(dst, u.s[u.uriEnd():], except)
	}
	return dst
}

// appendAuthority appends the normal form of the authority of u, and sets the offsets and
// the kind of the host of t.
func (m Mode) appendAuthority(dst []byte, t, u *URI) []byte {
	dst = m.appendEscapes(dst, u.s[u.authority():u.host], '%')
	start := len(dst)
	dst = m.appendEscapes(dst, u.s[u.host:u.hostEnd], '%')
	t.host, t.hostEnd, t.hostKind = uint32(start), uint32(len(dst)), u.hostKind
	unsplit := u.hostKind == HostNone && u.host < u.hostEnd // by RFC 3986: "a@b@c"
	if unsplit || (u.hostKind == HostNone || u.hostKind == HostRegName) && m != RFC3986 {
		return m.appendEscapes(dst, u.s[u.hostEnd:u.path], '%')
	}
	lower(dst[start:])

	digits := strings.TrimPrefix(u.s[u.hostEnd:u.path], ":")
	for len(digits) > 1 && digits[0] == '0' {
		digits = digits[1:]
	}
	if n, _ := portNumber(digits); digits != "" && (n == 0 || n != schemes.Lookup(u.s[:u.scheme]).Port) {
		dst = append(dst, ':')
		dst = append(dst, digits...)
	}
	return dst
}

// lower changes the letters of s to lower case, except in escapes.
func lower(s []byte) {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '%':
			i += len("hh")
		case s[i]-'A' <= 'Z'-'A':
			s[i] |= 0x20
		}
	}
}

// appendPath appends path with its escapes in normal form. It makes no new dot
// segments.
func (m Mode) appendPath(dst []byte, path string) []byte {
	for {
		end := strings.IndexByte(path, '/')
		if end < 0 {
			end = len(path)
		}
		except := byte('%')
		if m == RFC1808 || hidesDots(path[:end]) {
			except = '.'
		}
		dst = m.appendEscapes(dst, path[:end], except)
		if end == len(path) {
			return dst
		}
		dst = append(dst, '/')
		path = path[end+1:]
	}
}

// hidesDots reports whether the segment g is "." or "..", with its dots escaped or not.
//
// DEVIATION: RFC 2396, 2.3 lets an unreserved character be escaped without
// changing the semantics, so "%2E" could be decoded here too. Step 6 of 5.2
// looks for "." and ".." as written, and would then find more of them.
func hidesDots(g string) bool {
	return len(g) <= len("%2E%2E") && (decodesTo(g, ".") || decodesTo(g, ".."))
}

// appendEscapes appends s with its escapes in upper case. It decodes escapes of
// unreserved characters other than except.
func (m Mode) appendEscapes(dst []byte, s string, except byte) []byte {
	for {
		i := strings.IndexByte(s, '%')
		if i < 0 {
			return append(dst, s...)
		}
		dst = append(dst, s[:i]...)
		b := ascii.Octet(s, i)
		dst = ascii.AppendByte(dst, b, !m.unreserved(b) || b == except)
		s = s[i+len("%hh"):]
	}
}

// unreserved reports whether b is an unreserved character of the RFC of m. RFC 3986 has
// fewer of them.
func (m Mode) unreserved(b byte) bool {
	if m == RFC3986 && strings.IndexByte("!*'()", b) >= 0 {
		return false
	}
	return table[b]&isUnreserved != 0
}

// Equivalent reports whether a and b have the same normal form (RFC 2396, 6): see
// [Mode.Normalize]. If not, they may still identify the same resource.
func (m Mode) Equivalent(a, b URI) bool {
	return a.s == b.s || m.Normalize(a).s == m.Normalize(b).s
}

// Compare compares the normal forms of a and b as [strings.Compare] does: it returns 0 if a and
// b are equivalent in the mode m.
func (m Mode) Compare(a, b URI) int {
	if a.s == b.s {
		return 0
	}
	return strings.Compare(m.Normalize(a).s, m.Normalize(b).s)
}
