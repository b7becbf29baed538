package house

import (
	"fmt"
	"go/ast"
	"go/types"
	"math"
	"net/http"
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
var notCounted = regexp.MustCompile(`\b[0-9]+(\.[0-9]+)+(/[0-9]+)?|[0-9a-f]+:[0-9a-f:]+/[0-9]+|%[0-9A-F]{2}[0-9]*|CVE-[0-9-]+|ISO[ -]8859-1|\bJava 17\b|UTS 46`)

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
		"archive.AppendKey":           {port, "2^32", pairs},
		"archive.Keyer.AppendKey":     {octet, "2^63-1", "2^31-1"},
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
