package web

import (
	"strings"
	"unicode/utf8"
)

// A parsing is one run of the basic URL parser. Its methods read a part of in, append
// its serialization to the text of the URL so far, set where it is, and return the
// text, or nil after setting err with fail or failBecause.
//
// The text is a parameter, not a field, so that it can be on the stack.
type parsing struct {
	p     Parser
	base  URL
	given string // the input as it was given
	start int    // where in given the input that is parsed begins
	in    string // the input that is parsed
	u     parts
	quiet bool // no error is made: Valid only asks whether the parser fails
	err   error
}

// clean removes C0 controls and spaces at both ends, then all ASCII tabs and
// newlines, as the basic URL parser does first.
func (d *parsing) clean() {
	isSpace := func(r rune) bool { return r <= ' ' }
	in := strings.TrimLeftFunc(d.given, isSpace)
	d.start, d.in = len(d.given)-len(in), strings.TrimRightFunc(in, isSpace)
	if scanUntil(d.in, 0, isTabOrNewline) == len(d.in) {
		return
	}
	var b strings.Builder
	b.Grow(len(d.in))
	for rest := d.in; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		switch {
		case size > 1 || r < utf8.RuneSelf && table[rest[0]]&isTabOrNewline == 0:
			b.WriteString(rest[:size])
		case r == utf8.RuneError:
			// Invalid UTF-8 must not become valid when bytes between are removed. 0xFF
			// is never valid.
			b.WriteByte(0xFF)
		}
		rest = rest[size:]
	}
	d.in = b.String()
}

// inGiven returns the offset in given of the byte in[i].
func (d *parsing) inGiven(i int) int {
	given := d.start
	for {
		for given < len(d.given) && table[d.given[given]]&isTabOrNewline != 0 {
			given++
		}
		if i == 0 {
			return given
		}
		given++
		i--
	}
}

// fail makes the parsing fail at in[i] with a validation error. It returns nil.
func (d *parsing) fail(name string, i int) []byte { return d.failBecause(name, i, nil) }

// failBecause is fail with a cause.
func (d *parsing) failBecause(name string, i int, cause error) []byte {
	if !d.quiet {
		d.err = newError(d.given, d.inGiven(i), name, cause)
	}
	return nil
}

// special reports whether the URL "is special".
func (d *parsing) special() bool { return d.u.kind != notSpecial }

// slash reports whether in[i] is a "/", or a "\" in a special URL.
func (d *parsing) slash(i int) bool {
	return i < len(d.in) && (d.in[i] == '/' || d.in[i] == '\\' && d.special())
}
