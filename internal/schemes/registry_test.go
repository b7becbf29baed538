package schemes

import (
	"slices"
	"strings"
	"testing"

	"example.com/uri/internal/vectors"
)

// TestIsRegistered compares the names with the registry, and has texts that are no names of it.
func TestIsRegistered(t *testing.T) {
	var names []string
	for _, row := range vectors.TabLines(t, "testdata/registry.tsv") {
		if row != nil {
			names = append(names, strings.ToLower(row[0]))
		}
	}
	slices.Sort(names)
	if got := strings.Fields(registered); !slices.Equal(got, names) {
		t.Errorf("%d names, want the %d of the registry, sorted", len(got), len(names))
	}
	if len(registered) > 5<<10 {
		t.Errorf("the names have %d bytes", len(registered))
	}
	for _, name := range names {
		if !IsRegistered(name) || !IsRegistered(strings.ToUpper(name)) {
			t.Errorf("%s is not found", name)
		}
		for _, other := range []string{name + " ", " " + name, name + "\u200b"} {
			if IsRegistered(other) {
				t.Errorf("%q is found", other)
			}
		}
	}
	for _, name := range []string{"", " ", "x-own", "aaa aaas", "http:", "ttp"} {
		if IsRegistered(name) || IsKnown(name) {
			t.Errorf("%q is found", name)
		}
	}
	for i := range table {
		if name := table[i].Name; name != "" && (!IsKnown(strings.ToUpper(name)) || IsRegistered(name) == (name == "javascript" || name == "nntps")) {
			t.Errorf("%q: known %v, registered %v", name, IsKnown(name), IsRegistered(name))
		}
	}
}
