package uri

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"example.com/uri/internal/bnf"
	"example.com/uri/internal/seed"
)

// A conformsJudge compares [Conforms1738] with the grammar of RFC 1738.
type conformsJudge struct {
	t                       *testing.T
	texts, accepted, failed atomic.Int64
}

func (j *conformsJudge) check(s string) {
	ok, viable := rule1738(s).Run(s)
	j.texts.Add(1)
	err := Conforms1738(s)
	if ok {
		j.accepted.Add(1)
	}
	e, _ := err.(*SyntaxError)
	if ok == (err == nil) && (ok || e.Offset == viable && strings.HasPrefix(e.Rule.Section(), "RFC 1738")) {
		return
	}
	if j.failed.Add(1) < 20 {
		j.t.Errorf("Conforms1738(%q): %v, the grammar says %v, %d", s, err, ok, viable)
	}
}

// checkSome is check until many texts have failed.
func (j *conformsJudge) checkSome(s string) {
	if j.failed.Load() < 20 {
		j.check(s)
	}
}

func (j *conformsJudge) sum() {
	j.t.Logf("%d texts, %d accepted, %d failed", j.texts.Load(), j.accepted.Load(), j.failed.Load())
	if j.accepted.Load() == 0 {
		j.t.Error("no text was accepted")
	}
}

// TestConformsEveryText checks the prefix of each scheme, followed by every short
// text over the characters that its rule distinguishes. After a longer prefix the
// texts are one octet shorter.
func TestConformsEveryText(t *testing.T) {
	j := &conformsJudge{t: t}
	check := func(n int, prefixes string) {
		for _, prefix := range strings.Fields(prefixes) {
			a := rule1738(prefix)
			letters := bnf.Alphabet(a.ClassesAfter(prefix))
			t.Logf("%s and %d of %q", prefix, n, letters)
			bnf.EveryText(prefix, letters, n, func() func(string) { return j.check })
		}
	}
	check(*exhaustive-1, `ftp:// http:// gopher:// mailto: news: nntp:// telnet:// wais:// file:// prospero://
		x-y: 1.+:`)
	check(*exhaustive-2, `ftp: HTTP: telne FTP file: file:/ wais:/ x://
		ftp://h ftp://u@ ftp://u:p@h:1 ftp://h/ ftp://h/a; ftp://h/a;TYPE ftp://1.2.3
		http://h http://h/ http://h/a? http://1.2. telnet://u:p@h file://h file:///
		gopher://h gopher://h/ gopher://h/1%09 gopher://h/1%09%09
		mailto:a news:a news:a@ news:a@1.2.3 nntp://h nntp://h/ nntp://h/g/
		wais://h wais://h/ wais://h/d/ wais://h/d/t/ wais://h/d?
		prospero://h prospero://h/ prospero://h/n;f prospero://h/n;f=v`)
	j.sum()
}

// TestConformsEveryOctet puts each octet after texts that end in each place.
func TestConformsEveryOctet(t *testing.T) {
	j := &conformsJudge{t: t}
	var all [256]byte
	for b := range all {
		all[b] = byte(b)
	}
	bnf.EveryText("", string(all[:]), 2, func() func(string) { return j.check })
	for _, s := range conformingURLs {
		for i := range len(s) + 1 {
			bnf.EveryText(s[:i], string(all[:]), 1, func() func(string) { return j.check })
		}
	}
	j.sum()
}

// conformingURLs have every part of every rule.
var conformingURLs = []string{
	"ftp://u;?&=:p@a-b.c:21/d?:@&=/e%2F;type=a",
	"http://h.a:80/a;:@&=/b?c;:@&=%20",
	"telnet://u:p@1.2.3.4:23/",
	"file://localhost/a/b?:@&=", "file:///a",
	"gopher://h:70/%09;/?:@&=%09q;/?:@&=%09+;/?:@&=%09",
	"mailto:;/?:@&=%25$-_.+!*'(),", "news:*", "news:*a@b.c", "news:a-.+_9", "news:;/?:&=%20@1.2.3.4",
	"nntp://h:119/a-.+_9/0007", "nntp://h/a",
	"wais://h:210/d%2F", "wais://h/d?s;:@&=%20", "wais://h/d%20/t%20/p%20",
	"prospero://h:1525//a?:@&=%3B/b;f?:@&%3D=v?:@&%3D;=",
	"x+y-z.1:a//b?c", "1x:",
}

// TestConformsRandomTexts: derivations of the rules, and mutations of them.
func TestConformsRandomTexts(t *testing.T) {
	rng := seed.Rand(t)
	j := &conformsJudge{t: t}
	rules := []*bnf.Automaton{rfc1738().Rule("genericurl")}
	for _, scheme := range schemes1738 {
		rules = append(rules, rfc1738().Rule(scheme+"url"))
	}
	for n := 0; n < *random/2; n += 2 {
		s := rules[rng.IntN(len(rules))].Derive(rng, 1+rng.IntN(60))
		mutated := mutateURL(rng, s)
		j.check(s)
		j.check(mutated)
	}
	j.sum()
}

// mutateURL is [mutate]. Most of the time it keeps the scheme.
func mutateURL(rng *rand.Rand, s string) string {
	i := strings.Index(s, ":") + 1
	if rng.IntN(4) == 0 {
		i = 0
	}
	return s[:i] + mutated(rng, s[i:])
}

// TestConformsVectors: the verdicts of the tables.
func TestConformsVectors(t *testing.T) {
	n := 0
	for _, v := range rows(t, "scheme-specific") {
		verdict, _, _ := strings.Cut(strings.TrimPrefix(v.Oracle, "1738:"), " ")
		if !slices.Contains([]string{"valid", "invalid"}, verdict) {
			continue
		}
		n++
		want := verdict == "valid" || strings.Contains(v.Input, ";TYPE=")
		if err := Conforms1738(v.Input); (err == nil) != want {
			t.Errorf("%v: %v, want %s", v, err, verdict)
		}
	}
	if n < 200 {
		t.Errorf("%d verdicts, want at least 200", n)
	}
}

// TestConformsRules: the rule that each error names. The grammar judges the
// offsets, but not these.
func TestConformsRules(t *testing.T) {
	seen := map[rule]bool{
		// These only the structs name.
		ruleIPSchemepart.texts(): true, rulePassword.texts(): true, ruleMailtoURL.texts(): true,
	}
	for _, test := range []struct {
		in   string
		rule *rule
	}{
		{"", ruleScheme1738},
		{"a_b:c", ruleScheme1738},
		{"a:^", ruleSchemepart},
		{"a:%4g", ruleEscape1738},
		{"ftp:/h", ruleFTPURL},
		{"ftp://!", ruleLogin},
		{"ftp://^", ruleHostname1738},
		{"ftp://h:/", rulePort1738},
		{"ftp://u@h~", ruleHostport1738},
		{"http://h_x/", ruleHostport1738},
		{"http:///p", ruleHostname1738},
		{"http://1.2.3/", ruleHostname1738},
		{"http://h./", ruleHostname1738},
		{"http://h:/", rulePort1738},
		{"ftp://h/~", ruleFsegment},
		{"ftp://h/a;typo=a", ruleFTPURL},
		{"ftp://h/a;type=x", ruleFtptype},
		{"ftp://h/a;type=ai", ruleFTPURL},
		{"file:/a", ruleFileURL},
		{"file://h", ruleFileURL},
		{"file:///a;b", ruleFsegment},
		{"http:/h", ruleHTTPURL},
		{"http://h/a#b", ruleHsegment},
		{"http://h/a?b/c", ruleSearch},
		{"gopher:h", ruleGopherURL},
		{"gopher://h/~", ruleGtype},
		{"gopher://h/1~", ruleSelector},
		{"gopher://h/1%09~", ruleSearch},
		{"gopher://h/1%09%09~", ruleGopherPlusString},
		{"mailto:", ruleEncoded822addr},
		{"mailto:a^", ruleEncoded822addr},
		{"news:alt.*", ruleGrouppart},
		{"news:a ", ruleArticle1738},
		{"news:a@b/", ruleHostname1738},
		{"nntp:h", ruleNNTPURL1738},
		{"nntp://h/", ruleGroup1738},
		{"nntp://h/g/", ruleDigits},
		{"telnet:h", ruleTelnetURL},
		{"telnet://h/x", ruleTelnetURL},
		{"wais:h", ruleWAISURL},
		{"wais://h", ruleWAISURL},
		{"wais://h/~", ruleDatabase},
		{"wais://h/d?/", ruleSearch},
		{"wais://h/d/t", ruleWAISDoc},
		{"wais://h/d/:", ruleWtype},
		{"wais://h/d/t/p/q", ruleWpath},
		{"prospero://h", ruleProsperoURL},
		{"prospero://h/~", rulePsegment},
		{"prospero://h/n;a", ruleFieldspec},
		{"prospero://h/n;~", ruleFieldname},
		{"prospero://h/n;a=b=c", ruleFieldvalue},
	} {
		seen[test.rule.texts()] = true
		err := Conforms1738(test.in)
		if e, ok := err.(*SyntaxError); !ok || e.Rule.rule != test.rule || e.Op != "conforms" {
			t.Errorf("Conforms1738(%q): %v, want an error for %v", test.in, err, Rule{test.rule})
		}
	}
	for _, r := range rulesOf(t, "RFC 1738") {
		if !seen[r] {
			t.Errorf("no row for %v", r)
		}
	}
}
