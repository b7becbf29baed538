package main

import (
	"encoding/json"
	"html"
	"math/rand"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
)

// value matches the attribute with the text of a form.
var value = regexp.MustCompile(` value="[^"<>]*"`)

// tags are all tags that the page may have: those in its source, without a value, and with
// each class of the picture.
var tags = func() map[string]bool {
	all := map[string]bool{}
	for _, tag := range regexp.MustCompile(`<[^>]*>`).FindAllString(pageSource, -1) {
		if tag = value.ReplaceAllString(tag, ""); !strings.Contains(tag, "{{") {
			all[tag] = true
			continue
		}
		for _, part := range append(drawnParts(uri.MustParse("x://u@h:1/p?q#f")), drawnParts(uri.MustParse("x:o"))...) {
			all[strings.Replace(tag, "{{.Class}}", part.Class, 1)] = true
		}
	}
	return all
}()

// checkPage checks that the tags of a page are those of the template, that they
// are nested, and that no other "<", ">" or "&" stands in the text. It returns the
// text without tags.
func checkPage(t *testing.T, page string) (text string) {
	t.Helper()
	_, body, ok := strings.Cut(page, "</style>")
	if !ok || !strings.HasPrefix(page, "<!DOCTYPE html>\n<html lang=\"en\">") || !strings.HasSuffix(page, "</body>\n</html>\n") {
		t.Errorf("no page: %.200s", page)
	}
	open := []string{"html", "head"}
	entity := regexp.MustCompile(`^&(#[0-9]+|lt|gt|amp|quot);`)
	var b strings.Builder
	for body != "" {
		i := strings.IndexAny(body, "<>&")
		if i < 0 {
			break
		}
		b.WriteString(body[:i])
		body = body[i:]
		if body[0] == '&' {
			e := entity.FindString(body)
			if e == "" {
				t.Errorf("no entity: %.40q", body)
				return ""
			}
			b.WriteString(html.UnescapeString(e))
			body = body[len(e):]
			continue
		}
		tag, rest, _ := strings.Cut(body, ">")
		tag = value.ReplaceAllString(tag+">", "")
		if !tags[tag] {
			t.Errorf("a tag that is none of the page's: %.80q", tag)
			return ""
		}
		body = rest
		name := strings.Fields(strings.Trim(tag, "</>"))[0]
		if !strings.HasPrefix(tag, "</") {
			if name != "input" { // has no end tag
				open = append(open, name)
			}
		} else if last := len(open) - 1; last < 0 || open[last] != name {
			t.Errorf("%s closes %q", tag, open)
			return ""
		} else {
			open = open[:last]
		}
		b.WriteByte('\n')
	}
	if len(open) > 0 {
		t.Errorf("open: %q", open)
	}
	return b.String()
}

// pageText returns the text of the page of "uri explain -html" for in, with one space
// between words, and the exit status.
func pageText(t *testing.T, in string) (text string, status int) {
	t.Helper()
	page, errText, status := uriRun("", "explain", "-html", in)
	if errText != "" {
		t.Errorf("%q: %s", in, errText)
	}
	return strings.Join(strings.Fields(checkPage(t, page)), " "), status
}

// attacks are texts that would be more than text on a careless page.
var attacks = []string{
	"<script>alert(1)</script>", "http://h/<img src=x onerror=alert(1)>", `http://h/"onload="x`, "http://h/'><b>", "javascript:alert(1)", "data:text/html,<b>",
	"http://h/?a=%3Cscript%3Ealert(1)%3C/script%3E", "http://h/%3C!--?%3C/style%3E#%3C/code%3E", "</style><script>", "<!--", "]]>", "{{.Title}}", "{{define \"x\"}}",
	"http://h/&lt;script&gt;", "&#60;b&#62;", "http://h/\x00<\xff>", "http://h/%00%3C", "\u2028<", "http://<b>@h/", "//h/;<b>=1", "x:<b>", "http://h/#<b>", "\xff<b>",
	"http://h/%E2%80%AE%3Cb%3E", "a\nb", "\x1b[31m", "http://[<b>]/", "http://h:<b>/", "<b>://h/", strings.Repeat("<", 5000), "http://h/" + strings.Repeat("%3C/", 3000),
}

// TestPageSkeleton gives attacks and random texts to "uri explain -html".
func TestPageSkeleton(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	pieces := []string{"http://", "//", "/", "h", "%3C", "<b>", "</code>", "\"", "'", "&", "&lt;", "?", "#", ";", "=", "@", ":", "[::1]", "\x00", "\xff", "é", "`", "{{", "%", "x:", "<!--"}
	inputs := slices.Clone(attacks)
	for range 300 {
		var in string
		for range rnd.Intn(10) {
			in += pieces[rnd.Intn(len(pieces))]
		}
		inputs = append(inputs, in)
	}
	var lines strings.Builder
	refusals := 0
	for _, in := range inputs {
		b, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(b, '\n'))
		if _, err := uri.Parse(string([]rune(in))); err != nil {
			refusals++
		}
		page, errText, status := uriRun("", "explain", "-html", "--", in)
		checkPage(t, page)
		if want := uriStatus(in); status != want || errText != "" {
			t.Errorf("%q: status %d, %q", in, status, errText)
		}
	}
	page, errText, status := uriRun(lines.String(), "explain", "-html", "-in-json")
	checkPage(t, page)
	if n := strings.Count(page, "<section>"); n != len(inputs) || strings.Count(page, "<strong>Refused.</strong>") != refusals || status != refused || errText != "" {
		t.Errorf("%d sections of %d inputs, status %d, %q", n, len(inputs), status, errText)
	}
}

// uriStatus is the exit status for one reference.
func uriStatus(in string) int {
	if !uri.Valid(in) {
		return refused
	}
	return accepted
}

// TestPageSays checks the contents of the page of a URI: its parts with their places, the
// four readings and the findings, but no password.
func TestPageSays(t *testing.T) {
	const in = "HTTP://joe:ZQVJ@h_x:25/a;b=%2F/..?q=x+y#top"
	text, status := pageText(t, in)
	for _, want := range []string{
		" Kind: absolute URI with an authority (absolute-hier, net_path). ", " RFC 2396 takes an authority that it cannot split as the name of a registry. Browsers write a scheme ",
		" scheme 0 4 HTTP ", " userinfo 7 15 joe: hidden ", " host, regname 16 19 h_x ", " port 20 22 25 ", " path 22 33 /a;b=%2F/.. ", " segment 23 24 a ",
		` param 25 30 b=%2F "b=/" `, " segment 31 33 .. ", ` pair 34 39 q=x+y "q" = "x y" `, " fragment 40 43 top ",
		" verdict accepted accepted accepted accepted ", " scheme differs HTTP HTTP http http ", " path differs /a;b=%2F/.. /a;b=%2F/.. / /a;b=%2F/.. ",
		" warning password 11 ", " danger bad-port 20 ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	if status != accepted {
		t.Errorf("status %d", status)
	}
	if text, _ := pageText(t, "http://h/"); strings.Contains(text, "differ") {
		t.Errorf("a difference in %s", text)
	}
	if text, _ := pageText(t, "http://h#"); !strings.Contains(text, " Go’s net/url disagrees about the fragment: it does not keep an empty one. ") {
		t.Errorf("no disagreement of net/url in %s", text)
	}
	if text, _ := pageText(t, "http://[::1]/"); !strings.Contains(text, " verdict accepted, with the IPv6 literals of RFC 2732 accepted accepted accepted ") {
		t.Errorf("no RFC 2732 in %s", text)
	}
	text, _ = pageText(t, "//a@b@c/p") // no reader can split the authority
	for _, want := range []string{
		" // a@b@c /p ", " authority of a registry 2 7 a@b@c ",
		" A browser disagrees about the userinfo: it has another user or password. ",
		" Places in bytes from 0. “Ends” is the place after the last byte. ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
}

// TestReasons has texts for each rule by which readers differ, and looks for the same rules on the page. A text whose parts
// differ has one.
func TestReasons(t *testing.T) {
	seen := map[int]bool{}
	for in, want := range map[string][]int{
		"http://h/": nil, "//h/a": nil, "mailto:a@b": nil, "http://a@b@c/": {0, 8, 9}, "x:a?b": {1}, "http://h/\ta": {2}, " http://h/": {2}, `http:\\h\a`: {3}, "http:///h/": {4, 10}, "HTTP://h/": {5, 9}, "http://0x7f.1/": {0, 5},
		"http://h:80/": {6}, "http://h": {7}, "http://h/a/../b": {7}, "http://h/%2e/b c": {7, 8, 9}, "http://h/a/.. ": {2, 7, 9}, "http://h/a b": {8, 9}, "http://h/#": {10}, "http://u:p@h/": nil,
	} {
		x := newSection(in)
		var got []int
		for i, d := range differences {
			if slices.Contains(x.Reasons, d.rule) {
				got, seen[i] = append(got, i), true
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: the rules %v, want %v", in, got, want)
		}
		for _, row := range x.Rows[1:] {
			if row.Differs != (len(x.Reasons) > 0) && row.Differs {
				t.Errorf("%q: no rule for the %s", in, row.Name)
			}
		}
		text, _ := pageText(t, in)
		for _, rule := range x.Reasons {
			if !strings.Contains(text, rule) {
				t.Errorf("%q: no %q on the page", in, rule)
			}
		}
	}
	if len(seen) < len(differences) {
		t.Errorf("%d of %d rules have a text", len(seen), len(differences))
	}
	rnd := rand.New(rand.NewSource(1))
	pieces := []string{"http:", "//", "/", "h", "%41", "A", "?", "#", ";", "@", ":", "[::1]", "x:", "mailto:", ":80", "..", "\\", " ", "|", "0x7f.1", "é"}
	for range 20_000 {
		var in string
		for range rnd.Intn(8) {
			in += pieces[rnd.Intn(len(pieces))]
		}
		x := newSection(in)
		for _, row := range x.Rows[1:] {
			if row.Differs && len(x.Reasons) == 0 {
				t.Fatalf("%q: no rule for the %s: %v", in, row.Name, row.Cells)
			}
		}
	}
}

// TestPageDrawn draws URIs: the text of the picture without its tags is the URI, at
// every width, since only the parts that are empty take room of their own. The words
// above a wide table do not scroll with it.
func TestPageDrawn(t *testing.T) {
	if n := len(regexp.MustCompile(`</figcaption>\n<div class="scroll" role="group" aria-label="\w+" tabindex="0">\n<table`).FindAllString(pageSource, -1)); n != strings.Count(pageSource, "<table") || strings.Contains(pageSource, "<caption") {
		t.Errorf("%d of the tables have their words before what scrolls", n)
	}
	_, rule, _ := strings.Cut(pageSource, ".picture span, .parts th span {")
	rule, _, _ = strings.Cut(rule, "}")
	for _, property := range []string{"display", "padding", "margin", "width", "border", "content", "hyphens", "letter-spacing"} {
		if strings.Contains(rule, property) {
			t.Errorf("a part of the picture has a %s: %s", property, rule)
		}
	}
	rnd := rand.New(rand.NewSource(1))
	pieces := []string{"http:", "//", "/", "a", "%3C", "'", "&amp;", "?", "#", ";", "=", "@", ":", "[::1]", "x:", "mailto:", "u:p@h:80", strings.Repeat("long", 90)}
	drawn := 0
	for i := range 3000 {
		var in string
		for range rnd.Intn(9) {
			in += pieces[rnd.Intn(len(pieces))]
		}
		u, err := uri.Parse(in)
		if err != nil {
			continue
		}
		var x section
		x.draw(maskedURI(u))
		var text string
		for _, piece := range x.Picture {
			text += piece.Text
		}
		if text != maskedURI(u).String() || slices.Contains(x.Picture, token{Class: "path"}) != (text == "") {
			t.Errorf("%q is drawn as %q", in, x.Picture)
		}
		if drawn++; i > 500 {
			continue
		}
		page, _, _ := uriRun("", "explain", "-html", "--", in)
		_, picture, _ := strings.Cut(page, `<div class="picture">`)
		picture, _, _ = strings.Cut(picture, "</div>")
		if text := html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(picture, "")); text != maskedURI(u).String() {
			t.Errorf("%q is on the page as %q", in, text)
		}
	}
	if drawn < 500 {
		t.Errorf("only %d texts are URIs", drawn)
	}
}

// TestPageMasked explains URIs whose text with a masked password has fewer parts: the
// table has all parts of the URI, and none shows a password.
func TestPageMasked(t *testing.T) {
	const password = "ZQVJ"
	rnd := rand.New(rand.NewSource(1))
	pieces := []string{"http:", "ftp:", "x:", "//", "/", ":0", ":", "@", "#", "?", ";", "a", "%3A", "%40", "[::1]", "u:" + password + "@", "h:80", "token=" + password}
	inputs := []string{"ftp://:0#u:" + password + "@", "//:0?u:" + password + "@h"}
	for range 3000 {
		var in string
		for range 2 + rnd.Intn(7) {
			in += pieces[rnd.Intn(len(pieces))]
		}
		inputs = append(inputs, in)
	}
	fewer := 0
	for _, in := range inputs {
		u, err := uri.Parse(in)
		if err != nil || strings.Count(in, password) != 1 || !strings.Contains(in, ":"+password+"@") {
			continue
		}
		shown := maskedURI(u)
		if strings.Contains(shown.String(), password) {
			continue // what is a password is tested elsewhere
		}
		if len(drawnParts(shown)) < len(drawnParts(u)) {
			fewer++
		}
		rows := partRows(u)
		for _, d := range drawnParts(u) {
			if !slices.ContainsFunc(rows, func(r partRow) bool { return r.Name == d.Name && r.From == d.From && r.To == d.To }) {
				t.Errorf("%q: no row for %s from %d to %d", in, d.Name, d.From, d.To)
			}
		}
		if text, _ := pageText(t, in); strings.Contains(text, password) {
			t.Errorf("%q: the page shows the password", in)
		}
	}
	if fewer == 0 {
		t.Error("no text has fewer parts")
	}
}

// TestPageRelative checks that some verdicts of browsers are no difference between readers: that on a
// relative reference, because it needs a base, and that on a host beyond ASCII, because only
// browsers have tables for it. A refusal by another reader is a difference.
func TestPageRelative(t *testing.T) {
	for in, want := range map[string]string{
		"../a?b":    " verdict accepted accepted read against the page that it is in ",
		"a b":       " verdict differs refused: rel_segment: invalid character ' ' at byte 1 (RFC 2396, 5) refused: path-noscheme: invalid character ' ' at byte 1 (RFC 3986, 3.3) read against the page that it is in accepted ",
		"//[v1.a]":  " verdict differs refused: ipv6reference: invalid character 'v' at byte 3 (RFC 2732, 3) accepted read against the page that it is in ", // and net/url as its version has it
		"http://é/": " verdict differs refused: authority: invalid character 'é' at byte 7 (RFC 2396, 3.2) refused: authority: invalid character 'é' at byte 7 (RFC 3986, 3.2) not known: " + aboutNames + " accepted ",
		"//a]@h":    " verdict refused: authority: invalid character ']' at byte 3 (RFC 2396, 3.2) refused: authority: invalid character ']' at byte 3 (RFC 3986, 3.2) read against the page that it is in refused: invalid userinfo (net/url, Parse) ",
	} {
		text, _ := pageText(t, in)
		if !strings.Contains(text, want) {
			t.Errorf("%q: no %q in %s", in, want, text)
		}
	}
}

// TestPageEnds checks the page of an empty text, and where a page cuts long texts: want
// is on the page, never is not.
func TestPageEnds(t *testing.T) {
	const empty, cut = " the empty reference ", " The table ends after 200 rows; there are more parts. "
	for _, test := range []struct {
		in, want, never string
	}{
		{"", empty, cut},
		{"a", " a ", empty},
		{"/" + strings.Repeat("a", 2000), " /" + strings.Repeat("a", 1999) + " ... and 1 bytes more ", cut},
		{"/" + strings.Repeat("a", 1999), " /" + strings.Repeat("a", 1999) + " ", " bytes more "},
		{strings.Repeat("%C3%A9", 1500), ` "` + strings.Repeat("é", 999) + " ... and 1003 bytes more ", cut},
		{"?" + strings.Repeat("%C3%A9", 1500), ` pair 1 9001 ` + strings.Repeat("%C3%A9", 333) + `%C ... and 7000 bytes more "` + strings.Repeat("é", 999) + " ... and 1008 bytes more ", cut},
		{"http://0x7f.1/", " 0x7f.1 0x7f.1 127.0.0.1 0x7f.1 ", empty},
		{"?" + strings.Repeat("a&", 197) + "a", " pair 395 396 a ", cut}, // the path, the query, 198 pairs
		{"?" + strings.Repeat("a&", 198) + "a", cut, " pair 397 398 a "},
		{"?" + strings.Repeat("a&", 900) + "a", cut, " pair 397 398 a "},
		{strings.Repeat("a/", 198) + "a", " segment 396 397 a ", cut}, // the path, 199 segments
		{strings.Repeat("a/", 900) + "a#f", cut, " segment 398 399 a "},
	} {
		text, _ := pageText(t, test.in)
		if !strings.Contains(text, test.want) || strings.Contains(text, test.never) {
			t.Errorf("%.20q: want %q and no %q in %s", test.in, test.want, test.never, text)
		}
	}
}

// TestShortened cuts long texts before a character, also those that are not UTF-8.
func TestShortened(t *testing.T) {
	for in, want := range map[string]string{
		strings.Repeat("a", mostText):                    strings.Repeat("a", mostText),
		strings.Repeat("a", mostText-1) + "\u20ac":       strings.Repeat("a", mostText-1) + " ... and 3 bytes more",
		strings.Repeat("a", mostText-3) + "\u20ac" + "b": strings.Repeat("a", mostText-3) + "\u20ac ... and 1 bytes more",
		strings.Repeat("\x80", mostText+1):               " ... and 2001 bytes more",
	} {
		if got := shortened(in); got != want {
			t.Errorf("%.20q: %q, want %q", in, got, want)
		}
	}
}

// TestPageRefused explains texts that are refused, some of which others accept.
func TestPageRefused(t *testing.T) {
	for in, wants := range map[string][]string{
		"http://h/a b":      {" http://h/a b ^ Refused. At byte 10: invalid character ' '. ", ` Hint: write " " as %20. `, " verdict differs refused: abs_path: invalid character ' ' at byte 10 (RFC 2396, 3) refused: path-abempty: invalid character ' ' at byte 10 (RFC 3986, 3.3) accepted accepted ", " path – – /a%20b "},
		"x:":                {" x: ^ Refused. ", " scheme – x x "},
		"http:\\\\h:ZQVJ@b": {" http:xxxxx@b ^ ", " userinfo differs – – hidden : hidden none ", " host differs – – b none "},
		"//h:ZQ VJ@b":       {" //h:xxxxx@b ^ Refused. At byte 6: invalid character. ", " read against the page that it is in "},
	} {
		text, status := pageText(t, in)
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%q: no %q in %s", in, want, text)
			}
		}
		if status != refused || leaks(text) {
			t.Errorf("%q: %d, %s", in, status, text)
		}
	}
}

// TestPageRedacted explains passwords.
func TestPageRedacted(t *testing.T) {
	for _, secret := range secrets {
		for _, in := range []string{"http://joe:%@h/", "joe:%@h", "//joe:%@h?a=b", "http://h/a:%@b", "http:\\\\joe:%@h", " http://joe:%@h", "mailto:joe:%@h?x", "http://joe:%@h|"} {
			in = strings.Replace(in, "%", secret, 1)
			page, errText, _ := uriRun("", "explain", "-html", in)
			_, body, _ := strings.Cut(page, "</style>")
			if text := checkPage(t, page); leaks(text) || leaks(body) || errText != "" || strings.Contains(body, "<code></code>") {
				t.Errorf("%q: %s", in, text)
			}
			if text, _, _ := uriRun("", "explain", "-by", "all", "-redact", in); leaks(text) {
				t.Errorf("-by all %q: %s", in, text)
			}
		}
	}
}

// TestPageKeyboard checks that every box that scrolls can be reached with the keyboard and
// has a name, and that the heading is in the main part.
func TestPageKeyboard(t *testing.T) {
	if n, m := strings.Count(pageSource, `class="scroll"`), strings.Count(pageSource, `class="scroll" role="group" aria-label="`); n != m || n != strings.Count(pageSource, `tabindex="0"`) {
		t.Errorf("%d boxes that scroll, %d with a name", n, m)
	}
	if n := strings.Count(pageSource, "overflow-x: auto"); n != 1 {
		t.Errorf("%d rules for boxes that scroll, want that of .scroll", n)
	}
	if main, h1 := strings.Index(pageSource, "<main>"), strings.Index(pageSource, "<h1>"); main < 0 || h1 < main {
		t.Error("the heading is not in the main part")
	}
}

// TestPageAlone checks that the page needs nothing from elsewhere and runs nothing.
func TestPageAlone(t *testing.T) {
	for _, word := range []string{"<script", "<link", "<img", "src=", "href=", "url(", "@import", "style=", "javascript"} {
		if i := strings.Index(pageSource, word); i >= 0 {
			t.Errorf("the page has %.60q", pageSource[i:])
		}
	}
	if m := regexp.MustCompile(`<[^>]* on[a-z]+=`).FindString(pageSource); m != "" {
		t.Errorf("the page has %q", m)
	}
	if out, errText, status := uriRun("", "explain", "-html", "-json", "a"); out != "" || status != misused {
		t.Errorf("-html -json: %q, %q, %d", out, errText, status)
	}
	if out, _, status := uriRun("", "explain", "-html"); status != accepted {
		t.Errorf("no input: %d", status)
	} else {
		checkPage(t, out)
	}
	if status := run([]string{"explain", "-html", "a"}, nil, full{}, &strings.Builder{}); status != misused {
		t.Errorf("full: %d", status)
	}
}
