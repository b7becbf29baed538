package uri

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// Hint returns advice for the person who typed the text, in lower case and without a full
// stop, or "" if none is known. It shows at most one character of the text, and nothing
// that Error hides.
func (e *SyntaxError) Hint() string {
	before, _ := e.excerpt().Split()
	switch text := before + e.excerpt().At(); {
	case (e.Part == PartHost || e.Part == PartPort) && beginsDrive(text):
		return hintDrive
	case e.Part == PartPort && e.Op != "parse":
		if e.isHidden() && strings.Contains(e.excerpt().At(), "@") {
			return hintPassword // its first part looks like a port
		}
		return hintPort
	case e.isHidden():
		return e.hintHidden()
	case strings.HasPrefix(before, "..."):
		return e.hintAt()
	case faults[e.fault].part == PartScheme:
		return hintScheme(text, e.Op)
	case e.Offset > 0 && e.Part != PartFragment && e.needsSlashes() && !strings.HasPrefix(afterScheme(text), "//"):
		return hintSlashes
	}
	return e.hintAt()
}

// isHidden reports whether the error is about a byte that is not shown.
func (e *SyntaxError) isHidden() bool { return e.fault == faultByte && e.excerpt().Hidden() }

// needsSlashes reports whether the error is about a scheme of RFC 1738 with "//".
func (e *SyntaxError) needsSlashes() bool {
	return schemes.Lookup(e.Op).Hierarchical && e.Rule.Section() == "RFC 1738, 5"
}

// hintHidden returns the hint for a character that Error hides. The text before an "@" may
// be a user name and a password, even if it is a path to the parser.
func (e *SyntaxError) hintHidden() string {
	before, rest := e.excerpt().Split()
	name, _, _ := strings.Cut(before, ":")
	switch {
	case e.Part == PartOpaque && schemes.Lookup(name).Addresses:
		return "escape the special characters of the address"
	case strings.Contains(rest, "@"):
	case e.Part == PartPort:
		return hintPort
	case e.Part == PartPath || e.Part == PartOpaque || e.Part == PartQuery || e.Part == PartFragment:
		return "escape the special characters of the " + e.Part.String()
	}
	return "escape the special characters of a user name, a password or a key"
}

// Hints of several functions.
const (
	hintVariable  = `fill in the variable from "{" to "}"`
	hintDrive     = "write a path of Windows as file:///C:/x"
	hintQuotes    = "remove the quotation marks or brackets around the URI, or escape them"
	hintPort      = "a port is a number from 1 to 65535"
	hintPassword  = `write "/", "?", "#" and "@" in a user name or password as %2F, %3F, %23 and %40`
	hintSlashes   = `write "//" after the scheme and its ":"`
	hintAddScheme = `add the scheme at the start, such as "https://"`
)

// beginsDrive reports whether s begins as "file://C:" or "file://C|" does, with a drive in
// the place of the host.
func beginsDrive(s string) bool {
	return len(s) >= 9 && strings.EqualFold(s[:7], "file://") && ascii.Letter.Has(s[7]) && (s[8] == ':' || s[8] == '|')
}

// afterScheme returns the text after the first ":".
func afterScheme(text string) string {
	_, rest, _ := strings.Cut(text, ":")
	return rest
}

// hintScheme returns the hint for a text with no scheme, or another one than op.
func hintScheme(text, op string) string {
	end := strings.IndexAny(text, ":/?#;.\\@ ")
	if end < 0 {
		end = len(text)
	}
	name, rest := strings.ToLower(text[:end]), text[end:]
	likely := op
	if schemes.Lookup(op).Name == "" {
		likely = ""
	}
	switch {
	case rest == "" || strings.HasPrefix(rest, "@"):
		return ""
	case beginsPort(rest), rest[0] == '.' && len(rest) > 1 && name != "":
		return hintAddScheme
	case rest[0] == ':':
		if known := similarScheme(name, likely); known != "" && known != name {
			return fmt.Sprintf("did you mean %s?", known)
		}
		return ""
	case schemes.Lookup(name).Name != "" && strings.HasPrefix(strings.TrimLeft(rest, ";. "), "/"):
		return `write ":" after the scheme`
	case strings.HasPrefix(text, "//"):
		return `add the scheme at the start, such as "https:"`
	}
	return ""
}

// beginsPort reports whether the three characters of s after a ":" may be a port and the
// path after it, as in "localhost:80/".
func beginsPort(s string) bool {
	return len(s) > 1 && s[0] == ':' && !strings.HasPrefix(s, "://") && strings.Trim(s[1:min(len(s), 4)], "0123456789/") == ""
}

// similarScheme returns the scheme that name is, perhaps with a typing mistake: one letter
// is missing, wrong or too many, or two have changed places. It prefers likely, then the
// schemes that people write most.
func similarScheme(name, likely string) string {
	for _, known := range []string{likely, "http", "https", "ftp", "file", "mailto", "gopher", "news", "nntp", "telnet", "wais", "prospero", "ws", "wss"} {
		if known != "" && (known == name || mistyped(name, known)) {
			return known
		}
	}
	return ""
}

// mistyped reports whether one mistake makes s of want.
func mistyped(s, want string) bool {
	n := 0
	for n < min(len(s), len(want)) && s[n] == want[n] {
		n++
	}
	a, b := s[n:], want[n:]
	switch {
	case len(want) < 3:
		return false
	case len(a) == len(b)+1:
		return a[1:] == b
	case len(a)+1 == len(b):
		return a == b[1:]
	case len(a) != len(b) || a == "":
		return false
	}
	return a[1:] == b[1:] || len(a) > 1 && a[0] == b[1] && a[1] == b[0] && a[2:] == b[2:]
}

// hintAt returns the hint for the place of the error.
func (e *SyntaxError) hintAt() string {
	before, _ := e.excerpt().Split()
	rest := e.excerpt().At()
	if hint := e.hintRule(rest); hint != "" || rest == "" || e.fault != faultByte {
		return hint
	}
	r, n := utf8.DecodeRuneInString(rest)
	switch {
	case e.Offset == 0 && (strings.HasPrefix(rest, "\xff\xfe") || strings.HasPrefix(rest, "\xfe\xff")):
		return "the text is UTF-16: convert it to UTF-8"
	case r == utf8.RuneError && n == 1:
		return "the text is not UTF-8; escape the bytes above 0x7F"
	case r == '@' && (e.Part == PartUserinfo || e.Part == PartHost):
		return hintPassword
	case r == '{' && e.Part == PartHost && strings.Contains(rest, "}"):
		return hintVariable
	case r == '{' && strings.Contains(rest, "}"):
		return hintVariable + `, or write "{" as %7B`
	case r == ':' && e.Rule == ruleRelSegment && strings.Contains(before, "@"):
		return `write "ssh://" at the start, and "/" or "/~/" instead of the ":"`
	}
	if hint := e.hintBegin(before, rest); hint != "" {
		return hint
	}
	return hintRune(r, e.Part, strings.TrimSpace(before) == "" || strings.TrimSpace(rest) == "")
}

// hintRule returns the hint for the rule or the reason of the error, or "". rest is the
// text from its place on.
func (e *SyntaxError) hintRule(rest string) string {
	switch e.Rule {
	case ruleEscaped, ruleEscape1738, rulePctEncoded:
		return `write "%" as %25, or two hexadecimal digits after it`
	case ruleIPv6address, ruleIPv6address3986:
		if address, _, _ := strings.Cut(rest, "]"); strings.Count(address, ".") == 3 && strings.Trim(address, "0123456789.") == "" {
			return "write an IPv4 address without brackets"
		}
		return "the text in brackets is no IPv6 address"
	case ruleIPv6reference:
		switch {
		case strings.HasPrefix(rest, "%"):
			return `a URI has no zone of an IPv6 address: remove "%" and the text up to "]"`
		case e.fault != faultByte:
			return `write an IPv6 address in brackets, such as "[::1]"`
		}
		return `an IPv6 address ends with "]"`
	case ruleIPv4address:
		if e.fault != faultByte {
			return "the numbers of an IPv4 address are at most 255"
		}
	}
	switch e.fault {
	case faultEmptyLabel:
		return `a host has no two "." in a row, and none at the start`
	case faultUser:
		return `remove the user name and the "@"`
	case faultNoHost:
		return "a host is missing"
	}
	if rest != "" {
		return ""
	}
	switch e.Rule {
	case ruleIPLiteral:
		return `an IPv6 address ends with "]"`
	case ruleHost:
		return "a host is missing"
	case ruleAddrSpec:
		return `a mail address is a name, "@" and a host`
	case ruleOpaquePart:
		return "the text ends after the scheme"
	}
	return ""
}

// hintBegin returns the hint for a mistake in a scheme or right after its ":", or "".
func (e *SyntaxError) hintBegin(before, rest string) string {
	if e.Part != PartPath && e.Part != PartOpaque || strings.HasPrefix(before, "...") || strings.HasPrefix(e.Op, "change ") {
		return ""
	}
	name, ended := strings.CutSuffix(before, ":")
	trimmed := strings.TrimLeft(rest, " ")
	switch {
	case strings.HasPrefix(before, "'"):
		return hintQuotes
	case !ascii.All(name, ascii.Scheme):
		return ""
	case name != "" && strings.HasPrefix(rest, "\uff1a"):
		return `write ":" after the scheme`
	case ended && len(name) == 1 && rest[0] == '\\':
		return hintDrive
	case ended && rest[0] == ' ' && strings.HasPrefix(trimmed, "//"):
		return `remove the space after the scheme and its ":"`
	case ended && strings.HasPrefix(rest, "\uff0f"):
		return hintSlashes
	case ended:
		return ""
	case name != "" && rest[0] == ' ' && strings.HasPrefix(trimmed, ":"):
		return "remove the space in the scheme"
	case strings.Contains(name, ".") && len(rest) > 1 && ascii.Digit.Has(rest[1]) && rest[0] == ':':
		return hintAddScheme
	case rest[0] == ':' && (name == "" || !ascii.Letter.Has(name[0])):
		return "a scheme begins with a letter"
	}
	return ""
}

// invisible are characters without width, and those that set the direction of the text.
// U+200C and U+200D, which some scripts need, are not among them.
const invisible = "\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"

// hintRune returns the hint for a character that no URI may have in this part. atEnd says
// that nothing but white space is before or after it.
func hintRune(r rune, p Part, atEnd bool) string {
	switch {
	case strings.ContainsRune(" \t\r\n\u00a0\u200b\ufeff", r) && atEnd:
		return "remove the white space around the URI"
	case r == ' ' && p != PartHost && p != PartPort:
		return "write a space as %20"
	case strings.ContainsRune("\t\r\n", r):
		return "remove the tab or line break"
	case r == '\\':
		return `write "/" instead of "\"`
	case strings.ContainsRune("\"'<>“”‘’«»„‚\u2039\u203a", r):
		return hintQuotes
	case r < ' ' || r == 0x7f:
		return "remove the control character"
	case strings.ContainsRune(invisible, r):
		return fmt.Sprintf("remove the character U+%04X, which is invisible", r)
	case p == PartHost && r >= utf8.RuneSelf:
		return "write the host as browsers send it, in ASCII: labels that begin with xn--"
	case p == PartHost && r == '_':
		return ""
	case p == PartHost && (r == ' ' || strings.ContainsRune("[]{}|^`\"", r)):
		return "a host has only letters, digits, hyphens and dots"
	case p == PartPort && r == ',':
		return "a list of hosts has no IPv6 addresses"
	case p == PartPort:
		return hintPort
	case p == PartFragment && r == '#':
		return `write a second "#" as %23`
	case r >= utf8.RuneSelf || strings.ContainsRune("[]{}|^` ", r):
		return fmt.Sprintf("write %q as %s", string(r), Escape(string(r), EscapeSegment))
	}
	return ""
}
