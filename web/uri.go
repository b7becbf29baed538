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
	path := uri.EscapePath
	if u.opaque() {
		path = uri.EscapeQuery
	}
	dst = append(dst, u.s[:u.scheme+1]...)
	if u.host != 0 {
		dst = append(dst, "//"...)
		dst = append(dst, uri.EscapeOnce(u.Username(), uri.EscapeUser)...)
		if password := u.Password(); password != "" {
			dst = append(dst, ':')
			dst = append(dst, uri.EscapeOnce(password, uri.EscapeUser)...)
		}
		if u.user != u.host {
			dst = append(dst, '@')
		}
		if name, _ := u.Host(); hasByte(name, 0, '[') {
			dst = append(dst, name...)
		} else {
			dst = append(dst, uri.EscapeOnce(name, uri.EscapeRegistryHost)...)
		}
		dst = append(dst, u.s[u.hostEnd:u.path]...)
	} else {
		dst = append(dst, u.s[u.scheme+1:u.path]...)
	}
	dst = append(dst, uri.EscapeOnce(u.Path(), path)...)
	if query, ok := u.Query(); ok {
		dst = append(dst, '?')
		dst = append(dst, uri.EscapeOnce(query, uri.EscapeQuery)...)
	}
	if fragment, ok := u.Fragment(); ok {
		dst = append(dst, '#')
		dst = append(dst, uri.EscapeOnce(fragment, uri.EscapeQuery)...)
	}
	return dst
}
