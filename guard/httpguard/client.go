package httpguard

import (
	"cmp"
	"compress/gzip"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"maps"
	"math"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/internal/ascii"
)

// A Client describes an http.Client for URLs from untrusted sources: customers, pages,
// messages. The zero Client fetches only from public addresses.
//
// The http.Client refuses, before it connects:
//
//   - a scheme other than http and https
//   - a host or a port outside of Gate ([guard.Gate.Check]), also of each redirect
//   - an address outside of Gate ([guard.Gate.Control]). It is checked when it is
//     dialled, so a name may resolve to another address each time.
//   - a host missing from Hosts
//
// It ignores proxy environment variables and speaks only HTTP/1.1. It sends no Referer
// with a redirect. A redirect to another origin (RFC 6454, 4) carries only the fields
// about the wanted answer: Accept and its like, Cache-Control, Pragma, Range,
// User-Agent. So no credentials go there. A redirect with a body to another origin, or
// with a user name, is an error. So is a switch of protocols.
type Client struct {
	// Gate decides about addresses and ports. The zero Gate allows public addresses on
	// all ports except those of other services.
	Gate guard.Gate
	// Hosts lists the only allowed hosts. The zero value allows all hosts. A list without entries
	// ([guard.ParseHosts] of "", perhaps of a variable that is not set) and an invalid list refuse
	// every request.
	Hosts guard.Hosts
	// StepTimeout is the timeout for each step of the server: to connect, to shake hands, to
	// take the next bytes of a request, to answer when it has the whole request, to send the
	// next bytes of a body. A whole exchange with its redirects takes at most thirty times as
	// long. 0 is ten seconds.
	StepTimeout time.Duration
	// Redirects is how many redirects are followed. 0 is five. Below zero no redirect is
	// followed, and the response is the redirect. If net/url cannot parse its Location,
	// Header.Get("Location") is "", because http.Client would return an error instead of the
	// response. Header.Values("Location") then has "" before the value.
	Redirects int
	// MaxBody is the longest body of a response in bytes, after decompression. Before
	// decompression it may have 64 KiB more. Read returns an error after these bytes. 0
	// is 10 MiB.
	MaxBody int64
	// TLS has the settings for https: certificate authorities, a certificate of the client.
	// nil means the settings of net/http. HTTP copies it.
	TLS *tls.Config
}

const (
	defaultRedirects = 5        // for 0 in a Client
	defaultMaxBody   = 10 << 20 // the same
	wireExcess       = 64 << 10 // how much longer than MaxBody a body may be on the wire
)

// HTTP returns the http.Client. It keeps connections open for the next request, so make
// one for all requests. Timeout is zero: the Transport enforces the deadline. HTTP panics
// if StepTimeout or MaxBody is below zero.
//
// The errors of the http.Client are of type [*url.Error]. They show the URL of the request
// without a password, and nothing of a response: a server could send the request back.
// [WithoutURL] removes the URL. The error about a refused URL or an unreadable response is a
// [*guard.Error]. net/http itself writes bytes after a response to the standard logger of
// package log.
//
// Set Jar or a shorter Timeout in the result. Your own CheckRedirect must first call
// the one of the result. Names are resolved by [net.DefaultResolver].
func (c Client) HTTP() *http.Client {
	timeout := mustTimeout("Client", c.StepTimeout)
	if c.MaxBody < 0 {
		panic("httpguard: Client: MaxBody is below zero")
	}
	c.MaxBody = min(cmp.Or(c.MaxBody, defaultMaxBody), math.MaxInt64-wireExcess-1)
	c.Redirects = cmp.Or(c.Redirects, defaultRedirects)
	transport := newTransport(c.Gate.Control, timeout)
	if c.TLS != nil {
		transport.TLSClientConfig = c.TLS.Clone()
		transport.TLSClientConfig.NextProtos = nil // only HTTP/1.1
	}
	return &http.Client{
		Transport:     &checkedTransport{client: c, timeout: timeout, next: transport},
		CheckRedirect: c.checkRedirect,
	}
}

// A checkedTransport refuses requests by the rules of its Client.
type checkedTransport struct {
	client  Client
	timeout time.Duration // for one step
	next    *http.Transport
}

func (t *checkedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := t.client.check(r.URL); err != nil {
		if r.Body != nil {
			r.Body.Close()
		}
		return nil, err
	}
	ctx, cancel := t.withDeadline(r)
	var connected atomic.Bool
	out := r.WithContext(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { connected.Store(true) }}))
	var body *callerBody
	if r.Body != nil && r.Body != http.NoBody && r.GetBody == nil {
		body = newCallerBody(ctx, r.Body)
		out.Body = body
	}
	// http.Transport would decompress more than limit allows.
	compressed := r.Header.Get("Accept-Encoding") == "" && r.Header.Get("Range") == "" && r.Method != http.MethodHead
	if compressed {
		out.Header = make(http.Header, len(r.Header)+1)
		maps.Copy(out.Header, r.Header)
		out.Header["Accept-Encoding"] = []string{"gzip"}
	}
	response, err := t.next.RoundTrip(out)
	if err != nil {
		defer cancel()
		switch cause := context.Cause(ctx); {
		case cause != nil:
			return nil, cause
		case !connected.Load() || body != nil && body.failedWith(err): // no error about a response
			return nil, err
		}
		return nil, unquoted(opClient, err)
	}
	if err := t.client.checkResponse(r, response); err != nil {
		response.Body.Close()
		cancel()
		return nil, err
	}
	t.limit(ctx, response, compressed, cancel)
	return response, nil
}

// A callerBody is the body of a request, unless that is in memory and has GetBody. The Transport
// waits for its Reads: they end with the exchange, even if one of the caller's body lasts longer.
type callerBody struct {
	*io.PipeReader
	ctx    context.Context       // of the exchange
	failed atomic.Pointer[error] // of a Read
}

func newCallerBody(ctx context.Context, body io.ReadCloser) *callerBody {
	reader, writer := io.Pipe()
	context.AfterFunc(ctx, func() { reader.Close() })
	go func() {
		_, err := io.Copy(writer, body)
		body.Close()
		writer.CloseWithError(err)
	}()
	return &callerBody{PipeReader: reader, ctx: ctx}
}

func (b *callerBody) Read(p []byte) (int, error) {
	n, err := b.PipeReader.Read(p)
	if cause := context.Cause(b.ctx); err != nil && cause != nil {
		err = cause // instead of io.ErrClosedPipe
	}
	if err != nil {
		b.failed.Store(&err)
	}
	return n, err
}

// failedWith reports whether err is the error of a Read.
func (b *callerBody) failedWith(err error) bool {
	failed := b.failed.Load()
	return failed != nil && *failed != io.EOF && errors.Is(err, *failed)
}

// limit gives the body of a response its limits, and decompresses it if the Client asked for that.
func (t *checkedTransport) limit(ctx context.Context, response *http.Response, compressed bool, cancel context.CancelFunc) {
	var body io.ReadCloser = &stepBody{ReadCloser: response.Body, op: opClient, ctx: ctx, timeout: t.timeout, cancel: cancel}
	if compressed && response.ContentLength != 0 && strings.EqualFold(response.Header.Get("Content-Encoding"), "gzip") {
		body = &gzipBody{ReadCloser: http.MaxBytesReader(nil, body, t.client.MaxBody+wireExcess)}
		response.Header.Del("Content-Encoding")
		response.Header.Del("Content-Length")
		response.ContentLength, response.Uncompressed = -1, true
	}
	response.Body = &limitedBody{http.MaxBytesReader(nil, body, t.client.MaxBody), cancel}
}

// withDeadline returns the context for r. A redirect has the deadline of the request before it. The
// Timeout of the http.Client would start a goroutine, since its Transport is not of net/http.
func (t *checkedTransport) withDeadline(r *http.Request) (context.Context, context.CancelFunc) {
	if r.Response != nil && r.Response.Request != nil {
		if deadline, ok := r.Response.Request.Context().Deadline(); ok {
			return context.WithDeadline(r.Context(), deadline)
		}
	}
	return context.WithTimeout(r.Context(), exchangeSteps*t.timeout)
}

// A gzipBody is a body without its compression. The first Read reads the header of gzip.
type gzipBody struct {
	io.ReadCloser
	reader *gzip.Reader
}

func (b *gzipBody) Read(p []byte) (n int, err error) {
	if b.reader == nil {
		if b.reader, err = gzip.NewReader(b.ReadCloser); err != nil {
			return 0, err
		}
	}
	return b.reader.Read(p)
}

// A limitedBody is a body of [http.MaxBytesReader]. Its end is the end of the exchange.
type limitedBody struct {
	io.ReadCloser
	cancel context.CancelFunc
}

func (b *limitedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if errors.As(err, new(*http.MaxBytesError)) {
		err = newError(opClient, "body", "it is longer than MaxBody")
	}
	if err != nil {
		b.cancel()
	}
	return n, err
}

func (b *limitedBody) Close() error {
	defer b.cancel()
	return b.ReadCloser.Close()
}

// CloseIdleConnections is for [http.Client.CloseIdleConnections].
func (t *checkedTransport) CloseIdleConnections() { t.next.CloseIdleConnections() }

// check returns an error if c does not allow requests for v.
func (c *Client) check(v *url.URL) error {
	// The path and the query do not say where the request goes.
	u, err := guard.FromURL(&url.URL{Scheme: v.Scheme, User: v.User, Host: v.Host, Path: "/"})
	switch {
	case v.Scheme != "http" && v.Scheme != "https":
		return newError(opClient, "scheme", "it is neither http nor https")
	case !ascii.Is(v.Host):
		return newError(opClient, "host", "it is not ASCII: convert it with module idna")
	case err != nil:
		return newError(opClient, "authority", "net/http and RFC 3986 read it differently")
	}
	if err := cmp.Or(checkHosts(opClient, c.Hosts, false), c.Gate.Check(u)); err != nil {
		return err
	}
	if !c.Hosts.IsZero() && !c.Hosts.Match(u) {
		return newError(opClient, "host", "it is not in Hosts")
	}
	return nil
}

// checkResponse returns an error if c refuses the redirect or the switch of protocols in response, to r.
// http.Client would show the Location in its own error, and in that of CheckRedirect.
func (c *Client) checkResponse(r *http.Request, response *http.Response) error {
	location := response.Header.Get("Location")
	hasBody := false
	switch response.StatusCode {
	case http.StatusSwitchingProtocols:
		return newError(opClient, "response", "it switches protocols")
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther:
	case http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		if hasBody = r.Body != nil && r.Body != http.NoBody; hasBody && r.GetBody == nil {
			return nil // http.Client cannot follow it
		}
	default:
		return nil
	}
	next, err := r.URL.Parse(location)
	switch {
	case location == "", err == nil && c.Redirects < 0:
		return nil
	case err != nil && c.Redirects < 0:
		response.Header["Location"] = slices.Insert(response.Header["Location"], 0, "") // for http.Client it has none
		return nil
	case err != nil:
		return newError(opClient, "response", "its Location is no URL")
	}
	via := []*url.URL{r.URL} // the last one first
	for r.Response != nil && r.Response.Request != nil {
		r = r.Response.Request
		via = append(via, r.URL)
	}
	_, err = c.redirect(next, via, hasBody)
	return err
}

// redirect returns an error if c refuses the redirect to next after the requests for via, the last
// one first. If elsewhere is true, it leads, or has led, to another origin.
func (c *Client) redirect(next *url.URL, via []*url.URL, hasBody bool) (elsewhere bool, err error) {
	elsewhere = slices.ContainsFunc(via, func(v *url.URL) bool { return originOf(v) != originOf(next) })
	switch {
	case len(via) > c.Redirects:
		err = newError(opClient, "redirect", "there were too many before it")
	case next.User != nil && (elsewhere || next.User.String() != via[0].User.String()):
		err = newError(opClient, "redirect", "it names a user (RFC 9110, 4.2.4)")
	case elsewhere && hasBody:
		err = newError(opClient, "redirect", "it would carry the body to another origin")
	}
	return elsewhere, err
}

// checkRedirect is the field CheckRedirect of the http.Client. It sees the earlier requests even if a
// RoundTripper around the Transport does not pass them on.
func (c Client) checkRedirect(next *http.Request, via []*http.Request) error {
	if c.Redirects < 0 {
		return http.ErrUseLastResponse
	}
	var urls []*url.URL
	for _, r := range slices.Backward(via) {
		urls = append(urls, r.URL)
	}
	hasBody := next.Body != nil && next.Body != http.NoBody
	elsewhere, err := c.redirect(next.URL, urls, hasBody)
	if err != nil {
		if hasBody {
			next.Body.Close()
		}
		return err
	}
	next.Header.Del("Referer")
	if elsewhere {
		maps.DeleteFunc(next.Header, func(name string, _ []string) bool { return !answerFields[name] })
	}
	return nil
}

// answerFields are the fields that a redirect to another origin carries. The caller has set them,
// and they describe the wanted answer. All others may be credentials.
var answerFields = map[string]bool{
	"Accept": true, "Accept-Charset": true, "Accept-Encoding": true, "Accept-Language": true,
	"Cache-Control": true, "Pragma": true, "Range": true, "User-Agent": true,
}

// originOf returns the origin of v (RFC 6454, 4) as text to compare.
func originOf(v *url.URL) string {
	port := v.Port()
	if n, ok := uri.DefaultPort(v.Scheme); ok && port == "" {
		port = strconv.Itoa(int(n))
	}
	return v.Scheme + "://" + strings.ToLower(v.Hostname()) + ":" + port
}
