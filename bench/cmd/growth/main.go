// Growth measures time against length for texts that repeat a pattern, where a
// careless algorithm would not be linear, and draws it. Run it in the folder
// bench:
//
//	go run ./cmd/growth
package main

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"strings"
	"time"

	"example.com/uri"
	"example.com/uri/bench"
)

// A pattern is repeated after a prefix, which says what it fills.
type pattern struct {
	text   string
	prefix string // a relative reference, once "http:" and base are taken off
}

const (
	path      = ""   // in the path
	authority = "//" // in the authority
)

var patterns = []pattern{
	{"a", path}, {"%41", path}, {"../", path}, {"a/", path}, {"./", path}, {";x/", path},
	{";", authority}, {":", authority}, {"@", authority},
}

// fill returns a relative reference of about n octets.
func (p pattern) fill(n int) string {
	return p.prefix + strings.Repeat(p.text, n/len(p.text))
}

// absolute makes an absolute URI of it.
func (p pattern) absolute(ref string) string {
	if p.prefix == authority {
		return "http:" + ref
	}
	return "http://h/" + ref
}

// An operation is measured after it was prepared for one text.
type operation struct {
	name    string
	prepare func(p pattern, ref string) func()
}

var operations = []operation{
	{"Parse", func(p pattern, ref string) func() {
		s := p.absolute(ref)
		return func() { bench.Used += len(uri.MustParse(s).Path()) }
	}},
	{"Resolve", func(p pattern, s string) func() {
		base, ref := uri.MustParse("http://a/b/c/d;p?q"), uri.MustParse(s)
		return func() {
			u, err := base.Resolve(ref)
			if err != nil {
				panic(err)
			}
			bench.Used += len(u.Path())
		}
	}},
	{"Normalize, mode RFC 3986", func(p pattern, ref string) func() {
		u := uri.MustParse(p.absolute(ref))
		return func() { bench.Used += len(uri.RFC3986.Normalize(u).Path()) }
	}},
}

// A point is the time that a text of some length took.
type point struct {
	octets int
	time   time.Duration
}

func main() {
	out := flag.String("o", "growth.svg", "file to write")
	longest := flag.Int("longest", 1<<24, "octets of the longest text")
	flag.Parse()
	if err := check(*longest, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "growth:", err)
		os.Exit(2)
	}

	runtime.LockOSThread() // whose time it is
	plots := make([]plot, len(operations))
	for i, op := range operations {
		plots[i].title = op.name
		for _, p := range patterns {
			points := measure(op, p, *longest)
			plots[i].series = append(plots[i].series, points)
			first, last := points[0], points[len(points)-1]
			grown := float64(last.time) / float64(first.time)
			longer := float64(last.octets) / float64(first.octets)
			fmt.Printf("%-24s %-4s %8.3f ns an octet at %d octets; time grows as length to the power %.2f\n", op.name, p.text,
				float64(last.time)/float64(last.octets), last.octets, math.Log(grown)/math.Log(longer))
		}
	}
	var svg bytes.Buffer
	draw(&svg, plots)
	if err := os.WriteFile(*out, svg.Bytes(), 0o666); err != nil {
		fmt.Fprintln(os.Stderr, "growth:", err)
		os.Exit(1)
	}
}

// check returns an error for a wrong command line. A growth needs two lengths.
func check(longest int, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("no arguments are read, but there is %q", args[0])
	}
	if longest < 4*shortest {
		return fmt.Errorf("-longest is below %d", 4*shortest)
	}
	return nil
}

// shortest is the length of the first text. Each text is four times as long as the one
// before.
const shortest = 1 << 12

func measure(op operation, p pattern, longest int) (points []point) {
	for n := shortest; n <= longest; n *= 4 {
		ref := p.fill(n)
		points = append(points, point{len(ref), best(op.prepare(p, ref))})
	}
	return points
}

// best returns the shortest time that work took in one of several tries, each
// of them long enough for the clock.
func best(work func()) time.Duration {
	runtime.GC()
	work()
	start := bench.Clock()
	work()
	passes := int(time.Millisecond/(bench.Clock()-start+1)) + 1
	least := time.Duration(math.MaxInt64)
	for range 9 {
		start := bench.Clock()
		for range passes {
			work()
		}
		least = min(least, (bench.Clock()-start)/time.Duration(passes))
	}
	return least
}
