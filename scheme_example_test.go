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
	// not to be fetched: uri: ftp "ftp://xxxxx@h/f": ftpurl: invalid character at offset 10 (RFC 1738, 5)
	// user?x h [f]
}
