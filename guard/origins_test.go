package guard

import (
	"errors"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/uri/web"
)

// The tables of libraries that had to mend their comparison: coder/websocket
// (accept_test), gorilla/websocket (server_test), rs/cors (cors_test and the cases of
// its utils_test), jub0bs/cors, gin-contrib/cors, go-restful, go-zero. Rows that differ
// on purpose say so.
func TestOriginsTables(t *testing.T) {
	for _, tt := range []struct {
		list, header string
		want         bool
	}{
		// coder/websocket
		{"https://example.com", "", false}, // differs: a request without the field is for the caller
		{"https://example.com", "$#)(*)$#@*$(#@*$)#@*%)#(@*%)#(@%#@$#@$#$#@$#@}{}{}", false},
		{"https://example.com", "harhar.com", false},
		{"https://example.com", "https://harhar.com", false},
		{"https://example1.com", "https://example.com", false},
		{"https://example.com", "https://example.com", true},
		{"https://example.com", "https://examplE.com", false},       // differs: no browser sends it
		{"https://*.example.com", "https://two.examplE.com", false}, // differs
		{"https://*.example.com", "https://two.example.com", true},
		{"https://exam3.com, https://bar.com", "https://two.example.com", false},
		// gorilla/websocket
		{"https://example.org", "https://other.org", false},
		{"https://example.org", "https://example.org", true},
		// rs/cors
		{"http://foobar.com", "http://foobar.com", true},
		{"http://foobar.com", "http://barbaz.com", false},
		{"http://*.bar.com", "http://foo.bar.com", true},
		{"http://*.bar.com", "http://foobar.com", false},
		{"http://*.bar.com", "http://bar.com", false},
		{"http://*.bar.com", "http://.bar.com", false},
		{"http://*.bar.com", "http://foo.bar.com.evil.example", false},
		// jub0bs/cors
		{"https://foo.com, https://bar.com", "https://barfoo.com", false},
		{"https://foo.com, https://bar.com", "https://foobar.com", false},
		{"https://foo.com, https://bar.com", "https://bar.com", true},
		// gin-contrib/cors
		{"https://example.com", "https://example.community", false},
		{"http://localhost", "http://localhost.example.com", false},
		// go-restful, go-zero
		{"https://example.com", "https://example.com.malicious.domain", false},
		{"https://victim.com", "https://evil-victim.com", false},
		{"https://*.victim.com", "https://evil-victim.com", false},

		// RFC 6454, 6.2; Fetch
		{"https://a.example", "null", false},
		{"https://*.a.example", "null", false},
		{"https://*.a.example", "https://b.a.example.", false},
		{"https://*." + strings.Repeat("a", 63) + ".b.example", "https://x." + strings.Repeat("a", 63) + ".b.example", true},
		{"https://*." + strings.Repeat("a", 53) + ".b.example", "https://x." + strings.Repeat("a", 53) + ".b.example", true}, // 64 bytes from the "." on
		{"http://localhost:*", "http://xlocalhost:*", false},
		{"https://a.example", "https://a.example.evil.com", false},
		{"https://a.example", "https://evila.example", false},
		{"https://a.example", "https://a.example:8443", false},
		{"https://a.example:8443", "https://a.example:8443", true},
		{"https://a.example:8443", "https://a.example", false},
		{"https://a.example", "https://a.example:443", false},
		{"https://a.example", "http://a.example", false},
		{"https://a.example", "https://a.example/", false},
		{"https://a.example", "https://a.example.", false},
		{"https://a.example", "https://A.example", false},
		{"https://a.example", "HTTPS://a.example", false},
		{"https://a.example", "https://u@a.example", false},
		{"https://a.example", "https://a.example https://b.example", false},
		{"https://a.example https://b.example", "https://a.example https://b.example", false},
		{"https://a.example", "https://a.example,https://a.example", false},
		{"https://a.example", "https://a.example\x00", false},
		{"https://a.example", " https://a.example", false},
		{"https://a.example", "https://b.a.example", false},
		{"https://*.a.example", "https://b.a.example", true},
		{"https://*.a.example", "https://c.b.a.example", true},
		{"https://*.a.example", "https://a.example", false},
		{"https://*.a.example", "https://.a.example", false},
		{"https://*.a.example", "https://b..a.example", false},
		{"https://*.a.example", "https://b.a.example.", false},
		{"https://*.a.example", "https://b.a.example:443", false},
		{"https://*.a.example", "https://b.a.example:", false},
		{"https://*.a.example", "http://b.a.example", false},
		{"https://*.a.example", "https://b.A.example", false},
		{"https://*.a.example", "https://B.a.example", false},
		{"https://*.a.example", "https://*.a.example", false},
		{"https://*.a.example", "https://u@b.a.example", false},
		{"https://*.a.example", "https://evil.example/.a.example", false},
		{"https://*.a.example", "https://evil.example#.a.example", false},
		{"https://*.a.example", "https://evil.example:80.a.example", false},
		{"https://*.a.example", "https://evil.example https://b.a.example", false},
		{"https://*.a.example", "https://b\x00.a.example", false},
		{"https://*.a.example", "https://\u00e4.a.example", false},
		{"https://*.a.example", "https://b%2e.a.example", false},
		{"https://*.a.example", "https://" + strings.Repeat("b", 63) + ".a.example", true},
		{"https://*.a.example", "https://" + strings.Repeat("b", 64) + ".a.example", false},
		{"https://*.a.example", "https://" + strings.Repeat("b.", 122) + "a.example", true},
		{"https://*.a.example", "https://" + strings.Repeat("b.", 123) + "a.example", false},
		{"https://*.a.example:8443", "https://b.a.example:8443", true},
		{"https://*.a.example:8443", "https://b.a.example", false},
		{"https://*.a.example:8443", "https://b.a.example:08443", false},
		{"https://*.a.example, http://*.a.example:81", "http://b.a.example:81", true},
		{"https://*.a.example, http://*.a.example:81", "http://b.a.example", false},
		{"https://*.localhost", "https://a.localhost", true},
		{"http://127.0.0.1:3000", "http://127.0.0.1:3000", true},
		{"http://127.0.0.1:3000", "http://127.1:3000", false},
		{"http://[::1]", "http://[::1]", true},
		{"http://[::1]:3000", "http://[0:0:0:0:0:0:0:1]:3000", false},
		{"http://[::ffff:7f00:1]", "http://[::ffff:7f00:1]", true},
		{"https://xn--bcher-kva.example", "https://xn--bcher-kva.example", true},
		{"https://xn--bcher-kva.example", "https://b\u00fccher.example", false},
		{"chrome-extension://aaaabbbbccccddddeeeeffffgggghhhh", "chrome-extension://aaaabbbbccccddddeeeeffffgggghhhh", true},
		{"chrome-extension://aaaabbbbccccddddeeeeffffgggghhhh", "chrome-extension://bbbbbbbbccccddddeeeeffffgggghhhh", false},
		{"app://a.example", "app://a.example", true},
		{"zotero://a.example", "zotero://a.example", true},
		{"https://*.a.example", "https://az-09_.a.example", true},
		{"moz-extension://0f0f0f0f-0000-4000-8000-000000000000", "moz-extension://0f0f0f0f-0000-4000-8000-000000000000", true},
		{"moz-extension://*", "moz-extension://0f0f0f0f-0000-4000-8000-000000000000", true},
		{"moz-extension://*", "moz-extension://", false},
		{"moz-extension://*", "moz-extension://a/", false},
		{"moz-extension://*", "moz-extension://a.example", false},
		{"moz-extension://*", "moz-extension://a_b", false},
		{"moz-extension://*", "moz-extension://a:80", false},
		{"moz-extension://*", "moz-extension://*", false},
		{"moz-extension://*", "moz-extension://a moz-extension://a", false},
		{"moz-extension://*", "chrome-extension://a", false},
		{"moz-extension://*", "https://a", false},
		{"safari-web-extension://*", "safari-web-extension://E3449E52-7C0B-4BC0-9A3B-0123456789AB", true},
		{"safari-web-extension://*, https://*.a.example", "https://b.a.example", true},
		{"safari-web-extension://E3449E52", "safari-web-extension://E3449E52", true},
		{"safari-web-extension://E3449E52", "safari-web-extension://e3449e52", false},
		{"capacitor://localhost", "capacitor://localhost", true},
		{"http://localhost:*", "http://localhost", true},
		{"http://localhost:*", "http://localhost:5173", true},
		{"http://localhost:*", "http://localhost:443", true},
		{"http://localhost:*", "http://localhost:80", false}, // no browser sends it
		{"http://localhost:*", "http://localhost:0", false},
		{"http://localhost:*", "http://localhost:08", false},
		{"http://localhost:*", "http://localhost:", false},
		{"http://localhost:*", "http://localhost:*", false},
		{"http://localhost:*", "http://localhost:65536", false},
		{"http://localhost:*", "http://localhost:1:2", false},
		{"http://localhost:*", "http://localhost:1@evil.example", false},
		{"http://localhost:*", "http://localhost.evil.example:1", false},
		{"http://localhost:*", "http://evil.example:1", false},
		{"http://localhost:*", "https://localhost:1", false},
		{"http://localhost:*", "http://127.0.0.1:1", false},
		{"http://localhost:*", "http", false},
		{"http://localhost:*", ":", false},
		{"https://[::1]:*, http://127.0.0.1:*", "https://[::1]", true},
		{"https://[::1]:*, http://127.0.0.1:*", "https://[::1]:80", true},
		{"https://[::1]:*, http://127.0.0.1:*", "https://[::1]:443", false},
		{"https://[::1]:*, http://127.0.0.1:*", "http://127.0.0.1:3000", true},
		{"https://[::1]:*, http://127.0.0.1:*", "http://[::1]:3000", false},
		{"moz-extension://*", "moz-extension://0f0f0f0f-0000-4000-8000-000000000000", true},
		{"moz-extension://*", "moz-extension://", false},
		{"moz-extension://*", "moz-extension://a/b", false},
		{"moz-extension://*", "moz-extension://a.example", false},
		{"moz-extension://*", "safari-web-extension://A", false},
		{"safari-web-extension://*", "safari-web-extension://0F0F0F0F-0000-4000-8000-000000000000", true},
		{"safari-web-extension://0F0F", "safari-web-extension://0F0F", true},
		{"safari-web-extension://0F0F", "safari-web-extension://0f0f", false},
		{"https://a_b.example", "https://a_b.example", true},
		{"", "", false},
		{"", "null", false},
		{" ,\t", "https://a.example", false},
	} {
		o, err := ParseOrigins(tt.list)
		if err != nil {
			t.Errorf("%q: %v", tt.list, err)
			continue
		}
		if got := o.Match(tt.header); got != tt.want {
			t.Errorf("%q: %q: %v", tt.list, tt.header, got)
		}
	}
	if (Origins{}).Match("https://a.example") || (Origins{}).Match("") {
		t.Error("the zero Origins matches")
	}
}

func TestParseOrigins(t *testing.T) {
	for _, tt := range []struct {
		list   string
		offset int
		reason string
	}{
		{"https://a.example, null", 19, `"null" is the origin of many documents`},
		{"*", 0, `"*" would let every page in`},
		{"a.example", 0, `an origin is a scheme, "://" and a host`},
		{"*.a.example", 0, `an origin is a scheme, "://" and a host`},
		{"//a.example", 0, `an origin is a scheme, "://" and a host`},
		{"chrome-extension://*", 19, `"*" would let every extension in: list the ids`},
		{"moz-extension://*.a", 16, `not the id of an extension: letters, digits and "-"`},
		{"moz-extension://", 16, `not the id of an extension: letters, digits and "-"`},
		{"chrome-extension://a:80", 19, `not the id of an extension: letters, digits and "-"`},
		{"chrome-extension://a/", 19, `not the id of an extension: letters, digits and "-"`},
		{"https:a.example", 0, `an origin is a scheme, "://" and a host`},
		{"wss://a.example", 0, "the origin of a WebSocket is that of its page: http or https"},
		{"ws://a.example", 0, "the origin of a WebSocket is that of its page: http or https"},
		{"file://a.example", 0, `the origin of such a document is "null"`},
		{"https://a.example data://a", 18, `the origin of such a document is "null"`},
		{"javascript://a", 0, `the origin of such a document is "null"`},
		{"https://a.xn--9.example", 8, "not a label that browsers write (RFC 3492)"},
		{"https://xn--a-", 8, "not a label that browsers write (RFC 3492)"},
		{"https://*.xn--", 10, "not a label that browsers write (RFC 3492)"},
		{"HTTPS://a.example", 0, "not a scheme in lower case"},
		{"://a.example", 0, "not a scheme in lower case"},
		{"*://a.example", 0, "not a scheme in lower case"},
		{"1x://a.example", 0, "not a scheme in lower case"},
		{"https://a.example/", 17, "an origin has no path and no userinfo"},
		{"https://a.example?x", 17, "an origin has no path and no userinfo"},
		{"https://a.example#x", 17, "an origin has no path and no userinfo"},
		{`https://a.example\`, 17, "an origin has no path and no userinfo"},
		{"https://@a.example", 8, "an origin has no path and no userinfo"},
		{"https:///", 8, "an origin has no path and no userinfo"},
		{"https://u:secret@a.example", 16, "an origin has no path and no userinfo"},
		{"https://a.example:443", 17, "the default port of the scheme is not written"},
		{"http://a.example:80", 16, "the default port of the scheme is not written"},
		{"https://a.example:", 18, "not a port from 1 to 65535"},
		{"https://a.example:0", 18, "not a port from 1 to 65535"},
		{"https://a.example:08443", 18, "not a port from 1 to 65535"},
		{"https://a.example:65536", 18, "not a port from 1 to 65535"},
		{"https://a.example:*", 17, `":*" is only for http and https on localhost, 127.0.0.1 and [::1]`},
		{"http://a, http://localhost.example:*", 34, `":*" is only for http and https on localhost, 127.0.0.1 and [::1]`},
		{"app://localhost:*", 15, `":*" is only for http and https on localhost, 127.0.0.1 and [::1]`},
		{"http://*:*", 8, `":*" is only for http and https on localhost, 127.0.0.1 and [::1]`},
		{"http://*.localhost:*", 18, `":*" is only for http and https on localhost, 127.0.0.1 and [::1]`},
		{"http://127.0.0.2:*", 16, `":*" is only for http and https on localhost, 127.0.0.1 and [::1]`},
		{"http://LOCALHOST:*", 16, `":*" is only for http and https on localhost, 127.0.0.1 and [::1]`},
		{"http://:*", 7, `":*" is only for http and https on localhost, 127.0.0.1 and [::1]`},
		{"http://localhost:*:*", 18, `":*" is only for http and https on localhost, 127.0.0.1 and [::1]`},
		{"http://localhost:*/", 18, "an origin has no path and no userinfo"},
		{"ws://localhost:*", 0, "the origin of a WebSocket is that of its page: http or https"},
		{"https://", 8, "it names no host"},
		{"https://:8443", 8, "it names no host"},
		{"https://*.", 10, "it names no host"},
		{"https://*", 8, "not an ASCII name"},
		{"https://a.*.example", 8, "not an ASCII name"},
		{"https://*a.example", 8, "not an ASCII name"},
		{"https://*.*.example", 10, "not an ASCII name"},
		{"https://b\u00fccher.example", 8, "not an ASCII name"},
		{"https://a%2e.example", 8, "not an ASCII name"},
		{"https://a.example.", 8, "a final dot"},
		{"https://A.example", 8, "not in lower case"},
		{"https://*.A.example", 10, "not in lower case"},
		{"https://a..example", 8, "not a name, since the name or a label is empty or too long"},
		{"https://.a.example", 8, "not a name, since the name or a label is empty or too long"},
		{"https://127.1", 8, "not an address as browsers write it"},
		{"https://010.0.0.1", 8, "not an address as browsers write it"},
		{"https://*.127.0.0.1", 10, "not an address as browsers write it"},
		{"https://*.[::1]", 10, "not an address as browsers write it"},
		{"https://[::0]", 8, "not an address as browsers write it"},
		{"https://[::A]", 8, "not an address as browsers write it"},
		{"https://[::ffff:127.0.0.1]", 8, "not an address as browsers write it"},
		{"https://[::1", 8, "not an address as browsers write it"},
		{"https://[fe80::1%25eth0]", 8, "not an address as browsers write it"},
		{"https://[]", 8, "not an address as browsers write it"},
	} {
		o, err := ParseOrigins(tt.list)
		var e *Error
		if !errors.As(err, &e) || e.Op != "origins" || e.Offset != tt.offset || e.Reason != tt.reason || o.rules != nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v; want %d %s", tt.list, err, tt.offset, tt.reason)
		}
	}
}

// TestOriginsFailed checks that a list with a mistake lets no page in, and that it can be
// told from one without entries.
func TestOriginsFailed(t *testing.T) {
	for list, want := range map[string]bool{"": false, "https://a.example": false, "https://a.example null": true, "*": true} {
		o, err := ParseOrigins(list)
		if o.Err() != err || (err != nil) != want || want && (o.Match("https://a.example") || o.Match("")) {
			t.Errorf("%q: %v, %v", list, o, err)
		}
	}
	if (Origins{}).Err() != nil {
		t.Error("the zero Origins")
	}
}

// naiveOrigins says whether header is an origin of one of the entries.
func naiveOrigins(entries []string, header string) bool {
	return slices.ContainsFunc(entries, func(entry string) bool { return naiveOrigin(entry, header) })
}

func naiveOrigin(entry, header string) bool {
	all := func(s, chars string) bool { return s != "" && strings.Trim(s, chars) == "" }
	const alphanum = "abcdefghijklmnopqrstuvwxyz0123456789"
	if local, ok := strings.CutSuffix(entry, ":*"); ok {
		port, ok := strings.CutPrefix(header, local+":")
		n, _ := strconv.Atoi(port)
		return header == local || ok && strconv.Itoa(n) == port && 0 < n && n < 65536 && n != map[bool]int{true: 80, false: 443}[strings.HasPrefix(local, "http:")]
	}
	if before, ok := strings.CutSuffix(entry, "://*"); ok {
		id, ok := strings.CutPrefix(header, before+"://")
		return ok && all(id, alphanum+strings.ToUpper(alphanum)+"-")
	}
	before, domain, ok := strings.Cut(entry, "*.")
	if !ok {
		return entry == header
	}
	labels, hasBefore := strings.CutPrefix(header, before)
	labels, hasDomain := strings.CutSuffix(labels, "."+domain)
	return hasBefore && hasDomain && !slices.ContainsFunc(strings.Split(labels, "."), func(label string) bool { return len(label) > 63 || !all(label, alphanum+"_-") })
}

func TestOriginsNaive(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 18))
	pick := func(from ...string) string { return from[random.IntN(len(from))] }
	text := func() string {
		s := pick("https://", "https://", "http://", "ws://", "app://", "HTTPS://", "") + pick("", "", "*.", "b.", "b.c.", ".", "B.", "x\x00.", "\u00e4.")
		s += pick("a.example", "a.example", "example", "b.example", "127.0.0.1", "[::1]", "xn--a.example", "0x1")
		return s + pick("", "", "", ":8443", ":443", ":80", ":0", ":", "/", ".", " https://a.example", "@a.example")
	}
	lists, matched := 0, 0
	for range *inputs / 4 {
		var list []string
		for range 1 + random.IntN(3) {
			if s := text(); !strings.Contains(s, " ") && random.IntN(8) == 0 {
				list = append(list, s)
				continue
			}
			list = append(list, pick("https://", "http://", "app://")+pick("", "*.", "*.b.")+pick("a.example", "b.example", "xn--a.example")+pick("", "", ":8443", ":8443", ":81"))
		}
		o, err := ParseOrigins(strings.Join(list, pick(",", " ", ", ")))
		if err != nil || len(list) == 0 {
			continue
		}
		lists++
		for range 16 {
			header := text()
			if random.IntN(2) == 0 {
				header = strings.Replace(list[random.IntN(len(list))], "*.", pick("b.", "b.c.", "", ".", "B.", "b..", "b-_9."), 1) + pick("", "", "", ".", ":81")
			}
			got := o.Match(header)
			if got != naiveOrigins(list, header) {
				t.Fatalf("%q: %q: %v", list, header, got)
			}
			if got {
				matched++
			}
			checkOrigin(t, header, got)
		}
	}
	if matched < lists/5 || lists < *inputs/20 {
		t.Errorf("of %d lists, %d matched", lists, matched)
	}
}

// checkOrigin checks with two other readers that a header which matches is a serialized
// origin, as a browser sends it.
func checkOrigin(t *testing.T, header string, matched bool) {
	t.Helper()
	if !matched {
		return
	}
	v, err := url.Parse(header)
	if err != nil || v.Scheme+"://"+v.Host != header {
		t.Fatalf("%q matches; net/url: %v, %v", header, v, err)
	}
	if v.Scheme == "http" || v.Scheme == "https" {
		if w, err := web.Parse(header); err == nil && w.Origin() != header {
			t.Fatalf("%q matches; browsers: %q", header, w.Origin())
		}
	}
}

func FuzzOrigins(f *testing.F) {
	f.Add("https://*.a.example, http://[::1]:3000", "https://b.a.example")
	f.Add("https://a.example:8443\thttps://*.b", "https://a.example:8443 null")
	f.Add("chrome-extension://abc", "null")
	f.Add("http://127.0.0.1", "http://127.1")
	f.Add("http://localhost:*", "http://localhost:8080")
	f.Add("moz-extension://*, chrome-extension://a", "moz-extension://0f-A")
	f.Fuzz(func(t *testing.T, list, header string) {
		o, err := ParseOrigins(list)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(list) || e.Reason == "" {
				t.Fatalf("%q: %v", list, err)
			}
			return
		}
		entries := strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune(", \t\n\v\f\r", r) })
		got := o.Match(header)
		if len(header) < 200 && got != naiveOrigins(entries, header) {
			t.Fatalf("%q: %q: %v", list, header, got)
		}
		checkOrigin(t, header, got)
		for _, entry := range entries {
			text := strings.NewReplacer("*.", "www.", ":*", ":1", "*", "x").Replace(entry)
			if !o.Match(text) && len(entry) < 200 {
				t.Fatalf("%q does not match %q", entry, text)
			}
			checkOrigin(t, text, true)
		}
	})
}

func TestOriginsAllocations(t *testing.T) {
	o, err := ParseOrigins("https://a.example, https://*.b.example:8443")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"https://a.example", "https://c.d.b.example:8443", "https://evil.example", "null", ""} {
		if n := testing.AllocsPerRun(100, func() { o.Match(s) }); n != 0 {
			t.Errorf("%s: %v allocations", s, n)
		}
	}
}
