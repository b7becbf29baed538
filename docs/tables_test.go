package docs

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/links"
	"example.com/uri/page"
	"example.com/uri/web"
)

// TestPageTables runs the rows in the comments of package page: an input, and what the function makes of it.
func TestPageTables(t *testing.T) {
	for file, of := range map[string]func(input string) string{
		"refresh.go": func(input string) string {
			seconds, reference, ok := page.Refresh(input)
			if reference == "" {
				reference = "the empty reference: the page itself"
			}
			return strings.TrimSuffix(fmt.Sprintf("%d s, %s%v", seconds, reference, ok), "true")
		},
		"data.go": func(input string) string {
			media, body, err := page.Data(must(web.Parse(input)))
			return strings.TrimSuffix(fmt.Sprintf("%s, %s%v", media, body, err), "<nil>")
		},
		"disposition.go": func(input string) string {
			name, ok := page.Disposition(input)
			if !ok {
				return fmt.Sprint(ok)
			}
			return name
		},
		"filename.go": func(input string) string {
			name := page.FileName(uri.MustParse(input))
			if name == "" {
				return `""`
			}
			return name
		},
		"srcset.go": func(input string) string {
			var all []string
			for c := range page.Srcset(input) {
				switch {
				case c.Width > 0:
					all = append(all, fmt.Sprintf("%s %d pixels wide", c.Reference, c.Width))
				case c.Density != 1:
					all = append(all, fmt.Sprintf("%s of the density %v", c.Reference, c.Density))
				default:
					all = append(all, c.Reference)
				}
			}
			if len(all) == 1 {
				return "one candidate, " + all[0]
			}
			return strings.Join(all, ", and ")
		},
	} {
		rows := regexp.MustCompile(`(?m)^//\t(\S.*?)  +(\S.*)$`).FindAllStringSubmatch(string(must(os.ReadFile("../page/"+file))), -1)
		for _, row := range rows {
			if got := of(row[1]); got != row[2] {
				t.Errorf("page/%s: %s gives %s, not %s", file, row[1], got, row[2])
			}
		}
		if len(rows) < 2 {
			t.Errorf("page/%s has %d rows", file, len(rows))
		}
	}
}

// rowsOf returns the lines of code in the comments of a file, cut at two spaces or more.
func rowsOf(file string) (rows [][]string) {
	for _, m := range regexp.MustCompile(`(?m)^//\t(\S.*)$`).FindAllStringSubmatch(string(must(os.ReadFile(file))), -1) {
		rows = append(rows, regexp.MustCompile(`  +`).Split(m[1], -1))
	}
	return rows
}

// TestModeTable runs the rows in the comment of Mode.Path.
func TestModeTable(t *testing.T) {
	found := 0
	for _, row := range rowsOf("../split.go") {
		if len(row) != 4 || row[0] == "URI" {
			continue
		}
		found++
		for i, m := range []uri.Mode{uri.RFC2396, uri.RFC3986, uri.RFC1808} {
			if got := m.Path(uri.MustParse(row[0])); got != row[i+1] {
				t.Errorf("%v: the path of %s is %s", m, row[0], got)
			}
		}
	}
	if found != 3 {
		t.Errorf("%d rows", found)
	}
}

// TestReadTable reads the texts in the comment of links.Read: each has the kind of its row.
func TestReadTable(t *testing.T) {
	found := 0
	for _, row := range rowsOf("../links/read.go") {
		kind, ok := strings.CutPrefix(row[0], "Kind")
		if !ok {
			continue
		}
		for text := range strings.SplitSeq(row[1], ", ") {
			found++
			if x, err := links.Read(text); err != nil || !strings.EqualFold(x.Kind.String(), kind) {
				t.Errorf("%s is %v, %v, not %s", text, x.Kind, err, kind)
			}
		}
	}
	if found < 20 {
		t.Errorf("%d texts", found)
	}
}

// TestExtractTable finds the URIs in the rows in the comment of links.Extract: each ends where its row says.
func TestExtractTable(t *testing.T) {
	found := 0
	for _, row := range rowsOf("../links/extract.go") {
		if len(row) != 3 {
			continue
		}
		found++
		var all []links.Match
		for m := range links.Extract(row[1]) {
			all = append(all, m)
		}
		at, ok := strings.CutPrefix(row[2], "ends before the ")
		if ok != (row[2] != "finds only the first") || len(all) != 1 || ok && fmt.Sprintf(`"%c"`, row[1][all[0].End]) != at || !ok && all[0].Start != 0 {
			t.Errorf("%q: %v", row, all)
		}
	}
	if found != 5 {
		t.Errorf("%d rows", found)
	}
}
