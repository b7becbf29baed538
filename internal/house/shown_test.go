package house

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// TestShown checks that the body of an Example uses each exported name of the packages for import: a
// function, a method or a constant by its name, a type by its name or as the type of a value. For
// a method called by fmt, errors, log/slog, encoding or database/sql it is enough if a value with
// the method is an argument. Enumerations and errors need no example of such methods. For a method
// of Scheme, a call on any struct is enough.
func TestShown(t *testing.T) {
	shown := map[string]bool{}
	for _, dir := range packages {
		examples := load(t, dir, isExternalTest)
		for _, f := range examples.files {
			for _, decl := range f.Decls {
				if d, ok := decl.(*ast.FuncDecl); ok && d.Recv == nil && strings.HasPrefix(d.Name.Name, "Example") {
					markShown(shown, d, *examples.info)
				}
			}
		}
	}
	for _, dir := range packages {
		pkg := code(t, dir).types
		if dir == "." {
			scheme := pkg.Scope().Lookup("Scheme").Type().Underlying().(*types.Interface)
			for _, name := range pkg.Scope().Names() {
				if o := pkg.Scope().Lookup(name); types.Implements(o.Type(), scheme) {
					shown["("+fullName(o)+") as a scheme"] = true
				}
			}
		}
		names := exported(pkg)
		if len(names) < 10 {
			t.Errorf("%s: only %d exported names", dir, len(names))
		}
		for _, name := range names {
			receiver, method, _ := strings.Cut(name, ").")
			switch {
			case shown[name]:
			case called[method] && (shown[receiver+") as an argument"] || isPlain(pkg, receiver)):
			case shown["("+module+".Scheme)."+method] && shown[receiver+") as a scheme"]:
			default:
				t.Errorf("no Example uses %s: add one", name)
			}
		}
	}
}

// isPlain reports whether the receiver of a method, as in "(path.Name", is an enumeration
// or an error.
func isPlain(pkg *types.Package, receiver string) bool {
	o := pkg.Scope().Lookup(receiver[strings.LastIndexByte(receiver, '.')+1:])
	if o == nil {
		return false
	}
	basic, ok := o.Type().Underlying().(*types.Basic)
	err := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	return ok && basic.Info()&types.IsInteger != 0 || types.Implements(types.NewPointer(o.Type()), err)
}

// called are the methods that the standard library calls on its arguments.
var called = map[string]bool{
	"Error": true, "String": true, "Format": true, "LogValue": true,
	"MarshalText": true, "UnmarshalText": true, "AppendText": true, "MarshalJSON": true, "UnmarshalJSON": true,
	"Unwrap": true, "Value": true, "Scan": true,
}

// markShown marks the names that the function d uses, the types of its
// expressions, and the types that it passes to a call.
func markShown(shown map[string]bool, d *ast.FuncDecl, info types.Info) {
	ast.Inspect(d, func(n ast.Node) bool {
		if ident, ok := n.(*ast.Ident); ok {
			if o := info.Uses[ident]; o != nil && o.Pkg() != nil {
				shown[fullName(o)] = true
			}
		}
		if e, ok := n.(ast.Expr); ok {
			if name := typeName(info.Types[e].Type); name != "" {
				shown[name] = true
			}
		}
		if call, ok := n.(*ast.CallExpr); ok {
			for _, arg := range call.Args {
				shown["("+typeName(info.Types[arg].Type)+") as an argument"] = true
			}
		}
		return true
	})
}

// typeName returns the full name of typ, or of the type that it points to or has as
// its elements, or "" if that type has no name.
func typeName(typ types.Type) string {
	for {
		switch u := typ.(type) {
		case *types.Pointer:
			typ = u.Elem()
		case *types.Slice:
			typ = u.Elem()
		case *types.Named:
			if u.Obj().Pkg() == nil {
				return "" // error
			}
			return fullName(u.Obj())
		default:
			return ""
		}
	}
}

// exported returns the full names that pkg exports, including methods.
func exported(pkg *types.Package) (names []string) {
	for _, name := range pkg.Scope().Names() {
		o := pkg.Scope().Lookup(name)
		if !o.Exported() {
			continue
		}
		names = append(names, fullName(o))
		named, ok := o.Type().(*types.Named)
		if _, isType := o.(*types.TypeName); !ok || !isType {
			continue
		}
		for m := range named.Methods() {
			if m.Exported() {
				names = append(names, fullName(m))
			}
		}
	}
	slices.Sort(names)
	return names
}

// fullName returns the name of o with its package and, for a method, its receiver.
func fullName(o types.Object) string {
	if f, ok := o.(*types.Func); ok {
		return strings.ReplaceAll(f.Origin().FullName(), "*", "")
	}
	return o.Pkg().Path() + "." + o.Name()
}
