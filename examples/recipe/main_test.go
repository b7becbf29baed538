package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"example.com/uri/guard"
)

// loopback allows servers on this machine.
var loopback = guard.Gate{
	Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")},
	Ports: func(uint16) bool { return true },
}

// TestCrawl crawls a site whose pages have a charset, a base, redirects and robots.txt,
// from a start URL as it is typed. It wants each page once, and no request for another.
func TestCrawl(t *testing.T) {
	var mu sync.Mutex
	var asked []string
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("asked another server for %s", r.RequestURI)
	}))
	defer elsewhere.Close()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked = append(asked, r.RequestURI)
		mu.Unlock()
		if _, _, ok := r.BasicAuth(); ok {
			t.Errorf("%s: sends a password of a page", r.RequestURI)
		}
		switch r.RequestURI {
		case "/robots.txt":
			http.Redirect(w, r, "/rules/1", http.StatusFound)
		case "/rules/1", "/rules/2", "/rules/3", "/rules/4":
			http.Redirect(w, r, fmt.Sprintf("/rules/%c", r.RequestURI[7]+1), http.StatusFound)
		case "/rules/5":
			fmt.Fprint(w, "User-agent: *\nDisallow: /\n\nUser-agent: examplebot\nCrawl-delay: 0.001\nDisallow: /*?secret\nDisallow: /%7Ejoe/\nDisallow: /\u30c4\n")
		case "/start%20page":
			w.Header().Set("Content-Type", "text/html; charset=iso-8859-1")
			fmt.Fprintf(w, `<base href="/dir/x"><base href="/no/"><a href="a\b.html"><a href="/dir/a/b.html#part"><a href="../dir/./a/b.html">
				<a href="?q=%s"><a href="/%[1]s"><a href="http://USER:SECRET@%[2]s/user"><a href="/go"><area href="/p?secret=1"><link rel=icon href="/icon"><img src="/image" longdesc="/about"><meta http-equiv=refresh content="9;url=/fresh"><a href="/~joe/a"><a href="/&#x30c4;">
				<a href="%[3]s/other"><a href="http://10.0.0.1/"><a href="http://ho st/"><a href="mailto:a@b"><a href="/%[4]s">`,
				"\xfc&#12354;", r.Host, elsewhere.URL, strings.Repeat("x", maxLink))
		case "/go":
			http.Redirect(w, r, "/gone to?#", http.StatusMovedPermanently)
		case "/dir/a/b.html":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, `<a href="/start page"><a href="/dir/a/%62.html">`)
		}
	}))
	defer site.Close()
	var out strings.Builder
	c := Crawler{Gate: loopback, Out: &out}
	if err := c.Run(context.Background(), " "+strings.TrimPrefix(site.URL, "http://")+"/start page "); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"/robots.txt", "/rules/1", "/rules/2", "/rules/3", "/rules/4", "/rules/5", "/start%20page", "/dir/a/b.html", "/dir/x?q=%FC%26%2312354%3B", "/%C3%BC%E3%81%82", "/user", "/about", "/fresh", "/go", "/gone%20to?",
	}
	slices.Sort(want)
	slices.Sort(asked)
	if !slices.Equal(asked, want) {
		t.Errorf("asked for %q\nwant %q", asked, want)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != len(want)-6 || !strings.HasSuffix(lines[0], ")/start%20page "+site.URL+"/start%20page") {
		t.Errorf("writes %q", lines)
	}
}

// TestRefused wants no page of a server that is not public or whose robots.txt fails, and an error
// for a crawl without a page.
func TestRefused(t *testing.T) {
	asked := 0
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer site.Close()
	for _, tt := range []struct {
		gate guard.Gate
		want int
	}{{guard.Gate{}, 0}, {loopback, 1}} {
		var out strings.Builder
		asked = 0
		c := Crawler{Gate: tt.gate, Out: &out}
		if err := c.Run(context.Background(), site.URL); err == nil || asked != tt.want || out.Len() > 0 {
			t.Errorf("%d requests, want %d; %v, writes %q", asked, tt.want, err, &out)
		}
	}
	for _, text := range []string{"", "http://", "ho st", "hxxp://h[.]example/", "http://[::1", "h/" + strings.Repeat("ü", maxLink/2), strings.Repeat("a", 1<<20)} {
		if err := new(Crawler).Run(context.Background(), text); err == nil || len(err.Error()) > 200 || strings.Contains(err.Error(), "no page") {
			t.Errorf("%.50q: %.300v", text, err)
		}
	}
}

// TestStart wants an error for a start URL that the gate refuses, and without one, not an empty
// crawl.
func TestStart(t *testing.T) {
	if err := new(Crawler).Run(context.Background()); err == nil {
		t.Error("a crawl without a start URL")
	}
	var e *guard.Error
	if err := new(Crawler).Run(context.Background(), "localhost:80"); !errors.As(err, &e) {
		t.Errorf("localhost without a gate for it: %v", err)
	}
}

// TestUnreachable crawls a server that closes each connection. It wants one request for
// robots.txt, however many pages wait, and an error.
func TestUnreachable(t *testing.T) {
	var asked atomic.Int32
	site := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		asked.Add(1)
		panic(http.ErrAbortHandler)
	}))
	defer site.Close()
	c := Crawler{Gate: loopback, Out: io.Discard}
	if err := c.Run(context.Background(), site.URL, site.URL+"/2", site.URL+"/3"); err == nil || asked.Load() != 1 {
		t.Errorf("%d requests, %v", asked.Load(), err)
	}
}

// TestLog wants no value of a secret name in the log when a page cannot be fetched.
func TestLog(t *testing.T) {
	var b strings.Builder
	log.SetOutput(&b)
	defer log.SetOutput(os.Stderr)
	site := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/robots.txt" {
			panic(http.ErrAbortHandler)
		}
	}))
	defer site.Close()
	c := Crawler{Gate: loopback, Out: io.Discard}
	if err := c.Run(context.Background(), site.URL+"/a?token=hidden"); err == nil {
		t.Error("no error without a page")
	}
	if !strings.Contains(b.String(), "/a?token=xxxxx") || strings.Contains(b.String(), "hidden") {
		t.Errorf("logs %s", &b)
	}
}

// full is a disk without room.
type full struct{}

var errFull = errors.New("no room")

func (full) Write([]byte) (int, error) { return 0, errFull }

// TestOutput wants the crawl to end with the error of its output.
func TestOutput(t *testing.T) {
	site := httptest.NewServer(http.NotFoundHandler())
	defer site.Close()
	c := Crawler{Gate: loopback, Out: full{}}
	if err := c.Run(context.Background(), site.URL); !errors.Is(err, errFull) {
		t.Errorf("an output without room: %v", err)
	}
}
