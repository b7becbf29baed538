package idna

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/idna"
)

// rows returns the columns of the lines of a table after its first line, with
// the escapes undone.
func rows(t testing.TB, file string) [][]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all [][]string
	for n, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")[1:] {
		columns := strings.Split(line, "\t")
		for i, column := range columns {
			if column == `\N` {
				continue
			}
			columns[i], err = strconv.Unquote(`"` + strings.ReplaceAll(column, `"`, `\"`) + `"`)
			if err != nil {
				t.Fatalf("%s:%d: %q: %v", file, n+2, column, err)
			}
		}
		all = append(all, columns)
	}
	return all
}

// TestWPT compares ToASCII with the table toascii.json of web-platform-tests.
func TestWPT(t *testing.T) {
	all := rows(t, "testdata/whatwg_toascii.tsv")
	if len(all) != 87 {
		t.Errorf("%d rows, not 87", len(all))
	}
	readme, err := os.ReadFile("README.md")
	if want := fmt.Sprintf("All %d rows of web-platform-tests'", len(all)); err != nil || !strings.Contains(string(readme), want) {
		t.Errorf("README.md does not say %q, %v", want, err)
	}
	for _, row := range all {
		check(t, row[1], row[3])
	}
}

// check compares ToASCII(input) with want; `\N` is failure.
func check(t *testing.T, input, want string) {
	t.Helper()
	got, err := ToASCII(input)
	if err != nil {
		got = `\N`
	}
	if got != want {
		t.Errorf("ToASCII(%q) is %q, %v, want %q", input, got, err, want)
	}
}

// TestDomains compares ToASCII with the domains in the table urltestdata.json of
// web-platform-tests.
func TestDomains(t *testing.T) {
	for _, row := range rows(t, "testdata/domains.tsv") {
		check(t, row[0], row[1])
	}
}

// TestRules checks each rule that x/net does not have.
func TestRules(t *testing.T) {
	for _, row := range []struct{ input, want string }{
		{"", `\N`},
		{"\u00AD", `\N`},
		{"A.B", "a.b"},
		{"a b", `\N`},
		{"a%b", `\N`},
		{"a\x7F", `\N`},
		{"é\uFF05", `\N`},
		{"é\u3000a", `\N`},
		{"xn--abc-", "xn--abc-"}, // ASCII: only lowercased
		{"xn--abc-.é", `\N`},
		{"XN--abc-.é", `\N`},
		{"ｘn--abc-.é", `\N`},
		{"x\u00ADn--abc-.é", `\N`},
		{"xn--.é", `\N`},
		{"é。xn--abc-", `\N`},
		{"xn--xn---epa.é", `\N`}, // decodes to xn--é
		{"xn--é", `\N`},
		{"xn--é-9ca", `\N`}, // the part before the last hyphen is not ASCII
		{"x\u00ADn--abc-mt\u0208--xn--", `\N`},
		{"ｘn--9ca", "xn--9ca"},
		{"xn--9ca.é", "xn--9ca.xn--9ca"},
		{"a.é.", "a.xn--9ca."},
		{"a\u2136", `\N`}, // mapped to U+05D1, a Hebrew letter
		{"\u2136", "xn--5db"},
		{"a_.\u05D1", `\N`},
		{"1.\u05D1", `\N`},
		{"a.\u0300", `\N`},
		{"\u0300", `\N`},
		{"é\u0330", "xn--lsa989k"},
		{"xn---f0xe.é", `\N`}, // a delimiter after nothing (RFC 3492, 6.2)
		{".é..a", ".xn--9ca..a"},
		{"Ⴀ.é", "xn--rkj.xn--9ca"},
		{"\u2183\u2132", "xn--73g3g"},
		{"a\u2061\u206F\U0001D17A\u3164\u17B4\u180Eb", "ab"},
		{"\U0002F91F", "xn--hb5j"},
		{"\xFFa", `\N`},
	} {
		check(t, row.input, row.want)
	}
}

// TestNewer checks that newer is needed as long as x/net has the tables of Unicode
// 15.0, and that it agrees with later tables.
func TestNewer(t *testing.T) {
	n := 0
	for r := rune(0); r <= 0x10FFFF; r++ {
		to := newer(r)
		if to == r {
			continue
		}
		n++
		mapped := "a"
		if to >= 0 {
			mapped += string(to)
		}
		got, err := profile.ToASCII("a" + string(r))
		want, wantErr := profile.ToASCII(mapped)
		if wantErr != nil {
			t.Errorf("%U maps to %q: %v", r, mapped, wantErr)
		}
		same := err == nil && got == want
		if same == (idna.UnicodeVersion == "15.0.0") {
			t.Errorf("%U: x/net gives %q, %v; newer gives %q (Unicode %s)", r, got, err, want, idna.UnicodeVersion)
		}
	}
	if n != 71 {
		t.Errorf("newer changes %d characters", n)
	}
}

// TestNotGiven checks the statement of the package comment about characters that the
// tables of Unicode 15.0 lack. It fails if that is no longer true.
func TestNotGiven(t *testing.T) {
	for _, row := range []struct{ input, want, since string }{
		{"a\u1806b", "xn--ab-h0o", "valid since UTS #46 for Unicode 16.0"},
		{"\U0002EBF0", "xn--8g0n", "a character of Unicode 15.1"},
		{"\u1C89", "xn--d4f", "a character of Unicode 16.0, mapped to U+1C8A"},
		{"\U0001CCFA", "xn--ci0h", "a character of Unicode 17.0"},
	} {
		want := row.want
		if idna.UnicodeVersion == "15.0.0" {
			want = `\N`
		}
		if got, err := ToASCII(row.input); (err == nil) != (want == row.want) || err == nil && got != want {
			t.Errorf("ToASCII(%q) is %q, %v, want %q (%s)", row.input, got, err, want, row.since)
		}
	}
}

// TestLong checks that long labels and many labels take linear time.
func TestLong(t *testing.T) {
	if got, err := ToASCII(strings.Repeat("é", maxLabel/2)); err != nil {
		t.Error(got, err)
	}
	for _, label := range []string{strings.Repeat("é", maxLabel/2+1), "xn--" + strings.Repeat("9", maxLabel) + ".é"} {
		if got, err := ToASCII(label); err == nil {
			t.Errorf("a label of %d bytes gives %.20q", len(label), got)
		}
	}
	if got, err := ToASCII(strings.Repeat("a", 1<<20) + ".é"); err != nil || len(got) != 1<<20+len(".xn--9ca") {
		t.Errorf("%.20q, %v", got, err)
	}
	const labels = 10000
	if got, err := ToASCII(strings.Repeat("é.", labels)); err != nil || got != strings.Repeat("xn--9ca.", labels) {
		t.Errorf("%.20q, %v", got, err)
	}
	if got, err := ToASCII(strings.Repeat("。", labels)); err != nil || got != strings.Repeat(".", labels) {
		t.Errorf("%.20q, %v", got, err)
	}
}

func TestAllocations(t *testing.T) {
	for domain, most := range map[string]float64{"example.com": 0, "Example.COM": 1} {
		n := testing.AllocsPerRun(100, func() {
			if _, err := ToASCII(domain); err != nil {
				t.Error(err)
			}
		})
		if n > most {
			t.Errorf("ToASCII(%q) allocates %v times", domain, n)
		}
	}
}

// FuzzToASCII checks that a result is ASCII, in lower case, free of forbidden code
// points and its own ToASCII.
func FuzzToASCII(f *testing.F) {
	for _, row := range rows(f, "testdata/whatwg_toascii.tsv") {
		f.Add(row[1])
	}
	f.Add("xn--abc-.é")
	f.Add("x\u00ADn--abc-.é")
	f.Fuzz(func(t *testing.T, domain string) {
		ascii, err := ToASCII(domain)
		if err != nil {
			if ascii != "" {
				t.Errorf("%q and %v", ascii, err)
			}
			return
		}
		for i := range len(ascii) {
			c := ascii[i]
			if c <= ' ' || c >= 0x7F || 'A' <= c && c <= 'Z' || strings.ContainsRune(`#%/:<>?@[\]^|`, rune(c)) {
				t.Errorf("ToASCII(%q) is %q", domain, ascii)
			}
		}
		again, err := ToASCII(ascii)
		if err != nil || again != ascii {
			t.Errorf("ToASCII(%q) is %q, of which it is %q, %v", domain, ascii, again, err)
		}
		if ascii == strings.ToLower(domain) {
			return
		}
		// With a label that is not ASCII beside it, the result goes through the
		// whole algorithm. Only the rule for right-to-left labels may refuse it.
		if beside, err := ToASCII(ascii + ".é"); err == nil && beside != ascii+".xn--9ca" {
			t.Errorf("ToASCII(%q) is %q", ascii+".é", beside)
		}
	})
}
