package httpguard_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/guard/guardtest"
	"example.com/uri/guard/httpguard"
)

// TestHTTP2 sends over HTTP/2 what the other tests send over HTTP/1.1: methods, names of fields, chains, further
// targets and paths. Each request at the server carries the mark of one that Wrap has seen.
func TestHTTP2(t *testing.T) {
	var got *http.Request
	site := backend(t, func(w http.ResponseWriter, r *http.Request) { got = r })
	seen, remote := "", ""
	handler := made(t, httpguard.ReverseProxy{
		Hosts: hosts(t, "=www.example"), StepTimeout: long, Trust: prefixes("127.0.0.0/8"), Fields: []string{"X-Group"}, Upgrades: true,
		Routes: guard.Routes{{From: "/admin", To: uri.MustParse(site + "/admin")}, {From: "/", To: uri.MustParse(site)}},
		Wrap: func(from string, next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				seen, remote = r.Method+" "+r.RequestURI, r.RemoteAddr
				if from == "/admin" {
					w.WriteHeader(http.StatusUnauthorized)
					return
				}
				r.Header["X_User"], r.Header["X-Mark"] = []string{"alice"}, []string{seen}
				next.ServeHTTP(w, r)
			})
		},
	})
	front := httptest.NewUnstartedServer(handler)
	front.EnableHTTP2 = true
	front.StartTLS()
	t.Cleanup(front.Close)
	client := front.Client()
	send := func(method, target string, fields http.Header) int {
		t.Helper()
		got, seen, remote = nil, "", ""
		r := &http.Request{Method: method, URL: &url.URL{Scheme: "https", Host: front.Listener.Addr().String(), Opaque: target}, Host: "www.example", Header: fields}
		response, err := client.Do(r)
		if err != nil {
			return 0 // net/http refuses it
		}
		io.Copy(io.Discard, response.Body)
		response.Body.Close()
		if response.ProtoMajor != 2 {
			t.Fatal(response.Proto)
		}
		if got != nil && (got.Header.Get("X-Mark") != seen || seen == "" || got.Method+" "+got.RequestURI != seen) {
			t.Errorf("%s %s: the server sees %s %s, Wrap %s", method, target, got.Method, got.RequestURI, seen)
		}
		return response.StatusCode
	}
	if status := send("DELETE", "/x", http.Header{}); status != 200 || got.Method != "DELETE" {
		t.Fatal(status)
	}
	for bits := 1; bits < 1<<len("DELETE"); bits++ {
		method := []byte("DELETE")
		for i := range method {
			method[i] |= byte(bits>>i&1) << 5
		}
		if status := send(string(method), "/x", http.Header{}); status != 501 || seen != "" {
			t.Errorf("%s: %d, Wrap sees %q", method, status, seen)
		}
	}
	for _, own := range []string{"X_User", "X-Group", "X-Mark", "X-Forwarded-For", "Forwarded", "X-Real-IP", "SCRIPT_NAME"} {
		for spelling := range guardtest.Fields(own) {
			if status := send("GET", "/x", http.Header{spelling: {"admin"}}); status != 200 && status != 0 {
				t.Errorf("%s: %d", spelling, status)
			}
			if got != nil && strings.Contains(fmt.Sprint(got.Header), "admin") && !(own == "SCRIPT_NAME" && strings.EqualFold(spelling, "Script-Name")) {
				t.Errorf("%s: the server sees %v", spelling, got.Header)
			}
		}
	}
	for _, chain := range []string{"x", "127.0.0.1", ", ", "unknown, 127.0.0.1"} {
		send("GET", "/x", http.Header{"X-Forwarded-For": {chain, "198.51.100.7, 127.0.0.2"}})
		if want := "198.51.100.7, 127.0.0.2, 127.0.0.1"; got == nil || got.Header.Get("X-Forwarded-For") != want || remote != "198.51.100.7:0" {
			t.Errorf("%s: %v, %s", chain, got, remote)
		}
	}
	paths := slices.Collect(guardtest.Paths("/admin"))
	for i := 0; i < len(paths); i += 5 {
		if send("GET", paths[i], http.Header{}); got != nil {
			t.Errorf("%s reaches the server", paths[i])
		}
		if status := send("COPY", "/x", http.Header{"Destination": {paths[i]}}); got != nil || status == 200 {
			t.Errorf("Destination %s: %d", paths[i], status)
		}
	}
	if status := send("GET", "https://www.example/x", http.Header{}); status != 200 || got.Header.Get("X-Forwarded-Proto") != "https" || got.Header.Get("X-Forwarded-Host") != "www.example" {
		t.Errorf("%d, %v", status, got)
	}
	for _, method := range []string{"TRACE", "CONNECT"} {
		if status := send(method, "/x", http.Header{}); got != nil || status == 200 {
			t.Errorf("%s: %d", method, status)
		}
	}
}
