package archive

import (
	"flag"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/vectors"
)

// Plain "go test" takes a few seconds. The flags make it more thorough.
var (
	inputs = flag.Int("inputs", 5_000, "try `N` random inputs for each property")
	long   = flag.Bool("long", false, "repeat what opens and never closes up to 1 MiB, not 32 KiB")
)

// already is the content of a buffer before a key is appended.
const already = "X:%4a/../Y?Z%2e#//W@V:80/./"

// keyOf returns the key of s, made in a buffer that already has text.
func keyOf(t testing.TB, d Dialect, s string) string {
	t.Helper()
	key, ok := strings.CutPrefix(string(Keyer{d}.AppendKey([]byte(already), s)), already)
	if !ok {
		t.Errorf("%v: %q: what the buffer had has changed: %q", d, s, key)
	}
	return key
}

// unsurt returns the URL that has the key, without its scheme.
func unsurt(key string) string {
	host, rest, ok := strings.Cut(key, ")")
	if !ok {
		return key
	}
	host, port, _ := strings.Cut(host, ":")
	labels := strings.Split(host, ",")
	slices.Reverse(labels)
	if port != "" {
		port = ":" + port
	}
	return strings.Join(labels, ".") + port + rest
}

// TestVectors compares keys with those in the tests of surt and webarchive-commons, and in the
// tests that urlcanon took from them for each step.
func TestVectors(t *testing.T) {
	for _, row := range vectors.Table(t, "../testdata/vectors/surt.tsv") {
		for _, d := range []Dialect{DialectSurt, DialectCommons} {
			if row.Oracle != "both" && row.Oracle != d.String() {
				continue
			}
			text, got, want := []byte(already+row.Input), "", row.Expected
			start := len(already)
			switch row.Kind {
			case "archive-key", "commons-key", "defaultIASurt":
				got = keyOf(t, d, row.Input)
			case "Canonicalizer.DefaultIA", "Canonicalizer.IA": // the URL before its host is reversed
				got = unsurt(keyOf(t, d, row.Input))
				if _, rest, ok := strings.Cut(want, "://"); ok {
					want = rest
				}
			case "unescapeRepeatedly":
				got = string(ascii.AppendUnescaped([]byte(already), row.Input)[start:])
			case "alphaRorderQuery":
				got = string(ascii.SortPairs(text, start, true)[start:])
			case "massageHost":
				got, _, _ = strings.Cut(unsurt(keyOf(t, d, "http://"+row.Input+"/")), "/")
			case "stripPathSessionId":
				got = string(dropPathSessions(text, start)[start:])
			default:
				t.Fatalf("%v: unknown kind", row)
			}
			if got != want {
				t.Errorf("%v: %v: got %q, want %q", row, d, got, want)
			}
		}
	}
}

// TestRules checks the keys in RULES.md, by surt and by webarchive-commons.
func TestRules(t *testing.T) {
	const file = "RULES.md"
	n, inTable := 0, false
	for line, columns := range vectors.TabLines(t, file) {
		switch {
		case columns != nil && strings.HasPrefix(columns[0], "```"):
			inTable = !inTable
			continue
		case columns == nil || !inTable:
			continue
		}
		for i, d := range []Dialect{DialectSurt, DialectCommons} {
			want := columns[min(i+1, len(columns)-1)]
			if want == "-none-" {
				want = ""
			}
			if got := keyOf(t, d, columns[0]); got != want {
				t.Errorf("%s:%d: %v: %q: got %q, want %q", file, line+1, d, columns[0], got, want)
			}
		}
		n++
	}
	if n < 150 {
		t.Errorf("%s: %d rows", file, n)
	}
}

// TestBytes checks the keys of texts that are not UTF-8, and of texts at the bounds of numbers
// and lengths.
func TestBytes(t *testing.T) {
	for _, test := range []struct{ in, surt, commons string }{
		{"http://h/\xE4?\xFF", "h)/%e4?%ff", "h)/%e4?%ff"},
		{"http://\xE4.b/", "b,%e4)/", "b,%e4)/"},
		{"http://\xE4ü.b/", "b,xn--tda)/", "b,xn--%e4-joa)/"},
		{"http://\xFF/a/../b/", "http:/a/../b", "%ff)/b"},
		{"dns:\xFF.b", "dns:%ff.b", "b,%ff)"},
		{"dns:", "dns:", ""},
		{" dns:a(b", "dns:a(b", "b"},
		{"filedesc\xFF", "filedesc\xFF", "filedesc\xFF"},
		{"http://" + strings.Repeat("1", 4300) + "/", "199,113,28,199)/", strings.Repeat("1", 4300) + ")/"},
		{"http://" + strings.Repeat("1", 4301) + "/", "", strings.Repeat("1", 4301) + ")/"},
		{"http://h:" + strings.Repeat("0", 4298) + "81/", "h:81)/", "h:81)/"},
		{"http://h:" + strings.Repeat("0", 4299) + "81/", "", "h:81)/"},
		{"http://h:65535/", "h:65535)/", "h:65535)/"},
		{"http://h:65536/", "", "h:65536)/"},
		{"http://255.1/", "1,0,0,255)/", "1,255)/"},
		{"http://0377.0.0.1/", "1,0,0,255)/", "1,0,0,255)/"},
		{"http://1.2.3.4.0/", "0,4,3,2,1)/", "0,4,3,2,1)/"},
		{"http://h~/~", "h~)/~", "h~)/~"},
		{"http://h/!", "h)/!", "h)/!"},
		{"http://ab]/", "ab])/", "ab])/"},
		{"http://[/", "http:/", "[)/"},
		{"http://a:1]:80/", "", ""},
		{"http://@[::1]:80/", "::1)/", ""},
		{"http://h:\uFF18\uFF19/", "", "h:89)/"}, // full-width digits
		{"http://h/()/a.aspx", "h)/()/a.aspx", "h)/()/a.aspx"},
		{"http://1....2/", "2,,1)/", "2,1)/"},
		{"http://ü" + strings.Repeat("a", 55) + "/", "xn--" + strings.Repeat("a", 55) + "-oxf)/", "xn--" + strings.Repeat("a", 55) + "-oxf)/"},
		{"http://ü" + strings.Repeat("a", 56) + "/", "%c3%bc" + strings.Repeat("a", 56) + ")/", "%c3%bc" + strings.Repeat("a", 56) + ")/"},
		{"http://h/?a=b&jsessionid=", "h)/?a=b&jsessionid=", "h)/?a=b&jsessionid="},
		{"http://h:2147483647/", "", "h:2147483647)/"},
		{"http://h:2147483648/", "", ""},
		{"http://h:-2147483648/", "", "h:-2147483648)/"},
		{"http://h:-/", "", ""},
		{"http://1.4294967296.1.1/", "1,1,4294967296,1)/", "1,1,4294967296,1)/"},
		{"http://1.99999999999999999999999999/", "99999999999999999999999999,1)/", "99999999999999999999999999,1)/"},
	} {
		if got := keyOf(t, DialectSurt, test.in); got != test.surt {
			t.Errorf("%.80q: got %q, want %q", test.in, got, test.surt)
		}
		if got := keyOf(t, DialectCommons, test.in); got != test.commons {
			t.Errorf("commons: %.80q: got %q, want %q", test.in, got, test.commons)
		}
	}
}

// TestIDNA converts the examples of RFC 3492, 7.1, that Nameprep leaves
// unchanged except for case, and some that RFC 3491 changes.
func TestIDNA(t *testing.T) {
	for in, want := range map[string]string{
		"他们为什么不说中文":                 "xn--ihqwcrb4cv8a8dqg056pqjye",
		"他們爲什麽不說中文":                 "xn--ihqwctvzc91f659drss3x8bo0yb",
		"Pročprostěnemluvíčesky":    "xn--proprostnemluvesky-uyb24dma41a",
		"3年B組金八先生":                  "xn--3b-ww4c5e180e575a65lsy2b",
		"Hello-Another-Way-それぞれの場所": "xn--hello-another-way--fc4qua05auwb3674vfr0b",
		"そのスピードで":                   "xn--d9juau41awczczp",
		"straße":                    "strasse", // B.2
		"a\u00ADb\u200Bc":           "abc",     // B.1
		"ﬁ\u2460":                   "fi1",     // KC
		"A\u030A":                   "xn--5ca",
		"a\u0323\u0307":             "xn--rsa542l",   // in canonical order
		"a\u0307\u0323":             "xn--rsa542l",   // not in canonical order
		"가":                         "xn--o39a",      // a Hangul syllable
		"\u1100\u1161":              "xn--o39a",      // its parts
		"\u1100\u1161\u11A8":        "xn--p39a",      // with a third one
		"\uAC00\u11A8":              "xn--p39a",      // a syllable and the third one
		"\uAC01":                    "xn--p39a",      // a syllable of three
		"\uD788\u11C2":              "xn--u78b",      // the last syllable
		"\u1113\u1161":              "xn--iqd0n",     // after the last first part
		"\u1100\u1176":              "xn--ypd0v",     // after the last second part
		"\uAC00\u11A7":              "xn--qud9310f",  // before the first third part
		"\uAC00\u11C3":              "xn--jvd3800f",  // after the last third part
		"b\u0301\u0338":             "xn--b-xbb8n",   // a mark of class 1 moves to the front
		"a\u0316\u0301":             "xn--1ca44i",    // a mark of a lower class is between
		"a\u0305\u0301":             "xn--a-xbbl",    // a mark of the same class is between
		"a\u1161":                   "xn--a-7bh",     // after no part of a syllable
		"\uD7A4\u11A8":              "xn--rud1842h",  // after the last syllable, and no part of one
		"\u05D0\u05D1":              "xn--4dbc",      // from right to left
		"\u05D01":                   "%d7%901",       // does not end so
		"\u05D0a\u05D0":             "%d7%90a%d7%90", // mixed
		"\u2028":                    "%e2%80%a8",     // prohibited
	} {
		if got := keyOf(t, DialectSurt, "http://"+in); got != want+")/" {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

// TestCanonicalOrder checks that marks of one class keep their order after a letter (The Unicode
// Standard, 3.11). There are many, because an unstable sort keeps the order of a few.
func TestCanonicalOrder(t *testing.T) {
	above, below := []rune("\u030D\u030E\u0310\u0312\u0313\u0314\u033D\u033E\u033F"), []rune("\u0316\u0317\u0318\u0319\u031C\u031D\u031E\u031F\u0320")
	for n := range len(above) {
		mixed := []rune("a")
		for i := range above {
			mixed = append(mixed, above[(i+n)%len(above)], below[(i*2+n)%len(below)])
		}
		ordered := []rune("a")
		for i := range below {
			ordered = append(ordered, below[(i*2+n)%len(below)])
		}
		for i := range above {
			ordered = append(ordered, above[(i+n)%len(above)])
		}
		if got, want := keyOf(t, DialectSurt, "http://"+string(mixed)), keyOf(t, DialectSurt, "http://"+string(ordered)); got != want || got == "" {
			t.Errorf("%q: %q, want %q", string(mixed), got, want)
		}
	}
}

// TestLong makes the keys of long texts that open much and close nothing. With a quadratic step
// it would not come to an end.
func TestLong(t *testing.T) {
	n := 1 << 14
	if *long {
		n = 1 << 20
	}
	for _, unit := range []string{
		"(", "%25", "&", "%", ";", "/", "/..", "a/../", ".", "..", "=", "b&a&", "%2", "2", "5%25", "www.", "www1",
		"/(", "/(a(", "/(a(0123456789abcdef01234567)", "/(0123456789abcdef01234567)/", "x.aspx", ".aspx/(0123456789abcdef01234567)/",
		"sid=", "sid=0123456789abcdef0123456789abcdef", "cfid=", "cfid=1&", "&cftoken=", "cfid=&cftoken=", "aspsessionid",
		"http://", "https://a", "http:", ":", "@", "[", "]", "?", "#", "\n", " ", "0", "9", "1.", "0.",
		"ü", "ü.", "\u0301", "\u0323\u0307", "\u00AD", "\u1100\u1161", "\uFF0E", "\uFF05", "\u05D0", "\xFF", "%C3%BC", "\uFDFA",
	} {
		for _, before := range []string{"", "http://", "http://h/", "http://h/?", "http://h/x.aspx?", "x:", "dns:"} {
			for _, after := range []string{"", "/a.aspx"} {
				size := n / 8
				if before == "" && after == "" {
					size = n
				}
				s := strings.Repeat(unit, size/len(unit))
				for _, d := range []Dialect{DialectSurt, DialectCommons} {
					key := Keyer{d}.AppendKey(nil, before+s+after)
					if len(key) > 3*len(before+s+after)+10 {
						t.Errorf("%v: %q, then %q %d times: the key has %d bytes", d, before, unit, size/len(unit), len(key))
					}
				}
			}
		}
	}
}

func TestAllocations(t *testing.T) {
	dst := make([]byte, 0, 4096)
	for _, s := range []string{
		"http://www.example.com/a/b.html",
		"HTTPS://u:p@WWW2.Example.com:8443//A/../%2541%C3%BC/(0123456789abcdef01234567)/x.aspx?b=2&a=1&sid=0123456789abcdef0123456789abcdef#f",
		"http://010.258/", "http://[::1]:81/", "mailto:A@b", " example.com ",
		"http://h/?" + strings.Repeat("b&a&", 31),
		"http://h/" + strings.Repeat("a", 100) + "/../b",
	} {
		for _, d := range []Dialect{DialectSurt, DialectCommons} {
			if n := testing.AllocsPerRun(100, func() { (Keyer{d}).AppendKey(dst, s) }); n != 0 {
				t.Errorf("%v: %q: %v allocations", d, s, n)
			}
		}
	}
}

// pieces are the pieces of random texts.
var pieces = []string{
	"http://", "https://", "http:", "ftp://", "//", "/", "/../", "/./", "..", ".", "?", "#", "&", "=", ":", ":80", ":0", "@", "[", "]",
	"%25", "%", "2", "5", "41", "%2F", "%2e", "%3f", "%26", "%0a", "%7F", "%c3%bc", "%FF", "www.", "WWW2.", "1.2.3.4", "010", "256", "0x1",
	"sid=0123456789abcdef0123456789ABCDEF", "PHPSESSID=0123456789abcdef0123456789abcdef", "cfid=1&cftoken=2", "cfid=", "&cftoken=",
	"ASPSESSIONIDABCDEFGH=ABCDEFGHIJKLMNOPQRSTUVWX", "(0123456789abcdef01234567)/", "/(s(0123456789abcdef01234567))/", "x.aspx", ".aspx",
	"dns:", "filedesc:", "mailto:", "a", "B", "example.com", " ", "\t", "\v", "(", ")", ",", "a=1", "a=0", "b",
}

// randomText returns a text of up to twelve pieces.
func randomText(r *rand.Rand) string {
	var b strings.Builder
	if r.IntN(2) == 0 {
		b.WriteString("http://a.b/")
	}
	for range r.IntN(12) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// TestSlow compares random texts with slowKey.
func TestSlow(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range *inputs {
		s := randomText(r)
		if want, ok := slowKey(s); ok && keyOf(t, DialectSurt, s) != want {
			t.Fatalf("%q: got %q, want %q", s, keyOf(t, DialectSurt, s), want)
		}
	}
}

// checkKey checks the properties of the key of any text.
func checkKey(t *testing.T, s string) {
	t.Helper()
	for _, d := range []Dialect{DialectSurt, DialectCommons} {
		key := keyOf(t, d, s)
		if again := string(Keyer{d}.AppendKey(nil, s)); key != again {
			t.Errorf("%v: %q: %q, and then %q", d, s, key, again)
		}
		if s == "" || key == "" || strings.HasPrefix(s, "filedesc") || d == DialectCommons {
			continue
		}
		for i := range len(key) {
			if b := key[i]; b <= ' ' || b >= 0x7F || b == '#' {
				t.Errorf("%q: %q at byte %d of the key %q", s, b, i, key)
			}
		}
		if _, rest, ok := strings.Cut(key, ")"); ok && strings.ToLower(rest) != rest {
			t.Errorf("%q: letters of the key %q", s, key)
		}
	}
	if want, ok := slowKey(s); ok && keyOf(t, DialectSurt, s) != want {
		t.Errorf("%q: got %q, want %q", s, keyOf(t, DialectSurt, s), want)
	}
	start, end, err := Range(s, MatchPrefix)
	if (err == nil) == (keyOf(t, DialectSurt, s) == "") || err == nil && start >= end {
		t.Errorf("%q: range from %q to %q, %v", s, start, end, err)
	}
}

func FuzzKey(f *testing.F) {
	for _, s := range vectors.Inputs(f, "..", "surt", "whatwg", "rfc") {
		f.Add(s)
	}
	f.Fuzz(checkKey)
}

// checkPorts checks a row of the table of ports in the comment of Range: which URLs of the host, and of its subdomains, are in
// the range of a text without or with a port.
func checkPorts(t *testing.T, m Match, hasPort, want string) {
	t.Helper()
	start, end, err := Range(map[string]string{"no": "http://h.example/a", "yes": "http://h.example:8443/a"}[hasPort], m)
	if err != nil {
		t.Fatal(m, err)
	}
	var got []string
	for _, host := range []string{"h.example", "a.h.example"} {
		in := func(port string) bool {
			key := keyOf(t, DialectSurt, "http://"+host+port+"/b")
			return start <= key && key < end
		}
		got = append(got, map[[3]bool]string{{true, false, false}: "without a port", {false, true, false}: "with that port", {true, true, true}: "on any port", {}: "no"}[[3]bool{in(""), in(":8443"), in(":81")}])
	}
	if strings.Join(got, " ") != want {
		t.Errorf("%v, port %s: %q, want %s", m, hasPort, got, want)
	}
}

// TestCommentTables runs the examples in the comments of AppendKey and Range.
func TestCommentTables(t *testing.T) {
	for _, row := range vectors.CommentTable(t, "key.go", "AppendKey") {
		if got, err := Key(row[0]); len(row) != 2 || got != row[1] || err != nil {
			t.Errorf("%q: %s", row, got)
		}
	}
	checked, ports := 0, 0
	for _, row := range vectors.CommentTable(t, "range.go", "Range") {
		if name, ok := strings.CutPrefix(row[0], "Match"); ok { // MatchHost no without a port no
			ports++
			checkPorts(t, Match(slices.Index(matches[:], strings.ToLower(name))), row[1], strings.Join(row[2:], " "))
			continue
		}
		name, ok := strings.CutPrefix(row[1], "Match")
		if !ok || len(row) != 4 {
			continue // of the table of ports
		}
		checked++
		m := slices.Index(matches[:], strings.ToLower(name))
		start, end, err := Range(row[0], Match(m))
		if m < 0 || start != row[2] || end != row[3] || err != nil {
			t.Errorf("%q: %s, %s, %v", row, start, end, err)
		}
	}
	if checked != 5 || ports != 4 {
		t.Errorf("%d and %d rows of Range", checked, ports)
	}
}

// TestRange compares with the results of calc_search_range of pywb 2.10.
func TestRange(t *testing.T) {
	for _, test := range []struct {
		in         string
		m          Match
		start, end string
	}{
		{"http://example.com/path/file.html", MatchExact, "com,example)/path/file.html", "com,example)/path/file.html!"},
		{"http://example.com/path/file.html", MatchPrefix, "com,example)/path/file.html", "com,example)/path/file.htmm"},
		{"http://example.com/path/", MatchPrefix, "com,example)/path/", "com,example)/path0"},
		{"http://example.com/path?", MatchPrefix, "com,example)/path?", "com,example)/path@"},
		{"http://example.com/path/?", MatchPrefix, "com,example)/path?", "com,example)/path@"},
		{"http://example.com/", MatchPrefix, "com,example)/", "com,example)0"},
		{"http://example.com/path/file.html", MatchHost, "com,example)/", "com,example*"},
		{"http://example.com/path/file.html", MatchDomain, "com,example)/", "com,example-"},
		{"https://www.example.com:8443/", MatchHost, "com,example:8443)/", "com,example:8443*"},
		{"com", MatchDomain, "com,", "com-"},
		{"mailto:a@example.com", MatchExact, "mailto:a@example.com", "mailto:a@example.com!"},
		{"", MatchExact, "-", "-!"},
		{"filedesc\xFF\xFF", MatchPrefix, "filedesc\xFF\xFF", "filedesd"},
		{"filedesc\uFFFD", MatchPrefix, "filedesc\uFFFD", "filedesc\xEF\xBF\xBE"},
	} {
		start, end, err := Range(test.in, test.m)
		if start != test.start || end != test.end || err != nil {
			t.Errorf("%q, %v: got %q, %q, %v, want %q, %q", test.in, test.m, start, end, err, test.start, test.end)
		}
	}
	for in, m := range map[string]Match{
		" ": MatchExact, "http://h:x/": MatchPrefix, "mailto:a@b": MatchHost, "urn:a": MatchDomain, "mailto:a)/b": MatchHost, "urn:a)/": MatchDomain, "x:80)/b": MatchHost,
		"filedesc:a)/b": MatchHost, "": MatchDomain, "urn://h:x/": MatchExact,
	} {
		if start, end, err := Range(in, m); start != "" || end != "" || err != ErrNoKey {
			t.Errorf("%q, %v: got %q, %q, %v", in, m, start, end, err)
		}
	}
}

// TestSessionNames checks that in DialectCommons the name of a session identifier must occur
// before another identifier inside it is removed. In DialectSurt it need not.
func TestSessionNames(t *testing.T) {
	id := strings.Repeat("0a", 16)
	for _, test := range []struct{ query, surt, commons string }{
		{"phpsesjsessionid=" + id + "&sid=" + id, "", "phpses"},
		{"sjsessionid=" + id + "&id=" + id, "", "sid=" + id},
		{"aspsessid=" + id + "&sionidabcdefgh=" + strings.Repeat("a", 24), "", "aspsessionidabcdefgh=" + strings.Repeat("a", 24)},
		{"aspsessionidabcdefgh=" + strings.Repeat("a", 23) + "1", "aspsessionidabcdefgh=" + strings.Repeat("a", 23) + "1", "aspsessionidabcdefgh=" + strings.Repeat("a", 23) + "1"},
		{"cfid=1&cftojsessionid=" + id + "&ken=2", "", "cfid=1&cftoken=2"},
	} {
		for d, want := range map[Dialect]string{DialectSurt: test.surt, DialectCommons: test.commons} {
			if want = "h)/?" + want; want == "h)/?" {
				want = "h)/"
			}
			if got := string(Keyer{d}.AppendKey(nil, "http://h/?"+test.query)); got != want {
				t.Errorf("%v: %q: %q, want %q", d, test.query, got, want)
			}
		}
	}
}

// TestCommonsSchemes gives each scheme that RULES.md lists: nothing is written before it. Before
// every other scheme http:// is written, so that its name is the host.
func TestCommonsSchemes(t *testing.T) {
	m := regexp.MustCompile(`only (.*), followed by "://", are schemes`).FindStringSubmatch(vectors.Text(t, "RULES.md"))
	if m == nil {
		t.Fatal("RULES.md lists no schemes")
	}
	listed := regexp.MustCompile(`, | and `).Split(m[1], -1)
	for _, name := range append([]string{"mailto", "gopher", "ws", "rtspu", "mmsh", "news"}, listed...) {
		want := "com,example)/a"
		if !slices.Contains(listed, name) {
			want = name + ")/example.com/a"
		}
		for _, name := range []string{name, strings.ToUpper(name)} {
			got := string(Keyer{Dialect: DialectCommons}.AppendKey(nil, name+"://example.com/a"))
			if got != want {
				t.Errorf("%s: %s, want %s", name, got, want)
			}
		}
	}
}

// TestCommonsNumber checks a host that is a single number: an address of the low 32 bits if
// a long of Java holds the number, and otherwise a name.
func TestCommonsNumber(t *testing.T) {
	for in, want := range map[string]string{
		"http://5000000000000000000/": "0,0,244,68)/",
		"http://9223372036854775807/": "255,255,255,255)/",
		"http://9223372036854775808/": "9223372036854775808)/",
		"http://4294967296/":          "0,0,0,0)/",
		"http://16909060/":            "4,3,2,1)/",
	} {
		if got, _ := (Keyer{DialectCommons}).Key(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// TestRangeLines compares the lines of a sorted index that lie in a range with those that the
// match should find.
func TestRangeLines(t *testing.T) {
	hosts := []string{"example.com", "www.example.com", "a.example.com", "b.a.example.com", "example-a.com", "example.company", "xexample.com", "example.com:81", "com"}
	paths := []string{"/", "/a", "/a/", "/a/b", "/ab", "/a?b", "/b", "/~", "/a!", "/a-"}
	type line struct{ host, path, text string }
	var lines []line
	for _, h := range hosts {
		for _, p := range paths {
			lines = append(lines, line{strings.TrimPrefix(h, "www."), p, string(AppendKey(nil, "http://"+h+p)) + " 20260101000000 ..."})
		}
	}
	for _, test := range []struct {
		in     string
		m      Match
		wanted func(line) bool
	}{
		{"http://example.com/a", MatchExact, func(l line) bool { return l.host == "example.com" && strings.TrimSuffix(l.path, "/") == "/a" }},
		{"http://example.com/a", MatchPrefix, func(l line) bool { return l.host == "example.com" && strings.HasPrefix(l.path, "/a") }},
		{"http://example.com/a/", MatchPrefix, func(l line) bool { return l.host == "example.com" && l.path == "/a/b" }},
		{"http://example.com/b", MatchHost, func(l line) bool { return l.host == "example.com" }},
		{"http://example.com/b", MatchDomain, func(l line) bool { return l.host == "example.com" || strings.HasSuffix(l.host, ".example.com") }},
		{"com", MatchDomain, func(l line) bool { return strings.HasSuffix(strings.TrimSuffix(l.host, ":81"), ".com") }},
	} {
		start, end, err := Range(test.in, test.m)
		if err != nil {
			t.Fatalf("%q, %v: %v", test.in, test.m, err)
		}
		for _, l := range lines {
			if got := start <= l.text && l.text < end; got != test.wanted(l) {
				t.Errorf("%q, %v: %q is in the range: %v", test.in, test.m, l.text, got)
			}
		}
	}
}

func BenchmarkKey(b *testing.B) {
	dst := make([]byte, 0, 1024)
	for _, d := range []Dialect{DialectSurt, DialectCommons} {
		b.Run(d.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Keyer{d}.AppendKey(dst, "HTTP://www.Example.com:80/%7ea/b.html?b=2&a=1#f")
			}
		})
	}
}

func TestParseMatch(t *testing.T) {
	for in, want := range map[string]struct {
		url string
		m   Match
	}{
		"*.example.com":   {"example.com", MatchDomain},
		"*.example.com/*": {"example.com/*", MatchDomain},
		"example.com/a*":  {"example.com/a", MatchPrefix},
		"example.com/*/a": {"example.com/*/a", MatchExact},
		"":                {"", MatchExact},
	} {
		if url, m := ParseMatch(in); url != want.url || m != want.m {
			t.Errorf("%q: got %q, %v", in, url, m)
		}
	}
}
