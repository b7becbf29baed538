package links

import (
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// A class is a set of properties of a byte.
type class uint8

const (
	inURI      class = 1 << iota // uric, "%" and "#" (RFC 2396, 2 and 4)
	inText                       // no URI contains it, but people write it in one (RFC 2396, 2.4.3: unwise)
	plain                        // a URI goes on with it, whatever is around it
	plainHost                    // an authority goes on with it
	isBlank                      // white space
	isStop                       // finalPunctuation
	isNotation                   // after "\", it may begin the escape of ESC or BEL
	isLead                       // a token or control sequence may end in a scheme after it
)

// finalPunctuation is the punctuation that is more likely the end of a sentence than of a URI.
const finalPunctuation = ".,;:!?'*|`\\[{"

// table holds the classes of each byte.
var table = makeTable()

func makeTable() (t [256]class) {
	for b := range t {
		c := string([]byte{byte(b)})
		if uri.Escape(c, uri.EscapeQuery) == c {
			t[b] |= inURI
			if !strings.Contains("()'&*~", c) {
				t[b] |= plain
				if !strings.Contains("/?,;", c) {
					t[b] |= plainHost
				}
			}
		}
	}
	for k, set := range map[class]string{
		inURI: "#%", plain: "#", inText: "[]{}|\\^`", isBlank: " \t\n\v\f\r", isStop: finalPunctuation, isNotation: "0xueEa", isLead: "\\(*[;?:\a\x1b",
	} {
		ascii.Fill(&t, k, set)
	}
	return t
}

// Limits, in bytes. They keep the search linear in a text with many brackets that stay open.
const (
	maxScheme  = 63       // the scheme
	maxLead    = 72       // from the opener of a wrapper to the ":" after the scheme
	maxWrapped = 8192     // from the first white space in a wrapper to its end
	maxNested  = 256      // from "(" to the ")" that balances it
	maxLength  = 32 << 10 // a wrapper and the text in it; for [Extractor.ExtractFrom] any URI
)

// An input is the text to be searched, or the first part of it.
type input[T ascii.Text] struct {
	s    T
	seen int // functions looked at s[:seen]; if that is more than s, text after s may change their results
}

// has reports whether s has n bytes at s[i:].
func (in *input[T]) has(i, n int) bool {
	in.seen = max(in.seen, i+n)
	return len(in.s)-i >= n
}

// head returns the first n bytes of s[i:], or all of s[i:] if it is shorter.
func (in *input[T]) head(i, n int) string {
	if !in.has(i, n) {
		n = len(in.s) - i
	}
	return string(in.s[i : i+n])
}

// charStart returns the start of the character at s[i:].
func charStart[T ascii.Text](s T, i int) int {
	for low := max(0, i-utf8.UTFMax); i > low && !utf8.RuneStart(s[i]); {
		i--
	}
	return i
}

// hasName reports whether name is one of names. Case does not matter.
func hasName(names []string, name string) bool {
	return slices.ContainsFunc(names, func(s string) bool { return strings.EqualFold(s, name) })
}
