package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/uri"
)

// TestCheckWARC checks which WARC files a crawl may use, by the name and the size that the state file knows.
func TestCheckWARC(t *testing.T) {
	folder := t.TempDir()
	name, other := filepath.Join(folder, "crawl.warc"), filepath.Join(folder, "other.warc")
	for _, tt := range []struct {
		size  int64 // of the file; -1: it does not exist
		known string
		end   int64
		want  string // part of the error
	}{
		{-1, "", 0, ""}, {-1, other, 1, ""}, {-1, name, 0, ""}, {-1, name, 1, "no such file"}, {-1, name, 2, "no such file"},
		{0, "", 0, "is not of this crawl"}, {0, other, 1, "is not of this crawl"},
		{0, name, 0, ""}, {maxInfo, name, 0, ""}, {maxInfo + 1, name, 0, "is not of this crawl"}, {maxInfo + 1, name, 1, ""},
		{9, name, 9, ""}, {9, name, 8, ""}, {9, name, 10, "has 9 bytes, but the state file knows of 10"},
	} {
		os.Remove(name)
		if tt.size >= 0 {
			if err := os.WriteFile(name, make([]byte, tt.size), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		got, err := checkWARC(name, &state{warcName: tt.known, warcEnd: tt.end})
		if tt.want == "" && (err != nil || got != name) || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%+v: %q, %v", tt, got, err)
		}
	}
	if _, err := checkWARC(filepath.Join(name, "below-a-file"), new(state)); err == nil || !strings.Contains(err.Error(), "not a directory") {
		t.Error(err)
	}
	gone := filepath.Join(folder, "gone")
	if err := os.Mkdir(gone, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Chdir(gone)
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	if name, err := checkWARC("crawl.warc", new(state)); err == nil {
		t.Errorf("in a folder that is gone: %q", name)
	}
}

// TestTruncated checks what a record says of a body that was not read to its end.
func TestTruncated(t *testing.T) {
	for _, tt := range []struct {
		end  error
		want string
	}{
		{io.EOF, "[]"}, {nil, "[{WARC-Truncated length}]"}, {io.ErrUnexpectedEOF, "[{WARC-Truncated disconnect}]"}, {os.ErrDeadlineExceeded, "[{WARC-Truncated unspecified}]"},
	} {
		if got := fmt.Sprint((&capture{end: tt.end}).addTruncated(nil)); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.end, got, tt.want)
		}
	}
}

// TestTemporaryFiles crawls pages that do not fit into memory into a WARC file. No temporary file stays, and
// the crawl ends if there can be none. After that the crawler crawls without a WARC file.
func TestTemporaryFiles(t *testing.T) {
	var site counter
	start := site.serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		if r.URL.Path == "/" {
			io.WriteString(w, "<a href=/2>"+strings.Repeat("long ", 50_000))
		}
	})
	folder := t.TempDir()
	name := filepath.Join(t.TempDir(), "crawl.warc")
	c := Crawler{Agent: "a", Workers: 1, Timeout: time.Minute, MaxLinks: 10, MaxBody: 1 << 20, Loopback: true, WARC: name, Progress: func(Stats) {}}
	t.Setenv("TMPDIR", folder)
	state := newState(t)
	if got, err := c.Run(context.Background(), state, []uri.URI{uri.MustParse(start + "/")}); err != nil || got.Pages != 2 {
		t.Errorf("%+v, %v", got, err)
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) > 0 {
		t.Errorf("%v, %v", files, err)
	}
	c.WARC = ""
	if got, err := c.Run(context.Background(), filepath.Join(folder, "crawl.jsonl"), []uri.URI{uri.MustParse(start + "/")}); err != nil || got.Pages != 2 {
		t.Errorf("without a WARC file: %+v, %v", got, err)
	}
	c.WARC = filepath.Join(folder, "crawl.warc")
	t.Setenv("TMPDIR", filepath.Join(folder, "none"))
	if got, err := c.Run(context.Background(), filepath.Join(folder, "other.jsonl"), []uri.URI{uri.MustParse(start + "/")}); !errors.Is(err, os.ErrNotExist) || !strings.HasPrefix(err.Error(), "WARC: ") || got.Pages != 0 {
		t.Errorf("without a folder for temporary files: %+v, %v", got, err)
	}
}
