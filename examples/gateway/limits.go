package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"
)

// Limits are the longest times that the phases of a request may take.
type Limits struct {
	Connect time.Duration // to connect to a server, name resolution included
	Header  time.Duration // to receive the header fields of a request, and of an answer
	Idle    time.Duration // without an octet, in a body, a dialogue, a tunnel, and between two requests
	Whole   time.Duration // for all of a request and its answer, or a tunnel
}

const (
	// maxHeader is the size in octets of the largest header section that is
	// read, of requests and of answers.
	maxHeader = 64 << 10
	// maxList is the size in octets of the longest menu or list that is read.
	maxList = 2 << 20
	// maxInterim is how many interim (1xx) responses one answer may have.
	maxInterim = 10
	// garbage is for debug.SetGCPercent. With 25 the runtime collects when 1 MiB
	// was allocated, with its default of 100 when 4 MiB were.
	garbage = 25
	// maxLog is the length in octets of the longest value in a line of the log,
	// and of the longest error that a client is sent.
	maxLog = 1 << 10
)

// errInterim is the error for an answer with too many interim responses.
var errInterim = errors.New("gateway: too many interim responses")

// A client is the other end of a request. It writes the answer, and fails if the client
// reads nothing of it for the time idle.
type client struct {
	http.ResponseWriter
	control *http.ResponseController
	idle    time.Duration
	interim int                     // how many interim responses were sent
	cancel  context.CancelCauseFunc // of the request
}

// Unwrap is for [http.ResponseController].
func (c *client) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// WriteHeader sends an interim response, without the fields that concern one
// connection, or begins the answer.
func (c *client) WriteHeader(code int) {
	if code/100 == 1 {
		if c.interim++; c.interim > maxInterim {
			c.cancel(errInterim)
			return
		}
		removeHopByHop(c.Header())
	}
	c.control.SetWriteDeadline(time.Now().Add(c.idle))
	c.ResponseWriter.WriteHeader(code)
}

func (c *client) Write(b []byte) (int, error) {
	if err := c.control.SetWriteDeadline(time.Now().Add(c.idle)); err != nil {
		return 0, err
	}
	return c.ResponseWriter.Write(b)
}

// A body is the body of a request. Reading it fails if the client sends nothing for the
// time idle.
type body struct {
	io.ReadCloser
	control *http.ResponseController
	idle    time.Duration
}

func (b *body) Read(p []byte) (int, error) {
	if err := b.control.SetReadDeadline(time.Now().Add(b.idle)); err != nil {
		return 0, err
	}
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF {
		// From here on net/http reads to see whether the client closes the connection,
		// and the client may send nothing.
		b.control.SetReadDeadline(time.Time{})
	}
	return n, err
}

// Server returns a server of the gateway with its limits.
func (g *Gateway) Server() *http.Server {
	return &http.Server{
		Handler:           g,
		ReadHeaderTimeout: g.Limits.Header,
		IdleTimeout:       g.Limits.Idle,
		MaxHeaderBytes:    maxHeader,
	}
}
