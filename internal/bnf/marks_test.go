package bnf

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The expressions of RFC 3986, Appendix B, and of an authority by section 3.2.
var (
	wholeExpr     = regexp.MustCompile(`(?s)^(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$`)
	authorityExpr = regexp.MustCompile(`(?s)^(?:([^@\[\]]*)@)?(\[[^@\[\]]*\]|[^:@\[\]]*)(?::([0-9]*))?$`)
)

// marked returns s with the marks of its parts by the expressions, and whether the
// authority has parts.
func marked(s string) (string, bool) {
	at := func(m []int, n int, mark, text string) string {
		if m[2*n] < 0 {
			return ""
		}
		return mark + text + mark
	}
	m := wholeExpr.FindStringSubmatchIndex(s)
	text := func(n int) string { return s[max(m[2*n], 0):max(m[2*n+1], 0)] }
	authority, whole := text(2), true
	if m[4] >= 0 {
		a := authorityExpr.FindStringSubmatchIndex(authority)
		if whole = a != nil; whole {
			userinfo := at(a, 1, "\xFA", authority[max(a[2], 0):max(a[3], 0)])
			if a[2] >= 0 {
				userinfo += "@"
			}
			host := at(a, 2, "\xFB", authority[a[4]:a[5]])
			port := ""
			if a[6] >= 0 {
				port = ":" + at(a, 3, "\xFC", authority[a[6]:a[7]])
			}
			authority = userinfo + host + port
		}
	}
	var b strings.Builder
	for _, part := range []struct {
		before, mark string
		n            int
		text         string
		after        string
	}{
		{"", "\xF8", 1, text(1), ":"}, {"//", "\xF9", 2, authority, ""}, {"", "\xFD", 3, text(3), ""},
		{"?", "\xFE", 4, text(4), ""}, {"#", "\xFF", 5, text(5), ""},
	} {
		if marks := at(m, part.n, part.mark, part.text); marks != "" {
			b.WriteString(part.before + marks + part.after)
		}
	}
	return b.String(), whole
}

// TestSplit compares the marked texts with those of the expressions, and checks that no
// other place of one of the marks is right.
func TestSplit(t *testing.T) {
	server, whole := Split(ServerAuthority), Split(WholeAuthority)
	check := func(s string) {
		want, ok := marked(s)
		if server.Match(want) != ok || Unmarked(want) != s {
			t.Errorf("%q, marked %q: %v, want %v", s, want, !ok, ok)
		}
		if inner := strings.NewReplacer("\xFA", "", "\xFB", "", "\xFC", "").Replace(want); !whole.Match(inner) {
			t.Errorf("%q, marked %q: not right", s, inner)
		}
		for i := range len(want) - 1 {
			moved := want[:i] + want[i+1:i+2] + want[i:i+1] + want[i+2:]
			if want[i] != want[i+1] && Unmarked(moved) == s && server.Match(moved) {
				t.Errorf("%q, marked %q and %q: both are right", s, want, moved)
			}
		}
	}
	for _, beginning := range []string{"", "//", "a://b", "//[a]"} {
		walk(beginning, "a:/?#@[]1", 4, func(s string) {
			// No valid text begins with ":".
			if !strings.HasPrefix(s, ":") {
				check(s)
			}
		})
	}
}

// TestFailing compares the marked errors with the place where a text can go on no more.
func TestFailing(t *testing.T) {
	g := testBNF(t, "r = *\"a\" [ \"b\" \"[\" x \"]\" ] \"c\"\nx = 2\"a\"\nl = *\"a\" [ \"b\" \"[\" *\"a\" \"]\" ] \"c\"", false)
	valid, loose := g.Rule("r"), g.Rule("l")
	strict, errors := Failing(valid, valid), Failing(valid, loose)
	walk("", "abc[]", 7, func(s string) {
		ok, viable := valid.Run(s)
		_, further := loose.Run(s)
		want := further
		if open := strings.IndexByte(s, '['); further > viable && strings.Contains(s[:further], "]") {
			want = open + 1
		}
		for i := range len(s) + 1 {
			text := s[:i] + "\xF7" + s[i:]
			if strict.Match(text) != (!ok && i == viable) {
				t.Errorf("%q: %v", text, strict.Match(text))
			}
			if errors.Match(text) != (!ok && i == want) {
				t.Errorf("%q, with errors in brackets: %v", text, errors.Match(text))
			}
		}
	})
}

// TestTexts checks that a plan with all octets gives each of them after each state and before its
// identification set, without marks, that Check gives the texts of Texts, and Texts each text once.
func TestTexts(t *testing.T) {
	rule := testBNF(t, `r = *"a" "b"`, false).Rule("r")
	m := NewMachine(IgnoreMarks(rule), Failing(rule, rule))
	octets := map[string]bool{}
	for q, cover := range m.Cover {
		for b := range 256 {
			text := Unmarked(cover) + string([]byte{byte(b)})
			octets[text] = true
			for _, w := range m.Identification[m.next[q][min(b, MarkError-1)]] { // an octet of a text is no mark
				octets[text+Unmarked(w)] = true
			}
		}
	}
	want := append(all(Plan{Machine: m, K: 1}.Check), slices.Collect(maps.Keys(octets))...)
	slices.Sort(want)
	once := slices.Collect(Texts(Plan{Machine: m, K: 1}, Plan{Machine: m, Octets: AllOctets}))
	if want = slices.Compact(want); !slices.Equal(slices.Sorted(slices.Values(once)), want) {
		t.Errorf("%d texts, want %d", len(once), len(want))
	}
	plan := Plan{Machine: m, Octets: AllOctets, Words: []string{"ab", "zz"}, Runs: 14, Lengths: []int{3}}
	if got := slices.Sorted(slices.Values(all(plan.Check))); !slices.Equal(slices.Compact(got), slices.Sorted(Texts(plan))) {
		t.Errorf("Check has %d texts, and Texts others", len(got))
	}
	if all := strings.Join(once, ""); strings.Count(all, "\xF7") < 2 || strings.Count(all, "\xFF") < 2 {
		t.Error("the octets of marks are in no text")
	}
}

// TestSuiteMarked checks that a plan leaves no text of the Wp-method out, though it gives few twice.
func TestSuiteMarked(t *testing.T) {
	machines := testMachines(t)
	split := Split(ServerAuthority)
	machines["split"] = NewMachine(split)
	rule := testBNF(t, "r = *\"a\" [ \"b\" \"[\" 2\"a\" \"]\" ] \"c\"", false).Rule("r")
	machines["marked"] = NewMachine(rule, Failing(rule, rule))
	machines["parts"] = NewMachine(Combine(func(is uint32) bool { return is == 3 }, IgnoreMarks(testBNF(t, `r = [ "a" ":" ] "//" *"b"`, false).Rule("r")), split))
	for name, m := range machines {
		for k := range 2 {
			if k == 1 && len(m.next) > 30 {
				continue
			}
			want := map[string]bool{}
			for q := range m.next {
				m.suite(state(q), k, func(s, w string) { want[Unmarked(s+w)] = true })
			}
			got := map[string]bool{}
			texts := all(Plan{Machine: m, K: k}.Check)
			for _, s := range texts {
				got[s] = true
			}
			if !maps.Equal(got, want) || len(texts) > 2*len(want) {
				t.Errorf("%s, %d: %d texts, %d of them different, want %d", name, k, len(texts), len(got), len(want))
			}
		}
	}
}

// suite calls f with the texts of the Wp-method that begin with the cover of q, in two parts: w
// is of the characterization set. Both have their marks.
func (m *Machine) suite(q state, k int, f func(s, w string)) {
	for n := range k + 2 {
		m.extend(m.Cover[q], q, n, func(s string, to state) {
			tails := m.Characterization
			if n > k {
				tails = m.Identification[to]
			}
			for _, w := range tails {
				f(s, w)
			}
		})
	}
}

// extend calls f with s followed by each text of n letters, and with the state after it. q is the
// state after s.
func (m *Machine) extend(s string, q state, n int, f func(s string, to state)) {
	if n == 0 {
		f(s, q)
		return
	}
	for i := range len(m.Letters) {
		m.extend(s+m.Letters[i:i+1], m.next[q][m.Letters[i]], n-1, f)
	}
}
