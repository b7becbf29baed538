package crawl_test

import (
	"fmt"

	"example.com/uri"
	"example.com/uri/crawl"
	"example.com/uri/links"
)

func ExampleScope() {
	var s crawl.Scope
	s.Add(uri.MustParse("http://archive.org/"), true)
	s.Add(uri.MustParse("https://example.com/docs"), false)
	for _, u := range []string{
		"https://www.archive.org/about",
		"http://archiveteam.org/",
		"http://archive.org@example.net/",
		"http://EXAMPLE.com/docs/a.html",
		"http://example.com/docs/%2e%2e/private",
		"http://www.example.com/docs",
	} {
		fmt.Println(s.Contains(uri.MustParse(u)), u)
	}
	// Output:
	// true https://www.archive.org/about
	// false http://archiveteam.org/
	// false http://archive.org@example.net/
	// true http://EXAMPLE.com/docs/a.html
	// false http://example.com/docs/%2e%2e/private
	// false http://www.example.com/docs
}

// A seed whose directory is the scope, as Heritrix has it.
func ExampleScope_Add() {
	seed := uri.MustParse("http://example.com/docs/start.html")
	dir, err := uri.RFC3986.Resolve(seed, uri.MustParse("."))
	if err != nil {
		fmt.Println(err)
		return
	}
	var s crawl.Scope
	s.Add(dir, false)
	fmt.Println(dir, s.Contains(uri.MustParse("http://example.com/docs/next.html")))
	// Output: http://example.com/docs/ true
}

func ExampleScope_Contains() {
	var s crawl.Scope
	s.Add(uri.MustParse("http://example.com/a"), false)
	for _, u := range []string{"http://example.com/a", "http://example.com/a/b?c", "http://example.com/ab", "http://example.com:8080/a"} {
		fmt.Println(s.Contains(uri.MustParse(u)), u)
	}
	// Output:
	// true http://example.com/a
	// true http://example.com/a/b?c
	// false http://example.com/ab
	// false http://example.com:8080/a
}

func ExampleRedirect() {
	u := uri.MustParse("http://example.com/old/#part")
	next, err := crawl.Redirect(u, "../new/")
	fmt.Println(next, err)
	// A location that is no reference can be mended first.
	if _, err = crawl.Redirect(u, "/a b"); err != nil {
		mended, _, err := links.Repair("/a b")
		if err != nil {
			fmt.Println(err)
			return
		}
		next, err = crawl.Redirect(u, mended.String())
		fmt.Println(next, err)
	}
	// Output:
	// http://example.com/new/#part <nil>
	// http://example.com/a%20b#part <nil>
}
