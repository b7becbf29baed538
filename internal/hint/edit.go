// Package hint finds the text that was meant by one that an operation refused. The table of
// edits says which text goes at the place of a mistake, and which comes.
package hint

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// A Part is the part of a URI in which a text is wrong. It has the values of uri.Part.
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

// A Refusal says where an operation refuses a text, and why.
type Refusal struct {
	Fault Fault
	Part  Part
	Place int // of the byte that is wrong, or of the "%" of a broken escape
}

// An Operation is what refused the text.
type Operation struct {
	Scheme  *schemes.Info // of the URLs that it takes; the zero Info: it takes any URI
	Whole   bool          // it takes a whole URI, and not a part of one
	Refuses func(text string) (Refusal, bool)
}

// A mistake is a text that is refused, and the place where.
type mistake struct {
	Refusal
	op   *Operation
	s    string
	char string          // at Place, "" at the end
	a    ascii.Authority // by Appendix B, or an empty one at the start
}

// before and after return the text before the place, and after the character there.
func (m *mistake) before() string { return m.s[:m.Place] }
func (m *mistake) after() string  { return m.s[m.Place+len(m.char):] }

// authorityOf splits the authority that the expression of RFC 3986, Appendix B, finds in s:
//
//	^(([^:/?#]+):)?(//([^/?#]*))?
func authorityOf(s string) ascii.Authority {
	start := 0
	if i := strings.IndexAny(s, ":/?#"); i > 0 && s[i] == ':' {
		start = i + 1
	}
	if !strings.HasPrefix(s[start:], "//") {
		return ascii.Authority{}
	}
	start += len("//")
	return ascii.SplitAuthority(s, start, ascii.AuthorityEnd(s, start))
}

// narrow returns the ASCII form of a character of full width, and others unchanged.
func narrow(r rune) rune {
	if '！' <= r && r <= '～' {
		return r - '！' + '!'
	}
	return r
}

// An Edit is one change of a text. The place is the first of several where the same is changed.
type Edit struct {
	At       int
	Old, New string
	text     string // the text after the change
	words    string // "": Old and New say it
}

// Reaches returns the end of the text that goes.
func (e Edit) Reaches() int { return e.At + len(e.Old) }

// Words says in lower case what the edit does to s: write, add, remove. It reports whether that
// shows a part of s.
func (e Edit) Words(s string) (words string, shows bool) {
	where := ""
	switch {
	case e.words != "":
		return e.words, false
	case e.At == 0 && e.Reaches() < len(s):
		where = " at the start"
	case e.Reaches() == len(s):
		where = " at the end"
	}
	switch {
	case e.Old == "":
		return "add " + quoted(e.New) + where, true
	case e.New == "":
		return "remove " + quoted(e.Old) + where, true
	case strings.HasPrefix(e.New, "%"):
		return "write " + quoted(e.Old) + " as " + e.New, true
	}
	return "write " + quoted(e.New) + " instead of " + quoted(e.Old), true
}

// quoted returns a piece of a text as a hint shows it.
func quoted(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case s == "\n", s == "\r":
		return "the line break"
	case s == "\t":
		return "the tab"
	case strings.IndexFunc(s, func(r rune) bool { return r != ' ' && !unicode.IsPrint(r) }) < 0 && utf8.ValidString(s):
		if strings.Contains(s, `"`) {
			return "'" + s + "'"
		}
		return `"` + s + `"`
	case r == utf8.RuneError && n == 1:
		return "the byte 0x" + hex(rune(s[0]), 2)
	case n == len(s):
		return "U+" + strings.ToUpper(hex(r, 4))
	}
	return "the text"
}

// hex returns r as a hexadecimal number of at least so many digits.
func hex(r rune, digits int) string {
	s := ""
	for ; r > 0 || digits > 0; r, digits = r>>4, digits-1 {
		s = "0123456789abcdef"[r&15:r&15+1] + s
	}
	return s
}
