package crawl

import (
	"math/bits"
	"slices"
	"strings"
)

// A robotsRule is a rule. Its pattern is in the form of [robotsForm].
type robotsRule struct {
	pattern string // "*" is any text; "$", which is only at the end, is the end of the path
	at      int    // where the line of the rule begins in Robots.text
	allow   bool

	pieces []string // of a rule of wild: the texts before, between and after its "*", without the "$"
	pairs  uint64   // of a rule of wild: the pairs of its pieces
}

// compareRules orders rules as they decide if they match: longer before shorter, then
// allowing before disallowing, then by their lines.
func compareRules(a, b robotsRule) int {
	switch {
	case len(a.pattern) != len(b.pattern):
		return len(b.pattern) - len(a.pattern)
	case a.allow == b.allow:
		return a.at - b.at
	case a.allow:
		return -1
	}
	return 1
}

// matches reports whether the pattern of r, a rule of wild, matches the front of path.
func (r *robotsRule) matches(path string) bool {
	path, ok := strings.CutPrefix(path, r.pieces[0])
	toEnd := r.pattern[len(r.pattern)-1] == '$'
	if !ok || len(r.pieces) == 1 {
		return ok && (!toEnd || path == "")
	}
	for n, piece := range r.pieces[1:] {
		if toEnd && n == len(r.pieces)-2 {
			return strings.HasSuffix(path, piece)
		}
		// The first place is the best one: "*" can take all text after it.
		i := strings.Index(path, piece)
		if i < 0 {
			return false
		}
		path = path[i+len(piece):]
	}
	return true
}

// A prefix is a node of a tree whose edges are texts of US-ASCII. No two texts below a node begin
// with the same byte.
type prefix struct {
	text  string      // of the edge to this node
	rule  *robotsRule // the rule whose pattern ends here, or nil
	first [2]uint64   // the set of the first bytes of the texts below
	below []*prefix   // in the order of these bytes
}

// find returns the place in n.below of the text that begins with b, and whether it is there.
func (n *prefix) find(b byte) (i int, ok bool) {
	half, bit := b/64, uint64(1)<<(b%64)
	i = bits.OnesCount64(n.first[half] & (bit - 1))
	if half > 0 {
		i += bits.OnesCount64(n.first[0])
	}
	return i, n.first[half]&bit != 0
}

// same returns how many bytes of text and of the edge to n are the same.
func (n *prefix) same(text string) int {
	i := 0
	for i < len(text) && i < len(n.text) && text[i] == n.text[i] {
		i++
	}
	return i
}

// add adds a rule below n, the root.
func (n *prefix) add(rule *robotsRule) {
	text := rule.pattern[len("/"):]
	for text != "" {
		i, ok := n.find(text[0])
		if !ok {
			n.first[text[0]/64] |= 1 << (text[0] % 64)
			n.below = slices.Insert(n.below, i, &prefix{text: text, rule: rule})
			return
		}
		n = n.below[i]
		same := n.same(text)
		if same < len(n.text) {
			rest := *n
			rest.text = n.text[same:]
			*n = prefix{text: n.text[:same], below: []*prefix{&rest}}
			n.first[rest.text[0]/64] = 1 << (rest.text[0] % 64)
		}
		text = text[same:]
	}
	if n.rule == nil || compareRules(*rule, *n.rule) < 0 {
		n.rule = rule
	}
}

// longest returns the last rule on the way from n along text, or nil.
func (n *prefix) longest(text string) *robotsRule {
	rule := n.rule
	for text != "" {
		i, ok := n.find(text[0])
		if !ok {
			break
		}
		n = n.below[i]
		same := n.same(text)
		if same < len(n.text) {
			break
		}
		text = text[same:]
		if n.rule != nil {
			rule = n.rule
		}
	}
	return rule
}
