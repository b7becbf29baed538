package main

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"
)

// A certifier tests a parser.
type certifier struct {
	suite
	asked  iter.Seq[string] // the texts of the suite
	stderr io.Writer        // progress
	asker  interface {
		ask(texts iter.Seq[string], expected func(dst []byte, text string) []byte, f func(text string, right bool, got answer)) error
		restart() // so that no earlier text has an effect on the next answer
		close()
	}

	parser, version string
	judged          partSet

	texts  int
	faults []fault    // the shortest text first, once certify has all
	passed stepCounts // of valid texts with a right answer
	failed stepCounts
	shown  time.Time // of the last line of progress
}

// A fault is a text with a wrong answer.
type fault struct {
	want record
	got  answer
}

// A step is a state of the grammar's automaton and the next octet, or endOfText.
type step struct {
	state int
	octet int
}

const endOfText = 256

// stepCounts has a number of texts for each step, by its state and its octet.
type stepCounts [][endOfText + 1]int

// A group is the faults of one kind.
type group struct {
	key     groupKey // of the witness
	classes []string // of the octets with the same answer in the place of the witness
	witness fault
	states  map[int]bool
	texts   int
	faults  []int // in certifier.faults
}

// A groupKey names a fault: an octet, its place, and the expected and given answers.
type groupKey struct {
	class      string
	production production
	wanted     string
	got        string
}

// A direction is an expected answer and a given one, without their parts.
type direction struct {
	wanted, got bool
	failed      error
}

func (f fault) direction() direction { return direction{f.want.valid, f.got.valid, f.got.failed} }

// A verdict is the result of certify.
type verdict struct {
	c      *certifier
	groups []*group // the shortest witness first
	wrong  int      // states
	took   time.Duration
}

// newCertifier returns a certifier without a parser. It shows its progress on stderr.
func newCertifier(s suite, stderr io.Writer) *certifier {
	states := s.spec.valid.Len()
	c := &certifier{suite: s, stderr: stderr, passed: make(stepCounts, states), failed: make(stepCounts, states)}
	c.asked = func(yield func(string) bool) {
		c.suite.reported = c.judged // by the first line of the harness
		c.suite.texts()(yield)
	}
	return c
}

// askHarness lets c test a harness. The harness's standard error goes to stderr.
func (c *certifier) askHarness(args []string, timeout time.Duration, stderr io.Writer) {
	c.asker = &asker{args: args, timeout: timeout, stderr: stderr, started: func(h *harness) {
		c.parser, c.version, c.judged = h.parser, h.version, h.judged
	}}
}

// certify asks the suite.
func (c *certifier) certify() (*verdict, error) {
	defer c.asker.close()
	start := time.Now()
	if err := c.ask(c.asked, func(f fault, right bool) {
		if f.want.valid {
			c.count(f.want.text, right)
		}
		if !right {
			c.faults = append(c.faults, f)
		}
		c.progress()
	}); err != nil {
		return nil, err
	}
	v := &verdict{c: c}
	if err := v.group(); err != nil {
		return nil, err
	}
	v.took = time.Since(start)
	return v, nil
}

// ask asks texts and calls f with the expected and the given answers.
func (c *certifier) ask(texts iter.Seq[string], f func(f fault, right bool)) error {
	var want record
	expected := func(dst []byte, text string) []byte {
		want = c.spec.record(text)
		return want.appendAnswer(dst, &c.judged)
	}
	return c.asker.ask(texts, expected, func(text string, right bool, got answer) {
		c.texts++
		if !right {
			want = c.spec.record(text)
		}
		f(fault{want, got}, right || c.right(&want, got))
	})
}

// right reports whether an answer is right, with all reported parts.
func (c *certifier) right(want *record, got answer) bool {
	if got.failed != nil || !got.valid || !want.valid {
		return got.failed == nil && got.valid == want.valid
	}
	for i, judged := range c.judged {
		if judged && got.parts[i] != want.parts[i] {
			return false
		}
	}
	return true
}

// count counts the steps of a text.
func (c *certifier) count(text string, right bool) {
	counts := c.passed
	if !right {
		counts = c.failed
	}
	c.walk(text, func(_ int, s step) { counts[s.state][s.octet]++ })
}

// walk calls f with each step of a text, up to the end of the longest viable prefix.
func (c *certifier) walk(text string, f func(i int, s step)) {
	c.spec.valid.Walk(text, func(i, state int) {
		s := step{state, endOfText}
		if i < len(text) {
			s.octet = int(text[i])
		}
		f(i, s)
	})
}

// blame returns the wrong step of a fault, and its offset. An invalid text has its error there.
// In a valid text it is a guess: the step with the largest share of wrong answers.
func (c *certifier) blame(f fault) (place int, s step) {
	most := -1.0
	c.walk(f.want.text, func(i int, at step) {
		if !f.want.valid {
			place, s = i, at
			return
		}
		failed, passed := c.failed[at.state][at.octet], c.passed[at.state][at.octet]
		if share := float64(failed) / float64(failed+passed); share > most {
			most, place, s = share, i, at
		}
	})
	return place, s
}

// key returns the key of a fault, the place of its octet, and the step there.
func (c *certifier) key(f fault) (key groupKey, place int, s step) {
	place, s = c.blame(f)
	key = groupKey{class: c.spec.class(s.octet), wanted: "invalid", got: "invalid"}
	if f.want.valid {
		key.wanted = "valid"
	}
	key.production = c.spec.production(f.want.text, place, s.octet, f.want.valid && !f.got.valid)
	switch {
	case f.got.failed != nil:
		key.got = f.got.failed.Error()
	case f.want.valid && f.got.valid:
		var wrong []string
		for i, judged := range c.judged {
			if judged && f.got.parts[i] != f.want.parts[i] {
				wrong = append(wrong, partNames[i])
			}
		}
		key.got = "other " + strings.Join(wrong, ", ")
	case f.got.valid:
		key.got = "valid"
	}
	return key, place, s
}

// group finds the kinds of fault. It groups the faults by their keys, makes the witness of
// each group minimal, and joins groups if their witnesses are equal or differ only in the wrong
// octet.
func (v *verdict) group() error {
	slices.SortFunc(v.c.faults, func(f, g fault) int { return compareTexts(f.want.text, g.want.text) })
	groups := map[groupKey]*group{}
	for i, f := range v.c.faults {
		key, _, s := v.c.key(f)
		g := groups[key]
		if g == nil {
			g = &group{key: key, classes: []string{key.class}, witness: f, states: map[int]bool{}}
			groups[key] = g
			v.groups = append(v.groups, g)
		}
		g.texts++
		g.states[s.state] = true
		g.faults = append(g.faults, i)
	}
	for _, simplify := range []func(s string) []string{deletions, substitutions} {
		for changed := true; changed; {
			var err error
			if changed, err = v.minimise(simplify); err != nil {
				return err
			}
		}
	}
	v.join()
	if err := v.confirm(); err != nil {
		return err
	}
	wrong := map[int]bool{}
	for _, g := range v.groups {
		maps.Copy(wrong, g.states)
	}
	v.wrong = len(wrong)
	slices.SortFunc(v.groups, compareGroups)
	return nil
}

// join makes one group of groups with equal keys and witnesses, except for the class and the wrong octet. It
// keeps the least witness.
func (v *verdict) join() {
	type kind struct {
		groupKey
		text string
	}
	slices.SortFunc(v.groups, compareGroups)
	joined := map[kind]*group{}
	var groups []*group
	for _, g := range v.groups {
		_, i, _ := v.c.key(g.witness)
		text := []byte(g.witness.want.text)
		if len(text) > 0 {
			text[min(i, len(text)-1)] = 0
		}
		k := kind{g.key, string(text)}
		k.class = ""
		first := joined[k]
		if first == nil || g.witness.got.failed != nil {
			joined[k] = g
			groups = append(groups, g)
			continue
		}
		first.classes = append(first.classes, g.classes...)
		slices.Sort(first.classes)
		first.classes = slices.Compact(first.classes)
		maps.Copy(first.states, g.states)
		first.texts += g.texts
		first.faults = append(first.faults, g.faults...)
	}
	v.groups = groups
}

// compareTexts orders shorter texts first.
func compareTexts(s, t string) int { return cmp.Or(cmp.Compare(len(s), len(t)), strings.Compare(s, t)) }

// compareGroups orders shorter witnesses first.
func compareGroups(a, b *group) int {
	return cmp.Or(compareTexts(a.witness.want.text, b.witness.want.text), strings.Compare(fmt.Sprint(a.key), fmt.Sprint(b.key)))
}

// deletions returns s without each of its substrings. If s is short, it also takes an end from each.
func deletions(s string) (texts []string) {
	seen := map[string]bool{}
	for i := range len(s) {
		for j := i; j <= len(s); j++ {
			for k := len(s); k == len(s) || k >= j && len(s) <= 24; k-- {
				if text := s[:i] + s[j:k]; !seen[text] {
					seen[text] = true
					texts = append(texts, text)
				}
			}
		}
	}
	return texts
}

// substitutions returns s with "a" and with "0" for each other octet, and "a" for each "0".
func substitutions(s string) (texts []string) {
	for i := range len(s) {
		for _, simple := range "a0" {
			if s[i] == byte(simple) {
				break
			}
			texts = append(texts, s[:i]+string(simple)+s[i+1:])
		}
	}
	return texts
}

// minimise asks the simpler texts of each witness, and takes the simplest one with a wrong answer in the
// same direction. One of the same length needs the same class and production. minimise
// reports whether a witness has become simpler.
func (v *verdict) minimise(simplify func(s string) []string) (changed bool, err error) {
	type try struct {
		g    *group
		text string
	}
	var tries []try
	for _, g := range v.groups {
		if s := g.witness.want.text; g.witness.got.failed == nil && len(s) <= 200 {
			for _, text := range simplify(s) {
				tries = append(tries, try{g, text})
			}
		}
	}
	texts := func(yield func(string) bool) {
		for _, t := range tries {
			if !yield(t.text) {
				return
			}
		}
	}
	i := 0
	err = v.c.ask(texts, func(f fault, right bool) {
		g := tries[i].g
		i++
		if right || f.direction() != g.witness.direction() || !simpler(f.want.text, g.witness.want.text) {
			return
		}
		key, _, _ := v.c.key(f)
		if len(f.want.text) == len(g.witness.want.text) && (key.class != g.key.class || key.production != g.key.production) {
			return
		}
		g.witness, g.key, g.classes, changed = f, key, []string{key.class}, true
	})
	return changed, err
}

// simpler reports whether s is shorter than t, or as long and has more "a" and then more "0".
func simpler(s, t string) bool {
	return cmp.Or(cmp.Compare(len(s), len(t)), strings.Count(t, "a")-strings.Count(s, "a"), strings.Count(t, "0")-strings.Count(s, "0")) < 0
}

// maxSingle is the number of texts of a group to ask singly for a wrong answer.
const maxSingle = 8

// confirm asks each witness of a freshly started harness. If the answer is right now, it tries
// the shortest texts of the group. It drops a group if an earlier text had changed
// the harness, so that now all answers are right. A failed harness may have failed
// because of any earlier text, so these groups stay.
func (v *verdict) confirm() error {
	var left []*group
	spoilt := ""
	for _, g := range v.groups {
		if g.witness.got.failed == nil {
			wrong, err := v.isWrong(g)
			if err != nil {
				return err
			}
			if !wrong {
				spoilt = g.witness.want.text
				continue
			}
		}
		left = append(left, g)
	}
	if len(left) == 0 && len(v.groups) > 0 {
		return fmt.Errorf("the harness answers %q wrongly only after other texts", spoilt)
	}
	v.groups = left
	return nil
}

// isWrong looks for a witness of g with a wrong answer by a freshly started harness.
func (v *verdict) isWrong(g *group) (wrong bool, err error) {
	slices.Sort(g.faults)
	texts := []string{g.witness.want.text}
	for _, i := range g.faults[:min(len(g.faults), maxSingle)] {
		texts = append(texts, v.c.faults[i].want.text)
	}
	for _, text := range slices.Compact(texts) {
		v.c.asker.restart()
		err := v.c.ask(slices.Values([]string{text}), func(f fault, right bool) {
			if !right && f.direction() == g.witness.direction() {
				g.witness, wrong = f, true
			}
		})
		if err != nil || wrong {
			return wrong, err
		}
	}
	return false, nil
}

// progress shows the number of texts once in a second.
func (c *certifier) progress() {
	if c.texts%1000 == 0 && time.Since(c.shown) > time.Second {
		c.shown = time.Now()
		fmt.Fprintf(c.stderr, "%s: %d texts, %d answered wrongly\n", c.parser, c.texts, len(c.faults))
	}
}
