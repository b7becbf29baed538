package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/direct"
)

// links returns n lines with links to the same resources, written in several ways.
func links(seed int64, n int) []string {
	rnd := rand.New(rand.NewSource(seed))
	lines := make([]string, n)
	for i := range lines {
		k := rnd.Intn(n / 4)
		lines[i] = fmt.Sprintf([]string{
			"http://www.example.com/%d",
			"HTTP://WWW.EXAMPLE.COM:80/%d",
			" http://www.example.com/%d#part",
			"http://example.org/a b?%d",
			"http://example.org/a%%20b?%d",
			"ftp://ftp.example.net/%d",
			"http://ho st/%d",
		}[rnd.Intn(7)], k)
	}
	return lines
}

// TestPipeline runs the pipeline within the process. Its keys are those of the
// commands:
//
//	uri repair | uri key -surt | sort -u
//
// and the URI with each is the first in the files.
func TestPipeline(t *testing.T) {
	dir := t.TempDir()
	var all []string
	for i, name := range []string{"a.txt", "b.txt", "c.txt"} {
		lines := links(int64(i), 2000)
		all = append(all, lines...)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	output, refused := filepath.Join(dir, "out"), filepath.Join(dir, "refused")
	beam.Init()
	p, s := beam.NewPipelineWithRoot()
	build(s, filepath.Join(dir, "*.txt"), output, refused)
	if _, err := direct.Execute(context.Background(), p); err != nil {
		t.Fatal(err)
	}

	command := filepath.Join(dir, "uri")
	if out, err := exec.Command("go", "build", "-o", command, "example.com/uri/cmd/uri").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	run := func(in []byte, args ...string) []byte {
		t.Helper()
		c := exec.Command(command, args...)
		c.Stdin = bytes.NewReader(in)
		out, err := c.Output()
		if e, ok := err.(*exec.ExitError); err != nil && !(ok && e.ExitCode() == 1) { // 1: some were refused
			t.Fatal(err)
		}
		return out
	}
	repaired := run([]byte(strings.Join(all, "\n")+"\n"), "repair")
	keys := strings.Split(strings.TrimSpace(string(run(repaired, "key", "-surt"))), "\n")
	firstSeen := map[string]string{}
	for i, u := range strings.Split(strings.TrimSpace(string(repaired)), "\n") {
		if _, ok := firstSeen[keys[i]]; !ok {
			firstSeen[keys[i]] = u
		}
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)

	var got []string
	for _, line := range readLinesOf(t, output) {
		key, u, _ := strings.Cut(line, "\t")
		got = append(got, key)
		if u != firstSeen[key] {
			t.Errorf("%s: %s, but %s was first", key, u, firstSeen[key])
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, keys) {
		t.Errorf("%d keys, the commands give %d", len(got), len(keys))
	}
	bad := 0
	for _, line := range all {
		if strings.Contains(line, "ho st") {
			bad++
		}
	}
	if n := len(readLinesOf(t, refused)); n != bad || bad == 0 {
		t.Errorf("%d lines refused, want %d", n, bad)
	}
}

// programVariable is set if the test program must run as the program.
const programVariable = "URI_BEAM_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(programVariable) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// TestNothingMatches checks that the program says that its input matches no file, and
// writes none.
func TestNothingMatches(t *testing.T) {
	dir := t.TempDir()
	for _, input := range []string{filepath.Join(dir, "nosuch", "*"), filepath.Join(dir, "nosuch.txt"), ""} {
		output := filepath.Join(dir, "out.txt")
		c := exec.Command(os.Args[0], "-input", input, "-output", output, "-refused", filepath.Join(dir, "refused.txt"))
		c.Env = append(os.Environ(), programVariable+"=1")
		said, err := c.CombinedOutput()
		if c.ProcessState.ExitCode() != 1 {
			t.Errorf("%q: %v: %s", input, err, said)
		}
		if want := fmt.Sprintf("beam: no file matches %q\n", input); input != "" && !strings.Contains(string(said), want) {
			t.Errorf("%q: says %s\nwant %s", input, said, want)
		}
		if _, err := os.Stat(output); err == nil {
			t.Errorf("%q: there is an output", input)
		}
	}
}

func readLinesOf(t *testing.T, name string) []string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(b)), "\n")
}
