package crawl_test

import (
	"fmt"

	"example.com/uri"
	"example.com/uri/crawl"
)

// Pages without the parameters that only name their readers.
func ExampleIsTracking() {
	k := crawl.Keyer{Drop: crawl.IsTracking, DropParams: true}
	for _, s := range []string{
		"http://example.com/a?id=7&utm_source=news",
		"http://example.com/a?fbclid=IwAR0x",
		"http://example.com/a;jsessionid=1F2E?id=7",
	} {
		fmt.Printf("%s\n", k.AppendKey(nil, uri.MustParse(s)))
	}
	// Output:
	// http://example.com/a?id=7
	// http://example.com/a
	// http://example.com/a?id=7
}

// Keys by RFC 2396, where dot segments and "_" hosts stay as they are.
func ExampleKeyer_mode() {
	u := uri.MustParse("http://My_Host/a/../b")
	fmt.Printf("%s\n", crawl.Keyer{}.AppendKey(nil, u))
	fmt.Printf("%s\n", crawl.Keyer{Normalize: uri.RFC2396.AppendNormalize}.AppendKey(nil, u))
	// Output:
	// http://my_host/b
	// http://My_Host/a/../b
}

// URLs that nearly every server takes for one.
func ExampleKeyer_slashes() {
	k := crawl.Keyer{
		DropWWW: true, MergeSlashes: true, DropLastSlash: true, IndexNames: []string{"index.html"},
		Forms: true, DropEmptyQuery: true, SortQuery: true,
	}
	for _, s := range []string{"http://www.example.com//a/Index.HTML?", "http://example.com/a/", "http://example.com/a?c=&&b=x+y"} {
		fmt.Printf("%s\n", k.AppendKey(nil, uri.MustParse(s)))
	}
	// Output:
	// http://example.com/a
	// http://example.com/a
	// http://example.com/a?b=x%20y&c
}
