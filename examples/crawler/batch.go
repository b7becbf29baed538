package main

import (
	"errors"
	"fmt"
	"strings"

	"example.com/uri"
	"example.com/uri/examples/internal/wire"
	"example.com/uri/web"
)

const (
	// maxRefused is how many refused links of a page have records.
	maxRefused = 100
	// maxText is the length in bytes of the longest text of a page in a record.
	maxText = 256
)

// A batch is the records of a fetched page: its new links, the first of its refused links,
// and the page itself, at the end.
type batch struct {
	records []record
	page    record
	left    int // bytes left for the records of links
}

// refuse counts a link not to follow. The first ones have records.
func (b *batch) refuse(i int, text string, u uri.URI, err error) {
	b.page.Refused++
	if b.page.Refused > maxRefused {
		return
	}
	if strings.Contains(text, "@") || strings.Contains(text, "%40") {
		text = ""
	}
	if errors.Is(err, errLong) {
		u = uri.URI{}
	}
	b.records = append(b.records, record{
		Type: "refused", URI: u, From: b.page.URI, Offset: i,
		Text: wire.Printable(wire.Clip(text, maxText)), Error: wire.Printable(wire.Clip(err.Error(), maxFailure)),
	})
}

// over counts n links past the limits.
func (b *batch) over(n int) {
	b.page.Refused += n
	b.page.Over += n
}

// batch makes the records of a fetched page.
func (c *Crawler) batch(s *state, r result) []record {
	b := batch{left: max(maxLinks, r.page.links.room)}
	b.page = record{
		Type: "page", N: r.link.N, URI: r.link.URI, Status: r.page.status, Media: r.page.media, Size: r.page.size, Reason: r.page.reason(), Rule: r.page.rule,
		Later: r.page.outage || errors.Is(r.page.err, errOutage), Nofollow: r.page.links.nofollowed,
	}
	if r.page.cut && !r.page.robots {
		b.page.Body = c.MaxBody
	}
	if r.page.err != nil {
		b.page.Error = wire.Printable(wire.Clip(r.page.err.Error(), maxFailure))
	}
	c.addLinks(s, &b, r)
	return append(b.records, b.page)
}

// sitemapLinks makes the records of the sitemaps that a robots.txt names, and that of its server.
func (f *frontier) sitemapLinks(r result, server record) []record {
	b := batch{left: maxLinks, page: server}
	f.addLinks(f.state, &b, r)
	return append(b.records, b.page)
}

// addLinks adds the links of a page. If its base is too long, all its links are past the
// limits.
func (c *Crawler) addLinks(s *state, b *batch, r result) {
	page := r.page
	b.over(page.links.over)
	if len(page.base) > maxLink {
		b.refuse(0, page.base, uri.URI{}, fmt.Errorf("base: %w", errLong))
		b.over(len(page.links.texts))
		return
	}
	base, err := parser.Parse(web.URL{}, b.page.URI.String())
	if err != nil {
		b.refuse(0, page.base, uri.URI{}, fmt.Errorf("base: %w", err))
	}
	document := parser.DocumentBase(base, page.base)
	links := web.Parser{ToASCII: parser.ToASCII, Query: page.query}
	for i, text := range page.links.texts {
		link := record{From: b.page.URI, Depth: r.link.Depth + 1}
		if page.sitemaps || page.robots || page.redirect && i == 0 {
			link.Depth = r.link.Depth
		}
		link.Joins = page.redirect && i == 0 && s.starts[r.link.N]
		u, err := uri.URI{}, page.links.errors[i]
		switch {
		case err != nil:
		case i < page.links.fields: // the base of a document is not theirs (RFC 8288, 3.1)
			u, err = c.follow(parser, base, text, link.Joins)
		default:
			u, err = c.follow(links, document, text, link.Joins)
		}
		if err != nil {
			if b.refuse(i, text, u, err); link.Joins {
				b.page.Reason, b.page.Error = "redirects to a page that is refused", wire.Printable(fmt.Sprintf("redirects to %s: %v", u.Redacted(), err))
			}
			continue
		}
		if s.stats.Links >= c.Known {
			b.page.Known = c.Known
			continue
		}
		size := len(u.String()) + len(b.page.URI.String()) + 100
		if size > b.left {
			b.over(1)
			continue
		}
		link.URI = u
		link, ok := s.add(link)
		if !ok {
			b.page.Seen++
			continue
		}
		b.left -= size
		b.records = append(b.records, link)
		b.page.New++
	}
}
