// Package bnf turns the printed grammars of the RFCs into automata, so that tests can
// compare a parser with the RFC itself. It shares no code with any parser. The notation is that
// of RFC 2396, section 1.6, and RFC 822, section 2:
//
//	definition  = name "=" alternatives
//	alternatives = sequence *( "|" sequence )
//	sequence    = *( [ repetition ] element )
//	repetition  = [ digits ] "*" [ digits ] / digits
//	element     = name / literal / prose / "(" alternatives ")" / "[" alternatives "]"
//
// Prose in angle brackets is the name of a rule that is not defined. So is the unquoted "/" of
// RFC 1738: it separates alternatives in RFC 822, and means nothing in these grammars. A rule
// with one of them has no automaton.
//
// A comment runs from ";" to the end of the line. Brackets after a repetition only
// group: RFC 1738, section 5, uses them "around optional or repeated elements", and
// its 1*[ x ] requires one x.
//
// [NewABNF] is for the notation of RFC 5234, as RFC 3986 uses it. There "/" separates
// alternatives, literals are case-independent, %x31-39 is a range of octets, %xA0-D7FF
// one of characters, and a name may stand in angle brackets (RFC 5234, 2.1).
package bnf

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// A Grammar is a set of rules by name, with the automata compiled so far.
type Grammar struct {
	// fold reads literals as case-independent (RFC 822, 2.1 and 3.4.7).
	fold  bool
	bar   rune // separates alternatives: "|", or "/" in the notation of RFC 5234
	rules map[string]*node

	mu       sync.Mutex
	compiled map[string]*Automaton
}

// A node is a part of a rule's right-hand side.
type node struct {
	op     nodeOp
	set    string  // opSet: its members
	name   string  // opName
	lo, hi int     // opRepeat; no limit if hi < 0
	kids   []*node // opSequence, opChoice; one for opRepeat
}

type nodeOp uint8

const (
	opSet nodeOp = iota
	opName
	opSequence
	opChoice
	opRepeat
)

// New returns an empty grammar. If fold is set, its literals are case-independent.
func New(fold bool) *Grammar {
	return &Grammar{fold: fold, bar: '|', rules: map[string]*node{}, compiled: map[string]*Automaton{}}
}

// NewABNF returns an empty grammar for the notation of RFC 5234.
func NewABNF() *Grammar {
	g := New(true)
	g.bar = '/'
	return g
}

// MustReadFiles adds the rules of files, in order, and returns g. A rule replaces an earlier
// rule of the same name from another file.
func (g *Grammar) MustReadFiles(dir fs.FS, files ...string) *Grammar {
	for _, file := range files {
		text, err := fs.ReadFile(dir, file)
		if err == nil {
			err = g.Read(string(text))
		}
		if err != nil {
			panic(file + ":" + err.Error())
		}
	}
	return g
}

// Read adds the rules of text. The text may define each name once.
func (g *Grammar) Read(text string) error {
	tokens, err := bnfTokens(text)
	if err != nil {
		return err
	}
	p := bnfReader{g, tokens}
	defined := map[string]bool{}
	for p.peek().kind != tokenEnd {
		name := p.next()
		if name.kind != tokenName || p.next().kind != '=' {
			return fmt.Errorf("%d: a definition begins with a name and \"=\", not with %q", name.line, name.text)
		}
		if defined[name.text] {
			return fmt.Errorf("%d: %s is defined twice", name.line, name.text)
		}
		defined[name.text] = true
		if g.rules[name.text], err = p.alternatives(); err != nil {
			return err
		}
		if t := p.peek(); t.kind != tokenEnd && !p.atDefinition() {
			return fmt.Errorf("%d: %q is not allowed here", t.line, t.text)
		}
	}
	return nil
}

// A bnfToken has one of the kinds below, or is a punctuation mark and its own kind.
type bnfToken struct {
	kind rune
	text string
	line int
}

const (
	tokenEnd     = -iota
	tokenName    // a name
	tokenNumber  // digits
	tokenLiteral // the text between quotation marks
	tokenProse   // the text between angle brackets
	tokenRange   // "%x" and one number or two with "-" between them, in hexadecimal
	tokenMark    // a punctuation mark, until its kind is set
)

// tokenExpr matches a token, in the group of its kind, or the space or a comment between tokens.
var tokenExpr = regexp.MustCompile(`^(?:([A-Za-z][A-Za-z0-9_+-]*)|([0-9]+)|"([^"\n]*)"|<([^>\n]*)>|(%x[0-9A-F-]*)|([=|*()[\]/])|[ \n]|;.*)`)

func bnfTokens(text string) (tokens []bnfToken, err error) {
	line := 1
	for text != "" {
		match := tokenExpr.FindStringSubmatchIndex(text)
		switch c := text[0]; {
		case match != nil:
		case c == '"' || c == '<':
			return nil, fmt.Errorf("%d: %q is not closed on its line", line, c)
		default:
			return nil, fmt.Errorf("%d: %q has no meaning in the notation", line, c)
		}
		for group := 1; group <= -tokenMark; group++ {
			if start := match[2*group]; start >= 0 {
				token := bnfToken{rune(-group), text[start:match[2*group+1]], line}
				if token.kind == tokenMark {
					token.kind = rune(text[0])
				}
				tokens = append(tokens, token)
			}
		}
		if text[0] == '\n' {
			line++
		}
		text = text[match[1]:]
	}
	return append(tokens, bnfToken{kind: tokenEnd, line: line}), nil
}

// A bnfReader reads right-hand sides by recursive descent.
type bnfReader struct {
	*Grammar
	tokens []bnfToken
}

func (p *bnfReader) peek() bnfToken { return p.tokens[0] }

func (p *bnfReader) next() bnfToken {
	t := p.tokens[0]
	if t.kind != tokenEnd {
		p.tokens = p.tokens[1:]
	}
	return t
}

// atDefinition reports whether the next rule begins here.
func (p *bnfReader) atDefinition() bool {
	return p.tokens[0].kind == tokenName && p.tokens[1].kind == '='
}

func (p *bnfReader) alternatives() (*node, error) {
	var kids []*node
	for {
		sequence, err := p.sequence()
		if err != nil {
			return nil, err
		}
		kids = append(kids, sequence)
		if p.peek().kind != p.bar {
			return join(opChoice, kids), nil
		}
		p.next()
	}
}

// join returns a node with these kids, or the only one of them.
func join(op nodeOp, kids []*node) *node {
	if len(kids) == 1 {
		return kids[0]
	}
	return &node{op: op, kids: kids}
}

func (p *bnfReader) sequence() (*node, error) {
	var kids []*node
	for !p.atDefinition() && !strings.ContainsRune(")]=", p.peek().kind) && p.peek().kind != p.bar && p.peek().kind != tokenEnd {
		lo, hi, repeated, err := p.repetition()
		if err != nil {
			return nil, err
		}
		kid, err := p.element(repeated)
		if err != nil {
			return nil, err
		}
		if repeated {
			kid = &node{op: opRepeat, lo: lo, hi: hi, kids: []*node{kid}}
		}
		kids = append(kids, kid)
	}
	if len(kids) == 0 {
		return nil, fmt.Errorf("%d: an alternative is empty", p.peek().line)
	}
	return join(opSequence, kids), nil
}

func (p *bnfReader) repetition() (lo, hi int, repeated bool, err error) {
	number := func(missing int) int {
		if p.peek().kind != tokenNumber {
			return missing
		}
		repeated = true
		t := p.next()
		n, e := strconv.Atoi(t.text)
		if e != nil || n > 1000 {
			err = fmt.Errorf("%d: %s is too many", t.line, t.text)
		}
		return n
	}
	lo = number(0)
	if p.peek().kind != '*' {
		return lo, lo, repeated, err
	}
	line := p.next().line
	repeated = true
	hi = number(-1)
	if err == nil && hi >= 0 && hi < lo {
		err = fmt.Errorf("%d: %d*%d allows no number", line, lo, hi)
	}
	return lo, hi, true, err
}

func (p *bnfReader) element(repeated bool) (*node, error) {
	t := p.next()
	switch t.kind {
	case tokenName, '/':
		return &node{op: opName, name: t.text}, nil
	case tokenLiteral:
		return literalNode(t.text, p.fold), nil
	case tokenProse:
		// RFC 822 writes the quotation mark this way, since no literal contains it.
		if t.text == `"` {
			return literalNode(t.text, false), nil
		}
		return &node{op: opName, name: t.text}, nil
	case tokenRange:
		return rangeNode(t)
	case '(', '[':
		n, err := p.alternatives()
		if err != nil {
			return nil, err
		}
		closing := map[rune]rune{'(': ')', '[': ']'}[t.kind]
		if end := p.next(); end.kind != closing {
			return nil, fmt.Errorf("%d: %q where %q closes the group of line %d", end.line, end.text, closing, t.line)
		}
		if t.kind == '[' && !repeated {
			n = &node{op: opRepeat, hi: 1, kids: []*node{n}}
		}
		return n, nil
	}
	return nil, fmt.Errorf("%d: %q where an element belongs", t.line, t.text)
}

// literalNode returns a sequence of one-octet sets.
func literalNode(text string, fold bool) *node {
	var kids []*node
	for _, b := range []byte(text) {
		set := string([]byte{b})
		if lower, upper := strings.ToLower(set), strings.ToUpper(set); fold && lower != upper {
			set = lower + upper
		}
		kids = append(kids, &node{op: opSet, set: set})
	}
	return join(opSequence, kids)
}

// rangeNode returns the set of the octets of a range like %x31-39, or of one octet. If
// the range ends above FF, it is one of characters.
func rangeNode(t bnfToken) (*node, error) {
	first, last, two := strings.Cut(strings.TrimPrefix(t.text, "%x"), "-")
	if !two {
		last = first
	}
	lo, errLo := strconv.ParseUint(first, 16, 31)
	hi, errHi := strconv.ParseUint(last, 16, 31)
	if errLo != nil || errHi != nil || lo > hi {
		return nil, fmt.Errorf("%d: %s is no range of octets", t.line, t.text)
	}
	if hi <= 0xFF {
		return octetsNode(byte(lo), byte(hi)), nil
	}
	from, to := rune(lo), rune(hi)
	if !utf8.ValidRune(from) || !utf8.ValidRune(to) || from < surrogates && to > surrogates {
		return nil, fmt.Errorf("%d: %s is no range of characters", t.line, t.text)
	}
	n := &node{op: opChoice}
	for _, most := range []rune{0x7F, 0x7FF, 0xFFFF, utf8.MaxRune} { // of 1 to 4 octets
		if end := min(to, most); from <= end {
			n.kids = append(n.kids, utf8Node(string(from), string(end)))
			from = end + 1
		}
	}
	return n, nil
}

// surrogates is the first code point without an encoding.
const surrogates = 0xD800

// octetsNode returns the set of the octets from lo to hi.
func octetsNode(lo, hi byte) *node {
	n := &node{op: opSet}
	for b := int(lo); b <= int(hi); b++ {
		n.set += string([]byte{byte(b)})
	}
	return n
}

// utf8Node returns the characters from lo to hi. Their encodings have the same length.
func utf8Node(lo, hi string) *node {
	if len(lo) == 1 {
		return octetsNode(lo[0], hi[0])
	}
	const first, last = "\x80\x80\x80", "\xBF\xBF\xBF"
	rest := len(lo) - 1
	sequence := func(a, b byte, lo, hi string) *node {
		return &node{op: opSequence, kids: []*node{octetsNode(a, b), utf8Node(lo, hi)}}
	}
	if lo[0] == hi[0] {
		return sequence(lo[0], hi[0], lo[1:], hi[1:])
	}
	n := &node{op: opChoice, kids: []*node{
		sequence(lo[0], lo[0], lo[1:], last[:rest]),
		sequence(hi[0], hi[0], first[:rest], hi[1:]),
	}}
	if lo[0]+1 < hi[0] {
		n.kids = append(n.kids, sequence(lo[0]+1, hi[0]-1, first[:rest], last[:rest]))
	}
	return n
}

// Rule returns the automaton of a rule.
func (g *Grammar) Rule(name string) *Automaton {
	g.mu.Lock()
	defer g.mu.Unlock()
	a := g.compiled[name]
	if a == nil {
		n, err := g.expand(name, nil)
		if err != nil {
			panic(err)
		}
		a = compile(n)
		g.compiled[name] = a
	}
	return a
}

// Anonymous returns the automaton of a right-hand side.
func (g *Grammar) Anonymous(rule string) *Automaton {
	g.mu.Lock()
	err := g.Read("anonymous = " + rule)
	delete(g.compiled, "anonymous")
	g.mu.Unlock()
	if err != nil {
		panic(err)
	}
	return g.Rule("anonymous")
}

// expand returns the right-hand side of a rule, with each name in it replaced by
// its own expanded right-hand side. above are the rules being expanded. It refuses
// a recursive rule, since only a grammar without recursion is certainly regular.
func (g *Grammar) expand(name string, above []string) (*node, error) {
	n, ok := g.rules[name]
	if !ok {
		return nil, fmt.Errorf("%s is not defined, but used: %s", name, strings.Join(append(above, name), " -> "))
	}
	if slices.Contains(above, name) {
		return nil, fmt.Errorf("%s leads back to itself, the grammar may not be regular: %s", name, strings.Join(append(above, name), " -> "))
	}
	return g.expandNode(n, append(above, name))
}

func (g *Grammar) expandNode(n *node, above []string) (*node, error) {
	switch n.op {
	case opSet:
		return n, nil
	case opName:
		return g.expand(n.name, above)
	}
	c := &node{op: n.op, lo: n.lo, hi: n.hi, kids: make([]*node, len(n.kids))}
	var union []byte
	sets := 0
	for i, kid := range n.kids {
		var err error
		if c.kids[i], err = g.expandNode(kid, above); err != nil {
			return nil, err
		}
		if c.kids[i].op == opSet {
			sets++
			union = append(union, c.kids[i].set...)
		}
	}
	if c.op == opChoice && sets == len(c.kids) {
		slices.Sort(union)
		return &node{op: opSet, set: string(slices.Compact(union))}, nil
	}
	return c, nil
}
