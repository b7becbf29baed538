package crawl_test

import (
	"errors"
	"fmt"

	"example.com/uri/crawl"
)

func ExampleAppendArchiveKey() {
	for _, s := range []string{
		"http://www.Example.com/A/?PHPSESSID=0123456789abcdef0123456789abcdef&b=2&a=1",
		"https://example.com:443/x/../a?a=1&b=2#c",
		"http://Bücher.example/%2541",
		"http://1.2.772/",
		"dns:example.com",
		"http://example.com:http/", // none
	} {
		fmt.Printf("%q\n", crawl.AppendArchiveKey(nil, s))
	}
	// Output:
	// "com,example)/a?a=1&b=2"
	// "com,example)/a?a=1&b=2"
	// "example,xn--bcher-kva)/a"
	// "4,3,2,1)/"
	// "dns:example.com"
	// ""
}

func ExampleArchiveKeyer() {
	for _, d := range []crawl.ArchiveDialect{crawl.DialectSurt, crawl.DialectCommons} {
		k := crawl.ArchiveKeyer{Dialect: d}
		fmt.Printf("%s: %s %s\n", d, k.AppendKey(nil, "http://www.www2.example.com/"), k.AppendKey(nil, "dns:example.com"))
	}
	// Output:
	// surt: com,example,www2)/ dns:example.com
	// commons: com,example)/ com,example)
}

// The lines of a CDX file that a look-up finds.
func ExampleArchiveRange() {
	lines := []string{
		"com,example)/ 20260101000000 ...",
		"com,example)/a/b 20260102000000 ...",
		"com,example)/a?b 20260103000000 ...",
		"com,example,mail)/a 20260104000000 ...",
		"com,example-shop)/a 20260105000000 ...",
	}
	for _, m := range []crawl.ArchiveMatch{crawl.ArchiveExact, crawl.ArchivePrefix, crawl.ArchiveHost, crawl.ArchiveDomain} {
		start, end, err := crawl.ArchiveRange("https://example.com/a", m)
		if err != nil {
			fmt.Println(err)
			return
		}
		n := 0
		for _, line := range lines {
			if start <= line && line < end {
				n++
			}
		}
		fmt.Println(m, start, end, n)
	}
	_, _, err := crawl.ArchiveRange("mailto:a@example.com", crawl.ArchiveHost)
	fmt.Println(errors.Is(err, crawl.ErrNoArchiveKey))
	// Output:
	// exact com,example)/a com,example)/a! 0
	// prefix com,example)/a com,example)/b 2
	// host com,example)/ com,example* 3
	// domain com,example)/ com,example- 4
	// true
}

func ExampleParseArchiveMatch() {
	for _, s := range []string{"*.example.com", "example.com/a*", "example.com/a"} {
		url, m := crawl.ParseArchiveMatch(s)
		fmt.Println(url, m)
	}
	// Output:
	// example.com domain
	// example.com/a prefix
	// example.com/a exact
}
