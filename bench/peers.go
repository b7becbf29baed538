package bench

import (
	"net/url"

	"github.com/PuerkitoBio/purell"
	fredbi "github.com/fredbi/uri"
	whatwg "github.com/nlnwa/whatwg-url/url"
	"github.com/valyala/fasthttp"
)

// Used gets a value from every result, so that the compiler cannot remove a call.
var Used int

// refused is returned by the work of a pass for a text that is refused. For other texts
// the work returns a value from the result.
const refused = -1

// each does the work for every text and counts the accepted texts. The compiler inlines
// it and the work, so neither costs a call.
func each[T any](texts []T, work func(s T) int) (accepted int) {
	sum := 0
	for _, s := range texts {
		if x := work(s); x != refused {
			sum += x
			accepted++
		}
	}
	Used += sum
	return accepted
}

// writing returns a contestant whose work returns a string. It costs two calls through
// variables, 5 ns, so short work looks longer than it is. The contestants that resolve
// do without.
func writing(name string, texts []string, work func(s string) (string, error)) Contestant {
	return Contestant{name, func() int {
		return each(texts, func(s string) int {
			t, err := work(s)
			if err != nil {
				return refused
			}
			return len(t)
		})
	}, func(s string) (string, bool) {
		t, err := work(s)
		return t, err == nil
	}}
}

//go:noinline
func netURLParse(name string, lines []string) Contestant {
	return Contestant{name, func() int {
		return each(lines, func(s string) int {
			u, err := url.Parse(s)
			if err != nil {
				return refused
			}
			return len(u.Path)
		})
	}, netURLString(nil).Answer}
}

// fasthttpParse parses into one URI that is used again. Host and path are copied and
// percent-decoded; the path is not changed in other ways.
//
//go:noinline
func fasthttpParse(lines []string) Contestant {
	u, texts := &fasthttp.URI{DisablePathNormalizing: true}, make([][]byte, len(lines))
	for i, s := range lines {
		texts[i] = []byte(s)
	}
	return Contestant{"fasthttp (reused)", func() int {
		return each(texts, func(s []byte) int {
			if u.Parse(nil, s) != nil {
				return refused
			}
			return len(u.PathOriginal())
		})
	}, func(s string) (string, bool) {
		if u.Parse(nil, []byte(s)) != nil {
			return "", false
		}
		return u.String(), true
	}}
}

//go:noinline
func fredbiParse(name string, lines []string) Contestant {
	return Contestant{name, func() int {
		return each(lines, func(s string) int {
			u, err := fredbi.Parse(s)
			if err != nil {
				return refused
			}
			return len(u.Scheme())
		})
	}, func(s string) (string, bool) {
		u, err := fredbi.Parse(s)
		if err != nil {
			return "", false
		}
		return u.String(), true
	}}
}

// whatwgParse normalizes as it parses.
//
//go:noinline
func whatwgParse(lines []string) Contestant {
	return Contestant{"whatwg-url", func() int {
		return each(lines, func(s string) int {
			u, err := whatwg.Parse(s)
			if err != nil {
				return refused
			}
			return len(u.Pathname())
		})
	}, whatwgString(nil).Answer}
}

//go:noinline
func whatwgString(lines []string) Contestant {
	return writing("whatwg-url", lines, func(s string) (string, error) {
		u, err := whatwg.Parse(s)
		if err != nil {
			return "", err
		}
		return u.Href(false), nil
	})
}

//go:noinline
func netURLString(lines []string) Contestant {
	return writing("net/url", lines, func(s string) (string, error) {
		u, err := url.Parse(s)
		if err != nil {
			return "", err
		}
		return u.String(), nil
	})
}

//go:noinline
func purellNormalize(lines []string) Contestant {
	return writing("purell, safe flags", lines, func(s string) (string, error) {
		return purell.NormalizeURLString(s, purell.FlagsSafe)
	})
}

//go:noinline
func netURLResolve(base string, refs []string) Contestant {
	b, err := url.Parse(base)
	if err != nil {
		panic(err)
	}
	return Contestant{"net/url", func() int {
		return each(refs, func(s string) int {
			u, err := b.Parse(s)
			if err != nil {
				return refused
			}
			return len(u.String())
		})
	}, func(s string) (string, bool) {
		u, err := b.Parse(s)
		if err != nil {
			return "", false
		}
		return u.String(), true
	}}
}

//go:noinline
func fasthttpResolve(base string, refs []string) Contestant {
	var b, u fasthttp.URI
	if err := b.Parse(nil, []byte(base)); err != nil {
		panic(err)
	}
	return Contestant{"fasthttp (reused)", func() int {
		return each(refs, func(s string) int {
			b.CopyTo(&u)
			u.Update(s)
			return len(u.FullURI())
		})
	}, func(s string) (string, bool) {
		b.CopyTo(&u)
		u.Update(s)
		return u.String(), true
	}}
}

//go:noinline
func whatwgResolve(base string, refs []string) Contestant {
	b, err := whatwg.Parse(base)
	if err != nil {
		panic(err)
	}
	return Contestant{"whatwg-url", func() int {
		return each(refs, func(s string) int {
			u, err := b.Parse(s)
			if err != nil {
				return refused
			}
			return len(u.Href(false))
		})
	}, func(s string) (string, bool) {
		u, err := b.Parse(s)
		if err != nil {
			return "", false
		}
		return u.Href(false), true
	}}
}

//go:noinline
func pathUnescape(texts []string) Contestant {
	return writing("url.PathUnescape", texts, url.PathUnescape)
}

//go:noinline
func pathEscape(texts []string) Contestant {
	return writing("url.PathEscape", texts, func(s string) (string, error) { return url.PathEscape(s), nil })
}

//go:noinline
func floor(name string, lines []string, valid func(string) bool) Contestant {
	return Contestant{Name: name, Pass: func() int {
		return each(lines, func(s string) int {
			if !valid(s) {
				return refused
			}
			return 1
		})
	}}
}
