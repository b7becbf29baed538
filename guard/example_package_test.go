package guard_test

import (
	"fmt"
	"log"

	"example.com/uri"
	"example.com/uri/guard"
)

// A webhook may go to the listed hosts, and only to public addresses.
func Example() {
	allowed, err := guard.ParseHosts("hooks.example.com, api.example.net")
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range []string{"https://hooks.example.com/a", "http://evil.example/", "http://hooks.example.com@10.0.0.1/"} {
		u, err := uri.Parse(s)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(allowed.Match(u), guard.Gate{}.Check(u))
	}
	// Output:
	// true <nil>
	// false <nil>
	// false guard: gate: host "10.0.0.1": the user name looks like the host (RFC 3986, 7.6)
}
