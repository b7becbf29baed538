package uri

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestShown wants every exported name of the packages for import in the body of
// an Example: a function, a method or a constant by its name, a type by its name
// or as the type of a value. What fmt, errors, log/slog and encoding call is shown
// by an argument that has it, and what all ten schemes have by one of them.
func TestShown(t *testing.T) {
	const module = "example.com/uri"
	fset := token.NewFileSet()
	// The types of the examples are resolved against the compiled packages, so
	// that one String is not another.
	compiled := importer.ForCompiler(fset, "gc", exportData(t))
	shown := map[string]bool{}
	for _, dir := range []string{".", "crawl", "guard"} {
		names, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		var files []*ast.File
		for _, name := range names {
			f, err := parser.ParseFile(fset, name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(f.Name.Name, "_test") {
				files = append(files, f)
			}
		}
		info := types.Info{Uses: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{}}
		config := types.Config{Importer: compiled}
		if _, err := config.Check(dir, fset, files, &info); err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			for _, decl := range f.Decls {
				if d, ok := decl.(*ast.FuncDecl); ok && d.Recv == nil && strings.HasPrefix(d.Name.Name, "Example") {
					markShown(shown, d, info)
				}
			}
		}
	}
	for _, path := range []string{module, module + "/crawl", module + "/guard"} {
		pkg, err := compiled.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		if path == module {
			scheme := pkg.Scope().Lookup("Scheme").Type().Underlying().(*types.Interface)
			for _, name := range pkg.Scope().Names() {
				if o := pkg.Scope().Lookup(name); types.Implements(o.Type(), scheme) {
					shown["("+fullName(o)+") as a scheme"] = true
				}
			}
		}
		names := exported(pkg)
		if len(names) < 20 {
			t.Errorf("%s: only %d exported names", path, len(names))
		}
		for _, name := range names {
			receiver, method, _ := strings.Cut(name, ").")
			switch {
			case shown[name]:
			case called[method] && shown[receiver+") as an argument"]:
			case shown["("+module+".Scheme)."+method] && shown[receiver+") as a scheme"]:
			default:
				t.Errorf("no example shows %s", name)
			}
		}
	}
}

// exportData returns a function that opens what the compiler says of a package
// which the packages of this module and their tests import.
func exportData(t *testing.T) func(string) (io.ReadCloser, error) {
	list := exec.Command("go", "list", "-export", "-deps", "-test", "-f", "{{.ImportPath}}={{.Export}}", "./...")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "=")
		files[path] = file
	}
	return func(path string) (io.ReadCloser, error) { return os.Open(files[path]) }
}

// called are the methods that the standard library calls on what it is given.
var called = map[string]bool{
	"Error": true, "String": true, "Format": true, "LogValue": true,
	"MarshalText": true, "UnmarshalText": true, "AppendText": true,
	"MarshalBinary": true, "UnmarshalBinary": true, "AppendBinary": true,
	"Unwrap": true,
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

// typeName returns the full name of typ or of what it points to or has as its
// elements, and the empty string if that has none.
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

// exported returns the full names of what pkg exports, methods included.
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

// fullName returns the name of o with its package and, for a method, receiver.
func fullName(o types.Object) string {
	if f, ok := o.(*types.Func); ok {
		return strings.ReplaceAll(f.Origin().FullName(), "*", "")
	}
	return o.Pkg().Path() + "." + o.Name()
}
