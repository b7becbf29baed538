package bnf

import (
	"encoding/binary"
	"slices"
	"strings"
)

// An Automaton is the minimal deterministic automaton of a rule. State 0 is the dead state: no
// accepting state follows.
type Automaton struct {
	node    *node // for Derive
	start   state
	next    [][256]state
	answers []uint32 // of each state: not 0 if the rule derives the texts that lead there
}

type state uint16

// Run reports whether the rule derives s. viable is the length of the longest viable
// prefix of s: some text of the rule begins with it.
func (a *Automaton) Run(s string) (ok bool, viable int) {
	q := a.start
	for i := 0; i < len(s); i++ {
		if q = a.next[q][s[i]]; q == 0 {
			return false, i
		}
	}
	return a.answers[q] != 0, len(s)
}

// Match reports whether the rule derives s.
func (a *Automaton) Match(s string) bool {
	ok, _ := a.Run(s)
	return ok
}

// Len returns the number of states.
func (a *Automaton) Len() int { return len(a.next) }

// Walk calls f with the state before each octet of s and the last one, up to the dead state.
func (a *Automaton) Walk(s string, f func(i, state int)) {
	q := a.start
	for i := 0; q != 0; i++ {
		f(i, int(q))
		if i == len(s) {
			return
		}
		q = a.next[q][s[i]]
	}
}

// run returns the state after s in q.
func (a *Automaton) run(q state, s string) state {
	for i := range len(s) {
		q = a.next[q][s[i]]
	}
	return q
}

// inOrder has the octets in the order of Classes: letters, digits, other readable ones, the rest.
var inOrder = func() (octets string) {
	for _, in := range [][2]int{{'a', 'z'}, {'0', '9'}, {'!', '~'}, {0, 255}} {
		for b := in[0]; b <= in[1]; b++ {
			if c := string([]byte{byte(b)}); !strings.Contains(octets, c) {
				octets += c
			}
		}
	}
	return octets
}()

// Classes returns the classes of octets that the automata read alike, each as the string of its
// members. Readable members come first, and the classes are sorted by their first members.
func Classes(automata ...*Automaton) (classes []string) {
	numbers := map[string]int{} // of the classes, by the next states of their octets
	var next []byte
	for _, b := range []byte(inOrder) {
		next = next[:0]
		for _, a := range automata {
			for q := range a.next {
				next = binary.LittleEndian.AppendUint16(next, uint16(a.next[q][b]))
			}
		}
		n, isNew := numberOf(numbers, string(next))
		if isNew {
			classes = append(classes, "")
		}
		classes[n] += string([]byte{b})
	}
	return classes
}

// numberOf returns the number of key: keys are counted as they come.
func numberOf[K comparable](numbers map[K]int, key K) (n int, isNew bool) {
	n, ok := numbers[key]
	if !ok {
		n = len(numbers)
		numbers[key] = n
	}
	return n, !ok
}

// ClassesAfter is [Classes] for the states of a after prefix and later.
func (a *Automaton) ClassesAfter(prefix string) []string {
	_, next := explore(Classes(a), func(q state, b byte) state { return a.next[q][b] }, a.run(a.start, prefix))
	return Classes(&Automaton{next: next})
}

// Alphabet returns one readable member of each class.
func Alphabet(classes []string) string {
	var b strings.Builder
	for _, c := range classes {
		b.WriteByte(c[0])
	}
	return b.String()
}

// An nfa is a nondeterministic automaton, a list of states. An octet of set leads to
// state to, and nothing leads to each of free.
type nfa []nfaState

type nfaState struct {
	set  string
	to   int
	free []int
}

// choose adds a state without a set and returns it.
func (m *nfa) choose(free ...int) int {
	*m = append(*m, nfaState{free: free})
	return len(*m) - 1
}

// build adds states for the texts of n. They lead to state then. It returns the first.
func (m *nfa) build(n *node, then int) int {
	switch n.op {
	case opSet:
		*m = append(*m, nfaState{set: n.set, to: then})
		return len(*m) - 1
	case opSequence:
		for _, kid := range slices.Backward(n.kids) {
			then = m.build(kid, then)
		}
		return then
	case opChoice:
		var free []int
		for _, kid := range n.kids {
			free = append(free, m.build(kid, then))
		}
		return m.choose(free...)
	}
	// opRepeat: the optional repetitions from the last, then the required ones.
	kid, end := n.kids[0], then
	if n.hi < 0 {
		then = m.choose(end)
		first := m.build(kid, then)
		(*m)[then].free = append((*m)[then].free, first)
	}
	for range n.hi - n.lo {
		then = m.choose(m.build(kid, then), end)
	}
	for range n.lo {
		then = m.build(kid, then)
	}
	return then
}

// classes returns the classes of octets: each set has all octets of a class or none.
func (m nfa) classes() []string {
	a := &Automaton{} // it has a state for each state of m
	for _, q := range m {
		var row [256]state
		for _, b := range []byte(q.set) {
			row[b] = 1
		}
		a.next = append(a.next, row)
	}
	return Classes(a)
}

// compile returns the automaton of n by the subset construction. A set of states of the nfa
// is a string with a rune for each.
func compile(n *node) *Automaton {
	m := nfa{}
	end := m.choose()
	first := m.build(n, end)
	if len(m) > surrogates {
		panic("bnf: a rule is too long")
	}
	seen := make([]int, len(m)) // the last call of closure that reached the state
	calls := 0
	var list []int
	var reached []rune
	// closure returns the end and the states with a set that follow the states of list.
	closure := func() string {
		calls++
		reached = reached[:0]
		for len(list) > 0 {
			q := list[len(list)-1]
			list = list[:len(list)-1]
			if seen[q] == calls {
				continue
			}
			seen[q] = calls
			if q == end || m[q].set != "" {
				reached = append(reached, rune(q))
			}
			list = append(list, m[q].free...)
		}
		slices.Sort(reached)
		return string(reached)
	}
	dead := closure()
	list = append(list, first)
	sets, next := explore(m.classes(), func(set string, b byte) string {
		for _, q := range set {
			if strings.IndexByte(m[q].set, b) >= 0 {
				list = append(list, m[q].to)
			}
		}
		return closure()
	}, dead, closure())
	a := newAutomaton(next, func(q int) bool { return strings.ContainsRune(sets[q], rune(end)) })
	a.node = n
	return a
}

// newAutomaton returns the minimal automaton with these transitions, from state 1. State 0 is dead.
func newAutomaton(next [][256]state, accepts func(q int) bool) *Automaton {
	a := &Automaton{start: 1, next: next, answers: make([]uint32, len(next))}
	for q := range next {
		if accepts(q) {
			a.answers[q] = 1
		}
	}
	a.minimize()
	return a
}

// explore returns the states that step reaches from the first states, and their transitions. The
// octets of a class lead to the same state.
func explore[S comparable](classes []string, step func(q S, b byte) S, first ...S) (states []S, next [][256]state) {
	numbers := map[S]int{}
	add := func(s S) state {
		q, isNew := numberOf(numbers, s)
		if isNew {
			states = append(states, s)
		}
		return state(q)
	}
	for _, s := range first {
		add(s)
	}
	for q := 0; q < len(states); q++ {
		var row [256]state
		for _, class := range classes {
			to := add(step(states[q], class[0]))
			for _, b := range []byte(class) {
				row[b] = to
			}
		}
		next = append(next, row)
	}
	return states, next
}

// minimize joins equivalent states. The states stay in order, so the dead state stays the first.
func (a *Automaton) minimize() {
	letters := Alphabet(Classes(a))
	class, count := a.byAnswer(), 0
	for was := -1; count != was; {
		was = count
		class, count = a.refine(class, letters)
	}
	small := Automaton{start: state(class[a.start])}
	for q, row := range a.next {
		if class[q] < len(small.next) {
			continue
		}
		for b := range row {
			row[b] = state(class[row[b]])
		}
		small.next, small.answers = append(small.next, row), append(small.answers, a.answers[q])
	}
	*a = small
}

// byAnswer returns the classes of states with equal answers, as refine does.
func (a *Automaton) byAnswer() (class []int) {
	for _, answer := range a.answers {
		class = append(class, int(answer))
	}
	return class
}

// refine splits classes of states: two stay together if each letter leads them to one class. It
// returns the class of each state and the number of classes, in the order of the states.
func (a *Automaton) refine(class []int, letters string) (finer []int, count int) {
	numbers := map[string]int{}
	var key []byte
	for q := range a.next {
		key = binary.LittleEndian.AppendUint32(key[:0], uint32(class[q]))
		for _, b := range []byte(letters) {
			key = binary.LittleEndian.AppendUint32(key, uint32(class[a.next[q][b]]))
		}
		n, _ := numberOf(numbers, string(key))
		finer = append(finer, n)
	}
	return finer, len(numbers)
}
