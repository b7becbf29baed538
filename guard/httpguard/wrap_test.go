package httpguard_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/guard/guardtest"
	"example.com/uri/guard/httpguard"
)

// TestConfiguration checks that Handler reports each mistake of a configuration.
func TestConfiguration(t *testing.T) {
	failed, err := guard.ParseHosts("https://a")
	if err == nil {
		t.Fatal("no mistake")
	}
	own := hosts(t, "=proxy.example")
	to := func(s string) guard.Routes { return guard.Routes{{From: "/", To: uri.MustParse(s)}} }
	good := to("http://127.0.0.1:1")
	trust := func(list ...string) httpguard.ReverseProxy {
		return httpguard.ReverseProxy{Hosts: own, Routes: good, Trust: prefixes(list...)}
	}
	for _, tt := range []struct {
		proxy interface{ Handler() (http.Handler, error) }
		part  string // "": no mistake
	}{
		{httpguard.ReverseProxy{Hosts: own, Routes: good}, ""},
		{httpguard.ReverseProxy{Hosts: own, Routes: good, StepTimeout: 1<<63 - 1}, ""},
		{httpguard.ReverseProxy{Hosts: own, Routes: good, StepTimeout: -1}, "StepTimeout"},
		{httpguard.ReverseProxy{Routes: good}, "Hosts"},
		{httpguard.ReverseProxy{Hosts: failed, Routes: good}, "Hosts"},
		{httpguard.ReverseProxy{Hosts: own}, "Routes"},
		{httpguard.ReverseProxy{Hosts: own, Routes: guard.Routes{}}, "Routes"},
		{httpguard.ReverseProxy{Hosts: own, Routes: to("ftp://127.0.0.1/")}, "routes[0].To"},
		{httpguard.ReverseProxy{Hosts: own, Routes: to("http://u:SECRET@127.0.0.1/")}, "routes[0].To"},
		{httpguard.ReverseProxy{Hosts: own, Routes: to("http://127.0.0.1/?SECRET")}, "routes[0].To"},
		{httpguard.ReverseProxy{Hosts: own, Routes: to("")}, "routes[0].To"},
		{httpguard.ReverseProxy{Hosts: own, Routes: append(to("http://a"), to("http://a")...)}, "routes[1].From"},
		{httpguard.ReverseProxy{Hosts: own, Routes: append(to("http://a"), guard.Rewrite{From: "/admin", To: uri.MustParse("http://b")})}, "routes[1].From"},
		{trust("10.0.0.0/8", "::1/128", "0.0.0.0/1", "::ffff:10.0.0.0/104"), ""},
		{trust("10.0.0.0/8", "0.0.0.0/0"), "Trust"},
		{trust("::/0"), "Trust"},
		{trust("::ffff:0:0/96"), "Trust"},
		{httpguard.ReverseProxy{Hosts: own, Routes: good, Trust: make([]netip.Prefix, 1)}, "Trust"},
		{httpguard.ReverseProxy{Hosts: own, Routes: good, Fields: []string{"X-User", "x_user", "X.~!#$%&'*+^`|9"}}, ""},
		{httpguard.ReverseProxy{Hosts: own, Routes: good, Fields: []string{"X-User", ""}}, "Fields"},
		{httpguard.ReverseProxy{Hosts: own, Routes: good, Fields: []string{"X User"}}, "Fields"},
		{httpguard.ReverseProxy{Hosts: own, Routes: good, Fields: []string{"X-User:"}}, "Fields"},
		{httpguard.ReverseProxy{Hosts: own, Routes: good, Fields: []string{"X-Usér"}}, "Fields"},
		{httpguard.ForwardProxy{Hosts: own}, ""},
		{httpguard.ForwardProxy{Hosts: own, StepTimeout: -1}, "StepTimeout"},
		{httpguard.ForwardProxy{}, "Hosts"},
		{httpguard.ForwardProxy{Hosts: failed}, "Hosts"},
	} {
		h, err := tt.proxy.Handler()
		if (err == nil) != (tt.part == "") || (h == nil) == (err == nil) || err != nil && (part(err) != tt.part || strings.Contains(err.Error(), "SECRET")) {
			t.Errorf("%+v: %v, %v", tt.proxy, h, err)
		}
	}
}

// TestConfigurationIsCopied checks that a handler keeps its configuration.
func TestConfigurationIsCopied(t *testing.T) {
	routes := guard.Routes{{From: "/", To: uri.MustParse(backend(t, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.Header["X-Forwarded-Proto"]) }))}}
	trust := prefixes("10.0.0.0/8")
	proxy := start(t, made(t, httpguard.ReverseProxy{Hosts: hosts(t, "=proxy.example"), Routes: routes, Trust: trust, StepTimeout: long}), long)
	routes[0].To = uri.URI{}
	trust[0] = netip.MustParsePrefix("127.0.0.0/8")
	if got := ask(t, proxy, "GET", "/", "proxy.example", "X-Forwarded-Proto: https"); got != "200 [http]" {
		t.Error(got)
	}
}

// login lets only Basic alice:secret in, and tells the server who it is.
func login(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, password, _ := r.BasicAuth()
		if user != "alice" || password != "secret" {
			http.Error(w, "who are you?", http.StatusUnauthorized)
			return
		}
		r.Header["X-User"] = []string{user}
		r.Header["X_Name"] = []string{user}
		r.Header["Forwarded"] = []string{"for=" + user}
		next.ServeHTTP(w, r)
	})
}

// TestWrap checks that no client gets around a handler of Wrap, or touches the fields that it writes.
func TestWrap(t *testing.T) {
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, r.RequestURI, r.Header["X-User"], r.Header["X_name"], r.Header["Forwarded"], r.Header["X-Forwarded-For"])
		for name, values := range r.Header {
			if strings.Contains(fmt.Sprint(values), "admin") {
				t.Errorf("the server sees %s: %q", name, values)
			}
		}
	})
	var wrapped []string
	h := made(t, httpguard.ReverseProxy{
		Hosts: hosts(t, "=proxy.example"),
		Routes: guard.Routes{
			{From: "/admin", To: uri.MustParse(site + "/private")},
			{From: "/nil", To: uri.MustParse(site + "/nil")},
			{From: "/", To: uri.MustParse(site + "/public")},
		},
		StepTimeout: long,
		Wrap: func(from string, next http.Handler) http.Handler {
			wrapped = append(wrapped, from)
			switch from {
			case "/admin":
				return login(next)
			case "/nil":
				return http.HandlerFunc(nil)
			}
			return nil
		},
	})
	proxy := start(t, h, long)
	const alice = "Authorization: Basic YWxpY2U6c2VjcmV0"
	forged := []string{alice, "Connection: X-User, X_Name, Forwarded, X-Forwarded-For"}
	for _, name := range []string{"X-User", "X_Name", "Forwarded"} {
		for spelling := range guardtest.Fields(name) {
			if !strings.EqualFold(spelling, "X-Name") { // another field
				forged = append(forged, spelling+": admin")
			}
		}
	}
	for _, tt := range []struct {
		target string
		fields []string
		want   string
	}{
		{"/x", nil, "200 /public/x[] [] [] [127.0.0.1]"},
		{"/nil", nil, "200 /nil[] [] [] [127.0.0.1]"},
		{"/admin/x", nil, "401 who are you?"},
		{"/admin/x", []string{alice}, "200 /private/x[alice] [alice] [for=alice] [127.0.0.1]"},
		{"/admin/x", forged, "200 /private/x[alice] [alice] [for=alice] [127.0.0.1]"},
		{"http://proxy.example/admin", []string{alice}, "200 /private[alice] [alice] [for=alice] [127.0.0.1]"},
	} {
		if got := ask(t, proxy, "GET", tt.target, "proxy.example", tt.fields...); got != tt.want {
			t.Errorf("%s %q: %q, want %q", tt.target, tt.fields, got, tt.want)
		}
	}
	if want := []string{"/admin", "/nil", "/"}; !slices.Equal(wrapped, want) {
		t.Errorf("Wrap was called for %q, want %q", wrapped, want)
	}
}

// variableOf returns the name of the variable that a server with CGI makes of a field.
func variableOf(name string) string {
	return strings.ToUpper(regexp.MustCompile("[^A-Za-z0-9]").ReplaceAllString(name, "_"))
}

// TestWrapForged checks that no spelling of a field that Wrap writes reaches the server from a
// client, and neither does one of Fields that Wrap does not write.
func TestWrapForged(t *testing.T) {
	var got http.Header
	site := backend(t, func(w http.ResponseWriter, r *http.Request) { got = r.Header })
	for _, own := range []string{"X-User", "X_User", "x.user", "Auth_Request-User", "X-AuthenticatedUser", "REMOTE_USER_NAME"} {
		config := httpguard.ReverseProxy{
			Hosts: hosts(t, "=proxy.example"), Routes: guard.Routes{{From: "/", To: uri.MustParse(site)}}, StepTimeout: long,
			Wrap: func(_ string, next http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					if r.URL.RawQuery == "login" {
						r.Header[own] = []string{"alice"}
						r.Header["X-Other"] = []string{"other"}
					}
					next.ServeHTTP(w, r)
				})
			},
		}
		plain := start(t, made(t, config), long)
		config.Fields = []string{"X-Else", own}
		named := start(t, made(t, config), long)
		for spelling := range guardtest.Fields(own) {
			for address, target := range map[string]string{plain: "/?login", named + "/": "/?login", named: "/"} {
				got = nil
				if status := ask(t, strings.TrimSuffix(address, "/"), "GET", target, "proxy.example", spelling+": admin", "X-Mine: mine"); status != "200" {
					t.Fatal(status)
				}
				var values []string
				for name, of := range got {
					if variableOf(name) == variableOf(own) {
						values = append(values, of...)
					}
				}
				want := []string{"alice"}
				if target == "/" {
					want = nil
				}
				if !slices.Equal(values, want) || got.Get("X-Mine") != "mine" {
					t.Errorf("Wrap writes %s, the client %s to %s: the server sees %q", own, spelling, target, got)
				}
			}
		}
	}
}

// TestWrapOwnValues checks that the client's values of a field go on under the same name if the handler
// of Wrap leaves them, and that they do not if it deletes them.
func TestWrapOwnValues(t *testing.T) {
	site := backend(t, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.Header["X-User"], r.Header["X_group"]) })
	seen := http.Header{}
	proxy := start(t, made(t, httpguard.ReverseProxy{
		Hosts: hosts(t, "=proxy.example"), Routes: guard.Routes{{From: "/", To: uri.MustParse(site)}}, StepTimeout: long,
		Wrap: func(_ string, next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch r.URL.RawQuery {
				case "add":
					r.Header.Add("X-User", "alice")
				case "delete":
					r.Header.Del("X-User")
				case "change":
					r.Header["X-User"][0] = "alice"
				case "other":
					r.Header["X_group"] = r.Header["X-User"]
					r.Header["X_user"] = []string{"admin"} // what the client says, in another spelling
				}
				seen = r.Header
				next.ServeHTTP(w, r)
			})
		},
	}), long)
	for query, want := range map[string]string{"": "[admin] []", "add": "[admin alice] []", "delete": "[] []", "change": "[alice] []", "other": "[] [admin]"} {
		if got := ask(t, proxy, "GET", "/?"+query, "proxy.example", "X-User: admin"); got != "200 "+want {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
		if (seen["X-User"] == nil) != (query == "delete") {
			t.Errorf("%q: the header of the handler has become %q", query, seen)
		}
	}
}

// TestWrapRequest checks the request that a handler of Wrap gets, and that only its header, body
// and context count.
func TestWrapRequest(t *testing.T) {
	type outside struct{}
	var got string
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		got = fmt.Sprint(r.Method, " ", r.Host, " ", r.RequestURI, " ", string(b), err, r.Header["X-Forwarded-Host"], r.Header["X-Forwarded-For"], r.Header["X-Forwarded-Proto"], r.Header["Upgrade"])
	})
	host := strings.TrimPrefix(site, "http://")
	for name, tt := range map[string]struct {
		change func(r *http.Request) *http.Request
		want   string // "": the request ends
	}{
		"nothing": {func(r *http.Request) *http.Request { return r }, "POST " + host + " /public/a%20b?q hello<nil> [proxy.example] [127.0.0.1] [http] []"},
		"its copy": {func(r *http.Request) *http.Request { return r.Clone(context.WithValue(r.Context(), outside{}, 1)) },
			"POST " + host + " /public/a%20b?q hello<nil> [proxy.example] [127.0.0.1] [http] []"},
		"everything": {func(r *http.Request) *http.Request {
			r.Method, r.Host, r.RequestURI, r.RemoteAddr, r.Close, r.Proto = "DELETE", "evil.example", "/admin", "evil", true, "evil"
			r.URL.Path, r.URL.RawPath, r.URL.RawQuery, r.URL.Host = "/admin", "", "admin", "evil.example"
			r.Header = http.Header{"X-Forwarded-For": {"evil"}, "X-Forwarded-Host": {"evil"}, "X-Forwarded-Proto": {"evil"}, "Connection": {"Upgrade"}, "Upgrade": {"websocket"}}
			r.Trailer = http.Header{"A": {"evil"}}
			return r
		}, "POST " + host + " /public/a%20b?q hello<nil> [proxy.example] [127.0.0.1] [http] []"},
		"the body": {func(r *http.Request) *http.Request {
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader("bye")), 3
			return r
		}, "POST " + host + " /public/a%20b?q bye<nil> [proxy.example] [127.0.0.1] [http] []"},
		"no body": {func(r *http.Request) *http.Request {
			r.Body, r.ContentLength = nil, 0
			return r
		}, "POST " + host + " /public/a%20b?q <nil> [proxy.example] [127.0.0.1] [http] []"},
		"the context": {func(r *http.Request) *http.Request {
			ctx, cancel := context.WithCancel(r.Context())
			cancel()
			return r.WithContext(ctx)
		}, ""},
		"another context": {func(r *http.Request) *http.Request { return r.WithContext(context.Background()) }, ""},
		"another request": {func(*http.Request) *http.Request { return httptest.NewRequest("GET", "/admin", nil) }, ""},
	} {
		got = ""
		handler := made(t, httpguard.ReverseProxy{
			Hosts: hosts(t, "=proxy.example"), Routes: guard.Routes{{From: "/", To: uri.MustParse(site + "/public")}}, StepTimeout: long,
			Wrap: func(_ string, next http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					seen := fmt.Sprintln(r.Method, r.Host, r.URL, r.URL.Path, r.RequestURI, r.Header["X-Forwarded-For"], r.Header["X-Forwarded-Host"], r.Header["X_evil"], r.Header["Connection"])
					if seen != "POST proxy.example /a%20b?q /a b /a%20b?q [127.0.0.1] [proxy.example] [] []\n" || !strings.HasPrefix(r.RemoteAddr, "127.0.0.1:") || r.Trailer != nil {
						t.Errorf("%s: the handler of Wrap sees %s, %v", name, seen, r.Trailer)
					}
					next.ServeHTTP(w, tt.change(r))
				})
			},
		})
		// A handler in front of it changes the URL. It does not count.
		server := httptest.NewUnstartedServer(http.StripPrefix("/a", handler))
		server.Config.ErrorLog = log.New(io.Discard, "", 0)
		server.Start()
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(conn, "POST /a%20b?q HTTP/1.1\r\nHost: proxy.example\r\nX_Evil: evil\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 5\r\n\r\nhello")
		_, err = http.ReadResponse(bufio.NewReader(conn), nil)
		conn.Close()
		server.Close()
		if got != tt.want || strings.Contains(name, "another") && err == nil {
			t.Errorf("%s: the server sees %q, want %q; %v", name, got, tt.want, err)
		}
	}
}

// TestWrapElsewhere checks that the next handler of one proxy serves no request of another.
func TestWrapElsewhere(t *testing.T) {
	site := backend(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "yes") })
	config := httpguard.ReverseProxy{Hosts: hosts(t, "=proxy.example"), Routes: guard.Routes{{From: "/", To: uri.MustParse(site)}}, StepTimeout: long}
	var nexts []http.Handler
	config.Wrap = func(_ string, next http.Handler) http.Handler {
		nexts = append(nexts, next)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { nexts[0].ServeHTTP(w, r) })
	}
	for i, want := range []string{"200 yes", "EOF"} {
		proxy := start(t, made(t, config), long)
		if got := ask(t, proxy, "GET", "/", "proxy.example"); got != want && !(i == 1 && !strings.HasPrefix(got, "200")) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestWrapUpgrade checks that a handler of Wrap sees a request for another protocol, and can refuse
// it or take it away.
func TestWrapUpgrade(t *testing.T) {
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, r.Header["Upgrade"], r.Header["Connection"])
	})
	own := origins(t, "https://proxy.example")
	proxy := start(t, made(t, httpguard.ReverseProxy{
		Hosts: hosts(t, "=proxy.example"), Routes: guard.Routes{{From: "/a", To: uri.MustParse(site)}, {From: "/", To: uri.MustParse(site)}},
		StepTimeout: long, Upgrades: true,
		Wrap: func(from string, next http.Handler) http.Handler {
			if from == "/" {
				return httpguard.SameOrigin(own, next)
			}
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				r.Header.Del("Upgrade")
				next.ServeHTTP(w, r)
			})
		},
	}), long)
	upgrade := []string{"Connection: Upgrade", "Upgrade: websocket"}
	for _, tt := range []struct{ target, origin, want string }{
		{"/a", "https://evil.example", "200 [] []"},
		{"/", "https://proxy.example", "200 [websocket] [Upgrade]"},
		{"/", "https://evil.example", "403 guard: origin: Origin: the request is not from a page of this site"},
	} {
		if got := ask(t, proxy, "GET", tt.target, "proxy.example", append(upgrade, "Origin: "+tt.origin)...); got != tt.want {
			t.Errorf("%s of %s: %q, want %q", tt.target, tt.origin, got, tt.want)
		}
	}
}

// TestTransport checks that a ReverseProxy sends with the Transport of its configuration.
func TestTransport(t *testing.T) {
	broken := errors.New("broken")
	sent := ""
	proxy := start(t, made(t, httpguard.ReverseProxy{
		Hosts: hosts(t, "=proxy.example"), Routes: guard.Routes{{From: "/", To: uri.MustParse("http://192.0.2.1/x")}}, StepTimeout: long,
		Transport: roundTripper(func(r *http.Request) (*http.Response, error) { sent = r.URL.String(); return nil, broken }),
	}), long)
	if got := ask(t, proxy, "GET", "/y?z", "proxy.example"); got != "502 no answer" || sent != "http://192.0.2.1/x/y?z" {
		t.Errorf("%q, %q", got, sent)
	}
}

// A roundTripper is a function as an http.RoundTripper.
type roundTripper func(r *http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestIdle checks that a handler closes the connections that it opened within StepTimeout.
func TestIdle(t *testing.T) {
	retry(t, func(timeout time.Duration) error {
		site, closed := closing(t, func(http.ResponseWriter, *http.Request) {})
		proxy := start(t, made(t, httpguard.ReverseProxy{Hosts: hosts(t, "=proxy.example"), Routes: guard.Routes{{From: "/", To: uri.MustParse(site)}}, StepTimeout: timeout}), long)
		if got := ask(t, proxy, "GET", "/", "proxy.example"); got != "200" {
			return errors.New(got)
		}
		select {
		case <-closed:
		case <-time.After(long):
			t.Error("the connection stays")
		}
		return nil
	})
}
