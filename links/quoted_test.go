package links

import (
	"testing"
)

// TestQuotedTexts checks texts that comments quote and no other test has: each is as its comment says.
func TestQuotedTexts(t *testing.T) {
	first := func(x Extractor, text string) string {
		for m := range x.Extract(text) {
			return m.URI.String()
		}
		return ""
	}
	expanded, rule, _ := Expand("www.w3.org/x")
	missing, _, _ := Repair("http:/h/x")
	for _, tt := range [][2]string{
		{expanded.String() + " " + rule.String(), "http://www.w3.org/x " + ExpansionWWWHost.String()},
		{missing.String(), "http:/h/x"},
		{first(Extractor{Abbreviated: true}, `"\nuser@example.com"`), "mailto:user@example.com"},
		{first(Extractor{}, `http://h\u001b[38;2;255;255;255m/a`), "http://h/a"},
		{first(Extractor{}, "Go there.http://a/b"), "http://a/b"},
	} {
		if tt[0] != tt[1] {
			t.Errorf("%s, want %s", tt[0], tt[1])
		}
	}
	if n := len(`\u001b[38;2;255;255;255m`); n >= maxParameters {
		t.Errorf("%d bytes", n)
	}
}
