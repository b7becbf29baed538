package crawl

import (
	"bytes"

	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/pathread"
	"example.com/uri/internal/schemes"
)

// A place has the parts of a URI for a [Scope].
type place struct {
	scheme   []byte // as in a key, "http" for https too
	port     []byte // as in a key, with its ":"
	host     []byte // as in a key
	named    bool   // the host is a name, made of labels
	path     []byte // as in a key, without the "/" that it begins with
	disputed bool   // not all servers agree on the path: see pathread.DotsAgree
}

// scopeBuf is the room for a place before it is allocated.
const scopeBuf = 512

// findPlace returns the place of u, perhaps in buf, and whether u has one: a scheme and a host.
func findPlace(buf []byte, u uri.URI) (place, bool) {
	key, at := new(Keyer).appendPlain(buf, u)
	if !u.IsAbsolute() || at == (server{}) {
		return place{}, false
	}
	p := place{
		scheme:   key[:len(u.Scheme())],
		port:     key[at.port:at.end],
		host:     key[at.host:at.port],
		named:    isName(key[at.host:at.port]),
		path:     bytes.TrimPrefix(key[at.end:ascii.IndexOrEnd(key, at.end, '?')], []byte("/")),
		disputed: !pathread.DotsAgree(u.Path()),
	}
	if info := schemes.Lookup(u.Scheme()); info.HTTP {
		p.scheme = p.scheme[:len("http")]
	}
	return p, true
}

// plainHost is a fast path for findPlace without a key. It returns the host of a place of http or
// https without a port, if the host is a name in lower case. It returns false for all other places.
func plainHost(u *uri.URI) (host string, ok bool) {
	if scheme := u.Scheme(); scheme != "https" && scheme != "http" || u.HostKind() != uri.HostName {
		return "", false
	}
	if _, ported := u.Port(); ported {
		return "", false
	}
	host, _ = u.Host()
	for i := range len(host) {
		if 'A' <= host[i] && host[i] <= 'Z' {
			return "", false
		}
	}
	return host, host[len(host)-1] != '.'
}
