package uri

import (
	"slices"
	"testing"
)

func TestHTTP(t *testing.T) {
	checkSchemes(t, []schemeRow{
		{"http://h", HTTP{Host: "h"}, ""},
		{"http://my_host:80/", HTTP{Host: "my_host", Path: "/"}, "http://my_host/"},
		{"http://h/", HTTP{Host: "h", Path: "/"}, ""},
		{"http://h:80/", HTTP{Host: "h", Path: "/"}, "http://h/"},
		{"http://h:443/", HTTP{Host: "h", Port: 443, Path: "/"}, ""},
		{"https://h:443/", HTTP{Secure: true, Host: "h", Path: "/"}, "https://h/"},
		{"HTTPS://h:80", HTTP{Secure: true, Host: "h", Port: 80}, "https://h:80"},
		{"http://h?", HTTP{Host: "h", Search: Defined("")}, ""},
		{"http://h?q/r?s", HTTP{Host: "h", Search: Defined("q/r?s")}, ""},
		{"http://h/%7ea;b//c?%20#f", HTTP{Host: "h", Path: "/%7ea;b//c", Search: Defined("%20")}, "http://h/%7ea;b//c?%20"},
		{"http://[::1]:8/", HTTP{Host: "[::1]", Port: 8, Path: "/"}, ""},
		{"http://1.2.3.255", HTTP{Host: "1.2.3.255"}, ""},
	})
	checkRefused(t, []refusedRow{
		{"http:p", 5, ruleHTTPURL},
		{"https:/p", 7, ruleHTTPURL},
		{"http:///p", 7, ruleHost},
		{"http://", 7, ruleHost},
		{"http://user@h/", 11, ruleHTTPURL},
		{"http://us_er:p@h/", 14, ruleHTTPURL},
		{"http://h:8p@h/", 11, ruleHTTPURL},
		{"http://h~x/", 8, ruleHostname},
		{"http://1.2.3/", 11, ruleHostname},
		{"http://1.2.3:8/", 11, ruleHostname},
		{"http://127.1/", 11, ruleHostname},
		{"http://:80/", 7, ruleHost},
		{"http://@/", 7, ruleHTTPURL},
		{"http://a-/", 8, ruleHostname},
		{"http://a-:8/", 8, ruleHostname},
		{"http://a-.b/", 8, ruleHostname},
		{"http://h:8a/", 10, rulePort},
		{"http://h:a8/", 9, rulePort},
		{"http://h:99999/", 13, rulePort},
		{"http://h:0/", 10, rulePort},
		{"http://1.256.3.4/", 11, ruleIPv4address},
	})
	checkUnwritable(t, []unwritableRow{
		{HTTP{Host: "h", Path: "a"}, "Path"},
		{HTTP{Host: "h", Path: "/a?b"}, "Path"},
		{HTTP{Host: "h", Path: "/a b"}, "Path"},
		{HTTP{Host: "h", Path: "/%4"}, "Path"},
		{HTTP{Host: "h", Search: Defined("a b")}, "Search"},
		{HTTP{Host: "h", Search: Defined("a#b")}, "Search"},
		{HTTP{Host: "h\r\n", Secure: true}, "Host"},
	})
}

// TestHTTPFieldErrors checks that an error shows the wrong byte and its place,
// unless the byte could be part of a password.
func TestHTTPFieldErrors(t *testing.T) {
	for _, tt := range []struct {
		h    HTTP
		want string
	}{
		{HTTP{Host: "h", Path: "a"}, `uri: http: field Path: not "/" and a path: invalid character 'a' at offset 0 of the field (RFC 2396, 3.3)`},
		{HTTP{Host: "h", Path: "/a b"}, `uri: http: field Path: not "/" and a path: invalid character ' ' at offset 2 of the field (RFC 2396, 3.3)`},
		{HTTP{Host: "h", Path: "/a?b", Secure: true}, `uri: https: field Path: not "/" and a path: invalid character '?' at offset 2 of the field (RFC 2396, 3.3)`},
		{HTTP{Host: "h", Path: "/%4"}, `uri: http: field Path: not "/" and a path: unexpected end at offset 3 of the field (RFC 2396, 2.4.1)`},
		{HTTP{Host: "h", Path: "/\xff"}, `uri: http: field Path: not "/" and a path: invalid byte 0xff at offset 1 of the field (RFC 2396, 3.3)`},
		{HTTP{Host: "h", Path: "/u:s\\t@h"}, `uri: http: field Path: not "/" and a path: invalid character at offset 4 of the field (RFC 2396, 3.3)`},
		{HTTP{Host: "h", Search: Defined("q r")}, `uri: http: field Search: not a query: invalid character ' ' at offset 1 of the field (RFC 2396, 3.4)`},
		{HTTP{Host: "h", Search: Defined("a#b")}, `uri: http: field Search: not a query: invalid character '#' at offset 1 of the field (RFC 2396, 3.4)`},
	} {
		if _, err := tt.h.URI(); err == nil || err.Error() != tt.want {
			t.Errorf("%+v: %v\nwant %s", tt.h, err, tt.want)
		}
	}
}

// TestHTTPCommands checks the origin-form of RFC 9112, 3.2.1.
func TestHTTPCommands(t *testing.T) {
	for in, want := range map[string][]string{
		"http://h":             {"GET / HTTP/1.1", "Host: h"},
		"http://h?q":           {"GET /?q HTTP/1.1", "Host: h"},
		"http://H:80/a%20b?c?": {"GET /a%20b?c? HTTP/1.1", "Host: H"},
		"https://[::1]:80//a":  {"GET //a HTTP/1.1", "Host: [::1]:80"},
	} {
		h, err := ParseHTTP(in)
		if err != nil {
			t.Error(err)
			continue
		}
		if got, err := h.Commands(); err != nil || !slices.Equal(got, want) {
			t.Errorf("Commands of %q: %q, %v; want %q", in, got, err, want)
		}
	}
	if got, err := (HTTP{Host: "h", Path: "/ HTTP/1.1\r\nX: y"}).Commands(); err == nil {
		t.Errorf("Commands: %q, want an error", got)
	}
}

func TestAddr(t *testing.T) {
	for _, test := range []struct {
		x    interface{ HostPort() (string, bool) }
		want string
	}{
		{FTP{Host: "h"}, "h:21"},
		{FTP{Host: "h", Port: 2}, "h:2"},
		{HTTP{Host: "[::1]"}, "[::1]:80"},
		{HTTP{Host: "h", Secure: true}, "h:443"},
		{Telnet{Host: "1.2.3.4"}, "1.2.3.4:23"},
		{Telnet{Host: "010.1.2.008"}, "10.1.2.8:23"},
		{Telnet{Host: "010.1.2.008.com"}, "010.1.2.008.com:23"},
		{Telnet{Host: "h_x"}, "h_x:23"},
		{Prospero{Host: "h"}, "h:1525"},
		{Server{Host: "010.0.0.1", Port: 2}, "10.0.0.1:2"},
		{Server{Login: LoginUser("u"), Host: "[::1]", Port: 65535}, "[::1]:65535"},
		{Other{Name: "redis", Part: "//u:p@h:6379/0"}, "h:6379"},
		{Other{Name: "wss", Part: "//h/"}, "h:443"},
		// A Host that is no host gives no address for net.Dial.
		{Server{Host: "h"}, ""},
		{Server{Port: 1}, ""},
		{Server{Host: "h h", Port: 1}, ""},
		{Other{Name: "redis", Part: "//h/"}, ""},
		{Other{Name: "urn", Part: "a:b"}, ""},
		{Other{Name: "x", Part: "//h:1#"}, ""}, // cannot be written
		{Telnet{Host: "01.2.3.256"}, ""},
		{Telnet{Host: "01.2.3.4x"}, ""},
		{Telnet{}, ""},
		{HTTP{Host: "::1"}, ""},
		{FTP{Host: "h:1"}, ""},
		{Gopher{Host: "bad host"}, ""},
	} {
		if got, ok := test.x.HostPort(); got != test.want || ok != (test.want != "") {
			t.Errorf("HostPort of %v: %q, %v, want %q", test.x, got, ok, test.want)
		}
	}
}
