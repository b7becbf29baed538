package guard

import (
	"net/netip"
	"strings"

	"example.com/uri"
	"example.com/uri/internal/schemes"
	"example.com/uri/web"
)

// AgreesWithBrowsers returns nil only if a browser accepts the text of u and reads the
// same scheme, userinfo, host, port, path and query in it, as package web does. A
// browser then asks for the checked parts.
//
// Parts are the same if they mean the same. The case of scheme and host and the
// spelling of an IPv6 address do not matter. A default port and an empty userinfo or
// password count as missing. An escape in the userinfo counts as its character. In a
// URL of http, https, ws, wss, ftp or file a missing path is "/". All other changes of
// a browser are disagreements: dot segments, an address like "127.1" or "010.0.0.1", an
// escape in a host, a "'" in a query, "localhost" in a file URL. The fragment is not
// compared: it is not sent.
//
// A relative reference is read against a base of the scheme http, and resolved as
// RFC 3986 has it: dot segments are no disagreement, and "///evil.example", where a
// browser finds a host, is one. The error is an [*Error]. It costs a few
// allocations for a reference or if escapes have to be compared, else at most one.
func AgreesWithBrowsers(u uri.URI) error {
	base := web.URL{}
	if !u.IsAbsolute() {
		base = somePages[0]
	}
	v, err := web.Parser{}.Parse(base, u.String())
	if err != nil {
		return disagrees(byBrowsers, uri.PartNone, "it refuses the text")
	}
	if !u.IsAbsolute() {
		if u, err = uri.RFC3986.Resolve(somePage, u); err != nil {
			return disagrees(byBrowsers, uri.PartNone, "it resolves the text")
		}
	}
	return sameAsBrowser(u, v)
}

// somePages are bases for references: two pages with different schemes and hosts, neither
// of them real. A reference with a scheme or a host does not stay on both.
var somePages = func() (all [2]web.URL) {
	all[0], _ = web.Parse("http://a.invalid/a/b?c")
	all[1], _ = web.Parse("https://b.invalid/")
	return all
}()

// somePage is a page of the scheme http.
var somePage = uri.MustParse(somePages[0].String())

// sameAsBrowser compares the parts of u, an absolute URI, with the parts of v.
func sameAsBrowser(u uri.URI, v web.URL) error {
	userinfo, _ := u.Userinfo()
	user, password, _ := strings.Cut(userinfo, ":")
	path := u.Path()
	if info := schemes.Lookup(u.Scheme()); info.Special && path == "" {
		path = "/"
	}
	query, hasQuery := u.Query()
	vQuery, vHasQuery := v.Query()
	part, reason := uri.PartNone, anotherText
	switch {
	case !strings.EqualFold(u.Scheme(), v.Scheme()):
		part = uri.PartScheme
	case !sameData(user, v.Username()) || !sameData(password, v.Password()):
		part, reason = uri.PartUserinfo, "it has another user or password"
	case !sameHost(u, v):
		part = uri.PartHost
	case !samePort(u, v):
		part, reason = uri.PartPort, "it has another number"
	case vQuery != query || vHasQuery != hasQuery: // a browser cuts a query off an opaque path
		part = uri.PartQuery
	case v.Path() != path:
		part = uri.PartPath
	default:
		return nil
	}
	return disagrees(byBrowsers, part, reason)
}

// sameData reports whether s and the text of a browser for it are equal after decoding.
func sameData(s, browsers string) bool {
	data, err := uri.Unescape(s)
	got, err2 := uri.Unescape(browsers)
	return s == browsers || err == nil && err2 == nil && got == data
}

// sameHost reports whether a browser reads the host of u.
func sameHost(u uri.URI, v web.URL) bool {
	host, _ := u.Host()
	got, _ := v.Host()
	if u.HostKind() != uri.HostIPv6 {
		return got == host || strings.EqualFold(got, host)
	}
	addr, ok := u.Addr()
	theirs, err := netip.ParseAddr(strings.Trim(got, "[]"))
	return ok && err == nil && theirs == addr
}

// samePort reports whether a browser connects to the port of u, or both have none.
func samePort(u uri.URI, v web.URL) bool {
	text, _ := u.Port()
	port, ok := v.Port()
	if !ok && text == "" {
		return true
	}
	want, wanted := u.EffectivePort()
	if !ok { // the default port of v
		port, ok = uri.DefaultPort(v.Scheme())
	}
	return ok && wanted && port == want
}
