package web

import (
	"errors"
	"fmt"
	"log/slog"
	"testing"
)

// TestParts checks each part of URLs of each form. A part that is missing is written as
// "-".
func TestParts(t *testing.T) {
	for _, test := range []struct {
		in, scheme, username, password, host, port, path, query, fragment, origin string
	}{
		{"https://u:p@h:81/a/b?q#f", "https", "u", "p", "h", "81", "/a/b", "q", "f", "https://h:81"},
		{"https://h", "https", "", "", "h", "-", "/", "-", "-", "https://h"},
		{"https://h:443/?#", "https", "", "", "h", "-", "/", "", "", "https://h"},
		{"http://h:443/#?", "http", "", "", "h", "443", "/", "-", "?", "http://h:443"},
		{"http://:p@h/", "http", "", "p", "h", "-", "/", "-", "-", "http://h"},
		{"http://u:@h/", "http", "u", "", "h", "-", "/", "-", "-", "http://h"},
		{"http://@h:0/", "http", "", "", "h", "0", "/", "-", "-", "http://h:0"},
		{"http://a@b@c:d@h:65535/", "http", "a%40b%40c", "d", "h", "65535", "/", "-", "-", "http://h:65535"},
		{"ws://h:80/", "ws", "", "", "h", "-", "/", "-", "-", "ws://h"},
		{"wss://h:80/", "wss", "", "", "h", "80", "/", "-", "-", "wss://h:80"},
		{"ftp://[::1]:21/", "ftp", "", "", "[::1]", "-", "/", "-", "-", "ftp://[::1]"},
		{"file:///a", "file", "", "", "", "-", "/a", "-", "-", "null"},
		{"file://h/a", "file", "", "", "h", "-", "/a", "-", "-", "null"},
		{"foo://", "foo", "", "", "", "-", "", "-", "-", "null"},
		{"foo://u@h:80?q", "foo", "u", "", "h", "80", "", "q", "-", "null"},
		{"foo:/a", "foo", "", "", "-", "-", "/a", "-", "-", "null"},
		{"foo:/.//a", "foo", "", "", "-", "-", "//a", "-", "-", "null"},
		{"foo:a b?q#f", "foo", "", "", "-", "-", "a b", "q", "f", "null"},
		{"foo:", "foo", "", "", "-", "-", "", "-", "-", "null"},
		{"blob:https://u:p@h:81/x?q", "blob", "", "", "-", "-", "https://u:p@h:81/x", "q", "-", "https://h:81"},
		{"blob:http://h:80/x", "blob", "", "", "-", "-", "http://h:80/x", "-", "-", "http://h"},
		{"blob:file:///x", "blob", "", "", "-", "-", "file:///x", "-", "-", "null"},
		{"blob:ftp://h/x", "blob", "", "", "-", "-", "ftp://h/x", "-", "-", "null"},
		{"blob:blob:http://h/", "blob", "", "", "-", "-", "blob:http://h/", "-", "-", "null"},
		{"blob:x", "blob", "", "", "-", "-", "x", "-", "-", "null"},
		{"blob:https:h", "blob", "", "", "-", "-", "https:h", "-", "-", "https://h"},
	} {
		u, err := Parse(test.in)
		if err != nil {
			t.Errorf("%q: %v", test.in, err)
			continue
		}
		optional := func(s string, ok bool) string {
			if !ok {
				return "-"
			}
			return s
		}
		number, hasPort := u.Port()
		got := [...]string{
			u.Scheme(), u.Username(), u.Password(), optional(u.Host()), optional(fmt.Sprint(number), hasPort),
			u.Path(), optional(u.Query()), optional(u.Fragment()), u.Origin(),
		}
		want := [...]string{
			test.scheme, test.username, test.password, test.host, test.port,
			test.path, test.query, test.fragment, test.origin,
		}
		if got != want {
			t.Errorf("%q:\ngot  %q\nwant %q", test.in, got, want)
		}
		checkParts(t, u)
	}
}

// TestZero checks the zero URL.
func TestZero(t *testing.T) {
	var u URL
	host, hasHost := u.Host()
	_, hasPort := u.Port()
	_, hasQuery := u.Query()
	_, hasFragment := u.Fragment()
	if u.String() != "" || u.Scheme() != "" || u.Username() != "" || u.Password() != "" || u.Path() != "" ||
		host != "" || hasHost || hasPort || hasQuery || hasFragment || u.Origin() != "null" {
		t.Errorf("%#v", u)
	}
}

// TestFormat checks which forms of a URL show a password.
func TestFormat(t *testing.T) {
	const text, hidden = "https://u:secret@h/", "https://u:xxxxx@h/"
	u, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	for format, want := range map[string]string{
		"%v": text, "%s": text, "%q": `"` + text + `"`, "%22s": "   " + text, "%.5s": "https", "%.2x": "6874",
		"%+v": hidden, "%#v": `web.URL("` + hidden + `")`,
	} {
		if got := fmt.Sprintf(format, u); got != want {
			t.Errorf("%s: %s, want %s", format, got, want)
		}
	}
	if got := slog.AnyValue(u).Resolve().String(); got != hidden {
		t.Errorf("logged as %s", got)
	}
	bare, err := Parse("https://secret@h/")
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%+v", bare); got != "https://secret@h/" {
		t.Errorf("%s", got)
	}
}

// TestText checks that a URL is the same after MarshalText and UnmarshalText, and that
// UnmarshalText refuses texts that are not URLs.
func TestText(t *testing.T) {
	for _, s := range []string{"", "https://u:p@h:8/a?b#c", "mailto:a b@c?", "file:///C:/a", "x://h|"} {
		var u, v URL
		if s != "" {
			u, _ = Parse(s)
		}
		text, err := u.MarshalText()
		if err != nil || string(text) != u.String() {
			t.Errorf("%q: %q, %v", u, text, err)
		}
		if err := v.UnmarshalText(text); err != nil || v != u {
			t.Errorf("%q: %q, %v", text, v, err)
		}
	}
	was, _ := Parse("http://h/")
	u := was
	var e *Error
	if err := u.UnmarshalText([]byte("/relative")); !errors.As(err, &e) || u != was {
		t.Errorf("%q, %v", u, err)
	}
	if err := u.UnmarshalText(nil); err != nil || u != (URL{}) {
		t.Errorf("%q, %v", u, err)
	}
}
