package hint_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/internal/hint"
	"example.com/uri/internal/vectors"
)

// urls are URLs as sites have them.
var urls = []string{
	"https://www.example.com/", "http://example.com/index.html", "https://docs.example.org/guide/install.html#linux",
	"https://example.com/search?q=a+b&page=2", "https://user.example.net/~joe/papers/2019-03.pdf", "http://localhost:8080/api/v1/items/7",
	"https://shop.example.co.uk/item/12345?ref=home&utm_source=mail", "https://en.example.org/wiki/URL_(disambiguation)",
	"http://192.168.0.1:3000/status", "https://cdn.example.com/a/b/c/app.min.js?v=1.2.3", "https://git.example.com/joe/repo/blob/main/README.md",
	"https://forum.example.com/viewtopic.php?f=3&t=1234#p5678", "http://www.example.edu/dept/physics/courses/", "https://news.example.com/2024/05/17/a-long-title-of-a-story",
}

// operations are the functions that refuse the texts of testdata/mistakes.txt and testdata/hints.tsv.
var operations = map[string]func(string) error{
	"parse":         func(s string) error { _, err := uri.Parse(s); return err },
	"unescape":      func(s string) error { _, err := uri.Unescape(s); return err },
	"parse query":   func(s string) error { _, err := uri.ParseValues(s); return err },
	"conforms3986":  func(s string) error { _, err := uri.Conforms3986(s); return err },
	"interpret":     of(uri.Interpret),
	"server":        of(uri.ServerFrom),
	"generic":       func(s string) error { _, err := uri.ParseGeneric(s); return err },
	"http":          func(s string) error { _, err := uri.ParseHTTP(s); return err },
	"ftp":           func(s string) error { _, err := uri.ParseFTP(s); return err },
	"gopher":        func(s string) error { _, err := uri.ParseGopher(s); return err },
	"telnet":        func(s string) error { _, err := uri.ParseTelnet(s); return err },
	"mailto":        func(s string) error { _, err := uri.ParseMailto(s); return err },
	"news":          func(s string) error { _, err := uri.ParseNews(s); return err },
	"file":          func(s string) error { _, err := uri.ParseFile(s); return err },
	"base":          func(s string) error { _, err := uri.MustParse(s).Resolve(uri.MustParse("a")); return err },
	"change path":   func(s string) error { _, err := uri.MustParse("a").WithPath(s); return err },
	"change scheme": func(s string) error { _, err := uri.MustParse("a?q").WithScheme(s); return err },
	"host":          func(s string) error { _, err := uri.MustParse("http://h/").WithHost(s); return err },
}

func of[T any](from func(uri.URI) (T, error)) func(string) error {
	return func(s string) error {
		u, err := uri.Parse(s)
		if err == nil {
			_, err = from(u)
		}
		return err
	}
}

// A mistake is a row of testdata/mistakes.txt.
type mistake struct {
	line             int
	op, typed, meant string
}

func mistakes(t testing.TB) (all []mistake) {
	t.Helper()
	for n, row := range vectors.TabLines(t, "../../testdata/mistakes.txt") {
		if row == nil {
			continue
		}
		if len(row) != 3 || operations[row[0]] == nil {
			t.Fatalf("mistakes.txt:%d: %q", n+1, row)
		}
		all = append(all, mistake{n + 1, row[0], row[1], row[2]})
	}
	return append(all,
		mistake{0, "parse", "\xff\xfeh\x00t\x00t\x00p\x00:\x00/\x00/\x00h\x00/\x00", "unknown"},
		mistake{0, "parse", "\xfe\xff\x00f\x00t\x00p\x00:\x00/\x00/\x00h", "unknown"},
		mistake{0, "parse", "http://example.com/\xfc", "http://example.com/%FC"},
		mistake{0, "parse", "http://example.com/?q=M\xfcll", "http://example.com/?q=M%FCll"})
}

// answer returns what the error of a mistake says: its Fix and its Hint.
func (m mistake) answer() (text string, ok bool, advice string, refused bool) {
	var e *uri.SyntaxError
	if !errors.As(operations[m.op](m.typed), &e) {
		return "", false, "", false
	}
	text, ok = e.Fix()
	return text, ok, e.Hint(), true
}

// TestFix compares the Fix of each mistake with what was meant. Each that is known has a Fix, and
// no Fix is another text.
func TestFix(t *testing.T) {
	known, silent := 0, 0
	var missed []string
	for _, m := range mistakes(t) {
		text, ok, advice, refused := m.answer()
		switch {
		case !refused:
			if m.meant != "" && m.meant != m.typed {
				t.Errorf("mistakes.txt:%d: %s accepts %q", m.line, m.op, m.typed)
			}
			continue
		case ok && text != m.meant:
			t.Errorf("mistakes.txt:%d: %s %q: %q, want %q; %s", m.line, m.op, m.typed, text, m.meant, advice)
		case !ok && advice == "":
			silent++
		}
		if m.meant != "unknown" && m.meant != "" {
			known++
			if !ok {
				missed = append(missed, fmt.Sprintf("mistakes.txt:%d: %s %q, meant %q; %s", m.line, m.op, m.typed, m.meant, advice))
			}
		}
		if ok {
			if err := operations[m.op](text); err != nil {
				t.Errorf("mistakes.txt:%d: %s refuses %q: %v", m.line, m.op, text, err)
			}
		}
	}
	if len(missed) > 0 || known < 200 {
		t.Errorf("%d of %d are not fixed:\n%s", len(missed), known, strings.Join(missed, "\n"))
	}
	t.Logf("%d mistakes have no advice", silent)
}

// TestRows removes each row of the table: the answer to some mistake changes.
func TestRows(t *testing.T) {
	type answer struct {
		text, advice string
		ok           bool
	}
	answers := func() (all []answer) {
		for _, m := range mistakes(t) {
			text, ok, advice, _ := m.answer()
			all = append(all, answer{text, advice, ok})
		}
		return all
	}
	given := answers()
	for i := range hint.Rows {
		restore := hint.Without(i)
		needed := false
		for n, a := range answers() {
			needed = needed || a != given[n]
		}
		restore()
		if !needed {
			t.Errorf("no mistake needs row %d", i)
		}
	}
}

// TestHint runs the rows of hints.tsv, and texts that are not UTF-8. Package uri runs the rows too.
func TestHint(t *testing.T) {
	rows := append(vectors.TabLines(t, "testdata/hints.tsv"),
		[]string{"parse", "http://example.com/\xfc", "path", "http://example.com/%FC", "write the byte 0xfc as %FC"},
		[]string{"parse", "\xff\xfeh\x00t\x00t\x00p\x00", "path", "", "write the text as UTF-8, it is UTF-16"},
		[]string{"parse", "\xfe\xff\x00h", "path", "", "write the text as UTF-8, it is UTF-16"},
		[]string{"parse", "http://h/\x80\x81^|{x", "path", "http://h/%80%81%5E%7C%7Bx", "write the byte 0x80 as %80"},
		[]string{"parse", "\xffh", "path", "%FFh", "write the byte 0xff as %FF"})
	for n, row := range rows {
		if row == nil {
			continue
		}
		var e *uri.SyntaxError
		if !errors.As(operations[row[0]](row[1]), &e) {
			t.Errorf("hints.tsv:%d: %s accepts %q", n+1, row[0], row[1])
			continue
		}
		if fix, _ := e.Fix(); e.Part.String() != row[2] || fix != row[3] || e.Hint() != row[4] {
			t.Errorf("hints.tsv:%d: %s %q: %v, %q, hint %q; want %q", n+1, row[0], row[1], e.Part, fix, e.Hint(), row[2:])
		}
	}
	if len(rows) < 100 {
		t.Errorf("only %d rows", len(rows))
	}
}
