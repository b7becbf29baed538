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

// afterAuthority returns the text of u after its authority, or after its scheme if it has no authority.
func afterAuthority(u uri.URI) string {
	_, end, _ := u.Span(uri.PartAuthority)
	return u.String()[end:]
}

// upToSegment returns s up to its first "/", "?" or "#".
func upToSegment(s string) string { return s[:ascii.IndexAnyOrEnd(s, 0, "/?#")] }

// authority is the place of the userinfo, or of the whole authority if it has no single
// host: programs disagree about its delimiters.
func authority(u uri.URI, yield func(string) bool) bool {
	text, ok := u.Userinfo()
	if !hasHost(u) || oddHost(u) {
		text, ok = u.Authority()
	}
	return !ok || yield(text)
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

// schemeWord is the place of a scheme. Programs without it, or with it only in lower
// case, take it for a host.
func schemeWord(u uri.URI, yield func(string) bool) bool {
	scheme := u.Scheme()
	return (scheme == "http" || scheme == "https") && hasHost(u) || yield(scheme)
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
func slicedScheme(u uri.URI, yield func(string) bool) bool {
	scheme := u.Scheme()
	return len(scheme) <= 2 || u.HostKind() != uri.HostIPv6 || yield(scheme[1:len(scheme)-1])
}

// laterAt is the place after each "@" outside the authority.
func laterAt(u uri.URI, yield func(string) bool) bool {
	if _, ok := u.Authority(); ok && LaterAt(u) < 0 {
		return true
	}
	text := afterAuthority(u)
	for i := strings.IndexByte(text, '@'); i >= 0; {
		segment := upToSegment(text[i+1:]) // with every further "@" of it
		if !yield(segment) {
			return false
		}
		i = ascii.Index(text, i+1+len(segment), '@')
	}
	return true
}

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

// isTwoAddresses reports whether programs read the host as different addresses.
func isTwoAddresses(u uri.URI) bool {
	a := AddrsOf(u)
	return a.Decimal.IsValid() && a.Aton.IsValid() && a.Decimal != a.Aton
}

// firstSegment is the place after the slashes of a text without a host.
func firstSegment(u uri.URI, yield func(string) bool) bool {
	_, ok := u.Authority()
	if rooted := !ok && !u.IsAbsolute() && strings.HasPrefix(u.Path(), "/"); rooted || hasHost(u) || HasScheme(u, "file") {
		return true
	}
	return yield(upToSegment(strings.TrimLeft(afterAuthority(u), "/")))
}

// laterSlashes is the place after each "//" in a text without a scheme or a host.
func laterSlashes(u uri.URI, yield func(string) bool) bool {
	if hasHost(u) && u.IsAbsolute() {
		return true
	}
	_, text, ok := strings.Cut(afterAuthority(u), "//")
	for ok {
		text = strings.TrimLeft(text, "/")
		segment := upToSegment(text)
		if !yield(segment) {
			return false
		}
		_, text, ok = strings.Cut(text[len(segment):], "//")
	}
	return true
}

// namesNoHost reports whether u, read as a URL of its scheme, names no host. url.parse
// of node finds no host in "//h" either.
func namesNoHost(u uri.URI) bool {
	_, ok := u.Authority()
	return !u.IsAbsolute() || !hasHost(u) && (ok || schemes.Lookup(u.Scheme()).Special)
}

// impossibleHost reports whether some program drops the host of u, because of its length or
// of its first odd character.
func impossibleHost(u uri.URI) bool {
	host, _ := u.Host()
	return TooLong(host) || oddHost(u)
}

// socketScheme reports whether the scheme is of a Unix socket, such as "http+unix".
func socketScheme(u uri.URI) bool { return strings.HasSuffix(strings.ToLower(u.Scheme()), "+unix") }
