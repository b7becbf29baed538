package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"slices"
	"time"

	"example.com/uri"
	"example.com/uri/crawl"
	"example.com/uri/examples/internal/wire"
	"example.com/uri/guard"
	"example.com/uri/guard/httpguard"
)

// fetched is the result of fetching one URI.
type fetched struct {
	status int    // of HTTP
	media  string // the media type
	links  references
	base   string                            // of the BASE element
	query  func(dst []byte, s string) []byte // writes queries in the page's encoding; nil: UTF-8
	rule   string                            // why the page was refused
	outage bool                              // err is about the server, not about the page
	err    error
}

var (
	// errRobots is the error for a URI disallowed by robots.txt.
	errRobots = errors.New("robots.txt disallows it")
	// errOutage is the error for a URI of a server that is not asked at the moment.
	errOutage = errors.New("its server could not be asked")
)

// refused reports whether the page was not asked for.
func (f fetched) refused() bool { return errors.Is(f.err, errRobots) || errors.Is(f.err, errOutage) }

// fetch fetches u. No other worker asks the server at the same time.
func (c *Crawler) fetch(v *server, u uri.URI) fetched {
	if v.outage.failures > 0 && time.Now().Before(v.outage.again) {
		return fetched{err: errOutage, rule: v.outage.reason}
	}
	page := c.fetchScheme(v, u)
	var failed *net.OpError
	if errors.As(page.err, &failed) && failed.Op == "dial" {
		page.outage = true
	}
	return page
}

// fetchScheme fetches u by its scheme.
func (c *Crawler) fetchScheme(v *server, u uri.URI) fetched {
	ctx, cancel := context.WithTimeout(context.Background(), 10*c.Timeout)
	defer cancel()
	x, err := uri.Interpret(u)
	if err != nil {
		return fetched{err: err}
	}
	switch x := x.(type) {
	case uri.HTTP:
		return c.fetchHTTP(ctx, v, u)
	case uri.FTP:
		if user, ok := x.Login.User(); ok {
			if password, ok := c.passwords[account{serverName(u), user}]; ok {
				x.Login = uri.LoginPassword(user, password)
			}
		}
		return c.fetchFTP(ctx, x)
	case uri.Gopher:
		return c.fetchGopher(ctx, x)
	}
	return fetched{err: fmt.Errorf("does not fetch %s", x.Scheme())}
}

// get sends a GET for u.
func (c *Crawler) get(ctx context.Context, u uri.URI) (*http.Response, error) {
	v, err := guard.ToURL(u)
	if err != nil {
		return nil, err
	}
	request := &http.Request{Method: http.MethodGet, URL: v, Header: http.Header{"User-Agent": {c.Agent}}}
	r, err := c.http.Do(request.WithContext(ctx))
	return r, httpguard.WithoutURL(err)
}

func (c *Crawler) fetchHTTP(ctx context.Context, v *server, u uri.URI) fetched {
	if v.robots == nil || c.now().Sub(v.read) > robotsAge {
		switch err := c.askRobots(ctx, v, u); {
		case errors.Is(err, errRobots):
			return fetched{err: err, outage: true, rule: "robots.txt cannot be read"}
		case err != nil:
			return fetched{err: fmt.Errorf("robots.txt: %w", err), outage: true}
		}
	}
	if rule, line, allowed := v.robots.Explain(c.Agent, u); !allowed {
		return fetched{err: errRobots, rule: fmt.Sprintf("line %d, %q", line, wire.Clip(rule, maxText))}
	}
	r, err := c.get(ctx, u)
	if err != nil {
		return fetched{err: err}
	}
	defer r.Body.Close()
	media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	page := fetched{status: r.StatusCode, media: media}
	if location := r.Header.Get("Location"); location != "" {
		page.links.add(location)
	}
	body := io.LimitReader(r.Body, c.MaxBody)
	switch media {
	case "text/html", "application/xhtml+xml":
		var text io.Reader
		text, page.query = decoded(body, r.Header.Get("Content-Type"))
		page.base, page.err = page.links.addHTML(text)
	case "text/plain":
		in, _ := decoded(body, r.Header.Get("Content-Type"))
		var text []byte
		text, page.err = io.ReadAll(in)
		page.links.addText(string(text))
	default:
		_, page.err = io.Copy(io.Discard, body)
	}
	return page
}

const (
	// maxRedirects is how many redirects of a robots.txt are followed (RFC 9309, 2.3.1.2).
	maxRedirects = 5
	// robotsAge is how long a robots.txt is kept (RFC 9309, 2.4).
	robotsAge = 24 * time.Hour
)

// askRobots reads the robots.txt of a server (RFC 9309). After an error, nothing may be
// asked of the server (2.3.1.4).
func (c *Crawler) askRobots(ctx context.Context, v *server, u uri.URI) error {
	robots, err := u.WithoutUserinfo().Resolve(uri.MustParse("/robots.txt"))
	if err != nil {
		return err
	}
	r, err := c.get(ctx, robots)
	for n := 0; err == nil && isRedirect(r) && n < maxRedirects; n++ {
		r.Body.Close()
		if robots, err = c.redirect(robots, r.Header.Get("Location")); err == nil {
			r, err = c.get(ctx, robots)
		}
	}
	if err != nil {
		return err
	}
	defer r.Body.Close()
	rules, err := crawl.ReadRobots(r.StatusCode, r.Body)
	if _, line, allowed := rules.Explain(c.Agent, root); err == nil && !allowed && line == 0 {
		err = errRobots // The status allows nothing.
	}
	if err != nil {
		return err
	}
	v.robots, v.read = &rules, c.now()
	if d, ok := rules.Delay(c.Agent); ok {
		v.delay = max(c.Delay, min(d, c.MaxDelay))
	}
	return nil
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
func (c *Crawler) fetchFTP(ctx context.Context, f uri.FTP) fetched {
	t, err := c.wire.FTP(ctx, f)
	if errors.Is(err, wire.ErrDirectory) {
		f.Path, f.Type = append(slices.Clip(f.Path), ""), 0
		u, err := f.URI()
		if err != nil {
			return fetched{err: err}
		}
		var page fetched
		page.links.add(u.String())
		return page
	}
	if err != nil {
		return fetched{err: err}
	}
	defer t.Close()
	body := io.LimitReader(t, c.MaxBody)
	if !t.Listing {
		_, err := io.Copy(io.Discard, body)
		return fetched{media: "application/octet-stream", err: err}
	}
	f.Type = 0
	directory, err := f.URI()
	if err != nil {
		return fetched{err: err}
	}
	page := fetched{media: "text/x-ftp-listing"}
	for name, err := range wire.Lines(body) {
		if err != nil {
			page.err = err
		}
		if name == "" || name == "." || name == ".." {
			continue
		}
		v, err := directory.JoinSegments(name)
		if err != nil {
			page.links.refuse(name, err)
			continue
		}
		page.links.add(v.String())
	}
	return page
}

// fetchGopher reads a menu, or any other item up to the limit. The items of a menu are
// links.
func (c *Crawler) fetchGopher(ctx context.Context, x uri.Gopher) fetched {
	kind := x.ItemType()
	if kind == '7' {
		return fetched{media: "text/x-gopher-search"} // has nothing until asked
	}
	r, err := c.wire.Gopher(ctx, x)
	if err != nil {
		return fetched{err: err}
	}
	defer r.Close()
	body := io.LimitReader(r, c.MaxBody)
	if kind != '1' {
		_, err := io.Copy(io.Discard, body)
		return fetched{media: "application/octet-stream", err: err}
	}
	page := fetched{media: "text/x-gopher-menu"}
	for line, err := range wire.Lines(body) {
		if line == "." {
			break
		}
		switch item := wire.ParseMenuItem(line); {
		case err != nil:
			page.err = err
		case item.Err != nil:
			page.links.refuse(item.Name, item.Err)
		case item.Type != 'i':
			page.links.add(item.URI.String())
		}
	}
	return page
}
