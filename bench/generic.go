package bench

import (
	"net/url"
	"strconv"
	"strings"

	"example.com/uri"
)

// genericRows are the rows of a URL built from its parts, and taken apart. Both packages write the
// same for each of the lines.
func genericRows(l *Lists) []Row {
	var lines []string
	for _, s := range l.All {
		ours, okOurs := buildOurs(s)
		theirs, okTheirs := buildNetURL(s)
		if okOurs && okTheirs && ours == theirs {
			lines = append(lines, s)
		}
	}
	return []Row{
		{
			Name: "Generic.URI + String", Unit: "URL", Inputs: lines,
			Ours:   oursBuild(lines),
			Theirs: []Contestant{netURLBuild(lines)},
			Bounds: []Bound{{"net/url", 1}}, Allocs: 2,
		},
		{
			Name: "ParseGeneric", Unit: "URL", Inputs: lines,
			Ours:   oursTakeApart(lines),
			Theirs: []Contestant{netURLTakeApart(lines)},
			Bounds: []Bound{{"net/url", 1}}, Allocs: Free,
		},
	}
}

// built returns the decoded parts of each line.
func built(lines []string) []uri.Generic {
	list := make([]uri.Generic, len(lines))
	for i, s := range lines {
		list[i], _ = partsOf(s)
	}
	return list
}

// partsOf returns the fields set by ParseGeneric, without the remembered text.
func partsOf(s string) (uri.Generic, error) {
	g, err := uri.ParseGeneric(s)
	return uri.Generic{Scheme: g.Scheme, Login: g.Login, Host: g.Host, Port: g.Port, Path: g.Path, Query: g.Query, Fragment: g.Fragment}, err
}

func buildOurs(s string) (string, bool) {
	g, err := partsOf(s)
	if err != nil {
		return "", false
	}
	u, err := g.URI()
	return u.String(), err == nil
}

func buildNetURL(s string) (string, bool) {
	g, err := uri.ParseGeneric(s)
	return fill(g).String(), err == nil
}

// fill returns the parts of g as a net/url.URL.
func fill(g uri.Generic) *url.URL {
	v := &url.URL{Scheme: g.Scheme, Host: g.Host}
	if g.Port != 0 {
		v.Host += ":" + strconv.Itoa(int(g.Port))
	}
	if user, ok := g.Login.User(); ok {
		v.User = url.User(user)
		if password, ok := g.Login.Password(); ok {
			v.User = url.UserPassword(user, password)
		}
	}
	if g.Path != nil {
		v.Path = "/" + strings.Join(g.Path, "/")
	}
	for i, p := range g.Query {
		if i > 0 {
			v.RawQuery += "&"
		}
		v.RawQuery += string(p)
	}
	v.Fragment = g.Fragment.String()
	return v
}

//go:noinline
func oursBuild(lines []string) Contestant {
	list := built(lines)
	return Contestant{"uri", func() int {
		return each(list, func(g uri.Generic) int {
			u, err := g.URI()
			if err != nil {
				return refused
			}
			return len(u.String())
		})
	}, buildOurs}
}

//go:noinline
func netURLBuild(lines []string) Contestant {
	list := built(lines)
	return Contestant{"net/url", func() int {
		return each(list, func(g uri.Generic) int { return len(fill(g).String()) })
	}, buildNetURL}
}

//go:noinline
func oursTakeApart(lines []string) Contestant {
	return writing("uri", lines, func(s string) (string, error) {
		g, err := uri.ParseGeneric(s)
		return g.Host, err
	})
}

// netURLTakeApart splits the path and the query too, as ours does, but decodes no pair.
//
//go:noinline
func netURLTakeApart(lines []string) Contestant {
	return writing("net/url", lines, func(s string) (string, error) {
		v, err := url.Parse(s)
		if err != nil {
			return "", err
		}
		path, query := strings.Split(v.EscapedPath(), "/"), strings.Split(v.RawQuery, "&")
		for i, name := range path {
			if path[i], err = url.PathUnescape(name); err != nil {
				return "", err
			}
		}
		Used += len(path) + len(query)
		return v.Host, nil
	})
}
