// Times compares the time of Parse with that of parsers in other languages. It compiles a C program
// for uriparser and libcurl (Debian: liburiparser-dev, libcurl4-openssl-dev) and a Java program for
// java.net.URI. It names the parsers that are not installed. Run it in the folder bench:
//
//	URI_CORPUS=folder go run ./foreign/times
package main

import (
	_ "embed"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"example.com/uri/bench"
)

//go:embed native/parse.c
var cSource []byte

//go:embed native/Parse.java
var javaSource []byte

// A parser is a program that takes a file and a number of passes.
type parser struct {
	name    string
	install string   // what the program needs
	build   []string // command that builds it, run in a folder of its own
	start   []string
	version []string
}

var parsers = []parser{
	{
		"uriparser", "cc, liburiparser-dev",
		[]string{"cc", "-O2", "-DWITH_URIPARSER", "-o", "uriparser", "parse.c", "-luriparser"},
		[]string{"./uriparser"}, []string{"./uriparser", "version"},
	},
	{
		"libcurl", "cc, libcurl4-openssl-dev",
		[]string{"cc", "-O2", "-DWITH_CURL", "-o", "libcurl", "parse.c", "-lcurl"},
		[]string{"./libcurl"}, []string{"./libcurl", "version"},
	},
	{
		"java.net.URI", "a JDK",
		[]string{"javac", "Parse.java"},
		[]string{"java", "-cp", ".", "Parse"}, []string{"java", "--version"},
	},
}

func main() {
	rounds := flag.Int("rounds", 5, "how often each parser has its turn")
	passes := flag.Int("passes", 5, "how often it goes over the lists in one turn")
	flag.Parse()
	if err := run(*rounds, *passes); err != nil {
		fmt.Fprintln(os.Stderr, "times:", err)
		os.Exit(1)
	}
}

func run(rounds, passes int) error {
	lists, err := bench.Load()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "times")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for name, text := range map[string][]byte{
		"parse.c": cSource, "Parse.java": javaSource, "lists": []byte(strings.Join(lists.All, "\n") + "\n"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			return err
		}
	}
	output := func(command ...string) (string, error) {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		return strings.TrimSpace(string(out)), err
	}

	// The Go contestants take the same turns: the row Parse, one round at a time.
	row := bench.Rows(lists)[0]
	row.Theirs = row.Theirs[:1] // net/url
	var results []bench.Result
	var there []parser
	for _, p := range parsers {
		if out, err := output(p.build...); err != nil {
			line, _, _ := strings.Cut(out, "\n")
			fmt.Printf("%s: not here (it needs %s): %v %s\n", p.name, p.install, err, line)
			continue
		}
		version, err := output(p.version...)
		if err != nil {
			return fmt.Errorf("%s: %v", p.name, err)
		}
		version, _, _ = strings.Cut(version, "\n")
		fmt.Printf("%s: %s\n", p.name, version)
		there = append(there, p)
	}
	for range rounds {
		turn, err := row.Measure(passes)
		if err != nil {
			return err
		}
		for _, p := range there {
			out, err := output(append(p.start, "lists", strconv.Itoa(passes))...)
			if err != nil {
				return fmt.Errorf("%s: %v: %s", p.name, err, out)
			}
			r := bench.Result{Name: p.name, Same: -1}
			fields := strings.Fields(out)
			if len(fields) != passes+1 {
				return fmt.Errorf("%s prints %q", p.name, out)
			}
			if r.Accepted, err = strconv.Atoi(fields[0]); err != nil {
				return err
			}
			for _, f := range fields[1:] {
				ns, err := strconv.ParseFloat(f, 64)
				if err != nil {
					return err
				}
				r.Times = append(r.Times, ns)
			}
			turn = append(turn, r)
		}
		for i := range turn {
			if len(results) == i {
				results = append(results, turn[i])
			} else {
				results[i].Times = append(results[i].Times, turn[i].Times...)
			}
		}
	}

	fmt.Printf("\n%d lines, %.1f octets on average, ns for each\n\n", len(lists.All), bench.Octets(lists.All))
	fmt.Print("| | minimum | median | accepted | times ours |\n|---|--:|--:|--:|--:|\n")
	for _, r := range results {
		least, _ := r.RatioTo(results[0])
		fmt.Printf("| %s | %.1f | %.1f | %d | %.2f |\n", r.Name, r.Min(), r.Median(), r.Accepted, least)
	}
	return nil
}
