package uri

import (
	"encoding"
	"iter"
	"strings"
)

// A URI is a URI-reference: an absolute URI or a relative reference, with or
// without a fragment (RFC 2396, 4). It is its text and where the parts of it
// lie, and keeps every octet. Only [Parse] and a [Resolver], which finds the same
// parts in its result, make one, so a URI always follows the grammar.
//
// URIs are immutable values of 48 octets that share the memory of the text they
// were parsed from ([URI.Clone] ends that). They may be compared with ==, which
// compares their texts, and be map keys; [Equivalent] compares what they
// identify. The zero URI is the empty reference.
//
// All parts are returned as written, with their escapes; [Unescape] decodes a
// part after it was split. Undefined and empty are two things (5.2): "/a" has
// no query, "/a?" has an empty one. No accessor allocates, unless it says so.
//
// The With methods return a URI with one part changed. They take it as written,
// with its escapes; [Escape] writes data. What would read differently from what
// was asked for is refused with a [*SyntaxError], whose Offset is in the part
// given or, where that is right, in the text of u, which has no place for it, or
// in the one composed, which reads differently; the error shows which text.
// These and the Without methods, but for WithoutFragment, allocate the text of a
// result that is new.
type URI struct {
	s string

	scheme   uint32 // where the ":" behind it is; 0: undefined
	host     uint32 // where the host begins, behind "//" and userinfo; 0: no authority
	hostEnd  uint32 // where the host ends
	path     uint32 // where the path begins and the authority ends
	pathEnd  uint32
	query    uint32 // where it begins, behind the "?"; 0: undefined
	fragment uint32 // where it begins, behind the "#"; 0: undefined
	hostKind HostKind
}

// A Kind says what a URI-reference is (RFC 2396, 3, 4.2 and 5).
type Kind uint8

const (
	SameDocument   Kind = iota // empty but for a fragment
	Relative                   // relativeURI
	AbsoluteHier               // absoluteURI with a hier_part
	AbsoluteOpaque             // absoluteURI with an opaque_part
)

var kinds = [...]string{"same-document", "relative", "absolute-hier", "absolute-opaque"}

// String returns "same-document", "relative", "absolute-hier" or
// "absolute-opaque".
func (k Kind) String() string { return enumName(kinds[:], int(k)) }

// A Form says which rule the part between scheme and query follows (RFC 2396,
// 3 and 5).
type Form uint8

const (
	NoForm     Form = iota // nothing there: a same-document reference
	NetPath                // "//" authority [ abs_path ]
	AbsPath                // "/" path_segments
	RelPath                // rel_segment [ abs_path ]
	QueryOnly              // "?" query alone
	OpaquePart             // uric_no_slash *uric
)

var forms = [...]string{"", "net_path", "abs_path", "rel_path", "query_only", "opaque_part"}

// String returns "net_path", "abs_path", "rel_path", "query_only",
// "opaque_part" or, for NoForm, "".
func (f Form) String() string { return enumName(forms[:], int(f)) }

// A Part is one of the parts that a URI-reference has (RFC 2396, 3 and 4.1). The
// zero Part is none of them.
type Part uint8

const (
	NoPart        Part = iota
	PartScheme         // what [URI.Scheme] returns
	PartAuthority      // what [URI.Authority] returns
	PartUserinfo       // what [URI.Userinfo] returns
	PartHost           // what [URI.Host] returns
	PartPort           // what [URI.Port] returns
	PartPath           // what [URI.Path] returns
	PartOpaque         // what [URI.Opaque] returns: the path of an opaque URI
	PartQuery          // what [URI.Query] returns
	PartFragment       // what [URI.Fragment] returns
)

var partNames = [...]string{
	"", "scheme", "authority", "userinfo", "host", "port", "path", "opaque part", "query", "fragment",
}

// String returns the name in small letters, "scheme" or "opaque part", and ""
// for NoPart.
func (p Part) String() string { return enumName(partNames[:], int(p)) }

// String returns the text that u was parsed from.
func (u URI) String() string { return u.s }

// Scheme returns the scheme as written, "" where it is undefined (RFC 2396,
// 3.1). Schemes are compared without regard to case.
func (u URI) Scheme() string { return u.s[:u.scheme] }

// Authority returns the authority, without the "//" before it, and whether it
// is defined (RFC 2396, 3.2). That of "file:///x" is defined and empty.
func (u URI) Authority() (string, bool) {
	if u.host == 0 {
		return "", false
	}
	return u.s[u.authority():u.path], true
}

// authority returns where a defined authority begins.
func (u URI) authority() uint32 {
	if u.scheme == 0 {
		return uint32(len("//"))
	}
	return u.scheme + uint32(len("://"))
}

// Path returns the path (RFC 2396, 3.3), which is never undefined. That of an
// opaque URI is its opaque part.
func (u URI) Path() string { return u.s[u.path:u.pathEnd] }

// Query returns the query, without the "?", and whether it is defined
// (RFC 2396, 3.4). That of an opaque URI is undefined: a "?" there belongs to
// the opaque part.
func (u URI) Query() (string, bool) {
	if u.query == 0 {
		return "", false
	}
	return u.s[u.query:u.uriEnd()], true
}

// Fragment returns the fragment identifier, without the "#", and whether it is
// defined (RFC 2396, 4.1).
func (u URI) Fragment() (string, bool) {
	if u.fragment == 0 {
		return "", false
	}
	return u.s[u.fragment:], true
}

// uriEnd returns where the fragment's "#" stands, or the text ends.
func (u URI) uriEnd() uint32 {
	if u.fragment == 0 {
		return uint32(len(u.s))
	}
	return u.fragment - 1
}

// Kind returns what u is.
func (u URI) Kind() Kind {
	switch {
	case u.IsOpaque():
		return AbsoluteOpaque
	case u.IsAbsolute():
		return AbsoluteHier
	case u.IsSameDocument():
		return SameDocument
	}
	return Relative
}

// Form returns which form the hierarchical or opaque part of u has.
func (u URI) Form() Form {
	switch {
	case u.host != 0:
		return NetPath
	case u.IsOpaque():
		return OpaquePart
	case u.path == u.pathEnd && u.query != 0:
		return QueryOnly
	case u.path == u.pathEnd:
		return NoForm
	case u.s[u.path] == '/':
		return AbsPath
	}
	return RelPath
}

// IsAbsolute reports whether u has a scheme (RFC 2396, 3).
func (u URI) IsAbsolute() bool { return u.scheme != 0 }

// IsOpaque reports whether u is an absolute URI whose part behind the scheme
// does not begin with "/", as in "mailto:a@example.com" (RFC 2396, 3).
func (u URI) IsOpaque() bool { return u.scheme != 0 && u.s[u.scheme+1] != '/' }

// IsSameDocument reports whether u is empty but for a fragment and so refers to
// the document that it stands in (RFC 2396, 4.2).
func (u URI) IsSameDocument() bool { return u.uriEnd() == 0 }

// Opaque returns the opaque part, which runs to the "#" or the end, and whether
// u is opaque (RFC 2396, 3).
func (u URI) Opaque() (string, bool) {
	if !u.IsOpaque() {
		return "", false
	}
	return u.Path(), true
}

// IsServer reports whether u has an authority that is server-based: empty, or
// [ userinfo "@" ] host [ ":" port ] with a host that is a hostname or an
// address (RFC 2396, 3.2.2). A defined authority that is not is a registry's
// (3.2.1).
func (u URI) IsServer() bool {
	switch u.hostKind {
	case Hostname, IPv4, IPv6:
		return true
	}
	return u.host != 0 && u.path == u.authority()
}

// Userinfo returns what stands before the "@" in the authority, and whether it
// is defined (RFC 2396, 3.2.2). In a registry-based authority it is defined
// if RFC 3986 (3.2) reads that as one [ userinfo "@" ] reg-name [ ":" port ].
func (u URI) Userinfo() (string, bool) {
	if u.host == 0 || u.host == u.authority() {
		return "", false
	}
	return u.s[u.authority() : u.host-1], true
}

// Host returns the host, an IPv6 literal with its brackets, and whether there
// is one (RFC 2396, 3.2.2). An empty authority has none. A registry-based
// authority has one if RFC 3986 (3.2) reads it as a single
// [ userinfo "@" ] reg-name [ ":" port ] with a reg-name that is not empty:
// "h_x:80" has one, "a@b@c", ":80" and "u@" have none.
//
// net.JoinHostPort would add brackets of its own: what net.Dial takes is
// [URI.HostPort].
func (u URI) Host() (string, bool) {
	if u.hostKind == NoHost {
		return "", false
	}
	return u.s[u.host:u.hostEnd], true
}

// HostKind returns what form the host has.
func (u URI) HostKind() HostKind { return u.hostKind }

// Port returns the digits of the port and whether it is defined (RFC 2396,
// 3.2.2): that of "//h:" is defined and empty. It is checked for no range. In a
// registry-based authority it is defined as [URI.Userinfo] is: that of "//:80" is
// "80", though no host is named.
func (u URI) Port() (string, bool) {
	if u.hostEnd == u.path || u.host == 0 {
		return "", false
	}
	return u.s[u.hostEnd+1 : u.path], true
}

// Span returns where the part p lies in the text of u, as byte offsets without
// the delimiters around it, and whether it is defined, as the accessor of that
// part says: u.String()[start:end] is what the accessor returns. For a part that
// is undefined start and end are the same: where it would be written, with its
// delimiter. [NoPart] and what is no part lie nowhere: 0, 0, false. Span does not
// allocate.
func (u URI) Span(p Part) (start, end int, ok bool) {
	var from, to uint32
	switch p {
	case PartScheme:
		to, ok = u.scheme, u.scheme != 0
	case PartAuthority:
		from, to, ok = u.path, u.path, u.host != 0
		if ok {
			from = u.authority()
		}
	case PartUserinfo:
		if u.host == 0 {
			return int(u.path), int(u.path), false
		}
		from = u.authority()
		to, ok = from, u.host > from
		if ok {
			to = u.host - 1
		}
	case PartHost:
		from, to, ok = u.host, u.hostEnd, u.hostKind != NoHost
		if u.host == 0 {
			from, to = u.path, u.path
		} else if !ok {
			to = from
		}
	case PartPort:
		from, to, ok = u.path, u.path, u.host != 0 && u.hostEnd != u.path
		if ok {
			from = u.hostEnd + 1
		}
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

// Segments returns the segments of the path in order. Joined with "/" they are
// the path again, but for the "/" that an abs_path begins with. An empty path
// and an opaque part have none.
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

// Name returns the segment up to its first ";".
func (g Segment) Name() string {
	before, _, _ := strings.Cut(string(g), ";")
	return before
}

// Params returns the parameters in order. Each behind a ";", they follow Name
// in the segment.
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

// A Pair is one part of a query that is written as name=value pairs with "&"
// between them. RFC 2396 knows no such structure; it is that of HTML forms.
type Pair string

// Pairs returns what stands between the "&" of the query, in order. Joined with
// "&" they are the query again. An undefined query has none, an empty one has
// one that is empty. Nothing is decoded: "+" is "+".
func (u URI) Pairs() iter.Seq[Pair] {
	return func(yield func(Pair) bool) {
		q, ok := u.Query()
		for ok {
			var p string
			p, q, ok = strings.Cut(q, "&")
			if !yield(Pair(p)) {
				return
			}
		}
	}
}

// Name returns the pair up to its first "=".
func (p Pair) Name() string {
	before, _, _ := strings.Cut(string(p), "=")
	return before
}

// Value returns what stands behind the first "=" and whether there is one.
func (p Pair) Value() (string, bool) {
	_, value, ok := strings.Cut(string(p), "=")
	return value, ok
}

// Clone returns u with a copy of its text, so that a short URI cut from a long
// page does not keep the page in memory. It allocates the copy.
func (u URI) Clone() URI {
	u.s = strings.Clone(u.s)
	return u
}

var (
	_ encoding.TextAppender      = URI{}
	_ encoding.TextMarshaler     = URI{}
	_ encoding.TextUnmarshaler   = (*URI)(nil)
	_ encoding.BinaryMarshaler   = URI{}
	_ encoding.BinaryUnmarshaler = (*URI)(nil)
)

// AppendText appends the text of u to b. It implements [encoding.TextAppender]
// and does not fail.
func (u URI) AppendText(b []byte) ([]byte, error) { return append(b, u.s...), nil }

// MarshalText returns the text of u. It implements [encoding.TextMarshaler],
// and so gives the form in JSON and for [flag.TextVar], and does not fail.
func (u URI) MarshalText() ([]byte, error) { return []byte(u.s), nil }

// UnmarshalText sets u to what [Parse] reads in b, and leaves it as it is
// with an error. It implements [encoding.TextUnmarshaler].
func (u *URI) UnmarshalText(b []byte) error {
	v, err := Parse(string(b))
	if err != nil {
		return err
	}
	*u = v
	return nil
}

// MarshalBinary is [URI.MarshalText], for package gob, which asks for no other.
func (u URI) MarshalBinary() ([]byte, error) { return u.MarshalText() }

// UnmarshalBinary is [URI.UnmarshalText].
func (u *URI) UnmarshalBinary(data []byte) error { return u.UnmarshalText(data) }
