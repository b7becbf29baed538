package tasks

import (
	"fmt"
	"log"
	"strings"

	"golang.org/x/net/html"

	"example.com/uri/page"
	"example.com/uri/web"
)

// All references of a page
func Example_taskReferences() {
	base, err := web.Parse("https://example.com/docs/")
	if err != nil {
		log.Fatal(err)
	}
	text := strings.NewReader(`<base href=v2/><link rel=icon href=i.png><a href="a b">a</a><img srcset="b.png, c.png 2x"><svg><image xlink:href=d.png></svg>`)
	root, err := html.ParseWithOptions(text, html.ParseOptionEnableScripting(false)) // with what is in <noscript>
	if err != nil {
		log.Fatal(err)
	}
	hasBase := false
	for n := range root.Descendants() {
		attributes := map[string]string{}
		for _, a := range n.Attr {
			attributes[strings.TrimPrefix(a.Namespace+":"+a.Key, ":")] = a.Val
		}
		for r := range page.References(strings.TrimPrefix(n.Namespace+":"+n.Data, ":"), func(name string) (string, bool) {
			value, ok := attributes[name]
			return value, ok
		}) {
			if n.Data == "base" && r.Use == page.UseBase && !hasBase {
				base, hasBase = web.Parser{}.DocumentBase(base, r.Text), true
			} else if link, err := (web.Parser{}).Parse(base, r.Text); err == nil {
				fmt.Println(r.Use, link)
			}
		}
	}
	// Output:
	// embed https://example.com/docs/v2/i.png
	// link https://example.com/docs/v2/a%20b
	// embed https://example.com/docs/v2/b.png
	// embed https://example.com/docs/v2/c.png
	// embed https://example.com/docs/v2/d.png
}
