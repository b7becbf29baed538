package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/uri/examples/internal/peers"
)

// run runs the crawler and returns its exit code and its output. One that hangs is killed after a minute.
func run(t *testing.T, program string, args ...string) (int, string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	var said bytes.Buffer
	c := exec.CommandContext(ctx, program, args...)
	c.Stderr = &said
	err := c.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return c.ProcessState.ExitCode(), said.String()
}

// TestFailures crawls links that fail in several ways. The crawler must name the failures
// each time it is started, and exit with 1 if a start URI failed.
func TestFailures(t *testing.T) {
	program := os.Args[0]
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, `<a href="/none"></a><a href="/none/2"></a>`)
		case "/odd":
			conn, _, err := http.NewResponseController(w).Hijack()
			if err == nil {
				fmt.Fprint(conn, "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n")
				conn.Close()
			}
		default:
			http.NotFound(w, r)
		}
	}))
	defer site.Close()
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	nobody := closed.Addr().String()
	silent, err := net.Listen("tcp", "127.0.0.1:0") // does not accept
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	ends := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	defer ends.Close()
	ftp := peers.FTP(t, peers.Tree(t, map[string]string{"f": ""}), "user", "SECRET")
	for _, tt := range []struct {
		start string
		flags string
		code  int
		says  []string
	}{
		{"http://" + nobody + "/", "-loopback", 1, []string{
			"0 pages, 1 links, 0 refused, 1 failed\n", "1 connection refused, first http://" + nobody + "/: ", "1 of the URIs given could not be fetched",
		}},
		{"http://" + nobody + "/ ftp://" + nobody + "/ gopher://" + nobody + "/ " + site.URL + "/none", "-loopback", 1, []string{
			" 4 failed\n", "3 connection refused, first ", "1 HTTP status 404, first " + site.URL + "/none", "4 of the URIs given",
		}},
		{site.URL + "/", "-loopback", 1, []string{"1 pages, 3 links, 0 refused, 2 failed\n", "no page came beyond those of the URIs given", "2 HTTP status 404, first " + site.URL + "/none"}},
		{"http://" + silent.Addr().String() + "/", "-loopback -timeout 300ms", 1, []string{"1 no answer in time"}},
		{"gopher://" + silent.Addr().String() + "/", "-loopback -timeout 300ms", 1, []string{"1 no answer in time"}},
		{"ftp://user:SECRET@" + ftp + "/none", "-loopback", 1, []string{"1 not found"}},
		{"ftp://user:SECRET2@" + ftp + "/f", "-loopback", 1, []string{"1 login refused"}},
		{ends.URL + "/", "-loopback", 1, []string{"1 the answer was cut short, first " + ends.URL + "/: robots.txt: EOF\n"}},
		{site.URL + "/odd", "-loopback", 1, []string{"1 the answer cannot be read, first " + site.URL + "/odd: guard: client: response: "}},
		{"http://host.invalid/", "", 1, []string{"1 failed", "first http://host.invalid/: "}},
		{"", "", 1, []string{"no URI to start from"}},
		{site.URL + "/", "-agent a\x01", 1, []string{`-agent: "a\x01" has characters that a header field must not have`}},
		{site.URL + "/", "-loopback -report /none/report", 1, []string{"open /none/report: "}},
		{"", "-help", 0, []string{"-tries", "(default 5)"}},
		{site.URL + "/", "-tries -1", 2, []string{`invalid value "-1" for flag -tries: must be at least 1`}},
		{site.URL + "/", "-workers 0", 2, []string{`invalid value "0" for flag -workers: must be at least 1`}},
		{site.URL + "/", "-timeout -1s", 2, []string{`invalid value "-1s" for flag -timeout: must be at least 1ns`}},
		{site.URL + "/", "-max-delay -1s", 2, []string{`invalid value "-1s" for flag -max-delay: must be at least 0s`}},
		{site.URL + "/", "-body 0", 2, []string{`invalid value "0" for flag -body: must be at least 1`}},
		{site.URL + "/", "-servers x", 2, []string{`invalid value "x" for flag -servers: `}},
	} {
		name := filepath.Join(t.TempDir(), "crawl.jsonl")
		args := append([]string{"-state", name, "-delay", "0", "-tries", "1", "-max-delay", "1ms"}, strings.Fields(tt.flags)...)
		for _, args := range [][]string{append(args, strings.Fields(tt.start)...), args} { // and once more, from the state file
			code, said := run(t, program, args...)
			for _, want := range tt.says {
				if !strings.Contains(said, want) {
					t.Errorf("%s: says %s\nwant %s", args, said, want)
				}
			}
			if code != tt.code || strings.Contains(said, "SECRET") {
				t.Errorf("%s: exit code %d, want %d; says %s", args, code, tt.code, said)
			}
		}
	}
}

// TestLock starts two crawlers with one state file. The second must not begin,
// and must when the first was killed.
func TestLock(t *testing.T) {
	program := os.Args[0]
	asked, answer := make(chan bool, 10), make(chan bool)
	var requests atomic.Int64
	site := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		requests.Add(1)
		asked <- true
		<-answer
	}))
	defer site.Close()
	name := filepath.Join(t.TempDir(), "crawl.jsonl")
	first := exec.Command(program, "-loopback", "-delay", "0", "-state", name, site.URL+"/")
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	<-asked
	if code, said := run(t, program, "-loopback", "-delay", "0", "-state", name, site.URL+"/"); code != 1 || !strings.Contains(said, name+": another process works with this file") {
		t.Errorf("exit code %d, says %s", code, said)
	}
	if n := requests.Load(); n != 1 {
		t.Errorf("%d requests from two processes", n)
	}
	first.Process.Kill()
	first.Wait()
	close(answer)
	if code, said := run(t, program, "-loopback", "-delay", "0", "-state", name); code != 1 || !strings.Contains(said, "1 pages, 1 links, 0 refused, 0 failed\n") {
		t.Errorf("after the first was killed: exit code %d, says %s", code, said)
	}
}
