package guard

import (
	"errors"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"example.com/uri"
)

// The tables of three servers that had to mend their comparison: keycloak
// (RedirectUtilsTest), fosite of Ory Hydra (authorize_helper_test) and pocket-id
// (callback_url_util_test). The rows are their inputs without patterns, which are not
// registered here, and with a "." in private-use schemes (RFC 8252, 8.4). Rows that differ
// on purpose say so.
func TestCallbacksTables(t *testing.T) {
	for _, tt := range []struct {
		registered, uri string
		want            bool
	}{
		// keycloak
		{"https://keycloak.org/test1", "https://keycloak.org/test1", true},
		{"https://keycloak.org/test1", "https://keycloak.org/test", false},
		{"https://keycloak.org/test1", "https://keycloak.org/test1/child", false},
		{"https://keycloak.org/test1", "https://keycloak.com/test1", false},
		{"https://keycloak.org/parent/*", "https://keycloak.org/parent/child", false}, // differs: "*" is itself
		{"https://keycloak.org/parent/*", "https://keycloak.org/parent/*", true},
		{"http://127.0.0.1", "http://127.0.0.1", true},
		{"http://127.0.0.1", "http://127.0.0.1:12324", true},
		{"http://127.0.0.1/callback", "http://127.0.0.1:12324/callback", true},
		{"http://[::1]", "http://[::1]:12324", true},
		{"http://[::1]/callback", "http://[::1]:12324/callback", true},
		{"http://localhost", "http://localhost", true},
		{"http://localhost", "http://localhost:12324", true},
		{"http://localhost:3000/cb", "http://localhost:53219/cb", true},
		{"http://localhost:3000/cb", "http://localhost/cb", true},
		{"http://localhost:3000/cb", "http://localhost:0/cb", false},
		{"http://localhost:3000/cb", "http://127.0.0.1:3000/cb", false},
		{"http://127.0.0.1:3000/cb", "http://localhost:3000/cb", false},
		{"http://[::1]/cb", "http://localhost/cb", false},
		{"http://localhost/cb", "http://localhost.evil.example/cb", false},
		{"http://localhost/cb", "http://localhost:1.evil.example/cb", false},
		{"http://localhost/cb", "http://LOCALHOST:1/cb", false},
		{"http://localhost./cb", "http://localhost./cb", true},
		{"http://localhost./cb", "http://localhost:80./cb", false},
		{"http://localhost./cb", "http://localhost.:80/cb", false},
		{"http://127.0.0.10/cb", "http://127.0.0.1:80/cb", false},
		{"https://localhost/cb", "https://localhost:1/cb", false},
		{"http://localhost/cb", "http://localhost:1/cb/", false},
		{"http://127.0.0.1", "http://127.0.0.1@invalid.com", false},
		{"http://127.0.0.1", "http://127.0.0.1:12324@invalid.com", false},
		{"http://127.0.0.1/callback", "http://127.0.0.1@invalid.com/callback", false},
		{"http://127.0.0.1/callback", "http://127.0.0.1:12324@invalid.com/callback", false},
		{"http://[::1]", "http://[::1]@invalid.com", false},
		{"http://[::1]", "http://[::1]:12324@invalid.com", false},
		{"http://[::1]/callback", "http://[::1]:12324@invalid.com/callback", false},
		{"http://localhost/callback", "http://localhost:12324@invalid.com/callback", false},
		{"custom.1:/test1", "custom.1:/test1", true},
		{"custom.1:/test1", "custom.1:/test", false},
		{"custom.1:/test1", "custom.1:/test1/test", false},
		{"custom.1:/test1", "custom.3:/test1", false},
		{"https://keycloak.org/%7B123%7D", "https://keycloak.org/%7B123%7D", true},
		{"https://keycloak.org/%7B123%7D", "https://keycloak.org/{123}", false},
		{"https://keycloak.org/a", "https://KeyCloak.org/a", false},
		{"http://localhost/a", "HTTP://localhost/a", false},
		{"no.host.Name.App:/Test", "no.host.Name.App:/Test", true},
		{"no.host.Name.App:/Test", "no.host.Name.app:/Test", false},
		{"no.host.Name.App:/Test", "no.host.Name.App:/test", false},
		{"https://keycloak.org/a", "/a", false},
		{"https://keycloak.org", "https://keycloak.org@other.com", false},
		{"https://keycloak.org", "https://keycloak.org%2F@other.com", false},
		{"https://keycloak.org/test/", "https://keycloak.org/test/..;/", false},
		{"https://keycloak.org/test/", "https://keycloak.org/test/%2E%2E/", false},
		{"https://keycloak.org/test/", "https://keycloak.org/test/%2E.", false},
		{"https://keycloak.org/test/", `https://keycloak.org/test\..\`, false},
		{"https://keycloak.org/test/", "https://keycloak.org/test%2f%2E%2e%2F", false},
		{"https://keycloak.org/test/", "https://keycloak.org/test/%252E%252E/", false},
		{"https://keycloak.org/test/", "https://keycloak%2Eorg/test/", false},
		{"https://keycloak.org", "https://keycloak.org%2Ftest%2F%40sample.com", false},
		{"https://keycloak.org/test/.../", "https://keycloak.org/test/.../", true},
		{"https://keycloak.org/test/some%2Fthing/", "https://keycloak.org/test/some%2Fthing/", true},

		// fosite
		{"wta.example://auth", "wta.example://auth", true},
		{"wta.example:///auth", "wta.example:///auth", true},
		{"wta.example://foo/auth", "wta.example://foo/auth", true},
		{"https://bar.com/cb", "https://foo.com/cb", false},
		{"https://bar.com/cb", "", false}, // differs: which one is meant is for the caller
		{"https://bar.com/cb", "https://bar.com/cb123", false},
		{"http://[::1]", "http://[::1]:1024", true},
		{"http://[::1]", "http://[::1]:1024/cb", false},
		{"http://[::1]/cb", "http://[::1]:1024/cb", true},
		{"http://[::1]", "http://foo.bar/bar", false},
		{"http://127.0.0.1", "http://127.0.0.1:1024", true},
		{"http://127.0.0.1/cb", "http://127.0.0.1:64000/cb", true},
		{"http://127.0.0.1", "http://127.0.0.1:64000/cb", false},
		{"http://127.0.0.1/Cb", "http://127.0.0.1:8080/Cb", true},
		{"http://127.0.0.1", ":/invalid.uri)bar", false},
		{"http://127.0.0.1:8080/cb", "http://127.0.0.1:8080/Cb", false},
		{"http://127.0.0.1:8080/cb", "http://127.0.0.1:8080/cb?foo=bar", false},
		{"http://127.0.0.1:8080/cb?foo=bar", "http://127.0.0.1:8080/cb?foo=bar", true},
		{"http://127.0.0.1:8080/cb?foo=bar", "http://127.0.0.1:8080/cb?baz=bar&foo=bar", false},
		{"http://127.0.0.1:8080/cb?foo=bar&baz=bar", "http://127.0.0.1:8080/cb?baz=bar&foo=bar", false},
		{"https://www.ory.sh/cb", "http://127.0.0.1:8080/cb", false},
		{"http://127.0.0.1:8080/cb", "https://www.ory.sh/cb", false},
		{"web+application.example://callback", "web+application.example://callback", true},
		{"https://google.com/?foo=bar%20foo+baz", "https://google.com/?foo=bar%20foo+baz", true},
		{"https://google.com/?foo=bar%20foo+baz", "https://google.com/?foo=bar+foo+baz", false},

		// pocket-id
		{"https://example.org/callback", "https://example.com/callback", false},
		{"https://example.com/callback", "http://example.com/callback", false},
		{"https://example.com/callback", "https://malicious.com/callback", false},
		{"https://example.com/callback", "https://examp1e.com/callback", false},
		{"https://example.com/callback", "https://\u0435xample.com/callback", false},
		{"https://example.com:8080/callback", "https://example.com:9090/callback", false},
		{"https://example.com/callback", "https://example.com/other", false},
		{"https://example.com/callback", "https://user:pass@example.com/callback", false},
		{"https://example.com/callback", "https://user:pass@evil.com@example.com/callback", false},
		{"https://example.com/callback", "https://user:password@malicious.site#example.com/callback", false},
		{"https://example.com/callback", "https://malicious.site?url=abc.example.com/callback", false},
		{"https://example.com/callback?code=123", "https://example.com/callback#section?code=123", false},
		{"https://example.com/callback?mode=production", "https://example.com/callback?mode=production", true},
		{"https://example.com/callback?mode=production", "https://example.com/callback?mode=development", false},
		{"https://example.com/callback", "https://example.com/callback?extra=value", false},
		{"https://example.com/callback", "https://example.com/callback#section", false}, // differs: RFC 6749, 3.1.2
		{"https://example.com/callback", "https://example.com/../admin/callback", false},
		{"https://example.com/callback", `https://example.com\callback`, false},
		{"https://example.com/callback", "https://example.com//evil.com/callback", false},
		{"https://example.com/callback", "https://example.com/callback%0d%0aLocation:%20https://evil.com", false},
		{"https://example.com/callback", "https://example.com/callback%00.evil.com", false},
		{"http://127.0.0.1/callback", "http://127.0.0.1:8080/callback", true},
		{"http://127.0.0.1:8080/callback", "http://127.0.0.1:8080/callback", true},
		{"http://127.0.0.1:8080/callback", "http://127.0.0.1:9999/callback", true},
		{"http://[::1]/callback", "http://[::1]:8080/callback", true},
		{"http://localhost/callback", "http://localhost:8080/callback", true}, // RFC 9700, 2.1
		{"https://127.0.0.1/callback", "https://127.0.0.1:8080/callback", false},
		{"http://127.0.0.1/callback", "http://127.0.0.1:8080/different", false},

		// RFC 8252, 7.3 and RFC 9700, 2.1
		{"http://127.0.0.1:8080/cb", "http://127.0.0.1/cb", true},
		{"http://127.0.0.1/cb", "http://127.0.0.1:/cb", false},
		{"http://127.0.0.1/cb", "http://127.0.0.1:0/cb", false},
		{"http://127.0.0.1:0/cb", "http://127.0.0.1:8080/cb", true},
		{"http://127.0.0.1:/cb", "http://127.0.0.1/cb", true},
		{"http://127.0.0.1/cb", "http://127.0.0.1:65535/cb", true},
		{"http://127.0.0.1/cb", "http://127.0.0.1:65536/cb", false},
		{"http://127.0.0.1/cb", "http://127.0.0.1:080/cb", false},
		{"http://127.0.0.1/cb", "http://127.0.0.1:80x/cb", false},
		{"http://127.0.0.1/cb", "http://127.0.0.1.evil.example/cb", false},
		{"http://127.0.0.1/cb", "http://127.0.0.1:80.evil.example/cb", false},
		{"http://127.0.0.1/cb", "http://127.0.0.1:80/cb#", false},
		{"http://127.0.0.1/cb", "http://[::1]:80/cb", false},
		{"http://127.0.0.1/cb", "http://127.1:80/cb", false},
		{"http://127.0.0.1/cb", "https://127.0.0.1:80/cb", false},
		{"http://127.0.0.1/cb", "HTTP://127.0.0.1:80/cb", false},
		{"http://127.0.0.2/cb", "http://127.0.0.2:80/cb", false},
		{"http://127.0.0.1?q", "http://127.0.0.1:80?q", true},
		{"http://[0:0:0:0:0:0:0:1]/cb", "http://[0:0:0:0:0:0:0:1]:80/cb", false},
		{"https://app.example/cb", "https://app.example:443/cb", false},
		{"https://app.example/cb", "https://app.example/cb/", false},
		{"https://app.example/~a", "https://app.example/%7Ea", false},
	} {
		c, err := ParseCallbacks(tt.registered)
		if err != nil {
			t.Errorf("%s: %v", tt.registered, err)
			continue
		}
		err = c.Match(tt.uri)
		if (err == nil) != tt.want {
			t.Errorf("%s: %s: %v", tt.registered, tt.uri, err)
		}
		var e *Error
		if err != nil && (!errors.As(err, &e) || e.Op != "callbacks" || e.Offset > len(tt.uri) || tt.uri[:e.Offset] != tt.registered[:e.Offset]) {
			t.Errorf("%s: %s: %v", tt.registered, tt.uri, err)
		}
	}
	if err := (Callbacks{}).Match(""); err == nil {
		t.Error("the zero Callbacks matches")
	}
	c, err := ParseCallbacks("https://a.example/cb", "https://b.example/cb?x", "http://127.0.0.1/")
	if err != nil {
		t.Fatal(err)
	}
	for uri, want := range map[string]int{"https://b.example/cb": 20, "https://b.example/cb?xy": 22, "http://127.0.0.1": 16, "x": 0} {
		var e *Error
		if err := c.Match(uri); !errors.As(err, &e) || e.Offset != want {
			t.Errorf("%s: %v, want offset %d", uri, err, want)
		}
	}
}

func TestParseCallbacks(t *testing.T) {
	const noDot = `its scheme is not https and has no "."`
	for _, tt := range []struct {
		uri    string
		offset int
		reason string
	}{
		{"", 0, "it is not absolute"},
		{"/cb", 0, "it is not absolute"},
		{"//app.example/cb", 0, "it is not absolute"},
		{"https://app.example/cb#", 22, "it has a fragment"},
		{"https://app.example/cb#x", 22, "it has a fragment"},
		{"https://app.example/c b", 21, "invalid character ' '"},
		{"https://\u00e4pp.example/cb", 8, "invalid character 'ä'"},
		{"https:///cb", 8, "it names no host"},
		{"https:/cb", 6, "it names no host"},
		{"https:cb", 6, "it names no host"},
		{"https://:80/cb", 8, "it names no host"},
		{"app://:80/cb", 6, "it names no host"},
		{"https://u:secret@app.example/cb", 8, "it has userinfo"},
		{"https://@app.example/cb", 8, "it has userinfo"},
		{"https://*.app.example/cb", 8, kinds[CodeRegistryAuthority].message},
		{"https://app.example:*/cb", 8, "it names no host"},
		{"https://app%2Eexample/cb", 11, kinds[CodeEscapedHost].message},
		{"https://0x7f.1/cb", 8, kinds[CodeOddIPv4].message},
		{"https://app.example:65536/cb", 20, kinds[CodePortRange].message},
		{"https://app.example?@evil.example", 19, kinds[CodeAuthorityEnd].message},
		{"https://app.example/a/../cb", 22, "it has a dot segment"},
		{"https://app.example/a/./cb", 22, "it has a dot segment"},
		{"https://app.example/a/%2e%2E", 22, "it has a dot segment"},
		{"https://app.example/a/..;x/cb", 22, "it has a dot segment"},
		{"https://app.example/a/..%00/cb", 22, "it has a dot segment"},
		{"https://app.example/a%2F..%2Fcb", 24, "it has a dot segment"},
		{"https://app.example/a%5c..%5Ccb", 24, "it has a dot segment"},
		{"com.example.app:/a/../b", 19, "it has a dot segment"},
		{"javascript:alert(1)", 0, "its scheme is that of a program, a document or a file"},
		{"JavaScript:alert(1)", 0, "its scheme is that of a program, a document or a file"},
		{"data:text/html,x", 0, "its scheme is that of a program, a document or a file"},
		{"vbscript:x", 0, "its scheme is that of a program, a document or a file"},
		{"blob:https://app.example/x", 0, "its scheme is that of a program, a document or a file"},
		{"file:///cb", 0, "its scheme is that of a program, a document or a file"},
		{"about:blank", 0, "its scheme is that of a program, a document or a file"},
		{"custom1:/test1", 0, noDot},
		{"wta://auth", 0, noDot},
		{"wta:///auth", 0, noDot},
		{"web+application://callback", 0, noDot},
		{"myapp://cb", 0, noDot},
		{"MyApp:cb", 0, noDot},
		{"mailto:a@b", 0, noDot},
		{"mailto://app.example/cb", 0, noDot},
		{"tel:1", 0, noDot},
		{"feed:javascript:alert(1)", 0, noDot},
		{"mhtml:http://x/!y", 0, noDot},
		{"search-ms:x", 0, noDot},
		{"ms-word://app.example/cb", 0, noDot},
		{"intent://app.example/cb", 0, noDot},
		{"ftp://app.example/cb", 0, noDot},
		{"ws://app.example/cb", 0, noDot},
		{"https://app.example/a/%252e%252e/cb", 22, "it has a dot segment"},
		{"https://app.example/a/..%3f", 22, "it has a dot segment"},
		{"https://app.example/a/..%c0%afcb", 22, "it has a dot segment"},
		{"https://app.example/a/.%e0%80%ae/cb", 22, "it has a dot segment"},
		{"https://app.example/a/..:x", 22, "it has a dot segment"},
		{"https://app.example/a/b%252f..%09", 28, "it has a dot segment"},
		{"http://app.example/cb", 0, "http is only for loopback addresses"},
		{"HTTP://app.example/cb", 0, "http is only for loopback addresses"},
		{"http://192.168.1.1/cb", 0, "http is only for loopback addresses"},
		{"http://localhost.evil.example/cb", 0, "http is only for loopback addresses"},
		{"http://testlocalhost/cb", 0, "http is only for loopback addresses"},
		{"http://[::ffff:127.0.0.1]/cb", 0, "http is only for loopback addresses"},
	} {
		_, err := ParseCallbacks("https://ok.example/", tt.uri)
		var e *Error
		if !errors.As(err, &e) || e.Part != "uris[1]" || e.Offset != tt.offset || e.Reason != tt.reason || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v; want offset %d, %s", tt.uri, err, tt.offset, tt.reason)
		}
	}
	for _, uri := range []string{
		"https://app.example", "https://app.example/cb?a=b", "https://app.example:8443/", "https://10.0.0.1/cb", "https://[2001:db8::1]/cb",
		"https://app_1.example./cb", "https://app.example/.well-known/a..b/...", "https://app.example/a//b", "http://localhost:3000/cb", "http://LOCALHOST/",
		"http://127.0.0.2/", "http://127.0.0.1/", "http://[::1]/", "com.example.app:/cb", "com.example.app:cb", "app.example://cb", "x.y:/cb", "https://app.example/:x/a:b/c.", "https://app.example/%C3%A9/%C1%E9/%3a", "urn:ietf:wg:oauth:2.0:oob", "msauth.com.example://auth",
	} {
		c, err := ParseCallbacks(uri)
		if err != nil {
			t.Errorf("%s: %v", uri, err)
		}
		if err := c.Match(uri); err != nil {
			t.Errorf("%s: %v", uri, err)
		}
	}
}

// The parts of a URI, and of its authority, for naiveCallback.
var (
	naiveParts = regexp.MustCompile(`(?s)^(([^:/?#]+):)?(//([^/?#]*))?(.*)$`)
	naivePort  = regexp.MustCompile(`^(.*?)(:[0-9]*)?$`)
)

// naiveCallback says by Appendix B of RFC 3986 whether uri is the registered one: equal,
// or equal except for the port of an http URI on a loopback.
func naiveCallback(registered, uri string) bool {
	if registered == uri {
		return true
	}
	split := func(s string) (scheme, host, port, rest string) {
		m := naiveParts.FindStringSubmatch(s)
		a := naivePort.FindStringSubmatch(m[4])
		if a == nil {
			return m[2], m[4], "", m[5]
		}
		return m[2], a[1], a[2], m[5]
	}
	s1, h1, _, r1 := split(registered)
	s2, h2, p2, r2 := split(uri)
	n, _ := strconv.Atoi(strings.TrimPrefix(p2, ":"))
	return strings.EqualFold(s1, "http") && s1 == s2 && (h1 == "127.0.0.1" || h1 == "[::1]" || h1 == "localhost") && h1 == h2 &&
		(p2 == "" || 1 <= n && n <= 65535 && p2[1] != '0') && r1 == r2 && strings.HasPrefix(uri, s1+"://")
}

func TestCallbacksNaive(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 16))
	pick := func(from ...string) string { return from[random.IntN(len(from))] }
	port := func() string { return pick("", "", ":80", ":8080", ":0", ":", ":99999", ":080", "@a.example", ":1@b") }
	text := func() string {
		return pick("http", "http", "http", "https", "HTTP", "example.app") + pick("://", "://", "://", ":/", ":") +
			pick("127.0.0.1", "127.0.0.1", "[::1]", "localhost", "localhost.", "a.example", "127.0.0.2") +
			port() + pick("", "/", "/cb", "/cb", "/cb/", "?q", "/cb?q", "#f", "/cb#f")
	}
	changedPort := regexp.MustCompile(`(0\.1|:1\]|localhost|example)(:[0-9]+)?`)
	matched, refused := 0, 0
	for range *inputs {
		registered := text()
		c, err := ParseCallbacks(registered)
		if err != nil {
			refused++
			continue
		}
		for range 4 {
			uri := text()
			if random.IntN(2) == 0 {
				uri = changedPort.ReplaceAllString(registered, "${1}"+port())
			}
			got := c.Match(uri) == nil
			if want := naiveCallback(registered, uri); got != want {
				t.Fatalf("%s: %s: %v, want %v", registered, uri, got, want)
			}
			if got {
				matched++
			}
		}
	}
	if matched < *inputs/100 || refused < *inputs/10 {
		t.Errorf("of %d, %d matched, %d not registered", *inputs, matched, refused)
	}
}

// FuzzCallbacks: a registered URI matches itself and no other text, except with
// another port of a loopback; it leads nowhere that is not its text.
func FuzzCallbacks(f *testing.F) {
	f.Add("https://app.example/cb", "https://app.example/cb/..;/x")
	f.Add("http://127.0.0.1/cb", "http://127.0.0.1:80@evil.example/cb")
	f.Add("http://[::1]:8080", "http://[::1]:1?")
	f.Add("example.app:/cb", "example.App:/cb")
	f.Add("http://localhost./cb", "http://localhost:80./cb")
	f.Fuzz(func(t *testing.T, registered, text string) {
		c, err := ParseCallbacks(registered)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Part != "uris[0]" || e.Offset < 0 || e.Offset > len(registered) || e.Reason == "" {
				t.Fatalf("%q: %v", registered, err)
			}
			return
		}
		if err := c.Match(registered); err != nil {
			t.Fatalf("%q: %v", registered, err)
		}
		u := uri.MustParse(registered)
		if _, ok := u.Fragment(); ok || !u.IsAbsolute() {
			t.Fatalf("%q is registered", registered)
		}
		if got := c.Match(text) == nil; got != naiveCallback(registered, text) {
			t.Fatalf("%q: %q: %v", registered, text, got)
		}
	})
}

func TestCallbacksAllocations(t *testing.T) {
	c, err := ParseCallbacks("https://app.example/cb", "http://127.0.0.1/cb")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"https://app.example/cb", "http://127.0.0.1:54321/cb"} {
		if n := testing.AllocsPerRun(100, func() { _ = c.Match(s) }); n != 0 {
			t.Errorf("%s: %v allocations", s, n)
		}
	}
}
