package house

import (
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// kinds are what each name of a package may be called.
type kinds map[string]map[string]bool

// kindsOf returns the kinds of the names that the code of folders declares.
func kindsOf(t *testing.T, dirs ...string) kinds {
	all := kinds{}
	add := func(kind string, names ...*ast.Ident) {
		for _, name := range names {
			if all[name.Name] == nil {
				all[name.Name] = map[string]bool{}
			}
			all[name.Name][kind] = true
		}
	}
	fields := func(list *ast.FieldList, kind string) {
		for _, field := range list.List {
			add(kind, field.Names...)
			if _, ok := field.Type.(*ast.FuncType); ok {
				add("function", field.Names...)
			}
		}
	}
	for _, dir := range dirs {
		for file, f := range filesIn(t, dir) {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncDecl:
					if add("function", n.Name); n.Recv != nil {
						add("method", n.Name)
					}
				case *ast.TypeSpec:
					add("type", n.Name)
					switch typ := n.Type.(type) {
					case *ast.InterfaceType:
						add("interface", n.Name)
						fields(typ.Methods, "method")
					case *ast.StructType:
						add("struct", n.Name)
						fields(typ.Fields, "field")
					}
				case *ast.GenDecl:
					for _, spec := range n.Specs {
						if s, ok := spec.(*ast.ValueSpec); ok {
							add(map[token.Token]string{token.CONST: "constant", token.VAR: "variable"}[n.Tok], s.Names...)
						}
					}
				}
				return true
			})
		}
	}
	return all
}

// aKind matches what a name is called, and the name in backquotes or brackets.
var aKind = regexp.MustCompile("\\b(interface|struct|method|field|function|constant|type|variable)s? (?:`|\\[\\*?)(?:\\w+\\.)*(\\w+)")

// aBound matches a number that bounds another one.
var aBound = regexp.MustCompile(`\b(?:(?:more|fewer|longer|less|larger|greater|shorter) than|at (?:most|least)|up to) ([a-z]\w*)`)

// uses match a name in a place of a sentence that only some kinds of names can have.
var uses = []struct {
	*regexp.Regexp
	kinds []string
}{
	{regexp.MustCompile(`\bzero \[?\*?([A-Z]\w*[a-z]\w*)`), []string{"type"}},
	{regexp.MustCompile(`\bthe zero ([a-z]\w*)`), []string{"type"}},
	{regexp.MustCompile(`\bthe ([A-Z]\w*[a-z]\w*) [A-Z][a-z]+\b`), []string{"type"}},
	{regexp.MustCompile(`\b[Cc]all \[?([A-Z]\w*[a-z]\w*|HTTP)\b`), []string{"function", "method"}},
	{regexp.MustCompile(`(?:^|\. )An? ([A-Z]\w*[a-z]\w*)`), []string{"type"}},
	{aBound, []string{"constant", "variable", "field"}},
	{regexp.MustCompile(`(?:^|[.:;,] |and |which |that |while |[Tt]hen |[Ii]f |because )\[?([A-Z]\w*[a-z]\w*)\]?(?:\(\))? (?:returns|reports|panics|fails|appends|calls|parses|decodes|refuses|` +
		`reads|accepts|writes|removes|finds|takes|yields|gives|resolves|matches|escapes|checks|compares|decides|allows)\b`), []string{"function", "method", "type"}},
	{regexp.MustCompile(`\b([A-Z]\w*[a-z]\w*) (?:is|are) (?:nil|empty|undefined|defined|0|true|false|set)\b`), []string{"field", "variable", "function", "method"}},
	{regexp.MustCompile(`^of ([A-Z]\w*[a-z]\w*)$`), []string{"function", "method"}},
	{regexp.MustCompile(`\b(?:[Cc]alls|[Rr]esult of|[Ss]ee|[Uu]se) \[?([A-Z]\w*[a-z]\w*)\]?`), []string{"function", "method", "type", "field"}},
}

// aCondition matches a name that decides something.
var aCondition = regexp.MustCompile(`\b(?:[Ii]f|[Uu]nless) \[?([A-Z]\w*)\]? (?:is|has|holds|contains|begins|ends|allows|may|must)\b`)

// aParameter matches a name in small letters that decides something.
var aParameter = regexp.MustCompile(`\b(?:[Ii]f|[Uu]nless|but|when) ([a-z]\w*) (?:is (?:below|above|nil|empty|true|false|not|[0-9]|zero|an?|in)|has|begins|ends|contains|cannot)\b`)

// aValue matches a parameter or a result with its value in a case.
var aValue = regexp.MustCompile(`\b([a-z]\w*) is ([a-z]\w*) (?:if|for|in|when)\b`)

// without matches a name that makes a difference.
var without = regexp.MustCompile(`\bWith(?:out)? ([A-Z]\w*), `)

// aResult matches a number that a function returns in a case.
var aResult = regexp.MustCompile(`\b(?:[Rr]eturns|else|or) (-?[0-9])(?:[ .,]|$)`)

// results returns the expressions that a function returns.
func results(f ast.Node) map[string]bool {
	all := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if r, ok := n.(*ast.ReturnStmt); ok {
			for _, e := range r.Results {
				ast.Inspect(e, func(n ast.Node) bool {
					if e, ok := n.(ast.Expr); ok {
						all[types.ExprString(e)] = true
					}
					return true
				})
			}
		}
		return true
	})
	return all
}

// anElement matches an element or a part of a variable.
var anElement = regexp.MustCompile(`\b([a-z]\w*)\[([a-z]\w*)?(?:[+:-][0-9]*)*([a-z]\w*)?\]`)

// aVersion matches a version of HTTP.
var aVersion = regexp.MustCompile(`\b(\w+)/1\.[01]\b`)

// between matches two names with something between them.
var between = regexp.MustCompile(`\bbetween (\w+) and (\w+)`)

// aWord matches a word of a name.
var aWord = regexp.MustCompile(`[A-Z]?[a-z]+`)

// aVariant matches a function with the one that it is a variant of.
var aVariant = regexp.MustCompile(`^(\w+) is \[?(\w+)\]? (?:with|without|for|of|and \[(\w+)\])`)

// aMember matches a name with a member. Header is the type of net/http.
var aMember = regexp.MustCompile(`(?:^|[^.\w])([A-Z]\w*)\.([A-Z]\w*)`)

// TestKinds checks that names in comments and documents are what the sentence takes them for: "the interface `Scheme`" is an
// interface, what returns something is a function, what is nil is not a type, and "if Host is" means a field of the type.
func TestKinds(t *testing.T) {
	of, everywhere := map[string]kinds{}, kindsOf(t, append([]string{"guard/guardtest", "cmd/uri"}, all...)...)
	everywhere["Addr"], everywhere["Prefix"] = map[string]bool{"type": true}, map[string]bool{"type": true} // of net/netip
	found := 0
	called := func(place, text string) {
		for _, m := range aKind.FindAllStringSubmatch(text, -1) {
			if found++; !everywhere[m[2]][m[1]] {
				t.Errorf("%s: no %s is called %s", place, m[1], m[2])
			}
		}
	}
	relations := map[string]*relation{}
	eachComment(t, func(dir string, p *loaded, f *ast.File, c commented) {
		if of[dir] == nil {
			of[dir], relations[dir] = kindsOf(t, dir), relate(t, dir)
		}
		place, text := fset.Position(c.Pos()).String(), quotation.ReplaceAllString(prosaic(c), `""`)
		called(place, prosaic(c))
		names, _ := documented(f, c.of)
		for _, m := range aParameter.FindAllStringSubmatch(text, -1) {
			if _, ok := c.of.(*ast.FuncDecl); ok && !namesIn(c.of)[m[1]] && !slices.Contains([]string{"it", "never", "one", "that", "there"}, m[1]) {
				t.Errorf("%s: %q: the function has no %s", place, m[0], m[1])
			}
		}
		for _, use := range uses {
			for _, m := range use.FindAllStringSubmatch(text, -1) {
				has := of[dir][m[1]]
				if has == nil || slices.Contains(names, m[1]) || m[1][0] >= 'a' && len(m[1]) == 1 {
					continue
				}
				is := func(kind string) bool {
					return has[kind] || kind == "type" && everywhere[m[1]][kind] && !has["function"]
				}
				if regexp.MustCompile("^(RFC|Dialect)").MatchString(m[1]) {
					continue // what follows an RFC or a program reads and writes as they do
				}
				if found++; !slices.ContainsFunc(use.kinds, is) && !slices.ContainsFunc(names, func(name string) bool { return relations[dir].members[name][m[1]] }) {
					t.Errorf("%s: %q: %s is none of %q", place, m[0], m[1], use.kinds)
				}
			}
		}
		for _, m := range aBound.FindAllStringSubmatch(text, -1) {
			if p.types == nil {
				continue
			}
			if v, ok := p.types.Scope().Lookup(m[1]).(*types.Var); ok {
				if b, ok := v.Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsNumeric == 0 {
					t.Errorf("%s: %q: %s is no number", place, m[0], m[1])
				}
			}
		}
		if _, ok := c.of.(*ast.FuncDecl); ok {
			for _, m := range aValue.FindAllStringSubmatch(text, -1) {
				if namesIn(c.of.(*ast.FuncDecl).Type)[m[1]] && !namesIn(c.of)[m[2]] && !slices.Contains([]string{"true", "false", "nil", "empty", "not", "as", "set"}, m[2]) {
					t.Errorf("%s: %q: the function has no %s", place, m[0], m[2])
				}
			}
			for _, m := range without.FindAllStringSubmatch(text, -1) {
				if relations[dir].declared[m[1]] && !namesIn(c.of)[m[1]] {
					t.Errorf("%s: %q: the function does not use %s", place, m[0], m[1])
				}
			}
			for _, m := range aResult.FindAllStringSubmatch(text, -1) {
				if !results(c.of)[m[1]] {
					t.Errorf("%s: %q: the function does not return %s", place, m[0], m[1])
				}
			}
			for _, m := range anElement.FindAllStringSubmatch(text, -1) {
				for _, name := range m[2:] {
					if name != "" && !namesIn(c.of)[name] {
						t.Errorf("%s: %s: the function has no %s", place, m[0], name)
					}
				}
			}
		}
		for _, m := range aVersion.FindAllStringSubmatch(text, -1) {
			if m[1] != "HTTP" {
				t.Errorf("%s: %s is no version of HTTP", place, m[0])
			}
		}
		for _, m := range between.FindAllStringSubmatch(text, -1) {
			if m[1] == m[2] {
				t.Errorf("%s: %q", place, m[0])
			}
		}
		for _, m := range aVariant.FindAllStringSubmatch(text, -1) {
			if m[3] != "" && !of[dir][m[3]]["function"] {
				t.Errorf("%s: %q: %s is no function", place, m[0], m[3])
			}
			r, words := relations[dir], strings.ToLower(strings.Join(aWord.FindAllString(m[1], -1), " "))
			if has := of[dir][m[2]]; has != nil && !has["constant"] && !r.users[m[1]][m[2]] && !r.users[m[2]][m[1]] &&
				!slices.ContainsFunc(aWord.FindAllString(m[2], -1), func(w string) bool { return strings.Contains(words, strings.ToLower(w)) }) {
				t.Errorf("%s: %q: they have nothing in common", place, m[0])
			}
		}
		for _, m := range aMember.FindAllStringSubmatch(text, -1) {
			has := of[dir][m[1]]
			if found++; has != nil && m[1] != "Header" && !relations[dir].members[m[1]][m[2]] && !has["constant"] && !has["variable"] &&
				!slices.ContainsFunc(names, func(name string) bool { return relations[dir].members[name][m[1]] }) {
				t.Errorf("%s: nothing has %s.%s", place, m[1], m[2])
			}
		}
		if len(names) == 0 || of[dir][names[0]]["interface"] {
			return
		}
		for _, m := range aCondition.FindAllStringSubmatch(text, -1) {
			if !relations[dir].declared[m[1]] || slices.Contains(names, m[1]) {
				continue
			}
			if found++; !of[dir][m[1]]["field"] || !slices.ContainsFunc(names, func(name string) bool { return relations[dir].members[name][m[1]] }) {
				t.Errorf("%s: %q: %q has no field %s", place, m[0], names, m[1])
			}
		}
	})
	for dir, names := range of { // also those of a package, with its code
		for _, f := range filesIn(t, dir) {
			for _, m := range aMember.FindAllStringSubmatch(f.Doc.Text(), -1) {
				if found++; names[m[1]] != nil && !relations[dir].members[m[1]][m[2]] && !names[m[1]]["constant"] {
					t.Errorf("%s: nothing has %s.%s", fset.Position(f.Doc.Pos()), m[1], m[2])
				}
			}
		}
	}
	for _, document := range stating(t) {
		called(document, prose(t, document))
	}
	if found < 150 {
		t.Errorf("only %d names", found)
	}
}

// wrongArticle matches "a" before a vowel that is heard, and "an" before a consonant. Acronyms and spelled-out names have
// the article of their first letter.
var (
	wrongArticle = regexp.MustCompile("(?:^|[\\s(])([Aa] [`[*]*(?:[aeiAEI]|[oO](?:[^nf]|f\\w))\\w*|[Aa]n [`[*]*U(?:R[IL]|s|TF|nicode)\\w*|[Aa]n [`[*]*[b-df-gj-np-tv-zB-DF-GJ-NP-TV-Z]\\w+)")
	rightArticle = regexp.MustCompile("^[Aa]n [`[*]*([FHLMNRSX][A-Z0-9]+|https?|httpguard|html\\w*|href|ftp\\w*|nntp|nginx|nfa|xlink)\\b|^[Aa] (and|as|after|is|ends|or|in|at)$")
)

// TestArticles checks the articles in comments and documents. Most names of another thing need the other one.
func TestArticles(t *testing.T) {
	check := func(place, text string) {
		for _, m := range wrongArticle.FindAllStringSubmatch(text, -1) {
			if !rightArticle.MatchString(m[1]) {
				t.Errorf("%s: %s", place, m[1])
			}
		}
	}
	eachComment(t, func(_ string, _ *loaded, _ *ast.File, c commented) {
		check(fset.Position(c.Pos()).String(), quotation.ReplaceAllString(prosaic(c), `""`))
	})
	for _, document := range stating(t) {
		check(document, prose(t, document))
	}
}

// TestNamedFiles checks the files of Go that CONTRIBUTING.md names in sentences: the file declares a name of the sentence,
// or has a text that it quotes, and what has rows is a file. TestOrder reads the tables, and TestRecipe the steps.
func TestNamedFiles(t *testing.T) {
	found := 0
	for paragraph := range strings.SplitSeq(prose(t, "CONTRIBUTING.md"), "\n") {
		if strings.HasPrefix(paragraph, "|") {
			continue
		}
		for _, m := range regexp.MustCompile("\\brow (?:in|of) `([^`]*/[^`]*)`").FindAllStringSubmatch(paragraph, -1) {
			if found++; !strings.Contains(filepath.Base(m[1]), ".") {
				t.Errorf("CONTRIBUTING.md: %s is no file with rows", m[1])
			}
		}
		paragraph = regexp.MustCompile("^[0-9]+\\. `[^`]*`").ReplaceAllString(paragraph, "")
		for len(paragraph) > 0 {
			sentence := paragraph
			if m := sentenceEnd.FindStringSubmatchIndex(paragraph); m != nil {
				sentence = paragraph[:max(m[2], m[4])]
			}
			paragraph = paragraph[len(sentence):]
			for _, m := range regexp.MustCompile("`(Test\\w+)` (?:in|of) `([\\w/.]+)`").FindAllStringSubmatch(sentence, -1) {
				found++
				files, err := filepath.Glob(filepath.Join(root, m[2]))
				if more, err := filepath.Glob(filepath.Join(root, m[2], "*_test.go")); err == nil {
					files = append(files, more...)
				}
				has := err == nil && slices.ContainsFunc(files, func(name string) bool {
					text, err := os.ReadFile(name)
					return err == nil && strings.Contains(string(text), "func "+m[1]+"(")
				})
				if !has {
					t.Errorf("CONTRIBUTING.md: %s has no %s", m[2], m[1])
				}
			}
			for _, m := range regexp.MustCompile("`([\\w/.]+\\.go)`").FindAllStringSubmatch(sentence, -1) {
				found++
				f, err := parsed(filepath.Join(root, m[1]))
				if err != nil {
					t.Error(err)
					continue
				}
				text, err := os.ReadFile(filepath.Join(root, m[1]))
				if err != nil {
					t.Fatal(err)
				}
				has := false
				for _, name := range regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(sentence, -1) {
					has = has || f.Scope.Lookup(name[1]) != nil
				}
				for _, quotation := range regexp.MustCompile(`"([^"]+)"`).FindAllStringSubmatch(sentence, -1) {
					has = has || strings.Contains(string(text), quotation[1])
				}
				if !has {
					t.Errorf("CONTRIBUTING.md: %s has nothing of: %s", m[1], sentence)
				}
			}
		}
	}
	if found < 4 {
		t.Errorf("only %d files", found)
	}
}
