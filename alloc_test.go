package uri

import (
	"os/exec"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"example.com/uri/internal/growth"
)

// longRefused is refused in its middle, farther from both ends than an error
// shows.
var longRefused = "http://h/" + strings.Repeat("a", 200) + " " + strings.Repeat("b", 200)

// TestSize checks the size of a URI, which the documentation promises.
func TestSize(t *testing.T) {
	if size := reflect.TypeOf(URI{}).Size(); size > 48 {
		t.Errorf("a URI has %d octets, want at most 48", size)
	}
}

// TestAllocations checks how often each operation allocates.
func TestAllocations(t *testing.T) {
	const (
		server   = "http://u:p@www.example.com:8080/a;b;c/d//e?q=1&r#frag"
		registry = "x://u:p@h_x:80/?#"
		opaque   = "mailto:a@b.example?c=d"
		ipv4     = "//10.0.0.255/"
		ipv6     = "//[1080::8:800:200C:417A]:80/"
	)
	texts := []string{server, registry, opaque, ipv4, ipv6, "", "?y", "../../g;x=1/./y#s", "%41%42/a"}
	var uris []URI
	for _, s := range texts {
		uris = append(uris, MustParse(s))
	}
	each := func(f func(u URI)) func() {
		return func() {
			for _, u := range uris {
				f(u)
			}
		}
	}
	buffer := make([]byte, 0, 1024)
	plain := MustParse("http://h/a?b")
	for _, test := range []struct {
		name string
		want float64
		f    func()
	}{
		{"Parse", 0, func() {
			for _, s := range texts {
				_, _ = Parse(s)
			}
		}},
		{"MustParse", 0, func() { MustParse(server) }},
		{"ParseRFC2396", 0, func() { _, _ = ParseRFC2396(server) }},
		{"Valid", 0, func() {
			for _, s := range texts {
				Valid(s)
			}
		}},
		{"Valid of refused texts", 0, func() {
			for _, s := range []string{"http:", "%", "//[::1", "a b", "//u:secret@h h", "//h\xff"} {
				if Valid(s) {
					t.Errorf("Valid(%q)", s)
				}
			}
		}},
		{"Conforms3986", 0, func() {
			for _, s := range texts {
				_, _ = Conforms3986(s)
			}
			_, _ = Conforms3986("//[v1.a:b]/")
		}},
		{"Conforms3987", 0, func() {
			for _, s := range iris {
				_, _ = Conforms3987(s)
			}
		}},
		{"Conforms3987 of a refused text", 1, func() { _, _ = Conforms3987("http://h/\uFFFF") }},
		{"Conforms3986 of a refused text", 1, func() { _, _ = Conforms3986("http://h/a b") }},
		{"Parse of a refused text", 1, func() { _, _ = Parse("http://h/a b") }},
		{"Parse of a long refused text", 1, func() { _, _ = Parse(longRefused) }},
		{"Parse of a refused text with a secret", 1, func() { _, _ = Parse("http://u:p@h/a b") }},
		{"String", 0, each(func(u URI) { _ = u.String() })},
		{"Scheme", 0, each(func(u URI) { _ = u.Scheme() })},
		{"Authority", 0, each(func(u URI) { _, _ = u.Authority() })},
		{"Path", 0, each(func(u URI) { _ = u.Path() })},
		{"Query", 0, each(func(u URI) { _, _ = u.Query() })},
		{"Fragment", 0, each(func(u URI) { _, _ = u.Fragment() })},
		{"Kind", 0, each(func(u URI) { _ = u.Kind().String() })},
		{"IsAbsolute", 0, each(func(u URI) { _ = u.IsAbsolute() })},
		{"IsOpaque", 0, each(func(u URI) { _ = u.IsOpaque() })},
		{"IsSameDocument", 0, each(func(u URI) { _ = u.IsSameDocument() })},
		{"Opaque", 0, each(func(u URI) { _, _ = u.Opaque() })},
		{"IsServer", 0, each(func(u URI) { _ = u.IsServer() })},
		{"Userinfo", 0, each(func(u URI) { _, _ = u.Userinfo() })},
		{"Host", 0, each(func(u URI) { _, _ = u.Host() })},
		{"HostKind", 0, each(func(u URI) { _ = u.HostKind().String() })},
		{"Port", 0, each(func(u URI) { _, _ = u.Port() })},
		{"Addr", 0, each(func(u URI) { _, _ = u.Addr() })},
		{"LastSegment", 0, each(func(u URI) {
			g, _ := u.LastSegment()
			_ = g.Name()
		})},
		{"Segments", 0, each(func(u URI) {
			for g := range u.Segments() {
				g.Name()
				for p := range g.Params() {
					_ = p
				}
			}
		})},
		{"Pair", 0, func() { _ = Pair("a=b").Name(); _, _ = Pair("a=b").Value() }},
		{"Compare of the same text", 0, func() { RFC2396.Compare(MustParse("HTTP://A/%41"), MustParse("HTTP://A/%41")) }},
		{"Redacted of what hides nothing", 0, func() { plain.Redacted() }},
		{"Redactor of what hides nothing", 0, func() { otel.Redact(plain) }},
		{"Redactor", 1, func() { otel.Redact(MustParse("https://u:p@h/?sig=a")) }},
		{"LogValue of what hides nothing", 0, func() { plain.LogValue() }},
		{"AppendText", 0, each(func(u URI) { _, _ = u.AppendText(buffer) })},
		{"MarshalText", 1, func() { _, _ = plain.MarshalText() }},
		{"Escape of allowed characters", 0, func() { Escape("a-b_c", EscapeSegment) }},
		{"Escape", 1, func() { Escape("a b/c", EscapeSegment) }},
		{"EscapeOnce of allowed characters", 0, func() { EscapeOnce("a%20b", EscapeSegment) }},
		{"EscapeOnce", 1, func() { EscapeOnce("a b%20", EscapeSegment) }},
		{"Unescape of no escape", 0, func() { _, _ = Unescape("a+b") }},
		{"Unescape", 1, func() { _, _ = Unescape("a%20b") }},
		{"AppendEscape", 0, func() { AppendEscape(buffer, "a b/c", EscapeSegment) }},
		{"Resolve to a directory of the base", 0, func() { _, _ = plain.Resolve(MustParse(".")) }},
		{"Resolve", 1, func() { _, _ = plain.Resolve(MustParse("../a")) }},
		{"Resolve with dots inside", 1, func() { _, _ = plain.Resolve(MustParse("a/../b")) }},
		{"AppendUnescape", 0, func() { _, _ = AppendUnescape(buffer, "a%20b") }},
	} {
		if got := testing.AllocsPerRun(100, test.f); got > test.want {
			t.Errorf("%s allocates %v times, want %v", test.name, got, test.want)
		}
	}
	var kept URI
	if got := testing.AllocsPerRun(100, func() { kept = plain.Clone() }); got != 1 || kept != plain {
		t.Errorf("Clone allocates %v times, want its copy", got)
	}
}

// TestChangeAllocations checks how often the With and Without methods allocate.
func TestChangeAllocations(t *testing.T) {
	u := MustParse("http://user@host.example:80/path?query#fragment")
	long := strings.Repeat("a", 200)
	path, digits, pairs := "/"+long, strings.Repeat("1", 200), Values{Pair(long), Pair(long), "a=b"}
	for _, test := range []struct {
		name string
		want float64
		f    func() (URI, error)
	}{
		{"WithScheme", 1, func() (URI, error) { return u.WithScheme(long) }},
		{"WithAuthority", 1, func() (URI, error) { return u.WithAuthority(long) }},
		{"WithUserinfo", 1, func() (URI, error) { return u.WithUserinfo(long) }},
		{"WithHost", 1, func() (URI, error) { return u.WithHost(long) }},
		{"WithHost, an address", 1, func() (URI, error) { return u.WithHost("[1080:0:0:0:8:800:200C:417A]") }},
		{"WithPort", 1, func() (URI, error) { return u.WithPort(digits) }},
		{"WithPath", 1, func() (URI, error) { return u.WithPath(path) }},
		{"WithQuery", 1, func() (URI, error) { return u.WithQuery(long) }},
		{"WithFragment", 1, func() (URI, error) { return u.WithFragment(long) }},
		{"WithValues", 1, func() (URI, error) { return u.WithValues(pairs) }},
		{"JoinSegments", 1, func() (URI, error) { return u.JoinSegments(long, "b c") }},
		{"JoinSegments, a long path", 3, func() (URI, error) { return u.JoinSegments(long, long) }},
		{"WithoutUserinfo", 1, func() (URI, error) { return u.WithoutUserinfo(), nil }},
		{"WithoutPort", 1, func() (URI, error) { return u.WithoutPort(), nil }},
		{"WithoutQuery", 1, func() (URI, error) { return u.WithoutQuery(), nil }},
		{"WithoutFragment", 0, func() (URI, error) { return u.WithoutFragment(), nil }},
		{"WithoutQuery of no query", 0, func() (URI, error) { return (URI{}).WithoutQuery(), nil }},
	} {
		if _, err := test.f(); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if got := testing.AllocsPerRun(100, func() { _, _ = test.f() }); got > test.want {
			t.Errorf("%s allocates %v times, want at most %v", test.name, got, test.want)
		}
	}
}

// TestInlining checks that the leaf functions cost their callers no call, and those
// that return a URI no copy of it.
func TestInlining(t *testing.T) {
	out, err := exec.Command("go", "build", "-gcflags=-m", ".", "./internal/ascii").CombinedOutput()
	if err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	inlined := make(map[string]bool)
	for _, match := range regexp.MustCompile(`(?m): can inline (\S+)`).FindAllSubmatch(out, -1) {
		inlined[string(match[1])] = true
	}
	for _, name := range strings.Fields(`
		at in scan authorityEnds ascii.Escaped[string] ascii.Octet[string] Unhex AppendEscape Load64 Join
		scheme relSegment pathSegments query fragment regName userinfo port
		Parse MustParse URI.Resolve Resolver.Resolve Valid
		URI.String URI.Scheme URI.Authority URI.Path URI.Query URI.Fragment
		URI.Kind URI.IsAbsolute URI.IsOpaque URI.IsSameDocument URI.Opaque
		URI.IsServer URI.Userinfo URI.Host URI.HostKind URI.Port URI.Segments Segment.Params
		Kind.String HostKind.String Rule.String`) {
		if !inlined[name] {
			t.Errorf("%s can no longer be inlined", name)
		}
	}
}

// growing are the exported functions that take text, each on a text of any kind,
// of which they refuse most. A test in internal/house checks that none is missing.
var growing = map[string]func(s string){
	"Parse":        func(s string) { _, _ = Parse(s) },
	"ParseRFC2396": func(s string) { _, _ = ParseRFC2396(s) },
	"Valid":        func(s string) { Valid(s) },
	"Fix and Hint": func(s string) {
		_, err := ParseHTTP(s)
		_, err2 := Parse(s)
		for _, err := range []error{err, err2} {
			if e, ok := err.(*SyntaxError); ok {
				_, _ = e.Fix()
				e.Hint()
				_, _, _ = e.Rule.String(), e.Rule.Section(), e.Rule.Production()
			}
		}
	},
	"Escape":     func(s string) { Escape(s, EscapeSegment) },
	"EscapeOnce": func(s string) { EscapeOnce(s, EscapeQueryPair) },
	"Unescape":   func(s string) { _, _ = Unescape(s) },
	"Append": func(s string) {
		AppendEscape(nil, s, EscapeData)
		_, _ = AppendUnescape(nil, s)
	},
	"Redactor": func(s string) {
		if u, err := Parse("http://h/?" + s); err == nil {
			Redactor{Names: []string{"a"}, Mask: "REDACTED", User: true}.Redact(u)
		}
	},
	"Resolve": func(s string) {
		base := MustParse("http://u@a/b/c/d;p?q")
		for _, r := range modes {
			_, _ = r.AppendResolve(nil, base, s)
			if u, err := Parse(s); err == nil {
				_, _ = r.Resolve(base, u)
				_, _ = r.Resolve(u, MustParse("../../g"))
			}
		}
	},
	"Mode.Values": func(s string) {
		for _, m := range []Mode{RFC2396, RFC3986, RFC1808} {
			if u, err := Parse(s); err == nil {
				m.Path(u)
				m.Query(u)
				m.Values(u)
			}
		}
	},
	"Mode.Relativize": func(s string) {
		if u, err := Parse("http://a/b/" + s); err == nil {
			RFC2396.Relativize(MustParse("http://a/b/c"), u)
			RFC2396.Relativize(u, MustParse("http://a/b/c"))
		}
	},
	"Mode.Resolve": func(s string) {
		if u, err := Parse(s); err == nil {
			_, _ = RFC3986.Resolve(MustParse("http://a/b/c"), u)
		}
	},
	"Resolver.Relativize": func(s string) {
		if u, err := Parse("http://a/b/" + s); err == nil {
			for _, r := range modes {
				r.Relativize(MustParse("http://a/b/c"), u)
				r.Relativize(u, MustParse("http://a/b/c"))
			}
		}
	},
	"Normalize": func(s string) {
		for _, m := range []Mode{RFC2396, RFC3986, RFC1808} {
			if u, err := Parse(s); err == nil {
				m.Normalize(u)
				m.AppendNormalize(nil, u)
			}
		}
	},
	"Equivalent": func(s string) {
		if u, err := Parse(s); err == nil {
			RFC2396.Equivalent(u, u.WithoutFragment())
			RFC3986.Equivalent(u, u.WithoutFragment())
			RFC3986.Compare(u, u.WithoutFragment())
			RFC2396.Compare(u, MustParse("http://h"))
		}
	},
	"text": func(s string) {
		var u URI
		if u.UnmarshalText([]byte(s)) == nil {
			_, _ = u.MarshalText()
		}
	},
	"With": func(s string) {
		for _, u := range []URI{MustParse("http://u@h:1/p?q#f"), MustParse("a:b"), MustParse("/x")} {
			for _, f := range []func(URI, string) (URI, error){URI.WithScheme, URI.WithAuthority, URI.WithUserinfo,
				URI.WithHost, URI.WithPort, URI.WithPath, URI.WithQuery, URI.WithFragment} {
				if _, err := f(u, s); err != nil {
					_ = err.Error()
				}
			}
			_, _ = u.JoinSegments(s, s)
		}
	},
	"EstablishBase": ofURI(func(u URI) { _, _, _ = EstablishBase(u, u, MustParse("http://h/a")) }),
	"schemes": func(s string) {
		DefaultPort(s)
	},
	"Conforms1738": func(s string) {
		for _, before := range []string{"", "ftp://h/", "gopher://h/", "mailto:", "news:", "nntp://h/", "wais://h/", "prospero://h/", "x:"} {
			_ = Conforms1738(before + s)
		}
	},
	"Conforms3986": func(s string) {
		for _, before := range []string{"", "//", "//u@", "//[v1.", "//h:", "/", "x:", "?", "#"} {
			_, _ = Conforms3986(before + s)
		}
	},
	"Conforms3987": func(s string) {
		for _, before := range []string{"", "//", "//u@", "//[v1.", "//h:", "/", "x:", "?\uE000", "#é"} {
			_, _ = Conforms3987(before + s)
			_, _ = Conforms3987(before + strings.ReplaceAll(s, "a", "é"))
		}
	},
	"Interpret": ofURI(func(u URI) { _, _ = Interpret(u) }),
	// These call all methods of the value that they read.
	"all of URI": ofURI(func(u URI) {
		growth.Methods(u, u.String(), []byte(u.String()), MustParse("http://h/a/b"), Values{"a=1"})
	}),
	"all of Segment": func(s string) { growth.Methods(Segment(s)) },
	"all of Pair": func(s string) {
		growth.Methods(Pair(s))
		growth.Methods(NewPair(s, s))
	},
	"ParseValues":     func(s string) { _, _ = ParseValues(s) },
	"all of Values":   ofURI(func(u URI) { growth.Methods(u.Values(), "b") }),
	"all of Optional": func(s string) { growth.Methods(Defined(s)) },
	"all of Login": func(s string) {
		growth.Methods(LoginUser(s))
		growth.Methods(LoginPassword(s, s))
	},
	"all of Server":   ofURI(func(u URI) { s, _ := ServerFrom(u); growth.Methods(s) }),
	"all of FTP":      reading("ftp://h/", ParseFTP, FTPFrom),
	"all of HTTP":     reading("http://h/", ParseHTTP, HTTPFrom),
	"all of Gopher":   reading("gopher://h/1", ParseGopher, GopherFrom),
	"all of Mailto":   reading("mailto:a@h?", ParseMailto, MailtoFrom),
	"all of News":     reading("news:a@", ParseNews, NewsFrom),
	"all of NNTP":     reading("nntp://h/", ParseNNTP, NNTPFrom),
	"all of Telnet":   reading("telnet://", ParseTelnet, TelnetFrom),
	"all of WAIS":     reading("wais://h/", ParseWAIS, WAISFrom),
	"all of File":     reading("file:///", ParseFile, FileFrom),
	"all of Prospero": reading("prospero://h/a;", ParseProspero, ProsperoFrom),
	"all of Other":    reading("x://h/", ParseOther, OtherFrom),
	"all of Generic": func(s string) {
		reading("//h/", ParseGeneric, GenericFrom)(s)
		for _, g := range []Generic{
			{Scheme: s, Host: s}, {Host: s, Path: []string{s, s}}, {Host: "h", Login: LoginPassword(s, s), Path: strings.Split(s, "/"), Query: Values{Pair(s)}, Fragment: Defined(s)},
		} {
			growth.Methods(g)
		}
	},
	"FileFromPath": func(s string) {
		for _, style := range []PathStyle{PathPOSIX, PathWindows} {
			f, _ := FileFromPath(s, style)
			_, _ = f.NativePath(style)
		}
	},
	"all of errors": func(s string) {
		_, err := Parse(s + " ")
		growth.Methods(growth.As[*SyntaxError](err))
		_, err = HTTP{Host: s + " "}.URI()
		growth.Methods(growth.As[*FieldError](err))
	},
}

// ofURI returns a function that calls f if its text is a URI.
func ofURI(f func(u URI)) func(s string) {
	return func(s string) {
		if u, err := Parse(s); err == nil {
			f(u)
		}
	}
}

// reading returns a function that reads a text after before, and as it is, and calls
// all methods of the results.
func reading[T any](before string, parse func(string) (T, error), from func(URI) (T, error)) func(s string) {
	return func(s string) {
		for _, s := range []string{before + s, s} {
			v, err := parse(s)
			growth.Methods(v, []byte(s))
			growth.Methods(err)
			ofURI(func(u URI) { _, _ = from(u) })(s)
		}
	}
}

// growthTexts returns texts of about n bytes, of the kinds that have been slow in
// other libraries.
func growthTexts(n int) (texts []string) {
	for _, ends := range [][2]string{{"", ""}, {"http://u:", "@h"}, {"http://h/", ""}} {
		for _, unit := range []string{"%2e/", "a/../", ";", "@", "a.", " "} {
			texts = append(texts, ends[0]+strings.Repeat(unit, n/len(unit))+ends[1])
		}
	}
	return texts
}

// TestGrowthRandom is [TestGrowth] for random shapes.
func TestGrowthRandom(t *testing.T) {
	n := 1
	if *long {
		n = 60
	}
	growth.Check(t, true, growing, growth.Random(n, []string{"", "/", "http:", "http://", "http://h/", "http://h/?", "mailto:", "ftp://", "gopher://h/", "news:", "wais://h/", "file://", "prospero://h/", "nntp://h/", "telnet://"},
		append([]string{"h1,", "*", "token=", "password=", "jdbc:", "http://", "%09", "%40", "\"", "(", ")", "<", ",", ";type=a", "{", "}"}, hostile...)))
}

// TestGrowth checks that no function takes quadratic time.
func TestGrowth(t *testing.T) {
	growth.Check(t, *long, growing, []growth.Shape{
		{Piece: "%2e/"},
		{Piece: "a/../"},
		{Piece: ";=&"},
		{Piece: "a."},
		{Piece: "("},
		{Piece: "\"\\ "},
		{Piece: "a@a,"},
		{Before: "http://h/", Piece: "%41"},
		{Before: "http://", Piece: "%41", After: "@h/"},
		{Before: "http://", Piece: "1.", After: "h/"},
		{Before: "http://", Piece: ". ", After: "h/"},
		{Before: "http", Piece: "\u200b", After: "://h/"},
		{Before: "http:", Piece: `\／`, After: "h/ "},
	})
}

// TestAllocationGrowth checks that a function allocates at most a small multiple of a
// text of 64 KiB for each call that it makes, and that the size grows no faster than
// the text. Functions that call all methods of a type make too many calls for it.
func TestAllocationGrowth(t *testing.T) {
	const n = 64 << 10
	small, large := growthTexts(n/8), growthTexts(n)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for name, f := range growing {
		most := map[string]float64{"Resolve": 80, "With": 128, "Fix and Hint": 160, "Normalize": 40, "Append": 40, "Relativize": 20, "Resolver.Relativize": 20 * float64(len(modes)), "Conforms1738": 20, "Conforms3986": 20, "Conforms3987": 40}[name]
		switch {
		case strings.HasPrefix(name, "all of "):
			continue
		case most == 0:
			most = 12
		}
		f(small[0]) // so that nothing is made for the first time
		for i, s := range large {
			took := allocatedOnce(func() { f(s) })
			if took > most*n {
				t.Errorf("%s: %.12q...: %.0f octets for %d", name, s, took, len(s))
			}
			if before := allocatedOnce(func() { f(small[i]) }); took > 16*before+8*n {
				t.Errorf("%s: %.12q...: %.0f octets for %d, %.0f for %d", name, s, took, len(s), before, len(small[i]))
			}
		}
	}
}
