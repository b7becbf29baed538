package uri

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/bnf"
	"example.com/uri/internal/seed"
	"example.com/uri/testdata"
)

// The tests below compare the parser with the RFCs' own grammars: on every short
// text over an alphabet with one member of each class of characters that the
// grammar distinguishes, on random derivations, and on mutations of them.

// The grammars of testdata, read once.
var (
	// Appendix A of RFC 2396 as [ParseRFC2396] reads it.
	rfc2396 = sync.OnceValue(func() *bnf.Grammar {
		return bnf.New(false).MustReadFiles(testdata.Grammars, "rfc2396.bnf", "rfc2396-read.bnf")
	})
	// The same with the IPv6 literals of RFC 2732, as [Parse] reads it.
	rfc2732 = sync.OnceValue(func() *bnf.Grammar {
		return bnf.New(false).MustReadFiles(testdata.Grammars, "rfc2396.bnf", "rfc2396-read.bnf", "rfc2732.bnf", "rfc3986.bnf")
	})
	// The same with any address between the brackets that has the characters of one. It
	// distinguishes "[" and "]" from other octets, but not the digits that bound the
	// numbers of an IPv4 address.
	anyIPv6 = sync.OnceValue(func() *bnf.Grammar {
		g := bnf.New(false).MustReadFiles(testdata.Grammars, "rfc2396.bnf", "rfc2396-read.bnf", "rfc2732.bnf")
		if err := g.Read(`IPv6address = *( hex | ":" | "." )`); err != nil {
			panic(err)
		}
		return g
	})
	// Section 5 of RFC 1738. Its literals are case-independent: the notation is
	// that of RFC 822 (3.4.7), and the comment above scheme asks for it.
	rfc1738 = sync.OnceValue(func() *bnf.Grammar {
		return bnf.New(true).MustReadFiles(testdata.Grammars, "rfc1738.bnf", "rfc1738-read.bnf")
	})
)

// octetClasses returns the classes of octets of rules together.
func octetClasses(g *bnf.Grammar, rules ...string) []string {
	var automata []*bnf.Automaton
	for _, name := range rules {
		automata = append(automata, g.Rule(name))
	}
	return bnf.Classes(automata...)
}

// componentRules are the rules of Appendix A that are more than a set of
// characters.
var componentRules = strings.Fields(`
	URI-reference absoluteURI relativeURI hier_part opaque_part net_path
	abs_path rel_path rel_segment scheme authority reg_name server userinfo
	hostport host hostname domainlabel toplabel IPv4address port path
	path_segments segment param query fragment escaped`)

// schemes1738 are the schemes with a rule of their own in RFC 1738, section 5.
var schemes1738 = strings.Fields("ftp http gopher mailto news nntp telnet wais file prospero")

// rule1738 returns the rule of RFC 1738, section 5, that s must match. otherurl
// would match any text that begins with a scheme of section 3, so it is used for
// other schemes only.
func rule1738(s string) *bnf.Automaton {
	rules := rules1738()
	if scheme, _, ok := strings.Cut(s, ":"); ok {
		if rule := rules[strings.ToLower(scheme)]; rule != nil {
			return rule
		}
	}
	return rules["generic:"]
}

// rules1738 are the rules by their schemes, and genericurl by a text that is no scheme.
var rules1738 = sync.OnceValue(func() map[string]*bnf.Automaton {
	rules := map[string]*bnf.Automaton{"generic:": rfc1738().Rule("genericurl")}
	for _, scheme := range schemes1738 {
		rules[scheme] = rfc1738().Rule(scheme + "url")
	}
	return rules
})

// TestGrammars checks that the grammars derive the texts of the tables.
func TestGrammars(t *testing.T) {
	printed := bnf.New(false).MustReadFiles(testdata.Grammars, "rfc2396.bnf")
	says := func(rfc string, ok bool) string {
		return rfc + map[bool]string{true: ":valid", false: ":invalid"}[ok]
	}
	for _, v := range rows(t, "parse", "invalid", "scheme-specific") {
		if v.Table != "oracle_cases" {
			continue
		}
		got := says("2396", printed.Rule("URI-reference").Match(v.Input))
		if got == "2396:invalid" && rfc2396().Rule("URI-reference").Match(v.Input) {
			got = "2396:valid-by-appC"
		}
		if v.Kind == "scheme-specific" {
			got = says("1738", rule1738(v.Input).Match(v.Input)) + " " + got
		}
		want := v.Oracle
		if strings.Contains(v.Input, ";TYPE=") {
			// The table compares this one literal case-sensitively.
			want = strings.Replace(want, "1738:invalid", "1738:valid", 1)
		}
		if got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("the gopherurl of RFC 1738 needs no other reading")
		}
	}()
	bnf.New(true).MustReadFiles(testdata.Grammars, "rfc1738.bnf").Rule("gopherurl")
}

// A judge compares the parser's answers with the grammar's.
type judge struct {
	t      *testing.T
	failed *atomic.Int32
	// How many texts were judged, and accepted by Parse and by ParseRFC2396.
	texts, accepted, only int

	// URI-reference in the three grammars above.
	only2396, reference, anyIPv6 *bnf.Automaton

	scheme, userinfo, port, segment, param, query *bnf.Automaton
	server, authority3986, userinfo3986           *bnf.Automaton

	forms [len(formNames)]*bnf.Automaton
	hosts [len(hostKinds)]*bnf.Automaton
}

// judges makes judges, one for each goroutine.
type judges struct {
	t      *testing.T
	failed atomic.Int32
	mu     sync.Mutex
	all    []*judge
}

func (js *judges) check() func(s string) { return js.judge().check }

func (js *judges) judge() *judge {
	j := theJudge()
	j.t, j.failed = js.t, &js.failed
	js.mu.Lock()
	defer js.mu.Unlock()
	js.all = append(js.all, &j)
	return &j
}

// theJudge returns a judge that has judged nothing.
var theJudge = sync.OnceValue(func() (j judge) {
	g := rfc2732()
	j = judge{
		only2396: rfc2396().Rule("URI-reference"), reference: g.Rule("URI-reference"), anyIPv6: anyIPv6().Rule("URI-reference"),
		scheme: g.Rule("scheme"), userinfo: g.Rule("userinfo"), port: g.Rule("port"),
		segment: g.Rule("segment"), param: g.Rule("param"), query: g.Rule("query"),
		server: g.Rule("server"), authority3986: g.Rule("authority-3986"), userinfo3986: g.Rule("userinfo-3986"),
	}
	j.forms[formNetPath], j.forms[formAbsPath] = g.Rule("net_path"), g.Rule("abs_path")
	j.forms[formRelPath], j.forms[formOpaquePart] = g.Rule("rel_path"), g.Rule("opaque_part")
	j.hosts[HostName], j.hosts[HostIPv4] = g.Rule("hostname"), g.Rule("IPv4address")
	j.hosts[HostIPv6], j.hosts[HostRegName] = g.Rule("ipv6reference"), g.Rule("reg-name")
	return j
})

// sum logs how many texts were judged and fails where none was accepted or
// none refused.
func (js *judges) sum() {
	js.t.Helper()
	var texts, accepted int
	for _, j := range js.all {
		texts += j.texts
		accepted += max(j.accepted, j.only)
	}
	js.t.Logf("%d texts, %d of them accepted, %d differences", texts, accepted, js.failed.Load())
	if accepted == 0 || accepted == texts {
		js.t.Errorf("of %d texts %d were accepted", texts, accepted)
	}
}

// errorf reports a difference, at most twenty times.
func (j *judge) errorf(format string, args ...any) {
	j.t.Helper()
	if j.failed.Add(1) <= 20 {
		j.t.Errorf(format, args...)
	}
}

// check judges one text by Parse, Valid and ParseRFC2396.
func (j *judge) check(s string) {
	j.checkParse(s)
	j.check2396(s)
	j.texts-- // both counted it
}

// checkParse judges one text by Parse and Valid.
func (j *judge) checkParse(s string) {
	j.texts++
	ok, viable := j.reference.Run(s)
	u, err := Parse(s)
	if Valid(s) != ok {
		j.errorf("Valid(%q) = %v, the grammar says %v", s, !ok, ok)
	}
	offset, badAddress := viable, false
	if !ok {
		offset, badAddress = errorOffset(j.anyIPv6, s, viable)
	}
	j.verdict("Parse", s, u, err, ok, offset, badAddress)
	if ok && err == nil {
		j.accepted++
		if wrong := j.split(u, s); wrong != "" {
			j.errorf("Parse(%q): %s", s, wrong)
		}
	}
}

// check2396 judges one text by ParseRFC2396, which splits a text as Parse does.
func (j *judge) check2396(s string) {
	j.texts++
	ok, viable := j.only2396.Run(s)
	u, err := ParseRFC2396(s)
	j.verdict("ParseRFC2396", s, u, err, ok, viable, false)
	if !ok || err != nil {
		return
	}
	j.only++
	if parsed, err := Parse(s); u != parsed || err != nil {
		j.errorf("Parse(%q) and ParseRFC2396 split differently", s)
	}
}

// verdict judges whether a parser was right to accept or refuse s, and the offset
// and rule of its error.
func (j *judge) verdict(parser, s string, u URI, err error, ok bool, offset int, badAddress bool) {
	if ok {
		if err != nil || u.String() != s {
			j.errorf("%s(%q) = %q, %v, the grammar derives it", parser, s, u.String(), err)
		}
		return
	}
	e, isSyntax := err.(*SyntaxError)
	switch {
	case !isSyntax:
		j.errorf("%s(%q): error %v, the grammar does not derive it", parser, s, err)
	case e.Offset != offset:
		j.errorf("%s(%q): error at offset %d, by the grammar at %d", parser, s, e.Offset, offset)
	case u != URI{}:
		j.errorf("%s(%q) = %q and an error", parser, s, u.String())
	default:
		rule := ruleIPv6address
		if !badAddress {
			rule = ruleAfter(s[:offset])
		}
		if e.Rule.rule != rule {
			j.errorf("%s(%q): error of rule %v, want %v", parser, s, e.Rule, Rule{rule})
		}
	}
}

// ruleAfter returns the rule that applies at the point where s could go on.
func ruleAfter(s string) *rule {
	if i := strings.LastIndexByte(s, '%'); i >= 0 && len(s)-i < len("%hh") {
		return ruleEscaped
	}
	p := appendixB(s)
	path := p.path.of(s)
	switch authority := p.authority.of(s); {
	case p.fragment.ok:
		return ruleFragment
	case p.scheme.ok && !p.authority.ok && !strings.HasPrefix(path, "/"):
		return ruleOpaquePart
	case p.query.ok:
		return ruleQuery
	case strings.HasPrefix(path, "/"):
		return ruleAbsPath
	case strings.Contains(path, "/"):
		return ruleRelPath
	case path != "":
		return ruleRelSegment
	case !p.authority.ok:
		return ruleURIReference
	case !strings.Contains(authority, "["):
		return ruleAuthority
	case !strings.Contains(authority, "]"):
		return ruleIPv6reference
	case strings.HasSuffix(authority, "]"):
		return ruleHostport
	}
	return rulePort
}

// errorOffset returns the expected offset of the error in s, if the longest prefix
// of s that can go on has viable bytes. anyAddress is the same rule with any
// characters in an IPv6 address. If it can go on further, the address is wrong. An
// address that is closed by "]" is judged as a whole: the offset is its start.
func errorOffset(anyAddress *bnf.Automaton, s string, viable int) (offset int, badAddress bool) {
	if strings.IndexByte(s, '[') < 0 {
		return viable, false // without an address the two rules are one
	}
	_, further := anyAddress.Run(s)
	if further == viable {
		return viable, false
	}
	i := strings.LastIndexByte(s[:further], '[')
	if strings.IndexByte(s[i:further], ']') < 0 {
		return further, false
	}
	return i + 1, true
}

// A part is a component of a text, by its offsets. The zero part is undefined.
type part struct {
	start, end int
	ok         bool
}

func (p part) of(s string) string { return s[p.start:p.end] }

// fiveParts has the parts that the expression of Appendix B finds.
type fiveParts struct{ scheme, authority, path, query, fragment part }

// appendixB splits s as the expression of RFC 2396, Appendix B, does, written
// out by hand: ^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?
func appendixB(s string) (p fiveParts) {
	until := func(i int, stop string) int {
		for i < len(s) && strings.IndexByte(stop, s[i]) < 0 {
			i++
		}
		return i
	}
	i := 0
	if end := until(0, ":/?#"); end > 0 && end < len(s) && s[end] == ':' {
		p.scheme = part{0, end, true}
		i = end + 1
	}
	if strings.HasPrefix(s[i:], "//") {
		p.authority = part{i + 2, until(i+2, "/?#"), true}
		i = p.authority.end
	}
	p.path = part{i, until(i, "?#"), true}
	i = p.path.end
	if i < len(s) && s[i] == '?' {
		p.query = part{i + 1, until(i+1, "#"), true}
		i = p.query.end
	}
	if i < len(s) {
		p.fragment = part{i + 1, len(s), true}
	}
	return p
}

// A refForm is the rule that matches the part between scheme and query (RFC 2396, 3
// and 5).
type refForm uint8

const (
	formNone       refForm = iota // nothing: a same-document reference
	formNetPath                   // "//" authority [ abs_path ]
	formAbsPath                   // "/" path_segments
	formRelPath                   // rel_segment [ abs_path ]
	formQueryOnly                 // nothing before "?" query
	formOpaquePart                // uric_no_slash *uric
)

var formNames = [...]string{"", "net_path", "abs_path", "rel_path", "query_only", "opaque_part"}

func (f refForm) String() string { return formNames[f] }

// formOf asks the accessors of u for its form.
func formOf(u URI) refForm {
	_, query := u.Query()
	switch _, authority := u.Authority(); {
	case authority:
		return formNetPath
	case u.IsOpaque():
		return formOpaquePart
	case strings.HasPrefix(u.Path(), "/"):
		return formAbsPath
	case u.Path() != "":
		return formRelPath
	case query:
		return formQueryOnly
	}
	return formNone
}

// split judges the components of an accepted text. It returns the fault, or "".
func (j *judge) split(u URI, s string) string {
	p := appendixB(s)
	form, kind := formNone, KindRelative
	switch path := p.path.of(s); {
	case p.authority.ok:
		form = formNetPath
	case strings.HasPrefix(path, "/"):
		form = formAbsPath
	case p.scheme.ok:
		// The expression ends an opaque_part at a "?".
		form = formOpaquePart
		if p.query.ok {
			p.path.end, p.query = p.query.end, part{}
		}
	case path != "":
		form = formRelPath
	case p.query.ok:
		form = formQueryOnly
	}
	switch {
	case form == formOpaquePart:
		kind = KindAbsoluteOpaque
	case p.scheme.ok:
		kind = KindAbsoluteHier
	case form == formNone:
		kind = KindSameDocument
	}
	if u.Kind() != kind || formOf(u) != form {
		return fmt.Sprintf("%v %v, not %v %v", u.Kind(), formOf(u), kind, form)
	}
	if u.IsAbsolute() != p.scheme.ok || u.IsOpaque() != (kind == KindAbsoluteOpaque) || u.IsSameDocument() != (kind == KindSameDocument) {
		return "what IsAbsolute, IsOpaque and IsSameDocument say does not fit Kind"
	}

	authority, hasAuthority := u.Authority()
	opaque, isOpaque := u.Opaque()
	query, hasQuery := u.Query()
	fragment, hasFragment := u.Fragment()
	if isOpaque != (form == formOpaquePart) || isOpaque && opaque != u.Path() {
		return fmt.Sprintf("opaque part %q, %v", opaque, isOpaque)
	}
	for _, c := range [...]struct {
		name string
		got  string
		ok   bool
		want part
	}{
		{"scheme", u.Scheme(), u.IsAbsolute(), p.scheme},
		{"authority", authority, hasAuthority, p.authority},
		{"path", u.Path(), true, p.path},
		{"query", query, hasQuery, p.query},
		{"fragment", fragment, hasFragment, p.fragment},
	} {
		if c.got != c.want.of(s) || c.ok != c.want.ok {
			return fmt.Sprintf("%s %q, %v, not %q, %v", c.name, c.got, c.ok, c.want.of(s), c.want.ok)
		}
	}

	// The parts that the expression finds must match their rules.
	from := p.path.start
	if p.authority.ok {
		from = p.authority.start - len("//")
	}
	switch {
	case p.scheme.ok && !j.scheme.Match(u.Scheme()),
		j.forms[form] != nil && !j.forms[form].Match(s[from:p.path.end]),
		!j.query.Match(query), !j.query.Match(fragment):
		return "a component of Appendix B does not follow its rule"
	}

	if wrong := j.splitAuthority(u, authority, hasAuthority); wrong != "" {
		return wrong
	}
	return j.splitPath(u)
}

// splitAuthority judges the parts of an authority: joined they are the authority,
// and each matches its rule. Only one split has both properties.
func (j *judge) splitAuthority(u URI, authority string, defined bool) string {
	userinfo, hasUserinfo := u.Userinfo()
	host, hasHost := u.Host()
	port, hasPort := u.Port()
	kind := u.HostKind()

	isServer := defined && j.server.Match(authority)
	if u.IsServer() != isServer {
		return fmt.Sprintf("IsServer() = %v", !isServer)
	}
	users := j.userinfo
	split := authority != "" // whether the parts are told apart
	if !isServer {
		users = j.userinfo3986
		split = defined && j.authority3986.Match(authority)
	}
	// An empty reg-name is not a host, even with a userinfo or a port.
	named := authority[strings.IndexByte(authority, '@')+1:]
	wantHost := split && named != "" && named[0] != ':'
	if hasHost != wantHost || hasHost != (kind != HostNone) {
		return fmt.Sprintf("host %q, %v, %v", host, hasHost, kind)
	}
	if !split {
		// The userinfo of a list of hosts is told apart, as it is in database URLs.
		if m := hostListExpr.FindStringSubmatch(authority); defined && m != nil && hasUserinfo {
			if userinfo != m[1] || hasPort || host+port != "" {
				return fmt.Sprintf("userinfo %q, host %q, port %q of a list", userinfo, host, port)
			}
			return ""
		} else if defined && m != nil {
			return "the userinfo of a list is not found"
		}
		if hasUserinfo || hasPort || userinfo+host+port != "" {
			return fmt.Sprintf("userinfo %q, %v, host %q, port %q, %v with no host", userinfo, hasUserinfo, host, port, hasPort)
		}
		return ""
	}
	if hasHost && (isServer == (kind == HostRegName) || !j.hosts[kind].Match(host)) {
		return fmt.Sprintf("host %q, %v", host, kind)
	}
	if !users.Match(userinfo) || !j.port.Match(port) {
		return fmt.Sprintf("userinfo %q, port %q", userinfo, port)
	}
	rest, ok := authority, true
	if hasUserinfo {
		rest, ok = strings.CutPrefix(rest, userinfo)
		ok = ok && strings.HasPrefix(rest, "@")
		rest = strings.TrimPrefix(rest, "@")
	}
	if hasPort {
		rest = strings.TrimSuffix(rest, port)
		ok = ok && strings.HasSuffix(rest, ":")
		rest = strings.TrimSuffix(rest, ":")
	}
	if !ok || rest != host {
		return fmt.Sprintf("userinfo %q, %v, host %q, port %q, %v", userinfo, hasUserinfo, host, port, hasPort)
	}
	return ""
}

// splitPath judges the segments of a path and their parameters in the same way.
func (j *judge) splitPath(u URI) string {
	rest, n := u.Path(), 0
	if u.IsOpaque() {
		rest = ""
	}
	empty := rest == ""
	rest = strings.TrimPrefix(rest, "/")
	for g := range u.Segments() {
		s := string(g)
		if n > 0 && !strings.HasPrefix(rest, "/") || !j.segment.Match(s) {
			return fmt.Sprintf("segment %d is %q", n, s)
		}
		if n > 0 {
			rest = rest[1:]
		}
		ok := true
		if rest, ok = strings.CutPrefix(rest, s); !ok {
			return fmt.Sprintf("segment %d is %q", n, s)
		}
		n++

		if s, ok = strings.CutPrefix(s, g.Name()); !ok || !j.param.Match(g.Name()) {
			return fmt.Sprintf("name of segment %q is %q", g, g.Name())
		}
		for p := range g.Params() {
			if !j.param.Match(p) || !strings.HasPrefix(s, ";") || !strings.HasPrefix(s[1:], p) {
				return fmt.Sprintf("segment %q has the parameter %q", g, p)
			}
			s = s[1+len(p):]
		}
		if s != "" {
			return fmt.Sprintf("segment %q has no parameter %q", g, s)
		}
	}
	if rest != "" || empty != (n == 0) {
		return fmt.Sprintf("%d segments, and %q", n, rest)
	}
	return ""
}

// TestEveryText compares the parser with the grammar on every short text.
func TestEveryText(t *testing.T) {
	rules := append(slices.Clone(componentRules), "ipv6reference")
	found := octetClasses(anyIPv6(), rules...)
	t.Logf("alphabet %q", bnf.Alphabet(found))
	js := judges{t: t}
	bnf.EveryText("", bnf.Alphabet(found), *exhaustive, js.check)
	js.sum()
}

// TestEveryOctet checks that the parser distinguishes no more classes than the
// grammar: on texts of up to three octets, and on one octet after a longer text.
func TestEveryOctet(t *testing.T) {
	var all [256]byte
	for b := range all {
		all[b] = byte(b)
	}
	js := judges{t: t}
	bnf.EveryText("", string(all[:]), 2, js.check)
	for _, prefix := range strings.Fields("a: a:b // //h //h: //u@ //u:p@h //[ //[:: //[::1] //1. % %4 a% a%4 x:%4 //% //%4 /%4 ?%4 #%4 /a/ /;a a/ ? # a?b a#b a:?b") {
		bnf.EveryText(prefix, string(all[:]), 1, js.check)
	}
	js.sum()
}

// TestEveryIPv6 tries every short text after the "[" of a literal, with the digits
// that matter for the ranges of IPv4 numbers.
func TestEveryIPv6(t *testing.T) {
	found := octetClasses(rfc2732(), "ipv6reference")
	t.Logf("alphabet %q", bnf.Alphabet(found))
	js := judges{t: t}
	for _, prefix := range []string{"//[", "//[::", "//[1:2:3:4:5:6:", "//[1:2:3:4:5::", "//[::1.2.25", "//[1.2.3."} {
		bnf.EveryText(prefix, bnf.Alphabet(found), *exhaustive-1, js.check)
	}
	js.sum()
}

// TestEveryHost tries every short text after authorities that are longer than the
// texts of TestEveryText.
func TestEveryHost(t *testing.T) {
	letters := bnf.Alphabet(octetClasses(rfc2396(), "hostport")) + "@/%"
	t.Logf("alphabet %q", letters)
	js := judges{t: t}
	for _, prefix := range []string{"//", "//a.b-c.", "//abcdefg", "//1.2.3.", "//u:p@h.abcd", "//abcdefgh:12"} {
		bnf.EveryText(prefix, letters, *exhaustive-1, js.check)
	}
	// The schemes that have a fast path in the parser, and similar texts.
	for _, prefix := range strings.Fields("http:// https:// file:// http:/ https: file:/ httpx:// HTTP:// xfile://") {
		bnf.EveryText(prefix, letters+"?#[", *exhaustive-2, js.check)
	}
	js.sum()
}

// TestPlainHostname checks that plainHostname reports ok for every hostname that its
// comment does not exclude.
func TestPlainHostname(t *testing.T) {
	rng := seed.Rand(t)
	hostname := rfc2396().Rule("hostname")
	found := bnf.Classes(hostname)
	var others string // the class of the characters that no hostname contains
	for _, class := range found {
		if strings.Contains(class, "/") {
			others = class
		}
	}
	excluded := regexp.MustCompile(`\.$|--|[^a-zA-Z.][^.]*$`)
	check := func() func(s string) {
		return func(s string) {
			for i := range min(2, len(s)) {
				n := i
				for n < len(s) && strings.IndexByte(others, s[n]) < 0 {
					n++
				}
				name := s[i:n]
				want := len(s) >= 8 && hostname.Match(name) && !excluded.MatchString(name)
				if end, ok := plainHostname(s, i); ok != want || ok && end != n {
					t.Errorf("plainHostname(%q, %d) = %d, %v, want %v", s, i, end, ok, want)
				}
			}
		}
	}
	bnf.EveryText("", bnf.Alphabet(found), *exhaustive+2, check)
	bnf.EveryText("ab.c-d.", bnf.Alphabet(found), *exhaustive-1, check)
	for range *random / 20 {
		s := hostname.Derive(rng, 40)
		check()(s)
		check()(mutated(rng, s))
	}
}

// TestLongTexts moves one octet through a run of others, since the parser tests
// several octets at a time.
func TestLongTexts(t *testing.T) {
	letters := bnf.Alphabet(octetClasses(anyIPv6(), append(slices.Clone(componentRules), "ipv6reference")...))
	js := judges{t: t}
	check := js.check()
	for _, prefix := range []string{"", "a:", "a:b", "//", "//u@", "//h.", "//h:", "//[", "/", "?", "#"} {
		for _, fill := range letters {
			for _, n := range []int{7, 8, 9, 16, 17} {
				run := strings.Repeat(string(fill), n)
				for _, odd := range letters {
					for i := range run {
						check(prefix + run[:i] + string(odd) + run[i+1:])
					}
				}
			}
		}
	}
	js.sum()
}

// TestRandomTexts compares the parser with the grammar on random derivations and
// on mutations of them.
func TestRandomTexts(t *testing.T) {
	rng := seed.Rand(t)
	js := judges{t: t}
	check := js.check()
	rules := []*bnf.Automaton{
		rfc2732().Rule("URI-reference"), rfc2732().Rule("absoluteURI"), rfc2732().Rule("relativeURI"),
	}
	for n := 0; n < *random; n += 2 {
		s := rules[rng.IntN(len(rules))].Derive(rng, 1+rng.IntN(80))
		check(s)
		check(mutated(rng, s))
	}
	js.sum()
}

// TestAppendixBExpression compares the loop above with the expression itself.
func TestAppendixBExpression(t *testing.T) {
	expression := regexp.MustCompile(`(?s)^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`)
	check := func() func(s string) {
		return func(s string) {
			m := expression.FindStringSubmatchIndex(s)
			find := func(n int) part {
				if m[2*n] < 0 {
					return part{}
				}
				return part{m[2*n], m[2*n+1], true}
			}
			want := fiveParts{find(2), find(4), find(5), find(7), find(9)}
			if got := appendixB(s); got != want || m[1] != len(s) {
				t.Errorf("appendixB(%q) = %v, the expression says %v", s, got, want)
			}
		}
	}
	bnf.EveryText("", "ab:/?#\n", 6, check)
	rng := seed.Rand(t)
	for range 10_000 {
		s := rfc2732().Rule("URI-reference").Derive(rng, 60)
		check()(s)
		check()(mutated(rng, s))
	}
}

// A production is a function of the parser that recognises a rule.
type production struct {
	function string
	rule     string // the rule, in the notation
	begins   string // the known beginning of the text
	// whole is set for a rule with an authority, which ends at "/", "?", "#" or
	// the end of the text. Its function does not recognise the longest prefix.
	whole bool
	f     func(s string, i int) (end int, r *rule)
}

func productions() []production {
	type recogniser = func(s string, i int) (end int, r *rule)
	method := func(f func(u *URI, i int) (int, *rule)) recogniser {
		return func(s string, i int) (int, *rule) { return f(&URI{s: s}, i) }
	}
	sure := func(f func(s string, i int) int) recogniser {
		return func(s string, i int) (int, *rule) { return f(s, i), nil }
	}
	return []production{
		{"absoluteURI", `hier_part | opaque_part`, "", true, method((*URI).absoluteURI)},
		{"relativeURI", `[ relativeURI ]`, "", true, method((*URI).relativeURI)},
		{"hierPart", `hier_part`, "/", true, method((*URI).hierPart)},
		{"netPath", `net_path [ "?" query ]`, "//", true, method((*URI).netPath)},
		{"authority", `authority`, "", true, func(s string, i int) (int, *rule) {
			a, r := authority(s, i)
			return a.end, r
		}},
		{"scheme", `scheme`, "", false, scheme},
		{"opaquePart", `opaque_part`, "", false, opaquePart},
		{"absPath", `abs_path`, "/", false, sure(absPath)},
		{"relPath", `[ rel_path ]`, "", false, sure(relPath)},
		{"relSegment", `[ rel_segment ]`, "", false, sure(relSegment)},
		{"pathSegments", `path_segments`, "", false, sure(pathSegments)},
		{"query", `query`, "", false, sure(query)},
		{"fragment", `fragment`, "", false, sure(fragment)},
		{"regName", `reg_name`, "", false, regName},
		{"server", `server`, "", false, sure(func(s string, i int) int { return server(s, i).end })},
		{"userinfo", `userinfo`, "", false, sure(userinfo)},
		{"hostport", `hostport`, "", false, func(s string, i int) (int, *rule) {
			a, r := hostport(s, i)
			return a.end, r
		}},
		{"host", `host`, "", false, func(s string, i int) (int, *rule) {
			end, _, r := host(s, i)
			return end, r
		}},
		{"hostname", `hostname`, "", false, hostname},
		{"domainlabel", `domainlabel`, "", false, domainlabel},
		{"toplabel", `toplabel`, "", false, toplabel},
		{"ipv4address", `IPv4address`, "", false, ipv4address},
		{"ipv6reference", `ipv6reference`, "", false, ipv6reference},
		{"port", `port`, "", false, sure(port)},
		{"escaped", `[ escaped ]`, "", false, func(s string, i int) (int, *rule) {
			if ascii.Escaped(s, i) {
				return i + 3, nil
			}
			return i, nil
		}},
	}
}

// TestProductions compares each of the parser's functions with its rule on every
// short text: the function recognises the longest prefix that the rule derives,
// or fails at the first byte with which no text of the rule goes on.
func TestProductions(t *testing.T) {
	rng := seed.Rand(t)
	letters := bnf.Alphabet(octetClasses(anyIPv6(), append(slices.Clone(componentRules), "ipv6reference")...))
	for _, p := range productions() {
		t.Run(p.function, func(t *testing.T) {
			reference, anyAddress := rfc2732().Anonymous(p.rule), anyIPv6().Anonymous(p.rule)
			var failed atomic.Int32
			check := func() func(s string) {
				return func(s string) {
					// The text begins after a prefix, to test that i is used.
					end, r := p.f(":"+s, 1)
					if wrong := p.judge(s, end-1, r, reference, anyAddress); wrong != "" && failed.Add(1) <= 5 {
						t.Errorf("%s(%q) = %d, %v: %s", p.function, s, end-1, Rule{r}, wrong)
					}
				}
			}
			bnf.EveryText(p.begins, letters, *exhaustive-2, check)
			bnf.EveryText(p.begins, bnf.Alphabet(bnf.Classes(anyAddress)), *exhaustive-1, check)
			for range *random / 200 {
				s := reference.Derive(rng, 40)
				check()(s)
				if s = mutated(rng, s); strings.HasPrefix(s, p.begins) {
					check()(s)
				}
			}
		})
	}
}

// judge returns the fault of a function's answer about s, or "".
func (p production) judge(s string, end int, r *rule, reference, anyAddress *bnf.Automaton) string {
	ok, viable := reference.Run(s)
	viable, _ = errorOffset(anyAddress, s, viable)
	longest := len(s)
	for longest >= 0 && !reference.Match(s[:longest]) {
		longest--
	}
	switch {
	case p.whole && ok, !p.whole && longest >= 0:
		if r != nil || end != longest {
			return fmt.Sprintf("the rule derives a prefix of %d octets", longest)
		}
		return ""
	case !p.whole && r == nil:
		return "the rule derives no prefix"
	case p.whole && r == nil && end == len(s):
		return "the rule does not derive it"
	}
	// A broken escape is reported by its "%". The error moves into it later.
	if end != viable && !(at(s, end, '%') && end < viable && viable <= end+2) {
		return fmt.Sprintf("the rule goes on up to %d", viable)
	}
	return ""
}

// mutated returns s with changes in one to three places.
func mutated(rng *rand.Rand, s string) string {
	const telling = "%%%:/?#@[];=.-+&$,~_!aAfg019 \"<>\\^`{|}\x00\n\x7f\x80\xff"
	b := []byte(s)
	for range 1 + rng.IntN(3) {
		i := rng.IntN(len(b) + 1)
		k := i + rng.IntN(len(b)-i+1)
		c := telling[rng.IntN(len(telling))]
		if rng.IntN(8) == 0 {
			c = byte(rng.IntN(256))
		}
		switch rng.IntN(6) {
		case 0, 1:
			b = slices.Insert(b, i, c)
		case 2, 3:
			if i < len(b) {
				b[i] = c
			}
		case 4:
			if i < len(b) {
				b = slices.Delete(b, i, min(i+1+rng.IntN(2), len(b)))
			}
		case 5:
			b = slices.Insert(b, i, slices.Clone(b[i:k])...)
		}
	}
	return string(b)
}
