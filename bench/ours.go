package bench

import (
	"fmt"

	"example.com/uri"
)

//go:noinline
func oursParse(lines []string) Contestant {
	return Contestant{"uri", func() int {
		return each(lines, func(s string) int {
			u, err := uri.Parse(s)
			if err != nil {
				return refused
			}
			return len(u.Path())
		})
	}, func(s string) (string, bool) {
		u, err := uri.Parse(s)
		if err != nil {
			return "", false
		}
		return rejoined(u), true
	}}
}

// rejoined puts the components together again (RFC 2396, 5.2, step 7).
func rejoined(u uri.URI) string {
	var s string
	if scheme := u.Scheme(); scheme != "" {
		s = scheme + ":"
	}
	if authority, ok := u.Authority(); ok {
		s += "//" + authority
	}
	s += u.Path()
	if query, ok := u.Query(); ok {
		s += "?" + query
	}
	if fragment, ok := u.Fragment(); ok {
		s += "#" + fragment
	}
	return s
}

//go:noinline
func oursValid(lines []string) Contestant {
	return Contestant{"uri", func() int {
		return each(lines, func(s string) int {
			if !uri.Valid(s) {
				return refused
			}
			return 1
		})
	}, func(s string) (string, bool) { return s, uri.Valid(s) }}
}

// LastError is the last error, kept for the same reason as [Used].
var LastError error

//go:noinline
func oursRefuse(lines []string) Contestant {
	return Contestant{"uri", func() int {
		return each(lines, func(s string) int {
			u, err := uri.Parse(s)
			if err != nil {
				LastError = err
				return refused
			}
			return len(u.Path())
		})
	}, oursParse(nil).Answer}
}

//go:noinline
func oursResolve(base string, refs []string) Contestant {
	b := uri.MustParse(base)
	return Contestant{"uri", func() int {
		return each(refs, func(s string) int {
			ref, err := uri.Parse(s)
			if err != nil {
				return refused
			}
			u, err := b.Resolve(ref)
			if err != nil {
				return refused
			}
			return len(u.String())
		})
	}, func(s string) (string, bool) {
		ref, err := uri.Parse(s)
		if err != nil {
			return "", false
		}
		u, err := b.Resolve(ref)
		return u.String(), err == nil
	}}
}

// oursResolveIn is oursResolve with a Resolver, which has to be copied for each
// reference.
//
//go:noinline
func oursResolveIn(mode uri.Mode, base string, refs []string) Contestant {
	r, b := uri.Resolver{Mode: mode}, uri.MustParse(base)
	return Contestant{"uri", func() int {
		return each(refs, func(s string) int {
			ref, err := uri.Parse(s)
			if err != nil {
				return refused
			}
			u, err := r.Resolve(b, ref)
			if err != nil {
				return refused
			}
			return len(u.String())
		})
	}, func(s string) (string, bool) {
		ref, err := uri.Parse(s)
		if err != nil {
			return "", false
		}
		u, err := r.Resolve(b, ref)
		return u.String(), err == nil
	}}
}

//go:noinline
func oursAppendResolve(base string, refs []string) Contestant {
	var r uri.Resolver
	b, buf := uri.MustParse(base), make([]byte, 0, 1<<16)
	return Contestant{"uri", func() int {
		return each(refs, func(s string) int {
			t, err := r.AppendResolve(buf[:0], b, s)
			if err != nil {
				return refused
			}
			return len(t)
		})
	}, func(s string) (string, bool) {
		t, err := r.AppendResolve(nil, b, s)
		return string(t), err == nil
	}}
}

//go:noinline
func oursNormalize(lines []string) Contestant {
	return writing("uri", lines, func(s string) (string, error) {
		u, err := uri.Parse(s)
		if err != nil {
			return "", err
		}
		return u.Normalize().String(), nil
	})
}

// normalForms returns the normal forms of the lines that are accepted.
func normalForms(lines []string) (normal []string) {
	for _, s := range lines {
		if u, err := uri.Parse(s); err == nil {
			normal = append(normal, u.Normalize().String())
		}
	}
	return normal
}

//go:noinline
func oursUnescape(texts []string) Contestant { return writing("uri", texts, uri.Unescape) }

//go:noinline
func oursEscape(texts []string) Contestant {
	return writing("uri", texts, func(s string) (string, error) { return uri.Escape(s, uri.EscapeSegment), nil })
}

// oursFrom interprets URLs that were parsed before.
//
//go:noinline
func oursFrom[T fmt.Stringer](lines []string, from func(uri.URI) (T, error)) Contestant {
	var urls []uri.URI
	for _, s := range lines {
		urls = append(urls, uri.MustParse(s))
	}
	return Contestant{"uri", func() int {
		return each(urls, func(u uri.URI) int {
			if _, err := from(u); err != nil {
				return refused
			}
			return 1
		})
	}, func(s string) (string, bool) {
		v, err := from(uri.MustParse(s))
		return v.String(), err == nil
	}}
}

// oursParseScheme parses and interprets.
//
//go:noinline
func oursParseScheme[T fmt.Stringer](lines []string, parse func(string) (T, error)) Contestant {
	return Contestant{"uri, with Parse", func() int {
		return each(lines, func(s string) int {
			if _, err := parse(s); err != nil {
				return refused
			}
			return 1
		})
	}, func(s string) (string, bool) {
		v, err := parse(s)
		return v.String(), err == nil
	}}
}
