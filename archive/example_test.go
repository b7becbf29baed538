package archive_test

import (
	"errors"
	"fmt"

	"example.com/uri/archive"
)

func ExampleAppendKey() {
	for _, s := range []string{
		"http://www.Example.com/A/?PHPSESSID=0123456789abcdef0123456789abcdef&b=2&a=1",
		"https://example.com:443/x/../a?a=1&b=2#c",
		"http://Bücher.example/%2541",
		"http://1.2.772/",
		"dns:example.com",
		"http://example.com:http/", // none
	} {
		fmt.Printf("%q\n", archive.AppendKey(nil, s))
	}
	// Output:
	// "com,example)/a?a=1&b=2"
	// "com,example)/a?a=1&b=2"
	// "example,xn--bcher-kva)/a"
	// "4,3,2,1)/"
	// "dns:example.com"
	// ""
}

func ExampleKey() {
	fmt.Println(archive.Key("https://www.example.com:443/A?b=2&a=1#top"))
	_, err := archive.Key("http://example.com:http/")
	fmt.Println(errors.Is(err, archive.ErrNoKey))
	// Output:
	// com,example)/a?a=1&b=2 <nil>
	// true
}

func ExampleKeyer_Key() {
	fmt.Println(archive.Keyer{Dialect: archive.DialectCommons}.Key("http://www.www2.example.com/"))
	// Output: com,example)/ <nil>
}

func ExampleKeyer() {
	for _, d := range []archive.Dialect{archive.DialectSurt, archive.DialectCommons} {
		k := archive.Keyer{Dialect: d}
		fmt.Printf("%s: %s %s\n", d, k.AppendKey(nil, "http://www.www2.example.com/"), k.AppendKey(nil, "dns:example.com"))
	}
	// Output:
	// surt: com,example,www2)/ dns:example.com
	// commons: com,example)/ com,example)
}

// The lines of a CDX file that a look-up finds.
func ExampleRange() {
	lines := []string{
		"com,example)/ 20260101000000 ...",
		"com,example)/a/b 20260102000000 ...",
		"com,example)/a?b 20260103000000 ...",
		"com,example,mail)/a 20260104000000 ...",
		"com,example-shop)/a 20260105000000 ...",
	}
	for _, m := range []archive.Match{archive.MatchExact, archive.MatchPrefix, archive.MatchHost, archive.MatchDomain} {
		start, end, err := archive.Range("https://example.com/a", m)
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
	_, _, err := archive.Range("mailto:a@example.com", archive.MatchHost)
	fmt.Println(errors.Is(err, archive.ErrNoKey))
	// Output:
	// exact com,example)/a com,example)/a! 0
	// prefix com,example)/a com,example)/b 2
	// host com,example)/ com,example* 3
	// domain com,example)/ com,example- 4
	// true
}

func ExampleParseMatch() {
	for _, s := range []string{"*.example.com", "example.com/a*", "example.com/a"} {
		url, m := archive.ParseMatch(s)
		fmt.Println(url, m)
	}
	// Output:
	// example.com domain
	// example.com/a prefix
	// example.com/a exact
}
