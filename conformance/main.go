// Command conformance measures parsers of URIs against the grammars of the RFCs. README.md
// explains what its texts prove, and how to test a parser.
package main

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"
)

const usage = `usage:
  conformance suite -rfc 2396|3986|1738|3987 [-k 0|1] [-long]
  conformance certify -rfc RFC [-k 0|1] [-long] [-timeout 10s] [-json] [-v] -- COMMAND ARG...
  conformance table FILE FOLDER
  conformance release FOLDER
`

// The exit statuses.
const (
	statusRight = iota
	statusFaults
	statusNotJudged
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// A call is a command with its flags and arguments.
type call struct {
	suite           suite
	timeout         time.Duration
	asJSON, verbose bool
	args            []string
	stdout, stderr  io.Writer
}

// run runs a command and returns its exit status.
func run(args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(stderr, usage)
		return statusNotJudged
	}
	commands := map[string]func(call) error{"suite": call.writeSuite, "certify": call.certify, "table": call.writeTable, "release": call.writeRelease}
	command, ok := commands[args[0]]
	switch args[0] {
	case "-h", "-help", "--help", "help":
		fmt.Fprint(stdout, usage)
		return statusRight
	}
	if !ok {
		fmt.Fprintf(stderr, "conformance: no command %q\n%s", args[0], usage)
		return statusNotJudged
	}
	c := call{stdout: stdout, stderr: stderr}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	flags.SetOutput(stderr)
	rfc := flags.String("rfc", "3986", "the `RFC` whose grammar decides: 2396, 3986, 1738 or 3987")
	flags.IntVar(&c.suite.k, "k", 0, "how many `states` more than the grammar a parser may have: 0 or 1")
	flags.BoolVar(&c.suite.thorough, "long", false, "also try each octet in each place, and parts of up to 64 KiB")
	flags.DurationVar(&c.timeout, "timeout", 10*time.Second, "how long to wait for a line of the harness")
	flags.BoolVar(&c.asJSON, "json", false, "write JSON lines")
	flags.BoolVar(&c.verbose, "v", false, "show what the harness writes to standard error")
	if err := flags.Parse(args[1:]); err != nil {
		return statusNotJudged
	}
	c.args = flags.Args()
	var err error
	c.suite.spec, err = specOf(*rfc)
	switch {
	case err != nil:
	case c.suite.k != 0 && c.suite.k != 1:
		err = fmt.Errorf("-k is 0 or 1, not %d", c.suite.k)
	case c.timeout <= 0:
		err = fmt.Errorf("-timeout is more than 0s, not %v", c.timeout)
	default:
		err = command(c)
	}
	switch err {
	case nil:
		return statusRight
	case errFaults:
		return statusFaults
	}
	fmt.Fprintln(stderr, "conformance:", err)
	return statusNotJudged
}

// errFaults is the result of certify for a parser with faults.
var errFaults = errors.New("faults")

func (c call) writeSuite() error {
	if len(c.args) > 0 {
		return fmt.Errorf("suite has no argument %q", c.args[0])
	}
	return writeSuite(c.stdout, c.suite)
}

func (c call) certify() error {
	if len(c.args) == 0 {
		return errors.New("certify needs the command of a harness, after --")
	}
	var harnessErrors io.Writer
	if c.verbose {
		harnessErrors = c.stderr
	}
	judge := newCertifier(c.suite, c.stderr)
	judge.askHarness(c.args, c.timeout, harnessErrors)
	v, err := judge.certify()
	if err != nil {
		return err
	}
	w := bufio.NewWriter(c.stdout)
	if c.asJSON {
		v.writeJSON(w)
	} else {
		v.writeText(w)
	}
	if err := w.Flush(); err != nil || len(v.groups) == 0 {
		return err
	}
	return errFaults
}

func (c call) writeTable() error {
	if len(c.args) != 2 {
		return errors.New("table needs the file of results and the folder of RESULT.md")
	}
	return writeTable(c.args[0], c.args[1])
}

func (c call) writeRelease() error {
	if len(c.args) != 1 {
		return errors.New("release needs the name of the new folder")
	}
	return writeRelease(c.args[0], "2396", "3986", "1738", "3987")
}

// suiteVersion is the version of the suites. It grows with each change of the texts or of the
// form of the lines.
const suiteVersion = 4

// writeSuite writes the first line of a suite and then its records, with the same bytes
// on every machine. The first line names the suite and has the number and hash of the records.
func writeSuite(w io.Writer, s suite) error {
	hash, texts, long := sha256.New(), 0, ""
	s.writeRecords(hash, &texts) // a hash takes all
	if s.thorough {
		long = `"long":true,`
	}
	out := bufio.NewWriterSize(w, 1<<16) // keeps its first error
	fmt.Fprintf(out, `{"suite":"RFC %s","k":%d,%s"version":%d,"texts":%d,"sha256":"%x"}`+"\n",
		s.spec.rfc, s.k, long, suiteVersion, texts, hash.Sum(nil))
	return s.writeRecords(out, new(int))
}

// writeRecords writes the records of a suite and counts them, up to the first error.
func (s suite) writeRecords(w io.Writer, texts *int) error {
	out := bufio.NewWriterSize(w, 1<<16)
	var line []byte
	for text := range s.texts() {
		*texts++
		r := s.spec.record(text)
		line = append(r.append(line[:0]), '\n')
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}
