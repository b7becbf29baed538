package crawl

import (
	"strings"

	"example.com/uri"
)

// A class is a set of properties that a byte of a text may have.
type class uint8

const (
	inURI    class = 1 << iota // uric, "%" and "#" (RFC 2396, 2 and 4)
	plain                      // of these, all except "%", "#", "(", ")" and "'"
	isScheme                   // alpha | digit | "+" | "-" | "." (3.1)
	isAlpha                    // alpha (1.6)
	isBlank                    // white space
	isStop                     // punctuation that is more likely the end of a sentence than of a URI
)

// table holds the classes of each byte.
var table = makeTable()

func makeTable() (t [256]class) {
	for b := range t {
		c := string([]byte{byte(b)})
		if uri.Escape(c, uri.EscapeQuery) == c {
			t[b] |= inURI
			if !strings.Contains("()'", c) {
				t[b] |= plain
			}
		}
	}
	add := func(k class, set string) {
		for i := range len(set) {
			t[set[i]] |= k
		}
	}
	add(inURI, "#%")
	const (
		alpha = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
		digit = "0123456789"
	)
	add(isAlpha, alpha)
	add(isScheme, alpha+digit+"+-.")
	add(isBlank, " \t\n\v\f\r")
	add(isStop, ".,;:!?'")
	return t
}
