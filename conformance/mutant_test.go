package main

import (
	"slices"
	"testing"

	"example.com/uri/internal/bnf"
)

// TestMutants makes each automaton that differs from the one of a right parser in one
// transition or one answer, and checks that a suite has a text that it answers wrongly. A
// transition is one of a class of octets or, where the suite has each octet, of an octet. A
// parser that is wrong in more places is found by the theorem that bnf.Machine names.
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
				made, missed := s.spec.machine(parts).Mutants(0, false, 1, asked)
				check(parts.String(), made, missed)
			}
			if !*long {
				return
			}
			valid := s.spec.machine(partSet{})
			if octets {
				made, missed := valid.Mutants(0, true, 1, asked)
				check("octets", made, missed)
			}
			// The suite for k=1 has the texts of the one for k=0, and those of Suite(1).
			more := suite{spec: s.spec, k: 1}
			for text := range more.texts() {
				delete(published, text)
			}
			for text := range published {
				t.Fatalf("the suite for k=1 has no %q", text)
			}
			made, missed := valid.Mutants(1, false, 10, func(string) bool { return true })
			check("one state more", made, missed)
			if more.partsK() == 1 {
				made, missed = s.spec.machine(allParts).Mutants(1, false, 10, func(string) bool { return true })
				check("one state more, all parts", made, missed)
			}
		})
	}
}

// TestMutantsMissed checks that the mutants are missed by texts that are chosen by answers that a
// parser does not give: by the place of the error, as a suite once was.
func TestMutantsMissed(t *testing.T) {
	s := specs["1738"]()
	texts := map[string]bool{}
	for text := range bnf.Texts(bnf.Plan{Machine: bnf.NewMachine(s.valid, bnf.Failing(s.valid, s.valid))}) {
		texts[text] = true
	}
	made, missed := s.machine(partSet{}).Mutants(0, false, 50, func(text string) bool { return texts[text] })
	if missed < made/10 {
		t.Errorf("%d of %d mutants missed", missed, made)
	}
}
