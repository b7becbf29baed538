package uri

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"log/slog"

	"example.com/uri/internal/secret"
)

// AppendText appends the text of u to b. It does not fail.
func (u URI) AppendText(b []byte) ([]byte, error) { return append(b, u.s...), nil }

// MarshalText returns the text of u, also for JSON and [flag.TextVar]. It does not
// fail.
func (u URI) MarshalText() ([]byte, error) { return []byte(u.s), nil }

// UnmarshalText sets u to the result of [Parse]. If that fails it leaves u
// unchanged, and so does encoding/json for null.
func (u *URI) UnmarshalText(b []byte) error { return unmarshal(u, string(b), Parse) }

// AppendBinary is [URI.AppendText]: the binary form is the text.
func (u URI) AppendBinary(b []byte) ([]byte, error) { return u.AppendText(b) }

// MarshalBinary is [URI.MarshalText], for encoding/gob and caches.
func (u URI) MarshalBinary() ([]byte, error) { return u.MarshalText() }

// UnmarshalBinary is [URI.UnmarshalText].
func (u *URI) UnmarshalBinary(b []byte) error { return u.UnmarshalText(b) }

// unmarshal sets x to the result of parse for s. If parse fails, it leaves x unchanged.
func unmarshal[T any](x *T, s string, parse func(s string) (T, error)) error {
	y, err := parse(s)
	if err == nil {
		*x = y
	}
	return err
}

// Format writes u for package fmt. %+v writes [URI.Redacted], and %#v the same as
// Go source. All other verbs write the text of u as they write a string. For %p and
// %w package fmt does not call it, and prints the fields.
func (u URI) Format(f fmt.State, verb rune) {
	secret.FormatText(f, verb, "uri.MustParse(", ")", u.String, u.Redacted)
}

// LogValue returns the text of [URI.Redacted]. Handlers do not call it for a URI in a
// struct, a slice or a map: [slog.JSONHandler] writes the text of [URI.MarshalText]
// there, with the password. Do not log a nil *URI: the method panics, and package slog
// writes this.
func (u URI) LogValue() slog.Value { return slog.StringValue(u.Redacted()) }

// Value returns the text of u, for a database. It implements [driver.Valuer] and
// does not fail. A password in u is stored with it.
func (u URI) Value() (driver.Value, error) { return u.s, nil }

// Scan sets u to the result of [Parse] for src, a string or []byte from a database. It
// implements sql.Scanner. Everything else is an error, and NULL is one too, since the
// zero URI is the empty reference: use sql.Null for a column that may be NULL. An error
// leaves u as it was.
func (u *URI) Scan(src any) error {
	switch v := src.(type) {
	case string:
		return unmarshal(u, v, Parse)
	case []byte:
		return unmarshal(u, string(v), Parse)
	case nil:
		return errors.New("uri: scan: cannot read NULL; use sql.Null for a column that may be NULL")
	}
	return fmt.Errorf("uri: scan: cannot read a value of type %T", src)
}
