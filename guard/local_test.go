package guard

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/web"
)

// Where the attacks on Local are described.
const (
	srcList   = "PayloadsAllTheThings, Open Redirect"
	srcWHATWG = "WHATWG URL, 4.4"
	srcSplit  = "Birch, Host/Split, 2019"
	srcOAuth  = "CVE-2020-11053, CVE-2020-4037 (oauth2-proxy)"
	srcDjango = "Django 1.4.18 release notes"
	srcRFC    = "RFC 3986, 7.6"
)

var localAttacks = []struct {
	source string
	ref    string
	want   string // the reader who goes elsewhere, or the URI that is harmless
}{
	{srcList, "https://evil.example/account", byBrowsers},
	{srcList, "//evil.example", byBrowsers},
	{srcList, "https:evil.example", byNetURL},
	{srcList, "https:/evil.example", byNetURL},
	{srcList, `\/\/evil.example/`, byBrowsers},
	{srcList, `/\/evil.example/`, byBrowsers},
	{srcList, `/\evil.example`, byBrowsers},
	{srcList, `\\evil.example`, byBrowsers},
	{srcList, `\evil.example`, byRFC},
	{srcList, `//\evil.example`, byBrowsers},
	{srcList, `https:\\evil.example`, byBrowsers},
	{srcList, `https://\evil.example`, byBrowsers},
	{srcList, `https:/\evil.example`, byBrowsers},
	{srcList, "//evil%E3%80%82example", byBrowsers},
	{srcList, "//evil%00.example", byBrowsers},
	{srcList, "https://good.example@evil.example/", byBrowsers},
	{srcList, "//good.example@evil.example/", byBrowsers},
	{srcList, "//good.example%40evil.example/", byBrowsers},
	{srcList, "https://good.example:443@evil.example/", byBrowsers},
	{srcList, "https://good.example.evil.example/", byBrowsers},
	{srcList, "//good.example.evil.example/", byBrowsers},
	{srcList, "https://evilgood.example/", byBrowsers},
	{srcList, "https://evil.example/good.example", byBrowsers},
	{srcList, "https://evil.example?good.example", byBrowsers},
	{srcList, "https://evil.example#good.example", byBrowsers},
	{srcList, "https://evil.example?https://good.example/", byBrowsers},
	{srcList, `https://evil.example\.good.example/`, byBrowsers},
	{srcList, "javascript:alert(1)", byBrowsers},
	{srcList, "javascript://good.example/%0aalert(1)", byBrowsers},
	{srcList, "java%0d%0ascript%0d%0a:alert(0)", byNetURL},
	{srcList, "data:text/html;base64,PHNjcmlwdD4=", byBrowsers},
	{srcList, "vbscript:x", byBrowsers},
	{srcList, "?next=good.example&next=//evil.example", "https://good.example/a/login?next=good.example&next=//evil.example"},
	{srcList, "/https://evil.example/", "https://good.example/https://evil.example/"},
	{srcList, "/folder/www.evil.example", "https://good.example/folder/www.evil.example"},
	{srcList, "evil.example", "https://good.example/a/evil.example"},
	{srcList, "/%2fevil.example", byPath},
	{srcList, "/%2Fevil.example/%2e%2e", byPath},
	{srcList, "/%5cevil.example", byPath},
	{srcList, "//%2fevil.example", byBrowsers},
	{srcList, "//%5cevil.example", byBrowsers},
	{srcList, "/%252fevil.example", byPath},
	{srcList, "%2f%2fevil.example", "https://good.example/a/%2f%2fevil.example"},
	{srcList, "///evil.example", byBrowsers},
	{srcList, "////evil.example", byBrowsers},
	{srcList, "/////evil.example", byBrowsers},
	{srcList, "https:///evil.example", byBrowsers},
	{srcList, "https:////evil.example", byBrowsers},
	{srcList, "http://good.example/", byBrowsers},
	{srcList, "https://evil.example:443/", byBrowsers},
	{srcList, "//3627734734/", byBrowsers},
	{srcList, "//0xd8.0x3a.0xd6.0xce/", byBrowsers},
	{srcList, "//[::ffff:216.58.214.206]/", byBrowsers},
	{srcList, "<>//evil.example", byRFC},
	{srcList, `"//evil.example`, byRFC},
	{srcList, ";@evil.example", "https://good.example/a/;@evil.example"},
	{srcList, "@evil.example", "https://good.example/a/@evil.example"},
	{srcList, ".evil.example", "https://good.example/a/.evil.example"},
	{srcList, ":80@evil.example", byNetURL},
	{srcList, "/.//evil.example", byPath},
	{srcList, "/..//evil.example", byPath},
	{srcList, "/x/..//evil.example", byPath},
	{srcList, "..//evil.example", byPath},
	{srcList, "/%2e//evil.example", byPath},
	{srcList, "/x/%2e%2e//evil.example", byPath},
	{srcList, "/%2e%2e/%2Fevil.example", byPath},
	{srcOAuth, "/\t/evil.example", byBrowsers},
	{srcOAuth, "/\n/evil.example", byBrowsers},
	{srcOAuth, "/\r/evil.example", byBrowsers},
	{srcOAuth, "/\v/evil.example", byNetURL},
	{srcOAuth, "/ /evil.example", byRFC},
	{srcOAuth, "/\t\\evil.example", byBrowsers},
	{srcOAuth, "/%09/evil.example", "https://good.example/%09/evil.example"},
	{srcOAuth, "/%0a/evil.example", "https://good.example/%0a/evil.example"},
	{srcDjango, "\njavascript:alert(1)", byBrowsers},
	{srcDjango, " //evil.example", byBrowsers},
	{srcDjango, "\x00//evil.example", byBrowsers},
	{srcDjango, "\x01https://evil.example", byBrowsers},
	{srcWHATWG, "ht\ttps://evil.example", byBrowsers},
	{srcWHATWG, "/\u00a0/evil.example", byRFC},
	{srcWHATWG, "http:good.example", byBrowsers},
	{srcWHATWG, "https:good.example", byNetURL},
	{srcWHATWG, "https:", byNetURL},
	{srcWHATWG, "https://good.example:80/", byBrowsers},
	{srcWHATWG, "https://good.example:0443/", "https://good.example:0443/"},
	{srcWHATWG, "wss://good.example/", byBrowsers},
	{srcWHATWG, "blob:https://good.example/x", byNetURL},
	{srcWHATWG, "file:///etc/passwd", byBrowsers},
	{srcWHATWG, "https://good%2eexample/", byNetURL},
	{srcWHATWG, "https://good.example./", byBrowsers},
	{srcSplit, "//good.example\u2100.evil.example", byBrowsers},
	{srcSplit, "//evil.example\uff0fgood.example", byBrowsers},
	{srcSplit, "//evil.example%EF%BC%8Fgood.example", byBrowsers},
	{srcRFC, "https://user@good.example/", byNetURL},
	{srcRFC, "https://user:password@good.example/", byNetURL},
	{srcRFC, "//@good.example/", byNetURL},
	{srcRFC, "https://good.example#@evil.example/", "https://good.example#@evil.example/"},
	{srcRFC, "https://good.example?@evil.example/", "https://good.example?@evil.example/"},
}

func TestLocalAttacks(t *testing.T) {
	if len(localAttacks) < 80 {
		t.Errorf("only %d attacks", len(localAttacks))
	}
	base := uri.MustParse("https://good.example/a/login?next=x#y")
	for _, tt := range localAttacks {
		u, err := Local(base, tt.ref)
		var e *Error
		switch {
		case err == nil && u.String() == tt.want:
			holdLocal(t, base, tt.ref, u)
		case errors.As(err, &e) && e.Reader == tt.want && e.Part == "reference" && u == uri.URI{}:
			if strings.Contains(e.Error(), "password") {
				t.Errorf("%q: %v shows a password", tt.ref, e)
			}
		default:
			t.Errorf("%q: %q, %v; want %s (%s)", tt.ref, u, err, tt.want, tt.source)
		}
	}
}

func TestLocal(t *testing.T) {
	for _, tt := range []struct{ base, ref, want string }{
		{"https://h/a/b?c#d", "", "https://h/a/b?c"},
		{"https://h/a/b?c", "#e", "https://h/a/b?c#e"},
		{"https://h/a/b?c", "?e", "https://h/a/b?e"},
		{"https://h/a/b", "../c", "https://h/c"},
		{"https://h/a/b", "../../../c", "https://h/c"},
		{"https://h/a/b", "/c%20d?e=//f", "https://h/c%20d?e=//f"},
		{"https://h", "c", "https://h/c"},
		{"HTTPS://H:443/a", "https://h/c", "https://h/c"},
		{"https://h/a", "//H:443/c", "https://H:443/c"},
		{"http://h:8080/a", "//h:8080/c", "http://h:8080/c"},
		{"http://[2001:db8::1]/a", "//[2001:DB8::1]/c", "http://[2001:DB8::1]/c"},
		{"http://127.0.0.1/a", "/c", "http://127.0.0.1/c"},
		{"http://h/a", "//h/b//c", "http://h/b//c"},

		{"http://h/a", "//h:81/c", "!reference browsers"},
		{"http://h:8080/a", "//h/c", "!reference browsers"},
		{"http://h/a", "https://h/c", "!reference browsers"},
		{"http://h/a", "//h:99999/c", "!reference browsers"},
		{"http://h/a", "//h:/c", "http://h:/c"},
		{"/a", "/c", "!base RFC 3986"},
		{"ftp://h/a", "c", "!base RFC 3986"},
		{"mailto:a@h", "", "!base RFC 3986"},
		{"http:///a", "c", "!base RFC 3986"},
		{"http://:80/a", "c", "!base RFC 3986"},
		{"http://u@h/a", "c", "!base RFC 3986"},
		{"http://h%2Fx/a", "c", "!base browsers"},
		{"http://1.2.3.4.5/a", "c", "!base browsers"},
		{"http://h:99999/a", "c", "!base browsers"},
		{"http://%68/a", "c", "!base net/url"},
	} {
		base := uri.MustParse(tt.base)
		u, err := Local(base, tt.ref)
		var e *Error
		switch {
		case err == nil && u.String() == tt.want:
			holdLocal(t, base, tt.ref, u)
		case errors.As(err, &e) && "!"+e.Part+" "+e.Reader == tt.want:
		default:
			t.Errorf("%s, %q: %q, %v; want %s", tt.base, tt.ref, u, err, tt.want)
		}
	}
}

// appendixB is the regular expression of RFC 3986, Appendix B.
var appendixB = regexp.MustCompile(`^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`)

// holdLocal holds that u, and ref where it is sent as it is, are on the origin of
// base for readers that have nothing to do with Local.
func holdLocal(t *testing.T, base uri.URI, ref string, u uri.URI) {
	t.Helper()
	home, err := url.Parse(base.String())
	if err != nil {
		t.Fatal(err)
	}
	hostPort := func(v *url.URL) string {
		port := v.Port()
		if port = strings.TrimLeft(port, "0"); port == "" {
			port = map[string]string{"http": "80", "https": "443"}[v.Scheme]
		}
		return strings.ToLower(v.Scheme + " " + v.Hostname() + " " + port)
	}
	if !u.IsAbsolute() {
		t.Fatalf("%s, %q: %q is not absolute", base, ref, u)
	}
	for _, s := range []string{ref, u.String()} {
		v, err := home.Parse(s)
		if err != nil || hostPort(v) != hostPort(home) || v.User != nil {
			t.Fatalf("%s, %q: net/url reads %v in %q, %v", base, ref, v, s, err)
		}
		// RFC 3986, 5.2.2: only a reference with a scheme or an authority leaves.
		m := appendixB.FindStringSubmatch(s)
		if m[1] != "" || m[3] != "" {
			scheme := strings.ToLower(m[2])
			if m[1] == "" {
				scheme = strings.ToLower(base.Scheme())
			}
			if v, err := url.Parse(scheme + ":" + m[3]); err != nil || hostPort(v) != hostPort(home) {
				t.Fatalf("%s, %q: RFC 3986 reads %q", base, ref, s)
			}
		}
		// What Redirect sends, and a browser makes of it.
		request := httptest.NewRequest("GET", "http://proxy.example/", nil)
		request.URL = home
		w := httptest.NewRecorder()
		http.Redirect(w, request, s, http.StatusFound)
		page, err := web.Parse(base.String())
		if err != nil {
			t.Fatal(err)
		}
		for _, sent := range []string{s, w.Header().Get("Location")} {
			v, err := web.Parser{}.Parse(page, sent)
			if err != nil || v.Origin() != page.Origin() {
				t.Fatalf("%s, %q: a browser goes to %v for %q, %v", base, ref, v, sent, err)
			}
			// And what a script makes of the path alone.
			alone, err := web.Parser{}.Parse(page, v.Path())
			if err != nil || alone.Origin() != page.Origin() {
				t.Fatalf("%s, %q: the path %q leads to %v, %v", base, ref, v.Path(), alone, err)
			}
		}
	}
}

// TestRedirectLocation compares redirectLocation with Redirect of net/http.
func TestRedirectLocation(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	pieces := []string{"/", "/", "//", ".", "..", "a", "b%2Fc", "?", "x=//y", "#", "%2e", ";", ":", "@", "http:", "https://h", "%5C"}
	for range 20_000 {
		requested, ref := "/", ""
		for range random.IntN(4) {
			requested += pieces[random.IntN(6)]
		}
		for range random.IntN(7) {
			ref += pieces[random.IntN(len(pieces))]
		}
		v, err := url.Parse(ref)
		if err != nil {
			continue // refused before
		}
		request := httptest.NewRequest("GET", "http://h/", nil)
		request.URL = &url.URL{Scheme: "http", Host: "h", Path: requested}
		w := httptest.NewRecorder()
		http.Redirect(w, request, ref, http.StatusFound)
		if got := redirectLocation(requested, ref, v); got != w.Header().Get("Location") {
			t.Fatalf("%q, %q: %q, want %q", requested, ref, got, w.Header().Get("Location"))
		}
	}
}

// TestSameURLOrigin asks the reader net/url alone, since browsers come before it and
// see most of what it sees.
func TestSameURLOrigin(t *testing.T) {
	for _, tt := range []struct {
		base, ref string
		want      bool
	}{
		{"https://good.example/", "https://GOOD.example:0443/x", true},
		{"https://good.example:443/", "//good.example", true},
		{"HTTP://Good.example:80", "http://good.example/", true},
		{"http://[2001:DB8::1]/", "http://[2001:db8::1]:80/", true},
		{"https://good.example:8443/x", "y", true},
		{"https://good.example/", "http://good.example:443/", false},
		{"http://good.example/", "https://good.example:80/", false},
		{"https://good.example/", "https://good.example:8443/", false},
		{"https://good.example:8443/", "https://good.example/", false},
		{"https://good.example/", "//evil.example/", false},
		{"https://good.example/", "https://good.example.evil.example/", false},
		{"https://good.example/", "https://good.example@evil.example/", false},
		{"https://good.example/", "https://u@good.example/", false},
		{"https://shop.example/", "https://%C5%BFhop.example/", false}, // U+017F is no "s"
		{"https://good.example/", "mailto:x@good.example", false},
	} {
		home, err := localBase(uri.MustParse(tt.base))
		if err != nil {
			t.Fatal(err)
		}
		v, err := home.url.Parse(tt.ref)
		if err != nil {
			t.Fatal(err)
		}
		if got := home.sameURLOrigin(v); got != tt.want {
			t.Errorf("%s from %s: %v", tt.ref, tt.base, got)
		}
	}
}

func TestLocalRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	pieces := []string{"/", "/", "//", ".", "..", "a", "good.example", "evil.example", "?", "#", "@", ":", "https:", "http:", "https://", "%2e", "%2F", "%5C",
		"%252F", ";", "443", "80", "%09", "\\", "\t", " ", "[::1]", "é", "%E3%80%82", "javascript:", "x=1"}
	bases := []uri.URI{
		uri.MustParse("https://good.example/a/b?c#d"), uri.MustParse("http://good.example:8080"), uri.MustParse("http://[::1]/"), uri.MustParse("https://good.example/a//b/"),
	}
	local := 0
	for range 2 * *inputs {
		ref := ""
		for range random.IntN(8) {
			ref += pieces[random.IntN(len(pieces))]
		}
		base := bases[random.IntN(len(bases))]
		if u, err := Local(base, ref); err == nil {
			local++
			holdLocal(t, base, ref, u)
		}
	}
	if local < 2000 {
		t.Errorf("only %d references were local", local)
	}
}

func FuzzLocal(f *testing.F) {
	for _, tt := range localAttacks {
		f.Add("https://good.example/a/login", tt.ref)
	}
	f.Add("http://[::1]:8080", "?x")
	f.Fuzz(func(t *testing.T, base, ref string) {
		b, err := uri.Parse(base)
		if err != nil {
			return
		}
		u, err := Local(b, ref)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Reader == "" || e.Reason == "" {
				t.Fatalf("%q, %q: %v", base, ref, err)
			}
			return
		}
		holdLocal(t, b, ref, u)
	})
}

func BenchmarkLocal(b *testing.B) {
	base := uri.MustParse("https://good.example/a/login")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Local(base, "/account?tab=1"); err != nil {
			b.Fatal(err)
		}
	}
}
