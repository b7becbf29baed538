package uri

import (
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/uri/internal/secret"
)

// A SyntaxError says where a text breaks which rule. It keeps the text, without a copy,
// and shows a short excerpt around that place. Passwords are shown as xxxxx: the text
// between the first ":", or "://", and the last "@", and everything that [URI.Redacted]
// hides.
//
// Functions return a *SyntaxError. Use a variable of that type with [errors.As].
type SyntaxError struct {
	// Op is the operation: "parse", "unescape", "ftp" and so on.
	Op string
	// Offset is the offset of the first byte that no valid text can have there, or
	// the length of the text if it ended too soon. Some errors have another place:
	//
	//	a scheme's rule              the byte or part that the scheme does not allow
	//	a wrong label of a hostname  the byte in the label that Reason names
	//	a wrong IPv6 literal         the start of the address
	//	a number above 255 in IPv4   the first digit that makes it exceed 255
	Offset int
	// Rule is the rule that the text breaks.
	Rule Rule
	// Part is the part of the URI in which Offset lies, or the "%" of a broken escape. It
	// is PartNone for a text that is no URI, as in "unescape".
	Part Part

	fault   *fault
	place   int            // the Offset
	secrets *[]secret.Span // of the text; nil if they are those that secret.AppendText finds

	// text is nil in the zero SyntaxError. It is a pointer because it may contain a
	// password: for log.Printf("%w", err), package fmt prints the fields of the error, but
	// of a *string only the address.
	text *string
}

// A fault is what is wrong with a text. Part and Hint depend on it and not on its words.
type fault struct{ words string }

var (
	faultByte *fault // nil: the byte at Offset, or the end there

	// of any text
	faultIPv6   = &fault{"not an IPv6 address"}
	faultLength = &fault{"text too long"}

	// of a URI that an operation refuses
	faultNoScheme     = &fault{"no scheme"}
	faultOtherScheme  = &fault{"another scheme"}
	faultBaseScheme   = &fault{"a base needs a scheme"}
	faultOpaqueBase   = &fault{"an opaque base resolves no relative reference"}
	faultAboveRoot    = &fault{`".." above the root`}
	faultLongResult   = &fault{"result too long"}
	faultNoSlash      = &fault{`no "/" after the scheme`}
	faultRelativePath = &fault{"a relative path"}
	faultDotSegment   = &fault{"a dot segment"}

	// of a server
	faultNoHost = &fault{"no host"}
	faultUser   = &fault{"a user name is not allowed"}
	// faultTwoHosts is a "?" after the server of a scheme with logins. In "ftp://u?x@h/" the
	// host is u by RFC 2396, and h by RFC 1738, where "u?x" is the user. Fetching from one
	// host after checking the other would be a bypass.
	faultTwoHosts   = &fault{`a "?" that leaves two readings of the host`}
	faultEmptyLabel = &fault{"an empty label"}
	faultLabelBegin = &fault{`a label that begins with "-"`}
	faultLabelEnd   = &fault{`a label that ends with "-"`}
	faultLastLabel  = &fault{"a last label that begins with a digit"}
	faultIPv4       = &fault{"a number above 255"}
	faultLargePort  = &fault{"a port above 65535"}
	faultPortZero   = &fault{"port 0 names no port"}

	// of mailto and news
	faultEscapedOctet = &fault{"an escape of an octet that is not allowed"}
	faultNoAddress    = &fault{"no address and no header field"}
	faultAddressSlash = &fault{`a "/" in an address`}
	faultNeitherGroup = &fault{`neither a group nor "*", and no "@" for an article`}
	faultEmptyName    = &fault{`nothing before the "@"`}

	// of a change
	faultOtherParts     = &fault{"the text would parse into other parts"}
	faultOpaque         = &fault{"it is opaque"}
	faultPathRelative   = &fault{"its path is relative"}
	faultHostMissing    = &fault{"it has no host"}
	faultBareIPv6       = &fault{"an IPv6 address needs brackets"}
	faultPathBegin      = &fault{`a path after an authority begins with "/"`}
	faultOpaqueSegments = &fault{"an opaque part has no segments"}
	faultEmptyFirst     = &fault{"a relative path has no empty first segment"}
	faultDotName        = &fault{"not a name but a dot segment"}
	faultPairEnds       = &fault{`"&" would begin another pair`}
)

// ruleFaults has the faults of the rules that do not fail at one byte.
var ruleFaults = [ruleEnd]*fault{
	ruleIPv6address:     faultIPv6,
	ruleIPv6address3986: faultIPv6,
	ruleLength:          faultLength,
}

// ruleParts has the part for each rule that breaks in one part only.
var ruleParts = [ruleEnd]Part{
	ruleScheme:        PartScheme,
	ruleScheme1738:    PartScheme,
	ruleIPv6reference: PartHost,
	ruleIPLiteral:     PartHost,
	rulePort:          PartPort,
	rulePort1738:      PartPort,
	rulePort3986:      PartPort,
	ruleAbsPath:       PartPath,
	ruleQuery:         PartQuery,
	ruleFragment:      PartFragment,
}

// newSyntaxError returns the error for the byte text[offset]. If that begins a
// broken escape, the error is about the byte that breaks it. A scheme, an IPv6 literal
// and what follows it in the authority have no escapes.
func newSyntaxError(op, text string, offset int, r Rule) *SyntaxError {
	noEscapes := r == ruleScheme || r == ruleIPv6reference || r == ruleHostport || r == rulePort
	if at(text, offset, '%') && !noEscapes && ruleFaults[r] == faultByte {
		r = ruleEscaped
		offset++
		if in(text, offset, isHex) {
			offset++
		}
	}
	return newFaultError(op, text, offset, r, ruleFaults[r])
}

// newFaultError returns the error at text[offset] with this fault. The error and its text
// are one allocation. What is secret in the text is found when the error is shown, since few are.
func newFaultError(op, text string, offset int, r Rule, f *fault) *SyntaxError {
	both := &struct {
		err  SyntaxError
		text string
	}{
		SyntaxError{Op: op, Offset: offset, Rule: r, Part: partOf(op, text, offset, r, f), fault: f, place: offset},
		text,
	}
	both.err.text = &both.text
	return &both.err
}

// newHidingError is [newFaultError] for a text with these secrets.
func newHidingError(op, text string, offset int, r Rule, f *fault, secrets []secret.Span) *SyntaxError {
	e := newFaultError(op, text, offset, r, f)
	e.secrets = &secrets
	return e
}

// opParts has the part that each of these operations takes, and PartNone for one on a
// text that is no URI. All others take a URI.
var opParts = map[string]Part{
	"unescape":         PartNone,
	"join segments":    PartPath,
	"parse query":      PartQuery,
	"change scheme":    PartScheme,
	"change authority": PartAuthority,
	"change userinfo":  PartUserinfo,
	"change host":      PartHost,
	"change port":      PartPort,
	"change path":      PartPath,
	"change query":     PartQuery,
	"change fragment":  PartFragment,
}

// partOf returns the Part of an error of op.
func partOf(op, text string, offset int, r Rule, f *fault) Part {
	if op != "parse" {
		if p, ok := opParts[op]; ok {
			return p
		}
		if f == faultNoScheme || f == faultOtherScheme || f == faultBaseScheme {
			return PartScheme
		}
	}
	if p := ruleParts[r]; p != PartNone {
		return p
	}
	if r == ruleEscaped || r == ruleEscape1738 || r == rulePctEncoded {
		offset = max(strings.LastIndexByte(text[:offset], '%'), 0)
	}
	return partAt(text, offset)
}

// excerpt returns what is shown of the text.
func (e *SyntaxError) excerpt() secret.Excerpt {
	if e.text == nil {
		return secret.Excerpt{}
	}
	if e.secrets != nil {
		return secret.Around(*e.text, e.place, *e.secrets)
	}
	var buf [4]secret.Span
	return secret.Around(*e.text, e.place, secret.AppendText(buf[:0], *e.text))
}

// Error describes the error in one line.
func (e *SyntaxError) Error() string {
	return "uri: " + e.Op + " " + strconv.Quote(e.excerpt().String()) + ": " + e.Rule.String() + ": " + e.Reason() +
		" at offset " + strconv.Itoa(e.Offset) + " (" + e.Rule.Section() + ")"
}

// Reason says what is wrong at Offset, without the text around it.
func (e *SyntaxError) Reason() string {
	if e.fault != faultByte {
		return e.fault.words
	}
	const wrong = "invalid character"
	shown := e.excerpt()
	rest := shown.At()
	r, n := utf8.DecodeRuneInString(rest)
	switch {
	case shown.Hidden():
		return wrong
	case rest == "":
		return "unexpected end"
	case r == utf8.RuneError && n == 1:
		return fmt.Sprintf("invalid byte %#02x", rest[0])
	}
	return wrong + " " + strconv.QuoteRune(r)
}

// Caret returns two lines: the excerpt of the text, with Go escapes for characters
// that are not printable, and a "^" under the byte at Offset.
func (e *SyntaxError) Caret() string { return e.excerpt().Caret() }

// Format writes the text of the error for every verb of package fmt, so that no
// verb prints the fields.
func (e *SyntaxError) Format(f fmt.State, verb rune) { secret.Format(f, verb, e.Error()) }

// LogValue returns the error's text.
func (e *SyntaxError) LogValue() slog.Value { return slog.StringValue(e.Error()) }

// A FieldError says which field of a scheme struct cannot be written in a URL or
// in the lines that a client sends. It shows at most one character of the field,
// and nothing that could be part of a password.
type FieldError struct {
	// Op is the scheme ("ftp"), or "generic" or "other" for the structs Generic and
	// Other.
	Op string
	// Field is the field of the struct: "Host", "Path[2]", "Login.User".
	Field string
	// Reason says what is wrong with it.
	Reason string
}

// Error describes the error in one line.
func (e *FieldError) Error() string {
	return "uri: " + e.Op + ": field " + e.Field + ": " + e.Reason
}

// writtenError returns the error for a field that is written unchanged: s breaks
// rule r at s[i].
func writtenError(op, field, reason, s string, i int, r Rule) error {
	e := newSyntaxError(op, s, i, r)
	return &FieldError{op, field, reason + ": " + e.Reason() + " at offset " + strconv.Itoa(e.Offset) + " of the field (" + e.Rule.Section() + ")"}
}

// indexed returns the name of an element of a slice ("Path[2]").
func indexed(field string, i int) string { return field + "[" + strconv.Itoa(i) + "]" }
