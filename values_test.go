package uri

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/uri/internal/seed"
)

func TestValues(t *testing.T) {
	type change = func(Values) Values
	set := func(name, value string) change { return func(v Values) Values { return v.With(name, value) } }
	add := func(name, value string) change {
		return func(v Values) Values { return append(v, NewPair(name, value)) }
	}
	del := func(name string) change { return func(v Values) Values { return v.Without(name) } }
	for _, tt := range []struct {
		in   string
		f    change
		want string
	}{
		{"/p", set("a", "1"), "/p?a=1"},
		{"/p?", set("a", "1"), "/p?a=1"},
		{"/p?&", set("a", "1"), "/p?&&a=1"},
		{"/p?b", set("a", "1"), "/p?b&a=1"},
		{"/p?a=0&b=%41&a=2#f", set("a", "1"), "/p?a=1&b=%41#f"},
		{"/p?b=+&%61=0&a", set("a", "&= +#é"), "/p?b=+&a=%26%3D%20%2B%23%C3%A9"},
		{"/p?a+b=1", set("a b", "2"), "/p?a%20b=2"},
		{"/p?a%2Bb=1", set("a b", "2"), "/p?a%2Bb=1&a%20b=2"},
		{"/p?A=1", set("a", "2"), "/p?A=1&a=2"},
		{"/p?a", set("a", ""), "/p?a="},

		{"/p", add("a", "1"), "/p?a=1"},
		{"/p?", add("a", "1"), "/p?&a=1"},
		{"/p?a=0&c", add("a", "1"), "/p?a=0&c&a=1"},

		{"/p", del("a"), "/p"},
		{"/p?", del("a"), "/p?"},
		{"/p?a=1", del("a"), "/p"},
		{"/p?a=1&", del("a"), "/p?"},
		{"/p?a&b&%61=&c", del("a"), "/p?b&c"},
		{"/p?=1&&b", del(""), "/p?b"},

		{"/p?b=2&a=2&%61=1&B&+", Values.Sorted, "/p?+&B&a=2&%61=1&b=2"},
		{"/p", Values.Sorted, "/p"},
	} {
		u := MustParse(tt.in)
		before := u.Values()
		v := u.Values()
		got, err := u.WithValues(tt.f(v))
		if err != nil || got.String() != tt.want {
			t.Errorf("%s: %s, %v, want %s", tt.in, got, err, tt.want)
		}
		if !slices.Equal(v, before) {
			t.Errorf("%s: the values given are changed: %q", tt.in, v)
		}
	}
	if v := MustParse("/p").Values(); v != nil {
		t.Errorf("the pairs of no query: %#v", v)
	}
}

// TestValuesShared checks that two calls that add to the same Values do not share
// an array.
func TestValuesShared(t *testing.T) {
	v := append(make(Values, 0, 8), "a=1")
	b, c := v.With("b", ""), v.With("c", "")
	if b[1] != "b=" || c[1] != "c=" {
		t.Errorf("%q, %q", b, c)
	}
}

func TestValuesRefused(t *testing.T) {
	for _, tt := range []struct {
		in     string
		v      Values
		offset int
		rule   *rule
	}{
		{"/p", Values{"a&b"}, 1, ruleQuery},
		{"/p", Values{"&b"}, 0, ruleQuery},
		{"/p", Values{"a", "b=#"}, 4, ruleQuery},
		{"/p", Values{"a=%4"}, 4, ruleEscaped},
		{"/p", Values{"a b"}, 1, ruleQuery},
		{"mailto:a@b", Values{"subject=x"}, 7, ruleHierPart},
	} {
		_, err := MustParse(tt.in).WithValues(tt.v)
		var e *SyntaxError
		if !errors.As(err, &e) || e.Offset != tt.offset || e.Rule.rule != tt.rule {
			t.Errorf("%s with %q: %v", tt.in, tt.v, err)
		}
	}
	for _, v := range []Values{nil, {}} {
		for _, s := range []string{"http://h/a?b&c#d", "http://h/a?#d", "http://h/a#d"} {
			if u, err := MustParse(s).WithValues(v); err != nil || u != MustParse("http://h/a#d") {
				t.Errorf("%q without pairs: %q, %v", s, u, err)
			}
		}
	}
	if u, err := MustParse("mailto:a@b?c").WithValues(nil); err != nil || u.String() != "mailto:a@b?c" {
		t.Errorf("%v, %v", u, err)
	}
}

func TestPairDecode(t *testing.T) {
	for _, tt := range []struct{ pair, name, value, fails string }{
		{"", "", "", ""},
		{"a", "a", "", ""},
		{"a=", "a", "", ""},
		{"a=b=c", "a", "b=c", ""},
		{"+%2B%3D=%26+", " +=", "& ", ""},
		{"%4=b", "", "", "escape"},
		{"a=%zz", "", "", "escape"},
	} {
		name, value, err := Pair(tt.pair).Decode()
		if name != tt.name || value != tt.value || (err != nil) != (tt.fails != "") {
			t.Errorf("%q: %q, %q, %v", tt.pair, name, value, err)
		}
	}
	if _, ok := (Values{"a%4=1", "b=%4"}).Get("a%4"); ok {
		t.Error("a broken escape has a name")
	}
	if _, ok := (Values{"b=%4"}).Get("b"); ok {
		t.Error("a broken escape has a value")
	}
}

// TestPairsOfForms takes the rows of web-platform-tests,
// url/resources/urlencoded-parser-data.json, that a URI can contain: no broken escapes,
// nothing beyond US-ASCII. The form parser of browsers drops empty pairs and writes
// U+FFFD for invalid UTF-8. Here both are kept as they are.
func TestPairsOfForms(t *testing.T) {
	for _, tt := range []struct {
		query string
		want  [][2]string
	}{
		{"test", [][2]string{{"test", ""}}},
		{"%EF%BB%BFtest=%EF%BB%BF", [][2]string{{"\ufefftest", "\ufeff"}}},
		{"%EF%BF%BF=%EF%BF%BF", [][2]string{{"\uffff", "\uffff"}}},
		{"%FE%FF", [][2]string{{"\xfe\xff", ""}}},
		{"%FF%FE", [][2]string{{"\xff\xfe", ""}}},
		{"%C2", [][2]string{{"\xc2", ""}}},
		{"%C2x", [][2]string{{"\xc2x", ""}}},
		{"_charset_=windows-1252&test=%C2x", [][2]string{{"_charset_", "windows-1252"}, {"test", "\xc2x"}}},
		{"", nil},
		{"a", [][2]string{{"a", ""}}},
		{"a=b", [][2]string{{"a", "b"}}},
		{"a=", [][2]string{{"a", ""}}},
		{"=b", [][2]string{{"", "b"}}},
		{"&", nil},
		{"&a", [][2]string{{"a", ""}}},
		{"a&", [][2]string{{"a", ""}}},
		{"a&a", [][2]string{{"a", ""}, {"a", ""}}},
		{"a&b&c", [][2]string{{"a", ""}, {"b", ""}, {"c", ""}}},
		{"a=b&c=d", [][2]string{{"a", "b"}, {"c", "d"}}},
		{"a=b&c=d&", [][2]string{{"a", "b"}, {"c", "d"}}},
		{"&&&a=b&&&&c=d&", [][2]string{{"a", "b"}, {"c", "d"}}},
		{"a=a&a=b&a=c", [][2]string{{"a", "a"}, {"a", "b"}, {"a", "c"}}},
		{"a==a", [][2]string{{"a", "=a"}}},
		{"a=a+b+c+d", [][2]string{{"a", "a b c d"}}},
		{"%61=a", [][2]string{{"a", "a"}}},
		{"%61+%4d%4D=", [][2]string{{"a MM", ""}}},
	} {
		var got [][2]string
		for _, p := range MustParse("?" + tt.query).Values() {
			name, value, err := p.Decode()
			if err != nil {
				t.Errorf("%s: %v", tt.query, err)
			}
			if p != "" {
				got = append(got, [2]string{name, value})
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s", tt.query, diff)
		}
	}
}

// randomQuery returns a query of few pieces, so that names meet.
func randomQuery(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(9) {
		b.WriteString(pick(r, 1, "a", "b", "%61", "%41", "=", "&", "+", "%20", "%2B", "%26", "%3D", "/", "?", "c%C3%A9", "-"))
	}
	return b.String()
}

// TestValuesRandom compares changes to random queries with net/url, with a naive
// splitter and with the query before the change.
func TestValuesRandom(t *testing.T) {
	rng := seed.Rand(t)
	for range *inputs {
		query := randomQuery(rng)
		u := MustParse("http://h/p?" + query + "#f")
		v := u.Values()
		if same, err := u.WithValues(v); same != u || err != nil {
			t.Fatalf("%q: with its own values %q, %v", u, same, err)
		}

		// Naively: split, then replace, then net/url for each piece.
		var want [][2]string
		for _, piece := range strings.Split(query, "&") {
			name, value, _ := strings.Cut(piece, "=")
			name, _ = url.QueryUnescape(name)
			value, _ = url.QueryUnescape(value)
			want = append(want, [2]string{name, value})
		}
		var got [][2]string
		for _, p := range v {
			name, value, err := p.Decode()
			if err != nil {
				t.Fatalf("%q: %v", p, err)
			}
			got = append(got, [2]string{name, value})
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%q: %s", u, diff)
		}
		parsed, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		for name := range parsed {
			if value, ok := v.Get(name); name != "" && (!ok || value != parsed.Get(name)) {
				t.Fatalf("%q: Get(%q) = %q, %v, in net/url %q", u, name, value, ok, parsed.Get(name))
			}
		}

		// A pair that is added at the end and deleted again leaves no trace.
		added, err := u.WithValues(append(v, NewPair("new", randomQuery(rng))))
		if err != nil {
			t.Fatal(err)
		}
		if back, err := added.WithValues(added.Values().Without("new")); back != u || err != nil {
			t.Fatalf("%q: after Add and Del %q, %v", u, back, err)
		}

		// Package net/url finds the pair that is set, and the other pairs are as they were.
		name, value := pick(rng, 1, "a", "b", "A", " ", "é", "+"), randomQuery(rng)
		set, err := u.WithValues(v.With(name, value))
		if err != nil {
			t.Fatal(err)
		}
		q, _ := set.Query()
		after, err := url.ParseQuery(q)
		if err != nil || !slices.Equal(after[name], []string{value}) {
			t.Fatalf("%q: Set(%q, %q): %q, %v", u, name, value, set, err)
		}
		others := func(v Values) (rest []string) {
			for _, p := range v {
				if n, _ := url.QueryUnescape(p.Name()); n != name {
					rest = append(rest, string(p))
				}
			}
			return rest
		}
		if query != "" && !slices.Equal(others(v), others(set.Values())) {
			t.Fatalf("%q: Set(%q) changes other pairs: %q", u, name, set)
		}

		// Sorted: the same pairs, in the order of their names.
		sorted := v.Sorted()
		if !slices.IsSortedFunc(sorted, func(a, b Pair) int {
			x, _, _ := a.Decode()
			y, _, _ := b.Decode()
			return strings.Compare(x, y)
		}) || !slices.Equal(slices.Sorted(slices.Values(sorted)), slices.Sorted(slices.Values(v))) {
			t.Fatalf("%q: sorted %q", u, sorted)
		}
	}
}

// TestSortStable sorts more pairs than a sort by insertion takes, with few names: the pairs
// of each name keep their order.
func TestSortStable(t *testing.T) {
	names := []string{"a", "b", "%62", "c", "a+"}
	sorted := [][]int{{0}, {4}, {1, 2}, {3}} // the indexes in names, by what they decode to: "a", "a ", "b", "c"
	for _, n := range []int{10, 100, 1000} {
		var v, want Values
		for i := range n {
			v = append(v, Pair(fmt.Sprintf("%s=%d", names[(i*i+i/7)%5], i)))
		}
		for _, same := range sorted {
			for i, p := range v {
				if slices.Contains(same, (i*i+i/7)%5) {
					want = append(want, p)
				}
			}
		}
		if got := v.Sorted(); !slices.Equal(got, want) {
			t.Errorf("%d pairs: %q, want %q", n, got, want)
		}
	}
}

// FuzzValues checks that a pair decodes to its name and value, in a URI too.
func FuzzValues(f *testing.F) {
	for _, s := range []string{"", "a", "a b", "&=+;%", "é\x00\xff", "%41", "#/?"} {
		f.Add(s, s, "a=1&%61")
	}
	f.Fuzz(func(t *testing.T, name, value, query string) {
		u, err := Parse("?" + query)
		if err != nil || strings.Contains(query, "#") {
			return
		}
		got, err := u.WithValues(u.Values().With(name, value))
		if err != nil {
			t.Fatalf("%q: Set(%q, %q): %v", u, name, value, err)
		}
		q, _ := got.Query()
		values, err := url.ParseQuery(q)
		if err == nil && !slices.Equal(values[name], []string{value}) {
			t.Fatalf("%q: Set(%q, %q) gives %q", u, name, value, got)
		}
		if back, ok := got.Values().Get(name); !ok || back != value {
			t.Fatalf("%q: Set(%q, %q), Get %q, %v", u, name, value, back, ok)
		}
	})
}

// TestAll compares All with net/url, for a query in which every pair can be decoded,
// and with Get where one cannot.
func TestAll(t *testing.T) {
	r := seed.Rand(t)
	for range *inputs {
		var q strings.Builder
		for n := range r.IntN(6) {
			if n > 0 {
				q.WriteByte('&')
			}
			for range r.IntN(4) {
				q.WriteString(pick(r, 1, "a", "b", "=", "+", "%61", "%2B", "%3d", "", "%FF"))
			}
		}
		u := MustParse("?" + q.String())
		want, err := url.ParseQuery(q.String())
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"a", "aa", "b", " ", "a b", "\xFF", "c"} {
			got := slices.Collect(u.Values().All(name))
			if !slices.Equal(got, want[name]) {
				t.Fatalf("the values of %q in %q: %q, want %q", name, q.String(), got, want[name])
			}
			for first := range u.Values().All(name) {
				if one, ok := u.Values().Get(name); one != first || !ok {
					t.Fatalf("the first value of %q in %q: %q, Get has %q, %v", name, q.String(), first, one, ok)
				}
				break
			}
		}
	}
	v := Values{"a=%", "%a=1", "a=2", "%=3", "%61", "b", "a=+%2"}
	if got := slices.Collect(v.All("a")); !slices.Equal(got, []string{"2", ""}) {
		t.Errorf("All: %q", got)
	}
	if got, ok := v.Get("a"); ok {
		t.Errorf("Get of a value that cannot be decoded: %q", got)
	}
	if got := slices.Collect(v.All("%a")); got != nil {
		t.Errorf("All of a name that cannot be decoded: %q", got)
	}
	if got := slices.Collect(Values(nil).All("")); got != nil {
		t.Errorf("All of no pairs: %q", got)
	}
}

func TestParseValues(t *testing.T) {
	for in, want := range map[string]Values{
		"":              {""},
		"a":             {"a"},
		"a=1&b=%20+&":   {"a=1", "b=%20+", ""},
		"?/;:@":         {"?/;:@"},
		"xt=urn:x:a&dn": {"xt=urn:x:a", "dn"},
	} {
		if got, err := ParseValues(in); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
	for in, offset := range map[string]int{"a b": 1, "#": 0, "a=é": 2, "a%": 2, "a%4": 3, "a%zz": 2, "[]": 0, "a=1\r\n": 3, "\x00": 0, "q=\"": 2} {
		got, err := ParseValues(in)
		var e *SyntaxError
		if !errors.As(err, &e) || e.Offset != offset || e.Op != "parse query" || got != nil {
			t.Errorf("%q: %q, %v; want an error at offset %d", in, got, err, offset)
		}
	}
	if _, err := ParseValues("password=secret secret"); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("a password is shown: %v", err)
	}
}

// TestParseValuesRandom compares with an expression of a pair, and splits at "&".
func TestParseValuesRandom(t *testing.T) {
	r := seed.Rand(t)
	for range *inputs {
		s := pick(r, r.IntN(8), "a", "=", "&", "%41", "%", "+", " ", "#", "é", ";", "?", "/", "[", "\x7F")
		got, err := ParseValues(s)
		if (err == nil) != pairExpr.MatchString(strings.ReplaceAll(s, "&", "=")) {
			t.Fatalf("%q: %q, %v", s, got, err)
		}
		var want Values
		for _, p := range strings.Split(s, "&") {
			want = append(want, Pair(p))
		}
		if err == nil && !slices.Equal(got, want) {
			t.Fatalf("%q: %q", s, got)
		}
	}
}

// TestValuesForms compares the text of random pairs with a query of them, and what %+v, %#v
// and logs show with what Redacted shows of that query.
func TestValuesForms(t *testing.T) {
	r := seed.Rand(t)
	for range *inputs {
		q := pick(r, r.IntN(9), "a", "=", "&", "access_token=", "key=", "%41", "+", "?", "/", "//", ":", "@", ";", "%3D", "pwd", "SECRET")
		u := MustParse("?" + q)
		v := u.Values()
		redacted := u.Redacted()[1:]
		if v.String() != q || fmt.Sprint(v) != q || fmt.Sprintf("%s %q", v, v) != q+" "+strconv.Quote(q) {
			t.Fatalf("%q: %s", q, v)
		}
		if fmt.Sprintf("%+v", v) != redacted || fmt.Sprintf("%#v", v) != strconv.Quote(redacted) || v.LogValue().String() != redacted ||
			!strings.Contains(logged("q", v), strings.Trim(strconv.Quote(redacted), `"`)) {
			t.Fatalf("%q: %+v, %#v, %v", q, v, v, v.LogValue())
		}
		for _, p := range v {
			redacted := MustParse("?" + string(p)).Redacted()[1:]
			if fmt.Sprintf("%v %+v %#v %v", p, p, p, p.LogValue()) != string(p)+" "+redacted+" "+strconv.Quote(redacted)+" "+redacted {
				t.Fatalf("%q: %v %+v %#v %v", string(p), p, p, p, p.LogValue())
			}
		}
		if back, err := ParseValues(v.String()); err != nil || !slices.Equal(back, v) {
			t.Fatalf("%q: %q, %v", q, back, err)
		}
	}
	v := Values{"a=1", "access_token=SECRET", "c"}
	if s := fmt.Sprintf("%v %+v %#v", v, v, v); s != `a=1&access_token=SECRET&c a=1&access_token=xxxxx&c "a=1&access_token=xxxxx&c"` {
		t.Error(s)
	}
	if s := (Values{}).String() + Values(nil).String() + (Values{""}).String(); s != "" {
		t.Error(s)
	}
}
