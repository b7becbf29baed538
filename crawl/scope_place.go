package crawl

import (
	"bytes"
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// A place has the parts of a URI that a [Scope] compares.
type place struct {
	scheme   []byte // as in a key, "http" for https too
	port     []byte // as in a key, with its ":"
	host     []byte // as in a key
	named    bool   // the host is a name, made of labels
	path     []byte // as in a key, without the "/" that it begins with
	disputed bool   // not all servers agree on the path, see agreed
}

// isWeb reports whether p is one of http or https, without a port.
func (p place) isWeb() bool { return string(p.scheme) == "http" && len(p.port) == 0 }

// scopeBuf is the room for a place before it is allocated.
const scopeBuf = 512

// findPlace returns the place of u, which it may write to buf, and whether it has
// one: a scheme and a host.
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
		disputed: !isPlain(u.Path()) && !agreed(u.Path()),
	}
	if info := schemes.Lookup(u.Scheme()); info.HTTP {
		p.scheme = p.scheme[:len("http")]
	}
	return p, true
}

// plainPlace is a fast path for findPlace that needs no key: it returns the host
// and the path of a place of http or https without a port, whose host is a name in
// lower case and whose path is plain. It returns false for all others.
func plainPlace(buf []byte, u uri.URI) (host, path []byte, ok bool) {
	if scheme := u.Scheme(); scheme != "https" && scheme != "http" || u.HostKind() != uri.HostName {
		return nil, nil, false
	}
	if _, ported := u.Port(); ported || !isPlain(u.Path()) {
		return nil, nil, false
	}
	name, _ := u.Host()
	for i := range len(name) {
		if 'A' <= name[i] && name[i] <= 'Z' {
			return nil, nil, false
		}
	}
	n := len(name)
	if name[n-1] == '.' {
		return nil, nil, false
	}
	buf = append(append(buf, name...), strings.TrimPrefix(u.Path(), "/")...)
	return buf[:n], buf[n:], true
}

// isPlain reports whether all servers remove the same segments of path, because it has no
// escapes and no segment that begins with ".".
func isPlain(path string) bool {
	for i := range len(path) {
		switch path[i] {
		case '%':
			return false
		case '/':
			if i+1 < len(path) && path[i+1] == '.' {
				return false
			}
		}
	}
	return true
}

// agreed reports whether all the servers that [Scope.Contains] lists keep the same
// segments when they remove the dot segments of path. They do if no segment is lost
// and no ".." removes an odd one. Odd segments that stay do no harm: they stay for
// all, and only lead further down.
func agreed(path string) bool {
	path = strings.TrimPrefix(path, "/")
	var room [scopeBuf]byte
	odd, names := false, 0 // whether there was an odd one, and the names after the last of them
	for more := true; more; {
		var segment string
		segment, path, more = strings.Cut(path, "/")
		switch stepOf(segment, room[:0]) {
		case stepName:
			names++
		case stepOdd:
			odd, names = true, 0
		case stepUp:
			if odd && names == 0 {
				return false
			}
			names = max(names-1, 0)
		case stepLost:
			return false
		}
	}
	return true
}

// A step is the role of a segment for the readers that remove dot segments.
type step uint8

const (
	stepName step = iota // a name, to all
	stepStay             // ".", to all
	stepUp               // "..", to all
	stepOdd              // a name to some; to others several, or nothing
	stepLost             // ".." to some, and a name to others
)

// stepOf returns the role of segment. Escapes of dots are dots to all (RFC 3986,
// 2.3). It may write to buf.
func stepOf(segment string, buf []byte) step {
	text := ascii.AppendUnescaped(buf, segment)
	if !strings.Contains(segment, "%25") {
		switch string(text) {
		case ".":
			return stepStay
		case "..":
			return stepUp
		}
	}
	kind := stepName
	for more := true; more; {
		part := text
		cut := bytes.IndexAny(text, `/\`)
		if more = cut >= 0; more {
			part, text = text[:cut], text[cut+1:]
			kind = stepOdd
		}
		switch name, _, _ := bytes.Cut(part, []byte(";")); string(name) {
		case "", ".":
			kind = stepOdd
		case "..":
			return stepLost
		}
	}
	return kind
}
