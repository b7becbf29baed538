package main

import (
	"errors"
	"flag"
	"fmt"

	"example.com/uri"
	"example.com/uri/internal/secret"
	"example.com/uri/links"
)

// A meaning is the text that a person meant by a refused one.
type meaning struct {
	text, shown string         // shown is without passwords
	reading     *links.Reading // nil: the text is the Fix of the error
}

// meantBy returns what a person meant by a text that was refused with e: the answer of links.Read, if
// it is asked, or else the Fix of e. If there is none, why may say that a Fix would guess too much.
func meantBy(text string, e *uri.SyntaxError, read bool) (m meaning, ok bool, why error) {
	if read {
		if m, ok, why = readOf(text, e); ok || why != nil {
			return m, ok, why
		}
	}
	fix, ok := e.Fix()
	shown, isShown := secret.RedactFix(fix, e.Caret())
	return meaning{text: fix, shown: shown}, ok && isShown, nil
}

// readOf is meantBy without a Fix.
func readOf(text string, e *uri.SyntaxError) (m meaning, ok bool, why error) {
	x, err := links.Read(text)
	var syntax *uri.SyntaxError
	switch {
	case err == nil:
		m = meaning{text: x.URI.String(), reading: &x}
		m.shown, ok = secret.RedactFix(m.text, e.Caret())
	case !errors.Is(err, links.ErrSearch) && !errors.Is(err, links.ErrRelative) && !errors.As(err, &syntax):
		why = aboutHost(err)
	}
	return m, ok, why
}

// meantMembers returns the members "fix" and "read" of a text that was refused with err.
func (p *printer) meantMembers(text string, err error) (all object) {
	var e *uri.SyntaxError
	if !errors.As(err, &e) {
		return nil
	}
	if m, ok, _ := meantBy(text, e, false); ok {
		all = append(all, field("fix", m.shown))
	}
	if !p.read {
		return all
	}
	if m, ok, _ := readOf(text, e); ok {
		all = append(all, typed("read", readMembers(*m.reading, m.shown)))
	}
	return all
}

// aboutHost adds advice to an error of package links about a host beyond ASCII.
func aboutHost(err error) error {
	if errors.Is(err, links.ErrHost) {
		return fmt.Errorf("%w; %s", err, aboutNames)
	}
	return err
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
			return job{act: func(in string) (object, error) {
				x, err := r.Read(in)
				if err != nil {
					return nil, aboutHost(err)
				}
				return readMembers(x, f.uri(x.URI)), nil
			}}, nil
		}
	},
}
