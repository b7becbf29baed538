package main

import (
	"errors"
	"flag"
	"fmt"

	"example.com/uri"
	"example.com/uri/internal/secret"
	"example.com/uri/links"
)

// readOf returns the answer of links.Read for a text that was refused with e, and its URI without
// passwords, as fixOf shows a Fix. If there is no answer, why may say that a Fix would guess too much.
func readOf(text string, e *uri.SyntaxError) (x links.Reading, shown string, ok bool, why error) {
	x, err := links.Read(text)
	var syntax *uri.SyntaxError
	switch {
	case err == nil:
		shown, ok = secret.RedactFix(x.URI.String(), e.Caret())
		return x, shown, ok, nil
	case errors.Is(err, links.ErrSearch) || errors.Is(err, links.ErrRelative) || errors.As(err, &syntax):
		return links.Reading{}, "", false, nil
	case errors.Is(err, links.ErrHost):
		err = fmt.Errorf("%w; %s", err, aboutNames)
	}
	return links.Reading{}, "", false, err
}

// readMembers returns the members of a reading with this URI.
func readMembers(x links.Reading, shown string) object {
	return object{resultOf(shown), field("kind", x.Kind.String()).as(jsonOnly), typed("start", x.Start).as(jsonOnly), typed("end", x.End).as(jsonOnly)}
}

var readCommand = command{
	name:  "read",
	args:  "[TEXT ...]",
	short: "read texts that people typed or pasted",
	safe:  true,
	long: `Read texts that people typed or pasted where one URL is expected: a host, a mailbox, the
path of a file, an address of git or scp, a URL in other text, with the escapes of JSON
or HTML, or made harmless. A result is the URI. -json also gives its "kind" and the
byte offsets "start" and "end" of the text that was read.

	$ uri read example.com/a '[docs](http://a.example/b)' 'C:\C#\x' 'hxxp://a[.]example'
	https://example.com/a
	http://a.example/b
	file:///C:/C%23/x
	http://a.example

Words, two URLs, and a text in which programs read different hosts are refused. The
kinds are uri, fixed, host, mailbox, path, remote, embedded, escaped and defanged. Do not
open a URI that was defanged.`,
	flags: func(fs *flag.FlagSet) func(format) (job, error) {
		var r links.Reader
		fs.Func("scheme", "write `SCHEME` before a host instead of https or http", func(value string) error {
			r.Scheme = value
			return checkScheme(value)
		})
		return func(f format) (job, error) {
			return oneByOne(func(b object, in string) (object, error) {
				x, err := r.Read(in)
				if errors.Is(err, links.ErrHost) {
					err = fmt.Errorf("%w; %s", err, aboutNames)
				}
				if err != nil {
					return nil, err
				}
				return append(b, readMembers(x, f.uri(x.URI))...), nil
			}), nil
		}
	},
}
