//go:build linux

package main

import (
	"io"
	"strings"
	"syscall"
	"testing"
)

// TestPeak gives every command some lines and ten times as many, and compares how
// much memory the process had at its peak. Only a command that keeps lines or
// results needs more. Without the flag -long it tries one command of each group.
func TestPeak(t *testing.T) {
	const lines, most = 4000, 6 << 10 // most: KiB
	for _, g := range groups {
		if !*long {
			g = g[:1]
		}
		for _, c := range g {
			args := append([]string{c.name, "-json"}, needed[c.name]...)
			line := tried[c.name].good
			if !strings.ContainsAny(line, "\t ?") {
				line += "?" + strings.Repeat("q=1&", 20)
			}
			peak := func(n int) int64 {
				p := program(t, args...)
				p.Env = append(p.Env, "GOMAXPROCS=2")
				p.Stdin, p.Stdout = io.LimitReader(endlessLines(line+"\n"), int64(n*(len(line)+1))), io.Discard
				if err := p.Run(); err != nil {
					t.Errorf("%q: %v", args, err)
				}
				return int64(p.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)
			}
			few, many := peak(lines), peak(10*lines)
			if many-few > most {
				t.Errorf("%q: %d KiB for %d lines, %d KiB for ten times as many", args, few, lines, many)
			}
		}
	}
}
