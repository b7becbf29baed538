package house

import (
	"go/ast"
	"go/types"
	"testing"
)

// TestInterpretFields checks that the command "uri interpret" has a case for each struct of a
// scheme.
func TestInterpretFields(t *testing.T) {
	named := map[string]bool{}
	for _, f := range code(t, "cmd/uri").files {
		ast.Inspect(f, func(n ast.Node) bool {
			if d, ok := n.(*ast.FuncDecl); ok && d.Name.Name != "fieldsOf" {
				return false
			}
			if c, ok := n.(*ast.CaseClause); ok {
				for _, e := range c.List {
					named[types.ExprString(e)] = true
				}
			}
			return true
		})
	}
	scope := code(t, ".").types.Scope()
	scheme := scope.Lookup("Scheme").Type().Underlying().(*types.Interface)
	count := 0
	for _, name := range scope.Names() {
		o, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || types.IsInterface(o.Type()) || !types.Implements(o.Type(), scheme) {
			continue
		}
		count++
		if !named["uri."+name] {
			t.Errorf("fieldsOf, in cmd/uri/interpret.go, has no case for uri.%s", name)
		}
	}
	if count < 11 {
		t.Errorf("%d structs", count)
	}
}
