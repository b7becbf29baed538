package docs

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"html"
	"log"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"

	"example.com/uri"
	"example.com/uri/crawl"
	"example.com/uri/guard"
	"example.com/uri/links"
	"example.com/uri/page"
	"example.com/uri/web"
)

// The examples are the tasks of tasks.md, in its order, each below its heading.

// # Read

// Host without brackets, port and address
func Example_taskHost() {
	u := uri.MustParse("http://[2001:db8::1]:8080/")
	host, _ := u.Host()
	fmt.Println(strings.Trim(host, "[]"))
	port, ok := u.EffectivePort() // or the default port of the scheme
	fmt.Println(port, ok)
	address, ok := u.Addr()
	fmt.Println(address, ok)
	address, ok = guard.LooseAddr(uri.MustParse("http://127.1/"))
	fmt.Println(address, ok)
	// Output:
	// 2001:db8::1
	// 8080 true
	// 2001:db8::1 true
	// 127.0.0.1 true
}

// Dial
func Example_taskDial() {
	address, ok := uri.MustParse("http://[::1]/").HostPort() // net.Dial("tcp", address)
	fmt.Println(address, ok)
	// Output: [::1]:80 true
}

// `host:port`, with a default port
func Example_taskHostField() {
	for _, typed := range []string{"db.example.com:5433", "db.example.com", "[::1]"} {
		host, port, err := guard.ParseHostField(typed)
		if err != nil {
			log.Fatal(err)
		}
		if port == "" {
			port = "5432"
		}
		fmt.Println(net.JoinHostPort(strings.Trim(host, "[]"), port))
	}
	// Output:
	// db.example.com:5433
	// db.example.com:5432
	// [::1]:5432
}

// User and password, and another password
func Example_taskLogin() {
	u := uri.MustParse("https://joe:s%3Acret@example.com/")
	s, err := uri.ServerFrom(u)
	if err != nil {
		log.Fatal(err)
	}
	user, _ := s.Login.User()
	password, _ := s.Login.Password()
	fmt.Println(user, password)
	u, err = u.WithUserinfo(uri.Escape(user, uri.EscapeUser) + ":" + uri.Escape("p@ss", uri.EscapeUser))
	fmt.Println(u, err)
	fmt.Println(u.WithoutUserinfo())
	// Output:
	// joe s:cret
	// https://joe:p%40ss@example.com/ <nil>
	// https://example.com/
}

// The hosts of a database URL
func Example_taskHosts() {
	u := uri.MustParse("mongodb://joe:s%3Acret@h1:27017,h2/db?replicaSet=rs")
	for host, port := range u.Hosts() {
		fmt.Printf("%s %q\n", host, port)
	}
	userinfo, _ := u.Userinfo()
	user, password, _ := strings.Cut(userinfo, ":")
	user, err := uri.Unescape(user)
	if err != nil {
		log.Fatal(err)
	}
	password, err = uri.Unescape(password)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(user, password)
	// Output:
	// h1 "27017"
	// h2 ""
	// joe s:cret
}

// Segments, the file name and its extension
func Example_taskSegments() {
	u := uri.MustParse("http://example.com/a%2Fb/annual%20report;v1.tar.gz?download")
	for segment := range u.Segments() {
		name, err := uri.Unescape(string(segment))
		fmt.Printf("%q %v\n", name, err)
	}
	last, _ := u.LastSegment()
	name, err := uri.Unescape(string(last))
	fmt.Println(path.Ext(name), err)
	// Output:
	// "a/b" <nil>
	// "annual report;v1.tar.gz" <nil>
	// .gz <nil>
}

// The query: one value, all values of a name, all pairs
func Example_taskQuery() {
	u := uri.MustParse("http://example.com/?tag=a+b&tag=c&page=2")
	q := u.Values() // uri.ParseValues reads the body of a form, or a fragment such as "code=1&state=2"
	page, ok := q.Get("page")
	fmt.Println(page, ok)
	for tag := range q.All("tag") {
		fmt.Println(tag)
	}
	for _, pair := range q {
		name, value, _ := pair.Decode()
		fmt.Printf("%q %q\n", name, value)
	}
	// Output:
	// 2 true
	// a b
	// c
	// "tag" "a b"
	// "tag" "c"
	// "page" "2"
}

// A template such as /users/{id}
func Example_taskTemplate() {
	u := uri.MustParse("http://api.example.com/v1/users/a%2Fb%20c")
	if rest, ok := strings.CutPrefix(u.Path(), "/v1/users/"); ok && rest != "" && !strings.Contains(rest, "/") {
		id, err := uri.Unescape(rest)
		fmt.Printf("%q %v\n", id, err)
	}
	// Output: "a/b c" <nil>
}

// A data: URL
func Example_taskData() {
	for _, s := range []string{"data:text/html,<p>50%25?</p>#top", "data:;base64,SGVsbG8h"} {
		u, err := web.Parse(s)
		if err != nil {
			log.Fatal(err)
		}
		media, body, err := page.Data(u)
		fmt.Printf("%s %s %v\n", media, body, err)
	}
	// Output:
	// text/html <p>50%?</p> <nil>
	// text/plain;charset=US-ASCII Hello! <nil>
}

// # Build and change

// A database URL with a hard password
func Example_taskDatabase() {
	u, err := uri.Generic{
		Scheme: "postgres",
		Login:  uri.LoginPassword("app", "p@ss/w:rd?#"),
		Host:   "db.example.com", // or "::1"
		Port:   5432,
		Path:   []string{"orders"},
	}.URI()
	fmt.Println(u, err)
	userinfo, _ := u.Userinfo()
	fmt.Println(u.WithAuthority(userinfo + "@db1.example.com:5432,db2.example.com:5432")) // a list of hosts
	// Output:
	// postgres://app:p%40ss%2Fw%3Ard%3F%23@db.example.com:5432/orders <nil>
	// postgres://app:p%40ss%2Fw%3Ard%3F%23@db1.example.com:5432,db2.example.com:5432/orders <nil>
}

// A key of a store, with any characters
func Example_taskStore() {
	u, err := uri.Generic{Scheme: "s3", Host: "bucket", Path: strings.Split("a b/what?.txt", "/")}.URI()
	fmt.Println(u, err)
	// Output: s3://bucket/a%20b/what%3F.txt <nil>
}

// Append segments to a URL
func Example_taskJoin() {
	api := uri.MustParse("http://api.example.com/v1/")
	u, err := api.JoinSegments("users", "a/b c")
	fmt.Println(u, err)
	_, err = api.JoinSegments("users", "..")
	fmt.Println(err)
	// Output:
	// http://api.example.com/v1/users/a%2Fb%20c <nil>
	// uri: join segments "..": segment: not a name but a dot segment at offset 0 (RFC 2396, 3.3)
}

// The folder of a page, the folder above, the root
func Example_taskFolder() {
	page := uri.MustParse("http://example.com/docs/guide/a.html?page=2#top")
	for _, ref := range []string{".", "..", "/"} {
		fmt.Println(uri.RFC3986.Resolve(page, uri.MustParse(ref)))
	}
	// Output:
	// http://example.com/docs/guide/ <nil>
	// http://example.com/docs/ <nil>
	// http://example.com/ <nil>
}

// Set, add and remove pairs of the query
func Example_taskSet() {
	u := uri.MustParse("http://example.com/?a=%7e&page=2&utm_source=x")
	q := u.Values().With("page", "3").With("q", "a b").Without("a")
	q = slices.DeleteFunc(q, crawl.IsTracking)
	u, err := u.WithValues(q)
	fmt.Println(u, err)
	// Output: http://example.com/?page=3&q=a%20b <nil>
}

// A map of values to a query, and back
func Example_taskMap() {
	values := map[string]string{"q": "a b", "lang": "de&en"}
	var q uri.Values
	for _, name := range slices.Sorted(maps.Keys(values)) {
		q = append(q, uri.NewPair(name, values[name]))
	}
	u, err := uri.MustParse("https://example.com/search").WithValues(q)
	fmt.Println(u, err)
	back := make(map[string]string)
	for _, pair := range u.Values() {
		name, value, err := pair.Decode()
		if err != nil {
			log.Fatal(err)
		}
		back[name] = value
	}
	fmt.Println(maps.Equal(values, back))
	// Output:
	// https://example.com/search?lang=de%26en&q=a%20b <nil>
	// true
}

// The body of a form
func Example_taskForm() {
	body := uri.Values{uri.NewPair("name", "Jörg"), uri.NewPair("note", "a=b & c")}.String()
	fmt.Println(body)
	form, err := uri.ParseValues("name=J%C3%B6rg&note=a%3Db+%26+c")
	note, ok := form.Get("note")
	fmt.Println(note, ok, err)
	// Output:
	// name=J%C3%B6rg&note=a%3Db%20%26%20c
	// a=b & c true <nil>
}

// Defaults for a query
func Example_taskDefaults() {
	u := uri.MustParse("https://example.com/?page=2&x=%7e")
	q := u.Values()
	for _, pair := range []uri.Pair{uri.NewPair("page", "1"), uri.NewPair("size", "20")} {
		name, _, _ := pair.Decode()
		if _, ok := q.Get(name); !ok {
			q = append(q, pair)
		}
	}
	u, err := u.WithValues(q)
	fmt.Println(u, err)
	// Output: https://example.com/?page=2&x=%7e&size=20 <nil>
}

// A canonical query, to sign a request
func Example_taskSign() {
	u := uri.MustParse("https://s3.example.com/?prefix=a/b&marker=x*y%20z&acl")
	var pairs [][]string
	for _, pair := range u.Values() {
		name, value, err := pair.Decode()
		if err != nil {
			log.Fatal(err)
		}
		pairs = append(pairs, []string{uri.Escape(name, uri.EscapeUnreserved), uri.Escape(value, uri.EscapeUnreserved)})
	}
	slices.SortFunc(pairs, slices.Compare)
	var query []string
	for _, pair := range pairs {
		query = append(query, strings.Join(pair, "="))
	}
	fmt.Println(strings.Join(query, "&"))
	// Output: acl=&marker=x%2Ay%20z&prefix=a%2Fb
}

// A mail with subject and body
func Example_taskMail() {
	u, err := uri.Mailto{
		To:      []string{"joe@example.com"},
		Headers: []uri.MailtoHeader{{Name: "subject", Value: "Fish & chips"}, {Name: "body", Value: "At 8?\r\nJane"}},
	}.URI()
	fmt.Println(u, err)
	// Output: mailto:joe@example.com?subject=Fish%20%26%20chips&body=At%208%3F%0D%0AJane <nil>
}

// A magnet link, written back
func Example_taskMagnet() {
	u := uri.MustParse("magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&dn=a+b&tr=udp%3A%2F%2Ft.example%3A80")
	q := uri.RFC3986.Values(u)
	name, ok := q.Get("dn")
	fmt.Println(name, ok)
	u, err := uri.Parse("magnet:?" + q.With("dn", "c & d").String())
	fmt.Println(u, err)
	// Output:
	// a b true
	// magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&dn=c%20%26%20d&tr=udp%3A%2F%2Ft.example%3A80 <nil>
}

// A path of this machine, and back
func Example_taskFile() {
	style := uri.PathWindows // if runtime.GOOS is "windows", else uri.PathPOSIX
	f, err := uri.FileFromPath(`C:\Program Files\100%\a#b.txt`, style)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(f)
	f, err = uri.ParseFile("file:///C:/Program%20Files/100%25/a%23b.txt")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(f.NativePath(style))
	// Output:
	// file:///C:/Program%20Files/100%25/a%23b.txt
	// C:\Program Files\100%\a#b.txt <nil>
}

// Take a URL apart, change it, write it
func Example_taskApart() {
	g, err := uri.ParseGeneric("http://example.com:8080/docs/a%2Fb?x=1#top")
	if err != nil {
		log.Fatal(err)
	}
	g.Scheme, g.Port = "https", 0
	g.Path = append(g.Path, "c")
	fmt.Println(g.URI())
	u, err := uri.MustParse("http://example.com:8080/docs/%7e?x=1#top").WithScheme("https")
	fmt.Println(u.WithoutPort().WithoutFragment(), err)
	// Output:
	// https://example.com/docs/a%2Fb/c?x=1#top <nil>
	// https://example.com/docs/%7e?x=1 <nil>
}

// Escape one value
func Example_taskEscape() {
	fmt.Println("/files/" + uri.Escape("a/b c", uri.EscapeSegment))
	fmt.Println("?q=" + uri.Escape("fish & chips", uri.EscapeQueryPair))
	// Output:
	// /files/a%2Fb%20c
	// ?q=fish%20%26%20chips
}

// # Resolve and compare

// A link of a page
func Example_taskLink() {
	page, err := web.Parse("https://example.com/docs/guide/")
	if err != nil {
		log.Fatal(err)
	}
	link, err := web.Parser{}.Parse(page, "../img/a b.png")
	fmt.Println(link, err)
	u, err := uri.RFC3986.Resolve(uri.MustParse("https://example.com/docs/guide/"), uri.MustParse("?page=2"))
	fmt.Println(u, err)
	// Output:
	// https://example.com/docs/img/a%20b.png <nil>
	// https://example.com/docs/guide/?page=2 <nil>
}

// A Location field
func Example_taskLocation() {
	asked := uri.MustParse("http://example.com/old/page#part")
	u, err := crawl.Redirect(asked, "../new")
	fmt.Println(u, err)
	// Output: http://example.com/new#part <nil>
}

// The shortest reference from one page to another
func Example_taskRelativize() {
	ref, ok := uri.RFC3986.Relativize(uri.MustParse("http://h/docs/guide/a.html"), uri.MustParse("http://h/docs/img/b.png"))
	fmt.Println(ref, ok)
	// Output: ../img/b.png true
}

// Links between the pages of a site, by their paths
func Example_taskSiteLinks() {
	r := uri.Resolver{Mode: uri.RFC3986, RelativeBase: true}
	page := uri.MustParse("blog/2024/index.html")
	link, ok := r.Relativize(page, uri.MustParse("css/site.css"))
	fmt.Println(link, ok)
	target, err := r.Resolve(page, uri.MustParse("../about.html#team"))
	fmt.Println(target, err)
	// Output:
	// ../../css/site.css true
	// blog/about.html#team <nil>
}

// Are these URLs the same?
func Example_taskEquivalent() {
	a, b := uri.MustParse("http://h/%7Ea/../b"), uri.MustParse("HTTP://H:80/b")
	fmt.Println(a == b, uri.RFC3986.Equivalent(a, b))
	page, err := web.Parse("HTTPS://Example.com:443/a")
	fmt.Println(page.Origin(), err)
	// Output:
	// false true
	// https://example.com <nil>
}

// Are these webhook URLs the same?
func Example_taskWebhooks() {
	registered := uri.MustParse("https://Hooks.Example.com:443/t/%7Ea?x=1")
	for _, s := range []string{"https://hooks.example.com/t/~a?x=1#y", "https://hooks.example.com/t/~A?x=1", "http://hooks.example.com/t/~a?x=1"} {
		fmt.Println(uri.RFC3986.Equivalent(registered, uri.MustParse(s).WithoutFragment()))
	}
	// Output:
	// true
	// false
	// false
}

// Sort a crawl and drop its duplicates
func Example_taskDuplicates() {
	keyer := crawl.Keyer{Drop: crawl.IsTracking, SortQuery: true}
	found := map[string]uri.URI{}
	for _, s := range []string{"http://example.com/b", "http://example.com/a?x=1&y=2", "HTTP://EXAMPLE.com:80/b/../a?y=2&utm_source=n&x=1"} {
		u := uri.MustParse(s)
		key := keyer.Key(u)
		if _, ok := found[key]; !ok {
			found[key] = u
		}
	}
	for _, key := range slices.Sorted(maps.Keys(found)) {
		fmt.Println(found[key])
	}
	// Output:
	// http://example.com/a?x=1&y=2
	// http://example.com/b
}

// # Find and repair

// The next page of a Link field
func Example_taskNext() {
	asked, err := web.Parse("https://api.example.com/items?page=1")
	if err != nil {
		log.Fatal(err)
	}
	header := http.Header{"Link": {`</items?page=2>; rel="next", </items?page=9>; rel="last"`}} // response.Header
	for l := range page.Links(header["Link"]...) {
		if slices.Contains(l.Rel, "next") {
			fmt.Println(web.Parser{}.Parse(asked, l.Target))
		}
	}
	// Output: https://api.example.com/items?page=2 <nil>
}

// The URLs of a text
func Example_taskExtract() {
	mail := `the talk (see http://example.com/talks/2026_(draft).pdf) is at www.example.com/room, ask jane@example.com.`
	for m := range (links.Extractor{Abbreviated: true}).Extract(mail) {
		fmt.Println(m.Start, m.URI)
	}
	line := `{"msg":"GET http:\/\/example.com\/?q=1\u0026r=2 failed"}`
	for m := range (links.Extractor{JSON: true}).Extract(line) {
		fmt.Println(m.URI)
	}
	// Output:
	// 14 http://example.com/talks/2026_(draft).pdf
	// 63 http://www.example.com/room
	// 89 mailto:jane@example.com
	// http://example.com/?q=1&r=2
}

// The URLs of a text as links
func Example_taskLinks() {
	text := `Is 1 < 2? See www.example.com/?a=1&b=2, or javascript:alert(1).`
	var page strings.Builder
	at := 0
	for m := range (links.Extractor{Abbreviated: true, Only: []string{"http", "https"}}).Extract(text) {
		page.WriteString(html.EscapeString(text[at:m.Start]))
		fmt.Fprintf(&page, `<a href="%s">%s</a>`, html.EscapeString(m.URI.String()), html.EscapeString(text[m.Start:m.End]))
		at = m.End
	}
	page.WriteString(html.EscapeString(text[at:]))
	fmt.Println(page.String())
	// Output: Is 1 &lt; 2? See <a href="http://www.example.com/?a=1&amp;b=2">www.example.com/?a=1&amp;b=2</a>, or javascript:alert(1).
}

// A URL that a person typed or pasted
func Example_taskTyped() {
	for _, typed := range []string{" www.example.com/a b ", `http:\\example.com\a`, "user:pw@example.com", "See <http://example.com/>.", `C:\C#\a.cs`, "two words"} {
		x, err := links.Read(typed)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(x.Kind, x.URI.Redacted())
	}
	// Output:
	// host https://www.example.com/a%20b
	// uri http://example.com/a
	// host https://user:xxxxx@example.com/
	// embedded http://example.com/
	// path file:///C:/C%23/a.cs
	// links: not an address; a browser would search for it
}

// A URI with a mistake
func Example_taskWrong() {
	_, err := uri.Parse("http://www.example.com/a b")
	var e *uri.SyntaxError
	if errors.As(err, &e) {
		fmt.Println(e.Fix())
	}
	// Output: http://www.example.com/a%20b true
}

// # Check and send

// Only http or https, a public host, port 80 or 443
func Example_taskGate() {
	gate := guard.Gate{Ports: func(port uint16) bool { return port == 80 || port == 443 }}
	for _, s := range []string{"https://example.com/", "ftp://example.com/", "http://0x7f.1/", "http://10.0.0.1/", "http://example.com:8080/"} {
		u, err := uri.Parse(s)
		if err == nil {
			_, err = uri.HTTPFrom(u)
		}
		if err == nil {
			err = gate.Check(u)
		}
		fmt.Println(s, err == nil)
	}
	// Output:
	// https://example.com/ true
	// ftp://example.com/ false
	// http://0x7f.1/ false
	// http://10.0.0.1/ false
	// http://example.com:8080/ false
}

// Is the host in a list?
func Example_taskList() {
	allowed, err := guard.ParseHosts("example.com, =api.example.org")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(allowed.Match(uri.MustParse("https://www.example.com/")), allowed.Match(uri.MustParse("https://example.com.evil.example/")))
	// Output: true false
}

// The URL of net/url, or of a request that came in
func Example_taskFromURL() {
	v, err := url.Parse("http://example.com/a%2Fb?x=1")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(guard.FromURL(v))
	target, err := guard.ParseTarget("GET", "/a%2Fb?x=1") // r.Method, r.RequestURI
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(target.Effective("example.com:8443", true)) // r.Host, r.TLS != nil
	// Output:
	// http://example.com/a%2Fb?x=1 <nil>
	// https://example.com:8443/a%2Fb?x=1 <nil>
}

// A request of net/http, and one by hand
func Example_taskRequest() {
	u := uri.MustParse("http://example.com/a%2Fb?x=1#top")
	v, err := guard.ToURL(u)
	if err != nil {
		log.Fatal(err)
	}
	request := &http.Request{Method: "GET", URL: v} // http.DefaultClient.Do(request)
	fmt.Println(request.URL)
	target, ok := u.RequestTarget()
	fmt.Println("GET", target, "HTTP/1.1", ok)
	// Output:
	// http://example.com/a%2Fb?x=1#top
	// GET /a%2Fb?x=1 HTTP/1.1 true
}

// What a client of ftp or gopher sends
func Example_taskClient() {
	for _, s := range []string{"ftp://joe:secret@ftp.example/docs/a%2Fb;type=i", "gopher://gopher.example/7/find%09fish", "ftp://h/a%0D%0ADELE%20b"} {
		x, err := uri.Interpret(uri.MustParse(s))
		if err != nil {
			log.Fatal(err)
		}
		switch x := x.(type) {
		case uri.FTP:
			address, _ := x.HostPort() // net.Dial("tcp", address)
			commands, err := x.Commands()
			fmt.Printf("%s %q %v\n", address, commands, err)
		case uri.Gopher:
			address, _ := x.HostPort()
			request, err := x.Request()
			fmt.Printf("%s %q %v\n", address, request, err)
		}
	}
	// Output:
	// ftp.example:21 ["USER joe" "PASS secret" "CWD docs" "TYPE I" "RETR a/b"] <nil>
	// gopher.example:70 "/find\tfish\r\n" <nil>
	// h:21 [] uri: ftp: field Path[0]: CR, LF or NUL in a command, at offset 1 of the field (RFC 1738, 6)
}

// May a crawler ask for it?
func Example_taskRobots() {
	robots := crawl.ParseRobots([]byte("User-agent: *\nDisallow: /private\nCrawl-delay: 2\n"))
	fmt.Println(robots.Allowed("examplebot", uri.MustParse("http://h/private/a")))
	fmt.Println(robots.Delay("examplebot"))
	// Output:
	// false
	// 2s true
}

// # Store and show

// Log without secrets
func Example_taskLog() {
	u := uri.MustParse("https://joe:secret@example.com/?token=abc&page=2")
	fmt.Println(u.Redacted())
	fmt.Printf("%+v\n", u)
	slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}})).Info("fetched", "url", u)
	// Output:
	// https://joe:xxxxx@example.com/?token=xxxxx&page=2
	// https://joe:xxxxx@example.com/?token=xxxxx&page=2
	// level=INFO msg=fetched url="https://joe:xxxxx@example.com/?token=xxxxx&page=2"
}

// Log without the secrets of a list of one's own
func Example_taskRedactor() {
	r := uri.Redactor{
		Names: []string{"X-Amz-Signature", "X-Amz-Credential", "X-Amz-Security-Token", "sig", "X-Goog-Signature"},
		Mask:  "REDACTED",
		User:  true,
	}
	fmt.Println(r.Redact(uri.MustParse("https://joe:secret@www.example.com/path?color=blue&sig=abc")))
	// Output: https://REDACTED:REDACTED@www.example.com/path?color=blue&sig=REDACTED
}

// The host as people know it
func Example_taskDisplay() {
	for _, s := range []string{"HTTP://WWW.Example.COM:80/", "http://[2001:DB8:0::1]/", "http://0x7f.1/", "https://xn--bcher-kva.example/"} {
		u, err := web.Parse(s)
		if err != nil {
			log.Fatal(err)
		}
		host, _ := u.Host()
		fmt.Println(host)
	}
	// Output:
	// www.example.com
	// [2001:db8::1]
	// 127.0.0.1
	// xn--bcher-kva.example
}

// Save under a safe name
func Example_taskSave() {
	u := uri.MustParse("https://example.com/files/..%2Fannual%20report.pdf?download")
	for _, field := range []string{"", `attachment; filename="C:\\report.pdf"`, "attachment; filename*=UTF-8''%e2%82%ac.pdf"} {
		name, ok := page.Disposition(field) // response.Header.Get("Content-Disposition")
		if !ok {
			name = page.FileName(u)
		}
		if name == "" {
			name = "download"
		}
		fmt.Println(name) // os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	}
	// Output:
	// _annual report.pdf
	// report.pdf
	// €.pdf
}

// JSON, SQL, flags, map keys
func Example_taskJSON() {
	var page struct {
		URL uri.URI `json:"url"`
	}
	err := json.Unmarshal([]byte(`{"url": "http://h/%7Ea?"}`), &page)
	text, err2 := json.Marshal(page)
	fmt.Println(string(text), err, err2)
	flags := flag.NewFlagSet("fetch", flag.ContinueOnError)
	var proxy uri.URI
	flags.TextVar(&proxy, "proxy", uri.MustParse("http://localhost:3128/"), "`URL` of the proxy")
	err = flags.Parse([]string{"-proxy", "http://proxy.example.com:8080/"})
	fmt.Println(proxy, err)
	seen := map[uri.URI]int{}
	seen[page.URL]++
	fmt.Println(seen[uri.MustParse("http://h/%7Ea?")])
	// Output:
	// {"url":"http://h/%7Ea?"} <nil> <nil>
	// http://proxy.example.com:8080/ <nil>
	// 1
}

// A scheme of your own, and addresses that are not URIs
func Example_taskOpaque() {
	u := uri.MustParse("sip:alice@example.com:5060;transport=tcp")
	fmt.Println(u.Scheme(), u.IsOpaque())
	opaque, _ := u.Opaque()
	address, params, _ := strings.Cut(opaque, ";")
	fmt.Println(address, params)
	// Output:
	// sip true
	// alice@example.com:5060 transport=tcp
}
