package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
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
	for _, name := range []string{"/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"} {
		if device, err := os.Open(name); err == nil { // where the system has it
			if isTerminal(device) {
				t.Errorf("%s is a terminal", name)
			}
			device.Close()
		}
	}
	if terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0); err == nil {
		defer terminal.Close()
		if !isTerminal(terminal) {
			t.Error("/dev/ptmx is not a terminal")
		}
	}
}

// TestWidth checks the width of pictures: that of the terminal, if there is one.
func TestWidth(t *testing.T) {
	if got := terminalWidth(&strings.Builder{}); got != defaultWidth {
		t.Errorf("no terminal: %d", got)
	}
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		return // a system without such terminals
	}
	defer terminal.Close()
	for columns, want := range map[string]int{"40": 39, "200": 199, "10": minWidth, "0": defaultWidth, "x": defaultWidth} {
		t.Setenv("COLUMNS", columns)
		if got := terminalWidth(terminal); got != want {
			t.Errorf("COLUMNS=%s: %d, want %d", columns, got, want)
		}
	}
}

// TestInvite checks the line that each command writes for a person at a terminal.
func TestInvite(t *testing.T) {
	for name, want := range map[string]string{
		"parse":   "uri parse: waiting for inputs, one a line; Ctrl-",
		"equal":   "uri equal: waiting for two inputs a line, with a tab between them; Ctrl-",
		"extract": "uri extract: waiting for a text; Ctrl-",
	} {
		c, _ := find(name)
		var b strings.Builder
		if c.invite(&b); !strings.HasPrefix(b.String(), want) || !strings.HasSuffix(b.String(), " ends the input\n") {
			t.Errorf("%s: %q", name, &b)
		}
	}
}

// TestHints checks the hints below a refusal: a person reads them, a program does not.
func TestHints(t *testing.T) {
	for _, test := range []struct{ args, hint string }{
		{"web a", "hint: this is a reference without a scheme; give the URL of its page with -base\n"},
		{"web -base http://h/ //:", ""},
		{"web http://h:x/", ""},
		{"repair http://b\u00fccher.de/", "hint: this command has no tables of Unicode; write the host in its ASCII form, which begins with xn--\n"},
		{"expand example.com", "hint: -host-alone reads the start of the text as a host\n"},
		{"expand -host-alone x", ""},
		{"interpret www.example.com", "did you mean https://www.example.com\nhint: add \"https://\" at the start\n"},
		{"parse a%", "did you mean a%25\nhint: write \"%\" as %25\n"},
		{"expand a|b", "did you mean a%7Cb\nhint: write \"|\" as %7C\n"},
		{"parse http://u:p^w@h/", "did you mean http://u:xxxxx@h/\nhint: write the special characters of a user name, a password or a key as escapes\n"},
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
