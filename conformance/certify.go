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

// A certifier has a parser judged.
type certifier struct {
	suite
	asked  iter.Seq[string] // the texts of the suite
	stderr io.Writer        // progress
	asker  interface {
		ask(texts iter.Seq[string], expected func(dst []byte, text string) []byte, f func(text string, right bool, got answer)) error
		restart() // what was asked before has no effect on the next answer
		close()
	}

	parser, version string
	judged          partSet

	texts  int
	faults []fault
	passed stepCounts // how often a valid text with a step was answered rightly
	failed stepCounts
	shown  time.Time // of the last line of progress
}

// A fault is a text that the parser answers wrongly.
type fault struct {
	want record
	got  answer
}

// A step is a state of the grammar's automaton and the octet that is read there, or
// endOfText.
type step struct {
	state int
	octet int
}

const endOfText = 256

// stepCounts has a number for each step, by its state and its octet.
type stepCounts [][endOfText + 1]int

// A group is faults that share the class of the octet, its place, and the expected and
// given answers.
type group struct {
	key     groupKey
	witness fault
	states  map[int]bool
	texts   int
	faults  []int // in certifier.faults
}

type groupKey struct {
	class      class
	production production
	wanted     string
	got        string
}

// A verdict is what certify found.
type verdict struct {
	c      *certifier
	groups []*group // the shortest witness first
	wrong  int      // states
	took   time.Duration
}

// newCertifier returns a certifier that shows its progress on stderr and asks nobody yet.
func newCertifier(s suite, stderr io.Writer) *certifier {
	states := s.spec.valid.Len()
	c := &certifier{suite: s, stderr: stderr, passed: make(stepCounts, states), failed: make(stepCounts, states)}
	c.asked = func(yield func(string) bool) {
		c.suite.reported = c.judged // the harness has said so
		c.suite.texts()(yield)
	}
	return c
}

// askHarness lets c ask a harness, whose standard error goes to stderr.
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

// ask asks texts and calls f with what is expected and what the parser answers.
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

// right reports whether an answer is right in all that the parser tells.
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

// walk calls f with each step of a text, up to the one after which no valid text goes on.
func (c *certifier) walk(text string, f func(i int, s step)) {
	c.spec.valid.Walk(text, func(i, state int) {
		s := step{state, endOfText}
		if i < len(text) {
			s.octet = int(text[i])
		}
		f(i, s)
	})
}

// blame returns the step of a wrongly answered text that is wrong, and its offset: of a
// text that is not valid the one where it fails, of another the one that is in most
// wrongly answered texts for each one that is answered rightly.
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

// key returns what a fault shares with those of its group.
func (c *certifier) key(f fault) (groupKey, step) {
	place, s := c.blame(f)
	key := groupKey{class: c.spec.class(s.octet), wanted: "invalid", got: "invalid"}
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
	return key, s
}

// group groups the faults, minimises the witness of each group and asks it alone.
func (v *verdict) group() error {
	groups := map[groupKey]*group{}
	for i, f := range v.c.faults {
		key, s := v.c.key(f)
		g := groups[key]
		if g == nil {
			g = &group{key: key, witness: f, states: map[int]bool{}}
			groups[key] = g
		}
		g.texts++
		g.states[s.state] = true
		g.faults = append(g.faults, i)
		if shorter(f.want.text, g.witness.want.text) {
			g.witness = f
		}
	}
	v.groups = slices.Collect(maps.Values(groups))
	for {
		changed, err := v.minimise()
		if err != nil {
			return err
		}
		if !changed {
			break
		}
	}
	if err := v.confirm(); err != nil {
		return err
	}
	wrong := map[int]bool{}
	for _, g := range v.groups {
		maps.Copy(wrong, g.states)
	}
	v.wrong = len(wrong)
	slices.SortFunc(v.groups, func(a, b *group) int {
		return cmp.Or(cmp.Compare(len(a.witness.want.text), len(b.witness.want.text)), strings.Compare(a.witness.want.text, b.witness.want.text),
			strings.Compare(fmt.Sprint(a.key), fmt.Sprint(b.key)))
	})
	return nil
}

func shorter(s, t string) bool { return len(s) < len(t) || len(s) == len(t) && s < t }

// minimise asks the witness of each group with each of its substrings taken out, and
// keeps the shortest text that is answered wrongly in the same way. It reports whether
// a witness has become shorter.
func (v *verdict) minimise() (changed bool, err error) {
	type try struct {
		g    *group
		text string
	}
	var tries []try
	for _, g := range v.groups {
		s := g.witness.want.text
		if g.witness.got.failed != nil || len(s) > 200 {
			continue
		}
		seen := map[string]bool{}
		for n := len(s); n > 0; n-- {
			for i := 0; i+n <= len(s); i++ {
				if text := s[:i] + s[i+n:]; !seen[text] {
					seen[text] = true
					tries = append(tries, try{g, text})
				}
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
		if right || !shorter(f.want.text, g.witness.want.text) {
			return
		}
		if key, _ := v.c.key(f); key == g.key {
			g.witness, changed = f, true
		}
	})
	return changed, err
}

// maxAlone is the number of texts of a group that are asked alone until one is answered
// wrongly.
const maxAlone = 8

// confirm asks each witness alone, of a harness that has just been started. Where the
// answer is another, it tries the shortest texts of the group. A group without a text that
// is answered wrongly alone is left out: an earlier text changed the harness. A harness
// that failed may have failed at any of the texts that it was asked before, so its text
// is kept as it is.
func (v *verdict) confirm() error {
	var left []*group
	spoilt := ""
	for _, g := range v.groups {
		if g.witness.got.failed == nil {
			alone, err := v.alone(g)
			if err != nil {
				return err
			}
			if !alone {
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

// alone looks for a witness of g that is answered wrongly alone.
func (v *verdict) alone(g *group) (bool, error) {
	slices.SortFunc(g.faults, func(i, j int) int {
		s, t := v.c.faults[i].want.text, v.c.faults[j].want.text
		return cmp.Or(cmp.Compare(len(s), len(t)), strings.Compare(s, t))
	})
	texts := []string{g.witness.want.text}
	for _, i := range g.faults[:min(len(g.faults), maxAlone)] {
		texts = append(texts, v.c.faults[i].want.text)
	}
	for _, text := range slices.Compact(texts) {
		v.c.asker.restart()
		found := false
		if err := v.c.ask(slices.Values([]string{text}), func(f fault, right bool) {
			if right {
				return
			}
			if key, _ := v.c.key(f); key == g.key {
				g.witness, found = f, true
			}
		}); err != nil || found {
			return found, err
		}
	}
	return false, nil
}

// progress says once in a second how far the suite is.
func (c *certifier) progress() {
	if c.texts%1000 == 0 && time.Since(c.shown) > time.Second {
		c.shown = time.Now()
		fmt.Fprintf(c.stderr, "%s: %d texts, %d answered wrongly\n", c.parser, c.texts, len(c.faults))
	}
}
