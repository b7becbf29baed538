package secret_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"log/slog"
	"net/url"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/archive"
	"example.com/uri/crawl"
	"example.com/uri/guard"
	"example.com/uri/guard/httpguard"
	"example.com/uri/internal/seed"
	"example.com/uri/links"
	"example.com/uri/page"
	"example.com/uri/web"
)

// planted is a URL with the password in the places that [uri.URI.Redacted] hides.
const planted = "http://u:" + password + "@h/?token=" + password

// structs returns a pointer to a value of each exported struct. Values without exported fields have
// the password.
func structs() []any {
	syntax := new(uri.URI).UnmarshalText([]byte(planted + " "))
	syntaxError, _ := syntax.(*uri.SyntaxError)
	browser, _ := web.Parse(planted)
	_, refused := web.Parse(planted[:len("http://u:")] + password + "@h:x/")
	webError, _ := refused.(*web.Error)
	target, _ := guard.ParseTarget("GET", "http://h/?token="+password)
	hosts, _ := guard.ParseHosts("a.example")
	origins, _ := guard.ParseOrigins("https://a.example")
	callbacks, _ := guard.ParseCallbacks("https://h/?token=" + password)
	optional, login, u := uri.Defined(planted), uri.LoginPassword("u", password), uri.MustParse(planted)
	return []any{
		&uri.FTP{}, &uri.HTTP{}, &uri.Gopher{}, &uri.Mailto{}, &uri.MailtoHeader{}, &uri.News{}, &uri.NNTP{}, &uri.Telnet{}, &uri.WAIS{},
		&uri.File{}, &uri.Prospero{}, &uri.ProsperoField{}, &uri.Other{}, &uri.Generic{}, &uri.Server{}, &uri.Resolver{}, &uri.Redactor{}, &uri.FieldError{},
		&optional, &login, &u, syntaxError, &syntaxError.Rule, &browser, &web.Parser{}, webError,
		&links.Match{}, &links.Change{}, &links.Extractor{}, &links.Expander{}, &links.Reader{}, &links.Reading{}, &links.Repairer{}, &links.RepairError{},
		&page.Reference{}, &page.Candidate{}, &page.Link{}, &page.Param{}, &archive.Keyer{}, &crawl.Keyer{}, &crawl.Robots{}, &crawl.Scope{},
		&guard.Reading{}, &guard.Finding{}, &guard.Error{}, &guard.Gate{}, &guard.Redirector{}, &guard.Rewrite{}, &target, &hosts, &origins, &callbacks,
		&httpguard.Client{}, &httpguard.ReverseProxy{}, &httpguard.ForwardProxy{},
	}
}

// settings are the fields with words of this module or of a program, never with text from a URL.
var settings = map[string]bool{
	"SyntaxError.Op": false, "FieldError.Op": false, "FieldError.Field": false, "FieldError.Reason": false, "Error.Name": false, "Error.Op": false, "Error.Part": false, "Error.Reason": false,
	"Error.Reader": false, "Error.Reference": false, "Error.Address": false, "Reading.By": false, "Redactor.Names": false, "Redactor.Mask": false, "Extractor.Schemes": false,
	"Extractor.Only": false, "Expander.Scheme": false, "Reader.Scheme": false, "Keyer.IndexNames": false, "Rewrite.From": false, "Rewrite.Keep": false, "ReverseProxy.Fields": false,
}

// plant sets the text in x to the password, as parts of URLs.
func plant(x reflect.Value, name string) {
	switch v := x.Interface().(type) {
	case uri.URI:
		x.Set(reflect.ValueOf(uri.MustParse(planted)))
		return
	case uri.Login:
		x.Set(reflect.ValueOf(uri.LoginPassword("u", password)))
		return
	case uri.Optional:
		var text reflect.Value = reflect.New(reflect.TypeFor[string]()).Elem()
		plant(text, name)
		x.Set(reflect.ValueOf(uri.Defined(text.String())))
		return
	case *url.URL:
		v, _ = url.Parse(planted)
		x.Set(reflect.ValueOf(v))
		return
	}
	switch x.Kind() {
	case reflect.String:
		switch text := planted; name {
		case "Userinfo":
			x.SetString("u:" + password)
		case "Query":
			x.SetString("token=" + password)
		case "Host":
			x.SetString("h")
		default:
			x.SetString(text)
		}
	case reflect.Struct:
		for i := range x.NumField() {
			name := x.Type().Field(i).Name
			if _, ok := settings[x.Type().Name()+"."+name]; ok {
				settings[x.Type().Name()+"."+name] = true
			} else if f := x.Field(i); f.CanSet() {
				plant(f, name)
			}
		}
	case reflect.Slice:
		x.Set(reflect.MakeSlice(x.Type(), 1, 1))
		plant(x.Index(0), name)
	case reflect.Interface:
		if x.Type() == reflect.TypeFor[error]() {
			_, err := uri.Parse(planted + " ")
			x.Set(reflect.ValueOf(err))
		}
	}
}

// The sentences of the comment of a struct that cannot hide secrets.
const (
	showsAll  = "Packages fmt and log/slog show it with its secrets."
	showsJSON = "A JSON handler of log/slog shows it with its secrets."
)

// TestStructs plants the password in all fields of the exported structs, and looks for it in what
// %+v, %#v and the handlers of log/slog show. The comment of a struct says if they show it.
func TestStructs(t *testing.T) {
	comments := structComments(t)
	for _, x := range structs() {
		v := reflect.ValueOf(x).Elem()
		if zero, ok := reflect.New(v.Type()).Interface().(error); ok && zero.Error() == "" {
			t.Errorf("%T: the zero error has no text", x)
		}
		plant(v, "")
		comment, ok := comments[v.Type().String()]
		if !ok {
			t.Errorf("%T is no exported struct", x)
		}
		delete(comments, v.Type().String())
		isShown, inJSON := strings.Contains(comment, showsAll), strings.Contains(comment, showsJSON)
		all := []any{x}
		if _, isError := x.(error); !isError {
			all = append(all, v.Interface())
		}
		shown := map[string]string{}
		for _, value := range all {
			var text, js bytes.Buffer
			slog.New(slog.NewTextHandler(&text, nil)).Info("x", "value", value)
			slog.New(slog.NewJSONHandler(&js, nil)).Info("x", "value", value)
			for form, s := range map[string]string{"%+v": fmt.Sprintf("%+v", value), "%#v": fmt.Sprintf("%#v", value), "text": text.String(), "JSON": js.String()} {
				if shows(s) {
					shown[form] = s
				}
			}
		}
		for form, s := range shown {
			if !isShown && !(inJSON && form == "JSON") {
				t.Errorf("%T %s: %s", x, form, s)
			}
		}
		if inJSON && shown["JSON"] == "" || isShown && len(shown) < 4 && v.NumField() > 0 && v.Type().Field(0).IsExported() {
			t.Errorf("%T hides more than its comment says: %v", x, shown)
		}
	}
	for name := range comments {
		t.Errorf("%s has no value here", name)
	}
	for name, used := range settings {
		if !used {
			t.Errorf("%s is no field", name)
		}
	}
}

// TestRefusals checks that refusals calls each exported function that takes a text, a URI or a URL
// and returns an error.
func TestRefusals(t *testing.T) {
	p := planter{seed.Rand(t)}
	called := refusals(p, "http://u:p@h/")
	takes := regexp.MustCompile(`^(\.\.\.)?(string|\[\]byte|any|URI|uri\.URI|URL|web\.URL|\*url\.URL|Values)$`)
	n := 0
	eachDecl(t, func(pkg string, d ast.Decl) {
		f, ok := d.(*ast.FuncDecl)
		if !ok || !f.Name.IsExported() || f.Type.Results == nil {
			return
		}
		last := f.Type.Results.List[len(f.Type.Results.List)-1]
		if types.ExprString(last.Type) != "error" || !slices.ContainsFunc(f.Type.Params.List, func(x *ast.Field) bool { return takes.MatchString(types.ExprString(x.Type)) }) {
			return
		}
		name := pkg + "." + f.Name.Name
		if f.Recv != nil {
			receiver := strings.TrimPrefix(types.ExprString(f.Recv.List[0].Type), "*")
			name = pkg + "." + receiver + "." + f.Name.Name
			if !ast.IsExported(receiver) || strings.HasPrefix(f.Name.Name, "Append") && f.Name.Name != "AppendResolve" {
				return // AppendText and AppendBinary never fail
			}
		}
		n++
		if _, ok := called[name]; !ok {
			t.Errorf("refusals does not call %s", name)
		}
	})
	if n < 80 {
		t.Errorf("only %d functions", n)
	}
}

// structComments returns the comments of the exported structs in the packages for import.
func structComments(t *testing.T) map[string]string {
	t.Helper()
	comments := map[string]string{}
	eachDecl(t, func(pkg string, d ast.Decl) {
		g, ok := d.(*ast.GenDecl)
		for i := 0; ok && i < len(g.Specs); i++ {
			spec, isType := g.Specs[i].(*ast.TypeSpec)
			if isType && spec.Name.IsExported() {
				if _, isStruct := spec.Type.(*ast.StructType); isStruct {
					comments[pkg+"."+spec.Name.Name] = strings.Join(strings.Fields(g.Doc.Text()), " ")
				}
			}
		}
	})
	return comments
}

// eachDecl calls f with the declarations of the packages for import, except guardtest: its texts are
// made up by tests.
func eachDecl(t *testing.T, f func(pkg string, d ast.Decl)) {
	t.Helper()
	for _, dir := range []string{".", "web", "links", "page", "archive", "crawl", "guard", "guard/httpguard"} {
		names, err := filepath.Glob(filepath.Join("../..", dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range file.Decls {
				f(file.Name.Name, d)
			}
		}
	}
}
