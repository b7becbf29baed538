package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/uri"
	"example.com/uri/internal/peer"
)

// abort closes the connection of a request without an answer.
func abort(w http.ResponseWriter) {
	if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
		conn.(*net.TCPConn).SetLinger(0)
		conn.Close()
	}
}

// momentary are answers about the server, not about the page.
var momentary = map[string]func(w http.ResponseWriter, r *http.Request){
	"429":   func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(429) },
	"500":   func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) },
	"502":   func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(502) },
	"503":   func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) },
	"504":   func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(504) },
	"reset": func(w http.ResponseWriter, _ *http.Request) { abort(w) },
	"short": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		io.WriteString(w, "<a href=/short>")
	},
	"chunks": func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "<a href=/short>")
		http.NewResponseController(w).Flush()
		abort(w)
	},
	"zipped": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		io.WriteString(w, "\x1f\x8b\x08\x00\x00\x00")
	},
}

// TestMomentaryFailures crawls a site whose every page fails once. One run finds all of it, and
// with one try for each link the later ones do.
func TestMomentaryFailures(t *testing.T) {
	var site counter
	start := site.serve(t, func(w http.ResponseWriter, r *http.Request, earlier int) {
		switch fail := momentary[strings.Trim(r.URL.Path, "/")]; {
		case r.URL.Path == "/robots.txt":
		case earlier == 0 && fail != nil:
			fail(w, r)
		case earlier == 0 && r.URL.Path == "/":
			w.WriteHeader(503)
		case r.URL.Path == "/":
			for name := range momentary {
				fmt.Fprintf(w, "<a href=/%s>", name)
			}
		}
	})
	quick := func(tries int) func(c *Crawler) {
		return func(c *Crawler) {
			c.Tries, c.pause, c.MaxDelay = tries, time.Millisecond, time.Millisecond
		}
	}
	whole := int64(len(momentary) + 1)
	if got := crawlAll(t, newState(t), quick(100), start+"/"); got.Pages != whole || got.Failed != 0 || got.Refused != 0 || got.Later != 0 || got.Waiting != 0 {
		t.Errorf("one run: %+v", got)
	}
	clear(site.asked)
	name := newState(t)
	first := crawlAll(t, name, quick(1), start+"/")
	if first.Pages != 0 || first.Later != 1 || first.StartFailed != 1 {
		t.Errorf("the first run: %+v", first)
	}
	got := first
	for n := 0; got.Later > 0 && n < 2*len(momentary); n++ {
		got = crawlAll(t, name, quick(1))
	}
	if got.Pages != whole || got.Failed != 0 || got.Refused != 0 || got.StartFailed != 0 {
		t.Errorf("the last run: %+v", got)
	}
	for path, n := range site.asked {
		if path != "/robots.txt" && n != 2 {
			t.Errorf("%s was asked for %d times, want 2", path, n)
		}
	}
}

// TestSilence crawls a page that gives no answer at first.
func TestSilence(t *testing.T) {
	var site counter
	start := site.serve(t, func(_ http.ResponseWriter, r *http.Request, earlier int) {
		if r.URL.Path == "/" && earlier == 0 {
			<-r.Context().Done()
		}
	})
	got := crawlAll(t, newState(t), func(c *Crawler) { c.Tries, c.pause, c.Timeout = 100, time.Millisecond, 300*time.Millisecond }, start+"/")
	if got.Pages != 1 || site.asked["/"] < 2 {
		t.Errorf("%+v, asked for %v", got, site.asked)
	}
}

// TestBrokenPages crawls a site with pages that never come, before many that do. Those are not
// lost, and the others are asked for -tries times in each run.
func TestBrokenPages(t *testing.T) {
	var site counter
	var order []string
	start := site.serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		order = append(order, r.URL.Path)
		switch {
		case r.URL.Path == "/":
			for n := range 20 {
				if n < 3 {
					fmt.Fprintf(w, "<a href=/broken%d><a href=/broken%d>", 2*n, 2*n+1)
				}
				fmt.Fprintf(w, "<a href=/%d>", n)
			}
		case strings.HasPrefix(r.URL.Path, "/broken"):
			w.WriteHeader(500)
		}
	})
	name := newState(t)
	for run := 1; run <= 2; run++ {
		got := crawlAll(t, name, func(c *Crawler) { c.Tries, c.pause, c.MaxDelay = 4, time.Millisecond, time.Millisecond }, start+"/")
		var asked []int
		for n := range 6 {
			asked = append(asked, site.asked[fmt.Sprintf("/broken%d", n)])
		}
		// In the second run no page comes, and so robots.txt is asked for four times more: the pages after that
		// are asked for once, or are refused.
		want, robots, refused := []int{4, 4, 4, 4, 4, 4}, 8, int64(0)
		if run == 2 {
			want, robots, refused = []int{8, 8, 8, 8, 5, 5}, 13, 2
		}
		if !slices.Equal(asked[:4], want[:4]) || asked[4] > want[4] || asked[5] > want[5] || site.asked["/robots.txt"] != robots || got.Refused > refused {
			t.Errorf("run %d: %v, robots.txt %d times, %d refused", run, asked, site.asked["/robots.txt"], got.Refused)
		}
		if got.Pages != 21 || got.Later != 6 || got.Failed+got.Refused != 6 {
			t.Errorf("run %d: %+v", run, got)
		}
		last := slices.Index(order, "/19")
		if n := site.asked["/broken0"]; run == 1 && (n != 4 || !slices.Contains(order[last:], "/broken0")) {
			t.Errorf("a broken page was asked for %d times, in this order: %q", n, order)
		}
	}
	if n := site.asked["/7"]; n != 1 {
		t.Errorf("a page that came was asked for %d times", n)
	}
}

// TestServerWaits crawls a server that says when to come back, at each page. It is asked once.
func TestServerWaits(t *testing.T) {
	for _, status := range []int{429, 503} {
		var site counter
		start := site.serve(t, func(w http.ResponseWriter, r *http.Request, earlier int) {
			switch {
			case r.URL.Path == "/":
				io.WriteString(w, links("/", 200))
			case r.URL.Path != "/robots.txt":
				w.Header().Set("Retry-After", "3600")
				w.WriteHeader(status)
			}
		})
		ctx, cancel := context.WithCancel(context.Background())
		c := Crawler{Agent: "a", Workers: 4, Tries: 5, Timeout: time.Minute, MaxLinks: 1000, MaxBody: 1 << 20, Loopback: true, tick: 10 * time.Millisecond}
		c.Progress = func(s Stats) {
			if time.Until(s.Until) > time.Minute {
				cancel()
			}
		}
		name := newState(t)
		got, err := c.Run(ctx, name, []uri.URI{uri.MustParse(start + "/")})
		if wait := time.Until(got.Until); err != nil || got.Pages != 1 || got.Waiting != 200 || wait > 5*time.Minute || len(site.asked) != 3 {
			t.Errorf("%d: %+v, %v, %d requests, waits %v", status, got, err, len(site.asked), wait)
		}
		// A later process keeps that time, and one with a shorter -max-delay its own.
		ctx, cancel = context.WithCancel(context.Background())
		if got, err = c.Run(ctx, name, nil); err != nil || time.Until(got.Until) < time.Minute || len(site.asked) != 3 {
			t.Errorf("%d, later: %+v, %v, %d requests", status, got, err, len(site.asked))
		}
		cancel()
		if got = crawlAll(t, name, func(c *Crawler) { c.Tries, c.MaxDelay = 1, time.Millisecond }); got.Later != 200 || len(site.asked) < 4 || len(site.asked) > 100 {
			t.Errorf("%d, at last: %+v, %d requests", status, got, len(site.asked))
		}
	}
}

// TestDelayKept ends a crawl after one page. The next process does not ask the server before
// the delay is over, whether the first one ended by itself or was killed.
func TestDelayKept(t *testing.T) {
	var site counter
	start := site.serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		if r.URL.Path != "/robots.txt" {
			io.WriteString(w, links("/", 10))
			return
		}
		io.WriteString(w, "User-agent: *\nCrawl-delay: 3000\n")
	})
	name := newState(t)
	for run := range 2 {
		ctx, cancel := context.WithCancel(context.Background())
		c := Crawler{Agent: "a", Workers: 4, MaxDelay: 2 * time.Hour, Timeout: time.Minute, MaxLinks: 1000, MaxBody: 1 << 20, Loopback: true, tick: 10 * time.Millisecond}
		c.Progress = func(s Stats) {
			if s.Pages == 1 || run == 1 {
				cancel()
			}
		}
		got, err := c.Run(ctx, name, []uri.URI{uri.MustParse(start + "/")})
		if wait := time.Until(got.Until); err != nil || got.Pages != 1 || len(site.asked) != 2 || run == 1 && wait < 40*time.Minute {
			t.Errorf("run %d: %+v, %v, waits %v, %v", run, got, err, wait, site.asked)
		}
	}
}

// TestWait computes how long a server waits.
func TestWait(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, tt := range []struct {
		field    string
		failures int
		robots   bool
		want     time.Duration
	}{
		{"", 1, false, time.Second}, {"", 2, false, 2 * time.Second}, {"", 8, false, 128 * time.Second}, {"", 9, false, 4 * time.Minute}, {"", math.MaxInt, false, 4 * time.Minute},
		{"7", 1, false, 7 * time.Second}, {"7", 20, false, 7 * time.Second}, {"0", 3, false, 4 * time.Second},
		{"31536000", 1, false, 4 * time.Minute}, {strings.Repeat("9", 30), 1, false, 4 * time.Minute},
		{"-1", 1, false, time.Second}, {"1.5", 1, false, time.Second}, {"soon", 1, false, time.Second},
		{"Fri, 02 Jan 2026 03:04:45 GMT", 1, false, 40 * time.Second}, {"Friday, 02-Jan-26 03:04:45 GMT", 1, false, 40 * time.Second},
		{"Fri, 02 Jan 2037 03:04:45 GMT", 1, false, 4 * time.Minute}, {"Fri, 02 Jan 2015 03:04:45 GMT", 2, false, 2 * time.Second},
		{"", 1, true, 4 * time.Minute},
	} {
		c := Crawler{pause: time.Second, MaxDelay: 4 * time.Minute}
		page := &fetched{retryAfter: retryAfter(tt.field, now), robots: tt.robots, cut: tt.robots}
		if got := c.wait(page, tt.failures); got != tt.want || page.retryAfter < 0 {
			t.Errorf("Retry-After: %s, that is %v, %d failures: %v, want %v", tt.field, page.retryAfter, tt.failures, got, tt.want)
		}
	}
	c := Crawler{pause: 3, MaxDelay: 25}
	for _, tt := range []struct {
		page     fetched
		failures int
		want     time.Duration
	}{
		{fetched{}, 4, 24}, {fetched{}, 5, 25}, {fetched{}, -1, 3}, // a state file may have been changed
		{fetched{robots: true}, 1, 3}, {fetched{cut: true}, 1, 3}, {fetched{retryAfter: 1}, 1, 1}, {fetched{retryAfter: 26}, 1, 25},
	} {
		if got := c.wait(&tt.page, tt.failures); got != tt.want {
			t.Errorf("%+v, %d failures: %v, want %v", tt.page, tt.failures, got, tt.want)
		}
	}
}

// TestMomentaryFTP crawls from FTP servers that fail for the moment, and from a gopher server whose
// connection fails once.
func TestMomentaryFTP(t *testing.T) {
	for _, tt := range []struct {
		replies map[string]string // by the verb of a command, "" for the greeting
		asked   int64
		later   int64
	}{
		{map[string]string{"": "421 too many users"}, 3, 1},
		{map[string]string{"USER": "421 too many users"}, 3, 1},
		{map[string]string{"RETR": "450 busy"}, 3, 1},
		{map[string]string{"CWD": "450 busy"}, 3, 1},
		{map[string]string{"CWD": "550 none"}, 1, 0},
		{map[string]string{"USER": "530 no"}, 1, 0},
	} {
		var asked atomic.Int64
		server := peer.Serve(t, func(conn net.Conn) {
			asked.Add(1)
			reply := func(verb, usual string) {
				if r, ok := tt.replies[verb]; ok {
					usual = r
				}
				io.WriteString(conn, usual+"\r\n")
			}
			data, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				return
			}
			defer data.Close()
			_, port, _ := net.SplitHostPort(data.Addr().String())
			reply("", "220 hello")
			for in := bufio.NewScanner(conn); in.Scan(); {
				switch verb, _, _ := strings.Cut(in.Text(), " "); verb {
				case "USER":
					reply(verb, "230 welcome")
				case "EPSV":
					reply(verb, "229 (|||"+port+"|)")
				default:
					reply(verb, "250 done")
				}
			}
		})
		got := crawlAll(t, newState(t), func(c *Crawler) { c.Tries, c.pause = 3, time.Millisecond }, "ftp://"+server+"/d/f")
		if got.Failed != 1 || got.Later != tt.later || (got.Failures["not found"].Pages == 0) != (tt.later == 1 || tt.replies["USER"] != "") || asked.Load() != tt.asked {
			t.Errorf("%v: %+v, asked %d times", tt.replies, got, asked.Load())
		}
	}
	var asked atomic.Int64
	server := peer.Serve(t, func(conn net.Conn) {
		bufio.NewReader(conn).ReadString('\n')
		if asked.Add(1) == 1 {
			conn.(*net.TCPConn).SetLinger(0)
			return
		}
		io.WriteString(conn, "0a\t/a\tnone.invalid\t70\r\n")
	})
	if got := crawlAll(t, newState(t), func(c *Crawler) { c.Tries, c.pause, c.SameHosts = 3, time.Millisecond, true }, "gopher://"+server+"/"); got.Pages != 1 || asked.Load() != 2 {
		t.Errorf("gopher: %+v, asked %d times", got, asked.Load())
	}
}
