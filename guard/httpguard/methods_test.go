package httpguard_test

import (
	"net/http"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/guard/httpguard"
)

// TestMethods sends methods with every byte and in every case to both proxies. Only a method that a
// handler of Wrap has seen, with the same letters, reaches the server.
func TestMethods(t *testing.T) {
	reached, wrapped := "", ""
	site := backend(t, func(w http.ResponseWriter, r *http.Request) { reached = r.Method })
	reverse := start(t, made(t, httpguard.ReverseProxy{
		Hosts: hosts(t, "=proxy.example"), Routes: guard.Routes{{From: "/", To: uri.MustParse(site)}}, StepTimeout: long,
		Wrap: func(_ string, next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { wrapped = r.Method; next.ServeHTTP(w, r) })
		},
	}), long)
	forward := start(t, made(t, httpguard.ForwardProxy{Gate: loopback, Hosts: hosts(t, "127.0.0.1"), StepTimeout: long}), long)
	type attempt struct{ method, status string }
	tries := []attempt{
		{"GET", "200"}, {"DELETE", "200"}, {"M-SEARCH", "200"}, {"VERSION_CONTROL", "200"}, {strings.Repeat("A", 60_000), "200"},
		{"trace", "501"}, {"connect", "501"}, {"Get", "501"}, {"DELETE1", "501"}, {"TRACE", "405"},
		{"ＧＥＴ", "400"},
	}
	for bits := 1; bits < 1<<len("DELETE"); bits++ {
		method := []byte("DELETE")
		for i := range method {
			method[i] |= byte(bits>>i&1) << 5
		}
		tries = append(tries, attempt{string(method), "501"})
	}
	const passed, token = "ABCDEFGHIJKLMNOPQRSTUVWXYZ-_", "!#$%&'*+.^`|~0123456789abcdefghijklmnopqrstuvwxyz" // RFC 9110, 5.6.2
	for c := range 256 {
		try := attempt{"X" + string([]byte{byte(c)}) + "Y", "400"}
		if strings.IndexByte(passed, byte(c)) >= 0 {
			try.status = "200"
		} else if strings.IndexByte(token, byte(c)) >= 0 {
			try.status = "501"
		}
		tries = append(tries, try)
	}
	for _, tt := range tries {
		for address, target := range map[string]string{reverse: "/x", forward: site + "/x"} {
			reached, wrapped = "", ""
			got := ask(t, address, tt.method, target, "proxy.example")
			if status, _, _ := strings.Cut(got, " "); status != tt.status {
				t.Errorf("%.20q to %.8s: %q, want %s", tt.method, target, got, tt.status)
			}
			if want := tt.status == "200"; want != (reached == tt.method) || !want && reached+wrapped != "" || want && address == reverse && wrapped != tt.method {
				t.Errorf("%.20q to %.8s: Wrap sees %q, the server %q", tt.method, target, wrapped, reached)
			}
		}
	}
}
