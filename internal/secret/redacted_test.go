package secret

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/uri/internal/vectors"
)

// TestRedacted runs the rows of redacted.tsv. Package uri runs them too, with its Redactor.
func TestRedacted(t *testing.T) {
	rules := map[string]Rules{
		"-": {},
		"otel": {
			Names: []string{"AWSAccessKeyId", "Signature", "sig", "X-Goog-Signature", "X-Amz-Signature", "X-Amz-Credential", "X-Amz-Security-Token"},
			Mask:  "REDACTED",
			User:  true,
		},
		"none": {Names: []string{}},
		"user": {User: true},
		"own":  {Names: []string{"a b", "k%65y", "Key", "ü", ""}},
	}
	n := 0
	for _, row := range vectors.TabLines(t, "testdata/redacted.tsv") {
		if row == nil {
			continue
		}
		n++
		if got := rules[row[0]].Redact(row[1]); got != row[2] {
			t.Errorf("%s: %q: %q, want %q", row[0], row[1], got, row[2])
		}
	}
	if n < 100 {
		t.Errorf("only %d rows", n)
	}
}

// TestOdd has texts that no URI is, and delimiters at the ends of a text and of its parts.
func TestOdd(t *testing.T) {
	user := Rules{User: true}
	for _, row := range []struct {
		redact     func(string) string
		text, want string
	}{
		{Rules{Names: []string{"x%"}}.Redact, "?x%=S", "?x%=xxxxx"},
		{Rules{Names: []string{"x%"}}.Redact, "/a&x%=S", "/a&x%=xxxxx"},
		{Rules{Names: []string{"x/y z"}}.Redact, "?x/y+z=S", "?x/y+z=xxxxx"},
		{user.Redact, `://":]`, "://xxxxx:xxxxx"},
		{user.Redact, "://+x:%3A", "://xxxxx:xxxxx"},
		{RedactDecoded, "://%40:", "://%40:"},
		{RedactDecoded, ";[sig/=a", ";[sig/=a"},
		{RedactDecoded, "?u=http://h:80/", "?u=http://h:80/"},
		{Redact, "?u=http://h:/a", "?u=http://h:/a"},
		{RedactDecoded, "?password=S&S#a", "?password=xxxxx#a"},
		{RedactDecoded, "x:://:?#:%25", "x:://:xxxxx#:%25"},
		{user.Redact, "mailto::#%40%u", "mailto::xxxxx%40%u"},
		{user.Redact, "://pwd: ", "://xxxxx:xxxxx"},
		{user.Redact, "http://h.example:8o80/?a=b", "http://h.example:8o80/?a=b"},
		{Redact, "x?http://@h:p", "x?http://@h:p"},
		{Redact, "mailto:u:S@h#a@b", "mailto:u:xxxxx@h#a@b"},
		{Redact, "mailto:?u:S#S@h", "mailto:?u:xxxxx@h"},
		{Redact, "news:a%40?u:S#S@h", "news:a%40?u:xxxxx@h"},
		{Redact, "mailto:a@b?u=c#d@e", "mailto:a@b?u=c#d@e"},
		{Redact, "mailto:@b?u=c:d#e@f", "mailto:@b?u=c:d#e@f"},
		{Redact, "@a:S@h", "@a:xxxxx@h"},
		{Redact, "=?password=S", "=?password=xxxxx"},
		{Redact, "%3Fpassword%3DS", "%3Fpassword%3Dxxxxx"},
		{Redact, "%41:S%40h", "%41:xxxxx%40h"},
		{Redact, "http://h/?password=S&u=//a:T%40c", "http://h/?password=xxxxx&u=//a:xxxxx%40c"},
		{Redact, "//u:S@h/?password%3DT", "//u:xxxxx@h/?password%3Dxxxxx"},
		{Redact, "//u:S@h/?password=T", "//u:xxxxx@h/?password=xxxxx"},
		{Redact, "://u:S", "://u:xxxxx"},
		{Redact, "x:://u:S", "x:://u:xxxxx"},
		{Redact, "x:@h", "x:@h"},
		{Redact, "mailto:a@:S#S@h", "mailto:a@:xxxxx@h"},
		{Redact, "//u:@h", "//u:@h"},
		{Redact, "http://u:p@h/a:", "http://u:xxxxx@h/a:"},
		{Redact, "x/u:/S@h", "x/u:xxxxx@h"},
		{Redact, "x/u:///S@h", "x/u://xxxxx@h"},
		{Redact, "http://h/?a=http://u:S#x", "http://h/?a=http://u:xxxxx#x"},
		{Redact, "http://h/#http://u:S", "http://h/#http://u:xxxxx"},
		{Redact, "//u:S@h/%4", "//u:xxxxx@h/%4"},
		{Redact, "//u:S%40", "//u:xxxxx"},
		{Redact, "//u", "//u"},
		{Redact, "//[", "//["},
		{Redact, "//@[", "//@["},
		{Redact, "//[g1:S@h", "//[g1:xxxxx@h"},
		{Redact, "//:?S%40h", "//:xxxxx%40h"},
		{Redact, "//u:S%@h", "//u:xxxxx@h"},
		{Redact, "x:a%:S@h", "x:xxxxx@h"},
		{Redact, "//u@b,c:1,d/a@e", "//u@b,c:1,d/a@e"}, // a list of hosts
		{Redact, "//u:S", "//u:xxxxx"},
		{Redact, "//a/b://u:S", "//a/b://u:xxxxx"},
	} {
		if got := row.redact(row.text); got != row.want {
			t.Errorf("%q: %q, want %q", row.text, got, row.want)
		}
	}
	for i, want := range map[int]bool{8: false, 9: false, 10: true, 11: false, 12: false} {
		if got := ReachesPast("http://u:ab@h/", i); got != want {
			t.Errorf("ReachesPast at %d: %v", i, got)
		}
	}
}

// failed is a text that Format writes.
type failed string

func (e failed) Format(f fmt.State, verb rune) { Format(f, verb, string(e)) }

// TestCause cuts a long error between two characters.
func TestCause(t *testing.T) {
	if got, want := Cause(errors.New("a"+strings.Repeat("é", 150))), "a"+strings.Repeat("é", 99)+"..."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for text, want := range map[string]string{
		strings.Repeat("a", 200): strings.Repeat("a", 200), strings.Repeat("a", 201): strings.Repeat("a", 200) + "...", strings.Repeat("\x80", 300): "...",
	} {
		if got := Cause(errors.New(text)); got != want {
			t.Errorf("%d bytes: %q", len(text), got)
		}
	}
}

// TestParts hides the secrets of parts of a URI.
func TestParts(t *testing.T) {
	for text, want := range map[string]string{
		"u": "u", "u:": "u:", "u:S": "u:xxxxx", ":S": ":xxxxx", "u::": "u:xxxxx", "u%3AS": "u%3Axxxxx", "a b password=S:T": "a b password=xxxxx",
	} {
		if got := RedactUserinfo(text); got != want {
			t.Errorf("the userinfo %q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"x:a:S": "x:xxxxx", "http://h/": "http://h/", "http://u:S": "http://u:xxxxx"} {
		if got := RedactCut(text); got != want {
			t.Errorf("before a fragment, %q: %q, want %q", text, got, want)
		}
	}
}

// TestJoin joins secrets in any order.
func TestJoin(t *testing.T) {
	for _, tt := range []struct{ spans, want []Span }{
		{nil, nil}, {[]Span{{1, 2}}, []Span{{1, 2}}}, {[]Span{{0, 2}, {2, 4}}, []Span{{0, 4}}}, {[]Span{{0, 2}, {3, 4}}, []Span{{0, 2}, {3, 4}}},
		{[]Span{{0, 9}, {1, 2}, {9, 10}}, []Span{{0, 10}}}, {[]Span{{5, 6}, {0, 1}, {3, 5}, {7, 8}}, []Span{{0, 1}, {3, 6}, {7, 8}}},
	} {
		if got := join(slices.Clone(tt.spans)); !slices.Equal(got, tt.want) {
			t.Errorf("%v: %v, want %v", tt.spans, got, tt.want)
		}
	}
}

// TestOneCopy checks that a text with secrets is copied once.
func TestOneCopy(t *testing.T) {
	const s = "http://u:S@h/?password=S&token=S"
	if n := testing.AllocsPerRun(10, func() { Redact(s) }); n != 1 {
		t.Errorf("%v allocations", n)
	}
}

// shown is a value that FormatText writes.
type shown struct{}

func (shown) Format(f fmt.State, verb rune) {
	FormatText(f, verb, "shown(", ")", func() string { return "text" }, func() string { return "masked" })
}

func TestFormatText(t *testing.T) {
	if got := fmt.Sprintf("%v %q", failed(`"`), failed(`"`)); got != `" "\""` {
		t.Error(got)
	}
	for format, want := range map[string]string{"%v": "text", "%s": "text", "%+v": "masked", "%+8v": "  masked", "%#v": `shown("masked")`, "%q": `"text"`} {
		if got := fmt.Sprintf(format, shown{}); got != want {
			t.Errorf("%s: %s, want %s", format, got, want)
		}
	}
}

// TestRedactFix has a Fix with delimiters that the error does not show, and Fixes with letters that it hides.
func TestRedactFix(t *testing.T) {
	for _, row := range []struct {
		fix, caret, want string
		ok               bool
	}{
		{"http://u:p@h/a", "http:u:xxxxx@h/a\n^", "http://u:xxxxx@h/a", true},
		{"http://h/p", "http:xxxxx\n^", "", false},
		{"http://h/ab", "http://xxxxx h/ba\n^", "", false},
		{"http://h/a", "http:h/a\n^", "http://h/a", true},
		{"https://h/a", "h/a\n^", "https://h/a", true}, // nothing is hidden
		{"http://h/x", "http:h/xxxxx\n^", "", false},
		{"http://h/aa", "http://xxxxx h/a\n^", "", false},
	} {
		if got, ok := RedactFix(row.fix, row.caret); got != row.want || ok != row.ok {
			t.Errorf("%q, %q: %q, %v, want %q, %v", row.fix, row.caret, got, ok, row.want, row.ok)
		}
	}
}

// TestNothingHidden checks that a text without secrets is not copied.
func TestNothingHidden(t *testing.T) {
	for _, s := range []string{"", "http://h/a?b=c#d", "http://u@h:80/?a=b&c=d"} {
		for name, redact := range map[string]func(string) string{"Redact": Redact, "RedactText": RedactText, "RedactDecoded": RedactDecoded} {
			if n := testing.AllocsPerRun(10, func() { redact(s) }); n > 0 || redact(s) != s {
				t.Errorf("%s of %q: %q, %v allocations", name, s, redact(s), n)
			}
		}
	}
}
