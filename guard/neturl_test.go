package guard

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"example.com/uri"
)

func TestAgreesWithNetURL(t *testing.T) {
	for _, s := range []string{
		"http://www.ics.uci.edu/pub/ietf/uri/#Related", "http://u:p@h:80/a/b?q#f", "//h/p", "/p", "g?y", "", "?y", "#s", "http://h?",
		"http://[::1]:80/", "mailto:a@b", "http://u@h", "http://:p@h/", "http://%41:%42@h/", "http://h/%2F%2f/%41", "file:///x", "HTTP://h",
		"http://h_x/", "http://h:/", "http://@h/", "./a:b", "file:///x", "//h:80",
	} {
		if err := AgreesWithNetURL(uri.MustParse(s)); err != nil {
			t.Errorf("%q: %v", s, err)
		}
	}
	for _, tt := range []struct{ in, part string }{
		{"mailto:a@b?subject=x", "query"},
		{"x:a?", "query"},
		{"http://h#", "fragment"},
		{"http://a@b@c/", ""}, // any: versions of net/url differ
		{"http://h:80:80/", ""},
		{"http://:8080/", "host"},
		{"http://u@:8080/", "host"},
		{"http://@/", "host"},
		{"http://:/", "host"},
		{"//:80", "host"},
		{"file://:80/x", "host"},
		{"http://%41/", "URI"},
		{"x://", "authority"},
		{"//?q", "authority"},
	} {
		err := AgreesWithNetURL(uri.MustParse(tt.in))
		if e, ok := err.(*Error); !ok || tt.part != "" && e.Part != tt.part {
			t.Errorf("%q: %v, want a disagreement about the %s", tt.in, err, tt.part)
		}
	}
}

// TestAgreementErrors has each sentence once.
func TestAgreementErrors(t *testing.T) {
	agree := func(text string) error { return AgreesWithNetURL(uri.MustParse(text)) }
	from := func(v url.URL) error {
		_, err := FromURL(&v)
		return err
	}
	for _, tt := range []struct {
		err  error
		want string
	}{
		{agree("http://%41/"), "URI: it refuses the text"},
		{from(url.URL{Scheme: "HTTP", Host: "h"}), "scheme: it has another text"},
		{from(url.URL{Scheme: "x", Opaque: "a", Host: "h"}), "opaque part: it has a hierarchy"},
		{agree("mailto:a?b"), "query: it splits one off the opaque part"},
		{from(url.URL{Scheme: "x", Opaque: "//h"}), "opaque part: it has one where there is none"},
		{from(url.URL{Scheme: "x", Opaque: "a#"}), "opaque part: it has another text"},
		{agree("http://a@b@c/"), "userinfo: it has one where there is none"},
		{from(url.URL{Scheme: "x", Path: "a@b"}), "userinfo: it has another user or password"},
		{from(url.URL{Scheme: "x", Path: "a:b"}), "host: the authority names none"},
		{from(url.URL{Scheme: "x", Path: "a"}), "host: it has another text"},
		{agree("http://a%C3%A9/"), "host: it has rules of its own for escapes"},
		{from(url.URL{Host: "h", Path: "p"}), "path: it has another text"},
		{from(url.URL{Host: "h", RawQuery: "a#b"}), "query: it has another text"},
		{agree("x://"), "authority: it does not keep an empty one"},
		{agree("http://h#"), "fragment: it does not keep an empty one"},
	} {
		if got := fmt.Sprint(tt.err); got != "guard: agreement: "+tt.want+" (net/url)" {
			t.Errorf("%s\nwant %s", got, tt.want)
		}
	}
}

func TestFromURL(t *testing.T) {
	for _, tt := range []struct {
		in   url.URL
		want string // "" with an error
	}{
		{url.URL{Scheme: "http", Host: "h", Path: "/a b"}, "http://h/a%20b"},
		{url.URL{Scheme: "http", User: url.UserPassword("u", "p:@/"), Host: "h"}, "http://u:p%3A%40%2F@h"},
		{url.URL{Path: "//x"}, ""},
		{url.URL{Scheme: "http", Host: "h", Path: "rel"}, ""},
		{url.URL{Scheme: "http", Host: "h", RawQuery: "a b"}, ""},
		{url.URL{Scheme: "http", Host: "h/evil", Path: "/"}, ""},
		{url.URL{Scheme: "http", Host: "h:x"}, ""},
		{url.URL{Scheme: "1x", Host: "h"}, ""},
		{url.URL{Host: "h", RawQuery: "a", ForceQuery: true}, ""},
		{url.URL{Scheme: "x", Opaque: "a"}, "x:a"},
		{url.URL{Scheme: "x", Opaque: "a", Path: "/p"}, ""},
		{url.URL{Scheme: "x", Opaque: "a", User: url.User("u")}, ""},
	} {
		got, err := FromURL(&tt.in)
		if got.String() != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%+v: %q, %v; want %q", tt.in, got, err, tt.want)
		}
		if _, syntax := err.(*uri.SyntaxError); syntax == uri.Valid(tt.in.String()) {
			t.Errorf("%+v: %v", tt.in, err)
		}
	}
}

// FuzzAgreesWithNetURL asks net/url itself, part by part, wherever it is said to
// agree.
func FuzzAgreesWithNetURL(f *testing.F) {
	for _, s := range []string{
		"http://u:p@h:80/a;x/%2f?q=1#f", "//h", "mailto:a@b?c", "http://[::1]:80/", "http://a@b@c", "x:/.//y", "http://h:/?#",
		"http://h/%zz", "?", "#", "a:b", "http://%41/", "http://h_x/", "http://:@h/", "x://h/\u00e9",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		u, err := uri.Parse(s)
		if err != nil || AgreesWithNetURL(u) != nil {
			return
		}
		v, err := url.Parse(s)
		if err != nil {
			t.Fatalf("%q: said to agree, but %v", s, err)
		}
		host, _ := u.Host()
		port, _ := u.Port()
		query, _ := u.Query()
		fragment, _ := u.Fragment()
		bare := host
		if len(host) > 1 && host[0] == '[' {
			bare = host[1 : len(host)-1]
		}
		for _, p := range [][3]string{
			{"host", v.Hostname(), bare},
			{"port", v.Port(), port},
			{"query", v.RawQuery, query},
			{"fragment", v.EscapedFragment(), fragment},
			{"path", v.EscapedPath() + v.Opaque, u.Path()},
		} {
			if p[1] != p[2] {
				t.Errorf("%q: %s is %q, in net/url %q", s, p[0], p[2], p[1])
			}
		}
		back, err := FromURL(v)
		if err != nil {
			t.Errorf("%q: net/url writes what it read as %q: %v", s, v, err)
		} else if back.Path() != u.Path() {
			t.Errorf("%q: back from net/url as %q", s, back)
		}
	})
}

// TestNoHost tries all short authorities over the delimiters: one that names no
// host is told of and refused, since a client of net/http would dial this
// machine. A splitter of its own says which those are.
func TestNoHost(t *testing.T) {
	n := 5
	if *long {
		n = 7
	}
	hostsOf("a@:.1", n, func(authority string) {
		u, err := uri.Parse("http://" + authority + "/")
		if err != nil {
			t.Fatalf("%s: %v", authority, err)
		}
		// What stands after the userinfo and before the port (RFC 3986, 3.2),
		// where there is one of each at the most.
		host := authority[strings.IndexByte(authority, '@')+1:]
		port := ""
		if i := strings.LastIndexByte(host, ':'); i >= 0 {
			host, port = host[:i], host[i+1:]
		}
		none := host == "" && !strings.ContainsAny(port, "a.@")
		told := false
		for _, f := range Audit(u) {
			told = told || f.Code == CodeMissingHost && f.Severity() == SeverityDanger
		}
		v, err := ToURL(u)
		if told != none || none && err == nil {
			t.Fatalf("%s: no host is %v, told of %v, ToURL %v", authority, none, told, err)
		}
		if err == nil && v.Hostname() == "" {
			t.Fatalf("%s: ToURL %q, which a client dials without a host", authority, v)
		}
	})
}

// TestNetURLAllocations counts one allocation for what net/url parses, and one for the text
// that it writes.
func TestNetURLAllocations(t *testing.T) {
	for _, s := range []string{"https://www.example.com/a/b?c=d#e", "http://h:8080/"} {
		u := uri.MustParse(s)
		v, err := ToURL(u)
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(100, func() { AgreesWithNetURL(u) }); n > 1 {
			t.Errorf("%s: AgreesWithNetURL: %v allocations", s, n)
		}
		if n := testing.AllocsPerRun(100, func() { FromURL(v) }); n > 2 {
			t.Errorf("%s: FromURL: %v allocations", s, n)
		}
	}
}
