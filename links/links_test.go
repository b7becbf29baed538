package links

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/uri/internal/vectors"
)

// A linkRow is a row of testdata/links.tsv.
type linkRow struct {
	line   int
	list   string // uri or abbreviated
	first  bool   // only the first link is known
	source string
	input  string
	want   []string
	key    string // in links_differ.tsv
}

func linkRows(t testing.TB) (rows []linkRow) {
	t.Helper()
	for i, line := range vectors.Lines(t, "testdata/links.tsv") {
		f := strings.Split(line, "\t")
		if strings.HasPrefix(line, "#") || line == "" {
			continue
		}
		r := linkRow{line: i + 1, list: f[0], source: f[1], first: f[2] == "first", key: f[0] + "\t" + f[1] + "\t" + f[3]}
		if err := json.Unmarshal([]byte(f[3]), &r.input); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(f[4]), &r.want); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	return rows
}

// TestLinks finds the links that the tests of other link finders want, in all rows
// except those of testdata/links_differ.tsv, which says why. A row there that is not
// needed is an error too.
func TestLinks(t *testing.T) {
	differs := make(map[string]bool)
	for i, line := range vectors.Lines(t, "testdata/links_differ.tsv") {
		if line == "" || line[0] == '#' {
			continue
		}
		key, reason, _ := cutLast(line, "\t")
		if differs[key] || reason == "" {
			t.Errorf("links_differ.tsv:%d: twice, or without a reason", i+1)
		}
		differs[key] = true
	}
	right, all := make(map[string]int), make(map[string]int)
	for _, row := range linkRows(t) {
		all[row.list]++
		all[row.source]++
		var got []string
		for m := range (Extractor{Abbreviated: row.list == "abbreviated"}).Extract(row.input) {
			got = append(got, row.input[m.Start:m.End])
		}
		if row.first {
			got = got[:min(len(got), 1)]
		}
		same := slices.Equal(got, row.want)
		if same {
			right[row.list]++
			right[row.source]++
		}
		if same == differs[row.key] {
			t.Errorf("links.tsv:%d: %s: %q: found %q, want %q; in links_differ.tsv: %v", row.line, row.source, row.input, got, row.want, same)
		}
		delete(differs, row.key)
	}
	for key := range differs {
		t.Errorf("links_differ.tsv: no row %s", key)
	}
	t.Logf("right %v of %v", right, all)
	for _, list := range []string{"uri", "abbreviated"} {
		if 10*right[list] < 9*all[list] {
			t.Errorf("%s: only %d of %d", list, right[list], all[list])
		}
	}
	if n := all["UTS #58"] - right["UTS #58"]; n > 7 || all["UTS #58"] < 263 {
		t.Errorf("UTS #58: %d of %d rows differ", n, all["UTS #58"])
	}
}

// cutLast cuts s around the last sep.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// TestLinksCorpus puts each URL of a real list into a sentence, and wants that Extract
// finds another URL there for at most 20 of them. The list is kasztp.txt, in the folder
// that the environment variable URI_CORPUS names: each line without white space, once.
func TestLinksCorpus(t *testing.T) {
	folder := os.Getenv("URI_CORPUS")
	if folder == "" {
		return
	}
	seen := make(map[string]bool)
	missed, wrong := 0, 0
	list := strings.TrimPrefix(vectors.Text(t, filepath.Join(folder, "kasztp.txt")), "\ufeff")
	for _, link := range strings.Split(list, "\n") {
		link = strings.TrimSpace(link)
		if link == "" || strings.ContainsAny(link, " \t") || seen[link] {
			continue
		}
		seen[link] = true
		text := "Look at " + link + " and tell me."
		var got []string
		for m := range Extract(text) {
			got = append(got, text[m.Start:m.End])
		}
		switch {
		case len(got) == 0:
			missed++
			if link != "https://" && !strings.HasPrefix(link, `https://"`) { // no host
				t.Errorf("%q: found nothing", text)
			}
		case len(got) > 1 || got[0] != link:
			wrong++
		}
	}
	if t.Logf("of %d %d are another URL, and %d are none", len(seen), wrong, missed); wrong > 20 {
		t.Errorf("of %d %d are another URL", len(seen), wrong)
	}
}
