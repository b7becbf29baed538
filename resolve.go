package uri

import (
	"bytes"
	"slices"
	"strings"
)

// A Mode names the RFC whose algorithm resolves references and whose rules make
// normal forms.
type Mode uint8

const (
	RFC2396 Mode = iota // section 5.2
	RFC3986             // section 5.2
	RFC1808             // section 4
)

var modeNames = [...]string{"RFC 2396", "RFC 3986", "RFC 1808"}

// String returns "RFC 2396", "RFC 3986" or "RFC 1808".
func (m Mode) String() string { return name(modeNames[:], int(m)) }

// An AboveRoot says what becomes of ".." segments that lead above the root of
// the base's path: the choices of RFC 2396, 5.2, step 6g.
type AboveRoot uint8

const (
	DefaultDots AboveRoot = iota // as the mode has it: RFC3986 drops them, the others keep them
	KeepDots                     // they stay: "http://a/b" and "../../g" give "http://a/../g"
	DropDots                     // they go: "http://a/g"
	RejectDots                   // the reference is refused
)

var aboveRoots = [...]string{"", "keep", "drop", "reject"}

// String returns "keep", "drop", "reject" or, for DefaultDots, "".
func (a AboveRoot) String() string { return name(aboveRoots[:], int(a)) }

// A Resolver makes references absolute. The zero value does what RFC 2396,
// section 5.2 says. It is a plain value and may be used by many goroutines.
//
// A result is an absolute URI and reads as the components that it was composed
// from; in the mode RFC1808, as RFC 1808 reads it. Two forms see to that: a path
// that begins with "//" where there is no authority is written with "/." before
// it, and an opaque part that would be empty is written ".".
type Resolver struct {
	Mode      Mode
	AboveRoot AboveRoot

	// SameScheme reads a reference that repeats the scheme of the base, as
	// "http:g" does, as if it did not: the loophole of RFC 1630 that RFC 2396
	// (5.2, step 3) and RFC 3986 (5.2.2) tell of. It is open for the schemes of
	// RFC 1738 that are always hierarchical, and for https, ws and wss.
	SameScheme bool

	// Document is the URI of the document that the references stand in. An
	// empty reference, or a fragment alone, refers to it (RFC 2396, 4.2) and not
	// to the base, which may be elsewhere. Where it is the zero URI, the base
	// stands for it.
	Document URI
}

// Resolve makes ref absolute against base (RFC 2396, 5.2). It is the Resolve of
// the zero [Resolver], which says what is refused and what it costs.
func (base URI) Resolve(ref URI) (t URI, err error) {
	var r Resolver
	err = r.resolve(&t, &base, &ref)
	return t, err
}

// Resolve makes ref absolute against base. A fragment of base is set aside.
//
// The error is a [*SyntaxError]; its Op says whether base or the reference is
// wrong: a base without a scheme, an opaque base where the mode is RFC2396 (both
// serve a reference that is absolute itself, and an opaque one also an empty
// reference or a fragment alone), a ".." above the root under [RejectDots], a
// result that is too long. Resolve allocates at most the text of the result; where
// base and ref have more than 8 KiB together, and the mode is another than RFC2396
// or there are dot segments to remove, also a buffer of their size. Its time is
// linear in the length of both.
func (r Resolver) Resolve(base, ref URI) (t URI, err error) {
	err = r.resolve(&t, &base, &ref)
	return t, err
}

// resolve is Resolve into t, which is zero. It takes pointers because copies of
// these values take longer than most of what it does.
func (r *Resolver) resolve(t, base, ref *URI) error {
	if ref.scheme != 0 && r.Mode != RFC3986 && !r.SameScheme {
		*t = *ref
		return nil
	}
	head, tail, dots, spliced := r.splice(base, ref)
	if spliced && !dots {
		*t = *base
		t.s = join(base.s[:head], ref.s[tail:])
		t.end(ref, uint32(len(t.s)-len(ref.s)))
		return nil
	}
	switch size := max(len(base.s), len(r.Document.s)) + len(ref.s) + len("/./"); {
	case size <= stackBuf:
		var buf [stackBuf]byte
		return r.resolveInto(buf[:0], t, base, ref, head, tail)
	case size <= longBuf:
		return r.resolveLong(t, base, ref, head, tail)
	default:
		return r.resolveInto(make([]byte, 0, size), t, base, ref, head, tail)
	}
}

// longBuf is the size of the buffer for results that may not fit stackBuf octets:
// senders and recipients are to support 8000 octets (RFC 9110, 4.1).
const longBuf = 8 << 10

// resolveLong is resolveInto a buffer of its own, so that only long results take
// such a stack.
//
//go:noinline
func (r *Resolver) resolveLong(t, base, ref *URI, head, tail int) error {
	var buf [longBuf]byte
	return r.resolveInto(buf[:0], t, base, ref, head, tail)
}

// resolveInto is resolve with dst for a buffer. head and tail are those of splice,
// with dots; head is 0 where splice declines.
func (r *Resolver) resolveInto(dst []byte, t, base, ref *URI, head, tail int) error {
	if head > 0 {
		*t = *base
		t.s = string(r.appendSpliced(dst, base, ref, head, tail))
		t.end(ref, uint32(len(t.s)-len(ref.s)))
		return nil
	}
	dst, err := r.compose(dst, t, base, ref)
	switch {
	case err != nil:
		*t = URI{}
		return err
	case string(dst) == ref.s:
		*t = *ref
	case string(dst) == base.s:
		*t = *base
	case r.Mode == RFC1808:
		*t, err = Parse(string(dst))
	default:
		t.s = string(dst)
	}
	return err
}

// AppendResolve parses ref, resolves it as [Resolver.Resolve] does and appends
// the text of the result to dst. With an error it returns dst as it was given.
// It does not allocate where dst has room and base is hierarchical.
//
// RFC 1808 and RFC 3986 let a scheme stand alone, as in "http:". In their modes
// AppendResolve does so too, and where [Resolver.SameScheme] does not make it a
// reference to the document it appends what is no URI by RFC 2396.
func (r Resolver) AppendResolve(dst []byte, base URI, ref string) ([]byte, error) {
	var u URI
	if end, rule := u.uriReference(ref); rule != 0 {
		name, alone := schemeAlone(ref)
		switch {
		case !alone || r.Mode == RFC2396:
			return dst, newSyntaxError("parse reference", ref, end, rule)
		case !r.SameScheme || !repeatsScheme(base, name):
			return append(dst, ref...), nil
		}
		u = URI{}
		u.uriReference(ref[len(name)+len(":"):])
	}
	if head, tail, dots, ok := r.splice(&base, &u); ok {
		if dots {
			return r.appendSpliced(dst, &base, &u, head, tail), nil
		}
		return append(append(dst, base.s[:head]...), ref[tail:]...), nil
	}
	var t URI
	out, err := r.compose(dst, &t, &base, &u)
	if err != nil {
		return dst, err
	}
	return out, nil
}

// splice is the short way for most references: the result is base.s[:head] and
// ref.s[tail:]. With dots, there are dot segments between ref.s[tail:] and the end
// of its path, which appendSpliced removes. It takes references without scheme
// and authority. It declines all others, same-document references, bases without
// an authority or a path or with dot segments of their own, the other modes and
// RejectDots: compose takes them.
func (r *Resolver) splice(base, ref *URI) (head, tail int, dots, ok bool) {
	path := ref.s[:ref.pathEnd]
	switch {
	case r.Mode != RFC2396 || r.AboveRoot == RejectDots,
		ref.scheme|ref.host != 0 || path == "" && ref.query == 0,
		base.scheme == 0 || base.host == 0 || base.path == base.pathEnd,
		!fits(base, ref):
		return 0, 0, false, false
	case at(path, 0, '/'):
		return int(base.path), 0, false, true
	}
	dir := base.s[:base.pathEnd]
	dir = dir[:strings.LastIndexByte(dir, '/')]
	if dotted(dir[base.path:]) >= 0 {
		return 0, 0, false, false
	}
	for n := dotSegment(path); n > 0; n = dotSegment(path[tail:]) {
		if n == len("..") {
			if len(dir) == int(base.path) { // above the root
				return len(dir) + len("/"), tail, true, true
			}
			dir = dir[:strings.LastIndexByte(dir, '/')]
		}
		tail = min(tail+n+len("/"), len(path))
	}
	return len(dir) + len("/"), tail, dotted(path[tail:]) >= 0, true
}

// appendSpliced appends the result that splice has found where there are dots.
func (r *Resolver) appendSpliced(dst []byte, base, ref *URI, head, tail int) []byte {
	root := len(dst) + int(base.path)
	dst = append(dst, base.s[:head-len("/")]...)
	dst, _, _ = appendSegments(dst, root, ref.s[tail:ref.pathEnd], r.AboveRoot)
	return append(dst, ref.s[ref.pathEnd:]...)
}

// join returns a + b. Where that is short a buffer saves a fifth of the time.
func join(a, b string) string {
	var buf [64]byte
	if b == "" || len(a)+len(b) > len(buf) {
		return a + b
	}
	n := copy(buf[:], a)
	n += copy(buf[n:], b)
	return string(buf[:n])
}

// dotted returns where in s a "/." stands that a dot segment may begin with, the
// first one, or -1. The loop is for what paths mostly are: too short for a call
// of package strings to pay.
func dotted(s string) int {
	if len(s) >= 16 {
		return strings.Index(s, "/.")
	}
	for i := 1; i < len(s); i++ {
		if s[i] == '.' && s[i-1] == '/' {
			return i - 1
		}
	}
	return -1
}

// compose appends the text of the result to dst. t says where its parts lie,
// counted from the end of dst as given, as [Parse] would find them; it has no
// text yet, and is zero where the mode is RFC1808.
//
// The steps are those of RFC 2396, 5.2.
func (r *Resolver) compose(dst []byte, t, base, ref *URI) (_ []byte, err error) {
	if !fits(base, ref) {
		return dst, longResult(ref)
	}

	// 1) The reference is parsed into its components.
	whole := ref
	if r.SameScheme && repeatsScheme(*base, ref.Scheme()) {
		relative := ref.withoutScheme()
		ref = &relative
	}

	// 2) An empty reference, or a fragment alone, is the current document.
	if ref.IsSameDocument() {
		return r.composeDocument(dst, t, base, ref)
	}

	// 3) A reference with a scheme is absolute.
	if ref.scheme == 0 {
		switch {
		case base.scheme == 0:
			return dst, noScheme(*base)
		case r.Mode == RFC1808:
			return r.compose1808(dst, base, ref, whole)
		case r.Mode == RFC2396 && base.IsOpaque():
			return dst, base.refuse("resolve against", int(base.path), RuleHierPart,
				"an opaque base resolves no relative reference")
		}
	}
	if r.Mode == RFC3986 {
		b, f := base.generic(), ref.generic()
		base, ref = &b, &f
	}

	// 4) A reference with an authority is a network-path. Others inherit the
	// base's authority.
	start := len(dst)
	switch {
	case ref.scheme != 0:
		*t = *ref
		dst = append(dst, ref.s[:ref.path]...)
	case ref.host != 0:
		shift := base.scheme + uint32(len(":"))
		*t = *base
		t.hostKind = ref.hostKind
		t.host, t.hostEnd = ref.host+shift, ref.hostEnd+shift
		dst = append(dst, base.s[:shift]...)
		dst = append(dst, ref.s[:ref.path]...)
	default:
		*t = *base
		dst = append(dst, base.s[:base.path]...)
	}

	// 5) and 6) The path.
	root := len(dst)
	dst, bad, inBase := r.appendPath(dst, base, ref)
	switch {
	case inBase:
		end := int(base.path) + len(directory(base.Path()))
		return dst, aboveRoot("resolve against", *base, end-len(bad))
	case bad != "":
		end := len(whole.s) - len(ref.s[ref.pathEnd:])
		return dst, aboveRoot("resolve reference", *whole, end-len(bad))
	}
	if t.host == 0 {
		dst = guard(dst, root, ref.query != 0)
	}

	// 7) The components are recombined.
	t.path = uint32(root - start)
	shift := uint32(len(dst)-start) - ref.pathEnd
	t.end(ref, shift)
	dst = append(dst, ref.s[ref.pathEnd:]...)
	if t.host == 0 && dst[root] != '/' {
		t.pathEnd, t.query = ref.uriEnd()+shift, 0 // an opaque part has no query
	}
	return dst, nil
}

// fits reports whether no result can be too long.
func fits(base, ref *URI) bool {
	return !tooLong(uint64(len(base.s)) + uint64(len(ref.s)) + uint64(len("/.")))
}

// end gives t the end of the path, the query and the fragment of ref, whose text
// begins at shift in that of t. shift may wrap; so do the sums.
func (t *URI) end(ref *URI, shift uint32) {
	t.pathEnd = ref.pathEnd + shift
	t.query, t.fragment = 0, 0
	if ref.query != 0 {
		t.query = ref.query + shift
	}
	if ref.fragment != 0 {
		t.fragment = ref.fragment + shift
	}
}

// composeDocument appends the URI of the document with the fragment of ref. In
// RFC 1808 (4, step 2a) an empty reference inherits the fragment too.
func (r *Resolver) composeDocument(dst []byte, t, base, ref *URI) ([]byte, error) {
	*t = *base
	if r.Document.s != "" {
		*t = r.Document
	}
	switch {
	case t.scheme == 0:
		return dst, noScheme(*t)
	case !fits(t, ref):
		return dst, longResult(ref)
	}
	if r.Mode == RFC1808 && ref.s == "" {
		return append(dst, t.s...), nil
	}
	end := t.uriEnd()
	dst = append(dst, t.s[:end]...)
	dst = append(dst, ref.s...)
	if t.fragment = 0; ref.fragment != 0 {
		t.fragment = end + ref.fragment
	}
	return dst, nil
}

// compose1808 is what compose does for a relative reference by RFC 1808, 4. Its
// parts are not those that [Parse] finds: a net_loc ends only at "/", and the
// parameters are those of the whole path.
//
// DEVIATION: RFC 1808 takes an empty part for an undefined one, but for the path.
// Here only an empty net_loc is: "?" and ";" are parts and keep the base's away.
func (r *Resolver) compose1808(dst []byte, base, ref, whole *URI) ([]byte, error) {
	scheme := base.s[:base.scheme+1]
	b, e := split1808(base.s[len(scheme):]), split1808(ref.s)
	dst = append(dst, scheme...)

	// Step 3: a net_loc that is not empty.
	if len(e.netLoc) > len("//") {
		return append(dst, ref.s...), nil
	}
	dst = append(dst, b.netLoc...)
	root := len(dst)

	switch {
	// Step 4: a path that is preceded by "/".
	case at(e.path, 0, '/'):
		dst = append(dst, e.path...)

	// Step 5: no path.
	case e.path == "":
		dst = append(dst, b.path...)
		if e.params == "" {
			e.params = b.params
			if e.query == "" {
				e.query = b.query
			}
		}

	// Step 6: the rest is that of RFC 2396.
	default:
		dir := directory(b.path)
		var bad string
		var inBase bool
		dst, bad, inBase = merge(dst, dir, e.path, r.AboveRoot)
		switch {
		case inBase:
			end := len(scheme) + len(b.netLoc) + len(dir)
			return dst, aboveRoot("resolve against", *base, end-len(bad))
		case bad != "":
			end := len(whole.s) - len(ref.s) + len(e.path)
			return dst, aboveRoot("resolve reference", *whole, end-len(bad))
		}
		if b.netLoc == "" && !at(b.path, 0, '/') {
			dst = slices.Delete(dst, root, root+1) // no root here either
		}
	}

	// Step 7.
	//
	// DEVIATION: by the letter "http://a" and "?y" are "http://a?y", whose net_loc is
	// "a?y": a net_loc ends only at "/" (2.4.3). The path is written "/" there, so
	// that no reference changes the host.
	followed := e.params != "" || e.query != ""
	if b.netLoc == "" {
		dst = guard(dst, root, followed)
	} else if len(dst) == root && followed {
		dst = append(dst, '/') // where the net_loc ends
	}
	dst = append(dst, e.params...)
	dst = append(dst, e.query...)
	return append(dst, e.fragment...), nil
}

// A url1808 has the parts of a URL behind its scheme, each with the delimiter
// before it, empty where that is missing.
type url1808 struct{ netLoc, path, params, query, fragment string }

// split1808 parses as RFC 1808, 2.4 says: what is left of the text by one part is
// the text of the next.
func split1808(s string) (p url1808) {
	from := func(delim byte) (part string) {
		if i := strings.IndexByte(s, delim); i >= 0 {
			s, part = s[:i], s[i:]
		}
		return part
	}
	p.fragment = from('#')
	if strings.HasPrefix(s, "//") {
		end := len(s)
		if i := strings.IndexByte(s[2:], '/'); i >= 0 {
			end = len("//") + i
		}
		p.netLoc, s = s[:end], s[end:]
	}
	p.query = from('?')
	p.params = from(';')
	p.path = s
	return p
}

// appendPath appends the path of the result: steps 5 and 6 of RFC 2396, 5.2.
// RFC 3986 (5.2.2) resolves dot segments in every path that a reference brings
// and leaves the base's path to a reference that brings none.
//
// bad and inBase are those of [merge].
func (r *Resolver) appendPath(dst []byte, base, ref *URI) (_ []byte, bad string, inBase bool) {
	above := r.AboveRoot
	if above == DefaultDots && r.Mode == RFC3986 {
		above = DropDots
	}
	path := ref.Path()
	switch own := ref.scheme != 0 || ref.host != 0 || at(path, 0, '/'); {
	case own && r.Mode != RFC3986:
		return append(dst, path...), "", false
	case own:
		dst, bad = appendDotless(dst, path, above)
		return dst, bad, false
	case path == "" && r.Mode == RFC3986:
		return append(dst, base.Path()...), "", false
	case base.host == 0 && !at(base.s, int(base.path), '/'):
		dst, bad = appendDotless(dst, directory(base.Path())+path, above)
		return dst, bad, false
	}
	return merge(dst, directory(base.Path()), path, above)
}

// merge appends dir and path as one path with its dot segments resolved:
//
//	a) All but the last segment of the base URI's path component is
//	   copied to the buffer.
//	b) The reference's path component is appended to the buffer string.
//
// and what c) to h) make of that (RFC 2396, 5.2, step 6). dir is the base's path
// up to its last "/", empty where the base's path is.
//
// DEVIATION: by the letter "http://a" and "g" are "http://ag". An empty path of
// the base is read as "/" where the reference has a path.
//
// Where a ".." is to be rejected, bad is the rest of path from there or, with
// inBase, that of dir. It is empty otherwise.
func merge(dst []byte, dir, path string, above AboveRoot) (_ []byte, bad string, inBase bool) {
	floor := len(dst)
	switch {
	case dir != "":
		dst, floor, bad = appendSegments(dst, floor, strings.TrimPrefix(dir, "/"), above)
		if bad != "" {
			return dst, bad, true
		}
		dst = dst[:len(dst)-len("/")] // the first segment of path brings its own
	case path == "":
		return dst, "", false
	}
	dst, _, bad = appendSegments(dst, floor, path, above)
	return dst, bad, false
}

// directory returns path up to and with its last "/".
func directory(path string) string { return path[:strings.LastIndexByte(path, '/')+1] }

// appendSegments appends the segments of s, each behind a "/", but for the dot
// segments: a "." goes, a ".." takes the segment before it along, as far back as
// dst[floor:] reaches. It is the stack of segments that step 7 speaks of, kept in
// the text itself. bad is the rest of s from a ".." that is to be rejected.
func appendSegments(dst []byte, floor int, s string, above AboveRoot) (_ []byte, newFloor int, bad string) {
	for {
		n, removed := dotSegment(s), true
		switch {
		case n == 0: // all up to the next segment that begins with "."
			if n = dotted(s); n < 0 {
				n = len(s)
			}
			dst = append(dst, '/')
			dst = append(dst, s[:n]...)
			removed = false
		case n == len("."):
		case len(dst) > floor:
			dst = dst[:floor+max(0, bytes.LastIndexByte(dst[floor:], '/'))]
		case above == RejectDots:
			return dst, floor, s
		case above != DropDots:
			dst = append(dst, "/.."...)
			floor = len(dst)
			removed = false
		}
		if n == len(s) {
			if removed {
				dst = append(dst, '/')
			}
			return dst, floor, ""
		}
		s = s[n+len("/"):]
	}
}

// dotSegment returns the length of the "." or ".." that is the first segment of
// s, 0 where that is another.
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

// appendDotless appends path as remove_dot_segments leaves it (RFC 3986, 5.2.4).
// A path without a root has nothing above it: there ".." is always dropped.
func appendDotless(dst []byte, path string, above AboveRoot) (_ []byte, bad string) {
	floor := len(dst)
	if at(path, 0, '/') {
		dst, _, bad = appendSegments(dst, floor, path[1:], above)
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
	if found {
		dst, _, _ = appendSegments(dst, floor, rest, DropDots)
	}
	return dst, ""
}

// guard writes a path that stands alone behind a scheme so that it is read as
// one: "/." before what would be an authority, "." for what would be nothing.
//
// DEVIATION: step 7 of RFC 2396, 5.2 appends the path as it is. RFC 3986, 3.3
// forbids the first of these paths without an authority; the second has no form
// in RFC 2396.
func guard(dst []byte, root int, followed bool) []byte {
	switch n := len(dst) - root; {
	case n == 0 && !followed:
		dst = append(dst, '.')
	case n >= 2 && dst[root] == '/' && dst[root+1] == '/':
		dst = slices.Insert(dst, root, '/', '.')
	}
	return dst
}

// repeatsScheme reports whether name is the scheme of base, and that is one
// "known to always use the <hier_part> syntax" (RFC 2396, 5.2, step 3).
func repeatsScheme(base URI, name string) bool {
	if name == "" || !strings.EqualFold(base.Scheme(), name) || base.IsOpaque() {
		return false
	}
	return knownScheme(name).Hierarchical
}

// schemeAlone returns the scheme in a text that is but a scheme and its ":",
// with or without a fragment, and whether s is one.
func schemeAlone(s string) (string, bool) {
	i, r := scheme(s, 0)
	if r != 0 || !at(s, i, ':') {
		return "", false
	}
	end := i + len(":")
	if at(s, end, '#') {
		end = fragment(s, end+1)
	}
	return s[:i], end == len(s)
}

// withoutScheme returns what follows the scheme of u as a relative reference.
// [Parse] would not always read it so: the path may be "a:b".
func (u URI) withoutScheme() URI {
	u = u.generic()
	n := u.scheme + uint32(len(":"))
	u.s, u.scheme = u.s[n:], 0
	for _, p := range []*uint32{&u.host, &u.hostEnd, &u.path, &u.pathEnd, &u.query, &u.fragment} {
		if *p != 0 {
			*p -= n
		}
	}
	return u
}

// generic returns u as RFC 3986 (3) reads it: there an opaque part is a path
// without a root, and a "?" in it begins the query.
func (u URI) generic() URI {
	if u.IsOpaque() {
		if i := strings.IndexByte(u.Path(), '?'); i >= 0 {
			u.pathEnd = u.path + uint32(i)
			u.query = u.pathEnd + uint32(len("?"))
		}
	}
	return u
}

// noScheme is the error for a base that is none.
func noScheme(base URI) error {
	end, _ := scheme(base.s, 0)
	return base.refuse("resolve against", end, RuleAbsoluteURI, "a base needs a scheme")
}

// longResult is the error for a reference with too long a result.
func longResult(ref *URI) error {
	return ref.refuse("resolve reference", len(ref.s), RuleLength, "result too long")
}

// aboveRoot is the error for the ".." at u.s[offset:].
func aboveRoot(op string, u URI, offset int) error {
	return u.refuse(op, offset, RuleRelPath, `".." above the root`)
}

// Relativize returns the shortest reference that base resolves to target, by
// RFC 2396 with ".." kept above the root, and whether there is one:
// base.Resolve(ref) == target. Of two that are equally short it prefers the one
// with less of the path in it.
//
// There is one where base and target are hierarchical and begin with the same
// scheme and authority, octet for octet. It may be empty, a fragment or a query
// alone, a relative path with ".." where needed and "./" before what would be
// read as a scheme or a root, or a path from the root; and a network-path where
// nothing else serves, as for "http://a" from "http://a/b". A fragment of base
// is set aside. Relativize allocates the reference and at most two texts beside
// it.
func (base URI) Relativize(target URI) (URI, bool) {
	if base.scheme == 0 || base.IsOpaque() || target.IsOpaque() ||
		base.s[:base.path] != target.s[:target.path] {
		return URI{}, false
	}
	if end := target.uriEnd(); target.s[:end] == base.s[:base.uriEnd()] {
		return MustParse(target.s[end:]), true
	}

	// A path from the root, or all behind the scheme, always serves.
	ref := target.s[target.path:]
	if !strings.HasPrefix(ref, "/") || strings.HasPrefix(ref, "//") {
		ref = target.s[target.scheme+1:]
	}
	if rel := base.relativePath(target); len(rel) <= len(ref) {
		var r Resolver
		var buf [stackBuf]byte
		if got, err := r.AppendResolve(buf[:0], base, rel); err == nil && string(got) == target.s {
			ref = rel
		}
	}
	u, err := Parse(ref)
	return u, err == nil
}

// relativePath returns the reference that leads from the directory of base to
// target, if one with a relative path does: a dot segment of target that base
// does not share is beyond it.
func (base URI) relativePath(target URI) string {
	var buf [stackBuf]byte
	path, tail := target.Path(), target.s[target.pathEnd:]
	if base.host == 0 && strings.HasPrefix(path, "/.//") {
		path = path[len("/."):] // see guard
	}
	from, _, _ := merge(buf[:0], directory(base.Path()), "", KeepDots)
	if len(from) == 0 && path != "" {
		from = append(from, '/')
	}

	// What both begin with, up to a "/".
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

// A BaseSource says which rule of RFC 2396, 5.1 gave a base URI.
type BaseSource uint8

const (
	NoBase            BaseSource = iota
	EmbeddedBase                 // 5.1.1: the document's content
	EncapsulatingBase            // 5.1.2: the message or document around it
	RetrievalBase                // 5.1.3: the URI that it was retrieved by
	DefaultBase                  // 5.1.4: the application
)

var baseSources = [...]string{"", "embedded", "encapsulating", "retrieval", "default"}

// String returns "embedded", "encapsulating", "retrieval", "default" or, for
// NoBase, "".
func (b BaseSource) String() string { return name(baseSources[:], int(b)) }

// EstablishBase returns the base URI of a document and the rule that gave it
// (RFC 2396, 5.1). The candidates are those of 5.1.1 to 5.1.4, the innermost
// first; the zero URI is one that is missing. The first that is there counts.
// Where it is relative it is resolved against the next, which may be relative
// too. A fragment is taken off: a base is an absoluteURI.
//
// The error is a [*SyntaxError]: there is no candidate, the last that is needed
// has no scheme, or one does not resolve against the next.
func EstablishBase(embedded, encapsulating, retrieval, def URI) (URI, BaseSource, error) {
	var chain []URI
	source := NoBase
	for i, c := range [...]URI{embedded, encapsulating, retrieval, def} {
		if c == (URI{}) {
			continue
		}
		if source == NoBase {
			source = EmbeddedBase + BaseSource(i)
		}
		chain = append(chain, c)
		if c.IsAbsolute() {
			break
		}
	}
	if source == NoBase {
		return URI{}, NoBase, noScheme(URI{})
	}
	base := chain[len(chain)-1]
	if !base.IsAbsolute() {
		return URI{}, source, noScheme(base)
	}
	for _, c := range slices.Backward(chain[:len(chain)-1]) {
		var err error
		if base, err = base.Resolve(c); err != nil {
			return URI{}, source, err
		}
	}
	return base.WithoutFragment(), source, nil
}
