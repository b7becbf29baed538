package uri

import (
	"fmt"
	"strings"
	"testing"
)

// TestVectorVerdicts holds that Parse accepts and refuses what the tables
// expect, but for the rows of testdata/differs.txt.
func TestVectorVerdicts(t *testing.T) {
	checkVectors(t, func(v vector) string {
		if got, want := Valid(v.input), v.kind != "invalid"; got != want {
			return fmt.Sprintf("valid: got %t, want %t", got, want)
		}
		return ""
	}, "parse", "invalid", "valid-uri-ref")
}

// TestVectorOracle holds that the check by RFC 2396 alone gives the verdicts
// that were found by the RFC's grammar for the rows of all tables.
func TestVectorOracle(t *testing.T) {
	n := 0
	for _, v := range vectors(t) {
		verdict := v.oracle
		if v.kind == "whatwg-parse" {
			verdict = strings.Replace(v.note, "2396 ", "2396:", 1)
		}
		_, verdict, found := strings.Cut(verdict, "2396:")
		if !found {
			continue
		}
		n++
		verdict, _, _ = strings.Cut(verdict, " ")
		_, err := ParseRFC2396(v.input)
		switch {
		case verdict != "valid" && verdict != "valid-by-appC" && verdict != "invalid":
			t.Errorf("%v: no verdict: %q", v, verdict)
		case err == nil != strings.HasPrefix(verdict, "valid"):
			t.Errorf("%v: got %v, want %s", v, err, verdict)
		}
	}
	if n < 1000 {
		t.Errorf("%d verdicts, want at least 1000", n)
	}
}
