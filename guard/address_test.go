package guard

import (
	"net/netip"
	"testing"

	"example.com/uri"
)

func TestAddresses(t *testing.T) {
	for _, tt := range []struct{ in, strict, loose string }{
		{"http://127.0.0.1/", "127.0.0.1", "127.0.0.1"},
		{"http://127.1/", "", "127.0.0.1"},
		{"http://127.0.1/", "", "127.0.0.1"},
		{"http://0x7f000001/", "", "127.0.0.1"},
		{"http://0X7F.1/", "", "127.0.0.1"},
		{"http://2130706433/", "", "127.0.0.1"},
		{"http://017700000001/", "", "127.0.0.1"},
		{"http://0177.0.0.1/", "177.0.0.1", "127.0.0.1"},
		{"http://127.0.0.1./", "", "127.0.0.1"},
		{"http://%31%32%37.1/", "", "127.0.0.1"},
		{"http://0/", "", "0.0.0.0"},
		{"http://255.1/", "", "255.0.0.1"},
		{"http://0xA9fEa9fe/", "", "169.254.169.254"},
		{"http://169.254.43518/", "", "169.254.169.254"},
		{"http://010.8.8.8/", "10.8.8.8", "8.8.8.8"},
		{"http://u@127.1:80/", "", "127.0.0.1"},
		{"http://[::ffff:127.0.0.1]/", "::ffff:127.0.0.1", "::ffff:127.0.0.1"},
		{"http://[::1]/", "::1", "::1"},

		{"http://999.1.1.1/", "", ""},
		{"http://127.1.2.3.4/", "", ""},
		{"http://127.1.2.3.0/", "", ""},
		{"http://256.1/", "", ""},
		{"http://0x1%3A/", "", ""},
		{"http://0xg/", "", ""},
		{"http://4294967296/", "", ""},
		{"http://1.16777216/", "", ""},
		{"http://09/", "", ""},
		{"http://0x/", "", ""},
		{"http://1..1/", "", ""},
		{"http://127.1.a/", "", ""},
		{"http://localhost/", "", ""},
		{"http://127.1@b@c/", "", ""},
		{"mailto:a@127.0.0.1", "", ""},
		{"file:///127.0.0.1", "", ""},
	} {
		u := uri.MustParse(tt.in)
		text := func(a netip.Addr, ok bool) string {
			if !ok {
				return ""
			}
			return a.String()
		}
		if got := text(Strict(u)); got != tt.strict {
			t.Errorf("Strict(%s) = %q, want %q", tt.in, got, tt.strict)
		}
		if got := text(Loose(u)); got != tt.loose {
			t.Errorf("Loose(%s) = %q, want %q", tt.in, got, tt.loose)
		}
	}
}
