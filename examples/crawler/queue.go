package main

import (
	"cmp"
	"container/heap"
	"context"
	"errors"
	"maps"
	"math"
	"os"
	"runtime/debug"
	"time"

	"example.com/uri/crawl"
)

// A server is a scheme, a host and a port. It has one robots.txt and one queue.
type server struct {
	name   string
	links  []int64 // the places in the state file of the links to follow
	starts int     // how many of them, at the front, are start links
	tries  int     // how often the first of links failed
	failed []failed
	retry  bool // the link that is asked for is the first of failed
	probes int  // how often robots.txt was asked for to see whether the server is there, since a page came
	delay  time.Duration
	robots *crawl.Robots // nil: not yet asked for
	read   time.Time     // when robots was
	at     time.Time     // when the next link may be followed
	idle   bool          // it has no links
	outage outage
}

// A failed is a link that did not come because its server failed. Its last try is after all
// others, so that a page that never comes does not keep back the rest.
type failed struct {
	at    int64 // its place in the state file
	tries int   // of this process
}

// waiting is a heap of servers, ordered by when they may be asked.
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

// A result is the result of one link.
type result struct {
	server *server
	link   record
	page   *fetched
}

// A frontier has the links still to follow. Each server has a queue of its own, so a server
// with many links or a long delay does not keep others waiting. A link in a queue takes few
// bytes, since its record is only in the state file. If there are too many servers, the
// links of all others wait in the state file.
type frontier struct {
	*Crawler
	state    *state
	servers  map[string]*server // at most Crawler.Servers
	first    waiting            // the servers with start links, except those under way
	ready    waiting            // all others, except those idle or under way
	results  chan result
	links    int  // in the queues, with those under way
	underWay int  // how many servers are asked at the moment
	full     bool // the state file may have links without room in the queues
	// began is when the process began, if the state has links of an earlier one. That may have
	// been killed during a request to any server.
	began time.Time
}

// loop ends when all links are followed, or when ctx is done and the current pages are
// finished.
func (f *frontier) loop(ctx context.Context) error {
	tick := time.NewTicker(f.tick)
	defer tick.Stop()
	f.limitMemory()
	defer f.count()
	for ctx.Err() == nil {
		if err := f.enqueue(); err != nil {
			return err
		}
		wait, err := f.ask()
		if err != nil {
			return err
		}
		if f.underWay == 0 && f.links == 0 && !f.full {
			return nil
		}
		if f.underWay == 0 && wait == nil {
			continue // All servers are idle: there is room for others.
		}
		select {
		case page := <-f.results:
			if err := f.finish(page); err != nil {
				return err
			}
		case <-wait:
		case <-tick.C:
			f.limitMemory()
			f.report()
		case <-ctx.Done():
		}
	}
	for f.underWay > 0 {
		if err := f.finish(<-f.results); err != nil {
			return err
		}
	}
	return nil
}

// enqueue moves links from the state file to the queues, until it has read all or there
// are too many servers.
func (f *frontier) enqueue() error {
	for {
		if f.full = len(f.servers) >= f.Servers; f.full {
			maps.DeleteFunc(f.servers, func(_ string, v *server) bool { return v.idle })
			maps.DeleteFunc(f.state.paces, func(_ digest, p pace) bool { return f.state.isOld(p) })
			if f.full = len(f.servers) >= f.Servers; f.full {
				return nil
			}
		}
		link, at, ok, err := f.state.next()
		if err != nil || !ok {
			return err
		}
		name := serverName(link.URI)
		v := f.servers[name]
		if v == nil {
			v = f.newServer(name)
			f.servers[name] = v
		}
		if f.state.starts[link.N] && !f.state.found && !f.state.failed.has(link.N) {
			v.starts++
		}
		if v.idle {
			v.idle = false
			f.push(v)
		}
		if f.links++; f.state.failed.has(link.N) {
			v.failed = append(v.failed, failed{at, 0})
		} else {
			v.links = append(v.links, at)
		}
	}
}

// newServer returns a server without links, with what the state file says of it.
func (f *frontier) newServer(name string) *server {
	p := f.state.paces[sum([]byte(name))]
	v := &server{name: name, delay: max(f.Delay, min(p.delay, f.MaxDelay)), idle: true, outage: p.outage, at: p.next}
	if p.outage.failures < f.Tries {
		v.at = p.outage.again
	}
	if !f.began.IsZero() && v.at.Before(f.began.Add(v.delay)) {
		v.at = f.began.Add(v.delay)
	}
	if latest := time.Now().Add(max(f.Delay, f.MaxDelay)); v.at.After(latest) { // another clock, or a shorter MaxDelay
		v.at = latest
	}
	return v
}

// push lets a server wait.
func (f *frontier) push(v *server) {
	if v.starts > 0 {
		heap.Push(&f.first, v)
	} else {
		heap.Push(&f.ready, v)
	}
}

// ask asks the servers whose time has come: first those with start links, then those waiting
// longest. It returns a timer if another server may be asked later.
func (f *frontier) ask() (<-chan time.Time, error) {
	for f.underWay < f.Workers && len(f.first)+len(f.ready) > 0 {
		queue, wait := &f.ready, time.Duration(math.MaxInt64)
		if len(f.ready) > 0 {
			wait = time.Until(f.ready[0].at)
		}
		if len(f.first) > 0 {
			if early := time.Until(f.first[0].at); early <= max(wait, 0) {
				queue, wait = &f.first, early
			}
		}
		if wait > 0 {
			return time.After(wait), nil
		}
		v := heap.Pop(queue).(*server)
		if len(v.links)+len(v.failed) == 0 {
			v.idle, v.links, v.failed = true, nil, nil
			continue
		}
		link, err := f.state.read(v.first())
		if err != nil {
			return nil, err
		}
		if f.state.hasCome(link.URI) {
			f.pop(v)
			f.push(v)
			if err := f.state.commit([]record{{Type: "same", N: link.N, URI: link.URI}}); err != nil {
				return nil, err
			}
			continue
		}
		f.underWay++
		go func() { f.results <- result{v, link, f.fetch(v, link.URI)} }()
	}
	return nil, nil
}

// first returns the place of the link that is asked for next.
func (v *server) first() int64 {
	if v.retry = len(v.links) == 0; v.retry {
		return v.failed[0].at
	}
	return v.links[0]
}

// pop removes the link that was first.
func (f *frontier) pop(v *server) {
	f.links--
	if v.retry {
		v.failed = v.failed[1:]
		return
	}
	v.links, v.starts, v.tries = v.links[1:], max(v.starts-1, 0), 0
}

// again counts a failure of the link that was first, and reports whether it is asked for again:
// next, or after all others if this was the last but one of its tries. If there is only one
// try, settle does not ask.
func (f *frontier) again(v *server) bool {
	if v.retry {
		v.failed[0].tries++
		return v.failed[0].tries < f.Tries
	}
	v.tries++
	if last := (failed{v.links[0], v.tries}); v.tries == f.Tries-1 {
		f.pop(v)
		f.links++
		v.failed = append(v.failed, last)
		return true
	}
	return true
}

// finish writes the records of a page and of its server. Then the server may wait again.
func (f *frontier) finish(r result) error {
	f.underWay--
	if r.page.fatal != nil {
		return r.page.fatal
	}
	if err := f.warc.write(r.page.exchanges); err != nil {
		return err
	}
	v, now := r.server, time.Now()
	if errors.Is(r.page.err, errRobots) && !r.page.outage && f.state.forbade.has(r.link.N) {
		f.pop(v)
		f.push(v)
		return f.state.count(f.batch(f.state, r)[0]) // The file has this record.
	}
	known := v.outage
	f.judge(v, r.page, now)
	batch := f.settle(r, now)
	if len(batch) == 0 || v.outage != known && batch[len(batch)-1].Type != "server" {
		batch = append(batch, f.record(r, now))
	}
	f.push(v)
	err := f.state.commit(batch)
	f.report()
	return err
}

// judge decides when a server may be asked again.
func (f *frontier) judge(v *server, page *fetched, now time.Time) {
	v.at = now
	if page.asked {
		v.at = now.Add(f.delay(v, page))
	}
	switch n := v.outage.failures + 1; {
	case page.outage:
		v.outage = outage{n, now.Add(max(f.wait(page, n), v.delay)).UTC(), cmp.Or(page.reason(), page.rule)}
		if n == f.Tries-1 && page.retryAfter == 0 && v.probes < f.Tries {
			v.robots = nil // Its answer tells whether the server failed, or only some of its pages.
			v.probes++
		}
		if v.at = v.outage.again; n >= f.Tries {
			v.at = now // to refuse its links
		}
	case page.asked:
		v.outage = outage{}
		if !page.robots {
			v.probes = 0
		}
	}
}

// settle returns the records of a link without a page to fetch any more, or the record of
// the sitemaps of a robots.txt.
func (f *frontier) settle(r result, now time.Time) []record {
	v := r.server
	waits := r.page.outage && v.outage.failures < f.Tries
	switch {
	case r.page.robots && !r.page.outage: // The link is asked for next.
		return f.sitemapLinks(r, f.record(r, now))
	case waits && (r.page.robots || f.again(v)):
		return nil
	}
	f.pop(v)
	batch := f.batch(f.state, r)
	last := &batch[len(batch)-1]
	*last = stamp(*last, r.page, now, f.delay(v, r.page))
	return batch
}

// delay returns how long a server is not asked after a request. The Crawl-delay of a robots.txt
// is between pages.
func (f *frontier) delay(v *server, page *fetched) time.Duration {
	if page.robots {
		return f.Delay
	}
	return v.delay
}

// record returns the record of a server.
func (f *frontier) record(r result, now time.Time) record {
	v := r.server
	s := record{Type: "server", N: r.link.N, URI: r.link.URI, Failures: v.outage.failures, Again: v.outage.again, Reason: v.outage.reason}
	return stamp(s, r.page, now, f.delay(v, r.page))
}

// stamp notes in a record when a server was asked.
func stamp(r record, page *fetched, now time.Time, delay time.Duration) record {
	if page.asked {
		r.At, r.Next = now.UTC(), now.Add(delay).UTC()
	}
	return r
}

// limitMemory sets a soft limit for the links and servers in memory. A large page is kept
// only for a moment.
func (f *frontier) limitMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(14<<20 + 64*f.state.stats.Links + 8<<10*int64(len(f.servers)))
	}
}

// report tells Progress how far the crawl is.
func (f *frontier) report() {
	f.count()
	f.Progress(f.state.stats)
}

// count counts what waits.
func (f *frontier) count() {
	s := &f.state.stats
	s.Waiting = s.Links - f.state.settled
	s.Servers = len(f.first) + len(f.ready)
	s.Until = time.Time{}
	for _, w := range []waiting{f.first, f.ready} {
		if len(w) > 0 && (s.Until.IsZero() || w[0].at.Before(s.Until)) {
			s.Until = w[0].at
		}
	}
}
