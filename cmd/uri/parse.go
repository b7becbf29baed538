package main

import (
	"errors"
	"flag"
	"strings"

	"example.com/uri"
)

var parseCommands = []command{
	{
		name:  "parse",
		args:  "[REFERENCE ...]",
		short: "take references apart into their components",
		read:  true,
		long: `Take URI references apart by the grammar of RFC 2396, Appendix A, with the IPv6
literals of RFC 2732. A result is the kind of the reference, its form, and the
components as written:

	$ uri parse '//h:80/a?'
	relative net_path authority=h:80 host=h hostKind=hostname port=80 path=/a query=

The form names the rule for the text between scheme and query: net_path begins with "//"
and an authority, abs_path with "/"; rel_path is any other path, and opaque_part is the
text after "mailto:" and the like. A reference that begins with "?" has the form
query_only, and one to the same document, such as "#top", has none.

A missing component is left out; an empty one has nothing after its "=". -json also
gives the segments of the path, each with its parameters. For a refused text it has
"read", the members of "uri read", if that has an answer.`,
		flags: func(fs *flag.FlagSet) func(format) (job, error) {
			strict := fs.Bool("rfc2396", false, "refuse IPv6 literals, which RFC 2732 added")
			return func(format) (job, error) {
				parse := uri.Parse
				if *strict {
					parse = uri.ParseRFC2396
				}
				return job{act: func(in string) (object, error) {
					u, err := parse(in)
					if err != nil {
						return nil, err
					}
					return partsOf(u), nil
				}}, nil
			}
		},
	},
	{
		name:         "explain",
		args:         "[REFERENCE ...]",
		short:        "draw references with their components named",
		blankBetween: true,
		safe:         true,
		read:         true,
		long: `Draw each URI reference with its components underlined and named. If a text is not a
URI reference, draw a caret under the wrong byte and name the broken rule. The picture
and the page of -html have xxxxx for passwords and other secrets; -by all and -json
have it only with -redact. With -json the result is that of "uri parse -json".

	$ uri explain '/a?b#c'
	/a?b#c
	\/ path
	 | segment
	   | query
	     | fragment
	relative reference with a path from the root (relative, abs_path); undefined: scheme, authority

-by all writes how RFC 2396, RFC 3986, the URL Standard of browsers and Go's net/url
read the text:

	$ uri explain -by all 'http://0x7f.1/'
	http://0x7f.1/
	RFC 2396      scheme=http host=0x7f.1 path=/
	RFC 3986      scheme=http host=0x7f.1 path=/
	URL Standard  scheme=http host=127.0.0.1 path=/
	net/url       scheme=http host=0x7f.1 path=/

-html writes a page with the places of all parts, these readings, and the findings of
"uri audit". The page needs no scripts and no other files. -html and -by all show
refused inputs too; the exit status is then 1. The page offers the answer of "uri read"
for such an input. With -json, -by all adds "readings".`,
		flags: func(fs *flag.FlagSet) func(format) (job, error) {
			html := fs.Bool("html", false, "write one page of HTML for all inputs")
			byAll := false
			fs.Var(choice[bool]{map[string]bool{"all": true}, &byAll}, "by", "write what each of the `READERS` finds: all is the only value")
			return func(f format) (job, error) {
				switch {
				case *html && f.json:
					return job{}, errors.New("-html cannot be combined with -json")
				case *html && byAll:
					return job{}, errors.New("-by cannot be combined with -html; the page has these readings anyway")
				case *html:
					return job{act: explainPage, head: page("head", nil), foot: page("foot", nil)}, nil
				}
				return job{act: explain(f, byAll)}, nil
			}
		},
	},
}

// onURI returns the job of calling f for each URI of the input.
func onURI(f func(u uri.URI) (object, error)) job {
	return job{act: func(in string) (object, error) {
		u, err := uri.Parse(in)
		if err != nil {
			return nil, err
		}
		return f(u)
	}}
}

// partsOf returns the result of "uri parse". As text, kind and form need no name,
// "server" is for programs, and an opaque part is written once.
func partsOf(u uri.URI) object {
	part := func(p uri.Part) member { return optional(p.String())(textOf(u, p)) }
	opaque := optional("opaque")(u.Opaque())
	form, _ := formOf(u)
	authority, host := part(uri.PartAuthority), part(uri.PartHost)
	server := typed("server", u.IsServer()).as(jsonOnly)
	server.undefined = authority.undefined
	path, inSegments := part(uri.PartPath), typed("segments", segmentsOf(u)).as(jsonOnly)
	if !opaque.undefined {
		path.word, inSegments.undefined = jsonOnly, true
	}
	return object{
		field("kind", u.Kind().String()).as(valueOnly),
		optional("form")(form, form != "").as(valueOnly),
		part(uri.PartScheme),
		authority,
		server,
		part(uri.PartUserinfo),
		host,
		optional("hostKind")(u.HostKind().String(), !host.undefined),
		part(uri.PartPort),
		path,
		inSegments,
		opaque,
		part(uri.PartQuery),
		part(uri.PartFragment),
	}
}

// segmentsOf lists the segments of the path of u, each as ["name", ["param", ...]].
func segmentsOf(u uri.URI) list {
	all := list{}
	for g := range u.Segments() {
		params := list{}
		for param := range g.Params() {
			params = append(params, param)
		}
		all = append(all, list{g.Name(), params})
	}
	return all
}

// textOf returns a part of u as written, and whether u has it.
func textOf(u uri.URI, p uri.Part) (string, bool) {
	start, end, ok := u.Span(p)
	return u.String()[start:end], ok
}

// formOf returns the rule for u between scheme and query (RFC 2396, 3 and 5), and says what u is.
func formOf(u uri.URI) (form, description string) {
	_, authority := u.Authority()
	_, query := u.Query()
	switch path := u.Path(); {
	case authority:
		return "net_path", "with an authority"
	case u.IsOpaque():
		return "opaque_part", "with an opaque part"
	case strings.HasPrefix(path, "/"):
		return "abs_path", "with a path from the root"
	case path != "":
		return "rel_path", "with a relative path"
	case query:
		return "query_only", "that begins with its query"
	}
	return "", "to the same document"
}
