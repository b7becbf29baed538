package pathread

import (
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// Simple reports whether path is "/", or segments of US-ASCII letters, digits, "-" and "_", each
// after one "/". All servers read it alike, and it is the path of a URI.
func Simple(path string) bool { return marksOf(path)&^separator == 0 }

// readsAlike, a fast path, reports whether path begins with "/" and is the same for all servers: names
// with one "/" or one "." before each, perhaps both, and a "/" at the end.
func readsAlike(path string) bool { return marksOf(path)&fault == 0 }

// The marks of a character in a path, and of a path. In marks, the upper half of a byte has the
// marks that the next character must not have.
const (
	separator = 1 << iota // "/"
	dot                   // "."
	fault                 // neither these nor in a name, or not allowed after the character before
	odd                   // in a name, but not in a name of Simple; also "."
)

var marks = func() (t [256]uint8) {
	for c := range t {
		if !isName[c] || c >= utf8.RuneSelf { // letters in another case may have another length
			t[c] = fault
		} else if !(ascii.Letter | ascii.Digit).Has(byte(c)) && c != '-' && c != '_' {
			t[c] = odd
		}
	}
	t['/'] = separator | separator<<4
	t['.'] = dot | odd | (separator|dot)<<4
	return t
}()

// marksOf returns the marks of the characters of path. It takes no branch for a character, because a
// processor cannot foresee where the slashes of a path are.
func marksOf(path string) (all uint8) {
	if path == "" || path[0] != '/' {
		return fault
	}
	last, wrong := marks['/'], uint8(0)
	for i := 1; i < len(path); i++ {
		c := marks[path[i]]
		wrong |= c & (last >> 4)
		all |= c
		last = c
	}
	if wrong|last&dot != 0 {
		all |= fault
	}
	return all & (separator | dot | fault | odd)
}
