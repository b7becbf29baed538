// Package seed gives the random tests of all packages their seeds.
package seed

import (
	"flag"
	"math/rand/v2"
	"testing"
)

var given = flag.Uint64("seed", 0, "`seed` of the random inputs; 0 takes one at random")

// Rand returns a source of random numbers for t, and logs the seed to repeat a failure with -seed.
func Rand(t testing.TB) *rand.Rand {
	t.Helper()
	seed := *given
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("-seed=%d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}
