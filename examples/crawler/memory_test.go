package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/uri"
	"example.com/uri/web"
)

// A counter counts the requests of each target.
type counter struct {
	mu    sync.Mutex
	asked map[string]int
}

// serve starts a server that counts its requests. It gives answer the number of earlier
// requests of the target.
func (c *counter) serve(t *testing.T, answer func(w http.ResponseWriter, r *http.Request, earlier int)) (url string) {
	c.asked = map[string]int{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.mu.Lock()
		earlier := c.asked[r.RequestURI]
		c.asked[r.RequestURI]++
		c.mu.Unlock()
		w.Header().Set("Content-Type", "text/html")
		answer(w, r, earlier)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// crawlAll crawls from start, with a crawler of one worker and no delay after change. A crawl that
// hangs is ended after five minutes.
func crawlAll(t *testing.T, name string, change func(*Crawler), start ...string) Stats {
	t.Helper()
	c := Crawler{Agent: "a", Workers: 1, Timeout: time.Minute, MaxLinks: 100_000, MaxBody: 2 << 20, Loopback: true, Progress: func(Stats) {}}
	if change != nil {
		change(&c)
	}
	var uris []uri.URI
	for _, s := range start {
		uris = append(uris, uri.MustParse(s))
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	stats, err := c.Run(ctx, name, uris)
	if err != nil || ctx.Err() != nil {
		t.Fatal(err, ctx.Err())
	}
	return stats
}

func newState(t *testing.T) string { return filepath.Join(t.TempDir(), "crawl.jsonl") }

// links returns n references.
func links(prefix string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "<a href='%s%d'>", prefix, i)
	}
	return b.String()
}

// TestOutages crawls servers that cannot be asked, each with 200 links. Each is asked
// once, also if more links to it are found later.
func TestOutages(t *testing.T) {
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	nobody := closed.Addr().String()
	var broken, cut, garbage counter
	brokenURL := broken.serve(t, func(w http.ResponseWriter, _ *http.Request, _ int) { w.WriteHeader(503) })
	cutURL := cut.serve(t, func(w http.ResponseWriter, _ *http.Request, _ int) {
		w.Header().Set("Content-Length", "100")
		io.WriteString(w, "User-agent: *\n")
	})
	garbageURL := garbage.serve(t, func(w http.ResponseWriter, _ *http.Request, _ int) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err == nil {
			io.WriteString(conn, "\x00\xff\r\n\r\n")
			conn.Close()
		}
	})
	var site counter
	start := site.serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		if r.URL.Path == "/" || r.URL.Path == "/later" {
			for _, s := range []string{"http://" + nobody, "ftp://" + nobody, "gopher://" + nobody + "/0", brokenURL, cutURL, garbageURL} {
				io.WriteString(w, links(s+r.URL.Path, 200))
			}
			io.WriteString(w, "<a href=/later>")
		}
	})
	name := newState(t)
	got := crawlAll(t, name, func(c *Crawler) { c.pause = time.Minute }, start+"/", start+"/later")
	if got.Pages != 2 || got.Links != 2402 || got.Refused != 2395 || got.Failed != 5 || got.Later != 2400 {
		t.Errorf("%+v", got)
	}
	for _, c := range []*counter{&broken, &cut, &garbage} {
		if c.asked["/robots.txt"] != 1 || len(c.asked) != 1 {
			t.Errorf("asked for %v", c.asked)
		}
	}
	for _, r := range records(t, name) {
		if u := r.URI.String(); r.Type == "page" && r.Error != "" && r.Status != 0 {
			t.Errorf("%s was not asked for, and has the status %d", u, r.Status)
		} else if wait := r.Again.Sub(r.At); r.Type == "server" && (strings.HasPrefix(u, cutURL) && wait != 5*time.Minute || strings.HasPrefix(u, brokenURL) && wait != time.Minute) {
			t.Errorf("the server of %s is not asked for %v", u, wait)
		}
	}
	// The links of such a server do not wait in a later process either: they are refused.
	down := pace{outage: outage{failures: 2, again: time.Now().Add(time.Hour)}}
	f := frontier{Crawler: &Crawler{Tries: 2, MaxDelay: time.Hour}, state: &state{paces: map[digest]pace{sum([]byte("h")): down}}}
	if v := f.newServer("h"); v.at.After(time.Now()) {
		t.Errorf("waits until %v", v.at)
	}
}

// TestRecovery crawls a server whose robots.txt cannot be read three times. Its links wait,
// and what was learned is in the state file.
func TestRecovery(t *testing.T) {
	var site counter
	start := site.serve(t, func(w http.ResponseWriter, r *http.Request, earlier int) {
		switch {
		case r.URL.Path == "/robots.txt" && earlier < 3:
			w.WriteHeader(500)
		case r.URL.Path == "/":
			io.WriteString(w, links("/", 20))
		}
	})
	name := newState(t)
	stats := crawlAll(t, name, func(c *Crawler) { c.Delay, c.Tries = time.Millisecond, 4 }, start+"/")
	if stats.Pages != 21 || stats.Links != 21 || stats.Refused != 0 || site.asked["/robots.txt"] != 4 {
		t.Errorf("%+v, robots.txt was asked for %d times", stats, site.asked["/robots.txt"])
	}
	var failures []int
	for _, r := range records(t, name) {
		if r.Type == "server" {
			failures = append(failures, r.Failures)
		}
	}
	if !slices.Equal(failures, []int{1, 2, 3, 0}) {
		t.Errorf("failures %v", failures)
	}
	// A later process begins with a pause of the last one.
	site.asked["/robots.txt"] = 0
	other := newState(t)
	hour := func(c *Crawler) { c.Delay, c.MaxDelay = time.Hour, time.Hour }
	crawlAll(t, other, hour, start+"/")
	ctx, cancel := context.WithCancel(context.Background())
	c := Crawler{Agent: "a", Workers: 1, Timeout: time.Minute, MaxLinks: 100, MaxBody: 1, Loopback: true, tick: 10 * time.Millisecond}
	hour(&c)
	c.Progress = func(Stats) { cancel() }
	stats, err := c.Run(ctx, other, []uri.URI{uri.MustParse(start + "/2")})
	if pause := time.Until(stats.Until); err != nil || stats.Waiting != 2 || pause < 50*time.Minute || pause > time.Hour || site.asked["/robots.txt"] != 1 {
		t.Errorf("%+v, %v, robots.txt was asked for %d times", stats, err, site.asked["/robots.txt"])
	}
}

// TestNames compares spellings: those in a row name one server and have one host.
func TestNames(t *testing.T) {
	for _, tt := range []struct {
		server string
		links  []string
	}{
		{"http://h", []string{"http://h", "HTTP://H:80/a?b", "http://h./", "http://h.:80/", "http://@h/", "http://u:p@h/", "http://%48/"}},
		{"http://h:8080", []string{"http://h:8080", "http://h.:8080/"}},
		{"https://h", []string{"https://h", "https://h.:443/"}},
		{"http://xn--mller-kva.example", []string{"http://müller.example", "http://MÜLLER.example./", "http://m%C3%BCller.example", "http://xn--mller-kva.example", "http://müller。example"}},
		{"gopher://xn--mller-kva.example", []string{"gopher://müller.example", "gopher://M%C3%9Cller.example.:70/1", "gopher://XN--mller-kva.example/"}},
		{"ftp://xn--mller-kva.example", []string{"ftp://müller.example", "ftp://u@müller.example.:21/%2Fetc;type=d"}},
		{"http://127.0.0.1", []string{"http://127.1", "http://0x7f.0.0.1./", "http://2130706433"}},
		{"http://[::1]:81", []string{"http://[::1]:81", "http://[0:0::0:1]:81/"}},
		{"gopher://[::1]", []string{"gopher://[::1]/", "gopher://[0:0::0:1]:70/"}},
	} {
		for _, link := range tt.links {
			u, err := absolute(parser, web.URL{}, link)
			if err != nil || serverName(u) != tt.server {
				t.Errorf("%s: %s, server %s, %v; want %s", link, u, serverName(u), err, tt.server)
			}
			if host, _ := u.Host(); strings.HasSuffix(host, ".") || strings.Contains(host, "%") {
				t.Errorf("%s: host %s", link, host)
			}
		}
	}
}

// TestSpellings crawls pages with several spellings. The server knows only one of them.
// The crawler must find that one, and must not ask again for a page that came.
func TestSpellings(t *testing.T) {
	var site counter
	start := site.serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		_, port, _ := net.SplitHostPort(r.Host)
		switch r.RequestURI {
		case "/":
			fmt.Fprintf(w, "<a href=/%%7ejoe><a href=/%%7Ejoe><a href=/~joe><a href=/a-b><a href=/a%%2Db><a href='//LOCALHOST.:%s/dot'><a href='//localhost:%[1]s/dot'><a href=/last>", port)
		case "/last":
			fmt.Fprint(w, "<a href=/~joe><a href=/%7ejoe><a href=/%7Ejoe><a href=/%61-b>")
		case "/robots.txt", "/~joe", "/a-b", "/dot":
		default:
			http.NotFound(w, r)
		}
	})
	stats := crawlAll(t, newState(t), nil, start+"/")
	want := map[string]int{"/": 1, "/robots.txt": 2, "/%7ejoe": 1, "/%7Ejoe": 1, "/~joe": 1, "/a-b": 1, "/dot": 1, "/last": 1}
	if stats.Pages != 5 || stats.Failed != 2 || stats.Links != 8 || fmt.Sprint(site.asked) != fmt.Sprint(want) {
		t.Errorf("%+v\nasked for %v\nwant      %v", stats, site.asked, want)
	}
	// A link in its usual spelling is its own key, and so is in memory once.
	for link, want := range map[string]bool{"http://h/~": true, "http://h/%7E": false} {
		if key, text := new(state).digests(uri.MustParse(link)); (key == text) != want {
			t.Errorf("%s: its key is its text: %v", link, !want)
		}
	}
}

// TestLongPages crawls a page as long as the limit, and one that is longer by a byte: it is cut.
func TestLongPages(t *testing.T) {
	var site counter
	start := site.serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		if r.URL.Path != "/robots.txt" {
			w.Header().Set("Content-Type", "image/png")
			w.Write(make([]byte, maxSitemap+strings.Count(r.URL.Path, "1")))
		}
	})
	got := crawlAll(t, newState(t), func(c *Crawler) { c.MaxBody = maxSitemap }, start+"/0", start+"/1")
	if got.Pages != 2 || got.Failed != 0 || got.BodyCut != 1 || got.Bytes != 2*maxSitemap {
		t.Errorf("%+v", got)
	}
}

// TestRefusedStart begins a crawl that cannot begin. It leaves no state file.
func TestRefusedStart(t *testing.T) {
	for _, start := range [][]string{nil, {"http://127.0.0.1/"}, {"mailto:a@b"}, {"http://example.com/", "http://10.0.0.1/"}} {
		var uris []uri.URI
		for _, s := range start {
			uris = append(uris, uri.MustParse(s))
		}
		name := newState(t)
		_, err := (&Crawler{Workers: 1, Timeout: time.Second, Progress: func(Stats) {}}).Run(context.Background(), name, uris)
		if err == nil || strings.HasPrefix(err.Error(), "crawler: ") { // main writes the prefix
			t.Errorf("%q: error %v", start, err)
		}
		if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q: the state file is there: %v", start, err)
		}
	}
	if err := refusedWARC(file(t, "state", ""), "", ""); err != errNoStart {
		t.Errorf("an empty state file: %v", err)
	}
}

// TestSameHosts begins a crawl on two servers that stays on them.
func TestSameHosts(t *testing.T) {
	var n counter
	page := func(w http.ResponseWriter, _ *http.Request, _ int) {}
	one, two := n.serve(t, page), n.serve(t, page)
	same := func(c *Crawler) { c.SameHosts = true }
	if got := crawlAll(t, newState(t), same, one+"/", two+"/"); got.Pages != 2 {
		t.Errorf("%+v", got)
	}
	// A link of an earlier run may be a start URI of the next one.
	var three counter
	linked := three.serve(t, func(w http.ResponseWriter, _ *http.Request, _ int) { fmt.Fprintf(w, "<a href=%s/><a href=/more>", two) })
	name := newState(t)
	crawlAll(t, name, func(c *Crawler) { c.MaxLinks = 1 }, linked+"/")
	if got := crawlAll(t, name, same, two+"/"); got.Pages != 3 || got.Refused != 0 {
		t.Errorf("%+v", got)
	}
}

// TestNoState gives files that are not the state of a crawl. They stay as they are.
func TestNoState(t *testing.T) {
	const link, page = `{"type":"link","n":0,"uri":"http://h/"}` + "\n", `{"type":"page","n":0,"uri":"http://h/"}` + "\n"
	for _, tt := range []struct{ text, want string }{
		{"hello", "not the state"},
		{"\n", "not the state"},
		{strings.Repeat("\x00", 1<<20), "not the state"},
		{`{"type":"FeatureCollection"}`, "not the state"},
		{link[1:] + page, "not the state"},
		{page, "not the state"},
		{link + "{}\n", `byte 43: a record of type ""`},
		{link + `{"type":"x"}` + "\n", `a record of type "x"`},
		{link + page + page, "byte 120: a page of link 0, which has one or does not exist"},
		{link + `{"type":"page","n":-1}` + "\n", "a page of link -1"},
		{link + `{"type":"page","n":1}` + "\n", "a page of link 1"},
		{link + `{"type":"page","n":2}` + "\n", "a page of link 2"},
		{link + link + page, "link 0 follows 1 links"},
		{link + page + `{"type":"link","n":2}` + "\n" + page, "link 2 follows 1 links"},
		{link + page + "\x00\n", "byte 82: invalid"},
		{link + "{\n" + page, "byte 42: unexpected end"},
	} {
		name := newState(t)
		if err := os.WriteFile(name, []byte(tt.text), 0o644); err != nil {
			t.Fatal(err)
		}
		s, err := openState(name, &Crawler{})
		if err == nil {
			s.close()
		}
		if info, _ := os.Stat(name); info.Mode().Perm() != 0o644 {
			t.Errorf("%q: the mode is %v", tt.text, info.Mode())
		}
		if text, _ := os.ReadFile(name); err == nil || !strings.HasPrefix(err.Error(), name+": ") || !strings.Contains(err.Error(), tt.want) || string(text) != tt.text {
			t.Errorf("%q: error %v, want %q; the file is %q", tt.text, err, tt.want, text)
		}
	}
	if _, err := openState(t.TempDir(), &Crawler{}); err == nil || errors.Is(err, errLocked) {
		t.Errorf("a folder: %v", err)
	}
	if err := (&state{Crawler: &Crawler{}, file: zeros(t)}).load(); err == nil || err.Error() != "not the state of a crawl" {
		t.Errorf("a file without an end: %v", err)
	}
}

// zeros returns a file of zeros without an end.
func zeros(t *testing.T) *os.File {
	t.Helper()
	file, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	go func() {
		defer writer.Close()
		for err := error(nil); err == nil; { // until file is closed
			_, err = writer.Write(make([]byte, 4096))
		}
	}()
	return file
}
