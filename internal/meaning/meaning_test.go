package meaning

import (
	"strings"
	"testing"

	"example.com/uri/internal/schemes"
)

// TestIsKept has a text as typed, a text that might be its Fix, and whether that names the same,
// for a function for any scheme or for one.
func TestIsKept(t *testing.T) {
	for _, test := range []struct {
		own, typed, fix string
		want            bool
	}{
		// the scheme
		{"", "ht tp://h/", "http://h/", true},
		{"", "s\u200bftp://u:p@h/", "sftp://u:p@h/", true},
		{"", "s\u200bftp://u:p@h/", "ftp://u:p@h/", false},
		{"", "http\u200bs://h/", "s://h/", false},
		{"", "htp://h/", "http://h/", false},
		{"http", "htp://h/", "http://h/", true},
		{"http", "htps://h/", "https://h/", true},
		{"http", "shttp://h/", "http://h/", false},
		{"http", "httpx://h/", "http://h/", false},
		{"http", "xhttps://h/", "https://h/", false},
		{"ftp", "sftp://u:p@h/", "ftp://u:p@h/", false},
		{"ftp", "tftp://h/", "ftp://h/", false},
		{"ftp", "http;//h/", "http://h/", false},
		{"http", "http;//h/", "http://h/", true},
		{"http", "http,://h/", "http://h/", false},
		{"http", "www.h.example/a", "https://www.h.example/a", true},
		{"", "www.h.example/a", "https://www.h.example/a", false},
		{"http", "localhost:80/a", "http://localhost:80/a", true},
		{"http", "ftp:80/a", "http://ftp:80/a", false},
		{"wais", "h.example/db", "wais://h.example/db", true},
		{"ftp", "u@h.example/db", "ftp://u@h.example/db", false},
		{"mailto", "joe@h.example", "mailto:joe@h.example", true},
		{"nntp", "nntp:comp.lang.c/1", "nntp://comp.lang.c/1", false},
		{"", "//h/", "http://h/", false},
		{"ftp", "//h/", "http://h/", false},
		{"http", "h:8", "http://h:8", true},
		{"http", "h:", "http://h:", false},
		{"file", "h:8", "file://h:8", false},

		// slashes
		{"", `http:\h\a`, "http://h/a", true},
		{"", `http:\h\a`, "http:/h/a", false},
		{"", `http\://h/a`, "http/://h/a", false},
		{"", "https:// /h.example", "https:///h.example", false},
		{"", "http:://h/", "http://h/", true},
		{"", "http∶//h/", "http://h/", true},
		{"", "http⁚//h/", "http%E2%81%9A//h/", false},
		{"", "https:\u00a0//h/", "https:%C2%A0//h/", false},
		{"", `a \/b`, "a%20//b", true},
		{"", "a//b", "a%2F/b", true},
		{"", "http:a", "http:a", true},
		{"", "gopher::/a", "gopher::/a", true},
		{"", `file:\a`, "file:/a", true},
		{"", "h//a", "h//a", true},
		{"http", "http/s", "http/s", true},
		{"ftp", "ftp//h/a", "ftp://h/a", true},

		// the host
		{"", "http://exa mple.com/", "http://example.com/", true},
		{"", "http://exa mple.com/", "http://exampl.com/", false},
		{"", "http://good.example evil.example/", "http://good.exampleevil.example/", false},
		{"", "http://good.example \u200b evil.example/", "http://good.exampleevil.example/", false},
		{"", " http://good.example evil.example/", "http://good.exampleevil.example/", false},
		{"", "http://a.b @c.d/", "http://a.b@c.d/", true},
		{"", "http: //h/", "http://h/", true},
		{"", "http://h,example/", "http://h.example/", true},
		{"", "http://h..example/", "http://h.example/", true},
		{"", "http://.h.example/", "http://h.example/", false},
		{"", "http://h-.example/", "http://h.example/", false},
		{"", "http://h.example;/", "http://h.example/", false},
		{"", `http://good.example\evil.example`, "http://good.exampleevil.example", false},
		{"", "http://[::1/", "http://[::1]/", true},
		{"", "http://[::1/", "http://[::2]/", false},
		{"", "http://::1]:80/", "http://[::1]:80/", true},
		{"http", "http://::1/", "http://[::1]/", true},
		{"http", "http://::1:80/", "http://[::1]:80/", false},
		{"", "http://[::1]80/", "http://[::1]:80/", false},
		{"", "file://u:p@h/a", "file:///u:p@h/a", false},
		{"", "file://../a", "file:///a", false},

		// login and port
		{"", "http://joe@h/ a", "http://h/%20a", false},
		{"ftp", "ftp://u:p@q@h/", "ftp://u:p%40q@h/", true},
		{"ftp", "ftp://u:p/x@h/", "ftp://u:p%2Fx@h/", false},
		{"", "http://h::80/", "http://h:80/", true},
		{"", "http://h;80/", "http://h:80/", false},
		{"", "http://h:8 0/", "http://h:80/", true},
		{"", "http://h:80/", "http://h:81/", false},

		// the data
		{"", "http://h/a b", "http://h/a%20b", true},
		{"", "http://h/a b", "http://h/b", false},
		{"", "http://h/a\u200bb", "http://h/ab", true},
		{"", "http://h/a\nb", "http://h/ab", false},
		{"", "http://h/a\nb", "http://h/a%0Ab", true},
		{"", "http://h/a\n", "http://h/a", true},
		{"", "http://h/?q=a b", "http://h/?q=ab", false},
		{"", "http://h/?q=a b", "http://h/?q=a%20b", true},
		{"", "http://h/?a#b c", "http://h/?a#bc", true},
		{"", "http://h/a?b", "http://h/a%3Fb", false},
		{"", "http://h/a#b", "http://h/a%23b", false},
		{"", "http://h/a#b#c", "http://h/a#b%23c", true},
		{"", "http://h/\xfc", "http://h/%FC", true},
		{"", "http://h/'a'", "http://h/a", false},
		{"", "tel:+1 555", "tel:+1555", true},
		{"", "http://h/a..b", "http://h/a.b", false},
		{"", " ", "", true},
		{"", "h", "%0Ah", false},
		{"mailto", "mailto:a@b;c@d", "mailto:a@b,c@d", true},
		{"mailto", "mailto:a@b?body=x\r\ny", "mailto:a@b?body=xy", false},
	} {
		if got := IsKept(test.typed, test.fix, schemes.Lookup(test.own)); got != test.want {
			t.Errorf("%q for %q, and %q: %t", test.typed, test.own, test.fix, got)
		}
	}
}

// TestIsSameData compares texts that are no whole URIs.
func TestIsSameData(t *testing.T) {
	if !IsSameData("100%", "100%25") || !IsSameData("a b", "a%20b") || IsSameData("a|b", "ab") {
		t.Error("the characters of a query")
	}
}

// TestLastBytes finds the place of the path in a text with invisible and wide characters.
func TestLastBytes(t *testing.T) {
	const text = "http：//h\u200b/a b"
	if i := LastBytes(text, len("/ab")); text[i:] != "/a b" {
		t.Errorf("%q", text[i:])
	}
	if i := LastBytes(strings.Repeat("\u200b", 9), 0); i != 27 {
		t.Error(i)
	}
	if i := LastBytes("\xff", len("\uFFFD")); i != 0 {
		t.Error(i)
	}
}

// TestPlain writes the slashes of a URL in every way, up to three of them, and a path with "\".
func TestPlain(t *testing.T) {
	starts := []string{""}
	for i := 0; len(starts[i]) < 3; i++ {
		for _, c := range []string{"/", `\`, ":"} {
			starts = append(starts, starts[i]+c)
		}
	}
	for _, start := range starts {
		for typed, tail := range map[string]string{"h": "h", `h/a\b`: "h/a/b", `h?a\b`: `h?a\b`, `h\#a\b`: `h/#a\b`, "h//a": "h//a"} {
			want := "http:" + strings.ReplaceAll(start, `\`, "/") + tail
			if strings.ContainsAny(start, `/\`) {
				want = "http://" + strings.TrimLeft(strings.ReplaceAll(strings.TrimLeft(start, ":"), `\`, "/"), "/") + tail
			}
			if got := Plain("http:"+start+typed, schemes.HTTP.Info()); got != want {
				t.Errorf("%q: %q, want %q", "http:"+start+typed, got, want)
			}
		}
	}
}
