package crawl

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/internal/vectors"
)

// already is the content of a buffer before a key is appended. It has everything that is changed
// or looked for in a key.
const already = "X:%4a/../Y?Z%2e#//W@V:80/./"

func TestAppendKey(t *testing.T) {
	all := Keyer{DropUserinfo: true, DropWWW: true, SortQuery: true, IndexNames: []string{"index.html", "default.asp"}}
	for _, test := range []struct {
		in, want, wantAll string
	}{
		{"HTTP://u:p@WWW.Example.com:80/a/index.html?b=2&a=1#f", "http://u:p@www.example.com/a/index.html?b=2&a=1", "http://example.com/a/?a=1&b=2"},
		{"http://www.example.com", "http://www.example.com/", "http://example.com/"},
		{"http://www.com/", "http://www.com/", "http://www.com/"},
		{"http://www.com./", "http://www.com/", "http://www.com/"},
		{"http://www.a.b.:80/", "http://www.a.b/", "http://a.b/"},
		{"http://a../", "http://a../", "http://a../"},
		{"http://./", "http://./", "http://./"},
		{"http://1.2.3.4.:080/", "http://1.2.3.4/", "http://1.2.3.4/"},
		{"http://www2.a.b:8080/", "http://www2.a.b:8080/", "http://a.b:8080/"},
		{"http://www2a.b.c/", "http://www2a.b.c/", "http://www2a.b.c/"},
		{"http://www-a.b.c/", "http://www-a.b.c/", "http://www-a.b.c/"},
		{"http://ftp.b.c/", "http://ftp.b.c/", "http://ftp.b.c/"},
		{"http://www..b/", "http://www..b/", "http://www..b/"},
		{"http://www09.a.b/", "http://www09.a.b/", "http://a.b/"},
		{"http://@www.a.b/", "http://www.a.b/", "http://a.b/"},
		{"http://www/", "http://www/", "http://www/"},
		{"//www.www.0.0", "//www.www.0.0", "//www.0.0"},
		{"//www.1.2.3.4", "//www.1.2.3.4", "//www.1.2.3.4"},
		{"//www.z.1", "//www.z.1", "//z.1"},
		{"//www.1.z", "//www.1.z", "//1.z"},
		{"//www.z.", "//www.z", "//www.z"},
		{"//www.www3.www.a.b", "//www.www3.www.a.b", "//a.b"},
		{"http://www.www.com/", "http://www.www.com/", "http://www.com/"},
		{"http://u%40@www.ex.com:%31/", "http://u%40@www.ex.com:1/", "http://ex.com:1/"},
		{"http://h:8%30/", "http://h/", "http://h/"},
		{"http://u@:8/", "http://u@:8/", "http://u@:8/"},
		{"http://www2/", "http://www2/", "http://www2/"},
		{"http://u@[::1]:8080/default.asp?", "http://u@[::1]:8080/default.asp?", "http://[::1]:8080/?"},
		{"http://u@[::1]/a", "http://u@[::1]/a", "http://[::1]/a"},
		{"http://[1:0::]:/", "http://[1::]/", "http://[1::]/"},
		{"http://[::FFFF:102:304]/", "http://[::ffff:1.2.3.4]/", "http://[::ffff:1.2.3.4]/"},
		{"http://[1:2:3:4:5:6:7::]:8/?a", "http://[1:2:3:4:5:6:7:0]:8/?a", "http://[1:2:3:4:5:6:7:0]:8/?a"},
		{"http://A_B.:80", "http://a_b/", "http://a_b/"},
		{"http://h/a/%2e%2e/b", "http://h/b", "http://h/b"},
		{"http://h/a;b/./c;d", "http://h/a;b/c;d", "http://h/a;b/c;d"},
		{"http://u@www.a_b.c:1/", "http://u@www.a_b.c:1/", "http://a_b.c:1/"},
		{"http://a@b@c/", "http://a@b@c/", "http://a@b@c/"},
		{"ftp://h/INDEX.HTML", "ftp://h/INDEX.HTML", "ftp://h/"},
		{"http://h/index.html/", "http://h/index.html/", "http://h/index.html/"},
		{"http://h?", "http://h/?", "http://h/?"},
		{"http://h/?c&b=2&a=3&b=1&&a", "http://h/?c&b=2&a=3&b=1&&a", "http://h/?&a&a=3&b=1&b=2&c"},
		{"http://h/?a%3d&a%2D", "http://h/?a%3D&a-", "http://h/?a%3D&a-"},
		{"mailto:www.a@b?b=2&a=1#c", "mailto:www.a@b?b=2&a=1", "mailto:www.a@b?b=2&a=1"},
		{"//u@www.a.b/index.html?b&a", "//u@www.a.b/index.html?b&a", "//a.b/?a&b"},
		{"../index.html?b&a", "../index.html?b&a", "../?a&b"},
		{"index.html", "index.html", "index.html"},
		{"?b&a", "?b&a", "?a&b"},
		{"?b&", "?b&", "?&b"},
		{"?b&b=1", "?b&b=1", "?b&b=1"},
		{"#a", "", ""},
		{"file:///index.html", "file:///index.html", "file:///"},
	} {
		u := uri.MustParse(test.in)
		if got := string(AppendKey([]byte(already), u)); got != already+test.want {
			t.Errorf("%q: got %q, want %q", test.in, got, test.want)
		}
		if got := string(all.AppendKey([]byte(already), u)); got != already+test.wantAll {
			t.Errorf("%q with all settings: got %q, want %q", test.in, got, test.wantAll)
		}
	}
}

func TestKeySwitches(t *testing.T) {
	for _, test := range []struct {
		k        Keyer
		in, want string
	}{
		{Keyer{MergeSlashes: true}, "http://h//a///b//?//", "http://h/a/b/?//"},
		{Keyer{MergeSlashes: true}, "http://h", "http://h/"},
		{Keyer{MergeSlashes: true}, "http://u@:80//a", "http://u@/a"},
		{Keyer{MergeSlashes: true}, "x:/.//a", "x:/a"},
		{Keyer{}, "x:a/../b", "x:/b"},
		{Keyer{}, "http://m%c3%bcller.example/", "http://m%C3%BCller.example/"},
		{Keyer{}, "http://XN--mller-kva.example/", "http://xn--mller-kva.example/"},
		{Keyer{MergeSlashes: true}, "x:a/..//b", "x:/b"},
		{Keyer{SortQuery: true}, "x:a/../b?d&c", "x:/b?c&d"},
		{Keyer{SortQuery: true}, "x:./b?d&c", "x:b?d&c"}, // opaque
		{Keyer{IndexNames: []string{"index.html"}}, "x:a/%2e%2e/index.html", "x:/"},
		{Keyer{MergeSlashes: true}, "file:////a", "file:///a"},
		{Keyer{MergeSlashes: true}, "mailto:a//b", "mailto:a//b"},
		{Keyer{DropLastSlash: true}, "http://h/a/b/", "http://h/a/b"},
		{Keyer{DropLastSlash: true}, "http://h/a//?b/", "http://h/a?b/"},
		{Keyer{DropLastSlash: true}, "http://h/", "http://h/"},
		{Keyer{DropLastSlash: true}, "http://h///", "http://h/"},
		{Keyer{DropLastSlash: true}, "../", "../"},
		{Keyer{DropLastSlash: true}, "a/", "a"},
		{Keyer{DropLastSlash: true}, "x:/.//", "x:/"},
		{Keyer{DropLastSlash: true, IndexNames: []string{"index.html"}}, "http://h/a/Index.HTML/", "http://h/a"},
		{Keyer{DropLastSlash: true, IndexNames: []string{"index.html"}}, "http://h/index.html/index.html", "http://h/"},
		{Keyer{DropEmptyQuery: true}, "http://h/?", "http://h/"},
		{Keyer{DropEmptyQuery: true}, "http://h?&", "http://h/?&"},
		{Keyer{DropEmptyQuery: true}, "?", ""},
		{Keyer{DropEmptyQuery: true, Forms: true}, "http://h/a?&&=", "http://h/a"},
		{Keyer{Forms: true}, "http://h/?&&", "http://h/?"},
		{Keyer{Forms: true}, "http://h/?a+b=c+d&e=&&f%2B==&g", "http://h/?a%20b=c%20d&e&f%2B==&g"},
		{Keyer{Forms: true, SortQuery: true}, "http://h/?b=&a=1&b", "http://h/?a=1&b&b"},
		{Keyer{Forms: true, Drop: IsTracking}, "http://h/?gclid=&a=", "http://h/?a"},
		{Keyer{Forms: true, Drop: func(p uri.Pair) bool { return p == "" }}, "http://h/?&=", "http://h/"},
		{everything, "http://u@www.h.example//a;jsessionid=1//default.ASP/?utm_x=1&_sid=2&b=&a=+#f", "http://h.example/a?a=%20&b"},
	} {
		u := uri.MustParse(test.in)
		if got := string(test.k.AppendKey([]byte(already), u)); got != already+test.want {
			t.Errorf("%q: got %q, want %q", test.in, got, test.want)
		}
		if got, want := string(test.k.AppendSURT(nil, u)), string(test.k.AppendSURT(nil, uri.MustParse(test.want))); got != want {
			t.Errorf("%q: SURT %q, that of the key %q", test.in, got, want)
		}
	}
}

// TestSortQueryMany sorts more pairs than fit into the buffer.
func TestSortQueryMany(t *testing.T) {
	var pairs, sorted []string
	for i := range 1000 {
		pairs = append(pairs, fmt.Sprintf("%d=%d", i%7, i))
	}
	sorted = slices.Clone(pairs)
	slices.Sort(sorted)
	got := Keyer{SortQuery: true}.AppendKey(nil, uri.MustParse("?"+strings.Join(pairs, "&")))
	if want := "?" + strings.Join(sorted, "&"); string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestAppendSURT(t *testing.T) {
	for in, want := range map[string]string{
		"http://www.archive.org/goo/?a=2&b&a=1": "org,archive,www)/goo/?a=2&b&a=1",
		"HTTPS://Archive.Org:443":               "org,archive)/",
		"http://archive.org:8080/#a":            "org,archive:8080)/",
		"http://u:p@archive.org:8080/":          "org,archive:8080@u:p)/",
		"http://u@archive.org./a":               "org,archive@u)/a",
		"http://com,example/":                   "com%2cexample)/",
		"http://,example/":                      "%2cexample)/",
		"http://com%2Cexample/":                 "com%2Cexample)/",
		"http://127.0.0.1:81/a":                 "127.0.0.1:81)/a",
		"http://%31.2.3.4/":                     "1.2.3.4)/",
		"http://h:8%30/":                        "h)/",
		"http://[::1]:81/a":                     "[::1]:81)/a",
		"http://a_b.example/":                   "example,a_b)/",
		"http://a+b.example/":                   "a+b.example)/",
		"http://a~b.example/":                   "a~b.example)/",
		"http://@a/":                            "a)/",
		"http://.a/":                            "a,)/",
		"http://1-2.3.4.5/":                     "5,4,3,1-2)/",
		"http://1.2.3/":                         "3,2,1)/",
		"http://9.9.9.9/":                       "9.9.9.9)/",
		"http://localhost":                      "localhost)/",
		"http://h?a":                            "h)/?a",
		"ftp://ftp.example.com/a;type=i":        "ftp://(com,example,ftp)/a;type=i",
		"whois://whois.isoc.org.il/a":           "whois://(il,org,isoc,whois)/a",
		"//example.com/a":                       "//(com,example)/a",
		"mailto:A@Example.com":                  "mailto:A@Example.com",
		"dns:archive.org":                       "dns:archive.org",
		"file:///a/b":                           "file:///a/b",
		"http://a@b@c/":                         "http://a@b@c/",
		"a/b":                                   "a/b",
	} {
		if got := string(AppendSURT([]byte(already), uri.MustParse(in))); got != already+want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
	k := Keyer{DropUserinfo: true, DropWWW: true, SortQuery: true, IndexNames: []string{"index.html"}}
	if got := string(k.AppendSURT(nil, uri.MustParse("https://u@www.archive.org/index.html?b&a"))); got != "org,archive)/?a&b" {
		t.Errorf("with all settings: %q", got)
	}
}

// TestSURTOrder sorts the pages of random hosts: those of a host are next to
// each other, and those of its subdomains follow.
func TestSURTOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	type page struct{ surt, host string }
	var pages []page
	for range 2000 {
		host := pick("com", "org", "co.uk")
		for range 1 + r.IntN(3) {
			host = pick("a", "b", "a-b", "a0", "ab", "www", "0", "x_y") + "." + host
		}
		u := uri.MustParse(pick("http", "https") + "://" + host + "/" + pick("", "~", "a", "b/c", "(", "!", "?a", "?)"))
		pages = append(pages, page{string(AppendSURT(nil, u)), host})
	}
	slices.SortFunc(pages, func(a, b page) int { return strings.Compare(a.surt, b.surt) })
	ended := make(map[string]bool) // hosts, and domains, that others have followed
	for i, p := range pages[1:] {
		last := pages[i].host
		if p.host == last {
			continue
		}
		ended[last] = true
		for domain := last; domain != ""; _, domain, _ = strings.Cut(domain, ".") {
			if domain != last && domain != p.host && !strings.HasSuffix(p.host, "."+domain) {
				ended["."+domain] = true
			}
			if domain == p.host {
				t.Errorf("%q comes after its subdomain %q", p.surt, pages[i].surt)
			}
		}
		if ended[p.host] {
			t.Errorf("%q is not next to its host", p.surt)
		}
		for domain := p.host; domain != ""; _, domain, _ = strings.Cut(domain, ".") {
			if ended["."+domain] {
				t.Errorf("%q is not next to its domain %q", p.surt, domain)
			}
		}
	}
}

func TestKeyAllocations(t *testing.T) {
	k := Keyer{
		DropUserinfo: true, DropWWW: true, SortQuery: true, IndexNames: []string{"index.html"},
		MergeSlashes: true, DropLastSlash: true, DropEmptyQuery: true,
	}
	u := uri.MustParse("HTTP://u@www.example.com:80/%7ea//Index.html?b=2&a=1#f")
	dst := make([]byte, 0, 1024)
	for name, f := range map[string]func(){
		"AppendKey":        func() { AppendKey(dst, u) },
		"AppendSURT":       func() { AppendSURT(dst, u) },
		"Keyer.AppendKey":  func() { k.AppendKey(dst, u) },
		"Keyer.AppendSURT": func() { k.AppendSURT(dst, u) },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
	if n := testing.AllocsPerRun(100, func() { Key(u) }); n > 2 {
		t.Errorf("Key: %v allocations, want a buffer and the text", n)
	}
	k.Drop, k.DropParams = IsTracking, true
	u = uri.MustParse("http://h/a;jsessionid=1?a&utm_source=a_long_name_of_a_source&b=1")
	if n := testing.AllocsPerRun(100, func() { k.AppendKey(dst, u) }); n > 2 {
		t.Errorf("with Drop: %v allocations, want those of path and query", n)
	}
}

// checkKeys checks the properties that hold for every two URIs.
func checkKeys(t *testing.T, a, b uri.URI) {
	t.Helper()
	key := func(u uri.URI) string { return string(AppendKey(nil, u)) }
	if want := slowKey(Keyer{}, uri.RFC3986, a); key(a) != want {
		t.Errorf("%q: key %q, want %q", a, key(a), want)
	}
	normal := func(u uri.URI) uri.URI { return uri.RFC3986.Normalize(u.WithoutFragment()) }
	if normal(a) == normal(b) && key(a) != key(b) {
		t.Errorf("%q and %q: keys %q, %q", a, b, key(a), key(b))
	}
	if !uri.Valid(key(a)) {
		t.Errorf("%q: key %q is no URI", a, key(a))
	}
	k := Keyer{
		DropUserinfo: true, DropWWW: true, Drop: IsTracking, DropParams: true,
		SortQuery: true, IndexNames: []string{"index.html"},
	}
	joined := k.AppendKey(nil, a)
	u, err := uri.Parse(string(joined))
	if err != nil {
		t.Errorf("%q: key %q is no URI: %v", a, joined, err)
	} else if again := k.AppendKey(nil, u); string(again) != string(joined) {
		t.Errorf("%q: key %q, and of that %q", a, joined, again)
	}
	if s := string(AppendSURT([]byte(already), a)); s != already+string(AppendSURT(nil, a)) {
		t.Errorf("%q: SURT %q", a, s)
	}
}

func FuzzKey(f *testing.F) {
	last := ""
	for _, s := range vectors.Inputs(f, "..", "whatwg", "oracle_cases", "perl", "rfc") {
		f.Add(s, last)
		f.Add(s, strings.ToUpper(s))
		last = s
	}
	f.Fuzz(func(t *testing.T, s, other string) {
		a, err := uri.Parse(s)
		b, otherErr := uri.Parse(other)
		if err == nil && otherErr == nil {
			checkKeys(t, a, b)
		}
	})
}

func BenchmarkKey(b *testing.B) {
	u := uri.MustParse("HTTP://www.Example.com:80/%7ea/b.html?b=2&a=1#f")
	dst := make([]byte, 0, 1024)
	b.Run("key", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			AppendKey(dst, u)
		}
	})
	b.Run("surt", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			AppendSURT(dst, u)
		}
	})
}
