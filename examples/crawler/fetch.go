package main

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"slices"
	"strings"
	"time"

	"example.com/uri"
	"example.com/uri/crawl"
	"example.com/uri/examples/internal/wire"
	"example.com/uri/guard"
	"example.com/uri/guard/httpguard"
)

// fetched is the result of fetching one URI.
type fetched struct {
	asked  bool   // a request was sent to the server
	robots bool   // it was for robots.txt
	status int    // of HTTP
	media  string // the media type
	size   int64  // in bytes
	cut    bool   // the page is longer than Crawler.MaxBody
	links  references
	base   string                            // of the BASE element
	query  func(dst []byte, s string) []byte // writes queries in the page's encoding; nil: UTF-8

	redirect   bool          // the first of links is the target of a redirect
	sitemaps   bool          // all links are sitemaps
	outage     bool          // the answer is about the server, not about the page
	retryAfter time.Duration // how long the server asks to wait
	rule       string        // why the page was refused
	err        error

	exchanges exchanges // for the WARC file
	fatal     error     // the crawl cannot go on
}

var (
	// errRobots is the error for a URI disallowed by robots.txt.
	errRobots = errors.New("robots.txt disallows it")
	// errOutage is the error for a URI of a server that is not asked at the moment.
	errOutage = errors.New("its server could not be asked")
)

// refused reports whether the page was not asked for.
func (f *fetched) refused() bool { return errors.Is(f.err, errRobots) || errors.Is(f.err, errOutage) }

// fetch fetches u, or first the robots.txt of its server. No other worker asks the server at the
// same time.
func (c *Crawler) fetch(v *server, u uri.URI) *fetched {
	page := new(fetched)
	if v.outage.failures >= c.Tries && time.Now().Before(v.outage.again) {
		page.err, page.rule = errOutage, v.outage.reason
		return page
	}
	c.fetchScheme(page, v, u)
	page.outage = page.outage || page.aboutServer()
	return page
}

// fetchScheme fetches u by its scheme.
func (c *Crawler) fetchScheme(page *fetched, v *server, u uri.URI) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*c.Timeout)
	defer cancel()
	x, err := uri.Interpret(u)
	if err != nil {
		page.err = err
		return
	}
	switch x := x.(type) {
	case uri.HTTP:
		if v.robots == nil || c.now().Sub(v.read) > robotsAge {
			page.robots = true
			c.askRobots(ctx, page, v, u)
		} else {
			c.fetchHTTP(ctx, page, v, u)
		}
	case uri.FTP:
		if user, ok := x.Login.User(); ok {
			if password, ok := c.passwords[account{serverName(u), user}]; ok {
				x.Login = uri.LoginPassword(user, password)
			}
		}
		page.err = c.fetchFTP(ctx, page, u, x)
	case uri.Gopher:
		page.err = c.fetchGopher(ctx, page, u, x)
	default:
		page.err = fmt.Errorf("does not fetch %s", x.Scheme())
	}
}

// get sends a GET for u, for a page.
func (c *Crawler) get(ctx context.Context, page *fetched, u uri.URI) (*http.Response, error) {
	v, err := guard.ToURL(u)
	if err != nil {
		return nil, err
	}
	header := http.Header{"User-Agent": {c.Agent}, "Accept-Encoding": {"gzip"}}
	request := &http.Request{Method: http.MethodGet, URL: v, Header: header}
	peer := ""
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(i httptrace.GotConnInfo) {
		peer, _, _ = net.SplitHostPort(i.Conn.RemoteAddr().String())
	}})
	page.asked = true
	r, err := c.http.Do(request.WithContext(ctx))
	if err != nil {
		return nil, httpguard.WithoutURL(err)
	}
	page.status, page.retryAfter = r.StatusCode, retryAfter(r.Header.Get("Retry-After"), time.Now())
	if c.warc != nil {
		c.warc.captureHTTP(page, u, request, r, peer)
	}
	if coding := strings.ToLower(r.Header.Get("Content-Encoding")); coding == "gzip" || coding == "x-gzip" {
		r.Body = &gunzip{ReadCloser: r.Body}
	}
	return r, nil
}

// A gunzip is a body without its compression. The first Read reads the header of gzip.
type gunzip struct {
	io.ReadCloser
	reader *gzip.Reader
}

func (b *gunzip) Read(p []byte) (n int, err error) {
	if b.reader == nil {
		if b.reader, err = gzip.NewReader(b.ReadCloser); err != nil {
			return 0, err
		}
	}
	return b.reader.Read(p)
}

// fetchHTTP fetches a page that robots.txt allows.
func (c *Crawler) fetchHTTP(ctx context.Context, page *fetched, v *server, u uri.URI) {
	if rule, line, allowed := v.robots.Explain(c.Agent, u); !allowed {
		page.err, page.rule = errRobots, fmt.Sprintf("line %d, %q", line, wire.Clip(rule, maxText))
		return
	}
	r, err := c.get(ctx, page, u)
	if err != nil {
		page.err = err
		return
	}
	defer r.Body.Close()
	if isRedirect(r) {
		page.links.add(r.Header.Get("Location"))
		page.redirect = len(page.links.texts) > 0 // else it is too long
	}
	c.readPage(page, u, r)
}

const (
	// maxRedirects is how many redirects of a robots.txt are followed (RFC 9309, 2.3.1.2).
	maxRedirects = 5
	// robotsAge is how long a robots.txt is kept (RFC 9309, 2.4).
	robotsAge = 24 * time.Hour
)

// askRobots reads the robots.txt of a server (RFC 9309). After an error, nothing may be
// asked of the server (2.3.1.4).
func (c *Crawler) askRobots(ctx context.Context, page *fetched, v *server, u uri.URI) {
	robots, rules, err := c.readRobots(ctx, page, u)
	page.status = 0
	switch _, line, allowed := rules.Explain(c.Agent, root); {
	case err != nil:
		page.err, page.outage = fmt.Errorf("robots.txt: %w", err), true
		return
	case !allowed && line == 0: // The status allows nothing.
		page.err, page.outage, page.rule = errRobots, true, "robots.txt cannot be read"
		return
	}
	delay, _ := rules.Delay(c.Agent)
	v.robots, v.read, v.delay = &rules, c.now(), max(c.Delay, min(delay, c.MaxDelay))
	if !c.Sitemaps {
		return
	}
	page.base = robots.String()
	page.links.add(rules.Sitemaps()...)
}

// readRobots reads the robots.txt of the server of u, and returns where it was.
func (c *Crawler) readRobots(ctx context.Context, page *fetched, u uri.URI) (robots uri.URI, rules crawl.Robots, err error) {
	robots, err = u.WithoutUserinfo().Resolve(uri.MustParse("/robots.txt"))
	if err != nil {
		return robots, rules, err
	}
	r, err := c.get(ctx, page, robots)
	for n := 0; err == nil && isRedirect(r) && n < maxRedirects; n++ {
		r.Body.Close()
		if robots, err = c.redirect(robots, r.Header.Get("Location")); err == nil {
			r, err = c.get(ctx, page, robots)
		}
	}
	if err != nil {
		return robots, rules, err
	}
	defer r.Body.Close()
	rules, err = crawl.ReadRobots(r.StatusCode, r.Body)
	page.cut = isCut(err)
	return robots, rules, err
}

// isRedirect reports whether r is a redirect with a Location field.
func isRedirect(r *http.Response) bool {
	return r.StatusCode/100 == 3 && r.Header.Get("Location") != ""
}

// redirect returns the target of a redirect of the robots.txt u. It refuses URIs refused by
// the gate, and schemes other than http and https. The URI may be on another server, also
// with SameHosts: its rules are those of the first server (RFC 9309, 2.3.1.2).
func (c *Crawler) redirect(u uri.URI, location string) (uri.URI, error) {
	next, err := crawl.Redirect(u, location)
	if err == nil {
		next = next.WithoutFragment()
		err = wire.Check(c.wire.Gate, next)
	}
	if err == nil {
		_, err = uri.HTTPFrom(next)
	}
	if err != nil {
		return uri.URI{}, fmt.Errorf("redirect of %+v: %w", u, err)
	}
	return next, nil
}

// fetchFTP lists a directory, or reads a file up to the limit. The names in a directory are
// links. They are built from f, not from the text of its URL: that may end with ";type=d",
// and a "?" in it is part of a name.
func (c *Crawler) fetchFTP(ctx context.Context, page *fetched, u uri.URI, f uri.FTP) error {
	page.asked = true
	t, err := c.wire.FTP(ctx, f)
	if errors.Is(err, wire.ErrDirectory) {
		return page.addDirectory(f)
	}
	if err != nil {
		return err
	}
	if page.media = "application/octet-stream"; t.Listing {
		page.media = "text/x-ftp-listing"
	}
	in := c.warc.captureResource(page, u, page.media, t)
	defer in.Close()
	body := &part{in: in, left: c.MaxBody}
	defer body.end(page)
	if !t.Listing {
		_, err := io.Copy(io.Discard, body)
		return err
	}
	f.Type = 0
	directory, err := f.URI()
	if err != nil {
		return err
	}
	for name, failed := range wire.Lines(body) {
		err = failed
		if v, refused := directory.JoinSegments(name); name != "" && refused == nil { // "." and ".." are refused
			page.links.add(v.String())
		}
	}
	return err
}

// addDirectory adds the link to the directory that f turned out to be.
func (f *fetched) addDirectory(x uri.FTP) error {
	x.Path, x.Type = append(slices.Clip(x.Path), ""), 0
	u, err := x.URI()
	if err == nil {
		f.links.add(u.String())
	}
	return err
}

// fetchGopher reads a menu, or any other item up to the limit. The items of a menu are
// links.
func (c *Crawler) fetchGopher(ctx context.Context, page *fetched, u uri.URI, x uri.Gopher) error {
	kind := x.ItemType()
	if kind == '7' {
		page.media = "text/x-gopher-search" // has nothing until asked
		return nil
	}
	page.asked = true
	r, err := c.wire.Gopher(ctx, x)
	if err != nil {
		return err
	}
	if page.media = "application/octet-stream"; kind == '1' {
		page.media = "text/x-gopher-menu"
	}
	in := c.warc.captureResource(page, u, page.media, r)
	defer in.Close()
	body := &part{in: in, left: c.MaxBody}
	defer body.end(page)
	if kind != '1' {
		_, err := io.Copy(io.Discard, body)
		return err
	}
	for line, failed := range wire.Lines(body) {
		err = failed
		if line == "." {
			if c, ok := in.(*capture); ok {
				c.end = io.EOF // The menu is complete.
			}
			break
		}
		switch item := wire.ParseMenuItem(line); {
		case item.Err != nil:
			page.links.refuse(item.Name, item.Err)
		case item.Type != 'i':
			page.links.add(item.URI.String())
		}
	}
	return err
}
