package uri_test

import (
	"fmt"
	"slices"
	"strings"

	"example.com/uri"
)

// The URLs of some databases name several hosts.
func ExampleURI_Hosts() {
	u := uri.MustParse("mongodb://app:secret@db1.example:27017,db2.example/shop")
	for host, port := range u.Hosts() {
		fmt.Printf("%s %q\n", host, port)
	}
	fmt.Println(u.Userinfo())
	// Output:
	// db1.example "27017"
	// db2.example ""
	// app:secret true
}

// What a client sends after "GET".
func ExampleURI_RequestTarget() {
	for _, s := range []string{"http://h/a%20b?q#top", "http://h?q", "http://h", "mailto:joe@example.com"} {
		fmt.Println(uri.MustParse(s).RequestTarget())
	}
	// Output:
	// /a%20b?q true
	// /?q true
	// / true
	//  false
}

// The body of a form, and the names of a magnet: URI.
func ExampleParseValues() {
	v, err := uri.ParseValues("name=J%C3%B6+Doe&lang=de")
	fmt.Println(err)
	fmt.Println(v.Get("name"))
	_, rest, _ := strings.Cut("magnet:?xt=urn:x:1&dn=A+B&tr=u1&tr=u2", "?")
	v, err = uri.ParseValues(rest)
	fmt.Println(slices.Collect(v.All("tr")), err)
	_, err = uri.ParseValues("name=Jö")
	fmt.Println(err)
	// Output:
	// <nil>
	// Jö Doe true
	// [u1 u2] <nil>
	// uri: parse query "name=Jö": query: invalid character 'ö' at offset 6 (RFC 2396, 3.4)
}
