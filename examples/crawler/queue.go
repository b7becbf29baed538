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

	"example.com/uri"
	"example.com/uri/crawl"
)

// A server is a scheme, a host and a port. It has one robots.txt and one queue.
type server struct {
	name   string
	links  []int64 // the places in the state file of the links to follow
	starts int     // how many of them, at the front, are start links
	delay  time.Duration
	robots *crawl.Robots // nil: not yet asked for
	read   time.Time     // when robots was
	at     time.Time     // when the next link may be followed
	idle   bool          // it has no links
	outage outage
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
	page   fetched
}

// A frontier has the links still to follow. Each server has a queue of its own, so a server
// with many links or a long delay does not keep others waiting. A link in a queue takes 8
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
}

// loop ends when all links are followed, or when ctx is done and the current pages are
// finished.
func (f *frontier) loop(ctx context.Context) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	f.limitMemory()
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
			v = &server{name: name, delay: f.Delay, idle: true, outage: f.state.outages[sum([]byte(name))]}
			if v.outage.failures < f.Tries {
				v.at = v.outage.again
			}
			f.servers[name] = v
		}
		if link.From == (uri.URI{}) {
			v.starts++
		}
		if v.idle {
			v.idle = false
			f.push(v)
		}
		v.links = append(v.links, at)
		f.links++
	}
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
		if len(v.links) == 0 {
			v.idle, v.links = true, nil
			continue
		}
		link, err := f.state.read(v.links[0])
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

// pop removes the first link of a server.
func (f *frontier) pop(v *server) {
	v.links, v.starts = v.links[1:], max(v.starts-1, 0)
	f.links--
}

// finish writes the records of a page and of its server. Then the server may wait again.
func (f *frontier) finish(r result) error {
	f.underWay--
	v := r.server
	v.at = time.Now()
	if !r.page.refused() && !r.page.outage {
		v.at = v.at.Add(v.delay)
	}
	known := v.outage
	if r.page.outage {
		n := known.failures + 1
		v.outage = outage{n, time.Now().Add(f.pause(n)), cmp.Or(r.page.reason(), r.page.rule)}
	} else if !errors.Is(r.page.err, errOutage) {
		v.outage = outage{}
	}
	var batch []record
	if r.page.outage && v.outage.failures < f.Tries {
		v.at = v.outage.again // The link waits.
	} else {
		f.pop(v)
		batch = f.batch(f.state, r)
	}
	if v.outage != known {
		batch = append(batch, record{Type: "server", N: r.link.N, URI: r.link.URI, Failures: v.outage.failures, Again: v.outage.again, Reason: v.outage.reason})
	}
	f.push(v)
	err := f.state.commit(batch)
	f.report()
	return err
}

// pause returns how long a server is not asked after that many failures in a row: each
// time twice as long, but no longer than its robots.txt may be kept (RFC 9309, 2.4).
func (c *Crawler) pause(failures int) time.Duration {
	pause := cmp.Or(c.Delay, time.Second)
	for range min(failures, 64) - 1 {
		pause = min(2*pause, robotsAge)
	}
	return pause
}

// limitMemory sets a soft limit for the links and servers in memory. A large page is kept
// only for a moment.
func (f *frontier) limitMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(17<<20 + 64*f.state.stats.Links + 8<<10*int64(len(f.servers)))
	}
}

// report tells Progress how far the crawl is.
func (f *frontier) report() {
	stats := f.state.stats
	stats.Servers = len(f.first) + len(f.ready) + f.underWay
	f.Progress(stats)
}
