package bnf

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"example.com/uri/internal/seed"
	"example.com/uri/testdata"
)

// testMachines returns machines of small grammars and of URI-reference.
func testMachines(t *testing.T) map[string]*Machine {
	machines := map[string]*Machine{}
	for name, text := range map[string]string{
		"loop":    `r = *"a" "b"`,
		"escape":  "r = *( \"a\" | \"%\" hex hex )\nhex = \"a\" | \"0\"",
		"count":   `r = 3"a" *"b" | "c"`,
		"address": "r = n \".\" n \".\" n\nn = \"0\" | \"1\" | \"1\" d | \"2\" ( \"0\" | \"1\" )\nd = \"0\" | \"1\" | \"2\"",
	} {
		rule := testBNF(t, text, false).Rule("r")
		machines[name] = NewMachine(rule)
	}
	g := New(false).MustReadFiles(testdata.Grammars, "rfc2396.bnf", "rfc2396-read.bnf", "rfc2732.bnf")
	machines["URI-reference"] = NewMachine(g.Rule("absoluteURI"), g.Rule("relativeURI"))
	return machines
}

// answer returns the verdicts of the rules of m on s, one bit for each, without m's states.
func (m *Machine) answer(s string) (answer uint32) {
	for i, a := range m.rules {
		if a.Match(s) {
			answer |= 1 << i
		}
	}
	return answer
}

// viable reports whether a text of a begins with s.
func (a *Automaton) viable(s string) bool {
	_, n := a.Run(s)
	return n == len(s)
}

// TestMachine checks that a machine answers as its rules do, that its cover leads to each state,
// that its characterization set separates each pair of states, and that the identification set of
// a state separates it from all others. The texts of Through are derived, and pass each state that
// leads to a derived text.
func TestMachine(t *testing.T) {
	for name, m := range testMachines(t) {
		walk("", m.Letters, 4, func(s string) {
			if got := m.answers[m.run(m.start, s)]; got != m.answer(s) {
				t.Errorf("%s: %q: %b, want %b", name, s, got, m.answer(s))
			}
		})
		for q, s := range m.Cover {
			if int(m.run(m.start, s)) != q {
				t.Errorf("%s: %q does not lead to state %d", name, s, q)
			}
		}
		tells := func(texts []string, p, q int) bool {
			return slices.ContainsFunc(texts, func(w string) bool { return m.answer(m.Cover[p]+w) != m.answer(m.Cover[q]+w) })
		}
		for p := range m.Cover {
			for q := range p {
				if !tells(m.Characterization, p, q) || !tells(m.Identification[p], p, q) || !tells(m.Identification[q], p, q) {
					t.Errorf("%s: %q and %q are not told apart", name, m.Cover[p], m.Cover[q])
				}
			}
		}
		for q, end := range m.ends() {
			ok := m.answer(m.Cover[q]+end)&1 != 0
			if ok != m.rules[0].viable(m.Cover[q]) || !ok && end != "" {
				t.Errorf("%s: the end of %q is %q", name, m.Cover[q], end)
			}
		}
	}
}

// all returns the texts that f, such as Plan.Check, passes to check's function.
func all(f func(check func() func(s string))) (texts []string) {
	var mu sync.Mutex
	f(func() func(string) {
		return func(s string) {
			mu.Lock()
			defer mu.Unlock()
			texts = append(texts, s)
		}
	})
	return texts
}

// TestSuite makes faulty machines of at most k more states and checks that the plan with K = k
// has a text that each answers wrongly: the theorem of the Wp-method, tried. Machines that a slow
// search finds equal are left out.
func TestSuite(t *testing.T) {
	rng := seed.Rand(t)
	for name, m := range testMachines(t) {
		n := 150
		if len(m.next) > 20 {
			n = 20
		}
		for k := range 3 {
			if k == 2 && len(m.next) > 20 {
				continue
			}
			texts := all(Plan{Machine: m, K: k}.Check)
			want := make([]uint32, len(texts))
			for i, s := range texts {
				want[i] = m.answers[m.run(m.start, s)]
			}
			faulty, found := 0, 0
			for range n {
				f := m.fault(rng, k)
				if m.equal(f) {
					continue
				}
				faulty++
				for i, s := range texts {
					if f.answers[f.run(f.start, s)] != want[i] {
						found++
						break
					}
				}
			}
			if found != faulty || faulty < n/4 {
				t.Errorf("%s, %d more states: the %d texts find %d of %d faulty machines", name, k, len(texts), found, faulty)
			}
		}
	}
}

// fault returns m with up to k states more, each a copy of another that takes some of
// its transitions, and then with one to three faults.
func (m *Machine) fault(rng *rand.Rand, k int) *Machine {
	f := &Machine{Automaton: Automaton{next: slices.Clone(m.next), answers: slices.Clone(m.answers), start: m.start}, Letters: m.Letters}
	for range rng.IntN(k + 1) {
		q := rng.IntN(len(f.next))
		f.next, f.answers = append(f.next, f.next[q]), append(f.answers, f.answers[q])
		for p := range f.next {
			for i := range len(f.Letters) {
				if f.next[p][f.Letters[i]] == state(q) && rng.IntN(2) == 0 {
					f.next[p][f.Letters[i]] = state(len(f.next) - 1)
				}
			}
		}
	}
	for range 1 + rng.IntN(3) {
		q := rng.IntN(len(f.next))
		if rng.IntN(4) == 0 {
			f.answers[q] ^= 1
		} else {
			f.next[q][f.Letters[rng.IntN(len(f.Letters))]] = state(rng.IntN(len(f.next)))
		}
	}
	return f
}

// equal reports whether two machines of the same letters give the same answers to all
// texts: whether no pair of states with different answers can be reached.
func (m *Machine) equal(f *Machine) bool {
	type pair struct{ p, q state }
	seen := map[pair]bool{{m.start, f.start}: true}
	for list := []pair{{m.start, f.start}}; len(list) > 0; list = list[1:] {
		p, q := list[0].p, list[0].q
		if m.answers[p] != f.answers[q] {
			return false
		}
		for i := range len(m.Letters) {
			if to := (pair{m.next[p][m.Letters[i]], f.next[q][m.Letters[i]]}); !seen[to] {
				seen[to] = true
				list = append(list, to)
			}
		}
	}
	return true
}
