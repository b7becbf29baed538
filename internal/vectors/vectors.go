// Package vectors reads the tables of tests, in the format of testdata/vectors/README.md.
package vectors

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// A Row is one row of a table: an input in the tests of a library, and the expected result.
type Row struct {
	File string // "testdata/vectors/go.tsv"
	Line int

	Table                                     string // "go"
	Kind, Input, Base, Expected, Note, Oracle string
}

// String names the row, for failures.
func (r Row) String() string {
	s := fmt.Sprintf("%s:%d: %s %q", r.File, r.Line, r.Kind, r.Input)
	if r.Base != "" {
		s += fmt.Sprintf(" base %q", r.Base)
	}
	return s
}

// Table returns the rows of one table.
func Table(t testing.TB, file string) (rows []Row) {
	t.Helper()
	table := strings.TrimSuffix(filepath.Base(file), ".tsv")
	for n, columns := range TabLines(t, file) {
		if n == 0 || columns == nil {
			continue // the names of the columns; the end of the file
		}
		if len(columns) != 6 {
			t.Fatalf("%s:%d: %d columns, want 6", file, n+1, len(columns))
		}
		rows = append(rows, Row{file, n + 1, table, columns[0], columns[1], columns[2], columns[3], columns[4], columns[5]})
	}
	if len(rows) == 0 {
		t.Fatalf("%s: no rows", file)
	}
	return rows
}

// Text returns the text of a file.
func Text(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Lines returns the lines of a file.
func Lines(t testing.TB, file string) []string {
	t.Helper()
	return strings.Split(Text(t, file), "\n")
}

// TabLines returns the tab-separated columns of each line of a file, unescaped. An
// empty line and a comment ("# ...") have nil columns.
func TabLines(t testing.TB, file string) (rows [][]string) {
	t.Helper()
	for n, line := range Lines(t, file) {
		var row []string
		if line != "" && !strings.HasPrefix(line, "# ") {
			for _, column := range strings.Split(line, "\t") {
				text, err := unescape(column)
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

// unescape decodes the escapes of the tables: of a backslash, and of characters as in
// Go. It keeps "\N": that means an undefined column.
func unescape(s string) (string, error) {
	if s == `\N` {
		return s, nil
	}
	var b strings.Builder
	for s != "" {
		r, _, rest, err := strconv.UnquoteChar(s, 0)
		if err != nil || s[0] == '\\' && strings.IndexByte(`\uU`, s[1]) < 0 {
			return "", fmt.Errorf("unknown escape: %q", s)
		}
		b.WriteRune(r)
		s = rest
	}
	return b.String(), nil
}

// Fuzzing reports whether the test binary was started to fuzz. A fuzzer should then
// have few seeds, since it runs all of them before it tries new texts.
func Fuzzing() bool { return flag.Lookup("test.fuzz").Value.String() != "" }

// Seeds returns the strings of a file, one Go string literal a line.
func Seeds(t testing.TB, file string) (seeds []string) {
	t.Helper()
	for n, line := range Lines(t, file) {
		if line == "" {
			continue
		}
		s, err := strconv.Unquote(line)
		if err != nil {
			t.Fatalf("%s:%d: %v", file, n+1, err)
		}
		seeds = append(seeds, s)
	}
	return seeds
}

// Inputs returns the texts that a fuzzer begins with: the inputs of tables in root/testdata/vectors
// in plain "go test", the few strings of root/testdata/seeds.txt when it fuzzes.
func Inputs(t testing.TB, root string, tables ...string) (texts []string) {
	t.Helper()
	if Fuzzing() {
		return Seeds(t, filepath.Join(root, "testdata/seeds.txt"))
	}
	for _, table := range tables {
		for _, row := range Table(t, filepath.Join(root, "testdata/vectors", table+".tsv")) {
			texts = append(texts, row.Input)
		}
	}
	return texts
}

// RandomText strings up to n of pieces together.
func RandomText(r *rand.Rand, n int, pieces ...string) string {
	var b strings.Builder
	for range r.IntN(n + 1) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// CommentTable returns the words of the indented lines in the comment of a function.
func CommentTable(t testing.TB, file, function string) (rows [][]string) {
	t.Helper()
	before, _, _ := strings.Cut(Text(t, file), "\nfunc "+function+"(")
	for line := range strings.Lines(before[strings.LastIndex(before, "\n\n"):]) {
		if indented, ok := strings.CutPrefix(line, "//\t"); ok {
			rows = append(rows, strings.Fields(indented))
		}
	}
	if len(rows) < 2 {
		t.Errorf("%s: the comment of %s has no table", file, function)
	}
	return rows
}
