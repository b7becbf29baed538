package uri

import (
	"bytes"
	"strconv"
	"strings"
)

// Normalize returns the normal form of u by RFC 2396, section 6 and what it
// leaves to the schemes. It is the Normalize of [RFC2396].
func (u URI) Normalize() URI { return RFC2396.Normalize(u) }

// Normalize returns the normal form of u:
//
//   - the scheme and the host are in lower case (RFC 2396, 6);
//   - a port that is empty or the default of the scheme is left out, and leading
//     zeros of another are;
//   - escapes are in upper case, and where they stand for an unreserved character
//     they are that character (2.3). An escaped dot stays where it would make a
//     dot segment: resolving tells the two apart (5.2);
//   - an empty path of http, https, ws or wss is "/", except after an empty
//     authority (RFC 1738, 3.3; RFC 6455, 3).
//
// In the mode RFC3986 the unreserved characters are those of RFC 3986, 2.3,
// without "!", "*", "'", "(" and ")"; a registry-based name that [URI.Host] splits
// counts as a host; and dot segments, escaped or not, are resolved in a path
// that begins with "/" (6.2.2.3). Those of a relative path have to wait for the
// base.
//
// In the mode RFC1808 an escaped dot after the authority stays, and so does an
// empty path before a query, because RFC 1808 finds other paths there than RFC 2396
// does: in ".;x" the path is ".", and in "http://a?x/y" it is "/y" (2.4).
//
// A registry-based authority changes only in its escapes, since nothing is known
// of it, unless they hid a server. No reserved character is decoded, no
// delimiter moves, and a normal form is its own. Where u is normal it is returned
// as it is, without an allocation; otherwise the text of the result is
// allocated.
func (m Mode) Normalize(u URI) URI {
	if m.looksNormal(&u) {
		return u
	}
	u = m.revealAuthority(u)
	return m.normalize(&u)
}

// revealAuthority returns u with the escapes of a registry-based authority in
// normal form, so that a host or a port that was hidden in them is found.
func (m Mode) revealAuthority(u URI) URI {
	if u.host == 0 || u.IsServer() {
		return u
	}
	start := u.authority()
	dst := append(make([]byte, 0, len(u.s)), u.s[:start]...)
	dst = m.appendEscapes(dst, u.s[start:u.path], '%')
	if string(dst) == u.s[:u.path] {
		return u
	}
	return MustParse(string(append(dst, u.s[u.path:]...)))
}

// unsplit reports whether u has an authority that RFC 3986 does not split into
// userinfo, host and port, such as "a@b@c".
func (u *URI) unsplit() bool { return u.hostKind == NoHost && u.host < u.hostEnd }

// AppendNormalize appends the text of [Mode.Normalize] of u to dst. In the mode
// RFC2396 it does not allocate where dst has room, unless a registry-based
// authority has escapes.
func (m Mode) AppendNormalize(dst []byte, u URI) []byte {
	authority, _ := u.Authority()
	switch {
	case m.looksNormal(&u):
		return append(dst, u.s...)
	case !u.IsServer() && strings.IndexByte(authority, '%') >= 0, uint64(len(u.s)) == maxLen:
		return append(dst, m.Normalize(u).s...)
	}
	return m.appendNormal(dst, &u)
}

// looksNormal is a short way: it reports whether cheap tests show that u is in
// normal form. False means unknown; normalize finds out.
func (m Mode) looksNormal(u *URI) bool {
	switch {
	case !shortWays, strings.IndexByte(u.s, '%') >= 0, hasUpper(u.s[:u.scheme]):
		return false
	case m == RFC3986 && strings.Contains(u.Path(), "/."):
		return false
	case u.host == 0:
		return true
	case u.hostEnd < u.path, u.path == u.pathEnd && u.scheme != 0:
		return false
	}
	return !hasUpper(u.s[u.host:u.hostEnd])
}

// hasUpper reports whether s has a letter in upper case.
func hasUpper(s string) bool {
	for i := range len(s) {
		if s[i]-'A' <= 'Z'-'A' {
			return true
		}
	}
	return false
}

// normalize is Normalize for a u whose authority hides nothing in escapes.
func (m Mode) normalize(u *URI) URI {
	var buf [stackBuf]byte
	dst := buf[:0]
	if room := len(u.s) + len("/."); room > len(buf) {
		dst = make([]byte, 0, room)
	}
	dst = m.appendNormal(dst, u)
	if string(dst) == u.s {
		return *u
	}
	n, err := Parse(string(dst))
	if err != nil {
		return *u // a text at the limit of length, which has no room for a "/"
	}
	return n
}

// appendNormal appends the normal form of u to dst, component by component.
func (m Mode) appendNormal(dst []byte, whole *URI) []byte {
	u := whole.generic()
	if u.scheme != 0 {
		scheme := len(dst)
		dst = append(dst, u.s[:u.scheme+1]...)
		lower(dst[scheme:])
	}
	named := false
	if u.host != 0 {
		dst = append(dst, "//"...)
		authority := len(dst)
		dst = m.appendAuthority(dst, &u)
		named = len(dst) > authority
	}
	root := len(dst)
	switch path := u.Path(); {
	case path == "" && named && knownScheme(u.Scheme()).emptyRoot && (m != RFC1808 || u.query == 0):
		dst = append(dst, '/')
	case m == RFC3986 && at(path, 0, '/'):
		dst = m.appendEscapes(dst, path, '%')
		if bytes.Contains(dst[root:], []byte("/.")) {
			dst, _ = appendDotless(dst[:root], string(dst[root:]), DropDots)
		}
		if u.host == 0 {
			dst = keepPath(dst, root, true)
		}
	default:
		dst = m.appendPath(dst, path)
	}
	except := byte('%')
	if m == RFC1808 {
		except = '.'
	}
	return m.appendEscapes(dst, u.s[u.pathEnd:], except)
}

// appendAuthority appends the normal form of the authority of u.
func (m Mode) appendAuthority(dst []byte, u *URI) []byte {
	if u.unsplit() || (u.hostKind == NoHost || u.hostKind == RegName) && m != RFC3986 {
		return m.appendEscapes(dst, u.s[u.authority():u.path], '%')
	}
	dst = m.appendEscapes(dst, u.s[u.authority():u.host], '%')
	host := len(dst)
	dst = m.appendEscapes(dst, u.s[u.host:u.hostEnd], '%')
	lower(dst[host:])

	port, _ := u.Port()
	for len(port) > 1 && port[0] == '0' {
		port = port[1:]
	}
	if port != "" && !isDefaultPort(u.Scheme(), port) {
		dst = append(dst, ':')
		dst = append(dst, port...)
	}
	return dst
}

// lower changes the letters of s to lower case, but for those of escapes.
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

// isDefaultPort reports whether digits, without leading zeros, are the default
// port of scheme.
func isDefaultPort(scheme, digits string) bool {
	port, ok := DefaultPort(scheme)
	var buf [len("65535")]byte
	return ok && digits == string(strconv.AppendUint(buf[:0], uint64(port), 10))
}

// appendPath appends path with its escapes in normal form, without making a dot
// segment of what is none.
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

// hidesDots reports whether a segment is "." or ".." but for an escape in it.
//
// DEVIATION: RFC 2396, 2.3 lets an unreserved character be escaped without
// changing the semantics, so "%2E" could be decoded here too. Step 6 of 5.2
// looks for "." and ".." as written, and would then find more of them.
func hidesDots(segment string) bool {
	switch len(segment) {
	case len("%2E"), len(".%2E"), len("%2E%2E"):
		return strings.EqualFold(segment, "%2E") || strings.EqualFold(segment, "%2E%2E") ||
			strings.EqualFold(segment, ".%2E") || strings.EqualFold(segment, "%2E.")
	}
	return false
}

// appendEscapes appends s with its escapes in upper case, those of unreserved
// characters other than except decoded.
func (m Mode) appendEscapes(dst []byte, s string, except byte) []byte {
	for {
		i := strings.IndexByte(s, '%')
		if i < 0 {
			return append(dst, s...)
		}
		dst = append(dst, s[:i]...)
		b := unhex(s[i+1])<<4 | unhex(s[i+2])
		if m.unreserved(b) && b != except {
			dst = append(dst, b)
		} else {
			dst = append(dst, '%', upperhex[b>>4], upperhex[b&15])
		}
		s = s[i+len("%hh"):]
	}
}

// unreserved reports whether b is an unreserved character in the RFC that m
// names: RFC 3986 took some marks away.
func (m Mode) unreserved(b byte) bool {
	if m == RFC3986 && strings.IndexByte("!*'()", b) >= 0 {
		return false
	}
	return table[b]&isUnreserved != 0
}

// Equivalent reports whether a and b have the same normal form (RFC 2396, 6).
// That they have not does not mean that they identify different resources. It
// allocates the normal form of each that is not normal.
func Equivalent(a, b URI) bool {
	return a.s == b.s || a.Normalize().s == b.Normalize().s
}

// Compare orders URIs by the octets of their normal forms: it returns -1 where
// that of a is first, 0 where a and b are [Equivalent] and 1 where that of b is
// first. It allocates as Equivalent does.
func Compare(a, b URI) int {
	return strings.Compare(a.Normalize().s, b.Normalize().s)
}
