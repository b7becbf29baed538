package uri

import (
	"strings"
	"testing"
)

// TestClasses compares the table with a transcription of the rules by hand, for
// all octets.
func TestClasses(t *testing.T) {
	const (
		digits     = slowDigits
		letters    = slowLetters
		unreserved = slowUnreserved
	)
	for _, test := range []struct {
		name  string
		k     class
		chars string
	}{
		{"alpha", isAlpha, letters},
		{"digit", isDigit, digits},
		{"hex", isHex, digits + "abcdefABCDEF"},
		{"alphanum", isAlphanum, letters + digits},
		{"unreserved", isUnreserved, unreserved},
		{"uric", isURIC, slowReserved + unreserved},
		{"uric_no_slash", isURICNoSlash, unreserved + ";?:@&=+$,"},
		{"rel_segment", isRelSegment, unreserved + ";@&=+$,"},
		{"scheme", isScheme, letters + digits + "+-."},
		{"reg_name", isRegName, unreserved + "$,;:@&=+"},
		{"userinfo", isUserinfo, unreserved + ";:&=+$,"},
		{"domainlabel", isLabel, letters + digits + "-"},
		{"pchar", isPchar, unreserved + ":@&=+$,"},
		{"segment", isSegment, unreserved + ":@&=+$,;"},
		{"abs_path", isPath, unreserved + ":@&=+$,;/"},
		{"IPv6address", isIPv6, digits + "abcdefABCDEF:."},
	} {
		for b := range 256 {
			want := strings.IndexByte(test.chars, byte(b)) >= 0
			if got := table[b]&test.k != 0; got != want {
				t.Errorf("%s %q: got %t, want %t", test.name, string([]byte{byte(b)}), got, want)
			}
		}
	}
}

// TestScan compares the scans with the obvious loop, for each place of the byte
// that ends the run, at each offset, and for complete and broken escapes.
func TestScan(t *testing.T) {
	slow := func(s string, i int, escapes bool) int {
		for i < len(s) {
			switch {
			case strings.IndexByte(slowDigits, s[i]) >= 0:
				i++
			case escapes && len(s)-i >= 3 && s[i] == '%' && slowOnly(s[i+1:i+3], slowDigits+"abcdefABCDEF"):
				i += 3
			default:
				return i
			}
		}
		return i
	}
	const run = "01234567890123456789012345"
	for n := range len(run) {
		for k := range n + 1 {
			for _, put := range []string{"", "x", "%41", "%4", "%", "%4x", "%x4", "%41%42", "%\x80\x80"} {
				s := run[:k] + put + run[k:n]
				for i := range len(s) + 1 {
					if got, want := scan(s, i, isDigit), slow(s, i, false); got != want {
						t.Errorf("scan(%q, %d) = %d, want %d", s, i, got, want)
					}
					if got, want := scanEscaped(s, i, isDigit), slow(s, i, true); got != want {
						t.Errorf("scanEscaped(%q, %d) = %d, want %d", s, i, got, want)
					}
				}
			}
		}
	}
}
