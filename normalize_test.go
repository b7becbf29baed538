package uri

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/uri/internal/seed"
	"example.com/uri/internal/vectors"
)

// TestNormalizeVectors checks the normalize rows of the tables, which follow
// RFC 3986, except the rows of testdata/differs.txt.
func TestNormalizeVectors(t *testing.T) {
	checkVectors(t, func(v vectors.Row) string {
		u, err := Parse(v.Input)
		if err != nil {
			return err.Error()
		}
		if got := RFC3986.Normalize(u); got.s != v.Expected {
			return fmt.Sprintf("got %q, want %q", got, v.Expected)
		}
		return ""
	}, "normalize")
}

// checkNormalize returns the fault of the normal form of u, or "".
func checkNormalize(m Mode, u URI) string {
	n := m.Normalize(u)
	if want := slowNormalize(m, u.s); n.s != want {
		return fmt.Sprintf("got %q, slow twin in slow_test.go: %q", n, want)
	}
	if p, err := Parse(n.s); err != nil || p != n {
		return fmt.Sprintf("%q is parsed as %q, %v", n, p, err)
	}
	if got := string(m.AppendNormalize([]byte(already), u)); got != already+n.s {
		return fmt.Sprintf("appended: %q, want %q", got, already+n.s)
	}
	if again := m.Normalize(n); again != n {
		return fmt.Sprintf("%q has the normal form %q", n, again)
	}
	if toRoot := m == RFC3986 && u.IsOpaque() && n.Kind() == KindAbsoluteHier; n.Kind() != u.Kind() && !toRoot {
		return fmt.Sprintf("%v became %v", u.Kind(), n.Kind())
	}
	if m == RFC2396 {
		was, is := bones(u.s[u.pathEnd:]), bones(n.s[n.pathEnd:])
		if u.Path() != "" {
			was, is = bones(u.s[u.path:]), bones(n.s[n.path:])
		}
		if !slices.Equal(was, is) {
			return fmt.Sprintf("%q has the delimiters %q, was %q", n, is, was)
		}
		if !RFC2396.Equivalent(u, n) || RFC2396.Compare(u, n) != 0 {
			return fmt.Sprintf("%q is not equivalent", n)
		}
	}
	return ""
}

// bones returns the characters that a normal form keeps, in order: the reserved
// characters, and the escapes of all characters except unreserved ones.
func bones(s string) (kept []string) {
	for i := 0; i < len(s); i++ {
		c, n := s[i:i+1], 1
		if c == "%" {
			c, n = strings.ToUpper(s[i:i+3]), 3
		}
		data, err := Unescape(c)
		if err != nil || !strings.Contains(slowUnreserved, data) {
			kept = append(kept, c)
		}
		i += n - 1
	}
	return kept
}

var normalizeSymbols = []string{"h", "A", ".", "/", "?", "#", ":", "@", "0", "_", "%2e", "%2F", "%41"}

// TestNormalizeShort compares the normal forms of short texts with the slow
// twin.
func TestNormalizeShort(t *testing.T) {
	n := 4
	if *long {
		n = 5
	}
	checked, failures := 0, 0
	for _, prefix := range []string{"", "//", "http://", "HTTP://a", "x:", "x:/", "hTTps://h:"} {
		for _, u := range shortTexts(n-1, normalizeSymbols) {
			v, err := Parse(prefix + u.s)
			if err != nil {
				continue
			}
			for _, m := range []Mode{RFC2396, RFC3986, RFC1808} {
				checked++
				if wrong := checkNormalize(m, v); wrong != "" && failures < 20 {
					failures++
					t.Errorf("%v: %q: %s", m, v, wrong)
				}
			}
		}
	}
	t.Logf("%d texts", checked)
}

// TestNormalizeKeepsResolving checks that normalising before and after resolving
// gives the same.
func TestNormalizeKeepsResolving(t *testing.T) {
	n := 3
	if *long {
		n = 4
	}
	refs := shortTexts(n, normalizeSymbols)
	for _, s := range []string{"http://h", "HTTP://H:80/b/%2e%2E/c/%2e/d", "http://h/../b/.%2e/c", "x:/A/%2E.//%41"} {
		base := MustParse(s)
		for _, ref := range refs {
			got, err := base.Normalize().Resolve(ref.Normalize())
			if err != nil {
				t.Fatal(err)
			}
			want, err := base.Resolve(ref)
			if err != nil {
				t.Fatal(err)
			}
			if !RFC2396.Equivalent(got, want) {
				t.Errorf("%q against %q: %q, with both normal %q", ref, base, want, got)
			}
		}
	}
}

func TestNormalize(t *testing.T) {
	for _, c := range []struct{ in, want, want3986 string }{
		// Scheme and host (6). An empty want3986 is the same.
		{"http://www.XEROX.com", "http://www.xerox.com/", ""},
		{"HTTP://WWW.example.COM.:80/A?B#C", "http://www.example.com./A?B#C", ""},
		{"Mailto:A@B", "mailto:A@B", ""},
		{"URN:ISBN:%41%c3%a9", "urn:ISBN:A%C3%A9", ""},
		{"ftp://USER:Pass@H/P", "ftp://USER:Pass@h/P", ""},
		{"//H/p", "//h/p", ""},
		{"x://[2001:DB8::A]:0/", "x://[2001:db8::a]:0/", ""},

		// Ports (6).
		{"http://h:80", "http://h/", ""},
		{"http://h:080/", "http://h/", ""},
		{"http://h:/", "http://h/", ""},
		{"http://h:0/", "http://h:0/", ""},
		{"http://h:0081/", "http://h:81/", ""},
		{"http://h:443/", "http://h:443/", ""},
		{"https://h:443", "https://h/", ""},
		{"https://[::1]:443", "https://[::1]/", ""},
		{"ftp://h:21", "ftp://h", ""},
		{"gopher://h:70", "gopher://h", ""},
		{"TELNET://h:23/", "telnet://h/", ""},
		{"nntp://h:119/g", "nntp://h/g", ""},
		{"wais://h:210/d", "wais://h/d", ""},
		{"news://H:119/*", "news://h/*", ""},
		{"nntps://h:563/g", "nntps://h/g", ""},
		{"snews://h:563/g", "snews://h/g", ""},
		{"prospero://h:1525/x", "prospero://h/x", ""},
		{"ws://foo:80/", "ws://foo/", ""},
		{"WSS://foo:443", "wss://foo/", ""},
		{"ws://foo:443?a", "ws://foo:443/?a", ""},
		{"x://h:80", "x://h:80", ""},
		{"x://h:", "x://h", ""},
		{"//h:80", "//h:80", ""},

		// Escapes (2.3, 2.4).
		{"/%7e%7E~", "/~~~", ""},
		{"/%2f%3a%25%c3", "/%2F%3A%25%C3", ""},
		{"/%41%5a%61%7a%30%39%2d%5f", "/AZaz09-_", ""},
		{"/%21%2A%27%28%29", "/!*'()", "/%21%2A%27%28%29"},
		{"?%41#%41", "?A#A", ""},
		{"http://%61:%62@h/", "http://a:b@h/", ""},
		{"//%3a@h", "//%3A@h", ""},

		// Dot segments (5.2; RFC 3986, 6.2.2.3).
		{"http://h/a/../b/./c", "http://h/a/../b/./c", "http://h/b/c"},
		{"http://h/a/%2e%2E/b/%2e/c", "http://h/a/%2E%2E/b/%2E/c", "http://h/b/c"},
		{"http://h/a/.%2e/b/%2e.", "http://h/a/.%2E/b/%2E.", "http://h/"},
		{"http://h/%2ea%2e", "http://h/.a.", ""},
		{"http://h/?%2e/../a", "http://h/?./../a", ""},
		{"../%2e%2e/a/../b", "../%2E%2E/a/../b", ""},
		{"/a/../b", "/a/../b", "/b"},
		{"x:a/../%2e", "x:a/../%2E", "x:/"},
		{"s:a/../b", "s:a/../b", "s:/b"},
		{"x:./a", "x:./a", "x:a"},
		{"x:./a:b", "x:./a:b", "x:a:b"},
		{"scheme:./path1:", "scheme:./path1:", "scheme:path1:"},
		{"x:a/..//b", "x:a/..//b", "x:/.//b"},
		{"x:../%2e/..a", "x:../%2E/..a", "x:..a"},
		{"x:..", "x:..", "x:."},
		{"x:.", "x:.", ""},
		{"x:.#f", "x:.#f", ""},
		{"x:a/b/../../../../c/..", "x:a/b/../../../../c/..", "x:/"},
		{"mailto:a@b?subject=x/../y", "mailto:a@b?subject=x/../y", ""},
		{"s:../a/./b/z/../c/d/..", "s:../a/./b/z/../c/d/..", "s:a/b/c/"}, // this and the next of Dart's uri_normalize_test
		{"s:./../a/b/c/z/./..", "s:./../a/b/c/z/./..", "s:a/b/c/"},
		{"s:a/..", "s:a/..", "s:/"},
		{"x:%2e?%2e", "x:%2E?.", "x:?."},
		{"x:/.//a", "x:/.//a", ""},
		{"x:/a/..//a", "x:/a/..//a", "x:/.//a"},
		{"x://h/.//a", "x://h/.//a", "x://h//a"},

		// An empty path (RFC 1738, 3.3).
		{"http://h", "http://h/", ""},
		{"HTTPS://h?q#f", "https://h/?q#f", ""},
		{"http://h_x#f", "http://h_x/#f", ""},
		{"ftp://h", "ftp://h", ""},
		{"http:/", "http:/", ""},
		{"http://", "http://", ""},
		{"http:///", "http:///", ""},

		// Registry-based authorities.
		{"http://H_X:80/", "http://H_X:80/", "http://h_x/"},
		{"http://A@B@C/", "http://A@B@C/", ""},
		{"//%c3%a9.Example:", "//%C3%A9.Example:", "//%C3%A9.example"},
		{"HTTP://%45XAMPLE.%43Om:%380", "http://example.com/", ""},
		{"//%31.%32.3.4:00", "//1.2.3.4:0", ""},
		{"http://h:8%30/", "http://h/", ""},
		{"//$:%309/", "//$:09/", "//$:9/"},
		{"//$%41:%30", "//$A:0", "//$a:0"},
		{"http://u%40@www.ex.com:%31/", "http://u%40@www.ex.com:1/", ""},

		{"", "", ""},
		{"?", "?", ""},
		{"#", "#", ""},
		{"//", "//", ""},
		{"/", "/", ""},
	} {
		u := MustParse(c.in)
		if got := u.Normalize(); got.s != c.want {
			t.Errorf("%q: got %q, want %q", u, got, c.want)
		}
		want := c.want3986
		if want == "" {
			want = c.want
		}
		if got := RFC3986.Normalize(u); got.s != want {
			t.Errorf("RFC3986: %q: got %q, want %q", u, got, want)
		}
		for _, m := range []Mode{RFC2396, RFC3986, RFC1808} {
			if wrong := checkNormalize(m, u); wrong != "" {
				t.Errorf("%v: %q: %s", m, u, wrong)
			}
			n := m.Normalize(u)
			if got := testing.AllocsPerRun(10, func() { m.Normalize(n) }); got > 0 {
				t.Errorf("%v: %q: a normal form allocates %v times", m, n, got)
			}
			buf := make([]byte, 0, 256)
			if got := testing.AllocsPerRun(10, func() { RFC2396.AppendNormalize(buf, u) }); got > 0 && u.IsServer() {
				t.Errorf("%q: AppendNormalize allocates %v times", u, got)
			}
			if got := testing.AllocsPerRun(10, func() { u.Normalize() }); got > 2 {
				t.Errorf("%q: Normalize allocates %v times", u, got)
			}
		}
	}
}

// TestNormalize1808 checks the parts that normal forms of RFC1808 keep for its resolver.
func TestNormalize1808(t *testing.T) {
	for in, want := range map[string]string{
		"%2e;x":             "%2E;x",
		"a/%2E%2e;x":        "a/%2E%2E;x",
		"a%2eb":             "a%2Eb",
		"http://A?x":        "http://a?x",
		"http://a?%2e%2E/x": "http://a?%2E%2E/x",
		"http://%41%2eb":    "http://a.b/",
		"http://A#f":        "http://a/#f",
	} {
		if got := RFC1808.Normalize(MustParse(in)); got.s != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

// TestNormalizeRandom checks random texts with [checkNormalize], and that Normalize is
// idempotent in every mode. The texts have escapes in every part of
// an authority.
func TestNormalizeRandom(t *testing.T) {
	r := seed.Rand(t)
	for range *inputs {
		s := pick(r, 1, "", "//", "http://", "ws://", "x:", "FTP://") +
			pick(r, r.IntN(10), "h", "A", "$", ":", "@", "0", "3", "%30", "%31", "%39", "%3a", "%40", "%41", "%2e", "%2D", ".", "_", "80") +
			pick(r, r.IntN(6), "/", ".", "%2e", ";", "?", "a", "%3B")
		u, err := Parse(s)
		if err != nil {
			continue
		}
		for _, m := range []Mode{RFC2396, RFC3986, RFC1808} {
			if wrong := checkNormalize(m, u); wrong != "" {
				t.Fatalf("%v: %q: %s", m, u, wrong)
			}
		}
	}
}

// TestNormalizeLong checks texts in which one part is long: see forLong. Their normal form is
// the one of the short text, in which the case of a letter may have changed.
func TestNormalizeLong(t *testing.T) {
	for _, s := range []string{"A://%7eB@C:081/D/../%7e/./E?F%7eG#H", "//A/B", "//A_%7e:80", "A:/..//B?%7e", "A:b%7e?C#%7eD"} {
		for _, m := range []Mode{RFC2396, RFC3986, RFC1808} {
			short := strings.ToUpper(slowNormalize(m, s))
			forLong(s, func(name, long string, grow func(string) string, _ func(int) int) {
				if n := m.Normalize(MustParse(long)); !strings.EqualFold(n.s, grow(short)) || n != MustParse(n.s) {
					t.Errorf("%v: %q, %s: the normal form is wrong", m, s, name)
				}
			})
		}
	}
}

// TestNormalizeResolvesAlike checks that normalising a base and a reference does
// not change the result of the algorithm of the mode.
func TestNormalizeResolvesAlike(t *testing.T) {
	r := seed.Rand(t)
	pieces := []string{"/", "/", "a", "B", ".", "..", "%2E", "%2e%2E", ";", ";x", "?", "%41", "../", "//", "%3b"}
	for range *inputs {
		base, err := Parse("http://" + pick(r, 1, "a", "A:80", "", "h_X") + pick(r, r.IntN(8), pieces...))
		ref, refErr := Parse(pick(r, 1, "", "", "", "//A", "x:") + pick(r, r.IntN(7), pieces...))
		if err != nil || refErr != nil {
			continue
		}
		for _, m := range []Mode{RFC2396, RFC1808} {
			resolve := func(base, ref URI) string {
				p, wrong := slowResolve(Resolver{Mode: m}, base.s, ref.s)
				if wrong != "" {
					return wrong
				}
				return slowNormalize(m, p.join())
			}
			if got, want := resolve(m.Normalize(base), m.Normalize(ref)), resolve(base, ref); got != want {
				t.Fatalf("%v: %q against %q: %q, with both normal %q", m, ref, base, want, got)
			}
		}
	}
}

// TestNormalizeResolved checks that an absolute URI and what it is resolved to are
// equivalent by RFC 3986, and neither before nor after the other in order. RFC 3986, 5.2.4,
// removes dot segments as they are written and 6.2.2 after their escapes, so a path that has
// both kinds may lose other segments.
func TestNormalizeResolved(t *testing.T) {
	r := seed.Rand(t)
	base, changed := MustParse("http://h/a/b"), 0
	for range *inputs {
		s := pick(r, 1, "x:", "X:", "http:", "mailto:", "file://", "http://H:80", "http://h_x") +
			pick(r, r.IntN(9), "/", "/", "//", ".", "..", "../", "./", "a", "a/", "B", ":", "@", "%41", "%2f", "?", "?x/../", "#", "%2E%2e/")
		u, err := Parse(s)
		if err != nil || strings.Contains(s, "%2E") && dotted("/"+u.Path()) >= 0 {
			continue
		}
		v, err := RFC3986.Resolve(base, u)
		if err != nil {
			t.Fatal(err)
		}
		if v != u {
			changed++
		}
		if !RFC3986.Equivalent(u, v) || RFC3986.Compare(u, v) != 0 {
			t.Fatalf("%q is resolved to %q: normal forms %q and %q", u, v, RFC3986.Normalize(u), RFC3986.Normalize(v))
		}
	}
	if changed < *inputs/10 {
		t.Errorf("resolution changes only %d of %d", changed, *inputs)
	}
}

func TestCompare(t *testing.T) {
	// In order, equivalent ones in one row.
	rows := [][]string{
		{""},
		{"#", "#"},
		{"/%2F"},
		{"/%2f.", "/%2F%2e"},
		{"/a", "/%61"},
		{"http://a/", "HTTP://A", "http://a:80", "http://%61:/"},
		{"http://a/?", "http://a?"},
		{"http://b/"},
		{"http://b/#", "http://B#"},
		{"mailto:A@b"},
		{"mailto:a@b"},
	}
	for i, row := range rows {
		for k, other := range rows {
			for _, a := range row {
				for _, b := range other {
					u, v := MustParse(a), MustParse(b)
					want := 0
					if i < k {
						want = -1
					} else if i > k {
						want = 1
					}
					if got := RFC2396.Compare(u, v); got != want {
						t.Errorf("Compare(%q, %q): got %d, want %d", a, b, got, want)
					}
					if got := RFC2396.Equivalent(u, v); got != (i == k) {
						t.Errorf("Equivalent(%q, %q): got %t", a, b, got)
					}
				}
			}
		}
	}
}

// TestNormalizeAllocations checks that the normal form of a normal text is the text:
// also with a reg_name, and with escapes.
func TestNormalizeAllocations(t *testing.T) {
	for _, s := range []string{
		"http://h/a", "http://h/%41b", "tap://a1614fc8fa65ebf7.8edf5de83a45d291/?u=%40tap%2Fcore", "x://h_x:80/%2F", "x://a%2Fb/", "x://a@b@c/%2F/long/enough/to/be/allocated",
		"mailto:a%20b",
	} {
		for _, m := range []Mode{RFC2396, RFC3986, RFC1808} {
			u := m.Normalize(MustParse(s))
			if n := testing.AllocsPerRun(10, func() { m.Normalize(u) }); n != 0 {
				t.Errorf("%v: %q: %v allocations", m, u, n)
			}
		}
	}
}

// TestNormalizeLetters puts each capital letter into a scheme and into a host.
func TestNormalizeLetters(t *testing.T) {
	for c := 'A'; c <= 'Z'; c++ {
		for _, mode := range []Mode{RFC2396, RFC3986, RFC1808} {
			for _, format := range []string{"x%c://h/", "x://%ch/", "x://h%c/"} {
				u := MustParse(fmt.Sprintf(format, c))
				if got, want := mode.Normalize(u).String(), strings.ToLower(u.String()); got != want {
					t.Errorf("%v: %s: %s, want %s", mode, u, got, want)
				}
			}
		}
	}
}
