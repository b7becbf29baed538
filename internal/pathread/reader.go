package pathread

import (
	"math/bits"
	"strings"

	"example.com/uri/internal/ascii"
)

// How often a reader decodes.
const (
	notDecoded  = iota
	escapedDots // decodes "%2E" only
	decodedOnce
	decodedTwice
)

// A reader is one of the servers: it decodes a path, applies some ways and removes dot
// segments.
type reader struct {
	decode int
	ways   set
}

// several is the name of several servers in turn, for a path with such an
// interpretation only by them.
const several = "several readers in turn"

// String names the ways of r.
func (r reader) String() string {
	var names []string
	if r.decode != notDecoded {
		names = append(names, [...]string{escapedDots: "escaped dots", decodedOnce: "decoded once", decodedTwice: "decoded twice"}[r.decode])
	}
	last := ""
	for s := r.ways; s != 0; s &= s - 1 {
		if name := ways[bits.TrailingZeros32(uint32(s))].name; name != last {
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
func (r reader) appendPath(dst []byte, path string) []byte {
	start := len(dst)
	dst = r.appendText(dst, path)
	return dst[:start+len(removeDots(dst[start:]))]
}

// appendText appends path to dst as r reads it before it removes dot segments.
func (r reader) appendText(dst []byte, path string) []byte {
	start := len(dst)
	dst = append(dst, path...)
	b := (r.ways & earlyWays).apply(dst[start:])
	switch r.decode {
	case escapedDots:
		b = decodeBytes(b, ".")
	case decodedOnce:
		b = (r.ways & overlongWays).apply(decodeBytes(b, ""))
	case decodedTwice:
		b = (r.ways & (overlongWays | dropWays)).apply(decodeBytes(b, ""))
		b = (r.ways & overlongWays).apply(decodeBytes(b, ""))
	}
	b = (r.ways &^ earlyWays &^ overlongWays).apply(b)
	return dst[:start+len(b)]
}

// decodeBytes decodes escapes in b, in place: only escapes of the characters in only, or all if
// only is empty.
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

// removeDots removes the dot segments of b in place (RFC 3986, 5.2.4). b
// must begin with "/".
func removeDots(b []byte) []byte {
	n := 0 // b[:n] is the result so far
	for i := 0; i < len(b); {
		end := ascii.IndexOrEnd(b, i+1, '/')
		switch segment := b[i+1 : end]; {
		case string(segment) == "." || string(segment) == "..":
			if len(segment) == 2 {
				for n > 0 {
					n--
					if b[n] == '/' {
						break
					}
				}
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

// eachReader calls yield with the readers, the simple ones first, until it returns
// false. It leaves out ways without an effect on path and on route.
func eachReader(path, route string, yield func(reader) bool) {
	relevant, raw, level := relevantWays(path)
	ofRoute, rawRoute, routeLevel := relevantWays(route)
	relevant, raw, level = relevant|ofRoute, raw|rawRoute, max(level, routeLevel)
	most := [...]int{notDecoded, decodedOnce, decodedTwice}[level]
	for s := set(0); ; {
		if end := s & endWays; end == 0 || s&excluded[bits.TrailingZeros32(uint32(end))] == 0 {
			for decode := notDecoded; decode <= most; decode++ {
				if (decode >= decodedOnce || s&^raw == 0) && !yield(reader{decode, s}) {
					return
				}
			}
		}
		if s = (s - relevant) & relevant; s == 0 { // the next subset
			return
		}
	}
}

// relevantWays returns the ways that may change something in path, those that may do so if a
// reader decodes no more than dots, and how often the path can be decoded. Those in raw are
// not early, since the same row without early does the same, and have nothing to do with
// UTF-8, since a URI has no raw octet of it.
func relevantWays(path string) (relevant, raw set, level int) {
	afterSlash := false
	for i := 0; i < len(path); {
		t := next(path, i)
		level = max(level, t.level)
		found, k := about[t.c], roles[t.c]
		if afterSlash && k&(roleSlash|roleCut) != 0 {
			found |= mergeWays
		}
		if t.overlong {
			found |= overlongWays | trimWays
		}
		if t.makesEscape(path, i) {
			found, level = allWays, 2
		}
		if t.level == 0 || k&roleDot != 0 { // a reader may decode dots alone
			raw |= found
		}
		if t.level > 0 {
			found &^= earlyWays
		}
		relevant |= found
		afterSlash = k&roleSlash != 0 || afterSlash && k&roleDrop != 0
		i += t.n
	}
	return relevant, raw &^ earlyWays &^ overlongWays, level
}

// patience is how many bytes a search reads.
const patience = 1 << 22

// search returns the name of the first matching reader of path and route. A path that
// would take too long, because very many readers read it differently, matches.
func search(path, route string, matches func(reader) bool) (name string, ok bool) {
	left := patience // a reader also costs as much as 64 bytes
	eachReader(path, route, func(r reader) bool {
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
