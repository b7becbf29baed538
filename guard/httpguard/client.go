package httpguard

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"example.com/uri"
	"example.com/uri/guard"
)

// A Client describes an http.Client that fetches URLs of strangers: of customers, of
// pages, of messages. The zero Client fetches from public addresses alone.
//
// The http.Client refuses, before it connects:
//
//   - a scheme other than http and https
//   - a host or a port that Gate refuses ([guard.Gate.Check]), also of each redirect
//   - an address that Gate refuses ([guard.Gate.Control]). It is checked when it is dialled,
//     so a name may resolve to another address each time.
//   - a host that is not in Hosts
//
// It uses no proxy of the environment, and HTTP/1.1 alone. It sends no Referer with a
// redirect. A redirect to another origin (RFC 6454, 4) carries only the fields that say
// which answer is wanted: Accept and its like, Cache-Control, Pragma, Range, User-Agent. So
// no credentials go there. A redirect that would carry a body to another origin, or that
// names a user, is an error. A response that switches protocols is an error.
type Client struct {
	// Gate decides about addresses and ports. The zero Gate allows public addresses on
	// all ports that do not belong to another service.
	Gate guard.Gate
	// Hosts lists the only hosts that are asked, unless it is empty.
	Hosts guard.Hosts
	// StepTimeout is the time for each step of the other side: to connect, to shake hands, to
	// answer, to send the next bytes of a body. A whole exchange with its redirects takes
	// at most thirty times as long. 0 is ten seconds.
	StepTimeout time.Duration
	// Redirects is how many redirects are followed. 0 is five. Below zero no redirect is
	// followed, and the response is the redirect.
	Redirects int
	// MaxBody is how many bytes can be read of the body of a response, after
	// decompression. Read returns an error after them. 0 is 10 MiB.
	MaxBody int64
	// TLS has the settings for https: certificate authorities, a certificate of the client.
	// nil means the settings of net/http. HTTP copies it.
	TLS *tls.Config
}

// defaultRedirects and defaultMaxBody are what 0 stands for in a Client.
const (
	defaultRedirects = 5
	defaultMaxBody   = 10 << 20
)

// HTTP returns the http.Client that c describes. It keeps connections open for the next
// request, so call HTTP once and use its result for all requests. Its Timeout is 0, because
// its Transport knows the time. HTTP panics if StepTimeout or MaxBody is below zero.
//
// The errors of the http.Client are of type [*url.Error] and show the URL, except for a
// password. [WithoutURL] returns the error without it. The error about a refused
// URL is a [*guard.Error].
//
// Set Jar or a shorter Timeout in the result. A CheckRedirect that replaces the one of the
// result must call it first. Names are resolved by [net.DefaultResolver].
func (c Client) HTTP() *http.Client {
	patience := patienceOf("Client", c.StepTimeout)
	if c.MaxBody < 0 {
		panic("httpguard: Client: MaxBody is below zero")
	}
	if c.MaxBody == 0 {
		c.MaxBody = defaultMaxBody
	}
	if c.Redirects == 0 {
		c.Redirects = defaultRedirects
	}
	transport := newTransport(c.Gate.Control, patience)
	if c.TLS != nil {
		transport.TLSClientConfig = c.TLS.Clone()
		transport.TLSClientConfig.NextProtos = nil // HTTP/1.1 alone
	}
	return &http.Client{
		Transport:     &checked{client: c, time: exchange * patience, next: transport},
		CheckRedirect: c.checkRedirect,
	}
}

// opClient is the Op of the errors of a Client.
const opClient = "client"

// WithoutURL returns the error inside a [*url.Error], whose text shows the URL of the
// request. URLs of customers contain secrets, and those must not come into a log.
// WithoutURL returns all other errors as they are.
func WithoutURL(err error) error {
	var e *url.Error
	for errors.As(err, &e) {
		err = e.Err
	}
	return err
}

// A checked RoundTripper refuses requests that its Client does not allow.
type checked struct {
	client Client
	time   time.Duration // for an exchange
	next   *http.Transport
	last   atomic.Pointer[allowedServer] // the last one that was allowed, since a check takes a tenth of a request
}

// An allowedServer is all of a URL without a user that a Client looks at.
type allowedServer struct{ scheme, host string }

func (t *checked) RoundTrip(r *http.Request) (*http.Response, error) {
	to := allowedServer{r.URL.Scheme, r.URL.Host}
	if last := t.last.Load(); last == nil || *last != to || r.URL.User != nil {
		if err := t.client.check(r.URL); err != nil {
			if r.Body != nil {
				r.Body.Close()
			}
			return nil, err
		}
		t.last.Store(&allowedServer{to.scheme, to.host})
	}
	ctx, cancel := t.withDeadline(r)
	response, err := t.next.RoundTrip(r.WithContext(ctx))
	if err != nil {
		cancel()
		return nil, err
	}
	reason := ""
	if response.StatusCode == http.StatusSwitchingProtocols {
		reason = "it switches protocols"
	} else if location := response.Header.Get("Location"); location != "" && response.StatusCode/100 == 3 && t.client.Redirects > 0 {
		if _, err := r.URL.Parse(location); err != nil {
			reason = "its Location is no URL" // net/http's error would show it
		}
	}
	if reason != "" {
		response.Body.Close()
		cancel()
		return nil, refusal(opClient, "response", reason)
	}
	response.Body = &limited{ReadCloser: response.Body, left: t.client.MaxBody, cancel: cancel}
	return response, nil
}

// withDeadline returns the context for r. A redirect has the deadline of the request before
// it. The field Timeout of the http.Client would start a goroutine for each request, since
// its Transport is not one of net/http.
func (t *checked) withDeadline(r *http.Request) (context.Context, context.CancelFunc) {
	if r.Response != nil && r.Response.Request != nil {
		if deadline, ok := r.Response.Request.Context().Deadline(); ok {
			return context.WithDeadline(r.Context(), deadline)
		}
	}
	return context.WithTimeout(r.Context(), t.time)
}

// A limited body is the body of a response of which at most left octets can be read.
type limited struct {
	io.ReadCloser
	left   int64
	err    error              // of the first Read that failed
	cancel context.CancelFunc // ends the exchange
}

func (b *limited) Read(p []byte) (n int, err error) {
	if b.err != nil {
		return 0, b.err
	}
	if int64(len(p)) > b.left {
		p = p[:b.left+1] // one more octet than allowed tells whether the body ends there
	}
	n, err = b.ReadCloser.Read(p)
	if int64(n) > b.left {
		n, err = int(b.left), refusal(opClient, "body", "it is longer than MaxBody")
	}
	b.left -= int64(n)
	if err != nil {
		b.err = err
		b.cancel()
	}
	return n, err
}

func (b *limited) Close() error {
	defer b.cancel()
	return b.ReadCloser.Close()
}

// CloseIdleConnections is for [http.Client.CloseIdleConnections].
func (t *checked) CloseIdleConnections() { t.next.CloseIdleConnections() }

// check returns an error if c does not allow requests for v.
func (c *Client) check(v *url.URL) error {
	if v.Scheme != "http" && v.Scheme != "https" {
		return refusal(opClient, "scheme", "it is neither http nor https")
	}
	// The path and the query do not say where the request goes.
	u, err := guard.FromURL(&url.URL{Scheme: v.Scheme, User: v.User, Host: v.Host, Path: "/"})
	if err != nil {
		return refusal(opClient, "authority", "net/http and RFC 3986 read it differently")
	}
	if err := c.Gate.Check(u); err != nil {
		return err
	}
	if !c.Hosts.IsEmpty() && !c.Hosts.Match(u) {
		_, err := notInHosts(opClient, "host", "it is not in Hosts", c.Hosts)
		return err
	}
	return nil
}

// checkRedirect is the field CheckRedirect of the http.Client.
func (c Client) checkRedirect(next *http.Request, via []*http.Request) error {
	if c.Redirects < 0 {
		return http.ErrUseLastResponse
	}
	if len(via) > c.Redirects {
		return refusal(opClient, "redirect", "there were too many before it")
	}
	last := via[len(via)-1].URL
	if next.URL.User != nil && next.URL.User.String() != last.User.String() {
		return refusal(opClient, "redirect", "it names a user (RFC 9110, 4.2.4)")
	}
	next.Header.Del("Referer")
	first := originOf(via[0].URL)
	elsewhere := originOf(next.URL) != first
	for _, r := range via[1:] {
		elsewhere = elsewhere || originOf(r.URL) != first
	}
	if !elsewhere {
		return nil
	}
	if next.URL.User != nil {
		return refusal(opClient, "redirect", "it names a user (RFC 9110, 4.2.4)")
	}
	if next.Body != nil && next.Body != http.NoBody {
		next.Body.Close()
		return refusal(opClient, "redirect", "it would carry the body to another origin")
	}
	for name := range next.Header {
		if !travels[name] {
			delete(next.Header, name)
		}
	}
	return nil
}

// travels are the fields that a redirect carries to another origin. The caller set them,
// and they say which answer is wanted. All others may be credentials.
var travels = map[string]bool{
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
