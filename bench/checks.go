package bench

import (
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"example.com/uri"
	"example.com/uri/crawl"
	"example.com/uri/guard"
	"example.com/uri/guard/httpguard"
)

// A checked is a text with the URI that it is, for the checks that programs make after parsing.
type checked struct {
	text string
	u    uri.URI
}

// noGoal is the goal of checks that refuse all texts of their row, and so build an error or look for
// every host that some program may read, and of those that write much more text than url.Parse reads.
const noGoal = 0

// checkRow is the row of a check of URIs that were parsed before, beside url.Parse of the same
// texts. goal is the ratio to url.Parse.
//
//go:noinline
func checkRow(name string, lines []string, goal float64, check func(c checked) bool) Row {
	var list []checked
	var texts []string
	for _, s := range lines {
		if u, err := uri.Parse(s); err == nil {
			list, texts = append(list, checked{s, u}), append(texts, s)
		}
	}
	var bounds []Bound
	if goal > noGoal {
		bounds = []Bound{{"url.Parse", goal}}
	}
	return Row{
		Name: name, Unit: "check", Inputs: texts,
		Ours: Contestant{"uri", func() int {
			return each(list, func(c checked) int { return number(check(c)) })
		}, func(s string) (string, bool) {
			return fmt.Sprint(check(checked{s, uri.MustParse(s)})), true
		}},
		Theirs: []Contestant{unanswered("url.Parse", netURLParse("net/url", texts))},
		Bounds: bounds, Allocs: Free,
	}
}

// checkRows are the rows of the checks that decide about a request, a connection or a link.
func checkRows(l *Lists) []Row {
	web := l.Web[:min(len(l.Web), 5000)]
	rows := append(append(gateRows(web), listRows(web)...), routeRows(web)...)
	return append(append(rows, longRows()...), proxyRow("eight routes", web, 8, 19.4), proxyRow("1,000 routes", web, 1000, 130))
}

// gateRows are the rows of Gate.
func gateRows(web []string) []Row {
	gate := guard.Gate{Deny: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}}
	control := func(name, format string, goal float64) Row {
		var addresses []string
		for i := range 256 {
			addresses = append(addresses, fmt.Sprintf(format, i))
		}
		return checkRow("guard: Gate.Control, "+name, addresses, goal, func(c checked) bool {
			return gate.Control("tcp", c.text[len("//"):], nil) == nil
		})
	}
	return []Row{
		checkRow("guard: Gate.Check", web, 3, func(c checked) bool { return gate.Check(c.u) == nil }),
		control("IPv4", "//93.184.%d.34:443", 1),
		control("IPv6", "//[2606:2800:220:1:248:1893:25c8:%x]:443", 1.2),
		control("refused", "//10.0.%d.1:443", 4),
	}
}

// listRows are the rows of lists: of hosts, origins, redirection URIs, prefixes and rules.
func listRows(web []string) []Row {
	few, many := mustHosts(someHosts), mustHosts(strings.Join(hostNames(10_000), ","))
	addresses := make([]string, 256)
	for i := range addresses {
		addresses[i] = fmt.Sprintf("http://10.%d.2.3/index.html", i)
	}
	hosts := func(name string, lines []string, goal float64, list guard.Hosts) []Row {
		return []Row{
			checkRow("guard: Hosts.Match, "+name, lines, goal, func(c checked) bool { return list.Match(c.u) }),
			checkRow("guard: Hosts.MayMatch, "+name, lines, goal, func(c checked) bool { return list.MayMatch(c.u) }),
		}
	}
	rows := append(hosts("names", web, 0.5, few), hosts("addresses", addresses, 0.8, few)...)
	rows = append(rows, hosts("a list of 10,000", web, 0.6, many)...)
	rows = append(rows, hosts("a list of 100,000", web, 0.6, mustHosts(strings.Join(hostNames(100_000), ",")))...)
	rows = append(rows, checkRow("guard: Hosts.MayMatch, a@b@host", withTwoUsers(web), noGoal, func(c checked) bool { return few.MayMatch(c.u) }))

	origins, err := guard.ParseOrigins("https://www.example.com, https://app.example.org:8443, https://*.wikipedia.org")
	callbacks, err2 := guard.ParseCallbacks("https://www.example.com/oauth/callback", "https://app.example.org/cb", "http://127.0.0.1/callback")
	if err != nil || err2 != nil {
		panic(fmt.Sprint(err, err2))
	}
	var scope crawl.Scope
	for i, s := range web {
		if u, err := uri.Parse(s); err == nil && i%2 == 0 {
			scope.Add(u, i%4 == 0)
		}
	}
	robots, plain := crawl.ParseRobots([]byte(robotsText(web, 100, 10))), crawl.ParseRobots([]byte(robotsText(web, 100, 0)))
	return append(rows,
		checkRow("guard: Origins.Match", originsOf(web), 0.3, func(c checked) bool { return origins.Match(c.text) }),
		checkRow("guard: Callbacks.Match", web, noGoal, func(c checked) bool { return callbacks.Match(c.text) == nil }),
		checkRow("crawl: Scope.Contains", web, 0.5, func(c checked) bool { return scope.Contains(c.u) }),
		checkRow("crawl: Robots.Allowed", web, 0.4, func(c checked) bool { return robots.Allowed("ExampleBot", c.u) }),
		checkRow("crawl: Robots.Allowed without wildcards", web, 0.4, func(c checked) bool { return plain.Allowed("ExampleBot", c.u) }),
	)
}

// someHosts is a list with an entry of each kind.
const someHosts = "localhost, .internal.example, 10.0.0.0/8, example.com:8080, *.wikipedia.org"

// hostNames returns n names.
func hostNames(n int) (names []string) {
	for i := range n {
		names = append(names, fmt.Sprintf("host-%d.example", i))
	}
	return names
}

// mustHosts returns the list of hosts.
func mustHosts(s string) guard.Hosts {
	h, err := guard.ParseHosts(s)
	if err != nil {
		panic(err)
	}
	return h
}

// withTwoUsers returns the lines with "a@b@" before their hosts.
func withTwoUsers(lines []string) (list []string) {
	for _, s := range lines {
		if scheme, rest, ok := strings.Cut(s, "://"); ok {
			list = append(list, scheme+"://a@b@"+rest)
		}
	}
	return list
}

// originsOf returns the schemes and authorities of the lines.
func originsOf(lines []string) (list []string) {
	for _, u := range parsed(lines) {
		authority, _ := u.Authority()
		list = append(list, u.Scheme()+"://"+authority)
	}
	return list
}

// routeRows are the rows of a proxy's routes and redirects.
func routeRows(web []string) []Row {
	var below, back, own []string
	for i, u := range parsed(web) {
		back = append(back, "http://backend:8080/v1"+requestPath(u))
		own = append(own, "/account"+requestPath(u))
		below = append(below, fmt.Sprint("http://site.example/api/", i%8)+requestPath(u))
	}
	to := uri.MustParse("http://backend:8080/v1")
	match := func(n int, goal float64) Row {
		var routes guard.Routes
		for i := range n {
			from := fmt.Sprint("/api/", i) // the paths have the first eight
			if n > 8 && i < n-8 {
				from = fmt.Sprint("/service-", i)
			} else if n > 8 {
				from = fmt.Sprint("/api/", i-n+8)
			} else if n == 1 {
				from = "/api"
			}
			routes = append(routes, guard.Rewrite{From: from, To: to})
		}
		return checkRow(fmt.Sprintf("guard: Routes.Match, %d routes", n), below, goal, func(c checked) bool {
			i, _, err := routes.Match(c.u)
			return i >= 0 && err == nil
		})
	}
	route := guard.Rewrite{From: "/api", To: to}
	redirector := guard.Redirector{Base: uri.MustParse("https://www.example.com/login"), Hosts: mustHosts("*")}
	redirected := func(c checked) bool {
		_, err := redirector.Resolve(c.text)
		return err == nil
	}
	return []Row{
		match(1, 0.8), match(8, 2.5), match(1000, 40),
		checkRow("guard: Rewrite.Apply", below, 0.6, func(c checked) bool {
			_, ok, err := route.Apply(c.u)
			return ok && err == nil
		}),
		checkRow("guard: Rewrite.Back", back, 1, func(c checked) bool {
			_, ok := route.Back(c.u)
			return ok
		}),
		checkRow("guard: Redirector.Resolve", web, 1.2, redirected),
		checkRow("guard: Redirector.Resolve, a path", own, noGoal, redirected),
	}
}

// longRows are the rows of long texts, for which a check must take time linear in their length.
func longRows() []Row {
	list := mustHosts(someHosts)
	row := func(name, text string, goal float64, check func(u uri.URI) bool) Row {
		return checkRow("guard: "+name, []string{text}, goal, func(c checked) bool { return check(c.u) })
	}
	labels, users := "http://"+strings.Repeat("a.", 10_000)+"example/", "http://"+strings.Repeat("a@", 10_000)+"h.example/"
	return []Row{
		row("Hosts.Match, 10,000 labels", labels, 0.1, list.Match),
		row("Hosts.MayMatch, 10,000 labels", labels, 2, list.MayMatch),
		row("Gate.Check, 10,000 labels", labels, 6, func(u uri.URI) bool { return guard.Gate{}.Check(u) == nil }),
		row("Hosts.Match, 10,000 @", users, 0.1, list.Match),
		row("Hosts.MayMatch, 10,000 @", users, 20, list.MayMatch),
		row("Gate.Check, 10,000 @", users, 0.1, func(u uri.URI) bool { return guard.Gate{}.Check(u) == nil }),
	}
}

// proxyRow is the row of all checks of a ReverseProxy with n routes, of requests as a browser sends
// them through a balancer. The handler of Wrap answers without sending them on. The goals are
// half of the ratio when it was first measured, 38.8 with eight routes and 259 with 1,000.
func proxyRow(name string, web []string, n int, goal float64) Row {
	var routes guard.Routes
	for i := range n - 1 {
		routes = append(routes, guard.Rewrite{From: fmt.Sprint("/service-", i), To: uri.MustParse("http://backend:8080/v1")})
	}
	routes = append(routes, guard.Rewrite{From: "/", To: uri.MustParse("http://site:8080"), Keep: "/\\?#\x00\t\r\n%"})
	passed := 0
	handler, err := httpguard.ReverseProxy{
		Hosts: mustHosts("=www.example.com"), Routes: routes, Trust: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")},
		Wrap: func(string, http.Handler) http.Handler {
			return http.HandlerFunc(func(http.ResponseWriter, *http.Request) { passed++ })
		},
	}.Handler()
	if err != nil {
		panic(err)
	}
	header := http.Header{}
	for _, line := range strings.Split(strings.TrimSpace(browserFields), "\n") {
		name, value, _ := strings.Cut(line, ": ")
		header.Set(name, value)
	}
	answer := discard{}
	return checkRow("httpguard: ReverseProxy without sending, "+name, web, goal, func(c checked) bool {
		before := passed
		clear(answer)
		handler.ServeHTTP(answer, &http.Request{
			Method: http.MethodGet, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Host: "www.example.com", RequestURI: requestPath(c.u), URL: &url.URL{}, Header: header, Body: http.NoBody, RemoteAddr: "10.0.0.1:4711",
		})
		return passed > before
	})
}

// browserFields are the header fields of a request.
const browserFields = `
Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8
Accept-Encoding: gzip, deflate, br, zstd
Accept-Language: en-US,en;q=0.5
Connection: keep-alive
Cookie: session=0123456789abcdef
Referer: https://www.example.com/
Sec-Fetch-Dest: document
Sec-Fetch-Mode: navigate
Sec-Fetch-Site: same-origin
Upgrade-Insecure-Requests: 1
User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0
X-Forwarded-For: 198.51.100.7
X-Forwarded-Proto: https
`

// A discard is an http.ResponseWriter that keeps only the header.
type discard http.Header

func (d discard) Header() http.Header         { return http.Header(d) }
func (d discard) Write(b []byte) (int, error) { return len(b), nil }
func (d discard) WriteHeader(int)             {}
