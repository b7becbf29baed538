package bench

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"example.com/uri"
	"example.com/uri/crawl"
)

// least runs each of works in turn, many times, and returns the shortest time
// of each.
func least(works ...func()) []time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	times := make([]time.Duration, len(works))
	for round := range 40 {
		for i, work := range works {
			start := Clock()
			work()
			if t := Clock() - start; round == 0 || t < times[i] {
				times[i] = t
			}
		}
	}
	return times
}

// TestCrawlLinear holds twice the text to at most 2.5 times the time, for
// texts that open much and close nothing.
func TestCrawlLinear(t *testing.T) {
	const n, limit = 1 << 15, 2.5
	operations := map[string]func(string){
		"Extract": func(s string) {
			for m := range crawl.Extract(s) {
				Used += m.End
			}
		},
		"Repair": func(s string) {
			u, _, _ := crawl.Repairer{Web: true}.Repair(s)
			Used += len(u.Path())
		},
	}
	for _, unit := range []string{"<", `"`, "(", "http:", "%", "<http://a ", "\"http://a ", "http://a(", "<URL:", "mailto:(", "[", `\`} {
		for name, run := range operations {
			once, twice := strings.Repeat(unit, n/len(unit)), strings.Repeat(unit, 2*n/len(unit))
			times := least(func() { run(once) }, func() { run(twice) })
			ratio := float64(times[1]) / float64(times[0])
			t.Logf("%-8s %-12q %6.2f ns an octet, twice the length takes %.2f times as long", name, unit, float64(times[1])/(2*n), ratio)
			if ratio > limit {
				t.Errorf("%s of %q: twice the length takes %.2f times as long, more than %v", name, unit, ratio, limit)
			}
		}
	}
}

// TestCrawlCost holds the repair of a URL that needs none to 1.3 times its
// parsing, and Extract to its rates.
func TestCrawlCost(t *testing.T) {
	const clean = "http://www.example.com:8080/a/b/c.html?d=e&f=g#h"
	parse := func() {
		for range 10000 {
			u, _ := uri.Parse(clean)
			Used += len(u.Path())
		}
	}
	repair := func() {
		for range 10000 {
			u, _, _ := crawl.Repair(clean)
			Used += len(u.Path())
		}
	}
	times := least(parse, repair)
	ratio := float64(times[1]) / float64(times[0])
	t.Logf("Parse %v, Repair %v: %.2f times as long", times[0]/10000, times[1]/10000, ratio)
	if ratio > 1.3 {
		t.Errorf("Repair of a clean URL takes %.2f times as long as Parse, more than 1.3", ratio)
	}

	const prose = "Nothing here is found: a crawler reads (and skips) most of what pages say, at noon or at night. "
	plain := strings.Repeat(prose, 10000)
	links := strings.Repeat((prose + prose)[:168]+" http://www.example.com/a/b.html", 5000) // 200 octets
	for _, test := range []struct {
		name, text string
		rate       float64 // MB/s
	}{
		{"nothing to find", plain, 200},
		{"a URI every 200 octets", links, 100},
	} {
		times := least(func() {
			for m := range crawl.Extract(test.text) {
				Used += m.End
			}
		})
		rate := float64(len(test.text)) / 1e6 / times[0].Seconds()
		t.Logf("Extract, %s: %.0f MB/s", test.name, rate)
		if rate < test.rate {
			t.Errorf("Extract, %s: %.0f MB/s, less than %.0f", test.name, rate, test.rate)
		}
	}
}
