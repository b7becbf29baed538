package crawl

import (
	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// robotsPath returns the path and the query of u in the form of robotsForm. They begin
// with "/".
func robotsPath(u uri.URI) string {
	start, end, _ := u.Span(uri.PartPath)
	if _, queryEnd, ok := u.Span(uri.PartQuery); ok {
		end = queryEnd
	}
	s := u.String()[start:end]
	if s == "" || s[0] != '/' {
		s = "/" + s
	}
	return robotsForm(s, false)
}

// robotsForm returns a path and query, or a pattern, in the form in which they are
// compared.
func robotsForm(s string, isPattern bool) string {
	i := 0
	for i < len(s) {
		n := inRobotsForm(s, i, isPattern)
		if n == 0 {
			break
		}
		i += n
	}
	if i == len(s) {
		return s
	}
	dst := append(make([]byte, 0, len(s)+16), s[:i]...)
	for i < len(s) {
		n := inRobotsForm(s, i, isPattern)
		switch {
		case n > 0:
			dst = append(dst, s[i:i+n]...)
			i += n
		case ascii.Escaped(s, i):
			b := ascii.Unhex(s[i+1])<<4 | ascii.Unhex(s[i+2])
			if isUnreserved(b) {
				dst = append(dst, b)
			} else {
				dst = ascii.AppendEscape(dst, b)
			}
			i += 3
		default:
			dst = ascii.AppendEscape(dst, s[i])
			i++
		}
	}
	return string(dst)
}

// robotsBytes are the bytes that the form of robotsForm has: all bytes of a path or a
// query except "%", and except "*" and "$", because those two are not data in a
// pattern.
var robotsBytes = func() (t [256]bool) {
	for b := range t {
		c := string([]byte{byte(b)})
		t[b] = uri.Escape(c, uri.EscapeQuery) == c && c != "*" && c != "$"
	}
	return t
}()

// inRobotsForm returns the length of the byte or of the escape at s[i:] if it is in the
// form of robotsForm, or 0.
func inRobotsForm(s string, i int, isPattern bool) int {
	switch b := s[i]; {
	case robotsBytes[b],
		isPattern && (b == '*' || b == '$' && i == len(s)-1):
		return 1
	case ascii.Escaped(s, i) && !isLowerHex(s[i+1]) && !isLowerHex(s[i+2]) &&
		!isUnreserved(ascii.Unhex(s[i+1])<<4|ascii.Unhex(s[i+2])):
		return 3
	}
	return 0
}

func isLowerHex(b byte) bool { return 'a' <= b && b <= 'f' }

// isUnreserved reports whether b is unreserved by RFC 3986, 2.3.
func isUnreserved(b byte) bool {
	return (ascii.Letter | ascii.Digit).Has(b) || b == '-' || b == '.' || b == '_' || b == '~'
}
