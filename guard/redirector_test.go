package guard

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/uri"
)

// Where the attacks on Local are described.
const (
	srcList   = "PayloadsAllTheThings, Open Redirect"
	srcWHATWG = "WHATWG URL, 4.4"
	srcSplit  = "Birch, Host/Split, 2019"
	srcOAuth  = "CVE-2020-11053, CVE-2020-4037 (oauth2-proxy)"
	srcDjango = "Django 1.4.18 release notes"
	srcRFC    = "RFC 3986, 7.6"
	srcNginx  = "nginx, return 302 $uri/"
	srcAgain  = "a server that redirects to the decoded path"
)

var localAttacks = []struct {
	source string
	ref    string
	want   string // the reader that goes elsewhere, or the URI that is harmless
}{
	{srcList, "https://evil.example/account", byBrowsers},
	{srcList, "//evil.example", byBrowsers},
	{srcList, "https:evil.example", "https://good.example/a/evil.example"},
	{srcList, "https:/evil.example", "https://good.example/evil.example"},
	{srcList, `\/\/evil.example/`, byBrowsers},
	{srcList, `/\/evil.example/`, byBrowsers},
	{srcList, `/\evil.example`, byBrowsers},
	{srcList, `\\evil.example`, byBrowsers},
	{srcList, `\evil.example`, "https://good.example/evil.example"},
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
	{srcList, "java%0d%0ascript%0d%0a:alert(0)", "https://good.example/a/java%0d%0ascript%0d%0a:alert(0)"},
	{srcList, "data:text/html;base64,PHNjcmlwdD4=", byBrowsers},
	{srcList, "vbscript:x", byBrowsers},
	{srcList, "?next=good.example&next=//evil.example", "https://good.example/a/login?next=good.example&next=//evil.example"},
	{srcList, "/https://evil.example/", "https://good.example/https://evil.example/"},
	{srcList, "/folder/www.evil.example", "https://good.example/folder/www.evil.example"},
	{srcList, "evil.example", "https://good.example/a/evil.example"},
	{srcList, "/%2fevil.example", byPath},
	{srcList, "/%2Fevil.example/%2e%2e", "https://good.example/"},
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
	{srcList, "<>//evil.example", "https://good.example/a/%3C%3E//evil.example"},
	{srcList, `"//evil.example`, "https://good.example/a/%22//evil.example"},
	{srcList, ";@evil.example", "https://good.example/a/;@evil.example"},
	{srcList, "@evil.example", "https://good.example/a/@evil.example"},
	{srcList, ".evil.example", "https://good.example/a/.evil.example"},
	{srcList, ":80@evil.example", "https://good.example/a/:80@evil.example"},
	{srcList, "/.//evil.example", byPath},
	{srcList, "/..//evil.example", byPath},
	{srcList, "/x/..//evil.example", byPath},
	{srcList, "..//evil.example", byPath},
	{srcList, "/%2e//evil.example", byPath},
	{srcAgain, "/x/..%2F%2Fevil.example%3F%2F..%2F..%2Fz", byPath}, // after "?" for the browser, not for the server
	{srcAgain, "/x/..%2F%2Fevil.example%23%2F..%2F..%2Fz", byPath},
	{srcAgain, "/x/..%252F%252Fevil.example%253F%252F..%252F..%252Fz", byPath},
	{srcList, "/x/%2e%2e//evil.example", byPath},
	{srcList, "/%2e%2e/%2Fevil.example", byPath},
	{srcOAuth, "/\t/evil.example", byBrowsers},
	{srcOAuth, "/\n/evil.example", byBrowsers},
	{srcOAuth, "/\r/evil.example", byBrowsers},
	{srcOAuth, "/\v/evil.example", "https://good.example/%0B/evil.example"},
	{srcOAuth, "/ /evil.example", "https://good.example/%20/evil.example"},
	{srcOAuth, "/\t\\evil.example", byBrowsers},
	{srcOAuth, "/%09/evil.example", byPath},
	{srcNginx, "/x/%2e%2e/%0d%0a%09/evil.example", byPath},
	{srcNginx, "/x/..%2f/evil.example", byPath},
	{srcNginx, "/x/%252e%252e%2f/evil.example", byPath},
	{srcNginx, "/x/..;%2f/evil.example", byPath},
	{srcNginx, "/;x/evil.example", byPath},
	{srcNginx, "/%5c%09/evil.example", byPath},
	{srcNginx, "/%2509/evil.example", byPath},
	{srcNginx, "/%25%095cevil.example", byPath}, // the browser drops the tab, and asks for /%5cevil.example
	{srcNginx, "/%25%0d%35%0a%09%63evil.example", byPath},
	{srcNginx, "/x/..%25%092f/evil.example", byPath},
	{srcNginx, "/x%25%095cevil.example", "https://good.example/x%25%095cevil.example"},
	{srcNginx, "/a%2f/b", "https://good.example/a%2f/b"},
	{srcNginx, "/a%09/evil.example", "https://good.example/a%09/evil.example"},
	{srcOAuth, "/%0a/evil.example", byPath},
	{srcDjango, "\njavascript:alert(1)", byBrowsers},
	{srcDjango, " //evil.example", byBrowsers},
	{srcDjango, "\x00//evil.example", byBrowsers},
	{srcDjango, "\x01https://evil.example", byBrowsers},
	{srcWHATWG, "ht\ttps://evil.example", byBrowsers},
	{srcWHATWG, "/\u00a0/evil.example", "https://good.example/%C2%A0/evil.example"},
	{srcWHATWG, "http:good.example", byBrowsers},
	{srcWHATWG, "https:good.example", "https://good.example/a/good.example"},
	{srcWHATWG, "https:", "https://good.example/a/login?next=x"},
	{srcWHATWG, "https://good.example:80/", byBrowsers},
	{srcWHATWG, "https://good.example:0443/", "https://good.example/"},
	{srcWHATWG, "wss://good.example/", byBrowsers},
	{srcWHATWG, "blob:https://good.example/x", byBrowsers},
	{srcWHATWG, "file:///etc/passwd", byBrowsers},
	{srcWHATWG, "https://good%2eexample/", "https://good.example/"},
	{srcWHATWG, "https://good.example./", byBrowsers},
	{srcSplit, "//good.example\u2100.evil.example", byBrowsers},
	{srcSplit, "//evil.example\uff0fgood.example", byBrowsers},
	{srcSplit, "//evil.example%EF%BC%8Fgood.example", byBrowsers},
	{srcRFC, "https://user@good.example/", byBrowsers},
	{srcRFC, "https://user:password@good.example/", byBrowsers},
	{srcRFC, "//@good.example/", "https://good.example/"},
	{srcRFC, "https://good.example#@evil.example/", "https://good.example/#@evil.example/"},
	{srcRFC, "https://good.example?@evil.example/", "https://good.example/?@evil.example/"},
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
		{"https://h:0", "c", "https://h:0/c"},
		{"https://h:00443", "c", "https://h/c"},
		{"HTTPS://H:443/a", "https://h/c", "https://h/c"},
		{"https://h/a", "//H:443/c", "https://h/c"},
		{"http://h:8080/a", "//h:8080/c", "http://h:8080/c"},
		{"http://[2001:db8::1]/a", "//[2001:DB8::1]/c", "http://[2001:db8::1]/c"},
		{"http://127.0.0.1/a", "/c", "http://127.0.0.1/c"},
		{"http://h/a", "//h/b//c", "http://h/b//c"},

		{"http://h/a", "//h:81/c", "!reference browsers"},
		{"http://h:8080/a", "//h/c", "!reference browsers"},
		{"http://h/a", "https://h/c", "!reference browsers"},
		{"http://h/a", "//h:99999/c", "!reference browsers"},
		{"http://h/a", "//h:/c", "http://h/c"},
		{"http://h", "./x:y", "http://h/x:y"},
		{"http://h/%09/%5cevil.example/", "../x", "!reference the path alone"},
		{"http://a_b/", "/x", "http://a_b/x"},
		{"http://h/a", "/é ü", "http://h/%C3%A9%20%C3%BC"},
		{"http://h/a", "/100%", "http://h/100%25"},
		{"http://h/a", "?x={id}&y[]=|", "http://h/a?x=%7Bid%7D&y%5B%5D=%7C"},
		{"http://h/a", " /b\n", "http://h/b"},
		{"http://h/a", "/b\x00c", "http://h/b%00c"},
		{"http://h//a", "", "!reference the path alone"},
		{"/a", "/c", "!base RFC 3986"},
		{"ftp://h/a", "c", "!base RFC 3986"},
		{"mailto:a@h", "", "!base RFC 3986"},
		{"http:///a", "c", "!base RFC 3986"},
		{"http://:80/a", "c", "!base RFC 3986"},
		{"http://u@h/a", "c", "!base RFC 3986"},
		{"http://h%2Fx/a", "c", "!base browsers"},
		{"http://1.2.3.4.5/a", "c", "!base browsers"},
		{"http://h:99999/a", "c", "!base browsers"},
		{"http://%68/a", "c", "!base browsers"},
		{"http://127.1/a", "c", "!base browsers"},
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

// holdLocal holds that u leads to the origin of base, to readers that have nothing to do
// with Local.
func holdLocal(t *testing.T, base uri.URI, ref string, u uri.URI) {
	t.Helper()
	home, err := url.Parse(base.String())
	if err != nil {
		t.Fatal(err)
	}
	host := strings.ToLower(home.Hostname())
	addr, err := netip.ParseAddr(host) // "::01" is "::1"
	isIPv6 := err == nil && addr.Is6()
	holdRedirect(t, ref, u.String(), func(scheme, server, port string) bool {
		want := home.Port()
		if n, err := strconv.Atoi(want); err == nil {
			want = strconv.Itoa(n) // without leading zeros
		} else {
			want = map[string]string{"http": "80", "https": "443"}[home.Scheme]
		}
		literal, err := netip.ParseAddr(strings.Trim(server, "[]"))
		same := server == host || isIPv6 && server[0] == '[' && err == nil && literal == addr
		return scheme == home.Scheme && same && port == want
	})
}

// appendixB is the regular expression of RFC 3986, Appendix B.
var appendixB = regexp.MustCompile(`^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`)

// httpURI is an absolute URI of http or https, in lower case and with a path.
var httpURI = regexp.MustCompile(`^(https?)://(\[[0-9a-f:.]+\]|[-!$-.0-9;=A-Z_a-z~]+)(?::([0-9]+))?(/[^?#]*)(\?[^#]*)?(#.*)?$`)

// holdRedirect holds that s, the answer for ref, is an absolute URI whose scheme, host
// and port are allowed, that Redirect of net/http sends it as it is, and that the path
// alone leads to no other host.
func holdRedirect(t *testing.T, ref, s string, allowed func(scheme, host, port string) bool) {
	t.Helper()
	m := httpURI.FindStringSubmatch(s)
	if m == nil || !uri.Valid(s) {
		t.Fatalf("%q: %q is no absolute URI of http", ref, s)
	}
	port := m[3]
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[m[1]]
	}
	if !allowed(m[1], m[2], port) {
		t.Fatalf("%q leads to %q", ref, s)
	}
	v, err := url.Parse(s)
	if err != nil || v.Scheme != m[1] || v.Host != strings.TrimSuffix(m[2]+":"+m[3], ":") || v.User != nil {
		t.Fatalf("%q: net/url reads %v in %q, %v", ref, v, s, err)
	}
	w := httptest.NewRecorder()
	http.Redirect(w, httptest.NewRequest("GET", "http://proxy.example/a/b", nil), s, http.StatusFound)
	if got := w.Header().Get("Location"); got != s {
		t.Fatalf("%q: net/http sends %q for %q", ref, got, s)
	}
	holdPath(t, ref, m[4])
}

// holdPath holds that path, also decoded, without dot segments or without parameters, is
// no reference to another host.
func holdPath(t *testing.T, ref, path string) {
	t.Helper()
	once := naivePath(path).decode()
	twice := slices.Clone(once).decode()
	for _, p := range []naivePath{naivePath(path), once, twice} {
		for _, sent := range []naivePath{
			p, slices.Clone(p).dots(), slices.Clone(p).replace(`\`, "/").dots(), slices.Clone(p).cut(';').dots(), slices.Clone(p).cut(0).dots(), slices.Clone(p).drop("\t\r\n").dots(),
		} {
			// Browsers drop these in a Location, and read "\" as "/".
			read := slices.Clone(sent).drop("\t\r\n").replace(`\`, "/")
			if !bytes.HasPrefix(read, []byte("/")) || bytes.HasPrefix(read, []byte("//")) {
				t.Fatalf("%q: the path %q, read as %q, is another host", ref, path, sent)
			}
		}
	}
}

func TestLocalRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	pieces := []string{"/", "/", "//", ".", "..", "a", "good.example", "evil.example", "?", "#", "@", ":", "https:", "http:", "https://", "%2e", "%2F", "%5C", "%00",
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
	f.Add("http://[0::FFFF:127.0.0.1]:08080", "?x")
	f.Fuzz(func(t *testing.T, base, ref string) {
		if len(base)+len(ref) > 1<<8 { // see FuzzRewrite
			return
		}
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
