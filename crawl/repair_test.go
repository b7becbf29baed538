package crawl

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"example.com/uri"
	gocmp "github.com/google/go-cmp/cmp"
)

// ascii is a Host function for tests: it knows a few names.
func ascii(name string) (string, error) {
	switch name {
	case "bücher.example":
		return "xn--bcher-kva.example", nil
	case "é":
		return "xn--9ca", nil
	case "ß": // no host name
		return "a/b", nil
	case "\u00AD": // what IDNA leaves out
		return "", nil
	}
	return "", errUnknown
}

var errUnknown = errors.New("unknown name")

var repairs = []struct {
	given   string
	want    string // "" for an error
	changes string // "offset kind part old new", separated by "; "; of an error: "offset message"
	by      Repairer
}{
	// White space.
	{given: " \n http://a/b\t\x00", want: "http://a/b", changes: `0 trimmed around " \n " ""; 13 trimmed around "\t\x00" ""`},
	{given: " ", want: "", changes: `0 trimmed around " " ""`},
	{given: "http://a/b c", want: "http://a/b%20c", changes: `10 escaped path " " "%20"`},
	{given: "h\tttp:/\n/a\r\n.b:\t8\r0/c\td?e\n#f\n", want: "http://a.b:80/cd?e#f",
		changes: `1 removed scheme "\t" ""; 7 removed host "\n" ""; 10 removed host "\r\n" ""; ` +
			`15 removed port "\t" ""; 17 removed port "\r" ""; 21 removed path "\t" ""; 25 removed query "\n" ""; 28 trimmed around "\n" ""`},
	{given: "//u\n@\nh\n/\n", want: "//u@h/",
		changes: `3 removed userinfo "\n" ""; 5 removed host "\n" ""; 7 removed host "\n" ""; 9 trimmed around "\n" ""`},
	{given: "a?b#\nc", want: "a?b#c", changes: `4 removed fragment "\n" ""`},
	{given: "http\t://\tu@h\t/", want: "http://u@h/", changes: `4 removed scheme "\t" ""; 8 removed userinfo "\t" ""; 12 removed host "\t" ""`},
	{given: "x:\t/a\t?", want: "x:/a?", changes: `2 removed path "\t" ""; 5 removed path "\t" ""`},
	{given: "a \t b", want: "a%20%20b", changes: `1 escaped path " \t " "%20%20"`},

	// Characters that no URI holds.
	{given: "/\"<>\\^{|}`\x7f", want: "/%22%3C%3E%5C%5E%7B%7C%7D%60%7F", changes: "1 escaped path \"\\\"<>\\\\^{|}`\\x7f\" \"%22%3C%3E%5C%5E%7B%7C%7D%60%7F\""},
	{given: "/é?é#é", want: "/%C3%A9?%C3%A9#%C3%A9",
		changes: `1 escaped path "é" "%C3%A9"; 4 escaped query "é" "%C3%A9"; 7 escaped fragment "é" "%C3%A9"`},
	{given: "/\xe9\xff", want: "/%E9%FF", changes: `1 escaped path "\xe9\xff" "%E9%FF"`},
	{given: "mailto:a b@c?d e", want: "mailto:a%20b@c?d%20e", changes: `8 escaped path " " "%20"; 14 escaped path " " "%20"`},
	{given: "x:/a b?c d", want: "x:/a%20b?c%20d", changes: `4 escaped path " " "%20"; 8 escaped query " " "%20"`},
	{given: "http://u v:p^@h/", want: "http://u%20v:p%5E@h/",
		changes: `8 escaped userinfo " " "%20"; 12 escaped userinfo "^" "%5E"`},

	// "%".
	{given: "/100%", want: "/100%25", changes: `4 stray percent path "%" "%25"`},
	{given: "/%zz%41%4", want: "/%25zz%41%254", changes: `1 stray percent path "%" "%25"; 7 stray percent path "%" "%25"`},
	{given: "/%%%", want: "/%25%25%25", changes: `1 stray percent path "%%%" "%25%25%25"`},
	{given: "/%\n41 ", want: "/%41", changes: `2 removed path "\n" ""; 5 trimmed around " " ""`},
	{given: "?%x#%", want: "?%25x#%25", changes: `1 stray percent query "%" "%25"; 4 stray percent fragment "%" "%25"`},

	// "#".
	{given: "a#b#c##d", want: "a#b%23c%23%23d", changes: `3 second hash fragment "#" "%23"; 5 second hash fragment "##" "%23%23"`},

	// Brackets.
	{given: "http://[::1]/[a]?[b]#[c]", want: "http://[::1]/%5Ba%5D?%5Bb%5D#%5Bc%5D",
		changes: `13 bracket path "[" "%5B"; 15 bracket path "]" "%5D"; 17 bracket query "[" "%5B"; 19 bracket query "]" "%5D"; ` +
			`21 bracket fragment "[" "%5B"; 23 bracket fragment "]" "%5D"`},
	{given: "[61:24:74]:98", want: "./%5B61:24:74%5D:98",
		changes: `0 dot segment path "" "./"; 0 bracket path "[" "%5B"; 9 bracket path "]" "%5D"`},
	{given: "http://[u]@h/", want: "http://%5Bu%5D@h/", changes: `7 bracket userinfo "[" "%5B"; 9 bracket userinfo "]" "%5D"`},

	// Backslashes.
	{given: `http:\\a\b?c\d#e\f`, want: `http:%5C%5Ca%5Cb?c%5Cd#e%5Cf`,
		changes: `5 escaped path "\\\\" "%5C%5C"; 8 escaped path "\\" "%5C"; 12 escaped path "\\" "%5C"; 16 escaped fragment "\\" "%5C"`},
	{given: `http:\\a\b?c\d#e\f`, want: `http://a/b?c%5Cd#e%5Cf`, by: Repairer{Backslashes: true},
		changes: `5 backslash host "\\\\" "//"; 8 backslash path "\\" "/"; 12 escaped query "\\" "%5C"; 16 escaped fragment "\\" "%5C"`},
	{given: `\\a\b`, want: `//a/b`, by: Repairer{Backslashes: true}, changes: `0 backslash host "\\\\" "//"; 3 backslash path "\\" "/"`},
	{given: `\\\a`, want: `///a`, by: Repairer{Backslashes: true}, changes: `0 backslash host "\\\\" "//"; 2 backslash path "\\" "/"`},
	{given: `/\a`, want: `//a`, by: Repairer{Backslashes: true}, changes: `1 backslash host "\\" "/"`},
	{given: `a\b:c`, want: `a/b:c`, by: Repairer{Backslashes: true}, changes: `1 backslash path "\\" "/"`},
	{given: `a\b:c`, want: `./a%5Cb:c`, changes: `0 dot segment path "" "./"; 1 escaped path "\\" "%5C"`},
	{given: `x:a\b`, want: `x:a%5Cb`, by: Repairer{Backslashes: true}, changes: `3 escaped path "\\" "%5C"`},
	{given: `x://u\v@h/\`, want: `x://u%5Cv@h/%5C`, changes: `5 escaped userinfo "\\" "%5C"; 10 escaped path "\\" "%5C"`},
	{given: `http://a\@b/`, want: `http://a/@b/`, by: Repairer{Backslashes: true}, changes: `8 backslash path "\\" "/"`},

	// A colon in a first segment.
	{given: ":a", want: "./:a", changes: `0 dot segment path "" "./"`},
	{given: " 10.0.0.7:80/a", want: "./10.0.0.7:80/a", changes: `0 trimmed around " " ""; 1 dot segment path "" "./"`},
	{given: "a_b:c?d:e", want: "./a_b:c?d:e", changes: `0 dot segment path "" "./"`},

	// Hosts.
	{given: "http://bücher.example:80/ü", want: "http://xn--bcher-kva.example:80/%C3%BC", by: Repairer{Host: ascii},
		changes: `7 host name host "bücher.example" "xn--bcher-kva.example"; 26 escaped path "ü" "%C3%BC"`},
	{given: "//é@\té\n/", want: "//%C3%A9@xn--9ca/", by: Repairer{Host: ascii},
		changes: `2 escaped userinfo "é" "%C3%A9"; 5 removed host "\t" ""; 6 host name host "é" "xn--9ca"; 8 removed host "\n" ""`},
	{given: "//bü\tcher.example", want: "//xn--bcher-kva.example", by: Repairer{Host: ascii},
		changes: `2 host name host "bü\tcher.example" "xn--bcher-kva.example"`},

	// As browsers read it.
	{given: "http:a/b", want: "http:a/b"},
	{given: "http:a/b", want: "http://a/b", by: web(""), changes: `5 slashes host "" "//"`},
	{given: "http:a/b", want: "http://a/b", by: web("https://x/"), changes: `5 slashes host "" "//"`},
	{given: "HTTP:a/b", want: "HTTP://a/b", by: web(""), changes: `5 slashes host "" "//"`},
	{given: "wss:a", want: "wss://a", by: web(""), changes: `4 slashes host "" "//"`},
	{given: "ftp:a", want: "ftp://a", by: web(""), changes: `4 slashes host "" "//"`},
	{given: "http:a?b c", want: "http://a?b%20c", by: web(""), changes: `5 slashes host "" "//"; 8 escaped query " " "%20"`},
	{given: "http://a/b c", want: "http://a/b%20c", by: web("http://x/"), changes: `10 escaped path " " "%20"`},
	{given: "//a/b c", want: "//a/b%20c", by: web("http://x/"), changes: `5 escaped path " " "%20"`},
	{given: "http:a/b", want: "a/b", by: web("HTTP://x/"), changes: `0 base scheme scheme "http:" ""`},
	{given: "http:/a/b", want: "/a/b", by: web("http://x/"), changes: `0 base scheme scheme "http:" ""`},
	{given: "http:", want: "", by: web("http://x/"), changes: `0 base scheme scheme "http:" ""`},
	{given: "http:a?b c", want: "a?b%20c", by: web("http://x/"), changes: `0 base scheme scheme "http:" ""; 8 escaped query " " "%20"`},
	{given: "http:http:a", want: "./http:a", by: web("http://x/"), changes: `0 base scheme scheme "http:" ""; 5 dot segment path "" "./"`},
	{given: "h\tttps:\\/\\a", want: "https://a", by: web(""), changes: `1 removed scheme "\t" ""; 7 slashes host "\\/\\" "//"`},
	{given: "http:u@é/b", want: "http://u@xn--9ca/b", by: Repairer{Web: true, Host: ascii},
		changes: `5 slashes host "" "//"; 7 host name host "é" "xn--9ca"`},
	{given: "ws:///a", want: "ws://a", by: web(""), changes: `3 slashes host "///" "//"`},
	{given: "///a/b", want: "//a/b", by: web("http://x/"), changes: `0 slashes host "///" "//"`},
	{given: "///a/b", want: "///a/b", by: web("file:///x")},
	{given: "///a/b", want: "///a/b", by: web("foo:///x")},
	{given: "///a/b", want: "///a/b", by: web("")},
	{given: "///a b", want: "///a%20b", by: web(""), changes: `4 escaped path " " "%20"`},
	{given: `\a`, want: `%5Ca`, by: web("foo:///x"), changes: `0 escaped path "\\" "%5C"`},
	{given: "foo:a/b", want: "foo:a/b", by: web("foo:///x")},
	{given: "http://a@b@c/", want: "http://a%40b@c/", by: web(""), changes: `8 escaped userinfo "@" "%40"`},
	{given: "http://a@@b/", want: "http://a%40@b/", by: web(""), changes: `8 escaped userinfo "@" "%40"`},
	{given: "http://a@b@c/", want: "http://a@b@c/"},
	{given: "http://a b@c@d/", want: "http://a%20b@c@d/", changes: `8 escaped userinfo " " "%20"`},
	{given: "http://a/b c", want: "http://a/b%20c", by: web(""), changes: `10 escaped path " " "%20"`},
	{given: "file:a?b", want: "file:///a?b", by: web(""), changes: `5 slashes path "" "///"`},
	{given: "file:", want: "file:///", by: web(""), changes: `5 slashes path "" "///"`},
	{given: "file:a", want: "a", by: web("file:///b"), changes: `0 base scheme scheme "file:" ""`},
	{given: "file:///a", want: "file:///a", by: web("")},
	{given: "file:/a", want: "file:///a", by: web(""), changes: `5 slashes path "/" "///"`},
	{given: "http://%31%32%37.1/", want: "http://127.1/", by: web(""), changes: `7 host name host "%31%32%37.1" "127.1"`},
	{given: "http://%C3%A9/", want: "http://xn--9ca/", by: Repairer{Web: true, Host: ascii}, changes: `7 host name host "%C3%A9" "xn--9ca"`},
	{given: "http://%C3%A9/", want: "http://%C3%A9/", by: web("")},
	{given: "http://a%20b/", want: "http://a%20b/", by: web("")},
	{given: "http://a%2Fb/", want: "http://a%2Fb/", by: web("")},
	{given: "http://a%2541/", want: "http://a%2541/", by: web("")},
	{given: "file:///C|/a", want: "file:///C:/a", by: web(""), changes: `9 drive letter path "|" ":"`},
	{given: "file:c|", want: "file:///c:", by: web(""), changes: `5 slashes path "" "///"; 6 drive letter path "|" ":"`},
	{given: "file:c|?q", want: "file:///c:?q", by: web(""), changes: `5 slashes path "" "///"; 6 drive letter path "|" ":"`},
	{given: "file:c|#f", want: "file:///c:#f", by: web(""), changes: `5 slashes path "" "///"; 6 drive letter path "|" ":"`},
	{given: "file:c:/a", want: "/c:/a", by: web("file:///b"), changes: `0 base scheme scheme "file:" ""; 5 drive letter path "" "/"`},
	{given: "file://c:/a", want: "file:///c:/a", by: web(""), changes: `5 drive letter host "//" "///"`},
	{given: "//c|/a", want: "///c:/a", by: web("file:///b"), changes: `0 drive letter host "//" "///"; 3 drive letter path "|" ":"`},
	{given: "c|/a", want: "/c:/a", by: web("file:///b"), changes: `0 drive letter path "" "/"; 1 drive letter path "|" ":"`},
	{given: "c|a", want: "c%7Ca", by: web("file:///b"), changes: `1 escaped path "|" "%7C"`},
	{given: "ab/c", want: "ab/c", by: web("file:///b")},
	{given: "//ab/c", want: "//ab/c", by: web("file:///b")},
	{given: "1:/c", want: "./1:/c", by: web("file:///b"), changes: `0 dot segment path "" "./"`},
	{given: "/c|/a", want: "/c%7C/a", by: web("http://b"), changes: `2 escaped path "|" "%7C"`},

	// What is beyond repair.
	{given: "http://bücher.example/", changes: "8 crawl: beyond repair: host name beyond US-ASCII at offset 8"},
	{given: "http://\x80/", changes: "7 crawl: beyond repair: host name beyond US-ASCII at offset 7"},
	{given: "http://\u0080/", by: Repairer{Host: ascii}, changes: "7 crawl: beyond repair: unknown name at offset 7"},
	{given: "http://é:x/", by: Repairer{Host: ascii}, changes: "7 crawl: beyond repair: unknown name at offset 7"},
	{given: "http://\tzürich.example/", by: Repairer{Host: ascii}, changes: "9 crawl: beyond repair: unknown name at offset 9"},
	{given: "//\tü\t/", changes: "3 crawl: beyond repair: host name beyond US-ASCII at offset 3"},
	{given: "//ü\t/", changes: "2 crawl: beyond repair: host name beyond US-ASCII at offset 2"},
	{given: "http://ß/", by: Repairer{Host: ascii}, changes: "7 crawl: beyond repair: host name beyond US-ASCII at offset 7"},
	{given: "http://\u00AD/a", by: Repairer{Host: ascii}, changes: "7 crawl: beyond repair: host name beyond US-ASCII at offset 7"},
	{given: "http://\xff/", by: Repairer{Host: ascii}, changes: "7 crawl: beyond repair: host name beyond US-ASCII at offset 7"},
	{given: "\thttp://a b/", changes: `9 crawl: beyond repair: authority: invalid character ' ' at offset 9 (RFC 2396, 3.2)`},
	{given: "http://a\t b/", changes: `9 crawl: beyond repair: authority: invalid character ' ' at offset 9 (RFC 2396, 3.2)`},
	{given: "/\n/%\n2/ü", changes: `6 crawl: beyond repair: escaped: invalid character '/' at offset 6 (RFC 2396, 2.4.1)`},
	{given: `http://a\@b/`, changes: `8 crawl: beyond repair: authority: invalid character at offset 8 (RFC 2396, 3.2)`},
	{given: `//a\b`, changes: `3 crawl: beyond repair: authority: invalid character '\\' at offset 3 (RFC 2396, 3.2)`},
	{given: "http: ", changes: `5 crawl: beyond repair: opaque_part: unexpected end at offset 5 (RFC 2396, 3)`},
	{given: "http:#é", changes: `5 crawl: beyond repair: opaque_part: invalid character '#' at offset 5 (RFC 2396, 3)`},
	{given: "http://[::1/\"", changes: `11 crawl: beyond repair: ipv6reference: invalid character '/' at offset 11 (RFC 2732, 3)`},
}

// web is a Repairer that reads as browsers do.
func web(base string) Repairer {
	return Repairer{Web: true, Base: uri.MustParse(base)}
}

// list writes changes as the table of repairs has them.
func list(changes []Change) string {
	var all []string
	for _, c := range changes {
		all = append(all, fmt.Sprintf("%d %v %v %q %q", c.Offset, c.Kind, cmp.Or(c.Part.String(), "around"), c.Old, c.New))
	}
	return strings.Join(all, "; ")
}

func TestRepair(t *testing.T) {
	for _, test := range repairs {
		u, changes, err := test.by.Repair(test.given)
		got := list(changes)
		if err != nil {
			e := err.(*RepairError)
			got = fmt.Sprint(e.Offset, " ", e)
		}
		if u.String() != test.want || got != test.changes {
			t.Errorf("%q: %q\n%s", test.given, u, gocmp.Diff(test.changes, got))
		}
		checkRepair(t, test.given)
	}
}

// TestNoNames asks for the names of what is none of the constants.
func TestNoNames(t *testing.T) {
	for _, s := range []fmt.Stringer{AngleURL + 1, Mailbox + 1, DriveLetter + 1} {
		if s.String() != "invalid" {
			t.Errorf("%T is named %q", s, s)
		}
	}
}

func TestRepairErrors(t *testing.T) {
	_, _, err := Repair("http://ü/")
	if !errors.Is(err, ErrHost) {
		t.Errorf("%v is not ErrHost", err)
	}
	_, _, err = Repairer{Host: ascii}.Repair("http://ü/")
	if !errors.Is(err, errUnknown) {
		t.Errorf("%v is not that of the function", err)
	}
	_, _, err = Repair("http://u:hunter2 \\@h h/")
	var syntax *uri.SyntaxError
	if !errors.As(err, &syntax) {
		t.Errorf("%v is no SyntaxError", err)
	}
	if strings.Contains(fmt.Sprintf("%v %+v %#v", err, err, err.Error()), "hunter2") {
		t.Errorf("%v shows a password", err)
	}
}

// TestRepairClean sees that what parses comes back as it is, without cost.
func TestRepairClean(t *testing.T) {
	for _, s := range []string{"http://user@www.example.com:8080/a/b;c?d=e#f", "file:///a", "http:a", "//a%20b/", "http://a@b@c"} {
		if n := testing.AllocsPerRun(100, func() {
			if u, changes, err := Repair(s); u.String() != s || changes != nil || err != nil {
				t.Fatal(u, changes, err)
			}
		}); n != 0 {
			t.Errorf("%q: %v allocations", s, n)
		}
	}
}

// appendixB is the expression of RFC 2396, Appendix B, for texts of any octets.
var appendixB = regexp.MustCompile(`(?s)^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`)

// checkRepair checks what holds for every text.
func checkRepair(t *testing.T, s string) {
	t.Helper()
	for _, r := range []Repairer{
		{}, {Backslashes: true}, {Host: ascii}, {Backslashes: true, Host: ascii},
		web(""), web("http://a/b"), web("file:///a/b"), web("foo://a/b"),
	} {
		u, changes, err := r.Repair(s)
		if err != nil {
			if e := err.(*RepairError); e.Offset < 0 || e.Offset > len(s) || u != (uri.URI{}) || changes != nil {
				t.Errorf("%q: %v, %v at %d of %d", s, u, changes, e.Offset, len(s))
			}
			if uri.Valid(s) && !r.Web {
				t.Errorf("%q: %v, though it is valid", s, err)
			}
			continue
		}
		if uri.Valid(s) && !r.Web && (u.String() != s || changes != nil) {
			t.Errorf("%q is valid and became %q by %v", s, u, changes)
		}
		if v, err := uri.Parse(u.String()); err != nil || v != u {
			t.Errorf("%q: repaired %q: %v", s, u, err)
		}
		if again, changes, err := r.Repair(u.String()); again != u || changes != nil || err != nil {
			t.Errorf("%q: repaired %q, and again %q, %v, %v", s, u, again, changes, err)
		}
		if fixed := apply(t, s, changes); fixed != u.String() {
			t.Errorf("%q: %v make %q, not %q", s, list(changes), fixed, u)
		}
		checkNamed(t, s, u.String(), changes)
	}
}

// apply makes the changes in s.
func apply(t *testing.T, s string, changes []Change) string {
	t.Helper()
	var b strings.Builder
	done := 0
	for _, c := range changes {
		if c.Offset < done || !strings.HasPrefix(s[c.Offset:], c.Old) || c.Old == c.New {
			t.Errorf("%q: %s", s, list(changes))
			return ""
		}
		b.WriteString(s[done:c.Offset] + c.New)
		done = c.Offset + len(c.Old)
	}
	return b.String() + s[done:]
}

// checkNamed sees that a list of changes names those of the scheme, the host
// and the number of segments. The parts are those of the expression of
// Appendix B, which splits any text.
func checkNamed(t *testing.T, s, fixed string, changes []Change) {
	t.Helper()
	has := func(is func(Change) bool) bool {
		for _, c := range changes {
			if is(c) {
				return true
			}
		}
		return false
	}
	before, after := appendixB.FindStringSubmatch(strings.Trim(s, space)), appendixB.FindStringSubmatch(fixed)
	inPart := func(p uri.Part) func(Change) bool { return func(c Change) bool { return c.Part == p } }
	ofKind := func(k ChangeKind) func(Change) bool { return func(c Change) bool { return c.Kind == k } }
	host := func(authority string) string { return authority[strings.LastIndexByte(authority, '@')+1:] }
	// Where the text before a ":" is no scheme, the expression takes it for one.
	named := has(ofKind(DotSegment)) || has(ofKind(Backslash)) || has(ofKind(Slashes)) || has(ofKind(DriveLetter))
	if before[2] != after[2] && !named && !has(inPart(uri.PartScheme)) {
		t.Errorf("%q: %q has another scheme: %s", s, fixed, list(changes))
	}
	named = named || has(inPart(uri.PartHost)) || has(inPart(uri.PartPort))
	if host(before[4]) != host(after[4]) && !named {
		t.Errorf("%q: %q has another host: %s", s, fixed, list(changes))
	}
	if strings.Count(before[5], "/") != strings.Count(after[5], "/") && !named {
		t.Errorf("%q: %q has other segments: %s", s, fixed, list(changes))
	}
}

func FuzzRepair(f *testing.F) {
	for _, test := range repairs {
		f.Add(test.given)
	}
	for _, s := range seeds(f, "whatwg", "curl", "oracle_cases", "go") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkRepair(t, s) })
}

// TestRepairLinear gives no end to an algorithm that is not linear.
func TestRepairLinear(t *testing.T) {
	n := 1 << 17
	if *long {
		n = 1 << 20
	}
	for _, unit := range []string{" ", "\t", " \t", "%", "#", "[", `\`, ":", "é", "a\tb ", "<", `"`, "(", "http:", "@"} {
		for _, prefix := range []string{"", "//", "http:", "http://", "http://é"} {
			s := prefix + strings.Repeat(unit, n/len(unit))
			if u, _, err := (Repairer{Backslashes: true}).Repair(s); err == nil && !uri.Valid(u.String()) {
				t.Fatalf("%q and %q repeated", prefix, unit)
			}
		}
	}
}

func BenchmarkRepair(b *testing.B) {
	const clean = "http://www.example.com:8080/a/b/c.html?d=e&f=g#h"
	b.Run("parse", func(b *testing.B) {
		for b.Loop() {
			uri.Parse(clean)
		}
	})
	b.Run("clean", func(b *testing.B) {
		for b.Loop() {
			Repair(clean)
		}
	})
	b.Run("ugly", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			Repair(" http://www.example.com:8080/a b/c.html?d=[e]&f=100%#é")
		}
	})
}
