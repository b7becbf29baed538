package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestUsageGarbage gives garbage in place of each word that an error about wrong usage may
// show: a command, the name of a flag, a shell, a part, a file. No error is long, and none has
// a byte that acts on a terminal.
func TestUsageGarbage(t *testing.T) {
	plain := regexp.MustCompile(`^uri[ -~]*\nTry "uri help[ a-z]*"\.\n$`)
	for _, garbage := range []string{strings.Repeat("%", 1<<20), strings.Repeat("A", 3000), "\x1b[31m", "\xff\u2028\r\n"} {
		for _, args := range [][]string{
			{garbage}, {"-" + garbage}, {"help", garbage}, {"completion", garbage}, {"version", garbage}, {"serve", "-listen", garbage},
			{"parse", "-" + garbage}, {"parse", "-json=" + garbage}, {"normalize", "-mode", garbage}, {"resolve", "-base", garbage + " "},
			{"get", "-format", "{" + garbage + "}"}, {"get", "-format", "{segment:" + garbage + "}"}, {"get", "-format", "{" + garbage},
			{"set", "-host", garbage + " "}, {"set", "-pair", garbage}, {"extract", "-only", garbage + " "}, {"expand", "-scheme", garbage + " "},
			{"audit", "-fail", garbage}, {"target", "-method", garbage + " "}, {"robots", "-file", garbage, "x"},
		} {
			out, errText, status := uriRun("", args...)
			if out != "" || status != misused || len(errText) > 3000 || !plain.MatchString(errText) {
				t.Errorf("%.40q: %d, %.300q, %d bytes", args, status, errText, len(errText))
			}
		}
	}
}

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
