package main

import (
	"os"
	"strings"
	"testing"
)

// TestReadme runs the commands of the README and of docs/command.md and compares
// their output with the lines below each.
func TestReadme(t *testing.T) {
	ran := 0
	for _, document := range []string{"../../README.md", "../../docs/command.md"} {
		b, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, console := range strings.Split(string(b), "\n```console\n$ ")[1:] {
			console, _, _ = strings.Cut(console, "\n```")
			for _, block := range strings.Split(console, "\n$ ") {
				line, want, _ := strings.Cut(block, "\n")
				args := shellWords(strings.TrimPrefix(strings.TrimPrefix(line, "go run ./cmd/"), "uri "))
				var stdout, stderr strings.Builder
				status := run(args, strings.NewReader(""), &stdout, &stderr)
				if got := strings.TrimSuffix(stdout.String(), "\n"); status != accepted || got != want {
					t.Errorf("%s: %s\n got %s\nwant %s\nstatus %d, %s", document, line, got, want, status, &stderr)
				}
				ran++
			}
		}
	}
	if ran < 10 {
		t.Errorf("only %d commands", ran)
	}
}
