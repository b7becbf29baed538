package house

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"iter"
	"math"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/uri"
	"example.com/uri/crawl"
)

// declared calls use for the comment of each exported declaration of the packages for import, with the name of
// the declaration, such as "uri.Parse", "guard.Gate.Check" and "guard.Gate.Allow".
func declared(t *testing.T, use func(file, name, comment string)) {
	for _, dir := range append([]string{"guard/guardtest"}, packages...) {
		pkg := path.Base(dir)
		if dir == "." {
			pkg = "uri"
		}
		for _, f := range code(t, dir).files {
			file := strings.TrimPrefix(filepath.ToSlash(fset.Position(f.Pos()).Filename), root+"/")
			see := func(names string, groups ...*ast.CommentGroup) {
				for _, group := range groups {
					if group != nil {
						use(file, pkg+"."+names, group.Text())
					}
				}
			}
			for _, decl := range f.Decls {
				switch d := decl.(type) {
				case *ast.FuncDecl:
					name := d.Name.Name
					if d.Recv != nil {
						receiver := d.Recv.List[0].Type
						if star, ok := receiver.(*ast.StarExpr); ok {
							receiver = star.X
						}
						id, ok := receiver.(*ast.Ident)
						if !ok || !id.IsExported() {
							continue
						}
						name = id.Name + "." + name
					}
					if d.Name.IsExported() {
						see(name, d.Doc)
					}
				case *ast.GenDecl:
					for i, spec := range d.Specs {
						switch s := spec.(type) {
						case *ast.ValueSpec:
							if s.Names[0].IsExported() {
								see(s.Names[0].Name, s.Doc, s.Comment)
								if i == 0 {
									see(s.Names[0].Name, d.Doc)
								}
							}
						case *ast.TypeSpec:
							if !s.Name.IsExported() {
								continue
							}
							see(s.Name.Name, d.Doc, s.Doc)
							if st, ok := s.Type.(*ast.StructType); ok {
								for _, field := range st.Fields.List {
									if len(field.Names) > 0 && field.Names[0].IsExported() {
										see(s.Name.Name+"."+field.Names[0].Name, field.Doc, field.Comment)
									}
								}
							}
						}
					}
				}
			}
		}
	}
}

// counted matches the figures that a comment must get from the code: all but small counts.
var counted = regexp.MustCompile(`(?i)\b(2\^[0-9]+(-1)?|[0-9]{2,}|(` + strings.Join(numbers[5:], "|") + `|thirty|hundred)( seconds| minutes)?)\b`)

// notCounted match names with figures, which are not counted or measured.
var notCounted = regexp.MustCompile(`\b[0-9]+(\.[0-9]+)+(/[0-9]+)?|[0-9a-f]+:[0-9a-f:]+/[0-9]+|%[0-9A-F]{2}[0-9]*|CVE-[0-9-]+|ISO[ -]8859-1|\bJava 17\b|UTS 46|\bk=[0-9]|(^| )[0-9]\. [A-Z[]`)

// TestCommentFigures checks the figures in comments of exported declarations: each is in one of the limits, or
// is read here from the code.
func TestCommentFigures(t *testing.T) {
	known, limits, used := commentFigures(t), limits(t), map[string]bool{}
	declared(t, func(file, name, comment string) {
		comment = regexp.MustCompile(`(?m)^\t.*$`).ReplaceAllString(comment, "")
		text := strings.Join(strings.Fields(comment), " ")
		for _, f := range limits {
			if f.document == file {
				text = strings.ReplaceAll(text, f.text, "")
			}
		}
		text = notCounted.ReplaceAllString(noFigures.ReplaceAllString(text, ""), "")
		for _, m := range counted.FindAllStringIndex(text, -1) {
			figure := text[m[0]:m[1]]
			if used[name+" "+figure] = true; !slices.Contains(known[name], figure) && !isStatus(t, name, figure) {
				t.Errorf("%s, %s: the figure %q is not among those read from the code, %q: %s", file, name, figure, known[name],
					text[max(0, m[0]-50):min(len(text), m[1]+30)])
			}
		}
	})
	for name, figures := range known {
		for _, figure := range figures {
			if !used[name+" "+figure] {
				t.Errorf("the comment of %s has no figure %q", name, figure)
			}
		}
	}
}

// isStatus reports whether package httpguard answers with this status.
func isStatus(t *testing.T, name, figure string) bool {
	status, err := strconv.Atoi(figure)
	if err != nil || !strings.HasPrefix(name, "httpguard.") {
		return false
	}
	constant := "Status" + strings.ReplaceAll(http.StatusText(status), " ", "")
	for id := range code(t, "guard/httpguard").info.Uses {
		if id.Name == constant {
			return true
		}
	}
	return false
}

// commentFigures returns the figures that the comments of declarations state.
func commentFigures(t *testing.T) map[string][]string {
	port, octet := fmt.Sprint(greatest(t, "http://h:%d/")), fmt.Sprint(greatest(t, "http://1.2.3.%d/"))
	word := func(file, expression string) string {
		n, err := strconv.Atoi(read(t, file, expression))
		if err != nil {
			t.Fatal(err)
		}
		return numbers[n]
	}
	step := numbers[constantOf(t, "guard/httpguard", "defaultStepTimeout")/uint64(time.Second)] + " seconds"
	const exchange = "thirty"
	if constantOf(t, "guard/httpguard", "exchangeSteps") != 30 {
		t.Error("exchangeSteps is not thirty")
	}
	pairs := read(t, "internal/ascii/key.go", `few \[(\d+)\]pair`)
	slow := word("guard/guardtest/check.go", `checkTime = (\d+) \* time\.Second`) + " seconds"
	known := map[string][]string{
		"uri.URI.EffectivePort":       {port},
		"uri.URI.HostPort":            {octet, port},
		"uri.URI.Addr":                {next(octet)},
		"uri.ServerFrom":              {port, octet},
		"uri.Conforms1738":            {port},
		"uri.HTTP.Port":               {"443"},
		"uri.NNTP.Article":            {read(t, "rule.go", `"article-number", .*1\*(\d+)DIGIT`)},
		"web.URL":                     {fmt.Sprint(types.SizesFor("gc", "amd64").Sizeof(code(t, "web").types.Scope().Lookup("URL").Type()))},
		"links.ExpansionNone":         {next(port)},
		"links.Extractor.ExtractFrom": {fmt.Sprint(constantOf(t, "links", "maxLength") >> 10)},
		"page.FileName":               {fmt.Sprint(constantOf(t, "page", "maxName"))},
		"archive.AppendKey":           {port, pairs},
		"crawl.Keyer.AppendKey":       {pairs},
		"crawl.Robots.Delay":          {fmt.Sprint(int(time.Duration(math.MaxInt64).Hours() / 24 / 365.25))},
		"crawl.ReadRobots":            append(robotsStatuses(t), word("examples/crawler/fetch.go", `maxRedirects = (\d+)`)),
		"crawl.IsTracking": {word("crawl/tracking.go", `len\(rest\) == (\d+)`), read(t, "crawl/tracking.go", `len\(value\) == (\d+)`),
			read(t, "crawl/tracking.go", `len\(value\) >= (\d+)`)},
		"guard.CodeLowPort":       {read(t, "guard/findings.go", `port < (\d+)`)},
		"guard.CodePortRange":     {port},
		"guard.ParseTarget":       {port},
		"guard.ParseHostField":    {port},
		"guard.Error.Error":       {fmt.Sprint(constantOf(t, "guard", "maxShown"))},
		"guardtest.Paths":         {read(t, "guard/guardtest/paths.go", `len\(starts\) <= (\d+)`)},
		"guardtest.Server":        {fmt.Sprint(http.StatusOK)},
		"guardtest.DenyListGaps":  {slow},
		"guardtest.AllowListGaps": {slow},
		"guardtest.RedirectGaps":  {slow},
		"guardtest.Server.Gaps": {word("guard/guardtest/front.go", `stepTime += (\d+) \* time\.Second`) + " seconds",
			word("guard/guardtest/front.go", `attackTime += (\d+) \* time\.Minute`) + " minutes"},
		"httpguard.ForwardProxy.StepTimeout": {step},
		"httpguard.ReverseProxy.StepTimeout": {step},
		"httpguard.NewServer":                {exchange},
		"httpguard.Redirect":                 redirects(t),
		"httpguard.ReverseProxy":             {exchange},
	}
	for _, name := range strings.Fields("ftp http gopher news nntp prospero telnet wais") {
		field := "uri." + strings.ToUpper(name[:1]) + name[1:] + ".Port"
		if len(name) <= 4 && name != "news" {
			field = "uri." + strings.ToUpper(name) + ".Port"
		}
		number, _ := uri.DefaultPort(name)
		known[field] = append(known[field], fmt.Sprint(number))
	}
	for _, name := range strings.Fields("ftp http gopher nntp telnet wais prospero https ws wss news snews nntps") {
		number, _ := uri.DefaultPort(name)
		known["uri.DefaultPort"] = append(known["uri.DefaultPort"], fmt.Sprint(number))
	}
	return known
}

// next returns the number after n.
func next(n string) string {
	number, _ := strconv.Atoi(n)
	return strconv.Itoa(number + 1)
}

// robotsStatuses returns the first and the last status of each class that ReadRobots gives one meaning, and the
// exceptions.
func robotsStatuses(t *testing.T) (all []string) {
	meaning := func(status int) string {
		robots, err := crawl.ReadRobots(status, strings.NewReader("User-agent: *\nDisallow: /b\n"))
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(robots.Allowed("a", uri.MustParse("http://h/a")), robots.Allowed("a", uri.MustParse("http://h/b")))
	}
	for class := 200; class < 500; class += 100 {
		all = append(all, fmt.Sprint(class), fmt.Sprint(class+99))
		for status := class; status < class+100; status++ {
			if meaning(status) != meaning(class) {
				all = append(all, fmt.Sprint(status))
			}
		}
	}
	return all
}

// redirects returns the statuses that Redirect takes.
func redirects(t *testing.T) (all []string) {
	taken := read(t, "guard/httpguard/pages.go", `\[\]int\{(.*)\}, code\)`) + ","
	for status := 300; status < 400; status++ {
		if strings.Contains(taken, "http.Status"+strings.ReplaceAll(http.StatusText(status), " ", "")+",") {
			all = append(all, fmt.Sprint(status))
		}
	}
	return all
}

// A commented is the comment of a declaration or of a field, with the syntax below it.
type commented struct {
	*ast.CommentGroup
	of ast.Node
}

// commentsOf returns the comments of the declarations of a file, and of their fields.
func commentsOf(f *ast.File) (all []commented) {
	add := func(of ast.Node, groups ...*ast.CommentGroup) {
		for _, group := range groups {
			if group != nil {
				all = append(all, commented{group, of})
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			add(n, n.Doc)
		case *ast.GenDecl:
			add(n, n.Doc)
		case *ast.ValueSpec:
			add(n, n.Doc, n.Comment)
		case *ast.TypeSpec:
			add(n, n.Doc, n.Comment)
		case *ast.Field:
			add(n, n.Doc, n.Comment)
		case *ast.BlockStmt:
			return false
		}
		return true
	})
	return all
}

// codeLine matches a line of code in a comment, and digits a number in code.
var (
	codeLine = regexp.MustCompile(`(?m)^\t.*$`)
	digits   = regexp.MustCompile(`[0-9]+`)
)

// prosaic returns the text of a comment without the lines of code.
func prosaic(group commented) string {
	return strings.Join(strings.Fields(codeLine.ReplaceAllString(group.Text(), "")), " ")
}

// valuesOf returns the numbers in a piece of syntax: those of constant expressions and in literals.
func valuesOf(p *loaded, f ast.Node) map[string]bool {
	values := map[string]bool{"0": true}
	ast.Inspect(f, func(n ast.Node) bool {
		text := ""
		lit, isLit := n.(*ast.BasicLit)
		if isLit && lit.Kind == token.CHAR {
			return false
		}
		if e, ok := n.(ast.Expr); ok && p.info.Types[e].Value != nil {
			text = p.info.Types[e].Value.ExactString()
			values[text] = true
		}
		if isLit {
			text += " " + lit.Value
		}
		if id, ok := n.(*ast.Ident); ok && types.Universe.Lookup(id.Name) != nil {
			text += " " + id.Name // uint32 has 32 bits
		}
		for _, number := range digits.FindAllString(text, -1) {
			values[number] = true
		}
		return true
	})
	return values
}

var (
	anyFigure = regexp.MustCompile(`(^|[^\w/#:.%&^'-])(-?[0-9]+)\b`)
	// ofSources matches the dates and versions of sources, and the steps of algorithms.
	ofSources = regexp.MustCompile(`\b((July|November|Debian|bug|pull request|of) [0-9]+(-[0-9]{2}-[0-9]{2})?|20[0-9]{2}-[0-9]{2}-[0-9]{2}|[0-9a-f]{7}|POSIX\.1-[0-9]+` +
		`|2\^[0-9]+(-1)?|UTS [0-9]+|(steps?|items?) [0-9]+[a-z]?((,| and| to) [0-9]+)*|pydantic 1|Level 3|machines, 1978|models, 1991|00, 7F, 80 and FF)\b`)
)

// eachComment calls use for the comments of declarations in all folders but bench: with the folder, the file and the
// types, which only the packages of this module have.
func eachComment(t *testing.T, use func(dir string, p *loaded, f *ast.File, c commented)) {
	tracked := exec.Command("git", "ls-files", "*.go", ":!*_test.go", ":!bench", ":!*testdata", ":!conformance/harness")
	tracked.Dir = root
	names, err := tracked.Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.FieldsSeq(string(names)) {
		f, err := parsed(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		dir, p := path.Dir(name), &loaded{info: &types.Info{}}
		if dir == "guard/guardtest" || slices.Contains(all, dir) {
			p = code(t, dir)
		}
		for _, c := range commentsOf(f) {
			use(dir, p, f, c)
		}
	}
}

// aPair matches what can only be two, and other counts that the words beside them decide.
var aPair = regexp.MustCompile(`(?i)\b(the|of|between|if|or|for|in|where|by|last|no|most) two\b|(^|[.:] )two\b|\btwo ((upper-case )?hexadecimal digits|digits|slashes)` +
	`|\bfour (decimal )?numbers|\bfewer than four|\bCaret returns two lines|\beight bytes|\bthree X-Forwarded fields`)

// aUTS matches a technical standard of Unicode.
var aUTS = regexp.MustCompile(`\bUTS #?([0-9]+)`)

// aPower matches a power of two.
var aPower = regexp.MustCompile(`2\^([0-9]+)`)

// ofGoVersion matches a version of Go.
var ofGoVersion = regexp.MustCompile(`\bGo ([0-9]+\.[0-9]+)`)

// TestFileFigures checks the figures in the comments of all declarations, also the words up to twelve. A figure of several
// digits is a number in the code of the file, one of a single digit in that of the declaration. Others are read by the tests
// above. A version of Go is that of go.mod or a later one.
func TestFileFigures(t *testing.T) {
	known, limits := map[string]bool{}, limits(t)
	for name, figures := range commentFigures(t) {
		pkg, _, _ := strings.Cut(name, ".")
		for _, figure := range figures {
			known[pkg+" "+figure] = true
		}
	}
	valuesIn, anyWord := map[*ast.File]map[string]bool{}, regexp.MustCompile(`(?i)\b(`+strings.Join(numbers[2:], "|")+`)\b( seconds| minutes)?`)
	oldest := goVersion(t, ".")
	eachComment(t, func(dir string, p *loaded, f *ast.File, c commented) {
		for _, m := range ofGoVersion.FindAllStringSubmatch(prosaic(c), -1) {
			if version.Compare("go"+m[1], "go"+oldest) < 0 || !strings.HasPrefix(m[1], "1.") {
				t.Errorf("%s: %s is no version of Go from %s", fset.Position(c.Pos()), m[0], oldest)
			}
		}
		checkPoints(t, fset.Position(c.Pos()).String(), c.Text())
		if valuesIn[f] == nil {
			valuesIn[f] = valuesOf(p, f)
		}
		name, text := strings.TrimPrefix(filepath.ToSlash(fset.Position(f.Pos()).Filename), root+"/"), prosaic(c)
		for _, l := range limits {
			if l.document == name {
				text = strings.ReplaceAll(text, l.text, "")
			}
		}
		for _, m := range aUTS.FindAllStringSubmatch(text, -1) {
			if m[1] != "39" && m[1] != "46" && m[1] != "58" { // security, IDNA, links
				t.Errorf("%s: what is %s about?", fset.Position(c.Pos()), m[0])
			}
		}
		for _, m := range aPower.FindAllStringSubmatch(text, -1) {
			if !valuesIn[f][m[1]] && !slices.ContainsFunc(p.files, func(f *ast.File) bool { return valuesOf(p, f)[m[1]] }) {
				t.Errorf("%s: no code has the power %s", fset.Position(c.Pos()), m[0])
			}
		}
		text = notCounted.ReplaceAllString(ofSources.ReplaceAllString(noFigures.ReplaceAllString(text, ""), ""), "")
		single, pkg := valuesOf(p, c.of), strings.Replace(path.Base(dir), ".", "uri", 1)
		wrong := func(figure string, at int) {
			t.Errorf("%s: no code has the figure %s: %s", fset.Position(c.Pos()), figure, text[max(0, at-50):min(len(text), at+30)])
		}
		for _, m := range anyFigure.FindAllStringSubmatchIndex(text, -1) {
			figure := text[m[4]:m[5]]
			is := valuesIn[f]
			if len(figure) == 1 {
				is = single
			}
			if !is[figure] && !known[pkg+" "+figure] && !(dir == "guard/httpguard" && isStatus(t, "httpguard.", figure)) {
				wrong(figure, m[4])
			}
		}
		text = aPair.ReplaceAllString(text, "")
		for _, m := range anyWord.FindAllStringSubmatchIndex(text, -1) {
			n := slices.Index(numbers, strings.ToLower(text[m[2]:m[3]]))
			if !single[strconv.Itoa(n)] && !known[pkg+" "+strings.ToLower(text[m[0]:m[1]])] {
				wrong(text[m[2]:m[3]], m[2])
			}
		}
	})
}

// aMode matches a mode, as RFC2396.
var aMode = regexp.MustCompile(`\bRFC[0-9]+\b`)

// commentLink matches a link of a comment to a declaration.
var commentLink = regexp.MustCompile(`(?:^|[\s(,;:"])\[\*?([A-Za-z]\w*(?:\.[A-Za-z]\w*){0,2})\]`)

// ofConstants matches the constants of a type.
var ofConstants = regexp.MustCompile(`\[(\w+)\] constants|constants of \[?([A-Z]\w*)\]?`)

// anError matches what comes before the type of an error.
var anError = regexp.MustCompile(`\b(?:[Ee]rror is (?:a|an|the)|(?:returns|fails with|it is) an?) \[\*\S*$`)

// ofPackage matches a name of a package.
var ofPackage = regexp.MustCompile(`\b([a-z]\w*)\.([A-Z]\w*)`)

// TestCommentLinks checks that each link in the comments of declarations leads to a declaration, one that go doc shows if the
// declaration is exported. What has the name of a package before it is in that package.
func TestCommentLinks(t *testing.T) {
	found, everywhere := 0, map[string]*types.Package{}
	for _, dir := range all {
		p := code(t, dir)
		for _, other := range append(p.types.Imports(), p.types) {
			everywhere[other.Name()] = other
		}
	}
	for _, dir := range append([]string{"guard/guardtest", "internal/bnf", "internal/growth", "internal/vectors", "internal/peer"}, all...) {
		p := code(t, dir)
		for _, f := range p.files {
			imports := map[string]*types.Package{}
			for _, imported := range p.types.Imports() {
				imports[imported.Name()] = imported
			}
			for _, group := range append(commentsOf(f), commented{f.Doc, f}) {
				for _, name := range aMode.FindAllString(prosaic(group), -1) {
					if dir == "." && p.types.Scope().Lookup(name) == nil {
						t.Errorf("%s: there is no mode %s", fset.Position(group.Pos()), name)
					}
				}
				for _, line := range codeLine.FindAllString(group.Text(), -1) {
					if m := regexp.MustCompile(`\[\*?[A-Z]\w*\.[A-Z]\w*\]`).FindString(line); m != "" {
						t.Errorf("%s: %s is no link in a line of code", fset.Position(group.Pos()), m)
					}
				}
				for _, m := range ofConstants.FindAllStringSubmatch(prosaic(group), -1) {
					if !slices.ContainsFunc(p.types.Scope().Names(), func(name string) bool {
						c, ok := p.types.Scope().Lookup(name).(*types.Const)
						return ok && types.TypeString(c.Type(), func(*types.Package) string { return "" }) == m[1]+m[2]
					}) {
						t.Errorf("%s: %s: there are none", fset.Position(group.Pos()), m[0])
					}
				}
				for _, m := range ofPackage.FindAllStringSubmatch(prosaic(group), -1) {
					for _, other := range append([]string{"guard/guardtest"}, all...) {
						if other := code(t, other).types; other.Name() == m[1] && m[1] != p.types.Name() && m[1] != "main" && other.Scope().Lookup(m[2]) == nil {
							t.Errorf("%s: there is no %s", fset.Position(group.Pos()), m[0])
						}
					}
				}
				for _, m := range commentLink.FindAllStringSubmatch(prosaic(group), -1) {
					found++
					parts, scope := strings.Split(m[1], "."), p.types.Scope()
					if len(parts) > 1 && scope.Lookup(parts[0]) == nil {
						if imports[parts[0]] == nil {
							if other := everywhere[parts[0]]; ast.IsExported(parts[1]) && !ast.IsExported(parts[0]) && (other == nil || other.Scope().Lookup(parts[1]) == nil) {
								t.Errorf("%s: no package has [%s]", fset.Position(group.Pos()), m[1])
							}
							if ast.IsExported(parts[0]) && m[1] != "DIR.DIR" { // of VMS
								t.Errorf("%s: [%s] leads nowhere", fset.Position(group.Pos()), m[1])
							}
							continue // of a package that only the text names, or an example
						}
						parts, scope = parts[1:], imports[parts[0]].Scope()
					}
					object := scope.Lookup(parts[0])
					if object != nil && anError.MatchString(strings.SplitAfter(prosaic(group), m[0])[0]) && types.NewMethodSet(types.NewPointer(object.Type())).Lookup(nil, "Error") == nil {
						t.Errorf("%s: [%s] is no type of errors", fset.Position(group.Pos()), m[1])
					}
					if f, ok := group.of.(*ast.FuncDecl); ok && f.Name.IsExported() && object != nil && !object.Exported() {
						t.Errorf("%s: [%s] is not in the documentation", fset.Position(group.Pos()), m[1])
					}
					if object == nil && types.Universe.Lookup(parts[0]) == nil && m[1] != "b" && m[1] != "name" { // [b] of BBCode, \[name] of troff
						t.Errorf("%s: [%s] leads nowhere", fset.Position(group.Pos()), m[1])
					} else if len(parts) > 1 {
						if member, _, _ := types.LookupFieldOrMethod(object.Type(), true, object.Pkg(), parts[1]); member == nil {
							t.Errorf("%s: [%s] leads nowhere", fset.Position(group.Pos()), m[1])
						}
					}
				}
			}
		}
	}
	if found < 300 {
		t.Errorf("only %d links", found)
	}
}

var (
	// likeName matches words that can only be names: with a capital or a digit after a small letter, or an underscore.
	likeName = regexp.MustCompile(`\b[A-Za-z]*[a-z][A-Z]\w*|\b[A-Za-z]+_\w+|\b[A-Z]+[a-z]*[0-9]+[a-z]\w*|\b[A-Z][a-z]+[0-9]\w*|\b[A-Z]{3,}-[0-9]+\b|\bRFC[0-9]+\b`)
	// others are names of other programs and standards.
	others = strings.Fields("RFC2396 IPvFuture SGVsbG8h AdGuard AsciiDoc HostPort LogValue ToASCII UnmarshalText WebDAV PyPI SHA-256 TaskManager TaskManagers URI_MISSING foreignObject ColdFusion FiltersRegistry JavaScript KiB MathML MediaWiki MiB OpenTelemetry OpenWayback " +
		"UTF-8 UTF-16 ISO-8859 ECMA-262 StripOnShare StripOnShareLGPL WaybackURLKeyMaker WebSocket WebSockets macOS makeKey parseInt beStrict kSimpleQueryStringTrackers " +
		"CheckBidi CheckHyphens CheckJoiners IgnoreInvalidPunycode Transitional_Processing UseSTD3ASCIIRules VerifyDnsLength " +
		"NO_PROXY O_EXCL SCRIPT_NAME X_Real_IP X_User calc_search_range gzip_proxied inet_addr inet_aton parse_url proxy_pass " +
		"DefaultServeMux DefaultResolver ErrorLog RoundTripper RequestURI ResponseController MaxBytesReader GetBody DisableKeepAlives " +
		"CheckRedirect DeleteFunc ParseAddr ParseX net_loc net_locs remove_dot_segments sort_key page_token utm_source MJ12bot xHH")
)

// anyCamel matches names with a capital after a small letter.
var anyCamel = regexp.MustCompile(`\b[A-Za-z]+[a-z][A-Z]\w*`)

// filesIn yields the names and the syntax of the files in a folder, tests too.
func filesIn(t *testing.T, dir string) iter.Seq2[string, *ast.File] {
	files, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	return func(yield func(string, *ast.File) bool) {
		for _, file := range files {
			f, err := parsed(file)
			if err != nil {
				t.Fatal(err)
			}
			if !yield(file, f) {
				return
			}
		}
	}
}

// inPackage reports whether the package in a folder uses a name.
func inPackage(t *testing.T, dir, name string) bool {
	if namesOf[dir] == nil {
		namesOf[dir] = map[string]bool{}
		for _, f := range filesIn(t, dir) {
			for name := range namesIn(f) {
				namesOf[dir][name] = true
			}
		}
	}
	return namesOf[dir][name]
}

var namesOf = map[string]map[string]bool{}

// TestCommentNames checks the names in comments of declarations: each is one of the code of the file, of a grammar, of a
// package that is imported, or of others. TestCommentLinks reads the links to names of other files.
func TestCommentNames(t *testing.T) {
	known, declared := map[string]bool{}, map[*ast.File]map[string]bool{}
	for _, name := range others {
		known[name] = true
	}
	grammars, err := filepath.Glob(filepath.Join(root, "testdata", "*.bnf"))
	if err != nil || len(grammars) == 0 {
		t.Fatal(err)
	}
	for _, grammar := range grammars {
		text, err := os.ReadFile(grammar)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range regexp.MustCompile(`[A-Za-z][\w-]*`).FindAllString(string(text), -1) {
			known[name] = true
		}
	}
	noName := regexp.MustCompile("`[^`]*`|\"[^\"]*\"|\\S*[/:]\\S*|\\[[\\w.*]+\\]|\\b[a-z]+(\\.[A-Z]\\w*)+|CVE-[0-9]+")
	found := 0
	eachComment(t, func(dir string, _ *loaded, f *ast.File, c commented) {
		if declared[f] == nil {
			declared[f] = map[string]bool{}
			ast.Inspect(f, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					declared[f][id.Name] = true
				}
				return true
			})
		}
		for line := range strings.Lines(c.Text()) { // of code
			for _, name := range anyCamel.FindAllString(quotation.ReplaceAllString(line, ""), -1) {
				if strings.HasPrefix(line, "\t") && !known[name] && !inPackage(t, dir, name) {
					t.Errorf("%s: nothing is called %s", fset.Position(c.Pos()), name)
				}
			}
		}
		for _, name := range likeName.FindAllString(noName.ReplaceAllString(prosaic(c), ""), -1) {
			found++
			if !known[name] && !declared[f][name] && !(dir == "crawl" && strings.Contains(name, "_")) { // names of parameters
				t.Errorf("%s: the file has no %s: name it with its package, or in brackets", fset.Position(c.Pos()), name)
			}
		}
	})
	if found < 1000 {
		t.Errorf("only %d names", found)
	}
}

// aVariable matches a letter that stands for a variable.
var aVariable = regexp.MustCompile(`(?:^|[\s(])([b-hj-mo-z]|err)\b(?:[^.\w'():-]|$|\. |\.$)`)

// sentenceStart matches a variable at the beginning of a sentence.
var sentenceStart = regexp.MustCompile(`[a-z)]\. ([a-z]\w*) `)

// beginsWithTwo matches two names at the beginning of a comment.
var beginsWithTwo = regexp.MustCompile(`^([A-Za-z]\w*) and ([A-Za-z]\w*) `)

// TestCommentBegins checks that a comment begins with the name that it documents, that it has no link to itself, that the
// comment of a group of types names each, and that its letters are variables of the function, or fields of the package.
func TestCommentBegins(t *testing.T) {
	begins := regexp.MustCompile(`^(?:(?:A |An |The )?([A-Za-z]\w*))`)
	eachComment(t, func(dir string, p *loaded, _ *ast.File, c commented) {
		var names []*ast.Ident
		fields := ""
		switch d := c.of.(type) {
		case *ast.FuncDecl:
			names = []*ast.Ident{d.Name}
			if d.Recv != nil {
				fields = "ns" // of the types of their receivers
			}
		case *ast.TypeSpec:
			if c.Pos() < d.Pos() {
				names = []*ast.Ident{d.Name}
			}
		case *ast.GenDecl:
			if spec, ok := d.Specs[0].(*ast.TypeSpec); ok && len(d.Specs) == 1 {
				names = []*ast.Ident{spec.Name}
			}
			for _, s := range d.Specs {
				if spec, ok := s.(*ast.TypeSpec); ok && spec.Doc == nil && spec.Comment == nil && !regexp.MustCompile(`\b`+spec.Name.Name+`\b`).MatchString(prosaic(c)) {
					t.Errorf("%s: the comment does not name %s", fset.Position(c.Pos()), spec.Name.Name)
				}
			}
		case *ast.Field:
			if names = d.Names; len(names) == 0 || !names[0].IsExported() || p.fset == nil || !strings.Contains(prosaic(c), ". ") {
				return
			}
		}
		text, place := prosaic(c), fset.Position(c.Pos())
		if both := beginsWithTwo.FindStringSubmatch(text); both != nil {
			group, _ := c.of.(*ast.GenDecl)
			declares := map[string]bool{}
			if group != nil {
				declares = namesIn(group)
			}
			if declares[both[1]] && !declares[both[2]] {
				t.Errorf("%s: %s is not declared here", place, both[2])
			}
		}
		if first := begins.FindStringSubmatch(text); len(names) == 1 && (first == nil || first[1] != names[0].Name) {
			t.Errorf("%s: the comment of %s begins with %.30q", place, names[0].Name, text)
		}
		if len(names) == 1 && strings.Contains(text, "["+names[0].Name+"]") && fields == "" {
			t.Errorf("%s: %s has a link to itself", place, names[0].Name)
		}
		f, ok := c.of.(*ast.FuncDecl)
		if !ok {
			return
		}
		has := map[string]bool{}
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				has[id.Name] = true
			}
			return true
		})
		text = quotation.ReplaceAllString(text, "")
		for _, m := range sentenceStart.FindAllStringSubmatch(text, -1) {
			if !has[m[1]] {
				t.Errorf("%s: %s has no %s", place, f.Name.Name, m[1])
			}
		}
		for _, m := range aVariable.FindAllStringSubmatch(text, -1) {
			if !has[m[1]] && !strings.Contains(fields, m[1]) {
				t.Errorf("%s: %s has no %s", place, f.Name.Name, m[1])
			}
		}
	})
}

// TestCommentReturns checks numbers and variables that a function returns, as in "the length, or 0" and "and returns g": a
// return statement has it.
func TestCommentReturns(t *testing.T) {
	instead := regexp.MustCompile(`\breturns?\b[^.]*?\bor (-?[0-9])(?: |\.|,|$)|\b(?:returns|[Ii]t is) (-?[0-9])(?: if| without| for|\.|$)|\band returns ([a-z]\w*)(?:\.|,|$)`)
	found := 0
	eachComment(t, func(_ string, _ *loaded, _ *ast.File, c commented) {
		f, ok := c.of.(*ast.FuncDecl)
		if !ok {
			return
		}
		m := instead.FindStringSubmatch(regexp.MustCompile(`"[^"]*"`).ReplaceAllString(prosaic(c), ""))
		if m == nil {
			return
		}
		found++
		has, computed, want, variables := false, false, m[1]+m[2]+m[3], map[string]bool{}
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				variables[id.Name] = true
			}
			if r, ok := n.(*ast.ReturnStmt); ok {
				for _, e := range r.Results {
					_, literal := e.(*ast.BasicLit)
					computed = computed || !literal
				}
				results := r.Results
				for _, e := range r.Results {
					if call, ok := e.(*ast.CallExpr); ok {
						results = slices.Concat(results, call.Args)
					}
				}
				has = has || len(results) == 0 && want == "0" || slices.ContainsFunc(results, func(e ast.Expr) bool { return types.ExprString(e) == want })
			}
			return true
		})
		if has = has || m[2] != "" && len(want) == 1 && want < "2" && computed; !has && (m[1]+m[2] != "" || variables[want]) {
			t.Errorf("%s: %s does not return %s", fset.Position(c.Pos()), f.Name.Name, want)
		}
	})
	if found < 20 {
		t.Errorf("only %d numbers", found)
	}
}
