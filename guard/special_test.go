package guard

import (
	"math/rand/v2"
	"net/netip"
	"testing"
)

func TestIsPublic(t *testing.T) {
	for _, s := range []string{
		"8.8.8.8", "168.63.129.15", "168.63.129.17", "192.0.0.9", "192.31.196.1", "192.52.193.1", "192.175.48.1", "192.0.1.1", "100.63.255.255", "100.128.0.0", "172.15.0.1", "172.32.0.1", "198.20.0.1",
		"2001:4860:4860::8888", "2001:1::1", "2001:20::1", "2001:200::1", "::ffff:8.8.8.8", "64:ff9b::808:808", "2000::", "2001:3::1", "2001:4:112::1", "2003::1", "3ffe::1", "2620:4f:8000::1",
	} {
		if !IsPublic(netip.MustParseAddr(s)) {
			t.Errorf("%s is not public", s)
		}
	}
	for _, s := range []string{
		"0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.255.255.255", "169.254.169.254", "172.16.0.1", "172.31.255.255",
		"192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1",
		"168.63.129.16", "192.0.0.8", "192.0.0.171", "224.0.0.1", "240.0.0.1", "255.255.255.255", "64:ff9b::a83f:8110",
		"::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:100.64.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:2::1",
		"2001:db8::1", "2002:7f00:1::", "3fff::1", "5f00::1", "fc00::1", "fd00::1", "fe80::1", "fec0::1", "ff02::1",
		"::ffff:0:a9fe:a9fe", "::ffff:0:808:808", "1::1", "4000::1", "fe00::1", "f000::", "1fff:ffff::", "64:ff9b:0:0:0:1::",
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

// TestIsPublicOfAll has a second opinion on addresses with random ends on every
// second prefix of 16 bits: their bytes, compared with the first bytes that
// RFC 4291, RFC 6890 and the registries give, and the predicates of net/netip.
func TestIsPublicOfAll(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := range *inputs {
		var b [16]byte
		for i := range b {
			if random.IntN(2) == 0 {
				b[i] = byte(random.Uint32())
			}
		}
		switch n % 4 {
		case 0: // of the unicast space
			b[0] = b[0]&0x1F | 0x20
		case 1: // near the prefixes that hold IPv4 addresses
			copy(b[:12], []([]byte){
				{0, 0x64, 0xff, 0x9b}, {10: 0xff, 11: 0xff}, {8: 0xff, 9: 0xff}, {0: 0, 11: 0}, {0, 0x64, 0xff, 0x9b, 0, 1},
			}[random.IntN(5)])
		}
		a6 := netip.AddrFrom16(b)
		got := IsPublic(a6)
		four := netip.AddrFrom4([4]byte(b[12:]))
		switch {
		case a6.Is4In6(), [12]byte(b[:12]) == [12]byte{0, 0x64, 0xff, 0x9b}:
			if got != IsPublic(four) {
				t.Fatalf("%v is public: %v, and %v inside: %v", a6, got, four, !got)
			}
		case b[0]>>5 != 1 && got, !a6.IsGlobalUnicast() && got, a6.IsPrivate() && got:
			t.Fatalf("%v is public", a6)
		case b[0] == 0x20 && b[1] != 0x01 && b[1] != 0x02 && !got:
			t.Fatalf("%v is not public", a6)
		}
		if got := IsPublic(four); got && (!four.IsGlobalUnicast() || four.IsPrivate() || b[12] == 0 || b[12] == 127 || b[12] >= 224) {
			t.Fatalf("%v is public", four)
		} else if first := b[12]; !got && first != 0 && first != 10 && first != 100 && first != 127 && first != 168 && first != 169 && first != 172 && first != 192 &&
			first != 198 && first != 203 && first < 224 {
			t.Fatalf("%v is not public", four)
		}
	}
}

// TestBlocks checks that each prefix of blocks decides about its first address, except
// where a longer one begins there.
func TestBlocks(t *testing.T) {
	for _, tt := range []struct{ in, prefix, source string }{
		{"10.1.2.3", "10.0.0.0/8", "RFC 1918"},
		{"168.63.129.16", "168.63.129.16/32", "Microsoft, What is IP address 168.63.129.16?"},
		{"::ffff:127.0.0.1", "127.0.0.0/8", "RFC 1122, 3.2.1.3"},
		{"64:ff9b::a9fe:1", "169.254.0.0/16", "RFC 3927"},
		{"::ffff:0:a9fe:a9fe", "169.254.0.0/16", "RFC 3927"},
		{"::ffff:0:808:808", "::ffff:0:0:0/96", "RFC 2765, 2.1"},
		{"2600::5efe:10.0.0.1", "10.0.0.0/8", "RFC 1918"},
		{"4000::", "::/0", "RFC 4291, 2.4"},
		{"8.8.8.8", "0.0.0.0/0", "RFC 791, 3.2"},
	} {
		if b := blockOf(netip.MustParseAddr(tt.in)); b.prefix.String() != tt.prefix || b.source != tt.source {
			t.Errorf("%s: %v, %q", tt.in, b.prefix, b.source)
		}
	}
	seen := map[netip.Prefix]bool{}
	for _, b := range blocks {
		if b.prefix != b.prefix.Masked() || seen[b.prefix] || b.class == 0 || b.name == "" || b.source == "" {
			t.Errorf("%+v", b)
		}
		seen[b.prefix] = true
		if got := longestBlock(b.prefix.Addr()); got.prefix == b.prefix && *got != b || got.prefix.Bits() < b.prefix.Bits() {
			t.Errorf("%v: %v", b.prefix, got)
		}
	}
}
