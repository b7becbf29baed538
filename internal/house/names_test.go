package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	quoted    = regexp.MustCompile("`([^`\n]+)`")
	docLink   = regexp.MustCompile(`\[([A-Za-z][A-Za-z0-9.]*)\]`)
	qualified = regexp.MustCompile(`\b(uri|web|links|page|archive|crawl|guard)\.([A-Z][A-Za-z0-9]*)`)
	// file matches the path of a file or folder of the repository, and words that may be one.
	file   = regexp.MustCompile(`^\.?[A-Za-z0-9_]+([/.][A-Za-z0-9_.*]+)+$`)
	folder = regexp.MustCompile(`^[a-z]+/$`)
	test   = regexp.MustCompile(`^(Test|Fuzz|Example|Benchmark)[A-Za-z0-9_]+$`)
)

// TestNames checks each name in the documents: a file, a flag or a command of uri has to
// exist, and a name of Go has to be declared in the package before it, or in the repository.
func TestNames(t *testing.T) {
	n := names{t: t, declared: map[string]bool{}, fields: map[string]bool{}, flags: map[string]bool{}, commands: map[string]bool{}}
	n.collect()
	for _, document := range stating(t) {
		n.document = document
		text := prose(t, document)
		if strings.HasSuffix(document, ".go") {
			for _, m := range docLink.FindAllStringSubmatch(text, -1) {
				n.link(filepath.Dir(document), m[1])
			}
			continue
		}
		for _, m := range quoted.FindAllStringSubmatch(text, -1) {
			n.span(strings.ReplaceAll(m[1], `\|`, "|"))
		}
	}
	if n.found < 300 {
		t.Errorf("only %d names", n.found)
	}
}

// TestBareNames checks the names of fields and methods that stand alone in backquotes: one of the
// types that the section names, in its text or its code, must have it.
func TestBareNames(t *testing.T) {
	typesCalled, top := map[string][]*types.TypeName{}, map[string]bool{}
	for _, dir := range append([]string{"guard/guardtest"}, packages...) {
		scope := code(t, dir).types.Scope()
		for _, name := range scope.Names() {
			o := scope.Lookup(name)
			top[name] = top[name] || o.Exported()
			if typ, ok := o.(*types.TypeName); ok && o.Exported() {
				typesCalled[name] = append(typesCalled[name], typ)
			}
		}
	}
	found := 0
	for _, document := range []string{"README.md", "COOKBOOK.md", "docs/tasks.md"} {
		b, err := os.ReadFile(filepath.Join(root, document))
		if err != nil {
			t.Fatal(err)
		}
		for _, section := range regexp.MustCompile(`(?m)^##+ `).Split(string(b), -1) {
			has := map[string]bool{}
			for _, name := range regexp.MustCompile(`\b[A-Z]\w*`).FindAllString(section, -1) {
				for _, typ := range typesCalled[name] {
					for m := range types.NewMethodSet(types.NewPointer(typ.Type())).Methods() {
						has[m.Obj().Name()] = true
					}
					if s, ok := typ.Type().Underlying().(*types.Struct); ok {
						for f := range s.Fields() {
							has[f.Name()] = true
						}
					}
				}
			}
			for _, m := range regexp.MustCompile("`([A-Z]\\w*)(?:\\(\\))?`").FindAllStringSubmatch(fence.ReplaceAllString(section, "\n"), -1) {
				name := m[1]
				if top[name] || isWord[name] || imported[name] != "" {
					continue
				}
				if found++; !has[name] {
					title, _, _ := strings.Cut(section, "\n")
					t.Errorf("%s, %s: no type that this section names has a field or method %s", document, title, name)
				}
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d names", found)
	}
}

type names struct {
	t        *testing.T
	document string
	declared map[string]bool // what any file of the repository declares
	fields   map[string]bool // methods and fields of the packages for import
	flags    map[string]bool // each with its "-"
	commands map[string]bool // of the command uri
	found    int
}

// collect finds all names that are declared.
func (n *names) collect() {
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		f, err := parsed(path)
		if err != nil {
			return err
		}
		n.declared[f.Name.Name] = true
		ast.Inspect(f, func(node ast.Node) bool {
			switch d := node.(type) {
			case *ast.FuncDecl:
				n.declared[d.Name.Name] = true
			case *ast.TypeSpec:
				n.declared[d.Name.Name] = true
			case *ast.ValueSpec:
				for _, name := range d.Names {
					n.declared[name.Name] = true
				}
			case *ast.CallExpr: // flag.Bool("long", ...), fs.StringVar(&s, "file", ...)
				for _, arg := range d.Args[:min(2, len(d.Args))] {
					if lit, ok := arg.(*ast.BasicLit); ok && lit.Kind == token.STRING {
						n.flags["-"+strings.Trim(lit.Value, "\"")] = true
					}
				}
			case *ast.KeyValueExpr:
				if key, ok := d.Key.(*ast.Ident); ok && key.Name == "name" && strings.Contains(path, "cmd/uri") {
					if lit, ok := d.Value.(*ast.BasicLit); ok {
						name := strings.Trim(lit.Value, "\"")
						n.commands[name], n.flags["-"+name] = true, true
					}
				}
			case *ast.AssignStmt:
				if d.Tok == token.DEFINE {
					for _, e := range d.Lhs {
						if name, ok := e.(*ast.Ident); ok {
							n.declared[name.Name] = true
						}
					}
				}
			case *ast.Field:
				for _, name := range d.Names {
					n.declared[name.Name] = true
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		n.t.Fatal(err)
	}
	for _, dir := range packages {
		scope := code(n.t, dir).types.Scope()
		for _, name := range scope.Names() {
			o, ok := scope.Lookup(name).(*types.TypeName)
			if !ok {
				continue
			}
			if s, ok := o.Type().Underlying().(*types.Struct); ok {
				for f := range s.Fields() {
					n.fields[f.Name()] = n.fields[f.Name()] || f.Exported()
				}
			}
			methods := types.NewMethodSet(types.NewPointer(o.Type()))
			for m := range methods.Methods() {
				n.fields[m.Obj().Name()] = n.fields[m.Obj().Name()] || m.Obj().Exported()
			}
		}
	}
}

func (n *names) wrong(format string, args ...any) {
	n.t.Helper()
	n.t.Errorf("%s: "+format, append([]any{n.document}, args...)...)
}

// link checks a link of a comment in the package of a folder.
func (n *names) link(dir, name string) {
	n.found++
	first, rest, _ := strings.Cut(name, ".")
	switch scope := n.scope(first); {
	case scope != nil && first != "uri" || first == "uri" && rest != "":
		n.member(scope, name, rest)
	default:
		n.member(code(n.t, dir).types.Scope(), name, name)
	}
}

// span checks the text between two backquotes.
func (n *names) span(s string) {
	words := strings.Fields(s)
	switch {
	case words[0] == "uri" && len(words) > 1:
		n.found++
		n.command(words[1:])
		return
	case words[0] == "go" || strings.HasPrefix(s, "-"):
		for _, w := range words {
			n.flag(w)
			if name := strings.Trim(w, "'^$"); test.MatchString(name) && !n.declared[name] {
				n.wrong("there is no test %s", name)
			}
			if strings.HasPrefix(w, "./") && w != "./..." && !n.isFile(w) {
				n.wrong("there is no folder %s", w)
			}
		}
		return
	case folder.MatchString(s) && n.document == "CONTRIBUTING.md":
		if n.found++; !n.isFile(s) {
			n.wrong("there is no folder %s", s)
		}
		return
	case strings.Contains(s, "://"), isWord[s]:
		return
	case file.MatchString(s) && (n.isFile(s) || n.isPackage(s)):
		n.found++
		return
	}
	e, err := parser.ParseExpr(strings.NewReplacer("With…", "WithPath", "Without…", "WithoutPort", ": ...", ": nil", "...", "", "…", "").Replace(s))
	if err != nil { // an example of a text, or a field with its value
		for _, m := range qualified.FindAllStringSubmatch(s, -1) {
			n.found++
			n.member(n.scope(m[1]), s, m[2])
		}
		return
	}
	n.expression(s, e)
}

// isPackage reports whether s is a package or a module that exists.
func (n *names) isPackage(s string) bool {
	if dir, ok := strings.CutPrefix(s+"/", module+"/"); ok {
		_, err := os.Stat(filepath.Join(root, dir))
		return err == nil
	}
	open, err := exportData()
	if err != nil {
		n.t.Fatal(err)
	}
	f, err := open(s)
	if err != nil {
		return false
	}
	f.Close()
	return true
}

// isFile reports whether s is a file or folder in the root, beside the document, or, of
// a name alone, in any folder of the packages.
func (n *names) isFile(s string) bool {
	for _, dir := range append([]string{filepath.Dir(n.document), "bench"}, all...) {
		if matches, err := filepath.Glob(filepath.Join(root, dir, s)); err == nil && len(matches) > 0 {
			return true
		}
	}
	return false
}

// expression checks the names in an expression of Go.
func (n *names) expression(s string, e ast.Expr) {
	ast.Inspect(e, func(node ast.Node) bool {
		switch e := node.(type) {
		case *ast.SelectorExpr:
			n.found++
			x, ok := e.X.(*ast.Ident)
			scope := (*types.Scope)(nil)
			if ok {
				scope = n.scope(x.Name)
			}
			switch {
			case scope != nil:
				n.member(scope, s, e.Sel.Name)
			case ok && n.isType(x.Name):
				n.method(s, x.Name, e.Sel.Name)
			case ok && !n.declared[x.Name] && !isWord[x.Name]:
				n.wrong("%s: nothing declares %s", s, x.Name)
			case !n.fields[e.Sel.Name] && !n.declared[e.Sel.Name] && !isWord[e.Sel.Name]:
				n.wrong("%s: nothing has a method or field %s", s, e.Sel.Name)
			}
			if _, nested := e.X.(*ast.SelectorExpr); nested {
				return true
			}
			return !ok
		case *ast.CompositeLit:
			n.literal(s, e)
		case *ast.KeyValueExpr:
			if key, ok := e.Key.(*ast.Ident); ok && !n.fields[key.Name] && !n.declared[key.Name] {
				n.wrong("%s: nothing has a field %s", s, key.Name)
			}
			ast.Inspect(e.Value, func(node ast.Node) bool {
				if inner, ok := node.(ast.Expr); ok && node != nil {
					n.expression(s, inner)
				}
				return false
			})
			return false
		case *ast.Ident:
			n.found++
			if !n.declared[e.Name] && !n.fields[e.Name] && types.Universe.Lookup(e.Name) == nil && !isWord[e.Name] && !n.commands[e.Name] && imported[e.Name] == "" && !n.isFile(e.Name) {
				n.wrong("%s: nothing declares %s", s, e.Name)
			}
		}
		return true
	})
}

// literal checks that a struct of a package has the fields that a literal names.
func (n *names) literal(s string, e *ast.CompositeLit) {
	typ, ok := e.Type.(*ast.SelectorExpr)
	if !ok {
		return
	}
	x, ok := typ.X.(*ast.Ident)
	if !ok || n.scope(x.Name) == nil || n.scope(x.Name).Lookup(typ.Sel.Name) == nil {
		return
	}
	o := n.scope(x.Name).Lookup(typ.Sel.Name)
	for _, element := range e.Elts {
		if pair, ok := element.(*ast.KeyValueExpr); ok {
			if key, ok := pair.Key.(*ast.Ident); ok {
				found, _, _ := types.LookupFieldOrMethod(o.Type(), true, o.Pkg(), key.Name)
				if _, isField := found.(*types.Var); !isField {
					n.wrong("%s: %s has no field %s", s, typ.Sel.Name, key.Name)
				}
			}
		}
	}
}

// isWord are words in backquotes that are not names of this module.
var isWord = map[string]bool{}

func init() {
	// Of CONTRIBUTING.md: a note, the patterns of names, a production, and a scheme that is
	// not here.
	const contributing = "DEVIATION ParseX XFrom appendX With Without genericurl ldap testdata/rfc4516.bnf"
	const others = "Println Encode StatusCode Body CheckRedirect Display ToUnicode" // of the standard library and of x/net/idna
	const peers = "urlsplit Url windows-1252 example.co.uk otp"                     // of others
	const texts = "v0 https"
	for _, w := range strings.Fields(contributing + " " + others + " " + peers + " " + texts) {
		isWord[w] = true
	}
}

// isType reports whether one of the packages exports a type of that name.
func (n *names) isType(name string) bool {
	for _, dir := range packages {
		if _, ok := code(n.t, dir).types.Scope().Lookup(name).(*types.TypeName); ok && ast.IsExported(name) {
			return true
		}
	}
	return false
}

// method checks that a type of that name has the method or field.
func (n *names) method(s, typ, name string) {
	for _, dir := range packages {
		pkg := code(n.t, dir).types
		if o, ok := pkg.Scope().Lookup(typ).(*types.TypeName); ok {
			if found, _, _ := types.LookupFieldOrMethod(o.Type(), true, pkg, name); found != nil && found.Exported() {
				return
			}
		}
	}
	n.wrong("%s: %s has no method or field %s", s, typ, name)
}

// scope returns the names of the package that documents call so, or nil.
func (n *names) scope(name string) *types.Scope {
	path, ok := imported[name]
	switch {
	case !ok:
		return nil
	case path == module:
		return code(n.t, ".").types.Scope()
	case strings.HasPrefix(path, module):
		return code(n.t, strings.TrimPrefix(path, module+"/")).types.Scope()
	}
	compiled, err := imports()
	if err != nil {
		n.t.Fatal(err)
	}
	pkg, err := compiled.Import(path)
	if err != nil {
		n.t.Fatal(err)
	}
	return pkg.Scope()
}

// member checks that a package exports the name, such as "URI.Host".
func (n *names) member(scope *types.Scope, s, name string) {
	first, rest, _ := strings.Cut(name, ".")
	o := scope.Lookup(first)
	if o == nil || !o.Exported() {
		n.wrong("%s: the package does not export %s", s, first)
		return
	}
	if rest != "" {
		if found, _, _ := types.LookupFieldOrMethod(o.Type(), true, o.Pkg(), rest); found == nil || !found.Exported() {
			n.wrong("%s: %s has no method or field %s", s, first, rest)
		}
	}
}

// command checks the words after the name of the command uri.
func (n *names) command(words []string) {
	if first := strings.Trim(words[0], "-"); !n.commands[first] && words[0] != "COMMAND" {
		n.wrong("there is no command %s", words[0])
	}
	for _, w := range words[1:] {
		n.flag(w)
	}
}

// ofGo are flags and commands of the go command and of other programs.
var ofGo = strings.Fields("-run -timeout -args -fuzz -fuzztime -race -shuffle -tags -list -bench -count -l -html -mod -edit -module -trimpath -w -i -help")

// flag checks a word that may be a flag.
func (n *names) flag(w string) {
	if n.document == "docs/trurl.md" && strings.HasPrefix(w, "--") {
		return // an option of trurl, which the tests of cmd/uri list
	}
	if name := regexp.MustCompile(`^--?[A-Za-z][A-Za-z0-9-]*`).FindString(w); name != "" {
		n.found++
		if !n.flags["-"+strings.TrimLeft(name, "-")] && !slices.Contains(ofGo, name) {
			n.wrong("there is no flag %s", name)
		}
	}
}
