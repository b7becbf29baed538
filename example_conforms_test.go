package uri_test

import (
	"fmt"

	"example.com/uri"
)

func ExampleConforms3986() {
	for _, s := range []string{"http://www.example/a?b#c", "../a", "http://[v1.x]/", "http://h:80:80/", "http://h/[a]"} {
		absolute, err := uri.Conforms3986(s)
		fmt.Println(absolute, err)
	}
	// Output:
	// true <nil>
	// false <nil>
	// true <nil>
	// false uri: conforms "http://h:xxxxx": authority: invalid character at offset 14 (RFC 3986, 3.2)
	// false uri: conforms "http://h/[a]": path-abempty: invalid character '[' at offset 9 (RFC 3986, 3.3)
}
