package links

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/uri/internal/vectors"
)

// ruleRows returns the rows of the tables in RULES.md, by the titles of their sections.
func ruleRows(t testing.TB) map[string][][]string {
	t.Helper()
	rows := map[string][][]string{}
	for _, section := range strings.Split(vectors.Text(t, "RULES.md"), "\n## ")[1:] {
		title, rest, _ := strings.Cut(section, "\n")
		for n, block := range strings.Split(rest, "```") {
			if n%2 == 0 {
				continue
			}
			for _, line := range strings.Split(strings.TrimSpace(strings.TrimPrefix(block, "text\n")), "\n") {
				rows[title] = append(rows[title], compiled(` {2,}`).Split(line, -1))
			}
		}
	}
	return rows
}

// TestRules finds in each text of RULES.md the URL of its row, by its rule.
func TestRules(t *testing.T) {
	controls := strings.NewReplacer("␛", "\x1b", "␇", "\a", "⏎", "\n")
	used := map[string]bool{}
	for title, rows := range ruleRows(t) {
		names := map[string]bool{}
		for _, row := range rows {
			if len(row) < 4 {
				continue // the names of troff
			}
			n := len(row) - 3
			name, text := strings.Join(row[:n], " "), controls.Replace(row[n+1])
			if names[name] {
				t.Errorf("%s: %s: twice", title, name)
			}
			names[name], used[row[n]] = true, true
			got := "- -"
			for m := range Extract(text) {
				got = fmt.Sprint(m.Ending, " ", m.URI)
				break
			}
			if want := row[n] + " " + row[n+2]; got != want {
				t.Errorf("%s: %s: %q: found %s, want %s", title, name, text, got, want)
			}
			checkExtract(t, text)
		}
		if len(names) < 10 {
			t.Errorf("%s: %d rows", title, len(names))
		}
	}
	for _, name := range endings {
		if !used[name] {
			t.Errorf("RULES.md has no row that ends by %s", name)
		}
	}
}

// TestRulesOpeners compares the table of openers with the one in RULES.md.
func TestRulesOpeners(t *testing.T) {
	var got, want []string
	for _, row := range openers {
		got = append(got, fmt.Sprint(row.opener, " ", row.closer, " ", [...]string{"anywhere", "verbatim", "atEnd"}[row.at]))
	}
	for _, row := range ruleRows(t)["Openers and closers"] {
		if len(row) == 6 {
			want = append(want, strings.Join(row[:3], " "))
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestRulesClosers puts each opener of one or two marks and each closer of one around a URL. Only the closers of
// RULES.md end it where they do not end it without the opener.
func TestRulesClosers(t *testing.T) {
	const marks = "!#$%&'()*+,-./:;=?@[]^_`{|}~"
	var rows [][]string
	for _, row := range ruleRows(t)["Openers and closers"] {
		if len(row) == 6 {
			rows = append(rows, row)
		}
	}
	end := func(before, after string) int {
		for m := range Extract(before + "http://a.example/b" + after) {
			return m.End - len(before)
		}
		return 0
	}
	ends := func(opener, closer string, isLast bool) bool {
		return slices.ContainsFunc(rows, func(row []string) bool {
			return strings.HasSuffix(opener, row[0]) && strings.HasPrefix(closer, row[1]) && (row[2] != "atEnd" || isLast)
		})
	}
	check := func(opener, closer string) {
		t.Helper()
		for _, after := range []string{"", "c"} {
			got := end(" "+opener, closer+after) != end(" ", closer+after)
			plain := end(" ", closer+after) == len("http://a.example/b") // it ends there without an opener, too
			isParameter := opener == "|=" && closer[0] == '|'            // its name is empty
			if want := (ends(opener, closer, after == "") || isParameter) && !plain; got != want {
				t.Errorf("opener %q, closer %q before %q: another end %v, want %v", opener, closer, after, got, want)
			}
		}
	}
	for _, a := range marks {
		for _, c := range marks {
			check(string(a), string(c))
			check(string(a), string(c)+string(c))
			for _, b := range marks {
				check(string(b)+string(a), string(c))
			}
		}
	}
}

// TestRulesTrimming puts each punctuation mark after a URL, at the end of a word. Those of RULES.md are no part of it.
func TestRulesTrimming(t *testing.T) {
	var marks string
	for _, row := range ruleRows(t)["Trimming"] {
		if len(row[0]) == 1 {
			marks += row[0]
		}
	}
	for b := byte('!'); b <= '~'; b++ {
		text := "see http://a.example/b" + string(rune(b)) + " c"
		got := extracted(text)
		isPart := len(got) == 1 && len(got[0]) > len("http://a.example/b")
		if want := isEscapable(b) && strings.IndexByte(marks+`"<>`, b) >= 0; isPart == want {
			t.Errorf("%q: found %q", text, got)
		}
	}
}

// TestRulesAuthority puts each punctuation mark and a letter after a host. The marks of RULES.md end it.
func TestRulesAuthority(t *testing.T) {
	const certain, skipped, part = "|^`\"<>()[]}:", `{%\*`, "/?#!$&'+,-.;=@_~"
	for b := byte('!'); b <= '~'; b++ {
		if !isEscapable(b) {
			continue
		}
		text := "see http://a.example" + string(rune(b)) + "d c"
		got := extracted(text)
		want := -1
		for i, marks := range []string{certain, skipped, part} {
			if strings.IndexByte(marks, b) >= 0 {
				want = i
			}
		}
		is := 2
		switch {
		case len(got) == 0:
			is = 1
		case got[0] == "http://a.example":
			is = 0
		}
		if is != want {
			t.Errorf("%q: found %q: %d, want %d", text, got, is, want)
		}
	}
}

// TestRulesGlyphs compares the special characters of troff with those in RULES.md and of the naive reader.
func TestRulesGlyphs(t *testing.T) {
	var want string
	for _, row := range ruleRows(t)["Tokens"] {
		if len(row) == 1 {
			want += strings.ReplaceAll(row[0], " ", "")
		}
	}
	if glyphs != want {
		t.Errorf("%s, want %s", glyphs, want)
	}
	for i := 0; i < len(glyphs); i += 3 {
		if naiveGlyphs[glyphs[i:i+2]] != glyphs[i+2:i+3] {
			t.Errorf("%s", glyphs[i:i+3])
		}
	}
	if 3*len(naiveGlyphs) != len(glyphs) {
		t.Errorf("%d names", len(naiveGlyphs))
	}
}
