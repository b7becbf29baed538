package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

var editCommands = []command{
	{
		name:  "get",
		args:  "-format FORMAT [REFERENCE ...]",
		short: "write the parts of references in a format of your own",
		long: `Write parts of URI references. A result is FORMAT with the part of the reference for
each {part}, or nothing if it is missing:

	$ uri get -format '{host} {port} {:query:q}' 'http://h/a?q=x+y'
	h 80 x y

A part is one of scheme, authority, userinfo, user, password, host, port, path, query,
fragment and uri (the whole reference); "query:NAME", the value of the first pair with
this name; or "segment:N", the segment of the path with this number: 0 is the first, -1
the last. The pairs of an opaque URI such as "magnet:?dn=NAME" are those after its "?".
If no port is written, it is the default port of the scheme. {part} is as written, {:part}
is decoded. Decoded bytes that are not UTF-8 stay escaped and, without -json, unprintable
characters too, so that a result is one line. "{{" is "{".`,
		flags: func(fs *flag.FlagSet) func(format) (job, error) {
			layout := fs.String("format", "", "the `FORMAT` of a result, such as '{host} {port}'")
			return func(f format) (job, error) {
				if *layout == "" {
					return job{}, errors.New("flag -format is needed")
				}
				pieces, err := parseLayout(*layout)
				if err != nil {
					return job{}, fmt.Errorf("flag -format: %w", err)
				}
				return onURI(func(u uri.URI) (object, error) {
					var text []byte
					for _, g := range pieces {
						part, _ := partCalled(u, g.name, g.decoded) // parseLayout has checked the name
						text = append(append(text, g.before...), f.shown(part)...)
					}
					return textResult(string(text), nil)
				}), nil
			}
		},
	},
	setCommand,
}

// A piece of a format is some text, and the part of a URI after it.
type piece struct {
	before  string
	name    string // "": no part
	decoded bool
}

// parseLayout reads the format of "uri get".
func parseLayout(s string) (pieces []piece, err error) {
	for {
		before, rest, ok := strings.Cut(s, "{")
		if !ok {
			return append(pieces, piece{before: s}), nil
		}
		if after, ok := strings.CutPrefix(rest, "{"); ok {
			pieces, s = append(pieces, piece{before: before + "{"}), after
			continue
		}
		name, after, ok := strings.Cut(rest, "}")
		if !ok {
			return nil, errors.New(`a "{" without a "}"`)
		}
		name, decoded := strings.CutPrefix(name, ":")
		if _, err := partCalled(uri.URI{}, name, decoded); err != nil || name == "" {
			return nil, cmp.Or(err, errors.New("a part without a name"))
		}
		pieces, s = append(pieces, piece{before, name, decoded}), after
	}
}

// partCalled returns the part of u with this name in a format, or "" if it is missing.
func partCalled(u uri.URI, name string, decoded bool) (part string, err error) {
	kind, which, chosen := strings.Cut(name, ":")
	switch {
	case name == "":
		return "", nil
	case kind == "query" && chosen:
		return pairValue(u, which, decoded), nil
	case kind == "segment" && chosen:
		n, err := strconv.Atoi(which)
		if err != nil {
			return "", fmt.Errorf("%q is not a segment number", which)
		}
		all := slices.Collect(u.Segments())
		if n < 0 {
			n += len(all)
		}
		if n >= 0 && n < len(all) {
			part = string(all[n])
		}
	case name == "uri":
		part = u.String()
	case name == "user" || name == "password":
		userinfo, _ := u.Userinfo()
		user, password, _ := strings.Cut(userinfo, ":")
		if part = user; name == "password" {
			part = password
		}
	default:
		p, ok := partNames[name]
		if !ok {
			known := slices.Sorted(maps.Keys(partNames))
			return "", fmt.Errorf("no part %q; the parts are %s, user, password, uri, query:NAME and segment:N", name, strings.Join(known, ", "))
		}
		part, _ = textOf(u, p)
		if n, ok := u.EffectivePort(); ok && p == uri.PartPort { // a port that is no number is as written
			part = strconv.Itoa(int(n))
		}
	}
	if decoded {
		part = decode(part)
	}
	return part, nil
}

// partNames has the parts of a URI. An opaque part is the path.
var partNames = func() map[string]uri.Part {
	all := map[string]uri.Part{}
	for p := uri.PartScheme; p <= uri.PartFragment; p++ {
		all[p.String()] = p
	}
	delete(all, uri.PartOpaque.String())
	return all
}()

// pairValue returns the value of the first pair of u with this name.
func pairValue(u uri.URI, name string, decoded bool) string {
	for _, p := range uri.RFC3986.Values(u) {
		if has, value, err := p.Decode(); err == nil && has == name {
			if !decoded {
				value, _ = p.Value()
			}
			return value
		}
	}
	return ""
}

// shown returns s with escapes for invalid UTF-8, because JSON cannot write it.
// As text it also escapes line ends and the control characters of terminals.
func (f format) shown(s string) string {
	if plainPrefix(s) == len(s) {
		return s
	}
	var b []byte
	for i, r := range s {
		_, n := utf8.DecodeRuneInString(s[i:])
		if (f.json || unicode.IsPrint(r)) && (r != utf8.RuneError || n > 1) {
			b = append(b, s[i:i+n]...)
			continue
		}
		for _, c := range []byte(s[i : i+n]) {
			b = ascii.AppendEscape(b, c)
		}
	}
	return string(b)
}
