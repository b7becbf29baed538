package main

import (
	"bufio"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// ask sends a request to the handler of "uri serve" at 127.0.0.1:8080.
func ask(method, target, host string, fields http.Header, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	r.Host = host
	for name, values := range fields {
		r.Header[name] = values
	}
	w := httptest.NewRecorder()
	explainer("127.0.0.1:8080").ServeHTTP(w, r)
	return w
}

// TestServeRefuses checks which requests the page answers: those of a person at this
// machine, and of the page itself.
func TestServeRefuses(t *testing.T) {
	const here = "127.0.0.1:8080"
	sent := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	from := func(more ...string) http.Header {
		h := sent.Clone()
		for i := 0; i < len(more); i += 2 {
			h.Set(more[i], more[i+1])
		}
		return h
	}
	for _, test := range []struct {
		method, target, host string
		fields               http.Header
		want                 int
	}{
		{"GET", "/", here, nil, 200},
		{"HEAD", "/", here, nil, 200},
		{"GET", "/", "localhost:8080", nil, 200},
		{"GET", "/", "LOCALHOST:8080", nil, 421},
		{"GET", "/", "localhost", nil, 421},
		{"GET", "/", "localhost:80", nil, 421},
		{"GET", "/", "evil.example", nil, 421},
		{"GET", "/", "evil.example:8080", nil, 421},
		{"GET", "/", "127.0.0.1:8080@evil.example", nil, 421},
		{"GET", "/", "127.0.0.2:8080", nil, 421},
		{"GET", "/", "", nil, 421},
		{"GET", "/a", here, nil, 404},
		{"PUT", "/", here, sent, 405},
		{"POST", "/", here, sent, 200},
		{"POST", "/", here, from("Origin", "http://127.0.0.1:8080"), 200},
		{"POST", "/", here, from("Origin", "http://127.0.0.1:8080", "Sec-Fetch-Site", "same-origin"), 200},
		{"POST", "/", "localhost:8080", from("Origin", "http://localhost:8080"), 200},
		{"POST", "/", here, from("Origin", "http://127.0.0.1:9090"), 403},
		{"POST", "/", here, from("Origin", "https://127.0.0.1:8080"), 403},
		{"POST", "/", here, from("Origin", "http://evil.example"), 403},
		{"POST", "/", here, from("Origin", "null"), 403},
		{"POST", "/", here, from("Sec-Fetch-Site", "cross-site"), 403},
		{"POST", "/", here, from("Sec-Fetch-Site", "same-site"), 403},
		{"GET", "/", here, from("Sec-Fetch-Site", "none"), 200},
		{"GET", "/", here, from("Sec-Fetch-Site", "cross-site"), 403},
		{"GET", "/", here, from("Origin", "http://evil.example"), 403},
		{"GET", "/", here, from("Upgrade", "websocket", "Origin", "http://evil.example"), 403},
		{"POST", "/", "evil.example:8080", from("Origin", "http://evil.example:8080", "Sec-Fetch-Site", "same-origin"), 403},
	} {
		w := ask(test.method, test.target, test.host, test.fields, "text=ZQVJ")
		if w.Code != test.want {
			t.Errorf("%s %s, Host %s, %v: %d, want %d", test.method, test.target, test.host, test.fields, w.Code, test.want)
		}
		if shows := strings.Contains(w.Body.String(), "ZQVJ"); shows != (w.Code == 200 && test.method == "POST") {
			t.Errorf("%s %s, Host %s, %v: %s", test.method, test.target, test.host, test.fields, w.Body)
		}
		if h := w.Header(); !strings.Contains(h.Get("Content-Security-Policy"), "frame-ancestors 'none'") && test.want != 403 {
			t.Errorf("%s %s: fields %v", test.method, test.target, h)
		}
	}
	w := ask("POST", "/", here, sent, "text="+strings.Repeat("a", maxForm))
	if w.Code != http.StatusBadRequest {
		t.Errorf("a form of more than %d bytes: %d", maxForm, w.Code)
	}
}

// post returns the answer to a form with these texts.
func post(text, base string) *httptest.ResponseRecorder {
	fields := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	return ask("POST", "/", "127.0.0.1:8080", fields, url.Values{"text": {text}, "base": {base}}.Encode())
}

// boxes returns the values of the boxes for a text, and those of the boxes for a base, in the
// order of a page: the boxes to type in, and then those of the Fix.
func boxes(page string) (texts, bases []string) {
	for _, m := range regexp.MustCompile(`<input [^>]*name="(text|base)" value="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if m[1] == "text" {
			texts = append(texts, html.UnescapeString(m[2]))
		} else {
			bases = append(bases, html.UnescapeString(m[2]))
		}
	}
	return texts, bases
}

// TestServeAsksBack types mistakes. The boxes keep the typed text. The page offers the intended
// text, and that is accepted, or the page says why it has none.
func TestServeAsksBack(t *testing.T) {
	const base = "http://joe:secret@h/"
	for _, test := range []struct{ typed, fix, base, says string }{
		{"http://exa mple.com/", "http://example.com/", base, ""},
		{"http:/\\example.com\\a b", "http://example.com/a%20b", "", ""},
		{"view http://example.com/", "http://example.com/", base, ""},
		{"“http://example.com/”", "http://example.com/", "", ""},
		{`<a href="http://example.com/a">`, "http://example.com/a", base, ""},
		{"http:\\/\\/example.com\\/a", "http://example.com/a", "", ""},
		{"http://[::1/", "http://[::1]/", base, ""},
		{"git@example.com:joe/repo", "ssh://git@example.com/~/joe/repo", "", " The text is an address of git or scp. Did you mean ssh://git@example.com/~/joe/repo ? "},
		{"http://joe:pa ss@example.com/", "http://joe:pa%20ss@example.com/", base, " Did you mean http://joe:xxxxx@example.com/ ? "},
		{"http:\\\\h:secret@b", "", "", " Refused. "}, // the Fix would show the h, which the error hides
		{"http://www example com/", "", base, " Hint: write the host without spaces. "},
		{"http://h/{id}", "http://h/%7Bid%7D", "", " Hint: write the value instead of the variable. "},
		{`C:\C#\x.cs`, "file:///C:/C%23/x.cs", "", " The text is the path of a file. "},
		{"http://a.example/ http://b.example/", "", base, " The URI that is meant is not clear: more than one URI in the text. "},
		{"http://a@b@c/ d", "", "", " The URI that is meant is not clear: programs read different hosts in this text. "},
		{"see http://h/a for details", "http://h/a", base, " The text has this URI in it. "},
		{"hxxp://h[.]example/", "http://h.example/", "", " do not open it without need. "},
		{"www.example.com/a", "https://www.example.com/a", "", ""},
		{"www.example.com/a", "", base, " Kind: relative reference with a relative path (relative, rel_path); undefined: scheme, authority, query, fragment. "},
		{"../a", "", "", " Kind: relative reference with a relative path (relative, rel_path); undefined: scheme, authority, query, fragment. "},
		{"http//example.com/", "", "", " Kind: relative reference with a relative path "},
		{"kafka://b1:9092,b2:9092", "", base, " authority of a registry "},
		{"http://good.example\\@evil.example/", "", "", ` Hint: browsers find the host before "\", and other programs after "@". `},
	} {
		page := post(test.typed, test.base).Body.String()
		text := " " + strings.Join(strings.Fields(checkPage(t, page)), " ") + " "
		texts, bases := boxes(page)
		want := []string{test.typed}
		if test.fix != "" {
			want = append(want, test.fix)
			if test.says == "" {
				test.says = " Did you mean " + test.fix + " ? "
			}
		}
		if !slices.Equal(texts, want) || len(bases) != len(want) || bases[0] != test.base || bases[len(bases)-1] != test.base {
			t.Errorf("%q: boxes with %q from %q, want %q", test.typed, texts, bases, want)
		}
		if !strings.Contains(text, test.says) || strings.Contains(text, "secret") {
			t.Errorf("%q: no %q in %s", test.typed, test.says, text)
		}
		if again := post(test.fix, "").Body.String(); test.fix != "" && strings.Contains(again, "Refused.") {
			t.Errorf("%q: the page refuses %q", test.typed, test.fix)
		}
	}
	if texts, bases := boxes(ask("GET", "/", "127.0.0.1:8080", nil, "").Body.String()); !slices.Equal(texts, []string{""}) || !slices.Equal(bases, []string{""}) {
		t.Errorf("the boxes have %q and %q at the start", texts, bases)
	}
}

// TestServeSays checks the page for what people type: it says all that explain says, and
// shows no password.
func TestServeSays(t *testing.T) {
	for _, test := range []struct {
		text, base string
		want       []string
	}{
		{"../g", "http://a/b/c/d;p?q", []string{" ../g ", " path 0 4 ../g ", " Findings ", " RFC 2396 http://a/b/g RFC 3986 http://a/b/g browsers http://a/b/g "}},
		{"../../../g", "http://a/b/c/d;p?q", []string{" RFC 2396 http://a/../g RFC 3986 http://a/g browsers http://a/g "}},
		{"a b", "http://h/", []string{" Hint: write \" \" as %20. ", " RFC 2396 refused: rel_segment: invalid character ' ' at byte 1 (RFC 2396, 5) ", " browsers http://h/a%20b "}},
		{"http://joe:ZQVJ@h/", "http://ann:ZQVJ@h/", []string{" http://joe: hidden @h/ ", " at http://ann:xxxxx@h/ ", " warning password 11 "}},
		{"http://joe:ZQVJ@h/\\", "//", []string{" the base is refused: ", "at byte 18 "}},
		{"http://h/xxxxx", "", []string{" path 8 14 /xxxxx "}},
		{"http://good.example\\@evil.example/", "", []string{" host – – good.example – ", " path – – /@evil.example/ – "}},
		{"a", "x y", []string{" RFC 3986 the base is refused: rel_segment: invalid character ' ' at byte 1 (RFC 2396, 5) "}},
		{"a", "mailto:b@h", []string{" RFC 2396 refused: "}},
		{"", "http://a/b?c", []string{" the empty reference ", " RFC 3986 http://a/b?c "}},
		{"<b>&\"'", "<input>", []string{" <b>&\"' ", " <input> "}},
		{"\nhttp://h/", "", []string{" Hint: remove the white space around the text. "}},
	} {
		w := post(test.text, test.base)
		text := " " + strings.Join(strings.Fields(checkPage(t, w.Body.String())), " ") + " "
		for _, want := range test.want {
			if !strings.Contains(text, want) {
				t.Errorf("%q from %q: no %q in %s", test.text, test.base, want, text)
			}
		}
		if w.Code != 200 || strings.Contains(text, "ZQVJ") || w.Header().Get("Content-Type") != "text/html; charset=utf-8" {
			t.Errorf("%q from %q: %d, %s", test.text, test.base, w.Code, text)
		}
		for name, want := range map[string]string{
			"Cross-Origin-Resource-Policy": "same-origin", "Referrer-Policy": "same-origin", "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store",
		} {
			if got := w.Header().Get(name); got != want {
				t.Errorf("%s is %q, want %q", name, got, want)
			}
		}
	}
	for _, in := range attacks {
		checkPage(t, post(in, in).Body.String())
	}
}

// TestServe asks the program for its page, at the address that it prints, and ends it with Ctrl-C.
func TestServe(t *testing.T) {
	c := program(t, "serve")
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer c.Process.Kill()
	defer time.AfterFunc(time.Minute, func() { c.Process.Kill() }).Stop()
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.Get(strings.TrimSpace(address))
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != 200 {
		t.Errorf("%s: %s", address, answer.Status)
	}
	if c.Process.Signal(os.Interrupt) != nil { // no process can send it on Windows
		c.Process.Kill()
		c.Wait()
	} else if err := c.Wait(); err != nil {
		t.Errorf("after an interrupt: %v", err)
	}
}

// TestServeListens checks which addresses are of the loopback.
func TestServeListens(t *testing.T) {
	for _, address := range []string{"", ":0", ":80", "0.0.0.0:0", "[::]:0", "8.8.8.8:0", "example.com:0", "127.0.0.1", "::1:0", "128.0.0.1:0", "[::ffff:8.8.8.8]:0", "127.1:0", "127.0.0.1:http:0"} {
		if l, err := listen(address); err == nil {
			l.Close()
			t.Errorf("it listens at %q", address)
		}
	}
	l, err := listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if !strings.HasPrefix(l.Addr().String(), "127.0.0.1:") {
		t.Errorf("it listens at %v", l.Addr())
	}
	for _, args := range [][]string{{"serve", "a"}, {"serve", "-listen", l.Addr().String()}} {
		var errText strings.Builder
		if status := run(args, strings.NewReader(""), &strings.Builder{}, &errText); status != misused || !strings.HasPrefix(errText.String(), "uri serve: ") {
			t.Errorf("uri %q: %d, %s", args, status, &errText)
		}
	}
	// A port 80 is not written in an origin.
	r := httptest.NewRequest("GET", "/", nil)
	r.Host = "127.0.0.1"
	w := httptest.NewRecorder()
	if explainer("127.0.0.1:80").ServeHTTP(w, r); w.Code != 200 {
		t.Errorf("port 80: %d", w.Code)
	}
}
