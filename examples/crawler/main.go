// Crawler follows links over http, https, ftp and gopher from the URIs given:
//
//	go run ./crawler -state crawl.jsonl http://www.example.com/ gopher://gopher.example.com/
//
// The state file is also its output, with one JSON object a line: links found, links
// refused and why, pages fetched. Killed and started again with the same state file, the
// crawler continues there. Only one process can use the file at a time. At the end it
// writes a report of the pages ordered by SURT.
//
// On a terminal it shows its progress. At the end it reports how many pages did not come,
// and why. It refuses the pages disallowed by robots.txt, and names the first one of each
// server with the line of robots.txt. It exits with 1 if the page of one of the start URIs
// did not come, or if it could not continue.
//
// After a failed connection, or if robots.txt cannot be read, it asks the server again
// after a pause, and doubles the pause each time (RFC 9309, 2.3.1.4). After -tries failures
// in a row it refuses the server's links until the pause is over. The state file keeps that
// too.
//
// A page's links may take a few MiB, and a link 4 KiB: all others are only counted. A
// server with a long delay, or with many links, does not delay the others.
//
// The state file has the mode 0600 and holds no password: to continue a crawl of an FTP
// server with a login, give the start URI again. Unprintable bytes of a server are shown
// as escapes.
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
	"reflect"
	"strings"
	"syscall"
	"time"

	"golang.org/x/term"

	"example.com/uri"
	"example.com/uri/examples/internal/wire"
	"example.com/uri/web"
)

func main() {
	var c Crawler
	state := flag.String("state", "crawl.jsonl", "state and output `file`; goes on where it stands")
	report := flag.String("report", "", "`file` for the report ordered by SURT")
	flag.StringVar(&c.Agent, "agent", "example-crawler/1.0", "name for robots.txt and the User-Agent field")
	flag.IntVar(&c.Workers, "workers", 8, "how many `n` servers are asked at a time")
	flag.DurationVar(&c.Delay, "delay", time.Second, "`time` between two requests to one server")
	flag.DurationVar(&c.MaxDelay, "max-delay", 5*time.Minute, "the longest `time` that a server may ask for")
	flag.DurationVar(&c.Timeout, "timeout", 30*time.Second, "the longest `time` of connecting, and of each answer")
	flag.Int64Var(&c.MaxLinks, "max", 1_000_000, "how many `n` links are followed")
	flag.Int64Var(&c.MaxBody, "body", 2<<20, "how many `bytes` of a page are read")
	flag.IntVar(&c.Tries, "tries", 5, "how many `n` times in a row a server fails before its links are refused")
	flag.IntVar(&c.Servers, "servers", 10_000, "how many `n` servers are in memory")
	flag.BoolVar(&c.Loopback, "loopback", false, "may connect to loopback addresses: to servers on this machine")
	flag.BoolVar(&c.SameHosts, "same-hosts", false, "only follow links to the servers of the start URIs")
	for name, least := range map[string]int64{
		"workers": 1, "delay": 0, "max-delay": 0, "timeout": 1, "max": 1, "body": 1, "tries": 1, "servers": 1,
	} {
		f := flag.Lookup(name)
		f.Value = limited{f.Value, least}
	}
	flag.Parse()

	fail := func(err error) {
		fmt.Fprintln(os.Stderr, "crawler:", wire.Printable(err.Error()))
		os.Exit(1)
	}
	if strings.ContainsFunc(c.Agent, func(char rune) bool { return char < ' ' || char > '~' }) {
		fail(fmt.Errorf("-agent: %q has characters that a header field must not have", wire.Clip(c.Agent, 100)))
	}
	var start []uri.URI
	for _, arg := range flag.Args() {
		link, err := parser.Parse(web.URL{}, arg)
		if err != nil {
			fail(err)
		}
		u, err := link.URI()
		if err != nil {
			fail(err)
		}
		start = append(start, u)
	}
	c.Progress = func(Stats) {}
	terminal := term.IsTerminal(int(os.Stderr.Fd()))
	if terminal {
		p := progress{began: time.Now()}
		c.Progress = func(s Stats) { p.show(os.Stderr, time.Now(), s) }
	}
	// The first signal ends the crawl when the pages under way are done, the
	// second one at once.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	stats, err := c.Run(ctx, *state, start)
	if err != nil {
		fail(err)
	}
	if terminal {
		fmt.Fprintln(os.Stderr)
	}
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

// A limited is the value of a flag: a number or a time with a lower limit.
type limited struct {
	flag.Value
	least int64
}

func (v limited) String() string {
	if v.Value == nil { // package flag asks the zero value
		return ""
	}
	return v.Value.String()
}

func (v limited) Set(s string) error {
	if err := v.Value.Set(s); err != nil {
		return err
	}
	value := reflect.ValueOf(v.Value.(flag.Getter).Get())
	if value.Int() < v.least {
		return fmt.Errorf("must be at least %v", reflect.ValueOf(v.least).Convert(value.Type()))
	}
	return nil
}

// A progress shows on a terminal how far a crawl is, five times a second.
type progress struct {
	began time.Time // the crawl, in this process
	shown time.Time // the last line
	first int64     // the pages of earlier processes
}

func (p *progress) show(w io.Writer, now time.Time, s Stats) {
	if p.shown.IsZero() {
		p.shown, p.first = p.began, s.Pages
	}
	if now.Sub(p.shown) < 200*time.Millisecond {
		return
	}
	p.shown = now
	rate := float64(s.Pages-p.first) / max(now.Sub(p.began).Seconds(), 1)
	fmt.Fprintf(w, "\r%d pages, %d links, %d refused, %d failed, %d servers, %.1f pages/s\x1b[K", s.Pages, s.Links, s.Refused, s.Failed, s.Servers, rate)
}
