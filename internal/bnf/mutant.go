package bnf

// suite calls f with the texts of Suite that begin with the cover of q, in two parts: w
// is the telling text. Both have their marks.
func (m *Machine) suite(q state, k int, f func(s, w string)) {
	for n := range k + 2 {
		m.extend(m.cover[q], q, n, func(s string, to state) {
			tails := m.telling
			if n > k {
				tails = m.own[to]
			}
			for _, w := range tails {
				f(s, w)
			}
		})
	}
}

// Mutants makes every machine with one wrong transition or one wrong answer, and asks it the
// texts of Suite(k), and with octets also those of a [Plan] with Octets, as long as asked is
// true for the text without its marks. It returns the number of these machines, and how
// many answer all these texts as m does.
//
// For k=0 the wrong machines have the states of m. For k=1 they have one more: one transition
// leads to a copy of the state where it leads in m, and only the copy is wrong. Of the
// wrong transitions only one in every is made.
func (m *Machine) Mutants(k int, octets bool, every int, asked func(text string) bool) (made, missed int) {
	letters := m.letters
	if octets {
		letters = string(everyOctet)
	}
	c := &mutants{m: m, k: k, index: map[byte]int{}, letters: letters, wrong: map[int][]state{}, answers: map[int]bool{}}
	for i := range len(letters) {
		c.index[letters[i]] = i
	}
	made = c.make(every)
	ask := func(s, w string) {
		if text := s + w; asked(Unmarked(text)) {
			c.ask(text)
		}
	}
	for q := range m.next {
		m.suite(state(q), k, ask)
		for b := 0; b < 256 && octets; b++ {
			s := m.cover[q] + string(everyOctet[b:b+1])
			for _, w := range m.own[m.next[q][b]] {
				ask(s, w)
			}
		}
	}
	for _, left := range c.wrong {
		missed += len(left)
	}
	return made, missed + len(c.answers)
}

// mutants are machines that differ from m in one place, a number: for k=0 a state and the index
// of a letter, for k=1 the state before and the index of the letter that leads to the copy,
// and the index of the letter that leaves it.
type mutants struct {
	m       *Machine
	k       int
	letters string
	index   map[byte]int
	wrong   map[int][]state // for each place, the wrong states of the mutants that no text has found
	answers map[int]bool    // the places of states with a wrong answer that no text has found
}

// make makes the mutants.
func (c *mutants) make(every int) (made int) {
	n := len(c.letters)
	add := func(place int, right state) {
		for r := range c.m.next {
			if state(r) != right && (place+r)%every == 0 {
				c.wrong[place] = append(c.wrong[place], state(r))
				made++
			}
		}
	}
	for q := range c.m.next {
		if c.k == 0 {
			c.answers[q*n] = true
			made++
		}
		for a := range n {
			to := c.m.next[q][c.letters[a]]
			if c.k == 0 {
				add(q*n+a, to)
				continue
			}
			c.answers[q*n+a] = true
			made++
			for b := range n {
				add((q*n+a)*n+b, c.m.next[to][c.letters[b]])
			}
		}
	}
	return made
}

// ask removes the mutants that answer a text wrongly.
func (c *mutants) ask(text string) {
	m, n := c.m, len(c.letters)
	q := m.start
	for i := range len(text) {
		a := c.index[text[i]]
		place, from := int(q)*n+a, i+1
		to := m.next[q][text[i]]
		if c.k == 1 {
			if from++; i+1 == len(text) {
				break
			}
			place = place*n + c.index[text[i+1]]
		}
		left := c.wrong[place]
		for j := 0; j < len(left); {
			if c.isRight(text, from, place, left[j]) {
				j++
				continue
			}
			left[j] = left[len(left)-1]
			left = left[:len(left)-1]
		}
		if c.wrong[place] = left; len(left) == 0 {
			delete(c.wrong, place)
		}
		q = to
	}
	// The answers.
	last := int(m.run(m.start, text)) * n
	if c.k == 1 {
		if text == "" {
			return
		}
		last = int(m.run(m.start, text[:len(text)-1]))*n + c.index[text[len(text)-1]]
	}
	delete(c.answers, last)
}

// isRight reports whether a mutant answers a text as m does. At offset i it is in the wrong
// state.
func (c *mutants) isRight(text string, i, place int, wrong state) bool {
	m, n := c.m, len(c.letters)
	b := c.letters[place%n] // leads to the wrong state
	at := state(place / n)
	a, copied := byte(0), false
	if c.k == 1 {
		a, at = c.letters[place/n%n], state(place/n/n)
	}
	q := wrong
	for ; i < len(text); i++ {
		switch {
		case c.k == 0 && q == at && text[i] == b, copied && text[i] == b:
			q, copied = wrong, false
		case c.k == 1 && !copied && q == at && text[i] == a:
			q, copied = m.next[q][a], true
		default:
			q, copied = m.next[q][text[i]], false
		}
	}
	return m.answers[q] == m.answers[m.run(m.start, text)]
}
