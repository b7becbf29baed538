package secret

import (
	"bufio"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/uri/internal/seed"
)

// TestNames checks the words that the comment of URI.Redacted lists against those of the
// rule.
func TestNames(t *testing.T) {
	source, err := os.ReadFile("../../redact.go")
	if err != nil {
		t.Fatal(err)
	}
	list := func(from string) []string {
		_, text, found := strings.Cut(string(source), from)
		text, _, ended := strings.Cut(text, ".\n")
		if !found || !ended {
			t.Fatalf("the comment has no list from %q to the end of the sentence", from)
		}
		return regexp.MustCompile(`[a-z]+`).FindAllString(text, -1)
	}
	words := list("is one of these:")
	source2, err := os.ReadFile("name.go")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(source2), "func isSecretWord")
	text, _, _ = strings.Cut(text, "return true")
	inCode := regexp.MustCompile(`"(\w+)"`).FindAllStringSubmatch(text, -1)
	if len(inCode) != len(words) {
		t.Errorf("%d words, the comment lists %d", len(inCode), len(words))
	}
	for _, m := range inCode {
		if !slices.Contains(words, m[1]) {
			t.Errorf("the comment of Redacted does not list %q", m[1])
		}
	}
	for _, w := range words {
		for _, name := range []string{w, strings.ToUpper(w), "user[" + w + "]", "x_" + w + "2", "a." + w + "-confirm"} {
			if !isName(name) {
				t.Errorf("the value of %q is no secret", name)
			}
		}
	}
	for _, before := range list(`"token" does not count after`) {
		if isName(before + "_token") {
			t.Errorf("the value of %q is a secret", before+"_token")
		}
	}
	for _, before := range list(`"key" counts after`) {
		if !isName(before+"_key") || isName(before+"_key_id") {
			t.Errorf("%q", before+"_key")
		}
	}
}

// TestNameRows checks names that APIs, frameworks and forms use for their parameters.
func TestNameRows(t *testing.T) {
	file, err := os.Open("testdata/names.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	n := map[byte]int{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		line := lines.Text()
		if line == "" || line[0] == '#' {
			continue
		}
		n[line[0]]++
		if got := isName(line[2:]); got != (line[0] == '+') {
			t.Errorf("%s: %v", line, got)
		}
		if n := testing.AllocsPerRun(10, func() { isName(line[2:]) }); n > 0 {
			t.Errorf("%s: %v allocations", line, n)
		}
	}
	if n['+'] < 100 || n['-'] < 100 {
		t.Errorf("%d names are secrets, and %d are not", n['+'], n['-'])
	}
	for _, name := range []string{"", "_", "1", "confirm", "x" + strings.Repeat("_", 100), "%zztoken", strings.Repeat("a", 1<<20), "sharedaccesssignature1x", strings.Repeat("a_", 1<<16) + "a"} {
		if isName(name) {
			t.Errorf("the value of %.40q is a secret", name)
		}
	}
	for _, name := range []string{strings.Repeat("a_", 1<<16) + "token", "password" + strings.Repeat("1", 1<<16), strings.Repeat("A", 1<<16) + "Token", "%255Ftoken", "a%2Btoken", "pass%20word"} {
		if !isName(name) {
			t.Errorf("the value of %.40q is no secret", name)
		}
	}
}

// TestNameRandom compares the rule with one that has the words of a name as a list.
func TestNameRandom(t *testing.T) {
	r := seed.Rand(t)
	secrets := 0
	for range 20_000 {
		var b strings.Builder
		for range 1 + r.IntN(6) {
			pieces := []string{"pass", "word", "Pass", "Word", "api", "API", "Api", "key", "Key", "KEY", "token", "Token", "page", "next", "x", "X", "1", "22", "_", "-", ".", "[", "]",
				"confirm", "Again", "access", "shared", "signature", "Sig", "s", "o", "auth", "k", "e", "y", "\u00e9", "%5B", "%41"}
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		name := b.String()
		want := naiveName(name)
		if want {
			secrets++
		}
		if got := isName(name); got != want {
			t.Fatalf("%q: %v, want %v", name, got, want)
		}
	}
	t.Logf("%d are secrets", secrets)
	if secrets < 1000 {
		t.Errorf("only %d are secrets", secrets)
	}
}

var (
	camel       = regexp.MustCompile(`([a-z0-9])([A-Z])`)
	acronym     = regexp.MustCompile(`([^ ])([A-Z][a-z])`)
	noWord      = regexp.MustCompile(`[^A-Za-z0-9\x{80}-\x{10ffff}]+`)
	finalDigits = regexp.MustCompile(`[0-9]+$`)
)

// naiveName decides by the sentences of the comment of URI.Redacted.
func naiveName(s string) bool {
	s = strings.NewReplacer("%5B", "[", "%41", "A").Replace(s)
	for {
		cut := acronym.ReplaceAllString(camel.ReplaceAllString(s, "$1 $2"), "$1 $2")
		if cut == s {
			break
		}
		s = cut
	}
	words := strings.Fields(strings.ToLower(noWord.ReplaceAllString(s, " ")))
	given := strings.Join(words, "")
	for len(words) > 0 {
		i := len(words) - 1
		words[i] = finalDigits.ReplaceAllString(words[i], "")
		if !slices.Contains([]string{"", "confirm", "confirmation", "repeat", "again", "retype", "verify"}, words[i]) {
			break
		}
		words = words[:i]
	}
	if len(words) == 0 {
		return false
	}
	if given == "key" {
		return true
	}
	last, before := words[len(words)-1], ""
	if len(words) > 1 {
		before = words[len(words)-2]
	}
	if last == "token" && slices.Contains(strings.Fields("page next prev previous continuation sync cursor start starting"), before) {
		return false
	}
	if last == "key" && slices.Contains(strings.Fields("api access secret private subscription client master auth signing encryption shared stream"), before) {
		return true
	}
	list := strings.Fields("password passwd passphrase pass pwd secret token signature sig sharedaccesssignature credential credentials authorization auth jwt " +
		"apikey accesskey secretkey privatekey accesstoken authtoken idtoken refreshtoken sessiontoken clientsecret " +
		"xamzsignature xamzsecuritytoken xamzcredential xgoogsignature xgoogcredential")
	return slices.Contains(list, last) || slices.Contains(list, before+last) || slices.Contains(list, strings.Join(words, ""))
}
