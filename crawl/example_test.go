package crawl_test

import (
	"bufio"
	"errors"
	"fmt"
	"strings"

	"example.com/uri"
	"example.com/uri/crawl"
)

func ExampleExtract() {
	text := `Yes, Jim, I found it under "http://www.w3.org/Addressing/",
but you can probably pick it up from <ftp://ds.internic.
net/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/
ietf/uri/historical.html#WARNING>.`
	for m := range crawl.Extract(text) {
		fmt.Println(m.Start, m.End, m.Wrapper, m.URI)
	}
	// Output:
	// 28 57 "" http://www.w3.org/Addressing/
	// 98 125 <> ftp://ds.internic.net/rfc/
	// 150 210 <> http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING
}

func ExampleExtract_hyphen() {
	for m := range crawl.Extract("see <URL:http://www.example.com/long-\nwinded/>") {
		fmt.Println(m.URI, "or", m.Alternatives)
	}
	// Output: http://www.example.com/long-winded/ or [http://www.example.com/longwinded/]
}

func ExampleExtractor() {
	x := crawl.Extractor{Schemes: []string{"doi"}}
	for m := range x.Extract("It is doi:10.1000/182, they say.") {
		fmt.Println(m.URI)
	}
	// Output: doi:10.1000/182
}

func ExampleSplitURIs() {
	sc := bufio.NewScanner(strings.NewReader("One (http://a/b), two <http://c/\nd>."))
	sc.Split(crawl.SplitURIs())
	for sc.Scan() {
		fmt.Println(sc.Text())
	}
	// Output:
	// http://a/b
	// http://c/d
}

func ExampleExpand() {
	for _, short := range []string{"www.w3.org/Addressing/", "example.com:8080/x", "user@example.com", "a/b"} {
		u, by, err := crawl.Expand(short)
		if errors.Is(err, crawl.ErrRelative) {
			fmt.Println(short, "is for a base to resolve")
			continue
		}
		fmt.Println(u, "by the rule", by)
	}
	// Output:
	// http://www.w3.org/Addressing/ by the rule www host
	// http://example.com:8080/x by the rule host and port
	// mailto:user@example.com by the rule mailbox
	// a/b is for a base to resolve
}

func ExampleRepair() {
	u, changes, err := crawl.Repair(" /a b/100%#x#y")
	fmt.Println(u, err)
	for _, c := range changes {
		fmt.Printf("%d: %q -> %q (%v, %v)\n", c.Offset, c.Old, c.New, c.Kind, c.Part)
	}
	// Output:
	// /a%20b/100%25#x%23y <nil>
	// 0: " " -> "" (trimmed, around)
	// 3: " " -> "%20" (escaped, path)
	// 9: "%" -> "%25" (stray percent, path)
	// 12: "#" -> "%23" (second hash, fragment)
}

func ExampleRepairer() {
	r := crawl.Repairer{
		Backslashes: true,
		Host: func(name string) (string, error) { // an IDNA library's
			return map[string]string{"bücher.example": "xn--bcher-kva.example"}[name], nil
		},
	}
	u, _, err := r.Repair(`http:\\bücher.example\neu`)
	fmt.Println(u, err)
	// Output: http://xn--bcher-kva.example/neu <nil>
}

// A link of a page becomes an absolute URI and a key.
func Example() {
	base := uri.MustParse("http://www.example.com/a/b.html")
	web := crawl.Repairer{Web: true, Base: base}
	resolver := uri.Resolver{Mode: uri.RFC3986}
	for _, href := range []string{` c d.html#top`, `http:../%7eme/`, `\\WWW.example.com:80\c`} {
		ref, _, err := web.Repair(href)
		if err != nil {
			fmt.Println(err)
			continue
		}
		u, err := resolver.Resolve(base, ref)
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
	// http://archive.org/?a=2&a=1&b
	// org,archive)/?a=2&a=1&b
}
