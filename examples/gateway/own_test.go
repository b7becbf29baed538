package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"example.com/uri/examples/internal/peers"
	"example.com/uri/examples/internal/wire"
	"example.com/uri/internal/peer"
)

// ask sends a request with fields, each ended by CR LF, and returns the answer.
// The body is not read.
func ask(t *testing.T, gateway, request, fields string) *http.Response {
	t.Helper()
	conn := dial(t, gateway, request+" HTTP/1.1\r\n"+fields+"\r\n")
	method, _, _ := strings.Cut(request, " ")
	r, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: method})
	if err != nil {
		t.Fatalf("%s: %v", request, err)
	}
	return r
}

// TestNoCookies asks for two servers in the gateway's own space with curl, which
// keeps cookies. Neither server may be asked.
func TestNoCookies(t *testing.T) {
	gateway, _ := start(t, &Gateway{Gate: wire.NewGate(true)})
	asked := make(chan string, 10)
	site := func() string {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked <- r.Header.Get("Cookie")
			http.SetCookie(w, &http.Cookie{Name: "session", Value: "SECRET", Path: "/"})
		}))
		t.Cleanup(server.Close)
		return server.URL
	}
	jar := filepath.Join(t.TempDir(), "cookies")
	for _, u := range []string{site(), site(), strings.ToUpper(site())} {
		out := peers.Curl(t, "--cookie", jar, "--cookie-jar", jar, "--write-out", "%{http_code}", gateway+"/"+u+"/")
		if !strings.HasSuffix(string(out), "403") {
			t.Errorf("%s: %s", u, out)
		}
	}
	select {
	case cookie := <-asked:
		t.Errorf("a server was asked, with the cookie %q", cookie)
	default:
	}
}

// TestHostOfOwnSpace requests the own space of the gateway under names that an attacker
// could let resolve to it. A proxy is not requested by its name.
func TestHostOfOwnSpace(t *testing.T) {
	gateway, _ := start(t, &Gateway{Gate: wire.NewGate(true)})
	text := "gopher://" + peer.Serve(t, says("text")) + "/0/"
	for host, want := range map[string]int{
		"127.0.0.1": 200, "127.0.0.1:8118": 200, "[::1]:8118": 200, "localhost": 200, "LocalHost:8118": 200, "192.0.2.1": 200,
		"evil.example": 421, "localhost.evil.example": 421, "127.0.0.1.evil.example": 421, "2130706433": 421, "127.1": 421, "h_x": 421,
		"": 400, "a b": 400, "u@127.0.0.1": 400, "127.0.0.1/": 400, "127.0.0.1:99999": 400,
	} {
		if r := ask(t, gateway, "GET /"+text, "Host: "+host+"\r\n"); r.StatusCode != want {
			t.Errorf("Host %q: %s, want %d", host, r.Status, want)
		}
	}
	for _, target := range []string{"/", "/nothing", "/1x:y", "//gopher://h/"} {
		r := ask(t, gateway, "GET "+target, "Host: 127.0.0.1\r\nConnection: close\r\n")
		if body, err := io.ReadAll(r.Body); err != nil || r.StatusCode != 400 || !strings.Contains(string(body), "an absolute URI must follow") {
			t.Errorf("%s: %s %s, %v", target, r.Status, body, err)
		}
	}
	if r := ask(t, gateway, "GET "+text, "Host: evil.example\r\n"); r.StatusCode != 200 {
		t.Errorf("as a proxy: %s", r.Status)
	}
}

// TestIsolation checks that pages of old servers cannot run scripts, load anything or
// be embedded, and that the servers learn nothing about the client.
func TestIsolation(t *testing.T) {
	gateway, _ := start(t, &Gateway{Gate: wire.NewGate(true)})
	heard := make(chan string, 1)
	gopher := peer.Serve(t, func(conn net.Conn) {
		b := make([]byte, 1000)
		n, _ := conn.Read(b)
		heard <- string(b[:n])
		fmt.Fprint(conn, "<script>alert(1)</script>")
	})
	ftp := peers.FTP(t, peers.Tree(t, map[string]string{"a.html": "<script>alert(1)</script>", "d/x": ""}), "", "")
	const fields = "Host: 127.0.0.1\r\nCookie: session=SECRET\r\nReferer: http://h/SECRET\r\nAuthorization: Basic SECRET\r\n"
	for _, tt := range []struct{ u, hears string }{
		{"gopher://" + gopher + "/hpage", "page\r\n"},
		{"gopher://" + gopher + "/1menu", "menu\r\n"},
		{"gopher://" + gopher + "/0text", "text\r\n"},
		{"gopher://" + gopher + "/7search", ""},
		{"ftp://" + ftp + "/a.html", ""},
		{"ftp://" + ftp + "/", ""},
		{"ftp://" + ftp + "/d", ""},
	} {
		for _, prefix := range []string{"", "/"} {
			r := ask(t, gateway, "GET "+prefix+tt.u, fields)
			policy := r.Header.Get("Content-Security-Policy")
			for _, want := range []string{"sandbox", "default-src 'none'", "frame-ancestors 'none'"} {
				if !strings.Contains(policy, want) {
					t.Errorf("%s: %s: policy %q has no %s", tt.u, r.Status, policy, want)
				}
			}
			if strings.Contains(policy, "allow-same-origin") || strings.Contains(policy, "allow-scripts") {
				t.Errorf("%s: policy %q", tt.u, policy)
			}
			for name, want := range map[string]string{
				"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "Set-Cookie": "",
			} {
				if got := r.Header.Get(name); got != want {
					t.Errorf("%s: %s %q, want %q", tt.u, name, got, want)
				}
			}
			if tt.hears != "" {
				if got := <-heard; got != tt.hears {
					t.Errorf("%s: the server hears %q", tt.u, got)
				}
			}
		}
	}
	for as, want := range map[string]int{
		"document": 200, "image": 403, "script": 403, "iframe": 403, "empty": 403, "style": 403, "serviceworker": 403, "object": 403,
	} {
		if r := ask(t, gateway, "GET /gopher://"+gopher+"/7search", "Host: 127.0.0.1\r\nSec-Fetch-Dest: "+as+"\r\n"); r.StatusCode != want {
			t.Errorf("as %s: %s, want %d", as, r.Status, want)
		}
	}
}

// TestLinks checks that a menu has no links to schemes without a server.
func TestLinks(t *testing.T) {
	gateway, _ := start(t, &Gateway{Gate: wire.NewGate(true)})
	menu := func(target string) string {
		server := peer.Serve(t, says("hthe item\t"+target+"\thost.example\t70\r\nitext\t/x\thost.example\t70\r\n.\r\n"))
		code, body := get(t, gateway, "gopher://"+server+"/1/")
		if code != 200 || !strings.Contains(body, "the item") || !strings.Contains(body, `<td class="kind"></td><td>text</td>`) {
			t.Errorf("%s: %d %s", target, code, body)
		}
		return body
	}
	for _, target := range []string{
		"URL:javascript:alert(1)", "URL:JavaScript:alert(1)", "URL:javascript://h/%0aalert(1)", "/URL:javascript:/alert(1)",
		"URL:data:text/html,x", "URL:data://h/text/html,x", "URL:vbscript:x", "URL:blob:http://h/x", "URL:file:///etc/passwd",
		"URL:view-source:http://h/", "URL:about:blank", "URL:ms-settings:x", "URL:x", "URL://h/x", "URL:", "URL:http://a b/",
	} {
		if body := menu(target); strings.Contains(body, "<a ") {
			t.Errorf("%s: %s", target, body)
		}
	}
	for target, href := range map[string]string{
		"URL:http://h.example/x?y&z": "http://h.example/x?y&amp;z", "URL:ftp://h.example/": "ftp://h.example/",
		"URL:mailto:a@h.example": "mailto:a@h.example", "/x": "gopher://host.example/h/x",
	} {
		if body := menu(target); !strings.Contains(body, `<a href="`+href+`"`) {
			t.Errorf("%s: %s", target, body)
		}
	}
}
