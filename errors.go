package uri

import (
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Rule is a rule of a grammar, as its RFC names it. Errors say which rule a
// text did not follow.
type Rule uint8

// The rules of RFC 2396, Appendix A, in its order, then those around it.
const (
	RuleNone Rule = iota
	RuleURIReference
	RuleAbsoluteURI
	RuleRelativeURI
	RuleHierPart
	RuleOpaquePart
	RuleNetPath
	RuleAbsPath
	RuleRelPath
	RuleRelSegment
	RuleScheme
	RuleAuthority
	RuleRegName
	RuleServer
	RuleUserinfo
	RuleHostport
	RuleHost
	RuleHostname
	RuleDomainlabel
	RuleToplabel
	RuleIPv4address
	RulePort
	RulePathSegments
	RuleSegment
	RuleParam
	RulePchar
	RuleQuery
	RuleFragment
	RuleURIC
	RuleEscaped

	RuleIPv6reference
	RuleIPv6address
	RuleLength

	ruleEnd
)

// rules holds what an error and the command say of each rule.
var rules = [ruleEnd]struct {
	name, rfc, section, production string
}{
	RuleNone:         {"", "", "", ""},
	RuleURIReference: {"URI-reference", "RFC 2396", "4", `[ absoluteURI | relativeURI ] [ "#" fragment ]`},
	RuleAbsoluteURI:  {"absoluteURI", "RFC 2396", "3", `scheme ":" ( hier_part | opaque_part )`},
	RuleRelativeURI:  {"relativeURI", "RFC 2396", "5", `( net_path | abs_path | rel_path ) [ "?" query ]`},
	RuleHierPart:     {"hier_part", "RFC 2396", "3", `( net_path | abs_path ) [ "?" query ]`},
	RuleOpaquePart:   {"opaque_part", "RFC 2396", "3", `uric_no_slash *uric`},
	RuleNetPath:      {"net_path", "RFC 2396", "3", `"//" authority [ abs_path ]`},
	RuleAbsPath:      {"abs_path", "RFC 2396", "3", `"/" path_segments`},
	RuleRelPath:      {"rel_path", "RFC 2396", "5", `rel_segment [ abs_path ]`},
	RuleRelSegment: {"rel_segment", "RFC 2396", "5",
		`1*( unreserved | escaped | ";" | "@" | "&" | "=" | "+" | "$" | "," )`},
	RuleScheme:    {"scheme", "RFC 2396", "3.1", `alpha *( alpha | digit | "+" | "-" | "." )`},
	RuleAuthority: {"authority", "RFC 2396", "3.2", `server | reg_name`},
	RuleRegName: {"reg_name", "RFC 2396", "3.2.1",
		`1*( unreserved | escaped | "$" | "," | ";" | ":" | "@" | "&" | "=" | "+" )`},
	RuleServer: {"server", "RFC 2396", "3.2.2", `[ [ userinfo "@" ] hostport ]`},
	RuleUserinfo: {"userinfo", "RFC 2396", "3.2.2",
		`*( unreserved | escaped | ";" | ":" | "&" | "=" | "+" | "$" | "," )`},
	RuleHostport:     {"hostport", "RFC 2396", "3.2.2", `host [ ":" port ]`},
	RuleHost:         {"host", "RFC 2396", "3.2.2", `hostname | IPv4address`},
	RuleHostname:     {"hostname", "RFC 2396", "3.2.2", `*( domainlabel "." ) toplabel [ "." ]`},
	RuleDomainlabel:  {"domainlabel", "RFC 2396", "3.2.2", `alphanum | alphanum *( alphanum | "-" ) alphanum`},
	RuleToplabel:     {"toplabel", "RFC 2396", "3.2.2", `alpha | alpha *( alphanum | "-" ) alphanum`},
	RuleIPv4address:  {"IPv4address", "RFC 2396", "3.2.2", `1*digit "." 1*digit "." 1*digit "." 1*digit`},
	RulePort:         {"port", "RFC 2396", "3.2.2", `*digit`},
	RulePathSegments: {"path_segments", "RFC 2396", "3.3", `segment *( "/" segment )`},
	RuleSegment:      {"segment", "RFC 2396", "3.3", `*pchar *( ";" param )`},
	RuleParam:        {"param", "RFC 2396", "3.3", `*pchar`},
	RulePchar: {"pchar", "RFC 2396", "3.3",
		`unreserved | escaped | ":" | "@" | "&" | "=" | "+" | "$" | ","`},
	RuleQuery:    {"query", "RFC 2396", "3.4", `*uric`},
	RuleFragment: {"fragment", "RFC 2396", "4.1", `*uric`},
	RuleURIC:     {"uric", "RFC 2396", "2", `reserved | unreserved | escaped`},
	RuleEscaped:  {"escaped", "RFC 2396", "2.4.1", `"%" hex hex`},

	RuleIPv6reference: {"ipv6reference", "RFC 2732", "3", `"[" IPv6address "]"`},
	RuleIPv6address:   {"IPv6address", "RFC 2373", "2.2", `hexpart [ ":" IPv4address ]`},
	RuleLength:        {"length", "this library", "its limit", `at most 4294967294 octets`},
}

// String returns the rule's name as the RFC spells it.
func (r Rule) String() string { return rules[r].name }

// Section returns where the rule stands: "RFC 2396, 3.2.2".
func (r Rule) Section() string { return rules[r].rfc + ", " + rules[r].section }

// Production returns the right hand side of the rule as its RFC prints it.
func (r Rule) Production() string { return rules[r].production }

// A SyntaxError says where a text left the grammar. It keeps the text, which
// may hold a password, but none of its methods show what stands between the
// first ":" and the last "@" of it: that is where a password would be, whatever
// the rest looks like.
type SyntaxError struct {
	// Op is what was tried: "parse", "unescape", "ftp" ...
	Op string
	// Offset is the offset in octets of the first one that no accepted text
	// could have there; len of the text where more would have been needed.
	// Where the contents of an IPv6 literal are wrong it is their start.
	Offset int
	// Rule is the rule that was being followed.
	Rule Rule

	text   string
	reason string // what is wrong, where the octet at Offset does not say it
}

// reasons says what is wrong for the rules that do not fail at one octet.
var reasons = map[Rule]string{
	RuleIPv6address: "not an IPv6 address",
	RuleLength:      "text too long",
}

// newSyntaxError builds the error for the octet at text[offset:], moving into a
// broken escape to the octet that breaks it. An IPv6 literal takes no escapes,
// nor does what follows it in the authority.
func newSyntaxError(op, text string, offset int, r Rule) *SyntaxError {
	literal := r == RuleIPv6reference || r == RuleHostport || r == RulePort
	if at(text, offset, '%') && !literal {
		r = RuleEscaped
		offset++
		if in(text, offset, isHex) {
			offset++
		}
	}
	return &SyntaxError{Op: op, Offset: offset, Rule: r, text: text, reason: reasons[r]}
}

// Error describes the error in one line.
func (e SyntaxError) Error() string {
	shown, caret := redactAt(e.text, e.Offset)
	shown, _ = clip(shown, caret)
	return "uri: " + e.Op + " " + strconv.Quote(shown) + ": " + e.Rule.String() + ": " + e.Reason() +
		" at offset " + strconv.Itoa(e.Offset) + " (" + e.Rule.Section() + ")"
}

// Reason says what is wrong at Offset, without the text around it.
func (e SyntaxError) Reason() string {
	switch {
	case e.reason != "":
		return e.reason
	case e.Offset >= len(e.text):
		return "unexpected end"
	}
	if lo, hi := secret(e.text); lo <= e.Offset && e.Offset < hi {
		return "invalid character"
	}
	r, n := utf8.DecodeRuneInString(e.text[e.Offset:])
	if r == utf8.RuneError && n <= 1 {
		return fmt.Sprintf("invalid octet %#02x", e.text[e.Offset])
	}
	return "invalid character " + strconv.QuoteRune(r)
}

// Caret returns two lines for people: the text, with what is not printable
// written as Go writes it, and below it a "^" under the octet at Offset.
func (e SyntaxError) Caret() string {
	shown, i := redactAt(e.text, e.Offset)
	shown, i = clip(shown, i)
	before, after := quoted(shown[:i]), quoted(shown[i:])
	return before + after + "\n" + strings.Repeat(" ", utf8.RuneCountInString(before)) + "^"
}

// quoted writes what is not printable in s as strconv.Quote does.
func quoted(s string) string {
	q := strconv.Quote(s)
	return strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)
}

// clipWidth is how many octets of a text an error shows on each side of the
// place.
const clipWidth = 60

// clip cuts a long text down to what stands around s[i:].
func clip(s string, i int) (string, int) {
	if len(s)-i > clipWidth {
		s = s[:i+clipWidth] + "..."
	}
	if i > clipWidth {
		s = "..." + s[i-clipWidth:]
		i = clipWidth + len("...")
	}
	return s, i
}

// mask stands for whatever is not shown.
const mask = "xxxxx"

// secret returns where a password would be in a text of any shape: from the
// first ":", and the "//" behind it, to the last "@". lo == hi: nowhere.
func secret(s string) (lo, hi int) {
	hi = strings.LastIndexByte(s, '@')
	if hi < 0 {
		return 0, 0
	}
	lo = strings.IndexByte(s[:hi], ':') + 1
	if lo == 0 {
		return 0, 0
	}
	if strings.HasPrefix(s[lo:hi], "//") {
		lo += 2
	}
	return lo, hi
}

// redactAt returns s with its [secret] masked, and where s[i:] is then.
func redactAt(s string, i int) (string, int) {
	lo, hi := secret(s)
	if lo == hi {
		return s, min(i, len(s))
	}
	switch {
	case i >= hi:
		i += len(mask) - (hi - lo)
	case i > lo:
		i = lo
	}
	return s[:lo] + mask + s[hi:], i
}

// Format writes the error for every verb of package fmt, so that none of them
// shows the fields behind it.
func (e SyntaxError) Format(f fmt.State, verb rune) {
	if verb == 'q' {
		io.WriteString(f, strconv.Quote(e.Error()))
		return
	}
	io.WriteString(f, e.Error())
}

// LogValue returns the error's text.
func (e SyntaxError) LogValue() slog.Value { return slog.StringValue(e.Error()) }
