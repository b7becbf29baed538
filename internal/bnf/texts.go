package bnf

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
)

// Derive returns a random text of the rule. Repetitions end as soon as
// they may after max bytes, so the text is not much longer.
func (a *Automaton) Derive(rng *rand.Rand, max int) string {
	endless := []float64{0.5, 0.75, 0.95}[rng.IntN(3)] // the probability that a repetition without limit goes on
	var text []byte
	var derive func(n *node)
	derive = func(n *node) {
		switch n.op {
		case opSet:
			text = append(text, n.set[rng.IntN(len(n.set))])
		case opSequence:
			for _, kid := range n.kids {
				derive(kid)
			}
		case opChoice:
			derive(n.kids[rng.IntN(len(n.kids))])
		case opRepeat:
			more := 0.5
			if n.hi < 0 {
				more = endless
			}
			for i := 0; i < n.lo || (n.hi < 0 || i < n.hi) && len(text) < max && rng.Float64() < more; i++ {
				derive(n.kids[0])
			}
		}
	}
	derive(a.node)
	return string(text)
}

// EveryText calls f with prefix, then with prefix followed by every text of up to n
// octets of alphabet. It uses all processors. check returns an f for each.
func EveryText(prefix, alphabet string, n int, check func() func(s string)) {
	check()(prefix)
	if n > 0 {
		Parallel(len(alphabet), check, func(i int, f func(s string)) { walk(prefix+alphabet[i:i+1], alphabet, n-1, f) })
	}
}

// Parallel calls f for each i below n, on all processors, with a result of check. Each
// goroutine calls check once.
func Parallel(n int, check func() func(s string), f func(i int, check func(s string))) {
	var wait sync.WaitGroup
	work := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			each := check()
			for i := range work {
				f(i, each)
			}
		}()
	}
	for i := range n {
		work <- i
	}
	close(work)
	wait.Wait()
}

// walk calls f with s, and with s followed by every text of up to n octets of alphabet.
func walk(s, alphabet string, n int, f func(s string)) {
	f(s)
	for i := 0; i < len(alphabet) && n > 0; i++ {
		walk(s+alphabet[i:i+1], alphabet, n-1, f)
	}
}

// Mutate changes a text in one to three places.
func Mutate(rng *rand.Rand, s string) string {
	const telling = "%%%:/?#@[];=.-+&$,~_!aAfg019 \"<>\\^`{|}\x00\n\x7f\x80\xff"
	b := []byte(s)
	for range 1 + rng.IntN(3) {
		i := rng.IntN(len(b) + 1)
		k := i + rng.IntN(len(b)-i+1)
		c := telling[rng.IntN(len(telling))]
		if rng.IntN(8) == 0 {
			c = byte(rng.IntN(256))
		}
		switch rng.IntN(6) {
		case 0, 1:
			b = slices.Insert(b, i, c)
		case 2, 3:
			if i < len(b) {
				b[i] = c
			}
		case 4:
			if i < len(b) {
				b = slices.Delete(b, i, min(i+1+rng.IntN(2), len(b)))
			}
		case 5:
			b = slices.Insert(b, i, slices.Clone(b[i:k])...)
		}
	}
	return string(b)
}
