package main

import (
	"cmp"
	"errors"
	"flag"
	"io"
	"slices"
	"strconv"
	"strings"

	"example.com/uri"
	"example.com/uri/crawl"
	"example.com/uri/internal/secret"
)

var crawlCommands = []command{
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
"input" and no "valid", except for an input that is not JSON. An IRI is written as the
URI that it is mapped to.

	$ echo 'Yes, <URL:http://a/b>, and http://c/.' | uri extract
	http://a/b
	http://c/

Standard input may be of any size; a URI longer than 32 KiB is skipped. With
-in-json each input is a text of its own.`,
		flags: func(fs *flag.FlagSet) func(format) (action, error) {
			fs.Var(new(repeated), "scheme", "find URIs of the scheme `NAME` without \"//\" too; repeatable")
			fs.Bool("escaped", false, "read the escapes of JSON and JavaScript, as in \"http:\\/\\/a\\u0026b\"")
			return func(f format) (action, error) {
				x := extractor(fs)
				if err := checkSchemes(x.Schemes...); err != nil {
					return nil, err
				}
				return func(b []byte, in string) ([]byte, error) {
					for m := range x.Extract(in) {
						b = appendMatch(b, f, m)
					}
					return b, nil
				}, nil
			}
		},
		stream: func(fs *flag.FlagSet, f format, r io.Reader, p *printer) error {
			for m, err := range extractor(fs).ExtractFrom(&flushingReader{r, p}) {
				if err != nil {
					return err
				}
				p.b = appendMatch(p.b, f, m)
			}
			return p.flush()
		},
	},
	{
		name:  "expand",
		args:  "[TEXT ...]",
		short: "complete abbreviated URIs",
		long: `Complete URIs that people abbreviate (RFC 2396, Appendix F). A text that may well be
a relative reference is refused. -host-alone accepts those that begin with a host,
such as "example.com/x".

	$ uri expand www.w3.org/Addressing/ joe@example.com
	http://www.w3.org/Addressing/
	mailto:joe@example.com`,
		flags: func(fs *flag.FlagSet) func(format) (action, error) {
			var x crawl.Expander
			fs.StringVar(&x.Scheme, "scheme", "http", "write the scheme `NAME` if the host suggests none; http if not given")
			fs.BoolVar(&x.HostAlone, "host-alone", false, "read \"example.com/x\" as a host and a path")
			return func(f format) (action, error) {
				if err := checkSchemes(x.Scheme); err != nil {
					return nil, err
				}
				return func(b []byte, in string) ([]byte, error) {
					u, _, err := x.Expand(in)
					if err != nil {
						return b, err
					}
					return appendResult(b, f, f.uri(u)), nil
				}, nil
			}
		},
	},
	{
		name:  "repair",
		args:  "[TEXT ...]",
		short: "turn broken references into valid ones",
		safe:  true,
		long: `Turn the references that people and pages write into valid URI references. -json
also gives the "changes", each with its "offset" in the input, in bytes.

	$ uri repair ' http://h/a b%'
	http://h/a%20b%25

The command web does what browsers do.`,
		flags: func(fs *flag.FlagSet) func(format) (action, error) {
			return func(f format) (action, error) {
				return func(b []byte, in string) ([]byte, error) {
					if !f.json && !f.redact {
						u, err := crawl.Repairer{}.Fix(in)
						return append(b, u.String()...), err
					}
					u, changes, err := crawl.Repair(in)
					if err != nil {
						return b, err
					}
					result := u.String()
					if f.redact && masked(in) != in {
						result, changes = redactedRepair(in, changes)
					}
					b = appendResult(b, f, result)
					if f.json {
						b = appendChanges(b, changes)
					}
					return b, nil
				}, nil
			}
		},
	},
	{
		name:  "key",
		args:  "[URI ...]",
		short: "write keys by which crawlers recognise duplicates",
		long: `Write a key for each URI: two URIs with the same key name the same resource. The key
is the normal form of RFC 3986 without the fragment. Fetch the URI, not its key.

	$ uri key http://Example.com:80/a/../%7eb#c
	http://example.com/~b

-surt writes the form that sorts by host. The flags below that leave something out or
sort give the same key to URIs that may name different resources, but usually do not.

	$ uri key -surt -drop 'utm_*' -sort 'http://www.archive.org/goo/?b&a=2&utm_id=7'
	org,archive,www)/goo/?a=2&b

The NAME of -drop is plain text: names are compared after decoding, and case counts.
Only a "*" at the end of NAME stands for any text.

-archive writes the key that the index of a web archive uses. It cannot be combined
with the flags that change a key. It accepts any text that has such a key, also one
that is not a URI.

	$ uri key -archive 'http://www.archive.org/goo/?b=2&a=1'
	org,archive)/goo?a=1&b=2`,
		flags: keyFlags,
	},
}

// repeated are the values of a flag that may be repeated.
type repeated []string

func (n *repeated) String() string { return strings.Join(*n, " ") }

func (n *repeated) Set(name string) error {
	*n = append(*n, name)
	return nil
}

// checkSchemes returns an error if one of schemes is not the name of a scheme.
func checkSchemes(schemes ...string) error {
	for _, s := range schemes {
		if _, err := uri.MustParse("x:y").WithScheme(s); err != nil {
			return errors.New("flag -scheme: not the name of a scheme")
		}
	}
	return nil
}

// extractor returns the Extractor that the flags of extract describe.
func extractor(fs *flag.FlagSet) crawl.Extractor {
	return crawl.Extractor{
		Schemes: *fs.Lookup("scheme").Value.(*repeated),
		JSON:    fs.Lookup("escaped").Value.(flag.Getter).Get().(bool),
	}
}

// A flushingReader writes what p holds before it reads from r, so that no result
// waits for more input.
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

// keyFlags defines the flags of "uri key".
func keyFlags(fs *flag.FlagSet) func(format) (action, error) {
	var k crawl.Keyer
	var dropped, prefixes []string
	surt := fs.Bool("surt", false, "write the form that sorts by host")
	archive := fs.Bool("archive", false, "write the key of web archives")
	fs.Var(modeChoice(func(m uri.Mode) { k.Normalize = m.AppendNormalize }), "mode", "`RFC` whose normal form is used: 3986 (the default), 2396 or 1808")
	fs.Func("drop", "leave out the parameters called `NAME`, as in utm_*; repeatable", func(s string) error {
		if prefix, ok := strings.CutSuffix(s, "*"); ok {
			prefixes = append(prefixes, prefix)
		} else {
			dropped = append(dropped, s)
		}
		return nil
	})
	tracking := fs.Bool("tracking", false, "leave out tracking parameters (utm_id=7) and session identifiers")
	fs.BoolVar(&k.SortQuery, "sort", false, "sort the pairs of the query")
	fs.BoolVar(&k.DropWWW, "no-www", false, "leave out www., www2. ... before a host")
	fs.BoolVar(&k.DropUserinfo, "no-userinfo", false, "leave out user name and password")
	fs.Func("index", "leave out a last segment `NAME`, as in index.html; repeatable", func(s string) error {
		k.IndexNames = append(k.IndexNames, s)
		return nil
	})
	return func(f format) (action, error) {
		if *archive {
			more := 0
			fs.Visit(func(set *flag.Flag) {
				if !slices.Contains([]string{"archive", "json", "in-json", "redact", "skip-blank"}, set.Name) {
					more++
				}
			})
			if more > 0 {
				return nil, errors.New("-archive cannot be combined with flags that change a key")
			}
			return func(b []byte, in string) ([]byte, error) {
				key := crawl.AppendArchiveKey(nil, in)
				if len(key) == 0 {
					return b, errors.New("no key in web archives")
				}
				return appendResult(b, f, string(key)), nil
			}, nil
		}
		if len(dropped)+len(prefixes) > 0 || *tracking {
			k.DropParams = true
			k.Drop = func(p uri.Pair) bool {
				name, _, err := p.Decode()
				return *tracking && crawl.Tracking(p) || err == nil && (slices.Contains(dropped, name) ||
					slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) }))
			}
		}
		write := k.AppendKey
		if *surt {
			write = k.AppendSURT
		}
		return func(b []byte, in string) ([]byte, error) {
			u, err := uri.Parse(in)
			if err != nil {
				return b, err
			}
			if !f.json {
				return write(b, u), nil
			}
			return appendMember(b, "result", string(write(nil, u))), nil
		}, nil
	}
}

// appendMatch writes a URI that was found, in a line.
func appendMatch(b []byte, f format, m crawl.Match) []byte {
	if !f.json {
		return append(append(b, f.uri(m.URI)...), '\n')
	}
	b = append(b, `{"uri":`...)
	b = appendString(b, f.uri(m.URI))
	b = append(b, `,"start":`...)
	b = strconv.AppendInt(b, int64(m.Start), 10)
	b = append(b, `,"end":`...)
	b = strconv.AppendInt(b, int64(m.End), 10)
	b = appendMember(b, "wrapper", m.Wrapper.String())
	if len(m.Alternatives) > 0 {
		b = append(b, `,"alternatives":[`...)
		for i, u := range m.Alternatives {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendString(b, f.uri(u))
		}
		b = append(b, ']')
	}
	return append(b, "}\n"...)
}

// redactedRepair returns the repaired reference, and the changes without their
// texts, for a text that may contain a password.
func redactedRepair(in string, changes []crawl.Change) (string, []crawl.Change) {
	for i, c := range changes {
		if c.Old != "" {
			changes[i].Old = secret.Mask
		}
		if c.New != "" {
			changes[i].New = secret.Mask
		}
	}
	u, err := crawl.Repairer{}.Fix(masked(in))
	if err != nil {
		return secret.Mask, changes
	}
	return u.Redacted(), changes
}

// appendChanges writes what was repaired as a member of a JSON object.
func appendChanges(b []byte, changes []crawl.Change) []byte {
	b = append(b, `,"changes":[`...)
	for i, c := range changes {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"offset":`...)
		b = strconv.AppendInt(b, int64(c.Offset), 10)
		b = appendMember(b, "kind", c.Kind.String())
		b = appendMember(b, "part", cmp.Or(c.Part.String(), "around"))
		b = appendMember(b, "old", c.Old)
		b = appendMember(b, "new", c.New)
		b = append(b, '}')
	}
	return append(b, ']')
}
