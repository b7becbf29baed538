package pathread

import (
	"testing"

	"example.com/uri"
)

// TestOnlyNames compares onlyNames, for every path of up to six characters, with the
// long way that it replaces: all segments are weighed, and each must weigh as much as
// a name or be empty.
func TestOnlyNames(t *testing.T) {
	const alphabet = "/.;%25EF30:"
	yes, no := 0, 0
	buf := make([]byte, 6)
	var walk func(n int)
	walk = func(n int) {
		path := string(buf[:n])
		odd, names := false, true
		for start := 0; start < len(path); {
			end, oddSegment := scanSegment(path, start)
			odd = odd || oddSegment
			if w := weigh(path[start:end], ""); end > start && (w.reader != "" || w.dots != "" || w.weight < 1) {
				names = false
			}
			start = end + 1
		}
		got := onlyNames(path)
		if got == odd || got && !names && uri.Valid("http://h/"+path) {
			t.Fatalf("%q: %v; odd %v, names alone %v", path, got, odd, names)
		}
		if got {
			yes++
		} else {
			no++
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
		t.Errorf("onlyNames held for %d paths and not for %d", yes, no)
	}
}
