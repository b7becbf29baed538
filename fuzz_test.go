package uri

import (
	"encoding/json"
	"flag"
	"strings"
	"testing"
)

// Every fuzzer begins with every text of testdata: see [seeds].

// parse.go, uri.go, errors.go

// FuzzParse holds the parser against the slow twin, the grammar and itself, and
// looks for the password that it plants.
func FuzzParse(f *testing.F) {
	for i, s := range seeds(f) {
		f.Add(s, "hunter2", i)
	}
	f.Fuzz(func(t *testing.T, s, secret string, place int) {
		checkParse(t, s)
		before := 0
		if len(s) > 0 {
			before = int(uint(place) % uint(len(s)+1))
		}
		checkSecret(t, s[:before], secret, s[before:])
	})
}

// checkParse checks what holds for every text.
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

// outOfOrder says which offset of u is not where it can be.
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
		ok = ok && u.hostEnd == 0 && u.hostKind == NoHost
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
		for p := range u.Pairs() {
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

// checkForms checks that u comes back from each of its forms, and that it
// equals what has its text and nothing else.
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
	same("binary", fromBinary, err)

	appended, err := u.AppendBinary([]byte("x"))
	if want := "x" + u.String(); string(appended) != want || err != nil {
		t.Errorf("AppendBinary: %q, %v, want %q", appended, err, want)
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

// FuzzEscape holds the escapes against the slow twin and the parser.
func FuzzEscape(f *testing.F) {
	for _, s := range seeds(f) {
		f.Add(s)
	}
	f.Fuzz(checkEscape)
}
