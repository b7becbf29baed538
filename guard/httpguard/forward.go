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

	"example.com/uri/guard"
)

// A Forward is an http.Handler that is a forward proxy: clients ask it for the URLs of
// other servers. It sends a request on if Hosts has its host, and if Gate allows the
// address that is dialled. A request with an absolute http or https URI is sent on as it
// is, without the fields for one connection (RFC 9110, 7.6.1), trailers and upgrades. Fields
// about forwarding pass too, since the other server has no reason to trust them.
// The field Via names the Forward in requests and responses (RFC 9110, 7.6.3). A Forward
// answers OPTIONS itself if Max-Forwards is 0. TRACE is refused.
//
// CONNECT asks for a tunnel, in which a Forward sees nothing. It goes only to entries of
// Hosts that name a port ("=git.example:443", "*:443"). If one side ends its direction, the
// other one has thirty times Patience to end too. A tunnel ends after a hundred times
// Patience. CONNECT needs HTTP/1.1. Its target has no path, so an http.ServeMux does not find
// the Forward. Make it the handler of the server.
//
// Every request has its own connection, so each address is checked. The zero Forward refuses
// every request. A Forward panics at the first request if its Patience is below zero.
type Forward struct {
	// Gate decides about the addresses. The zero Gate allows public addresses.
	Gate guard.Gate
	// Hosts are the hosts that may be asked.
	Hosts guard.Hosts
	// Patience is the time for each step of the other server. 0 is ten seconds.
	Patience time.Duration
}

// opForward is the Op of the errors of a Forward.
const opForward = "forward"

func (f Forward) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	patience := patienceOf("Forward", f.Patience)
	target, err := guard.ParseTarget(r.Method, r.RequestURI)
	if err != nil {
		refuse(w, http.StatusBadRequest, err)
		return
	}
	if target.Form() == guard.FormAuthority {
		f.connect(w, r, target, patience)
		return
	}
	u := target.URI()
	switch {
	case r.Method == http.MethodTrace:
		refuse(w, http.StatusMethodNotAllowed, refusal(opForward, "method", "it shows the fields of the request"))
		return
	case target.Form() != guard.FormAbsolute:
		err = refusal(opForward, "request-target", "it names no server")
	case !isHTTP(u):
		err = refusal(opForward, "request-target", "it is neither http nor https")
	}
	if err != nil {
		refuse(w, http.StatusBadRequest, err)
		return
	}
	if !f.Hosts.Match(u) {
		f.notInHosts(w, "it is not in Hosts")
		return
	}
	if err := f.Gate.Check(u); err != nil {
		refuse(w, http.StatusForbidden, err)
		return
	}
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
		dropUpgrade(out)
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
	}, func(response *http.Response) error {
		addVia(response.Header, response.ProtoMajor, response.ProtoMinor)
		return nil
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
		return "", false, refusal(opForward, "Max-Forwards", "it is no number")
	}
	if n == 0 {
		return "", true, nil
	}
	return strconv.FormatUint(n-1, 10), false, nil
}

// notInHosts answers a request for a host that is not in Hosts.
func (f *Forward) notInHosts(w http.ResponseWriter, reason string) {
	status := http.StatusForbidden
	mistake, err := notInHosts(opForward, "host", reason, f.Hosts)
	if mistake {
		status = http.StatusInternalServerError
	}
	refuse(w, status, err)
}

// connect answers CONNECT.
func (f *Forward) connect(w http.ResponseWriter, r *http.Request, target guard.Target, patience time.Duration) {
	host, _ := target.Host()
	port, _ := target.Port()
	address, ok := target.HostPort()
	if !ok || !f.Hosts.MatchPort(host, port) {
		f.notInHosts(w, "no entry of Hosts names it with this port")
		return
	}
	u, err := target.Effective("", true)
	if err == nil {
		err = f.Gate.Check(u)
	}
	if err != nil {
		refuse(w, http.StatusForbidden, err)
		return
	}
	dialer := net.Dialer{Control: f.Gate.Control, Timeout: patience}
	server, err := dialer.DialContext(r.Context(), "tcp", address)
	if err != nil {
		noAnswer(w, err)
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

// tunnel answers the client and copies bytes in both directions. sent has the first
// bytes of the client.
func tunnel(client, server net.Conn, sent *bufio.Reader, patience time.Duration) {
	// These are the only limits: the deadlines of the http.Server would end the tunnel.
	end := time.Now().Add(tunnelTime * patience)
	if client.SetDeadline(end) != nil || server.SetDeadline(end) != nil {
		return
	}
	if _, err := io.WriteString(client, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return
	}
	done := make(chan error, 2)
	pass := func(to net.Conn, from io.Reader) {
		_, err := io.Copy(to, from)
		if half, ok := to.(interface{ CloseWrite() error }); err == nil && ok {
			err = half.CloseWrite()
		} else if err == nil {
			err = io.ErrClosedPipe // to cannot end one direction alone
		}
		done <- err
	}
	go pass(server, sent)
	go pass(client, server)
	if <-done != nil {
		return // the caller closes both
	}
	last := time.Now().Add(exchange * patience)
	if last.Before(end) && (client.SetDeadline(last) != nil || server.SetDeadline(last) != nil) {
		return
	}
	<-done
}
