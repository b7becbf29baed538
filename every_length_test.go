package uri

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"example.com/uri/internal/bnf"
)

// The machines that the parsers should be, built once.
var (
	// Valid, by 172 states.
	machineValid = sync.OnceValue(func() *bnf.Machine { return bnf.NewMachine(rfc2732().Rule("URI-reference")) })
	// The marked texts as Parse should mark them. An opaque part is split at "?".
	markedParse = sync.OnceValue(func() *bnf.Automaton {
		valid := rfc2732().Rule("URI-reference")
		const listed = `*( unreserved | escaped | "$" | ";" | "&" | "=" | "+" ) [ ":" port ]`
		return bnf.Combine(
			func(is uint32) bool {
				switch {
				case is&1 == 0:
					return is&2 != 0
				case is&(1<<2|1<<3) != 0:
					return is&(1<<4) != 0
				case is&(1<<5) != 0:
					return is&(1<<6) != 0
				case is&(1<<7) != 0:
					return is&(1<<8) != 0
				}
				return is&(1<<9) != 0
			},
			bnf.IgnoreMarks(valid),
			bnf.Failing(valid, anyIPv6().Rule("URI-reference")),
			// Authorities with a host,
			bnf.IgnoreMarks(withAuthority(`[ userinfo "@" ] hostport`)),
			bnf.IgnoreMarks(withAuthority(`[ userinfo-3986 "@" ] 1*( unreserved | escaped | sub-delims ) [ ":" port ]`)),
			bnf.Split(bnf.ServerAuthority),
			// with an empty one, which is none,
			bnf.IgnoreMarks(withAuthority(`[ userinfo-3986 "@" ] [ ":" port ]`)),
			bnf.Split(`[ %xFA *user %xFA "@" ] [ ":" %xFC *digit %xFC ]`),
			// with a list of hosts after a userinfo, and any other.
			bnf.IgnoreMarks(withAuthority(`userinfo-3986 "@" `+listed+` 1*( "," `+listed+` )`)),
			bnf.Split(`%xFA *user %xFA "@" *user`),
			bnf.Split(bnf.WholeAuthority),
		)
	})
	// Parse, by 1129 states. This machine reads marked texts and answers where the parts
	// and the error of a text are, and of which kind a host is.
	machineMarked = sync.OnceValue(func() *bnf.Machine {
		return bnf.NewMachine(
			markedParse(),
			bnf.IgnoreMarks(rfc2732().Rule("URI-reference")),
			bnf.IgnoreMarks(withAuthority(`[ userinfo "@" ] hostname [ ":" port ]`)),
			bnf.IgnoreMarks(withAuthority(`[ userinfo "@" ] IPv4address [ ":" port ]`)),
			bnf.IgnoreMarks(withAuthority(`[ userinfo "@" ] ipv6reference [ ":" port ]`)),
		)
	})
	// Parse, by 1163 states. This machine reads texts without marks and answers everything
	// else that a URI says of itself: absolute or not, its form, with a query and a
	// fragment or not, with a userinfo, a host of which kind, a port.
	machineParse = sync.OnceValue(func() *bnf.Machine {
		g, authority := rfc2732(), withAuthority
		return bnf.NewMachine(
			g.Rule("URI-reference"),
			g.Anonymous(`absoluteURI [ "#" fragment ]`),
			g.Anonymous(`scheme ":" opaque_part [ "#" fragment ]`),
			g.Anonymous(`[ scheme ":" ] abs_path [ "?" query ] [ "#" fragment ]`),
			g.Anonymous(`( [ scheme ":" ] ( net_path | abs_path ) | [ rel_path ] ) "?" query [ "#" fragment ]`),
			g.Anonymous(`"?" query [ "#" fragment ]`),
			g.Anonymous(`( absoluteURI | [ relativeURI ] ) "#" fragment`),
			authority(`server`),
			authority(`[ userinfo "@" ] hostname [ ":" port ]`),
			authority(`[ userinfo "@" ] IPv4address [ ":" port ]`),
			authority(`[ userinfo "@" ] ipv6reference [ ":" port ]`),
			authority(`authority-3986`),
			authority(`userinfo "@" hostport | userinfo-3986 "@" reg-name [ ":" port ]`),
			authority(`[ userinfo "@" ] host ":" port | [ userinfo-3986 "@" ] reg-name ":" port`),
		)
	})
	// Parse, by 40 states, for the texts that begin with a scheme that it knows. This machine
	// also answers which of these schemes an authority follows.
	machineSchemes = sync.OnceValue(func() *bnf.Machine {
		g := rfc2396()
		rules := []*bnf.Automaton{g.Rule("URI-reference")}
		for _, scheme := range fastSchemes {
			rules = append(rules, g.Anonymous(`"`+scheme+`" reg_name`))
		}
		return bnf.NewMachine(rules...)
	})
	// ParseRFC2396, by 13 states, and by 19 that also answer where the error is.
	machine2396       = sync.OnceValue(func() *bnf.Machine { return bnf.NewMachine(rfc2396().Rule("URI-reference")) })
	machine2396Marked = sync.OnceValue(func() *bnf.Machine { return withErrors(rfc2396().Rule("URI-reference")) })
	// Conforms3986, by 359 states, and by 527 that also answer where the error is.
	machine3986 = sync.OnceValue(func() *bnf.Machine {
		return bnf.NewMachine(rfc3986().Rule("URI-reference"), rfc3986().Rule("URI"))
	})
	machine3986Marked = sync.OnceValue(func() *bnf.Machine {
		reference := rfc3986().Rule("URI-reference")
		return bnf.NewMachine(reference, rfc3986().Rule("URI"), bnf.Failing(reference, anyIPv63986().Rule("URI-reference")))
	})
	// Conforms3987, by 536 states: its letters are the octets of UTF-8.
	machine3987 = sync.OnceValue(func() *bnf.Machine {
		return bnf.NewMachine(rfc3987().Rule("IRI-reference"), rfc3987().Rule("IRI"))
	})
)

// markedConforms1738 is the machine of Conforms1738, by 329 states, which also answers where
// the error is. It chooses the rule by the scheme.
var markedConforms1738 = sync.OnceValue(func() *bnf.Machine { return withErrors(conforming1738()) })

// conforming1738 is the automaton of the texts that follow the rule of their scheme.
var conforming1738 = sync.OnceValue(func() *bnf.Automaton {
	rules := map[string]*bnf.Automaton{}
	for _, scheme := range schemes1738 {
		rules[scheme] = rfc1738().Rule(scheme + "url")
	}
	return bnf.ByScheme(rfc1738().Rule("genericurl"), rules)
})

// machines1738 are the machines of the rule of each scheme, and of genericurl.
var machines1738 = sync.OnceValue(func() map[string]*bnf.Machine {
	machines := map[string]*bnf.Machine{}
	for _, scheme := range append([]string{"generic"}, schemes1738...) {
		machines[scheme] = bnf.NewMachine(rfc1738().Rule(scheme + "url"))
	}
	return machines
})

// withErrors returns the machine of a rule that reads marked texts and also answers
// where the error is.
func withErrors(rule *bnf.Automaton) *bnf.Machine {
	return bnf.NewMachine(rule, bnf.Failing(rule, rule))
}

// withAuthority returns the automaton of the texts of URI-reference with an authority that
// follows a rule.
func withAuthority(rule string) *bnf.Automaton {
	return rfc2732().Anonymous(`[ scheme ":" ] "//" ( ` + rule + ` ) [ abs_path ] [ "?" query ] [ "#" fragment ]`)
}

// TestEveryLength compares the parsers with the grammars on texts that are enough to
// prove, under an assumption, that they agree on every text of every length. The texts
// are those of the Wp-method (see [bnf.Machine]): for each state of a machine a text
// that leads there, after it every text of k+1 characters, one of each class, and after
// that the texts that tell the state that is reached from all others. The tests above
// stop at a length. The longest way to a state of a machine of Parse has 22 bytes.
//
// Where parts begin and end, and where the error is, is part of the answer. A machine
// here reads a marked text, with marks at these places, and answers whether they are
// right (see [bnf.MarkError]). A parser answers so for each marking of a text at once. A
// parser that keeps an offset in 16 bits has more than 65,536 states as such a machine.
//
// The assumption has four parts. The reasons given here for each are an argument; the
// test does not check them.
//
//   - A parser is a machine of at most k more states than the grammar needs, where k is 1
//     for Valid and Conforms1738, 0 for Parse and Conforms3986, and 3 for ParseRFC2396.
//     Its loops keep nothing from one step to the next except the offsets of parts, which
//     no later decision compares with each other, and the masks of [plainHostname]. It
//     calls itself nowhere. [netip.ParseAddr] counts the groups of an address, but of
//     an address that is too long, too, it has a finite number of states.
//   - It keeps offsets in full. [TestLongOffsets] tries each once above 64 KiB and once
//     above 16 MiB, with -long.
//   - Where it reads eight bytes at a time, it also depends on where in such a step a
//     byte is, and whether eight more follow. So each way is tried with 1 to 8 and with
//     256 bytes more in it and, after the characters, with nothing and with 9 bytes
//     more. A way with no loop cannot be longer, so its bytes have one place each.
//   - It reads no byte otherwise than another of the same class. So each state is left
//     by each of the 256 bytes, in each of the places of a step.
//
// Each text is judged in full: whether it is accepted, the offset and rule of the
// error, and for an accepted one all its parts by Appendix B and by naive splits (see
// [judge]). Two offsets are not that of the last byte with which a text can go on, both
// in an IPv6 literal: see [errorOffset]. -more makes k larger, except for the longer texts.
// Without -long the texts of each state and of the marks are tried. The proof needs -long.
//
// Two things make a parser a larger machine than its grammar. The beginnings in
// [fastSchemes] have a fast path: the texts after "a://" are tried after them too.
// ParseRFC2396 calls Parse, so it is also tried with the texts for Parse.
func TestEveryLength(t *testing.T) {
	type texts func(m *bnf.Machine, check func() func(string))
	suite := func(k int) texts {
		return func(m *bnf.Machine, check func() func(string)) { bnf.Plan{Machine: m, K: k + *more}.Check(check) }
	}
	octets := func(m *bnf.Machine, check func() func(string)) {
		bnf.Plan{Machine: m, Octets: bnf.AllOctets}.Check(check)
		longOctets(m, check)
	}
	// later are texts that a plain run has no time for.
	later := func(of ...texts) []texts {
		if !*long {
			return nil
		}
		return of
	}

	for _, test := range []struct {
		name    string
		machine func() *bnf.Machine
		states  int
		texts   []texts
		check   func(j *judge, s string)
	}{
		{"Valid", machineValid, 172, []texts{suite(1)}, (*judge).checkParse},
		{"Parse, marked", machineMarked, 1129, []texts{suite(0)}, (*judge).checkMarked},
		{"Parse", machineParse, 1163, later(suite(0), longTexts), (*judge).checkSchemes},
		{"Parse, octets", machineParse, 1163, later(octets), (*judge).checkParse},
		{"Parse, schemes", machineSchemes, 40, []texts{suite(1), octets, longTexts}, (*judge).checkParse},
		{"ParseRFC2396", machine2396, 13, []texts{octets, longTexts}, (*judge).check2396},
		{"ParseRFC2396, marked", machine2396Marked, 19, []texts{suite(3)}, (*judge).check2396},
	} {
		t.Run(test.name, func(t *testing.T) {
			js := judges{t: t}
			for _, f := range test.texts {
				f(test.machine(), func() func(string) {
					j := js.judge()
					return func(s string) {
						if j.failed.Load() < 20 {
							test.check(j, s)
						}
					}
				})
			}
			if len(test.texts) > 0 {
				js.sum()
			}
			sizes(t, test.machine(), test.states)
		})
	}

	t.Run("Conforms1738", func(t *testing.T) {
		j := &conformsJudge{t: t}
		check := func() func(string) { return j.checkSome }
		suite(0)(markedConforms1738(), check)
		for _, f := range later(suite(1), octets) {
			f(markedConforms1738(), check)
		}
		for _, f := range later(octets, longTexts) {
			for _, m := range machines1738() {
				f(m, check)
			}
		}
		j.sum()
		sizes(t, markedConforms1738(), 329)
	})

	t.Run("Conforms3986", func(t *testing.T) {
		j := newConforms3986Judge(t)
		check := func() func(string) { return j.checkSome }
		suite(0)(machine3986Marked(), check)
		for _, f := range later(octets, longTexts) {
			f(machine3986(), check)
		}
		j.sum()
		sizes(t, machine3986Marked(), 527)
	})

	t.Run("Conforms3987", func(t *testing.T) {
		j := newConforms3987Judge(t)
		for _, f := range append([]texts{suite(0)}, later(octets, longTexts)...) {
			f(machine3987(), func() func(string) { return j.checkSome })
		}
		j.sum()
		sizes(t, machine3987(), 536)
	})
}

// fastSchemes are the beginnings of texts for which the parser has a fast path.
var fastSchemes = []string{"http://", "https://", "file://"}

// checkSchemes judges a text by Parse, with an IPv6 literal also by ParseRFC2396, and
// with one of the beginnings of fastSchemes where it has a scheme of one letter.
func (j *judge) checkSchemes(s string) {
	j.checkParse(s)
	if strings.IndexByte(s, '[') >= 0 {
		j.check2396(s)
	}
	if rest, ok := strings.CutPrefix(s, "a://"); ok {
		j.checkParse(fastSchemes[len(rest)%len(fastSchemes)] + rest)
	}
}

// checkMarked is checkSchemes. It also checks that the marks where Parse finds the parts
// and the error are right.
func (j *judge) checkMarked(s string) {
	j.checkSchemes(s)
	if u, err := Parse(s); !markedParse().Match(withMarks(s, u, err)) {
		j.errorf("Parse(%q): %v, marked %q", s, err, withMarks(s, u, err))
	}
}

// withMarks returns s with marks where u has its parts, or where the error is.
func withMarks(s string, u URI, err error) string {
	var marked strings.Builder
	at := 0
	put := func(mark byte, offset int) {
		if offset >= at {
			marked.WriteString(s[at:offset])
			at = offset
		}
		marked.WriteByte(mark)
	}
	var part func(p Part, mark byte)
	part = func(p Part, mark byte) {
		start, end, ok := u.Span(p)
		if p == PartPath && u.IsOpaque() {
			if i := strings.IndexByte(s[start:end], '?'); i >= 0 {
				end = start + i
			}
		}
		if p == PartQuery && u.IsOpaque() {
			_, end, _ = u.Span(PartPath)
			start, ok = at+1, at < end
		}
		if !ok {
			return
		}
		put(mark, start)
		if p == PartAuthority {
			part(PartUserinfo, bnf.MarkUserinfo)
			part(PartHost, bnf.MarkHost)
			part(PartPort, bnf.MarkPort)
		}
		put(mark, end)
	}
	if e, ok := err.(*SyntaxError); ok {
		put(bnf.MarkError, e.Offset)
	} else {
		part(PartScheme, bnf.MarkScheme)
		part(PartAuthority, bnf.MarkAuthority)
		part(PartPath, bnf.MarkPath)
		part(PartQuery, bnf.MarkQuery)
		part(PartFragment, bnf.MarkFragment)
	}
	return marked.String() + s[at:]
}

// sizes logs the sizes of a machine and checks the number of its states, so that
// nothing is said of a smaller machine than the comments and documents say.
func sizes(t *testing.T, m *bnf.Machine, states int) {
	t.Helper()
	longest := 0
	for _, s := range m.Cover {
		longest = max(longest, len(s))
	}
	t.Logf("%d states, %d letters, %d characterization texts, the longest way has %d bytes", m.Len(), len(m.Letters), len(m.Characterization), longest)
	if m.Len() != states {
		t.Errorf("%d states, not %d", m.Len(), states)
	}
}

// TestLongOffsets checks the parts of URIs and the places of errors above 64 KiB and
// above 16 MiB, where a parser might keep them in too few bits. Each part is that long
// once. In each text the upper-case letters and the 0 are repeated; ^ is the error. The
// short text is judged by the grammar, and the long one must have the same parts.
func TestLongOffsets(t *testing.T) {
	js := judges{t: t}
	j := js.judge()
	for _, s := range []string{
		"A://B@C:081/D;E/F?G=H&I#J",
		"A:b?c#d",
		"x:A?b#c",
		"//a@b:8,C:01/d",
		"//a_B:081/?c",
		"http://A.b:01?c#d",
		"//[::1]:01/a",
		"A/b;c",
	} {
		j.checkParse(s)
		u := MustParse(s)
		forLong(s, func(name, long string, grow func(string) string, at func(int) int) {
			v, err := Parse(long)
			if err != nil || !Valid(long) || v.String() != long {
				t.Errorf("%q, %s: %v, Valid is %v", s, name, err, Valid(long))
			}
			have, want := said(v), said(u)
			if len(have) != len(want) {
				t.Fatalf("%q, %s: %d answers, want %d", s, name, len(have), len(want))
			}
			for i := range want {
				if have[i] != grow(want[i]) {
					t.Errorf("%q, %s: answer %d is wrong, for short %q", s, name, i, want[i])
				}
			}
			for p := PartNone; p <= PartOpaque; p++ {
				start, end, ok := u.Span(p)
				if gotStart, gotEnd, gotOK := v.Span(p); gotStart != at(start) || gotEnd != at(end) || gotOK != ok {
					t.Errorf("%q, %s: %v is %d:%d, %v, want %d:%d, %v", s, name, p, gotStart, gotEnd, gotOK, at(start), at(end), ok)
				}
			}
		})
	}

	parse := func(s string) error { _, err := Parse(s); return err }
	parse2396 := func(s string) error { _, err := ParseRFC2396(s); return err }
	conforms3986 := func(s string) error { _, err := Conforms3986(s); return err }
	for _, test := range []struct {
		name  string
		f     func(s string) error
		texts string
	}{
		{"Parse", parse, "A^ a:B^ //a@B^ a://b_C:^ http://A^ //[::1]:0^ /A;b^ ?A^ #A^"},
		{"ParseRFC2396", parse2396, "//A^"},
		{"Conforms3986", conforms3986, "A^ a:B^ //A@b^ //[::1]:0^ //[va.B^ /A^ ?A^ #A^"},
		{"Conforms1738", Conforms1738, `A:b^ ftp://a:B@c/d;type=a^ http://h/a?B^ gopher://h/1a%09B^ mailto:A^ news:A^
			nntp://h/A^ telnet://A^ wais://h/a/b/C^ file:///A^ prospero://h/a;b=C^`},
	} {
		for _, s := range strings.Fields(test.texts) {
			forLong(s, func(name, long string, _ func(string) string, at func(int) int) {
				want := at(strings.IndexByte(s, '^'))
				if e, ok := test.f(long).(*SyntaxError); !ok || e.Offset != want {
					t.Errorf("%s(%q), %s: the error is not at %d", test.name, s, name, want)
				}
			})
		}
	}
}

// TestLongChanges changes URIs in which one part, or the new part, has more than 64 KiB, and
// with -long more than 16 MiB: see forLong. [TestWith] judges the short texts.
func TestLongChanges(t *testing.T) {
	for _, change := range []struct {
		name, part string
		with       func(u URI, s string) (URI, error)
	}{
		{"WithScheme", "N", URI.WithScheme},
		{"WithAuthority", "n@N:1", URI.WithAuthority},
		{"WithUserinfo", "n:N", URI.WithUserinfo},
		{"WithHost", "N", URI.WithHost},
		{"WithHost", "N_", URI.WithHost},
		{"WithPort", "0", URI.WithPort},
		{"WithPath", "/N", URI.WithPath},
		{"WithQuery", "N", URI.WithQuery},
		{"WithValues", "N", func(u URI, s string) (URI, error) { return u.WithValues(Values{Pair(s)}) }},
		{"WithFragment", "N", URI.WithFragment},
		{"JoinSegments", "N", func(u URI, s string) (URI, error) { return u.JoinSegments(s) }},
		{"WithoutUserinfo", "", func(u URI, _ string) (URI, error) { return u.WithoutUserinfo(), nil }},
		{"WithoutPort", "", func(u URI, _ string) (URI, error) { return u.WithoutPort(), nil }},
		{"WithoutQuery", "", func(u URI, _ string) (URI, error) { return u.WithoutQuery(), nil }},
		{"WithoutFragment", "", func(u URI, _ string) (URI, error) { return u.WithoutFragment(), nil }},
	} {
		for _, s := range []string{"A://B@C:81/D?E#F", "//A/B", "A:/B?C", "//B_:8", "A:b#C", "//C/A?b#d"} {
			u := MustParse(s)
			short, failed := change.with(u, change.part)
			forLong(s+" "+change.part, func(name, long string, grow func(string) string, _ func(int) int) {
				s, part, _ := strings.Cut(long, " ")
				v, err := change.with(MustParse(s), part)
				switch {
				case (err == nil) != (failed == nil):
					t.Errorf("%v.%s(%q), %s: %.99v, want %v", u, change.name, change.part, name, err, failed)
				case v.String() != grow(short.String()):
					t.Errorf("%v.%s(%q), %s: not the long form of %v", u, change.name, change.part, name, short)
				case err == nil && v != MustParse(v.String()):
					t.Errorf("%v.%s(%q), %s: the parts are not those of the text", u, change.name, change.part, name)
				}
			})
		}
	}
}

// forLong calls f with texts like s in which one of the upper-case letters, or a 0, is
// repeated more than 64 Ki times and, with -long, more than 16 Mi times. grow does it with a part of
// s, and at returns the offset in the text of one in s.
func forLong(s string, f func(name, long string, grow func(string) string, at func(offset int) int)) {
	for i := range len(s) {
		if s[i] != '0' && (s[i] < 'A' || 'Z' < s[i]) {
			continue
		}
		lengths := []int{1<<16 + 5}
		if *long {
			lengths = append(lengths, 1<<24+5)
		}
		for _, n := range lengths {
			run := strings.Repeat(s[i:i+1], n)
			grow := func(part string) string { return strings.Replace(part, s[i:i+1], run, 1) }
			f(fmt.Sprintf("%d of %q", n, s[i]), grow(s), grow, func(offset int) int {
				if offset > i {
					offset += n - 1
				}
				return offset
			})
		}
	}
}

// said returns the texts that u gives of itself. They have letters only from u.
func said(u URI) (texts []string) {
	add := func(s string, ok bool) {
		if !ok {
			s = "-"
		}
		texts = append(texts, s)
	}
	add(u.Scheme(), u.IsAbsolute())
	add(u.Authority())
	add(u.Userinfo())
	add(u.Host())
	add(u.Port())
	add(u.Path(), true)
	add(u.Opaque())
	add(u.Query())
	add(u.Fragment())
	add(u.HostPort())
	add(u.RequestTarget())
	for name, port := range u.Hosts() {
		add(name, true)
		add(port, true)
	}
	for g := range u.Segments() {
		add(string(g), true)
		add(g.Name(), true)
		for p := range g.Params() {
			add(p, true)
		}
	}
	last, ok := u.LastSegment()
	add(string(last), ok)
	for _, p := range u.Values() {
		add(p.Name(), true)
		add(p.Value())
	}
	if port, ok := u.EffectivePort(); ok {
		add(fmt.Sprint(port), true)
	}
	_, isAddr := u.Addr()
	add(strings.ToLower(fmt.Sprint(u.Kind(), u.HostKind(), u.IsOpaque(), u.IsServer(), u.IsSameDocument(), isAddr)), true)
	return texts
}
