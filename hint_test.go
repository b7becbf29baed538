package uri

import (
	"strings"
	"testing"

	"example.com/uri/internal/vectors"
)

// hinted are the rows of the table of package hint: a function, a text that it refuses, and the
// part, the Fix and the Hint of the error.
func hinted(t *testing.T) (rows [][]string) {
	t.Helper()
	for _, row := range vectors.TabLines(t, "internal/hint/testdata/hints.tsv") {
		if row != nil {
			rows = append(rows, row)
		}
	}
	if len(rows) < 100 {
		t.Errorf("only %d rows", len(rows))
	}
	return rows
}

// TestHint checks what the error of a function for a text says.
func TestHint(t *testing.T) {
	for _, row := range hinted(t) {
		e, ok := refusal(row[0], row[1]).(*SyntaxError)
		if !ok {
			t.Errorf("%s accepts %q", row[0], row[1])
			continue
		}
		if fix, _ := e.Fix(); e.Part.String() != row[2] || fix != row[3] || e.Hint() != row[4] {
			t.Errorf("%s %q: %v, %q, hint %q; want %q; %v", row[0], row[1], e.Part, fix, e.Hint(), row[2:], e)
		}
		if strings.Contains(e.Hint(), "pa ss") {
			t.Errorf("%s %q: hint %q", row[0], row[1], e.Hint())
		}
	}
	if e := new(SyntaxError); e.Hint() != "" {
		t.Errorf("the zero error has the hint %q", e.Hint())
	}
}

// TestNoFix checks that an error of a change or a resolution has no Fix, nor has the zero error.
func TestNoFix(t *testing.T) {
	u := MustParse("http://h/")
	_, change := u.WithPath("/a b")
	_, host := u.WithHost("::1")
	_, reference := Resolver{}.AppendResolve(nil, u, "a b")
	_, base := MustParse("www.example.com").Resolve(MustParse("a"))
	for _, err := range []error{change, host, reference, base, new(SyntaxError)} {
		if text, ok := err.(*SyntaxError).Fix(); ok || text != "" {
			t.Errorf("%v: Fix %q", err, text)
		}
	}
}

// refusal returns the error of one of the functions for a text.
func refusal(op, s string) error {
	var err error
	switch op {
	case "parse":
		_, err = Parse(s)
	case "unescape":
		_, err = Unescape(s)
	case "parse query":
		_, err = ParseValues(s)
	case "conforms3986":
		_, err = Conforms3986(s)
	case "interpret":
		_, err = interpretText(s)
	case "generic":
		_, err = ParseGeneric(s)
	case "base":
		_, err = MustParse(s).Resolve(MustParse("a"))
	case "change scheme":
		_, err = MustParse("a?q").WithScheme(s)
	case "change path":
		_, err = MustParse("a").WithPath(s)
	case "server":
		_, err = parseWith(s, opServer, ServerFrom)
	case "host":
		_, err = MustParse("http://h/").WithHost(s)
	default:
		for _, x := range structSchemes {
			if x.name == op {
				_, err = x.parse(s)
			}
		}
	}
	return err
}
