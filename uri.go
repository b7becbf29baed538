package uri

import (
	"iter"
	"strings"

	"example.com/uri/internal/ascii"
)

// A URI is a URI-reference: an absolute URI or a relative reference, with or without a
// fragment (RFC 2396, 4). It has exactly the parts found by [Parse] in its text. The
// zero URI is the empty reference.
//
// URIs are immutable values, and share the memory of the parsed text. [URI.Clone]
// copies it. They are comparable: == compares their texts, and [Mode.Equivalent] their
// normal forms.
//
// All parts are returned as written, with their escapes. Split a part before you
// decode it with [Unescape]. A missing part (the RFC says undefined) and an empty
// part are kept apart (5.2): "/a" has no query, "/a?" has an empty one. Accessors
// allocate only if they say so.
//
// The With methods return a URI with one part changed. They take the part as written,
// with its escapes. [Escape] escapes data. They return a [*SyntaxError] if the result
// would not parse back into the requested parts. Its message shows a text, and its
// Offset is a byte offset in that text:
//
//   - the argument, if that is invalid
//   - the text of u, if u cannot have the part
//   - the composed text, if that would be parsed into other parts
type URI struct {
	s string

	// Offsets in s. In scheme, host, query and fragment 0 means a missing part.
	scheme   uint32 // of the ":" after the scheme
	host     uint32 // of the host, after "//" and userinfo; 0: no authority
	hostEnd  uint32 // of the end of the host; see below
	path     uint32 // of the path, which is the end of the authority if there is one
	pathEnd  uint32 // of the end of the path
	query    uint32 // of the query, after the "?"
	fragment uint32 // of the fragment, after the "#"
	// If hostKind is HostNone, s[host:hostEnd] is empty, a list of hosts like
	// "h1:1,h2:2", or a whole unsplittable authority ("a@b@c").
	hostKind HostKind
}

// A Kind is the kind of a URI-reference (RFC 2396, 3, 4.2 and 5).
type Kind uint8

const (
	KindSameDocument   Kind = iota // empty, or only a fragment
	KindRelative                   // relativeURI
	KindAbsoluteHier               // absoluteURI with a hier_part
	KindAbsoluteOpaque             // absoluteURI with an opaque_part
)

var kinds = [...]string{"same-document", "relative", "absolute-hier", "absolute-opaque"}

// String returns "same-document", "relative", "absolute-hier" or
// "absolute-opaque".
func (k Kind) String() string { return ascii.Name(kinds[:], int(k)) }

// String returns the parsed text.
func (u URI) String() string { return u.s }

// Scheme returns the scheme as written, or "" if it is missing (RFC 2396, 3.1). The
// case of a scheme does not matter.
func (u URI) Scheme() string { return u.s[:u.scheme] }

// Authority returns the authority, without the "//" before it, and whether there is
// one (RFC 2396, 3.2). That of "file:///x" is empty.
func (u URI) Authority() (string, bool) {
	if !u.hasAuthority() {
		return "", false
	}
	return u.s[u.authority():u.path], true
}

// hasAuthority reports whether u has an authority, perhaps an empty one.
func (u *URI) hasAuthority() bool { return u.host != 0 }

// schemeEnd returns the offset after the scheme of u and its ":", or 0 without a
// scheme.
func (u *URI) schemeEnd() uint32 {
	if u.scheme == 0 {
		return 0
	}
	return u.scheme + uint32(len(":"))
}

// authority returns the offset of the authority. It is not missing.
func (u *URI) authority() uint32 { return u.schemeEnd() + uint32(len("//")) }

// Path returns the path. It may be empty but is never missing (RFC 2396, 3.3).
// That of an opaque URI is its opaque part.
func (u URI) Path() string { return u.s[u.path:u.pathEnd] }

// Query returns the query, without the "?", and whether there is one (RFC 2396, 3.4). An
// opaque URI has no query: a "?" belongs to its opaque part. [Mode.Query] finds the
// query of RFC 3986 there.
func (u URI) Query() (string, bool) {
	if u.query == 0 {
		return "", false
	}
	return u.s[u.query:u.uriEnd()], true
}

// Fragment returns the fragment identifier, without the "#", and whether there is
// one (RFC 2396, 4.1).
func (u URI) Fragment() (string, bool) {
	if u.fragment == 0 {
		return "", false
	}
	return u.s[u.fragment:], true
}

// uriEnd returns the offset of the "#" before the fragment, or of the end of u.
func (u *URI) uriEnd() uint32 {
	if u.fragment == 0 {
		return uint32(len(u.s))
	}
	return u.fragment - 1
}

// Kind returns the kind of u.
func (u URI) Kind() Kind {
	switch {
	case u.IsOpaque():
		return KindAbsoluteOpaque
	case u.IsAbsolute():
		return KindAbsoluteHier
	case u.IsSameDocument():
		return KindSameDocument
	}
	return KindRelative
}

// IsAbsolute reports whether u has a scheme (RFC 2396, 3).
func (u URI) IsAbsolute() bool { return u.scheme != 0 }

// IsOpaque reports whether u has a scheme, and no "/" directly after the ":", as in
// "mailto:a@example.com" (RFC 2396, 3).
func (u URI) IsOpaque() bool { return u.isOpaque() }

// isOpaque is [URI.IsOpaque] without a copy of u.
func (u *URI) isOpaque() bool { return u.scheme != 0 && u.s[u.scheme+1] != '/' }

// IsSameDocument reports whether u is empty or only a fragment, and so refers to the
// document around it (RFC 2396, 4.2).
func (u URI) IsSameDocument() bool { return u.uriEnd() == 0 }

// Opaque returns the opaque part, everything between the ":" and the fragment, and
// whether u is opaque (RFC 2396, 3).
func (u URI) Opaque() (string, bool) {
	if !u.IsOpaque() {
		return "", false
	}
	return u.Path(), true
}

// IsServer reports whether u has an authority of the form server (RFC 2396, 3.2.2): an
// empty one, or [ userinfo "@" ] host [ ":" port ]. The host is a hostname or an address.
// Any other authority, such as "h_x:80", is a reg_name (3.2.1). [ServerFrom] and
// [URI.HostPort] read that one too, because many programs use names with "_".
func (u URI) IsServer() bool {
	switch u.hostKind {
	case HostName, HostIPv4, HostIPv6:
		return true
	}
	return u.hasAuthority() && u.path == u.authority()
}

// Userinfo returns the text before the "@" in the authority, and whether there is
// one (RFC 2396, 3.2.2). It splits a reg_name as [URI.Host] does, and also finds the
// userinfo before a list of hosts, as in "//u:p@h1:1,h2:2". [ServerFrom]
// returns user and password decoded.
func (u URI) Userinfo() (string, bool) {
	if !u.hasAuthority() || u.host == u.authority() {
		return "", false
	}
	return u.s[u.authority() : u.host-1], true
}

// Host returns the host, an IPv6 literal with its brackets, and whether there is
// one (RFC 2396, 3.2.2). An empty authority has no host. A reg_name has one if
// it has the form [ userinfo "@" ] reg-name [ ":" port ] of RFC 3986 (3.2) and the
// reg-name is not empty: "h_x:80" has a host, but "a@b@c", ":80" and "u@" have not.
//
// For net.Dial use [URI.HostPort]: net.JoinHostPort would add brackets again. Without
// brackets, [URI.Addr] returns the address, and strings.Trim(host, "[]") the text.
func (u URI) Host() (string, bool) {
	if u.hostKind == HostNone {
		return "", false
	}
	return u.s[u.host:u.hostEnd], true
}

// HostKind returns the form of the host.
func (u URI) HostKind() HostKind { return u.hostKind }

// Port returns the digits of the port, and whether there is one (RFC 2396, 3.2.2):
// "//h:" has an empty port. It may be any number. It splits a reg_name as [URI.Host]
// does: "//:80" has the port "80", though it has no host.
func (u URI) Port() (string, bool) {
	if u.hostEnd == u.path || !u.hasAuthority() {
		return "", false
	}
	return u.s[u.hostEnd+1 : u.path], true
}

// Span returns the byte offsets of the part p in the text of u, and whether u has
// the part: u.String()[start:end] is the result of its accessor, without
// delimiters. If the part is missing, start and end are the offset where it would be
// written with its delimiter. For [PartNone] Span returns zeros and false.
func (u URI) Span(p Part) (start, end int, ok bool) {
	var from, to uint32
	if PartAuthority <= p && p <= PartPort && !u.hasAuthority() {
		return int(u.path), int(u.path), false
	}
	switch p {
	case PartScheme:
		to, ok = u.scheme, u.scheme != 0
	case PartAuthority:
		from, to, ok = u.authority(), u.path, true
	case PartUserinfo:
		from, ok = u.authority(), u.host > u.authority()
		to = max(from, u.host-1)
	case PartHost:
		from, to, ok = u.host, u.hostEnd, u.hostKind != HostNone
		if !ok {
			to = from
		}
	case PartPort:
		from, to, ok = min(u.hostEnd+1, u.path), u.path, u.hostEnd != u.path
	case PartPath:
		from, to, ok = u.path, u.pathEnd, true
	case PartOpaque:
		from, to, ok = u.path, u.path, u.IsOpaque()
		if ok {
			to = u.pathEnd
		}
	case PartQuery:
		from, to, ok = u.pathEnd, u.pathEnd, u.query != 0
		if ok {
			from, to = u.query, u.uriEnd()
		}
	case PartFragment:
		from, to, ok = uint32(len(u.s)), uint32(len(u.s)), u.fragment != 0
		if ok {
			from = u.fragment
		}
	}
	return int(from), int(to), ok
}

// A Segment is one segment of a path as written, with its parameters
// (RFC 2396, 3.3).
type Segment string

// Segments returns the segments of the path in order. Joined with "/" they are the
// path without its first "/", if it begins with one. An empty path and an opaque
// part have no segments.
func (u URI) Segments() iter.Seq[Segment] {
	return func(yield func(Segment) bool) {
		rest := strings.TrimPrefix(u.Path(), "/")
		ok := u.path < u.pathEnd && !u.IsOpaque()
		for ok {
			var g string
			g, rest, ok = strings.Cut(rest, "/")
			if !yield(Segment(g)) {
				return
			}
		}
	}
}

// LastSegment returns the last segment of the path, and whether there is one. It is a file
// name on many servers. That of "/a/" is empty. An empty path and an opaque part have no
// segment. Decoded, by [Unescape] of string(segment), it may contain "/", as "..%2Fetc" does:
// check it with filepath.IsLocal before you use it as the name of a file.
func (u URI) LastSegment() (Segment, bool) {
	path := u.Path()
	if path == "" || u.IsOpaque() {
		return "", false
	}
	return Segment(path[strings.LastIndexByte(path, '/')+1:]), true
}

// Name returns the segment up to its first ";", where its parameters begin. The name of a
// file may contain a ";": for that decode the whole segment, string(g), as most servers do.
func (g Segment) Name() string {
	before, _, _ := strings.Cut(string(g), ";")
	return before
}

// Params returns the parameters after Name in order, each without its ";".
func (g Segment) Params() iter.Seq[string] {
	return func(yield func(string) bool) {
		_, rest, ok := strings.Cut(string(g), ";")
		for ok {
			var p string
			p, rest, ok = strings.Cut(rest, ";")
			if !yield(p) {
				return
			}
		}
	}
}

// Clone returns u with a copy of its text. Without it, a URI found in a long page keeps
// the page in memory.
func (u URI) Clone() URI {
	u.s = strings.Clone(u.s)
	return u
}
