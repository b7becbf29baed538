package uri

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.com/uri/internal/schemes"
	"example.com/uri/internal/seed"
	"example.com/uri/internal/vectors"
)

// cmpLogin compares logins and optional parts, whose fields are not exported.
var cmpLogin = cmp.Options{cmpopts.EquateComparable(Login{}, Optional{}), cmpopts.IgnoreUnexported(Other{})}

// A structScheme is a scheme with a struct: its name, XFrom and ParseX. Of each function the
// result is that struct, with an error the zero struct.
type structScheme struct {
	name  string
	from  func(u URI) (Scheme, error)
	parse func(s string) (Scheme, error)
	read  func(u URI) error // from without its result, which a Scheme would allocate
}

func newStructScheme[S Scheme](name string, from func(URI) (S, error), parse func(string) (S, error)) structScheme {
	return structScheme{
		name,
		func(u URI) (Scheme, error) { return from(u) },
		func(s string) (Scheme, error) { return parse(s) },
		func(u URI) error { _, err := from(u); return err },
	}
}

// structSchemes are the schemes with a struct. A test that needs one of each reads it here.
var structSchemes = []structScheme{
	newStructScheme("ftp", FTPFrom, ParseFTP),
	newStructScheme("http", HTTPFrom, ParseHTTP),
	newStructScheme("gopher", GopherFrom, ParseGopher),
	newStructScheme("mailto", MailtoFrom, ParseMailto),
	newStructScheme("news", NewsFrom, ParseNews),
	newStructScheme("nntp", NNTPFrom, ParseNNTP),
	newStructScheme("telnet", TelnetFrom, ParseTelnet),
	newStructScheme("wais", WAISFrom, ParseWAIS),
	newStructScheme("file", FileFrom, ParseFile),
	newStructScheme("prospero", ProsperoFrom, ParseProspero),
}

// TestStructSchemes checks that structSchemes has each scheme of the table structs, and that
// the table calls the function of that scheme.
func TestStructSchemes(t *testing.T) {
	for i, from := range structs {
		id := schemes.ID(i)
		name := id.Info().Name
		if from == nil || id == schemes.Unknown || id == schemes.HTTPS {
			continue
		}
		if !slices.ContainsFunc(structSchemes, func(x structScheme) bool { return x.name == name }) {
			t.Errorf("structSchemes, in scheme_test.go, has no row for %s", name)
		}
		_, err := from(MustParse("x-unknown:a"))
		if e, ok := err.(*SyntaxError); !ok || e.called.scheme != id || e.Op != name {
			t.Errorf("structs, in interpret.go, has another function for %s: %v", name, err)
		}
	}
	for _, x := range structSchemes {
		if id := schemes.Find(x.name); int(id) >= len(structs) || structs[id] == nil {
			t.Errorf("structs, in interpret.go, has no row for %s", x.name)
		}
	}
}

// structSchemeOf returns the row of structSchemes for a URI, or one of Other.
func structSchemeOf(u URI) structScheme {
	name := strings.TrimSuffix(strings.ToLower(u.Scheme()), "s") // https
	for _, x := range structSchemes {
		if x.name == name || x.name == u.Scheme() {
			return x
		}
	}
	return newStructScheme("other", OtherFrom, ParseOther)
}

// A schemeRow is a URL, the struct that it reads as, and the text of the struct if
// that differs from the URL.
type schemeRow struct {
	in   string
	want Scheme
	out  string
}

// checkSchemes checks that each row reads as its struct, and that the text of the
// struct reads as the same struct.
func checkSchemes(t *testing.T, rows []schemeRow) {
	t.Helper()
	for _, row := range rows {
		u, err := Parse(row.in)
		if err != nil {
			t.Error(err)
			continue
		}
		got, err := Interpret(u)
		if err != nil {
			t.Errorf("Interpret(%q): %v", row.in, err)
			continue
		}
		if diff := cmp.Diff(row.want, got, cmpLogin); diff != "" {
			t.Errorf("Interpret(%q) (-want +got):\n%s", row.in, diff)
		}
		out := row.out
		if out == "" {
			out = row.in
		}
		v, err := got.URI()
		if err != nil || v.String() != out || got.String() != out {
			t.Errorf("%q is written %q, %v; want %q", row.in, v.String(), err, out)
			continue
		}
		if again, err := Interpret(v); err != nil || !cmp.Equal(got, again, cmpLogin) {
			t.Errorf("%q is read as %v, %v; want what was written", out, again, err)
		}
	}
}

// A refusedRow is a URL that its scheme refuses, and where and why.
type refusedRow struct {
	in     string
	offset int
	rule   *rule
}

func checkRefused(t *testing.T, rows []refusedRow) {
	t.Helper()
	for _, row := range rows {
		u, err := Parse(row.in)
		if err != nil {
			t.Error(err)
			continue
		}
		x, err := Interpret(u)
		e, ok := err.(*SyntaxError)
		if !ok || x != nil {
			t.Errorf("Interpret(%q): %v, %v; want a *SyntaxError", row.in, x, err)
			continue
		}
		if e.Op != strings.ToLower(u.Scheme()) || strings.Contains(e.Reason(), "scheme") || e.Offset != row.offset || e.Rule.rule != row.rule {
			t.Errorf("Interpret(%q): %v, want offset %d, rule %v", row.in, err, row.offset, row.rule)
		}
	}
}

// An unwritableRow is a struct and the field that keeps it from being written.
type unwritableRow struct {
	in    Scheme
	field string
}

func checkUnwritable(t *testing.T, rows []unwritableRow) {
	t.Helper()
	for _, row := range rows {
		u, err := row.in.URI()
		e, ok := err.(*FieldError)
		if !ok || e.Field != row.field || e.Op != row.in.Scheme() {
			t.Errorf("URI of %#v: %v, %v; want an error for %s", row.in, u, err, row.field)
		}
		if s := row.in.String(); Valid(s) || !strings.Contains(s, row.field) {
			t.Errorf("String of a struct that cannot be written: %q", s)
		}
	}
}

// TestForms compares every form with the text, or the text without the password.
func TestForms(t *testing.T) {
	login := LoginPassword("user", "secret")
	for _, test := range []struct {
		x            any
		text, hidden string
	}{
		{MustParse("http://user:secret@h/"), "http://user:secret@h/", "http://user:xxxxx@h/"},
		{login, "user:secret", "user:xxxxx"},
		{LoginUser("a:b"), "a%3Ab", "a%3Axxxxx"},
		{Login{}, "", ""},
		{FTP{Login: login, Host: "h"}, "ftp://user:secret@h", "ftp://user:xxxxx@h"},
		{Telnet{Login: login, Host: "h"}, "telnet://user:secret@h/", "telnet://user:xxxxx@h/"},
		{Other{Name: "x", Part: "//user:secret@h/"}, "x://user:secret@h/", "x://user:xxxxx@h/"},
		{Other{Name: "x", Part: "secret@h"}, "x:secret@h", "x:xxxxx@h"},
		{Other{Name: "x", Part: "//u:secret"}, "x://u:secret", "x://u:xxxxx"},
		{Other{Name: "x", Part: "//u:se/cret?"}, "x://u:se/cret?", "x://u:xxxxx"},
		{Other{Name: "x", Part: "//u:80/a:b"}, "x://u:80/a:b", "x://u:80/a:b"},
		{Other{Name: "x", Part: "//:80/a:b"}, "x://:80/a:b", "x://:80/a:b"},
		{HTTP{Host: "h", Path: "/u:secret@h"}, "http://h/u:secret@h", "http://h/u:xxxxx@h"},
		{Gopher{Host: "h", Type: Defined("1"), Selector: "u:secret@h"}, "gopher://h/1u:secret@h", "gopher://h/1u:xxxxx@h"},
		{WAIS{Host: "h", Database: "d", Search: Defined("u:secret@h")}, "wais://h/d?u:secret@h", "wais://h/d?u:xxxxx@h"},
		{Prospero{Host: "h", Name: "u:secret@h"}, "prospero://h/u:secret@h", "prospero://h/u:xxxxx@h"},
		{File{Host: Defined(""), Path: []string{"u:secret@h"}}, "file:///u:secret@h", "file:///u:xxxxx@h"},
		{NNTP{Host: "h", Group: "g"}, "nntp://h/g", "nntp://h/g"},
		{News{Group: "g"}, "news:g", "news:g"},
		{Mailto{To: []string{"a@b"}}, "mailto:a@b", "mailto:a@b"},
	} {
		pointer := reflect.New(reflect.TypeOf(test.x))
		pointer.Elem().Set(reflect.ValueOf(test.x))
		for _, x := range []any{test.x, pointer.Interface()} {
			want := map[string]string{
				"%v": test.text, "%s": test.text, "%q": strconv.Quote(test.text), "%x": fmt.Sprintf("%x", test.text),
				"%X": fmt.Sprintf("%X", test.text), "%40s": fmt.Sprintf("%40s", test.text), "%.3v": fmt.Sprintf("%.3v", test.text),
				"%+v": test.hidden, "%+40v": fmt.Sprintf("%40s", test.hidden),
			}
			for verb, want := range want {
				if got := fmt.Sprintf(verb, x); got != want {
					t.Errorf("%s of %T: %s, want %s", verb, x, got, want)
				}
			}
			if got := fmt.Sprintf("%#v", x); !strings.Contains(got, strconv.Quote(test.hidden)) {
				t.Errorf("%%#v of %T: %s, want %q", x, got, test.hidden)
			}
			for _, got := range []string{fmt.Sprintf("%+v", []any{x}), fmt.Sprintf("%#v", []any{x})} {
				if test.text != test.hidden && strings.Contains(got, "secret") {
					t.Errorf("in a slice %T shows the password: %s", x, got)
				}
			}
			if got := x.(slog.LogValuer).LogValue().String(); got != test.hidden {
				t.Errorf("the log value of %T: %s, want %s", x, got, test.hidden)
			}
			var log strings.Builder
			slog.New(slog.NewTextHandler(&log, nil)).Info("x", "x", x)
			slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "x", x)
			if test.text != test.hidden && strings.Contains(log.String(), "secret") {
				t.Errorf("the log of %T shows the password: %s", x, log.String())
			}
			if _, isLogin := test.x.(Login); isLogin {
				continue
			}
			if got := x.(fmt.Stringer).String(); got != test.text {
				t.Errorf("String of %T: %s, want %s", x, got, test.text)
			}
			text, err := x.(encoding.TextMarshaler).MarshalText()
			if string(text) != test.text || err != nil {
				t.Errorf("MarshalText of %T: %s, %v; want %s", x, text, err, test.text)
			}
			js, err := json.Marshal(x)
			if string(js) != strconv.Quote(test.text) || err != nil {
				t.Errorf("JSON of %T: %s, %v; want %s", x, js, err, test.text)
			}
			back := reflect.New(reflect.TypeOf(test.x))
			if err := json.Unmarshal(js, back.Interface()); err != nil || !cmp.Equal(test.x, back.Elem().Interface(), cmpLogin, cmpopts.EquateComparable(URI{})) {
				t.Errorf("JSON of %T is read as %v, %v", x, back.Elem(), err)
			}
			if err := json.Unmarshal([]byte(`"a b"`), back.Interface()); err == nil || !cmp.Equal(test.x, back.Elem().Interface(), cmpLogin, cmpopts.EquateComparable(URI{})) {
				t.Errorf("what is none is read as %v, %v", back.Elem(), err)
			}
			_, isScheme := x.(Scheme)
			_, isValuer := x.(driver.Valuer)
			_, isScanner := x.(sql.Scanner)
			if isScheme && (isValuer || isScanner) {
				t.Errorf("a %T is a value of a database, but only a URI is", x)
			}
		}
	}
	for _, x := range []Scheme{FTP{Login: login}, Telnet{Login: login}, Other{Name: "x", Part: "//user:secret@h/ "}} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
			if s := fmt.Sprintf(verb, x); strings.Contains(s, "secret") || !strings.Contains(s, "%!uri(") {
				t.Errorf("%s of a %T that cannot be written: %s", verb, x, s)
			}
		}
		if text, err := x.(encoding.TextMarshaler).MarshalText(); err == nil || text != nil {
			t.Errorf("MarshalText of a %T that cannot be written: %s, %v", x, text, err)
		}
	}
	server := Server{Login: login, Host: "h"}
	if s := fmt.Sprintf("%+v %#v", server, &server); strings.Contains(s, "secret") {
		t.Errorf("a Server shows the password: %s", s)
	}
}

// TestPlantedPassword checks that a password between "user:" and "@h", whatever it
// contains, appears in no error and in no form of a URI or struct that hides it.
func TestPlantedPassword(t *testing.T) {
	froms := map[string]func(u URI) (any, error){
		"server": func(u URI) (any, error) { s, err := ServerFrom(u); return s.Login, err },
		"other":  func(u URI) (any, error) { return OtherFrom(u) },
	}
	for _, x := range structSchemes {
		froms[x.name] = func(u URI) (any, error) { return x.from(u) }
	}
	r := rand.New(rand.NewPCG(5, 6))
	schemes := append([]string{"x", "https"}, schemes1738...)
	read := map[string]int{}
	for range *inputs / 4 {
		password := "secret" + pick(r, r.IntN(4), "#", "/", "?", "@", ":", "1", "%41", ";", "_")
		s := schemes[r.IntN(len(schemes))] + "://user:" + password + "@h" + pick(r, r.IntN(3), "/", "a", "?", "#", ":1", ":", "@h")
		u, err := Parse(s)
		shown := []string{fmt.Sprint(err)}
		hide := func(x any) {
			shown = append(shown, fmt.Sprintf("%+v", x), fmt.Sprintf("%#v", x), x.(slog.LogValuer).LogValue().String())
		}
		if err == nil {
			hide(u)
			for name, from := range froms {
				x, err := from(u)
				if err != nil {
					shown = append(shown, err.Error(), fmt.Sprintf("%+v", err))
					continue
				}
				read[name]++
				hide(x)
				if scheme, ok := x.(Scheme); ok { // and once more, without the fragment
					v, err := scheme.URI()
					if err != nil {
						t.Fatal(err)
					}
					hide(v)
					for _, from := range []string{"ftp", "http", "server"} {
						if _, err := froms[from](v); err != nil {
							shown = append(shown, err.Error())
						}
					}
				}
			}
		}
		for _, s2 := range shown {
			if strings.Contains(s2, "secret") {
				t.Fatalf("%q: %s", s, s2)
			}
		}
	}
	t.Logf("read: %v", read)
}

func TestLoginStates(t *testing.T) {
	for _, test := range []struct {
		login             Login
		user, password    string
		hasUser, hasPassw bool
	}{
		{Login{}, "", "", false, false},
		{LoginUser(""), "", "", true, false},
		{LoginUser("a"), "a", "", true, false},
		{LoginPassword("", ""), "", "", true, true},
		{LoginPassword("a", "b"), "a", "b", true, true},
	} {
		user, hasUser := test.login.User()
		password, hasPassword := test.login.Password()
		if user != test.user || hasUser != test.hasUser || password != test.password || hasPassword != test.hasPassw {
			t.Errorf("%v: %q %v %q %v", test, user, hasUser, password, hasPassword)
		}
	}
	if LoginUser("a") == LoginPassword("a", "") || LoginUser("") == (Login{}) {
		t.Error("an empty name or password is the same as none")
	}
}

func TestOther(t *testing.T) {
	checkSchemes(t, []schemeRow{
		{"x-note://u:p@h:1/a?b#c", Other{Name: "x-note", Part: "//u:p@h:1/a?b"}, "x-note://u:p@h:1/a?b"},
		{"DICT:a%2Fb?c", Other{Name: "dict", Part: "a%2Fb?c"}, "dict:a%2Fb?c"},
		{"urn:a:b", Other{Name: "urn", Part: "a:b"}, ""},
	})
	checkUnwritable(t, []unwritableRow{
		{Other{Name: "x", Part: ""}, "Part"},
		{Other{Name: "x", Part: "a#b"}, "Part"},
		{Other{Name: "x", Part: "a b"}, "Part"},
	})
	for _, o := range []Other{{Name: "X", Part: "a"}, {Part: "a"}, {Name: "1", Part: "a"}, {Name: "x:", Part: "a"}} {
		if _, err := o.URI(); err == nil || err.(*FieldError).Op != "other" || err.(*FieldError).Field != "Name" {
			t.Errorf("URI of %+v: %v, want an error for Name", o, err)
		}
	}
	server := func(s string) (any, error) { return ServerFrom(MustParse(s)) }
	other := func(s string) (any, error) { return ParseOther(s) }
	for _, test := range []struct {
		in     string
		from   func(s string) (any, error)
		op     string
		offset int
		rule   *rule
	}{
		{"//h/x", server, "server", 0, ruleScheme},
		{"X-Y:/h", server, "x-y", 5, ruleIPSchemepart},
		{"x://h~y/", server, "x", 5, ruleHostname},
		{"a:", other, "parse", 2, ruleOpaquePart},
		{"/a", other, "other", 0, ruleScheme},
		{"", other, "other", 0, ruleScheme},
		{"a", func(s string) (any, error) { return Interpret(MustParse(s)) }, "interpret", 0, ruleScheme},
	} {
		x, err := test.from(test.in)
		if e, ok := err.(*SyntaxError); !ok || e.Op != test.op || e.Offset != test.offset || e.Rule.rule != test.rule {
			t.Errorf("%q: %v, %v; want an error of %s at %d, %v", test.in, x, err, test.op, test.offset, test.rule)
		}
	}
}

// TestDefaultPorts checks the ports in the comment of DefaultPort.
func TestDefaultPorts(t *testing.T) {
	text, err := os.ReadFile("dial.go")
	if err != nil {
		t.Fatal(err)
	}
	_, comment, _ := strings.Cut(string(text), "\n// DefaultPort ")
	comment, _, _ = strings.Cut(comment, "\nfunc ")
	checked := 0
	for _, m := range regexp.MustCompile(`(?:(\w+) and )?(\w+) \((\d+)\)`).FindAllStringSubmatch(strings.ReplaceAll(comment, "\n// ", " "), -1) {
		for _, name := range m[1:3] {
			if name == "" {
				continue
			}
			checked++
			if port, ok := DefaultPort(name); !ok || strconv.Itoa(int(port)) != m[3] {
				t.Errorf("%s: port %d, %v; the comment says %s", name, port, ok, m[3])
			}
		}
	}
	if checked != 13 {
		t.Errorf("%d ports", checked)
	}
}

// TestDefaultPortLeftOut checks that a default port is not written.
func TestDefaultPortLeftOut(t *testing.T) {
	for _, x := range []Scheme{
		FTP{Host: "h", Port: 21}, HTTP{Host: "h", Port: 80}, HTTP{Host: "h", Port: 443, Secure: true},
		Telnet{Host: "h", Port: 23}, Gopher{Host: "h", Port: 70}, NNTP{Host: "h", Port: 119, Group: "g"},
		WAIS{Host: "h", Port: 210}, Prospero{Host: "h", Port: 1525},
	} {
		if s := x.String(); strings.Count(s, ":") != 1 || !Valid(s) {
			t.Errorf("%T is written %q", x, s)
		}
	}
}

// TestEffectivePort checks that the port of the URL precedes that of the scheme.
func TestEffectivePort(t *testing.T) {
	for in, want := range map[string]uint16{
		"ftp://h": 21, "telnet://h": 23, "gopher://h": 70, "HTTP://h": 80, "nntp://h": 119,
		"wais://h": 210, "https://h": 443, "prospero://h": 1525,
		"http://h:": 80, "http://h:0081": 81, "x://h:65535": 65535,
		"http://h:65536": 0, "x://h": 0, "//h": 0, "//h:1": 1, "mailto:a": 0,
	} {
		got, ok := MustParse(in).EffectivePort()
		if got != want || ok != (want != 0) {
			t.Errorf("EffectivePort of %q: %d, %v; want %d", in, got, ok, want)
		}
	}
	if got, ok := MustParse("http://h:000").EffectivePort(); got != 0 || !ok {
		t.Errorf("EffectivePort of http://h:000: %d, %v; want 0, true", got, ok)
	}
}

// TestSchemeAllocs checks that reading a typical URL allocates only the slices of
// its struct. Interpret also allocates the struct.
func TestSchemeAllocs(t *testing.T) {
	for in, want := range map[string]float64{
		"http://www.math.uio.no/faq/compression-faq/part1.html?a=b#c": 0,
		"https://example.com:8443/":                                   0,
		"ftp://ftp.is.co.za/rfc/rfc1808.txt;type=a":                   1,
		"ftp://u:p@h:2121":                                            0,
		"file:///etc/fstab":                                           1,
		"telnet://user:password@melvyl.ucop.edu/":                     0,
		"ldap://h/o=a?b":                                              0,
		"gopher://spinaltap.micro.umn.edu/00/Weather/California/Rain": 0,
		"mailto:mduerst@ifi.unizh.ch":                                 1,
		"news:comp.infosystems.www.servers.unix":                      0,
		"nntp://news.example/comp.infosystems/42":                     0,
		"wais://wais.example/recipes?bread":                           0,
		"prospero://host.dom//pros/name;a=b;c=d":                      1,
	} {
		u := MustParse(in)
		var err error
		x := structSchemeOf(u)
		from := func() { err = x.read(u) }
		if got := testing.AllocsPerRun(100, from); got != want || err != nil {
			t.Errorf("%s: From allocates %v times, want %v; %v", in, got, want, err)
		}
		if got := testing.AllocsPerRun(100, func() { _, err = Interpret(u) }); got != want+1 || err != nil {
			t.Errorf("%s: Interpret allocates %v times, want %v; %v", in, got, want+1, err)
		}
	}
}

// FuzzScheme checks that a struct that was read can be written and reads as the
// same again, that commands contain no end of a line, and that Conforms1738 agrees
// with the grammar.
func FuzzScheme(f *testing.F) {
	for _, s := range seeds(f) {
		f.Add(s)
	}
	for _, row := range ftpRows(f) {
		f.Add(row.url)
	}
	for _, m := range machines1738() {
		for _, s := range m.Cover {
			f.Add(s)
		}
	}
	f.Fuzz(checkScheme)
}

// TestStructs checks the properties of [FuzzScheme] for real and random URLs of each
// scheme: the text of a struct has the same fields and the same lines on the wire.
func TestStructs(t *testing.T) {
	r := seed.Rand(t)
	var real []string
	urlLists(t, func(s string) { real = append(real, s) })
	read := map[string]int{}
	for range *inputs {
		s := randomURL(r)
		if r.IntN(2) == 0 {
			s = real[r.IntN(len(real))]
		}
		scheme := pick(r, 1, append(slices.Clone(schemes1738), "https", "x")...)
		switch _, rest, ok := strings.Cut(s, ":"); {
		case !ok:
		case scheme == "mailto" || scheme == "news":
			s = scheme + ":" + pick(r, 1, "", "a@b", "a%2F.b@c,d@e", "*", "g.") + pick(r, r.IntN(5), "a", "b.c", "@", ",", "%2C", "%40", "%2F", "%22", "?", "subject=", "to=", "&", "*", "%3F", "<", "%3C", "%25")
		case scheme == "file" && r.IntN(2) == 0:
			_, path, _ := strings.Cut(strings.TrimPrefix(rest, "//"), "/")
			s = scheme + pick(r, 1, ":/", ":///") + path
		case scheme == "telnet" && r.IntN(2) == 0:
			s = scheme + "://" + pick(r, 1, "", "%75@", "u:p%40@", ":@", "@") + pick(r, 1, "h", "[::1]:23", "h_x:24", "h:") + pick(r, 1, "", "/")
		case scheme == "nntp":
			s = scheme + "://h" + pick(r, 1, "", ":", ":119", ":0120") + "/" + pick(r, 1+r.IntN(2), "g", "a.b", "%67", "+") + pick(r, 1, "", "", "/", "/42", "/%34", "/007")
		default:
			s = scheme + ":" + rest + pick(r, 1, "", ";type=a", ";TYPE=I", ";type=d", "%09s%09+", "/1", "/;t=w/d", ";a=b")
		}
		checkScheme(t, s)
		if x, err := interpretText(s); err == nil {
			read[x.Scheme()]++
		}
	}
	t.Logf("read: %v", read)
	for _, scheme := range schemes1738 {
		if read[scheme] < *inputs/1000 {
			t.Errorf("%s: only %d of %d URLs are read", scheme, read[scheme], *inputs)
		}
	}
}

// checkScheme checks the properties of [FuzzScheme] for s.
func checkScheme(t *testing.T, s string) {
	t.Helper()
	checkLetter(t, s)
	u, err := Parse(s)
	if err != nil {
		return
	}
	x, err := Interpret(u)
	if err != nil {
		if e, ok := err.(*SyntaxError); !ok || x != nil || e.Offset < 0 || e.Offset > len(s) {
			t.Fatalf("Interpret(%q): %v, %v", s, x, err)
		}
		return
	}
	v, err := x.URI()
	if err != nil || v.String() != x.String() {
		t.Fatalf("%q is read as %v and cannot be written: %q, %v", s, x, x.String(), err)
	}
	y, err := Interpret(v)
	if err != nil || !cmp.Equal(x, y, cmpLogin) {
		t.Fatalf("%q is read as %v, and its own %q as %v, %v", s, x, v.String(), y, err)
	}
	if again := y.String(); again != v.String() {
		t.Fatalf("%q is written %q, and that %q", s, v.String(), again)
	}
	if a, b := wire(x), wire(y); a != b {
		t.Fatalf("%q sends %s, and its own %q %s", s, a, v.String(), b)
	}
	checkCommands(t, x)
}

// checkLetter compares Conforms1738 with the grammar.
func checkLetter(t *testing.T, s string) {
	t.Helper()
	conforms := Conforms1738(s)
	if ok, offset := rule1738(s).Run(s); ok != (conforms == nil) || !ok && conforms.(*SyntaxError).Offset != offset {
		t.Fatalf("Conforms1738(%q): %v; the grammar says %v, %d", s, conforms, ok, offset)
	}
}

// checkCommands checks that no command of x contains the end of a line. A request
// may contain one at its end, and pairs CR LF where they are allowed.
func checkCommands(t *testing.T, x Scheme) {
	t.Helper()
	if g, ok := x.(Gopher); ok {
		request, err := g.Request()
		if err != nil {
			if _, ok := err.(*FieldError); !ok || request != nil {
				t.Fatalf("Request of %v: %q, %v", x, request, err)
			}
			return
		}
		line, more, ok := strings.Cut(string(request), "\r\n")
		if !ok || more != "" && !strings.HasSuffix(more, "\r\n") || more != "" && strings.Count(line, "\t") < 2 ||
			strings.ContainsAny(strings.ReplaceAll(string(request), "\r\n", ""), "\r\n\x00") {
			t.Fatalf("Request of %v: %q", x, request)
		}
		return
	}
	c, ok := x.(interface{ Commands() ([]string, error) })
	if !ok {
		return
	}
	commands, err := c.Commands()
	if err != nil {
		if _, ok := err.(*FieldError); !ok || commands != nil {
			t.Fatalf("Commands of %v: %q, %v", x, commands, err)
		}
	}
	for _, command := range commands {
		if strings.ContainsAny(command, "\r\n\x00") {
			t.Fatalf("Commands of %v: %q", x, commands)
		}
	}
}

// described writes x as testdata/rfc1738.txt has it: the scheme, and the fields that are
// defined.
func described(x Scheme) string {
	var b strings.Builder
	b.WriteString(x.Scheme())
	text := func(name, value string) { fmt.Fprintf(&b, " %s=%q", name, value) }
	optional := func(name string) func(string, bool) {
		return func(value string, ok bool) {
			if ok {
				text(name, value)
			}
		}
	}
	list := func(name string, values []string) { fmt.Fprintf(&b, " %s=%q", name, values) }
	server := func(s Server) {
		optional("user")(s.Login.User())
		optional("password")(s.Login.Password())
		port, _ := DefaultPort(x.Scheme())
		if s.Port != 0 {
			port = s.Port
		}
		fmt.Fprintf(&b, " host=%q port=%d", s.Host, port)
	}
	switch x := x.(type) {
	case FTP:
		server(Server{x.Login, x.Host, x.Port})
		if i := len(x.Path) - 1; i >= 0 {
			list("cwd", x.Path[:i])
			text("name", x.Path[i])
		}
		optional("type")(string(x.Type), x.Type != 0)
	case HTTP:
		server(Server{Host: x.Host, Port: x.Port})
		optional("path")(strings.CutPrefix(x.Path, "/"))
		optional("search")(x.Search.Get())
	case Gopher:
		server(Server{Host: x.Host, Port: x.Port})
		if item := x.Type.String(); item != "" {
			text("type", item)
			text("selector", x.Selector)
		}
		optional("search")(x.Search.Get())
		optional("plus")(x.Plus.Get())
	case Mailto:
		list("to", x.To)
		if x.Headers != nil {
			fmt.Fprintf(&b, " headers=%q", x.Headers)
		}
	case News:
		if x.All {
			b.WriteString(" all=true")
		}
		optional("group")(x.Group, x.Group != "")
		optional("article")(x.Article, x.Article != "")
	case NNTP:
		server(Server{Host: x.Host, Port: x.Port})
		text("group", x.Group)
		optional("article")(x.Article.Get())
	case Telnet:
		server(Server(x))
	case WAIS:
		server(Server{Host: x.Host, Port: x.Port})
		text("database", x.Database)
		optional("search")(x.Search.Get())
		optional("wtype")(x.Type.Get())
		optional("wpath")(x.Path.Get())
	case File:
		optional("host")(x.Host.Get())
		list("path", x.Path)
	case Prospero:
		server(Server{Host: x.Host, Port: x.Port})
		text("name", x.Name)
		fields := []string{}
		for _, f := range x.Fields {
			fields = append(fields, f.Name+"="+f.Value)
		}
		list("fields", fields)
	case Other:
		text("part", x.Part)
	default:
		panic(fmt.Sprintf("described, in scheme_test.go, has no case for %T", x))
	}
	return b.String()
}

// wire returns the lines that a client sends for x, as testdata/rfc1738.txt has them.
func wire(x Scheme) string {
	var list []string
	var err error
	switch x := x.(type) {
	case interface{ Commands() ([]string, error) }:
		list, err = x.Commands()
	case Gopher:
		var request []byte
		request, err = x.Request()
		list = []string{string(request)}
	}
	if e, ok := err.(*FieldError); ok {
		return "! " + e.Field
	}
	return strings.Trim(fmt.Sprintf("%q", list), "[]")
}

// TestRFCsURLs reads every URL that the RFCs print.
func TestRFCsURLs(t *testing.T) {
	const file = "testdata/rfc1738.txt"
	refused, read := 0, map[string]int{}
	for i, line := range vectors.Lines(t, file) {
		if line == "" || line[0] == '#' {
			continue
		}
		columns := append(strings.Split(line, "\t"), "", "")
		url, ok1 := strings.CutPrefix(columns[0], "<URL:")
		url, ok2 := strings.CutSuffix(url, ">")
		if !ok1 || !ok2 {
			t.Fatalf("%s:%d: %q", file, i+1, line)
		}
		x, err := interpretText(url)
		if err != nil {
			refused++
			e := err.(*SyntaxError)
			if got := fmt.Sprintf("! %v %d", e.Rule, e.Offset); got != columns[1] {
				t.Errorf("%s:%d: %s; %v", file, i+1, got, err)
			}
			continue
		}
		read[x.Scheme()]++
		if got := described(x); got != columns[1] {
			t.Errorf("%s:%d: %s, want %s", file, i+1, got, columns[1])
		}
		if got := wire(x); got != columns[2] {
			t.Errorf("%s:%d: %s over the wire, want %s", file, i+1, got, columns[2])
		}
	}
	for _, scheme := range schemes1738 {
		if read[scheme] == 0 {
			t.Errorf("%s: no %s URL", file, scheme)
		}
	}
	if refused == 0 {
		t.Errorf("%s: no URL is refused", file)
	}
}

// TestParseSchemes checks the errors for a text that is not a URI, and for a URI of
// another scheme.
func TestParseSchemes(t *testing.T) {
	for _, x := range structSchemes {
		name, parse, url := x.name, x.parse, x.name+"url"
		if name == "news" || name == "nntp" {
			url = name + "URL" // of RFC 5538
		}
		for _, test := range []struct {
			in     string
			op     string
			offset int
			rule   string
			reason string
		}{
			{name + ":", "parse", len(name) + 1, "opaque_part", "unexpected end"},
			{name + ":a%b@c", "parse", len(name) + 4, "escaped", "invalid character '@'"},
			{"x" + name + "://h/a@b", name, 0, url, "another scheme"},
			{name + "z://h/a@b", name, len(name), url, "another scheme"},
			{name[:3], name, 3, url, "no scheme"},
			{"//h/a", name, 0, url, "no scheme"},
			{"", name, 0, url, "no scheme"},
		} {
			x, err := parse(test.in)
			e, ok := err.(*SyntaxError)
			if !ok || e.Op != test.op || e.Offset != test.offset || e.Reason() != test.reason || e.Rule.String() != test.rule {
				t.Errorf("Parse of %q as %s: %v, want an error of %s at %d: %s: %s", test.in, name, err, test.op, test.offset, test.rule, test.reason)
			}
			if x.Scheme() != name {
				t.Errorf("the scheme is %q, want %q", x.Scheme(), name)
			}
		}
	}
}

// TestSchemeMemory checks that reading allocates at most a small multiple of the
// text, whatever its shape. A slice takes 16 bytes for each part, or 32 for a pair,
// and a part may be a single byte. A decoded part takes its own size, rounded up.
func TestSchemeMemory(t *testing.T) {
	const size = 1 << 16
	fill := func(start, repeated, end string) string {
		return start + strings.Repeat(repeated, (size-len(start)-len(end))/len(repeated)) + end
	}
	check := func(name, in string, most float64, read func() error) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := read()
		runtime.ReadMemStats(&after)
		if got := float64(after.TotalAlloc-before.TotalAlloc) / size; got > most || err != nil {
			t.Errorf("%s of %.20q...: %.1f bytes for each byte, want at most %v; %v", name, in, got, most, err)
		}
	}
	for _, in := range []string{
		fill("ftp://h/", "/", ""), fill("ftp://h/", "%41/", ""), fill("ftp://h/", "%41", ""), fill("ftp://", "%41", ":%41@h/"),
		fill("file:///", "/", ""), fill("file:///", "a%20/", ""), fill("http://h/", "/", ""), fill("http://h/?", "%41", ""),
		fill("gopher://h/1", "%41", ""), fill("gopher://h/1a%09b", "%09", ""), fill("wais://h/", "%41", "/t/p"), fill("wais://h/a/b/", "%41/", ""),
		fill("prospero://h/a", ";a=", ""), fill("prospero://h/a", ";=", ""), fill("prospero://h/", "%41/", ""),
		fill("mailto:a@b", ",a@b", ""), fill("mailto:?a=", "&a=", ""), fill("mailto:?to=a@b", "&to=a@b", ""), fill("mailto:", "%41", "@b"),
		fill("news:", "%41", "@h"), fill("news:a", "a", ""), fill("nntp://h/", "%41", ""), fill("telnet://", "%41", "@h/"), fill("x:", "%41", ""),
	} {
		u, err := Parse(in)
		if err != nil {
			t.Fatal(err)
		}
		check("Interpret", in, 18, func() error { _, err := Interpret(u); return err })
	}
	for style, in := range map[PathStyle][]string{
		PathPOSIX:   {fill("/", "/", ""), fill("/", "a/", "")},
		PathWindows: {fill(`C:\`, `\`, ""), fill(`C:/`, `/`, ""), fill(`\\h\s`, `\a`, "")},
		PathVMS:     {fill("D:[A", ".A", "]B"), fill("d:[a", ".a", "]")},
	} {
		for _, in := range in {
			check("FileFromPath", in, 18, func() error { _, err := FileFromPath(in, style); return err })
		}
	}
}

// vectorFields returns the parts of a URL by their names in the tables, decoded. A
// missing part is nil.
func vectorFields(u URI, x Scheme) map[string]any {
	optional := func(o Optional) any {
		if s, ok := o.Get(); ok {
			return s
		}
		return nil
	}
	set := func(ok bool, s string) any {
		if ok {
			return s
		}
		return nil
	}
	fields := map[string]any{"path": decode(u.Path()), "scheme": x.Scheme()}
	if host, ok := u.Host(); ok {
		fields["host"] = host
	}
	if opaque, ok := u.Opaque(); ok {
		fields["opaque"] = decode(opaque)
	}
	if port, ok := u.EffectivePort(); ok {
		fields["port"] = float64(port)
	}
	login := func(l Login) {
		fields["user"], fields["password"] = nil, nil
		if user, ok := l.User(); ok {
			fields["user"] = user
		}
		if password, ok := l.Password(); ok {
			fields["password"] = password
		}
	}
	switch x := x.(type) {
	case FTP:
		login(x.Login)
		fields["userinfo"], _ = u.Userinfo()
		path := strings.Join(x.Path, "/")
		fields["fpath"], fields["ftp_path"] = set(x.Path != nil, path), path
		fields["ftptype"] = set(x.Type != 0, string(x.Type))
		fields["typecode"] = fields["ftptype"]
		if x.Path != nil {
			cwd := []any{}
			for _, name := range x.Path[:len(x.Path)-1] {
				cwd = append(cwd, name)
			}
			fields["cwd"], fields["name"] = cwd, x.Path[len(x.Path)-1]
		}
	case HTTP:
		path, ok := strings.CutPrefix(x.Path, "/")
		fields["hpath"] = set(ok, decode(path))
		search, ok := x.Search.Get()
		fields["search"] = set(ok, decode(search))
	case Telnet:
		login(x.Login)
		fields["slash"] = u.Path() != ""
	case File:
		fields["host"] = set(x.Host.String() != "", x.Host.String())
		fields["fpath"] = strings.Join(x.Path, "/")
		if path, err := x.NativePath(PathPOSIX); err == nil {
			fields["unix"] = path
		}
	case Other:
		fields["schemepart"] = decode(x.Part)
		if server, err := ServerFrom(u); err == nil {
			login(server.Login)
		}
		fields["urlpath"] = decode(strings.TrimPrefix(u.Path(), "/"))
	case Gopher:
		item, ok := x.Type.Get()
		fields["path_defined"] = ok
		fields["gtype"] = set(item != "", item)
		fields["effective_gtype"] = string(x.ItemType())
		fields["selector"] = set(item != "", x.Selector)
		fields["search"] = optional(x.Search)
		fields["gopher_string"] = optional(x.Plus)
	case Mailto:
		fields["to"] = strings.Join(x.To, ",")
		fields["encoded822addr"] = fields["to"]
	case News:
		fields["all"] = x.All
		fields["group"] = set(x.Group != "", x.Group)
		fields["article"] = set(x.Article != "", x.Article)
		unique, host, ok := strings.Cut(x.Article, "@")
		fields["unique"], fields["host"] = set(ok, unique), set(ok, host)
	case NNTP:
		fields["group"], fields["digits"] = x.Group, optional(x.Article)
	case WAIS:
		fields["database"] = x.Database
		fields["search"] = optional(x.Search)
		fields["wtype"], fields["wpath"] = optional(x.Type), optional(x.Path)
	case Prospero:
		list := []any{}
		for _, f := range x.Fields {
			list = append(list, []any{f.Name, f.Value})
		}
		fields["ppath"], fields["fields"] = x.Name, list
	}
	return fields
}

// interpretText is [Parse] and [Interpret].
func interpretText(s string) (Scheme, error) { return parseWith(s, opInterpret, Interpret) }

// decoded returns a value of the tables with its texts decoded.
func decoded(v any) any {
	switch v := v.(type) {
	case string:
		return decode(v)
	case []any:
		for i := range v {
			v[i] = decoded(v[i])
		}
	}
	return v
}

// readsOtherwise maps the URLs for which the structs and Conforms1738 differ to
// whether the struct reads them.
var readsOtherwise = map[string]bool{
	"ftp://h/a;TYPE=a": true, // the literal in capitals (RFC 822, 3.4.7)
	"ftp://h/~a":       true, // "~" (RFC 2396, 2.3)
	"http://h/~a":      true,
	"gopher://h/1~":    true,
	"x-foo:~":          true,
	"ftp://h:/":        true, // an empty port (RFC 2396, 3.2.2)
	"http://h:/":       true,
	"ftp://h_x/":       true, // "_" in a host (RFC 3986, 3.2.2)
	"news:a@b_c":       true,
	"news:1a":          true, // RFC 5538
	"news://h/a":       true,
	"news://news.online.no/comp.lang.perl.misc": true,
	"news:a;/?:&=!$@b.c":                        false, // "/"
	"ftp://h./":                                 true,  // the "." after a hostname (RFC 2396, 3.2.2)
	"ftp://a;b?c&d=e:f;g@h/":                    false, // "?" in a user name
	"http://h?q":                                true,  // the query (RFC 2396, 3 and 3.4)
	"http://h/a?b/c":                            true,
	"http://h/a?b?c":                            true,
	"http://h/a#b":                              true, // a fragment
	"x-foo:a#b":                                 true,
	"file:/etc":                                 true, // no host
	"file:/file":                                true,
	"file:///a;b":                               true, // ";" in a name (RFC 8089, 2)
	"file:/foo/bar":                             true,
	"x-foo:":                                    false, // not a URI: nothing after the scheme
	"1x:a":                                      false, // a scheme that begins with a digit
	"wais://h/db/t/p/q":                         true,  // a document id is opaque
	"mailto:a":                                  false, // no addr-spec
	"mailto:/?;:@&=":                            false,
	"mailto:%3F/%23":                            false,
}

// TestSchemeVectors compares the structs with the rows of the tables: which URLs
// they read, and every part of them.
func TestSchemeVectors(t *testing.T) {
	parts, stale := map[string]int{}, maps.Clone(readsOtherwise)
	for _, v := range rows(t, "scheme-specific") {
		scheme, _, _ := strings.Cut(strings.ToLower(v.Input), ":")
		u, err := Parse(v.Input)
		var x Scheme
		if err == nil {
			x, err = Interpret(u)
		}
		want, listed := readsOtherwise[v.Input]
		if !listed {
			want = strings.HasPrefix(v.Oracle, "1738:valid")
		}
		delete(stale, v.Input)
		if (err == nil) != want || listed && want == strings.HasPrefix(v.Oracle, "1738:valid") {
			t.Errorf("%v: %v, want read: %v", v, err, want)
		}
		var expected map[string]any
		if err != nil || json.Unmarshal([]byte(v.Expected), &expected) != nil {
			continue
		}
		if inner, ok := expected["fields"].(map[string]any); ok {
			expected = inner
		}
		got := vectorFields(u, x)
		for name, want := range expected {
			switch {
			case name == "note", name == "dn", name == "scope":
				continue
			case name == "port" && want == nil:
				continue // absent as written
			case name == "user" && want == "anonymous":
				want = nil // the user of a client without a login
			case name == "port":
				if digits, ok := want.(string); ok {
					want, _ = strconv.ParseFloat(digits, 64)
				}
			case v.Table == "ruby" && scheme == "file":
				continue // Ruby takes "localhost" out
			case name == "ftptype" && want != nil:
				want = strings.ToLower(want.(string))
			case name == "unix":
				// "!" is a path that does not lead back. Perl writes a host
				// into it, which we do not.
				path := strings.TrimPrefix(want.(string), "!")
				if want = path; strings.HasPrefix(path, "//") {
					if got["unix"] != nil {
						t.Errorf("%v: the path is %q", v, got["unix"])
					}
					continue
				}
			case name == "gtype" && v.Table == "perl":
				name = "effective_gtype"
			}
			parts[scheme]++
			if g, ok := got[name]; !ok || !cmp.Equal(g, decoded(want)) {
				t.Errorf("%v: %s is %q, want %q", v, name, g, want)
			}
		}
	}
	t.Logf("parts: %v", parts)
	if len(parts) < len(schemes1738) || len(stale) > 0 {
		t.Errorf("parts of %d schemes, want those of every scheme; not in the tables: %v", len(parts), stale)
	}
}

func TestDefaultPort(t *testing.T) {
	for _, c := range []struct {
		scheme string
		port   uint16
	}{
		{"ftp", 21}, {"FTP", 21}, {"telnet", 23}, {"gopher", 70}, {"http", 80}, {"hTTp", 80},
		{"ws", 80}, {"WSS", 443}, {"wsss", 0}, {"nntp", 119}, {"wais", 210}, {"https", 443}, {"prospero", 1525}, {"PROSPERO", 1525},
		{"", 0}, {"file", 0}, {"mailto", 0}, {"news", 119}, {"snews", 563}, {"nntps", 563}, {"NNTPS", 563}, {"httpss", 0}, {"prosperos", 0}, {"pr0spero", 0},
	} {
		if port, ok := DefaultPort(c.scheme); port != c.port || ok != (c.port != 0) {
			t.Errorf("%q: got %d, %t, want %d", c.scheme, port, ok, c.port)
		}
		if n := testing.AllocsPerRun(10, func() { DefaultPort(c.scheme) }); n != 0 {
			t.Errorf("%q: %v allocations", c.scheme, n)
		}
	}
}

// TestHostNamed checks that Host and WithPort agree on which authorities name a
// host: those with text between the "@" and the ":".
func TestHostNamed(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[bool]int{}
	for range *inputs {
		s := "//" + pick(r, r.IntN(7), "@", ":", "u", "h", "_", "8", ".", "%41") + "/x"
		u, err := Parse(s)
		if err != nil {
			continue
		}
		host, ok := u.Host()
		if _, err := u.WithPort("8"); ok != (err == nil) || ok != (host != "") {
			t.Fatalf("%q has the host %q, %v; WithPort: %v", s, host, ok, err)
		}
		seen[ok]++
	}
	t.Logf("%d with a host, %d without", seen[true], seen[false])
	for _, s := range []string{"//u@/x", "//:80", "//u@:80", "//@", "//:", "//", "http://u:p@/"} {
		u := MustParse(s)
		if host, ok := u.Host(); ok || u.HostKind() != HostNone {
			t.Errorf("%q has the host %q, %v", s, host, u.HostKind())
		}
		if v, err := u.WithPort("80"); err == nil {
			t.Errorf("%q with a port is %q, and has no host", s, v)
		}
	}
}

// TestSchemeHosts checks that the structs accept the hosts that a naive splitter
// accepts, with "_" as a letter, and that the error for any other host is at one
// of its bytes. Conforms1738 does not accept "_".
func TestSchemeHosts(t *testing.T) {
	label := regexp.MustCompile(`^[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?$`)
	address := regexp.MustCompile(`^[0-9]+(\.[0-9]+){3}$`)
	named := func(s string) bool {
		if address.MatchString(s) {
			return true
		}
		labels := strings.Split(strings.TrimSuffix(s, "."), ".")
		for _, l := range labels {
			if !label.MatchString(l) {
				return false
			}
		}
		last := labels[len(labels)-1][0]
		return last < '0' || last > '9'
	}
	r := rand.New(rand.NewPCG(3, 4))
	taken, refused := 0, 0
	for range *inputs {
		h := pick(r, 1+r.IntN(8), "a", "B", "1", "0", ".", "-", "_", "~", "%41", ".")
		for _, prefix := range []string{"http://", "ftp://u:p@", "file://", "telnet://u@", "x://", "news://"} {
			s := prefix + h + "/"
			u := MustParse(s)
			var err error
			if prefix == "x://" {
				_, err = ServerFrom(u)
			} else {
				_, err = Interpret(u)
			}
			if prefix == "telnet://u@" && strings.Contains(h, "_") && Conforms1738(s) == nil {
				t.Fatalf("Conforms1738(%q) accepts the \"_\"", s)
			}
			if (err == nil) != named(h) {
				t.Fatalf("%q: %v, want a host: %v", s, err, named(h))
			}
			if err == nil {
				taken++
				continue
			}
			refused++
			e, ok := err.(*SyntaxError)
			if !ok || e.Offset < len(prefix) || e.Offset >= len(prefix)+len(h) {
				t.Fatalf("%q: %v, not at an octet of the host", s, err)
			}
			// The text before the wrong byte is valid: a label may go on there.
			if before := h[:e.Offset-len(prefix)]; !named(before + "x.y") {
				t.Fatalf("%q: %v, but %q was wrong before it", s, err, before)
			}
		}
	}
	t.Logf("%d taken, %d refused", taken, refused)
}

func TestTelnet(t *testing.T) {
	checkSchemes(t, []schemeRow{
		{"telnet://melvyl.ucop.edu/", Telnet{Host: "melvyl.ucop.edu"}, ""},
		{"telnet://h", Telnet{Host: "h"}, "telnet://h/"},
		{"telnet://@h:23", Telnet{Login: LoginUser(""), Host: "h"}, "telnet://@h/"},
		{"telnet://u%2F:p@h:24/", Telnet{Login: LoginPassword("u/", "p"), Host: "h", Port: 24}, ""},
	})
	checkRefused(t, []refusedRow{
		{"telnet:h", 7, ruleTelnetURL},
		{"telnet:///", 9, ruleHost},
		{"telnet://h/x", 11, ruleTelnetURL},
		{"telnet://h//", 11, ruleTelnetURL},
		{"telnet://h?", 10, ruleTelnetURL},
		{"telnet://h/?", 11, ruleTelnetURL},
		{"telnet://u?x@h/", 10, ruleTelnetURL},
		{"telnet://a:b:c@h/", 12, rulePassword},
	})
	checkUnwritable(t, []unwritableRow{{Telnet{}, "Host"}, {Telnet{Host: "u@h"}, "Host"}})
}

func TestProspero(t *testing.T) {
	checkSchemes(t, []schemeRow{
		{"prospero://h/", Prospero{Host: "h"}, ""},
		{"prospero://host.dom//pros/name", Prospero{Host: "host.dom", Name: "/pros/name"}, ""},
		{"PROSPERO://h.:1525/a", Prospero{Host: "h.", Name: "a"}, "prospero://h./a"},
		{"prospero://[::1]:1/a#f", Prospero{Host: "[::1]", Port: 1, Name: "a"}, "prospero://[::1]:1/a"},
		{"prospero://h/a%2Fb%3bc", Prospero{Host: "h", Name: "a/b;c"}, "prospero://h/a/b%3Bc"},
		{"prospero://h/a=b?c:d@e&f~/", Prospero{Host: "h", Name: "a=b?c:d@e&f~/"}, "prospero://h/a=b%3Fc:d@e&f~/"},
		{"prospero://h/?", Prospero{Host: "h", Name: "?"}, "prospero://h/%3F"},
		{"prospero://h/;=", Prospero{Host: "h", Fields: []ProsperoField{{"", ""}}}, ""},
		{"prospero://h/a;b=c;d=e", Prospero{Host: "h", Name: "a", Fields: []ProsperoField{{"b", "c"}, {"d", "e"}}}, ""},
		{"prospero://h/a;b=c;b=d;B=", Prospero{Host: "h", Name: "a",
			Fields: []ProsperoField{{"b", "c"}, {"b", "d"}, {"B", ""}}}, ""},
		{"prospero://h/a?b;c?d=e?f", Prospero{Host: "h", Name: "a?b", Fields: []ProsperoField{{"c?d", "e?f"}}},
			"prospero://h/a%3Fb;c%3Fd=e%3Ff"},
		{"prospero://h/a;%3B%3D%2F=%3B%3D%2F", Prospero{Host: "h", Name: "a", Fields: []ProsperoField{{";=/", ";=/"}}}, ""},
	})
	checkRefused(t, []refusedRow{
		{"prospero:h", 9, ruleProsperoURL},
		{"prospero:///a", 11, ruleHost},
		{"prospero://u@h/a", 12, ruleProsperoURL},
		{"prospero://h", 12, ruleProsperoURL},
		{"prospero://h?a", 12, ruleProsperoURL},
		{"prospero://h/n;a", 16, ruleFieldspec},
		{"prospero://h/n;", 15, ruleFieldspec},
		{"prospero://h/n;a;b=c", 16, ruleFieldname},
		{"prospero://h/n;a/b=c", 16, ruleFieldname},
		{"prospero://h/a;b=c=d", 18, ruleFieldvalue},
		{"prospero://h/a;b=c/d", 18, ruleFieldvalue},
		{"prospero://h:65536/a", 17, rulePort},
		{"prospero://1.2.3.1000/a", 20, ruleIPv4address},
	})
	checkUnwritable(t, []unwritableRow{
		{Prospero{Name: "a"}, "Host"},
		{Prospero{Host: "h/b"}, "Host"},
	})
}

func TestWAIS(t *testing.T) {
	checkSchemes(t, []schemeRow{
		{"wais://h/", WAIS{Host: "h"}, ""},
		{"wais://h/db", WAIS{Host: "h", Database: "db"}, ""},
		{"WAIS://h.:210/d%2fb%3F", WAIS{Host: "h.", Database: "d/b?"}, "wais://h./d%2Fb%3F"},
		{"wais://[::1]:2100/db#f", WAIS{Host: "[::1]", Port: 2100, Database: "db"}, "wais://[::1]:2100/db"},
		{"wais://h/d~b$-_.+!*'(),", WAIS{Host: "h", Database: "d~b$-_.+!*'(),"}, ""},
		{"wais://h/db?", WAIS{Host: "h", Database: "db", Search: Defined("")}, ""},
		{"wais://h/?s", WAIS{Host: "h", Search: Defined("s")}, ""},
		{"wais://h:210/db?a;b:c@d&e=f~", WAIS{Host: "h", Database: "db", Search: Defined("a;b:c@d&e=f~")},
			"wais://h/db?a;b:c@d&e=f~"},
		{"wais://h/db?a%2Fb%3Fc%20d", WAIS{Host: "h", Database: "db", Search: Defined("a/b?c d")}, ""},
		{"wais://h/%3B%2F%3F%3A%40%26%3D/%3B%2F%3F%3A%40%26%3D/%3B%2F%3F%3A%40%26%3D",
			WAIS{Host: "h", Database: ";/?:@&=", Type: Defined(";/?:@&="), Path: Defined(";/?:@&=")}, ""},
		{"wais://h/db//", WAIS{Host: "h", Database: "db", Type: Defined(""), Path: Defined("")}, ""},
		{"wais://h///", WAIS{Host: "h", Type: Defined(""), Path: Defined("")}, ""},
		{"wais://h/db/TEXT/p", WAIS{Host: "h", Database: "db", Type: Defined("TEXT"), Path: Defined("p")}, ""},
		{"wais://h/db/t%2F/1%3D2%3B3", WAIS{Host: "h", Database: "db", Type: Defined("t/"), Path: Defined("1=2;3")}, ""},
		// The document id is opaque to its end.
		{"wais://h/db/t/p/q", WAIS{Host: "h", Database: "db", Type: Defined("t"), Path: Defined("p/q")}, "wais://h/db/t/p%2Fq"},
	})
	checkRefused(t, []refusedRow{
		{"wais:h", 5, ruleWAISURL},
		{"wais:///db", 7, ruleHost},
		{"wais://u@h/db", 8, ruleWAISURL},
		{"wais://h", 8, ruleWAISURL},
		{"wais://h?s", 8, ruleWAISURL},
		{"wais://h/d;b", 10, ruleDatabase},
		{"wais://h/d=b", 10, ruleDatabase},
		{"wais://h/d:b", 10, ruleDatabase},
		{"wais://h/d@b", 10, ruleDatabase},
		{"wais://h/d&b", 10, ruleDatabase},
		{"wais://h/db?a/b", 13, ruleSearch},
		{"wais://h/db?a?b", 13, ruleSearch},
		{"wais://h/db/t", 13, ruleWAISDoc},
		{"wais://h/db/t:/p", 13, ruleWtype},
		{"wais://h/db/t?s", 13, ruleWtype},
		{"wais://h/db/t;/p", 13, ruleWtype},
		{"wais://h/db/t@/p", 13, ruleWtype},
		{"wais://h/db/t&/p", 13, ruleWtype},
		{"wais://h/db/t=/p", 13, ruleWtype},
		{"wais://h/db/t/p=q", 15, ruleWpath},
		{"wais://h/db/t/p?s", 15, ruleWpath},
		{"wais://h/db/t/p:q", 15, ruleWpath},
		{"wais://h/db/t/p@q", 15, ruleWpath},
		{"wais://h/db/t/p&q", 15, ruleWpath},
		{"wais://h/db/t/p/q;r", 17, ruleWpath},
		{"wais://h:99999/db", 13, rulePort},
	})
	checkUnwritable(t, []unwritableRow{
		{WAIS{}, "Host"},
		{WAIS{Host: "h", Search: Defined("s"), Type: Defined(""), Path: Defined("")}, "Type"},
		{WAIS{Host: "h", Search: Defined("s"), Type: Defined("")}, "Type"},
		{WAIS{Host: "h", Search: Defined(""), Path: Defined("p")}, "Path"},
		{WAIS{Host: "h", Type: Defined("t")}, "Path"},
		{WAIS{Host: "h", Path: Defined("")}, "Type"},
	})
}

// TestOtherUnwritable checks that the error for a Part that no URI has says where it is
// wrong.
func TestOtherUnwritable(t *testing.T) {
	for part, want := range map[string]string{
		"":        "unexpected end at offset 0 of the field (RFC 2396, 3)",
		"//h/a b": "invalid character ' ' at offset 5 of the field (RFC 2396, 3)",
		"a#b":     "invalid character '#' at offset 1 of the field (RFC 2396, 3)",
		"a%4":     "unexpected end at offset 3 of the field (RFC 2396, 2.4.1)",
	} {
		_, err := Other{Name: "x", Part: part}.URI()
		if e, ok := err.(*FieldError); !ok || e.Op != "x" || e.Field != "Part" || e.Reason != "not what follows a scheme: "+want {
			t.Errorf("%q: %v", part, err)
		}
	}
}

// TestJSON writes optional parts and logins as JSON, and reads them again.
func TestJSON(t *testing.T) {
	type parts struct {
		O Optional
		L Login
		P *Login
	}
	for _, tt := range []struct {
		in   parts
		want string
	}{
		{parts{}, `{"O":null,"L":null,"P":null}`},
		{parts{O: Defined(""), L: LoginUser("")}, `{"O":"","L":"","P":null}`},
		{parts{O: Defined("null"), L: LoginPassword("", "")}, `{"O":"null","L":":","P":null}`},
		{parts{Defined("a\"\\\x00é\u2028"), LoginPassword("u:é\xFF", "p@%/:"), &Login{}}, `{"O":"a\"\\\u0000é\u2028","L":"u%3A%C3%A9%FF:p%40%25%2F%3A","P":null}`},
	} {
		text, err := json.Marshal(tt.in)
		if string(text) != tt.want || err != nil {
			t.Errorf("%s, %v, want %s", text, err, tt.want)
		}
		back := parts{O: Defined("before"), L: LoginPassword("be", "fore")}
		if err := json.Unmarshal(text, &back); err != nil || back.O != tt.in.O || back.L != tt.in.L || back.P != nil {
			t.Errorf("%s is read as %+v, %v", text, back, err)
		}
	}
	if text, err := json.Marshal(Defined("a\xFF")); err == nil {
		t.Errorf("a part that is not UTF-8: %s", text)
	}
	for _, text := range []string{`{"O":1}`, `{"L":1}`, `{"L":{}}`, `{"L":"a:secret:b"}`, `{"L":"secret::"}`, `{"L":"secret@"}`, `{"L":"secret%4"}`, `{"L":"secret é"}`, `{"O":["a"]}`} {
		v := parts{O: Defined("o"), L: LoginUser("l")}
		err := json.Unmarshal([]byte(text), &v)
		if err == nil || v.O != Defined("o") || v.L != LoginUser("l") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s is read as %v, %v", text, v, err)
		}
	}
}

// TestJSONRandom does the same with random texts.
func TestJSONRandom(t *testing.T) {
	r := seed.Rand(t)
	random := func() string {
		var b strings.Builder
		for range r.IntN(5) {
			b.WriteString(pick(r, r.IntN(8), "a", "\"", "\\", "%41", ":", "@", "é", "\x00"))
			if r.IntN(8) == 0 {
				b.WriteByte(byte(r.IntN(256)))
			}
		}
		return b.String()
	}
	for range *inputs {
		login := []Login{{}, LoginUser(random()), LoginPassword(random(), random())}[r.IntN(3)]
		text, err := json.Marshal(login)
		if err != nil {
			t.Fatal(err)
		}
		back := LoginUser("before")
		if err := json.Unmarshal(text, &back); err != nil || back != login {
			t.Fatalf("%q in JSON is %s, and that is read as %q, %v", login, text, back, err)
		}
		part := []Optional{{}, Defined(random())}[r.IntN(2)]
		text, err = json.Marshal(part)
		if !utf8.ValidString(part.String()) {
			if err == nil {
				t.Fatalf("%q is %s", part, text)
			}
			continue
		}
		read := Defined("before")
		if err != nil || json.Unmarshal(text, &read) != nil || read != part {
			t.Fatalf("%q in JSON is %s, %v, and that is read as %q", part, text, err, read)
		}
	}
}

// TestGob sends URIs through encoding/gob: in a field, behind a pointer, as keys, and one text
// that is no URI.
func TestGob(t *testing.T) {
	type record struct {
		U    URI
		P    *URI
		List []URI
		Map  map[URI]int
	}
	u, v := MustParse("http://u:p@h:80/a;b?c#d"), MustParse("mailto:a@b")
	want := record{u, &v, []URI{v, {}, u}, map[URI]int{u: 1, {}: 2}}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(want); err != nil {
		t.Fatal(err)
	}
	sent := b.Bytes()
	var got record
	if err := gob.NewDecoder(bytes.NewReader(sent)).Decode(&got); err != nil || !cmp.Equal(got, want, cmpopts.EquateComparable(URI{})) {
		t.Errorf("%v, %v", got, err)
	}
	broken := bytes.ReplaceAll(sent, []byte("mailto:a@b"), []byte("mailto:a b"))
	var e *SyntaxError
	if err := gob.NewDecoder(bytes.NewReader(broken)).Decode(&record{}); !errors.As(err, &e) || e.Offset != 8 {
		t.Errorf("a text that is no URI: %v", err)
	}
}
