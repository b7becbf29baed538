package secret

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// An Excerpt is a piece of a text around one place, without its secrets. It shares the memory
// of the text. The zero Excerpt has an empty text.
type Excerpt struct {
	front, back string // of the text, before and after a Mask or the place
	masked      bool   // a Mask is between front and back
	cut, more   bool   // the text has more before front, after back
	place       int    // the offset in front, Mask and back
	hidden      bool   // the place is in a secret
}

// width is how many bytes of a text an Excerpt shows on each side of the place.
const width = 60

// Around returns the excerpt of s around s[i:] without these secrets. It allocates only for
// more than one of them.
func Around(s string, i int, secrets []Span) Excerpt {
	start, end := max(i-width, 0), min(i+width, len(s))
	if len(secrets) == 0 {
		return Excerpt{front: s[start:i], back: s[i:end], cut: start > 0, more: end < len(s), place: i - start}
	}
	if near := overlap(secrets, start, end); len(near) > 0 { // they do not count as shown
		start = max(min(i, near[0].Lo)-width, 0)
		end = min(max(i, near[len(near)-1].Hi)+width, len(s))
	}
	hidden := overlap(secrets, start, end)
	if n := len(hidden); n > 0 {
		start, end = min(start, hidden[0].Lo), max(end, hidden[n-1].Hi)
	}
	e := Excerpt{cut: start > 0, more: end < len(s), place: i - start, hidden: Within(hidden, i)}
	switch len(hidden) {
	case 0:
		e.front, e.back = s[start:i], s[i:end]
	case 1:
		e.front, e.back, e.masked = s[start:hidden[0].Lo], s[hidden[0].Hi:end], true
	default:
		e.back = hide(s, start, end, hidden, Mask)
	}
	for _, x := range hidden {
		if i >= x.Hi {
			e.place += len(Mask) - (x.Hi - x.Lo)
		} else {
			e.place -= max(i-x.Lo, 0)
		}
	}
	return e
}

// overlap returns the secrets with bytes in s[lo:hi].
func overlap(secrets []Span, lo, hi int) []Span {
	secrets = secrets[find(secrets, lo):]
	n := 0
	for n < len(secrets) && secrets[n].Lo < hi {
		n++
	}
	return secrets[:n]
}

// text returns the excerpt without "...".
func (e Excerpt) text() string {
	if e.masked {
		return e.front + Mask + e.back
	}
	return e.front + e.back
}

// Hidden reports whether the place is in a secret.
func (e Excerpt) Hidden() bool { return e.hidden }

// At returns the text of the excerpt from the place on.
func (e Excerpt) At() string { return e.text()[e.place:] }

// Split returns the parts of the excerpt before the place and from it on, with "..."
// where the text has more.
func (e Excerpt) Split() (before, after string) {
	text := e.text()
	before, after = text[:e.place], text[e.place:]
	if e.cut {
		before = "..." + before
	}
	if e.more {
		after += "..."
	}
	return before, after
}

// String returns the excerpt, with "..." where the text has more.
func (e Excerpt) String() string {
	before, after := e.Split()
	return before + after
}

// Caret returns two lines: the excerpt, with Go escapes for unprintable characters, and a "^"
// under the place.
func (e Excerpt) Caret() string {
	before, after := e.Split()
	before, after = quoted(before), quoted(after)
	return before + after + "\n" + strings.Repeat(" ", utf8.RuneCountInString(before)) + "^"
}

// quoted returns s with the escapes of strconv.Quote. A quotation mark is not escaped.
func quoted(s string) string {
	q := strconv.Quote(s)
	return strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)
}
