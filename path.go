package uri

import (
	"bytes"
	"slices"
	"strings"

	"example.com/uri/internal/ascii"
)

// A Mode names an RFC: its algorithm resolves references, and its rules make normal
// forms. To a Resolver any other value is RFC2396.
type Mode uint8

const (
	RFC2396 Mode = iota // RFC 2396, 5.2 and 6: resolution, normal forms
	RFC3986             // RFC 3986, 5.2 and 6.2
	RFC1808             // RFC 1808, 4; [Mode.Normalize] has its normal forms
)

var modeNames = [...]string{"RFC 2396", "RFC 3986", "RFC 1808"}

// String returns "RFC 2396", "RFC 3986" or "RFC 1808".
func (m Mode) String() string { return ascii.Name(modeNames[:], int(m)) }

// An AboveRoot is the treatment of ".." segments that lead above the root of the base's
// path: the choices of RFC 2396, 5.2, step 6g. Any other value counts as AboveRootKeep.
type AboveRoot uint8

const (
	AboveRootDefault AboveRoot = iota // as the mode prescribes: RFC3986 drops them, the others keep them
	AboveRootKeep                     // they stay: "http://a/b" and "../../g" give "http://a/../g"
	AboveRootDrop                     // they go: "http://a/g"
	AboveRootReject                   // the reference is refused
)

var aboveRoots = [...]string{"", "keep", "drop", "reject"}

// String returns "keep", "drop", "reject", or "" for AboveRootDefault.
func (a AboveRoot) String() string { return ascii.Name(aboveRoots[:], int(a)) }

// directory returns path up to and including its last "/".
func directory(path string) string { return path[:strings.LastIndexByte(path, '/')+1] }

// dotSegment returns the length of "." or ".." at the start of s, as a whole segment,
// else 0.
func dotSegment(s string) int {
	switch {
	case !at(s, 0, '.'):
		return 0
	case len(s) == 1 || s[1] == '/':
		return 1
	case s[1] == '.' && (len(s) == 2 || s[2] == '/'):
		return 2
	}
	return 0
}

// dotted returns the offset of the first "/." in s, or -1. A dot segment can
// begin only there or at s[0].
func dotted(s string) int {
	if fastPaths && len(s) >= 9 {
		return dottedWords(s)
	}
	for i := 1; i < len(s); i++ {
		if s[i] == '.' && s[i-1] == '/' {
			return i - 1
		}
	}
	return -1
}

// appendSegments appends the segments of s to dst and resolves dot segments. dst
// must end with "/". A "." is left out. A ".." removes the segment before it, but
// nothing of dst[:floor]. With dst "/a/", floor 1 and s "b/../../c/." the
// result is "/c/".
//
// A ".." with nothing to remove is dropped, kept or rejected, as the parameter above
// says. A kept one is not removed by the next: newFloor lies after it. If one is
// rejected, bad is the rest of s from there. Otherwise bad is empty.
func appendSegments(dst []byte, floor int, s string, above AboveRoot) (_ []byte, newFloor int, bad string) {
	for {
		n := dotSegment(s)
		switch {
		case n == 0: // everything up to the next segment that begins with "."
			if n = dotted(s); n < 0 {
				return append(dst, s...), floor, ""
			}
			dst = append(dst, s[:n+len("/")]...)
		case n == len("."):
		case len(dst) > floor:
			parent := dst[floor : len(dst)-len("/")]
			dst = dst[:floor+bytes.LastIndexByte(parent, '/')+len("/")]
		case above == AboveRootReject:
			return dst, floor, s
		case above != AboveRootDrop:
			dst = append(dst, s[:min(n+len("/"), len(s))]...)
			floor = len(dst)
		}
		if n == len(s) {
			return dst, floor, ""
		}
		s = s[n+len("/"):]
	}
}

// appendMerged appends dir and path as one path without dot segments:
//
//	a) All but the last segment of the base URI's path component is
//	   copied to the buffer.
//	b) The reference's path component is appended to the buffer string.
//
// and steps c) to h) (RFC 2396, 5.2, step 6). dir is the base's path up to its
// last "/". It is empty only if the base's path is.
//
// DEVIATION: by these steps "http://a" and "g" give "http://ag". Here an empty path of
// the base counts as "/" if the reference has a path.
//
// If a ".." is rejected, bad is the rest of dir or path from there, and inBase
// says which of the two it is. Otherwise bad is empty.
func appendMerged(dst []byte, dir, path string, above AboveRoot) (_ []byte, bad string, inBase bool) {
	if dir == "" && path == "" {
		return dst, "", false
	}
	dst = append(dst, '/')
	dst, floor, bad := appendSegments(dst, len(dst), strings.TrimPrefix(dir, "/"), above)
	if bad != "" {
		return dst, bad, true
	}
	dst, _, bad = appendSegments(dst, floor, path, above)
	return dst, bad, false
}

// appendDotless appends path as remove_dot_segments leaves it (RFC 3986, 5.2.4).
// Nothing is above a path without "/" at its start: there ".." is always dropped. bad
// is as in [appendSegments].
func appendDotless(dst []byte, path string, above AboveRoot) (_ []byte, bad string) {
	start := len(dst)
	if at(path, 0, '/') {
		dst = append(dst, '/')
		dst, _, bad = appendSegments(dst, len(dst), path[1:], above)
		return dst, bad
	}
	for n := dotSegment(path); n > 0; n = dotSegment(path) {
		if n == len(path) {
			return dst, ""
		}
		path = path[n+len("/"):]
	}
	first, rest, found := strings.Cut(path, "/")
	dst = append(dst, first...)
	if !found {
		return dst, ""
	}
	dst = append(dst, '/')
	dst, _, bad = appendSegments(dst, len(dst), rest, AboveRootReject)
	if bad != "" { // it begins with the ".." that removes the first segment, but not its "/"
		dst = append(dst[:start], '/')
		dst, _, _ = appendSegments(dst, len(dst), bad, AboveRootDrop)
	}
	return dst, ""
}

// keepPath changes the path dst[root:] of a URI without an authority: it must be read
// as a path. It writes "/." before "//" at the beginning, since "//" would begin an
// authority. It writes "." for an empty path at the end of the URI.
//
// DEVIATION: RFC 2396, 5.2, step 7, appends the path as it is. RFC 3986, 3.3 forbids
// "//" at the start of a path without an authority. The former has no form for an empty
// one.
func keepPath(dst []byte, root int, followed bool) []byte {
	switch n := len(dst) - root; {
	case n == 0 && !followed:
		dst = append(dst, '.')
	case n >= 2 && dst[root] == '/' && dst[root+1] == '/':
		dst = slices.Insert(dst, root, '/', '.')
	}
	return dst
}

// appendRelative appends dir and path as one path. Neither begins with "/". The only dot
// segments in the result are ".." above its beginning. It begins with "./" if it would be
// empty, or if its first segment is empty or has a ":": otherwise it would be read as
// another path. A ".." at its end is a directory, so a "/" follows it.
func appendRelative(dst []byte, dir, path string) []byte {
	start := len(dst)
	if dir == "" && path == "" {
		return dst
	}
	dst, floor, _ := appendSegments(dst, start, dir, AboveRootKeep)
	dst, _, _ = appendSegments(dst, floor, path, AboveRootKeep)
	if last := dst[max(start, bytes.LastIndexByte(dst, '/')+1):]; string(last) == ".." {
		dst = append(dst, '/')
	}
	first, _, _ := bytes.Cut(dst[start:], []byte("/"))
	if len(first) == 0 || bytes.IndexByte(first, ':') >= 0 {
		dst = slices.Insert(dst, start, '.', '/')
	}
	return dst
}

// isRelPath reports whether u has no scheme and no authority, and a path, perhaps
// empty, without "/" at its start.
func (u *URI) isRelPath() bool {
	return u.scheme == 0 && !u.hasAuthority() && !at(u.s, int(u.path), '/')
}

// split3986 returns u as parsed by RFC 3986, 3: an opaque part is a path without "/" at
// its start, and a "?" in it begins the query.
func (u URI) split3986() URI {
	if u.IsOpaque() {
		if i := strings.IndexByte(u.Path(), '?'); i >= 0 {
			u.pathEnd = u.path + uint32(i)
			u.query = u.pathEnd + uint32(len("?"))
		}
	}
	return u
}

// withoutScheme returns the text after the scheme of u as a relative reference.
// [Parse] would not always read it as one: the path may be "a:b".
func (u URI) withoutScheme() URI {
	u = u.split3986()
	n := u.scheme + uint32(len(":"))
	u.s, u.scheme = u.s[n:], 0
	for _, p := range []*uint32{&u.host, &u.hostEnd, &u.path, &u.pathEnd, &u.query, &u.fragment} {
		if *p != 0 {
			*p -= n
		}
	}
	return u
}
