package wire

import (
	"context"
	"io"
	"strconv"
	"strings"

	"example.com/uri"
)

// Gopher begins to fetch the item x (RFC 1738, 3.4; RFC 1436).
func (c *Client) Gopher(ctx context.Context, x uri.Gopher) (io.ReadCloser, error) {
	request, err := x.Request()
	if err != nil {
		return nil, err
	}
	conn, err := c.ConverseWith(ctx, x)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Write(request); err != nil {
		conn.Close()
		return nil, err
	}
	return conn, nil
}

// A MenuItem is one line of a gopher menu:
//
//	type name TAB selector TAB host TAB port CR LF
//
// (RFC 1436, 2 and 3.8).
type MenuItem struct {
	Type byte // 'i' for a line that is text alone
	Name string
	URI  uri.URI // of the item, if Err is nil and it is no text
	Err  error   // why the item has no URI
}

// ParseMenuItem parses a line of a menu, without its line end. A line of another form is
// text.
func ParseMenuItem(line string) MenuItem {
	fields := strings.Split(line, "\t")
	item := MenuItem{Type: 'i'}
	if fields[0] != "" {
		item.Name = fields[0][1:]
	}
	if line == "" || len(fields) < 4 || line[0] == 'i' || line[0] == '3' {
		return item
	}
	item.Type = line[0]
	item.URI, item.Err = menuURI(item.Type, fields[1], fields[2], fields[3])
	return item
}

// menuURI composes the URI of an item.
func menuURI(kind byte, selector, host, port string) (uri.URI, error) {
	// An item of type "h" may name any URL in its selector.
	if target, ok := strings.CutPrefix(strings.TrimPrefix(selector, "/"), "URL:"); ok && kind == 'h' {
		return uri.Parse(target)
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return uri.URI{}, err
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if kind == '8' || kind == 'T' {
		t := uri.Telnet{Host: host, Port: uint16(n)}
		if selector != "" {
			t.Login = uri.LoginUser(selector)
		}
		return t.URI()
	}
	return uri.Gopher{Host: host, Port: uint16(n), Type: uri.Defined(string(kind)), Selector: selector}.URI()
}
