package links

import (
	"regexp"
	"testing"

	"example.com/uri/internal/vectors"
)

// rows returns the rows of a table in ../testdata/vectors.
func rows(t testing.TB, name string) []vectors.Row {
	t.Helper()
	return vectors.Table(t, "../testdata/vectors/"+name+".tsv")
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
