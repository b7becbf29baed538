package web

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// A twinRow is a row of the table of web-platform-tests.
type twinRow struct {
	line                  int
	input, base, expected string
	hasBase               bool
}

const twinRowsFile = "../testdata/vectors/whatwg.tsv"

// twinLines returns the columns of the lines of a table after its first line,
// escapes undone.
func twinLines(t testing.TB, file string) [][]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for n, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")[1:] {
		columns := strings.Split(line, "\t")
		for i, column := range columns {
			if columns[i], err = twinUnescape(column); err != nil {
				t.Fatalf("%s:%d: %v", file, n+2, err)
			}
		}
		rows = append(rows, columns)
	}
	return rows
}

// twinUnescape undoes "\\", "\uhhhh" and "\Uhhhhhhhh". "\N" is failure and stays.
func twinUnescape(s string) (string, error) {
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			i++
			continue
		}
		var r rune
		switch n := map[byte]int{'u': 4, 'U': 8}[(s + " ")[i+1]]; {
		case n > 0 && i+2+n <= len(s):
			if _, err := fmt.Sscanf(s[i+2:i+2+n], "%x", &r); err != nil {
				return "", err
			}
			b.WriteRune(r)
			i += 2 + n
		case s[i:] == `\N`:
			return s, nil
		case strings.HasPrefix(s[i:], `\\`):
			b.WriteByte('\\')
			i += 2
		default:
			return "", fmt.Errorf("unknown escape: %q", s[i:])
		}
	}
	return b.String(), nil
}

func twinRows(t testing.TB) []twinRow {
	t.Helper()
	var rows []twinRow
	for n, columns := range twinLines(t, twinRowsFile) {
		row := twinRow{line: n + 2, input: columns[1], base: columns[2], expected: columns[3]}
		row.hasBase = row.base != ""
		rows = append(rows, row)
	}
	return rows
}

// twinDomains reads what the rows' domains are after ToASCII; `\N` is failure.
func twinDomains(t testing.TB) map[string]string {
	t.Helper()
	domains := make(map[string]string)
	for _, columns := range twinLines(t, "testdata/twin_domains.tsv") {
		domains[columns[0]] = columns[1]
	}
	return domains
}

// TestTwinRows holds the twin alone against the table.
func TestTwinRows(t *testing.T) {
	domains := twinDomains(t)
	used := make(map[string]bool)
	toASCII := func(domain string) (string, bool) {
		ascii, ok := domains[domain]
		if !ok {
			t.Errorf("no row for the domain %q", domain)
		}
		used[domain] = true
		return ascii, ascii != `\N`
	}
	rows := twinRows(t)
	if len(rows) != 891 {
		t.Errorf("%s has %d rows, not 891", twinRowsFile, len(rows))
	}
	for _, row := range rows {
		var base *slowURL
		if row.hasBase {
			p := slowParser{toASCII: toASCII}
			parsed, ok := p.parse(row.base, nil)
			if !ok {
				t.Errorf("%s:%d: the base %q: %q", twinRowsFile, row.line, row.base, p.errors)
				continue
			}
			base = &parsed
		}
		p := slowParser{toASCII: toASCII}
		got := "failure"
		if u, ok := p.parse(row.input, base); ok {
			got = u.serialize()
		} else if len(p.errors) == 0 {
			t.Errorf("%s:%d: %q fails without a validation error", twinRowsFile, row.line, row.input)
		}
		if got != row.expected {
			t.Errorf("%s:%d: %q against %q is %q, want %q", twinRowsFile, row.line, row.input, row.base, got, row.expected)
		}
	}
	for domain := range domains {
		if !used[domain] {
			t.Errorf("no row has the domain %q", domain)
		}
	}
}
