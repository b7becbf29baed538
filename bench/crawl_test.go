package bench

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"example.com/uri"
	"example.com/uri/links"
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

// BenchmarkCrawlLinear reports how much longer a text of twice the length takes, for
// texts with many opening delimiters and no closing ones. The goal is at most 2.5.
func BenchmarkCrawlLinear(b *testing.B) {
	const n = 1 << 15
	operations := map[string]func(string){
		"Extract": func(s string) {
			for m := range links.Extract(s) {
				Used += m.End
			}
		},
		"Repair": func(s string) {
			u, _, _ := links.Repair(s)
			Used += len(u.Path())
		},
	}
	for _, unit := range []string{"<", `"`, "(", "http:", "%", "<http://a ", "\"http://a ", "http://a(", "<URL:", "mailto:(", "[", `\`} {
		for name, run := range operations {
			once, twice := strings.Repeat(unit, n/len(unit)), strings.Repeat(unit, 2*n/len(unit))
			b.Run(name+" "+unit, func(b *testing.B) {
				for b.Loop() {
					times := least(func() { run(once) }, func() { run(twice) })
					b.ReportMetric(float64(times[1])/(2*n), "ns/octet")
					b.ReportMetric(float64(times[1])/float64(times[0]), "times-as-long")
				}
			})
		}
	}
}

// BenchmarkCrawlRepair reports the time of Repair for a URL that needs no repair,
// divided by the time of Parse. The goal is at most 1.3.
func BenchmarkCrawlRepair(b *testing.B) {
	const clean = "http://www.example.com:8080/a/b/c.html?d=e&f=g#h"
	parse := func() {
		for range 10000 {
			u, _ := uri.Parse(clean)
			Used += len(u.Path())
		}
	}
	repair := func() {
		for range 10000 {
			u, _, _ := links.Repair(clean)
			Used += len(u.Path())
		}
	}
	for b.Loop() {
		times := least(parse, repair)
		b.ReportMetric(float64(times[1])/float64(times[0]), "times-Parse")
	}
}

// BenchmarkExtract reads text without URIs, and text with a URI every 200 bytes. The
// goals are 200 and 100 MB/s.
func BenchmarkExtract(b *testing.B) {
	const prose = "Nothing here is found: a crawler reads (and skips) most of what pages say, at noon or at night. "
	for name, text := range map[string]string{
		"nothing to find":        strings.Repeat(prose, 10000),
		"a URI every 200 octets": strings.Repeat((prose + prose)[:168]+" http://www.example.com/a/b.html", 5000),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				for m := range links.Extract(text) {
					Used += m.End
				}
			}
		})
	}
}
