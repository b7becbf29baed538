package hint_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"example.com/uri"
	"example.com/uri/internal/seed"
	"example.com/uri/internal/vectors"
)

var (
	inputs = flag.Int("inputs", 4_000, "try `N` random inputs")
	every  = flag.Bool("every", false, "try each character at each place")
)

// appendixB is the expression of RFC 3986, Appendix B.
var appendixB = regexp.MustCompile(`(?s)^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?$`)

// A judged text is split by appendixB, and its authority by section 3.2. A part without a value is
// "-", one with a value has "+" before it.
type judged struct{ scheme, userinfo, host, port, path, query, fragment string }

func judge(s string) (j judged) {
	m := appendixB.FindStringSubmatch(s)
	part := func(ok bool, text string) string {
		if !ok {
			return "-"
		}
		return "+" + text
	}
	j = judged{part(m[1] != "", m[2]), "-", "-", "-", m[5], part(m[6] != "", m[7]), part(m[8] != "", m[9])}
	if m[3] == "" {
		return j
	}
	authority := m[4]
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		j.userinfo, authority = "+"+authority[:i], authority[i+1:]
	}
	if i := strings.LastIndexByte(authority, ':'); i > strings.LastIndexByte(authority, ']') {
		j.port, authority = "+"+authority[i+1:], authority[:i]
	}
	j.host = "+" + authority
	return j
}

// unseen reports whether r is white space or has no width.
func unseen(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) }

var ofTheWeb = regexp.MustCompile(`(?is)^(https?|wss?|ftp)(?::+([/\\]+)|:)([^?#]*)(.*)$`)

// inASCII returns the ASCII form of a wide character or of one that looks like a delimiter.
func inASCII(r rune) rune {
	switch {
	case '！' <= r && r <= '～':
		return r - 0xFEE0
	case r == '∶', r == '﹕':
		return ':'
	case r == '⁄', r == '∕':
		return '/'
	case r == '。', r == '｡', r == '․':
		return '.'
	}
	return r
}

// seen returns s without what unseen reports, wide characters and look-alikes as ASCII, and the
// slashes of the web.
func seen(s string) string {
	s = strings.Map(func(r rune) rune {
		if unseen(r) {
			return -1
		}
		return inASCII(r)
	}, s)
	m := ofTheWeb.FindStringSubmatch(s)
	if m == nil {
		return s
	}
	if m[2] != "" {
		m[2] = "//"
	}
	return m[1] + ":" + m[2] + strings.ReplaceAll(m[3], `\`, "/") + m[4]
}

var escape = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)

// decoded returns s with its escapes decoded, once.
func decoded(s string) string {
	return escape.ReplaceAllStringFunc(s, func(e string) string {
		text, _ := uri.Unescape(e)
		return text
	})
}

// lettersOf returns the letters and digits of s, decoded.
func lettersOf(s, others string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(others, r) {
			return r
		}
		return -1
	}, seen(decoded(s)))
}

var dots = regexp.MustCompile(`\.\.+`)

// hostOf returns what must stay of a host.
func hostOf(s string) string {
	return dots.ReplaceAllString(lettersOf(strings.ReplaceAll(s, ",", "."), "-."), ".")
}

// registry is the registry of schemes.
func registry(t testing.TB) map[string]bool {
	text, err := os.ReadFile("../schemes/testdata/registry.tsv")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		name, _, _ := strings.Cut(line, "\t")
		names[strings.ToLower(name)] = true
	}
	return names
}

var (
	authorityAsTyped = regexp.MustCompile(`^[^/\\?#]*[/\\\s]*[^/\\?#]*`)
	authorityWithout = regexp.MustCompile(`^[^/\\?#]*[/\\\s:;,.]*[^/\\?#]*`) // a scheme's ":"
	authorityFirst   = regexp.MustCompile(`^[^/\\?#]*`)
	lostColon        = regexp.MustCompile(`^([a-zA-Z]+)[:;,.]*[/\\][:;,.]*[/\\][:;,./\\]*`)
	hostAndPort      = regexp.MustCompile(`^[^:]*:[0-9]`)
	twoNames         = regexp.MustCompile(`[^\s./\\:@]\.[^\s./\\:@]+\.?\s+\.?[^\s./\\:@]+\.[^\s./\\:@]`)
)

// lostScheme returns the scheme own at the start of a plain text, without its ":", and its slashes.
func lostScheme(plain, own string) string {
	m := lostColon.FindStringSubmatch(plain)
	if m == nil || !strings.EqualFold(m[1], own) && !(own == "http" && strings.EqualFold(m[1], "https")) {
		return ""
	}
	return m[0]
}

// authorityOf returns a text typed for the scheme own, as withoutMarks has it, up to the end of its
// authority. A "\" ends it only for the web.
func authorityOf(typed, own string) string {
	switch plain := seen(typed); {
	case judge(plain).scheme == "-" && (lostScheme(plain, own) != "" || strings.IndexAny(plain, `/\`) == 0):
		return authorityWithout.FindString(typed)
	case judge(plain).scheme == "-":
		return authorityFirst.FindString(typed)
	case ofTheWeb.MatchString(plain):
		return authorityAsTyped.FindString(typed)
	}
	return authorityAsTyped.FindString(strings.ReplaceAll(typed, `\`, "|"))
}

// withoutMarks returns s without the characters of the category Cf, and with others as ASCII, white
// space other than tabs and line breaks as a space.
func withoutMarks(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Cf, r):
			return -1
		case unicode.IsSpace(r) && !strings.ContainsRune("\t\r\n", r):
			return ' '
		}
		return inASCII(r)
	}, s)
}

// harm says how fix differs from typed, or "". own is the scheme of the function, or "".
func harm(names map[string]bool, typed, fix, own string) string {
	plain := seen(typed)
	a, b := judge(plain), judge(fix)
	afterScheme := plain[max(len(a.scheme)-1, 0):]
	family := strings.EqualFold(b.scheme, "+"+own) || own == "http" && strings.EqualFold(b.scheme, "+https")
	name := strings.ToLower(strings.TrimLeft(a.scheme, "+-"))
	switch {
	case a.scheme == b.scheme:
	case !family || own == "":
		return "another scheme"
	case a.scheme == "-" && b.host == "-":
		a.scheme = b.scheme
	case a.scheme == "-":
		rest := plain[len(lostScheme(plain, own)):]
		if a = judge(seen(b.scheme[1:] + "://" + strings.TrimPrefix(rest, "//"))); a.userinfo != "-" && !strings.HasPrefix(rest, "//") && rest == plain {
			return "a login"
		}
	case b.host != "-" && !names[name] && hostAndPort.MatchString(plain):
		if a = judge(seen(b.scheme[1:] + "://" + plain)); a.userinfo != "-" {
			return "a login"
		}
	case names[name], strings.HasPrefix(name, own), strings.HasSuffix(name, own):
		return "the scheme of another registered name, or of one with this name in it"
	default:
		a = judge(seen(b.scheme[1:] + plain[len(name):]))
	}
	if strings.HasPrefix(b.host, "+[") { // an address that was typed without brackets
		if all := strings.TrimSuffix(a.host+strings.Replace(a.port, "+", ":", 1), "-"); b.port == "-" && !strings.Contains(all, "]") {
			a.host, a.port = all, "-"
		}
	}
	a.port = strings.Replace(a.port, "+:", "+", 1)
	defined := func(s string) bool { return s != "-" }
	for _, x := range [...][2]string{{a.userinfo, b.userinfo}, {a.host, b.host}, {a.port, b.port}, {a.query, b.query}, {a.fragment, b.fragment}} {
		if defined(x[0]) != defined(x[1]) {
			return fmt.Sprintf("a part that goes or comes: %q, %q", x[0], x[1])
		}
	}
	for _, x := range [...][2]string{{a.userinfo, b.userinfo}, {a.port, b.port}, {a.path, b.path}, {a.query, b.query}, {a.fragment, b.fragment}} {
		if lettersOf(x[0], "") != lettersOf(x[1], "") || (x[0] == "") != (x[1] == "") {
			return fmt.Sprintf("other letters: %q, %q", x[0], x[1])
		}
	}
	if b.host != "-" && (hostOf(a.host) != hostOf(b.host) || !strings.Contains(hostOf(plain), hostOf(b.host))) {
		return fmt.Sprintf("another host: %q, %q", a.host, b.host)
	}
	if len(b.host) > len("+") && twoNames.MatchString(authorityOf(withoutMarks(typed), own)) {
		return "two names in one"
	}
	return harmOfCharacters(typed, own, afterScheme, fix)
}

// harmOfCharacters is harm for single characters: those that go, and escapes that come.
func harmOfCharacters(typed, own, plain, fix string) string {
	if i, j := strings.Index(fix, "//"), strings.Index(plain, "//"); i >= 0 && j >= 0 && strings.Count(fix[:i], "%") > strings.Count(plain[:j], "%") {
		return `an escape before "//"`
	}
	text := decoded(fix)
	kept, raw := seen(text), decoded(plain)
	for _, c := range "!\"$%&'()*+<=>[]^_`{|}~?#@\x00\x01\x1b\x7f" {
		if strings.Count(kept, string(c)) < strings.Count(raw, string(c)) && !strings.Contains(plain, string(c)+string(c)) {
			return fmt.Sprintf("%q goes", c)
		}
	}
	trimmed := strings.TrimFunc(typed, unseen)
	if i := strings.IndexByte(trimmed, '?'); i >= 0 {
		query, _, _ := strings.Cut(trimmed[i:], "#")
		if strings.Count(query, " ") > strings.Count(text, " ") {
			return "white space of a query goes"
		}
	}
	if trimmed = withoutMarks(trimmed); strings.Contains(trimmed, "//") && strings.Contains(fix, "//") {
		if i := len(authorityOf(trimmed, own)); i < len(trimmed) {
			for _, c := range "\t\r\n" {
				if strings.Count(trimmed[i:], string(c)) > strings.Count(text, string(c)) {
					return "a control character goes"
				}
			}
		}
	}
	return ""
}

// whole are the URLs that are damaged, and asked are the functions that refuse.
var (
	whole = []string{"http://www.example.com/a?b=c#d", "https://user.example:8080/a b", "ftp://joe:pw@ftp.example/pub/x;type=a", "gopher://h.example:70/7s",
		"mailto:joe@h.example?subject=a", "news:comp.lang.c", "nntp://h.example/comp.lang.c/1", "telnet://joe@h.example:23/", "wais://h.example/db",
		"file://h.example/a/b", "prospero://h.example/x;a=b", "sftp://joe:pw@h.example/a", "sms:+15551234?body=a b", "http://[::1]:80/"}
	asked = []struct {
		own  string
		call func(string) error
	}{
		{"", operations["parse"]}, {"", operations["conforms3986"]}, {"", onURI("interpret")}, {"", onURI("server")}, {"", operations["generic"]},
		{"", func(s string) error { _, err := uri.ParseRFC2396(s); return err }}, {"", uri.Conforms1738},
		{"", func(s string) error { _, err := uri.Conforms3987(s); return err }}, {"", func(s string) error { _, err := uri.ParseOther(s); return err }},
		{"http", operations["http"]}, {"ftp", operations["ftp"]}, {"gopher", operations["gopher"]}, {"telnet", operations["telnet"]},
		{"mailto", operations["mailto"]}, {"file", operations["file"]}, {"news", func(s string) error { _, err := uri.ParseNews(s); return err }},
		{"nntp", func(s string) error { _, err := uri.ParseNNTP(s); return err }}, {"wais", func(s string) error { _, err := uri.ParseWAIS(s); return err }},
		{"prospero", func(s string) error { _, err := uri.ParseProspero(s); return err }},
	}
)

// onURI returns a function that takes a URI, for a text. The texts that Parse refuses are others'.
func onURI(name string) func(string) error {
	return func(s string) error {
		if !uri.Valid(s) {
			return nil
		}
		return operations[name](s)
	}
}

// damages are about 400 characters: ASCII but for most letters, white space, those without width,
// wide ones, and look-alikes.
var damages = func() (all []string) {
	for c := range rune(0x80) {
		if !unicode.IsLetter(c) || strings.ContainsRune("hpsCux", c) {
			all = append(all, string(c))
		}
	}
	for r := rune(0x80); r < 0x20000; r++ {
		if unseen(r) || '！' <= r && r <= '～' {
			all = append(all, string(r))
		}
	}
	for _, r := range "∶﹕︓⁚ːː꞉⁄∕⧸╱。｡․·‧‐‑‒–—−＂“”‘’«»（）【】「」『』äßжλ日①Ⅷ𝐚\ufffd" {
		all = append(all, string(r))
	}
	return append(all, "\xff", "\xc3", "//", "\\\\", "\\/", "\\u002F", "::", "://", "@", "%2F", "%0A", "\r\n", ". ", " .", " a.b ")
}()

// checkFixes asks functions, some of asked, for their Fixes of a typed text, and returns how many there are. Each is accepted
// and names what was typed. If all are asked, that of Parse is that of the function for the scheme.
func checkFixes(t *testing.T, names map[string]bool, typed string, from, functions int) (fixed int) {
	t.Helper()
	fixes := map[string]string{}
	for _, x := range asked[from : from+functions] {
		var e *uri.SyntaxError
		if !errors.As(x.call(typed), &e) {
			continue
		}
		fix, ok := e.Fix()
		if !ok {
			continue
		}
		fixed++
		if err := x.call(fix); err != nil {
			t.Errorf("%q: %q is refused: %v", typed, fix, err)
		}
		if how := harm(names, typed, fix, x.own); how != "" {
			t.Errorf("%q, for %q: %q: %s", typed, x.own, fix, how)
		}
		if _, ok := fixes[x.own]; !ok && e.Op == "parse" { // the first is Parse
			fixes[x.own] = fix
		}
	}
	own := strings.TrimSuffix(strings.ToLower(judge(seen(typed)).scheme[1:]), "s") // https
	if parsed, of := fixes[""], fixes[own]; functions == len(asked) && own != "" && parsed != "" && of != "" && parsed != of {
		t.Errorf("%q: the Fix of Parse is %q, that for %s is %q", typed, parsed, own, of)
	}
	return fixed
}

// FuzzFix asks every function that refuses a text for its Fix.
func FuzzFix(f *testing.F) {
	for i, m := range mistakes(f) {
		if i%16 == 0 || !vectors.Fuzzing() {
			f.Add(m.typed)
		}
	}
	for _, typed := range []string{"a.example#b c.example", "nntp:///1.2.3.4\u00a0\\a.b", "localhost//1.2.3.4%41h\tb.c", "telnet//。 \\a\tfile#", "http:\\\\\u00ad．a=b =b.c/\"x"} {
		f.Add(typed) // the judge must find the end of the authority
	}
	names := registry(f)
	f.Fuzz(func(t *testing.T, typed string) { checkFixes(t, names, typed, 0, len(asked)) })
}

// TestHarmless damages URLs at one place or at two, and asks the functions that refuse the text.
func TestHarmless(t *testing.T) {
	names := registry(t)
	r := seed.Rand(t)
	fixed := 0
	ask := func(typed string, functions int) {
		if t.Failed() {
			return
		}
		fixed += checkFixes(t, names, typed, r.IntN(len(asked)-functions+1), functions)
	}
	damage := func(s string, at int, c string) string {
		if r.IntN(2) == 0 && at < len(s) {
			return s[:at] + c + s[at+1:]
		}
		return s[:at] + c + s[at:]
	}
	for range *inputs {
		s := whole[r.IntN(len(whole))]
		for range 1 + r.IntN(2) {
			s = damage(s, r.IntN(len(s)+1), damages[r.IntN(len(damages))])
		}
		ask(s, 2)
	}
	for _, s := range whole {
		path := len(authorityAsTyped.FindString(s))
		for at := range min(path+4, len(s)+1) {
			for _, c := range damages {
				if *every {
					ask(s[:at]+c+s[at:], len(asked))
					ask(s[:at]+c+s[min(at+1, len(s)):], len(asked))
				} else if r.IntN(1000) == 0 {
					ask(damage(s, at, c), len(asked))
				}
			}
		}
	}
	t.Logf("%d Fixes", fixed)
	if fixed < *inputs/4 {
		t.Errorf("only %d Fixes", fixed)
	}
}

// mutate makes one mistake in a URL: a delimiter is another one, is missing or is twice there, or a
// character is wide, or one without width is added.
func mutate(r *rand.Rand, s string) string {
	var places []int
	for i := range len(s) {
		if strings.IndexByte(":/.?#@;=&", s[i]) >= 0 {
			places = append(places, i)
		}
	}
	i := places[r.IntN(len(places))]
	others := map[byte]string{':': ";:", '/': `\/`, '.': ",", '?': "?", '#': "#", '@': "@", ';': ";", '=': "=", '&': "&"}
	switch r.IntN(5) {
	case 0:
		near := others[s[i]]
		return s[:i] + near[r.IntN(len(near)):][:1] + s[i+1:]
	case 1:
		return s[:i] + s[i+1:]
	case 2:
		return s[:i] + s[i:i+1] + s[i:]
	case 3:
		i = places[r.IntN(len(places))]
		if r.IntN(2) == 0 {
			i = r.IntN(strings.IndexByte(s[8:]+"/", '/') + 8)
		}
		return s[:i] + string(rune(s[i])+0xFEE0) + s[i+1:]
	}
	i = r.IntN(len(s) + 1)
	return s[:i] + damages[slices.Index(damages, "\u00a0")+r.IntN(60)] + s[i:]
}

// TestRestored makes one mistake in URLs. Of those that may be mended most are mended to exactly
// the URL.
func TestRestored(t *testing.T) {
	names := registry(t)
	r := seed.Rand(t)
	could, restored := 0, 0
	missed := map[string]int{}
	for range *inputs {
		s := urls[r.IntN(len(urls))]
		typed := mutate(r, s)
		var e *uri.SyntaxError
		if !errors.As(operations["http"](typed), &e) || harm(names, typed, s, "http") != "" {
			continue
		}
		could++
		if fix, _ := e.Fix(); fix == s {
			restored++
		} else {
			missed[fmt.Sprintf("%q: %q", typed, fix)]++
		}
	}
	t.Logf("%d of %d restored", restored, could)
	if restored*100 < could*85 || could < *inputs/5 {
		t.Errorf("only %d of %d restored: %v", restored, could, missed)
	}
}
