package uri

import (
	"cmp"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"strings"

	"example.com/uri/internal/secret"
)

// Values are the pairs of a query in order, each as written. RFC 2396 gives a query no
// structure. This is the structure of HTML forms (URL Standard): pairs are separated by
// "&", a name and a value by "=", and "+" means a space.
//
// A missing query has no pairs, and an empty one ("?") has one empty pair:
// u.WithValues(u.Values()) is u. The methods compare decoded names. They return new
// Values, and do not change a byte of the other pairs. Each call copies the pairs: to
// add many in a loop, write v = append(v, NewPair(name, value)).
type Values []Pair

// Values returns the pairs of the query of u, or nil if the query is missing.
func (u URI) Values() Values { return queryPairs(u.Query()) }

// queryPairs returns the pairs of the query q, or nil if there is none.
func queryPairs(q string, ok bool) Values {
	if !ok {
		return nil
	}
	return splitPairs(q)
}

// ParseValues returns the pairs of s: a query without the "?", the body of a form, the
// text after the "?" of a magnet: or mailto: URI. The empty text has one empty pair. The
// error is a [*SyntaxError]: s is no query (RFC 2396, 3.4), since it contains a space, a
// "#", a byte above 0x7F or another character to be escaped.
func ParseValues(s string) (Values, error) {
	if end := scanEscaped(s, 0, isURIC); end < len(s) {
		return nil, newSyntaxError(opParseQuery, s, PartQuery, end, ruleQuery)
	}
	return splitPairs(s), nil
}

// String is the inverse of [ParseValues]: the pairs as written, with "&" between them. No
// pairs and one empty pair have the same text, "": write a query with [URI.WithValues].
func (v Values) String() string {
	var b strings.Builder
	b.Grow(v.size())
	v.writeTo(&b)
	return b.String()
}

// size returns how many bytes the pairs and an "&" for each have.
func (v Values) size() int {
	n := len(v)
	for _, p := range v {
		n += len(p)
	}
	return n
}

// writeTo writes the text of v.
func (v Values) writeTo(b *strings.Builder) {
	for i, p := range v {
		if i > 0 {
			b.WriteByte('&')
		}
		b.WriteString(string(p))
	}
}

// Format writes the text of String, for %v and the verbs of strings. For %+v it hides values
// as [URI.Redacted] does in a query, and for %#v it writes the same as a Go string.
func (v Values) Format(f fmt.State, verb rune) {
	secret.FormatText(f, verb, "", "", v.String, v.redacted)
}

// LogValue returns the text of Format for %+v.
func (v Values) LogValue() slog.Value { return slog.StringValue(v.redacted()) }

// redacted returns the text of v without secrets.
func (v Values) redacted() string { return secret.Redact("?" + v.String())[len("?"):] }

// splitPairs returns the pairs of a query.
func splitPairs(q string) Values {
	v := make(Values, 0, 1+strings.Count(q, "&"))
	for more := true; more; {
		var p string
		p, q, more = strings.Cut(q, "&")
		v = append(v, Pair(p))
	}
	return v
}

// WithValues returns u with the query of these pairs, or without a query if there
// are no pairs. It fails as [URI.WithQuery] does, and with a [*SyntaxError] if a pair
// contains "&", since "&" would split it.
func (u URI) WithValues(v Values) (URI, error) {
	if len(v) == 0 {
		return u.WithoutQuery(), nil
	}
	valid := !u.IsOpaque()
	for _, p := range v {
		if i := strings.IndexByte(string(p), '&'); i >= 0 {
			return URI{}, newFaultError(opChangeQuery, string(p), PartQuery, i, ruleQuery, faultPairEnds)
		}
		valid = valid && query(string(p), 0) == len(p)
	}
	if !valid {
		return u.WithQuery(v.String()) // the error
	}
	var b strings.Builder
	b.Grow(len(u.s) + v.size())
	b.WriteString(u.s[:u.pathEnd])
	b.WriteByte('?')
	v.writeTo(&b)
	b.WriteString(u.s[u.uriEnd():])
	u.query = u.pathEnd + 1
	err := u.setText(opChangeQuery, PartQuery, b.String())
	return u, err
}

// A Pair is a name=value pair of a query, as written. See [Values].
type Pair string

// Format writes the pair as [Values.Format] does.
func (p Pair) Format(f fmt.State, verb rune) { Values{p}.Format(f, verb) }

// LogValue returns the text of Format for %+v.
func (p Pair) LogValue() slog.Value { return Values{p}.LogValue() }

// Name returns the pair up to its first "=".
func (p Pair) Name() string {
	before, _, _ := strings.Cut(string(p), "=")
	return before
}

// Value returns the text after the first "=", and whether there is an "=".
func (p Pair) Value() (string, bool) {
	_, value, ok := strings.Cut(string(p), "=")
	return value, ok
}

// NewPair returns the pair of a name and a value, escaped for [EscapeQueryPair]:
// [Pair.Decode] returns both. A space becomes "%20".
func NewPair(name, value string) Pair {
	return Pair(Escape(name, EscapeQueryPair) + "=" + Escape(value, EscapeQueryPair))
}

// Decode returns the name and the value of p with escapes decoded and "+" as a space.
// The value of a pair without "=" is empty. [Pair.Value] reports whether there is one.
// The error is as for [Unescape]. It never occurs for a pair of a URI.
func (p Pair) Decode() (name, value string, err error) {
	name, value, _ = strings.Cut(string(p), "=")
	if name, err = decodeForm(name); err != nil {
		return "", "", err
	}
	if value, err = decodeForm(value); err != nil {
		return "", "", err
	}
	return name, value, nil
}

// decodeForm decodes a name or a value of a form.
func decodeForm(s string) (string, error) {
	return Unescape(strings.ReplaceAll(s, "+", " "))
}

// hasName reports whether name is the decoded name of p. It is false for a name with a
// broken escape. Names without "%" and "+" take a fast path: decodeForm would return
// them as they are.
func (p Pair) hasName(name string) bool {
	written := p.Name()
	if fastPaths && strings.IndexByte(written, '%') < 0 && strings.IndexByte(written, '+') < 0 {
		return written == name
	}
	decoded, err := decodeForm(written)
	return err == nil && decoded == name
}

// Get returns the decoded value of the first pair with this name, and whether there
// is one and it can be decoded.
func (v Values) Get(name string) (string, bool) {
	for _, p := range v {
		if p.hasName(name) {
			_, value, err := p.Decode()
			return value, err == nil
		}
	}
	return "", false
}

// All returns the decoded values of the pairs with this name, in order. It leaves out
// pairs with wrong escapes.
func (v Values) All(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, p := range v {
			if !p.hasName(name) {
				continue
			}
			if _, value, err := p.Decode(); err == nil && !yield(value) {
				return
			}
		}
	}
}

// With returns v with one pair of this name. It replaces the first pair with the name
// and removes the others. If there is no such pair, it appends one. The query of
// "http://h/?" is one empty pair: the new pair replaces it. With copies v, so the time
// of n calls in a loop grows with n².
func (v Values) With(name, value string) Values {
	set := make(Values, 0, len(v)+1)
	found := false
	if len(v) == 1 && v[0] == "" {
		v = nil
	}
	for _, p := range v {
		switch {
		case !p.hasName(name):
			set = append(set, p)
		case !found:
			set = append(set, NewPair(name, value))
			found = true
		}
	}
	if !found {
		set = append(set, NewPair(name, value))
	}
	return set
}

// Without returns v without the pairs with this name. To delete by a rule, use
// slices.DeleteFunc: u.WithValues(slices.DeleteFunc(u.Values(), crawl.IsTracking))
// removes utm_source and its like, and does not change the URI. DeleteFunc changes its slice:
// give it slices.Clone(v) to keep v. Without copies v, so the time of n calls in a loop
// grows with n². One call of DeleteFunc is linear.
func (v Values) Without(name string) Values {
	return slices.DeleteFunc(append(Values{}, v...), func(p Pair) bool { return p.hasName(name) })
}

// Sorted returns v in the order of the bytes of the decoded names. Pairs with the same
// name keep their order.
func (v Values) Sorted() Values {
	type named struct {
		name string
		pair Pair
	}
	list := make([]named, len(v))
	for i, p := range v {
		name, err := decodeForm(p.Name())
		if err != nil {
			name = p.Name()
		}
		list[i] = named{name, p}
	}
	slices.SortStableFunc(list, func(a, b named) int { return cmp.Compare(a.name, b.name) })
	sorted := make(Values, len(v))
	for i, n := range list {
		sorted[i] = n.pair
	}
	return sorted
}
