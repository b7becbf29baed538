package uri

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.com/uri/internal/seed"
	"example.com/uri/internal/vectors"
)

// The texts of Generic structs, which are written and read again.
var generics = []struct {
	g    Generic
	text string
}{
	{Generic{}, ""},
	{Generic{Scheme: "https", Host: "h"}, "https://h"},
	{Generic{Scheme: "https", Host: "h", Port: 443, Path: []string{""}}, "https://h:443/"},
	{Generic{Scheme: "postgres", Login: LoginPassword("app", "p@ss/w:rd?#"), Host: "db.example", Port: 5432, Path: []string{"main"}},
		"postgres://app:p%40ss%2Fw%3Ard%3F%23@db.example:5432/main"},
	{Generic{Scheme: "s3", Host: "bucket", Path: []string{"a b", "é", "x/y", "c;d", ""}}, "s3://bucket/a%20b/%C3%A9/x%2Fy/c%3Bd/"},
	{Generic{Scheme: "ws", Host: "[::1]", Path: []string{"s"}, Query: Values{"a=1", "b"}}, "ws://[::1]/s?a=1&b"},
	{Generic{Scheme: "x", Host: "010.0.0.1", Query: Values{""}}, "x://010.0.0.1?"},
	{Generic{Scheme: "x", Host: "H_x.Example.", Query: Values{"", ""}}, "x://H_x.Example.?&"},
	{Generic{Scheme: "x", Login: LoginUser(""), Host: "h", Path: []string{"", ""}}, "x://@h//"},
	{Generic{Scheme: "x", Login: LoginPassword("", ""), Host: "h", Path: []string{"", "a"}}, "x://:@h//a"},
	{Generic{Scheme: "x", Login: LoginUser("a:b@c\x00\r\n"), Host: "h"}, "x://a%3Ab%40c%00%0D%0A@h"},
	{Generic{Host: "h", Port: 80, Path: []string{"a"}}, "//h:80/a"},
	{Generic{Path: []string{"a:b", ""}}, "/a:b/"},
	{Generic{Path: []string{"", ""}[:1]}, "/"},
	{Generic{Query: Values{"q=%41"}}, "?q=%41"},
	{Generic{Fragment: Defined("")}, "#"},
	{Generic{Fragment: Defined("a#b %\xFF")}, "#a%23b%20%25%FF"},
	{Generic{Path: []string{"%2F", "%2e", "...", ".%2E", "..%2f", " ."}, Query: Values{"?/"}, Fragment: Defined("?/")}, "/%252F/%252e/.../.%252E/..%252f/%20.?" + "?/#?/"},
	{Generic{Scheme: "file", Path: []string{"a", "\x00"}}, "file:/a/%00"},
	{Generic{Scheme: "x", Path: []string{"", ""}[:1]}, "x:/"},
	{Generic{Scheme: "postgres", Login: LoginUser("app"), Host: "/run/postgresql", Port: 5432, Path: []string{"db"}}, "postgres://app@%2Frun%2Fpostgresql:5432/db"},
	{Generic{Scheme: "http+unix", Host: "/var/run/docker.sock", Path: []string{"info"}}, "http+unix://%2Fvar%2Frun%2Fdocker.sock/info"},
	{Generic{Scheme: "file", Host: "a b"}, "file://a%20b"},
	{Generic{Scheme: "x", Host: "é%2F\x00\xFF;&=+$!~*'()?#", Query: Values{""}}, "x://%C3%A9%252F%00%FF;&=+$!~*'()%3F%23?"},
}

func TestGeneric(t *testing.T) {
	for _, tt := range generics {
		u, err := tt.g.URI()
		if err != nil || u.String() != tt.text || u != MustParse(tt.text) {
			t.Errorf("%q, %v; want %q", u, err, tt.text)
			continue
		}
		got, err := ParseGeneric(tt.text)
		if err != nil || !sameGeneric(got, tt.g) {
			t.Errorf("%q is read as %#v, %v", tt.text, got, err)
		}
		text, err := json.Marshal(tt.g)
		if want, _ := json.Marshal(tt.text); string(text) != string(want) || err != nil {
			t.Errorf("%q: JSON %s, %v", tt.text, text, err)
		}
		back := Generic{Host: "before"}
		if err := json.Unmarshal(text, &back); err != nil || !sameGeneric(back, tt.g) {
			t.Errorf("%s is read as %#v, %v", text, back, err)
		}
		if s := fmt.Sprintf("%v %s", tt.g, tt.g); s != tt.text+" "+tt.text {
			t.Errorf("%q is printed as %q", tt.text, s)
		}
	}
	// Fields that are written in another way than they are given.
	for text, g := range map[string]Generic{
		"https://[2001:DB8::7]:80/": {Scheme: "HTTPS", Host: "2001:DB8::7", Port: 80, Path: []string{""}, Query: Values{}},
		"x://[::ffff:1.2.3.4]":      {Scheme: "X", Host: "::ffff:1.2.3.4", Path: []string{}},
	} {
		if u, err := g.URI(); err != nil || u.String() != text {
			t.Errorf("%q, %v; want %q", u, err, text)
		}
	}
	g := Generic{Scheme: "x", Login: LoginPassword("u", "secret"), Host: "h"}
	if s := fmt.Sprintf("%+v %#v %v", g, g, g.LogValue()); strings.Contains(s, "secret") || !strings.Contains(s, "xxxxx") {
		t.Errorf("a password is shown: %s", s)
	}
	g.Host = "h:/"
	if s := fmt.Sprintf("%v %+v %#v %v %s", g, g, g, g.LogValue(), g); strings.Contains(s, "secret") || !strings.Contains(s, "%!uri(") {
		t.Errorf("what cannot be written: %s", s)
	}
	if text, err := json.Marshal(g); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("what cannot be written: %s, %v", text, err)
	}
}

// sameGeneric reports whether two structs have the same fields; nil is empty.
func sameGeneric(a, b Generic) bool {
	return a.Scheme == b.Scheme && a.Login == b.Login && a.Host == b.Host && a.Port == b.Port &&
		slices.Equal(a.Path, b.Path) && slices.Equal(a.Query, b.Query) && a.Fragment == b.Fragment
}

// TestGenericHostile gives each field texts that it must not have, and expects an error
// that names the field.
func TestGenericHostile(t *testing.T) {
	base := func() Generic {
		return Generic{Scheme: "https", Host: "h", Port: 1, Path: []string{"a", "b"}, Query: Values{"q=1"}}
	}
	for _, tt := range []struct {
		field string
		set   func(g *Generic, s string)
		bad   []string
	}{
		{"Scheme", func(g *Generic, s string) { g.Scheme = s },
			[]string{"1", "a b", "https:", "https://h", "é", "\x00", "a\r\nb", "a/", "@", "..", "%2f", "\xFF", "a_b", ":", "+x"}},
		{"Host", func(g *Generic, s string) { g.Host = s },
			[]string{"h/a", "h:80", "u@h", "h?q", "h#f", "a b", "\x00", "h\r\nX: y", "..", "a..b", "%2f", "h%2fa", "\xFF", "é", "[::1", "::1]", "[::1]:80", "::1%eth0", "[v1.a]", "256.0.0.1", "1.2.3", "0x7f.1", "-a", "a-", "a.-", "[h]", "h\\a", "/", "@", ":", "[]", "@h", "h@"}},
		{"Path[1]", func(g *Generic, s string) { g.Path[1] = s }, []string{".", ".."}},
		{"Query[0]", func(g *Generic, s string) { g.Query[0] = Pair(s) },
			[]string{"a b", "a&b", "#", "a=#f", "\x00", "a\r\n", "é", "\xFF", "%", "%4", "%zz", "[", "\"", "<", "\\", "^", "`", "{", "|"}},
		{"Login", func(g *Generic, s string) { *g = Generic{Scheme: "x", Login: LoginUser(s), Path: []string{"a"}} }, []string{"", "u"}},
		{"Login", func(g *Generic, s string) { *g = Generic{Login: LoginPassword("u", s)} }, []string{"", "p"}},
		{"Port", func(g *Generic, s string) { g.Host = s }, []string{""}},
		{"Path", func(g *Generic, s string) { *g = Generic{Scheme: s} }, []string{"https", "x"}},
		{"Path", func(g *Generic, s string) { *g = Generic{Scheme: "x", Query: Values{Pair(s)}} }, []string{"a"}},
		{"Path[0]", func(g *Generic, s string) { *g = Generic{Path: []string{"", s}} }, []string{"", "a", "h"}},
		{"Path[0]", func(g *Generic, s string) { *g = Generic{Scheme: "x", Path: []string{"", s}} }, []string{"", "a", "h"}},
		{"Path[0]", func(g *Generic, s string) { *g = Generic{Scheme: "x", Path: []string{s}} }, []string{".", ".."}},
	} {
		for _, s := range tt.bad {
			g := base()
			tt.set(&g, s)
			u, err := g.URI()
			var e *FieldError
			if !errors.As(err, &e) || e.Field != tt.field || e.Op != "generic" || u != (URI{}) {
				t.Errorf("%s %q: %q, %v", tt.field, s, u, err)
			}
			if _, ok := g.HostPort(); ok && (tt.field == "Host" || tt.field == "Scheme") {
				t.Errorf("%s %q: HostPort", tt.field, s)
			}
		}
	}
}

// TestHostReason has hosts as net/url and people write them, and the advice for each.
func TestHostReason(t *testing.T) {
	const port, ascii, other = "without its port", "not US-ASCII", "not a hostname"
	for host, want := range map[string]string{
		"h:80": port, "example.com:": port, "h_x:8080": port, "[::1]:80": port, "127.0.0.1:80": port, "h:99999": port,
		"bücher.example": ascii, "h\xFF": ascii, "é": ascii, "xn--a.é:80": ascii,
		"h:80a": other, ":80": other, "u:p@h": other, "h:80/": other, "::1%1": other, "a b": other, "h/é": other, "[::1": other, "h:é": other,
		"256.0.0.1": "a number above 255",
	} {
		for _, x := range []Scheme{HTTP{Host: host}, FTP{Host: host}, NNTP{Host: host, Group: "g"}} {
			var e *FieldError
			if _, err := x.URI(); !errors.As(err, &e) || !strings.Contains(e.Reason, want) {
				t.Errorf("%s %q: %v, want %q", x.Scheme(), host, err, want)
			}
		}
		var e *FieldError
		if _, err := (Generic{Scheme: "ftp", Host: host}).URI(); !errors.As(err, &e) || !strings.Contains(e.Reason, want) {
			t.Errorf("generic %q: %v, want %q", host, err, want)
		}
	}
}

// TestGenericRefused has URIs that no Generic has.
func TestGenericRefused(t *testing.T) {
	for _, tt := range []struct {
		in     string
		offset int
		rule   *rule
	}{
		{"mailto:a@b", 7, ruleHierPart},
		{"a", 0, ruleAbsPath},
		{"./a", 0, ruleAbsPath},
		{"file:///x", 7, ruleHost},
		{"//", 2, ruleHost},
		{"x://h~/", 5, ruleHostname},
		{"x://a@b@c", 7, ruleHostname},
		{"//u:p:q@h", 5, rulePassword},
		{"x://h:65536/", 10, rulePort},
		{"x://h:0", 7, rulePort},
		{"x://1.2.3.256", 12, ruleIPv4address},
		{"/.", 1, ruleSegment},
		{"/a/./b", 3, ruleSegment},
		{"x://h/a//%2e%2E", 9, ruleSegment},
		{"x://h/a/.%2e/", 8, ruleSegment},
	} {
		g, err := GenericFrom(MustParse(tt.in))
		var e *SyntaxError
		if !errors.As(err, &e) || e.Op != "generic" || e.Offset != tt.offset || e.Rule.rule != tt.rule {
			t.Errorf("%q: %#v, %v; want offset %d, rule %v", tt.in, g, err, tt.offset, tt.rule)
		}
		before := Generic{Host: "before"}
		if err := before.UnmarshalText([]byte(tt.in)); err == nil || before.Host != "before" {
			t.Errorf("UnmarshalText of %q: %v", tt.in, err)
		}
	}
	if _, err := ParseGeneric("http://h/ "); err == nil {
		t.Error("a text that is no URI is read")
	}
}

func TestGenericHostPort(t *testing.T) {
	for _, tt := range []struct {
		g    Generic
		want string
	}{
		{Generic{Scheme: "https", Host: "h"}, "h:443"},
		{Generic{Scheme: "WS", Host: "::1"}, "[::1]:80"},
		{Generic{Scheme: "redis", Host: "010.0.0.1", Port: 6379, Path: []string{".."}}, "10.0.0.1:6379"},
		{Generic{Scheme: "redis", Host: "h"}, ""},
		{Generic{Scheme: "redis", Host: "/run/redis", Port: 6379, Path: []string{""}}, ""},
		{Generic{Host: "h"}, ""},
		{Generic{Scheme: "http"}, ""},
		{Generic{Scheme: "http", Host: "h/"}, ""},
	} {
		if got, ok := tt.g.HostPort(); got != tt.want || ok != (tt.want != "") {
			t.Errorf("%v: %q, %v; want %q", tt.g, got, ok, tt.want)
		}
	}
}

var (
	namedExpr     = regexp.MustCompile(`^[A-Za-z][-A-Za-z0-9+.]*$`)
	labelsExpr    = regexp.MustCompile(`^([A-Za-z0-9_]([-A-Za-z0-9_]*[A-Za-z0-9_])?\.)*[A-Za-z_]([-A-Za-z0-9_]*[A-Za-z0-9_])?\.?$`)
	dottedExpr    = regexp.MustCompile(`^[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+$`)
	pairExpr      = regexp.MustCompile(`^([-A-Za-z0-9_.!~*'();/?:@=+$,]|%[0-9A-Fa-f]{2})*$`)
	loginHostExpr = regexp.MustCompile(`^(?:([^@]*)@)?(\[[^\]]*\]|[^:]*)(?::([0-9]*))?$`)
	webOrFTPExpr  = regexp.MustCompile(`^(?i:|http|https|ws|wss|ftp)$`)
	needsExpr     = regexp.MustCompile(`[^-A-Za-z0-9_.!~*'();&=+$,:@\[\]]`) // has a character of no authority
)

// naiveName reports whether a URI with the scheme has the host s only with escapes.
func naiveName(scheme, s string) bool {
	return !webOrFTPExpr.MatchString(scheme) && needsExpr.MatchString(s) && !strings.ContainsAny(s, "[]:@,")
}

// naiveHost returns the host as a URI has it, and whether a URI can have it.
func naiveHost(s string) (string, bool) {
	inner, literal := s, strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]")
	if literal {
		inner = s[1 : len(s)-1]
	}
	if a, err := netip.ParseAddr(inner); err == nil && a.Is6() && a.Zone() == "" {
		return "[" + inner + "]", true
	}
	if literal {
		return "", false
	}
	if dottedExpr.MatchString(s) {
		for _, number := range strings.Split(s, ".") {
			if n, err := strconv.Atoi(number); err != nil || n > 255 {
				return "", false
			}
		}
		return s, true
	}
	return s, labelsExpr.MatchString(s)
}

// naiveWritable reports whether a URI has these fields.
func naiveWritable(g Generic) bool {
	if g.Scheme != "" && !namedExpr.MatchString(g.Scheme) {
		return false
	}
	if g.Host == "" {
		if g.Login != (Login{}) || g.Port != 0 || g.Scheme != "" && len(g.Path) == 0 || len(g.Path) > 1 && g.Path[0] == "" {
			return false
		}
	} else if _, ok := naiveHost(g.Host); !ok && !naiveName(g.Scheme, g.Host) {
		return false
	}
	for _, p := range g.Query {
		if !pairExpr.MatchString(string(p)) {
			return false
		}
	}
	return !slices.Contains(g.Path, ".") && !slices.Contains(g.Path, "..")
}

// naiveGeneric splits s by Appendix B of RFC 2396, and decodes the parts. ok is false if
// the authority is no server.
func naiveGeneric(s string) (g Generic, ok bool) {
	m := genericExpr.FindStringSubmatch(s)
	if m == nil {
		return g, false
	}
	g.Scheme = strings.ToLower(m[2])
	if m[3] != "" {
		a := loginHostExpr.FindStringSubmatch(m[4])
		if a == nil {
			return g, false
		}
		if strings.Contains(m[4], "@") {
			user, password, hasPassword := strings.Cut(a[1], ":")
			g.Login = LoginUser(slowData(user))
			if hasPassword {
				g.Login = LoginPassword(slowData(user), slowData(password))
			}
		}
		port, _ := strconv.Atoi(a[3])
		g.Host, g.Port = slowData(a[2]), uint16(port)
	}
	if m[5] != "" {
		for _, name := range strings.Split(m[5], "/")[1:] {
			g.Path = append(g.Path, slowData(name))
		}
	}
	if m[6] != "" {
		for _, p := range strings.Split(m[7], "&") {
			g.Query = append(g.Query, Pair(p))
		}
	}
	if m[8] != "" {
		g.Fragment = Defined(slowData(m[9]))
	}
	return g, true
}

// hostile are the pieces of random fields.
var hostile = []string{
	"a", "b", "Z", "0", "9", "é", "\xFF", "\x00", "\r\n", "/", "//", "@", ":", ":80", "?", "#", "&", "=", "+", ";", "%", "%2f", "%2F", "%2e", "%00", ".", "..", "\\", " ", "[", "]", "::1", "-", "_", "<", "|", "1.2.3.4",
}

// randomGeneric returns a struct whose fields are well-formed, or hostile.
func randomGeneric(r *rand.Rand) (g Generic) {
	text := func(good ...string) string {
		if r.IntN(4) > 0 {
			return good[r.IntN(len(good))]
		}
		return pick(r, r.IntN(4), hostile...)
	}
	if r.IntN(4) > 0 {
		g.Scheme = text("https", "HTTP", "postgres", "s3", "x+y-z.1")
	}
	if r.IntN(4) > 0 {
		g.Host = text("h", "db.example", "/run/x", "é b", "A_b.example.", "10.0.0.1", "::1", "[2001:db8::7]", "1.2.3.999", "xn--a", "a.1", "010.1.1.1")
	}
	if g.Host != "" || r.IntN(8) == 0 {
		g.Login = []Login{{}, LoginUser(text("u", "")), LoginPassword(text("u"), text("p", "p@ss/w:rd?#", ""))}[r.IntN(3)]
		g.Port = []uint16{0, 0, 1, 80, 443, 65535}[r.IntN(6)]
	}
	for range r.IntN(4) {
		g.Path = append(g.Path, text("", "a", "b c", "x/y", "é", "c;d", "..."))
	}
	for range r.IntN(3) {
		g.Query = append(g.Query, Pair(text("", "a=1", "b", "c=%20+", "?/:@")))
	}
	if r.IntN(3) == 0 {
		g.Fragment = Defined(text("", "f", "a b#"))
	}
	return g
}

// checkGeneric checks that the URI of g is an error that names a field, if no URI has
// its fields, or else has exactly these fields by Appendix B and by GenericFrom.
func checkGeneric(t *testing.T, g Generic) {
	t.Helper()
	u, err := g.URI()
	if !naiveWritable(g) {
		var e *FieldError
		if !errors.As(err, &e) || e.Field == "" || e.Reason == "" {
			t.Fatalf("%#v: %q, %v", rawGeneric(g), u, err)
		}
		if strings.Contains(err.Error(), "w:rd") {
			t.Fatalf("%#v: the password is shown: %v", rawGeneric(g), err)
		}
		return
	}
	want := g
	want.Scheme = strings.ToLower(g.Scheme)
	if g.Host != "" {
		want.Host, _ = naiveHost(g.Host)
	}
	if got, ok := naiveGeneric(u.String()); err != nil || !ok || !sameGeneric(got, want) {
		t.Fatalf("%q, %v: %s", u, err, cmp.Diff(rawGeneric(got), rawGeneric(want)))
	}
	if got, err := GenericFrom(u); err != nil || !sameGeneric(got, want) {
		t.Fatalf("%q, %v: %s", u, err, cmp.Diff(rawGeneric(got), rawGeneric(want)))
	}
	if again := MustParse(u.String()); again != u {
		t.Fatalf("%q is not what Parse finds", u)
	}
	port, ok := g.HostPort()
	if uriPort, uriOK := u.HostPort(); port != uriPort || ok != uriOK {
		t.Fatalf("%q: HostPort %q, %v", u, port, ok)
	}
}

// rawGeneric returns the fields of g for a message.
func rawGeneric(g Generic) any {
	user, hasUser := g.Login.User()
	password, hasPassword := g.Login.Password()
	return []any{g.Scheme, user, hasUser, password, hasPassword, g.Host, g.Port, g.Path, g.Query, g.Fragment.text, g.Fragment.defined}
}

// TestGenericRandom tries random structs with hostile fields.
func TestGenericRandom(t *testing.T) {
	r := seed.Rand(t)
	written := 0
	n := max(25_000, *inputs)
	for range n {
		g := randomGeneric(r)
		checkGeneric(t, g)
		if naiveWritable(g) {
			written++
		}
	}
	if written < n/5 || written > n*4/5 {
		t.Errorf("%d of %d structs can be written", written, n)
	}
}

// TestGenericFromRandom reads random URIs, compares the fields with those that the naive
// splitter finds, and writes them again.
func TestGenericFromRandom(t *testing.T) {
	r := seed.Rand(t)
	read := 0
	for range *inputs {
		u := randomURI(r)
		g, err := GenericFrom(u)
		if err != nil {
			continue
		}
		read++
		if naive, ok := naiveGeneric(u.String()); !ok || !sameGeneric(naive, g) {
			t.Fatalf("%q: %s", u, cmp.Diff(rawGeneric(g), rawGeneric(naive)))
		}
		checkGeneric(t, g)
		if !naiveWritable(g) {
			t.Fatalf("%q is read as %#v, which cannot be written", u, rawGeneric(g))
		}
	}
	if read < *inputs/20 {
		t.Errorf("only %d of %d URIs are read", read, *inputs)
	}
}

// TestGenericName reads hosts with escapes under several schemes, and writes them again.
func TestGenericName(t *testing.T) {
	r := seed.Rand(t)
	read, n := 0, max(10_000, *inputs)
	for range n {
		scheme := pick(r, 1, "http", "HTTPS", "ws", "Wss", "ftp", "file", "x", "postgres", "http+unix")
		name := pick(r, 1+r.IntN(4), "a", "b1", ".", "-", "_", "~", ";", ",", "%2F", "%2f", "%61", "%2e", "%20", "%C3%A9", "%00", "%3A", "%40", "%2C", "%5B::1%5D", "%25", "1.2.3.4")
		s, data := scheme+"://u:p@"+name+":080/a", slowData(name)
		_, isHost := naiveHost(name)
		want := isHost || naiveName(scheme, data)
		g, err := ParseGeneric(s)
		if (err == nil) != want || want && g.Host != data {
			t.Fatalf("%s is read with the host %q, %v", s, g.Host, err)
		}
		if !want {
			continue
		}
		read++
		if u, err := g.URI(); err != nil || u != MustParse(strings.ToLower(scheme)+s[len(scheme):]) {
			t.Fatalf("%s is written as %s, %v", s, u, err)
		}
	}
	if read < n/10 || read > n*9/10 {
		t.Errorf("%d of %d hosts are read", read, n)
	}
}

// urlLists calls yield for each line of three lists of real URLs: those in the folder that the
// environment variable URI_CORPUS names, or the samples of testdata/urls.
func urlLists(t *testing.T, yield func(line string)) {
	t.Helper()
	folder := os.Getenv("URI_CORPUS")
	if folder == "" {
		folder = "testdata/urls"
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no lists in %s: %v", folder, err)
	}
	for _, file := range files {
		for _, line := range vectors.Lines(t, file) {
			yield(line)
		}
	}
}

// randomURL returns a text whose parts are often written in another way than Generic
// writes them.
func randomURL(r *rand.Rand) string {
	data := []string{"a", "%61", "%2f", "%2F", ";", "%3b", "%3B", ":", "@", "~", "%7E", "'", "%25", "%2e", ".", "%C3", "=", "%3d", "&", "%00", "*", "$", ","}
	s := pick(r, 1, "http:", "HTTP:", "x+1:", "") + "//"
	s += pick(r, 1, "", "", "u@", "%75:p%40@", ":@", "@", "a;b:c&d@", "%61%2d@", "%3a:%3A@") + pick(r, 1, "h", "H_x.Example.", "[::1]", "010.0.0.1", "a-b.c", "%2Frun%2fx", "%c3%a9;%7E")
	s += pick(r, 1, "", "", ":", ":080", ":443", ":0", ":00065535")
	if r.IntN(8) == 0 {
		s = pick(r, 1, "", "x:")
	}
	for range r.IntN(6) {
		s += "/" + pick(r, r.IntN(3), data...)
	}
	if r.IntN(2) == 0 {
		s += "?" + pick(r, r.IntN(5), data...)
	}
	if r.IntN(2) == 0 {
		s += "#" + pick(r, r.IntN(4), append(data, "/", "?")...)
	}
	return s
}

// TestGenericKeeps reads real and random URLs, changes at most one field, and checks that
// URI returns all other bytes as they were.
func TestGenericKeeps(t *testing.T) {
	for _, tt := range []struct {
		s    string
		path []string
		want string
	}{
		{"/%61;x/%62;y/%63;z/%64", []string{"A", "b;y", "C", "d"}, "/A/%62;y/C/%64"},
		{"/%61;x", []string{"a;x", "a;x"}, "/%61;x/a%3Bx"},
		{"/%61;x/%61;x/a;x", []string{"a;x", "a;x"}, "/%61;x/%61;x"},
		{"/%61/b", []string{"new", "a", "b", "c"}, "/new/a/b/c"},
		{"/%61/%62/%63", []string{"c", "b", "a"}, "/c/%62/a"},
		{"//h/%61/", []string{"a", "", ""}, "//h/%61//"},
		{"//h/%61//", nil, "//h"},
	} {
		g, err := ParseGeneric(tt.s)
		g.Path = tt.path
		if u, err2 := g.URI(); err != nil || err2 != nil || u.String() != tt.want {
			t.Errorf("%q with the path %q: %q, want %q; %v, %v", tt.s, tt.path, u, tt.want, err, err2)
		}
	}
	r := seed.Rand(t)
	read := 0
	check := func(s string) {
		if g, err := ParseGeneric(s); err == nil {
			read++
			checkGenericKeeps(t, r, s, g)
		}
	}
	urlLists(t, check)
	for range max(*inputs, 20_000) {
		check(randomURL(r))
	}
	if read < *inputs/2 {
		t.Errorf("only %d URLs are read", read)
	}
}

// checkGenericKeeps changes a field of g, the Generic of s, and compares the parts that
// Appendix B finds in the texts before and after it.
func checkGenericKeeps(t *testing.T, r *rand.Rand, s string, g Generic) {
	t.Helper()
	want, authority := naiveParts(s)
	want[partScheme] = strings.ToLower(want[partScheme])
	if u, err := g.URI(); err != nil || u.String() != want[partScheme]+s[len(want[partScheme]):] {
		t.Fatalf("%q is written as %q, %v", s, u, err)
	}
	const added, escaped = "new;1/é", "new%3B1%2F%C3%A9"
	segments := strings.Split(want[partPath], "/")[1:] // none for an empty path
	deleted, change := false, r.IntN(9)
	switch change {
	case 0:
		g.Scheme, want[partScheme] = "other", "other:"
	case 1:
		g.Login, want[partUserinfo] = LoginPassword("a:b", "c;d%"), "a%3Ab:c;d%25@"
	case 2:
		g.Login, want[partUserinfo] = Login{}, ""
	case 3:
		g.Host, want[partHost] = "new.example", "new.example"
	case 4:
		g.Port, want[partPort] = 65534, ":65534"
	case 5:
		i, kind := r.IntN(len(g.Path)+1), r.IntN(3)
		switch {
		case kind == 0 || i == len(g.Path):
			g.Path, segments = slices.Insert(g.Path, i, added), slices.Insert(segments, i, escaped)
		case kind == 1:
			g.Path[i], segments[i] = added, escaped
		default:
			g.Path, deleted = slices.Delete(g.Path, i, i+1), true
		}
	case 6:
		g.Query = append(g.Query, NewPair("a b", "&"))
		want[partQuery] += "&a%20b=%26"
		want[partQuery] = "?" + want[partQuery][1:]
	case 7:
		g.Fragment, want[partFragment] = Defined(added+"#"), "#new;1/%C3%A9%23"
	case 8: // the same values in other memory
		g.Path = slices.Clone(g.Path)
		for i, name := range g.Path {
			g.Path[i] = strings.Clone(name)
		}
	}
	u, err := g.URI()
	if !naiveWritable(g) {
		if err == nil {
			t.Fatalf("change %d of %q: %q", change, s, u)
		}
		return
	}
	if err != nil {
		t.Fatalf("change %d of %q: %v", change, s, err)
	}
	got, _ := naiveParts(u.String())
	if deleted { // the same number fewer: one that is equal to its neighbour could be either
		left := strings.Split(got[partPath], "/")[1:]
		for i, name := range left {
			if i >= len(g.Path) || slowData(name) != g.Path[i] || name != segments[i] && name != segments[i+1] {
				t.Fatalf("%q without a segment: %q", s, u)
			}
		}
		if len(left) != len(g.Path) {
			t.Fatalf("%q without a segment: %q", s, u)
		}
		got[partPath] = want[partPath]
	} else {
		want[partPath] = strings.Join(append([]string{""}, segments...), "/")
	}
	if authority == "" && change == 3 && got[partHost] == "new.example" {
		want[partHost] = "new.example"
	}
	if got != want {
		t.Fatalf("change %d of %q: %q\n got %q\nwant %q", change, s, u, got, want)
	}
	if again := MustParse(u.String()); again != u {
		t.Fatalf("change %d of %q: %q is not what Parse finds", change, s, u)
	}
}

// TestGenericCompared does what the comment of Generic says of comparing.
func TestGenericCompared(t *testing.T) {
	a, err := ParseGeneric("x://%75:p@h:080/a;b?c#%64")
	if err != nil {
		t.Fatal(err)
	}
	b := Generic{Scheme: "x", Login: LoginPassword("u", "p"), Host: "h", Port: 80, Path: []string{"a;b"}, Query: Values{"c"}, Fragment: Defined("d")}
	if diff := cmp.Diff(a, b, cmpopts.IgnoreUnexported(Generic{}), cmpopts.EquateComparable(Login{}, Optional{})); diff != "" {
		t.Error(diff)
	}
	if a.String() == b.String() || reflect.DeepEqual(a, b) {
		t.Errorf("%q and %q do not differ", a, b)
	}
	c := Generic{Host: "h", read: a.read}
	if u, err := c.URI(); err != nil || u.String() != "//h" {
		t.Errorf("a Generic without the fields that were read: %q, %v", u, err)
	}
}

func FuzzGeneric(f *testing.F) {
	for _, tt := range generics {
		user, hasUser := tt.g.Login.User()
		password, hasPassword := tt.g.Login.Password()
		how := uint8(0)
		if hasUser {
			how++
		}
		if hasPassword {
			how++
		}
		var query []string
		for _, p := range tt.g.Query {
			query = append(query, string(p))
		}
		f.Add(tt.g.Scheme, user, password, tt.g.Host, tt.g.Port, strings.Join(tt.g.Path, "\x01"), strings.Join(query, "\x01"), tt.g.Fragment.text, how)
	}
	f.Fuzz(func(t *testing.T, scheme, user, password, host string, port uint16, path, query, fragment string, how uint8) {
		g := Generic{Scheme: scheme, Host: host, Port: port, Login: []Login{{}, LoginUser(user), LoginPassword(user, password)}[how%3]}
		if how&4 != 0 {
			g.Path = strings.Split(path, "\x01")
		}
		if how&8 != 0 {
			for p := range strings.SplitSeq(query, "\x01") {
				g.Query = append(g.Query, Pair(p))
			}
		}
		if how&16 != 0 {
			g.Fragment = Defined(fragment)
		}
		checkGeneric(t, g)
	})
}

func TestGenericAllocations(t *testing.T) {
	for _, tt := range []struct {
		s           string
		write, read float64
	}{
		{"https://api.example.com:8443/v1/users/42?expand=all&page=2", 1, 2},
		{"postgres://app:p%40ss%2Fw%3Ard@db.example:5432/main?sslmode=require", 1, 3},
		{"ws://[2001:db8::7]/socket", 2, 1},
		{"/repos/golang/go", 1, 1},
	} {
		u := MustParse(tt.s)
		g, err := GenericFrom(u)
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(100, func() { u, err = g.URI() }); n > tt.write || err != nil || u.String() != tt.s {
			t.Errorf("%q: URI allocates %v times, want %v; %v", tt.s, n, tt.write, err)
		}
		if n := testing.AllocsPerRun(100, func() { g, err = GenericFrom(u) }); n > tt.read || err != nil {
			t.Errorf("%q: GenericFrom allocates %v times, want %v; %v", tt.s, n, tt.read, err)
		}
	}
	g := Generic{Scheme: "http", Host: "2001:db8::7"}
	if n := testing.AllocsPerRun(100, func() { _, _ = g.URI() }); n > 2 {
		t.Errorf("an address without brackets: %v allocations, want 2", n)
	}
}
