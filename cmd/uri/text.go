package main

import (
	"cmp"
	"errors"
	"flag"
	"io"

	"example.com/uri"
	"example.com/uri/links"
)

var textCommands = []command{
	{
		name:  "extract",
		args:  "[TEXT ...]",
		short: "find the URIs in a text",
		shape: wholeText,
		safe:  true,
		long: `Find the URIs in a text: in each argument or, if there are none, in all of standard
input. A result is a URI. -json also gives its byte offsets "start" and "end", the
"wrapper" around it, the rule for its "ending", and "alternatives" if a hyphen at the
end of a line leaves two readings. With several arguments, the offsets count in each of
them. There is no "input" and no "valid", except for an input that is not JSON. An IRI
is written as a URI.

	$ echo 'Yes, <URL:http://a/b>, and http://c/.' | uri extract
	http://a/b
	http://c/

	$ uri extract -abbreviated -only mailto -only http 'See www.a.example, or ask joe@a.example'
	http://www.a.example
	mailto:joe@a.example

A text may be of any size; a URI longer than 32 KiB is skipped. With -in-json each
input is a text of its own.`,
		flags: func(fs *flag.FlagSet) func(format) (job, error) {
			var x links.Extractor
			fs.Func("scheme", "find URIs of the scheme `NAME` without \"//\" too; repeatable", appendTo(&x.Schemes, checkScheme))
			fs.Func("only", "find only URIs of the scheme `NAME`; repeatable", appendTo(&x.Only, checkScheme))
			fs.BoolVar(&x.Abbreviated, "abbreviated", false, "find and complete hosts such as www.example.com, and mailboxes")
			fs.BoolVar(&x.JSON, "escaped", false, "read the escapes of JSON and JavaScript, as in \"http:\\/\\/a\\u0026b\"")
			return func(f format) (job, error) {
				return job{stream: func(r io.Reader, p *printer) error {
					for m, err := range x.ExtractFrom(flushingReader{r, p}) {
						if err != nil {
							return err
						}
						p.b = f.appendMatch(p.b, m)
					}
					return p.flush()
				}}, nil
			}
		},
	},
	{
		name:  "expand",
		args:  "[TEXT ...]",
		short: "complete abbreviated URIs",
		long: `Complete abbreviated URIs (RFC 2396, Appendix F). A text that is more likely a relative
reference, such as "example.com/x", is refused. "uri read" reads it as a host.

	$ uri expand www.w3.org/Addressing/ joe@example.com
	http://www.w3.org/Addressing/
	mailto:joe@example.com`,
		flags: noFlags(func(f format) (job, error) {
			return job{act: func(in string) (object, error) {
				u, _, err := links.Expand(in)
				return textResult(f.uri(u), err)
			}}, nil
		}),
	},
	readCommand,
	{
		name:  "repair",
		args:  "[TEXT ...]",
		short: "turn broken references into valid ones",
		long: `Turn broken references of people and pages into valid URI references. -json also gives
the "changes", each with its "offset" in the "input", in bytes.

	$ uri repair ' http://h/a b%'
	http://h/a%20b%25

It guesses nothing: "htp://h/" and "www.example.com" stay as they are. "uri read" is a
guess at the URI that a person meant, and "uri web" does what browsers do.`,
		flags: noFlags(func(f format) (job, error) {
			return job{act: func(in string) (object, error) {
				u, changes, err := links.Repair(in)
				if err != nil {
					return nil, aboutHost(err)
				}
				return object{resultOf(f.uri(u)), changesMember(changes)}, nil
			}}, nil
		}),
	},
	keyCommand,
}

// appendTo returns the function that appends the value of a flag to values. It returns the error of
// refuse, if there is such a function.
func appendTo(values *[]string, refuse func(string) error) func(string) error {
	return func(value string) error {
		*values = append(*values, value)
		if refuse == nil {
			return nil
		}
		return refuse(value)
	}
}

func checkScheme(s string) error {
	if _, err := uri.MustParse("x:y").WithScheme(s); err != nil {
		return errors.New("not the name of a scheme")
	}
	return nil
}

// appendMatch writes a found URI, in a line.
func (f format) appendMatch(b []byte, m links.Match) []byte {
	if !f.json {
		return append(append(b, f.uri(m.URI)...), '\n')
	}
	all := object{
		field("uri", f.uri(m.URI)),
		typed("start", m.Start),
		typed("end", m.End),
		field("wrapper", m.Wrapper.String()),
		field("ending", m.Ending.String()),
	}
	if len(m.Alternatives) > 0 {
		all = append(all, typed("alternatives", listOf(m.Alternatives, func(u uri.URI) any { return f.uri(u) })))
	}
	return append(appendJSON(b, all), '\n')
}

// changesMember lists the repairs.
func changesMember(changes []links.Change) member {
	return typed("changes", listOf(changes, func(c links.Change) any {
		return object{
			typed("offset", c.Offset),
			field("kind", c.Kind.String()),
			field("part", cmp.Or(c.Part.String(), "around")),
			field("old", c.Old),
			field("new", c.New),
		}
	})).as(jsonOnly)
}
