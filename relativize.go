package uri

import (
	"bytes"
	"strings"
)

// Relativize returns the shortest reference that u, as the base, resolves to
// target: u.Resolve(ref) == target. It reports false if there is none. It resolves
// by RFC 2396 and keeps ".." above the root. Of two references of equal length it
// returns the one with less of the path in it.
//
// There is a reference if u and target are hierarchical and begin with the same
// scheme and authority, byte for byte. It may be empty, a fragment or a query
// alone, a relative path with ".." where needed and "./" before what would be
// read as a scheme or a root, or a path from the root. It is a network-path only
// if nothing else resolves to target, as for "http://a" from "http://a/b". A
// fragment of u is ignored. Relativize allocates the reference, at most one more
// string, and buffers if a text is longer than 256 bytes.
func (u URI) Relativize(target URI) (URI, bool) {
	if u.scheme == 0 || u.IsOpaque() || target.IsOpaque() ||
		u.s[:u.path] != target.s[:target.path] {
		return URI{}, false
	}
	if end := target.uriEnd(); target.s[:end] == u.s[:u.uriEnd()] {
		return MustParse(target.s[end:]), true
	}

	// A path from the root, or everything after the scheme, always resolves to target.
	text := target.s[target.path:]
	if !strings.HasPrefix(text, "/") || strings.HasPrefix(text, "//") {
		text = target.s[target.scheme+1:]
	}
	if rel := u.relativePath(target); len(rel) <= len(text) {
		var r Resolver
		var buf [stackBuf]byte
		if got, err := r.AppendResolve(buf[:0], u, rel); err == nil && string(got) == target.s {
			text = rel
		}
	}
	return MustParse(text), true
}

// relativePath returns the reference that leads from the directory of u to
// target by a relative path. It may not resolve to target if one of the paths is
// empty or has dot segments; Relativize checks that.
func (u URI) relativePath(target URI) string {
	var buf [stackBuf]byte
	path, tail := target.Path(), target.s[target.pathEnd:]
	if !u.hasAuthority() && strings.HasPrefix(path, "/.//") {
		path = path[len("/."):] // see keepPath
	}
	from, _, _ := appendMerged(buf[:0], directory(u.Path()), "", KeepDots)
	if len(from) == 0 && path != "" {
		from = append(from, '/')
	}

	// Skip what both begin with, up to a "/".
	n := 0
	for n < len(from) && n < len(path) && from[n] == path[n] {
		n++
	}
	n = len(directory(path[:n]))

	ref := strings.Repeat("../", bytes.Count(from[n:], []byte("/")))
	switch path = path[n:]; {
	case path == "" && ref != "":
		ref = ref[:len(ref)-len("/")]
	case path == "" && target.query == 0:
		ref = "."
	case ref == "" && (at(path, 0, '/') || strings.Contains(path[:segment(path, 0)], ":")):
		ref = "./"
	}
	return ref + path + tail
}
