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

// writeReport writes one line for each page in the state file: its SURT, its status or
// error, and its URI. SURT and URI are without passwords and tokens, as
// uri.URI.Redacted writes them. In the order of SURTs the pages of a host, and the hosts of a
// domain, are next to each other. sort(1) sorts the lines, because it needs little memory.
func writeReport(name, state string) error {
	in, err := os.Open(state)
	if err != nil {
		return err
	}
	defer in.Close()
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
	return errors.Join(reportLines(lines, in), lines.Close(), sort.Wait(), out.Close())
}

func reportLines(w io.Writer, r io.Reader) error {
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
