// Package secret finds the secrets in a text that errors and logs hide, as uri.URI.Redacted says.
package secret

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// Mask is shown in the place of a secret.
const Mask = "xxxxx"

// A Span is a secret: the bytes Lo to Hi of a text.
type Span struct{ Lo, Hi int }

// Redact returns s, the text of a URI or of a URL, with a Mask for each secret. It
// allocates only if there is one.
func Redact(s string) string { return Rules{}.Redact(s) }

// Rules are the names of secret values, and the way to hide secrets, as in uri.Redactor.
type Rules struct {
	Names []string
	Mask  string
	User  bool
}

// Redact returns s with its secrets masked by these rules.
func (r Rules) Redact(s string) string {
	var buf [4]Span
	return hide(s, 0, len(s), join(appendURI(buf[:0], s, marksOf(s), whole, &r)), cmp.Or(r.Mask, Mask))
}

// RedactDecoded is [Redact] for a URI made from decoded parts: an "&" may be part of a secret.
func RedactDecoded(s string) string {
	var buf [4]Span
	return hide(s, 0, len(s), join(appendURI(buf[:0], s, marksOf(s), decoded, &Rules{})), Mask)
}

// RedactText is [Redact] for any text, as an error shows it: see [AppendText].
func RedactText(s string) string {
	var buf [4]Span
	return hide(s, 0, len(s), AppendText(buf[:0], s), Mask)
}

// RedactFix is [Redact] for the Fix of an error with this caret. A secret that the error hides may
// look harmless in the Fix. So ok is false if the Fix would show a letter or digit that the error
// does not show, or in another order.
func RedactFix(fix, caret string) (shown string, ok bool) {
	shown = Redact(fix)
	excerpt, _, _ := strings.Cut(caret, "\n")
	if !strings.Contains(excerpt, Mask) {
		return shown, true
	}
	excerpt = strings.ReplaceAll(excerpt, Mask, "")
	for _, c := range ascii.AppendDecoded(nil, strings.ReplaceAll(shown, Mask, "")) {
		if !(ascii.Letter | ascii.Digit).Has(c) {
			continue
		}
		i := strings.IndexByte(excerpt, c)
		if i < 0 {
			return "", false
		}
		excerpt = excerpt[i+1:]
	}
	return shown, true
}

// RedactUserinfo is [Redact] for a userinfo without the "@".
func RedactUserinfo(s string) string {
	var buf [4]Span
	return hide(s, 0, len(s), AppendUserinfo(buf[:0], s), Mask)
}

// RedactCut is [Redact] for the text of a URI without its fragment, if that had the end of a
// secret: see [ReachesPast].
func RedactCut(s string) string {
	return strings.TrimSuffix(strings.TrimSuffix(Redact(s+"#@"), "@"), "#")
}

// ReachesPast reports whether a secret of a URI begins before s[i] and ends after it.
func ReachesPast(s string, i int) bool {
	var buf [4]Span
	spans := AppendURI(buf[:0], s)
	n := find(spans, i)
	return n < len(spans) && spans[n].Lo < i
}

// maxCause is how many bytes of an error inside an error are shown.
const maxCause = 200

// Cause returns the text of an error inside an error: a piece of it, without secrets.
func Cause(err error) string {
	s := RedactText(err.Error())
	if len(s) <= maxCause {
		return s
	}
	n := maxCause
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "..."
}

// Format writes s, the text of an error, for every verb of package fmt.
func Format(f fmt.State, verb rune, s string) {
	if verb == 'q' {
		s = strconv.Quote(s)
	}
	io.WriteString(f, s)
}

// FormatText writes a value for package fmt. For %+v it writes the result of masked, for
// %#v the same in quotes, between before and after, and for all other verbs the result of text.
func FormatText(f fmt.State, verb rune, before, after string, text, masked func() string) {
	switch {
	case verb == 'v' && f.Flag('#'):
		io.WriteString(f, before+strconv.Quote(masked())+after)
	case verb == 'v' && f.Flag('+'):
		fmt.Fprintf(f, fmt.FormatString(f, 's'), masked())
	default:
		fmt.Fprintf(f, fmt.FormatString(f, verb), text())
	}
}

// hide returns s[at:end] with the mask for each of the spans. They are in it, in order and apart.
func hide(s string, at, end int, spans []Span, mask string) string {
	if len(spans) == 0 {
		return s[at:end]
	}
	n := end - at
	for _, x := range spans {
		n += len(mask) - (x.Hi - x.Lo)
	}
	var b strings.Builder
	b.Grow(n)
	for _, x := range spans {
		b.WriteString(s[at:x.Lo])
		b.WriteString(mask)
		at = x.Hi
	}
	b.WriteString(s[at:end])
	return b.String()
}

// Within reports whether the byte at i of a text with these secrets is in one of them.
func Within(secrets []Span, i int) bool {
	n := find(secrets, i)
	return n < len(secrets) && secrets[n].Lo <= i
}

// find returns the index of the first secret with its end after i.
func find(secrets []Span, i int) int {
	n, _ := slices.BinarySearchFunc(secrets, i, func(x Span, i int) int { return cmp.Compare(x.Hi, i+1) })
	return n
}

// AppendText appends the secrets of any text, in order and apart: those of [AppendURI], also in a
// text without a "?" before its pairs, and those of a connection string or a command line. If escaping does not make the text a URI, it also appends
// all from the first ":", and the "//" after it, to the last "@".
func AppendText(dst []Span, s string) []Span {
	dst = appendURI(dst, s, marksOf(s), part, &Rules{})
	dst = appendPassword(dst, s, passwordStart(s), len(s))
	return join(appendPairs(dst, s))
}

// passwordStart returns the offset in s before a password that may contain delimiters and ends at
// the last "@". It is len(s), for no such password, if escaping of impossible bytes makes s a URI
// reference, and if no scheme is before the ":" in its first segment: then AppendURI finds the
// password. It is 0 if a password may begin with a delimiter or contain one: after a ":" without a
// port, before a "#", and if a login is before another "@". A second "#" may be part of a password
// after the authority or, without one, after the first ":".
func passwordStart(s string) int {
	start, before := strings.IndexAny(s, ":/?#"), 0
	switch {
	case start < 0:
		return len(s)
	case s[start] != ':':
		start = 0
	case strings.HasPrefix(s[start:], ":#"):
		return 0
	default:
		start++
	}
	if strings.HasPrefix(s[start:], "//") {
		start += len("//")
		end := ascii.AuthorityEnd(s, start)
		userinfo := s[start:ascii.SplitAuthority(s, start, end).Host]
		if s[end-1] == ':' || strings.IndexByte(userinfo, ':') >= 0 && strings.IndexByte(s[end:], '@') >= 0 {
			return 0
		}
		before = end
	}
	if strings.Count(s, "#") < 2 {
		return len(s)
	}
	return before
}

// AppendURI appends the secrets of s, a URI reference or a URL, in order and apart.
func AppendURI(dst []Span, s string) []Span {
	return join(appendURI(dst, s, marksOf(s), whole, &Rules{}))
}

// AppendUserinfo is [AppendText] for a userinfo without "@": after the first ":" all is secret.
func AppendUserinfo(dst []Span, s string) []Span {
	for i := 0; i < len(s); {
		c, n := character(s, i)
		if i += n; c == ':' && i < len(s) {
			return join(append(AppendText(dst, s[:i]), Span{i, len(s)}))
		}
	}
	return AppendText(dst, s)
}

// join sorts spans and joins adjacent and overlapping ones.
func join(spans []Span) []Span {
	if len(spans) < 2 {
		return spans
	}
	slices.SortFunc(spans, func(a, b Span) int { return cmp.Compare(a.Lo, b.Lo) })
	last := 0
	for _, x := range spans[1:] {
		if x.Lo <= spans[last].Hi {
			spans[last].Hi = max(spans[last].Hi, x.Hi)
			continue
		}
		last++
		spans[last] = x
	}
	return spans[:last+1]
}
