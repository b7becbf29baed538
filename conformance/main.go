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

// run runs a command and returns its exit status.
func run(args []string, stdout, stderr io.Writer) int {
	fail := func(err error) int {
		fmt.Fprintln(stderr, "conformance:", err)
		return statusNotJudged
	}
	if len(args) == 0 {
		fmt.Fprint(stderr, usage)
		return statusNotJudged
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	flags.SetOutput(stderr)
	rfc := flags.String("rfc", "3986", "the `RFC` whose grammar decides: 2396, 3986, 1738 or 3987")
	k := flags.Int("k", 0, "how many `states` more than the grammar a parser may have: 0 or 1")
	thorough := flags.Bool("long", false, "also try each octet in each place, and parts of up to 64 KiB")
	timeout := flags.Duration("timeout", 10*time.Second, "how long to wait for a line of the harness")
	asJSON := flags.Bool("json", false, "write JSON lines")
	verbose := flags.Bool("v", false, "show what the harness writes to standard error")
	if err := flags.Parse(args[1:]); err != nil {
		return statusNotJudged
	}
	s, err := specOf(*rfc)
	if err == nil && *k != 0 && *k != 1 {
		err = fmt.Errorf("-k is 0 or 1, not %d", *k)
	}
	if err == nil && *timeout <= 0 {
		err = fmt.Errorf("-timeout is more than 0s, not %v", *timeout)
	}
	if err != nil {
		return fail(err)
	}
	switch args[0] {
	case "suite":
		if flags.NArg() > 0 {
			return fail(fmt.Errorf("suite has no argument %q", flags.Arg(0)))
		}
		if err := writeSuite(stdout, suite{spec: s, k: *k, thorough: *thorough}); err != nil {
			return fail(err)
		}
		return statusRight
	case "certify":
		if flags.NArg() == 0 {
			return fail(errors.New("certify needs the command of a harness, after --"))
		}
		var harnessErrors io.Writer
		if *verbose {
			harnessErrors = stderr
		}
		c := newCertifier(suite{spec: s, k: *k, thorough: *thorough}, stderr)
		c.askHarness(flags.Args(), *timeout, harnessErrors)
		v, err := c.certify()
		if err != nil {
			return fail(err)
		}
		w := bufio.NewWriter(stdout)
		if *asJSON {
			v.writeJSON(w)
		} else {
			v.writeText(w)
		}
		if err := w.Flush(); err != nil {
			return fail(err)
		}
		if len(v.groups) > 0 {
			return statusFaults
		}
		return statusRight
	case "table":
		if flags.NArg() != 2 {
			return fail(errors.New("table needs the file of results and the folder of RESULT.md"))
		}
		if err := writeTable(flags.Arg(0), flags.Arg(1)); err != nil {
			return fail(err)
		}
		return statusRight
	case "release":
		if flags.NArg() != 1 {
			return fail(errors.New("release needs the name of the new folder"))
		}
		if err := writeRelease(flags.Arg(0), "2396", "3986", "1738", "3987"); err != nil {
			return fail(err)
		}
		return statusRight
	}
	fmt.Fprintf(stderr, "conformance: no command %q\n%s", args[0], usage)
	return statusNotJudged
}

// suiteVersion is the version of the suites. It grows with each change of the texts or of the
// form of the lines.
const suiteVersion = 4

// writeSuite writes the first line of a suite and then its records, with the same bytes
// on every machine. The first line names the suite and has the number and hash of the records.
func writeSuite(w io.Writer, s suite) error {
	hash, texts, long := sha256.New(), 0, ""
	if err := s.writeRecords(hash, &texts); err != nil {
		return err
	}
	if s.thorough {
		long = `"long":true,`
	}
	_, err := fmt.Fprintf(w, `{"suite":"RFC %s","k":%d,%s"version":%d,"texts":%d,"sha256":"%x"}`+"\n",
		s.spec.rfc, s.k, long, suiteVersion, texts, hash.Sum(nil))
	if err != nil {
		return err
	}
	return s.writeRecords(w, new(int))
}

// writeRecords writes the records of a suite and counts them.
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
