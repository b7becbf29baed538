package secret

import (
	"errors"
	"fmt"
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

// TestOdd has texts that no URI is.
func TestOdd(t *testing.T) {
	user := Rules{User: true}
	for _, row := range []struct {
		redact     func(string) string
		text, want string
	}{
		{user.Redact, `://":]`, "://xxxxx:xxxxx"},
		{user.Redact, "://+x:%3A", "://xxxxx:xxxxx"},
		{RedactDecoded, "://%40:", "://%40:"},
		{RedactDecoded, ";[sig/=a", ";[sig/=a"},
		{RedactDecoded, "x:://:?#:%25", "x:://:xxxxx#:%25"},
		{user.Redact, "mailto::#%40%u", "mailto::xxxxx%40%u"},
		{user.Redact, "://pwd: ", "://xxxxx:xxxxx"},
		{user.Redact, "http://h.example:8o80/?a=b", "http://h.example:8o80/?a=b"},
		{Redact, "x?http://@h:p", "x?http://@h:p"},
		{Redact, "mailto:u:S@h#a@b", "mailto:u:xxxxx@h#a@b"},
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
		{"http://h/x", "http:h/xxxxx\n^", "", false},
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
