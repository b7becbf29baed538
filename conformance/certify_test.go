package main

import (
	"flag"
	"io"
	"iter"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"example.com/uri"
	"example.com/uri/internal/bnf"
)

var long = flag.Bool("long", false, "run the suites of all RFCs, and ask each wrong parser a whole suite")

// A short grammar, so that its suite has few texts, and the same as an expression.
const shortRule = `text = 1*%x61-7A [ ":" *( %x61-7A / %x30-39 ) ]`

var shortExpr = regexp.MustCompile(`^[a-z]+(:[a-z0-9]*)?$`)

func init() {
	specs["short"] = func() *spec {
		g := bnf.NewABNF()
		if err := g.Read(shortRule); err != nil {
			panic(err)
		}
		return &spec{rfc: "short", valid: g.Rule("text")}
	}
	specs["same"] = specs["short"]
}

// A parser answers in the process of the test, in place of a harness.
type parser func(text string) (valid bool, parts [partCount]part)

func (p parser) ask(texts iter.Seq[string], _ func([]byte, string) []byte, f func(text string, right bool, got answer)) error {
	for text := range texts {
		valid, parts := p(text)
		f(text, false, answer{valid: valid, parts: parts})
	}
	return nil
}

func (p parser) restart() {}
func (p parser) close()   {}

// suite3986 are the texts of the suite of RFC 3986.
var suite3986 = sync.OnceValue(func() []string { return slices.Collect(suite{spec: specs["3986"]()}.texts()) })

// with3986 yields the texts of the suite of RFC 3986, without -long only those of at most 8 bytes
// that contain octets. They are enough for a parser that is wrong only there.
func with3986(octets string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, s := range suite3986() {
			if (*long || len(s) <= 8 && strings.Contains(s, octets)) && !yield(s) {
				return
			}
		}
	}
}

// judge certifies p with these texts. parts says whether the parts of valid texts count, too.
func judge(t *testing.T, rfc string, texts iter.Seq[string], parts bool, p parser) *verdict {
	t.Helper()
	s, err := specOf(rfc)
	if err != nil {
		t.Fatal(err)
	}
	c := newCertifier(suite{spec: s}, io.Discard)
	c.asked = texts
	c.asker = p
	for i := range c.judged {
		c.judged[i] = parts
	}
	v, err := c.certify()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// right3986 splits as RFC 3986 does. Only Conforms3986 judges the text.
func right3986(text string) (bool, [partCount]part) {
	if _, err := uri.Conforms3986(text); err != nil {
		return false, [partCount]part{}
	}
	r := record{text: text, parts: splitParts(text)}
	if r.parts[authority].ok {
		r.splitAuthority()
	}
	return true, r.parts
}

// large has the RFCs whose suites the tests make only with -long.
var large = map[string]bool{"2396": true, "1738": true, "3987": true}

// TestCertified checks that the parsers of this library are certified for k=0. The harness in
// the folder harness/uri is for a certificate with k=1.
func TestCertified(t *testing.T) {
	validity := func(f func(s string) bool) parser {
		return func(text string) (bool, [partCount]part) { return f(text), [partCount]part{} }
	}
	for _, test := range []struct {
		name, rfc string
		parts     bool
		f         parser
		states    int
	}{
		{"Valid", "2396", false, validity(uri.Valid), 172},
		{"Conforms3986", "3986", true, right3986, 183},
		{"Conforms1738", "1738", false, validity(func(s string) bool { return uri.Conforms1738(s) == nil }), 290},
		{"Conforms3987", "3987", false, validity(func(s string) bool { _, err := uri.Conforms3987(s); return err == nil }), 278},
	} {
		if large[test.rfc] && !*long {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			texts := suite{spec: specs[test.rfc]()}.texts()
			if test.rfc == "3986" {
				texts = slices.Values(suite3986())
			}
			v := judge(t, test.rfc, texts, test.parts, test.f)
			for _, g := range v.groups {
				t.Errorf("%q: %v", g.witness.want.text, g.key)
			}
			if n := v.c.spec.valid.Len(); n != test.states {
				t.Errorf("%d states, want %d", n, test.states)
			}
		})
	}
}

// TestKinds has a place in a text, and the class and the production by which a fault there is named.
func TestKinds(t *testing.T) {
	for _, test := range []struct {
		rfc, text string // the place is before the "|", and the fault at what follows it
		refused   bool
		want      string
	}{
		{"3986", "|", false, "end of text: path (3.3)"},
		{"3986", "a|z", true, "ALPHA: path (3.3)"},
		{"3986", "/|a", true, "ALPHA: path (3.3)"},
		{"3986", "a|1", true, "DIGIT: path (3.3)"},
		{"3986", "a|~", true, "unreserved: unreserved (2.3)"},
		{"3986", "a|%41", true, "pct-encoded: pct-encoded (2.1)"},
		{"3986", "/|:", true, "gen-delims: path (3.3)"},
		{"3986", "a|=", true, "sub-delims: path (3.3)"},
		{"3986", "a|[", false, "gen-delims: path (3.3)"},
		{"3986", "a| ", false, "space: path (3.3)"},
		{"3986", "a|\x1F", false, "control: path (3.3)"},
		{"3986", "a|\x7F", false, "control: path (3.3)"},
		{"3986", "a|\x80", false, "above 0x7F: path (3.3)"},
		{"3986", "a|\xFF", false, "above 0x7F: path (3.3)"},
		{"3986", "a|^", false, "other: path (3.3)"},
		{"3986", "%|g", false, "ALPHA: pct-encoded (2.1)"},
		{"3986", "a%4|g", false, "ALPHA: pct-encoded (2.1)"},
		{"3986", "a%41|^", false, "other: path (3.3)"},
		{"3986", "1|:", false, "gen-delims: scheme (3.1)"},
		{"3986", "a/|:", true, "gen-delims: path (3.3)"},
		{"3986", "a:|:", true, "gen-delims: path (3.3)"},
		{"3986", "a:|^", false, "other: path (3.3)"},
		{"3986", "a?|^", false, "other: query (3.4)"},
		{"3986", "a?b#|^", false, "other: fragment (3.5)"},
		{"3986", "//h|^/a@b", false, "other: host (3.2.2)"},
		{"3986", "//|/@", true, "gen-delims: host (3.2.2)"},
		{"3986", "//|^@h", false, "other: userinfo (3.2.1)"},
		{"3986", "//u|@h", true, "gen-delims: userinfo (3.2.1)"},
		{"3986", "//|@h", true, "gen-delims: userinfo (3.2.1)"},
		{"3986", "//u:p@|^", false, "other: host (3.2.2)"},
		{"3986", "//u:@|^", false, "other: host (3.2.2)"},
		{"3986", "//[|^@h", false, "other: IP-literal (3.2.2)"},
		{"3986", "//u@h:|^", false, "other: port (3.2.3)"},
		{"3986", "//:|^", false, "other: port (3.2.3)"},
		{"3986", "//h/|^", false, "other: path (3.3)"},
		{"3986", "//[:|^]", false, "other: IP-literal (3.2.2)"},
		{"3986", "//[::1]|^", false, "other: IP-literal (3.2.2)"},
		{"3986", "//[::1]:|^", false, "other: port (3.2.3)"},
		{"3986", "//u@[|^", false, "other: IP-literal (3.2.2)"},
		{"3987", "a|~", true, "unreserved: unreserved (2.3)"},
		{"3987", "a|\x80", false, "above 0x7F: ipath (2.2)"},
		{"2396", "a|)", true, "mark: unreserved (2.3)"},
		{"2396", "a%|)", false, "mark: escaped (2.4.1)"},
		{"2396", "a|,", true, "reserved: path (3.3)"},
		{"2396", "a|\"", false, "delims: path (3.3)"},
		{"2396", "a#|`", false, "unwise: fragment (4.1)"},
		{"2396", "//[:|^]", false, "unwise: ipv6reference (RFC 2732, 3)"},
		{"1738", "ftp://|^", false, "national: ftpurl (5)"},
		{"1738", "FILE:|~", false, "national: fileurl (5)"},
		{"1738", "https:|\"", false, "punctuation: genericurl (5)"},
		{"1738", "ftp|", false, "end of text: genericurl (5)"},
		{"1738", "a:|+", true, "safe: unreserved (5)"},
		{"1738", "a:|,", true, "extra: unreserved (5)"},
		{"1738", "a:|&", false, "reserved: genericurl (5)"},
		{"1738", "a:%|4", false, "digit: escape (5)"},
	} {
		before, after, _ := strings.Cut(test.text, "|")
		octet := endOfText
		if after != "" {
			octet = int(after[0])
		}
		s := &spec{rfc: test.rfc}
		p := s.production(before+after, len(before), octet, test.refused)
		if got := s.class(octet) + ": " + p.name + " (" + p.section + ")"; got != test.want {
			t.Errorf("RFC %s, %q: %s, want %s", test.rfc, test.text, got, test.want)
		}
	}
}

// TestBlame checks that the octet with the largest share of wrong answers is blamed.
func TestBlame(t *testing.T) {
	c := newCertifier(suite{spec: specs["short"]()}, io.Discard)
	c.asker = parser(func(s string) (bool, [partCount]part) {
		return shortExpr.MatchString(s) && !strings.Contains(s, "0"), [partCount]part{}
	})
	if _, err := c.certify(); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{"a:b0c": 3, "a:b00": 3} { // the first of two
		if place, at := c.blame(fault{want: c.spec.record(text)}); place != want || at.octet != '0' {
			t.Errorf("%q: it blames %q at %d", text, rune(at.octet), place)
		}
	}
	for state := range c.passed { // only the steps of valid texts count
		if n := c.passed[state]['^'] + c.failed[state]['^']; n > 0 {
			t.Errorf("state %d: %d texts with ^", state, n)
		}
	}
}

// TestWrong judges wrong parsers, most of them with one fault. Each gets a group for each of its
// faults, with a short witness that it answers wrongly.
func TestWrong(t *testing.T) {
	// accept makes a parser that reads one text for another, and so accepts too much.
	accept := func(old, instead string) parser {
		return func(text string) (bool, [partCount]part) {
			if ok, parts := right3986(text); ok {
				return ok, parts
			}
			ok, _ := right3986(strings.ReplaceAll(text, old, instead))
			return ok, splitParts(text)
		}
	}
	refuse := func(f func(text string, p [partCount]part) bool) parser {
		return func(text string) (bool, [partCount]part) {
			ok, parts := right3986(text)
			return ok && !f(text, parts), parts
		}
	}
	with := func(s string) parser {
		return refuse(func(text string, _ [partCount]part) bool { return strings.Contains(text, s) })
	}
	in := func(i int, s string) parser {
		return refuse(func(text string, p [partCount]part) bool { return strings.Contains(text[p[i].start:p[i].end], s) })
	}
	for _, test := range []struct {
		name string
		f    parser
		want string // in the witness of one group
	}{
		{"refuses ~", with("~"), "~"},
		{"refuses _ in a host", in(host, "_"), "_"},
		{"refuses an empty text", refuse(func(text string, _ [partCount]part) bool { return text == "" }), ""},
		{"refuses an empty port", refuse(func(_ string, p [partCount]part) bool { return p[port].ok && p[port].start == p[port].end }), ":"},
		{"refuses an empty host", refuse(func(_ string, p [partCount]part) bool { return p[host].ok && p[host].start == p[host].end }), "//"},
		{"refuses ? in a fragment", in(fragment, "?"), "#?"},
		{"refuses + in a scheme", in(scheme, "+"), "+"},
		{"refuses addresses of the future", in(host, "[v"), "[v"},
		{"refuses capital digits of an escape", with("%A"), "%A"},
		{"refuses : after the first segment", in(path, "/:"), ":"},
		{"accepts ^", accept("^", "a"), "^"},
		{"accepts a space", accept(" ", "a"), " "},
		{"accepts NUL", accept("\x00", "a"), "\x00"},
		{"accepts bytes above 0x7F", accept("\xff", "a"), "\xff"},
		{"accepts a % alone", accept("%", "a"), "%"},
		{"accepts [ in any place", accept("[", "a"), "["},
		{"accepts a second #", accept("##", "#"), "##"},
		{"reads @ as a letter of a scheme, an escape, a host and an address", accept("@", "a"), "@"},
		{"accepts the end of a line", func(text string) (bool, [partCount]part) { return right3986(strings.TrimSuffix(text, "\n")) }, "\n"},
		{"accepts a digit first in a scheme", func(text string) (bool, [partCount]part) {
			if s := strings.TrimLeft(text, "0123456789"); s != text && strings.Contains(s, ":") {
				if ok, p := right3986(s); ok && p[scheme].ok {
					return true, splitParts(text)
				}
			}
			return right3986(text)
		}, ":"},
		{"accepts :: twice", func(text string) (bool, [partCount]part) {
			if i := strings.LastIndex(text, "::"); i >= 0 && strings.Count(text, "::") == 2 {
				ok, _ := right3986(text[:i] + text[i+1:])
				return ok, splitParts(text)
			}
			return right3986(text)
		}, "::"},
		{"takes an empty query for none", changes(func(_ string, p *[partCount]part) {
			if p[query].start == p[query].end {
				p[query] = part{}
			}
		}), "?"},
		{"takes brackets from the host", changes(func(text string, p *[partCount]part) {
			if h := &p[host]; strings.HasPrefix(text[h.start:h.end], "[") {
				h.start, h.end = h.start+1, h.end-1
			}
		}), "["},
		{"ends the userinfo at its :", changes(func(text string, p *[partCount]part) {
			if n := strings.IndexByte(text[p[userinfo].start:p[userinfo].end], ':'); n >= 0 {
				p[userinfo].end = p[userinfo].start + n
			}
		}), ":"},
		{"ends the host at a . before a port", changes(func(text string, p *[partCount]part) {
			if h := &p[host]; p[port].ok && strings.HasSuffix(text[h.start:h.end], ".") {
				h.end--
			}
		}), ".:"},
		{"gives the fragment its #", changes(func(_ string, p *[partCount]part) {
			if p[fragment].ok {
				p[fragment].start--
			}
		}), "#"},
		{"gives a path after a host one / more", changes(func(text string, p *[partCount]part) {
			if p[authority].ok && strings.HasPrefix(text[p[path].start:], "//") {
				p[path].start++
			}
		}), "//"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			v := judge(t, "3986", with3986(test.want), true, test.f)
			found, texts, blamed := false, 0, map[int]bool{}
			for _, f := range v.c.faults {
				_, _, s := v.c.key(f)
				blamed[s.state] = true
			}
			for _, g := range v.groups {
				if texts += g.texts; len(g.faults) != g.texts || !slices.IsSorted(g.classes) || len(slices.Compact(g.classes)) < len(g.classes) {
					t.Errorf("%d texts and %d faults, the classes %q", g.texts, len(g.faults), g.classes)
				}
				s := g.witness.want.text
				if found = found || strings.Contains(s, test.want); len(s) > 40 {
					t.Errorf("a witness has %d bytes: %q", len(s), s)
				}
				valid, parts := test.f(s)
				var other []string
				for i := range parts {
					if parts[i] != g.witness.want.parts[i] {
						other = append(other, partNames[i])
					}
				}
				if want := "other " + strings.Join(other, ", "); valid && g.witness.want.valid && g.key.got != want {
					t.Errorf("%q: %s, want %s", s, g.key.got, want)
				}
				if v.c.right(&g.witness.want, answer{valid: valid, parts: parts}) {
					t.Errorf("%q: answered rightly", s)
				}
			}
			if !found || texts != len(v.c.faults) || v.wrong != len(blamed) {
				t.Errorf("%d groups, found %v; %d texts of %d, %d states of %d", len(v.groups), found, texts, len(v.c.faults), v.wrong, len(blamed))
			}
			kinds := 1
			switch {
			case test.want == "@":
				kinds = 4
			case test.want == "::" && *long:
				kinds = 2 // in the port, and in the longer texts also in an address
			}
			if len(v.groups) != kinds {
				t.Errorf("%d kinds of fault, want %d", len(v.groups), kinds)
			}
			t.Logf("%d states, %d groups, first %q", v.wrong, len(v.groups), v.groups[0].witness.want.text)
		})
	}
}
