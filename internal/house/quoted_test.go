package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	// inComment and inDocument match a text without spaces in quotation marks or backquotes.
	inComment  = regexp.MustCompile(`(?:^|[\s(])"([^"\s]{2,})"`)
	inDocument = regexp.MustCompile("`([^`\\s]{2,})`")
	// equated matches a text and what it becomes.
	equated = regexp.MustCompile(`"([^"\s]+)" (?:is|becomes|means|reads as|as|for|gives) "([^"\s]+)"`)
	// spaced matches a text with spaces and a delimiter of URIs.
	spaced = regexp.MustCompile(`(?:^|[\s(])"([^"\s][^"]* [^"]*[:@/=#%][^"]*|[^"\s]*[@/=#%][^"]* [^"]*[^"\s])"`)
	// unquoted matches an address or a URI that a comment writes without quotation marks.
	unquoted = regexp.MustCompile(`(?:^|[\s(])((?:[0-9]+\.){3}[0-9]+(?:/[0-9]+)?|[0-9a-f]*:[0-9a-f:]*:[0-9a-f]*(?:/[0-9]+)?|//[\w.:@/?#%-]*\w|(?:http|ftp|file)://[\w.:@/?#%-]*\w)(?:[\s,.;:)]|$)`)
	// noInput matches flags, names of files, packages and commands, versions, titles of standards, and texts with a name in
	// braces or brackets.
	noInput = regexp.MustCompile(`^-|^/?[\w.-]+(/[\w.-]+)*\.(md|go|txt|tsv)$|^'|^[!$&'()*+,:;=@]+$|>/|^example\.com/uri|^uri(/\w+)+$|^\[/?\w+\]|:\[DIR|^[0-9]+\.[0-9]+\.[0-9]+$|^2\.0\.11\.4$|::\w+\(|^<base>$|^\{(must:query|strict:path|query(-all)?:q)\}$|^(<id>|\$\{ID\}|percent-(en|de)cod(es|ing)|Writing|Infrastructure)$`)
)

// TestQuoted reads the texts without spaces that comments and documents quote: a test has each of them, a string of the
// code, or a block of code that the tests run. A short text is a word there, and of a text with "..." one line has the
// pieces in order. So an example that is changed alone is noticed. Other tests read the lines of code.
func TestQuoted(t *testing.T) {
	tracked := exec.Command("git", "ls-files", "*.go", "**/testdata/**", "testdata", "*.md", ":!bench")
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
		case strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go"):
			f, err := parsed(filepath.Join(root, name))
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					text, _ := strconv.Unquote(lit.Value)
					tested.WriteString("\n" + text)
				}
				return true
			})
		case strings.HasSuffix(name, "/RULES.md") || !strings.HasSuffix(name, ".md") && len(b) < 1<<20:
			tested.Write(b)
		case strings.HasSuffix(name, ".md"):
			for _, block := range fence.FindAllString(string(b), -1) {
				tested.WriteString(block)
			}
		}
	}
	texts := tested.String() + strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(tested.String())
	words := map[string]bool{}
	for _, separators := range []string{" \t\n\"'`", " \t\n\"'`?&=,"} {
		for _, word := range strings.FieldsFunc(texts, func(r rune) bool { return strings.ContainsRune(separators, r) }) {
			scheme, _, _ := strings.Cut(word, ":")
			words[word], words[strings.Trim(word, ",;:.)(")], words[scheme+":"], words[strings.TrimPrefix(word, "//")] = true, true, true, true
		}
	}
	lines := strings.Split(texts, "\n")
	inLine := func(pieces ...string) bool {
		return slices.ContainsFunc(lines, func(line string) bool {
			for _, piece := range pieces {
				_, after, ok := strings.Cut(line, piece)
				if !ok {
					return false
				}
				line = after
			}
			return true
		})
	}
	found := 0
	look := func(place, quoted string) {
		quoted = strings.Trim(quoted, `"`)
		if noInput.MatchString(quoted) {
			return
		}
		found++
		has := strings.Contains(texts, quoted) && (len(quoted) >= 6 || words[quoted] || strings.Contains(quoted, " "))
		if !has && !(strings.Contains(quoted, "...") && inLine(strings.Split(quoted, "...")...)) {
			t.Errorf("%s: no test has the text %s", place, quoted)
		}
	}
	eachComment(t, func(_ string, _ *loaded, _ *ast.File, c commented) {
		for _, m := range equated.FindAllStringSubmatch(prosaic(c), -1) {
			decoded := m[1]
			for next, err := url.PathUnescape(decoded); err == nil && next != decoded; next, err = url.PathUnescape(decoded) {
				decoded = next
			}
			if ok := inLine(m[1], m[2]); !ok || decoded != m[1] && len(decoded) == 1 && decoded != m[2] {
				t.Errorf("%s: no line of a test has %s and %s", fset.Position(c.Pos()), m[1], m[2])
			}
		}
		for _, m := range inComment.FindAllStringSubmatch(prosaic(c), -1) {
			look(fset.Position(c.Pos()).String(), m[1])
		}
		for _, m := range spaced.FindAllStringSubmatch(prosaic(c), -1) {
			look(fset.Position(c.Pos()).String(), m[1])
		}
		for _, m := range unquoted.FindAllStringSubmatch(c.Text(), -1) {
			if m[1][0] <= '9' && m[1][0] >= '0' || strings.Contains(prosaic(c), m[1]) {
				if look(fset.Position(c.Pos()).String(), m[1]); !strings.Contains(m[1], "//") && strings.Contains(m[1], "/") && !words[m[1]] {
					t.Errorf("%s: no test has the prefix %s", fset.Position(c.Pos()), m[1])
				}
			}
		}
	})
	for _, dir := range append([]string{"guard/guardtest", "idna"}, packages...) {
		for _, f := range filesIn(t, dir) {
			for _, m := range inComment.FindAllStringSubmatch(prosaic(commented{f.Doc, f}), -1) {
				look(fset.Position(f.Doc.Pos()).String(), m[1])
			}
		}
	}
	for _, document := range stating(t) {
		if strings.HasPrefix(document, "CON") || strings.HasSuffix(document, ".go") {
			continue
		}
		text := prose(t, document)
		if document == "docs/ada.md" {
			text = flat(t, filepath.Join(root, document))
		}
		for _, m := range inDocument.FindAllStringSubmatch(text, -1) {
			if e, err := parser.ParseExpr(m[1]); err != nil || !isSelector(e) {
				look(document, m[1])
			}
		}
	}
	if found < 250 {
		t.Errorf("only %d texts", found)
	}
}

// aHeader matches the name of a header field of several words, and some of one word.
var aHeader = regexp.MustCompile(`\b(?:(?:X-)?[A-Z][A-Za-z]*[a-z](?:-[A-Z][A-Za-z]+)+|Connection|Upgrade|Destination|Via|Trailer|Referer|Vary|Authorization|Expect|Origin|Location)\b`)

// fieldsIn returns the words in the strings of a piece of syntax that are names of header fields, in lower case.
func fieldsIn(n ast.Node) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(n, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			for _, name := range aHeader.FindAllString(lit.Value, -1) {
				names[strings.ToLower(name)] = true
			}
		}
		return true
	})
	return names
}

// fieldsOf returns the header fields in the strings of the functions, variables and constants of a folder, by their names.
func fieldsOf(t *testing.T, dir string) map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for file, f := range filesIn(t, dir) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, decl := range f.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				all[d.Name.Name] = fieldsIn(d)
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if s, ok := spec.(*ast.ValueSpec); ok {
						all[s.Names[0].Name] = fieldsIn(s)
					}
				}
			}
		}
	}
	return all
}

// TestCommentHeaders checks the header fields that comments name: a string of the file has the name, or a test of the
// package, with its tables. If the function below the comment has names of fields, or what it uses, they are among those.
func TestCommentHeaders(t *testing.T) {
	tests := map[string]string{".": "proxy-authorization", "crawl": "retry-after"} // what internal/secret and examples/crawler test
	found, fields := 0, map[string]map[string]map[string]bool{}
	eachComment(t, func(dir string, _ *loaded, f *ast.File, c commented) {
		names := aHeader.FindAllString(prosaic(c), -1)
		if len(names) == 0 {
			return
		}
		if _, ok := c.of.(*ast.FuncDecl); ok {
			if fields[dir] == nil {
				fields[dir] = fieldsOf(t, dir)
			}
			has := map[string]bool{}
			for used := range namesIn(c.of) {
				maps.Copy(has, fields[dir][used])
			}
			for _, name := range names {
				if len(has) > 0 && !has[strings.ToLower(name)] && dir != "guard/guardtest" { // there methods name what probes send
					t.Errorf("%s: the function has nothing to do with the header field %s", fset.Position(c.Pos()), name)
				}
			}
		}
		if !strings.HasSuffix(tests[dir], "\n") {
			for _, pattern := range []string{"*_test.go", "testdata/*.t*"} {
				files, err := filepath.Glob(filepath.Join(root, dir, pattern))
				if err != nil {
					t.Fatal(err)
				}
				for _, file := range files {
					b, err := os.ReadFile(file)
					if err != nil {
						t.Fatal(err)
					}
					tests[dir] += strings.ToLower(string(b))
				}
			}
			tests[dir] += "\n"
		}
		var own strings.Builder
		ast.Inspect(f, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok {
				own.WriteString(strings.ToLower(lit.Value))
			}
			return true
		})
		for _, name := range names {
			if found++; !strings.Contains(own.String()+tests[dir], strings.ToLower(name)) {
				t.Errorf("%s: no test of %s has the header field %s", fset.Position(c.Pos()), dir, name)
			}
		}
	})
	if found < 50 {
		t.Errorf("only %d names", found)
	}
}

// aFlag matches a flag of the command.
var aFlag = regexp.MustCompile(`(?:^|[\s("])-([a-z][a-z-]+)\b`)

// TestCommentFlags checks the flags that comments of the command name: the command has the flag, and the code of the
// file, or of its declaration, the word.
func TestCommentFlags(t *testing.T) {
	n := names{t: t, declared: map[string]bool{}, fields: map[string]bool{}, flags: map[string]bool{}, commands: map[string]bool{}}
	n.collect()
	found := 0
	eachComment(t, func(dir string, _ *loaded, f *ast.File, c commented) {
		if dir != "cmd/uri" && dir != "conformance" {
			return
		}
		for _, m := range aFlag.FindAllStringSubmatch(c.Text(), -1) {
			if found++; !n.flags["-"+m[1]] {
				t.Errorf("%s: there is no flag -%s", fset.Position(c.Pos()), m[1])
			}
			has := false
			ast.Inspect(f, func(node ast.Node) bool {
				text := ""
				switch node := node.(type) {
				case *ast.Ident:
					text = node.Name
				case *ast.BasicLit:
					text = node.Value
				}
				has = has || strings.Contains(strings.ToLower(text), strings.ReplaceAll(m[1], "-", "")) || strings.Contains(text, m[1])
				return true
			})
			if !has {
				t.Errorf("%s: the file has nothing to do with -%s", fset.Position(c.Pos()), m[1])
			}
		}
	})
	if found < 8 {
		t.Errorf("only %d flags", found)
	}
}

// isSelector reports whether an expression is only names, which TestNames checks, or a call.
func isSelector(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident, *ast.CallExpr, *ast.CompositeLit:
		return true
	case *ast.SelectorExpr:
		return isSelector(e.X)
	}
	return false
}
