package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestTerminal opens files that are not a terminal and, where the system has it, one that
// is: the side of a new terminal that programs such as xterm hold.
func TestTerminal(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	for _, f := range []any{file, null, r, w, strings.NewReader(""), nil} {
		if isTerminal(f) {
			t.Errorf("%v is a terminal", f)
		}
	}
	if terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0); err == nil {
		defer terminal.Close()
		if !isTerminal(terminal) {
			t.Error("/dev/ptmx is not a terminal")
		}
		// A person at a terminal is told what the program waits for. Nobody types here: the past
		// deadline ends the reading, on systems that can do that.
		var errText strings.Builder
		if terminal.SetReadDeadline(time.Unix(1, 0)) == nil {
			run([]string{"parse"}, terminal, io.Discard, &errText)
			if said, _, _ := strings.Cut(errText.String(), "\n"); said != "uri parse: reading standard input" {
				t.Errorf("at a terminal: %q", &errText)
			}
		}
		errText.Reset()
		for _, args := range [][]string{{"parse", "a"}, {"version"}} {
			if run(args, terminal, io.Discard, &errText); errText.Len() > 0 {
				t.Errorf("uri %q at a terminal: %q", args, &errText)
			}
		}
	}
}

// TestHints checks the hints below a refusal: a person reads them, a program does not.
func TestHints(t *testing.T) {
	for _, test := range []struct{ args, hint string }{
		{"web a", ""},
		{"web -base http://h/ //:", ""},
		{"web http://h:x/", ""},
		{"expand example.com", ""},
		{"read x", ""},
		{"interpret www.example.com", "hint: add a scheme and \"://\" at the start\n"},
		{"parse a%", "did you mean a%25\nhint: write \"%\" as %25\n"},
		{"expand a|b", "did you mean a%7Cb\nhint: write \"|\" as %7C\n"},
		{"parse http://u:p^w@h/", "did you mean http://u:xxxxx@h/\nhint: write the special characters of a user name, a password or a key as escapes\n"},
		{"parse hxxp://h[.]example", "did you mean http://h.example\n"},
		{"parse http://a@b@c/|", "hint: programs read different hosts in this text\nhint: write \"|\" as %7C\n"},
		{"normalize x:", "hint: add the rest of the URI\n"},
	} {
		for _, watched := range []bool{true, false} {
			var errText strings.Builder
			status := runWatched(strings.Fields(test.args), strings.NewReader(""), &strings.Builder{}, &errText, watched)
			first, hint, _ := strings.Cut(errText.String(), "\n")
			want := test.hint
			if !watched {
				want = ""
			}
			if hint != want || !strings.HasPrefix(first, "uri: ") || status != refused {
				t.Errorf("uri %s, %t: %q, %d; want %q", test.args, watched, errText.String(), status, want)
			}
		}
	}
	// Many lines of a file are no place for them.
	var errText strings.Builder
	runWatched([]string{"web"}, strings.NewReader("a\n"), &strings.Builder{}, &errText, true)
	if strings.Contains(errText.String(), "hint") {
		t.Errorf("a line of a file: %q", errText.String())
	}
}
