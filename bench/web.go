package bench

import (
	"example.com/uri"
	"example.com/uri/crawl"
	"example.com/uri/web"
)

// webRows are the rows of package web, with their goals. Ada, which is C++, is
// timed by foreign/ada.
func webRows(l *Lists, node []string) []Row {
	serialized := serializations(l.All)
	return []Row{
		{
			Name: "web: Parse + String", Unit: "URL", Inputs: l.All,
			Ours:   oursWeb(l.All),
			Theirs: []Contestant{netURLParse("net/url", l.All), whatwgString(l.All)},
			Bounds: []Bound{{"net/url", 0.40}}, Allocs: 1,
		},
		{
			Name: "web: Parse + String, already serialized", Unit: "URL", Inputs: serialized, Want: serialized,
			Ours:   oursWeb(serialized),
			Theirs: []Contestant{netURLParse("net/url", serialized)},
			Bounds: []Bound{{"net/url", 0.40}},
		},
		{
			Name: "web: Valid", Unit: "URL", Inputs: l.All,
			Ours: Contestant{"web.Valid", func() int {
				return each(l.All, func(s string) int {
					if !web.Valid(s) {
						return refused
					}
					return 1
				})
			}, func(s string) (string, bool) { return s, web.Valid(s) }},
			Theirs: []Contestant{{"web.Parse", func() int {
				return each(l.All, func(s string) int {
					if _, err := web.Parse(s); err != nil {
						return refused
					}
					return 1
				})
			}, func(s string) (string, bool) {
				_, err := web.Parse(s)
				return s, err == nil
			}}},
			Bounds: []Bound{{"web.Parse", 0.75}},
		},
		{
			Name: "web: Parse against a base + String, source paths", Unit: "reference", Inputs: node,
			Ours:   oursWebResolve(deepBase, node),
			Theirs: []Contestant{netURLResolve(deepBase, node), whatwgResolve(deepBase, node)},
			Bounds: []Bound{{"net/url", 0.25}}, Allocs: 1,
		},
		linkRow("web: Parse against a base + URI + AppendKey, links", l.Web),
		linkRow("web: Parse against a base + URI + AppendKey, source paths", node),
	}
}

// linkRow is the work of a crawler for a link, from the page to the key. net/url,
// which has no keys, parses, resolves and writes. The second allocation is URI's, for
// the few links with characters that no RFC allows.
func linkRow(name string, links []string) Row {
	return Row{
		Name: name, Unit: "link", Inputs: links,
		Ours:   oursLink(deepBase, links),
		Theirs: []Contestant{netURLResolve(deepBase, links)},
		Bounds: []Bound{{"net/url", 0.45}}, Allocs: 2,
	}
}

// serializations returns the results of package web for the lines that it accepts.
func serializations(lines []string) (all []string) {
	for _, s := range lines {
		if u, err := web.Parse(s); err == nil {
			all = append(all, u.String())
		}
	}
	return all
}

//go:noinline
func oursWeb(lines []string) Contestant {
	return writing("web", lines, func(s string) (string, error) {
		u, err := web.Parse(s)
		return u.String(), err
	})
}

//go:noinline
func oursWebResolve(base string, refs []string) Contestant {
	b, err := web.Parse(base)
	if err != nil {
		panic(err)
	}
	return Contestant{"web", func() int {
		return each(refs, func(s string) int {
			u, err := web.Parser{}.Parse(b, s)
			if err != nil {
				return refused
			}
			return len(u.String())
		})
	}, func(s string) (string, bool) {
		u, err := web.Parser{}.Parse(b, s)
		return u.String(), err == nil
	}}
}

// oursLink makes the key of each link, in one buffer. Its Answer is the URI.
//
//go:noinline
func oursLink(base string, links []string) Contestant {
	b, err := web.Parse(base)
	if err != nil {
		panic(err)
	}
	follow := func(s string) (uri.URI, error) {
		u, err := web.Parser{}.Parse(b, s)
		if err != nil {
			return uri.URI{}, err
		}
		return u.URI()
	}
	var key []byte
	return Contestant{"web", func() int {
		return each(links, func(s string) int {
			u, err := follow(s)
			if err != nil {
				return refused
			}
			key = crawl.AppendKey(key[:0], u)
			return len(key)
		})
	}, func(s string) (string, bool) {
		u, err := follow(s)
		return u.String(), err == nil
	}}
}
