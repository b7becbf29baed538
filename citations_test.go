package uri

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestCitations reads the comments with productions: one that cites sections of RFCs cites that of a
// rule with such a production.
func TestCitations(t *testing.T) {
	sections := map[string][]string{}
	for _, r := range rulesOf(t, "") {
		sections[r.name] = append(sections[r.name], r.section)
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	production := regexp.MustCompile(`(?m)^\t?([A-Za-z][A-Za-z0-9_-]*) += `)
	citation := regexp.MustCompile(`RFC [0-9]+, (?:Appendix )?[0-9A-Z]+(?:\.[0-9]+)*`)
	found := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, group := range f.Comments {
			text := group.Text()
			cited := citation.FindAllString(strings.Join(strings.Fields(text), " "), -1)
			var want []string
			for _, m := range production.FindAllStringSubmatch(text, -1) {
				want = append(want, sections[m[1]]...)
			}
			if len(want) == 0 || len(cited) == 0 {
				continue
			}
			found++
			if !slices.ContainsFunc(cited, func(c string) bool { return slices.Contains(want, c) }) {
				t.Errorf("%s: a comment with productions of %q cites %q", file, want, cited)
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d comments", found)
	}
}
