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
	declared map[string][]ast.Node        // the declarations of a name; of a field that of its type
	uses     map[ast.Node]map[string]bool // the names in a declaration
	users    map[string]map[string]bool   // the declarations that use a name, and their receivers
	members  map[string]map[string]bool   // the methods of a type
	tests    []map[string]bool            // the names in each Example and in each short test
	comments map[string]string            // the comment of a name
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
	r := &relation{map[string][]ast.Node{}, map[ast.Node]map[string]bool{}, map[string]map[string]bool{}, map[string]map[string]bool{}, nil, map[string]string{}}
	set := func(m map[string]map[string]bool, key string, names ...string) {
		if m[key] == nil {
			m[key] = map[string]bool{}
		}
		for _, name := range names {
			m[key][name] = true
		}
	}
	files, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		f, err := parsed(file)
		if err != nil {
			t.Fatal(err)
		}
		isTest := strings.HasSuffix(file, "_test.go")
		for _, decl := range f.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if isTest {
					if d.Recv == nil && (strings.HasPrefix(d.Name.Name, "Example") || strings.HasPrefix(d.Name.Name, "Fuzz") || strings.HasPrefix(d.Name.Name, "Test") && fset.Position(d.End()).Line-fset.Position(d.Pos()).Line < 40) {
						r.tests = append(r.tests, namesIn(d))
					}
					continue
				}
				r.declared[d.Name.Name] = append(r.declared[d.Name.Name], d)
				r.uses[d] = namesIn(d)
				r.comments[d.Name.Name] += d.Doc.Text()
				for name := range r.uses[d] {
					set(r.users, name, d.Name.Name, receiverOf(d))
				}
				set(r.members, receiverOf(d), d.Name.Name)
			case *ast.GenDecl:
				if isTest {
					continue
				}
				for _, spec := range d.Specs {
					switch s := spec.(type) {
					case *ast.TypeSpec:
						r.uses[s] = namesIn(s)
						ast.Inspect(s, func(n ast.Node) bool {
							if field, ok := n.(*ast.Field); ok {
								for _, id := range field.Names {
									r.declared[id.Name] = append(r.declared[id.Name], s)
								}
							}
							return true
						})
						r.comments[s.Name.Name] += d.Doc.Text() + s.Doc.Text()
						r.declared[s.Name.Name] = append(r.declared[s.Name.Name], s)
						for name := range r.uses[s] {
							set(r.users, name, s.Name.Name)
						}
					case *ast.ValueSpec:
						for _, id := range s.Names {
							r.comments[id.Name] += d.Doc.Text() + s.Doc.Text()
							r.declared[id.Name] = append(r.declared[id.Name], d)
						}
						for name := range namesIn(s) {
							set(r.users, name, s.Names[0].Name)
						}
					}
				}
			}
		}
	}
	return r
}

// implementation returns the names that a declaration uses, and those of the unexported functions that it calls.
func (r *relation) implementation(n ast.Node) map[string]bool {
	all := namesIn(n)
	work := all
	for range 2 {
		next := map[string]bool{}
		for name := range work {
			for _, d := range r.declared[name] {
				if _, ok := d.(*ast.FuncDecl); ok && !ast.IsExported(name) {
					for used := range r.uses[d] {
						next[used] = true
					}
				}
			}
		}
		for name := range next {
			all[name] = true
		}
		work = next
	}
	return all
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
		l.t.Errorf("%s: no code, Example or short test has both; if the sentence is true, add to testdata/related.txt:\n%s", place, row)
	}
}

// inDocuments checks the names of Go in the text of documents: a block of code of the section has the name, or a row
// of the list.
func inDocuments(t *testing.T, l listed) {
	n := names{t: t, declared: map[string]bool{}, fields: map[string]bool{}, flags: map[string]bool{}, commands: map[string]bool{}}
	n.collect()
	for _, document := range []string{"README.md", "COOKBOOK.md", "SECURITY.md", "docs/tasks.md"} {
		text, err := os.ReadFile(filepath.Join(root, document))
		if err != nil {
			t.Fatal(err)
		}
		for _, section := range regexp.MustCompile(`(?m)^##+ `).Split(string(text), -1) {
			title, _, _ := strings.Cut(section, "\n")
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
// the name the declaration, a type has both, one name contains the other, or an Example or a short test uses both. So the
// name of another thing is noticed where the sentence is about this one.
func TestRelatedNames(t *testing.T) {
	listed, found := relatedRows(t), 0
	relations, implementations, inFile := map[string]*relation{}, map[ast.Node]map[string]bool{}, map[*ast.File]map[string]bool{}
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
		uses := implementations[within]
		if uses == nil {
			uses = r.implementation(within)
			implementations[within] = uses
		}
		text := quotation.ReplaceAllString(prosaic(c), `""`)
		for _, m := range aName.FindAllStringSubmatchIndex(text, -1) {
			qualifier, name := strings.Trim(text[m[4]:m[5]], "."), text[m[6]:m[7]]
			capital := m[0] > 1 && ast.IsExported(name) && strings.ContainsAny(text[m[0]-2:m[0]-1], "abcdefghijklmnopqrstuvwxyz,;") && !acronyms[name] && !twoCapitals.MatchString(text[m[0]:])
			if m[2] < 0 && !capital && !camel.MatchString(name) || len(r.declared[name]) == 0 && qualifier == "" || uses[name] {
				continue
			}
			found++
			if qualifier != "" && len(r.declared[qualifier]) == 0 { // of another package
				if !ours[qualifier] || inFile[f][name] || r.tested(names, name) {
					continue
				}
			} else if r.related(names, name) || r.within(names, name) || returnsError(c.of) && strings.HasSuffix(name, "Error") {
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

// related reports whether a name belongs to one of the names of a declaration.
func (r *relation) related(names []string, name string) bool {
	return slices.ContainsFunc(names, func(of string) bool {
		small, other := strings.ToLower(of), strings.ToLower(name)
		return of == name || r.users[of][name] || r.members[of][name] ||
			strings.Contains(small, other) || strings.Contains(other, small) ||
			regexp.MustCompile(`\b`+of+`\b`).MatchString(r.comments[name]) ||
			r.tested([]string{of}, name)
	})
}

// tested reports whether an Example, a fuzzer or a short test uses a name and one of the others.
func (r *relation) tested(names []string, name string) bool {
	return slices.ContainsFunc(r.tests, func(used map[string]bool) bool {
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

// within reports whether the implementation of a name has one of the unexported names of a declaration.
func (r *relation) within(names []string, name string) bool {
	for _, d := range r.declared[name] {
		uses := r.implementation(d)
		if slices.ContainsFunc(names, func(of string) bool { return !ast.IsExported(of) && uses[of] }) {
			return true
		}
	}
	return false
}
