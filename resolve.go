package uri

import (
	"strings"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// A Resolver makes references absolute. The zero value resolves by RFC 2396,
// section 5.2.
//
// A result is an absolute URI, and [Parse] finds in it the components that it was
// composed of: see the deviations in the comment of this package. But the mode RFC1808
// splits texts as RFC 1808, 2.4 says.
//
// A JSON handler of log/slog shows it with its secrets.
type Resolver struct {
	Mode      Mode      // the RFC whose algorithm is used
	AboveRoot AboveRoot // the treatment of ".." above the root

	// SameScheme ignores the scheme of a reference if the base has the same scheme: with
	// the base "http://a/b" the reference "http:g" is read as "g". RFC 1630 allowed that:
	// see RFC 2396, 5.2, step 3, and RFC 3986, 5.2.2. It applies to ftp, http, https,
	// gopher, nntp, nntps, telnet, wais, file, prospero, ws and wss.
	SameScheme bool

	// RelativeBase allows a base, and a Document, without a scheme: the links of a site
	// without a place yet are relative to a path. The result then has no scheme either.
	// If the base has no authority and no "/" at the start of its path, the result
	// keeps each ".." above that start: "a/b" and "../../c" give "../c". An empty
	// result is written "./", and one with another meaning begins with "./". The mode
	// RFC1808 always refuses such a base.
	RelativeBase bool

	// Document is the URI of the document around the references. An empty reference, or
	// one of only a fragment, refers to it (RFC 2396, 4.2) and not to the base. The two
	// may differ. If Document is the zero URI, the base is used.
	Document URI
}

// Resolve makes ref absolute with u as the base (RFC 2396, 5.2). It is the Resolve of
// the zero [Resolver]: see there for errors. For links of the web use [RFC3986]. To read
// them as browsers do, use package web. The time of n calls in a loop, each one segment
// deeper, grows with n².
func (u URI) Resolve(ref URI) (t URI, err error) {
	var r Resolver
	err = r.resolve(&t, &u, &ref)
	return t, err
}

// Resolve is [Resolver.Resolve] of Resolver{Mode: m}.
func (m Mode) Resolve(base, ref URI) (t URI, err error) {
	r := Resolver{Mode: m} // a call of r.Resolve would copy base, ref and t once more
	err = r.resolve(&t, &base, &ref)
	return t, err
}

// Resolve makes ref absolute against base. It ignores the fragment of base, except for an
// empty reference in the mode RFC1808.
//
// The error is a [*SyntaxError]. Its Op says whether base or the reference is wrong. It fails for
//
//   - a result longer than [Parse] accepts
//   - a base without a scheme, unless [Resolver.RelativeBase] allows it
//   - an opaque base in the mode RFC2396
//   - a ".." above the root with [AboveRootReject]
//
// An absolute reference needs no base, and an opaque base serves an empty reference or
// one of only a fragment.
func (r Resolver) Resolve(base, ref URI) (t URI, err error) {
	err = r.resolve(&t, &base, &ref)
	return t, err
}

// resolve is Resolve into the zero t. It takes pointers because copying
// these values takes longer than most of its work.
func (r *Resolver) resolve(t, base, ref *URI) error {
	if ref.scheme != 0 && r.unchanged(ref) {
		*t = *ref
		return nil
	}
	c, spliced := r.splice(base, ref)
	if spliced && c.dots < 0 {
		*t = *base
		t.s = ascii.Join(base.s[:c.head], ref.s[c.tail:], "", "")
		t.takeTail(ref, uint32(len(t.s)-len(ref.s)))
		return nil
	}
	// An empty path of the base adds "/", keepPath "/.".
	switch size := max(len(base.s), len(r.Document.s)) + len(ref.s) + len("/") + len("/."); {
	case size <= stackBuf:
		var buf [stackBuf]byte
		return r.resolveInto(buf[:0], t, base, ref, c)
	case size <= longStackBuf:
		return r.resolveLong(t, base, ref, c)
	default:
		return r.resolveInto(make([]byte, 0, size), t, base, ref, c)
	}
}

// longStackBuf is the size of the buffer for results of perhaps more than stackBuf
// bytes: senders and recipients should support 8000 octets (RFC 9110, 4.1).
const longStackBuf = 8 << 10

// resolveLong calls resolveInto with a large buffer. It is a function of its own,
// because only long results need so much stack.
//
//go:noinline
func (r *Resolver) resolveLong(t, base, ref *URI, c splicePoint) error {
	var buf [longStackBuf]byte
	return r.resolveInto(buf[:0], t, base, ref, c)
}

// resolveInto is resolve with the buffer dst. c is the result of splice. It is the
// zero splicePoint if the result cannot be spliced.
func (r *Resolver) resolveInto(dst []byte, t, base, ref *URI, c splicePoint) error {
	if c.head > 0 {
		*t = *base
		t.s = string(r.appendSpliced(dst, base, ref, c))
		t.takeTail(ref, uint32(len(t.s)-len(ref.s)))
		return nil
	}
	dst, err := r.appendTarget(dst, t, base, ref)
	switch { // If ref or base has the text of the result, t shares it.
	case err != nil:
		*t = URI{}
		return err
	case string(dst) == ref.s:
		*t = *ref
	case string(dst) == base.s:
		*t = *base
	case r.Mode != RFC1808 && len(dst) < len(base.s) && string(dst) == base.s[:len(dst)]:
		t.s = base.s[:len(dst)]
	case r.Mode == RFC1808:
		*t, err = Parse(string(dst))
	default:
		t.s = string(dst)
	}
	return err
}

// AppendResolve parses ref, resolves it as [Resolver.Resolve] does, and appends
// the text of the result to dst. If it fails it returns dst unchanged. It does
// not allocate if dst has room and base is hierarchical.
//
// By RFC 1808 and RFC 3986 a reference may end after the ":" of its scheme ("http:"). In
// their modes AppendResolve accepts this. With [Resolver.SameScheme] the reference may
// mean the document. Otherwise it is appended unchanged, though it is no URI by RFC
// 2396.
func (r Resolver) AppendResolve(dst []byte, base URI, ref string) ([]byte, error) {
	var u URI
	if end, broken := u.uriReference(ref); broken != nil {
		prefix, alone := schemeAlone(ref)
		switch {
		case !alone || r.Mode != RFC1808 && r.Mode != RFC3986:
			return dst, newSyntaxError(opParseReference, ref, partOf(ref, end), end, broken)
		case !r.SameScheme || !repeatsScheme(base, prefix):
			return append(dst, ref...), nil
		}
		u = URI{}
		u.uriReference(ref[len(prefix)+len(":"):])
	}
	if u.scheme != 0 && r.unchanged(&u) {
		return append(dst, u.s...), nil
	}
	if c, ok := r.splice(&base, &u); ok {
		return r.appendSpliced(dst, &base, &u, c), nil
	}
	var t URI
	out, err := r.appendTarget(dst, &t, &base, &u)
	if err != nil {
		return dst, err
	}
	return out, nil
}

// unchanged reports whether ref, with a scheme, is the result as it is. It is a
// fast path: false means unknown, and appendTarget finds out.
func (r *Resolver) unchanged(ref *URI) bool {
	switch {
	case !fastPaths || r.SameScheme:
		return false
	case r.Mode != RFC3986:
		return true
	}
	path := ref.s[ref.path:ref.pathEnd]
	return dotted(path) < 0 && !at(path, 0, '.')
}

// A splicePoint says how a result is made of two pieces: base.s[:head] and ref.s[tail:].
// The path is copied up to ref.s[dots], where a segment begins with "." for the first
// time. From there on dot segments are resolved. If there is no such segment, dots is -1.
type splicePoint struct{ head, tail, dots int }

// splice is the fast path for most references. It finds where to cut base and
// ref without composing the path:
//
//	base                                ref            cut
//	http://a/b/c/d?q                    g?y            http://a/b/c/ + g?y
//	http://a/b/c/d?q                    ../g           http://a/b/   + g
//	http://a/b/c/d?q                    /g             http://a      + /g
//	http://a/b/c/d?q                    x/../g         http://a/b/c/ + x/../g, with dots
//	http://a/b/c/d?q  in mode RFC3986   ?y             http://a/b/c/d + ?y
//
// It takes a reference with a path or a query, without scheme and authority, against a
// base with an authority and a path without dot segments in its directory. It returns
// false for everything else, in the mode RFC1808 and for AboveRootReject: appendTarget
// handles these.
func (r *Resolver) splice(base, ref *URI) (_ splicePoint, ok bool) {
	path := ref.s[:ref.pathEnd]
	switch {
	case !fastPaths, r.Mode == RFC1808, r.AboveRoot == AboveRootReject,
		ref.scheme|ref.host != 0, path == "" && ref.query == 0,
		base.scheme == 0, !base.hasAuthority(), base.path == base.pathEnd,
		!fits(base, ref):
		return splicePoint{}, false
	case at(path, 0, '/'):
		c := splicePoint{int(base.path), 0, -1}
		if r.Mode == RFC3986 {
			if n := dotted(path); n >= 0 {
				c.dots = n + len("/")
			}
		}
		return c, true
	case path == "" && r.Mode == RFC3986:
		return splicePoint{int(base.pathEnd), 0, -1}, true
	}
	dir := base.s[:base.pathEnd]
	dir = dir[:strings.LastIndexByte(dir, '/')]
	if dotted(dir[base.path:]) >= 0 {
		return splicePoint{}, false
	}
	tail := 0
	for n := dotSegment(path); n > 0; n = dotSegment(path[tail:]) {
		if n == len("..") {
			if len(dir) == int(base.path) { // above the root
				return splicePoint{len(dir) + len("/"), tail, tail}, true
			}
			dir = dir[:strings.LastIndexByte(dir, '/')]
		}
		tail = min(tail+n+len("/"), len(path))
	}
	c := splicePoint{len(dir) + len("/"), tail, -1}
	if n := dotted(path[tail:]); n >= 0 {
		c.dots = tail + n + len("/")
	}
	return c, true
}

// appendSpliced appends the result of splice.
func (r *Resolver) appendSpliced(dst []byte, base, ref *URI, c splicePoint) []byte {
	root := len(dst) + int(base.path) + len("/")
	dst = append(dst, base.s[:c.head]...)
	if c.dots < 0 {
		return append(dst, ref.s[c.tail:]...)
	}
	dst = append(dst, ref.s[c.tail:c.dots]...)
	dst, _, _ = appendSegments(dst, root, ref.s[c.dots:ref.pathEnd], r.above())
	return append(dst, ref.s[ref.pathEnd:]...)
}

// relative reports whether a base needs no scheme.
func (r *Resolver) relative() bool { return r.RelativeBase && r.Mode != RFC1808 }

// above returns the AboveRoot for the mode of r.
func (r *Resolver) above() AboveRoot {
	if r.AboveRoot == AboveRootDefault && r.Mode == RFC3986 {
		return AboveRootDrop
	}
	return r.AboveRoot
}

// appendTarget appends the text of the result to dst, by the steps of RFC 2396, 5.2.
// It also sets the offsets of t, relative to the given len(dst), as [Parse] would find
// them, but not the text of t. In the mode RFC1808 t is invalid, and the caller parses
// the text.
func (r *Resolver) appendTarget(dst []byte, t, base, ref *URI) (_ []byte, err error) {
	if !fits(base, ref) {
		return dst, longResult(ref)
	}

	// 1) The reference is parsed into its components.
	given := ref
	if r.SameScheme && repeatsScheme(*base, ref.Scheme()) {
		relative := ref.withoutScheme()
		ref = &relative
	}

	// 2) An empty reference, or one of only a fragment, is the current document.
	if ref.IsSameDocument() {
		return r.appendDocument(dst, t, base, ref)
	}

	// 3) A reference with a scheme is absolute.
	if ref.scheme == 0 {
		switch {
		case base.scheme == 0 && !r.relative():
			return dst, noScheme(*base)
		case r.Mode == RFC1808:
			return resolve1808(dst, base, ref, given, r.AboveRoot)
		case r.Mode != RFC3986 && base.IsOpaque():
			return dst, base.refuse(opResolveAgainst, int(base.path), ruleHierPart,
				faultOpaqueBase)
		}
	}
	if r.Mode == RFC3986 {
		b, f := base.split3986(), ref.split3986()
		base, ref = &b, &f
	}

	// 4) A reference with an authority is a network-path. Others inherit the
	// base's authority.
	start := len(dst)
	switch {
	case ref.scheme != 0:
		*t = *ref
		dst = append(dst, ref.s[:ref.path]...)
	case ref.hasAuthority():
		shift := base.schemeEnd()
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
		return dst, base.refuse(opResolveAgainst, end-len(bad), ruleRelPath, faultAboveRoot)
	case bad != "":
		end := len(given.s) - len(ref.s[ref.pathEnd:])
		return dst, given.refuse(opResolveReference, end-len(bad), ruleRelPath, faultAboveRoot)
	}
	if !t.hasAuthority() {
		dst = keepPath(dst, root, ref.query != 0)
	}

	// 7) The components are recombined.
	t.path = uint32(root - start)
	shift := uint32(len(dst)-start) - ref.pathEnd
	t.takeTail(ref, shift)
	dst = append(dst, ref.s[ref.pathEnd:]...)
	if !t.hasAuthority() && t.scheme != 0 && dst[root] != '/' {
		t.pathEnd, t.query = ref.uriEnd()+shift, 0 // an opaque part has no query
	}
	return dst, nil
}

// appendPath appends the path of the result: RFC 2396, 5.2, steps 5 and 6. RFC 3986
// (5.2.2) resolves dot segments in every path of a reference, and keeps the base's path
// as it is if the reference has no path.
//
// bad and inBase are as in [appendMerged].
func (r *Resolver) appendPath(dst []byte, base, ref *URI) (_ []byte, bad string, inBase bool) {
	path := ref.Path()
	switch own := ref.scheme != 0 || ref.hasAuthority() || at(path, 0, '/'); {
	case own && r.Mode != RFC3986:
		return append(dst, path...), "", false
	case own:
		dst, bad = appendDotless(dst, path, r.above())
		return dst, bad, false
	case path == "" && r.Mode == RFC3986:
		return append(dst, base.Path()...), "", false
	case base.isRelPath():
		return appendRelative(dst, directory(base.Path()), path), "", false
	case !base.hasAuthority() && !at(base.s, int(base.path), '/'):
		dst, bad = appendDotless(dst, directory(base.Path())+path, r.above())
		return dst, bad, false
	}
	return appendMerged(dst, directory(base.Path()), path, r.above())
}

// appendDocument appends the URI of the document with the fragment of ref. By RFC 1808,
// 4, step 2a, an empty reference inherits the fragment too.
//
// DEVIATION: RFC 2396, 4.2 means the current document. Its URI may differ from
// the base. Without [Resolver.Document] the base stands for it.
func (r *Resolver) appendDocument(dst []byte, t, base, ref *URI) ([]byte, error) {
	*t = *base
	if r.Document.s != "" {
		*t = r.Document
	}
	switch {
	case t.scheme == 0 && !r.relative():
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
	t.fragment = 0
	if ref.fragment != 0 {
		t.fragment = end + ref.fragment
	}
	return dst, nil
}

// takeTail sets the end of the path and the start of the query and the fragment of t to
// the ones of ref plus shift. Offsets are added modulo 2^32, so shift may be negative.
func (t *URI) takeTail(ref *URI, shift uint32) {
	t.pathEnd = ref.pathEnd + shift
	t.query, t.fragment = 0, 0
	if ref.query != 0 {
		t.query = ref.query + shift
	}
	if ref.fragment != 0 {
		t.fragment = ref.fragment + shift
	}
}

// repeatsScheme reports whether prefix is the scheme of base, and is "known to always
// use the <hier_part> syntax" (RFC 2396, 5.2, step 3).
func repeatsScheme(base URI, prefix string) bool {
	if prefix == "" || !strings.EqualFold(base.Scheme(), prefix) || base.IsOpaque() {
		return false
	}
	return schemes.Lookup(prefix).Hierarchical
}

// fits reports whether every result is short enough for a URI.
func fits(base, ref *URI) bool {
	return !tooLong(uint64(len(base.s)) + uint64(len(ref.s)) + uint64(len("/.")))
}

// longResult returns the error for a reference with too long a result.
func longResult(ref *URI) error {
	return ref.refuse(opResolveReference, len(ref.s), ruleLength, faultLongResult)
}

// noScheme returns the error for a base without a scheme.
func noScheme(base URI) error {
	end, _ := scheme(base.s, 0)
	return newFaultError(opResolveAgainst, base.s, PartScheme, end, ruleAbsoluteURI, faultBaseScheme)
}
