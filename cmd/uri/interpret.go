package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"slices"
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
http, and what a client would send to fetch the resource. The path of http is hpath
(RFC 1738, 5), without the "/" before it; the field Path of package uri has that "/".

	$ uri interpret 'ftp://h/pub/a%20b;type=i'
	ftp host=h port=21 cwd=pub name="a b" type=i wire="USER anonymous"
	wire="CWD pub" wire="TYPE I" wire="RETR a b"

(in one line). With -json these are "scheme", "fields" and "wire". If a command
cannot be sent, "wireError" says why. Bytes that are not printable ASCII are written
\xHH, and the backslash \\, in text and in JSON.`,
		flags: func(fs *flag.FlagSet) func(format) (job, error) {
			strict := fs.Bool("strict", false, "accept exactly the grammar of RFC 1738, section 5")
			return func(format) (job, error) {
				if *strict {
					return job{act: interpretStrict}, nil
				}
				return job{act: interpret}, nil
			}
		},
	},
}

// interpretText reads a URL as [uri.Interpret] does.
func interpretText(s string) (uri.Scheme, error) {
	u, err := uri.Parse(s)
	if err != nil {
		return nil, err
	}
	return uri.Interpret(u)
}

// interpret is the action of "uri interpret".
func interpret(in string) (object, error) {
	s, err := interpretText(in)
	if err != nil {
		return nil, err
	}
	wire, err := wireOf(s)
	return interpretation(s.Scheme(), fieldsOf(s), wire, err), nil
}

// interpretation returns the members of a result.
func interpretation(scheme string, fields object, wire []string, wireErr error) object {
	b := object{field("scheme", scheme).as(valueOnly), typed("fields", fields)}
	switch {
	case wireErr != nil:
		b = append(b, field("wireError", withoutPrefix(wireErr)))
	case wire != nil:
		b = append(b, typed("wire", listOf(wire, asOctets)))
	}
	return b
}

// wireOf returns the lines that a client sends: nil for a scheme without commands.
func wireOf(s uri.Scheme) ([]string, error) {
	switch s := s.(type) {
	case interface{ Commands() ([]string, error) }:
		return s.Commands()
	case uri.Gopher:
		request, err := s.Request()
		return []string{string(request)}, err
	}
	return nil, nil
}

func fieldsOf(s uri.Scheme) (fields object) {
	set := func(name string, value any) { fields = append(fields, typed(name, value)) }
	setIf := func(name string) func(string, bool) {
		return func(value string, ok bool) {
			fields = append(fields, member{name: name, value: octets(value), undefined: !ok})
		}
	}
	server := func(login uri.Login, host string, port uint16) {
		setIf("user")(login.User())
		setIf("password")(login.Password())
		set("host", octets(host))
		if port == 0 {
			port, _ = uri.DefaultPort(s.Scheme())
		}
		set("port", port)
	}
	switch s := s.(type) {
	case uri.FTP:
		server(s.Login, s.Host, s.Port)
		if i := len(s.Path) - 1; i >= 0 {
			set("cwd", listOf(s.Path[:i], asOctets))
			set("name", octets(s.Path[i]))
		}
		setIf("type")(string(rune(s.Type)), s.Type != 0)
	case uri.HTTP:
		server(uri.Login{}, s.Host, s.Port)
		setIf("path")(strings.CutPrefix(s.Path, "/"))
		setIf("search")(s.Search.Get())
	case uri.Gopher:
		server(uri.Login{}, s.Host, s.Port)
		item := s.Type.String()
		setIf("type")(item, item != "")
		setIf("selector")(s.Selector, item != "")
		setIf("search")(s.Search.Get())
		setIf("plus")(s.Plus.Get())
	case uri.Mailto:
		set("to", listOf(s.To, asOctets))
		set("headers", listOf(s.Headers, func(h uri.MailtoHeader) any { return pair(h) }))
	case uri.News:
		if s.Host != "" {
			server(uri.Login{}, s.Host, s.Port)
		}
		fields = append(fields, member{name: "all", value: true, undefined: !s.All})
		setIf("group")(s.Group, s.Group != "")
		setIf("article")(s.Article, !s.All && s.Group == "")
	case uri.NNTP:
		server(uri.Login{}, s.Host, s.Port)
		set("group", octets(s.Group))
		setIf("article")(s.Article.Get())
	case uri.Telnet:
		server(s.Login, s.Host, s.Port)
	case uri.WAIS:
		server(uri.Login{}, s.Host, s.Port)
		set("database", octets(s.Database))
		setIf("search")(s.Search.Get())
		setIf("wtype")(s.Type.Get())
		setIf("wpath")(s.Path.Get())
	case uri.File:
		setIf("host")(s.Host.Get())
		set("path", listOf(s.Path, asOctets))
	case uri.Prospero:
		server(uri.Login{}, s.Host, s.Port)
		set("name", octets(s.Name))
		set("fields", listOf(s.Fields, func(f uri.ProsperoField) any { return pair(f) }))
	case uri.Other:
		set("part", octets(s.Part))
	}
	return fields
}

func asOctets(s string) any { return octets(s) }

// schemes1738 are the schemes of RFC 1738, except mailto.
var schemes1738 = []string{"ftp", "http", "gopher", "news", "nntp", "telnet", "wais", "file", "prospero"}

// interpretStrict reads a URL by RFC 1738. A mailto URL is one address and nothing else. The
// scheme structs refuse some URLs of its grammar, for example one with the port 0. The fields of
// such a URL are shown, and "wireError" says why no client should use it.
func interpretStrict(in string) (object, error) {
	if err := uri.Conforms1738(in); err != nil {
		return nil, err
	}
	scheme, part, _ := strings.Cut(in, ":")
	scheme = strings.ToLower(scheme)
	switch {
	case scheme == "mailto":
		return interpretation(scheme, object{typed("address", octets(decode(part)))}, nil, nil), nil
	case !slices.Contains(schemes1738, scheme):
		return interpretation(scheme, object{typed("part", octets(part))}, nil, nil), nil
	}
	s, refusal := interpretText(in)
	if n, ok := s.(uri.News); ok && n.Host != "" {
		refusal = errors.New(`news: "//" begins a server by RFC 5538`)
	}
	if refusal == nil {
		return interpret(in)
	}
	if scheme == "news" {
		return interpretation(scheme, object{typed("article", octets(decode(part)))}, nil, refusal), nil
	}
	// The server is refused or, for nntp, a number that may have any length by RFC 1738. The struct
	// reads the rest, with a placeholder for the server.
	server, rest, _ := strings.Cut(part[len("//"):], "/")
	fields := server1738(scheme, server)
	if scheme == "nntp" {
		group, article, ok := strings.Cut(rest, "/")
		return interpretation(scheme, append(fields, field("group", group), optional("article")(article, ok)), nil, refusal), nil
	}
	s, err := interpretText(scheme + "://h" + strings.TrimPrefix(part, "//"+server))
	if err != nil {
		return nil, refusal
	}
	for _, f := range fieldsOf(s) {
		if f.name != "host" && f.name != "port" {
			fields = append(fields, f)
		}
	}
	return interpretation(scheme, fields, nil, refusal), nil
}

// server1738 returns the fields of
//
//	login    = [ user [ ":" password ] "@" ] hostport
//	hostport = host [ ":" port ]
//
// (RFC 1738, 5). The port is a number of any size, without zeros before it.
func server1738(scheme, login string) (fields object) {
	if userinfo, hostport, ok := strings.Cut(login, "@"); ok {
		user, password, ok := strings.Cut(userinfo, ":")
		fields = object{typed("user", octets(decode(user))), {name: "password", value: octets(decode(password)), undefined: !ok}}
		login = hostport
	}
	host, digits, _ := strings.Cut(login, ":")
	fields = append(fields, typed("host", octets(host)))
	if digits == "" {
		port, _ := uri.DefaultPort(scheme)
		digits = strconv.Itoa(int(port))
	}
	if scheme != "file" {
		fields = append(fields, typed("port", json.Number(cmp.Or(strings.TrimLeft(digits, "0"), "0"))))
	}
	return fields
}

// decode is [uri.Unescape] for a part of a valid URI: there no escape is broken.
func decode(s string) string {
	part, _ := uri.Unescape(s)
	return part
}
