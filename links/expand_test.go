package links

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
		{"www.w3.org/Addressing/", "http://www.w3.org/Addressing/", ExpansionWWWHost, Expander{}},
		{"WWW.W3.org", "http://WWW.W3.org", ExpansionWWWHost, Expander{}},
		{"www2.w3.org:8080?a#b", "http://www2.w3.org:8080?a#b", ExpansionWWWHost, Expander{}},
		{"www.w3.org:/", "http://www.w3.org:/", ExpansionWWWHost, Expander{}},
		{"www.w3.org./", "https://www.w3.org./", ExpansionWWWHost, Expander{Scheme: "https"}},
		{"ftp.is.co.za/rfc/", "ftp://ftp.is.co.za/rfc/", ExpansionFTPHost, Expander{Scheme: "https"}},
		{"gopher.floodgap.com", "gopher://gopher.floodgap.com", ExpansionGopherHost, Expander{}},
		{"ftp.example.com:2121/a", "ftp://ftp.example.com:2121/a", ExpansionFTPHost, Expander{}},
		{"example.com:8080/x", "http://example.com:8080/x", ExpansionHostAndPort, Expander{}},
		{"example.com:65535", "http://example.com:65535", ExpansionHostAndPort, Expander{}},
		{"localhost:80", "http://localhost:80", ExpansionHostAndPort, Expander{}},
		{"127.0.0.1:8080/x", "http://127.0.0.1:8080/x", ExpansionHostAndPort, Expander{}},
		{"[::1]:8080/x", "http://[::1]:8080/x", ExpansionHostAndPort, Expander{}},
		{"[::1]/x", "http://[::1]/x", ExpansionHostAndPort, Expander{}},
		{"user@example.com", "mailto:user@example.com", ExpansionMailbox, Expander{}},
		{"first.last+tag@mail.example.com", "mailto:first.last+tag@mail.example.com", ExpansionMailbox, Expander{}},
		{"//host/p", "http://host/p", ExpansionNetworkPath, Expander{}},
		{"//host/p", "https://host/p", ExpansionNetworkPath, Expander{Scheme: "https"}},
		{"//u@h:1", "http://u@h:1", ExpansionNetworkPath, Expander{}},
		{"http://a/b", "http://a/b", ExpansionComplete, Expander{}},
		{"mailto:a@b", "mailto:a@b", ExpansionComplete, Expander{}},
		{"tel:110", "tel:110", ExpansionComplete, Expander{}},
		{"host:80", "host:80", ExpansionComplete, Expander{}},
		{"example.com:99999", "example.com:99999", ExpansionComplete, Expander{}},
		{"example.com:65536", "example.com:65536", ExpansionComplete, Expander{}},
		{"a.b:x", "a.b:x", ExpansionComplete, Expander{}},

		// IRIs, as people type them.
		{"bücher.example/x", "", ExpansionNone, Expander{}},
		{"www.bücher.example", "http://www.b%C3%BCcher.example", ExpansionWWWHost, Expander{}},
		{"www.bücher.example./", "http://www.xn--bcher-kva.example./", ExpansionWWWHost, Expander{ToASCII: toTestHost}},
		{"ftp.bücher.example:21/", "ftp://ftp.xn--bcher-kva.example:21/", ExpansionFTPHost, Expander{ToASCII: toTestHost}},
		{"bücher.example:8080/x", "http://b%C3%BCcher.example:8080/x", ExpansionHostAndPort, Expander{}},
		{"例え.テスト:80", "http://%E4%BE%8B%E3%81%88.%E3%83%86%E3%82%B9%E3%83%88:80", ExpansionHostAndPort, Expander{}},
		{"http://bücher.example/é", "http://xn--bcher-kva.example/%C3%A9", ExpansionComplete, Expander{ToASCII: toTestHost}},
		{"//bücher.example/é", "http://b%C3%BCcher.example/%C3%A9", ExpansionNetworkPath, Expander{}},
		{"www.example.com/Müll", "http://www.example.com/M%C3%BCll", ExpansionWWWHost, Expander{ToASCII: toTestHost}},
		{"jürgen@exämple.com", "mailto:j%C3%BCrgen@ex%C3%A4mple.com", ExpansionMailbox, Expander{}},
		{"a@b%C3%A4.c", "", ExpansionNone, Expander{}},
		{"jürgen@example.com", "mailto:j%C3%BCrgen@example.com", ExpansionMailbox, Expander{}},
		{"joe@bücher.example", "mailto:joe@b%C3%BCcher.example", ExpansionMailbox, Expander{ToASCII: toTestHost}},
		{"www.bücher.example/a b", "syntax", ExpansionNone, Expander{}},

		{"", "", ExpansionNone, Expander{}},
		{"example.com", "", ExpansionNone, Expander{}},
		{"127.0.0.1/x", "", ExpansionNone, Expander{}},
		{"www", "", ExpansionNone, Expander{}},
		{"www.html", "", ExpansionNone, Expander{}},
		{"www.ex.", "", ExpansionNone, Expander{}},
		{"a#b@c.de", "", ExpansionNone, Expander{}},
		{"a?b@c.de", "", ExpansionNone, Expander{}},
		{"a/b@c.de", "", ExpansionNone, Expander{}},
		{"ftp.c", "", ExpansionNone, Expander{}},
		{"gopher.c", "", ExpansionNone, Expander{}},
		{"www-a.b.c", "", ExpansionNone, Expander{}},
		{"/www.w3.org/", "", ExpansionNone, Expander{}},
		{"///p", "", ExpansionNone, Expander{}},
		{"../a", "", ExpansionNone, Expander{}},
		{"?a", "", ExpansionNone, Expander{}},
		{"#a", "", ExpansionNone, Expander{}},
		{"@example.com", "", ExpansionNone, Expander{}},
		{"a@b", "", ExpansionNone, Expander{}},
		{"a@b.", "", ExpansionNone, Expander{}},
		{"a@localhost", "", ExpansionNone, Expander{}},
		{"a@127.0.0.1", "", ExpansionNone, Expander{}},
		{"a@b@example.com", "", ExpansionNone, Expander{}},
		{"a/b@example.com", "", ExpansionNone, Expander{}},
		{"pkg@1.2.3", "", ExpansionNone, Expander{}},
		{"user@example.com/a", "", ExpansionNone, Expander{}},
		{"www.w3.org/a b", "syntax", ExpansionNone, Expander{}},
		{"u@example.com:80/x", "syntax", ExpansionNone, Expander{}},
		{"127.0.0.1:99999", "syntax", ExpansionNone, Expander{}},
		{"www.w3.org:x", "www.w3.org:x", ExpansionComplete, Expander{}},
		{"www.w3.org", "syntax", ExpansionNone, Expander{Scheme: "ht tp"}},
		{"www.w3.org", "syntax", ExpansionNone, Expander{Scheme: " http"}},
		{"www.w3.org", "syntax", ExpansionNone, Expander{Scheme: "http:"}},
		{"www.w3.org:80", "syntax", ExpansionNone, Expander{Scheme: "http://a/"}},
		{"//www.w3.org", "syntax", ExpansionNone, Expander{Scheme: "mailto:a?"}},
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
	x := Expander{ToASCII: func(string) (string, error) { return "", refused }}
	for _, short := range []string{"www.é.com", "é.com:80/", "http://é/", "//é/"} {
		if u, by, err := x.Expand(short); err != refused || by != ExpansionNone || u != (uri.URI{}) {
			t.Errorf("%q: %v by %v with %v", short, u, by, err)
		}
	}
	if u, _, err := x.Expand("www.example.com/é"); err != nil {
		t.Errorf("%v with %v", u, err)
	}
	// A stray "%" is an error of its own, which no ToASCII may hide.
	x.ToASCII = func(string) (string, error) { return "xn--h", nil }
	if u, _, err := x.Expand("//''%的"); err == nil {
		t.Errorf("a host with a stray percent: %v", u)
	}
}

// FuzzExpand sees that a rule only writes something before the text.
func FuzzExpand(f *testing.F) {
	for _, s := range []string{"www.w3.org/a", "a@b.c", "//a/b", "a.b:80/c", "[::1]:1", "http://a/", "a.b/c", "é.b/c", "www.é.b:1/é"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, short string) {
		u, by, err := Expand(short)
		switch {
		case err != nil:
			if u != (uri.URI{}) || by != ExpansionNone {
				t.Errorf("%q: %v by %v with %v", short, u, by, err)
			}
		case by == ExpansionNone || !u.IsAbsolute():
			t.Errorf("%q: %q by %v", short, u, by)
		case !strings.HasSuffix(u.String(), escapedUTF8(short)):
			t.Errorf("%q: %q by %v", short, u, by)
		case by == ExpansionComplete && u.String() != escapedUTF8(short):
			t.Errorf("%q: %q by %v", short, u, by)
		}
	})
}
