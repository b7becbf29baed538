package uri

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"example.com/uri/internal/seed"
)

// componentsEscaped are the components to escape for, with a text around each
// and a way to find it again.
var componentsEscaped = []struct {
	c             EscapeSet
	name          string
	before, after string
	find          func(u URI) string
}{
	{EscapeData, "Data", "//", "", func(u URI) string { s, _ := u.Authority(); return s }},
	{EscapeUser, "User", "//", ":p@h", func(u URI) string { s, _ := u.Userinfo(); return strings.TrimSuffix(s, ":p") }},
	{EscapeUserinfo, "Userinfo", "//", "@h", func(u URI) string { s, _ := u.Userinfo(); return s }},
	{EscapeRegistryHost, "RegistryHost", "//u@", ":1", func(u URI) string { s, _ := u.Host(); return s }},
	{EscapeSegment, "PathSegment", "/a/", ";p", func(u URI) string {
		name := ""
		for g := range u.Segments() {
			name = g.Name()
		}
		return name
	}},
	{EscapePath, "FullPath", "//h/", "?q", func(u URI) string { return u.Path()[1:] }},
	{EscapeQueryPair, "QueryPair", "?a=b&k=", "&c", func(u URI) string {
		for _, p := range u.Values() {
			if p.Name() == "k" {
				value, _ := p.Value()
				return value
			}
		}
		return ""
	}},
	{EscapeQuery, "FullQuery", "a?", "#", func(u URI) string { s, _ := u.Query(); return s }},
	{EscapeUnreserved, "Unreserved", "//", ":80", func(u URI) string { s, _ := u.Host(); return s }},
}

// checkEscape compares the escaping of s with the slow twin and with the parser.
func checkEscape(t *testing.T, s string) {
	t.Helper()
	slowDecoded, slowOffset := slowUnescape(s)
	decoded, err := Unescape(s)
	appended, appendErr := AppendUnescape([]byte(already), s)
	if slowOffset < 0 {
		if decoded != slowDecoded || err != nil {
			t.Errorf("Unescape(%q) = %q, %v, want %q", s, decoded, err, slowDecoded)
		}
		if string(appended) != already+decoded || appendErr != nil {
			t.Errorf("AppendUnescape(%q) = %q, %v, want %q", s, appended, appendErr, decoded)
		}
	} else {
		for _, err := range []error{err, appendErr} {
			var e *SyntaxError
			if !errors.As(err, &e) || e.Offset != slowOffset || e.Rule.rule != ruleEscaped || e.Op != "unescape" {
				t.Errorf("Unescape(%q): %v, want an error at offset %d", s, err, slowOffset)
			}
		}
		if decoded != "" || string(appended) != already {
			t.Errorf("Unescape(%q) = %q and %q with an error", s, decoded, appended)
		}
	}

	for _, c := range componentsEscaped {
		escaped := Escape(s, c.c)
		if want := slowEscape(s, c.c, false); escaped != want {
			t.Errorf("Escape(%q, %s) = %q, want %q", s, c.name, escaped, want)
		}
		if got := string(AppendEscape([]byte(already), s, c.c)); got != already+escaped {
			t.Errorf("AppendEscape(%q, %s) = %q, want %q", s, c.name, got, already+escaped)
		}
		if got, err := Unescape(escaped); got != s || err != nil {
			t.Errorf("Unescape(Escape(%q, %s)) = %q, %v", s, c.name, got, err)
		}

		once := EscapeOnce(s, c.c)
		if want := slowEscape(s, c.c, true); once != want {
			t.Errorf("EscapeOnce(%q, %s) = %q, want %q", s, c.name, once, want)
		}
		if got := EscapeOnce(once, c.c); got != once {
			t.Errorf("EscapeOnce(%q, %s) = %q, and again %q", s, c.name, once, got)
		}
		if got := EscapeOnce(escaped, c.c); got != escaped {
			t.Errorf("EscapeOnce(Escape(%q, %s)) = %q, want %q", s, c.name, got, escaped)
		}
		if got, err := Unescape(once); err != nil || slowOffset < 0 && got != slowDecoded {
			t.Errorf("Unescape(EscapeOnce(%q, %s)) = %q, %v", s, c.name, got, err)
		}

		for _, text := range []string{escaped, once} {
			u, err := Parse(c.before + text + c.after)
			if err != nil {
				t.Errorf("%q as %s: %v", s, c.name, err)
				continue
			}
			if got := c.find(u); got != text {
				t.Errorf("%q as %s: found %q, want %q", u, c.name, got, text)
			}
		}
	}
}

// TestEscapeOctets checks every octet by itself and beside others, for every
// component.
func TestEscapeOctets(t *testing.T) {
	if len(componentsEscaped) != len(slowComponents) || componentsEscaped[len(componentsEscaped)-1].c != EscapeUnreserved {
		t.Fatal("a component is missing")
	}
	checkEscape(t, "")
	for b := range 256 {
		s := string([]byte{byte(b)})
		checkEscape(t, s)
		checkEscape(t, "a"+s+"%41"+s)
		checkEscape(t, "%4"+s)
		checkEscape(t, "%"+s+"1")
		checkEscape(t, "%"+s)
	}
	// Longer than the buffer that results are composed in.
	long := strings.Repeat("a b%41", stackBuf)
	checkEscape(t, long)
	checkEscape(t, long+"%")
}

func TestEscape(t *testing.T) {
	for _, test := range []struct {
		s             string
		c             EscapeSet
		escaped, once string
	}{
		{"a/b;c d%2F", EscapeSegment, "a%2Fb%3Bc%20d%252F", "a%2Fb%3Bc%20d%2F"},
		{"a/b;c d%2F", EscapePath, "a/b;c%20d%252F", "a/b;c%20d%2F"},
		{"100%", EscapeQuery, "100%25", "100%25"},
		{"%41%4", EscapeData, "%2541%254", "%41%254"},
		{"%%41", EscapeData, "%25%2541", "%25%41"},
		{"%4%41", EscapeData, "%254%2541", "%254%41"},
		{"%fF", EscapeData, "%25fF", "%fF"},
		{"~ü\x00\xff", EscapeData, "~%C3%BC%00%FF", "~%C3%BC%00%FF"},
		{"a+b&c=d;e", EscapeQueryPair, "a%2Bb%26c%3Dd%3Be", "a%2Bb%26c%3Dd%3Be"},
		{"me:you@x", EscapeUser, "me%3Ayou%40x", "me%3Ayou%40x"},
		{"me:you@x", EscapeUserinfo, "me:you%40x", "me:you%40x"},
		{"me:you@x", EscapeRegistryHost, "me%3Ayou%40x", "me%3Ayou%40x"},
		{"a/b%2F", EscapeUnreserved + 1, "a%2Fb%252F", "a%2Fb%2F"},
	} {
		if got := Escape(test.s, test.c); got != test.escaped {
			t.Errorf("Escape(%q, %d) = %q, want %q", test.s, test.c, got, test.escaped)
		}
		if got := EscapeOnce(test.s, test.c); got != test.once {
			t.Errorf("EscapeOnce(%q, %d) = %q, want %q", test.s, test.c, got, test.once)
		}
	}
}

func TestUnescape(t *testing.T) {
	for _, test := range []struct {
		s, want string
		offset  int
	}{
		{"", "", -1},
		{"a+b", "a+b", -1},
		{"%41%5a%5A%00%fF", "AZZ\x00\xff", -1},
		{"%2541", "%41", -1},
		{"é%C3%A9", "éé", -1},
		{"%", "", 1},
		{"]%", "", 2}, // not the literal of a host
		{"%4", "", 2},
		{"%4g", "", 2},
		{"%g4", "", 1},
		{"a%41%", "", 5},
		{"%%41", "", 1},
		{"%\xff\xff", "", 1},
		{"%4\u0661", "", 2},
		{"%:0", "", 1},
		{"%@0", "", 1},
		{"%`0", "", 1},
	} {
		got, err := Unescape(test.s)
		var e *SyntaxError
		offset := -1
		if errors.As(err, &e) {
			offset = e.Offset
		}
		if got != test.want || offset != test.offset {
			t.Errorf("Unescape(%q) = %q, %v, want %q, offset %d", test.s, got, err, test.want, test.offset)
		}
	}
}

// TestAppendRoom checks that the Append functions use the capacity of dst to the
// last byte, and that they grow dst at any length.
func TestAppendRoom(t *testing.T) {
	const data = "a b%é  longer than eight octets  ~"
	escaped := Escape(data, EscapeSegment)
	for _, test := range []struct {
		name   string
		want   string
		needs  int
		append func([]byte) []byte
	}{
		{"AppendEscape", escaped, len(escaped), func(dst []byte) []byte { return AppendEscape(dst, data, EscapeSegment) }},
		{"AppendUnescape", data, len(escaped), func(dst []byte) []byte {
			dst, _ = AppendUnescape(dst, escaped)
			return dst
		}},
	} {
		for room := range test.needs + 8 {
			dst := make([]byte, 1, 1+room)
			got := test.append(dst)
			if string(got[1:]) != test.want {
				t.Errorf("%s with room for %d: %q, want %q", test.name, room, got[1:], test.want)
			}
			if moved := &got[0] != &dst[0]; moved != (room < test.needs) {
				t.Errorf("%s with room for %d of %d: moved %v", test.name, room, test.needs, moved)
			}
		}
	}
}

// TestEscapeAllocations checks that a result of any length is allocated once, in its
// own size rounded up by the allocator.
func TestEscapeAllocations(t *testing.T) {
	for _, n := range []int{10, 85, 86, 255, 257, 600, 768, 1000, 5000} {
		for _, unit := range []string{"a b", "%41", "abc%2f ", "    ", "aaaaaaaaaaaaaaaaaaaaa "} {
			s := (unit + strings.Repeat(unit, n/len(unit)))
			decodable := strings.ReplaceAll(s, " ", "%20")
			for name, f := range map[string]func() string{
				"Escape":     func() string { return Escape(s, EscapeSegment) },
				"EscapeOnce": func() string { return EscapeOnce(s, EscapeSegment) },
				"Unescape": func() string {
					text, err := Unescape(decodable)
					if err != nil {
						t.Error(err)
					}
					return text
				},
			} {
				want := len(f())
				if got := testing.AllocsPerRun(10, func() { f() }); got > 1 {
					t.Errorf("%s of %d octets %q: %v allocations", name, len(s), unit, got)
				}
				if got := allocated(10, func() { f() }); got > float64(want+want/4+64) {
					t.Errorf("%s of %d octets %q: %v octets for %d", name, len(s), unit, got, want)
				}
			}
		}
	}
}

// allocated returns how many bytes a call of f allocates.
func allocated(runs int, f func()) float64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	f()
	return allocatedOnce(func() {
		for range runs {
			f()
		}
	}) / float64(runs)
}

// allocatedOnce returns how many bytes all goroutines allocate while f runs.
func allocatedOnce(f func()) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc)
}

// TestEscapePieces compares the escaping of long texts with the slow twin. Each
// piece may end inside an escape.
func TestEscapePieces(t *testing.T) {
	r := seed.Rand(t)
	for range 1 + *inputs/1000 {
		s := strings.Repeat(pick(r, 1, "a", "%41", " ", "%"), 60+r.IntN(200)) + pick(r, r.IntN(201), "%", "4", "%41", " ", "a", "é", "%%", "aaaaaaaa", "%zz")
		checkEscape(t, s)
		checkEscape(t, strings.ReplaceAll(strings.ReplaceAll(s, "%41", " "), "%", ""))
		checkEscape(t, strings.ReplaceAll(s, "%", "%42")+" ")
	}
}
