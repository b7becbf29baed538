package guard

import (
	"math/big"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/web"
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

		{"http://127.0.0.08/", "127.0.0.8", "127.0.0.8"},
		{"http://10.0.0.0008/", "10.0.0.8", "10.0.0.8"},
		{"http://127.0x.0.1/", "", "127.0.0.1"},
		{"http://0x/", "", "0.0.0.0"},
		{"http://0x./", "", "0.0.0.0"},
		{"http://%30%58%37f.1%2E/", "", "127.0.0.1"},
		{"http://127.1%20x/", "", "127.0.0.1"},
		{"http://127.1%09/", "", "127.0.0.1"},

		{"http://999.1.1.1/", "", ""},
		{"http://7147006462/", "", ""},
		{"http://127.1.%20/", "", ""},
		{"http://127.1%08/", "", ""},
		{"http://127.1%0E/", "", ""},
		{"http://127.1.%00/", "", ""},
		{"http://127.1.2.3.4/", "", ""},
		{"http://127.1.2.3.0/", "", ""},
		{"http://256.1/", "", ""},
		{"http://0x1%3A/", "", ""},
		{"http://0xg/", "", ""},
		{"http://4294967296/", "", ""},
		{"http://1.16777216/", "", ""},
		{"http://09/", "", "0.0.0.9"}, // Java
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
		if got := text(u.Addr()); got != tt.strict {
			t.Errorf("Addr of %s: %q, want %q", tt.in, got, tt.strict)
		}
		if got := text(LooseAddr(u)); got != tt.loose {
			t.Errorf("LooseAddr(%s) = %q, want %q", tt.in, got, tt.loose)
		}
	}
}

// hostsOf calls f with each string of 1 to n of the characters.
func hostsOf(characters string, n int, f func(string)) {
	text := make([]byte, 0, n)
	var more func()
	more = func() {
		for i := range len(characters) {
			text = append(text, characters[i])
			f(string(text))
			if len(text) < n {
				more()
			}
			text = text[:len(text)-1]
		}
	}
	more()
}

// What each reader makes of the text of a host. They are written from the texts
// that they name, with math/big, and use nothing of the package; browsers are package
// web.

// readRFC2396 is IPv4address of RFC 2396 (3.2.2), numbers below 256.
func readRFC2396(s string) (a netip.Addr) {
	var b [4]byte
	parts := strings.Split(s, ".")
	if len(parts) != 4 {
		return a
	}
	for i, part := range parts {
		v, ok := numeral(part, 10)
		if !ok || v.Cmp(big.NewInt(255)) > 0 {
			return a
		}
		b[i] = byte(v.Int64())
	}
	return netip.AddrFrom4(b)
}

// numeral reads digits alone.
func numeral(s string, base int) (*big.Int, bool) {
	if s == "" || strings.Trim(strings.ToLower(s), "0123456789abcdef"[:base]) != "" {
		return nil, false
	}
	return new(big.Int).SetString(s, base)
}

// readPOSIX is inet_aton of POSIX ("inet_addr": a, a.b, a.b.c, a.b.c.d, all
// numbers as C has them).
func readPOSIX(s string) netip.Addr {
	var numbers []*big.Int
	for _, part := range strings.Split(s, ".") {
		base := 10
		switch {
		case strings.HasPrefix(part, "0x"):
			base, part = 16, part[2:]
		case strings.HasPrefix(part, "0"):
			base = 8 // and the "0" is a digit of it
		}
		v, ok := numeral(part, base)
		if !ok {
			return netip.Addr{}
		}
		numbers = append(numbers, v)
	}
	return assemble(numbers)
}

// readJava is java.net.InetAddress of Java 17: decimal numbers with any zeros before them.
func readJava(s string) netip.Addr {
	var numbers []*big.Int
	for _, part := range strings.Split(s, ".") {
		v, ok := numeral(part, 10)
		if !ok {
			return netip.Addr{}
		}
		numbers = append(numbers, v)
	}
	return assemble(numbers)
}

// readBrowser is package web: the address that a browser reads, if it reads one.
func readBrowser(s string) netip.Addr {
	v, err := web.Parse("http://" + s + "/")
	if err != nil {
		return netip.Addr{}
	}
	host, _ := v.Host()
	a, err := netip.ParseAddr(host)
	if err != nil {
		return netip.Addr{}
	}
	return a
}

// assemble puts the last number into the bytes that the others leave.
func assemble(numbers []*big.Int) (a netip.Addr) {
	if len(numbers) > 4 {
		return a
	}
	sum := new(big.Int)
	for i, v := range numbers {
		bits := 8
		if i == len(numbers)-1 {
			bits = 8 * (4 - i)
		}
		if v.BitLen() > bits {
			return a
		}
		sum.Lsh(sum, uint(bits)).Or(sum, v)
	}
	return netip.AddrFrom4([4]byte(sum.FillBytes(make([]byte, 4))))
}

// TestReadings compares uri.URI.Addr, LooseAddr and Audit with what five readers make of
// all hosts of up to 7 characters over a set that all notations can be written
// in: one that any of them reads is an address for LooseAddr, one that not all
// read alike has a finding, and each address that is not public is told of.
func TestReadings(t *testing.T) {
	n := 5
	if *long {
		n = 7
	}
	hostsOf("018xf.-", n, func(host string) {
		u, err := uri.Parse("http://" + host + "/")
		if h, _ := u.Host(); err != nil || h != host {
			t.Fatalf("%s: %v", host, err)
		}
		browser := readBrowser(host)
		plain, err := netip.ParseAddr(host)
		if err != nil {
			plain = netip.Addr{}
		}
		strict := readRFC2396(host)
		all := []netip.Addr{readPOSIX(host), browser, strict, plain, readJava(host)}
		want := netip.Addr{}
		for _, a := range all {
			if !want.IsValid() {
				want = a
			}
		}
		if got, ok := LooseAddr(u); got != want || ok != want.IsValid() {
			t.Fatalf("%s: LooseAddr %v, the readers have %v", host, got, all)
		}
		if got, ok := u.Addr(); got != strict || ok != strict.IsValid() {
			t.Fatalf("%s: Addr %v, the readers have %v", host, got, all)
		}
		told := map[netip.Addr]Code{}
		for _, f := range Audit(u) {
			told[f.Addr] |= f.Code
		}
		for _, a := range all {
			if !a.IsValid() {
				continue
			}
			if slices.ContainsFunc(all, func(other netip.Addr) bool { return other != a }) {
				if told[a]&CodeOddIPv4 == 0 {
					t.Fatalf("%s: odd %v is not told of, the readers have %v", host, a, all)
				}
			} else if told[a]&CodeOddIPv4 != 0 {
				t.Fatalf("%s: odd %v, and all readers agree", host, a)
			}
			if (told[a]&CodeSpecialAddress != 0) != !IsPublic(a) {
				t.Fatalf("%s: special %v, the readers have %v", host, a, all)
			}
		}
	})
}
