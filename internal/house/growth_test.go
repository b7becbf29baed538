package house

import (
	"go/ast"
	"go/types"
	"strings"
	"testing"
)

// TestGrown checks that the table "growing" of a package names each exported function and
// method with a text as a parameter or receiver. TestGrowth of the package tries the functions of
// the table on long texts. A method also counts if a value of its type is given to growth.Methods,
// because that calls all methods, or is the result of a function given to "reading".
func TestGrown(t *testing.T) {
	for _, dir := range []string{".", "web", "links", "page", "archive", "crawl", "guard"} {
		p := load(t, dir, func(name string, f *ast.File) bool { return !isExternalTest(name, f) })
		grown, whole := tried(p)
		if len(grown) == 0 {
			t.Errorf("%s: no table", dir)
		}
		delete(whole, "") // for types without a name, such as error
		for _, f := range takeText(p.types) {
			if !strings.HasSuffix(p.fset.Position(f.Pos()).Filename, "_test.go") && !grown[fullName(f)] && !whole[receiver(f)] {
				t.Errorf("%s takes text: add a call of it to the table growing in a test file of %s, so that TestGrowth sees whether its time is linear", fullName(f), dir)
			}
		}
	}
}

// tried returns the full names of the functions in the table of p, and those of the
// types whose methods it calls.
func tried(p *loaded) (functions, whole map[string]bool) {
	functions, whole = map[string]bool{}, map[string]bool{}
	for _, f := range p.files {
		ast.Inspect(f, func(n ast.Node) bool {
			v, ok := n.(*ast.ValueSpec)
			if !ok || v.Names[0].Name != "growing" {
				return true
			}
			ast.Inspect(v, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.Ident:
					if o := p.info.Uses[n]; o != nil && o.Pkg() != nil {
						functions[fullName(o)] = true
					}
				case *ast.CallExpr:
					markTypes(whole, n, p.info)
				}
				return true
			})
			return false
		})
	}
	return functions, whole
}

// markTypes marks the types whose methods the call calls.
func markTypes(marked map[string]bool, call *ast.CallExpr, info *types.Info) {
	for _, arg := range call.Args {
		typ := info.Types[arg].Type
		switch name := types.ExprString(call.Fun); {
		case name == "growth.Methods":
			marked[typeName(typ)] = true
		case strings.HasPrefix(name, "reading"):
			if f, ok := typ.(*types.Signature); ok {
				marked[typeName(f.Results().At(0).Type())] = true
			}
		}
	}
}

// takeText returns the exported functions and methods of pkg whose parameters or
// receiver hold text.
func takeText(pkg *types.Package) (found []*types.Func) {
	add := func(f *types.Func) {
		s := f.Signature()
		if f.Exported() && (holdsText(s.Params()) || s.Recv() != nil && holdsText(s.Recv().Type())) {
			found = append(found, f)
		}
	}
	for _, name := range pkg.Scope().Names() {
		switch o := pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			add(o)
		case *types.TypeName:
			if named, ok := o.Type().(*types.Named); ok && o.Exported() && !types.IsInterface(named) {
				for m := range named.Methods() {
					add(m)
				}
			}
		}
	}
	return found
}

// holdsText reports whether a value of type typ may have a string, a slice of
// bytes or a reader in it. It also looks at the types of elements and fields.
func holdsText(typ types.Type) bool {
	seen := map[types.Type]bool{}
	for todo := []types.Type{typ}; len(todo) > 0; {
		typ, todo = todo[0], todo[1:]
		if seen[typ] {
			continue
		}
		seen[typ] = true
		if typ.String() == "io.Reader" {
			return true
		}
		switch u := typ.Underlying().(type) {
		case *types.Basic:
			if u.Info()&types.IsString != 0 {
				return true
			}
		case *types.Pointer:
			todo = append(todo, u.Elem())
		case *types.Slice:
			if types.Identical(u.Elem(), types.Typ[types.Byte]) {
				return true
			}
			todo = append(todo, u.Elem())
		case *types.Array:
			todo = append(todo, u.Elem())
		case *types.Map:
			todo = append(todo, u.Key(), u.Elem())
		case *types.Struct:
			for f := range u.Fields() {
				todo = append(todo, f.Type())
			}
		case *types.Tuple:
			for v := range u.Variables() {
				todo = append(todo, v.Type())
			}
		}
	}
	return false
}

// receiver returns the full name of the type that f is a method of, "" for a
// function.
func receiver(f *types.Func) string {
	if r := f.Signature().Recv(); r != nil {
		return typeName(r.Type())
	}
	return ""
}
