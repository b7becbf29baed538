package httpguard

import (
	"errors"
	"net"
	"net/http"
	"net/http/httputil"
	"strings"
	"sync"
	"time"

	"example.com/uri"
	"example.com/uri/guard"
)

// A ReverseProxy is an http.Handler in front of a site's own servers. It sends a request to the
// server of its route, with the path and the query byte for byte.
//
// A ReverseProxy reads the target of the request as received ([http.Request.RequestURI]), not the
// URL that a handler before it has changed. It refuses
//
//   - the methods CONNECT and TRACE, and "OPTIONS *"
//   - a target that is no target of RFC 9112, 3.2, except that characters which browsers
//     leave raw are escaped ([guard.RepairTarget])
//   - a target in absolute form that is not of http or https. If it is, its host counts, and
//     not the Host field (RFC 9112, 3.2.2).
//   - a host that is not in Hosts
//   - a path that readers disagree about, or without a route ([guard.Routes])
//
// The server does not see these header fields of a client:
//
//   - fields that only a proxy should write: Forwarded, X-Forwarded-For and its like,
//     X-Real-IP, X-Original-URL, X-Rewrite-URL, X-HTTP-Method-Override, Proxy and others
//   - fields with a name that has anything but letters, digits and "-". Many servers take
//     X_Real_IP for X-Real-IP, as CGI does, and SCRIPT_NAME for a variable of CGI.
//   - fields for one connection, and those that the client lists in Connection
//   - Expect, unless it is "100-continue"
//   - trailers
//
// The ReverseProxy writes X-Forwarded-For, X-Forwarded-Host and X-Forwarded-Proto itself. The
// Host field becomes the host of the route.
//
// A route takes its path and the paths below it, in whole segments. A server that compares
// beginnings guards more than the route says: nginx takes "/adminx" for "location /admin".
// Write "location /admin/" there.
//
// Requests name the ReverseProxy in the field Via, as RFC 9110, 7.6.3 demands. Responses, where that
// is optional, do not. A server may treat a request with Via in another way: nginx
// compresses the answer only if its gzip_proxied says so.
//
// The zero ReverseProxy refuses every request. If a route is wrong or can never match, the answer
// to every request is 500 and says which. So it is if Hosts is of a failed [guard.ParseHosts].
// The ErrorLog of the http.Server says so too, and why a server gave no answer. A ReverseProxy
// panics at the first request if its StepTimeout is below zero.
type ReverseProxy struct {
	// Hosts are the names of the site. Entries with "=" name one host.
	Hosts guard.Hosts
	// Routes lead to the servers. The first one that the path is below counts.
	Routes guard.Routes
	// StepTimeout is the time for each step of a server. 0 is ten seconds.
	StepTimeout time.Duration
	// Upgrades passes on requests for another protocol (WebSocket), and then bytes in both
	// directions. HTTP/2 without TLS ("h2c") is not passed on, since requests would follow
	// that no check sees. Put [SameOrigin] before such a ReverseProxy.
	Upgrades bool
}

// opReverseProxy is the Op of the errors of a ReverseProxy.
const opReverseProxy = "proxy"

// transports has the Transport of each StepTimeout, so that the connections of a ReverseProxy last
// longer than one request.
var transports sync.Map

// transportOf returns the Transport for the servers of a site.
func transportOf(patience time.Duration) *http.Transport {
	if t, ok := transports.Load(patience); ok {
		return t.(*http.Transport)
	}
	transport := newTransport(nil, patience)
	transport.DisableCompression = true // a response is passed on as it came
	t, _ := transports.LoadOrStore(patience, transport)
	return t.(*http.Transport)
}

// upgradeTransport returns the Transport for one request to switch protocols. After the
// switch either side may be silent.
func upgradeTransport(patience time.Duration) *http.Transport {
	transport := newTransport(nil, patience)
	transport.DialContext = (&net.Dialer{Timeout: patience}).DialContext
	transport.ResponseHeaderTimeout = patience
	transport.DisableKeepAlives = true
	return transport
}

func (p ReverseProxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	patience := patienceOf("ReverseProxy", p.StepTimeout)
	if r.Method == http.MethodConnect || r.Method == http.MethodTrace {
		refuse(w, http.StatusMethodNotAllowed, refusal(opReverseProxy, "method", "it is not for a site"))
		return
	}
	target, err := guard.RepairTarget(r.Method, r.RequestURI)
	if err == nil && target.Form() == guard.FormAsterisk {
		err = refusal(opReverseProxy, "request-target", "it names no path")
	}
	if err == nil {
		err = target.CheckHost(r.Host)
	}
	if err != nil {
		refuse(w, http.StatusBadRequest, err)
		return
	}
	u, err := target.Effective(r.Host, r.TLS != nil)
	if err == nil && !isHTTP(u) {
		err = refusal(opReverseProxy, "request-target", "it is neither http nor https")
	}
	if err != nil {
		refuse(w, http.StatusBadRequest, err)
		return
	}
	if !p.Hosts.Match(u) {
		status := http.StatusMisdirectedRequest
		mistake, err := notInHosts(opReverseProxy, "Host", "it is not a host of this site", p.Hosts)
		if mistake {
			status = http.StatusInternalServerError
			report(r, err.Error())
		}
		refuse(w, status, err)
		return
	}
	to, err := p.Routes.Apply(u)
	if _, user := to.Userinfo(); err == nil && (user || !isHTTP(to)) {
		err = refusal(opReverseProxy, "Routes", "a route leads to a URL with a user, or not of http or https")
	}
	if err != nil {
		status := routeStatus(err)
		if status == http.StatusInternalServerError {
			report(r, err.Error())
		}
		refuse(w, status, err)
		return
	}
	upgrade := p.Upgrades && r.ProtoAtLeast(1, 1) && isUpgrade(r.Header)
	through := transportOf(patience)
	if upgrade {
		through = upgradeTransport(patience)
		patience = 0
	}
	send(w, r, to, through, patience, func(out *httputil.ProxyRequest) {
		out.Out.Header = clientFields(out.In.Header)
		out.SetXForwarded()
		if upgrade {
			out.Out.Header["Connection"], out.Out.Header["Upgrade"] = []string{"Upgrade"}, out.In.Header["Upgrade"]
		}
	}, func(*http.Response) {})
}

// routeStatus returns the status for an error of the routes: 400 if readers disagree about the
// path, 404 if no route takes it, and 500 if the routes are wrong.
func routeStatus(err error) int {
	var e *guard.Error
	switch {
	case !errors.As(err, &e) || e.Part != uri.PartPath.String():
		return http.StatusInternalServerError
	case e.Reader != "":
		return http.StatusBadRequest
	}
	return http.StatusNotFound
}

// isUpgrade reports whether a request asks for one protocol other than HTTP.
func isUpgrade(h http.Header) bool {
	protocols := h.Values("Upgrade")
	if len(protocols) != 1 {
		return false
	}
	name := strings.ToLower(protocols[0])
	for _, other := range []string{"h2", "http", "tls"} { // "h2c-14" and "HTTP/2.0" too
		if strings.HasPrefix(name, other) {
			return false
		}
	}
	return name != "" && !strings.ContainsAny(name, ", \t")
}
