package httpguard

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"strconv"
	"time"

	"example.com/uri"
	"example.com/uri/guard"
)

// A ForwardProxy is an http.Handler that is a forward proxy: clients ask it for the URLs of
// other servers. It sends a request on if Hosts has its host, and if Gate allows the
// address that is dialled. A request with an absolute http or https URI is sent on as it
// is, without the fields for one connection (RFC 9110, 7.6.1), trailers and upgrades. Fields
// about forwarding pass too, since the other server has no reason to trust them.
// The field Via names the ForwardProxy in requests and responses (RFC 9110, 7.6.3). A ForwardProxy
// answers OPTIONS itself if Max-Forwards is 0. TRACE is refused.
//
// CONNECT asks for a tunnel, in which a Forward sees nothing. It goes only to entries of
// Hosts that name a port ("=git.example:443", "*:443"). A tunnel lasts until both sides end
// their direction, one of them fails, or no byte moves for a hundred times StepTimeout. CONNECT
// needs HTTP/1.1. Its target has no path, so an http.ServeMux does not find the ForwardProxy. Make
// it the handler of the server.
//
// The ErrorLog of the http.Server says why a Forward refused a request, or had no answer. Of
// a URL it shows the host and the port alone, since the rest may be secret.
//
// Every request has its own connection, so each address is checked. The zero ForwardProxy refuses
// every request. A ForwardProxy panics at the first request if its StepTimeout is below zero.
type ForwardProxy struct {
	// Gate decides about the addresses. The zero Gate allows public addresses.
	Gate guard.Gate
	// Hosts are the hosts that may be asked.
	Hosts guard.Hosts
	// StepTimeout is the time for each step of the other server. 0 is ten seconds.
	StepTimeout time.Duration
}

// opForwardProxy is the Op of the errors of a ForwardProxy.
const opForwardProxy = "forward"

func (f ForwardProxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	patience := patienceOf("ForwardProxy", f.StepTimeout)
	target, status, err := f.check(r)
	if err != nil {
		report(r, err.Error())
		refuse(w, status, err)
		return
	}
	if target.Form() == guard.FormAuthority {
		f.connect(w, r, target, patience)
		return
	}
	f.send(w, r, target.URI(), patience)
}

// check returns the target of r, or the error and the status of the answer if f does not
// serve r.
func (f *ForwardProxy) check(r *http.Request) (target guard.Target, status int, err error) {
	target, err = guard.ParseTarget(r.Method, r.RequestURI)
	if err != nil {
		return target, http.StatusBadRequest, err
	}
	u := target.URI()
	switch {
	case target.Form() == guard.FormAuthority:
		host, _ := target.Host()
		port, _ := target.Port()
		if !f.Hosts.MatchPort(host, port) {
			return f.notInHosts("no entry of Hosts names it with this port")
		}
		if u, err = target.Effective("", true); err != nil {
			return target, http.StatusForbidden, err
		}
	case r.Method == http.MethodTrace:
		return target, http.StatusMethodNotAllowed, refusal(opForwardProxy, "method", "it shows the fields of the request")
	case target.Form() != guard.FormAbsolute:
		return target, http.StatusBadRequest, refusal(opForwardProxy, "request-target", "it names no server")
	case !isHTTP(u):
		return target, http.StatusBadRequest, refusal(opForwardProxy, "request-target", "it is neither http nor https")
	case !f.Hosts.Match(u):
		return f.notInHosts("it is not in Hosts")
	}
	return target, http.StatusForbidden, f.Gate.Check(u)
}

// notInHosts returns the error of check for a host that is not in Hosts.
func (f *ForwardProxy) notInHosts(reason string) (guard.Target, int, error) {
	mistake, err := notInHosts(opForwardProxy, "host", reason, f.Hosts)
	if mistake {
		return guard.Target{}, http.StatusInternalServerError, err
	}
	return guard.Target{}, http.StatusForbidden, err
}

// send answers a request for u.
func (f *ForwardProxy) send(w http.ResponseWriter, r *http.Request, u uri.URI, patience time.Duration) {
	forwards, last, err := maxForwards(r)
	if err != nil {
		refuse(w, http.StatusBadRequest, err)
		return
	}
	if last {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	transport := newTransport(f.Gate.Control, patience)
	transport.DisableKeepAlives = true // a connection that is kept would outlive a change of Gate
	transport.DisableCompression = true
	send(w, r, u, transport, patience, func(out *httputil.ProxyRequest) {
		dropUpgrade(out.Out.Header)
		if forwards != "" {
			out.Out.Header.Set("Max-Forwards", forwards)
		}
		if _, hasQuery := u.Query(); r.Method == http.MethodOptions && u.Path() == "" && !hasQuery {
			out.Out.URL.Path = "*" // RFC 9112, 3.2.4
		}
		for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"} {
			// httputil.ReverseProxy removes these for servers that trust them.
			if values, ok := r.Header[name]; ok {
				out.Out.Header[name] = values
			}
		}
	}, func(response *http.Response) {
		addVia(response.Header, response.ProtoMajor, response.ProtoMinor)
	})
}

// maxForwards returns the Max-Forwards to send on with r, or "" to leave it as it is. last
// reports that r goes no further (RFC 9110, 7.6.2).
func maxForwards(r *http.Request) (next string, last bool, err error) {
	values := r.Header["Max-Forwards"]
	if r.Method != http.MethodOptions || len(values) == 0 {
		return "", false, nil
	}
	n, err := strconv.ParseUint(values[0], 10, 64)
	if len(values) > 1 || err != nil && !errors.Is(err, strconv.ErrRange) {
		return "", false, refusal(opForwardProxy, "Max-Forwards", "it is no number")
	}
	if n == 0 {
		return "", true, nil
	}
	return strconv.FormatUint(n-1, 10), false, nil
}

// connect answers CONNECT.
func (f *ForwardProxy) connect(w http.ResponseWriter, r *http.Request, target guard.Target, patience time.Duration) {
	address, _ := target.HostPort()
	dialer := net.Dialer{Control: f.Gate.Control, Timeout: patience}
	server, err := dialer.DialContext(r.Context(), "tcp", address)
	if err != nil {
		noAnswer(w, r, err)
		return
	}
	defer server.Close()
	client, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		http.Error(w, "a tunnel needs HTTP/1.1", http.StatusNotImplemented)
		return
	}
	defer client.Close()
	tunnel(client, server, buffered.Reader, patience)
}

// tunnel answers the client and copies bytes in both directions, until nothing moves any
// more. sent has the first bytes of the client.
func tunnel(client, server net.Conn, sent *bufio.Reader, patience time.Duration) {
	// The deadlines of the http.Server would end the tunnel.
	c := &patient{Conn: client, patience: silence * patience, made: time.Now()}
	s := &patient{Conn: server, patience: silence * patience, made: time.Now()}
	if _, err := io.WriteString(c, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return
	}
	done := make(chan error, 2)
	pass := func(to *patient, from io.Reader) {
		_, err := io.Copy(to, from)
		if half, ok := to.Conn.(interface{ CloseWrite() error }); err == nil && ok {
			err = half.CloseWrite()
		} else if err == nil {
			err = io.ErrClosedPipe // to cannot end one direction alone
		}
		done <- err
	}
	go pass(s, io.MultiReader(io.LimitReader(sent, int64(sent.Buffered())), c))
	go pass(c, s)
	if <-done == nil {
		<-done
	} // else the caller closes both
}
