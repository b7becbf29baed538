package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"slices"
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

-login sets the userinfo instead of -userinfo. NAME ends at the first ":", and the rest
is the password; without a ":" there is no password. Names of pairs are compared after
decoding, and case counts. Only a "*" at the end of the NAME of -drop stands for any text.`,
	flags: func(fs *flag.FlagSet) func(format) (job, error) {
		given := map[string]string{}
		for _, e := range editors {
			add := func(value string) error {
				if _, ok := given[e.name]; ok {
					return fmt.Errorf("the %s is given twice", e.name)
				}
				given[e.name] = value
				return e.check(value)
			}
			fs.Func(e.name, e.usage, add)
			if e.name == "userinfo" {
				fs.Func("login", "the userinfo as plain text: `NAME:PASSWORD`", func(s string) error { return add(escapedLogin(s)) })
			}
		}
		var added, dropped, replacing, adding []string
		fs.Func("segment", "add `SEGMENT` to the path; repeatable", appendTo(&added, func(s string) error {
			return check(func(u uri.URI) (uri.URI, error) { return u.JoinSegments(s) })
		}))
		fs.Func("drop", "drop the pairs called `NAME`, as in utm_*; repeatable", appendTo(&dropped, nil))
		tracking := fs.Bool("tracking", false, "drop pairs and parameters that track readers or name a session")
		fs.Func("pair", "replace the pairs of this name, or add `NAME=VALUE`; repeatable", appendTo(&replacing, checkPair))
		fs.Func("add", "add the pair `NAME=VALUE`; repeatable", appendTo(&adding, checkPair))
		sorted := fs.Bool("sort", false, "sort the pairs by name; those of one name keep their order")
		return func(f format) (job, error) {
			return onURI(func(u uri.URI) (object, error) {
				u, err := withParts(u, given)
				for _, s := range added {
					if err == nil {
						u, err = u.JoinSegments(s)
					}
				}
				if err != nil {
					return nil, err
				}
				if *tracking {
					u = withoutTracking(u)
				}
				pairs := slices.DeleteFunc(u.Values(), func(p uri.Pair) bool {
					return isCalled(p, dropped) || *tracking && crawl.IsTracking(p)
				})
				for _, s := range replacing {
					name, value, _ := strings.Cut(s, "=")
					pairs = pairs.With(name, value)
				}
				for _, s := range adding {
					name, value, _ := strings.Cut(s, "=")
					pairs = append(pairs, uri.NewPair(name, value))
				}
				if *sorted {
					pairs = pairs.Sorted()
				}
				if !slices.Equal(pairs, u.Values()) {
					u, err = u.WithValues(pairs)
				}
				return textResult(f.uri(u), err)
			}), nil
		}
	},
}

func checkPair(s string) error {
	if !strings.Contains(s, "=") {
		return errors.New(`no "=" between name and value`)
	}
	return nil
}

// probes are URIs. Each valid value of a flag can be set in at least one of them.
var probes = []uri.URI{uri.MustParse("x://h/"), uri.MustParse("x:a"), uri.MustParse("a")}

// check returns an error if change fails for each URI.
func check(change func(uri.URI) (uri.URI, error)) error {
	var first error
	for _, u := range probes {
		_, err := change(u)
		if err == nil {
			return nil
		}
		first = cmp.Or(first, err)
	}
	return errors.New(withoutPrefix(first))
}

// check returns an error if no URI takes the value. It names the value with escapes, if some URI
// takes that and it has no secret.
func (e editor) check(value string) error {
	takes := func(value string) error {
		return check(func(u uri.URI) (uri.URI, error) { return e.apply(u, value) })
	}
	err := takes(value)
	if fix := uri.EscapeOnce(value, e.set); err != nil && e.set != 0 && takes(fix) == nil && redacted("?"+fix) == "?"+fix {
		err = fmt.Errorf("%w; did you mean %s", err, fix)
	}
	return err
}

// escapedLogin returns the userinfo for a plain name and, after the first ":", a password.
func escapedLogin(s string) string {
	name, password, ok := strings.Cut(s, ":")
	userinfo := uri.Escape(name, uri.EscapeUser)
	if ok {
		userinfo += ":" + uri.Escape(password, uri.EscapeUser)
	}
	return userinfo
}

// An editor replaces a part of a URI.
type editor struct {
	name, usage string
	with        func(u uri.URI, value string) (uri.URI, error)
	without     func(u uri.URI) uri.URI // for an empty value; nil: the part may be empty, but not missing
	set         uri.EscapeSet           // for plain text; 0: the part has no escapes, or a secret
}

// editors are in the order in which most parts of a URI from nothing can be set.
var editors = []editor{
	{"host", "the `HOST`, an IPv6 address with its brackets", uri.URI.WithHost, nil, 0},
	{"scheme", "the `SCHEME`", uri.URI.WithScheme, nil, 0},
	{"userinfo", "the `USERINFO`, such as a user name, with its escapes", uri.URI.WithUserinfo, uri.URI.WithoutUserinfo, 0},
	{"port", "the `PORT`", uri.URI.WithPort, uri.URI.WithoutPort, 0},
	{"path", "the `PATH`", uri.URI.WithPath, nil, uri.EscapePath},
	{"query", "the `QUERY`, without \"?\"", uri.URI.WithQuery, uri.URI.WithoutQuery, uri.EscapeQuery},
	{"fragment", "the `FRAGMENT`, without \"#\"", uri.URI.WithFragment, uri.URI.WithoutFragment, uri.EscapeQuery},
}

// apply returns u with this value of the part.
func (e editor) apply(u uri.URI, value string) (uri.URI, error) {
	if value == "" && e.without != nil {
		return e.without(u), nil
	}
	return e.with(u, value)
}

// withParts sets the given parts of u one after another. If that fails it sets them at once,
// because a text in between, such as "https:", may be no URI.
func withParts(u uri.URI, given map[string]string) (changed uri.URI, err error) {
	changed = u
	for _, e := range editors {
		value, ok := given[e.name]
		if !ok {
			continue
		}
		if changed, err = e.apply(changed, value); err != nil {
			if all, ok := together(u, given); ok {
				return all, nil
			}
			return u, err
		}
	}
	return changed, nil
}

// reread returns the parts of u by RFC 2396.
func reread(u uri.URI) guard.Reading { return guard.Readings(u.String())[0] }

// together sets the given parts of u at once, and reports whether a URI has these parts.
func together(u uri.URI, given map[string]string) (uri.URI, bool) {
	r := reread(u)
	for _, e := range editors {
		if value, ok := given[e.name]; ok {
			*partOf(&r, e.name) = uri.Defined(value)
			if value == "" && e.without != nil {
				*partOf(&r, e.name) = uri.Optional{}
			}
		}
	}
	v, err := uri.Parse(strings.TrimPrefix(r.String(), r.By+": "))
	return v, err == nil && reread(v) == r
}

// withoutTracking removes such parameters of the path as in "/a;jsessionid=1". A parameter stays
// if the path would be another one without it, as in "..;jsessionid=1".
func withoutTracking(u uri.URI) uri.URI {
	if u.IsOpaque() || !strings.Contains(u.Path(), ";") {
		return u
	}
	path := strings.Split(u.Path(), "/")
	for i, s := range path {
		g := uri.Segment(s)
		if g.Name() == "." || g.Name() == ".." {
			continue
		}
		path[i] = g.Name()
		for param := range g.Params() {
			if !crawl.IsTracking(uri.Pair(param)) {
				path[i] += ";" + param
			}
		}
	}
	if changed, err := u.WithPath(strings.Join(path, "/")); err == nil {
		return changed
	}
	return u
}
