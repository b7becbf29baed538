package uri

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log/slog"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/uri/internal/schemes"
	"example.com/uri/internal/secret"
	"example.com/uri/internal/seed"
)

func TestSyntaxError(t *testing.T) {
	for _, test := range []struct {
		text          string
		offset        int
		rule          *rule
		reason        string
		message, mark string
	}{
		{
			"http://exa mple.com/", 10, ruleAuthority, "invalid character ' '",
			`uri: parse "http://exa mple.com/": authority: invalid character ' ' at offset 10 (RFC 2396, 3.2)`,
			"http://exa mple.com/\n          ^",
		},
		{
			"http:", 5, ruleOpaquePart, "unexpected end",
			`uri: parse "http:": opaque_part: unexpected end at offset 5 (RFC 2396, 3)`,
			"http:\n     ^",
		},
		{
			"a\x00", 1, ruleRelSegment, `invalid character '\x00'`,
			`uri: parse "a\x00": rel_segment: invalid character '\x00' at offset 1 (RFC 2396, 5)`,
			"a\\x00\n ^",
		},
		{
			"a\xff", 1, ruleRelSegment, "invalid byte 0xff",
			`uri: parse "a\xff": rel_segment: invalid byte 0xff at offset 1 (RFC 2396, 5)`,
			"a\\xff\n ^",
		},
		{
			"a/\u00e9\u00e9", 2, ruleRelPath, "invalid character 'é'",
			`uri: parse "a/éé": rel_path: invalid character 'é' at offset 2 (RFC 2396, 5)`,
			"a/éé\n  ^",
		},
		{
			"a%C3%A9\"", 7, ruleRelSegment, `invalid character '"'`,
			`uri: parse "a%C3%A9\"": rel_segment: invalid character '"' at offset 7 (RFC 2396, 5)`,
			"a%C3%A9\"\n       ^",
		},
		{
			"%4g", 2, ruleEscaped, "invalid character 'g'",
			`uri: parse "%4g": escaped: invalid character 'g' at offset 2 (RFC 2396, 2.4.1)`,
			"%4g\n  ^",
		},
		{
			"//[1:2]", 3, ruleIPv6address, "not an IPv6 address",
			`uri: parse "//[1:2]": IPv6address: not an IPv6 address at offset 3 (RFC 2373, Appendix B)`,
			"//[1:2]\n   ^",
		},
		// After the password, inside it, before it.
		{
			"http://u:pass@h h/", 15, ruleAuthority, "invalid character ' '",
			`uri: parse "http://u:xxxxx@h h/": authority: invalid character ' ' at offset 15 (RFC 2396, 3.2)`,
			"http://u:xxxxx@h h/\n                ^",
		},
		{
			"http://u:pa ss@h/", 11, ruleAuthority, "invalid character",
			`uri: parse "http://u:xxxxx@h/": authority: invalid character at offset 11 (RFC 2396, 3.2)`,
			"http://u:xxxxx@h/\n         ^",
		},
		{
			"\thttp://u:pass@h/", 0, ruleURIReference, `invalid character '\t'`,
			`uri: parse "\thttp://xxxxx@h/": URI-reference: invalid character '\t' at offset 0 (RFC 2396, 4)`,
			"\\thttp://xxxxx@h/\n^",
		},
		{
			"//u: ss@h", 4, ruleAuthority, "invalid character",
			`uri: parse "//u:xxxxx@h": authority: invalid character at offset 4 (RFC 2396, 3.2)`,
			"//u:xxxxx@h\n    ^",
		},
		{
			"//u:p@[1:2]@h", 7, ruleIPv6address, "not an IPv6 address",
			`uri: parse "//u:xxxxx@h": IPv6address: not an IPv6 address at offset 7 (RFC 2373, Appendix B)`,
			"//u:xxxxx@h\n    ^",
		},
		{
			"//[::1]@h", 7, ruleHostport, "invalid character '@'",
			`uri: parse "//[:xxxxx@h": hostport: invalid character '@' at offset 7 (RFC 2396, 3.2.2)`,
			"//[:xxxxx@h\n         ^",
		},
		{
			"a\ufffd", 1, ruleRelSegment, "invalid character '\ufffd'",
			"uri: parse \"a\ufffd\": rel_segment: invalid character '\ufffd' at offset 1 (RFC 2396, 5)",
			"a\ufffd\n ^",
		},
		{
			`a\b"\n` + "\n", 1, ruleRelSegment, `invalid character '\\'`,
			`uri: parse "a\\b\"\\n\n": rel_segment: invalid character '\\' at offset 1 (RFC 2396, 5)`,
			`a\b"\n\n` + "\n ^",
		},
		{
			"1a:pass@", 2, ruleRelSegment, "invalid character ':'",
			`uri: parse "1a:xxxxx@": rel_segment: invalid character ':' at offset 2 (RFC 2396, 5)`,
			"1a:xxxxx@\n  ^",
		},
	} {
		_, err := Parse(test.text)
		var e *SyntaxError
		if !errors.As(err, &e) {
			t.Errorf("Parse(%q): %v", test.text, err)
			continue
		}
		if e.Op != "parse" || e.Offset != test.offset || e.Rule.rule != test.rule || e.Reason() != test.reason {
			t.Errorf("Parse(%q): %q, offset %d, rule %v, %s", test.text, e.Op, e.Offset, e.Rule, e.Reason())
		}
		if got := e.Error(); got != test.message {
			t.Errorf("Parse(%q):\n got %s\nwant %s", test.text, got, test.message)
		}
		if got := e.Caret(); got != test.mark {
			t.Errorf("Parse(%q):\n got %q\nwant %q", test.text, got, test.mark)
		}
	}
}

// TestLongError checks that an error for a long text keeps only a piece of it.
func TestLongError(t *testing.T) {
	long := strings.Repeat("a", 1000)
	for _, text := range []string{
		long + " ", " " + long, long + " " + long, long + ":" + long + "@ ", "//" + long + ":" + long + "@" + long + "[",
	} {
		_, err := Parse(text)
		e := err.(*SyntaxError)
		if n := len(e.Error()); n > 300 {
			t.Errorf("Parse(%.20q...): a message of %d octets", text, n)
		}
		before, after, ok := strings.Cut(e.Caret(), "\n")
		if place := strings.Index(after, "^"); !ok || e.Offset < len(text) && text[e.Offset] != before[place] {
			t.Errorf("Parse(%.20q...): %s", text, e.Caret())
		}
	}
}

// TestErrorVerbs checks that every verb of package fmt writes the text of an error, and no field.
func TestErrorVerbs(t *testing.T) {
	_, err := Parse("http://u:p@h h/")
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%d", "%x", "%t", "%c", "%g"} {
		if got := fmt.Sprintf(verb, err); got != err.Error() {
			t.Errorf("%s: %s", verb, got)
		}
	}
	if got := fmt.Sprintf("%q", err); got != strconv.Quote(err.Error()) {
		t.Errorf("%%q: %s", got)
	}
}

// TestFixMost checks that Fix mends four mistakes, and not five.
func TestFixMost(t *testing.T) {
	for text, want := range map[string]string{" http://h/a b|c^d": "http://h/a%20b%7Cc%5Ed", " http://h/a b|c^d`e": ""} {
		_, err := Parse(text)
		if got, ok := err.(*SyntaxError).Fix(); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v", text, got, ok)
		}
	}
}

// shownForms returns everything that an error can be made to show.
func shownForms(t *testing.T, err error) []string {
	t.Helper()
	e := err.(*SyntaxError)
	value := *e
	forms := []string{e.Error(), e.Caret(), e.Reason(), e.LogValue().String(), value.LogValue().String()}
	type holder struct{ hidden SyntaxError } // package fmt calls no method of the value in it
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d", "%p", "%w"} {
		forms = append(forms, fmt.Sprintf(verb, e), fmt.Sprintf(verb, value), fmt.Sprintf(verb, holder{value}))
	}
	text, jsonErr := json.Marshal(e)
	if jsonErr != nil {
		t.Error(jsonErr)
	}
	forms = append(forms, fmt.Errorf("wrapped: %w", e).Error(), logged("err", e, "value", value), string(text))
	// An address is no secret, but may have the digits of one.
	for _, address := range []string{fmt.Sprintf("%p", e), fmt.Sprintf("%p", e.text), fmt.Sprintf("%p", e.secrets)} {
		if n, _ := strconv.ParseUint(address, 0, 64); n > 0 {
			remove := strings.NewReplacer(fmt.Sprintf("%x", n), "", fmt.Sprint(n), "")
			for i := range forms {
				forms[i] = remove.Replace(forms[i])
			}
		}
	}
	return forms
}

// logged returns the output of the handlers of log/slog, except the time.
func logged(args ...any) string {
	var log bytes.Buffer
	options := &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}
	slog.New(slog.NewJSONHandler(&log, options)).Info("", args...)
	slog.New(slog.NewTextHandler(&log, options)).Info("", args...)
	return log.String()
}

// checkShown checks that no text shows four consecutive bytes of a secret, unless
// the known texts contain them, or the texts for a secret with other letters there do
// not show these letters. It asks for both only if a text shows some.
func checkShown(t *testing.T, password string, texts []string, known func() []string, forms func(password string) []string) {
	t.Helper()
	hide := strings.NewReplacer(secret.Mask, "\xfe\x00\xff")
	shown := make([]string, len(texts))
	for i, text := range texts {
		shown[i] = hide.Replace(text)
	}
	all := ""
	for at := range len(password) - 3 {
		piece := password[at : at+4]
		for i, text := range shown {
			if !strings.Contains(text, piece) {
				continue
			}
			if all == "" {
				all = hide.Replace(strings.Join(known(), "\x00"))
			}
			if strings.Contains(all, piece) {
				break
			}
			other := otherLetters(piece)
			if again := forms(password[:at] + other + password[at+len(piece):]); other != piece && !strings.Contains(hide.Replace(strings.Join(again, "\x00")), other) {
				break
			}
			t.Errorf("of the secret %q, %q is shown: %s", password, piece, texts[i])
			return
		}
	}
}

// otherLetters returns s with another letter or digit for each of US-ASCII, so that a URI stays one:
// with a hexadecimal digit for a hexadecimal digit.
func otherLetters(s string) string {
	text := []byte(s)
	for i, c := range text {
		for _, all := range []string{"0123456789", "abcdef", "ABCDEF", "ghijklmnopqrstuvwxyz", "GHIJKLMNOPQRSTUVWXYZ"} {
			if at := strings.IndexByte(all, c); at >= 0 {
				text[i] = all[(at+len(all)/2)%len(all)]
			}
		}
	}
	return string(text)
}

// formsOf returns everything that the error or the URI for a text can be made to show.
func formsOf(t *testing.T, text string) []string {
	u, err := Parse(text)
	if err != nil {
		return shownForms(t, err)
	}
	return redactedForms(u)
}

// twoSlashes finds the "//" after the ":" of a scheme, also escaped. Errors and Redacted show it: the text
// before the ":" may be a scheme.
var twoSlashes = regexp.MustCompile(`^(?i)(?:/|%(?:25)*2F){2}`)

// checkSecret plants a password and checks that nothing shows it: no form of an
// error, and no form of a URI that hides passwords. Text that the same forms show
// for another password is not secret.
func checkSecret(t *testing.T, before, password, after string) {
	t.Helper()
	text := before + "user:" + password + "@" + after
	other := before + "user:" + secret.Mask + "@" + after
	around := before + "user://\x00" + after + "\x00invalid character at offset " // no secret: another password may hide more
	start := len(before)
	first, last := start+len("user:"), start+len("user:")+len(password)
	hidden := twoSlashes.ReplaceAllString(password, "")
	forms := func(other string) []string {
		return formsOf(t, before+"user:"+strings.TrimSuffix(password, hidden)+other+"@"+after)
	}

	u, err := Parse(text)
	if err != nil {
		if mayShow(text, start, last) {
			return
		}
		e := err.(*SyntaxError)
		offset := e.Offset
		switch {
		case offset >= last:
			offset += len(secret.Mask) - len(password)
		case offset >= first:
			offset = first // the octet there belongs to the secret
		}
		checkShown(t, hidden, shownForms(t, e), func() []string {
			same := newFaultError(e.called, other, e.Part, offset, e.Rule.rule, e.fault)
			same.Offset = e.Offset
			return append(shownForms(t, same), around, fmt.Sprintf("%q", around), logged("", around), fmt.Sprintf("place:%d place:%x %d ", e.place, e.place, e.secrets)) // numbers of %d and %x
		}, forms)
		return
	}

	if isApart(u, text, start, last) {
		return
	}
	v, err := Parse(other)
	if err != nil {
		t.Errorf("%q is accepted, %q not: %v", text, other, err)
	}
	checkShown(t, hidden, redactedForms(u), func() []string {
		return append(redactedForms(v), around, fmt.Sprintf("%q", around), logged("", around))
	}, forms)
}

// mayShow is isApart for a text that is no URI. If only a second "#" keeps it from being one, its
// password begins after the host and port.
func mayShow(text string, start, last int) bool {
	for _, inAuthority := range []bool{false, true} {
		escaped, place := possible(text, inAuthority)
		u, err := Parse(escaped)
		resource, fragment, _ := strings.Cut(escaped, "#")
		v, second := Parse(resource + "#" + strings.ReplaceAll(fragment, "#", "%23"))
		switch {
		case err == nil:
			return isApart(u, text, place[start], place[last])
		case second == nil:
			return v.hasAuthority() && (place[start] < int(v.authority()) || namesHost(v, text) && place[start] < int(v.path))
		}
	}
	return false
}

var (
	hostListsExpr = regexp.MustCompile(`^([^@]*@)?[^@:,]*(:[0-9]*)?(,[^@:,]*(:[0-9]*)?)+$`)
	literalExpr   = regexp.MustCompile(`(?s)^(.*@)?\[[0-9A-Fa-f:.]*(\](:[^@]*)?)?$`)
)

// namesHost reports whether the authority of a URI has a host, if the URI is text with escapes for
// impossible bytes. So has one with a list of hosts, and one with an IPv6 literal that is wrong.
func namesHost(u URI, text string) bool {
	authority := appendixB(text).authority.of(text)
	return u.HostKind() != HostNone || hostListsExpr.MatchString(authority) || literalExpr.MatchString(authority)
}

// isApart reports whether a URI may show the password of the text user:PASSWORD@ from start to the "@"
// at last. Its author may have meant something else by "user:". The password is hidden if it is in one
// component with the "@", or if the authority in which it begins names no host. Redacted takes the
// fragment apart after an authority with a host or an empty one, and in files and addresses with
// an "@". The URI is text with escapes for impossible bytes.
func isApart(u URI, text string, start, last int) bool {
	resource, _, _ := strings.Cut(u.String(), "#")
	apart := strings.EqualFold(u.Scheme(), "file") || schemes.Lookup(u.Scheme()).Addresses && strings.Contains(resource, "@")
	if authority, ok := u.Authority(); ok {
		from, to := int(u.authority()), int(u.authority())+len(authority)
		hosted := namesHost(u, text)
		inAuthority := from <= start && (last < to || !hosted)
		if !inAuthority && start < to {
			return true
		}
		apart = hosted || authority == ""
	} else if start < int(u.path) {
		return true
	}
	hash := int(u.uriEnd())
	return apart && start < hash && hash < last
}

// possible returns s with an escape for each octet that no URI contains there, and the place of
// each octet of s in it. Brackets in the authority may be those of an IPv6 literal.
func possible(s string, inAuthority bool) (escaped string, place []int) {
	hex := func(i int) bool { return i < len(s) && strings.IndexByte("0123456789abcdefABCDEF", s[i]) >= 0 }
	authority := appendixB(s).authority
	var b strings.Builder
	for i := range len(s) {
		place = append(place, b.Len())
		brackets := !inAuthority && authority.ok && authority.start <= i && i < authority.end
		switch c := s[i]; {
		case c <= ' ', c >= 0x7F, strings.IndexByte("\"<>\\^`{|}", c) >= 0, c == '%' && !(hex(i+1) && hex(i+2)), !brackets && (c == '[' || c == ']'):
			fmt.Fprintf(&b, "%%%02X", c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), append(place, b.Len())
}

// redactedForms returns the forms of a URI that hide a password.
func redactedForms(u URI) []string {
	return []string{
		u.Redacted(), u.LogValue().String(), logged("u", u), fmt.Sprintf("%+v", u), fmt.Sprintf("%#v", u), fmt.Sprintf("%+50v", u),
	}
}

// TestSecrets plants passwords of many kinds in many places.
func TestSecrets(t *testing.T) {
	secrets := []string{
		"hunter2", "p@ss:w@rd", "a/b/c/d/e/", "with space", "ßßßß", "\x00\x01\x02\x03zzzz", "\"quote\"", "%41%42%43", "%zz%zz",
		"[::1]", "//////", "?????q", "#####f", "http://x:y@z", "@@@@@@", "::::::", "😀😀😀", "\xff\xfe\xfd\xfc", "\n\n\n\nabcd", "a@b#c:d", "b:c@#/", `\u0041\u0042`,
	}
	places := [][2]string{
		{"", ""}, {"//", "h"}, {"http://", "h/"}, {"http://", "h h/"}, {"http://", ""}, {"http://", ":80/"}, {"http://", "h:8x/"},
		{"http:", ""}, {"http:/", ""}, {"http:///", ""}, {"mailto:", "h"}, {"file:/", ""}, {"http://h.example:", "/"}, {" http://", "h"}, {"http://h/?u=", "x"}, {"http://h/#", "x"},
		{"http://a:b@", "h"}, {"a/", "b"}, {"?", ""}, {"#", ""}, {"x", ""}, {"http://[", "]"}, {"http://[::1", "]"}, {"ftp://x%4", "h"},
		{"1http://", "h"}, {"//" + strings.Repeat("a", 100), strings.Repeat("b", 100) + " "}, {strings.Repeat("a/", 100), strings.Repeat("/b", 100) + " "},
	}
	for i, password := range secrets {
		for j, place := range places {
			checkSecret(t, place[0], password, place[1])
			if *long || (i+j)%4 == 0 {
				checkSecret(t, place[0], strings.Repeat(password, 40), place[1])
			}
		}
	}
}

// TestUserinfoSecrets plants passwords that no "@" follows.
func TestUserinfoSecrets(t *testing.T) {
	u := MustParse("http://h/")
	_, other := u.WithUserinfo("user:\x00")
	for _, password := range []string{"hunter2 ", "/hunter2", "with space", "100%", "hunter2%", "hunter2%4", "hunter2%zz", "p@ss:w@rd", "\xff\xfe\xfd\xfc"} {
		for _, password := range []string{password, strings.Repeat("long", 40) + password, password + strings.Repeat("long", 40)} {
			_, err := u.WithUserinfo("user:" + password)
			if err == nil {
				t.Fatalf("%q is accepted", password)
			}
			checkShown(t, password, shownForms(t, err), func() []string { return shownForms(t, other) }, func(password string) []string {
				_, err := u.WithUserinfo("user:" + password)
				return shownForms(t, err)
			})
		}
	}
}

// TestErrorKinds checks that only the pointer types are errors. errors.As would
// never set a variable of the value type.
func TestErrorKinds(t *testing.T) {
	_, err := Parse("http:")
	if _, ok := err.(*SyntaxError); !ok {
		t.Errorf("%T, want a *SyntaxError", err)
	}
	if n := reflect.TypeOf(SyntaxError{}).NumMethod(); n > 0 {
		t.Errorf("a SyntaxError that is no pointer has %d methods", n)
	}
	wrapped := fmt.Errorf("line 7: %w", err)
	var e *SyntaxError
	if !errors.As(wrapped, &e) || e.Offset != 5 {
		t.Errorf("errors.As: %v", e)
	}
	if got, want := fmt.Sprintf("%q", err), fmt.Sprintf("%q", err.Error()); got != want {
		t.Errorf("%%q: %s, want %s", got, want)
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x"} {
		if got := fmt.Sprintf(verb, err); got != err.Error() {
			t.Errorf("%s: %s, want %s", verb, got, err)
		}
	}
	if got := (&SyntaxError{}).Caret(); got != "\n^" {
		t.Errorf("Caret of the zero error: %q", got)
	}
	defer func() {
		if r := recover(); r == nil || fmt.Sprint(r) != err.Error() {
			t.Errorf("MustParse panics with %v, want %v", r, err)
		}
	}()
	MustParse("http:")
}

// TestRuleNames compares the name and text of each rule with the printed grammars.
func TestRuleNames(t *testing.T) {
	files, err := filepath.Glob("testdata/*bnf")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	var grammar strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		comment := regexp.MustCompile(`(?m)^;.*$`)
		grammar.WriteString(" " + strings.Join(strings.Fields(comment.ReplaceAllString(string(text), "")), " "))
	}
	names := make(map[string]bool)
	for _, r := range rulesOf(t, "") {
		if r == ruleLength.texts() || r == ruleIPv6address.texts() {
			continue // not a rule of these grammars
		}
		if !strings.Contains(grammar.String(), " "+r.name+" = "+r.production) {
			t.Errorf("no grammar, testdata/*.bnf, has %s = %s", r.name, r.production)
		}
		if !strings.HasPrefix(r.section, "RFC ") {
			t.Errorf("%s: section %q", r.name, r.section)
		}
		if names[r.name+r.section] {
			t.Errorf("two rules are %s", r.name)
		}
		names[r.name+r.section] = true
	}
}

// rulesOf returns the texts of the rules in rule.go whose section begins with prefix.
func rulesOf(t testing.TB, prefix string) (all []rule) {
	t.Helper()
	for _, s := range literals(t, "rule.go", "rule") {
		if len(s) == 3 && strings.HasPrefix(s[1], prefix) { // not the empty one
			all = append(all, rule{name: s[0], section: s[1], production: s[2]})
		}
	}
	if len(all) < 5 {
		t.Fatalf("%d rules", len(all))
	}
	return all
}

// texts returns the texts of r, as rulesOf has them.
func (r *rule) texts() rule { return rule{name: r.name, section: r.section, production: r.production} }

// literals returns the strings in each composite literal of a type in a file.
func literals(t testing.TB, file, name string) (all [][]string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		c, ok := n.(*ast.CompositeLit)
		if !ok || fmt.Sprint(c.Type) != name {
			return true
		}
		var list []string
		for _, e := range c.Elts {
			text := ""
			ast.Inspect(e, func(n ast.Node) bool {
				if b, ok := n.(*ast.BasicLit); ok {
					s, err := strconv.Unquote(b.Value)
					if err != nil {
						t.Fatal(err)
					}
					text += s
				}
				return true
			})
			if text != "" {
				list = append(list, text)
			}
		}
		all = append(all, list)
		return true
	})
	return all
}

// secretExpr finds a password as a person would: the text between a ":" and an "@"
// in one of the texts that plantSecret makes.
var secretExpr = regexp.MustCompile(`hunter[0-9a-z/?#:;.]*`)

// plantSecret returns a text with a password in it: in an authority, in a text that was
// meant as one, in an opaque part or in a path.
func plantSecret(r *rand.Rand) string {
	secret := "hunter" + pick(r, 1, "2xyz", "2/xyz", "2?xyz", "2#xyz", "2:xyz", "2;xyz", "/2xyz", "2//xyz", "2.xy/z")
	return pick(r, 1, "", "http:", "x:", "postgres:", "ftp:") + pick(r, 1, "//", "//", "//", "/", "", "/a/") +
		pick(r, 1, "u", "svc", "", "a.b") + ":" + secret + "@" + pick(r, 1, "", "h", "h:80", "h/p", "h/p?q", "h_x", "[::1]", "h/x#f")
}

// TestErrorsHide checks that no error shows a secret that Redacted hides, for a text that
// is parsed, changed, or composed of its parts.
func TestErrorsHide(t *testing.T) {
	r := seed.Rand(t)
	refused, failed := 0, 0
	for range *inputs {
		text := plantSecret(r)
		password := secretExpr.FindString(text)
		check := func(what string, err error) {
			if err == nil {
				return
			}
			refused++
			var e *SyntaxError
			if !errors.As(err, &e) {
				t.Fatalf("%s: %v is no SyntaxError", what, err)
			}
			for _, shown := range []string{e.Error(), e.Caret(), e.Reason(), e.LogValue().String()} {
				for i := range len(password) - 3 {
					if strings.Contains(shown, password[i:i+4]) && failed < 20 {
						failed++
						t.Errorf("%s of %q shows %q: %s", what, text, password[i:i+4], shown)
						break
					}
				}
			}
		}
		at := r.IntN(len(text) + 1)
		_, err := Parse(text[:at] + pick(r, 1, " ", "^", "%", "%zz", "[", "\x00") + text[at:])
		if !strings.Contains(password, text[:at]) || at == 0 { // a cut through the secret leaves two
			check("Parse", err)
		}
		u, err := Parse(text)
		if err != nil {
			check("Parse", err)
			continue
		}
		if !strings.Contains(u.Redacted(), secret.Mask) {
			continue
		}
		arg := pick(r, 1, "", "x", "^", "//y", "a:b", "::1", "h h", "/", "%", "x?", ":", "@", "u@", "[", "..", "x y", "é")
		for name, f := range map[string]func(URI, string) (URI, error){
			"WithScheme": URI.WithScheme, "WithAuthority": URI.WithAuthority, "WithUserinfo": URI.WithUserinfo,
			"WithHost": URI.WithHost, "WithPort": URI.WithPort, "WithPath": URI.WithPath, "WithQuery": URI.WithQuery,
			"WithFragment": URI.WithFragment,
			"JoinSegments": func(u URI, s string) (URI, error) { return u.JoinSegments("", s, "..") },
			"join":         func(u URI, s string) (URI, error) { return u.JoinSegments(s) },
			"Resolve as base": func(u URI, s string) (URI, error) {
				ref, err := Parse(s)
				if err != nil {
					return URI{}, nil
				}
				return Resolver{AboveRoot: AboveRootReject}.Resolve(u, ref)
			},
			"Resolve": func(u URI, _ string) (URI, error) {
				return Resolver{AboveRoot: AboveRootReject, Mode: Mode(r.IntN(3))}.Resolve(MustParse("http://h/a"), u)
			},
			"EstablishBase": func(u URI, _ string) (URI, error) {
				base, _, err := EstablishBase(URI{}, u)
				return base, err
			},
		} {
			_, err := f(u, arg)
			check(name+"("+arg+")", err)
		}
	}
	t.Logf("%d errors", refused)
}

// TestErrorPart compares the Part of the errors of Parse, of Conforms3986, and about each byte
// of a URI, with the part that the expression of Appendix B gives the byte at Offset.
func TestErrorPart(t *testing.T) {
	found := make(map[Part]int)
	for _, s := range allTexts(t) {
		if _, err := Conforms3986(s); err != nil {
			e := err.(*SyntaxError)
			want := partByExpression(s, e)
			if want == PartOpaque && strings.Contains(s[:e.Offset], "?") {
				want = PartQuery // RFC 3986 has no opaque URIs
			}
			if e.Part != want {
				t.Errorf("Conforms3986(%q): %v at offset %d, want %v (%v)", s, e.Part, e.Offset, want, e)
			}
		}
		_, err := Parse(s)
		if err == nil {
			for i := range min(len(s), 200) {
				if want := partByExpression(s, &SyntaxError{Offset: i}); partOf(s, i) != want {
					t.Errorf("%q: %v at offset %d, want %v", s, partOf(s, i), i, want)
				}
			}
			continue
		}
		e := err.(*SyntaxError)
		if want := partByExpression(s, e); e.Part != want {
			t.Errorf("%q: %v at offset %d, want %v (%v)", s, e.Part, e.Offset, want, e)
		}
		found[e.Part]++
	}
	for _, p := range []Part{PartUserinfo, PartHost, PartPort, PartPath, PartOpaque, PartQuery, PartFragment} {
		if found[p] == 0 {
			t.Errorf("no error in %v", p)
		}
	}
}

var (
	schemeExpr = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*$`)
	partsExpr  = regexp.MustCompile(`(?s)^([^\[].*@|@|)(\[[^\]]*\]?|.*\]|[^:]*)`)
)

// partByExpression returns the part of s in which e lies, or the "%" of the escape that it
// is about. A delimiter belongs to the part after it, the "@" to the userinfo. Where the
// text before the first ":" is no scheme, the parser reads a path.
func partByExpression(s string, e *SyntaxError) Part {
	p, i := appendixB(s), e.Offset
	if e.Rule.rule == ruleEscaped || e.Rule.rule == rulePctEncoded {
		i = strings.LastIndexByte(s[:i], '%')
	}
	scheme := schemeExpr.MatchString(p.scheme.of(s))
	switch {
	case p.fragment.ok && i >= p.fragment.start-1:
		return PartFragment
	case scheme && i > p.scheme.end && !p.authority.ok && !strings.HasPrefix(p.path.of(s), "/"):
		return PartOpaque
	case p.query.ok && i >= p.query.start-1:
		return PartQuery
	case scheme && i <= p.scheme.end:
		return PartScheme
	case p.scheme.ok && i <= p.scheme.end:
		return PartPath
	case p.authority.ok && i < p.authority.start:
		return PartAuthority
	case !p.authority.ok || i > p.authority.end:
		return PartPath
	}
	authority := partsExpr.FindStringSubmatchIndex(p.authority.of(s))
	switch i -= p.authority.start; {
	case i < authority[3]:
		return PartUserinfo
	case i <= authority[5]:
		return PartHost
	}
	return PartPort
}

// TestWords changes the words of all faults, operations and rules: nothing else of an error
// depends on them.
func TestWords(t *testing.T) {
	type answer struct {
		op     *operation
		hint   string
		offset int
		rule   *rule
		part   Part
	}
	seen := map[*fault]string{}
	inputs := []string{"x:?", "//", "..", ".", "::1", "a&b", "//a..b", "http://-a/", "http://a-/", "http://a.1/", "http://1.1.1.256/", "ftp://u?x@h/",
		"http://h:0/", "http://h:99999/", "mailto:%00@h", "mailto:a/b@h", "mailto:?to=", "news:a:b", "news:a.*", "news:@h", "http://h/a/./b", "x:/a", "x:a", "?", "\xff", "a:b:c@d e", ""}
	for _, row := range hinted(t) {
		inputs = append(inputs, row[1])
	}
	answers := func() (all []answer) {
		note := func(err error) {
			if e, ok := err.(*SyntaxError); ok {
				seen[e.fault] = e.fault.reason
				all = append(all, answer{e.called, e.Hint(), e.Offset, e.Rule.rule, e.Part})
			}
		}
		u, opaque, relative := MustParse("http://u@h/"), MustParse("mailto:a@b"), MustParse("a")
		for _, s := range inputs {
			_, err := Unescape(s)
			note(err)
			_, err = ParseValues(s)
			note(err)
			v, err := Parse(s)
			note(err)
			_, err = Conforms3986(s)
			note(err)
			note(Conforms1738(s))
			for _, x := range structSchemes {
				_, err = x.parse(s)
				note(err)
			}
			_, err = GenericFrom(v)
			note(err)
			for _, x := range []URI{u, opaque, relative, v} {
				for _, change := range []func(URI, string) (URI, error){URI.WithScheme, URI.WithAuthority, URI.WithUserinfo, URI.WithHost, URI.WithPort, URI.WithPath, URI.WithQuery, URI.WithFragment} {
					_, err = change(x, s)
					note(err)
				}
				_, err = x.JoinSegments(s)
				note(err)
				_, err = Resolver{AboveRoot: AboveRootReject}.Resolve(x, v)
				note(err)
				_, err = x.WithValues(Values{Pair(s)})
				note(err)
			}
		}
		return all
	}
	before := answers()
	reasons := maps.Clone(seen)
	names, texts := map[*operation]string{}, map[*rule]rule{}
	if all := len(literals(t, "errors.go", "fault")); len(seen) != all-2 { // faultLength and faultLongResult need 4 GiB
		t.Errorf("%d of %d faults have an error", len(seen), all)
	}
	defer func() {
		for f, reason := range reasons {
			f.reason = reason
		}
		for op, name := range names {
			op.name = name
		}
		for r, x := range texts {
			*r = x
		}
	}()
	for f := range seen {
		f.reason = fmt.Sprintf("%p of a scheme", f)
	}
	for _, x := range before {
		if _, ok := names[x.op]; !ok {
			names[x.op] = x.op.name
			x.op.name = fmt.Sprintf("operation %d", len(names))
		}
		if _, ok := texts[x.rule]; !ok {
			texts[x.rule] = *x.rule
			x.rule.name, x.rule.section = fmt.Sprintf("rule %d", len(texts)), "5"
		}
	}
	if d := cmp.Diff(before, answers(), cmp.AllowUnexported(answer{}), cmp.Comparer(func(a, b *operation) bool { return a == b }), cmp.Comparer(func(a, b *rule) bool { return a == b })); d != "" {
		t.Error(d)
	}
}
