package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"slices"
	"syscall"

	"example.com/uri/examples/internal/wire"
	"example.com/uri/guard"
)

// A Failure says how many pages could not be fetched for one reason, or are forbidden by
// the robots.txt of one server.
type Failure struct {
	Pages int64
	First string // the first of them, and all that is known of why
}

// maxFailure is the length in octets of the longest Failure.First.
const maxFailure = 500

// reason says in a few words why a page failed, so that failures can be counted by
// reason, or returns "" if it did not. A page that robots.txt disallows is refused. A link that cannot be followed is not a failure
// of its page.
func (f fetched) reason() string {
	var gate *guard.Error
	var unknown *net.DNSError
	var timeout net.Error
	switch err := f.err; {
	case err == nil && f.status >= 400:
		return fmt.Sprintf("HTTP status %d", f.status)
	case err == nil, errors.Is(err, errRobots):
		return ""
	case errors.As(err, &gate):
		return "the address may not be connected to"
	case errors.As(err, &unknown) && unknown.IsNotFound:
		return "no such host"
	case errors.As(err, &timeout) && timeout.Timeout():
		return "no answer in time"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "connection refused"
	case errors.Is(err, wire.ErrNotFound):
		return "not found"
	case errors.Is(err, wire.ErrLogin):
		return "login refused"
	}
	return "other"
}

// print writes the result of the crawl, why pages failed, and which servers refused
// pages: the most frequent reason first, each with its first page.
func (s Stats) print(w io.Writer) {
	fmt.Fprintf(w, "%d pages, %d links, %d refused, %d failed\n", s.Pages, s.Links, s.Refused, s.Failed)
	printFailures(w, "", s.Failures)
	printFailures(w, "forbidden by robots.txt of ", s.Forbidden)
}

func printFailures(w io.Writer, before string, failures map[string]Failure) {
	names := slices.SortedFunc(maps.Keys(failures), func(a, b string) int {
		return cmp.Or(cmp.Compare(failures[b].Pages, failures[a].Pages), cmp.Compare(a, b))
	})
	for _, name := range names {
		f := failures[name]
		fmt.Fprintf(w, "%8d %s%s, first %s\n", f.Pages, before, name, wire.Printable(f.First))
	}
}
