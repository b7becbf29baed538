package main

import (
	"cmp"
	"context"
	"io"
	"iter"
	"net/http"
	"strings"

	"example.com/uri"
	"example.com/uri/examples/internal/wire"
)

// itemKinds names the item types of RFC 1436, 3.8, and those in use since.
var itemKinds = map[byte]string{
	'0': "text", '1': "dir", '2': "cso", '3': "error", '4': "binhex", '5': "dos", '6': "uu", '7': "search", '8': "telnet",
	'9': "binary", 'g': "gif", 'I': "image", 'T': "tn3270", 'h': "html", 's': "sound", 'd': "doc", ';': "video",
}

// mediaTypes has the media types of items. Those of other items are detected.
var mediaTypes = map[byte]string{
	'0': "text/plain; charset=utf-8", '9': "application/octet-stream", '5': "application/octet-stream", 'g': "image/gif",
	'h': "text/html; charset=utf-8",
}

// gopher answers with the item x: a menu as a page of links, any other item as the server
// sent it (RFC 1738, 3.4; RFC 1436).
func (g *Gateway) gopher(ctx context.Context, p page, x uri.Gopher) error {
	kind := x.ItemType()
	if _, ok := x.Search.Get(); kind == '7' && !ok {
		return p.gopherSearch(x)
	}
	r, err := g.wire().Gopher(ctx, x)
	if err != nil {
		return err
	}
	defer r.Close()
	if _, plus := x.Plus.Get(); (kind == '1' || kind == '7') && !plus {
		return p.list(gopherEntries(r), "")
	}
	return p.copy(r, mediaTypes[kind])
}

// none is the list of entries of a page with only a form.
func none(func(entry, error) bool) {}

// gopherSearch asks for the words of a search. The form sends "?search=..." after the
// selector.
func (p page) gopherSearch(x uri.Gopher) error {
	selector, query, ok := strings.Cut(x.Selector, "?search=")
	if !ok {
		return p.list(none, p.href(p.u))
	}
	query, err := uri.Unescape(strings.ReplaceAll(query, "+", " "))
	if err != nil {
		return status{http.StatusBadRequest, err}
	}
	x.Selector, x.Search = selector, uri.Defined(query)
	return p.redirect(x)
}

// gopherEntries reads the items of a menu. A line with only "." ends it.
func gopherEntries(r io.Reader) iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		for line, err := range wire.Lines(wire.Bound(r, maxList)) {
			if line == "." {
				return
			}
			item := wire.ParseMenuItem(line)
			e := entry{Text: item.Name, URI: item.URI}
			if item.Type != 'i' {
				e.Kind = cmp.Or(itemKinds[item.Type], "item")
			}
			if !yield(e, err) {
				return
			}
		}
	}
}
