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

// commentWords returns the words of a list in the comment of URI.Redacted: all up to a full stop.
func commentWords(t *testing.T, from string) []string {
	t.Helper()
	source, err := os.ReadFile("../../redact.go")
	if err != nil {
		t.Fatal(err)
	}
	_, text, found := strings.Cut(string(source), from)
	text, _, ended := strings.Cut(text, ".")
	text, _, _ = strings.Cut(text, ", as in")
	if !found || !ended {
		t.Fatalf("the comment has no list from %q to the end of the sentence", from)
	}
	return regexp.MustCompile(`[a-z]+`).FindAllString(text, -1)
}

// TestNames checks the words that the comment of URI.Redacted lists against those of the
// rule.
func TestNames(t *testing.T) {
	code, err := os.ReadFile("name.go")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(code), "func isSecretWord")
	text, _, _ = strings.Cut(text, "return true")
	var words []string
	for _, m := range regexp.MustCompile(`"(\w+)"`).FindAllStringSubmatch(text, -1) {
		words = append(words, m[1])
	}
	for from, want := range map[string][]string{
		"joined end in one of these:":    endings,
		"or all joined is one of these:": words,
		"before it is one of these:":     keyed,
		`"token" does not count after`:   paging,
	} {
		if !slices.Equal(commentWords(t, from), want) {
			t.Errorf("the comment of Redacted lists %q after %q, the rule has %q", commentWords(t, from), from, want)
		}
	}
	for _, w := range slices.Concat(endings, words) {
		for _, name := range []string{w, strings.ToUpper(w), "user[" + w + "]", "x_" + w + "2", "a." + w + "-confirm"} {
			if !isName(name) {
				t.Errorf("the value of %q is no secret", name)
			}
		}
	}
	for _, w := range paging {
		for _, name := range []string{w + "_token", w + "token", "next" + w + "token", "x." + w + "-Token2", strings.ToUpper(w) + "TOKEN"} {
			if isName(name) {
				t.Errorf("the value of %q is a secret", name)
			}
		}
		if !isName("x" + w + "token") {
			t.Errorf("the value of %q is no secret", "x"+w+"token")
		}
	}
	for _, w := range keyed {
		for _, name := range []string{w + "_key", w + "key", "x" + w + "key", strings.ToUpper(w) + "KEY"} {
			if !isName(name) || isName(name+"_id") {
				t.Errorf("%q", name)
			}
		}
	}
	if !isName("myauthkey") {
		t.Error("the value of myauthkey is no secret")
	}
}

// TestEndings writes each ending after drawn words, in drawn cases and with drawn separators.
func TestEndings(t *testing.T) {
	r := seed.Rand(t)
	const drawn = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.[]$ \xc3\xa9"
	for range 20_000 {
		w := endings[r.IntN(len(endings))]
		before := make([]byte, r.IntN(12))
		for i := range before {
			before[i] = drawn[r.IntN(len(drawn))]
		}
		if w == "token" && mayPage.Match(before) {
			continue
		}
		var name strings.Builder
		name.Write(before)
		for i := range len(w) {
			c := w[i : i+1]
			if r.IntN(3) == 0 {
				c = strings.ToUpper(c)
			}
			name.WriteString(c)
			if i+1 < len(w) && r.IntN(8) == 0 {
				name.WriteByte("_-. ]"[r.IntN(5)])
			}
		}
		if !isName(name.String()) {
			t.Fatalf("the value of %q is no secret", name.String())
		}
	}
}

// mayPage matches the end of a text that may make "token" a place in a list.
var mayPage = regexp.MustCompile(`(?i)(page|next|prev|previous|continuation|sync|cursor|start|starting)[^a-z]*$`)

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
	for _, name := range []string{"", "_", "1", "confirm", "x" + strings.Repeat("_", 100), strings.Repeat("a", 1<<20), "sharedaccesssignature1x", "%zztokens", "\u00c0pass", strings.Repeat("a_", 1<<16) + "a"} {
		if isName(name) {
			t.Errorf("the value of %.40q is a secret", name)
		}
	}
	for _, name := range []string{strings.Repeat("a_", 1<<16) + "token", "password" + strings.Repeat("1", 1<<16), strings.Repeat("A", 1<<16) + "Token", "%255Ftoken", "%zztoken", "a%2Btoken", "pass%20word", "dbPwD", "jazzPWD", "xpagetoken", "api\x7fkey"} {
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
				"confirm", "Again", "access", "start", "Sync", "rss", "session", "id", "Id", "shared", "signature", "Sig", "s", "o", "auth", "k", "e", "y", "\u00e9", "%5B", "%41"}
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
	pages       = regexp.MustCompile(`^(page|next|prev|previous|continuation|sync|cursor|start|starting)+$`)
	keyWords    = regexp.MustCompile(`(api|access|secret|private|subscription|client|master|auth|signing|encryption|shared|stream|account|session|license|functions|pass|rss)$`)
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
	all := strings.Join(words, "")
	if last == "token" && pages.MatchString(before) || last != "token" && pages.MatchString(strings.TrimSuffix(last, "token")) && strings.HasSuffix(last, "token") {
		return false
	}
	if last == "key" && keyWords.FindString(before) == before && before != "" || keyWords.MatchString(strings.TrimSuffix(last, "key")) && strings.HasSuffix(last, "key") && last != "key" {
		return true
	}
	if regexp.MustCompile("(password|passwd|passphrase|secret|token|apikey|accesskey|secretkey|privatekey|sessionid|credentials)$").MatchString(all) {
		return true
	}
	list := strings.Fields("pass userpass pwd signature sig sharedaccesssignature credential creds authorization auth jwt " +
		"xamzsignature xamzcredential xgoogsignature xgoogcredential")
	return slices.Contains(list, last) || slices.Contains(list, before+last) || slices.Contains(list, strings.Join(words, ""))
}
