package main

import (
	"context"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"example.com/uri"
	"example.com/uri/examples/internal/wire"
)

// newest is the number of articles of a group on a page.
const newest = 100

// nntp answers with an article, or with a list of the newest ones of a group
// (RFC 1738, 3.7; RFC 3977).
func (g *Gateway) nntp(ctx context.Context, p page, x uri.NNTP) error {
	d, reply, err := g.wire().NNTP(ctx, x)
	if err != nil {
		return err
	}
	defer d.Close()
	if _, ok := x.Article.Get(); ok {
		return p.copy(d.Text(), "text/plain; charset=utf-8")
	}
	return p.nntpGroup(d, x, reply)
}

// nntpGroup lists the newest articles of a group from the reply to GROUP:
//
//	number low high group
//
// (RFC 3977, 6.1.1).
func (p page) nntpGroup(d *wire.Dialogue, x uri.NNTP, reply string) error {
	fields := strings.Fields(reply)
	if len(fields) < 3 {
		return fmt.Errorf("gateway: nntp: no article numbers in the reply to GROUP")
	}
	low, err1 := strconv.ParseUint(fields[1], 10, 63)
	high, err2 := strconv.ParseUint(fields[2], 10, 63)
	if err1 != nil || err2 != nil {
		return fmt.Errorf("gateway: nntp: no article numbers in the reply to GROUP")
	}
	low = max(low, high-min(high, newest)+1)
	if high < low {
		return p.list(func(yield func(entry, error) bool) { yield(entry{Text: "no articles"}, nil) }, "")
	}
	if _, _, err := d.Ask(224, fmt.Sprintf("XOVER %d-%d", low, high)); err != nil {
		return fmt.Errorf("gateway: nntp: %w", err)
	}
	return p.list(overview(d.Text(), x), "")
}

// overview reads lines of
//
//	number TAB subject TAB from ...
//
// (RFC 3977, 8.3) about articles of the group x.
func overview(r io.Reader, x uri.NNTP) iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		for line, err := range wire.Lines(wire.Bound(r, maxList)) {
			if err != nil {
				yield(entry{}, err)
				return
			}
			fields := strings.Split(line, "\t")
			if len(fields) < 3 {
				continue
			}
			x.Article = uri.Defined(fields[0])
			e := entry{Kind: fields[0], Text: fields[1] + "\n" + fields[2]}
			e.URI, _ = x.URI() // a number that is none has no link
			if !yield(e, nil) {
				return
			}
		}
	}
}
