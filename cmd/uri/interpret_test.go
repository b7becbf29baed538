package main

import (
	"testing"

	"example.com/uri"
	"example.com/uri/internal/vectors"
)

// TestFields asks for the fields of a URL of each registered scheme: each struct has some.
func TestFields(t *testing.T) {
	n := 0
	for _, row := range vectors.TabLines(t, "../../internal/schemes/testdata/registry.tsv") {
		if row == nil {
			continue
		}
		for _, part := range []string{"//h/a/b", "//h/a", "//h", "a@b", "///a"} {
			u, err := uri.Parse(row[0] + ":" + part)
			if err != nil {
				continue
			}
			x, err := uri.Interpret(u)
			if _, isOther := x.(uri.Other); err != nil || isOther {
				continue
			}
			n++
			if len(fieldsOf(x)) == 0 {
				t.Errorf("fieldsOf, in cmd/uri/interpret.go, has no case for %T", x)
			}
		}
	}
	if n < 10 {
		t.Errorf("only %d URLs with a struct", n)
	}
}
