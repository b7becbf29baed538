package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"

	"example.com/uri/bench"
	"example.com/uri/web"
)

// inputs makes inputs from texts: lines of the lists, and the inputs in a file that a test of
// package web writes.
type inputs struct {
	*rand.Rand
	lines []string // of the lists
	made  []input
}

func newInputs(lists *bench.Lists, file string, r *rand.Rand) (*inputs, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	g := &inputs{Rand: r, lines: lists.All}
	for line := range strings.Lines(string(text)) {
		var c input
		if _, err := fmt.Sscanf(line, "%q\t%q\n", &c.text, &c.base); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", file, strconv.Quote(line), err)
		}
		g.made = append(g.made, c)
	}
	if len(g.made) == 0 {
		return nil, fmt.Errorf("%s is empty", file)
	}
	return g, nil
}

// next returns an input.
func (g *inputs) next() input {
	c := g.made[g.IntN(len(g.made))]
	switch g.IntN(4) {
	case 0:
		c.text = g.text()
	case 1:
		c = input{g.text(), g.text()}
	}
	if c.base != "" && !isPlainBase(c.base) {
		c.base = "http://h/a/b?q#f"
	}
	return c
}

// isPlainBase reports whether s is a URL with a domain that needs no IDNA. Only texts have other
// domains.
func isPlainBase(s string) bool {
	u, err := parser.Parse(web.URL{}, s)
	host, _ := u.Host()
	return err == nil && !strings.Contains(host, "xn--")
}

// text returns a line of the lists, or the beginning of one text and the end of another.
func (g *inputs) text() string {
	line, other := g.lines[g.IntN(len(g.lines))], g.made[g.IntN(len(g.made))].text
	switch n, m := g.IntN(len(line)+1), g.IntN(len(other)+1); g.IntN(3) {
	case 0:
		return line[:n] + other[m:]
	case 1:
		return other[:m] + line[n:]
	}
	return line
}
