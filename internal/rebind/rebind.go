// Package rebind lets tests play the name server of an attacker.
package rebind

import (
	"context"
	"net"
	"slices"
	"testing"
)

// Names makes every name resolve to this machine until t ends, as an attacker's name server does.
func Names(t testing.TB) {
	t.Helper()
	udp, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	before := net.DefaultResolver
	t.Cleanup(func() { udp.Close(); net.DefaultResolver = before })
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", udp.LocalAddr().String())
	}}
	go func() {
		b := make([]byte, 512)
		for {
			n, from, err := udp.ReadFrom(b)
			if err != nil {
				return
			}
			end := 12 // of the name
			for end < n && b[end] != 0 {
				end += 1 + int(b[end])
			}
			if end+5 > n {
				continue
			}
			answer := slices.Clone(b[:end+5])
			copy(answer[2:12], []byte{0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0})
			if b[end+2] == 1 { // the type A
				answer[7] = 1
				answer = append(answer, 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1)
			}
			udp.WriteTo(answer, from)
		}
	}()
}
