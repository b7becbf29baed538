package httpguard_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"time"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/guard/httpguard"
)

// A webhook sender makes one client for all URLs of its customers.
func ExampleClient() {
	client := httpguard.Client{MaxBody: 1 << 16}.HTTP()
	for _, hook := range []string{"http://169.254.169.254/latest/meta-data/", "http://localhost:9200/", "file:///etc/passwd"} {
		response, err := client.Post(hook, "application/json", strings.NewReader("{}"))
		if err != nil {
			fmt.Println(httpguard.WithoutURL(err))
			continue
		}
		response.Body.Close()
	}
	// Output:
	// guard: gate: address "169.254.169.254": the address is not public (RFC 3927, 169.254.0.0/16)
	// guard: gate: host "localhost": the name means this machine or its own network (RFC 6761, 6.3)
	// guard: client: scheme: it is neither http nor https
}

func ExampleClient_HTTP() {
	allowed, err := guard.ParseHosts("=api.example")
	if err != nil {
		fmt.Println(err)
		return
	}
	client := httpguard.Client{Hosts: allowed, StepTimeout: 5 * time.Second, Redirects: -1}.HTTP()
	_, err = client.Get("https://api.example.evil.example/?key=secret")
	fmt.Println(httpguard.WithoutURL(err))
	// Output: guard: client: host: it is not in Hosts
}

func ExampleWithoutURL() {
	_, err := httpguard.Client{}.HTTP().Get("http://10.0.0.1/hook?key=secret")
	fmt.Println(err)
	fmt.Println(httpguard.WithoutURL(err))
	// Output:
	// Get "http://10.0.0.1/hook?key=secret": guard: gate: address "10.0.0.1": the address is not public (RFC 1918, 10.0.0.0/8)
	// guard: gate: address "10.0.0.1": the address is not public (RFC 1918, 10.0.0.0/8)
}

func ExampleReverseProxy_Handler() {
	names, err := guard.ParseHosts("=www.example")
	if err != nil {
		fmt.Println(err)
		return
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintln(w, r.RequestURI)
	}))
	defer server.Close()
	site, err := httpguard.ReverseProxy{Hosts: names, Routes: guard.Routes{
		{From: "/admin", To: uri.MustParse("http://127.0.0.1:1/admin")}, // with a password
		{From: "/", To: uri.MustParse(server.URL + "/public")},
	}}.Handler()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, target := range []string{"/list?filter[name]=x", "/..%2fadmin"} {
		r := httptest.NewRequest("GET", target, nil)
		r.Host = "www.example"
		w := httptest.NewRecorder()
		site.ServeHTTP(w, r)
		fmt.Print(w.Code, " ", w.Body)
	}
	// Output:
	// 200 /public/list?filter%5Bname%5D=x
	// 400 guard: rewrite: path: it is below routes[0].From for some readers (decoded once)
}

func ExampleForwardProxy_Handler() {
	allowed, err := guard.ParseHosts("example.com, =git.example:443")
	if err != nil {
		fmt.Println(err)
		return
	}
	proxy, err := httpguard.ForwardProxy{Hosts: allowed}.Handler()
	if err != nil {
		fmt.Println(err)
		return
	}
	r := httptest.NewRequest("GET", "http://evil.example/", nil)
	w := httptest.NewRecorder()
	proxy.ServeHTTP(w, r)
	fmt.Print(w.Code, " ", w.Body)
	// Output: 403 guard: forward: host: it is not in Hosts
}

func ExampleObserve() {
	handler := httpguard.Observe(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		httpguard.RedirectPath(w, r, r.FormValue("next"), http.StatusSeeOther)
	}), func(r *http.Request, status int, err error) {
		fmt.Println(r.Method, status, err)
	})
	handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/login?next=//evil.example", nil))
	// Output: GET 400 guard: local: reference: it leads to another origin (browsers)
}

// After a login, users go back to the page that they came from, if it is ours.
func ExampleRedirect() {
	ours := guard.Redirector{Base: uri.MustParse("https://shop.example/")}
	login := func(w http.ResponseWriter, r *http.Request) {
		httpguard.Redirect(w, r, ours, r.FormValue("next"), http.StatusSeeOther)
	}
	for _, next := range []string{"/orders?id=3", "//evil.example"} {
		w := httptest.NewRecorder()
		login(w, httptest.NewRequest("GET", "/login?"+url.Values{"next": {next}}.Encode(), nil))
		fmt.Println(w.Code, w.Header().Get("Location"))
	}
	// Output:
	// 303 https://shop.example/orders?id=3
	// 303 https://shop.example/
}

// A directory has a "/" at its end. The path of a request may be "//evil.example".
func ExampleRedirectPath() {
	addSlash := func(w http.ResponseWriter, r *http.Request) {
		path, query, _ := strings.Cut(r.RequestURI, "?")
		httpguard.RedirectPath(w, r, path+"/?"+query, http.StatusPermanentRedirect)
	}
	for _, target := range []string{"/docs?a=b", "//evil.example"} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RequestURI = target
		w := httptest.NewRecorder()
		addSlash(w, r)
		fmt.Println(w.Code, w.Header().Get("Location"))
	}
	// Output:
	// 308 /docs/?a=b
	// 400
}

// Only pages of the site may send its forms and open its WebSockets.
func ExampleSameOrigin() {
	own, err := guard.ParseOrigins("https://shop.example")
	if err != nil {
		fmt.Println(err)
		return
	}
	order := httpguard.SameOrigin(own, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "ordered\n")
	}))
	for _, origin := range []string{"https://shop.example", "https://shop.example.evil.example"} {
		r := httptest.NewRequest("POST", "/order", nil)
		r.Header.Set("Origin", origin)
		w := httptest.NewRecorder()
		order.ServeHTTP(w, r)
		fmt.Print(w.Code, " ", w.Body)
	}
	// Output:
	// 200 ordered
	// 403 guard: origin: Origin: the request is not from a page of this site
}

func ExampleCORS() {
	readers, err := guard.ParseOrigins("https://*.partner.example")
	if err != nil {
		fmt.Println(err)
		return
	}
	prices := httpguard.CORS(readers, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {}))
	for _, origin := range []string{"https://app.partner.example", "https://evil.example"} {
		r := httptest.NewRequest("GET", "/prices", nil)
		r.Header.Set("Origin", origin)
		w := httptest.NewRecorder()
		prices.ServeHTTP(w, r)
		fmt.Printf("%q\n", w.Header().Get("Access-Control-Allow-Origin"))
	}
	// Output:
	// "https://app.partner.example"
	// ""
}

func ExampleNewServer() {
	server := httpguard.NewServer(http.NotFoundHandler(), 5*time.Second)
	server.Addr = ":8080" // log.Fatal(server.ListenAndServe())
	fmt.Println(server.ReadHeaderTimeout, server.WriteTimeout, server.MaxHeaderBytes)
	// Output: 5s 2m35s 65536
}
