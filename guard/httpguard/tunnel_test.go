package httpguard_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/guard/httpguard"
)

// switching starts a server that switches to every protocol, and gives the connection to serve.
func switching(t *testing.T, serve func(conn net.Conn, in *bufio.Reader)) string {
	return backend(t, func(w http.ResponseWriter, r *http.Request) {
		conn, b, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer conn.Close()
		fmt.Fprintf(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: %s\r\n\r\n", r.Header.Get("Upgrade"))
		serve(conn, b.Reader)
	})
}

// tunnels starts a proxy of each kind in front of site, with this timeout for one step. A function of the
// result opens a connection to site: by an upgrade, or by CONNECT and an upgrade.
func tunnels(t *testing.T, site string, step time.Duration) map[string]func() (net.Conn, *bufio.Reader, error) {
	host := strings.TrimPrefix(site, "http://")
	reverse := start(t, made(t, httpguard.ReverseProxy{Hosts: hosts(t, "=proxy.example"), Routes: guard.Routes{{From: "/", To: uri.MustParse(site)}}, StepTimeout: step, Upgrades: true}), long)
	forward := start(t, made(t, httpguard.ForwardProxy{Gate: loopback, Hosts: hosts(t, host), StepTimeout: step}), long)
	const upgrade = "GET / HTTP/1.1\r\nHost: proxy.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
	open := func(address string, requests ...string) (net.Conn, *bufio.Reader, error) {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			return nil, nil, err
		}
		conn.SetDeadline(time.Now().Add(long)) // a tunnel that does not end fails the test
		in := bufio.NewReader(conn)
		for _, request := range requests {
			io.WriteString(conn, request)
			response, err := http.ReadResponse(in, &http.Request{Method: strings.Fields(request)[0]})
			if err != nil || response.StatusCode != 101 && response.StatusCode != 200 {
				return nil, nil, fmt.Errorf("%v, %v", response, err)
			}
		}
		return conn, in, nil
	}
	return map[string]func() (net.Conn, *bufio.Reader, error){
		"Proxy": func() (net.Conn, *bufio.Reader, error) { return open(reverse, upgrade) },
		"Forward": func() (net.Conn, *bufio.Reader, error) {
			return open(forward, "CONNECT "+host+" HTTP/1.1\r\nHost: "+host+"\r\n\r\n", upgrade)
		},
	}
}

// held returns how many goroutines and descriptors this process has.
func held() (n [2]int) {
	n[0] = runtime.NumGoroutine()
	if files, err := os.ReadDir("/proc/self/fd"); err == nil {
		n[1] = len(files)
	}
	return n
}

// fallsTo waits until this process has at most these goroutines and descriptors.
func fallsTo(most [2]int) error {
	now := held()
	for wait := time.Now().Add(long); (now[0] > most[0] || now[1] > most[1]) && time.Now().Before(wait); now = held() {
		time.Sleep(short / 5)
	}
	if now[0] > most[0] || now[1] > most[1] {
		return fmt.Errorf("%v goroutines and descriptors, want at most %v", now, most)
	}
	return nil
}

// TestTunnelsEnd has clients that open connections to a silent server and leave, or stay silent too, or that
// read nothing of what a server sends. No goroutine and no descriptor of the proxy is left.
func TestTunnelsEnd(t *testing.T) {
	for what, clients := range map[string]int{"leave": 50, "stay": 50, "read nothing": 5} {
		for _, name := range []string{"Proxy", "Forward"} {
			err := errSlow
			for step := short / 10; err == errSlow && step < 128*short; step *= 4 {
				err = tunnelsEnd(t, name, what, clients, step)
			}
			if err != nil {
				t.Errorf("%s, clients %s: %v", name, what, err)
			}
		}
	}
}

// errSlow says that this machine needs more than a step to connect.
var errSlow = errors.New("no connection in one step")

// tunnelsEnd is TestTunnelsEnd for one proxy and one timeout.
func tunnelsEnd(t *testing.T, name, what string, clients int, step time.Duration) error {
	ends, release := make(chan error, clients), make(chan bool)
	site := switching(t, func(conn net.Conn, in *bufio.Reader) {
		var err error
		if what == "read nothing" {
			for chunk := make([]byte, 1<<20); err == nil; {
				_, err = conn.Write(chunk)
			}
		} else {
			_, err = in.ReadByte()
		}
		ends <- err
		<-release
	})
	open := tunnels(t, site, step)[name]
	before := held()
	for equal := 0; equal < 10; equal++ { // until the tests before this one have ended
		time.Sleep(short / 10)
		if now := held(); now != before {
			before, equal = now, 0
		}
	}
	var conns []net.Conn
	closeAll := func() {
		for _, conn := range conns {
			conn.Close()
		}
	}
	defer closeAll()
	defer close(release)
	for range clients {
		conn, _, err := open()
		if err != nil {
			return errSlow
		}
		if conns = append(conns, conn); what == "leave" {
			conn.Close()
		}
	}
	for range conns {
		select {
		case <-ends:
		case <-time.After(long + 100*step): // a silent tunnel lasts for a hundred steps
			return errors.New("the server does not hear of an end")
		}
	}
	// The server has a goroutine and a descriptor of each connection, and clients that stay have a descriptor.
	if err := fallsTo([2]int{before[0] + clients, before[1] + 2*clients}); err != nil {
		return err
	}
	closeAll()
	for range conns {
		release <- true
	}
	return fallsTo(before)
}

// TestTunnelsHalf checks that a tunnel ends one step after one side has ended its direction, and not
// a hundred, which are twice as long as this test waits.
func TestTunnelsHalf(t *testing.T) {
	t.Parallel()
	for _, side := range []string{"client", "server"} {
		for _, name := range []string{"Proxy", "Forward"} {
			t.Run(name+" "+side, func(t *testing.T) {
				t.Parallel()
				retry(t, func(step time.Duration) error { return tunnelsHalf(t, name, side, step) })
			})
		}
	}
}

// tunnelsHalf is TestTunnelsHalf for one proxy, one side and one timeout.
func tunnelsHalf(t *testing.T, name, side string, step time.Duration) error {
	ends, release := make(chan error, 1), make(chan bool)
	defer close(release)
	site := switching(t, func(conn net.Conn, in *bufio.Reader) {
		if side == "server" {
			conn.(*net.TCPConn).CloseWrite()
		}
		_, err := in.ReadByte()
		ends <- err
		<-release
	})
	conn, in, err := tunnels(t, site, step)[name]()
	if err != nil {
		return err // this machine needs more than a step to connect
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(50 * step))
	if side == "client" {
		conn.(*net.TCPConn).CloseWrite()
	}
	if _, err = in.ReadByte(); !errors.Is(err, os.ErrDeadlineExceeded) { // else the server is silent, or has ended its direction
		select {
		case <-ends: // the client is silent, or has ended its direction
			return nil
		case <-time.After(50 * step):
		}
	}
	return fmt.Errorf("the %s has ended its direction, and the tunnel goes on", side)
}

// TestTunnelsMore checks that after the end of one direction each byte of the other one gives it one
// more step.
func TestTunnelsMore(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Proxy", "Forward"} {
		retry(t, func(step time.Duration) error {
			site := switching(t, func(conn net.Conn, in *bufio.Reader) {
				if _, err := in.ReadByte(); err != io.EOF {
					return
				}
				for range 12 {
					time.Sleep(step / 4)
					conn.Write([]byte("x"))
				}
			})
			conn, in, err := tunnels(t, site, step)[name]()
			if err != nil {
				return err
			}
			defer conn.Close()
			conn.(*net.TCPConn).CloseWrite()
			if b, err := io.ReadAll(in); string(b) != "xxxxxxxxxxxx" || err != nil {
				return fmt.Errorf("%q, %v", b, err)
			}
			return nil
		})
	}
}
