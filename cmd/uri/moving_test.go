package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// trurlOptions are the long options of trurl 0.16.
var trurlOptions = []string{"accept-space", "append", "as-idn", "curl", "default-port", "get", "iterate", "json", "keep-port",
	"no-guess-scheme", "punycode", "qtrim", "query-separator", "quiet", "redirect", "replace", "replace-append", "set",
	"sort-query", "trim", "url", "url-file", "urlencode", "verify"}

// TestMoving checks that MOVING.md mentions each option of trurl, and that each
// command line that MOVING.md has for one of trurl is a session in testdata, which
// says what it writes.
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
	for _, option := range trurlOptions {
		if !regexp.MustCompile(`--` + option + `[` + "`" + ` =]`).MatchString(table) {
			t.Errorf("no option --%s", option)
		}
	}
	sessions := readSessions(t, filepath.Join("testdata", "trurl.txt"))
	lines := regexp.MustCompile("`uri ([^`]*)`").FindAllStringSubmatch(table, -1)
	for _, line := range lines {
		args := shellWords(line[1])
		if !slices.ContainsFunc(sessions, func(s session) bool { return slices.Equal(s.args, args) }) {
			t.Errorf("no session of %q", args)
		}
	}
	if len(lines) != len(sessions) || len(lines) < 20 {
		t.Errorf("%d lines, %d sessions", len(lines), len(sessions))
	}
}
