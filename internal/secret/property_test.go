package secret_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/archive"
	"example.com/uri/crawl"
	"example.com/uri/guard"
	"example.com/uri/internal/secret"
	"example.com/uri/internal/seed"
	"example.com/uri/links"
	"example.com/uri/web"
)

var (
	inputs = flag.Int("inputs", 2_000, "try `N` random inputs")
)

// password is the planted secret. No other text has four of its letters in a row.
const password = "ZQVJXKWQ"

// shows reports whether a text has four letters of the password.
func shows(text string) bool {
	text = strings.ToUpper(text)
	for i := range len(password) - 3 {
		if strings.Contains(text, password[i:i+4]) {
			return true
		}
	}
	return false
}

// A planter makes texts with the password in them.
type planter struct{ *rand.Rand }

func (p planter) pick(from ...string) string { return from[p.IntN(len(from))] }

// login returns a userinfo and its "@", with the password.
func (p planter) login() string {
	return p.pick("u", "", "joe", "a.b", "%41", "x_y") + p.pick(":", ":", "%3A", "%3a", "%253A", "%25253a") +
		p.pick("", "", "%41", "a:", "%3A", "a!", "a&b=", "a;", "%2F", "a,") + password + p.pick("", "", "%40", "1", "b:c", "$", "%26x") +
		p.pick("@", "@", "%40", "%2540")
}

// pair returns a pair of a query with the password, after its delimiter.
func (p planter) pair() string {
	name := p.pick("pass", "password", "passwd", "passphrase", "pwd", "secret", "client_secret", "secret_key", "key", "api_key", "apikey",
		"access_key", "private_key", "token", "access_token", "auth_token", "id_token", "refresh_token", "session_token", "jwt", "auth",
		"authorization", "credential", "credentials", "sig", "signature", "X-Amz-Signature", "X-Amz-Security-Token", "X-Amz-Credential",
		"X-Goog-Signature", "X-Goog-Credential")
	switch p.IntN(4) {
	case 0:
		name = strings.ToUpper(name)
	case 1:
		name = strings.ReplaceAll(name, "_", p.pick("-", ".", ""))
	case 2:
		name = "%" + fmt.Sprintf("%02x", name[0]) + name[1:]
	}
	return p.pick("?", "?a=b&", "?;", "#", "#a&", "%3F", "%3fa=b%26", "?next=%2Fa%3F", "?a;", "?u=x%253Fa%253D1%2526") + name + p.pick("=", "=", "%3D", "%253d") +
		p.pick("", "", "a/b", "%41", "a:", "+", "=") + password + p.pick("", "", "/b", "%3D", "@h", "&page=2", "%26x=y")
}

// text returns a text with the password in a place where [uri.URI.Redacted] promises to
// hide it.
func (p planter) text() string {
	front := p.pick("http://h", "https://h.example:8443", "ftp://h", "//h", "x://h", "http://u@h", "ws://[::1]", "gopher://h", "wais://h", "file://", "prospero://h",
		"nntp://h", "postgres://h", "telnet://h")
	nested := p.pick("https://", "ftp://", "//", "mysql://", "x:", "", "https%3A%2F%2F", "https:%2F%2F", "https%253A%252F%252F")
	middle := p.pick("/", "/a/", "/1", "/a/b?next=", "/?q=a&next=", "/a;b=", "?", "?u=", "/#", "/p#a=")
	end := p.pick("", "h", "h2/", "h:80/p", "h_x/?q", "h/a?b", "[::1]/", "h/;type=a")
	switch p.IntN(8) {
	case 0, 1:
		return p.pick("http://", "ftp://", "//", "postgres://", "x://", "telnet://", "file://") + p.login() + end
	case 2:
		return p.pick("blob:https://", "jdbc:mysql://", "view-source:http://", "feed:http://", "sip:", "mailto:", "x:", "urn:", "news:", "x:/", "x:/a/", "http:", "http:/", "x:https%3A%2F%2F") +
			p.login() + end
	case 3, 4:
		return front + middle + nested + p.login() + end
	case 5:
		return p.pick("mailto:a@b", "x:a", "news:a", "magnet:", "", "a/b", "/a", "//h", "jdbc:sqlserver://h") + p.pair()
	}
	return front + p.pick("", "/", "/a/", "/1", "/db") + p.pair()
}

// spoiled returns s with something in one place that may make it no URI, or another one.
func (p planter) spoiled(s string) string {
	i := p.IntN(len(s) + 1)
	mark := p.pick("@", "//", "#") // ends what may be a userinfo before the password
	if at := strings.Index(s, password); i <= at+len(password) {
		i, mark = min(i, at), ""
	}
	if n := strings.LastIndexByte(s[:i], '%'); n >= 0 && i-n < len("%25253a") {
		i = n // not into an escape
	}
	return s[:i] + p.pick(mark, " ", "^", "%", "%zz", "[", "\x00", "\u05d0", "\\", "\t", ":", strings.Repeat("a", 80), "\"", "\xff") + s[i:]
}

// forms returns all that package fmt and package slog show of a value, if it promises to
// hide passwords.
func forms(x any) (texts []string) {
	for _, verb := range []string{"%+v", "%#v", "%+60v"} {
		texts = append(texts, fmt.Sprintf(verb, x))
	}
	return append(texts, logged(x))
}

// errorForms returns all that can be shown of an error and of the errors in it, or only
// their texts, which takes less time.
func errorForms(err error, all bool) (texts []string) {
	for ; err != nil; err = errors.Unwrap(err) {
		texts = append(texts, err.Error())
		if e, ok := err.(*uri.SyntaxError); ok {
			texts = append(texts, e.Caret(), e.Reason(), e.Hint())
			if fix, ok := e.Fix(); ok {
				shown, _ := secret.RedactFix(fix, e.Caret())
				texts = append(texts, shown)
			}
		}
		if !all {
			continue
		}
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
			texts = append(texts, fmt.Sprintf(verb, err))
		}
		texts = append(texts, logged(err))
	}
	return texts
}

// logged returns a record of package slog with x.
func logged(x any) string {
	var b bytes.Buffer
	slog.New(slog.NewTextHandler(&b, nil)).Info("m", "x", x)
	slog.New(slog.NewJSONHandler(&b, nil)).Info("m", "x", x)
	return b.String()
}

// refusing is a ToASCII that refuses all names, and says which.
func refusing(name string) (string, error) { return "", refusal(name) }

type refusal string

func (r refusal) Error() string { return "no ASCII form of " + string(r) }

// refusals calls the functions that take text, or a URI, and return the errors.
func refusals(p planter, s string) map[string]error {
	call := make(map[string]error)
	_, call["Parse"] = uri.Parse(s)
	_, call["ParseRFC2396"] = uri.ParseRFC2396(s)
	_, call["Unescape"] = uri.Unescape(s)
	call["Conforms1738"] = uri.Conforms1738(s)
	_, call["Conforms3986"] = uri.Conforms3986(s)
	_, call["Conforms3987"] = uri.Conforms3987(s)
	_, call["ParseFTP"] = uri.ParseFTP(s)
	_, call["ParseHTTP"] = uri.ParseHTTP(s)
	_, call["ParseGopher"] = uri.ParseGopher(s)
	_, call["ParseGopherPlus"] = uri.ParseGopherPlus(s)
	_, call["ParseMailto"] = uri.ParseMailto(s)
	_, call["ParseNews"] = uri.ParseNews(s)
	_, call["ParseNNTP"] = uri.ParseNNTP(s)
	_, call["ParseTelnet"] = uri.ParseTelnet(s)
	_, call["ParseWAIS"] = uri.ParseWAIS(s)
	_, call["ParseFile"] = uri.ParseFile(s)
	_, call["ParseProspero"] = uri.ParseProspero(s)
	_, call["ParseOther"] = uri.ParseOther(s)
	_, call["AppendResolve"] = uri.Resolver{AboveRoot: uri.AboveRootReject}.AppendResolve(nil, uri.MustParse("http://h/a/b"), s)
	call["json"] = new(uri.URI).UnmarshalText([]byte(s))
	call["Scan"] = new(uri.URI).Scan(s)
	_, call["web.Parse"] = web.Parse(s)
	base, _ := web.Parse("http://h/a/b")
	_, call["web.Parser.Parse"] = web.Parser{ToASCII: refusing}.Parse(base, s)
	_, _, call["Repair"] = links.Repair(s)
	_, _, call["Repairer.Repair"] = links.Repairer{ToASCII: refusing}.Repair(s)
	_, _, call["Expand"] = links.Expand(s)
	_, call["Redirect"] = crawl.Redirect(uri.MustParse("http://h/a"), s)
	_, _, call["ArchiveRange"] = archive.Range(s, archive.MatchHost)
	_, call["Local"] = guard.Local(uri.MustParse("http://h/a"), s)
	_, _, call["ParseHostField"] = guard.ParseHostField(s)
	call["Control"] = guard.Gate{}.Control("tcp", s, nil)
	_, call["ParseHosts"] = guard.ParseHosts(s)
	_, call["ParseTarget"] = guard.ParseTarget("GET", s)
	if v, err := url.Parse(s); err == nil {
		_, call["FromURL"] = guard.FromURL(v)
	}
	u, err := uri.Parse(s)
	if err != nil {
		return call
	}
	_, call["Resolve"] = uri.Resolver{AboveRoot: uri.AboveRootReject}.Resolve(uri.MustParse("http://h/a/b"), u)
	_, call["Resolve as base"] = u.Resolve(uri.MustParse("../../../x"))
	_, call["ServerFrom"] = uri.ServerFrom(u)
	_, call["Interpret"] = uri.Interpret(u)
	_, call["ToURL"] = guard.ToURL(u)
	call["AgreesWithNetURL"] = guard.AgreesWithNetURL(u)
	call["AgreesWithBrowsers"] = guard.AgreesWithBrowsers(u)
	call["Check"] = guard.Gate{}.Check(u)
	_, _, call["Apply"] = guard.Rewrite{From: "/", To: u}.Apply(u)
	part := p.pick("", "x", "^", "//y", "a:b", "::1", "h h", "/", "%", "x?", ":", "@", "u@", "[", "..", "x y", "\u00e9")
	_, call["WithScheme"] = u.WithScheme(part)
	_, call["WithAuthority"] = u.WithAuthority(part)
	_, call["WithUserinfo"] = u.WithUserinfo(part)
	_, call["WithHost"] = u.WithHost(part)
	_, call["WithPort"] = u.WithPort(part)
	_, call["WithPath"] = u.WithPath(part)
	_, call["WithQuery"] = u.WithQuery(part)
	_, call["WithFragment"] = u.WithFragment(part)
	_, call["JoinSegments"] = u.JoinSegments(part, "..")
	return call
}

// checkHidden checks that no error shows the password in s if s, or a text of which it is
// a spoiled copy, is one that hides it, and no form of a value if Redacted hides it.
func checkHidden(t *testing.T, p planter, s string, promised bool) {
	t.Helper()
	u, err := uri.Parse(s)
	hidden := err == nil && !shows(u.Redacted())
	if shown := (uri.Redactor{Mask: "*", User: true}).Redact(u); hidden && shows(shown) {
		t.Errorf("a Redactor makes %q of %q", shown, s)
	}
	if shown := (uri.Redactor{}).Redact(u); shown != u.Redacted() {
		t.Errorf("the zero Redactor makes %q of %q, Redacted %q", shown, s, u.Redacted())
	}
	if promised && err == nil && !hidden {
		t.Errorf("Redacted of %q: %q", s, u.Redacted())
	}
	check := func(name string, texts []string) {
		for _, text := range texts {
			if shows(text) {
				t.Errorf("%q: %s shows %q", s, name, text)
				return
			}
		}
	}
	if hidden || promised {
		all := p.IntN(16) == 0
		for name, err := range refusals(p, s) {
			check("the error of "+name, errorForms(err, all))
		}
	}
	if !hidden {
		return
	}
	check("a URI", forms(u))
	if v, err := web.Parse(s); err == nil {
		check("a web.URL", forms(v))
	}
	base, _ := web.Parse("ws://h/a/b")
	if v, err := (web.Parser{}).Parse(base, s); err == nil {
		check("a web.URL against a base", forms(v))
	}
	// These are decoded and have no fragment. A text that is a password only by its escapes, as
	// a port with one ("%31", "%2F"), or by an "@" in the fragment, is not a password in them.
	decoded := u.WithoutFragment().Normalize()
	if shows(decoded.Redacted()) {
		return
	}
	if text, err := uri.Unescape(decoded.String()); err == nil {
		if v, err := uri.Parse(text); err == nil && shows(v.Redacted()) {
			return
		}
	}
	if x, err := uri.Interpret(u); err == nil {
		check(fmt.Sprintf("a %T", x), forms(x))
	}
	if x, err := uri.OtherFrom(u); err == nil {
		check("an Other", forms(x))
	}
	if x, err := uri.ServerFrom(u); err == nil {
		check("a Login", forms(x.Login))
	}
}

// TestPlanted plants passwords at random.
func TestPlanted(t *testing.T) {
	p := planter{seed.Rand(t)}
	valid := 0
	for range *inputs {
		s := p.text()
		if uri.Valid(s) {
			valid++
		}
		checkHidden(t, p, s, true)
		checkHidden(t, p, p.spoiled(s), false)
		if t.Failed() {
			t.FailNow()
		}
	}
	if valid < *inputs/2 {
		t.Errorf("only %d of %d texts are URIs", valid, *inputs)
	}
}

// FuzzSecret plants a password between any two texts.
func FuzzSecret(f *testing.F) {
	for _, s := range []string{"http://|h/", "http://h/|h", "http://h/?next=|", "blob:https://|h/1", "jdbc:mysql://|h/db", "view-source:http://|h/",
		"sip:|h", "x:|#x@h/", "x:/|#x@h/", "mailto:|#x@h", "postgres://h/db?user=a&|word c", "http://h/?a=b#|&c", "http://h/?next=https%3A%2F%2F|%2F",
		"file://|\u05d0.1a/", "http:\\\\|h", "http:|h/a/../b", "//|h:80:80", "|", "ftp://h/a|;type=a", "x://h/|/../c", "http://[::1]/|", "\t http://|h x"} {
		before, after, _ := strings.Cut(s, "|")
		for kind := range plants {
			f.Add(before, after, kind)
		}
	}
	f.Fuzz(func(t *testing.T, before, after string, kind int) {
		s := before + plants[uint(kind)%uint(len(plants))] + after
		if !shows(before) && !shows(after) {
			checkHidden(t, planter{rand.New(rand.NewPCG(0, 0))}, s, false)
		}
	})
}

// plants are the password in places where it is one.
var plants = []string{"u:" + password + "@", "u%3A" + password + "%40", "u:a" + password + "b@", "?token=" + password + "&", "?X-Amz-Signature=" + password + "#"}

// TestOwnNames draws the names of a Redactor, from all bytes. Of a URI with pairs of these
// names and of others, it must hide each value that Values.Get finds for its names, and show
// the others.
func TestOwnNames(t *testing.T) {
	r := seed.Rand(t)
	// Redacted also hides what may be a password before an "@", and in the authority of a URL in the
	// query, as in "?://:a=1&b=2".
	noLogin := strings.NewReplacer("@", "a", "://", "a")
	draw := func() string {
		name := make([]byte, 1+r.IntN(6))
		for i := range name {
			if name[i] = byte(r.IntN(256)); r.IntN(2) == 0 {
				name[i] = "/;?&#=%+ .a4Z:["[r.IntN(15)]
			}
		}
		return noLogin.Replace(string(name))
	}
	for range *inputs {
		var redactor uri.Redactor
		var pairs uri.Values
		for i := range 1 + r.IntN(3) {
			name := draw()
			redactor.Names = append(redactor.Names, name)
			pair := uri.NewPair(name, fmt.Sprintf("%s%d", password, i))
			if r.IntN(2) == 0 { // as little as possible is escaped
				escaped := uri.Escape(name, uri.EscapeQuery)
				for _, c := range []string{"&", "=", "+"} {
					escaped = strings.ReplaceAll(escaped, c, uri.Escape(c, uri.EscapeData))
				}
				pair = uri.Pair(escaped + "=" + fmt.Sprintf("%s%d", password, i))
			}
			pairs = append(pairs, pair, uri.NewPair("other"+string(rune('A'+i)), "shown"))
		}
		r.Shuffle(len(pairs), func(i, k int) { pairs[i], pairs[k] = pairs[k], pairs[i] })
		u, err := uri.MustParse("http://h/p#f").WithValues(pairs)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range redactor.Names {
			if value, ok := u.Values().Get(name); !ok || !strings.HasPrefix(value, password) {
				t.Fatalf("%q has no %q", u, name)
			}
		}
		if got := redactor.Redact(u); strings.Contains(got, password) || strings.Count(got, "=shown") != len(pairs)/2 {
			t.Fatalf("names %q: %q of %q", redactor.Names, got, u)
		}
	}
}

// TestStructs plants the password in the text fields of the exported structs, as the parts of
// URLs, and looks for it in what %+v, %#v and log/slog show.
func TestStructs(t *testing.T) {
	texts := map[string]string{
		"Userinfo": "u:" + password, "Host": "u:" + password + "@h@i", "Query": "token=" + password, "Fragment": "token=" + password,
		"Part": "//u:" + password + "@h/", "Search": "http://u:" + password + "@h/", "Path": "/u:" + password + "@h",
	}
	for _, x := range []any{
		&uri.FTP{}, &uri.HTTP{}, &uri.Gopher{}, &uri.GopherPlus{}, &uri.Mailto{}, &uri.News{}, &uri.NNTP{}, &uri.Telnet{}, &uri.WAIS{}, &uri.File{},
		&uri.Prospero{}, &uri.Other{}, &uri.Generic{}, &uri.Server{}, &uri.Resolver{}, &uri.FieldError{}, &links.Match{}, &links.Change{}, &guard.Reading{},
		&guard.Finding{}, &guard.Error{}, &guard.Redirector{}, &guard.Rewrite{}, &guard.Target{},
	} {
		v := reflect.ValueOf(x).Elem()
		for i := range v.NumField() {
			f := v.Field(i)
			if !f.CanSet() {
				continue
			}
			text, planted := texts[v.Type().Field(i).Name]
			switch f.Interface().(type) {
			case uri.Optional:
				if planted {
					f.Set(reflect.ValueOf(uri.Defined(text)))
				}
			case uri.Login:
				f.Set(reflect.ValueOf(uri.LoginPassword("u", password)))
			case uri.URI:
				f.Set(reflect.ValueOf(uri.MustParse("http://u:" + password + "@h/?token=" + password)))
			case uri.Values:
				f.Set(reflect.ValueOf(uri.Values{uri.NewPair("token", password)}))
			}
		}
		if name, ok := v.Type().FieldByName("Host"); ok && name.Type.Kind() == reflect.String {
			v.FieldByName("Host").SetString("h")
		}
		for _, value := range []any{x, v.Interface()} {
			var log bytes.Buffer
			slog.New(slog.NewTextHandler(&log, nil)).Info("x", "value", value)
			for _, shown := range []string{fmt.Sprintf("%+v", value), fmt.Sprintf("%#v", value), log.String()} {
				if shows(shown) {
					t.Errorf("%T: %s", value, shown)
				}
			}
		}
	}
}
