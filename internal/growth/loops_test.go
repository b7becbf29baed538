package growth_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/web"
)

const root = "../.."

// A loop calls a method n times, each time of its result. If the method copies what grows with
// each call, the bytes that the loop allocates grow with n².
type loop struct {
	quadratic bool
	run       func(n int)
}

// loops has one for each exported method of packages uri, web, crawl and guard with its
// receiver's type as a result. The quadratic ones are JoinSegments and Resolve of a URI, and
// With and Without of Values: their comments say so.
var loops = map[string]loop{
	"URI.Clone":           {false, ofURI(func(u uri.URI, i int) (uri.URI, error) { return u.Clone(), nil })},
	"URI.JoinSegments":    {true, ofURI(func(u uri.URI, i int) (uri.URI, error) { return u.JoinSegments("a") })},
	"URI.Normalize":       {false, ofURI(func(u uri.URI, i int) (uri.URI, error) { return u.Normalize(), nil })},
	"URI.Resolve":         {true, ofURI(func(u uri.URI, i int) (uri.URI, error) { return u.Resolve(directory) })},
	"URI.WithAuthority":   {false, ofURI(func(u uri.URI, i int) (uri.URI, error) { return u.WithAuthority("h:80") })},
	"URI.WithFragment":    {false, ofURI(func(u uri.URI, i int) (uri.URI, error) { return u.WithFragment("f") })},
	"URI.WithHost":        {false, ofURI(func(u uri.URI, i int) (uri.URI, error) { return u.WithHost("h2") })},
	"URI.WithPath":        {false, ofURI(func(u uri.URI, i int) (uri.URI, error) { return u.WithPath("/b") })},
	"URI.WithPort":        {false, ofURI(func(u uri.URI, i int) (uri.URI, error) { return u.WithPort("80") })},
	"URI.WithQuery":       {false, ofURI(func(u uri.URI, i int) (uri.URI, error) { return u.WithQuery("q") })},
	"URI.WithScheme":      {false, ofURI(func(u uri.URI, i int) (uri.URI, error) { return u.WithScheme("x") })},
	"URI.WithUserinfo":    {false, ofURI(func(u uri.URI, i int) (uri.URI, error) { return u.WithUserinfo("u") })},
	"URI.WithValues":      {false, ofURI(func(u uri.URI, i int) (uri.URI, error) { return u.WithValues(uri.Values{"q"}) })},
	"URI.WithoutFragment": {false, ofURI(func(u uri.URI, i int) (uri.URI, error) { return u.WithoutFragment(), nil })},
	"URI.WithoutPort":     {false, ofURI(func(u uri.URI, i int) (uri.URI, error) { return u.WithoutPort(), nil })},
	"URI.WithoutQuery":    {false, ofURI(func(u uri.URI, i int) (uri.URI, error) { return u.WithoutQuery(), nil })},
	"URI.WithoutUserinfo": {false, ofURI(func(u uri.URI, i int) (uri.URI, error) { return u.WithoutUserinfo(), nil })},
	"Values.Without": {true, func(n int) {
		v := make(uri.Values, n)
		for i := range v {
			v[i] = uri.Pair(name(i))
		}
		for i := range n {
			v = v.Without(name(i))
		}
	}},
	"Values.With": {true, func(n int) {
		var v uri.Values
		for i := range n {
			v = v.With(name(i), "")
		}
	}},
	"Values.Sorted": {false, func(n int) {
		v := uri.Values{"b", "a"}
		for range n {
			v = v.Sorted()
		}
	}},
	"URL.WithoutFragment": {false, func(n int) {
		u, _ := web.Parse("http://h/#f")
		for range n {
			u = u.WithoutFragment()
		}
	}},
}

var directory, page = uri.MustParse("a/"), uri.MustParse("http://h/b")

func name(i int) string { return fmt.Sprintf("%05d", i) }

// ofURI is the loop of a method of URI.
func ofURI(method func(u uri.URI, i int) (uri.URI, error)) func(n int) {
	return func(n int) {
		u := uri.MustParse("http://u@h:80/a/?q#f")
		for i := range n {
			var err error
			if u, err = method(u, i); err != nil {
				panic(err)
			}
		}
	}
}

// allocated returns how many bytes f(n) allocates.
func allocated(f func(n int), n int) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f(n)
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestLoops checks which methods are quadratic in a loop, that their comments say so, and that
// the way to add many pairs that the comment of Values gives is linear.
func TestLoops(t *testing.T) {
	isQuadratic := func(f func(n int)) bool {
		const n, factor = 300, 8 // linear work allocates 8 times as much, quadratic 64 times
		return allocated(f, n*factor) > 3*factor*(allocated(f, n)+1<<12)
	}
	comments := methods(t)
	for name, comment := range comments {
		l, ok := loops[name]
		switch {
		case !ok:
			t.Errorf("%s has no loop", name)
			continue
		case isQuadratic(l.run) != l.quadratic:
			t.Errorf("%s: quadratic is %v", name, !l.quadratic)
		}
		if says := strings.Contains(comment, "n²"); says != l.quadratic {
			t.Errorf("%s: that the comment names a quadratic loop is %v", name, says)
		}
	}
	for name := range loops {
		if _, ok := comments[name]; !ok {
			t.Errorf("%s is no method that returns its receiver's type", name)
		}
	}
	if isQuadratic(func(n int) {
		var v uri.Values
		for i := range n {
			v = append(v, uri.NewPair(name(i), ""))
		}
		if _, err := page.WithValues(v); err != nil {
			panic(err)
		}
	}) {
		t.Error("append is quadratic")
	}
}

// methods returns the comments of the exported methods whose results have the type of the
// receiver: "URI.Clone".
func methods(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, folder := range []string{"", "web", "crawl", "guard"} {
		files, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(folder, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, text, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range parsed.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok || f.Recv == nil || !f.Name.IsExported() || f.Type.Results == nil {
					continue
				}
				receiver, ok := f.Recv.List[0].Type.(*ast.Ident)
				if ok && receiver.IsExported() && slices.ContainsFunc(f.Type.Results.List, func(x *ast.Field) bool {
					result, ok := x.Type.(*ast.Ident)
					return ok && result.Name == receiver.Name
				}) {
					found[receiver.Name+"."+f.Name.Name] = f.Doc.Text()
				}
			}
		}
	}
	return found
}
