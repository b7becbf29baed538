package httpguard_test

import (
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/guard/httpguard"
)

// TestLocation compares the Location and Content-Location that a client gets.
func TestLocation(t *testing.T) {
	var asked, location string
	config := httpguard.ReverseProxy{
		Hosts: hosts(t, "=www.example"),
		Routes: guard.Routes{
			{From: "/admin", To: uri.MustParse("http://back.example:81/private")},
			{From: "/app", To: uri.MustParse("http://127.0.0.1:8080/")},
			{From: "/other", To: uri.MustParse("http://other.example/o/")},
			{From: "/", To: uri.MustParse("http://back.example:81/public")},
		},
		Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
			asked = r.URL.String()
			return &http.Response{StatusCode: 302, Header: http.Header{"Location": {location}, "Content-Location": {"x", location}, "Link": {location}}, Body: http.NoBody}, nil
		}),
	}
	h := made(t, config)
	for _, tt := range []struct{ target, location, want string }{ // "=": as it is
		{"/app", "/login", "/app/login"},
		{"/app", "http://127.0.0.1:8080/login", "/app/login"},
		{"/app", "//127.0.0.1:8080/login?a=b#c", "/app/login?a=b#c"},
		{"/app", "HTTP://127.0.0.1:8080", "/app/"},
		{"/app/a/b", "c", "/app/a/c"},
		{"/app/a/b", "../c", "/app/c"},
		{"/app/a/b", "../../../c", "/app/c"},
		{"/app/a/b?q", "?r", "/app/a/b?r"},
		{"/app/a/b?q", "#f", "/app/a/b?q#f"},
		{"/app/a", "/m\u00fc b", "/app/m%C3%BC%20b"},
		{"/app/a", `http:\\127.0.0.1:8080\x`, "/app/x"},
		{"/app/a", "http://127.0.0.1:8080//evil.example", "/app//evil.example"},
		{"/app", "http://127.0.0.1:8081/login", "="},
		{"/app", "https://127.0.0.1:8080/login", "="},
		{"/app", "http://u@127.0.0.1:8080/login", "="},
		{"/app", "https://evil.example/", "="},
		{"/app", "//evil.example/", "="},
		{"/app", "http://www.example/login", "="},
		{"/app", "mailto:a@b.example", "="},
		{"/app", "javascript:alert(1)", "="},
		{"/app", "", "="},
		{"/app", "http://[", "="},
		{"/app", "http://127.0.0.1:8080:/", "="},
		{"/x", "/public/y", "/y"},
		{"/x", "/public", "="}, // "/" is To with a "/": this is To, too
		{"/x", "/private/y", "/admin/y"},
		{"/x", "http://back.example:81/private", "/admin"},
		{"/x", "/elsewhere", "="},
		{"/x", "http://127.0.0.1:8080/login", "/app/login"},
		{"/x", "http://other.example/o/x", "/other/x"},
		{"/x", "http://other.example/x", "="},
		{"/admin", "/private/y", "/admin/y"},
		{"/admin", "/public/y", "="}, // of a later route
		{"/x", "http://back.example:81/public//evil.example/", "/.//evil.example/"},
	} {
		location = tt.location
		answer := served(h, "GET", tt.target, http.Header{})
		want := tt.want
		if want == "=" {
			want = tt.location
		}
		if tt.location == "/public" {
			want = "/"
		}
		got := answer.Header()
		if got.Get("Location") != want || !slices.Equal(got["Content-Location"][1:], []string{want}) || got.Get("Link") != tt.location {
			t.Errorf("%s, asked as %s, %q: %q, want %q", tt.target, asked, tt.location, got, want)
		}
	}
}

// TestLocationOwn checks that the path of the route itself is given if earlier routes take every path that
// would lead to the URL.
func TestLocationOwn(t *testing.T) {
	config := httpguard.ReverseProxy{
		Hosts: hosts(t, "=www.example"),
		Routes: guard.Routes{
			{From: "/x", To: uri.MustParse("http://t")}, {From: "/y/c", To: uri.MustParse("http://t")},
			{From: "/y", To: uri.MustParse("http://s/p/x")}, {From: "/", To: uri.MustParse("http://s/p")},
		},
		Transport: roundTripper(func(*http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: 302, Header: http.Header{"Location": {"http://s/p/x/c"}}, Body: http.NoBody}, nil
		}),
	}
	if got := served(made(t, config), "GET", "/z", http.Header{}).Header().Get("Location"); got != "/x/c" {
		t.Error(got)
	}
	config.Routes[1].From = "/z"
	if got := served(made(t, config), "GET", "/w", http.Header{}).Header().Get("Location"); got != "/y/c" {
		t.Error(got)
	}
}

// TestLocationFollowed checks that a client that follows a Location comes to the URL that the server has
// written, if its route or an earlier one leads there.
func TestLocationFollowed(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var asked *url.URL
	location, followed := "", 0
	froms, tos := []string{"/", "/a", "/b", "/a/b", "/b/"}, []string{"http://s", "http://s/", "http://s/a", "http://s/a/b/", "http://t/a", "http://t/b"}
	for range 300 {
		config := httpguard.ReverseProxy{
			Hosts: hosts(t, "=www.example"),
			Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
				asked = r.URL
				return &http.Response{StatusCode: 302, Header: http.Header{"Location": {location}}, Body: http.NoBody}, nil
			}),
		}
		for _, i := range random.Perm(len(froms))[:1+random.IntN(3)] {
			config.Routes = append(config.Routes, guard.Rewrite{From: froms[i], To: uri.MustParse(tos[random.IntN(len(tos))])})
		}
		h, err := config.Handler()
		if err != nil {
			continue // a route that no path reaches
		}
		page, _ := url.Parse("http://www.example/x")
		for range 20 {
			target := config.Routes[random.IntN(len(config.Routes))].From
			location = []string{"http://s", "http://t", ""}[random.IntN(3)] + []string{"/", "/a", "/a/b", "/a/b/c", "/b/c", "/c/", "/a//b"}[random.IntN(7)]
			asked = nil
			answer := served(h, "GET", target, http.Header{})
			got := answer.Header().Get("Location")
			if asked == nil || got == location {
				continue
			}
			want := asked.ResolveReference(&url.URL{Path: location})
			if v, err := url.Parse(location); err == nil {
				want = asked.ResolveReference(v)
			}
			next, err := page.Parse(got)
			if err != nil || next.Host != page.Host {
				t.Fatalf("%v, %s: %s is sent on as %s", config.Routes, target, location, got)
			}
			asked = nil
			served(h, "GET", next.EscapedPath(), http.Header{})
			if asked == nil || strings.TrimSuffix(asked.String(), "/") != strings.TrimSuffix(want.String(), "/") {
				if i, _, _ := config.Routes.Match(uri.MustParse(target)); reaches(config.Routes, i, want.String()) {
					t.Fatalf("%v, %s: %s is sent on as %s, which leads to %v", config.Routes, target, want, got, asked)
				}
				continue
			}
			followed++
		}
	}
	if followed < 1000 {
		t.Errorf("only %d followed", followed)
	}
}

// reaches reports whether some short path leads to v, by one of the routes up to routes[i].
func reaches(routes guard.Routes, i int, v string) bool {
	for _, a := range []string{"", "/a", "/b", "/c"} {
		for _, b := range []string{"", "/a", "/b", "/c"} {
			for _, c := range []string{"", "/a", "/b", "/c", "/"} {
				for _, d := range []string{"", "/"} {
					if k, to, err := routes.Match(uri.MustParse("http://www.example" + a + b + c + d)); err == nil && 0 <= k && k <= i && to.String() == v {
						return true
					}
				}
			}
		}
	}
	return false
}
