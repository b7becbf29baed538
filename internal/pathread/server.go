package pathread

import (
	"bytes"
	"math/bits"
	"strings"

	"example.com/uri/internal/ascii"
)

// The decodings of a server. With escapedDots it decodes only dots.
const (
	notDecoded = iota
	escapedDots
	decodedOnce
	decodedTwice
)

// decodings are their names.
var decodings = [...]string{escapedDots: "escaped dots", decodedOnce: "decoded once", decodedTwice: "decoded twice"}

// A server decodes a path, applies its behaviors and removes dot segments.
type server struct {
	decode    int
	behaviors set
}

// several is the name for a path that only several servers in turn read so.
const several = "several readers in turn"

// String names the decodings and the behaviors of r.
func (r server) String() string {
	var names []string
	if r.decode != notDecoded {
		names = append(names, decodings[r.decode])
	}
	last := ""
	for s := r.behaviors; s != 0; s &= s - 1 {
		if name := behaviors[bits.TrailingZeros32(uint32(s))].name; name != last {
			names = append(names, name)
			last = name
		}
	}
	if names == nil {
		return "dot segments removed"
	}
	return strings.Join(names, ", ")
}

// appendPath appends path to dst as r reads it. path must begin with "/".
func (r server) appendPath(dst []byte, path string) []byte {
	start := len(dst)
	dst = r.appendText(dst, path)
	return dst[:start+len(removeDots(dst[start:]))]
}

// appendText appends path to dst as r reads it before it removes dot segments.
func (r server) appendText(dst []byte, path string) []byte {
	start := len(dst)
	dst = append(dst, path...)
	b := (r.behaviors & earlies).apply(dst[start:])
	switch r.decode {
	case escapedDots:
		b = decodeBytes(b, ".")
	case decodedOnce:
		b = (r.behaviors & overlongs).apply(decodeBytes(b, ""))
	case decodedTwice:
		b = (r.behaviors & (overlongs | droppers)).apply(decodeBytes(b, ""))
		b = (r.behaviors & overlongs).apply(decodeBytes(b, ""))
	}
	b = (r.behaviors &^ earlies &^ overlongs).apply(b)
	return dst[:start+len(b)]
}

// decodeBytes decodes in place the escapes of the characters in only, or all if only is empty.
func decodeBytes(b []byte, only string) []byte {
	n := 0
	for i := 0; i < len(b); i++ {
		c := b[i]
		if ascii.Escaped(b, i) {
			if d := ascii.Octet(b, i); only == "" || strings.IndexByte(only, d) >= 0 {
				c = d
				i += len("hh")
			}
		}
		b[n] = c
		n++
	}
	return b[:n]
}

// removeDots removes in place the dot segments of b, which begins with "/" (RFC 3986, 5.2.4).
func removeDots(b []byte) []byte {
	n := 0 // b[:n] is the result so far
	for i := 0; i < len(b); {
		end := ascii.IndexOrEnd(b, i+1, '/')
		switch segment := b[i+1 : end]; {
		case string(segment) == "." || string(segment) == "..":
			if len(segment) == 2 {
				n = max(bytes.LastIndexByte(b[:n], '/'), 0)
			}
			if end == len(b) {
				b[n] = '/'
				n++
			}
		default:
			n += copy(b[n:], b[i:end])
		}
		i = end
	}
	return b[:n]
}

// eachServer calls yield with the servers, the simple ones first, until it returns
// false. It leaves out behaviors without an effect on path or route.
func eachServer(path, route string, yield func(server) bool) {
	relevant, raw, level := relevantBehaviors(path)
	ofRoute, rawRoute, routeLevel := relevantBehaviors(route)
	relevant, raw, level = relevant|ofRoute, raw|rawRoute, max(level, routeLevel)
	most := [...]int{notDecoded, decodedOnce, decodedTwice}[level]
	for s := set(0); ; {
		if end := s & enders; end == 0 || s&excluded[bits.TrailingZeros32(uint32(end))] == 0 {
			for decode := notDecoded; decode <= most; decode++ {
				if (decode >= decodedOnce || s&^raw == 0) && !yield(server{decode, s}) {
					return
				}
			}
		}
		if s = (s - relevant) & relevant; s == 0 { // the next subset
			return
		}
	}
}

// relevantBehaviors returns the behaviors with an effect on path, those with one on path with
// only its dots decoded, and how often path can be decoded. raw leaves out early rows (their
// twins do the same) and overlong UTF-8 (a URI has no raw byte above 7F).
func relevantBehaviors(path string) (relevant, raw set, level int) {
	afterSlash := false
	for i := 0; i < len(path); {
		if isName[path[i]] {
			afterSlash = false
			i++
			continue
		}
		t := next(path, i)
		level = max(level, t.level)
		found, k := about[t.c], roles[t.c]
		if afterSlash && k&(roleSlash|roleCut) != 0 {
			found |= mergers
		}
		if t.overlong {
			found |= overlongs | trimmers
		}
		if t.makesEscape(path, i) {
			found, level = allBehaviors, 2
		}
		if t.level == 0 || k&roleDot != 0 { // a server may decode only dots
			raw |= found
		}
		if t.level > 0 {
			found &^= earlies
		}
		relevant |= found
		afterSlash = k&roleSlash != 0 || afterSlash && k&roleDrop != 0
		i += t.n
	}
	return relevant, raw &^ earlies &^ overlongs, level
}

// searchLimit is the number of bytes for a search to read.
const searchLimit = 1 << 22

// search returns the name of the first server that matches. A path matches too if servers
// read it in so many ways that the search would take too long.
func search(path, route string, matches func(server) bool) (name string, ok bool) {
	left := searchLimit // a server also costs as much as 64 bytes
	eachServer(path, route, func(r server) bool {
		switch {
		case matches(r):
			name, ok = r.String(), true
		case left < len(path):
			name, ok = several, true
		}
		left -= len(path) + 64
		return !ok
	})
	return name, ok
}
