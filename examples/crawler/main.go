// Crawler follows links over http, https, ftp and gopher from the URIs given:
//
//	go run ./crawler -state crawl.jsonl http://www.example.com/ gopher://gopher.example.com/
//
// The state file is also its output, with one JSON object a line: links found, links
// refused and why, pages fetched. Killed and started again with the same state file, the
// crawler continues there. Only one process can use the file at a time. At the end it
// writes a report of the pages ordered by SURT.
//
// On a terminal it shows its progress. At the end it reports how many pages did not come, and
// why, and which limits cut something. Links beyond -max and -depth wait in the state file for
// a run with larger limits. A page longer than -body is asked for again by a run with a larger
// limit. It refuses the pages disallowed by robots.txt, and names the first one of each server
// with the line of robots.txt. It fails if the page of one of the start URIs did not come, if
// no other page came, or if it could not continue.
//
// Some answers are about the server, not about the page: the statuses 429, 500, 502, 503 and 504, a reply
// 4yz of FTP, a failed connection, a timeout, an answer cut short. Then the server is not asked for the
// time in Retry-After, or else for a pause that doubles each time. The link is asked for again, at last
// after all others. After -tries failures of a link it has failed, and after -tries failures of a server
// in a row its links are refused until the pause is over. A later run asks for all of these again. A
// robots.txt that cannot be read is such an answer too (RFC 9309, 2.3.1.4).
//
// It reads HTML as browsers without scripts do, and follows no link that asks not to be
// followed (nofollow, in rel, in a meta element, in X-Robots-Tag) and no form.
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
	"cmp"
	"context"
	"errors"
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
	urilinks "example.com/uri/links"
	"example.com/uri/web"
)

func main() {
	if err := execute(); err != nil {
		fmt.Fprintln(os.Stderr, "crawler:", wire.Printable(err.Error()))
		os.Exit(1)
	}
}

// execute does what the arguments say.
func execute() error {
	var c Crawler
	state, report, err := parseFlags(&c)
	if err != nil {
		return err
	}
	start, err := readStart(flag.Args())
	if err != nil {
		return err
	}
	c.Progress = func(Stats) {}
	terminal := term.IsTerminal(int(os.Stderr.Fd()))
	if terminal {
		var p progress
		c.Progress = func(s Stats) { p.show(os.Stderr, time.Now(), s) }
	}
	// The first signal ends the crawl when the pages under way are done, the
	// second one at once.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	stats, err := c.Run(ctx, state, start)
	if terminal {
		fmt.Fprint(os.Stderr, "\r\x1b[K")
	}
	if err != nil {
		return err
	}
	stats.print(os.Stderr, &c)
	if report != "" {
		if err := writeReport(report, state); err != nil {
			return err
		}
	}
	switch {
	case stats.StartFailed > 0:
		return fmt.Errorf("%d of the URIs given could not be fetched", stats.StartFailed)
	case stats.Beyond == 0 && ctx.Err() == nil:
		return errors.New("no page came beyond those of the URIs given")
	}
	return nil
}

// parseFlags reads the flags. It returns the names of the state file and of the report.
func parseFlags(c *Crawler) (state, report string, err error) {
	flag.StringVar(&state, "state", "crawl.jsonl", "state and output `file`; goes on where it stands")
	flag.StringVar(&report, "report", "", "`file` for the report ordered by SURT")
	flag.StringVar(&c.WARC, "warc", "", "`file` for all requests and responses (WARC 1.1), compressed if its name ends in .gz; goes on where it stands")
	scope := flag.String("scope", "", "`file` with the only places to crawl: a URI a line, with all below its path; http://*.h/ has the subdomains of h too")
	flag.StringVar(&c.Agent, "agent", "example-crawler/1.0", "`name` for robots.txt and the User-Agent field")
	flag.IntVar(&c.Workers, "workers", 8, "how many `n` servers are asked at a time")
	flag.DurationVar(&c.Delay, "delay", time.Second, "`time` between two requests to one server")
	flag.DurationVar(&c.MaxDelay, "max-delay", 5*time.Minute, "the longest `time` that a server may ask for")
	flag.DurationVar(&c.Timeout, "timeout", 30*time.Second, "the longest `time` of connecting, and of each answer")
	flag.Int64Var(&c.MaxLinks, "max", 1_000_000, "how many `n` links are followed; the others wait")
	flag.Int64Var(&c.Known, "known", 5_000_000, "how many `n` links are kept, with those that wait")
	flag.IntVar(&c.Depth, "depth", 0, "how many `n` links are followed one after the other, by the way on which a page was found first; 0 is any number")
	flag.Int64Var(&c.MaxBody, "body", 2<<20, "how many `bytes` of a page are read")
	flag.IntVar(&c.Tries, "tries", 5, "how many `n` times a link fails before it is given up, and a server in a row before its links are refused")
	flag.IntVar(&c.Servers, "servers", 10_000, "how many `n` servers are in memory")
	flag.BoolVar(&c.Loopback, "loopback", false, "may connect to loopback addresses: to servers on this machine")
	flag.BoolVar(&c.SameHosts, "same-hosts", false, "only follow links to the servers of the start URIs, and of those that they redirect to")
	flag.BoolVar(&c.Sitemaps, "sitemaps", false, "follow the sitemaps that robots.txt names")
	for name, least := range map[string]int64{
		"workers": 1, "delay": 0, "max-delay": 0, "timeout": 1, "max": 1, "known": 1, "depth": 0, "body": 1, "tries": 1, "servers": 1,
	} {
		f := flag.Lookup(name)
		f.Value = limited{f.Value, least}
	}
	flag.Usage = func() { usage(flag.CommandLine.Output()) }
	flag.Parse()
	if strings.ContainsFunc(c.Agent, func(char rune) bool { return char < ' ' || char > '~' }) {
		return "", "", fmt.Errorf("-agent: %q has characters that a header field must not have", wire.Clip(c.Agent, 100))
	}
	if *scope != "" {
		if c.Scope, err = readScope(*scope); err != nil {
			return "", "", fmt.Errorf("-scope: %w", err)
		}
	}
	return state, report, nil
}

// usage writes all flags, each with its default.
func usage(w io.Writer) {
	fmt.Fprintln(w, "usage: crawler [flags] [URI ...]")
	flag.VisitAll(func(f *flag.Flag) {
		name, text := flag.UnquoteUsage(f)
		if name != "" {
			name = " " + name
		}
		fmt.Fprintf(w, "  -%s%s\n    \t%s (default %s)\n", f.Name, name, text, cmp.Or(f.DefValue, "none"))
	})
}

// readStart reads the start URIs as people type them, "example.com/a" or "localhost:8080".
func readStart(args []string) (start []uri.URI, err error) {
	for i, arg := range args {
		u, err := readTyped(arg)
		if err != nil {
			return nil, fmt.Errorf("argument %d: %w", i+1, err)
		}
		start = append(start, u)
	}
	return start, nil
}

func readTyped(text string) (uri.URI, error) {
	typed, err := urilinks.Reader{ToASCII: parser.ToASCII}.Read(text)
	if err != nil {
		return uri.URI{}, err
	}
	if typed.Kind == urilinks.KindDefanged {
		return uri.URI{}, errors.New("a URI that was made harmless")
	}
	link, err := parser.Parse(web.URL{}, typed.URI.String())
	if err != nil {
		return uri.URI{}, err
	}
	return link.URI()
}

// A limited is the value of a flag: a number or a time with a lower limit.
type limited struct {
	flag.Value
	least int64
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

// A progress shows on a terminal how far a crawl is, once a second at most.
type progress struct {
	shown time.Time // the last line
}

func (p *progress) show(w io.Writer, now time.Time, s Stats) {
	if now.Sub(p.shown) < time.Second {
		return
	}
	p.shown = now
	until := ""
	if s.Until.After(now) {
		until = " until " + s.Until.Local().Format(time.TimeOnly)
	}
	fmt.Fprintf(w, "\r%d pages, %d links wait, %d servers wait%s, %.1f MB\x1b[K", s.Pages, s.Waiting, s.Servers, until, float64(s.Bytes)/1e6)
}
