package uri_test

import (
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
	_, err := uri.MustParse("mailto:a@example.com").WithPath("/b")
	fmt.Println(err)
	_, err = uri.MustParse("x:/a").WithPath("//evil.example/")
	fmt.Println(err)
	// Output:
	// uri: change path "/b": opaque_part: invalid character '/' at offset 0 (RFC 2396, 3)
	// uri: change path "x://evil.example/": authority: the text would read as other parts at offset 16 (RFC 2396, 3.2)
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
