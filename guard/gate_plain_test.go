package guard

import (
	"math/rand/v2"
	"net/netip"
	"slices"
	"testing"

	"example.com/uri"
	"example.com/uri/internal/hostread"
)

// eachMadeUp calls f with many URIs with a host, plain ones and others.
func eachMadeUp(f func(u uri.URI, host string)) {
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"h", "good.example", "a", "A", "1", "0x7f", "-", "_", ".", "..", "xn--", "xn--bcher-kva", "@", ":", ":80", ":0", ":65536", ":6000",
		"//", "/", "?", "#", "%41", "%", "%2e", "%00", "%ff", "&", "=", "+", "$", ",", ";", "!", "~", "*", "'", "(", ")", "localhost", "127.0.0.1", "[::1]"}
	schemes := []string{"http", "https", "HTTP", "ftp", "x"}
	for range 20 * *inputs {
		s := schemes[random.IntN(len(schemes))] + "://" + []string{"", "good.example", "10.0.0.1", "012.0.0.1"}[random.IntN(4)]
		for range random.IntN(7) {
			s += pieces[random.IntN(len(pieces))]
		}
		u, err := uri.Parse(s)
		if err != nil {
			continue
		}
		if host, _ := u.Host(); host != "" {
			f(u, host)
		}
	}
}

// TestHostsPlain compares Match and MayMatch with what they do for a host that is not plain.
func TestHostsPlain(t *testing.T) {
	list, err := ParseHosts("good.example:8080, h, .a, ftp, x:80, 10.0.0.0/24, 127.0.0.1:80, [::1]")
	if err != nil {
		t.Fatal(err)
	}
	plain, matched := 0, 0
	eachMadeUp(func(u uri.URI, _ string) {
		port, ok := u.EffectivePort()
		want := list.matchRead(u, portQuery{port: port})
		if got := list.Match(u); got != want {
			t.Errorf("Match(%v) = %v, as of a host that is not plain: %v", u, got, want)
		}
		may := list.mayMatchSome(hostread.All(u), portQuery{port: port, any: !ok})
		if got := list.MayMatch(u); got != may {
			t.Errorf("MayMatch(%v) = %v, as of a host that is not plain: %v", u, got, may)
		}
		if _, addr, _, ok := hostread.Plain(u); ok && addr.IsValid() {
			plain++
			if want {
				matched++
			}
		}
	})
	if plain < *inputs/10 || matched < *inputs/20 || matched == plain {
		t.Errorf("%d addresses are plain, %d match", plain, matched)
	}
}

// TestCheckPlain compares Check with its parts, asked for every URI: the addresses, the programs
// and net/url.
func TestCheckPlain(t *testing.T) {
	plain, refused := 0, 0
	eachMadeUp(func(u uri.URI, host string) {
		g := Gate{}
		want := g.refuseHost(u, host) == nil && specialName(host) == "" && AgreesWithNetURL(u.WithoutFragment()) == nil
		if port, ok := u.EffectivePort(); ok && slices.Contains(badPorts, port) {
			want = false
		}
		if got := g.Check(u) == nil; got != want {
			t.Errorf("Check(%v) accepts it: %v, its parts: %v", u, got, want)
		}
		if name, _, word, ok := hostread.Plain(u); ok && name != "" && word == "" {
			plain++
		}
		if !want {
			refused++
		}
	})
	if plain < *inputs/2 || refused < *inputs {
		t.Errorf("%d inputs are plain, %d are refused", plain, refused)
	}
}

// TestBlocksNear compares the block of each address at the ends of a block, and of its
// neighbors, with the last block of the table that contains it.
func TestBlocksNear(t *testing.T) {
	for _, b := range blocks {
		first := b.prefix.Addr()
		last := first.AsSlice()
		for i := b.prefix.Bits(); i < len(last)*8; i++ {
			last[i/8] |= 0x80 >> (i % 8)
		}
		end, _ := netip.AddrFromSlice(last)
		for _, a := range []netip.Addr{first, first.Prev(), first.Next(), end, end.Prev(), end.Next()} {
			if !a.IsValid() {
				continue
			}
			want := block{}
			for _, other := range blocks {
				if other.prefix.Contains(a) {
					want = other
				}
			}
			if got := longestBlock(a); *got != want {
				t.Errorf("the block of %v is %v, want %v", a, got.prefix, want.prefix)
			}
		}
	}
}

// TestBadPort compares badPort with the list.
func TestBadPort(t *testing.T) {
	for port := range 1 << 16 {
		if got, want := badPort(uint16(port)), slices.Contains(badPorts, uint16(port)); got != want {
			t.Errorf("badPort(%d) = %v, want %v", port, got, want)
		}
	}
}
