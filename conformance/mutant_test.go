package main

import (
	"slices"
	"testing"

	"example.com/uri/internal/bnf"
)

// TestMutants makes each automaton that differs from the one of a right parser in one
// transition or one answer, and checks that a suite has a text that it answers wrongly. A
// transition is for a class of octets or, where the suite has each octet, for one octet. That a
// suite also finds parsers with several faults is the theorem named at bnf.Machine.
func TestMutants(t *testing.T) {
	sets := []partSet{{}, allParts, fiveParts, {scheme: true, path: true, query: true, fragment: true}, {userinfo: true, host: true, port: true}}
	for i := range partNames {
		var one partSet
		one[i] = true
		sets = append(sets, one)
	}
	for rfc, octets := range map[string]bool{"2396": true, "3986": true, "1738": false, "3987": false} {
		if large[rfc] && !*long {
			continue
		}
		t.Run(rfc, func(t *testing.T) {
			s := suite{spec: specs[rfc]()}
			published := map[string]bool{}
			texts := s.texts()
			if rfc == "3986" {
				texts = slices.Values(suite3986())
			}
			for text := range texts {
				published[text] = true
			}
			asked := func(text string) bool { return published[text] }
			check := func(name string, made, missed int) {
				if t.Logf("%s: %d mutants, %d missed", name, made, missed); missed > 0 || made < 100_000 {
					t.Errorf("%s: %d of %d mutants missed", name, missed, made)
				}
			}
			for i, parts := range sets {
				if i > 1 && !*long {
					break
				}
				asked := asked
				if parts.isOther() { // these are asked besides
					asked = func(string) bool { return true }
				}
				made, missed := countMutants(s.spec.machine(parts), 0, false, 1, asked)
				check(parts.String(), made, missed)
			}
			if !*long {
				return
			}
			valid := s.spec.machine(partSet{})
			if octets {
				made, missed := countMutants(valid, 0, true, 1, asked)
				check("octets", made, missed)
			}
			// The suite for k=1 has the texts of the one for k=0, and those of a plan with K = 1.
			more := suite{spec: s.spec, k: 1}
			for text := range more.texts() {
				delete(published, text)
			}
			for text := range published {
				t.Fatalf("the suite for k=1 has no %q", text)
			}
			made, missed := countMutants(valid, 1, false, 10, func(string) bool { return true })
			check("one state more", made, missed)
			if more.partsK() == 1 {
				made, missed = countMutants(s.spec.machine(allParts), 1, false, 10, func(string) bool { return true })
				check("one state more, all parts", made, missed)
			}
		})
	}
}

// TestMutantsMissed checks that countMutants notices a suite with too few texts. These were chosen
// for parsers that report the place of an error. Many mutants, which report only validity, answer
// all of them rightly.
func TestMutantsMissed(t *testing.T) {
	s := specs["1738"]()
	texts := map[string]bool{}
	for text := range bnf.Texts(bnf.Plan{Machine: bnf.NewMachine(s.valid, bnf.Failing(s.valid, s.valid))}) {
		texts[text] = true
	}
	made, missed := countMutants(s.machine(partSet{}), 0, false, 50, func(text string) bool { return texts[text] })
	if missed < made/10 {
		t.Errorf("%d of %d mutants missed", missed, made)
	}
}

// mutants are wrong machines with one wrong transition or one wrong answer. For k=0 they have
// the states of the right machine. For k=1 they have one more: one transition leads to a copy
// of its target, and only the copy is wrong.
//
// The place of a mutation is a number: for k=0 a state and the index of a letter. For k=1 it is the
// state before, the index of the letter to the copy, and the index of a letter after it.
type mutants struct {
	m       *bnf.Machine
	k       int
	letters string
	index   map[byte]int
	start   int
	next    [][256]int
	answers []uint32
	targets map[int][]int // for each place, the wrong targets that no text has found
	said    map[int]bool  // the places of wrong answers that no text has found
}

// countMutants makes the mutants of m, of the wrong transitions one in every, and asks them those
// texts of a plan with K = k for which asked is true. With octets, each octet is a letter. It
// returns how many mutants there are, and how many of them give only right answers.
func countMutants(m *bnf.Machine, k int, octets bool, every int, asked func(text string) bool) (made, missed int) {
	c := &mutants{m: m, k: k, letters: m.Letters, index: map[byte]int{}, targets: map[int][]int{}, said: map[int]bool{}}
	if octets {
		var all []byte
		for b := range 256 {
			all = append(all, byte(b))
		}
		c.letters = string(all)
	}
	for i := range len(c.letters) {
		c.index[c.letters[i]] = i
	}
	c.start = slices.Index(m.Cover, "")
	for q := range m.Len() {
		var row [256]int
		for b := range row {
			row[b] = m.Next(q, byte(b))
		}
		c.next, c.answers = append(c.next, row), append(c.answers, m.Answer(q))
	}
	made = c.make(every)
	ask := func(text string) {
		if asked(bnf.Unmarked(text)) {
			c.ask(text)
		}
	}
	var extend func(text string, q, n int)
	extend = func(text string, q, n int) {
		texts := m.Characterization
		if n == 0 {
			texts = m.Identification[q]
		}
		for _, w := range texts {
			ask(text + w)
		}
		for i := 0; i < len(m.Letters) && n > 0; i++ {
			letter := m.Letters[i : i+1]
			extend(text+letter, c.next[q][letter[0]], n-1)
		}
	}
	for q, text := range m.Cover {
		extend(text, q, k+1)
		for b := 0; b < 256 && octets; b++ {
			for _, w := range m.Identification[c.next[q][b]] {
				ask(text + string([]byte{byte(b)}) + w)
			}
		}
	}
	for _, left := range c.targets {
		missed += len(left)
	}
	return made, missed + len(c.said)
}

// make makes the mutants.
func (c *mutants) make(every int) (made int) {
	n := len(c.letters)
	add := func(place, right int) {
		for r := range c.next {
			if r != right && (place+r)%every == 0 {
				c.targets[place] = append(c.targets[place], r)
				made++
			}
		}
	}
	for q := range c.next {
		if c.k == 0 {
			c.said[q*n] = true
			made++
		}
		for a := range n {
			to := c.next[q][c.letters[a]]
			if c.k == 0 {
				add(q*n+a, to)
				continue
			}
			c.said[q*n+a] = true
			made++
			for b := range n {
				add((q*n+a)*n+b, c.next[to][c.letters[b]])
			}
		}
	}
	return made
}

// ask removes the mutants that answer a text wrongly.
func (c *mutants) ask(text string) {
	n, q, before := len(c.letters), c.start, 0
	way := make([]int, 0, len(text)+1) // the states of the right machine
	for i := range len(text) {
		way = append(way, q)
		q = c.next[q][text[i]]
	}
	right := c.answers[q]
	for i, q := range way {
		place, from := q*n+c.index[text[i]], i+1
		if c.k == 1 {
			if from++; from > len(text) {
				break
			}
			place = place*n + c.index[text[i+1]]
		}
		left := slices.DeleteFunc(c.targets[place], func(wrong int) bool { return c.answer(text, from, place, wrong) != right })
		if c.targets[place] = left; len(left) == 0 {
			delete(c.targets, place)
		}
	}
	if c.k == 0 {
		before = q * n
	} else if len(way) > 0 {
		before = way[len(way)-1]*n + c.index[text[len(text)-1]]
	} else {
		return
	}
	delete(c.said, before)
}

// answer returns the answer of a mutant. At offset i of text it is in the wrong state.
func (c *mutants) answer(text string, i, place, wrong int) uint32 {
	n := len(c.letters)
	b := c.letters[place%n] // leads to the wrong state
	at := place / n
	a, copied := byte(0), false
	if c.k == 1 {
		a, at = c.letters[place/n%n], place/n/n
	}
	q := wrong
	for ; i < len(text); i++ {
		switch {
		case c.k == 0 && q == at && text[i] == b, copied && text[i] == b:
			q, copied = wrong, false
		case c.k == 1 && !copied && q == at && text[i] == a:
			q, copied = c.next[q][a], true
		default:
			q, copied = c.next[q][text[i]], false
		}
	}
	return c.answers[q]
}
