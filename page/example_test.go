package page_test

import (
	"fmt"
	"log"
	"net/http"
	"strings"

	"example.com/uri"
	"example.com/uri/page"
	"example.com/uri/web"
)

func ExampleReferences() {
	base, err := web.Parse("https://example.com/docs/")
	if err != nil {
		log.Fatal(err)
	}
	img := map[string]string{"src": "a b.png", "srcset": "a.png 1x, b.png 2x", "longdesc": "/about"}
	for r := range page.References("img", func(name string) (string, bool) { value, ok := img[name]; return value, ok }) {
		link, err := web.Parser{}.Parse(base, r.Text)
		if err != nil {
			continue // no browser reads it
		}
		fmt.Println(r.Attribute, r.Use, link)
	}
	// Output:
	// src embed https://example.com/docs/a%20b.png
	// srcset embed https://example.com/docs/a.png
	// srcset embed https://example.com/docs/b.png
	// longdesc link https://example.com/about
}

func ExampleReference() {
	stylesheet := map[string]string{"rel": "stylesheet", "href": "a.css"}
	for r := range page.References("link", func(name string) (string, bool) { value, ok := stylesheet[name]; return value, ok }) {
		fmt.Printf("%+v\n", r)
	}
	// Output: {Attribute:href Text:a.css Use:embed}
}

func ExampleUse() {
	fmt.Println(page.UseEmbed, page.UseLink, page.UseForm, page.UseBase, page.UsePing, page.UseName)
	// Output: embed link form base ping name
}

func ExampleUse_String() {
	fmt.Println(page.UseLink.String())
	// Output: link
}

func ExampleSrcset() {
	for c := range page.Srcset("small,1.jpg 400w, large.jpg 800w, wrong.jpg 2q, plain.jpg") {
		fmt.Printf("%s %d %g\n", c.Reference, c.Width, c.Density)
	}
	// Output:
	// small,1.jpg 400 0
	// large.jpg 800 0
	// plain.jpg 0 1
}

func ExampleCandidate() {
	best := page.Candidate{}
	for c := range page.Srcset("a.jpg, b.jpg 3x, c.jpg 2x") {
		if c.Density > best.Density {
			best = c
		}
	}
	fmt.Println(best.Reference)
	// Output: b.jpg
}

func ExampleRefresh() {
	for _, value := range []string{"5; URL='next page.html'", "0,/a", "30", "soon; url=a"} {
		seconds, reference, ok := page.Refresh(value)
		fmt.Printf("%d %q %v\n", seconds, reference, ok)
	}
	// Output:
	// 5 "next page.html" true
	// 0 "/a" true
	// 30 "" true
	// 0 "" false
}

func ExampleLinks() {
	header := http.Header{"Link": {`</?page=2>; rel="next", </?page=9>; rel=last; title*=UTF-8''Schlu%C3%9F`}}
	for l := range page.Links(header["Link"]...) {
		fmt.Println(l.Target, l.Rel, l.Params)
	}
	// Output:
	// /?page=2 [next] []
	// /?page=9 [last] [{title Schluß}]
}

func ExampleLink() {
	for l := range page.Links(`<#me>; rel="author up"; anchor="/a"`) {
		anchor, ok := l.Anchor.Get()
		fmt.Printf("%q %q %q %v\n", l.Target, l.Rel, anchor, ok)
	}
	// Output: "#me" ["author" "up"] "/a" true
}

func ExampleParam() {
	for l := range page.Links(`<a.css>; rel=stylesheet; media="screen, print"`) {
		for _, p := range l.Params {
			fmt.Println(p.Name, p.Value)
		}
	}
	// Output: media screen, print
}

func ExampleCSS() {
	const text = `@import "base.css";
/* url(no) */ a { background: url(a\ b.png) } b { content: "url(no)"; background: image-set("c.avif" 1x, url(d.png) 2x) }`
	var all []string
	for reference := range page.CSS(text) {
		all = append(all, reference)
	}
	fmt.Println(strings.Join(all, "\n"))
	// Output:
	// base.css
	// a b.png
	// c.avif
	// d.png
}

func ExampleData() {
	for _, s := range []string{"data:text/html,<p>50%25?</p>#top", "data:text/plain;base64,SGVsbG8h", "data:,a%20b"} {
		u, err := web.Parse(s)
		if err != nil {
			log.Fatal(err)
		}
		media, body, err := page.Data(u)
		fmt.Printf("%s %q %v\n", media, body, err)
	}
	// Output:
	// text/html "<p>50%?</p>" <nil>
	// text/plain "Hello!" <nil>
	// text/plain;charset=US-ASCII "a b" <nil>
}

func ExampleFileName() {
	for _, s := range []string{"http://h/annual%20report.pdf?x=1", "http://h/..%2F..%2Fetc%2Fpasswd", "http://h/con.zip", "http://h/"} {
		fmt.Printf("%q\n", page.FileName(uri.MustParse(s)))
	}
	// Output:
	// "annual report.pdf"
	// "_.._etc_passwd"
	// "_con.zip"
	// ""
}

func ExampleDisposition() {
	for _, field := range []string{`attachment; filename="../a b.pdf"`, "attachment; filename=EURO.txt; filename*=UTF-8''%e2%82%ac.txt", "inline"} {
		fmt.Println(page.Disposition(field))
	}
	// Output:
	// a b.pdf true
	// €.txt true
	//  false
}
