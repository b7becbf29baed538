package httpguard_test

import (
	"bufio"
	"fmt"
	"io"
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

// heard collects what Observe reports, "status Part" in one element each.
type heard chan string

// of returns handler with an Observe that writes into h, inside another one.
func (h heard) of(t *testing.T, handler http.Handler) http.Handler {
	write := func(prefix string) func(r *http.Request, status int, err error) {
		return func(r *http.Request, status int, err error) {
			e, ok := err.(*guard.Error)
			if !ok || r.Method == "" {
				t.Errorf("%T %v", err, err)
				return
			}
			h <- fmt.Sprint(prefix, status, " ", e.Part)
		}
	}
	return httpguard.Observe(httpguard.Observe(handler, write("")), write("outer "))
}

// all returns what was reported since the last call. Each refusal is reported once by each of the
// two handlers.
func (h heard) all(t *testing.T) string {
	var inner, outer []string
	for range len(h) {
		if s, ok := strings.CutPrefix(<-h, "outer "); ok {
			outer = append(outer, s)
		} else {
			inner = append(inner, s)
		}
	}
	if fmt.Sprint(inner) != fmt.Sprint(outer) {
		t.Errorf("the inner Observe reports %q, the outer one %q", inner, outer)
	}
	return strings.Join(inner, ", ")
}

// TestObserve checks that each refusal is reported once, and answers of servers and of other
// handlers are not.
func TestObserve(t *testing.T) {
	site := backend(t, func(w http.ResponseWriter, r *http.Request) { http.Error(w, "no", http.StatusForbidden) })
	host := strings.TrimPrefix(site, "http://")
	own := origins(t, "https://proxy.example")
	reports := make(heard, 100)
	reverse := start(t, reports.of(t, made(t, httpguard.ReverseProxy{
		Hosts: hosts(t, "=proxy.example"), StepTimeout: long,
		Routes: guard.Routes{
			{From: "/login", To: uri.MustParse(site)}, {From: "/forms", To: uri.MustParse(site)},
			{From: "/gone", To: uri.MustParse("http://127.0.0.1:1")}, {From: "/x", To: uri.MustParse(site)},
		},
		Wrap: func(from string, next http.Handler) http.Handler {
			switch from {
			case "/login":
				return login(next)
			case "/forms":
				return httpguard.SameOrigin(own, next)
			}
			return nil
		},
	})), long)
	forward := start(t, reports.of(t, made(t, httpguard.ForwardProxy{Gate: loopback, Hosts: hosts(t, "127.0.0.1, 10.0.0.1"), StepTimeout: long})), long)
	answer := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusTeapot) })
	pages := start(t, reports.of(t, httpguard.SameOrigin(own, answer)), long)
	readers := start(t, reports.of(t, httpguard.CORS(own, answer)), long)
	redirects := start(t, reports.of(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path, ok := strings.CutPrefix(r.RequestURI, "/path?"); ok {
			httpguard.RedirectPath(w, r, path, http.StatusFound)
			return
		}
		httpguard.Redirect(w, r, guard.Redirector{Base: uri.MustParse("https://a.example/")}, r.URL.RawQuery, http.StatusFound)
	})), long)
	for _, tt := range []struct {
		address, method, target, fields, status, want string
	}{
		{reverse, "GET", "/x", "A: a", "403", ""},
		{reverse, "GET", "/gone", "A: a", "502", ""},
		{reverse, "GET", "/login", "A: a", "401", ""},
		{reverse, "POST", "/forms", "Origin: https://evil.example", "403", "403 Origin"},
		{reverse, "GET", "/none", "A: a", "404", "404 path"},
		{reverse, "GET", "/x%2Fy", "A: a", "400", "400 path"},
		{reverse, "TRACE", "/x", "A: a", "405", "405 method"},
		{reverse, "OPTIONS", "*", "A: a", "400", "400 request-target"},
		{reverse, "GET", "http://evil.example/", "A: a", "421", "421 Host"},
		{forward, "GET", site + "/", "A: a", "403", ""},
		{forward, "GET", "/", "A: a", "400", "400 request-target"},
		{forward, "GET", "http://evil.example/", "A: a", "403", "403 host"},
		{forward, "GET", "http://10.0.0.1/", "A: a", "403", "403 address"},
		{forward, "CONNECT", host, "A: a", "403", "403 host"},
		{forward, "OPTIONS", site, "Max-Forwards: x", "400", "400 Max-Forwards"},
		{pages, "POST", "/", "Origin: https://evil.example", "403", "403 Origin"},
		{pages, "POST", "/", "Origin: https://proxy.example", "418", ""},
		{readers, "OPTIONS", "/", "Origin: https://evil.example\r\nAccess-Control-Request-Method: GET", "204", "204 Origin"},
		{readers, "OPTIONS", "/", "Origin: https://proxy.example\r\nAccess-Control-Request-Method: GET", "204", ""},
		{readers, "OPTIONS", "/", "Access-Control-Request-Method: GET", "204", ""},
		{readers, "GET", "/", "Origin: https://evil.example", "418", ""},
		{redirects, "GET", "/?/a", "A: a", "302", ""},
		{redirects, "GET", "/?//evil.example", "A: a", "302", "302 reference"},
		{redirects, "GET", "/path?/a", "A: a", "302", ""},
		{redirects, "GET", "/path?//evil.example", "A: a", "400", "400 reference"},
	} {
		got := ask(t, tt.address, tt.method, tt.target, "proxy.example", tt.fields)
		if status, _, _ := strings.Cut(got, " "); status != tt.status {
			t.Errorf("%s %s: %q, want %s", tt.method, tt.target, got, tt.status)
		}
		if got := reports.all(t); got != tt.want {
			t.Errorf("%s %s: reported %q, want %q", tt.method, tt.target, got, tt.want)
		}
	}
	// A request that nobody observes.
	w := httptest.NewRecorder()
	httpguard.RedirectPath(w, request("GET", ""), "//a", http.StatusFound)
	if w.Code != http.StatusBadRequest {
		t.Error(w.Code)
	}
	// The function comes before the answer.
	w = httptest.NewRecorder()
	httpguard.Observe(httpguard.SameOrigin(own, http.NotFoundHandler()), func(*http.Request, int, error) {
		if w.Body.Len() > 0 || len(w.Header()) > 0 {
			t.Errorf("%v %q is before the report", w.Header(), w.Body)
		}
	}).ServeHTTP(w, request("POST", "Origin: https://evil.example"))
	if w.Code != http.StatusForbidden {
		t.Error(w.Code)
	}
}

// TestBlame has clients that send a wrong body to both proxies. The answer blames them, and not the
// server.
func TestBlame(t *testing.T) {
	t.Parallel()
	site := backend(t, func(w http.ResponseWriter, r *http.Request) { io.Copy(io.Discard, r.Body) })
	for name, tt := range map[string]struct{ body, want string }{
		"too long":        {"Transfer-Encoding: chunked\r\n\r\n" + strings.Repeat("10000\r\n"+strings.Repeat("x", 0x10000)+"\r\n", 161), "413"},
		"announced":       {"Content-Length: 10485761\r\n\r\n" + strings.Repeat("x", 10<<20+1), "413"},
		"malformed":       {"Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\nSECRET\r\n", "400"},
		"ends early":      {"Content-Length: 9\r\n\r\nx", "400"},
		"pauses for ever": {"Content-Length: 9\r\n\r\nx", "408"},
	} {
		for _, limits := range []bool{true, false} {
			if !limits && tt.want == "413" {
				continue // a server without limits accepts any length
			}
			for _, part := range []string{"Forward", "Proxy"} {
				t.Run(fmt.Sprint(part, " ", name, " ", limits), func(t *testing.T) {
					t.Parallel()
					if tt.want != "408" {
						if err := blame(t, site, part, tt.body, tt.want, limits, long); err != nil {
							t.Error(err)
						}
						return
					}
					retry(t, func(step time.Duration) error { return blame(t, site, part, tt.body, tt.want, limits, step) })
				})
			}
		}
	}
}

// blame sends a request with a body through a proxy, in a server with or without limits. It returns
// an error if the status is another one, or if Observe reports anything else.
func blame(t *testing.T, site, part, body, status string, limits bool, step time.Duration) error {
	handler, target := http.Handler(nil), "/x"
	if part == "Forward" {
		handler, target = made(t, httpguard.ForwardProxy{Gate: loopback, Hosts: hosts(t, "127.0.0.1"), StepTimeout: step}), site+"/x"
	} else {
		handler = made(t, httpguard.ReverseProxy{Hosts: hosts(t, "=proxy.example"), Routes: guard.Routes{{From: "/", To: uri.MustParse(site)}}, StepTimeout: step})
	}
	reports := make(heard, 10)
	address := ""
	if limits {
		address = start(t, reports.of(t, handler), step)
	} else {
		address = strings.TrimPrefix(backend(t, reports.of(t, handler).ServeHTTP), "http://")
	}
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(long + 32*step)) // a body may pause for 30 steps
	go func() {
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: proxy.example\r\n%s", target, body)
		if status == "400" {
			conn.(*net.TCPConn).CloseWrite()
		}
	}()
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return err
	}
	b, _ := io.ReadAll(response.Body) // the connection may be reset after the answer
	if got := fmt.Sprint(response.StatusCode, " ", string(b)); !strings.HasPrefix(got, status+" ") || !strings.Contains(got, ": body: it ") || strings.Contains(got, "SECRET") {
		return fmt.Errorf("%q, want %s", got, status)
	}
	if got := reports.all(t); got != status+" body" {
		return fmt.Errorf("reported %q", got)
	}
	return nil
}

// TestUploadWithoutAnswer checks that a client hears at once that there is no answer, although it has not
// sent its body. net/http would read the body first.
func TestUploadWithoutAnswer(t *testing.T) {
	for name, to := range both(t, "http://127.0.0.1:1", long) {
		conn, err := net.Dial("tcp", to[0])
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conn.SetDeadline(time.Now().Add(long))
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: proxy.example\r\nContent-Length: 9\r\n\r\nx", to[1])
		response, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil || response.StatusCode != http.StatusBadGateway {
			t.Errorf("%s: %v, %v", name, response, err)
		}
	}
}

// TestPause checks that an upload may pause for much longer than StepTimeout, on its way through
// both proxies.
func TestPause(t *testing.T) {
	t.Parallel()
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		n, err := io.Copy(io.Discard, r.Body)
		fmt.Fprint(w, n, err)
	})
	for _, name := range []string{"Forward", "Proxy"} {
		retry(t, func(step time.Duration) error {
			to := both(t, site, step)[name]
			conn, err := net.Dial("tcp", to[0])
			if err != nil {
				return err
			}
			defer conn.Close()
			fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: proxy.example\r\nConnection: close\r\nContent-Length: 2\r\n\r\nx", to[1])
			time.Sleep(12 * step)
			io.WriteString(conn, "y")
			b, err := io.ReadAll(conn)
			if err != nil || !strings.HasSuffix(string(b), "\r\n\r\n2 <nil>") {
				return fmt.Errorf("%s: %q, %v", name, b, err)
			}
			return nil
		})
	}
}
