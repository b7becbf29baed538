package main

import (
	"errors"
	"flag"
	"slices"
	"strings"

	"example.com/uri"
	"example.com/uri/archive"
	"example.com/uri/crawl"
)

var keyCommand = command{
	name:  "key",
	args:  "[URI ...]",
	short: "write keys by which crawlers recognise duplicates",
	long: `Write a key for each URI: two URIs with the same key name the same resource. The key
is the normal form of RFC 3986 without the fragment. Fetch the URI, not its key.

	$ uri key http://Example.com:80/a/../%7eb#c
	http://example.com/~b

-surt writes the form for sorting by host. The flags below for leaving out and sorting
may give the same key to URIs of different resources; this is rare.

	$ uri key -surt -drop 'utm_*' -sort 'http://www.archive.org/goo/?b&a=2&utm_id=7'
	org,archive,www)/goo/?a=2&b

The NAME of -drop is plain text: names are compared after decoding, and case counts.
Only a "*" at the end of NAME stands for any text.

-archive writes the key that the index of a web archive has. It cannot be combined with the
flags for changing a key. It accepts any text with such a key, not only URIs.

	$ uri key -archive 'http://www.archive.org/goo/?b=2&a=1'
	org,archive)/goo?a=1&b=2`,
	flags: keyFlags,
}

// keyFlags defines the flags of "uri key".
func keyFlags(fs *flag.FlagSet) func(format) (job, error) {
	var k crawl.Keyer
	var dropped []string
	surt := fs.Bool("surt", false, "write the form that sorts by host")
	archive := fs.Bool("archive", false, "write the key of web archives")
	mode := uri.RFC3986
	fs.Var(choice[uri.Mode]{modes, &mode}, "mode", "the `RFC` of the normal form: 3986 (the default), 2396 or 1808")
	fs.Func("drop", "leave out the parameters called `NAME`, as in utm_*; repeatable", appendTo(&dropped, nil))
	tracking := fs.Bool("tracking", false, "leave out tracking parameters (utm_id=7) and session identifiers")
	fs.BoolVar(&k.SortQuery, "sort", false, "sort the pairs of the query")
	fs.BoolVar(&k.DropWWW, "no-www", false, "leave out www., www2. ... before a host")
	fs.BoolVar(&k.DropUserinfo, "no-userinfo", false, "leave out user name and password")
	fs.BoolVar(&k.Forms, "forms", false, "read the pairs as forms do: \"+\" as %20, \"a=\" as \"a\", no empty ones")
	fs.BoolVar(&k.DropEmptyQuery, "no-empty-query", false, "leave out the \"?\" of an empty query")
	fs.BoolVar(&k.MergeSlashes, "merge-slashes", false, "write one \"/\" for several in the path")
	fs.BoolVar(&k.DropLastSlash, "no-last-slash", false, "leave out each \"/\" at the end of the path")
	fs.Func("index", "leave out a last segment `NAME`, as in index.html; repeatable", appendTo(&k.IndexNames, nil))
	return func(format) (job, error) {
		if *archive {
			return archiveKey(fs)
		}
		if len(dropped) > 0 || *tracking {
			k.DropParams = true
			k.Drop = func(p uri.Pair) bool { return *tracking && crawl.IsTracking(p) || isCalled(p, dropped) }
		}
		if mode != uri.RFC3986 {
			k.Normalize = mode.AppendNormalize
		}
		write := k.AppendKey
		if *surt {
			write = k.AppendSURT
		}
		return onURI(func(u uri.URI) (object, error) { return textResult(string(write(nil, u)), nil) }), nil
	}
}

// archiveKey returns the action for a key of web archives. It fails if another flag changes the key.
func archiveKey(fs *flag.FlagSet) (job, error) {
	more := 0
	fs.Visit(func(set *flag.Flag) {
		if set.Name != "archive" && !isCommon(set.Name) {
			more++
		}
	})
	if more > 0 {
		return job{}, errors.New("-archive cannot be combined with flags that change a key")
	}
	return job{act: func(in string) (object, error) { return textResult(archive.Key(in)) }}, nil
}

// isCalled reports whether a pattern matches the name of p: a "*" at its end is any text.
func isCalled(p uri.Pair, patterns []string) bool {
	name, _, err := p.Decode()
	return err == nil && slices.ContainsFunc(patterns, func(pattern string) bool {
		prefix, open := strings.CutSuffix(pattern, "*")
		return name == pattern || open && strings.HasPrefix(name, prefix)
	})
}
