package bnf

import (
	"math/rand/v2"
	"runtime"
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

// Parallel calls f for each i below n, on all processors, each with its own result of check.
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
