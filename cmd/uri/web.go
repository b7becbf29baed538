package main

import (
	"errors"
	"flag"
	"fmt"

	"example.com/uri/web"
)

var webCommands = []command{
	{
		name:  "web",
		args:  "[REFERENCE ...]",
		short: "read references as browsers do",
		long: `Read URLs as browsers do, by the URL Standard of the WHATWG, and with -base references
too. A result is the serialization, what browsers call href; -json also gives
"scheme", "username", "password", "host", "port", "path", "query", "fragment" and
"origin", and as "uri" the same URL with escapes for what RFC 2396 does not allow. An
error has its name in the standard.

	$ uri web -base http://h/ 'http:\\EXAMPLE.com\a b|c' //0x7f.1
	http://example.com/a%20b|c
	http://127.0.0.1/

This program has no tables for internationalized domain names: a host beyond ASCII is
refused, with the error domain-to-ASCII and a message about it.`,
		flags: func(fs *flag.FlagSet) func(format) (job, error) {
			text := fs.String("base", "", "the `BASE`, a URL")
			return func(f format) (job, error) {
				parser := web.Parser{ToASCII: func(string) (string, error) {
					return "", errors.New("the host is not ASCII, and " + aboutNames)
				}}
				var base web.URL
				if *text != "" {
					u, err := parser.Parse(base, *text)
					if err == nil && f.redact {
						u, err = parser.Parse(base, masked(*text))
					}
					if err != nil {
						return job{}, fmt.Errorf("flag -base: %s", withoutPrefix(err))
					}
					base = u
				}
				return job{act: func(in string) (object, error) {
					u, err := parser.Parse(base, in)
					if err != nil && *text == "" && isRelative(err) {
						err = fmt.Errorf("%w: a reference without a scheme; give the URL of its page with -base", err)
					}
					if err != nil {
						return nil, err
					}
					return f.urlMembers(u), nil
				}}, nil
			}
		},
	},
}

// isRelative reports whether err refuses a relative reference, because browsers need a base for it.
func isRelative(err error) bool {
	var e *web.Error
	return errors.As(err, &e) && e.Name == "missing-scheme-non-relative-URL"
}

// aboutNames is the advice for a host beyond ASCII.
const aboutNames = "this command has no tables of Unicode; write the host in its ASCII form, which begins with xn--"

// urlMembers returns the serialization and the parts of u.
func (f format) urlMembers(u web.URL) object {
	n, hasPort := u.Port()
	v, err := u.URI() // "foo:" has no URI
	return object{
		resultOf(f.text(u.String())),
		field("scheme", u.Scheme()).as(jsonOnly),
		optional("username")(u.Username(), u.Username() != "").as(jsonOnly),
		optional("password")(u.Password(), u.Password() != "").as(jsonOnly),
		optional("host")(u.Host()).as(jsonOnly),
		member{name: "port", value: n, word: jsonOnly, undefined: !hasPort},
		field("path", u.Path()).as(jsonOnly),
		optional("query")(u.Query()).as(jsonOnly),
		optional("fragment")(u.Fragment()).as(jsonOnly),
		field("origin", u.Origin()).as(jsonOnly),
		optional("uri")(f.uri(v), err == nil).as(jsonOnly),
	}
}
