package bench

import (
	"bufio"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"example.com/uri"
)

// This file measures everything except the time for one input: memory, two goroutines, and
// the command.

// A Line is one line of the table of goals.
type Line struct {
	Work, Goal, Got string
	Pass            bool
}

// Memory measures the memory of 50,000 parsed URLs. Their text does not count, since it is shared.
func Memory(l *Lists) []Line {
	var accepted []string // by both
	for _, s := range l.All {
		if _, err := url.Parse(s); err == nil && uri.Valid(s) {
			accepted = append(accepted, s)
		}
	}
	const n = 50_000
	lines := make([]string, n)
	for i := range lines {
		lines[i] = accepted[i%len(accepted)]
	}
	ours := held(n, func() any {
		us := make([]uri.URI, n)
		for i, s := range lines {
			us[i] = uri.MustParse(s)
		}
		return us
	})
	theirs := held(n, func() any {
		us := make([]*url.URL, n)
		for i, s := range lines {
			us[i], _ = url.Parse(s)
		}
		return us
	})
	return []Line{{"memory of 50,000 parsed URLs beside their text", "48 B each",
		fmt.Sprintf("%.1f B each (net/url %.1f)", ours, theirs), ours < 48.5}}
}

// held returns how many bytes of the heap the result of build holds, divided by n.
func held(n int, build func() any) float64 {
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	v := build()
	after := heap()
	runtime.KeepAlive(v)
	return (float64(after) - float64(before)) / float64(n)
}

// Goroutines parses the lists in two goroutines and in one, in turns. It does the same with two
// loops that show how much the machine could do at that time: the table floor, which only reads
// the same memory, and a loop without memory.
func Goroutines(l *Lists, rounds int) []Line {
	parse := func() {
		for range 16 {
			n := 0
			for _, s := range l.All {
				if u, err := uri.Parse(s); err == nil {
					n += len(u.Path())
				}
			}
			if n == 0 {
				panic("nothing parsed")
			}
		}
	}
	floor := func() {
		for range 16 {
			n := 0
			for _, s := range l.All {
				if tableFloor(s) {
					n++
				}
			}
			if n == 0 {
				panic("nothing printable")
			}
		}
	}
	spin := func() {
		x := uint64(1)
		for range 80_000_000 {
			x = x*6364136223846793005 + 1442695040888963407
		}
		if x == 0 {
			panic("unlucky")
		}
	}
	gain := func(work func()) float64 {
		one := elapsed(1, work)
		return 2 * float64(one) / float64(elapsed(2, work))
	}
	var ours, memory, registers []float64
	for range rounds {
		ours = append(ours, gain(parse))
		memory = append(memory, gain(floor))
		registers = append(registers, gain(spin))
	}
	got, gave := Summary(ours).Center, Summary(registers).Center
	figures := fmt.Sprintf("%.2f (the table floor: %.2f, a loop in registers: %.2f)", got, Summary(memory).Center, gave)
	if gave < 1.9 {
		figures += ": two cores were not idle, so this says nothing"
	}
	return []Line{{"Parse in 2 goroutines against 1", "at least 1.9 times the throughput where two cores are idle", figures, got >= 1.9}}
}

func elapsed(goroutines int, work func()) time.Duration {
	var wg sync.WaitGroup
	start := time.Now()
	for range goroutines {
		wg.Go(work)
	}
	wg.Wait()
	return time.Since(start)
}

// Command runs "uri parse -json" on a million lines and returns its time and memory.
func Command(l *Lists, rounds int) ([]Line, error) {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	tool := filepath.Join(dir, "uri")
	if out, err := exec.Command("go", "build", "-o", tool, "example.com/uri/cmd/uri").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the command: %v\n%s", err, out)
	}
	const n = 1_000_000
	web, few, all := filepath.Join(dir, "web"), filepath.Join(dir, "few"), filepath.Join(dir, "all")
	for _, f := range []struct {
		name  string
		lines []string
		n     int
	}{{web, l.Web, len(l.Web)}, {few, l.All, n / 10}, {all, l.All, n}} {
		if err := repeat(f.name, f.lines, f.n); err != nil {
			return nil, err
		}
	}
	var clocks, processor, kasztp []float64
	var peak, peakFew int64
	for range rounds {
		clock, cpu, err := run(all, tool, "parse", "-json")
		if err != nil {
			return nil, err
		}
		clocks, processor = append(clocks, clock), append(processor, cpu)
		if _, cpu, err = run(web, tool, "parse", "-json"); err != nil {
			return nil, err
		}
		kasztp = append(kasztp, cpu)
		most, err := watch(all, tool, "parse", "-json")
		if err != nil {
			return nil, err
		}
		mostFew, err := watch(few, tool, "parse", "-json")
		if err != nil {
			return nil, err
		}
		peak, peakFew = max(peak, most), max(peakFew, mostFew)
	}
	perLine := Summary(processor).Center * 1e6 / n
	return []Line{
		{"uri parse -json over a million lines", "under 1.5 µs of processor time a line",
			fmt.Sprintf("%.2f µs a line; %.2f s by the clock", perLine, Summary(clocks).Center), perLine < 1.5},
		{"uri parse -json over a million lines, memory", "flat",
			fmt.Sprintf("peak %.1f MiB; over 100,000 lines %.1f MiB", float64(peak)/1024, float64(peakFew)/1024), peak < peakFew+8*1024},
		{fmt.Sprintf("uri parse -json over the %d lines of kasztp.txt, processor time", len(l.Web)), "less than 1 s",
			fmt.Sprintf("%.2f s", Summary(kasztp).Center), Summary(kasztp).Center < 1},
	}, nil
}

// repeat writes n lines to a file: the given lines, repeated.
func repeat(name string, lines []string, n int) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	for i := range n {
		w.WriteString(lines[i%len(lines)])
		w.WriteByte('\n')
	}
	return errors.Join(w.Flush(), f.Close())
}

// run runs a command with the file as its input, discards its output, and returns its
// wall time and CPU time in seconds.
func run(file string, command ...string) (clock, processor float64, err error) {
	cmd := exec.Command(command[0], command[1:]...)
	in, err := os.Open(file)
	if err != nil {
		return 0, 0, err
	}
	defer in.Close()
	cmd.Stdin = in
	start := time.Now()
	err = cmd.Run()
	clock = time.Since(start).Seconds()
	if err := failure(cmd, err); err != nil {
		return 0, 0, err
	}
	return clock, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(), nil
}

// watch is run for the peak memory of the command in KiB. Watching takes time, so run
// does not do it.
func watch(file string, command ...string) (peak int64, err error) {
	cmd := exec.Command(command[0], command[1:]...)
	in, err := os.Open(file)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	cmd.Stdin = in
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	done, watched := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		for {
			peak = max(peak, highWater(cmd.Process.Pid))
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	err = cmd.Wait()
	close(done)
	<-watched
	return peak, failure(cmd, err)
}

// failure returns why a command failed. Status 1 only means that some lines were
// refused.
func failure(cmd *exec.Cmd, err error) error {
	if err == nil || cmd.ProcessState != nil && cmd.ProcessState.ExitCode() == 1 {
		return nil
	}
	return fmt.Errorf("%s: %w", cmd.Path, err)
}

// highWater returns the peak memory of a running process in KiB on Linux, and 0
// elsewhere. The peak in the resource usage of a child is of no use, since it starts
// with that of its parent.
func highWater(pid int) (kib int64) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			fmt.Sscan(rest, &kib)
		}
	}
	return kib
}
