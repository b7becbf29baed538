package links_test

import (
	"fmt"
	"strings"

	"example.com/uri/links"
)

// An IRI is found as the URI that it is mapped to; the offsets are those of the
// IRI.
func ExampleExtract_iri() {
	text := "Siehe http://example.com/Müll, 见「https://zh.wikipedia.org/wiki/中文」。"
	for m := range links.Extract(text) {
		fmt.Println(text[m.Start:m.End], m.URI)
	}
	// Output:
	// http://example.com/Müll http://example.com/M%C3%BCll
	// https://zh.wikipedia.org/wiki/中文 https://zh.wikipedia.org/wiki/%E4%B8%AD%E6%96%87
}

// A host beyond US-ASCII is given to a function of IDNA, here a table.
func ExampleExtractor_Extract() {
	x := links.Extractor{
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
	for m, err := range (links.Extractor{}).ExtractFrom(r) {
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

// A text of a mailing list: hosts without a scheme, a mailbox, and characters that no
// URI contains.
func ExampleExtractor_abbreviated() {
	x := links.Extractor{Abbreviated: true, Only: []string{"http", "https", "mailto"}}
	text := "Try www.example.com, https://example.org/list?tag[]=a|b or gopher://example.net. Else ask me@example.com."
	for m := range x.Extract(text) {
		switch {
		case m.Expansion != links.ExpansionNone:
			fmt.Println(m.URI, "by the rule", m.Expansion)
		case m.Repaired:
			fmt.Println(m.URI, "from", text[m.Start:m.End])
		default:
			fmt.Println(m.URI)
		}
	}
	// Output:
	// http://www.example.com by the rule www host
	// https://example.org/list?tag%5B%5D=a%7Cb from https://example.org/list?tag[]=a|b
	// mailto:me@example.com by the rule mailbox
}

// One loop reads strings and streams.
func ExampleExtractor_ExtractFrom_string() {
	for m, err := range (links.Extractor{}).ExtractFrom(strings.NewReader("See http://example.com/a.")) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(m.URI)
	}
	// Output: http://example.com/a
}
