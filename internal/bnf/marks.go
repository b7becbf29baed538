package bnf

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Marks are octets that no text contains: neither US-ASCII nor UTF-8 has them. A marked
// text is a text with MarkError where the error is, or, if the text is valid, with the
// mark of each of its parts where the part begins and where it ends. The parts do not
// include their delimiters, the host includes its brackets.
//
// Each text has one right marking. So an automaton of the rightly marked texts says
// where the parts and the error of a text are, and its states are told apart by them.
const (
	MarkError = 0xF7 + iota
	MarkScheme
	MarkAuthority
	MarkUserinfo
	MarkHost
	MarkPort
	MarkPath
	MarkQuery
	MarkFragment
)

// Unmarked returns s without its marks.
func Unmarked(s string) string {
	for i := range len(s) {
		if s[i] >= MarkError {
			return string(appendUnmarked([]byte(s[:i]), s[i:]))
		}
	}
	return s
}

// appendUnmarked appends s without its marks.
func appendUnmarked(dst []byte, s string) []byte {
	for i := range len(s) {
		if s[i] < MarkError {
			dst = append(dst, s[i])
		}
	}
	return dst
}

// splitRules derive any marked text, split by the expression of RFC 3986, Appendix B,
// into its parts, and the authority into its own, if it follows ServerAuthority, by
// RFC 3986, section 3.2. No rule of an RFC derives a text that begins with ":".
const splitRules = `
split        = ( %xF8 1*plain %xF8 ":" ( authorized / %xFD rootless %xFD ) / authorized / %xFD noscheme %xFD )
               [ "?" %xFE *( path / "?" ) %xFE ] [ "#" %xFF *( path / "?" / "#" ) %xFF ]
authorized   = "//" %xF9 authority %xF9 %xFD [ "/" *path ] %xFD
rootless     = [ absolute / segment *path ]
noscheme     = [ absolute / 1*plain [ "/" *path ] ]
absolute     = "/" [ segment *path ]
path         = segment / "/"
segment      = plain / ":"
plain        = name / "@" / "[" / "]"
user         = name / ":"
name         = %x00-22 / %x24-2E / %x30-39 / %x3B-3E / %x41-5A / %x5C / %x5E-F6
digit        = %x30-39
`

// Authorities for [Split], in ABNF. A segment is any octet of an authority, a name any of
// these except ":", "@", "[" and "]", and a user any of a name or ":".
const (
	WholeAuthority  = `*segment`
	ServerAuthority = `[ %xFA *user %xFA "@" ] %xFB ( "[" *user "]" / *( name ) ) %xFB [ ":" %xFC *digit %xFC ]`
)

// Split returns the automaton of all texts, valid or not, that are split and marked as
// RFC 3986, Appendix B, says. authority says how the text between the marks of the
// authority is marked, see [ServerAuthority].
func Split(authority string) *Automaton {
	return SplitMarking(authority, func(byte) bool { return true })
}

// SplitMarking is Split for a program that reports only some parts: the texts have only
// the marks for which keep is true.
func SplitMarking(authority string, keep func(mark byte) bool) *Automaton {
	rules := splitRules + "authority = " + authority
	for mark := MarkScheme; mark <= MarkFragment; mark++ {
		if !keep(byte(mark)) {
			rules = strings.ReplaceAll(rules, fmt.Sprintf(" %%x%X", mark), "")
		}
	}
	g := NewABNF()
	if err := g.Read(rules); err != nil {
		panic(err)
	}
	return g.Rule("split")
}

// IgnoreMarks returns the automaton of the texts of a with marks of parts at any place.
func IgnoreMarks(a *Automaton) *Automaton {
	ignoring := &Automaton{start: a.start, next: make([][256]state, len(a.next)), accept: a.accept}
	for q, row := range a.next {
		for mark := MarkScheme; mark <= MarkFragment; mark++ {
			row[mark] = state(q)
		}
		ignoring.next[q] = row
	}
	return ignoring
}

// Combine returns the automaton of the texts that f accepts. It calls f with the
// verdicts of the automata: bit i is set if automata[i] accepts the text.
func Combine(f func(verdicts uint32) bool, automata ...*Automaton) *Automaton {
	m := &Machine{rules: automata}
	m.product(Classes(automata...))
	for q, verdicts := range m.answers {
		m.answers[q] = 0
		if f(verdicts) {
			m.answers[q] = 1
		}
	}
	return m.automaton()
}

// ByScheme returns the automaton of the texts that follow the rule of their scheme, whose
// name is read without case. generic is the rule of the schemes without one in rules.
func ByScheme(generic *Automaton, rules map[string]*Automaton) *Automaton {
	names := slices.Sorted(maps.Keys(rules))
	g := NewABNF()
	if err := g.Read(`special = ( "` + strings.Join(names, `" / "`) + `" ) ":" *%x00-FF`); err != nil {
		panic(err)
	}
	automata := []*Automaton{g.Rule("special"), generic}
	for _, name := range names {
		automata = append(automata, rules[name])
	}
	return Combine(func(is uint32) bool { return is == 2 || is&1 != 0 && is > 3 }, automata...)
}

// Failing returns the automaton of the texts that are not of valid, with MarkError
// after the longest beginning with which a text of valid begins.
//
// loose is valid with more texts between "[" and "]". If it has texts with a longer
// beginning, the error is in an address. The mark is after the longest such beginning
// or, if that contains the "]", after the "[". Without such errors loose is valid.
func Failing(valid, loose *Automaton) *Automaton {
	type phase uint8
	const (
		wrong phase = iota
		before
		marked    // the last octet is the mark
		inAddress // the mark is after "[", and the address goes on
		right
	)
	type place struct {
		phase        phase
		valid, loose state
		opened       bool // the last octet that is no mark is "["
		closed       bool // the "]" of an address that is not valid has been read
	}
	marks := &Automaton{next: make([][256]state, 1)} // tells marks from other octets, and from each other
	for mark := MarkError; mark <= MarkFragment; mark++ {
		marks.next[0][mark] = state(mark)
	}
	start := place{phase: before, valid: valid.start, loose: loose.start}
	places, next := explore(Classes(valid, loose, marks), start, func(p place, b byte) place {
		if b >= MarkError {
			if b == MarkError && p.phase == before && !p.closed {
				p.phase = marked
				return p
			}
			return place{}
		}
		if p.phase == right || p.phase == wrong {
			return p
		}
		address := p.phase == inAddress || p.phase == marked && p.opened
		p.valid, p.loose, p.opened = valid.next[p.valid][b], loose.next[p.loose][b], b == '['
		p.closed = p.closed || b == ']' && p.valid == 0 && p.loose != 0
		switch {
		case p.phase == marked && p.loose == 0, address && p.closed:
			return place{phase: right}
		case p.loose == 0, p.phase == marked && !address, address && b == ']':
			return place{}
		case address:
			p.phase = inAddress
		}
		return p
	})
	m := &Machine{next: next, letters: Alphabet(Classes(&Automaton{next: next}))}
	for _, p := range places {
		answer := uint32(0)
		if p.phase == right || p.phase == marked && !valid.accept[p.valid] {
			answer = 1
		}
		m.answers = append(m.answers, answer)
	}
	return m.automaton()
}

// explore returns the states that step reaches from start, with a member of each class
// of octets, and their transitions.
func explore[S comparable](classes []string, start S, step func(q S, b byte) S) (states []S, next [][256]state) {
	states = []S{start}
	index := map[S]state{start: 0}
	for q := 0; q < len(states); q++ {
		var row [256]state
		for _, class := range classes {
			to := step(states[q], class[0])
			if _, ok := index[to]; !ok {
				index[to] = state(len(states))
				states = append(states, to)
			}
			for _, b := range []byte(class) {
				row[b] = index[to]
			}
		}
		next = append(next, row)
	}
	return states, next
}

// automaton returns the minimal automaton of the texts to which m gives an answer that
// is not 0. m has a text that no other text continues to such an answer.
func (m *Machine) automaton() *Automaton {
	m.minimize()
	dead := state(0)
	for q, row := range m.next {
		if alone := [256]state(slices.Repeat([]state{state(q)}, 256)); row == alone && m.answers[q] == 0 {
			dead = state(q)
		}
	}
	// The dead state becomes state 0.
	swap := func(q state) state {
		switch q {
		case 0:
			return dead
		case dead:
			return 0
		}
		return q
	}
	a := &Automaton{start: swap(m.start), next: make([][256]state, len(m.next)), accept: make([]bool, len(m.next))}
	for q, row := range m.next {
		for b := range row {
			row[b] = swap(row[b])
		}
		a.next[swap(state(q))] = row
		a.accept[swap(state(q))] = m.answers[q] != 0
	}
	return a
}
