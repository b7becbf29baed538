package uri_test

import (
	"errors"
	"fmt"

	"example.com/uri"
)

func ExampleInterpret() {
	for _, s := range []string{"ftp://h/pub/README", "http://h/a?b", "ldap://h/o=a"} {
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
	// http: h /a ?b
	// ldap: //h/o=a
}

func ExampleFTPFrom() {
	f, err := uri.FTPFrom(uri.MustParse("ftp://user:secret@h:2121/%2Fetc/motd;type=A"))
	if err != nil {
		fmt.Println(err)
		return
	}
	user, _ := f.Login.User()
	fmt.Printf("%s %s %d %q %c\n", user, f.Host, f.Port, f.Path, f.Type)
	fmt.Println(f)
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
		fmt.Printf("%s %q %v\n", f.Addr(), commands, err)
	}
	// Output:
	// host.dom:21 ["USER myname" "CWD /etc" "RETR motd"] <nil>
	// host.dom:21 ["USER anonymous" "CWD pub" "NLST"] <nil>
	// host.dom:21 [] uri: ftp: field Path[0]: CR, LF or NUL in a command, at offset 1 of the field (RFC 1738, 6)
}

func ExampleHTTP_Commands() {
	h, err := uri.ParseHTTP("http://www.example:8080?q#part")
	if err != nil {
		fmt.Println(err)
		return
	}
	lines, err := h.Commands()
	fmt.Printf("%s %q %v\n", h.Addr(), lines, err)
	// Output:
	// www.example:8080 ["GET /?q HTTP/1.1" "Host: www.example:8080"] <nil>
}

func ExampleParseHTTP() {
	_, err := uri.ParseHTTP("http://user@h/")
	fmt.Println(err)
	// Output:
	// uri: http "http://xxxxx@h/": httpurl: a user name is not allowed at offset 11 (RFC 1738, 5)
}

func ExampleParseTelnet() {
	t, err := uri.ParseTelnet("telnet://guest:guest@melvyl.ucop.edu/")
	if err != nil {
		fmt.Println(err)
		return
	}
	user, _ := t.Login.User()
	password, ok := t.Login.Password()
	fmt.Println(t.Addr(), user, password, ok)
	// Output:
	// melvyl.ucop.edu:23 guest guest true
}

func ExampleFile_NativePath() {
	for _, s := range []string{"file:///C:/Program%20Files/a", "file://server/share/a", "file:///a%2Fb"} {
		f, err := uri.ParseFile(s)
		if err != nil {
			fmt.Println(err)
			continue
		}
		path, err := f.NativePath(uri.Windows)
		fmt.Println(path, err)
	}
	// Output:
	// C:\Program Files\a <nil>
	// \\server\share\a <nil>
	//  uri: file: field Path[0]: not a drive
}

func ExampleFileFromPath() {
	f, err := uri.FileFromPath("DISK$USER:[MY.NOTES]NOTE123456.TXT", uri.VMS)
	if err != nil {
		fmt.Println(err)
		return
	}
	f.Host = "vms.host.edu"
	fmt.Println(f)
	// Output:
	// file://vms.host.edu/disk$user/my/notes/note123456.txt
}

func ExampleLogin() {
	for _, login := range []uri.Login{{}, uri.LoginUser("me"), uri.LoginPassword("me", "secret")} {
		fmt.Printf("%q\n", uri.FTP{Login: login, Host: "h"}.String())
		fmt.Println(login)
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

func ExampleOther_Server() {
	o, err := uri.ParseOther("rtsp://h:554/a")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, ok := o.Server()
	fmt.Println(s.Host, s.Port, ok)
	// Output:
	// h 554 true
}

func ExampleURI_EffectivePort() {
	fmt.Println(uri.MustParse("gopher://h/").EffectivePort())
	fmt.Println(uri.MustParse("gopher://h:7070/").EffectivePort())
	fmt.Println(uri.MustParse("ldap://h/").EffectivePort())
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

// A "?" in a user name: by the letter the host is h, for RFC 2396 it is user.
func ExampleInterpret1738() {
	x, err := uri.Interpret1738("ftp://user?x@h/f")
	var letter *uri.LetterError
	if errors.As(err, &letter) {
		fmt.Println("not to be fetched:", letter)
	}
	if f, ok := x.(uri.FTP); ok {
		user, _ := f.Login.User()
		fmt.Println(user, f.Host, f.Path)
	}
	// Output:
	// not to be fetched: uri: ftp "ftp://xxxxx@h/f": ftpurl: a "?" that leaves two readings of the host at offset 10 (RFC 1738, 5)
	// user?x h [f]
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
	g := uri.Gopher{Host: "gopher.example", Type: "7", Selector: "/find", Search: uri.Given("black holes")}
	request, err := g.Request()
	fmt.Printf("%s %q %v\n", g.Addr(), request, err)

	// What would begin a second command is refused.
	g = uri.Gopher{Host: "mail.example", Port: 25, Type: "1", Selector: "\r\nMAIL FROM:evil"}
	_, err = g.Request()
	fmt.Println(err)
	// Output:
	// gopher.example:70 "/find\tblack holes\r\n" <nil>
	// uri: gopher: field Selector: CR, LF or NUL in a command, at offset 0 of the field (RFC 1738, 6)
}

func ExampleGopher_URI() {
	u, err := uri.Gopher{Host: "gopher.example", Type: "0", Selector: "a file?"}.URI()
	fmt.Println(u, err)
	_, err = uri.Gopher{Host: "gopher.example", Type: "0", Selector: "a\tb"}.URI()
	fmt.Println(err)
	// Output:
	// gopher://gopher.example/0a%20file%3F <nil>
	// uri: gopher: field Selector: a tab, which would end it (RFC 1738, 3.4.1)
}

func ExampleGopher_ItemType() {
	for _, g := range []uri.Gopher{{Host: "h", Type: "0"}, {Host: "h"}} {
		fmt.Printf("%v is of type %c\n", g, g.ItemType())
	}
	// Output:
	// gopher://h/0 is of type 0
	// gopher://h/ is of type 1
}

// An empty search is not the same as none.
func ExampleGiven() {
	for _, search := range []uri.Optional{{}, uri.Given(""), uri.Given("q")} {
		text, ok := search.Get()
		fmt.Printf("%v %q %t\n", uri.Gopher{Host: "h", Type: "7", Search: search}, text, ok)
	}
	// Output:
	// gopher://h/7 "" false
	// gopher://h/7%09 "" true
	// gopher://h/7%09q "q" true
}

// A view of a Gopher+ item, put together and read.
func ExampleParseGopherPlus() {
	view := uri.GopherPlus{Kind: uri.GopherPlusView, View: "application/postscript", Language: "Es_ES"}
	plus, err := view.Text()
	if err != nil {
		fmt.Println(err)
		return
	}
	g := uri.Gopher{Host: "h", Type: "0", Selector: "paper", Search: uri.Given(""), Plus: uri.Given(plus)}
	fmt.Println(g)

	p, err := uri.ParseGopherPlus(plus)
	fmt.Println(p.Kind, p.View, p.Language, err)
	// Output:
	// gopher://h/0paper%09%09+application/postscript%20Es_ES
	// view application/postscript Es_ES <nil>
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

// A mail program shows what it would rather not take over.
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
	// news:4123/a@ucbvax.example <nil>
	// uri: news: field Group: not the name of a newsgroup (RFC 1738, 5)
}

func ExampleNews_Commands() {
	n, err := uri.ParseNews("news:4123@ucbvax.example")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(n.Commands())
	// Output: [ARTICLE <4123@ucbvax.example>] <nil>
}

func ExampleParseNNTP() {
	n, err := uri.ParseNNTP("nntp://news.example/comp.lang.c/42")
	fmt.Println(n.Host, n.Group, n.Article, err)
	_, err = uri.ParseNNTP("nntp://news.example/comp.lang.c/x1")
	fmt.Println(err)
	// Output:
	// news.example comp.lang.c 42 <nil>
	// uri: nntp "nntp://news.example/comp.lang.c/x1": digits: invalid character 'x' at offset 32 (RFC 1738, 5)
}

func ExampleNNTP_URI() {
	u, err := uri.NNTP{Host: "news.example", Port: 1119, Group: "comp.lang.c"}.URI()
	fmt.Println(u, err)
	// Output: nntp://news.example:1119/comp.lang.c <nil>
}

func ExampleNNTP_Commands() {
	n := uri.NNTP{Host: "news.example", Group: "comp.lang.c", Article: "42"}
	commands, err := n.Commands()
	fmt.Printf("%s %q %v\n", n.Addr(), commands, err)
	// Output: news.example:119 ["GROUP comp.lang.c" "ARTICLE 42"] <nil>
}

func ExampleParseWAIS() {
	for _, s := range []string{
		"wais://wais.example/recipes",
		"wais://wais.example/recipes?black%20bread",
		"wais://wais.example/recipes/TEXT/1%3Ddb%3B2%3D42",
	} {
		w, err := uri.ParseWAIS(s)
		fmt.Printf("%v %q %q %q %q %v\n", w.Form, w.Database, w.Search, w.Type, w.Path, err)
	}
	// Output:
	// waisdatabase "recipes" "" "" "" <nil>
	// waisindex "recipes" "black bread" "" "" <nil>
	// waisdoc "recipes" "" "TEXT" "1=db;2=42" <nil>
}

func ExampleWAIS_URI() {
	w := uri.WAIS{Host: "wais.example", Form: uri.WAISIndex, Database: "recipes", Search: "black/white bread"}
	fmt.Println(w.URI())
	fmt.Println(w.Addr())
	// Output:
	// wais://wais.example/recipes?black%2Fwhite%20bread <nil>
	// wais.example:210
}

func ExampleParseProspero() {
	p, err := uri.ParseProspero("prospero://host.dom//pros/name;OBJECT-VERSION=7")
	fmt.Println(p.Name, p.Fields, err)
	// Output: /pros/name [{OBJECT-VERSION 7}] <nil>
}

func ExampleProspero_URI() {
	p := uri.Prospero{Host: "host.dom", Name: "/pros/a;b", Fields: []uri.ProsperoField{{Name: "OBJECT-VERSION", Value: "7"}}}
	fmt.Println(p.URI())
	fmt.Println(p.Addr())
	// Output:
	// prospero://host.dom//pros/a%3Bb;OBJECT-VERSION=7 <nil>
	// host.dom:1525
}
