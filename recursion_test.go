package uri

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestNoRecursion walks the call graph of each package of this module that is
// for import, and wants no cycle in it: no call depth follows the input
// (CVE-2025-67899 is what follows where one does). A function that is only
// mentioned counts as called, a method of an interface of the package as all
// methods of its name.
func TestNoRecursion(t *testing.T) {
	for _, dir := range []string{".", "crawl", "guard"} {
		calls := callGraph(t, dir)
		if len(calls) < 10 {
			t.Errorf("%s: only %d functions", dir, len(calls))
		}
		for _, cycle := range cycles(calls) {
			t.Errorf("%s: %s", dir, strings.Join(cycle, " calls "))
		}
	}
}

// TestCycles breaks the check on purpose.
func TestCycles(t *testing.T) {
	got := cycles(map[string][]string{"a": {"b", "c"}, "b": {"c"}, "c": {"d"}, "d": {"b"}, "e": {"e"}})
	if len(got) != 2 {
		t.Errorf("%v", got)
	}
}

// noImports stands for all other packages: their functions do not call back.
type noImports struct{}

func (noImports) Import(string) (*types.Package, error) { return nil, errors.New("not looked into") }

// callGraph returns the functions that each function in dir mentions.
func callGraph(t *testing.T, dir string) map[string][]string {
	t.Helper()
	fset := token.NewFileSet()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: noImports{}, Error: func(error) {}}
	config.Check(dir, fset, files, &info)

	calls := map[string][]string{}
	methods := map[string][]string{} // by name without receiver
	for ident, o := range info.Defs {
		if f, ok := o.(*types.Func); ok && !onInterface(f) {
			calls[f.FullName()] = nil
			methods[ident.Name] = append(methods[ident.Name], f.FullName())
		}
	}
	for _, file := range files {
		for _, decl := range file.Decls {
			d, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			from := info.Defs[d.Name].(*types.Func).FullName()
			ast.Inspect(d, func(n ast.Node) bool {
				ident, ok := n.(*ast.Ident)
				if !ok {
					return true
				}
				f, ok := info.Uses[ident].(*types.Func)
				switch {
				case !ok || f.Pkg() == nil: // the Error of an error is not ours
				case onInterface(f):
					calls[from] = append(calls[from], methods[f.Name()]...)
				default:
					calls[from] = append(calls[from], f.FullName())
				}
				return true
			})
		}
	}
	return calls
}

func onInterface(f *types.Func) bool {
	receiver := f.Signature().Recv()
	return receiver != nil && types.IsInterface(receiver.Type())
}

// cycles returns a cycle for each function that a walk meets while it is under
// way in it.
func cycles(calls map[string][]string) (found [][]string) {
	const underWay, done = 1, 2
	state := map[string]int{}
	var path []string
	var walk func(string)
	walk = func(f string) {
		switch state[f] {
		case underWay:
			found = append(found, append(slices.Clone(path[slices.Index(path, f):]), f))
		case 0:
			state[f] = underWay
			path = append(path, f)
			for _, g := range calls[f] {
				walk(g)
			}
			path = path[:len(path)-1]
			state[f] = done
		}
	}
	for f := range calls {
		walk(f)
	}
	return found
}
