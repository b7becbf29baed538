package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"flag"
	"fmt"
	"math"
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

	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	"example.com/uri"
	"example.com/uri/crawl"
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
			"../%d",
		}[rnd.Intn(8)], k)
	}
	return lines
}

// TestPipeline runs the pipeline within the process. Its keys are those of these commands,
// without the keys of relative references:
//
//	uri repair | uri key -surt | sort -u
//
// The URI of each key must be the first one in the files. One file is compressed.
func TestPipeline(t *testing.T) {
	dir := t.TempDir()
	var all []string
	for i, name := range []string{"a.txt", "b.txt.gz", "c.txt"} {
		lines := spellings(int64(i), 2000)
		all = append(all, lines...)
		text := []byte(strings.Join(lines, "\n") + "\n")
		if strings.HasSuffix(name, ".gz") {
			text = append(compress(text[:1000]), compress(text[1000:])...)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	output, refused := filepath.Join(dir, "out"), filepath.Join(dir, "refused")
	said, err := program("-input", filepath.Join(dir, "*.txt*"), "-output", output, "-refused", refused).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, said)
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
		if strings.HasPrefix(u, "../") {
			keys[i] = ""
		} else if _, ok := firstSeen[keys[i]]; !ok {
			firstSeen[keys[i]] = u
		}
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)[1:] // without ""

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
		if strings.Contains(line, "ho st") || strings.HasPrefix(line, "../") {
			bad++
		}
	}
	if n := len(readLinesOf(t, refused)); n != bad || bad == 0 {
		t.Errorf("%d lines refused, want %d", n, bad)
	}
}

func compress(text []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(text)
	w.Close()
	return b.Bytes()
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
// program itself, since there is no Docker here.
func TestRunners(t *testing.T) {
	dir := t.TempDir()
	for i, name := range []string{"a", "b", "c"} {
		if err := os.WriteFile(filepath.Join(dir, name+".txt"), []byte(strings.Join(spellings(int64(i), *lineFlag/3), "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var want []string
	for _, tt := range []struct {
		flags  []string
		shards int
	}{
		{nil, 1},
		{[]string{"-runner", "direct", "-shards", "3", "-input", filepath.Join(dir, "a*")}, 3},
		{[]string{"-runner", "prism"}, 1},
		{[]string{"-runner", "flink", "-endpoint", jobServer(t), "-environment_type", "LOOPBACK", "-shards", "4"}, 4},
	} {
		out := t.TempDir()
		output, refused := filepath.Join(out, "frontier"), filepath.Join(out, "refused")
		c := program(append(tt.flags, "-input", filepath.Join(dir, "*.txt"), "-output", output, "-refused", refused)...)
		said, err := c.CombinedOutput()
		if err != nil {
			t.Errorf("%q: %v: %s", tt.flags, err, said)
			continue
		}
		kept, n := readShards(t, output)
		reasons, m := readShards(t, refused)
		if n != tt.shards || m != tt.shards {
			t.Errorf("%q: %d and %d files, want %d", tt.flags, n, m, tt.shards)
		}
		got := append(kept, reasons...)
		if want == nil {
			want = got
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %d lines in the files, not those of the direct runner, %d", tt.flags, len(got), len(want))
		}
		report := fmt.Sprintf("%d links kept, %d lines refused; %d lines read, some perhaps more than once\n", len(kept), len(reasons), *lineFlag/3*3)
		if !strings.HasSuffix(string(said), report) {
			t.Errorf("%q: says %q, want %q", tt.flags, said[max(0, len(said)-200):], report)
		}
		t.Logf("%q: %v of CPU time", tt.flags, c.ProcessState.UserTime()+c.ProcessState.SystemTime())
	}
}

// readShards returns the sorted lines of the shards of a file, and how many shards there
// are. No other file may be in the folder than shards.
func readShards(t *testing.T, name string) (lines []string, shards int) {
	t.Helper()
	files, err := os.ReadDir(filepath.Dir(name))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasPrefix(file.Name(), ".") {
			t.Errorf("the temporary file %s is left", file.Name())
		}
		if strings.HasPrefix(file.Name(), filepath.Base(name)) {
			shards++
			lines = append(lines, readLinesOf(t, filepath.Join(filepath.Dir(name), file.Name()))...)
		}
	}
	slices.Sort(lines)
	return lines, shards
}

// TestShards checks that there is a file for each shard, with lines or without, that a
// second run replaces them, and that one with another number of shards is an error.
func TestShards(t *testing.T) {
	dir := t.TempDir()
	input, output := filepath.Join(dir, "in.txt"), filepath.Join(dir, "out[1]", "out")
	if err := os.WriteFile(input, []byte("http://h/\nx y\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ shards, fails string }{
		{"5", ""}, {"5", ""}, {"4", "out-00000-of-00005"}, {"1", "out-00000-of-00005"},
	} {
		said, err := program("-input", input, "-shards", tt.shards, "-output", output, "-refused", filepath.Join(dir, "refused"+tt.shards)).CombinedOutput()
		if failed := err != nil; failed != (tt.fails != "") || !strings.Contains(string(said), tt.fails) {
			t.Errorf("-shards %s: %v, want a message with %q: %s", tt.shards, err, tt.fails, said)
		}
		if lines, n := readShards(t, output); n != 5 || !slices.Equal(lines, []string{"h)/\thttp://h/"}) {
			t.Errorf("-shards %s: %q in %d files", tt.shards, lines, n)
		}
	}
	whole := filepath.Join(dir, "whole")
	if err := os.WriteFile(whole, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	said, err := program("-input", input, "-shards", "2", "-output", whole, "-refused", filepath.Join(dir, "r")).CombinedOutput()
	if err == nil || !strings.Contains(string(said), whole+" is of a run") {
		t.Errorf("shards beside a whole file: %v: %s", err, said)
	}
}

// TestRename checks that a second attempt to rename does what is left to do, and that
// one without a file fails.
func TestRename(t *testing.T) {
	dir := t.TempDir()
	s := Shard{Temporary: filepath.Join(dir, ".a[b"), Final: filepath.Join(dir, "a[b")}
	if err := s.rename(t.Context()); err == nil {
		t.Error("renamed what is not there")
	}
	if err := os.WriteFile(s.Temporary, []byte("x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := s.rename(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if got := readLinesOf(t, s.Final); !slices.Equal(got, []string{"x"}) {
		t.Errorf("%q", got)
	}
}

// TestParts compares the lines of the parts of files with those of strings.Split,
// wherever the parts begin.
func TestParts(t *testing.T) {
	name := filepath.Join(t.TempDir(), "in.txt")
	for _, text := range []string{
		"", "\n", "a", "a\n", "\n\na\n\nbc\n", "a\r\nb", "ab\ncd\nef",
		strings.Repeat("x", maxLine) + "\n" + strings.Repeat("y", maxLine+1) + "\nz\n" + strings.Repeat("w", 3*maxLine),
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		var want []string
		offset := 0
		for line := range strings.SplitSeq(text, "\n") {
			switch {
			case len(line) > maxLine:
				want = append(want, fmt.Sprintf("%s:%d: line of %d bytes", name, offset, len(line)))
			case line != "":
				want = append(want, fmt.Sprintf("%d %s", offset, line))
			}
			offset += len(line) + 1
		}
		cuts := len(text)
		for cut := range min(cuts, 40) + 1 {
			if cuts > 40 { // around the ends of the lines
				cut = min(cuts, maxLine/2*(cut/5)+cut%5)
			}
			var got []string
			emit := func(l Line) { got = append(got, fmt.Sprintf("%d %s", l.Place-7<<offsetBits, l.Text)) }
			refuse := func(s string) { got = append(got, strings.TrimSuffix(s, fmt.Sprintf(", more than %d", maxLine))) }
			for _, p := range []Part{{name, 7, 0, int64(cut)}, {name, 7, int64(cut), math.MaxInt64}} {
				if err := p.read(t.Context(), emit, refuse); err != nil {
					t.Fatal(err)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%.30q cut at %d: %d lines, want %d; %.99q, want %.99q", text, cut, len(got), len(want), fmt.Sprint(got), fmt.Sprint(want))
			}
		}
	}
}

// TestSplit checks that the parts of a file follow each other, and that a file that can only
// be read from its beginning is one part.
func TestSplit(t *testing.T) {
	for _, f := range []inputFile{{"a", 0}, {"a", partSize - 1}, {"a", 2 * partSize}, {"a", 7*partSize + 5}, {"a.gz", 9 * partSize}, {"gs://a/b", 9 * partSize}} {
		parts := split([]inputFile{{"first", 1}, f})[1:]
		if whole := f.name != "a" || f.size < 2*partSize; whole != (len(parts) == 1) {
			t.Errorf("%v: %d parts", f, len(parts))
		}
		next := int64(0)
		for _, p := range parts {
			if p.Name != f.name || p.File != 1 || p.Start != next || p.End-p.Start > 2*partSize && p.End != math.MaxInt64 {
				t.Errorf("%v: %v after %d", f, p, next)
			}
			next = p.End
		}
		if next != math.MaxInt64 {
			t.Errorf("%v: ends at %d", f, next)
		}
	}
}

// TestRecord checks that a record and its key give any URI back, and that the records of
// normalized URIs are small.
func TestRecord(t *testing.T) {
	const at = place(3)<<offsetBits | 5
	for _, tt := range []struct {
		text string
		size int // 0: any
	}{
		{"http://www.example.com/a?b", 12}, {"https://example.com/", 12}, {"http://127.0.0.1:80/", 0}, {"https://[::1]/", 12},
		{"http://www.example.com/a#b", 14}, {"HTTP://WWW.Example.com:80/%7ea", 0}, {"http://u:p@h/", 0}, {"http://h", 0}, {"http:x", 0},
		{"ftp://ftp.example.com/a", 0}, {"mailto:a@b.c", 12}, {"urn:a,b)c", 12}, {"http:///", 0}, {"http://a,b)c/", 0}, {"http://aa/aa", 0},
	} {
		u := uri.MustParse(tt.text)
		key := string(crawl.AppendSURT(nil, u))
		r := newRecord(at, key, u)
		if got := linkOf(key, r); got != tt.text {
			t.Errorf("%s: %s", tt.text, got)
		}
		if tt.size != 0 && len(r) > tt.size {
			t.Errorf("%s: %d bytes, want %d", tt.text, len(r), tt.size)
		}
		for _, later := range []place{at + 1, 4 << offsetBits, 3<<offsetBits | 1<<30} {
			if l := newRecord(later, key, u); !bytes.Equal(first(r, l), r) || !bytes.Equal(first(l, r), r) {
				t.Errorf("%s: %d is not after %d", tt.text, later, at)
			}
		}
	}
}

// TestBundle checks that a bundle emits a key again only for an earlier line.
func TestBundle(t *testing.T) {
	var got []place
	emit := func(_ string, record []byte) { got = append(got, place(binary.BigEndian.Uint64(record))) }
	refuse := func(line string) { t.Error(line) }
	c := &canonicalize{}
	for range 2 {
		c.StartBundle(emit, refuse)
		for _, at := range []place{5, 6, 5, 3, 4, 9} {
			c.ProcessElement(Line{"a", at, "http://h/"}, emit, refuse)
		}
	}
	if want := []place{5, 3, 5, 3}; !slices.Equal(got, want) {
		t.Errorf("%d, want %d", got, want)
	}
	for i := range 2 * maxSeen {
		c.ProcessElement(Line{"a", 0, fmt.Sprintf("http://h/%d", i)}, emit, refuse)
	}
	if len(c.seen) > maxSeen {
		t.Errorf("remembers %d keys", len(c.seen))
	}
}

// TestWrong runs the program with flags and files that are wrong. It must name what is,
// and leave no output.
func TestWrong(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	good := file("good.txt", "http://h/\n")
	cut := string(compress([]byte(strings.Repeat("http://h/\n", 1000))))
	large := file("large", "")
	if err := os.Truncate(large, 16*slotSize); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "folder.d"), 0o755); err != nil {
		t.Fatal(err)
	}
	for i, tt := range []struct {
		flags []string
		want  string
	}{
		{[]string{"other.txt"}, `"other.txt" has no flag before it`},
		{[]string{"-refused", filepath.Join(dir, "out1", "x", "..", "kept")}, "the same file"},
		{[]string{"-output", ""}, `"" names no file`},
		{[]string{"-refused", ""}, `"" names no file`},
		{[]string{"-output", filepath.Join(dir, "folder.d")}, "folder.d is no regular file"},
		{[]string{"-input", "[\xff"}, `"[\xff"`},
		{[]string{"-shards", "-1"}, "-shards"},
		{[]string{"-shards", "100000"}, "-shards"},
		{[]string{"-runner", "nosuch"}, "nosuch"},
		{[]string{"-runner", "flink"}, "endpoint"},
		{[]string{"-runner", "flink", "-parallelism", "16", "-input", large}, "-parallelism 17"},
		{[]string{"-input", ""}, `no file matches ""`},
		{[]string{"-input", filepath.Join(dir, "nosuch.txt")}, fmt.Sprintf("no file matches %q", filepath.Join(dir, "nosuch.txt"))},
		{[]string{"-input", filepath.Join(dir, "nosuch", "*")}, "nosuch/*"},
		{[]string{"-input", "x://nosuch/*"}, "x://nosuch/*"},
		{[]string{"-input", filepath.Join(dir, "*.d")}, "folder.d is a directory"},
		{[]string{"-input", file("no.gz", "http://h/\n")}, "no.gz: "},
		{[]string{"-input", file("cut.gz", cut[:len(cut)-9])}, "cut.gz: "},
		{[]string{"-input", file("line.txt", strings.Repeat("x", 100<<20))}, "line.txt: offset 0: no line break in 16 MiB"},
		{[]string{"-output", filepath.Join(good, "out")}, filepath.Join(good, "out")},
		{[]string{"-refused", filepath.Join(good, "out")}, filepath.Join(good, "out")},
	} {
		out := filepath.Join(dir, fmt.Sprint("out", i))
		c := program(append([]string{"-input", good, "-output", filepath.Join(out, "kept"), "-refused", filepath.Join(out, "refused")}, tt.flags...)...)
		said, err := c.CombinedOutput()
		if c.ProcessState.ExitCode() != 1 || !strings.Contains(string(said), tt.want) {
			t.Errorf("%q: %v: %s\nwant %q", tt.flags, err, said, tt.want)
		}
		if left, _ := os.ReadDir(out); len(left) > 0 {
			t.Errorf("%q: %q is left", tt.flags, left)
		}
	}
}

// TestProbe checks targets with odd names. The file that tries each folder is removed.
func TestProbe(t *testing.T) {
	for _, name := range []string{"a*?[]\\", "\xff\xc3", "\n", "-"} {
		dir := t.TempDir()
		if err := (target{Name: filepath.Join(dir, name), Shards: 1, Run: "run"}).check(context.Background()); err != nil {
			t.Errorf("%q: %v", name, err)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%q: %q is left", name, left)
		}
	}
}

func readLinesOf(t *testing.T, name string) []string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if len(b) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
}
