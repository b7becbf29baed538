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

// A spec has the automata of an RFC.
type spec struct {
	rfc   string
	valid *bnf.Automaton // the valid texts
	split *bnf.Automaton // the texts with userinfo, host and port in the authority; nil is all
	near  *bnf.Automaton // the texts of an extended grammar; may be nil
}

// nearRules are common changes of RFC 3986 in parsers: the zones of RFC 6874, and ports with
// a limit.
const nearRules = `IP-literal = "[" ( IPv6address [ "%25" 1*( unreserved / pct-encoded ) ] / IPvFuture ) "]"
port = *"0" [ %x31-39 *3DIGIT / %x31-35 4DIGIT / "6" ( %x30-34 3DIGIT / "5" ( %x30-34 2DIGIT / "5" ( %x30-32 DIGIT / "3" %x30-35 ) ) ) ]`

// specs are the grammars, by the numbers of their RFCs. Each is compiled once.
var specs = map[string]func() *spec{
	"3986": sync.OnceValue(func() *spec {
		g := bnf.NewABNF().MustReadFiles(testdata.Grammars, "rfc5234.abnf", "rfc3986.abnf")
		near := bnf.NewABNF().MustReadFiles(testdata.Grammars, "rfc5234.abnf", "rfc3986.abnf")
		if err := near.Read(nearRules); err != nil {
			panic(err)
		}
		return &spec{rfc: "3986", valid: g.Rule("URI-reference"), near: near.Rule("URI-reference")}
	}),
	"3987": sync.OnceValue(func() *spec {
		g := bnf.NewABNF().MustReadFiles(testdata.Grammars, "rfc5234.abnf", "rfc3986.abnf", "rfc3987.abnf")
		return &spec{rfc: "3987", valid: g.Rule("IRI-reference")}
	}),
	"2396": sync.OnceValue(func() *spec {
		g := bnf.New(false).MustReadFiles(testdata.Grammars, "rfc2396.bnf", "rfc2396-read.bnf", "rfc2732.bnf")
		// A server may be empty, and then has no host.
		return &spec{rfc: "2396", valid: g.Rule("URI-reference"), split: g.Anonymous(
			`[ scheme ":" ] "//" [ userinfo "@" ] hostport [ abs_path ] [ "?" query ] [ "#" fragment ]`)}
	}),
	"1738": sync.OnceValue(func() *spec {
		g := bnf.New(true).MustReadFiles(testdata.Grammars, "rfc1738.bnf", "rfc1738-read.bnf")
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

// knownSchemes are schemes with a special treatment in parsers. For the grammars of
// RFC 2396 and 3986 they are schemes like all others.
var knownSchemes = strings.Fields("http https ws wss ftp file mailto news urn urn:uuid data")

// A suite is texts for parsers of at most k states more than the grammar needs.
type suite struct {
	spec     *spec
	k        int
	thorough bool // with texts that cost more time for each fault they find
	reported partSet
}

// isLarge reports whether the grammar has too many states for a whole suite.
func (s *spec) isLarge() bool { return s.rfc == "1738" || s.rfc == "3987" }

// partsK is k for the parts.
func (s suite) partsK() int {
	if s.spec.isLarge() {
		return 0
	}
	return s.k
}

// texts yields the texts of the suite, each once. Many parsers have extensions with more states
// than that. So the suites of RFC 2396 and 3986 for k=1 also have the texts of the suite for
// k=0 with nearRules, and the texts for validity after a scheme or with "//" also after each
// known scheme. Texts with brackets, the most of them, are left out there.
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

// plans returns a plan for each set of parts: none, each single part, the parts of the
// expression of RFC 3986, Appendix B, all parts, and those of the harness under test. The
// texts of a plan are for a harness with just these parts in its answers.
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

// machine returns the machine of a right parser with these parts in its answers. It accepts the
// valid texts with marks at the start and the end of these parts.
func (s *spec) machine(parts partSet) *bnf.Machine {
	if parts == (partSet{}) {
		return bnf.NewMachine(s.valid)
	}
	var marks []byte
	for i, reported := range parts {
		if reported {
			marks = append(marks, bnf.MarkScheme+byte(i))
		}
	}
	valid, server := bnf.IgnoreMarks(s.valid), bnf.Split(bnf.ServerAuthority, marks...)
	if s.split == nil {
		return bnf.NewMachine(bnf.Combine(func(is uint32) bool { return is == 3 }, valid, server))
	}
	return bnf.NewMachine(bnf.Combine(func(is uint32) bool {
		isServer := is&2 != 0
		return is&1 != 0 && (isServer && is&4 != 0 || !isServer && is&8 != 0)
	}, valid, bnf.IgnoreMarks(s.split), server, bnf.Split(bnf.WholeAuthority, marks...)))
}

// words are texts with a special treatment in parsers: escapes of delimiters, of "." and
// "%", and of octets at the ends of ranges, because some parsers decode before they split; and
// dot segments, because some remove them.
func words() []string {
	texts := strings.Fields("/. /.. /./ /../")
	for _, b := range []byte(":/?#[]@!$&'()*+,;=.%\x00\x7F\x80\xFF") {
		texts = append(texts, fmt.Sprintf("%%%02x", b), fmt.Sprintf("%%%02X", b))
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

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

// isOther reports whether these parts need a plan of their own.
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
		p[query] = part{i + 1, until(i, "#"), true}
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
	closed := strings.LastIndexByte(r.text[start:end], ']') // an address has ":" too
	if n := strings.LastIndexByte(r.text[start:end], ':'); n > closed {
		name = start + n
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
