package guard_test

import (
	"bytes"
	"context"
	"errors"
	"expvar"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/guard/guardtest"
	"example.com/uri/guard/httpguard"
	"example.com/uri/internal/peer"
	"example.com/uri/internal/rebind"
)

// The functions of this file are the Go snippets of COOKBOOK.md, with tests that run them.
// The tests of package httpguard attack its parts.

// checkHook returns an error for a URL that the sender would refuse.
func checkHook(gate guard.Gate, hook string) error {
	u, err := uri.Parse(hook)
	if err != nil {
		return err // names the place of the mistake
	}
	return gate.Check(u) // names the rule
}

// sender sends the events of all customers.
var sender = httpguard.Client{}.HTTP()

// post sends an event to the URL that a customer gave.
func post(client *http.Client, hook, event string) error {
	response, err := client.Post(hook, "application/json", strings.NewReader(event))
	if err != nil {
		return httpguard.WithoutURL(err) // the URL has a secret
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	return err
}

// site returns the handler in front of the servers of a site.
func site(names guard.Hosts, app, admin uri.URI) (http.Handler, error) {
	return httpguard.ReverseProxy{
		Hosts: names, // "=www.example"
		Routes: guard.Routes{
			{From: "/admin", To: admin},
			{From: "/", To: app},
		},
	}.Handler()
}

// loginOn returns the Wrap of a ReverseProxy that asks for a login on one route. login answers the
// request, or writes a field such as X-User. A ServeMux in front of the proxy would not be safe: it
// takes "/x/..%2fadmin" and "/ADMIN" for other paths than "/admin", and the server may not. The proxy
// refuses such paths before Wrap.
func loginOn(route string, login func(w http.ResponseWriter, r *http.Request) bool) func(string, http.Handler) http.Handler {
	return func(from string, next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if from != route || login(w, r) {
				next.ServeHTTP(w, r)
			}
		})
	}
}

// refusals counts what the handlers refuse, by status and part. Package expvar shows it at /debug/vars.
var refusals = expvar.NewMap("refusals")

// counted counts the refusals of handler.
func counted(handler http.Handler) http.Handler {
	return httpguard.Observe(handler, func(_ *http.Request, status int, err error) {
		var e *guard.Error
		if errors.As(err, &e) {
			refusals.Add(fmt.Sprint(status, " ", e.Part), 1)
		}
	})
}

// logged logs the refusals of handler.
func logged(handler http.Handler, log *slog.Logger) http.Handler {
	return httpguard.Observe(handler, func(r *http.Request, status int, err error) {
		log.Warn("refused", "client", r.RemoteAddr, "host", r.Host, "status", status, "reason", err)
	})
}

// serve serves the site to the network.
func serve(listener net.Listener, handler http.Handler) error {
	return httpguard.NewServer(handler, 10*time.Second).Serve(listener)
}

func TestInternal(t *testing.T) {
	internal, err := guard.ParseHosts("intern.example")
	if err != nil {
		t.Fatal(err)
	}
	guardtest.DenyList(t, "intern.example", func(text string) bool {
		u, err := uri.Parse(text)
		return err == nil && !internal.MayMatch(u)
	})
}

func TestNext(t *testing.T) {
	page := guard.Redirector{Base: uri.MustParse("https://www.example/login")}
	guardtest.Redirects(t, "https://www.example", func(next string) bool {
		u, err := page.Resolve(next)
		return err == nil && u.String() == next // the program sends next as it is
	})
}

// attackFront attacks the proxy that a command starts at an address.
func attackFront(t testing.TB, address string, command ...string) {
	server := guardtest.NewServer(t, guardtest.Site{Host: "www.example", Guarded: "/admin"})
	for i := range command {
		command[i] = strings.ReplaceAll(command[i], "BACKEND", server.URL)
	}
	front := exec.CommandContext(t.Context(), command[0], command[1:]...)
	if err := front.Start(); err != nil {
		t.Fatal(err)
	}
	server.Attack(address)
}

// wayOut returns the proxy for the programs of a network that has no other way out.
func wayOut(allowed guard.Hosts) (http.Handler, error) {
	return httpguard.ForwardProxy{Hosts: allowed}.Handler()
}

// afterLogin redirects to the parameter "next" if it is a page of ours.
func afterLogin(ours guard.Redirector) http.HandlerFunc { // {Base: uri.MustParse("https://shop.example/")}
	return func(w http.ResponseWriter, r *http.Request) {
		httpguard.Redirect(w, r, ours, r.FormValue("next"), http.StatusSeeOther)
	}
}

// addSlash redirects the request for a directory to the same path with a final "/".
func addSlash(w http.ResponseWriter, r *http.Request) {
	path, query, hasQuery := strings.Cut(r.RequestURI, "?")
	if path += "/"; hasQuery {
		path += "?" + query
	}
	httpguard.RedirectPath(w, r, path, http.StatusPermanentRedirect)
}

// callback returns the redirection URI of a request for a code.
func callback(clients map[string]guard.Callbacks, query url.Values) (uri.URI, error) {
	id, to := query["client_id"], query["redirect_uri"]
	if len(id) != 1 || len(to) != 1 {
		return uri.URI{}, errors.New("one client_id and one redirect_uri")
	}
	if err := clients[id[0]].Match(to[0]); err != nil { // that of an unknown client matches nothing
		return uri.URI{}, err
	}
	return uri.Parse(to[0])
}

// sendCode redirects to a callback, with the code and the state of the request.
func sendCode(w http.ResponseWriter, to uri.URI, code, state string) error {
	to, err := to.WithValues(to.Values().With("code", code).With("state", state))
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.Header().Set("Location", to.String())
	w.WriteHeader(http.StatusSeeOther) // never 307, which sends a form on (RFC 9700, 4.12)
	return nil
}

// forBrowsers lets the pages of own act for their users, and the pages of readers read.
func forBrowsers(own, readers guard.Origins, next http.Handler) http.Handler {
	return httpguard.CORS(readers, httpguard.SameOrigin(own, next))
}

// clone returns the command that clones a repository with an untrusted URL. git resolves
// names itself and follows redirects, so all its connections go through proxy, a forward
// proxy with a gate.
func clone(ctx context.Context, gate guard.Gate, proxy uri.URI, repository, dir string) (*exec.Cmd, error) {
	u, err := uri.Parse(repository)
	if err != nil {
		return nil, err
	}
	if !strings.EqualFold(u.Scheme(), "https") {
		return nil, errors.New("only https")
	}
	for _, f := range guard.Audit(u) {
		if f.Severity() == guard.SeverityDanger {
			return nil, errors.New(f.Message()) // such as a user that begins with "-", or a line break
		}
	}
	if err := gate.Check(u); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "git",
		"-c", "http.proxy="+proxy.String(), "-c", "http.followRedirects=false", "-c", "credential.helper=",
		"clone", "--depth=1", "--no-recurse-submodules", "--", u.String(), dir)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=/nonexistent", "GIT_ALLOW_PROTOCOL=https", "GIT_TERMINAL_PROMPT=0", "GIT_CONFIG_NOSYSTEM=1"}
	return cmd, nil
}

// login returns the command that logs in to the host of an ssh URL. It resolves the
// name once and lets ssh connect to the address that the gate has seen.
func login(ctx context.Context, gate guard.Gate, link string) (*exec.Cmd, error) {
	u, err := uri.Parse(link)
	if err != nil {
		return nil, err
	}
	if !strings.EqualFold(u.Scheme(), "ssh") {
		return nil, errors.New("only ssh")
	}
	for _, f := range guard.Audit(u) {
		if f.Severity() == guard.SeverityDanger || f.Code == guard.CodePassword {
			return nil, errors.New(f.Message())
		}
	}
	if err := gate.Check(u); err != nil {
		return nil, err
	}
	host, _ := u.Host()
	host = strings.Trim(host, "[]")
	port := uint16(22)
	if n, ok := u.EffectivePort(); ok {
		port = n
	}
	addrs, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil, err
	}
	for _, a := range addrs {
		if err := gate.CheckAddr(netip.AddrPortFrom(a, port)); err != nil {
			return nil, err
		}
	}
	args := []string{"-F", "/dev/null", "-o", "BatchMode=yes", "-o", "HostKeyAlias=" + host, "-p", strconv.Itoa(int(port))}
	if user, ok := u.Userinfo(); ok {
		name, err := uri.Unescape(user)
		if err != nil {
			return nil, err
		}
		args = append(args, "-l", name)
	}
	return exec.CommandContext(ctx, "ssh", append(args, "--", addrs[0].Unmap().String())...), nil
}

// loopback is for the servers of the tests, which are on this machine.
var loopback = guard.Gate{
	Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")},
	Ports: func(uint16) bool { return true },
}

// hosts returns a list.
func hosts(t *testing.T, list string) guard.Hosts {
	t.Helper()
	h, err := guard.ParseHosts(list)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestCookbookWebhook(t *testing.T) {
	got := ""
	hook := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		got += r.URL.Path + " " + string(b)
	}))
	defer hook.Close()
	client := httpguard.Client{Gate: loopback}.HTTP()
	if err := errors.Join(checkHook(loopback, hook.URL), post(client, hook.URL+"/hook", "{}")); err != nil || got != "/hook {}" {
		t.Fatalf("%q, %v", got, err)
	}
	for _, s := range []string{hook.URL, "http://localhost/?token=hidden", "http://exa mple.com/", "http://h:hidden@10.0.0.1/"} {
		if err := checkHook(guard.Gate{}, s); err == nil || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: %v", s, err)
		}
		if err := post(sender, s, "{}"); err == nil || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: %v", s, err)
		}
	}
	if got != "/hook {}" {
		t.Error(got)
	}
}

func TestCookbookSite(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.RequestURI) }))
	defer server.Close()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	handler, err := site(hosts(t, "=127.0.0.1"), uri.MustParse(server.URL+"/app"), uri.MustParse(server.URL+"/private"))
	if err != nil {
		t.Fatal(err)
	}
	go serve(listener, handler)
	for target, want := range map[string]string{
		"/a": "/app/a", "/admin/a": "/private/a", "/ADMIN/a": "", "/admin%2Fa": "", "//admin": "", "/..%2fprivate/a": "",
	} {
		response, err := http.Get("http://" + listener.Addr().String() + target)
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(response.Body)
		response.Body.Close()
		if got := string(b); err != nil || (response.StatusCode == http.StatusOK) != (want != "") || want != "" && got != want {
			t.Errorf("%s: %d %q, %v", target, response.StatusCode, b, err)
		}
	}
}

// errorsOf keeps the errors of a test.
type errorsOf struct {
	testing.TB
	all []string
}

func (e *errorsOf) Error(args ...any) { e.all = append(e.all, fmt.Sprint(args...)) }

// TestCookbookFront starts a front that answers all requests itself: what it does not send on cannot be
// tested, and is an error.
func TestCookbookFront(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		peer.Missing(t, "python3")
		return
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	e := &errorsOf{TB: t}
	const front = `
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
class Front(BaseHTTPRequestHandler):
	def do_GET(self):
		self.send_response(200)
		self.send_header("Backend", sys.argv[2])
		self.end_headers()
	def log_message(self, *args): pass
HTTPServer(("127.0.0.1", int(sys.argv[1])), Front).serve_forever()`
	attackFront(e, address, "python3", "-c", front, address[strings.LastIndexByte(address, ':')+1:], "BACKEND")
	if want := "guardtest: of a request for / at " + address + ", 0 arrive at the server"; !slices.Equal(e.all, []string{want}) {
		t.Errorf("%q, want %s", e.all, want)
	}
}

func TestCookbookLogin(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, r.RequestURI+" "+strings.Join(r.Header["X-User"], ","))
	}))
	defer server.Close()
	proxy := httpguard.ReverseProxy{Hosts: hosts(t, "=site.example"), Routes: guard.Routes{
		{From: "/admin", To: uri.MustParse(server.URL + "/admin")}, {From: "/", To: uri.MustParse(server.URL)},
	}}
	proxy.Wrap = loginOn("/admin", func(w http.ResponseWriter, r *http.Request) bool {
		r.Header.Set("X-User", "alice")
		if r.Header.Get("Cookie") == "session" {
			return true
		}
		http.Error(w, "log in first", http.StatusUnauthorized)
		return false
	})
	handler, err := proxy.Handler()
	if err != nil {
		t.Fatal(err)
	}
	var lines bytes.Buffer
	refusals.Init()
	handler = counted(logged(handler, slog.New(slog.NewTextHandler(&lines, nil))))
	for _, tt := range []struct {
		target, cookie string
		code           int
		body           string
	}{
		{"/x", "", 200, "/x "},
		{"/admin/x", "", 401, "log in first\n"},
		{"/admin/x", "session", 200, "/admin/x alice"},
		{"/ADMIN/x", "", 400, ""},
		{"/x/..%2fadmin", "", 400, ""},
	} {
		r := httptest.NewRequest("GET", tt.target, nil)
		r.Host = "site.example"
		r.Header["Cookie"], r.Header["X_user"] = []string{tt.cookie}, []string{"root"}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if got := w.Body.String(); w.Code != tt.code || tt.body != "" && got != tt.body {
			t.Errorf("%s: %d %q", tt.target, w.Code, got)
		}
	}
	if got := refusals.String(); got != `{"400 path": 2}` {
		t.Error(got)
	}
	if got := lines.String(); strings.Count(got, "\n") != 2 || !strings.Contains(got, "host=site.example status=400") {
		t.Error(got)
	}
}

func TestCookbookForward(t *testing.T) {
	handler, err := wayOut(hosts(t, "good.example"))
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest("GET", "http://evil.example/", nil))
	if w.Code != http.StatusForbidden {
		t.Error(w.Code)
	}
}

func TestCookbookRedirects(t *testing.T) {
	handler := afterLogin(guard.Redirector{Base: uri.MustParse("https://good.example/")})
	for next, want := range map[string]string{"/account?tab=1": "https://good.example/account?tab=1", `/\evil.example`: "https://good.example/"} {
		w := httptest.NewRecorder()
		handler(w, httptest.NewRequest("GET", "/login?"+url.Values{"next": {next}}.Encode(), nil))
		if got := w.Header().Get("Location"); got != want {
			t.Errorf("%q: %q, want %q", next, got, want)
		}
	}
	for target, want := range map[string]string{
		"/a":                    "308 /a/",
		"/a/b?c=//d":            "308 /a/b/?c=//d",
		"//evil.example":        "400 ",
		`/\evil.example`:        "400 ",
		"/%5Cevil.example":      "400 ",
		"/%2Fevil.example":      "400 ",
		"/%09/evil.example":     "400 ",
		"//evil.example/%2e%2e": "400 ",
		"http://good.example/":  "400 ",
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RequestURI = target
		w := httptest.NewRecorder()
		addSlash(w, r)
		if got := fmt.Sprintf("%d %s", w.Code, w.Header().Get("Location")); got != want {
			t.Errorf("%s: %q, want %q", target, got, want)
		}
	}
}

func TestCookbookCallback(t *testing.T) {
	client, err := guard.ParseCallbacks("https://app.example/cb?a=b", "http://127.0.0.1/cb")
	if err != nil {
		t.Fatal(err)
	}
	clients := map[string]guard.Callbacks{"app": client}
	for _, tt := range []struct{ query, want string }{
		{"client_id=app&redirect_uri=https://app.example/cb?a=b&state=s", "303 https://app.example/cb?a=b&code=c%26o&state=s"},
		{"client_id=app&redirect_uri=http://127.0.0.1:51004/cb&state=s", "303 http://127.0.0.1:51004/cb?code=c%26o&state=s"},
		{"client_id=app&redirect_uri=http://127.0.0.1:51004/cb&state=%0d%0aSet-Cookie:x", "303 http://127.0.0.1:51004/cb?code=c%26o&state=%0D%0ASet-Cookie:x"},
		{"client_id=app&redirect_uri=https://app.example/cb?a=b", "303 https://app.example/cb?a=b&code=c%26o&state="},
		{"client_id=app&redirect_uri=https://app.example/cb?a=b/..;/x", ""},
		{"client_id=app&redirect_uri=https://app.example@evil.example/cb?a=b", ""},
		{"client_id=app&redirect_uri=https://evil.example/", ""},
		{"client_id=app&redirect_uri=https://app.example/cb%3Fa=b&redirect_uri=https://evil.example/", ""},
		{"client_id=app", ""},
		{"client_id=other&redirect_uri=https://app.example/cb?a=b", ""},
		{"client_id=app&client_id=other&redirect_uri=https://app.example/cb?a=b", ""},
		{"client_id=app&redirect_uri=", ""},
	} {
		query, _ := url.ParseQuery(tt.query)
		to, err := callback(clients, query)
		got := ""
		if err == nil {
			w := httptest.NewRecorder()
			err = sendCode(w, to, "c&o", query.Get("state"))
			got = fmt.Sprintf("%d %s", w.Code, w.Header().Get("Location"))
		}
		if got != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%s: %q, %v, want %q", tt.query, got, err, tt.want)
		}
	}
}

func TestCookbookBrowsers(t *testing.T) {
	own, err1 := guard.ParseOrigins("https://app.example")
	readers, err2 := guard.ParseOrigins("https://app.example https://partner.example")
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	handler := forBrowsers(own, readers, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {}))
	for _, tt := range []struct {
		method, origin string
		code           int
		readable       bool
	}{
		{"GET", "https://app.example", 200, true},
		{"GET", "https://partner.example", 200, true},
		{"GET", "https://evil.example", 200, false},
		{"POST", "https://app.example", 200, true},
		{"POST", "https://partner.example", 403, true},
		{"POST", "https://evil.example", 403, false},
	} {
		r := httptest.NewRequest(tt.method, "/", nil)
		r.Header.Set("Origin", tt.origin)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if readable := w.Header().Get("Access-Control-Allow-Origin") == tt.origin; w.Code != tt.code || readable != tt.readable {
			t.Errorf("%+v: %d, %v", tt, w.Code, readable)
		}
	}
}

func TestCookbookCommands(t *testing.T) {
	proxy := uri.MustParse("http://127.0.0.1:3128")
	cmd, err := clone(context.Background(), guard.Gate{}, proxy, "https://git.example/a/b.git", "b")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(cmd.Args, " "); !strings.HasSuffix(got, " clone --depth=1 --no-recurse-submodules -- https://git.example/a/b.git b") || !strings.Contains(got, "-c http.proxy=http://127.0.0.1:3128 ") {
		t.Errorf("%q", got)
	}
	for _, s := range []string{
		"--upload-pack=touch /tmp/x", "-u./payload", "ext::sh -c touch% /tmp/x", "file:///etc", "/etc", "git@git.example:a/b",
		"https://-oProxyCommand=x/a", "https://git.example/a%0ahost=evil.example", "https://u@-x/", "http://git.example/a", "ssh://git@git.example/a",
		"https://127.0.0.1/a", "https://0x7f.1/a", "https://a@b@git.example/a", "https:///a", "https://localhost/a",
	} {
		if cmd, err := clone(context.Background(), guard.Gate{}, proxy, s, "b"); err == nil {
			t.Errorf("%s: %q", s, cmd.Args)
		}
	}

	gate := guard.Gate{Allow: loopback.Allow, Ports: func(port uint16) bool { return port == 22 || port == 2222 }}
	for link, want := range map[string]string{
		"ssh://git@127.0.0.1/p":    "-p 22 -l git -- 127.0.0.1",
		"ssh://127.0.0.1:2222":     "-p 2222 -- 127.0.0.1",
		"ssh://a%2Bb@[::1]:2222/p": "-p 2222 -l a+b -- ::1",
	} {
		cmd, err := login(context.Background(), gate, link)
		if err != nil || !strings.HasSuffix(strings.Join(cmd.Args, " "), want) || strings.Contains(strings.Join(cmd.Args, " "), "=-") {
			t.Errorf("%s: %v, %v", link, cmd, err)
		}
	}
	rebind.Names(t)
	for _, link := range []string{
		"ssh://-oProxyCommand=touch%20x@127.0.0.1/", "ssh://%2DoProxyCommand=x@127.0.0.1/", "ssh://-lroot@127.0.0.1/", "ssh://-x/", "ssh://git@-oProxyCommand=x/",
		"ssh://u:p@127.0.0.1/", "ssh://git%0a@127.0.0.1/", "ssh://127.0.0.1:80/", "ssh://10.0.0.1/", "https://127.0.0.1/", "ssh://a@b@127.0.0.1/", "ssh:///p", "-oProxyCommand=x",
	} {
		if cmd, err := login(context.Background(), gate, link); err == nil {
			t.Errorf("%s: %q", link, cmd.Args)
		}
	}
	var e *guard.Error
	if cmd, err := login(context.Background(), guard.Gate{Ports: gate.Ports}, "ssh://git@rebind.example/"); !errors.As(err, &e) || e.Class != guard.ClassLoopback {
		t.Errorf("%v, %v", cmd, err)
	}
}
