package main

import (
	"flag"
	"strconv"
	"strings"

	"example.com/uri"
)

var parseCommands = []command{
	{
		name:  "parse",
		args:  "[REFERENCE ...]",
		short: "take references apart into their components",
		plain: true,
		long: `Take URI references apart by the grammar of RFC 2396, Appendix A, with the IPv6
literals of RFC 2732. A result is what kind of reference it is, which form its
middle part has, and its components, each as written:

	$ uri parse '//h:80/a?'
	relative net_path authority=h:80 host=h hostKind=hostname port=80 path=/a query=

A component that is undefined is not there, one that is empty has nothing behind
its "=". -json also gives the segments of the path, each with its parameters.`,
		flags: func(fs *flag.FlagSet) func(format) (action, error) {
			strict := fs.Bool("rfc2396", false, "refuse IPv6 literals, which RFC 2732 added")
			return func(f format) (action, error) {
				parse := uri.Parse
				if *strict {
					parse = uri.ParseRFC2396
				}
				write := appendText
				if f.json {
					write = appendMembers
				}
				return func(b []byte, in string) ([]byte, error) {
					u, err := parse(in)
					if err != nil {
						return b, err
					}
					return write(b, u), nil
				}, nil
			}
		},
	},
	{
		name:  "explain",
		args:  "[REFERENCE ...]",
		short: "draw references with their components named",
		plain: true,
		apart: true,
		long: `Draw each URI reference with its components underlined and named, or a caret
under the place where it leaves the grammar and the rule that it breaks. What may
be a password is written xxxxx. With -json this is "uri parse -json".

The picture is coloured on a terminal, unless NO_COLOR is set.`,
		flags: func(fs *flag.FlagSet) func(format) (action, error) {
			return func(f format) (action, error) {
				return explain(f), nil
			}
		},
	},
}

// appendText writes the components of u as words. None of them holds a space.
func appendText(b []byte, u uri.URI) []byte {
	b = append(b, u.Kind().String()...)
	if f := u.Form(); f != uri.NoForm {
		b = append(b, ' ')
		b = append(b, f.String()...)
	}
	word := func(name, value string, ok bool) {
		if ok {
			b = append(b, ' ')
			b = append(b, name...)
			b = append(b, '=')
			b = append(b, value...)
		}
	}
	word("scheme", u.Scheme(), u.IsAbsolute())
	authority, ok := u.Authority()
	word("authority", authority, ok)
	userinfo, ok := u.Userinfo()
	word("userinfo", userinfo, ok)
	host, ok := u.Host()
	word("host", host, ok)
	word("hostKind", u.HostKind().String(), ok)
	port, ok := u.Port()
	word("port", port, ok)
	if opaque, ok := u.Opaque(); ok {
		word("opaque", opaque, true)
	} else {
		word("path", u.Path(), true)
	}
	query, ok := u.Query()
	word("query", query, ok)
	fragment, ok := u.Fragment()
	word("fragment", fragment, ok)
	return b
}

// appendMembers writes the components of u as members of a JSON object. They
// need no escapes there: a URI holds neither `"` nor "\" nor anything but
// printable ASCII.
func appendMembers(b []byte, u uri.URI) []byte {
	b = append(b, kindAndForm[u.Kind()][u.Form()]...)
	if u.IsAbsolute() {
		b = append(b, `","scheme":"`...)
		b = append(b, u.Scheme()...)
	}
	if a, ok := u.Authority(); ok {
		b = append(b, `","authority":"`...)
		b = append(b, a...)
		b = append(b, `","server":`...)
		b = strconv.AppendBool(b, u.IsServer())
		if userinfo, ok := u.Userinfo(); ok {
			b = append(b, `,"userinfo":"`...)
			b = append(b, userinfo...)
			b = append(b, '"')
		}
		if host, ok := u.Host(); ok {
			b = append(b, `,"host":"`...)
			b = append(b, host...)
			b = append(b, `","hostKind":"`...)
			b = append(b, u.HostKind().String()...)
			b = append(b, '"')
		}
		if port, ok := u.Port(); ok {
			b = append(b, `,"port":"`...)
			b = append(b, port...)
			b = append(b, '"')
		}
		b = append(b, `,"path":"`...)
	} else {
		b = append(b, `","path":"`...)
	}
	b = append(b, u.Path()...)
	if opaque, ok := u.Opaque(); ok {
		b = append(b, `","opaque":"`...)
		b = append(b, opaque...)
		b = append(b, '"')
	} else {
		b = append(b, `","segments":[`...)
		b = appendSegments(b, u)
		b = append(b, ']')
	}
	if query, ok := u.Query(); ok {
		b = append(b, `,"query":"`...)
		b = append(b, query...)
		b = append(b, '"')
	}
	if fragment, ok := u.Fragment(); ok {
		b = append(b, `,"fragment":"`...)
		b = append(b, fragment...)
		b = append(b, '"')
	}
	return b
}

// kindAndForm has the first members of a result, up to the last quotation mark.
var kindAndForm = func() (t [uri.AbsoluteOpaque + 1][uri.OpaquePart + 1]string) {
	for kind := range t {
		for form := range t[kind] {
			t[kind][form] = `,"kind":"` + uri.Kind(kind).String()
			if f := uri.Form(form); f != uri.NoForm {
				t[kind][form] += `","form":"` + f.String()
			}
		}
	}
	return t
}()

// appendSegments writes the segments of u, each as ["name",["param",...]].
func appendSegments(b []byte, u uri.URI) []byte {
	if path := u.Path(); path != "" && strings.IndexByte(path, ';') < 0 {
		return appendNames(b, strings.TrimPrefix(path, "/"))
	}
	comma := false
	for g := range u.Segments() {
		if comma {
			b = append(b, ',')
		}
		comma = true
		b = append(b, `["`...)
		b = append(b, g.Name()...)
		b = append(b, `",[`...)
		sep := `"`
		for param := range g.Params() {
			b = append(b, sep...)
			b = append(b, param...)
			b = append(b, '"')
			sep = `,"`
		}
		b = append(b, "]]"...)
	}
	return b
}

// appendNames is appendSegments where there are no parameters, as in most paths:
// what stands between two names is always the same.
func appendNames(b []byte, path string) []byte {
	b = append(b, `["`...)
	for i := strings.IndexByte(path, '/'); i >= 0; i = strings.IndexByte(path, '/') {
		b = append(b, path[:i]...)
		b = append(b, `",[]],["`...)
		path = path[i+1:]
	}
	b = append(b, path...)
	return append(b, `",[]]`...)
}
