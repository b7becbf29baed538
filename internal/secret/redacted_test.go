package secret

import (
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
