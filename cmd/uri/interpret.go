package main

import (
	"flag"
	"fmt"
	"strconv"
	"strings"

	"example.com/uri"
)

var interpretCommands = []command{
	{
		name:  "interpret",
		args:  "[URL ...]",
		short: "read URLs as their schemes do, and say what goes over the wire",
		plain: true,
		long: `Read URLs by the rules of their schemes (RFC 1738 and its successors). A result is
the scheme, the fields of the URL, decoded except for the path and the search part of
http, and what a client would send to fetch what it names:

	$ uri interpret 'ftp://h/pub/a%20b;type=i'
	ftp host=h port=21 cwd=pub name="a b" type=i wire="USER anonymous"
	wire="CWD pub" wire="TYPE I" wire="RETR a b"

(in one line). With -json these are "scheme", "fields" and "wire". If a command
cannot be sent, "wireError" says why. Bytes that are not printable ASCII are written
\xHH, and the backslash \\, in text and in JSON.`,
		flags: func(fs *flag.FlagSet) func(format) (action, error) {
			strict := fs.Bool("strict", false, "read RFC 1738, section 5, to the letter")
			return func(f format) (action, error) {
				write := appendWords
				if f.json {
					write = appendFields
				}
				return func(b []byte, in string) ([]byte, error) {
					x, err := interpret(in, *strict)
					if err != nil {
						return b, err
					}
					return write(b, x), nil
				}, nil
			}
		},
	},
}

// An interpretation is what "uri interpret" says of a URL.
type interpretation struct {
	scheme  string
	letter  string // the server, if only the letter of RFC 1738 allows it
	fields  []field
	wire    []string // nil: the scheme has none
	wireErr error
}

// A field is a value with a name. The value is a string, a number, a bool, a
// []string or a []pair.
type field struct {
	name  string
	value any
}

// A pair is a header field or a field of a link.
type pair struct{ Name, Value string }

// A number is a port as written, of any size.
type number string

// String returns the digits without zeros before them.
func (n number) String() string {
	if s := strings.TrimLeft(string(n), "0"); s != "" {
		return s
	}
	return "0"
}

func (x *interpretation) set(name string, value any) {
	x.fields = append(x.fields, field{name, value})
}

// setIf returns a function that sets the field if it is defined.
func (x *interpretation) setIf(name string) func(value string, ok bool) {
	return func(value string, ok bool) {
		if ok {
			x.set(name, value)
		}
	}
}

func (x *interpretation) server(s uri.Server) {
	if x.letter != "" {
		x.serverByLetter(x.letter)
		return
	}
	x.setIf("user")(s.Login.User())
	x.setIf("password")(s.Login.Password())
	x.set("host", s.Host)
	if s.Port == 0 {
		x.defaultPort()
		return
	}
	x.set("port", number(strconv.Itoa(int(s.Port))))
}

func (x *interpretation) defaultPort() {
	port, _ := uri.DefaultPort(x.scheme)
	x.set("port", number(strconv.Itoa(int(port))))
}

// interpretText reads a URL as [uri.Interpret] does.
func interpretText(s string) (uri.Scheme, error) {
	u, err := uri.Parse(s)
	if err != nil {
		return nil, err
	}
	return uri.Interpret(u)
}

// interpret reads a URL, to the letter of RFC 1738 or as its successors do.
func interpret(in string, strict bool) (*interpretation, error) {
	if strict {
		return interpretStrict(in)
	}
	s, err := interpretText(in)
	if err != nil {
		return nil, err
	}
	x := &interpretation{scheme: s.Scheme()}
	x.read(s)
	return x, nil
}

// read sets the fields of s, and what a client sends.
func (x *interpretation) read(s uri.Scheme) {
	switch s := s.(type) {
	case uri.FTP:
		x.server(uri.Server{Login: s.Login, Host: s.Host, Port: s.Port})
		if i := len(s.Path) - 1; i >= 0 {
			x.set("cwd", s.Path[:i])
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
		x.set("to", s.To)
		headers := make([]pair, len(s.Headers))
		for i, h := range s.Headers {
			headers[i] = pair(h)
		}
		x.set("headers", headers)
	case uri.News:
		switch {
		case s.All:
			x.set("all", true)
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
		if x.letter != "" {
			s.Host = uri.Defined(x.letter)
		}
		x.setIf("host")(s.Host.Get())
		x.set("path", s.Path)
	case uri.Prospero:
		x.server(uri.Server{Host: s.Host, Port: s.Port})
		x.set("name", s.Name)
		fields := make([]pair, len(s.Fields))
		for i, f := range s.Fields {
			fields[i] = pair(f)
		}
		x.set("fields", fields)
	case uri.Other:
		x.set("part", s.Part)
	}
	if x.wireErr != nil {
		x.wire = nil
	}
}

// appendWords writes x as words.
func appendWords(b []byte, x *interpretation) []byte {
	b = append(b, x.scheme...)
	for _, f := range x.fields {
		switch v := f.value.(type) {
		case string:
			b = appendWord(b, f.name, v)
		case number:
			b = appendWord(b, f.name, v.String())
		case bool:
			b = fmt.Appendf(b, " %s=%t", f.name, v)
		case []string:
			for _, s := range v {
				b = appendWord(b, f.name, s)
			}
		case []pair:
			for _, p := range v {
				b = appendWord(b, f.name, p.Name+"="+p.Value)
			}
		}
	}
	for _, s := range x.wire {
		b = appendWord(b, "wire", s)
	}
	if x.wireErr != nil {
		b = appendWord(b, "wireError", withoutPrefix(x.wireErr))
	}
	return b
}

// appendWord writes name=value, with the value in quotes if it contains a space or
// quotes.
func appendWord(b []byte, name, value string) []byte {
	b = append(b, ' ')
	b = append(b, name...)
	b = append(b, '=')
	value = octets(value)
	if strings.ContainsAny(value, ` "`) {
		value = `"` + strings.ReplaceAll(value, `"`, `\"`) + `"`
	}
	return append(b, value...)
}

// appendFields writes x as members of a JSON object.
func appendFields(b []byte, x *interpretation) []byte {
	b = appendMember(b, "scheme", x.scheme)
	b = append(b, `,"fields":{`...)
	for i, f := range x.fields {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(b, f.name)
		b = append(b, ':')
		switch v := f.value.(type) {
		case string:
			b = appendString(b, octets(v))
		case number:
			b = append(b, v.String()...)
		case bool:
			b = strconv.AppendBool(b, v)
		case []string:
			b = appendStrings(b, v)
		case []pair:
			b = appendPairs(b, v)
		}
	}
	b = append(b, '}')
	if x.wire != nil {
		b = append(b, `,"wire":`...)
		b = appendStrings(b, x.wire)
	}
	if x.wireErr != nil {
		b = appendMember(b, "wireError", withoutPrefix(x.wireErr))
	}
	return b
}

func appendStrings(b []byte, list []string) []byte {
	b = append(b, '[')
	for i, s := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(b, octets(s))
	}
	return append(b, ']')
}

func appendPairs(b []byte, list []pair) []byte {
	b = append(b, '[')
	for i, p := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"name":`...)
		b = appendString(b, octets(p.Name))
		b = appendMember(b, "value", octets(p.Value))
		b = append(b, '}')
	}
	return append(b, ']')
}

// octets returns s in printable ASCII: other bytes as \xHH, "\" as "\\".
func octets(s string) string {
	if plain(s) == len(s) {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\\':
			b.WriteString(`\\`)
		case c < ' ' || c > '~':
			fmt.Fprintf(&b, `\x%02X`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
