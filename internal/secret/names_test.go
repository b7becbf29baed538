package secret

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestNames compares the names whose values are secrets with those that the comment of
// URI.Redacted lists.
func TestNames(t *testing.T) {
	source, err := os.ReadFile("../../redact.go")
	if err != nil {
		t.Fatal(err)
	}
	_, text, found := strings.Cut(string(source), "anywhere:")
	text, _, ended := strings.Cut(text, ".")
	if !found || !ended {
		t.Fatal("the comment lists no names from \"anywhere:\" to the end of the sentence")
	}
	listed := make(map[string]bool)
	for _, name := range regexp.MustCompile(`[\w-]+`).FindAllString(strings.ReplaceAll(text, "//", ""), -1) {
		if !isName(name) || !isName(strings.ToUpper(name)) {
			t.Errorf("the value of %q is no secret", name)
		}
		listed[strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))] = true
	}
	source, err = os.ReadFile("find.go")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ = strings.Cut(string(source), "switch string(b) {")
	text, _, _ = strings.Cut(text, "return true")
	names := regexp.MustCompile(`"\w+"`).FindAllString(text, -1)
	for _, name := range names {
		if !listed[strings.Trim(name, `"`)] {
			t.Errorf("the comment of Redacted does not list %s", name)
		}
	}
	if len(names) != len(listed) {
		t.Errorf("%d names, the comment lists %d", len(names), len(listed))
	}
	for _, name := range []string{"", "pas", "passwor", "passwords", "keys", "page", "tokenize", "x" + strings.Repeat("_", 100), "%zztoken"} {
		if isName(name) {
			t.Errorf("the value of %q is a secret", name)
		}
	}
}
