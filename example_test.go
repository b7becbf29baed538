package uri_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"log/slog"
	"os"
	"path"
	"slices"
	"strings"

	"example.com/uri"
	"example.com/uri/crawl"
	"example.com/uri/guard/httpguard"
	"example.com/uri/links"
)

// The examples of the README.

func Example() {
	u, err := uri.Parse("http://example.com/a%2Fb?q=fish+%26+chips#top")
	if err != nil {
		log.Fatal(err)
	}
	q, _ := u.Values().Get("q") // decoded; false if there is no such pair
	fmt.Println(q)
	// Output: fish & chips
}

func Example_change() {
	u := uri.MustParse("http://example.com/a%2Fb?q=fish+%26+chips&page=1")
	next, err := u.WithValues(u.Values().With("page", "2"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(next) // the other bytes stay
	// Output: http://example.com/a%2Fb?q=fish+%26+chips&page=2
}

func Example_fetch() {
	client := httpguard.Client{}.HTTP() // one for all requests, with limits for time, size and redirects
	response, err := client.Get("http://127.0.0.1:8080/admin")
	if err != nil {
		fmt.Println(httpguard.WithoutURL(err)) // a URL may contain a secret
		return
	}
	defer response.Body.Close()
	// Output: guard: gate: address "127.0.0.1": the address is not public (RFC 1122, 3.2.1.3, 127.0.0.0/8)
}

func Example_links() {
	seen := make(map[string]bool)
	for m := range links.Extract("See http://example.com/a, <HTTP://EXAMPLE.com:80/a> and http://example.com/a?utm_source=x.") {
		key := crawl.Keyer{Drop: crawl.IsTracking}.Key(m.URI) // without utm_source and its like
		if !seen[key] {
			seen[key] = true
			fmt.Println(m.URI)
		}
	}
	// Output: http://example.com/a
}

// Reading, changing, resolving, building, and what an error says.
func Example_overview() {
	u, err := uri.Parse("http://example.com:8080/a%2Fb/c?q=fish+%26+chips&page=1#top")
	if err != nil {
		log.Fatal(err)
	}
	host, _ := u.Host()         // as written; false if there is none
	q, _ := u.Values().Get("q") // decoded
	fmt.Println(host, u.Path(), q)

	u, err = u.WithValues(u.Values().With("page", "2")) // a changed copy; the other bytes stay
	fmt.Println(u, err)
	link, err := uri.RFC3986.Resolve(u, uri.MustParse("../d"))
	fmt.Println(link, err)

	parts, err := uri.GenericFrom(u) // all parts, decoded
	fmt.Printf("%s %d %q %v\n", parts.Host, parts.Port, parts.Path, err)
	built, err := uri.Generic{Scheme: "https", Host: "example.com", Path: []string{"a/b", "c d"}}.URI()
	fmt.Println(built, err)

	_, err = uri.Parse("http://exa mple.com/")
	var e *uri.SyntaxError // with fields for the offset, the part and the rule
	if errors.As(err, &e) {
		fmt.Println(e)
		fmt.Println(e.Fix()) // what was probably meant, to show it to the user
	}
	// Output:
	// example.com /a%2Fb/c fish & chips
	// http://example.com:8080/a%2Fb/c?q=fish+%26+chips&page=2#top <nil>
	// http://example.com:8080/d <nil>
	// example.com 8080 ["a/b" "c"] <nil>
	// https://example.com/a%2Fb/c%20d <nil>
	// uri: parse "http://exa mple.com/": authority: invalid character ' ' at offset 10 (RFC 2396, 3.2)
	// http://example.com/ true
}

func ExampleParse() {
	for _, s := range []string{"http://example.com/a?b#c", "../a", "mailto:a@example.com", "#c", "http:", "a b"} {
		u, err := uri.Parse(s)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(u.Kind(), u)
	}
	// Output:
	// absolute-hier http://example.com/a?b#c
	// relative ../a
	// absolute-opaque mailto:a@example.com
	// same-document #c
	// uri: parse "http:": opaque_part: unexpected end at offset 5 (RFC 2396, 3)
	// uri: parse "a b": rel_segment: invalid character ' ' at offset 1 (RFC 2396, 5)
}

func ExampleMustParse() {
	var home = uri.MustParse("http://example.com/")
	fmt.Println(home)
	// Output: http://example.com/
}

func ExampleParseRFC2396() {
	const s = "http://[::1]/"
	_, err := uri.Parse(s)
	fmt.Println(err)
	_, err = uri.ParseRFC2396(s)
	fmt.Println(err)
	// Output:
	// <nil>
	// uri: parse "http://[::1]/": authority: invalid character '[' at offset 7 (RFC 2396, 3.2)
}

func ExampleValid() {
	fmt.Println(uri.Valid("a%20b"), uri.Valid("a b"))
	// Output: true false
}

func ExampleURI_String() {
	const s = "HTTP://Example.COM:080/%7ea/../?"
	fmt.Println(uri.MustParse(s).String() == s)
	// Output: true
}

func ExampleURI_Scheme() {
	fmt.Printf("%q %q\n", uri.MustParse("HTTP://h/").Scheme(), uri.MustParse("//h/").Scheme())
	// Output: "HTTP" ""
}

func ExampleURI_Path() {
	for _, s := range []string{"http://h/a/../b", "http://h", "a;p", "mailto:a@b"} {
		fmt.Printf("%q\n", uri.MustParse(s).Path())
	}
	// Output:
	// "/a/../b"
	// ""
	// "a;p"
	// "a@b"
}

func ExampleMode_Path() {
	u := uri.MustParse("pkg:npm/x@1;p?y=z")
	fmt.Println(u.Path())
	fmt.Println(uri.RFC3986.Path(u))
	fmt.Println(uri.RFC1808.Path(u))
	// Output:
	// npm/x@1;p?y=z
	// npm/x@1;p
	// npm/x@1
}

func ExampleMode_Query() {
	u := uri.MustParse("file:x.db?mode=memory")
	fmt.Println(u.Query())
	fmt.Println(uri.RFC3986.Query(u))
	// Output:
	//  false
	// mode=memory true
}

func ExampleMode_Values() {
	subject, ok := uri.RFC3986.Values(uri.MustParse("sip:alice@example.com?subject=a%20b")).Get("subject")
	fmt.Println(subject, ok)
	// Output: a b true
}

func ExampleURI_Query() {
	for _, s := range []string{"/a?b?c", "/a?", "/a", "mailto:a@b?c"} {
		query, ok := uri.MustParse(s).Query()
		fmt.Printf("%q %t\n", query, ok)
	}
	// Output:
	// "b?c" true
	// "" true
	// "" false
	// "" false
}

func ExampleURI_Fragment() {
	fragment, ok := uri.MustParse("a?b#c?d").Fragment()
	fmt.Println(fragment, ok)
	// Output: c?d true
}

// What a browser does with a link by what kind of reference it is.
func ExampleKind() {
	for _, s := range []string{"#top", "../b", "http://h/", "mailto:a@h"} {
		switch uri.MustParse(s).Kind() {
		case uri.KindSameDocument:
			fmt.Println(s, "scrolls the page")
		case uri.KindRelative:
			fmt.Println(s, "is resolved first")
		case uri.KindAbsoluteHier:
			fmt.Println(s, "is fetched")
		case uri.KindAbsoluteOpaque:
			fmt.Println(s, "is handed to another program")
		}
	}
	// Output:
	// #top scrolls the page
	// ../b is resolved first
	// http://h/ is fetched
	// mailto:a@h is handed to another program
}

func ExampleURI_IsSameDocument() {
	for _, s := range []string{"", "#top", "?", "."} {
		fmt.Print(uri.MustParse(s).IsSameDocument(), " ")
	}
	// Output: true true false false
}

func ExampleURI_IsServer() {
	for _, s := range []string{"//example.com:80", "//", "//my_host", "/a"} {
		fmt.Print(uri.MustParse(s).IsServer(), " ")
	}
	// Output: true true false false
}

func ExampleURI_AppendText() {
	b, err := uri.MustParse("http://h/").AppendText([]byte("GET "))
	fmt.Println(string(b), err)
	// Output: GET http://h/ <nil>
}

// Undefined and empty are two things.
func ExampleURI() {
	for _, s := range []string{"http://h/a", "http://h/a?#"} {
		u := uri.MustParse(s)
		query, ok := u.Query()
		fmt.Printf("query %q %t", query, ok)
		fragment, ok := u.Fragment()
		fmt.Printf(", fragment %q %t\n", fragment, ok)
	}
	// Output:
	// query "" false, fragment "" false
	// query "" true, fragment "" true
}

func ExampleURI_mapKey() {
	seen := make(map[uri.URI]int)
	for _, s := range []string{"http://a/", "http://b/", "http://a/"} {
		seen[uri.MustParse(s)]++
	}
	fmt.Println(len(seen), seen[uri.MustParse("http://a/")])
	// Output: 2 2
}

func ExampleURI_Authority() {
	for _, s := range []string{"http://u@h:80/", "file:///etc", "mailto:a@b"} {
		authority, ok := uri.MustParse(s).Authority()
		fmt.Printf("%q %t\n", authority, ok)
	}
	// Output:
	// "u@h:80" true
	// "" true
	// "" false
}

func ExampleURI_Userinfo() {
	userinfo, ok := uri.MustParse("ftp://me@ftp.example.com/").Userinfo()
	fmt.Println(userinfo, ok)
	// Output: me true
}

// A registry-based authority has a host where RFC 3986 would find one.
func ExampleURI_Host() {
	for _, s := range []string{"//example.com:80", "//10.0.0.1", "//[::1]:80", "//my_host:80", "//a@b@c", "///"} {
		u := uri.MustParse(s)
		host, ok := u.Host()
		fmt.Println(host, ok, u.HostKind(), u.IsServer())
	}
	// Output:
	// example.com true hostname true
	// 10.0.0.1 true IPv4 true
	// [::1] true IPv6 true
	// my_host true regname false
	//  false  false
	//  false  true
}

// How a client finds the address to connect to.
func ExampleHostKind() {
	for _, s := range []string{"http://example.com/", "http://192.0.2.1/", "http://[2001:db8::1]/", "http://my_host/", "file:///a"} {
		u := uri.MustParse(s)
		host, _ := u.Host()
		switch u.HostKind() {
		case uri.HostName:
			fmt.Println(host, "is looked up in the DNS")
		case uri.HostIPv4, uri.HostIPv6:
			addr, ok := u.Addr()
			fmt.Println(addr, "is the address:", ok)
		case uri.HostRegName:
			fmt.Println(host, "is a name that only a registry knows")
		case uri.HostNone:
			fmt.Println(u, "names no host")
		}
	}
	// Output:
	// example.com is looked up in the DNS
	// 192.0.2.1 is the address: true
	// 2001:db8::1 is the address: true
	// my_host is a name that only a registry knows
	// file:///a names no host
}

func ExampleURI_Port() {
	for _, s := range []string{"//h:8080", "//h:", "//h"} {
		port, ok := uri.MustParse(s).Port()
		fmt.Printf("%q %t\n", port, ok)
	}
	// Output:
	// "8080" true
	// "" true
	// "" false
}

func ExampleURI_Span() {
	u := uri.MustParse("//joe@example.com/a?b")
	for _, p := range []uri.Part{uri.PartNone, uri.PartScheme, uri.PartAuthority, uri.PartUserinfo, uri.PartHost, uri.PartPort,
		uri.PartPath, uri.PartOpaque, uri.PartQuery, uri.PartFragment} {
		if start, end, ok := u.Span(p); ok {
			fmt.Printf("%v at %d: %s\n", p, start, u.String()[start:end])
		}
	}
	// Where a port would be written:
	i, _, _ := u.Span(uri.PartPort)
	fmt.Println(u.String()[:i] + ":8080" + u.String()[i:])
	// Output:
	// authority at 2: joe@example.com
	// userinfo at 2: joe
	// host at 6: example.com
	// path at 17: /a
	// query at 20: b
	// //joe@example.com:8080/a?b
}

func ExampleURI_Addr() {
	addr, ok := uri.MustParse("http://[::FFFF:129.144.52.38]:80/").Addr()
	fmt.Println(addr, ok)
	_, ok = uri.MustParse("http://999.0.0.1/").Addr()
	fmt.Println(ok)
	// Output:
	// ::ffff:129.144.52.38 true
	// false
}

func ExampleURI_Opaque() {
	opaque, ok := uri.MustParse("mailto:a@example.com?subject=hi#f").Opaque()
	fmt.Println(opaque, ok)
	// Output: a@example.com?subject=hi true
}

func ExampleURI_Kind() {
	u := uri.MustParse("//example.com/a")
	fmt.Println(u.Kind(), u.IsAbsolute(), u.IsOpaque(), u.IsSameDocument())
	// Output: relative false false false
}

// What is decoded after it was split stays in its place.
func ExampleURI_Segments() {
	u := uri.MustParse("ftp://h/pub/a%2Fb/motd;type=a;x")
	for g := range u.Segments() {
		name, err := uri.Unescape(g.Name())
		fmt.Printf("%q %v", name, err)
		for p := range g.Params() {
			fmt.Printf(" %q", p)
		}
		fmt.Println()
	}
	// Output:
	// "pub" <nil>
	// "a/b" <nil>
	// "motd" <nil> "type=a" "x"
}

func ExamplePair_Value() {
	for _, p := range uri.MustParse("?q=a%26b&page=&raw").Values() {
		value, ok := p.Value()
		fmt.Printf("%s %q %t\n", p.Name(), value, ok)
	}
	// Output:
	// q "a%26b" true
	// page "" true
	// raw "" false
}

func ExampleURI_Clone() {
	page := strings.Repeat("text ", 1000) + "http://example.com/"
	u := uri.MustParse(page[len(page)-len("http://example.com/"):])
	u = u.Clone() // the page is free
	fmt.Println(u)
	// Output: http://example.com/
}

func ExampleRedactor() {
	r := uri.Redactor{Names: []string{"code", "sig"}, Mask: "REDACTED", User: true}
	u := uri.MustParse("https://me:secret@example.com/cb?code=4711&state=x&token=t")
	fmt.Println(r.Redact(u))
	fmt.Println(u.Redacted())
	// Output:
	// https://REDACTED:REDACTED@example.com/cb?code=REDACTED&state=x&token=t
	// https://me:xxxxx@example.com/cb?code=4711&state=x&token=xxxxx
}

func ExampleURI_Redacted() {
	u := uri.MustParse("ftp://me:secret@ftp.example.com/")
	fmt.Println(u.Redacted())
	fmt.Printf("%+v\n", u)
	fmt.Printf("%#v\n", u)
	// Output:
	// ftp://me:xxxxx@ftp.example.com/
	// ftp://me:xxxxx@ftp.example.com/
	// uri.MustParse("ftp://me:xxxxx@ftp.example.com/")
}

func ExampleURI_Format() {
	u := uri.MustParse("http://example.com/")
	fmt.Printf("%v|%s|%q|%-22s|%.4s\n", u, u, u, u, u)
	// Output: http://example.com/|http://example.com/|"http://example.com/"|http://example.com/   |http
}

func ExampleURI_LogValue() {
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	}))
	log.Info("fetched", "uri", uri.MustParse("http://me:secret@example.com/"))
	// Output: level=INFO msg=fetched uri=http://me:xxxxx@example.com/
}

func ExampleURI_MarshalText() {
	type link struct {
		Href uri.URI `json:"href"`
	}
	text, err := json.Marshal(link{uri.MustParse("http://example.com/a?b")})
	fmt.Println(string(text), err)
	// Output: {"href":"http://example.com/a?b"} <nil>
}

func ExampleURI_UnmarshalText() {
	var link struct{ Href uri.URI }
	fmt.Println(json.Unmarshal([]byte(`{"Href": "http://example.com/a"}`), &link), link.Href)
	fmt.Println(json.Unmarshal([]byte(`{"Href": "http://example.com/a b"}`), &link))
	// Output:
	// <nil> http://example.com/a
	// uri: parse "http://example.com/a b": abs_path: invalid character ' ' at offset 20 (RFC 2396, 3)
}

// A URI is a flag by way of its text form.
func ExampleURI_UnmarshalText_flag() {
	var base uri.URI
	flags := flag.NewFlagSet("get", flag.ContinueOnError)
	flags.TextVar(&base, "base", uri.MustParse("http://localhost/"), "resolve against `URI`")
	err := flags.Parse([]string{"-base", "http://example.com/a/"})
	fmt.Println(base, err)
	// Output: http://example.com/a/ <nil>
}

// An error names the rule that the text breaks. A program that treats one of them
// in its own way compares the name.
func ExampleRule() {
	for _, s := range []string{"http://h/100%", "http://[1:2]/"} {
		var e *uri.SyntaxError
		if _, err := uri.Parse(s); errors.As(err, &e) {
			fmt.Printf("%-11s  %-20s  %s\n", e.Rule, e.Rule.Section(), e.Rule.Production())
			if e.Rule.String() == "escaped" {
				fmt.Println("did you mean " + uri.EscapeOnce(s, uri.EscapePath) + "?")
			}
		}
	}
	// Output:
	// escaped      RFC 2396, 2.4.1       "%" hex hex
	// did you mean http://h/100%25?
	// IPv6address  RFC 2373, Appendix B  hexpart [ ":" IPv4address ]
}

func ExampleSyntaxError() {
	_, err := uri.Parse("http://me:secret@exa mple.com/")
	var e *uri.SyntaxError
	if errors.As(err, &e) {
		fmt.Println(e.Offset, e.Rule, e.Rule.Section(), e.Reason())
		fmt.Println(e.Rule.Production())
	}
	// Output:
	// 20 authority RFC 2396, 3.2 invalid character ' '
	// server | reg_name
}

// Broken links are counted by the rule that they break.
func ExampleSyntaxError_count() {
	count := map[string]int{}
	for _, link := range []string{"http://h/a b", "/100%", "/a", "http://h/a|b", "http://[1:2]/"} {
		var e *uri.SyntaxError
		if _, err := uri.Parse(link); errors.As(err, &e) {
			count[e.Rule.String()]++
		}
	}
	fmt.Println(count)
	// Output:
	// map[IPv6address:1 abs_path:2 escaped:1]
}

func ExampleSyntaxError_Caret() {
	_, err := uri.Parse("http://me:secret@exa mple.com/")
	var e *uri.SyntaxError
	if errors.As(err, &e) {
		fmt.Println(e.Caret())
	}
	// Output:
	// http://me:xxxxx@exa mple.com/
	//                    ^
}

func ExampleEscape() {
	name := "100% a/b;c.txt"
	fmt.Println(uri.Escape(name, uri.EscapeSegment))
	fmt.Println(uri.Escape(name, uri.EscapePath))
	fmt.Println("?q=" + uri.Escape("fish & chips", uri.EscapeQueryPair))
	// Output:
	// 100%25%20a%2Fb%3Bc.txt
	// 100%25%20a/b;c.txt
	// ?q=fish%20%26%20chips
}

// Each component allows other characters.
func ExampleEscapeSet() {
	for _, c := range []uri.EscapeSet{
		uri.EscapeData, uri.EscapeUser, uri.EscapeUserinfo, uri.EscapeRegistryHost,
		uri.EscapeSegment, uri.EscapePath, uri.EscapeQueryPair, uri.EscapeQuery, uri.EscapeUnreserved,
	} {
		fmt.Printf("%-13v %s\n", c, uri.Escape("~*a;b:c@d/e?f&g=h+i$j,k#l%", c))
	}
	// Output:
	// data          ~*a%3Bb%3Ac%40d%2Fe%3Ff%26g%3Dh%2Bi%24j%2Ck%23l%25
	// user          ~*a;b%3Ac%40d%2Fe%3Ff&g=h+i$j,k%23l%25
	// userinfo      ~*a;b:c%40d%2Fe%3Ff&g=h+i$j,k%23l%25
	// registry host ~*a;b%3Ac%40d%2Fe%3Ff&g=h+i$j,k%23l%25
	// path segment  ~*a%3Bb:c@d%2Fe%3Ff&g=h+i$j,k%23l%25
	// full path     ~*a;b:c@d/e%3Ff&g=h+i$j,k%23l%25
	// query pair    ~*a%3Bb:c@d/e?f%26g%3Dh%2Bi$j,k%23l%25
	// full query    ~*a;b:c@d/e?f&g=h+i$j,k%23l%25
	// unreserved    ~%2Aa%3Bb%3Ac%40d%2Fe%3Ff%26g%3Dh%2Bi%24j%2Ck%23l%25
}

// EscapeOnce repairs text that already contains escapes.
func ExampleEscapeOnce() {
	once := uri.EscapeOnce("a b%20c%", uri.EscapePath)
	fmt.Println(once, uri.EscapeOnce(once, uri.EscapePath) == once)
	fmt.Println(uri.Escape("a b%20c%", uri.EscapePath))
	// Output:
	// a%20b%20c%25 true
	// a%20b%2520c%25
}

func ExampleUnescape() {
	fmt.Println(uri.Unescape("a%2Fb%20c+d"))
	_, err := uri.Unescape("100%")
	fmt.Println(err)
	// Output:
	// a/b c+d <nil>
	// uri: unescape "100%": escaped: unexpected end at offset 4 (RFC 2396, 2.4.1)
}

func ExampleAppendEscape() {
	b := []byte("/pub/")
	b = uri.AppendEscape(b, "a b", uri.EscapeSegment)
	fmt.Println(string(b))
	// Output: /pub/a%20b
}

func ExampleAppendUnescape() {
	b, err := uri.AppendUnescape([]byte("file: "), "a%20b")
	fmt.Println(string(b), err)
	// Output: file: a b <nil>
}

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
	name, err := uri.Unescape(string(file))
	fmt.Println(name, path.Ext(name), ok, err)
	// Output:
	// read me.tar.gz .gz true <nil>
}

func ExampleURI_MarshalBinary() {
	var cache bytes.Buffer // encoding/gob calls MarshalBinary and UnmarshalBinary
	if err := gob.NewEncoder(&cache).Encode(uri.MustParse("http://example.com/")); err != nil {
		log.Fatal(err)
	}
	var u uri.URI
	err := gob.NewDecoder(&cache).Decode(&u)
	fmt.Println(u, err)

	b, _ := u.MarshalBinary()
	b, _ = u.AppendBinary(append(b, ' '))
	fmt.Printf("%s %v\n", b, u.UnmarshalBinary(b))
	// Output:
	// http://example.com/ <nil>
	// http://example.com/ http://example.com/ uri: parse "http://example.com/ http://example.com/": abs_path: invalid character ' ' at offset 19 (RFC 2396, 3)
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
	// uri: scan: cannot read NULL; use sql.Null for a column that may be NULL http://example.com/
}

func ExampleConforms3986() {
	for _, s := range []string{"http://www.example/a?b#c", "../a", "http://[v1.x]/", "http://h:80:80/", "http://h/[a]"} {
		absolute, err := uri.Conforms3986(s)
		fmt.Println(absolute, err)
	}
	// Output:
	// true <nil>
	// false <nil>
	// true <nil>
	// false uri: conforms "http://h:xxxxx": authority: invalid character at offset 14 (RFC 3986, 3.2)
	// false uri: conforms "http://h/[a]": path-abempty: invalid character '[' at offset 9 (RFC 3986, 3.3)
}

func ExampleConforms3987() {
	for _, s := range []string{"http://bücher.example/ä?ö", "../ü", "http://h/\uFFFE", "http://h:８0/", "http://h/\xFC"} {
		absolute, err := uri.Conforms3987(s)
		fmt.Println(absolute, err)
	}
	// Output:
	// true <nil>
	// false <nil>
	// false uri: conforms "http://h/\ufffe": ipath-abempty: invalid character '\ufffe' at offset 9 (RFC 3987, 2.2)
	// false uri: conforms "http://h:xxxxx": iauthority: invalid character at offset 13 (RFC 3987, 2.2)
	// false uri: conforms "http://h/\xfc": ipath-abempty: invalid byte 0xfc at offset 9 (RFC 3987, 2.2)
}

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

// In JSON an undefined part is null, and an empty one is "".
func ExampleOptional_MarshalJSON() {
	for _, s := range []string{"http://h/", "http://h/?", "http://h/?q"} {
		h, err := uri.ParseHTTP(s)
		if err != nil {
			fmt.Println(err)
			return
		}
		text, err := json.Marshal(h.Search)
		fmt.Printf("%s %v\n", text, err)
	}
	// Output:
	// null <nil>
	// "" <nil>
	// "q" <nil>
}

// The JSON of a login has its password, as the JSON of a URI has.
func ExampleLogin_UnmarshalJSON() {
	var database struct{ Login uri.Login }
	err := json.Unmarshal([]byte(`{"Login": "app:p%40ss"}`), &database)
	password, ok := database.Login.Password()
	fmt.Println(password, ok, err)
	text, err := json.Marshal(database)
	fmt.Printf("%s %v\n", text, err)
	// Output:
	// p@ss true <nil>
	// {"Login":"app:p%40ss"} <nil>
}

func ExampleServer_HostPort() {
	s, err := uri.ServerFrom(uri.MustParse("redis://u:p@[::1]:6379/0"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.HostPort())
	fmt.Printf("%+v\n", s)
	s.Port = 0 // the default of its scheme, which a Server does not know
	fmt.Println(s.HostPort())
	// Output:
	// [::1]:6379 true
	// {Login:u:xxxxx Host:[::1] Port:6379}
	//  false
}

// Several pairs may have one name.
func ExampleValues_All() {
	v := uri.MustParse("http://h/?tag=a&id=7&tag=b+c").Values()
	for tag := range v.All("tag") {
		fmt.Println(tag)
	}
	// Output:
	// a
	// b c
}
