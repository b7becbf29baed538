package links

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.com/uri"
	"example.com/uri/internal/vectors"
)

// fewNames is a ToASCII function for tests: it knows a few names.
func fewNames(name string) (string, error) {
	switch name {
	case "bücher.example":
		return "xn--bcher-kva.example", nil
	case "é":
		return "xn--9ca", nil
	case "ß": // no host name
		return "a/b", nil
	case "\u00AD": // IDNA leaves it out
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

	// A byte order mark, at the beginning of the text alone.
	{given: "\uFEFFhttp://h/", want: "http://h/", changes: `0 trimmed around "\ufeff" ""`},
	{given: "\uFEFF \nhttp://h/ ", want: "http://h/", changes: `0 trimmed around "\ufeff \n" ""; 14 trimmed around " " ""`},
	{given: "\uFEFF", want: "", changes: `0 trimmed around "\ufeff" ""`},
	{given: "/a\uFEFF", want: "/a%EF%BB%BF", changes: `2 escaped path "\ufeff" "%EF%BB%BF"`},
	{given: "\uFEFF\uFEFFa", want: "%EF%BB%BFa", changes: `0 trimmed around "\ufeff" ""; 3 escaped path "\ufeff" "%EF%BB%BF"`},
	{given: "file:///b c", want: "file:///b%20c", changes: `9 escaped path " " "%20"`},
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
	{given: `a\b:c`, want: `./a%5Cb:c`, changes: `0 dot segment path "" "./"; 1 escaped path "\\" "%5C"`},
	{given: `x://u\v@h/\`, want: `x://u%5Cv@h/%5C`, changes: `5 escaped userinfo "\\" "%5C"; 10 escaped path "\\" "%5C"`},

	// A colon in a first segment.
	{given: ":a", want: "./:a", changes: `0 dot segment path "" "./"`},
	{given: " 10.0.0.7:80/a", want: "./10.0.0.7:80/a", changes: `0 trimmed around " " ""; 1 dot segment path "" "./"`},
	{given: "a_b:c?d:e", want: "./a_b:c?d:e", changes: `0 dot segment path "" "./"`},

	// Hosts.
	{given: "http://bücher.example:80/ü", want: "http://xn--bcher-kva.example:80/%C3%BC", by: Repairer{ToASCII: fewNames},
		changes: `7 host name host "bücher.example" "xn--bcher-kva.example"; 26 escaped path "ü" "%C3%BC"`},
	{given: "//é@\té\n/", want: "//%C3%A9@xn--9ca/", by: Repairer{ToASCII: fewNames},
		changes: `2 escaped userinfo "é" "%C3%A9"; 5 removed host "\t" ""; 6 host name host "é" "xn--9ca"; 8 removed host "\n" ""`},
	{given: "//bü\tcher.example", want: "//xn--bcher-kva.example", by: Repairer{ToASCII: fewNames},
		changes: `2 host name host "bü\tcher.example" "xn--bcher-kva.example"`},

	{given: "http://a\"b`{c}:80/", want: "http://a%22b%60%7Bc%7D:80/", changes: "8 escaped host \"\\\"\" \"%22\"; 10 escaped host \"`{\" \"%60%7B\"; 13 escaped host \"}\" \"%7D\""},
	{given: "x://u@{h\t}", want: "x://u@%7Bh%7D", changes: `6 escaped host "{" "%7B"; 8 removed host "\t" ""; 9 escaped host "}" "%7D"`},
	{given: "//{\n}", want: "//%7B%7D", changes: `2 escaped host "{\n}" "%7B%7D"`},

	// Texts beyond repair.
	{given: "http://{é}/", by: Repairer{ToASCII: fewNames}, changes: "8 links: beyond repair: unknown name at offset 8"},
	{given: "http://[::1{]/", changes: `11 links: beyond repair: ipv6reference: invalid character '%' at offset 11 (RFC 2732, 3)`},
	{given: "http://bücher.example/", changes: "8 links: beyond repair: no US-ASCII form of the host name at offset 8"},
	{given: "http://\x80/", changes: "7 links: beyond repair: no US-ASCII form of the host name at offset 7"},
	{given: "http://\u0080/", by: Repairer{ToASCII: fewNames}, changes: "7 links: beyond repair: unknown name at offset 7"},
	{given: "http://é:x/", by: Repairer{ToASCII: fewNames}, changes: "7 links: beyond repair: unknown name at offset 7"},
	{given: "http://\tzürich.example/", by: Repairer{ToASCII: fewNames}, changes: "9 links: beyond repair: unknown name at offset 9"},
	{given: "//\tü\t/", changes: "3 links: beyond repair: no US-ASCII form of the host name at offset 3"},
	{given: "//ü\t/", changes: "2 links: beyond repair: no US-ASCII form of the host name at offset 2"},
	{given: "http://ß/", by: Repairer{ToASCII: fewNames}, changes: "7 links: beyond repair: no US-ASCII form of the host name at offset 7"},
	{given: "http://\u00AD/a", by: Repairer{ToASCII: fewNames}, changes: "7 links: beyond repair: no US-ASCII form of the host name at offset 7"},
	{given: "http://\xff/", by: Repairer{ToASCII: fewNames}, changes: "7 links: beyond repair: no US-ASCII form of the host name at offset 7"},
	{given: "\thttp://a b/", changes: `9 links: beyond repair: authority: invalid character ' ' at offset 9 (RFC 2396, 3.2)`},
	{given: "http://a\t b/", changes: `9 links: beyond repair: authority: invalid character ' ' at offset 9 (RFC 2396, 3.2)`},
	{given: "/\n/%\n2/ü", changes: `6 links: beyond repair: escaped: invalid character '/' at offset 6 (RFC 2396, 2.4.1)`},
	{given: `http://a\@b/`, changes: `8 links: beyond repair: authority: invalid character '\\' at offset 8 (RFC 2396, 3.2)`},
	{given: `//a\b`, changes: `3 links: beyond repair: authority: invalid character '\\' at offset 3 (RFC 2396, 3.2)`},
	{given: "http: ", changes: `5 links: beyond repair: opaque_part: unexpected end at offset 5 (RFC 2396, 3)`},
	{given: "http:#é", changes: `5 links: beyond repair: opaque_part: invalid character '#' at offset 5 (RFC 2396, 3)`},
	{given: "http://[::1/\"", changes: `11 links: beyond repair: ipv6reference: invalid character '/' at offset 11 (RFC 2732, 3)`},
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

// TestNoNames asks for the names of values that are no constants.
func TestNoNames(t *testing.T) {
	for _, s := range []fmt.Stringer{WrapperAngleURL + 1, ExpansionMailbox + 1, ChangeHostName + 1} {
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
	_, _, err = Repairer{ToASCII: fewNames}.Repair("http://ü/")
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

// TestRepairClean checks that a valid text comes back unchanged, without cost.
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

// TestRepairAllocations sees that a repair allocates the text, the list of changes and the error of
// Parse that it drops, and one text more without the tabs and line breaks.
func TestRepairAllocations(t *testing.T) {
	long := strings.Repeat("/a b|c", 1000)
	for _, test := range []struct {
		s    string
		want float64
	}{
		{"a b", 3}, {" http://a/b\n", 3}, {"HTTP://h/100%#a#b", 3}, {"12:30", 3}, {"//{h}/", 3}, {"/%zz[]\xFF", 3},
		{"http://u:p@h" + long, 3}, {long + "?" + long + "#" + long, 3},
		{"http://h/a\nb", 4}, {"http://h" + long + "\n" + long, 4},
	} {
		if n := testing.AllocsPerRun(100, func() {
			if _, _, err := Repair(test.s); err != nil {
				t.Fatal(err)
			}
		}); n != test.want {
			t.Errorf("%.40q: %v allocations, want %v", test.s, n, test.want)
		}
	}
}

// TestRepairMemory guards how many bytes are allocated for each byte of the input:
// for the text three if all of it is escaped, and one if tabs are left out; for the
// list a Change of 48 bytes for two bytes of input.
func TestRepairMemory(t *testing.T) {
	n := 16 << 10
	if *long {
		n = 64 << 10
	}
	for _, unit := range []string{" ", "a ", "a\t", "a\t ", "%", "%\n", "#", "[a", "é", "{", ":", " [", "%41"} {
		for _, prefix := range []string{"", "//", "http://h/", "x:"} {
			s := prefix + strings.Repeat(unit, n/len(unit)) + " "
			if got := allocated(func() { Repair(s) }); got > 55*len(s) {
				t.Errorf("Repair of %q and %q repeated: %d bytes for %d", prefix, unit, got, len(s))
			}
		}
	}
}

// allocated returns how many bytes f allocates.
func allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

// appendixB is the expression of RFC 2396, Appendix B, for texts of any bytes.
var appendixB = regexp.MustCompile(`(?s)^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`)

// checkRepair checks the properties that hold for every text.
func checkRepair(t *testing.T, s string) {
	t.Helper()
	for _, r := range []Repairer{{}, {ToASCII: fewNames}} {
		u, changes, err := r.Repair(s)
		if err != nil {
			if e := err.(*RepairError); e.Offset < 0 || e.Offset > len(s) || u != (uri.URI{}) || changes != nil {
				t.Errorf("%q: %v, %v at %d of %d", s, u, changes, e.Offset, len(s))
			}
			if uri.Valid(s) {
				t.Errorf("%q: %v, though it is valid", s, err)
			}
			continue
		}
		if uri.Valid(s) && (u.String() != s || changes != nil) {
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

// checkNamed checks that a list of changes names those of the scheme, the host
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
	before, after := appendixB.FindStringSubmatch(strings.TrimFunc(strings.TrimPrefix(s, "\ufeff"), func(r rune) bool { return r <= ' ' })), appendixB.FindStringSubmatch(fixed)
	inPart := func(p uri.Part) func(Change) bool { return func(c Change) bool { return c.Part == p } }
	ofKind := func(k ChangeKind) func(Change) bool { return func(c Change) bool { return c.Kind == k } }
	host := func(authority string) string { return authority[strings.LastIndexByte(authority, '@')+1:] }
	// Where the text before a ":" is no scheme, the expression takes it for one.
	named := has(ofKind(ChangeDotSegment))
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
	for _, s := range vectors.Inputs(f, "..", "whatwg", "curl", "oracle_cases", "go") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkRepair(t, s) })
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
