package httpguard

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"os"
	"sync/atomic"
	"syscall"
	"time"
)

// maxHeader is how many bytes of header fields are read.
const maxHeader = 64 << 10

// newTransport returns a Transport with this timeout for each step of a server, except
// for the body of a response: see stepBody. It ignores the proxies of the environment,
// because only the address of the proxy would be checked.
func newTransport(check func(network, address string, c syscall.RawConn) error, timeout time.Duration) *http.Transport {
	dialer := &net.Dialer{Control: check, Timeout: timeout}
	return &http.Transport{
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := dialer.DialContext(ctx, network, address)
			if err != nil {
				return nil, err
			}
			return &serverConn{Conn: conn, timeout: timeout, drained: make(chan struct{}, 1)}, nil
		},
		TLSHandshakeTimeout:    timeout,
		ResponseHeaderTimeout:  timeout, // it begins when the request is written
		ExpectContinueTimeout:  min(timeout, time.Second),
		MaxResponseHeaderBytes: maxHeader,
		MaxIdleConns:           100,
		MaxIdleConnsPerHost:    10,
		IdleConnTimeout:        timeout,
		DisableCompression:     true,
	}
}

// A serverConn is a connection to a server. A Write fails if the server takes nothing within timeout.
type serverConn struct {
	net.Conn
	timeout time.Duration
	end     time.Time     // the deadline of a Write
	drained chan struct{} // holds one element while a Read waits for bytes, and after Close
}

// Write sets the deadline a bit later than needed, so that the next Writes need not set it.
// To set it takes a twentieth of the time of a short request. The Transport and package
// tls never write at the same time.
func (c *serverConn) Write(b []byte) (int, error) {
	if now := time.Now(); c.end.Sub(now) < c.timeout {
		c.end = now.Add(c.timeout + c.timeout/64)
		if err := c.SetWriteDeadline(c.end); err != nil {
			return 0, err
		}
	}
	return c.Conn.Write(b)
}

func (c *serverConn) Read(b []byte) (int, error) {
	c.setDrained()
	n, err := c.Conn.Read(b)
	if err == nil {
		select {
		case <-c.drained:
		default:
		}
	}
	return n, err
}

func (c *serverConn) Close() error {
	c.setDrained()
	return c.Conn.Close()
}

// setDrained notes that all received bytes are read.
func (c *serverConn) setDrained() {
	select {
	case c.drained <- struct{}{}:
	default:
	}
}

// CloseWrite ends one direction of a connection after a switch of protocols.
func (c *serverConn) CloseWrite() error {
	if half, ok := c.Conn.(*net.TCPConn); ok {
		return half.CloseWrite()
	}
	return c.Close()
}

// waitDrained returns a hook to delay a request until the Transport has read all
// earlier bytes of the connection. If they are more than the response to the last
// request, the Transport then finds the rest and closes the connection. Without the
// hook the rest could become the response to this request.
//
// The Transport reads ahead on an idle connection, so drained is set again for each request.
// The hook also notes the connection.
func waitDrained(ctx context.Context, got *atomic.Pointer[net.Conn]) *httptrace.ClientTrace {
	return &httptrace.ClientTrace{GotConn: func(info httptrace.GotConnInfo) {
		got.Store(&info.Conn)
		conn := info.Conn
		if secure, ok := conn.(*tls.Conn); ok {
			conn = secure.NetConn()
		}
		if c, ok := conn.(*serverConn); ok && info.Reused {
			select {
			case <-c.drained:
			case <-ctx.Done():
			}
		}
	}}
}

// A stepBody is the body of a response. A Read longer than timeout cancels the exchange.
type stepBody struct {
	io.ReadCloser
	op      string          // of its errors
	ctx     context.Context // of the exchange
	timeout time.Duration
	cancel  func()
	timer   *time.Timer
	late    atomic.Bool
}

func (b *stepBody) Read(p []byte) (int, error) {
	if b.timer == nil {
		b.timer = time.AfterFunc(b.timeout, func() {
			b.late.Store(true)
			b.cancel()
		})
	} else {
		b.timer.Reset(b.timeout)
	}
	n, err := b.ReadCloser.Read(p)
	b.timer.Stop()
	switch {
	case err == nil || err == io.EOF:
	case b.late.Load():
		err = os.ErrDeadlineExceeded
	default:
		if err = unquoted(b.op, err); b.ctx.Err() != nil {
			err = context.Cause(b.ctx)
		}
	}
	return n, err
}
