// Package hint finds the intended text of a refused one. Its table of edits says what to change
// at the place of a mistake, and package meaning whether the result may be used.
package hint

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// Parts is a set of parts of a URI, with a bit for each part of package uri.
type Parts uint16

const (
	None Parts = 1 << iota
	_          // the scheme
	_          // the authority
	Userinfo
	Host
	Port
	Path
	Opaque
	Query
	Fragment

	mail  // also set for the addresses of a mailto URI
	front // also set if the scheme, or what follows it, may be wrong

	server = Host | Port
	paths  = Path | Opaque
	data   = paths | Query | Fragment
)

// Faults is a set of kinds of mistakes. A mistake of another kind has the empty set.
type Faults uint16

const (
	Byte     Faults = 1 << iota // a byte that cannot be there, or the end of the text
	Escape                      // a "%" that begins no escape
	NoScheme                    // no scheme, or another one
	Prefix                      // no "//" after the scheme
	NoHost                      // no host
	Literal                     // no IPv6 address in brackets
	Surplus                     // a "." or "-" too many in a host
	User                        // a user name that is not allowed
	IPv4                        // an IPv4 address out of range, or with too few or too many numbers
	Slash                       // a "/" in a mail address
)

// A Refusal is the place of a mistake and its kind.
type Refusal struct {
	Fault Faults
	Part  Parts
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
	op     *Operation
	s      string
	a      ascii.Authority // by RFC 3986, Appendix B, or an empty one at the start
	scheme *schemes.Info
	char   string // at Place, "" at the end
	r      rune   // the same, or -1
}

// set sets m to the mistake in s at the place of r.
func (m *mistake) set(s string, r Refusal) {
	c, n := utf8.DecodeRuneInString(s[r.Place:])
	if n == 0 {
		c = -1
	}
	*m = mistake{Refusal: r, op: m.op, s: s, a: ascii.Split(s).Authority, scheme: schemes.Lookup(s[:ascii.SchemeLength(s)]), char: s[r.Place : r.Place+n], r: c}
	if r.Part == Host && !m.op.Whole {
		m.a = ascii.Authority{HostEnd: len(s), End: len(s)}
	}
	if r.Part&paths != 0 && m.scheme == schemes.Mailto.Info() {
		m.Part |= mail
	}
	isServer := m.scheme.Hierarchical && m.scheme.Port != 0 && m.a.Start > 0
	if m.op.Whole && !(isServer && r.Place >= m.a.Start && r.Fault != NoHost) {
		m.Part |= front
	}
}

// before and after return the text before the place, and after the character there.
func (m *mistake) before() string { return m.s[:m.Place] }
func (m *mistake) after() string  { return m.s[m.Place+len(m.char):] }

// authority returns the host and port, host only the host.
func (m *mistake) authority() string { return m.s[m.a.Host:m.a.End] }
func (m *mistake) host() string      { return m.s[m.a.Host:m.a.HostEnd] }

// An Edit is a change of a text, or only advice. Of several equal changes its place is the first.
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

// rest returns the text from the place to the end of a userinfo or authority, or of all.
func (m *mistake) rest() string {
	end := len(m.s)
	switch {
	case m.Part&Userinfo != 0:
		end = max(m.a.Host-1, m.Place)
	case m.Part&server != 0:
		end = max(m.a.End, m.Place)
	}
	return m.s[m.Place:end]
}

// throughout returns the edit of the rest to changed, described as new instead of the character.
func (m *mistake) throughout(new, changed string) Edit {
	return Edit{at: m.Place, old: m.char, new: new, text: m.before() + changed + m.s[m.Place+len(m.rest()):]}
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
		words = "write " + quoted(e.old) + " as %" + strings.ReplaceAll(fmt.Sprintf("% X", e.old), " ", "%")
	default:
		words = "write " + quoted(e.new) + " instead of " + quoted(e.old)
	}
	return words, e.at, true
}

// quoted returns a piece of a text as a hint shows it.
func quoted(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case strings.Trim(s, "\r\n") == "":
		return "the line break"
	case n < len(s) && strings.TrimFunc(s, ascii.IsInvisible) == "":
		return "the white space"
	case r == utf8.RuneError && n == 1:
		return fmt.Sprintf("the byte %#02x", s[0])
	case n == len(s) && !unicode.IsPrint(r):
		return fmt.Sprintf("%U", r)
	case strings.Contains(s, `"`):
		return "'" + s + "'"
	}
	return `"` + s + `"`
}
