package uri

import (
	"fmt"
	"log/slog"
	"strings"

	"example.com/uri/internal/schemes"
)

// Gopher is an item on a server of the Internet Gopher protocol (RFC 1738, 3.4;
// RFC 1436):
//
//	gopherurl      = "gopher://" hostport [ / [ gtype [ selector
//	                 [ "%09" search [ "%09" gopher+_string ] ] ] ] ]
//	gtype          = xchar
//	selector       = *xchar
//	gopher+_string = *xchar
//
// (RFC 1738, 5). A "?" does not begin a query, since no character of the path is
// reserved.
type Gopher struct {
	Host string // as [Server.Host]
	Port uint16 // 0: 70
	// Type is the type of the item, one octet: "0" is a file, "1" a directory, "7"
	// a search server (RFC 1436, 3.8). The first character of the path is the
	// type, even if it is written as an escape. Type is undefined in "gopher://h"
	// and empty in "gopher://h/". Both mean the top directory of the server.
	Type     Optional
	Selector string   // the server's name for the item, without a tab
	Search   Optional // the text to search for, without a tab
	// Plus is the Gopher+ string (RFC 1738, 3.4.4 to 3.4.9): "+" for the item, "?" for its form,
	// "!" or "$" for attributes, "+" and a view. If it is defined, Search is defined too,
	// perhaps empty (3.4.3).
	Plus Optional
}

// gopherTab separates the fields of a gopher URL.
const gopherTab = "%09"

var opGopher = &operation{scheme: schemes.Gopher}

// GopherFrom reads u as a gopher URL. The first escaped tabs separate
// the fields. Later tabs belong to the Gopher+ string (RFC 1738, 3.4.9).
func GopherFrom(u URI) (Gopher, error) {
	srv, err := u.schemeServer(opGopher, ruleGopherURL)
	if err != nil {
		return Gopher{}, err
	}
	g := Gopher{Host: srv.Host, Port: srv.Port}
	s, i := u.s[:u.uriEnd()], int(u.path)
	if i == len(s) {
		return g, nil
	}
	if s[i] == '?' {
		return Gopher{}, u.refuse(opGopher, i, ruleGopherURL, faultByte)
	}
	path := s[i+1:]
	if path == "" {
		g.Type = Defined("")
		return g, nil
	}
	n := gtype(path)
	g.Type = Defined(decode(path[:n]))
	selector, path, more := strings.Cut(path[n:], gopherTab)
	g.Selector = decode(selector)
	if more {
		var search string
		search, path, more = strings.Cut(path, gopherTab)
		g.Search = Defined(decode(search))
	}
	if more {
		g.Plus = Defined(decode(path))
	}
	return g, nil
}

// ParseGopher is [Parse] and [GopherFrom].
func ParseGopher(s string) (Gopher, error) { return parseWith(s, opGopher, GopherFrom) }

// gtype returns the length of the xchar at the start of path.
func gtype(path string) int {
	if path[0] == '%' {
		return 3
	}
	return 1
}

// URI returns the URL. It fails if Host is not a host, if Selector or Search contains a tab,
// or if Plus is defined without Search. Type has at most one byte, and is empty only if the
// fields after it are not set.
func (g Gopher) URI() (URI, error) {
	dst, err := schemeAndServer("gopher", Server{Host: g.Host, Port: g.Port})
	if err != nil {
		return URI{}, err
	}
	if err := g.check(); err != nil {
		return URI{}, err
	}
	item, ok := g.Type.Get()
	if !ok {
		return Parse(string(dst))
	}
	dst = append(dst, '/')
	dst = AppendEscape(dst, item, EscapePath)
	dst = AppendEscape(dst, g.Selector, EscapePath)
	for _, field := range []Optional{g.Search, g.Plus} { // part of the path, so "?" is escaped
		if s, ok := field.Get(); ok {
			dst = append(dst, gopherTab...)
			dst = AppendEscape(dst, s, EscapePath)
		}
	}
	return Parse(string(dst))
}

// check checks that a URL can have these fields.
func (g Gopher) check() error {
	refuse := func(field, reason string) error { return &FieldError{"gopher", field, reason} }
	item := g.Type.String()
	search, searches := g.Search.Get()
	_, plus := g.Plus.Get()
	switch {
	case len(item) > 1:
		return refuse("Type", "more than one octet (RFC 1738, 3.4.1)")
	case item == "" && (g.Selector != "" || searches || plus):
		return refuse("Type", "empty, but fields after it are set (RFC 1738, 3.4.1)")
	case strings.Contains(g.Selector, "\t"):
		return refuse("Selector", "a tab, which would end it (RFC 1738, 3.4.1)")
	case strings.Contains(search, "\t"):
		return refuse("Search", "a tab, which would end it (RFC 1738, 3.4.2)")
	case plus && !searches:
		return refuse("Search", "undefined, but Plus is defined (RFC 1738, 3.4.3)")
	}
	return nil
}

// For these methods see [Scheme].

func (g Gopher) Scheme() string                { return "gopher" }
func (g Gopher) String() string                { return schemeString(g) }
func (g Gopher) Format(f fmt.State, verb rune) { formatScheme(g, f, verb) }
func (g Gopher) LogValue() slog.Value          { return slog.StringValue(redacted(g)) }
func (g Gopher) MarshalText() ([]byte, error)  { return marshalScheme(g) }
func (g *Gopher) UnmarshalText(s []byte) error { return unmarshal(g, string(s), ParseGopher) }
func (g Gopher) HostPort() (string, bool)      { return schemeAddr("gopher", g.Host, g.Port) }

// ItemType returns the octet of Type, or '1' (a directory) if Type is empty or
// undefined (RFC 1738, 3.4.1).
func (g Gopher) ItemType() byte {
	if item := g.Type.String(); item != "" {
		return item[0]
	}
	return '1'
}

// Request returns the request of a client for the item (RFC 1738, 3.4.1 to 3.4.3):
//
//	selector [ HT search [ HT gopher+_string ] ] CR LF
//
// The final CR LF is not added if the Gopher+ string already ends in CR LF, as
// a URL of a form does (3.4.9). The types of CSO and telnet are not
// gopher items: their servers speak their own protocols (RFC 1436, 3.8).
//
// The error is a [*FieldError]: a field that [Gopher.URI] refuses, CR, LF or NUL
// in Selector or Search, or NUL or an unpaired CR or LF in Plus (RFC 1738, 6). A
// pair CR LF in Plus ends the first line of the request. A server of another
// protocol could take the next line as a command, so check the port.
func (g Gopher) Request() ([]byte, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	if err := commandText("gopher", "Selector", g.Selector); err != nil {
		return nil, err
	}
	// NOTE: 3.4.9 shows a request with one tab between selector and Gopher+ string,
	// without a search field. Here it has two tabs, as 3.4.3 requires and as the URL
	// has. RFC 1436, 3.7, leaves out the tab after an empty selector. RFC 1738, 3.4.2,
	// keeps it.
	dst := []byte(g.Selector)
	if search, ok := g.Search.Get(); ok {
		if err := commandText("gopher", "Search", search); err != nil {
			return nil, err
		}
		dst = append(append(dst, '\t'), search...)
	}
	if plus, ok := g.Plus.Get(); ok {
		if err := commandEnd("gopher", "Plus", unpaired(plus)); err != nil {
			return nil, err
		}
		dst = append(append(dst, '\t'), plus...)
		if strings.HasSuffix(plus, "\r\n") {
			return dst, nil
		}
	}
	return append(dst, "\r\n"...), nil
}

// unpaired returns the index of the first NUL in s, or CR or LF outside of a pair CR
// LF. It returns -1 if there is no such byte.
func unpaired(s string) int {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\r' && at(s, i+1, '\n'):
			i++
		case s[i] == '\r', s[i] == '\n', s[i] == 0:
			return i
		}
	}
	return -1
}
