// Package wire fetches over ftp and gopher what the typed structs of package uri
// say, from addresses that may be connected to.
package wire

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"syscall"
	"time"

	"example.com/uri/guard"
)

// A Client connects to servers. The zero value connects to public addresses
// alone and waits for ever. It may be used by many goroutines.
type Client struct {
	Loopback bool          // may connect to loopback addresses too
	Timeout  time.Duration // of connecting, and of each answer
}

// An AddressError says that an address may not be connected to.
type AddressError struct{ Addr netip.Addr }

func (e *AddressError) Error() string {
	return fmt.Sprintf("%v is not a public address (RFC 6890)", e.Addr)
}

// Dial connects to a server. The check is of the address that is dialled, after
// its name was resolved. The error wraps an [*AddressError] where that is why.
func (c *Client) Dial(ctx context.Context, network, addr string) (net.Conn, error) {
	dialer := net.Dialer{Timeout: c.Timeout, Control: func(_, addr string, _ syscall.RawConn) error {
		a, err := netip.ParseAddrPort(addr)
		if err != nil {
			return err
		}
		if ip := a.Addr(); !guard.IsPublic(ip) && !(c.Loopback && ip.Unmap().IsLoopback()) {
			return &AddressError{ip}
		}
		return nil
	}}
	return dialer.DialContext(ctx, network, addr)
}

// Converse is Dial for a protocol of lines: the connection ends with ctx, and
// no answer takes longer than the timeout.
func (c *Client) Converse(ctx context.Context, addr string) (net.Conn, error) {
	conn, err := c.Dial(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	return &lineConn{conn, c.Timeout, stop}, nil
}

// A lineConn sets a deadline for each read and write.
type lineConn struct {
	net.Conn
	timeout time.Duration
	stop    func() bool
}

func (c *lineConn) deadline() time.Time {
	if c.timeout == 0 {
		return time.Time{}
	}
	return time.Now().Add(c.timeout)
}

func (c *lineConn) Read(b []byte) (int, error) {
	c.SetReadDeadline(c.deadline())
	return c.Conn.Read(b)
}

func (c *lineConn) Write(b []byte) (int, error) {
	c.SetWriteDeadline(c.deadline())
	return c.Conn.Write(b)
}

func (c *lineConn) Close() error {
	c.stop()
	return c.Conn.Close()
}
