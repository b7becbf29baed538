package uri

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// An example is one line of the tables that the RFCs print.
type example struct {
	place     string // file:line
	ref, want string
	also      string // another answer that is printed below it
}

// examples reads a table of an RFC as it is printed:
//
//	ref = result
//	    | another result
//
// with the quotes, "<>" and "<URL:>" of each RFC.
func examples(t testing.TB, file string, want int) []example {
	t.Helper()
	var all []example
	row := regexp.MustCompile(`^ {6}(\S+) +=  ?(.*)$`)
	other := regexp.MustCompile(`^ +[|/] +(\S+) +;`)
	plain := func(s string) string {
		s, _, _ = strings.Cut(s, "  ;")
		s, _, _ = strings.Cut(s, " ; ")
		s = strings.TrimSpace(s)
		s = strings.TrimSuffix(strings.TrimPrefix(s, "<URL:"), ">")
		return strings.Trim(strings.TrimPrefix(s, "<"), `"`)
	}
	for n, line := range textLines(t, file) {
		if m := row.FindStringSubmatch(line); m != nil {
			all = append(all, example{fmt.Sprintf("%s:%d", file, n+1), plain(m[1]), plain(m[2]), ""})
		} else if m := other.FindStringSubmatch(line); m != nil {
			all[len(all)-1].also = plain(m[1])
		}
	}
	if len(all) != want {
		t.Fatalf("%s: %d rows, want %d", file, len(all), want)
	}
	return all
}

// resolved gives the text that r resolves ref to, or its error.
func resolved(r Resolver, base, ref string) string {
	out, err := r.AppendResolve([]byte("> "), MustParse(base), ref)
	if err != nil {
		if string(out) != "> " {
			return fmt.Sprintf("%v, and %q appended", err, out)
		}
		return err.Error()
	}
	got := string(out[len("> "):])
	u, err := Parse(ref)
	if err != nil {
		return got
	}
	switch v, err := r.Resolve(MustParse(base), u); {
	case err != nil:
		return fmt.Sprintf("%q appended, but %v", got, err)
	case v.String() != got:
		return fmt.Sprintf("%q appended, but %q resolved", got, v)
	}
	return got
}

// TestAppendixC holds that every example of RFC 2396, Appendix C, is resolved as
// printed, and each alternative under the option that it belongs to.
func TestAppendixC(t *testing.T) {
	const base = "http://a/b/c/d;p?q"
	const current = "(current document)"
	document := MustParse("http://d/e/f?g#h")
	for _, x := range examples(t, "testdata/rfc2396-c.txt", 42) {
		check := func(r Resolver, want string) {
			if got := resolved(r, base, x.ref); got != want {
				t.Errorf("%s: %+v: %q: got %q, want %q", x.place, r, x.ref, got, want)
			}
		}
		check(Resolver{}, strings.Replace(x.want, current, base, 1))
		check(Resolver{Document: document}, strings.Replace(x.want, current, "http://d/e/f?g", 1))
		if got, want := MustParse(x.ref).IsSameDocument(), strings.Contains(x.want, current); got != want {
			t.Errorf("%s: %q: same document: got %t, want %t", x.place, x.ref, got, want)
		}
		if x.also != "" {
			check(Resolver{SameScheme: true}, x.also)
		}
		switch x.ref {
		case "../../../g", "../../../../g":
			// "the above two references will be interpreted as "http://a/g" by
			// some implementations", and may be refused (5.2, 6g).
			check(Resolver{AboveRoot: DropDots}, "http://a/g")
			_, err := Resolver{AboveRoot: RejectDots}.Resolve(MustParse(base), MustParse(x.ref))
			var e *SyntaxError
			if !errors.As(err, &e) || e.Offset != len("../../") || e.Rule != RuleRelPath {
				t.Errorf("%s: %q: got %v, want a refusal at offset 6", x.place, x.ref, err)
			}
		default:
			check(Resolver{AboveRoot: DropDots}, strings.Replace(x.want, current, base, 1))
			check(Resolver{AboveRoot: RejectDots}, strings.Replace(x.want, current, base, 1))
		}
	}
}

// TestRFC3986Examples holds the examples of RFC 3986, 5.4.
func TestRFC3986Examples(t *testing.T) {
	const base = "http://a/b/c/d;p?q"
	for _, x := range examples(t, "testdata/rfc3986-5.4.txt", 42) {
		if got := resolved(Resolver{Mode: RFC3986}, base, x.ref); got != x.want {
			t.Errorf("%s: %q: got %q, want %q", x.place, x.ref, got, x.want)
		}
		want := x.want
		if x.also != "" {
			want = x.also
		}
		if got := resolved(Resolver{Mode: RFC3986, SameScheme: true}, base, x.ref); got != want {
			t.Errorf("%s: not strict: %q: got %q, want %q", x.place, x.ref, got, want)
		}
	}
}

// TestRFC1808Examples holds the examples of RFC 1808, 5.
func TestRFC1808Examples(t *testing.T) {
	const base = "http://a/b/c/d;p?q#f"
	for _, x := range examples(t, "testdata/rfc1808-5.txt", 39) {
		if got := resolved(Resolver{Mode: RFC1808}, base, x.ref); got != x.want {
			t.Errorf("%s: %q: got %q, want %q", x.place, x.ref, got, x.want)
		}
	}
}

// resolvers are the algorithms that the last column of the vectors names.
var resolvers = map[string]Resolver{
	"2396":           {},
	"2396-drop":      {AboveRoot: DropDots},
	"2396-compat":    {SameScheme: true},
	"3986":           {Mode: RFC3986},
	"3986-nonstrict": {Mode: RFC3986, SameScheme: true},
	"1808":           {Mode: RFC1808},
}

// TestResolveVectors holds that each resolve row of the tables has the expected
// result under each algorithm that it names, and a row that names none under the
// zero Resolver, but for the rows of testdata/differs.txt.
func TestResolveVectors(t *testing.T) {
	checkVectors(t, func(v vector) string {
		base, err := Parse(v.base)
		if err != nil {
			return fmt.Sprintf("base: %v", err)
		}
		var differences []string
		names := strings.Split(v.oracle, ",")
		if v.oracle == "none" {
			names = []string{"2396"}
		}
		for _, name := range names {
			name, refused := strings.CutSuffix(name, "(error)")
			r, ok := resolvers[name]
			if !ok {
				t.Fatalf("%v: no such algorithm: %q", v, name)
			}
			out, err := r.AppendResolve(nil, base, v.input)
			switch {
			case refused || v.expected == "ERROR":
				if err == nil {
					differences = append(differences, fmt.Sprintf("%s: got %q, want an error", name, out))
				}
			case err != nil:
				differences = append(differences, fmt.Sprintf("%s: %v", name, err))
			case string(out) != v.expected:
				differences = append(differences, fmt.Sprintf("%s: got %q, want %q", name, out, v.expected))
			}
		}
		return strings.Join(differences, "; ")
	}, "resolve")
}
