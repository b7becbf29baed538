package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A session is one call of the program as a file in testdata has it: "$" the
// call, with Go's quotes where a word needs them, "<" a line of standard input,
// "<<" all of it as a Go string, ">" a line of standard output, "!" one of
// standard error, "=" the exit status where it is not 0. Lines of both outputs
// stand in the order in which they come out.
type session struct {
	place  string
	args   []string
	in     string
	out    []string // lines with their ">" or "!"
	status int
}

func readSessions(t *testing.T, file string) (all []session) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var s *session
	for i, line := range strings.Split(string(text), "\n") {
		place := fmt.Sprintf("%s:%d", file, i+1)
		sigil, rest, _ := strings.Cut(line, " ")
		switch sigil {
		case "", "#":
		case "$":
			all = append(all, session{place: place, args: words(t, place, rest)})
			s = &all[len(all)-1]
		case "<":
			s.in += rest + "\n"
		case "<<":
			if s.in, err = strconv.Unquote(rest); err != nil {
				t.Fatal(place, err)
			}
		case ">", "!":
			s.out = append(s.out, line)
		case "=":
			if s.status, err = strconv.Atoi(rest); err != nil {
				t.Fatal(place, err)
			}
		default:
			t.Fatalf("%s: %q", place, line)
		}
	}
	return all
}

// words splits a call, which begins with "uri".
func words(t *testing.T, place, s string) (w []string) {
	for s = strings.TrimPrefix(s, "uri"); s != ""; {
		s = strings.TrimLeft(s, " ")
		if q, err := strconv.QuotedPrefix(s); err == nil {
			word, _ := strconv.Unquote(q)
			w, s = append(w, word), s[len(q):]
			continue
		}
		word, rest, _ := strings.Cut(s, " ")
		if strings.Contains(word, `"`) {
			t.Fatalf("%s: quotes in %q", place, word)
		}
		w, s = append(w, word), rest
	}
	return w
}

// A recorder notes both outputs in the order of their lines.
type recorder struct{ lines []string }

type stream struct {
	r     *recorder
	sigil string
}

func (s stream) Write(b []byte) (int, error) {
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSuffix(line, "\n")
		s.r.lines = append(s.r.lines, strings.TrimRight(s.sigil+" "+line, " "))
	}
	return len(b), nil
}

func TestSessions(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.txt")
	if len(files) == 0 {
		t.Fatal("no files")
	}
	for _, file := range files {
		for _, s := range readSessions(t, file) {
			var r recorder
			status := run(s.args, strings.NewReader(s.in), stream{&r, ">"}, stream{&r, "!"})
			if status != s.status {
				t.Errorf("%s: status %d, want %d", s.place, status, s.status)
			}
			if diff := cmp.Diff(s.out, r.lines); diff != "" {
				t.Errorf("%s: %q (-want +got):\n%s", s.place, s.args, diff)
			}
		}
	}
}

// uriRun runs the program and returns its output, its errors and its exit status.
func uriRun(stdin string, args ...string) (out, errText string, status int) {
	var o, e bytes.Buffer
	status = run(args, strings.NewReader(stdin), &o, &e)
	return o.String(), e.String(), status
}

// full fails as a full disk does.
type full struct{}

func (full) Write(b []byte) (int, error) { return 0, errors.New("disk full") }

// broken gives one line and then fails.
type broken struct{ done bool }

func (r *broken) Read(b []byte) (int, error) {
	if r.done {
		return 0, errors.New("pulled out")
	}
	r.done = true
	return copy(b, "a\n"), nil
}

func TestFailures(t *testing.T) {
	var errText bytes.Buffer
	if status := run([]string{"parse", "a"}, nil, full{}, &errText); status != misused || errText.String() != "uri: disk full\n" {
		t.Errorf("full: %d, %q", status, errText.String())
	}
	errText.Reset()
	if status := run([]string{"help"}, nil, full{}, &errText); status != misused || errText.String() != "uri: disk full\n" {
		t.Errorf("help, full: %d, %q", status, errText.String())
	}
	errText.Reset()
	var out bytes.Buffer
	status := run([]string{"parse"}, &broken{}, &out, &errText)
	if status != misused || errText.String() != "uri: pulled out\n" || out.String() != "relative rel_path path=a\n" {
		t.Errorf("broken: %d, %q, %q", status, out.String(), errText.String())
	}
	// After an output that fails, nothing is written.
	writes := 0
	once := writeFunc(func(b []byte) (int, error) {
		if writes++; writes == 1 {
			return 0, errors.New("disk full")
		}
		return len(b), nil
	})
	if status := run([]string{"parse", "a", "b c", "d"}, nil, once, io.Discard); status != misused || writes != 1 {
		t.Errorf("once: %d, %d writes", status, writes)
	}
	// A writer that fails ends the work: the input here does not end.
	errText.Reset()
	endless := readFunc(func(b []byte) (int, error) { return copy(b, "a\n"), nil })
	if status := run([]string{"parse"}, endless, full{}, &errText); status != misused {
		t.Errorf("endless: %d", status)
	}
}

type readFunc func(b []byte) (int, error)

func (f readFunc) Read(b []byte) (int, error) { return f(b) }

type writeFunc func(b []byte) (int, error)

func (f writeFunc) Write(b []byte) (int, error) { return f(b) }

// TestPrompt talks with the program through pipes: each line is written when the
// result of the one before was read.
func TestPrompt(t *testing.T) {
	for _, flag := range []string{"-json=true", "-json=false"} {
		stdin, in := io.Pipe()
		out, stdout := io.Pipe()
		go func() {
			run([]string{"parse", flag}, stdin, stdout, stdout)
			stdout.Close()
		}()
		late := time.AfterFunc(time.Minute, func() {
			stdout.CloseWithError(errors.New("no result for a minute"))
		})
		results := bufio.NewReader(out)
		for _, line := range []string{"a\n", "b c\n", "d\n"} {
			io.WriteString(in, line)
			if _, err := results.ReadString('\n'); err != nil {
				t.Errorf("%s: %q: %v", flag, line, err)
			}
		}
		in.Close()
		if rest, err := io.ReadAll(results); len(rest) > 0 || err != nil {
			t.Errorf("%s: %q, %v behind the last result", flag, rest, err)
		}
		late.Stop()
	}
}

// TestOrder checks that the results and refusals of many lines come in the
// order of the lines, and that refusals have the numbers of their lines.
func TestOrder(t *testing.T) {
	var in strings.Builder
	var want []string
	for i := 1; in.Len() < 20*bufSize; i++ {
		if i%7 < 2 {
			fmt.Fprintf(&in, "a %d\n", i)
			want = append(want, fmt.Sprintf(`! uri: line %d: parse "a %[1]d": rel_segment: invalid character ' ' at offset 1 (RFC 2396, 5)`, i))
		} else {
			fmt.Fprintf(&in, "%d\n", i)
			want = append(want, fmt.Sprintf("> relative rel_path path=%d", i))
		}
	}
	var r recorder
	if status := run([]string{"parse"}, strings.NewReader(in.String()), stream{&r, ">"}, stream{&r, "!"}); status != refused {
		t.Errorf("status %d", status)
	}
	if diff := cmp.Diff(want, r.lines); diff != "" {
		t.Errorf("(-want +got):\n%.2000s", diff)
	}
}

// TestCuts gives an input in pieces of every size: the result is the same.
func TestCuts(t *testing.T) {
	in := "\ufeffhttp://h/a\r\n\nb c\n" + strings.Repeat("x", 2*bufSize) + "\n" + strings.Repeat("yyyyyy\n", bufSize/3) + "end"
	want, _, _ := uriRun(in, "parse", "-json")
	for _, size := range []int{1, 2, 1000, 4096, bufSize - 1, bufSize, bufSize + 1, len(in)} {
		rest := in
		stdin := readFunc(func(b []byte) (int, error) {
			n := copy(b[:min(size, len(b))], rest)
			rest = rest[n:]
			if n == 0 {
				return 0, io.EOF
			}
			return n, nil
		})
		var out bytes.Buffer
		run([]string{"parse", "-json"}, stdin, &out, io.Discard)
		if out.String() != want {
			t.Errorf("pieces of %d octets read otherwise", size)
		}
	}
}

// TestLineEnds gives the longest line with each line end, and one more byte: LF and CR LF do not count,
// and a CR at the end of the input does.
func TestLineEnds(t *testing.T) {
	line := func(n int, end string) error {
		x := io.LimitReader(readFunc(func(b []byte) (int, error) { clear(b); return len(b), nil }), int64(n))
		lines := lineReader{Reader: bufio.NewReaderSize(io.MultiReader(x, strings.NewReader(end)), 1<<20)}
		s, err := lines.next()
		if err == nil && len(s) != n {
			t.Errorf("%d bytes and %q: a line of %d bytes", n, end, len(s))
		}
		return err
	}
	for _, end := range []string{"", "\n", "\r\n"} {
		if err := line(maxLine, end); err != nil {
			t.Errorf("%q: %v", end, err)
		}
		if err := line(maxLine+1, end); err == nil {
			t.Errorf("%q: a longer line is accepted", end)
		}
	}
	for in, want := range map[string]string{"a\n": "a", "a\r\n": "a", "a": "a", "a\r": "a\r", "a\r\r\n": "a\r"} {
		if got, err := (&lineReader{Reader: bufio.NewReader(strings.NewReader(in))}).next(); got != want || err != nil {
			t.Errorf("%q: %q, %v, want %q", in, got, err, want)
		}
	}
}

// TestLongLine gives a line that is too long after another: an error, and the rest is not stored.
func TestLongLine(t *testing.T) {
	long := io.LimitReader(readFunc(func(b []byte) (int, error) { clear(b); return len(b), nil }), maxLine+2)
	var out, errText bytes.Buffer
	status := run([]string{"parse"}, io.MultiReader(strings.NewReader("a\n"), long, strings.NewReader("\nb\n")), &out, &errText)
	if out.String() != "relative rel_path path=a\n" || errText.String() != "uri: line 2 is longer than 64 MiB\n" || status != misused {
		t.Errorf("%d, %.300q, %.300q", status, out.String(), errText.String())
	}
}

// TestGarbage gives every command random bytes. No command may panic, each line has a
// result with -json, and the lines are JSON.
func TestGarbage(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	pieces := []string{"http:", "//", "/", "a", "%", "%41", "@", ":", "?", "#", "[", "]", "::1", "\x00", "\xff", "é", " ", "\t", "<", ">", `"`, ";", "&", "=", "..", "ftp://", "gopher://h/", "mailto:", "news:", "\r"}
	var in strings.Builder
	const lines = 300
	for range lines {
		for range rnd.Intn(12) {
			in.WriteString(pieces[rnd.Intn(len(pieces))])
		}
		in.WriteByte('\n')
	}
	for _, g := range groups {
		for _, c := range g {
			args := append([]string{c.name, "-json"}, needed[c.name]...)
			out, errText, status := uriRun(in.String(), args...)
			if errText != "" || status > refused {
				t.Errorf("%s: %d, %q", c.name, status, errText)
			}
			if n := strings.Count(out, "\n"); n != lines && c.shape != wholeText {
				t.Errorf("%s: %d results of %d lines", c.name, n, lines)
			}
			checkJSON(t, c.name, out)
			args[1] = "-json=false"
			uriRun(in.String(), args...)
		}
	}
}

// TestAlone gives every command many lines at once and each alone: the result of a line
// is the same.
func TestAlone(t *testing.T) {
	lines := strings.SplitAfter("http://h/A/B?C#D\nHTTP://H/%7eA\nftp://U:P@H/%2FE;type=A\nmailto:A@B\nwww.A.com/B\n"+
		"http://h/a b\n//U@H:80/../A\nhttp://H\tHTTP://h/\n/A/../B\n%\n\nhttp:\\\\H\\A\nnews:A%40B\nhttp://H/A?B&A\n", "\n")
	for _, g := range groups {
		for _, c := range g {
			if c.shape == wholeText {
				continue
			}
			for _, flag := range []string{"-json=true", "-json=false"} {
				args := append([]string{c.name, flag}, needed[c.name]...)
				all, _, _ := uriRun(strings.Join(lines, ""), args...)
				if c.blankBetween {
					all = strings.ReplaceAll(all, "\n\n", "\n")
				}
				var each strings.Builder
				for _, line := range lines {
					out, _, _ := uriRun(line, args...)
					each.WriteString(out)
				}
				if diff := cmp.Diff(each.String(), all); diff != "" {
					t.Errorf("%q (-alone +together):\n%s", args, diff)
				}
			}
		}
	}
}

// needed are the flags that a command does not work without.
var needed = map[string][]string{
	"resolve":    {"-base", "http://a/b/c/d;p?q"},
	"relativize": {"-base", "http://a/b/c/d;p?q"},
	"get":        {"-format", "{host} {port} {:path} {:query:a} {:segment:-1}"},
	"local":      {"-base", "http://a/b/c/d;p?q"},
	"robots":     {"-file", "testdata/site/robots.txt", "-agent", "ExampleBot"},
}
