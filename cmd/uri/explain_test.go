package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"example.com/uri"
)

// pairs finds "=" in an authority, also escaped. The value of a pair may hide the host and the port.
var pairs = regexp.MustCompile(`(?i)=|%(25)*3D`)

// FuzzPicture draws whatever is accepted. The rows of the text are the text, no
// line is too long, no octet breaks the drawing, and masking keeps the kind of everything
// in an authority without pairs.
func FuzzPicture(f *testing.F) {
	for _, s := range []string{
		"", "#", "?#", "//@:?#", "http://joe:secret@h:80/a;b;;c//d?q#f", "//a:b@c@d", "//a:@b", "//:@", "//@:@", "a:b:c@d/e@f?x:y@z",
		"//a:b;c@h", "//a:b@h:80:80", "//:p%41@h", "//u:p:@", "x::@", "x::y@", "mailto:a@b", "/a:b@c", "http://h/%00%0A%1B%FF",
		"http://h/" + strings.Repeat("a", 63), "http://h/" + strings.Repeat("a", 67), "http://h/" + strings.Repeat("a", 41) + "/" + strings.Repeat("%00", 12), "http://h/" + strings.Repeat("a;b/", 99) + "?",
		"gopher://a;bpassword=:8080?a", "//u;password=x@[::1]/",
		strings.Repeat("0", 59) + "#", strings.Repeat("0", 75) + "#", strings.Repeat("0", 74) + "?#",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		u, err := uri.Parse(s)
		if err != nil || len(s) > maxRows*pictureWidth {
			return
		}
		m := maskedURI(u)
		_, host := u.Host()
		_, maskedHost := m.Host()
		form, _ := formOf(u)
		authority, _ := u.Authority()
		if maskedForm, _ := formOf(m); (maskedForm != form || m.HostKind() != u.HostKind() || host != maskedHost) && !pairs.MatchString(authority) {
			t.Errorf("%q masked is %q", u, m)
		}
		if strings.Contains(authority, ":SECRET@") && strings.Contains(m.String(), ":SECRET@") {
			t.Errorf("%q masked is %q", u, m)
		}
		checkPicture(t, u)
	})
}

// checkPicture checks the picture of u.
func checkPicture(t *testing.T, u uri.URI) {
	t.Helper()
	text := picture(u)
	drawing := text[:strings.LastIndexByte(text, '\n')]
	rows, rest := "", maskedURI(u).String()
	for line := range strings.SplitSeq(drawing, "\n") {
		if len(line) > pictureWidth || strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r > '~' }) {
			t.Errorf("%q: line %q", u, line)
		}
		if row := rest[:min(len(rest), pictureWidth)]; line == row && row != "" {
			rows, rest = rows+row, rest[len(row):]
		}
	}
	if rest != "" {
		t.Errorf("%q: rows are %q", u, rows)
	}
}

// TestUnderlines checks that each component is underlined where it stands.
func TestUnderlines(t *testing.T) {
	const text = "http://joe@h.example:80/a;b/c?q=1#top"
	want := map[string]string{
		"scheme": "http", "authority of a server": "joe@h.example:80", "userinfo": "joe", "host, hostname": "h.example",
		"port": "80", "path": "/a;b/c", "query": "q=1", "fragment": "top",
	}
	for line := range strings.Lines(picture(uri.MustParse(text))) {
		line = strings.TrimRight(line, "\n")
		from := strings.IndexAny(line, `\|^`)
		if line == text || from < 0 {
			continue
		}
		mark, label, _ := strings.Cut(line[from:], " ")
		if w, ok := want[label]; ok {
			if got := text[from : from+len(mark)]; got != w {
				t.Errorf("%s: %q is underlined, want %q", label, got, w)
			}
			delete(want, label)
		}
	}
	if len(want) > 0 {
		t.Errorf("not drawn: %v", want)
	}
	edge := pictureWidth - len("^ label")
	wide := "\\" + strings.Repeat("_", edge-1) + "/"
	for _, test := range []struct {
		from, to int
		want     string
	}{ // the label has just room after the underline, before it, or only below it
		{edge, edge, strings.Repeat(" ", edge) + "^ label"},
		{edge, edge + 1, strings.Repeat(" ", edge) + "| label"},
		{pictureWidth - len(wide), pictureWidth, "label " + wide},
		{0, pictureWidth, "\\" + strings.Repeat("_", pictureWidth-2) + "/\nlabel"},
	} {
		var b strings.Builder
		if (span{test.from, test.to, true, true, "label"}).draw(&b); b.String() != test.want+"\n" {
			t.Errorf("%d to %d: %q, want %q", test.from, test.to, &b, test.want)
		}
	}
}

// TestTooLong draws long URIs: as much as fits, and how much more there is.
func TestTooLong(t *testing.T) {
	for _, more := range []int{0, 1, 12} {
		text := strings.Repeat("a", maxRows*pictureWidth+more)
		got := picture(uri.MustParse(text))
		want := fmt.Sprintf("\n... and %d bytes more\n", more)
		if strings.Contains(got, want) != (more > 0) || strings.Contains(got, "...") != (more > 0) {
			t.Errorf("%d: %.200q", more, got[len(got)-200:])
		}
	}
}

// TestMasked checks that masked hides the same bytes as Redacted, except delimiters.
func TestMasked(t *testing.T) {
	for in, want := range map[string]string{
		"http://joe:a/b?c@h/":     "http://joe:xxxxx/xxxxx?xxxxx@h/",
		"ftp://joe:xyz@h/a:b/c@d": "ftp://joe:xxxxx@h/a:xxxxx/xxxxx@d",
		"//max:x@h":               "//max:xxxxx@h",
		"joe:secret@h":            "joe:xxxxx@h",
		"//u:p#q":                 "//u:xxxxx#xxxxx",
		"mailto:joe@h":            "mailto:joe@h",
		"http://h/a;b?c#d":        "http://h/a;b?c#d",
	} {
		if got := maskedURI(uri.MustParse(in)).String(); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
