package rewrite

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/uri"
	"example.com/uri/examples/internal/peers"
	"example.com/uri/guard"
	"example.com/uri/guard/guardtest"
	"example.com/uri/guard/httpguard"
	"example.com/uri/internal/vectors"
)

// proxyNames returns the names in the table of httpguard's tests, and each name of plain words also
// as the end of a longer name.
func proxyNames(t *testing.T) (names []string) {
	t.Helper()
	for _, row := range vectors.TabLines(t, "../../guard/httpguard/testdata/fields.tsv") {
		if row == nil {
			continue
		}
		for _, name := range strings.Fields(row[1]) {
			names = append(names, name)
			if !strings.ContainsAny(name, "_.") {
				names = append(names, "Vendor-"+name)
			}
		}
	}
	return names
}

// ours starts a ReverseProxy with a login for /admin that tells the server who the user is.
func ours(t *testing.T, server peers.Server) peers.Server {
	t.Helper()
	to := uri.MustParse("http://" + server.Addr)
	return front(t, httpguard.ReverseProxy{
		Routes: guard.Routes{{From: "/admin", To: uri.MustParse("http://" + server.Addr + "/admin")}, {From: "/", To: to}},
		Wrap: func(from string, next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if from == "/admin" {
					http.Error(w, "log in", http.StatusUnauthorized)
					return
				}
				r.Header.Set("X-User", "alice")
				next.ServeHTTP(w, r)
			})
		},
	})
}

// byHand starts a proxy as people write it with net/http.
func byHand(t *testing.T, server peers.Server) peers.Server {
	t.Helper()
	to := &url.URL{Scheme: "http", Host: server.Addr}
	proxy := &httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) {
		p.SetURL(to)
		p.Out.Header.Set("X-User", "alice")
	}}
	mux := http.NewServeMux()
	deny := func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "log in", http.StatusUnauthorized) }
	mux.HandleFunc("/admin", deny)
	mux.HandleFunc("/admin/", deny)
	mux.Handle("/", proxy)
	return peers.HTTP(t, "ReverseProxy of httputil", mux)
}

// send sends a request with more fields, and returns the response.
func send(t *testing.T, addr, target string, fields ...string) string {
	t.Helper()
	conn, err := net.DialTimeout("tcp", addr, 20*time.Second)
	if err != nil {
		t.Error(err)
		return ""
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	connection := "Connection: close\r\n"
	for _, field := range fields {
		if strings.HasPrefix(field, "Connection:") {
			connection = ""
		}
	}
	fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: site.example\r\n%s%s\r\n\r\n", target, connection, strings.Join(append(fields, "Accept: */*"), "\r\n"))
	b, _ := io.ReadAll(conn)
	return string(b)
}

// variable returns the values of a field as an application behind the server sees it.
func variable(server peers.Server, response, name string) (values []string) {
	own := name
	if server.CGI {
		name = "HTTP_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
	}
	for line := range strings.Lines(response) {
		k, v, ok := strings.Cut(strings.TrimRight(line, "\r\n"), "=")
		if ok && (strings.EqualFold(k, name) || server.CGI && strings.Contains(own, "_") && k == own) {
			values = append(values, v)
		}
	}
	return values
}

// A score counts the fields and the identities that pass a proxy, and the requests with fields that
// a server refuses. Its paths are 1 if any path passes.
type score struct{ fields, identities, paths, refused int }

// attack sends all attacks to a proxy before a server.
func attack(t *testing.T, front, server peers.Server, names, paths []string) (s score) {
	t.Helper()
	for _, name := range names {
		var fields []string
		for spelling := range guardtest.Fields(name) {
			if len(spelling) == len(name) && (spelling == name || !strings.Contains(name, "_") || strings.Contains(spelling, "_")) {
				fields = append(fields, spelling+": SECRET")
			}
		}
		passed := false
		for _, batch := range [][]string{fields, fields[:1]} { // a server may refuse all of them together
			response := send(t, front.Addr, "/echo", batch...)
			passed = passed || strings.Contains(strings.Join(variable(server, response, name), " "), "SECRET")
			if strings.HasPrefix(response, "HTTP/1.1 200 ") {
				break
			}
			s.refused++
		}
		if passed {
			s.fields++
		}
	}
	forged := []string{"Connection: close, X-User"}
	for spelling := range guardtest.Fields("X-User") {
		forged = append(forged, spelling+": admin")
	}
	for _, field := range forged {
		response := send(t, front.Addr, "/echo", field)
		if got := variable(server, response, "X-User"); strings.HasPrefix(response, "HTTP/1.1 200 ") && (len(got) != 1 || got[0] != "alice") {
			s.identities++
		}
	}
	for _, path := range paths {
		if strings.Contains(send(t, front.Addr, path), "secret") {
			s.paths++
			break // one is enough
		}
	}
	return s
}

// TestBackends attacks proxies in front of servers: with fields that only a proxy should write, with
// the identity of another user, and with spellings of a path that asks for a login. Nothing passes a
// ReverseProxy of httpguard.
func TestBackends(t *testing.T) {
	servers := peers.Backends(t)
	for _, s := range servers {
		t.Logf("%s: %s", s.Name, s.Version)
		if got := send(t, s.Addr, "/admin/"); !strings.Contains(got, "secret") {
			t.Errorf("%s: /admin/ is %q", s.Name, got)
		}
		if got := variable(s, send(t, s.Addr, "/echo", "X-User: alice"), "X-User"); len(got) != 1 || got[0] != "alice" {
			t.Errorf("%s: X-User is %q", s.Name, got)
		}
	}
	fronts := make([][]peers.Server, 2)
	for _, s := range servers {
		fronts[0], fronts[1] = append(fronts[0], ours(t, s)), append(fronts[1], byHand(t, s))
	}
	fronts = append(fronts, peers.Fronts(t, servers)...)
	names, paths := proxyNames(t), slices.Collect(guardtest.Paths("/admin"))
	t.Logf("%d names, %d paths", len(names), len(paths))
	if len(names) < 200 {
		t.Errorf("only %d names", len(names))
	}
	passed := score{}
	for k, of := range fronts {
		scores := make([]score, len(of))
		var group sync.WaitGroup
		for i, front := range of {
			group.Go(func() { scores[i] = attack(t, front, servers[i], names, paths) })
		}
		group.Wait()
		total := score{}
		for i, front := range of {
			s := scores[i]
			t.Logf("%s before %s: %d fields, %d identities, %d paths pass", front.Name, servers[i].Name, s.fields, s.identities, s.paths)
			total = score{total.fields + s.fields, total.identities + s.identities, total.paths + s.paths, total.refused + s.refused}
		}
		if k == 0 && total != (score{}) {
			t.Errorf("httpguard: %+v", total)
		} else if k > 0 {
			passed = score{fields: passed.fields + total.fields, identities: passed.identities + total.identities, paths: passed.paths + total.paths}
		}
	}
	if passed.fields == 0 || passed.identities == 0 || passed.paths == 0 {
		t.Errorf("the attacks find nothing: %+v", passed)
	}
}
