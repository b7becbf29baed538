package crawl

import (
	"errors"
	"strings"
	"testing"

	"example.com/uri"
)

func TestExpand(t *testing.T) {
	for _, test := range []struct {
		short string
		want  string // "" for ErrRelative, "syntax" for an error of Parse
		by    Expansion
		x     Expander
	}{
		{"www.w3.org/Addressing/", "http://www.w3.org/Addressing/", WWWHost, Expander{}},
		{"WWW.W3.org", "http://WWW.W3.org", WWWHost, Expander{}},
		{"www2.w3.org:8080?a#b", "http://www2.w3.org:8080?a#b", WWWHost, Expander{}},
		{"www.w3.org:/", "http://www.w3.org:/", WWWHost, Expander{}},
		{"www.w3.org./", "https://www.w3.org./", WWWHost, Expander{Scheme: "https"}},
		{"ftp.is.co.za/rfc/", "ftp://ftp.is.co.za/rfc/", FTPHost, Expander{Scheme: "https"}},
		{"gopher.floodgap.com", "gopher://gopher.floodgap.com", GopherHost, Expander{}},
		{"ftp.example.com:2121/a", "ftp://ftp.example.com:2121/a", FTPHost, Expander{}},
		{"example.com:8080/x", "http://example.com:8080/x", HostAndPort, Expander{}},
		{"example.com:65535", "http://example.com:65535", HostAndPort, Expander{}},
		{"localhost:80", "http://localhost:80", HostAndPort, Expander{}},
		{"127.0.0.1:8080/x", "http://127.0.0.1:8080/x", HostAndPort, Expander{}},
		{"[::1]:8080/x", "http://[::1]:8080/x", HostAndPort, Expander{}},
		{"[::1]/x", "http://[::1]/x", HostAlone, Expander{}},
		{"user@example.com", "mailto:user@example.com", Mailbox, Expander{}},
		{"first.last+tag@mail.example.com", "mailto:first.last+tag@mail.example.com", Mailbox, Expander{}},
		{"//host/p", "http://host/p", NetworkPath, Expander{}},
		{"//host/p", "https://host/p", NetworkPath, Expander{Scheme: "https"}},
		{"//u@h:1", "http://u@h:1", NetworkPath, Expander{}},
		{"http://a/b", "http://a/b", Complete, Expander{}},
		{"mailto:a@b", "mailto:a@b", Complete, Expander{}},
		{"tel:110", "tel:110", Complete, Expander{}},
		{"host:80", "host:80", Complete, Expander{}},
		{"example.com:99999", "example.com:99999", Complete, Expander{}},
		{"example.com:65536", "example.com:65536", Complete, Expander{}},
		{"a.b:x", "a.b:x", Complete, Expander{}},

		{"example.com/x", "http://example.com/x", HostAlone, Expander{HostAlone: true}},
		{"index.html", "http://index.html", HostAlone, Expander{HostAlone: true}},
		{"localhost", "http://localhost", HostAlone, Expander{HostAlone: true}},
		{"127.0.0.1/x", "http://127.0.0.1/x", HostAlone, Expander{HostAlone: true}},
		{"a/b", "", Incomplete, Expander{HostAlone: true}},
		{"256.0.0.1/x", "", Incomplete, Expander{HostAlone: true}},

		// IRIs, as people type them.
		{"bücher.example/x", "", Incomplete, Expander{}},
		{"bücher.example/x", "http://b%C3%BCcher.example/x", HostAlone, Expander{HostAlone: true}},
		{"bücher.example/é?é#é", "https://xn--bcher-kva.example/%C3%A9?%C3%A9#%C3%A9", HostAlone, Expander{HostAlone: true, Scheme: "https", Host: toTestHost}},
		{"www.bücher.example", "http://www.b%C3%BCcher.example", WWWHost, Expander{}},
		{"www.bücher.example./", "http://www.xn--bcher-kva.example./", WWWHost, Expander{Host: toTestHost}},
		{"ftp.bücher.example:21/", "ftp://ftp.xn--bcher-kva.example:21/", FTPHost, Expander{Host: toTestHost}},
		{"bücher.example:8080/x", "http://b%C3%BCcher.example:8080/x", HostAndPort, Expander{}},
		{"例え.テスト:80", "http://%E4%BE%8B%E3%81%88.%E3%83%86%E3%82%B9%E3%83%88:80", HostAndPort, Expander{}},
		{"http://bücher.example/é", "http://xn--bcher-kva.example/%C3%A9", Complete, Expander{Host: toTestHost}},
		{"//bücher.example/é", "http://b%C3%BCcher.example/%C3%A9", NetworkPath, Expander{}},
		{"www.example.com/Müll", "http://www.example.com/M%C3%BCll", WWWHost, Expander{Host: toTestHost}},
		{"example.com/Müll", "http://example.com/M%C3%BCll", HostAlone, Expander{HostAlone: true}},
		{"jürgen@example.com", "mailto:j%C3%BCrgen@example.com", Mailbox, Expander{}},
		{"b%C3%BCcher.example", "", Incomplete, Expander{HostAlone: true}},
		{"bücher/x", "", Incomplete, Expander{HostAlone: true, Host: toTestHost}},
		{".é.com", "", Incomplete, Expander{HostAlone: true}},
		{"a..é", "", Incomplete, Expander{HostAlone: true}},
		{"a_b.é", "", Incomplete, Expander{HostAlone: true}},
		{"é.com/\u3000", "syntax", Incomplete, Expander{HostAlone: true}},
		{"é.com/\xff", "syntax", Incomplete, Expander{HostAlone: true}},
		{"www.bücher.example/a b", "syntax", Incomplete, Expander{}},

		{"", "", Incomplete, Expander{}},
		{"example.com", "", Incomplete, Expander{}},
		{"127.0.0.1/x", "", Incomplete, Expander{}},
		{"www", "", Incomplete, Expander{}},
		{"www.html", "", Incomplete, Expander{}},
		{"www.ex.", "", Incomplete, Expander{}},
		{"a#b@c.de", "", Incomplete, Expander{}},
		{"a?b@c.de", "", Incomplete, Expander{}},
		{"a/b@c.de", "", Incomplete, Expander{}},
		{"ftp.c", "", Incomplete, Expander{}},
		{"gopher.c", "", Incomplete, Expander{}},
		{"www-a.b.c", "", Incomplete, Expander{}},
		{"/www.w3.org/", "", Incomplete, Expander{}},
		{"///p", "", Incomplete, Expander{}},
		{"../a", "", Incomplete, Expander{}},
		{"?a", "", Incomplete, Expander{}},
		{"#a", "", Incomplete, Expander{}},
		{"@example.com", "", Incomplete, Expander{}},
		{"a@b", "", Incomplete, Expander{}},
		{"a@b.", "", Incomplete, Expander{}},
		{"a@localhost", "", Incomplete, Expander{}},
		{"a@127.0.0.1", "", Incomplete, Expander{}},
		{"a@b@example.com", "", Incomplete, Expander{}},
		{"a/b@example.com", "", Incomplete, Expander{}},
		{"pkg@1.2.3", "", Incomplete, Expander{}},
		{"user@example.com/a", "", Incomplete, Expander{}},
		{"www.w3.org/a b", "syntax", Incomplete, Expander{}},
		{"u@example.com:80/x", "syntax", Incomplete, Expander{}},
		{"127.0.0.1:99999", "syntax", Incomplete, Expander{}},
		{"www.w3.org:x", "www.w3.org:x", Complete, Expander{}},
		{"www.w3.org", "syntax", Incomplete, Expander{Scheme: "ht tp"}},
		{"www.w3.org", "syntax", Incomplete, Expander{Scheme: "http:"}},
		{"www.w3.org:80", "syntax", Incomplete, Expander{Scheme: "http://a/"}},
		{"//www.w3.org", "syntax", Incomplete, Expander{Scheme: "mailto:a?"}},
	} {
		u, by, err := test.x.Expand(test.short)
		got := u.String()
		var syntax *uri.SyntaxError
		if errors.As(err, &syntax) {
			got = "syntax"
		} else if (err != nil) != (test.want == "") || err != nil && err != ErrRelative {
			t.Errorf("%q: %v", test.short, err)
		}
		if got != test.want || by != test.by {
			t.Errorf("%q: got %q by %v, want %q by %v", test.short, got, by, test.want, test.by)
		}
	}
}

// toTestHost is a function of IDNA that knows one name.
func toTestHost(name string) (string, error) {
	return strings.ReplaceAll(name, "bücher", "xn--bcher-kva"), nil
}

func TestExpandHostError(t *testing.T) {
	refused := errors.New("refused")
	x := Expander{HostAlone: true, Host: func(string) (string, error) { return "", refused }}
	for _, short := range []string{"é.com", "http://é/", "//é/", "é.com:80/"} {
		if u, by, err := x.Expand(short); err != refused || by != Incomplete || u != (uri.URI{}) {
			t.Errorf("%q: %v by %v with %v", short, u, by, err)
		}
	}
	if u, _, err := x.Expand("example.com/é"); err != nil {
		t.Errorf("%v with %v", u, err)
	}
}

// FuzzExpand sees that a rule only writes something before the text.
func FuzzExpand(f *testing.F) {
	for _, s := range []string{"www.w3.org/a", "a@b.c", "//a/b", "a.b:80/c", "[::1]:1", "http://a/", "a.b/c", "é.b/c", "www.é.b:1/é"} {
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, short string, alone bool) {
		u, by, err := Expander{HostAlone: alone}.Expand(short)
		switch {
		case err != nil:
			if u != (uri.URI{}) || by != Incomplete {
				t.Errorf("%q: %v by %v with %v", short, u, by, err)
			}
		case by == Incomplete || !u.IsAbsolute() || !strings.HasSuffix(u.String(), escapedUTF8(short)):
			t.Errorf("%q: %q by %v", short, u, by)
		case by == Complete && u.String() != escapedUTF8(short):
			t.Errorf("%q: %q by %v", short, u, by)
		}
	})
}
