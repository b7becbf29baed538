// Table measures the library beside its peers, prints the comparison and
// writes it to RESULT.md. Run it in the folder bench:
//
//	URI_CORPUS=folder go run ./cmd/table
//
// Without URI_CORPUS it takes the small lists of testdata, which say little.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"regexp"

	"example.com/uri/bench"
)

func main() {
	rounds := flag.Int("rounds", 15, "how often each contestant has its turn")
	only := flag.String("row", "", "measure only the rows that match this expression, and write no file")
	out := flag.String("o", "RESULT.md", "file to write")
	flag.Parse()
	if err := run(*rounds, *only, *out); err != nil {
		fmt.Fprintln(os.Stderr, "table:", err)
		os.Exit(1)
	}
}

func run(rounds int, only, out string) error {
	match, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	lists, err := bench.Load()
	if err != nil {
		return err
	}
	var text, details bytes.Buffer
	fmt.Fprint(&text, "# Measured\n\n")
	bench.WriteMachine(&text, "go run ./cmd/table", lists, rounds)

	var goals []bench.Line
	parse := 0.0
	for _, row := range bench.Rows(lists) {
		if !match.MatchString(row.Name) {
			continue
		}
		fmt.Fprintln(os.Stderr, row.Name)
		results, err := row.Measure(rounds)
		if err != nil {
			return err
		}
		if row.Name == "Parse" {
			parse = results[0].Min()
		}
		goals = append(goals, row.Goals(results)...)
		row.WriteRow(&details, results)
	}
	if only == "" {
		fmt.Fprintln(os.Stderr, "memory, goroutines, command")
		goals = append(goals, bench.Memory(lists)...)
		goals = append(goals, bench.Goroutines(lists, rounds)...)
		lines, err := bench.Command(lists, 5, parse)
		if err != nil {
			return err
		}
		goals = append(goals, lines...)
	}

	fmt.Fprint(&text, "\n## Goals\n\nThe time of ours as a part of the other's in the same round: the median of the rounds, which decides, with its\n"+
		"interval of 95 %; then the part that the one minimum is of the other.\n\n")
	bench.WriteGoals(&text, goals)
	fmt.Fprint(&text, "\n## Rows\n")
	text.Write(details.Bytes())
	if _, err := os.Stdout.Write(text.Bytes()); err != nil || only != "" {
		return err
	}
	return os.WriteFile(out, text.Bytes(), 0o666)
}
