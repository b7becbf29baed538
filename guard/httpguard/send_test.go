package httpguard_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/guard/httpguard"
)

// raw starts a server that reads the head of a request and answers with text. It returns its
// URL, and the head without its first line.
func raw(t *testing.T, text string) (site string, heads chan http.Header) {
	t.Helper()
	heads = make(chan http.Header, 100)
	return backend(t, func(w http.ResponseWriter, r *http.Request) {
		heads <- r.Header
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer conn.Close()
		io.WriteString(conn, text)
		io.Copy(io.Discard, conn)
	}), heads
}

// both starts a Forward and a Proxy before site, in servers without limits. It returns their
// addresses, and the targets of requests that reach site.
func both(t *testing.T, site string, timeout time.Duration) map[string][2]string {
	begin := func(handler http.Handler) string {
		s := httptest.NewUnstartedServer(handler)
		s.Config.ErrorLog = log.New(io.Discard, "", 0)
		s.Start()
		t.Cleanup(s.Close)
		return s.Listener.Addr().String()
	}
	host := strings.TrimPrefix(site, "http://")
	routes := guard.Routes{{From: "/", To: uri.MustParse(site)}}
	return map[string][2]string{
		"Forward": {begin(made(t, httpguard.ForwardProxy{Gate: loopback, Hosts: hosts(t, host), StepTimeout: timeout})), site + "/x"},
		"Proxy":   {begin(made(t, httpguard.ReverseProxy{Hosts: hosts(t, "=proxy.example"), Routes: routes, StepTimeout: timeout})), "/x"},
	}
}

// TestSendFields compares the fields of requests and responses on both sides (RFC 9110, 5.1,
// 7.6.1 and 7.6.3).
func TestSendFields(t *testing.T) {
	const fields = "Connection: Upgrade, X-A\r\nX-A: a\r\nX-B: b\r\nKeep-Alive: 1\r\nUpgrade: h2c\r\n"
	const request = "Connection: X-A, keep-alive\r\nX-A: a\r\nX-B: b\r\nKeep-Alive: 1\r\nProxy-Connection: keep-alive\r\nProxy-Authorization: SECRET\r\n" +
		"TE: trailers\r\nTrailer: X-T\r\nUpgrade: h2c\r\nVia: 1.0 a\r\nAccept-Encoding: br\r\n" +
		"Forwarded: for=a\r\nX-Forwarded-For: a\r\nX-HTTP-Method-Override: PATCH\r\n"
	site, heads := raw(t, "HTTP/1.1 103 Early Hints\r\n"+fields+"\r\nHTTP/1.0 200 OK\r\nContent-Length: 0\r\nVia: 1.1 b\r\n"+fields+"\r\n")
	for name, to := range both(t, site, long) {
		conn, err := net.Dial("tcp", to[0])
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: proxy.example\r\n%s\r\n", to[1], request)
		in := bufio.NewReader(conn)
		for _, status := range []int{103, 200} {
			response, err := http.ReadResponse(in, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]string{"Forward": "[1.1 b 1.0 httpguard]", "Proxy": "[1.1 b]"}[name]
			if status == 103 {
				want = "[]"
			}
			h := response.Header
			if via := fmt.Sprint(h["Via"]); response.StatusCode != status || via != want {
				t.Errorf("%s: %d, Via %s, want %d, %s", name, response.StatusCode, via, status, want)
			}
			for _, one := range []string{"Connection", "X-A", "Keep-Alive", "Upgrade"} {
				if h[one] != nil || h.Get("X-B") != "b" {
					t.Errorf("%s, %d: %v", name, status, h)
				}
			}
		}
		h := <-heads
		want := http.Header{"X-B": {"b"}, "Via": {"1.0 a", "1.1 httpguard"}, "Accept-Encoding": {"br"}}
		if name == "Forward" {
			want["Forwarded"], want["X-Forwarded-For"], want["X-Http-Method-Override"] = []string{"for=a"}, []string{"a"}, []string{"PATCH"}
			want["Connection"] = []string{"close"} // its own
		} else {
			want["X-Forwarded-For"], want["X-Forwarded-Host"], want["X-Forwarded-Proto"] = []string{"127.0.0.1"}, []string{"proxy.example"}, []string{"http"}
		}
		if fmt.Sprint(h) != fmt.Sprint(want) {
			t.Errorf("%s sends\n%v, want\n%v", name, h, want)
		}
	}
}

// TestSendInterim checks that interim responses reach only clients of HTTP/1.1 (RFC 9110,
// 15.2), and that they leave the fields that an outer handler has set.
func TestSendInterim(t *testing.T) {
	site, _ := raw(t, "HTTP/1.1 103 Early Hints\r\nX-A: early\r\n\r\nHTTP/1.1 200 OK\r\nX-A: a\r\nX-B: b\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
	host := strings.TrimPrefix(site, "http://")
	for part, handler := range map[string]http.Handler{
		site + "/x": made(t, httpguard.ForwardProxy{Gate: loopback, Hosts: hosts(t, host), StepTimeout: long}),
		"/x":        made(t, httpguard.ReverseProxy{Hosts: hosts(t, "=proxy.example"), Routes: guard.Routes{{From: "/", To: uri.MustParse(site)}}, StepTimeout: long}),
	} {
		address := start(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-B", "before")
			w.Header().Set("Content-Security-Policy", "sandbox")
			handler.ServeHTTP(w, r)
		}), long)
		for _, version := range []string{"1.0", "1.1"} {
			conn, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			fmt.Fprintf(conn, "GET %s HTTP/%s\r\nHost: proxy.example\r\nConnection: close\r\n\r\n", part, version)
			in := bufio.NewReader(conn)
			statuses := ""
			for {
				response, err := http.ReadResponse(in, nil)
				if err != nil {
					t.Fatal(err)
				}
				statuses += fmt.Sprint(response.StatusCode, response.Header["X-A"], " ")
				if h := response.Header; response.StatusCode == 200 {
					if fmt.Sprint(h["X-B"], h["Content-Security-Policy"]) != "[before b] [sandbox]" {
						t.Errorf("%s, HTTP/%s: %v", part, version, h)
					}
					break
				}
			}
			if want := map[string]string{"1.0": "200 [a] ", "1.1": "103 [early] 200 [a] "}[version]; statuses != want {
				t.Errorf("%s, HTTP/%s: %q, want %q", part, version, statuses, want)
			}
		}
	}
}

// TestSendNoAnswer has servers that give no answer (RFC 9110, 15.6.3 and 15.6.5).
func TestSendNoAnswer(t *testing.T) {
	silent, _ := raw(t, "")
	broken, _ := raw(t, "HTTP/1.1 200\x00\r\n\r\n")
	switches, _ := raw(t, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
	low, _ := raw(t, "HTTP/1.1 099 Low\r\nContent-Length: 0\r\n\r\n") // RFC 9110, 15
	for site, want := range map[string]string{silent: "504 no answer in time", broken: "502 no answer", switches: "502 no answer", low: "502 no answer"} {
		timeout := long
		if site == silent {
			timeout = short
		}
		for name, to := range both(t, site, timeout) {
			if got := ask(t, to[0], "GET", to[1], "proxy.example", "Upgrade: websocket"); got != want {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
	}
}

// TestSendNoAnswerInTime has a server that sends the head of its answer so slowly that the
// exchange ends. The http.Server, which has the same StepTimeout, lets the part say so.
func TestSendNoAnswerInTime(t *testing.T) {
	t.Parallel()
	site := backend(t, func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer conn.Close()
		_, err = io.WriteString(conn, "HTTP/1.1 200 OK\r\nA: ")
		for err == nil {
			time.Sleep(short / 5)
			_, err = io.WriteString(conn, "x")
		}
	})
	retry(t, func(timeout time.Duration) error {
		proxy := start(t, made(t, httpguard.ForwardProxy{Gate: loopback, Hosts: hosts(t, "127.0.0.1"), StepTimeout: timeout}), timeout)
		if got := ask(t, proxy, "GET", site+"/x", "a"); got != "504 no answer in time" {
			return errors.New(got)
		}
		return nil
	})
}

// TestSendLog checks that the log of the http.Server says that a response was cut off.
func TestSendLog(t *testing.T) {
	site := backend(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "9")
		io.WriteString(w, "half")
	})
	lines := make(chan string, 10)
	s := httptest.NewUnstartedServer(made(t, httpguard.ForwardProxy{Gate: loopback, Hosts: hosts(t, "127.0.0.1"), StepTimeout: long}))
	s.Config.ErrorLog = log.New(writes(lines), "", 0)
	s.Start()
	defer s.Close()
	ask(t, s.Listener.Addr().String(), "GET", site+"/SECRET", "a")
	select {
	case line := <-lines:
		if !strings.Contains(line, "body copy") || strings.Contains(line, "SECRET") {
			t.Errorf("%q", line)
		}
	case <-time.After(long):
		t.Error("nothing is logged")
	}
}

// writes has what is written, one text after another.
type writes chan string

func (w writes) Write(b []byte) (int, error) {
	w <- string(b)
	return len(b), nil
}

// askLogged sends a request to a server with this handler. It returns the answer and the text
// in the log of the server.
func askLogged(t *testing.T, handler http.Handler, method, target string) (answer, logged string) {
	t.Helper()
	lines := make(chan string, 100)
	s := httptest.NewUnstartedServer(handler)
	s.Config.ErrorLog = log.New(writes(lines), "", 0)
	s.Start()
	answer = ask(t, s.Listener.Addr().String(), method, target, "proxy.example")
	s.Close()
	close(lines)
	for line := range lines {
		logged += line
	}
	return answer, logged
}
