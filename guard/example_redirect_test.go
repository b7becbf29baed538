package guard_test

import (
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/web"
)

// The parameter of a redirect after a login may lead to the sites of the company, too.
func ExampleRedirector() {
	hosts, err := guard.ParseHosts("=shop.example, .shop.example")
	if err != nil {
		log.Fatal(err)
	}
	login := guard.Redirector{Base: uri.MustParse("https://login.example/"), Hosts: hosts}
	for _, next := range []string{
		"/account?tab=1", "/Bücher & mehr", "https://www.shop.example/cart", "https://shop.example.evil.example/", "//evil.example", "/%2Fevil.example",
	} {
		u, err := login.Resolve(next)
		fmt.Println(u, err)
	}
	// Output:
	// https://login.example/account?tab=1 <nil>
	// https://login.example/B%C3%BCcher%20&%20mehr <nil>
	// https://www.shop.example/cart <nil>
	//  guard: local: reference: it leads to another origin (browsers)
	//  guard: local: reference: it leads to another origin (browsers)
	//  guard: local: reference: it leads to another origin (the path alone)
}

func ExampleRedirector_Resolve() {
	r := guard.Redirector{Base: uri.MustParse("https://example.com/a/login")}
	fmt.Println(r.Resolve(`..\b c`)) // as browsers read it
	// Output: https://example.com/b%20c <nil>
}

// A handler that knows only the request sends a path.
func ExampleLocalPath() {
	login := func(w http.ResponseWriter, r *http.Request) {
		next, err := guard.LocalPath(r.FormValue("next"))
		if err != nil {
			next = "/"
		}
		http.Redirect(w, r, next, http.StatusSeeOther)
	}
	for _, query := range []string{"next=/account%3Ftab=1", "next=//evil.example", "next=/%255Cevil.example"} {
		w := httptest.NewRecorder()
		login(w, httptest.NewRequest("GET", "/login?"+query, nil))
		fmt.Println(w.Header().Get("Location"))
	}
	// Output:
	// /account?tab=1
	// /
	// /
}

// The request of a browser for a text that net/url refuses.
func ExampleBrowserURL() {
	u, err := web.Parse("https://example.com/100% sure?q=a|b#c")
	if err != nil {
		log.Fatal(err)
	}
	v, err := guard.BrowserURL(u)
	if err != nil {
		log.Fatal(err)
	}
	request := http.Request{Method: "GET", URL: v}
	fmt.Println(request.URL.RequestURI(), request.URL.Host)
	// Output: /100%%20sure?q=a|b example.com
}
