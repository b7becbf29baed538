package uri_test

import (
	"errors"
	"fmt"

	"example.com/uri"
)

func ExampleURI_WithHost() {
	u := uri.MustParse("http://example.com:8080/a?b")
	v, _ := u.WithHost("[2001:db8::1]")
	fmt.Println(v)
	_, err := u.WithHost("evil.example/")
	fmt.Println(err)
	// Output:
	// http://[2001:db8::1]:8080/a?b
	// uri: change host "evil.example/": host: invalid character '/' at offset 12 (RFC 2396, 3.2.2)
}

func ExampleURI_JoinSegments() {
	u := uri.MustParse("http://example.com/files/?v=1")
	v, _ := u.JoinSegments("AC/DC", "back in black.txt")
	fmt.Println(v)
	// Output: http://example.com/files/AC%2FDC/back%20in%20black.txt?v=1
}

func ExampleURI_WithPath() {
	fmt.Println(uri.MustParse("x:a").WithPath("/b"))
	_, err := uri.MustParse("x:/a").WithPath("//evil.example/")
	fmt.Println(err)
	// Output:
	// x:/b <nil>
	// uri: change path "x://evil.example/": authority: the text would parse into other parts at offset 16 (RFC 2396, 3.2)
}

func ExampleURI_WithoutFragment() {
	fmt.Println(uri.MustParse("http://example.com/a?b#c").WithoutFragment())
	// Output: http://example.com/a?b
}

func ExampleURI_WithQuery() {
	u := uri.MustParse("http://example.com/find?old#top")
	query := uri.AppendEscape([]byte("q="), "Q&A = 100%", uri.EscapeQueryPair)
	u, _ = u.WithQuery(string(query))
	fmt.Println(u)
	// Output: http://example.com/find?q=Q%26A%20%3D%20100%25#top
}

// A site moves to https. The rest of a URI stays: what was opaque still is.
func ExampleURI_WithScheme() {
	for _, s := range []string{"http://example.com:8080/a", "//example.com/a", "mailto:a@example.com", "#top"} {
		u, err := uri.MustParse(s).WithoutPort().WithScheme("https")
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(u)
	}
	// Output:
	// https://example.com/a
	// https://example.com/a
	// https:a@example.com
	// uri: change scheme "https:#top": opaque_part: invalid character '#' at offset 6 (RFC 2396, 3)
}

// A mirror has another server for the same paths.
func ExampleURI_WithAuthority() {
	u := uri.MustParse("ftp://me@ftp.example.com:2121/pub/a")
	v, err := u.WithAuthority("mirror.example.org")
	fmt.Println(v, err)
	_, err = u.WithAuthority("mirror.example.org/pub")
	fmt.Println(err)
	// Output:
	// ftp://mirror.example.org/pub/a <nil>
	// uri: change authority "mirror.example.org/pub": authority: invalid character '/' at offset 18 (RFC 2396, 3.2)
}

func ExampleURI_WithUserinfo() {
	u := uri.MustParse("ftp://ftp.example.com/")
	user, password := "me@example.com", "a:b"
	v, err := u.WithUserinfo(uri.Escape(user, uri.EscapeUser) + ":" + uri.Escape(password, uri.EscapeUser))
	fmt.Println(v, err)
	_, err = u.WithUserinfo(user)
	fmt.Println(err)
	_, err = uri.MustParse("/pub").WithUserinfo("me")
	fmt.Println(err)
	// Output:
	// ftp://me%40example.com:a%3Ab@ftp.example.com/ <nil>
	// uri: change userinfo "me@example.com": userinfo: invalid character '@' at offset 2 (RFC 2396, 3.2.2)
	// uri: change userinfo "/pub": host: it has no host at offset 0 (RFC 2396, 3.2.2)
}

// A Referer field names the page without a login and a fragment (RFC 9110,
// 10.1.3).
func ExampleURI_WithoutUserinfo() {
	page := uri.MustParse("http://me:secret@example.com/a?b#c")
	fmt.Println("Referer:", page.WithoutUserinfo().WithoutFragment())
	// Output: Referer: http://example.com/a?b
}

func ExampleURI_WithPort() {
	u := uri.MustParse("http://example.com/a")
	v, err := u.WithPort("8080")
	fmt.Println(v, err)
	_, err = u.WithPort("http")
	fmt.Println(err)
	_, err = uri.MustParse("file:///a").WithPort("8080")
	fmt.Println(err)
	// Output:
	// http://example.com:8080/a <nil>
	// uri: change port "http": port: invalid character 'h' at offset 0 (RFC 2396, 3.2.2)
	// uri: change port "file:///a": host: it has no host at offset 7 (RFC 2396, 3.2.2)
}

func ExampleURI_WithoutPort() {
	fmt.Println(uri.MustParse("http://example.com:8080/a").WithoutPort())
	// Output: http://example.com/a
}

// Requests are counted by page, whatever was asked of it.
func ExampleURI_WithoutQuery() {
	count := map[uri.URI]int{}
	for _, s := range []string{"/find?q=a", "/find?q=b", "/find"} {
		count[uri.MustParse(s).WithoutQuery()]++
	}
	fmt.Println(count)
	// Output: map[/find:3]
}

func ExampleURI_WithFragment() {
	page := uri.MustParse("http://example.com/spec?v=2")
	u, err := page.WithFragment(uri.Escape("4.1 #fragments", uri.EscapeQuery))
	fmt.Println(u, err)
	_, err = page.WithFragment("#top")
	fmt.Println(err)
	// Output:
	// http://example.com/spec?v=2#4.1%20%23fragments <nil>
	// uri: change fragment "#top": fragment: invalid character '#' at offset 0 (RFC 2396, 4.1)
}

func ExampleValues() {
	u := uri.MustParse("http://h/search?q=fish+%26+chips&page=2&raw#top")
	v := u.Values()
	q, _ := v.Get("q")
	_, ok := v.Get("lang")
	fmt.Println(q, ok)

	v = append(v.With("page", "3").Without("raw"), uri.NewPair("tag", "a&b"))
	u, err := u.WithValues(v)
	fmt.Println(u, err)
	// Output:
	// fish & chips false
	// http://h/search?q=fish+%26+chips&page=3&tag=a%26b#top <nil>
}

func ExampleURI_Values() {
	for _, s := range []string{"/p", "/p?", "/p?a&b=1"} {
		v := uri.MustParse(s).Values()
		fmt.Printf("%d %q\n", len(v), []uri.Pair(v))
	}
	// Output:
	// 0 []
	// 1 [""]
	// 2 ["a" "b=1"]
}

func ExampleValues_String() {
	v := uri.Values{uri.NewPair("grant_type", "refresh_token"), uri.NewPair("refresh_token", "a b")}
	fmt.Println(v) // the body of a form
	fmt.Printf("%+v\n", v)
	// Output:
	// grant_type=refresh_token&refresh_token=a%20b
	// grant_type=refresh_token&refresh_token=xxxxx
}

func ExampleURI_WithValues() {
	u := uri.MustParse("http://h/?a=1#f")
	fmt.Println(u.WithValues(nil))
	fmt.Println(u.WithValues(uri.Values{"b", uri.NewPair("c", "d e")}))
	_, err := u.WithValues(uri.Values{"a&b"})
	fmt.Println(err)
	// Output:
	// http://h/#f <nil>
	// http://h/?b&c=d%20e#f <nil>
	// uri: change query "a&b": query: "&" would begin another pair at offset 1 (RFC 2396, 3.4)
}

func ExampleNewPair() {
	fmt.Println(uri.NewPair("q", "1 + 1 = 2"))
	// Output: q=1%20%2B%201%20%3D%202
}

func ExamplePair_Decode() {
	for _, p := range uri.MustParse("?q=fish+%26+chips&page").Values() {
		name, value, err := p.Decode()
		fmt.Printf("%q %q %v\n", name, value, err)
	}
	// Output:
	// "q" "fish & chips" <nil>
	// "page" "" <nil>
}

func ExampleValues_Sorted() {
	u, err := uri.MustParse("?b=2&a=2&b=1").WithValues(uri.MustParse("?b=2&a=2&b=1").Values().Sorted())
	fmt.Println(u, err)
	// Output: ?a=2&b=2&b=1 <nil>
}

func ExampleURI_Resolve() {
	base := uri.MustParse("http://a/b/c/d;p?q")
	for _, s := range []string{"g", "../g", "?y", "//g", "../../../g", "mailto:a@b", "#s"} {
		u, err := base.Resolve(uri.MustParse(s))
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(u)
	}
	// Output:
	// http://a/b/c/g
	// http://a/b/g
	// http://a/b/c/?y
	// http://g
	// http://a/../g
	// mailto:a@b
	// http://a/b/c/d;p?q#s
}

// The Op of the error says whether the base or the reference is wrong.
func ExampleURI_Resolve_error() {
	_, err := uri.MustParse("mailto:list").Resolve(uri.MustParse("g"))
	fmt.Println(err)
	// Output:
	// uri: resolve against "mailto:list": hier_part: an opaque base resolves no relative reference at offset 7 (RFC 2396, 3)
}

func ExampleResolver() {
	base, ref := uri.MustParse("http://a/b/c/d;p?q"), uri.MustParse("../../../g")
	for _, r := range []uri.Resolver{
		{},
		{AboveRoot: uri.AboveRootDrop},
		{AboveRoot: uri.AboveRootReject},
		{Mode: uri.RFC3986},
		{Mode: uri.RFC1808},
	} {
		u, err := r.Resolve(base, ref)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(u)
	}
	// Output:
	// http://a/../g
	// http://a/g
	// uri: resolve reference "../../../g": rel_path: ".." above the root at offset 6 (RFC 2396, 5)
	// http://a/g
	// http://a/../g
}

// A fragment alone refers to the document, though its base may be elsewhere.
func ExampleResolver_document() {
	base := uri.MustParse("http://cdn.example.com/mirror/")
	r := uri.Resolver{Document: uri.MustParse("http://example.com/page.html")}
	for _, s := range []string{"#top", "style.css"} {
		u, err := r.Resolve(base, uri.MustParse(s))
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(u)
	}
	// Output:
	// http://example.com/page.html#top
	// http://cdn.example.com/mirror/style.css
}

// The links of a site that is not yet at its place.
func ExampleResolver_relativeBase() {
	r := uri.Resolver{Mode: uri.RFC3986, RelativeBase: true}
	page := uri.MustParse("blog/2024/index.html")
	for _, link := range []string{"../../css/x.css", "/feed.xml", "../../../other-site/", "https://example.com/"} {
		u, err := r.Resolve(page, uri.MustParse(link))
		fmt.Println(u, err)
	}
	fmt.Println(r.Relativize(page, uri.MustParse("css/x.css")))
	// Output:
	// css/x.css <nil>
	// /feed.xml <nil>
	// ../other-site/ <nil>
	// https://example.com/ <nil>
	// ../../css/x.css true
}

// One buffer serves for all links of a page.
func ExampleResolver_AppendResolve() {
	base := uri.MustParse("http://example.com/a/b.html")
	var r uri.Resolver
	var buf []byte
	for _, link := range []string{"c.html", "../d/", "e f"} {
		out, err := r.AppendResolve(buf[:0], base, link)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s\n", out)
		buf = out
	}
	// Output:
	// http://example.com/a/c.html
	// http://example.com/d/
	// uri: parse reference "e f": rel_segment: invalid character ' ' at offset 1 (RFC 2396, 5)
}

func ExampleMode_Relativize() {
	base := uri.MustParse("http://example.com/pub/docs/index.html")
	for _, s := range []string{
		"http://example.com/pub/docs/a/b.html",
		"http://example.com/pub/img/c.png",
		"http://example.com/pub/docs/10:30.html",
		"http://example.com/pub/docs/",
		"http://example.com/",
		"http://example.org/",
	} {
		ref, ok := uri.RFC3986.Relativize(base, uri.MustParse(s))
		fmt.Println(ref, ok)
	}
	// Output:
	// a/b.html true
	// ../img/c.png true
	// ./10:30.html true
	// . true
	// / true
	//  false
}

func ExampleAboveRoot() {
	base, ref := uri.MustParse("http://a/b"), uri.MustParse("../../g")
	for _, mode := range []uri.Mode{uri.RFC2396, uri.RFC3986} {
		for _, dots := range []uri.AboveRoot{uri.AboveRootDefault, uri.AboveRootKeep, uri.AboveRootDrop} {
			u, err := uri.Resolver{Mode: mode, AboveRoot: dots}.Resolve(base, ref)
			fmt.Printf("%v %-4v %v %v\n", mode, dots, u, err)
		}
	}
	// Output:
	// RFC 2396      http://a/../../g <nil>
	// RFC 2396 keep http://a/../../g <nil>
	// RFC 2396 drop http://a/g <nil>
	// RFC 3986      http://a/g <nil>
	// RFC 3986 keep http://a/../../g <nil>
	// RFC 3986 drop http://a/g <nil>
}

// A page names a base in its text that is relative to where it was fetched.
func ExampleEstablishBase() {
	embedded := uri.MustParse("/archive/")
	retrieval := uri.MustParse("http://example.com/page.html#part")
	base, index, err := uri.EstablishBase(embedded, retrieval)
	fmt.Println(base, index, err)

	// Without a BASE element the base is where the page was fetched.
	base, index, err = uri.EstablishBase(uri.URI{}, retrieval)
	fmt.Println(base, index, err)
	// Output:
	// http://example.com/archive/ 0 <nil>
	// http://example.com/page.html 1 <nil>
}

func ExampleURI_Normalize() {
	for _, s := range []string{
		"HTTP://www.Example.COM:80",
		"http://example.com/%7euser/%2fetc/../",
		"http://example.com/a/%2e%2e/b",
	} {
		fmt.Println(uri.MustParse(s).Normalize())
	}
	// Output:
	// http://www.example.com/
	// http://example.com/~user/%2Fetc/../
	// http://example.com/a/%2E%2E/b
}

func ExampleMode_Normalize() {
	u := uri.MustParse("eXAMPLE://a/./b/../b/%63/%7bfoo%7d")
	fmt.Println(uri.RFC2396.Normalize(u))
	fmt.Println(uri.RFC3986.Normalize(u))
	// Output:
	// example://a/./b/../b/c/%7Bfoo%7D
	// example://a/b/c/%7Bfoo%7D
}

// One buffer serves for the keys of all links: what a map has is looked up
// without an allocation.
func ExampleMode_AppendNormalize() {
	seen := map[string]bool{}
	var buf []byte
	for _, s := range []string{"http://example.com", "HTTP://Example.COM:80/", "http://example.com/%7ea"} {
		buf = uri.RFC2396.AppendNormalize(buf[:0], uri.MustParse(s))
		if seen[string(buf)] {
			fmt.Println(s, "is known")
			continue
		}
		seen[string(buf)] = true
		fmt.Printf("%s is new: %s\n", s, buf)
	}
	// Output:
	// http://example.com is new: http://example.com/
	// HTTP://Example.COM:80/ is known
	// http://example.com/%7ea is new: http://example.com/~a
}

func ExampleMode_Relativize_pages() {
	base := uri.MustParse("http://h/x/list?page=2")
	for _, s := range []string{
		"http://h/x/list?page=3", // the path of base stays, as in browsers
		"http://h/x/?page=3",
		"http://h/y/",
		"http://h/x/../y", // no reference: browsers remove the dot segment
		"http://g/",       // nor is there one to another host
	} {
		ref, ok := uri.RFC3986.Relativize(base, uri.MustParse(s))
		fmt.Printf("%q %t\n", ref, ok)
	}
	// Output:
	// "?page=3" true
	// ".?page=3" true
	// "/y/" true
	// "" false
	// "" false
}

func ExampleMode_Equivalent() {
	a, b := uri.MustParse("http://h/a/../b"), uri.MustParse("http://H:80/b")
	fmt.Println(uri.RFC2396.Equivalent(a, b), uri.RFC3986.Equivalent(a, b))
	// Output: false true
}

func ExampleMode_Compare() {
	a, b := uri.MustParse("http://h/c/../a"), uri.MustParse("http://h/b")
	fmt.Println(uri.RFC2396.Compare(a, b), uri.RFC3986.Compare(a, b))
	// Output: 1 -1
}

func ExampleSyntaxError_Hint() {
	for _, s := range []string{"http://h/50% off", "http://h/a b", `http:\\h`, "http://[::1/"} {
		_, err := uri.Parse(s)
		var e *uri.SyntaxError
		if errors.As(err, &e) {
			fmt.Printf("%v: %s\n", e.Part, e.Hint())
		}
	}
	// Output:
	// path: write "%" as %25
	// path: write " " as %20
	// opaque part: write "http://" instead of "http:\\"
	// host: write "[::1]" instead of "[::1"
}

// The text that was meant, as the address of a web page.
func ExampleSyntaxError_Fix() {
	for _, s := range []string{"htp://example.com/", `http:\\example.com/`, "www.example.com", "http://exa mple.com/a b"} {
		_, err := uri.ParseHTTP(s)
		var e *uri.SyntaxError
		if errors.As(err, &e) {
			fmt.Println(e.Fix())
		}
	}
	// Output:
	// http://example.com/ true
	// http://example.com/ true
	// https://www.example.com true
	// http://example.com/a%20b true
}

// A URL of https with a query. NewPair escapes names and values.
func ExampleGeneric() {
	g := uri.Generic{
		Scheme: "https",
		Host:   "api.example.com",
		Port:   8443,
		Path:   []string{"search", "black holes", ""},
		Query:  uri.Values{uri.NewPair("q", "a&b"), uri.NewPair("page", "2")},
	}
	fmt.Println(g.URI())
	fmt.Println(g.HostPort())
	g.Host = "api.example.com/admin"
	_, err := g.URI()
	fmt.Println(err)
	// Output:
	// https://api.example.com:8443/search/black%20holes/?q=a%26b&page=2 <nil>
	// api.example.com:8443 true
	// uri: generic: field Host: not a hostname, an IPv4 address or an IPv6 literal in brackets (RFC 2396, 3.2.2)
}

// The address of a database, whose password may contain anything.
func ExampleGeneric_URI() {
	g := uri.Generic{
		Scheme: "postgres",
		Login:  uri.LoginPassword("app", "p@ss/w:rd?#"),
		Host:   "db.example",
		Path:   []string{"main"},
	}
	u, err := g.URI()
	fmt.Println(u, err)
	fmt.Printf("%+v\n", u) // as for a log
	// Output:
	// postgres://app:p%40ss%2Fw%3Ard%3F%23@db.example/main <nil>
	// postgres://app:xxxxx@db.example/main
}

// An object of S3, whose key has segments, and a WebSocket on an IPv6 address, with
// or without brackets.
func ExampleGeneric_String() {
	fmt.Println(uri.Generic{Scheme: "s3", Host: "bucket", Path: []string{"photos", "2026", "a+b #1.jpg"}})
	fmt.Println(uri.Generic{Scheme: "ws", Host: "2001:db8::7", Port: 8080, Path: []string{"socket"}})
	fmt.Println(uri.Generic{Scheme: "ws", Host: "[2001:db8::7]", Port: 8080, Path: []string{"socket"}})
	// Output:
	// s3://bucket/photos/2026/a+b%20%231.jpg
	// ws://[2001:db8::7]:8080/socket
	// ws://[2001:db8::7]:8080/socket
}

// The parts of a path come from other people: /repos/{owner}/{repo}.
func ExampleGeneric_relative() {
	for _, owner := range []string{"golang", "a/b", "..", ""} {
		g := uri.Generic{Path: []string{"repos", owner, "go"}}
		fmt.Println(g.URI())
	}
	// Output:
	// /repos/golang/go <nil>
	// /repos/a%2Fb/go <nil>
	//  uri: generic: field Path[1]: a dot segment, "." or ".."
	// /repos//go <nil>
}

func ExampleGenericFrom() {
	u := uri.MustParse("HTTPS://me@h.example/a%2Fb;v=1/c?q=1#top")
	g, err := uri.GenericFrom(u)
	if err != nil {
		fmt.Println(err)
		return
	}
	user, _ := g.Login.User()
	fmt.Printf("%s %s %s %q %q %s\n", g.Scheme, user, g.Host, g.Path, g.Query, g.Fragment)
	g.Path[1] = "d"
	g.Query = g.Query.With("q", "2")
	fmt.Println(g)
	_, err = uri.GenericFrom(uri.MustParse("http://h/a/../b"))
	fmt.Println(err)
	// Output:
	// https me h.example ["a/b;v=1" "c"] "q=1" top
	// https://me@h.example/a%2Fb;v=1/d?q=2#top
	// uri: generic "http://h/a/../b": segment: a dot segment at offset 11 (RFC 2396, 3.3)
}

func ExampleParseGeneric() {
	g, err := uri.ParseGeneric("redis://:secret@cache.example:6379/0")
	if err != nil {
		fmt.Println(err)
		return
	}
	password, _ := g.Login.Password()
	fmt.Println(g.Host, g.Port, g.Path, password)
	_, err = uri.ParseGeneric("news:comp.lang.go")
	fmt.Println(err)
	// Output:
	// cache.example 6379 [0] secret
	// uri: generic "news:comp.lang.go": hier_part: no "/" after the scheme at offset 5 (RFC 2396, 3)
}
