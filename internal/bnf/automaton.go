package bnf

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
)

// An Automaton is the minimal deterministic automaton of a rule. State 0 is the dead
// state: no accepting state follows.
type Automaton struct {
	node   *node // for Derive
	start  state
	next   [][256]state
	accept []bool
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
	return a.accept[q], len(s)
}

// Match reports whether the rule derives s.
func (a *Automaton) Match(s string) bool {
	ok, _ := a.Run(s)
	return ok
}

// Len returns the number of states.
func (a *Automaton) Len() int { return len(a.next) }

// Walk calls f with the state before each octet of s and the one at the end. It stops at the
// dead state.
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

// Classes returns the classes of octets: the automata read all octets of a class alike. A
// class is the string of its members, readable ones first. The classes are sorted
// by their first members.
func Classes(automata ...*Automaton) []string {
	of := make([]int, 256) // octet -> class
	count := 1
	for _, a := range automata {
		for q := range a.next {
			type key struct {
				class int
				next  state
			}
			refined := map[key]int{}
			for b := range of {
				k := key{of[b], a.next[q][b]}
				if _, ok := refined[k]; !ok {
					refined[k] = len(refined)
				}
				of[b] = refined[k]
			}
			count = len(refined)
		}
	}
	members := make([]string, count)
	for b := range of {
		members[of[b]] += string([]byte{byte(b)})
	}
	// The order is letters, digits, other readable octets, and then the rest.
	rank := func(b byte) int {
		switch {
		case 'a' <= b && b <= 'z':
			return int(b) - 'a'
		case '0' <= b && b <= '9':
			return 0x100 + int(b)
		case '!' <= b && b <= '~':
			return 0x200 + int(b)
		}
		return 0x300 + int(b)
	}
	for i, m := range members {
		sorted := []byte(m)
		slices.SortFunc(sorted, func(a, b byte) int { return cmp.Compare(rank(a), rank(b)) })
		members[i] = string(sorted)
	}
	slices.SortFunc(members, func(a, b string) int { return cmp.Compare(rank(a[0]), rank(b[0])) })
	return members
}

// ClassesAfter is [Classes] for the states of a after prefix and later.
func (a *Automaton) ClassesAfter(prefix string) []string {
	q := a.start
	for _, b := range []byte(prefix) {
		q = a.next[q][b]
	}
	_, next := explore(Classes(a), q, func(q state, b byte) state { return a.next[q][b] })
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

// build adds states for the texts of n. They lead to state then. It returns the first of
// them.
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
	a, known := &Automaton{}, map[string]bool{} // a has a state for each set
	for _, q := range m {
		if known[q.set] {
			continue
		}
		known[q.set] = true
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
	list = append(list, first)
	d := &Machine{}
	sets, next := explore(m.classes(), closure(), func(set string, b byte) string {
		for _, q := range set {
			if strings.IndexByte(m[q].set, b) >= 0 {
				list = append(list, m[q].to)
			}
		}
		return closure()
	})
	for _, set := range sets {
		answer := uint32(0)
		if strings.ContainsRune(set, rune(end)) {
			answer = 1
		}
		d.answers = append(d.answers, answer)
	}
	d.next, d.letters = next, Alphabet(m.classes())
	a := d.automaton()
	a.node = n
	return a
}

// refine splits classes of states: two stay together if each of n letters leads them to one
// class. next(q, i) is the state after letter i in q. refine returns the class of each state
// and the number of classes, in the order of the states.
func refine(class []int, n int, next func(q, i int) int) (finer []int, count int) {
	numbers := map[string]int{}
	finer = make([]int, len(class))
	var key []byte
	for q := range class {
		key = binary.LittleEndian.AppendUint32(key[:0], uint32(class[q]))
		for i := range n {
			key = binary.LittleEndian.AppendUint32(key, uint32(class[next(q, i)]))
		}
		number, ok := numbers[string(key)]
		if !ok {
			number = len(numbers)
			numbers[string(key)] = number
		}
		finer[q] = number
	}
	return finer, len(numbers)
}

// refineAll refines the classes until they are those of equivalent states.
func refineAll(class []int, n int, next func(q, i int) int) []int {
	for was := 0; ; {
		finer, count := refine(class, n, next)
		if count == was {
			return finer
		}
		class, was = finer, count
	}
}
