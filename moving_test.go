package uri_test

import (
	"errors"
	"testing"

	"example.com/uri/guard"
	"example.com/uri/web"
)

// TestMovingFromAda runs the rows of the table "From Ada" in MOVING.md.
func TestMovingFromAda(t *testing.T) {
	_, err := web.Parse("http://h:99999/")
	if e, ok := err.(*web.Error); !ok || e.Offset != len("http://h:") || e.Name != "port-out-of-range" {
		t.Errorf("can_parse: %v", err)
	}
	base, err := web.Parse("https://u:p@h:8080/a/b?q#f")
	if err != nil {
		t.Fatal(err)
	}
	again, err := web.Parser{}.Parse(base, "https://u:p@H:8080/a/../a/b?q#f")
	if err != nil || again != base {
		t.Errorf("parse: %v, %v", again, err)
	}
	for _, row := range []struct{ name, got, want string }{
		{"get_href", base.String(), "https://u:p@h:8080/a/b?q#f"},
		{"get_protocol", base.Scheme(), "https"},
		{"get_username", base.Username(), "u"},
		{"get_password", base.Password(), "p"},
		{"get_pathname", base.Path(), "/a/b"},
		{"get_origin", base.Origin(), "https://h:8080"},
	} {
		if row.got != row.want {
			t.Errorf("%s: %q, want %q", row.name, row.got, row.want)
		}
	}
	host, hasHost := base.Host()
	port, hasPort := base.Port()
	query, hasQuery := base.Query()
	fragment, hasFragment := base.Fragment()
	if host != "h" || port != 8080 || query != "q" || fragment != "f" || !hasHost || !hasPort || !hasQuery || !hasFragment {
		t.Errorf("host %q, port %d, query %q, fragment %q", host, port, query, fragment)
	}
	empty, err := web.Parse("https://h:443/?#")
	if err != nil {
		t.Fatal(err)
	}
	_, hasPort = empty.Port()
	if query, ok := empty.Query(); query != "" || !ok || hasPort {
		t.Errorf("%v: query %q, %v, port %v", empty, query, ok, hasPort)
	}
	if fragment, ok := empty.Fragment(); fragment != "" || !ok {
		t.Errorf("%v: fragment %q, %v", empty, fragment, ok)
	}
	if mail, err := web.Parse("mailto:a@b"); err != nil {
		t.Error(err)
	} else if _, ok := mail.Host(); ok {
		t.Errorf("%v has a host", mail)
	}
	if _, err := web.Parse("http://b\u00fccher.example/"); !errors.Is(err, web.ErrNoToASCII) {
		t.Errorf("without ToASCII: %v", err)
	}
	toASCII := func(string) (string, error) { return "xn--bcher-kva.example", nil }
	if u, err := (web.Parser{ToASCII: toASCII}).Parse(web.URL{}, "http://b\u00fccher.example/"); u.String() != "http://xn--bcher-kva.example/" {
		t.Errorf("with ToASCII: %v, %v", u, err)
	}
	odd, err := web.Parse("http:\\\\0x7f.1\\a|b?c=d&e")
	if err != nil || odd.String() != "http://127.0.0.1/a|b?c=d&e" {
		t.Errorf("%v, %v", odd, err)
	}
	u, err := odd.URI()
	if err != nil || u.String() != "http://127.0.0.1/a%7Cb?c=d&e" {
		t.Errorf("%v, %v", u, err)
	}
	n := 0
	for range u.Pairs() {
		n++
	}
	if addr, ok := guard.Loose(u); n != 2 || !ok || addr.String() != "127.0.0.1" {
		t.Errorf("%v: %d pairs, %v", u, n, addr)
	}
	if allocs := testing.AllocsPerRun(10, func() { _ = base.String() }); allocs != 0 {
		t.Errorf("String allocates %v times", allocs)
	}
}
