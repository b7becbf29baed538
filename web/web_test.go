package web

import "testing"

// TestVectors reads every row of web-platform-tests. The domains that need IDNA are
// in testdata/domains.tsv: this module has no IDNA of its own.
func TestVectors(t *testing.T) {
	p := Parser{ToASCII: toASCII(t)}
	for _, v := range vectors(t) {
		var base URL
		if v.base != "" {
			var err error
			if base, err = p.Parse(URL{}, v.base); err != nil {
				t.Errorf("%v: base: %v", v, err)
				continue
			}
		}
		u, err := p.Parse(base, v.input)
		got := u.String()
		if err != nil {
			got = "failure"
		}
		if got != v.expected {
			t.Errorf("%v: got %q, want %q (%v)", v, got, v.expected, err)
		}
	}
}
