package guardtest_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"

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

// A check by hand compares the host of net/url. The programs were seen to read the text otherwise.
func ExampleDenyListGaps() {
	allowed := func(text string) bool {
		u, err := url.Parse(text)
		return err == nil && u.Hostname() != "192.168.0.1"
	}
	for gap := range guardtest.DenyListGaps("192.168.0.1", allowed) {
		if slices.Contains(gap.Programs, "node:new_URL") {
			fmt.Printf("%s: %q\n", gap.Behavior, gap.Text)
		}
	}
	// Output:
	// the host of RFC 3986: "http://192.168.0.1./"
	// characters that stand for others: "http://１９２.168.0.1/"
	// an address in another notation: "http://3232235521/"
}

// A check of the beginning finds the host in other URLs.
func ExampleAllowListGaps() {
	allowed := func(text string) bool { return strings.HasPrefix(text, "https://good.example") }
	for gap := range guardtest.AllowListGaps("good.example", allowed) {
		fmt.Println(gap)
	}
	// Output:
	// the host before other labels: "https://good.example.evil.example/"
	// the host at the start of a label: "https://good.exampleevil.example/"
	// the host in the userinfo: "https://good.example@evil.example/"
}

// A check of two slashes knows one spelling.
func ExampleRedirectGaps() {
	allowed := func(ref string) bool { return strings.HasPrefix(ref, "/") && !strings.HasPrefix(ref, "//") }
	for gap := range guardtest.RedirectGaps("https://good.example", allowed) {
		if len(gap.Text) <= len("/x/evil.example/") {
			fmt.Printf("%q\n", gap.Text)
		}
	}
	// Output:
	// "/.//evil.example"
	// "/%2Fevil.example"
	// "/;/evil.example"
	// "/\\evil.example"
	// "/.\\/evil.example"
	// "/\t/evil.example/"
	// "/\\evil.example/"
}

// t stands for the *testing.T of a test. It prints errors.
var t testing.TB = printer{}

type printer struct{ testing.TB }

func (printer) Helper()           {}
func (printer) Error(args ...any) { fmt.Println(args...) }

// The test of a list of internal hosts: MayMatch has no gap.
func ExampleDenyList() {
	inner, err := guard.ParseHosts("intern.example")
	if err != nil {
		t.Fatal(err)
	}
	guardtest.DenyList(t, "intern.example", func(text string) bool {
		u, err := uri.Parse(text)
		return err == nil && !inner.MayMatch(u)
	})
	// Output:
}

// The test of a suffix: it has no dot before it.
func ExampleAllowList() {
	guardtest.AllowList(t, "good.example", func(text string) bool {
		u, err := uri.Parse(text)
		host, _ := u.Host()
		return err == nil && u.Scheme() == "https" && strings.HasSuffix(host, "good.example")
	})
	// Output:
	// the host at the end of a label: "https://evilgood.example/"
}

// The test of a redirect: a Redirector sends what it returns.
func ExampleRedirects() {
	redirector := guard.Redirector{Base: uri.MustParse("https://good.example/login")}
	guardtest.Redirects(t, "https://good.example", func(ref string) bool {
		u, err := redirector.Resolve(ref)
		return err == nil && u.String() == ref
	})
	// Output:
}

func ExampleGap_String() {
	for gap := range guardtest.DenyListGaps("h", func(text string) bool { return text == "http://h!/" }) {
		fmt.Println(gap.String())
	}
	// Output: a delimiter: "http://h!/"
}

func (printer) Cleanup(func())                    {} // a test would end the server
func (printer) Fatalf(format string, args ...any) { fmt.Printf(format, args...) }

// The test of a front that asks for a login at /admin. It runs at 127.0.0.1:8080 and sends all
// requests on to server.URL.
func ExampleServer_Attack() {
	server := guardtest.NewServer(t, guardtest.Site{
		Host: "www.example", Guarded: "/admin",
		Login: http.Header{"Authorization": {"Basic YWxpY2U6c2VjcmV0"}}, Field: "X-User", User: "alice",
	})
	fmt.Println("configure the front for", server.URL)
	server.Attack("127.0.0.1:8080")
}

// A front without a login: the first request is the shortest one that enters.
func ExampleServer_Gaps() {
	server := guardtest.NewServer(t, guardtest.Site{Guarded: "/admin"})
	to, err := url.Parse(server.URL)
	if err != nil {
		fmt.Println(err)
		return
	}
	front := httptest.NewServer(httputil.NewSingleHostReverseProxy(to))
	defer front.Close()
	gaps, err := server.Gaps(front.URL)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, gap := range gaps {
		fmt.Printf("%s\n%s", gap.Behavior, gap.Text)
	}
}
