package pathread

import (
	"testing"

	"example.com/uri"
)

// TestOdd compares scanSegment, for every path of up to six characters, with the long way
// that it saves: a segment that is not odd must score as much as a name or be empty.
func TestOdd(t *testing.T) {
	const alphabet = "/.;%25EF30:"
	yes, no := 0, 0
	buf := make([]byte, 6)
	var walk func(n int)
	walk = func(n int) {
		path := string(buf[:n])
		odd := false
		for start := 0; start < len(path) && !odd; {
			start, odd = scanSegment(path, start)
			start++
		}
		if odd {
			no++
		} else {
			yes++
		}
		for start := 0; start < len(path) && !odd; {
			end, _ := scanSegment(path, start)
			w := score(path[start:end], "")
			if end > start && (w.server != "" || w.dotServer != "" || w.levels < 1) && uri.Valid("http://h/"+path) {
				t.Fatalf("%q is not odd, and not names alone", path)
			}
			start = end + 1
		}
		for k := range len(alphabet) {
			if n < len(buf) {
				buf[n] = alphabet[k]
				walk(n + 1)
			}
		}
	}
	walk(0)
	if yes < 1000 || no < 1000 {
		t.Errorf("%d paths are not odd, %d are", yes, no)
	}
}
