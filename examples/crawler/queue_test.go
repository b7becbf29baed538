package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nlnwa/gowarc/v3"

	"example.com/uri"
	"example.com/uri/crawl"
)

// TestOrder checks the order of the requests to several servers, one at a time: start links are first,
// the server that was asked last is the last one, and a link whose server failed comes after its others.
// A page that robots.txt forbids costs no request, but its server its turn.
func TestOrder(t *testing.T) {
	var order []string
	links := map[string]string{}
	serve := func(name string) string {
		var site counter
		return site.serve(t, func(w http.ResponseWriter, r *http.Request, earlier int) {
			order = append(order, name+r.URL.Path)
			switch name + r.URL.Path {
			case "a/robots.txt":
				io.WriteString(w, "User-agent: *\nDisallow: /no\n")
			case "a/2":
				w.Header().Set("Location", links["c"])
				w.WriteHeader(http.StatusFound)
			case "d/":
				if earlier == 0 {
					w.WriteHeader(http.StatusServiceUnavailable)
				}
			}
			io.WriteString(w, links[name+r.URL.Path])
		})
	}
	a, b, c, d, e := serve("a"), serve("b"), serve("c"), serve("d"), serve("e")
	links["c"] = c + "/"
	links["a/1"] = fmt.Sprintf("<a href=%[2]s/1><a href=%[1]s/3><a href=%[1]s/no1><a href=%[1]s/no2><a href=%[2]s/2><a href=%[1]s/4>", a, b)
	links["e/"] = fmt.Sprintf("<a href=%[1]s/1><a href=%[1]s/2><a href=%[2]s/2>", e, d)
	crawlAll(t, newState(t), nil, a+"/1", a+"/2")
	if got, want := strings.Join(order, " "), "a/robots.txt a/1 a/2 b/robots.txt c/robots.txt a/3 b/1 c/ b/2 a/4"; got != want {
		t.Errorf("asked for %s\nwant      %s", got, want)
	}
	// The next run asks for the links that wait, and for the start link that failed.
	name := newState(t)
	few := func(c *Crawler) { c.MaxLinks, c.pause, c.MaxDelay = 2, 1, 1 }
	crawlAll(t, name, few, d+"/", e+"/")
	order = nil
	crawlAll(t, name, nil)
	if got, want := strings.Join(order, " "), "d/robots.txt e/robots.txt d/2 e/1 d/ e/2"; got != want {
		t.Errorf("the next run asked for %s\nwant                   %s", got, want)
	}
}

// TestJudge checks what an answer means for its server: how long it waits, how often it has failed,
// and whether its robots.txt is asked for once more.
func TestJudge(t *testing.T) {
	now := time.Now()
	f := frontier{Crawler: &Crawler{Delay: 2 * time.Second, pause: 30 * time.Second, MaxDelay: time.Hour, Tries: 3}}
	for _, tt := range []struct {
		name             string
		page             fetched
		failures, probes int // before
		wantFailures     int
		wantProbes       int
		forgets          bool
		wait             time.Duration
	}{
		{"a page", fetched{asked: true}, 2, 3, 0, 0, false, 20 * time.Second},
		{"robots.txt", fetched{asked: true, robots: true}, 2, 3, 0, 3, false, 2 * time.Second},
		{"a page that was not asked for", fetched{}, 2, 3, 2, 3, false, 0},
		{"the first failure", fetched{asked: true, outage: true}, 0, 0, 1, 0, false, 30 * time.Second},
		{"the last but one", fetched{asked: true, outage: true}, 1, 0, 2, 1, true, time.Minute},
		{"the last but one, probed often", fetched{asked: true, outage: true}, 1, 2, 2, 3, true, time.Minute},
		{"the last but one, probed too often", fetched{asked: true, outage: true}, 1, 3, 2, 3, false, time.Minute},
		{"the last but one, with a time", fetched{asked: true, outage: true, retryAfter: 90 * time.Second}, 1, 0, 2, 0, false, 90 * time.Second},
		{"with a time below the delay", fetched{asked: true, outage: true, retryAfter: 1}, 1, 0, 2, 0, false, 20 * time.Second},
		{"the last", fetched{asked: true, outage: true}, 2, 0, 3, 0, false, 0},
		{"one more", fetched{asked: true, outage: true}, 3, 0, 4, 0, false, 0},
	} {
		v := &server{delay: 20 * time.Second, robots: new(crawl.Robots), outage: outage{failures: tt.failures}, probes: tt.probes}
		f.judge(v, &tt.page, now)
		if v.outage.failures != tt.wantFailures || v.probes != tt.wantProbes || (v.robots == nil) != tt.forgets || v.at.Sub(now) != tt.wait {
			t.Errorf("%s: %d failures, %d probes, forgets robots.txt %v, waits %v", tt.name, v.outage.failures, v.probes, v.robots == nil, v.at.Sub(now))
		}
		if again := v.outage.again.Sub(now); tt.page.outage && v.outage.failures < 3 && again != tt.wait || !tt.page.outage && v.outage.again != (time.Time{}) {
			t.Errorf("%s: an outage of %v", tt.name, again)
		}
	}
}

// TestNewServer checks when a server may be asked by what the state file says of it.
func TestNewServer(t *testing.T) {
	now := time.Now()
	const minutes = time.Minute
	for _, tt := range []struct {
		name  string
		began bool
		p     pace
		at    time.Duration // after now; -1: at any time
		delay time.Duration
	}{
		{"unknown", false, pace{}, -1, minutes},
		{"forgotten, after its delay", false, pace{delay: 5 * minutes}, -1, 5 * minutes},
		{"failed", false, pace{next: now.Add(10 * minutes), outage: outage{1, now.Add(20 * minutes), ""}}, 20 * minutes, minutes},
		{"failed too often: its links are refused", false, pace{next: now.Add(10 * minutes), outage: outage{3, now.Add(20 * minutes), ""}}, 10 * minutes, minutes},
		{"failed more often", false, pace{next: now.Add(10 * minutes), outage: outage{4, now.Add(20 * minutes), ""}}, 10 * minutes, minutes},
		{"failed by another clock", false, pace{outage: outage{1, now.Add(99 * time.Hour), ""}}, time.Hour, minutes},
		{"unknown, in a later process", true, pace{}, minutes, minutes},
		{"long ago, in a later process", true, pace{next: now.Add(-time.Hour), delay: 5 * minutes}, 5 * minutes, 5 * minutes},
		{"failed, in a later process", true, pace{delay: 5 * minutes, outage: outage{1, now.Add(20 * minutes), ""}}, 20 * minutes, 5 * minutes},
		{"with a delay that is too long", true, pace{delay: 99 * time.Hour}, time.Hour, time.Hour},
	} {
		f := frontier{Crawler: &Crawler{Delay: minutes, MaxDelay: time.Hour, Tries: 3}, state: &state{paces: map[digest]pace{sum([]byte("h")): tt.p}}}
		if tt.began {
			f.began = now
		}
		v := f.newServer("h")
		if late := v.at.Sub(now) - tt.at; tt.at < 0 && v.at != (time.Time{}) || tt.at >= 0 && (late < 0 || late > minutes) || v.delay != tt.delay {
			t.Errorf("%s: asked in %v, with a delay of %v", tt.name, v.at.Sub(now), v.delay)
		}
	}
}

// TestStopped ends a crawl while two servers are asked. Both pages are kept, and an error of one of them
// ends the crawl with it.
func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var asked atomic.Int64
	var site counter
	page := func(_ http.ResponseWriter, r *http.Request, _ int) {
		if r.URL.Path == "/robots.txt" {
			return
		}
		if asked.Add(1) == 2 {
			cancel()
		}
		<-ctx.Done()
	}
	one := uri.MustParse(site.serve(t, page) + "/")
	c := Crawler{Agent: "a", Workers: 2, Timeout: time.Minute, MaxLinks: 10, MaxBody: 1000, Loopback: true, Progress: func(Stats) {}}
	if got, err := c.Run(ctx, newState(t), []uri.URI{one, uri.MustParse(strings.Replace(one.String(), "127.0.0.1", "localhost", 1))}); err != nil || got.Pages != 2 {
		t.Errorf("%+v, %v", got, err)
	}
	t.Setenv("GOMEMLIMIT", "1GiB") // loop sets no limit
	failure := errors.New("no room")
	f := frontier{Crawler: &Crawler{tick: time.Hour}, state: new(state), results: make(chan result, 1), underWay: 1}
	f.results <- result{page: &fetched{fatal: failure}}
	if err := f.loop(ctx); err != failure {
		t.Error(err)
	}
}

// TestNoRoom lets the writing of a file fail: of a page in the WARC file, and of a link in the state file to
// a page that came by another spelling.
func TestNoRoom(t *testing.T) {
	name := newState(t)
	s, err := openState(name, &Crawler{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	w, err := openWARC(filepath.Join(t.TempDir(), "crawl.warc"), s)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.close(); err != nil {
		t.Fatal(err)
	}
	r, err := newRecord(newBlock(gowarc.Warcinfo), []field{{gowarc.WarcDate, date(time.Now())}, {gowarc.ContentType, "application/warc-fields"}}, "a: b\r\n")
	if err != nil {
		t.Fatal(err)
	}
	f := frontier{Crawler: &Crawler{Workers: 1, warc: w}, state: s}
	if err := f.finish(result{page: &fetched{exchanges: exchanges{r}}}); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("the WARC file: %v", err)
	}

	s.warcName = os.DevNull
	if _, err := openWARC(os.DevNull, s); err == nil {
		t.Error("a device is a WARC file")
	}
	link, ok := s.add(record{URI: uri.MustParse("http://h/")})
	if !ok {
		t.Fatal("the link is known")
	}
	if err := s.commit([]record{link, {Type: "start"}}); err != nil {
		t.Fatal(err)
	}
	key, _ := s.digests(link.URI)
	s.seen[key] |= came
	at := strings.Index(readFile(t, name), `{"type":"link"`)
	if s.file, err = os.Open(name); err != nil { // to read only
		t.Fatal(err)
	}
	v := &server{links: []int64{int64(at)}}
	f.push(v)
	if _, err := f.ask(); !errors.Is(err, fs.ErrPermission) && !strings.Contains(fmt.Sprint(err), "bad file descriptor") {
		t.Errorf("the state file: %v", err)
	}
}

// readFile returns the text of a file.
func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestIdle crawls two web servers in turn. With memory for both, the robots.txt of each is read once.
func TestIdle(t *testing.T) {
	var sites [2]counter
	var urls [2]string
	for i := range sites {
		urls[i] = sites[i].serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
			var n int
			if _, err := fmt.Sscanf(r.URL.Path, "/%d", &n); err == nil && n < 6 {
				fmt.Fprintf(w, "<a href=%s/%d>", urls[1-i], n+1)
			}
		})
	}
	got := crawlAll(t, newState(t), func(c *Crawler) { c.Servers, c.tick = 3, time.Hour }, urls[0]+"/0")
	if n, m := sites[0].asked["/robots.txt"], sites[1].asked["/robots.txt"]; got.Pages != 7 || n != 1 || m != 1 {
		t.Errorf("%+v, robots.txt was read %d and %d times", got, n, m)
	}
	// What is known of a server without links leaves the memory when others need it.
	s, err := openState(newState(t), &Crawler{Servers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	s.paces[sum([]byte("old"))], s.paces[sum([]byte("new"))] = pace{}, pace{next: time.Now().Add(time.Hour)}
	f := frontier{Crawler: s.Crawler, state: s, servers: map[string]*server{"a": {idle: true}}}
	if err := f.enqueue(); err != nil || f.full || len(f.servers) != 0 || len(s.paces) != 1 {
		t.Errorf("%v: full %v, %d servers, %d paces", err, f.full, len(f.servers), len(s.paces))
	}
	f.servers["b"] = new(server)
	if err := f.enqueue(); err != nil || !f.full || len(f.servers) != 1 {
		t.Errorf("%v: full %v, %d servers", err, f.full, len(f.servers))
	}
}

// TestForbiddenAtOnce crawls forbidden pages of a server with a delay of an hour, and then one that is allowed:
// only an answer costs the delay.
func TestForbiddenAtOnce(t *testing.T) {
	var site counter
	start := site.serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		if r.URL.Path == "/robots.txt" {
			io.WriteString(w, "User-agent: *\nDisallow: /no\nCrawl-delay: 3000\n")
		}
	})
	got := crawlAll(t, newState(t), func(c *Crawler) { c.MaxDelay = 2 * time.Hour }, start+"/no1", start+"/no2", start+"/yes")
	if got.Pages != 1 || got.Refused != 2 {
		t.Errorf("%+v", got)
	}
	if r := stamp(record{}, new(fetched), time.Now(), time.Hour); !r.At.IsZero() || !r.Next.IsZero() {
		t.Errorf("a page that was not asked for: %+v", r)
	}
}

// TestKilledAtFirst continues a crawl that was killed before its first page came. Its server may have been asked,
// and so it is not asked before the delay is over.
func TestKilledAtFirst(t *testing.T) {
	var site counter
	start := site.serve(t, func(http.ResponseWriter, *http.Request, int) {})
	name := file(t, "state", fmt.Sprintf("{\"type\":\"link\",\"n\":0,\"uri\":\"%s/\"}\n{\"type\":\"start\",\"n\":0}\n", start))
	ctx, cancel := context.WithCancel(context.Background())
	c := Crawler{Agent: "a", Workers: 1, Delay: time.Hour, MaxDelay: time.Hour, Timeout: time.Second, MaxLinks: 1, MaxBody: 1, Loopback: true, tick: time.Millisecond}
	c.Progress = func(Stats) { cancel() }
	got, err := c.Run(ctx, name, nil)
	if wait := time.Until(got.Until); err != nil || len(site.asked) > 0 || wait < 50*time.Minute {
		t.Errorf("%+v, %v: waits %v, asked for %v", got, err, wait, site.asked)
	}
}

// TestFetch checks that a server is not asked during an outage, and after it is.
func TestFetch(t *testing.T) {
	past, future := time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
	for _, tt := range []struct {
		failures int
		again    time.Time
		asks     bool
	}{{0, past, true}, {2, future, true}, {3, future, false}, {4, future, false}, {3, past, true}, {4, past, true}} {
		c := Crawler{Tries: 3, Timeout: time.Hour, now: time.Now, http: &http.Client{Transport: roundTrip(func(*http.Request) (*http.Response, error) { return nil, io.EOF })}}
		page := c.fetch(&server{outage: outage{tt.failures, tt.again, "why"}}, uri.MustParse("http://h.example/"))
		if page.asked != tt.asks || errors.Is(page.err, errOutage) == tt.asks || (page.rule == "why") == tt.asks || page.outage != tt.asks {
			t.Errorf("%d failures, until %v: %+v", tt.failures, tt.again, page)
		}
	}
	for _, u := range []string{"ftp://h/;type=x", "mailto:a@b"} { // of a state file that was changed
		page := new(fetched)
		if (&Crawler{}).fetchScheme(page, new(server), uri.MustParse(u)); page.err == nil || page.asked {
			t.Errorf("%s: %+v", u, page)
		}
	}
	page := new(fetched)
	if _, err := (&Crawler{}).get(t.Context(), page, uri.MustParse("http://h%2Fx/")); page.asked || err == nil || !strings.HasPrefix(err.Error(), "guard: agreement: ") {
		t.Errorf("a URI that net/http would read differently: %v, %+v", err, page)
	}
}
