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
