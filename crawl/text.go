package crawl

import (
	"bytes"
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
	isHex                      // hex (2.4.1)
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
	add(isHex, digit+"abcdefABCDEF")
	add(isBlank, " \t\n\v\f\r")
	add(isStop, ".,;:!?'")
	return t
}

// octets is text as a string or as bytes.
type octets interface{ string | []byte }

// indexByte returns the index of the first b in s at or after i, or -1 if there is
// none.
func indexByte[T octets](s T, i int, b byte) int {
	var k int
	switch s := any(s).(type) {
	case string:
		k = strings.IndexByte(s[i:], b)
	case []byte:
		k = bytes.IndexByte(s[i:], b)
	}
	if k < 0 {
		return -1
	}
	return i + k
}

// escaped reports whether s[i:] begins with "%" hex hex (RFC 2396, 2.4.1).
func escaped[T octets](s T, i int) bool {
	return len(s)-i >= 3 && s[i] == '%' && table[s[i+1]]&table[s[i+2]]&isHex != 0
}

// lower returns b, in lower case if it is a letter.
func lower(b byte) byte {
	if table[b]&isAlpha != 0 {
		return b | 0x20
	}
	return b
}

// enumName returns names[i], or "invalid" if i is not the value of a constant.
func enumName(names []string, i int) string {
	if i >= len(names) {
		return "invalid"
	}
	return names[i]
}
