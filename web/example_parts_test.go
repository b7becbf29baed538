package web_test

import (
	"fmt"

	"example.com/uri/web"
)

func ExampleURL_WithoutFragment() {
	u, err := web.Parse("https://example.com/a?b#c")
	fmt.Println(u.WithoutFragment(), err)
	// Output: https://example.com/a?b <nil>
}

func ExampleURL_HostPort() {
	for _, s := range []string{"https://example.com/", "ws://[::1]:8080", "foo://h/", "file:///x"} {
		u, err := web.Parse(s)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(u.HostPort())
	}
	// Output:
	// example.com:443 true
	// [::1]:8080 true
	//  false
	//  false
}
