package crawl_test

import (
	"fmt"
	"strings"

	"example.com/uri"
	"example.com/uri/crawl"
)

const robotsTXT = `
User-agent: *
Disallow: /

User-agent: ExampleBot
Disallow: /*?session=
Disallow: /%7Ejoe/
Allow: /~joe/public
Crawl-delay: 2.5

Sitemap: http://www.example.com/sitemap.xml
`

func ExampleParseRobots() {
	robots := crawl.ParseRobots([]byte(robotsTXT))
	page := uri.MustParse("http://www.example.com/a.html")
	fmt.Println(robots.Allowed("ExampleBot", page), robots.Allowed("AnotherBot", page))
	// Output: true false
}

// ReadRobots takes the status and the body of a response.
func ExampleReadRobots() {
	page := uri.MustParse("http://www.example.com/a.html")
	for _, status := range []int{200, 404, 503} {
		robots, err := crawl.ReadRobots(status, strings.NewReader(robotsTXT))
		fmt.Println(status, robots.Allowed("AnotherBot", page), err)
	}
	// Output:
	// 200 false <nil>
	// 404 true <nil>
	// 503 false <nil>
}

func ExampleRobots() {
	var robots crawl.Robots // of a server that has no robots.txt
	fmt.Println(robots.Allowed("ExampleBot", uri.MustParse("http://www.example.com/")))
	// Output: true
}

// The longest rule that matches decides. Rules and URIs are compared in one form.
func ExampleRobots_Allowed() {
	robots := crawl.ParseRobots([]byte(robotsTXT))
	for _, s := range []string{
		"http://www.example.com/~joe/",
		"http://www.example.com/%7ejoe/public/a",
		"http://www.example.com/a?session=1",
		"http://www.example.com/a?page=2&session=1",
	} {
		fmt.Println(robots.Allowed("examplebot", uri.MustParse(s)), s)
	}
	// Output:
	// false http://www.example.com/~joe/
	// true http://www.example.com/%7ejoe/public/a
	// false http://www.example.com/a?session=1
	// true http://www.example.com/a?page=2&session=1
}

// The line that decides, for the people whose page is not found.
func ExampleRobots_Explain() {
	robots := crawl.ParseRobots([]byte(robotsTXT))
	rule, line, allowed := robots.Explain("ExampleBot", uri.MustParse("http://www.example.com/~joe/"))
	fmt.Printf("line %d, %q: %v\n", line, rule, allowed)
	// Output: line 7, "Disallow: /%7Ejoe/": false
}

func ExampleRobots_Delay() {
	robots := crawl.ParseRobots([]byte(robotsTXT))
	fmt.Println(robots.Delay("ExampleBot"))
	fmt.Println(robots.Delay("AnotherBot"))
	// Output:
	// 2.5s true
	// 0s false
}

func ExampleRobots_Sitemaps() {
	robots := crawl.ParseRobots([]byte(robotsTXT))
	fmt.Println(robots.Sitemaps())
	// Output: [http://www.example.com/sitemap.xml]
}
