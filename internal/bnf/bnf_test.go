package bnf

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"example.com/uri/internal/seed"
	"example.com/uri/testdata"
)

func testBNF(t *testing.T, text string, fold bool) *Grammar {
	t.Helper()
	g := New(fold)
	if err := g.Read(text); err != nil {
		t.Fatalf("read %q: %v", text, err)
	}
	return g
}

// longestPrefix returns the length of the longest prefix of s in the rule, or -1.
func (a *Automaton) longestPrefix(s string) int {
	for n := len(s); n >= 0; n-- {
		if a.Match(s[:n]) {
			return n
		}
	}
	return -1
}

// TestBNFNotation compares small grammars with texts whose verdict is obvious:
// the longest prefix that the rule derives and the longest that can go on.
func TestBNFNotation(t *testing.T) {
	for _, test := range []struct {
		grammar string
		fold    bool
		text    string
		longest int
		viable  int
	}{
		{`r = "a"`, false, "a", 1, 1},
		{`r = "a"`, false, "A", -1, 0},
		{`r = "a"`, true, "A", 1, 1},
		{`r = "a%"`, true, "A%", 2, 2},
		{`r = "a"`, false, "ab", 1, 1},
		{`r = "a"`, false, "", -1, 0},
		{`r = "abc"`, false, "abd", -1, 2},
		{`r = "a" "b" | "ac"`, false, "ac", 2, 2},
		{`r = "a" ( "b" | "c" ) "d"`, false, "acd", 3, 3},
		{`r = "a" | "b" "c"`, false, "ac", 1, 1},
		{`r = [ "a" ] "b"`, false, "b", 1, 1},
		{`r = [ "a" ] "b"`, false, "aab", -1, 1},
		{`r = *"a"`, false, "", 0, 0},
		{`r = *"a"`, false, "aaab", 3, 3},
		{`r = 1*"a"`, false, "", -1, 0},
		{`r = 2*3"a"`, false, "a", -1, 1},
		{`r = 2*3"a"`, false, "aaaa", 3, 3},
		{`r = *2"a" "b"`, false, "aaab", -1, 2},
		{`r = *2"a" "b"`, false, "b", 1, 1},
		{`r = 2"a"`, false, "aaa", 2, 2},
		{`r = 1*4x` + "\n" + `x = "a"`, false, "aaaaa", 4, 4},
		{`r = 1*[ "a" ]`, false, "", -1, 0},
		{`r = *[ "a" ] "b"`, false, "aab", 3, 3},
		{`r = 1*( [ "a" ] )`, false, "", 0, 0},
		{`r = *( *"a" [ "b" ] ) "c"`, false, "abbac", 5, 5},
		{`r = *( "a" "." ) "b" [ "." ]`, false, "a.b.", 4, 4},
		{`r = *( "a" "." ) "a" [ "." ]`, false, "a.a.a", 5, 5},
		{`r = <">`, false, `"`, 1, 1},
		{`r = ";" | "(" ; a comment: | "x"`, false, ";", 1, 1},
		{"r = \"a\"\n    | \"b\" ; one\n ; two\n c = \"x\"", false, "b", 1, 1},
		{"r = a-b_c+d e\na-b_c+d = \"1\"\ne=\"2\"", false, "12", 2, 2},
		{`r = "a" "b" | "a" "c" *( "d" ) | "e"`, false, "acddd", 5, 5},
	} {
		a := testBNF(t, test.grammar, test.fold).Rule("r")
		if got := a.longestPrefix(test.text); got != test.longest {
			t.Errorf("%s: longest prefix of %q is %d octets long, want %d", test.grammar, test.text, got, test.longest)
		}
		ok, viable := a.Run(test.text)
		if want := test.longest == len(test.text); ok != want || a.Match(test.text) != want {
			t.Errorf("%s: run(%q) = %v, want %v", test.grammar, test.text, ok, want)
		}
		if viable != test.viable {
			t.Errorf("%s: longest viable prefix of %q is %d octets long, want %d", test.grammar, test.text, viable, test.viable)
		}
	}
}

// TestABNFNotation is [TestBNFNotation] for the notation of RFC 5234.
func TestABNFNotation(t *testing.T) {
	for _, test := range []struct {
		grammar, text   string
		longest, viable int
	}{
		{`r = "a" / "b" "c"`, "bc", 2, 2},
		{`r = "a" / "b" "c"`, "ac", 1, 1},
		{`r = ( "a" / "B" ) "c"`, "bC", 2, 2},
		{`r = %x31-33 2DIGIT` + "\nDIGIT = %x30-39", "345", 3, 3},
		{`r = %x31-33 2DIGIT` + "\nDIGIT = %x30-39", "445", -1, 0},
		{`r = %x41`, "A", 1, 1},
		{`r = %x41`, "a", -1, 0},
		{`r = "a" 0<x>` + "\nx = \"b\"", "ab", 1, 1},
		{`r = <x> ; a rule` + "\nx = \"b\"", "b", 1, 1},
	} {
		g := NewABNF()
		if err := g.Read(test.grammar); err != nil {
			t.Fatalf("read %q: %v", test.grammar, err)
		}
		a := g.Rule("r")
		if _, viable := a.Run(test.text); a.longestPrefix(test.text) != test.longest || viable != test.viable {
			t.Errorf("%s: %q: %d, %d, want %d, %d", test.grammar, test.text, a.longestPrefix(test.text), viable, test.longest, test.viable)
		}
	}
	for _, test := range []struct{ grammar, want string }{
		{`a = "b" | "c"`, `1: "|" where an element belongs`},
		{`a = %x39-31`, `1: %x39-31 is no range of octets`},
		{`a = %x`, `1: %x is no range of octets`},
		{`a = %x80000000`, `1: %x80000000 is no range of octets`},
		{`a = %x110000`, `1: %x110000 is no range of characters`},
		{`a = %xA0-DC00`, `1: %xA0-DC00 is no range of characters`},
		{`a = %xA0-E000`, `1: %xA0-E000 is no range of characters`},
	} {
		if err := NewABNF().Read(test.grammar); err == nil || err.Error() != test.want {
			t.Errorf("read %q: %v, want %q", test.grammar, err, test.want)
		}
	}
}

func TestBNFErrors(t *testing.T) {
	for _, test := range []struct{ grammar, want string }{
		{`"a" = "b"`, `1: a definition begins with a name`},
		{"a =\n", `2: an alternative is empty`},
		{"a = \"b\" |\nc = \"d\"", `2: an alternative is empty`},
		{"a = b\na = c", `2: a is defined twice`},
		{`a = "b`, `1: '"' is not closed on its line`},
		{"a = \"b\n\"", `1: '"' is not closed on its line`},
		{`a = ( "b"`, `1: "" where ')' closes the group of line 1`},
		{`a = [ "b" )`, `1: ")" where ']' closes the group of line 1`},
		{`a = "b" )`, `1: ")" is not allowed here`},
		{`a = "b" = "c"`, `1: "=" is not allowed here`},
		{`a = "b" , "c"`, `1: ',' has no meaning in the notation`},
		{`a = 3*2"b"`, `1: 3*2 allows no number`},
		{`a = 99999*"b"`, `1: 99999 is too many`},
		{`a = 3*`, `1: "" where an element belongs`},
		{`a = ** "b"`, `1: "*" where an element belongs`},
	} {
		g := New(false)
		if err := g.Read(test.grammar); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("read %q: %v, want %q", test.grammar, err, test.want)
		}
	}
	for _, test := range []struct{ grammar, want string }{
		{`a = b`, `b is not defined, but used: a -> b`},
		{`a = <any octet>`, `any octet is not defined, but used: a -> any octet`},
		{`a = "b" / "c"`, `/ is not defined, but used: a -> /`},
		{`a = "x" a | "y"`, `a leads back to itself, the grammar may not be regular: a -> a`},
		{"a = \"x\" b\nb = [ \"y\" c ]\nc = b", `b leads back to itself, the grammar may not be regular: a -> b -> c -> b`},
	} {
		_, err := testBNF(t, test.grammar, false).expand("a", nil)
		if err == nil || err.Error() != test.want {
			t.Errorf("expand %q: %v, want %q", test.grammar, err, test.want)
		}
	}
}

// ends returns the offsets at which a text that n derives can end in s, if it
// begins at one of from. It is the slow twin of the automata.
func (n *node) ends(s string, from []int) []int {
	var to []int
	switch n.op {
	case opSet:
		for _, i := range from {
			if i < len(s) && strings.IndexByte(n.set, s[i]) >= 0 {
				to = append(to, i+1)
			}
		}
	case opSequence:
		to = from
		for _, kid := range n.kids {
			to = kid.ends(s, to)
		}
	case opChoice:
		for _, kid := range n.kids {
			to = append(to, kid.ends(s, from)...)
		}
	case opRepeat:
		// More rounds add nothing, since each reads an octet or nothing.
		rounds := n.lo + len(s)
		if n.hi >= 0 {
			rounds = min(rounds, n.hi)
		}
		for round := 0; ; round++ {
			if round >= n.lo {
				to = append(to, from...)
			}
			if round == rounds || len(from) == 0 {
				break
			}
			from = n.kids[0].ends(s, from)
		}
	}
	slices.Sort(to)
	return slices.Compact(to)
}

// TestAutomata compares the Automaton of every rule with its slow twin.
func TestAutomata(t *testing.T) {
	rng := seed.Rand(t)
	uris := New(false).MustReadFiles(testdata.Grammars, "rfc2396.bnf", "rfc2396-read.bnf", "rfc2732.bnf", "rfc3986.bnf")
	urls := New(true).MustReadFiles(testdata.Grammars, "rfc1738.bnf", "rfc1738-read.bnf")
	abnf := NewABNF().MustReadFiles(testdata.Grammars, "rfc5234.abnf", "rfc3986.abnf", "rfc3987.abnf")
	for _, g := range []*Grammar{uris, urls, abnf} {
		for _, name := range slices.Sorted(maps.Keys(g.rules)) {
			a := g.Rule(name)
			check := func(s string) {
				ends := a.node.ends(s, []int{0})
				want := slices.Contains(ends, len(s))
				longest := -1
				if len(ends) > 0 {
					longest = ends[len(ends)-1]
				}
				ok, viable := a.Run(s)
				if ok != want || a.longestPrefix(s) != longest || viable < longest {
					t.Errorf("%s: run(%q) = %v, %d, longest prefix %d; want %v, %d", name, s, ok, viable, a.longestPrefix(s), want, longest)
				}
			}
			walk("", Alphabet(Classes(a)), 2, check)
			for range 30 {
				s := a.Derive(rng, 1+rng.IntN(30))
				if !a.Match(s) {
					t.Errorf("%s does not match %q, derived from it", name, s)
				}
				i, j := rng.IntN(len(s)+1), rng.IntN(len(s)+1)
				check(s[:i] + string([]byte{byte(rng.IntN(256))}) + s[max(i, j):])
			}
		}
	}
}

// TestCharacters compares ranges of characters with the code points themselves, at all
// encodings of up to four octets.
func TestCharacters(t *testing.T) {
	g := NewABNF().MustReadFiles(testdata.Grammars, "rfc5234.abnf", "rfc3986.abnf", "rfc3987.abnf")
	for name, ranges := range map[string][][2]rune{
		"ucschar": {
			{0xA0, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFEF}, {0x10000, 0x1FFFD}, {0x20000, 0x2FFFD}, {0x30000, 0x3FFFD},
			{0x40000, 0x4FFFD}, {0x50000, 0x5FFFD}, {0x60000, 0x6FFFD}, {0x70000, 0x7FFFD}, {0x80000, 0x8FFFD}, {0x90000, 0x9FFFD},
			{0xA0000, 0xAFFFD}, {0xB0000, 0xBFFFD}, {0xC0000, 0xCFFFD}, {0xD0000, 0xDFFFD}, {0xE1000, 0xEFFFD},
		},
		"iprivate": {{0xE000, 0xF8FF}, {0xF0000, 0xFFFFD}, {0x100000, 0x10FFFD}},
	} {
		a := g.Rule(name)
		for r := range rune(utf8.MaxRune + 1) {
			want := slices.ContainsFunc(ranges, func(x [2]rune) bool { return x[0] <= r && r <= x[1] })
			if utf8.ValidRune(r) && a.Match(string(r)) != want {
				t.Fatalf("%s matches %U: %v", name, r, !want)
			}
		}
		// Nothing that is not UTF-8 matches.
		walk("", "\x00\x7F\x80\x8F\x90\x9F\xA0\xBF\xC0\xC1\xC2\xDF\xE0\xED\xEE\xEF\xF0\xF3\xF4\xF5\xFF", 4, func(s string) {
			if r, n := utf8.DecodeRuneInString(s); a.Match(s) && (r == utf8.RuneError || n != len(s)) {
				t.Errorf("%s matches %q", name, s)
			}
		})
	}
}
