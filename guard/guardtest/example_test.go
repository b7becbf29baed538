package guardtest_test

import (
	"fmt"
	"path"
	"strings"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/guard/guardtest"
)

// A check by hand knows one spelling of the path.
func ExamplePaths() {
	allowed := func(target string) bool { return !strings.HasPrefix(path.Clean(target), "/admin") }
	for target := range guardtest.Paths("/admin") {
		if allowed(target) && strings.HasSuffix(target, "admin") {
			fmt.Println(target)
			break
		}
	}
	// Output:
	// //h/admin
}

// A list that keeps hosts out is made for MayMatch: a comparison with the host alone lets others pass.
func ExampleHosts() {
	inner, err := guard.ParseHosts("localhost")
	if err != nil {
		fmt.Println(err)
		return
	}
	missed, kept := 0, 0
	for text := range guardtest.Hosts("localhost") {
		u, err := uri.Parse(text)
		if err != nil {
			continue
		}
		if host, _ := u.Host(); host != "localhost" {
			missed++
		}
		if inner.MayMatch(u) {
			kept++
		}
	}
	fmt.Println(missed > 0, kept > missed)
	// Output: true true
}

// A check of the beginning lets references pass that leave the site.
func ExampleReferences() {
	for ref := range guardtest.References("https://good.example") {
		if strings.HasPrefix(ref, "https://good.example") {
			fmt.Println(ref)
			break
		}
	}
	// Output: https://good.example.evil.example/
}
