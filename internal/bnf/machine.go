package bnf

import (
	"slices"
	"strings"
)

// A Machine is the minimal deterministic automaton of several rules: its answer to a text
// has a bit for each rule. It is a Moore machine.
//
// Its methods make the test suites of the Wp-method (Chow, Testing software design modeled
// by finite-state machines, 1978; Fujiwara et al., Test selection based on finite
// state models, 1991). The program under test is a black box. Suppose that it is a
// machine with at most k states more than this one, and gives the right answers to
// Suite(k). Then all its answers are right, to texts of every length.
type Machine struct {
	rules   []*Automaton
	next    [][256]state
	answers []uint32 // bit i is set if rules[i] derives the texts of the state
	start   state

	letters          string     // the input alphabet: an octet of each class
	cover            []string   // the state cover: for each state a shortest text
	characterization []string   // the characterization set: it separates each pair of states
	says             [][]uint32 // for each state, the answers after the characterization set
	identification   [][]string // for each state, a subset that separates it from all others
}

// NewMachine returns the machine of at most 32 rules.
func NewMachine(rules ...*Automaton) *Machine {
	m := &Machine{rules: rules}
	m.product(Classes(rules...))
	m.minimize()
	m.findCover()
	m.separate()
	return m
}

// product sets the states to the reachable tuples of states of the rules.
func (m *Machine) product(classes []string) {
	// A tuple is a text with two octets for each rule.
	at := func(tuple string, i int) state { return state(tuple[2*i]) | state(tuple[2*i+1])<<8 }
	tupleOf := func(next func(i int, a *Automaton) state) string {
		var b strings.Builder
		for i, a := range m.rules {
			q := next(i, a)
			b.WriteByte(byte(q))
			b.WriteByte(byte(q >> 8))
		}
		return b.String()
	}
	start := tupleOf(func(_ int, a *Automaton) state { return a.start })
	tuples, next := explore(classes, start, func(tuple string, b byte) string {
		return tupleOf(func(i int, a *Automaton) state { return a.next[at(tuple, i)][b] })
	})
	for _, tuple := range tuples {
		var answer uint32
		for i, a := range m.rules {
			if a.accept[at(tuple, i)] {
				answer |= 1 << i
			}
		}
		m.answers = append(m.answers, answer)
	}
	m.next, m.letters = next, Alphabet(classes)
}

// after returns the state after letter i in q.
func (m *Machine) after(q, i int) int { return int(m.next[q][m.letters[i]]) }

// minimize joins equivalent states.
func (m *Machine) minimize() {
	block := make([]int, len(m.next))
	for q, answer := range m.answers {
		block[q] = int(answer)
	}
	block = refineAll(block, len(m.letters), m.after)
	small := Machine{start: state(block[m.start])}
	for q, row := range m.next {
		if block[q] < len(small.next) {
			continue
		}
		for b := range row {
			row[b] = state(block[row[b]])
		}
		small.next = append(small.next, row)
		small.answers = append(small.answers, m.answers[q])
	}
	m.next, m.answers, m.start = small.next, small.answers, small.start
}

// findCover sets the cover, and the letters to the classes of the minimal machine.
func (m *Machine) findCover() {
	m.letters = Alphabet(Classes(&Automaton{next: m.next}))
	m.cover = make([]string, len(m.next))
	found := make([]bool, len(m.next))
	found[m.start] = true
	for list := []state{m.start}; len(list) > 0; list = list[1:] {
		q := list[0]
		for i := range len(m.letters) {
			if to := m.next[q][m.letters[i]]; !found[to] {
				found[to] = true
				m.cover[to] = m.cover[q] + m.letters[i:i+1]
				list = append(list, to)
			}
		}
	}
}

// separate sets the characterization set and the identification sets.
func (m *Machine) separate() {
	// level[n][q] numbers the classes of n-equivalent states: texts of n octets do not
	// separate them.
	first := make([]int, len(m.next))
	for q, answer := range m.answers {
		first[q] = int(answer)
	}
	level := [][]int{first}
	for {
		finer, count := refine(level[len(level)-1], len(m.letters), m.after)
		level = append(level, finer)
		if count == len(m.next) {
			break
		}
	}
	// separator returns a shortest text with different answers after p and q.
	separator := func(p, q state) string {
		n := 0
		for level[n][p] == level[n][q] {
			n++
		}
		text := ""
		for ; n > 0; n-- {
			i := 0
			for level[n-1][m.next[p][m.letters[i]]] == level[n-1][m.next[q][m.letters[i]]] {
				i++
			}
			text += m.letters[i : i+1]
			p, q = m.next[p][m.letters[i]], m.next[q][m.letters[i]]
		}
		return text
	}

	// group numbers the states by their answers to the set so far. Two states of a group give
	// the next text.
	m.characterization = []string{""}
	m.says = make([][]uint32, len(m.next))
	for q := range m.next {
		m.says[q] = []uint32{m.answers[q]}
	}
	group := slices.Clone(first)
	for {
		seen := map[int]int{}
		twin, other := -1, -1
		for q := range m.next {
			if p, ok := seen[group[q]]; ok {
				twin, other = p, q
				break
			}
			seen[group[q]] = q
		}
		if twin < 0 {
			break
		}
		w := separator(state(twin), state(other))
		m.characterization = append(m.characterization, w)
		type told struct {
			group  int
			answer uint32
		}
		finer := map[told]int{}
		for q := range m.next {
			t := told{group[q], m.answers[m.run(state(q), w)]}
			if _, ok := finer[t]; !ok {
				finer[t] = len(finer)
			}
			group[q] = finer[t]
			m.says[q] = append(m.says[q], t.answer)
		}
	}
	everyState := make([]state, len(m.next))
	for q := range everyState {
		everyState[q] = state(q)
	}
	m.identification = make([][]string, len(m.next))
	for q := range everyState {
		m.identification[q] = m.separating(state(q), slices.Clone(everyState))
	}
}

// separating returns a subset of the characterization set that separates q from others.
func (m *Machine) separating(q state, others []state) (texts []string) {
	others = slices.DeleteFunc(others, func(p state) bool { return p == q })
	for len(others) > 0 {
		best, most := 0, -1 // the text that separates most of them
		for i := range m.characterization {
			told := 0
			for _, p := range others {
				if m.says[p][i] != m.says[q][i] {
					told++
				}
			}
			if told > most {
				best, most = i, told
			}
		}
		others = slices.DeleteFunc(others, func(p state) bool { return m.says[p][best] != m.says[q][best] })
		texts = append(texts, m.characterization[best])
	}
	return texts
}

func (m *Machine) run(q state, s string) state {
	for i := range len(s) {
		q = m.next[q][s[i]]
	}
	return q
}

// Len returns the number of states.
func (m *Machine) Len() int { return len(m.next) }

// Next returns the state after octet b in state q.
func (m *Machine) Next(q int, b byte) int { return int(m.next[q][b]) }

// Answer returns the answer to the texts of state q.
func (m *Machine) Answer(q int) uint32 { return m.answers[q] }

// Letters returns the input alphabet: one octet of each class.
func (m *Machine) Letters() string { return m.letters }

// StateCover returns a shortest text for each state.
func (m *Machine) StateCover() []string { return slices.Clone(m.cover) }

// CharacterizationSet returns texts that separate each pair of states.
func (m *Machine) CharacterizationSet() []string { return slices.Clone(m.characterization) }

// IdentificationSet returns texts that separate state q from all others.
func (m *Machine) IdentificationSet(q int) []string { return slices.Clone(m.identification[q]) }

// ends returns for each state a shortest text that completes one of the first rule, and
// reports whether one exists.
func (m *Machine) ends() (end []string, live []bool) {
	end, live = make([]string, len(m.next)), make([]bool, len(m.next))
	for q, answer := range m.answers {
		live[q] = answer&1 != 0
	}
	for changed := true; changed; {
		changed = false
		shorter := slices.Clone(live)
		for q := range m.next {
			for i := 0; i < len(m.letters) && !live[q]; i++ {
				if to := m.next[q][m.letters[i]]; shorter[to] {
					end[q], live[q], changed = m.letters[i:i+1]+end[to], true, true
				}
			}
		}
	}
	return end, live
}

// Through returns a few texts of the first rule that together visit every state of its
// texts: seeds for a fuzzer.
func (m *Machine) Through() (texts []string) {
	end, live := m.ends()
	passed := make([]bool, len(m.next))
	byLength := make([]state, len(m.next))
	for q := range byLength {
		byLength[q] = state(q)
	}
	slices.SortStableFunc(byLength, func(p, q state) int { return len(m.cover[q]) - len(m.cover[p]) })
	for _, q := range byLength { // the longest first, since they visit many states
		if !live[q] || passed[q] {
			continue
		}
		s := m.cover[q] + end[q]
		texts = append(texts, s)
		for i := range len(s) + 1 {
			passed[m.run(m.start, s[:i])] = true
		}
	}
	return texts
}

// each is [parallel] for the states.
func (m *Machine) each(check func() func(s string), f func(q state, check func(s string))) {
	parallel(len(m.next), check, func(i int, check func(s string)) { f(state(i), check) })
}

// Suite calls check's function with the texts of the Wp-method: the state cover, then every
// text of up to k+1 letters, then the characterization set. After k+1 letters the
// identification set of the state is enough. The texts of a machine of marked texts have lost
// their marks, so check must compare the parts and the error.
//
// Without marks many texts are equal. So no mark is among the letters: the text with one letter
// less is the same, and ends with the whole characterization set. States with equal covers share
// their texts. A letter that extends one cover to another is left out.
func (m *Machine) Suite(k int, check func() func(s string)) {
	all := m.unmarked()
	parallel(len(all.covers), check, func(i int, check func(s string)) {
		u := *all
		u.tried = make([]int, len(u.characterization)) // another goroutine has its own
		u.suite(i, k, func(s []byte) { check(string(s)) })
	})
}

// An unmarked has the texts of a machine without their marks.
type unmarked struct {
	m                *Machine
	letters          string
	covers           []string
	states           [][]state // the states of each cover
	characterization []string
	identification   [][]int  // for each state, indexes in characterization
	edges            []byte   // see edgesOf
	ends             []string // see Machine.ends
	tried            []int    // for each characterization text, the last of tries with it
	tries            int
}

func (m *Machine) unmarked() *unmarked {
	u := &unmarked{m: m}
	for _, b := range []byte(m.letters) {
		if b < MarkError {
			u.letters += string([]byte{b})
		}
	}
	at := map[string]int{} // the index of each cover
	for q, s := range m.cover {
		s = Unmarked(s)
		i, ok := at[s]
		if !ok {
			i = len(u.covers)
			at[s] = i
			u.covers, u.states = append(u.covers, s), append(u.states, nil)
		}
		u.states[i] = append(u.states[i], state(q))
	}
	numbers := map[string]int{} // of the characterization texts
	number := func(w string) int {
		w = Unmarked(w)
		i, ok := numbers[w]
		if !ok {
			i = len(u.characterization)
			numbers[w] = i
			u.characterization = append(u.characterization, w)
		}
		return i
	}
	for _, w := range m.characterization {
		number(w)
	}
	for _, texts := range m.identification {
		var list []int
		for _, w := range texts {
			list = append(list, number(w))
		}
		u.identification = append(u.identification, list)
	}
	u.tried = make([]int, len(u.characterization))
	u.edges = m.edgesOf(u.letters)
	u.ends, _ = m.ends()
	for q, end := range u.ends {
		u.ends[q] = Unmarked(end)
	}
	return u
}

// identify calls f with text and the identification sets of states.
func (u *unmarked) identify(text []byte, states []state, f func(s []byte)) {
	u.tries++
	for _, q := range states {
		for _, w := range u.identification[q] {
			if u.tried[w] != u.tries {
				u.tried[w] = u.tries
				f(append(text, u.characterization[w]...))
			}
		}
	}
}

// suite calls f with the texts of Suite after cover i.
func (u *unmarked) suite(i, k int, f func(s []byte)) {
	m, text := u.m, []byte(u.covers[i])
	// extend adds n letters to text, which leads to the states of from.
	var extend func(from []state, n int)
	extend = func(from []state, n int) {
		if n == 0 {
			u.identify(text, from, f)
			return
		}
		for _, w := range u.characterization {
			f(append(text, w...))
		}
		to := make([]state, 0, len(from))
		for _, b := range []byte(u.letters) {
			to = to[:0]
			for _, q := range from {
				next := m.next[q][b]
				isCover := n == k+1 && m.cover[next] == m.cover[q]+string([]byte{b})
				if !isCover && !slices.Contains(to, next) {
					to = append(to, next)
				}
			}
			if len(to) > 0 {
				text = append(text, b)
				extend(to, n-1)
				text = text[:len(text)-1]
			}
		}
	}
	extend(u.states[i], k+1)
}

// extend calls f with s followed by each text of n letters, and with the state after it. q is the
// state after s.
func (m *Machine) extend(s string, q state, n int, f func(s string, to state)) {
	if n == 0 {
		f(s, q)
		return
	}
	for i := range len(m.letters) {
		m.extend(s+m.letters[i:i+1], m.next[q][m.letters[i]], n-1, f)
	}
}

// Octets calls check's function with the texts of Suite(0), but with every octet
// instead of one of each class. A program has no class to misread in a state without a loop. So
// there the next state is only separated from the other next states.
func (m *Machine) Octets(check func() func(s string)) {
	m.each(check, func(q state, check func(s string)) {
		var near []state
		for i := range len(m.letters) {
			near = append(near, m.next[q][m.letters[i]])
		}
		tails := map[state][]string{}
		for _, to := range near {
			tails[to] = m.identification[to]
			if m.loops(q) == "" {
				tails[to] = append(m.separating(to, slices.Clone(near)), "")
			}
		}
		cover := Unmarked(m.cover[q])
		for b := range 256 {
			// An octet of a text is no mark.
			for _, w := range tails[m.next[q][min(b, MarkError-1)]] {
				check(cover + string([]byte{byte(b)}) + Unmarked(w))
			}
		}
	})
}

// loops returns the letters of the loops of q: they lead from q to q.
func (m *Machine) loops(q state) string {
	var loops []byte
	for i := range len(m.letters) {
		if m.next[q][m.letters[i]] == q {
			loops = append(loops, m.letters[i])
		}
	}
	return string(loops)
}

// stretched cuts the cover of q in two, at the last state with loops. Any number of loops may
// stand between the parts. loops is empty if no state on the way has one.
func (m *Machine) stretched(q state) (before, after, loops string) {
	way := m.cover[q]
	for i := len(way); i >= 0; i-- {
		if loops = m.loops(m.run(m.start, way[:i])); loops != "" {
			return way[:i], way[i:], loops
		}
	}
	return way, "", ""
}

// pad returns loops of q with at least eight octets, or "" if q has no loop.
func (m *Machine) pad(q state) string {
	loops := m.loops(q)
	if loops == "" {
		return ""
	}
	return strings.Repeat(loops[:1], 9)
}

// lengths are the numbers of octets that Lengths adds to a text. With 1 to 8
// more, each octet has each place in a step of eight.
var lengths = []int{1, 2, 3, 4, 5, 6, 7, 8, 256}

// Lengths calls check's function with texts like Suite(k)'s, for a program that
// reads eight octets at a time:
//
//   - The cover of a state is first. If the way has a loop, it is longer by 1 to 8 octets, and
//     by 256. A state with a loop of its own takes each of its letters: the first
//     with all lengths, the others with a third of them. Other states take one letter, with
//     a third of the lengths if the loop is more than two octets from the end.
//   - Then come k+1 letters and, between two states with loops, also eight octets and more.
//   - The identification set is last.
func (m *Machine) Lengths(k int, check func() func(s string)) {
	m.each(check, func(q state, check func(s string)) {
		before, after, loops := m.stretched(q)
		if after != "" {
			loops = loops[:1]
		}
		for i := range len(loops) {
			for l, n := range lengths {
				if third := i > 0 || len(after) > 2; third && l%3 != (i+int(q))%3 {
					continue
				}
				s := before + strings.Repeat(loops[i:i+1], n) + after
				for length := 1; length <= k+1; length++ {
					m.extend(s, q, length, func(s string, to state) {
						pads := []string{"", m.pad(to)}
						if pads[1] == "" || after != "" || m.loops(to) == m.letters {
							pads = pads[:1]
						}
						for _, pad := range pads {
							for _, w := range m.identification[to] {
								check(s + pad + w)
							}
						}
					})
				}
			}
		}
	})
}

// LongOctets is Lengths(0) for the states with a loop, with every octet instead of
// one of each class, with one letter as the loop, and without identification sets.
func (m *Machine) LongOctets(check func() func(s string)) {
	m.each(check, func(q state, check func(s string)) {
		loops := m.loops(q)
		if loops == "" {
			return
		}
		for n := 1; n <= 8; n++ {
			s := m.cover[q] + strings.Repeat(loops[:1], n)
			for b := range 256 {
				t := s + string([]byte{byte(b)})
				check(t)
				check(t + m.pad(m.next[q][b]))
			}
		}
	})
}
