package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"

	"example.com/uri"
	"example.com/uri/internal/secret"
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
"wrapper" around it, and "alternatives" if a hyphen at the end of a line leaves two
readings. With several arguments, the offsets count in each of them. There is no
"input" and no "valid", except for an input that is not JSON. An IRI is written as a
URI.

	$ echo 'Yes, <URL:http://a/b>, and http://c/.' | uri extract
	http://a/b
	http://c/

	$ uri extract -abbreviated -only mailto -only http 'See www.a.example, or ask joe@a.example'
	http://www.a.example
	mailto:joe@a.example

Standard input may be of any size; a URI longer than 32 KiB is skipped. With
-in-json each input is a text of its own.`,
		flags: func(fs *flag.FlagSet) func(format) (job, error) {
			var x links.Extractor
			fs.Func("scheme", "find URIs of the scheme `NAME` without \"//\" too; repeatable", appendTo(&x.Schemes))
			fs.Func("only", "find only URIs of the scheme `NAME`; repeatable", appendTo(&x.Only))
			fs.BoolVar(&x.Abbreviated, "abbreviated", false, "find and complete hosts such as www.example.com, and mailboxes")
			fs.BoolVar(&x.JSON, "escaped", false, "read the escapes of JSON and JavaScript, as in \"http:\\/\\/a\\u0026b\"")
			return func(f format) (job, error) {
				err := checkSchemes("scheme", x.Schemes...)
				if err == nil {
					err = checkSchemes("only", x.Only...)
				}
				if err != nil {
					return job{}, err
				}
				act := func(b []byte, in string) ([]byte, error) {
					for m := range x.Extract(in) {
						b = appendMatch(b, f, m)
					}
					return b, nil
				}
				stream := func(r io.Reader, p *printer) error {
					for m, err := range x.ExtractFrom(&flushingReader{r, p}) {
						if err != nil {
							return err
						}
						p.b = appendMatch(p.b, f, m)
					}
					return p.flush()
				}
				return job{act: act, stream: stream}, nil
			}
		},
	},
	{
		name:  "expand",
		args:  "[TEXT ...]",
		short: "complete abbreviated URIs",
		long: `Complete abbreviated URIs (RFC 2396, Appendix F). A likely relative reference is
refused. -host-alone accepts those with a host at the front, such as "example.com/x".

	$ uri expand www.w3.org/Addressing/ joe@example.com
	http://www.w3.org/Addressing/
	mailto:joe@example.com`,
		flags: func(fs *flag.FlagSet) func(format) (job, error) {
			var x links.Expander
			fs.StringVar(&x.Scheme, "scheme", "http", "write the scheme `NAME` if the host suggests none; http if not given")
			fs.BoolVar(&x.AddressBar, "host-alone", false, "read \"example.com/x\" as a host and a path")
			return func(f format) (job, error) {
				if err := checkSchemes("scheme", x.Scheme); err != nil {
					return job{}, err
				}
				return oneByOne(func(b []byte, in string) ([]byte, error) {
					u, _, err := x.Expand(in)
					if err != nil {
						accepting := x
						accepting.AddressBar = true
						if _, _, failure := accepting.Expand(in); failure == nil {
							err = &hintedError{err, "-host-alone reads the start of the text as a host"}
						}
						return b, err
					}
					return f.appendResult(b, f.uri(u)), nil
				}), nil
			}
		},
	},
	{
		name:  "repair",
		args:  "[TEXT ...]",
		short: "turn broken references into valid ones",
		safe:  true,
		long: `Turn broken references of people and pages into valid URI references. -json also gives
the "changes", each with its "offset" in the input, in bytes.

	$ uri repair ' http://h/a b%'
	http://h/a%20b%25

It guesses nothing: "htp://h/" and "www.example.com" stay as they are. The "did you mean"
of other commands is a guess at the URI that a person meant.
The command web does what browsers do.`,
		flags: func(fs *flag.FlagSet) func(format) (job, error) {
			return func(f format) (job, error) {
				return oneByOne(func(b []byte, in string) ([]byte, error) {
					if !f.json && !f.redact {
						u, err := links.Repairer{}.Fix(in)
						return append(b, u.String()...), hintNames(err)
					}
					u, changes, err := links.Repair(in)
					if err != nil {
						return b, hintNames(err)
					}
					result := u.String()
					if f.redact && masked(in) != in {
						result, changes = redactedRepair(in, changes)
					}
					return f.appendAll(b, resultMember(result), changesMember(changes)), nil
				}), nil
			}
		},
	},
	keyCommand,
}

// appendTo returns the function to append the value of a flag to values.
func appendTo(values *[]string) func(string) error {
	return func(value string) error {
		*values = append(*values, value)
		return nil
	}
}

// checkSchemes returns an error if one of schemes, the values of a flag, is not the name
// of a scheme.
func checkSchemes(name string, schemes ...string) error {
	for _, s := range schemes {
		if _, err := uri.MustParse("x:y").WithScheme(s); err != nil {
			return fmt.Errorf("flag -%s: not the name of a scheme", name)
		}
	}
	return nil
}

// A flushingReader writes the results in p before it reads from r: no result waits for
// more input.
type flushingReader struct {
	r io.Reader
	p *printer
}

func (f *flushingReader) Read(b []byte) (int, error) {
	if err := f.p.flush(); err != nil {
		return 0, err
	}
	return f.r.Read(b)
}

// appendMatch writes a found URI, in a line.
func appendMatch(b []byte, f format, m links.Match) []byte {
	if !f.json {
		return append(append(b, f.uri(m.URI)...), '\n')
	}
	all := []member{
		textMember("uri", f.uri(m.URI)),
		numberMember("start", m.Start),
		numberMember("end", m.End),
		textMember("wrapper", m.Wrapper.String()),
	}
	if len(m.Alternatives) > 0 {
		var uris []member
		for _, u := range m.Alternatives {
			uris = append(uris, textMember("", f.uri(u)))
		}
		all = append(all, listMember("alternatives", uris))
	}
	return append(appendMembers(append(b, '{'), all), "}\n"...)
}

// hintNames adds a hint to the error for a host beyond ASCII.
func hintNames(err error) error {
	if errors.Is(err, links.ErrHost) {
		return &hintedError{err, aboutNames}
	}
	return err
}

// redactedRepair returns the repaired reference, and the changes without their texts,
// for a text with a possible password.
func redactedRepair(in string, changes []links.Change) (string, []links.Change) {
	for i, c := range changes {
		if c.Old != "" {
			changes[i].Old = secret.Mask
		}
		if c.New != "" {
			changes[i].New = secret.Mask
		}
	}
	u, err := links.Repairer{}.Fix(masked(in))
	if err != nil {
		return secret.Mask, changes
	}
	return u.Redacted(), changes
}

// changesMember lists the repairs.
func changesMember(changes []links.Change) member {
	var all []member
	for _, c := range changes {
		all = append(all, objectMember("",
			numberMember("offset", c.Offset),
			textMember("kind", c.Kind.String()),
			textMember("part", cmp.Or(c.Part.String(), "around")),
			textMember("old", c.Old),
			textMember("new", c.New),
		))
	}
	return listMember("changes", all).forPrograms()
}
