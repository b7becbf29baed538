package httpguard_test

import (
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/guard/guardtest"
	"example.com/uri/guard/httpguard"
)

// drawnRoutes returns routes that pass their Check.
func drawnRoutes(random *rand.Rand) guard.Routes {
	names := []string{"admin", "a", "k", "S", "api", "Api", "b.c", "x-1", "_", "m%C3%BC", "~u", "a;b"}
	for {
		var routes guard.Routes
		for range 1 + random.IntN(5) {
			from := ""
			for range random.IntN(3) {
				from += "/" + names[random.IntN(len(names))]
			}
			if from == "" || random.IntN(4) == 0 {
				from += "/"
			}
			routes = append(routes, guard.Rewrite{
				From: from, To: uri.MustParse("http://back" + []string{"", "/", "/v1", "/v1/"}[random.IntN(4)]),
				Keep: []string{"", "/", "/\\?#\x00\t\r\n%"}[random.IntN(3)], CaseMatters: random.IntN(3) == 0,
			})
		}
		if routes.Check() == nil {
			return routes
		}
	}
}

// TestRoutes compares the answers of a handler, which checks its routes once, with those of
// Routes.Match, for paths that some server reads as the path of a route.
func TestRoutes(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	pieces := []string{"/", "/", "a", "k", "s", "A", "api", "admin", "..", ".", "b.c", ";", ":", "%2e", "%2f", "%5c", "%61", "%4b", "%2561", "%252f", "%c0%af", "%c1%a1", "%e2%84%aa", "%c5%bf", "%00", "%09", "%20", "%3f", "%c3%bc", "//", "?", "?a=/b"}
	taken, refused, open := 0, 0, 0
	for range 40 {
		var sent *http.Request
		routes := drawnRoutes(random)
		h := made(t, httpguard.ReverseProxy{
			Hosts: hosts(t, "=www.example"), Routes: routes,
			Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
				sent = r
				return &http.Response{StatusCode: 204, Header: http.Header{}, Body: http.NoBody}, nil
			}),
		})
		paths := slices.Collect(guardtest.Paths(strings.TrimSuffix(routes[random.IntN(len(routes))].From, "/")))
		random.Shuffle(len(paths), func(i, k int) { paths[i], paths[k] = paths[k], paths[i] })
		paths = paths[:300]
		for range 300 {
			path := "/"
			for range random.IntN(7) {
				path += pieces[random.IntN(len(pieces))]
			}
			paths = append(paths, path)
		}
		for _, path := range paths {
			u, err := uri.Parse("http://www.example" + path)
			if err != nil {
				continue
			}
			i, to, err := routes.Match(u)
			v, noURL := guard.ToURL(to)
			if noURL != nil {
				continue
			}
			sent = nil
			switch w := served(h, "GET", path, nil); {
			case err != nil:
				refused++
				if w.Code != 400 || w.Body.String() != err.Error()+"\n" || sent != nil {
					t.Fatalf("%+v: %s: %d, %q, want %v", routes, path, w.Code, w.Body, err)
				}
			case i < 0:
				open++
				if w.Code != 404 || sent != nil {
					t.Fatalf("%+v: %s: %d, %q, want no route", routes, path, w.Code, w.Body)
				}
			default:
				taken++
				if w.Code != 204 || sent == nil || sent.URL.String() != v.String() {
					t.Fatalf("%+v: %s: %d, %q, want %s", routes, path, w.Code, w.Body, v)
				}
			}
		}
	}
	if min(taken, refused, open) < 1000 {
		t.Errorf("%d taken, %d refused, %d without a route", taken, refused, open)
	}
}

// TestBuffers gives paths around a buffer of 256 bytes: their length changes no answer.
func TestBuffers(t *testing.T) {
	var sent []*http.Request
	h := recorded(t, &sent, nil, "/admin http://back.example/admin", "/ http://back.example")
	for n := 256 - 20; n <= 256+10; n++ {
		for _, fill := range []string{"a", "%61", "K"} {
			fill := "/" + strings.Repeat(fill, n/len(fill))
			for path, want := range map[string]int{"/../admin": 400, "/%2e%2e/%61dmin": 400, "/..;/ADMIN/x": 400, "/admin": 204, "/admi%6E": 204, "/../admi": 204} {
				if w := served(h, "GET", fill+path, nil); w.Code != want {
					t.Errorf("%d bytes: %s: %d, want %d", n, path, w.Code, want)
				}
			}
		}
	}
}
