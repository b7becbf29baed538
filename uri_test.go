package uri

import (
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"net"
	"net/netip"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/uri/internal/seed"
	"example.com/uri/internal/vectors"
)

// A notation tells all that the accessors say about a URI on one line:
//
//	absolute-hier net_path scheme=http server=u@h:80 userinfo=u hostname=h port=80 path=/a;p segments=a{p}
//
// Kind and form come first, then the defined parts. The key of an authority is its
// rule, and the key of a host is its kind. "|" is between segments and between pairs,
// and "{}" around parameters and values.
type notation []string

func (n *notation) word(words ...string) {
	for _, w := range words {
		if w != "" {
			*n = append(*n, w)
		}
	}
}

func (n *notation) add(key, value string, defined bool) {
	if defined {
		*n = append(*n, key+"="+value)
	}
}

func (n notation) String() string { return strings.Join(n, " ") }

// describe asks the accessors of u.
func describe(u URI) string {
	var n notation
	n.word(u.Kind().String(), formOf(u).String())
	n.add("scheme", u.Scheme(), u.Scheme() != "")
	if authority, ok := u.Authority(); u.IsServer() {
		n.add("server", authority, ok)
	} else {
		n.add("reg_name", authority, ok)
	}
	userinfo, ok := u.Userinfo()
	n.add("userinfo", userinfo, ok || userinfo != "")
	host, ok := u.Host()
	n.add(u.HostKind().String(), host, ok)
	addr, ok := u.Addr()
	n.add("addr", addr.String(), ok)
	port, ok := u.Port()
	n.add("port", port, ok)
	opaque, ok := u.Opaque()
	n.add("opaque", opaque, ok)
	n.add("path", u.Path(), !ok)
	var segments []string
	for g := range u.Segments() {
		s := g.Name()
		for p := range g.Params() {
			s += "{" + p + "}"
		}
		segments = append(segments, s)
	}
	n.add("segments", strings.Join(segments, "|"), segments != nil)
	query, ok := u.Query()
	n.add("query", query, ok)
	var pairs []string
	for _, p := range u.Values() {
		s := p.Name()
		if value, ok := p.Value(); ok {
			s += "{" + value + "}"
		}
		pairs = append(pairs, s)
	}
	n.add("pairs", strings.Join(pairs, "|"), pairs != nil)
	fragment, ok := u.Fragment()
	n.add("fragment", fragment, ok)
	return n.String()
}

const componentsFile = "testdata/components.txt"

// TestComponents compares the accessors and the slow twin with
// testdata/components.txt.
func TestComponents(t *testing.T) {
	n := 0
	for i, row := range vectors.TabLines(t, componentsFile) {
		if row == nil {
			continue
		}
		n++
		if len(row) != 2 {
			t.Fatalf("%s:%d: %d columns, want 2", componentsFile, i+1, len(row))
		}
		text, want := row[0], row[1]
		u, err := Parse(text)
		if err != nil {
			t.Errorf("%s:%d: %v", componentsFile, i+1, err)
			continue
		}
		if got := describe(u); got != want {
			t.Errorf("%s:%d: %q\n got %s\nwant %s", componentsFile, i+1, text, got, want)
		}
		if got := slowDescribe(text); got != want {
			t.Errorf("%s:%d: %q by the slow twin\n got %s\nwant %s", componentsFile, i+1, text, got, want)
		}
	}
	if n < 150 {
		t.Errorf("%s: %d rows, want at least 150", componentsFile, n)
	}
}

// TestZeroURI checks that the zero URI is the empty reference.
func TestZeroURI(t *testing.T) {
	if u, err := Parse(""); u != (URI{}) || err != nil {
		t.Errorf("Parse of nothing: %#v, %v", u, err)
	}
	if got, want := describe(URI{}), "same-document path="; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	checkForms(t, URI{})
}

// redactedRows are rows of the table of package secret: the rules, the URI, and its text without
// secrets.
func redactedRows(t *testing.T, rules func(name string) bool) (rows [][]string) {
	t.Helper()
	for _, row := range vectors.TabLines(t, "internal/secret/testdata/redacted.tsv") {
		if row != nil && rules(row[0]) {
			rows = append(rows, row)
		}
	}
	if len(rows) < 20 {
		t.Errorf("only %d rows", len(rows))
	}
	return rows
}

// TestRedacted checks that passwords are hidden, and nothing else.
func TestRedacted(t *testing.T) {
	for _, row := range redactedRows(t, func(name string) bool { return name == "-" }) {
		text, want := row[1], row[2]
		u := MustParse(text)
		for form, got := range map[string]string{
			"Redacted": u.Redacted(), "LogValue": u.LogValue().String(), "%+v": fmt.Sprintf("%+v", u),
		} {
			if got != want {
				t.Errorf("%s of %q: %q, want %q", form, text, got, want)
			}
		}
		if got, want := fmt.Sprintf("%#v", u), fmt.Sprintf("uri.MustParse(%q)", want); got != want {
			t.Errorf("%%#v: %s, want %s", got, want)
		}
	}
}

// otel writes url.full of OpenTelemetry. Its names are those of two versions of the
// semantic conventions.
var otel = Redactor{
	Names: []string{"AWSAccessKeyId", "Signature", "sig", "X-Goog-Signature", "X-Amz-Signature", "X-Amz-Credential", "X-Amz-Security-Token"},
	Mask:  "REDACTED",
	User:  true,
}

// TestRedactor checks what a Redactor hides by its fields.
func TestRedactor(t *testing.T) {
	redactors := map[string]Redactor{
		"otel": otel,
		"none": {Names: []string{}},
		"user": {User: true},
		"own":  {Names: []string{"a b", "k%65y", "Key", "ü", ""}},
	}
	for _, row := range redactedRows(t, func(name string) bool { return name != "-" }) {
		if got := redactors[row[0]].Redact(MustParse(row[1])); got != row[2] {
			t.Errorf("%s: %q: %q, want %q", row[0], row[1], got, row[2])
		}
	}
}

// TestRedactorPairs builds queries of pairs of which it knows those that are hidden, and
// compares.
func TestRedactorPairs(t *testing.T) {
	rng := seed.Rand(t)
	names := []string{"sig", "Sig", "a b", "x", "code", "otp", "password", "k.e-y", "s", "si", "sigs", "é"}
	for range *inputs {
		r := Redactor{Mask: "[*%]", Names: []string{}}
		for _, name := range names {
			if rng.IntN(3) == 0 {
				r.Names = append(r.Names, name)
			}
		}
		text, want := "https://h/p", "https://h/p"
		for n, mark := range "?&&&&" {
			name := names[rng.IntN(len(names))]
			value := []string{"", "v", "%3D", "a+b", "/"}[rng.IntN(5)]
			written := ""
			for i := range len(name) {
				if b := name[i]; rng.IntN(3) == 0 || b >= 0x80 || b == ' ' {
					written += fmt.Sprintf("%%%02x", b)
				} else {
					written += string(rune(b))
				}
			}
			if n == 4 && rng.IntN(2) == 0 {
				mark = '#'
			}
			text += string(mark) + written + "=" + value
			if value != "" && slices.Contains(r.Names, name) {
				value = r.Mask
			}
			want += string(mark) + written + "=" + value
		}
		if got := r.Redact(MustParse(text)); got != want {
			t.Errorf("%q without %q: %q, want %q", text, r.Names, got, want)
		}
	}
}

// TestFormat checks that the verbs of package fmt write a URI as they write a string.
func TestFormat(t *testing.T) {
	const text = "http://h/%C3%A9?a=b"
	u := MustParse(text)
	for _, verb := range []string{"%v", "%s", "%q", "%x", "%X", "% x", "%#q", "%+q", "%30s", "%-30s|", "%.7s", "%30v", "%+30v", "%-+30v|", "%d"} {
		if got, want := fmt.Sprintf(verb, u), fmt.Sprintf(strings.ReplaceAll(verb, "v", "s"), text); got != want {
			t.Errorf("%s: %s, want %s", verb, got, want)
		}
		if got, want := fmt.Sprintf(verb, &u), fmt.Sprintf(verb, u); got != want {
			t.Errorf("%s of a pointer: %s, want %s", verb, got, want)
		}
	}
}

// TestUnmarshalErrors checks that a text that is refused changes nothing.
func TestUnmarshalErrors(t *testing.T) {
	u := MustParse("http://h/")
	for _, err := range []error{
		u.UnmarshalText([]byte("a b")),
		json.Unmarshal([]byte(`"a b"`), &u),
	} {
		var e *SyntaxError
		if !errors.As(err, &e) {
			t.Errorf("%v, want a SyntaxError", err)
		}
	}
	if err := json.Unmarshal([]byte(`7`), &u); err == nil {
		t.Error("a number is taken for a URI")
	}
	if err := json.Unmarshal([]byte(`null`), &u); err != nil {
		t.Errorf("null: %v", err)
	}
	if u.String() != "http://h/" {
		t.Errorf("changed to %q", u)
	}
}

// TestUnmarshalCopies checks that a URI keeps no bytes that its caller owns.
func TestUnmarshalCopies(t *testing.T) {
	b := []byte("http://h/")
	var u URI
	if err := u.UnmarshalText(b); err != nil {
		t.Fatal(err)
	}
	copy(b, "xxxxxxxxx")
	if u.String() != "http://h/" {
		t.Errorf("changed to %q", u)
	}
}

// TestIteration stops in the middle, and goes over a URI again.
func TestIteration(t *testing.T) {
	segments := MustParse("/a;1;2/b/c").Segments()
	for range 2 {
		n := 0
		for g := range segments {
			for range g.Params() {
				n++
				break
			}
			if g == "b" {
				break
			}
		}
		if n != 1 {
			t.Errorf("%d, want 1", n)
		}
	}
}

// TestSegmentText checks that a Segment and a Pair can be made of any text.
func TestSegmentText(t *testing.T) {
	g := Segment("a b/é;\x00;")
	if got := slices.Collect(g.Params()); g.Name() != "a b/é" || !slices.Equal(got, []string{"\x00", ""}) {
		t.Errorf("%q: %q, %q", g, g.Name(), got)
	}
	p := Pair("a b=c=d")
	if value, ok := p.Value(); p.Name() != "a b" || value != "c=d" || !ok {
		t.Errorf("%q: %q, %q, %t", p, p.Name(), value, ok)
	}
	var empty Segment
	for range empty.Params() {
		t.Error("an empty segment has parameters")
	}
}

// TestInvalidNames checks that values that are not constants have a name and cause
// no panic.
func TestInvalidNames(t *testing.T) {
	for _, s := range []fmt.Stringer{HostKind(200), Part(200), Kind(200), Mode(200), AboveRoot(200), EscapeUnreserved + 1} {
		if got := s.String(); got != "invalid" {
			t.Errorf("%T: %q", s, got)
		}
	}
	if r := (Rule{}); r.String() != "" || r.Production() != "" || r.Section() != "" {
		t.Errorf("the zero rule: %q, %q, %q", r, r.Production(), r.Section())
	}
}

var (
	_ sql.Scanner                = (*URI)(nil)
	_ driver.Valuer              = URI{}
	_ encoding.TextAppender      = URI{}
	_ encoding.TextMarshaler     = URI{}
	_ encoding.TextUnmarshaler   = (*URI)(nil)
	_ encoding.BinaryAppender    = URI{}
	_ encoding.BinaryMarshaler   = URI{}
	_ encoding.BinaryUnmarshaler = (*URI)(nil)
)

func TestHostPort(t *testing.T) {
	for in, want := range map[string]string{
		"http://h":                          "h:80",
		"HTTPS://H.:":                       "H.:443",
		"wss://h/":                          "h:443",
		"ws://h/":                           "h:80",
		"//h:8080/a":                        "h:8080",
		"x://u:p@h:0081":                    "h:81",
		"ftp://[::FFFF]/":                   "[::FFFF]:21",
		"//[::1]:65535":                     "[::1]:65535",
		"http://010.001.000.09/":            "10.1.0.9:80",
		"http://255.255.255.255/":           "255.255.255.255:80",
		"http://a_b/":                       "a_b:80",
		"http://127.1/":                     "127.1:80",
		"http://h%41/":                      "", // net/http decodes it, other clients do not
		"http://256.1.1.1/":                 "",
		"http://1.1.1.1000:80/":             "",
		"":                                  "",
		"a":                                 "",
		"mailto:a@b":                        "",
		"file:///a":                         "",
		"file://h/a":                        "",
		"//h":                               "",
		"//h:":                              "",
		"x://h/":                            "",
		"http://":                           "",
		"http:///a":                         "",
		"http://:80/":                       "",
		"http://u@/":                        "",
		"http://u@:80/":                     "",
		"http://a@b@c/":                     "",
		"http://a:b:80/":                    "",
		"http://h:0/":                       "",
		"http://h:00/":                      "",
		"http://h:65536/":                   "",
		"http://h:99999999999999999999999/": "",
	} {
		u, err := Parse(in)
		if err != nil {
			t.Errorf("%q: %v", in, err)
			continue
		}
		if got, ok := u.HostPort(); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %t, want %q", in, got, ok, want)
		}
	}
	if got, ok := (HTTP{Host: "256.1.1.1"}).HostPort(); got != "" || ok { // no URL gives this struct
		t.Errorf("a host that is no address: %q", got)
	}
}

// TestHostPortRandom splits the result of HostPort with package net, reads addresses
// with net/netip, and takes the parts of the URI with a regular expression.
func TestHostPortRandom(t *testing.T) {
	rnd := rand.New(rand.NewSource(17))
	choose := func(list ...string) string { return list[rnd.Intn(len(list))] }
	split := regexp.MustCompile(`^(?:([a-z]+):)?//(?:([^@/]*)@)?(\[[^]]*\]|[^:/@]*)(?::([0-9]*))?(/.*)?$`)
	defaults := map[string]uint64{"http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21}
	quad := regexp.MustCompile(`^[0-9]+(\.[0-9]+){3}$`)
	zeros := regexp.MustCompile(`\b0+([0-9])`)
	named := 0
	for range 20000 {
		in := choose("", "http:", "https:", "ws:", "wss:", "ftp:", "x:") + "//" + choose("", "", "u@", "u:p@", "@") +
			choose("", "h", "a.b.", "h_x", "127.0.0.1", "010.0.00.1", "1.2.3."+strconv.Itoa(rnd.Intn(400)), "[::1]", "[::1.2.3.4]", "[1:2:3:4:5:6:7:8]", "1.2.3") +
			choose("", ":", ":0", ":"+strconv.Itoa(rnd.Intn(70000)), ":000"+strconv.Itoa(rnd.Intn(100))) + choose("", "/", "/a@b:80")
		u, err := Parse(in)
		if err != nil {
			continue
		}
		m := split.FindStringSubmatch(in)
		h, number := m[3], defaults[m[1]]
		if m[4] != "" {
			number, _ = strconv.ParseUint(m[4], 10, 64)
		}
		good := h != "" && number > 0 && number < 1<<16
		if quad.MatchString(h) {
			addr, err := netip.ParseAddr(zeros.ReplaceAllString(h, "$1"))
			good = good && err == nil
			h = addr.String()
		}
		got, ok := u.HostPort()
		if ok != good {
			t.Fatalf("%q: %q, %t", in, got, ok)
		}
		if !ok {
			continue
		}
		named++
		gotHost, digits, err := net.SplitHostPort(got)
		if err != nil || gotHost != strings.Trim(h, "[]") || digits != strconv.FormatUint(number, 10) {
			t.Fatalf("%q: %q, %v", in, got, err)
		}
		if addr, ok := u.Addr(); ok {
			if ap, err := netip.ParseAddrPort(got); err != nil || ap != netip.AddrPortFrom(addr, uint16(number)) {
				t.Fatalf("%q: %q, %v", in, got, err)
			}
		}
	}
	if named < 5000 {
		t.Errorf("%d hosts", named)
	}
}

func TestLastSegment(t *testing.T) {
	for _, row := range []struct {
		in   string
		last Segment
		ok   bool
		ext  string
	}{
		{"http://h/a/b.tar.gz;v=1.x?c.d#e.f", "b.tar.gz;v=1.x", true, ".gz"},
		{"/a/", "", true, ""},
		{"/", "", true, ""},
		{"a", "a", true, ""},
		{"a.", "a.", true, "."},
		{"/.profile", ".profile", true, ""},
		{"/.a.b", ".a.b", true, ".b"},
		{"/..", "..", true, ""},
		{"/...x", "...x", true, ""},
		{"/;a.b", ";a.b", true, ""},
		{"/a%2Egz", "a%2Egz", true, ""},
		{"/a.b%2Fc", "a.b%2Fc", true, ".b%2Fc"},
		{"", "", false, ""},
		{"http://h", "", false, ""},
		{"?a/b", "", false, ""},
		{"mailto:a/b.c", "", false, ""},
	} {
		u := MustParse(row.in)
		got, ok := u.LastSegment()
		if got != row.last || ok != row.ok {
			t.Errorf("%q: %q, %t", row.in, got, ok)
		}
	}
}

// TestLastSegmentAll compares LastSegment with the last of Segments for all short texts.
func TestLastSegmentAll(t *testing.T) {
	var walk func(s string, n int)
	walk = func(s string, n int) {
		if u, err := Parse(s); err == nil {
			var want Segment
			some := false
			for g := range u.Segments() {
				want, some = g, true
			}
			got, ok := u.LastSegment()
			if got != want || ok != some {
				t.Errorf("%q: %q, %t, want %q, %t", s, got, ok, want, some)
			}
		}
		if n > 0 {
			for _, c := range "./;a:?" {
				walk(s+string(c), n-1)
			}
		}
	}
	walk("", 6)
}

func TestScanValue(t *testing.T) {
	for _, s := range []string{"", "http://joe:secret@h/a?b#c", "mailto:a@b"} {
		for _, src := range []any{s, []byte(s)} {
			u := MustParse("before")
			if err := u.Scan(src); err != nil || u != MustParse(s) {
				t.Errorf("%#v: %q, %v", src, u, err)
			}
			v, err := u.Value()
			if v != any(s) || err != nil {
				t.Errorf("%#v, %v, want %q", v, err, s)
			}
		}
	}
	// Scan keeps no bytes of the database.
	b := []byte("http://h/")
	var u URI
	if err := u.Scan(b); err != nil {
		t.Fatal(err)
	}
	b[7] = 'x'
	if u.String() != "http://h/" {
		t.Errorf("%q", u)
	}
	type other string
	for _, src := range []any{nil, 1, 1.5, true, other("a"), URI{}, new(string), "a b", []byte("%"), []byte("http://joe:secret@h/ ")} {
		u := MustParse("before")
		err := u.Scan(src)
		if err == nil || u.String() != "before" {
			t.Errorf("%v: %q, %v", reflect.TypeOf(src), u, err)
			continue
		}
		if strings.Contains(err.Error(), "secret") {
			t.Errorf("%v shows a password", err)
		}
	}
}
