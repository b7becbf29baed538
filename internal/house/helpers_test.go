package house

import (
	"go/ast"
	"go/printer"
	"strings"
	"testing"
)

// TestHelpers checks that no two functions have the same body and, apart from case, the same
// name. A helper of two packages belongs in a package of internal.
func TestHelpers(t *testing.T) {
	first := map[string]string{}
	for _, dir := range all {
		p := code(t, dir)
		for _, f := range p.files {
			for _, decl := range f.Decls {
				d, ok := decl.(*ast.FuncDecl)
				if !ok || d.Recv != nil || d.Body == nil {
					continue
				}
				var text strings.Builder
				text.WriteString(strings.ToLower(d.Name.Name))
				if err := printer.Fprint(&text, p.fset, d.Body); err != nil {
					t.Fatal(err)
				}
				place := p.fset.Position(d.Pos()).String()
				if other, ok := first[text.String()]; ok {
					t.Errorf("%s: %s is also at %s: move it to a package of internal", place, d.Name.Name, other)
				}
				first[text.String()] = place
			}
		}
	}
}
