package web

import (
	"fmt"
	"log/slog"

	"example.com/uri/internal/secret"
)

// Format writes the serialization of u as package fmt writes a string. %+v writes
// "xxxxx" for the passwords and keys hidden by [uri.URI.Redacted], and %#v writes the
// same in quotes, with the name of the type.
func (u URL) Format(f fmt.State, verb rune) {
	secret.FormatText(f, verb, "web.URL(", ")", u.String, func() string { return secret.Redact(u.s) })
}

// LogValue returns the text of %+v. Handlers of package log/slog do not call it for a
// URL in a struct, a slice or a map.
func (u URL) LogValue() slog.Value { return slog.StringValue(secret.Redact(u.s)) }

// MarshalText returns the serialization of u, also for JSON. It shows a password, does
// not fail, and is empty for the zero URL.
func (u URL) MarshalText() ([]byte, error) { return []byte(u.s), nil }

// UnmarshalText parses text with [Parse] and sets u to the result, or to the zero URL
// if text is empty. If Parse fails, it leaves u unchanged and returns the [*Error].
func (u *URL) UnmarshalText(text []byte) error {
	var v URL
	if len(text) > 0 {
		var err error
		if v, err = Parse(string(text)); err != nil {
			return err
		}
	}
	*u = v
	return nil
}
