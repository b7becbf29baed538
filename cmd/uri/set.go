package main

import (
	"errors"
	"flag"
	"fmt"
	"strings"

	"example.com/uri"
)

var setCommand = command{
	name:  "set",
	args:  "[REFERENCE ...]",
	short: "change parts of references",
	plain: true,
	long: `Change parts of URI references. The flags work in the order in which they are
given, and any of them may be given more than once. A result is the reference, in
which nothing else has changed:

	$ uri set -host h -drop 'utm_*' -pair 'q=x y' 'http://a/b?utm_source=c&q=d&e'
	http://h/b?q=x%20y&e

A part is given as it will be written, with its escapes. An empty -userinfo, -port,
-query or -fragment removes the part. Names, values and segments are given as plain
text, and the command escapes them. Names of pairs are compared after decoding, and
case counts. Only a "*" at the end of the NAME of -drop stands for any text.`,
	flags: func(fs *flag.FlagSet) func(format) (action, error) {
		var edits []edit
		for _, d := range editors {
			// An error of package flag would show the value, which may be a password.
			fs.Func(d.name, d.usage, func(s string) error {
				edits = append(edits, edit{d, s})
				return nil
			})
		}
		fs.BoolFunc("sort", "sort the pairs by name; those of one name keep their order", func(s string) error {
			if s != "true" && s != "false" {
				return errors.New("neither true nor false")
			}
			if s == "true" {
				edits = append(edits, edit{sorter, ""})
			}
			return nil
		})
		return func(f format) (action, error) {
			for _, e := range edits {
				if err := e.check(); err != nil {
					return nil, fmt.Errorf("flag -%s: %s", e.name, withoutPrefix(err))
				}
			}
			return func(b []byte, in string) ([]byte, error) {
				u, err := uri.Parse(in)
				if err != nil {
					return b, err
				}
				for _, e := range edits {
					if u, err = e.apply(u, e.value); err != nil {
						return b, err
					}
				}
				return appendResult(b, f, f.uri(u)), nil
			}, nil
		}
	},
}

// An editor changes a part of a URI to a value.
type editor struct {
	name, usage string
	apply       func(u uri.URI, value string) (uri.URI, error)
}

// An edit is an editor with its value.
type edit struct {
	editor
	value string
}

// probes are URIs. Each valid value can be set in at least one of them.
var probes = []uri.URI{uri.MustParse("x://h/"), uri.MustParse("x:a"), uri.MustParse("a")}

// check returns an error if no URI can have the value.
func (e edit) check() (err error) {
	for _, u := range probes {
		_, failure := e.apply(u, e.value)
		if failure == nil {
			return nil
		}
		if err == nil {
			err = failure
		}
	}
	return err
}

var editors = []editor{
	{"scheme", "the `SCHEME`", uri.URI.WithScheme},
	{"userinfo", "the `USERINFO`, such as a user name", orWithout(uri.URI.WithUserinfo, uri.URI.WithoutUserinfo)},
	{"host", "the `HOST`, an IPv6 address with its brackets", uri.URI.WithHost},
	{"port", "the `PORT`", orWithout(uri.URI.WithPort, uri.URI.WithoutPort)},
	{"path", "the `PATH`", uri.URI.WithPath},
	{"query", "the `QUERY`, without \"?\"", orWithout(uri.URI.WithQuery, uri.URI.WithoutQuery)},
	{"fragment", "the `FRAGMENT`, without \"#\"", orWithout(uri.URI.WithFragment, uri.URI.WithoutFragment)},
	{"segment", "add `SEGMENT` to the path", func(u uri.URI, s string) (uri.URI, error) { return u.JoinSegments(s) }},
	{"pair", "replace the pairs called NAME by one pair `NAME=VALUE`, or add it", withPair(uri.Values.Set)},
	{"add", "add the pair `NAME=VALUE`", withPair(uri.Values.Add)},
	{"drop", "drop the pairs called `NAME`, as in utm_*; repeatable", drop},
}

var sorter = editor{name: "sort", apply: func(u uri.URI, _ string) (uri.URI, error) {
	return u.WithValues(u.Values().Sort())
}}

// orWithout returns with, except that an empty value removes the part.
func orWithout(with func(uri.URI, string) (uri.URI, error), without func(uri.URI) uri.URI) func(uri.URI, string) (uri.URI, error) {
	return func(u uri.URI, s string) (uri.URI, error) {
		if s == "" {
			return without(u), nil
		}
		return with(u, s)
	}
}

// withPair returns a function that changes the pairs of a URI with change.
func withPair(change func(v uri.Values, name, value string) uri.Values) func(uri.URI, string) (uri.URI, error) {
	return func(u uri.URI, s string) (uri.URI, error) {
		name, value, ok := strings.Cut(s, "=")
		if !ok {
			return u, errors.New(`no "=" between name and value`)
		}
		return u.WithValues(change(u.Values(), name, value))
	}
}

// drop removes the pairs of u with this name or, if name ends in "*", with a name
// that begins with what is before the "*".
func drop(u uri.URI, name string) (uri.URI, error) {
	v := u.Values()
	prefix, all := strings.CutSuffix(name, "*")
	if !all {
		return u.WithValues(v.Del(name))
	}
	kept := make(uri.Values, 0, len(v))
	for _, p := range v {
		has, _, err := p.Decode()
		if err != nil {
			return u, err
		}
		if !strings.HasPrefix(has, prefix) {
			kept = append(kept, p)
		}
	}
	return u.WithValues(kept)
}
