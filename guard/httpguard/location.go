package httpguard

import (
	"net/http"

	"example.com/uri"
	"example.com/uri/web"
)

// forClient changes Location and Content-Location in the fields of a response to a request for
// asked, by routes[i]. The server knows its own URLs, and the client those of the site.
func (h *reverseProxy) forClient(fields http.Header, asked uri.URI, i int) {
	for _, name := range []string{"Location", "Content-Location"} {
		for k, value := range fields[name] {
			if ref, ok := h.clientRef(value, asked, i); ok {
				fields[name][k] = ref
			}
		}
	}
}

// clientRef returns a reference for a client in place of value, a reference of the server relative
// to asked. It returns false if no route up to routes[i] leads to the URL of value. That of
// routes[i] comes first, if its path leads back to the URL.
func (h *reverseProxy) clientRef(value string, asked uri.URI, i int) (string, bool) {
	u, ok := resolve(asked, value)
	if !ok {
		return "", false
	}
	first := ""
	for k := range i + 1 {
		route := h.routes[(k+i)%(i+1)] // routes[i], then the earlier ones
		back, ok := route.Back(u)
		if !ok {
			continue
		}
		if first == "" {
			first = back.String()
		}
		if _, to, err := h.match(back); err == nil && uri.RFC3986.Equivalent(to, u.WithoutFragment()) {
			return back.String(), true
		}
	}
	return first, first != ""
}

// resolve returns the URI of a reference relative to base (RFC 3986, 5.2), or what a browser makes
// of it if it is no reference. It returns false for "".
func resolve(base uri.URI, value string) (uri.URI, bool) {
	ref, err := uri.Parse(value)
	if err == nil {
		u, err := uri.RFC3986.Resolve(base, ref)
		return u, err == nil && value != ""
	}
	page, err := web.Parse(base.String())
	if err != nil {
		return uri.URI{}, false
	}
	v, err := web.Parser{}.Parse(page, value)
	if err != nil {
		return uri.URI{}, false
	}
	u, err := v.URI()
	return u, err == nil
}
