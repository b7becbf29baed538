package uri

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// Mailto is a list of mail addresses, and header fields for a message to them
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
// (RFC 6068, 2). A mail program must show the message to its user before sending
// it: anyone may have written the URL (RFC 6068, 7).
type Mailto struct {
	// To holds the addresses, each an addr-spec (RFC 822, 6.1): those before the
	// "?", then the addresses of each header field "to".
	To      []string
	Headers []MailtoHeader // the other header fields, in order; few are safe: see [Mailto.Unsafe]
}

// A MailtoHeader is a header field of a message, like "subject" or "cc". The value of
// "body" is the text of the message: its lines end with CR LF (RFC 6068, 5). The case
// of a name does not matter (RFC 6068, 2). Packages fmt and log/slog show it with its
// secrets.
type MailtoHeader struct{ Name, Value string }

var opMailto = &operation{scheme: schemes.Mailto}

// MailtoFrom reads u as a mailto URL. It accepts only addr-specs of RFC 822 as
// addresses, and refuses one with a comment or with white space outside of quotes.
// Before the "?" a "/" has to be written %2F, so "mailto://a@b" is refused (RFC 6068,
// 2). It refuses a wrong field-name, a value with "=" or "?", and a URL with neither an
// address nor a header field. The "," between addresses may be written as an escape,
// with white space around it, as in RFC 2368.
func MailtoFrom(u URI) (Mailto, error) {
	if err := u.checkScheme(opMailto, ruleMailtoURL); err != nil {
		return Mailto{}, err
	}
	var m Mailto
	s := u.s[:u.uriEnd()]
	if end, r := m.mailtoURI(s, int(u.scheme)+1); r != nil {
		f := faultByte
		if ascii.Escaped(s, end) { // "%" may be there; the octet that it encodes may not
			f = faultEscapedOctet
		} else if at(s, end, '/') && strings.IndexByte(s[:end], '?') < 0 {
			f = faultAddressSlash
		}
		return Mailto{}, u.refuse(opMailto, end, r, f)
	}
	if len(m.To) == 0 && len(m.Headers) == 0 {
		return Mailto{}, u.refuse(opMailto, len(s), ruleMailtoURI, faultNoAddress)
	}
	return m, nil
}

// ParseMailto is [Parse] and [MailtoFrom].
func ParseMailto(s string) (Mailto, error) { return parseWith(s, opMailto, MailtoFrom) }

// mailtoURI recognises
//
//	[ to ] [ hfields ]
//
// (RFC 6068, 2) as the whole of s[i:], and adds the parts to m. A "/" before the "?" is an
// error: in an addr-spec it is written %2F (RFC 6068, 2, item 1).
func (m *Mailto) mailtoURI(s string, i int) (end int, r *rule) {
	end = ascii.IndexAnyOrEnd(s, i, "?/")
	if i < end || at(s, i, '/') {
		if i, r = m.to(s[:end], i); r != nil {
			return i, r
		}
	}
	if at(s, end, '/') {
		return end, ruleTo
	}
	for end < len(s) {
		if end, r = m.hfield(s, end+1); r != nil {
			return end, r
		}
	}
	return end, nil
}

// to recognises
//
//	to = addr-spec *("," addr-spec )
//
// (RFC 6068, 2) as the whole of s[i:], and adds the addresses to m.
func (m *Mailto) to(s string, i int) (end int, r *rule) {
	m.To = slices.Grow(m.To, 1+strings.Count(s[i:], ","))
	for {
		if end, r = addrSpec(s, i); r != nil {
			return end, r
		}
		m.To = append(m.To, decode(s[i:end]))
		if end == len(s) {
			return end, nil
		}
		i = skipSpace(s, end)
		b, n := ascii.DecodedAt(s, i)
		if b != ',' {
			return end, ruleTo
		}
		i = skipSpace(s, i+n)
	}
}

// hfield recognises
//
//	hfield  = hfname "=" hfvalue
//	hfname  = *qchar
//	hfvalue = *qchar
//
// (RFC 6068, 2) at s[i:], up to the next "&" or the end of s, and adds the field
// to m.
//
// DEVIATION: a "/" is accepted, as in RFC 2368, since it delimits nothing. Both
// RFCs reserve "?", "=" and "&".
func (m *Mailto) hfield(s string, i int) (end int, r *rule) {
	if end, r = fieldName(s, i); r != nil {
		return end, r
	}
	name := decode(s[i:end])
	i = end + 1
	end = ascii.IndexAnyOrEnd(s, i, "&=?")
	if end < len(s) && s[end] != '&' {
		return end, ruleHfvalue
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
	return end, nil
}

// fieldName recognises
//
//	field-name = 1*<any CHAR, excluding CTLs, SPACE, and ":">
//
// (RFC 822, 3.2) at s[i:], followed by "=". end is the offset of the "=".
func fieldName(s string, i int) (end int, r *rule) {
	for end = i; end < len(s) && strings.IndexByte("=&?", s[end]) < 0; {
		b, n := ascii.DecodedAt(s, end)
		if !isFieldName(b) {
			return end, ruleFieldName
		}
		end += n
	}
	switch {
	case end == i:
		return end, ruleFieldName
	case !at(s, end, '='):
		return end, ruleHfield
	}
	return end, nil
}

// isFieldName reports whether the name of a header field may contain b.
func isFieldName(b byte) bool { return ' ' < b && b < 0x7F && b != ':' }

// URI returns the URL, with all addresses before the "?". It fails if an address
// is not an addr-spec, if the name of a header field is not a field-name or is
// "to", or if there is neither an address nor a header field.
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
	separator := byte('?')
	for i, h := range m.Headers {
		switch {
		case h.Name == "" || slices.ContainsFunc([]byte(h.Name), func(b byte) bool { return !isFieldName(b) }):
			return refuse(indexed("Headers", i), "not the name of a header field (RFC 822, 3.2)")
		case strings.EqualFold(h.Name, "to"):
			return refuse(indexed("Headers", i), "the addresses of a to field belong to To")
		}
		dst = append(dst, separator)
		separator = '&'
		dst = appendEscapeAlso(dst, h.Name, EscapeSegment, "&=")
		dst = append(dst, '=')
		dst = appendEscapeAlso(dst, h.Value, EscapeSegment, "&=")
	}
	return Parse(string(dst))
}

// appendAddrSpec appends an address and reports whether it is an addr-spec. It escapes
// as RFC 6068, 2, requires, and also "," and "@" inside quotes.
func appendAddrSpec(dst []byte, address string) (_ []byte, ok bool) {
	s := Escape(address, EscapeData)
	localEnd, _ := localPart(s, 0)
	end, r := addrSpec(s, 0)
	if r != nil || end < len(s) {
		return dst, false
	}
	local := len(decode(s[:localEnd]))
	dst = appendEscapeAlso(dst, address[:local], EscapeSegment, "&=@,")
	dst = append(dst, '@')
	dst = appendEscapeAlso(dst, address[local+1:], EscapeSegment, "&=@,")
	return dst, true
}

// For these methods see [Scheme].

func (m Mailto) Scheme() string                { return "mailto" }
func (m Mailto) String() string                { return schemeString(m) }
func (m Mailto) Format(f fmt.State, verb rune) { formatScheme(m, f, verb) }
func (m Mailto) LogValue() slog.Value          { return slog.StringValue(redacted(m)) }
func (m Mailto) MarshalText() ([]byte, error)  { return marshalScheme(m) }
func (m *Mailto) UnmarshalText(s []byte) error { return unmarshal(m, string(s), ParseMailto) }

// Unsafe returns the unsafe header fields in order (RFC 6068, 4). A mail program should
// ignore them unless it knows them to be harmless. "Subject" and "Keywords" are safe if
// they contain no CR, LF or NUL, "body" if it contains no NUL. All others are unsafe. A
// mail program must ignore some of them: the originator ("From"), resent fields
// ("Resent-To"), the trace ("Received") and MIME ("MIME-Version", "Content-...").
func (m Mailto) Unsafe() []MailtoHeader {
	var list []MailtoHeader
	unsafe := map[string]string{"subject": "\r\n\x00", "keywords": "\r\n\x00", "body": "\x00"}
	for _, h := range m.Headers {
		if bad, ok := unsafe[strings.ToLower(h.Name)]; !ok || strings.ContainsAny(h.Value, bad) {
			list = append(list, h)
		}
	}
	return list
}
