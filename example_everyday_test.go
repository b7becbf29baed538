package uri_test

import (
	"fmt"

	"example.com/uri"
)

func ExampleURI_HostPort() {
	for _, s := range []string{"http://example.com/", "wss://[::1]/", "//010.0.0.1:8080", "mailto:joe@example.com"} {
		fmt.Println(uri.MustParse(s).HostPort())
	}
	// Output:
	// example.com:80 true
	// [::1]:443 true
	// 10.0.0.1:8080 true
	//  false
}

func ExampleURI_LastSegment() {
	u := uri.MustParse("http://example.com/pub/read%20me.tar.gz?raw")
	file, ok := u.LastSegment()
	name, err := uri.Unescape(file.Name())
	fmt.Println(name, file.Ext(), ok, err)
	// Output:
	// read me.tar.gz .gz true <nil>
}

func ExampleSegment_Ext() {
	for _, g := range []uri.Segment{"a.tar.gz;v=1", "a", ".profile"} {
		fmt.Printf("%q\n", g.Ext())
	}
	// Output:
	// ".gz"
	// ""
	// ""
}

func ExampleURI_Value() {
	fmt.Println(uri.MustParse("http://example.com/").Value())
	// Output:
	// http://example.com/ <nil>
}

func ExampleURI_Scan() {
	var u uri.URI
	fmt.Println(u.Scan([]byte("http://example.com/")), u)
	fmt.Println(u.Scan(nil), u)
	// Output:
	// <nil> http://example.com/
	// uri: scan: a value of type <nil> is no text http://example.com/
}
