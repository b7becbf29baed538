package bench

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"

	fredbi "github.com/fredbi/uri"
	whatwg "github.com/nlnwa/whatwg-url/url"
	"github.com/valyala/fasthttp"

	"example.com/uri"
)

// This file compares everything except time: how often a parser is wrong, which parts
// it keeps apart, and how much memory it holds.

// A Peer is a parser in the comparison. Its functions take many texts at once,
// since some parsers are other programs.
type Peer struct {
	Name    string
	Docs    string // address of its documentation, "" for the library
	Follows string // the standard that it names there
	// Schemes is the number of schemes for which it has a type of its own.
	Schemes int
	// Write parses each text as a URI-reference and writes it again from the result.
	Write func(texts []string) ([]Answer, error)
	// Resolve reads each text and resolves it against base. It is nil if the
	// documentation has no such function.
	Resolve func(base string, refs []string) ([]Answer, error)
	// Held parses the texts, keeps the results and returns how many bytes of the heap
	// each takes, without its text.
	Held func(texts []string) (float64, error)
}

// An Answer is a text, or a refusal.
type Answer struct {
	Text string
	OK   bool
}

// A Verdict is a text and whether the grammar derives it.
type Verdict struct {
	Text  []byte `json:"text"`
	Valid bool   `json:"valid"`
}

// LoadVerdicts reads the file that TestMistakes of the library writes.
func LoadVerdicts(name string) ([]Verdict, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var vs []Verdict
	for d := json.NewDecoder(bufio.NewReader(f)); ; {
		var v Verdict
		switch err := d.Decode(&v); err {
		case nil:
			vs = append(vs, v)
		case io.EOF:
			return vs, nil
		default:
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
}

// GoPeers are the library and its peers in Go.
func GoPeers() []Peer {
	return []Peer{
		goPeer("uri", "", "RFC 2396", typedSchemes(), uri.Parse, rejoined, oursResolve),
		goPeer("net/url", "https://pkg.go.dev/net/url", "RFC 3986", 0, url.Parse, (*url.URL).String, netURLResolve),
		goPeer("fasthttp.URI", "https://pkg.go.dev/github.com/valyala/fasthttp#URI", "none named", 0, func(s string) (*fasthttp.URI, error) {
			u := &fasthttp.URI{DisablePathNormalizing: true}
			return u, u.Parse(nil, []byte(s))
		}, (*fasthttp.URI).String, fasthttpResolve),
		goPeer("fredbi/uri", "https://pkg.go.dev/github.com/fredbi/uri", "RFC 3986", 0, fredbi.ParseReference, fredbi.URI.String, nil),
		goPeer("whatwg-url", "https://pkg.go.dev/github.com/nlnwa/whatwg-url/url", "WHATWG URL", 0, func(s string) (*whatwg.Url, error) {
			return whatwg.ParseRef(AppendixBase, s) // it reads no reference without a base
		}, func(u *whatwg.Url) string { return u.Href(false) }, whatwgResolve),
	}
}

func goPeer[T any](name, docs, follows string, schemes int, parse func(string) (T, error), write func(T) string, resolve func(string, []string) Contestant) Peer {
	answers := func(texts []string, answer func(string) (string, bool)) ([]Answer, error) {
		as := make([]Answer, len(texts))
		for i, s := range texts {
			as[i].Text, as[i].OK = answer(s)
		}
		return as, nil
	}
	p := Peer{Name: name, Docs: docs, Follows: follows, Schemes: schemes}
	p.Write = func(texts []string) ([]Answer, error) {
		return answers(texts, func(s string) (string, bool) {
			u, err := parse(s)
			if err != nil {
				return "", false
			}
			return write(u), true
		})
	}
	if resolve != nil {
		p.Resolve = func(base string, refs []string) ([]Answer, error) {
			return answers(refs, resolve(base, nil).Answer)
		}
	}
	p.Held = func(texts []string) (octets float64, err error) {
		octets = held(len(texts), func() any {
			us := make([]T, len(texts))
			for i, s := range texts {
				if us[i], err = parse(s); err != nil {
					return nil
				}
			}
			return us
		})
		return octets, err
	}
	return p
}

// typedSchemes counts the types that package uri has for the schemes of RFC 1738.
func typedSchemes() int {
	types := map[string]bool{}
	for _, s := range []string{
		"ftp://h/", "http://h/", "gopher://h/", "mailto:a@h", "news:g", "nntp://h/g/1",
		"telnet://h/", "wais://h/d", "file:///p", "prospero://h/n", "unknown:x",
	} {
		if x, err := uri.Interpret(uri.MustParse(s)); err == nil {
			types[fmt.Sprintf("%T", x)] = true
		}
	}
	delete(types, fmt.Sprintf("%T", uri.Other{}))
	return len(types)
}

// emptyParts are pairs of URIs that differ in one component: undefined in the
// first, empty in the second.
var emptyParts = []struct{ part, undefined, empty string }{
	{"authority", "file:/p", "file:///p"},
	{"userinfo", "http://h/", "http://@h/"},
	{"port", "http://h/", "http://h:/"},
	{"query", "http://h/", "http://h/?"},
	{"fragment", "http://h/", "http://h/#"},
}

// A Comparison is a line of the table.
type Comparison struct {
	Peer               Peer
	Accepts, Refuses   int // wrongly
	Resolved           int
	LostEmpty          []string // the parts in which it takes empty for undefined, or the reverse
	Octets             float64
	Verdicts, Examples int
}

// Compare makes a line of the table without the bytes held.
func (p Peer) Compare(vs []Verdict, l *Lists) (c Comparison, err error) {
	c = Comparison{Peer: p, Verdicts: len(vs), Examples: len(l.Refs)}
	texts := make([]string, len(vs))
	for i, v := range vs {
		texts[i] = string(v.Text)
	}
	as, err := p.Write(texts)
	if err != nil {
		return c, err
	}
	for i, v := range vs {
		switch {
		case as[i].OK && !v.Valid:
			c.Accepts++
		case !as[i].OK && v.Valid:
			c.Refuses++
		}
	}

	for _, e := range emptyParts {
		if as, err = p.Write([]string{e.undefined, e.empty}); err != nil {
			return c, err
		}
		if as[0].Text != e.undefined || as[1].Text != e.empty {
			c.LostEmpty = append(c.LostEmpty, e.part)
		}
	}

	if p.Resolve != nil {
		if as, err = p.Resolve(AppendixBase, l.Refs); err != nil {
			return c, err
		}
		for i, a := range as {
			if a.OK && a.Text == l.Wanted[i] {
				c.Resolved++
			}
		}
	}
	return c, nil
}

// CompareAll makes the lines of the table. The bytes held are measured with the same
// 50,000 URLs for all peers, which all of them accept.
func CompareAll(ps []Peer, vs []Verdict, l *Lists) ([]Comparison, error) {
	var cs []Comparison
	accepted := make([]bool, len(l.All))
	for i := range accepted {
		accepted[i] = true
	}
	for _, p := range ps {
		c, err := p.Compare(vs, l)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		cs = append(cs, c)
		as, err := p.Write(l.All)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		for i, a := range as {
			accepted[i] = accepted[i] && a.OK
		}
	}
	var urls []string
	for i, s := range l.All {
		if accepted[i] {
			urls = append(urls, s)
		}
	}
	if len(urls) == 0 {
		return nil, fmt.Errorf("%s: no URL that all accept", l.Folder)
	}
	const n = 50_000
	urls = slices.Repeat(urls, n/len(urls)+1)[:n]
	for i, p := range ps {
		var err error
		if cs[i].Octets, err = p.Held(urls); err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	return cs, nil
}

// WriteComparison writes the table and how it was made. others has the versions of the
// parsers that are not in Go, and source says where the verdicts are from.
func WriteComparison(w io.Writer, command string, others []string, source string, l *Lists, cs []Comparison) {
	fmt.Fprint(w, "# Comparison with other parsers\n\n")
	writeOrigin(w, command)
	for _, o := range others {
		fmt.Fprintf(w, "* %s\n", o)
	}
	fmt.Fprintf(w, "* texts: %s\n* URLs held: 50,000 of %s, all of which every parser accepts\n\n", source, l.Folder)

	fmt.Fprintf(w, "| | follows | differences from RFC 2396 in %d texts | accepts + refuses wrongly | Appendix C, of %d | empty is not undefined, of %d | typed schemes | bytes held for a URL |\n"+
		"|---|---|--:|--:|--:|--:|--:|--:|\n", cs[0].Verdicts, cs[0].Examples, len(emptyParts))
	for _, c := range cs {
		resolved := "no resolver"
		if c.Peer.Resolve != nil {
			resolved = fmt.Sprint(c.Resolved)
		}
		kept := fmt.Sprint(len(emptyParts) - len(c.LostEmpty))
		if len(c.LostEmpty) > 0 {
			kept += " (not " + strings.Join(c.LostEmpty, ", ") + ")"
		}
		name := c.Peer.Name
		if c.Peer.Docs != "" {
			name = fmt.Sprintf("[%s](%s)", name, c.Peer.Docs)
		}
		fmt.Fprintf(w, "| %s | %s | %d | %d + %d | %s | %s | %d | %.0f |\n", name, c.Peer.Follows,
			c.Accepts+c.Refuses, c.Accepts, c.Refuses, resolved, kept, c.Peer.Schemes, c.Octets)
	}
	fmt.Fprint(w, `
The command measures every figure. The standard that a parser follows, and whether it has a resolver and types for
schemes, are from the documentation linked in the first column.

* Mistakes: half of the texts are derived from the rule URI-reference of RFC 2396, Appendix A, with the "?y" of Appendix
  C; half are mutations of these. An automaton made from the printed grammar decides which of them are valid. A parser
  that follows another standard is compared with a rule that it does not claim to follow: the figure says how far it is
  from RFC 2396, not how well it follows its own standard. fredbi/uri requires escapes to be UTF-8. whatwg-url repairs
  texts that RFC 2396 refuses, and reads a reference against the base of Appendix C. java.net.URI gets each byte as one
  character of ISO 8859-1 and accepts, as documented, those that are not control characters.
* Appendix C: the 42 examples, as printed; if two results are printed, the first counts. RFC 3986 resolves five of them
  in another way, so a parser that follows RFC 3986 to the letter has 37.
* Empty is not undefined: two URIs differ in one component, which is undefined in one and empty in the other. Each is
  parsed and written again from its components, and must not change. The text that java.net.URI keeps is not used.
* Bytes held: on the heap, for each of 50,000 parsed URLs that are kept, without the text that they were parsed from. If
  a parser copies that text, the copy counts.
`)
}
