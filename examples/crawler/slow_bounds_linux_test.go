package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// TestBounds crawls pages that want the crawler to keep much, with a limit of memory:
// without bounds each takes gigabytes. A crawl that continues reads all that was kept.
func TestBounds(t *testing.T) {
	const limit = 300 << 10 // KiB
	program := build(t)
	links := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "<a href=%d>", i)
		}
		return b.String()
	}
	long := strings.Repeat("x", 1_000_000)
	for _, tt := range []struct {
		name, page string
		over       int // how many links at least are past the limits
		refused    int // how many records of refused links there are
	}{
		{"a long base", "<base href=/" + long + "/>" + links(60_000), 60_000, 1},
		{"a base of nearly the limit", "<base href=/" + long[:maxLink-100] + "/>" + links(60_000), 58_000, 0},
		{"short links", links(160_000), 110_000, 0}, // more than -max
		{"a link of a megabyte", "<a href=" + long + ">" + "<img src=" + long[:900_000] + ">", 2, 0},
		{"refused links", "<base href=mailto:a/" + long[:maxLink-100] + ">" + strings.Repeat("<a href=mailto:a@b>", 100_000), 0, maxRefused},
		{"images of one element", "<img srcset='" + strings.Repeat("a 1x,", 180_000) + "'>", 0, 0},
		{"attributes", "<a " + strings.Repeat("a", 100) + strings.Repeat(" x", 450_000) + "><a href=1>", 0, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/html")
				if r.URL.Path == "/" {
					io.WriteString(w, tt.page)
				}
			}))
			defer site.Close()
			name := filepath.Join(t.TempDir(), "crawl.jsonl")
			checkBounds(t, program, name, site.URL+"/", limit)
			var over, refused int
			for _, r := range records(t, name) {
				if r.Type == "page" {
					over += r.Over
				}
				if r.Type == "refused" {
					refused++
				}
			}
			if over < tt.over || refused != tt.refused {
				t.Errorf("%d links past the limits, %d records of refused links, want %d and %d", over, refused, tt.over, tt.refused)
			}
		})
	}
	for _, tt := range []struct{ name, line string }{
		{"a menu", "1\t" + long[:2000] + "\th.example\t70\r\n"},
		{"a menu without names", "1\r\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			menu := strings.Repeat(tt.line, 2<<20/len(tt.line))
			checkBounds(t, program, filepath.Join(t.TempDir(), "crawl.jsonl"), "gopher://"+serveGopher(t, menu)+"/", limit)
		})
	}
}

// checkBounds crawls from a URI, and continues, each within limit KiB and with a state
// file of 10 MiB at most.
func checkBounds(t *testing.T, program, name, start string, limit int64) {
	t.Helper()
	for range 2 {
		var said bytes.Buffer
		c := exec.Command(os.Args[0], "/bin/sh", "-c", `ulimit -d 1500000 && exec "$@"`, "sh", program, "-loopback", "-same-hosts", "-delay", "0", "-max", "2000", "-state", name, start)
		c.Stderr, c.Env = &said, append(os.Environ(), childVariable+"=measure")
		attach(c)
		used, err := c.Output()
		if err != nil && !strings.HasSuffix(said.String(), "no page came beyond those of the URIs given\n") {
			t.Fatalf("%v: %.1000s", err, &said)
		}
		if n, err := strconv.ParseInt(string(used), 10, 64); err != nil || n > limit {
			t.Errorf("takes %q KiB of memory, want at most %d", used, limit)
		}
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() > 10<<20 {
			t.Errorf("the state file has %d bytes", info.Size())
		}
	}
}

// measure runs the program of the arguments and writes how many KiB of memory it took. For this Linux counts
// the most that the parent took before too, so the parent must be a small process.
func measure() {
	c := exec.Command(os.Args[1], os.Args[2:]...)
	c.Stderr = os.Stderr
	attach(c)
	c.Run()
	fmt.Print(c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)
	os.Exit(c.ProcessState.ExitCode())
}

func init() { children["measure"] = measure }

// attach lets a process end with the test program, however that ends.
func attach(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
