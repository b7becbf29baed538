package links

import (
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// TestControlsInPieces reads texts in which a control sequence is before a URI or takes its first
// letter, at once and byte by byte.
func TestControlsInPieces(t *testing.T) {
	x := Extractor{Abbreviated: true}
	found := 0
	for _, before := range []string{"", "a ", "é", "x", "\x1b[1m", "\x1b[", "http://b/\x1b[1m "} {
		for _, sequence := range []string{"\x1b[", "\x1b[1;", `\033[`, `\e[`, "\x1b]8;;", "\x1b]0;", `\x1b]0;`} {
			for _, after := range []string{"http://a/b", "https://a.example/", "ftp://f/", "www.a.example", "ftp.a.example", "m http://c/", "h http://c/", "ht http://c/", "hhttp://c/", "mhttp://c", "x\ahttp://d/"} {
				s := before + sequence + after + "\x1b[0m \x1b[" + after
				var want, got []Match
				for m := range x.Extract(s) {
					want = append(want, m)
				}
				for m, err := range x.ExtractFrom(iotest.OneByteReader(strings.NewReader(s))) {
					if err != nil {
						t.Fatal(err)
					}
					got = append(got, m)
				}
				if !slices.EqualFunc(got, want, func(a, b Match) bool { return a.URI == b.URI && a.Start == b.Start && a.End == b.End }) {
					t.Errorf("%q: in pieces %v, at once %v", s, got, want)
				}
				found += len(want)
			}
		}
	}
	if found < 500 {
		t.Errorf("only %d found", found)
	}
}
