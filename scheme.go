package uri

import (
	"fmt"
	"log/slog"
	"strconv"
	"strings"
)

// A Scheme is a URL as its scheme understands it: one of [FTP], [HTTP],
// [Gopher], [Mailto], [News], [NNTP], [Telnet], [WAIS], [File], [Prospero] or
// [Other].
//
// A scheme struct holds decoded octets. The structure is lifted out before
// anything is decoded, so an escaped delimiter is data. A fragment is no part of
// a URL and set aside (RFC 2396, 4.1). It reads RFC 1738 as RFC 2396 and its
// successors updated it; [Conforms1738] is the letter of RFC 1738. What it reads
// and writes again is the same struct.
type Scheme interface {
	// Scheme returns the name of the scheme in lower case.
	Scheme() string
	// URI writes the URL, or says with a [*FieldError] which field cannot be
	// written.
	URI() (URI, error)
	// String returns the text of URI. It shows a password, as do %v, %s, %q and
	// %x, MarshalText and JSON; %+v, %#v and log values do not, as with a [URI].
	// A struct that cannot be written gives "%!uri(...)" with the error in it,
	// which is no URL.
	String() string
}

// Interpret reads u by the rules of its scheme. A scheme that RFC 1738 does not
// define gives an [Other]; "https" is read as [HTTP]. The fragment is no part
// of the URL and is set aside (RFC 2396, 4.1). The error is a [*SyntaxError];
// its Offset counts in u.String().
//
// It allocates what the function of the scheme does, such as [FTPFrom], and the
// struct to hold in the Scheme.
func Interpret(u URI) (Scheme, error) {
	switch strings.ToLower(u.Scheme()) {
	case "":
		return nil, u.refuse("interpret", 0, RuleScheme, "no scheme")
	case "ftp":
		return asScheme(FTPFrom(u))
	case "http", "https":
		return asScheme(HTTPFrom(u))
	case "gopher":
		return asScheme(GopherFrom(u))
	case "mailto":
		return asScheme(MailtoFrom(u))
	case "news":
		return asScheme(NewsFrom(u))
	case "nntp":
		return asScheme(NNTPFrom(u))
	case "telnet":
		return asScheme(TelnetFrom(u))
	case "wais":
		return asScheme(WAISFrom(u))
	case "file":
		return asScheme(FileFrom(u))
	case "prospero":
		return asScheme(ProsperoFrom(u))
	}
	return asScheme(OtherFrom(u))
}

// asScheme returns s as a Scheme, and nil with an error.
func asScheme[S Scheme](s S, err error) (Scheme, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}

// parseWith is [Parse] and then from, which gives the ParseX function of each
// scheme.
func parseWith[T any](s string, from func(URI) (T, error)) (T, error) {
	u, err := Parse(s)
	if err != nil {
		var none T
		return none, err
	}
	return from(u)
}

// An Optional is a part of a URL that may be undefined. An empty part is not an
// undefined one: "http://h/?" has a search part, and "http://h/" has none. The
// zero Optional is undefined. Optionals may be compared with ==.
type Optional struct {
	text    string
	defined bool
}

// Defined returns the defined Optional that holds s.
func Defined(s string) Optional { return Optional{s, true} }

// Get returns the part, and whether it is defined.
func (o Optional) Get() (string, bool) { return o.text, o.defined }

// String returns the part, "" if it is undefined.
func (o Optional) String() string { return o.text }

// scanUntil returns the offset of the first octet at or after s[i] that is one
// of chars, len(s) where there is none.
func scanUntil(s string, i int, chars string) int {
	if n := strings.IndexAny(s[i:], chars); n >= 0 {
		return i + n
	}
	return len(s)
}

// appendEscapeBut is [AppendEscape], and escapes the octets of but as well.
func appendEscapeBut(dst []byte, s string, c Component, but string) []byte {
	for i := range len(s) {
		if b := s[i]; stands(b, c) && strings.IndexByte(but, b) < 0 {
			dst = append(dst, b)
		} else {
			dst = append(dst, '%', upperhex[b>>4], upperhex[b&15])
		}
	}
	return dst
}

// commandText checks what becomes part of a command: CR, LF or NUL would end it
// early (RFC 1738, 6).
func commandText(op, field, s string) error {
	return commandEnd(op, field, strings.IndexAny(s, "\r\n\x00"))
}

// commandEnd is the error for what stands at index i of a field and would end a
// command, nil where i is -1.
func commandEnd(op, field string, i int) error {
	if i < 0 {
		return nil
	}
	return &FieldError{op, field, "CR, LF or NUL in a command, at offset " + strconv.Itoa(i) + " of the field (RFC 1738, 6)"}
}

// schemeString gives the String method of each scheme.
func schemeString(x Scheme) string {
	u, err := x.URI()
	if err != nil {
		return unwritable(err)
	}
	return u.String()
}

// redacted is [schemeString] as [URI.Redacted] has it.
func redacted(x Scheme) string {
	u, err := x.URI()
	if err != nil {
		return unwritable(err)
	}
	return u.Redacted()
}

// unwritable stands for the text of a struct that has none. "%!" begins no
// escape, so it cannot be taken for a URL.
func unwritable(err error) string { return "%!uri(" + err.Error() + ")" }

// formatScheme gives the Format method of each scheme.
func formatScheme(x Scheme, f fmt.State, verb rune) {
	if verb == 'v' && (f.Flag('+') || f.Flag('#')) {
		formatHiding(f, redacted(x))
		return
	}
	fmt.Fprintf(f, fmt.FormatString(f, verb), schemeString(x))
}

// marshalScheme gives the MarshalText method of each scheme.
func marshalScheme(x Scheme) ([]byte, error) {
	u, err := x.URI()
	if err != nil {
		return nil, err
	}
	return u.MarshalText()
}

// unmarshalScheme gives the UnmarshalText method of each scheme.
func unmarshalScheme[S Scheme](x *S, text []byte, parse func(s string) (S, error)) error {
	y, err := parse(string(text))
	if err == nil {
		*x = y
	}
	return err
}

// Other is a URL of a scheme that RFC 1738 does not define:
//
//	genericurl = scheme ":" schemepart
//	schemepart = *xchar | ip-schemepart
//
// (RFC 1738, 5).
type Other struct {
	// Name is the name of the scheme in lower case.
	Name string
	// Part is all that stands behind the ":" of the scheme, as written.
	Part string
}

// OtherFrom reads u as a URL of whatever scheme. It does not allocate where the
// scheme is in lower case. The error is a [*SyntaxError], for a reference without
// a scheme.
func OtherFrom(u URI) (Other, error) {
	if !u.IsAbsolute() {
		return Other{}, u.refuse("other", 0, RuleScheme, "no scheme")
	}
	return Other{strings.ToLower(u.Scheme()), u.s[u.scheme+1 : u.uriEnd()]}, nil
}

// ParseOther is [Parse] and [OtherFrom].
func ParseOther(s string) (Other, error) { return parseWith(s, OtherFrom) }

// Server returns the login, host and port of the URL, and whether [ServerFrom]
// finds them: it follows the common Internet scheme syntax (RFC 1738, 3.1). It
// allocates the text of the URL.
func (o Other) Server() (Server, bool) {
	u, err := o.URI()
	if err != nil {
		return Server{}, false
	}
	s, err := ServerFrom(u)
	return s, err == nil
}

// Scheme returns o.Name.
func (o Other) Scheme() string { return o.Name }

// URI writes the URL. The error is a [*FieldError] where Name is not the name of
// a scheme in lower case, or Part cannot follow one.
func (o Other) URI() (URI, error) {
	if end, r := scheme(o.Name, 0); r != 0 || end < len(o.Name) || o.Name != strings.ToLower(o.Name) {
		return URI{}, &FieldError{"other", "Name", "not the name of a scheme in lower case (RFC 2396, 3.1)"}
	}
	u, err := Parse(o.Name + ":" + o.Part)
	if err != nil || u.fragment != 0 {
		return URI{}, &FieldError{o.Name, "Part", "not what follows the scheme of a URI (RFC 2396, 3)"}
	}
	return u, nil
}

// String returns the text of the URL, with a password that it may hold.
func (o Other) String() string { return schemeString(o) }

// Format writes the URL as [URI.Format] does: %+v and %#v show no password.
func (o Other) Format(f fmt.State, verb rune) { formatScheme(o, f, verb) }

// LogValue returns the URL as [URI.Redacted] has it.
func (o Other) LogValue() slog.Value { return slog.StringValue(redacted(o)) }

// MarshalText returns the text of the URL. The error is that of URI.
func (o Other) MarshalText() ([]byte, error) { return marshalScheme(o) }

// UnmarshalText sets o to what [ParseOther] reads, and leaves it as it is with an
// error.
func (o *Other) UnmarshalText(s []byte) error { return unmarshalScheme(o, s, ParseOther) }

// splitDecode returns the n parts of s between its "/", each decoded.
func splitDecode(s string, n int) []string {
	parts := make([]string, 0, n)
	for more := true; more; {
		var part string
		part, s, more = strings.Cut(s, "/")
		parts = append(parts, decode(part))
	}
	return parts
}

// literal reports whether s[i:] begins with lit, without regard to case, and
// where it ends or leaves it.
func literal(s string, i int, lit string) (end int, ok bool) {
	n := foldedPrefix(s[i:], lit)
	return i + n, n == len(lit)
}
