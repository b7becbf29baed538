package httpguard_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"example.com/uri/guard"
	"example.com/uri/guard/httpguard"
)

// loopback is for the servers of the tests, which are on this machine.
var loopback = guard.Gate{
	Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")},
	Ports: func(uint16) bool { return true },
}

// long is the patience of tests in which no side is slow, short of those in which one is
// too slow, and medium of those in which one is nearly so.
const long, medium, short = 20 * time.Second, time.Second, 50 * time.Millisecond

// hosts returns a list.
func hosts(t *testing.T, list string) guard.Hosts {
	t.Helper()
	h, err := guard.ParseHosts(list)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// origins returns a list.
func origins(t *testing.T, list string) guard.Origins {
	t.Helper()
	o, err := guard.ParseOrigins(list)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// start starts a Server, and returns its address.
func start(t *testing.T, handler http.Handler, patience time.Duration) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := httpguard.Server(handler, patience)
	s.ErrorLog = log.New(io.Discard, "", 0)
	go s.Serve(listener)
	t.Cleanup(func() { s.Close() })
	return listener.Addr().String()
}

// backend starts a server without limits, and returns its URL.
func backend(t *testing.T, handler http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	return s.URL
}

// rebind makes every name resolve to this machine, as the second answer of an attacker's
// name server does.
func rebind(t *testing.T) {
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
			answer := append([]byte{}, b[:end+5]...)
			isA := b[end+2] == 1
			copy(answer[2:12], []byte{0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0})
			if isA {
				answer[7] = 1
				answer = append(answer, 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1)
			}
			udp.WriteTo(answer, from)
		}
	}()
}

// ask sends a request with this target as it is, with other fields, and returns the
// status and the body.
func ask(t *testing.T, address, method, target, host string, fields ...string) string {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: %s\r\n%s\r\n", method, target, host, strings.Join(append(fields, "Connection: close", ""), "\r\n"))
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return err.Error()
	}
	defer response.Body.Close()
	b, err := io.ReadAll(response.Body)
	if err != nil {
		return err.Error()
	}
	return strings.TrimSpace(fmt.Sprint(response.StatusCode, " ", string(b)))
}
