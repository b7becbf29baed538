package uri_test

import (
	"fmt"

	"example.com/uri"
)

func ExampleValues() {
	u := uri.MustParse("http://h/search?q=fish+%26+chips&page=2&raw#top")
	v := u.Values()
	q, _ := v.Get("q")
	_, ok := v.Get("lang")
	fmt.Println(q, ok)

	v = v.Set("page", "3").Add("tag", "a&b").Del("raw")
	u, err := u.WithValues(v)
	fmt.Println(u, err)
	// Output:
	// fish & chips false
	// http://h/search?q=fish+%26+chips&page=3&tag=a%26b#top <nil>
}

func ExampleURI_Values() {
	for _, s := range []string{"/p", "/p?", "/p?a&b=1"} {
		fmt.Printf("%q\n", uri.MustParse(s).Values())
	}
	// Output:
	// []
	// [""]
	// ["a" "b=1"]
}

func ExampleURI_WithValues() {
	u := uri.MustParse("http://h/?a=1#f")
	fmt.Println(u.WithValues(nil))
	fmt.Println(u.WithValues(uri.Values{"b", uri.NewPair("c", "d e")}))
	_, err := u.WithValues(uri.Values{"a&b"})
	fmt.Println(err)
	// Output:
	// http://h/#f <nil>
	// http://h/?b&c=d%20e#f <nil>
	// uri: change query "a&b": query: "&" would begin another pair at offset 1 (RFC 2396, 3.4)
}

func ExampleNewPair() {
	fmt.Println(uri.NewPair("q", "1 + 1 = 2"))
	// Output: q=1%20%2B%201%20%3D%202
}

func ExamplePair_Decode() {
	for _, p := range uri.MustParse("?q=fish+%26+chips&page").Values() {
		name, value, err := p.Decode()
		fmt.Printf("%q %q %v\n", name, value, err)
	}
	// Output:
	// "q" "fish & chips" <nil>
	// "page" "" <nil>
}

func ExampleValues_Sort() {
	u, err := uri.MustParse("?b=2&a=2&b=1").WithValues(uri.MustParse("?b=2&a=2&b=1").Values().Sort())
	fmt.Println(u, err)
	// Output: ?a=2&b=2&b=1 <nil>
}
