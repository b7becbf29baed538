package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"

	"example.com/uri"
	"example.com/uri/crawl"
)

// writeReport writes one line for each page in the state file, by its last record: its SURT, its
// status or error, and its URI. SURT and URI are without passwords and tokens, as
// uri.URI.Redacted writes them. In the order of SURTs the pages of a host, and the hosts of a
// domain, are next to each other. The program sort sorts the lines, because it needs little memory.
func writeReport(name, state string) error {
	in, err := os.Open(state)
	if err != nil {
		return err
	}
	defer in.Close()
	again, err := countAgain(in)
	if err != nil {
		return err
	}
	out, err := os.Create(name)
	if err != nil {
		return err
	}
	sort := exec.Command("sort")
	sort.Env = append(os.Environ(), "LC_ALL=C")
	sort.Stdout, sort.Stderr = out, os.Stderr
	lines, err := sort.StdinPipe()
	if err != nil {
		return err
	}
	if err := sort.Start(); err != nil {
		return err
	}
	return errors.Join(reportLines(lines, in, again), lines.Close(), sort.Wait(), out.Close())
}

// countAgain counts the records of the links that may have several pages, and rewinds the file.
func countAgain(in io.ReadSeeker) (map[int64]int, error) {
	again := map[int64]int{}
	for lines := json.NewDecoder(in); ; {
		var p record
		if err := lines.Decode(&p); err == io.EOF {
			_, err = in.Seek(0, io.SeekStart)
			return again, err
		} else if err != nil {
			return nil, err
		}
		if p.Type == "page" && (again[p.N] > 0 || p.incomplete() || p.Error == errRobots.Error()) {
			again[p.N]++
		}
	}
}

// reportLines writes the lines. again has the number of records of some links, and only the last
// of each counts.
func reportLines(w io.Writer, r io.Reader, again map[int64]int) error {
	out := bufio.NewWriter(w)
	in := json.NewDecoder(r)
	var surt []byte
	for {
		var p record
		if err := in.Decode(&p); err == io.EOF {
			return out.Flush()
		} else if err != nil {
			return err
		}
		if p.Type != "page" {
			continue
		}
		if again[p.N] > 1 {
			again[p.N]--
			continue
		}
		shown, err := uri.Parse(p.URI.Redacted())
		if err != nil {
			return err
		}
		surt = crawl.AppendSURT(surt[:0], shown.WithoutUserinfo())
		outcome := p.Error
		if outcome == "" {
			outcome = fmt.Sprint(p.Status)
		}
		fmt.Fprintf(out, "%s\t%q\t%s\n", surt, outcome, shown)
	}
}
