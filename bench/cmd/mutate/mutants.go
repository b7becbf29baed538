package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A mutant is a change of one place.
type mutant struct {
	id       int
	file     string
	line     int
	function string
	kind     string // the change, in words
	place    *place
	text     string // the source that stands there instead
	dropped  bool   // it does not compile
}

func (m *mutant) String() string {
	return fmt.Sprintf("%s:%d: %s: %s", m.file, m.line, m.function, m.kind)
}

// A place is the source from start to end of a file. Places are nested or apart.
type place struct {
	start, end int
	as         string // "bool", "statement", "table", or the type of an expression
}

// A pkg is the source of a package without its tests.
type pkg struct {
	short   string // its name
	fset    *token.FileSet
	files   map[string]*ast.File
	sources map[string][]byte
	types   *types.Package
	info    *types.Info
}

func load(dir string) (*pkg, error) {
	p := &pkg{
		fset: token.NewFileSet(), files: map[string]*ast.File{}, sources: map[string][]byte{},
		info: &types.Info{
			Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{},
		},
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		if ok, err := build.Default.MatchFile(filepath.Split(name)); err != nil || !ok {
			if err != nil {
				return nil, err
			}
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(p.fset, name, source, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
		p.short = f.Name.Name
		p.files[filepath.Base(name)], p.sources[filepath.Base(name)] = f, source
	}
	conf := types.Config{Importer: importer.ForCompiler(p.fset, "source", nil)}
	p.types, err = conf.Check(p.short, p.fset, files, p.info)
	return p, err
}

// A declared is a function, or the constants and variables of one specification.
type declared struct {
	name string
	file string
	node ast.Node
}

// mutants returns the mutants of the functions with names that match from, and of all
// declarations they use, in the order of the files. It leaves out functions with names
// that match stop.
func (p *pkg) mutants(from, stop *regexp.Regexp) []*mutant {
	declarations := map[types.Object]declared{}
	for file, f := range p.files {
		declare := func(name *ast.Ident, node ast.Node) {
			declarations[p.info.Defs[name]] = declared{name.Name, file, node}
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				declare(d.Name, d)
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if v, ok := spec.(*ast.ValueSpec); ok {
						for _, name := range v.Names {
							declare(name, v)
						}
					}
				}
			}
		}
	}

	reached := map[ast.Node]declared{}
	var todo []declared
	add := func(o types.Object) {
		d, ok := declarations[o]
		if _, known := reached[d.node]; ok && !known && !stop.MatchString(d.name) {
			reached[d.node] = d
			todo = append(todo, d)
		}
	}
	for o, d := range declarations {
		if _, ok := o.(*types.Func); ok && from.MatchString(d.name) {
			add(o)
		}
	}
	for ; len(todo) > 0; todo = todo[1:] {
		ast.Inspect(todo[0].node, func(n ast.Node) bool {
			if name, ok := n.(*ast.Ident); ok {
				add(p.info.Uses[name])
			}
			return true
		})
	}

	var all []*mutant
	for _, d := range reached {
		f := finder{pkg: p, declared: d, places: map[string]*place{}}
		if _, ok := d.node.(*ast.FuncDecl); ok && d.name != "makeTable" {
			ast.Inspect(d.node, f.visit)
		}
		if v, ok := d.node.(*ast.ValueSpec); ok && d.name == "table" && p.short == "uri" {
			f.classes(v)
		}
		all = append(all, f.mutants...)
	}
	slices.SortFunc(all, func(a, b *mutant) int {
		switch {
		case a.file != b.file:
			return strings.Compare(a.file, b.file)
		case a.place.start != b.place.start:
			return a.place.start - b.place.start
		}
		return strings.Compare(a.kind, b.kind)
	})
	return all
}

// A finder finds the mutants of a declaration.
type finder struct {
	*pkg
	declared
	places  map[string]*place
	mutants []*mutant
}

func (f *finder) text(n ast.Node) string {
	return string(f.sources[f.file][f.fset.Position(n.Pos()).Offset:f.fset.Position(n.End()).Offset])
}

// replace adds a mutant that has text in the place of n.
func (f *finder) replace(n ast.Node, as, text string) {
	start, end := f.fset.Position(n.Pos()), f.fset.Position(n.End())
	key := fmt.Sprint(start.Offset, end.Offset, as)
	if f.places[key] == nil {
		f.places[key] = &place{start.Offset, end.Offset, as}
	}
	old, _, more := strings.Cut(f.text(n), "\n")
	if more {
		old += "..."
	}
	kind := fmt.Sprintf("%q becomes %q", old, text)
	if text == "" {
		kind = fmt.Sprintf("%q is gone", old)
	}
	f.mutants = append(f.mutants, &mutant{
		file: f.file, line: start.Line, function: f.name, kind: kind, place: f.places[key], text: text,
	})
}

// expression adds a mutant of an expression that is no constant.
func (f *finder) expression(e ast.Expr, text string) {
	tv := f.info.Types[e]
	if tv.Type == nil {
		return
	}
	basic, ok := tv.Type.Underlying().(*types.Basic)
	switch {
	case !ok || basic.Info()&types.IsUntyped != 0 && basic.Kind() != types.UntypedBool:
	case basic.Info()&types.IsBoolean != 0:
		f.replace(e, "bool", text)
	case basic.Info()&types.IsInteger != 0:
		f.replace(e, types.TypeString(tv.Type, f.qualifier), text)
	}
}

// qualifier returns the name before the names of package other.
func (p *pkg) qualifier(other *types.Package) string {
	if other == p.types {
		return ""
	}
	return other.Name()
}

// others has the operators that may replace each operator.
var others = map[token.Token][]string{
	token.LSS: {"<=", ">"}, token.LEQ: {"<", "=="}, token.GTR: {">=", "<"}, token.GEQ: {">", "=="},
	token.EQL: {"!="}, token.NEQ: {"=="}, token.LAND: {"||"}, token.LOR: {"&&"},
	token.ADD: {"-"}, token.SUB: {"+"}, token.AND: {"|"}, token.OR: {"&"}, token.AND_NOT: {"&"}, token.XOR: {"|"},
	token.SHL: {">>"}, token.SHR: {"<<"}, token.MUL: {"+"}, token.QUO: {"*"},
}

// assignments has another assignment for each one that changes a variable.
var assignments = map[token.Token]string{
	token.ADD_ASSIGN: "-=", token.SUB_ASSIGN: "+=", token.OR_ASSIGN: "=", token.AND_ASSIGN: "=",
}

func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if f.info.Types[n].Value == nil {
			for _, operator := range others[n.Op] {
				f.expression(n, f.text(n.X)+" "+operator+" "+f.text(n.Y))
			}
		}
	case *ast.BasicLit:
		switch n.Kind {
		case token.INT:
			f.expression(n, n.Value+"+1")
			if v := f.info.Types[n].Value; v != nil && constant.Sign(v) > 0 {
				f.expression(n, n.Value+"-1")
			}
		case token.CHAR:
			if c, _, _, err := strconv.UnquoteChar(n.Value[1:], '\''); err == nil {
				f.expression(n, strconv.QuoteRune(c+1))
			}
		}
	case *ast.Ident:
		switch x := f.info.Uses[n].(type) {
		case *types.Const:
			if strings.HasSuffix(x.Type().String(), ".class") && n.Name != "isAlpha" {
				f.expression(n, "isAlpha")
			}
		case *types.Var:
			if strings.HasPrefix(n.Name, "rule") && strings.HasSuffix(x.Type().String(), ".rule") && n.Name != "ruleFragment" {
				f.expression(n, "ruleFragment")
			}
		}
	case *ast.IfStmt:
		for _, text := range []string{"!(" + f.text(n.Cond) + ")", "false", "true"} {
			f.expression(n.Cond, text)
		}
	case *ast.ForStmt:
		if n.Cond != nil {
			f.expression(n.Cond, "false")
		}
	case *ast.ReturnStmt:
		for _, e := range n.Results {
			if name, ok := e.(*ast.Ident); ok && (name.Name == "end" || name.Name == "i") {
				f.expression(e, name.Name+"+1")
			}
		}
	case *ast.BlockStmt:
		f.statements(n.List)
	case *ast.CaseClause:
		f.statements(n.Body)
		for _, e := range n.List {
			if f.info.Types[e].Value == nil {
				f.expression(e, "false")
			}
		}
	}
	return true
}

// statements adds the mutants without a statement, or with another assignment.
func (f *finder) statements(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.AssignStmt:
			if s.Tok != token.DEFINE {
				f.replace(s, "statement", "")
			}
			if token := assignments[s.Tok]; token != "" {
				f.replace(s, "statement", f.text(s.Lhs[0])+" "+token+" "+f.text(s.Rhs[0]))
			}
		case *ast.ExprStmt, *ast.IncDecStmt:
			f.replace(s, "statement", "")
		}
	}
}

// classes adds the mutants of the table of classes: each class that Parse uses gains
// one of five bytes, or loses it if it has it.
func (f *finder) classes(table *ast.ValueSpec) {
	for _, k := range strings.Fields("isAlpha isDigit isHex isAlphanum isURIC isURICNoSlash isRelSegment isScheme isRegName isUserinfo isLabel isPath isIPv6") {
		for _, b := range []byte{'a', '7', '.', '@', 0x80} {
			f.replace(table.Values[0], "table", fmt.Sprintf("%s, %q", k, b))
		}
	}
}

// changed returns the files with mutants, and in them all mutants that compile.
func (p *pkg) changed(mutants []*mutant) map[string][]byte {
	at := map[string]map[*place][]*mutant{}
	for _, m := range mutants {
		if at[m.file] == nil {
			at[m.file] = map[*place][]*mutant{}
		}
		if !m.dropped {
			at[m.file][m.place] = append(at[m.file][m.place], m)
		}
	}
	files := map[string][]byte{}
	for file, places := range at {
		files[file] = insert(p.sources[file], places)
	}
	return files
}

// An insertion is text before source[at].
type insertion struct {
	at, inner int // of several at one offset, the one with the smaller inner comes first
	text      string
}

// insert returns the source with the mutants in it. The source of each place stays and
// may have places in it; the mutants have the source as it was.
func insert(source []byte, places map[*place][]*mutant) []byte {
	var all []insertion
	for p, mutants := range places {
		if len(mutants) == 0 {
			continue
		}
		before, after := "", ""
		var not []string
		for _, m := range mutants {
			not = append(not, fmt.Sprintf("mutant != %d", m.id))
			switch p.as {
			case "bool":
				after += fmt.Sprintf(" || mutant == %d && (%s)", m.id, m.text)
			case "statement":
				after += fmt.Sprintf(" else if mutant == %d { %s }", m.id, m.text)
			case "table":
				before, after = fmt.Sprintf("flipped(%d, ", m.id)+before, after+", "+m.text+")"
			default:
				before += fmt.Sprintf("if mutant == %d { return %s }; ", m.id, m.text)
			}
		}
		switch p.as {
		case "bool":
			before, after = "("+strings.Join(not, " && ")+" && (", ")"+after+")"
		case "statement":
			before, after = "if "+strings.Join(not, " && ")+" { ", " }"+after
		case "table":
		default: // only one of the expressions is evaluated: some change a variable
			before, after = "func() "+p.as+" { "+before+"return ", " }()"
		}
		size := p.end - p.start
		all = append(all, insertion{p.start, 1<<30 - size, before}, insertion{p.end, -1<<30 + size, after})
	}
	slices.SortFunc(all, func(a, b insertion) int {
		if a.at != b.at {
			return a.at - b.at
		}
		return a.inner - b.inner
	})
	var out bytes.Buffer
	done := 0
	for _, i := range all {
		out.Write(source[done:i.at])
		out.WriteString(i.text)
		done = i.at
	}
	out.Write(source[done:])
	return out.Bytes()
}
