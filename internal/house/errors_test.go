package house

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// shownOnly matches the objects of package uri with text for people. Code must not depend on this
// text: an error has values for that.
var shownOnly = regexp.MustCompile(`^(Op|reason|section|production|` +
	`\(example\.com/uri\.Rule\)\.\w+|\(\*example\.com/uri\.(Syntax|Field)Error\)\.(Error|Reason|Hint))$`)

// TestErrorText checks that no code compares the text of an error: its operation, the name or
// section of its rule, its reason.
func TestErrorText(t *testing.T) {
	compared := 0
	for _, dir := range all {
		p := code(t, dir)
		check := func(where ast.Node, operands ...ast.Expr) {
			compared++
			for _, x := range operands {
				if x == nil {
					continue
				}
				ast.Inspect(x, func(n ast.Node) bool {
					if ident, ok := n.(*ast.Ident); ok && isShownOnly(p.info.Uses[ident]) {
						t.Errorf("%s: %s is text for people: compare a value of the error instead", p.fset.Position(where.Pos()), ident.Name)
					}
					return true
				})
			}
		}
		for _, f := range p.files {
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.BinaryExpr:
					if n.Op == token.EQL || n.Op == token.NEQ {
						check(n, n.X, n.Y)
					}
				case *ast.SwitchStmt:
					check(n, n.Tag)
				case *ast.CallExpr:
					if fun, ok := n.Fun.(*ast.SelectorExpr); ok {
						if f, ok := p.info.Uses[fun.Sel].(*types.Func); ok && f.Pkg() != nil &&
							slices.Contains([]string{"strings", "slices", "regexp", module + "/internal/schemes"}, f.Pkg().Path()) {
							check(n, n.Args...)
						}
					}
				}
				return true
			})
		}
	}
	if compared < 1000 {
		t.Errorf("%d comparisons", compared)
	}
}

// isShownOnly reports whether o is an object of package uri that shownOnly matches.
func isShownOnly(o types.Object) bool {
	switch o := o.(type) {
	case *types.Func:
		return shownOnly.MatchString(o.FullName())
	case *types.Var:
		return o.IsField() && o.Pkg() != nil && o.Pkg().Path() == module && shownOnly.MatchString(o.Name())
	}
	return false
}

// TestParseLinks builds a program that only calls Parse and shows the error. It has no
// function of hints, and of the schemes only their table.
func TestParseLinks(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "main.go")
	const source = `package main

import (
	"os"

	"example.com/uri"
)

func main() {
	u, err := uri.Parse(os.Args[1])
	if err != nil {
		println(err.Error())
		os.Exit(1)
	}
	println(u.String())
}
`
	if err := os.WriteFile(program, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(dir, "main.exe")
	build := exec.Command("go", "build", "-o", binary, program)
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if linked, err := os.ReadFile(binary); err != nil || bytes.Contains(linked, []byte(" acap acct acd ")) {
		t.Errorf("a program that only parses has the names of the registered schemes: %v", err)
	}
	symbols, err := exec.Command("go", "tool", "nm", binary).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, symbols)
	}
	if !regexp.MustCompile(regexp.QuoteMeta(module) + `\.\(\*SyntaxError\)\.Error`).Match(symbols) {
		t.Error("no symbol of package uri was found")
	}
	for _, found := range regexp.MustCompile(regexp.QuoteMeta(module)+`\S*(?i:hint|meaning|\.Fix|FTP|mailto|resolve)\S*`).FindAllString(string(symbols), -1) {
		t.Errorf("a program that only parses links %s", found)
	}
}
