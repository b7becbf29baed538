package uri

import (
	"cmp"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/uri/internal/vectors"
)

// rows returns the rows of the given kinds in the tables of testdata/vectors; all
// rows without a kind.
func rows(t testing.TB, kinds ...string) []vectors.Row {
	t.Helper()
	return vectors.Kinds(t, "testdata/vectors", kinds...)
}

// A differRow is one row of testdata/differs.txt: it names the rows of the
// vectors whose expectation is not RFC 2396's. A base or an expected that is
// not given fits any.
type differRow struct {
	line   int
	fields []string // table, kind, input, base, expected
	reason string
}

func (d differRow) fits(v vectors.Row) bool {
	for i, field := range []string{v.Table, v.Kind, v.Input, v.Base, v.Expected} {
		if i < len(d.fields) && d.fields[i] != field {
			return false
		}
	}
	return true
}

const differsFile = "testdata/differs.txt"

// differs reads testdata/differs.txt. A line that begins with a tab is a row;
// the text above the rows is their reason.
func differs(t testing.TB) []differRow {
	t.Helper()
	var all []differRow
	reason, inRows := "", false
	for n, row := range vectors.TabLines(t, differsFile) {
		switch {
		case row == nil:
			reason, inRows = "", false
		case row[0] != "":
			if inRows {
				reason, inRows = "", false
			}
			reason = strings.TrimSpace(reason + " " + strings.Join(row, " "))
		default:
			d := differRow{n + 1, row[1:], reason}
			if len(d.fields) < 3 || len(d.fields) > 5 {
				t.Fatalf("%s:%d: %d columns, want 3 to 5", differsFile, d.line, len(d.fields))
			}
			if reason == "" {
				t.Errorf("%s:%d: no reason given", differsFile, d.line)
			}
			all = append(all, d)
			inRows = true
		}
	}
	return all
}

// checkVectors calls check for every row of the given kinds. check says what
// differs from the row's expectation, or returns "". The rows of
// testdata/differs.txt must differ, all others must not.
func checkVectors(t *testing.T, check func(v vectors.Row) (difference string), kinds ...string) {
	t.Helper()
	list := differs(t)
	for _, v := range rows(t, kinds...) {
		listed := 0
		for _, d := range list {
			if d.fits(v) {
				listed = d.line
			}
		}
		difference := check(v)
		if difference != "" && listed == 0 {
			t.Errorf("%v: %s", v, difference)
		}
		if difference == "" && listed != 0 {
			t.Errorf("%v: no longer differs: take %s:%d away", v, differsFile, listed)
		}
	}
}

// TestDiffersRows checks that each row of testdata/differs.txt names a vector
// and that no two name the same.
func TestDiffersRows(t *testing.T) {
	all := rows(t)
	taken := make(map[string]int)
	for _, d := range differs(t) {
		found := false
		for _, v := range all {
			if !d.fits(v) {
				continue
			}
			found = true
			if line, ok := taken[v.String()]; ok && line != d.line {
				t.Errorf("%s:%d: %v stands in line %d too", differsFile, d.line, v, line)
			}
			taken[v.String()] = d.line
		}
		if !found {
			t.Errorf("%s:%d: no such row: %q", differsFile, d.line, d.fields)
		}
	}
}

// seeds returns what a fuzzer begins with: every string of the tables in plain
// "go test", the few of seeds.txt when it fuzzes.
func seeds(t testing.TB) []string {
	t.Helper()
	if vectors.Fuzzing() {
		return vectors.Seeds(t, seedsFile)
	}
	return allTexts(t)
}

const seedsFile = "testdata/seeds.txt"

// TestSeeds checks that the texts of seedsFile reach every statement that all
// the texts reach. Without -cover it only checks that they are among them. With
// -choose and -cover it writes the file anew:
//
//	go test -cover -run 'TestSeeds$' -choose .
func TestSeeds(t *testing.T) {
	all := allTexts(t)
	slices.SortStableFunc(all, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
	var few []string
	if !*choose {
		few = vectors.Seeds(t, seedsFile)
		for _, s := range few {
			if !slices.Contains(all, s) {
				t.Errorf("%s: %q is in no table", seedsFile, s)
			}
		}
		if testing.CoverMode() == "" {
			return
		}
		for _, s := range few {
			tryEverything(t, s)
		}
	}
	var text []byte
	reached := testing.Coverage()
	for _, s := range all {
		tryEverything(t, s)
		if now := testing.Coverage(); now > reached {
			reached = now
			text = append(strconv.AppendQuote(text, s), '\n')
			if !*choose {
				t.Errorf("%s: %q reaches what none of the few reaches", seedsFile, s)
			}
		}
	}
	if *choose {
		if err := os.WriteFile(seedsFile, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// tryEverything does with s what each of the fuzzers does with its texts.
func tryEverything(t *testing.T, s string) {
	checkParse(t, s)
	checkEscape(t, s)
	checkScheme(t, s)
	u, err := Parse(s)
	if err != nil {
		return
	}
	base := MustParse("http://u@a/b/c/d;p?q")
	for _, r := range modes {
		for _, pair := range [][2]URI{{base, u}, {u, base}, {u, u}} {
			if wrong := checkResolve(r, pair[0], pair[1]); wrong != "" {
				t.Errorf("%+v: %q against %q: %s", r, pair[1], pair[0], wrong)
			}
		}
	}
	if wrong := checkRelativize(base, u); wrong != "" {
		t.Errorf("%q from %q: %s", u, base, wrong)
	}
	for _, m := range []Mode{RFC2396, RFC3986} {
		if wrong := checkNormalize(m, u); wrong != "" {
			t.Errorf("%v: %q: %s", m, u, wrong)
		}
	}
}

// allTexts returns every text in the tables of testdata, once.
func allTexts(t testing.TB) []string {
	t.Helper()
	var all []string
	known := make(map[string]bool)
	add := func(s string) {
		if !known[s] {
			known[s] = true
			all = append(all, s)
		}
	}
	for _, v := range rows(t) {
		add(v.Input)
		add(v.Base)
		if v.Kind == "resolve" || v.Kind == "normalize" || v.Kind == "relativize" {
			add(v.Expected)
		}
	}
	for _, row := range vectors.TabLines(t, componentsFile) {
		if row != nil {
			add(row[0])
		}
	}
	for _, r := range ruleRows(t) {
		add(r.text)
	}
	return all
}
