package uri

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A vector is one row of a table in testdata/vectors: what a suite of tests
// gives to its library and what it expects. The README there tells the columns.
type vector struct {
	file string // "testdata/vectors/go.tsv"
	line int

	table, kind, input, base, expected, note, oracle string
}

// String names the row, for failures.
func (v vector) String() string {
	s := fmt.Sprintf("%s:%d: %s %q", v.file, v.line, v.kind, v.input)
	if v.base != "" {
		s += fmt.Sprintf(" base %q", v.base)
	}
	return s
}

// vectors returns the rows of the given kinds in all tables, in the order of
// the files; without a kind, all rows.
func vectors(t testing.TB, kinds ...string) []vector {
	t.Helper()
	files, err := filepath.Glob("testdata/vectors/*.tsv")
	if err != nil || len(files) == 0 {
		t.Fatalf("no tables: %v", err)
	}
	var all []vector
	for _, file := range files {
		table := strings.TrimSuffix(filepath.Base(file), ".tsv")
		for n, row := range tabLines(t, file) {
			line := n + 1
			if line == 1 || row == nil {
				continue // the names of the columns; the end of the file
			}
			if len(row) != 6 {
				t.Fatalf("%s:%d: %d columns, want 6", file, line, len(row))
			}
			v := vector{file, line, table, row[0], row[1], row[2], row[3], row[4], row[5]}
			if len(kinds) == 0 || slices.Contains(kinds, v.kind) {
				all = append(all, v)
			}
		}
	}
	if len(all) == 0 {
		t.Fatalf("no rows of kind %q", kinds)
	}
	return all
}

// textLines returns the lines of a file.
func textLines(t testing.TB, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(text), "\n")
}

// tabLines returns the tab-separated columns of each line of a file with their
// escapes undone, nil for an empty line and for a comment behind "# ".
func tabLines(t testing.TB, file string) [][]string {
	t.Helper()
	var rows [][]string
	for n, line := range textLines(t, file) {
		var row []string
		if line != "" && !strings.HasPrefix(line, "# ") {
			for _, column := range strings.Split(line, "\t") {
				text, err := unescapeColumn(column)
				if err != nil {
					t.Fatalf("%s:%d: %v", file, n+1, err)
				}
				row = append(row, text)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// unescapeColumn undoes the escapes of the tables: "\\" is a backslash, "\uhhhh"
// and "\Uhhhhhhhh" are characters.
func unescapeColumn(s string) (string, error) {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, `\`)
		b.WriteString(before)
		if !found {
			return b.String(), nil
		}
		n := map[byte]int{'\\': 1, 'u': 1 + 4, 'U': 1 + 8}[(rest + " ")[0]]
		if n == 0 || n > len(rest) {
			return "", fmt.Errorf("unknown escape: %q", `\`+rest)
		}
		r := rune('\\')
		if n > 1 {
			code, err := strconv.ParseUint(rest[1:n], 16, 32)
			if err != nil {
				return "", err
			}
			r = rune(code)
		}
		b.WriteRune(r)
		s = rest[n:]
	}
}

// A differRow is one row of testdata/differs.txt: it names the rows of the
// vectors whose expectation is not RFC 2396's. A base or an expected that is
// not given fits any.
type differRow struct {
	line   int
	fields []string // table, kind, input, base, expected
	reason string
}

func (d differRow) fits(v vector) bool {
	for i, field := range []string{v.table, v.kind, v.input, v.base, v.expected} {
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
	for n, row := range tabLines(t, differsFile) {
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

// checkVectors calls check for every row of the given kinds. check returns what
// is otherwise than the row expects, "" for nothing. The rows of
// testdata/differs.txt must be otherwise, and all others must not.
func checkVectors(t *testing.T, check func(v vector) (difference string), kinds ...string) {
	t.Helper()
	list := differs(t)
	for _, v := range vectors(t, kinds...) {
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

// TestDiffersRows holds that each row of testdata/differs.txt names a vector
// and that no two name the same.
func TestDiffersRows(t *testing.T) {
	all := vectors(t)
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

// seeds returns what a fuzzer begins with. In plain "go test" that is every text
// of the tables. When it fuzzes, it is the few of seeds.txt: the fuzzer runs all
// that it begins with before it tries anything new.
func seeds(t testing.TB) []string {
	t.Helper()
	if fuzzing() {
		return fewSeeds(t)
	}
	return allTexts(t)
}

// fuzzing reports whether the test binary was started to fuzz.
func fuzzing() bool { return flag.Lookup("test.fuzz").Value.String() != "" }

const seedsFile = "testdata/seeds.txt"

// fewSeeds returns the texts of seedsFile.
func fewSeeds(t testing.TB) (few []string) {
	t.Helper()
	text, err := os.ReadFile(seedsFile)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		s, err := strconv.Unquote(strings.TrimSpace(line))
		if err != nil {
			t.Fatalf("%s: %q: %v", seedsFile, line, err)
		}
		few = append(few, s)
	}
	return few
}

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
		few = fewSeeds(t)
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

// allTexts returns every text that the tables of testdata hold, once.
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
	for _, v := range vectors(t) {
		add(v.input)
		add(v.base)
		if v.kind == "resolve" || v.kind == "normalize" || v.kind == "relativize" {
			add(v.expected)
		}
	}
	for _, row := range tabLines(t, componentsFile) {
		if row != nil {
			add(row[0])
		}
	}
	for _, r := range ruleRows(t) {
		add(r.text)
	}
	return all
}
