package links

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/uri"
	"example.com/uri/internal/seed"
	"example.com/uri/internal/vectors"
	"example.com/uri/web"
)

// answer returns the kind and the URI of a reading, or a name for the error.
func answer(x Reading, err error) (kind, text string) {
	var syntax *uri.SyntaxError
	switch {
	case err == nil:
		return x.Kind.String(), x.URI.String()
	case errors.As(err, &syntax):
		return "syntax", ""
	}
	for name, e := range map[string]error{"several": ErrSeveral, "search": ErrSearch, "relative": ErrRelative, "wide": ErrHost, "disputed": errDisputed} {
		if errors.Is(err, e) {
			return name, ""
		}
	}
	return "other", ""
}

// TestTyped compares the answers with those of testdata/typed.tsv. The text may come last, after the URI.
func TestTyped(t *testing.T) {
	n := 0
	for i, row := range vectors.TabLines(t, "testdata/typed.tsv") {
		if row == nil {
			continue
		}
		n++
		text, want := "", ""
		switch len(row) {
		case 2:
			text = row[1]
		case 3:
			want, text = row[1], row[2]
		}
		x, err := Read(text)
		kind, got := answer(x, err)
		if kind != row[0] || got != want {
			t.Errorf("typed.tsv:%d: %q: %s %q, %v, want %s %q", i+1, text, kind, got, err, row[0], want)
		}
		if err != nil && x != (Reading{}) {
			t.Errorf("typed.tsv:%d: %v with an error", i+1, x)
		}
	}
	if n < 150 {
		t.Errorf("%d rows", n)
	}
}

// TestMistakes reads the texts of testdata/mistakes.tsv: nine of ten are read as they were meant.
func TestMistakes(t *testing.T) {
	right, all := 0, 0
	var missed []string
	for i, row := range vectors.TabLines(t, "testdata/mistakes.tsv") {
		if row == nil {
			continue
		}
		all++
		if x, err := Read(row[0]); x.URI.String() == row[1] {
			right++
		} else {
			missed = append(missed, fmt.Sprintf("mistakes.tsv:%d: %q: %v %q, %v, meant %q", i+1, row[0], x.Kind, x.URI, err, row[1]))
		}
	}
	if right*10 < all*9 || all < 60 {
		t.Errorf("%d of %d are read as they were meant:\n%s", right, all, strings.Join(missed, "\n"))
	}
}

// toManyASCII is a function of IDNA that knows the names in the tables.
func toManyASCII(name string) (string, error) {
	return strings.NewReplacer("bücher", "xn--bcher-kva", "例え", "xn--r8jz45g", "テスト", "xn--zckzah", "café", "xn--caf-dma", "测试", "xn--0zwm56d", "。", ".").Replace(name), nil
}

// exceptions returns the rows of testdata/read_differs.tsv about a table: the reason for each text.
func exceptions(t *testing.T, table string) map[string]string {
	t.Helper()
	reasons := map[string]string{}
	for _, row := range vectors.TabLines(t, "testdata/read_differs.tsv") {
		if row != nil && row[0] == table {
			reasons[row[2]] = row[1]
		}
	}
	return reasons
}

// checkReasons compares the numbers of rows with each reason, and looks for reasons without a row.
func checkReasons(t *testing.T, reasons map[string]string, seen map[string]bool, got, want map[string]int) {
	t.Helper()
	for text := range reasons {
		if !seen[text] {
			t.Errorf("read_differs.tsv: no row %q", text)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("reasons (-want +got):\n%s", diff)
	}
}

// TestOmnibox compares the answers with what the address line of Chromium takes for a URL. A row with another
// answer is listed with its reason, and so is each row that Chromium leaves open.
func TestOmnibox(t *testing.T) {
	reasons := exceptions(t, "omnibox")
	count, seen := map[string]int{}, map[string]bool{}
	r := Reader{ToASCII: toManyASCII}
	for i, row := range vectors.TabLines(t, "testdata/omnibox.tsv") {
		if row == nil {
			continue
		}
		x, err := r.Read(row[0])
		want := row[1] == "URL" || row[1] == `\N` && row[3] != `\N`
		reason, listed := reasons[row[0]]
		switch differs := row[1] == "UNKNOWN" || (err == nil) != want; {
		case differs != listed:
			t.Errorf("omnibox.tsv:%d: %q: %v %q, %v; %s; listed: %q", i+1, row[0], x.Kind, x.URI, err, row[1], reason)
		case listed:
			count[reason]++
		default:
			count[row[1]]++
		}
		seen[row[0]] = true
		if row[3] == `\N` {
			continue
		}
		if read, _ := web.Parse(x.URI.String()); read.String() != row[3] {
			t.Errorf("omnibox.tsv:%d: %q: %q, want %q", i+1, row[0], read, row[3])
		}
	}
	checkReasons(t, reasons, seen, count, map[string]int{"URL": 42, "QUERY": 18, `\N`: 4, "UNKNOWN": 24, "handler of a scheme": 2})
}

// TestURIFixup compares the answers with those of Firefox. A row with another answer is listed with its
// reason.
func TestURIFixup(t *testing.T) {
	reasons := exceptions(t, "urifixup")
	count, seen := map[string]int{}, map[string]bool{}
	r := Reader{Scheme: "http", ToASCII: toManyASCII}
	for i, row := range vectors.TabLines(t, "testdata/urifixup.tsv") {
		if row == nil || row[0] == "refused" {
			continue
		}
		x, err := r.Read(row[1])
		got := `\N`
		if err == nil {
			read, _ := web.Parse(x.URI.String())
			got = read.String()
		}
		reason, listed := reasons[row[1]]
		switch {
		case (got != row[2]) != listed:
			t.Errorf("urifixup.tsv:%d: %q: %v %q, %v, want %q; listed: %q", i+1, row[1], x.Kind, got, err, row[2], reason)
		case listed:
			count[reason]++
		default:
			count[row[0]]++
		}
		seen[row[1]] = true
	}
	checkReasons(t, reasons, seen, count, map[string]int{
		"info": 49, "typos": 3, "a search if keywords are looked up": 12, "a list of allowed hosts": 1, "a mailbox": 1, "a path": 1, "a home directory": 2,
		"another host than the one typed": 4, "another scheme than the one typed": 6,
	})
}

// TestAddressLine compares addresses as people type them with those that browsers make of them, and the texts
// that browsers search for.
func TestAddressLine(t *testing.T) {
	r := Reader{Scheme: "http", ToASCII: toManyASCII}
	for i, line := range vectors.Lines(t, "testdata/address_line.tsv") {
		var typed string
		text, want, _ := strings.Cut(line, "\t")
		if line == "" || line[0] == '#' {
			continue
		}
		if err := json.Unmarshal([]byte(text), &typed); err != nil {
			t.Fatal(err)
		}
		x, err := r.Read(typed)
		got := "search"
		if err != ErrSearch {
			browser, _ := web.Parse(x.URI.String())
			got = browser.String()
		}
		if got != want {
			t.Errorf("address_line.tsv:%d: %q: %q, %v, want %q", i+1, typed, got, err, want)
		}
	}
}

// TestReadSecrets plants passwords in texts with mistakes. No error shows one.
func TestReadSecrets(t *testing.T) {
	const planted = "S3cr3tPl4nt"
	p := typist{seed.Rand(t)}
	r := Reader{ToASCII: func(name string) (string, error) { return "", fmt.Errorf("no such name: %s", name) }}
	frames := []string{
		"%s://joe:%s@%s/a", "%s://joe:%s@%s:80a/a b", "joe:%[2]s@%[3]s", "joe:%[2]s@%[3]s:x", "%s:joe:%s@%s", "see %s://joe:%s@%s/ now", `%s:\joe:%s@%s\a`, `%s:\/\/joe:%s@%s\/a`, "%s%%3A%%2F%%2Fjoe:%s@%s",
		"hxxp://joe:%[2]s@%[3]s", "host=%[3]s user=joe password=%[2]s", "--url %[3]s --password=%[2]s x", "Authorization: Bearer %[2]s", "%s://%[3]s/?password=%[2]s&a b", "%s://joe:%s@%s@%[3]s/", "%s://joe:/%s@%s/",
		"%s://joe:%s#@%s/", "<%s://joe:%s@%s>", "%s://u:%s@[::1/%s", "%s://u:%s@%s http://u:%[2]s@h/", "%s&#58;//u:%s@%s", "\"%s:\\u002f/u:%s@%s", "u:%[2]s@%[3]s:a/b.git", "%s://%[3]s?token=%[2]s",
	}
	refused := 0
	for range *inputs {
		text := fmt.Sprintf(p.pick(frames...), p.pick("http", "https", "ftp", "ssh", "mailto", "x", "postgres"), planted, p.pick("h", "h.example", "bücher.example", "010.1", "a@b", "{host}", "h x", "[::1", "a,b", ""))
		for range p.IntN(3) { // a character that ends no part, and is in no name such as "token"
			i, at := p.IntN(len(text)+1), strings.Index(text, planted)
			if i >= at+len(planted) || i <= at && !strings.Contains(text[:at], "=") && !strings.Contains(text, "Bearer") {
				text = text[:i] + p.pick(" ", "\n", "\t", "\\", "\u200b", "é", "\xff", "[", "{", "%", "<", "\"", "^") + text[i:]
			}
		}
		_, err := r.Read(text)
		if err == nil {
			continue
		}
		refused++
		var log strings.Builder
		slog.New(slog.NewTextHandler(&log, nil)).Error("refused", "err", err)
		if shown := fmt.Sprintf("%v %+v %q %s", err, err, err, log.String()); strings.Contains(shown, planted) || strings.Contains(shown, planted[:6]) {
			t.Fatalf("%q: %s", text, shown)
		}
	}
	if refused*3 < *inputs {
		t.Errorf("%d of %d are refused", refused, *inputs)
	}
}

// checkRead sees that a reading is in the text and absolute, that white space around the text only moves it, that
// an error has no reading, and that a URL of the web or of ftp, if all of the text stands for it, is read as itself.
func checkRead(t *testing.T, r Reader, text string) {
	t.Helper()
	x, err := r.Read(text)
	const around = "\u200b \n"
	y, moved := r.Read(around + text + around)
	if err != nil || moved != nil {
		if x != (Reading{}) || y != (Reading{}) || err == nil || moved == nil {
			t.Errorf("%q: %v with %v, in white space %v with %v", text, x, err, y, moved)
		}
		return
	}
	if !x.URI.IsAbsolute() || x.Start < 0 || x.End > len(text) || x.Start >= x.End {
		t.Errorf("%q: %q in [%d:%d]", text, x.URI, x.Start, x.End)
	}
	if y.Start -= len(around); y.End-len(around) != x.End || y.Start != x.Start || y.URI != x.URI || y.Kind != x.Kind {
		t.Errorf("%q: %v, in white space %v", text, x, y)
	}
	if host, _ := x.URI.Host(); host == "" || !special(x.URI.Scheme()) || strings.EqualFold(x.URI.Scheme(), "file") || x.Kind == KindEmbedded {
		return
	}
	if again, err := r.Read(x.URI.String()); err != nil || again.URI != x.URI {
		t.Errorf("%q: %q is read as %q, %v", text, x.URI, again.URI, err)
	}
}

// mistyped are the parts of texts in their order: schemes, delimiters, logins, hosts, ports, and the rest, of which
// there may be more than one. "~" is nothing.
var mistyped = [...]string{
	"~ ~ http http HTTPS ftp ws file mailto javascript x ssh C h.example hxxp ht\u200btp ｈttp URL",
	"~ :// :// :// // : :/ :/// :\\\\ :/\\ \\\\ ：／／ :\\/\\/ %3A%2F%2F &#58;// [:]//",
	"~ ~ ~ u@ u:p@ :@ u:p:q@ a@b@ u%40@ u/p@ u?p@ u\\p@ u＃@ u／@ git@ u,v@ é@ -o@ u(.)@ http:@",
	"h h.example localhost www.example.com 1.2.3.4 010.1 127.1 1 0x7f.1 [::1] ::1 [ http ftp h..a .h h. a,b a|b h%41 {h} <h> a'b foo.invalid bücher.example ｇｏｏｄ。example h⁄x",
	"~ ~ ~ : :80 :443 :65536 :a ：80 ∶80 :80:90 :80@c :80,",
	"~ / / // ? # a .. /../ %00 % \\ ,http://b ;http:/b/ |https://c ,n=http:\\\\b ,0://0 &amp; \" ' ( ) [ ] < \u00a0 \u200b\u0020 \t\u0020 \n \u2028 é 。 ／ @ @b.example www.a.b joe@c.example (.) \\u002f *",
}

// TestReadAgain reads texts of these parts.
func TestReadAgain(t *testing.T) {
	p := typist{seed.Rand(t)}
	readers := []Reader{{}, {Scheme: "ftp"}, {ToASCII: toManyASCII}}
	for range *inputs {
		var b strings.Builder
		for i, all := range mistyped {
			for range 1 + i/5*p.IntN(5) {
				b.WriteString(strings.ReplaceAll(p.pick(strings.Split(all, " ")...), "~", ""))
			}
		}
		if checkRead(t, readers[p.IntN(len(readers))], b.String()); t.Failed() {
			return
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"http://h/a", "example.com/a b", "joe@h.example", "Joe <joe@h>", `C:\a`, "/a", `\\h\s`, "git@h:a", "[::1]:a", "hxxp://h[.]a", `http:\/\/h\/a`, "http%3A%2F%2Fh", "see http://h/ a", "010.1", "a@b@c", "::1/a", "http&colon;//h", "ht tp://h", "x y\nhttp://h",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkRead(t, Reader{}, text)
		x, err := Read(text)
		if err != nil || x.Kind != KindEmbedded {
			return
		}
		for m := range (Extractor{Abbreviated: true}).Extract(strings.TrimFunc(text, isInvisible)) {
			if start := strings.IndexFunc(text, func(r rune) bool { return !isInvisible(r) }) + m.Start; m.URI != x.URI || start != x.Start {
				t.Errorf("%q: read %q at %d, found %q at %d", text, x.URI, x.Start, m.URI, start)
			}
			return
		}
	})
}
