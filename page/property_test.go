package page

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.com/uri"
	"example.com/uri/internal/vectors"
	"example.com/uri/web"
)

// agrees compares a function with its slow twin on a text.
type agrees func(t *testing.T, s string)

var twins = map[string]agrees{
	"Srcset": func(t *testing.T, s string) {
		same(t, s, slices.Collect(Srcset(s)), slowSrcset(s))
	},
	"Refresh": func(t *testing.T, s string) {
		seconds, reference, ok := Refresh(s)
		wantSeconds, want, wantOK := slowRefresh(s)
		same(t, s, []any{seconds, reference, ok}, []any{wantSeconds, want, wantOK})
	},
	"CSS": func(t *testing.T, s string) {
		same(t, s, slices.Collect(CSS(s)), slowCSS(s))
	},
	"Links": func(t *testing.T, s string) {
		same(t, s, slices.Collect(Links(s)), slowLinks(s))
	},
	"Data": func(t *testing.T, s string) {
		u, err := web.Parse("data:" + s)
		if err != nil {
			return
		}
		media, body, err := Data(u)
		wantMedia, want, ok := slowData(u.WithoutFragment().String())
		same(t, s, []any{media, string(body), err == nil}, []any{wantMedia, string(want), ok})
	},
	"FileName": func(t *testing.T, s string) {
		u, err := uri.Parse("http://h/" + uri.Escape(s, uri.EscapeSegment))
		if err != nil {
			t.Fatal(err)
		}
		checkName(t, s, FileName(u))
	},
	"Disposition": func(t *testing.T, s string) {
		name, ok := Disposition(s)
		if ok != (name != "") {
			t.Errorf("%q: %q, %v", s, name, ok)
		}
		checkSafe(t, s, name)
		if sent, valid := slowDisposition(s); valid {
			sent = sent[strings.LastIndexAny(sent, `/\`)+1:]
			checkName(t, sent, name)
		}
	},
}

func same(t *testing.T, s string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmp.Comparer(func(a, b uri.Optional) bool { return a == b })); diff != "" {
		t.Errorf("%q (-slow +got):\n%s", s, diff)
	}
}

// checkName checks the name of a file that was asked for as sent: it is safe, a safe name is kept, and so
// is an extension.
func checkName(t *testing.T, sent, name string) {
	t.Helper()
	checkSafe(t, sent, name)
	if isSafe(sent) && name != sent {
		t.Errorf("%q is safe, but becomes %q", sent, name)
	}
	if dot := strings.LastIndexByte(sent, '.'); dot > 0 && len(sent) > 260 && utf8.ValidString(sent) {
		if extension := sent[dot:]; len(extension) < 20 && isSafe("a"+extension) && isSafe(sent[:1]+extension) && !strings.HasSuffix(name, extension) {
			t.Errorf("%q becomes %q, without its extension", sent, name)
		}
	}
}

// checkSafe checks that a name is safe. An empty name is none.
func checkSafe(t *testing.T, sent, name string) {
	t.Helper()
	if name != "" && (!isSafe(name) || !filepath.IsLocal(name) || filepath.Base(name) != name) {
		t.Errorf("%q becomes %q, which is not safe", sent, name)
	}
}

// bidi are the characters with the property Bidi_Control, of Unicode's PropList.
const bidi = "\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069"

// devices are the names of Windows ("Naming Files, Paths, and Namespaces"). It compares them by its table of upper
// case, as in the exFAT file system specification, 7.2.5: no letter beyond US-ASCII becomes one of US-ASCII there.
var devices = func() map[string]bool {
	all := map[string]bool{}
	for _, name := range strings.Fields("con prn aux nul clock$ conin$ conout$") {
		all[name] = true
	}
	for _, port := range strings.Fields("0 1 2 3 4 5 6 7 8 9 ¹ ² ³") {
		all["com"+port], all["lpt"+port] = true, true
	}
	return all
}()

// isSafe reports whether a name keeps all the promises of FileName.
func isSafe(name string) bool {
	if name == "" || len(name) > 255 || !utf8.ValidString(name) {
		return false
	}
	for _, r := range name {
		switch {
		case strings.ContainsRune(bidi+`"*/:<>?\|`+"\u2028\u2029\uFFFD", r), unicode.IsControl(r), r&0xFFFE == 0xFFFE, r >= 0xFDD0 && r <= 0xFDEF:
			return false
		case unicode.Is(unicode.Cf, r) && r != '\u200C' && r != '\u200D':
			return false
		}
	}
	first, _ := utf8.DecodeRuneInString(name)
	last, _ := utf8.DecodeLastRuneInString(name)
	for _, r := range []rune{first, last} {
		if r == '.' || unicode.IsSpace(r) {
			return false
		}
	}
	lower := slowLower(name)
	extension := strings.TrimPrefix(lower[max(strings.LastIndexByte(lower, '.'), 0):], ".")
	if strings.Contains(name, ".") && (slices.Contains([]string{"lnk", "local", "scf", "url"}, extension) || len(extension) > 0 && extension[0] == '{' && extension[len(extension)-1] == '}') {
		return false
	}
	base, _, _ := strings.Cut(name, ".")
	return !devices[slowLower(strings.TrimRight(base, " "))] && lower != "desktop.ini" && lower != "thumbs.db"
}

// pieces are the texts that the random texts of a twin are made of.
var pieces = map[string][]string{
	"Srcset": {"a", "b.png", ",", ",", " ", " ", "\t", "\f", "1x", "2.5x", "-1x", "-0x", ".5x", "1.x", "1e3x", "1E-2x", "1e999x", "+1x", "100w", "0w", "00w", "99999999999w", "50h", "0h",
		"w", "x", "h", "(", ")", "\xff", "é", "data:,", "1", "0", ".", "-", "e"},
	"Refresh": {"0", "1", "99999999999", ".", " ", "\t", "\f", "\v", ";", ",", "url", "URL", "ur", "u", "=", "'", "\"", "foo", "http://h/", "-", "+", "\xff", "é"},
	"CSS": {"a", "{", "}", "(", ")", "[", "]", ";", ",", ":", "url(", "URL(", `\75rl(`, "u", "rl(", "src(", "image-set(", "-webkit-image-set(", "type(", "@import", "@namespace", "@media", "@", "#", "\"", "'", "\"x\"", "'y'",
		"\\", `\0`, `\D800`, `\110000`, `\41 `, "\\\n", "\\\r\n", "\n", "\r\n", "\r", "\f", " ", "\t", "/*", "*/", "/", "*", "<!--", "-->", "-", "--", "1", "+", ".", "e", "%", "!", "\x00", "\x01", "\x7f", "\xff", "é", "\u00d7", "😀", "ſrc(", "a.png"},
	"Links": {"<", ">", "<a>", "</?q=1>", ";", ",", "=", " ", "\t", "\"", "\\", "rel", "rel=next", `rel="a B"`, "anchor", "anchor=#x", "title", "title*", "title*=UTF-8''%41", "title*=x", "media=a", "type=b", "a*=utf-8''%e2%82%ac", "a=b", "a**=iso-8859-1''%e4",
		"rel*=utf-8''x", "*", "'", "''", "%", "%41", "\xff", "é", "\n"},
	"Data": {"text", "/", "html", ";", ";", ",", ",", "base64", "BASE64", ";base64,", " ", "%20", "%3B", "%2C", "%", "%4", "%00", "%ff", "=", "==", "%3D", "charset", "charset=utf-8", "a=", "\"", "\\", "YWJj", "YQ", "a", "+", "-", "_", "#", "?", "é", "\t", "\n"},
	"FileName": {"a", "b", ".", ".", " ", "/", "\\", ":", "con", "NUL", "com1", "lpt²", "LPT", "aux", "desktop", "ini", "thumbs.db", "lnk", "Local", "{a}", "txt", ".tar.gz", "%", "\x00", "\n", "\x7f", "\u0085", "\u00a0", "\u00ad", "\u200b", "\u200d", "\u2028", "\u202e", "\u2066",
		"\ufeff", "\ufffd", "\uffff", "\xff", "\xe2\x82", "é", "日本", "😀", "~", "$", "-", "*", "?", "\"", strings.Repeat("x", 120), strings.Repeat("é", 60), strings.Repeat(" ", 100)},
	"Disposition": {"attachment", "inline", ";", ";", "; ", "filename", "filename=", "filename*=", "FileName=", "filename=a.txt", "filename=\"b c.txt\"", "filename*=UTF-8''d%20e.txt", "utf-8''", "iso-8859-1''", "=", "\"", "\\", " ", "\t", ",", "a", "con", ".", "..", "/", "%41", "%E4", "%C3%A4", "%", "'", "é", "\xe4",
		"\u202e", "\x00", "\n", strings.Repeat("x", 130)},
}

// differed are texts on which a function and its twin, or the property, once differed.
var differed = map[string][]string{
	"FileName":    {"conın$", "a.ln\u212A", "desktop.İni"},
	"Disposition": {"a; filename=b; filename*=UTF-8''; filename*=UTF-8''c", "a; filename=b; filename*=x; filename*=UTF-8''c"},
}

// TestTwins compares each function with its slow twin on random texts.
func TestTwins(t *testing.T) {
	for name, agree := range twins {
		t.Run(name, func(t *testing.T) {
			for _, s := range differed[name] {
				agree(t, s)
			}
			seed := rand.Uint64()
			r := rand.New(rand.NewPCG(seed, 0))
			for range *count {
				if agree(t, vectors.RandomText(r, 12, pieces[name]...)); t.Failed() {
					t.Fatalf("seed %d", seed)
				}
			}
		})
	}
}

// fuzz compares a function with its slow twin on the inputs of a table, on its pieces, and on new texts.
func fuzz(f *testing.F, name, table string, columns, column int) {
	for _, s := range pieces[name] {
		f.Add(s)
	}
	if !vectors.Fuzzing() {
		for _, row := range tableRows(f, table, columns) {
			f.Add(row[column])
		}
	}
	f.Fuzz(func(t *testing.T, s string) { twins[name](t, s) })
}

func FuzzSrcset(f *testing.F)      { fuzz(f, "Srcset", "srcset", 4, 1) }
func FuzzRefresh(f *testing.F)     { fuzz(f, "Refresh", "refresh", 7, 1) }
func FuzzCSS(f *testing.F)         { fuzz(f, "CSS", "cssurls", 7, 1) }
func FuzzLinks(f *testing.F)       { fuzz(f, "Links", "linkfield", 7, 1) }
func FuzzData(f *testing.F)        { fuzz(f, "Data", "dataurls", 5, 2) }
func FuzzFileName(f *testing.F)    { fuzz(f, "FileName", "filename", 10, 5) }
func FuzzDisposition(f *testing.F) { fuzz(f, "Disposition", "disposition", 9, 1) }

// FuzzReferences checks that the references of an element are those that its attributes have by themselves.
func FuzzReferences(f *testing.F) {
	f.Add("img", "srcset", "a, b 2x")
	f.Add("svg:use", "style", "url(a)")
	f.Add("link", "href", "")
	f.Fuzz(func(t *testing.T, element, attribute, value string) {
		for _, r := range of(element, attribute, value) {
			if r.Attribute != attribute && r.Attribute != "definitionURL" {
				t.Errorf("%s %s=%q: %v", element, attribute, value, r)
			}
			if r.Use > UseName || r.Text == "" && r.Use == UseEmbed {
				t.Errorf("%s %s=%q: %+v", element, attribute, value, r)
			}
		}
	})
}
