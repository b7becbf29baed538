package uri

import (
	"slices"
	"strings"

	"example.com/uri/internal/ascii"
)

// A GopherPlusKind is the kind of request of a Gopher+ string.
type GopherPlusKind uint8

const (
	GopherPlusItem                GopherPlusKind = iota // "+": the item in its default view (RFC 1738, 3.4.4)
	GopherPlusAsk                                       // "?": an item with a form to be filled in first (3.4.4, 3.4.5)
	GopherPlusAttributes                                // "!": attributes of the item (3.4.6, 3.4.7)
	GopherPlusDirectoryAttributes                       // "$": attributes of all items in the directory (3.4.6, 3.4.7)
	GopherPlusView                                      // "+" and a view: the item in that view (3.4.8)
	GopherPlusForm                                      // the item for a filled in form (3.4.9)
)

var gopherPlusKinds = [...]string{"item", "ask", "attributes", "directory attributes", "view", "form"}

// String returns "item", "ask", "attributes", "directory attributes", "view" or
// "form".
func (k GopherPlusKind) String() string { return ascii.Name(gopherPlusKinds[:], int(k)) }

// A GopherPlus holds the parts of a Gopher+ string (RFC 1738, 3.4.4 to 3.4.9).
// Packages fmt and log/slog show it with its secrets.
type GopherPlus struct {
	Kind           GopherPlusKind
	Attributes     []string // the names of those asked for ("+ABSTRACT"); {}: all
	View, Language string   // of a view: "application/postscript", and "Es_ES" or ""
	Values         []string // entered in a form, in order
}

// The text before and after the values of a form (RFC 1738, 3.4.9).
const (
	gopherFormBegin = "+\t1\r\n+-1\r\n"
	gopherFormEnd   = ".\r\n"
)

// ParseGopherPlus reads a Gopher+ string, the field Plus of a [Gopher]. The error
// is a [*FieldError] if s has no form of RFC 1738. The server may still
// understand it.
func ParseGopherPlus(s string) (GopherPlus, error) {
	p, ok := gopherPlus(s)
	if !ok {
		return GopherPlus{}, &FieldError{"gopher", "Plus", "none of the forms of RFC 1738, 3.4.4 to 3.4.9"}
	}
	return p, nil
}

// gopherPlus is [ParseGopherPlus] without the error.
func gopherPlus(s string) (p GopherPlus, ok bool) {
	switch {
	case s == "+":
		p.Kind = GopherPlusItem
	case s == "?":
		p.Kind = GopherPlusAsk
	case strings.HasPrefix(s, gopherFormBegin):
		p.Kind = GopherPlusForm
		p.Values, ok = gopherForm(s[len(gopherFormBegin):])
		return p, ok
	case strings.HasPrefix(s, "+"):
		p.Kind = GopherPlusView
		view, language, more := strings.Cut(s[1:], " ")
		p.View, p.Language = view, language
		return p, gopherWord(view) && more == gopherWord(language)
	case strings.HasPrefix(s, "!"):
		p.Kind = GopherPlusAttributes
	case strings.HasPrefix(s, "$"):
		p.Kind = GopherPlusDirectoryAttributes
	default:
		return p, false
	}
	if s = s[1:]; s != "" {
		p.Attributes = strings.Split(s, " ")
	}
	for _, name := range p.Attributes {
		if !gopherWord(name) {
			return p, false
		}
	}
	return p, true
}

// gopherForm returns the lines of s before the line ".". That must be the last.
func gopherForm(s string) (values []string, ok bool) {
	for s != gopherFormEnd {
		var value string
		value, s, ok = strings.Cut(s, "\r\n")
		if !ok || value == "." || strings.ContainsAny(value, "\r\n\x00") {
			return nil, false
		}
		values = append(values, value)
	}
	return values, true
}

// gopherWord reports whether s can be a name in a list separated by spaces.
func gopherWord(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] == 0x7F {
			return false
		}
	}
	return s != ""
}

// Text returns the Gopher+ string, for the field Plus of a [Gopher]. The error is a
// [*FieldError] if [ParseGopherPlus] would not return p. So a name must not be empty or
// contain a space or a control character. A value must not be "." or contain CR, LF or
// NUL. Fields not used by Kind must not be set.
func (p GopherPlus) Text() (string, error) {
	var s string
	switch p.Kind {
	case GopherPlusItem:
		s = "+"
	case GopherPlusAsk:
		s = "?"
	case GopherPlusAttributes:
		s = "!" + strings.Join(p.Attributes, " ")
	case GopherPlusDirectoryAttributes:
		s = "$" + strings.Join(p.Attributes, " ")
	case GopherPlusView:
		s = strings.TrimSuffix("+"+p.View+" "+p.Language, " ")
	case GopherPlusForm:
		s = gopherFormBegin + strings.Join(append(p.Values[:len(p.Values):len(p.Values)], gopherFormEnd), "\r\n")
	}
	if q, ok := gopherPlus(s); !ok || p.Kind != q.Kind || p.View != q.View || p.Language != q.Language ||
		!slices.Equal(p.Attributes, q.Attributes) || !slices.Equal(p.Values, q.Values) {
		return "", &FieldError{"gopher", "Plus", "would not be read as it is written (RFC 1738, 3.4.4 to 3.4.9)"}
	}
	return s, nil
}
