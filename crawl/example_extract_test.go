package crawl_test

import (
	"fmt"
	"strings"

	"example.com/uri/crawl"
)

// An IRI is found as the URI that it is mapped to; the offsets are those of the
// IRI.
func ExampleExtract_iri() {
	text := "Siehe http://example.com/Müll, 见「https://zh.wikipedia.org/wiki/中文」。"
	for m := range crawl.Extract(text) {
		fmt.Println(text[m.Start:m.End], m.URI)
	}
	// Output:
	// http://example.com/Müll http://example.com/M%C3%BCll
	// https://zh.wikipedia.org/wiki/中文 https://zh.wikipedia.org/wiki/%E4%B8%AD%E6%96%87
}

// A host beyond US-ASCII is given to a function of IDNA, here a table.
func ExampleExtractor_Extract() {
	x := crawl.Extractor{
		ToASCII: func(name string) (string, error) {
			return strings.NewReplacer("bücher", "xn--bcher-kva").Replace(name), nil
		},
		JSON: true,
	}
	for m := range x.Extract(`{"home": "http:\/\/b\u00fccher.example\/?a=1\u0026b=2"}`) {
		fmt.Println(m.Start, m.End, m.URI)
	}
	// Output: 10 53 http://xn--bcher-kva.example/?a=1&b=2
}

func ExampleExtractor_ExtractFrom() {
	r := strings.NewReader("One (http://a/b), two <http://c/\nd>.")
	for m, err := range (crawl.Extractor{}).ExtractFrom(r) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(m.Start, m.End, m.URI)
	}
	// Output:
	// 5 15 http://a/b
	// 23 34 http://c/d
}
