package uri

import (
	"cmp"
	"fmt"
	"log/slog"
	"strconv"
	"unicode/utf8"

	"example.com/uri/internal/hint"
	"example.com/uri/internal/schemes"
	"example.com/uri/internal/secret"
)

// A SyntaxError names the rule broken by a text, and the place. It keeps the text, without a
// copy, and shows a short excerpt around that place. It shows xxxxx instead of:
//
//   - everything that [URI.Redacted] hides, if impossible bytes are escaped in the text to
//     make it a URI
//   - the text between the first ":", or "://", and the last "@", if it is no URI even then.
//     If only a second "#" is wrong, the first ":" is the one after the host and port
//   - the value of a pair with the name of a secret in a text with white space, such as
//     "host=h password='a b'": a value in quotes to the closing one, any other value up to
//     the next pair
//   - everything after "Authorization:" or "Proxy-Authorization:"
//
// Functions return a *SyntaxError. Use a variable of that type with [errors.As].
type SyntaxError struct {
	Op string // the operation: "parse", "unescape", "ftp" and so on
	// Offset is the offset of the first wrong byte: no valid text goes on with it. It
	// is the length of the text if the text ended too soon. Some errors have another
	// place:
	//
	//	a scheme's rule              the byte or part that the scheme does not allow
	//	a wrong label of a hostname  the byte in the label that Reason names
	//	a wrong IPv6 literal         the start of the address, or the byte instead of its "]"
	//	a number above 255 in IPv4   the first digit that makes it exceed 255
	Offset int
	Rule   Rule // the rule that the text breaks
	// Part is the part of the URI that contains Offset or, for a broken escape, its "%". It
	// is PartNone if the text is not meant as a URI, as in "unescape".
	Part Part

	called  *operation // the function that was called: [ParseFTP], if Op is "parse" or "ftp"
	fault   *fault
	place   int            // the Offset that was found: a program may change the field
	secrets *[]secret.Span // of the text; nil if they are those that secret.AppendText finds

	// text is nil in the zero SyntaxError. It is a pointer because it may contain a
	// password: if package fmt prints the fields of the error, it prints only an address.
	text *string
}

// An operation names a function of this package in its errors. A scheme's file has that
// of XFrom and ParseX.
type operation struct {
	name   string     // the Op of its errors, "" for the name of the scheme
	scheme schemes.ID // of its URLs, Unknown for those of any scheme
	part   bool       // its text is only a part of a URI
}

var (
	opParse            = &operation{name: "parse"}
	opParseRFC2396     = &operation{name: "parse"}
	opUnescape         = &operation{name: "unescape", part: true}
	opParseQuery       = &operation{name: "parse query", part: true}
	opConforms1738     = &operation{name: "conforms"}
	opConforms3986     = &operation{name: "conforms"}
	opConforms3987     = &operation{name: "conforms"}
	opServer           = &operation{name: "server"}
	opGeneric          = &operation{name: "generic"}
	opInterpret        = &operation{name: "interpret"}
	opOther            = &operation{name: "other"}
	opParseReference   = &operation{name: "parse reference"}
	opResolveReference = &operation{name: "resolve reference"}
	opResolveAgainst   = &operation{name: "resolve against"}
	opJoinSegments     = &operation{name: "join segments", part: true}
	opChangeScheme     = &operation{name: "change scheme", part: true}
	opChangeAuthority  = &operation{name: "change authority", part: true}
	opChangeUserinfo   = &operation{name: "change userinfo", part: true}
	opChangeHost       = &operation{name: "change host", part: true}
	opChangePort       = &operation{name: "change port", part: true}
	opChangePath       = &operation{name: "change path", part: true}
	opChangeQuery      = &operation{name: "change query", part: true}
	opChangeFragment   = &operation{name: "change fragment", part: true}
)

// A fault is what is wrong with a text: the Reason, "" if it is about one byte, and what package
// hint calls it.
type fault struct {
	reason string
	hint   hint.Faults
}

var (
	faultByte   = &fault{hint: hint.Byte}   // the byte at Offset, or the end there
	faultPrefix = &fault{hint: hint.Prefix} // the same, where a URL of the scheme has "//" or "/"

	// of any text
	faultIPv6   = &fault{"not an IPv6 address", hint.Literal}
	faultLength = &fault{reason: "text too long"}

	// of a URI that an operation refuses
	faultNoScheme     = &fault{"no scheme", hint.NoScheme}
	faultOtherScheme  = &fault{"another scheme", hint.NoScheme}
	faultBaseScheme   = &fault{"a base needs a scheme", hint.NoScheme}
	faultOpaqueBase   = &fault{reason: "an opaque base resolves no relative reference"}
	faultAboveRoot    = &fault{reason: `".." above the root`}
	faultLongResult   = &fault{reason: "result too long"}
	faultNoSlash      = &fault{reason: `no "/" after the scheme`}
	faultRelativePath = &fault{reason: "a relative path"}
	faultDotSegment   = &fault{reason: "a dot segment"}

	// of a server
	faultNoHost = &fault{"no host", hint.NoHost}
	faultUser   = &fault{"a user name is not allowed", hint.User}
	// faultTwoHosts is a "?" after the server of a scheme with logins. In "ftp://u?x@h/" the
	// host is u by RFC 2396, and h by RFC 1738, where "u?x" is the user. Fetching from one
	// host after checking the other would be a bypass.
	faultTwoHosts   = &fault{reason: `a "?" that leaves two readings of the host`}
	faultEmptyLabel = &fault{"an empty label", hint.Surplus}
	faultLabelBegin = &fault{`a label that begins with "-"`, hint.Surplus}
	faultLabelEnd   = &fault{`a label that ends with "-"`, hint.Surplus}
	faultLastLabel  = &fault{"a last label that begins with a digit", hint.IPv4}
	faultIPv4       = &fault{"a number above 255", hint.IPv4}
	faultLargePort  = &fault{reason: "a port above 65535"}
	faultPortZero   = &fault{reason: "port 0 names no port"}

	// of mailto and news
	faultEscapedOctet = &fault{reason: "an escape of an octet that is not allowed"}
	faultNoAddress    = &fault{reason: "no address and no header field"}
	faultAddressSlash = &fault{`a "/" in an address`, hint.Slash}
	faultNeitherGroup = &fault{reason: `neither a group nor "*", and no "@" for an article`}
	faultGroupPattern = &fault{reason: "a pattern, not the name of one newsgroup"}
	faultEmptyName    = &fault{reason: `nothing before the "@"`}

	// of a change
	faultOtherParts     = &fault{reason: "the text would parse into other parts"}
	faultOpaque         = &fault{reason: "it is opaque"}
	faultPathRelative   = &fault{reason: "its path is relative"}
	faultHostMissing    = &fault{reason: "it has no host"}
	faultBareIPv6       = &fault{reason: "an IPv6 address needs brackets"}
	faultPathBegin      = &fault{reason: `a path after an authority begins with "/"`}
	faultOpaqueSegments = &fault{reason: "an opaque part has no segments"}
	faultEmptyFirst     = &fault{reason: "a relative path has no empty first segment"}
	faultDotName        = &fault{reason: "not a name but a dot segment"}
	faultPairEnds       = &fault{reason: `"&" would begin another pair`}
)

// faultOf returns the fault of a wrong byte where the rule r stopped.
func faultOf(r *rule) *fault {
	switch r {
	case ruleIPv6address, ruleIPv6address3986:
		return faultIPv6
	case ruleLength:
		return faultLength
	}
	return faultByte
}

// newSyntaxError returns the error for the byte text[offset] in the part p, where the rule r
// of a grammar stopped. If a broken escape begins there, the error is about its first wrong
// byte, and has the rule for escapes of the same RFC.
func newSyntaxError(op *operation, text string, p Part, offset int, r *rule) *SyntaxError {
	f := faultOf(r)
	if r.escapes != nil && f == faultByte && at(text, offset, '%') &&
		(p == PartNone || offset == 0 || text[offset-1] != ']') { // an IPv6 literal has no escapes after it
		offset, r = brokenEscape(text, offset), r.escapes
	}
	return newFaultError(op, text, p, offset, r, f)
}

// brokenEscape returns the offset of the first wrong byte of the escape at s[i:], or i if
// s[i] is no "%".
func brokenEscape(s string, i int) int {
	if !at(s, i, '%') {
		return i
	}
	if i++; in(s, i, isHex) {
		i++
	}
	return i
}

// newFaultError returns the error at text[offset], in the part p, with this fault. The error
// and its text are one allocation. The secrets of the text are found when the error is
// shown, because few errors are.
func newFaultError(op *operation, text string, p Part, offset int, r *rule, f *fault) *SyntaxError {
	both := &struct {
		err  SyntaxError
		text string
	}{
		SyntaxError{Op: cmp.Or(op.name, op.scheme.Info().Name), Offset: offset, Rule: Rule{r}, Part: p, called: op, fault: f, place: offset},
		text,
	}
	both.err.text = &both.text
	return &both.err
}

// excerpt returns what is shown of the text.
func (e *SyntaxError) excerpt() secret.Excerpt {
	if e.text == nil {
		return secret.Excerpt{}
	}
	var buf [4]secret.Span
	return secret.Around(*e.text, e.place, e.hidden(buf[:0]))
}

// hidden returns the secrets of the text. It may append them to buf.
func (e *SyntaxError) hidden(buf []secret.Span) []secret.Span {
	if e.secrets != nil {
		return *e.secrets
	}
	return secret.AppendText(buf, *e.text)
}

// Error describes the error in one line.
func (e *SyntaxError) Error() string {
	return "uri: " + e.Op + " " + strconv.Quote(e.excerpt().String()) + ": " + e.Rule.String() + ": " + e.Reason() +
		" at offset " + strconv.Itoa(e.Offset) + " (" + e.Rule.Section() + ")"
}

// Reason says what is wrong at Offset, without the text around it.
func (e *SyntaxError) Reason() string {
	if e.fault != nil && len(e.fault.reason) > 0 {
		return e.fault.reason
	}
	const wrong = "invalid character"
	shown := e.excerpt()
	rest := shown.After
	r, n := utf8.DecodeRuneInString(rest)
	switch {
	case shown.Hidden:
		return wrong
	case rest == "":
		return "unexpected end"
	case r == utf8.RuneError && n == 1:
		return fmt.Sprintf("invalid byte %#02x", rest[0])
	}
	return wrong + " " + strconv.QuoteRune(r)
}

// Caret returns two lines: the excerpt of the text, with Go escapes for unprintable
// characters and all others as typed, and a "^" under the byte at Offset.
func (e *SyntaxError) Caret() string { return e.excerpt().Caret() }

// Format writes the text of the error for every verb of package fmt: no verb prints the
// fields.
func (e *SyntaxError) Format(f fmt.State, verb rune) { secret.Format(f, verb, e.Error()) }

// LogValue returns the error's text.
func (e *SyntaxError) LogValue() slog.Value { return slog.StringValue(e.Error()) }

// A FieldError names a field of a scheme struct, and says why no URL or command can
// have its value. It shows at most one character of the field, and nothing of a
// possible password.
type FieldError struct {
	Op     string // the scheme ("ftp"), or "generic" or "other" for these structs
	Field  string // the field of the struct: "Host", "Path[2]", "Login.User"
	Reason string // what is wrong with it
}

// Error describes the error in one line.
func (e *FieldError) Error() string {
	return "uri: " + e.Op + ": field " + e.Field + ": " + e.Reason
}

// writtenError returns the error for a field written as it is: s breaks rule r at s[i].
func writtenError(op, field, reason, s string, i int, r *rule) error {
	e := newSyntaxError(opOther, s, PartNone, i, r)
	return &FieldError{op, field, reason + ": " + e.Reason() + " at offset " + strconv.Itoa(e.Offset) + " of the field (" + e.Rule.Section() + ")"}
}

// indexed returns the name of an element of a slice ("Path[2]").
func indexed(field string, i int) string { return field + "[" + strconv.Itoa(i) + "]" }
