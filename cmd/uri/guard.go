package main

import (
	"flag"
	"fmt"
	"strconv"

	"example.com/uri/guard"
)

var guardCommands = []command{
	{
		name:  "target",
		args:  "[TARGET ...]",
		short: "read the request-targets of HTTP",
		plain: true,
		long: `Read request-targets as RFC 9112, section 3.2 says. A result is the form of the
target, the URI or the path and query that it is, and the host and port that it
names:

	$ uri target -method CONNECT example.com:443
	authority-form host=example.com port=443`,
		flags: func(fs *flag.FlagSet) func(format) (action, error) {
			method := fs.String("method", "GET", "the `METHOD` of the request, GET if not given")
			return func(f format) (action, error) {
				// Whatever the target, a method that is no token is refused.
				if _, err := guard.ParseTarget(*method, "/"); err != nil && *method != "CONNECT" {
					return nil, fmt.Errorf("flag -method: %q is no token", *method)
				}
				return func(b []byte, in string) ([]byte, error) {
					t, err := guard.ParseTarget(*method, in)
					if err != nil {
						return b, err
					}
					if f.json {
						b = appendMember(b, "form", t.Form().String())
					} else {
						b = append(b, t.Form().String()...)
					}
					if u := t.URI(); u.String() != "" {
						b = appendPart(b, f, "uri", u.String())
					}
					if host, ok := t.Host(); ok {
						b = appendPart(b, f, "host", host)
					}
					if port, ok := t.Port(); ok && f.json {
						b = append(b, `,"port":`...)
						b = strconv.AppendUint(b, uint64(port), 10)
					} else if ok {
						b = append(b, " port="...)
						b = strconv.AppendUint(b, uint64(port), 10)
					}
					return b, nil
				}, nil
			}
		},
	},
}

// appendPart writes a part that has a name, as a word or a member.
func appendPart(b []byte, f format, name, value string) []byte {
	if f.json {
		return appendMember(b, name, value)
	}
	return appendWord(b, name, value)
}
