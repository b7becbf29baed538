package web

import (
	"errors"

	"example.com/uri"
)

// URI returns u as a URI of RFC 2396 for the same resource. Its text is the
// serialization of u, with more percent-encoded bytes where RFC 2396 demands them: for
// a stray "%", for characters like "|" and "[" in a path, for a space in an opaque
// path. [Parse] reads the text as a URL equal to u, up to these escapes.
//
// It fails for the zero URL, for a scheme without anything after it ("foo:" or
// "foo:#a"), since RFC 2396 has no empty opaque part, and for a URI of more than 2^32-2
// bytes.
func (u URL) URI() (uri.URI, error) {
	if u.s == "" {
		return uri.URI{}, errors.New("web: the zero URL has no URI")
	}
	if v, err := uri.Parse(u.s); err == nil {
		return v, nil
	}
	return uri.Parse(string(u.appendEscaped(nil)))
}

// appendEscaped appends the serialization of u, with the characters percent-encoded
// that RFC 2396 forbids in their part.
func (u URL) appendEscaped(dst []byte) []byte {
	at := uint32(0) // what is before it in the text is in dst
	keep := func(end uint32) { dst, at = append(dst, u.s[at:end]...), end }
	escape := func(end uint32, set uri.EscapeSet) {
		dst, at = append(dst, uri.EscapeOnce(u.s[at:end], set)...), end
	}
	if u.user != u.host {
		keep(u.scheme + uint32(len("://")))
		escape(u.user, uri.EscapeUser)
		if u.s[u.user] == ':' {
			keep(u.user + 1)
			escape(u.host-1, uri.EscapeUser)
		}
	}
	keep(max(u.host, u.scheme+1))
	if !hasByte(u.s, int(u.host), '[') {
		escape(max(u.hostEnd, at), uri.EscapeRegistryHost)
	}
	keep(u.path)
	path := uri.EscapePath
	if u.opaque() {
		path = uri.EscapeQuery
	}
	escape(u.path+uint32(len(u.Path())), path)
	escape(u.fragmentMark(), uri.EscapeQuery) // with its "?", which it may contain
	keep(max(u.fragment, at))
	escape(uint32(len(u.s)), uri.EscapeQuery)
	return dst
}
