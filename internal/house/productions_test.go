package house

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	// beginsProduction matches the first line of a production.
	beginsProduction = regexp.MustCompile(`^\s*([A-Za-z][\w+-]*) +=/? +(.*)$`)
	// remark matches the comment at the end of a line of a grammar.
	remark = regexp.MustCompile(`(^|\s\s|>);.*$`)
)

// productionsIn calls use for each production in some lines: its name, and its text in small letters without white
// space.
func productionsIn(lines []string, use func(name, text string)) {
	name, text := "", ""
	for _, line := range append(lines, "") {
		line = strings.TrimRight(remark.ReplaceAllString(line, "$1"), " \t")
		m := beginsProduction.FindStringSubmatch(line)
		if m == nil && name != "" && line != "" && strings.ContainsAny(line[:1], " \t") {
			text += line
			continue
		}
		if name != "" {
			use(name, strings.ToLower(strings.Join(strings.Fields(text), "")))
		}
		if name = ""; m != nil {
			name, text = m[1], m[2]
		}
	}
}

// TestCommentProductions compares the productions in comments with those in the grammars of testdata, and in a list of
// those from other RFCs.
func TestCommentProductions(t *testing.T) {
	grammars, err := filepath.Glob(filepath.Join(root, "testdata", "*bnf"))
	if err != nil || len(grammars) == 0 {
		t.Fatal(err)
	}
	known := map[string][]string{}
	for _, grammar := range append(grammars, "testdata/productions.bnf") {
		text, err := os.ReadFile(grammar)
		if err != nil {
			t.Fatal(err)
		}
		productionsIn(strings.Split(string(text), "\n"), func(name, text string) { known[name] = append(known[name], text) })
	}
	found := 0
	for _, dir := range append([]string{"guard/guardtest"}, all...) {
		for _, f := range code(t, dir).files {
			for _, group := range f.Comments {
				var lines []string
				for line := range strings.Lines(group.Text()) {
					if line = strings.TrimSuffix(line, "\n"); !strings.HasPrefix(line, "\t") {
						line = ""
					}
					lines = append(lines, line)
				}
				productionsIn(lines, func(name, text string) {
					if found++; !slices.Contains(known[name], text) {
						t.Errorf("%s: no grammar has %s = %s, but %q", fset.Position(group.Pos()), name, text, known[name])
					}
				})
			}
		}
	}
	if found < 130 {
		t.Errorf("only %d productions", found)
	}
}
