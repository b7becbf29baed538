package httpguard

import (
	"bufio"
	"context"
	"io"
	"sync"
	"time"
)

// A tunnel is the server's end of two connections with bytes copied between them. It closes both
// silentSteps timeouts after the last byte, or one timeout after it if one side has ended its
// direction.
type tunnel struct {
	server  io.ReadWriteCloser
	half    func() error  // ends the client's direction of server
	timeout time.Duration // for one step
	silence *time.Timer

	mu     sync.Mutex
	client io.Closer // nil if it is not known yet
	ended  bool      // one side has ended its direction
	closed bool
}

// newTunnel returns a tunnel that ends with ctx.
func newTunnel(ctx context.Context, server io.ReadWriteCloser, timeout time.Duration) *tunnel {
	t := &tunnel{server: server, half: halfOf(server), timeout: timeout}
	t.silence = time.AfterFunc(silentSteps*timeout, func() { t.Close() })
	context.AfterFunc(ctx, func() { t.Close() })
	return t
}

// moved notes a transfer of bytes, or the end of a direction.
func (t *tunnel) moved(ended bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = t.ended || ended
	switch {
	case t.closed:
	case t.ended:
		t.silence.Reset(t.timeout)
	default:
		t.silence.Reset(silentSteps * t.timeout)
	}
}

func (t *tunnel) Read(b []byte) (int, error) {
	n, err := t.server.Read(b)
	t.moved(err != nil)
	return n, err
}

func (t *tunnel) Write(b []byte) (int, error) {
	n, err := t.server.Write(b)
	t.moved(err != nil)
	return n, err
}

// CloseWrite ends the client's direction.
func (t *tunnel) CloseWrite() error {
	t.moved(true)
	return t.half()
}

// halfOf returns a function that ends one direction of a connection, or returns an error if it cannot.
func halfOf(conn io.Writer) func() error {
	if half, ok := conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite
	}
	return func() error { return io.ErrClosedPipe }
}

// Close ends both connections.
func (t *tunnel) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	t.silence.Stop()
	if t.client != nil {
		t.client.Close()
	}
	return t.server.Close()
}

// carry copies bytes in both directions, until both have ended or one of them has failed. sent has
// the first bytes of the client.
func (t *tunnel) carry(client io.ReadWriteCloser, sent *bufio.Reader) {
	t.mu.Lock()
	t.client = client
	t.mu.Unlock()
	defer t.Close()
	done := make(chan error, 2)
	pass := func(to io.Writer, from io.Reader, half func() error) {
		_, err := io.Copy(to, from)
		if err == nil {
			err = half()
		}
		done <- err
	}
	go pass(t, io.MultiReader(io.LimitReader(sent, int64(sent.Buffered())), client), t.CloseWrite)
	go pass(client, t, halfOf(client))
	if <-done == nil {
		<-done
	}
}
