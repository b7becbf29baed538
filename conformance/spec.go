package main

import (
	"fmt"
	"iter"
	"strings"
	"sync"

	"example.com/uri/internal/bnf"
	"example.com/uri/testdata"
)

// A spec is what an RFC says of texts.
type spec struct {
	rfc   string
	valid *bnf.Automaton // the valid texts
	// Those whose authority is split into userinfo, host and port; nil is all.
	split *bnf.Automaton
	// If the parser chooses a rule by the scheme, the rules, each with a suite of its own.
	rules []*bnf.Automaton
	near  *bnf.Automaton // the texts of another grammar, with nearRules; may be nil
}

// nearRules are rules that parsers of RFC 3986 add to those of the RFC: the zones of
// RFC 6874, and ports of 16 bits.
const nearRules = `IP-literal = "[" ( IPv6address [ "%25" 1*( unreserved / pct-encoded ) ] / IPvFuture ) "]"
port = *"0" [ %x31-39 *3DIGIT / %x31-35 4DIGIT / "6" ( %x30-34 3DIGIT / "5" ( %x30-34 2DIGIT / "5" ( %x30-32 DIGIT / "3" %x30-35 ) ) ) ]`

// specs are the grammars, by the numbers of their RFCs. Each is compiled once.
var specs = map[string]func() *spec{
	"3986": sync.OnceValue(func() *spec {
		g, near := read(bnf.NewABNF(), "rfc5234.abnf", "rfc3986.abnf"), read(bnf.NewABNF(), "rfc5234.abnf", "rfc3986.abnf")
		if err := near.Read(nearRules); err != nil {
			panic(err)
		}
		return &spec{rfc: "3986", valid: g.Rule("URI-reference"), near: near.Rule("URI-reference")}
	}),
	"3987": sync.OnceValue(func() *spec {
		g := read(bnf.NewABNF(), "rfc5234.abnf", "rfc3986.abnf", "rfc3987.abnf")
		return &spec{rfc: "3987", valid: g.Rule("IRI-reference")}
	}),
	"2396": sync.OnceValue(func() *spec {
		g := read(bnf.New(false), "rfc2396.bnf", "rfc2396-read.bnf", "rfc2732.bnf")
		// A server may be empty, and then has no host.
		return &spec{rfc: "2396", valid: g.Rule("URI-reference"), split: g.Anonymous(
			`[ scheme ":" ] "//" [ userinfo "@" ] hostport [ abs_path ] [ "?" query ] [ "#" fragment ]`)}
	}),
	"1738": sync.OnceValue(func() *spec {
		g := read(bnf.New(true), "rfc1738.bnf", "rfc1738-read.bnf")
		// genericurl is for the schemes without a rule of their own.
		schemes := strings.Fields("ftp http gopher mailto news nntp telnet wais file prospero")
		own := bnf.NewABNF()
		if err := own.Read(`own = ( "` + strings.Join(schemes, `" / "`) + `" ) ":" *%x00-FF
server = 1*name "://" [ *( name / ":" ) "@" ] *name [ ":" *%x30-39 ] [ ( "/" / "?" ) *%x00-FF ]
name = %x00-2E / %x30-39 / %x3B-3E / %x41-FF`); err != nil {
			panic(err)
		}
		rules := []*bnf.Automaton{g.Rule("genericurl")}
		for _, name := range schemes {
			rules = append(rules, g.Rule(name+"url"))
		}
		valid := bnf.Combine(func(is uint32) bool { return is == 2 || is > 3 }, append([]*bnf.Automaton{own.Rule("own")}, rules...)...)
		return &spec{rfc: "1738", valid: valid, split: own.Rule("server"), rules: rules}
	}),
}

func read(g *bnf.Grammar, files ...string) *bnf.Grammar {
	if err := g.ReadFiles(testdata.Grammars, files...); err != nil {
		panic(err)
	}
	return g
}

// knownSchemes are schemes that parsers read in ways of their own. For the grammars of
// RFC 2396 and 3986 they are schemes like all others.
var knownSchemes = strings.Fields("http https ws wss ftp file mailto news urn urn:uuid data")

// texts yields the texts of the suite for parsers of at most k states more than the
// grammar needs, each once. What many parsers add to the grammar has more states than
// that. For k=1 and RFC 2396 and 3986 they come too: the texts of the suite for k=0 with
// nearRules, and after each known scheme the texts that begin with the scheme "a" or with
// "//". Those with brackets do not, since they are most. The suite of RFC 3987 is large enough.
func (s *spec) texts(k int) iter.Seq[string] {
	if s.rules != nil || s.rfc == "3987" || k == 0 {
		return s.machineTexts(k)
	}
	return func(yield func(string) bool) {
		var after []string // the texts that come after a known scheme and its ":"
		seen := map[string]bool{}
		for text := range s.machineTexts(k) {
			if !yield(text) {
				return
			}
			rest, ok := strings.CutPrefix(text, "a:")
			ok = ok || strings.HasPrefix(text, "//")
			if ok && !seen[rest] && !strings.Contains(rest, "[") {
				seen[rest] = true
				after = append(after, rest)
			}
		}
		for _, name := range knownSchemes {
			for _, rest := range after {
				if !yield(name + ":" + rest) {
					return
				}
			}
		}
	}
}

// machineTexts yields the texts that the machines of the grammar give, each once.
func (s *spec) machineTexts(k int) iter.Seq[string] {
	// A machine reads marked texts. It answers whether the text is valid, and whether the
	// marks of its parts, or of its error, are right.
	withErrors := func(rule *bnf.Automaton) *bnf.Machine { return bnf.NewMachine(rule, bnf.Failing(rule, rule)) }
	if s.rules != nil {
		var plans []bnf.Plan
		for _, rule := range s.rules {
			plans = append(plans, bnf.Plan{Machine: withErrors(rule), K: k})
		}
		return bnf.Texts(plans...)
	}
	valid, split := bnf.IgnoreMarks(s.valid), bnf.Split(bnf.ServerAuthority)
	right := bnf.Combine(func(is uint32) bool { return is&3 == 3 || is&4 != 0 }, valid, split, bnf.Failing(s.valid, s.valid))
	if s.split != nil {
		right = bnf.Combine(func(is uint32) bool {
			if is&8 != 0 {
				return is&3 == 3
			}
			return is&17 == 17 || is&4 != 0
		}, valid, split, bnf.Failing(s.valid, s.valid), bnf.IgnoreMarks(s.split), bnf.Split(bnf.WholeAuthority))
	}
	plans := []bnf.Plan{{Machine: bnf.NewMachine(valid, right), K: k}}
	if s.rfc == "3987" {
		// UTF-8 has so many classes of octets that parts are in the machine only for k=0.
		plans = []bnf.Plan{{Machine: withErrors(s.valid), K: k}, {Machine: bnf.NewMachine(valid, right)}}
	}
	if s.near != nil && k > 0 {
		plans = append(plans, bnf.Plan{Machine: bnf.NewMachine(bnf.IgnoreMarks(s.near))})
	}
	return bnf.Texts(plans...)
}

// record returns what the RFC says of a text.
func (s *spec) record(text string) record {
	valid, end := s.valid.Run(text)
	if !valid {
		return record{text: text, err: end}
	}
	r := record{text: text, valid: true}
	r.parts = splitParts(text)
	if r.parts[authority].ok && (s.split == nil || s.split.Match(text)) {
		r.splitAuthority()
	}
	return r
}

// The parts of a text, in the order of RFC 3986, 3.
const (
	scheme = iota
	authority
	userinfo
	host
	port
	path
	query
	fragment
	partCount
)

var partNames = [partCount]string{"scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"}

// A part is text[start:end]. The zero part is undefined.
type part struct {
	start, end int
	ok         bool
}

// splitParts splits a text as the expression of RFC 3986, Appendix B, does:
// ^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?
func splitParts(text string) (p [partCount]part) {
	until := func(i int, stop string) int {
		if n := strings.IndexAny(text[i:], stop); n >= 0 {
			return i + n
		}
		return len(text)
	}
	i := 0
	if end := until(0, ":/?#"); end > 0 && end < len(text) && text[end] == ':' {
		p[scheme] = part{0, end, true}
		i = end + 1
	}
	if strings.HasPrefix(text[i:], "//") {
		p[authority] = part{i + 2, until(i+2, "/?#"), true}
		i = p[authority].end
	}
	p[path] = part{i, until(i, "?#"), true}
	i = p[path].end
	if i < len(text) && text[i] == '?' {
		p[query] = part{i + 1, until(i+1, "#"), true}
		i = p[query].end
	}
	if i < len(text) {
		p[fragment] = part{i + 1, len(text), true}
	}
	return p
}

// splitAuthority splits the authority as RFC 3986, 3.2, does:
// [ userinfo "@" ] host [ ":" port ].
func (r *record) splitAuthority() {
	start, end := r.parts[authority].start, r.parts[authority].end
	if n := strings.IndexByte(r.text[start:end], '@'); n >= 0 {
		r.parts[userinfo] = part{start, start + n, true}
		start += n + 1
	}
	name := end
	from := start + strings.IndexByte(r.text[start:end], ']') + 1 // an address has ":" too
	if n := strings.IndexByte(r.text[from:end], ':'); n >= 0 {
		name = from + n
		r.parts[port] = part{name + 1, end, true}
	}
	r.parts[host] = part{start, name, true}
}

func specOf(rfc string) (*spec, error) {
	if f := specs[rfc]; f != nil {
		return f(), nil
	}
	return nil, fmt.Errorf("-rfc is 2396, 3986, 1738 or 3987, not %q", rfc)
}
