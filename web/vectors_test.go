package web

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

const vectorsFile = "../testdata/vectors/whatwg.tsv"

// A vector is one row of web-platform-tests' urltestdata: an input, its base, ""
// for none, and the serialization that browsers give, or "failure".
type vector struct {
	line        int
	input, base string
	expected    string
}

func (v vector) String() string {
	return fmt.Sprintf("%s:%d: %q base %q", vectorsFile, v.line, v.input, v.base)
}

// vectors returns the 891 rows of the table.
func vectors(t testing.TB) []vector {
	t.Helper()
	var all []vector
	for n, row := range tabLines(t, vectorsFile) {
		if n > 0 {
			all = append(all, vector{n + 1, row[1], row[2], row[3]})
		}
	}
	if len(all) != 891 {
		t.Fatalf("%s: %d rows, want 891", vectorsFile, len(all))
	}
	return all
}

// tabLines returns the columns of each line of a table, nil for a comment, with the escapes \\, \uhhhh
// and \Uhhhhhhhh undone.
func tabLines(t testing.TB, file string) [][]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for line := range strings.Lines(string(text)) {
		var row []string
		if strings.HasPrefix(line, "# ") {
			rows = append(rows, nil)
			continue
		}
		for column := range strings.SplitSeq(strings.TrimSuffix(line, "\n"), "\t") {
			s, err := strconv.Unquote(`"` + strings.ReplaceAll(column, `"`, `\"`) + `"`)
			if err != nil {
				t.Fatalf("%s:%d: %q: %v", file, len(rows)+1, column, err)
			}
			row = append(row, s)
		}
		rows = append(rows, row)
	}
	return rows
}

// toASCII returns a ToASCII that knows the domains of testdata/domains.tsv and fails
// the test if it is asked for another one.
func toASCII(t testing.TB) func(domain string) (string, error) {
	t.Helper()
	known := make(map[string]string)
	for _, row := range tabLines(t, "testdata/domains.tsv") {
		if row != nil {
			known[row[0]] = row[1]
		}
	}
	return func(domain string) (string, error) {
		switch ascii, ok := known[domain]; {
		case !ok:
			t.Errorf("testdata/domains.tsv has no %+q", domain)
			return "", errIDNA
		case ascii == "failure":
			return "", errIDNA
		default:
			return ascii, nil
		}
	}
}

var errIDNA = errors.New("not a domain")
