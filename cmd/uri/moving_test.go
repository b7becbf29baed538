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
	"help", "no-guess-scheme", "punycode", "qtrim", "query-separator", "quiet", "redirect", "replace", "replace-append", "set",
	"sort-query", "trim", "url", "url-file", "urlencode", "verify", "version"}

// trurlFormat are the prefixes and parts of its formats that have no other name here, and
// its second way to assign.
var trurlFormat = []string{"default:", "idn", "must:", "puny", "query-all:", "strict:", "{user}", "{password}", "{options}", "{zoneid}", "?="}

// TestMoving checks that docs/trurl.md mentions each option of trurl. Each of its command lines is a
// session in testdata with its output, and has the URLs and the figures of the line of trurl
// beside it.
func TestMoving(t *testing.T) {
	b, err := os.ReadFile("../../docs/trurl.md")
	if err != nil {
		t.Fatal(err)
	}
	table := string(b)
	for _, option := range trurlOptions {
		if !regexp.MustCompile(`--` + option + `[` + "`" + ` =]`).MatchString(table) {
			t.Errorf("no option --%s", option)
		}
	}
	for _, name := range trurlFormat {
		if !strings.Contains(table, name) {
			t.Errorf("nothing about %s", name)
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
	rows := regexp.MustCompile("(?m)^\\| [^|]* \\| `trurl ([^`]*)` \\| `uri ([^`]*)`").FindAllStringSubmatch(table, -1)
	for _, row := range rows {
		for _, word := range regexp.MustCompile(`(?i)https?://[^' ]+|\w*\d\w*`).FindAllString(row[1], -1) {
			if !strings.Contains(row[2], word) {
				t.Errorf("trurl %s: %q is not in: uri %s", row[1], word, row[2])
			}
		}
	}
	if len(rows) < 20 {
		t.Errorf("%d lines of trurl", len(rows))
	}
	if len(lines) != len(sessions) || len(lines) < 20 {
		t.Errorf("%d lines, %d sessions", len(lines), len(sessions))
	}
}
