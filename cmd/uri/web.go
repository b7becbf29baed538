package main

import (
	"flag"
	"fmt"
	"strconv"

	"example.com/uri/web"
)

var webCommands = []command{
	{
		name:  "web",
		args:  "[REFERENCE ...]",
		short: "read references as browsers do",
		long: `Read URLs as browsers do, by the URL Standard of the WHATWG, and with -base
references too. A result is the serialization, what browsers call href; -json also
gives "scheme", "username", "password", "host", "port", "path", "query", "fragment"
and "origin", and as "uri" the same URL with escapes for what RFC 2396 does not
allow. An error has the name that the standard gives it.

	$ uri web -base http://h/ 'http:\\EXAMPLE.com\a b|c' //0x7f.1
	http://example.com/a%20b|c
	http://127.0.0.1/

This program has no tables for internationalized domain names: a host that is not
ASCII is refused, with the error domain-to-ASCII and a message that says so.`,
		flags: func(fs *flag.FlagSet) func(format) (action, error) {
			text := fs.String("base", "", "`BASE`, a URL")
			return func(f format) (action, error) {
				var parser web.Parser
				var base web.URL
				if *text != "" {
					u, err := parser.Parse(base, *text)
					if err == nil && f.redact {
						u, err = parser.Parse(base, masked(*text))
					}
					if err != nil {
						return nil, fmt.Errorf("flag -base: %s", withoutPrefix(err))
					}
					base = u
				}
				return func(b []byte, in string) ([]byte, error) {
					u, err := parser.Parse(base, in)
					if err != nil {
						return b, err
					}
					b = appendResult(b, f, f.text(u.String()))
					if f.json {
						b = appendURL(b, f, u)
					}
					return b, nil
				}, nil
			}
		},
	},
}

// appendURL writes the parts of u as members of a JSON object.
func appendURL(b []byte, f format, u web.URL) []byte {
	b = appendMember(b, "scheme", u.Scheme())
	if username := u.Username(); username != "" {
		b = appendMember(b, "username", username)
	}
	if password := u.Password(); password != "" {
		b = appendMember(b, "password", password)
	}
	if host, ok := u.Host(); ok {
		b = appendMember(b, "host", host)
	}
	if port, ok := u.Port(); ok {
		b = append(b, `,"port":`...)
		b = strconv.AppendUint(b, uint64(port), 10)
	}
	b = appendMember(b, "path", u.Path())
	if query, ok := u.Query(); ok {
		b = appendMember(b, "query", query)
	}
	if fragment, ok := u.Fragment(); ok {
		b = appendMember(b, "fragment", fragment)
	}
	b = appendMember(b, "origin", u.Origin())
	if v, err := u.URI(); err == nil { // "foo:" has none
		b = appendMember(b, "uri", f.uri(v))
	}
	return b
}
