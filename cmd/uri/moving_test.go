package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestMoving wants each line of the command that MOVING.md has for one of trurl
// to be a session in testdata, which says what it writes.
func TestMoving(t *testing.T) {
	b, err := os.ReadFile("../../MOVING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(b), "\n## From trurl\n")
	if !ok {
		t.Fatal("no table")
	}
	table, _, _ = strings.Cut(table, "\n## ")
	sessions := readSessions(t, filepath.Join("testdata", "trurl.txt"))
	lines := regexp.MustCompile("`uri ([^`]*)`").FindAllStringSubmatch(table, -1)
	for _, line := range lines {
		var args []string
		for i, part := range strings.Split(line[1], "'") {
			if i%2 == 1 { // within quotes
				args = append(args, part)
				continue
			}
			args = append(args, strings.Fields(part)...)
		}
		if !slices.ContainsFunc(sessions, func(s session) bool { return slices.Equal(s.args, args) }) {
			t.Errorf("no session of %q", args)
		}
	}
	if len(lines) != len(sessions) || len(lines) < 20 {
		t.Errorf("%d lines, %d sessions", len(lines), len(sessions))
	}
}
