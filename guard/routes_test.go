package guard

import (
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"example.com/uri"
)

func TestRoutes(t *testing.T) {
	routes := Routes{
		{From: "/admin", To: uri.MustParse("http://admin")},
		{From: "/api/v2", To: uri.MustParse("http://new"), CaseMatters: true},
		{From: "/api", To: uri.MustParse("http://old/x"), Keep: "/"},
		{From: "/", To: uri.MustParse("http://site")},
	}
	for _, tt := range []struct{ path, want string }{ // the result, or "!" and the error
		{"/admin/users?q#f", "http://admin/users?q"},
		{"/admin", "http://admin"},
		{"/api/v2/x", "http://new/x"},
		{"/api/v3", "http://old/x/v3"},
		{"/api/a%2Fb", "http://old/x/a%2Fb"},
		{"http://proxy", "http://site"},
		{"/x", "http://site/x"},
		{"/adminx", "http://site/adminx"},
		{"/API/V2/x", "!it is below routes[2].From for some readers (dot segments removed, letters in any case)"},
		{"/ADMIN/x", "!it is below routes[0].From for some readers (dot segments removed, letters in any case)"},
		{"/admin%2Fx", "!it is below routes[0].From for some readers (decoded once)"},
		{"/admin.", "!it is below routes[0].From for some readers (names of Windows)"},
		{"/api/../admin", "!it is below routes[0].From for some readers (dot segments removed)"},
		{"/api/v2/a%2Fb", "!an escape makes another segment (decoded once)"},
		{"/api/../x", "!it does not stay below From (dot segments removed)"},
		{"x", "!no route takes it"},
		{"", "!no route takes it"},
		{"mailto:a@b", "!no route takes it"},
	} {
		u, err := routes.Apply(uri.MustParse(tt.path))
		var e *Error
		switch {
		case err == nil && u.String() == tt.want:
		case errors.As(err, &e) && e.Part == "path" && err.Error() == "guard: rewrite: path: "+tt.want[1:] && u == uri.URI{}:
		default:
			t.Errorf("%s: %q, %v; want %s", tt.path, u, err, tt.want)
		}
	}
	to := uri.MustParse("http://h")
	for _, tt := range []struct {
		routes       Routes
		part, reason string
	}{
		{nil, "path", "no route takes it"},
		{Routes{{From: "/a", To: to}}, "path", "no route takes it"},
		{Routes{{From: "/", To: to}, {From: "/admin", To: to}}, "routes[1].From", "no path reaches it: routes[0] comes before it"},
		{Routes{{From: "/x", To: to}, {From: "/a", To: to}, {From: "/a/b", To: to}}, "routes[2].From", "no path reaches it: routes[1] comes before it"},
		{Routes{{From: "/a", To: to}, {From: "/a", To: to}}, "routes[1].From", "no path reaches it: routes[0] comes before it"},
		{Routes{{From: "/a", To: to}, {From: "/a/", To: to}}, "routes[1].From", "no path reaches it: routes[0] comes before it"},
		{Routes{{From: "/a/", To: to}, {From: "/a/b", To: to}}, "routes[1].From", "no path reaches it: routes[0] comes before it"},
		{Routes{{From: "/A", To: to}, {From: "/a/b", To: to, CaseMatters: true}}, "routes[1].From", "no path reaches it: routes[0] comes before it"},
		{Routes{{From: "/A", To: to, CaseMatters: true}, {From: "/a", To: to}}, "path", "no route takes it"},
		{Routes{{From: "/a/", To: to}, {From: "/a", To: to}}, "path", "no route takes it"},
		{Routes{{From: "/a", To: to}, {From: "/ab", To: to}}, "path", "no route takes it"},
		{Routes{{From: "/other", To: to}, {From: "/admin/*", To: to}}, "routes[1].From", `it is a path, and "*" is no pattern in it`},
		{Routes{{From: "/other", To: to}, {To: to}}, "routes[1].From", `it does not begin with "/"`},
		{Routes{{From: "/other"}}, "routes[0].To", "it is not absolute or names no host"},
		{Routes{{From: "/other", To: to, Keep: "x"}}, "routes[0].Keep", "it has characters that need no entry"},
	} {
		var e *Error
		if err := tt.routes.Check(); tt.part == "path" && err != nil || tt.part != "path" && (!errors.As(err, &e) || e.Part != tt.part || e.Reason != tt.reason) {
			t.Errorf("%v: %v; want %s: %s", tt.routes, err, tt.part, tt.reason)
		}
		// Apply compares no routes, and looks at none after the one that takes the path. To counts
		// only for the one that takes it.
		path := "/elsewhere"
		if tt.part == "routes[0].To" {
			if _, err := tt.routes.Apply(uri.MustParse(path)); err == nil || err.Error() != "guard: rewrite: path: no route takes it" {
				t.Errorf("%v: %v", tt.routes, err)
			}
			path = "/other/x"
		}
		_, err := tt.routes.Apply(uri.MustParse(path))
		if tt.reason == "no path reaches it: routes[0] comes before it" || tt.reason == "no path reaches it: routes[1] comes before it" {
			if err != nil && err.Error() != "guard: rewrite: path: no route takes it" {
				t.Errorf("%v: %v", tt.routes, err)
			}
			continue
		}
		if !errors.As(err, &e) || e.Part != tt.part || e.Reason != tt.reason {
			t.Errorf("%v: %v; want %s: %s", tt.routes, err, tt.part, tt.reason)
		}
		if _, err := tt.routes.Apply(uri.MustParse("/other/x")); err != nil && len(tt.routes) == 2 && tt.routes[0].From == "/other" {
			t.Errorf("%v: %v, because of a route after the one that takes /other/x", tt.routes, err)
		}
	}
}

// TestRoutesMatch checks which route takes a path.
func TestRoutesMatch(t *testing.T) {
	to := uri.MustParse("http://h")
	routes := Routes{{From: "/a", To: to}, {From: "/b", To: to}}
	for path, want := range map[string]int{"/a/x": 0, "/b": 1, "/c": -1, "x": -1, "": -1} {
		i, v, err := routes.Match(uri.MustParse(path))
		if i != want || err != nil || (v == uri.URI{}) != (want < 0) {
			t.Errorf("%s: %d, %s, %v", path, i, v, err)
		}
	}
	for path, want := range map[string]int{"/a%2Fx": -1, "/b/%2e%2e": 1} {
		if i, v, err := routes.Match(uri.MustParse(path)); i != want || err == nil || v != (uri.URI{}) {
			t.Errorf("%s: %d, %s, %v", path, i, v, err)
		}
	}
}

// TestRoutesMany checks that a request costs no more for the routes after its own.
func TestRoutesMany(t *testing.T) {
	var routes Routes
	for i := range 1000 {
		routes = append(routes, Rewrite{From: "/r" + strconv.Itoa(i), To: uri.MustParse("http://h")})
	}
	if err := routes.Check(); err != nil {
		t.Fatal(err)
	}
	routes[999].From = "wrong"
	if _, err := routes.Apply(uri.MustParse("/r0/x")); err != nil {
		t.Errorf("the last route is looked at: %v", err)
	}
	if _, err := routes.Apply(uri.MustParse("/none")); err == nil || routes.Check() == nil {
		t.Error("a wrong route is not found")
	}
}

// TestRoutesNaive sends random paths over a guarded and an open route. No naive reader sees
// one that the open route takes below the guarded route, and none that the guarded one takes
// elsewhere.
func TestRoutesNaive(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	pieces := []string{"/", "/", "a", "a", "A", "ap", "..", "/../", ".", ";", "%2e", "%61", "%41", "%2f", "%252f", "%c0%af", "%c1%a1", ":", "//", "%5c", "%20", "%00", "%3f"}
	routes := Routes{{From: "/a", To: uri.MustParse("http://guarded/a")}, {From: "/", To: uri.MustParse("http://open")}}
	sent := map[string]int{}
	for range 4 * *inputs {
		path := "/"
		for range random.IntN(6) {
			path += pieces[random.IntN(len(pieces))]
		}
		u, err := uri.Parse("http://proxy" + path)
		if err != nil || strings.HasPrefix(path, "//") && random.IntN(2) == 0 {
			continue
		}
		v, err := routes.Apply(u)
		if err != nil {
			continue
		}
		host, _ := v.Host()
		sent[host]++
		for _, naive := range naiveServers[:34] { // the rest are several in turn
			if naive.read([]byte(u.Path())).isBelow("/a") && host != "guarded" {
				t.Fatalf("%s is sent to %s, and is below /a for %s", path, v, naive.name)
			}
		}
	}
	if sent["guarded"] < *inputs/20 || sent["open"] < *inputs/20 {
		t.Errorf("sent %v", sent)
	}
}

func BenchmarkRoutes(b *testing.B) {
	var routes Routes
	for _, from := range []string{"/admin", "/api/v2", "/api", "/static", "/images", "/login", "/shop", "/"} {
		routes = append(routes, Rewrite{From: from, To: uri.MustParse("http://backend:8080/v1")})
	}
	u := uri.MustParse("/shopping/users/1?q=x")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := routes.Apply(u); err != nil {
			b.Fatal(err)
		}
	}
}
