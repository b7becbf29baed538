package uri

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unicode/utf8"

	"example.com/uri/internal/bnf"
	"example.com/uri/internal/seed"
	"example.com/uri/testdata"
)

// The grammars of RFC 3986, read once.
var (
	// Appendix A as printed.
	rfc3986 = sync.OnceValue(func() *bnf.Grammar {
		return bnf.NewABNF().MustReadFiles(testdata.Grammars, "rfc5234.abnf", "rfc3986.abnf")
	})
	// The same and RFC 3987, 2.2, as printed.
	rfc3987 = sync.OnceValue(func() *bnf.Grammar {
		return bnf.NewABNF().MustReadFiles(testdata.Grammars, "rfc5234.abnf", "rfc3986.abnf", "rfc3987.abnf")
	})
	// The same with any text between brackets that has the characters of an IPv6
	// address, as in [anyIPv6].
	anyIPv63986 = sync.OnceValue(func() *bnf.Grammar {
		g := bnf.NewABNF().MustReadFiles(testdata.Grammars, "rfc5234.abnf", "rfc3986.abnf", "rfc3987.abnf")
		if err := g.Read(`IPv6address = *( HEXDIG / ":" / "." )`); err != nil {
			panic(err)
		}
		return g
	})
)

// A conforms3986Judge compares [Conforms3986] with the grammar of RFC 3986, or
// [Conforms3987] with that of RFC 3987.
type conforms3986Judge struct {
	t                          *testing.T
	name                       string
	conforms                   func(s string) (bool, error)
	uri, reference, anyAddress *bnf.Automaton
	texts, accepted, failed    atomic.Int64
}

func newConforms3986Judge(t *testing.T) *conforms3986Judge {
	return &conforms3986Judge{
		t: t, name: "Conforms3986", conforms: Conforms3986, uri: rfc3986().Rule("URI"), reference: rfc3986().Rule("URI-reference"),
		anyAddress: anyIPv63986().Rule("URI-reference"),
	}
}

func newConforms3987Judge(t *testing.T) *conforms3986Judge {
	return &conforms3986Judge{
		t: t, name: "Conforms3987", conforms: Conforms3987, uri: rfc3987().Rule("IRI"), reference: rfc3987().Rule("IRI-reference"),
		anyAddress: anyIPv63986().Rule("IRI-reference"),
	}
}

func (j *conforms3986Judge) check(s string) {
	ok, viable := j.reference.Run(s)
	j.texts.Add(1)
	absolute, err := j.conforms(s)
	if ok {
		j.accepted.Add(1)
		if err == nil && absolute == j.uri.Match(s) {
			return
		}
	}
	offset, badAddress := errorOffset(j.anyAddress, s, viable)
	for !utf8.ValidString(s[:offset]) { // in a character that is not allowed
		offset--
	}
	if e, _ := err.(*SyntaxError); !ok && e != nil && !absolute && e.Offset == offset && e.Op == "conforms" &&
		strings.HasPrefix(e.Rule.Section(), "RFC 398") && (e.Rule.rule == ruleIPv6address3986) == badAddress {
		return
	}
	if j.failed.Add(1) < 20 {
		j.t.Errorf("%s(%q): %v, %v, the grammar says %v, %d", j.name, s, absolute, err, ok, offset)
	}
}

// checkSome is check until many texts have failed.
func (j *conforms3986Judge) checkSome(s string) {
	if j.failed.Load() < 20 {
		j.check(s)
	}
}

func (j *conforms3986Judge) sum() {
	j.t.Helper()
	j.t.Logf("%d texts, %d accepted, %d failed", j.texts.Load(), j.accepted.Load(), j.failed.Load())
	if j.accepted.Load() == 0 || j.accepted.Load() == j.texts.Load() {
		j.t.Error("all texts were accepted, or none")
	}
}

// conforming3986 have every part of every rule.
var conforming3986 = []string{
	"x+-.1:a/b//c?d?/e#f?/g", "x://u%41:;@h%41.,:80/a:@/b?c#d", "x:/a/b", "x:", "x:?#",
	"//u:p@1.2.3.4:80?#", "//[1:2:3:4:5:6:7:8]:80/", "//[::1.2.255.249]", "//u@[v1F.a:$~]:80", "//[V0.:]",
	"/a//b", "a%2f:", "a@b/c:d", "?q", "#f", "//", "//:", "//@:/", "http://www.example.com:80/a.b/c?d=e&f#g",
}

// TestConforms3986EveryText checks every short text over the characters that the
// grammar distinguishes, every octet after the beginnings of longer texts, derivations
// of the rules and mutations of them.
func TestConforms3986EveryText(t *testing.T) {
	j := newConforms3986Judge(t)
	check := func() func(string) { return j.check }
	letters := bnf.Alphabet(bnf.Classes(j.anyAddress))
	t.Logf("alphabet %q", letters)
	bnf.EveryText("", letters, *exhaustive, check)
	for _, prefix := range strings.Fields("http:// //u@ //[ //[v a: //a.b-c. //abcdefgh:12") {
		bnf.EveryText(prefix, letters, *exhaustive-1, check)
	}
	literals := bnf.Alphabet(bnf.Classes(j.reference))
	for _, prefix := range strings.Fields("//[:: //[1:2:3:4:5:6: //[1:2:3:4:5:: //[::1.2.25 //[1.2.3. //[v1.") {
		bnf.EveryText(prefix, literals, *exhaustive-1, check)
	}
	var all [256]byte
	for b := range all {
		all[b] = byte(b)
	}
	for _, s := range conforming3986 {
		for i := range len(s) + 1 {
			bnf.EveryText(s[:i], string(all[:]), 1, check)
		}
	}
	rng := seed.Rand(t)
	rules := []*bnf.Automaton{j.uri, j.reference, rfc3986().Rule("relative-ref")}
	for n := 0; n < *random/2; n += 2 {
		s := rules[rng.IntN(len(rules))].Derive(rng, 1+rng.IntN(80))
		j.check(s)
		j.check(mutated(rng, s))
	}
	j.sum()
}

// expressions3986 returns the expressions of a URI and of a relative-ref, put together
// from those of the rules of Appendix A by hand.
func expressions3986() (absolute, relative *regexp.Regexp) {
	const (
		unreserved = `A-Za-z0-9\-._~`
		subDelims  = `!$&'()*+,;=`
		pctEncoded = `%[0-9A-Fa-f][0-9A-Fa-f]`
		pchar      = `(?:[` + unreserved + subDelims + `:@]|` + pctEncoded + `)`
		segmentNC  = `(?:[` + unreserved + subDelims + `@]|` + pctEncoded + `)+`
		query      = `(?:\?(?:` + pchar + `|[/?])*)?`
		fragment   = `(?:#(?:` + pchar + `|[/?])*)?`

		abempty  = `(?:/` + pchar + `*)*`
		path     = `/(?:` + pchar + `+` + abempty + `)?`
		noscheme = segmentNC + abempty
		rootless = pchar + `+` + abempty

		octet   = `(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])`
		ipv4    = octet + `\.` + octet + `\.` + octet + `\.` + octet
		h16     = `[0-9A-Fa-f]{1,4}`
		ls32    = `(?:` + h16 + `:` + h16 + `|` + ipv4 + `)`
		future  = `[vV][0-9A-Fa-f]+\.[` + unreserved + subDelims + `:]+`
		regName = `(?:[` + unreserved + subDelims + `]|` + pctEncoded + `)*`
	)
	groups := func(most string) string { return `(?:(?:` + h16 + `:)` + most + h16 + `)?` }
	ipv6 := strings.Join([]string{
		`(?:` + h16 + `:){6}` + ls32,
		`::(?:` + h16 + `:){5}` + ls32,
		groups(`{0,0}`) + `::(?:` + h16 + `:){4}` + ls32,
		groups(`{0,1}`) + `::(?:` + h16 + `:){3}` + ls32,
		groups(`{0,2}`) + `::(?:` + h16 + `:){2}` + ls32,
		groups(`{0,3}`) + `::` + h16 + `:` + ls32,
		groups(`{0,4}`) + `::` + ls32,
		groups(`{0,5}`) + `::` + h16,
		groups(`{0,6}`) + `::`,
	}, "|")
	host := `(?:\[(?:` + ipv6 + `|` + future + `)\]|` + ipv4 + `|` + regName + `)`
	authority := `(?:(?:[` + unreserved + subDelims + `:]|` + pctEncoded + `)*@)?` + host + `(?::[0-9]*)?`
	whole := func(prefix, first string) *regexp.Regexp {
		return regexp.MustCompile(`^` + prefix + `(?://` + authority + abempty + `|` + path + `|` + first + `|)` + query + fragment + `$`)
	}
	return whole(`[A-Za-z][A-Za-z0-9+\-.]*:`, rootless), whole(``, noscheme)
}

// TestConforms3986Expressions compares Conforms3986 with regular expressions, which
// share nothing with the automata, on short texts, derivations and mutations.
func TestConforms3986Expressions(t *testing.T) {
	absolute, relative := expressions3986()
	accepted, failed := 0, 0
	check := func(s string) {
		a, r := absolute.MatchString(s), relative.MatchString(s)
		if a || r {
			accepted++
		}
		if got, err := Conforms3986(s); got != a || (err == nil) != (a || r) || a && r {
			if failed++; failed < 20 {
				t.Errorf("Conforms3986(%q): %v, %v, the expressions say %v and %v", s, got, err, a, r)
			}
		}
	}
	var mu sync.Mutex
	bnf.EveryText("", "aG1%:/?#@[]v.\n\"", *exhaustive-1, func() func(string) {
		return func(s string) {
			mu.Lock()
			defer mu.Unlock()
			check(s)
		}
	})
	rng := seed.Rand(t)
	literal := rfc3986().Anonymous(`"//[" ( IPv6address / IPvFuture ) "]"`)
	for range *random / 10 {
		for _, a := range []*bnf.Automaton{rfc3986().Rule("URI-reference"), literal} {
			s := a.Derive(rng, 60)
			check(s)
			check(mutated(rng, s))
		}
	}
	t.Logf("%d accepted", accepted)
	if accepted < 100 {
		t.Errorf("only %d texts were accepted", accepted)
	}
}

// TestConforms3986Vectors compares Conforms3986 and Conforms3987 with the verdicts of the
// test suites of JSON Schema and of protovalidate. Their "uri" and "iri" have a scheme, their
// "uri-reference" and "iri-reference" need none.
func TestConforms3986Vectors(t *testing.T) {
	count := map[string]int{}
	for _, v := range rows(t, "schema-uri", "schema-uri-reference", "schema-iri", "schema-iri-reference", "proto-uri", "proto-uri-reference") {
		count[v.Kind]++
		conforms := Conforms3986
		if strings.Contains(v.Kind, "-iri") {
			conforms = Conforms3987
		}
		absolute, err := conforms(v.Input)
		got := err == nil && (absolute || strings.HasSuffix(v.Kind, "-reference"))
		if want := v.Expected == "valid"; got != want && v.Oracle != "DIFFERS" {
			t.Errorf("%v: %v, %v, want %s", v, absolute, err, v.Expected)
		} else if got == want && v.Oracle == "DIFFERS" {
			t.Errorf("%v: no longer differs", v)
		}
		if iri, _ := Conforms3987(v.Input); got && iri != absolute {
			t.Errorf("%v: a URI, and Conforms3987 says %v", v, iri)
		}
	}
	for kind, least := range map[string]int{"schema-uri": 30, "schema-uri-reference": 10, "schema-iri": 17, "schema-iri-reference": 7, "proto-uri": 160, "proto-uri-reference": 116} {
		if count[kind] < least {
			t.Errorf("%d verdicts of %s, want at least %d", count[kind], kind, least)
		}
	}
}

// iris have every place of a character that is not ASCII.
var iris = []string{
	"http://é:ü@ñ.example:80/ö/ä?\uE000=ß#ö", "é/ü:", "x:é", "/é", "#\U0001D11E", "?\U000F0000\U00100000", "//[::1]/é", "é%C3%A9",
	strings.Repeat("é", 20) + "/" + strings.Repeat("a", 20) + "?" + strings.Repeat("\U00010000b", 9),
}

// TestConforms3987EveryText is [TestConforms3986EveryText] for Conforms3987, with every
// character and the octets that are none.
func TestConforms3987EveryText(t *testing.T) {
	j := newConforms3987Judge(t)
	check := func() func(string) { return j.check }
	letters := bnf.Alphabet(bnf.Classes(j.anyAddress))
	t.Logf("alphabet %q", letters)
	bnf.EveryText("", letters, *exhaustive-1, check)
	for _, prefix := range strings.Fields("// //u@ é http://é /ö ?ä #ü ?abcdefgh é\x80 \xF0\x9F") {
		bnf.EveryText(prefix, letters, *exhaustive-2, check)
	}
	for r := range rune(utf8.MaxRune + 2) {
		for _, s := range []string{string(r), "/a?" + string(r), "//" + string(r)} {
			if r < 0x30 || int(r)%7 == 0 || r&0xFFF < 2 || r&0xFFF > 0xFFD || 0xFDC0 <= r && r < 0x10000 || 0xE000-2 <= r && r < 0xE002 || 0xF8F0 <= r && r < 0xF902 {
				j.check(s)
			}
		}
	}
	for _, s := range iris {
		for i := range len(s) + 1 {
			for b := range 256 {
				j.check(s[:i] + string([]byte{byte(b)}))
				if b%5 == i%5 {
					j.check(s[:i] + string([]byte{byte(b)}) + s[i:])
				}
			}
		}
	}
	rng := seed.Rand(t)
	rules := []*bnf.Automaton{j.uri, j.reference, rfc3987().Rule("irelative-ref"), rfc3987().Rule("iauthority")}
	for n := 0; n < *random/2; n += 2 {
		s := rules[rng.IntN(len(rules))].Derive(rng, 1+rng.IntN(80))
		j.check(s)
		j.check(mutated(rng, s))
	}
	j.sum()
}

// TestConforms3986Rules checks the rule that each error names. The grammar judges the
// offsets, but not these.
func TestConforms3986Rules(t *testing.T) {
	seen := map[rule]bool{}
	for _, test := range []struct {
		in     string
		offset int
		rule   *rule
	}{
		{"x:^", 2, ruleHierPart3986},
		{"x:a^", 3, rulePathRootless},
		{"x:/a^", 4, rulePathAbsolute},
		{"x://h/a^", 7, rulePathAbempty},
		{"//h/a^", 5, rulePathAbempty},
		{"/a^", 2, rulePathAbsolute},
		{"^", 0, ruleRelativePart},
		{":a", 0, ruleRelativePart},
		{"a^", 1, rulePathNoscheme},
		{"a/b^", 3, rulePathNoscheme},
		{"1a:b", 2, rulePathNoscheme},
		{"a?^", 2, ruleQuery3986},
		{"a#^", 2, ruleFragment3986},
		{"a#b#", 3, ruleFragment3986},
		{"//^", 2, ruleAuthority3986},
		{"//h:80:80", 9, ruleAuthority3986},
		{"//h:8a/", 6, ruleAuthority3986},
		{"//[::1]^", 7, ruleAuthority3986},
		{"//[::1]%41", 7, ruleAuthority3986},
		{"//u@h@", 5, ruleRegName3986},
		{"//u@h:8a", 7, rulePort3986},
		{"//u@h:%41", 6, rulePort3986},
		{"//[", 3, ruleIPLiteral},
		{"//[::1", 6, ruleIPLiteral},
		{"//[::1%25eth0]", 6, ruleIPLiteral},
		{"//[::g]", 5, ruleIPLiteral},
		{"//[1.2.3.4]", 3, ruleIPv6address3986},
		{"//[1:2:3:4:5:6:7:8:9]", 3, ruleIPv6address3986},
		{"//[v.]", 4, ruleIPvFuture},
		{"//[v1]", 5, ruleIPvFuture},
		{"//[v1.]", 6, ruleIPvFuture},
		{"//[v1.%41]", 6, ruleIPvFuture},
		{"//[v1.a", 7, ruleIPLiteral},
		{"%4", 2, rulePctEncoded},
		{"//u@%4g", 6, rulePctEncoded},
		{"//%g", 3, rulePctEncoded},
		{"x:%", 3, rulePctEncoded},
	} {
		seen[test.rule.texts()] = true
		_, err := Conforms3986(test.in)
		if e, ok := err.(*SyntaxError); !ok || e.Rule.rule != test.rule || e.Offset != test.offset || e.Op != "conforms" {
			t.Errorf("Conforms3986(%q): %v, want an error at %d for %v", test.in, err, test.offset, Rule{test.rule})
		}
	}
	for _, r := range rulesOf(t, "RFC 3986") {
		if !seen[r] {
			t.Errorf("no row for %v", r)
		}
	}
}

// TestConforms3986Parse checks in which directions Parse and Conforms3986 differ: RFC
// 2396 has authorities that are no host, RFC 3986 has an empty path after a scheme and
// the addresses of future versions of IP.
func TestConforms3986Parse(t *testing.T) {
	rng := seed.Rand(t)
	check := func(s string) {
		absolute, err := Conforms3986(s)
		u, parseErr := Parse(s)
		p := appendixB(s)
		switch {
		case err == nil && parseErr != nil:
			empty := p.scheme.ok && !p.authority.ok && (p.path.of(s) == "")
			if !empty && !strings.Contains(strings.ToLower(p.authority.of(s)), "[v") {
				t.Errorf("%q conforms, Parse: %v", s, parseErr)
			}
		case err != nil && parseErr == nil:
			if !p.authority.ok || u.IsServer() || u.HostKind() != HostNone {
				t.Errorf("Parse takes %q, %v", s, err)
			}
		case err == nil && absolute != u.IsAbsolute():
			t.Errorf("%q: absolute %v, IsAbsolute %v", s, absolute, u.IsAbsolute())
		}
	}
	for range *random / 4 {
		s := deriveEither(rng)
		check(s)
		check(mutated(rng, s))
	}
}

func deriveEither(rng *rand.Rand) string {
	if rng.IntN(2) == 0 {
		return rfc3986().Rule("URI-reference").Derive(rng, 60)
	}
	return rfc2732().Rule("URI-reference").Derive(rng, 60)
}

// FuzzConforms3986 compares Conforms3986 and Conforms3987 with the grammars.
func FuzzConforms3986(f *testing.F) {
	for _, s := range slices.Concat(seeds(f), conforming3986, iris, machine3986().Cover) {
		f.Add(s)
	}
	// The automata are made here, since the fuzzer ends an input that takes too long.
	newConforms3986Judge(nil)
	newConforms3987Judge(nil)
	f.Fuzz(func(t *testing.T, s string) {
		newConforms3986Judge(t).check(s)
		newConforms3987Judge(t).check(s)
	})
}
