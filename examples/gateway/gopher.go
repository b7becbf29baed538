package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"

	"example.com/uri"
)

// itemKinds names the item types of RFC 1436, 3.8, and those in use since.
var itemKinds = map[byte]string{
	'0': "text", '1': "dir", '2': "cso", '3': "error", '4': "binhex", '5': "dos", '6': "uu", '7': "search", '8': "telnet",
	'9': "binary", 'g': "gif", 'I': "image", 'T': "tn3270", 'h': "html", 's': "sound", 'd': "doc", ';': "video",
}

// mediaTypes says what items are in HTTP; the others are found out.
var mediaTypes = map[byte]string{
	'0': "text/plain; charset=utf-8", '9': "application/octet-stream", '5': "application/octet-stream", 'g': "image/gif",
	'h': "text/html; charset=utf-8",
}

// gopher answers with the item that x names: menus as pages of links, all else
// as the server sent it (RFC 1738, 3.4; RFC 1436).
func (g *Gateway) gopher(ctx context.Context, p page, x uri.Gopher) error {
	kind := x.ItemType()
	if _, ok := x.Search.Get(); kind == '7' && !ok {
		return p.gopherSearch(x)
	}
	request, err := x.Request()
	if err != nil {
		return status{http.StatusBadRequest, err}
	}
	conn, err := g.converse(ctx, x.Addr())
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.Write(request); err != nil {
		return err
	}
	if _, plus := x.Plus.Get(); (kind == '1' || kind == '7') && !plus {
		return p.gopherMenu(conn)
	}
	return p.copy(conn, mediaTypes[kind])
}

// gopherSearch asks what to search for. The form's answer comes as
// "?search=..." behind the selector.
func (p page) gopherSearch(x uri.Gopher) error {
	selector, query, ok := strings.Cut(x.Selector, "?search=")
	if !ok {
		return p.list(nil, p.href(p.u))
	}
	query, err := uri.Unescape(strings.ReplaceAll(query, "+", " "))
	if err != nil {
		return status{http.StatusBadRequest, err}
	}
	x.Selector, x.Search = selector, uri.Given(query)
	u, err := x.URI()
	if err != nil {
		return status{http.StatusBadRequest, err}
	}
	return p.redirect(u)
}

// gopherMenu answers with a page of the items that r lists:
//
//	type name TAB selector TAB host TAB port CR LF
//
// (RFC 1436, 3.2 and 3.8). A line alone with "." ends it.
func (p page) gopherMenu(r io.Reader) error {
	var entries []entry
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		line := strings.TrimSuffix(lines.Text(), "\r")
		if line == "." {
			break
		}
		entries = append(entries, menuEntry(line))
	}
	if err := lines.Err(); err != nil && len(entries) == 0 {
		return err
	}
	return p.list(entries, "")
}

// menuEntry reads one line of a menu. What does not fit the form is shown
// without a link.
func menuEntry(line string) entry {
	fields := strings.Split(line, "\t")
	if line == "" || len(fields) < 4 || line[0] == 'i' || line[0] == '3' {
		text := fields[0]
		if text != "" {
			text = text[1:]
		}
		return entry{Text: text}
	}
	e := entry{Kind: itemKinds[line[0]], Text: fields[0][1:]}
	if e.Kind == "" {
		e.Kind = "item"
	}
	// An item of type "h" may name any URL in its selector.
	if target, ok := strings.CutPrefix(strings.TrimPrefix(fields[1], "/"), "URL:"); ok && line[0] == 'h' {
		if u, err := uri.Parse(target); err == nil && u.IsAbsolute() && !u.IsOpaque() {
			e.URI = u
		}
		return e
	}
	port, err := strconv.ParseUint(fields[3], 10, 16)
	if err != nil {
		return e
	}
	host := fields[2]
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	item := uri.Scheme(uri.Gopher{Host: host, Port: uint16(port), Type: line[:1], Selector: fields[1]})
	if line[0] == '8' || line[0] == 'T' {
		item = uri.Telnet{Host: host, Port: uint16(port), Login: uri.LoginUser(fields[1])}
	}
	if u, err := item.URI(); err == nil {
		e.URI = u
	}
	return e
}
