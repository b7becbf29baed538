package httpguard

import (
	"cmp"
	"maps"
	"net/http"
	"strings"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/internal/pathread"
	"example.com/uri/internal/schemes"
)

// match is [guard.Routes.Match] for the routes of h. Handler has checked them, so it checks only the
// one that takes u.
func (h *reverseProxy) match(u uri.URI) (int, uri.URI, error) {
	path := cmp.Or(u.Path(), "/")
	var buf [256]byte
	var request pathread.Request
	for i := range h.routes {
		route := &h.routes[i]
		if _, ok := pathread.Below(path, route.From); ok {
			to, _, err := route.Apply(u)
			return i, to, err
		}
		if i == 0 {
			request = pathread.ReadRequest(buf[:0], path)
		}
		if _, ok := request.Claims(route.From, h.simple[i], route.CaseMatters); ok {
			return h.routes.Match(u) // for its error
		}
	}
	return -1, uri.URI{}, nil
}

// checkDepth returns a refusal if r covers a whole collection, and another route than routes[i] is
// below it. A check in front of that route would not see the request. COPY, MOVE and DELETE cover a
// collection (RFC 4918, 9.8.3, 9.9.2 and 9.6.1). LOCK and PROPFIND do, unless Depth limits them
// (9.10.3 and 9.1).
func (h *reverseProxy) checkDepth(r *http.Request, u uri.URI, i int) *refusal {
	depth := single(r.Header["Depth"])
	switch r.Method {
	case "COPY", "MOVE", "DELETE":
	case "LOCK", "PROPFIND":
		if depth == "0" || depth == "1" && r.Method == "PROPFIND" {
			return nil
		}
	default:
		return nil
	}
	if h.isAbove(u, i) {
		return refuse(http.StatusForbidden, newError(opReverseProxy, "path", "another route is below it"))
	}
	return nil
}

// isAbove reports whether the From of another route than routes[i], which takes u, is below the
// path of u for some server.
func (h *reverseProxy) isAbove(u uri.URI, i int) bool {
	for k, route := range h.routes {
		if k != i && pathread.Above(cmp.Or(u.Path(), "/"), route.From, route.CaseMatters) {
			return true
		}
	}
	return false
}

// forServer returns the fields of r as routes[i] sends them. Destination and If name more targets
// (RFC 4918, 10.3 and 10.4.2). Each must be a URL of the site and of the same route, and the server
// gets its own URL instead.
func (h *reverseProxy) forServer(r *http.Request, i int) (http.Header, *refusal) {
	header := r.Header
	for _, name := range []string{"Destination", "If"} {
		values, ok := r.Header[name]
		if !ok {
			continue
		}
		rewrite := h.serverURL
		if name == "If" {
			rewrite = h.serverTags
		}
		text, refused := rewrite(r, i, name, single(values))
		if refused != nil {
			return nil, refused
		}
		header = maps.Clone(header)
		header[name] = []string{text}
	}
	return header, nil
}

// serverURL returns the URL or the path in a field as the server of routes[i] knows it.
//
//	Simple-ref = absolute-URI | ( path-absolute [ "?" query ] )
//
// (RFC 4918, 8.3).
func (h *reverseProxy) serverURL(r *http.Request, i int, field, text string) (string, *refusal) {
	target, err := guard.RepairTarget(http.MethodGet, text)
	u, noURI := target.Effective(r.Host, r.TLS != nil)
	if err != nil || noURI != nil || strings.HasPrefix(text, "//") {
		return "", refuse(http.StatusBadRequest, newError(opReverseProxy, field, "it names neither a URL nor a path (RFC 4918, 8.3)"))
	}
	k, to, err := h.match(u)
	reason := ""
	switch {
	case !schemes.Lookup(u.Scheme()).HTTP || !h.hosts.Match(u):
		reason = "it names a URL of another site"
	case err != nil || k != i:
		reason = "it names a path of another route"
	case field == "Destination" && h.isAbove(u, i): // what is there is deleted first (RFC 4918, 9.8.4 and 9.9.3)
		reason = "another route is below it"
	}
	if reason != "" {
		return "", refuse(http.StatusForbidden, newError(opReverseProxy, field, reason))
	}
	if path, _ := to.RequestTarget(); target.Form() == guard.FormOrigin && !strings.HasPrefix(path, "//") { // else it would name a host
		return path, nil
	}
	return to.String(), nil
}

// serverTags returns the value of an If field with the resources that the server of routes[i] knows.
// It changes no conditions.
//
//	If = 1*( 1*List | 1*Tagged-list )
//	Tagged-list = "<" Simple-ref ">" 1*List
//
// (RFC 4918, 10.4.2).
func (h *reverseProxy) serverTags(r *http.Request, i int, field, text string) (string, *refusal) {
	malformed := refuse(http.StatusBadRequest, newError(opReverseProxy, field, "it is malformed (RFC 4918, 10.4.2)"))
	var b strings.Builder
	afterTag, tagged, lists := false, strings.HasPrefix(text, "<"), 0
	for rest := text; ; {
		space := len(rest) - len(strings.TrimLeft(rest, " \t"))
		b.WriteString(rest[:space])
		if rest = rest[space:]; rest == "" && !afterTag && lists > 0 {
			return b.String(), nil
		}
		if tag, ok := strings.CutPrefix(rest, "<"); ok && tagged && !afterTag {
			tag, rest, _ = strings.Cut(tag, ">")
			url, refused := h.serverURL(r, i, field, tag)
			if refused != nil {
				return "", refused
			}
			b.WriteString("<" + url + ">")
			afterTag = true
			continue
		}
		end := listEnd(rest)
		if end == 0 {
			return "", malformed
		}
		b.WriteString(rest[:end])
		rest, afterTag, lists = rest[end:], false, lists+1
	}
}

// listEnd returns the length of the list of conditions at the beginning of s, or 0 if there is none.
//
//	List = "(" 1*Condition ")"
//	Condition = ["Not"] ( "<" absolute-URI ">" | "[" entity-tag "]" )
//
// (RFC 4918, 10.4.2).
func listEnd(s string) int {
	rest, ok := strings.CutPrefix(s, "(")
	for conditions, not := 0, false; ok; {
		rest = strings.TrimLeft(rest, " \t")
		if after, end := strings.CutPrefix(rest, ")"); end && conditions > 0 && !not {
			return len(s) - len(after)
		}
		if len(rest) > len("Not") && strings.EqualFold(rest[:len("Not")], "Not") && !not {
			rest, not = rest[len("Not"):], true
			continue
		}
		if strings.HasPrefix(rest, "<") {
			_, rest, ok = strings.Cut(rest, ">")
		} else if rest, ok = strings.CutPrefix(rest, "["); ok { // the text of an entity-tag may have any delimiter
			if rest, ok = strings.CutPrefix(strings.TrimPrefix(rest, "W/"), `"`); ok {
				_, rest, _ = strings.Cut(rest, `"`)
				rest, ok = strings.CutPrefix(rest, "]")
			}
		}
		conditions, not = conditions+1, false
	}
	return 0
}
