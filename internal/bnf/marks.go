package bnf

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Marks are octets that no valid text has. A marked text is a text with a
// mark at its error or, if it is valid, with the mark of each part at the
// start and the end of the part. Parts do not include their delimiters. The
// host includes its brackets.
//
// Each text has one right marking. So the automaton of the rightly marked texts reports
// the parts and the error of a text, and its states are separated by them.
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
	plain := make([]byte, 0, len(s))
	for i := range len(s) {
		if s[i] < MarkError {
			plain = append(plain, s[i])
		}
	}
	return string(plain)
}

// splitRules derive every marked text. The expression of RFC 3986, Appendix B, splits it
// into its parts, and section 3.2 an authority that follows ServerAuthority. Texts with a ":" at
// the start are left out: no RFC allows them.
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

// Authorities for [Split], in ABNF. A segment is any octet of an authority, a name any
// except ":", "@", "[" and "]", and a user a name or ":".
const (
	WholeAuthority  = `*segment`
	ServerAuthority = `[ %xFA *user %xFA "@" ] %xFB ( "[" *user "]" / *( name ) ) %xFB [ ":" %xFC *digit %xFC ]`
)

// Split returns the automaton of the marked texts, valid or not, with parts as in RFC 3986,
// Appendix B, and an authority by the given rule, such as [ServerAuthority]. The texts only
// have the given marks, for a program that reports no other parts. Without marks they have all.
func Split(authority string, marks ...byte) *Automaton {
	rules := splitRules + "authority = " + authority
	for mark := MarkScheme; mark <= MarkFragment; mark++ {
		if len(marks) > 0 && !slices.Contains(marks, byte(mark)) {
			rules = strings.ReplaceAll(rules, fmt.Sprintf(" %%x%X", mark), "")
		}
	}
	g := NewABNF()
	if err := g.Read(rules); err != nil {
		panic(err)
	}
	return g.Rule("split")
}

// IgnoreMarks returns the automaton of the texts of a with marks of parts anywhere.
func IgnoreMarks(a *Automaton) *Automaton {
	ignoring := &Automaton{start: a.start, next: slices.Clone(a.next), answers: a.answers}
	for q := range ignoring.next {
		for mark := MarkScheme; mark <= MarkFragment; mark++ {
			ignoring.next[q][mark] = state(q)
		}
	}
	return ignoring
}

// Combine returns the automaton that accepts a text if f does. Bit i of verdicts is set if
// automaton i accepts the text. f must refuse a text that none of them accepts.
func Combine(f func(verdicts uint32) bool, automata ...*Automaton) *Automaton {
	first, step, answer := product(automata)
	dead := strings.Repeat("\x00", len(first))
	tuples, next := explore(Classes(automata...), step, dead, first)
	return newAutomaton(next, func(q int) bool { return f(answer(tuples[q])) })
}

// ByScheme returns the automaton of rules by scheme, in any case. Other schemes follow generic.
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

// Failing returns the automaton of texts outside of valid, MarkError after the longest viable prefix.
//
// loose is valid with more texts between "[" and "]". A longer viable prefix of loose
// means an error in an address. The mark is then after that prefix or, if the prefix has the
// "]", after the "[". Pass valid twice if there are no such errors.
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
		opened       bool // the last octet, marks aside, is "["
		closed       bool // the "]" of an invalid address has been read
	}
	marks := &Automaton{next: make([][256]state, 1)} // tells marks from other octets, and from each other
	for mark := MarkError; mark <= MarkFragment; mark++ {
		marks.next[0][mark] = state(mark)
	}
	start := place{phase: before, valid: valid.start, loose: loose.start}
	places, next := explore(Classes(valid, loose, marks), func(p place, b byte) place {
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
	}, place{}, start)
	return newAutomaton(next, func(q int) bool {
		p := places[q]
		return p.phase == right || p.phase == marked && valid.answers[p.valid] == 0
	})
}
