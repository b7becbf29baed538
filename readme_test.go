package uri_test

import (
	"errors"
	"fmt"
	"log"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/crawl"
	"example.com/uri/guard"
	"example.com/uri/web"
)

// The examples of this file are the Go snippets of README.md and MOVING.md.

func Example_firstScreen() {
	u, err := uri.Parse("http://example.com/a/b?x=1#top") // the text, checked, and where its parts are
	if err != nil {
		log.Fatal(err) // names the rule, its section and the byte
	}
	query, ok := u.Query()     // x=1 true; a missing query gives false, an empty one true
	address, _ := u.HostPort() // example.com:80, what net.Dial takes

	// Read a URL as its scheme does: a struct of decoded values, and what a client sends.
	f, err := uri.ParseFTP("ftp://h/pub/%2Fetc/motd") // f.Path is pub, /etc, motd
	lines, err := f.Commands()                        // USER anonymous, CWD pub, CWD /etc, RETR motd

	// Resolve a link as browsers do. u.Resolve(link) follows RFC 2396.
	link := uri.MustParse("../search?q=fish+%26+chips&page=2")
	u, err = uri.Resolver{Mode: uri.RFC3986}.Resolve(u, link) // http://example.com/search?q=fish+%26+chips&page=2

	// Read and change the query pair by pair. Other pairs keep every byte.
	q, _ := u.Values().Get("q")                        // fish & chips
	u, err = u.WithValues(u.Values().Set("page", "3")) // http://example.com/search?q=fish+%26+chips&page=3
	fmt.Println(query, ok, address, lines, q, u, err)
	// Output: x=1 true example.com:80 [USER anonymous CWD pub CWD /etc RETR motd] fish & chips http://example.com/search?q=fish+%26+chips&page=3 <nil>
}

func Example_parse() {
	u, err := uri.Parse("http://user@example.com:8080/a%2Fb;v=1/c?x=1&y#top")
	if err != nil {
		log.Fatal(err)
	}
	host, _ := u.Host()
	port, _ := u.EffectivePort()
	fmt.Println(u.Scheme(), host, port, u.Kind())
	for segment := range u.Segments() {
		name, _ := uri.Unescape(segment.Name())
		fmt.Printf("%q %q\n", segment, name)
	}
	_, ok := uri.MustParse("http://example.com/?").Query()
	fmt.Println("an empty query is defined:", ok)
	// Output:
	// http example.com 8080 absolute-hier
	// "a%2Fb;v=1" "a/b"
	// "c" "c"
	// an empty query is defined: true
}

func Example_errors() {
	_, err := uri.Parse("http://exa mple.com/")
	fmt.Println(err)
	var e *uri.SyntaxError
	if errors.As(err, &e) {
		fmt.Println(e.Offset, e.Rule, "=", e.Rule.Production())
		fmt.Println(e.Caret())
	}
	// Output:
	// uri: parse "http://exa mple.com/": authority: invalid character ' ' at offset 10 (RFC 2396, 3.2)
	// 10 authority = server | reg_name
	// http://exa mple.com/
	//           ^
}

func Example_scheme() {
	f, err := uri.ParseFTP("ftp://user:secret@ftp.example.com/pub/a%2Fb/list;type=d")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%q\n", f.Path)
	lines, err := f.Commands() // an error if a line would contain CR or LF
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(f.HostPort(), strings.Join(lines, " | "))
	fmt.Printf("%+v\n", f) // hides the password; %v prints the text as it is
	// Output:
	// ["pub" "a/b" "list"]
	// ftp.example.com:21 USER user | PASS secret | CWD pub | CWD a/b | NLST list
	// ftp://user:xxxxx@ftp.example.com/pub/a%2Fb/list;type=d
}

func Example_resolve() {
	base := uri.MustParse("http://a/b/c/d;p?q")
	for _, ref := range []string{"g;x=1/../y", "?y", "../../../g", "#s"} {
		u := uri.MustParse(ref)
		old, _ := base.Resolve(u)
		now, _ := uri.Resolver{Mode: uri.RFC3986}.Resolve(base, u)
		fmt.Println(ref, "->", old, now)
	}
	rel, _ := base.Relativize(uri.MustParse("http://a/b/x/y"))
	fmt.Println(rel)
	// Output:
	// g;x=1/../y -> http://a/b/c/y http://a/b/c/y
	// ?y -> http://a/b/c/?y http://a/b/c/d;p?y
	// ../../../g -> http://a/../g http://a/g
	// #s -> http://a/b/c/d;p?q#s http://a/b/c/d;p?q#s
	// ../x/y
}

func Example_change() {
	u := uri.MustParse("HTTP://Example.com:80/%7esmith/")
	fmt.Println(u.Normalize(), uri.Equivalent(u, uri.MustParse("http://example.com/~smith/")))
	v, _ := u.JoinSegments("a/b", "c d")
	fmt.Println(v)
	_, err := uri.MustParse("x:/a").WithPath("//evil.example/")
	fmt.Println(err)
	// Output:
	// http://example.com/~smith/ true
	// HTTP://Example.com:80/%7esmith/a%2Fb/c%20d
	// uri: change path "x://evil.example/": authority: the text would read as other parts at offset 16 (RFC 2396, 3.2)
}

func Example_web() {
	page, err := web.Parse("https://example.com/docs/index.html")
	if err != nil {
		log.Fatal(err)
	}
	for _, link := range []string{"../a b.html#c", `\\EXAMPLE.org\x`, "http://0x7f.1/"} {
		u, err := web.Parser{}.Parse(page, link)
		fmt.Println(u, err)
	}
	// Output:
	// https://example.com/a%20b.html#c <nil>
	// https://example.org/x <nil>
	// http://127.0.0.1/ <nil>
}

func Example_crawl() {
	text := `See <URL:http://www.w3.org/
Addressing/> and (http://example.com/a_(b)).`
	for m := range crawl.Extract(text) {
		fmt.Println(m.Start, m.URI)
	}
	u, changes, err := crawl.Repair(" http://example.com/a b|c%zz ")
	fmt.Println(u, len(changes), err)
	fmt.Printf("%s\n", crawl.AppendSURT(nil, uri.MustParse("http://www.archive.org/goo/?a=2&b&a=1")))
	// Output:
	// 9 http://www.w3.org/Addressing/
	// 46 http://example.com/a_(b)
	// http://example.com/a%20b%7Cc%25zz 5 <nil>
	// org,archive,www)/goo/?a=2&b&a=1
}

func Example_guard() {
	u := uri.MustParse("http://www.bank.example@0x7f.1:25/")
	for _, f := range guard.Audit(u) {
		fmt.Println(f.Offset, f.Code, f.Severity(), "-", f.Message())
	}
	addr, _ := guard.Loose(u)
	fmt.Println(addr, guard.IsPublic(addr))
	fmt.Println(guard.AgreesWithNetURL(uri.MustParse("mailto:a@example.com?subject=x")))
	// Output:
	// 7 userinfo-host danger - the user name looks like the host
	// 24 odd-ipv4 danger - other parsers read this host as an IPv4 address: 127.0.0.1
	// 24 special-address warning - the address is not public: 127.0.0.1
	// 31 bad-port danger - the port belongs to another service
	// 127.0.0.1 false
	// guard: net/url disagrees about the query: it has one, cut off the opaque part
}

func Example_moving() {
	base, link := "http://example.com/a/b", `..\x y#z`
	page, err := web.Parse(base)
	if err != nil {
		log.Fatal(err)
	}
	parser := web.Parser{}                // ToASCII: idna.ToASCII, of example.com/uri/idna
	href, err := parser.Parse(page, link) // what a browser would fetch: href.String()
	if err != nil {
		log.Fatal(err)
	}
	u, err := href.URI()           // the same by the RFCs
	key := crawl.AppendKey(nil, u) // to tell whether it was seen
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(href, u, string(key))
	// Output: http://example.com/x%20y#z http://example.com/x%20y#z http://example.com/x%20y
}

// TestMovingFromAda runs the rows of the table "From Ada" in MOVING.md.
func TestMovingFromAda(t *testing.T) {
	_, err := web.Parse("http://h:99999/")
	if e, ok := err.(*web.Error); !ok || e.Offset != len("http://h:") || e.Name != "port-out-of-range" {
		t.Errorf("can_parse: %v", err)
	}
	base, err := web.Parse("https://u:p@h:8080/a/b?q#f")
	if err != nil {
		t.Fatal(err)
	}
	again, err := web.Parser{}.Parse(base, "https://u:p@H:8080/a/../a/b?q#f")
	if err != nil || again != base {
		t.Errorf("parse: %v, %v", again, err)
	}
	for _, row := range []struct{ name, got, want string }{
		{"get_href", base.String(), "https://u:p@h:8080/a/b?q#f"},
		{"get_protocol", base.Scheme(), "https"},
		{"get_username", base.Username(), "u"},
		{"get_password", base.Password(), "p"},
		{"get_pathname", base.Path(), "/a/b"},
		{"get_origin", base.Origin(), "https://h:8080"},
	} {
		if row.got != row.want {
			t.Errorf("%s: %q, want %q", row.name, row.got, row.want)
		}
	}
	host, hasHost := base.Host()
	port, hasPort := base.Port()
	query, hasQuery := base.Query()
	fragment, hasFragment := base.Fragment()
	if host != "h" || port != 8080 || query != "q" || fragment != "f" || !hasHost || !hasPort || !hasQuery || !hasFragment {
		t.Errorf("host %q, port %d, query %q, fragment %q", host, port, query, fragment)
	}
	empty, err := web.Parse("https://h:443/?#")
	if err != nil {
		t.Fatal(err)
	}
	_, hasPort = empty.Port()
	if query, ok := empty.Query(); query != "" || !ok || hasPort {
		t.Errorf("%v: query %q, %v, port %v", empty, query, ok, hasPort)
	}
	if fragment, ok := empty.Fragment(); fragment != "" || !ok {
		t.Errorf("%v: fragment %q, %v", empty, fragment, ok)
	}
	if mail, err := web.Parse("mailto:a@b"); err != nil {
		t.Error(err)
	} else if _, ok := mail.Host(); ok {
		t.Errorf("%v has a host", mail)
	}
	if _, err := web.Parse("http://b\u00fccher.example/"); !errors.Is(err, web.ErrNoToASCII) {
		t.Errorf("without ToASCII: %v", err)
	}
	toASCII := func(string) (string, error) { return "xn--bcher-kva.example", nil }
	if u, err := (web.Parser{ToASCII: toASCII}).Parse(web.URL{}, "http://b\u00fccher.example/"); u.String() != "http://xn--bcher-kva.example/" {
		t.Errorf("with ToASCII: %v, %v", u, err)
	}
	odd, err := web.Parse("http:\\\\0x7f.1\\a|b?c=d&e")
	if err != nil || odd.String() != "http://127.0.0.1/a|b?c=d&e" {
		t.Errorf("%v, %v", odd, err)
	}
	u, err := odd.URI()
	if err != nil || u.String() != "http://127.0.0.1/a%7Cb?c=d&e" {
		t.Errorf("%v, %v", u, err)
	}
	n := 0
	for range u.Pairs() {
		n++
	}
	if addr, ok := guard.Loose(u); n != 2 || !ok || addr.String() != "127.0.0.1" {
		t.Errorf("%v: %d pairs, %v", u, n, addr)
	}
	if allocs := testing.AllocsPerRun(10, func() { _ = base.String() }); allocs != 0 {
		t.Errorf("String allocates %v times", allocs)
	}
}
