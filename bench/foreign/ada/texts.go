package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"

	"example.com/uri/bench"
	"example.com/uri/internal/urltext"
	"example.com/uri/web"
)

// inputs makes inputs: lines of the lists, rows of web-platform-tests and texts composed like
// URLs, each as it is and changed.
type inputs struct {
	*urltext.Maker
	lines []string // of the lists
}

// rowsFile is the table of web-platform-tests, seen from the folder bench.
const rowsFile = "../testdata/vectors/whatwg.tsv"

func newInputs(lists *bench.Lists, r *rand.Rand) (*inputs, error) {
	text, err := os.ReadFile(rowsFile)
	if err != nil {
		return nil, err
	}
	var rows []string
	for n, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")[1:] {
		for _, column := range strings.Split(line, "\t")[1:3] {
			s, err := strconv.Unquote(`"` + strings.ReplaceAll(column, `"`, `\"`) + `"`)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %q: %v", rowsFile, n+2, column, err)
			}
			if s != "" {
				rows = append(rows, s)
			}
		}
	}
	return &inputs{urltext.New(r, rows), lists.All}, nil
}

// next returns an input.
func (g *inputs) next() input {
	c := input{text: g.text()}
	switch g.IntN(4) {
	case 0:
		c.base = g.base()
	case 1:
		c.base = g.Base()
	}
	return c
}

// base returns a base with a domain that needs no IDNA. Only inputs have other domains.
func (g *inputs) base() string {
	s := g.text()
	if u, err := parser.Parse(web.URL{}, s); err == nil {
		if host, _ := u.Host(); !strings.Contains(host, "xn--") {
			return s
		}
	}
	return "http://h/a/b?q#f"
}

// text returns a line of the lists in a quarter of the cases, and else a random text.
func (g *inputs) text() string {
	switch g.IntN(8) {
	case 0:
		return g.lines[g.IntN(len(g.lines))]
	case 1:
		return g.Change(g.lines[g.IntN(len(g.lines))], g.IntN(5)-1)
	}
	return g.Text()
}
