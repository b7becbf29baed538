// Crawler follows links over http, https, ftp and gopher from the URIs given:
//
//	go run ./crawler -state crawl.jsonl http://www.example.com/ gopher://gopher.example.com/
//
// The state file is also its output, with one JSON object a line: links that it found,
// links that it refused and why, pages that it fetched. If it is killed and started
// again with the same state file, it continues there. Only one process can use the file
// at a time. At the end it writes a report of the pages ordered by SURT.
//
// It says every ten seconds how far it is, and at the end how many pages could not be
// fetched, and why. A page that robots.txt disallows is refused: the report names the line
// of robots.txt for the first one of each server. It exits with 1 if one of the
// start URIs could not be fetched, or if it could not continue.
//
// A page's links may take a few MiB, and a link 4 KiB: all others are only counted. A
// server that asks for a long delay, or has many links, does not delay the others.
//
// The state file has the mode 0600 and holds no password: to continue a crawl of an FTP
// server that needs one, give the start URI again. Bytes of a server that are not
// printable are shown as escapes.
//
// It connects only to public addresses. To crawl a server on the same machine it needs
// the flag -loopback.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/term"

	"example.com/uri"
	"example.com/uri/examples/internal/wire"
)

func main() {
	var c Crawler
	state := flag.String("state", "crawl.jsonl", "state and output `file`; goes on where it stands")
	report := flag.String("report", "", "`file` for the report ordered by SURT")
	flag.StringVar(&c.Agent, "agent", "example-crawler/1.0", "name for robots.txt and the User-Agent field")
	flag.IntVar(&c.Workers, "workers", 8, "how many `n` servers are asked at a time")
	flag.DurationVar(&c.Delay, "delay", time.Second, "between two requests to one server")
	flag.DurationVar(&c.MaxDelay, "max-delay", 5*time.Minute, "the longest delay that a server may ask for")
	flag.DurationVar(&c.Timeout, "timeout", 30*time.Second, "of connecting, and of each answer")
	flag.Int64Var(&c.MaxLinks, "max", 1_000_000, "how many `n` links are followed")
	flag.Int64Var(&c.MaxBody, "body", 2<<20, "how many `octets` of a page are read")
	flag.IntVar(&c.Servers, "servers", 10_000, "how many `n` servers are in memory")
	flag.BoolVar(&c.Loopback, "loopback", false, "may connect to loopback addresses: to servers on this machine")
	flag.BoolVar(&c.SameHosts, "same-hosts", false, "only follow links to the servers of the start URIs")
	flag.Parse()

	fail := func(err error) {
		fmt.Fprintln(os.Stderr, "crawler:", wire.Printable(err.Error()))
		os.Exit(1)
	}
	var start []uri.URI
	for _, arg := range flag.Args() {
		u, err := uri.Parse(arg)
		if err != nil {
			fail(err)
		}
		start = append(start, u)
	}
	p := progress{every: 10 * time.Second, began: time.Now(), layout: "%s\n"}
	if term.IsTerminal(int(os.Stderr.Fd())) {
		p.every, p.layout = 200*time.Millisecond, "\r%s\x1b[K"
	}
	c.Progress = func(s Stats) { p.show(os.Stderr, time.Now(), s) }
	// The first signal ends the crawl when the pages under way are done, the
	// second one at once.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	stats, err := c.Run(ctx, *state, start)
	if err != nil {
		fail(err)
	}
	fmt.Fprintln(os.Stderr)
	stats.print(os.Stderr)
	if *report != "" {
		if err := writeReport(*report, *state); err != nil {
			fail(err)
		}
	}
	if stats.StartFailed > 0 {
		fail(fmt.Errorf("%d of the URIs given could not be fetched", stats.StartFailed))
	}
}

// A progress shows now and then how far a crawl is.
type progress struct {
	every  time.Duration
	layout string    // of fmt, around a line
	began  time.Time // the crawl, in this process
	shown  time.Time // the last line
	first  int64     // the pages of earlier processes
}

func (p *progress) show(w io.Writer, now time.Time, s Stats) {
	if p.shown.IsZero() {
		p.shown, p.first = p.began, s.Pages
	}
	if now.Sub(p.shown) < p.every {
		return
	}
	p.shown = now
	rate := float64(s.Pages-p.first) / max(now.Sub(p.began).Seconds(), 1)
	fmt.Fprintf(w, p.layout, fmt.Sprintf("%d pages, %d links, %d refused, %d failed, %.1f pages/s", s.Pages, s.Links, s.Refused, s.Failed, rate))
}
