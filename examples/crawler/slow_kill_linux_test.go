package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

var kills = flag.Int("kills", 4, "how often TestKills ends the crawler")

// TestKills ends the crawler at drawn moments, by SIGTERM and by SIGKILL, and starts it again. Nothing
// is lost, nothing is asked for twice after SIGTERM, and the server is never asked before the delay is
// over. In the WARC file each page is once.
func TestKills(t *testing.T) {
	const pages, delay = 60, 20 * time.Millisecond
	program, state, archive := build(t), newState(t), filepath.Join(t.TempDir(), "crawl.warc.gz")
	var site counter
	var times []time.Time // of the requests
	start := site.serve(t, func(w http.ResponseWriter, r *http.Request, earlier int) {
		site.mu.Lock()
		times = append(times, time.Now())
		site.mu.Unlock()
		var n int
		if _, err := fmt.Sscanf(r.URL.Path, "/%d", &n); err != nil {
			return
		}
		if n%10 == 7 && earlier == 0 {
			w.WriteHeader(503)
			return
		}
		for child := 2*n + 1; child <= min(2*n+2, pages-1); child++ {
			fmt.Fprintf(w, "<a href=/%d>", child)
		}
	})
	mayTwice := 0
	for n := 0; n <= *kills; n++ {
		var said bytes.Buffer
		c := exec.Command(program, "-loopback", "-delay", delay.String(), "-max-delay", "100ms", "-tries", "9", "-state", state, "-warc", archive, start+"/0")
		c.Stderr = &said
		attach(c)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		signal := syscall.SIGTERM
		if n < *kills {
			time.Sleep(rand.N(400 * time.Millisecond))
			if rand.N(2) == 0 {
				signal = syscall.SIGKILL
				mayTwice++ // the page under way
			}
			c.Process.Signal(signal)
		}
		if err := c.Wait(); err != nil && signal != syscall.SIGKILL && n == *kills {
			t.Fatalf("run %d: %v: %s", n, err, &said)
		}
	}
	site.mu.Lock()
	defer site.mu.Unlock()
	twice := 0
	for n := range pages {
		asked, usual := site.asked[fmt.Sprint("/", n)], 1
		if n%10 == 7 {
			usual = 2
		}
		if twice += asked - usual; asked < usual {
			t.Errorf("page %d was asked for %d times", n, asked)
		}
	}
	if twice > mayTwice {
		t.Errorf("%d pages were asked for twice, with %d times SIGKILL", twice, mayTwice)
	}
	for i := range len(times) - 1 {
		if gap := times[i+1].Sub(times[i]); gap < delay {
			t.Errorf("%v between two requests", gap)
		}
	}
	found := readWARC(t, archive)
	for n := range pages {
		// A page that failed once has two responses, and one more if its answer was recorded before a kill.
		if name := fmt.Sprintf("response %s/%d ", start, n); found[name] < 1 || found[name] > 2 || found[name] > 1 && n%10 != 7 {
			t.Errorf("%d records: %s", found[name], name)
		}
	}
	t.Logf("%d requests, %d pages asked for twice, %d times SIGKILL of %d", len(times), twice, mayTwice, *kills)
}

// TestFullDisk crawls where a file can have only a few KiB, as if the disk were full. The crawl ends
// with a reason, and goes on where there is room.
func TestFullDisk(t *testing.T) {
	program := os.Args[0]
	var site counter
	start := site.serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		if r.URL.Path == "/" {
			io.WriteString(w, links("/", 200))
		}
	})
	for _, archive := range []string{"", filepath.Join(t.TempDir(), "crawl.warc")} {
		site.mu.Lock()
		clear(site.asked)
		site.mu.Unlock()
		state := newState(t)
		args := []string{program, "-loopback", "-delay", "0", "-state", state, "-warc", archive, start + "/"}
		c := exec.Command("/bin/sh", append([]string{"-c", `ulimit -f 80 && exec "$@"`, "sh"}, args...)...)
		out, err := c.CombinedOutput()
		if err == nil || c.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), "file too large") {
			t.Errorf("%v: %s", err, out)
		}
		if code, said := run(t, program, args[1:]...); code != 0 || !strings.Contains(said, "201 pages, 201 links, 0 refused, 0 failed\n") {
			t.Errorf("exit code %d: %s", code, said)
		}
		site.mu.Lock()
		twice := -site.asked["/robots.txt"]
		for _, n := range site.asked {
			twice += n - 1
		}
		site.mu.Unlock()
		if twice += 1; twice > 1 {
			t.Errorf("%d pages were asked for twice", twice)
		}
		if archive == "" {
			continue
		}
		found := readWARC(t, archive)
		for n := range 200 {
			if name := fmt.Sprintf("response %s/%d ", start, n); found[name] != 1 {
				t.Errorf("%d records: %s", found[name], name)
			}
		}
		os.Remove(archive)
	}
}
