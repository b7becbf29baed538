package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"example.com/uri/crawl"
	"example.com/uri/web"
)

// readScope reads the places of a file, one URI a line, with all that is below its path. A host
// that begins with "*." stands for its subdomains too. Empty lines, and lines that begin with
// "#", do not count.
func readScope(name string) (*crawl.Scope, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	scope, places := new(crawl.Scope), 0
	in := bufio.NewScanner(file)
	for n := 1; in.Scan(); n++ {
		line := strings.TrimSpace(in.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		front, host, ok := strings.Cut(line, "://*.")
		subdomains := ok && !strings.ContainsAny(front, "/?#")
		if subdomains {
			line = front + "://" + host
		}
		u, err := absolute(parser, web.URL{}, line)
		if err == nil {
			scope.Add(u, subdomains)
			if !scope.Contains(u) {
				err = fmt.Errorf("%s names no place", u.Redacted())
			}
		}
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", name, n, err)
		}
		places++
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if places == 0 {
		return nil, fmt.Errorf("%s names no place", name)
	}
	return scope, nil
}
