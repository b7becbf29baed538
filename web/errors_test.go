package web

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
)

// refused are inputs that the parser refuses, with the name and the place of the
// error. Those in the order of the standard's table of validation errors come from its
// examples.
var refused = []struct {
	base, in, name string
	offset         int
}{
	{"", "https://exa%23mple.org", "domain-to-ASCII", 8},
	{"", "https://ex ample.org/", "domain-to-ASCII", 10},
	{"", "https://h%/", "domain-to-ASCII", 9},
	{"", "https://\xFF/", "domain-to-ASCII", 8},
	{"", "https://%FF/", "domain-to-ASCII", 8},
	{"", "https://\xC3%BC/", "domain-to-ASCII", 8},
	{"", "https://%C3\xBC/", "domain-to-ASCII", 8},
	{"", "https://\uFFFD/", "domain-to-ASCII", 8},
	{"", "https://\u00FC/", "domain-to-ASCII", 8},
	{"", "foo://exa[mple.org", "host-invalid-code-point", 9},
	{"", "foo://h%00\x00/", "host-invalid-code-point", 10},
	{"", "https://1.2.3.4.5/", "IPv4-too-many-parts", 8},
	{"", "https://test.42", "IPv4-non-numeric-part", 8},
	{"", "https://1.2..4", "IPv4-non-numeric-part", 12},
	{"", "https://1.09", "IPv4-non-numeric-part", 10},
	{"", "https://255.255.4000.1", "IPv4-out-of-range-part", 16},
	{"", "https://4294967296", "IPv4-out-of-range-part", 8},
	{"", "https://1.2.3.256", "IPv4-out-of-range-part", 14},
	{"", "https://1.2.3.%3256", "IPv4-out-of-range-part", 8},
	{"", "https://[::1", "IPv6-unclosed", 12},
	{"", "https://[:1]", "IPv6-invalid-compression", 10},
	{"", "https://[:]", "IPv6-invalid-compression", 10},
	{"", "https://[1:2:3:4:5:6:7:8:9]", "IPv6-too-many-pieces", 25},
	{"", "https://[1::1::1]", "IPv6-multiple-compression", 14},
	{"", "https://[1:2:3!:4]", "IPv6-invalid-code-point", 14},
	{"", "https://[1:2:3:]", "IPv6-invalid-code-point", 15},
	{"", "https://[12345::]", "IPv6-invalid-code-point", 13},
	{"", "https://[1:2:3]", "IPv6-too-few-pieces", 14},
	{"", "https://[]", "IPv6-too-few-pieces", 9},
	{"", "https://[1:1:1:1:1:1:1:127.0.0.1]", "IPv4-in-IPv6-too-many-pieces", 23},
	{"", "https://[ffff::.0.0.1]", "IPv4-in-IPv6-invalid-code-point", 15},
	{"", "https://[ffff::127.0.xyz.1]", "IPv4-in-IPv6-invalid-code-point", 21},
	{"", "https://[ffff::127.0xyz]", "IPv4-in-IPv6-invalid-code-point", 20},
	{"", "https://[ffff::127.00.0.1]", "IPv4-in-IPv6-invalid-code-point", 20},
	{"", "https://[ffff::127.0.0.1.2]", "IPv4-in-IPv6-invalid-code-point", 24},
	{"", "https://[::1.]", "IPv4-in-IPv6-invalid-code-point", 13},
	{"", "https://[ffff::127.0.0.4000]", "IPv4-in-IPv6-out-of-range-part", 25},
	{"", "https://[::1.2.3.256]", "IPv4-in-IPv6-out-of-range-part", 19},
	{"", "https://[ffff::127.0.0]", "IPv4-in-IPv6-too-few-parts", 22},
	{"", "", "missing-scheme-non-relative-URL", 0},
	{"", "%", "missing-scheme-non-relative-URL", 0},
	{"", "\U0001F4A9", "missing-scheme-non-relative-URL", 0},
	{"", " \t1a:b", "missing-scheme-non-relative-URL", 2},
	{"mailto:user@example.org", "\U0001F4A9", "missing-scheme-non-relative-URL", 0},
	{"mailto:user@example.org", "", "missing-scheme-non-relative-URL", 0},
	{"", "https://#fragment", "host-missing", 8},
	{"", "https://:443", "host-missing", 8},
	{"", "https://user:pass@", "host-missing", 18},
	{"", "foo://user@/", "host-missing", 11},
	{"", "foo://:80/", "host-missing", 6},
	{"", "https:", "host-missing", 6},
	{"", "https://example.org:70000", "port-out-of-range", 20},
	{"", "https://example.org:65536/", "port-out-of-range", 20},
	{"", "https://example.org:7z", "port-invalid", 21},
	{"", "https://example.org:70000z", "port-invalid", 25},
	{"", "foo://h:8\\0", "port-invalid", 9},
	{"", "file://h:80/", "domain-to-ASCII", 8},
	// The place is in the input as it was given.
	{"", " \n ht\ttp://a\nb:\r8x", "port-invalid", 17},
	{"", "\x00 https://\ta:b\t", "port-invalid", 13},
}

func TestErrors(t *testing.T) {
	for _, test := range refused {
		base, _ := Parse(test.base)
		u, err := Parser{}.Parse(base, test.in)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%q: %v, %v", test.in, u, err)
			continue
		}
		if e.Name != test.name || e.Offset != test.offset {
			t.Errorf("%q: %s at %d, want %s at %d", test.in, e.Name, e.Offset, test.name, test.offset)
		}
		check(t, Parser{}, test.base, test.in)
	}
}

// TestNames checks that refused has every name of the standard for an error that stops the
// parser.
func TestNames(t *testing.T) {
	var seen []string
	for _, test := range refused {
		seen = append(seen, test.name)
	}
	slices.Sort(seen)
	if seen = slices.Compact(seen); len(seen) != 19 {
		t.Errorf("%d names: %q", len(seen), seen)
	}
}

// TestErrorText checks the text of an error, and that it shows no secret.
func TestErrorText(t *testing.T) {
	for text, want := range map[string]string{
		"http://h:x":                   `web: parse "http://h:xxxxx": port-invalid at offset 9`,
		"http://user:secret@h:x":       `web: parse "http://user:xxxxx@h:x": port-invalid at offset 21`,
		"http:user:secret@h:x":         `web: parse "http:xxxxx@h:x": port-invalid at offset 19`,
		"http:\\\\user:secret@h:x":     `web: parse "http:xxxxx@h:x": port-invalid at offset 21`,
		"ht\ntp://user:sec\nret@h:x/@": `web: parse "ht\ntp://xxxxx@": port-invalid at offset 23`,
		"http://" + strings.Repeat("a", 100) + ":x": `web: parse "...` + strings.Repeat("a", 59) +
			`:xxxxx": port-invalid at offset 108`,
		"http:" + strings.Repeat("/", 53) + "h:x": `web: parse "http:` + strings.Repeat("/", 53) + `h:x": port-invalid at offset 60`,
		"http:" + strings.Repeat("/", 54) + "h:x": `web: parse "...ttp:` + strings.Repeat("/", 54) + `h:x": port-invalid at offset 61`,
		"http://h:0x/" + strings.Repeat("a", 100): `web: parse "http://h:xxxxx": port-invalid at offset 10`,
		"http://h:65536/" + strings.Repeat("a", 100): `web: parse "http://h:65536/` + strings.Repeat("a", 54) +
			`...": port-out-of-range at offset 9`,
		"http://ü": `web: parse "http://ü": domain-to-ASCII at offset 7: ` +
			`the host is not ASCII and the parser has no ToASCII`,
	} {
		_, err := Parse(text)
		if err == nil || err.Error() != want {
			t.Errorf("%q:\ngot  %v\nwant %s", text, err, want)
			continue
		}
		for _, format := range []string{"%v", "%+v", "%#v", "%s", "%d", "%x"} {
			if got := fmt.Sprintf(format, err); got != want {
				t.Errorf("%q: %s gives %s", text, format, got)
			}
		}
		if got := fmt.Sprintf("%q", err); got != fmt.Sprintf("%q", want) {
			t.Errorf("%q: %%q gives %s", text, got)
		}
		if got := slog.AnyValue(err).Resolve().String(); got != want {
			t.Errorf("%q: logged as %s", text, got)
		}
	}
}

// TestErrorInside checks which part of the error of a ToASCII is shown.
func TestErrorInside(t *testing.T) {
	p := Parser{ToASCII: func(domain string) (string, error) { return "", fmt.Errorf("%s is no domain", domain) }}
	const quiet = "ToASCII refused a host that may contain a password"
	for _, test := range []struct{ in, want string }{
		{"http://\u05d0/", "\u05d0 is no domain"},
		{"http://bob:SECRET@\u05d0/?token=SECRET", "\u05d0 is no domain"},
		{"http://h%3A%40\u05d0/", "h:@\u05d0 is no domain"},
		{"http://\u05d0;token=/SECRET", "\u05d0;token=xxxxx"},
		{"file://bob:SECRET@\u05d0/", quiet},
		{"file://bob:SEC.RET@\u05d0/", quiet},
		{"http://\u05d0%3Ftoken=SECRET", quiet},
		{"http://u%3ASECRET%40\u05d0", quiet},
		{"http://" + strings.Repeat("\u05d0", 1000), strings.Repeat("\u05d0", 100) + "..."},
	} {
		_, err := p.Parse(URL{}, test.in)
		if err == nil || !strings.HasSuffix(err.Error(), ": "+test.want) || strings.Contains(err.Error(), "SEC") || strings.Contains(err.Error(), "RET") {
			t.Errorf("%q: %v, want an error with %q at the end", test.in, err, test.want)
		}
	}
	// A long text that is not UTF-8 has no place before a character at which it could be cut.
	p.ToASCII = func(string) (string, error) { return "", errors.New(strings.Repeat("\x80", 1000)) }
	if _, err := p.Parse(URL{}, "http://\u05d0/"); err == nil || !strings.HasSuffix(err.Error(), ": ...") {
		t.Errorf("%.80q", err)
	}
}

// TestToASCII checks how the parser treats the results of ToASCII.
func TestToASCII(t *testing.T) {
	for _, test := range []struct {
		in, result, want, asked string
		err                     error
	}{
		{"http://\u00FC/", "xn--tda", "http://xn--tda/", "\u00FC", nil},
		{"http://A%C3%BC/", "xn--TDA", "http://xn--tda/", "A\u00FC", nil},
		{"http://\u00FC/", "0x7F.1", "http://127.0.0.1/", "\u00FC", nil},
		{"file://\u00FC/", "LOCALHOST", "file:///", "\u00FC", nil},
		{"http://\u00FC/", "", "", "\u00FC", nil},
		{"http://\u00FC/", "a b", "", "\u00FC", nil},
		{"http://\u00FC/", "%41", "", "\u00FC", nil},
		{"http://\u00FC/", "\u00FC", "", "\u00FC", nil},
		{"http://\u00FC/", "1.2.3.4.5", "", "\u00FC", nil},
		{"http://\u00FC/", "a", "", "\u00FC", errIDNA},
		{"http://h\uFFFD/", "a", "", "", nil},
		{"http://\xC3%BC/", "a", "", "", nil},
		{"http://%C3\xBC/", "a", "", "", nil},
		{"http://\u00FC%FF/", "a", "", "", nil},
		{"http://\u00FC%EF%BF%BD/", "a", "", "", nil},
		{"http://XN--a.%41/", "", "http://xn--a.a/", "", nil},
		{"foo://\u00FC/", "", "foo://%C3%BC/", "", nil},
	} {
		asked := ""
		p := Parser{ToASCII: func(domain string) (string, error) {
			asked = domain
			return test.result, test.err
		}}
		u, err := p.Parse(URL{}, test.in)
		if u.String() != test.want || (err == nil) != (test.want != "") || asked != test.asked {
			t.Errorf("%q: %v, %v, asked %q", test.in, u, err, asked)
		}
		if test.err != nil && !errors.Is(err, test.err) {
			t.Errorf("%q: %v", test.in, err)
		}
	}
	if _, err := Parse("http://\u00FC/"); !errors.Is(err, ErrNoToASCII) {
		t.Error(err)
	}
	if _, err := Parse("http://%FF/"); errors.Is(err, ErrNoToASCII) {
		t.Error(err)
	}
}

// TestQueryEncoding checks which queries use another encoding, and how their bytes are
// written.
func TestQueryEncoding(t *testing.T) {
	asked := ""
	p := Parser{Query: func(dst []byte, s string) []byte {
		asked = s
		return append(dst, "\xE9%26%238253%3B'\"#\x1B(B"...)
	}}
	base, err := Parse("http://h/a?old")
	if err != nil {
		t.Fatal(err)
	}
	const encoded = "%E9%26%238253%3B%27%22%23%1B(B"
	for _, test := range []struct{ in, want, asked string }{
		{"https://h/?\u00E9\u203D#\u00E9", "https://h/?" + encoded + "#%C3%A9", "\u00E9\u203D"},
		{"?a", "http://h/a?" + encoded, "a"},
		{"?\xFF\xFE", "http://h/a?" + encoded, "\uFFFD\uFFFD"},
		{"ftp://h?x", "ftp://h/?" + encoded, "x"},
		{"file:?x", "file:///?" + encoded, "x"},
		{"?", "http://h/a?", ""},
		{"", "http://h/a?old", ""},
		{"#?", "http://h/a?old#?", ""},
		{"ws://h/?\u00E9'", "ws://h/?%C3%A9%27", ""},
		{"wss://h/?\u00E9", "wss://h/?%C3%A9", ""},
		{"foo://h/?\u00E9'", "foo://h/?%C3%A9'", ""},
		{"foo:?\u00E9", "foo:?%C3%A9", ""},
	} {
		asked = ""
		u, err := p.Parse(base, test.in)
		if err != nil || u.String() != test.want || asked != test.asked {
			t.Errorf("%q: %v, %v, want %s; asked %q", test.in, u, err, test.want, asked)
		}
	}
}
