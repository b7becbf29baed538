package uri

import (
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/uri/internal/secret"
)

// A SyntaxError says where a text breaks which rule. It keeps the text, without a copy,
// and shows a short excerpt around that place. Passwords are shown as xxxxx: the text
// between the first ":", or "://", and the last "@", and everything that [URI.Redacted]
// hides.
//
// Functions return a *SyntaxError; use a variable of that type with [errors.As].
type SyntaxError struct {
	// Op is the operation: "parse", "unescape", "ftp" and so on.
	Op string
	// Offset is the offset of the first byte that no valid text can have there, or
	// the length of the text if it ended too soon. In an error of a scheme it may also be
	// that of the byte or part that the scheme does not allow. For a wrong label of a hostname
	// it is the byte in the label that Reason names. For a wrong address in an IPv6
	// literal it is the start of the address; in an IPv4 address it is the first digit
	// that makes a number exceed 255.
	Offset int
	// Rule is the rule that the text breaks.
	Rule Rule
	// Part is the part of the URI in which Offset lies, or the "%" of a broken escape. It
	// is PartNone for a text that is no URI, as in "unescape".
	Part Part

	reason  string         // the fault; "" if it is the byte at Offset
	place   int            // the Offset
	secrets *[]secret.Span // of the text; nil if they are those that secret.AppendText finds

	// text is nil in the zero SyntaxError. It is a pointer because it may contain a
	// password: for log.Printf("%w", err), package fmt prints the fields of the error, but
	// of a *string only the address.
	text *string
}

// reasons says what is wrong for the rules that do not fail at one byte.
var reasons = [ruleEnd]string{
	ruleIPv6address:     "not an IPv6 address",
	ruleIPv6address3986: "not an IPv6 address",
	ruleLength:          "text too long",
}

// ruleParts has the part for each rule that breaks in one part only.
var ruleParts = [ruleEnd]Part{
	ruleScheme:        PartScheme,
	ruleScheme1738:    PartScheme,
	ruleIPv6reference: PartHost,
	ruleIPLiteral:     PartHost,
	rulePort:          PartPort,
	rulePort1738:      PartPort,
	rulePort3986:      PartPort,
	ruleAbsPath:       PartPath,
	ruleQuery:         PartQuery,
	ruleFragment:      PartFragment,
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
// if the byte is not allowed there. The error and its text are one allocation. What is
// secret in the text is found when the error is shown; few are.
func newReasonedError(op, text string, offset int, r Rule, reason string) *SyntaxError {
	both := &struct {
		err  SyntaxError
		text string
	}{
		SyntaxError{Op: op, Offset: offset, Rule: r, Part: partOf(op, text, offset, r, reason), reason: reason, place: offset},
		text,
	}
	both.err.text = &both.text
	return &both.err
}

// newHidingError is [newReasonedError] for a text with these secrets.
func newHidingError(op, text string, offset int, r Rule, reason string, secrets []secret.Span) *SyntaxError {
	e := newReasonedError(op, text, offset, r, reason)
	e.secrets = &secrets
	return e
}

// partOf returns the Part of an error of op.
func partOf(op, text string, offset int, r Rule, reason string) Part {
	switch op {
	case "unescape":
		return PartNone
	case "join segments":
		return PartPath
	case "parse query":
		return PartQuery
	}
	if name, ok := strings.CutPrefix(op, "change "); ok {
		return Part(max(slices.Index(partNames[:], name), 0))
	}
	switch p := ruleParts[r]; {
	case strings.HasSuffix(reason, " scheme"):
		return PartScheme
	case p != PartNone:
		return p
	}
	if r == ruleEscaped || r == ruleEscape1738 || r == rulePctEncoded {
		offset = max(strings.LastIndexByte(text[:offset], '%'), 0)
	}
	return partAt(text, offset)
}

// excerpt returns what is shown of the text.
func (e *SyntaxError) excerpt() secret.Excerpt {
	if e.text == nil {
		return secret.Excerpt{}
	}
	if e.secrets != nil {
		return secret.Around(*e.text, e.place, *e.secrets)
	}
	var buf [4]secret.Span
	return secret.Around(*e.text, e.place, secret.AppendText(buf[:0], *e.text))
}

// Error describes the error in one line.
func (e *SyntaxError) Error() string {
	return "uri: " + e.Op + " " + strconv.Quote(e.excerpt().String()) + ": " + e.Rule.String() + ": " + e.Reason() +
		" at offset " + strconv.Itoa(e.Offset) + " (" + e.Rule.Section() + ")"
}

// Reason says what is wrong at Offset, without the text around it.
func (e *SyntaxError) Reason() string {
	if e.reason != "" {
		return e.reason
	}
	shown := e.excerpt()
	rest := shown.At()
	r, n := utf8.DecodeRuneInString(rest)
	switch {
	case shown.Hidden():
		return "invalid character"
	case rest == "":
		return "unexpected end"
	case r == utf8.RuneError && n == 1:
		return fmt.Sprintf("invalid byte %#02x", rest[0])
	}
	return "invalid character " + strconv.QuoteRune(r)
}

// Caret returns two lines: the excerpt of the text, with Go escapes for what is not
// printable, and a "^" under the byte at Offset.
func (e *SyntaxError) Caret() string { return e.excerpt().Caret() }

// Format writes the text of the error for every verb of package fmt, so that none
// prints the fields.
func (e *SyntaxError) Format(f fmt.State, verb rune) { secret.Format(f, verb, e.Error()) }

// LogValue returns the error's text.
func (e *SyntaxError) LogValue() slog.Value { return slog.StringValue(e.Error()) }

// A FieldError says which field of a scheme struct cannot be written in a URL or
// in what a client sends. It shows at most one character of the field, and none that
// could be part of a password.
type FieldError struct {
	// Op is the scheme, such as "ftp", or "generic" or "other" for those structs.
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
