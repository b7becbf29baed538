// Package hint finds the intended text of a refused one. Its table of edits says what to change
// at the place of a mistake.
package hint

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// A Part is a part of a URI. It has the values of uri.Part.
type Part uint8

const (
	None Part = iota
	Scheme
	Authority
	Userinfo
	Host
	Port
	Path
	Opaque
	Query
	Fragment
)

// A Fault is a kind of mistake.
type Fault uint8

const (
	Other    Fault = iota
	Byte           // a byte that cannot be there, or the end of the text
	Escape         // a "%" that begins no escape
	NoScheme       // no scheme, or another one
	Prefix         // no "//" after the scheme
	NoHost         // no host
	BareIPv6       // an IPv6 address without brackets
	Literal        // no IPv6 address in brackets
	Surplus        // a "." or "-" too many in a host
	User           // a user name that is not allowed
	Number         // a port out of range
	IPv4           // an IPv4 address out of range, or with too few or too many numbers
	Slash          // a "/" in a mail address
)

// A Refusal is the place of a mistake and its kind.
type Refusal struct {
	Fault Fault
	Part  Part
	Place int // of the wrong byte, or of the "%" of a broken escape
}

// An Operation is a function of package uri with a text as its argument.
type Operation struct {
	Scheme  *schemes.Info // of its URLs; the zero Info for any URI
	Whole   bool          // the text is a whole URI, not a part of one
	Refuses func(text string) (Refusal, bool)
}

// A mistake is a text with its refusal.
type mistake struct {
	Refusal
	op   *Operation
	s    string
	a    ascii.Authority // by Appendix B, or an empty one at the start
	char string          // at Place, "" at the end
	wide bool            // char is beyond ASCII
	// framed is set for a place after a known scheme and "://".
	framed bool
}

// set sets m to the mistake in s at the place of r.
func (m *mistake) set(s string, r Refusal) {
	_, n := utf8.DecodeRuneInString(s[r.Place:])
	*m = mistake{Refusal: r, op: m.op, s: s, a: authorityOf(s), char: s[r.Place : r.Place+n], wide: n > 1}
	if r.Part == Host && !m.op.Whole {
		m.a = ascii.Authority{HostEnd: len(s), End: len(s)}
	}
	if m.a.Start > 0 && r.Place >= m.a.Start && r.Fault != NoHost {
		m.framed = m.scheme().Hierarchical
	}
}

// scheme describes the scheme of the text.
func (m *mistake) scheme() *schemes.Info { return schemes.Lookup(m.s[:ascii.SchemeLength(m.s)]) }

// before and after return the text before the place, and after the character there.
func (m *mistake) before() string { return m.s[:m.Place] }
func (m *mistake) after() string  { return m.s[m.Place+len(m.char):] }

// authority returns the host and port, host only the host.
func (m *mistake) authority() string { return m.s[m.a.Host:m.a.End] }
func (m *mistake) host() string      { return m.s[m.a.Host:m.a.HostEnd] }

// authorityOf splits the authority of s, by the expression of RFC 3986, Appendix B:
//
//	^(([^:/?#]+):)?(//([^/?#]*))?
func authorityOf(s string) ascii.Authority {
	start := strings.IndexByte(s, ':') + 1
	if start == 1 || start-1 != ascii.SchemeLength(s) && strings.ContainsAny(s[:start], "/?#") {
		start = 0
	}
	if !strings.HasPrefix(s[start:], "//") {
		return ascii.Authority{}
	}
	start += len("//")
	return ascii.SplitAuthority(s, start, ascii.AuthorityEnd(s, start))
}

// An Edit is one change of a text, or only advice. Its place is the first of several with the
// same change.
type Edit struct {
	at       int
	old, new string // new is "%" for the escape of old
	text     string // the text after the change, "" for advice
	words    string // "": old and new say it
}

// replace returns the edit that writes new instead of old, at the offset at.
func (m *mistake) replace(at int, old, new string) Edit {
	return Edit{at: at, old: old, new: new, text: m.s[:at] + new + m.s[at+len(old):]}
}

// described returns e with these words.
func (e Edit) described(words string) Edit {
	e.words = words
	return e
}

// Words says in lower case what the edit does to s: write, add, remove. If the words show a part
// of s, its offset is at.
func (e Edit) Words(s string) (words string, at int, shows bool) {
	where := ""
	switch end := e.at + len(e.old); {
	case e.words != "" || e.text == "":
		return e.words, 0, false
	case e.at == 0 && end < len(s):
		where = " at the start"
	case end == len(s):
		where = " at the end"
	}
	switch {
	case e.old == "":
		words = "add " + quoted(e.new) + where
	case e.new == "":
		words = "remove " + quoted(e.old) + where
	case e.new == "%":
		words = "write " + quoted(e.old) + " as " + escape(e.old)
	default:
		words = "write " + quoted(e.new) + " instead of " + quoted(e.old)
	}
	return words, e.at, true
}

// escape returns s with each byte as an escape.
func escape(s string) string {
	var b []byte
	for i := range len(s) {
		b = ascii.AppendEscape(b, s[i])
	}
	return string(b)
}

// quoted returns a piece of a text as a hint shows it.
func quoted(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case s == "\n", s == "\r":
		return "the line break"
	case s == "\t":
		return "the tab"
	case r == utf8.RuneError && n == 1:
		return fmt.Sprintf("the byte %#02x", s[0])
	case n == len(s) && r != ' ' && !unicode.IsPrint(r):
		return fmt.Sprintf("%U", r)
	case strings.Contains(s, `"`):
		return "'" + s + "'"
	}
	return `"` + s + `"`
}
