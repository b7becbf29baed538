package uri

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"example.com/uri/internal/bnf"
)

// A stretcher makes the texts of TestEveryLength for a program that reads eight bytes at a time.
// They are texts of a machine, made longer where it stays in a state.
type stretcher struct {
	*bnf.Machine
	loops []string // for each state, the letters that lead from it to itself
}

func newStretcher(m *bnf.Machine) *stretcher {
	x := &stretcher{m, make([]string, m.Len())}
	for q := range m.Len() {
		for i := range len(m.Letters) {
			if letter := m.Letters[i : i+1]; m.Next(q, letter[0]) == q {
				x.loops[q] += letter
			}
		}
	}
	return x
}

// stretched cuts the cover of q in two, at the last state with loops. Any number of loops may
// stand between the parts. loops is empty if no state on the way has one.
func (x *stretcher) stretched(q int) (before, after, loops string) {
	way := x.Cover[q]
	before = way
	p := slices.Index(x.Cover, "")
	for i := 0; ; i++ {
		if x.loops[p] != "" {
			before, after, loops = way[:i], way[i:], x.loops[p]
		}
		if i == len(way) {
			return before, after, loops
		}
		p = x.Next(p, way[i])
	}
}

// pad returns loops of q with at least eight bytes, or "" if q has no loop.
func (x *stretcher) pad(q int) string {
	if x.loops[q] == "" {
		return ""
	}
	return strings.Repeat(x.loops[q][:1], 9)
}

// longer are the numbers of bytes that longTexts adds to a text. With 1 to 8 more, each byte has
// each place in a step of eight.
var longer = []int{1, 2, 3, 4, 5, 6, 7, 8, 256}

// longTexts calls check's function with texts like those of a plan without more states:
//
//   - The cover of a state is first. If the way has a loop, it is longer by 1 to 8 bytes, and
//     by 256. A state with a loop of its own takes each of its letters: the first
//     with all lengths, the others with a third of them. Other states take one letter, with
//     a third of the lengths if the loop is more than two bytes from the end.
//   - Then come a letter and, between two states with loops, also eight bytes and more.
//   - The identification set is last.
func longTexts(m *bnf.Machine, check func() func(s string)) {
	x := newStretcher(m)
	bnf.Parallel(m.Len(), check, func(q int, check func(s string)) {
		before, after, loops := x.stretched(q)
		if after != "" {
			loops = loops[:1]
		}
		for i := range len(loops) {
			for l, n := range longer {
				if third := i > 0 || len(after) > 2; third && l%3 != (i+q)%3 {
					continue
				}
				s := before + strings.Repeat(loops[i:i+1], n) + after
				for k := range len(m.Letters) {
					letter := m.Letters[k : k+1]
					to := m.Next(q, letter[0])
					pads := []string{"", x.pad(to)}
					if pads[1] == "" || after != "" || x.loops[to] == m.Letters {
						pads = pads[:1]
					}
					for _, pad := range pads {
						for _, w := range x.Identification[to] {
							check(s + letter + pad + w)
						}
					}
				}
			}
		}
	})
}

// longOctets is longTexts for the states with a loop, with every octet instead of one of each
// class, with one letter as the loop, and without identification sets.
func longOctets(m *bnf.Machine, check func() func(s string)) {
	x := newStretcher(m)
	bnf.Parallel(m.Len(), check, func(q int, check func(s string)) {
		for n := 1; n <= 8 && x.loops[q] != ""; n++ {
			s := x.Cover[q] + strings.Repeat(x.loops[q][:1], n)
			for b := range 256 {
				t := s + string([]byte{byte(b)})
				check(t)
				check(t + x.pad(m.Next(q, byte(b))))
			}
		}
	})
}

// TestStretched checks that the longer texts lead to the states of the short ones, and that they
// reach a state with a loop at each length and leave it by every octet.
func TestStretched(t *testing.T) {
	x := newStretcher(machine3986())
	run := func(q int, s string) int {
		for i := range len(s) {
			q = x.Next(q, s[i])
		}
		return q
	}
	start := slices.Index(x.Cover, "")
	for q := range x.Len() {
		before, after, loops := x.stretched(q)
		for _, c := range []byte(loops) {
			for _, n := range []int{0, 1, 7} {
				if got := run(start, before+strings.Repeat(string([]byte{c}), n)+after); got != q {
					t.Errorf("%q with %d of %q leads to %d, not to %d", x.Cover[q], n, c, got, q)
				}
			}
		}
		if pad := x.pad(q); run(q, pad) != q || pad != "" && len(pad) < 8 {
			t.Errorf("%q with %q after it leads elsewhere", x.Cover[q], pad)
		}
	}

	g := bnf.New(false)
	if err := g.Read(`r = *"a" "b" "c"`); err != nil {
		t.Fatal(err)
	}
	all := func(f func(m *bnf.Machine, check func() func(s string))) (texts []string) {
		var mu sync.Mutex
		f(bnf.NewMachine(g.Rule("r")), func() func(string) {
			return func(s string) {
				mu.Lock()
				defer mu.Unlock()
				texts = append(texts, s)
			}
		})
		return texts
	}
	octets := all(longOctets)
	for n := 1; n <= 8; n++ {
		for b := range 256 {
			if s := strings.Repeat("a", n) + string([]byte{byte(b)}); !slices.Contains(octets, s) {
				t.Errorf("longOctets has no %q", s)
			}
		}
	}
	for _, s := range []string{strings.Repeat("a", 256) + "b", "aaaabd", "ab", "aaaaaaaabc"} {
		if !slices.ContainsFunc(all(longTexts), func(text string) bool { return strings.HasPrefix(text, s) }) {
			t.Errorf("longTexts has nothing that begins with %q", s)
		}
	}
}
