package uri_test

import (
	"fmt"
	"slices"

	"example.com/uri"
)

func ExampleURI_Resolve() {
	base := uri.MustParse("http://a/b/c/d;p?q")
	for _, s := range []string{"g", "../g", "?y", "//g", "../../../g", "mailto:a@b", "#s"} {
		u, err := base.Resolve(uri.MustParse(s))
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(u)
	}
	// Output:
	// http://a/b/c/g
	// http://a/b/g
	// http://a/b/c/?y
	// http://g
	// http://a/../g
	// mailto:a@b
	// http://a/b/c/d;p?q#s
}

// Whose fault it is stands in the error's Op.
func ExampleURI_Resolve_error() {
	_, err := uri.MustParse("mailto:list").Resolve(uri.MustParse("g"))
	fmt.Println(err)
	// Output:
	// uri: resolve against "mailto:list": hier_part: an opaque base resolves no relative reference at offset 7 (RFC 2396, 3)
}

func ExampleResolver() {
	base, ref := uri.MustParse("http://a/b/c/d;p?q"), uri.MustParse("../../../g")
	for _, r := range []uri.Resolver{
		{},
		{AboveRoot: uri.DropDots},
		{AboveRoot: uri.RejectDots},
		{Mode: uri.RFC3986},
	} {
		u, err := r.Resolve(base, ref)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(u)
	}
	// Output:
	// http://a/../g
	// http://a/g
	// uri: resolve reference "../../../g": rel_path: ".." above the root at offset 6 (RFC 2396, 5)
	// http://a/g
}

// A fragment alone refers to the document, though its base may be elsewhere.
func ExampleResolver_document() {
	base := uri.MustParse("http://cdn.example.com/mirror/")
	r := uri.Resolver{Document: uri.MustParse("http://example.com/page.html")}
	for _, s := range []string{"#top", "style.css"} {
		u, err := r.Resolve(base, uri.MustParse(s))
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(u)
	}
	// Output:
	// http://example.com/page.html#top
	// http://cdn.example.com/mirror/style.css
}

// One buffer serves for all links of a page.
func ExampleResolver_AppendResolve() {
	base := uri.MustParse("http://example.com/a/b.html")
	var r uri.Resolver
	var buf []byte
	for _, link := range []string{"c.html", "../d/", "e f"} {
		out, err := r.AppendResolve(buf[:0], base, link)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s\n", out)
		buf = out
	}
	// Output:
	// http://example.com/a/c.html
	// http://example.com/d/
	// uri: parse reference "e f": rel_segment: invalid character ' ' at offset 1 (RFC 2396, 5)
}

func ExampleURI_Relativize() {
	base := uri.MustParse("http://example.com/pub/docs/index.html")
	for _, s := range []string{
		"http://example.com/pub/docs/a/b.html",
		"http://example.com/pub/img/c.png",
		"http://example.com/pub/docs/10:30.html",
		"http://example.com/pub/docs/",
		"http://example.com/",
		"http://example.org/",
	} {
		ref, ok := base.Relativize(uri.MustParse(s))
		fmt.Println(ref, ok)
	}
	// Output:
	// a/b.html true
	// ../img/c.png true
	// ./10:30.html true
	// . true
	// / true
	//  false
}

func ExampleAboveRoot() {
	base, ref := uri.MustParse("http://a/b"), uri.MustParse("../../g")
	for _, mode := range []uri.Mode{uri.RFC2396, uri.RFC3986} {
		for _, dots := range []uri.AboveRoot{uri.DefaultDots, uri.KeepDots, uri.DropDots} {
			u, err := uri.Resolver{Mode: mode, AboveRoot: dots}.Resolve(base, ref)
			fmt.Printf("%v %-4v %v %v\n", mode, dots, u, err)
		}
	}
	// Output:
	// RFC 2396      http://a/../../g <nil>
	// RFC 2396 keep http://a/../../g <nil>
	// RFC 2396 drop http://a/g <nil>
	// RFC 3986      http://a/g <nil>
	// RFC 3986 keep http://a/../../g <nil>
	// RFC 3986 drop http://a/g <nil>
}

// A page names a base in its text that is relative to where it was fetched.
func ExampleEstablishBase() {
	embedded := uri.MustParse("/archive/")
	retrieval := uri.MustParse("http://example.com/page.html#part")
	base, index, err := uri.EstablishBase(embedded, retrieval)
	fmt.Println(base, index, err)

	// Without a BASE element the base is where the page was fetched.
	base, index, err = uri.EstablishBase(uri.URI{}, retrieval)
	fmt.Println(base, index, err)
	// Output:
	// http://example.com/archive/ 0 <nil>
	// http://example.com/page.html 1 <nil>
}

func ExampleURI_Normalize() {
	for _, s := range []string{
		"HTTP://www.Example.COM:80",
		"http://example.com/%7euser/%2fetc/../",
		"http://example.com/a/%2e%2e/b",
	} {
		fmt.Println(uri.MustParse(s).Normalize())
	}
	// Output:
	// http://www.example.com/
	// http://example.com/~user/%2Fetc/../
	// http://example.com/a/%2E%2E/b
}

func ExampleMode_Normalize() {
	u := uri.MustParse("eXAMPLE://a/./b/../b/%63/%7bfoo%7d")
	fmt.Println(uri.RFC2396.Normalize(u))
	fmt.Println(uri.RFC3986.Normalize(u))
	// Output:
	// example://a/./b/../b/c/%7Bfoo%7D
	// example://a/b/c/%7Bfoo%7D
}

// One buffer serves for the keys of all links: what a map has is looked up
// without an allocation.
func ExampleMode_AppendNormalize() {
	seen := map[string]bool{}
	var buf []byte
	for _, s := range []string{"http://example.com", "HTTP://Example.COM:80/", "http://example.com/%7ea"} {
		buf = uri.RFC2396.AppendNormalize(buf[:0], uri.MustParse(s))
		if seen[string(buf)] {
			fmt.Println(s, "is known")
			continue
		}
		seen[string(buf)] = true
		fmt.Printf("%s is new: %s\n", s, buf)
	}
	// Output:
	// http://example.com is new: http://example.com/
	// HTTP://Example.COM:80/ is known
	// http://example.com/%7ea is new: http://example.com/~a
}

func ExampleEquivalent() {
	a, b := uri.MustParse("http://example.com"), uri.MustParse("HTTP://EXAMPLE.com:80/")
	fmt.Println(a == b, uri.Equivalent(a, b))
	// Output: false true
}

func ExampleCompare() {
	links := []uri.URI{
		uri.MustParse("http://b/"),
		uri.MustParse("HTTP://A/"),
		uri.MustParse("http://a:80"),
	}
	slices.SortStableFunc(links, uri.Compare)
	for _, u := range slices.CompactFunc(links, uri.Equivalent) {
		fmt.Println(u)
	}
	// Output:
	// HTTP://A/
	// http://b/
}

func ExampleMode_String() {
	fmt.Println(uri.RFC2396, uri.RFC3986, uri.RFC1808)
	// Output: RFC 2396 RFC 3986 RFC 1808
}

func ExampleAboveRoot_String() {
	fmt.Println(uri.KeepDots, uri.DropDots, uri.RejectDots)
	// Output: keep drop reject
}
