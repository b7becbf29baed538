package ascii

import (
	"fmt"
	"strings"
	"testing"
	"testing/quick"
)

// TestClasses compares the classes with the characters that RFC 2396 lists.
func TestClasses(t *testing.T) {
	const (
		letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
		digits  = "0123456789"
	)
	for k, set := range map[Class]string{
		Letter: letters, Digit: digits, Hex: digits + "abcdefABCDEF", Scheme: letters + digits + "+-.",
		Letter | Digit: letters + digits,
	} {
		for b := range 256 {
			if got, want := k.Has(byte(b)), strings.IndexByte(set, byte(b)) >= 0; got != want {
				t.Errorf("class %d has %q: %v", k, b, got)
			}
		}
	}
	for b := range 256 {
		if got, want := Lower(byte(b)), byte(b); want < 0x80 && got != strings.ToLower(string(rune(want)))[0] || want >= 0x80 && got != want {
			t.Errorf("Lower(%q) = %q", want, got)
		}
		if s := string([]byte{'a', byte(b)}); Is(s) != (b < 0x80) || Is(s[1:]+s) != (b < 0x80) {
			t.Errorf("Is(%q) = %v", s, Is(s))
		}
	}
}

// TestEscapes writes each byte as an escape and reads it again.
func TestNotToken(t *testing.T) {
	const token = "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" // RFC 9110, 5.6.2
	for r := range rune(0x300) {
		if NotToken(r) == strings.ContainsRune(token, r) {
			t.Errorf("%q: %v", r, NotToken(r))
		}
	}
}

func TestEscapes(t *testing.T) {
	for b := range 256 {
		for _, s := range []string{string(AppendEscape(nil, byte(b))), strings.ToLower(string(AppendEscape(nil, byte(b))))} {
			if !Escaped(s, 0) || !Escaped([]byte(s), 0) || Escaped(s, 1) || Escaped(s[:2], 0) || Octet("x"+s, 1) != byte(b) {
				t.Errorf("%s is not the escape of %#x", s, b)
			}
		}
	}
	for _, s := range []string{"%g0", "%0g", "0%41", "%%41"} {
		if Escaped(s, 0) {
			t.Errorf("%s begins with an escape", s)
		}
	}
	for in, want := range map[string]string{"": "", "a": "a", "%41%6A": "Aj", "%2541": "%41", "%%41%4": "%A%4", "%fF%g1": "\xff%g1"} {
		if got := string(AppendDecoded([]byte("%4"), in)) + string(AppendDecoded(nil, []byte(in))); got != "%4"+want+want {
			t.Errorf("AppendDecoded(%q) = %q", in, got)
		}
	}
	for in, want := range map[string]string{"": "", "a": "a", "%2541": "A", "%25%32%35%34%31": "A", "%2g%": "%2g%", "%%34%31": "A"} {
		if got := string(AppendUnescaped([]byte("%4"), in)); got != "%4"+want {
			t.Errorf("AppendUnescaped(%q) = %q", in, got)
		}
	}
}

// TestHosts has the hosts that end in a number, numbers and drives.
func TestHosts(t *testing.T) {
	for host, want := range map[string]bool{
		"": false, ".": false, "a": false, "1": true, "1.": true, "1..": false, "a.09": true, "a.0x": true, "a.0XfF.": true,
		"a.0xg": false, "a.1a": false, "1.a": false, "x": false, "0": true, "00x1": false,
	} {
		if EndsInNumber(host) != want || EndsInNumber([]byte(host)) != want {
			t.Errorf("EndsInNumber(%q) is not %v", host, want)
		}
	}
	for host, want := range map[string]int{"www.": 4, "wWw.a": 0, "www23.a": 6, "www": 0, "www1": 0, "ww.": 0, "wwwa.b": 0, "www1a.": 0, "awww.b": 0, "": 0} {
		if WWWLabel(host) != want || WWWLabel([]byte(host)) != want {
			t.Errorf("WWWLabel(%q) is not %d", host, want)
		}
	}
	for s, want := range map[string]bool{"": false, "C": false, "C:": true, "z:": true, "C|": false, "1:": false, "C:/": false} {
		if IsDrive(s) != want {
			t.Errorf("IsDrive(%q) is not %v", s, want)
		}
	}
	for s, want := range map[string][3]uint64{ // by the bases 8, 10 and 16; 99 for none
		"": {99, 99, 99}, "0": {}, "0017": {15, 17, 23}, "8": {99, 8, 8}, "9f": {99, 99, 159}, "A": {99, 99, 10}, "g": {99, 99, 99}, "1 ": {99, 99, 99},
		"4294967295": {99, 1<<32 - 1, 1 << 32}, "4294967296": {99, 1 << 32, 1 << 32}, "99999999999999999999": {99, 1 << 32, 1 << 32}, "37777777777": {1<<32 - 1, 1 << 32, 1 << 32},
	} {
		for i, base := range []uint64{8, 10, 16} {
			n, ok := Number(s, base)
			if m, same := Number([]byte(s), base); ok != (want[i] != 99) || ok && n != want[i] || m != n || same != ok {
				t.Errorf("Number(%q, %d) = %d, %v", s, base, n, ok)
			}
		}
	}
	address := func(a uint32) bool {
		return IPv4(a).String() == fmt.Sprintf("%d.%d.%d.%d", a>>24, a>>16&255, a>>8&255, a&255)
	}
	if err := quick.Check(address, nil); err != nil {
		t.Error(err)
	}
}

// TestJoin joins four pieces of each length below 100, and checks that a single piece is not
// copied.
func TestJoin(t *testing.T) {
	text := strings.Repeat("0123456789", 10)
	for n := range len(text) {
		for i := range n + 1 {
			j := i + (n-i)/3
			for _, p := range [][4]string{
				{text[:i], text[i:j], text[j:n]}, {text[:i], "", text[i:j], text[j:n]}, {"", text[:i], text[i:j], text[j:n]},
			} {
				if got := Join(p[0], p[1], p[2], p[3]); got != text[:n] {
					t.Fatalf("Join%q = %q, want %q", p, got, text[:n])
				}
			}
		}
		s := text[:n]
		if got := testing.AllocsPerRun(10, func() { _, _ = Join(s, "", "", ""), Join("", s, "", "") }); got != 0 {
			t.Errorf("Join of one piece of %d bytes allocates %v times", n, got)
		}
	}
}

// TestText tries the helpers that search.
func TestText(t *testing.T) {
	for _, s := range []string{"", "a", "a/b", "/", strings.Repeat("x", 63) + "/", "é/"} {
		for i := range len(s) + 1 {
			want := strings.Index(s[i:], "/")
			if want >= 0 {
				want += i
			}
			if got := Index(s, i, '/'); got != want || Index([]byte(s), i, '/') != want {
				t.Errorf("Index(%q, %d) = %d, want %d", s, i, got, want)
			}
			if want < 0 {
				want = len(s)
			}
			if got := IndexOrEnd(s, i, '/'); got != want {
				t.Errorf("IndexOrEnd(%q, %d) = %d, want %d", s, i, got, want)
			}
		}
		if Is(s) != (s != "é/") || Is([]byte(s)) != (s != "é/") {
			t.Errorf("Is(%q) = %v", s, Is(s))
		}
	}
	if got := WithoutBreaks("\ta\r\nb c"); got != "ab c" {
		t.Errorf("WithoutBreaks: %q", got)
	}
	if got := Load64("x12345678", 1); got != 0x3837363534333231 {
		t.Errorf("Load64: %#x", got)
	}
	if names := []string{"a", "b"}; Name(names, 1) != "b" || Name(names, 2) != "invalid" {
		t.Error("Name")
	}
	if !All("ab1", Letter|Digit) || All("ab-", Letter|Digit) || !All("", Hex) {
		t.Error("All")
	}
}

func TestSplitAuthority(t *testing.T) {
	for _, test := range []struct {
		text, userinfo, host, port string
		splits                     bool
	}{
		{"", "", "", "", true},
		{"h", "", "h", "", true},
		{"h:80", "", "h", ":80", true},
		{"h:", "", "h", ":", true},
		{"u:p@h:80", "u:p@", "h", ":80", true},
		{"@h", "@", "h", "", true},
		{"u@", "u@", "", "", true},
		{":80", "", "", ":80", true},
		{"[::1]:80", "", "[::1]", ":80", true},
		{"u@[::1]", "u@", "[::1]", "", true},
		{"h:8o", "", "h", ":8o", false},
		{"u:p", "", "u", ":p", false},
		{"a@b@c", "a@b@", "c", "", false},
		{"u:p@q:r@h", "u:p@q:r@", "h", "", false},
		{"::1", "", "", "::1", false},
		{"::1]:80", "", "::1]", ":80", false},
		{"[::1", "", "[::1", "", false},
		{"u:p]x", "", "u:p]x", "", false},
		{"h:80:90", "", "h", ":80:90", false},
		{"h1:1,h2:2", "", "h1", ":1,h2:2", false},
	} {
		for _, after := range []string{"", "/@:", "?@", "#:"} {
			s := "@:]" + test.text + after
			a := SplitAuthority(s, 3, AuthorityEnd(s, 3))
			if s[a.Start:a.Host] != test.userinfo || s[a.Host:a.HostEnd] != test.host || s[a.HostEnd:a.End] != test.port || a.Splits(s) != test.splits {
				t.Errorf("%q: %v, %v; want %q, %q, %q, %v", s[3:], a, a.Splits(s), test.userinfo, test.host, test.port, test.splits)
			}
		}
	}
}

// TestFoldField has spellings of a field that are one to some server.
func TestFoldField(t *testing.T) {
	for name, want := range map[string]string{"X-User": "x-user", "X_User": "x-user", "x.USER": "x-user", "X-User9": "x-user9", "XUser": "xuser", "": "", "\u00e9~": "---"} {
		if got := FoldField(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
