package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/uri"
	"example.com/uri/examples/internal/peers"
	"example.com/uri/examples/internal/wire"
	"example.com/uri/internal/peer"
)

// TestShare crawls two servers. The first asks for a delay of many days, and has another start link and 11,000
// links to itself before its link to the second. Meanwhile the second must be fetched to
// its end, with the delay that it asks for.
func TestShare(t *testing.T) {
	const pages, delay = 20, 50 * time.Millisecond
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	var mu sync.Mutex
	var asked []time.Time
	fast := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		var n int
		if _, err := fmt.Sscanf(r.URL.Path, "/%d", &n); err != nil {
			fmt.Fprintf(w, "User-agent: *\nCrawl-delay: %v\n", delay.Seconds())
			return
		}
		fmt.Fprintf(w, "<a href=/%d>", (n+1)%pages)
		mu.Lock()
		defer mu.Unlock()
		if asked = append(asked, time.Now()); len(asked) == pages {
			cancel()
		}
	}))
	defer fast.Close()
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			fmt.Fprint(w, "User-agent: *\nCrawl-delay: 1000000\n")
			return
		}
		w.Header().Set("Content-Type", "text/html")
		for i := range 11_000 {
			fmt.Fprintf(w, "<a href=/%d>", i)
		}
		fmt.Fprintf(w, "<a href=%s/0>", fast.URL)
	}))
	defer slow.Close()
	c := Crawler{Agent: "a", Workers: 2, Timeout: time.Minute, MaxLinks: 100_000, MaxBody: 1 << 20, Loopback: true, Progress: func(Stats) {}}
	if _, err := c.Run(ctx, filepath.Join(t.TempDir(), "crawl.jsonl"), []uri.URI{uri.MustParse(slow.URL + "/"), uri.MustParse(slow.URL + "/0")}); err != nil {
		t.Fatal(err)
	}
	if len(asked) != pages {
		t.Fatalf("%d pages of the other server were fetched, want %d", len(asked), pages)
	}
	for i := range pages - 1 {
		if d := asked[i+1].Sub(asked[i]); d < delay {
			t.Errorf("%v between two pages, want %v", d, delay)
		}
	}
}

// TestMaxDelay crawls a server that asks for a delay of many days.
func TestMaxDelay(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			fmt.Fprint(w, "User-agent: *\nCrawl-delay: 1000000\n")
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<a href=/1><a href=/2>")
	}))
	defer site.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	c := Crawler{Agent: "a", Workers: 1, MaxDelay: time.Millisecond, Timeout: time.Minute, MaxLinks: 100, MaxBody: 1 << 20, Loopback: true, Progress: func(Stats) {}}
	stats, err := c.Run(ctx, filepath.Join(t.TempDir(), "crawl.jsonl"), []uri.URI{uri.MustParse(site.URL + "/")})
	if err != nil || stats.Pages != 3 {
		t.Errorf("%+v, %v, want 3 pages", stats, err)
	}
}

// TestServers crawls more servers than there may be in memory.
func TestServers(t *testing.T) {
	const servers = 50
	l, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	var active, busiest atomic.Int64 // requests at a time
	site := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := active.Add(1)
		for old := busiest.Load(); n > old && !busiest.CompareAndSwap(old, n); old = busiest.Load() {
		}
		time.Sleep(100 * time.Microsecond)
		defer active.Add(-1)
		w.Header().Set("Content-Type", "text/html")
		for i := range servers {
			fmt.Fprintf(w, "<a href=//127.0.1.%d:%s/1><a href=//127.0.1.%d:%s/2>", i, port, i, port)
		}
	}))
	site.Listener.Close()
	site.Listener = l
	site.Start()
	defer site.Close()
	for _, tt := range []struct{ most, workers int }{{1, 1}, {3, 1}, {3, 2}, {49, 2}, {0, 2}} {
		waiting := 0 // at most
		busiest.Store(0)
		stats := crawlAll(t, newState(t), func(c *Crawler) {
			c.Workers, c.Delay, c.Servers, c.tick = tt.workers, time.Millisecond, tt.most, time.Hour
			c.Progress = func(s Stats) { waiting = max(waiting, s.Servers) }
		}, "http://127.0.0.1:"+port+"/")
		if stats.Pages != 2*servers+1 || stats.Failed != 0 || busiest.Load() > int64(tt.workers) || tt.most > 0 && waiting > tt.most || tt.workers == 1 && waiting != tt.most {
			t.Errorf("%+v: %+v, %d servers wait, %d requests at a time", tt, stats, waiting, busiest.Load())
		}
	}
}

// TestForgotten crawls two gopher servers in turn, with memory for one server. Each time the other one
// is forgotten, but its delay is kept.
func TestForgotten(t *testing.T) {
	const delay = 20 * time.Millisecond
	var mu sync.Mutex
	var addrs [2]string
	var times [2][]time.Time
	for i := range addrs {
		addrs[i] = peer.Serve(t, func(conn net.Conn) {
			bufio.NewReader(conn).ReadString('\n')
			mu.Lock()
			defer mu.Unlock()
			times[i] = append(times[i], time.Now())
			if n := len(times[i]); n < 5 {
				host, port, _ := net.SplitHostPort(addrs[1-i])
				fmt.Fprintf(conn, "1next\t/%d\t%s\t%s\r\n.\r\n", n, host, port)
			}
		})
	}
	got := crawlAll(t, newState(t), func(c *Crawler) { c.Servers, c.Delay = 1, delay }, "gopher://"+addrs[0]+"/1")
	if got.Pages != 9 {
		t.Errorf("%+v", got)
	}
	mu.Lock()
	defer mu.Unlock()
	for _, times := range times {
		for i := range len(times) - 1 {
			if gap := times[i+1].Sub(times[i]); gap < delay {
				t.Errorf("%v between two requests, want %v", gap, delay)
			}
		}
	}
}

// TestSecrets crawls links with passwords, and from a server that sends commands of
// terminals. Neither may be in the state file or in the output. The token of a page
// that fails may be only in the state file.
func TestSecrets(t *testing.T) {
	ftp := peers.FTP(t, peers.Tree(t, map[string]string{"pub/a": "a"}), "user", "SECRET")
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/fails" {
			panic(http.ErrAbortHandler)
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<a href="/fails?token=TOKEN"><a href="ftp://user:SECRET@%s/pub/a"><a href="ftp://user:SECRET2@%[1]s/pub/b"><a href="ftp://other:SECRET@%[1]s/pub/c">
			<a href="http://user:SECRET@%[1]s/"><a href="javascript:%[2]s"><a href="//h:%[2]s/"><a href="mailto:%[2]s">
			<a href="gopher://%[3]s/1%[2]s">`, ftp, "\x1b]0;\x07\u009b\u202e", serveGopher(t, "1\x1b\x07\t\x1b\x07\th\x1b\x07\t70\r\n3\x1b\x07\r\n"))
	}))
	defer site.Close()
	name, report := filepath.Join(t.TempDir(), "crawl.jsonl"), filepath.Join(t.TempDir(), "report")
	if err := os.WriteFile(name, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	program := os.Args[0]
	code, said := run(t, program, "-loopback", "-delay", "0", "-tries", "1", "-state", name, "-report", report, "ftp://user:SECRET@"+ftp+"/pub/", site.URL+"/")
	if code != 0 {
		t.Errorf("exit code %d, says %s", code, said)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the state file: %v, %v", info.Mode(), err)
	}
	for _, file := range []string{report, name} {
		if !strings.Contains(said, "token=xxxxx") || strings.Contains(said, "TOKEN") {
			t.Errorf("shows the token: %q", said)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		said += string(text)
	}
	for _, bad := range []string{"SECRET", "\x1b", "\a", "\u009b", "\u202e"} {
		if strings.Contains(said, bad) {
			t.Errorf("shows %q: %q", bad, said)
		}
	}
	fetched, refused := 0, 0
	for _, r := range records(t, name) {
		if r.Type == "page" && r.URI.Path() == "/pub/a" && r.Error == "" {
			fetched++
		}
		if r.Type == "refused" && r.Error == errPassword.Error() {
			refused++
		}
	}
	if fetched != 1 || refused != 3 {
		t.Errorf("a file that needs the password was fetched %d times, %d links refused, want 1 and 3: %s", fetched, refused, said)
	}

	c := Crawler{Workers: 1}
	_, err := c.Run(context.Background(), filepath.Join(t.TempDir(), "crawl.jsonl"), []uri.URI{
		uri.MustParse("ftp://user:SECRET@ftp.example.com/"), uri.MustParse("ftp://user:SECRET2@ftp.example.com/"),
	})
	if err == nil || !strings.Contains(err.Error(), "two passwords") || strings.Contains(err.Error(), "SECRET") {
		t.Errorf("two passwords for one user: %v", err)
	}
}

// TestPrint prints failures with commands of terminals in them.
func TestPrint(t *testing.T) {
	var b bytes.Buffer
	Stats{Failures: map[string]Failure{"other": {1, "ftp://h/: 550 \x1b[2J\a\xff\u009b ü\ufffd"}}}.print(&b, &Crawler{})
	if want := `first ftp://h/: 550 \x1b[2J\a\xff\u009b ü`; !strings.Contains(b.String(), want) {
		t.Errorf("%q, want %q", &b, want)
	}
	b.Reset()
	Stats{Waiting: 6, OverMax: 1, TooDeep: 2, Removed: 1}.print(&b, &Crawler{MaxLinks: 7, Depth: 8})
	const want = "0 pages, 0 links, 0 refused, 0 failed\n       1 links wait for a larger -max than 7\n       2 links wait for a larger -depth than 8\n" +
		"       3 links wait for the next run: this one was ended\nThe last 1 bytes of the state file were of a page that was not complete: they were removed, and it was fetched again\n"
	if b.String() != want {
		t.Errorf("%q, want %q", &b, want)
	}
	if got := wire.Printable("a b\tü"); got != `a b\tü` {
		t.Error(got)
	}
}

// serveGopher sends one menu to each client.
func serveGopher(t *testing.T, menu string) (addr string) {
	t.Helper()
	return peer.Serve(t, func(conn net.Conn) {
		bufio.NewReader(conn).ReadString('\n')
		io.WriteString(conn, menu)
	})
}
