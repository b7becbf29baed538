package uri_test

import (
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
