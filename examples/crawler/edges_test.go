package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.com/uri"
)

// TestStats crawls a site with one of each thing that is counted. A second run counts the same from
// the state file, and asks again only for the page whose server failed.
func TestStats(t *testing.T) {
	long := strings.Repeat("x", maxLink)
	var site counter
	start := site.serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		switch r.URL.Path {
		case "/robots.txt":
			w.Header().Set("Content-Type", "text/plain")
			fmt.Fprintf(w, "User-agent: *\nDisallow: /private\nSitemap: /map\nSitemap: mailto:a@b\nSitemap: /%s\n", long)
		case "/":
			fmt.Fprintf(w, "<a href=/a><a href=/a><a href='/%%61'><a href=/%s><a href=mailto:x@y><a rel=nofollow href=/no><a href=/none><a href=/busy><a href=/private><a href=/cut>", long)
		case "/a":
			io.WriteString(w, "<a href=/><a href=/deep>")
		case "/none":
			http.NotFound(w, r)
		case "/busy":
			w.WriteHeader(http.StatusServiceUnavailable)
		case "/cut":
			io.WriteString(w, strings.Repeat("z", 5001))
		}
	})
	name := newState(t)
	options := func(c *Crawler) { c.Depth, c.MaxBody, c.Sitemaps, c.pause, c.MaxDelay = 1, 5000, true, 1, 1 }
	for n := range 3 {
		var uris []string
		if n == 0 {
			uris = append(uris, start+"/")
		}
		got := crawlAll(t, name, options, uris...)
		for _, f := range []map[string]Failure{got.Failures, got.Refusals} {
			for reason, failure := range f {
				if failure.Pages != 1 || !strings.HasPrefix(failure.First, start+"/") {
					t.Errorf("%s: %+v", reason, failure)
				}
			}
		}
		failures, refusals := len(got.Failures), len(got.Refusals)
		got.Failures, got.Refusals, got.Until = nil, nil, time.Time{}
		want := Stats{ // each run reads robots.txt, with two wrong sitemaps
			Pages: 4, Links: 9, Refused: 5 + 2*int64(n), Failed: 2, Beyond: 3, Waiting: 1, TooDeep: 1, Later: 1, BodyCut: 1, Over: 2 + int64(n), Nofollow: 1,
		}
		want.Bytes = got.Bytes
		if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) || failures != 2 || refusals != 1 {
			t.Errorf("run %d: %+v, %d reasons, %d refusals\nwant %+v", n, got, failures, refusals, want)
		}
	}
}

// TestZeroCrawler checks the defaults of a Crawler, and that they replace no value.
func TestZeroCrawler(t *testing.T) {
	var c Crawler
	c.setDefaults()
	if c.now == nil || c.pause != time.Second || c.MaxDelay != 5*time.Minute || c.Servers != 10_000 || c.Known != 5_000_000 || c.Tries != 1 {
		t.Errorf("%+v", c)
	}
	now := time.Unix(1, 0)
	c = Crawler{Delay: 2, MaxDelay: 3, Servers: 4, Known: 5, MaxLinks: 6, Tries: 7, now: func() time.Time { return now }}
	c.setDefaults()
	if c.now() != now || c.pause != 2 || c.MaxDelay != 3 || c.Servers != 4 || c.Known != 6 || c.Tries != 7 {
		t.Errorf("%+v", c)
	}
}

// TestUsage checks the default and the least value of each flag.
func TestUsage(t *testing.T) {
	program := os.Args[0]
	code, said := run(t, program, "-help")
	least := []string{}
	for _, f := range []struct{ name, value, least, below string }{
		{"state", "crawl.jsonl", "", ""}, {"report", "none", "", ""}, {"warc", "none", "", ""}, {"scope", "none", "", ""},
		{"agent", "example-crawler/1.0", "", ""}, {"loopback", "false", "", ""}, {"same-hosts", "false", "", ""}, {"sitemaps", "false", "", ""},
		{"workers", "8", "1", "0"}, {"delay", "1s", "0s", "-1ns"}, {"max-delay", "5m0s", "0s", "-1ns"}, {"timeout", "30s", "1ns", "0s"},
		{"max", "1000000", "1", "0"}, {"known", "5000000", "1", "0"}, {"depth", "0", "0", "-1"}, {"body", "2097152", "1", "0"},
		{"tries", "5", "1", "0"}, {"servers", "10000", "1", "0"},
	} {
		_, text, _ := strings.Cut(said, "\n  -"+f.name+" ")
		if f.least == "" && f.value == "false" {
			_, text, _ = strings.Cut(said, "\n  -"+f.name+"\n")
		}
		text, _, _ = strings.Cut(text, "\n  -")
		if !strings.HasSuffix(strings.TrimSpace(text), " (default "+f.value+")") || code != 0 {
			t.Errorf("exit code %d, the usage of -%s: %q", code, f.name, text)
		}
		if f.least == "" {
			continue
		}
		least = append(least, "-"+f.name, f.least)
		if code, said := run(t, program, "-"+f.name, f.below, "-help"); code != 2 || !strings.Contains(said, "must be at least "+f.least+"\n") {
			t.Errorf("-%s %s: exit code %d, says %s", f.name, f.below, code, said)
		}
	}
	if code, said := run(t, program, append(least, "-help")...); code != 0 {
		t.Errorf("the least values: exit code %d, says %s", code, said)
	}
	name := file(t, "scope", "nowhere\n")
	if code, said := run(t, program, "-scope", name); code != 1 || !strings.HasPrefix(said, "crawler: -scope: "+name+": line 1: ") {
		t.Errorf("exit code %d, says %s", code, said)
	}
	for arg, want := range map[string]string{"hxxp://h.example/": "a URI that was made harmless", "http://[/": "argument 2: ", "http://h:99999/": "argument 2: "} {
		if code, said := run(t, program, "http://h.example/", arg); code != 1 || !strings.HasPrefix(said, "crawler: argument 2: ") || !strings.Contains(said, want) {
			t.Errorf("%s: exit code %d, says %s", arg, code, said)
		}
	}
}

// TestLimitMemory checks the limit of memory: 14 MiB, 64 bytes for each link and 8 KiB for each
// server. The user of the program may set another one.
func TestLimitMemory(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	f := frontier{state: &state{stats: Stats{Links: 1000}}, servers: map[string]*server{"a": nil, "b": nil}}
	t.Setenv("GOMEMLIMIT", "1GiB")
	if f.limitMemory(); debug.SetMemoryLimit(-1) != before {
		t.Error("sets a limit beside that of the user")
	}
	t.Setenv("GOMEMLIMIT", "")
	if f.limitMemory(); debug.SetMemoryLimit(-1) != 14*1024*1024+64*1000+2*8192 {
		t.Errorf("%d bytes", debug.SetMemoryLimit(-1))
	}
}

// TestSecondSignal sends signals to a crawler whose server does not answer. The first ends it when the
// page comes, and one more ends it at once.
func TestSecondSignal(t *testing.T) {
	program := os.Args[0]
	asked, answer := make(chan bool, 10), make(chan bool)
	var site counter
	start := site.serve(t, func(http.ResponseWriter, *http.Request, int) {
		asked <- true
		<-answer
	})
	defer close(answer)
	c := exec.Command(program, "-loopback", "-timeout", "5s", "-state", newState(t), start+"/")
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	<-asked
	ended := make(chan error)
	go func() { ended <- c.Wait() }()
	for {
		c.Process.Signal(syscall.SIGTERM)
		select {
		case <-ended:
			if status := c.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGTERM {
				t.Errorf("it ended with %v", c.ProcessState)
			}
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// TestCutState cuts the state file of a crawl while it is in use.
func TestCutState(t *testing.T) {
	for _, tt := range []struct {
		size int64 // what is left of the file; from its end if negative
		want string
	}{
		{-1, "the state file was cut while in use"},
		{0, "EOF"},
	} {
		var site counter
		start := site.serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
			if r.URL.Path == "/" {
				io.WriteString(w, links("/", 3))
			}
		})
		name := newState(t)
		c := Crawler{Agent: "a", Workers: 1, Timeout: 10 * time.Second, MaxLinks: 100, MaxBody: 1000, Loopback: true}
		c.Progress = func(s Stats) {
			if tt.size < 0 && s.Pages != 1 || tt.size == 0 && s.Pages != 2 {
				return
			}
			size := tt.size
			if info, err := os.Stat(name); err != nil {
				t.Error(err)
			} else if size < 0 {
				size += info.Size()
			}
			if err := os.Truncate(name, size); err != nil {
				t.Error(err)
			}
		}
		if _, err := c.Run(context.Background(), name, []uri.URI{uri.MustParse(start + "/")}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%d bytes left: %v, want %s", tt.size, err, tt.want)
		}
	}
}

// TestCommit writes to a state file what it cannot have, and what it has no room for.
func TestCommit(t *testing.T) {
	s, err := openState(newState(t), &Crawler{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.commit([]record{{Type: "x"}}); err == nil || err.Error() != `a record of type "x"` {
		t.Error(err)
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
	if err := s.commit([]record{{Type: "start"}}); !errors.Is(err, fs.ErrClosed) {
		t.Error(err)
	}
	if _, err := openWARC(filepath.Join(t.TempDir(), "crawl.warc"), s); !errors.Is(err, fs.ErrClosed) {
		t.Error(err)
	}
	failure := errors.New("no room")
	if err := (&frontier{Crawler: &Crawler{}}).finish(result{page: &fetched{fatal: failure}}); err != failure {
		t.Error(err)
	}
}

// TestClosed opens a state file that is wrong, twice. The first error closes it, with its lock. So does a
// WARC file without its folder.
func TestClosed(t *testing.T) {
	wrong := file(t, "state", "{}\n")
	for range 2 {
		if _, err := openState(wrong, &Crawler{}); err == nil || !strings.HasSuffix(err.Error(), "not the state of a crawl") {
			t.Error(err)
		}
	}
	name := newState(t)
	for range 2 {
		if err := refusedWARC(name, filepath.Join(t.TempDir(), "none", "crawl.warc"), "http://127.0.0.1:8080/"); !errors.Is(err, fs.ErrNotExist) {
			t.Error(err)
		}
	}
}

// TestDirectives has each byte in the name of a crawler and between two directives.
func TestDirectives(t *testing.T) {
	const name, separators = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", ", \t\n"
	for b := range byte(0x80) {
		c := string(b)
		if got, want := isFor("x"+c+"y", "X"+c+"Y/1", "*"), strings.Contains(name, c); got != want {
			t.Errorf("isFor with %q: %v", c, got)
		}
		if got, want := hasNofollow("x"+c+"NoFollow"), strings.Contains(separators, c); got != want {
			t.Errorf("hasNofollow with %q: %v", c, got)
		}
	}
	if isFor("", "/1", "*") || !hasNofollow("None") || !isFor("x", "X", "*") {
		t.Error("the whole name")
	}
}

// TestBits has sets of one number.
func TestBits(t *testing.T) {
	for _, n := range []int64{0, 1, 63, 64, 127, 128, 1000} {
		var b bits
		b.add(n)
		b.add(0)
		for i := range int64(1100) {
			if b.has(i) != (i == n || i == 0) {
				t.Errorf("%d in the set of %d", i, n)
			}
		}
		if int64(len(b)) != n/64+1 {
			t.Errorf("%d words for %d", len(b), n)
		}
	}
}

// TestRetryAfter has the longest times that a field can ask for.
func TestRetryAfter(t *testing.T) {
	const most = math.MaxInt64 / int64(time.Second)
	for field, want := range map[string]time.Duration{
		"": 0, "1": time.Second, fmt.Sprint(most): time.Duration(most) * time.Second, fmt.Sprint(most + 1): math.MaxInt64, "9223372036854775808": math.MaxInt64,
	} {
		if got := retryAfter(field, time.Unix(0, 0)); got != want {
			t.Errorf("%q: %v, want %v", field, got, want)
		}
	}
}
