package uri

import (
	"encoding/json"
	"flag"
	"strings"
	"testing"

	"example.com/uri/internal/vectors"
)

// Each fuzzer begins with [seeds]. Plain "go test" also tries rows of pairs, and
// does not mutate them.

// parse.go, uri.go, errors.go

// FuzzParse compares the parser with the slow twin, the grammar and itself, and
// looks for the password that it plants.
func FuzzParse(f *testing.F) {
	for i, s := range seeds(f) {
		f.Add(s, "hunter2", i)
	}
	f.Add("http://h/", "a@b#c:d", 9)
	f.Add("file:/", "ab&#", 6)
	f.Add("mailto:", "b@c#a", 7)
	f.Add("mailto:a@%5Bb", "#000000", 10)
	f.Add("//h/", "0 0#", 4)
	f.Add("", "/#000000#", 0)
	f.Add("news:?A@h", "a%40?#000000", 7)
	f.Add("ftp://[1.2.3.4%2F%00]#h", "]#000000", 19)
	f.Add("sip://h/?q=1@)[", "hunter#@", 12)
	f.Add("p@'#", "////]", 1)
	f.Add("mailto:^#", "#hunter a", 9)
	f.Add("21[v1.a]", "%252F%2fa%252F", 8)
	f.Add("http://hhttp://@:h/http://%2F", "%//hunter:", 8)
	f.Add("wss://443\u00e9:,,?q=1&a\u00e9", ";#000000hunter\"", 20)
	f.Fuzz(func(t *testing.T, s, secret string, place int) {
		checkParse(t, s)
		before := 0
		if len(s) > 0 {
			before = int(uint(place) % uint(len(s)+1))
		}
		checkSecret(t, s[:before], secret, s[before:])
	})
}

// checkParse checks the properties of parsing for any text s.
func checkParse(t *testing.T, s string) {
	t.Helper()
	u, err := Parse(s)
	want := slowDescribe(s)
	if valid := Valid(s); valid != (err == nil) || valid != (want != "") {
		t.Errorf("%q: Parse: %v, Valid: %t, slow twin: %q", s, err, valid, want)
		return
	}
	js := judges{t: t}
	js.check()(s)
	if err != nil {
		if e, ok := err.(*SyntaxError); !ok || e.Offset < 0 || e.Offset > len(s) {
			t.Errorf("Parse(%q): %#v", s, err)
		}
		return
	}
	if got := describe(u); got != want {
		t.Errorf("Parse(%q):\n got %s\nwant %s", s, got, want)
	}
	if wrong := outOfOrder(u); wrong != "" {
		t.Errorf("Parse(%q): %s", s, wrong)
	}
	if got := rejoin(u); got != s || u.String() != s {
		t.Errorf("Parse(%q): the components make %q, String %q", s, got, u.String())
	}
	checkForms(t, u)
}

// outOfOrder names an offset of u that is out of order, or returns "".
func outOfOrder(u URI) string {
	var offsets []uint32
	add := func(defined bool, delimiter string, end uint32, next ...uint32) bool {
		if !defined {
			return end == 0
		}
		offsets = append(append(offsets, end), next...)
		return strings.HasPrefix(u.s[end:], delimiter)
	}
	ok := add(u.scheme != 0, ":", u.scheme)
	if u.host != 0 {
		ok = ok && add(true, "//", u.authority()-2) && add(true, "", u.authority(), u.host, u.hostEnd)
	} else {
		ok = ok && u.hostEnd == 0 && u.hostKind == HostNone
	}
	offsets = append(offsets, u.path, u.pathEnd)
	if u.query != 0 {
		ok = ok && add(true, "?", u.query-1, u.query)
	}
	if u.fragment != 0 {
		ok = ok && add(true, "#", u.fragment-1, u.fragment)
	}
	offsets = append(offsets, uint32(len(u.s)))
	for i := range offsets[1:] {
		ok = ok && offsets[i] <= offsets[i+1]
	}
	if !ok {
		return "the components do not lie in order"
	}
	return ""
}

// rejoin puts a URI together from its components, an authority from its parts,
// a path from its segments and a query from its pairs.
func rejoin(u URI) string {
	var b strings.Builder
	if scheme := u.Scheme(); scheme != "" {
		b.WriteString(scheme + ":")
	}
	authority, ok := u.Authority()
	if ok {
		b.WriteString("//")
	}
	if host, hasHost := u.Host(); hasHost {
		if userinfo, ok := u.Userinfo(); ok {
			b.WriteString(userinfo + "@")
		}
		b.WriteString(host)
		if port, ok := u.Port(); ok {
			b.WriteString(":" + port)
		}
	} else {
		b.WriteString(authority)
	}
	if opaque, ok := u.Opaque(); ok {
		b.WriteString(opaque)
	}
	separator := ""
	if strings.HasPrefix(u.Path(), "/") {
		separator = "/"
	}
	for g := range u.Segments() {
		b.WriteString(separator + g.Name())
		for p := range g.Params() {
			b.WriteString(";" + p)
		}
		separator = "/"
	}
	if _, ok := u.Query(); ok {
		separator = "?"
		for _, p := range u.Values() {
			b.WriteString(separator + p.Name())
			if value, ok := p.Value(); ok {
				b.WriteString("=" + value)
			}
			separator = "&"
		}
	}
	if fragment, ok := u.Fragment(); ok {
		b.WriteString("#" + fragment)
	}
	return b.String()
}

// checkForms checks that reading each form of u gives u again, and that u equals
// only a URI with the same text.
func checkForms(t *testing.T, u URI) {
	t.Helper()
	same := func(form string, v URI, err error) {
		t.Helper()
		if v != u || err != nil {
			t.Errorf("%q by way of %s: %q, %v", u, form, v, err)
		}
	}
	same("Clone", u.Clone(), nil)

	text, err := u.MarshalText()
	var fromText URI
	if err == nil {
		err = fromText.UnmarshalText(text)
	}
	same("text", fromText, err)

	binary, err := u.MarshalBinary()
	var fromBinary URI
	if err == nil {
		err = fromBinary.UnmarshalBinary(binary)
	}
	same("the binary form", fromBinary, err)
	if string(binary) != u.String() {
		t.Errorf("MarshalBinary: %q, want %q", binary, u)
	}

	for name, appendTo := range map[string]func([]byte) ([]byte, error){"AppendText": u.AppendText, "AppendBinary": u.AppendBinary} {
		appended, err := appendTo([]byte(already))
		if want := already + u.String(); string(appended) != want || err != nil {
			t.Errorf("%s: %q, %v, want %q", name, appended, err, want)
		}
	}

	var fromJSON struct{ U, V URI }
	text, err = json.Marshal(map[string]any{"u": u, "v": &u})
	if err == nil {
		err = json.Unmarshal(text, &fromJSON)
	}
	same("JSON", fromJSON.U, err)
	same("a pointer in JSON", fromJSON.V, err)

	var fromFlag URI
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.TextVar(&fromFlag, "u", URI{}, "")
	same("flag", fromFlag, flags.Parse([]string{"-u=" + u.String()}))

	m := map[URI]bool{u: true}
	if !m[u.Clone()] {
		t.Errorf("%q is not found in a map", u)
	}
	if other, err := Parse(u.String() + "a"); err == nil && (other == u || m[other]) {
		t.Errorf("%q equals %q", u, other)
	}
}

// escape.go

// FuzzEscape compares the escapes with the slow twin and the parser.
func FuzzEscape(f *testing.F) {
	for _, s := range seeds(f) {
		f.Add(s)
	}
	f.Fuzz(checkEscape)
}

// resolve.go

// pairs returns the vectors of the kinds, and none when it fuzzes.
func pairs(f *testing.F, kinds ...string) []vectors.Row {
	if vectors.Fuzzing() {
		return nil
	}
	return rows(f, kinds...)
}

// FuzzResolve compares the resolver, in each of its modes, with the slow twins
// and the parser.
func FuzzResolve(f *testing.F) {
	for i, v := range pairs(f, "resolve") {
		f.Add(v.Base, v.Input, byte(i))
	}
	for i, s := range seeds(f) {
		f.Add("http://u@a/b/c/d;p?q", s, byte(i))
	}
	f.Fuzz(func(t *testing.T, s, text string, mode byte) {
		base, err := Parse(s)
		ref, refErr := Parse(text)
		if err != nil || refErr != nil || len(s)+len(text) > 1<<10 { // the twins are slow
			return
		}
		r := modes[int(mode)%len(modes)]
		if wrong := checkResolve(r, base, ref); wrong != "" {
			t.Errorf("%+v: %q against %q: %s", r, ref, base, wrong)
		}
	})
}

// FuzzRelativize checks that the reference between two URIs leads back.
func FuzzRelativize(f *testing.F) {
	for _, v := range pairs(f, "relativize", "resolve") {
		f.Add(v.Base, v.Input)
		f.Add(v.Base, v.Expected)
	}
	for _, s := range seeds(f) {
		f.Add(s, s+"/g")
	}
	f.Fuzz(func(t *testing.T, s, text string) {
		base, err := Parse(s)
		target, targetErr := Parse(text)
		if err != nil || targetErr != nil {
			return
		}
		if wrong := checkRelativize(base, target); wrong != "" {
			t.Errorf("%q from %q: %s", target, base, wrong)
		}
	})
}

// normalize.go

// FuzzNormalize compares the normal forms with the slow twin and with each other.
// It checks that normalising before and after resolving gives the same.
func FuzzNormalize(f *testing.F) {
	for _, v := range pairs(f, "normalize", "resolve") {
		f.Add(v.Input, v.Expected)
		f.Add(v.Base, v.Input)
	}
	for _, s := range seeds(f) {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, s, text string) {
		a, err := Parse(s)
		b, errB := Parse(text)
		if err != nil || errB != nil {
			return
		}
		for _, u := range []URI{a, b} {
			for _, m := range []Mode{RFC2396, RFC3986} {
				if wrong := checkNormalize(m, u); wrong != "" {
					t.Errorf("%v: %q: %s", m, u, wrong)
				}
			}
		}
		order := strings.Compare(slowNormalize(RFC2396, a.s), slowNormalize(RFC2396, b.s))
		if RFC2396.Compare(a, b) != order || RFC2396.Compare(b, a) != -order || RFC2396.Equivalent(a, b) != (order == 0) {
			t.Errorf("%q and %q: Compare: %d, Equivalent: %t", a, b, RFC2396.Compare(a, b), RFC2396.Equivalent(a, b))
		}
		if u, err := a.Resolve(b); err == nil {
			n, err := a.Normalize().Resolve(b.Normalize())
			if err != nil || !RFC2396.Equivalent(u, n) {
				t.Errorf("%q against %q: %q, with both normal %q, %v", b, a, u, n, err)
			}
		}
	})
}

// Plain "go test" takes a few seconds. The flags below make it as thorough as
// there is time for; .ci/run shows which it sets.
var (
	exhaustive = flag.Int("exhaustive", 4, "hold the parser against the grammar on every text of up to `N` bytes")
	more       = flag.Int("more", 0, "let TestEveryLength assume that a parser has up to `N` more states than otherwise")
	random     = flag.Int("random", 20_000, "and on `N` random derivations of it and mutations of them")
	inputs     = flag.Int("inputs", 5_000, "try `N` random inputs for each property")
	long       = flag.Bool("long", false, "also try texts of up to 64 MiB and more pairs of short texts")
	choose     = flag.Bool("choose", false, "write testdata/seeds.txt, see TestSeeds")
)
