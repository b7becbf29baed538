package main

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
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

// TestServeSays checks the page for what people type: it says all that explain says, and
// shows no password.
func TestServeSays(t *testing.T) {
	fields := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	for _, test := range []struct {
		text, base string
		want       []string
	}{
		{"../g", "http://a/b/c/d;p?q", []string{" ../g ", " path 0 4 ../g ", " Findings ", " RFC 2396 http://a/b/g RFC 3986 http://a/b/g browsers http://a/b/g "}},
		{"../../../g", "http://a/b/c/d;p?q", []string{" RFC 2396 http://a/../g RFC 3986 http://a/g browsers http://a/g "}},
		{"a b", "http://h/", []string{" Hint: write \" \" as %20. ", " RFC 2396 refused: rel_segment: invalid character ' ' at byte 1 (RFC 2396, 5) ", " browsers http://h/a%20b "}},
		{"http://joe:ZQVJ@h/", "http://ann:ZQVJ@h/", []string{" http://joe:xxxxx@h/ ", " at http://ann:xxxxx@h/ ", " warning password 11 "}},
		{"http://joe:ZQVJ@h/\\", "", []string{" the base is refused: ", "at byte 18 "}},
		{"a", "x y", []string{" RFC 3986 the base is refused: rel_segment: invalid character ' ' at byte 1 (RFC 2396, 5) "}},
		{"a", "mailto:b@h", []string{" RFC 2396 refused: "}},
		{"", "http://a/b?c", []string{" the empty reference ", " RFC 3986 http://a/b?c "}},
		{"<b>&\"'", "</textarea>", []string{" <b>&\"' ", " </textarea> "}},
		{"\nhttp://h/", "", []string{" Hint: remove the white space at the start. "}},
	} {
		body := url.Values{"text": {test.text}, "base": {test.base}}.Encode()
		w := ask("POST", "/", "127.0.0.1:8080", fields, body)
		text := " " + strings.Join(strings.Fields(checkPage(t, w.Body.String())), " ") + " "
		for _, want := range test.want {
			if !strings.Contains(text, want) {
				t.Errorf("%q from %q: no %q in %s", test.text, test.base, want, text)
			}
		}
		if w.Code != 200 || strings.Contains(text, "ZQVJ") || w.Header().Get("Content-Type") != "text/html; charset=utf-8" {
			t.Errorf("%q from %q: %d, %s", test.text, test.base, w.Code, text)
		}
	}
	for _, in := range attacks {
		checkPage(t, ask("POST", "/", "127.0.0.1:8080", fields, url.Values{"text": {in}, "base": {in}}.Encode()).Body.String())
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
