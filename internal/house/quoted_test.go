package house

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	// inComment and inDocument match a text without spaces in quotation marks or backquotes.
	inComment  = regexp.MustCompile(`"([^"\s]{4,})"`)
	inDocument = regexp.MustCompile("`([^`\\s()]{4,})`")
	// isInput matches a text that a program may read: it has a delimiter of URIs, and a letter or a digit.
	isInput = regexp.MustCompile(`[:/%@?#\\].*\w|\w.*[:/%@?#\\]`)
	// noInput matches flags, names of files, packages and commands, and texts with a place for others ("..." and names in braces or brackets).
	noInput = regexp.MustCompile(`\.\.\.|^-|^/?[\w.-]+(/[\w.-]+)*\.(md|go|txt|tsv)$|[<{']|>/|^example\.com/uri|^uri(/\w+)+$|^\[/?\w+\]|:\[DIR`)
)

// TestQuoted reads the texts that comments and documents quote as input: a test has each of them, or a block of code that
// the tests run. So an example that is changed alone is noticed. Other tests read the lines of code.
func TestQuoted(t *testing.T) {
	tracked := exec.Command("git", "ls-files", "*_test.go", "**/testdata/**", "testdata", "*.md")
	tracked.Dir = root
	names, err := tracked.Output()
	if err != nil {
		t.Fatal(err)
	}
	var tested strings.Builder
	for name := range strings.FieldsSeq(string(names)) {
		b, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case name == "links/RULES.md" || !strings.HasSuffix(name, ".md") && len(b) < 1<<20:
			tested.Write(b)
		case strings.HasSuffix(name, ".md"):
			for _, block := range fence.FindAllString(string(b), -1) {
				tested.WriteString(block)
			}
		}
	}
	texts := tested.String() + strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(tested.String())
	found := 0
	look := func(place, quoted string) {
		if !isInput.MatchString(quoted) || noInput.MatchString(quoted) {
			return
		}
		if found++; !strings.Contains(texts, quoted) {
			t.Errorf("%s: no test has the text %s", place, quoted)
		}
	}
	for _, dir := range append([]string{"guard/guardtest"}, packages...) {
		for _, f := range code(t, dir).files {
			for _, group := range append(commentsOf(f), commented{f.Doc, f}) {
				for _, m := range inComment.FindAllStringSubmatch(prosaic(group), -1) {
					look(fset.Position(group.Pos()).String(), m[1])
				}
			}
		}
	}
	for _, document := range stating(t) {
		if strings.HasPrefix(document, "CON") || strings.HasSuffix(document, ".go") {
			continue
		}
		for _, m := range inDocument.FindAllStringSubmatch(prose(t, document), -1) {
			look(document, m[1])
		}
	}
	if found < 250 {
		t.Errorf("only %d texts", found)
	}
}
