package guard

import (
	"strconv"
	"strings"

	"example.com/uri"
	"example.com/uri/internal/pathread"
	"example.com/uri/internal/schemes"
)

// Callbacks are the registered redirection URIs of an OAuth client (RFC 6749, 3.1.2).
// [ParseCallbacks] returns it. The zero Callbacks matches nothing. It is safe for
// concurrent use. Packages fmt and log/slog show it with its secrets.
type Callbacks struct {
	uris     []string
	exact    map[string]bool
	loopback map[[2]string]bool // for http on a loopback address the texts before and after the port
	err      error
}

// ParseCallbacks registers redirection URIs. Characters like "*" stand for themselves:
// there are no patterns. These must not be registered, and are errors:
//
//   - a relative reference, and a URI with a fragment (RFC 6749, 3.1.2)
//   - a URI with userinfo, without a host after "//", or with different hosts for
//     programs ([Audit])
//   - dot segments, also escaped, or with parameters or NUL after them
//   - schemes of programs, documents or files: javascript, data, blob, file and others
//   - other schemes without a "." (RFC 8252, 8.4), like mailto, tel, feed and myapp: a
//     private-use scheme is the reverse of a domain. http, https and urn need no "."
//   - http, except on the loopback addresses and localhost (RFC 9700, 2.1; RFC 8252,
//     7.3)
//
// The error is an [*Error]. Its Part is the argument ("uris[1]"). ParseCallbacks takes
// time and memory linear in the lengths of its arguments.
func ParseCallbacks(uris ...string) (Callbacks, error) {
	c := Callbacks{exact: map[string]bool{}, loopback: map[[2]string]bool{}}
	for i, s := range uris {
		if err := checkCallback(s); err != nil {
			err.Op, err.Part = opCallbacks, "uris["+strconv.Itoa(i)+"]"
			return Callbacks{err: err}, err
		}
		c.uris = append(c.uris, s)
		c.exact[s] = true
		if parts, ok := splitLoopback(s, true); ok {
			c.loopback[parts] = true
		}
	}
	return c, nil
}

// Err returns the error of [ParseCallbacks] if it returned one with c: then Match refuses
// every URI.
func (c Callbacks) Err() error { return c.err }

// checkCallback returns an error if s must not be registered.
func checkCallback(s string) *Error {
	u, err := uri.Parse(s)
	if err != nil {
		e := &Error{Reason: "it is not a URI", Reference: "RFC 3986"}
		if syntax, ok := err.(*uri.SyntaxError); ok {
			e.Offset, e.Reason = syntax.Offset, syntax.Reason()
		}
		return e
	}
	scheme := strings.ToLower(u.Scheme())
	info := schemes.Lookup(scheme)
	fragment, _, hasFragment := u.Span(uri.PartFragment)
	userinfo, _, hasUserinfo := u.Span(uri.PartUserinfo)
	start, end, _ := u.Span(uri.PartAuthority)
	host, _ := u.Host()
	switch {
	case !u.IsAbsolute():
		return &Error{Reason: "it is not absolute", Reference: "RFC 6749, 3.1.2"}
	case hasFragment:
		return &Error{Offset: fragment - len("#"), Reason: "it has a fragment", Reference: "RFC 6749, 3.1.2"}
	case neverCallback[scheme]:
		return &Error{Reason: "its scheme is that of a program, a document or a file", Reference: "RFC 3986, 7.6"}
	case host == "" && (info.HTTP || start < end):
		return &Error{Offset: min(start, len(s)), Reason: "it names no host", Reference: "RFC 9110, 4.2.1"}
	case hasUserinfo:
		return &Error{Offset: userinfo, Reason: "it has userinfo", Reference: "RFC 9110, 4.2.4"}
	case !info.HTTP && scheme != "urn" && strings.IndexByte(scheme, '.') < 0:
		return &Error{Reason: `its scheme is not https and has no "."`, Reference: "RFC 8252, 8.4"}
	}
	if f, ok := hostFinding(u); ok {
		return &Error{Offset: f.Offset, Reason: kinds[f.Code].message, Reference: f.Reference()}
	}
	if at, ok := pathread.DotSegment(u.Path()); ok {
		path, _, _ := u.Span(uri.PartPath)
		return &Error{Offset: path + at, Reason: "it has a dot segment", Reference: "RFC 3986, 5.2.4"}
	}
	if scheme == "http" && !isLoopback(u, host) {
		return &Error{Reason: "http is only for loopback addresses", Reference: "RFC 9700, 2.1"}
	}
	return nil
}

// neverCallback are schemes of programs, documents or files: no code may be sent there.
var neverCallback = map[string]bool{
	"about": true, "blob": true, "data": true, "file": true, "filesystem": true, "jar": true,
	"javascript": true, "vbscript": true, "view-source": true,
}

// isLoopback reports whether the host of u is this machine.
func isLoopback(u uri.URI, host string) bool {
	if a, ok := u.Addr(); ok {
		return a.IsLoopback() && !a.Is4In6()
	}
	return strings.EqualFold(strings.TrimSuffix(host, "."), "localhost")
}

// splitLoopback returns the parts of s before and after the port if s is http on 127.0.0.1,
// [::1] or localhost, and on no host that only begins like these ("localhost."). In a
// request the port must be missing or one for a client to listen on. In a registered
// URI it does not matter, since ParseCallbacks has checked the whole URI.
func splitLoopback(s string, registered bool) (parts [2]string, ok bool) {
	const scheme = "http://"
	if len(s) < len(scheme) || !strings.EqualFold(s[:len(scheme)], scheme) {
		return parts, false
	}
	for _, host := range [...]string{"127.0.0.1", "[::1]", "localhost"} {
		after, ok := strings.CutPrefix(s[len(scheme):], host)
		if !ok {
			continue
		}
		if digits, ok := strings.CutPrefix(after, ":"); ok {
			after = strings.TrimLeft(digits, "0123456789")
			if _, ok := parsePort(digits[:len(digits)-len(after)]); !registered && (!ok || digits[0] == '0') {
				return parts, false
			}
		}
		return [2]string{s[:len(scheme)+len(host)], after}, after == "" || after[0] == '/' || after[0] == '?'
	}
	return parts, false
}

// Match returns nil if redirectURI, the parameter of a request, is registered: if it is
// byte for byte one of the URIs (RFC 9700, 2.1). So case, escapes, a final "/" and a
// default port written out make a difference. The only exception is an http URI on
// 127.0.0.1, [::1] or localhost: its port may be any or missing (RFC 9700, 2.1 and 4.1.3;
// RFC 8252, 7.3). None of these hosts stands for another.
//
// The Offset of the [*Error] is the length of the longest prefix that redirectURI shares
// with a registered URI. Show the error to the user and do not redirect (RFC 6749,
// 4.1.2.1). Match does not allocate if it returns nil.
func (c Callbacks) Match(redirectURI string) error {
	if c.exact[redirectURI] {
		return nil
	}
	if parts, ok := splitLoopback(redirectURI, false); ok && c.loopback[parts] {
		return nil
	}
	offset := 0
	for _, s := range c.uris {
		n := 0
		for n < min(len(s), len(redirectURI)) && s[n] == redirectURI[n] {
			n++
		}
		offset = max(offset, n)
	}
	return &Error{Op: opCallbacks, Part: "redirect_uri", Offset: offset, Reason: "it is not registered", Reference: "RFC 9700, 2.1"}
}
