// Command uri is the harness of this library. Its argument is the function that is judged:
// Parse, Valid, Conforms3986, Conforms1738 or Conforms3987.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"strings"

	"example.com/uri"
)

func main() {
	name := strings.Join(os.Args[1:], " ")
	parts := `"scheme","authority","userinfo","host","port","path","query","fragment"`
	judge := map[string]func(s string) (members string, ok bool){
		"Parse": func(s string) (string, bool) {
			u, err := uri.Parse(s)
			return members(u), err == nil
		},
		"Valid":        func(s string) (string, bool) { return "", uri.Valid(s) },
		"Conforms3986": func(s string) (string, bool) { _, err := uri.Conforms3986(s); return "", err == nil },
		"Conforms3987": func(s string) (string, bool) { _, err := uri.Conforms3987(s); return "", err == nil },
		"Conforms1738": func(s string) (string, bool) { return "", uri.Conforms1738(s) == nil },
	}[name]
	if judge == nil {
		fmt.Fprintf(os.Stderr, "no function %q\n", name)
		os.Exit(2)
	}
	if name != "Parse" {
		parts = ""
	}
	out := bufio.NewWriter(os.Stdout)
	fmt.Fprintf(out, `{"parser":"example.com/uri %s","version":"this","parts":[%s]}`+"\n", name, parts)
	out.Flush()
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		id, text, _ := strings.Cut(strings.TrimPrefix(line, `{"id":`), `,"hex":"`)
		s, _ := hex.DecodeString(strings.TrimSuffix(text, "\"}\n"))
		if members, ok := judge(string(s)); ok {
			fmt.Fprintf(out, `{"id":%s,"valid":true%s}`+"\n", id, members)
		} else {
			fmt.Fprintf(out, `{"id":%s,"valid":false}`+"\n", id)
		}
		if in.Buffered() == 0 {
			out.Flush()
		}
	}
}

// members returns the parts of u. Only a server has the parts of an authority, and an
// opaque part is split at "?", as RFC 2396, Appendix B, does.
func members(u uri.URI) string {
	var b strings.Builder
	for p := uri.PartScheme; p <= uri.PartFragment; p++ {
		start, end, ok := u.Span(p)
		switch p {
		case uri.PartUserinfo, uri.PartHost, uri.PartPort:
			ok = ok && u.IsServer()
		case uri.PartPath, uri.PartQuery:
			pathStart, pathEnd, _ := u.Span(uri.PartPath)
			if path, query, split := strings.Cut(u.Path(), "?"); u.IsOpaque() && split {
				start, end, ok = pathStart, pathStart+len(path), true
				if p == uri.PartQuery {
					start, end = pathEnd-len(query), pathEnd
				}
			}
		}
		if ok {
			fmt.Fprintf(&b, `,"%v":[%d,%d]`, p, start, end)
		}
	}
	return b.String()
}
