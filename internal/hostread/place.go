package hostread

import (
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// A Port is the source of the port of a host.
type Port uint8

const (
	PortAny     Port = iota // another one, or none
	PortWritten             // the port of the URL
	PortHTTP                // the default port of http
)

// hasHost reports whether RFC 3986 finds a host in u.
func hasHost(u uri.URI) bool {
	host, _ := u.Host()
	return host != ""
}

// oddHost reports whether some program may end the host of u within it.
func oddHost(u uri.URI) bool {
	host, _ := u.Host()
	return u.HostKind() == uri.HostRegName && End(host) >= 0
}

// afterAuthority returns the offset after the authority of u, or else after its scheme.
func afterAuthority(u uri.URI) int {
	_, end, _ := u.Span(uri.PartAuthority)
	return end
}

// segment returns the text of u from start to the next "/", "?" or "#", and where that is.
func segment(u uri.URI, start int) (text string, end int) {
	s := u.String()
	end = ascii.IndexAnyOrEnd(s, start, "/?#")
	return s[start:end], end
}

// authority is the place of the userinfo, or of the whole authority if it has no single
// host: programs disagree about its delimiters.
func authority(u uri.URI, _ int) (text string, next int) {
	text, _ = u.Userinfo()
	if !hasHost(u) || oddHost(u) {
		text, _ = u.Authority()
	}
	return text, -1
}

// endsEarly reports whether some program takes the text before the first ":" of the userinfo
// for the host: a second ":" follows.
func endsEarly(u uri.URI) bool {
	userinfo, _ := u.Userinfo()
	return strings.Count(userinfo, ":") > 1
}

// EscapesDelimiter reports whether the userinfo has an escaped delimiter. No program is known
// to end the userinfo there.
func EscapesDelimiter(u uri.URI) bool {
	userinfo, _ := u.Userinfo()
	for i := strings.IndexByte(userinfo, '%'); i >= 0; i = ascii.Index(userinfo, i+len("%hh"), '%') {
		if strings.IndexByte(`/\?#@`, ascii.Octet(userinfo, i)) >= 0 {
			return true
		}
	}
	return false
}

// schemeWord is the place of a scheme. Programs that do not know a scheme, or know it only in
// lower case, take it for a host.
func schemeWord(u uri.URI, _ int) (text string, next int) {
	scheme := u.Scheme()
	if (scheme == "http" || scheme == "https") && hasHost(u) {
		return "", -1
	}
	return scheme, -1
}

// Capital returns the offset of the first capital in the scheme of u if the scheme is one of the
// web or ftp, or -1. Some programs know such a scheme only in lower case.
func Capital(u uri.URI) int {
	scheme := u.Scheme()
	i := strings.IndexFunc(scheme, func(r rune) bool { return 'A' <= r && r <= 'Z' })
	if i < 0 {
		return -1
	}
	if info := schemes.Lookup(scheme); !info.Special || info.Port == 0 {
		return -1
	}
	return i
}

// slicedScheme is the place of a scheme without its first and last character: a program
// removes brackets where there are none.
func slicedScheme(u uri.URI, _ int) (text string, next int) {
	scheme := u.Scheme()
	if len(scheme) <= 2 || u.HostKind() != uri.HostIPv6 {
		return "", -1
	}
	return scheme[1 : len(scheme)-1], -1
}

// laterAt is the place after each "@" outside the authority. Its text goes on to the end of the
// segment, so it contains every further "@".
func laterAt(u uri.URI, from int) (text string, next int) {
	if _, ok := u.Authority(); from == 0 && ok && LaterAt(u) < 0 && !hostAnywhere(u) {
		return "", -1
	}
	i := ascii.Index(u.String(), max(from, afterAuthority(u)), '@')
	if i < 0 {
		return "", -1
	}
	return segment(u, i+1)
}

// hostAnywhere reports whether some program takes the text after an "@" anywhere in u for the
// host: the module URI of Perl, although sip URIs have no "//" (RFC 3261, 19.1.1).
func hostAnywhere(u uri.URI) bool { return HasScheme(u, "sip", "sips") }

// LaterAt returns the end of the authority of u if an "@" follows later, and "?", "#" or, after
// a port, anything directly follows the authority. Some programs take the text before this "@"
// for userinfo. LaterAt returns -1 for other URIs.
func LaterAt(u uri.URI) int {
	_, port := u.Port()
	if _, end, ok := u.Span(uri.PartAuthority); ok && (port || u.Path() == "") && strings.IndexByte(u.String()[end:], '@') >= 0 {
		return end
	}
	return -1
}

// namesLater reports whether some program finds a host after a later "@".
func namesLater(u uri.URI) bool { return LaterAt(u) >= 0 }

// isBroken reports whether the host has an invalid label of Punycode.
func isBroken(u uri.URI) bool {
	host, _ := u.Host()
	return BrokenLabel(host) >= 0
}

// firstSegment is the place after the slashes of a text without a host, and of a file URL without
// slashes.
func firstSegment(u uri.URI, _ int) (text string, next int) {
	_, ok := u.Authority()
	if rooted := !ok && !u.IsAbsolute() && strings.HasPrefix(u.Path(), "/"); rooted || hasHost(u) || HasScheme(u, "file") && !u.IsOpaque() {
		return "", -1
	}
	text, _ = segment(u, afterSlashes(u, afterAuthority(u)))
	return text, -1
}

// laterSlashes is the place after each "//" in a text without a scheme or a host.
func laterSlashes(u uri.URI, from int) (text string, next int) {
	from = max(from, afterAuthority(u))
	i := strings.Index(u.String()[from:], "//")
	if i < 0 || hasHost(u) && u.IsAbsolute() {
		return "", -1
	}
	return segment(u, afterSlashes(u, from+i))
}

// afterSlashes returns the offset after the slashes at the offset start.
func afterSlashes(u uri.URI, start int) int {
	s := u.String()
	return len(s) - len(strings.TrimLeft(s[start:], "/"))
}

// namesNoHost reports whether RFC 3986 finds no host in u, or u is a reference: url.parse of node
// finds no host in "//h" either.
func namesNoHost(u uri.URI) bool { return !u.IsAbsolute() || !hasHost(u) }

// impossibleHost reports whether some program drops the host of u: it is too long or odd.
func impossibleHost(u uri.URI) bool {
	host, _ := u.Host()
	return TooLong(host) || oddHost(u)
}

// socketScheme reports whether the scheme is of a Unix socket, such as "http+unix".
func socketScheme(u uri.URI) bool { return strings.HasSuffix(strings.ToLower(u.Scheme()), "+unix") }
