package uri

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFile(t *testing.T) {
	checkSchemes(t, []schemeRow{
		{"file:///", File{Host: Defined(""), Path: []string{""}}, ""},
		{"file:///etc/fstab", File{Host: Defined(""), Path: []string{"etc", "fstab"}}, ""},
		{"file:/etc/fstab", File{Path: []string{"etc", "fstab"}}, ""},
		{"file:/", File{Path: []string{""}}, ""},
		{"file:////a", File{Host: Defined(""), Path: []string{"", "a"}}, ""},
		{"file://localhost/", File{Host: Defined("localhost"), Path: []string{""}}, ""},
		{"FILE://vms.host.edu/disk$user/my/notes/note12345.txt",
			File{Host: Defined("vms.host.edu"), Path: []string{"disk$user", "my", "notes", "note12345.txt"}},
			"file://vms.host.edu/disk$user/my/notes/note12345.txt"},
		{"file://my_host/a", File{Host: Defined("my_host"), Path: []string{"a"}}, ""},
		{"file://1.2.3.255/a", File{Host: Defined("1.2.3.255"), Path: []string{"a"}}, ""},
		{"file://[::1]/a", File{Host: Defined("[::1]"), Path: []string{"a"}}, ""},
		{"file:///a%2Fb/c%3B?d/e#f", File{Host: Defined(""), Path: []string{"a/b", "c;?d", "e"}}, "file:///a%2Fb/c%3B%3Fd/e"},
		{"file:///tmp/a;b.txt", File{Host: Defined(""), Path: []string{"tmp", "a;b.txt"}}, "file:///tmp/a%3Bb.txt"},
		{"file:/;/?;", File{Path: []string{";", "?;"}}, "file:/%3B/%3F%3B"},
	})
	checkRefused(t, []refusedRow{
		{"file:etc", 5, ruleFileURL},
		{"file:?", 5, ruleFileURL},
		{"file://", 7, ruleFileURL},
		{"file://h", 8, ruleFileURL},
		{"file://h?/", 8, ruleFileURL},
		{"file://u@h/a", 8, ruleHostname},
		{"file://h:80/a", 8, ruleHostname},
		{"file://[::1]:/a", 12, ruleHost},
		{"file://h~x/a", 8, ruleHostname},
		{"file://-/a", 7, ruleHostname},
		{"file://a-/a", 8, ruleHostname},
		{"file://1.2.3/a", 11, ruleHostname},
		{"file://999.1.1.1/a", 9, ruleIPv4address},
	})
	checkUnwritable(t, []unwritableRow{
		{File{}, "Path"},
		{File{Host: Defined("h")}, "Path"},
		{File{Host: Defined("a b"), Path: []string{"a"}}, "Host"},
		{File{Path: []string{"", "a"}}, "Host"},
	})
}

// TestNativePath goes from URLs to paths and back.
func TestNativePath(t *testing.T) {
	for _, test := range []struct {
		url   string
		style PathStyle
		path  string
		back  string // where it is not url again
	}{
		{"file:///", PathPOSIX, "/", ""},
		{"file:///etc/motd", PathPOSIX, "/etc/motd", ""},
		{"file:/etc/motd", PathPOSIX, "/etc/motd", "file:///etc/motd"},
		{"file://LocalHost/etc/motd", PathPOSIX, "/etc/motd", "file:///etc/motd"},
		{"file:///a%20b/%3Fc%3Bd/%C3%A9", PathPOSIX, "/a b/?c;d/é", ""},
		{"file:///a%5Cb", PathPOSIX, `/a\b`, ""},
		{"file:///a/../b/", PathPOSIX, "/a/../b/", ""},

		{"file:///C:/", PathWindows, `C:\`, ""},
		{"file:///C:", PathWindows, `C:\`, "file:///C:/"},
		{"file:///c:/a%20b/d", PathWindows, `c:\a b\d`, ""},
		{"file:///C%7C/a", PathWindows, `C:\a`, "file:///C:/a"},
		{"file://server/share/a/b", PathWindows, `\\server\share\a\b`, ""},
		{"file://server/share", PathWindows, `\\server\share`, ""},
		{"file:////server/share/f", PathWindows, `\\server\share\f`, "file://server/share/f"},
		{"file://///server/share/f%20g", PathWindows, `\\server\share\f g`, "file://server/share/f%20g"},

		{"file://localhost/c$/f", PathWindows, `\\localhost\c$\f`, ""},
		{"file://localhost/c:/f", PathWindows, `c:\f`, "file:///c:/f"},
		{"file:///disk$user/my/notes/note123456.txt", PathVMS, "DISK$USER:[MY.NOTES]NOTE123456.TXT", ""},
		{"file://vms.host.edu/disk$user/my/notes/note12345.txt", PathVMS,
			"VMS.HOST.EDU::DISK$USER:[MY.NOTES]NOTE12345.TXT", ""},
		{"file:///sys$disk/a.b%3B3", PathVMS, "SYS$DISK:[000000]A.B;3", ""},
		{"file:///d/e/", PathVMS, "D:[E]", ""},
		{"file:///d/e_f-1/g_h-2.$", PathVMS, "D:[E_F-1]G_H-2.$", ""},
	} {
		f, err := ParseFile(test.url)
		if err != nil {
			t.Error(err)
			continue
		}
		if path, err := f.NativePath(test.style); err != nil || path != test.path {
			t.Errorf("NativePath of %q: %q, %v; want %q", test.url, path, err, test.path)
		}
		back := test.back
		if back == "" {
			back = test.url
		}
		if g, err := FileFromPath(test.path, test.style); err != nil || g.String() != back {
			t.Errorf("FileFromPath(%q): %q, %v; want %q", test.path, g, err, back)
		}
	}
	for path, want := range map[string]string{"C:/a/b": "file:///C:/a/b", `//server/share\a`: "file://server/share/a"} {
		if f, err := FileFromPath(path, PathWindows); err != nil || f.String() != want {
			t.Errorf("FileFromPath(%q): %q, %v; want %q", path, f, err, want)
		}
	}
}

func TestNoNativePath(t *testing.T) {
	for _, test := range []struct {
		url   string
		style PathStyle
		field string
	}{
		{"file://h/a", PathPOSIX, "Host"},
		{"file:///a/b%2Fc", PathPOSIX, "Path[1]"},
		{"file:///a%00/b", PathPOSIX, "Path[0]"},
		{"file:///etc/motd", PathWindows, "Path[0]"},
		{"file:///C:x/a", PathWindows, "Path[0]"},
		{"file:////server", PathWindows, "Path[2]"},
		{"file:////server/", PathWindows, "Path[2]"},
		{"file://///server//share", PathWindows, "Path[3]"},
		{"file://////server/share", PathWindows, "Path[0]"},
		{"file:////", PathWindows, "Path[0]"},
		{"file:////./pipe/x", PathWindows, "Path[1]"},
		{"file:////%3F/C:/x", PathWindows, "Path[1]"},
		{"file:////%5B::1%5D/share", PathWindows, "Path[1]"},
		{"file:////ser%20ver/share", PathWindows, "Path[1]"},
		{"file:////server/sha%2Fre", PathWindows, "Path[2]"},
		{"file:////server/share/a%5Cb", PathWindows, "Path[3]"},
		{"file://h//server/share", PathWindows, "Path[0]"},
		{"file:///1:/a", PathWindows, "Path[0]"},
		{"file:///Cx/a", PathWindows, "Path[0]"},
		{"file:///C:/a%2Fb", PathWindows, "Path[1]"},
		{"file:///C:/a%5Cb", PathWindows, "Path[1]"},
		{"file:///C:/a/b:c", PathWindows, "Path[2]"},
		{"file:///C:/a%1F", PathWindows, "Path[1]"},
		{"file://h/", PathWindows, "Path[0]"},
		{"file://[::1]/a", PathWindows, "Host"},
		{"file://[::1]/dev/x", PathVMS, "Host"},
		{"file:///d/000000/x", PathVMS, "Path[1]"},
		{"file:///a", PathVMS, "Path[0]"},
		{"file:////a", PathVMS, "Path[0]"},
		{"file:///d.e/a", PathVMS, "Path[0]"},
		{"file:///d/a.b/c", PathVMS, "Path[1]"},
		{"file:///d//c", PathVMS, "Path[1]"},
		{"file:///d/a%5D", PathVMS, "Path[1]"},
		{"file:///d/%C3%A9", PathVMS, "Path[1]"},
		{"file:///d/%E2%82%AC", PathVMS, "Path[1]"},
	} {
		f, err := ParseFile(test.url)
		if err != nil {
			t.Error(err)
			continue
		}
		path, err := f.NativePath(test.style)
		if e, ok := err.(*FieldError); !ok || path != "" || e.Op != "file" || e.Field != test.field {
			t.Errorf("NativePath(%d) of %q: %q, %v; want an error for %s", test.style, test.url, path, err, test.field)
		}
	}
	if path, err := (File{}).NativePath(PathPOSIX); path != "" || !cmp.Equal(err, error(&FieldError{"file", "Path", "empty"})) {
		t.Errorf("NativePath of a file without a path: %q, %v", path, err)
	}
	for _, style := range []PathStyle{PathPOSIX, PathWindows, PathVMS} {
		f := File{Host: Defined(`h\share`), Path: []string{"x", "y"}}
		path, err := f.NativePath(style)
		if e, ok := err.(*FieldError); !ok || path != "" || e.Field != "Host" {
			t.Errorf("NativePath(%d) of %q: %q, %v; want an error for Host", style, f.Host, path, err)
		}
	}
	for _, test := range []struct {
		path  string
		style PathStyle
	}{
		{"", PathPOSIX}, {"a", PathPOSIX}, {"./a", PathPOSIX}, {"/a\x00", PathPOSIX}, {`C:\a`, PathPOSIX},
		{"", PathWindows}, {"a", PathWindows}, {`\a`, PathWindows}, {"C:", PathWindows}, {"C:a", PathWindows}, {`\\`, PathWindows},
		{`\\h`, PathWindows}, {`\\h\`, PathWindows}, {`\\\C:\a`, PathWindows}, {`C|\a`, PathWindows}, {`\\?\C:\a`, PathWindows}, {`\\.\pipe\a`, PathWindows}, {`\\localhost\c:\f`, PathWindows}, {`\\h\c|\f`, PathWindows}, {`\\a b\c`, PathWindows},
		{`C:\a<`, PathWindows}, {`C:\a>`, PathWindows}, {`C:\a"`, PathWindows}, {`C:\a|`, PathWindows}, {`C:\a?`, PathWindows}, {`C:\a*`, PathWindows},
		{`C:\a:b`, PathWindows}, {`\\h~x\a`, PathWindows}, {"/etc/motd", PathWindows},
		{"", PathVMS}, {"a.b", PathVMS}, {"[a]b", PathVMS}, {"d:[a", PathVMS}, {"d:[]b", PathVMS}, {"d:[.a]b", PathVMS}, {"d:[a]b]", PathVMS},
		{":[a]b", PathVMS}, {"d:[a]b/c", PathVMS}, {"/a/b", PathVMS}, {"a b::d:[a]b", PathVMS}, {"LOCALHOST::d:[a]b", PathVMS}, {"\u212a:[a]b", PathVMS}, {"::d:[a]b", PathVMS}, {"d:[000000.]b", PathVMS},
	} {
		f, err := FileFromPath(test.path, test.style)
		if _, ok := err.(*FieldError); !ok || !cmp.Equal(f, File{}, cmpLogin) {
			t.Errorf("FileFromPath(%q): %q, %v; want a *FieldError", test.path, f, err)
		}
	}
}

// TestPathStyleOther checks that a value that is not one of the constants counts as PathPOSIX.
func TestPathStyleOther(t *testing.T) {
	for style := PathVMS + 1; style > 0; style++ {
		f, err := FileFromPath("/a/B", style)
		if path, pathErr := f.NativePath(style); path != "/a/B" || err != nil || pathErr != nil {
			t.Errorf("style %d: %q, %v, %v", style, path, err, pathErr)
		}
	}
}

// TestPathsBothWays: the path of a file names the file, and the file of a path has
// that path, wherever there is one. The exceptions are these: this
// machine has no name, "|" of a drive is ":", VMS knows no case, and a drive without
// a path is its top directory.
func TestPathsBothWays(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var there, back [3]int
	hosts := []string{"", "", "localhost", "LocalHost", "h", "h_x.y", "1.2.3.4", "[::1]"}
	for range *inputs {
		style := PathStyle(r.IntN(3))
		var f File
		if r.IntN(8) > 0 {
			f.Host = Defined(hosts[r.IntN(len(hosts))])
		}
		for range r.IntN(5) {
			f.Path = append(f.Path, pick(r, r.IntN(3), "a", "B", "c:", "d|", "$", ".", ";", "000000", "/", "\\", " ", "\u212a", "-", "?", "\x00", "]"))
		}
		if path, err := f.NativePath(style); err == nil {
			there[style]++
			want := File{Host: f.Host, Path: append([]string(nil), f.Path...)}
			local := f.Host.String() == "" || strings.EqualFold(f.Host.String(), "localhost")
			drive := style == PathWindows && local && len(path) > 1 && path[1] == ':'
			if local && (style != PathWindows || drive) {
				want.Host = Defined("")
			}
			if drive {
				want.Path[0] = want.Path[0][:1] + ":"
				if len(want.Path) == 1 {
					want.Path = append(want.Path, "")
				}
			}
			if style == PathWindows && f.Host.String() == "" && !drive { // the host is in the path
				names := strings.Split(strings.TrimLeft(strings.Join(want.Path, "/"), "/"), "/")
				want.Host, want.Path = Defined(names[0]), names[1:]
			}
			if style == PathVMS {
				want.Host = Defined(strings.ToLower(want.Host.String()))
				for i := range want.Path {
					want.Path[i] = strings.ToLower(want.Path[i])
				}
			}
			if g, err := FileFromPath(path, style); err != nil || !cmp.Equal(g, want, cmpLogin) {
				t.Fatalf("%#v is %q, which is %#v, %v", f, path, g, err)
			}
		}
		path := pick(r, r.IntN(9), "a", "B", ":", "::", ":[", "]", "[", ".", "\\", "\\\\", "/", "|", "?", "c:\\", "localhost", "h::d:[a]", "\\\\h\\s", "\u212a", "000000", ";", "d:[e", "\x00")
		f, err := FileFromPath(path, style)
		if err != nil {
			continue
		}
		back[style]++
		want := path
		switch style {
		case PathWindows:
			want = strings.ReplaceAll(path, "/", "\\")
		case PathVMS:
			want = strings.ToUpper(path)
		}
		if got, err := f.NativePath(style); err != nil || got != want {
			t.Fatalf("%q is %#v, which is %q, %v", path, f, got, err)
		}
		u, err := f.URI()
		if err != nil {
			t.Fatalf("%q is %#v, which has no URL: %v", path, f, err)
		}
		if g, err := FileFrom(u); err != nil || !cmp.Equal(f, g, cmpLogin) {
			t.Fatalf("%q is %v, which is %#v, %v", path, u, g, err)
		}
	}
	t.Logf("%d files, %d paths", there, back)
	if *inputs >= 10000 && (min(there[0], there[1], there[2]) == 0 || min(back[0], back[1], back[2]) == 0) {
		t.Error("a style without a path")
	}
}

// rawInFiles are the printable US-ASCII characters that writers of file URLs write as they
// are. They write all others as escapes.
var rawInFiles = map[string]string{
	"java, Path.toUri and File.toURI": "!$&'()*+,-.0123456789:;=@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~",
	"node, pathToFileURL":             "!$&'()*+,-.0123456789:;=@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz",
}

// fileNames returns each name of one and two printable characters.
func fileNames() (names []string) {
	for a := byte(' '); a < 0x7F; a++ {
		names = append(names, string(a))
		for b := byte(' '); b < 0x7F; b++ {
			names = append(names, string(a)+string(b))
		}
	}
	return slices.DeleteFunc(names, func(s string) bool { return strings.Contains(s, "/") || s == "." || s == ".." })
}

// TestFileNames reads file URLs as java and node write them, and writes some that they can
// read: Appendix B and the escapes give the name.
func TestFileNames(t *testing.T) {
	for _, name := range fileNames() {
		for writer, raw := range rawInFiles {
			text := "file:///"
			for _, b := range []byte(name) {
				if strings.IndexByte(raw, b) >= 0 {
					text += string(b)
				} else {
					text += fmt.Sprintf("%%%02X", b)
				}
			}
			if f, err := ParseFile(text); err != nil || !slices.Equal(f.Path, []string{name}) {
				t.Errorf("%s writes %q as %q, which is read as %q, %v", writer, name, text, f.Path, err)
			}
		}
		f, err := FileFromPath("/"+name, PathPOSIX)
		if err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		parts, _ := naiveParts(f.String())
		if path := slowData(parts[partPath]); path != "/"+name || parts[partQuery]+parts[partFragment] != "" {
			t.Errorf("%q is written as %q", name, f)
		}
	}
}

// TestFilePeers has java and node write and read the names of TestFileNames.
func TestFilePeers(t *testing.T) {
	if !*long {
		return
	}
	names := fileNames()
	for peer, program := range map[string]string{
		"java": `import java.io.*; import java.net.URI; import java.nio.file.Path;
class Files {
	public static void main(String[] args) throws Exception {
		var in = new BufferedReader(new InputStreamReader(System.in));
		for (String line; (line = in.readLine()) != null; ) {
			var f = line.split("\t", -1);
			System.out.println(Path.of("/" + f[0]).toUri() + "\t" + Path.of(URI.create(f[1])));
			System.out.println(new File("/" + f[0]).toURI() + "\t" + new File(URI.create(f[1])));
		}
	}
}`,
		"node": `const {pathToFileURL, fileURLToPath} = require("url");
for (const line of require("fs").readFileSync(0, "utf8").trimEnd().split("\n")) {
	const [name, url] = line.split("\t");
	console.log(pathToFileURL("/" + name).href + "\t" + fileURLToPath(url));
}`,
	} {
		if _, err := exec.LookPath(peer); err != nil {
			t.Logf("%s is not installed", peer)
			continue
		}
		file := filepath.Join(t.TempDir(), map[string]string{"java": "Files.java", "node": "files.js"}[peer])
		if err := os.WriteFile(file, []byte(program), 0o666); err != nil {
			t.Fatal(err)
		}
		var in strings.Builder
		for _, name := range names {
			f, _ := FileFromPath("/"+name, PathPOSIX)
			in.WriteString(name + "\t" + f.String() + "\n")
		}
		cmd := exec.Command(peer, file)
		cmd.Stdin = strings.NewReader(in.String())
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: %s", peer, err, out)
		}
		lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
		for i, line := range lines {
			name := names[i*len(names)/len(lines)]
			text, path, _ := strings.Cut(line, "\t")
			if f, err := ParseFile(text); err != nil || !slices.Equal(f.Path, []string{name}) || path != "/"+name {
				t.Errorf("%s: %q is written as %q, which is read as %q, %v; it reads %q", peer, name, text, f.Path, err, path)
			}
		}
	}
}
