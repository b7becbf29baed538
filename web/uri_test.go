package web

import (
	"strings"
	"testing"

	"example.com/uri/internal/ascii"
)

// plainEscapes returns the serialization of u with a percent-encoded byte for each
// printable ASCII character that a URI never has, and for each "%" that does not begin
// a percent-encoded byte. "#" and brackets are escaped except when they delimit.
func plainEscapes(u URL) string {
	var b strings.Builder
	s := u.String()
	host, _ := u.Host()
	delimiter := map[int]bool{}
	if strings.HasPrefix(host, "[") {
		delimiter[int(u.host)] = true
		delimiter[int(u.hostEnd)-1] = true
	}
	if u.fragment != 0 {
		delimiter[int(u.fragment)-1] = true
	}
	for i := range len(s) {
		c := s[i]
		escape := strings.IndexByte(" \"<>\\^`{|}", c) >= 0 || c == '%' && !ascii.Escaped(s, i) ||
			(c == '#' || c == '[' || c == ']') && !delimiter[i]
		if escape {
			b.WriteString("%" + string("0123456789ABCDEF"[c>>4]) + string("0123456789ABCDEF"[c&15]))
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// checkURI compares the URI of u with the result of plainEscapes, and checks that it is
// read as u again.
func checkURI(t *testing.T, u URL) {
	t.Helper()
	v, err := u.URI()
	if empty := u.String() == u.Scheme()+":" || strings.HasPrefix(u.String(), u.Scheme()+":#"); err != nil || empty {
		if err == nil || !empty {
			t.Errorf("%q: URI: %q, %v", u, v, err)
		}
		return
	}
	if want := plainEscapes(u); v.String() != want {
		t.Errorf("%q: URI %q, want %q", u, v, want)
	}
	again, err := Parse(v.String())
	if err != nil {
		t.Errorf("%q: URI %q is no URL: %v", u, v, err)
		return
	}
	host, _ := u.Host()
	readBack, _ := again.Host()
	if u.kind != notSpecial && host != readBack {
		t.Errorf("%q: URI %q has the host %q", u, v, readBack)
	}
	if plainEscapes(again) != plainEscapes(u) {
		t.Errorf("%q: URI %q is read as %q", u, v, again)
	}
}

func TestURI(t *testing.T) {
	p := Parser{ToASCII: toASCII(t)}
	for _, v := range tableRows(t) {
		base, _ := p.Parse(URL{}, v.Base)
		if u, err := p.Parse(base, v.Input); err == nil {
			checkURI(t, u)
		}
	}
	for _, test := range []struct{ in, want string }{
		{"https://u|:p%@h/a[1]|b%?a[]={}#a#b", "https://u%7C:p%25@h/a%5B1%5D%7Cb%25?a%5B%5D=%7B%7D#a%23b"},
		{"https://`{h}/", "https://%60%7Bh%7D/"},
		{"foo://%h`/", "foo://%25h%60/"},
		{"foo:a b", "foo:a%20b"},
		{"foo:?q", "foo:?q"},
		{"foo://", "foo://"},
		{"foo:/.//h", "foo:/.//h"},
		{"http://[::1]/", "http://[::1]/"},
		{"http://[::1]/a|b", "http://[::1]/a%7Cb"},
	} {
		u, err := Parse(test.in)
		if err != nil {
			t.Errorf("%q: %v", test.in, err)
			continue
		}
		if v, err := u.URI(); err != nil || v.String() != test.want {
			t.Errorf("%q: URI %q, %v, want %q", test.in, v, err, test.want)
		}
		checkURI(t, u)
	}
	if v, err := (URL{}).URI(); err == nil {
		t.Errorf("the zero URL has the URI %q", v)
	}
}
