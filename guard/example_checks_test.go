package guard_test

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"

	"example.com/uri"
	"example.com/uri/guard"
)

// A client that connects to public addresses only, wherever names and redirects
// lead. Check refuses early, before Control would.
func ExampleGate() {
	elsewhere := httptest.NewServer(http.RedirectHandler("http://169.254.169.254/latest/meta-data/", http.StatusFound))
	defer elsewhere.Close()

	gate := guard.Gate{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}} // for the server above
	dialer := net.Dialer{Control: gate.Control}
	client := http.Client{
		Transport: &http.Transport{DialContext: dialer.DialContext},
		CheckRedirect: func(next *http.Request, via []*http.Request) error {
			u, err := guard.FromURL(next.URL)
			if err == nil {
				err = gate.Check(u)
			}
			if err == nil && len(via) > 5 {
				err = errors.New("too many redirects")
			}
			return err
		},
	}
	_, err := client.Get(elsewhere.URL)
	fmt.Println(errors.Unwrap(err))
	// Output:
	// guard: gate: address "169.254.169.254": the address is not public (RFC 3927, 169.254.0.0/16)
}

// A name is checked when it is an address.
func ExampleGate_Control() {
	dialer := net.Dialer{Control: guard.Gate{}.Control}
	_, err := dialer.Dial("tcp", "localhost:80")
	var e *guard.Error
	fmt.Println(errors.As(err, &e), e.Reason)
	fmt.Println(guard.Gate{}.Control("tcp", "8.8.8.8:443", nil))
	// Output:
	// true the address is not public
	// <nil>
}

func ExampleGate_Check() {
	for _, s := range []string{"https://example.com/hook", "http://0x7f.1/", "http://example.com:25/", "http://a@b@c/"} {
		fmt.Println(guard.Gate{}.Check(uri.MustParse(s)))
	}
	// Output:
	// <nil>
	// guard: gate: host "0x7f.1": other parsers read this host as an IPv4 address (RFC 3986, 7.4)
	// guard: gate: port "example.com:25": the port belongs to another service (Fetch, 2.9; RFC 1738, 6)
	// guard: gate: URI: the authority names no host (RFC 9110, 4.2.1)
}

// The people who gave the URL read why.
func ExampleError() {
	gate := guard.Gate{Deny: []netip.Prefix{netip.MustParsePrefix("8.8.0.0/16")}}
	for _, address := range []string{"10.0.0.1:80", "[64:ff9b::a00:1]:80", "8.8.8.8:80", "/run/docker.sock"} {
		var e *guard.Error
		if err := gate.Control("tcp", address, nil); errors.As(err, &e) {
			fmt.Printf("%s: %s (%s, %v)\n", e.Address, e.Reason, e.Reference, e.Prefix)
		}
	}
	// Output:
	// 10.0.0.1:80: the address is not public (RFC 1918, 10.0.0.0/8)
	// [64:ff9b::a00:1]:80: the address is not public (RFC 1918, 10.0.0.0/8)
	// 8.8.8.8:80: the prefix is denied (Gate.Deny, 8.8.0.0/16)
	// /run/docker.sock: it is not an IP address and a port (Gate.Control, invalid Prefix)
}

// A proxy moves all below /api to another server.
func ExampleRewrite() {
	route := guard.Rewrite{From: "/api", To: uri.MustParse("http://backend:8080/v1")}
	for _, target := range []string{
		"/api/users/J%C3%BCrgen?page=2", "/api", "/apix",
		"/api/../admin", "/api/%2e%2e/admin", "/api/..;/admin", "/api/%252e%252e/admin", "/api/a%2F..%2F..%2Fadmin",
	} {
		t, err := guard.ParseTarget("GET", target)
		if err != nil {
			fmt.Println(err)
			continue
		}
		u, ok, err := route.Apply(t.URI())
		fmt.Println(target, "->", u, ok, err)
	}
	// Output:
	// /api/users/J%C3%BCrgen?page=2 -> http://backend:8080/v1/users/J%C3%BCrgen?page=2 true <nil>
	// /api -> http://backend:8080/v1 true <nil>
	// /apix ->  false <nil>
	// /api/../admin ->  false guard: rewrite: path: it does not stay below From (dot segments removed)
	// /api/%2e%2e/admin ->  false guard: rewrite: path: it does not stay below From (escaped dots)
	// /api/..;/admin ->  false guard: rewrite: path: it does not stay below From (parameters cut)
	// /api/%252e%252e/admin ->  false guard: rewrite: path: it does not stay below From (decoded twice)
	// /api/a%2F..%2F..%2Fadmin ->  false guard: rewrite: path: an escape makes another segment (decoded once)
}

// The names of packages have an escaped slash, and this site knows it.
func ExampleRewrite_Apply() {
	route := guard.Rewrite{From: "/npm/", To: uri.MustParse("https://registry.example/"), Keep: "/"}
	fmt.Println(route.Apply(uri.MustParse("/npm/@scope%2Fname")))
	_, _, err := route.Apply(uri.MustParse("/npm/@scope%2F..%2F..%2Fadmin"))
	var e *guard.Error
	if errors.As(err, &e) {
		fmt.Println(e.Part, e.Reader, e.Reason)
	}
	// Output:
	// https://registry.example/@scope%2Fname true <nil>
	// path decoded once an escape makes a dot segment
}

// The server behind a route redirects, and knows only its own address.
func ExampleRewrite_Back() {
	route := guard.Rewrite{From: "/app", To: uri.MustParse("http://10.0.0.7:8080/")}
	for _, location := range []string{"http://10.0.0.7:8080/login?next=/", "http://other.example/"} {
		u, ok := route.Back(uri.MustParse(location))
		fmt.Println(u, ok)
	}
	// Output:
	// /app/login?next=/ true
	//  false
}

// Two routes lead to one server, and one of them asks for a login. A path that some
// reader takes for one of that route goes by none.
func ExampleRewrite_ClaimedBy() {
	guarded := guard.Rewrite{From: "/admin", To: uri.MustParse("http://backend/admin")}
	open := guard.Rewrite{From: "/", To: uri.MustParse("http://backend/")}
	for _, path := range []string{"/admin/users", "/admin;x/users", "/a/../admin", "/index.html"} {
		u := uri.MustParse(path)
		if _, ok, err := guarded.Apply(u); ok || err != nil {
			fmt.Println(path, "-> who are you?", err)
		} else if reader, ok := guarded.ClaimedBy(u); ok {
			fmt.Println(path, "-> refused:", reader)
		} else {
			v, _, err := open.Apply(u)
			fmt.Println(path, "->", v, err)
		}
	}
	// Output:
	// /admin/users -> who are you? <nil>
	// /admin;x/users -> refused: parameters cut
	// /a/../admin -> refused: dot segments removed
	// /index.html -> http://backend/index.html <nil>
}

// The guarded route comes first. A path that is below it for some server alone is an error,
// so that the second route does not take it.
func ExampleRoutes_Apply() {
	routes := guard.Routes{
		{From: "/admin", To: uri.MustParse("http://accounts.internal/admin")},
		{From: "/", To: uri.MustParse("http://site.internal/")},
	}
	for _, path := range []string{"/admin/users", "/index.html", "/ADMIN/users", "/admin;x/users", "/admin::$DATA"} {
		u, err := routes.Apply(uri.MustParse(path))
		fmt.Println(path, "->", u, err)
	}
	// Output:
	// /admin/users -> http://accounts.internal/admin/users <nil>
	// /index.html -> http://site.internal/index.html <nil>
	// /ADMIN/users ->  guard: rewrite: path: it is below routes[0].From for some readers (dot segments removed, letters in any case)
	// /admin;x/users ->  guard: rewrite: path: it is below routes[0].From for some readers (parameters cut)
	// /admin::$DATA ->  guard: rewrite: path: it is below routes[0].From for some readers (names of Windows)
}

func ExampleRoutes_Check() {
	routes := guard.Routes{
		{From: "/", To: uri.MustParse("http://site.internal/")},
		{From: "/admin", To: uri.MustParse("http://accounts.internal/admin")},
	}
	fmt.Println(routes.Check())
	// Output: guard: rewrite: routes[1].From: no path reaches it: routes[0] comes before it
}

func ExampleRoutes_Match() {
	routes := guard.Routes{
		{From: "/admin", To: uri.MustParse("http://accounts.internal/admin")},
		{From: "/shop", To: uri.MustParse("http://shop.internal/")},
	}
	for _, path := range []string{"/shop/cart", "/index.html"} {
		i, u, err := routes.Match(uri.MustParse(path))
		fmt.Println(i, u, err)
	}
	// Output:
	// 1 http://shop.internal/cart <nil>
	// -1  <nil>
}

// Some hosts are asked without the proxy.
func ExampleHosts() {
	direct, err := guard.ParseHosts("intranet.example, *.cdn.example:443, 10.0.0.0/8, [2001:db8::1]:8080")
	fmt.Println(err)
	for _, s := range []string{
		"http://wiki.Intranet.example./", "https://img.cdn.example/", "http://img.cdn.example/", "http://[::ffff:10.1.2.3]/",
		"http://[2001:db8:0::1]:8080/", "http://intranet.example@evil.example/", "http://10.0.0.1.evil.example/",
	} {
		fmt.Println(direct.Match(uri.MustParse(s)), s)
	}
	// Output:
	// <nil>
	// true http://wiki.Intranet.example./
	// true https://img.cdn.example/
	// false http://img.cdn.example/
	// true http://[::ffff:10.1.2.3]/
	// true http://[2001:db8:0::1]:8080/
	// false http://intranet.example@evil.example/
	// false http://10.0.0.1.evil.example/
}

func ExampleParseHosts() {
	for _, s := range []string{"a.example 192.0.2.0/24", "a.example, 192.0.2.0/33", "*a.example", "b\u00fccher.example"} {
		hosts, err := guard.ParseHosts(s)
		fmt.Println(err, hosts.Err() == err)
	}
	// Output:
	// <nil> true
	// guard: hosts: not an address prefix at offset 11 true
	// guard: hosts: "*" must be a whole label at offset 1 true
	// guard: hosts: not ASCII: write the name with xn-- at offset 1 true
}

func ExampleHosts_Match() {
	allowed, _ := guard.ParseHosts("hooks.example")
	fmt.Println(allowed.Match(uri.MustParse("https://user@hooks.example:8443/x")))
	fmt.Println(allowed.Match(uri.MustParse("https://hooks.example.evil.example/x")))
	// Output:
	// true
	// false
}

// A caret under the entry that is wrong.
func ExampleError_hosts() {
	const list = "a.example b:80:80"
	_, err := guard.ParseHosts(list)
	var e *guard.Error
	if errors.As(err, &e) {
		fmt.Printf("%s\n%*s %s\n", list, e.Offset+1, "^", e.Reason)
	}
	// Output:
	// a.example b:80:80
	//             ^ neither a port from 1 to 65535 nor an IPv6 address
}

// The way of a request through a proxy: whom to dial and what to send.
func ExampleTarget() {
	for _, request := range []struct{ method, target, host string }{
		{"GET", "http://www.example.org:8080?q", "www.example.org:8080"},
		{"HEAD", "http://[2001:db8::1]/a", "[2001:db8::1]"},
		{"GET", "http://a.example/", "b.example"},
	} {
		t, err := guard.ParseTarget(request.method, request.target)
		if err == nil {
			err = t.CheckHost(request.host)
		}
		if err != nil {
			fmt.Println("400:", err)
			continue
		}
		u, _ := t.Effective(request.host, false)
		address, _ := u.HostPort()
		target, _ := u.RequestTarget()
		host, _ := u.Authority()
		fmt.Printf("dial %s, send %s %s, Host: %s\n", address, request.method, target, host)
	}
	// Output:
	// dial www.example.org:8080, send GET /?q, Host: www.example.org:8080
	// dial [2001:db8::1]:80, send HEAD /a, Host: [2001:db8::1]
	// 400: guard: target: Host: another host than in the request-target at offset 0 (RFC 9112, 3.2.2)
}

func ExampleParseHostField() {
	fmt.Println(guard.ParseHostField("[2001:db8::1]:8080"))
	_, _, err := guard.ParseHostField("good.example/evil")
	fmt.Println(err)
	// Output:
	// [2001:db8::1] 8080 <nil>
	// guard: target: Host: more than host and port at offset 12 (RFC 9110, 7.2)
}

// The parameter of a redirect after a login.
func ExampleLocal() {
	base := uri.MustParse("https://good.example/login")
	for _, next := range []string{
		"/account?tab=1", "help", "https://good.example:443/", "//evil.example", "/\\evil.example", "https:evil.example",
		"/.//evil.example", "/%2F/evil.example", "https://good.example@evil.example/",
	} {
		u, err := guard.Local(base, next)
		var e *guard.Error
		if errors.As(err, &e) {
			fmt.Printf("%-34s %s: %s\n", next, e.Reader, e.Reason)
		} else {
			fmt.Printf("%-34s -> %s\n", next, u)
		}
	}
	// Output:
	// /account?tab=1                     -> https://good.example/account?tab=1
	// help                               -> https://good.example/help
	// https://good.example:443/          -> https://good.example/
	// //evil.example                     browsers: it leads to another origin
	// /\evil.example                     browsers: it leads to another origin
	// https:evil.example                 -> https://good.example/evil.example
	// /.//evil.example                   the path alone: it leads to another origin
	// /%2F/evil.example                  the path alone: it leads to another origin
	// https://good.example@evil.example/ browsers: it leads to another origin
}

// Without a parameter that is safe, the page that everybody may see.
func ExampleError_local() {
	base := uri.MustParse("https://good.example/login")
	u, err := guard.Local(base, "javascript:alert(1)")
	if err != nil {
		fmt.Println(err)
		u = uri.MustParse("https://good.example/")
	}
	fmt.Println(u)
	// Output:
	// guard: local: reference: it leads to another origin (browsers)
	// https://good.example/
}
