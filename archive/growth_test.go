package archive

import (
	"testing"

	"example.com/uri/internal/growth"
)

// growing are the exported functions, each on a text. A test in internal/house checks
// that none is missing.
var growing = map[string]func(text string){
	"Key":             func(s string) { _, _ = Key(s) },
	"Keyer.Key":       func(s string) { _, _ = Keyer{Dialect: DialectCommons}.Key(s) },
	"AppendKey":       func(s string) { AppendKey(nil, s) },
	"Keyer.AppendKey": func(s string) { Keyer{Dialect: DialectCommons}.AppendKey(nil, s) },
	"Range": func(s string) {
		for _, m := range []Match{MatchExact, MatchPrefix, MatchHost, MatchDomain} {
			_, _, _ = Range(s, m)
		}
	},
	"ParseMatch": func(s string) { _, _ = ParseMatch(s) },
}

// TestGrowth checks that no exported function takes quadratic time.
func TestGrowth(t *testing.T) {
	n := 10
	if *long {
		n = 200
	}
	growth.Check(t, *long, growing, growth.Random(n, []string{"", "http://", "http://h/", "http://h/?"}, pieces))
}
