package guard

import (
	"net/url"
	"strconv"
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/web"
)

// BrowserURL returns u for net/http: a request with this URL has the same target, byte
// for byte, and the same Host as a browser's request. The fragment is dropped. Parsing
// the text of u with net/url does not do so: net/url refuses "/100%" and "/a b", and
// writes "/a|b" with an escape.
//
// If the path has a "%" outside an escape or a character that net/url escapes ("|"),
// the result has the path in its field Opaque too, because net/http sends Opaque
// unchanged. Then the String of the result lacks the host, and a proxy for http does
// not get the host from net/http.
//
// The user and the password of u are kept. net/http sends them with the first request,
// as browsers do if they are asked for them.
//
// BrowserURL returns an [*Error] if u is not an http or https URL, if net/http does not
// send a character of its host ("{"), and if its path begins with "//" and needs
// Opaque.
func BrowserURL(u web.URL) (*url.URL, error) {
	if u.Scheme() != "http" && u.Scheme() != "https" {
		return nil, disagrees(byNetHTTP, uri.PartScheme, "it sends only http and https")
	}
	host, _ := u.Host()
	if strings.ContainsFunc(host, func(r rune) bool {
		return r >= 0x80 || !ascii.Scheme.Has(byte(r)) && !strings.ContainsRune("!$%&'()*,:;=[]_~", r)
	}) {
		return nil, disagrees(byNetHTTP, uri.PartHost, "it does not send this character")
	}
	if port, ok := u.Port(); ok {
		host += ":" + strconv.Itoa(int(port))
	}
	path := u.Path()
	v := &url.URL{Scheme: u.Scheme(), Host: host, Path: decoded(path)}
	if v.EscapedPath() != path {
		v.RawPath = path
	}
	if v.EscapedPath() != path {
		if strings.HasPrefix(path, "//") {
			return nil, disagrees(byNetHTTP, uri.PartPath, "it changes the escapes, or takes the path for a host")
		}
		v.Opaque = path
	}
	query, ok := u.Query()
	v.RawQuery, v.ForceQuery = query, ok && query == ""
	if u.Username() != "" || u.Password() != "" {
		user, password := decoded(u.Username()), decoded(u.Password())
		v.User = url.User(user)
		if password != "" {
			v.User = url.UserPassword(user, password)
		}
	}
	return v, nil
}

// decoded returns s with its escapes decoded.
func decoded(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	return string(ascii.AppendDecoded(make([]byte, 0, len(s)), s))
}
