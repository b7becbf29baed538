//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.com/uri/internal/bnf"
)

func init() {
	// The program itself, with a harness that names its process and is silent: before its first line, or
	// at a text.
	program := func(harness string) func() {
		return func() {
			os.Args = []string{os.Args[0], "certify", "-rfc", "short", "-timeout", "1m", "-v", "--", "env", "HARNESS=" + harness, os.Args[0]}
			main()
		}
	}
	harnesses["interrupted at the start"] = program("says who")
	harnesses["interrupted at a text"] = program("says who at a:~")
	who := func(int) string {
		fmt.Fprintln(os.Stderr, os.Getpid())
		time.Sleep(time.Hour)
		return ""
	}
	harnesses["says who"] = func() { who(0) }
	harnesses["says who at a:~"] = func() { serve(at("a:~", who)) }
	harnesses["interrupted too late"] = func() {
		onInterrupt(func() { os.Exit(0) })()
		syscall.Kill(os.Getpid(), syscall.SIGTERM)
		time.Sleep(time.Minute)
	}
}

// TestInterrupt ends the program with a signal. Its harness ends too, and is not started again.
func TestInterrupt(t *testing.T) {
	for _, name := range []string{"interrupted at the start", "interrupted at a text"} {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), "HARNESS="+name)
		said, err := c.StderrPipe()
		if err != nil || c.Start() != nil {
			t.Fatal("it does not start")
		}
		harness := 0
		for lines := bufio.NewScanner(said); harness == 0 && lines.Scan(); { // some show the progress
			harness, _ = strconv.Atoi(lines.Text())
		}
		if harness == 0 {
			t.Fatalf("%s: its harness does not name its process", name)
		}
		defer syscall.Kill(harness, syscall.SIGKILL)
		c.Process.Signal(syscall.SIGTERM)
		if c.Wait(); c.ProcessState.ExitCode() != statusNotJudged {
			t.Errorf("%s: it ends with %v", name, c.ProcessState)
		}
		ends(t, harness)
	}
}

// TestInterruptEnds checks that a signal has its usual effect once stop was called.
func TestInterruptEnds(t *testing.T) {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "HARNESS=interrupted too late")
	if err := c.Run(); err == nil || !strings.Contains(err.Error(), syscall.SIGTERM.String()) {
		t.Errorf("it ends with %v", err)
	}
}

// TestPlans checks the plans of each kind of suite: those of the parts in the answers, the states, the
// octets, and the lengths.
func TestPlans(t *testing.T) {
	small := specs["short"]()
	lengths := []int{255, 256, 1000, 4096, 65536}
	for _, tt := range []struct {
		rfc         string
		k           int
		thorough    bool
		valid, part bnf.Plan // for validity, and for parts
	}{
		{"3986", 0, false, bnf.Plan{Octets: bnf.AllOctets, Runs: 33}, bnf.Plan{Runs: 33}},
		{"3986", 1, false, bnf.Plan{K: 1, Octets: bnf.AllOctets, Runs: 33}, bnf.Plan{K: 1, Runs: 33}},
		{"3986", 1, true, bnf.Plan{K: 1, Octets: bnf.AllOctets, Runs: 33, Lengths: lengths}, bnf.Plan{K: 1, Octets: bnf.AllOctets, Runs: 33, Lengths: lengths}},
		{"1738", 1, false, bnf.Plan{K: 1, Octets: bnf.EdgeOctets}, bnf.Plan{}},
		{"3987", 1, false, bnf.Plan{K: 1, Octets: bnf.EdgeOctets}, bnf.Plan{}},
		{"3987", 1, true, bnf.Plan{K: 1, Octets: bnf.AllOctets, Runs: 33, Lengths: lengths}, bnf.Plan{Octets: bnf.AllOctets, Runs: 33, Lengths: lengths}},
	} {
		s := suite{spec: &spec{rfc: tt.rfc, valid: small.valid}, k: tt.k, thorough: tt.thorough}
		for other, sets := range map[partSet]int{{}: 11, {scheme: true}: 11, fiveParts: 11, allParts: 11, {host: true, port: true}: 12} {
			if tt.k > 0 && sets == 11 {
				continue
			}
			s.reported = other
			plans := s.plans()
			if len(plans) != sets {
				t.Errorf("RFC %s with the parts %v: %d plans", tt.rfc, other, len(plans))
			}
			for i, p := range plans {
				want := tt.part
				if i == 0 {
					want = tt.valid
				}
				want.Machine, want.Words = p.Machine, p.Words
				if !reflect.DeepEqual(p, want) || len(p.Words) < 30 {
					t.Errorf("RFC %s, k=%d, thorough %v, plan %d: %+v, want %+v", tt.rfc, tt.k, tt.thorough, i, p, want)
				}
			}
		}
	}
	near := suite{spec: &spec{rfc: "3986", valid: small.valid, near: small.valid}}
	for k, want := range []int{11, 12} {
		near.k = k
		if plans := near.plans(); len(plans) != want || plans[want-1].K != 0 {
			t.Errorf("k=%d with near rules: %d plans", k, len(plans))
		}
	}
	for _, word := range []string{"/.", "/..", "/./", "/../", "%2f", "%2F", "%25", "%00", "%7F", "%ff", "%FF"} {
		if !slices.Contains(words(), word) {
			t.Errorf("no word %q", word)
		}
	}
}

// TestKnownSchemes checks which texts a suite for k=1 has with known schemes. Its reader may end early.
func TestKnownSchemes(t *testing.T) {
	g := bnf.NewABNF()
	if err := g.Read(`text = [ "a:" ] [ "//" ] *( %x62 / "[" )`); err != nil {
		t.Fatal(err)
	}
	automaton := g.Rule("text")
	s := suite{spec: &spec{rfc: "3986", valid: automaton}, k: 1}
	all := slices.Collect(s.texts())
	has := map[string]int{}
	for _, text := range all {
		has[text]++
	}
	first := slices.Collect(bnf.Texts(s.plans()[0]))
	n := 0
	for _, text := range first {
		rest, ok := strings.CutPrefix(text, "a:")
		if !ok && !strings.HasPrefix(text, "//") {
			continue
		}
		for _, name := range knownSchemes {
			want := 1
			if strings.Contains(text, "[") {
				want = 0
			}
			if got := has[name+":"+rest]; got != want {
				t.Fatalf("%d times %q, want %d", got, name+":"+rest, want)
			}
			n += want
		}
	}
	if n < 100 || has["https:b"] != 1 || has["https:[b"] != 0 {
		t.Errorf("only %d texts with known schemes", n)
	}
	for _, end := range []int{1, len(all) - n/2, len(all) - 1} {
		i := 0
		for range s.texts() {
			if i++; i == end {
				break
			}
		}
	}
	s.k = 0
	if texts := slices.Collect(s.texts()); slices.Contains(texts, "https:b") {
		t.Error("a suite for k=0 has known schemes")
	}
	s.k, s.spec = 1, &spec{rfc: "3987", valid: automaton}
	if texts := slices.Collect(s.texts()); slices.Contains(texts, "https:b") {
		t.Error("a suite of RFC 3987 has known schemes")
	}
}

// marked returns a text with the marks of these parts. The parts of a server are marked only if
// server is true.
func marked(text string, p [partCount]part, set partSet, server bool) string {
	in := func(i int, s string) string {
		if mark := string([]byte{bnf.MarkScheme + byte(i)}); set[i] {
			return mark + s + mark
		}
		return s
	}
	of := func(i int) string { return in(i, text[p[i].start:p[i].end]) }
	s := ""
	if p[scheme].ok {
		s += of(scheme) + ":"
	}
	if p[authority].ok {
		whole := text[p[authority].start:p[authority].end]
		if server {
			whole = ""
			if p[userinfo].ok {
				whole += of(userinfo) + "@"
			}
			if whole += of(host); p[port].ok {
				whole += ":" + of(port)
			}
		}
		s += "//" + in(authority, whole)
	}
	s += of(path)
	if p[query].ok {
		s += "?" + of(query)
	}
	if p[fragment].ok {
		s += "#" + of(fragment)
	}
	return s
}

// TestMachine checks that a machine accepts just the valid texts, with the marks of their parts.
func TestMachine(t *testing.T) {
	accepts := func(m *bnf.Machine, text string) bool {
		q := slices.Index(m.Cover, "")
		for i := range len(text) {
			q = m.Next(q, text[i])
		}
		return m.Answer(q)&1 != 0
	}
	for _, rfc := range []string{"2396", "3986"} {
		s := specs[rfc]()
		for _, set := range []partSet{{}, {authority: true}, {host: true}, {userinfo: true, port: true}, fiveParts, allParts} {
			m := s.machine(set)
			for text, want := range map[string]bool{
				"": true, "a:b": true, "a:/b?c#d": true, "/b": true, "//h": true, "//h:80/": true, "//u:p@h:/b?c#d": true, "//[::1]:1": true, "http://u@1.2.3.4": true,
				"//$,": true, "//a,b:c@": true, "//h:x": rfc == "2396", "//^": false, "a b": false, "//h:1/^": false,
			} {
				r := s.record(text)
				if r.valid != want {
					t.Errorf("RFC %s, %q: valid %v", rfc, text, r.valid)
				}
				server := r.parts[host].ok
				if !r.valid {
					r.parts = splitParts(text)
				}
				if got := accepts(m, marked(text, r.parts, set, server)); got != want {
					t.Errorf("RFC %s, the parts %v of %q: %v", rfc, set, text, got)
				}
				// The marks of another split of the authority, and no mark at all.
				r.parts[host] = r.parts[authority]
				if other := marked(text, r.parts, set, !server); want && other != marked(text, s.record(text).parts, set, server) && accepts(m, other) {
					t.Errorf("RFC %s, the parts %v of %q: accepts %q", rfc, set, text, other)
				}
				if want && set[path] && accepts(m, text) {
					t.Errorf("RFC %s, the parts %v: accepts %q without marks", rfc, set, text)
				}
			}
		}
	}
}

// TestParseAnswer reads lines of a harness.
func TestParseAnswer(t *testing.T) {
	for line, want := range map[string]answer{
		`{"id":7,"valid":true}`:                           {valid: true, raw: `"valid":true`},
		`{"id":7,"valid":false,"path":[1,2]}`:             {raw: `"valid":false`},
		`{"id":7,"valid":true,"path":[1,2],"query":null}`: {valid: true, raw: `"valid":true,"path":[1,2]`, parts: [partCount]part{path: {1, 2, true}}},
		`{"id":7,"valid":true,"port":[1,2,3],"host":"a"}`: {valid: true, raw: `"valid":true,"host":"a","port":[1,2,3]`, parts: [partCount]part{host: {-1, -1, true}, port: {-1, -1, true}}},
		`{"id":7,"valid":true,"port":[1]}`:                {valid: true, raw: `"valid":true,"port":[1]`, parts: [partCount]part{port: {-1, -1, true}}},
		`{"id":8,"valid":true}`:                           {failed: errOutOfStep},
		`{"id":null,"valid":true}`:                        {failed: errOutOfStep},
		`{"id":"7","valid":true}`:                         {failed: errOutOfStep},
		`{"valid":true}`:                                  {failed: errOutOfStep},
		`{"id":7}`:                                        {failed: errOutOfStep},
		`{"id":7,"valid":null}`:                           {failed: errOutOfStep},
		`{"id":7,"valid":1}`:                              {failed: errOutOfStep},
		`7`:                                               {failed: errOutOfStep},
	} {
		if got := parseAnswer(line, 7); got != want {
			t.Errorf("%s: %+v, want %+v", line, got, want)
		}
	}
	if got := parseAnswer(`{"id":"0","valid":true}`, 0); got.failed != errOutOfStep {
		t.Errorf("a text is the number 0: %+v", got)
	}
}

// TestRight compares answers with the right one.
func TestRight(t *testing.T) {
	c := &certifier{judged: partSet{path: true, query: true}}
	want := record{valid: true, parts: [partCount]part{path: {1, 2, true}, query: {3, 4, true}, host: {5, 6, true}}}
	good := answer{valid: true, parts: [partCount]part{path: {1, 2, true}, query: {3, 4, true}}} // no host is judged
	other := good
	other.parts[query].end++
	for name, tt := range map[string]struct {
		want record
		got  answer
		is   bool
	}{
		"the same": {want, good, true}, "another part": {want, other, false}, "failed": {want, answer{valid: true, parts: good.parts, failed: errDied}, false},
		"refused": {want, answer{}, false}, "accepted": {record{}, answer{valid: true}, false}, "both refuse": {record{}, answer{}, true},
		"both refuse, failed": {record{}, answer{failed: errDied}, false},
	} {
		if got := c.right(&tt.want, tt.got); got != tt.is {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// An askedTexts is an asker that notes the texts, and refuses all.
type askedTexts struct{ texts []string }

func (a *askedTexts) ask(texts iter.Seq[string], _ func([]byte, string) []byte, f func(string, bool, answer)) error {
	for text := range texts {
		a.texts = append(a.texts, text)
		f(text, false, answer{})
	}
	return nil
}
func (a *askedTexts) restart() {}
func (a *askedTexts) close()   {}

// TestSimplify checks which texts may be simpler than a witness: without a substring, and for short ones
// also without an end.
func TestSimplify(t *testing.T) {
	if got, want := deletions("abc"), []string{"", "c", "bc", "abc", "ab", "a", "ac", "b"}; !equalSets(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	few, many := strings.Repeat("ab", 12), strings.Repeat("ab", 12)+"a"
	for s, want := range map[string]bool{few: true, many: false} {
		if got := slices.Contains(deletions(s), s[1:len(s)-1]); got != want {
			t.Errorf("%d bytes: without both ends: %v", len(s), got)
		}
		for i := range len(s) {
			for j := i; j <= len(s); j++ {
				if !slices.Contains(deletions(s), s[:i]+s[j:]) {
					t.Fatalf("%d bytes: no text without %d to %d", len(s), i, j)
				}
			}
		}
	}
	if got, want := substitutions("a0b"), []string{"aab", "a0a", "a00"}; !equalSets(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for _, tt := range []struct {
		s, t string
		is   bool
	}{{"a", "bb", true}, {"bb", "a", false}, {"ab", "bb", true}, {"0b", "bb", true}, {"ab", "0b", true}, {"0b", "ab", false}, {"ab", "ab", false}, {"bb", "cc", false}} {
		if simpler(tt.s, tt.t) != tt.is {
			t.Errorf("%q simpler than %q: %v", tt.s, tt.t, !tt.is)
		}
	}
	for size, want := range map[int]bool{200: true, 201: false} {
		asked := new(askedTexts)
		c := newCertifier(suite{spec: specs["short"]()}, io.Discard)
		c.asker = asked
		v := &verdict{c: c, groups: []*group{{witness: fault{want: c.spec.record(strings.Repeat("z", size))}}}}
		if size == 200 { // of a failed harness no text is asked
			v.groups = append(v.groups, &group{witness: fault{want: c.spec.record("zz"), got: answer{failed: errDied}}})
		}
		if _, err := v.minimise(substitutions); err != nil || (len(asked.texts) == 2*size) != want || (len(asked.texts) == 0) == want {
			t.Errorf("a witness of %d bytes: %d texts, %v", size, len(asked.texts), err)
		}
	}
}

func equalSets(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// TestSingly checks how many texts of a group are asked singly: its witness, and the shortest ones.
func TestSingly(t *testing.T) {
	asked := new(askedTexts)
	c := newCertifier(suite{spec: specs["short"]()}, io.Discard)
	c.asker = asked
	g := &group{witness: fault{want: c.spec.record("^"), got: answer{valid: true}}}
	for i := range 20 {
		c.faults = append(c.faults, fault{want: c.spec.record(strings.Repeat("^", 1+i))})
		g.faults = append(g.faults, 19-i)
	}
	wrong, err := (&verdict{c: c}).isWrong(g)
	if wrong || err != nil || len(asked.texts) != maxSingle || asked.texts[maxSingle-1] != strings.Repeat("^", maxSingle) {
		t.Errorf("%v, %v, asked for %q", wrong, err, asked.texts)
	}
	// Only a wrong answer in the direction of the witness counts, and then no more texts are asked.
	c.judged = partSet{path: true}
	good, other := c.spec.record("a").parts, [partCount]part{}
	for name, tt := range map[string]struct {
		again answer
		want  bool
	}{
		"right":   {answer{valid: true, parts: good}, false},
		"wrong":   {answer{valid: true, parts: other}, true},
		"refused": {answer{}, false},
	} {
		n := 0
		c.asker = parser(func(string) (bool, [partCount]part) { n++; return tt.again.valid, tt.again.parts })
		c.faults = []fault{{want: c.spec.record("a")}}
		g := &group{witness: fault{want: c.spec.record("a"), got: answer{valid: true, parts: other}}, faults: []int{0}}
		if wrong, err := (&verdict{c: c}).isWrong(g); wrong != tt.want || err != nil || tt.want && (n != 1 || g.witness.want.text != "a") {
			t.Errorf("%s: %v, %v after %d texts", name, wrong, err, n)
		}
	}
}

// An unsteady is a parser that is told of each restart, and an asker with an error at the calls of ask from
// the one numbered fails on.
type unsteady struct {
	parser
	restarted func()
	fails     int
}

func (u *unsteady) restart() { u.restarted() }

func (u *unsteady) ask(texts iter.Seq[string], expected func([]byte, string) []byte, f func(string, bool, answer)) error {
	if u.fails--; u.fails == 0 {
		return errDied
	}
	return u.parser.ask(texts, expected, f)
}

// TestErrors has an asker with one error. There is no verdict then.
func TestErrors(t *testing.T) {
	for fails := 1; ; fails++ {
		c := newCertifier(suite{spec: specs["short"]()}, io.Discard)
		c.asker = &unsteady{func(s string) (bool, [partCount]part) { return s == "^" || shortExpr.MatchString(s), [partCount]part{} }, func() {}, fails}
		v, err := c.certify()
		if err == nil && v != nil && fails > 4 { // there were fewer calls: the suite, two kinds of simpler texts, and the witness
			break
		}
		if err != errDied || v != nil {
			t.Fatalf("an error at call %d: %v, %v", fails, v, err)
		}
	}
}

// TestUnsteady has a parser that accepts " " and "\x80" only after other texts. The witness of the one is a
// longer text then, and no longer the first, and the other one is no fault.
func TestUnsteady(t *testing.T) {
	n := 0
	c := newCertifier(suite{spec: specs["short"]()}, io.Discard)
	c.asked = slices.Values([]string{"b", " ", "\x80", "   ", "^^"})
	c.asker = &unsteady{func(s string) (bool, [partCount]part) {
		n++
		return (s == " " || s == "\x80") && n > 1 || s == "   " || s == "^^" || shortExpr.MatchString(s), [partCount]part{}
	}, func() { n = 0 }, 0}
	v, err := c.certify()
	if err != nil || len(v.groups) != 2 || v.groups[0].witness.want.text != "^^" || v.groups[1].witness.want.text != "   " {
		t.Errorf("%v", err)
		for _, g := range v.groups {
			t.Errorf("%q", g.witness.want.text)
		}
	}
}

// TestJoin has a parser that accepts any one octet. This is one fault, with the least octet as witness, though
// only a longer text with it was asked.
func TestJoin(t *testing.T) {
	v := judge(t, "short", slices.Values([]string{"^", "\x80", "`", "  ", "\x7F"}), false, func(s string) (bool, [partCount]part) {
		return len(s) == 1 || s == "  " || shortExpr.MatchString(s), [partCount]part{}
	})
	want := []string{"above 0x7F", "control", "other", "space"}
	if g := v.groups[0]; len(v.groups) != 1 || g.witness.want.text != " " || !slices.Equal(g.classes, want) || g.texts != 5 {
		t.Errorf("%d groups, the first %+v", len(v.groups), g)
	}
}

// TestReported checks that a harness with an unusual set of parts is also asked the texts for this set.
func TestReported(t *testing.T) {
	g := bnf.NewABNF()
	if err := g.Read(`text = "//" [ "a@" ] *%x61 [ ":" *%x30-31 ] [ "/" ]`); err != nil {
		t.Fatal(err)
	}
	s := suite{spec: &spec{rfc: "3986", valid: g.Rule("text")}}
	c := newCertifier(s, io.Discard)
	few := slices.Collect(c.asked)
	c.judged = partSet{userinfo: true, port: true}
	s.reported = c.judged
	if more := slices.Collect(c.asked); len(more) <= len(few) || !slices.Equal(more, slices.Collect(s.texts())) {
		t.Errorf("%d texts, %d without these parts", len(more), len(few))
	}
}

// TestSplit splits all short texts as the expressions do.
func TestSplit(t *testing.T) {
	check := func(text string, got, want [partCount]part) {
		t.Helper()
		if got != want {
			t.Fatalf("%q: %v, want %v", text, got, want)
		}
	}
	for text := range shortTexts(":/?#@a", 6) {
		check(text, splitParts(text), byExpression(text, wholeExpr, 0, scheme, authority, path, query, fragment))
	}
	n := 0
	for text := range shortTexts(":[]a0", 6) {
		for _, before := range []string{"", "@", "a:@"} {
			text := before + text
			if r := (record{text: "//" + text, parts: splitParts("//" + text)}); authorityExpr.MatchString(text) {
				n++
				want := byExpression(text, authorityExpr, 2, userinfo, host, port)
				want[authority], want[path] = r.parts[authority], r.parts[path]
				r.splitAuthority()
				check(r.text, r.parts, want)
			}
		}
	}
	if n < 10_000 {
		t.Errorf("only %d authorities", n)
	}
}

// shortTexts yields the texts of at most n of some octets.
func shortTexts(octets string, n int) iter.Seq[string] {
	return func(yield func(string) bool) {
		texts := []string{""}
		for range n + 1 {
			var longer []string
			for _, text := range texts {
				if !yield(text) {
					return
				}
				for i := range octets {
					longer = append(longer, text+octets[i:i+1])
				}
			}
			texts = longer
		}
	}
}

// byExpression returns the parts of a text by the groups of an expression. The text begins at an offset.
func byExpression(text string, expr *regexp.Regexp, offset int, names ...int) (p [partCount]part) {
	m := expr.FindStringSubmatchIndex(text)
	for i, name := range names {
		if start, end := m[2*i+2], m[2*i+3]; start >= 0 {
			p[name] = part{offset + start, offset + end, true}
		}
	}
	return p
}

// TestAssumed checks what the verdict on each kind of suite assumes, and how it names a parser.
func TestAssumed(t *testing.T) {
	for _, tt := range []struct {
		rfc     string
		k       int
		judged  partSet
		version string
		want    string
	}{
		{"3986", 1, partSet{path: true}, "2.0", "p 2.0: certified by RFC 3986 for k=1, with 5 texts and 4 states\n" +
			"  assumed: at most 1 states more than the grammar's 4, 1 more for each of path; the same answer each time, whatever was asked before\n" +
			"  assumed: octets of one class are read alike, except right after a shortest way to a state; parts of more than 33 octets are read as shorter ones\n"},
		{"1738", 1, partSet{path: true}, "", "p: certified by RFC 1738 for k=1, with 5 texts and 4 states\n" +
			"  assumed: at most 1 states more than the grammar's 4, 0 more for each of path; the same answer each time, whatever was asked before\n" +
			"  assumed: octets of one class are read alike; parts of more than 15 octets are read as shorter ones\n"},
	} {
		c := newCertifier(suite{spec: &spec{rfc: tt.rfc, valid: specs["short"]().valid}, k: tt.k}, io.Discard)
		c.parser, c.version, c.judged, c.texts = "p", tt.version, tt.judged, 5
		var b bytes.Buffer
		(&verdict{c: c}).writeText(&b)
		if got := strings.ReplaceAll(strings.ReplaceAll(b.String(), fmt.Sprintf("and %d states", c.spec.valid.Len()), "and 4 states"), fmt.Sprintf("grammar's %d,", c.spec.valid.Len()), "grammar's 4,"); got != tt.want {
			t.Errorf("%s, want %s", got, tt.want)
		}
	}
}

// TestFiles checks the modes of the files that the program writes, and the errors if it cannot.
func TestFiles(t *testing.T) {
	mask := syscall.Umask(0)
	syscall.Umask(mask)
	folder := t.TempDir()
	if err := writeTable("result.jsonl", folder); err != nil {
		t.Fatal(err)
	}
	release := filepath.Join(folder, "release")
	if err := writeRelease(release); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]os.FileMode{"RESULT.md": 0o644, "result.html": 0o644, "release": 0o755} {
		info, err := os.Stat(filepath.Join(folder, name))
		if err != nil || info.Mode().Perm() != want&^os.FileMode(mask) {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "b"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(folder, "b", "result.html"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := writeTable("result.jsonl", filepath.Join(folder, "b")); err == nil {
		t.Error("result.html is written into a folder")
	}
	if err := writeTable(filepath.Join(folder, "RESULT.md"), folder); err == nil || !strings.HasPrefix(err.Error(), filepath.Join(folder, "RESULT.md")+":1: ") {
		t.Error(err)
	}
	if err := writeRelease(filepath.Join(folder, "c"), "short", "1"); err == nil || !strings.Contains(err.Error(), `not "1"`) {
		t.Error(err)
	}
	if err := writeCompressed(filepath.Join(folder, "d", "e"), "short"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// A full is a writer with room for n bytes.
type full struct{ n int }

func (f *full) Write(b []byte) (int, error) {
	if f.n -= len(b); f.n < 0 {
		return 0, syscall.ENOSPC
	}
	return len(b), nil
}

// TestFull writes a suite and verdicts where there is no room.
func TestFull(t *testing.T) {
	s := suite{spec: specs["short"](), thorough: true}
	var first bytes.Buffer
	if err := writeSuite(&first, s); err != nil || !strings.Contains(first.String(), `"k":0,"long":true,"version":4,"texts":`) {
		t.Errorf("%v, %.200q", err, &first)
	}
	for _, n := range []int{0, 100, 200, first.Len() - 1} {
		if err := writeSuite(&full{n}, s); err != syscall.ENOSPC {
			t.Errorf("room for %d bytes: %v", n, err)
		}
	}
	n, all := 0, bytes.Count(first.Bytes(), []byte("\n"))-1
	if err := s.writeRecords(&full{}, &n); err != syscall.ENOSPC || n >= all {
		t.Errorf("%v after %d texts of %d", err, n, all)
	}
	var said bytes.Buffer
	for _, form := range []string{"-json", "-json=false"} {
		t.Setenv("HARNESS", "right")
		if status := run([]string{"certify", "-rfc", "short", form, "--", os.Args[0]}, &full{}, &said); status != statusNotJudged || !strings.Contains(said.String(), syscall.ENOSPC.Error()) {
			t.Errorf("%s: status %d, %s", form, status, &said)
		}
	}
}

// TestShortestWitness has two texts with the same fault. The shorter one is the witness.
func TestShortestWitness(t *testing.T) {
	for _, texts := range [][]string{{"~~", "^"}, {"^", "~~"}} {
		v := judge(t, "short", slices.Values(texts), false, func(s string) (bool, [partCount]part) {
			return s == "^" || s == "~~" || shortExpr.MatchString(s), [partCount]part{}
		})
		if len(v.groups) != 1 || v.groups[0].witness.want.text != "^" || v.groups[0].texts != 2 || v.wrong != 1 {
			t.Errorf("%q: %d groups, the first %+v", texts, len(v.groups), v.groups[0])
		}
	}
}

// TestKey names the expected and the given answers of faults.
func TestKey(t *testing.T) {
	c := newCertifier(suite{spec: specs["short"]()}, io.Discard)
	c.judged = partSet{path: true, query: true}
	for _, tt := range []struct {
		text        string
		got         answer
		wanted, key string
	}{
		{"a", answer{}, "valid", "invalid"}, {"^", answer{valid: true}, "invalid", "valid"}, {"a", answer{failed: errDied}, "valid", "died"},
		{"^", answer{failed: errSilent}, "invalid", "silent"}, {"a", answer{valid: true}, "valid", "other path"},
		{"a", answer{valid: true, parts: [partCount]part{query: {0, 1, true}}}, "valid", "other path, query"},
	} {
		if key, _, _ := c.key(fault{c.spec.record(tt.text), tt.got}); key.wanted != tt.wanted || key.got != tt.key {
			t.Errorf("%q: %+v, want %s and %s", tt.text, key, tt.wanted, tt.key)
		}
	}
	// The rule of an octet is broken only if a parser refuses it.
	c.suite = suite{spec: &spec{rfc: "3986", valid: c.spec.valid}}
	for _, tt := range []struct {
		text string
		got  answer
		want production
	}{
		{"a:~", answer{}, production{"3.3", "path"}}, {"a", answer{failed: errDied}, production{"3.3", "path"}}, {"a", answer{valid: true}, production{"3.3", "path"}},
	} {
		if key, _, _ := c.key(fault{c.spec.record(tt.text), tt.got}); key.production != tt.want {
			t.Errorf("%q, %+v: %v, want %v", tt.text, tt.got, key.production, tt.want)
		}
	}
}
