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

// A Failure says how many pages did not come for one reason.
type Failure struct {
	Pages int64
	First string // the first of them, and why it did not come
}

// Some reasons.
const (
	noAnswer          = "no answer in time"
	refusedConnection = "connection refused"
	otherReason       = "other"
)

// maxFailure is the length in bytes of the longest Failure.First.
const maxFailure = 500

// reason says in a few words why a page failed, or returns "" if it came or was refused.
// Failures are counted by it. A bad link on a page is no failure of the page.
func (f *fetched) reason() string {
	var gate *guard.Error
	var unknown *net.DNSError
	var timeout net.Error
	switch err := f.err; {
	case err == nil && f.status >= 400:
		return fmt.Sprintf("HTTP status %d", f.status)
	case err == nil, f.refused():
		return ""
	case errors.As(err, &gate) && gate.Op == "gate":
		return "the address may not be connected to"
	case errors.As(err, &gate): // of httpguard.Client
		return "the answer cannot be read"
	case errors.As(err, &unknown) && unknown.IsNotFound:
		return "no such host"
	case errors.As(err, &timeout) && timeout.Timeout():
		return noAnswer
	case errors.Is(err, syscall.ECONNREFUSED):
		return refusedConnection
	case errors.Is(err, wire.ErrNotFound):
		return "not found"
	case errors.Is(err, wire.ErrLogin):
		return "login refused"
	case isCut(err):
		return "the answer was cut short"
	}
	return otherReason
}

// print writes the result of the crawl, which limits cut something, why pages failed, and why
// links were refused: the most frequent reason first, each with its first page.
func (s Stats) print(w io.Writer, c *Crawler) {
	fmt.Fprintf(w, "%d pages, %d links, %d refused, %d failed\n", s.Pages, s.Links, s.Refused, s.Failed)
	for _, limit := range []struct {
		n    int64
		text string
	}{
		{s.OverMax, fmt.Sprintf("links wait for a larger -max than %d", c.MaxLinks)},
		{s.TooDeep, fmt.Sprintf("links wait for a larger -depth than %d", c.Depth)},
		{s.Waiting - s.OverMax - s.TooDeep, "links wait for the next run: this one was ended"},
		{s.Later, "links wait for the next run: their servers failed"},
		{s.BodyCut, fmt.Sprintf("pages were cut, and wait for a larger -body than %d", c.MaxBody)},
		{s.KnownCut, fmt.Sprintf("pages have more links, and wait for a larger -known than %d", c.Known)},
		{s.Over, "links were refused, because they or those of their page are too long"},
		{s.Nofollow, "links asked not to be followed"},
	} {
		if limit.n > 0 {
			fmt.Fprintf(w, "%8d %s\n", limit.n, limit.text)
		}
	}
	if s.Removed > 0 {
		fmt.Fprintf(w, "The last %d bytes of the state file were of a page that was not complete: they were removed, and it was fetched again\n", s.Removed)
	}
	printFailures(w, s.Failures)
	printFailures(w, s.Refusals)
}

func printFailures(w io.Writer, failures map[string]Failure) {
	names := slices.SortedFunc(maps.Keys(failures), func(a, b string) int {
		return cmp.Or(cmp.Compare(failures[b].Pages, failures[a].Pages), cmp.Compare(a, b))
	})
	for _, name := range names {
		f := failures[name]
		fmt.Fprintf(w, "%8d %s, first %s\n", f.Pages, name, wire.Printable(f.First))
	}
}
