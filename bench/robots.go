package bench

import (
	"fmt"
	"strings"

	"github.com/temoto/robotstxt"

	"example.com/uri"
	"example.com/uri/crawl"
)

// robotsRows are the rows of robots.txt: rules are read, and URLs are looked up in them.
func robotsRows(l *Lists) []Row {
	plain, wild := robotsText(l.Web, 100, 0), robotsText(l.Web, 100, 10)
	texts := []string{plain, wild}
	row := func(name, text string) Row {
		return Row{
			Name: name, Unit: "URL", Inputs: l.Web,
			Ours:   oursAllowed(text, l.Web),
			Theirs: []Contestant{temotoAllowed(text, l.Web)},
			Bounds: []Bound{{"temoto/robotstxt", 0.5}}, Allocs: Free,
		}
	}
	return []Row{
		row("crawl: Robots.Allowed, 100 rules without wildcards", plain),
		row("crawl: Robots.Allowed, 100 rules", wild),
		{
			Name: "crawl: ParseRobots, 100 rules", Unit: "file", Inputs: texts,
			Ours:   oursRobots(texts),
			Theirs: []Contestant{temotoRobots(texts)},
			Bounds: []Bound{{"temoto/robotstxt", 0.5}}, Allocs: Free,
		},
	}
}

// robotsText returns a robots.txt with n rules, which are made of the paths of links.
// Every fourth rule allows, and wild of 100 have a "*".
func robotsText(links []string, n, wild int) string {
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	seen := map[string]bool{}
	for i := 0; len(seen) < n; i++ {
		u, err := uri.Parse(links[i*7%len(links)])
		if err != nil {
			continue
		}
		path := u.Path()
		if len(path) < 2 || path[0] != '/' || seen[path] || strings.Contains(path, "*") {
			path = fmt.Sprintf("/directory%d/", i)
		}
		seen[path] = true
		if len(seen)%100 < wild {
			path = "/*" + path[len(path)/2:]
		}
		fmt.Fprintf(&b, "%s: %s\n", []string{"Disallow", "Disallow", "Allow", "Disallow"}[len(seen)%4], path)
	}
	return b.String()
}

// parsed returns the lines that are URIs.
func parsed(lines []string) (list []uri.URI) {
	for _, s := range lines {
		if u, err := uri.Parse(s); err == nil {
			list = append(list, u)
		}
	}
	return list
}

// oursAllowed asks for each URI whether it is allowed.
//
//go:noinline
func oursAllowed(text string, lines []string) Contestant {
	r, list := crawl.ParseRobots([]byte(text)), parsed(lines)
	return Contestant{"uri", func() int {
		return each(list, func(u uri.URI) int { return number(r.Allowed("ExampleBot", u)) })
	}, func(s string) (string, bool) {
		u, err := uri.Parse(s)
		return fmt.Sprint(r.Allowed("ExampleBot", u)), err == nil
	}}
}

// temotoAllowed does the same with the group and the path, because its users have them.
//
//go:noinline
func temotoAllowed(text string, lines []string) Contestant {
	r, err := robotstxt.FromString(text)
	if err != nil {
		panic(err)
	}
	group := r.FindGroup("ExampleBot")
	var paths []string
	for _, u := range parsed(lines) {
		paths = append(paths, requestPath(u))
	}
	return Contestant{"temoto/robotstxt", func() int {
		return each(paths, func(path string) int { return number(group.Test(path)) })
	}, func(s string) (string, bool) {
		u, err := uri.Parse(s)
		return fmt.Sprint(group.Test(requestPath(u))), err == nil
	}}
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// requestPath returns the path and the query of u as a client sends them.
func requestPath(u uri.URI) string {
	path := u.Path()
	if path == "" {
		path = "/"
	}
	if query, ok := u.Query(); ok {
		path += "?" + query
	}
	return path
}

// oursRobots reads each file. Its Answer is whether the root is allowed.
//
//go:noinline
func oursRobots(texts []string) Contestant {
	root := uri.MustParse("http://h/")
	files := octets(texts)
	return Contestant{"uri", func() int {
		return each(files, func(b []byte) int { return len(crawl.ParseRobots(b).Sitemaps()) })
	}, func(s string) (string, bool) {
		return fmt.Sprint(crawl.ParseRobots([]byte(s)).Allowed("ExampleBot", root)), true
	}}
}

//go:noinline
func temotoRobots(texts []string) Contestant {
	files := octets(texts)
	return Contestant{"temoto/robotstxt", func() int {
		return each(files, func(b []byte) int {
			r, err := robotstxt.FromBytes(b)
			if err != nil {
				return refused
			}
			return len(r.Sitemaps)
		})
	}, func(s string) (string, bool) {
		r, err := robotstxt.FromString(s)
		return fmt.Sprint(err == nil && r.TestAgent("/", "ExampleBot")), err == nil
	}}
}

func octets(texts []string) (files [][]byte) {
	for _, s := range texts {
		files = append(files, []byte(s))
	}
	return files
}
