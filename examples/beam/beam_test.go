package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/direct"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
)

var lineFlag = flag.Int("lines", 6000, "run the pipeline on `N` lines")

// spellings returns n lines with links to the same resources, written in several ways.
func spellings(seed int64, n int) []string {
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
		lines := spellings(int64(i), 2000)
		all = append(all, lines...)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	output, refused := filepath.Join(dir, "out"), filepath.Join(dir, "refused")
	beam.Init()
	p, s := beam.NewPipelineWithRoot()
	build(s, []string{filepath.Join(dir, "*.txt")}, output, refused, 1)
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

// programVariable is set if the test program must run as the program, or as a job
// server on the port that it names.
const programVariable = "URI_BEAM_PROGRAM"

func TestMain(m *testing.M) {
	switch role := os.Getenv(programVariable); role {
	case "":
		os.Exit(m.Run())
	case "program":
		main()
	default:
		port, err := strconv.Atoi(role)
		if err != nil {
			panic(err)
		}
		if _, err := prism.CreateJobServer(context.Background(), prism.Options{Port: port}); err != nil {
			panic(err)
		}
		select {}
	}
}

// program returns a call of the program.
func program(args ...string) *exec.Cmd {
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), programVariable+"=program")
	return c
}

// jobServer starts Prism, the runner of the Go SDK, as a job server in a process of its
// own, as Flink and Spark have one. It returns the endpoint.
func jobServer(t *testing.T) (endpoint string) {
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	l.Close()
	var said bytes.Buffer
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), programVariable+"="+port)
	c.Stderr = &said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Process.Kill()
		c.Wait()
	})
	endpoint = net.JoinHostPort("localhost", port)
	for range 200 {
		if conn, err := net.Dial("tcp", endpoint); err == nil {
			conn.Close()
			return endpoint
		}
		time.Sleep(50 * time.Millisecond)
	}
	c.Process.Kill()
	c.Wait()
	t.Fatalf("no job server: %s", &said)
	return ""
}

// TestRunners runs the program by several runners, which must give the result of the
// direct runner. With the runner flink it asks a job server; its workers are in the
// program itself, since there is no Docker here. Prism has a bundle of lines for each
// -input, and up to eight bundles at a time, as other runners have workers.
func TestRunners(t *testing.T) {
	dir := t.TempDir()
	var inputs []string
	for i, name := range []string{"a", "b", "c"} {
		if err := os.WriteFile(filepath.Join(dir, name+".txt"), []byte(strings.Join(spellings(int64(i), *lineFlag/3), "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, "-input", filepath.Join(dir, name+"*.txt"))
	}
	var want []string
	for _, tt := range []struct {
		flags    []string
		shards   int
		portable bool
	}{
		{nil, 1, false},
		{[]string{"-runner", "direct", "-shards", "3"}, 3, false},
		{[]string{"-runner", "prism"}, 1, true},
		{[]string{"-runner", "flink", "-endpoint", jobServer(t), "-environment_type", "LOOPBACK", "-shards", "4"}, 4, true},
	} {
		out := t.TempDir()
		output, refused := filepath.Join(out, "frontier"), filepath.Join(out, "refused")
		c := program(append(append(tt.flags, inputs...), "-output", output, "-refused", refused)...)
		said, err := c.CombinedOutput()
		if err != nil {
			t.Errorf("%q: %v: %s", tt.flags, err, said)
			continue
		}
		files, err := filepath.Glob(output + "*")
		if err != nil || len(files) != tt.shards {
			t.Errorf("%q: the files %q, want %d", tt.flags, files, tt.shards)
		}
		var got []string
		for _, file := range files {
			got = append(got, readLinesOf(t, file)...)
		}
		slices.Sort(got)
		reasons := readLinesOf(t, refused)
		slices.Sort(reasons)
		got = append(got, reasons...)
		if want == nil {
			want = got
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %d lines in the files, not those of the direct runner, %d", tt.flags, len(got), len(want))
		}
		if tt.portable {
			checkReport(t, string(said), len(reasons))
		}
		t.Logf("%q: %v of CPU time", tt.flags, c.ProcessState.UserTime()+c.ProcessState.SystemTime())
	}
}

// checkReport checks the last line of the program. Each of the three inputs is a
// bundle at least.
func checkReport(t *testing.T, said string, wantRefused int) {
	t.Helper()
	all := strings.Split(strings.TrimSpace(said), "\n")
	var lines, bundles, refused int
	_, err := fmt.Sscanf(all[len(all)-1], "%d lines in %d bundles, %d refused", &lines, &bundles, &refused)
	if want := *lineFlag / 3 * 3; err != nil || lines != want || bundles < 3 || refused != wantRefused {
		t.Errorf("says %q, want %d lines in 3 or more bundles, %d refused", all[len(all)-1], want, wantRefused)
	}
	t.Log(all[len(all)-1])
}

// TestWrong gives the program wrong flags: no shard, no such runner, no job server.
func TestWrong(t *testing.T) {
	dir := t.TempDir()
	input := filepath.Join(dir, "a.txt")
	if err := os.WriteFile(input, []byte("http://h/\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, flags := range [][]string{
		{"-shards", "0"}, {"-runner", "nosuch"}, {"-runner", "flink"},
	} {
		output := filepath.Join(dir, "out.txt")
		c := program(append(flags, "-input", input, "-output", output, "-refused", filepath.Join(dir, "refused.txt"))...)
		said, err := c.CombinedOutput()
		if err == nil || c.ProcessState.ExitCode() != 1 {
			t.Errorf("%q: %v: %s", flags, err, said)
		}
		if _, err := os.Stat(output); err == nil {
			t.Errorf("%q: there is an output", flags)
		}
	}
}

// TestNothingMatches checks that the program says that its input matches no file, and
// writes no file.
func TestNothingMatches(t *testing.T) {
	dir := t.TempDir()
	for _, input := range []string{filepath.Join(dir, "nosuch", "*"), filepath.Join(dir, "nosuch.txt"), ""} {
		output := filepath.Join(dir, "out.txt")
		c := program("-input", input, "-output", output, "-refused", filepath.Join(dir, "refused.txt"))
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
