package main

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/temoto/robotstxt"
	"golang.org/x/time/rate"

	"example.com/uri"
	"example.com/uri/examples/internal/wire"
	"example.com/uri/idna"
	"example.com/uri/web"
)

// A Crawler follows links.
type Crawler struct {
	Agent     string        // for robots.txt and the User-Agent field
	Workers   int           // how many servers are asked at a time
	Delay     time.Duration // between two requests to one server
	Timeout   time.Duration // of connecting, and of each answer
	MaxLinks  int64         // how many links are followed
	MaxBody   int64         // how many octets of a page are read
	Loopback  bool          // may connect to loopback addresses
	SameHosts bool          // only follow links to the servers of the start URIs
	Progress  func(Stats)   // is told after each page

	wire    *wire.Client
	http    *http.Client
	allowed map[string]bool // the servers of the start URIs
}

// parser reads references as browsers do, host names beyond US-ASCII included.
var parser = web.Parser{ToASCII: idna.ToASCII}

// A server is a scheme, a host and a port, which have one robots.txt and one queue.
type server struct {
	name    string
	queue   []record
	limiter *rate.Limiter
	robots  *robotstxt.Group // nil: not yet asked for
	at      time.Time        // when it may be asked again
}

// waiting is a heap of servers, ordered by the time when they may be asked.
type waiting []*server

func (w waiting) Len() int           { return len(w) }
func (w waiting) Less(i, j int) bool { return w[i].at.Before(w[j].at) }
func (w waiting) Swap(i, j int)      { w[i], w[j] = w[j], w[i] }
func (w *waiting) Push(x any)        { *w = append(*w, x.(*server)) }
func (w *waiting) Pop() any {
	old := *w
	s := old[len(old)-1]
	*w = old[:len(old)-1]
	return s
}

// maxPending is the number of links to fetch that are in memory. All others are only in
// the state file.
const maxPending = 10_000

// A result is the result of one link.
type result struct {
	server *server
	link   record
	page   fetched
}

// Run continues the crawl in the state file of that name, or begins one with start if
// the file is new. It ends when all links are followed, or when ctx is done and the
// current pages are finished.
func (c *Crawler) Run(ctx context.Context, name string, start []uri.URI) (Stats, error) {
	s, err := openState(name)
	if err != nil {
		return Stats{}, err
	}
	defer s.close()
	c.wire = &wire.Client{Gate: wire.NewGate(c.Loopback), Connect: c.Timeout, Idle: c.Timeout}
	c.http = &http.Client{
		Transport:     &http.Transport{DialContext: c.wire.Dial, MaxIdleConnsPerHost: 1, IdleConnTimeout: 10 * time.Second},
		Timeout:       2 * c.Timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // a link like others
	}
	defer c.http.CloseIdleConnections()
	if err := c.begin(s, start); err != nil {
		return Stats{}, err
	}
	return c.loop(ctx, s)
}

// begin adds the start URIs to the state.
func (c *Crawler) begin(s *state, start []uri.URI) error {
	c.allowed = map[string]bool{}
	var batch []record
	for _, u := range start {
		if err := c.check(u); err != nil {
			return err
		}
		c.allowed[serverName(u)] = true
		if r, ok := s.add(u.WithoutFragment(), uri.URI{}); ok {
			batch = append(batch, r)
		}
	}
	if s.stats.Links == 0 {
		return errors.New("no URI to start from")
	}
	if len(batch) == 0 {
		return nil
	}
	return s.commit(append(batch, record{Type: "start"}))
}

func (c *Crawler) loop(ctx context.Context, s *state) (Stats, error) {
	servers := map[string]*server{}
	var ready waiting
	results := make(chan result)
	pending, underWay := 0, 0
	for {
		// Links from the file to the queues.
		for ctx.Err() == nil && pending < maxPending {
			link, ok, err := s.next()
			if err != nil {
				return s.stats, err
			}
			if !ok {
				break
			}
			name := serverName(link.URI)
			v := servers[name]
			if v == nil {
				v = &server{name: name, limiter: rate.NewLimiter(rate.Every(c.Delay), 1)}
				servers[name] = v
			}
			if v.queue == nil {
				v.queue = make([]record, 0, 1)
				heap.Push(&ready, v)
			}
			v.queue = append(v.queue, link)
			pending++
		}
		// The server that has waited longest, if it may be asked.
		var timer <-chan time.Time
		for ctx.Err() == nil && underWay < c.Workers && len(ready) > 0 {
			if wait := time.Until(ready[0].at); wait > 0 {
				timer = time.After(wait)
				break
			}
			v := heap.Pop(&ready).(*server)
			link := v.queue[0]
			v.queue = v.queue[1:]
			underWay++
			go func() { results <- result{v, link, c.fetch(v, link.URI)} }()
		}
		if underWay == 0 && timer == nil {
			return s.stats, nil
		}
		select {
		case r := <-results:
			underWay--
			pending--
			if err := s.commit(c.batch(s, r)); err != nil {
				return s.stats, err
			}
			c.Progress(s.stats)
			v := r.server
			v.at = time.Now().Add(v.limiter.Reserve().Delay())
			switch {
			case len(v.queue) > 0:
				heap.Push(&ready, v)
			case len(servers) > maxPending:
				delete(servers, v.name)
			default:
				v.queue = nil
			}
		case <-timer:
		case <-ctx.Done():
			if underWay == 0 {
				return s.stats, nil
			}
			// The current pages are finished first.
			ctx = context.WithoutCancel(ctx)
			for ; underWay > 0; underWay-- {
				if err := s.commit(c.batch(s, <-results)); err != nil {
					return s.stats, err
				}
			}
			return s.stats, nil
		}
	}
}

// batch makes the records of a page that was fetched: its new links, its
// refused links, and the page, which ends the batch.
func (c *Crawler) batch(s *state, r result) []record {
	page := record{Type: "page", N: r.link.N, URI: r.link.URI, Status: r.page.status, Media: r.page.media, Reason: r.page.reason()}
	if r.page.err != nil {
		page.Error = r.page.err.Error()
	}
	var batch []record
	refuse := func(i int, text string, u uri.URI, err error) {
		if strings.Contains(text, "@") {
			text = ""
		}
		batch = append(batch, record{Type: "refused", URI: u, From: r.link.URI, Offset: i, Text: text, Error: err.Error()})
		page.Refused++
	}
	base, err := establishBase(r.page.base, r.link.URI)
	if err != nil {
		refuse(0, r.page.base, uri.URI{}, fmt.Errorf("base: %w", err))
	}
	for i, item := range r.page.items {
		refuse(i, item.text, uri.URI{}, item.err)
	}
	links := web.Parser{ToASCII: parser.ToASCII, Query: r.page.query}
	for i, text := range r.page.links {
		u, err := c.follow(links, base, text)
		if err != nil {
			refuse(i, text, u, err)
			continue
		}
		if s.stats.Links >= c.MaxLinks {
			refuse(i, text, u, errors.New("crawler: the limit of links is reached"))
			continue
		}
		link, ok := s.add(u, r.link.URI)
		if !ok {
			page.Seen++
			continue
		}
		batch = append(batch, link)
		page.New++
	}
	return append(batch, page)
}

// follow makes a reference absolute, as a browser does, and checks whether to
// follow it.
func (c *Crawler) follow(p web.Parser, base web.URL, text string) (uri.URI, error) {
	link, err := p.Parse(base, text)
	if err != nil {
		return uri.URI{}, err
	}
	u, err := link.URI()
	if err != nil {
		return uri.URI{}, err
	}
	u = u.WithoutFragment()
	return u, c.check(u)
}

// check refuses a URI that must not be fetched.
func (c *Crawler) check(u uri.URI) error {
	if err := wire.Check(c.wire.Gate, u); err != nil {
		return err
	}
	x, err := uri.Interpret(u)
	if err != nil {
		return err
	}
	switch x.(type) {
	case uri.HTTP, uri.FTP, uri.Gopher:
	default:
		return fmt.Errorf("crawler: does not follow %s", x.Scheme())
	}
	if c.SameHosts && len(c.allowed) > 0 && !c.allowed[serverName(u)] {
		return errors.New("crawler: another server")
	}
	return nil
}

// serverName names the server of u: scheme, host and port.
func serverName(u uri.URI) string {
	host, _ := u.Host()
	port, _ := u.EffectivePort()
	return fmt.Sprintf("%s://%s:%d", strings.ToLower(u.Scheme()), strings.ToLower(host), port)
}
