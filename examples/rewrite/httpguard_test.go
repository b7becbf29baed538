package rewrite

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/uri"
	"example.com/uri/examples/internal/peers"
	"example.com/uri/guard"
	"example.com/uri/guard/guardtest"
	"example.com/uri/guard/httpguard"
)

// front starts a ReverseProxy for site.example.
func front(t *testing.T, config httpguard.ReverseProxy) peers.Server {
	t.Helper()
	var err error
	if config.Hosts, err = guard.ParseHosts("=site.example"); err != nil {
		t.Fatal(err)
	}
	handler, err := config.Handler()
	if err != nil {
		t.Fatal(err)
	}
	return peers.HTTP(t, "ReverseProxy of httpguard", handler)
}

// exchange sends a request, from a local address, and returns the response with its body.
func exchange(t *testing.T, from, addr, method, target string, fields ...string) (*http.Response, string) {
	t.Helper()
	dialer := net.Dialer{Timeout: 20 * time.Second, LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	conn, err := dialer.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: site.example\r\nConnection: close\r\n%s\r\n\r\n", method, target, strings.Join(append(fields, "Accept: */*"), "\r\n"))
	response, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: method})
	if err != nil {
		t.Fatalf("%s %s %q: %v", method, target, fields, err)
	}
	defer response.Body.Close()
	b, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(b)
}

// chainElements are elements of X-Forwarded-For: in the trusted proxies, outside of them, and malformed.
var chainElements = []string{"10.0.0.%d", "1.2.3.%d", "unknown", "_hidden", "[fe80::1%%eth%d]", "1.2.3.%d:99999", "010.0.0.%d", "\"1.2.3.%d\""}

// TestTrust sends chains through nginx as a load balancer to a ReverseProxy, and to programs that find the
// client in X-Forwarded-For. All find the same client: nginx realip in every chain, but it takes 010.0.0.1
// for 10.0.0.1, where other programs read 8.0.0.1. Express does in chains of well-formed elements, and
// werkzeug's ProxyFix too if it is told how many hops are trusted.
func TestTrust(t *testing.T) {
	server := peers.HTTP(t, "net/http", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		first, _, _ := strings.Cut(r.Header.Get("X-Forwarded-For"), ",")
		fmt.Fprint(w, first)
	}))
	remote := make(chan string, 1)
	proxy := front(t, httpguard.ReverseProxy{
		Routes: guard.Routes{{From: "/", To: uri.MustParse("http://" + server.Addr)}},
		Trust:  []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32"), netip.MustParsePrefix("10.0.0.0/8")},
		Wrap: func(_ string, next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				host, _, _ := net.SplitHostPort(r.RemoteAddr)
				remote <- host
				next.ServeHTTP(w, r)
			})
		},
	})
	others := peers.Clients(t)
	balancers := peers.Balancers(t, append([]peers.Server{proxy}, others...))
	compared := map[string]int{}
	check := func(from string, kinds []int) {
		var chain []string
		for i, kind := range kinds {
			element := chainElements[kind]
			if strings.Contains(element, "%d") {
				element = fmt.Sprintf(element, i+1)
			}
			chain = append(chain, element)
		}
		field := "X-Forwarded-For: " + strings.Join(chain, ", ")
		if len(chain) == 0 {
			field = "X-None: x"
		}
		_, got := exchange(t, from, balancers[0], "GET", "/", field)
		if seen := <-remote; seen != got {
			t.Errorf("%s, %s: Wrap sees %s, the server %s", from, field, seen, got)
		}
		hops := 1 // of werkzeug: the balancer's addition, and those before it that are trusted
		for i := len(kinds) - 1; from == "127.0.0.1" && i >= 0 && (i == len(kinds)-1 || kinds[i+1] == 0); i-- {
			hops++
		}
		wellFormed := !slices.ContainsFunc(kinds, func(kind int) bool { return kind > 1 })
		for i, other := range others {
			if other.Name != "nginx realip" && !wellFormed || strings.Contains(field, "010.") {
				continue
			}
			target := "/"
			if other.Name == "werkzeug" {
				target = fmt.Sprint("/?", hops)
			}
			compared[other.Name]++
			if _, want := exchange(t, from, balancers[i+1], "GET", target, field); got != want {
				t.Errorf("%s, %s: %s, for %s %s", from, field, got, other.Name, want)
			}
		}
	}
	check("127.0.0.9", nil)
	check("127.0.0.1", nil)
	for length := 1; length <= 3; length++ {
		kinds := make([]int, length)
		for i := 0; i < length; {
			if check("127.0.0.1", kinds); length < 3 {
				check("127.0.0.9", kinds)
			}
			for i = 0; i < length; i++ {
				if kinds[i]++; kinds[i] < len(chainElements) {
					break
				}
				kinds[i] = 0
			}
		}
	}
	t.Log(compared)
}

// TestWrapNames checks that no spelling of a field reaches a server from a client if a handler of Wrap writes
// that field.
func TestWrapNames(t *testing.T) {
	for _, server := range peers.Backends(t) {
		t.Run(server.Name, func(t *testing.T) {
			t.Parallel()
			for _, own := range []string{"X-User", "X_User", "X.User", "Auth_Request-User", "x-authenticatedUser", "REMOTE_USER_ID"} {
				wrapName(t, server, own)
			}
		})
	}
}

// wrapName is TestWrapNames for one server and one field.
func wrapName(t *testing.T, server peers.Server, own string) {
	proxy := front(t, httpguard.ReverseProxy{
		Routes: guard.Routes{{From: "/", To: uri.MustParse("http://" + server.Addr)}},
		Wrap: func(_ string, next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				r.Header[own] = []string{"alice"}
				next.ServeHTTP(w, r)
			})
		},
	})
	for spelling := range guardtest.Fields(own) {
		if response := send(t, proxy.Addr, "/echo", spelling+": forged", "Connection: close, "+own); strings.Contains(response, "forged") {
			t.Errorf("Wrap writes %s, the client %s: %s", own, spelling, response)
		}
	}
	for _, method := range []string{"get", "Get", "gET", "delete", "trace", "connect"} {
		if response, _ := exchange(t, "127.0.0.1", proxy.Addr, method, "/echo"); response.StatusCode != http.StatusNotImplemented {
			t.Errorf("%s: %s", method, response.Status)
		}
	}
}

// TestWebDAV copies to every spelling of a guarded path, and takes along the folder above it. The guarded
// folder stays as it is. Without the proxy it does not.
func TestWebDAV(t *testing.T) {
	for n := range 2 {
		dir := peers.Tree(t, map[string]string{"public/x": "public", "admin/x": "secret"})
		for _, folder := range []string{"", "public", "admin"} {
			if err := os.Chmod(filepath.Join(dir, folder), 0o777); err != nil {
				t.Fatal(err)
			}
		}
		servers := peers.WebDAV(t, dir)
		if n >= len(servers) {
			break
		}
		server := servers[n]
		admin := func() (names []string) {
			entries, err := os.ReadDir(filepath.Join(dir, "admin"))
			if err != nil {
				return []string{err.Error()}
			}
			for _, entry := range entries {
				names = append(names, entry.Name())
			}
			return names
		}
		to := "http://" + server.Addr
		proxy := front(t, httpguard.ReverseProxy{
			Routes: guard.Routes{{From: "/admin", To: uri.MustParse(to + "/admin")}, {From: "/", To: uri.MustParse(to + "/")}},
			Wrap: func(from string, next http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					if from == "/admin" {
						w.WriteHeader(http.StatusUnauthorized)
						return
					}
					next.ServeHTTP(w, r)
				})
			},
		})
		tries := 0
		for path := range guardtest.Paths("/admin/y") {
			for _, destination := range []string{path, "http://site.example" + path} {
				tries++
				if response, _ := exchange(t, "127.0.0.1", proxy.Addr, "COPY", "/public/x", "Destination: "+destination); response.StatusCode != 400 && response.StatusCode != 403 {
					t.Errorf("%s: %s: %s", server.Name, destination, response.Status)
				}
			}
		}
		for _, request := range []string{"DELETE /", "DELETE //", "MOVE /", "DELETE /./", "delete /admin/x", "DELETE /admin/"} {
			method, target, _ := strings.Cut(request, " ")
			if response, _ := exchange(t, "127.0.0.1", proxy.Addr, method, target, "Destination: /public/y/"); response.StatusCode < 400 {
				t.Errorf("%s: %s: %s", server.Name, request, response.Status)
			}
		}
		if names := admin(); !slices.Equal(names, []string{"x"}) {
			t.Errorf("%s: /admin has %q", server.Name, names)
		}
		t.Logf("%s: %d destinations", server.Name, tries)
		// What is allowed works, also with the URL that the client knows.
		for _, destination := range []string{"/public/y", "http://site.example/public/z"} {
			if server.Name == "Apache" && destination == "/public/y" {
				destination = "http://site.example/public/y" // it accepts only absolute URIs
			}
			if response, _ := exchange(t, "127.0.0.1", proxy.Addr, "COPY", "/public/x", "Destination: "+destination); response.StatusCode != 201 && response.StatusCode != 204 {
				t.Errorf("%s: %s: %s", server.Name, destination, response.Status)
			}
		}
		for _, name := range []string{"y", "z"} {
			if b, err := os.ReadFile(filepath.Join(dir, "public", name)); string(b) != "public" {
				t.Errorf("%s: %s: %q, %v", server.Name, name, b, err)
			}
		}
		// The attack is real, and the server redirects to its own address.
		if response, _ := exchange(t, "127.0.0.1", server.Addr, "COPY", "/public/x", "Destination: http://site.example/admin/y"); response.StatusCode != 201 && response.StatusCode != 204 || len(admin()) != 2 {
			t.Errorf("%s itself: %s, %q", server.Name, response.Status, admin())
		}
		if server.Name == "nginx" {
			direct, _ := exchange(t, "127.0.0.1", server.Addr, "GET", "/public")
			through, _ := exchange(t, "127.0.0.1", proxy.Addr, "GET", "/public")
			if location := through.Header.Get("Location"); location != "/public/" || direct.Header.Get("Location") == location {
				t.Errorf("Location: %q, through the proxy %q", direct.Header.Get("Location"), location)
			}
		}
	}
}
