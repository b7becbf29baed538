package httpguard

import (
	"context"
	"crypto/tls"
	"net"
	"net/http/httptrace"
	"sync/atomic"
	"testing"
)

// TestWaitDrained checks that the hook waits for the connection under TLS too: it takes the sign that all
// bytes are read, and only of a connection that was used before.
func TestWaitDrained(t *testing.T) {
	for _, reused := range []bool{true, false} {
		for _, secure := range []bool{true, false} {
			c := &serverConn{drained: make(chan struct{}, 1)}
			c.setDrained()
			info := httptrace.GotConnInfo{Conn: c, Reused: reused}
			if secure {
				info.Conn = tls.Client(c, &tls.Config{})
			}
			var conn atomic.Pointer[net.Conn]
			waitDrained(context.Background(), &conn).GotConn(info)
			if taken := len(c.drained) == 0; taken != reused || conn.Load() == nil {
				t.Errorf("reused %v, TLS %v: taken %v, connected %v", reused, secure, taken, conn.Load() != nil)
			}
		}
	}
}
