package uri

import (
	"bytes"
	"strings"
)

// Relativize is [Resolver.Relativize] of Resolver{Mode: m}.
func (m Mode) Relativize(base, target URI) (URI, bool) {
	return Resolver{Mode: m}.Relativize(base, target)
}

// Relativize returns the shortest reference to target: r.Resolve(base, ref) == target.
// It reports whether there is one. Of two references of equal length it returns the one
// with the shorter path.
//
// There is no reference if base and target differ in a byte of their schemes or
// authorities (in the mode RFC1808, of their net_locs). A base or a target without a
// scheme needs [Resolver.RelativeBase], except that every base has a reference to
// the Document. In the mode RFC2396 an opaque base resolves only an empty reference and
// one of only a fragment. In the mode RFC3986 no reference leads to a path with dot
// segments, unless it is the path of base.
//
// In the mode RFC3986 a browser follows the reference to target too, except:
// paths with escaped dots, drive letters in file URLs, and a target with another form in
// browsers. There, resolve the reference with package web, and use target itself if the
// result differs.
//
// The reference may be empty, only a fragment or a query, a path from the root, or a
// relative path with ".." where needed and "./" before what looks like a scheme or a
// root. A network-path, as "//a" for "http://a" from "http://a/b", is used only where
// it is shortest. It is never an absolute URI. A fragment of base is ignored, except by
// an empty reference in the mode RFC1808.
func (r Resolver) Relativize(base, target URI) (URI, bool) {
	s := relativizer{r: &r, base: base, target: target}
	if end := target.uriEnd(); r.Document.s != "" || target.s[:end] == base.s[:base.uriEnd()] {
		s.try("")
		s.try(target.s[end:])
	}
	if s.found || (base.scheme == 0 || target.scheme == 0) && !r.relative() {
		return s.best, s.found
	}
	if from, to := r.split(base), r.split(target); from.prefix == to.prefix {
		s.tryPaths(from, to)
	}
	return s.best, s.found
}

// A splitURI is a URI as the resolver of a mode splits it.
type splitURI struct {
	prefix     string // the scheme and the authority
	path, tail string // tail has the query, the fragment and, in the mode RFC1808, the parameters
	rootless   bool   // there is no authority, and the path does not begin with "/"
}

// split splits u with a scheme, as r does.
func (r *Resolver) split(u URI) splitURI {
	switch r.Mode {
	case RFC1808:
		p := split1808(u.s[u.scheme+1:])
		end := int(u.scheme) + 1 + len(p.netLoc)
		return splitURI{u.s[:end], p.path, u.s[end+len(p.path):], p.netLoc == "" && !at(p.path, 0, '/')}
	case RFC3986:
		u = u.split3986()
	}
	return splitURI{u.s[:u.path], u.Path(), u.s[u.pathEnd:], !u.hasAuthority() && !at(u.s, int(u.path), '/')}
}

// A relativizer is a search for the shortest reference from base to target.
type relativizer struct {
	r            *Resolver
	base, target URI
	best         URI
	found        bool
}

// try keeps ref if it is shorter than the best reference and resolves to the target.
func (s *relativizer) try(ref string) {
	if s.found && len(ref) >= len(s.best.s) {
		return
	}
	var u URI
	if _, r := u.uriReference(ref); r != nil || u.scheme != 0 {
		return
	}
	var buf [stackBuf]byte
	if got, err := s.r.AppendResolve(buf[:0], s.base, ref); err == nil && string(got) == s.target.s {
		s.best, s.found = u, true
	}
}

// tryPaths tries the references with a path or a query.
func (s *relativizer) tryPaths(from, to splitURI) {
	if s.r.Mode != RFC2396 && from.path == to.path {
		s.try(to.tail)
		if i := strings.IndexByte(to.tail, '?'); i > 0 { // after parameters
			s.try(to.tail[i:])
		}
	}
	inDir := s.tryRelative(from, to)
	text := s.target.s[len(s.target.s)-len(to.path)-len(to.tail):] // path and tail
	s.try(text)
	if strings.HasPrefix(text, "//") {
		if s.r.Mode == RFC1808 {
			s.try("//" + text) // an empty net_loc counts as missing
		} else {
			s.try("/." + text)
		}
	}
	s.try(s.target.s[s.target.schemeEnd():])
	if inDir {
		s.try("." + to.tail)
	}
	if s.r.Mode == RFC1808 {
		s.try("//" + s.target.s[s.target.uriEnd():]) // the base with this fragment
	}
}

// tryRelative tries references from the directory of the base to the target by a
// relative path, or without a path. It reports whether the target is that directory.
func (s *relativizer) tryRelative(from, to splitURI) (inDir bool) {
	var buf [stackBuf]byte
	var dir []byte
	switch {
	case !from.rootless || s.r.Mode == RFC1808:
		dir, _, _ = appendMerged(buf[:0], directory(from.path), "", s.r.above())
		if from.rootless && len(dir) > 0 {
			dir = dir[1:] // as resolve1808 does
		}
	case s.base.scheme == 0:
		dir, _, _ = appendSegments(buf[:0], 0, directory(from.path), AboveRootKeep)
	default:
		dir, _ = appendDotless(buf[:0], directory(from.path), s.r.above())
	}
	path := to.path
	if s.base.scheme == 0 && from.rootless {
		path = strings.TrimPrefix(path, "./") // see appendRelative
	}
	if path == "." && len(dir) > 0 { // see keepPath
		s.try(strings.TrimSuffix(strings.Repeat("../", bytes.Count(dir, []byte("/"))), "/") + to.tail)
	}
	if len(dir) == 0 && path != "" && !from.rootless {
		dir = append(dir, '/')
	}
	if strings.HasPrefix(path, "/.//") {
		path = path[len("/."):] // see keepPath
	}

	// Skip the common beginning of both paths, up to a "/".
	n := 0
	for n < len(dir) && n < len(path) && dir[n] == path[n] {
		n++
	}
	n = len(directory(path[:n]))
	up := strings.Repeat("../", bytes.Count(dir[n:], []byte("/")))
	rest := s.target.s[len(s.target.s)-len(to.tail)-len(path[n:]):] // with the tail
	path = path[n:]
	if s.base.scheme == 0 && strings.HasSuffix(path, "../") {
		s.try(up + strings.TrimSuffix(path, "/") + to.tail)
	}
	switch {
	case up != "" && path == "":
		s.try(strings.TrimSuffix(up, "/") + rest)
		s.try(up + rest) // for parameters with ":"
	case up != "":
		s.try(up + rest)
	case path == "":
		s.try(rest)
		if !strings.HasPrefix(rest, "?") { // "/?y" is as short as ".?y"
			s.try("." + rest)
			s.try("./" + rest) // for parameters with ":"
		}
		return true
	default:
		s.try(rest)
		s.try("./" + rest)
	}
	return false
}

// EstablishBase returns the base URI of a document (RFC 2396, 5.1) and the index of its
// candidate. The candidates are, in this order,
//
//   - the base in the document itself (5.1.1);
//   - the base of the message or document around it (5.1.2);
//   - the URI it was retrieved from (5.1.3);
//   - the default of the application (5.1.4).
//
// The zero URI counts as missing. The first present candidate gives the base. If it is
// relative, it is resolved against the next. That may be relative too. The fragment is
// removed, because a base is an absoluteURI.
//
// The error is a [*SyntaxError]: there is no candidate, all are relative, or one does
// not resolve against the next. Without a candidate the index is -1. The base of a page
// in HTML follows other rules: see web.Parser.DocumentBase.
func EstablishBase(candidates ...URI) (base URI, index int, err error) {
	index, last := -1, -1
	for i, c := range candidates {
		if c == (URI{}) {
			continue
		}
		if index < 0 {
			index = i
		}
		base, last = c, i
		if c.IsAbsolute() {
			break
		}
	}
	if !base.IsAbsolute() {
		return URI{}, index, noScheme(base)
	}
	for i := last - 1; i >= index; i-- { // a missing one is an empty reference
		if base, err = base.Resolve(candidates[i]); err != nil {
			return URI{}, index, err
		}
	}
	return base.WithoutFragment(), index, nil
}
