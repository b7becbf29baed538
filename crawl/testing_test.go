package crawl

import (
	"os"
	"regexp"
	"testing"

	"example.com/uri/internal/vectors"
)

// rows returns the rows of a table in ../testdata/vectors.
func rows(t testing.TB, name string) []vectors.Row {
	t.Helper()
	return vectors.Table(t, "../testdata/vectors/"+name+".tsv")
}

// seeds returns the texts that a fuzzer begins with: the inputs of the tables in
// plain "go test", the few strings of seeds.txt when it fuzzes.
func seeds(t testing.TB, tables ...string) (texts []string) {
	t.Helper()
	if vectors.Fuzzing() {
		return vectors.Seeds(t, "../testdata/seeds.txt")
	}
	for _, table := range tables {
		for _, row := range rows(t, table) {
			texts = append(texts, row.Input)
		}
	}
	return texts
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

// expressions are the regular expressions that [compiled] has compiled.
var expressions = map[string]*regexp.Regexp{}

// compiled compiles a regular expression, each only once, so that the naive readers
// can have their expressions at the place of use.
func compiled(expression string) *regexp.Regexp {
	re, ok := expressions[expression]
	if !ok {
		re = regexp.MustCompile(expression)
		expressions[expression] = re
	}
	return re
}
