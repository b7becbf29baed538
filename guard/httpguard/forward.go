package httpguard

import (
	"cmp"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"strconv"
	"time"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/internal/schemes"
)

// A ForwardProxy describes the handler of a forward proxy: clients ask it for the URLs of other
// servers. It sends a request on if Hosts contains the host and Gate allows the dialled address.
// A request with an absolute http or https URI is sent on as it is, without the fields for one
// connection (RFC 9110, 7.6.1), trailers, upgrades, and an Expect other than "100-continue".
// Fields about forwarding pass too, because the other server has no reason to trust them. Via
// names the proxy in requests and responses (RFC 9110, 7.6.3). The handler answers "OPTIONS *"
// itself, and OPTIONS with a Max-Forwards of 0. TRACE is refused, and so is a method with other
// characters than capital letters, "-" and "_".
//
// CONNECT asks for a tunnel, where the proxy sees nothing. It goes only to entries of
// Hosts with a port ("=git.example:443", "*:443"). A tunnel lasts until both sides end
// their direction, one of them fails, or no byte moves for a hundred times StepTimeout. After
// one side has ended its direction, that is one StepTimeout. CONNECT needs HTTP/1.1. Its target has no path, so an http.ServeMux does not find the
// handler. Make it the handler of the server.
//
// The ErrorLog of the http.Server shows why a request was refused or had no answer. It shows only
// the host and the port of a URL, because the rest may be secret, and nothing of a response.
//
// Every request has its own connection, so each address is checked.
type ForwardProxy struct {
	// Gate decides about the addresses. The zero Gate allows public addresses.
	Gate guard.Gate
	// Hosts are the allowed hosts.
	Hosts guard.Hosts
	// StepTimeout is the timeout for each step of the other server. 0 is ten seconds.
	StepTimeout time.Duration
}

// A forwardProxy is the handler of a ForwardProxy.
type forwardProxy struct {
	sender
	gate  guard.Gate
	hosts guard.Hosts
}

// Handler returns the handler. It returns a [*guard.Error] if StepTimeout is below
// zero, or if Hosts is empty or invalid.
func (f ForwardProxy) Handler() (http.Handler, error) {
	timeout, err := timeoutOf(opForwardProxy, f.StepTimeout)
	if err := cmp.Or(err, checkHosts(opForwardProxy, f.Hosts, true)); err != nil {
		return nil, err
	}
	transport := newTransport(f.Gate.Control, timeout)
	transport.DisableKeepAlives = true
	return &forwardProxy{sender{opForwardProxy, transport, false, timeout}, f.Gate, f.Hosts}, nil
}

func (h *forwardProxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	form, u, refused := h.check(r)
	switch {
	case refused != nil:
		report(r, refused.err.Error())
		refused.answer(w, r)
	case form == guard.FormAsterisk:
		w.WriteHeader(http.StatusNoContent)
	case form == guard.FormAuthority:
		h.connect(w, r, u)
	default:
		h.request(w, r, u)
	}
}

// check returns the form of the target of r and the URI that it names, or why h refuses r.
func (h *forwardProxy) check(r *http.Request) (guard.TargetForm, uri.URI, *refusal) {
	if refused := checkMethod(opForwardProxy, r.Method); refused != nil {
		return 0, uri.URI{}, refused
	}
	target, err := guard.ParseTarget(r.Method, r.RequestURI)
	if err != nil {
		return 0, uri.URI{}, refuse(http.StatusBadRequest, err)
	}
	form := target.Form()
	u, _ := target.Effective("", true) // the empty reference if the target names no server
	host, _ := u.Host()
	port, _ := u.EffectivePort()
	status, reason, part := 0, "", ""
	switch {
	case form == guard.FormAsterisk:
		return form, u, nil
	case r.Method == http.MethodTrace:
		status, part, reason = http.StatusMethodNotAllowed, "method", "it shows the fields of the request"
	case form == guard.FormOrigin:
		status, part, reason = http.StatusBadRequest, "request-target", "it names no server"
	case !schemes.Lookup(u.Scheme()).HTTP:
		status, part, reason = http.StatusBadRequest, "request-target", "it is neither http nor https"
	case form == guard.FormAuthority && !h.hosts.MatchNamedPort(host, port):
		status, part, reason = http.StatusForbidden, "host", "no entry of Hosts names it with this port"
	case form == guard.FormAbsolute && !h.hosts.Match(u):
		status, part, reason = http.StatusForbidden, "host", "it is not in Hosts"
	}
	if reason != "" {
		return form, u, &refusal{status, newError(opForwardProxy, part, reason)}
	}
	if err := h.gate.Check(u); err != nil {
		return form, u, refuse(http.StatusForbidden, err)
	}
	return form, u, nil
}

// request answers a request for u.
func (h *forwardProxy) request(w http.ResponseWriter, r *http.Request, u uri.URI) {
	forwards, last, err := maxForwards(r)
	if err != nil {
		refuse(http.StatusBadRequest, err).answer(w, r)
		return
	}
	if last {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	h.send(w, r, u, func(p *httputil.ProxyRequest) {
		dropUpgrade(p.Out.Header)
		if forwards != "" {
			p.Out.Header.Set("Max-Forwards", forwards)
		}
		if _, hasQuery := u.Query(); r.Method == http.MethodOptions && u.Path() == "" && !hasQuery {
			p.Out.URL.Path = "*" // RFC 9112, 3.2.4
		}
	}, func(response *http.Response) {
		addVia(response.Header, response.ProtoMajor, response.ProtoMinor)
	})
}

// maxForwards returns the Max-Forwards to send on with r, or "" to leave it as it is.
// If last is true, r goes no further (RFC 9110, 7.6.2).
func maxForwards(r *http.Request) (next string, last bool, err error) {
	values := r.Header["Max-Forwards"]
	if r.Method != http.MethodOptions || len(values) == 0 {
		return "", false, nil
	}
	n, err := strconv.ParseUint(values[0], 10, 64)
	if len(values) > 1 || err != nil && !errors.Is(err, strconv.ErrRange) {
		return "", false, newError(opForwardProxy, "Max-Forwards", "it is no number")
	}
	if n == 0 {
		return "", true, nil
	}
	return strconv.FormatUint(n-1, 10), false, nil
}

// connect answers CONNECT to the server of u.
func (h *forwardProxy) connect(w http.ResponseWriter, r *http.Request, u uri.URI) {
	address, _ := u.HostPort()
	dialer := net.Dialer{Control: h.gate.Control, Timeout: h.timeout}
	server, err := dialer.DialContext(r.Context(), "tcp", address)
	if err != nil {
		noAnswer(w, r, err, err)
		return
	}
	t := newTunnel(r.Context(), server, h.timeout)
	defer t.Close()
	client, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		http.Error(w, "a tunnel needs HTTP/1.1", http.StatusNotImplemented)
		return
	}
	defer client.Close()
	if _, err := io.WriteString(client, "HTTP/1.1 200 Connection established\r\n\r\n"); err == nil {
		t.carry(client, buffered.Reader)
	}
}
