package uri

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestQuotedTexts checks texts that comments quote and no other test has: each is as its comment says.
func TestQuotedTexts(t *testing.T) {
	query := func(m Mode, text string) string { q, _ := m.Query(MustParse(text)); return q }
	scheme := func(text string) string { return MustParse(text).Scheme() }
	host := func(text string) string { h, _ := MustParse(text).Host(); return h }
	opaque := func(text string) string { part, _ := MustParse(text).Opaque(); return part }
	resolved, _ := MustParse("http://a").Resolve(MustParse("g"))
	repos, _ := Generic{Path: []string{"repos", "", "x"}}.URI()
	socket, _ := Generic{Scheme: "postgres", Host: "/run/postgresql", Path: []string{"db"}}.URI()
	folder, _ := MustParse("").JoinSegments("repos", "", "x")
	authority, hasAuthority := MustParse("postgres:///db").Authority()
	_, noGeneric := GenericFrom(MustParse("postgres:///db"))
	path, _, _ := appendSegments([]byte("/a/"), 1, "b/../../c/.", AboveRootDrop)
	posix, _ := FileFromPath("/dir/name", PathPOSIX)
	_, noMailbox := ParseMailto("mailto://a@b")
	news, _ := ParseNews("news:unique@host")
	other, _ := ParseOther("x:user:pass#word@h")
	end, hostname := plainHostname("a-b.c/de", 0)
	unescaped := make([]byte, len("one%20two..."))
	read, written := unescapeWords(unescaped, "one%20two...")
	unescapedFirst := `"one " 6` // the first step, of "one%20tw"
	if !fastPaths {
		unescapedFirst = `"" 0`
	}
	native := func(text string) string {
		f, _ := ParseFile(text)
		path, _ := f.NativePath(PathWindows)
		return path
	}
	_, port8x := ServerFrom(MustParse("//h:8x"))
	_, futureConforms := Conforms3986("//[v1.x]")
	vmsFile, _ := FileFromPath("HOST::DISK:[DIR]NAME.TXT", PathVMS)
	vms, _ := vmsFile.NativePath(PathVMS)
	parts := split1808("//h/p;x?q#f")
	for _, tt := range []struct{ got, want any }{
		{query(RFC2396, "sip:a@b?subject=x"), ""},
		{query(RFC3986, "sip:a@b?subject=x"), "subject=x"},
		{query(RFC2396, "file:a.db?x=y"), ""},
		{query(RFC3986, "file:a.db?mode=memory"), "mode=memory"},
		{scheme("db:5432"), "db"},
		{host("http://joe:12/w@h/"), "joe"},
		{opaque("jdbc:postgresql://host/db"), "postgresql://host/db"},
		{query(RFC1808, "//h?x"), ""},
		{query(RFC3986, "//h?x"), "x"},
		{fmt.Sprintf("%v %q %q", MustParse("//h_x:80").IsServer(), host("//h_x:80"), host("//h:8x")), `false "h_x" ""`},
		{fmt.Sprint(port8x != nil, futureConforms, Valid("//[v1.x]"), Valid("%!")), "true <nil> false false"},
		{native("file:////host/share/name"), `\\host\share\name`},
		{native("file://///host/share/name"), `\\host\share\name`},
		{native("file:////host/share"), `\\host\share`},
		{strings.HasPrefix(vms, "HOST::"), true},
		{resolved.String(), "http://a/g"}, // and not "http://ag"
		{repos.String(), "/repos//x"},
		{folder.String(), "repos//x"},
		{socket.String(), "postgres://%2Frun%2Fpostgresql/db"},
		{fmt.Sprint(authority == "", hasAuthority, noGeneric != nil), "true true true"},
		{RFC1808.Path(MustParse("http://a?x/y")), "/y"},
		{RFC1808.Normalize(MustParse("http://a?x/y")).String(), "http://a?x/y"},
		{string(path), "/c/"},
		{Redactor{User: true}.Redact(MustParse("http://user:password@h/")), "http://xxxxx:xxxxx@h/"},
		{parts, url1808{"//h", "/p", ";x", "?q", "#f"}},
		{posix.String(), "file:///dir/name"},
		{noMailbox != nil, true},
		{news.Article, "unique@host"},
		{strings.Contains(fmt.Sprintf("%+v", other), "pass"), false},
		{fmt.Sprint(end, hostname), "5 true"},
		{dottedWords("/a/.b/c.d"), 2},
		{fmt.Sprintf("%q %d", unescaped[:written], read), unescapedFirst},
	} {
		if fmt.Sprint(tt.got) != fmt.Sprint(tt.want) {
			t.Errorf("%+v, want %+v", tt.got, tt.want)
		}
	}
}

// TestMasks reads the drawing of the masks of plainHostname, a row for each, and judges each byte alone.
func TestMasks(t *testing.T) {
	source, err := os.ReadFile("fast.go")
	if err != nil {
		t.Fatal(err)
	}
	_, drawing, _ := strings.Cut(string(source), "// \"a-b.c/de\", with 1 for the high bit:\n//\n")
	drawing, _, _ = strings.Cut(drawing, "//\n")
	in := func(set string) func(s string, i int) bool {
		return func(s string, i int) bool { return strings.IndexByte(set, s[i]) >= 0 }
	}
	masks := map[string]func(s string, i int) bool{
		"letter": in("abcde"), "separator": in("-."), "stop": in("/"), "dot": in("."),
		"before": func(s string, i int) bool { return i < strings.IndexByte(s, '/') },
		"other":  func(s string, i int) bool { return i < strings.IndexByte(s, '/') && s[i] == '-' },
	}
	rows := 0
	for line := range strings.Lines(drawing) {
		fields := strings.Fields(line)[1:] // without the "//"
		name, lanes := fields[0], strings.Join(fields[1:1+len("a-b.c/de")], "")
		if name == "byte" && lanes == "a-b.c/de" {
			continue
		}
		mask := masks[name]
		if rows++; mask == nil {
			t.Fatalf("no mask %q", name)
		}
		for i := range lanes {
			if got := lanes[i] == '1'; got != mask("a-b.c/de", i) || !got && lanes[i] != '.' {
				t.Errorf("%s, byte %d: %q", name, i, lanes[i])
			}
		}
	}
	if rows != len(masks) {
		t.Errorf("%d rows for %d masks", rows, len(masks))
	}
}
