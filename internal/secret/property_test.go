package secret_test

import (
	"bytes"
	"encoding"
	"encoding/json"
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
	"example.com/uri/page"
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

// command returns a connection string, a command line or a header field with the password.
func (p planter) command() string {
	value := func() string {
		if q := p.pick("", "'", "\"", "`", "\\\""); q != "" {
			return q + p.pick("", "a ", "b=c ", "x\\'"+p.pick("", " ")) + password + p.pick("", " d", " e=f", "; g") + q
		}
		return p.pick("", "a/b", "c=", "a\\ ") + password + p.pick("", "x y", "/", ";", ",", " z")
	}
	space := p.pick(" ", " ", "\t", "\n", "  ", "\u00a0 ")
	front := p.pick("", "host=h"+space, "host=h user=u"+space, "psql \"host=h"+space, "Server=h; Database=d;"+space, "mysql -h h"+space, "export"+space, "DSN='host=h"+space,
		"curl -d a=b"+space, "http://h/"+space, "https://h/p?q=r"+space)
	name := p.pick("", "--", "my_", "$env:", "\"") + p.pick("password", "Password", "sslpassword", "api_token", "webhooksecret", "pwd", "sig", "AccountKey", "x-api-key", "passphrase", "jsessionid", "auth")
	equal := p.pick("=", "=", "=", " = ", "= ", " =", " := ", " => ", "==", "\"=")
	end := p.pick("", "", space+"host=h", space+"dbname=d user=u", "\n", "; a=b")
	if p.IntN(6) == 0 {
		return p.pick("", "GET / HTTP/1.1\r\n", "curl -H '", "a b\n") + p.pick("", "Proxy-", "proxy-", "X-") + p.pick("Authorization:", "AUTHORIZATION :", "authorization\": \"") +
			p.pick(" ", "", " Bearer ", " Basic ", " Digest username=\"u\", response=\"") + password + p.pick("", "'", "\r\nHost: h", " http://h/")
	}
	return front + name + equal + value() + p.pick("", "", space) + end + p.pick("", " ")
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
// their texts, which takes less time. The error of a ToASCII is its author's.
func errorForms(err error, all bool) (texts []string) {
	for ; err != nil; err = errors.Unwrap(err) {
		if _, ok := err.(refusal); ok {
			break
		}
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

// refusals calls the functions that take a text, or a URI, and return an error.
func refusals(p planter, s string) map[string]error {
	call := make(map[string]error)
	h := uri.MustParse("http://h/a/b")
	_, call["uri.Parse"] = uri.Parse(s)
	_, call["uri.ParseRFC2396"] = uri.ParseRFC2396(s)
	_, call["uri.Unescape"] = uri.Unescape(s)
	_, call["uri.AppendUnescape"] = uri.AppendUnescape(nil, s)
	call["uri.Conforms1738"] = uri.Conforms1738(s)
	_, call["uri.Conforms3986"] = uri.Conforms3986(s)
	_, call["uri.Conforms3987"] = uri.Conforms3987(s)
	_, call["uri.ParseFTP"] = uri.ParseFTP(s)
	_, call["uri.ParseHTTP"] = uri.ParseHTTP(s)
	_, call["uri.ParseGopher"] = uri.ParseGopher(s)
	_, call["uri.ParseMailto"] = uri.ParseMailto(s)
	_, call["uri.ParseNews"] = uri.ParseNews(s)
	_, call["uri.ParseNNTP"] = uri.ParseNNTP(s)
	_, call["uri.ParseTelnet"] = uri.ParseTelnet(s)
	_, call["uri.ParseWAIS"] = uri.ParseWAIS(s)
	_, call["uri.ParseFile"] = uri.ParseFile(s)
	_, call["uri.ParseProspero"] = uri.ParseProspero(s)
	_, call["uri.ParseOther"] = uri.ParseOther(s)
	_, call["uri.ParseGeneric"] = uri.ParseGeneric(s)
	_, call["uri.ParseValues"] = uri.ParseValues(s)
	_, call["uri.FileFromPath"] = uri.FileFromPath(s, uri.PathWindows)
	_, call["uri.Resolver.AppendResolve"] = uri.Resolver{AboveRoot: uri.AboveRootReject}.AppendResolve(nil, h, s)
	call["uri.URI.UnmarshalText"] = new(uri.URI).UnmarshalText([]byte(s))
	call["uri.URI.UnmarshalBinary"] = new(uri.URI).UnmarshalBinary([]byte(s))
	call["uri.URI.Scan"] = new(uri.URI).Scan(s)
	for _, x := range []encoding.TextUnmarshaler{&uri.FTP{}, &uri.HTTP{}, &uri.Gopher{}, &uri.Mailto{}, &uri.News{}, &uri.NNTP{}, &uri.Telnet{}, &uri.WAIS{},
		&uri.File{}, &uri.Prospero{}, &uri.Other{}, &uri.Generic{}} {
		call[reflect.TypeOf(x).Elem().String()+".UnmarshalText"] = x.UnmarshalText([]byte(s))
	}
	inJSON, _ := json.Marshal(s)
	call["uri.Login.UnmarshalJSON"] = new(uri.Login).UnmarshalJSON(inJSON)
	call["uri.Optional.UnmarshalJSON"] = new(uri.Optional).UnmarshalJSON([]byte(s))
	_, call["web.Parse"] = web.Parse(s)
	base, _ := web.Parse("http://h/a/b")
	_, call["web.Parser.Parse"] = web.Parser{ToASCII: refusing}.Parse(base, s)
	call["web.URL.UnmarshalText"] = new(web.URL).UnmarshalText([]byte(s))
	_, _, call["links.Repair"] = links.Repair(s)
	_, _, call["links.Repairer.Repair"] = links.Repairer{ToASCII: refusing}.Repair(s)
	_, _, call["links.Expand"] = links.Expand(s)
	_, _, call["links.Expander.Expand"] = links.Expander{ToASCII: refusing}.Expand(s)
	_, call["links.Read"] = links.Read(s)
	_, call["links.Reader.Read"] = links.Reader{ToASCII: refusing}.Read(s)
	_, call["crawl.Redirect"] = crawl.Redirect(h, s)
	_, _, call["archive.Range"] = archive.Range(s, archive.MatchHost)
	_, call["archive.Key"] = archive.Key(s)
	_, call["archive.Keyer.Key"] = archive.Keyer{Dialect: archive.DialectCommons}.Key(s)
	_, call["guard.Local"] = guard.Local(h, s)
	_, call["guard.LocalPath"] = guard.LocalPath(s)
	_, _, call["guard.ParseHostField"] = guard.ParseHostField(s)
	call["guard.Gate.Control"] = guard.Gate{}.Control("tcp", s, nil)
	_, call["guard.ParseHosts"] = guard.ParseHosts(s)
	_, call["guard.ParseOrigins"] = guard.ParseOrigins(s)
	var callbacks guard.Callbacks
	callbacks, call["guard.ParseCallbacks"] = guard.ParseCallbacks(s)
	call["guard.Callbacks.Match"] = callbacks.Match(s + "x")
	target, _ := guard.ParseTarget("GET", "http://h/")
	call["guard.Target.CheckHost"] = target.CheckHost(s)
	_, call["guard.Target.Effective"] = target.Effective(s, true)
	_, call["guard.ParseTarget"] = guard.ParseTarget("GET", s)
	_, call["guard.RepairTarget"] = guard.RepairTarget("GET", s)
	_, call["guard.Redirector.Resolve"] = guard.Redirector{Base: h}.Resolve(s)
	if v, err := web.Parse(s); err == nil {
		_, call["guard.BrowserURL"] = guard.BrowserURL(v)
		_, _, call["page.Data"] = page.Data(v)
	}
	if v, err := url.Parse(s); err == nil {
		_, call["guard.FromURL"] = guard.FromURL(v)
	}
	if u, err := uri.Parse(s); err == nil {
		refusalsOf(call, p, u)
	}
	return call
}

// refusalsOf is refusals for the functions that take a URI.
func refusalsOf(call map[string]error, p planter, u uri.URI) {
	h := uri.MustParse("http://h/a/b")
	_, call["uri.Resolver.Resolve"] = uri.Resolver{AboveRoot: uri.AboveRootReject}.Resolve(h, u)
	_, call["uri.Mode.Resolve"] = uri.RFC1808.Resolve(u, uri.MustParse("../../../x"))
	_, call["uri.URI.Resolve"] = u.Resolve(uri.MustParse("../../../x"))
	_, _, call["uri.EstablishBase"] = uri.EstablishBase(u)
	_, call["uri.ServerFrom"] = uri.ServerFrom(u)
	_, call["uri.Interpret"] = uri.Interpret(u)
	_, call["uri.FTPFrom"] = uri.FTPFrom(u)
	_, call["uri.FileFrom"] = uri.FileFrom(u)
	_, call["uri.GenericFrom"] = uri.GenericFrom(u)
	_, call["uri.GopherFrom"] = uri.GopherFrom(u)
	_, call["uri.HTTPFrom"] = uri.HTTPFrom(u)
	_, call["uri.MailtoFrom"] = uri.MailtoFrom(u)
	_, call["uri.NNTPFrom"] = uri.NNTPFrom(u)
	_, call["uri.NewsFrom"] = uri.NewsFrom(u)
	_, call["uri.OtherFrom"] = uri.OtherFrom(u)
	_, call["uri.ProsperoFrom"] = uri.ProsperoFrom(u)
	_, call["uri.TelnetFrom"] = uri.TelnetFrom(u)
	_, call["uri.WAISFrom"] = uri.WAISFrom(u)
	_, call["guard.ToURL"] = guard.ToURL(u)
	call["guard.AgreesWithNetURL"] = guard.AgreesWithNetURL(u)
	call["guard.AgreesWithBrowsers"] = guard.AgreesWithBrowsers(u)
	call["guard.Gate.Check"] = guard.Gate{}.Check(u)
	rewrite := guard.Rewrite{From: "/", To: u}
	_, _, call["guard.Rewrite.Apply"] = rewrite.Apply(u)
	_, call["guard.Routes.Apply"] = guard.Routes{rewrite}.Apply(u)
	_, _, call["guard.Routes.Match"] = guard.Routes{rewrite}.Match(u)
	part := p.pick("", "x", "^", "//y", "a:b", "::1", "h h", "/", "%", "x?", ":", "@", "u@", "[", "..", "x y", "\u00e9")
	_, call["uri.URI.WithScheme"] = u.WithScheme(part)
	_, call["uri.URI.WithAuthority"] = u.WithAuthority(part)
	_, call["uri.URI.WithUserinfo"] = u.WithUserinfo(part)
	_, call["uri.URI.WithHost"] = u.WithHost(part)
	_, call["uri.URI.WithPort"] = u.WithPort(part)
	_, call["uri.URI.WithPath"] = u.WithPath(part)
	_, call["uri.URI.WithQuery"] = u.WithQuery(part)
	_, call["uri.URI.WithValues"] = u.WithValues(uri.Values{uri.Pair(part)})
	_, call["uri.URI.WithFragment"] = u.WithFragment(part)
	_, call["uri.URI.JoinSegments"] = u.JoinSegments(part, "..")
}

// checkHidden checks that no error shows the password in s if Redacted hides it, or if that is promised
// of s, and no form of a value if Redacted hides it.
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
		if s = p.command(); strings.ContainsAny(s, " \t\n\"") {
			checkHidden(t, p, s, true)
		}
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
		"file://|\u05d0.1a/", "ftp://;|%c3%a9/", "http:\\\\|h", "http:|h/a/../b", "//|h:80:80", "|", "ftp://h/a|;type=a", "x://h/|/../c", "http://[::1]/|", "\t http://|h x"} {
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
