package hostread_test

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/uri/internal/hostread"
)

// TestPrograms checks that each program of a row was seen to read the host in one of its texts.
func TestPrograms(t *testing.T) {
	text, err := os.ReadFile("../../guard/guardtest/hostways.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range hostread.Behaviors() {
		if strings.HasPrefix(b.Programs, "RFC ") {
			continue
		}
		seen := map[string]bool{}
		spellings := map[string][]string{} // by host
		for line := range strings.Lines(string(text)) {
			f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
			if line[0] == '#' {
				continue
			}
			s, err := strconv.Unquote(f[1])
			if err != nil {
				t.Fatal(err)
			}
			host := f[2]
			if spellings[host] == nil {
				spellings[host] = ofRow(i, host)
			}
			if slices.Contains(spellings[host], s) {
				for program := range strings.SplitSeq(f[4], ", ") {
					seen[program] = true
				}
			}
		}
		for program := range strings.SplitSeq(b.Programs, ", ") {
			if !seen[program] {
				t.Errorf("%s: %s was not seen to do so", b.Name, program)
			}
		}
	}
}
