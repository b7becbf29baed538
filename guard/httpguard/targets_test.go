package httpguard_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/guard/guardtest"
	"example.com/uri/guard/httpguard"
)

// recorded returns a handler of a ReverseProxy with these routes, "From To" each, for www.example. It writes the
// requests that it sends into sent.
func recorded(t *testing.T, sent *[]*http.Request, wrap func(string, http.Handler) http.Handler, routes ...string) http.Handler {
	t.Helper()
	config := httpguard.ReverseProxy{
		Hosts: hosts(t, "=www.example, =proxy.example"), Wrap: wrap,
		Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
			*sent = append(*sent, r)
			return &http.Response{StatusCode: 204, Header: http.Header{}, Body: http.NoBody}, nil
		}),
	}
	for _, route := range routes {
		from, to, _ := strings.Cut(route, " ")
		config.Routes = append(config.Routes, guard.Rewrite{From: from, To: uri.MustParse(to)})
	}
	return made(t, config)
}

// served gives a request to a handler, and returns the answer.
func served(h http.Handler, method, target string, fields http.Header) *httptest.ResponseRecorder {
	r := &http.Request{Method: method, URL: &url.URL{}, RequestURI: target, Host: "www.example", RemoteAddr: "192.0.2.1:1", ProtoMajor: 1, ProtoMinor: 1, Header: fields}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// TestDestination compares the Destination that a server gets. It is a target too.
func TestDestination(t *testing.T) {
	var sent []*http.Request
	h := recorded(t, &sent, nil, "/admin http://back.example:81/private", "/files/deep http://back.example:82/deep", "/files http://back.example:81/data/", "/ http://back.example:81")
	for _, tt := range []struct{ target, destination, want string }{ // the status, or what the server gets
		{"/files/a", "/files/b", "/data/b"},
		{"/files/a", "/files/b%20c?q=/admin", "/data/b%20c?q=/admin"},
		{"/files/a", "http://www.example/files/b", "http://back.example:81/data/b"},
		{"/files/a", "https://WWW.example:443/files/b", "http://back.example:81/data/b"},
		{"/files/a", "http://proxy.example/files/b", "http://back.example:81/data/b"},
		{"/files/a", "/files/m\u00fc[1]", "/data/m%C3%BC%5B1%5D"},
		{"/x", "/y", "/y"},
		{"/admin/x", "/admin/y", "/private/y"},
		{"/files/a", "/admin/b", "403"},
		{"/files/a", "/b", "403"},
		{"/x", "/files/b", "403"},
		{"/admin/x", "/public", "403"},
		{"/files/a", "/files/../admin/b", "403"},
		{"/files/a", "/files/..%2fadmin", "403"},
		{"/files/a", "/FILES/b", "403"},
		{"/files/a", "/files", "403"}, // above /files/deep
		{"/files/a", "/files/", "403"},
		{"/files/a", "/files/deep", "403"},
		{"/files/a", "/files/deep/b", "403"},
		{"/x", "/", "403"},
		{"/files/a", "http://evil.example/files/b", "403"},
		{"/files/a", "http://www.example.evil.example/files/b", "403"},
		{"/files/a", "ftp://www.example/files/b", "403"},
		{"/files/a", "urn:files:b", "403"},
		{"/files/a", "http://u@www.example/files/b", "400"},
		{"/files/a", "http://evil.example\\@www.example/files/b", "400"},
		{"/files/a", "//www.example/files/b", "400"},
		{"/files/a", "files/b", "400"},
		{"/files/a", "/files/b#c", "400"},
		{"/files/a", "/files/b c", "400"},
		{"/files/a", "/files/%zz", "400"},
		{"/files/a", "*", "400"},
		{"/files/a", "", "400"},
	} {
		for _, method := range []string{"COPY", "MOVE", "GET", "PUT", "X"} {
			sent = nil
			answer := served(h, method, tt.target, http.Header{"Destination": {tt.destination}})
			got := fmt.Sprint(answer.Code)
			if len(sent) > 0 {
				got = strings.Join(sent[0].Header["Destination"], "|")
			} else if part := answer.Body.String(); !strings.Contains(part, "proxy: Destination: ") || strings.Contains(part, "files") {
				t.Errorf("%s: %q", tt.destination, part)
			}
			if got != tt.want {
				t.Errorf("%s %s to %q: %q, want %q", method, tt.target, tt.destination, got, tt.want)
			}
		}
	}
	if answer := served(h, "COPY", "/x", http.Header{"Destination": {"/y", "/y"}}); answer.Code != 400 {
		t.Errorf("two fields: %d", answer.Code)
	}
	// A path with two slashes at its start would be the name of another host.
	sent = nil
	h = recorded(t, &sent, nil, "/dav/ http://back.example:81")
	served(h, "COPY", "/dav/x", http.Header{"Destination": {"/dav//evil.example/y"}, "If": {"</dav//evil.example/y> (<urn:x>)"}})
	if len(sent) != 1 || sent[0].Header.Get("Destination") != "http://back.example:81//evil.example/y" || sent[0].Header.Get("If") != "<http://back.example:81//evil.example/y> (<urn:x>)" {
		t.Errorf("%v", sent)
	}
}

// TestDestinationPaths copies to every spelling of a guarded path. None reaches the server.
func TestDestinationPaths(t *testing.T) {
	var sent []*http.Request
	seen := ""
	wrap := func(from string, next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			seen = from + " " + r.Header.Get("Destination")
			next.ServeHTTP(w, r)
		})
	}
	h := recorded(t, &sent, wrap, "/admin http://back.example/admin", "/ http://back.example/")
	tries := 0
	for path := range guardtest.Paths("/admin") {
		for _, destination := range []string{path, "http://www.example" + path} {
			tries++
			if answer := served(h, "COPY", "/public/x", http.Header{"Destination": {destination}}); answer.Code != 403 && answer.Code != 400 || len(sent) > 0 {
				t.Fatalf("%s: %d, %v", destination, answer.Code, sent)
			}
		}
	}
	if tries < 2000 || seen != "" {
		t.Errorf("%d tries, Wrap has seen %q", tries, seen)
	}
	// A handler of Wrap sees what the client sent, and may change it.
	if answer := served(h, "COPY", "/public/x", http.Header{"Destination": {"http://www.example/y"}}); answer.Code != 204 || seen != "/ http://www.example/y" || sent[0].Header.Get("Destination") != "http://back.example/y" {
		t.Errorf("%d, Wrap sees %q, the server %v", answer.Code, seen, sent)
	}
	sent = nil
	changes := func(_ string, next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			r.Header.Set("Destination", r.Header.Get("X-To"))
			next.ServeHTTP(w, r)
		})
	}
	h = recorded(t, &sent, changes, "/admin http://back.example/private", "/ http://back.example/")
	if answer := served(h, "COPY", "/x", http.Header{"X-To": {"/admin/y"}}); answer.Code != 403 || len(sent) > 0 {
		t.Errorf("a Destination of Wrap: %d", answer.Code)
	}
}

// TestIf compares the If field that a server gets. Its Resource-Tags are targets.
func TestIf(t *testing.T) {
	var sent []*http.Request
	h := recorded(t, &sent, nil, "/admin http://back.example/private", "/dav http://back.example/data/", "/ http://back.example/")
	for _, tt := range []struct{ field, want string }{ // "=": as it is
		{"(<urn:uuid:181d4fae-7d8c-11d0-a765-00a0c91e6bf2>)", "="},
		{`(["I am an ETag"])`, "="},
		{`(<urn:uuid:1> ["I am an ETag"]) (["I am another ETag"])`, "="},
		{`(Not <urn:uuid:1> <urn:uuid:2>)`, "="},
		{`(nOT<DAV:no-lock>)(NOT [W/"a>b)c<d"])`, "="},
		{"(<http://evil.example/admin>)", "="}, // a state token
		{"</dav/a> (<urn:uuid:1>)", "</data/a> (<urn:uuid:1>)"},
		{`<http://www.example/dav/a>(<urn:uuid:1>)(["e"])	</dav/b> (Not [W/"f"]) `, `<http://back.example/data/a>(<urn:uuid:1>)(["e"])	</data/b> (Not [W/"f"]) `},
		{"</dav> (<urn:uuid:1>)", "</data/> (<urn:uuid:1>)"},
		{"</dav/%2e%2e/admin> (<urn:uuid:1>)", "403"},
		{"</admin/a> (<urn:uuid:1>)", "403"},
		{"</dav/a> (<urn:uuid:1>) </admin/a> (<urn:uuid:1>)", "403"},
		{"<http://evil.example/dav/a> (<urn:uuid:1>)", "403"},
		{"<urn:uuid:1> (<urn:uuid:1>)", "403"},
		{"<//www.example/dav/a> (<urn:uuid:1>)", "400"},
		{"<dav/a> (<urn:uuid:1>)", "400"},
		{"<> (<urn:uuid:1>)", "400"},
		{"</dav/a>", "400"},
		{"</dav/a> </dav/b> (<urn:uuid:1>)", "400"},
		{"(<urn:uuid:1>) </admin/a> (<urn:uuid:1>)", "400"},
		{"</dav/a (<urn:uuid:1>)", "400"},
		{"</dav/a", "400"},
		{">", "400"}, {"<", "400"}, {"(", "400"}, {")", "400"}, {"()", "400"}, {"(<)", "400"}, {"", "400"}, {" ", "400"},
		{"(Not)", "400"}, {"(Not Not <a:b>)", "400"}, {"(<a:b> Not)", "400"}, {"(<a:b>", "400"}, {"(<a:b>)x", "400"}, {"x(<a:b>)", "400"},
		{`(["a)`, "400"}, {`(["a" x])`, "400"}, {`([a])`, "400"}, {`(["a"]`, "400"}, {`([W/])`, "400"}, {`(["a""b"])`, "400"}, {`(No <a:b>)`, "400"},
	} {
		sent = nil
		answer := served(h, "PUT", "/dav/a", http.Header{"If": {tt.field}})
		got := fmt.Sprint(answer.Code)
		if len(sent) > 0 {
			got = strings.Join(sent[0].Header["If"], "|")
		}
		if want := strings.Replace(tt.want, "=", tt.field, 1); got != want {
			t.Errorf("%q: %q, want %q", tt.field, got, want)
		}
	}
	if answer := served(h, "PUT", "/dav/a", http.Header{"If": {"(<a:b>)", "(<a:b>)"}}); answer.Code != 400 {
		t.Errorf("two fields: %d", answer.Code)
	}
}

// TestDepth checks that no request takes along the paths of another route.
func TestDepth(t *testing.T) {
	var sent []*http.Request
	h := recorded(t, &sent, nil, "/team/x/admin http://back.example/private", "/team/x http://back.example/x", "/ http://back.example/")
	for _, tt := range []struct {
		method, target, depth string
		passes                bool
	}{
		{"DELETE", "/", "", false},
		{"DELETE", "/team", "", false},
		{"DELETE", "/team/", "infinity", false},
		{"DELETE", "/TEAM", "", false},
		{"DELETE", "/team;x", "", false},
		{"DELETE", "/%74eam", "", false},
		{"DELETE", "/team/x", "", false},
		{"DELETE", "/team/x/y", "", true},
		{"DELETE", "/team/x/admin", "", true},
		{"DELETE", "/team/x/admin/y", "", true},
		{"DELETE", "/team/y", "", true},
		{"DELETE", "/tea", "", true},
		{"DELETE", "/x", "", true},
		{"DELETE", "/admin", "", true},
		{"MOVE", "/team", "", false},
		{"COPY", "/team", "0", false},
		{"LOCK", "/team", "", false},
		{"LOCK", "/team", "infinity", false},
		{"LOCK", "/team", "1", false},
		{"LOCK", "/team", "0", true},
		{"PROPFIND", "/team", "", false},
		{"PROPFIND", "/team", "infinity", false},
		{"PROPFIND", "/team", "0,infinity", false},
		{"PROPFIND", "/team", "1", true},
		{"PROPFIND", "/team", "0", true},
		{"PROPFIND", "/x", "", true},
		{"PROPPATCH", "/team", "", true},
		{"GET", "/team", "infinity", true},
		{"PUT", "/", "", true},
	} {
		sent = nil
		fields := http.Header{}
		if tt.depth != "" {
			fields["Depth"] = []string{tt.depth}
		}
		if answer := served(h, tt.method, tt.target, fields); (answer.Code == 204) != tt.passes || (len(sent) > 0) != tt.passes || !tt.passes && answer.Code != 403 {
			t.Errorf("%s %s, Depth %q: %d", tt.method, tt.target, tt.depth, answer.Code)
		}
	}
	if answer := served(h, "LOCK", "/team", http.Header{"Depth": {"0", "infinity"}}); answer.Code != 403 {
		t.Errorf("two fields: %d", answer.Code)
	}
	passed := 0 // Paths has some that are only below the parent
	for _, parent := range []string{"/team", "/team/x"} {
		for path := range guardtest.Paths(parent) {
			sent = nil
			if answer := served(h, "DELETE", path, http.Header{}); len(sent) > 0 && !strings.HasPrefix(path, parent+"/") || (answer.Code == 204) != (len(sent) > 0) {
				t.Errorf("DELETE %s: %d", path, answer.Code)
			}
			passed += len(sent)
		}
	}
	t.Logf("%d paths pass", passed)
}

// TestTargetsLong checks that long fields are refused or passed in linear time: they have 60 KB.
func TestTargetsLong(t *testing.T) {
	var sent []*http.Request
	h := recorded(t, &sent, nil, "/admin http://back.example/private", "/ http://back.example/")
	for _, field := range []string{"(<a:b>)", "</x>(<a:b>)", "<", ">", "(", "(Not", `["`, "</x> ", "[", `(["a"])`, "(<a:b>) <"} {
		answer := served(h, "PUT", "/x", http.Header{"If": {strings.Repeat(field, 60_000/len(field))}})
		if want := map[bool]int{true: 204, false: 400}[strings.HasSuffix(field, ")")]; answer.Code != want {
			t.Errorf("%s: %d, want %d", field, answer.Code, want)
		}
	}
	for _, target := range []string{"a", "/a", "/..", "%2f", "//", "../"} {
		answer := served(h, "COPY", "/x", http.Header{"Destination": {"/" + strings.Repeat(target, 60_000/len(target))}})
		b, _ := io.ReadAll(answer.Body)
		if answer.Code != 204 && answer.Code != 403 && answer.Code != 400 || len(b) > 200 {
			t.Errorf("%s: %d %.300q", target, answer.Code, b)
		}
	}
}
