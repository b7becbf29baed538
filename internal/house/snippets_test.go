package house

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSnippets checks that each Go snippet of a document is in a test file of the
// folder that is named beside it, where an Example or a test runs it.
func TestSnippets(t *testing.T) {
	for document, dir := range map[string]string{"README.md": ".", "MOVING.md": ".", "COOKBOOK.md": "guard"} {
		files, err := filepath.Glob(filepath.Join(root, dir, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		var code strings.Builder
		for _, file := range files {
			code.WriteString(flat(t, file))
		}
		snippets := strings.Split(flat(t, filepath.Join(root, document)), "\n```go\n")[1:]
		if len(snippets) == 0 {
			t.Errorf("%s has no snippet", document)
		}
		for _, s := range snippets {
			s, _, _ = strings.Cut(s, "\n```")
			if !strings.Contains(code.String(), s) {
				t.Errorf("%s: no test of folder %s has this:\n%s", document, dir, s)
			}
		}
	}
}

// flat returns the lines of a file without the white space around them.
func flat(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(b), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, "\n")
}
