// Package wire fetches the ftp, gopher and nntp structs of package uri, from the addresses of
// a gate. It keeps at most one line or one reply of a server in memory, both of bounded
// length.
package wire

import (
	"context"
	"errors"
	"net"
	"time"

	"example.com/uri/guard"
)

// A Client connects to servers. The zero value connects only to public addresses, to no
// bad port of [guard.Gate], and waits for ever. It may be used by many goroutines.
type Client struct {
	Gate    guard.Gate
	Connect time.Duration // the longest time to connect, name resolution included
	Idle    time.Duration // the longest time without a byte either way
}

// Dial connects to a server. The address is checked after its name was resolved. The
// error wraps a [*guard.Error] if the address is refused.
func (c *Client) Dial(ctx context.Context, network, addr string) (net.Conn, error) {
	dialer := net.Dialer{Timeout: c.Connect, Control: c.Gate.Control}
	conn, err := dialer.DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	return timed(conn, c.Idle), nil
}

// Converse is Dial, but the connection ends with ctx.
func (c *Client) Converse(ctx context.Context, addr string) (net.Conn, error) {
	conn, err := c.Dial(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	return &boundConn{conn, context.AfterFunc(ctx, func() { conn.Close() })}, nil
}

// A boundConn is closed when a context ends.
type boundConn struct {
	net.Conn
	stop func() bool
}

func (c *boundConn) Close() error {
	c.stop()
	return c.Conn.Close()
}

// A Target has the host and port to connect to, as the structs of package uri have.
type Target interface{ HostPort() (string, bool) }

// ConverseWith is Converse with the server of x.
func (c *Client) ConverseWith(ctx context.Context, x Target) (net.Conn, error) {
	addr, ok := x.HostPort()
	if !ok {
		return nil, errors.New("wire: no host to connect to")
	}
	return c.Converse(ctx, addr)
}

// timed returns conn with a limit: its reads and writes fail if no byte was sent in
// either direction for the time idle. 0 is no limit.
func timed(conn net.Conn, idle time.Duration) net.Conn {
	if idle == 0 {
		return conn
	}
	return &timedConn{conn, idle}
}

// A timedConn extends the deadline of both directions with each read and write. So a server
// does not count as silent during a long upload.
type timedConn struct {
	net.Conn
	idle time.Duration
}

func (c *timedConn) Read(b []byte) (int, error) {
	if err := c.SetDeadline(time.Now().Add(c.idle)); err != nil {
		return 0, err
	}
	return c.Conn.Read(b)
}

func (c *timedConn) Write(b []byte) (int, error) {
	if err := c.SetDeadline(time.Now().Add(c.idle)); err != nil {
		return 0, err
	}
	return c.Conn.Write(b)
}
