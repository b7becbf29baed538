package guard_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"example.com/uri"
	"example.com/uri/guard"
)

// The functions of this file are the Go snippets of COOKBOOK.md, with tests that run
// them.

// fetcher returns a client that connects only to what the gate allows.
func fetcher(gate guard.Gate) *http.Client {
	dialer := net.Dialer{Control: gate.Control, Timeout: 10 * time.Second}
	return &http.Client{
		// The default Transport uses the proxy of HTTP_PROXY; then only the
		// proxy's address would be checked.
		Transport: &http.Transport{DialContext: dialer.DialContext, ResponseHeaderTimeout: 10 * time.Second},
		Timeout:   30 * time.Second,
		CheckRedirect: func(next *http.Request, via []*http.Request) error {
			u, err := guard.FromURL(next.URL)
			if err == nil {
				err = gate.Check(u)
			}
			if err == nil && len(via) >= 5 {
				err = errors.New("too many redirects")
			}
			return err
		},
	}
}

// post sends an event to the URL that a customer gave.
func post(client *http.Client, gate guard.Gate, hook, event string) error {
	u, err := uri.Parse(hook)
	if err != nil {
		return err // names the place of the mistake
	}
	if err := gate.Check(u); err != nil {
		return err // names the rule
	}
	v, err := guard.ToURL(u.WithoutFragment())
	if err != nil {
		return err
	}
	response, err := client.Post(v.String(), "application/json", strings.NewReader(event))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, io.LimitReader(response.Body, 1<<16))
	return err
}

// find applies the first route that u is below. It returns an error if readers
// disagree about that route or one before it.
func find(routes []guard.Rewrite, u uri.URI) (uri.URI, error) {
	for _, r := range routes {
		v, ok, err := r.Apply(u)
		if ok || err != nil {
			return v, err
		}
		if reader, ok := r.Claims(u); ok {
			return uri.URI{}, fmt.Errorf("the path is below %s for some (%s)", r.From, reader)
		}
	}
	return uri.URI{}, errors.New("no such path")
}

// reverse is the proxy in front of a site's own servers.
func reverse(routes []guard.Rewrite) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		target, err := guard.ParseTarget(r.Method, r.RequestURI)
		if err == nil {
			err = target.CheckHost(r.Host)
		}
		var u uri.URI
		if err == nil {
			u, err = find(routes, target.URI())
		}
		send(w, r, http.DefaultTransport, u, err)
	}
}

// send sends the request on to u.
func send(w http.ResponseWriter, r *http.Request, transport http.RoundTripper, u uri.URI, err error) {
	var v *url.URL
	if err == nil {
		v, err = guard.ToURL(u)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	proxy := httputil.ReverseProxy{
		Transport: transport,
		Rewrite: func(p *httputil.ProxyRequest) {
			p.Out.URL = v
			p.Out.Host = v.Host
		},
	}
	proxy.ServeHTTP(w, r)
}

// forward is a proxy to the allowed hosts.
func forward(gate guard.Gate, allowed guard.Hosts) http.HandlerFunc {
	transport := fetcher(gate).Transport
	return func(w http.ResponseWriter, r *http.Request) {
		target, err := guard.ParseTarget(r.Method, r.RequestURI)
		u := target.URI()
		if err == nil && (target.Form() != guard.FormAbsolute || !allowed.Match(u)) {
			err = errors.New("not by this proxy")
		}
		if err == nil {
			err = gate.Check(u)
		}
		send(w, r, transport, u, err)
	}
}

// afterLogin sends users back to the page that they came from, if it is ours.
func afterLogin(w http.ResponseWriter, r *http.Request) {
	home := uri.MustParse("https://good.example/")
	next, err := guard.Local(home, r.FormValue("next"))
	if err != nil {
		next = home
	}
	http.Redirect(w, r, next.String(), http.StatusSeeOther)
}

// loopback is for the servers of the tests, which are on this machine.
var loopback = guard.Gate{
	Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")},
}

func TestCookbookWebhook(t *testing.T) {
	got := ""
	hook := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		got += r.URL.Path + " " + string(b)
	}))
	defer hook.Close()
	if err := post(fetcher(loopback), loopback, hook.URL+"/hook", "{}"); err != nil || got != "/hook {}" {
		t.Fatalf("%q, %v", got, err)
	}
	var e *guard.Error
	if err := post(fetcher(guard.Gate{}), guard.Gate{}, hook.URL, "{}"); !errors.As(err, &e) {
		t.Errorf("%v", err)
	}
	// A gate that is not asked early is asked at the latest.
	if err := post(fetcher(guard.Gate{}), loopback, hook.URL, "{}"); !errors.As(err, &e) || e.Prefix != netip.MustParsePrefix("127.0.0.0/8") {
		t.Errorf("%v", err)
	}
	bounce := httptest.NewServer(http.RedirectHandler("http://[::ffff:169.254.169.254]/", http.StatusTemporaryRedirect))
	defer bounce.Close()
	if err := post(fetcher(loopback), loopback, bounce.URL, "{}"); !errors.As(err, &e) || e.Address != "[::ffff:169.254.169.254]" {
		t.Errorf("%v", err)
	}
	if err := post(fetcher(loopback), loopback, "http://exa mple.com/", "{}"); err == nil || got != "/hook {}" {
		t.Errorf("%q, %v", got, err)
	}
}

// ask sends a request with this target as it is, and returns the status and body.
func ask(t *testing.T, server *httptest.Server, target, host string) string {
	t.Helper()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", target, host)
	b, err := io.ReadAll(conn)
	if err != nil {
		t.Fatal(err)
	}
	head, body, _ := strings.Cut(string(b), "\r\n\r\n")
	return strings.Fields(head)[1] + " " + strings.TrimSpace(body)
}

func TestCookbookReverse(t *testing.T) {
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.RequestURI) }))
	defer backend.Close()
	proxy := httptest.NewServer(reverse([]guard.Rewrite{
		{From: "/admin", To: uri.MustParse(backend.URL + "/private/admin")},
		{From: "/", To: uri.MustParse(backend.URL + "/public")},
	}))
	defer proxy.Close()
	for _, tt := range []struct{ target, want string }{
		{"/admin/users?a=b", "200 /private/admin/users?a=b"},
		{"/x%20y/z?q=%2F..", "200 /public/x%20y/z?q=%2F.."},
		{"http://proxy.example/x", "200 /public/x"},
		{"/admin%2Fusers", "400 the path is below /admin for some (decoded once)"},
		{"/x/../admin", "400 the path is below /admin for some (dot segments removed)"},
		{"//admin", "400 the path is below /admin for some (slashes merged)"},
		{"/../private/admin", "400 guard: rewrite: path: it does not stay below From (dot segments removed)"},
	} {
		if got := ask(t, proxy, tt.target, "proxy.example"); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.target, got, tt.want)
		}
	}
}

func TestCookbookForward(t *testing.T) {
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Host+r.RequestURI) }))
	defer backend.Close()
	host := strings.TrimPrefix(backend.URL, "http://")
	allowed, err := guard.ParseHosts("127.0.0.1, [::1], allowed.example, 10.0.0.0/8")
	if err != nil {
		t.Fatal(err)
	}
	proxy := httptest.NewServer(forward(loopback, allowed))
	defer proxy.Close()
	for _, tt := range []struct{ target, host, want string }{
		{backend.URL + "/x?y", host, "200 " + host + "/x?y"},
		{backend.URL, host, "200 " + host + "/"},
		{backend.URL + "/x", "other.example", "200 " + host + "/x"},
		{"/x", host, "400 not by this proxy"},
		{"http://other.example/", "other.example", "400 not by this proxy"},
		{"http://10.0.0.1/", "10.0.0.1", `400 guard: gate: address "10.0.0.1": the address is not public (RFC 1918, 10.0.0.0/8)`},
		{"http://allowed.example:25/", "allowed.example:25", `400 guard: gate: port "allowed.example:25": the port belongs to another service (Fetch, 2.9; RFC 1738, 6)`},
	} {
		if got := ask(t, proxy, tt.target, tt.host); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.target, got, tt.want)
		}
	}
}

func TestCookbookLogin(t *testing.T) {
	for next, want := range map[string]string{
		"/account?tab=1": "https://good.example/account?tab=1",
		"":               "https://good.example/",
		"//evil.example": "https://good.example/",
		"/\\evil":        "https://good.example/",
	} {
		w := httptest.NewRecorder()
		afterLogin(w, httptest.NewRequest("GET", "/login?"+url.Values{"next": {next}}.Encode(), nil))
		if got := w.Header().Get("Location"); got != want {
			t.Errorf("%q: %q, want %q", next, got, want)
		}
	}
}
