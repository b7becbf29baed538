package house

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// TestNoRecursion checks that the call graph of each package, except the command, has no
// cycle, so that no recursion depth depends on the input (see CVE-2025-67899). Each mention
// of a function counts as a call. A call of an interface's method counts as calls of all
// methods with its name.
func TestNoRecursion(t *testing.T) {
	for _, dir := range slices.Concat(packages, shared) {
		calls := callGraph(code(t, dir))
		if len(calls) == 0 {
			t.Errorf("%s: no functions", dir)
		}
		for _, cycle := range cycles(calls) {
			t.Errorf("%s: write a loop instead of this recursion: %s", dir, strings.Join(cycle, " calls "))
		}
	}
}

// TestCycles checks that cycles finds cycles.
func TestCycles(t *testing.T) {
	got := cycles(map[string][]string{"a": {"b", "c"}, "b": {"c"}, "c": {"d"}, "d": {"b"}, "e": {"e"}})
	if len(got) != 2 {
		t.Errorf("%v", got)
	}
}

// callGraph returns the functions that each function of p mentions.
func callGraph(p *loaded) map[string][]string {
	calls := map[string][]string{}
	methods := map[string][]string{} // by name without receiver
	for ident, o := range p.info.Defs {
		if f, ok := o.(*types.Func); ok && !onInterface(f) {
			calls[f.FullName()] = nil
			methods[ident.Name] = append(methods[ident.Name], f.FullName())
		}
	}
	for _, file := range p.files {
		for _, decl := range file.Decls {
			d, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			from := p.info.Defs[d.Name].(*types.Func).FullName()
			ast.Inspect(d, func(n ast.Node) bool {
				ident, ok := n.(*ast.Ident)
				if !ok {
					return true
				}
				f, ok := p.info.Uses[ident].(*types.Func)
				switch {
				case !ok || f.Pkg() != p.types: // other packages do not call back
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

// cycles returns a cycle for each function that a depth-first walk meets again
// before it has finished with it.
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
