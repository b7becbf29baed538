// Recipe crawls the hosts of the addresses given. COOKBOOK.md lists its steps. It writes a
// line for each page: its key in a web archive, and its URI.
package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"mime"
	"net/http"
	"os"
	"slices"
	"time"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/transform"

	"example.com/uri"
	"example.com/uri/archive"
	"example.com/uri/crawl"
	"example.com/uri/guard"
	"example.com/uri/guard/httpguard"
	"example.com/uri/idna"
	"example.com/uri/links"
	"example.com/uri/page"
	"example.com/uri/web"
)

const (
	agent    = "ExampleBot"
	maxLinks = 10_000
	maxLink  = 4 << 10 // bytes, of a link
	maxBody  = 2 << 20 // bytes, of a page
	maxDelay = time.Minute
)

var parser = web.Parser{ToASCII: idna.ToASCII}

// A Crawler visits the hosts of its start URLs.
type Crawler struct {
	Gate guard.Gate // the zero Gate: public addresses
	Out  io.Writer

	client *http.Client
	scope  crawl.Scope
	seen   map[string]bool // by key
	queue  []uri.URI
	robots map[string]crawl.Robots // by the URI of robots.txt
}

// Run crawls from URLs as people type them: "bücher.example/a b".
func (c *Crawler) Run(ctx context.Context, start ...string) error {
	if len(start) == 0 {
		return errors.New("no address to start from")
	}
	c.seen, c.robots = map[string]bool{}, map[string]crawl.Robots{}
	c.client = httpguard.Client{Gate: c.Gate, Redirects: -1, MaxBody: maxBody}.HTTP()
	for i, text := range start {
		typed, err := links.Reader{ToASCII: idna.ToASCII}.Read(text)
		if err != nil {
			return err
		}
		link, err := parser.Parse(web.URL{}, typed.URI.String())
		if err != nil || typed.Kind == links.KindDefanged {
			return cmp.Or(err, errors.New("an address that was made harmless"))
		}
		if s := link.Scheme(); s != "http" && s != "https" {
			return fmt.Errorf("%+v is not a URL of the web", link)
		}
		u, err := link.URI()
		if err != nil {
			return err
		}
		if len(u.String()) > maxLink {
			return fmt.Errorf("address %d has more than %d bytes", i+1, maxLink)
		}
		if err := c.Gate.Check(u); err != nil {
			return err
		}
		host, err := u.Resolve(uri.MustParse("/"))
		if err != nil {
			return err
		}
		c.scope.Add(host, true)
		c.add(u)
	}
	pages := 0
	for len(c.queue) > 0 && ctx.Err() == nil {
		u := c.queue[0]
		c.queue = c.queue[1:]
		if err := c.visit(ctx, u); err != nil {
			log.Printf("%s: %q", u.Redacted(), err)
			continue
		}
		if _, err := fmt.Fprintf(c.Out, "%s %s\n", archive.AppendKey(nil, u.String()), u); err != nil {
			return err
		}
		pages++
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if pages == 0 {
		return errors.New("no page could be fetched")
	}
	return nil
}

// add puts u into the queue if it is in the scope and new.
func (c *Crawler) add(u uri.URI) {
	u = u.WithoutFragment().WithoutUserinfo()
	key := crawl.Key(u)
	if len(key) > maxLink || c.seen[key] || len(c.seen) >= maxLinks || !c.scope.Contains(u) || c.Gate.Check(u) != nil {
		return
	}
	c.seen[key] = true
	c.queue = append(c.queue, u)
}

// follow adds the reference of a page, as a browser reads it.
func (c *Crawler) follow(p web.Parser, base web.URL, ref string) {
	if len(ref) > maxLink {
		return
	}
	if link, err := p.Parse(base, ref); err == nil {
		if u, err := link.URI(); err == nil {
			c.add(u)
		}
	}
}

// visit fetches u, if robots.txt allows it, and follows its links.
func (c *Crawler) visit(ctx context.Context, u uri.URI) error {
	rules, err := c.rules(ctx, u)
	if err != nil {
		return err
	}
	if !rules.Allowed(agent, u) {
		return errors.New("robots.txt disallows it")
	}
	if delay, ok := rules.Delay(agent); ok {
		select {
		case <-time.After(min(delay, maxDelay)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	r, err := c.get(ctx, u)
	if err != nil {
		return err
	}
	defer r.Body.Close()
	base, err := parser.Parse(web.URL{}, u.String())
	if err != nil {
		return err
	}
	if location := r.Header.Get("Location"); location != "" {
		c.follow(parser, base, location)
	}
	media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if r.StatusCode != http.StatusOK || media != "text/html" {
		return nil
	}
	text, query := decode(io.LimitReader(r.Body, maxBody), r.Header.Get("Content-Type"))
	return c.links(text, base, web.Parser{ToASCII: parser.ToASCII, Query: query})
}

// links follows the links of a page, against its base.
func (c *Crawler) links(text io.Reader, base web.URL, p web.Parser) error {
	in := html.NewTokenizer(text)
	var refs []string
	hasBase := false
	for in.Next() != html.ErrorToken {
		token := in.Token()
		if token.Type != html.StartTagToken && token.Type != html.SelfClosingTagToken {
			continue
		}
		for r := range page.References(token.Data, attributes(token.Attr)) {
			switch {
			case r.Use == page.UseBase && token.Data == "base" && !hasBase:
				hasBase = true
				if len(r.Text) <= maxLink {
					base = parser.DocumentBase(base, r.Text)
				}
			case r.Use == page.UseLink:
				refs = append(refs, r.Text)
			}
		}
	}
	for _, ref := range refs {
		c.follow(p, base, ref)
	}
	if err := in.Err(); err != io.EOF {
		return err
	}
	return nil
}

// attributes returns the function that finds an attribute by its name. Of several the first counts.
func attributes(all []html.Attribute) func(name string) (string, bool) {
	return func(name string) (string, bool) {
		if i := slices.IndexFunc(all, func(a html.Attribute) bool { return a.Key == name }); i >= 0 {
			return all[i].Val, true
		}
		return "", false
	}
}

// decode returns the text of a page in UTF-8, and how its links write a query: in the
// encoding of the page. nil is UTF-8.
func decode(r io.Reader, contentType string) (io.Reader, func(dst []byte, s string) []byte) {
	in := bufio.NewReader(r)
	start, _ := in.Peek(1024) // an error comes again
	e, name, _ := charset.DetermineEncoding(start, contentType)
	text := transform.NewReader(in, e.NewDecoder())
	page, err := htmlindex.Get(name)
	if err != nil || name == "utf-8" || name == "utf-16be" || name == "utf-16le" || name == "replacement" {
		return text, nil
	}
	return text, func(dst []byte, s string) []byte { return encode(dst, s, page) }
}

// encode appends s in an encoding, as web.Parser.Query asks.
func encode(dst []byte, s string, e encoding.Encoding) []byte {
	for s != "" {
		b, n, err := transform.String(e.NewEncoder(), s)
		dst = append(dst, b...)
		if err == nil {
			break
		}
		r, width := utf8.DecodeRuneInString(s[n:]) // a character that the encoding does not have
		dst = fmt.Appendf(dst, "%%26%%23%d%%3B", r)
		s = s[n+width:]
	}
	return dst
}

// rules returns the rules of the server of u. It asks for them once.
func (c *Crawler) rules(ctx context.Context, u uri.URI) (crawl.Robots, error) {
	file, err := u.Resolve(uri.MustParse("/robots.txt"))
	if err != nil {
		return crawl.Robots{}, err
	}
	key := file.String()
	rules, ok := c.robots[key]
	if !ok {
		if rules, err = c.askRules(ctx, file); err != nil {
			log.Printf("%s: %q", file.Redacted(), err)
		}
		c.robots[key] = rules
	}
	return rules, nil
}

// askRules reads a robots.txt, which may be after five redirects (RFC 9309, 2.3.1.2). The
// rules allow nothing if the server fails, or if there is an error.
func (c *Crawler) askRules(ctx context.Context, file uri.URI) (crawl.Robots, error) {
	r, err := c.get(ctx, file)
	for n := 0; err == nil && n < 5 && r.StatusCode/100 == 3 && r.Header.Get("Location") != ""; n++ {
		r.Body.Close()
		if file, err = crawl.Redirect(file, r.Header.Get("Location")); err == nil {
			r, err = c.get(ctx, file)
		}
	}
	if err != nil {
		rules, noBody := crawl.ReadRobots(0, nil)
		return rules, errors.Join(err, noBody)
	}
	defer r.Body.Close()
	return crawl.ReadRobots(r.StatusCode, r.Body)
}

// get sends a GET for u, through the gate.
func (c *Crawler) get(ctx context.Context, u uri.URI) (*http.Response, error) {
	v, err := guard.ToURL(u.WithoutFragment())
	if err != nil {
		return nil, err
	}
	request := &http.Request{Method: http.MethodGet, URL: v, Header: http.Header{"User-Agent": {agent + "/1.0"}}}
	r, err := c.client.Do(request.WithContext(ctx))
	return r, httpguard.WithoutURL(err)
}

func main() {
	c := Crawler{Out: os.Stdout}
	if err := c.Run(context.Background(), os.Args[1:]...); err != nil {
		log.Fatal(err)
	}
}
