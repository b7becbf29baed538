package page

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/uri/internal/vectors"
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
