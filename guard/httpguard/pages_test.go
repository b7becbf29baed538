package httpguard_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/guard/httpguard"
)

// next is a handler that was reached.
var next = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })

// request returns a request with fields "Name: value", one a line.
func request(method, fields string) *http.Request {
	r := httptest.NewRequest(method, "/x", nil)
	r.Host = "site.example"
	for line := range strings.Lines(fields) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		name = textproto.CanonicalMIMEHeaderKey(name)
		r.Header[name] = append(r.Header[name], value)
	}
	return r
}

func TestSameOrigin(t *testing.T) {
	own := origins(t, "https://site.example https://*.app.example")
	const webSocket = "Connection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Key: x\n"
	for _, tt := range []struct {
		method, fields string
		ok             bool
	}{
		{"GET", "Origin: https://evil.example", true},
		{"HEAD", "Origin: https://evil.example", true},
		{"OPTIONS", "Origin: https://evil.example", true},
		{"GET", "Sec-Fetch-Site: cross-site", true},
		{"POST", "", true}, // no browser
		{"POST", "Sec-Fetch-Site: none", true},
		{"POST", "Sec-Fetch-Site: same-origin", true},
		{"POST", "Sec-Fetch-Site: same-origin\nOrigin: https://proxy.example\nOrigin: https://evil.example", false},
		{"POST", "Sec-Fetch-Site: same-site", false},
		{"POST", "Sec-Fetch-Site: cross-site", false},
		{"POST", "Sec-Fetch-Site: ", true},
		{"POST", "Sec-Fetch-Site: same-origin\nSec-Fetch-Site: cross-site", false},
		{"POST", "Origin: https://site.example", true},
		{"POST", "Origin: https://a.app.example\nSec-Fetch-Site: cross-site", true},
		{"POST", "Origin: https://app.example", false},
		{"POST", "Origin: http://site.example", false},
		{"POST", "Origin: https://site.example:8443", false},
		{"POST", "Origin: https://site.example.evil.example", false},
		{"POST", "Origin: https://evil.example", false},
		{"POST", "Origin: https://evil.example\nSec-Fetch-Site: same-origin", false},
		{"POST", "Origin: https://site.example\nOrigin: https://evil.example", false},
		{"POST", "Origin: https://site.example, https://evil.example", false},
		{"POST", "Origin: ", false},
		{"POST", "Origin: null", false},
		{"POST", "Origin: null\nSec-Fetch-Site: same-origin", true}, // Referrer-Policy: no-referrer
		{"POST", "Origin: null\nSec-Fetch-Site: cross-site", false},
		{"POST", "Origin: null\nSec-Fetch-Site: none", false},
		{"PUT", "Origin: https://evil.example", false},
		{"DELETE", "Origin: https://evil.example", false},
		{"get", "Origin: https://evil.example", false},
		{"TRACE", "Origin: https://evil.example", false},
		{"GET", webSocket + "Origin: https://site.example", true},
		{"GET", webSocket + "Origin: https://evil.example", false},
		{"GET", webSocket + "Origin: null", false},
		{"GET", webSocket, true},
		{"GET", "Upgrade: WebSocket\nOrigin: https://evil.example", false},
		{"GET", "Sec-WebSocket-Key: x\nOrigin: https://evil.example", false},
		{"CONNECT", "Origin: https://evil.example", false},
	} {
		w := httptest.NewRecorder()
		httpguard.SameOrigin(own, next).ServeHTTP(w, request(tt.method, tt.fields))
		if want := map[bool]int{true: http.StatusTeapot, false: http.StatusForbidden}[tt.ok]; w.Code != want {
			t.Errorf("%s %q: %d", tt.method, tt.fields, w.Code)
		}
	}
	// A name of an attacker that resolves to this server has requests of the same origin.
	r := request("POST", "Sec-Fetch-Site: same-origin")
	r.Host = "evil.example"
	w := httptest.NewRecorder()
	httpguard.SameOrigin(own, next).ServeHTTP(w, r)
	if w.Code != http.StatusForbidden {
		t.Error(w.Code)
	}
	// The zero list lets no page in.
	for fields, want := range map[string]int{"": 418, "Origin: https://site.example": 403, "Sec-Fetch-Site: same-origin": 403} {
		w := httptest.NewRecorder()
		httpguard.SameOrigin(guard.Origins{}, next).ServeHTTP(w, request("POST", fields))
		if w.Code != want {
			t.Errorf("%q: %d", fields, w.Code)
		}
	}
}

func TestCORS(t *testing.T) {
	readers := origins(t, "https://app.example")
	const preflight = "Access-Control-Request-Method: PATCH\nAccess-Control-Request-Headers: x-a,content-type\n"
	for _, tt := range []struct {
		method, fields  string
		code            int
		origin, methods string
		allowed         string
	}{
		{"GET", "", 418, "", "", ""},
		{"GET", "Origin: https://app.example", 418, "https://app.example", "", ""},
		{"POST", "Origin: https://app.example", 418, "https://app.example", "", ""},
		{"GET", "Origin: https://evil.example", 418, "", "", ""},
		{"GET", "Origin: null", 418, "", "", ""},
		{"GET", "Origin: https://app.example\nOrigin: https://evil.example", 418, "", "", ""},
		{"OPTIONS", "Origin: https://app.example", 418, "https://app.example", "", ""},
		{"OPTIONS", preflight + "Origin: https://app.example", 204, "https://app.example", "PATCH", "x-a,content-type"},
		{"OPTIONS", preflight + "Origin: https://evil.example", 204, "", "", ""},
		{"GET", preflight + "Origin: https://app.example", 418, "https://app.example", "", ""},
	} {
		w := httptest.NewRecorder()
		httpguard.CORS(readers, next).ServeHTTP(w, request(tt.method, tt.fields))
		h := w.Header()
		credentials, vary := "", "Origin"
		if tt.origin != "" {
			credentials = "true"
		}
		if tt.code == http.StatusNoContent {
			vary += ", Access-Control-Request-Method, Access-Control-Request-Headers"
		}
		if w.Code != tt.code || h.Get("Access-Control-Allow-Origin") != tt.origin || h.Get("Access-Control-Allow-Methods") != tt.methods ||
			h.Get("Access-Control-Allow-Headers") != tt.allowed || h.Get("Access-Control-Allow-Credentials") != credentials || strings.Join(h["Vary"], ", ") != vary {
			t.Errorf("%s %q: %d %v", tt.method, tt.fields, w.Code, h)
		}
	}
}

func TestRedirect(t *testing.T) {
	to := guard.Redirector{Base: uri.MustParse("https://good.example/"), Hosts: hosts(t, "=app.good.example")}
	for ref, want := range map[string]string{
		"/account?tab=1":                   "https://good.example/account?tab=1",
		"/caf\u00e9 au lait":               "https://good.example/caf%C3%A9%20au%20lait",
		"https://app.good.example/x":       "https://app.good.example/x",
		"":                                 "https://good.example/",
		"//evil.example":                   "https://good.example/",
		`/\evil.example`:                   "https://good.example/",
		"/\t/evil.example":                 "https://good.example/",
		"/%09/evil.example":                "https://good.example/",
		`/a/../\evil.example`:              "https://good.example/",
		"https://app.good.example@evil/":   "https://good.example/",
		"https://b.app.good.example/":      "https://good.example/",
		"javascript:alert(1)":              "https://good.example/",
		"/x\r\nSet-Cookie: a":              "https://good.example/xSet-Cookie:%20a",
		"https:evil.example":               "https://good.example/evil.example",
		"http:evil.example":                "https://good.example/",
		"https://app.good.example.evil.x/": "https://good.example/",
	} {
		w := httptest.NewRecorder()
		httpguard.Redirect(w, request("GET", ""), to, ref, http.StatusSeeOther)
		if got := w.Header().Get("Location"); w.Code != http.StatusSeeOther || got != want {
			t.Errorf("%q: %d %q, want %q", ref, w.Code, got, want)
		}
	}
	for _, base := range []string{"https://good.example//evil.example/login", "https://good.example/%2fevil.example?next=x"} { // the URI of a request
		w := httptest.NewRecorder()
		httpguard.Redirect(w, request("GET", ""), guard.Redirector{Base: uri.MustParse(base)}, "//evil.example", http.StatusSeeOther)
		if got := w.Header().Get("Location"); got != "https://good.example/" {
			t.Errorf("%s: %q", base, got)
		}
	}
	failed, err := guard.ParseHosts("https://app.good.example")
	if err == nil {
		t.Fatal("no mistake")
	}
	for _, to := range []guard.Redirector{
		{},
		{Base: uri.MustParse("/x")},
		{Base: uri.MustParse("mailto:a@b")},
		{Base: uri.MustParse("javascript:alert(1)")},
		{Hosts: to.Hosts},
		{Base: to.Base, Hosts: failed},
	} {
		for _, ref := range []string{"/a", "//evil.example", "https://app.good.example/x"} {
			w := httptest.NewRecorder()
			mistake := func() (v any) {
				defer func() { v = recover() }()
				httpguard.Redirect(w, request("GET", ""), to, ref, http.StatusSeeOther)
				return nil
			}()
			if s, ok := mistake.(string); !ok || !strings.HasPrefix(s, "httpguard: Redirect: ") || len(w.Header()) > 0 {
				t.Errorf("%v %q: %v, %d %v", to, ref, mistake, w.Code, w.Header())
			}
		}
	}
}

func TestRedirectPath(t *testing.T) {
	for path, want := range map[string]string{
		"/a/":               "/a/",
		"/a/b/?c=//d#e":     "/a/b/?c=//d#e",
		"//evil.example/":   "",
		`/\evil.example/`:   "",
		"/%2F/evil.example": "",
		"https://h/":        "",
	} {
		w := httptest.NewRecorder()
		httpguard.RedirectPath(w, request("GET", ""), path, http.StatusPermanentRedirect)
		code := http.StatusPermanentRedirect
		if want == "" {
			code = http.StatusBadRequest
		}
		if got := w.Header().Get("Location"); got != want || w.Code != code {
			t.Errorf("%q: %d %q, want %q", path, w.Code, got, want)
		}
	}
}

// TestRedirectStatus gives each status to the two functions. They panic for one that is not of a
// redirect to the Location.
func TestRedirectStatus(t *testing.T) {
	for code := 100; code < 600; code++ {
		want := slices.Contains([]int{301, 302, 303, 307, 308}, code)
		for name, redirect := range map[string]func(w http.ResponseWriter){
			"Redirect": func(w http.ResponseWriter) {
				httpguard.Redirect(w, request("GET", ""), guard.Redirector{Base: uri.MustParse("https://h/")}, "/a", code)
			},
			"RedirectPath": func(w http.ResponseWriter) { httpguard.RedirectPath(w, request("GET", ""), "/a", code) },
		} {
			w := httptest.NewRecorder()
			panicked := func() (panicked bool) {
				defer func() { panicked = recover() != nil }()
				redirect(w)
				return false
			}()
			if panicked == want || want && w.Code != code {
				t.Errorf("%s with %d: panic %v, status %d", name, code, panicked, w.Code)
			}
		}
	}
}

// TestNewServerLimits checks the limits of a server.
func TestNewServerLimits(t *testing.T) {
	s := httpguard.NewServer(http.NotFoundHandler(), 7*time.Second)
	got := []time.Duration{s.ReadHeaderTimeout, s.IdleTimeout, s.ReadTimeout, s.WriteTimeout}
	if want := []time.Duration{7 * time.Second, 7 * time.Second, 210 * time.Second, 217 * time.Second}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestCORSBeforeProxy checks that an answer has the fields of CORS once, although the back
// end has its own opinion and sends an interim response.
func TestCORSBeforeProxy(t *testing.T) {
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Link", "</a>")
		w.WriteHeader(http.StatusEarlyHints)
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Access-Control-Allow-Credentials", "false")
		w.Header().Set("Access-Control-Expose-Headers", "X-A")
		if r.URL.Path != "/nothing" {
			w.WriteHeader(http.StatusTeapot)
		}
		if r.URL.Path == "/flushed" {
			http.NewResponseController(w).Flush()
		}
	})
	routes := guard.Routes{{From: "/", To: uri.MustParse(site)}}
	proxied := made(t, httpguard.ReverseProxy{Hosts: hosts(t, "=site.example"), Routes: routes, StepTimeout: long})
	readers := origins(t, "https://app.example")
	for name, handler := range map[string]http.Handler{
		"Proxy": httpguard.CORS(readers, proxied),
		"CORS":  httpguard.CORS(readers, httpguard.CORS(origins(t, "https://evil.example"), proxied)),
	} {
		address := start(t, handler, long)
		for _, path := range []string{"/", "/nothing", "/flushed"} {
			for origin, want := range map[string][]string{
				"":                     {"[]", "[]"},
				"https://app.example":  {"[https://app.example]", "[true]"},
				"https://evil.example": {"[]", "[]"},
			} {
				r, err := http.NewRequest("GET", "http://"+address+path, nil)
				if err != nil {
					t.Fatal(err)
				}
				r.Host = "site.example"
				if origin != "" {
					r.Header.Set("Origin", origin)
				}
				response, err := http.DefaultClient.Do(r)
				if err != nil {
					t.Fatal(err)
				}
				response.Body.Close()
				h := response.Header
				got := []string{fmt.Sprint(h["Access-Control-Allow-Origin"]), fmt.Sprint(h["Access-Control-Allow-Credentials"])}
				if !slices.Equal(got, want) || h.Get("Access-Control-Expose-Headers") != "X-A" || h.Get("Vary") != "Origin" {
					t.Errorf("%s %s, origin %q: %d %v", name, path, origin, response.StatusCode, h)
				}
			}
		}
	}
}

// TestCORSWriter checks that a handler behind CORS has all that net/http gives it.
func TestCORSWriter(t *testing.T) {
	readers := origins(t, "https://app.example")
	for name, handler := range map[string]http.HandlerFunc{
		"body":    func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "hello") },
		"flusher": func(w http.ResponseWriter, _ *http.Request) { w.(http.Flusher).Flush(); io.WriteString(w, "hello") },
		"hijacker": func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := w.(http.Hijacker).Hijack()
			if err == nil {
				io.WriteString(conn, "HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: https://app.example\r\nConnection: close\r\n\r\nhello")
				conn.Close()
			}
		},
		"deadline": func(w http.ResponseWriter, _ *http.Request) {
			if err := http.NewResponseController(w).SetWriteDeadline(time.Now().Add(long)); err == nil {
				io.WriteString(w, "hello")
			}
		},
	} {
		r, err := http.NewRequest("GET", backend(t, httpguard.CORS(readers, handler).ServeHTTP), nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Origin", "https://app.example")
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		b, err := io.ReadAll(response.Body)
		response.Body.Close()
		if string(b) != "hello" || err != nil || response.Header.Get("Access-Control-Allow-Origin") != "https://app.example" {
			t.Errorf("%s: %q %v, %v", name, b, response.Header, err)
		}
	}
}
