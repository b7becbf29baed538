package bnf

import (
	"slices"
	"strings"
)

// A Machine is a deterministic automaton that answers several questions about a text
// at once: which of some rules derive it. It is minimal: for each pair of its states
// there is a text after which they give different answers.
//
// Its methods make the texts of the Wp-method (Chow, Testing software design modeled
// by finite-state machines, 1978; Fujiwara et al., Test selection based on finite
// state models, 1991). They test whether a program, of which only the answers are
// known, answers as the machine does. If the program is itself a machine, of at most
// k more states, and its answers on all texts of Suite(k) are right, then its answers
// on all texts of every length are right.
type Machine struct {
	rules   []*Automaton
	next    [][256]state
	answers []uint32 // bit i is set if rules[i] derives the texts that lead to the state
	start   state

	letters string     // one octet of each class that the machine distinguishes
	cover   []string   // for each state, a shortest text that leads there
	telling []string   // texts, one of which tells apart any pair of states
	says    [][]uint32 // for each state, the answers after each of telling
	own     [][]string // for each state, those of telling that tell it from all others
}

// NewMachine returns the machine of at most 32 rules.
func NewMachine(rules ...*Automaton) *Machine {
	m := &Machine{rules: rules}
	m.product(Classes(rules...))
	m.minimize()
	m.findCover()
	m.findTelling()
	return m
}

// product sets the states to the tuples of states of the rules that texts lead to.
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

// after returns the state to which letter i leads from q.
func (m *Machine) after(q, i int) int { return int(m.next[q][m.letters[i]]) }

// minimize makes one state of those that no text tells apart.
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

// findTelling sets telling and own.
func (m *Machine) findTelling() {
	// level[n][q] is the same number for states that no text of n octets tells apart.
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
	// tell returns a shortest text that tells p and q apart.
	tell := func(p, q state) string {
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

	// says holds the answers of each state to the texts so far, and group the same number
	// for states with the same answers. Two of one group give the next text.
	m.telling = []string{""}
	says := make([][]uint32, len(m.next))
	for q := range m.next {
		says[q] = []uint32{m.answers[q]}
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
		w := tell(state(twin), state(other))
		m.telling = append(m.telling, w)
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
			says[q] = append(says[q], t.answer)
		}
	}

	m.says = says
	m.own = make([][]string, len(m.next))
	// same[i] counts the states with each answer to telling text i.
	same := make([]map[uint32]int, len(m.telling))
	for i := range same {
		same[i] = map[uint32]int{}
		for q := range says {
			same[i][says[q][i]]++
		}
	}
	for q := range m.next {
		best := 0 // the text that tells most states from q
		for i := range same {
			if same[i][says[q][i]] < same[best][says[q][best]] {
				best = i
			}
		}
		var others []state
		for p := range m.next {
			if says[p][best] == says[q][best] {
				others = append(others, state(p))
			}
		}
		m.own[q] = append([]string{m.telling[best]}, m.tellingFrom(state(q), others)...)
	}
}

// tellingFrom returns the telling texts that tell q from each of the others.
func (m *Machine) tellingFrom(q state, others []state) (texts []string) {
	others = slices.DeleteFunc(others, func(p state) bool { return p == q })
	for len(others) > 0 {
		best, most := 0, -1 // the text that tells most of the others from q
		for i := range m.telling {
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
		texts = append(texts, m.telling[best])
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

// Letters returns one octet of each class that the machine distinguishes.
func (m *Machine) Letters() string { return m.letters }

// Cover returns for each state a shortest text that leads there.
func (m *Machine) Cover() []string { return slices.Clone(m.cover) }

// Telling returns texts that tell the states apart: any two states give different
// answers after one of them.
func (m *Machine) Telling() []string { return slices.Clone(m.telling) }

// Through returns few texts that the first rule derives and that lead, together, through
// every state from which such a text can be reached: seeds for a fuzzer.
func (m *Machine) Through() (texts []string) {
	// end[q] leads from q to a text that the first rule derives.
	end := make([]string, len(m.next))
	live := make([]bool, len(m.next))
	for q, answer := range m.answers {
		live[q] = answer&1 != 0
	}
	for changed := true; changed; {
		changed = false
		for q := range m.next {
			for i := 0; i < len(m.letters) && !live[q]; i++ {
				if to := m.next[q][m.letters[i]]; live[to] {
					end[q], live[q], changed = m.letters[i:i+1]+end[to], true, true
				}
			}
		}
	}
	passed := make([]bool, len(m.next))
	byLength := make([]state, len(m.next))
	for q := range byLength {
		byLength[q] = state(q)
	}
	slices.SortStableFunc(byLength, func(p, q state) int { return len(m.cover[q]) - len(m.cover[p]) })
	for _, q := range byLength { // the longest ways first, since they pass many states
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

// Suite calls check's function with the texts of the Wp-method: the cover, every text
// of up to k+1 letters after it, and the telling texts after that. After k+1 letters
// the telling texts of the state that should be reached are enough. A machine of marked
// texts gives them without their marks, so check must compare the parts and the error.
//
// Texts that differ only in their marks are one. So no mark is among the letters: without it
// the text has a letter less, and all telling texts are tried there. States whose covers
// are one text are left by each letter together. A state that the cover of another goes through is
// left by that letter only there.
func (m *Machine) Suite(k int, check func() func(s string)) {
	all := m.unmarked()
	parallel(len(all.covers), check, func(i int, check func(s string)) {
		u := *all
		u.tried = make([]int, len(u.telling)) // another goroutine has its own
		u.suite(i, k, func(s []byte) { check(string(s)) })
	})
}

// An unmarked has the texts of a machine without their marks. Texts that differ only in
// their marks are one.
type unmarked struct {
	m       *Machine
	letters string
	covers  []string
	states  [][]state // for each cover, the states that it leads to
	telling []string
	own     [][]int // for each state, the indexes in telling of its own texts
	edges   []byte  // see edgesOf
	tried   []int   // for each telling text, the last of the ends after which it was tried
	ends    int
}

func (m *Machine) unmarked() *unmarked {
	u := &unmarked{m: m}
	for _, b := range []byte(m.letters) {
		if b < MarkError {
			u.letters += string([]byte{b})
		}
	}
	at := map[string]int{} // the indexes of the covers
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
	numbers := map[string]int{} // of the telling texts
	number := func(w string) int {
		w = Unmarked(w)
		i, ok := numbers[w]
		if !ok {
			i = len(u.telling)
			numbers[w] = i
			u.telling = append(u.telling, w)
		}
		return i
	}
	for _, w := range m.telling {
		number(w)
	}
	for _, own := range m.own {
		var list []int
		for _, w := range own {
			list = append(list, number(w))
		}
		u.own = append(u.own, list)
	}
	u.tried = make([]int, len(u.telling))
	u.edges = m.edgesOf(u.letters)
	return u
}

// end calls f with text and each of the texts that tell one of the states from all others.
func (u *unmarked) end(text []byte, states []state, f func(s []byte)) {
	u.ends++
	for _, q := range states {
		for _, w := range u.own[q] {
			if u.tried[w] != u.ends {
				u.tried[w] = u.ends
				f(append(text, u.telling[w]...))
			}
		}
	}
}

// suite calls f with the texts of Suite after cover i.
func (u *unmarked) suite(i, k int, f func(s []byte)) {
	m, text := u.m, []byte(u.covers[i])
	// extend tries the texts of n letters more after text, which leads to a state of from.
	var extend func(from []state, n int)
	extend = func(from []state, n int) {
		if n == 0 {
			u.end(text, from, f)
			return
		}
		for _, w := range u.telling {
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

// extend calls f with each text of n letters after s, and the state to which that
// text leads. q is the state after s.
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
// instead of one of each class. From a state without a loop, in which a program has no
// class to be wrong about, the telling texts after it are only those that tell the state
// that should be reached from the others that one octet reaches.
func (m *Machine) Octets(check func() func(s string)) {
	m.each(check, func(q state, check func(s string)) {
		m.octets(q, func(s string, b byte, w string) { check(Unmarked(s) + string([]byte{b}) + Unmarked(w)) })
	})
}

// octets calls f with the texts of Octets that begin with the cover of q, in three parts.
// The octet is no mark, though it may be the same octet as one.
func (m *Machine) octets(q state, f func(s string, b byte, w string)) {
	tails := map[state][]string{}
	var near []state
	for i := range len(m.letters) {
		near = append(near, m.next[q][m.letters[i]])
	}
	for _, to := range near {
		tails[to] = m.own[to]
		if m.loops(q) == "" {
			tails[to] = append(m.tellingFrom(to, slices.Clone(near)), "")
		}
	}
	for b := range 256 {
		to := m.next[q][b]
		if b >= MarkError {
			to = m.next[q][MarkError-1]
		}
		for _, w := range tails[to] {
			f(m.cover[q], byte(b), w)
		}
	}
}

// loops returns the letters that lead from q to q.
func (m *Machine) loops(q state) string {
	var loops []byte
	for i := range len(m.letters) {
		if m.next[q][m.letters[i]] == q {
			loops = append(loops, m.letters[i])
		}
	}
	return string(loops)
}

// stretched returns the cover of q as two parts between which loops may stand any
// number of times, each of them a letter that leads from the state between them to
// itself. It is the last such state on the way. There are no loops if no state on the
// way has one.
func (m *Machine) stretched(q state) (before, after, loops string) {
	way := m.cover[q]
	for i := len(way); i >= 0; i-- {
		if loops = m.loops(m.run(m.start, way[:i])); loops != "" {
			return way[:i], way[i:], loops
		}
	}
	return way, "", ""
}

// pad returns a text of at least eight octets that leads from q to q, or "" if no
// letter does.
func (m *Machine) pad(q state) string {
	loops := m.loops(q)
	if loops == "" {
		return ""
	}
	return strings.Repeat(loops[:1], 9)
}

// lengths are the numbers of octets by which Lengths makes a text longer. With 1 to 8
// more, each octet has each place in a step of eight.
var lengths = []int{1, 2, 3, 4, 5, 6, 7, 8, 256}

// Lengths calls check's function with texts like Suite(k)'s, for a program that
// reads eight octets at a time. Before the k+1 letters stands the cover of a state,
// made longer by 1 to 8 octets, and by 256, where a state on the way has a loop. The
// telling texts of the state that should be reached are last. A state that has a loop
// itself is reached with each letter of such loops, the first with all lengths and each
// other with a third of them. Others are reached with one letter, and with a third of
// the lengths if the loop is more than two octets before them. After the k+1 letters
// stands nothing or, between two states that have loops themselves, also eight octets
// and more.
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
						for _, w := range m.own[to] {
							check(s + w)
						}
						if pad := m.pad(to); pad != "" && after == "" && m.loops(to) != m.letters {
							for _, w := range m.own[to] {
								check(s + pad + w)
							}
						}
					})
				}
			}
		}
	})
}

// LongOctets is Lengths(0) for the states that have a loop, with every octet instead of
// one of each class, with one letter as the loop, and without telling texts.
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
