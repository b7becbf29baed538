package uri

import (
	"cmp"
	"net/netip"
	"strings"
)

// The methods below compose a text and parse it: see [URI].

// parts are the components that the text of a URI is composed of, each with
// its delimiter: "http:", "//h", "/p", "?q", "#f".
type parts struct {
	scheme, authority, path, query, fragment string
}

func (u URI) parts() parts {
	var scheme, authority uint32
	if u.scheme != 0 {
		scheme = u.scheme + 1
	}
	authority = u.path
	return parts{u.s[:scheme], u.s[scheme:authority], u.s[u.path:u.pathEnd], u.s[u.pathEnd:u.uriEnd()], u.s[u.uriEnd():]}
}

const (
	othersReason = "the text would read as other parts"
	opaqueReason = "it is opaque"
)

// compose parses what the parts make, those of u but for one, and refuses it
// where it has others.
func (u URI) compose(op string, p parts) (URI, error) {
	s := p.scheme + p.authority + p.path + p.query + p.fragment
	v, err := Parse(s)
	if e, ok := err.(*SyntaxError); ok {
		e.Op = op
		u.hideIn(e, s)
		return URI{}, e
	}
	got := v.parts() // of a query and a fragment no character begins another part
	for _, part := range []struct {
		rule      Rule
		want, got string
		end       uint32
	}{
		{RuleScheme, p.scheme, got.scheme, v.scheme},
		{RuleAuthority, p.authority, got.authority, v.path},
		{RuleAbsPath, p.path, got.path, v.pathEnd},
	} {
		if part.want != part.got {
			e := newReasonedError(op, s, int(part.end), part.rule, othersReason)
			u.hideIn(e, s)
			return URI{}, e
		}
	}
	return v, nil
}

// hideIn hides in e, which is about s, also what Redacted hides in u. s is the
// text of u with one part of it changed, so what is before and after that part
// stands in both.
func (u URI) hideIn(e *SyntaxError, s string) {
	from, to, lo, hi := u.secrets()
	switch {
	case from == to && lo == hi:
		return
	case from == to:
		from, to = lo, hi
	case lo < hi:
		to = hi
	}
	n := min(len(u.s), len(s))
	before := 0
	for before < n && u.s[before] == s[before] {
		before++
	}
	after := 0
	for after < n-before && u.s[len(u.s)-1-after] == s[len(s)-1-after] {
		after++
	}
	beyond, shift := len(u.s)-after, len(s)-len(u.s)
	if lo = from; from >= before {
		lo = max(from, beyond) + shift
	}
	if hi = min(to, before); to > beyond {
		hi = to + shift
	}
	if lo >= hi {
		return
	}
	if first, last := secret(s); first < last {
		lo, hi = min(lo, first), max(hi, last)
	}
	e.hide(s, lo, hi)
}

// whole gives the error for a part that its rule reads only up to end.
func whole(op, s string, end int, r Rule) error {
	if end == len(s) {
		return nil
	}
	return newSyntaxError(op, s, end, r)
}

// WithScheme returns u with another scheme (RFC 2396, 3.1). The rest stays as
// it is: what was opaque still is, and a rel_path becomes an opaque part, or is
// refused where a query follows it.
func (u URI) WithScheme(s string) (URI, error) {
	const op = "change scheme"
	end, r := scheme(s, 0)
	if r != 0 || end < len(s) {
		return URI{}, newSyntaxError(op, s, end, RuleScheme)
	}
	p := u.parts()
	p.scheme = s + ":"
	return u.compose(op, p)
}

// WithAuthority returns u with another authority, which may be empty
// (RFC 2396, 3.2). It needs a path that is empty or begins with "/".
func (u URI) WithAuthority(s string) (URI, error) {
	const op = "change authority"
	a, r := authority(s, 0)
	if r != 0 || a.end < len(s) {
		return URI{}, newSyntaxError(op, s, a.end, cmp.Or(r, RuleAuthority))
	}
	if err := u.takesAuthority(op); err != nil {
		return URI{}, err
	}
	p := u.parts()
	p.authority = "//" + s
	return u.compose(op, p)
}

// takesAuthority refuses a u whose path cannot stand behind an authority.
func (u URI) takesAuthority(op string) error {
	switch {
	case u.IsOpaque():
		return u.refuse(op, int(u.path), RuleAbsPath, opaqueReason)
	case u.Form() == RelPath:
		return u.refuse(op, int(u.path), RuleAbsPath, "its path is relative")
	}
	return nil
}

// hostParts returns userinfo with its "@", host, and port with its ":".
func (u URI) hostParts() (userinfo, host, port string) {
	if u.host == 0 {
		return "", "", ""
	}
	return u.s[u.authority():u.host], u.s[u.host:u.hostEnd], u.s[u.hostEnd:u.path]
}

// namesHost refuses a u that names no host, or an empty one.
func (u URI) namesHost(op string) error {
	if host, _ := u.Host(); host == "" {
		return u.refuse(op, int(cmp.Or(u.host, u.path)), RuleHost, "it has no host")
	}
	return nil
}

// withHost returns u with the authority that the three parts make. A userinfo
// has one "@", at its end, a host no "@" and no ":" outside brackets, and a port
// is digits, so the three are read again as they are.
func (u URI) withHost(op, userinfo, host, port string) (URI, error) {
	p := u.parts()
	p.authority = "//" + userinfo + host + port
	return u.compose(op, p)
}

// WithUserinfo returns u with another userinfo in its authority (RFC 2396,
// 3.2.2), without the "@". It needs a host. An error does not show what stands
// behind the first ":" of s.
func (u URI) WithUserinfo(s string) (URI, error) {
	const op = "change userinfo"
	if end := userinfo(s, 0); end < len(s) {
		err := newSyntaxError(op, s, end, RuleUserinfo)
		if colon := strings.IndexByte(s, ':'); colon >= 0 {
			err.hide(s, colon+1, len(s)) // no "@" says here that a password ends
		}
		return URI{}, err
	}
	if err := u.namesHost(op); err != nil {
		return URI{}, err
	}
	_, host, port := u.hostParts()
	return u.withHost(op, s+"@", host, port)
}

// WithHost returns u with another host: a hostname, an IPv4address, an IPv6
// literal in brackets, or a name as RFC 3986 lets a registry have it
// (RFC 2396, 3.2.2). It takes what [URI.Host] gives, so an IPv6 address without
// brackets is refused; for a [netip.Addr] a that may be one, write
// "[" + a.String() + "]". A u without an authority gets one, if its path is empty
// or begins with "/". An authority that names no single host is replaced.
func (u URI) WithHost(s string) (URI, error) {
	const op = "change host"
	if err := whole(op, s, strings.IndexAny(s+"@", "@/?#"), RuleHost); err != nil {
		return URI{}, err
	}
	if s == "" {
		return URI{}, newSyntaxError(op, s, 0, RuleHost)
	}
	a, r := authority(s, 0)
	switch addr, err := netip.ParseAddr(s); {
	case err == nil && addr.Is6():
		return URI{}, newReasonedError(op, s, 0, RuleIPv6reference, "an IPv6 address needs brackets")
	case r != 0 || a.end < len(s):
		return URI{}, newSyntaxError(op, s, a.end, cmp.Or(r, RuleHost))
	case a.kind == NoHost:
		return URI{}, newSyntaxError(op, s, strings.IndexByte(s, ':'), RuleHost)
	case a.hostEnd < len(s):
		return URI{}, newSyntaxError(op, s, a.hostEnd, RuleHost)
	}
	if err := u.takesAuthority(op); err != nil {
		return URI{}, err
	}
	userinfo, _, port := u.hostParts()
	return u.withHost(op, userinfo, s, port)
}

// WithPort returns u with another port, which may be empty (RFC 2396, 3.2.2):
// digits without the ":", in no set range. It needs a host.
func (u URI) WithPort(s string) (URI, error) {
	const op = "change port"
	if err := whole(op, s, port(s, 0), RulePort); err != nil {
		return URI{}, err
	}
	if err := u.namesHost(op); err != nil {
		return URI{}, err
	}
	userinfo, host, _ := u.hostParts()
	return u.withHost(op, userinfo, host, ":"+s)
}

// WithPath returns u with another path (RFC 2396, 3.3); for an opaque URI that
// is its opaque part.
func (u URI) WithPath(s string) (URI, error) {
	const op = "change path"
	end, r := pathSegments(s, 0), RulePathSegments
	if u.IsOpaque() {
		end, _ = opaquePart(s, 0)
		r = RuleOpaquePart
	}
	if err := whole(op, s, end, r); err != nil {
		return URI{}, err
	}
	p := u.parts()
	p.path = s
	return u.compose(op, p)
}

// JoinSegments returns u with the segments, given as data, after those that its
// path has: each is escaped, and "/" in one is no delimiter. An empty segment is
// one too: "a", "" and "b" give "a//b". An empty last segment of the path is
// replaced by the first. "." and ".." are refused, since resolution would take them
// for steps (RFC 2396, 5.2), and so is an empty first segment of a relative path,
// which would be none. Parameters, query and fragment stay as they are.
func (u URI) JoinSegments(segments ...string) (URI, error) {
	const op = "join segments"
	if u.IsOpaque() {
		return URI{}, newReasonedError(op, u.s, int(u.path), RulePathSegments, "an opaque part has no segments")
	}
	path := []byte(u.Path())
	if len(segments) > 0 && segments[0] == "" && len(path) == 0 && u.host == 0 {
		return URI{}, newReasonedError(op, "", 0, RuleRelSegment, "a relative path has no empty first segment")
	}
	for i, g := range segments {
		if g == "." || g == ".." {
			return URI{}, newReasonedError(op, g, 0, RuleSegment, "a dot segment is a step, not a name")
		}
		switch n := len(path); {
		case i > 0, n > 0 && path[n-1] != '/', n == 0 && u.host != 0:
			path = append(path, '/')
		}
		path = AppendEscape(path, g, PathSegment)
	}
	p := u.parts()
	p.path = string(path)
	return u.compose(op, p)
}

// WithQuery returns u with another query, without the "?" (RFC 2396, 3.4). An
// opaque URI has none and is refused.
func (u URI) WithQuery(s string) (URI, error) {
	const op = "change query"
	if err := whole(op, s, query(s, 0), RuleQuery); err != nil {
		return URI{}, err
	}
	if u.IsOpaque() {
		return URI{}, u.refuse(op, int(u.path), RuleHierPart, opaqueReason)
	}
	p := u.parts()
	p.query = "?" + s
	return u.compose(op, p)
}

// WithFragment returns u with another fragment identifier, without the "#"
// (RFC 2396, 4.1).
func (u URI) WithFragment(s string) (URI, error) {
	const op = "change fragment"
	if err := whole(op, s, fragment(s, 0), RuleFragment); err != nil {
		return URI{}, err
	}
	p := u.parts()
	p.fragment = "#" + s
	return u.compose(op, p)
}

// WithoutUserinfo returns u without userinfo and its "@". It returns u where
// there is none.
func (u URI) WithoutUserinfo() URI {
	if _, ok := u.Userinfo(); !ok {
		return u
	}
	return MustParse(u.s[:u.authority()] + u.s[u.host:])
}

// WithoutPort returns u without a port and its ":". It returns u where there is
// none.
func (u URI) WithoutPort() URI {
	if _, ok := u.Port(); !ok {
		return u
	}
	return MustParse(u.s[:u.hostEnd] + u.s[u.path:])
}

// WithoutQuery returns u without a query and its "?". The "?" of an opaque URI
// begins none and stays.
func (u URI) WithoutQuery() URI {
	return MustParse(u.s[:u.pathEnd] + u.s[u.uriEnd():])
}

// WithoutFragment returns u without a fragment identifier and its "#". The result
// shares the text of u.
func (u URI) WithoutFragment() URI {
	u.s = u.s[:u.uriEnd()]
	u.fragment = 0
	return u
}
