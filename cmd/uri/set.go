package main

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/uri"
	"example.com/uri/crawl"
	"example.com/uri/guard"
)

var setCommand = command{
	name:  "set",
	args:  "[REFERENCE ...]",
	short: "change parts of references",
	long: `Change parts of URI references, or make a URI from nothing. A result is the reference
with no other change:

	$ uri set -host h -drop 'utm_*' -pair 'q=x y' 'http://a/b?utm_source=c&q=d&e'
	http://h/b?q=x%20y&e

	$ uri set -scheme https -host h -segment 'a b' -add q=1 ''
	https://h/a%20b?q=1

The order of the flags does not matter: the parts are set first, then come -segment,
-drop, -tracking, -pair, -add and -sort. Only these may be given more than once, and
the values of one flag keep their order. A part is given as it will be written, with
its escapes. An empty -userinfo, -port, -query or -fragment removes the part. Names,
values, segments and the text of -login are given as plain text, and the command
escapes them:

	$ uri set -login 'joe:p@ss/word' http://h/
	http://joe:p%40ss%2Fword@h/

-login sets the userinfo. NAME ends at the first ":", and the rest is the password;
without a ":" there is no password. Names of pairs are compared after decoding, and
case counts. Only a "*" at the end of the NAME of -drop stands for any text.`,
	flags: func(fs *flag.FlagSet) func(format) (job, error) {
		given := make([][]string, len(editors))
		for i, d := range editors {
			add := func(s string) error {
				if d.isPart() && len(given[i]) > 0 {
					return fmt.Errorf("the %s is given twice", d.name)
				}
				given[i] = append(given[i], s)
				return nil
			}
			if d.name == "userinfo" {
				fs.Func("login", "the userinfo as plain text: `NAME:PASSWORD`", func(s string) error { return add(escapedLogin(s)) })
			}
			if !d.toggle {
				// An error of package flag would show the value. That may be a password.
				fs.Func(d.name, d.usage, add)
				continue
			}
			fs.BoolFunc(d.name, d.usage, func(s string) error {
				on, err := strconv.ParseBool(s)
				if err != nil {
					return errors.New("neither true nor false")
				}
				given[i] = nil
				if on {
					return add("")
				}
				return nil
			})
		}
		return func(f format) (job, error) {
			var parts, rest []edit
			for i, values := range given {
				for _, value := range values {
					e := edit{editors[i], value}
					if err := e.check(); err != nil {
						return job{}, fmt.Errorf("flag -%s: %s%s", e.name, withoutPrefix(err), e.advice)
					}
					if e.isPart() {
						parts = append(parts, e)
					} else {
						rest = append(rest, e)
					}
				}
			}
			return onURI(func(b []byte, u uri.URI) ([]byte, error) {
				changed, err := each(u, parts)
				if err != nil {
					// A text in between ("https:") may be no URI.
					var ok bool
					if changed, ok = together(u, parts); !ok {
						return b, err
					}
				}
				if changed, err = each(changed, rest); err != nil {
					return b, err
				}
				return f.appendResult(b, f.uri(changed)), nil
			}), nil
		}
	},
}

// escapedLogin returns the userinfo for a plain text: a name and, after the first ":", a
// password.
func escapedLogin(s string) string {
	name, password, ok := strings.Cut(s, ":")
	userinfo := uri.Escape(name, uri.EscapeUser)
	if ok {
		userinfo += ":" + uri.Escape(password, uri.EscapeUser)
	}
	return userinfo
}

// each makes the edits one after another.
func each(u uri.URI, edits []edit) (_ uri.URI, err error) {
	for _, e := range edits {
		if u, err = e.apply(u, e.value); err != nil {
			return u, err
		}
	}
	return u, nil
}

// reread returns the parts of u by RFC 2396.
func reread(u uri.URI) guard.Reading { return guard.Readings(u.String())[0] }

// joined writes parts with their delimiters.
func joined(r guard.Reading) string {
	var b strings.Builder
	put := func(before string, o uri.Optional, after string) {
		if s, ok := o.Get(); ok {
			b.WriteString(before + s + after)
		}
	}
	put("", r.Scheme, ":")
	if r.Host != (uri.Optional{}) {
		b.WriteString("//")
	}
	put("", r.Userinfo, "@")
	put("", r.Host, "")
	put(":", r.Port, "")
	put("", r.Path, "")
	put("?", r.Query, "")
	put("#", r.Fragment, "")
	return b.String()
}

// together sets several parts at once. It reports false if the text is not a URI with
// these parts.
func together(u uri.URI, edits []edit) (uri.URI, bool) {
	r := reread(u)
	for _, e := range edits {
		part := partOf(&r, e.name)
		*part = uri.Defined(e.value)
		if e.value == "" && e.optional {
			*part = uri.Optional{}
		}
	}
	v, err := uri.Parse(joined(r))
	return v, err == nil && reread(v) == r
}

// An editor changes a part of a URI to a value.
type editor struct {
	name, usage string
	apply       func(u uri.URI, value string) (uri.URI, error)

	optional bool   // an empty value removes the part
	toggle   bool   // the flag has no value
	advice   string // the end of the error for a value that no URI can have
}

// isPart reports whether a value replaces a part.
func (d editor) isPart() bool { return slices.Contains(readParts, d.name) }

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

// editors are in the order of their work.
var editors = []editor{
	{name: "host", usage: "the `HOST`, an IPv6 address with its brackets", apply: uri.URI.WithHost},
	{name: "scheme", usage: "the `SCHEME`", apply: uri.URI.WithScheme},
	{name: "userinfo", usage: "the `USERINFO`, such as a user name", apply: orWithout(uri.URI.WithUserinfo, uri.URI.WithoutUserinfo), optional: true,
		advice: "; -login takes a plain name and password"},
	{name: "port", usage: "the `PORT`", apply: orWithout(uri.URI.WithPort, uri.URI.WithoutPort), optional: true},
	{name: "path", usage: "the `PATH`", apply: uri.URI.WithPath},
	{name: "query", usage: "the `QUERY`, without \"?\"", apply: orWithout(uri.URI.WithQuery, uri.URI.WithoutQuery), optional: true},
	{name: "fragment", usage: "the `FRAGMENT`, without \"#\"", apply: orWithout(uri.URI.WithFragment, uri.URI.WithoutFragment), optional: true},
	{name: "segment", usage: "add `SEGMENT` to the path; repeatable", apply: func(u uri.URI, s string) (uri.URI, error) { return u.JoinSegments(s) }},
	{name: "drop", usage: "drop the pairs called `NAME`, as in utm_*; repeatable",
		apply: func(u uri.URI, name string) (uri.URI, error) {
			return dropIf(u, func(p uri.Pair) bool { return isCalled(p, []string{name}) })
		}},
	{name: "tracking", usage: "drop pairs and parameters that track readers or name a session", apply: dropTracking, toggle: true},
	{name: "pair", usage: "replace the pairs of this name, or add `NAME=VALUE`; repeatable", apply: withPair(uri.Values.With)},
	{name: "add", usage: "add the pair `NAME=VALUE`; repeatable",
		apply: withPair(func(v uri.Values, name, value string) uri.Values { return append(v, uri.NewPair(name, value)) })},
	{name: "sort", usage: "sort the pairs by name; those of one name keep their order", toggle: true,
		apply: func(u uri.URI, _ string) (uri.URI, error) { return u.WithValues(u.Values().Sorted()) }},
}

// orWithout returns with, but an empty value removes the part.
func orWithout(with func(uri.URI, string) (uri.URI, error), without func(uri.URI) uri.URI) func(uri.URI, string) (uri.URI, error) {
	return func(u uri.URI, s string) (uri.URI, error) {
		if s == "" {
			return without(u), nil
		}
		return with(u, s)
	}
}

// withPair returns a function to change the pairs of a URI with change.
func withPair(change func(v uri.Values, name, value string) uri.Values) func(uri.URI, string) (uri.URI, error) {
	return func(u uri.URI, s string) (uri.URI, error) {
		name, value, ok := strings.Cut(s, "=")
		if !ok {
			return u, errors.New(`no "=" between name and value`)
		}
		return u.WithValues(change(u.Values(), name, value))
	}
}

// dropTracking removes tracking pairs, and such parameters of the path as in
// "/a;jsessionid=1". A parameter stays if the path would be another one without it, as
// in "..;sid=1".
func dropTracking(u uri.URI, _ string) (uri.URI, error) {
	u, err := dropIf(u, crawl.IsTracking)
	if err != nil || u.IsOpaque() || !strings.Contains(u.Path(), ";") {
		return u, err
	}
	segments := strings.Split(u.Path(), "/")
	for i, s := range segments {
		g := uri.Segment(s)
		if g.Name() == "." || g.Name() == ".." {
			continue
		}
		segments[i] = g.Name()
		for param := range g.Params() {
			if !crawl.IsTracking(uri.Pair(param)) {
				segments[i] += ";" + param
			}
		}
	}
	changed, err := u.WithPath(strings.Join(segments, "/"))
	if err != nil {
		return u, nil
	}
	return changed, nil
}

// dropIf removes the pairs of u where goes returns true.
func dropIf(u uri.URI, goes func(uri.Pair) bool) (uri.URI, error) {
	return u.WithValues(slices.DeleteFunc(u.Values(), goes))
}
