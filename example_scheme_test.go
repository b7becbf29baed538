package uri_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/uri"
)

func ExampleInterpret() {
	for _, s := range []string{"ftp://h/pub/README", "http://h/a?b", "dict://h/d:a"} {
		x, err := uri.Interpret(uri.MustParse(s))
		if err != nil {
			fmt.Println(err)
			continue
		}
		switch x := x.(type) {
		case uri.FTP:
			fmt.Println("ftp:", x.Host, x.Path)
		case uri.HTTP:
			fmt.Println("http:", x.Host, x.Path, x.Search)
		case uri.Other:
			fmt.Println(x.Name+":", x.Part)
		}
	}
	// Output:
	// ftp: h [pub README]
	// http: h /a b
	// dict: //h/d:a
}

// Whatever its scheme, a URL is logged without a password, kept with it, and
// passed on without the user.
func ExampleScheme_methods() {
	for _, s := range []string{"ftp://me:secret@h:021/%7ea", "dict://me:secret@h/", "news:*"} {
		x, err := uri.Interpret(uri.MustParse(s))
		if err != nil {
			fmt.Println(err)
			continue
		}
		u, err := x.URI()
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s %+v %s %v\n", x.Scheme(), x, x.String(), u.WithoutUserinfo())
	}
	// Output:
	// ftp ftp://me:xxxxx@h/~a ftp://me:secret@h/~a ftp://h/~a
	// dict dict://me:xxxxx@h/ dict://me:secret@h/ dict://h/
	// news news:* news:* news:*
}

// A crawler of the web makes a link absolute and asks what to send where.
func ExampleHTTPFrom() {
	page := uri.MustParse("https://example.com/docs/")
	for _, link := range []string{"a.html?v=1#top", "ftp://ftp.example.com/"} {
		u, err := page.Resolve(uri.MustParse(link))
		if err != nil {
			fmt.Println(err)
			continue
		}
		h, err := uri.HTTPFrom(u)
		if err != nil {
			fmt.Println(err)
			continue
		}
		address, _ := h.HostPort() // what net.Dial takes
		fmt.Println(address, h.Path, h.Search)
	}
	// Output:
	// example.com:443 /docs/a.html v=1
	// uri: http "ftp://ftp.example.com/": httpurl: another scheme at offset 0 (RFC 1738, 5)
}

func ExampleFTPFrom() {
	f, err := uri.FTPFrom(uri.MustParse("ftp://user:secret@h:2121/%2Fetc/motd;type=A"))
	if err != nil {
		fmt.Println(err)
		return
	}
	user, _ := f.Login.User()
	fmt.Printf("%s %s %d %q %c\n", user, f.Host, f.Port, f.Path, f.Type)
	fmt.Printf("%+v\n", f) // %v shows the password
	// Output:
	// user h 2121 ["/etc" "motd"] a
	// ftp://user:xxxxx@h:2121/%2Fetc/motd;type=a
}

func ExampleParseFTP() {
	_, err := uri.ParseFTP("ftp://h/motd;type=x")
	fmt.Println(err)
	// Output:
	// uri: ftp "ftp://h/motd;type=x": ftptype: invalid character 'x' at offset 18 (RFC 1738, 5)
}

func ExampleFTP_URI() {
	f := uri.FTP{
		Login: uri.LoginUser("me@example.com"),
		Host:  "ftp.example",
		Path:  []string{"pub", "what;when?.txt"},
		Type:  'i',
	}
	u, err := f.URI()
	fmt.Println(u, err)
	f.Host = "ftp.example/pub"
	_, err = f.URI()
	fmt.Println(err)
	// Output:
	// ftp://me%40example.com@ftp.example/pub/what%3Bwhen%3F.txt;type=i <nil>
	// uri: ftp: field Host: not a hostname, an IPv4 address or an IPv6 literal in brackets (RFC 2396, 3.2.2)
}

func ExampleFTP_Commands() {
	for _, s := range []string{
		"ftp://myname@host.dom/%2Fetc/motd",
		"ftp://host.dom/pub/;type=d",
		"ftp://host.dom/a%0D%0ADELE%20b",
	} {
		f, err := uri.ParseFTP(s)
		if err != nil {
			fmt.Println(err)
			continue
		}
		commands, err := f.Commands()
		address, _ := f.HostPort()
		fmt.Printf("%s %q %v\n", address, commands, err)
	}
	// Output:
	// host.dom:21 ["USER myname" "CWD /etc" "RETR motd"] <nil>
	// host.dom:21 ["USER anonymous" "CWD pub" "NLST"] <nil>
	// host.dom:21 [] uri: ftp: field Path[0]: CR, LF or NUL in a command, at offset 1 of the field (RFC 1738, 6)
}

// A form asks for the parts of a URL and marks the one that is wrong.
func ExampleFieldError() {
	for _, search := range []string{"q=black holes", "q=" + uri.Escape("black holes", uri.EscapeQueryPair)} {
		u, err := uri.HTTP{Host: "example.com", Path: "/find", Search: uri.Defined(search)}.URI()
		var e *uri.FieldError
		if errors.As(err, &e) {
			fmt.Println(e)
			fmt.Println("to be marked:", e.Field)
			continue
		}
		fmt.Println(u)
	}
	// Output:
	// uri: http: field Search: not a query: invalid character ' ' at offset 7 of the field (RFC 2396, 3.4)
	// to be marked: Search
	// http://example.com/find?q=black%20holes
}

func ExampleHTTP_Commands() {
	h, err := uri.ParseHTTP("http://www.example:8080?q#part")
	if err != nil {
		fmt.Println(err)
		return
	}
	lines, err := h.Commands()
	address, _ := h.HostPort()
	fmt.Printf("%s %q %v\n", address, lines, err)
	// Output:
	// www.example:8080 ["GET /?q HTTP/1.1" "Host: www.example:8080"] <nil>
}

func ExampleParseHTTP() {
	_, err := uri.ParseHTTP("http://user@h/")
	fmt.Println(err)
	// Output:
	// uri: http "http://user@h/": httpurl: a user name is not allowed at offset 11 (RFC 1738, 5)
}

func ExampleParseTelnet() {
	t, err := uri.ParseTelnet("telnet://guest:guest@melvyl.ucop.edu/")
	if err != nil {
		fmt.Println(err)
		return
	}
	user, _ := t.Login.User()
	password, ok := t.Login.Password()
	address, _ := t.HostPort()
	fmt.Println(address, user, password, ok)
	// Output:
	// melvyl.ucop.edu:23 guest guest true
}

// Before it connects, a client shows where to, without the password.
func ExampleTelnetFrom() {
	t, err := uri.TelnetFrom(uri.MustParse("telnet://guest:secret@melvyl.ucop.edu:023"))
	fmt.Printf("%+v %v\n", t, err)
	// Output: telnet://guest:xxxxx@melvyl.ucop.edu/ <nil>
}

// A page on disk links to another one.
func ExampleFileFrom() {
	page := uri.MustParse("file:///home/me/My%20pages/index.html")
	u, err := page.Resolve(uri.MustParse("../notes.txt#2"))
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := uri.FileFrom(u)
	if err != nil {
		fmt.Println(err)
		return
	}
	path, err := f.NativePath(uri.PathPOSIX)
	fmt.Println(path, err)
	// Output: /home/me/notes.txt <nil>
}

// How three systems write a path, and the URL of each.
func ExamplePathStyle() {
	for _, file := range []struct {
		path  string
		style uri.PathStyle
	}{
		{"/usr/doc/a b.txt", uri.PathPOSIX},
		{`C:\doc\a b.txt`, uri.PathWindows},
		{`\\server\share\a.txt`, uri.PathWindows},
		{"DISK:[DOC]A.TXT", uri.PathVMS},
		{"a.txt", uri.PathPOSIX},
	} {
		f, err := uri.FileFromPath(file.path, file.style)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(f)
	}
	// Output:
	// file:///usr/doc/a%20b.txt
	// file:///C:/doc/a%20b.txt
	// file://server/share/a.txt
	// file:///disk/doc/a.txt
	// uri: file: field Path: not an absolute path
}

func ExampleFile_NativePath() {
	for _, s := range []string{"file:///C:/Program%20Files/a", "file://server/share/a", "file:///a%2Fb"} {
		f, err := uri.ParseFile(s)
		if err != nil {
			fmt.Println(err)
			continue
		}
		path, err := f.NativePath(uri.PathWindows)
		fmt.Println(path, err)
	}
	// Output:
	// C:\Program Files\a <nil>
	// \\server\share\a <nil>
	//  uri: file: field Path[0]: not a drive
}

func ExampleFileFromPath() {
	f, err := uri.FileFromPath("DISK$USER:[MY.NOTES]NOTE123456.TXT", uri.PathVMS)
	if err != nil {
		fmt.Println(err)
		return
	}
	f.Host = uri.Defined("vms.host.edu")
	fmt.Println(f)
	// Output:
	// file://vms.host.edu/disk$user/my/notes/note123456.txt
}

func ExampleLogin() {
	for _, login := range []uri.Login{{}, uri.LoginUser("me"), uri.LoginPassword("me", "secret")} {
		fmt.Printf("%q\n", uri.FTP{Login: login, Host: "h"}.String())
		fmt.Printf("%+v\n", login)
	}
	// Output:
	// "ftp://h"
	//
	// "ftp://me@h"
	// me
	// "ftp://me:secret@h"
	// me:xxxxx
}

func ExampleServerFrom() {
	s, err := uri.ServerFrom(uri.MustParse("ldap://[2001:db8::7]:3890/c=GB?objectClass?one"))
	fmt.Println(s.Host, s.Port, err)
	_, err = uri.ServerFrom(uri.MustParse("ldap://h:99999/"))
	fmt.Println(err)
	// Output:
	// [2001:db8::7] 3890 <nil>
	// uri: ldap "ldap://h:99999/": port: a port above 65535 at offset 13 (RFC 2396, 3.2.2)
}

// A scheme that RFC 1738 does not define has its own rules for the text after the
// ":".
func ExampleOtherFrom() {
	o, err := uri.OtherFrom(uri.MustParse("URN:ISBN:0451450523"))
	if err != nil {
		fmt.Println(err)
		return
	}
	namespace, name, _ := strings.Cut(o.Part, ":")
	fmt.Println(o.Name, strings.ToLower(namespace), name)
	fmt.Println(o)
	// Output:
	// urn isbn 0451450523
	// urn:ISBN:0451450523
}

func ExampleOther_HostPort() {
	o, err := uri.ParseOther("rtsp://h:554/a")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(o.HostPort())
	// Output:
	// h:554 true
}

func ExampleURI_EffectivePort() {
	fmt.Println(uri.MustParse("gopher://h/").EffectivePort())
	fmt.Println(uri.MustParse("gopher://h:7070/").EffectivePort())
	fmt.Println(uri.MustParse("dict://h/").EffectivePort())
	// Output:
	// 70 true
	// 7070 true
	// 0 false
}

func ExampleDefaultPort() {
	fmt.Println(uri.DefaultPort("HTTPS"))
	// Output:
	// 443 true
}

func ExampleConforms1738() {
	fmt.Println(uri.Conforms1738("http://www.example/%7Ehome"))
	fmt.Println(uri.Conforms1738("http://www.example/~home"))
	// Output:
	// <nil>
	// uri: conforms "http://www.example/~home": hsegment: invalid character '~' at offset 19 (RFC 1738, 5)
}

func ExampleParseGopher() {
	g, err := uri.ParseGopher("gopher://gopher.example/7/find%09black%20holes")
	if err != nil {
		fmt.Println(err)
		return
	}
	search, ok := g.Search.Get()
	fmt.Println(g.Type, g.Selector)
	fmt.Println(search, ok)
	// Output:
	// 7 /find
	// black holes true
}

func ExampleGopher_Request() {
	g := uri.Gopher{Host: "gopher.example", Type: uri.Defined("7"), Selector: "/find", Search: uri.Defined("black holes")}
	request, err := g.Request()
	address, _ := g.HostPort()
	fmt.Printf("%s %q %v\n", address, request, err)

	// What would begin a second command is refused.
	g = uri.Gopher{Host: "mail.example", Port: 25, Type: uri.Defined("1"), Selector: "\r\nMAIL FROM:evil"}
	_, err = g.Request()
	fmt.Println(err)
	// Output:
	// gopher.example:70 "/find\tblack holes\r\n" <nil>
	// uri: gopher: field Selector: CR, LF or NUL in a command, at offset 0 of the field (RFC 1738, 6)
}

func ExampleGopher_URI() {
	u, err := uri.Gopher{Host: "gopher.example", Type: uri.Defined("0"), Selector: "a file?"}.URI()
	fmt.Println(u, err)
	_, err = uri.Gopher{Host: "gopher.example", Type: uri.Defined("0"), Selector: "a\tb"}.URI()
	fmt.Println(err)
	// Output:
	// gopher://gopher.example/0a%20file%3F <nil>
	// uri: gopher: field Selector: a tab, which would end it (RFC 1738, 3.4.1)
}

func ExampleGopher_ItemType() {
	for _, g := range []uri.Gopher{{Host: "h", Type: uri.Defined("0")}, {Host: "h"}} {
		fmt.Printf("%v is of type %c\n", g, g.ItemType())
	}
	// Output:
	// gopher://h/0 is of type 0
	// gopher://h is of type 1
}

// A client chooses what to do with an item by its type.
func ExampleGopherFrom() {
	for _, s := range []string{"gopher://h", "gopher://h/0about.txt", "gopher://h/7/find", "gopher://h/8login"} {
		g, err := uri.GopherFrom(uri.MustParse(s))
		if err != nil {
			fmt.Println(err)
			continue
		}
		switch g.ItemType() {
		case '0':
			fmt.Println("show the text", g.Selector)
		case '1':
			fmt.Printf("show the menu %q\n", g.Selector)
		case '7':
			fmt.Println("ask what to search for with", g.Selector)
		default:
			fmt.Printf("no gopher item: %c\n", g.ItemType())
		}
	}
	// Output:
	// show the menu ""
	// show the text about.txt
	// ask what to search for with /find
	// no gopher item: 8
}

// Where a part is shown, or passed on, undefined may be as good as empty.
func ExampleOptional_String() {
	for _, search := range []uri.Optional{{}, uri.Defined(""), uri.Defined("q")} {
		fmt.Printf("%q ", search.String())
	}
	fmt.Println()
	// Output: "" "" "q"
}

// An empty search is not the same as none.
func ExampleDefined() {
	for _, search := range []uri.Optional{{}, uri.Defined(""), uri.Defined("q")} {
		text, ok := search.Get()
		fmt.Printf("%v %q %t\n", uri.Gopher{Host: "h", Type: uri.Defined("7"), Search: search}, text, ok)
	}
	// Output:
	// gopher://h/7 "" false
	// gopher://h/7%09 "" true
	// gopher://h/7%09q "q" true
}

// A crawler keeps mail addresses apart from the URLs to fetch.
func ExampleMailtoFrom() {
	var addresses []string
	for _, s := range []string{"http://example.com/", "mailto:me@example.com?subject=hi", "MAILTO:you@example.com,me@example.com"} {
		if m, err := uri.MailtoFrom(uri.MustParse(s)); err == nil {
			addresses = append(addresses, m.To...)
		}
	}
	slices.Sort(addresses)
	fmt.Println(slices.Compact(addresses))
	// Output: [me@example.com you@example.com]
}

func ExampleParseMailto() {
	m, err := uri.ParseMailto("mailto:joe@example.com,%22not%40me%22@example.org?cc=bob@example.com&body=hello")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, address := range m.To {
		fmt.Println(address)
	}
	for _, h := range m.Headers {
		fmt.Printf("%s: %s\n", h.Name, h.Value)
	}
	// Output:
	// joe@example.com
	// "not@me"@example.org
	// cc: bob@example.com
	// body: hello
}

func ExampleMailto_URI() {
	u, err := uri.Mailto{
		To:      []string{"gorby%kremvax@example.com"},
		Headers: []uri.MailtoHeader{{Name: "subject", Value: "1 + 1 = 2?"}},
	}.URI()
	fmt.Println(u, err)
	_, err = uri.Mailto{To: []string{"Joe <joe@example.com>"}}.URI()
	fmt.Println(err)
	// Output:
	// mailto:gorby%25kremvax@example.com?subject=1%20+%201%20%3D%202%3F <nil>
	// uri: mailto: field To[0]: not an addr-spec (RFC 822, 6.1; RFC 6068, 2)
}

// A mail program shows the header fields that it does not use.
func ExampleMailto_Unsafe() {
	m, err := uri.ParseMailto("mailto:list@example.org?subject=help&Bcc=spy@example.net&From=you@example.com")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, h := range m.Unsafe() {
		fmt.Println(h.Name)
	}
	// Output:
	// Bcc
	// From
}

func ExampleParseNews() {
	for _, s := range []string{"news:*", "news:comp.infosystems.www.misc", "news:4123@ucbvax.example"} {
		n, err := uri.ParseNews(s)
		fmt.Printf("%t %q %q %v\n", n.All, n.Group, n.Article, err)
	}
	// Output:
	// true "" "" <nil>
	// false "comp.infosystems.www.misc" "" <nil>
	// false "" "4123@ucbvax.example" <nil>
}

func ExampleNews_URI() {
	u, err := uri.News{Article: "4123/a@ucbvax.example"}.URI()
	fmt.Println(u, err)
	_, err = uri.News{Group: "alt.*"}.URI()
	fmt.Println(err)
	// Output:
	// news:4123%2Fa@ucbvax.example <nil>
	// uri: news: field Group: a pattern, not the name of one newsgroup (RFC 5538, 4)
}

// A news reader gathers the groups that a page speaks of.
func ExampleNewsFrom() {
	for _, link := range []string{"http://example.com/", "news:comp.lang.c", "news:4123@ucbvax.example"} {
		if n, err := uri.NewsFrom(uri.MustParse(link)); err == nil && n.Group != "" {
			fmt.Println("subscribe to", n.Group)
		}
	}
	// Output: subscribe to comp.lang.c
}

func ExampleNews_Commands() {
	n, err := uri.ParseNews("news:4123@ucbvax.example")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, ok := n.HostPort() // the server is that of the user
	fmt.Println(ok)
	fmt.Println(n.Commands())
	// Output:
	// false
	// [ARTICLE <4123@ucbvax.example>] <nil>
}

func ExampleParseNNTP() {
	n, err := uri.ParseNNTP("nntp://news.example/comp.lang.c/42")
	fmt.Println(n.Host, n.Group, n.Article, err)
	_, err = uri.ParseNNTP("nntp://news.example/comp.lang.c/x1")
	fmt.Println(err)
	// Output:
	// news.example comp.lang.c 42 <nil>
	// uri: nntp "nntp://news.example/comp.lang.c/x1": article-number: invalid character 'x' at offset 32 (RFC 5538, 3)
}

// From an article to the group that it is in.
func ExampleNNTPFrom() {
	n, err := uri.NNTPFrom(uri.MustParse("nntp://news.example/comp.lang.c/42"))
	if err != nil {
		fmt.Println(err)
		return
	}
	n.Article = uri.Optional{}
	fmt.Println(n)
	// Output: nntp://news.example/comp.lang.c
}

func ExampleNNTP_URI() {
	u, err := uri.NNTP{Host: "news.example", Port: 1119, Group: "comp.lang.c"}.URI()
	fmt.Println(u, err)
	// Output: nntp://news.example:1119/comp.lang.c <nil>
}

func ExampleNNTP_Commands() {
	n := uri.NNTP{Host: "news.example", Group: "comp.lang.c", Article: uri.Defined("42")}
	commands, err := n.Commands()
	address, _ := n.HostPort()
	fmt.Printf("%s %q %v\n", address, commands, err)
	// Output: news.example:119 ["GROUP comp.lang.c" "ARTICLE 42"] <nil>
}

func ExampleParseWAIS() {
	for _, s := range []string{
		"wais://wais.example/recipes",
		"wais://wais.example/recipes?black%20bread",
		"wais://wais.example/recipes/TEXT/1%3Ddb%3B2%3D42",
	} {
		w, err := uri.ParseWAIS(s)
		fmt.Printf("%q %q %q %q %v\n", w.Database, w.Search, w.Type, w.Path, err)
	}
	// Output:
	// "recipes" "" "" "" <nil>
	// "recipes" "black bread" "" "" <nil>
	// "recipes" "" "TEXT" "1=db;2=42" <nil>
}

func ExampleWAISFrom() {
	for _, s := range []string{"wais://h/recipes", "wais://h/recipes?bread", "wais://h/recipes/TEXT/42", "wais://h"} {
		w, err := uri.WAISFrom(uri.MustParse(s))
		if err != nil {
			fmt.Println(err)
			continue
		}
		if search, ok := w.Search.Get(); ok {
			fmt.Println("search", w.Database, "for", search)
		} else if document, ok := w.Path.Get(); ok {
			fmt.Println("get", w.Type, document, "from", w.Database)
		} else {
			fmt.Println("ask about", w.Database)
		}
	}
	// Output:
	// ask about recipes
	// search recipes for bread
	// get TEXT 42 from recipes
	// uri: wais "wais://h": waisurl: unexpected end at offset 8 (RFC 1738, 5)
}

func ExampleWAIS_URI() {
	w := uri.WAIS{Host: "wais.example", Database: "recipes", Search: uri.Defined("black/white bread")}
	fmt.Println(w.URI())
	fmt.Println(w.HostPort())
	// Output:
	// wais://wais.example/recipes?black%2Fwhite%20bread <nil>
	// wais.example:210 true
}

func ExampleParseProspero() {
	p, err := uri.ParseProspero("prospero://host.dom//pros/name;OBJECT-VERSION=7")
	fmt.Println(p.Name, p.Fields, err)
	// Output: /pros/name [{OBJECT-VERSION 7}] <nil>
}

// The fields of a Prospero link narrow down which object is meant.
func ExampleProsperoFrom() {
	p, err := uri.ProsperoFrom(uri.MustParse("prospero://host.dom//pros/name;OBJECT-VERSION=7;ID=a%3Db"))
	if err != nil {
		fmt.Println(err)
		return
	}
	address, _ := p.HostPort()
	fmt.Println(address, p.Name)
	for _, f := range p.Fields {
		fmt.Println(f.Name, f.Value)
	}
	// Output:
	// host.dom:1525 /pros/name
	// OBJECT-VERSION 7
	// ID a=b
}

func ExampleProspero_URI() {
	p := uri.Prospero{Host: "host.dom", Name: "/pros/a;b", Fields: []uri.ProsperoField{{Name: "OBJECT-VERSION", Value: "7"}}}
	fmt.Println(p.URI())
	fmt.Println(p.HostPort())
	// Output:
	// prospero://host.dom//pros/a%3Bb;OBJECT-VERSION=7 <nil>
	// host.dom:1525 true
}

// In JSON, and for %v, a scheme struct is the text of its URL; %+v is that
// without a password.
func ExampleScheme_text() {
	var links struct {
		Page  uri.HTTP
		Mail  uri.Mailto
		Group uri.News
		Link  uri.Prospero
		Query uri.WAIS
	}
	err := json.Unmarshal([]byte(`{
		"Page": "HTTP://h:80/a", "Mail": "mailto:a@b", "Group": "news:comp.lang.go",
		"Link": "prospero://h/p", "Query": "wais://h/db?a"
	}`), &links)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(links.Page, links.Mail, links.Group)
	fmt.Printf("%+v %+v\n", links.Link, links.Query)
	text, err := json.Marshal(links)
	fmt.Printf("%s %v\n", text, err)
	// Output:
	// http://h/a mailto:a@b news:comp.lang.go
	// prospero://h/p wais://h/db?a
	// {"Page":"http://h/a","Mail":"mailto:a@b","Group":"news:comp.lang.go","Link":"prospero://h/p","Query":"wais://h/db?a"} <nil>
}
