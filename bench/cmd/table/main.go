// Table compares the speed of the library with that of its peers, prints the result and
// writes it to RESULT.md. Run it in the folder bench:
//
//	URI_CORPUS=folder go run ./cmd/table
//
// It also times the command beside trurl, if that is in $PATH or given by -trurl, the
// archive keys beside internetarchive/surt, if -surt gives its folder, and package web
// beside Ada, if -ada gives a checkout (see foreign/ada). It ends with the tables of
// foreign/times and foreign/rust. Without URI_CORPUS it uses the small lists of testdata, whose
// figures mean little: it prints them and writes no file.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"example.com/uri/bench"
)

func main() {
	rounds := flag.Int("rounds", 15, "how often each contestant has its turn")
	layouts := flag.Int("layouts", 5, "in how many programs, each with its functions in another order")
	only := flag.String("row", "", "measure only the rows and calls that match this expression, and write no file")
	out := flag.String("o", "RESULT.md", "file to write")
	surt := flag.String("surt", "", "the `folder` of internetarchive/surt, to compare with it")
	trurl := flag.String("trurl", "", "the `program` trurl; otherwise it is looked up")
	ada := flag.String("ada", "", "the `folder` of ada-url/ada, to compare with it")
	raw := flag.Bool("raw", false, "measure in this program and write the results as JSON")
	flag.Parse()
	rows, err := regexp.Compile(*only)
	switch {
	case err != nil:
	case *raw:
		err = measure(*rounds, rows)
	default:
		err = run(*rounds, *layouts, rows, *out, *surt, *trurl, *ada)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "table:", err)
		os.Exit(1)
	}
}

// measure writes the results of each row, by its name.
func measure(rounds int, only *regexp.Regexp) error {
	lists, err := bench.Load()
	if err != nil {
		return err
	}
	all := make(map[string][]bench.Result)
	for _, row := range bench.Rows(lists) {
		if !only.MatchString(row.Name) {
			continue
		}
		if all[row.Name], err = row.Measure(rounds); err != nil {
			return err
		}
	}
	return json.NewEncoder(os.Stdout).Encode(all)
}

// measureLayouts measures with programs that differ only in the linker's order of their
// functions. That order changes the figures of short work by 10 %.
func measureLayouts(rounds, layouts int, only *regexp.Regexp) (map[string][]bench.Result, error) {
	dir, err := os.MkdirTemp("", "table")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	pooled := make(map[string][]bench.Result)
	for n := range layouts {
		fmt.Fprintf(os.Stderr, "layout %d of %d\n", n+1, layouts)
		program := filepath.Join(dir, fmt.Sprint(n))
		build := exec.Command("go", "build", fmt.Sprintf("-ldflags=-randlayout=%d", n+1), "-o", program, "example.com/uri/bench/cmd/table")
		if out, err := build.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("building: %v\n%s", err, out)
		}
		share := rounds*(n+1)/layouts - rounds*n/layouts
		child := exec.Command(program, "-raw", "-rounds", fmt.Sprint(share), "-row", only.String())
		child.Stderr = os.Stderr
		out, err := child.Output()
		if err != nil {
			return nil, err
		}
		var results map[string][]bench.Result
		if err := json.Unmarshal(out, &results); err != nil {
			return nil, err
		}
		for name, list := range results {
			if pooled[name] == nil {
				pooled[name] = list
				continue
			}
			for i := range list {
				pooled[name][i].Times = append(pooled[name][i].Times, list[i].Times...)
			}
		}
	}
	return pooled, nil
}

func run(rounds, layouts int, only *regexp.Regexp, out, surt, trurl, ada string) error {
	if layouts < 1 || rounds < layouts {
		return fmt.Errorf("%d rounds do not go round %d layouts", rounds, layouts)
	}
	lists, err := bench.Load()
	if err != nil {
		return err
	}
	var text, details bytes.Buffer
	fmt.Fprint(&text, "# Measured\n\n")
	bench.WriteMachine(&text, "go run ./cmd/table", lists, rounds, layouts)

	results, err := measureLayouts(rounds, layouts, only)
	if err != nil {
		return err
	}
	var goals []bench.Line
	for _, row := range bench.Rows(lists) {
		if of, ok := results[row.Name]; ok {
			goals = append(goals, row.Goals(of)...)
			row.WriteRow(&details, of)
		}
	}
	fmt.Fprintln(os.Stderr, "calls without a peer")
	lines, err := bench.Calls(rounds, only)
	if err != nil {
		return err
	}
	goals = append(goals, lines...)
	whole := only.String() == ""
	if whole {
		fmt.Fprintln(os.Stderr, "surt, memory, goroutines, command")
		if surt != "" {
			line, err := bench.Surt(lists, surt)
			if err != nil {
				return err
			}
			goals = append(goals, line)
		}
		goals = append(goals, bench.Memory(lists)...)
		goals = append(goals, bench.Goroutines(lists, rounds)...)
		if lines, err = bench.Command(lists, 5); err != nil {
			return err
		}
		goals = append(goals, lines...)
		if trurl == "" {
			if trurl, err = exec.LookPath("trurl"); err != nil {
				trurl = ""
			}
		}
		if lines, err = bench.SetCommand(lists, trurl, 5); err != nil {
			return err
		}
		goals = append(goals, lines...)
	}

	fmt.Fprint(&text, "\n## Goals\n\nOur time divided by the other's in the same round: the median of the rounds, which decides, with its 95 %\n"+
		"confidence interval; then our minimum divided by the other's.\n\n")
	bench.WriteGoals(&text, goals)
	fmt.Fprint(&text, "\n## Rows\n")
	text.Write(details.Bytes())
	if whole && ada != "" {
		fmt.Fprintln(os.Stderr, "ada")
		of, err := exec.Command("go", "run", "./foreign/ada", "-time", "-ada", ada).Output()
		if err != nil {
			return fmt.Errorf("foreign/ada: %w", err)
		}
		fmt.Fprintf(&text, "\n## Beside Ada\n\nThe goals are 0.55 of Ada for all lists, 0.36 for the references and 1 for the values.\n\n%s", of)
	}
	if whole {
		fmt.Fprint(&text, "\n## Beside other languages\n\n"+
			"The peers are programs of their own. This library returns a text that needs no change without a copy, and is asked\n"+
			"for it in Go, where the garbage collector works partly in other threads. The programs in C and Rust free each\n"+
			"result at once, so the next one gets the same memory while the processor has it in its cache.\n")
		for _, part := range []string{"./foreign/times", "./foreign/rust"} {
			fmt.Fprintln(os.Stderr, part)
			of, err := exec.Command("go", "run", part).Output()
			if err != nil {
				return fmt.Errorf("%s: %w", part, err)
			}
			fmt.Fprintf(&text, "\n%s", of)
		}
	}
	if _, err := os.Stdout.Write(text.Bytes()); err != nil || !whole {
		return err
	}
	if os.Getenv("URI_CORPUS") == "" {
		fmt.Fprintf(os.Stderr, "%s is left as it was: set URI_CORPUS to the folder of the full lists\n", out)
		return nil
	}
	text.WriteString(byHand(out))
	return os.WriteFile(out, text.Bytes(), 0o666)
}

// byHand returns the part of the file that was written by hand: it begins with a comment.
func byHand(file string) string {
	const begin = "\n<!-- Written by hand"
	b, err := os.ReadFile(file)
	if err != nil {
		return "" // it is the first file
	}
	if i := strings.Index(string(b), begin); i >= 0 {
		return string(b[i:])
	}
	return ""
}
