package httpguard_test

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/guard/guardtest"
	"example.com/uri/guard/httpguard"
	"example.com/uri/internal/growth"
)

var requests = flag.Int("requests", 1_000, "send `N` drawn requests through a ReverseProxy")

// marks has the requests that a handler of Wrap has seen, by the marks that it gave them.
type marks struct {
	mu   sync.Mutex
	seen map[string]string
	n    int
}

// wrap marks the requests of all routes but /admin, where it answers itself.
func (m *marks) wrap(from string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if from == "/admin" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		m.mu.Lock()
		m.n++
		mark := fmt.Sprint("mark-", m.n)
		m.seen[mark] = r.Method + " " + r.RequestURI
		m.mu.Unlock()
		r.Header["X_Mark"] = []string{mark}
		next.ServeHTTP(w, r)
	})
}

// take returns the request with a mark, once.
func (m *marks) take(mark string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	request := m.seen[mark]
	delete(m.seen, mark)
	return request
}

// TestDrawnRequests sends drawn requests as they are, with further requests in their bodies. Each request at the
// server carries the mark of one that Wrap has seen, and no other in any spelling.
func TestDrawnRequests(t *testing.T) {
	m := &marks{seen: map[string]string{}}
	reached := 0
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		var all []string
		for name, values := range r.Header {
			if variableOf(name) == "X_MARK" {
				all = append(all, values...)
			}
		}
		if len(all) != 1 || m.take(all[0]) != r.Method+" "+r.RequestURI {
			t.Errorf("the server sees %s %s, marked %q", r.Method, r.RequestURI, all)
		}
		m.mu.Lock()
		defer m.mu.Unlock()
		reached++
	})
	proxy := start(t, made(t, httpguard.ReverseProxy{
		Hosts: hosts(t, "=www.example"), StepTimeout: long, Wrap: m.wrap, Upgrades: true,
		Routes: guard.Routes{{From: "/admin", To: uri.MustParse(site + "/admin")}, {From: "/", To: uri.MustParse(site)}},
	}), long)
	draw := newDrawer()
	for range *requests {
		text := draw.request()
		conn, err := net.Dial("tcp", proxy)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(conn, text)
		conn.(*net.TCPConn).CloseWrite()
		io.Copy(io.Discard, conn)
		conn.Close()
		if t.Failed() {
			t.Fatalf("after %q", text)
		}
	}
	t.Logf("%d requests reach the server", reached)
	if reached < *requests/20 {
		t.Errorf("only %d of %d requests reach the server", reached, *requests)
	}
}

// A drawer draws requests.
type drawer struct {
	*rand.Rand
	targets, names []string
}

func newDrawer() *drawer {
	d := &drawer{Rand: rand.New(rand.NewPCG(1, 2)), targets: []string{"/", "/x", "/x?y", "/admin", "http://www.example/x", "http://www.example/admin", "*", "x"}}
	for path := range guardtest.Paths("/admin") {
		d.targets = append(d.targets, path)
	}
	d.names = slices.Collect(guardtest.Fields("X-Mark"))
	return d
}

// one returns one of the texts, half of the time the first, which breaks nothing.
func (d *drawer) one(texts ...string) string { return texts[d.IntN(2)*d.IntN(len(texts))] }

// request returns a request, perhaps with another one in its body.
func (d *drawer) request() string {
	target := "/x"
	if d.IntN(3) == 0 {
		target = d.targets[d.IntN(len(d.targets))]
	}
	text := d.one("GET", "POST", "GET", "POST", "DELETE", "COPY", "delete", "GeT", "TRACE", "CONNECT", "X-Y", "G(T", "PROPFIND") + " " + target + d.one(" HTTP/1.1", " HTTP/1.1", " HTTP/1.1", " HTTP/1.0", " HTTP/1.2", "") + "\r\n"
	if d.IntN(20) > 0 {
		text += "Host: www.example\r\n"
	}
	length := ""
	for range d.IntN(5) {
		switch d.IntN(9) {
		case 0, 1, 2:
			text += d.names[d.IntN(len(d.names))] + d.one(":", ": ", " : ", ":\t") + fmt.Sprint("mark-", d.IntN(*requests)) + d.one("\r\n", "\r\n", "\n", "\r")
		case 3:
			text += "Connection: " + d.one("X_Mark", "X-Mark, close", "keep-alive", "Upgrade", "X-Forwarded-For,Host") + "\r\n"
		case 4:
			length = "Content-Length: " + d.one("0", "1", "9", "+1", "1, 1", "-1", "0x1", "1 ") + "\r\n"
		case 5:
			length += "Transfer-Encoding: " + d.one("chunked", "Chunked", "identity", "xchunked", "chunked, chunked", "gzip, chunked", "\vchunked") + "\r\n"
		case 6:
			text += d.one("Destination", "If", "Upgrade", "Expect", "Trailer", "TE", "Depth", "X-HTTP-Method-Override", "Range") + ": " + d.one("/admin/x", "/y", "(<a:b>)", "</admin>(<a:b>)", "websocket", "h2c", "100-continue", "X-Mark", "trailers", "infinity", "DELETE") + "\r\n"
		case 7:
			text += d.one("X-A: a", " X-Mark: mark-1", "\tfolded", "X-Mark", ": mark-1", "X-Mark\x00: mark-1", "Host: www.example") + "\r\n"
		case 8:
			text += "Cookie: a=b\r\n"
		}
	}
	text += length + "\r\n" + d.one("", "", "x", "1\r\nx\r\n0\r\n\r\n", "0\r\nX-Mark: mark-1\r\n\r\n", "1;a=b\nx\r\n0\r\n\r\n")
	if d.IntN(4) == 0 {
		text += "GET " + d.one("/x", "/admin") + " HTTP/1.1\r\nHost: www.example\r\nX-Mark: mark-2\r\n\r\n"
	}
	return text
}

// TestLong checks that what a client says takes linear time, and that long texts get a clear status.
func TestLong(t *testing.T) {
	var h http.Handler
	location := ""
	ask := func(method, target, name, value string) {
		r := &http.Request{Method: method, URL: &url.URL{}, RequestURI: target, Host: "www.example", RemoteAddr: "10.0.0.9:1", ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{name: {value}}}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if !slices.Contains([]int{204, 302, 400, 403, 404, 501}, w.Code) || w.Body.Len() > 500 {
			t.Errorf("%.50q, %s: %.50q: %d %.600q", target, name, value, w.Code, w.Body)
		}
	}
	h = made(t, httpguard.ReverseProxy{
		Hosts: hosts(t, "=www.example"), Trust: prefixes("10.0.0.0/8"), Fields: []string{"X-User"},
		Routes: guard.Routes{{From: "/admin", To: uri.MustParse("http://back.example/private")}, {From: "/", To: uri.MustParse("http://back.example/")}},
		Wrap: func(_ string, next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { r.Header["X_Name"] = []string{"a"}; next.ServeHTTP(w, r) })
		},
		Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: 302, Header: http.Header{"Location": {location}}, Body: http.NoBody}, nil
		}),
	})
	var shapes []growth.Shape
	for _, s := range [][3]string{
		{"", "10.0.0.1, ", ""}, {"1.2.3.4", ",10.0.0.1", ""}, {"", ",", ""}, {"", "x,", "10.0.0.1"}, {"", "[", ""}, {"", "1", ""},
		{"/", "a/", ""}, {"/", "../", ""}, {"/", "%2e%2e/", ""}, {"http://www.example/", "/a", ""}, {"", "/", ""}, {"http://", "a.", "/"},
		{"", "(<a:b>)", ""}, {"", "</x>(<a:b>)", ""}, {"", "(Not<a:b>", ""}, {"(", "[\"a\"]", ")"}, {"(", "[\"", ""}, {"", "<", ""}, {"<", ">", ""}, {"", "A", ""}, {"", "a", ""},
	} {
		shapes = append(shapes, growth.Shape{Before: s[0], Piece: s[1], After: s[2]})
	}
	growth.Check(t, false, map[string]func(string){
		"method":           func(s string) { ask(s, "/x", "X", "") },
		"X-Forwarded-For":  func(s string) { ask("GET", "/x", "X-Forwarded-For", s) },
		"X-Forwarded-Host": func(s string) { ask("GET", "/x", "X-Forwarded-Host", s) },
		"Destination":      func(s string) { ask("COPY", "/x", "Destination", s) },
		"If":               func(s string) { ask("PUT", "/x", "If", s) },
		"Upgrade":          func(s string) { ask("GET", "/x", "Upgrade", s) },
		"Location":         func(s string) { location = s; ask("GET", "/x", "X", "") },
		"DELETE":           func(s string) { ask("DELETE", "/"+s, "Depth", s) },
	}, shapes)
	// 10,000 elements of a chain, all trusted, and 10,000 others.
	for _, element := range []string{"10.0.0.1", "1.2.3.4", "x", ""} {
		ask("GET", "/x", "X-Forwarded-For", strings.Repeat(element+",", 10_000))
	}
}
