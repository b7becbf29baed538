package guard

import (
	"strings"
	"testing"

	"example.com/uri"
)

// eachPath calls f with each path of up to n of these tokens after a "/".
func eachPath(n int, tokens []string, f func(path string)) {
	var add func(path string, n int)
	add = func(path string, n int) {
		f(path)
		for i := 0; n > 0 && i < len(tokens); i++ {
			add(path+tokens[i], n-1)
		}
	}
	add("/", n)
}

// TestRewriteBack moves paths with Apply and back. Back must give the path that Apply was given, and Apply
// must give the URL that Back was given.
func TestRewriteBack(t *testing.T) {
	moved, returned := 0, 0
	for _, from := range []string{"/", "/a", "/a/", "/a/b", "/b/"} {
		for _, to := range []string{"http://h", "http://h/", "http://h:8080/a", "https://h/b/", "http://u@h/a/b"} {
			r := Rewrite{From: from, To: uri.MustParse(to)}
			eachPath(4, []string{"/", "a", "b", ".", ";", "%2F", "%2e"}, func(path string) {
				for _, tail := range []string{"", "?q=/../"} {
					u := uri.MustParse("http://proxy.example" + path + tail)
					if result, ok, err := r.Apply(u); ok && err == nil {
						moved++
						want := path
						if path == from && !strings.HasSuffix(from, "/") && (strings.HasSuffix(to, "/") || to == "http://h") {
							want += "/"
						}
						if strings.HasPrefix(path, "//") {
							want = "/." + path
						}
						if back, ok := r.Back(result); !ok || back.String() != want+tail {
							t.Fatalf("%s to %s: %s%s becomes %s, and that %s, %v", from, to, path, tail, result, back, ok)
						}
					}
				}
				// path is now one of the server.
				v := uri.MustParse(strings.TrimSuffix(to, r.To.Path()) + path + "#f")
				back, ok := r.Back(v)
				toPath := r.To.Path()
				if toPath == "" {
					toPath = "/"
				}
				if below := naivePath(path).isBelow(toPath); ok != below {
					t.Fatalf("%s to %s: Back(%s) = %s, %v", from, to, v, back, ok)
				}
				if !ok {
					return
				}
				returned++
				if fragment, _ := back.Fragment(); fragment != "f" || back.Scheme() != "" || !strings.HasPrefix(back.String(), "/") || strings.HasPrefix(back.String(), "//") {
					t.Fatalf("%s to %s: Back(%s) = %s", from, to, v, back)
				}
				leads := func(request string) bool {
					again, ok, err := r.Apply(uri.MustParse("http://proxy.example" + request))
					got, want := again.String(), v.WithoutFragment().String()
					return err != nil || ok && (got == want || got+"/" == want)
				}
				guarded, isGuarded := strings.CutPrefix(back.Path(), "/.//") // in place of a path with two slashes
				if !leads(back.Path()) && !(isGuarded && leads("//"+guarded)) {
					t.Fatalf("%s to %s: Back(%s) = %s, and Apply does not lead there", from, to, v, back)
				}
			})
		}
	}
	if moved < 10_000 || returned < 10_000 {
		t.Errorf("only %d moved, %d returned", moved, returned)
	}
}

func TestRewriteBackServer(t *testing.T) {
	r := Rewrite{From: "/app", To: uri.MustParse("http://Back.example:8080/")}
	for _, tt := range []struct{ in, want string }{ // "": false
		{"http://back.example:8080/login?a#b", "/app/login?a#b"},
		{"HTTP://BACK.example:8080", "/app/"},
		{"http://back.example:8080?a", "/app/?a"},
		{"http://back.example:8080//evil.example", "/app//evil.example"},
		{"http://back.example/login", ""},
		{"https://back.example:8080/login", ""},
		{"http://u@back.example:8080/login", ""},
		{"http://@back.example:8080/login", ""},
		{"http://other.example:8080/login", ""},
		{"//back.example:8080/login", ""},
		{"/login", ""},
		{"login", ""},
		{"mailto:a@back.example", ""},
		{"", ""},
	} {
		if got, ok := r.Back(uri.MustParse(tt.in)); got.String() != tt.want || ok != (tt.want != "") {
			t.Errorf("%s: %s, %v", tt.in, got, ok)
		}
	}
	for _, tt := range []struct{ to, in, want string }{
		{"http://h:80/a", "http://h/a/b", "/b"},
		{"https://h/a", "https://h:443/a/b", "/b"},
		{"http://[::1]/a", "http://[::1]/a", "/"},
		{"http://h/a", "http://h/ab", ""},
		{"http://h/a", "http://h/A/b", ""},
		{"http://h/a", "http://h/%61/b", ""},
	} {
		if got, ok := (Rewrite{From: "/", To: uri.MustParse(tt.to)}).Back(uri.MustParse(tt.in)); got.String() != tt.want || ok != (tt.want != "") {
			t.Errorf("%s, %s: %s, %v", tt.to, tt.in, got, ok)
		}
	}
	for _, wrong := range []Rewrite{{}, {From: "a", To: r.To}, {From: "/a", To: uri.MustParse("ftp://back.example:8080/")}, {From: "/a"}} {
		if got, ok := wrong.Back(uri.MustParse("http://back.example:8080/")); ok {
			t.Errorf("%+v: %s", wrong, got)
		}
	}
}
