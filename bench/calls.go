package bench

import (
	"fmt"
	"net/netip"
	"regexp"
	"runtime"
	"slices"

	"example.com/uri"
	"example.com/uri/guard"
)

// A call of a function of package guard or crawl is timed without a peer, since no other
// package has such a function.
type call struct {
	name   string
	goal   float64 // nanoseconds, 0 where there is none
	allocs float64 // at most so many, [Free] where no goal says
	pass   func() bool
}

// calls returns the checks of a proxy for each request or connection, on typical inputs
// that it lets through, and those of a crawler for each link.
func calls() ([]call, error) {
	gate := guard.Gate{Deny: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}}
	control := func(address string) func() bool {
		return func() bool { return gate.Control("tcp", address, nil) == nil }
	}
	route := guard.Rewrite{From: "/api", To: uri.MustParse("http://backend:8080/v1")}
	apply := func(s string) func() bool {
		u := uri.MustParse(s)
		return func() bool {
			v, ok, err := route.Apply(u)
			Used += len(v.Path())
			return ok && err == nil
		}
	}
	match := func(n int) func() bool {
		var routes guard.Routes
		for i := range n {
			routes = append(routes, guard.Rewrite{From: fmt.Sprint("/r", i), To: route.To})
		}
		u := uri.MustParse("/r0/users/1?q=x")
		return func() bool {
			i, v, err := routes.Match(u)
			Used += len(v.Path())
			return i == 0 && err == nil
		}
	}
	lists, err := listCalls()
	if err != nil {
		return nil, err
	}
	return slices.Concat([]call{
		{"guard.Gate.Control, IPv4", 400, 0, control("8.8.8.8:443")},
		{"guard.Gate.Control, IPv6", 400, 0, control("[2606:4700::1111]:443")},
		{"guard.Rewrite.Apply, two segments and a query", 150, 1, apply("/api/users/1?q=x")},
		{"guard.Rewrite.Apply, five segments", 150, 1, apply("/api/users/4711/orders/2026-11/items")},
		{"guard.Routes.Match, one route", 250, 1, match(1)},
		{"guard.Routes.Match, the first of 1,000 routes", 250, 1, match(1000)},
	}, guardCalls(), lists, scopeCalls()), nil
}

// Calls times the calls with names that match the expression, in turns. The shortest of the rounds
// counts: the goals are in nanoseconds, and other work of the machine only adds to the times.
func Calls(rounds int, only *regexp.Regexp) ([]Line, error) {
	list, err := calls()
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(c call) bool { return !only.MatchString(c.name) })
	const n = 50_000
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	work := func(c call) int {
		for range n {
			if !c.pass() {
				return 0
			}
		}
		return n
	}
	times := make([][]float64, len(list))
	for range rounds {
		for i, c := range list {
			runtime.GC()
			start := Clock()
			if work(c) != n {
				return nil, fmt.Errorf("%s: refused", c.name)
			}
			times[i] = append(times[i], float64(Clock()-start)/n)
		}
	}
	var lines []Line
	for i, c := range list {
		mallocs, _ := allocated(func() int { return work(c) })
		mallocs /= n
		least := slices.Min(times[i])
		l := Line{
			Work: c.name,
			Got:  fmt.Sprintf("%.0f ns, median %.0f ns; %s allocated", least, Summary(times[i]).Center, decimals(mallocs)),
			Pass: (c.goal == 0 || least < c.goal) && (c.allocs == Free || mallocs < c.allocs+0.001),
		}
		if c.goal > 0 {
			l.Goal = fmt.Sprintf("under %g ns", c.goal)
		}
		if c.goal > 0 && c.allocs != Free {
			l.Goal += fmt.Sprintf("; %g allocated", c.allocs)
		}
		lines = append(lines, l)
	}
	return lines, nil
}
