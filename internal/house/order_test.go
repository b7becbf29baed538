package house

import (
	"cmp"
	"go/ast"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestOrder checks that a file uses only functions, methods, variables and constants of files before
// it in the tables of CONTRIBUTING.md. It leaves out the command. Types and their fields may be
// named everywhere: the value URI is declared after the parser that fills it.
func TestOrder(t *testing.T) {
	for _, dir := range slices.Concat(packages, shared) {
		order := fileOrder(t, dir)
		p := code(t, dir)
		fileOf := func(o types.Object) string { return filepath.Base(p.fset.Position(o.Pos()).Filename) }
		for _, f := range p.files {
			name := filepath.Base(p.fset.Position(f.Pos()).Filename)
			if !slices.Contains(order, name) && name != "doc.go" {
				t.Errorf("CONTRIBUTING.md does not name %s", filepath.Join(dir, name))
			}
			for _, decl := range f.Decls {
				ast.Inspect(decl, func(n ast.Node) bool {
					ident, ok := n.(*ast.Ident)
					if !ok {
						return true
					}
					o := p.info.Uses[ident]
					if o == nil || o.Pkg() != p.types || !ordered(o) {
						return true
					}
					if slices.Index(order, fileOf(o)) > slices.Index(order, name) {
						t.Errorf("%s uses %s, which comes later, in %s", p.fset.Position(ident.Pos()), o.Name(), fileOf(o))
					}
					return true
				})
			}
		}
	}
}

// TestImports checks that a package for import uses only packages before it in the order of
// CONTRIBUTING.md. All may use the packages of internal.
func TestImports(t *testing.T) {
	may := map[string]string{
		".": "", "web": ".", "links": ". web", "page": ". web", "archive": "", "crawl": ". web", "guard": ". web", "guard/httpguard": ". web guard",
	}
	for _, dir := range packages {
		for _, p := range code(t, dir).types.Imports() {
			path, ok := strings.CutPrefix(p.Path(), module)
			path = cmp.Or(strings.TrimPrefix(path, "/"), ".")
			if ok && !strings.HasPrefix(path, "internal/") && !slices.Contains(strings.Fields(may[dir]), path) {
				t.Errorf("%s imports %s, which is not before it in the order of packages in CONTRIBUTING.md", dir, path)
			}
		}
	}
}

// ordered reports whether the order of files matters for o: it does for a function, a
// method, and a variable or constant of the package.
func ordered(o types.Object) bool {
	switch o := o.(type) {
	case *types.Func:
		return !onInterface(o)
	case *types.Var, *types.Const:
		return o.Parent() == o.Pkg().Scope()
	}
	return false
}

// fileOrder returns the names of the files of a folder in the tables of CONTRIBUTING.md.
func fileOrder(t *testing.T, dir string) (names []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile("(?m)^\\| ((?:`[a-z0-9_/]+\\.go`(?:, )?)+) \\|")
	for _, m := range row.FindAllStringSubmatch(string(text), -1) {
		for _, file := range strings.Split(m[1], ", ") {
			file = strings.Trim(file, "`")
			if filepath.Dir(file) == dir {
				names = append(names, filepath.Base(file))
			}
		}
	}
	if len(names) == 0 {
		t.Fatalf("CONTRIBUTING.md names no file of %s", dir)
	}
	return names
}

// TestFiles checks that CONTRIBUTING.md names each file of the other packages, and no missing
// file.
func TestFiles(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, m := range regexp.MustCompile("`([a-z/]+/[a-z0-9_]+\\.go)`").FindAllStringSubmatch(string(text), -1) {
		named[m[1]] = true
	}
	for _, dir := range append([]string{"guard/guardtest"}, all[1:]...) {
		p := code(t, dir)
		for _, f := range p.files {
			name := dir + "/" + filepath.Base(p.fset.Position(f.Pos()).Filename)
			if !named[name] && !strings.HasSuffix(name, "/doc.go") {
				t.Errorf("CONTRIBUTING.md does not name %s", name)
			}
			delete(named, name)
		}
	}
	for name := range named {
		if _, err := os.Stat(filepath.Join(root, name)); err != nil {
			t.Error(err)
		}
	}
}

// TestPackages checks that the table of the README has each package for import.
func TestPackages(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range append(slices.Clone(packages), "idna", "cmd/uri") {
		if row := "\n| `" + path.Join("uri", dir) + "` | "; strings.Count(string(text), row) != 1 {
			t.Errorf("README.md has no row, or several:%s", row)
		}
	}
}

// TestSteps checks that .ci/run has the commands of CONTRIBUTING.md for a change and the variables
// that they set, and that each tag of a command is in a build constraint.
func TestSteps(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	run, err := os.ReadFile(filepath.Join(root, ".ci/run"))
	if err != nil {
		t.Fatal(err)
	}
	_, steps, _ := strings.Cut(string(text), "\n## Before a change is done\n\n```\n")
	steps, _, _ = strings.Cut(steps, "```")
	lines := strings.Split(string(run), "\n")
	n := 0
	for step := range strings.Lines(steps) {
		words := strings.Fields(step)
		if n++; words[0] != ".ci/run" && !slices.ContainsFunc(lines, func(line string) bool {
			return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(line, word) })
		}) {
			t.Errorf(".ci/run has no line with all of %q", words)
		}
	}
	for _, name := range regexp.MustCompile(`\b[A-Z_]{3,}=`).FindAllString(string(text), -1) {
		if n++; !strings.Contains(string(run), name) {
			t.Errorf(".ci/run has no %s", name)
		}
	}
	for _, tag := range regexp.MustCompile(`-tags (\w+)`).FindAllStringSubmatch(string(text), -1) {
		if n++; !strings.HasPrefix(flat(t, filepath.Join(root, "fast_off.go")), "//go:build "+tag[1]+"\n") {
			t.Errorf("no file has the build constraint %s", tag[1])
		}
	}
	if n < 9 {
		t.Errorf("only %d commands", n)
	}
}

// TestRows checks that each exported name in a row of the tables of CONTRIBUTING.md is declared
// in the files of the row.
func TestRows(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, row := range regexp.MustCompile("(?m)^\\| ((?:`[a-z0-9_/]+\\.go`(?:, )?)+) \\| (.*) \\|$").FindAllStringSubmatch(string(text), -1) {
		declared := map[string]bool{}
		for _, file := range strings.Split(row[1], ", ") {
			f, err := parsed(filepath.Join(root, strings.Trim(file, "`")))
			if err != nil {
				t.Error(err)
				continue
			}
			ast.Inspect(f, func(node ast.Node) bool {
				switch d := node.(type) {
				case *ast.FuncDecl:
					declared[d.Name.Name] = true
				case *ast.TypeSpec:
					declared[d.Name.Name] = true
				case *ast.ValueSpec:
					for _, name := range d.Names {
						declared[name.Name] = true
					}
				}
				return true
			})
		}
		for _, name := range regexp.MustCompile("`([A-Z][A-Za-z0-9]*)`").FindAllStringSubmatch(row[2], -1) {
			if found++; !declared[name[1]] {
				t.Errorf("CONTRIBUTING.md: %s is not in %s", name[1], row[1])
			}
		}
	}
	if found < 35 {
		t.Errorf("only %d names", found)
	}
}

// TestHidden checks that no local name hides a name of its package.
func TestHidden(t *testing.T) {
	for _, dir := range all {
		p := code(t, dir)
		for ident, o := range p.info.Defs {
			if o == nil || o.Parent() == nil || o.Parent() == p.types.Scope() {
				continue // a field, a method or a name of the package
			}
			if hidden := p.types.Scope().Lookup(o.Name()); hidden != nil && o.Name() != "_" {
				t.Errorf("%s: rename %s: it hides %v", p.fset.Position(ident.Pos()), o.Name(), hidden)
			}
		}
	}
}

// longest is how many lines a file may have. Tables may have more.
const longest = 450

// TestLength checks that no file is long.
func TestLength(t *testing.T) {
	for _, dir := range all {
		p := code(t, dir)
		for _, f := range p.files {
			if at := p.fset.Position(f.End()); at.Line > longest && !tables[filepath.Base(at.Filename)] {
				t.Errorf("%s has %d lines, more than %d: split it", at.Filename, at.Line, longest)
			}
		}
	}
}

// tables are the files that are mostly a table.
var tables = map[string]bool{"rule.go": true, "rows.go": true, "audit.go": true}
