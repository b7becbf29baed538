package main

import (
	"cmp"
	"errors"
	"flag"
	"strconv"
	"strings"

	"example.com/uri"
)

var interpretCommands = []command{
	{
		name:  "interpret",
		args:  "[URL ...]",
		short: "read URLs as their schemes do, and say what goes over the wire",
		long: `Read URLs by the rules of their schemes (RFC 1738 and its successors). A result is
the scheme, the fields of the URL, decoded except for the path and the search part of
http, and what a client would send to fetch what it names. The path of http is hpath
(RFC 1738, 5), without the "/" before it; the field Path of package uri has that "/".

	$ uri interpret 'ftp://h/pub/a%20b;type=i'
	ftp host=h port=21 cwd=pub name="a b" type=i wire="USER anonymous"
	wire="CWD pub" wire="TYPE I" wire="RETR a b"

(in one line). With -json these are "scheme", "fields" and "wire". If a command
cannot be sent, "wireError" says why. Bytes that are not printable ASCII are written
\xHH, and the backslash \\, in text and in JSON.`,
		flags: func(fs *flag.FlagSet) func(format) (job, error) {
			strict := fs.Bool("strict", false, "accept exactly the grammar of RFC 1738, section 5")
			return func(f format) (job, error) {
				read := interpret
				if *strict {
					read = interpretStrict
				}
				return oneByOne(func(b []byte, in string) ([]byte, error) {
					x, err := read(in)
					if err != nil {
						return b, err
					}
					return f.appendAll(b, x.members()...), nil
				}), nil
			}
		},
	},
}

// An interpretation is the result of "uri interpret".
type interpretation struct {
	scheme     string
	server1738 string // the server, if only RFC 1738 allows it
	fields     []member
	wire       []string // the lines that a client sends; nil for other schemes, and with a wireErr
	wireErr    error
}

// set adds a field of any bytes.
func (x *interpretation) set(name, value string) {
	x.fields = append(x.fields, dataMember(name, value))
}

// setPort adds the field "port": a number of any size, without zeros before it. Without
// digits it is the default port.
func (x *interpretation) setPort(digits string) {
	if digits == "" {
		port, _ := uri.DefaultPort(x.scheme)
		digits = strconv.Itoa(int(port))
	}
	x.fields = append(x.fields, member{name: "port", value: cmp.Or(strings.TrimLeft(digits, "0"), "0"), as: asLiteral})
}

// setAll adds a field with a list of texts.
func (x *interpretation) setAll(name string, values []string) {
	x.fields = append(x.fields, listMember(name, dataMembers(values)))
}

func dataMembers(values []string) (all []member) {
	for _, s := range values {
		all = append(all, dataMember("", s))
	}
	return all
}

// setPairs adds a field with a list of pairs: header fields or the fields of a link.
func setPairs[P ~struct{ Name, Value string }](x *interpretation, name string, pairs []P) {
	var all []member
	for _, p := range pairs {
		q := struct{ Name, Value string }(p)
		all = append(all, objectMember("", dataMember("name", q.Name), dataMember("value", q.Value)))
	}
	x.fields = append(x.fields, listMember(name, all))
}

// setIf returns a function to set the field if it is defined.
func (x *interpretation) setIf(name string) func(value string, ok bool) {
	return func(value string, ok bool) {
		if ok {
			x.set(name, value)
		}
	}
}

func (x *interpretation) server(s uri.Server) {
	if x.server1738 != "" {
		x.readServer1738()
		return
	}
	x.setIf("user")(s.Login.User())
	x.setIf("password")(s.Login.Password())
	x.set("host", s.Host)
	port := ""
	if s.Port != 0 {
		port = strconv.Itoa(int(s.Port))
	}
	x.setPort(port)
}

// interpretText reads a URL as [uri.Interpret] does.
func interpretText(s string) (uri.Scheme, error) {
	u, err := uri.Parse(s)
	if err != nil {
		return nil, err
	}
	return uri.Interpret(u)
}

// interpret reads a URL as the successors of RFC 1738 do.
func interpret(in string) (*interpretation, error) {
	s, err := interpretText(in)
	if err != nil {
		return nil, err
	}
	x := &interpretation{scheme: s.Scheme()}
	x.read(s)
	return x, nil
}

// read sets the fields of s, and the lines of a client.
func (x *interpretation) read(s uri.Scheme) {
	switch s := s.(type) {
	case uri.FTP:
		x.server(uri.Server{Login: s.Login, Host: s.Host, Port: s.Port})
		if i := len(s.Path) - 1; i >= 0 {
			x.setAll("cwd", s.Path[:i])
			x.set("name", s.Path[i])
		}
		if s.Type != 0 {
			x.set("type", string(rune(s.Type)))
		}
		x.wire, x.wireErr = s.Commands()
	case uri.HTTP:
		x.server(uri.Server{Host: s.Host, Port: s.Port})
		x.setIf("path")(strings.CutPrefix(s.Path, "/"))
		x.setIf("search")(s.Search.Get())
		x.wire, x.wireErr = s.Commands()
	case uri.Gopher:
		x.server(uri.Server{Host: s.Host, Port: s.Port})
		item := s.Type.String()
		x.setIf("type")(item, item != "")
		x.setIf("selector")(s.Selector, item != "")
		x.setIf("search")(s.Search.Get())
		x.setIf("plus")(s.Plus.Get())
		var request []byte
		request, x.wireErr = s.Request()
		x.wire = []string{string(request)}
	case uri.Mailto:
		x.setAll("to", s.To)
		setPairs(x, "headers", s.Headers)
	case uri.News:
		if s.Host != "" {
			x.server(uri.Server{Host: s.Host, Port: s.Port})
		}
		switch {
		case s.All:
			x.fields = append(x.fields, boolMember("all", true))
		case s.Group != "":
			x.set("group", s.Group)
		default:
			x.set("article", s.Article)
		}
		x.wire, x.wireErr = s.Commands()
	case uri.NNTP:
		x.server(uri.Server{Host: s.Host, Port: s.Port})
		x.set("group", s.Group)
		x.setIf("article")(s.Article.Get())
		x.wire, x.wireErr = s.Commands()
	case uri.Telnet:
		x.server(uri.Server(s))
	case uri.WAIS:
		x.server(uri.Server{Host: s.Host, Port: s.Port})
		x.set("database", s.Database)
		x.setIf("search")(s.Search.Get())
		x.setIf("wtype")(s.Type.Get())
		x.setIf("wpath")(s.Path.Get())
	case uri.File:
		if x.server1738 != "" {
			s.Host = uri.Defined(x.server1738)
		}
		x.setIf("host")(s.Host.Get())
		x.setAll("path", s.Path)
	case uri.Prospero:
		x.server(uri.Server{Host: s.Host, Port: s.Port})
		x.set("name", s.Name)
		setPairs(x, "fields", s.Fields)
	case uri.Other:
		x.set("part", s.Part)
	}
	if x.wireErr != nil {
		x.wire = nil
	}
}

// members returns the members of the result.
func (x *interpretation) members() []member {
	all := []member{textMember("scheme", x.scheme).in(valueOnly), objectMember("fields", x.fields...), {}, {}}
	if x.wire != nil {
		all[2] = listMember("wire", dataMembers(x.wire))
	}
	if x.wireErr != nil {
		all[3] = textMember("wireError", withoutPrefix(x.wireErr))
	}
	return all
}

// interpretStrict reads a URL accepted by [uri.Conforms1738]. A mailto URL is one
// address and nothing else.
//
// The scheme structs refuse some servers of the strict grammar: a login with "?", the
// port 0 or one above 65535, and a number above 255 in an IPv4 address. The fields of
// such a URL are shown, and wireErr says why no client should act upon them.
func interpretStrict(in string) (*interpretation, error) {
	if err := uri.Conforms1738(in); err != nil {
		return nil, err
	}
	name, part, _ := strings.Cut(in, ":")
	x := &interpretation{scheme: strings.ToLower(name)}
	switch x.scheme {
	case "ftp", "http", "gopher", "news", "nntp", "telnet", "wais", "file", "prospero":
	case "mailto":
		x.set("address", decode(part))
		return x, nil
	default:
		x.set("part", part)
		return x, nil
	}
	s, refusal := interpretText(in)
	if n, ok := s.(uri.News); ok && n.Host != "" {
		refusal = errors.New(`news: "//" begins a server by RFC 5538`)
	}
	if refusal == nil {
		x.read(s)
		return x, nil
	}
	if x.scheme == "news" {
		x.set("article", decode(part))
		x.wireErr = refusal
		return x, nil
	}
	// Only the server can be refused here: read the URL with the placeholder h,
	// and show the real server.
	start, end := len(x.scheme+"://"), len(in)
	if n := strings.IndexByte(in[start:], '/'); n >= 0 {
		end = start + n
	}
	x.server1738 = in[start:end]
	if x.scheme == "nntp" { // or the number, which has any length by RFC 1738
		x.server(uri.Server{})
		group, digits, ok := strings.Cut(in[end+1:], "/")
		x.set("group", group)
		x.setIf("article")(digits, ok)
		x.wireErr = refusal
		return x, nil
	}
	s, err := interpretText(in[:start] + "h" + in[end:])
	if err != nil {
		return nil, refusal
	}
	x.read(s)
	x.wire, x.wireErr = nil, refusal
	return x, nil
}

// readServer1738 sets the fields of
//
//	login    = [ user [ ":" password ] "@" ] hostport
//	hostport = host [ ":" port ]
//
// (RFC 1738, 5). The login is all of server1738.
func (x *interpretation) readServer1738() {
	s := x.server1738
	if userinfo, hostport, ok := strings.Cut(s, "@"); ok {
		user, password, ok := strings.Cut(userinfo, ":")
		x.set("user", decode(user))
		if ok {
			x.set("password", decode(password))
		}
		s = hostport
	}
	host, digits, _ := strings.Cut(s, ":")
	x.set("host", host)
	x.setPort(digits)
}

// decode is [uri.Unescape] for a part of a valid URI: there no escape is broken.
func decode(s string) string {
	part, _ := uri.Unescape(s)
	return part
}
