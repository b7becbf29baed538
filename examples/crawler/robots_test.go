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
	c := Crawler{Agent: "Bot/1.0", Workers: 1, Timeout: 10 * time.Second, MaxLinks: 1000, MaxBody: 1 << 20, Loopback: true, Progress: func(Stats) {}}
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
