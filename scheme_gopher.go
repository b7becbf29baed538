package uri

import (
	"fmt"
	"log/slog"
	"strings"
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
// (RFC 1738, 5). A "?" begins no query here: no character of the path is
// reserved. Gopher values may be compared with ==.
//
// NOTE: the bare "/" of the rule is the delimiter of 3.4.1. The rule search,
// that of httpurl, has no "/" and "?", but all xchars follow from selector.
type Gopher struct {
	Host string // as in [Server]
	Port uint16 // 0: 70
	// Type is the octet that tells the type of the item: "0" is a file, "1" a
	// directory, "7" a search server (RFC 1436, 3.8). The first character of the
	// path is the type, even if it is written as an escape. Type is undefined in
	// "gopher://h" and empty in "gopher://h/". Both mean the top directory of the
	// server.
	Type Optional
	// Selector is what the server knows the item by. It holds no tab.
	Selector string
	// Search is the text to search for. It holds no tab.
	Search Optional
	// Plus is the Gopher+ string, which [ParseGopherPlus] takes apart. Where it
	// is defined Search is too, if only empty (3.4.3).
	Plus Optional
}

// gopherTab separates the fields of a Gopher URL.
const gopherTab = "%09"

// GopherFrom reads u as a gopher URL. It allocates what holds escapes. The
// error is a [*SyntaxError].
//
// The first two escaped tabs separate the fields; those behind them belong to
// the Gopher+ string (3.4.9).
func GopherFrom(u URI) (Gopher, error) {
	s, err := u.server(&schemes[schemeGopher])
	if err != nil {
		return Gopher{}, err
	}
	g := Gopher{Host: s.Host, Port: s.Port}
	start, path := u.afterAuthority()
	if path == "" {
		return g, nil
	}
	if path[0] == '?' {
		return Gopher{}, u.refuse("gopher", start, RuleGopherURL, "")
	}
	if path = path[1:]; path == "" {
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
func ParseGopher(s string) (Gopher, error) { return parseWith(s, GopherFrom) }

// gtype returns the length of the xchar that path begins with.
func gtype(path string) int {
	if path[0] == '%' {
		return 3
	}
	return 1
}

// Scheme returns "gopher".
func (g Gopher) Scheme() string { return "gopher" }

// URI writes the URL. Port 70 is left out. The error is a [*FieldError] where
// Host is none, Type is not one octet in front of a selector, a field but Plus
// holds a tab, or Plus is defined without Search.
func (g Gopher) URI() (URI, error) {
	dst, err := appendServer(nil, "gopher", Server{Host: g.Host, Port: g.Port})
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
	dst = AppendEscape(dst, item, FullPath)
	dst = AppendEscape(dst, g.Selector, FullPath)
	for _, field := range []Optional{g.Search, g.Plus} {
		if s, ok := field.Get(); ok {
			dst = append(dst, gopherTab...)
			dst = AppendEscape(dst, s, FullPath)
		}
	}
	return Parse(string(dst))
}

// check checks that the fields stand as they can in a URL.
func (g Gopher) check() error {
	refuse := func(field, reason string) error { return &FieldError{"gopher", field, reason} }
	item := g.Type.String()
	search, searches := g.Search.Get()
	_, plus := g.Plus.Get()
	switch {
	case len(item) > 1:
		return refuse("Type", "more than one octet (RFC 1738, 3.4.1)")
	case item == "" && (g.Selector != "" || searches || plus):
		return refuse("Type", "none, but fields behind it (RFC 1738, 3.4.1)")
	case strings.Contains(g.Selector, "\t"):
		return refuse("Selector", "a tab, which would end it (RFC 1738, 3.4.1)")
	case strings.Contains(search, "\t"):
		return refuse("Search", "a tab, which would end it (RFC 1738, 3.4.2)")
	case plus && !searches:
		return refuse("Search", "undefined, but Plus is defined (RFC 1738, 3.4.3)")
	}
	return nil
}

// String returns the text of the URL, with a password that it may hold.
func (g Gopher) String() string { return schemeString(g) }

// Format writes the URL as [URI.Format] does: %+v and %#v show no password.
func (g Gopher) Format(f fmt.State, verb rune) { formatScheme(g, f, verb) }

// LogValue returns the URL as [URI.Redacted] has it.
func (g Gopher) LogValue() slog.Value { return slog.StringValue(redacted(g)) }

// MarshalText returns the text of the URL. The error is that of URI.
func (g Gopher) MarshalText() ([]byte, error) { return marshalScheme(g) }

// UnmarshalText sets g to what [ParseGopher] reads, and leaves it as it is with an
// error.
func (g *Gopher) UnmarshalText(s []byte) error { return unmarshalScheme(g, s, ParseGopher) }

// HostPort returns the host and the port to connect to, as net.Dial takes them.
func (g Gopher) HostPort() string { return hostAddr("gopher", g.Host, g.Port) }

// ItemType returns the octet of Type, '1' for a directory where it is empty
// (RFC 1738, 3.4.1).
func (g Gopher) ItemType() byte {
	if item := g.Type.String(); item != "" {
		return item[0]
	}
	return '1'
}

// Request returns what a client sends to get the item (RFC 1738, 3.4.1 to
// 3.4.3):
//
//	selector [ HT search [ HT gopher+_string ] ] CR LF
//
// A Gopher+ string that ends in CR LF, as that of a form does (3.4.9), ends the
// request too. The types '2', '8' and 'T' are no gopher items: their servers
// speak CSO, telnet and tn3270 (RFC 1436, 3.8).
//
// The error is a [*FieldError] for what [Gopher.URI] refuses in these fields,
// for CR, LF or NUL in Selector and Search, and for NUL and any CR or LF that
// is not one of a pair in Plus (RFC 1738, 6). A pair ends the first line of the
// request, and a server of another protocol would take the next for a command
// of its own: mind the port.
//
// NOTE: 3.4.9 shows a request with one tab between selector and Gopher+ string,
// as if there were no search field. Here it is two, which 3.4.3 asks for and
// which the URL has. RFC 1436, 3.7.2, would leave out the tab behind an empty
// selector; 3.4.2 does not.
func (g Gopher) Request() ([]byte, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	if err := commandText("gopher", "Selector", g.Selector); err != nil {
		return nil, err
	}
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

// unpaired returns the index of the first NUL in s, or CR or LF that is not one
// of a pair, -1 where there is none.
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
