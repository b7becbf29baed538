package bnf

import (
	"bytes"
	"iter"
	"slices"
)

// A Plan is the texts for a program with just the answers of a machine.
type Plan struct {
	Machine *Machine
	K       int      // how many more states the program may have
	Octets  Octets   // octets to try besides one of each class
	Words   []string // texts that the program may read as if they were one octet
	Runs    int      // how many octets of a part the program may read at a time
	Lengths []int    // lengths of parts
}

// Octets are octets to try one by one, because a program may misread one of a class.
type Octets int

const (
	EdgeOctets Octets = iota + 1 // the first and last of a range, and 00, 7F, 80 and FF
	AllOctets
)

// Texts yields the texts of the plans, each once, always in the same order.
func Texts(plans ...Plan) iter.Seq[string] {
	return func(yield func(s string) bool) {
		seen := map[string]struct{}{}
		stopped := false
		once := func(text []byte) {
			if _, ok := seen[string(text)]; !ok && !stopped {
				s := string(text)
				seen[s] = struct{}{}
				stopped = !yield(s)
			}
		}
		for _, p := range plans {
			u := p.Machine.unmarked()
			for i := 0; i < len(u.covers) && !stopped; i++ {
				p.texts(u, i, once)
			}
		}
	}
}

// Check calls check's function with the texts of the plan, some twice, as [Parallel] does.
func (p Plan) Check(check func() func(s string)) {
	all := p.Machine.unmarked()
	Parallel(len(all.covers), check, func(i int, check func(s string)) {
		u := *all
		u.tried = make([]int, len(u.characterization))
		p.texts(&u, i, func(s []byte) { check(string(s)) })
	})
}

// texts calls f with the texts of the plan after cover i:
//
//   - those of the Wp-method ([unmarked.suite]);
//   - those for K = 0, with the octets and the viable words instead of letters;
//   - those of [unmarked.runs] and [unmarked.lengths].
func (p Plan) texts(u *unmarked, i int, f func(s []byte)) {
	u.suite(i, p.K, f)
	tried := map[Octets][]byte{EdgeOctets: u.edges, AllOctets: everyOctet}[p.Octets]
	for n := range tried {
		u.word(i, string(tried[n:n+1]), f)
	}
	for _, w := range p.Words {
		goesOn := func(q state) bool { return !u.m.isDead(u.after(q, w)) }
		if slices.ContainsFunc(u.states[i], goesOn) {
			u.word(i, w, f)
		}
	}
	u.runs(i, p.Runs, f)
	u.lengths(i, p.Lengths, f)
}

// everyOctet has the octets in their order.
var everyOctet = slices.Sorted(slices.Values([]byte(inOrder)))

// after returns the state after s in q. Octets of s with the value of a mark are other invalid ones.
func (u *unmarked) after(q state, s string) state {
	for i := range len(s) {
		q = u.m.next[q][min(s[i], MarkError-1)]
	}
	return q
}

// word calls f with cover i and a word, and then also with the identification sets.
func (u *unmarked) word(i int, word string, f func(s []byte)) {
	var to []state
	for _, q := range u.states[i] {
		if next := u.after(q, word); !slices.Contains(to, next) {
			to = append(to, next)
		}
	}
	text := []byte(u.covers[i] + word)
	f(text)
	u.identify(text, to, f)
}

// isDead reports whether q is the dead state.
func (m *Machine) isDead(q state) bool { return m.answers[q] == 0 && len(m.loops(q)) == len(m.Letters) }

// tailLength is the number of octets before the first identification set in runs. A program
// that reads many octets at a time reads shorter texts one octet at a time.
const tailLength = 12

// runs calls f with texts for a program that reads up to n octets of a part at a time. In a state
// with a loop, cover i is followed by 0 to n-1 octets of the loop, and by
//
//   - each of edges and then loops of the next state, up to n+1 octets;
//   - each of edges, the loop up to n+1 octets, and a shortest end, for a program that stays in
//     the state;
//   - from tailLength octets on, each letter with the identification sets of the next state
//     and of this one, in which a wrong program may stay.
func (u *unmarked) runs(i, n int, f func(s []byte)) {
	for _, q := range u.states[i] {
		loops := u.m.loops(q)
		if loops == "" || u.m.isDead(q) {
			continue
		}
		text := []byte(u.covers[i])
		for length := range n {
			rest := bytes.Repeat([]byte(loops[:1]), n-length)
			for _, b := range u.edges {
				again := rest
				if to := u.after(q, string([]byte{b})); !u.m.isDead(to) && u.m.loops(to) != "" {
					again = bytes.Repeat([]byte(u.m.loops(to)[:1]), n-length)
				}
				f(append(append(text, b), again...))
				if end := u.ends[q]; end != "" {
					f(append(append(append(text, b), rest...), end...))
				}
			}
			for j := 0; j < len(u.letters) && length >= tailLength; j++ {
				letter := u.letters[j : j+1]
				u.identify(append(text, letter...), []state{u.after(q, letter), q}, f)
			}
			text = append(text, loops[0])
		}
	}
}

// lengths calls f with texts with a part of each of these lengths, and each letter
// after it, for a program that limits the length of a part.
func (u *unmarked) lengths(i int, lengths []int, f func(s []byte)) {
	for _, q := range u.states[i] {
		if loops := u.m.loops(q); loops != "" && !u.m.isDead(q) {
			for _, n := range lengths {
				text := append([]byte(u.covers[i]), bytes.Repeat([]byte(loops[:1]), n)...)
				f(text)
				for j := range len(u.letters) {
					f(append(text, u.letters[j]))
				}
			}
		}
	}
}

// edgesOf returns the letters, the ends of each range of a class, and 00, 7F, 80 and FF.
func (m *Machine) edgesOf(letters string) (edges []byte) {
	edges = append([]byte(letters), 0, 0x7F, 0x80, 0xFF)
	for b := range MarkError - 1 {
		if slices.ContainsFunc(m.next, func(row [256]state) bool { return row[b] != row[b+1] }) {
			edges = append(edges, byte(b), byte(b+1))
		}
	}
	slices.Sort(edges)
	return slices.Compact(edges)
}
