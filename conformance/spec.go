package main

import (
	"fmt"
	"iter"
	"slices"
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
		rules := map[string]*bnf.Automaton{}
		for _, name := range strings.Fields("ftp http gopher mailto news nntp telnet wais file prospero") {
			rules[name] = g.Rule(name + "url")
		}
		server := bnf.NewABNF()
		if err := server.Read(`server = 1*name "://" [ *( name / ":" ) "@" ] *name [ ":" *%x30-39 ] [ ( "/" / "?" ) *%x00-FF ]
name = %x00-2E / %x30-39 / %x3B-3E / %x41-FF`); err != nil {
			panic(err)
		}
		return &spec{rfc: "1738", valid: bnf.ByScheme(g.Rule("genericurl"), rules), split: server.Rule("server")}
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

// A suite is texts for parsers of at most k states more than the grammar needs.
type suite struct {
	spec     *spec
	k        int
	thorough bool // with texts that find less for each second that they take
	reported partSet
}

// isLarge reports whether the grammar has so many states that a suite leaves something out.
func (s *spec) isLarge() bool { return s.rfc == "1738" || s.rfc == "3987" }

// partsK is how many states more a parser may have as one that reports parts.
func (s suite) partsK() int {
	if s.spec.isLarge() {
		return 0
	}
	return s.k
}

// texts yields the texts of the suite, each once. What many parsers add to the grammar has more states than
// that. For k=1 and RFC 2396 and 3986 they come too: the texts of the suite for k=0 with
// nearRules, and after each known scheme the texts for validity that begin with the scheme "a"
// or with "//". Those with brackets do not, since they are most.
func (s suite) texts() iter.Seq[string] {
	return func(yield func(string) bool) {
		plans := s.plans()
		for text := range bnf.Texts(plans...) {
			if !yield(text) {
				return
			}
		}
		if s.k == 0 || s.spec.isLarge() {
			return
		}
		seen := map[string]bool{}
		for text := range bnf.Texts(plans[0]) {
			rest, ok := strings.CutPrefix(text, "a:")
			if (!ok && !strings.HasPrefix(text, "//")) || seen[rest] || strings.Contains(rest, "[") {
				continue
			}
			seen[rest] = true
			for _, name := range knownSchemes {
				if !yield(name + ":" + rest) {
					return
				}
			}
		}
	}
}

// plans returns the texts of the suite by what they test: whether a text is valid, each
// part that a harness may report, the parts of an expression like that of RFC 3986, Appendix B,
// all parts, and those of the harness that is asked. The answers that tell states apart are
// those that a harness with just these parts gives.
func (s suite) plans() (plans []bnf.Plan) {
	add := func(parts partSet) {
		p := bnf.Plan{Machine: s.spec.machine(parts), K: s.partsK(), Words: words()}
		if parts == (partSet{}) {
			p.K, p.Octets = s.k, bnf.EdgeOctets
		}
		switch {
		case s.thorough:
			p.Octets, p.Runs, p.Lengths = bnf.AllOctets, 33, []int{255, 256, 1000, 1 << 12, 1 << 16}
		case s.spec.isLarge():
		case parts == (partSet{}):
			p.Octets, p.Runs = bnf.AllOctets, 33
		default:
			p.Runs = 33
		}
		plans = append(plans, p)
	}
	add(partSet{})
	for i := range partNames {
		var parts partSet
		parts[i] = true
		add(parts)
	}
	add(fiveParts)
	add(allParts)
	if s.reported.isOther() {
		add(s.reported)
	}
	if s.spec.near != nil && s.k > 0 {
		plans = append(plans, bnf.Plan{Machine: bnf.NewMachine(s.spec.near)})
	}
	return plans
}

// machine returns the machine that a parser is if it reports parts and is right: it accepts
// the valid texts that have marks where these parts begin and end.
func (s *spec) machine(parts partSet) *bnf.Machine {
	if parts == (partSet{}) {
		return bnf.NewMachine(s.valid)
	}
	keep := func(mark byte) bool { return parts[mark-bnf.MarkScheme] }
	valid, server := bnf.IgnoreMarks(s.valid), bnf.SplitMarking(bnf.ServerAuthority, keep)
	if s.split == nil {
		return bnf.NewMachine(bnf.Combine(func(is uint32) bool { return is == 3 }, valid, server))
	}
	return bnf.NewMachine(bnf.Combine(func(is uint32) bool {
		isServer := is&2 != 0
		return is&1 != 0 && (isServer && is&4 != 0 || !isServer && is&8 != 0)
	}, valid, bnf.IgnoreMarks(s.split), server, bnf.SplitMarking(bnf.WholeAuthority, keep)))
}

// words are texts that parsers read in ways of their own: escapes of delimiters, of "." and
// "%", and of octets at the ends of ranges, for parsers that decode before they split; and
// dot segments, for parsers that remove them.
func words() []string {
	texts := strings.Fields("/. /.. /./ /../")
	for _, b := range []byte(":/?#[]@!$&'()*+,;=.%\x00\x7F\x80\xFF") {
		texts = append(texts, fmt.Sprintf("%%%02x", b), fmt.Sprintf("%%%02X", b))
	}
	slices.Sort(texts)
	return slices.Compact(texts)
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

// A partSet is a set of parts.
type partSet [partCount]bool

// names returns the names of the parts.
func (parts partSet) names() []string {
	names := []string{}
	for i, name := range partNames {
		if parts[i] {
			names = append(names, name)
		}
	}
	return names
}

func (parts partSet) String() string { return strings.Join(parts.names(), ", ") }

// fiveParts are those of the expression of RFC 3986, Appendix B.
var fiveParts = partSet{scheme: true, authority: true, path: true, query: true, fragment: true}

// isOther reports whether a suite for any harness has no plan for these parts.
func (parts partSet) isOther() bool {
	return len(parts.names()) > 1 && parts != fiveParts && parts != allParts
}

var allParts = partSet{true, true, true, true, true, true, true, true}

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
