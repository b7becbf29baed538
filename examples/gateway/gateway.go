package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"strings"
	"time"

	"example.com/uri"
	"example.com/uri/examples/internal/wire"
	"example.com/uri/guard"
)

// A Gateway is a forward proxy. It is safe for concurrent use.
type Gateway struct {
	Loopback bool          // may connect to loopback addresses
	Timeout  time.Duration // of connecting, and of each answer of ftp, gopher and nntp servers
	Log      *slog.Logger
}

// A status is an error with the HTTP status that tells the client of it.
type status struct {
	code int
	err  error
}

func (s status) Error() string { return s.err.Error() }
func (s status) Unwrap() error { return s.err }

// refused is the status of what the gateway will not fetch.
func refused(format string, args ...any) error {
	return status{http.StatusForbidden, fmt.Errorf(format, args...)}
}

func (g *Gateway) wire() *wire.Client { return &wire.Client{Loopback: g.Loopback, Timeout: g.Timeout} }

// ServeHTTP answers one request. What decides is the request-target
// (RFC 9112, 3.2), not what net/http made of it.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	u, err := g.target(r)
	if err == nil {
		err = g.fetch(w, r, u)
	}
	if err == nil {
		g.Log.Info("fetched", "method", r.Method, "uri", u)
		return
	}
	code := http.StatusBadGateway
	var s status
	var address *wire.AddressError
	switch {
	case errors.As(err, &s):
		code = s.code
	case errors.As(err, &address):
		code = http.StatusForbidden
	case errors.Is(err, wire.ErrNotFound):
		code = http.StatusNotFound
	case errors.Is(err, wire.ErrLogin):
		code = http.StatusUnauthorized
	}
	g.Log.Warn("not fetched", "method", r.Method, "uri", u, "status", code, "error", err)
	http.Error(w, err.Error(), code)
}

// target returns the URI that the request is for.
func (g *Gateway) target(r *http.Request) (uri.URI, error) {
	target, err := guard.ParseTarget(r.Method, r.RequestURI)
	if err != nil {
		return uri.URI{}, status{http.StatusBadRequest, err}
	}
	switch target.Form() {
	case guard.AuthorityForm:
		return target.Effective("", true)
	case guard.AbsoluteForm:
		return target.URI(), nil
	case guard.OriginForm:
		// The gateway's own space: what follows "/" is the URI.
		u, err := uri.Parse(strings.TrimPrefix(r.RequestURI, "/"))
		if err != nil || !u.IsAbsolute() {
			return uri.URI{}, status{http.StatusBadRequest, errors.New("gateway: an absolute URI is wanted behind the first /")}
		}
		return u, nil
	}
	return uri.URI{}, status{http.StatusBadRequest, errors.New("gateway: nothing to fetch")}
}

// fetch answers with what u names.
func (g *Gateway) fetch(w http.ResponseWriter, r *http.Request, u uri.URI) error {
	for f := range (guard.Auditor{}).Findings(u) {
		if f.Severity() == guard.Danger {
			return refused("gateway: %s at offset %d: %s (%s)", f.Component, f.Offset, f.Message(), f.Reference())
		}
	}
	if r.Method == http.MethodConnect {
		return g.connect(w, r, u)
	}
	x, err := uri.Interpret(u)
	if err != nil {
		return status{http.StatusBadRequest, err}
	}
	if _, ok := x.(uri.HTTP); !ok && r.Method != http.MethodGet && r.Method != http.MethodHead {
		return status{http.StatusMethodNotAllowed, fmt.Errorf("gateway: no %s for %s", r.Method, x.Scheme())}
	}
	p := page{w: w, u: u, prefix: prefix(r)}
	switch x := x.(type) {
	case uri.HTTP:
		return g.forward(w, r, u)
	case uri.FTP:
		return g.ftp(r.Context(), p, x)
	case uri.Gopher:
		return g.gopher(r.Context(), p, x)
	case uri.NNTP:
		return g.nntp(r.Context(), p, x)
	}
	return status{http.StatusNotImplemented, fmt.Errorf("gateway: does not speak %s", x.Scheme())}
}

// prefix is what links in pages begin with: "/" where the request was for the
// gateway's own space, so that the next one is too.
func prefix(r *http.Request) string {
	if strings.HasPrefix(r.RequestURI, "/") {
		return "/"
	}
	return ""
}

// forward passes an HTTP request on. net/http will parse the URI again, so both
// parsers must read the same in it.
func (g *Gateway) forward(w http.ResponseWriter, r *http.Request, u uri.URI) error {
	v, err := guard.ToURL(u.WithoutFragment())
	if err != nil {
		return status{http.StatusBadRequest, err}
	}
	var failed error
	proxy := httputil.ReverseProxy{
		Transport: &http.Transport{DialContext: g.wire().Dial, DisableKeepAlives: true},
		Rewrite: func(p *httputil.ProxyRequest) {
			p.Out.URL = v
			p.Out.Host = v.Host // the Host field that came in does not count (RFC 9112, 3.2.2)
		},
		ErrorHandler: func(_ http.ResponseWriter, _ *http.Request, err error) { failed = err },
		ErrorLog:     slog.NewLogLogger(g.Log.Handler(), slog.LevelDebug),
	}
	proxy.ServeHTTP(w, r)
	return failed
}

// connect makes a tunnel (RFC 9110, 9.3.6).
func (g *Gateway) connect(w http.ResponseWriter, r *http.Request, u uri.URI) error {
	h, err := uri.HTTPFrom(u)
	if err != nil {
		return status{http.StatusBadRequest, err}
	}
	server, err := g.wire().Dial(r.Context(), "tcp", h.Addr())
	if err != nil {
		return err
	}
	defer server.Close()
	client, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return err
	}
	defer client.Close()
	if _, err := io.WriteString(client, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return nil // the client is gone
	}
	up := make(chan struct{})
	go func() {
		defer close(up)
		io.Copy(server, buffered)
		server.(*net.TCPConn).CloseWrite()
	}()
	io.Copy(client, server)
	client.Close()
	<-up
	return nil
}
