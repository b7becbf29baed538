package rewrite

import (
	"io"
	"log"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/examples/internal/peers"
	"example.com/uri/guard"
	"example.com/uri/guard/guardtest"
	"example.com/uri/guard/httpguard"
	"example.com/uri/internal/peer"
)

// loggedIn reports whether a client has the login of the fronts.
func loggedIn(r *http.Request) bool {
	name, password, ok := r.BasicAuth()
	return ok && name == "alice" && password == "secret"
}

// oursWithLogin starts a ReverseProxy of httpguard with the login.
func oursWithLogin(t *testing.T, server string) peers.Server {
	t.Helper()
	return front(t, httpguard.ReverseProxy{
		Routes: guard.Routes{{From: "/admin", To: uri.MustParse(server + "/admin")}, {From: "/", To: uri.MustParse(server)}},
		Fields: []string{"X-User"},
		Wrap: func(from string, next http.Handler) http.Handler {
			if from != "/admin" {
				return nil
			}
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if !loggedIn(r) {
					http.Error(w, "log in", http.StatusUnauthorized)
					return
				}
				r.Header.Set("X-User", "alice")
				next.ServeHTTP(w, r)
			})
		},
	})
}

// byHandWithLogin starts a proxy with the login as people write it with net/http.
func byHandWithLogin(t *testing.T, server string) peers.Server {
	t.Helper()
	to, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{ErrorLog: log.New(io.Discard, "", 0), Rewrite: func(p *httputil.ProxyRequest) {
		p.SetURL(to)
		p.SetXForwarded()
		p.Out.Header.Del("X-User")
		if loggedIn(p.In) {
			p.Out.Header.Set("X-User", "alice")
		}
	}}
	login := func(w http.ResponseWriter, r *http.Request) {
		if !loggedIn(r) {
			http.Error(w, "log in", http.StatusUnauthorized)
			return
		}
		proxy.ServeHTTP(w, r)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/admin", login)
	mux.HandleFunc("/admin/", login)
	mux.Handle("/", proxy)
	return peers.HTTP(t, "ReverseProxy of httputil", mux)
}

// proxyTable reads the table of proxies in COOKBOOK.md: the cells of each proxy, by its name, and
// its version.
func proxyTable(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile("../../COOKBOOK.md")
	if err != nil {
		t.Fatal(err)
	}
	_, lines, _ := strings.Cut(string(text), "\n| proxy, version |")
	lines, _, _ = strings.Cut(lines, "\n\n")
	table := map[string][]string{}
	for _, line := range strings.Split(lines, "\n")[2:] {
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if len(cells) != 4 {
			t.Fatalf("COOKBOOK.md: %q has %d cells", line, len(cells))
		}
		name, version, _ := strings.Cut(strings.TrimSuffix(cells[0], "`"), "`")
		name, _, _ = strings.Cut(strings.TrimSpace(name), ",")
		cells[0] = version
		table[name] = cells
	}
	return table
}

// cells returns the cells of the table for the gaps of a front: the paths around the login, the fields
// X-User, and all else.
func cells(gaps []guardtest.Gap) (cells [3]string) {
	var lists [3][]string
	for _, g := range gaps {
		if behavior, ok := strings.CutPrefix(g.Behavior, "a path around the login: "); ok {
			lists[0] = append(lists[0], behavior)
		} else if behavior, ok := strings.CutPrefix(g.Behavior, "X-User is forged: "); ok {
			lists[1] = append(lists[1], behavior)
		} else if !strings.HasPrefix(g.Behavior, "X-User has") { // as forged
			lists[2] = append(lists[2], strings.TrimSuffix(strings.Replace(g.Behavior, "programs disagree about the end of a request", "the end of a request", 1), ": as written"))
		}
	}
	for i, list := range lists {
		slices.Sort(list)
		if cells[i] = strings.Join(list, "; "); list == nil {
			cells[i] = "none"
		}
	}
	return cells
}

// TestFronts attacks proxies with a login. A ReverseProxy of httpguard has no gap. Those of the others are
// in the table in COOKBOOK.md.
func TestFronts(t *testing.T) {
	server := guardtest.NewServer(t, guardtest.Site{
		Host: "site.example", Guarded: "/admin", Open: "/open",
		Login: http.Header{"Authorization": {"Basic YWxpY2U6c2VjcmV0"}}, Field: "X-User", User: "alice",
	})
	fronts := []peers.Server{oursWithLogin(t, server.URL), byHandWithLogin(t, server.URL)}
	table := proxyTable(t)
	for i, f := range append(fronts, peers.LoginFronts(t, strings.TrimPrefix(server.URL, "http://"))...) {
		gaps, err := server.Gaps(f.Addr)
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
		got, want := cells(gaps), table[f.Name]
		t.Logf("| %s, `%s` | %s |", f.Name, f.Version, strings.Join(got[:], " | "))
		for _, g := range gaps {
			t.Logf("%s", g)
		}
		switch {
		case i == 0 && len(gaps) > 0:
			t.Errorf("%s: %v", f.Name, gaps)
		case want == nil:
			t.Errorf("COOKBOOK.md has no row for %s", f.Name)
		case !strings.Contains(f.Version, want[0]):
			peer.Missing(t, f.Name+" "+want[0])
		case !slices.Equal(got[:], want[1:]):
			t.Errorf("COOKBOOK.md: %s has %q, want %q", f.Name, want[1:], got)
		}
	}
}
