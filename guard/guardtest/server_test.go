package guardtest_test

import (
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/guard/guardtest"
	"example.com/uri/guard/httpguard"
	"example.com/uri/internal/peer"
)

var long = flag.Bool("long", false, "attack with all paths, not with one for each behavior")

// site asks for a login at /admin, and tells the server the user.
var site = guardtest.Site{
	Host: "site.example", Guarded: "/admin", Open: "/open",
	Login: http.Header{"Authorization": {"Basic YWxpY2U6c2VjcmV0"}}, Field: "X-User", User: "alice",
}

// limit limits the paths and the time of attacks.
func limit(t *testing.T) {
	t.Helper()
	t.Cleanup(guardtest.Sample())
	t.Cleanup(guardtest.SetTimes(time.Minute, 30*time.Second, 50*time.Millisecond, 5*time.Minute))
}

// loggedIn reports whether a client has the login of site.
func loggedIn(r *http.Request) bool {
	name, password, ok := r.BasicAuth()
	return ok && name == "alice" && password == "secret"
}

// quiet is the log of fronts.
var quiet = log.New(io.Discard, "", 0)

// forward returns a ReverseProxy of package httputil in front of server. Its field is the user, or
// missing.
func forward(server string) *httputil.ReverseProxy {
	to, err := url.Parse(server)
	if err != nil {
		panic(err)
	}
	return &httputil.ReverseProxy{ErrorLog: quiet, Rewrite: func(p *httputil.ProxyRequest) {
		p.SetURL(to)
		p.SetXForwarded()
		for name := range p.Out.Header { // in all spellings
			if folded := strings.Map(letters, strings.ToLower(name)); folded == "xuser" || folded == "destination" || folded == "contentlength" || folded == "transferencoding" || folded == "xforwardedfor" && name != "X-Forwarded-For" {
				delete(p.Out.Header, name)
			}
		}
		if loggedIn(p.In) {
			p.Out.Header.Set("X-User", "alice")
		}
	}}
}

// letters is for strings.Map.
func letters(r rune) rune {
	if 'a' <= r && r <= 'z' {
		return r
	}
	return -1
}

// otherSpellings returns a front that passes on a field if it is spelled in another way than name.
func otherSpellings(name string) func(next *httputil.ReverseProxy) http.Handler {
	plain := func(s string) string { return strings.Map(letters, strings.ToLower(s)) }
	return func(next *httputil.ReverseProxy) http.Handler {
		rewrite := next.Rewrite
		next.Rewrite = func(p *httputil.ProxyRequest) {
			rewrite(p)
			for other, values := range p.In.Header {
				if other != name && plain(other) == plain(name) {
					p.Out.Header[other] = values
				}
			}
		}
		return next
	}
}

// withLogin returns a front that asks for a login where guarded reports true.
func withLogin(next http.Handler, guarded func(r *http.Request) bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if guarded(r) && !loggedIn(r) {
			http.Error(w, "log in", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// start serves a handler.
func start(t *testing.T, h http.Handler) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &http.Server{Handler: h, ErrorLog: quiet}
	go s.Serve(l)
	t.Cleanup(func() { s.Close() })
	return l.Addr().String()
}

// ours returns a ReverseProxy of package httpguard in front of server.
func ours(t *testing.T, server string) http.Handler {
	t.Helper()
	hosts, err := guard.ParseHosts("=site.example")
	if err != nil {
		t.Fatal(err)
	}
	handler, err := httpguard.ReverseProxy{
		Hosts:  hosts,
		Routes: guard.Routes{{From: "/admin", To: uri.MustParse(server + "/admin")}, {From: "/", To: uri.MustParse(server)}},
		Wrap: func(from string, next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				r.Header.Del("X-User")
				if loggedIn(r) {
					r.Header.Set("X-User", "alice")
				} else if from == "/admin" {
					http.Error(w, "log in", http.StatusUnauthorized)
					return
				}
				next.ServeHTTP(w, r)
			})
		},
	}.Handler()
	if err != nil {
		t.Fatal(err)
	}
	return handler
}

// TestAttackOurs attacks a ReverseProxy of package httpguard: there is no gap.
func TestAttackOurs(t *testing.T) {
	if !*long {
		limit(t)
	}
	server := guardtest.NewServer(t, site)
	server.Attack(start(t, ours(t, server.URL)))
}

// The naive fronts are fronts as people write them, after the shape of a public one. The server behind
// them is as careful as httputil.ReverseProxy can make it.
var naiveFronts = []struct {
	name  string
	front func(next *httputil.ReverseProxy) http.Handler
	want  []string // gaps
	no    []string // behaviors without a gap
}{
	// https://toihid.se/?p=27
	{"beginning of the path", func(next *httputil.ReverseProxy) http.Handler {
		return withLogin(next, func(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/admin") })
	}, []string{"a path around the login: slashes merged", "a path around the login: decoded twice", "a path around the login: dot segments removed"}, []string{"a path around the login: as written"}},
	// https://devgem.io/posts/redirecting-users-in-next-js-middleware-a-simple-guide
	{"one path", func(next *httputil.ReverseProxy) http.Handler {
		return withLogin(next, func(r *http.Request) bool { return r.URL.Path == "/admin" })
	}, []string{"a path around the login: as written"}, nil},
	{"path cleaned, letters as they are", func(next *httputil.ReverseProxy) http.Handler {
		return withLogin(next, func(r *http.Request) bool { return strings.HasPrefix(path.Clean(r.URL.Path)+"/", "/admin/") })
	}, []string{"a path around the login: dot segments removed, letters in any case", "a path around the login: decoded twice", "a path around the login: parameters cut"}, []string{"a path around the login: slashes merged", "a path around the login: dot segments removed"}},
	{"request-target in lower case", func(next *httputil.ReverseProxy) http.Handler {
		return withLogin(next, func(r *http.Request) bool { return strings.HasPrefix(strings.ToLower(r.RequestURI), "/admin") })
	}, []string{"a path around the login: as written"}, nil}, // with a scheme and a host
	{"decoded twice", func(next *httputil.ReverseProxy) http.Handler {
		return withLogin(next, func(r *http.Request) bool {
			p, err := url.PathUnescape(r.URL.Path)
			return err != nil || strings.HasPrefix(strings.ToLower(path.Clean(p)), "/admin")
		})
	}, []string{"a path around the login: parameters cut, slashes merged"}, []string{"a path around the login: decoded twice", "a path around the login: slashes merged"}},
	// https://codestudyblog.com/8ten84/80413105630.html
	{"regular expression", func(next *httputil.ReverseProxy) http.Handler {
		return withLogin(next, func(r *http.Request) bool { return regexp.MustCompile(`^/+admin(/|$)`).MatchString(r.URL.Path) })
	}, []string{"a path around the login: parameters cut", "a path around the login: dot segments removed"}, []string{"a path around the login: slashes merged"}},
	// https://www.alibabacloud.com/help/faq-detail/45232.htm
	{"first of X-Forwarded-For", func(next *httputil.ReverseProxy) http.Handler {
		return withLogin(next, func(r *http.Request) bool {
			first, _, _ := strings.Cut(r.Header.Get("X-Forwarded-For"), ",")
			return strings.HasPrefix(r.URL.Path, "/") && first != "10.0.0.1" && strings.Contains(strings.ToLower(r.RequestURI), "admin")
		})
	}, []string{"a path around the login: as written"}, nil},
	// https://managing.blue/2024/11/17/writing-a-tiny-reverse-proxy-in-golang
	{"field written", func(next *httputil.ReverseProxy) http.Handler {
		rewrite := next.Rewrite
		next.Rewrite = func(p *httputil.ProxyRequest) {
			rewrite(p)
			if _, ok := p.Out.Header["X-User"]; !ok && p.In.Header["X-User"] != nil {
				p.Out.Header["X-User"] = p.In.Header["X-User"] // it is written only after a login
			}
		}
		return next
	}, []string{"X-User is forged: as written"}, nil},
	{"field deleted", otherSpellings("X-User"), []string{`X-User is forged: with "_" or "-"`, "X-User is forged: with other punctuation"}, []string{"X-User is forged: as written"}},
	// https://taourl.com/read-3768360.html
	{"method compared", func(next *httputil.ReverseProxy) http.Handler {
		return withLogin(next, func(r *http.Request) bool {
			return slices.Contains([]string{"POST", "PUT", "PATCH", "DELETE"}, r.Method)
		})
	}, []string{"a method in other letters, which the front refuses in capitals"}, nil},
	{"method in capitals", func(next *httputil.ReverseProxy) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			r.Method = strings.ToUpper(r.Method)
			next.ServeHTTP(w, r)
		})
	}, []string{"the front changes the case of a method"}, nil},
	{"X-Forwarded-For as it comes", func(next *httputil.ReverseProxy) http.Handler {
		rewrite := next.Rewrite
		next.Rewrite = func(p *httputil.ProxyRequest) {
			rewrite(p)
			p.Out.Header["X-Forwarded-For"] = p.In.Header["X-Forwarded-For"]
		}
		return next
	}, []string{"another client's address in X-Forwarded-For: as written"}, nil},
	{"X-Forwarded-For in its own spelling", otherSpellings("X-Forwarded-For"), []string{`another client's address in X-Forwarded-For: with "_" or "-"`, "another client's address in X-Forwarded-For: with other punctuation"}, []string{"another client's address in X-Forwarded-For: as written"}},
	{"Destination as it comes", func(next *httputil.ReverseProxy) http.Handler {
		rewrite := next.Rewrite
		next.Rewrite = func(p *httputil.ProxyRequest) {
			rewrite(p)
			p.Out.Header["Destination"] = p.In.Header["Destination"]
		}
		return next
	}, []string{"a Destination around the login: as written"}, nil},
}

// TestNaiveFronts checks that the gaps of each naive front are found, with the shortest request first.
func TestNaiveFronts(t *testing.T) {
	limit(t)
	var group sync.WaitGroup
	for _, tt := range naiveFronts {
		server := guardtest.NewServer(t, site)
		front := start(t, tt.front(forward(server.URL)))
		group.Add(1)
		go func() {
			defer group.Done()
			gaps, err := server.Gaps(front)
			if err != nil {
				t.Errorf("%s: %v", tt.name, err)
			}
			var behaviors []string
			for i, g := range gaps {
				behaviors = append(behaviors, g.Behavior)
				if i > 0 && len(g.Text) < len(gaps[i-1].Text) || !strings.Contains(g.Text, "\r\n") {
					t.Errorf("%s: %s", tt.name, g)
				}
			}
			for _, want := range tt.want {
				if !slices.Contains(behaviors, want) {
					t.Errorf("%s: no gap %q in %q", tt.name, want, behaviors)
				}
			}
			for _, no := range tt.no {
				if slices.Contains(behaviors, no) {
					t.Errorf("%s: a gap %q", tt.name, no)
				}
			}
		}()
	}
	group.Wait()
}

// relay copies bytes between conn and the server, with the request changed.
func relay(conn net.Conn, server string, change func([]byte) []byte) {
	next, err := net.Dial("tcp", strings.TrimPrefix(server, "http://"))
	if err != nil {
		return
	}
	defer next.Close()
	done := make(chan bool)
	go func() {
		io.Copy(conn, next)
		close(done)
	}()
	b := make([]byte, 1<<16)
	n, _ := conn.Read(b)
	next.Write(change(b[:n]))
	<-done
}

// TestBadFronts has fronts that cannot be tested: each has an error within its time, and no hung test.
func TestBadFronts(t *testing.T) {
	limit(t)
	const short, long = 100 * time.Millisecond, time.Minute
	server := guardtest.NewServer(t, site)
	stop := make(chan bool)
	t.Cleanup(func() { close(stop) })
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	var n atomic.Int32
	good := forward(server.URL)
	hangsLater := withLogin(good, func(r *http.Request) bool { return r.URL.Path == "/admin" })
	for _, tt := range []struct {
		step, all           time.Duration
		name, address, want string
	}{
		{short, long, "nothing there", closed.Addr().String(), "dial tcp"},
		{long, long, "no address", "x y", "missing port"},
		{short, long, "hangs", peer.Serve(t, func(net.Conn) { <-stop }), "it does not answer"},
		{long, long, "closes", peer.Serve(t, func(net.Conn) {}), "it closes the connection without an answer"},
		{long, long, "answers itself", peer.Serve(t, func(conn net.Conn) { io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }), "of a request for /open at"},
		{long, long, "no login", start(t, withLogin(good, func(r *http.Request) bool { r.Header.Del("Authorization"); return r.URL.Path == "/admin" })), "of a request for /admin with the login"},
		{long, long, "no field", peer.Serve(t, func(conn net.Conn) { relay(conn, server.URL, func(b []byte) []byte { return b }) }), `with the login, the values of X-User at the server are [], not "alice"`},
		{short, long, "answers twice and hangs", start(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if n.Add(1) > 2 {
				<-stop
			}
			hangsLater.ServeHTTP(w, r)
		})), "leaves 3 requests without an answer for "},
		{long, 10 * short, "slow", start(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			time.Sleep(50 * time.Millisecond)
			hangsLater.ServeHTTP(w, r)
		})), "requests in 1s"},
	} {
		var gaps []guardtest.Gap
		var err error
		for step := tt.step; step <= long; step *= 4 { // until this machine answers twice in one step
			restore := guardtest.SetTimes(time.Second, step, short, tt.all)
			n.Store(0)
			gaps, err = server.Gaps(tt.address)
			if restore(); tt.name != "answers twice and hangs" || strings.Contains(fmt.Sprint(err), tt.want+step.String()) {
				break
			}
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, %d gaps; want %s", tt.name, err, len(gaps), tt.want)
		}
	}
	defer guardtest.SetTimes(time.Second, short, short, time.Second)()
	r := &recorder{TB: t}
	if guardtest.NewServer(r, site).Attack(closed.Addr().String()); len(r.errors) != 1 || !strings.Contains(r.errors[0], "dial tcp") {
		t.Errorf("Attack has %q", r.errors)
	}
}

// TestLateFront has a front that begins after the attack.
func TestLateFront(t *testing.T) {
	limit(t)
	server := guardtest.NewServer(t, site)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	time.AfterFunc(100*time.Millisecond, func() {
		if l, err := net.Listen("tcp", address); err == nil {
			s := &http.Server{Handler: ours(t, server.URL), ErrorLog: quiet}
			t.Cleanup(func() { s.Close() })
			go s.Serve(l)
		}
	})
	server.Attack(address)
}

// TestLateRequest has a front that sends one request late, after its answer: no gap of the request
// during which it arrives.
func TestLateRequest(t *testing.T) {
	limit(t)
	defer guardtest.Sample()()
	server := guardtest.NewServer(t, site)
	next := ours(t, server.URL)
	var held, late atomic.Bool
	front := start(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !late.Load() && r.Header.Get("X-Rewrite-URL") != "" {
			held.Store(true)
			late.Store(true)
			return
		}
		if held.Swap(false) {
			next.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "http://site.example/open", nil))
		}
		next.ServeHTTP(w, r)
	}))
	if server.Attack(front); !late.Load() {
		t.Error("no request was late")
	}
}

// TestRawFronts has fronts that change bytes of a request: facts about requests that a proper HTTP client
// never sends.
func TestRawFronts(t *testing.T) {
	defer guardtest.Sample()()
	var group sync.WaitGroup
	login := func(s string) string { // the field that a front writes
		if strings.Contains(s, "Authorization") {
			s = strings.Replace(s, "Connection: close", "X-User: alice\r\nConnection: close", 1)
		}
		return s
	}
	for _, tt := range []struct {
		change func(string) string
		want   []string
	}{
		{login, []string{
			"several requests arrive for one", "programs disagree about the end of a request: two lengths", "programs disagree about the end of a request: bytes that are no request", "programs disagree about the end of a request: a line that ends in LF only",
			"programs disagree about the end of a request: CR or NUL in a line", "programs disagree about the end of a request: a space before a colon or at the start of a line", "programs disagree about the end of a request: Transfer-Encoding and Content-Length",
			"programs disagree about the end of a request: an unusual Transfer-Encoding", "programs disagree about the end of a request: a Content-Length that is no number", "programs disagree about the end of a request: a chunk size that is no number",
			"X-User has several values after a login", "X-User is forged: as written", "a path around the login: as written", "another client's address in X-Forwarded-For: as written", "a Destination around the login: as written",
		}},
		{func(s string) string { return login(strings.Replace(s, "PUT /", "POST /", 1)) }, []string{"the front changes the method"}},
		{func(s string) string {
			if strings.Contains(s, "Connection: X-User\r\n") {
				return s
			}
			return login(s)
		}, []string{"X-User is missing after a login"}},
	} {
		server := guardtest.NewServer(t, site)
		front := peer.Serve(t, func(conn net.Conn) {
			relay(conn, server.URL, func(b []byte) []byte { return []byte(tt.change(string(b))) })
		})
		group.Add(1)
		go func() {
			defer group.Done()
			gaps, err := server.Gaps(front)
			if err != nil {
				t.Error(err)
			}
			for _, want := range tt.want {
				if !slices.ContainsFunc(gaps, func(g guardtest.Gap) bool { return g.Behavior == want }) {
					t.Errorf("no gap %q in %v", want, gaps)
				}
			}
		}()
	}
	group.Wait()
}

// TestSites has sites that cannot be meant, and one that can.
func TestSites(t *testing.T) {
	for want, change := range map[string]func(s *guardtest.Site){
		"Open is no path":       func(s *guardtest.Site) { s.Open = "x" },
		"Open is below Guarded": func(s *guardtest.Site) { s.Open = "/ADMIN/x" },
		"Guarded is no path of a site that servers read alike": func(s *guardtest.Site) { s.Guarded = "" },
		"Field and User belong together":                       func(s *guardtest.Site) { s.User = "" },
		"a User needs a Login":                                 func(s *guardtest.Site) { s.Login = nil },
		"Host, Field or User breaks a line":                    func(s *guardtest.Site) { s.Host = "a\nb" },
	} {
		s := site
		change(&s)
		r := &recorder{TB: t}
		func() {
			defer func() { _ = recover() }()
			guardtest.NewServer(r, s)
		}()
		if len(r.errors) != 1 || r.errors[0] != "guardtest: the site: "+want {
			t.Errorf("%q, want %s", r.errors, want)
		}
	}
	s := site
	s.Guarded = "/guardtest"
	guardtest.NewServer(t, s) // any name can be meant
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
	panic(r.errors)
}
