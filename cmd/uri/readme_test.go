package main

import (
	"os"
	"strings"
	"testing"
)

// TestReadme runs the commands of the README and compares what they print with
// the lines below each.
func TestReadme(t *testing.T) {
	b, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, console, ok := strings.Cut(string(b), "\n```console\n$ ")
	if !ok {
		t.Fatal("no commands")
	}
	console, _, _ = strings.Cut(console, "\n```")
	for _, block := range strings.Split(console, "\n$ ") {
		line, want, _ := strings.Cut(block, "\n")
		var args []string
		for i, part := range strings.Split(line, "'") {
			if i%2 == 1 { // within quotes
				args = append(args, part)
				continue
			}
			args = append(args, strings.Fields(part)...)
		}
		var stdout, stderr strings.Builder
		status := run(args[1:], strings.NewReader(""), &stdout, &stderr)
		if got := strings.TrimSuffix(stdout.String(), "\n"); status != accepted || got != want {
			t.Errorf("%s\n got %s\nwant %s\nstatus %d, %s", line, got, want, status, &stderr)
		}
	}
}
