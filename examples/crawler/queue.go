package main

import (
	"container/heap"
	"context"
	"maps"
	"math"
	"time"

	"example.com/uri"
	"example.com/uri/crawl"
)

// A server is a scheme, a host and a port, which have one robots.txt and one queue.
type server struct {
	name   string
	links  []int64 // the places in the state file of the links to follow
	starts int     // how many of them, at the front, the crawl was started with
	delay  time.Duration
	robots *crawl.Robots // nil: not yet asked for
	at     time.Time     // when it may be asked again
	idle   bool          // it may be asked, but has no links
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

// A result is the result of one link.
type result struct {
	server *server
	link   record
	page   fetched
}

// A frontier has the links of a crawl that are still to follow. Each server has a queue
// of its own, so that a server with many links or a long delay does not keep others
// waiting. A link in a queue takes 8 bytes, since its record is only in the state file.
// If there are too many servers, the links of all others wait in the state file.
type frontier struct {
	*Crawler
	state    *state
	servers  map[string]*server // at most Crawler.Servers
	first    waiting            // the servers with start links that are not under way
	ready    waiting            // all others that are not idle or under way
	results  chan result
	links    int  // in the queues
	underWay int  // how many servers are asked at the moment
	full     bool // there may be links in the state file for which there is no room
}

// loop ends when all links are followed, or when ctx is done and the current pages are
// finished.
func (f *frontier) loop(ctx context.Context) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
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
			f.Progress(f.state.stats)
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
			v = &server{name: name, delay: f.Delay, idle: true}
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

// ask asks the servers that may be asked: first those with start links, then those that
// have waited longest. It returns a timer if another server may be asked later.
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
		v.links, v.starts = v.links[1:], max(v.starts-1, 0)
		f.links--
		f.underWay++
		go func() { f.results <- result{v, link, f.fetch(v, link.URI)} }()
	}
	return nil, nil
}

// finish writes the records of a page, after which its server may wait again.
func (f *frontier) finish(page result) error {
	f.underWay--
	page.server.at = time.Now().Add(page.server.delay)
	f.push(page.server)
	if err := f.state.commit(f.batch(f.state, page)); err != nil {
		return err
	}
	f.Progress(f.state.stats)
	return nil
}
