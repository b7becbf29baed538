package httpguard_test

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
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

// long is the timeout of tests in which no side is slow, and short of those in which one is
// too slow. A busy machine may need seconds for what takes a millisecond.
const long, short = 2 * time.Minute, 50 * time.Millisecond

// TestMain lets many tests run at the same time: those that are parallel wait, and do not
// compute.
func TestMain(m *testing.M) {
	flag.Set("test.parallel", "32")
	os.Exit(m.Run())
}

// retry calls try with longer and longer times for one step, until this machine is fast
// enough for one of them.
func retry(t *testing.T, try func(timeout time.Duration) error) {
	t.Helper()
	var err error
	for timeout := short / 2; timeout <= 128*short; timeout *= 4 {
		if err = try(timeout); err == nil {
			return
		}
	}
	t.Error(err)
}

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

// made returns the handler of a ReverseProxy or a ForwardProxy.
func made(t testing.TB, p interface{ Handler() (http.Handler, error) }) http.Handler {
	t.Helper()
	h, err := p.Handler()
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// start starts a Server, and returns its address.
func start(t *testing.T, handler http.Handler, timeout time.Duration) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := httpguard.NewServer(handler, timeout)
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

// closing starts a server without limits that tells when a connection to it is closed.
func closing(t *testing.T, handler http.HandlerFunc) (url string, closed chan bool) {
	t.Helper()
	closed = make(chan bool, 100)
	s := httptest.NewUnstartedServer(handler)
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateClosed {
			closed <- true
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	return s.URL, closed
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
