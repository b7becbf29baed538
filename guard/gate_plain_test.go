package guard

import (
	"math/rand/v2"
	"net/netip"
	"slices"
	"testing"

	"example.com/uri"
	"example.com/uri/internal/hostread"
)

// TestCheckPlain compares Check with its parts, asked for every URI: the addresses, the programs
// and net/url.
func TestCheckPlain(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"h", "good.example", "a", "A", "1", "0x7f", "-", "_", ".", "..", "xn--", "xn--bcher-kva", "@", ":", ":80", ":0", ":65536", ":6000",
		"//", "/", "?", "#", "%41", "%", "%2e", "%00", "%ff", "&", "=", "+", "$", ",", ";", "!", "~", "*", "'", "(", ")", "localhost", "127.0.0.1", "[::1]"}
	schemes := []string{"http", "https", "HTTP", "ftp", "x"}
	plain, refused := 0, 0
	for range 20 * *inputs {
		s := schemes[random.IntN(len(schemes))] + "://"
		if random.IntN(2) == 0 {
			s += "good.example"
		}
		for range random.IntN(7) {
			s += pieces[random.IntN(len(pieces))]
		}
		u, err := uri.Parse(s)
		if err != nil {
			continue
		}
		host, _ := u.Host()
		if host == "" {
			continue
		}
		g := Gate{}
		want := g.refuseHost(u, host) == nil && specialName(host) == "" && AgreesWithNetURL(u.WithoutFragment()) == nil
		if port, ok := u.EffectivePort(); ok && slices.Contains(badPorts, port) {
			want = false
		}
		if got := g.Check(u) == nil; got != want {
			t.Errorf("Check(%q) accepts it: %v, its parts: %v", s, got, want)
		}
		if _, word, ok := hostread.Plain(u); ok && word == "" {
			plain++
		}
		if !want {
			refused++
		}
	}
	if plain < *inputs || refused < *inputs {
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
