package main

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/text/encoding/htmlindex"

	"example.com/uri"
)

// TestRobots crawls pages that robots.txt disallows in many spellings, and others. The
// server may see no request for the former.
func TestRobots(t *testing.T) {
	rules := "User-agent: *\nDisallow: /\n\nUser-agent: bot\nCrawl-delay: 0.001\n"
	for _, pattern := range []string{
		"/*?secret", "/search?q=", "/ツ", "/%7Ejoe/", "/a%3cb", "/foo/%62%61%7A", "/*.gif$", "/b[", "/%2A", "/c%2fd",
	} {
		rules += "Disallow: " + pattern + "\n"
	}
	const read = 1 << 20 // bytes of the file
	for _, tt := range []struct{ name, rules string }{
		{"short", rules},
		{"long", rules + strings.Repeat("Disallow: /none\n", read/16) + "Disallow: /\n"},
		{"cut", rules + strings.Repeat("#", read-len(rules+"\nDisallow: /")) + "\nDisallow: /x"},
	} {
		t.Run(tt.name, func(t *testing.T) { checkRobots(t, tt.rules) })
	}
}

func checkRobots(t *testing.T, rules string) {
	forbidden := []string{
		"/p?secret", "/p?secret=1", "/search?q=1", "/ツ", "/%e3%83%84/1", "/~joe/", "/%7ejoe/1", "/a<b", "/foo/%62az",
		"/1.gif", "/x/2.gif", "/b[1]", "/b%5B2%5D", "/*", "/%2a1", "/c%2Fd",
	}
	allowed := []string{"/p?public", "/search", "/%E3%83", "/joe/", "/a", "/foo/ba", "/1.gif?x", "/b", "/d", "/c/d"}
	var mu sync.Mutex
	asked := map[string]bool{}
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked[r.RequestURI] = true
		mu.Unlock()
		switch r.URL.Path {
		case "/robots.txt":
			fmt.Fprint(w, rules)
		case "/start":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			for _, ref := range append(slices.Clone(forbidden), allowed...) {
				fmt.Fprintf(w, "<a href='%s'>", ref)
			}
		}
	}))
	defer site.Close()
	name := filepath.Join(t.TempDir(), "crawl.jsonl")
	c := Crawler{Agent: "Bot (+http://h/)", Workers: 1, Timeout: time.Minute, MaxLinks: 1000, MaxBody: 1 << 20, Loopback: true, Progress: func(Stats) {}}
	if _, err := c.Run(context.Background(), name, []uri.URI{uri.MustParse(site.URL + "/start")}); err != nil {
		t.Fatal(err)
	}
	disallowed := 0
	for _, r := range records(t, name) {
		if r.Type == "page" && r.Error == errRobots.Error() {
			disallowed++
		}
	}
	if disallowed != len(forbidden) {
		t.Errorf("%d pages are disallowed, want %d", disallowed, len(forbidden))
	}
	for _, path := range append(allowed, "/start", "/robots.txt") {
		if !asked[path] {
			t.Errorf("%s was not asked for", path)
		}
		delete(asked, path)
	}
	if len(asked) > 0 {
		t.Errorf("asked for %v, against robots.txt", asked)
	}
}

// TestRobotsAge crawls three pages of a server. Each page moves the clock of the crawler, and
// the second robots.txt forbids all pages. It must be read when the first one is older than 24
// hours (RFC 9309, 2.4), before the last page, and not earlier.
func TestRobotsAge(t *testing.T) {
	var clock atomic.Int64 // nanoseconds after start
	var site counter
	url := site.serve(t, func(w http.ResponseWriter, r *http.Request, earlier int) {
		switch {
		case r.URL.Path == "/1":
			clock.Store(int64(24 * time.Hour))
		case r.URL.Path == "/2":
			clock.Add(1)
		case r.URL.Path == "/robots.txt" && earlier > 0:
			fmt.Fprint(w, "User-agent: *\nDisallow: /\n")
		}
	})
	start := time.Unix(1000, 0)
	age := func(c *Crawler) { c.now = func() time.Time { return start.Add(time.Duration(clock.Load())) } }
	stats := crawlAll(t, newState(t), age, url+"/1", url+"/2", url+"/3")
	want := map[string]int{"/robots.txt": 2, "/1": 1, "/2": 1}
	if stats.Pages != 2 || stats.Refused != 1 || !maps.Equal(site.asked, want) {
		t.Errorf("%+v, asked for %v, want %v", stats, site.asked, want)
	}
}

// TestPlainText crawls a page of text/plain in several encodings. The URIs in its text are
// links, and robots.txt, of text/plain too, forbids one of them.
func TestPlainText(t *testing.T) {
	for _, tt := range []struct{ contentType, encoding string }{
		{"text/plain", "utf-8"}, {"Text/Plain; charset=UTF-8", "utf-8"}, {"text/plain; charset=windows-1252", "windows-1252"},
		{"text/plain; charset=utf-16le", "utf-16le"},
	} {
		encoding, err := htmlindex.Get(tt.encoding)
		if err != nil {
			t.Fatal(err)
		}
		var site counter
		var url string
		url = site.serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
			w.Header().Set("Content-Type", tt.contentType)
			switch r.URL.Path {
			case "/robots.txt":
				fmt.Fprint(w, "User-agent: *\nDisallow: /private/\n")
			case "/":
				text := "See %[1]s/a, <a href='/markup'>, (%[1]s/b) and <%[1]s/private/c>.\n> %[1]s/ü\n"
				fmt.Fprintf(encoding.NewEncoder().Writer(w), text, url)
			}
		})
		stats := crawlAll(t, newState(t), nil, url+"/")
		want := map[string]int{"/robots.txt": 1, "/": 1, "/a": 1, "/b": 1, "/%C3%BC": 1}
		if stats.Pages != 4 || stats.Links != 5 || stats.Refused != 1 || !maps.Equal(site.asked, want) {
			t.Errorf("%s: %+v, asked for %v, want %v", tt.contentType, stats, site.asked, want)
		}
	}
}

// TestForbidden crawls two servers whose robots.txt forbids pages, and one whose
// robots.txt cannot be read. The summary must name the lines that decide.
func TestForbidden(t *testing.T) {
	program := os.Args[0]
	serve := func(status int, rules string) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/robots.txt" {
				w.WriteHeader(status)
				fmt.Fprint(w, rules)
			}
		}))
		t.Cleanup(s.Close)
		return s.URL
	}
	one, two, broken := serve(200, "User-agent: x*\nDisallow /p # private\n"), serve(200, "\r\nUser-agent: *\r\nAllow: /b\r\nDisallow: /\r\n"), serve(503, "")
	name := filepath.Join(t.TempDir(), "crawl.jsonl")
	args := []string{"-state", name, "-loopback", "-delay", "0", "-workers", "1", "-tries", "1", "-max-delay", "1ms", "-agent", "X (+http://h/) x/1"}
	for _, args := range [][]string{append(args, one+"/p1", one+"/q", two+"/a", two+"/b", two+"/c", broken+"/"), args} {
		code, said := run(t, program, args...)
		for _, want := range []string{
			"2 pages, 6 links, 4 refused, 0 failed\n", "4 of the URIs given could not be fetched",
			fmt.Sprintf("       2 forbidden by robots.txt of %s, first %[1]s/a: line 4, \"Disallow: /\"\n", two),
			fmt.Sprintf("       1 forbidden by robots.txt of %s, first %[1]s/p1: line 2, \"Disallow /p\"\n", one),
			fmt.Sprintf("       1 forbidden by robots.txt of %s, first %[1]s/: robots.txt cannot be read\n", broken),
		} {
			if !strings.Contains(said, want) {
				t.Errorf("says %s\nwant %s", said, want)
			}
		}
		if code != 1 {
			t.Errorf("exit code %d", code)
		}
	}
}

// TestStartFirst crawls start URIs of one server, whose first page has links to others,
// and goes on with one more start URI. The start URIs come before all that was found.
func TestStartFirst(t *testing.T) {
	var mu sync.Mutex
	var asked []string
	var found string
	serve := func(name string) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/robots.txt" {
				return
			}
			mu.Lock()
			asked = append(asked, name+r.URL.Path)
			mu.Unlock()
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, found)
		}))
		t.Cleanup(s.Close)
		return s.URL
	}
	start := serve("start")
	for i := range 5 {
		found += fmt.Sprintf("<a href='%s/%d'>", serve("found"), i)
	}
	name := filepath.Join(t.TempDir(), "crawl.jsonl")
	crawl := func(pages int64, paths ...string) {
		t.Helper()
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		c := Crawler{Agent: "a", Workers: 1, Timeout: time.Minute, MaxLinks: 1000, MaxBody: 1 << 20, Loopback: true}
		c.Progress = func(s Stats) {
			if s.Pages >= pages {
				cancel()
			}
		}
		var uris []uri.URI
		for _, path := range paths {
			uris = append(uris, uri.MustParse(start+path))
		}
		if _, err := c.Run(ctx, name, uris); err != nil {
			t.Fatal(err)
		}
	}
	crawl(4, "/1", "/2", "/3")
	crawl(5, "/4")
	want := []string{"start/1", "start/2", "start/3", "", "start/4"}
	if len(asked) == 5 && strings.HasPrefix(asked[3], "found/") {
		asked[3] = ""
	}
	if !slices.Equal(asked, want) {
		t.Errorf("asked for %q, want %q", asked, want)
	}
}

// TestProgress shows how far a crawl is, at times that the test makes up.
func TestProgress(t *testing.T) {
	began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.Local)
	var p progress
	var b strings.Builder
	for tenth := range 25 {
		now := began.Add(time.Duration(tenth) * time.Second / 10)
		p.show(&b, now, Stats{Pages: int64(tenth), Waiting: 50, Servers: 3, Bytes: 1_250_000, Until: began.Add(time.Second)})
	}
	want := "\r0 pages, 50 links wait, 3 servers wait until 03:04:06, 1.2 MB\x1b[K" +
		"\r10 pages, 50 links wait, 3 servers wait, 1.2 MB\x1b[K\r20 pages, 50 links wait, 3 servers wait, 1.2 MB\x1b[K"
	if b.String() != want {
		t.Errorf("says %q, want %q", b.String(), want)
	}
}

// TestRobotsChange crawls a site again whose robots.txt has changed. The pages that it now allows
// are fetched, and what it still forbids has no second record.
func TestRobotsChange(t *testing.T) {
	var site counter
	url := site.serve(t, func(w http.ResponseWriter, r *http.Request, earlier int) {
		switch {
		case r.URL.Path == "/robots.txt" && earlier == 0:
			fmt.Fprint(w, "User-agent: *\nDisallow: /a\nDisallow: /b\n")
		case r.URL.Path == "/robots.txt":
			fmt.Fprint(w, "User-agent: *\nDisallow: /b\nDisallow: /c\n")
		case r.URL.Path == "/":
			fmt.Fprint(w, "<a href=/a><a href=/b><a href=/c>")
		}
	})
	name := newState(t)
	for run, want := range []Stats{{Pages: 2, Refused: 2}, {Pages: 3, Refused: 1}, {Pages: 3, Refused: 1}} {
		if got := crawlAll(t, name, nil, url+"/"); got.Pages != want.Pages || got.Refused != want.Refused || got.Waiting != 0 {
			t.Errorf("run %d: %+v", run, got)
		}
	}
	pages := 0
	for _, r := range records(t, name) {
		if r.Type == "page" {
			pages++
		}
	}
	if want := map[string]int{"/robots.txt": 3, "/": 1, "/a": 1, "/c": 1}; !maps.Equal(site.asked, want) || pages != 5 {
		t.Errorf("asked for %v, %d records of pages", site.asked, pages)
	}
	report := name + ".report"
	if err := writeReport(report, name); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(report)
	if err != nil || strings.Count(string(text), "\n") != 4 || strings.Count(string(text), "disallows") != 1 {
		t.Errorf("%v, the report is %s", err, text)
	}
}
