package guard

import (
	"errors"
	"strings"
	"testing"

	"example.com/uri/internal/schemes"
)

func TestParseTarget(t *testing.T) {
	for _, tt := range []struct {
		method, target string
		form           TargetForm // 0: refused
		uri            string
		host           string
		port           uint16
		offset         int
		reference      string
	}{
		{"GET", "/where?q=now", FormOrigin, "/where?q=now", "", 0, 0, ""},
		{"GET", "/", FormOrigin, "/", "", 0, 0, ""},
		{"GET", "//evil.example/x", FormOrigin, "/.//evil.example/x", "", 0, 0, ""},
		{"GET", "/a:b@c", FormOrigin, "/a:b@c", "", 0, 0, ""},
		{"OPTIONS", "*", FormAsterisk, "", "", 0, 0, ""},
		{"GET", "http://www.example.org/pub/WWW/TheProject.html", FormAbsolute, "http://www.example.org/pub/WWW/TheProject.html", "www.example.org", 80, 0, ""},
		{"GET", "http://h:65535/", FormAbsolute, "http://h:65535/", "h", 65535, 0, ""},
		{"GET", "x://h:65536", FormAbsolute, "x://h:65536", "h", 0, 0, ""}, // no rule for ports of unknown schemes
		{"OPTIONS", "http://www.example.org:8001", FormAbsolute, "http://www.example.org:8001", "www.example.org", 8001, 0, ""},
		{"GET", "ftp://u@h/f", FormAbsolute, "ftp://u@h/f", "h", 21, 0, ""},
		{"GET", "file:///etc/motd", FormAbsolute, "file:///etc/motd", "", 0, 0, ""},
		{"GET", "urn:a:b", FormAbsolute, "urn:a:b", "", 0, 0, ""},
		{"CONNECT", "www.example.com:80", FormAuthority, "", "www.example.com", 80, 0, ""},
		{"CONNECT", "[::1]:443", FormAuthority, "", "[::1]", 443, 0, ""},
		{"CONNECT", "under_score:443", FormAuthority, "", "under_score", 443, 0, ""},
		{"CONNECT", "h:1", FormAuthority, "", "h", 1, 0, ""},
		{"!#$%&'*+-.^_`|~09AZaz", "/", FormOrigin, "/", "", 0, 0, ""},

		{"GET", "*", 0, "", "", 0, 0, "RFC 9112, 3.2.4"},
		{"GET", "www.example.com:80", 0, "", "", 0, 0, "RFC 9112, 3.2.3"},
		{"GET", "a/b", 0, "", "", 0, 0, "RFC 9112, 3.2"},
		{"GET", "", 0, "", "", 0, 0, "RFC 9112, 3.2"},
		{"GET", "?q", 0, "", "", 0, 0, "RFC 9112, 3.2"},
		{"GET", "/a b", 0, "", "", 0, 2, "RFC 9112, 3.2.1"},
		{"GET", "/a\r\nHost: x", 0, "", "", 0, 2, "RFC 9112, 3.2.1"},
		{"GET", "/a#f", 0, "", "", 0, 2, "RFC 9112, 3.2.1"},
		{"GET", "http://h/#f", 0, "", "", 0, 9, "RFC 9112, 3.2.2"},
		{"GET", "#f", 0, "", "", 0, 0, "RFC 9112, 3.2.2"},
		{"GET", "http:///p", 0, "", "", 0, 7, "RFC 9110, 4.2.1"},
		{"GET", "http:p", 0, "", "", 0, 6, "RFC 9110, 4.2.1"},
		{"GET", "https://u:p@h/", 0, "", "", 0, 8, "RFC 9110, 4.2.4"},
		{"GET", "http://:80/", 0, "", "", 0, 7, "RFC 9110, 4.2.1"},
		{"GET", "http://:8080", 0, "", "", 0, 7, "RFC 9110, 4.2.1"},
		{"GET", "ftp://:21/", 0, "", "", 0, 6, "RFC 3986, 3.2.2"},
		{"GET", "ftp://u@/f", 0, "", "", 0, 6, "RFC 3986, 3.2.2"},
		{"GET", "x://a@b@c/", 0, "", "", 0, 4, "RFC 3986, 3.2.2"},
		{"GET", "http://a@b@c/", 0, "", "", 0, 7, "RFC 9110, 4.2.1"},
		{"GET", "http://h:0/", 0, "", "", 0, 9, "RFC 6335, 6"},
		{"GET", "HTTPS://[::1]:65536", 0, "", "", 0, 14, "RFC 6335, 6"},
		{"CONNECT", "/", 0, "", "", 0, 0, "RFC 9112, 3.2.3"},
		{"CONNECT", "h", 0, "", "", 0, 1, "RFC 9110, 9.3.6"},
		{"CONNECT", "h:", 0, "", "", 0, 2, "RFC 9110, 9.3.6"},
		{"CONNECT", "h:0", 0, "", "", 0, 2, "RFC 9110, 9.3.6"},
		{"CONNECT", "h:65536", 0, "", "", 0, 2, "RFC 9110, 9.3.6"},
		{"CONNECT", "u@h:80", 0, "", "", 0, 0, "RFC 9112, 3.2.3"},
		{"CONNECT", "h:80/x", 0, "", "", 0, 4, "RFC 9112, 3.2.3"},
		{"CONNECT", "h:80/", 0, "", "", 0, 4, "RFC 9112, 3.2.3"},
		{"CONNECT", "http://h:80", 0, "", "", 0, 5, "RFC 9112, 3.2.3"},
		{"CONNECT", ":80", 0, "", "", 0, 0, "RFC 9112, 3.2.3"},
		{"CONNECT", " h:80", 0, "", "", 0, 0, "RFC 9112, 3.2.3"},
		{"GET X", "/", 0, "", "", 0, 3, "RFC 9110, 9.1"},
		{" GET", "/", 0, "", "", 0, 0, "RFC 9110, 9.1"},
		{"A/", "/", 0, "", "", 0, 1, "RFC 9110, 9.1"},
		{"A:", "/", 0, "", "", 0, 1, "RFC 9110, 9.1"},
		{"A@", "/", 0, "", "", 0, 1, "RFC 9110, 9.1"},
		{"A[", "/", 0, "", "", 0, 1, "RFC 9110, 9.1"},
		{"A{", "/", 0, "", "", 0, 1, "RFC 9110, 9.1"},
		{"", "/", 0, "", "", 0, 0, "RFC 9110, 9.1"},
		{"get", "*", 0, "", "", 0, 0, "RFC 9112, 3.2.4"},
	} {
		t.Run(tt.method+" "+tt.target, func(t *testing.T) {
			got, err := ParseTarget(tt.method, tt.target)
			if tt.form == 0 {
				var e *Error
				if !errors.As(err, &e) || e.Offset != tt.offset || e.Reference != tt.reference {
					t.Fatalf("%v, %v; want offset %d (%s)", got, err, tt.offset, tt.reference)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			u, _ := got.Effective("", false)
			host, _ := u.Host()
			port, _ := u.EffectivePort()
			if got.Form() != tt.form || got.URI().String() != tt.uri || host != tt.host || port != tt.port || got.String() != tt.target {
				t.Errorf("%v %q, uri %q, host %q, port %d", got.Form(), got, got.URI(), host, port)
			}
		})
	}
}

func TestEffective(t *testing.T) {
	for _, tt := range []struct {
		method, target, host string
		tls                  bool
		want                 string // "" with an error
	}{
		{"GET", "/pub/WWW/TheProject.html", "www.example.org", true, "https://www.example.org/pub/WWW/TheProject.html"},
		{"OPTIONS", "*", "www.example.org:8080", false, "http://www.example.org:8080"},
		{"GET", "//x/y", "h", false, "http://h//x/y"},
		{"GET", "http://a/b", "evil", true, "http://a/b"},
		{"CONNECT", "h:443", "evil", true, "https://h:443"},
		{"GET", "/p", "[::1]:8", false, "http://[::1]:8/p"},
		{"GET", "/p", "h:", false, "http://h:/p"},
		{"GET", "/p", "h:65535", false, "http://h:65535/p"},
		{"GET", "/p", "h:65536", false, ""},
		{"GET", "/p", "h:70000", true, ""},
		{"GET", "/p", "h:0", false, ""},
		{"OPTIONS", "*", "h:00", false, ""},
		{"GET", "/p", "", false, ""},
		{"GET", "/p", "u@h", false, ""},
		{"GET", "/p", "h/x", false, ""},
		{"GET", "/p", "h/", false, ""},
		{"OPTIONS", "*", "h/", false, ""},
		{"GET", "/p", "h?x", false, ""},
		{"GET", "/p", "h#x", false, ""},
		{"GET", "/p", "h x", false, ""},
		{"GET", "/p", "a,b@c", false, ""},
		{"OPTIONS", "*", ":80", false, ""},
	} {
		target, err := ParseTarget(tt.method, tt.target)
		if err != nil {
			t.Fatal(err)
		}
		got, err := target.Effective(tt.host, tt.tls)
		if got.String() != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%s %s, Host %q: %q, %v; want %q", tt.method, tt.target, tt.host, got, err, tt.want)
		}
	}
}

func TestHostField(t *testing.T) {
	for _, tt := range []struct {
		field, host, port string
		offset            int // of an error, -1 for none
	}{
		{"h", "h", "", -1},
		{"h:", "h", "", -1},
		{"H.example.:8080", "H.example.", "8080", -1},
		{"[2001:db8::1]:80", "[2001:db8::1]", "80", -1},
		{"under_score", "under_score", "", -1},
		{"", "", "", 0},
		{":80", "", "", 0},
		{"u@h", "", "", 0},
		{"h/", "", "", 1},
		{"h/x", "", "", 1},
		{"h?x", "", "", 1},
		{"h#x", "", "", 1},
		{"h:0", "", "", 2},
		{"h:65536", "", "", 2},
		{"h x", "", "", 1},
		{"h\r\nX: y", "", "", 1},
		{"a,b@c", "", "", 0},
		{"h:80:80", "", "", 0},
	} {
		host, port, err := ParseHostField(tt.field)
		if tt.offset < 0 && err == nil && host == tt.host && port == tt.port {
			continue
		}
		var e *Error
		if !errors.As(err, &e) || e.Part != "Host" || e.Offset != tt.offset || host+port != "" {
			t.Errorf("%q: %q, %q, %v", tt.field, host, port, err)
		}
	}
	for _, tt := range []struct{ method, target, field, reason string }{
		{"GET", "http://a/b", "a", ""},
		{"GET", "http://a/b", "A:80", ""},
		{"GET", "https://a/b", "a:443", ""},
		{"GET", "https://a:443/b", "a", ""},
		{"GET", "http://[::1]/b", "[0:0::1]", ""},
		{"GET", "http://a/b", "b", "another host than in the request-target"},
		{"GET", "http://a/b", "a.", "another host than in the request-target"},
		{"GET", "http://[::1]/b", "[::2]", "another host than in the request-target"},
		{"GET", "http://a:8080/b", "a", "another port than in the request-target"},
		{"GET", "https://a/b", "a:80", "another port than in the request-target"},
		{"GET", "http://a/b", "a/", "more than host and port"},
		{"GET", "/b", "a", ""},
		{"GET", "/b", "a/", "more than host and port"},
		{"OPTIONS", "*", "a:1", ""},
		{"CONNECT", "a:443", "a:443", ""},
		{"CONNECT", "a:443", "a", ""},
		{"CONNECT", "a:443", "a:80", "another port than in the request-target"},
		{"CONNECT", "a:443", "b:443", "another host than in the request-target"},
	} {
		target, err := ParseTarget(tt.method, tt.target)
		if err != nil {
			t.Fatal(err)
		}
		err = target.CheckHost(tt.field)
		var e *Error
		if err == nil && tt.reason == "" || errors.As(err, &e) && e.Part == "Host" && e.Reason == tt.reason {
			continue
		}
		t.Errorf("%s %s, Host %q: %v; want %q", tt.method, tt.target, tt.field, err, tt.reason)
	}
}

func TestTargetErrors(t *testing.T) {
	effective := func(host string) error {
		target, err := ParseTarget("GET", "/")
		if err != nil {
			t.Fatal(err)
		}
		_, err = target.Effective(host, false)
		return err
	}
	parse := func(method, target string) error {
		_, err := ParseTarget(method, target)
		return err
	}
	_, zero := Target{}.Effective("h", true)
	for _, tt := range []struct {
		err        error
		part, want string
	}{
		{parse("GET X", "/"), "method", "guard: target: method: not a token at offset 3 (RFC 9110, 9.1)"},
		{parse("GET", "/a b"), "request-target", "guard: target: request-target: abs_path: invalid character ' ' at offset 2 (RFC 9112, 3.2.1)"},
		{parse("CONNECT", "h:0"), "request-target", "guard: target: request-target: port out of range at offset 2 (RFC 9110, 9.3.6)"},
		{effective("h x"), "Host", "guard: target: Host: authority: invalid character ' ' at offset 1 (RFC 9110, 7.2)"},
		{effective("u@h"), "Host", "guard: target: Host: userinfo is not allowed at offset 0 (RFC 9110, 7.2)"},
		{zero, "request-target", "guard: target: request-target: it has no form at offset 0 (RFC 9112, 3.3)"},
		{effective("h:0"), "Host", "guard: target: Host: port out of range at offset 2 (RFC 6335, 6)"},
	} {
		var e *Error
		if !errors.As(tt.err, &e) || e.Part != tt.part || e.Error() != tt.want {
			t.Errorf("%v\nwant %s", tt.err, tt.want)
		}
	}
}

// FuzzRequestTarget: what is accepted is the text again, names no userinfo under
// http, and gives a target URI whose authority is the one that was checked.
func FuzzRequestTarget(f *testing.F) {
	for _, target := range []string{"/", "//x", "*", "http://h/p", "h:80", "http://u@h", "/a b", "/%0d%0a", "[::1]:1", "a:1", "x:y"} {
		for _, method := range []string{"GET", "CONNECT", "OPTIONS"} {
			f.Add(method, target, "example.com:8080")
		}
	}
	f.Fuzz(func(t *testing.T, method, target, host string) {
		got, err := ParseTarget(method, target)
		if err != nil {
			var e *Error
			text := map[string]string{"method": method, "request-target": target}
			if !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(text[e.Part]) {
				t.Fatalf("%q %q: %v", method, target, err)
			}
			return
		}
		if got.String() != target || strings.ContainsAny(target, "\r\n\t #") {
			t.Fatalf("%q %q: accepted as %q", method, target, got)
		}
		if (got.Form() == FormAuthority) != (method == "CONNECT") {
			t.Fatalf("%q %q: %v", method, target, got.Form())
		}
		u, err := got.Effective(host, false)
		if err != nil {
			return
		}
		authority, _ := u.Authority()
		if got.Form() == FormAbsolute && schemes.Lookup(u.Scheme()).HTTP {
			if err := got.CheckHost(authority); err != nil {
				t.Fatalf("%q %q: %v", method, target, err)
			}
		}
		switch got.Form() {
		case FormAbsolute:
			if u.String() != target {
				t.Fatalf("%q %q: %q", method, target, u)
			}
		case FormAuthority:
			if authority != target || u.Path() != "" {
				t.Fatalf("%q %q: %q", method, target, u)
			}
		case FormOrigin:
			query, ok := u.Query()
			if ok {
				query = "?" + query
			}
			if authority != host || u.Path()+query != target {
				t.Fatalf("%q %q, Host %q: %q", method, target, host, u)
			}
		case FormAsterisk:
			if authority != host || u.Path() != "" {
				t.Fatalf("%q %q, Host %q: %q", method, target, host, u)
			}
		}
	})
}
