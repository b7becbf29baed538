package guard

import (
	"errors"
	"math/rand/v2"
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
		// Also for a path that a route before the wrong one takes.
		for _, path := range []string{"/elsewhere", "/x", "/other"} {
			_, err := tt.routes.Apply(uri.MustParse(path))
			var e *Error
			if tt.part == "path" && path != "/elsewhere" {
				continue
			}
			if !errors.As(err, &e) || e.Part != tt.part || e.Reason != tt.reason {
				t.Errorf("%v, %s: %v; want %s: %s", tt.routes, path, err, tt.part, tt.reason)
			}
		}
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
		for _, naive := range naiveReaders[:34] { // the rest are several in turn
			if naiveBelow(naive.read([]byte(u.Path())), "/a") && host != "guarded" {
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
