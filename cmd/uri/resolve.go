package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.com/uri"
)

var resolveCommands = []command{
	{
		name:  "resolve",
		args:  "-base BASE [REFERENCE ...]",
		short: "make references absolute against a base",
		long: `Make URI references absolute against BASE, by default as RFC 2396, section 5.2 says.
A result is an absolute URI; -json also gives "base", and "sameDocument": whether the
reference is empty or only a fragment, so that there is nothing to fetch. If
-above-root is not given, it is drop in the mode 3986 and keep in the others.

	$ uri resolve -base http://a/b/c/d ../g
	http://a/b/g`,
		flags: func(fs *flag.FlagSet) func(format) (job, error) {
			var r uri.Resolver
			base := neededBase(fs)
			modeFlag(fs, &r.Mode)
			above := map[string]uri.AboveRoot{"keep": uri.AboveRootKeep, "drop": uri.AboveRootDrop, "reject": uri.AboveRootReject}
			fs.Var(choice[uri.AboveRoot]{above, &r.AboveRoot}, "above-root", "what to `DO` with \"..\" above the root: keep, drop or reject")
			fs.BoolVar(&r.SameScheme, "same-scheme", false, "read \"http:g\" as \"g\" if the base is http")
			return func(f format) (job, error) {
				base, err := base(f)
				return job{act: func(in string) (object, error) {
					result, err := r.AppendResolve(nil, base, in)
					if err != nil {
						return nil, err
					}
					ref, err := uri.Parse(in) // "http:" is not a URI reference, but resolves by RFC 1808 and RFC 3986
					return object{
						field("base", f.uri(base)).as(jsonOnly),
						resultOf(f.text(string(result))),
						typed("sameDocument", err == nil && ref.IsSameDocument()).as(jsonOnly),
					}, nil
				}}, err
			}
		},
	},
	{
		name:  "relativize",
		args:  "-base BASE [URI ...]",
		short: "find the reference that leads from a base to a URI",
		long: `Find the shortest relative reference to each URI from BASE. -mode names the rules for
resolving it: browsers follow those of RFC 3986. A URI is refused if it is not
absolute, if it has another scheme or authority than BASE, if it or BASE is opaque, or,
in the mode 3986, if it has dot segments.

	$ uri relativize -mode 3986 -base http://a/b/c/d http://a/b/g
	../g`,
		flags: func(fs *flag.FlagSet) func(format) (job, error) {
			var r uri.Resolver
			base := neededBase(fs)
			modeFlag(fs, &r.Mode)
			return func(f format) (job, error) {
				base, err := base(f)
				return onURI(func(u uri.URI) (object, error) {
					if !u.IsAbsolute() {
						return nil, errors.New("not an absolute URI")
					}
					ref, ok := r.Relativize(base, u)
					if !ok {
						return nil, fmt.Errorf("no relative reference leads to it from %q", base.Redacted())
					}
					return object{field("base", f.uri(base)).as(jsonOnly), resultOf(f.uri(ref))}, nil
				}), err
			}
		},
	},
	{
		name:  "normalize",
		args:  "[REFERENCE ...]",
		short: "write references in their normal form",
		long: `Write URI references in their normal form by RFC 2396, section 6: scheme and host
in lower case, no default or empty port, escapes in upper case and only where
they are needed. In the mode 3986 dot segments are removed from absolute paths too.

	$ uri normalize HTTP://Example.COM:80/%7ejoe
	http://example.com/~joe`,
		flags: func(fs *flag.FlagSet) func(format) (job, error) {
			mode := uri.RFC2396
			modeFlag(fs, &mode)
			return func(f format) (job, error) {
				return onURI(func(u uri.URI) (object, error) { return textResult(f.uri(mode.Normalize(u)), nil) }), nil
			}
		},
	},
	{
		name:  "equal",
		args:  "[REFERENCE REFERENCE]",
		short: "tell whether two references have the same normal form",
		shape: twoFields,
		safe:  true,
		long: `Tell whether two URI references have the same normal form: two arguments, or two texts
with a tab between them on each line. A result is "true" or "false". The offset in an
error counts in the refused reference.

	$ uri equal HTTP://h:80/ http://h/
	true

	$ uri equal -mode 3986 http://h/a/../b http://h/b
	true

With -in-json a line is two JSON strings with a tab between them, or one string with
the tab in it.`,
		flags: func(fs *flag.FlagSet) func(format) (job, error) {
			mode := uri.RFC2396
			modeFlag(fs, &mode)
			return func(format) (job, error) {
				return job{act: func(in string) (object, error) {
					first, second, ok := strings.Cut(in, "\t")
					if !ok {
						return nil, errors.New("no tab between two references")
					}
					u, badFirst := uri.Parse(first)
					v, err := uri.Parse(second)
					if err = cmp.Or(badFirst, err); err != nil {
						return nil, err
					}
					return object{typed("equal", mode.Equivalent(u, v)).as(valueOnly)}, nil
				}}, nil
			}
		},
	},
}

// neededBase defines the required flag -base, a string, since errors of package flag show values.
// The function it returns reads the value, without a password if the format redacts.
func neededBase(fs *flag.FlagSet) func(format) (uri.URI, error) {
	text := fs.String("base", "", "the `BASE`, an absolute URI")
	return func(f format) (uri.URI, error) {
		base, err := uri.Parse(*text)
		switch {
		case err != nil:
			return uri.URI{}, fmt.Errorf("flag -base: %s", withoutPrefix(err))
		case base == (uri.URI{}):
			return base, errors.New("flag -base is needed")
		case !base.IsAbsolute():
			return base, errors.New("flag -base: a base needs a scheme")
		case f.redact:
			return maskedURI(base), nil
		}
		return base, nil
	}
}

// modes are the values of the flag -mode.
var modes = map[string]uri.Mode{"2396": uri.RFC2396, "3986": uri.RFC3986, "1808": uri.RFC1808}

// modeFlag defines the flag -mode for m.
func modeFlag(fs *flag.FlagSet, m *uri.Mode) {
	fs.Var(choice[uri.Mode]{modes, m}, "mode", "the `RFC` whose rules are used: 2396 (the default), 3986 or 1808")
}

// A choice is a flag with a few values. It sets to to one of all.
type choice[T any] struct {
	all map[string]T
	to  *T
}

func (c choice[T]) String() string { return "" }

func (c choice[T]) Set(word string) error {
	value, ok := c.all[word]
	if !ok {
		return errors.New("expected " + alternatives(c.words()))
	}
	*c.to = value
	return nil
}

// words returns the values of the flag as they are written.
func (c choice[T]) words() []string { return slices.Sorted(maps.Keys(c.all)) }

// alternatives returns words as a choice: "bash, zsh or fish".
func alternatives(words []string) string {
	n := len(words) - 1
	if n == 0 {
		return words[0]
	}
	return strings.Join(words[:n], ", ") + " or " + words[n]
}
