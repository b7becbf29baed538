package bnf

import (
	"bytes"
	"iter"
	"slices"
)

// A Plan is the texts for a program that gives the answers of a machine, and no others.
type Plan struct {
	Machine *Machine
	K       int      // how many states more the program may have
	Octets  Octets   // which octets are tried besides one of each class
	Words   []string // texts that the program may read as if they were one octet
	Runs    int      // how many octets of a part the program may read at a time
	Lengths []int    // lengths of parts
}

// Octets are octets of which a program may read one otherwise than another of its class.
type Octets int

const (
	NoOctets   Octets = iota
	EdgeOctets        // beside which another class begins, and 00, 7F, 80 and FF
	AllOctets
)

// Texts yields the texts of the plans, each once, in an order that depends on the plans
// alone. Of each machine they are:
//
//   - Suite(K);
//   - Suite(0) with the octets, and the words after which a text goes on, instead of letters;
//   - the texts of [unmarked.runs] and [unmarked.lengths].
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
			tried := map[Octets][]byte{EdgeOctets: u.edges, AllOctets: everyOctet}[p.Octets]
			for i := 0; i < len(u.covers) && !stopped; i++ {
				u.suite(i, p.K, once)
				for n := range tried {
					u.word(i, string(tried[n:n+1]), once)
				}
				for _, w := range p.Words {
					if u.goesOn(i, w) {
						u.word(i, w, once)
					}
				}
				u.runs(i, p.Runs, once)
				u.lengths(i, p.Lengths, once)
			}
		}
	}
}

// everyOctet has the octets in their order.
var everyOctet = func() (all []byte) {
	for b := range 256 {
		all = append(all, byte(b))
	}
	return all
}()

// after returns the state to which s leads from q. An octet of s is no mark, though it may
// be the same octet as one: it is then read as another octet that no RFC allows.
func (u *unmarked) after(q state, s string) state {
	for i := range len(s) {
		q = u.m.next[q][min(s[i], MarkError-1)]
	}
	return q
}

// word calls f with cover i and a word, and with the texts that begin so and tell the states
// that should be reached from all others.
func (u *unmarked) word(i int, word string, f func(s []byte)) {
	var to []state
	for _, q := range u.states[i] {
		if next := u.after(q, word); !slices.Contains(to, next) {
			to = append(to, next)
		}
	}
	text := []byte(u.covers[i] + word)
	f(text)
	u.end(text, to, f)
}

// goesOn reports whether a text with an answer other than 0 begins with cover i and a word.
func (u *unmarked) goesOn(i int, word string) bool {
	return slices.ContainsFunc(u.states[i], func(q state) bool { return !u.m.isDead(u.after(q, word)) })
}

// isDead reports whether the answer is 0 after q and after each text from there.
func (m *Machine) isDead(q state) bool { return m.answers[q] == 0 && len(m.loops(q)) == len(m.letters) }

// tailLength is the number of octets after which the texts that tell states apart begin: up
// to here a program that reads 16 octets at a time reads one at a time.
const tailLength = 12

// runs calls f with texts for a program that reads up to n octets of a part at a time. After
// cover i, if a letter leads from its state to itself, stands this letter 0 to n-1 times.
// Then come
//
//   - each of edges, and letters that lead to no other state until there are n+1 octets, and
//   - after tailLength octets also each letter with the texts that tell the state that should
//     be reached from all others, and the state before, in which a wrong program may stay.
func (u *unmarked) runs(i, n int, f func(s []byte)) {
	for _, q := range u.states[i] {
		loops := u.m.loops(q)
		if loops == "" || u.m.isDead(q) {
			continue
		}
		text := []byte(u.covers[i])
		for length := range n {
			for _, b := range u.edges {
				again := loops
				if to := u.m.loops(u.after(q, string([]byte{b}))); to != "" {
					again = to
				}
				f(append(append(text, b), bytes.Repeat([]byte(again[:1]), n-length)...))
			}
			for j := 0; j < len(u.letters) && length >= tailLength; j++ {
				letter := u.letters[j : j+1]
				u.end(append(text, letter...), []state{u.after(q, letter), q}, f)
			}
			text = append(text, loops[0])
		}
	}
}

// lengths calls f with texts that have a part of each of these lengths, and each letter
// after it, for a program that has room for no more.
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

// edgesOf returns the letters, each octet beside which another class of octets begins, and
// 00, 7F, 80 and FF.
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
