package secret

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// An Excerpt is a piece of a text around one place, without its secrets. Without secrets it shares
// the memory of the text. The zero Excerpt has an empty text.
type Excerpt struct {
	Hidden    bool   // the place is in a secret
	before    string // the text up to the place, or up to the secret with the place
	After     string // the rest
	cut, more bool   // the whole text has more before, after
}

// width is how many bytes of a text an Excerpt shows on each side of the place.
const width = 60

// Around returns the excerpt of s around s[i:] without these secrets.
func Around(s string, i int, secrets []Span) Excerpt {
	start, end := max(i-width, 0), min(i+width, len(s))
	if near := overlap(secrets, start, end); len(near) > 0 { // the width is that of the text around them
		start = max(min(i, near[0].Lo)-width, 0)
		end = min(max(i, near[len(near)-1].Hi)+width, len(s))
	}
	hidden := overlap(secrets, start, end)
	if n := len(hidden); n > 0 {
		start, end = min(start, hidden[0].Lo), max(end, hidden[n-1].Hi)
	}
	e := Excerpt{cut: start > 0, more: end < len(s), Hidden: Within(hidden, i)}
	n := find(hidden, i)
	if e.Hidden {
		i = hidden[n].Lo
	}
	e.before, e.After = hide(s, start, i, hidden[:n], Mask), hide(s, i, end, hidden[n:], Mask)
	return e
}

// overlap returns the secrets with bytes from lo to hi.
func overlap(secrets []Span, lo, hi int) []Span {
	secrets = secrets[find(secrets, lo):]
	n := 0
	for n < len(secrets) && secrets[n].Lo < hi {
		n++
	}
	return secrets[:n]
}

// Split returns the excerpt before the place and from it on, with "..." where the text has more.
func (e Excerpt) Split() (before, after string) {
	before, after = e.before, e.After
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

// Caret returns the excerpt, its unprintable characters as Go escapes, and a "^" under the place.
func (e Excerpt) Caret() string {
	before, after := e.Split()
	before, after = quoted(before), quoted(after)
	return before + after + "\n" + strings.Repeat(" ", utf8.RuneCountInString(before)) + "^"
}

// quoted returns s with the escapes of strconv.Quote for characters that are not printable.
func quoted(s string) string {
	q := strconv.Quote(s)
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(q[1 : len(q)-1])
}
