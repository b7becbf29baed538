package web

import (
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/secret"
)

// ErrNoToASCII is the Err of the error for a host that needs IDNA, if the
// [Parser] has no ToASCII. Use errors.Is to recognise it.
var ErrNoToASCII = errors.New("web: the host is not ASCII and the parser has no ToASCII")

// An Error is a validation error of the standard, the reason of a refusal.
//
// An Error shows a short piece of the input around the place, and shares its memory.
// Passwords and keys are shown as xxxxx: everything that a [uri.SyntaxError] hides. A user name without a password is shown. An Error also shows a piece of the text
// of Err, with the same parts hidden. It shows nothing of Err if the refused host may
// contain a password.
// Functions return an *Error. Use a variable of the type *Error with [errors.As].
type Error struct {
	// Offset is the offset in bytes in the input as it was given, before the parser
	// removed anything. It is the place of the wrong byte, or len of the input if the
	// input ended too soon. An error about a whole host has the offset of the host. So
	// has one in a domain with percent-encoded bytes or characters beyond ASCII.
	Offset int
	// Name is the standard's name of the validation error, as "port-out-of-range",
	// "host-invalid-code-point" or "IPv4-too-many-parts" ("Writing" in section
	// "Infrastructure"). An input or a URL of more than 2^32-2 bytes has no name in the
	// standard: here it is "too-long".
	Name string
	// Err is the error of the Parser's ToASCII, or ErrNoToASCII, or nil for
	// another error.
	Err error

	shown secret.Excerpt // of the input
	quiet bool           // the text of Err is not shown
}

// Error describes the error in one line.
func (e *Error) Error() string {
	s := "web: parse " + strconv.Quote(e.shown.String()) + ": " + e.Name + " at offset " + strconv.Itoa(e.Offset)
	switch {
	case e.quiet:
		s += ": ToASCII refused a host that may contain a password"
	case e.Err != nil:
		s += ": " + strings.TrimPrefix(secret.Cause(e.Err), "web: ")
	}
	return s
}

// Unwrap returns e.Err.
func (e *Error) Unwrap() error { return e.Err }

// Format writes the error for every verb of package fmt, so that no verb shows its
// fields.
func (e *Error) Format(f fmt.State, verb rune) { secret.Format(f, verb, e.Error()) }

// LogValue returns the text of the error.
func (e *Error) LogValue() slog.Value { return slog.StringValue(e.Error()) }

// newError returns the error at s[i:].
func newError(s string, i int, name string, cause error) *Error {
	var buf [4]secret.Span
	secrets := secret.AppendText(buf[:0], s)
	e := &Error{Offset: i, Name: name, Err: cause, shown: secret.Around(s, i, secrets)}
	if cause != nil && cause != ErrNoToASCII {
		for end := ascii.IndexAnyOrEnd(s, i, `/\?#`); i < end; i++ {
			e.quiet = e.quiet || secret.Within(secrets, i)
		}
	}
	return e
}
