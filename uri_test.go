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

// TestRedacted checks that passwords are hidden, and nothing else.
func TestRedacted(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"http://u:p@h/", "http://u:xxxxx@h/"},
		{"//u:p@h", "//u:xxxxx@h"},
		{"//u:p:q@h:80", "//u:xxxxx@h:80"},
		{"//:p@h", "//:xxxxx@h"},
		{"//u:p@q@h", "//u:xxxxx@h"},
		{"//u:p@h:80:80", "//u:xxxxx@h:80:80"},
		{"//u:p@[::1]:80", "//u:xxxxx@[::1]:80"},
		{"http://h/?u=a:b@c", "http://h/?u=a:xxxxx@c"},
		{"http://h/x#//a:b@c", "http://h/x#//a:xxxxx@c"},
		{"http://u:p@h/a:b@c", "http://u:xxxxx@h/a:xxxxx@c"},
		{"http://h/ftp://a:b@c", "http://h/ftp://xxxxx@c"},
		{"x:a:b@c", "x:xxxxx@c"},
		{"x:a@c", "x:xxxxx@c"},
		{"user:SECRET@h", "user:xxxxx@h"},
		{"user:SE#CR@ET@h", "user:xxxxx@h"},
		{"SIP:a:b@c", "SIP:a:xxxxx@c"},
		{"jdbc:mysql://u:p@h/db", "jdbc:xxxxx@h/db"},
		{"a/b:c@d", "a/b:xxxxx@d"},
		// The authority is no host and port, but a password with a "/".
		{"postgres://u:p/q@h/db", "postgres://u:xxxxx@h/db"},
		{"postgres://u:p?q@h/db", "postgres://u:xxxxx@h/db"},
		{"postgres://u:p#q@h/db", "postgres://u:xxxxx@h/db"},
		{"mongodb://u:p@a:1,b:2/", "mongodb://u:xxxxx@a:1,b:2/"},
		{"///a:b@c", "///a:xxxxx@c"},

		// Escaped, and in another URI.
		{"http://u%3ap@h/", "http://u%3axxxxx@h/"},
		{"http://u%253Ap%2540h/", "http://u%253Axxxxx%2540h/"},
		{"http://h/?next=https%3A%2F%2Fu%3Ap%40h2%2F", "http://h/?next=https%3A%2F%2Fxxxxx%40h2%2F"},
		{"http://h/?next=https://u:p#x@h2/", "http://h/?next=https://u:xxxxx#x@h2/"},
		{"http://h/?next=https://u:p/q&a#x@h2/", "http://h/?next=https://u:xxxxx#x@h2/"},
		{"x:/u:p#x@h", "x:/u:xxxxx@h"},
		{"mailto:u:p#x@h", "mailto:u:xxxxx@h"},
		{"http://h.example:8o80/?@", "http://h.example:xxxxx@"},
		{"http://h.example:8o80/%40", "http://h.example:xxxxx"},
		{"http://h.example:8o80/#a@b", "http://h.example:xxxxx@b"},
		{"http://h:8o80/", "http://h:xxxxx"},
		{"http://h.example:8o-80/", "http://h.example:xxxxx"},
		{"http://h.example:8o80?a", "http://h.example:xxxxx"},
		{"http://h.example:8o80#a", "http://h.example:xxxxx"},
		{"http://a.b:c:d/", "http://a.b:xxxxx"},
		{"http://a+b.c:d/", "http://a+b.c:xxxxx"},
		{"http://h/?u=http://h2:8o80/&a", "http://h/?u=http://h2:xxxxx"},
		// In pairs.
		{"http://h/?a=b&Access-Token=x%26y&c=d#e", "http://h/?a=b&Access-Token=xxxxx&c=d#e"},
		{"http://h/#a&sig=b/c", "http://h/#a&sig=xxxxx"},
		{"http://h/?next=%2F%3Fkey%3Da%26b&c", "http://h/?next=%2F%3Fkey%3Dxxxxx&c"},
		{"http://h/?%74oken=a", "http://h/?%74oken=xxxxx"},
		{"jdbc:x://h;pwd=a;user=b", "jdbc:x://h;pwd=xxxxx"},
		{"http://h/?a=b://c:d#e://f:g", "http://h/?a=b://c:xxxxx#e://f:xxxxx"},
		{"http://u:p@h/?key=a&b=c:d@e&sig=f", "http://u:xxxxx@h/?key=xxxxx&b=c:xxxxx@e&sig=xxxxx"},

		{"", ""},
		{"http://u@h/", "http://u@h/"},
		{"http://h/?key=&tokens=a&page=1", "http://h/?key=&tokens=a&page=1"},
		{"http://h/key=a/b", "http://h/key=a/b"},
		{"token=a&b=c", "token=a&b=c"},
		{"http://h/a:b#c@d", "http://h/a:b#c@d"},
		{"mailto:a@b?subject=c:d#e@f", "mailto:a@b?subject=c:d#e@f"},
		{"file:/c:/a#b@c", "file:/c:/a#b@c"},
		{"http://h/?next=http://h2:80/&x=http://h3", "http://h/?next=http://h2:80/&x=http://h3"},
		{"http://u:@h/", "http://u:@h/"},
		{"http://h:80/@scope/a@1", "http://h:80/@scope/a@1"},
		{"http://[::1]/a@b", "http://[::1]/a@b"},
		{"//h_x:80/a@b", "//h_x:80/a@b"},
		{"mailto:a@b", "mailto:a@b"},
		{"news:a@b", "news:a@b"},
		{"mid:a@b", "mid:a@b"},
		{"cid:a@b", "cid:a@b"},
		{"sip:a@b", "sip:a@b"},
		{"sips:a@b", "sips:a@b"},
		{"xmpp:a@b", "xmpp:a@b"},
		{"acct:a@b", "acct:a@b"},
		{"im:a@b", "im:a@b"},
		{"pres:a@b", "pres:a@b"},
		{"x:@b", "x:@b"},
		{"http://h/a@b:c", "http://h/a@b:c"},
		// A port that was typed wrongly.
		{"http://h.example:8o80/a", "http://h.example:8o80/a"},
		{"//1.2.3.4:80a", "//1.2.3.4:80a"},
		{"http://h/?u=http://h.example:8o80/&a", "http://h/?u=http://h.example:8o80/&a"},
		{"http://h/a:b", "http://h/a:b"},
	} {
		u := MustParse(test.text)
		for form, got := range map[string]string{
			"Redacted": u.Redacted(), "LogValue": u.LogValue().String(), "%+v": fmt.Sprintf("%+v", u),
		} {
			if got != test.want {
				t.Errorf("%s of %q: %q, want %q", form, test.text, got, test.want)
			}
		}
		if got, want := fmt.Sprintf("%#v", u), fmt.Sprintf("uri.MustParse(%q)", test.want); got != want {
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
	none := Redactor{Names: []string{}}
	user := Redactor{User: true}
	own := Redactor{Names: []string{"a b", "k%65y", "Key", "ü", ""}}
	for _, test := range []struct {
		r          Redactor
		text, want string
	}{
		// The examples of the semantic conventions.
		{otel, "https://username:password@www.example.com/", "https://REDACTED:REDACTED@www.example.com/"},
		{otel, "https://www.example.com/path?color=blue&sig=secret", "https://www.example.com/path?color=blue&sig=REDACTED"},

		{otel, "https://h/?Sig=a&sig=b&SIG=c&password=d", "https://h/?Sig=a&sig=REDACTED&SIG=c&password=d"},
		{otel, "https://h/?X-Amz-Signature=a&X-Amz-Credential=b/c&x-amz-security-token=d", "https://h/?X-Amz-Signature=REDACTED&X-Amz-Credential=REDACTED&x-amz-security-token=d"},
		{otel, "https://h/?s%69g=a&%2573ig=b&sig=&sig", "https://h/?s%69g=REDACTED&%2573ig=REDACTED&sig=&sig"},
		{otel, "https://u@h/?sig=a#sig=b", "https://REDACTED@h/?sig=REDACTED#sig=REDACTED"},
		{otel, "https://h/?next=https://u:p@h2/", "https://h/?next=https://REDACTED@h2/"},

		{none, "https://u:p@h/?password=a&sig=b&next=https://c:d@e", "https://u:xxxxx@h/?password=a&sig=b&next=https://xxxxx@e"},
		{own, "https://h/?a+b=1&a%20b=2&a%2Bb=3&ab=4", "https://h/?a+b=xxxxx&a%20b=xxxxx&a%2Bb=xxxxx&ab=4"},
		{own, "https://h/?key=1&k%65y=2&k%2565y=3&Key=4&K%65y=5&Keys=6&Ke=7", "https://h/?key=1&k%65y=2&k%2565y=xxxxx&Key=xxxxx&K%65y=xxxxx&Keys=6&Ke=7"},
		{own, "https://h/?%C3%BC=1&=2&b=3", "https://h/?%C3%BC=xxxxx&=xxxxx&b=3"},

		{user, "https://u@h:80/", "https://xxxxx@h:80/"},
		{user, "https://u:p@h/", "https://xxxxx:xxxxx@h/"},
		{user, "https://u:@h/", "https://xxxxx:@h/"},
		{user, "https://:p@h/", "https://:xxxxx@h/"},
		{user, "https://@h/", "https://@h/"},
		{user, "//u%3Ap%40h", "//xxxxx%3Axxxxx%40h"},
		{user, "//u@v:w@x:y", "//xxxxx:xxxxx@x:y"},
		{user, "postgres://u:p/q@h", "postgres://xxxxx:xxxxx@h"},
		{user, "//u:p", "//xxxxx:xxxxx"},
		{user, "https://h:80/?x=a@b", "https://h:80/?x=a@b"},
		{user, "https://h:80/?password=b", "https://h:80/?password=xxxxx"},
		{user, "https://h/?u=ftp://a:b", "https://h/?u=ftp://xxxxx:xxxxx"},
		{user, "https://[::1]:80/a@b:c@d", "https://[::1]:80/a@b:xxxxx@d"},
		{user, "mailto:joe@h", "mailto:joe@h"},
		{user, "x:a:b@c", "x:xxxxx@c"},
		{user, "a/b?c", "a/b?c"},
	} {
		if got := test.r.Redact(MustParse(test.text)); got != test.want {
			t.Errorf("%+v: %q: %q, want %q", test.r, test.text, got, test.want)
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
	for _, s := range []fmt.Stringer{HostKind(200), Part(200), Kind(200), Mode(200), AboveRoot(200), GopherPlusKind(200), EscapeUnreserved + 1} {
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
