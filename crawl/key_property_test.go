package crawl

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"example.com/uri"
)

// randomText strings up to n pieces together.
func randomText(r *rand.Rand, n int, pieces ...string) string {
	var b strings.Builder
	for range r.IntN(n + 1) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// TestKeysOfKeys holds, with every setting of a Keyer, that a key is its own key,
// that it agrees with the key of the normal form, that two URIs with one key have
// one SURT, and that what is to be dropped is.
func TestKeysOfKeys(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	surts := make(map[string]string)
	for range *inputs {
		text := []string{"", "http:", "HTTP:", "ftp:", "x:", "ws:"}[r.IntN(6)] + []string{"//", "//", "//", "/", ""}[r.IntN(5)] +
			randomText(r, 7, "www.", "www2.", "WWW.", "0", ".", "ex.com", "a", "_", "u@", "u%40", ":", "8", "%30", "%3a", "%77ww.", "1.2.3.4", "[::1]", "80") +
			randomText(r, 5, "/", "index.html", "a", "%61", "..", ";") + randomText(r, 6, "?", "b", "=1", "&", "a", "%3d")
		u, err := uri.Parse(text)
		if err != nil {
			continue
		}
		n := r.IntN(16)
		k := Keyer{DropUserinfo: n&1 != 0, DropWWW: n&2 != 0, SortQuery: n&4 != 0}
		if n&8 != 0 {
			k.IndexNames = []string{"index.html", "a"}
		}
		key := k.AppendKey(nil, u)
		v, err := uri.Parse(string(key))
		if err != nil {
			t.Fatalf("%+v: %q: the key %q is no URI: %v", k, u, key, err)
		}
		if again := k.AppendKey(nil, v); !bytes.Equal(again, key) {
			t.Fatalf("%+v: %q: key %q, and of that %q", k, u, key, again)
		}
		if normal := k.AppendKey(nil, u.WithoutFragment().Normalize()); !bytes.Equal(normal, key) {
			t.Fatalf("%+v: %q: key %q, that of its normal form %q", k, u, key, normal)
		}
		if host, _ := v.Host(); host != "" && k.DropUserinfo && strings.Contains(string(key), "@") {
			t.Fatalf("%+v: %q: key %q", k, u, key)
		}
		surt := string(k.AppendSURT(nil, u))
		if other := string(k.AppendSURT(nil, v)); other != surt {
			t.Fatalf("%+v: %q: SURT %q, that of its key %q: %q", k, u, surt, key, other)
		}
		if n == 0 {
			if other, ok := surts[string(key)]; ok && other != surt {
				t.Fatalf("key %q has the SURTs %q and %q", key, surt, other)
			}
			surts[string(key)] = surt
		}
	}
}
