package bench

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"example.com/uri"
)

// SetCommand runs "uri set -pair" over a million lines and, in turns with it, trurl,
// the program at the path given, if that is not empty.
func SetCommand(l *Lists, trurl string, rounds int) (lines []Line, err error) {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	tool := filepath.Join(dir, "uri")
	if out, err := exec.Command("go", "build", "-o", tool, "example.com/uri/cmd/uri").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the command: %v\n%s", err, out)
	}
	const n = 1_000_000
	once, list := filepath.Join(dir, "once"), filepath.Join(dir, "list")
	web := namedPairs(l.Web)
	if err := errors.Join(repeat(once, web, len(web)), repeat(list, web, n)); err != nil {
		return nil, err
	}
	ours := []string{tool, "set", "-pair", "q=1"}
	theirs := []string{trurl, "--url-file", "-", "--replace-append", "q=1"}
	var clocks, processor, trurlClocks, trurlProcessor []float64
	for range rounds {
		clock, cpu, err := run(list, ours...)
		if err != nil {
			return nil, err
		}
		clocks, processor = append(clocks, clock), append(processor, cpu)
		if trurl == "" {
			continue
		}
		if clock, cpu, err = run(list, theirs...); err != nil {
			return nil, err
		}
		trurlClocks, trurlProcessor = append(trurlClocks, clock), append(trurlProcessor, cpu)
	}
	got := fmt.Sprintf("%.2f s by the clock, %.2f s of processor time", Summary(clocks).Center, Summary(processor).Center)
	line := Line{Work: "uri set -pair over a million lines", Pass: true}
	if trurl == "" {
		line.Got = got + "; trurl is not installed"
		return []Line{line}, nil
	}
	version, same, err := againstTrurl(once, trurl, ours, theirs)
	if err != nil {
		return nil, err
	}
	line.Goal = "less processor time than trurl"
	line.Got = fmt.Sprintf("%s; %s: %.2f s and %.2f s; of %d lines %d are the same", got, version,
		Summary(trurlClocks).Center, Summary(trurlProcessor).Center, len(web), same)
	line.Pass = Summary(processor).Center < Summary(trurlProcessor).Center
	return []Line{line}, nil
}

// againstTrurl returns the version of trurl, and for how many lines of the file both commands
// write the same. Each writes one line for each line.
func againstTrurl(file, trurl string, ours, theirs []string) (version string, same int, err error) {
	out, err := exec.Command(trurl, "--version").Output()
	if err != nil {
		return "", 0, fmt.Errorf("%s: %w", trurl, err)
	}
	version, _, _ = strings.Cut(string(out), " [")
	a, err := output(file, ours)
	if err != nil {
		return "", 0, err
	}
	b, err := output(file, theirs)
	if err != nil {
		return "", 0, err
	}
	if len(a) != len(b) {
		return "", 0, fmt.Errorf("uri wrote %d lines, trurl %d", len(a), len(b))
	}
	for i, s := range a {
		if s == b[i] {
			same++
		}
	}
	return version, same, nil
}

// output returns the lines that a command writes when it is given the file.
func output(file string, command []string) ([]string, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin = in
	out, err := cmd.Output()
	if err := failure(cmd, err); err != nil {
		return nil, err
	}
	return strings.Split(string(out), "\n"), nil
}

// namedPairs returns the http and https URLs whose pairs all have a name. trurl
// 0.16.1 crashes at a pair without one.
func namedPairs(lines []string) (plain []string) {
	for _, s := range lines {
		u, err := uri.Parse(s)
		if err != nil {
			continue
		}
		if _, err := uri.HTTPFrom(u); err != nil {
			continue
		}
		named := true
		for _, p := range u.Values() {
			named = named && p.Name() != ""
		}
		if named {
			plain = append(plain, s)
		}
	}
	return plain
}
