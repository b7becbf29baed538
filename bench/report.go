package bench

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
)

// Goals compares the results of a row with its bounds.
func (r Row) Goals(results []Result) (lines []Line) {
	ours := results[0]
	for i, b := range r.Bounds {
		k := slices.IndexFunc(results, func(x Result) bool { return x.Name == b.Against })
		least, rounds := ours.RatioTo(results[k])
		l := Line{
			Work: r.Name,
			Goal: fmt.Sprintf("at most %.2f of %s", b.Ratio, b.Against),
			Got:  fmt.Sprintf("%.3f [%.3f, %.3f], minimum %.3f", rounds.Center, rounds.Lo, rounds.Hi, least),
			Pass: rounds.Center <= b.Ratio,
		}
		if i == 0 && r.Allocs != Free {
			l.Goal += fmt.Sprintf("; %g allocated", r.Allocs)
			l.Got += "; " + decimals(ours.Allocs)
			// An error may cost two allocations, except in a row about errors.
			n, about := float64(len(r.Inputs)), float64(ours.Accepted)
			if about == 0 {
				about = n
			}
			l.Pass = l.Pass && ours.Allocs*n <= r.Allocs*about+2*(n-about)+0.5
		}
		lines = append(lines, l)
	}
	return lines
}

// WriteGoals writes the table of goals.
func WriteGoals(w io.Writer, lines []Line) {
	fmt.Fprint(w, "| work | goal | measured | |\n|---|---|---|---|\n")
	for _, l := range lines {
		verdict := "**missed**"
		switch {
		case l.Goal == "":
			verdict = ""
		case l.Pass:
			verdict = "pass"
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s |\n", l.Work, l.Goal, l.Got, verdict)
	}
}

// WriteRow writes the results of one row, ours first.
func (r Row) WriteRow(w io.Writer, results []Result) {
	fmt.Fprintf(w, "\n### %s\n\n%d inputs, %.1f octets on average; ns for each %s\n\n", r.Name, len(r.Inputs), Octets(r.Inputs), r.Unit)
	fmt.Fprint(w, "| | minimum | median | allocations | B | accepted | as wanted | times ours |\n|---|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, x := range results {
		same := "–"
		if x.Same >= 0 && results[0].Accepted > 0 {
			same = fmt.Sprint(x.Same)
		}
		least, _ := x.RatioTo(results[0])
		fmt.Fprintf(w, "| %s | %.1f | %.1f | %s | %s | %d | %s | %.2f |\n", x.Name, x.Min(), x.Median(),
			decimals(x.Allocs), decimals(x.Bytes), x.Accepted, same, least)
	}
}

// decimals formats x with enough digits to distinguish a small ratio from 0.
func decimals(x float64) string {
	if x < 0.0005 {
		return "0"
	}
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.3f", x), "0"), ".")
}

// WriteMachine writes the command, the inputs, the versions and the machine.
func WriteMachine(w io.Writer, command string, l *Lists, rounds, layouts int) {
	writeOrigin(w, command)
	fmt.Fprintf(w, "* inputs: %s: %d lines, %.1f octets on average; no line is left out, a parser that refuses one is counted\n",
		l.Folder, len(l.All), Octets(l.All))
	fmt.Fprintf(w, "* %d rounds; in each, the contestants of a row take turns; %s\n", rounds, clockName)
	fmt.Fprintf(w, "* the rounds are shared by %d programs, each with its functions in another order (`-ldflags=-randlayout`)\n", layouts)
}

// writeOrigin writes the command and the machine.
func writeOrigin(w io.Writer, command string) {
	fmt.Fprintf(w, "* command: `%s`, in the folder `bench`\n", command)
	fmt.Fprintf(w, "* machine: %s, %d processors, %s/%s, load at the start %s\n",
		processor(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, load1())
	fmt.Fprintf(w, "* %s; %s\n", runtime.Version(), strings.Join(peers(), ", "))
}

// processor returns the name of the processor on Linux.
func processor() string {
	info, _ := os.ReadFile("/proc/cpuinfo") // elsewhere there is none, and no name
	for line := range strings.Lines(string(info)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unnamed processor"
}

// load1 returns the load of the system over the last minute on Linux.
func load1() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	load, _, _ := strings.Cut(string(text), " ")
	return load
}

// peers are the modules that the results name, with their versions.
func peers() (list []string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil
	}
	for _, m := range info.Deps {
		switch m.Path {
		case "github.com/PuerkitoBio/purell", "github.com/fredbi/uri", "github.com/nlnwa/whatwg-url", "github.com/valyala/fasthttp", "mvdan.cc/xurls/v2":
			list = append(list, m.Path+" "+m.Version)
		}
	}
	return list
}
