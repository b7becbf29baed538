package crawl_test

import (
	"errors"
	"fmt"

	"example.com/uri"
	"example.com/uri/crawl"
	"example.com/uri/web"
)

// toASCII is in the place of the function of an IDNA library, such as that of
// example.com/uri/idna.
func toASCII(name string) (string, error) {
	if name != "bücher.example" {
		return "", errors.New("unknown name")
	}
	return "xn--bcher-kva.example", nil
}

// A link of a page becomes an absolute URI, as a browser reads it, and a key.
func Example() {
	base, err := web.Parse("http://www.example.com/a/b.html")
	if err != nil {
		fmt.Println(err)
		return
	}
	parser := web.Parser{ToASCII: toASCII} // idna.ToASCII of example.com/uri/idna
	for _, href := range []string{` c d.html#top`, `http:../%7eme/`, `\\WWW.example.com:80\c`, `//bücher.example`} {
		link, err := parser.Parse(base, href)
		if err != nil {
			fmt.Println(err)
			continue
		}
		u, err := link.URI()
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s\n", crawl.AppendKey(nil, u))
	}
	// Output:
	// http://www.example.com/a/c%20d.html
	// http://www.example.com/~me/
	// http://www.example.com/c
	// http://xn--bcher-kva.example/
}

func ExampleAppendKey() {
	seen := make(map[string]bool)
	var key []byte
	for _, s := range []string{"http://Example.com", "http://example.com:80/#top", "http://example.com/%7Eme", "http://example.com/~me"} {
		key = crawl.AppendKey(key[:0], uri.MustParse(s))
		fmt.Println(s, seen[string(key)])
		seen[string(key)] = true
	}
	// Output:
	// http://Example.com false
	// http://example.com:80/#top true
	// http://example.com/%7Eme false
	// http://example.com/~me true
}

func ExampleKey() {
	pages := map[string]int{}
	for _, s := range []string{"http://example.com/a", "HTTP://EXAMPLE.com:80/b/../a#top", "http://example.com/c"} {
		pages[crawl.Key(uri.MustParse(s))]++
	}
	fmt.Println(pages)
	// Output: map[http://example.com/a:2 http://example.com/c:1]
}

func ExampleKeyer_Key() {
	k := crawl.Keyer{Drop: crawl.IsTracking, SortQuery: true}
	fmt.Println(k.Key(uri.MustParse("http://example.com/?b=2&utm_source=x&a=1")))
	// Output: http://example.com/?a=1&b=2
}

func ExampleAppendSURT() {
	u := uri.MustParse("http://www.archive.org/goo/?a=2&b&a=1")
	fmt.Printf("%s\n", crawl.AppendSURT(nil, u))
	// Output: org,archive,www)/goo/?a=2&b&a=1
}

func ExampleKeyer() {
	k := crawl.Keyer{DropWWW: true, SortQuery: true, IndexNames: []string{"index.html"}}
	u := uri.MustParse("http://www.archive.org/index.html?b&a=2&a=1")
	fmt.Printf("%s\n", k.AppendKey(nil, u))
	fmt.Printf("%s\n", k.AppendSURT(nil, u))
	// Output:
	// http://archive.org/?a=1&a=2&b
	// org,archive)/?a=1&a=2&b
}
