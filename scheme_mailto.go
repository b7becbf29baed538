package uri

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
)

// Mailto is one or more mail addresses, and what a message to them begins with
// (RFC 1738, 3.5; RFC 6068):
//
//	mailtourl      = "mailto:" encoded822addr
//	encoded822addr = 1*xchar               ; further defined in RFC822
//
// (RFC 1738, 5), and since RFC 2368
//
//	mailtoURI = "mailto:" [ to ] [ hfields ]
//	to        = addr-spec *("," addr-spec )
//	hfields   = "?" hfield *( "&" hfield )
//	hfield    = hfname "=" hfvalue
//
// (RFC 6068, 2). A message is never sent without its user seeing it: the URL
// may come from anywhere (RFC 6068, 7).
type Mailto struct {
	// To holds the addresses, each an addr-spec (RFC 822, 6.1), decoded: those
	// before the "?" and those of each "to" behind it.
	To []string
	// Headers are the header fields without "to", in order. Few are safe to take
	// over: see [Mailto.Unsafe].
	Headers []MailtoHeader
}

// A MailtoHeader is a header field for a message, decoded: "subject", "cc". The
// name "body" stands for the text of the message. The case of a name does not
// matter (RFC 6068, 2).
type MailtoHeader struct{ Name, Value string }

// MailtoFrom reads u as a mailto URL. It refuses addresses that are no
// addr-spec of RFC 822, among them those with comments or with white space
// outside of quotes (RFC 6068, 2), names that are no field-name, and a URL with
// neither address nor header field. It allocates To and Headers, and what holds
// escapes. The error is a [*SyntaxError].
//
// The "," between addresses may be written as an escape, with white space
// around it, as in RFC 2368. No "=" and no "?" may stand in a value.
func MailtoFrom(u URI) (Mailto, error) {
	if err := u.checkScheme(&schemes[schemeMailto]); err != nil {
		return Mailto{}, err
	}
	var m Mailto
	s := u.s[:u.uriEnd()]
	if end, r := m.mailtoURI(s, int(u.scheme)+1); r != 0 {
		return Mailto{}, u.refuse("mailto", end, r, "")
	}
	if len(m.To) == 0 && len(m.Headers) == 0 {
		return Mailto{}, u.refuse("mailto", len(s), RuleMailtoURI, "no address and no header field")
	}
	return m, nil
}

// ParseMailto is [Parse] and [MailtoFrom].
func ParseMailto(s string) (Mailto, error) { return parseWith(s, MailtoFrom) }

// mailtoURI recognises
//
//	[ to ] [ hfields ]
//
// (RFC 6068, 2) as the whole of s[i:], and notes in m what it found.
func (m *Mailto) mailtoURI(s string, i int) (end int, r Rule) {
	end = scanUntil(s, i, "?")
	if i < end {
		if i, r = m.to(s[:end], i); r != 0 {
			return i, r
		}
	}
	for end < len(s) {
		if end, r = m.hfield(s, end+1); r != 0 {
			return end, r
		}
	}
	return end, 0
}

// to recognises
//
//	to = addr-spec *("," addr-spec )
//
// (RFC 6068, 2) as the whole of s[i:], and adds the addresses to m.
func (m *Mailto) to(s string, i int) (end int, r Rule) {
	m.To = slices.Grow(m.To, 1+strings.Count(s[i:], ","))
	for {
		if end, r = addrSpec(s, i); r != 0 {
			return end, r
		}
		m.To = append(m.To, decode(s[i:end]))
		if end == len(s) {
			return end, 0
		}
		b, next := octet(s, skipSpace(s, end))
		if b != ',' {
			return end, RuleTo
		}
		i = skipSpace(s, next)
	}
}

// hfield recognises
//
//	hfield  = hfname "=" hfvalue
//	hfname  = *qchar
//	hfvalue = *qchar
//
// (RFC 6068, 2) at s[i:], up to the "&" or the end that follows it, and adds
// the field to m.
//
// DEVIATION: a "/" is accepted, as in RFC 2368, where it is not in the way. Both
// reserve "?", "=" and "&".
func (m *Mailto) hfield(s string, i int) (end int, r Rule) {
	if end, r = fieldName(s, i); r != 0 {
		return end, r
	}
	name := decode(s[i:end])
	i = end + 1
	end = scanUntil(s, i, "&=?")
	if end < len(s) && s[end] != '&' {
		return end, RuleHfvalue
	}
	switch {
	case !strings.EqualFold(name, "to"):
		if m.Headers == nil {
			m.Headers = make([]MailtoHeader, 0, 1+strings.Count(s[i:], "&"))
		}
		m.Headers = append(m.Headers, MailtoHeader{name, decode(s[i:end])})
	case i < end:
		return m.to(s[:end], i)
	}
	return end, 0
}

// fieldName recognises
//
//	field-name = 1*<any CHAR, excluding CTLs, SPACE, and ":">
//
// (RFC 822, 3.2) and the "=" behind it at s[i:].
func fieldName(s string, i int) (end int, r Rule) {
	for end = i; end < len(s) && strings.IndexByte("=&?", s[end]) < 0; {
		b, next := octet(s, end)
		if !isFieldName(b) {
			return end, RuleFieldName
		}
		end = next
	}
	switch {
	case end == i:
		return end, RuleFieldName
	case !at(s, end, '='):
		return end, RuleHfield
	}
	return end, 0
}

// isFieldName reports whether b can stand in the name of a header field.
func isFieldName(b int) bool { return ' ' < b && b < 0x7F && b != ':' }

// Scheme returns "mailto".
func (m Mailto) Scheme() string { return "mailto" }

// URI writes the URL, with all addresses before the "?". The error is a
// [*FieldError] where an address is none, the name of a header field is none or
// "to", or there is nothing to write.
func (m Mailto) URI() (URI, error) {
	refuse := func(field, reason string) (URI, error) {
		return URI{}, &FieldError{"mailto", field, reason}
	}
	if len(m.To) == 0 && len(m.Headers) == 0 {
		return refuse("To", "no address, and no header field")
	}
	dst := []byte("mailto:")
	for i, address := range m.To {
		if i > 0 {
			dst = append(dst, ',')
		}
		var ok bool
		if dst, ok = appendAddrSpec(dst, address); !ok {
			return refuse(indexed("To", i), "not an addr-spec (RFC 822, 6.1; RFC 6068, 2)")
		}
	}
	for i, h := range m.Headers {
		switch {
		case h.Name == "" || slices.ContainsFunc([]byte(h.Name), func(b byte) bool { return !isFieldName(int(b)) }):
			return refuse(indexed("Headers", i), "not the name of a header field (RFC 822, 3.2)")
		case strings.EqualFold(h.Name, "to"):
			return refuse(indexed("Headers", i), "the addresses of a to field belong to To")
		}
		dst = append(dst, "?&"[min(i, 1)])
		dst = appendEscapeBut(dst, h.Name, PathSegment, "&=")
		dst = append(dst, '=')
		dst = appendEscapeBut(dst, h.Value, PathSegment, "&=")
	}
	return Parse(string(dst))
}

// appendAddrSpec appends an address with all that RFC 6068, 2, wants escaped,
// and the "," and "@" in quotes, and reports whether it is one.
func appendAddrSpec(dst []byte, address string) (_ []byte, ok bool) {
	s := Escape(address, Data)
	at, _ := localPart(s, 0)
	end, r := addrSpec(s, 0)
	if r != 0 || end < len(s) {
		return dst, false
	}
	local := len(decode(s[:at]))
	dst = appendEscapeBut(dst, address[:local], PathSegment, "&=@,")
	dst = append(dst, '@')
	dst = appendEscapeBut(dst, address[local+1:], PathSegment, "&=@,")
	return dst, true
}

// String returns the text of the URL, with a password that it may hold.
func (m Mailto) String() string { return schemeString(m) }

// Format writes the URL as [URI.Format] does: %+v and %#v show no password.
func (m Mailto) Format(f fmt.State, verb rune) { formatScheme(m, f, verb) }

// LogValue returns the URL as [URI.Redacted] has it.
func (m Mailto) LogValue() slog.Value { return slog.StringValue(redacted(m)) }

// MarshalText returns the text of the URL. The error is that of URI.
func (m Mailto) MarshalText() ([]byte, error) { return marshalScheme(m) }

// UnmarshalText sets m to what [ParseMailto] reads, and leaves it as it is with an
// error.
func (m *Mailto) UnmarshalText(s []byte) error { return unmarshalScheme(m, s, ParseMailto) }

// Unsafe returns the header fields that a mail program should not take over
// unless it knows better, in order (RFC 6068, 4). "Subject", "Keywords" and
// "body" are safe, without CR, LF and NUL in the first two and without NUL in
// the last. All others are not, and some a mail program has to ignore: those of
// the originator such as "From", of the route such as "Resent-To", of the trace
// such as "Received", and of MIME, "MIME-Version" and "Content-..." (3).
func (m Mailto) Unsafe() []MailtoHeader {
	var list []MailtoHeader
	for _, h := range m.Headers {
		bad := "\r\n\x00"
		switch strings.ToLower(h.Name) {
		case "subject", "keywords":
		case "body":
			bad = "\x00"
		default:
			list = append(list, h)
			continue
		}
		if strings.ContainsAny(h.Value, bad) {
			list = append(list, h)
		}
	}
	return list
}
