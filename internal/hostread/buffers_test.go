package hostread

import (
	"strings"
	"testing"

	"example.com/uri/internal/punycode"
)

// TestBuffers gives labels up to the longest one and longer, with one character beyond US-ASCII or
// with many.
func TestBuffers(t *testing.T) {
	for n := 1; n <= 2*punycode.MaxLabel+3; n++ {
		for _, runes := range [][]rune{append([]rune(strings.Repeat("a", n)), '\u00fc'), []rune(strings.Repeat("\u00fc", n))} {
			text := string(punycode.Append(nil, runes))
			if got, want := isPunycode(text), len(text) <= punycode.MaxLabel; got != want {
				t.Errorf("%d characters, %d bytes: %v", len(runes), len(text), got)
			}
			if isPunycode(text + "-") {
				t.Errorf("%s-", text)
			}
		}
	}
}
