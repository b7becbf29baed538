package guard

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"example.com/uri/web"
)

// browserRequest returns the target and the Host of the request that a browser sends for
// the URL whose serialization is href: the text after the authority without the fragment,
// and the authority without userinfo (Fetch, HTTP-network fetch).
func browserRequest(href string) (target, host string) {
	_, rest, _ := strings.Cut(href, "://")
	rest, _, _ = strings.Cut(rest, "#")
	end := strings.IndexByte(rest, '/')
	return rest[end:], rest[strings.LastIndexByte(rest[:end], '@')+1 : end]
}

// written returns the target and the Host of the request that net/http writes for v.
func written(v *url.URL) (target, host string, err error) {
	var b bytes.Buffer
	if err := (&http.Request{Method: "GET", URL: v}).Write(&b); err != nil {
		return "", "", err
	}
	lines := strings.Split(b.String(), "\r\n")
	target = strings.TrimSuffix(strings.TrimPrefix(lines[0], "GET "), " HTTP/1.1")
	return target, strings.TrimPrefix(lines[1], "Host: "), nil
}

// checkBrowserURL holds the promise of BrowserURL for s, and reports whether it has a
// result.
func checkBrowserURL(t *testing.T, s string) bool {
	t.Helper()
	u, err := web.Parse(s)
	if err != nil {
		return false
	}
	v, err := BrowserURL(u)
	if err != nil {
		var e *Error
		if !errors.As(err, &e) || e.Reader != "net/http" {
			t.Fatalf("%q: %v", s, err)
		}
		return false
	}
	target, host, err := written(v)
	wantTarget, wantHost := browserRequest(u.String())
	if err != nil || target != wantTarget || host != wantHost {
		t.Fatalf("%q: net/http writes %q to %q, %v; a browser %q to %q", s, target, host, err, wantTarget, wantHost)
	}
	dialled, _ := u.Host()
	port := ""
	if n, ok := u.Port(); ok {
		port = strconv.Itoa(int(n))
	}
	if strings.Trim(dialled, "[]") != v.Hostname() || v.Port() != port || v.Scheme != u.Scheme() {
		t.Fatalf("%q: net/http dials %q", s, v.Host)
	}
	return true
}

func TestBrowserURL(t *testing.T) {
	for _, tt := range []struct{ in, want string }{ // target, Host and user, or "!" and the part
		{"http://h", "/ h "},
		{"HTTP://H:80/a?b#c", "/a?b h "},
		{"https://h:80/?", "/? h:80 "},
		{"http://h:0/", "/ h:0 "},
		{"https://h//a//b", "//a//b h "},
		{"https://h//a%2fb", "//a%2fb h "}, // in RawPath, which Opaque could not hold
		{"https://h/?#", "/? h "},
		{"https://h/100%", "/100% h "},
		{"https://h/%zz%41?%", "/%zz%41?% h "},
		{"https://h/a|b[c]^?|{}", "/a|b[c]%5E?|{} h "},
		{"https://h/a%2fb%2F|", "/a%2fb%2F| h "},
		{"https://h/é b?é'", "/%C3%A9%20b?%C3%A9%27 h "},
		{"https://h/*", "/* h "},
		{"https://h/a:b@c;d,e", "/a:b@c;d,e h "},
		{"https://u:p%40@h:8443/", "/ h:8443 u:p%40"},
		{"https://u@h/|", "/| h u"},
		{"https://%75%40:%70@h/", "/ h u%40:p"},
		{"https://:p@h/", "/ h :p"},
		{"http://[2001:DB8::0:1]:8080/", "/ [2001:db8::1]:8080 "},
		{"http://0x7f.1/", "/ 127.0.0.1 "},
		{"http://a_b!$&'()*+,;=~/", "/ a_b!$&'()*+,;=~ "},
		{"http://a{b/", "!host"},
		{"http://a`b/", "!host"},
		{"https://h//a|b", "!path"},
		{"https://h//%", "!path"},
		{"ftp://h/", "!scheme"},
		{"ws://h/", "!scheme"},
		{"mailto:a@h", "!scheme"},
		{"file:///a", "!scheme"},
		{"blob:https://h/a", "!scheme"},
	} {
		u, err := web.Parse(tt.in)
		if err != nil {
			t.Fatal(err)
		}
		v, err := BrowserURL(u)
		var e *Error
		if errors.As(err, &e) && "!"+e.Part == tt.want {
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", tt.in, err)
			continue
		}
		target, host, err := written(v)
		if got := target + " " + host + " " + v.User.String(); err != nil || got != tt.want {
			t.Errorf("%s: %q, %v; want %q", tt.in, got, err, tt.want)
		}
		checkBrowserURL(t, tt.in)
	}
	if v, err := BrowserURL(web.URL{}); err == nil {
		t.Errorf("the zero URL: %v", v)
	}
}

// TestBrowserURLRandom writes requests for random URLs.
func TestBrowserURLRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	hosts := []string{"h", "h.example:8080", "u@h", "u:p@h:1", "[::1]", "[::1]:443", "127.1", "a_b", "xn--a", "a{b", "a,b", "h:80", "h:443"}
	pieces := []string{"/", "/", "a", "%41", "%2f", "%", "%z", "|", "[", "]", "{", "^", "`", "\"", "'", " ", "é", "\\", "..", "?", "?", "#", "+", "*", ":", "@", "&", ";", "=", "~", "!", "$", "(", "\t", "\x01", "\x7f", "%00", "%0d%0a"}
	sent := 0
	for range *inputs {
		s := []string{"http://", "https://"}[random.IntN(2)] + hosts[random.IntN(len(hosts))]
		if random.IntN(8) > 0 {
			s += "/"
		}
		for range random.IntN(8) {
			s += pieces[random.IntN(len(pieces))]
		}
		if checkBrowserURL(t, s) {
			sent++
		}
	}
	if sent < *inputs/2 {
		t.Errorf("only %d requests written", sent)
	}
}

// TestBrowserURLReal writes requests for realURLs. net/http can send all of them except
// those whose host has a quotation mark or the like.
func TestBrowserURLReal(t *testing.T) {
	for name, urls := range realURLs(t) {
		sent := 0
		for _, s := range urls {
			u, err := web.Parse(s)
			if err != nil || u.Scheme() != "http" && u.Scheme() != "https" {
				continue
			}
			host, _ := u.Host()
			if checkBrowserURL(t, s) {
				sent++
			} else if !strings.ContainsAny(host, "\"`{}") {
				t.Errorf("%s: no request for %s", name, s)
			}
		}
		t.Logf("%s: %d requests", name, sent)
		if sent == 0 && name == "testdata/clean.txt" {
			t.Errorf("%s: no request", name)
		}
	}
}

// TestBrowserURLLive sends a request through the Transport of net/http, and follows a
// relative redirect from a path that is in Opaque.
func TestBrowserURLLive(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	targets := make(chan string, 2)
	go func() {
		for _, response := range []string{"302 Found\r\nLocation: b?c", "200 OK"} {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			line, _ := bufio.NewReader(conn).ReadString('\n')
			targets <- line
			_, _ = io.WriteString(conn, "HTTP/1.1 "+response+"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
			conn.Close()
		}
	}()
	u, err := web.Parse("http://" + l.Addr().String() + "/x/100%|?q#f")
	if err != nil {
		t.Fatal(err)
	}
	v, err := BrowserURL(u)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(&http.Request{Method: "GET", URL: v})
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if first, second := <-targets, <-targets; first != "GET /x/100%|?q HTTP/1.1\r\n" || second != "GET /x/b?c HTTP/1.1\r\n" {
		t.Errorf("%q, %q", first, second)
	}
}

func FuzzBrowserURL(f *testing.F) {
	for _, s := range []string{"http://h/100%|?%#", "https://u:p@[::1]:1//a", "http://a{b/"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkBrowserURL(t, s) })
}

func TestBrowserURLAllocations(t *testing.T) {
	for s, most := range map[string]float64{"https://h/a/b?c": 1, "https://h/a%20b?c": 5} { // 4 since Go 1.25
		u, err := web.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(100, func() {
			if _, err := BrowserURL(u); err != nil {
				t.Error(err)
			}
		}); n > most {
			t.Errorf("%s: %v allocations, want at most %v", s, n, most)
		}
	}
}
