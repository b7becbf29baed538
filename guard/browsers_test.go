package guard

import (
	"math/rand/v2"
	"net/netip"
	"regexp"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/web"
)

func TestAgreesWithBrowsers(t *testing.T) {
	for _, tt := range []struct{ in, part string }{
		{"http://www.ics.uci.edu/pub/ietf/uri/#Related", ""}, {"HTTP://H.Example:80", ""}, {"http://h:/?", ""},
		{"http://u:p@h:81/a/b?q#f", ""}, {"http://u=1:p;2@h/", ""}, {"http://@h/", ""}, {"http://u:@h/", ""}, {"http://%75@h/", ""},
		{"http://[1:0::0.0.0.1]/", ""}, {"http://127.0.0.1/", ""}, {"mailto:a@b", ""}, {"x:/a/b?c", ""}, {"x://H", ""}, {"x://", ""},
		{"file:///etc/passwd", ""}, {"file:/a", ""}, {"http://h/a%2Fb", ""}, {"ws://h:80/", ""},
		{"", ""}, {"../x", ""}, {"g?y/./x", ""}, {"//h2", ""}, {"?y", ""}, {"#s", ""}, {"./a:b", ""},

		{"http:evil", "host"}, {"http:/evil/x", "host"}, {"///evil.example", "host"}, {"http:///evil", "host"},
		{"http://127.1/", "host"}, {"http://010.0.0.1/", "host"}, {"http://%41/", "host"}, {"file://localhost/x", "host"},
		{"file://c:/x", "host"}, {"http://a@b@c/", "userinfo"}, {"http://h:80:80/", "URI"}, {"http://h:65536/", "URI"},
		{"http://:80/", "URI"}, {"http://a%2Fb/", "URI"}, {"http://1.2.3.4.5/", "URI"}, {"x://:1/", "URI"},
		{"http://h/a/../b", "path"}, {"http://h/%2e%2E/b", "path"}, {"http://h/?'", "query"}, {"mailto:a?b", "query"},
		{"x:/.//y", "path"},
	} {
		err := AgreesWithBrowsers(uri.MustParse(tt.in))
		e, ok := err.(*Error)
		if ok != (tt.part != "") || ok && e.Part != tt.part {
			t.Errorf("%q: %v, want a disagreement about %q", tt.in, err, tt.part)
		}
	}
}

// authorityParts are the parts of an authority, as RFC 3986, 3.2 has them.
var authorityParts = regexp.MustCompile(`^(([^@]*)@)?(\[[^\]]*\]|[^:@]*)(:([^@]*))?$`)

// plainReading is the text of an absolute URI without fragment, in the form that
// browsers give to one that they change nothing else in: what
// [AgreesWithBrowsers] calls the same. It is made with regular expressions.
func plainReading(text string) string {
	m := appendixB.FindStringSubmatch(text)
	scheme := strings.ToLower(m[2])
	special := strings.Contains(" http https ws wss ftp file ", " "+scheme+" ")
	if m[3] == "" && !strings.HasPrefix(m[5], "/") { // opaque
		return scheme + ":" + m[5] + m[6]
	}
	a := authorityParts.FindStringSubmatch(m[4])
	if a == nil {
		return "none"
	}
	host := strings.ToLower(a[3])
	if addr, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil && strings.HasPrefix(host, "[") {
		host = addr.String()
	}
	user, password, _ := strings.Cut(a[2], ":")
	port := strings.TrimLeft(a[5], "0")
	if a[5] != "" && port == "" {
		port = "0"
	}
	if def, ok := map[string]string{"http": "80", "ws": "80", "https": "443", "wss": "443", "ftp": "21"}[scheme]; ok && port == def {
		port = ""
	}
	path := m[5]
	if path == "" && special {
		path = "/"
	}
	return scheme + "://" + decode(user) + " " + decode(password) + "@" + host + ":" + port + path + m[6]
}

// decode decodes escapes, one after another.
func decode(s string) string {
	for i := 0; i+2 < len(s); i++ {
		if s[i] == '%' {
			v, _ := numeral(s[i+1:i+3], 16)
			s = s[:i] + string([]byte{byte(v.Int64())}) + s[i+3:]
		}
	}
	return s
}

// browserReading is the same of what a browser reads.
func browserReading(v web.URL) string {
	host, ok := v.Host()
	if !ok && !strings.HasPrefix(v.Path(), "/") {
		if q, ok := v.Query(); ok {
			return "a query " + q
		}
		return v.Scheme() + ":" + v.Path()
	}
	host = strings.ToLower(host)
	if addr, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil && strings.HasPrefix(host, "[") {
		host = addr.String()
	}
	port := ""
	if n, ok := v.Port(); ok {
		port = uitoa(n)
	}
	query, ok := v.Query()
	if ok {
		query = "?" + query
	}
	return v.Scheme() + "://" + decode(v.Username()) + " " + decode(v.Password()) + "@" + host + ":" + port + v.Path() + query
}

func uitoa(n uint16) string {
	return netip.AddrPortFrom(netip.IPv4Unspecified(), n).String()[len("0.0.0.0:"):]
}

// TestBrowsersBeside compares AgreesWithBrowsers with a reading by regular
// expressions, for random absolute URIs: it agrees if and only if what package web
// reads is the same.
func TestBrowsersBeside(t *testing.T) {
	pieces := []string{"http:", "https:", "ftp:", "ws:", "file:", "x:", "HTTP:", "//", "//", "/", "h", "H.example", "127.0.0.1", "127.1", "0x7f", "[::1]",
		"[1:0::]", "u@", "u:p@", ":@", "@", "%41", "%2e", "%2F", ":", ":80", ":443", ":0080", ":65535", ":65536", "/.", "/..", ".", "..",
		"?", "'", "#", ";", "=", "c:", "a", "localhost", "&", "%00", "$"}
	random := rand.New(rand.NewPCG(5, 6))
	agreed, tried := 0, 0
	for range 10 * *inputs {
		var b strings.Builder
		b.WriteString(pieces[random.IntN(7)])
		b.WriteString([]string{"//", "//", "//", "/", ""}[random.IntN(5)])
		for range random.IntN(6) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		u, err := uri.Parse(b.String())
		if err != nil {
			continue
		}
		tried++
		v, webErr := web.Parse(b.String())
		same := webErr == nil && browserReading(v) == plainReading(b.String())
		if err := AgreesWithBrowsers(u); (err == nil) != same {
			t.Fatalf("%s: %v, a browser reads %q, %v; %q, %q", u, err, v, webErr, plainReading(b.String()), browserReading(v))
		}
		if same {
			agreed++
		}
	}
	if agreed < tried/20 || agreed > tried*19/20 {
		t.Errorf("agreed on %d of %d", agreed, tried)
	}
}
