package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"example.com/uri/examples/internal/wire"
	"example.com/uri/internal/peer"
)

// short is the StepTimeout of gateways in tests of timeouts. long is how long a test waits for
// something that must end by itself, such as a tunnel.
const short, long = 150 * time.Millisecond, time.Minute

// retry calls try with longer and longer times for one step, until this machine is fast
// enough for one of them.
func retry(t *testing.T, try func(step time.Duration) error) {
	t.Helper()
	var err error
	for step := short; step <= 64*short; step *= 8 {
		if err = try(step); err == nil {
			return
		}
	}
	t.Error(err)
}

// dial connects to a gateway and sends it the beginning of a request.
func dial(t *testing.T, gateway, request string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(gateway, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(long))
	if _, err := io.WriteString(conn, request); err != nil {
		t.Fatal(err)
	}
	return conn
}

// says reads a line and answers with text.
func says(text string) func(net.Conn) {
	return func(conn net.Conn) {
		bufio.NewReader(conn).ReadString('\n')
		io.WriteString(conn, text)
	}
}

// drip writes one byte again and again until that fails.
func drip(conn net.Conn) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for range tick.C {
		if _, err := io.WriteString(conn, "x"); err != nil {
			return
		}
	}
}

// ended receives the name of each peer whose connection the gateway closed.
type ended chan string

func (e ended) peer(t *testing.T, name string, serve func(net.Conn)) string {
	return peer.Serve(t, func(conn net.Conn) {
		serve(conn)
		io.Copy(io.Discard, conn)
		e <- name
	})
}

func (e ended) wait(name string, step time.Duration) error {
	select {
	case got := <-e:
		if got != name {
			return fmt.Errorf("the connection to %q has ended, want %q", got, name)
		}
		return nil
	case <-time.After(long + 32*step):
		return fmt.Errorf("%s: the gateway keeps its connection, or made none", name)
	}
}

// TestSilentServer asks servers that stop at some point. The gateway must close the
// connection to each, and tell the client.
func TestSilentServer(t *testing.T) {
	t.Parallel()
	greets := func(text string) func(net.Conn) { return func(conn net.Conn) { io.WriteString(conn, text) } }
	then := func(first func(net.Conn)) func(net.Conn) {
		return func(conn net.Conn) {
			first(conn)
			drip(conn)
		}
	}
	const cut = 0 // an answer without its end
	for _, tt := range []struct {
		name, before, after string
		serve               func(net.Conn)
		code                int
	}{
		{"http", "http://", "/", says(""), 504},
		{"http in its fields", "http://", "/", says("HTTP/1.1 200 OK\r\nA: "), 504},
		{"http in its fields, slowly", "http://", "/", then(says("HTTP/1.1 200 OK\r\nA: ")), 504},
		{"http in its body", "http://", "/", says("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nbody"), cut},
		{"http in its body, slowly", "http://", "/", then(says("HTTP/1.1 200 OK\r\n\r\nbody")), cut},
		{"TLS", "https://", "/", greets(""), 504},
		{"ftp", "ftp://", "/", greets(""), 504},
		{"ftp in its greeting, slowly", "ftp://", "/", then(greets("220 ")), 504},
		{"ftp in its reply", "ftp://", "/", greets("220 x\r\n"), 504},
		{"gopher", "gopher://", "/0/", greets(""), 504},
		{"gopher in its text", "gopher://", "/0/", greets(strings.Repeat("x", 1000)), cut},
		{"gopher in its text, slowly", "gopher://", "/0/", then(greets(strings.Repeat("x", 1000))), cut},
		{"gopher in its menu", "gopher://", "/1/", greets("ione\r\ntwo"), cut},
		{"nntp", "nntp://", "/a.b", greets(""), 504},
		{"nntp in its reply", "nntp://", "/a.b", greets("200 x\r\n"), 504},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			retry(t, func(step time.Duration) error {
				gateway, _ := start(t, &Gateway{Gate: wire.NewGate(true), StepTimeout: step})
				end := make(ended, 1)
				conn := dial(t, gateway, "GET "+tt.before+end.peer(t, tt.name, tt.serve)+tt.after+" HTTP/1.1\r\nHost: x\r\n\r\n")
				conn.SetDeadline(time.Now().Add(long + 32*step)) // an exchange lasts for up to 30 steps
				r, err := http.ReadResponse(bufio.NewReader(conn), nil)
				if err == nil {
					_, err = io.Copy(io.Discard, r.Body)
				}
				switch {
				case errors.Is(err, os.ErrDeadlineExceeded):
					return errors.New("the answer has no end")
				case tt.code == cut && err == nil, tt.code != cut && (err != nil || r.StatusCode != tt.code):
					return fmt.Errorf("%+v, %v; want %d", r, err, tt.code)
				}
				return end.wait(tt.name, step)
			})
		})
	}
}

// TestSilentClient connects to the gateway and stops at some point. The gateway must
// close its connection to the client, and to the server if there is one.
func TestSilentClient(t *testing.T) {
	t.Parallel()
	answers := says("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
	listens := func(net.Conn) {}
	const post, connect = "POST http://SERVER/ HTTP/1.1\r\nHost: x\r\n", "CONNECT SERVER HTTP/1.1\r\nHost: x\r\n\r\n"
	for _, tt := range []struct {
		name, request string
		slowly        bool           // the client sends on, slowly
		serve         func(net.Conn) // nil: the gateway asks no server
	}{
		{"nothing", "", false, nil},
		{"a request line", "GET http://h/ HTTP/1.1\r\n", false, nil},
		{"a field, slowly", "GET http://h/ HTTP/1.1\r\nA: ", true, nil},
		{"nothing after an answer", "GET http://SERVER/ HTTP/1.1\r\nHost: x\r\n\r\n", false, answers},
		{"half a body", post + "Content-Length: 9\r\n\r\nhalf", false, listens},
		{"half a body, slowly", post + "Content-Length: 999999\r\n\r\n", true, listens},
		{"half a chunk", post + "Transfer-Encoding: chunked\r\n\r\n9\r\nhalf", false, listens},
		{"a tunnel", connect, false, listens},
		{"half a TLS record", connect + "\x16\x03\x01", false, listens},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			retry(t, func(step time.Duration) error {
				gateway, _ := start(t, &Gateway{Gate: wire.NewGate(true), StepTimeout: step})
				end := make(ended, 1)
				request := tt.request
				if tt.serve != nil {
					request = strings.Replace(request, "SERVER", end.peer(t, tt.name, tt.serve), 1)
				}
				conn := dial(t, gateway, request)
				conn.SetDeadline(time.Now().Add(long + 32*step)) // an exchange lasts for up to 30 steps
				if tt.slowly {
					go drip(conn)
				}
				if _, err := io.Copy(io.Discard, conn); errors.Is(err, os.ErrDeadlineExceeded) {
					return errors.New("the gateway keeps the connection")
				}
				if tt.serve == nil {
					return nil
				}
				return end.wait(tt.name, step)
			})
		})
	}
}

// TestClientTakesNothing requests endless answers, and reads none of them.
func TestClientTakesNothing(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ request, first string }{
		{"GET http://SERVER/", "HTTP/1.1 200 OK\r\n\r\n"},
		{"GET gopher://SERVER/9/", ""},
		{"CONNECT SERVER", ""},
	} {
		t.Run(tt.request, func(t *testing.T) {
			t.Parallel()
			retry(t, func(step time.Duration) error {
				gateway, _ := start(t, &Gateway{Gate: wire.NewGate(true), StepTimeout: step})
				end := make(ended, 1)
				server := end.peer(t, "server", func(conn net.Conn) {
					if tt.first != "" {
						bufio.NewReader(conn).ReadString('\n') // the request
						io.WriteString(conn, tt.first)
					}
					for chunk := make([]byte, 64<<10); ; {
						if _, err := conn.Write(chunk); err != nil {
							return
						}
					}
				})
				dial(t, gateway, strings.Replace(tt.request, "SERVER", server, 1)+" HTTP/1.1\r\nHost: x\r\n\r\n")
				return end.wait("server", step)
			})
		})
	}
}

// TestSlowIsNotSilent sends a body, and then gets one, for longer than the limit for
// silence. Both arrive complete, although one side is silent.
func TestSlowIsNotSilent(t *testing.T) {
	t.Parallel()
	retry(t, func(step time.Duration) error {
		gateway, _ := start(t, &Gateway{Gate: wire.NewGate(true), StepTimeout: step})
		slowly := func(conn net.Conn, text string) {
			tick := time.NewTicker(step / 5)
			defer tick.Stop()
			for _, b := range []byte(text) {
				<-tick.C
				conn.Write([]byte{b})
			}
		}
		server := peer.Serve(t, func(conn net.Conn) {
			r, err := http.ReadRequest(bufio.NewReader(conn))
			if err != nil {
				return
			}
			body, err := io.ReadAll(r.Body)
			fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n%s %v ", body, err)
			slowly(conn, "slowly")
		})
		conn := dial(t, gateway, "POST http://"+server+"/ HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\n")
		conn.SetDeadline(time.Now().Add(long + 32*step))
		slowly(conn, "slowly")
		r, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			return err
		}
		if body, err := io.ReadAll(r.Body); err != nil || string(body) != "slowly <nil> slowly" {
			return fmt.Errorf("%d %q, %v", r.StatusCode, body, err)
		}
		return nil
	})
}
