package tasks

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"net/netip"
	"os"
	"strings"

	"example.com/uri"
	"example.com/uri/crawl"
	"example.com/uri/guard"
	"example.com/uri/idna"
	"example.com/uri/web"
)

// A value of the query, decoded.
func Example_queryValue() {
	u, err := uri.Parse("http://example.com/search?q=fish+%26+chips&page=2")
	if err != nil {
		log.Fatal(err)
	}
	q, ok := u.Values().Get("q")
	fmt.Println(q, ok)
	// Output: fish & chips true
}

// Set, replace and delete a value of the query. The other pairs keep every byte.
func Example_queryChange() {
	u := uri.MustParse("http://example.com/?a=%7e&page=2&utm_source=x")
	v := u.Values().Set("page", "3").Set("q", "a b").Del("utm_source")
	u, err := u.WithValues(v)
	fmt.Println(u, err)
	// Output: http://example.com/?a=%7e&page=3&q=a%20b <nil>
}

// A base and a reference, as browsers resolve them.
func Example_resolve() {
	base := uri.MustParse("http://example.com/docs/guide/index.html")
	for _, ref := range []string{"../img/a.png", "?page=2", "//cdn.example.com/x"} {
		u, err := uri.Resolver{Mode: uri.RFC3986}.Resolve(base, uri.MustParse(ref))
		fmt.Println(u, err)
	}
	// Output:
	// http://example.com/docs/img/a.png <nil>
	// http://example.com/docs/guide/index.html?page=2 <nil>
	// http://cdn.example.com/x <nil>
}

// Segments as data: one that contains "/" stays one.
func Example_segments() {
	u, err := uri.MustParse("http://example.com/music").JoinSegments("AC/DC", "T.N.T. (live)")
	fmt.Println(u, err)
	for segment := range u.Segments() {
		name, err := uri.Unescape(segment.Name())
		fmt.Printf("%q %v\n", name, err)
	}
	// Output:
	// http://example.com/music/AC%2FDC/T.N.T.%20(live) <nil>
	// "music" <nil>
	// "AC/DC" <nil>
	// "T.N.T. (live)" <nil>
}

// The default port and the case of scheme and host.
func Example_normalize() {
	u := uri.MustParse("HTTPS://WWW.Example.COM:443/Docs")
	port, _ := u.EffectivePort()
	fmt.Println(port, u.Normalize())
	fmt.Println(uri.Equivalent(u, uri.MustParse("https://www.example.com/Docs")))
	// Output:
	// 443 https://www.example.com/Docs
	// true
}

// Only http or https, a public host, port 80 or 443.
func Example_publicWeb() {
	gate := guard.Gate{Ports: func(port uint16) bool { return port == 80 || port == 443 }}
	for _, s := range []string{"https://example.com/", "ftp://example.com/", "http://0x7f.1/", "http://10.0.0.1/", "http://example.com:8080/"} {
		u, err := uri.Parse(s)
		if err == nil {
			_, err = uri.HTTPFrom(u)
		}
		if err == nil {
			err = gate.Check(u) // early; when dialling, gate.Control decides
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

// The file name and its extension.
func Example_fileName() {
	u := uri.MustParse("http://example.com/a/annual%20report.tar.gz?download")
	last, ok := u.LastSegment()
	name, err := uri.Unescape(last.Name())
	fmt.Println(name, last.Ext(), ok, err)
	// Output: annual report.tar.gz .gz true <nil>
}

// A mailto URL with subject and body.
func Example_mailto() {
	m := uri.Mailto{
		To:      []string{"joe@example.com"},
		Headers: []uri.MailtoHeader{{Name: "subject", Value: "Fish & chips"}, {Name: "body", Value: "At 8?\r\nJane"}},
	}
	u, err := m.URI()
	fmt.Println(u, err)
	back, err := uri.MailtoFrom(u)
	fmt.Printf("%q %q %v\n", back.To, back.Headers, err)
	// Output:
	// mailto:joe@example.com?subject=Fish%20%26%20chips&body=At%208%3F%0D%0AJane <nil>
	// ["joe@example.com"] [{"subject" "Fish & chips"} {"body" "At 8?\r\nJane"}] <nil>
}

// A Windows path to a URL and back.
func Example_windowsPath() {
	f, err := uri.FileFromPath(`C:\Program Files\100%\a#b.txt`, uri.PathWindows)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(f)
	back, err := uri.ParseFile(f.String())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(back.NativePath(uri.PathWindows))
	// Output:
	// file:///C:/Program%20Files/100%25/a%23b.txt
	// C:\Program Files\100%\a#b.txt <nil>
}

// JSON: a URI, and a scheme struct, is the text. See TestDatabase for SQL.
func Example_json() {
	var page struct {
		URL  uri.URI    `json:"url"`
		Mail uri.Mailto `json:"mail"`
	}
	err := json.Unmarshal([]byte(`{"url": "http://h/%7Ea?", "mail": "mailto:a@b"}`), &page)
	text, err2 := json.Marshal(page)
	fmt.Println(string(text), err, err2)
	err = json.Unmarshal([]byte(`{"url": "http://h/a b"}`), &page)
	fmt.Println(err)
	// Output:
	// {"url":"http://h/%7Ea?","mail":"mailto:a@b"} <nil> <nil>
	// uri: parse "http://h/a b": abs_path: invalid character ' ' at offset 10 (RFC 2396, 3)
}

// A flag that takes a URL.
func Example_flag() {
	flags := flag.NewFlagSet("fetch", flag.ContinueOnError)
	var proxy uri.URI
	flags.TextVar(&proxy, "proxy", uri.MustParse("http://localhost:3128/"), "`URL` of the proxy")
	err := flags.Parse([]string{"-proxy", "http://proxy.example.com:8080/"})
	fmt.Println(proxy, err)
	// Output: http://proxy.example.com:8080/ <nil>
}

// Map keys: a URI is comparable. Two spellings are two keys.
func Example_mapKey() {
	seen := map[uri.URI]int{}
	for _, s := range []string{"http://h/a", "http://h/a", "HTTP://h/a"} {
		seen[uri.MustParse(s)]++
	}
	fmt.Println(len(seen), seen[uri.MustParse("http://h/a")])
	// Output: 2 2
}

// Logging hides passwords.
func Example_slog() {
	withoutTime := func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}
	logger := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: withoutTime}))
	logger.Info("fetched", "url", uri.MustParse("ftp://joe:secret@example.com/"))
	// Output: level=INFO msg=fetched url=ftp://joe:xxxxx@example.com/
}

// A request of net/http.
func Example_request() {
	u := uri.MustParse("http://example.com/a%2Fb?x=1")
	if err := guard.AgreesWithNetURL(u); err != nil { // net/http reads the text again
		log.Fatal(err)
	}
	r, err := http.NewRequest(http.MethodGet, u.String(), nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Method, r.URL, r.Host)
	// Output: GET http://example.com/a%2Fb?x=1 example.com
}

// Duplicates: compare keys, fetch the URI.
func Example_duplicates() {
	keyer := crawl.Keyer{Drop: crawl.Tracking, SortQuery: true}
	seen := map[string]bool{}
	for _, s := range []string{
		"http://example.com/a?x=1&y=2", "HTTP://EXAMPLE.com:80/b/../a?y=2&utm_source=n&x=1", "http://example.com/A?x=1&y=2",
	} {
		key := string(keyer.AppendKey(nil, uri.MustParse(s)))
		fmt.Println(seen[key], key)
		seen[key] = true
	}
	// Output:
	// false http://example.com/a?x=1&y=2
	// true http://example.com/a?x=1&y=2
	// false http://example.com/A?x=1&y=2
}

// The links in an e-mail.
func Example_links() {
	mail := `Hi Joe,
the talk (see http://example.com/talks/2026_(draft).pdf) is at <http://example.com/
room?id=7>. Questions? mailto:jane@example.com.`
	for m := range crawl.Extract(mail) {
		fmt.Println(m.Start, m.URI)
	}
	// Output:
	// 22 http://example.com/talks/2026_(draft).pdf
	// 72 http://example.com/room?id=7
	// 115 mailto:jane@example.com
}

// A Location field.
func Example_location() {
	asked := uri.MustParse("http://example.com/old/page#part")
	for _, location := range []string{"../new", "https://example.org/#top", "/a b"} {
		u, err := crawl.Redirect(asked, location)
		fmt.Println(u, err)
	}
	// Output:
	// http://example.com/new#part <nil>
	// https://example.org/#top <nil>
	//  uri: parse "/a b": abs_path: invalid character ' ' at offset 2 (RFC 2396, 3)
}

// User and password, decoded, and another password.
func Example_login() {
	u := uri.MustParse("https://joe:s%3Acret@example.com/")
	s, err := uri.ServerFrom(u)
	if err != nil {
		log.Fatal(err)
	}
	user, _ := s.Login.User()
	password, ok := s.Login.Password()
	fmt.Println(user, password, ok)
	u, err = u.WithUserinfo(uri.Escape(user, uri.EscapeUser) + ":" + uri.Escape("p@ss", uri.EscapeUser))
	fmt.Println(u, u.Redacted(), err)
	fmt.Println(u.WithoutUserinfo())
	// Output:
	// joe s:cret true
	// https://joe:p%40ss@example.com/ https://joe:xxxxx@example.com/ <nil>
	// https://example.com/
}

// IPv6, and what net.Dial takes.
func Example_dial() {
	u := uri.MustParse("http://[2001:db8::1]/")
	address, ok := u.HostPort() // net.Dial("tcp", address)
	fmt.Println(address, ok)
	ip, ok := u.Addr()
	fmt.Println(ip, ok)
	u, err := u.WithHost("[" + netip.MustParseAddr("::1").String() + "]")
	fmt.Println(u, err)
	// Output:
	// [2001:db8::1]:80 true
	// 2001:db8::1 true
	// http://[::1]/ <nil>
}

// A name typed with accents.
func Example_accents() {
	typed := "http://Bücher.example/Grüße"
	u, err := web.Parser{ToASCII: idna.ToASCII}.Parse(web.URL{}, typed)
	if err != nil {
		log.Fatal(err)
	}
	v, err := u.URI()
	fmt.Println(v, err)
	fmt.Println(uri.Unescape(v.Path()))
	// Output:
	// http://xn--bcher-kva.example/Gr%C3%BC%C3%9Fe <nil>
	// /Grüße <nil>
}

// A template such as /users/{id}: fill it in, and read it again.
func Example_template() {
	api := uri.MustParse("http://api.example.com/v1/")
	u, err := api.JoinSegments("users", "a/b c")
	fmt.Println(u, err)
	_, err = api.JoinSegments("users", "..")
	fmt.Println(err != nil)
	if rest, ok := strings.CutPrefix(u.Path(), "/v1/users/"); ok && !strings.Contains(rest, "/") {
		id, err := uri.Unescape(rest)
		fmt.Printf("%q %v\n", id, err)
	}
	// Output:
	// http://api.example.com/v1/users/a%2Fb%20c <nil>
	// true
	// "a/b c" <nil>
}
