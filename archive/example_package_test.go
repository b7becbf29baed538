package archive_test

import (
	"fmt"
	"log"

	"example.com/uri/archive"
)

// The key of a page in the index of an archive, and the range of the index with all pages
// of a domain.
func Example() {
	fmt.Println(archive.Key("https://www.example.com/a/?b=2&a=1#top"))
	start, end, err := archive.Range("example.com", archive.MatchDomain)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(start, end)
	// Output:
	// com,example)/a?a=1&b=2 <nil>
	// com,example)/ com,example-
}
