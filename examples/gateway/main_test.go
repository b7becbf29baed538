package main

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestMainListens asks the program for a URL that it refuses.
func TestMainListens(t *testing.T) {
	c := exec.Command(os.Args[0], "-listen", "127.0.0.1:0")
	c.Env = append(os.Environ(), childVariable+"=main")
	log, err := c.StderrPipe()
	if err != nil || c.Start() != nil {
		t.Fatal("does not start")
	}
	defer c.Wait()
	defer c.Process.Kill()
	defer time.AfterFunc(long, func() { c.Process.Kill() }).Stop()
	line, _ := bufio.NewReader(log).ReadString('\n')
	_, address, _ := strings.Cut(strings.TrimSpace(line), "msg=listening address=")
	if code, body := get(t, "http://"+address, "ftp://127.0.0.1/"); code != 403 {
		t.Errorf("it writes %q, and answers %d %s", line, code, body)
	}
}

// TestWrongUsage gives garbage in place of each argument. The program says what is wrong in a
// line that no terminal obeys, and ends.
func TestWrongUsage(t *testing.T) {
	long, odd := strings.Repeat("%", 100_000), "\x1b[31m\xff\n"
	for _, tt := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{""}, 2, "only flags are read"},
		{[]string{odd}, 2, "only flags are read"},
		{[]string{"http://joe:SECRET@h/"}, 2, "only flags are read"},
		{[]string{long}, 2, "only flags are read"},
		{[]string{"-listen", ""}, 2, "-listen: missing port in address"},
		{[]string{"-listen", odd}, 2, "-listen: "},
		{[]string{"-listen", long}, 2, "-listen: "},
		{[]string{"-listen", "127.0.0.1:no-port"}, 1, "no-port"},
		{[]string{"-listen", "127.0.0.1:no-port", "-clients", "1"}, 1, "no-port"},
		{[]string{"-clients", "0"}, 2, "-clients is below 1"},
		{[]string{"-clients", "-1"}, 2, "-clients is below 1"},
		{[]string{"-listen", "127.0.0.1:no-port", "-timeout", "1ns"}, 1, "no-port"},
		{[]string{"-timeout", "0s"}, 2, "-timeout is not above 0s"},
		{[]string{"-timeout", "-1s"}, 2, "-timeout is not above 0s"},
		{[]string{"-hosts", ""}, 2, "Hosts: it is empty"},
		{[]string{"-hosts", odd}, 2, "-hosts: "},
		{[]string{"-hosts", "/nonexistent"}, 2, "-hosts: "},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		c := exec.CommandContext(ctx, os.Args[0], tt.args...)
		c.Env = append(os.Environ(), childVariable+"=main")
		out, err := c.CombinedOutput()
		var status *exec.ExitError
		if !errors.As(err, &status) || status.ExitCode() != tt.code || len(out) > 3000 ||
			!regexp.MustCompile(`^gateway: [ -~]*\n$`).Match(out) || !strings.Contains(string(out), tt.says) || strings.Contains(string(out), "SECRET") {
			t.Errorf("%.50q: %v, %.300q", tt.args, err, out)
		}
	}
}

// TestDefaults checks that the usage names the default of each flag.
func TestDefaults(t *testing.T) {
	c := exec.Command(os.Args[0], "-h")
	c.Env = append(os.Environ(), childVariable+"=main")
	out, err := c.CombinedOutput()
	for _, want := range []string{`"127.0.0.1:8118"`, "256", `"* *:443"`, "2m0s"} {
		if err != nil || !strings.Contains(string(out), "(default "+want+")") {
			t.Errorf("%v, no default %s: %s", err, want, out)
		}
	}
}
