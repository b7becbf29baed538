package uri

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// cmpLogin compares logins, whose fields are not exported.
var cmpLogin = cmpopts.EquateComparable(Login{})

// A schemeRow is a URL, the struct that it reads as, and the text of that where
// it is not the URL again.
type schemeRow struct {
	in   string
	want Scheme
	out  string
}

// checkSchemes holds that each row reads as it says, and that what is written
// reads as the same again.
func checkSchemes(t *testing.T, rows []schemeRow) {
	t.Helper()
	for _, row := range rows {
		u, err := Parse(row.in)
		if err != nil {
			t.Error(err)
			continue
		}
		got, err := Interpret(u)
		if err != nil {
			t.Errorf("Interpret(%q): %v", row.in, err)
			continue
		}
		if diff := cmp.Diff(row.want, got, cmpLogin); diff != "" {
			t.Errorf("Interpret(%q) (-want +got):\n%s", row.in, diff)
		}
		out := row.out
		if out == "" {
			out = row.in
		}
		v, err := got.URI()
		if err != nil || v.String() != out || got.String() != out {
			t.Errorf("%q is written %q, %v; want %q", row.in, v.String(), err, out)
			continue
		}
		if again, err := Interpret(v); err != nil || !cmp.Equal(got, again, cmpLogin) {
			t.Errorf("%q is read as %v, %v; want what was written", out, again, err)
		}
	}
}

// A refusedRow is a URL that its scheme does not read, and where and why.
type refusedRow struct {
	in     string
	offset int
	rule   Rule
}

func checkRefused(t *testing.T, rows []refusedRow) {
	t.Helper()
	for _, row := range rows {
		u, err := Parse(row.in)
		if err != nil {
			t.Error(err)
			continue
		}
		x, err := Interpret(u)
		e, ok := err.(*SyntaxError)
		if !ok || x != nil {
			t.Errorf("Interpret(%q): %v, %v; want a *SyntaxError", row.in, x, err)
			continue
		}
		if e.Op != strings.ToLower(u.Scheme()) || e.Offset != row.offset || e.Rule != row.rule {
			t.Errorf("Interpret(%q): %s %d %v, want %d %v", row.in, e.Op, e.Offset, e.Rule, row.offset, row.rule)
		}
	}
}

// An unwritableRow is a struct and the field that keeps it from being written.
type unwritableRow struct {
	in    Scheme
	field string
}

func checkUnwritable(t *testing.T, rows []unwritableRow) {
	t.Helper()
	for _, row := range rows {
		u, err := row.in.URI()
		e, ok := err.(*FieldError)
		if !ok || e.Field != row.field || e.Op != row.in.Scheme() {
			t.Errorf("URI of %#v: %v, %v; want an error for %s", row.in, u, err, row.field)
		}
		if s := row.in.String(); Valid(s) || !strings.Contains(s, row.field) {
			t.Errorf("String of a struct that cannot be written: %q", s)
		}
	}
}

// TestPasswordsStayHidden prints what holds a password in every way.
func TestPasswordsStayHidden(t *testing.T) {
	login := LoginPassword("user", "secret")
	for _, x := range []any{
		login, &login, Server{Login: login, Host: "h"},
		FTP{Login: login, Host: "h"}, &FTP{Login: login, Host: "h"}, FTP{Login: login}, []FTP{{Login: login, Host: "h"}},
		Telnet{Login: login, Host: "h"}, Telnet{Login: login},
		Other{Name: "x", Part: "//user:secret@h/"}, Other{Name: "x", Part: "//user:secret@h/ "},
		Scheme(FTP{Login: login, Host: "h"}),
	} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d", "%10s"} {
			if s := fmt.Sprintf(verb, x); strings.Contains(s, "secret") || strings.Contains(s, fmt.Sprintf("%x", "secret")) {
				t.Errorf("%s of %T shows the password: %s", verb, x, s)
			}
		}
		var log strings.Builder
		slog.New(slog.NewTextHandler(&log, nil)).Info("x", "x", x)
		slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "x", x)
		if strings.Contains(log.String(), "secret") {
			t.Errorf("the log of %T shows the password: %s", x, log.String())
		}
	}
	if got, want := fmt.Sprint(login), "user:xxxxx"; got != want {
		t.Errorf("login is printed as %q, want %q", got, want)
	}
	if got, want := fmt.Sprint(FTP{Login: login, Host: "h"}), "ftp://user:xxxxx@h"; got != want {
		t.Errorf("ftp is printed as %q, want %q", got, want)
	}
}

func TestLoginStates(t *testing.T) {
	for _, test := range []struct {
		login             Login
		user, password    string
		hasUser, hasPassw bool
	}{
		{Login{}, "", "", false, false},
		{LoginUser(""), "", "", true, false},
		{LoginUser("a"), "a", "", true, false},
		{LoginPassword("", ""), "", "", true, true},
		{LoginPassword("a", "b"), "a", "b", true, true},
	} {
		user, hasUser := test.login.User()
		password, hasPassword := test.login.Password()
		if user != test.user || hasUser != test.hasUser || password != test.password || hasPassword != test.hasPassw {
			t.Errorf("%v: %q %v %q %v", test, user, hasUser, password, hasPassword)
		}
	}
	if LoginUser("a") == LoginPassword("a", "") || LoginUser("") == (Login{}) {
		t.Error("an empty name or password is the same as none")
	}
}

func TestOther(t *testing.T) {
	checkSchemes(t, []schemeRow{
		{"x-note://u:p@h:1/a?b#c", Other{"x-note", "//u:p@h:1/a?b"}, "x-note://u:p@h:1/a?b"},
		{"LDAP:a%2Fb?c", Other{"ldap", "a%2Fb?c"}, "ldap:a%2Fb?c"},
		{"urn:a:b", Other{"urn", "a:b"}, ""},
	})
	checkUnwritable(t, []unwritableRow{
		{Other{"x", ""}, "Part"},
		{Other{"x", "a#b"}, "Part"},
		{Other{"x", "a b"}, "Part"},
	})
	for _, o := range []Other{{"X", "a"}, {"", "a"}, {"1", "a"}, {"x:", "a"}} {
		if _, err := o.URI(); err == nil || err.(*FieldError).Field != "Name" {
			t.Errorf("URI of %+v: %v, want an error for Name", o, err)
		}
	}
	if _, err := OtherFrom(MustParse("//h/x")); err == nil {
		t.Error("a reference without a scheme is read as a URL")
	}
	s, ok := Other{"x", "//u:p@h:99/a"}.Server()
	if want := (Server{LoginPassword("u", "p"), "h", 99}); !ok || s != want {
		t.Errorf("Server: %v, %v; want %v", s, ok, want)
	}
	if s, ok := (Other{"urn", "a:b"}).Server(); ok {
		t.Errorf("urn:a:b has the server %v", s)
	}
}

// TestEffectivePort: the port of the URL, then that of the scheme.
func TestEffectivePort(t *testing.T) {
	for in, want := range map[string]uint16{
		"ftp://h": 21, "telnet://h": 23, "gopher://h": 70, "HTTP://h": 80, "nntp://h": 119,
		"wais://h": 210, "https://h": 443, "prospero://h": 1525,
		"http://h:": 80, "http://h:0081": 81, "x://h:65535": 65535,
		"http://h:65536": 0, "x://h": 0, "//h": 0, "//h:1": 1, "mailto:a": 0,
	} {
		got, ok := MustParse(in).EffectivePort()
		if got != want || ok != (want != 0) {
			t.Errorf("EffectivePort of %q: %d, %v; want %d", in, got, ok, want)
		}
	}
}
