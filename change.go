package uri

import (
	"cmp"
	"net/netip"
	"strings"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/secret"
)

// The methods below check only the new part, compose the text, and move the offsets of
// the parts after it. The result is what Parse finds in that text: see [URI].

// setText sets the text of u to s. The caller has set the offsets of u for the parts up to p.
// The parts after p do not change. If s is too long, setText returns an error, and u is the
// zero URI. It takes a pointer, as all functions below the methods do: a copy of a URI has 48
// bytes.
func (u *URI) setText(op *operation, p Part, s string) error {
	if tooLong(uint64(len(s))) {
		err := u.refuseText(op, p, s)
		*u = URI{}
		return err
	}
	u.move(p, s)
	return nil
}

// move is setText for a text of at most [maxLen] bytes.
func (u *URI) move(p Part, s string) {
	n := uint32(len(s) - len(u.s)) // added to an offset, it also moves it back
	if p <= PartUserinfo && u.hasAuthority() {
		u.host, u.hostEnd = u.host+n, u.hostEnd+n
	}
	if p <= PartPort {
		u.path += n
	}
	if p <= PartPath {
		u.pathEnd += n
		if u.query != 0 {
			u.query += n
		}
	}
	if p <= PartQuery && u.fragment != 0 {
		u.fragment += n
	}
	u.s = s
}

// keepsPath reports whether the text of u is parsed into the same scheme, authority and query
// with this path. The path has only characters of a path.
func (u *URI) keepsPath(path string) bool {
	switch {
	case u.hasAuthority():
		return path == "" || path[0] == '/'
	case strings.HasPrefix(path, "//"):
		return false
	case u.scheme != 0:
		return path != "" && (path[0] == '/' || u.query == 0) // an opaque part contains the "?"
	}
	return !at(path, ascii.IndexAnyOrEnd(path, 0, ":/"), ':')
}

// refuseText returns the error about s, the text of u with another scheme or path, if it
// cannot be parsed, or is parsed into other parts. The scheme of u is set.
func (u *URI) refuseText(op *operation, p Part, s string) error {
	v, err := Parse(s)
	if e, ok := err.(*SyntaxError); ok {
		return u.refuseChange(op, s, p, e.Offset, e.Rule.rule, e.fault)
	}
	switch {
	case v.scheme != u.scheme:
		return u.refuseChange(op, s, p, int(v.scheme), ruleScheme, faultOtherParts)
	case v.hasAuthority():
		return u.refuseChange(op, s, p, int(v.path), ruleAuthority, faultOtherParts)
	}
	return u.refuseChange(op, s, p, int(v.pathEnd), ruleAbsPath, faultOtherParts)
}

// refuseChange returns the error about s, the text of u with one part changed. It hides
// the secrets of u too, because both texts are the same before and after the part.
func (u *URI) refuseChange(op *operation, s string, p Part, offset int, r *rule, f *fault) error {
	before, after := sameEnds(u.s, s)
	// s is u.s[:before], the changed part, and u.s[rest:] moved by shift.
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
	secrets = secret.AppendText(secrets, s)
	e := newFaultError(op, s, p, offset, r, f)
	e.secrets = &secrets
	return e
}

// checkAll returns an error if rule r matches s only up to s[end].
func checkAll(op *operation, s string, p Part, end int, r *rule) error {
	if end == len(s) {
		return nil
	}
	return newSyntaxError(op, s, p, end, r)
}

// WithScheme returns u with this scheme (RFC 2396, 3.1). An opaque URI stays opaque.
// A rel_path becomes an opaque part. With a query after it, it is refused.
func (u URI) WithScheme(s string) (URI, error) {
	end, r := scheme(s, 0)
	if r != nil || end < len(s) {
		return URI{}, newSyntaxError(opChangeScheme, s, PartScheme, end, ruleScheme)
	}
	text := ascii.Join(s, ":", "", u.s[u.schemeEnd():])
	u.scheme = uint32(len(s))
	if !u.keepsPath(u.s[u.path:u.pathEnd]) {
		return URI{}, u.refuseText(opChangeScheme, PartScheme, text)
	}
	err := u.setText(opChangeScheme, PartScheme, text)
	return u, err
}

// WithAuthority returns u with this authority, perhaps empty (RFC 2396, 3.2). The
// path of u must be empty or begin with "/".
func (u URI) WithAuthority(s string) (URI, error) {
	a, r := authority(s, 0)
	if r != nil || a.end < len(s) {
		return URI{}, newSyntaxError(opChangeAuthority, s, PartAuthority, a.end, cmp.Or(r, ruleAuthority))
	}
	if err := u.checkTakesAuthority(opChangeAuthority); err != nil {
		return URI{}, err
	}
	start := u.schemeEnd()
	text := ascii.Join(u.s[:start], "//", s, u.s[u.path:])
	start += uint32(len("//"))
	u.host, u.hostEnd, u.hostKind = start+uint32(a.host), start+uint32(a.hostEnd), a.kind
	err := u.setText(opChangeAuthority, PartPort, text) // its last part
	return u, err
}

// checkTakesAuthority returns an error if the path of u cannot follow an authority.
func (u *URI) checkTakesAuthority(op *operation) error {
	switch {
	case u.isOpaque():
		return u.refuse(op, int(u.path), ruleAbsPath, faultOpaque)
	case !u.hasAuthority() && u.path < u.pathEnd && u.s[u.path] != '/':
		return u.refuse(op, int(u.path), ruleAbsPath, faultPathRelative)
	}
	return nil
}

// checkHasHost returns an error if u has no host.
func (u *URI) checkHasHost(op *operation) error {
	if u.hostKind == HostNone {
		return u.refuse(op, int(cmp.Or(u.host, u.path)), ruleHost, faultHostMissing)
	}
	return nil
}

// WithUserinfo returns u with this userinfo, without the "@" (RFC 2396, 3.2.2). u
// must have a host. User and password are escaped with [EscapeUser], with ":"
// between them. An error does not show the text after the first ":" of s.
func (u URI) WithUserinfo(s string) (URI, error) {
	if end := userinfo(s, 0); end < len(s) {
		var buf [4]secret.Span
		secrets := secret.AppendUserinfo(buf[:0], s)
		e := newSyntaxError(opChangeUserinfo, s, PartUserinfo, end, ruleUserinfo)
		e.secrets = &secrets
		return URI{}, e
	}
	if err := u.checkHasHost(opChangeUserinfo); err != nil {
		return URI{}, err
	}
	err := u.setText(opChangeUserinfo, PartUserinfo, ascii.Join(u.s[:u.authority()], s, "@", u.s[u.host:]))
	return u, err
}

// WithHost returns u with this host: a hostname, an IPv4address, an IPv6 literal in
// brackets, or a reg-name of RFC 3986 (RFC 2396, 3.2.2). It takes a host as [URI.Host]
// returns it: write an IPv6 [netip.Addr] a as "[" + a.String() + "]". The path of u must
// be empty or begin with "/". A missing authority is added, and an unsplittable one
// ("a@b@c") is replaced.
func (u URI) WithHost(s string) (URI, error) {
	kind, err := hostKindOf(opChangeHost, s)
	if err != nil {
		return URI{}, err
	}
	if err := u.checkTakesAuthority(opChangeHost); err != nil {
		return URI{}, err
	}
	start, end, before := u.host, u.hostEnd, ""
	if !u.hasAuthority() {
		start, end, before = u.path, u.path, "//"
	}
	text := ascii.Join(u.s[:start], before, s, u.s[end:])
	u.host = start + uint32(len(before))
	u.hostEnd, u.hostKind = u.host+uint32(len(s)), kind
	err = u.setText(opChangeHost, PartHost, text)
	return u, err
}

// hostKindOf returns the kind of the host s, or an error if s is not a host. Its fast path is
// plainHostname. All other hosts are checked by authority.
func hostKindOf(op *operation, s string) (HostKind, error) {
	if end, plain := plainHostname(s, 0); fastPaths && plain && end == len(s) {
		return HostName, nil
	}
	if err := checkAll(op, s, PartHost, ascii.IndexAnyOrEnd(s, 0, "@/?#"), ruleHost); err != nil {
		return 0, err
	}
	a, r := authority(s, 0)
	switch {
	case isBareIPv6(s):
		return 0, newFaultError(op, s, PartHost, 0, ruleIPv6reference, faultBareIPv6)
	case r != nil || a.end < len(s):
		return 0, newSyntaxError(op, s, PartHost, a.end, cmp.Or(r, ruleHost))
	case a.kind == HostNone:
		return 0, newSyntaxError(op, s, PartHost, ascii.IndexOrEnd(s, 0, ':'), ruleHost)
	case a.hostEnd < len(s):
		return 0, newSyntaxError(op, s, PartHost, a.hostEnd, ruleHost)
	}
	return a.kind, nil
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
	if err := checkAll(opChangePort, s, PartPort, port(s, 0), rulePort); err != nil {
		return URI{}, err
	}
	if err := u.checkHasHost(opChangePort); err != nil {
		return URI{}, err
	}
	err := u.setText(opChangePort, PartPort, ascii.Join(u.s[:u.hostEnd], ":", s, u.s[u.path:]))
	return u, err
}

// WithPath returns u with this path (RFC 2396, 3.3). If u has a scheme but no authority and
// no query, a path without "/" at its start becomes an opaque part. It may contain a "?"
// only if u is opaque: by RFC 3986 a query begins there.
func (u URI) WithPath(s string) (URI, error) {
	end, r := pathSegments(s, 0), rulePathSegments
	if u.isOpaque() && !at(s, 0, '/') {
		end, _ = opaquePart(s, 0)
		r = ruleOpaquePart
	}
	if err := checkAll(opChangePath, s, PartPath, end, r); err != nil {
		return URI{}, err
	}
	if u.hasAuthority() && s != "" && s[0] != '/' {
		return URI{}, newFaultError(opChangePath, s, PartPath, 0, ruleAbsPath, faultPathBegin)
	}
	text := ascii.Join(u.s[:u.path], s, "", u.s[u.pathEnd:])
	if !u.keepsPath(s) {
		return URI{}, u.refuseText(opChangePath, PartPath, text)
	}
	err := u.setText(opChangePath, PartPath, text)
	return u, err
}

// JoinSegments returns u with the segments appended to its path. The segments are data: each
// is escaped, so "/" in one is no delimiter. Empty segments are kept: "a", "" and "b" give
// "a//b". If the path ends with "/", the first segment follows directly. It copies u, so the
// time of n calls in a loop grows with n²: give all names to one call.
//
// It also accepts "/", "\" and NUL in a name, and escapes them: refuse such a name first
// if the server decodes a path before it splits it.
//
// Parameters, query and fragment do not change. JoinSegments refuses
//
//   - "." and "..", because resolution would remove them (RFC 2396, 5.2);
//   - an opaque u;
//   - if u has no authority, an empty segment at the start of a relative path, or right
//     after a "/" at its start.
func (u URI) JoinSegments(names ...string) (URI, error) {
	if u.IsOpaque() {
		return URI{}, newFaultError(opJoinSegments, u.s, PartPath, int(u.path), rulePathSegments, faultOpaqueSegments)
	}
	start := int(u.path)
	if len(names) > 0 && names[0] == "" && u.path == u.pathEnd && !u.hasAuthority() {
		return URI{}, newFaultError(opJoinSegments, "", PartPath, 0, ruleRelSegment, faultEmptyFirst)
	}
	var buf [stackBuf]byte
	dst := append(buf[:0], u.s[:u.pathEnd]...)
	for i, g := range names {
		if g == "." || g == ".." {
			return URI{}, newFaultError(opJoinSegments, g, PartPath, 0, ruleSegment, faultDotName)
		}
		if n := len(dst); i > 0 || n > start && dst[n-1] != '/' || n == start && u.hasAuthority() {
			dst = append(dst, '/')
		}
		if len(dst) == start && !u.hasAuthority() { // a rel_segment has no ":"
			dst = appendEscapeAlso(dst, g, EscapeSegment, ":")
		} else {
			dst = AppendEscape(dst, g, EscapeSegment)
		}
	}
	end := len(dst)
	text := string(append(dst, u.s[u.pathEnd:]...))
	if !u.keepsPath(text[start:end]) {
		return URI{}, u.refuseText(opJoinSegments, PartPath, text)
	}
	err := u.setText(opJoinSegments, PartPath, text)
	return u, err
}

// WithQuery returns u with this query, without the "?" (RFC 2396, 3.4). u must not
// be opaque.
func (u URI) WithQuery(s string) (URI, error) {
	if err := checkAll(opChangeQuery, s, PartQuery, query(s, 0), ruleQuery); err != nil {
		return URI{}, err
	}
	if u.isOpaque() {
		return URI{}, u.refuse(opChangeQuery, int(u.path), ruleHierPart, faultOpaque)
	}
	text := ascii.Join(u.s[:u.pathEnd], "?", s, u.s[u.uriEnd():])
	u.query = u.pathEnd + 1
	err := u.setText(opChangeQuery, PartQuery, text)
	return u, err
}

// WithFragment returns u with this fragment identifier, without the "#" (RFC 2396,
// 4.1).
func (u URI) WithFragment(s string) (URI, error) {
	if err := checkAll(opChangeFragment, s, PartFragment, fragment(s, 0), ruleFragment); err != nil {
		return URI{}, err
	}
	end := u.uriEnd()
	text := ascii.Join(u.s[:end], "#", s, "")
	u.fragment = end + 1
	err := u.setText(opChangeFragment, PartFragment, text)
	return u, err
}

// The methods below remove optional parts, and no other part depends on these.

// WithoutUserinfo returns u without its userinfo and "@".
func (u URI) WithoutUserinfo() URI {
	if _, ok := u.Userinfo(); !ok {
		return u
	}
	u.move(PartUserinfo, ascii.Join(u.s[:u.authority()], "", "", u.s[u.host:]))
	return u
}

// WithoutPort returns u without its port and ":".
func (u URI) WithoutPort() URI {
	if _, ok := u.Port(); !ok {
		return u
	}
	u.move(PartPort, ascii.Join(u.s[:u.hostEnd], "", "", u.s[u.path:]))
	return u
}

// WithoutQuery returns u without its query and "?". It does not change an opaque URI: a
// "?" begins no query there.
func (u URI) WithoutQuery() URI {
	if u.query == 0 {
		return u
	}
	text := ascii.Join(u.s[:u.pathEnd], "", "", u.s[u.uriEnd():])
	u.query = 0
	u.move(PartQuery, text)
	return u
}

// WithoutFragment returns u without its fragment identifier and "#".
func (u URI) WithoutFragment() URI {
	u.s = u.s[:u.uriEnd()]
	u.fragment = 0
	return u
}
