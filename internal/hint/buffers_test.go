package hint_test

import (
	"strings"
	"testing"

	"example.com/uri"
)

// TestBuffers corrects texts around the buffer of 256 bytes for a part with escapes.
func TestBuffers(t *testing.T) {
	for n := 256 - 15; n <= 256+5; n++ {
		for _, s := range []string{strings.Repeat("a", n) + "\u00e9", "\u00e9" + strings.Repeat("a", n), "\u00e9" + strings.Repeat("a", n-4) + "\u00e9"} {
			_, err := uri.Parse("http://h/" + s)
			e, ok := err.(*uri.SyntaxError)
			if !ok {
				t.Fatalf("%q is accepted", s)
			}
			want := "http://h/" + strings.ReplaceAll(s, "\u00e9", "%C3%A9")
			if fix, ok := e.Fix(); fix != want || !ok {
				t.Errorf("%d bytes: %q, want %q", n, fix, want)
			}
		}
	}
}
