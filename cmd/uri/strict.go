package main

import (
	"strings"

	"example.com/uri"
)

// interpretStrict reads a URL to the letter of RFC 1738: it accepts what
// [uri.Conforms1738] accepts. A mailto URL is one address and nothing else.
//
// The scheme structs refuse some servers that the letter allows: a login with
// "?", the port 0 or one above 65535, and a number above 255 in an IPv4 address.
// The fields of such a URL are shown, and wireErr says why nobody should act upon
// them.
func interpretStrict(in string) (*interpretation, error) {
	if err := uri.Conforms1738(in); err != nil {
		return nil, err
	}
	name, part, _ := strings.Cut(in, ":")
	x := &interpretation{scheme: strings.ToLower(name)}
	switch x.scheme {
	case "ftp", "http", "gopher", "news", "nntp", "telnet", "wais", "file", "prospero":
	case "mailto":
		address, err := uri.Unescape(part)
		x.set("address", address)
		return x, err
	default:
		x.set("part", part)
		return x, nil
	}
	s, refusal := interpretText(in)
	if refusal == nil {
		x.read(s)
		return x, nil
	}
	if x.scheme == "news" {
		article, err := uri.Unescape(part)
		x.set("article", article)
		x.wireErr = refusal
		return x, err
	}
	// Only the server can be refused here: read the URL with the placeholder h,
	// and show the real server.
	start, end := len(x.scheme+"://"), len(in)
	if n := strings.IndexByte(in[start:], '/'); n >= 0 {
		end = start + n
	}
	s, err := interpretText(in[:start] + "h" + in[end:])
	if err != nil {
		return nil, refusal
	}
	x.letter = in[start:end]
	x.read(s)
	x.wire, x.wireErr = nil, refusal
	return x, nil
}

// serverByLetter sets the fields of
//
//	login    = [ user [ ":" password ] "@" ] hostport
//	hostport = host [ ":" port ]
//
// (RFC 1738, 5), which is all of s.
func (x *interpretation) serverByLetter(s string) {
	if userinfo, hostport, ok := strings.Cut(s, "@"); ok {
		user, password, ok := strings.Cut(userinfo, ":")
		x.set("user", decode(user))
		if ok {
			x.set("password", decode(password))
		}
		s = hostport
	}
	host, digits, ok := strings.Cut(s, ":")
	x.set("host", host)
	if !ok {
		x.defaultPort()
		return
	}
	x.set("port", number(digits))
}

// decode is [uri.Unescape] for a part of a valid URI, which has no broken escape.
func decode(s string) string {
	part, err := uri.Unescape(s)
	if err != nil {
		return s
	}
	return part
}
