package guard_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/uri"
	"example.com/uri/guard"
)

// The functions of this file are the Go snippets of COOKBOOK.md, with tests that run and
// attack them.

// server returns a server that gives no client more time or room than it needs.
func server(handler http.Handler, patience time.Duration) *http.Server {
	return &http.Server{
		Handler:           http.MaxBytesHandler(handler, 1<<20),
		ReadHeaderTimeout: patience,
		ReadTimeout:       patience,
		WriteTimeout:      2 * patience,
		IdleTimeout:       patience,
		MaxHeaderBytes:    1 << 16,
	}
}

// fetcher returns a client that connects only to addresses that the gate allows.
func fetcher(gate guard.Gate, patience time.Duration) *http.Client {
	dialer := net.Dialer{Control: gate.Control, Timeout: patience}
	return &http.Client{
		// The default Transport uses the proxy of HTTP_PROXY; then only the
		// proxy's address would be checked.
		Transport: &http.Transport{
			DialContext:            dialer.DialContext,
			TLSHandshakeTimeout:    patience,
			ResponseHeaderTimeout:  patience,
			MaxResponseHeaderBytes: 1 << 16,
			MaxIdleConns:           100,
			IdleConnTimeout:        patience,
		},
		Timeout: 2 * patience, // of the whole response
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
	var e *url.Error
	if errors.As(err, &e) {
		return e.Err // e shows the URL with its secrets
	}
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

// reverse is the proxy in front of a site's own servers. The names of the site are
// entries with "=".
func reverse(names guard.Hosts, routes []guard.Rewrite, patience time.Duration) http.HandlerFunc {
	transport := &http.Transport{ResponseHeaderTimeout: patience}
	return func(w http.ResponseWriter, r *http.Request) {
		target, err := guard.RepairTarget(r.Method, r.RequestURI)
		if err == nil {
			err = target.CheckHost(r.Host)
		}
		if err == nil {
			host, _, _ := guard.ParseHostField(r.Host)
			if !names.MatchHost(host, 0) {
				err = errors.New("not a host of this site")
			}
		}
		var u uri.URI
		if err == nil {
			u, err = find(routes, target.URI())
		}
		send(w, r, transport, u, err)
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
			// ReverseProxy passes Upgrade on. After a 101 it copies bytes, and no
			// route and no check sees the requests among them.
			p.Out.Header.Del("Connection")
			p.Out.Header.Del("Upgrade")
			// Some servers read X_Forwarded_For as X-Forwarded-For, which
			// ReverseProxy has removed.
			for name := range p.Out.Header {
				if strings.Contains(name, "_") {
					p.Out.Header.Del(name)
				}
			}
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) {
			http.Error(w, "no answer", http.StatusBadGateway)
		},
	}
	proxy.ServeHTTP(w, r)
}

// forward is a proxy to the allowed hosts. Entries for CONNECT name a port.
func forward(gate guard.Gate, allowed guard.Hosts, patience time.Duration) http.HandlerFunc {
	transport := fetcher(gate, patience).Transport
	return func(w http.ResponseWriter, r *http.Request) {
		target, err := guard.ParseTarget(r.Method, r.RequestURI)
		if err == nil && target.Form() == guard.FormAuthority {
			tunnel(w, gate, allowed, target, patience)
			return
		}
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

// tunnel answers CONNECT: it connects both sides, for a hundred times the patience at
// the most.
func tunnel(w http.ResponseWriter, gate guard.Gate, allowed guard.Hosts, target guard.Target, patience time.Duration) {
	host, _ := target.Host()
	port, _ := target.Port()
	address, ok := target.HostPort()
	if !ok || !allowed.MatchHost(host, port) {
		http.Error(w, "not by this proxy", http.StatusForbidden)
		return
	}
	dialer := net.Dialer{Control: gate.Control, Timeout: patience}
	server, err := dialer.Dial("tcp", address)
	if err != nil {
		http.Error(w, "no connection", http.StatusBadGateway)
		return
	}
	defer server.Close()
	client, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		http.Error(w, "no tunnel", http.StatusInternalServerError)
		return
	}
	defer client.Close()
	if client.SetDeadline(time.Time{}) != nil { // that of the http.Server, which would end the tunnel
		return
	}
	defer time.AfterFunc(100*patience, func() { client.Close(); server.Close() }).Stop()
	if _, err := io.WriteString(client, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return
	}
	done := make(chan error, 2)
	go func() {
		_, err := io.Copy(server, buffered) // first the bytes that the client has sent already
		done <- err
	}()
	go func() {
		_, err := io.Copy(client, server)
		done <- err
	}()
	<-done // one side has ended; Close ends the other
}

// afterLogin sends users back to the page that they came from, if it is ours.
func afterLogin(ours guard.Redirector) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		next, err := ours.Resolve(r.FormValue("next"))
		if err != nil {
			next = ours.Base
		}
		http.Redirect(w, r, next.String(), http.StatusSeeOther)
	}
}

// addSlash redirects the request for a directory to the same path with a final "/".
func addSlash(w http.ResponseWriter, r *http.Request) {
	path, query, hasQuery := strings.Cut(r.RequestURI, "?")
	if path += "/"; hasQuery {
		path += "?" + query
	}
	location, err := guard.LocalPath(path)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Location", location) // http.Redirect would clean the path
	w.WriteHeader(http.StatusPermanentRedirect)
}

// authorize is the authorization endpoint of an OAuth server. issue asks the user, and
// returns the code.
func authorize(clients map[string]guard.Callbacks, issue func(r *http.Request) (code string, err error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		id, redirectURI := query["client_id"], query["redirect_uri"]
		if len(id) != 1 || len(redirectURI) != 1 {
			http.Error(w, "one client_id and one redirect_uri", http.StatusBadRequest)
			return
		}
		// The zero Callbacks of an unknown client matches nothing. Without a match
		// the user sees the error, and no redirect happens (RFC 6749, 4.1.2.1).
		if err := clients[id[0]].Match(redirectURI[0]); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		code, err := issue(r)
		if err != nil {
			http.Error(w, "no code", http.StatusForbidden)
			return
		}
		u, err := uri.Parse(redirectURI[0])
		if err == nil {
			values := u.Values().Add("code", code)
			if query.Has("state") {
				values = values.Add("state", query.Get("state"))
			}
			u, err = u.WithValues(values)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Referrer-Policy", "no-referrer")
		w.Header().Set("Location", u.String())
		w.WriteHeader(http.StatusSeeOther) // never 307, which sends a form on (RFC 9700, 4.12)
	}
}

// fromOwnPages lets only requests of own pages through: to a handler that upgrades to
// WebSocket, or that changes something for a user with a cookie.
func fromOwnPages(own guard.Origins, next http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		origins := r.Header.Values("Origin")
		if len(origins) != 1 || !own.Match(origins[0]) {
			http.Error(w, "not from this page", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	}
}

// cors lets pages of the listed origins read the answers of next, also those for a user
// with a cookie.
func cors(readers guard.Origins, next http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Vary", "Origin") // a cache keeps one answer for each origin
		if origins := r.Header.Values("Origin"); len(origins) == 1 && readers.Match(origins[0]) {
			w.Header().Set("Access-Control-Allow-Origin", origins[0])
			w.Header().Set("Access-Control-Allow-Credentials", "true")
			w.Header().Set("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE")
			w.Header().Set("Access-Control-Allow-Headers", "Content-Type")
		}
		if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
			w.WriteHeader(http.StatusNoContent) // a browser asks before it sends the request
			return
		}
		next.ServeHTTP(w, r)
	}
}

// clone returns the command that clones a repository whose URL a stranger gave. git
// resolves names itself and follows redirects, so all that it does goes through proxy,
// a forward proxy with a gate.
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

// long is the patience of tests in which no side is slow, short of those in which one
// is.
const long, short = 10 * time.Second, 50 * time.Millisecond

// hosts returns a list.
func hosts(t *testing.T, list string) guard.Hosts {
	t.Helper()
	h, err := guard.ParseHosts(list)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// start starts the server of the cookbook, and returns its address.
func start(t *testing.T, handler http.Handler, patience time.Duration) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := server(handler, patience)
	s.ErrorLog = log.New(io.Discard, "", 0)
	go s.Serve(listener)
	t.Cleanup(func() { s.Close() })
	return listener.Addr().String()
}

// rebind makes every name resolve to this machine, as the second answer of an
// attacker's name server does.
func rebind(t *testing.T) {
	t.Helper()
	udp, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	before := net.DefaultResolver
	t.Cleanup(func() { udp.Close(); net.DefaultResolver = before })
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", udp.LocalAddr().String())
	}}
	go func() {
		b := make([]byte, 512)
		for {
			n, from, err := udp.ReadFrom(b)
			if err != nil {
				return
			}
			end := 12 // of the name
			for end < n && b[end] != 0 {
				end += 1 + int(b[end])
			}
			if end+5 > n {
				continue
			}
			answer := append([]byte{}, b[:end+5]...)
			isA := b[end+2] == 1
			copy(answer[2:12], []byte{0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0})
			if isA {
				answer[7] = 1
				answer = append(answer, 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1)
			}
			udp.WriteTo(answer, from)
		}
	}()
}

func TestCookbookWebhook(t *testing.T) {
	got := ""
	hook := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		got += r.URL.Path + " " + string(b)
	}))
	defer hook.Close()
	if err := post(fetcher(loopback, long), loopback, hook.URL+"/hook", "{}"); err != nil || got != "/hook {}" {
		t.Fatalf("%q, %v", got, err)
	}
	var e *guard.Error
	if err := post(fetcher(guard.Gate{}, long), guard.Gate{}, hook.URL, "{}"); !errors.As(err, &e) {
		t.Errorf("%v", err)
	}
	// A gate that is not asked early is asked at the latest.
	if err := post(fetcher(guard.Gate{}, long), loopback, hook.URL, "{}"); !errors.As(err, &e) || e.Class != guard.ClassLoopback {
		t.Errorf("%v", err)
	}
	bounce := httptest.NewServer(http.RedirectHandler("http://[::ffff:169.254.169.254]/", http.StatusTemporaryRedirect))
	defer bounce.Close()
	if err := post(fetcher(loopback, long), loopback, bounce.URL, "{}"); !errors.As(err, &e) || e.Address != "[::ffff:169.254.169.254]" {
		t.Errorf("%v", err)
	}
	if err := post(fetcher(loopback, long), loopback, "http://exa mple.com/", "{}"); err == nil || got != "/hook {}" {
		t.Errorf("%q, %v", got, err)
	}
	_, port, _ := net.SplitHostPort(hook.Listener.Addr().String())
	rebind(t)
	anyPort := guard.Gate{Ports: loopback.Ports}
	if err := post(fetcher(anyPort, long), anyPort, "http://rebind.example:"+port+"/", "{}"); !errors.As(err, &e) || e.Class != guard.ClassLoopback || got != "/hook {}" {
		t.Errorf("%q, %v", got, err)
	}
}

// TestCookbookWebhookTraces wants no secret of the URL in an error, and few connections
// without use.
func TestCookbookWebhookTraces(t *testing.T) {
	gone := httptest.NewServer(nil)
	gone.Close()
	if err := post(fetcher(loopback, long), loopback, gone.URL+"/?token=hidden", "{}"); err == nil || strings.Contains(err.Error(), "hidden") {
		t.Errorf("%v", err)
	}
	transport := fetcher(loopback, long).Transport.(*http.Transport)
	if transport.MaxIdleConns == 0 || transport.IdleConnTimeout == 0 {
		t.Error("keeps connections for ever")
	}
}

// TestCookbookWebhookServers has servers that give a sender no end.
func TestCookbookWebhookServers(t *testing.T) {
	t.Parallel()
	for name, handler := range map[string]http.HandlerFunc{
		"a body without end": func(w http.ResponseWriter, r *http.Request) {
			b := make([]byte, 1<<12)
			for err := error(nil); err == nil; {
				_, err = w.Write(b)
			}
		},
		"no answer": func(_ http.ResponseWriter, r *http.Request) { waitForClient(r) },
		"a head without end": func(w http.ResponseWriter, r *http.Request) {
			conn, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				return
			}
			defer conn.Close()
			for err == nil {
				_, err = io.WriteString(conn, "HTTP/1.1 100 Continue\r\nX: "+strings.Repeat("x", 1<<12)+"\r\n")
			}
		},
		"a slow body": func(w http.ResponseWriter, r *http.Request) {
			http.NewResponseController(w).Flush()
			waitForClient(r)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hook := httptest.NewServer(handler)
			defer hook.Close()
			ends := name == "a body without end"
			patience := short
			if ends {
				patience = long
			}
			err := post(fetcher(loopback, patience), loopback, hook.URL, "{}")
			if (err == nil) != ends {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}

// waitForClient returns when the client has gone. The server finds that out after the
// request's body alone.
func waitForClient(r *http.Request) {
	io.Copy(io.Discard, r.Body)
	<-r.Context().Done()
}

// ask sends a request with this target as it is, with other fields, and returns the
// status and the body.
func ask(t *testing.T, address, target, host string, fields ...string) string {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\n%s\r\n", target, host, strings.Join(append(fields, "Connection: close", ""), "\r\n"))
	b, err := io.ReadAll(conn)
	if err != nil {
		t.Fatal(err)
	}
	head, body, _ := strings.Cut(string(b), "\r\n\r\n")
	if len(strings.Fields(head)) < 2 {
		return head
	}
	return strings.Fields(head)[1] + " " + strings.TrimSpace(body)
}

func TestCookbookReverse(t *testing.T) {
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/public/upgrade" {
			if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
				io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\n\r\n")
				conn.Close()
			}
			return
		}
		fmt.Fprint(w, r.RequestURI, r.Header["Upgrade"], r.Header["X_forwarded_for"], r.Header["X-Forwarded-For"])
	}))
	defer backend.Close()
	proxy := start(t, reverse(hosts(t, "=proxy.example"), []guard.Rewrite{
		{From: "/admin", To: uri.MustParse(backend.URL + "/private/admin")},
		{From: "/", To: uri.MustParse(backend.URL + "/public")},
	}, long), long)
	for _, tt := range []struct{ target, want string }{
		{"/admin/users?a=b", "200 /private/admin/users?a=b[] [] []"},
		{"/x%20y/z?q=%2F..", "200 /public/x%20y/z?q=%2F..[] [] []"},
		{"/list?filter[name]=x", "200 /public/list?filter%5Bname%5D=x[] [] []"},
		{"/a|b?q={a}", "200 /public/a%7Cb?q=%7Ba%7D[] [] []"},
		{"http://proxy.example/x", "200 /public/x[] [] []"},
		{"/admin%2Fusers", "400 the path is below /admin for some (decoded once)"},
		{"/x/../admin", "400 the path is below /admin for some (dot segments removed)"},
		{"//admin", "400 the path is below /admin for some (slashes merged)"},
		{"/../private/admin", "400 guard: rewrite: path: it does not stay below From (dot segments removed)"},
		{`/a\..\..\private`, "400 guard: rewrite: path: an escape makes another segment (decoded once)"},
		{"/upgrade", "502 no answer"},
	} {
		got := ask(t, proxy, tt.target, "proxy.example", "Upgrade: websocket", "Connection: Upgrade", "X_Forwarded_For: 127.0.0.1", "X-Forwarded-For: 127.0.0.1")
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.target, got, tt.want)
		}
	}
	for _, host := range []string{"evil.example", "a.proxy.example", "proxy.example.evil.example", "evil.example:80"} {
		if got := ask(t, proxy, "/x", host); got != "400 not a host of this site" {
			t.Errorf("%s: %q", host, got)
		}
	}
}

// TestCookbookServer has clients that give a server no end.
func TestCookbookServer(t *testing.T) {
	t.Parallel() // the server waits before it closes a connection
	for name, attack := range map[string]func(conn net.Conn){
		"a slow head": func(conn net.Conn) { io.WriteString(conn, "GET / HTTP/1.1\r\nHost: proxy.example\r\nX") },
		"a slow body": func(conn net.Conn) {
			io.WriteString(conn, "POST / HTTP/1.1\r\nHost: proxy.example\r\nContent-Length: 9\r\n\r\nx")
		},
		"no request": func(conn net.Conn) {},
		"a body without end": func(conn net.Conn) {
			io.WriteString(conn, "POST / HTTP/1.1\r\nHost: proxy.example\r\nTransfer-Encoding: chunked\r\n\r\n")
			for err := error(nil); err == nil; {
				_, err = io.WriteString(conn, "1000\r\n"+strings.Repeat("x", 0x1000)+"\r\n")
			}
		},
		"a head without end": func(conn net.Conn) {
			_, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: proxy.example\r\n")
			for err == nil {
				_, err = io.WriteString(conn, "X: "+strings.Repeat("x", 1<<12)+"\r\n")
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			read := make(chan int64, 1)
			backend := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				n, _ := io.Copy(io.Discard, r.Body)
				read <- n
			}))
			defer backend.Close()
			route := []guard.Rewrite{{From: "/", To: uri.MustParse(backend.URL)}}
			patience := short
			if strings.HasSuffix(name, "end") {
				patience = long
			}
			conn, err := net.Dial("tcp", start(t, reverse(hosts(t, "=proxy.example"), route, patience), patience))
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			attack(conn)
			io.Copy(io.Discard, conn) // ends when the server closes the connection
			if name == "a body without end" {
				if n := <-read; n > 1<<20 {
					t.Errorf("%d bytes were sent on", n)
				}
			}
		})
	}
}

func TestCookbookForward(t *testing.T) {
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, r.Host, r.RequestURI, r.Header["Upgrade"])
	}))
	defer backend.Close()
	host := strings.TrimPrefix(backend.URL, "http://")
	_, port, _ := net.SplitHostPort(host)
	allowed := hosts(t, "127.0.0.1, [::1], =allowed.example, =rebind.example, 10.0.0.0/8")
	proxy := start(t, forward(loopback, allowed, long), long)
	for _, tt := range []struct{ target, host, want string }{
		{backend.URL + "/x?y", host, "200 " + host + "/x?y[]"},
		{backend.URL, host, "200 " + host + "/[]"},
		{backend.URL + "/x", "other.example", "200 " + host + "/x[]"},
		{"/x", host, "400 not by this proxy"},
		{"http://other.example/", "other.example", "400 not by this proxy"},
		{"http://127.0.0.1?@other.example/", "127.0.0.1", "400 not by this proxy"},
		{"http://10.0.0.1/", "10.0.0.1", `400 guard: gate: address "10.0.0.1": the address is not public (RFC 1918, 10.0.0.0/8)`},
	} {
		if got := ask(t, proxy, tt.target, tt.host, "Upgrade: websocket", "Connection: Upgrade"); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.target, got, tt.want)
		}
	}

	// connect asks for a tunnel, and sends a request early.
	connect := func(proxy, target string) string {
		conn, err := net.Dial("tcp", proxy)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprintf(conn, "CONNECT %s HTTP/1.1\r\nHost: %s\r\n\r\nGET /in HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", target, target)
		b, _ := io.ReadAll(conn)
		first, _, _ := strings.Cut(string(b), "\r\n")
		return first + " " + string(b[strings.LastIndexByte(string(b), '\n')+1:])
	}
	if got := connect(proxy, host); got != "HTTP/1.1 200 Connection established x/in[]" {
		t.Errorf("%q", got)
	}
	for _, target := range []string{"other.example:443", "a.allowed.example:443"} {
		if got := connect(proxy, target); !strings.HasPrefix(got, "HTTP/1.1 403 ") {
			t.Errorf("%s: %q", target, got)
		}
	}
	for _, target := range []string{"127.0.0.1", "127.0.0.1:0", "u@127.0.0.1:80", "127.0.0.1:80/x"} {
		if got := connect(proxy, target); !strings.HasPrefix(got, "HTTP/1.1 400 ") {
			t.Errorf("%s: %q", target, got)
		}
	}
	rebind(t)
	closed := start(t, forward(guard.Gate{Ports: loopback.Ports}, allowed, long), long)
	for _, target := range []string{"rebind.example:" + port, host} {
		if got := connect(closed, target); !strings.HasPrefix(got, "HTTP/1.1 502 ") {
			t.Errorf("%s: %q", target, got)
		}
	}
	if got := ask(t, closed, "http://rebind.example:"+port+"/", "rebind.example"); got != "502 no answer" {
		t.Errorf("%q", got)
	}
	// A tunnel ends, although neither side sends.
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	impatient := start(t, forward(loopback, allowed, short/25), short)
	got := "HTTP/1.1 502 "
	for strings.HasPrefix(got, "HTTP/1.1 502 ") { // on a slow machine it is too impatient to connect
		got = connect(impatient, silent.Addr().String())
	}
	if got != "HTTP/1.1 200 Connection established " {
		t.Errorf("%q", got)
	}
}

func TestCookbookLogin(t *testing.T) {
	handler := afterLogin(guard.Redirector{Base: uri.MustParse("https://good.example/"), Hosts: hosts(t, "=app.good.example")})
	for next, want := range map[string]string{
		"/account?tab=1":                   "https://good.example/account?tab=1",
		"/caf\u00e9 au lait":               "https://good.example/caf%C3%A9%20au%20lait",
		"https://app.good.example/x":       "https://app.good.example/x",
		"":                                 "https://good.example/",
		"//evil.example":                   "https://good.example/",
		`/\evil.example`:                   "https://good.example/",
		"/\t/evil.example":                 "https://good.example/",
		"/%09/evil.example":                "https://good.example/",
		`/a/../\evil.example`:              "https://good.example/",
		"https://app.good.example@evil/":   "https://good.example/",
		"https://b.app.good.example/":      "https://good.example/",
		"javascript:alert(1)":              "https://good.example/",
		"/x\r\nSet-Cookie: a":              "https://good.example/xSet-Cookie:%20a",
		"https:evil.example":               "https://good.example/evil.example",
		"http:evil.example":                "https://good.example/",
		"https://app.good.example.evil.x/": "https://good.example/",
	} {
		w := httptest.NewRecorder()
		handler(w, httptest.NewRequest("GET", "/login?"+url.Values{"next": {next}}.Encode(), nil))
		if got := w.Header().Get("Location"); got != want {
			t.Errorf("%q: %q, want %q", next, got, want)
		}
	}
}

func TestCookbookSlash(t *testing.T) {
	site := start(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		addSlash(w, r)
		io.WriteString(w, w.Header().Get("Location"))
	}), long)
	for target, want := range map[string]string{
		"/a":                    "308 /a/",
		"/a/b?c=//d":            "308 /a/b/?c=//d",
		"//evil.example":        "400",
		`/\evil.example`:        "400",
		"/%5Cevil.example":      "400",
		"/%2Fevil.example":      "400",
		"/%09/evil.example":     "400",
		"//evil.example/%2e%2e": "400",
		"http://good.example/":  "400",
	} {
		if got := ask(t, site, target, "good.example"); !strings.HasPrefix(got, want) || want != "400" && got != want {
			t.Errorf("%s: %q, want %q", target, got, want)
		}
	}
}

func TestCookbookAuthorize(t *testing.T) {
	client, err := guard.ParseCallbacks("https://app.example/cb?a=b", "http://127.0.0.1/cb")
	if err != nil {
		t.Fatal(err)
	}
	handler := authorize(map[string]guard.Callbacks{"app": client}, func(r *http.Request) (string, error) {
		if r.FormValue("deny") != "" {
			return "", errors.New("denied")
		}
		return "c&o", nil
	})
	for _, tt := range []struct{ query, want string }{
		{"client_id=app&redirect_uri=https://app.example/cb?a=b&state=s", "303 https://app.example/cb?a=b&code=c%26o&state=s"},
		{"client_id=app&redirect_uri=http://127.0.0.1:51004/cb&state=s", "303 http://127.0.0.1:51004/cb?code=c%26o&state=s"},
		{"client_id=app&redirect_uri=http://127.0.0.1:51004/cb&state=%0d%0aSet-Cookie:x", "303 http://127.0.0.1:51004/cb?code=c%26o&state=%0D%0ASet-Cookie:x"},
		{"client_id=app&redirect_uri=https://app.example/cb?a=b", "303 https://app.example/cb?a=b&code=c%26o"},
		{"client_id=app&redirect_uri=https://app.example/cb?a=b&state=", "303 https://app.example/cb?a=b&code=c%26o&state="},
		{"client_id=app&redirect_uri=http://127.0.0.1/cb&deny=1", "403 "},
		{"client_id=app&redirect_uri=https://app.example/cb?a=b/..;/x", "400 "},
		{"client_id=app&redirect_uri=https://app.example@evil.example/cb?a=b", "400 "},
		{"client_id=app&redirect_uri=https://evil.example/", "400 "},
		{"client_id=app&redirect_uri=https://app.example/cb%3Fa=b&redirect_uri=https://evil.example/", "400 "},
		{"client_id=app", "400 "},
		{"client_id=other&redirect_uri=https://app.example/cb?a=b", "400 "},
		{"client_id=app&client_id=other&redirect_uri=https://app.example/cb?a=b", "400 "},
		{"client_id=app&redirect_uri=", "400 "},
	} {
		w := httptest.NewRecorder()
		handler(w, httptest.NewRequest("GET", "/authorize?"+tt.query, nil))
		if got := fmt.Sprintf("%d %s", w.Code, w.Header().Get("Location")); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.query, got, tt.want)
		}
	}
}

func TestCookbookCORS(t *testing.T) {
	readers, err := guard.ParseOrigins("https://app.example")
	if err != nil {
		t.Fatal(err)
	}
	handler := cors(readers, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }))
	for _, tt := range []struct {
		origins []string
		allowed bool
	}{
		{[]string{"https://app.example"}, true},
		{nil, false},
		{[]string{"null"}, false},
		{[]string{"*"}, false},
		{[]string{"https://app.example.evil.example"}, false},
		{[]string{"https://evilapp.example"}, false},
		{[]string{"http://app.example"}, false},
		{[]string{"https://app.example", "https://evil.example"}, false},
		{[]string{"https://evil.example", "https://app.example"}, false},
	} {
		for method, asks := range map[string]string{"GET": "", "OPTIONS": "PUT", "POST": "PUT"} {
			r := httptest.NewRequest(method, "/", nil)
			r.Header["Origin"] = tt.origins
			r.Header.Set("Access-Control-Request-Method", asks)
			w := httptest.NewRecorder()
			handler(w, r)
			want := ""
			if tt.allowed {
				want = "https://app.example"
			}
			if got := w.Header().Get("Access-Control-Allow-Origin"); got != want || (w.Header().Get("Access-Control-Allow-Credentials") != "") != tt.allowed || w.Header().Get("Vary") != "Origin" {
				t.Errorf("%s %q: %v", method, tt.origins, w.Header())
			}
			if (w.Code == http.StatusNoContent) != (method == "OPTIONS") {
				t.Errorf("%s %q: %d", method, tt.origins, w.Code)
			}
		}
	}
}

func TestCookbookOrigin(t *testing.T) {
	own, err := guard.ParseOrigins("https://app.example")
	if err != nil {
		t.Fatal(err)
	}
	handler := fromOwnPages(own, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	for _, origins := range [][]string{
		{"https://app.example"},
		{},
		{"null"},
		{""},
		{"https://evil.example"},
		{"https://app.example.evil.example"},
		{"http://app.example"},
		{"https://app.example", "https://evil.example"},
		{"https://evil.example", "https://app.example"},
		{"https://app.example, https://evil.example"},
	} {
		r := httptest.NewRequest("GET", "/socket", nil)
		r.Header["Origin"] = origins
		r.Header.Set("Upgrade", "websocket")
		w := httptest.NewRecorder()
		handler(w, r)
		if good := len(origins) == 1 && origins[0] == "https://app.example"; (w.Code == http.StatusNoContent) != good {
			t.Errorf("%q: %d", origins, w.Code)
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
	rebind(t)
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
