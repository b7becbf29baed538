package uri

import (
	"slices"
	"testing"
)

func TestFTP(t *testing.T) {
	checkSchemes(t, []schemeRow{
		{"ftp://h", FTP{Host: "h"}, ""},
		{"ftp://h/", FTP{Host: "h", Path: []string{""}}, ""},
		{"ftp://h:", FTP{Host: "h"}, "ftp://h"},
		{"ftp://h:0021/a", FTP{Host: "h", Path: []string{"a"}}, "ftp://h/a"},
		{"ftp://h:2121/a", FTP{Host: "h", Port: 2121, Path: []string{"a"}}, ""},
		{"FTP://H.dom./a", FTP{Host: "H.dom.", Path: []string{"a"}}, "ftp://H.dom./a"},
		{"ftp://my_host/a", FTP{Host: "my_host", Path: []string{"a"}}, ""},
		{"ftp://u:p@_a.b_c.d_.:2121/a", FTP{Login: LoginPassword("u", "p"), Host: "_a.b_c.d_.", Port: 2121, Path: []string{"a"}}, ""},
		{"ftp://1_2.h._x:/a", FTP{Host: "1_2.h._x", Path: []string{"a"}}, "ftp://1_2.h._x/a"},
		{"ftp://[::1]/a", FTP{Host: "[::1]", Path: []string{"a"}}, ""},
		{"ftp://@host.com/", FTP{Login: LoginUser(""), Host: "host.com", Path: []string{""}}, ""},
		{"ftp://foo:@host.com/", FTP{Login: LoginPassword("foo", ""), Host: "host.com", Path: []string{""}}, ""},
		{"ftp://:pw@h", FTP{Login: LoginPassword("", "pw"), Host: "h"}, ""},
		{"ftp://u%3a%40:p%2f@h", FTP{Login: LoginPassword("u:@", "p/"), Host: "h"}, "ftp://u%3A%40:p%2F@h"},
		{"ftp://myname@host.dom/%2Fetc/motd",
			FTP{Login: LoginUser("myname"), Host: "host.dom", Path: []string{"/etc", "motd"}}, ""},
		{"ftp://h//etc/motd", FTP{Host: "h", Path: []string{"", "etc", "motd"}}, ""},
		{"ftp://h/a%3Bb;TYPE=A", FTP{Host: "h", Path: []string{"a;b"}, Type: 'a'}, "ftp://h/a%3Bb;type=a"},
		{"ftp://h/a/b?c/d;type=d", FTP{Host: "h", Path: []string{"a", "b?c", "d"}, Type: 'd'},
			"ftp://h/a/b%3Fc/d;type=d"},
		{"ftp://h/a#frag", FTP{Host: "h", Path: []string{"a"}}, "ftp://h/a"},
	})
	checkRefused(t, []refusedRow{
		{"ftp:h", 4, ruleFTPURL},
		{"ftp:/h", 5, ruleFTPURL},
		{"ftp:///p", 6, ruleHost},
		{"ftp://h~x/", 7, ruleHostname},
		{"ftp://h~x:/ab", 7, ruleHostname},
		{"ftp://u@h~x/", 9, ruleHostname},
		{"ftp://a@b@c/", 9, ruleHostname},
		{"ftp://a:b:c@d@e/", 9, rulePassword},
		{"ftp://a:b:c@h_x/", 9, rulePassword},
		{"ftp://a-/x", 7, ruleHostname},
		{"ftp://-a/x", 6, ruleHostname},
		{"ftp://a.-_/x", 8, ruleHostname},
		{"ftp://a..b/x", 8, ruleHostname},
		{"ftp://a_b../x", 10, ruleHostname},
		{"ftp://./x", 6, ruleHostname},
		{"ftp://a%41/x", 7, ruleHostname},
		{"ftp://a_b.1c/x", 10, ruleHostname},
		{"ftp://u@127.1./x", 12, ruleHostname},
		{"ftp://h:8a/", 9, rulePort},
		{"ftp://h_x:8:9/", 11, rulePort},
		{"ftp://h_x:99999/", 14, rulePort},
		{"ftp://u@/", 8, ruleHost},
		{"ftp://:21/", 6, ruleHost},
		{"ftp://a:b:c@h/", 9, rulePassword},
		{"ftp://a:b:@h/", 9, rulePassword},
		{"ftp://a::b@h/", 8, rulePassword},
		{"ftp://h:65536/", 12, rulePort},
		{"ftp://h:00/", 10, rulePort},
		{"ftp://1.2.3.256/", 14, ruleIPv4address},
		{"ftp://h;type=a", 7, ruleHostname},
		{"ftp://h?x", 7, ruleFTPURL},
		{"ftp://u?x@h/", 7, ruleFTPURL},
		{"ftp://h/f;type=x", 15, ruleFtptype},
		{"ftp://h/f;type=", 15, ruleFtptype},
		{"ftp://h/f;type=ai", 16, ruleFTPURL},
		{"ftp://h/f;b", 10, ruleFTPURL},
		{"ftp://h/f;type=a/b", 16, ruleFTPURL},
		{"ftp://h/f;type=a?b", 16, ruleFTPURL},
	})
	for in, offset := range map[string]int{"http://h/": 0, "fTp//x": 3, "f/x": 1, "": 0} {
		if _, err := ParseFTP(in); err == nil || err.(*SyntaxError).Offset != offset {
			t.Errorf("ParseFTP(%q): %v, want an error at offset %d", in, err, offset)
		}
	}
}

// TestFTPUnwritable names the fields that cannot be written or sent.
func TestFTPUnwritable(t *testing.T) {
	for _, test := range []struct {
		in    FTP
		field string
		wire  string // "" where Commands have no objection
	}{
		{FTP{}, "Host", ""},
		{FTP{Host: "a b"}, "Host", ""},
		{FTP{Host: "h/x"}, "Host", ""},
		{FTP{Host: "300.1.1.1"}, "Host", ""},
		{FTP{Host: "h", Type: 'a'}, "Type", "Type"},
		{FTP{Host: "h", Path: []string{"a"}, Type: 'x'}, "Type", "Type"},
		{FTP{Host: "h", Path: []string{"a", "b\r\nDELE c"}}, "", "Path[1]"},
		{FTP{Host: "h", Login: LoginUser("a\x00")}, "", "Login.User"},
		{FTP{Host: "h", Login: LoginPassword("a", "\n")}, "", "Login.Password"},
	} {
		check := func(what string, err error, field string) {
			t.Helper()
			e, ok := err.(*FieldError)
			if ok && (e.Op != "ftp" || e.Field != field) || !ok && (err != nil || field != "") {
				t.Errorf("%s of %#v: %v, want field %q", what, test.in, err, field)
			}
		}
		_, err := test.in.URI()
		check("URI", err, test.field)
		_, err = test.in.Commands()
		check("Commands", err, test.wire)
		if Valid(test.in.String()) != (test.field == "") {
			t.Errorf("%q is the text of a struct that has %q wrong", test.in.String(), test.field)
		}
	}
}

// TestFTPCommands checks the commands of RFC 1738, 3.2.2.
func TestFTPCommands(t *testing.T) {
	for in, want := range map[string][]string{
		"ftp://h":                           {"USER anonymous"},
		"ftp://h/":                          {"USER anonymous", "NLST"},
		"ftp://h/a":                         {"USER anonymous", "RETR a"},
		"ftp://h/d/":                        {"USER anonymous", "CWD d", "NLST"},
		"ftp://h/d/e;type=d":                {"USER anonymous", "CWD d", "NLST e"},
		"ftp://h/e;type=I":                  {"USER anonymous", "TYPE I", "RETR e"},
		"ftp://u:p@h/e;type=a":              {"USER u", "PASS p", "TYPE A", "RETR e"},
		"ftp://myname@host.dom/%2Fetc/motd": {"USER myname", "CWD /etc", "RETR motd"},
		"ftp://myname@host.dom/etc/motd":    {"USER myname", "CWD etc", "RETR motd"},
		"ftp://myname@host.dom//etc/motd":   {"USER myname", "CWD ", "CWD etc", "RETR motd"},
	} {
		f, err := ParseFTP(in)
		if err != nil {
			t.Errorf("ParseFTP(%q): %v", in, err)
			continue
		}
		if got, err := f.Commands(); err != nil || !slices.Equal(got, want) {
			t.Errorf("Commands of %q: %q, %v; want %q", in, got, err, want)
		}
	}
}
