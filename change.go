package uri

import (
	"cmp"
	"net/netip"
	"strings"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/secret"
)

// The methods below compose a text and parse it: see [URI].

// parts are the components of the text of a URI, each with its delimiter: "http:",
// "//h", "/p", "?q", "#f".
type parts struct {
	scheme, authority, path, query, fragment string
}

func (u URI) parts() parts {
	var start uint32 // of the authority, or of the path if the authority is missing
	if u.scheme != 0 {
		start = u.scheme + 1
	}
	return parts{u.s[:start], u.s[start:u.path], u.s[u.path:u.pathEnd], u.s[u.pathEnd:u.uriEnd()], u.s[u.uriEnd():]}
}

// parseParts parses the text of the parts p, which are those of u except one. It fails
// if the result has other parts.
func (u URI) parseParts(op string, p parts) (URI, error) {
	s := p.scheme + p.authority + p.path + p.query + p.fragment
	v, err := Parse(s)
	if e, ok := err.(*SyntaxError); ok {
		return URI{}, u.refuseChange(op, s, e.Offset, e.Rule, e.fault)
	}
	got := v.parts() // no character of a query or a fragment begins another part
	for _, part := range []struct {
		rule      Rule
		want, got string
		end       uint32
	}{
		{ruleScheme, p.scheme, got.scheme, v.scheme},
		{ruleAuthority, p.authority, got.authority, v.path},
		{ruleAbsPath, p.path, got.path, v.pathEnd},
	} {
		if part.want != part.got {
			return URI{}, u.refuseChange(op, s, int(part.end), part.rule, faultOtherParts)
		}
	}
	return v, nil
}

// refuseChange returns the error about s, which is the text of u with one part changed.
// It also hides the secrets that Redacted hides in u: the text before and after that part
// is the same in both.
func (u URI) refuseChange(op, s string, offset int, r Rule, f fault) error {
	n := min(len(u.s), len(s))
	before := 0
	for before < n && u.s[before] == s[before] {
		before++
	}
	after := 0
	for after < n-before && u.s[len(u.s)-1-after] == s[len(s)-1-after] {
		after++
	}
	// s is u.s[:before], the changed part, and u.s[rest:], which is moved by shift.
	rest, shift := len(u.s)-after, len(s)-len(u.s)
	var buf [4]secret.Span
	secrets := secret.AppendURI(buf[:0], u.s)
	for i, x := range secrets {
		if x.Lo >= before {
			x.Lo = max(x.Lo, rest) + shift
		}
		if x.Hi > rest {
			x.Hi += shift
		} else {
			x.Hi = min(x.Hi, before)
		}
		x.Hi = max(x.Hi, x.Lo)
		secrets[i] = x
	}
	return newHidingError(op, s, offset, r, f, secret.AppendText(secrets, s))
}

// checkAll returns an error if rule r matches s only up to s[end].
func checkAll(op, s string, end int, r Rule) error {
	if end == len(s) {
		return nil
	}
	return newSyntaxError(op, s, end, r)
}

// WithScheme returns u with this scheme (RFC 2396, 3.1). An opaque URI stays opaque.
// A rel_path becomes an opaque part; with a query after it, it is refused.
func (u URI) WithScheme(s string) (URI, error) {
	const op = "change scheme"
	end, r := scheme(s, 0)
	if r != 0 || end < len(s) {
		return URI{}, newSyntaxError(op, s, end, ruleScheme)
	}
	p := u.parts()
	p.scheme = s + ":"
	return u.parseParts(op, p)
}

// WithAuthority returns u with this authority, which may be empty (RFC 2396, 3.2).
// The path of u must be empty or begin with "/".
func (u URI) WithAuthority(s string) (URI, error) {
	const op = "change authority"
	a, r := authority(s, 0)
	if r != 0 || a.end < len(s) {
		return URI{}, newSyntaxError(op, s, a.end, cmp.Or(r, ruleAuthority))
	}
	if err := u.checkTakesAuthority(op); err != nil {
		return URI{}, err
	}
	p := u.parts()
	p.authority = "//" + s
	return u.parseParts(op, p)
}

// checkTakesAuthority returns an error if the path of u cannot follow an authority.
func (u URI) checkTakesAuthority(op string) error {
	switch {
	case u.IsOpaque():
		return u.refuse(op, int(u.path), ruleAbsPath, faultOpaque)
	case !u.hasAuthority() && u.path < u.pathEnd && u.s[u.path] != '/':
		return u.refuse(op, int(u.path), ruleAbsPath, faultPathRelative)
	}
	return nil
}

// hostParts returns the userinfo with its "@", the host, and the port with its ":".
func (u URI) hostParts() (user, name, number string) {
	if !u.hasAuthority() {
		return "", "", ""
	}
	return u.s[u.authority():u.host], u.s[u.host:u.hostEnd], u.s[u.hostEnd:u.path]
}

// checkHasHost returns an error if u has no host.
func (u URI) checkHasHost(op string) error {
	if h, _ := u.Host(); h == "" {
		return u.refuse(op, int(cmp.Or(u.host, u.path)), ruleHost, faultHostMissing)
	}
	return nil
}

// withServer returns u with the authority of these pieces: "//", then a userinfo with
// its "@", a host, and a port with its ":". They parse back as they are: only the end
// of the userinfo is an "@", the host has no "@" and no ":" outside brackets, and the
// port has only digits.
func (u URI) withServer(op string, pieces ...string) (URI, error) {
	p := u.parts()
	p.authority = strings.Join(pieces, "")
	return u.parseParts(op, p)
}

// WithUserinfo returns u with this userinfo, without the "@" (RFC 2396, 3.2.2). u
// must have a host. User and password are escaped with [EscapeUser], with ":"
// between them. An error does not show the text after the first ":" of s.
func (u URI) WithUserinfo(s string) (URI, error) {
	const op = "change userinfo"
	if end := userinfo(s, 0); end < len(s) {
		var buf [4]secret.Span
		e := newSyntaxError(op, s, end, ruleUserinfo)
		return URI{}, newHidingError(op, s, e.Offset, e.Rule, e.fault, secret.AppendUserinfo(buf[:0], s))
	}
	if err := u.checkHasHost(op); err != nil {
		return URI{}, err
	}
	_, name, number := u.hostParts()
	return u.withServer(op, "//", s, "@", name, number)
}

// WithHost returns u with this host: a hostname, an IPv4address, an IPv6 literal in
// brackets, or a reg-name of RFC 3986 (RFC 2396, 3.2.2). It takes a host as [URI.Host]
// returns it: write an IPv6 [netip.Addr] a as "[" + a.String() + "]". The path of u must
// be empty or begin with "/". A missing authority is added, and one that cannot be
// split, such as "a@b@c", is replaced.
func (u URI) WithHost(s string) (URI, error) {
	const op = "change host"
	if err := checkAll(op, s, ascii.IndexAnyOrEnd(s, 0, "@/?#"), ruleHost); err != nil {
		return URI{}, err
	}
	if s == "" {
		return URI{}, newSyntaxError(op, s, 0, ruleHost)
	}
	a, r := authority(s, 0)
	switch {
	case isBareIPv6(s):
		return URI{}, newFaultError(op, s, 0, ruleIPv6reference, faultBareIPv6)
	case r != 0 || a.end < len(s):
		return URI{}, newSyntaxError(op, s, a.end, cmp.Or(r, ruleHost))
	case a.kind == HostNone:
		return URI{}, newSyntaxError(op, s, strings.IndexByte(s, ':'), ruleHost)
	case a.hostEnd < len(s):
		return URI{}, newSyntaxError(op, s, a.hostEnd, ruleHost)
	}
	if err := u.checkTakesAuthority(op); err != nil {
		return URI{}, err
	}
	user, _, number := u.hostParts()
	return u.withServer(op, "//", user, s, number)
}

// isBareIPv6 reports whether s is an IPv6 address without brackets.
func isBareIPv6(s string) bool {
	if at(s, 0, '[') || strings.Count(s, ":") < 2 {
		return false // without the error that ParseAddr would allocate
	}
	addr, err := netip.ParseAddr(s)
	return err == nil && addr.Is6()
}

// WithPort returns u with this port: digits without the ":", of any value, or ""
// (RFC 2396, 3.2.2). u must have a host.
func (u URI) WithPort(s string) (URI, error) {
	const op = "change port"
	if err := checkAll(op, s, port(s, 0), rulePort); err != nil {
		return URI{}, err
	}
	if err := u.checkHasHost(op); err != nil {
		return URI{}, err
	}
	user, name, _ := u.hostParts()
	return u.withServer(op, "//", user, name, ":", s)
}

// WithPath returns u with this path (RFC 2396, 3.3), which is the opaque part of an
// opaque URI.
func (u URI) WithPath(s string) (URI, error) {
	const op = "change path"
	end, r := pathSegments(s, 0), rulePathSegments
	if u.IsOpaque() {
		end, _ = opaquePart(s, 0)
		r = ruleOpaquePart
	}
	if err := checkAll(op, s, end, r); err != nil {
		return URI{}, err
	}
	if u.hasAuthority() && s != "" && s[0] != '/' {
		return URI{}, newFaultError(op, s, 0, ruleAbsPath, faultPathBegin)
	}
	p := u.parts()
	p.path = s
	return u.parseParts(op, p)
}

// JoinSegments returns u with the segments appended to its path. The segments are
// data: each is escaped, so "/" in one is no delimiter. Empty segments are kept: "a",
// "" and "b" give "a//b". If the path ends with "/", the first segment follows
// directly. It copies u, so the time of a loop that joins n segments grows with n²: give all
// names to one call.
//
// It also accepts "/", "\" and NUL in a name, and escapes them: refuse such a name first
// if the server decodes a path before it splits it.
//
// Parameters, query and fragment do not change. JoinSegments refuses
//
//   - "." and "..", which have a meaning in resolution (RFC 2396, 5.2);
//   - an opaque u;
//   - if u has no authority, an empty segment that would be the first of a relative
//     path, or would make the path begin with "//".
func (u URI) JoinSegments(names ...string) (URI, error) {
	const op = "join segments"
	if u.IsOpaque() {
		return URI{}, newFaultError(op, u.s, int(u.path), rulePathSegments, faultOpaqueSegments)
	}
	var buf [stackBuf]byte
	path := append(buf[:0], u.Path()...)
	if len(names) > 0 && names[0] == "" && len(path) == 0 && !u.hasAuthority() {
		return URI{}, newFaultError(op, "", 0, ruleRelSegment, faultEmptyFirst)
	}
	for i, g := range names {
		if g == "." || g == ".." {
			return URI{}, newFaultError(op, g, 0, ruleSegment, faultDotName)
		}
		if n := len(path); i > 0 || n > 0 && path[n-1] != '/' || n == 0 && u.hasAuthority() {
			path = append(path, '/')
		}
		if len(path) == 0 && !u.hasAuthority() { // a rel_segment has no ":"
			path = appendEscapeAlso(path, g, EscapeSegment, ":")
		} else {
			path = AppendEscape(path, g, EscapeSegment)
		}
	}
	p := u.parts()
	p.path = string(path)
	return u.parseParts(op, p)
}

// WithQuery returns u with this query, without the "?" (RFC 2396, 3.4). u must not
// be opaque.
func (u URI) WithQuery(s string) (URI, error) { return u.withQuery("?" + s) }

// withQuery is WithQuery for a query with its "?".
func (u URI) withQuery(s string) (URI, error) {
	const op = "change query"
	q := s[len("?"):]
	if err := checkAll(op, q, query(q, 0), ruleQuery); err != nil {
		return URI{}, err
	}
	if u.IsOpaque() {
		return URI{}, u.refuse(op, int(u.path), ruleHierPart, faultOpaque)
	}
	p := u.parts()
	p.query = s
	return u.parseParts(op, p)
}

// WithFragment returns u with this fragment identifier, without the "#" (RFC 2396,
// 4.1).
func (u URI) WithFragment(s string) (URI, error) {
	const op = "change fragment"
	if err := checkAll(op, s, fragment(s, 0), ruleFragment); err != nil {
		return URI{}, err
	}
	p := u.parts()
	p.fragment = "#" + s
	return u.parseParts(op, p)
}

// MustParse cannot panic in the methods below, because the removed parts are optional.

// WithoutUserinfo returns u without its userinfo and "@".
func (u URI) WithoutUserinfo() URI {
	if _, ok := u.Userinfo(); !ok {
		return u
	}
	return MustParse(u.s[:u.authority()] + u.s[u.host:])
}

// WithoutPort returns u without its port and ":".
func (u URI) WithoutPort() URI {
	if _, ok := u.Port(); !ok {
		return u
	}
	return MustParse(u.s[:u.hostEnd] + u.s[u.path:])
}

// WithoutQuery returns u without its query and "?". It does not change an opaque
// URI, whose "?" begins no query.
func (u URI) WithoutQuery() URI {
	if u.query == 0 {
		return u
	}
	return MustParse(u.s[:u.pathEnd] + u.s[u.uriEnd():])
}

// WithoutFragment returns u without its fragment identifier and "#". It shares the
// text of u and does not allocate.
func (u URI) WithoutFragment() URI {
	u.s = u.s[:u.uriEnd()]
	u.fragment = 0
	return u
}
