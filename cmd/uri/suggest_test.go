package main

import (
	"slices"
	"testing"
)

// TestDistance compares distance with a search over single changes.
func TestDistance(t *testing.T) {
	const letters = "abc"
	changes := func(s string) (all []string) {
		for i := range len(s) + 1 {
			for _, c := range letters {
				all = append(all, s[:i]+string(c)+s[i:])
				if i < len(s) {
					all = append(all, s[:i]+string(c)+s[i+1:])
				}
			}
			if i < len(s) {
				all = append(all, s[:i]+s[i+1:])
			}
			if i+1 < len(s) {
				all = append(all, s[:i]+s[i+1:i+2]+s[i:i+1]+s[i+2:])
			}
		}
		return all
	}
	for _, word := range []string{"", "a", "ab", "abc", "abca", "ccba"} {
		one := changes(word)
		for _, s := range one {
			want := 1
			if s == word {
				want = 0
			}
			if got := distance(word, s); got != want {
				t.Errorf("%q, %q: %d, want %d", word, s, got, want)
			}
			for _, far := range changes(s) {
				if got := distance(word, far); got > 3 || got == 0 != (far == word) || got == 1 != (far != word && slices.Contains(one, far)) {
					t.Errorf("%q, %q: %d", word, far, got)
				}
			}
		}
	}
}
