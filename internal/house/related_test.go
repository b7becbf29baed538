package house

import (
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

// A relation has what a package tells about which of its names belong together.
type relation struct {
	declared map[string]bool            // functions, types, constants, variables and fields
	users    map[string]map[string]bool // the declarations that use a name, and their receivers
	members  map[string]map[string]bool // the methods and fields of a type
	comments map[string]string          // the comment of a name
	shown    []map[string]bool          // the names in each Example and in each fuzzer
}

// namesIn returns the identifiers in a piece of syntax.
func namesIn(n ast.Node) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			names[id.Name] = true
		}
		return true
	})
	return names
}

// receiverOf returns the name of the type of a method, or "".
func receiverOf(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	typ := f.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	if index, ok := typ.(*ast.IndexExpr); ok {
		typ = index.X
	}
	return typ.(*ast.Ident).Name
}

// relate reads the relation of the package in a folder.
func relate(t *testing.T, dir string) *relation {
	r := &relation{map[string]bool{}, map[string]map[string]bool{}, map[string]map[string]bool{}, map[string]string{}, nil}
	for file, f := range filesIn(t, dir) {
		for _, decl := range f.Decls {
			if !strings.HasSuffix(file, "_test.go") {
				r.add(decl)
			} else if d, ok := decl.(*ast.FuncDecl); ok && d.Recv == nil && regexp.MustCompile(`^(Example|Fuzz)`).MatchString(d.Name.Name) {
				r.shown = append(r.shown, namesIn(d))
			}
		}
	}
	return r
}

// member adds a method or a field of a type.
func (r *relation) member(typ, name string) {
	if r.members[typ] == nil {
		r.members[typ] = map[string]bool{}
	}
	r.members[typ][name] = true
}

// add adds a declaration of the package.
func (r *relation) add(decl ast.Decl) {
	add := func(name, receiver string, n ast.Node, comments ...*ast.CommentGroup) {
		r.declared[name] = true
		for used := range namesIn(n) {
			for _, user := range []string{name, receiver} {
				if r.users[used] == nil {
					r.users[used] = map[string]bool{}
				}
				r.users[used][user] = true
			}
		}
		for _, c := range comments {
			r.comments[name] += c.Text()
		}
	}
	switch d := decl.(type) {
	case *ast.FuncDecl:
		receiver := receiverOf(d)
		add(d.Name.Name, receiver, d, d.Doc)
		r.member(receiver, d.Name.Name)
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				add(s.Name.Name, "", s, d.Doc, s.Doc)
				ast.Inspect(s, func(n ast.Node) bool {
					if field, ok := n.(*ast.Field); ok {
						for _, id := range field.Names {
							r.declared[id.Name] = true
							r.member(s.Name.Name, id.Name)
						}
					}
					return true
				})
			case *ast.ValueSpec:
				for _, id := range s.Names {
					add(id.Name, "", s, d.Doc, s.Doc)
				}
			}
		}
	}
}

// twoCapitals matches the beginning of a name of several words, as "File Transfer Protocol".
var twoCapitals = regexp.MustCompile(`^\w+ [A-Z]`)

// acronyms are also words of prose.
var acronyms = map[string]bool{"URI": true, "URL": true, "Host": true, "JSON": true, "HTTP": true, "FTP": true, "TLS": true, "WARC": true, "IPv4": true, "CORS": true, "NNTP": true, "WAIS": true}

var quotation = regexp.MustCompile("`[^`]*`|\"[^\"]*\"")

// listed are the rows of testdata/related.txt, each with one of its names.
type listed struct {
	t            *testing.T
	rows, unused map[string]bool
}

func relatedRows(t *testing.T) listed {
	t.Helper()
	l := listed{t, map[string]bool{}, map[string]bool{}}
	table, err := os.ReadFile("testdata/related.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(table)) {
		place, names, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for name := range strings.FieldsSeq(names) {
			row := place + ": " + name
			l.rows[row], l.unused[row] = true, true
		}
	}
	return l
}

// check checks that a row is listed, as "uri Parse: URI".
func (l listed) check(place, row string) {
	l.t.Helper()
	if delete(l.unused, row); !l.rows[row] {
		l.t.Errorf("%s: no code or Example has both; if the sentence is true, add to testdata/related.txt:\n%s", place, row)
	}
}

// inDocuments checks the names of Go in the text of documents: a block of code of the section has the name, or a row
// of the list.
func inDocuments(t *testing.T, l listed) {
	n := names{t: t, declared: map[string]bool{}, fields: map[string]bool{}, flags: map[string]bool{}, commands: map[string]bool{}}
	n.collect()
	for _, document := range []string{"README.md", "COOKBOOK.md", "SECURITY.md", "docs/tasks.md", "docs/ada.md", "docs/java.md", "docs/net-url.md", "docs/python.md", "docs/rust.md"} {
		text, err := os.ReadFile(filepath.Join(root, document))
		if err != nil {
			t.Fatal(err)
		}
		for _, section := range regexp.MustCompile(`(?m)^##+ `).Split(string(text), -1) {
			title, _, _ := strings.Cut(section, "\n")
			if document != "docs/tasks.md" && strings.HasPrefix(document, "docs/") { // its tests read the tables
				section = regexp.MustCompile(`(?m)^\|.*$`).ReplaceAllString(section, "")
			}
			code := strings.Join(fence.FindAllString(section, -1), "")
			for _, span := range quoted.FindAllString(fence.ReplaceAllString(section, "\n"), -1) {
				for _, name := range regexp.MustCompile(`\b[A-Z]\w*`).FindAllString(span, -1) {
					if (n.fields[name] || n.declared[name]) && !regexp.MustCompile(`\b`+name+`\b`).MatchString(code) {
						l.check(document, document+", "+strings.Trim(title, "# ")+": "+name)
					}
				}
			}
		}
	}
}

// inPackageComments checks the links in the comments of packages against the list.
func inPackageComments(t *testing.T, l listed) {
	for _, dir := range append([]string{"guard/guardtest"}, packages...) {
		for _, f := range code(t, dir).files {
			for _, m := range commentLink.FindAllStringSubmatch(prosaic(commented{f.Doc, f}), -1) {
				l.check(fset.Position(f.Doc.Pos()).String(), "package "+f.Name.Name+": "+m[1])
			}
		}
	}
}

// TestRelatedNames checks that the names in a comment have to do with its declaration: the declaration uses the name, or
// the name the declaration, a type has both, one name contains the other, or an Example or a fuzzer uses both. So the
// name of another thing is noticed where the sentence is about this one.
func TestRelatedNames(t *testing.T) {
	listed, found := relatedRows(t), 0
	relations, used, inFile := map[string]*relation{}, map[ast.Node]map[string]bool{}, map[*ast.File]map[string]bool{}
	aName := regexp.MustCompile(`(\[\*?)?\b((?:[A-Za-z]\w*\.)*)([A-Za-z]\w*)`)
	ours := map[string]bool{"uri": true}
	for _, dir := range append([]string{"guard/guardtest"}, all...) {
		ours[path.Base(dir)] = true
	}
	camel := regexp.MustCompile(`[a-z0-9][A-Z]`)
	eachComment(t, func(dir string, _ *loaded, f *ast.File, c commented) {
		r := relations[dir]
		if r == nil {
			r = relate(t, dir)
			relations[dir] = r
		}
		if inFile[f] == nil {
			inFile[f] = namesIn(f)
		}
		names, within := documented(f, c.of)
		uses := used[within]
		if uses == nil {
			uses = namesIn(within)
			used[within] = uses
		}
		text := quotation.ReplaceAllString(prosaic(c), `""`)
		for _, m := range aName.FindAllStringSubmatchIndex(text, -1) {
			qualifier, name := strings.Trim(text[m[4]:m[5]], "."), text[m[6]:m[7]]
			capital := m[0] > 1 && ast.IsExported(name) && strings.ContainsAny(text[m[0]-2:m[0]-1], "abcdefghijklmnopqrstuvwxyz,;") && !acronyms[name] && !twoCapitals.MatchString(text[m[0]:])
			if m[2] < 0 && !capital && !camel.MatchString(name) || !r.declared[name] && qualifier == "" || uses[name] {
				continue
			}
			if typ := r.members[qualifier]; typ != nil && ast.IsExported(qualifier) && !typ[name] {
				t.Errorf("%s: %s has no %s", fset.Position(c.Pos()), qualifier, name)
			}
			found++
			if qualifier != "" && !r.declared[qualifier] { // of another package
				if !ours[qualifier] || inFile[f][name] || r.isShown(names, name) {
					continue
				}
			} else if r.related(names, name, isMethod(c.of)) || returnsError(c.of) && strings.HasSuffix(name, "Error") {
				continue
			}
			listed.check(fset.Position(c.Pos()).String(), strings.Replace(dir, ".", "uri", 1)+" "+strings.Join(names, ".")+": "+name)
		}
	})
	inDocuments(t, listed)
	inPackageComments(t, listed)
	for row := range listed.unused {
		t.Errorf("related.txt: nothing needs %s", row)
	}
	if found < 300 {
		t.Errorf("only %d names", found)
	}
}

// documented returns the names of the declaration with a comment, with the type before a method or a field, and the
// syntax that the comment is about: for a field that of its type, for a constant that of its group.
func documented(f *ast.File, of ast.Node) (names []string, within ast.Node) {
	within = of
	switch d := of.(type) {
	case *ast.FuncDecl:
		names = slices.DeleteFunc([]string{receiverOf(d), d.Name.Name}, func(name string) bool { return name == "" })
	case *ast.TypeSpec:
		names = []string{d.Name.Name}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, s.Name.Name)
			case *ast.ValueSpec:
				names = append(names, s.Names[0].Name)
			}
		}
	case *ast.ValueSpec:
		names = []string{d.Names[0].Name}
	}
	for _, decl := range f.Decls { // a field or a constant is of its type or its group
		if d, ok := decl.(*ast.GenDecl); ok && d.Pos() <= of.Pos() && of.End() <= d.End() {
			for _, spec := range d.Specs {
				if s, ok := spec.(*ast.TypeSpec); ok && s.Pos() <= of.Pos() && of.End() <= s.End() {
					names, within = append(names, s.Name.Name), s
				} else if len(d.Specs) > 1 {
					within = d
				}
			}
		}
	}
	if field, ok := of.(*ast.Field); ok && len(field.Names) > 0 {
		names = append(names, field.Names[0].Name)
	}
	return names, within
}

// related reports whether a name belongs to one of the names of a declaration. What uses the type of a method has
// nothing to do with the method.
func (r *relation) related(names []string, name string, isMethod bool) bool {
	return slices.ContainsFunc(names, func(of string) bool {
		small, other := strings.ToLower(of), strings.ToLower(name)
		return of == name || (!isMethod || of == names[1]) && r.users[of][name] || r.members[of][name] ||
			strings.Contains(small, other) || strings.Contains(other, small) ||
			regexp.MustCompile(`\b`+of+`\b`).MatchString(r.comments[name]) ||
			r.isShown([]string{of}, name)
	})
}

// isMethod reports whether a piece of syntax declares a method.
func isMethod(n ast.Node) bool {
	f, ok := n.(*ast.FuncDecl)
	return ok && f.Recv != nil
}

// isShown reports whether an Example or a fuzzer uses a name and one of the others. Methods of common interfaces are beside
// anything there.
func (r *relation) isShown(names []string, name string) bool {
	return !called[name] && name != "ServeHTTP" && slices.ContainsFunc(r.shown, func(used map[string]bool) bool {
		return used[name] && slices.ContainsFunc(names, func(of string) bool { return used[of] })
	})
}

// returnsError reports whether a function has a result of type error.
func returnsError(n ast.Node) bool {
	f, ok := n.(*ast.FuncDecl)
	return ok && f.Type.Results != nil && slices.ContainsFunc(f.Type.Results.List, func(field *ast.Field) bool {
		return types.ExprString(field.Type) == "error"
	})
}
