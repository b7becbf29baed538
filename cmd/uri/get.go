package main

import (
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

A part is one of scheme, authority, userinfo, host, port, path, query, fragment and
uri, the whole of it; "query:NAME", the value of the first pair with this name, in an
opaque URI of the pairs after the "?", as in "magnet:?dn=NAME"; or "segment:N", the
segment of the path with this number: 0 is the first, -1 the last. If no port is
written, it is the default port of the scheme. {part} is as written, {:part} is
decoded. Decoded bytes that are not UTF-8 stay escaped, and without -json what is not
printable too, so that a result is one line. "{{" is "{".`,
		flags: func(fs *flag.FlagSet) func(format) (job, error) {
			layout := fs.String("format", "", "`FORMAT` of a result, such as '{host} {port}'")
			return func(f format) (job, error) {
				if *layout == "" {
					return job{}, errors.New("flag -format is needed")
				}
				pieces, err := parseLayout(*layout)
				if err != nil {
					return job{}, fmt.Errorf("flag -format: %w", err)
				}
				return f.appending(func(b []byte, u uri.URI) []byte {
					for _, g := range pieces {
						b = f.appendDecoded(append(b, g.before...), g.text(u))
					}
					return b
				}), nil
			}
		},
	},
	setCommand,
}

// A piece of a format is some text, and the part of a URI after it.
type piece struct {
	before string
	text   func(u uri.URI) string // the part, "" if it is missing
}

// parseLayout reads the format of "uri get".
func parseLayout(s string) (pieces []piece, err error) {
	nothing := func(uri.URI) string { return "" }
	for {
		before, rest, ok := strings.Cut(s, "{")
		switch {
		case !ok:
			return append(pieces, piece{s, nothing}), nil
		case strings.HasPrefix(rest, "{"):
			pieces = append(pieces, piece{before + "{", nothing})
			s = rest[1:]
			continue
		}
		name, after, ok := strings.Cut(rest, "}")
		if !ok {
			return nil, errors.New(`a "{" without a "}"`)
		}
		name, asData := strings.CutPrefix(name, ":")
		read, err := readerOf(name, asData)
		if err != nil {
			return nil, err
		}
		pieces, s = append(pieces, piece{before, read}), after
	}
}

// getters are the parts for a format, each as written.
var getters = func() map[string]func(u uri.URI) string {
	all := map[string]func(uri.URI) string{"uri": uri.URI.String}
	for p := uri.PartScheme; p <= uri.PartFragment; p++ {
		if p != uri.PartOpaque { // it is the path
			all[p.String()] = func(u uri.URI) string { s, _ := textOf(u, p); return s }
		}
	}
	written := all["port"]
	all["port"] = func(u uri.URI) string {
		if n, ok := u.EffectivePort(); ok {
			return strconv.Itoa(int(n))
		}
		return written(u) // not a port number, but not to be lost
	}
	return all
}()

// readerOf returns the function for the part with this name. It decodes the part if
// asData is set.
func readerOf(name string, asData bool) (func(u uri.URI) string, error) {
	read, ok := getters[name]
	if key, isPair := strings.CutPrefix(name, "query:"); isPair {
		if asData {
			return func(u uri.URI) string { value, _ := pairsOf(u).Get(key); return value }, nil
		}
		read, ok = func(u uri.URI) string { return pairValue(u, key) }, true
	}
	if digits, isSegment := strings.CutPrefix(name, "segment:"); isSegment {
		n, err := strconv.Atoi(digits)
		if err != nil {
			return nil, fmt.Errorf("%q is not a segment number", digits)
		}
		read, ok = func(u uri.URI) string { return segment(u, n) }, true
	}
	switch {
	case !ok:
		known := append(slices.Sorted(maps.Keys(getters)), "query:NAME", "segment:N")
		return nil, fmt.Errorf("no part %q%s", name, suggestion(name, known, ""))
	case asData:
		return func(u uri.URI) string { return decode(read(u)) }, nil
	}
	return read, nil
}

// pairValue returns the value of the first pair of u with this name, as written.
func pairValue(u uri.URI, name string) string {
	for _, p := range pairsOf(u) {
		if has, _, err := p.Decode(); err == nil && has == name {
			value, _ := p.Value()
			return value
		}
	}
	return ""
}

// pairsOf returns the pairs of the query of u or, in an opaque URI like a magnet link, of
// the text after the "?".
func pairsOf(u uri.URI) uri.Values {
	part, _ := u.Opaque()
	if _, query, ok := strings.Cut(part, "?"); ok {
		all, _ := uri.ParseValues(query) // it is part of a URI, where each byte is a uric
		return all
	}
	return u.Values()
}

// segment returns the segment of u with the number n, from 0, or from the end if n
// is negative. It returns "" if u has no such segment.
func segment(u uri.URI, n int) string {
	all := slices.Collect(u.Segments())
	if n < 0 {
		n += len(all)
	}
	if n < 0 || n >= len(all) {
		return ""
	}
	return string(all[n])
}

// appendDecoded writes s with escapes for invalid UTF-8, because JSON cannot write it.
// As text it also escapes line ends and the control characters of terminals.
func (f format) appendDecoded(b []byte, s string) []byte {
	for {
		i := plainPrefix(s)
		b = append(b, s[:i]...)
		if i == len(s) {
			return b
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if (f.json || unicode.IsPrint(r)) && (r != utf8.RuneError || n > 1) {
			b = append(b, s[i:i+n]...)
		} else {
			for _, c := range []byte(s[i : i+n]) {
				b = ascii.AppendEscape(b, c)
			}
		}
		s = s[i+n:]
	}
}
