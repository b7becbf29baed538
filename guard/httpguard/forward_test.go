package httpguard_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"example.com/uri/guard"
	"example.com/uri/guard/httpguard"
	"example.com/uri/internal/rebind"
)

func TestForward(t *testing.T) {
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, r.Host, " ", r.RequestURI, " ", r.Header["Upgrade"], r.Header["X-Forwarded-For"], r.Header["Proxy-Authorization"], r.Header["Via"])
	})
	host := strings.TrimPrefix(site, "http://")
	_, port, _ := net.SplitHostPort(host)
	allowed := hosts(t, "127.0.0.1, [::1], =allowed.example, =rebind.example, 10.0.0.0/8")
	proxy := start(t, made(t, httpguard.ForwardProxy{Gate: loopback, Hosts: allowed, StepTimeout: long}), long)
	const refused = "400 guard: forward: request-target: it "
	for _, tt := range []struct{ target, host, want string }{
		{site + "/x?y", host, "200 " + host + " /x?y [] [1.2.3.4] [] [1.1 httpguard]"},
		{site, host, "200 " + host + " / [] [1.2.3.4] [] [1.1 httpguard]"},
		{site + "/x", "other.example", "200 " + host + " /x [] [1.2.3.4] [] [1.1 httpguard]"},
		{"/x", host, refused + "names no server"},
		{"ftp://" + host + "/", host, refused + "is neither http nor https"},
		{"http://other.example/", "other.example", "403 guard: forward: host: it is not in Hosts"},
		{"http://127.0.0.1?@other.example/", "127.0.0.1", "403 guard: forward: host: it is not in Hosts"},
		{"http://10.0.0.1/", "10.0.0.1", `403 guard: gate: address "10.0.0.1": the address is not public (RFC 1918, 10.0.0.0/8)`},
	} {
		got := ask(t, proxy, "GET", tt.target, tt.host, "Upgrade: websocket", "Connection: Upgrade", "X-Forwarded-For: 1.2.3.4", "Proxy-Authorization: Basic SECRET")
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.target, got, tt.want)
		}
	}
	if got := ask(t, proxy, "OPTIONS", "*", host); got != "204" {
		t.Errorf("OPTIONS *: %q", got)
	}
	if got := ask(t, proxy, "TRACE", site, host); !strings.HasPrefix(got, "405 ") {
		t.Error(got)
	}
	rebind.Names(t)
	closed := start(t, made(t, httpguard.ForwardProxy{Gate: guard.Gate{Ports: loopback.Ports}, Hosts: allowed, StepTimeout: long}), long)
	if got := ask(t, closed, "GET", "http://rebind.example:"+port+"/", "rebind.example"); !strings.HasPrefix(got, "403 guard: gate: address ") {
		t.Errorf("%q", got)
	}
}

// dial asks a Forward for a tunnel, and sends the first bytes early. The status line is
// the first line of the answer.
func dial(t *testing.T, proxy, target, early string) (net.Conn, string) {
	t.Helper()
	conn, err := net.Dial("tcp", proxy)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	fmt.Fprintf(conn, "CONNECT %s HTTP/1.1\r\nHost: %s\r\n\r\n%s", target, target, early)
	status := ""
	for !strings.HasSuffix(status, "\r\n\r\n") {
		b := make([]byte, 1)
		if _, err := conn.Read(b); err != nil {
			break
		}
		status += string(b)
	}
	status, _, _ = strings.Cut(status, "\r\n")
	return conn, status
}

func TestForwardConnect(t *testing.T) {
	site := strings.TrimPrefix(backend(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.RequestURI) }), "http://")
	_, port, _ := net.SplitHostPort(site)
	rebind.Names(t)
	allowed := hosts(t, site+" =rebind.example:"+port+" 127.0.0.1 127.0.0.2 =plain.example")
	proxy := start(t, made(t, httpguard.ForwardProxy{Gate: loopback, Hosts: allowed, StepTimeout: long}), long)
	closed := start(t, made(t, httpguard.ForwardProxy{Gate: guard.Gate{Ports: loopback.Ports}, Hosts: allowed, StepTimeout: long}), long)
	eternal := start(t, made(t, httpguard.ForwardProxy{Gate: loopback, Hosts: allowed, StepTimeout: 1<<63 - 1}), long)
	const early = "GET /in HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
	for _, tt := range []struct{ proxy, target, want string }{
		{proxy, site, "200 Connection established"},
		{proxy, "rebind.example:" + port, "200 Connection established"},
		{eternal, site, "200 Connection established"},
		{proxy, "127.0.0.2:" + port, "403 Forbidden"}, // an entry without a port
		{proxy, "plain.example:" + port, "403 Forbidden"},
		{proxy, "other.example:443", "403 Forbidden"},
		{proxy, "127.0.0.1", "400 Bad Request"},
		{proxy, "127.0.0.1:0", "400 Bad Request"},
		{proxy, "u@" + site, "400 Bad Request"},
		{proxy, site + "/x", "400 Bad Request"},
		{closed, site, "403 Forbidden"},
		{closed, "rebind.example:" + port, "403 Forbidden"},
	} {
		conn, status := dial(t, tt.proxy, tt.target, early)
		if !strings.HasPrefix(status, "HTTP/1.1 "+tt.want) {
			t.Errorf("%s: %q", tt.target, status)
		}
		if b, err := io.ReadAll(conn); strings.HasPrefix(tt.want, "200") && (err != nil || !strings.HasSuffix(string(b), "/in")) {
			t.Errorf("%s: %q, %v", tt.target, b, err)
		}
	}
}

// TestForwardConnectHTTP2 checks that a client hears that HTTP/2 has no tunnels here.
func TestForwardConnectHTTP2(t *testing.T) {
	host := strings.TrimPrefix(backend(t, func(http.ResponseWriter, *http.Request) {}), "http://")
	w := httptest.NewRecorder() // it is no http.Hijacker
	r := &http.Request{Method: "CONNECT", URL: &url.URL{Host: host}, Host: host, RequestURI: host, ProtoMajor: 2, Header: http.Header{}}
	made(t, httpguard.ForwardProxy{Gate: loopback, Hosts: hosts(t, host), StepTimeout: long}).ServeHTTP(w, r)
	if w.Code != http.StatusNotImplemented || !strings.Contains(w.Body.String(), "HTTP/1.1") {
		t.Errorf("%d %q", w.Code, w.Body)
	}
}

// TestForwardTunnels checks that the end of one side reaches the other, and that tunnels
// end although neither side sends.
func TestForwardTunnels(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	address := listener.Addr().String()
	servers := make(chan net.Conn, 1000)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			servers <- conn
		}
	}()
	proxy := start(t, made(t, httpguard.ForwardProxy{Gate: loopback, Hosts: hosts(t, address), StepTimeout: long}), long)

	client, status := dial(t, proxy, address, "a")
	server := <-servers
	if !strings.Contains(status, " 200 ") {
		t.Fatal(status)
	}
	io.WriteString(client, "b")
	client.(*net.TCPConn).CloseWrite()
	if b, err := io.ReadAll(server); string(b) != "ab" || err != nil {
		t.Errorf("%q, %v", b, err)
	}
	io.WriteString(server, "c") // the other direction is open
	server.Close()
	if b, err := io.ReadAll(client); string(b) != "c" || err != nil {
		t.Errorf("%q, %v", b, err)
	}

	client, _ = dial(t, proxy, address, "")
	server = <-servers
	server.(*net.TCPConn).SetLinger(0) // a reset
	server.Close()
	if _, err := client.Read(make([]byte, 1)); err == nil {
		t.Error("the client is not told")
	}

	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	whole := httpguard.NewServer(made(t, httpguard.ForwardProxy{Gate: loopback, Hosts: hosts(t, address), StepTimeout: long}), long)
	defer whole.Close()
	go whole.Serve(wholeListener{l})
	client, _ = dial(t, l.Addr().String(), address, "")
	(<-servers).Close()
	client.SetReadDeadline(time.Now().Add(long)) // so that a tunnel that does not end fails the test
	if _, err := client.Read(make([]byte, 1)); err != io.EOF {
		t.Error(err)
	}

	hasty := start(t, made(t, httpguard.ForwardProxy{Gate: loopback, Hosts: hosts(t, address), StepTimeout: short / 10}), long)
	for range 200 {
		client, status := dial(t, hasty, address, "")
		if strings.Contains(status, " 504 ") { // a slow machine is too slow to connect in time
			continue
		}
		server := <-servers
		defer server.Close()
		defer io.Copy(io.Discard, client) // it ends
	}
}

// A wholeListener has connections of which no side can end one direction only.
type wholeListener struct{ net.Listener }

func (l wholeListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	return struct{ net.Conn }{conn}, err
}

// TestForwardBusy checks that a tunnel lasts as long as bytes move, in one direction or in the
// other, and that it ends soon after the last one. Many short tries find one in which the
// machine does not stop for longer than the silence that a tunnel may have.
func TestForwardBusy(t *testing.T) {
	t.Parallel()
	for _, direction := range []string{"to the server", "to the client"} {
		var err error
		for timeout := short / 10; timeout < 8*short; timeout += timeout / 4 {
			if err = busy(t, direction, timeout); err == nil {
				break
			}
		}
		if err != nil {
			t.Errorf("%s: %v", direction, err)
		}
	}
}

// busy sends bytes through a tunnel for longer than it may be silent, and then waits for its end.
func busy(t *testing.T, direction string, timeout time.Duration) error {
	limit := 100 * timeout // of silence
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer listener.Close()
	proxy := start(t, made(t, httpguard.ForwardProxy{Gate: loopback, Hosts: hosts(t, listener.Addr().String()), StepTimeout: timeout}), long)
	client, status := dial(t, proxy, listener.Addr().String(), "")
	if !strings.Contains(status, " 200 ") {
		return errors.New(status) // this machine is too slow to connect in time
	}
	server, err := listener.Accept()
	if err != nil {
		return err
	}
	defer server.Close()
	to, from := client, server
	if direction == "to the client" {
		to, from = server, client
	}
	for _, pause := range []time.Duration{2, 2, 2, 2, 2, 2, 2, 2, 5, 0} { // together two limits
		to.Write([]byte("x"))
		if _, err := io.ReadFull(from, make([]byte, 1)); err != nil {
			return fmt.Errorf("cut off: %v", err)
		}
		time.Sleep(pause * limit / 10) // the silence that the limit is about
	}
	for _, conn := range []net.Conn{client, server} {
		conn.SetReadDeadline(time.Now().Add(long))
		if _, err := conn.Read(make([]byte, 1)); errors.Is(err, os.ErrDeadlineExceeded) {
			return errors.New("a silent tunnel goes on")
		}
	}
	return nil
}

// TestForwardLog checks that the log of the http.Server says why a Forward refused, without
// the secrets of the URL.
func TestForwardLog(t *testing.T) {
	site, _ := raw(t, "")
	host := strings.TrimPrefix(site, "http://")
	for _, tt := range []struct {
		method, target, host, want string // host as the log shows it
	}{
		{"GET", "http://other.example/SECRET?SECRET", "other.example", "guard: forward: host: it is not in Hosts"},
		{"GET", "http://10.0.0.1/SECRET?SECRET", "10.0.0.1", `guard: gate: address "10.0.0.1": the address is not public (RFC 1918, 10.0.0.0/8)`},
		{"GET", site + "/SECRET", host, "no answer in time: "},
		{"GET", "http://127.0.0.1:1/SECRET", "127.0.0.1:1", "no answer: dial tcp 127.0.0.1:1: connect: "},
		{"GET", "http://u:SECRET@127.0.0.1/", "127.0.0.1", "guard: target: request-target: "},
		{"GET", "/SECRET", "proxy.example", "guard: forward: request-target: it names no server"},
		{"TRACE", "http://127.0.0.1/SECRET", "127.0.0.1", "guard: forward: method: "},
		{"CONNECT", "other.example:443", "other.example:443", "guard: forward: host: no entry of Hosts names it with this port"},
		{"CONNECT", "127.0.0.1:1", "127.0.0.1:1", "no answer: dial tcp 127.0.0.1:1: connect: "},
		{"CONNECT", "u:SECRET@127.0.0.1:1", "127.0.0.1:1", "guard: target: request-target: "},
	} {
		timeout := long
		if strings.Contains(tt.want, "in time") {
			timeout = short
		}
		proxy := made(t, httpguard.ForwardProxy{Gate: loopback, Hosts: hosts(t, "127.0.0.1, 127.0.0.1:1, 10.0.0.1"), StepTimeout: timeout})
		answer, line := askLogged(t, proxy, tt.method, tt.target)
		before, after, _ := strings.Cut(line, fmt.Sprintf(` for %q: `, tt.host))
		if !strings.HasPrefix(before, "httpguard: request of 127.0.0.1:") || !strings.HasPrefix(after, tt.want) || strings.Contains(line+answer, "SECRET") {
			t.Errorf("%s %s: %q, %q", tt.method, tt.target, line, answer)
		}
	}
}

// TestForwardMessages checks what a forward proxy does to messages (RFC 9110, 7.6.2 and
// 7.6.3): both ways they say in Via how they came, and OPTIONS goes no further than
// Max-Forwards says.
func TestForwardMessages(t *testing.T) {
	asked := 0
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		asked++
		w.Header().Set("Via", "1.0 origin")
		fmt.Fprint(w, r.Header["Via"], r.Header["Max-Forwards"])
	})
	proxy := start(t, made(t, httpguard.ForwardProxy{Gate: loopback, Hosts: hosts(t, "127.0.0.1"), StepTimeout: long}), long)
	for _, tt := range []struct {
		method, version, field string
		status                 int
		body, via              string
	}{
		{"GET", "1.1", "Via: 1.1 a", 200, "[1.1 a 1.1 httpguard] []", "[1.0 origin 1.1 httpguard]"},
		{"GET", "1.0", "Max-Forwards: 0", 200, "[1.0 httpguard] [0]", "[1.0 origin 1.1 httpguard]"},
		{"OPTIONS", "1.1", "Max-Forwards: 2", 200, "[1.1 httpguard] [1]", "[1.0 origin 1.1 httpguard]"},
		{"OPTIONS", "1.1", "Max-Forwards: 19", 200, "[1.1 httpguard] [18]", "[1.0 origin 1.1 httpguard]"},
		{"OPTIONS", "1.1", "Max-Forwards: 99999999999999999999", 200, "[1.1 httpguard] [18446744073709551614]", "[1.0 origin 1.1 httpguard]"},
		{"OPTIONS", "1.1", "Max-Forwards: 0", 204, "", "[]"},
		{"OPTIONS", "1.1", "Max-Forwards: 00", 204, "", "[]"},
		{"OPTIONS", "1.1", "Max-Forwards: -1", 400, "guard: forward: Max-Forwards: it is no number\n", "[]"},
		{"OPTIONS", "1.1", "Max-Forwards: 1\r\nMax-Forwards: 1", 400, "guard: forward: Max-Forwards: it is no number\n", "[]"},
	} {
		before := asked
		conn, err := net.Dial("tcp", proxy)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "%s %s/x HTTP/%s\r\nHost: x\r\n%s\r\nConnection: close\r\n\r\n", tt.method, site, tt.version, tt.field)
		response, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(response.Body)
		conn.Close()
		via := fmt.Sprint(response.Header["Via"])
		if err != nil || response.StatusCode != tt.status || string(b) != tt.body || via != tt.via {
			t.Errorf("%s %s: %d %q %s, %v", tt.method, tt.field, response.StatusCode, b, via, err)
		}
		if reached := asked != before; reached != (tt.status == 200) {
			t.Errorf("%s %s: reached: %v", tt.method, tt.field, reached)
		}
	}
	before := asked // net/http answers "OPTIONS *" itself
	if got := ask(t, proxy, "OPTIONS", site, "x"); got != "200" || asked != before {
		t.Errorf("%q: OPTIONS of a server, not of a path, became one of a path", got)
	}
}

// TestExchange checks that a Forward and a Proxy end an exchange with a server that sends
// an octet before each StepTimeout is over, or interim responses as fast as it can, and does so
// for ever. The http.Server has no limits.
func TestExchange(t *testing.T) {
	t.Parallel()
	for name, drip := range map[string]string{
		"body":    "1\r\n.\r\n",
		"interim": "HTTP/1.1 103 Early Hints\r\n\r\n",
	} {
		for _, part := range []string{"Forward", "Proxy"} {
			t.Run(part+" "+name, func(t *testing.T) {
				t.Parallel()
				ended := make(chan bool, 10)
				site := backend(t, func(w http.ResponseWriter, r *http.Request) {
					conn, _, err := http.NewResponseController(w).Hijack()
					if err != nil {
						return
					}
					defer conn.Close()
					if name == "body" {
						_, err = io.WriteString(conn, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
					}
					for err == nil {
						if name == "body" {
							time.Sleep(short / 5)
						}
						_, err = io.WriteString(conn, drip)
					}
					ended <- true
				})
				try := func(timeout time.Duration) error {
					to := both(t, site, timeout)[part]
					conn, err := net.Dial("tcp", to[0])
					if err != nil {
						return err
					}
					defer conn.Close()
					patience := long
					if name == "body" {
						patience += 32 * timeout // an exchange lasts for 30 steps
					}
					conn.SetDeadline(time.Now().Add(patience))
					fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: proxy.example\r\nConnection: close\r\n\r\n", to[1])
					b, err := io.ReadAll(conn)
					answer := string(b)
					if name == "interim" && (strings.Count(answer, " 103 ") > 10 || !strings.Contains(answer, "HTTP/1.1 502 ")) {
						t.Errorf("%q", answer)
					}
					if name == "body" && strings.HasPrefix(answer, "HTTP/1.1 504 ") {
						return errors.New(answer) // this machine needs longer for the first step
					}
					if errors.Is(err, os.ErrDeadlineExceeded) {
						t.Error("the exchange goes on")
						return nil
					}
					select {
					case <-ended:
					case <-time.After(long):
						t.Error("the server goes on")
					}
					return nil
				}
				if name == "interim" {
					try(10 * long) // the number of responses counts
					return
				}
				retry(t, try)
			})
		}
	}
}
