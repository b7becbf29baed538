package main

import (
	"regexp"
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
			{"set", "-host", garbage + " "}, {"set", "-pair", garbage}, {"extract", "-only", garbage + " "},
			{"audit", "-fail", garbage}, {"target", "-method", garbage + " "}, {"robots", "-file", garbage, "x"},
		} {
			out, errText, status := uriRun("", args...)
			if out != "" || status != misused || len(errText) > 3000 || !plain.MatchString(errText) {
				t.Errorf("%.40q: %d, %.300q, %d bytes", args, status, errText, len(errText))
			}
		}
	}
}
