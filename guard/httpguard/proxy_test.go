package httpguard_test

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptrace"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/guard/httpguard"
)

func TestProxy(t *testing.T) {
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/public/switch" {
			if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
				io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\n\r\n")
				conn.Close()
			}
			return
		}
		fmt.Fprint(w, r.Host, " ", r.RequestURI, " ", r.Header["Upgrade"])
	})
	host := strings.TrimPrefix(site, "http://")
	proxy := start(t, made(t, httpguard.ReverseProxy{Hosts: hosts(t, "=proxy.example"), Routes: guard.Routes{
		{From: "/admin", To: uri.MustParse(site + "/private/admin")},
		{From: "/", To: uri.MustParse(site + "/public")},
	}, StepTimeout: long}), long)
	for _, tt := range []struct{ target, want string }{
		{"/admin/users?a=b", "200 " + host + " /private/admin/users?a=b []"},
		{"/x%20y/z?q=%2F..;a&&", "200 " + host + " /public/x%20y/z?q=%2F..;a&& []"},
		{"/list?filter[name]=x", "200 " + host + " /public/list?filter%5Bname%5D=x []"},
		{"/a|b?q={a}", "200 " + host + " /public/a%7Cb?q=%7Ba%7D []"},
		{"http://proxy.example/x", "200 " + host + " /public/x []"},
		{"https://proxy.example/x", "200 " + host + " /public/x []"},
		{"ftp://proxy.example/x", "400"},
		{"http://evil.example/x", "421"},
		{"http://u@proxy.example/x", "400"},
		{"proxy.example", "400"},
		{"*", "400"},
		{"/a%zz", "400"},
		{"/admin%2Fusers", "400"},
		{"/x/../admin", "400"},
		{"//admin", "400"},
		{"/ADMIN/x", "400"},
		{"/../private/admin", "400"},
		{`/a\..\..\private`, "400"},
		{"/switch", "502 no answer"},
	} {
		got := ask(t, proxy, "GET", tt.target, "proxy.example", "Upgrade: websocket", "Connection: Upgrade")
		if got != tt.want && !(len(tt.want) == 3 && strings.HasPrefix(got, tt.want+" ")) {
			t.Errorf("%s: %q, want %q", tt.target, got, tt.want)
		}
	}
	for _, other := range []string{"evil.example", "a.proxy.example", "proxy.example.evil.example", "evil.example:80"} {
		if got := ask(t, proxy, "GET", "/x", other); got != "421 guard: proxy: Host: it is not a host of this site" {
			t.Errorf("%s: %q", other, got)
		}
	}
	for _, method := range []string{"TRACE", "CONNECT"} {
		if got := ask(t, proxy, method, "http://proxy.example/", "proxy.example"); !strings.HasPrefix(got, "4") {
			t.Errorf("%s: %q", method, got)
		}
	}
	if got := ask(t, proxy, "OPTIONS", "*", "proxy.example"); got != "400 guard: proxy: request-target: it names no path" {
		t.Errorf("OPTIONS *: %q", got)
	}
	p := start(t, made(t, httpguard.ReverseProxy{Hosts: hosts(t, "=proxy.example"), Routes: guard.Routes{{From: "/a", To: uri.MustParse(site)}}, StepTimeout: long}), long)
	if got := ask(t, p, "GET", "/x", "proxy.example"); got != "404 guard: rewrite: path: no route takes it" {
		t.Errorf("%q", got)
	}
}

// TestProxyUpgrades passes WebSockets on if asked, and never HTTP/2.
func TestProxyUpgrades(t *testing.T) {
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		upgrade := r.Header.Get("Upgrade")
		if upgrade == "" {
			io.WriteString(w, "plain")
			return
		}
		conn, b, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer conn.Close()
		fmt.Fprintf(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: %s\r\n\r\n", upgrade)
		line, _ := b.ReadString('\n')
		io.WriteString(conn, "echo "+line)
	})
	for _, tt := range []struct {
		upgrades bool
		protocol string
		want     string
	}{
		{true, "h2c-14", "200 plain"}, // Jetty 9
		{true, "h2c;x", "200 plain"},
		{true, "h2", "200 plain"},
		{true, "websocket", "101 echo hello"},
		{true, "WebSocket", "101 echo hello"},
		{true, "SPDY/3.1", "101 echo hello"},
		{true, "h2c", "200 plain"},
		{true, "H2C", "200 plain"},
		{true, "h2c, websocket", "200 plain"},
		{true, "HTTP/2.0", "200 plain"},
		{true, "web\u017focket", "200 plain"}, // folds to websocket
		{true, "websocket;x", "200 plain"},
		{true, "websocket/1/2", "200 plain"},
		{true, "\"websocket\"", "200 plain"},
		{true, "TLS/1.0", "200 plain"},
		{false, "websocket", "200 plain"},
		{true, "websocket, HTTP/1.0", "200 plain"}, // RFC 9110, 7.8: a server ignores the field
	} {
		protocol, old := strings.CutSuffix(tt.protocol, ", HTTP/1.0")
		version := map[bool]string{true: "1.0", false: "1.1"}[old]
		proxy := start(t, made(t, httpguard.ReverseProxy{Hosts: hosts(t, "=proxy.example"), Routes: guard.Routes{{From: "/", To: uri.MustParse(site)}}, StepTimeout: long, Upgrades: tt.upgrades}), long)
		conn, err := net.Dial("tcp", proxy)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprintf(conn, "GET / HTTP/%s\r\nHost: proxy.example\r\nConnection: Upgrade\r\nUpgrade: %s\r\n\r\n", version, protocol)
		in := bufio.NewReader(conn)
		response, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		var b []byte
		if response.StatusCode == 101 {
			io.WriteString(conn, "hello\n")
			b, _ = io.ReadAll(in)
		} else {
			b, _ = io.ReadAll(response.Body)
		}
		if got := strings.TrimSpace(fmt.Sprint(response.StatusCode, " ", string(b))); got != tt.want {
			t.Errorf("%v: %q, want %q", tt, got, tt.want)
		}
	}
}

// TestProxySilence checks that a WebSocket may be silent for longer than StepTimeout, and last for
// longer than an exchange may.
func TestProxySilence(t *testing.T) {
	t.Parallel()
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		conn, b, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer conn.Close()
		io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
		for err == nil {
			var line string
			line, err = b.ReadString('\n')
			io.WriteString(conn, line)
		}
	})
	routes := guard.Routes{{From: "/", To: uri.MustParse(site)}}
	retry(t, func(timeout time.Duration) error {
		proxy := start(t, made(t, httpguard.ReverseProxy{Hosts: hosts(t, "=proxy.example"), Routes: routes, StepTimeout: timeout, Upgrades: true}), long)
		conn, err := net.Dial("tcp", proxy)
		if err != nil {
			return err
		}
		defer conn.Close()
		io.WriteString(conn, "GET / HTTP/1.1\r\nHost: proxy.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
		in := bufio.NewReader(conn)
		response, err := http.ReadResponse(in, nil)
		if err != nil || response.StatusCode != http.StatusSwitchingProtocols {
			return fmt.Errorf("%v, %v", response, err)
		}
		for range 10 {
			time.Sleep(timeout * 7 / 2)
			io.WriteString(conn, "hello\n")
			if line, err := in.ReadString('\n'); line != "hello\n" {
				return fmt.Errorf("%q, %v", line, err)
			}
		}
		return nil
	})
}

// TestProxyExcess has a server that sends a second response with the first one, as a program
// does that writes line breaks of an untrusted text into a field. It must not become the answer to
// the next request, which is another client's.
func TestProxyExcess(t *testing.T) {
	log.SetOutput(io.Discard) // net/http tells of a response that nothing asked for
	defer log.SetOutput(os.Stderr)
	const good, evil = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		conn, b, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer conn.Close()
		for ; err == nil; r, err = http.ReadRequest(b.Reader) {
			text := good
			if r.URL.Path == "/evil" {
				text += evil
			}
			io.WriteString(conn, text)
		}
	})
	routes := guard.Routes{{From: "/", To: uri.MustParse(site)}}
	handler := made(t, httpguard.ReverseProxy{Hosts: hosts(t, "=proxy.example"), Routes: routes, StepTimeout: long - 1})
	idle := make(chan bool, 10)
	proxy := start(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/evil" {
			// The connection can be used again, and the rest is found a bit later.
			r = r.WithContext(httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{PutIdleConn: func(error) {
				idle <- true
				time.Sleep(4 * short)
			}}))
		}
		handler.ServeHTTP(w, r)
	}), long)
	conn, err := net.Dial("tcp", proxy)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	io.WriteString(conn, "GET /evil HTTP/1.1\r\nHost: proxy.example\r\n\r\n")
	<-idle
	if got := ask(t, proxy, "GET", "/", "proxy.example"); got != "200 good" {
		t.Errorf("%q", got)
	}
}

// TestProxyTrace checks that the trace of one request hears nothing of the next request.
func TestProxyTrace(t *testing.T) {
	site := backend(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "page") })
	handler := made(t, httpguard.ReverseProxy{Hosts: hosts(t, "=proxy.example"), Routes: guard.Routes{{From: "/", To: uri.MustParse(site)}}})
	var heard atomic.Int64
	proxy := start(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/traced" {
			r = r.WithContext(httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { heard.Add(1) }}))
		}
		handler.ServeHTTP(w, r)
	}), long)
	for _, target := range []string{"/traced", "/", "/", "/traced", "/"} {
		if got := ask(t, proxy, "GET", target, "proxy.example"); got != "200 page" {
			t.Errorf("%s: %q", target, got)
		}
	}
	if n := heard.Load(); n != 2 {
		t.Errorf("%d connections are heard of, want 2", n)
	}
}

// TestProxyLog checks that the log of the http.Server shows why a server gave no answer, and
// nothing about requests that are refused.
func TestProxyLog(t *testing.T) {
	silent, _ := raw(t, "")
	for _, tt := range []struct{ server, target, want string }{
		{"http://127.0.0.1:1", "/x/SECRET?SECRET", "no answer: dial tcp 127.0.0.1:1: connect: "},
		{silent, "/x/SECRET?SECRET", "no answer in time: "},
		{silent, "/SECRET", ""},
		{silent, "/%2e/SECRET", ""},
		{silent, "http://SECRET.example/x", ""},
	} {
		timeout := long
		if tt.server == silent {
			timeout = short
		}
		proxy := made(t, httpguard.ReverseProxy{Hosts: hosts(t, "=proxy.example"), Routes: guard.Routes{{From: "/x", To: uri.MustParse(tt.server)}}, StepTimeout: timeout})
		_, got := askLogged(t, proxy, "GET", tt.target)
		_, after, _ := strings.Cut(got, ` for "proxy.example": `)
		if (tt.want == "") != (got == "") || !strings.HasPrefix(after, tt.want) || strings.Contains(got, "SECRET") {
			t.Errorf("%s: %q, want %q", tt.target, got, tt.want)
		}
	}
}

// TestServer has clients that give a server no end.
func TestServer(t *testing.T) {
	t.Parallel()
	for name, attack := range map[string]func(conn net.Conn){
		"a slow head": func(conn net.Conn) { io.WriteString(conn, "GET / HTTP/1.1\r\nHost: a\r\nX") },
		"a slow body": func(conn net.Conn) {
			io.WriteString(conn, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx")
		},
		"no request": func(conn net.Conn) {},
		"a body without end": func(conn net.Conn) {
			io.WriteString(conn, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
			for err := error(nil); err == nil; {
				_, err = io.WriteString(conn, "10000\r\n"+strings.Repeat("x", 0x10000)+"\r\n")
			}
		},
		"a head without end": func(conn net.Conn) {
			_, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: a\r\n")
			for err == nil {
				_, err = io.WriteString(conn, "X: "+strings.Repeat("x", 1<<12)+"\r\n")
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // the server waits before it closes a connection
			read := make(chan int64, 1)
			handler := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				n, _ := io.Copy(io.Discard, r.Body)
				read <- n
			})
			timeout := short / 2
			if strings.HasSuffix(name, "end") {
				timeout = long
			}
			conn, err := net.Dial("tcp", start(t, handler, timeout))
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			attack(conn)
			io.Copy(io.Discard, conn) // ends when the server closes the connection
			if name == "a body without end" {
				if n := <-read; n != 10<<20 {
					t.Errorf("%d octets were read", n)
				}
			}
		})
	}
}
