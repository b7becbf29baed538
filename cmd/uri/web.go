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
			text := fs.String("base", "", "`BASE`, a URL")
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
				return oneByOne(func(b []byte, in string) ([]byte, error) {
					u, err := parser.Parse(base, in)
					var e *web.Error
					switch {
					case *text == "" && errors.As(err, &e) && e.Name == "missing-scheme-non-relative-URL":
						return b, &hintedError{err, "this is a reference without a scheme; give the URL of its page with -base"}
					case err != nil:
						return b, err
					}
					if !f.json {
						return append(b, f.text(u.String())...), nil
					}
					return appendMembers(b, f.urlMembers(u)), nil
				}), nil
			}
		},
	},
}

// aboutNames is the advice for a host beyond ASCII.
const aboutNames = "this command has no tables of Unicode; write the host in its ASCII form, which begins with xn--"

// urlMembers are the serialization and the parts of u.
func (f format) urlMembers(u web.URL) []member {
	var port, ref member
	if n, ok := u.Port(); ok {
		port = numberMember("port", int(n))
	}
	if v, err := u.URI(); err == nil { // "foo:" has no URI
		ref = textMember("uri", f.uri(v))
	}
	return []member{
		resultMember(f.text(u.String())),
		textMember("scheme", u.Scheme()),
		partMember("username")(u.Username(), u.Username() != ""),
		partMember("password")(u.Password(), u.Password() != ""),
		partMember("host")(u.Host()),
		port,
		textMember("path", u.Path()),
		partMember("query")(u.Query()),
		partMember("fragment")(u.Fragment()),
		textMember("origin", u.Origin()),
		ref,
	}
}
