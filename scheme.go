package uri

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/uri/internal/secret"
)

// A Scheme is a URL as its scheme reads it: one of the structs [FTP], [HTTP],
// [Gopher], [Mailto], [News], [NNTP], [Telnet], [WAIS], [File], [Prospero] and
// [Other].
//
// The fields hold decoded text, unless their comment says "as written". A URL is split
// before its parts are decoded, so an escaped delimiter is data. The fragment is not
// part of a URL (RFC 2396, 4.1) and is left out. The structs follow RFC 1738 as RFC
// 2396 and its successors updated it. [Conforms1738] checks RFC 1738 itself. The result
// of URI reads as a struct with equal fields. Only the default port becomes 0, and an
// empty slice may become nil. Structs without a slice may be compared with ==, but see
// [Other].
//
// For a struct X, XFrom reads a [URI] and ParseX reads a string. Their error is
// a [*SyntaxError]. X, and [Generic], also have these methods, described only here:
//   - Format writes the text of String for package fmt. For %+v and %#v it hides
//     a password, as [URI.Redacted] does.
//   - LogValue returns the text with a password hidden, for package log/slog.
//   - MarshalText returns the text of URI and its error, also for JSON. It shows
//     a password.
//   - UnmarshalText sets the struct to the result of ParseX. If ParseX fails, it
//     leaves the struct unchanged.
//   - HostPort, if the scheme has a default port, returns the host and port to
//     connect to, as net.Dial takes them. It reports false if Host is not a host.
type Scheme interface {
	// Scheme returns the name of the scheme in lower case.
	Scheme() string
	// URI returns the URL. It leaves out the default port of the scheme. The error is a
	// [*FieldError] with the name of the field.
	URI() (URI, error)
	// String returns the text of URI. It shows a password. If URI fails, it
	// returns "%!uri(...)" with the error in it: no URL.
	String() string
}

// parseWith parses s and reads the URI with from, the function of op. It implements the
// ParseX function of each scheme.
func parseWith[T any](s string, op *operation, from func(URI) (T, error)) (x T, err error) {
	u, err := Parse(s)
	if err == nil {
		return from(u)
	}
	err.(*SyntaxError).called = op
	return x, err
}

// An Optional is a part of a URL, perhaps undefined (missing). An empty part is
// defined: in "http://h/?" the search part is empty, in "http://h/" it is undefined.
// The zero Optional is undefined. Packages fmt and log/slog show it with its secrets.
type Optional struct {
	text    string
	defined bool
}

// Defined returns s as a defined Optional.
func Defined(s string) Optional { return Optional{s, true} }

// Get returns the part, and whether it is defined.
func (o Optional) Get() (string, bool) { return o.text, o.defined }

// String returns the part, or "" if it is undefined.
func (o Optional) String() string { return o.text }

// MarshalJSON returns null if o is undefined, else the part as a string. It fails if
// the part is not UTF-8: JSON cannot hold it.
func (o Optional) MarshalJSON() ([]byte, error) {
	if !o.defined {
		return []byte("null"), nil
	}
	if !utf8.ValidString(o.text) {
		return nil, errors.New("uri: a part that is not UTF-8 cannot be written in JSON; write the URI")
	}
	return json.Marshal(o.text)
}

// UnmarshalJSON sets o to undefined if b is null, else to the string in b. If it fails,
// it leaves o unchanged.
func (o *Optional) UnmarshalJSON(b []byte) error {
	var s *string
	if err := json.Unmarshal(b, &s); err != nil {
		return fmt.Errorf("uri: a part in JSON: %w", err)
	}
	*o = Optional{}
	if s != nil {
		*o = Defined(*s)
	}
	return nil
}

// checkScheme checks that u has the scheme of op, for URLs without a server. It fails
// with r, the rule of these URLs.
func (u URI) checkScheme(op *operation, r *rule) error {
	name := op.scheme.Info().Name
	if strings.EqualFold(u.Scheme(), name) {
		return nil
	}
	return u.wrongScheme(op, r, name+":")
}

// commandText checks a field for a command. A CR, LF or NUL would end the command early
// (RFC 1738, 6).
func commandText(op, field, s string) error {
	return commandEnd(op, field, strings.IndexAny(s, "\r\n\x00"))
}

// commandEnd returns the error for the byte at index i of a field: it would end a
// command. It returns nil if i is below zero.
func commandEnd(op, field string, i int) error {
	if i < 0 {
		return nil
	}
	return &FieldError{op, field, "CR, LF or NUL in a command, at offset " + strconv.Itoa(i) + " of the field (RFC 1738, 6)"}
}

// A writable is a [Scheme] or a [Generic].
type writable interface{ URI() (URI, error) }

// schemeString implements the method String.
func schemeString(x writable) string {
	u, err := x.URI()
	if err != nil {
		return unwritable(err)
	}
	return u.String()
}

// redacted returns the text of [schemeString] as [URI.Redacted] hides it. All fields of
// HTTP and Other are as written. Other types have decoded fields.
func redacted(x writable) string {
	u, err := x.URI()
	if err != nil {
		return unwritable(err)
	}
	switch x := x.(type) {
	case HTTP:
		return u.Redacted()
	case Other:
		if x.cut {
			return secret.RedactCut(u.s)
		}
		return u.Redacted()
	}
	return secret.RedactDecoded(u.s)
}

// unwritable returns the text shown for a struct without a URL. It does not parse as a
// URL, since "%!" is not an escape.
func unwritable(err error) string { return "%!uri(" + err.Error() + ")" }

// formatScheme implements the method Format.
func formatScheme(x writable, f fmt.State, verb rune) {
	secret.FormatText(f, verb, "", "", func() string { return schemeString(x) }, func() string { return redacted(x) })
}

// marshalScheme implements the method MarshalText.
func marshalScheme(x writable) ([]byte, error) {
	u, err := x.URI()
	if err != nil {
		return nil, err
	}
	return u.MarshalText()
}
