package bnf

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
)

// An Automaton is a minimal deterministic automaton that recognises a rule. From
// state 0 no accepting state can be reached.
type Automaton struct {
	node   *node // for Derive
	start  state
	next   [][256]state
	accept []bool
}

type state uint16

// Run reports whether the rule derives s. viable is the offset of the first byte that
// no text of the rule can have there, or len(s).
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

// Walk calls f with each state on the way of s, first the one before s[0], up to the
// state from which s cannot go on.
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

// LongestPrefix returns the length of the longest prefix of s that the rule
// derives, or -1 if it derives no prefix.
func (a *Automaton) LongestPrefix(s string) int {
	longest, q := -1, a.start
	for i := 0; ; i++ {
		if a.accept[q] {
			longest = i
		}
		if i == len(s) || q == 0 {
			return longest
		}
		q = a.next[q][s[i]]
	}
}

// Classes returns the classes of octets that the automata together distinguish. A
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
	// The order is letters, digits, marks, then octets that are not readable.
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

// ClassesAfter returns the classes of octets that a distinguishes after it has read
// prefix.
func (a *Automaton) ClassesAfter(prefix string) []string {
	q := a.start
	for i := range len(prefix) {
		q = a.next[q][prefix[i]]
	}
	seen := map[state]bool{}
	reached := &Automaton{}
	for list := []state{q}; len(list) > 0; {
		q, list = list[0], list[1:]
		if seen[q] {
			continue
		}
		seen[q] = true
		reached.next = append(reached.next, a.next[q])
		list = append(list, a.next[q][:]...)
	}
	return Classes(reached)
}

// OctetClasses returns the classes of octets that rules of g distinguish.
func (g *Grammar) OctetClasses(rules ...string) []string {
	var automata []*Automaton
	for _, name := range rules {
		automata = append(automata, g.Rule(name))
	}
	return Classes(automata...)
}

// Alphabet returns one readable member of each class.
func Alphabet(classes []string) string {
	var b strings.Builder
	for _, c := range classes {
		b.WriteByte(c[0])
	}
	return b.String()
}

// An nfa is a nondeterministic automaton, a list of states. Reading an octet of
// set leads to state to, and reading nothing leads to each of free.
type nfa []nfaState

type nfaState struct {
	set  octets
	to   int
	free []int
}

// octets are a set of octets, one bit for each.
type octets [4]uint64

func (o *octets) add(b byte)      { o[b>>6] |= 1 << (b & 63) }
func (o *octets) has(b byte) bool { return o[b>>6]&(1<<(b&63)) != 0 }

// choose adds a state that reads nothing and returns it.
func (m *nfa) choose(free ...int) int {
	*m = append(*m, nfaState{free: free})
	return len(*m) - 1
}

// build adds states that read the texts that n derives and lead to state then. It
// returns the first of them.
func (m *nfa) build(n *node, then int) int {
	switch n.op {
	case opSet:
		q := nfaState{to: then}
		for _, b := range []byte(n.set) {
			q.set.add(b)
		}
		*m = append(*m, q)
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

// An index numbers lists of numbers, equal lists alike, in the order in which they come.
type index struct {
	of  map[string]int
	key []byte
}

// number returns the number of a list, and whether the list is new.
func (x *index) number(list []int) (number int, isNew bool) {
	x.key = x.key[:0]
	for _, n := range list {
		x.key = binary.LittleEndian.AppendUint32(x.key, uint32(n))
	}
	number, ok := x.of[string(x.key)]
	if !ok {
		number = len(x.of)
		x.of[string(x.key)] = number
	}
	return number, !ok
}

// refine divides the blocks of states: two states stay in one block if they were in
// one, and each of n letters leads both into one. next(q, i) is the state to which letter
// i leads from q. refine returns the block of each state, and how many there are. Blocks
// are numbered in the order of the states, so state 0 is in block 0.
func refine(block []int, n int, next func(q, i int) int) (finer []int, count int) {
	signatures := index{of: map[string]int{}}
	finer = make([]int, len(block))
	var signature []int
	for q := range block {
		signature = append(signature[:0], block[q])
		for i := range n {
			signature = append(signature, block[next(q, i)])
		}
		finer[q], _ = signatures.number(signature)
	}
	return finer, len(signatures.of)
}

// refineAll refines blocks until no block is divided. If block is the answer of each
// state, no text then tells two states of one block apart.
func refineAll(block []int, n int, next func(q, i int) int) []int {
	for was := 0; ; {
		finer, count := refine(block, n, next)
		if count == was {
			return finer
		}
		block, was = finer, count
	}
}

// compile returns the automaton of the texts that n derives. It builds an nfa, then
// an automaton whose states are sets of states of the nfa, then a minimal one.
func compile(n *node) *Automaton {
	m := &nfa{}
	end := m.choose()
	first := m.build(n, end)

	// Octets that no set distinguishes share their transitions.
	var of [256]int
	count := 1
	for i := range *m {
		var refined [2][256]int // 1 more than the new class; 0 if there is none yet
		count = 0
		for b := range of {
			in := 0
			if (*m)[i].set.has(byte(b)) {
				in = 1
			}
			class := &refined[in][of[b]]
			if *class == 0 {
				count++
				*class = count
			}
			of[b] = *class - 1
		}
	}
	member := make([]byte, count)
	for b := range of {
		member[of[b]] = byte(b)
	}

	seen := make([]int, len(*m)) // the call of closure that has seen a state last
	calls := 0
	var all []int
	// closure returns the states that are reached from states and read an octet, and the end.
	// It writes to states, and to the result of the call before.
	closure := func(states []int) []int {
		calls++
		all = all[:0]
		for len(states) > 0 {
			q := states[len(states)-1]
			states = states[:len(states)-1]
			if seen[q] != calls {
				seen[q] = calls
				if q == end || (*m)[q].set != (octets{}) {
					all = append(all, q)
				}
				states = append(states, (*m)[q].free...)
			}
		}
		slices.Sort(all)
		return all
	}

	// State 0 is the empty set.
	sets := [][]int{nil, slices.Clone(closure([]int{first}))}
	numbered := index{of: map[string]int{}}
	for _, set := range sets {
		numbered.number(set)
	}
	var next [][]int
	var block []int // at first: does it accept
	var to []int
	for q := 0; q < len(sets); q++ {
		row := make([]int, count)
		for c, b := range member {
			to = to[:0]
			for _, x := range sets[q] {
				if (*m)[x].set.has(b) {
					to = append(to, (*m)[x].to)
				}
			}
			set := closure(to)
			number, isNew := numbered.number(set)
			if isNew {
				sets = append(sets, slices.Clone(set))
			}
			row[c] = number
		}
		next = append(next, row)
		block = append(block, 0)
		if slices.Contains(sets[q], end) {
			block[q] = 1
		}
	}

	block = refineAll(block, count, func(q, c int) int { return next[q][c] })

	a := &Automaton{node: n, start: state(block[1])}
	for q, row := range next {
		if block[q] < len(a.next) {
			continue
		}
		var octet [256]state
		for b := range octet {
			octet[b] = state(block[row[of[b]]])
		}
		a.next = append(a.next, octet)
		a.accept = append(a.accept, slices.Contains(sets[q], end))
	}
	return a
}
