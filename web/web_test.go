package web

import (
	"fmt"
	"reflect"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// TestVectors reads every row of web-platform-tests. The domains that need IDNA are
// in testdata/domains.tsv: this module has no IDNA of its own.
func TestVectors(t *testing.T) {
	p := Parser{ToASCII: toASCII(t)}
	for _, v := range tableRows(t) {
		var base URL
		if v.Base != "" {
			var err error
			if base, err = p.Parse(URL{}, v.Base); err != nil {
				t.Errorf("%v: base: %v", v, err)
				continue
			}
		}
		u, err := p.Parse(base, v.Input)
		got := u.String()
		if err != nil {
			got = "failure"
		}
		if got != v.Expected {
			t.Errorf("%v: got %q, want %q (%v)", v, got, v.Expected, err)
		}
		check(t, p, v.Base, v.Input)
	}
}

// check parses ref against base in every possible way, compares the results, and checks
// the properties that the standard promises of every URL.
func check(t *testing.T, p Parser, base, ref string) {
	t.Helper()
	b, err := p.Parse(URL{}, base)
	if err != nil {
		b = URL{}
	}
	u, err := p.Parse(b, ref)
	slow, slowErr := p.parse(b, ref)
	if u != slow || fmt.Sprint(err) != fmt.Sprint(slowErr) {
		t.Errorf("%q against %q: %v, %v, without the fast paths %v, %v", ref, base, u, err, slow, slowErr)
	}
	if _, err := Parse(ref); Valid(ref) != (err == nil) {
		t.Errorf("Valid(%q): %v, Parse: %v", ref, err != nil, err)
	}
	if u.parts != slow.parts {
		t.Errorf("%q against %q: parts %v, without the fast paths %v", ref, base, u.parts, slow.parts)
	}
	if err != nil {
		if u != (URL{}) {
			t.Errorf("%q against %q: %v with the error %v", ref, base, u, err)
		}
		checkError(t, ref, err.(*Error))
		return
	}
	checkParts(t, u)
	checkURI(t, u)
	again, err := Parse(u.String())
	if err != nil || again != u || again.parts != u.parts {
		t.Errorf("%q against %q: %v is read as %v, %v", ref, base, u, again, err)
	}
	if against, err := p.Parse(b, u.String()); err != nil || against != u {
		t.Errorf("%v against %q: %v, %v", u, base, against, err)
	}
	// Invalid UTF-8 counts as U+FFFD, and removed characters make no difference.
	clean := strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(string([]rune(ref)))
	if c, err := p.Parse(b, clean); err != nil || c != u {
		t.Errorf("%q against %q: %v, cleaned %v, %v", ref, base, u, c, err)
	}
}

// checkParts puts the parts of u together as the "URL serializer" does, and looks for
// bytes that no serialization has.
func checkParts(t *testing.T, u URL) {
	t.Helper()
	var b strings.Builder
	b.WriteString(u.Scheme() + ":")
	host, hasHost := u.Host()
	if hasHost {
		b.WriteString("//" + u.Username())
		if u.Password() != "" {
			b.WriteString(":" + u.Password())
		}
		if u.Username() != "" || u.Password() != "" {
			b.WriteString("@")
		}
		b.WriteString(host)
		if port, ok := u.Port(); ok {
			b.WriteString(":" + strconv.Itoa(int(port)))
		}
	} else if strings.HasPrefix(u.Path(), "//") {
		b.WriteString("/.")
	}
	b.WriteString(u.Path())
	if query, ok := u.Query(); ok {
		b.WriteString("?" + query)
	}
	if fragment, ok := u.Fragment(); ok {
		b.WriteString("#" + fragment)
	}
	if b.String() != u.String() {
		t.Errorf("the parts of %q are those of %q", u, b.String())
	}
	opaque := !hasHost && !strings.HasPrefix(u.Path(), "/")
	if opaque && u.kind != notSpecial || u.kind != notSpecial && u.kind != fileScheme && host == "" {
		t.Errorf("%q is no URL", u)
	}
	if strings.HasSuffix(u.String(), " ") && !strings.HasSuffix(u.Path(), " ") {
		t.Errorf("%q ends in a space", u)
	}
	for i, c := range []byte(u.String()) {
		inPath := i >= int(u.path) && i < int(u.path)+len(u.Path())
		if c < ' ' || c > '~' || c == ' ' && !(opaque && inPath) {
			t.Errorf("%q has %q at %d", u, c, i)
		}
	}
}

// checkError checks the offset of an error, and that it shows no secret.
func checkError(t *testing.T, ref string, e *Error) {
	t.Helper()
	if e.Offset < 0 || e.Offset > len(ref) {
		t.Errorf("%q: offset %d of %q", ref, e.Offset, e.Name)
	}
	shown := e.shown.String()
	if !strings.HasPrefix(e.Error(), fmt.Sprintf("web: parse %q: %s at offset %d", shown, e.Name, e.Offset)) {
		t.Errorf("%q: %v shows more than %q", ref, e, shown)
	}
	if hidden := password(ref); len(hidden) > 8 && strings.Contains(shown, hidden) && strings.Count(ref, hidden) == 1 {
		t.Errorf("%q: %v", ref, e)
	}
}

// login begins a URL with a user and a password, with or without "//". FuzzSecret knows more of what
// an error must hide.
var login = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:(?://)?[^:/?#@%\[\]\\]*:([^:/?#@%\[\]\\]*)@`)

// password returns what an error about ref must hide.
func password(ref string) string {
	if m := login.FindStringSubmatch(ref); m != nil {
		return m[1]
	}
	return ""
}

func FuzzWeb(f *testing.F) {
	for _, v := range tableRows(f) {
		f.Add(v.Base, v.Input)
	}
	f.Add("file:///C:/a/b", "/d|/..//e")
	f.Add("http://h/a/b/c", "../../../.%2e/x?'#`")
	f.Add("http://h/", "http:./a")
	f.Add("", "0:aaaaaaaaa@aaaaaaaaa") // a secret that the input shows anyway
	f.Add("", "http:/000000000@")      // a user name without a password
	f.Add("", "A://00000000:@")        // with an empty one
	f.Add("", "http://00000000%20:80/@")
	f.Add("", "A://]:0#00000@")              // a host that is "%5D" if it is escaped
	f.Add("", "x://[1::2]:80:80/00000000@")  // a wrong port
	f.Add("", "http://u:password1@h:port/")  // and an error with a password
	f.Add("", "http:user:password1@h:port/") // without slashes
	f.Fuzz(func(t *testing.T, base, ref string) {
		// Any function that returns ASCII in lower case will do.
		p := Parser{ToASCII: func(domain string) (string, error) {
			if !utf8.ValidString(domain) || ascii.Is(domain) || strings.Contains(domain, "\uFFFD") {
				t.Errorf("%q against %q: ToASCII of %q", ref, base, domain)
			}
			if len(domain)%5 == 0 {
				return "", errIDNA
			}
			return strings.ReplaceAll(strings.ToLower(domain), "\u00e9", "xn--9ca"), nil
		}}
		check(t, p, base, ref)
	})
}

// TestHuge parses long texts that are hard for parsers: each unit many times, after
// each front. A parser that is not linear would take minutes for each of them.
func TestHuge(t *testing.T) {
	small, big := 1<<7, 1<<13
	if *long {
		small, big = 1<<12, 1<<18
	}
	units := []string{
		"../", "%2e", "%2e/", "@", "[", "]", ":", "\uFFFD", "\xFF", "\xF0\t\x9F", "\t", " ", "\x00", "/", "\\", ".", "a.", "1.",
		"0", "::", "a", "A", "?", "#", "%", "\u00E9", "C|/", "a/../", "./", "//", "a/", "0x", "%41", "'", "|", "a/. ", "a/ ",
	}
	for _, front := range []string{"", "http://", "http://h/", "foo://", "foo:", "file:", "http://u:p@", "http://h/?"} {
		for _, unit := range units {
			huge(t, URL{}, front+strings.Repeat(unit, big/len(unit)))
		}
	}
	for _, text := range []string{"http://u:p@h/", "file:///", "foo:/", "foo://h/"} {
		for _, n := range []int{small, big} {
			base, err := Parse(text + strings.Repeat("a/", n))
			if err != nil {
				t.Fatal(err)
			}
			for _, unit := range units {
				huge(t, base, strings.Repeat(unit, n/len(unit)))
			}
		}
	}
	for _, front := range []string{
		"/", "?", "#", "http:", "http://h:", "http://1.", "http://[", "http://[::", "file:///C|/", "file://", "foo://h/",
		"foo:/", "http://h/#", "http://h/%2e/", "http://xn--", "blob:", "ws://h/?", "http://h/a/../", "\t", "http://%41",
	} {
		for _, unit := range units {
			huge(t, URL{}, front+strings.Repeat(unit, small))
		}
	}
}

// huge parses s and checks how much memory that takes.
func huge(t *testing.T, base URL, s string) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Parser{}.Parse(base, s)
	runtime.ReadMemStats(&after)
	// Nine bytes for one, and a buffer that grows by a quarter until they fit.
	if got := after.TotalAlloc - before.TotalAlloc; got > 96*uint64(len(s)+len(base.s)) {
		t.Errorf("%.40q: %d bytes allocated for %d", s, got, len(s))
	}
	if err != nil {
		checkError(t, s, err.(*Error))
	}
}

// TestSize checks the size of a URL, which the documentation promises.
func TestSize(t *testing.T) {
	if size := reflect.TypeFor[URL]().Size(); size > 48 {
		t.Errorf("a URL has %d bytes, want at most 48", size)
	}
}

// TestAllocations checks how often parsing allocates.
func TestAllocations(t *testing.T) {
	base, err := Parse("https://www.example.com/a/b/c?q#f")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		want float64
		refs []string
	}{
		{0, []string{
			"https://www.example.com/a/b.html?q=1#f", "http://h:8080/a%20b", "file:///usr/share/x", "file://h/x",
			"node:fs", "mailto:a@b.example?c=d", "data:text/plain,a b#c",
			"http://h:0/" + strings.Repeat("a", 300), "http://127.0.0.1/", "http://[::1]:81/", "https://u:p@h/", "ftp://h/x", "ws://h/", "foo://h/a?b", "foo:/a",
			"https://www.example.com/" + strings.Repeat("a/", 500) + "?" + strings.Repeat("b", 500),
			"", "https://www.example.com/a/b/c?q",
		}},
		{1, []string{
			"g", "./g", "../g", "../../../../g.html?x#y", "/g", "?y", "#s", "//h2/", "g?y/./x", ".", "..", "a/../b",
			"HTTP://Example.COM/a", "http://h", "a b", "http://0x7f.1/", "http://[0::1]/", "/a|b?'#`", "http:g", "\\g",
			"http://h:080/", "foo:a\x7F", "foo:/.//x/../y",
		}},
		{2, []string{"a\tb", "a\t" + strings.Repeat("b", 100), "a b " + strings.Repeat("c", 300)}},
	} {
		for _, ref := range test.refs {
			got := testing.AllocsPerRun(100, func() {
				if _, err := (Parser{}).Parse(base, ref); err != nil {
					t.Error(err)
				}
			})
			if got > test.want {
				t.Errorf("%q: %v allocations, want %v", ref, got, test.want)
			}
		}
	}
	for _, s := range []string{"http://h:x/", "http://" + strings.Repeat("a", 200) + " b/", "http://u:p@h x/" + strings.Repeat("a", 200)} {
		if got := testing.AllocsPerRun(100, func() {
			if _, err := Parse(s); err == nil {
				t.Errorf("%q is accepted", s)
			}
		}); got > 2 {
			t.Errorf("the error for %q: %v allocations", s, got)
		}
	}
	long := strings.Repeat("a", 300)
	valid := []string{"https://u:p@h:81/" + long, "http://" + long + "/", "http:/\\h/" + long, "x://%/" + long, "http://h:81x/" + long, long}
	for _, s := range tableInputs(t) {
		if !strings.ContainsAny(s, "\t\r\n%") {
			valid = append(valid, s)
		}
	}
	if got := testing.AllocsPerRun(1, func() {
		for _, s := range valid {
			Valid(s)
		}
	}); got != 0 {
		t.Errorf("Valid allocates %v times for %d texts", got, len(valid))
	}
	u, err := Parse("https://u:p@h:81/a?b#c")
	if err != nil {
		t.Fatal(err)
	}
	if got := testing.AllocsPerRun(100, func() {
		_, _, _, _ = u.String(), u.Scheme(), u.Username(), u.Password()
		_, _ = u.Host()
		_, _ = u.Port()
		_, _ = u.Query()
		_, _ = u.Fragment()
		_ = u.Path()
		_ = base.Origin()
		_, _ = u.URI() // there is nothing to percent-encode
	}); got != 0 {
		t.Errorf("the accessors allocate %v times", got)
	}
}

// TestFastPaths has texts that the fast paths read, as their comments say, and texts that they leave
// to parse. TestTwin compares the answers.
func TestFastPaths(t *testing.T) {
	for s, want := range map[string]bool{
		"http://h/": true, "https://www.example.com/a%20b?q'#f`": false, "https://www.example.com/a%20b?q#f": true, "http://h": true,
		"http://h?q": false, "http://h:8080/": true, "http://h:8080": true, "http://h:80/": false, "http://h:080/": false, "http://h:65536/": false,
		"file:///": true, "file://": true, "file:///usr/share": true, "file://h/x": true, "file:///C|/x": false, "file://localhost/": false,
		"http:///": false, "https://": false, "http://u@h/": false, "http://h./": false, "http://h.1a/": false, "http://h1.a/": true, "http://[::1]/": false,
		"http://h/a/../b": false, "http://h/a b": false, "http://H/": false,
		"mailto:a@b?c#d": true, "x:": true, "x:/a": false, "http:a": false, "X:a": false, "x:\x7F": false, "a": false,
	} {
		if u := new(URL); u.serialized(s) != want {
			t.Errorf("%q: serialized reports %t", s, !want)
		}
	}
	for _, test := range []struct {
		base, ref string
		want      bool
	}{
		{"http://h/a/b?q#f", "", true}, {"http://h/a/b?q#f", "#g", true}, {"http://h/a/b?q#f", "?r", true}, {"http://h/a/b?q#f", "c/d?r#g", true},
		{"http://h/a/b", "/c", true}, {"http://h/a/b", "/", true}, {"http://h/a/b", "../../../c", true}, {"http://h/a/b", "./c", true}, {"http://h/a/b", ".", true},
		{"http://h/a/b", "c/../d", true}, {"http://h/a/b", "/c/%2E./d?q#f", true}, {"http://h/a/b", "c/../d e", false}, {"http://h/a/b", "//h", false}, {"http://h/a/b", "/\\h", false}, {"http://h/a/b", "\\c", false}, {"http://h/a/b", "c d", false},
		{"file:///a/b", "c", true}, {"file:///a/b", "C|/c", false}, {"file:///a/b", "c/../d", false}, {"file:///C:/b", "c", false}, {"http://h/C:/b", "c|", true},
	} {
		base, err := Parse(test.base)
		if err != nil {
			t.Fatal(err)
		}
		if u := new(URL); u.reference(&base, test.ref) != test.want {
			t.Errorf("%q against %q: reference reports %t", test.ref, base, !test.want)
		}
	}
}

// TestPlainPath compares plainPath with a test of each byte, for a path at each place
// of a text and with each pair of bytes at each place of the path.
func TestPlainPath(t *testing.T) {
	for _, front := range []string{"", "/", ":", "http://h", "http:", "http://a.b.c/"} {
		for n := range 20 {
			for i := range n {
				for _, pair := range []string{"/.", "./", "..", ". ", " .", "//", "%2", "?#", "\xFF.", ".\\", "/%2E", "%2e/"} {
					path := strings.Repeat("a", i) + pair + strings.Repeat("b", n-i)
					s := front + path
					end := len(front) + strings.IndexFunc(path+" ", func(r rune) bool {
						return strings.ContainsRune(" \"#<>?^`{}\\\uFFFD", r) || r < ' ' || r > '~'
					})
					ok := true
					for _, segment := range strings.Split(s[len(front):end], "/") {
						switch strings.ReplaceAll(strings.ToLower(segment), "%2e", ".") {
						case ".", "..":
							ok = false
						}
					}
					if gotEnd, gotOK := plainPath(s, len(front)); gotEnd != end || gotOK != ok {
						t.Errorf("%q from %d: %d, %t, want %d, %t", s, len(front), gotEnd, gotOK, end, ok)
					}
				}
			}
		}
	}
}

func TestDocumentBase(t *testing.T) {
	const page = "http://h/a/b?c#d"
	for _, tt := range []struct{ page, href, want string }{
		{page, "../x/", "http://h/x/"},
		{page, "", "http://h/a/b?c"},
		{page, "#e", "http://h/a/b?c#e"},
		{page, " /sp ace/ ", "http://h/sp%20ace/"},
		{page, "HTTPS:\\\\g\\y#z", "https://g/y#z"},
		{page, "data:text/html,x", page},
		{page, "DaTa:,", page},
		{page, "java\tscript:void(0)", page},
		{page, "javascripts:x", "javascripts:x"},
		{page, "blob:http://h/1", "blob:http://h/1"},
		{page, "http://ho st/", page},
		{page, "http://\u00fc/", page}, // no ToASCII
		{"about:srcdoc", "/x", "about:srcdoc"},
		{"", "/x", ""},
		{"", "http://h", "http://h/"},
	} {
		p, err := Parse(tt.page)
		if err != nil && tt.page != "" {
			t.Fatal(err)
		}
		if got := (Parser{}).DocumentBase(p, tt.href); got.String() != tt.want {
			t.Errorf("%s, %q: %s, want %s", tt.page, tt.href, got, tt.want)
		}
	}
}
