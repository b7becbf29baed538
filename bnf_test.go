package uri

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// The grammars of testdata/*.bnf as recognisers. Nothing here is shared with
// the parser: the notation is read as RFC 2396, section 1.6, and RFC 822,
// section 2, describe it, and a rule becomes a deterministic automaton.
//
//	definition  = name "=" alternatives
//	alternatives = sequence *( "|" sequence )
//	sequence    = *( [ repetition ] element )
//	repetition  = [ digits ] "*" [ digits ] / digits
//	element     = name / literal / prose / "(" alternatives ")" / "[" alternatives "]"
//
// Prose may stand in a grammar, but a rule that needs it has no automaton. So
// with the bare "/" of RFC 1738: it designates alternatives in RFC 822, nothing
// in the grammars here.
//
// A comment runs from ";" to the end of the line. Brackets that a repetition
// stands before group and do not make optional: RFC 1738, section 5, uses them
// "around optional or repeated elements", and its 1*[ x ] needs one x.

// A bnf is a grammar: the rules by name, and what has been made of them.
type bnf struct {
	// fold reads literals as case-independent (RFC 822, 2.1 and 3.4.7).
	fold  bool
	rules map[string]*node

	mu       sync.Mutex
	compiled map[string]*automaton
}

// A node is a part of a rule's right-hand side.
type node struct {
	op     nodeOp
	set    string  // opSet: its members
	name   string  // opName, opProse
	lo, hi int     // opRepeat; hi < 0 is without limit
	kids   []*node // opSequence, opChoice; one for opRepeat
}

type nodeOp uint8

const (
	opSet nodeOp = iota
	opName
	opProse
	opSequence
	opChoice
	opRepeat
)

// readBNF reads grammars from testdata, each layered over those before it: a
// rule replaces the earlier rule of its name.
func readBNF(fold bool, files ...string) (*bnf, error) {
	g := &bnf{fold: fold, rules: map[string]*node{}, compiled: map[string]*automaton{}}
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			return nil, err
		}
		if err := g.read(string(text)); err != nil {
			return nil, fmt.Errorf("%s:%w", file, err)
		}
	}
	return g, nil
}

// read adds the rules of text, which may define each name once.
func (g *bnf) read(text string) error {
	tokens, err := bnfTokens(text)
	if err != nil {
		return err
	}
	p := bnfReader{fold: g.fold, tokens: tokens}
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
			return fmt.Errorf("%d: %q cannot stand here", t.line, t.text)
		}
	}
	return nil
}

// A bnfToken is one of the kinds below or a punctuation mark, its own kind.
type bnfToken struct {
	kind rune
	text string
	line int
}

const (
	tokenEnd     = -iota
	tokenName    // a name
	tokenNumber  // digits
	tokenLiteral // what stands between quotation marks
	tokenProse   // what stands between angle brackets
)

func bnfTokens(text string) (tokens []bnfToken, err error) {
	const (
		letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
		digits  = "0123456789"
	)
	line := 1
	for text != "" {
		kind, n, c := rune(text[0]), 1, text[0]
		switch {
		case c == '\n':
			line++
			text = text[1:]
			continue
		case c == ' ':
			text = text[1:]
			continue
		case c == ';':
			_, rest, _ := strings.Cut(text, "\n")
			text = text[len(text)-len(rest):]
			line++
			continue
		case strings.IndexByte(letters, c) >= 0:
			kind, n = tokenName, len(text)-len(strings.TrimLeft(text, letters+digits+"-_+"))
		case strings.IndexByte(digits, c) >= 0:
			kind, n = tokenNumber, len(text)-len(strings.TrimLeft(text, digits))
		case c == '"' || c == '<':
			kind, n = tokenLiteral, strings.IndexByte(text[1:], '"')+2
			if c == '<' {
				kind, n = tokenProse, strings.IndexByte(text[1:], '>')+2
			}
			if n < 2 || strings.Contains(text[:n], "\n") {
				return nil, fmt.Errorf("%d: %q is not closed on its line", line, c)
			}
		case strings.IndexByte("=|*()[]/", c) < 0:
			return nil, fmt.Errorf("%d: %q has no meaning in the notation", line, c)
		}
		token := bnfToken{kind, text[:n], line}
		if kind == tokenLiteral || kind == tokenProse {
			token.text = text[1 : n-1]
		}
		tokens, text = append(tokens, token), text[n:]
	}
	return append(tokens, bnfToken{kind: tokenEnd, line: line}), nil
}

// A bnfReader reads right-hand sides by recursive descent.
type bnfReader struct {
	fold   bool
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
	choice := &node{op: opChoice}
	for {
		sequence, err := p.sequence()
		if err != nil {
			return nil, err
		}
		choice.kids = append(choice.kids, sequence)
		if p.peek().kind != '|' {
			break
		}
		p.next()
	}
	if len(choice.kids) == 1 {
		return choice.kids[0], nil
	}
	return choice, nil
}

func (p *bnfReader) sequence() (*node, error) {
	sequence := &node{op: opSequence}
	for !p.atDefinition() && !strings.ContainsRune("|)]=", p.peek().kind) && p.peek().kind != tokenEnd {
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
		sequence.kids = append(sequence.kids, kid)
	}
	switch len(sequence.kids) {
	case 0:
		return nil, fmt.Errorf("%d: an alternative is empty", p.peek().line)
	case 1:
		return sequence.kids[0], nil
	}
	return sequence, nil
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
	case tokenName:
		return &node{op: opName, name: t.text}, nil
	case tokenLiteral:
		return literalNode(t.text, p.fold), nil
	case tokenProse:
		// RFC 822 writes so the quotation mark, which no literal can hold.
		if t.text == `"` {
			return literalNode(t.text, false), nil
		}
		return &node{op: opProse, name: t.text}, nil
	case '/':
		return &node{op: opProse, name: "/"}, nil
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
	n := &node{op: opSequence}
	for _, b := range []byte(text) {
		set := string([]byte{b})
		if lower, upper := strings.ToLower(set), strings.ToUpper(set); fold && lower != upper {
			set = lower + upper
		}
		n.kids = append(n.kids, &node{op: opSet, set: set})
	}
	if len(n.kids) == 1 {
		return n.kids[0]
	}
	return n
}

// rule returns the automaton of a rule.
func (g *bnf) rule(name string) *automaton {
	g.mu.Lock()
	defer g.mu.Unlock()
	a := g.compiled[name]
	if a == nil {
		n, err := g.expand(name, nil)
		if err != nil {
			panic(err)
		}
		a = compile(name, n)
		g.compiled[name] = a
	}
	return a
}

// anonymous returns the automaton of a right-hand side.
func (g *bnf) anonymous(rule string) *automaton {
	g.mu.Lock()
	err := g.read("anonymous = " + rule)
	delete(g.compiled, "anonymous")
	g.mu.Unlock()
	if err != nil {
		panic(err)
	}
	return g.rule("anonymous")
}

// expand returns what a rule derives, with the names in it replaced by what
// they derive. above holds the rules being expanded. A rule that leads back to
// itself is refused: without such rules the grammar is regular, with them it
// need not be.
func (g *bnf) expand(name string, above []string) (*node, error) {
	n, ok := g.rules[name]
	if !ok {
		return nil, fmt.Errorf("%s is not defined, but used: %s", name, strings.Join(append(above, name), " -> "))
	}
	if slices.Contains(above, name) {
		return nil, fmt.Errorf("%s leads back to itself, the grammar may not be regular: %s", name, strings.Join(append(above, name), " -> "))
	}
	return g.expandNode(n, append(above, name))
}

func (g *bnf) expandNode(n *node, above []string) (*node, error) {
	switch n.op {
	case opSet:
		return n, nil
	case opName:
		return g.expand(n.name, above)
	case opProse:
		return nil, fmt.Errorf("%s holds prose: <%s>", above[len(above)-1], n.name)
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

// An automaton is a rule as a minimal deterministic automaton. State 0 is the
// one that no acceptance can be reached from.
type automaton struct {
	name   string
	node   *node // for derive
	start  state
	next   [][256]state
	accept []bool
}

type state uint16

// run reports whether the rule derives s, and the length of the longest prefix
// of s that a text the rule derives begins with: where s goes wrong, or len(s).
func (a *automaton) run(s string) (ok bool, viable int) {
	q := a.start
	for i := 0; i < len(s); i++ {
		if q = a.next[q][s[i]]; q == 0 {
			return false, i
		}
	}
	return a.accept[q], len(s)
}

// match reports whether the rule derives s.
func (a *automaton) match(s string) bool {
	ok, _ := a.run(s)
	return ok
}

// longestPrefix returns the length of the longest prefix of s that the rule
// derives, -1 where it derives none.
func (a *automaton) longestPrefix(s string) int {
	longest, q := -1, a.start
	for i := 0; ; i++ {
		if a.accept[q] {
			longest = i
		}
		if i == len(s) || q == 0 {
			return longest
		}
		q = a.next[q][s[i]]
	}
}

// classes returns the classes of octets that the automata together tell apart,
// each as its members, in the order of the readable member that comes first.
func classes(automata ...*automaton) []string {
	of := make([]int, 256) // octet -> class
	count := 1
	for _, a := range automata {
		for q := range a.next {
			type key struct {
				class int
				next  state
			}
			refined := map[key]int{}
			for b := range of {
				k := key{of[b], a.next[q][b]}
				if _, ok := refined[k]; !ok {
					refined[k] = len(refined)
				}
				of[b] = refined[k]
			}
			count = len(refined)
		}
	}
	members := make([]string, count)
	for b := range of {
		members[of[b]] += string([]byte{byte(b)})
	}
	// Members and classes: letters, digits, marks, then what cannot be read.
	rank := func(b byte) int {
		switch {
		case 'a' <= b && b <= 'z':
			return int(b) - 'a'
		case '0' <= b && b <= '9':
			return 0x100 + int(b)
		case '!' <= b && b <= '~':
			return 0x200 + int(b)
		}
		return 0x300 + int(b)
	}
	for i, m := range members {
		sorted := []byte(m)
		slices.SortFunc(sorted, func(a, b byte) int { return cmp.Compare(rank(a), rank(b)) })
		members[i] = string(sorted)
	}
	slices.SortFunc(members, func(a, b string) int { return cmp.Compare(rank(a[0]), rank(b[0])) })
	return members
}

// octetClasses returns the classes of octets that rules of g tell apart.
func (g *bnf) octetClasses(rules ...string) []string {
	var automata []*automaton
	for _, name := range rules {
		automata = append(automata, g.rule(name))
	}
	return classes(automata...)
}

// alphabet returns one readable member of each class.
func alphabet(classes []string) string {
	var b strings.Builder
	for _, c := range classes {
		b.WriteByte(c[0])
	}
	return b.String()
}

// An nfa is a list of states: reading an octet of set leads to state to, and
// reading nothing leads to each of free.
type nfa []nfaState

type nfaState struct {
	set  [256]bool
	to   int
	free []int
}

// choose adds a state that reads nothing and returns it.
func (m *nfa) choose(free ...int) int {
	*m = append(*m, nfaState{free: free})
	return len(*m) - 1
}

// build adds states that read what n derives and lead to state then. It
// returns the first of them.
func (m *nfa) build(n *node, then int) int {
	switch n.op {
	case opSet:
		q := nfaState{to: then}
		for _, b := range []byte(n.set) {
			q.set[b] = true
		}
		*m = append(*m, q)
		return len(*m) - 1
	case opSequence:
		for _, kid := range slices.Backward(n.kids) {
			then = m.build(kid, then)
		}
		return then
	case opChoice:
		var free []int
		for _, kid := range n.kids {
			free = append(free, m.build(kid, then))
		}
		return m.choose(free...)
	}
	// opRepeat: the optional ones from the last, then the needed ones.
	kid, end := n.kids[0], then
	if n.hi < 0 {
		then = m.choose(end)
		first := m.build(kid, then)
		(*m)[then].free = append((*m)[then].free, first)
	}
	for range n.hi - n.lo {
		then = m.choose(m.build(kid, then), end)
	}
	for range n.lo {
		then = m.build(kid, then)
	}
	return then
}

// compile makes an automaton of what n derives: first one that may choose,
// then one whose states are sets of its states, then a minimal one.
func compile(name string, n *node) *automaton {
	m := &nfa{}
	end := m.choose()
	first := m.build(n, end)

	// Octets that no set tells apart share their transitions.
	var of [256]int
	count := 1
	for i := range *m {
		refined := map[[2]int]int{}
		for b := range of {
			k := [2]int{of[b], 0}
			if (*m)[i].set[b] {
				k[1] = 1
			}
			if _, ok := refined[k]; !ok {
				refined[k] = len(refined)
			}
			of[b] = refined[k]
		}
		count = len(refined)
	}
	member := make([]byte, count)
	for b := range of {
		member[of[b]] = byte(b)
	}

	closure := func(states []int) []int {
		seen := make([]bool, len(*m))
		var all []int
		for len(states) > 0 {
			q := states[len(states)-1]
			states = states[:len(states)-1]
			if !seen[q] {
				seen[q] = true
				all = append(all, q)
				states = append(states, (*m)[q].free...)
			}
		}
		slices.Sort(all)
		return all
	}

	// State 0 is the empty set.
	sets := [][]int{nil, closure([]int{first})}
	index := map[string]int{fmt.Sprint(sets[0]): 0, fmt.Sprint(sets[1]): 1}
	var next [][]int
	var block []int // at first: does it accept
	for q := 0; q < len(sets); q++ {
		row := make([]int, count)
		for c, b := range member {
			var to []int
			for _, x := range sets[q] {
				if (*m)[x].set[b] {
					to = append(to, (*m)[x].to)
				}
			}
			set := closure(to)
			key := fmt.Sprint(set)
			if _, ok := index[key]; !ok {
				index[key] = len(sets)
				sets = append(sets, set)
			}
			row[c] = index[key]
		}
		next = append(next, row)
		block = append(block, 0)
		if slices.Contains(sets[q], end) {
			block[q] = 1
		}
	}

	// States stay in one block as long as each octet leads them into one
	// block. State 0 keeps block 0, being numbered first.
	for blocks := 0; ; {
		index := map[string]int{}
		refined := make([]int, len(next))
		for q, row := range next {
			signature := []int{block[q]}
			for _, to := range row {
				signature = append(signature, block[to])
			}
			key := fmt.Sprint(signature)
			if _, ok := index[key]; !ok {
				index[key] = len(index)
			}
			refined[q] = index[key]
		}
		block = refined
		if len(index) == blocks {
			break
		}
		blocks = len(index)
	}

	a := &automaton{name: name, node: n, start: state(block[1])}
	for q, row := range next {
		if block[q] < len(a.next) {
			continue
		}
		var octet [256]state
		for b := range octet {
			octet[b] = state(block[row[of[b]]])
		}
		a.next = append(a.next, octet)
		a.accept = append(a.accept, slices.Contains(sets[q], end))
	}
	return a
}

// derive returns a random text that the rule derives. Repetitions that may end
// do so once it has max octets, so it is not much longer.
func (a *automaton) derive(rng *rand.Rand, max int) string {
	d := deriver{rng: rng, max: max, more: []float64{0.5, 0.75, 0.95}[rng.IntN(3)]}
	d.derive(a.node)
	return string(d.text)
}

type deriver struct {
	rng  *rand.Rand
	max  int
	more float64 // the chance that a repetition without limit goes on
	text []byte
}

func (d *deriver) derive(n *node) {
	switch n.op {
	case opSet:
		d.text = append(d.text, n.set[d.rng.IntN(len(n.set))])
	case opSequence:
		for _, kid := range n.kids {
			d.derive(kid)
		}
	case opChoice:
		d.derive(n.kids[d.rng.IntN(len(n.kids))])
	case opRepeat:
		more := d.more
		if n.hi >= 0 {
			more = 0.5
		}
		for i := 0; i < n.lo || (n.hi < 0 || i < n.hi) && len(d.text) < d.max && d.rng.Float64() < more; i++ {
			d.derive(n.kids[0])
		}
	}
}

// everyText calls f with prefix, then with prefix and every text of up to n
// octets of alphabet. It uses all processors; check makes an f for each.
func everyText(prefix, alphabet string, n int, check func() func(s string)) {
	var wait sync.WaitGroup
	work := make(chan string)
	for range runtime.GOMAXPROCS(0) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			f := check()
			for s := range work {
				walk(s, alphabet, n-1, f)
			}
		}()
	}
	check()(prefix)
	if n > 0 {
		for i := range len(alphabet) {
			work <- prefix + alphabet[i:i+1]
		}
	}
	close(work)
	wait.Wait()
}

// walk calls f with s and with s and every text of up to n octets of alphabet.
// The texts with one octet more than s share one allocation.
func walk(s, alphabet string, n int, f func(s string)) {
	f(s)
	if n == 0 {
		return
	}
	block := make([]byte, 0, (len(s)+1)*len(alphabet))
	for i := range len(alphabet) {
		block = append(append(block, s...), alphabet[i])
	}
	texts := string(block)
	for i := range len(alphabet) {
		walk(texts[i*(len(s)+1):(i+1)*(len(s)+1)], alphabet, n-1, f)
	}
}

func testBNF(t *testing.T, text string, fold bool) *bnf {
	t.Helper()
	g := &bnf{fold: fold, rules: map[string]*node{}, compiled: map[string]*automaton{}}
	if err := g.read(text); err != nil {
		t.Fatalf("read %q: %v", text, err)
	}
	return g
}

// TestBNFNotation holds small grammars against texts whose verdict is plain:
// the longest prefix that the rule derives and the longest that can go on.
func TestBNFNotation(t *testing.T) {
	for _, test := range []struct {
		grammar string
		fold    bool
		text    string
		longest int
		viable  int
	}{
		{`r = "a"`, false, "a", 1, 1},
		{`r = "a"`, false, "A", -1, 0},
		{`r = "a"`, true, "A", 1, 1},
		{`r = "a%"`, true, "A%", 2, 2},
		{`r = "a"`, false, "ab", 1, 1},
		{`r = "a"`, false, "", -1, 0},
		{`r = "abc"`, false, "abd", -1, 2},
		{`r = "a" "b" | "ac"`, false, "ac", 2, 2},
		{`r = "a" ( "b" | "c" ) "d"`, false, "acd", 3, 3},
		{`r = "a" | "b" "c"`, false, "ac", 1, 1},
		{`r = [ "a" ] "b"`, false, "b", 1, 1},
		{`r = [ "a" ] "b"`, false, "aab", -1, 1},
		{`r = *"a"`, false, "", 0, 0},
		{`r = *"a"`, false, "aaab", 3, 3},
		{`r = 1*"a"`, false, "", -1, 0},
		{`r = 2*3"a"`, false, "a", -1, 1},
		{`r = 2*3"a"`, false, "aaaa", 3, 3},
		{`r = *2"a" "b"`, false, "aaab", -1, 2},
		{`r = *2"a" "b"`, false, "b", 1, 1},
		{`r = 2"a"`, false, "aaa", 2, 2},
		{`r = 1*4x` + "\n" + `x = "a"`, false, "aaaaa", 4, 4},
		{`r = 1*[ "a" ]`, false, "", -1, 0},
		{`r = *[ "a" ] "b"`, false, "aab", 3, 3},
		{`r = 1*( [ "a" ] )`, false, "", 0, 0},
		{`r = *( *"a" [ "b" ] ) "c"`, false, "abbac", 5, 5},
		{`r = *( "a" "." ) "b" [ "." ]`, false, "a.b.", 4, 4},
		{`r = *( "a" "." ) "a" [ "." ]`, false, "a.a.a", 5, 5},
		{`r = <">`, false, `"`, 1, 1},
		{`r = ";" | "(" ; a comment: | "x"`, false, ";", 1, 1},
		{"r = \"a\"\n    | \"b\" ; one\n ; two\n c = \"x\"", false, "b", 1, 1},
		{"r = a-b_c+d e\na-b_c+d = \"1\"\ne=\"2\"", false, "12", 2, 2},
		{`r = "a" "b" | "a" "c" *( "d" ) | "e"`, false, "acddd", 5, 5},
	} {
		a := testBNF(t, test.grammar, test.fold).rule("r")
		if got := a.longestPrefix(test.text); got != test.longest {
			t.Errorf("%s: longest prefix of %q is %d octets long, want %d", test.grammar, test.text, got, test.longest)
		}
		ok, viable := a.run(test.text)
		if want := test.longest == len(test.text); ok != want || a.match(test.text) != want {
			t.Errorf("%s: run(%q) = %v, want %v", test.grammar, test.text, ok, want)
		}
		if viable != test.viable {
			t.Errorf("%s: longest viable prefix of %q is %d octets long, want %d", test.grammar, test.text, viable, test.viable)
		}
	}
}

func TestBNFErrors(t *testing.T) {
	for _, test := range []struct{ grammar, want string }{
		{`"a" = "b"`, `1: a definition begins with a name`},
		{"a =\n", `2: an alternative is empty`},
		{"a = \"b\" |\nc = \"d\"", `2: an alternative is empty`},
		{"a = b\na = c", `2: a is defined twice`},
		{`a = "b`, `1: '"' is not closed on its line`},
		{"a = \"b\n\"", `1: '"' is not closed on its line`},
		{`a = ( "b"`, `1: "" where ')' closes the group of line 1`},
		{`a = [ "b" )`, `1: ")" where ']' closes the group of line 1`},
		{`a = "b" )`, `1: ")" cannot stand here`},
		{`a = "b" = "c"`, `1: "=" cannot stand here`},
		{`a = "b" , "c"`, `1: ',' has no meaning in the notation`},
		{`a = 3*2"b"`, `1: 3*2 allows no number`},
		{`a = 99999*"b"`, `1: 99999 is too many`},
		{`a = 3*`, `1: "" where an element belongs`},
		{`a = ** "b"`, `1: "*" where an element belongs`},
	} {
		g := &bnf{rules: map[string]*node{}}
		if err := g.read(test.grammar); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("read %q: %v, want %q", test.grammar, err, test.want)
		}
	}
	for _, test := range []struct{ grammar, want string }{
		{`a = b`, `b is not defined, but used: a -> b`},
		{`a = <any octet>`, `a holds prose: <any octet>`},
		{`a = "b" / "c"`, `a holds prose: </>`},
		{`a = "x" a | "y"`, `a leads back to itself, the grammar may not be regular: a -> a`},
		{"a = \"x\" b\nb = [ \"y\" c ]\nc = b", `b leads back to itself, the grammar may not be regular: a -> b -> c -> b`},
	} {
		_, err := testBNF(t, test.grammar, false).expand("a", nil)
		if err == nil || err.Error() != test.want {
			t.Errorf("expand %q: %v, want %q", test.grammar, err, test.want)
		}
	}
}

// ends returns where what n derives can end in s if it begins at one of from:
// the slow twin of the automata, straight from the notation.
func (n *node) ends(s string, from []int) []int {
	var to []int
	switch n.op {
	case opSet:
		for _, i := range from {
			if i < len(s) && strings.IndexByte(n.set, s[i]) >= 0 {
				to = append(to, i+1)
			}
		}
	case opSequence:
		to = from
		for _, kid := range n.kids {
			to = kid.ends(s, to)
		}
	case opChoice:
		for _, kid := range n.kids {
			to = append(to, kid.ends(s, from)...)
		}
	case opRepeat:
		// More rounds than this add nothing: each takes an octet or nothing.
		rounds := n.lo + len(s)
		if n.hi >= 0 {
			rounds = min(rounds, n.hi)
		}
		for round := 0; ; round++ {
			if round >= n.lo {
				to = append(to, from...)
			}
			if round == rounds || len(from) == 0 {
				break
			}
			from = n.kids[0].ends(s, from)
		}
	}
	slices.Sort(to)
	return slices.Compact(to)
}

// TestAutomata holds the automaton of every rule against its slow twin.
func TestAutomata(t *testing.T) {
	rng := seeded(t)
	for _, g := range []*bnf{rfc2732(), rfc1738()} {
		for name := range g.rules {
			a := g.rule(name)
			check := func(s string) {
				ends := a.node.ends(s, []int{0})
				want := slices.Contains(ends, len(s))
				longest := -1
				if len(ends) > 0 {
					longest = ends[len(ends)-1]
				}
				ok, viable := a.run(s)
				if ok != want || a.longestPrefix(s) != longest || viable < longest {
					t.Errorf("%s: run(%q) = %v, %d, longest prefix %d; want %v, %d", name, s, ok, viable, a.longestPrefix(s), want, longest)
				}
			}
			walk("", alphabet(classes(a)), 2, check)
			for range 100 {
				s := a.derive(rng, 1+rng.IntN(30))
				if !a.match(s) {
					t.Errorf("%s does not match %q, derived from it", name, s)
				}
				check(mutate(rng, s))
			}
		}
	}
}
