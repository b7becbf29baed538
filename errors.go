package uri

import (
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A SyntaxError says where a text left the grammar. It keeps and shows a short
// piece of the text around the place, without what stands between the first ":"
// and the last "@" of the text: that is where a password would be, whatever the
// rest looks like. Its methods have pointer receivers and errors of this package
// are pointers to it, so the variable for [errors.As] is a *SyntaxError, and
// go vet finds another.
type SyntaxError struct {
	// Op is what was tried: "parse", "unescape", "ftp" ...
	Op string
	// Offset is the offset in octets of the first one that no accepted text
	// could have there; len of the text where more would have been needed.
	// Where the contents of an IPv6 literal are wrong it is their start, where a
	// number in an IPv4 address is above 255 the digit that makes it so.
	Offset int
	// Rule is the rule that was being followed.
	Rule Rule

	front, back string // an excerpt of the text, in two where something is hidden
	hidden      bool   // between them
	cut, more   bool   // the text has more before them, behind them
	caret       int    // the place in what excerpt returns
	reason      string // what is wrong, where the octet there does not say it
}

// reasons says what is wrong for the rules that do not fail at one octet.
var reasons = [ruleEnd]string{
	RuleIPv6address: "not an IPv6 address",
	RuleLength:      "text too long",
}

// newSyntaxError builds the error for the octet at text[offset:], moving into a
// broken escape to the octet that breaks it. An IPv6 literal takes no escapes,
// nor does what follows it in the authority.
func newSyntaxError(op, text string, offset int, r Rule) *SyntaxError {
	literal := r == RuleIPv6reference || r == RuleHostport || r == RulePort
	if at(text, offset, '%') && !literal && reasons[r] == "" {
		r = RuleEscaped
		offset++
		if in(text, offset, isHex) {
			offset++
		}
	}
	return newReasonedError(op, text, offset, r, reasons[r])
}

// newReasonedError builds the error that reason holds at text[offset:]; "" is
// that the octet there cannot stand there.
func newReasonedError(op, text string, offset int, r Rule, reason string) *SyntaxError {
	e := &SyntaxError{Op: op, Offset: offset, Rule: r, reason: reason}
	lo, hi := secret(text)
	e.hide(text, lo, hi)
	return e
}

// hide sets what is shown of text, which is nothing of text[lo:hi].
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
	at := e.excerpt()[e.caret:]
	r, n := utf8.DecodeRuneInString(at)
	switch {
	case at == "":
		return "unexpected end"
	case r == utf8.RuneError && n == 1:
		return fmt.Sprintf("invalid octet %#02x", at[0])
	}
	return "invalid character " + strconv.QuoteRune(r)
}

// Caret returns two lines for people: the text, with what is not printable
// written as Go writes it, and below it a "^" under the octet at Offset.
func (e *SyntaxError) Caret() string {
	before, after := e.text()
	before, after = quoted(before), quoted(after)
	return before + after + "\n" + strings.Repeat(" ", utf8.RuneCountInString(before)) + "^"
}

// text returns what is shown of the text before the place and from it on.
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

// quoted writes what is not printable in s as strconv.Quote does.
func quoted(s string) string {
	q := strconv.Quote(s)
	return strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)
}

// mask stands for whatever is not shown.
const mask = "xxxxx"

// secret returns where a password would be in a text of any shape: from the
// first ":", and the "//" behind it, to the last "@". lo == hi: nowhere.
func secret(s string) (lo, hi int) {
	if strings.IndexByte(s, '@') < 0 { // much faster than from the end
		return 0, 0
	}
	hi = strings.LastIndexByte(s, '@')
	lo = strings.IndexByte(s[:hi], ':') + 1
	if lo == 0 {
		return 0, 0
	}
	if strings.HasPrefix(s[lo:hi], "//") {
		lo += 2
	}
	return lo, hi
}

// shownWidth is how many octets of a text an error shows on each side of the
// place.
const shownWidth = 60

// cutOut sets what is shown of s around the offset, but for s[lo:hi].
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
			e.caret += len(mask)
		}
	}
}

// excerpt returns what is shown of the text.
func (e *SyntaxError) excerpt() string {
	if e.hidden {
		return e.front + mask + e.back
	}
	return e.front + e.back
}

// Format writes the error for every verb of package fmt, so that none of them
// shows the fields behind it.
func (e *SyntaxError) Format(f fmt.State, verb rune) {
	if verb == 'q' {
		io.WriteString(f, strconv.Quote(e.Error()))
		return
	}
	io.WriteString(f, e.Error())
}

// LogValue returns the error's text.
func (e *SyntaxError) LogValue() slog.Value { return slog.StringValue(e.Error()) }

// A FieldError says which field of a scheme struct keeps it from being written
// as a URL or as commands. Of what the field holds it shows an octet at the most,
// and none that could be part of a password.
type FieldError struct {
	// Op is the scheme, "ftp", or for a struct that has none what it is: "server",
	// "other".
	Op string
	// Field is the field of the struct: "Host", "Path[2]".
	Field string
	// Reason says what is wrong with it.
	Reason string
}

// Error describes the error in one line.
func (e *FieldError) Error() string {
	return "uri: " + e.Op + ": field " + e.Field + ": " + e.Reason
}

// writtenError is the error for a field that is kept as written, s, and follows
// rule r only up to s[i:].
func writtenError(op, field, reason, s string, i int, r Rule) error {
	e := newSyntaxError(op, s, i, r)
	return &FieldError{op, field, reason + ": " + e.Reason() + " at offset " + strconv.Itoa(e.Offset) + " of the field (" + e.Rule.Section() + ")"}
}

// indexed names an element of a slice.
func indexed(field string, i int) string { return field + "[" + strconv.Itoa(i) + "]" }
