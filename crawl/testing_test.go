package crawl

import (
	"flag"
	"os"
	"strconv"
	"strings"
	"testing"
)

// A row is one row of a table of vectors: what goes in and what is expected.
type row struct {
	file                        string
	line                        int
	kind, input, base, expected string
}

// vectors returns the rows of a table in ../testdata/vectors.
func vectors(t testing.TB, name string) (rows []row) {
	t.Helper()
	file := "../testdata/vectors/" + name + ".tsv"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		columns := strings.Split(line, "\t")
		if i == 0 {
			continue // the names of the columns
		}
		if len(columns) < 4 {
			t.Fatalf("%s:%d: %d columns", file, i+1, len(columns))
		}
		for k, c := range columns {
			columns[k] = unescape(t, c)
		}
		rows = append(rows, row{file, i + 1, columns[0], columns[1], columns[2], columns[3]})
	}
	if len(rows) == 0 {
		t.Fatalf("%s: no rows", file)
	}
	return rows
}

// seeds returns what a fuzzer begins with: the inputs of the tables or, when it
// fuzzes, the few texts of seeds.txt. The fuzzer runs all that it begins with
// before it tries anything new.
func seeds(t testing.TB, tables ...string) (texts []string) {
	t.Helper()
	if flag.Lookup("test.fuzz").Value.String() == "" {
		for _, table := range tables {
			for _, row := range vectors(t, table) {
				texts = append(texts, row.input)
			}
		}
		return texts
	}
	for line := range strings.Lines(readFile(t, "../testdata/seeds.txt")) {
		s, err := strconv.Unquote(strings.TrimSpace(line))
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, s)
	}
	return texts
}

// unescape undoes the escapes of a table: \\, \uhhhh and \Uhhhhhhhh.
func unescape(t testing.TB, s string) string {
	t.Helper()
	u, err := strconv.Unquote(`"` + strings.ReplaceAll(s, `"`, `\"`) + `"`)
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return u
}

// readFile returns the text of a file.
func readFile(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
