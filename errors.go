package uri

import (
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/uri/internal/secret"
)

// A SyntaxError says where a text breaks which rule. It shows a short excerpt of
// the text around that place, with "xxxxx" for what may be a password: everything
// between the first ":", and a "//" after it, and the last "@", and in an error about
// a URI what [URI.Redacted] hides. It shares the memory of the text.
//
// Functions return a *SyntaxError; use a variable of that type with [errors.As].
type SyntaxError struct {
	// Op is the operation: "parse", "unescape", "ftp" and so on.
	Op string
	// Offset is the offset of the first byte that no valid text can have there, or
	// the length of the text if it ended too soon. For a wrong label of a hostname
	// it is the byte in the label that Reason names. For a wrong address in an IPv6
	// literal it is the start of the address; for a number above 255 in an IPv4
	// address it is the digit that makes it so.
	Offset int
	// Rule is the rule that the text breaks.
	Rule Rule

	front, back string // an excerpt of the text: what is before and after the hidden part
	hidden      bool   // a part between front and back is hidden
	cut, more   bool   // the text has more before front, after back
	caret       int    // the offset of the place in what excerpt returns
	reason      string // what is wrong; "" if it is the byte at Offset
}

// reasons says what is wrong for the rules that do not fail at one byte.
var reasons = [ruleEnd]string{
	ruleIPv6address:     "not an IPv6 address",
	ruleIPv6address3986: "not an IPv6 address",
	ruleLength:          "text too long",
}

// newSyntaxError returns the error for the byte text[offset]. If that begins a
// broken escape, the error is about the byte that breaks it; a scheme, an IPv6 literal
// and what follows it in the authority have no escapes.
func newSyntaxError(op, text string, offset int, r Rule) *SyntaxError {
	noEscapes := r == ruleScheme || r == ruleIPv6reference || r == ruleHostport || r == rulePort
	if at(text, offset, '%') && !noEscapes && reasons[r] == "" {
		r = ruleEscaped
		offset++
		if in(text, offset, isHex) {
			offset++
		}
	}
	return newReasonedError(op, text, offset, r, reasons[r])
}

// newReasonedError returns the error at text[offset] with this reason, which is ""
// if the byte is not allowed there.
func newReasonedError(op, text string, offset int, r Rule, reason string) *SyntaxError {
	e := &SyntaxError{Op: op, Offset: offset, Rule: r, reason: reason}
	lo, hi := secret.Find(text)
	e.hide(text, lo, hi)
	return e
}

// hide sets the excerpt of text that is shown, without text[lo:hi]. If the byte at
// Offset is in there, Reason does not show it.
func (e *SyntaxError) hide(text string, lo, hi int) {
	if e.reason == "" && lo <= e.Offset && e.Offset < hi {
		e.reason = "invalid character"
	}
	e.cutOut(text, lo, hi)
}

// Error describes the error in one line.
func (e *SyntaxError) Error() string {
	before, after := e.text()
	return "uri: " + e.Op + " " + strconv.Quote(before+after) + ": " + e.Rule.String() + ": " + e.Reason() +
		" at offset " + strconv.Itoa(e.Offset) + " (" + e.Rule.Section() + ")"
}

// Reason says what is wrong at Offset, without the text around it.
func (e *SyntaxError) Reason() string {
	if e.reason != "" {
		return e.reason
	}
	rest := e.excerpt()[e.caret:]
	r, n := utf8.DecodeRuneInString(rest)
	switch {
	case rest == "":
		return "unexpected end"
	case r == utf8.RuneError && n == 1:
		return fmt.Sprintf("invalid byte %#02x", rest[0])
	}
	return "invalid character " + strconv.QuoteRune(r)
}

// Caret returns two lines: the excerpt of the text, with Go escapes for what is not
// printable, and a "^" under the byte at Offset.
func (e *SyntaxError) Caret() string {
	before, after := e.text()
	before, after = quoted(before), quoted(after)
	return before + after + "\n" + strings.Repeat(" ", utf8.RuneCountInString(before)) + "^"
}

// text returns the parts of the excerpt before Offset and from Offset on, with
// "..." where the text has more.
func (e *SyntaxError) text() (before, after string) {
	shown := e.excerpt()
	before, after = shown[:e.caret], shown[e.caret:]
	if e.cut {
		before = "..." + before
	}
	if e.more {
		after += "..."
	}
	return before, after
}

// quoted returns s with what is not printable escaped as by strconv.Quote.
func quoted(s string) string {
	q := strconv.Quote(s)
	return strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)
}

// shownWidth is how many bytes of a text an error shows on each side of Offset.
const shownWidth = 60

// cutOut sets the excerpt of s around Offset, without s[lo:hi].
func (e *SyntaxError) cutOut(s string, lo, hi int) {
	i := e.Offset
	e.hidden = lo < hi && i+shownWidth > lo && hi+shownWidth > i
	if !e.hidden {
		lo, hi = i, i
	}
	start := max(min(i, lo)-shownWidth, 0)
	end := min(max(i, hi)+shownWidth, len(s))
	e.front, e.back, e.cut, e.more = s[start:lo], s[hi:end], start > 0, end < len(s)
	e.caret = min(i, lo) - start
	if i >= hi {
		e.caret = lo - start + i - hi
		if e.hidden {
			e.caret += len(secret.Mask)
		}
	}
}

// excerpt returns the text that is shown.
func (e *SyntaxError) excerpt() string {
	if e.hidden {
		return e.front + secret.Mask + e.back
	}
	return e.front + e.back
}

// Format writes the text of the error for every verb of package fmt, so that none
// prints the fields.
func (e *SyntaxError) Format(f fmt.State, verb rune) {
	if verb == 'q' {
		io.WriteString(f, strconv.Quote(e.Error()))
		return
	}
	io.WriteString(f, e.Error())
}

// LogValue returns the error's text.
func (e *SyntaxError) LogValue() slog.Value { return slog.StringValue(e.Error()) }

// A FieldError says which field of a scheme struct cannot be written in a URL or
// in what a client sends. It shows at most one character of the field, and none that
// could be part of a password.
type FieldError struct {
	// Op is the scheme, such as "ftp", or "server" or "other" for those structs.
	Op string
	// Field is the field of the struct: "Host", "Path[2]", "Login.User".
	Field string
	// Reason says what is wrong with it.
	Reason string
}

// Error describes the error in one line.
func (e *FieldError) Error() string {
	return "uri: " + e.Op + ": field " + e.Field + ": " + e.Reason
}

// writtenError returns the error for a field that is written unchanged: s breaks
// rule r at s[i].
func writtenError(op, field, reason, s string, i int, r Rule) error {
	e := newSyntaxError(op, s, i, r)
	return &FieldError{op, field, reason + ": " + e.Reason() + " at offset " + strconv.Itoa(e.Offset) + " of the field (" + e.Rule.Section() + ")"}
}

// indexed returns the name of an element of a slice, such as "Path[2]".
func indexed(field string, i int) string { return field + "[" + strconv.Itoa(i) + "]" }
