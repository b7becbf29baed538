package house

import (
	"go/ast"
	"go/build"
	"go/constant"
	"go/token"
	"go/types"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// inOrder are the enumerations whose order is their meaning: the parts of a URI in the order of
// the text, and severities.
var inOrder = []string{module + ".Part", module + "/guard.Severity"}

// TestEnumerations checks that no code depends on the order in which the constants of an
// enumeration are declared: it compares them only with == and != and in cases, and computes
// nothing with them except bits of a set. A bit set is no enumeration.
func TestEnumerations(t *testing.T) {
	found, files := 0, 0
	for dir, names := range sources(t) {
		p := &loaded{fset: fset, info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}}
		for _, name := range names {
			f, err := parsed(name)
			if err != nil {
				t.Fatal(err)
			}
			p.files = append(p.files, f)
		}
		compiled, err := imports()
		if err != nil {
			t.Fatal(err)
		}
		// The nested modules import packages that are not compiled here: the types of these stay unknown.
		config := types.Config{Importer: compiled, Error: func(error) {}}
		p.types, _ = config.Check(dir, p.fset, p.files, p.info)
		kinds := enumerations(p.types)
		for _, imported := range p.types.Imports() {
			if strings.HasPrefix(imported.Path(), module) {
				kinds = append(kinds, enumerations(imported)...)
			}
		}
		found, files = found+len(kinds), files+len(names)
		is := func(e ast.Expr) bool {
			o := p.info.Types[e].Type
			return o != nil && slices.ContainsFunc(kinds, func(k types.Type) bool { return types.Identical(k, o) && !slices.Contains(inOrder, k.String()) })
		}
		for _, f := range p.files {
			ast.Inspect(f, func(n ast.Node) bool {
				if n, ok := n.(*ast.BinaryExpr); ok && (is(n.X) || is(n.Y)) && n.Op != token.EQL && n.Op != token.NEQ && n.Op != token.SHL {
					t.Errorf("%s: %s %s %s depends on the order of constants", p.fset.Position(n.Pos()), types.ExprString(n.X), n.Op, types.ExprString(n.Y))
				}
				if n, ok := n.(*ast.RangeStmt); ok && is(n.X) {
					t.Errorf("%s: a loop over %s depends on the order of constants", p.fset.Position(n.Pos()), types.ExprString(n.X))
				}
				return true
			})
		}
	}
	if found < 100 || files < 200 {
		t.Errorf("only %d enumerations in %d files", found, files)
	}
}

// sources returns the files of the repository that are not tests, by package path.
func sources(t *testing.T) map[string][]string {
	t.Helper()
	dirs := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git"):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		if ok, err := build.Default.MatchFile(filepath.Split(path)); ok || err != nil {
			dir, _ := filepath.Rel(root, filepath.Dir(path))
			dir = strings.TrimSuffix(module+"/"+filepath.ToSlash(dir), "/.")
			dirs[dir] = append(dirs[dir], path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return dirs
}

// enumerations returns the types of a package with constants that have consecutive values.
func enumerations(p *types.Package) (found []types.Type) {
	values := map[types.Type][]int64{}
	for _, name := range p.Scope().Names() {
		c, ok := p.Scope().Lookup(name).(*types.Const)
		if !ok {
			continue
		}
		if kind, ok := c.Type().(*types.Named); ok && kind.Obj().Pkg() == p {
			if n, exact := constant.Int64Val(constant.ToInt(c.Val())); exact {
				values[kind] = append(values[kind], n)
			}
		}
	}
	for kind, all := range values {
		slices.Sort(all)
		all = slices.Compact(all)
		if len(all) > 2 && all[len(all)-1]-all[0] == int64(len(all)-1) {
			found = append(found, kind)
		}
	}
	return found
}
