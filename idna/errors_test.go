package idna

import (
	"strings"
	"testing"
)

// TestErrors checks that an error names the label and the fault, and shows no text.
func TestErrors(t *testing.T) {
	long := strings.Repeat("a", 1<<20)
	for _, test := range []struct{ domain, want string }{
		{"", "idna: the domain is empty"},
		{"a.b c", `idna: label 2: a forbidden domain code point ' '`},
		{"bob:SECRET@\u05d0.1a", "idna: label 1: a character, a joiner or an order of right-to-left letters that is not allowed"},
		{"\u05d01a." + long, "idna: label 1: a character, a joiner or an order of right-to-left letters that is not allowed"},
		{"1SECRET.\u05d1", "idna: labels that break the Bidi rule together (RFC 5893)"},
		{"\u05d0SECRET", "idna: label 1: a character, a joiner or an order of right-to-left letters that is not allowed"},
		{"SECRET.\u05d01a.b", "idna: label 2: a character, a joiner or an order of right-to-left letters that is not allowed"},
		{"SECRET\u200d", "idna: label 1: a character, a joiner or an order of right-to-left letters that is not allowed"},
		{"a\u3002SECRET\U000E0001", "idna: label 2: a character that is not allowed"},
		{long + ".\U000E0001", "idna: label 2: a character that is not allowed"},
		{"\u00e9.\u0300SECRET", "idna: label 2: it begins with a mark"},
		{"\u00e9.xn--SECRET-", "idna: label 2: xn-- without a label in Punycode"},
		{strings.Repeat("\u00e9", 1000), "idna: label 1: 2000 bytes; at most 1024 are allowed"},
	} {
		_, err := ToASCII(test.domain)
		if err == nil || err.Error() != test.want {
			t.Errorf("%.60q: %v, want %s", test.domain, err, test.want)
		}
	}
}
