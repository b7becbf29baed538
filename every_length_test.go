package uri

import (
	"strings"
	"sync"
	"testing"

	"example.com/uri/internal/bnf"
)

// The machines that the parsers should be, built once.
var (
	// Valid, by 172 states.
	machineValid = sync.OnceValue(func() *bnf.Machine { return bnf.NewMachine(rfc2732().Rule("URI-reference")) })
	// Parse, by 1163 states. This machine also answers everything that a URI says of
	// itself except where its parts begin and end: absolute or not, its form, with a
	// query and a fragment or not, with a userinfo, a host of which kind, a port.
	machineParse = sync.OnceValue(func() *bnf.Machine {
		g := rfc2732()
		authority := func(rule string) *bnf.Automaton {
			return g.Anonymous(`[ scheme ":" ] "//" ( ` + rule + ` ) [ abs_path ] [ "?" query ] [ "#" fragment ]`)
		}
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
	// ParseRFC2396, by 13 states.
	machine2396 = sync.OnceValue(func() *bnf.Machine { return bnf.NewMachine(rfc2396().Rule("URI-reference")) })
	// Conforms3986, by 359 states.
	machine3986 = sync.OnceValue(func() *bnf.Machine {
		return bnf.NewMachine(rfc3986().Rule("URI-reference"), rfc3986().Rule("URI"))
	})
	// Conforms1738 for one scheme, and for the others by genericurl.
	machines1738 = sync.OnceValue(func() map[string]*bnf.Machine {
		machines := map[string]*bnf.Machine{}
		for _, scheme := range append([]string{"generic"}, schemes1738...) {
			machines[scheme] = bnf.NewMachine(rfc1738().Rule(scheme + "url"))
		}
		return machines
	})
)

// TestEveryLength compares the parsers with the grammars on texts that are enough to
// prove, under an assumption, that they agree on every text of every length. The texts
// are those of the Wp-method (see [bnf.Machine]): for each state of a machine a text
// that leads there, after it every text of k+1 characters, one of each class, and after
// that the texts that tell the state that is reached from all others. The tests above
// stop at a length. The longest way to a state of the machine of Parse has 22 bytes.
//
// The assumption has three parts. The reasons given here for each are an argument; the
// test does not check them.
//
//   - A parser is a machine of at most k more states than the grammar needs. Its loops
//     keep nothing from one step to the next except the offsets of parts, which no later
//     decision compares with each other, and the masks of [plainHostname]. It calls
//     itself nowhere. [netip.ParseAddr] counts the groups of an address, but of
//     an address that is too long, too, it has a finite number of states.
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
//
// Two things make a parser a larger machine than its grammar. The beginnings in
// [fastSchemes] have a fast path: the texts after "a://" are tried after them too.
// ParseRFC2396 calls Parse, so it is also tried with the texts for Parse.
func TestEveryLength(t *testing.T) {
	type texts func(m *bnf.Machine, check func() func(string))
	suite := func(k int) texts {
		return func(m *bnf.Machine, check func() func(string)) { m.Suite(k+*more, check) }
	}
	octets := func(m *bnf.Machine, check func() func(string)) {
		m.Octets(check)
		m.LongOctets(check)
	}
	lengths := func(m *bnf.Machine, check func() func(string)) { m.Lengths(0, check) }

	for _, test := range []struct {
		name    string
		machine func() *bnf.Machine
		states  int
		texts   []texts
		check   func(j *judge, s string)
	}{
		{"Valid", machineValid, 172, []texts{suite(1)}, (*judge).checkParse},
		{"Parse", machineParse, 1163, []texts{suite(0), lengths}, (*judge).checkSchemes},
		{"Parse, octets", machineParse, 1163, []texts{octets}, (*judge).checkParse},
		{"Parse, schemes", machineSchemes, 40, []texts{suite(1), octets, lengths}, (*judge).checkParse},
		{"ParseRFC2396", machine2396, 13, []texts{suite(3), octets, lengths}, (*judge).check2396},
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
			js.sum()
			sizes(t, test.machine(), test.states)
		})
	}

	for scheme, m := range machines1738() {
		t.Run("Conforms1738 "+scheme, func(t *testing.T) {
			j := &conformsJudge{t: t}
			for _, f := range []texts{suite(1), octets, lengths} {
				f(m, func() func(string) { return j.checkSome })
			}
			j.sum()
			sizes(t, m, states1738[scheme])
		})
	}

	t.Run("Conforms3986", func(t *testing.T) {
		j := newConforms3986Judge(t)
		for _, f := range []texts{suite(0), octets, lengths} {
			f(machine3986(), func() func(string) { return j.checkSome })
		}
		j.sum()
		sizes(t, machine3986(), 359)
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

// states1738 are the numbers of states of the machines of RFC 1738.
var states1738 = map[string]int{
	"ftp": 53, "http": 29, "gopher": 28, "mailto": 12, "news": 25, "nntp": 27, "telnet": 47, "wais": 35, "file": 24,
	"prospero": 36, "generic": 6,
}

// sizes logs the sizes of a machine and checks the number of its states, so that
// nothing is said of a smaller machine than the comments and documents say.
func sizes(t *testing.T, m *bnf.Machine, states int) {
	t.Helper()
	longest := 0
	for _, s := range m.Cover() {
		longest = max(longest, len(s))
	}
	t.Logf("%d states, %d letters, %d telling texts, the longest way has %d bytes", m.Len(), len(m.Letters()), len(m.Telling()), longest)
	if m.Len() != states {
		t.Errorf("%d states, not %d", m.Len(), states)
	}
}
