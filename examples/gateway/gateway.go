package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"example.com/uri"
	"example.com/uri/examples/internal/wire"
	"example.com/uri/guard"
	"example.com/uri/guard/httpguard"
)

const (
	// maxList is the size in bytes of the longest menu or list.
	maxList = 2 << 20
	// maxLog is the length in bytes of the longest value in a line of the log,
	// and of the longest error that a client is sent.
	maxLog = 1 << 10
)

// A Gateway is a forward proxy. It is safe for concurrent use.
type Gateway struct {
	Gate        guard.Gate    // the addresses that it may fetch from
	Hosts       guard.Hosts   // the hosts for http, and for CONNECT the entries with a port
	StepTimeout time.Duration // for one step of a server or a client; not 0
	Log         *slog.Logger

	forward http.Handler // for http and CONNECT
}

// Server returns a server of the gateway with its limits, or an error if the configuration is wrong.
func (g *Gateway) Server() (*http.Server, error) {
	forward, err := httpguard.ForwardProxy{Gate: g.Gate, Hosts: g.Hosts, StepTimeout: g.StepTimeout}.Handler()
	if err != nil {
		return nil, err
	}
	served := *g
	served.forward = forward
	s := httpguard.NewServer(&served, g.StepTimeout)
	s.DisableGeneralOptionsHandler = false // "OPTIONS *" asks for nothing to fetch
	s.ErrorLog = slog.NewLogLogger(g.Log.Handler(), slog.LevelWarn)
	return s, nil
}

// A status is an error with the HTTP status for the client.
type status struct {
	code int
	err  error
}

func (s status) Error() string { return s.err.Error() }
func (s status) Unwrap() error { return s.err }

// refused returns the status for a request that the gateway refuses.
func refused(format string, args ...any) error {
	return status{http.StatusForbidden, fmt.Errorf(format, args...)}
}

// A cutOff is an error after the answer began. The gateway closes the connection, or the
// client would take half an answer for a complete one.
type cutOff struct{ err error }

func (c cutOff) Error() string { return "the answer was cut off: " + c.err.Error() }
func (c cutOff) Unwrap() error { return c.err }

// code is the HTTP status for an error.
func code(err error) int {
	var s status
	var gate *guard.Error
	var timeout net.Error
	switch {
	case errors.As(err, &s):
		return s.code
	case errors.As(err, &gate):
		return http.StatusForbidden
	case errors.Is(err, wire.ErrNotFound):
		return http.StatusNotFound
	case errors.Is(err, wire.ErrLogin):
		return http.StatusUnauthorized
	case errors.As(err, &timeout) && timeout.Timeout():
		return http.StatusGatewayTimeout
	}
	return http.StatusBadGateway
}

func (g *Gateway) wire() *wire.Client {
	return &wire.Client{Gate: g.Gate, Connect: g.StepTimeout, Idle: g.StepTimeout}
}

// An answer remembers its status for the log.
type answer struct {
	http.ResponseWriter
	status int
}

func (a *answer) WriteHeader(status int) {
	a.status = status
	a.ResponseWriter.WriteHeader(status)
}

// Unwrap is for [http.ResponseController].
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// ServeHTTP answers one request. It reads the request-target (RFC 9112, 3.2) itself and
// does not use the URL of net/http.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, stop := context.WithTimeout(r.Context(), 30*g.StepTimeout) // as a ForwardProxy and a server of NewServer do
	defer stop()
	a := &answer{ResponseWriter: w}
	u, err := target(r)
	log := g.Log.With("method", wire.Clip(r.Method, maxLog), "uri", wire.Clip(u.Redacted(), maxLog))
	if err == nil {
		err = g.fetch(a, r.WithContext(ctx), u, log)
	}
	if err == nil {
		return
	}
	if ctx.Err() != nil && !errors.As(err, new(cutOff)) {
		err = ctx.Err() // and not the effect on the connections
	}
	text := wire.Clip(err.Error(), maxLog)
	if errors.As(err, new(cutOff)) {
		log.Warn("cut off", "error", text)
		panic(http.ErrAbortHandler)
	}
	log.Warn("not fetched", "status", code(err), "error", text)
	http.Error(w, text, code(err))
}

// target returns the requested URI.
func target(r *http.Request) (uri.URI, error) {
	t, err := guard.ParseTarget(r.Method, r.RequestURI)
	if err != nil {
		return uri.URI{}, status{http.StatusBadRequest, err}
	}
	switch t.Form() {
	case guard.FormAuthority:
		return t.Effective("", true)
	case guard.FormAbsolute:
		return t.URI(), nil
	case guard.FormOrigin:
		return ownTarget(r, t)
	}
	return uri.URI{}, status{http.StatusBadRequest, errors.New("gateway: nothing to fetch")}
}

// fetch answers with the resource u.
func (g *Gateway) fetch(a *answer, r *http.Request, u uri.URI, log *slog.Logger) error {
	if err := wire.Check(g.Gate, u); err != nil {
		return err
	}
	x, err := uri.Interpret(u)
	if err != nil {
		return status{http.StatusBadRequest, err}
	}
	if _, ok := x.(uri.HTTP); ok { // CONNECT too
		defer func() { log.Info("forwarded", "status", a.status) }() // also if it is cut off
		g.forward.ServeHTTP(a, r)
		return nil
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return status{http.StatusMethodNotAllowed, fmt.Errorf("gateway: no %s for %s", r.Method, x.Scheme())}
	}
	p := newPage(a, r, u)
	switch x := x.(type) {
	case uri.FTP:
		err = g.ftp(r.Context(), p, x)
	case uri.Gopher:
		err = g.gopher(r.Context(), p, x)
	case uri.NNTP:
		err = g.nntp(r.Context(), p, x)
	default:
		return status{http.StatusNotImplemented, fmt.Errorf("gateway: does not speak %s", x.Scheme())}
	}
	if err == nil {
		log.Info("fetched")
	}
	return err
}

// inOwnSpace reports whether the request is for the gateway's own space: its request-target
// is "/" and a URI.
func inOwnSpace(r *http.Request) bool { return strings.HasPrefix(r.RequestURI, "/") }

// ownTarget returns the URI after the first "/" of an origin-form.
//
// For a browser this space is one origin, although its pages are from many servers. So
// it does not include http: browsers would send the cookies of one server to another. It
// refuses a name in the Host field other than localhost: an attacker could let his name
// resolve to the gateway, and his pages could read the answers. And it serves only
// documents to browsers, no images, frames or scripts of another page.
func ownTarget(r *http.Request, t guard.Target) (uri.URI, error) {
	space, err := t.Effective(r.Host, false)
	if err != nil {
		return uri.URI{}, status{http.StatusBadRequest, err}
	}
	host, _ := space.Host()
	if _, literal := space.Addr(); !literal && !strings.EqualFold(host, "localhost") {
		return uri.URI{}, status{http.StatusMisdirectedRequest, errors.New("gateway: ask for it by its IP address or as localhost")}
	}
	if as := r.Header.Get("Sec-Fetch-Dest"); as != "" && as != "document" {
		return uri.URI{}, refused("gateway: no page may embed what is here")
	}
	u, _ := uri.Parse(strings.TrimPrefix(r.RequestURI, "/"))
	if !u.IsAbsolute() { // also after an error
		return uri.URI{}, status{http.StatusBadRequest, errors.New("gateway: an absolute URI must follow the first /")}
	}
	switch strings.ToLower(u.Scheme()) {
	case "http", "https":
		return uri.URI{}, refused("gateway: %s is not in its own space; use it as a proxy", u.Scheme())
	}
	return u, nil
}
