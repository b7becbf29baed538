package house

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// documents returns the documents with Go code, and for each the folder whose tests
// run it.
func documents(t *testing.T) map[string]string {
	t.Helper()
	dirs := map[string]string{"README.md": ".", "COOKBOOK.md": "guard"}
	files, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no documents: %v", err)
	}
	for _, file := range files {
		dirs["docs/"+filepath.Base(file)] = "docs"
	}
	return dirs
}

// snippets returns the blocks of Go code of a document.
func snippets(text string) []string {
	blocks := strings.Split(text, "\n```go\n")[1:]
	for i := range blocks {
		blocks[i], _, _ = strings.Cut(blocks[i], "\n```")
	}
	return blocks
}

// elsewhere are the tests of snippets in docs/tasks.md that need another module.
const elsewhere = "examples/tasks/references_test.go"

// TestSnippets checks that each Go snippet of a document is in a test file of its
// folder, where an Example or a test runs it.
func TestSnippets(t *testing.T) {
	found := 0
	for document, dir := range documents(t) {
		code := allCode(t, filepath.Join(root, dir, "*_test.go"))
		if document == "docs/tasks.md" {
			code += allCode(t, filepath.Join(root, elsewhere))
		}
		for _, s := range snippets(flat(t, filepath.Join(root, document))) {
			found++
			if !strings.Contains(code, s) {
				t.Errorf("%s: no test of folder %s has this:\n%s", document, dir, s)
			}
		}
	}
	if found < 10 {
		t.Errorf("only %d snippets", found)
	}
}

// TestGoMod runs the commands by which a user's module requires this one.
func TestGoMod(t *testing.T) {
	for _, document := range []string{"README.md", "idna/README.md"} {
		command := regexp.MustCompile(`(?m)^ *go (mod edit -require=(\S+)@\S+ -replace=\S+)$`).FindStringSubmatch(flat(t, filepath.Join(root, document)))
		if command == nil {
			t.Errorf("%s has no command go mod edit", document)
			continue
		}
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module m\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		edit := exec.Command("go", strings.Fields(strings.Replace(command[1], "FOLDER", "/clone", 1))...)
		edit.Dir = dir
		out, err := edit.CombinedOutput()
		if text := flat(t, filepath.Join(dir, "go.mod")); err != nil || strings.Count(text, command[2]+" ") != 2 {
			t.Errorf("%s: %v %s\n%s", document, err, out, text)
		}
	}
}

// allCode returns the flat text of all files that match a pattern.
func allCode(t *testing.T, pattern string) string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no files %s: %v", pattern, err)
	}
	var code strings.Builder
	for _, file := range files {
		code.WriteString(flat(t, file))
	}
	return code.String()
}

// imported are the packages that a snippet may use without naming their paths.
var imported = map[string]string{
	"uri": module, "web": module + "/web", "links": module + "/links", "page": module + "/page", "archive": module + "/archive", "crawl": module + "/crawl", "guard": module + "/guard",
	"httpguard": module + "/guard/httpguard", "guardtest": module + "/guard/guardtest",
}

func init() {
	for _, path := range []string{"bufio", "bytes", "context", "database/sql", "encoding/base64", "encoding/json", "errors", "expvar", "flag", "fmt", "html", "io", "log", "log/slog", "maps", "net",
		"net/http", "net/http/httptest", "net/http/httputil", "net/netip", "net/url", "os", "os/exec", "path", "path/filepath", "slices", "strconv", "strings", "sync", "testing", "time"} {
		imported[path[strings.LastIndexByte(path, '/')+1:]] = path
	}
}

// TestBlocks compiles each snippet unchanged, so that a copy of it works: statements as
// the body of a function, declarations together with the others of the document. It only
// adds the imports of known packages. A snippet that needs another module is compiled in that.
func TestBlocks(t *testing.T) {
	for document := range documents(t) {
		text, err := os.ReadFile(filepath.Join(root, document))
		if err != nil {
			t.Fatal(err)
		}
		declarations, compiled := "", flat(t, filepath.Join(root, elsewhere))
		for i, s := range snippets(string(text)) {
			switch {
			case strings.Contains(compiled, flatten(s)):
			case strings.HasPrefix(s, "package "):
				compile(t, fmt.Sprintf("%s, block %d", document, i+1), s)
			case isDeclaration(s):
				declarations += s + "\n"
			default:
				compile(t, fmt.Sprintf("%s, block %d", document, i+1), "package p\nfunc _() {\n"+s+"\n}\n")
			}
		}
		if declarations != "" {
			compile(t, document+", the declarations", "package p\n"+declarations)
		}
	}
}

func isDeclaration(s string) bool {
	_, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+s, 0)
	return err == nil
}

// compile reports the errors that the compiler would find in a file, after the imports
// that it needs are added.
func compile(t *testing.T, name, text string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), name, text, 0)
	if err != nil {
		t.Error(err)
		return
	}
	if len(f.Imports) == 0 {
		head, rest, _ := strings.Cut(text, "\n")
		for _, ident := range f.Unresolved {
			if line := fmt.Sprintf("; import %q", imported[ident.Name]); imported[ident.Name] != "" && !strings.Contains(head, line) {
				head += line
			}
		}
		text = head + "\n" + rest
	}
	if f, err = parser.ParseFile(fset, name, text, 0); err != nil {
		t.Error(err)
		return
	}
	compiled, err := imports()
	if err != nil {
		t.Fatal(err)
	}
	config := types.Config{Importer: compiled, Error: func(err error) { t.Error(err) }}
	config.Check("p", fset, []*ast.File{f}, nil)
}

// flat returns the lines of a file without the white space around them.
func flat(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return flatten(string(b))
}

// flatten returns the lines of a text without the white space around them.
func flatten(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, "\n")
}
