package page

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/uri"
	"example.com/uri/internal/vectors"
	"example.com/uri/web"
)

// tableRows returns the rows of a table in testdata, which have the given number of columns. Each begins
// with its file and line.
func tableRows(t testing.TB, table string, columns int) (rows [][]string) {
	t.Helper()
	file := "testdata/" + table + ".tsv"
	for n, row := range vectors.TabLines(t, file) {
		if row == nil {
			continue
		}
		if len(row) != columns {
			t.Fatalf("%s:%d: %d columns, want %d", file, n+1, len(row), columns)
		}
		rows = append(rows, append([]string{fmt.Sprintf("%s:%d", file, n+1)}, row...))
	}
	return rows
}

// fromJSON decodes a column.
func fromJSON[T any](t testing.TB, text string) (v T) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// A differing has the rows of a table whose expectation is not that of this package, by testdata/differs.txt.
// A row there that does not differ fails.
type differing struct {
	t     testing.TB
	table string
	rows  map[string]bool // by input; true once it has differed
}

// differingRows reads the rows of a table in testdata/differs.txt.
func differingRows(t testing.TB, table string) differing {
	d := differing{t, table, map[string]bool{}}
	for _, line := range vectors.TabLines(t, "testdata/differs.txt") {
		if len(line) == 3 && line[0] == "" && line[1] == table {
			d.rows[line[2]] = false
		}
	}
	return d
}

// check compares a result with the expectation of a row.
func (d differing) check(place, input string, got, want any) {
	d.t.Helper()
	diff := cmp.Diff(want, got)
	_, listed := d.rows[input]
	switch {
	case diff != "" && !listed:
		d.t.Errorf("%s: %q (-want +got):\n%s", place, input, diff)
	case diff == "" && listed:
		d.t.Errorf("%s: %q no longer differs", place, input)
	}
	d.rows[input] = true
}

// done fails for the rows of testdata/differs.txt that were not seen.
func (d differing) done() {
	d.t.Helper()
	for input, seen := range d.rows {
		if !seen {
			d.t.Errorf("testdata/differs.txt: %s has no row %q", d.table, input)
		}
	}
}

// TestSrcsetTable runs the rows of srcset.tsv: the tests of WPT and of Chromium.
func TestSrcsetTable(t *testing.T) {
	rows := tableRows(t, "srcset", 4)
	if len(rows) != 168 {
		t.Errorf("%d rows", len(rows))
	}
	for _, row := range rows {
		want := []Candidate{}
		for _, text := range fromJSON[[]string](t, row[2]) {
			c := Candidate{Reference: text, Density: 1}
			if words := strings.Fields(text); len(words) > 1 {
				c = Candidate{Reference: words[0]}
				for _, word := range words[1:] {
					switch word[len(word)-1] {
					case 'w':
						_, _ = fmt.Sscanf(word, "%dw", &c.Width)
					case 'x':
						_, _ = fmt.Sscanf(word, "%gx", &c.Density)
					}
				}
			}
			want = append(want, c)
		}
		if diff := cmp.Diff(want, append([]Candidate{}, slices.Collect(Srcset(row[1]))...)); diff != "" {
			t.Errorf("%s: %q (-want +got):\n%s", row[0], row[1], diff)
		}
	}
}

// TestRefreshTable runs the rows of refresh.tsv: the tests of WPT. A time ends at math.MaxInt32.
func TestRefreshTable(t *testing.T) {
	rows := tableRows(t, "refresh", 7)
	if len(rows) != 68 {
		t.Errorf("%d rows", len(rows))
	}
	for _, row := range rows {
		want := 0
		if row[2] != `\N` {
			n := int64(0)
			if _, err := fmt.Sscan(row[2], &n); err != nil {
				t.Fatal(row[0], err)
			}
			want = int(min(n, math.MaxInt32))
		}
		seconds, reference, ok := Refresh(row[1])
		if ok != (row[2] != `\N`) || seconds != want || reference != strings.TrimSuffix(row[3], `\N`) {
			t.Errorf("%s: %q: %d, %q, %v", row[0], row[1], seconds, reference, ok)
		}
	}
}

// TestCSSTable runs the rows of cssurls.tsv: those of css-parsing-tests, postcss-value-parser and csstree.
func TestCSSTable(t *testing.T) {
	rows := tableRows(t, "cssurls", 7)
	if len(rows) != 97 {
		t.Errorf("%d rows", len(rows))
	}
	for _, row := range rows {
		want := fromJSON[[]string](t, row[2])
		if diff := cmp.Diff(want, append([]string{}, slices.Collect(CSS(row[1]))...)); diff != "" {
			t.Errorf("%s: %q (-want +got):\n%s", row[0], row[1], diff)
		}
	}
}

// TestLinksTable runs the rows of linkfield.tsv: the tests of Chromium, of the parsers of several languages
// and of http://greenbytes.de/tech/tc/httplink/.
func TestLinksTable(t *testing.T) {
	rows := tableRows(t, "linkfield", 7)
	if len(rows) != 124 {
		t.Errorf("%d rows", len(rows))
	}
	type link struct {
		Target string
		Rel    []string
		Anchor *string
		Params [][2]string
	}
	d := differingRows(t, "linkfield")
	for _, row := range rows {
		targets := fromJSON[[]string](t, row[2])
		rels := fromJSON[[][]string](t, row[3])
		anchors := fromJSON[[]*string](t, row[4])
		params := fromJSON[[][][2]string](t, row[5])
		want, got := []link{}, []link{}
		for i := range targets {
			want = append(want, link{targets[i], rels[i], anchors[i], params[i]})
		}
		for l := range Links(row[1]) {
			g := link{l.Target, append([]string{}, l.Rel...), nil, [][2]string{}}
			if anchor, ok := l.Anchor.Get(); ok {
				g.Anchor = &anchor
			}
			for _, p := range l.Params {
				g.Params = append(g.Params, [2]string{p.Name, p.Value})
			}
			got = append(got, g)
		}
		d.check(row[0], row[1], got, want)
	}
	d.done()
}

// TestDataTable runs the rows of dataurls.tsv: the tests of WPT.
func TestDataTable(t *testing.T) {
	rows := tableRows(t, "dataurls", 5)
	if len(rows) != 97 {
		t.Errorf("%d rows", len(rows))
	}
	for _, row := range rows {
		s := row[2]
		if row[1] == "base64" { // the input of forgiving-base64 decode
			s = "data:;base64,"
			for i := range len(row[2]) {
				s += fmt.Sprintf("%%%02x", row[2][i])
			}
		}
		u, err := web.Parse(s)
		if err != nil {
			t.Errorf("%s: %v", row[0], err)
			continue
		}
		media, body, err := Data(u)
		switch got := fmt.Sprintf("%x", body); {
		case (err != nil) != (row[3] == "failure" || row[4] == "failure"):
			t.Errorf("%s: %q: error %v", row[0], row[2], err)
		case err != nil && (media != "" || body != nil):
			t.Errorf("%s: %q: %q, %q and %v", row[0], row[2], media, body, err)
		case err == nil && (got != row[4] || row[1] == "data" && media != row[3]):
			t.Errorf("%s: %q: %q, %s", row[0], row[2], media, got)
		}
	}
}

// TestFileNameTable runs the rows of filename.tsv, Chromium's tests, that judge a name or ask for the name in a
// URL. Where a URL has no name, Chromium takes its host or "download"; here it is the caller's.
func TestFileNameTable(t *testing.T) {
	seen := map[string]int{}
	for _, row := range tableRows(t, "filename", 10) {
		kind, text, sent, want := row[1], row[2], row[5], row[9]
		if kind == "generate" {
			if row[3] != "" || row[4] != "" || sent != "" || row[6] != "" {
				continue // a field, a charset, a name of a script, a media type
			}
			u, err := uri.Parse(text)
			if _, path, _ := strings.Cut(text, "://"); err != nil || !strings.Contains(path, "/") || strings.HasSuffix(path, "/") {
				want = ""
			}
			seen[kind]++
			if got := FileName(u); got != want {
				t.Errorf("%s: %s: %q, want %q", row[0], text, got, want)
			}
			continue
		}
		seen[kind]++
		got := FileName(uri.MustParse("http://h/" + uri.Escape(sent, uri.EscapeSegment)))
		switch kind {
		case "safe":
			if got != want {
				t.Errorf("%s: %q: %q, want %q", row[0], sent, got, want)
			}
		case "portable":
			if got != sent {
				t.Errorf("%s: %q: %q", row[0], sent, got)
			}
		case "not portable", "reserved on Windows":
			if got == sent {
				t.Errorf("%s: %q stays", row[0], sent)
			}
		}
	}
	want := map[string]int{"generate": 10, "safe": 8, "portable": 2, "not portable": 8, "reserved on Windows": 3, "portable path": 1}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Error(diff)
	}
}

// TestDispositionTable runs the rows of disposition.tsv: the tests of Chromium, and those of
// http://greenbytes.de/tech/tc2231/. A field of the grammar has the name that the RFCs say, another one the name
// that Chromium takes. Each name is compared as a safe one.
func TestDispositionTable(t *testing.T) {
	valid, other := 0, 0
	d := differingRows(t, "disposition")
	for _, row := range tableRows(t, "disposition", 9) {
		field, sent := row[1], row[4]
		if row[2] == "invalid" {
			if sent = row[7]; sent == `\N` {
				continue // Chromium was not asked
			}
			other++
		} else {
			valid++
		}
		sent = strings.TrimSuffix(sent, `\N`)
		want := ""
		if sent != "" {
			u := uri.MustParse("http://h/" + uri.Escape(sent[strings.LastIndexAny(sent, `/\`)+1:], uri.EscapeSegment))
			want = FileName(u) // its safety is judged by other tests
		}
		got, ok := Disposition(field)
		if ok != (got != "") {
			t.Errorf("%s: %q, %v", row[0], got, ok)
		}
		d.check(row[0], field, got, want)
	}
	d.done()
	if valid != 64 || other != 22 {
		t.Errorf("%d fields of the grammar, %d others", valid, other)
	}
}

// TestNames has names that are not safe, and what becomes of them.
func TestNames(t *testing.T) {
	long := strings.Repeat("x", 250)
	for _, tt := range [][2]string{
		{"a b.txt", "a b.txt"}, {"../../etc/passwd", "_.._etc_passwd"}, {"..", ""}, {".", ""}, {"", ""}, {" . . ", ""}, {".profile", "profile"},
		{"nul", "_nul"}, {"Com1.tar.gz", "_Com1.tar.gz"}, {"con .txt", "_con .txt"}, {"lpt³", "_lpt³"}, {"com10", "com10"}, {"conin$", "_conin$"},
		{"a\u202egnp.exe", "a_gnp.exe"}, {"a\x00\x85\xff", "a___"}, {"a:b", "a_b"}, {"\ufeffa", "_a"}, {"n\u200dm", "n\u200dm"},
		{"a.lnk", "a.download"}, {"con.lnk", "_con.download"}, {"a.{0}", "a.download"}, {"Thumbs.db", "_Thumbs.db"}, {"a. ", "a"}, {"a.\u00a0", "a"},
		{long + ".tar.gz", long + ".t.gz"}, {long + ".tar.gzzz", long[:250] + ".gzzz"}, {long + long, (long + long)[:255]},
		{strings.Repeat("é", 200) + ".txt", strings.Repeat("é", 125) + ".txt"}, {"a" + strings.Repeat(" ", 300) + ".txt", "a.txt"},
		{"con" + strings.Repeat(" ", 300) + "x", "_con"}, {"a." + strings.Repeat("e", 300), ("a." + strings.Repeat("e", 300))[:255]},
		{long + "x.lnk" + long, long[:246] + ".download"},
		{"con.lnk" + strings.Repeat(" ", 247) + "x", "_con.download"},
		{long + ".lnk", long[:246] + ".download"},
	} {
		sent, want := tt[0], tt[1]
		got := FileName(uri.MustParse("http://h/a/" + uri.Escape(sent, uri.EscapeSegment) + "?q#f"))
		if got != want {
			t.Errorf("%q: %q, want %q", sent, got, want)
		}
		checkName(t, sent, got)
	}
	for _, s := range []string{"", "http://h", "http://h/a/", "mailto:a@b", "data:,a", "?q", "#f"} {
		if got := FileName(uri.MustParse(s)); got != "" {
			t.Errorf("%s: %q", s, got)
		}
	}
}

// TestDataErrors wants the offset in each error, and nothing of the body.
func TestDataErrors(t *testing.T) {
	for _, tt := range []struct{ url, want string }{
		{"http://h/,S3CRET", "page: data: not a data: URL"},
		{"data:S3CRET", `page: data: no "," after the media type, at offset 11`},
		{"data:text/html;base64,S3CRET!x", "page: data: invalid base64 at offset 28"},
		{"data:;base64,S3CRETx=y", "page: data: invalid base64 at offset 20"},
		{"data:;base64,S3CRETxx=", "page: data: invalid base64 at offset 21"},
		{"data:;base64,S3CRE%3D%3D%3D", "page: data: invalid base64 at offset 18"},
		{"data:;base64,S3CRETxxx", "page: data: invalid base64 at offset 22"},
	} {
		u, err := web.Parse(tt.url)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := Data(u); err == nil || err.Error() != tt.want || strings.Contains(err.Error(), "S3C") {
			t.Errorf("%s: %v", tt.url, err)
		}
	}
	if _, _, err := Data(web.URL{}); err == nil {
		t.Error("the zero URL has data")
	}
}
