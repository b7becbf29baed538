package uri_test

import (
	"fmt"

	"example.com/uri"
)

// A URL of https with a query. NewPair escapes names and values.
func ExampleGeneric() {
	g := uri.Generic{
		Scheme: "https",
		Host:   "api.example.com",
		Port:   8443,
		Path:   []string{"search", "black holes", ""},
		Query:  uri.Values{uri.NewPair("q", "a&b"), uri.NewPair("page", "2")},
	}
	fmt.Println(g.URI())
	fmt.Println(g.HostPort())
	g.Host = "api.example.com/admin"
	_, err := g.URI()
	fmt.Println(err)
	// Output:
	// https://api.example.com:8443/search/black%20holes/?q=a%26b&page=2 <nil>
	// api.example.com:8443 true
	// uri: generic: field Host: not a hostname, an IPv4 address or an IPv6 literal in brackets (RFC 2396, 3.2.2)
}

// The address of a database, whose password may contain anything.
func ExampleGeneric_URI() {
	g := uri.Generic{
		Scheme: "postgres",
		Login:  uri.LoginPassword("app", "p@ss/w:rd?#"),
		Host:   "db.example",
		Path:   []string{"main"},
	}
	u, err := g.URI()
	fmt.Println(u, err)
	fmt.Printf("%+v\n", u) // as for a log
	// Output:
	// postgres://app:p%40ss%2Fw%3Ard%3F%23@db.example/main <nil>
	// postgres://app:xxxxx@db.example/main
}

// An object of S3, whose key has segments, and a WebSocket on an IPv6 address, with
// or without brackets.
func ExampleGeneric_String() {
	fmt.Println(uri.Generic{Scheme: "s3", Host: "bucket", Path: []string{"photos", "2026", "a+b #1.jpg"}})
	fmt.Println(uri.Generic{Scheme: "ws", Host: "2001:db8::7", Port: 8080, Path: []string{"socket"}})
	fmt.Println(uri.Generic{Scheme: "ws", Host: "[2001:db8::7]", Port: 8080, Path: []string{"socket"}})
	// Output:
	// s3://bucket/photos/2026/a+b%20%231.jpg
	// ws://[2001:db8::7]:8080/socket
	// ws://[2001:db8::7]:8080/socket
}

// The parts of a path come from other people: /repos/{owner}/{repo}.
func ExampleGeneric_relative() {
	for _, owner := range []string{"golang", "a/b", "..", ""} {
		g := uri.Generic{Path: []string{"repos", owner, "go"}}
		fmt.Println(g.URI())
	}
	// Output:
	// /repos/golang/go <nil>
	// /repos/a%2Fb/go <nil>
	//  uri: generic: field Path[1]: a dot segment, "." or ".."
	// /repos//go <nil>
}

func ExampleGenericFrom() {
	u := uri.MustParse("HTTPS://me@h.example/a%2Fb;v=1/c?q=1#top")
	g, err := uri.GenericFrom(u)
	if err != nil {
		fmt.Println(err)
		return
	}
	user, _ := g.Login.User()
	fmt.Printf("%s %s %s %q %q %s\n", g.Scheme, user, g.Host, g.Path, g.Query, g.Fragment)
	g.Path[1] = "d"
	g.Query = g.Query.Set("q", "2")
	fmt.Println(g)
	_, err = uri.GenericFrom(uri.MustParse("http://h/a/../b"))
	fmt.Println(err)
	// Output:
	// https me h.example ["a/b;v=1" "c"] "q=1" top
	// https://me@h.example/a%2Fb;v=1/d?q=2#top
	// uri: generic "http://h/a/../b": segment: a dot segment at offset 11 (RFC 2396, 3.3)
}

func ExampleParseGeneric() {
	g, err := uri.ParseGeneric("redis://:secret@cache.example:6379/0")
	if err != nil {
		fmt.Println(err)
		return
	}
	password, _ := g.Login.Password()
	fmt.Println(g.Host, g.Port, g.Path, password)
	_, err = uri.ParseGeneric("news:comp.lang.go")
	fmt.Println(err)
	// Output:
	// cache.example 6379 [0] secret
	// uri: generic "news:comp.lang.go": hier_part: no "/" after the scheme at offset 5 (RFC 2396, 3)
}
