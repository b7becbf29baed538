package crawl

import (
	"encoding/json"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/internal/vectors"
	"example.com/uri/links"
	"example.com/uri/web"
)

// everything is a Keyer with all switches, and the index names that normalisers know.
var everything = Keyer{
	DropUserinfo: true, DropWWW: true, Drop: IsTracking, DropParams: true, SortQuery: true, Forms: true,
	DropEmptyQuery: true, MergeSlashes: true, DropLastSlash: true, IndexNames: indexNames(),
}

func indexNames() (names []string) {
	for _, name := range []string{"index", "default"} {
		for _, ext := range strings.Fields("html htm shtml php php3 phtml asp aspx jsp cfm cgi") {
			names = append(names, name+"."+ext)
		}
	}
	return names
}

// asBrowsers returns the URI that browsers make of s, or else links.Repair.
func asBrowsers(s string) (uri.URI, error) {
	if v, err := web.Parse(s); err == nil {
		if u, err := v.URI(); err == nil {
			return u, nil
		}
	}
	u, _, err := links.Repair(s)
	return u, err
}

// TestKeysOfOthers takes URLs and results from the tests of other normalisers. It counts the URLs
// that are joined rightly: their result is another text with the same key. It also counts those
// that are joined wrongly: they share a key with another URL of the same test, but browsers
// do not read their results, without fragments, as one URL.
func TestKeysOfOthers(t *testing.T) {
	for _, test := range []struct {
		name          string
		k             Keyer
		joined, wrong int // at least, at most
	}{
		{"the zero Keyer", Keyer{}, 175, 2},
		{"everything", everything, 305, 19},
	} {
		changed, joined, wrong := 0, 0, 0
		results := make(map[string]uri.URI) // of a key
		for i, line := range vectors.Lines(t, "testdata/keys.tsv") {
			f := strings.Split(line, "\t")
			if line == "" || line[0] == '#' {
				continue
			}
			var in, want string
			for n, s := range []*string{&in, &want} {
				if err := json.Unmarshal([]byte(f[2+n]), s); err != nil {
					t.Fatal(err)
				}
			}
			u, err := asBrowsers(in)
			v, wantErr := asBrowsers(want)
			if err != nil || wantErr != nil {
				t.Errorf("keys.tsv:%d: %v, %v", i+1, err, wantErr)
				continue
			}
			key := string(test.k.AppendKey(nil, u))
			if in != want {
				changed++
				if key == string(test.k.AppendKey(nil, v)) {
					joined++
				}
			}
			place := f[0] + f[1] + key
			result := v.WithoutFragment()
			if other, ok := results[place]; !ok {
				results[place] = result
			} else if other != result {
				wrong++
			}
		}
		t.Logf("%s joins %d of %d, and %d wrongly", test.name, joined, changed, wrong)
		if joined < test.joined || wrong > test.wrong {
			t.Errorf("%s joins %d of %d, and %d wrongly, want %d and %d", test.name, joined, changed, wrong, test.joined, test.wrong)
		}
	}
}

// TestKeysRecorded compares the keys of the zero Keyer with recorded ones. Crawlers keep keys in
// their tables, so they never change.
func TestKeysRecorded(t *testing.T) {
	rows := 0
	for i, line := range vectors.Lines(t, "testdata/keys_recorded.tsv") {
		f := strings.Split(line, "\t")
		if line == "" || line[0] == '#' {
			continue
		}
		u := uri.MustParse(f[0])
		if key, surt := string(AppendKey(nil, u)), string(AppendSURT(nil, u)); key != f[1] || Key(u) != key || surt != f[2] {
			t.Errorf("keys_recorded.tsv:%d: %q: %q and %q, want %q and %q", i+1, u, key, surt, f[1], f[2])
		}
		rows++
	}
	if rows < 400 {
		t.Errorf("only %d rows", rows)
	}
}
