package main

import (
	"errors"
	"flag"
	"fmt"

	"example.com/uri/guard"
)

var localCommand = command{
	name:  "local",
	args:  "-base BASE [REFERENCE ...]",
	short: "follow references that stay on the origin of a base",
	plain: true,
	long: `Resolve references, such as the parameter of a redirect after a login, that stay on
the origin of BASE, an http or https URI, by every reading: RFC 3986, browsers,
net/url and net/http. A result is the absolute URI to send. A reference that some
reader takes elsewhere is refused, and the error names the reader.

	$ uri local -base https://example.com/login '/a?b'
	https://example.com/a?b`,
	flags: func(fs *flag.FlagSet) func(format) (action, error) {
		base := neededBase(fs)
		return func(f format) (action, error) {
			base, err := base(f)
			if err != nil {
				return nil, err
			}
			var wrong *guard.Error
			if _, err := guard.Local(base, "/"); errors.As(err, &wrong) && wrong.Part == "base" {
				return nil, fmt.Errorf("flag -base: %s (%s)", wrong.Reason, wrong.Reader)
			}
			return func(b []byte, in string) ([]byte, error) {
				u, err := guard.Local(base, in)
				if err != nil {
					return b, err
				}
				return appendResult(b, f, f.uri(u)), nil
			}, nil
		}
	},
}
