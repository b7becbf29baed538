package page

import (
	"strings"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// Disposition returns the name of the file in a Content-Disposition field: RFC 6266, 4.3, with the
// ext-value of RFC 8187.
//
//	attachment; filename="a b.pdf"                            a b.pdf
//	attachment; filename=a.txt; filename*=UTF-8''%e2%82%ac    €
//	inline                                                    false
//
// The parameter filename* goes before filename. Only the text after the last "/" or "\" counts, and the name
// is as safe as a [FileName]. ok is false if there is no name, or nothing safe in it.
//
// RFC 6266 does not allow all fields that servers send. Disposition then takes the same name as Chromium: the
// type may be missing, a name may have white space and other characters without quotation marks, and the last
// quotation mark may be missing. Of two names the first counts, and a parameter without "=" ends the field. A name
// in invalid UTF-8 is ISO-8859-1 (RFC 6266, 4.3).
func Disposition(field string) (name string, ok bool) {
	kind, s, _ := strings.Cut(field, ";")
	if strings.IndexByte(kind, '=') >= 0 {
		s = field // no type
	}
	var plain, extended string
	for {
		s = strings.TrimLeft(s, ows+";")
		end := ascii.IndexAnyOrEnd(s, 0, "=;")
		if end == len(s) || s[end] == ';' {
			break
		}
		key := toLower(strings.Trim(s[:end], ows))
		var value string
		value, s = dispositionValue(s[end+1:])
		switch {
		case key == "filename" && plain == "":
			plain = value
		case key == "filename*" && extended == "":
			extended, _ = extValue(value)
		}
	}
	if !utf8.ValidString(plain) {
		plain = latin1(plain)
	}
	for _, sent := range [...]string{extended, plain} {
		if name = safeName(sent[strings.LastIndexAny(sent, `/\`)+1:]); name != "" {
			return name, true
		}
	}
	return "", false
}

// dispositionValue returns the value of a parameter at the start of s, and the text after its ";".
//
//	value = token / quoted-string
//
// (RFC 6266, 4.1.) All but a ";" may be in a value without quotation marks.
func dispositionValue(s string) (value, rest string) {
	s = strings.TrimLeft(s, ows)
	if strings.HasPrefix(s, `"`) {
		value, s = quotedString(s, "")
		_, rest, _ = strings.Cut(s, ";")
		return value, rest
	}
	value, rest, _ = strings.Cut(s, ";")
	return strings.TrimRight(value, ows), rest
}
