package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestMain makes the test binary the program if a test asks for that.
func TestMain(m *testing.M) {
	if os.Getenv("URI_TEST_AS_PROGRAM") != "" {
		main()
	}
	os.Exit(m.Run())
}

// program returns a call of the program in a process of its own.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, args...)
	c.Env = append(os.Environ(), "URI_TEST_AS_PROGRAM=1")
	return c
}

// tried has an input that a command accepts, and one that it refuses, "" if there is
// none. Its flags are in needed.
var tried = map[string]struct{ good, bad string }{
	"parse":      {"http://h/", "a b"},
	"explain":    {"http://h/", "a b"},
	"resolve":    {"../g", "a b"},
	"relativize": {"http://a/b/x", "http://other/"},
	"normalize":  {"HTTP://h:80", "a b"},
	"equal":      {"http://h\tHTTP://h/", "a b\tc"},
	"interpret":  {"ftp://h/a", "no-scheme"},
	"extract":    {"see http://h/ there", ""},
	"expand":     {"www.example.com", "no-scheme"},
	"read":       {"example.com", "two words"},
	"repair":     {" http://h/a b", "http://a b/"},
	"key":        {"http://h/", "a b"},
	"web":        {"http:\\\\h", "http://h:x/"},
	"audit":      {"http://h/", "a b"},
	"target":     {"/a?b", "a"},
	"get":        {"http://h/", "a b"},
	"set":        {"http://h/", "a b"},
	"local":      {"/x", "//other/"},
	"robots":     {"http://h/a?session=1", "a b"},
}

// calls are the ways in which the tests here call each command with inputs.
func calls(c command) [][]string {
	call := append([]string{c.name}, needed[c.name]...)
	all := [][]string{call, append(slices.Clone(call), "-json"), append(slices.Clone(call), "-redact")}
	if c.name == "explain" {
		all = append(all, []string{c.name, "-html"}, []string{c.name, "-by=all", "-json"})
	}
	return all
}

// TestEveryCommand gives every command good, bad, empty and binary inputs, and wrong
// flags. The exit statuses are as promised, results are on standard output, and
// refusals are on standard error or in the line of JSON.
func TestEveryCommand(t *testing.T) {
	binary := strings.Repeat("\x00\xff\x80\r\x1b[2J\xc3(\u2028 ", 1000) + strings.Repeat("\xfe", 3*bufSize) + "\n\x00\n" + "no end"
	for _, g := range groups {
		for _, c := range g {
			inputs, ok := tried[c.name]
			if !ok {
				t.Errorf("no inputs for %s", c.name)
			}
			for _, args := range calls(c) {
				json, html := slices.Contains(args, "-json"), slices.Contains(args, "-html")
				out, errText, status := uriRun(inputs.good+"\n", args...)
				if out == "" || errText != "" || status != accepted {
					t.Errorf("%q < %q: %q, %q, %d", args, inputs.good, out, errText, status)
				}
				if inputs.bad != "" {
					words := strings.Split(inputs.bad, "\t")
					if out, errText, status := uriRun("", append(append(slices.Clone(args), "--"), words...)...); (out != "") != (json || html) || (errText == "") != (json || html) || status != refused {
						t.Errorf("%q %q: %q, %q, %d", args, words, out, errText, status)
					}
					out, errText, status := uriRun(inputs.bad+"\n", args...)
					if (out != "") != (json || html) || (errText == "") != (json || html) || status != refused {
						t.Errorf("%q < %q: %q, %q, %d", args, inputs.bad, out, errText, status)
					}
				}
				out, errText, status = uriRun("", args...)
				if (out != "") != html || errText != "" || status != accepted {
					t.Errorf("%q without input: %q, %q, %d", args, out, errText, status)
				}
				if _, _, status := uriRun("\n", args...); status == misused {
					t.Errorf("%q: an empty line is wrong usage", args)
				}
				out, errText, status = uriRun(binary, args...)
				if status == misused || json && (errText != "" || c.shape != wholeText && strings.Count(out, "\n") != 3) {
					t.Errorf("%q, binary: %d, %.300q", args, status, errText)
				}
				if strings.ContainsAny(out+errText, "\x00\x1b") || !utf8.ValidString(out+errText) {
					t.Errorf("%q shows bytes that act on a terminal: %.300q", args, out+errText)
				}
				if _, errText, status := uriRun("a\n", append(slices.Clone(args), "-no-such-flag")...); status != misused || !strings.Contains(errText, "Try \"uri help "+c.name) {
					t.Errorf("%q: %d, %q", args, status, errText)
				}
			}
		}
	}
	for _, o := range others() {
		for _, args := range [][]string{{o.name, "-no-such-flag"}, {o.name, "no such", "arguments"}} {
			if out, errText, status := uriRun("", args...); out != "" || errText == "" || status != misused {
				t.Errorf("%q: %q, %q, %d", args, out, errText, status)
			}
		}
	}
	if len(tried) != len(names())-len(others()) {
		t.Errorf("%d commands with inputs, %d are tried", len(names())-len(others()), len(tried))
	}
}

// TestWrongFlag checks that the program names a wrong flag once.
func TestWrongFlag(t *testing.T) {
	args := []string{"parse", "-no-such-flag"}
	_, want, _ := uriRun("", args...)
	if got, _ := program(t, args...).CombinedOutput(); string(got) != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// everyCall returns the calls of all commands, those without inputs among them.
func everyCall() (all [][]string) {
	for _, g := range groups {
		for _, c := range g {
			all = append(all, calls(c)...)
		}
	}
	return append(all, []string{"version"}, []string{"completion", "bash"}, []string{"help"}, []string{"help", "-man"}, []string{"parse", "-h"})
}

// TestFullDisk writes to a disk that is full: an error, and not the exit status of
// success.
func TestFullDisk(t *testing.T) {
	disk, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if errors.Is(err, os.ErrNotExist) {
		return // another system; TestFailures has a writer that fails
	} else if err != nil {
		t.Fatal(err)
	}
	defer disk.Close()
	for _, args := range everyCall() {
		var errText strings.Builder
		status := run(args, strings.NewReader(tried[args[0]].good+"\n"), disk, &errText)
		if status != misused || errText.String() != "uri: write /dev/full: no space left on device\n" {
			t.Errorf("%q: %d, %q", args, status, &errText)
		}
	}
}

// TestClosedPipe closes the pipe after the first bytes, as "head -1" does, while the
// input does not end: the program ends, and says nothing.
func TestClosedPipe(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // there a write to a closed pipe is an error like others
	}
	for _, args := range everyCall() {
		good, hasInputs := tried[args[0]]
		if !hasInputs || slices.Contains(args, "-h") {
			continue // its text fits into the pipe
		}
		if slices.Contains(args, "-json") || slices.Contains(args, "-redact") {
			continue // as without
		}
		c := program(t, args...)
		var errText bytes.Buffer
		c.Stderr = &errText
		in, err := c.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		line := good.good + "\n"
		_, err = io.WriteString(in, line)
		if _, failure := out.Read(make([]byte, 10)); err != nil || failure != nil {
			t.Errorf("%q: %v, %v", args, err, failure)
		}
		out.Close()
		for range 1_000_000 {
			if _, err := io.WriteString(in, line); err != nil {
				break // it has gone
			}
		}
		in.Close()
		if err := c.Wait(); err == nil || errText.Len() > 0 {
			t.Errorf("%q: %v, %q", args, err, &errText)
		}
	}
}

// endlessLines is the same lines again and again.
type endlessLines string

func (e endlessLines) Read(b []byte) (int, error) {
	n := 0
	for n+len(e) <= len(b) {
		n += copy(b[n:], e)
	}
	return n, nil
}
