package httpguard

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/http/httptrace"
	"runtime"
	"sync/atomic"
	"syscall"
	"time"
)

// maxHeader is the most octets of header fields that a part reads.
const maxHeader = 64 << 10

// A control is the field Control of a net.Dialer. guard.Gate.Control is
// one.
type control func(network, address string, c syscall.RawConn) error

// newTransport returns a Transport that waits for each step at most as long as patience.
// It asks no proxy of the environment, since only the address of the proxy would be checked.
func newTransport(check control, patience time.Duration) *http.Transport {
	dialer := &net.Dialer{Control: check, Timeout: patience}
	return &http.Transport{
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := dialer.DialContext(ctx, network, address)
			if err != nil {
				return nil, err
			}
			return &patient{Conn: conn, patience: patience, made: time.Now()}, nil
		},
		TLSHandshakeTimeout:    patience,
		ExpectContinueTimeout:  min(patience, time.Second),
		MaxResponseHeaderBytes: maxHeader,
		MaxIdleConns:           100,
		MaxIdleConnsPerHost:    10,
		IdleConnTimeout:        patience / 2, // before the connection gives up
	}
}

// A patient connection fails if nothing moves for a time, in either direction: then the
// other side does not answer, does not send the next bytes, or reads nothing.
type patient struct {
	net.Conn
	patience time.Duration
	made     time.Time
	end      atomic.Int64 // the deadline, as a time.Duration since made
	drained  atomic.Bool  // a Read waits for bytes, or no more come
}

func (c *patient) Read(b []byte) (int, error) {
	if err := c.renew(); err != nil {
		return 0, err
	}
	c.drained.Store(true)
	n, err := c.Conn.Read(b)
	if err == nil {
		c.drained.Store(false)
	}
	return n, err
}

func (c *patient) Close() error {
	c.drained.Store(true)
	return c.Conn.Close()
}

// settle lets a request wait until the Transport has read all that came on the connection
// that it uses again. If the server sent more than one response to the last request, the
// Transport finds the rest and closes the connection. Without settle the rest could become
// the answer to this request.
func settle(info httptrace.GotConnInfo) {
	conn := info.Conn
	if secure, ok := conn.(*tls.Conn); ok {
		conn = secure.NetConn()
	}
	c, ok := conn.(*patient)
	if !ok || !info.Reused {
		return
	}
	for begin := time.Now(); !c.drained.Load() && time.Since(begin) < c.patience; {
		runtime.Gosched()
	}
}

// Write also gives a Read that waits for the answer more time.
func (c *patient) Write(b []byte) (int, error) {
	if err := c.renew(); err != nil {
		return 0, err
	}
	return c.Conn.Write(b)
}

// renew sets the deadline if less than patience is left. It sets it a bit later, because a
// deadline for each Read and Write takes a thirtieth of a short request.
func (c *patient) renew() error {
	now := time.Since(c.made)
	if time.Duration(c.end.Load())-now >= c.patience {
		return nil
	}
	end := now + c.patience + c.patience/64
	c.end.Store(int64(end))
	return c.SetDeadline(c.made.Add(end))
}
