package main

import (
	"flag"
	"testing"
)

// TestGarbage sets flags to values that no run can have, one at a time.
func TestGarbage(t *testing.T) {
	for _, test := range []struct{ name, value string }{
		{"from", "["}, {"stop", "("}, {"n", "0"}, {"n", "-1"}, {"parallel", "0"}, {"parallel", "-1"},
		{"dir", "nonexistent"}, {"dir", "\x00"}, {"from", "^nothing$"},
	} {
		f := flag.Lookup(test.name)
		if err := f.Value.Set(test.value); err != nil {
			t.Fatal(err)
		}
		if err := run(); err == nil {
			t.Errorf("-%s %q is accepted", test.name, test.value)
		}
		f.Value.Set(f.DefValue)
	}
}

// TestInsert has an expression with two mutants and another one in it.
func TestInsert(t *testing.T) {
	outer, inner := &place{start: 0, end: 14, as: "int"}, &place{start: 12, end: 13, as: "uint8"}
	got := insert([]byte("i + copy(s, x)"), map[*place][]*mutant{
		outer: {{id: 1, text: "i - copy(s, x)"}, {id: 2, text: "i"}},
		inner: {{id: 3, text: "r"}},
	})
	const want = "func() int { if mutant == 1 { return i - copy(s, x) }; if mutant == 2 { return i }; return i + copy(s, " +
		"func() uint8 { if mutant == 3 { return r }; return x }()) }()"
	if string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
