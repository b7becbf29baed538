package httpguard

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/pathread"
	"example.com/uri/internal/schemes"
)

// A ReverseProxy describes a handler in front of a site's own servers. It sends a request to the
// server of its route, with the path and the query byte for byte.
//
// The handler reads the target of the request as received ([http.Request.RequestURI]),
// not the URL of an outer handler. It refuses
//
//   - the methods CONNECT and TRACE, and "OPTIONS *"
//   - a method with other characters than capital letters, "-" and "_" (501): to some servers
//     "delete" is DELETE
//   - a target against RFC 9112, 3.2. However, the characters of browsers are escaped
//     ([guard.RepairTarget]).
//   - a target in absolute form with another scheme than http or https. Otherwise its
//     host counts, and not the Host field (RFC 9112, 3.2.2).
//   - a host missing from Hosts
//   - a path without a route, or with another route to some parser ([guard.Routes.Match])
//   - a Destination field, or a resource in an If field (RFC 4918, 10.3 and 10.4.2), that names no
//     URL (400), one of another site, or one of another route (403)
//   - COPY, MOVE, DELETE, and LOCK or PROPFIND without a limiting Depth, of a path above another
//     route, and a Destination there (403)
//   - a body too long for the http.Server (413), a malformed body (400), or a pause of
//     thirty times StepTimeout in a body (408)
//
// The server does not see these header fields of a client:
//
//   - the fields of proxies: Forwarded, X-Forwarded-For and its like, X-Real-IP and
//     other addresses, the certificate of a client (X-SSL-Client-Verify), X-Original-URL,
//     X-Rewrite-URL, X-HTTP-Method-Override, X-Remote-User, Proxy and others
//   - fields with characters other than letters, digits and "-" in the name. Many servers take
//     X_Real_IP for X-Real-IP, as CGI does, and SCRIPT_NAME for a variable of CGI.
//   - fields for one connection, and the fields in Connection
//   - Expect, unless it is "100-continue"
//   - trailers
//
// Other fields pass as they are. Name those in Fields that a server of yours believes because
// some proxy is expected to write them:
//
//   - a user or the proof of one: X-User, X-Auth-Request-User (OAuth2 Proxy), X-Goog-IAP-JWT-Assertion,
//     X-Amzn-Oidc-Identity, Cf-Access-Jwt-Assertion, X-MS-CLIENT-PRINCIPAL
//   - the proof that a proxy was asked: X-Azure-FDID, and each secret of your own in a field
//   - the path of another object: X-Amz-Copy-Source (S3), X-Copy-From (Swift)
//
// The handler does not look for paths and methods in a query or a body: "_method=DELETE" of a
// form, the paths in a REPORT, SEARCH or BIND of WebDAV.
//
// The handler writes X-Forwarded-For, X-Forwarded-Host and X-Forwarded-Proto itself. The Host
// field becomes the host of the route. Via names the proxy, as RFC 9110, 7.6.3 demands for
// requests. A server may treat a request with Via in another way: nginx compresses the answer only
// if its gzip_proxied says so.
//
// The URL in Destination and If becomes the server's own. The URL in Location and Content-Location
// becomes a path on the site, if it leads to the server of the route or of an earlier route
// ([guard.Rewrite.Back]). Other URLs pass as they are, also in Refresh, Link, the Path of a cookie,
// and bodies.
//
// A route takes its path and the paths below it, in whole segments. By string prefix a
// server covers more paths than the route: "location /admin" of nginx matches
// "/adminx": end it with "/" there.
//
// If an attacker can write line breaks into a field of a response, the server sends more than one
// response, and the surplus could answer the next request on the connection. Surplus bytes before
// the next request close the connection. After it, HTTP/1.1 cannot tell them from its response:
// they reach another client unless Transport is one with DisableKeepAlives.
//
// The ErrorLog of the http.Server shows why a server gave no answer (502 and 504). It shows nothing
// of the response, because a server could send the request back. However, net/http itself writes
// surplus bytes to the standard logger of package log.
type ReverseProxy struct {
	// Hosts are the names of the site. Entries with "=" name one host.
	Hosts guard.Hosts
	// Routes lead to the servers. The first one above the path counts.
	Routes guard.Routes
	// StepTimeout is the timeout for each step of a server. 0 is ten seconds.
	StepTimeout time.Duration
	// Upgrades passes on requests for another protocol (WebSocket), and then bytes in
	// both directions, for as long as a tunnel of a [ForwardProxy] lasts. HTTP/2 without TLS
	// ("h2c") is not passed on, because its requests would avoid the checks. Use [SameOrigin]
	// with it.
	Upgrades bool
	// Wrap, if not nil, returns the handler in front of the servers of a route: a login, a limit,
	// a log. It is called once for each route, with its From. nil means next.
	//
	// The handler gets each request after all checks and without the fields above, and answers it
	// or calls next. It may set header fields of any name except the three X-Forwarded fields.
	// They reach the server, and the client cannot change or remove them. If the handler writes
	// X_User, the client's X-User does not reach the server, because many servers take both for
	// one field. A handler with an optional field, such as an optional login, deletes the field
	// first, or Fields names it: otherwise the client's field of that name goes on.
	//
	// next sends the request to the server of the route. It uses the header, the body
	// with its length, and the context. Another URL, Host or method has no effect. The
	// context must come from the handler's request.
	Wrap func(from string, next http.Handler) http.Handler
	// Fields are names of fields that only Wrap writes, such as X-User. They are removed from each
	// request of a client before Wrap, in every spelling.
	Fields []string
	// Trust lists proxies in front of this one, such as load balancers. If the peer of a
	// connection is in it, X-Forwarded-For is read from its end, because each proxy adds the
	// address of its peer there. An address counts as long as all addresses after it are in Trust.
	// The first address outside of Trust is the client's, and what stands before it is dropped,
	// because the client may have written it. Any other text ends the walk too, and then the
	// client is the last address before it.
	//
	// For example, a client at 198.51.100.7 sends "X-Forwarded-For: 127.0.0.1". It comes through
	// the balancers 10.0.0.1 and 10.0.0.2, and Trust has 10.0.0.0/8:
	//
	//	received from 10.0.0.2    127.0.0.1, 198.51.100.7, 10.0.0.1
	//	sent to the server        198.51.100.7, 10.0.0.1, 10.0.0.2
	//	RemoteAddr, for Wrap      198.51.100.7:0
	//
	// X-Forwarded-Proto and X-Forwarded-Host count if the peer is in Trust and the field is one
	// line with one well-formed value, X-Forwarded-Host only if Hosts contains it. A trusted
	// proxy must write both or remove them, because many pass on what the client sent.
	Trust []netip.Prefix
	// Transport sends the requests. If it is nil, the handler makes one with the timeouts of
	// StepTimeout. It closes a connection that is idle for StepTimeout.
	Transport http.RoundTripper
}

// A reverseProxy is the handler of a ReverseProxy.
type reverseProxy struct {
	sender
	hosts    guard.Hosts
	routes   guard.Routes
	simple   []bool // [pathread.Simple] of the From of each route
	trust    []netip.Prefix
	fields   map[string]bool // the folded names of Fields
	upgrades bool
	wraps    bool           // some of the handlers are of Wrap
	handlers []http.Handler // for each route
}

// Handler returns the handler, or a [*guard.Error] about a field: StepTimeout is below zero, Hosts
// is empty or invalid, Routes is empty or refused by [guard.Routes.Check], a route leads to a URL
// with a user, Fields has a name that is no field's, or Trust has an invalid prefix or one with
// every address. Call Handler once: each handler has connections of its own.
func (p ReverseProxy) Handler() (http.Handler, error) {
	timeout, err := timeoutOf(opReverseProxy, p.StepTimeout)
	trust, trustErr := checkTrust(p.Trust)
	fields, fieldsErr := foldedNames(p.Fields)
	if err := cmp.Or(err, checkHosts(opReverseProxy, p.Hosts, true), checkRoutes(p.Routes), fieldsErr, trustErr); err != nil {
		return nil, err
	}
	h := &reverseProxy{
		sender:   sender{opReverseProxy, p.Transport, p.Transport != nil, timeout},
		hosts:    p.Hosts,
		routes:   slices.Clone(p.Routes),
		trust:    trust,
		fields:   fields,
		upgrades: p.Upgrades,
		wraps:    p.Wrap != nil,
	}
	if h.transport == nil {
		h.transport = newTransport(nil, timeout)
	}
	for _, route := range h.routes {
		h.simple = append(h.simple, pathread.Simple(route.From))
		next := http.Handler(http.HandlerFunc(h.next))
		if p.Wrap != nil {
			if outer := p.Wrap(route.From, next); !isNil(outer) {
				next = outer
			}
		}
		h.handlers = append(h.handlers, next)
	}
	return h, nil
}

// checkRoutes returns an error if there are no routes, or if they are wrong.
func checkRoutes(routes guard.Routes) error {
	if len(routes) == 0 {
		return newError(opReverseProxy, "Routes", "it is empty")
	}
	for i, route := range routes {
		if _, user := route.To.Userinfo(); user {
			return newError(opReverseProxy, "routes["+strconv.Itoa(i)+"].To", "it names a user (RFC 9110, 4.2.4)")
		}
	}
	return routes.Check()
}

// An exchange is a request on its way through the handlers of Wrap.
type exchange struct {
	proxy    *reverseProxy
	request  *http.Request // as the client sent it
	received http.Header   // its fields that a server may see, for a handler of Wrap, else nil
	route    int           // the index of the route that takes it
	to       uri.URI       // the URL for the server
	forwarding
}

// exchangeKey is the key of an *exchange in the context of a request.
type exchangeKey struct{}

func (h *reverseProxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	u, refused := h.check(r)
	if refused != nil {
		refused.answer(w, r)
		return
	}
	i, to, err := h.match(u)
	switch {
	case err != nil:
		refuse(http.StatusBadRequest, err).answer(w, r)
		return
	case i < 0:
		refuse(http.StatusNotFound, newError("rewrite", "path", "no route takes it")).answer(w, r)
		return
	}
	x := &exchange{proxy: h, request: r, route: i, to: to, forwarding: h.forwarding(r)}
	in := r.WithContext(context.WithValue(r.Context(), exchangeKey{}, x))
	in.Header, in.Trailer, in.RemoteAddr = clientFields(r.Header, h.fields), nil, x.remoteAddr
	if h.upgrades && r.ProtoAtLeast(1, 1) && isUpgrade(r.Header) {
		in.Header["Connection"], in.Header["Upgrade"] = []string{"Upgrade"}, r.Header["Upgrade"]
	}
	x.forwarding.set(in.Header)
	_, refused = h.forServer(in, i)
	if refused = cmp.Or(h.checkDepth(in, u, i), refused); refused != nil {
		refused.answer(w, r)
		return
	}
	if h.wraps {
		target, _ := u.RequestTarget()
		if in.URL, err = url.ParseRequestURI(target); err != nil {
			refuse(http.StatusBadRequest, newError(opReverseProxy, "request-target", "net/url refuses it")).answer(w, r)
			return
		}
		x.received, in.Header = in.Header, maps.Clone(in.Header)
	}
	h.handlers[i].ServeHTTP(w, in)
}

// check returns the URL of r, or why h refuses r.
func (h *reverseProxy) check(r *http.Request) (uri.URI, *refusal) {
	if refused := checkMethod(opReverseProxy, r.Method); refused != nil {
		return uri.URI{}, refused
	}
	if r.Method == http.MethodConnect || r.Method == http.MethodTrace {
		return uri.URI{}, refuse(http.StatusMethodNotAllowed, newError(opReverseProxy, "method", "it is not for a site"))
	}
	target, err := guard.RepairTarget(r.Method, r.RequestURI)
	if err == nil && target.Form() == guard.FormAsterisk {
		err = newError(opReverseProxy, "request-target", "it names no path")
	}
	u, noURI := target.Effective(r.Host, r.TLS != nil)
	if err = cmp.Or(err, noURI); err == nil && target.Form() == guard.FormAbsolute {
		err = target.CheckHost(r.Host)
	}
	if err == nil && !schemes.Lookup(u.Scheme()).HTTP {
		err = newError(opReverseProxy, "request-target", "it is neither http nor https")
	}
	if err != nil {
		return uri.URI{}, refuse(http.StatusBadRequest, err)
	}
	if !h.hosts.Match(u) {
		return uri.URI{}, refuse(http.StatusMisdirectedRequest, newError(opReverseProxy, "Host", "it is not a host of this site"))
	}
	return u, nil
}

// next sends a request to the server of its route. r has the context of the request to Wrap.
func (h *reverseProxy) next(w http.ResponseWriter, r *http.Request) {
	x, ok := r.Context().Value(exchangeKey{}).(*exchange)
	if !ok || x.proxy != h {
		panic("httpguard: ReverseProxy: the request lacks the context that the handler of Wrap got")
	}
	in := x.request.WithContext(r.Context())
	in.Header, in.Body, in.ContentLength, in.RemoteAddr = withoutForged(r.Header, x.received), r.Body, r.ContentLength, x.remoteAddr
	header, refused := h.forServer(in, x.route)
	if refused != nil {
		refused.answer(w, r)
		return
	}
	in.Header = header
	h.send(w, in, x.to, func(p *httputil.ProxyRequest) {
		x.forwarding.set(p.Out.Header)
		if !h.upgrades || !isUpgrade(in.Header) {
			dropUpgrade(p.Out.Header)
		}
	}, func(response *http.Response) { h.forClient(response.Header, x.to, x.route) })
}

// isUpgrade reports whether a request asks for one protocol other than HTTP.
//
//	protocol = token [ "/" token ]
//
// (RFC 9110, 7.8).
func isUpgrade(h http.Header) bool {
	name := strings.ToLower(single(h["Upgrade"]))
	for _, other := range []string{"h2", "http", "tls"} { // "h2c-14" and "HTTP/2.0" too
		if strings.HasPrefix(name, other) {
			return false
		}
	}
	return name != "" && !strings.ContainsFunc(strings.Replace(name, "/", "", 1), ascii.NotToken)
}
