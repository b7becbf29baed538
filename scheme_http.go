package uri

import (
	"fmt"
	"log/slog"
	"strings"

	"example.com/uri/internal/schemes"
)

// HTTP is a resource of the Hypertext Transfer Protocol (RFC 1738, 3.3):
//
//	httpurl  = "http://" hostport [ "/" hpath [ "?" search ]]
//	hpath    = hsegment *[ "/" hsegment ]
//	hsegment = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
//	search   = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
//
// (RFC 1738, 5). Only the server knows the meaning of the path and the search part, so
// both are kept as written. As in RFC 2396, 3, a search part may directly follow the
// host and may contain "/" and "?".
type HTTP struct {
	Secure bool     // "https" (RFC 9110, 4.2.2)
	Host   string   // as [Server.Host]
	Port   uint16   // 0: 80, or 443 if Secure
	Path   string   // as written, with its first "/"; "" if the URL has no path
	Search Optional // the search part, as written
}

var opHTTP, opHTTPS = &operation{scheme: schemes.HTTP}, &operation{scheme: schemes.HTTPS}

// HTTPFrom reads u as an http or https URL. It refuses a user name (RFC 1738, 3.3; RFC
// 9110, 4.2.4).
func HTTPFrom(u URI) (HTTP, error) {
	h, op := HTTP{}, opHTTP
	if s := u.Scheme(); len(s) == len("https") && strings.EqualFold(s, "https") {
		h.Secure, op = true, opHTTPS
	}
	srv, err := u.schemeServer(op, ruleHTTPURL)
	if err != nil {
		return HTTP{}, err
	}
	h.Host, h.Port, h.Path = srv.Host, srv.Port, u.Path()
	if q, ok := u.Query(); ok {
		h.Search = Defined(q)
	}
	return h, nil
}

// ParseHTTP is [Parse] and [HTTPFrom].
func ParseHTTP(s string) (HTTP, error) { return parseWith(s, opHTTP, HTTPFrom) }

// Scheme returns "http", or "https" if h is Secure.
func (h HTTP) Scheme() string {
	if h.Secure {
		return "https"
	}
	return "http"
}

// URI returns the URL. It fails if Host is not a host, if Path is not a path with "/"
// at its start, or if Search is not a query.
func (h HTTP) URI() (URI, error) {
	dst, err := schemeAndServer(h.Scheme(), Server{Host: h.Host, Port: h.Port})
	if err != nil {
		return URI{}, err
	}
	end := 0
	if at(h.Path, 0, '/') {
		end = pathSegments(h.Path, 1)
	}
	if end < len(h.Path) {
		return URI{}, writtenError(h.Scheme(), "Path", `not "/" and a path`, h.Path, end, rulePathSegments)
	}
	dst = append(dst, h.Path...)
	if search, ok := h.Search.Get(); ok {
		if end := query(search, 0); end < len(search) {
			return URI{}, writtenError(h.Scheme(), "Search", "not a query", search, end, ruleQuery)
		}
		dst = append(append(dst, '?'), search...)
	}
	return Parse(string(dst))
}

// For these methods see [Scheme].

func (h HTTP) String() string                { return schemeString(h) }
func (h HTTP) Format(f fmt.State, verb rune) { formatScheme(h, f, verb) }
func (h HTTP) LogValue() slog.Value          { return slog.StringValue(redacted(h)) }
func (h HTTP) MarshalText() ([]byte, error)  { return marshalScheme(h) }
func (h *HTTP) UnmarshalText(s []byte) error { return unmarshal(h, string(s), ParseHTTP) }
func (h HTTP) HostPort() (string, bool)      { return schemeAddr(h.Scheme(), h.Host, h.Port) }

// Commands returns the two lines of a request about the URL: the request line of a GET
// in origin-form, and the Host field (RFC 9112, 3.2.1). They end without CR LF. The
// error is as for URI.
func (h HTTP) Commands() ([]string, error) {
	u, err := h.URI()
	if err != nil {
		return nil, err
	}
	hostField, _ := u.Authority()
	target := u.s[u.path:] // path and query: u has no fragment
	if h.Path == "" {
		target = "/" + target
	}
	return []string{"GET " + target + " HTTP/1.1", "Host: " + hostField}, nil
}
