package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestSite crawls the site in a process of its own, which is ended by SIGTERM and then
// by SIGKILL, and continued each time. Nothing may be lost, and nothing may be
// requested twice, except a page that was being fetched at SIGKILL.
func TestSite(t *testing.T) {
	program := os.Args[0]
	s := &site{asked: map[string]int{}}
	server := httptest.NewServer(s)
	defer server.Close()
	name, report := filepath.Join(t.TempDir(), "crawl.jsonl"), filepath.Join(t.TempDir(), "report")
	var said bytes.Buffer
	run := func(stop syscall.Signal, after int) {
		t.Helper()
		said.Reset()
		c := exec.Command(program, "-state", name, "-report", report, "-loopback", "-delay", "0", "-workers", "4", server.URL+"/page/0")
		c.Stderr = &said
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		if stop != 0 {
			for s.count() < after {
				time.Sleep(time.Millisecond)
			}
			c.Process.Signal(stop)
		}
		if err := c.Wait(); err != nil && stop != syscall.SIGKILL {
			t.Fatalf("%v: %s", err, &said)
		}
	}
	run(syscall.SIGTERM, 2000)
	terminated := len(records(t, name))
	run(syscall.SIGKILL, 6000)
	run(0, 0)
	if terminated == 0 {
		t.Error("nothing done before SIGTERM")
	}
	if want := fmt.Sprintf(" 0 failed\n%8d forbidden by robots.txt of %s, first %[2]s/private/", sitePages, server.URL); !strings.Contains(said.String(), want) {
		t.Errorf("the crawler says %s\nwant %s", &said, want)
	}

	// The state file has each link once, and each page once.
	type key struct{ typ, uri string }
	times := map[key]int{}
	refused := map[string][]record{}
	var errors int
	for _, r := range records(t, name) {
		times[key{r.Type, r.URI.String()}]++
		if r.Type == "refused" {
			refused[r.From.Path()] = append(refused[r.From.Path()], r)
		}
		if r.Type == "page" && r.Error != "" {
			errors++
			if !strings.HasPrefix(r.URI.Path(), "/private/") || r.Error != errRobots.Error() {
				t.Errorf("%s: %s", r.URI, r.Error)
			}
		}
	}
	if errors != sitePages {
		t.Errorf("robots.txt kept %d pages, want %d", errors, sitePages)
	}
	for k, n := range times {
		if (k.typ == "link" || k.typ == "page") && n != 1 {
			t.Errorf("%d records: %s %s", n, k.typ, k.uri)
		}
	}
	found := map[string]int{}
	for n := range sitePages {
		if times[key{"page", fmt.Sprintf("%s/page/%d", server.URL, n)}] != 1 {
			t.Errorf("page %d is lost", n)
		}
		_, want, ok := plantedOn(n)
		page := fmt.Sprintf("/page/%d", n)
		path, leads := strings.CutPrefix(want, "->")
		switch {
		case !ok && len(refused[page]) == 0:
		case ok && leads && len(refused[page]) == 0 && times[key{"page", server.URL + path}] == 1:
			found["followed"]++
		case ok && !leads && len(refused[page]) == 1 && strings.Contains(refused[page][0].URI.String()+" "+refused[page][0].Error, want):
			found["refused"]++
		default:
			t.Errorf("%s: planted %q, refused %+v", page, want, refused[page])
		}
	}
	if found["followed"]+found["refused"] != sitePages/10 {
		t.Errorf("planted links found: %v", found)
	}
	t.Logf("planted links found: %v", found)

	// The requests that the server saw.
	twice := 0
	for target, n := range s.asked {
		if n > 1 && target != "/robots.txt" {
			twice++
		}
		if strings.HasPrefix(target, "/private/") {
			t.Errorf("%s was asked for, against robots.txt", target)
		}
	}
	if twice > 1 { // one server, so one request under way
		t.Errorf("%d pages were asked for twice", twice)
	}

	lines, err := os.ReadFile(report)
	if err != nil {
		t.Fatal(err)
	}
	sorted := strings.Split(strings.TrimSpace(string(lines)), "\n")
	if len(sorted) < 2*sitePages || !slices.IsSorted(sorted) || !strings.HasPrefix(sorted[0], "127.0.0.1:") {
		t.Errorf("report of %d lines, the first %q, in order %v", len(sorted), sorted[0], slices.IsSorted(sorted))
	}
}

// TestCut cuts a state file after each byte. All that was whole is kept, and the crawl
// ends as without the cut.
func TestCut(t *testing.T) {
	var site counter
	start := site.serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		switch r.URL.Path {
		case "/robots.txt":
			io.WriteString(w, "User-agent: *\nDisallow: /3\n")
		case "/":
			io.WriteString(w, "<a href=mailto:a@b.example>"+links("/", 5))
		case "/4":
			http.NotFound(w, r)
		case "/2":
			io.WriteString(w, "<a href=/%7E><a href=/~><a href='http://127.0.0.1:2/'>")
		}
	})
	name := newState(t)
	want := crawlAll(t, name, nil, start+"/")
	if want.Pages != 5 || want.Failed != 2 || want.Refused != 2 {
		t.Fatalf("%+v", want)
	}
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	end, pages, came := 0, int64(0), int64(0) // of the batches before the cut
	for cut := range len(whole) {
		if cut > 0 && whole[cut-1] == '\n' {
			line := whole[strings.LastIndexByte(string(whole[:cut-1]), '\n')+1 : cut]
			var r record
			if err := json.Unmarshal(line, &r); err != nil {
				t.Fatal(err)
			}
			if r.Type != "link" && r.Type != "refused" {
				end = cut
			}
			if r.Type == "page" {
				pages++
				if r.Reason == "" && r.Error == "" {
					came++
				}
			}
		}
		name := filepath.Join(folder, "crawl.jsonl")
		if err := os.WriteFile(name, whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := openState(name, &Crawler{})
		if err != nil {
			t.Fatalf("%d of %d bytes: %v", cut, len(whole), err)
		}
		s.close()
		if s.stats.Pages != came || s.stats.Removed != int64(cut-end) {
			t.Fatalf("%d bytes: %d pages, %d bytes removed; want %d and %d", cut, s.stats.Pages, s.stats.Removed, came, cut-end)
		}
		if text, _ := os.ReadFile(name); string(text) != string(whole[:end]) {
			t.Fatalf("%d bytes: %d are left, want %d", cut, len(text), end)
		}
		if cut%100 != 0 {
			continue
		}
		clear(site.asked)
		got := crawlAll(t, name, nil, start+"/")
		if got.Pages != want.Pages || got.Failed != want.Failed || got.Refused != want.Refused || got.Links != want.Links {
			t.Errorf("%d bytes: %+v, want %+v", cut, got, want)
		}
	}
}
