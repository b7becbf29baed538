package uri_test

import (
	"errors"
	"fmt"

	"example.com/uri"
)

func ExampleResolver_Relativize() {
	base := uri.MustParse("http://h/x/list?page=2")
	browser := uri.Resolver{Mode: uri.RFC3986}
	for _, s := range []string{
		"http://h/x/list?page=3", // the path of base stays, as in browsers
		"http://h/x/?page=3",
		"http://h/y/",
		"http://h/x/../y", // no reference: browsers remove the dot segment
		"http://g/",       // nor is there one to another host
	} {
		ref, ok := browser.Relativize(base, uri.MustParse(s))
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
	// path: write "%" as %25, or two hexadecimal digits after it
	// path: write a space as %20
	// opaque part: write "/" instead of "\"
	// host: an IPv6 address ends with "]"
}
