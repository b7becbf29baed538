package guard

import (
	"bufio"
	"errors"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
)

func mustHosts(list string) Hosts {
	h, err := ParseHosts(list)
	if err != nil {
		panic(err)
	}
	return h
}

func TestRedirector(t *testing.T) {
	base := uri.MustParse("https://good.example/a/login")
	some := Redirector{base, mustHosts("friend.example, =one.example:8443, 192.0.2.1, [2001:db8::1]")}
	all := Redirector{base, mustHosts("*")}
	for _, tt := range []struct {
		r         Redirector
		ref, want string // the URI, or "!" and the reader
	}{
		{some, "/x", "https://good.example/x"},
		{some, "https://friend.example", "https://friend.example/"},
		{some, "http://WWW.friend.example/é?q=[]", "http://www.friend.example/%C3%A9?q=%5B%5D"},
		{some, "//friend.example:8080/x", "https://friend.example:8080/x"},
		{some, `\\friend.example\x`, "https://friend.example/x"},
		{some, "https://one.example:8443/", "https://one.example:8443/"},
		{some, "https://one.example/", "!browsers"},
		{some, "https://www.one.example:8443/", "!browsers"},
		{some, "https://192.0.2.1/", "https://192.0.2.1/"},
		{some, "https://0xc0000201/", "https://192.0.2.1/"},
		{some, "https://[2001:DB8:0::1]/", "https://[2001:db8::1]/"},
		{some, "https://friend.example.evil.example/", "!browsers"},
		{some, "https://friend.example@evil.example/", "!browsers"},
		{some, "https://evil.example@friend.example/", "!browsers"},
		{some, "https://u:p@friend.example/", "!browsers"},
		{some, "https://:p@friend.example/", "!browsers"},
		{some, "ftp://friend.example/", "!browsers"},
		{some, "blob:https://good.example/x", "!browsers"},
		{some, "wss://friend.example/", "!browsers"},
		{some, "javascript:alert(1)", "!browsers"},
		{some, "https://friend.example//evil.example", "!the path alone"},
		{some, "https://friend.example/%2f/evil.example", "!the path alone"},
		{all, "https://evil.example/", "https://evil.example/"},
		{all, "https://user@evil.example/", "!browsers"},
		{all, "mailto:a@b", "!browsers"},
		{all, "file:///etc/passwd", "!browsers"},
		{all, "https://a{b/", "!RFC 3986"}, // a host to browsers, and to no RFC
		{all, "https://a`b/", "!RFC 3986"},
		{all, "https://bücher.example/", "!browsers"},
		{all, "https://h:99999/", "!browsers"},
	} {
		u, err := tt.r.Resolve(tt.ref)
		var e *Error
		switch {
		case err == nil && u.String() == tt.want:
			holdRedirect(t, tt.ref, u.String(), func(string, string, string) bool { return true })
		case errors.As(err, &e) && "!"+e.Reader == tt.want && e.Part == "reference" && u == uri.URI{}:
		default:
			t.Errorf("%q: %q, %v; want %s", tt.ref, u, err, tt.want)
		}
	}
}

// legitimate are references that people and pages use after a login, with the answers
// for the base https://good.example/a/login?next=x.
var legitimate = []struct{ ref, want string }{
	{"/", "/"},
	{"", "/a/login?next=x"},
	{"#top", "/a/login?next=x#top"},
	{"?tab=2", "/a/login?tab=2"},
	{"/account", "/account"},
	{"/account/", "/account/"},
	{"account", "/a/account"},
	{"./account", "/a/account"},
	{"../account", "/account"},
	{"../../account", "/account"},
	{"/account/orders?page=2&size=50", "/account/orders?page=2&size=50"},
	{"/account#orders", "/account#orders"},
	{"/account?tab=1#orders", "/account?tab=1#orders"},
	{"/search?q=a+b", "/search?q=a+b"},
	{"/search?q=a b", "/search?q=a%20b"},
	{"/search?q=a%20b", "/search?q=a%20b"},
	{"/search?q=100%", "/search?q=100%25"},
	{"/search?q=é", "/search?q=%C3%A9"},
	{"/search?q=%C3%A9", "/search?q=%C3%A9"},
	{"/search?q=日本", "/search?q=%E6%97%A5%E6%9C%AC"},
	{"/suche/über uns", "/suche/%C3%BCber%20uns"},
	{"/a b", "/a%20b"},
	{"/list?filter[name]=x", "/list?filter%5Bname%5D=x"},
	{"/list?a[]=1&a[]=2", "/list?a%5B%5D=1&a%5B%5D=2"},
	{"/items/{id}", "/items/%7Bid%7D"},
	{"/x?q={a}", "/x?q=%7Ba%7D"},
	{"/a|b", "/a%7Cb"},
	{"/x?a|b", "/x?a%7Cb"},
	{"/~user/", "/~user/"},
	{"/@user", "/@user"},
	{"/user@example.com", "/user@example.com"},
	{"/C%23/intro", "/C%23/intro"},
	{"/what%3F", "/what%3F"},
	{"/a%2Fb", "/a%2Fb"},
	{"/@scope%2Fname", "/@scope%2Fname"},
	{"/files/report%20(1).pdf", "/files/report%20(1).pdf"},
	{"/files/a;v=1", "/files/a;v=1"},
	{"/files/a,b;c=d", "/files/a,b;c=d"},
	{"/wiki/Talk:Main_Page", "/wiki/Talk:Main_Page"},
	{"/a:b", "/a:b"},
	{"/x?next=/y", "/x?next=/y"},
	{"/x?next=//y", "/x?next=//y"},
	{"/x?next=https://other.example/", "/x?next=https://other.example/"},
	{"/x?next=https%3A%2F%2Fother.example%2F", "/x?next=https%3A%2F%2Fother.example%2F"},
	{"/web/2020/https://other.example/", "/web/2020/https://other.example/"},
	{"/proxy/http://other.example/a//b", "/proxy/http://other.example/a//b"},
	{"/a//b", "/a//b"},
	{"/a/./b", "/a/b"},
	{"/a/../b", "/b"},
	{"/...", "/..."},
	{"/.well-known/openid-configuration", "/.well-known/openid-configuration"},
	{"/oauth/authorize?client_id=a&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&scope=a%20b&state=x%3Dy", "/oauth/authorize?client_id=a&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&scope=a%20b&state=x%3Dy"},
	{"/#/route/1", "/#/route/1"},
	{"/#!/route?x=1", "/#!/route?x=1"},
	{"/index.php?option=com_users&view=login", "/index.php?option=com_users&view=login"},
	{"/?utm_source=a&utm_medium=b", "/?utm_source=a&utm_medium=b"},
	{"/x?t=12:30&d=1/2/2026", "/x?t=12:30&d=1/2/2026"},
	{"/x?json={\"a\":1}", "/x?json=%7B%22a%22:1%7D"},
	{"/x?q='a'", "/x?q=%27a%27"},
	{"/o'neill", "/o'neill"},
	{"/$value/*", "/$value/*"},
	{"/a=b&c", "/a=b&c"},
	{"https://good.example", "/"},
	{"https://good.example/account", "/account"},
	{"https://GOOD.example:443/account", "/account"},
	{"//good.example/account", "/account"},
	{" /account ", "/account"},
	{"/account\n", "/account"},
	{`\account`, "/account"},
	{`/a\b`, "/a/b"},
	{"/%E2%82%AC", "/%E2%82%AC"},
	{"/a%252Fb", "/a%252Fb"},
	{"/x?email=a+b@example.com", "/x?email=a+b@example.com"},
}

func TestRedirectLegitimate(t *testing.T) {
	base := uri.MustParse("https://good.example/a/login?next=x")
	if len(legitimate) < 60 {
		t.Errorf("only %d", len(legitimate))
	}
	for _, tt := range legitimate {
		u, err := Local(base, tt.ref)
		if err != nil || u.String() != "https://good.example"+tt.want {
			t.Errorf("%q: %q, %v; want %q", tt.ref, u, err, tt.want)
			continue
		}
		holdLocal(t, base, tt.ref, u)
		if tt.ref == "" || tt.ref[0] != '/' || strings.HasPrefix(tt.ref, "//") {
			continue
		}
		if path, err := LocalPath(tt.ref); err != nil || path != tt.want {
			t.Errorf("%q: %q, %v; want %q", tt.ref, path, err, tt.want)
		}
	}
}

func TestLocalPath(t *testing.T) {
	for _, tt := range []struct{ ref, want string }{
		{"", "/"},
		{"?a", "/?a"},
		{"#a", "/#a"},
		{"a", "/a"},
		{"..", "/"},
		{"a:b", "!browsers"},
		{"./a:b", "/a:b"},
		{`\a`, "/a"},
		{"/\ta", "/a"},
		{"/%09a", "!the path alone"},
		{"/%0D", "!the path alone"},
		{"/%250A", "!the path alone"},
		{"/%20a", "/%20a"},
		{"//", "!browsers"},
		{"///", "!browsers"},
		{"//a.invalid/x", "!browsers"}, // the bases of LocalPath
		{"//b.invalid/x", "!browsers"},
		{"https://a.invalid/x", "!browsers"},
		{"http://b.invalid/x", "!browsers"},
		{"https:x", "!browsers"},
		{"http:x", "!browsers"},
		{"/.//evil.example", "!the path alone"},
		{"/%2fevil.example", "!the path alone"},
		{"/%5Cevil.example", "!the path alone"},
		{"/a%5C..%5C%5Cevil.example", "!the path alone"},
		{"javascript:alert(1)", "!browsers"},
		{"\tjavascript:alert(1)", "!browsers"},
	} {
		got, err := LocalPath(tt.ref)
		var e *Error
		switch {
		case err == nil && got == tt.want:
			holdLocalPath(t, tt.ref, got)
		case errors.As(err, &e) && "!"+e.Reader == tt.want && got == "":
		default:
			t.Errorf("%q: %q, %v; want %s", tt.ref, got, err, tt.want)
		}
	}
}

// holdLocalPath holds the promise of LocalPath for its answer got.
func holdLocalPath(t *testing.T, ref, got string) {
	t.Helper()
	path := regexp.MustCompile(`^[^?#]*`).FindString(got)
	once := naivePath(path).decode()
	for _, p := range []naivePath{naivePath(path), once, slices.Clone(once).decode()} {
		if len(p) == 0 || p[0] != '/' || len(p) > 1 && strings.IndexByte("/\\\t\r\n", p[1]) >= 0 || !uri.Valid(got) {
			t.Fatalf("%q: %q", ref, got)
		}
	}
	holdPath(t, ref, path)
	v, err := url.Parse(got)
	if err != nil || v.Scheme != "" || v.Host != "" || v.User != nil {
		t.Fatalf("%q: net/url reads %v in %q, %v", ref, v, got, err)
	}
	w := httptest.NewRecorder()
	http.Redirect(w, httptest.NewRequest("GET", "http://proxy.example/a/b", nil), got, http.StatusFound)
	if sent := w.Header().Get("Location"); !strings.HasPrefix(sent, "/") || strings.HasPrefix(sent, "//") || strings.ContainsAny(sent, "\\\t\r\n") {
		t.Fatalf("%q: net/http sends %q for %q", ref, sent, got)
	}
}

// TestRedirectPayloads tries the payloads of public lists, as they are and decoded: none
// leaves.
func TestRedirectPayloads(t *testing.T) {
	file, err := os.Open("testdata/redirects.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	bases := []uri.URI{uri.MustParse("https://www.whitelisteddomain.tld/a/login"), uri.MustParse("http://good.example:8080")}
	tried, local := 0, 0
	for in := bufio.NewScanner(file); in.Scan(); {
		if strings.HasPrefix(in.Text(), "# ") {
			continue
		}
		payloads := []string{in.Text()}
		if decoded, err := url.QueryUnescape(in.Text()); err == nil {
			payloads = append(payloads, decoded)
		}
		for _, ref := range payloads {
			for _, base := range bases {
				tried++
				if u, err := Local(base, ref); err == nil {
					local++
					holdLocal(t, base, ref, u)
				}
			}
			if got, err := LocalPath(ref); err == nil {
				holdLocalPath(t, ref, got)
			}
		}
	}
	t.Logf("%d payloads, %d stay", tried, local)
	if tried < 3000 {
		t.Errorf("only %d payloads", tried)
	}
}

// TestRedirectRandom tries references of pieces: none leaves.
func TestRedirectRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	pieces := []string{"/", "/", "//", ".", "..", "a", "good.example", "evil.example", "friend.example", "?", "#", "@", ":", "https:", "http:", "https://", "%2e", "%2F", "%5C",
		"%252F", "%255c", ";", "443", "%09", "%0d", "%2509", "%00", "\\", "\t", "\r\n", " ", "\x00", "[::1]", "é", "%E3%80%82", "javascript:", "x=1", "{", "%", "|", "127.1", "a.invalid"}
	r := Redirector{uri.MustParse("https://good.example/a/b?c#d"), mustHosts("friend.example, 127.0.0.1")}
	stay := 0
	for range *inputs {
		ref := ""
		for range random.IntN(9) {
			ref += pieces[random.IntN(len(pieces))]
		}
		if u, err := r.Resolve(ref); err == nil {
			stay++
			holdRedirect(t, ref, u.String(), func(scheme, host, port string) bool {
				return host == "good.example" && scheme == "https" && port == "443" || host == "127.0.0.1" || isFriend(host)
			})
		}
		if got, err := LocalPath(ref); err == nil {
			holdLocalPath(t, ref, got)
		}
	}
	if stay < *inputs/20 {
		t.Errorf("only %d references stay", stay)
	}
}

// isFriend reports whether host is friend.example or below it. A final dot makes no
// difference to Hosts.
func isFriend(host string) bool {
	host = strings.TrimSuffix(host, ".")
	return host == "friend.example" || strings.HasSuffix(host, ".friend.example")
}

func FuzzRedirect(f *testing.F) {
	for _, tt := range localAttacks {
		f.Add(tt.ref)
	}
	r := Redirector{uri.MustParse("https://good.example/a/b?c#d"), mustHosts("friend.example")}
	f.Fuzz(func(t *testing.T, ref string) {
		if len(ref) > 1<<8 { // see FuzzRewrite
			return
		}
		if u, err := r.Resolve(ref); err == nil {
			holdRedirect(t, ref, u.String(), func(scheme, host, port string) bool {
				return host == "good.example" && scheme == "https" && port == "443" || isFriend(host)
			})
		}
		if got, err := LocalPath(ref); err == nil {
			holdLocalPath(t, ref, got)
		}
	})
}

// TestRedirectReaders has, for each reader, a reference that this one alone refuses.
func TestRedirectReaders(t *testing.T) {
	for _, tt := range []struct{ list, ref, reader string }{
		{"", "//evil.example", "browsers"},
		{"*", "http://a{b/", "RFC 3986"},
		{"", "/%2fevil.example", "the path alone"},
	} {
		r := Redirector{uri.MustParse("https://good.example/"), mustHosts(tt.list)}
		_, err := r.Resolve(tt.ref)
		var e *Error
		if !errors.As(err, &e) || e.Reader != tt.reader {
			t.Errorf("%s: %v, want %s", tt.ref, err, tt.reader)
		}
	}
}

func TestRedirectAllocations(t *testing.T) {
	base := uri.MustParse("https://good.example/a/login")
	for ref, most := range map[string]float64{"/account?tab=1": 1, "/a b/é": 1, "/list?a[]=1": 7, "https://good.example/account": 0} {
		if n := testing.AllocsPerRun(100, func() {
			if _, err := Local(base, ref); err != nil {
				t.Error(err)
			}
		}); n > most {
			t.Errorf("%q: %v allocations, want at most %v", ref, n, most)
		}
	}
	if n := testing.AllocsPerRun(100, func() {
		if _, err := LocalPath("/account?tab=1"); err != nil {
			t.Error(err)
		}
	}); n > 1 {
		t.Errorf("LocalPath: %v allocations", n)
	}
}
