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
