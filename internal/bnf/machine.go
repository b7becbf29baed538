package bnf

import (
	"encoding/binary"
	"slices"
)

// A Machine is the minimal deterministic automaton of several rules: its answer to a text
// has a bit for each rule. It is a Moore machine.
//
// A [Plan] makes a test suite from it by the Wp-method (Chow, Testing software design modeled
// by finite-state machines, 1978; Fujiwara et al., Test selection based on finite
// state models, 1991). The program under test is a black box. Suppose that it is a
// machine with at most K states more than this one, and gives the right answers to the texts
// of the plan. Then all its answers are right, to texts of every length.
type Machine struct {
	Automaton // its state 0 need not be dead; bit i of an answer is set if rules[i] derives the text
	rules     []*Automaton
	says      []string // for each state, the answers to Characterization, as octets

	Letters          string     // the input alphabet: an octet of each class
	Cover            []string   // the state cover: for each state a shortest text
	Characterization []string   // the characterization set: it separates each pair of states
	Identification   [][]string // for each state, a subset that separates it from all others
}

// NewMachine returns the machine of at most 32 rules.
func NewMachine(rules ...*Automaton) *Machine {
	first, step, answer := product(rules)
	tuples, next := explore(Classes(rules...), step, first)
	m := &Machine{Automaton: Automaton{next: next}, rules: rules}
	for _, tuple := range tuples {
		m.answers = append(m.answers, answer(tuple))
	}
	m.minimize()
	m.findCover()
	m.separate()
	return m
}

// product returns the start of the product of automata, its transitions and its answers: bit i is
// set if automata[i] accepts the text. A state is a text with two octets for each automaton.
func product(automata []*Automaton) (start string, step func(tuple string, b byte) string, answer func(tuple string) uint32) {
	tuple := func(next func(i int) state) string {
		var b []byte
		for i := range automata {
			b = binary.LittleEndian.AppendUint16(b, uint16(next(i)))
		}
		return string(b)
	}
	at := func(tuple string, i int) state { return state(tuple[2*i]) | state(tuple[2*i+1])<<8 }
	step = func(s string, b byte) string {
		return tuple(func(i int) state { return automata[i].next[at(s, i)][b] })
	}
	answer = func(s string) (answer uint32) {
		for i, a := range automata {
			if a.answers[at(s, i)] != 0 {
				answer |= 1 << i
			}
		}
		return answer
	}
	return tuple(func(i int) state { return automata[i].start }), step, answer
}

// findCover sets the cover, and the letters to the classes of the minimal machine.
func (m *Machine) findCover() {
	m.Letters = Alphabet(Classes(&m.Automaton))
	m.Cover = make([]string, len(m.next))
	found := make([]bool, len(m.next))
	found[m.start] = true
	for list := []state{m.start}; len(list) > 0; list = list[1:] {
		q := list[0]
		for i := range len(m.Letters) {
			if to := m.next[q][m.Letters[i]]; !found[to] {
				found[to] = true
				m.Cover[to] = m.Cover[q] + m.Letters[i:i+1]
				list = append(list, to)
			}
		}
	}
}

// separate sets the characterization set and the identification sets.
func (m *Machine) separate() {
	// level[n][q] numbers the classes of states that texts of n octets do not separate.
	level := [][]int{m.byAnswer()}
	for count := 0; count < len(m.next); {
		var finer []int
		finer, count = m.refine(level[len(level)-1], m.Letters)
		level = append(level, finer)
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
			for level[n-1][m.next[p][m.Letters[i]]] == level[n-1][m.next[q][m.Letters[i]]] {
				i++
			}
			text += m.Letters[i : i+1]
			p, q = m.next[p][m.Letters[i]], m.next[q][m.Letters[i]]
		}
		return text
	}

	// Two states with the same answers to the set so far give the next text.
	m.says = make([]string, len(m.next))
	for w, more := "", true; more; {
		m.Characterization = append(m.Characterization, w)
		seen := map[string]state{}
		text := w
		more = false
		for q := range m.next {
			m.says[q] += string(binary.LittleEndian.AppendUint32(nil, m.answers[m.run(state(q), text)]))
			if twin, ok := seen[m.says[q]]; ok && !more {
				w, more = separator(twin, state(q)), true
			}
			seen[m.says[q]] = state(q)
		}
	}
	for q := range m.next {
		m.Identification = append(m.Identification, m.separating(state(q)))
	}
}

// separating returns a subset of the characterization set that separates q from the other states.
func (m *Machine) separating(q state) (texts []string) {
	var others []state
	for p := range m.next {
		if state(p) != q {
			others = append(others, state(p))
		}
	}
	separates := func(i int, p state) bool { return m.says[p][4*i:4*i+4] != m.says[q][4*i:4*i+4] }
	for len(others) > 0 {
		best, most := 0, -1 // the text that separates most of them
		for i := range m.Characterization {
			told := 0
			for _, p := range others {
				if separates(i, p) {
					told++
				}
			}
			if told > most {
				best, most = i, told
			}
		}
		others = slices.DeleteFunc(others, func(p state) bool { return separates(best, p) })
		texts = append(texts, m.Characterization[best])
	}
	return texts
}

// Next returns the state after octet b in state q.
func (m *Machine) Next(q int, b byte) int { return int(m.next[q][b]) }

// Answer returns the answer to the texts of state q.
func (m *Machine) Answer(q int) uint32 { return m.answers[q] }

// ends returns for each state a shortest text that completes one of the first rule, or "".
func (m *Machine) ends() (end []string) {
	end = make([]string, len(m.next))
	live := make([]bool, len(m.next))
	for q, answer := range m.answers {
		live[q] = answer&1 != 0
	}
	for changed := true; changed; {
		changed = false
		shorter := slices.Clone(live)
		for q := range m.next {
			for i := 0; i < len(m.Letters) && !live[q]; i++ {
				if to := m.next[q][m.Letters[i]]; shorter[to] {
					end[q], live[q], changed = m.Letters[i:i+1]+end[to], true, true
				}
			}
		}
	}
	return end
}

// An unmarked has the texts of a machine without their marks.
type unmarked struct {
	m                *Machine
	letters          string
	covers           []string
	states           [][]state // the states of each cover
	characterization []string
	identification   [][]int  // for each state, indexes in characterization
	edges            []byte   // of edgesOf
	ends             []string // see Machine.ends
	tried            []int    // for each characterization text, the last of tries with it
	tries            int
}

func (m *Machine) unmarked() *unmarked {
	u := &unmarked{m: m}
	for _, b := range []byte(m.Letters) {
		if b < MarkError {
			u.letters += string([]byte{b})
		}
	}
	covers := map[string]int{}
	for q, s := range m.Cover {
		i, isNew := numberOf(covers, Unmarked(s))
		if isNew {
			u.covers, u.states = append(u.covers, Unmarked(s)), append(u.states, nil)
		}
		u.states[i] = append(u.states[i], state(q))
	}
	characterization := map[string]int{}
	for _, w := range m.Characterization {
		if _, isNew := numberOf(characterization, Unmarked(w)); isNew {
			u.characterization = append(u.characterization, Unmarked(w))
		}
	}
	for _, texts := range m.Identification {
		var list []int
		for _, w := range texts {
			list = append(list, characterization[Unmarked(w)])
		}
		u.identification = append(u.identification, list)
	}
	u.tried = make([]int, len(u.characterization))
	u.edges = m.edgesOf(u.letters)
	u.ends = m.ends()
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

// suite calls f with the texts of the Wp-method after cover i: every text of up to k+1 letters, then
// the characterization set. After k+1 letters the identification set of the state is enough.
//
// The texts of a machine of marked texts have lost their marks, so the caller must compare the
// parts and the error. Without marks many texts are equal. So no mark is among the letters: the
// text with one letter less is the same, and ends with the whole characterization set. States with
// equal covers share their texts. A letter that extends one cover to another is left out.
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
				isCover := n == k+1 && m.Cover[next] == m.Cover[q]+string([]byte{b})
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

// loops returns the letters of the loops of q: they lead from q to q.
func (m *Machine) loops(q state) string {
	var loops []byte
	for i := range len(m.Letters) {
		if m.next[q][m.Letters[i]] == q {
			loops = append(loops, m.Letters[i])
		}
	}
	return string(loops)
}
