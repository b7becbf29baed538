package httpguard

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"syscall"
	"time"
)

// maxHeader is the most octets of header fields that a part reads.
const maxHeader = 64 << 10

// A control is the field Control of a net.Dialer, such as guard.Gate.Control.
type control func(network, address string, c syscall.RawConn) error

// newTransport returns a Transport that waits for each step at most as long as patience.
// It asks no proxy of the environment, since only the address of the proxy would be checked.
func newTransport(check control, patience time.Duration) *http.Transport {
	dialer := &net.Dialer{Control: check, Timeout: patience}
	return &http.Transport{
		DialContext:            dialer.DialContext,
		TLSHandshakeTimeout:    patience,
		ResponseHeaderTimeout:  patience,
		ExpectContinueTimeout:  min(patience, time.Second),
		MaxResponseHeaderBytes: maxHeader,
		MaxIdleConns:           100,
		MaxIdleConnsPerHost:    10,
		IdleConnTimeout:        patience,
	}
}

// A bounded RoundTripper limits the body of each response: the time of each Read, and, if
// maxBody is not 0, the number of octets.
type bounded struct {
	next     http.RoundTripper
	op       string
	patience time.Duration
	maxBody  int64
}

func (b *bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(r.Context())
	response, err := b.next.RoundTrip(r.WithContext(ctx))
	if err != nil {
		cancel(nil)
		return nil, err
	}
	if response.StatusCode == http.StatusSwitchingProtocols {
		context.AfterFunc(r.Context(), func() { cancel(nil) }) // its body is a connection, without limits
		return response, nil
	}
	response.Body = &body{
		ReadCloser: response.Body,
		limits:     b,
		left:       b.maxBody,
		ctx:        ctx,
		cancel:     cancel,
	}
	return response, nil
}

// A body is the body of a response with limits.
type body struct {
	io.ReadCloser
	limits *bounded
	left   int64 // octets up to maxBody
	timer  *time.Timer
	ctx    context.Context
	cancel context.CancelCauseFunc
	err    error // of the first Read that failed
}

// errSilent is the cause for which a body is given up.
var errSilent = errors.New("httpguard: the other side sent no more in time")

func (b *body) Read(p []byte) (n int, err error) {
	if b.err != nil {
		return 0, b.err
	}
	limited := b.limits.maxBody > 0
	if limited && int64(len(p)) > b.left {
		p = p[:b.left+1] // one more octet than allowed tells whether the body ends there
	}
	if b.timer == nil {
		b.timer = time.AfterFunc(b.limits.patience, func() { b.cancel(errSilent) })
	} else {
		b.timer.Reset(b.limits.patience)
	}
	n, err = b.ReadCloser.Read(p)
	b.timer.Stop()
	if err != nil && err != io.EOF && context.Cause(b.ctx) == errSilent {
		err = errSilent
	}
	if limited && int64(n) > b.left {
		n, err = int(b.left), refusal(b.limits.op, "body", "it is longer than MaxBody")
	}
	b.left -= int64(n)
	b.err = err
	return n, err
}

func (b *body) Close() error {
	err := b.ReadCloser.Close()
	b.cancel(nil)
	return err
}
