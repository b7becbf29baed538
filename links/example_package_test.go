package links_test

import (
	"fmt"

	"example.com/uri/links"
)

func Example() {
	for m := range links.Extract("See http://example.com/a (or <http://example.com/b>).") {
		fmt.Println(m.URI)
	}
	u, how, err := links.Expand("www.example.com/c")
	fmt.Println(u, how, err)
	u, changes, err := links.Repair("http://example.com/a b")
	fmt.Println(u, len(changes), err)
	// Output:
	// http://example.com/a
	// http://example.com/b
	// http://www.example.com/c www host <nil>
	// http://example.com/a%20b 1 <nil>
}
