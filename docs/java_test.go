package docs

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/internal/peer"
	"example.com/uri/links"
)

// TestMovingFromJava runs the rows of the table in java.md, by the text of their
// first cells: our side, and where a JDK is installed the expressions of Java.
func TestMovingFromJava(t *testing.T) {
	t.Parallel()
	u := uri.MustParse("http://joe@h:80/a%2Fb/../c?q#f")
	mail, base := uri.MustParse("mailto:a@b?x#f"), uri.MustParse("http://h/a/b?x")
	theirs := []answer{
		{`new URI("http://h/a b".replace(" ", "%20"))`, "http://h/a%20b"},
		{`URI.create("http://h/ü").getRawPath()`, "/ü"},
		{`u.getRawPath() + " " + u.getRawQuery()`, "/a%2Fb/../c q"},
		{`u.getPath()`, "/a/b/../c"},
		{`URI.create("mailto:a@b?x#f").getSchemeSpecificPart()`, "a@b?x"},
		{`u.isAbsolute() + " " + u.isOpaque() + " " + URI.create("mailto:a").isOpaque()`, "true false true"},
		{`refused(() -> URI.create("http://h_x:80/").parseServerAuthority()) + " " + URI.create("http://h_x:80/").getHost()`, "true null"},
		{`URI.create("http://h/").getPort() + " " + URI.create("http://h:99999999999/").getPort() + " " + URI.create("http://h:65536/").getPort()`, "-1 -1 65536"},
		{`URI.create("http://h/a/b?x").resolve("")`, "http://h/a/"},
		{`URI.create("http://h/a/b").relativize(URI.create("http://h/a/c"))`, "http://h/a/c"},
		{`URI.create("http://h/a/../b").normalize()`, "http://h/b"},
		{`URI.create("HTTP://H/%7e").equals(URI.create("http://h/%7E")) + " " + URI.create("http://h/%7e").equals(URI.create("http://h/~"))`, "true false"},
		{`new URI("http", "h", "/a b", "f g")`, "http://h/a%20b#f%20g"},
	}
	ours := map[string][]answer{
		"`new URI(s)`, `URI.create(s)`": {{show(uri.Parse("http://h/a%20b")), "http://h/a%20b <nil>"}, {show(uri.MustParse("http://h/")), "http://h/"}},
		"accepts characters beyond US-ASCII (\"other\")": {
			{show(uri.Valid("http://h/ü")), "false"}, {first(links.Repair("http://h/ü")), "http://h/%C3%BC"},
		},
		"`getRawPath()`, `getRawQuery()` ...": {{u.Path(), "/a%2Fb/../c"}, {show(u.Query()), "q true"}},
		"`getPath()` decoded":                 {{show(uri.Unescape(u.Path())), "/a/b/../c <nil>"}},
		"`getSchemeSpecificPart()`":           {{show(mail.Opaque()), "a@b?x true"}},
		"`isAbsolute()`, `isOpaque()`":        {{show(u.IsAbsolute(), u.IsOpaque(), mail.IsOpaque()), "true false true"}},
		"`parseServerAuthority()` throws":     {{show(uri.MustParse("http://h_x:80/").IsServer()), "false"}, {show(uri.MustParse("http://h_x:80/").Host()), "h_x true"}},
		"`getPort()`, -1 if missing or too large for an int": {
			{show(uri.MustParse("http://h/").Port()), " false"}, {show(uri.MustParse("http://h:99999999999/").Port()), "99999999999 true"},
			{show(uri.MustParse("http://h/").EffectivePort()), "80 true"}, {show(uri.MustParse("http://h:65536/").EffectivePort()), "0 false"},
		},
		"`resolve`: an empty reference gives the base's directory": {{show(base.Resolve(uri.URI{})), "http://h/a/b?x <nil>"}},
		"`relativize`, never with `..`": {
			{show(uri.RFC3986.Relativize(uri.MustParse("http://h/x/y/b"), uri.MustParse("http://h/x/c"))), "../c true"},
			{show(uri.RFC2396.Relativize(uri.MustParse("http://h/a/b"), uri.MustParse("http://h/a/c"))), "c true"},
		},
		"`normalize()` removes dot segments": {
			{show(uri.MustParse("http://h/a/../b").Normalize()), "http://h/a/../b"}, {show(uri.RFC3986.Normalize(uri.MustParse("http://h/a/../b"))), "http://h/b"},
		},
		"`equals` ignores the case of escapes, scheme and host": {
			{show(uri.MustParse("HTTP://H/%7e") == uri.MustParse("http://h/%7E")), "false"}, {show(uri.RFC2396.Equivalent(uri.MustParse("HTTP://H:80/%7e"), uri.MustParse("http://h/~"))), "true"},
		},
		"four constructors that quote": {
			{show(uri.MustParse("http://h/").WithPath("/" + uri.Escape("a b", uri.EscapeSegment))), "http://h/a%20b <nil>"},
		},
	}
	text, err := os.ReadFile("java.md")
	if err != nil {
		t.Fatal(err)
	}
	checkRows(t, string(text), "java.net.URI", ours)
	checkJava(t, theirs)
}

// checkJava lets the Java of a JDK evaluate the expressions, if one is installed.
func checkJava(t *testing.T, theirs []answer) {
	t.Helper()
	var program strings.Builder
	program.WriteString(`import java.net.URI;
public class Rows {
	interface Call { Object run() throws Exception; }
	static boolean refused(Call c) { try { c.run(); return false; } catch (Exception e) { return true; } }
	public static void main(String[] args) throws Exception {
		var out = new java.io.PrintStream(System.out, true, "UTF-8");
		var u = URI.create("http://joe@h:80/a%2Fb/../c?q#f");
`)
	for _, a := range theirs {
		fmt.Fprintf(&program, "\t\tout.println(%s);\n", a.expression)
	}
	program.WriteString("\t}\n}\n")
	file := filepath.Join(t.TempDir(), "Rows.java")
	if err := os.WriteFile(file, []byte(program.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	// The options let a short run begin fast.
	out, err := exec.Command("java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dfile.encoding=UTF-8", file).CombinedOutput()
	if err != nil && exec.Command("javac", "--version").Run() != nil {
		peer.Missing(t, "a JDK")
		return
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	checkTheirs(t, out, theirs)
}
