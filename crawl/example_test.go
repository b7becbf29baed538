package crawl_test

import (
	"bufio"
	"errors"
	"fmt"
	"strings"

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
