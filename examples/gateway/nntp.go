package main

import (
	"context"
	"fmt"
	"net/http"
	"net/textproto"
	"strconv"
	"strings"

	"example.com/uri"
)

// newest is how many articles of a group a page lists.
const newest = 100

// nntp answers with an article, or with a list of the newest ones of a group
// (RFC 1738, 3.7; RFC 3977).
func (g *Gateway) nntp(ctx context.Context, p page, x uri.NNTP) error {
	commands, err := x.Commands()
	if err != nil {
		return status{http.StatusBadRequest, err}
	}
	conn, err := g.wire().Converse(ctx, x.Addr())
	if err != nil {
		return err
	}
	c := textproto.NewConn(conn)
	defer c.Close()
	if _, _, err := c.ReadResponse(20); err != nil { // 200 or 201
		return err
	}
	var reply string
	for _, command := range commands {
		if err := c.PrintfLine("%s", command); err != nil {
			return err
		}
		if _, reply, err = c.ReadResponse(2); err != nil {
			return status{http.StatusNotFound, fmt.Errorf("gateway: nntp: %w", err)}
		}
	}
	if x.Article != "" {
		return p.copy(c.DotReader(), "text/plain; charset=utf-8")
	}
	return p.nntpGroup(c, x, reply)
}

// nntpGroup lists the newest articles of a group from the reply to GROUP:
//
//	number low high group
//
// (RFC 3977, 6.1.1).
func (p page) nntpGroup(c *textproto.Conn, x uri.NNTP, reply string) error {
	fields := strings.Fields(reply)
	if len(fields) < 3 {
		return fmt.Errorf("gateway: nntp: no article numbers in the reply to GROUP")
	}
	low, err1 := strconv.ParseUint(fields[1], 10, 63)
	high, err2 := strconv.ParseUint(fields[2], 10, 63)
	if err1 != nil || err2 != nil {
		return fmt.Errorf("gateway: nntp: no article numbers in the reply to GROUP")
	}
	if high > newest {
		low = max(low, high-newest+1)
	}
	if high < low {
		return p.list([]entry{{Text: "no articles"}}, "")
	}
	if err := c.PrintfLine("XOVER %d-%d", low, high); err != nil {
		return err
	}
	if _, _, err := c.ReadResponse(224); err != nil {
		return fmt.Errorf("gateway: nntp: %w", err)
	}
	lines, err := c.ReadDotLines()
	if err != nil {
		return err
	}
	var entries []entry
	for _, line := range lines {
		// number TAB subject TAB from ... (RFC 3977, 8.3)
		fields := strings.SplitN(line, "\t", 4)
		if len(fields) < 3 {
			continue
		}
		x.Article = fields[0]
		e := entry{Kind: fields[0], Text: fields[1] + "\n" + fields[2]}
		if u, err := x.URI(); err == nil {
			e.URI = u
		}
		entries = append(entries, e)
	}
	return p.list(entries, "")
}
