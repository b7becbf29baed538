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

// FuzzExpand sees that a rule only writes something before the text.
func FuzzExpand(f *testing.F) {
	for _, s := range []string{"www.w3.org/a", "a@b.c", "//a/b", "a.b:80/c", "[::1]:1", "http://a/", "a.b/c"} {
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, short string, alone bool) {
		u, by, err := Expander{HostAlone: alone}.Expand(short)
		switch {
		case err != nil:
			if u != (uri.URI{}) || by != Incomplete {
				t.Errorf("%q: %v by %v with %v", short, u, by, err)
			}
		case by == Incomplete || !u.IsAbsolute() || !strings.HasSuffix(u.String(), short):
			t.Errorf("%q: %q by %v", short, u, by)
		case by == Complete && u.String() != short:
			t.Errorf("%q: %q by %v", short, u, by)
		}
	})
}
