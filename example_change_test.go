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
	// uri: change path "x://evil.example/": authority: the parts would read as others at offset 16 (RFC 2396, 3.2)
}

func ExampleURI_WithoutFragment() {
	fmt.Println(uri.MustParse("http://example.com/a?b#c").WithoutFragment())
	// Output: http://example.com/a?b
}

func ExampleURI_WithQuery() {
	u := uri.MustParse("http://example.com/find?old#top")
	query := uri.AppendEscape([]byte("q="), "Q&A = 100%", uri.QueryPair)
	u, _ = u.WithQuery(string(query))
	fmt.Println(u)
	// Output: http://example.com/find?q=Q%26A%20%3D%20100%25#top
}
