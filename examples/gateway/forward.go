package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httputil"
	"strconv"
	"strings"

	"example.com/uri"
	"example.com/uri/examples/internal/wire"
	"example.com/uri/guard"
)

// pseudonym is the name of the gateway in Via (RFC 9110, 7.6.3).
const pseudonym = "uri-gateway"

// maxForwards is the largest value of Max-Forwards that the gateway sends.
const maxForwards = 100

// forward forwards an HTTP request. net/http will parse the URI again, so both parsers
// must agree on it.
func (g *Gateway) forward(w *client, r *http.Request, u uri.URI) error {
	v, err := guard.ToURL(u.WithoutFragment())
	if err != nil {
		return status{http.StatusBadRequest, err}
	}
	if _, ok := u.Query(); r.Method == http.MethodOptions && u.Path() == "" && !ok {
		v.Path, v.Opaque = "", "*" // RFC 9112, 3.2.4
	}
	forwards, limited, err := forwardsLeft(r)
	if err != nil {
		return status{http.StatusBadRequest, err}
	}
	if limited && forwards == 0 {
		return answerLast(w, r)
	}
	var failed error
	proxy := httputil.ReverseProxy{
		Transport: &http.Transport{
			DialContext:            g.wire().Dial,
			TLSHandshakeTimeout:    g.Limits.Connect,
			ResponseHeaderTimeout:  g.Limits.Header,
			MaxResponseHeaderBytes: maxHeader,
			DisableKeepAlives:      true,
			DisableCompression:     true, // adds no Accept-Encoding
		},
		Rewrite: func(p *httputil.ProxyRequest) {
			p.Out.URL = v
			p.Out.Host = v.Host // the Host field that came in does not count (RFC 9112, 3.2.2)
			p.Out.Trailer = nil
			if limited {
				p.Out.Header.Set("Max-Forwards", strconv.FormatUint(min(forwards-1, maxForwards), 10))
			}
			for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"} {
				// ReverseProxy removes these for servers that trust them. A
				// forward proxy passes fields on that it does not know.
				if values, ok := p.In.Header[name]; ok {
					p.Out.Header[name] = values
				}
			}
			removeHopByHop(p.Out.Header) // those that ReverseProxy keeps: no protocol is switched to
			p.Out.Header.Add("Via", fmt.Sprintf("%d.%d %s", p.In.ProtoMajor, p.In.ProtoMinor, pseudonym))
		},
		ModifyResponse: func(answer *http.Response) error {
			if answer.StatusCode == http.StatusSwitchingProtocols {
				return errors.New("gateway: the server switches protocols unasked")
			}
			answer.Header.Add("Via", fmt.Sprintf("%d.%d %s", answer.ProtoMajor, answer.ProtoMinor, pseudonym))
			return nil
		},
		ErrorHandler: func(_ http.ResponseWriter, _ *http.Request, err error) { failed = err },
		ErrorLog:     slog.NewLogLogger(g.Log.With("uri", wire.Clip(u.Redacted(), maxLog)).Handler(), slog.LevelWarn),
	}
	proxy.ServeHTTP(w, r)
	return failed
}

// removeHopByHop removes the fields that concern only one connection: those that
// Connection names, Connection itself, and those that RFC 9110, 7.6.1 lists.
//
// NOTE: net/http removes Connection from an HTTP/1.1 answer if it holds "close", so the
// other fields that it named are unknown, and are forwarded.
func removeHopByHop(h http.Header) {
	for _, value := range h["Connection"] {
		for name := range strings.SplitSeq(value, ",") {
			h.Del(strings.TrimSpace(name))
		}
	}
	for _, name := range []string{"Connection", "Proxy-Connection", "Keep-Alive", "Te", "Transfer-Encoding", "Upgrade"} {
		h.Del(name)
	}
}

// forwardsLeft returns the value of Max-Forwards, and whether it limits a
// request with this method (RFC 9110, 7.6.2).
func forwardsLeft(r *http.Request) (left uint64, limited bool, err error) {
	values := r.Header["Max-Forwards"]
	if r.Method != http.MethodTrace && r.Method != http.MethodOptions || len(values) == 0 {
		return 0, false, nil
	}
	if len(values) > 1 || values[0] == "" || strings.Trim(values[0], "0123456789") != "" {
		return 0, false, errors.New("gateway: Max-Forwards is not one number (RFC 9110, 7.6.2)")
	}
	left, err = strconv.ParseUint(values[0], 10, 64)
	if errors.Is(err, strconv.ErrRange) {
		return maxForwards + 1, true, nil
	}
	return left, true, err
}

// answerLast answers a TRACE or OPTIONS that may not be forwarded as its final
// recipient (RFC 9110, 7.6.2). A TRACE gets its request back without the fields that
// may contain secrets (9.3.8).
func answerLast(w http.ResponseWriter, r *http.Request) error {
	var message bytes.Buffer
	if r.Method == http.MethodTrace {
		fmt.Fprintf(&message, "%s %s %s\r\nHost: %s\r\n", r.Method, r.RequestURI, r.Proto, r.Host)
		secrets := map[string]bool{"Authorization": true, "Proxy-Authorization": true, "Cookie": true}
		if err := r.Header.WriteSubset(&message, secrets); err != nil {
			return err
		}
		message.WriteString("\r\n")
		w.Header().Set("Content-Type", "message/http")
		w.Header().Set("X-Content-Type-Options", "nosniff")
	}
	w.Header().Set("Content-Length", strconv.Itoa(message.Len()))
	if _, err := w.Write(message.Bytes()); err != nil {
		return cutOff{err}
	}
	return nil
}

// connect makes a tunnel (RFC 9110, 9.3.6). It ends when one side closes it, or when
// nothing was sent in either direction for the time idle.
func (g *Gateway) connect(w *client, r *http.Request, u uri.URI) error {
	h, err := uri.HTTPFrom(u)
	if err != nil {
		return status{http.StatusBadRequest, err}
	}
	server, err := g.wire().ConverseWith(r.Context(), h)
	if err != nil {
		return err
	}
	defer server.Close()
	conn, buffered, err := w.control.Hijack()
	if err != nil {
		return err
	}
	near := wire.Timed(conn, g.Limits.Idle)
	defer near.Close()
	if _, err := io.WriteString(near, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return cutOff{err}
	}
	early, err := buffered.Reader.Peek(buffered.Reader.Buffered()) // bytes that the client sent already
	if err != nil {
		return cutOff{err}
	}
	up := make(chan struct{})
	go func() {
		defer close(up)
		io.Copy(server, io.MultiReader(bytes.NewReader(early), near))
		wire.CloseWrite(server)
	}()
	io.Copy(near, server)
	near.Close()
	<-up
	return nil
}
