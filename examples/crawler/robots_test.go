package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

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
	const read = 1 << 20 // octets of the file
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
	c := Crawler{Agent: "Bot (+http://h/)", Workers: 1, Timeout: 10 * time.Second, MaxLinks: 1000, MaxBody: 1 << 20, Loopback: true, Progress: func(Stats) {}}
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

// TestForbidden crawls two servers whose robots.txt forbids pages, and one whose
// robots.txt cannot be read. The summary must name the lines that decide.
func TestForbidden(t *testing.T) {
	program := build(t)
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
	args := []string{"-state", name, "-loopback", "-delay", "0", "-workers", "1", "-tries", "1", "-agent", "X (+http://h/) x/1"}
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
		c := Crawler{Agent: "a", Workers: 1, Timeout: 10 * time.Second, MaxLinks: 1000, MaxBody: 1 << 20, Loopback: true}
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
	began := time.Unix(1000, 0)
	p := progress{began: began}
	var b strings.Builder
	p.show(&b, began, Stats{Pages: 7}) // of an earlier process
	for tenth := 1; tenth <= 5; tenth++ {
		p.show(&b, began.Add(time.Duration(tenth)*time.Second/10), Stats{Pages: 7 + int64(tenth), Links: 50, Refused: 2, Failed: 1, Servers: 3})
	}
	p.show(&b, began.Add(10*time.Second), Stats{Pages: 32, Links: 50, Refused: 2, Failed: 1})
	want := "\r9 pages, 50 links, 2 refused, 1 failed, 3 servers, 2.0 pages/s\x1b[K" +
		"\r11 pages, 50 links, 2 refused, 1 failed, 3 servers, 4.0 pages/s\x1b[K\r32 pages, 50 links, 2 refused, 1 failed, 0 servers, 2.5 pages/s\x1b[K"
	if b.String() != want {
		t.Errorf("says %q, want %q", b.String(), want)
	}
}
