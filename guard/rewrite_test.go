package guard

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/internal/pathread"
)

func TestRewrite(t *testing.T) {
	api := Rewrite{From: "/api", To: uri.MustParse("http://backend:8080/v1")}
	packages := Rewrite{From: "/npm/", To: uri.MustParse("http://registry/"), Keep: "/"}
	marks := Rewrite{From: "/npm/", To: packages.To, Keep: "/?#\t"}
	root := Rewrite{From: "/", To: uri.MustParse("https://h")}
	voila := Rewrite{From: "/voil%C3%A0", To: uri.MustParse("http://h/%E3%80%85")}
	for _, tt := range []struct {
		r        Rewrite
		in, want string // "" for false, "!" and the reader for an error
	}{
		{api, "http://proxy/api", "http://backend:8080/v1"},
		{api, "http://proxy/api?q", "http://backend:8080/v1?q"},
		{api, "http://proxy/api/", "http://backend:8080/v1/"},
		{api, "http://proxy/api/?", "http://backend:8080/v1/?"},
		{api, "/api/users/1?a=/../b#f", "http://backend:8080/v1/users/1?a=/../b"},
		{api, "https://u:p@proxy:1/api/a%20b%C3%BC", "http://backend:8080/v1/a%20b%C3%BC"},
		{api, "/api/a%2bb", "http://backend:8080/v1/a%2bb"},
		{api, "/api/100%25", "http://backend:8080/v1/100%25"},
		{api, "/api/v1%2E0", "http://backend:8080/v1/v1%2E0"},
		{api, "/api/a;v=1/b", "http://backend:8080/v1/a;v=1/b"},
		{api, "/api/a//b", "http://backend:8080/v1/a//b"},
		{api, "/api/a/../b", "http://backend:8080/v1/a/../b"},
		{api, "/api/./b", "http://backend:8080/v1/./b"},
		{api, "/api/...", "http://backend:8080/v1/..."},
		{api, "/api/.well-known", "http://backend:8080/v1/.well-known"},
		{api, "/api/..x", "http://backend:8080/v1/..x"},
		{api, "/api/%2E%2Ex", "http://backend:8080/v1/%2E%2Ex"},
		{api, "/apix", ""},
		{api, "/API/x", ""},
		{api, "/%61pi/x", ""},
		{api, "/", ""},
		{api, "http://proxy", ""},
		{api, "", ""},
		{api, "api/x", ""},
		{api, "http:/api/x", "http://backend:8080/v1/x"},
		{api, "http:api/x", ""},
		{api, "mailto:/api", "http://backend:8080/v1"}, // not opaque: its part begins with "/"
		{api, "//api/x", ""},                           // a host
		{api, "/api/..", "!dot segments removed"},
		{api, "/api/../x", "!dot segments removed"},
		{api, "/api/../api/x", "!dot segments removed"},
		{api, "/api/a/../../x", "!dot segments removed"},
		{api, "/api/%2e%2E/x", "!escaped dots"},
		{api, "/api/.%2e/x", "!escaped dots"},
		{api, "/api/%252e%252e/x", "!decoded twice"},
		{api, "/api/%25%32%65./x", "!decoded twice"},
		{api, "/api/..;/x", "!parameters cut"},
		{api, "/api/..%3B/x", "!decoded once, parameters cut"},
		{api, "/api//../x", "!slashes merged"},
		{api, "/api/a%2F..%2F..%2Fx", "!decoded once"},
		{api, "/api/a%5C..%5C..%5Cx", "!decoded once"},
		{api, "/api/@scope%2Fname", "!decoded once"},
		{api, "/api/@scope%252Fname", "!decoded twice"},
		{api, "/api/..%09/admin", "!decoded once, read again"}, // nginx with proxy_pass http://back$uri; CVE-2025-66490 names the set
		{api, "/api/..%3f", "!decoded once, read again"},
		{api, "/api/..%23", "!decoded once, read again"},
		{api, "/api/..%00/admin", "!decoded once, read again"},
		{api, "/api/a%0d", "!decoded once, read again"},
		{api, "/api/a%0A", "!decoded once, read again"},
		{api, "/api/a%253Fb", "!decoded twice, read again"},
		{api, "/api/..%20", "!decoded once, read again"},
		{api, "/api/..%01", "!decoded once, read again"}, // node, with new URL of the decoded path
		{api, "/api/..%0b", "!decoded once, read again"}, // Python, with http.server behind a proxy that decodes
		{api, "/api/..%1F%01", "!decoded once, read again"},
		{api, "/api/%252e.%251f", "!decoded twice, read again"},
		{api, "/api/..%C2%A0", "!decoded once, read again"}, // node, with url.parse of the decoded path
		{api, "/api/..%EF%BB%BF", "!decoded once, read again"},
		{api, "/api/..%A0", "!decoded once, read again"}, // Python, with http.server
		{api, "/api/%25%32%65.%25a0%25a0", "!decoded twice, read again"},
		{api, "/api/..%C3%A9/x", "!several readers in turn"},
		{api, "/api/..%80", "!several readers in turn"},
		{api, "/api/.%C3%A9/%C3%A9/../x", "http://backend:8080/v1/.%C3%A9/%C3%A9/../x"},
		{api, "/api/...%C2%A0", "http://backend:8080/v1/...%C2%A0"},
		{api, "/api/%C2%A0..", "http://backend:8080/v1/%C2%A0.."},
		{packages, "/npm/a%2F..%A0", "!decoded once, read again"},
		{packages, "/npm/a%2F%C3%A9", "http://registry/a%2F%C3%A9"},
		{api, "/api/a%01/.%1f", "http://backend:8080/v1/a%01/.%1f"},
		{api, "/api/..%7F", "http://backend:8080/v1/..%7F"},
		{api, "/api/%2e.%20x", "!decoded once, read again"},
		{api, "/api/%20/../x", "!several readers in turn"},
		{api, "/api/..%2520", "!decoded twice, read again"},
		{api, "/api/a%20b/.%20", "http://backend:8080/v1/a%20b/.%20"},
		{api, "/api/...%20", "http://backend:8080/v1/...%20"},
		{api, "/api/;%20..", "http://backend:8080/v1/;%20.."},

		{packages, "/npm/@scope%2Fname", "http://registry/@scope%2Fname"},
		{packages, "/npm/@scope%2fname/-/x.tgz", "http://registry/@scope%2fname/-/x.tgz"},
		{packages, "/npm/@scope%252Fname", "!decoded twice"},
		{Rewrite{From: "/npm/", To: packages.To, Keep: "%/"}, "/npm/@scope%252Fname", "http://registry/@scope%252Fname"},
		{Rewrite{From: "/npm/", To: packages.To, Keep: "?"}, "/npm/a%3Fb", "http://registry/a%3Fb"},
		{Rewrite{From: "/npm/", To: packages.To, Keep: "%?"}, "/npm/a%253Fb", "http://registry/a%253Fb"},
		{packages, "/npm/@scope%5Cname", "!decoded once"},
		{packages, "/npm/@scope%2F..%2F..", "!decoded once"},
		{packages, "/npm/@scope%2Fname/../%2e%2e/x", "!escaped dots"},
		{packages, "/npm/a/@scope%2Fname/../..%2F..%2Fx", "!decoded once"},
		{marks, "/npm/what%3F%23.txt", "http://registry/what%3F%23.txt"},
		{marks, "/npm/a%2Fb%3F", "http://registry/a%2Fb%3F"},
		{marks, "/npm/..%3F", "!decoded once, read again"},
		{marks, "/npm/a%2F..%3F", "!decoded once, read again"},
		{marks, "/npm/a%2F.%3Fx", "!decoded once, read again"},
		{marks, "/npm/a%2F%3Fx", "http://registry/a%2F%3Fx"},
		{marks, "/npm/a%2F.%09./x", "!decoded once"},
		{marks, "/npm/.%09./x", "!decoded once, read again"},
		{marks, "/npm/%25%092e%25%092e", "!decoded twice, read again"}, // without the tabs the escapes of dots
		{marks, "/npm/%25%092%09e%25%09%32%65/x", "!decoded twice, read again"},
		{marks, "/npm/%20%092e", "http://registry/%20%092e"},
		{marks, "/npm/%25%09a", "http://registry/%25%09a"},
		{marks, "/npm/%25%09", "http://registry/%25%09"},
		{marks, "/npm/%25a%09%25%09", "http://registry/%25a%09%25%09"},
		{marks, "/npm/a%253F", "!decoded twice, read again"},
		{packages, "/npm", ""},
		{packages, "/npm/", "http://registry/"},
		{packages, "/npm//x", "http://registry//x"},

		{Rewrite{From: "/.well-known", To: uri.MustParse("http://h/.x/...")}, "/.well-known/x", "http://h/.x/.../x"},
		{voila, "/voil%C3%A0/x", "http://h/%E3%80%85/x"},
		{root, "http://proxy", "https://h"},
		{root, "http://proxy?q", "https://h?q"},
		{root, "/", "https://h"},
		{root, "/x", "https://h/x"},
		{root, "/x/", "https://h/x/"},
		{root, "/../x", "!dot segments removed"},
		{root, "x", ""},
	} {
		got, ok, err := tt.r.Apply(uri.MustParse(tt.in))
		var e *Error
		switch {
		case err == nil && ok == (tt.want != "") && got.String() == tt.want:
		case errors.As(err, &e) && !ok && got == uri.URI{} && "!"+e.Reader == tt.want:
		default:
			t.Errorf("%s from %s: %q, %v, %v; want %q", tt.in, tt.r.From, got, ok, err, tt.want)
		}
	}
	for _, tt := range []struct{ from, to, part string }{
		{"", "http://h/", "From"},
		{"api", "http://h/", "From"},
		{"/a/../b", "http://h/", "From"},
		{"/a/%2e", "http://h/", "From"},
		{"/a%2Fb", "http://h/", "From"},
		{"/;a", "http://h/", "From"},
		{"/a b", "http://h/", "From"},
		{"/café", "http://h/", "From"},
		{"/a?b", "http://h/", "From"},
		{"/a#", "http://h/", "From"},
		{"/%zz", "http://h/", "From"},
		{"/a[", "http://h/", "From"},
		{"/a", "", "To"},
		{"/a", "/b", "To"},
		{"/a", "//h/b", "To"},
		{"/a", "http:///b", "To"},
		{"/a", "http://:80/b", "To"},
		{"/a", "http://u@/b", "To"},
		{"/a", "mailto:x", "To"},
		{"/a", "ftp://h/", "To"},
		{"/a", "http://h/b?", "To"},
		{"/a", "http://h/b#", "To"},
		{"/a", "http://h?x", "To"},
		{"/a", "http://h/..", "To"},
		{"/a", "http://h/x%5Cy", "To"},
		{"/a%3Fb", "http://h/", "From"},
		{"/a/%20b", "http://h/", "From"},
		{"/a%01", "http://h/", "From"},
		{"//a", "http://h/", "From"},
		{"/a", "http://h//b", "To"},
		{"/a%20", "http://h/", "From"},
		{"/a", "http://h/b%1F", "To"},
		{"/a%E2%80%A8", "http://h/", "From"},
		{"/a%85", "http://h/", "From"},
		{"/a%EF%BB%BF", "http://h/", "From"},
		{"/a", "http://h/x%23y", "To"},
		{"/;=file:%2e1:b&", "http://h/", "From"},
		{"/admin/*", "http://h/", "From"},
		{"*", "http://h/", "From"},
		{"/a%C0%AEb/%C0%AE", "http://h/", "From"},
	} {
		for _, path := range []string{"/a", "a", tt.from + "/x"} {
			if !uri.Valid(path) {
				continue
			}
			_, ok, err := Rewrite{From: tt.from, To: uri.MustParse(tt.to)}.Apply(uri.MustParse(path))
			var e *Error
			if !errors.As(err, &e) || ok || e.Part != tt.part || e.Reader != "" {
				t.Errorf("%s from %s to %s: %v, %v", path, tt.from, tt.to, ok, err)
			}
			// A route that was misread is open to nobody.
			if reader, ok := (Rewrite{From: tt.from}).ClaimedBy(uri.MustParse("/other")); ok != (tt.part == "From") || ok != (reader != "") {
				t.Errorf("/other is claimed by %s: %q, %v", tt.from, reader, ok)
			}
			if reader, ok := (Rewrite{From: tt.from, To: uri.MustParse(tt.to)}).ClaimedBy(uri.MustParse("/other")); ok != (tt.part == "From" || tt.to != "") || ok != (reader != "") {
				t.Errorf("/other is claimed by %s to %s: %q, %v", tt.from, tt.to, reader, ok)
			}
		}
	}
	if reader, ok := api.ClaimedBy(uri.URI{}); ok || reader != "" {
		t.Errorf("the empty reference is claimed by %q", reader)
	}
	var e *Error
	r := Rewrite{From: "/a", To: uri.MustParse("http://h/"), Keep: "%2F"}
	if _, ok, err := r.Apply(uri.MustParse("/a/b")); !errors.As(err, &e) || ok || e.Part != "Keep" {
		t.Errorf("Keep %s: %v, %v", r.Keep, ok, err)
	}
}

// TestRewriteAdvisories has the attack of each advisory: a request that reached
// a resource that another route guards.
func TestRewriteAdvisories(t *testing.T) {
	to := uri.MustParse("http://backend")
	for _, tt := range []struct {
		advisory      string
		open, guarded string // two routes, the second with access control
		path          string
		refused       bool   // by the open route
		claimed       string // the reader by whom the guarded route claims it
	}{
		// Traefik: "/../" in a path that a matcher takes by its prefix.
		{"CVE-2025-32431", "/public", "/service", "/public/../service/secret", true, "dot segments removed"},
		{"CVE-2025-32431", "/service", "/service/admin", "/service/x/../admin", false, "dot segments removed"},
		// Traefik: the same with escapes.
		{"GHSA-vrch-868g-9jx5", "/public", "/service", "/public/%2e%2e/service/secret", true, "escaped dots"},
		{"GHSA-vrch-868g-9jx5", "/public", "/%C3%A9", "/public/../%C3%A9", true, "dot segments removed"},
		{"GHSA-vrch-868g-9jx5", "/service", "/service/admin", "/service/%61dmin", false, "decoded once"},
		// Traefik: an escaped delimiter, which the server behind decodes.
		{"CVE-2025-66490", "/", "/admin", "/admin%2F", true, "decoded once"},
		{"CVE-2025-66490", "/", "/admin", "/admin%2Fusers", true, "decoded once"},
		{"CVE-2025-66490", "/", "/admin", "/admin%5Cusers", true, "decoded once, backslash as slash"},
		{"CVE-2025-66490", "/", "/admin", "/admin%3Fx", true, "decoded once, read again"},
		{"CVE-2025-66490", "/", "/admin", "/admin%23x", true, "decoded once, read again"},
		{"CVE-2025-66490", "/", "/admin", "/admin%00", true, "decoded once, read again"},
		{"CVE-2025-66490", "/", "/admin", "/ad%09min/users", true, "decoded once, read again"},
		{"CVE-2025-66490", "/", "/admin", "/admin%20HTTP/1.0", false, "decoded once, read again"},
		{"node", "/", "/admin", "http://proxy//h/admin", false, "as written, after a host"},
		{"node", "/", "/admin", "http://proxy///h:1//admin", false, "slashes merged, after a host"},
		{"node", "/", "/admin", "/%5Ch%2Fadmin", true, "decoded once, after a host"},
		{"node", "/", "/admin", "/%09%255ch/%61dmin", true, "decoded once, after a host"},
		{"node", "/", "/admin", "http://proxy//h%3F/admin", true, "as written, after a host"},
		{"node", "/", "/admin", "/%2fh%3F/admin", true, ""},
		{"node", "/", "/admin", "/%2fh%23%2Fadmin", true, ""},
		{"node", "/", "/admin", "http://proxy//admin/h", false, "slashes merged"},
		{"node", "/", "/admin", "http://proxy//h", false, ""},
		{"node", "/", "/admin", "/%25%0961dmin", true, "decoded twice, read again"},
		{"CVE-2025-66490", "/", "/admin", "/ad%2509min", true, "decoded twice, read again"},
		{"node", "/", "/admin", "/admin%E3%80%80", false, "decoded once, read again"},
		{"node", "/", "/admin", "/admin%C3%A0", false, ""},
		{"Python", "/", "/admin", "/admin%A0", false, "decoded once, read again"},
		{"node", "/", "/admin", "/admin%01", false, "decoded once, read again"},
		{"node", "/", "/admin", "/admin%251F%2520%2501", false, "decoded twice, read again"},
		{"CVE-2025-66490", "/", "/admin", "/admin;x/users", false, "parameters cut"},
		{"CVE-2025-66490", "/", "/admin", "/admin%3Bx", false, "decoded once, parameters cut"},
		// Traefik: StripPrefix made "/../admin" of it, since the prefix was no whole segment.
		{"CVE-2026-48020", "/api", "/admin", "/api../admin", false, ""},
		{"CVE-2026-48020", "/api", "/admin", "/api%2e%2e/admin", false, ""},
		{"CVE-2026-48020", "/api", "/admin", "/api/../admin", true, "dot segments removed"},
		// Traefik: ReplacePathRegex with "^/api(.*)" and "/$1" did likewise.
		{"CVE-2026-65600", "/api", "/admin", "/api../admin", false, ""},
		{"CVE-2026-65600", "/api", "/admin", "/api/%2e%2e/admin", true, "escaped dots"},
		// Traefik: a request-target without a "/" was routed as "/" and sent on as it was.
		{"CVE-2026-88009", "/", "/admin", "http:admin/users", false, ""},
		{"CVE-2026-88009", "/", "/admin", "http:http://internal/admin", false, ""},
		// Caddy: a backslash where the file system takes it for a slash.
		{"CVE-2026-27585", "/files", "/private", "/files/..%5Cprivate%5Csecret", true, "decoded once, backslash as slash"},
		{"CVE-2026-27585", "/", "/private", "/private%5Csecret.txt", true, "decoded once, backslash as slash"},
		// Caddy: case and escapes in a matcher.
		{"CVE-2026-27587", "/", "/admin", "/ADMIN%2Fpanel", true, "decoded once, letters in any case"},
		{"Express", "/", "/admin", "/ADMIN/x", false, "dot segments removed, letters in any case"},
		{"Windows", "/", "/admin", "/admin./x", false, "names of Windows"},
		{"Windows", "/", "/admin", "/admin::$DATA", false, "names of Windows"},
		{"Windows", "/", "/admin", "/Admin%20.%20/x", false, "decoded once, read again, letters in any case"},
		{"Windows", "/", "/admin", "/:admin", false, ""},
		{"CVE-2000-0884", "/", "/admin", "/x/..%c0%afadmin", true, "decoded once, overlong UTF-8"},
		{"CVE-2000-0884", "/api", "/admin", "/api/..%c0%af..%c0%afadmin", true, "decoded once, overlong UTF-8"},
		{"CVE-2000-0884", "/", "/admin", "/x/..%c1%9cadmin", true, "decoded once, overlong UTF-8, backslash as slash"},
		{"CVE-2000-0884", "/api", "/admin", "/api/%e0%80%ae./x/..%25e0%2580%25af%61dmin", true, "decoded twice, overlong UTF-8"},
		{"CVE-2026-27587", "/", "/admin", "/admin%2Fpanel", true, "decoded once"},
	} {
		u := uri.MustParse(tt.path)
		open, guarded := Rewrite{From: tt.open, To: to}, Rewrite{From: tt.guarded, To: to}
		_, _, err := open.Apply(u)
		if (err != nil) != tt.refused {
			t.Errorf("%s: %s from %s: %v", tt.advisory, tt.path, tt.open, err)
		}
		if _, ok, err := guarded.Apply(u); ok && err == nil {
			t.Errorf("%s: %s lies below %s as written", tt.advisory, tt.path, tt.guarded)
		}
		if reader, ok := guarded.ClaimedBy(u); reader != tt.claimed || ok != (tt.claimed != "") {
			t.Errorf("%s: %s is claimed by %s for %q, want %q", tt.advisory, tt.path, tt.guarded, reader, tt.claimed)
		}
		guarded.CaseMatters = true
		want := tt.claimed
		if strings.HasSuffix(want, "in any case") {
			want = ""
		}
		if reader, ok := guarded.ClaimedBy(u); reader != want || ok != (want != "") {
			t.Errorf("%s: %s is claimed by %s for %q if case matters", tt.advisory, tt.path, tt.guarded, reader)
		}
	}
}

// TestRewriteLive sends the paths that Apply lets through to a ServeMux and a FileServer of
// net/http. Neither may serve a file outside To's path.
func TestRewriteLive(t *testing.T) {
	root := t.TempDir()
	for file, text := range map[string]string{"pub/in.txt": "in", "pub/sub/in.txt": "in", "secret.txt": "OUT", "private/secret.txt": "OUT"} {
		file = filepath.Join(root, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	files := http.FileServer(http.Dir(root))
	mux := http.NewServeMux()
	mux.Handle("/pub/", files)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { http.Error(w, "OUT", http.StatusTeapot) })
	route := Rewrite{From: "/files", To: uri.MustParse("http://backend/pub"), Keep: `/\`}
	random := rand.New(rand.NewPCG(3, 4))
	pieces := []string{"/", "/", "..", "../", "in.txt", "sub", "/sub/", "secret.txt", "private", "pub", "%2e%2e", "%2F", "%5C", "..;", "//", "%252e%252e", "."}
	served := 0
	for range 5000 {
		path := "/files/"
		for range random.IntN(8) {
			path += pieces[random.IntN(len(pieces))]
		}
		u, ok, err := route.Apply(uri.MustParse("http://proxy" + path))
		if err != nil || !ok {
			continue
		}
		for _, handler := range []http.Handler{files, mux} {
			v, err := url.ParseRequestURI(u.String())
			if err != nil {
				t.Fatal(err)
			}
			request := httptest.NewRequest("GET", "http://backend/", nil)
			request.URL = v
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, request)
			if strings.Contains(w.Body.String(), "OUT") {
				t.Fatalf("%s, sent on as %s: %d %s", path, u, w.Code, w.Body)
			}
			if w.Code == http.StatusOK {
				served++
			}
		}
	}
	if served < 100 {
		t.Errorf("only %d files were served", served)
	}
}

func TestRewriteAllocations(t *testing.T) {
	r := Rewrite{From: "/api", To: uri.MustParse("http://backend:8080/v1")}
	for _, s := range []string{"http://proxy/api/users/1?q=x", "/api/a/../b%20c", "/api/" + strings.Repeat("a/", 1000)} {
		u := uri.MustParse(s)
		if n := testing.AllocsPerRun(100, func() {
			if _, ok, err := r.Apply(u); !ok || err != nil {
				t.Error(s, ok, err)
			}
		}); n != 1 {
			t.Errorf("%s: %v allocations", s, n)
		}
		for _, path := range []string{"/a/../b", "/" + strings.Repeat("a", 70) + "/../%62", "/xapi%41%42%43%44%45%46%47%48%49", "/xapi" + strings.Repeat("%20", 9)} {
			if n := testing.AllocsPerRun(100, func() { r.ClaimedBy(uri.MustParse(path)) }); n != 0 {
				t.Errorf("Claims of %s: %v allocations", path, n)
			}
		}
	}
}

func BenchmarkRewrite(b *testing.B) {
	r := Rewrite{From: "/api", To: uri.MustParse("http://backend:8080/v1")}
	for _, s := range []string{"/api/users/1?q=x", "/api/users/4711/orders/2026%2D11/items;v=1?page=2&size=50"} {
		u := uri.MustParse(s)
		b.Run(s, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, ok, err := r.Apply(u); !ok || err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestSimple checks that pathread.Simple accepts nothing that check would refuse without it, and
// that it accepts the usual routes.
func TestSimple(t *testing.T) {
	const letters = "/aZ1-_.%*;?#: \x00"
	texts := []string{""}
	for range 4 {
		for _, s := range texts {
			for i := range len(letters) {
				texts = append(texts, s+letters[i:i+1])
			}
		}
		slices.Sort(texts)
		texts = slices.Compact(texts)
	}
	n := 0
	for _, from := range texts {
		if pathread.Simple(from) {
			n++
			if from[0] != '/' || strings.Contains(from, "*") || !isPath(from) || !pathread.Unambiguous(from) {
				t.Errorf("%q", from)
			}
		}
	}
	if !pathread.Simple("/") || !pathread.Simple("/api/v1") || !pathread.Simple("/a-b/c_d/") || n < 100 {
		t.Errorf("%d of %d", n, len(texts))
	}
}
