package uri

import (
	"cmp"
	"slices"
	"strings"
)

// Values are the pairs of a query in their order, each as written. RFC 2396 gives
// a query no structure. This one is that of HTML forms: pairs with "&" between
// them, a name and a value with "=" between them, and "+" for a space.
//
// An undefined query has no pairs, and "?" alone has one that is empty, so that
// u.WithValues(u.Values()) is u. The methods compare names decoded. They return
// new Values, and keep every byte of the pairs that they do not change.
type Values []Pair

// Values returns the pairs of the query of u, nil where the query is undefined.
// It allocates the slice.
func (u URI) Values() Values {
	q, ok := u.Query()
	if !ok {
		return nil
	}
	v := make(Values, 0, 1+strings.Count(q, "&"))
	for p := range u.Pairs() {
		v = append(v, p)
	}
	return v
}

// WithValues returns u with the query that the pairs make. Without a pair it
// returns u without a query. The error is that of [URI.WithQuery], or a
// [*SyntaxError] where a pair holds a "&", which would make two pairs of it. It
// allocates the query and the text of the result.
func (u URI) WithValues(v Values) (URI, error) {
	if len(v) == 0 {
		return u.WithoutQuery(), nil
	}
	n := len(v) - 1
	for _, p := range v {
		n += len(p)
		if i := strings.IndexByte(string(p), '&'); i >= 0 {
			return URI{}, newReasonedError("change query", string(p), i, RuleQuery, `"&" would begin another pair`)
		}
	}
	query := make([]byte, 0, n)
	for i, p := range v {
		if i > 0 {
			query = append(query, '&')
		}
		query = append(query, p...)
	}
	return u.WithQuery(string(query))
}

// NewPair returns the pair of a name and a value, with what would not read back
// as them escaped; a space becomes "%20". It allocates the pair.
func NewPair(name, value string) Pair {
	p := make([]byte, 0, len(name)+len("=")+len(value))
	p = AppendEscape(p, name, QueryPair)
	p = append(p, '=')
	return Pair(AppendEscape(p, value, QueryPair))
}

// Decode returns the name and the value of p with their escapes decoded and "+"
// read as a space. The value of a pair without "=" is empty; [Pair.Value] tells it
// from one that is there. The error is that of [Unescape], and never occurs for a
// pair of a URI. Decode allocates each of the two that holds an escape or "+".
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

// decodeForm decodes a name or a value as forms write it.
func decodeForm(s string) (string, error) {
	return Unescape(strings.ReplaceAll(s, "+", " "))
}

// named reports whether name is the decoded name of p. A pair with a broken escape
// has no name.
func (p Pair) named(name string) bool {
	written := p.Name()
	if strings.IndexByte(written, '%') < 0 && strings.IndexByte(written, '+') < 0 {
		return written == name
	}
	decoded, err := decodeForm(written)
	return err == nil && decoded == name
}

// Get returns the decoded value of the first pair with this name, and whether
// there is one. It allocates only for escapes and "+".
func (v Values) Get(name string) (string, bool) {
	for _, p := range v {
		if p.named(name) {
			_, value, err := p.Decode()
			return value, err == nil
		}
	}
	return "", false
}

// Set returns v with one pair of this name: it takes the place of the first that
// has the name, or else stands at the end. The others of the name go. A single
// empty pair, which is what "?" alone has, is replaced. Set allocates the pair and
// the slice.
func (v Values) Set(name, value string) Values {
	set := make(Values, 0, len(v)+1)
	found := false
	if len(v) == 1 && v[0] == "" {
		v = nil
	}
	for _, p := range v {
		switch {
		case !p.named(name):
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

// Add returns v with a pair at its end, whether or not others have the name. It
// allocates the pair and the slice.
func (v Values) Add(name, value string) Values {
	return append(slices.Clip(v), NewPair(name, value))
}

// Del returns v without the pairs of this name. It allocates the slice.
func (v Values) Del(name string) Values {
	rest := make(Values, 0, len(v))
	for _, p := range v {
		if !p.named(name) {
			rest = append(rest, p)
		}
	}
	return rest
}

// Sort returns v in the order of the decoded names, byte by byte. Pairs of one
// name keep their order, which may matter. It allocates the slice, and as much as
// the names take if they hold escapes.
func (v Values) Sort() Values {
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
