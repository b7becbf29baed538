package guard

import (
	"fmt"
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
		{"http://010.8.8.8/", "10.8.8.8", "8.8.8.8"},
		{"http://u@127.1:80/", "", "127.0.0.1"},
		{"http://[::ffff:127.0.0.1]/", "::ffff:127.0.0.1", "::ffff:127.0.0.1"},
		{"http://[::1]/", "::1", "::1"},

		{"http://999.1.1.1/", "", ""},
		{"http://127.1.2.3.4/", "", ""},
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

func TestIsPublic(t *testing.T) {
	for _, s := range []string{
		"8.8.8.8", "192.0.0.9", "192.0.1.1", "100.63.255.255", "100.128.0.0", "172.15.0.1", "172.32.0.1", "198.20.0.1",
		"2001:4860:4860::8888", "2001:1::1", "2001:20::1", "2001:200::1", "::ffff:8.8.8.8", "64:ff9b::808:808", "2620:4f:8000::1",
	} {
		if !IsPublic(netip.MustParseAddr(s)) {
			t.Errorf("%s is not public", s)
		}
	}
	for _, s := range []string{
		"0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.255.255.255", "169.254.169.254", "172.16.0.1", "172.31.255.255",
		"192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1",
		"224.0.0.1", "240.0.0.1", "255.255.255.255",
		"::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:2::1",
		"2001:db8::1", "2002:7f00:1::", "3fff::1", "5f00::1", "fc00::1", "fd00::1", "fe80::1", "fec0::1", "ff02::1",
		"2001:db8::1%eth0", "64:ff9b::7f00:1%eth0", "::7f00:1%1", "2606:4700::1%eth0",
	} {
		if IsPublic(netip.MustParseAddr(s)) {
			t.Errorf("%s is public", s)
		}
	}
	if IsPublic(netip.Addr{}) {
		t.Error("the zero Addr is public")
	}
}

func ExampleLoose() {
	u := uri.MustParse("http://0x7f.1/admin")
	_, strict := Strict(u)
	a, _ := Loose(u)
	fmt.Println(strict, a, IsPublic(a))
	// Output: false 127.0.0.1 false
}
