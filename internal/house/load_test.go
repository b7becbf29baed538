// Package house holds the tests that judge the repository as a whole: every exported name
// has an example, no function is recursive, files and names keep their order, and the
// documents are true. It is a module of its own for two reasons. Some tests read the other
// nested modules, which a user of the library does not download. One run is enough, on one
// system and with one Go.
package house

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
)

const (
	module = "example.com/uri"
	root   = "../.."
)

// packages are the folders of the packages that others import.
var packages = []string{".", "web", "links", "page", "archive", "crawl", "guard", "guard/httpguard"}

// shared are the folders of the packages that only this module can import.
var shared = []string{"internal/ascii", "internal/hint", "internal/hostread", "internal/meaning", "internal/pathread", "internal/punycode", "internal/schemes", "internal/secret"}

// all are the folders of the packages for import, the shared ones and the commands.
var all = slices.Concat(packages, shared, []string{"cmd/uri", "conformance"})

// A loaded package has the syntax and the types of its files.
type loaded struct {
	fset  *token.FileSet
	files []*ast.File
	types *types.Package
	info  *types.Info
}

func isExternalTest(name string, f *ast.File) bool { return strings.HasSuffix(f.Name.Name, "_test") }

var codeOf = map[string]*loaded{}

// code returns the files of a folder that are not tests. Each folder is loaded once.
func code(t *testing.T, dir string) *loaded {
	t.Helper()
	if codeOf[dir] == nil {
		codeOf[dir] = load(t, dir, func(name string, _ *ast.File) bool { return !strings.HasSuffix(name, "_test.go") })
	}
	return codeOf[dir]
}

// load parses the files of a folder for which fits returns true, and resolves their
// types with the compiled packages, which distinguishes methods of equal names.
func load(t *testing.T, dir string, fits func(name string, f *ast.File) bool) *loaded {
	t.Helper()
	p := &loaded{fset: fset, info: &types.Info{
		Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{},
	}}
	names, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: no files: %v", dir, err)
	}
	for _, name := range names {
		if ok, err := build.Default.MatchFile(filepath.Split(name)); err != nil || !ok {
			continue // for another build
		}
		f, err := parsed(name)
		if err != nil {
			t.Fatal(err)
		}
		if fits(name, f) {
			p.files = append(p.files, f)
		}
	}
	compiled, err := imports()
	if err != nil {
		t.Fatal(err)
	}
	config := types.Config{Importer: compiled}
	path := module
	if dir != "." {
		path += "/" + dir
	}
	if p.types, err = config.Check(path, p.fset, p.files, p.info); err != nil {
		t.Fatal(err)
	}
	return p
}

// fset has the places of all files that are parsed here.
var fset = token.NewFileSet()

// parsed returns the syntax of a file. Each file is parsed once.
func parsed(path string) (*ast.File, error) {
	f := syntax[path]
	if f == nil {
		var err error
		if f, err = parser.ParseFile(fset, path, nil, parser.ParseComments); err != nil {
			return nil, err
		}
		syntax[path] = f
	}
	return f, nil
}

var syntax = map[string]*ast.File{}

// TestMain says once why a package does not build: no test can work then.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // the syntax stays in memory, so the collector would find little
	if _, err := exportData(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// imports returns the importer of the packages imported by this module or its tests. It
// reads the export data of each package once.
var imports = sync.OnceValues(func() (types.Importer, error) {
	open, err := exportData()
	return importer.ForCompiler(fset, "gc", open), err
})

// exportData returns a function that opens the compiler's export data of a package imported
// by this module or its tests.
var exportData = sync.OnceValues(func() (func(string) (io.ReadCloser, error), error) {
	list := exec.Command("go", "list", "-export", "-deps", "-test", "-f", "{{.ImportPath}}={{.Export}}", "./...")
	list.Dir = root
	var causes strings.Builder
	list.Stderr = &causes
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %v\n%s", err, causes.String())
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "=")
		files[path] = file
	}
	return func(path string) (io.ReadCloser, error) { return os.Open(files[path]) }, nil
})
