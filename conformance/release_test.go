package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestRelease makes a release, of all suites with -long, and reads it with the readers
// that this machine has a program for. Each must find a changed record.
func TestRelease(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "release")
	if *long {
		if status := run([]string{"release", folder}, io.Discard, os.Stderr); status != statusRight {
			t.Fatalf("status %d", status)
		}
	} else if err := writeRelease(folder, "same", "short"); err != nil {
		t.Fatal(err)
	}
	if err := writeRelease(folder, "short"); err == nil {
		t.Error("a release is written into an old folder")
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.gz"))
	if err != nil || len(files) != map[bool]int{false: 2, true: 4}[*long] {
		t.Fatalf("%q, %v", files, err)
	}
	size := 0
	if !*long {
		files = files[1:] // the other one is the same
	}
	for _, file := range files {
		compressed, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if size += len(compressed); strings.Contains(file, "3986") && len(compressed) > 3<<20 {
			t.Errorf("%s: %d bytes", file, len(compressed))
		}
		z, err := gzip.NewReader(bytes.NewReader(compressed))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		rfc := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(file), "rfc"), ".jsonl.gz")
		valid, octets := 0, 0
		for s := range (suite{spec: specs[rfc]()}.texts()) {
			if r := specs[rfc]().record(s); r.valid {
				valid++
				octets += r.parts[path].end - r.parts[path].start
			}
		}
		var changed bytes.Buffer
		w := gzip.NewWriter(&changed)
		w.Write(bytes.Replace(text, []byte(`"valid":true`), []byte(`"valid":false`), 1))
		w.Close()
		bad := filepath.Join(t.TempDir(), "bad.gz")
		if err := os.WriteFile(bad, changed.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, command := range [][]string{{"go", "run", "read.go"}, {"python3", "read.py"}, {"node", "read.mjs"}} {
			if _, err := exec.LookPath(command[0]); err != nil {
				t.Logf("no %s here", command[0])
				continue
			}
			read := func(file string) (string, error) {
				c := exec.Command(command[0], append(command[1:], file)...)
				c.Dir = folder
				out, err := c.CombinedOutput()
				return string(out), err
			}
			want := fmt.Sprintf("%d valid texts, %d octets of paths\n", valid, octets)
			if out, err := read(file); out != want || err != nil {
				t.Errorf("%s %s: %q, %v, want %q", command, file, out, err, want)
			}
			if out, err := read(bad); err == nil || !strings.Contains(out, "is not the suite of its first line") {
				t.Errorf("%s: a changed suite is read: %q, %v", command, out, err)
			}
		}
	}
	if size > 10_000_000 {
		t.Errorf("%d bytes", size)
	}
	t.Logf("%d bytes", size)
}
