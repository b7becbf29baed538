package httpguard

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"example.com/uri"
	"example.com/uri/guard"
)

// isInterim reports whether another response follows one with status. 101 is the last in HTTP.
func isInterim(status int) bool {
	return status/100 == 1 && status != http.StatusSwitchingProtocols
}

// A sender sends requests on to servers for a proxy.
type sender struct {
	op        string // of its errors
	transport http.RoundTripper
	foreign   bool          // transport is the caller's: it may not report a connection
	timeout   time.Duration // for one step
}

// send sends r on to u and copies the response. rewrite changes the outgoing request,
// and modify the response. The exchange takes at most exchangeSteps timeouts, up to a
// response that switches protocols.
func (s *sender) send(w http.ResponseWriter, r *http.Request, u uri.URI, rewrite func(*httputil.ProxyRequest), modify func(*http.Response)) {
	to, err := guard.ToURL(u)
	if err != nil {
		refuse(http.StatusBadRequest, err).answer(w, r)
		return
	}
	x := &relay{ResponseWriter: w, sender: s, request: r, to: to, rewrite: rewrite, modify: modify, before: w.Header().Clone()}
	x.ctx, x.cancel = context.WithCancelCause(r.Context())
	defer x.cancel(nil)
	x.end = time.AfterFunc(exchangeSteps*s.timeout, x.late)
	defer x.end.Stop()
	// WithClientTrace writes the hooks of the request into the trace, so each request has its own.
	out := r.WithContext(httptrace.WithClientTrace(x.ctx, waitDrained(x.ctx, &x.conn)))
	x.body.ReadCloser, x.body.ctx = r.Body, x.ctx
	if r.Body != nil {
		out.Body = &x.body
		// The Transport waits for a Read of the body, also if the exchange is over.
		stop := context.AfterFunc(x.ctx, func() { x.body.stop(http.NewResponseController(w)) })
		defer stop() // before cancel
	}
	proxy := httputil.ReverseProxy{
		Transport: s.transport, Rewrite: x.rewriteRequest, ModifyResponse: x.takeResponse, ErrorHandler: x.fail, ErrorLog: errorLog(r),
	}
	proxy.ServeHTTP(x, out)
}

// A clientBody is the body of a request. It remembers an error for which the client is to blame.
type clientBody struct {
	io.ReadCloser
	ctx     context.Context // of the exchange
	reading atomic.Bool
	failed  atomic.Pointer[error]
}

func (b *clientBody) Read(p []byte) (int, error) {
	b.reading.Store(true)
	defer b.reading.Store(false)
	if err := b.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := b.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		b.failed.Store(&err)
	}
	return n, err
}

// Close does nothing, since net/http closes the body when the handler has returned. Close of the
// body waits for the rest of it, and the Transport of Go 1.24 calls it before there is an answer.
func (b *clientBody) Close() error { return nil }

// stop ends a Read when the exchange is over. Without a Read there must be no deadline, because
// net/http itself reads from the connection after a body.
func (b *clientBody) stop(client *http.ResponseController) {
	if b.reading.Load() {
		client.SetReadDeadline(time.Now())
	}
}

// fault returns the refusal for a request with a failed body, or nil.
func (b *clientBody) fault(op string) *refusal {
	failed := b.failed.Load()
	if failed == nil {
		return nil
	}
	var slow net.Error
	switch err := *failed; {
	case errors.As(err, new(*http.MaxBytesError)):
		return &refusal{http.StatusRequestEntityTooLarge, newError(op, "body", "it is too long")}
	case errors.As(err, &slow) && slow.Timeout():
		return &refusal{http.StatusRequestTimeout, newError(op, "body", "it did not come in time")}
	}
	return &refusal{http.StatusBadRequest, newError(op, "body", "it is malformed or ends early")}
}

// noAnswer answers r if there is no response of the server: err says why, and shown in the log.
func noAnswer(w http.ResponseWriter, r *http.Request, err, shown error) {
	var refused *guard.Error
	if errors.As(err, &refused) {
		report(r, refused.Error())
		refuse(http.StatusForbidden, refused).answer(w, r)
		return
	}
	status, text := http.StatusBadGateway, "no answer"
	var slow net.Error
	if errors.As(err, &slow) && slow.Timeout() {
		status, text = http.StatusGatewayTimeout, "no answer in time"
	}
	if r.Context().Err() == nil { // the client still waits
		report(r, text+": "+shown.Error())
	}
	http.Error(w, text, status)
}

// addVia adds the version of HTTP of a received message to its Via field (RFC 9110, 7.6.3).
func addVia(h http.Header, major, minor int) {
	h.Add("Via", fmt.Sprintf("%d.%d httpguard", major, minor))
}

// errInterim ends an exchange.
var errInterim error = quietError("too many interim responses")

// maxInterim is how many interim responses are passed on before the final one.
const maxInterim = 10

// A relay is a request on its way to a server. It writes the responses of the server.
type relay struct {
	http.ResponseWriter
	*sender
	request *http.Request
	to      *url.URL
	rewrite func(*httputil.ProxyRequest)
	modify  func(*http.Response)
	before  http.Header // the fields that an outer handler has set

	ctx    context.Context // of the exchange
	cancel context.CancelCauseFunc
	end    *time.Timer // of the exchange
	body   clientBody
	conn   atomic.Pointer[net.Conn] // to the server; nil if it is not known

	cleared bool // httputil.ReverseProxy has removed the fields in before
	interim int
}

// late ends the exchange, because it or a step of it takes too long.
func (w *relay) late() { w.cancel(context.DeadlineExceeded) }

// rewriteRequest changes the outgoing request.
func (w *relay) rewriteRequest(p *httputil.ProxyRequest) {
	p.Out.URL, p.Out.Host = w.to, w.to.Host
	p.Out.Trailer = nil // some servers read fields there as those of the header
	p.Out.Header.Del("Te")
	for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"} {
		if values, ok := p.In.Header[name]; ok { // httputil.ReverseProxy has removed them
			p.Out.Header[name] = values
		}
	}
	w.rewrite(p)
	dropExpect(p.Out.Header)
	addVia(p.Out.Header, p.In.ProtoMajor, p.In.ProtoMinor)
}

// takeResponse changes the final response, or passes on one that switches protocols.
func (w *relay) takeResponse(response *http.Response) error {
	switch {
	case response.StatusCode < 100:
		return quietError("no status code (RFC 9110, 15)")
	case response.StatusCode == http.StatusSwitchingProtocols:
		w.end.Stop() // either side may be silent
		w.modify(response)
		return w.switchProtocols(response)
	}
	response.Body = &stepBody{ReadCloser: response.Body, op: w.op, ctx: w.ctx, timeout: w.timeout, cancel: w.late}
	w.modify(response)
	return nil
}

// fail answers a request that err has ended before the final response.
func (w *relay) fail(client http.ResponseWriter, _ *http.Request, err error) {
	if err == errSwitched {
		return
	}
	if w.ctx.Err() != nil {
		err = context.Cause(w.ctx)
	}
	if w.request.ContentLength != 0 {
		client.Header().Set("Connection", "close") // else net/http reads the body before it answers
	}
	if e := w.body.fault(w.op); e != nil && err != errInterim {
		e.answer(client, w.request)
		return
	}
	shown := err
	if w.ctx.Err() == nil && (w.foreign || w.conn.Load() != nil) {
		shown = unquoted(w.op, err)
	}
	noAnswer(client, w.request, err, shown)
}

// Header returns the fields of the next response. It begins with those of an outer handler.
func (w *relay) Header() http.Header {
	h := w.ResponseWriter.Header()
	if w.cleared {
		maps.Copy(h, w.before.Clone())
		w.cleared = false
	}
	return h
}

// WriteHeader passes an interim response on without the fields for one connection.
// httputil.ReverseProxy removes them only from the final response. A client of HTTP/1.0
// would take the interim response for the final one (RFC 9110, 15.2).
func (w *relay) WriteHeader(status int) {
	if isInterim(status) {
		w.cleared = true // after this call
		if w.interim++; w.interim > maxInterim {
			w.cancel(errInterim)
			return
		}
		if !w.request.ProtoAtLeast(1, 1) {
			return
		}
		dropConnection(w.ResponseWriter.Header())
	}
	w.ResponseWriter.WriteHeader(status)
}

// errSwitched says: the client got a response with a switch of protocols, and its connection is over.
var errSwitched error = quietError("the protocol was switched")

// switchProtocols passes response on and then bytes in both directions. It always returns an error,
// because httputil.ReverseProxy would do the same, and in Go 1.24 end both directions together.
func (w *relay) switchProtocols(response *http.Response) error {
	server, ok := response.Body.(io.ReadWriteCloser)
	if asked := response.Request.Header.Get("Upgrade"); !ok || !strings.EqualFold(asked, response.Header.Get("Upgrade")) {
		return quietError("it switches to a protocol that was not asked for")
	}
	t := newTunnel(w.ctx, server, w.timeout)
	defer t.Close()
	if conn := w.conn.Load(); conn != nil {
		t.half = halfOf(*conn) // the Transport of Go 1.24 hides it
	}
	client, buffered, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		return err
	}
	defer client.Close()
	header := w.Header()
	for name, values := range response.Header {
		header[name] = append(header[name], values...)
	}
	if err := (&http.Response{StatusCode: response.StatusCode, ProtoMajor: 1, ProtoMinor: 1, Header: header}).Write(client); err == nil {
		t.carry(client, buffered.Reader)
	}
	return errSwitched
}

// Unwrap is for [http.ResponseController].
func (w *relay) Unwrap() http.ResponseWriter { return w.ResponseWriter }
