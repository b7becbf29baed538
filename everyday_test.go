package uri

import (
	"database/sql"
	"math/rand"
	"net"
	"net/netip"
	"path"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var _ sql.Scanner = (*URI)(nil)

func TestHostPort(t *testing.T) {
	for in, want := range map[string]string{
		"http://h":                          "h:80",
		"HTTPS://H.:":                       "H.:443",
		"wss://h/":                          "h:443",
		"ws://h/":                           "h:80",
		"//h:8080/a":                        "h:8080",
		"x://u:p@h:0081":                    "h:81",
		"ftp://[::FFFF]/":                   "[::FFFF]:21",
		"//[::1]:65535":                     "[::1]:65535",
		"http://010.001.000.09/":            "10.1.0.9:80",
		"http://255.255.255.255/":           "255.255.255.255:80",
		"http://a_b/":                       "a_b:80",
		"http://127.1/":                     "127.1:80",
		"http://h%41/":                      "h%41:80",
		"http://256.1.1.1/":                 "",
		"http://1.1.1.1000:80/":             "",
		"":                                  "",
		"a":                                 "",
		"mailto:a@b":                        "",
		"file:///a":                         "",
		"file://h/a":                        "",
		"//h":                               "",
		"//h:":                              "",
		"x://h/":                            "",
		"http://":                           "",
		"http:///a":                         "",
		"http://:80/":                       "",
		"http://u@/":                        "",
		"http://u@:80/":                     "",
		"http://a@b@c/":                     "",
		"http://a:b:80/":                    "",
		"http://h:0/":                       "",
		"http://h:00/":                      "",
		"http://h:65536/":                   "",
		"http://h:99999999999999999999999/": "",
	} {
		u, err := Parse(in)
		if err != nil {
			t.Errorf("%q: %v", in, err)
			continue
		}
		if got, ok := u.HostPort(); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %t, want %q", in, got, ok, want)
		}
	}
}

// TestHostPortRandom splits what HostPort returns with package net, reads addresses
// with net/netip, and takes the parts of the URI with a regular expression.
func TestHostPortRandom(t *testing.T) {
	rnd := rand.New(rand.NewSource(17))
	choose := func(list ...string) string { return list[rnd.Intn(len(list))] }
	split := regexp.MustCompile(`^(?:([a-z]+):)?//(?:([^@/]*)@)?(\[[^]]*\]|[^:/@]*)(?::([0-9]*))?(/.*)?$`)
	defaults := map[string]uint64{"http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21}
	quad := regexp.MustCompile(`^[0-9]+(\.[0-9]+){3}$`)
	zeros := regexp.MustCompile(`\b0+([0-9])`)
	named := 0
	for range 20000 {
		in := choose("", "http:", "https:", "ws:", "wss:", "ftp:", "x:") + "//" + choose("", "", "u@", "u:p@", "@") +
			choose("", "h", "a.b.", "h_x", "127.0.0.1", "010.0.00.1", "1.2.3."+strconv.Itoa(rnd.Intn(400)), "[::1]", "[::1.2.3.4]", "[1:2:3:4:5:6:7:8]", "1.2.3") +
			choose("", ":", ":0", ":"+strconv.Itoa(rnd.Intn(70000)), ":000"+strconv.Itoa(rnd.Intn(100))) + choose("", "/", "/a@b:80")
		u, err := Parse(in)
		if err != nil {
			continue
		}
		m := split.FindStringSubmatch(in)
		h, number := m[3], defaults[m[1]]
		if m[4] != "" {
			number, _ = strconv.ParseUint(m[4], 10, 64)
		}
		good := h != "" && number > 0 && number < 1<<16
		if quad.MatchString(h) {
			addr, err := netip.ParseAddr(zeros.ReplaceAllString(h, "$1"))
			good = good && err == nil
			h = addr.String()
		}
		got, ok := u.HostPort()
		if ok != good {
			t.Fatalf("%q: %q, %t", in, got, ok)
		}
		if !ok {
			continue
		}
		named++
		gotHost, digits, err := net.SplitHostPort(got)
		if err != nil || gotHost != strings.Trim(h, "[]") || digits != strconv.FormatUint(number, 10) {
			t.Fatalf("%q: %q, %v", in, got, err)
		}
		if addr, ok := u.Addr(); ok {
			if ap, err := netip.ParseAddrPort(got); err != nil || ap != netip.AddrPortFrom(addr, uint16(number)) {
				t.Fatalf("%q: %q, %v", in, got, err)
			}
		}
	}
	if named < 5000 {
		t.Errorf("%d hosts", named)
	}
}

func TestLastSegment(t *testing.T) {
	for _, row := range []struct {
		in   string
		last Segment
		ok   bool
		ext  string
	}{
		{"http://h/a/b.tar.gz;v=1.x?c.d#e.f", "b.tar.gz;v=1.x", true, ".gz"},
		{"/a/", "", true, ""},
		{"/", "", true, ""},
		{"a", "a", true, ""},
		{"a.", "a.", true, "."},
		{"/.profile", ".profile", true, ""},
		{"/.a.b", ".a.b", true, ".b"},
		{"/..", "..", true, ""},
		{"/...x", "...x", true, ""},
		{"/;a.b", ";a.b", true, ""},
		{"/a%2Egz", "a%2Egz", true, ""},
		{"/a.b%2Fc", "a.b%2Fc", true, ".b%2Fc"},
		{"", "", false, ""},
		{"http://h", "", false, ""},
		{"?a/b", "", false, ""},
		{"mailto:a/b.c", "", false, ""},
	} {
		u := MustParse(row.in)
		got, ok := u.LastSegment()
		if got != row.last || ok != row.ok || got.Ext() != row.ext {
			t.Errorf("%q: %q, %t, %q", row.in, got, ok, got.Ext())
		}
	}
}

// TestLastSegmentAll compares LastSegment with the last of Segments, and Ext with
// package path, for all short texts.
func TestLastSegmentAll(t *testing.T) {
	var walk func(s string, n int)
	walk = func(s string, n int) {
		if u, err := Parse(s); err == nil {
			var want Segment
			some := false
			for g := range u.Segments() {
				want, some = g, true
			}
			got, ok := u.LastSegment()
			if got != want || ok != some {
				t.Errorf("%q: %q, %t, want %q, %t", s, got, ok, want, some)
			}
			ext := path.Ext(got.Name())
			if strings.Trim(strings.TrimSuffix(got.Name(), ext), ".") == "" && strings.HasPrefix(got.Name(), ".") {
				ext = ""
			}
			if got.Ext() != ext {
				t.Errorf("%q: %q, want %q", got, got.Ext(), ext)
			}
		}
		if n > 0 {
			for _, c := range "./;a:?" {
				walk(s+string(c), n-1)
			}
		}
	}
	walk("", 6)
}

func TestScanValue(t *testing.T) {
	for _, s := range []string{"", "http://joe:secret@h/a?b#c", "mailto:a@b"} {
		for _, src := range []any{s, []byte(s)} {
			u := MustParse("before")
			if err := u.Scan(src); err != nil || u != MustParse(s) {
				t.Errorf("%#v: %q, %v", src, u, err)
			}
			v, err := u.Value()
			if v != any(s) || err != nil {
				t.Errorf("%#v, %v, want %q", v, err, s)
			}
		}
	}
	// Scan keeps no bytes of the database.
	b := []byte("http://h/")
	var u URI
	if err := u.Scan(b); err != nil {
		t.Fatal(err)
	}
	b[7] = 'x'
	if u.String() != "http://h/" {
		t.Errorf("%q", u)
	}
	type other string
	for _, src := range []any{nil, 1, 1.5, true, other("a"), URI{}, new(string), "a b", []byte("%"), []byte("http://joe:secret@h/ ")} {
		u := MustParse("before")
		err := u.Scan(src)
		if err == nil || u.String() != "before" {
			t.Errorf("%v: %q, %v", reflect.TypeOf(src), u, err)
			continue
		}
		if strings.Contains(err.Error(), "secret") {
			t.Errorf("%v shows a password", err)
		}
	}
}
